"""A returned tuple holds a copy as it was before a later part changes what was copied: `d[k]` of a defaultdict enters the key."""

import collections
from collections import defaultdict

import pytest
import unpython as up


def copied_first(n):
    d = defaultdict(int)
    d[1] = n
    return dict(d), d[5]


def among_others(n):
    d = defaultdict(int)
    d[1] = d[2] + n
    x = d[3] + len(d)
    d[len(d)] += len(d)
    return dict(d), x, 5 in d, d[5], len(d)


def itself(n):
    d = collections.defaultdict(int)
    d[1] = n
    return d, d[5], len(d), d[7]


def lists(n):
    v = [n, 2, 3]
    return list(v), v.pop(), sorted(v), v.pop(0), v


def in_a_list(n):
    d = defaultdict(int)
    d[1] = n
    return [list(d), d[4], list(d)]


@pytest.mark.parametrize("function", [copied_first, among_others, itself, lists, in_a_list])
def test_calls(function):
    for n in (0, 1, 7):
        assert repr(up.jit(strict=True)(function)(n)) == repr(function(n))
