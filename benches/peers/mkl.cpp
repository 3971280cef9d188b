// MKL by its inspector and executor: a handle is created, told what comes, and optimised; only what is repeated then
// is timed.

#include <mkl_service.h>
#include <mkl_spblas.h>

#include <memory>

#include "peer.hpp"

// How many products a handle is told to expect.
constexpr MKL_INT MANY = 100000;

static void done(sparse_status_t status, const char* what) {
    if (status != SPARSE_STATUS_SUCCESS)
        throw std::runtime_error(std::string(what) + ": status " + std::to_string(status));
}

// A matrix that MKL reads in place.
struct Handle {
    peer::Matrix matrix;
    sparse_matrix_t handle = nullptr;

    explicit Handle(peer::Matrix from) : matrix(std::move(from)) {
        done(mkl_sparse_d_create_csr(&handle, SPARSE_INDEX_BASE_ZERO, matrix.rows, matrix.cols, matrix.ptr.data(),
                                     matrix.ptr.data() + 1, matrix.idx.data(), matrix.val.data()),
             "create");
    }
    Handle(const Handle&) = delete;
    ~Handle() { mkl_sparse_destroy(handle); }
};

struct Problem {
    std::vector<std::unique_ptr<Handle>> handles;
    std::vector<double> x, y;
    sparse_matrix_t made = nullptr;
    std::vector<peer::Run> runs;

    Handle& add(peer::Matrix matrix) {
        handles.push_back(std::make_unique<Handle>(std::move(matrix)));
        return *handles.back();
    }
    ~Problem() {
        if (made) mkl_sparse_destroy(made);
    }
};

static std::pair<const double*, size_t> values_of(sparse_matrix_t made) {
    sparse_index_base_t base;
    MKL_INT rows, cols, *starts, *ends, *indices;
    double* values;
    done(mkl_sparse_d_export_csr(made, &base, &rows, &cols, &starts, &ends, &indices, &values), "export");
    return {values, rows ? static_cast<size_t>(ends[rows - 1] - starts[0]) : 0};
}

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Input& input) {
    const peer::Matrix& matrix = input.matrix;
    auto owned = std::make_unique<Problem>();
    Problem& p = *owned;
    auto all = [&p] { return std::pair<const double*, size_t>(p.y.data(), p.y.size()); };
    const matrix_descr general{SPARSE_MATRIX_TYPE_GENERAL, SPARSE_FILL_MODE_UPPER, SPARSE_DIAG_NON_UNIT};
    auto product = [&p, all](const char* format, Handle& of, matrix_descr kind) {
        done(mkl_sparse_set_mv_hint(of.handle, SPARSE_OPERATION_NON_TRANSPOSE, kind, MANY), "hint");
        done(mkl_sparse_optimize(of.handle), "optimize");
        p.runs.push_back({format, "reused",
                          [&p, &of, kind] {
                              done(mkl_sparse_d_mv(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, of.handle, kind, p.x.data(),
                                                   0.0, p.y.data()),
                                   "product");
                          },
                          all});
    };
    p.x = peer::spread(static_cast<size_t>(matrix.cols));
    p.y.resize(static_cast<size_t>(matrix.rows));
    if (kernel == "spmv") {
        product("csr", p.add(matrix), general);
    } else if (kernel == "spmv-sym" && peer::is_symmetric(matrix)) {
        product("upper", p.add(peer::triangle(matrix, true)),
                {SPARSE_MATRIX_TYPE_SYMMETRIC, SPARSE_FILL_MODE_UPPER, SPARSE_DIAG_NON_UNIT});
        product("lower", p.add(peer::triangle(matrix, false)),
                {SPARSE_MATRIX_TYPE_SYMMETRIC, SPARSE_FILL_MODE_LOWER, SPARSE_DIAG_NON_UNIT});
    } else if (kernel == "spmm") {
        Handle& a = p.add(matrix);
        p.x = peer::spread(static_cast<size_t>(matrix.cols) * static_cast<size_t>(input.columns));
        p.y.resize(static_cast<size_t>(matrix.rows) * static_cast<size_t>(input.columns));
        done(mkl_sparse_set_mm_hint(a.handle, SPARSE_OPERATION_NON_TRANSPOSE, general, SPARSE_LAYOUT_ROW_MAJOR,
                                    input.columns, MANY),
             "hint");
        done(mkl_sparse_optimize(a.handle), "optimize");
        p.runs = {{"csr", "reused",
                   [&p, &a, general, columns = input.columns] {
                       done(mkl_sparse_d_mm(SPARSE_OPERATION_NON_TRANSPOSE, 1.0, a.handle, general,
                                            SPARSE_LAYOUT_ROW_MAJOR, p.x.data(), columns, columns, 0.0,
                                            p.y.data(), columns),
                            "product");
                   },
                   all}};
    } else if (kernel == "spgemm") {
        Handle& a = p.add(matrix);
        Handle& b = matrix.rows == matrix.cols ? a : p.add(peer::transposed(matrix));
        auto multiply = [&p, &a, &b](bool sorted) {
            sparse_matrix_t made = nullptr;
            done(mkl_sparse_spmm(SPARSE_OPERATION_NON_TRANSPOSE, a.handle, b.handle, &made), "product");
            if (p.made) mkl_sparse_destroy(p.made);
            p.made = made;
            if (sorted) done(mkl_sparse_order(made), "order");
        };
        auto values = [&p] { return values_of(p.made); };
        p.runs = {{"csr", "new", [multiply] { multiply(true); }, values},
                  {"csr, unsorted", "new", [multiply] { multiply(false); }, values}};
    } else {
        return nullptr;
    }
    return owned;
}

int main(int count, char** words) {
    const char* threads = std::getenv("PEER_NUM_THREADS");
    mkl_set_num_threads(threads ? std::atoi(threads) : 1);
    char text[200];
    mkl_get_version_string(text, sizeof text);
    std::string version = text;
    version = version.substr(0, version.find("-Product"));
    version = version.substr(version.rfind(" ") + 1);
    return peer::serve(count, words, "mkl", version, prepare);
}
