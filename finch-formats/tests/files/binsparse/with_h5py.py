"""Matrices in Binsparse as h5py writes them, and what it reads of ours: `with_h5py.py make FOLDER`, `with_h5py.py check FOLDER`.

The matrix is the one of scipy.rs: (7 i + 3 j) % 11 where that is below 4, else nothing.
"""

import json
import sys
from pathlib import Path

try:
    import h5py
    import numpy as np
except ImportError:
    print("h5py is not there")
    sys.exit(77)

SHAPE = (6, 8)
DATASETS = [{}, {"chunks": (5,)}, {"compression": "gzip", "chunks": (7,)}, {"compression": "gzip", "shuffle": True}]
INDICES = ["u1", "i2", "u4", "i8"]


def matrix():
    """The matrix, dense."""
    i, j = np.indices(SHAPE)
    value = (7 * i + 3 * j) % 11
    return np.where(value < 4, value, 0).astype("f8")


def arrays(layout):
    """The arrays of the matrix in a format, indices as wide as can be."""
    dense = matrix()
    if layout == "DMATR":
        return {"values": dense.ravel()}
    if layout in ("CSC", "COOC"):
        dense = dense.T
    outer, inner = np.nonzero(dense)
    values = dense[outer, inner]
    pointers = np.concatenate([[0], np.cumsum(np.bincount(outer, minlength=dense.shape[0]))])
    if layout in ("CSR", "CSC"):
        return {"pointers_to_1": pointers, "indices_1": inner, "values": values}
    return {"indices_0": outer, "indices_1": inner, "values": values}


def make(folder):
    """Writes each format in datasets of each kind."""
    for layout in ["CSR", "CSC", "COOR", "COOC", "COO", "DMATR"]:
        for kind, (options, width) in enumerate(zip(DATASETS, INDICES)):
            made = {name: array if name == "values" else array.astype(width) for name, array in arrays(layout).items()}
            descriptor = {
                "version": "0.1",
                "format": layout,
                "shape": SHAPE,
                "number_of_stored_values": made["values"].size,
                "data_types": {name: str(array.dtype) for name, array in made.items()},
            }
            with h5py.File(folder / f"{layout}_{kind}.bsp.h5", "w") as file:
                for name, array in made.items():
                    file.create_dataset(name, data=array, **options)
                file.attrs["binsparse"] = json.dumps({"binsparse": descriptor})


def check(folder):
    """Reads what was written there."""
    files = sorted(folder.glob("ours_*"))
    for path in files:
        with h5py.File(path) as file:
            descriptor = json.loads(file.attrs["binsparse"])["binsparse"]
            assert tuple(descriptor["shape"]) == SHAPE, path
            wanted = arrays(descriptor["format"])
            for name, array in wanted.items():
                assert np.array_equal(file[name][()], array), (path, name)
                assert descriptor["data_types"][name] == str(file[name].dtype), (path, name)
    assert len(files) == 5, files


{"make": make, "check": check}[sys.argv[1]](Path(sys.argv[2]))
