"""FROSTT files as index and value arrays, by numpy alone."""

import gzip

import numpy as np


def read(path):
    """Indices from 0, a row for each entry, and values, sorted; values of one place are added. Extents: the largest."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        numbers = np.loadtxt(file, ndmin=2)
    idx, place = np.unique(numbers[:, :-1].astype(np.int64) - 1, axis=0, return_inverse=True)
    return idx, np.bincount(place.ravel(), weights=numbers[:, -1]), idx.max(axis=0) + 1


def fibers(idx, extent):
    """From the last dimension to the second: where its fibers start, and the indices in it.

    Fibers of one dimension are the places of the one before it. Those of the second are as many as this extent.
    """
    while idx.shape[1] > 1:
        first = np.flatnonzero(np.diff(idx[:, :-1], axis=0).any(axis=1)) + 1
        starts = np.concatenate([[0], first, [len(idx)]])
        if idx.shape[1] == 2:
            starts = np.searchsorted(idx[:, 0], np.arange(extent + 1))
        yield starts, idx[:, -1]
        idx = idx[starts[:-1], :-1] if idx.shape[1] > 2 else idx[:, :-1]
