"""up.stencil, and the neighbours of an element, of which some lie outside of the array."""

import numpy as np

from unpython._library.unpython_functions.maps import filled1, filled2, filled3
from unpython._loops import _Refusal


def stencil(function, a, mode="edge", value=0):
    """function(at) of each place, where at(i), at(i, j) or at(i, j, k) is the item that lies so far from it."""
    outside = np.full(1, value, dtype=a.dtype)[0]
    if a.ndim == 1:
        return filled1(lambda p: function(lambda i, j=0, k=0: near1(a, p[0] + i, mode, outside)), a.shape)
    if a.ndim == 2:
        return filled2(lambda p: function(lambda i, j=0, k=0: near2(a, p[0] + i, p[1] + j, mode, outside)), a.shape)
    if a.ndim == 3:
        return filled3(
            lambda p: function(lambda i, j=0, k=0: near3(a, p[0] + i, p[1] + j, p[2] + k, mode, outside)), a.shape
        )
    raise _Refusal("up.stencil of more than three dimensions: reshape the array to three")


def near1(a, i, mode, outside):
    if mode == "constant":
        return a[i] if 0 <= i < a.shape[0] else outside
    return a[_inside(i, a.shape[0], mode)]


def near2(a, i, j, mode, outside):
    if mode == "constant":
        return a[i, j] if 0 <= i < a.shape[0] and 0 <= j < a.shape[1] else outside
    return a[_inside(i, a.shape[0], mode), _inside(j, a.shape[1], mode)]


def near3(a, i, j, k, mode, outside):
    if mode == "constant":
        return a[i, j, k] if 0 <= i < a.shape[0] and 0 <= j < a.shape[1] and 0 <= k < a.shape[2] else outside
    return a[_inside(i, a.shape[0], mode), _inside(j, a.shape[1], mode), _inside(k, a.shape[2], mode)]


def _inside(i, n, mode):
    if mode == "edge":
        return min(max(i, 0), n - 1)
    if mode == "wrap":
        return i % n
    if mode == "reflect":
        if n == 1:
            return 0
        around = i % (2 * n - 2)
        return around if around < n else 2 * n - 2 - around
    raise ValueError("mode is 'edge', 'wrap', 'reflect' or 'constant'")
