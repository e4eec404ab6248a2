"""`statistics` of lists of Python's numbers: values, types and errors are CPython's."""

import statistics
import warnings

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

NAMES = "mean fmean median median_low median_high stdev pstdev variance pvariance".split()
LISTS = [
    [1.0, 2.5, -0.0], [1, 2, 3], [1, 2], [], [5], [7.0], [2**60, 2**60 + 2], [-1, 1], [0.1] * 10, [1e308, 1e308], [float("inf"), 1.0], [3, 1, 2, 9],
]  # fmt: skip


def _outcome(function, data):
    try:
        value = function(data)
        return type(value), repr(value)
    except Exception as error:
        return type(error), error.args


@pytest.mark.parametrize("name", NAMES)
def test_of_a_list(name):
    function = function_of(f"def f(data):\n    return statistics.{name}(data)\n", statistics=statistics)
    compiled = up.jit(strict=False)(function)
    for data in LISTS:
        assert _outcome(compiled, data) == _outcome(function, data)
    assert compiled.ran_on == "cpu"


@pytest.mark.parametrize("data", [[True, False, True], np.arange(4.0), [np.float64(1.0), np.float64(2.0)], (1, 2, 5)])
def test_of_others(data):
    function = function_of("def f(data):\n    return statistics.mean(data), statistics.median(data)\n", statistics=statistics)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert _outcome(up.jit(strict=False)(function), data) == _outcome(function, data)


def test_of_a_list_that_is_made():
    function = function_of("def f(n):\n    v = [i * 1.5 for i in range(n)]\n    s = statistics.stdev(v)\n    return s * 2, statistics.mean([i for i in range(n)]) + 1\n", statistics=statistics)
    for n in (2, 5, 6):
        assert up.jit(strict=True)(function)(n) == function(n)
