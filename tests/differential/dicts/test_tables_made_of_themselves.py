"""Dicts and sets that are made anew of what the name held before."""

from collections import Counter

import pytest
from support.outcomes import check_values, name_of


def kept_keys(k):
    d = {y: y + 1 for y in range(k)}
    d = {y: 0 for y in d if y > 1}
    return d


def values_by_key(k):
    d = {y: y + 1 for y in range(k)}
    for i in range(3):
        d = {y: d[y] * 2 for y in d if y > i}
    return d


def without_a_value(k):
    d = {y: 3 for y in d if y > k}
    return d


def written_out(k):
    d = {1: k, 3: 4}
    d = {5: d[1], 6: len(d)}
    return d


def default_values(k):
    d = {y: y for y in range(k)}
    d = {d.get(y, 0): y for y in range(4)}
    return d


def counted(k):
    d = Counter([1, 2, 2])
    d = Counter([d[y] for y in range(k)])
    return d


def later_items(k):
    s = {1, 2, k}
    for _ in range(3):
        s = {y + 1 for y in s if y != 3}
    return sorted(s)


def set_of_itself(k):
    s = {1, 2, k}
    s = set(y for y in range(9) if y in s)
    return sorted(s)


def length_of_itself(k):
    s = {1, 2, k}
    s = {len(s) for _ in range(3)}
    return sorted(s)


FUNCTIONS = [kept_keys, values_by_key, without_a_value, written_out, default_values, counted, later_items, set_of_itself, length_of_itself]


@pytest.mark.parametrize("case", [(function, k) for function in FUNCTIONS for k in (0, 3, 5)], ids=name_of)
def test_values(case):
    check_values(case)
