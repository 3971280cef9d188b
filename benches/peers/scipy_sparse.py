#!/usr/bin/env python3
"""SciPy: `@` over compressed sparse rows, and for dense results the compiled loop behind it, into memory that is kept.
NumPy, for `sddmm` and `expr-sampled`: rows of both factors are gathered, as many as stay in the cache, and `einsum` multiplies them.

    pip install scipy
    python benches/peers/scipy_sparse.py spmv matrix.mtx

`mttkrp` multiplies a sparse matrix, whose rows are the fibers of the tensor, with the last factor; the product is
multiplied with rows of the factor before, and another sparse matrix adds up the rows of a slice.

SciPy multiplies two sparse matrices without sorting the rows of the product; once it is asked to sort them, once not.
"""

import os, serve

os.environ.update(serve.variables(serve.THREADS))

try:
    import numpy as np
    import scipy
    from scipy.io import mmread
    from scipy.io import _fast_matrix_market
    from scipy.sparse import _sparsetools, csr_array
except ImportError as error:
    serve.missing("scipy", error.name, "pip install scipy")

import matrix_market, tns

_fast_matrix_market.PARALLELISM = serve.THREADS

# How many numbers are gathered at once.
GATHERED = 1 << 15


class Files:
    """The last file that was read."""

    path = None

    def read(self, path):
        if path != self.path:
            read = mmread(path)
            if np.iscomplexobj(read.data if scipy.sparse.issparse(read) else read):
                raise ValueError(f"{path} holds complex numbers")
            self.matrix = csr_array(read, dtype=np.float64)
            self.matrix.sum_duplicates()
            self.matrix.indices = self.matrix.indices.astype(np.int32)
            self.matrix.indptr = self.matrix.indptr.astype(np.int32)
            self.path = path
        return self.matrix


files = Files()


def rotations(matrix):
    """The matrix, and those whose columns are rotated by one and by two."""
    arrays = matrix_market.rotations(*matrix.shape, matrix.indptr, matrix.indices, matrix.data)
    for ptr, idx, val in arrays:
        yield csr_array((val, idx.astype(np.int32), ptr.astype(np.int32)), matrix.shape)


def prepare(kernel, path, columns=serve.COLUMNS):
    columns = int(columns)
    made = {}

    def sums():
        c = made.pop("c")
        values = c.data if scipy.sparse.issparse(c) else c
        return values.sum(), np.abs(values).sum()

    def run(format, output, work):
        def kept():
            made["c"] = work()

        return serve.Run(format, output, kept, sums)

    if kernel == "reading":
        return [run("coo", "new", lambda: mmread(path)), run("csr", "new", lambda: mmread(path).tocsr())]
    if kernel == "spmv":
        a = files.read(path)
        x, y = serve.spread(np, a.shape[1]), np.zeros(a.shape[0])

        def into():
            # What `@` calls, which adds.
            y.fill(0.0)
            _sparsetools.csr_matvec(*a.shape, a.indptr, a.indices, a.data, x, y)
            return y

        return [run("csr", "new", lambda: a @ x), run("csr", "reused", into)]
    if kernel == "spmm":
        a = files.read(path)
        x, y = serve.spread(np, a.shape[1] * columns), np.zeros(a.shape[0] * columns)
        tall = x.reshape(a.shape[1], columns)

        def into():
            y.fill(0.0)
            _sparsetools.csr_matvecs(*a.shape, columns, a.indptr, a.indices, a.data, x, y)
            return y

        return [run("csr", "new", lambda: a @ tall), run("csr", "reused", into)]
    if kernel == "spgemm":
        a = files.read(path)
        b = a if a.shape[0] == a.shape[1] else a.T.tocsr()

        def product():
            c = a @ b
            c.sort_indices()
            return c

        return [run("csr", "new", product), run("csr, unsorted", "new", lambda: a @ b)]
    if kernel in ("sddmm", "expr-sampled"):
        s = files.read(path)
        a, b = serve.factors(np, s.shape, columns)
        row, c = np.repeat(np.arange(s.shape[0], dtype=np.int32), np.diff(s.indptr)), np.empty_like(s.data)
        left, right = np.empty((2, max(1, GATHERED // columns), columns))

        def sampled():
            for start in range(0, len(c), len(left)):
                here = slice(start, start + len(left))
                p, q = left[: len(c[here])], right[: len(c[here])]
                np.take(a, row[here], axis=0, out=p, mode="clip")
                np.take(b, s.indices[here], axis=0, out=q, mode="clip")
                np.einsum("ij,ij->i", p, q, out=c[here])
            np.multiply(c, s.data, out=c)
            return c

        return [run("csr, einsum", "reused", sampled)]
    if kernel == "expr-multiply-sum":
        a, b, c = rotations(files.read(path))
        return [run("csr", "new", lambda: a * (b + c))]
    if kernel == "expr-multiply-three":
        a, b, c = rotations(files.read(path))
        return [run("csr", "new", lambda: a * b * c)]
    if kernel == "expr-product-rows":
        a, b, _ = rotations(files.read(path))
        return [run("csr", "new", lambda: (a * b).sum(axis=1))]
    if kernel == "expr-bilinear":
        a = files.read(path)
        x, y = (serve.spread(np, count) for count in a.shape)
        return [run("csr", "number", lambda: np.float64(x @ (a @ y)))]
    if kernel == "mttkrp":
        idx, values, extents = tns.read(path)
        factors = serve.factors(np, extents[1:], columns)
        (starts, col), *above = tns.fibers(idx, extents[0])
        fibers = csr_array((values, col.astype(np.int32), starts.astype(np.int32)), (len(starts) - 1, extents[-1]))
        slices = []
        for (starts, col), factor in zip(above, factors[-2::-1]):
            every = np.arange(starts[-1], dtype=np.int32)
            adding = csr_array((np.ones(len(every)), every, starts.astype(np.int32)), (len(starts) - 1, len(every)))
            slices.append((adding, col, factor))

        def times(matrix, dense):
            y = np.zeros((matrix.shape[0], columns))
            _sparsetools.csr_matvecs(
                *matrix.shape, columns, matrix.indptr, matrix.indices, matrix.data, dense.ravel(), y.ravel()
            )
            return y

        def products():
            y = times(fibers, factors[-1])
            for matrix, col, factor in slices:
                y *= factor[col]
                y = times(matrix, y)
            return y

        return [run("csr of fibers", "new", products)]
    return []


serve.main("scipy", scipy.__version__, prepare)
