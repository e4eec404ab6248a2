"""Functions that call themselves and return lists of tuples, put together; and those over trees of tuples, which Python runs."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def moves(n, a="A", b="C", c="B"):
    if n == 0:
        return []
    return moves(n - 1, a, c, b) + [(a, b)] + moves(n - 1, c, b, a)


def halves(low, high):
    if high - low <= 1:
        return [(low, high)]
    middle = (low + high) // 2
    return [(low, middle)] + halves(low, middle) + halves(middle, high) + [(middle, high)]


def by_keyword(n, k=1):
    if n <= 0:
        return [(0, k)]
    if n % 2:
        return by_keyword(n - 1)
    return by_keyword(n=n - 2, k=k + 1) + [(n, k), (n, -k)]


def checked(n):
    if n < 0:
        raise ValueError("negative")
    if n == 0:
        return [(0, 0.5)]
    return checked(n - 3) + [(n, 1.5)]


def of_both_ways(n):
    if n > 0:
        return of_both_ways(n - 1) + [(n, 1)]
    else:
        return []


def named(n, name):
    if n == 0:
        return []
    return named(n - 1, name + "x") + [(name, n)]


def placed(a, i=0):
    if i == len(a):
        return []
    return [(i, a[i])] + placed(a, i + 1)


@pytest.mark.parametrize("case", [
    (moves, 0), (moves, 3), (moves, 2, "x", "y", "z"), (halves, 0, 5), (halves, 0, 1), (by_keyword, 5), (by_keyword, 4, 2), (checked, 6), (of_both_ways, 3),
    (named, 3, "a"), (placed, [1.5, 2.5]), (placed, []),
], ids=name_of)  # fmt: skip
def test_results(case):
    check_machine_code(case)


def asked_first(n):
    if n == 0:
        return []
    found = asked_first(n - 1)
    return found + [(n, len(found))]


def counted(n):
    if n == 0:
        return [(1, 2)]
    return counted(n - 1) + [(n, len(counted(n - 1)))]


CALLS = []


def another(n):
    if n == 0:
        return []
    return another(n - 1) + [(n, n)]


without_name = another


def another(n):  # noqa: F811
    CALLS.append(n)
    return [(0, n)]


def total(tree):
    if isinstance(tree, tuple):
        return total(tree[0]) + total(tree[1])
    return tree


def depth(tree):
    if tree is None:
        return 0
    return 1 + max(depth(tree[0]), depth(tree[1]))


def leaves(tree):
    if not isinstance(tree, tuple):
        return [tree]
    return leaves(tree[0]) + leaves(tree[1])


def flat(values):
    out = []
    for v in values:
        if isinstance(v, (list, tuple)):
            out.extend(flat(v))
        else:
            out.append(v)
    return out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    (asked_first, 3), (counted, 2), (without_name, 3), (checked, 5), (total, ((1, 2), 3)), (total, 4), (depth, ((None, None), None)), (depth, None),
    (leaves, ((1, 2.5), 3)), (flat, [1, [2, (3, 4)], []]),
], ids=name_of)  # fmt: skip
def test_others(case):
    check_values(case)
