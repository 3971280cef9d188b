"""Sparse matrices as SciPy writes them, and what it reads of ours: `with_scipy.py make FOLDER`, `with_scipy.py check FOLDER`;
of matrices in files, `with_scipy.py files FOLDER`.

The matrix is the one of scipy.rs: (7 i + 3 j) % 11 where that is below 4, else nothing.
"""

import sys
from pathlib import Path

try:
    import numpy as np
    import scipy.sparse as sp
    from scipy.io import mmread
except ImportError:
    print("SciPy is not there")
    sys.exit(77)

SHAPE = (6, 8)
TYPES = ["f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "c8", "c16", ">f8", ">i4", ">c16"]
LAYOUTS = ["csr", "csc", "coo", "bsr", "dia"]


def matrix(dtype):
    """The matrix, dense."""
    i, j = np.indices(SHAPE)
    value = (7 * i + 3 * j) % 11
    return np.where(value < 4, value, 0).astype(dtype)


def sparse(layout, dtype):
    """The matrix in a layout."""
    native = np.dtype(dtype).newbyteorder("=")
    if layout == "bsr":
        return sp.bsr_array(matrix(native), blocksize=(2, 4))
    return getattr(sp, layout + "_array")(matrix(native))


def make(folder):
    """Writes all layouts and types, and what is peculiar."""
    for dtype in TYPES:
        name = dtype.replace(">", "big_")
        np.save(folder / f"{name}.npy", matrix(dtype))
        np.save(folder / f"fortran_{name}.npy", np.asfortranarray(matrix(dtype)))
        for layout in LAYOUTS:
            for compressed in [False, True]:
                saved = sparse(layout, dtype)
                if dtype[0] == ">":
                    saved.data = saved.data.astype(dtype)
                sp.save_npz(folder / f"{layout}_{name}_{int(compressed)}.npz", saved, compressed=compressed)
    for layout in LAYOUTS:
        old = getattr(sp, layout + "_matrix")(matrix("f8"))
        sp.save_npz(folder / f"{layout}_matrix.npz", old)
        sp.save_npz(folder / f"{layout}_bool.npz", sparse(layout, "f8").astype(bool))
    # Rows that are not sorted, and entries that are there twice.
    csr = sparse("csr", "f8")
    twice = sp.csr_array(
        (
            np.repeat(csr.data, 2)[::-1] / 2,
            np.repeat(csr.indices, 2)[::-1].astype("i8"),
            (csr.indptr[-1] - csr.indptr)[::-1].astype("i8") * 2,
        ),
        shape=SHAPE,
    )
    sp.save_npz(folder / "csr_twice.npz", twice[::-1])
    sp.save_npz(folder / "coo_cube.npz", sp.coo_array(matrix("f8").reshape(2, 3, 8)))
    sp.save_npz(folder / "coo_vector.npz", sp.coo_array(matrix("f8").reshape(48)))


def check(folder):
    """Reads what was written there."""
    files = sorted(folder.glob("ours_*"))
    for path in files:
        dtype = path.stem.split("_")[2]
        if path.suffix == ".npy":
            found = np.load(path)
        else:
            saved = sp.load_npz(path)
            assert saved.format == path.stem.split("_")[1], path
            if hasattr(saved, "check_format"):
                saved.check_format(full_check=True)
            found = saved.toarray()
        wanted = matrix("bool" if dtype == "bool" else dtype)
        assert found.dtype == wanted.dtype, (path, found.dtype)
        assert np.array_equal(found.reshape(SHAPE), wanted), path
    assert files
    print(len(files), "files read")


def files(folder):
    """Compares each `N.npz` with the Matrix Market file that `N.txt` names, as SciPy reads it, and writes that in all layouts."""
    for name in sorted(folder.glob("*.txt")):
        wanted = sp.csr_array(mmread(name.read_text()))
        wanted.sum_duplicates()
        ours = sp.load_npz(name.with_suffix(".npz"))
        assert ours.shape == wanted.shape and ours.nnz == wanted.nnz, name.read_text()
        assert (ours != wanted).nnz == 0, name.read_text()
        for layout in LAYOUTS:
            saved = wanted.asformat(layout)
            # Many diagonals would be an array of as many rows.
            if layout != "dia" or len(saved.offsets) < 200:
                sp.save_npz(folder / f"{name.stem}_{layout}.npz", saved)


{"make": make, "check": check, "files": files}[sys.argv[1]](Path(sys.argv[2]))
