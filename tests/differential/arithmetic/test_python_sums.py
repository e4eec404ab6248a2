"""The built-in sum has the bits of the Python that runs: since 3.12 it adds what rounding lost (Neumaier), since 3.14 for complex
numbers too. Programs are written as each version writes them; `sum` of another version than the one that runs is emulated."""

import math
import random
import sys
import types

import numpy as np
import pytest
import unpython as up
from unpython import _source

from support.python_sums import python_sum

RUNNING = sys.version_info.minor


def of_a_list(x):
    return sum(x)


def of_a_list_from_an_int(x):
    return sum(x, 3)


def of_a_list_from_a_float(x):
    return sum(x, start=0.1)


def of_a_generator(x):
    return sum(v * 0.1 for v in x if v > -2.0)


def of_some(x):
    return sum([v for v in x if v > 100.0])


def of_few(x):
    return sum((x[0], 1, x[1], x[2] * 3.0)), sum([1, x[0], x[1], x[2]]), sum([x[0], x[1], True, x[2]], 2)


def of_a_call(x):
    def part(k):
        return x[k] / 3

    return sum(part(k) for k in (0, 1, 2))


def of_ints_from_a_float(x):
    return sum((int(v) for v in x), 0.1), sum(int(v) * 3 for v in x)


def of_values(x):
    table = {k: v for k, v in enumerate(x)}
    return sum(table.values()), sum(sorted(x)), sum(map(abs, x)), sum(v for v in x), sum(a * b for a, b in zip(x, x[1:]))


def of_numpy_between(x):
    total = sum(np.array(x))
    return total, sum(x, np.float64(0.5)), sum([x[0], x[1], np.float64(x[2]), x[0], x[1]])


def of_complex(x):
    return sum(v * 1j + 1.0 for v in x), sum((x[0], x[1], x[2] * 1j, x[1], 2, x[0] * (1 + 2j))), sum((1j * x[0], x[1], x[2]), 0.1)


def in_rows(x):
    return [sum((v + w for v in x), 0.0) for w in x]


CASES = [
    of_a_list, of_a_list_from_an_int, of_a_list_from_a_float, of_a_generator, of_some, of_few, of_a_call, of_ints_from_a_float, of_values,
    of_numpy_between, of_complex, in_rows,
]  # fmt: skip


def numbers():
    drawn = random.Random(12)
    yield [0.1, 0.2, 0.3, 0.7, -0.4]
    yield [1e16, 1.0, -1e16, 3.0, 1e-3]
    yield [-0.0, -0.0, -0.0]
    yield [1e308, 1e308, -1e308]
    yield [math.inf, 1.0, 2.0]
    yield [1.0, math.nan, 2.0]
    for n in (3, 4, 17, 1000):
        yield [drawn.uniform(-1, 1) * 10.0 ** drawn.randint(-9, 9) for _ in range(n)]


def bits(value):
    if isinstance(value, (tuple, list)):
        return [bits(v) for v in value]
    if isinstance(value, complex):
        return type(value), value.real.hex(), value.imag.hex()
    return type(value), float(value).hex() if isinstance(value, float) else value


def expected(function, minor, x):
    """What Python 3.minor gives."""
    def summed(items, start=0):
        return sum(items, start) if minor == RUNNING else python_sum(minor, items, start)

    return types.FunctionType(function.__code__, {**globals(), "sum": summed}, "plain", function.__defaults__)(x)


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
@pytest.mark.parametrize("fp", ["standard", "strict"])
@pytest.mark.parametrize("minor", sorted({11, 12, 14, RUNNING}))
@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_bits_of_each_version(function, minor, fp, monkeypatch):
    monkeypatch.setattr(_source, "PYTHON", minor)
    compiled = up.jit(strict=True, fp=fp)(function)
    for x in numbers():
        if function in (of_ints_from_a_float, of_values) and not all(abs(v) < 1e17 for v in x):
            continue  # integers of more than 64 bits, and an order of nan
        assert bits(compiled(x)) == bits(expected(function, minor, x)), x
    assert compiled.ran_on == "cpu"


@pytest.mark.parametrize("minor", sorted({11, 12, 14, RUNNING}))
def test_the_emulation(minor):
    if minor == RUNNING or {minor, RUNNING} == {12, 13}:
        for x in numbers():
            for items in (x, [1, *x], [*x, 2, 0.1], [*map(np.float64, x)], [*x, 1j, *x]):
                for start in (0, 1, 0.5, 1j):
                    assert bits(python_sum(minor, items, start)) == bits(sum(items, start))


def test_parallel_and_fast_sums_are_not_compensated(monkeypatch):
    monkeypatch.setattr(_source, "PYTHON", 12)

    def parallel(n):
        return sum(i * 0.1 for i in up.prange(n))

    compiled = up.jit(strict=True)(parallel)
    assert compiled(1000) == pytest.approx(49950.0)
    assert "reduction" in str(compiled.explain())
    fast = up.jit(strict=True, fp="fast")(of_a_list)
    fast([0.1] * 10)
    assert "lost" not in fast.inspect("ir")


def mean_of_waits(n, k):
    waits = []
    for i in range(n):
        waits.append(i * 0.5)
    return sum(waits) / k


@pytest.mark.parametrize("n, k", [(0, 0), (2, 0), (0, 3), (2, 3), (0, False), (0, 0.0)])
def test_the_sum_of_no_floats_is_an_int_by_zero(n, k):
    def outcome(function):
        try:
            return repr(function(n, k))
        except ZeroDivisionError as error:
            return str(error)

    assert outcome(up.jit(strict=True)(mean_of_waits)) == outcome(mean_of_waits)
