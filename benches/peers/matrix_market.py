"""Matrix Market files as compressed sparse rows, by numpy alone."""

import gzip

import numpy as np


def triplets(path):
    """Rows and columns, and index and value arrays: symmetric files become full, the entries of a pattern are ones.

    Raises ValueError if the file is not one of real numbers.
    """
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        header = file.readline().decode("latin-1").lower().split()
        if len(header) < 5 or header[0] != "%%matrixmarket":
            raise ValueError(f"{path} is not Matrix Market")
        _, _, layout, field, symmetry = header[:5]
        if field == "complex":
            raise ValueError(f"{path} holds complex numbers")
        size = b"%"
        while size.startswith(b"%") or not size.strip():
            size = file.readline()
            if not size:
                raise ValueError(f"{path} ends before its size")
        rows, cols = (int(word) for word in size.split()[:2])
        numbers = np.fromstring(file.read().decode("latin-1"), sep=" ")
    if layout == "array":
        row, col = np.meshgrid(np.arange(rows), np.arange(cols), indexing="ij")
        inside = np.ones((rows, cols), bool)
        if symmetry != "general":
            inside = row > col if symmetry == "skew-symmetric" else row >= col
        # Columns lie one after the other.
        row, col, value = row.T[inside.T], col.T[inside.T], numbers
    else:
        numbers = numbers.reshape(int(size.split()[2]), 2 if field == "pattern" else 3)
        row, col = numbers[:, 0].astype(np.int64) - 1, numbers[:, 1].astype(np.int64) - 1
        value = np.ones(len(row)) if field == "pattern" else numbers[:, 2]
    if symmetry != "general":
        off = row != col
        mirrored = -value[off] if symmetry == "skew-symmetric" else value[off]
        row, col, value = (
            np.concatenate([row, col[off]]),
            np.concatenate([col, row[off]]),
            np.concatenate([value, mirrored]),
        )
    return rows, cols, row, col, value


def compressed(rows, cols, row, col, value):
    """Pointers, columns and values, sorted; values of one position are added."""
    key, place = np.unique(row * cols + col, return_inverse=True)
    # In the order of the file, as others add them.
    merged = np.bincount(place, weights=value, minlength=len(key))
    ptr = np.searchsorted(key, np.arange(rows + 1) * cols)
    return ptr, key % cols, merged


def transposed(rows, cols, ptr, idx, val):
    """The same arrays by columns."""
    row = np.repeat(np.arange(rows), np.diff(ptr))
    return compressed(cols, rows, idx, row, val)


def rotations(rows, cols, ptr, idx, val):
    """The arrays, and those whose columns are rotated by one and by two."""
    row = np.repeat(np.arange(rows), np.diff(ptr))
    for by in range(3):
        yield compressed(rows, cols, row, (idx + by) % max(cols, 1), val)
