// TACO (Kjolstad, Kamil, Chou, Lugato and Amarasinghe, 2017), which the user names: expressions are lowered by its own order of loops,
// compiled by its own way to a C compiler with the flags of its own (fast mathematics among them) and those that all peers have, and
// called by the interface of the functions that it makes. Indices have 32 bits.

#include <taco.h>
#include <taco/codegen/module.h>
#include <taco/index_notation/transformations.h>
#include <taco/lower/lower.h>
#include <taco/taco_tensor_t.h>

#include <memory>

#include "peer.hpp"

using Dense = taco::Tensor<double>;

// Index variables.
static const taco::IndexVar i("i"), j("j"), k("k"), l("l"), m("m");

static taco::Array numbers(const std::vector<double>& values) { return taco::makeArray(values); }

static taco::Array indices(const std::vector<size_t>& values) {
    return taco::makeArray(std::vector<int>(values.begin(), values.end()));
}

// What is stored of a tensor, with arrays for each level.
static Dense stored(const std::string& name, const std::vector<int>& extents, const std::vector<taco::ModeFormat>& levels,
                    const std::vector<taco::ModeIndex>& arrays, const taco::Array& values) {
    const taco::Format format{std::vector<taco::ModeFormatPack>(levels.begin(), levels.end())};
    Dense tensor(name, extents, format);
    taco::TensorStorage storage = tensor.getStorage();
    storage.setIndex(taco::Index(format, arrays));
    storage.setValues(values);
    tensor.setStorage(storage);
    return tensor;
}

static Dense of(const std::string& name, const peer::Matrix& a) {
    return stored(name, {a.rows, a.cols}, {taco::Dense, taco::Sparse},
                  {taco::ModeIndex({taco::makeArray({a.rows})}), taco::ModeIndex({taco::makeArray(a.ptr), taco::makeArray(a.idx)})},
                  numbers(a.val));
}

static Dense of(const std::string& name, const peer::Tensor& x) {
    std::vector<int> extents;
    std::vector<taco::ModeIndex> arrays;
    for (const peer::Tensor::Level& level : x.levels) {
        extents.push_back(static_cast<int>(level.extent));
        arrays.push_back(taco::ModeIndex({indices(level.ptr), indices(level.idx)}));
    }
    return stored(name, extents, std::vector<taco::ModeFormat>(extents.size(), taco::Sparse), arrays, numbers(x.val));
}

// A vector, or a matrix whose rows lie one after the other.
static Dense dense(const std::string& name, const std::vector<int>& extents, const std::vector<double>& values) {
    std::vector<taco::ModeIndex> arrays;
    for (int extent : extents) arrays.push_back(taco::ModeIndex({taco::makeArray({extent})}));
    return stored(name, extents, std::vector<taco::ModeFormat>(extents.size(), taco::Dense), arrays, numbers(values));
}

static Dense result(const std::string& name, const std::vector<int>& extents) {
    return Dense(name, extents, taco::Format(std::vector<taco::ModeFormatPack>(extents.size(), taco::Dense)));
}

// The columns of all entries move by so many.
static peer::Matrix rotated(const peer::Matrix& a, int by) {
    std::vector<peer::Triplet> triplets;
    for (int row = 0; row < a.rows; ++row)
        for (int at = a.ptr[row]; at < a.ptr[row + 1]; ++at)
            triplets.push_back({row, (a.idx[at] + by) % a.cols, a.val[at]});
    return peer::of_triplets(a.rows, a.cols, triplets);
}

// The functions that TACO makes of what is assigned to a tensor, and what they are called with.
class Compiled {
    taco::ir::Module functions;
    // What the arguments belong to.
    std::vector<taco::TensorBase> tensors;
    std::vector<void*> arguments;
    // Whether the arrays of the output are those of `evaluate`; the first ones are the tensor's.
    bool owned = false;

    taco_tensor_t& made() const { return *static_cast<taco_tensor_t*>(arguments[0]); }

   public:
    explicit Compiled(Dense output, const std::vector<Dense>& inputs) {
        taco::IndexStmt statement = taco::makeConcreteNotation(taco::makeReductionNotation(output.getAssignment()));
        statement = taco::insertTemporaries(taco::reorderLoopsTopologically(statement));
        statement = taco::scalarPromote(statement.concretize());
        const taco::IndexStmt parallel = taco::parallelizeOuterLoop(statement);
        functions.addFunction(taco::lower(parallel, "compute", false, true));
        functions.addFunction(taco::lower(statement, "assemble", true, false));
        functions.addFunction(taco::lower(statement, "evaluate", true, true));
        functions.compile();
        tensors.push_back(output);
        for (const taco::TensorVar& variable : taco::getArguments(statement))
            for (const Dense& input : inputs)
                if (input.getTensorVar() == variable) tensors.push_back(input);
        for (taco::TensorBase& tensor : tensors) arguments.push_back(static_cast<taco_tensor_t*>(tensor.getStorage()));
    }

    void call(const char* function) {
        if (functions.callFuncPacked(function, arguments.data()) != 0)
            throw std::runtime_error(std::string("TACO's ") + function + " fails");
    }

    // Lets go of what was allocated for the output, and makes it anew.
    void evaluate() {
        if (owned) {
            taco_tensor_t& output = made();
            std::free(output.vals);
            for (int level = 0; level < output.order; ++level)
                for (int array = 0; array < 2 && output.mode_types[level] == taco_mode_sparse; ++array)
                    std::free(output.indices[level][array]);
        }
        call("evaluate");
        owned = true;
    }

    std::pair<const double*, size_t> values() const {
        const taco_tensor_t& output = made();
        size_t count = 1;
        for (int level = 0; level < output.order; ++level)
            count = output.mode_types[level] == taco_mode_sparse
                        ? static_cast<size_t>(reinterpret_cast<const int32_t*>(output.indices[level][0])[count])
                        : count * static_cast<size_t>(output.dimensions[level]);
        return {reinterpret_cast<const double*>(output.vals), count};
    }
};

struct Problem {
    std::vector<peer::Run> runs;
};

// Into an output whose places are found before: dense ones, and those of one input.
static void kept(Problem& p, const char* format, const Dense& output, const std::vector<Dense>& inputs,
                 const char* place = "reused") {
    auto compiled = std::make_shared<Compiled>(output, inputs);
    compiled->call("assemble");
    p.runs.push_back({format, place, [compiled] { compiled->call("compute"); }, [compiled] { return compiled->values(); }});
}

// Into a new output, whose places are found in the time.
static void anew(Problem& p, const char* format, const Dense& output, const std::vector<Dense>& inputs) {
    auto compiled = std::make_shared<Compiled>(output, inputs);
    p.runs.push_back({format, "new", [compiled] { compiled->evaluate(); }, [compiled] { return compiled->values(); }});
}

// Dense matrices of so many rows, which hold the numbers of `spread` one after the other.
static std::vector<Dense> factors(const std::vector<int>& rows, int columns) {
    const std::vector<double> all =
        peer::spread(static_cast<size_t>(std::accumulate(rows.begin(), rows.end(), 0)) * static_cast<size_t>(columns));
    std::vector<Dense> made;
    auto next = all.begin();
    for (int height : rows) {
        const auto end = next + static_cast<std::ptrdiff_t>(height) * columns;
        made.push_back(dense("f" + std::to_string(made.size()), {height, columns}, {next, end}));
        next = end;
    }
    return made;
}

static std::unique_ptr<Problem> prepare(const std::string& kernel, const peer::Input& input) {
    const peer::Matrix& matrix = input.matrix;
    const int rows = matrix.rows, cols = matrix.cols, columns = input.columns;
    auto owned = std::make_unique<Problem>();
    Problem& p = *owned;
    auto vector = [](const char* name, int count) { return dense(name, {count}, peer::spread(static_cast<size_t>(count))); };
    auto sparse = [&](const char* name, const taco::ModeFormat& columns) {
        return Dense(name, {rows, cols}, taco::Format({taco::Dense, columns}));
    };
    if (kernel == "spmv") {
        Dense a = of("a", matrix), x = vector("x", cols), y = result("y", {rows});
        y(i) = a(i, j) * x(j);
        kept(p, "csr", y, {a, x});
    } else if (kernel == "spmm") {
        const size_t count = static_cast<size_t>(cols) * static_cast<size_t>(columns);
        Dense a = of("a", matrix), b = dense("b", {cols, columns}, peer::spread(count)), c = result("c", {rows, columns});
        c(i, j) = a(i, k) * b(k, j);
        kept(p, "csr", c, {a, b});
    } else if (kernel == "spgemm") {
        const peer::Matrix other = rows == cols ? matrix : peer::transposed(matrix);
        Dense a = of("a", matrix), b = of("b", other);
        const taco::ModeFormat unordered = taco::Sparse({taco::ModeFormat::NOT_ORDERED});
        for (const auto& [format, level] : {std::pair("csr", taco::ModeFormat(taco::Sparse)), std::pair("csr, unsorted", unordered)}) {
            Dense c("c", {rows, other.cols}, taco::Format({taco::Dense, level}));
            c(i, j) = a(i, k) * b(k, j);
            anew(p, format, c, {a, b});
        }
    } else if (kernel == "sddmm" || kernel == "expr-sampled") {
        const std::vector<Dense> f = factors({rows, cols}, columns);
        Dense s = of("s", matrix), a = f[0], b = f[1], c = sparse("c", taco::Sparse);
        c(i, j) = s(i, j) * a(i, k) * b(j, k);
        kept(p, "csr", c, {s, a, b});
    } else if (kernel == "mttkrp" && !input.tensor.val.empty()) {
        std::vector<int> heights;
        for (const peer::Tensor::Level& level : input.tensor.levels) heights.push_back(static_cast<int>(level.extent));
        const std::vector<Dense> f = factors({heights.begin() + 1, heights.end()}, columns);
        Dense x = of("x", input.tensor), y = result("y", {heights[0], columns}), b = f[0], c = f[1];
        if (f.size() == 2) {
            y(i, j) = x(i, k, l) * c(l, j) * b(k, j);
            kept(p, "csf", y, {x, b, c});
        } else if (f.size() == 3) {
            Dense d = f[2];
            y(i, j) = x(i, k, l, m) * d(m, j) * c(l, j) * b(k, j);
            kept(p, "csf", y, {x, b, c, d});
        } else {
            return nullptr;
        }
    } else if (kernel == "expr-multiply-sum" || kernel == "expr-multiply-three") {
        Dense a = of("a", matrix), b = of("b", rotated(matrix, 1)), c = of("c", rotated(matrix, 2)), y = sparse("y", taco::Sparse);
        if (kernel == "expr-multiply-sum")
            y(i, j) = a(i, j) * (b(i, j) + c(i, j));
        else
            y(i, j) = a(i, j) * b(i, j) * c(i, j);
        anew(p, "csr", y, {a, b, c});
    } else if (kernel == "expr-product-rows") {
        Dense a = of("a", matrix), b = of("b", rotated(matrix, 1)), y = result("y", {rows});
        y(i) = a(i, j) * b(i, j);
        kept(p, "csr", y, {a, b});
    } else if (kernel == "expr-bilinear") {
        Dense a = of("a", matrix), x = vector("x", rows), z = vector("z", cols);
        taco::Tensor<double> sum("sum");
        sum = x(i) * a(i, j) * z(j);
        kept(p, "csr", sum, {a, x, z}, "number");
    } else {
        return nullptr;
    }
    return owned;
}

int main(int count, char** words) {
    // Those that TACO has by itself, and those of the other peers; whoever sets the variable has others.
    setenv("TACO_CFLAGS", "-ffast-math -std=c99 " KERNEL_FLAGS, 0);
    return peer::serve(count, words, "taco", TACO_VERSION, prepare);
}
