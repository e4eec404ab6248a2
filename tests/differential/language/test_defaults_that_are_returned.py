"""Parameters that are None in a call, and that the function returns."""

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def doubled(x, default=None):
    if x < 0:
        return default
    return x * 2.0


def chosen(x, default=None):
    return x * 2.0 if x > 0 else default


def with_another_value(x, default=None):
    if x < 0:
        return default
    default = 3.0
    return default * x


def in_a_loop(x, default=None):
    for i in range(3):
        if i > x:
            return default
        default = i * 0.5
    return 9.5


def integer_of(s, default=None):
    try:
        return int(s)
    except ValueError:
        return default


def number_of(text, default=None):
    s = text.strip().lower().replace(",", "").lstrip("$")
    if s in ("", "n/a", "-"):
        return default
    factor = 1.0
    if s.endswith("%"):
        s, factor = s[:-1], 0.01
    elif s[-1] in "km":
        factor = {"k": 1e3, "m": 1e6}[s[-1]]
        s = s[:-1]
    try:
        return float(s) * factor
    except ValueError:
        return default


def place_of(words, w, default=None):
    for i, v in enumerate(words):
        if v == w:
            return i
    return default


CASES = [
    *((f, x, *given) for f in (doubled, chosen, with_another_value) for x in (3.0, -1.0) for given in ((), (1.5,), (None,))),
    *((integer_of, s, *given) for s in ("12", "x", "") for given in ((), (0,))),
    *((number_of, s) for s in ("12%", "1,234.5", " n/a ", "$3.2k", "abc", "k", "%")),
    (number_of, "abc", 0.0),
    *((place_of, ["a", "b"], w, *given) for w in ("b", "c") for given in ((), (-1,))),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_defaults_that_are_returned(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert outcome(compiled, given) == outcome(function, given)


@pytest.mark.parametrize("x", [-1, 0, 5])
def test_a_default_that_gets_other_values_in_a_loop(x):
    assert up.jit(strict=False)(in_a_loop)(x) == in_a_loop(x)
