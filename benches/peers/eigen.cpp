// Eigen, over compressed sparse rows with 32-bit indices: what its operators do, into outputs that are kept where an
// assignment without aliasing can do that. Sampled products are dot products of rows, and tensors are
// multiplied row by row, in loops over what is stored.

#include <Eigen/Sparse>
#include <memory>

#include "peer.hpp"

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using ByColumns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Vector = Eigen::VectorXd;
using Tall = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Problem {
    Sparse a, b, upper, lower, c;
    ByColumns by_columns;
    Vector x, y;
    Tall product;
    peer::Tensor tensor;
    std::vector<peer::Run> runs;
};

// Dense matrices of so many columns, known when it is compiled or not.
template <int COLUMNS>
using Rows = Eigen::Matrix<double, Eigen::Dynamic, COLUMNS, Eigen::RowMajor>;
template <int COLUMNS>
using Row = Eigen::Matrix<double, 1, COLUMNS>;

// Matrices of so many rows, which hold the numbers of `spread` one after the other.
template <int COLUMNS>
static std::vector<Rows<COLUMNS>> factors(const std::vector<size_t>& rows, int columns) {
    const size_t all = std::accumulate(rows.begin(), rows.end(), size_t{0});
    const std::vector<double> numbers = peer::spread(all * static_cast<size_t>(columns));
    std::vector<Rows<COLUMNS>> made;
    const double* next = numbers.data();
    for (size_t height : rows) {
        made.push_back(Eigen::Map<const Rows<COLUMNS>>(next, static_cast<Eigen::Index>(height), columns));
        next += height * static_cast<size_t>(columns);
    }
    return made;
}

template <int COLUMNS>
static std::function<void()> sampled(Problem& p, int columns) {
    p.c = p.a;
    return [&p, f = factors<COLUMNS>({static_cast<size_t>(p.a.rows()), static_cast<size_t>(p.a.cols())}, columns)] {
        const int *ptr = p.a.outerIndexPtr(), *idx = p.a.innerIndexPtr();
        for (Eigen::Index i = 0; i < p.a.rows(); ++i)
            for (int at = ptr[i]; at < ptr[i + 1]; ++at)
                p.c.valuePtr()[at] = p.a.valuePtr()[at] * f[0].row(i).dot(f[1].row(idx[at]));
    };
}

// Adds to `sum` what the places `from` to `to` of a level hold, multiplied with rows of the factors from this one on.
template <int COLUMNS, class Sum>
static void add_fiber(const peer::Tensor& x, const std::vector<Rows<COLUMNS>>& f, std::vector<Row<COLUMNS>>& sums,
                      size_t level, size_t from, size_t to, Sum&& sum) {
    const std::vector<size_t>& idx = x.levels[level].idx;
    if (level + 1 == x.levels.size()) {
        for (size_t at = from; at < to; ++at) sum += x.val[at] * f[level - 1].row(static_cast<Eigen::Index>(idx[at]));
        return;
    }
    const std::vector<size_t>& ptr = x.levels[level + 1].ptr;
    Row<COLUMNS>& below = sums[level];
    for (size_t at = from; at < to; ++at) {
        below.setZero();
        add_fiber(x, f, sums, level + 1, ptr[at], ptr[at + 1], below);
        sum += below.cwiseProduct(f[level - 1].row(static_cast<Eigen::Index>(idx[at])));
    }
}

template <int COLUMNS>
static std::function<void()> times(Problem& p, int columns) {
    std::vector<size_t> rows;
    for (size_t level = 1; level < p.tensor.levels.size(); ++level) rows.push_back(p.tensor.levels[level].extent);
    p.product.resize(static_cast<Eigen::Index>(p.tensor.levels[0].extent), columns);
    std::vector<Row<COLUMNS>> sums(p.tensor.levels.size(), Row<COLUMNS>(columns));
    return [&p, f = factors<COLUMNS>(rows, columns), sums]() mutable {
        const std::vector<size_t>&ptr = p.tensor.levels[1].ptr, &idx = p.tensor.levels[0].idx;
        p.product.setZero();
        for (size_t at = 0; at < idx.size(); ++at)
            add_fiber(p.tensor, f, sums, 1, ptr[at], ptr[at + 1],
                      p.product.row(static_cast<Eigen::Index>(idx[at])).template head<COLUMNS>(f[0].cols()));
    };
}

static Sparse of(const peer::Matrix& a) {
    return Eigen::Map<const Sparse>(a.rows, a.cols, static_cast<int>(a.val.size()), a.ptr.data(), a.idx.data(),
                                    a.val.data());
}

template <class Values>
static auto all(const Values& values) {
    return [&values] { return std::pair<const double*, size_t>(values.data(), static_cast<size_t>(values.size())); };
}

// A product with a dense matrix of so many columns, known when it is compiled or not.
template <int COLUMNS>
static void multiply(Problem& p, const char* format, int columns) {
    struct Dense {
        Rows<COLUMNS> b, c;
    };
    auto dense = std::make_shared<Dense>();
    const std::vector<double> numbers = peer::spread(static_cast<size_t>(p.a.cols()) * static_cast<size_t>(columns));
    dense->b = Eigen::Map<const Rows<COLUMNS>>(numbers.data(), p.a.cols(), columns);
    dense->c.resize(p.a.rows(), columns);
    p.runs.push_back({format, "reused", [&p, dense] { dense->c.noalias() = p.a * dense->b; },
                      [dense] {
                          return std::pair<const double*, size_t>(dense->c.data(), static_cast<size_t>(dense->c.size()));
                      }});
}

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Input& input) {
    const peer::Matrix& matrix = input.matrix;
    auto owned = std::make_unique<Problem>();
    Problem& p = *owned;
    p.a = of(matrix);
    const std::vector<double> x = peer::spread(static_cast<size_t>(matrix.cols));
    p.x = Eigen::Map<const Vector>(x.data(), matrix.cols);
    p.y.resize(matrix.rows);
    if (kernel == "spmv") {
        p.by_columns = p.a;
        p.runs = {{"csr", "reused", [&p] { p.y.noalias() = p.a * p.x; }, all(p.y)},
                  {"csc", "reused", [&p] { p.y.noalias() = p.by_columns * p.x; }, all(p.y)}};
    } else if (kernel == "spmv-sym" && peer::is_symmetric(matrix)) {
        p.upper = of(peer::triangle(matrix, true));
        p.lower = of(peer::triangle(matrix, false));
        p.runs = {
            {"upper", "reused", [&p] { p.y.noalias() = p.upper.selfadjointView<Eigen::Upper>() * p.x; }, all(p.y)},
            {"lower", "reused", [&p] { p.y.noalias() = p.lower.selfadjointView<Eigen::Lower>() * p.x; }, all(p.y)}};
    } else if (kernel == "spmm") {
        multiply<Eigen::Dynamic>(p, "csr", input.columns);
        if (input.columns == 4) multiply<4>(p, "csr, 4 in the type", 4);
        if (input.columns == 8) multiply<8>(p, "csr, 8 in the type", 8);
        if (input.columns == 16) multiply<16>(p, "csr, 16 in the type", 16);
        if (input.columns == 32) multiply<32>(p, "csr, 32 in the type", 32);
        if (input.columns == 64) multiply<64>(p, "csr, 64 in the type", 64);
    } else if (kernel == "spgemm") {
        p.b = matrix.rows == matrix.cols ? p.a : of(peer::transposed(matrix));
        p.runs = {
            {"csr", "new",
             [&p] {
                 Sparse c = p.a * p.b;
                 p.c.swap(c);
             },
             [&p] { return std::pair<const double*, size_t>(p.c.valuePtr(), static_cast<size_t>(p.c.nonZeros())); }}};
    } else if (kernel == "sddmm") {
        auto values = [&p] {
            return std::pair<const double*, size_t>(p.c.valuePtr(), static_cast<size_t>(p.c.nonZeros()));
        };
        auto add = [&](const char* format, std::function<void()> run) {
            p.runs.push_back({format, "reused", run, values});
        };
        add("csr", sampled<Eigen::Dynamic>(p, input.columns));
        if (input.columns == 25) add("csr, 25 in the type", sampled<25>(p, 25));
        if (input.columns == 64) add("csr, 64 in the type", sampled<64>(p, 64));
    } else if (kernel == "mttkrp" && !input.tensor.val.empty()) {
        p.tensor = input.tensor;
        auto add = [&](const char* format, std::function<void()> run) {
            p.runs.push_back({format, "reused", run, all(p.product)});
        };
        add("csf", times<Eigen::Dynamic>(p, input.columns));
        if (input.columns == 16) add("csf, 16 in the type", times<16>(p, 16));
        if (input.columns == 32) add("csf, 32 in the type", times<32>(p, 32));
    } else {
        return nullptr;
    }
    return owned;
}

int main(int count, char** words) {
    const std::string version = std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                                "." + std::to_string(EIGEN_MINOR_VERSION);
    return peer::serve(count, words, "eigen", version, prepare);
}
