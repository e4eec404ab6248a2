"""up.map, up.reduce, up.scan and their kin inside compiled functions. The oracle calls them from plain Python, where
tests/python/test_map_reduce.py judges them."""

import math

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, NUMBERS, Programs, array

PROGRAMS = Programs(whole_arrays=True, float64=1e-12, float32=1e-5, strict_exact=False)


@PROGRAMS.add(array("n"), array("n"), dtypes=NUMBERS)
def maps(a, b):
    k = 3
    return up.map(lambda x, y: x * k + y, a, b), up.map(lambda x: x > 2, a), up.map(max, a, b), up.map(np.sign, a)


@PROGRAMS.add(array("nm"), array("m"), dtypes=("float64", "int32"))
def maps_of_shapes(a, b):
    return up.map(lambda x, y, z: x * y + z, a, b, 2), up.map(lambda x, y: x if x > y else y, a.T, a.T)


@PROGRAMS.add(array("n"), dtypes=NUMBERS, skip_layouts=("empty",))
def reductions(a):
    return up.reduce(lambda x, y: x + y, a), up.reduce(max, a), up.reduce(lambda x, y: y, a)


@PROGRAMS.add(array("nm"), dtypes=FLOATS, skip_layouts=("empty",))
def reductions_along(a):
    largest = lambda x, y: x if abs(x) > abs(y) else y  # noqa: E731
    return up.reduce(largest, a, axis=0), up.reduce(largest, a, axis=1), up.reduce(lambda x, y: x + y, a, 1.5, axis=-1)


@PROGRAMS.add(array("n"), dtypes=("float64", "int64"), skip_layouts=("empty",))
def scans(a):
    return up.scan(lambda x, y: x + y, a), up.scan(min, a)


@PROGRAMS.add(array("nm"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def scans_along(a):
    return up.scan(lambda x, y: x + y, a, axis=0), up.scan(np.maximum, a, axis=1)


@PROGRAMS.add(array("n"), dtypes=("float64", "int32"))
def choices(a):
    return up.filter(lambda x: x > 1, a), up.filter(lambda x: x % 2, a), up.sort_by(lambda x: -abs(x), a)


@PROGRAMS.add(array("nm"), dtypes=FLOATS, skip_layouts=("empty",))
def stencils(a):
    cross = lambda at: at(0, 0) * 4 - at(-1, 0) - at(1) - at(0, -1) - at(0, 1)  # noqa: E731
    return up.stencil(cross, a), up.stencil(cross, a, mode="wrap"), up.stencil(cross, a, "reflect"), up.stencil(cross, a, "constant", 2)


test_paths = PROGRAMS.as_test()


@up.jit
def long_lines(a, offsets):
    total = up.reduce(lambda x, y: x + y, a)
    running = up.scan(lambda x, y: x + y, a)
    return total, running, up.segment_reduce(lambda x, y: x + y, a, offsets, 0)


@pytest.mark.parametrize("n", (511, 512, 513, 262_144, 300_001))
def test_lines_of_several_blocks(n):
    a = np.arange(n) % 97 - 48
    total, running, segments = long_lines(a, np.array([0, 5, 5, n]))
    assert total == a.sum()
    np.testing.assert_array_equal(running, np.cumsum(a))
    np.testing.assert_array_equal(segments, [a[:5].sum(), 0, a[5:].sum()])


@up.jit
def roots(a):
    return up.map(math.sqrt, a)


def test_exceptions_leave_the_map():
    with pytest.raises(ValueError):
        roots(np.array([1.0, -1.0]))
