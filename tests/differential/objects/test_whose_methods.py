"""Methods of the wrong owner: those of lists on arrays, those of arrays on lists and numbers; and reversed of a range with more items
than an integer counts."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values


def index_of(v):
    return v[:].index(2)


def index_of_a_name(v):
    w = v[1:]
    return w.index(2)


def count_of(v):
    return v[:].count(2)


def reversed_in_place(v):
    w = v[::-1]
    w.reverse()
    return w


@pytest.mark.parametrize("function", [index_of, index_of_a_name, count_of, reversed_in_place])
@pytest.mark.parametrize("v", [[3, 2, 1], np.array([3, 2, 1]), np.array([3.0, 2.0])], ids=repr)
def test_methods_of_lists(function, v):
    check_values((function, v))


def test_index_of_a_shape():
    def missing(a):
        return a.shape.index(7)

    check_values((missing, np.ones((2, 3))))


def taken(v):
    return v.take([0])


def rounded(v):
    return v.round()


def clipped(v):
    return v.clip(0, 1)


def chosen(v):
    return v.choose([1, 2, 3, 4])


@pytest.mark.parametrize("function", [taken, rounded, clipped, chosen])
@pytest.mark.parametrize("make", [lambda x: [int(x), 1], lambda x: int(x), lambda x: float(x), lambda x: x > 0, lambda x: (1, int(x))], ids=["list", "int", "float", "bool", "tuple"])
def test_methods_of_arrays(function, make):
    def of_what_is_made(x):
        return function(make(x))

    with pytest.raises(AttributeError):
        of_what_is_made(1.5)
    with pytest.raises((AttributeError, up.CompileError)):
        up.jit(strict=True)(of_what_is_made)(1.5)


@pytest.mark.parametrize("function", [taken, rounded, clipped, chosen])
@pytest.mark.parametrize("v", [np.array([1, 0]), np.array([[3, 2]])], ids=repr)
def test_methods_of_arrays_of_arrays(function, v):
    check_values((function, v))


def raised(n):
    if n > 1:
        raise AttributeError(f"no {n}")
    raise NameError("none")


@pytest.mark.parametrize("n", [1, 2])
def test_raised_errors(n):
    check_values((raised, n))


def first_backwards(low, high):
    for i in reversed(range(low, high)):
        return i
    return 0


def second_of_three(low, high):
    for k, i in enumerate(reversed(range(low, high))):
        if k == 2:
            return i
    return 0


def first_by_step(low, high, step):
    for i in reversed(range(low, high, step)):
        return i
    return 0


def test_a_range_that_is_too_long():
    for low, high in ((-(2**62), 2**62), (-(2**62), 2**62 - 2), (0, 2**63 - 1), (3, 3), (0, 5)):
        check_values((first_backwards, low, high))
        check_values((second_of_three, low, high))
        check_values((first_by_step, low, high, 1))
        check_values((first_by_step, high, low, -1))
    with pytest.raises(NotImplementedError, match="reversed of so long a range"):
        up.jit(strict=True)(first_by_step)(-(2**62), 2**62, 1)
