"""frozenset(), where a function only asks what is in it."""

import pytest
import unpython as up
from support.outcomes import outcome


def vowels(s):
    v = frozenset("aeiou")
    return sum(1 for c in s if c in v), len(v)


def not_in(s):
    v = frozenset(s)
    return "a" in v, "b" not in v, len(v)


def numbers(s):
    v = frozenset([len(s), 2])
    return 2 in v, 3 in v, len(v)


def returned(s):
    v = frozenset([len(s), 2])
    return v


@pytest.mark.parametrize("s", ["hello", "", "ab", "aab"])
@pytest.mark.parametrize("function", [vowels, not_in, numbers], ids=lambda f: f.__name__)
def test_asked(function, s):
    assert outcome(up.jit(function, strict=True), [s]) == outcome(function, [s])


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_result_stays_frozen():
    assert outcome(up.jit(strict=False)(returned), ["a"]) == outcome(returned, ["a"])
