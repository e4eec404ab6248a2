"""Functions that keep their values (functools.cache, lru_cache) and are compiled themselves."""

import functools
from functools import cache, lru_cache

import pytest
import unpython as up
from support.outcomes import name_of, outcome


@lru_cache(maxsize=None)
def grid_paths(rows, columns=3):
    """How many ways lead through."""
    return 1 if rows == 1 or columns == 1 else grid_paths(rows - 1, columns) + grid_paths(rows, columns - 1)


@functools.cache
def partitions(n: int, most: int) -> int:
    if n == 0:
        return 1
    if n < 0 or most == 0:
        return 0
    return partitions(n - most, most) + partitions(n, most - 1)


@lru_cache
def steps_up(n, *, step=2):
    return n if n < 2 else steps_up(n - 1, step=step) + step


@cache
def of_two(n):
    if n < 2:
        return n, 1.5
    a, b = of_two(n - 1)
    return a + n, b / 2


@cache
def halves(x):
    return x / 2


@lru_cache(maxsize=128)
def distance(a, b):
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return distance(a[1:], b[1:])
    return 1 + min(distance(a[1:], b), distance(a, b[1:]), distance(a[1:], b[1:]))


@cache
def above_zero(n):
    if n < 0:
        raise ValueError(f"{n} is below zero")
    return n if n == 0 else above_zero(n - 2)


@up.jit(strict=True)
@cache
def compiled_fibonacci(n):
    return n if n < 2 else compiled_fibonacci(n - 1) + compiled_fibonacci(n - 2)


@up.jit
@cache
def says(n):
    print("asked for", n)
    return n + 1


@up.jit
@cache
def listed(n):
    return [n] * n


CASES = [
    (grid_paths, 5), (grid_paths, 7, 8), (partitions, 20, 8), (steps_up, 6), (of_two, 9), (halves, 3), (distance, "kitten", "sitting"),
    (above_zero, 8), (above_zero, 7),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_as_python(case):
    function, *given = case
    expected = outcome(function.__wrapped__, given)
    assert outcome(up.jit(strict=True)(function), given) == expected


def test_a_compiled_function_keeps_its_values():
    assert compiled_fibonacci(60) == 1548008755920
    assert compiled_fibonacci.__name__ == "compiled_fibonacci"


def test_declared_types():
    kept = cache(halves.__wrapped__)
    assert up.type("int64", "double")(kept)(3) == 1.5


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_what_stays_with_python_is_kept_there(capsys):
    assert [up.jit(strict=False)(says)(3) for _ in range(2)] == [4, 4]
    assert capsys.readouterr().out == "asked for 3\n"
    first = up.jit(strict=False)(listed)(2)
    first.append(7)
    assert up.jit(strict=False)(listed)(2) == [2, 2, 7]
    listed.cache_clear()
    assert up.jit(strict=False)(listed)(2) == [2, 2]


def test_what_a_cache_tells():
    assert compiled_fibonacci.cache_parameters() == {"maxsize": None, "typed": False}
    assert compiled_fibonacci.cache_info().maxsize is None


def test_a_cache_of_something_else_is_refused():
    with pytest.raises(TypeError, match="compiles a Python function"):
        up.jit(cache(len))
