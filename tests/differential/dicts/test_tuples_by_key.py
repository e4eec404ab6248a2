"""Dicts of tuples that a comprehension makes, whose best tuple is asked for, or that change while a list of them is gone through."""

import pytest
from support.outcomes import check_machine_code, name_of


def raised(n):
    best = {0: (0, 1), n: (2, 7)}
    for w, (v, c) in list(best.items()):
        best[w + n] = (v + 1, c * 2)
        best[0] = (9, v)
    return best


def only_values(n):
    best = {n: (0, 1), 1: (n, 3)}
    total = 0
    for v, c in list(best.values()):
        best[v + 5] = (c, v)
        total += v * 10 + c
    else:
        total += len(best)
    return total


def with_names(n):
    best = {i: (i, i * 0.5) for i in range(n)}
    for k, pair in tuple(best.items()):
        best[k + n] = (pair[0] + 1, pair[1])
    return list(best.keys()), [b for a, b in best.values()]


def best_value(n):
    best = {i: (i % 3, -i) for i in range(n)}
    return max(best.values(), key=lambda t: t[0])


def worst_item(n):
    best = {i: (i % 3, -i) for i in range(n)}
    k, v = min(best.items(), key=lambda kv: (-kv[1][0], kv[0]))
    return k, v


def parts_of_best(n):
    best = {i: (i % 3, -i) for i in range(n)}
    a, b = max(best.items(), key=lambda kv: kv[1][0])[1]
    return a, b, max(best.items(), key=lambda kv: kv[1])[0], min(best.values(), key=lambda t: -t[1])[1]


def places_of(text):
    i = 5
    at = {ch: (i, i * 2 + 1) for i, ch in enumerate(text) if ch != "."}
    x, y = at["S"]
    return x, y, i, at


def grid_of(text):
    return {ch: (y, x) for y, row in enumerate(text.split()) for x, ch in enumerate(row) if ch != "#"}


def grid_by_name(text):
    at = {ch: (y, x) for y, row in enumerate(text.split()) for x, ch in enumerate(row) if ch != "#"}
    return at


def made_again(n):
    total = 0
    for k in range(n):
        at = {k: (k, n // (k + 1)), n // 2: (1, 2)}
        for a, (b, c) in at.items():
            total += a * 100 + b * 10 + c
    return total


def same_name(k):
    at = {k: (k, 1) for k in range(k)}
    return at, k


def divides(n):
    at = {i: (i, 10 // (i - 2)) for i in range(n)}
    return at


def caught(n):
    at = {5: (1, 1)}
    try:
        at = {i: (i, 10 // (i - 2)) for i in range(n)}
    except ZeroDivisionError:
        pass
    return at


def counts_and_sums(n):
    found = {}
    for i in range(n):
        count, total = found.get(i % 2, (0, 0.0))
        found[i % 2] = (count + 1, total + i)
    return {k: total / count for k, (count, total) in found.items()}


def by_first_letter(t):
    found = {}
    for w in t.split():
        count, letters = found.get(w[0], (0, 0))
        found[w[0]] = (count + 1, letters + len(w))
    return found


NUMBERS = (0, 1, 2, 3, 4, -1)
CASES = [(f, n) for f in (raised, only_values, with_names, best_value, worst_item, parts_of_best, made_again, same_name, divides) for n in NUMBERS]
CASES += [(f, t) for f in (grid_of, grid_by_name) for t in ("", "S", "SESE", "a. S#\nSS bE")]
CASES += [(counts_and_sums, n) for n in NUMBERS] + [(by_first_letter, t) for t in ("", "a b ab", "x xyz y x")]
CASES += [(places_of, t) for t in ("S", "SESE", "a.SbS")]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_tuples_by_key(case):
    check_machine_code(case)
