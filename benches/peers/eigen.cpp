// Eigen, over compressed sparse rows with 32-bit indices: what its operators do, into outputs that are kept where an
// assignment without aliasing can do that.

#include <Eigen/Sparse>
#include <memory>

#include "peer.hpp"

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;
using ByColumns = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Vector = Eigen::VectorXd;
using Tall = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Sixteen = Eigen::Matrix<double, Eigen::Dynamic, peer::COLUMNS, Eigen::RowMajor>;

struct Problem {
    Sparse a, b, upper, lower, c;
    ByColumns by_columns;
    Vector x, y;
    Tall tall, product;
    Sixteen sixteen, product_of_sixteen;
    std::vector<peer::Run> runs;
};

static Sparse of(const peer::Matrix& a) {
    return Eigen::Map<const Sparse>(a.rows, a.cols, static_cast<int>(a.val.size()), a.ptr.data(), a.idx.data(),
                                    a.val.data());
}

template <class Values>
static auto all(const Values& values) {
    return [&values] { return std::pair<const double*, size_t>(values.data(), static_cast<size_t>(values.size())); };
}

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Matrix& matrix) {
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
        const std::vector<double> dense = peer::spread(static_cast<size_t>(matrix.cols) * peer::COLUMNS);
        p.tall = Eigen::Map<const Tall>(dense.data(), matrix.cols, peer::COLUMNS);
        p.sixteen = p.tall;
        p.product.resize(matrix.rows, peer::COLUMNS);
        p.product_of_sixteen.resize(matrix.rows, peer::COLUMNS);
        p.runs = {{"csr", "reused", [&p] { p.product.noalias() = p.a * p.tall; }, all(p.product)},
                  {"csr, 16 in the type", "reused", [&p] { p.product_of_sixteen.noalias() = p.a * p.sixteen; },
                   all(p.product_of_sixteen)}};
    } else if (kernel == "spgemm") {
        p.b = matrix.rows == matrix.cols ? p.a : of(peer::transposed(matrix));
        p.runs = {
            {"csr", "new",
             [&p] {
                 Sparse c = p.a * p.b;
                 p.c.swap(c);
             },
             [&p] { return std::pair<const double*, size_t>(p.c.valuePtr(), static_cast<size_t>(p.c.nonZeros())); }}};
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
