"""Tuples of itertools that are kept in names which may be None, and in comprehensions."""

import copy
import itertools
from itertools import combinations

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def last(n):
    path = None
    for p in itertools.permutations(range(n)):
        path = p
    return path


def shortest(d):
    n = len(d)
    best, path = np.inf, None
    for p in itertools.permutations(range(n)):
        c = sum(d[p[i], p[i + 1]] for i in range(n - 1))
        if c < best:
            best, path = c, p
    return path, best


def first_pair(xs, limit):
    found = None
    for p in combinations(xs, 2):
        if found is None and p[0] + p[1] > limit:
            found = p
    return limit, found


def last_of_product(xs, n):
    kept = None
    for p in itertools.product(xs, repeat=n):
        kept = p
        if sum(p) > 3:
            break
    if kept is not None:
        return kept
    return None


def begun_again(n):
    path = None
    for k in range(n):
        path = None
        for p in itertools.permutations(range(k)):
            if len(p) > 1 and p[0] > p[1]:
                path = p
    return path


def length_of(n):
    path = None
    for p in itertools.permutations(range(n)):
        if p[0] == 1:
            path = p
    return len(path)


def total(n):
    return sum(a * b for a, b in itertools.permutations(range(n), 2))


def listed(n):
    return [10 * a + b for a, b in itertools.permutations(range(n), 2) if a < b + 1]


def of_products(n):
    return [a * 9 + b * 3 + c for a, b, c in itertools.product(range(n), repeat=3)]


def of_combinations(n):
    return [a * b * c for a, b, c in combinations(range(n), 3)]


def pairs(n):
    return [(b, a) for a, b in itertools.permutations(range(n), 2)]


def of_list(xs):
    return max(abs(a - b) for a, b in itertools.permutations(xs, 2))


def of_names_around(a, n):
    total = sum(a + b for a, b in itertools.permutations(range(n), 2))
    return total, a


def wrong_number(n):
    return [a + b for a, b in itertools.permutations(range(n), 3)]


D = np.array([[0.0, 2.0, 9.0], [1.0, 0.0, 6.0], [15.0, 7.0, 0.0]])
EACH = [
    (last, (0,)), (last, (1,)), (last, (3,)), (shortest, (D,)), (shortest, (D * np.nan,)),
    (last_of_product, ([1, 2], 3)), (last_of_product, ([1, 2], 1)), (last_of_product, ([1], 0)),
    (begun_again, (0,)), (begun_again, (2,)), (begun_again, (4,)),
    (total, (0,)), (total, (1,)), (total, (4,)), (listed, (0,)), (listed, (3,)), (of_products, (0,)), (of_products, (2,)),
    (of_combinations, (2,)), (of_combinations, (5,)), (pairs, (3,)), (pairs, (1,)), (of_list, ([1.0, 4.5, 2.0],)), (of_list, ([1.0],)), (of_names_around, (7, 3)),
]  # fmt: skip
LEFT = [
    (first_pair, ([1.0, 2.0, 3.0], 3.5)), (first_pair, ([1.0, 2.0, 3.0], 9.0)), (first_pair, ([1.0], 0.0)),
    (length_of, (1,)), (length_of, (3,)), (last_of_product, ([], 2)), (wrong_number, (2,)), (wrong_number, (3,)), (last, (-1,)),
    (first_pair, ((1.0, 2.0), 0.0)), (first_pair, (D[0], 1.0)), (of_list, (D[0],)), (of_list, ([],)), (shortest, ([[0.0, 1.0], [2.0, 0.0]],)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), EACH, ids=lambda v: getattr(v, "__name__", None))
def test_each_gives_what_python_gives(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.parametrize(("function", "given"), LEFT, ids=lambda v: getattr(v, "__name__", None))
def test_others_are_right_or_refused(function, given):
    compiled = up.jit(function, strict=True)
    try:
        compiled(*copy.deepcopy(given))
    except (up.CompileError, NotImplementedError):
        return
    except Exception as error:
        if "argument '" in str(error):
            return
    assert outcome(compiled, given) == outcome(function, given)
