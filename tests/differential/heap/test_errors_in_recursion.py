"""Exceptions that leave a function which calls itself, for a handler further out."""

import pytest
import unpython as up
from support.left import left_by


def deep(v):

    def go(n, path):
        if n < 0:
            raise ValueError(f"neg at {path}")
        if n == 0:
            return 0.5
        if n == 7:
            raise KeyError(n)
        return 1 + go(n - 2, path + [n])

    out = []
    for x in v:
        try:
            out.append(go(x, []))
        except ValueError as e:
            out.append(str(e))
            continue
        except KeyError:
            break
        finally:
            out.append("f")
    return (out, go(4, ["end"]))


def two(v):

    def outer(n):

        def inner(k):
            if k == 3:
                raise LookupError("three")
            return k if k < 2 else inner(k - 2) + inner(k - 1)

        try:
            r = inner(n)
        except LookupError:
            return -1
        return r + (outer(n - 4) if n > 4 else 0)

    return ([outer(x) for x in v], {"v": v})


def through(v):

    def a(n):
        if n == 0:
            raise IndexError("deep")
        return b(n - 1) + 1

    def b(n):
        return a(n - 1) + 2 if n > 0 else a(0)

    out = []
    for x in v:
        try:
            out.append(a(x))
        except IndexError as e:
            out.append((str(e), x))
    return out


def ends(n):

    def go(k):
        if k == 0:
            raise RuntimeError("end")
        return [k] + go(k - 1)

    return go(n)


CASES = [
    (deep, ([2, 3, 4, 7, 9],)),
    (deep, ([],)),
    (two, ([1, 2, 3, 5, 6],)),
    (through, ([1, 2, 3],)),
    (ends, (3,)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
