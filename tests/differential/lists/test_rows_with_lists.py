"""Returned lists of tuples with lists in them."""

from collections import defaultdict
from itertools import groupby

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def by_rest(values, k):
    out = []
    for r in range(k):
        out.append((r, [v for v in values if v % k == r]))
    return out


def comprehended(values, k):
    return [(r, [v for v in values if v % k == r], r * 0.5) for r in range(k) if r != 1]


def of_groups(values, k):
    groups = defaultdict(list)
    for v in values:
        groups[v % k].append(v)
    return [(r, sorted(found)) for r, found in groups.items()], len(groups)


def side_by_side(values, k):
    out = []
    for r, found in groupby(sorted(values, key=lambda v: v % k), key=lambda v: v % k):
        out.append((r, list(found)))
    return k, out


def grown_before(values, k):
    out, part = [], []
    for i, v in enumerate(values):
        part.append(v)
        if len(part) == k:
            out.append((i, part, len(out)))
            part = []
    n = len(out)
    return out, n


def two_lists(values, k):
    out = []
    for v in values:
        out.append(([v] * k, v > k, [v, v + 1]))
    return out


def with_pairs(values, k):
    return [((i, v), [v] * i) for i, v in enumerate(values)]


COMPILED = [by_rest, comprehended, of_groups, side_by_side, grown_before, two_lists]


def read_later(values, k):
    out = [(v, [v]) for v in values]
    return [len(row) for v, row in out], out


def changed_later(values, k):
    out = []
    for v in values:
        part = [v]
        out.append((v, part))
        part.append(k)
    return out


def held_beside(values, k):
    out = []
    part = list(values)
    out.append((1, part))
    return out, part


def of_what_is_given(values, k):
    out = []
    out.append((k, values))
    return out


def one_list_for_all(values, k):
    part = [k]
    return [(v, part) for v in values]


def returned_twice(values, k):
    out = [(v, [v]) for v in values]
    return out, out


def other_lengths(values, k):
    out = []
    for v in values:
        if v > k:
            out.append((v, [v]))
        else:
            out.append((v, [v], 1))
    return out


def other_places(values, k):
    out = []
    for v in values:
        if v > k:
            out.append((v, [v]))
        else:
            out.append(([v], v))
    return out


def nothing_at_the_end(values, k):
    out = []
    for v in values:
        out.append((v, [v]))
        if v > k:
            return out


def empty_at_first(values, k):
    if k > 1:
        return []
    return [(v, [v]) for v in values]


def raises(values, k):
    out = []
    for v in values:
        out.append((10 // (v - k), [v]))
    return out


def in_order(values, k):
    out = [(v % k, [v]) for v in values]
    out.sort()
    return out


LEFT = [
    with_pairs, read_later, changed_later, held_beside, of_what_is_given, one_list_for_all, returned_twice, other_lengths, other_places,
    nothing_at_the_end, empty_at_first, raises, in_order,
]  # fmt: skip


@pytest.mark.parametrize("case", [(f, v, 2) for f in COMPILED for v in ([5, 3, 8, 1, 4], [7])], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, v, n) for f in [*COMPILED, *LEFT] for v in ([5, 3, 8], []) for n in (1, 2)], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.parametrize("function", LEFT, ids=name_of)
def test_refused_or_the_same(function):
    for n in (1, 2):
        compiled = up.jit(function, strict=True)
        try:
            compiled([5, 3, 8], n)
        except (up.CompileError, NotImplementedError, TypeError, ZeroDivisionError):
            continue
        assert outcome(compiled, [[5, 3, 8], n]) == outcome(function, [[5, 3, 8], n])
