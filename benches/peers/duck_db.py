#!/usr/bin/env python3
"""DuckDB: array expressions as one query each, which joins tables of coordinates.

    pip install duckdb numpy
    python benches/peers/duck_db.py expr-multiply-sum matrix.mtx

A sparse matrix is a table of rows `i`, columns `j` and values `v`, sorted by rows; a dense one holds all of its entries. The result is
written into a table in memory, which takes the place of the one before.
"""

import os, serve

os.environ.update(serve.variables(serve.THREADS))

try:
    import duckdb
    import numpy as np
except ImportError as error:
    serve.missing("duckdb", error.name, "pip install duckdb numpy")

import matrix_market

# Entry by entry, an outer join stands for a sum.
QUERIES = {
    "expr-multiply-sum": """
        select i, j, a.v * (coalesce(b.v, 0) + coalesce(c.v, 0)) as v
        from a left join b using (i, j) left join c using (i, j) where b.v is not null or c.v is not null
    """,
    "expr-multiply-three": "select i, j, a.v * b.v * c.v as v from a join b using (i, j) join c using (i, j)",
    "expr-product-rows": "select i, sum(a.v * b.v) as v from a join b using (i, j) group by i",
    "expr-sampled": """
        select i, j, any_value(a.v) * sum(u.v * w.v) as v
        from a join u using (i) join w on w.i = a.j and w.k = u.k group by i, j
    """,
    "expr-bilinear": "select sum(x.v * a.v * y.v) as v from a join x on x.i = a.i join y on y.i = a.j",
}


def table(connection, name, **columns):
    """Makes a table of columns."""
    connection.register("columns_of", {key: np.ascontiguousarray(column) for key, column in columns.items()})
    connection.execute(f"create or replace table {name} as select * from columns_of")
    connection.unregister("columns_of")


def prepare(kernel, path, columns="8"):
    if kernel not in QUERIES:
        return []
    rows, cols, *entries = matrix_market.triplets(path)
    arrays = matrix_market.compressed(rows, cols, *entries)
    connection = duckdb.connect()
    connection.execute(f"set threads = {serve.THREADS}")
    for name, (ptr, idx, val) in zip("abc", matrix_market.rotations(rows, cols, *arrays)):
        row = np.repeat(np.arange(rows, dtype=np.int32), np.diff(ptr))
        table(connection, name, i=row, j=idx.astype(np.int32), v=val)
    if kernel == "expr-sampled":
        for name, factor in zip("uw", serve.factors(np, (rows, cols), int(columns))):
            i, k = np.indices(factor.shape, dtype=np.int32)
            table(connection, name, i=i.ravel(), k=k.ravel(), v=factor.ravel())
    if kernel == "expr-bilinear":
        for name, count in (("x", rows), ("y", cols)):
            table(connection, name, i=np.arange(count, dtype=np.int32), v=serve.spread(np, count))

    def work():
        connection.execute(f"create or replace table result as {QUERIES[kernel]}")

    def sums():
        check, magnitude = connection.execute("select sum(v), sum(abs(v)) from result").fetchone()
        return check or 0.0, magnitude or 0.0

    output = "number" if kernel == "expr-bilinear" else "new"
    return [serve.Run("coordinates", output, work, sums)]


serve.main("duckdb", duckdb.__version__, prepare)
