"""Names for arrays of several numbers of dimensions, which the run says: an expression reads the same one each time."""

import numpy as np
import pytest
import unpython as up
from support.left import left_by


def grows(x, n):
    r = x
    shapes = []
    for k in range(n):
        r = np.stack([r, r + k])
        shapes.append(r.shape)
    return (r.ravel() if n % 2 else r), shapes


def folds(x, flags):
    y = x
    for k in flags:
        y = np.vstack((y, y)) if k else y.mean(axis=0) - y.min()
    return y


def longest(rows):
    best = None
    for x in rows:
        if best is None or np.linalg.norm(x) > np.linalg.norm(best):
            best = x / (np.linalg.norm(x) + 1)
    return best


def turns(a, ops):
    for op in ops:
        if op == "row":
            a = a[0] * a[-1]
        elif op == "square":
            a = a * a
    return a, np.ndim(a)


def items(arrays):
    out = {}
    for k, a in enumerate(arrays):
        try:
            out[k] = a.item()
        except ValueError as error:
            out[k] = str(error)
    return out


CASES = [
    (items, ([np.array([1.0]), np.array([2.0, 3.0]), np.array([])],)),
    (items, ([np.array([[True]])],)),
    (grows, (np.array([1, 2]), 2)),
    (grows, (np.array([1.5]), 0)),
    (folds, (np.array([1.0, 5.0]), [1, 0, 1])),
    (longest, ([np.array([1.0, 5.0]), np.array([7.0])],)),
    (turns, (np.arange(4.0).reshape(2, 2), ["square", "row", "row"])),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
