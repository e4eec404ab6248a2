"""Functions beside a compiled one that take any keywords, and any arguments beside them."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of


def scaled(x, **kw):
    return x * kw.get("by", 1.0) + kw.get("shift", 0.0)


def integral(f, a, b, n, *args, **kw):
    """By the middle of each part."""
    h = (b - a) / n
    return h * sum(f(a + (i + 0.5) * h, *args, **kw) for i in range(n))


def wave(x, k, w=1.0):
    return k * math.sin(w * x)


def passed_on(x, **options):
    return scaled(x, **options) + scaled(x + 1.0, by=3.0)


def asked(x, **options):
    if "low" in options:
        x = np.maximum(x, options["low"])
    if "high" not in options:
        return x
    return np.minimum(x, options["high"])


def counted(first, *parts, **options):
    total = first
    for p in parts:
        total += p
    return total / options["by"], len(parts)


def of_options(x):
    return scaled(x, by=2.0) + scaled(x), scaled(x, shift=1.0, by=x), passed_on(x, shift=0.5), passed_on(x)


def of_integrals(x):
    return integral(wave, 0.0, x, 4, 2.0), integral(wave, 0.0, x, 4, 2.0, w=3.0), integral(lambda v: v * v, 0.0, x, 3)


def of_arrays(x):
    return asked(x), asked(x, low=0.0), asked(x, low=-0.5, high=0.5)


def of_parts(x):
    return counted(x, 1.0, 2.0, by=4.0), counted(x, by=x), counted(x, x, by=2)


def not_there(x):
    return counted(x, 1.0, of=2.0)


def given_twice(x, **options):
    return scaled(x, by=1.0, **options)


def of_twice(x):
    return given_twice(x, by=2.0)


def stored(x, **options):
    options["by"] = x
    return scaled(2.0, **options)


def of_stored(x):
    return stored(x), stored(x, shift=1.0)


def words_of_names(x, **options):
    return math.sin(x) + options.get("math", 1.0)


def of_names(x):
    return words_of_names(x, math=2.0)


@pytest.mark.parametrize("case", [(f, x) for f in (of_options, of_integrals, of_parts) for x in (2.0, -0.5)], ids=name_of)
def test_numbers(case):
    check_machine_code(case)


def test_arrays():
    check_machine_code((of_arrays, np.array([-1.0, 0.25, 2.0])))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, x) for f in (not_there, of_twice, of_stored, of_names, of_parts) for x in (2.0, 0.0)], ids=name_of)
def test_others(case):
    check_values(case)


def test_a_helper_that_is_defined_anew(monkeypatch):
    compiled = up.jit(strict=True)(of_options)
    assert compiled(1.5) == of_options(1.5)
    monkeypatch.setitem(globals(), "scaled", lambda x, **kw: x)
    assert up.jit(strict=False)(of_options)(1.5) == of_options(1.5)
    assert compiled(1.5) == of_options(1.5)
