"""Counters that are changed by written out numbers, and the first of what they count, or None."""

from collections import Counter

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def numbers(xs):
    c = Counter(xs)
    c.update({1: 5, 7: 2})
    c.subtract({1: 1})
    return dict(c), c.most_common()


def words(given):
    c = Counter()
    c.update(b=3)
    c.update(given)
    c.update({"b": 1, "z": 0})
    return sorted(c.items())


def first_of_all(given):
    c = Counter(given)
    common = c.most_common(2)
    return common[0] if common else None


def first_of_pairs(given):
    pairs = [(w, len(w)) for w in given]
    return max(pairs, key=lambda p: p[1]) if len(pairs) > 1 else None


def in_expressions(xs):
    c = Counter(xs)
    return c[1], ["a", "b", "c"][max(c, key=c.get) % 3], f"{c.most_common(1)[0][0]}", "x" if 2 < max(c, key=c.get) else "y"


def elements(xs):
    c = Counter(xs)
    c[9] = -2
    c[1] += 2
    return list(c.elements()), sorted(c.elements(), reverse=True), sum(c.elements())


def elements_of_texts(given):
    return sorted(Counter(given).elements())


CASES = [
    *((numbers, x) for x in ([1, 1, 2], [])), *((f, w) for f in (words, first_of_all, first_of_pairs) for w in (["a", "bc", "a"], ["b"], [])),
    *((elements, x) for x in ([3, 1, 3], [])), (elements_of_texts, ["b", "a", "b"]), *((in_expressions, x) for x in ([3, 1, 3], [1])),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
