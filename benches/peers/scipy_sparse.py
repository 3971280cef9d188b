#!/usr/bin/env python3
"""SciPy: `@` over compressed sparse rows, and for dense results the compiled loop behind it, into memory that is kept.

    pip install scipy
    python benches/peers/scipy_sparse.py spmv matrix.mtx

SciPy multiplies two sparse matrices without sorting the rows of the product; once it is asked to sort them, once not.
"""

import os, serve

os.environ.update(serve.THREADS)

try:
    import numpy as np
    import scipy
    from scipy.io import mmread
    from scipy.sparse import _sparsetools, csr_array
except ImportError as error:
    serve.missing("scipy", error.name, "pip install scipy")


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


def prepare(kernel, path, *_):
    made = {}

    def sums():
        c = made.pop("c")
        values = c.data if scipy.sparse.issparse(c) else c
        return values.sum(), np.abs(values).sum()

    def run(format, output, work):
        def kept():
            made["c"] = work()

        return serve.Run(format, output, kept, sums)

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
        x, y = serve.spread(np, a.shape[1] * serve.COLUMNS), np.zeros(a.shape[0] * serve.COLUMNS)
        tall = x.reshape(a.shape[1], serve.COLUMNS)

        def into():
            y.fill(0.0)
            _sparsetools.csr_matvecs(*a.shape, serve.COLUMNS, a.indptr, a.indices, a.data, x, y)
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
    return []


serve.main("scipy", scipy.__version__, prepare)
