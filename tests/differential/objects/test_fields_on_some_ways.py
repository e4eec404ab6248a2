"""Fields that an object has on some ways only: the class may have one of that name."""

import pytest
import unpython as up


class Counted:
    k = 2

    def __init__(self, x):
        self.x = x

    def raised(self, n):
        if n > 1:
            self.k = n


class Late:
    def __init__(self, x):
        self.x = x
        if x > 2:
            self.t = x


def of_the_class(n):
    p = Counted(1)
    if n > 5:
        p.k = 5
    return p.x, p.k


def in_a_loop(n):
    p = Counted(1)
    for _ in range(n):
        p.k = 5
    return p.k


def by_a_method(n):
    p = Counted(1)
    p.raised(n)
    return p.k


def of_none(n):
    return Late(n).t


@pytest.mark.parametrize("function", [of_the_class, in_a_loop, by_a_method, of_none])
def test_ways(function):
    def outcome(run, n):
        try:
            return run(n)
        except AttributeError as error:
            return str(error)

    compiled = up.jit(function, strict=False)
    for n in (0, 9, 0):
        assert outcome(compiled, n) == outcome(function, n)
    assert up.jit(function, strict=True)(9) == function(9)
    with pytest.raises(NotImplementedError):
        up.jit(function, strict=True)(0)
