#!/usr/bin/env python3
"""pyttb, the Tensor Toolbox for Python: MTTKRP of a tensor that is stored as coordinates.

    pip install pyttb
    python benches/peers/tensor_toolbox.py mttkrp tensor.tns 0.5 16
"""

import os, serve

os.environ.update(serve.variables(serve.THREADS))

try:
    import importlib.metadata

    import numpy as np
    import pyttb
except ImportError as error:
    serve.missing("pyttb", error.name, "pip install pyttb")

import tns


def prepare(kernel, path, columns="16"):
    if kernel != "mttkrp":
        return []
    idx, values, extents = tns.read(path)
    x = pyttb.sptensor(idx, values.reshape(-1, 1), tuple(int(extent) for extent in extents))
    # The factor of the dimension that stays is not read.
    factors = [np.zeros((extents[0], int(columns))), *serve.factors(np, extents[1:], int(columns))]
    # It takes one column at a time.
    factors = [np.asfortranarray(factor) for factor in factors]
    made = {}

    def work():
        made["y"] = x.mttkrp(factors, 0)

    def sums():
        y = made.pop("y")
        return y.sum(), np.abs(y).sum()

    return [serve.Run("coordinates", "new", work, sums)]


serve.main("pyttb", importlib.metadata.version("pyttb"), prepare)
