"""Keywords of NumPy's functions that programs use less often: the value, type and shape are NumPy's."""

import numpy as np
import pytest
from support.texts import check

_X = np.array([0.5, 0.1, 0.9, 0.3, 0.7, 0.2])
_I = np.array([3, 1, 4, 1, 5, 9])
_U = np.array([0, 7, 255, 16], np.uint8)
_M = np.arange(12.0).reshape(3, 4) % 5

CALLS = [
    ("np.meshgrid(a[:2], [1, 2, 3], a, indexing='ij'), np.meshgrid(a[:2], [1.5], a)", _I),
    ("np.meshgrid(a, a[:2], sparse=True), np.meshgrid(a, [1], a[1:], indexing='ij', sparse=True)", _I),
    ("np.logspace(0, 3, 4, dtype=int), np.geomspace(1, 256, 8, endpoint=False)", _I),
    ("np.ediff1d(a, to_end=9.0), np.ediff1d(a, to_begin=0, to_end=[1, 2])", _X),
    ("np.interp(a * 10, [0, 1, 2, 3], [1, 3, 2, 5], period=4), np.interp(2.5, [3, 1, 2], [1, 3, 2], period=-3)", _X),
    ("np.interp(a, [0, 1], [1, 3], period=0)", _X),
    ("np.searchsorted(a, [0.15, 0.5], sorter=np.argsort(a)), np.searchsorted(a, 0.7, 'right', np.argsort(a))", _X),
    ("np.setdiff1d(a, [1, 4], assume_unique=True), np.intersect1d(a, [9, 3], assume_unique=False)", _I),
    ("np.take(a, [7, -9, 2], mode='wrap'), np.take(a, [7, -9, 2], mode='clip'), np.take(a, -8, mode='wrap'), np.take(a, 8, mode='clip')", _I),
    ("np.take(a, [5, -1], axis=1, mode='wrap'), np.rot90(a, axes=(1, 0)), np.insert(a, 1, 0, axis=0), np.insert(a, -1, a[:, 0], axis=1)", _M),
    ("np.insert(a, 5, 0, axis=0)", _M),
    ("np.linalg.matrix_rank(a, tol=9.0), np.linalg.matrix_rank(a)", _M),
]


STORES = [
    ("np.copyto(a, 2, where=a > 3)\n    np.copyto(a, -a, where=a > 5)", _I), ("np.copyto(a, [1, 2, 3, 4, 5, 6], where=[True, False, True, True, False, True])", _I),
    ("np.copyto(a[:2], a[2:])", _U), ("np.copyto(a, a[0], where=a[:, :1] > 0)", _M),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text, a", CALLS)
def test_as_numpy(text, a):
    check(f"def f(a):\n    return {text}\n", [a.copy()], tolerance=1e-12)


@pytest.mark.parametrize("text, a", STORES)
def test_stores_as_numpy(text, a):
    check(f"def f(a):\n    {text}\n    return a.sum()\n", [a.copy()])
