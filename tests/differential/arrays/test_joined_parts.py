"""np.vstack, np.hstack, np.column_stack and np.concatenate of what a comprehension gives, or of a list that grows."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values, outcome
from support.texts import function_of

JOINS = ("vstack", "hstack", "column_stack", "concatenate")
PARTS = ("x[i : len(x) - 3 + i] for i in range(n)", "x[i] for i in range(n)", "i * 0.5 for i in range(n)", "x > i for i in range(n)")
OF_SEVERAL = ("np.eye(2) * i for i in range(n)", "np.ones((2, 3, 2)) * i for i in range(n)", "x[: i + 1] for i in range(n)")
GIVEN = (np.arange(7.0), np.arange(8, dtype=np.int32).reshape(4, 2))


@pytest.mark.parametrize("join", JOINS)
@pytest.mark.parametrize("part", PARTS)
def test_of_comprehensions(join, part):
    function = function_of(f"def f(x, n):\n    return np.{join}([{part}])\n")
    compiled = up.jit(strict=True)(function)
    for x in GIVEN:
        for n in (3, 1):
            assert outcome(compiled, (x, n)) == outcome(function, (x, n))
        check_values((function, x, 0))


@pytest.mark.parametrize("join", JOINS)
@pytest.mark.parametrize("part", OF_SEVERAL)
def test_of_several_shapes(join, part):
    check_values((function_of(f"def f(x, n):\n    return np.{join}([{part}])\n"), GIVEN[0], 3))


@pytest.mark.parametrize("join", JOINS)
def test_of_lists_that_grow(join):
    text = f"def f(x, n):\n    made = [np.ones(len(x))]\n    for k in range(1, n):\n        made.append(x**k)\n    return np.{join}(made)\n"
    function = function_of(text)
    assert outcome(up.jit(strict=True)(function), (GIVEN[0], 3)) == outcome(function, (GIVEN[0], 3))
