"""max and min of tuples as they are, of numbers and texts, with and without names."""

import pytest
import unpython as up
from support.outcomes import outcome


def of_given(rows):
    return max(rows), min(rows)


def part_of_given(rows):
    best = max(rows)
    return best[0]


def of_zip(xs, names):
    return max(zip(xs, names))


def taken_apart(xs, names):
    s, n = max((x, n) for n, x in zip(names, xs))
    return f"{n} {s}"


def part_of_zip(xs, names):
    return max(zip(xs, names))[1]


def part_of_sorted(xs, names):
    return sorted(zip(xs, names))[-1][1]


def first_of_sorted(xs, names):
    return [n for _, n in sorted(((len(n), n) for n in names), reverse=True)[:2]]


def by_key(xs, names):
    return max(zip(xs, names), key=lambda p: (p[1], p[0]))


def of_items(xs, names):
    counts = dict(zip(names, xs))
    return min((v, k) for k, v in counts.items())[1]


def of_words(xs, names):
    row = [(len(n), n) for n in names]
    return max(row)


PAIRS = [[(i % 7, i % 3) for i in range(30)], [(0.5, "b", 1), (0.5, "a", 2)] * 10, [("b", 1.0), ("c", 3.0), ("a", 3.0)], [(0.0, 1)] * 9 + [(-0.0, 1)] * 9]
CALLS = [
    *((f, rows) for f in (of_given, part_of_given) for rows in PAIRS),
    *((f, xs, ["x", "bb", "ab"]) for f in (of_zip, taken_apart, part_of_zip, part_of_sorted, by_key, of_items) for xs in ([1, 3, 3], [1.5, 0.5, 0.5])),
    *((f, [], []) for f in (of_zip, part_of_zip, part_of_sorted)), *((f, [1], ["ab", "bb", "c"]) for f in (of_words, first_of_sorted)),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_largest_tuples(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


def test_two_nan_are_not_decided():
    rows = [(float("nan"), i) for i in range(20)]
    assert repr(up.jit(strict=False)(of_given)(rows)) == repr(of_given(rows))
