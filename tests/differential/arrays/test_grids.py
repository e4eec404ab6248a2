"""np.mgrid, np.ogrid and np.c_: subscripts that make arrays."""

import numpy as np
import pytest
import unpython as up
from numpy import mgrid as grid
from support.outcomes import outcome
from support.programs import Programs, array

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(3, 5)
def dense(n, m):
    cells = np.mgrid[0:n, 1:m]
    return cells, cells[0] * 10 + cells[1], grid[2:9:2], np.mgrid[:2, 0:n, m:0:-2]


@PROGRAMS.add(4)
def of_floats(n):
    return np.mgrid[0:1:0.25, -1:n], np.mgrid[0:1:5j], np.mgrid[-1:1:3j, 0:2]


@PROGRAMS.add(3, 4)
def open_grids(n, m):
    i, j = np.ogrid[0:n, 1:m]
    x, y, z = np.ogrid[:2, 0:n, 0:2:0.5]
    return i * j, i.shape[0], x + y * z


@PROGRAMS.add(array("n"), array("nm"), dtypes=("float64", "int32"))
def columns(x, a):
    return np.c_[x, x * 2], np.c_[np.ones(len(x)), x, a]


test_paths = PROGRAMS.as_test()


def test_other_subscripts_of_grids_are_refused():
    def run(n):
        return np.mgrid[n]

    with pytest.raises(up.CompileError, match="'np.mgrid' is not supported here"):
        up.jit(run)(3)


def test_a_changed_grid_is_seen():
    scope = {"maker": np.mgrid, "np": np}
    function = up.jit(type(_through_a_global)(_through_a_global.__code__, scope, "run"))
    assert function(2).shape == (2, 2, 3)
    scope["maker"] = np.c_
    with pytest.raises(up.CompileError):
        function(2)


def _through_a_global(n):
    return maker[0:n, 0:3]  # noqa: F821


def steps_by_value(n):
    y, x = np.mgrid[-1 : 1 : n * 1j, -1 : 2 : 1j * n]
    return x + y, np.mgrid[0 : 2 : n * 1j], np.r_[0 : 2 : n * 1j, 5.0]


def open_by_value(n):
    y, x = np.ogrid[-2.5 : 2.5 : (n + 1) * 1j, 0:n]
    return y, x, y * x


@pytest.mark.parametrize("n", (5, 1, 2, 0, 7, 64, -3, 4.5))
@pytest.mark.parametrize("function", (steps_by_value, open_by_value))
def test_numbers_of_steps_that_a_value_says(function, n):
    compiled = up.jit(strict=True, fp="strict")(function)
    for _ in range(2):
        assert outcome(compiled, (n,)) == outcome(function, (n,))
