"""Behind `except ... as e` Python deletes `e`: where that name stands for something else, too, Python runs the function."""

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def raised(n):
    e = 5
    try:
        raise ValueError(n)
    except ValueError as e:
        pass
    return e


def divided(n):
    e = 1
    try:
        x = 10 // n
    except ZeroDivisionError as e:
        x = 0
    return e, x


def two_handlers(n):
    try:
        x = 10 // n
    except ZeroDivisionError as e:
        x = len(str(e))
    try:
        y = 10 // (n - 1)
    except ZeroDivisionError as e:
        y = 3
    return x, y


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", [(raised, 1), (divided, 0), (divided, 2)], ids=name_of)
def test_a_name_of_something_else(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(*given)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_a_name_of_exceptions_alone(n):
    assert outcome(up.jit(strict=True)(two_handlers), [n]) == outcome(two_handlers, [n])
