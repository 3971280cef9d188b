#!/usr/bin/env python3
"""SuiteSparse:GraphBLAS by its C interface: products of matrices, and kernels over graphs.

    pip install suitesparse-graphblas numpy
    python benches/peers/graph_blas.py spgemm matrix.mtx

Work is complete when `wait` returns. GraphBLAS sorts the rows of a product when it is told to wait for it, so that it
is asked once to wait and once not, where it may leave the rows in whatever order they came.

A call from Python costs less than a microsecond. Over graphs, loops are dropped:

| kernel | how |
|---|---|
| `bfs` | levels and any parents, pushed from few vertices and pulled from many, after the GAP benchmark |
| `bellman-ford` | from the vertices whose distance has just become less |
| `triangles` | over the lower triangle in the order of degrees, made before: by dot products, and by rows |
| `pagerank` | 20 steps |
"""

import os, serve

os.environ.update(serve.variables(serve.THREADS))

try:
    import matrix_market
    import numpy as np
    import suitesparse_graphblas
    from suitesparse_graphblas import ffi, lib
except ImportError as error:
    serve.missing("graphblas", error.name, "pip install suitesparse-graphblas numpy")

NULL = ffi.NULL


def done(status):
    if status != lib.GrB_SUCCESS:
        raise RuntimeError(f"GraphBLAS answers {status}")


class Kept:
    """A matrix or a vector, freed with this."""

    def __init__(self, kind, *arguments):
        self.kind = kind
        self.at = ffi.new(f"GrB_{kind}*")
        done(getattr(lib, f"GrB_{kind}_new")(self.at, *arguments))

    @property
    def it(self):
        return self.at[0]

    def held(self, how):
        """A vector in one of these ways: as a list, or with a place for each index."""
        done(lib.GrB_Vector_set_INT32(self.it, how, lib.GxB_SPARSITY_CONTROL))
        return self

    def wait(self):
        done(getattr(lib, f"GrB_{self.kind}_wait")(self.it, lib.GrB_MATERIALIZE))
        return self

    def count(self):
        out = ffi.new("GrB_Index*")
        done(getattr(lib, f"GrB_{self.kind}_nvals")(out, self.it))
        return out[0]

    def sum(self, magnitudes=False):
        """The sum of all values, or of their magnitudes."""
        of = self
        if magnitudes:
            of = Kept(self.kind, lib.GrB_FP64, *self.extents())
            apply = getattr(lib, f"GrB_{self.kind}_apply")
            done(apply(of.it, NULL, NULL, lib.GrB_ABS_FP64, self.it, NULL))
        out = ffi.new("double*")
        done(getattr(lib, f"GrB_{self.kind}_reduce_FP64")(out, NULL, lib.GrB_PLUS_MONOID_FP64, of.it, NULL))
        return out[0]

    def sums(self):
        return self.sum(), self.sum(magnitudes=True)

    def extents(self):
        asked = ["size"] if self.kind == "Vector" else ["nrows", "ncols"]
        out = ffi.new("GrB_Index*")
        extents = []
        for what in asked:
            done(getattr(lib, f"GrB_{self.kind}_{what}")(out, self.it))
            extents.append(out[0])
        return extents

    def __del__(self):
        getattr(lib, f"GrB_{self.kind}_free")(self.at)


def pointer(array, kind):
    return ffi.cast(kind, array.ctypes.data)


def matrix(rows, cols, ptr, idx, val):
    """A sparse matrix by rows."""
    made = Kept("Matrix", lib.GrB_FP64, rows, cols)
    row = np.repeat(np.arange(rows), np.diff(ptr)).astype(np.uint64)
    col, val = idx.astype(np.uint64), np.ascontiguousarray(val, np.float64)
    done(
        lib.GrB_Matrix_build_FP64(
            made.it,
            pointer(row, "GrB_Index*"),
            pointer(col, "GrB_Index*"),
            pointer(val, "double*"),
            len(val),
            lib.GrB_PLUS_FP64,
        )
    )
    return made.wait()


def vector(values, kind="FP64", places=None):
    """A vector: full, or with entries at these places."""
    made = Kept("Vector", getattr(lib, f"GrB_{kind}"), len(values) if places is None else places[0])
    at = np.arange(len(values)) if places is None else places[1]
    at, values = at.astype(np.uint64), np.ascontiguousarray(values, np.float64)
    done(
        lib.GrB_Vector_build_FP64(
            made.it, pointer(at, "GrB_Index*"), pointer(values, "double*"), len(values), lib.GrB_PLUS_FP64
        )
    )
    return made.wait()


class Files:
    """The last file that was read, as a matrix and as a graph."""

    path = None

    def read(self, path):
        if path != self.path:
            self.path = None
            self.triplets = matrix_market.triplets(path)
            rows, cols = self.triplets[:2]
            self.csr = (rows, cols, *matrix_market.compressed(*self.triplets))
            self.path = path
        return self.csr

    def graph(self, path, both_ways=False):
        """Without loops."""
        rows, cols, ptr, idx, val = self.read(path)
        if rows != cols:
            raise ValueError(f"{path} is not square")
        row = np.repeat(np.arange(rows), np.diff(ptr))
        off = row != idx
        row, col, val = row[off], idx[off], val[off]
        if both_ways:
            row, col, val = np.concatenate([row, col]), np.concatenate([col, row]), np.concatenate([val, val])
        return (rows, rows, *matrix_market.compressed(rows, rows, row, col, val))


files = Files()


def prepare(kernel, path, *more):
    return KERNELS[kernel](path, *more) if kernel in KERNELS else []


PLUS_TIMES = lib.GrB_PLUS_TIMES_SEMIRING_FP64


def spmv(path):
    csr = files.read(path)
    a, x = matrix(*csr), vector(serve.spread(np, csr[1]))
    y = Kept("Vector", lib.GrB_FP64, csr[0])
    into = vector(np.zeros(csr[0]))

    def product():
        done(lib.GrB_mxv(y.it, NULL, NULL, PLUS_TIMES, a.it, x.it, NULL))
        y.wait()

    def adding():
        # Into a full vector there is no pattern to find.
        done(lib.GrB_Vector_assign_FP64(into.it, NULL, NULL, 0.0, lib.GrB_ALL, csr[0], NULL))
        done(lib.GrB_mxv(into.it, NULL, lib.GrB_PLUS_FP64, PLUS_TIMES, a.it, x.it, NULL))
        into.wait()

    return [serve.Run("csr", "reused", product, y.sums), serve.Run("csr, added", "reused", adding, into.sums)]


def full(values):
    """A dense matrix."""
    rows, cols = values.shape
    return matrix(rows, cols, np.arange(rows + 1) * cols, np.tile(np.arange(cols), rows), values.ravel())


def spmm(path, columns=serve.COLUMNS):
    columns = int(columns)
    csr = files.read(path)
    rows, cols = csr[:2]
    a, x = matrix(*csr), full(serve.spread(np, cols * columns).reshape(cols, columns))
    y = Kept("Matrix", lib.GrB_FP64, rows, columns)
    into = full(np.zeros((rows, columns)))

    def product():
        done(lib.GrB_mxm(y.it, NULL, NULL, PLUS_TIMES, a.it, x.it, NULL))
        y.wait()

    def adding():
        done(lib.GrB_Matrix_assign_FP64(into.it, NULL, NULL, 0.0, lib.GrB_ALL, rows, lib.GrB_ALL, columns, NULL))
        done(lib.GrB_mxm(into.it, NULL, lib.GrB_PLUS_FP64, PLUS_TIMES, a.it, x.it, NULL))
        into.wait()

    return [serve.Run("csr", "reused", product, y.sums), serve.Run("csr, added", "reused", adding, into.sums)]


def sddmm(path, columns):
    csr = files.read(path)
    s, (a, b) = matrix(*csr), map(full, serve.factors(np, csr[:2], int(columns)))
    c, scaled = (Kept("Matrix", lib.GrB_FP64, *csr[:2]) for _ in range(2))

    def product():
        done(lib.GrB_mxm(c.it, s.it, NULL, PLUS_TIMES, a.it, b.it, lib.GrB_DESC_RST1))
        done(lib.GrB_Matrix_eWiseMult_BinaryOp(c.it, NULL, NULL, lib.GrB_TIMES_FP64, c.it, s.it, NULL))
        c.wait()

    def scaling():
        # Into a copy of the mask, which the product is multiplied with.
        done(lib.GrB_Matrix_apply(scaled.it, NULL, NULL, lib.GrB_IDENTITY_FP64, s.it, NULL))
        done(lib.GrB_mxm(scaled.it, s.it, lib.GrB_TIMES_FP64, PLUS_TIMES, a.it, b.it, lib.GrB_DESC_ST1))
        scaled.wait()

    return [serve.Run("csr", "reused", product, c.sums), serve.Run("csr, scaled", "reused", scaling, scaled.sums)]


def spgemm(path):
    csr = files.read(path)
    a = matrix(*csr)
    b = a
    if csr[0] != csr[1]:
        b = matrix(csr[1], csr[0], *matrix_market.transposed(*csr))
    made = {}

    def product(sorted):
        c = Kept("Matrix", lib.GrB_FP64, csr[0], csr[0])
        done(lib.GrB_mxm(c.it, NULL, NULL, PLUS_TIMES, a.it, b.it, NULL))
        made["c"] = c.wait() if sorted else c

    sums = lambda: made.pop("c").sums()
    return [
        serve.Run("csr", "new", lambda: product(True), sums),
        serve.Run("csr, unsorted", "new", lambda: product(False), sums),
    ]


def busiest(csr):
    """The first vertex of largest out-degree."""
    return int(np.argmax(np.diff(csr[2])))


def bfs(path):
    csr = files.graph(path)
    vertices, degrees = csr[0], np.diff(csr[2])
    a, back = matrix(*csr), matrix(vertices, vertices, *matrix_market.transposed(*csr))
    source, degree = busiest(csr), vector(degrees)
    made = {}

    def search():
        parent = Kept("Vector", lib.GrB_INT64, vertices).held(lib.GxB_BITMAP + lib.GxB_FULL)
        level = Kept("Vector", lib.GrB_INT64, vertices).held(lib.GxB_BITMAP + lib.GxB_FULL)
        front = Kept("Vector", lib.GrB_INT64, vertices)
        leaving = Kept("Vector", lib.GrB_FP64, vertices)
        done(lib.GrB_Vector_setElement_INT64(parent.it, source, source))
        done(lib.GrB_Vector_setElement_INT64(level.it, 0, source))
        done(lib.GrB_Vector_setElement_INT64(front.it, source, source))
        left, depth, pulled, before, found = len(csr[3]), 0, False, 0, 1
        while found:
            growing = found > before
            if not pulled and growing:
                done(
                    lib.GrB_Vector_assign(leaving.it, front.it, NULL, degree.it, lib.GrB_ALL, vertices, lib.GrB_DESC_RS)
                )
                edges = leaving.sum()
                left -= edges
                pulled = edges > left / 8
            elif pulled and not growing and found < vertices / 512:
                pulled = False
            if pulled:
                front.held(lib.GxB_BITMAP)
                done(
                    lib.GrB_mxv(
                        front.it, parent.it, NULL, lib.GxB_ANY_SECONDI_INT64, back.it, front.it, lib.GrB_DESC_RSC
                    )
                )
            else:
                front.held(lib.GxB_SPARSE)
                done(
                    lib.GrB_vxm(front.it, parent.it, NULL, lib.GxB_ANY_SECONDI_INT64, front.it, a.it, lib.GrB_DESC_RSC)
                )
            depth += 1
            before, found = found, front.count()
            done(lib.GrB_Vector_assign(parent.it, front.it, NULL, front.it, lib.GrB_ALL, vertices, lib.GrB_DESC_S))
            done(lib.GrB_Vector_assign_INT64(level.it, front.it, NULL, depth, lib.GrB_ALL, vertices, lib.GrB_DESC_S))
        made["level"] = level.wait()
        made["parent"] = parent.wait()

    return [serve.Run("csr", "new", search, lambda: made.pop("level").sums())]


def bellman_ford(path):
    csr = files.graph(path)
    vertices, source = csr[0], busiest(csr)
    a = matrix(*csr)
    made = {}

    def search():
        distance = Kept("Vector", lib.GrB_FP64, vertices)
        front = Kept("Vector", lib.GrB_FP64, vertices)
        less = Kept("Vector", lib.GrB_BOOL, vertices)
        done(lib.GrB_Vector_assign_FP64(distance.it, NULL, NULL, np.inf, lib.GrB_ALL, vertices, NULL))
        done(lib.GrB_Vector_setElement_FP64(distance.it, 0.0, source))
        done(lib.GrB_Vector_setElement_FP64(front.it, 0.0, source))
        for _ in range(vertices):
            done(lib.GrB_vxm(front.it, NULL, NULL, lib.GrB_MIN_PLUS_SEMIRING_FP64, front.it, a.it, NULL))
            done(lib.GrB_Vector_eWiseMult_BinaryOp(less.it, NULL, NULL, lib.GrB_LT_FP64, front.it, distance.it, NULL))
            done(lib.GrB_Vector_assign(front.it, less.it, NULL, front.it, lib.GrB_ALL, vertices, lib.GrB_DESC_R))
            if not front.count():
                break
            done(lib.GrB_Vector_assign(distance.it, front.it, NULL, front.it, lib.GrB_ALL, vertices, lib.GrB_DESC_S))
        made["distance"] = distance.wait()

    def sums():
        out, count = np.zeros(vertices), ffi.new("GrB_Index*", vertices)
        at = np.zeros(vertices, np.uint64)
        done(
            lib.GrB_Vector_extractTuples_FP64(
                pointer(at, "GrB_Index*"), pointer(out, "double*"), count, made["distance"].it
            )
        )
        total = out[np.isfinite(out)].sum()
        return total, total

    return [serve.Run("csr", "new", search, sums)]


def triangles(path):
    csr = files.graph(path, both_ways=True)
    vertices, ptr, idx = csr[0], csr[2], csr[3]
    rank = np.empty(vertices, np.int64)
    rank[np.argsort(np.diff(ptr), kind="stable")] = np.arange(vertices)
    row, col = rank[np.repeat(np.arange(vertices), np.diff(ptr))], rank[idx]
    ones = np.ones(len(row))
    half = lambda kept: matrix(
        vertices, vertices, *matrix_market.compressed(vertices, vertices, row[kept], col[kept], ones[kept])
    )
    lower, upper = half(row > col), half(row < col)
    made = {}

    def count(other, descriptor):
        c = Kept("Matrix", lib.GrB_INT64, vertices, vertices)
        done(lib.GrB_mxm(c.it, lower.it, NULL, lib.GxB_PLUS_PAIR_INT64, lower.it, other.it, descriptor))
        out = ffi.new("int64_t*")
        done(lib.GrB_Matrix_reduce_INT64(out, NULL, lib.GrB_PLUS_MONOID_INT64, c.it, NULL))
        made["count"] = out[0]

    sums = lambda: (made["count"], made["count"])
    return [
        serve.Run("csr, dot", "number", lambda: count(upper, lib.GrB_DESC_ST1), sums),
        serve.Run("csr, rows", "number", lambda: count(lower, lib.GrB_DESC_S), sums),
    ]


def pagerank(path, damping=0.85, steps=20):
    csr = files.graph(path)
    vertices, degrees = csr[0], np.diff(csr[2])
    back = matrix(vertices, vertices, *matrix_market.transposed(*csr))
    leaving, ending = np.flatnonzero(degrees), np.flatnonzero(degrees == 0)
    # What a vertex passes on is divided by this.
    divisor = vector(degrees[leaving] / damping, places=(vertices, leaving))
    stuck = vector(np.ones(len(ending)), places=(vertices, ending))
    made = {}

    def ranks():
        rank = Kept("Vector", lib.GrB_FP64, vertices)
        share = Kept("Vector", lib.GrB_FP64, vertices)
        lost = Kept("Vector", lib.GrB_FP64, vertices)
        done(lib.GrB_Vector_assign_FP64(rank.it, NULL, NULL, 1 / vertices, lib.GrB_ALL, vertices, NULL))
        for _ in range(steps):
            nowhere = 0.0
            if len(ending):
                done(
                    lib.GrB_Vector_eWiseMult_BinaryOp(lost.it, NULL, NULL, lib.GrB_FIRST_FP64, rank.it, stuck.it, NULL)
                )
                nowhere = lost.sum()
            done(lib.GrB_Vector_eWiseMult_BinaryOp(share.it, NULL, NULL, lib.GrB_DIV_FP64, rank.it, divisor.it, NULL))
            anywhere = (1 - damping + damping * nowhere) / vertices
            done(lib.GrB_Vector_assign_FP64(rank.it, NULL, NULL, anywhere, lib.GrB_ALL, vertices, NULL))
            done(lib.GrB_mxv(rank.it, NULL, lib.GrB_PLUS_FP64, lib.GxB_PLUS_SECOND_FP64, back.it, share.it, NULL))
        made["rank"] = rank.wait()

    weights = vector(np.arange(1, vertices + 1))

    def sums():
        weighed = Kept("Vector", lib.GrB_FP64, vertices)
        done(
            lib.GrB_Vector_eWiseMult_BinaryOp(
                weighed.it, NULL, NULL, lib.GrB_TIMES_FP64, made["rank"].it, weights.it, NULL
            )
        )
        return weighed.sums()

    return [serve.Run("csr", "new", ranks, sums)]


KERNELS = {
    "spmv": spmv,
    "spmm": spmm,
    "sddmm": sddmm,
    "spgemm": spgemm,
    "bfs": bfs,
    "bellman-ford": bellman_ford,
    "triangles": triangles,
    "pagerank": pagerank,
}

suitesparse_graphblas.initialize(blocking=False, memory_manager="c")
done(lib.GxB_Global_Option_set_INT32(lib.GxB_GLOBAL_NTHREADS, serve.THREADS))
serve.main("graphblas", suitesparse_graphblas.__version__, prepare)
