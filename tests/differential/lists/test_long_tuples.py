"""Tuples whose length the text does not tell, that get other names, are compared, held in lists and returned, are CPython's: values, types,
orders and exceptions."""

import itertools
from itertools import combinations, permutations, product

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome

V = [12, 7, 3, 25, 8]


def largest_subset(v, n):
    best, chosen = 0, ()
    for r in range(len(v) + 1):
        for combo in combinations(v, r):
            s = sum(combo)
            if best < s <= 5 * n:
                best, chosen = s, combo
    return best, chosen


def found_or_empty(v, n):
    for r in range(len(v)):
        for combo in itertools.combinations(v, r):
            if sum(combo) == 6 * n + 1:
                return combo
    return ()


def all_orders(v, n):
    orders = []
    for p in permutations(v[:n]):
        if all(a != b for a, b in zip(p, v)):
            orders.append(p)
    return sorted(orders), len(v)


def products(v, n):
    rows = []
    best = ()
    for bits in product([False, True], repeat=n):
        if sum(bits) % 2 and not best:
            best = bits
        rows.append(bits)
    rows.sort()
    return rows, best, len(rows)


def made(v, n):
    t = tuple(x * 2 for x in v)
    u = t[1:] + (n, 5)
    w = tuple(v[:n])
    s = tuple([x - 1 for x in v])
    last = t if t > u else u
    return t, u, w, s[::-1], last, t == u, t[0] + u[-1], s == tuple(x - 1 for x in v)


def made_in_a_loop(v, n):
    best = tuple(x for x in v if x > 8)
    rows = []
    for k in range(n):
        part = tuple(x * k for x in v[:k])
        if sum(part) > sum(best):
            best = part
        rows.append(part)
        rows.append(best[:2])
    total = 0
    for row in rows:
        total = total * 3 + len(row)
        for x in row:
            total += x
    return best, rows, total


def of_floats(v, n):
    halves = tuple(x / 2 for x in v)
    rows = []
    for p in permutations(halves, 2):
        if p[0] < p[1] and 1.5 in p:
            rows.append(p)
    return rows, max(halves)


def items_that_are_not_there(v, n):
    t = tuple(x for x in v)
    u = t
    return u[n + 3], t


def read_from_lists(v, n):
    rows = []
    for c in combinations(v, n):
        if not rows or sum(c) < sum(rows[-1]):
            rows.append(c)
    first = rows[0]
    if rows:
        first = rows[len(rows) // 2]
    return first, len(rows[0]), rows[-1]


def none_found(v, n):
    rows = []
    for c in combinations(v, n):
        if sum(c) < 0:
            rows.append(c)
    return rows, len(rows)


def ordered(v, n):
    low, high = (), ()
    for p in permutations(v, n):
        if not low or p < low:
            low = p
        if p >= high:
            high = p
    return low, high, low != high, 7 in high, n if low else -n


def truth_table(v, n):
    rows = []
    for bits in product([False, True], repeat=n):
        rows.append((bits, all(bits), any(bits), sum(bits) % 2 == 1))
    return rows


def held_in_rows(v, n):
    rows = []
    beside = []
    for c in combinations(v, n):
        if sum(c) > 20:
            rows.append((sum(c) / 2, c))
        beside.append((c[0], c[-1]))
    return rows, len(rows), beside


def held_twice(v, n):
    both = []
    for c in combinations(v, n):
        t = tuple(x - n for x in c)
        both.append((c, sum(t), t, sum(c) / 4))
    if not both:
        return both
    return both


def no_rows(v, n):
    rows = []
    for c in combinations(v, n):
        if sum(c) < 0:
            rows.append((c, sum(c)))
    return rows


CASES = [largest_subset, found_or_empty, all_orders, products, made, made_in_a_loop, of_floats, items_that_are_not_there, read_from_lists]
CASES += [none_found, ordered, truth_table, held_in_rows, held_twice, no_rows]


@pytest.mark.parametrize("case", [(f, V, n) for f in CASES for n in (4, 1, 2)], ids=name_of)
def test_machine_code(case):
    check_machine_code(case)
    check_values(case)


def as_key(v, n):
    seen = {}
    for p in permutations(v, 2):
        seen[p] = sum(p)
    return seen


def in_a_set(v, n):
    return {tuple(sorted(c)) for c in permutations(v[:3], n)}


def compared_with_a_list(v, n):
    t = tuple(x for x in v)
    return t == v, v == [*t], t


def of_mixed_items(v, n):
    t = tuple(x for x in v)
    u = t + ("end", 1.5)
    return u


def grows(v, n):
    t = ()
    for x in v:
        t += (x,)
    return t


def one_twice(v, n):
    t = tuple(x for x in v)
    return t, t


def one_by_another_name(v, n):
    t = tuple(x for x in v)
    u = t
    return u is t, t


def in_an_inner_function(v, n):
    t = tuple(x + n for x in v)

    def inner(k):
        t = tuple(x * k for x in v)
        return t

    return t, inner(3)


def given_on(v, n):
    rows = []
    for c in combinations(v, n):
        rows.append(c)
    rows[0] += (1,)
    return [r for r in rows if len(r) > 0], max(rows)


def printed(v, n):
    t = tuple(x for x in v)
    return str(t), f"{t}", hash(t) == hash(tuple(v))


def gone_through(v, n):
    rows = []
    for c in combinations(v, n):
        rows.append((c, sum(c)))
    total = 0
    for c, s in rows:
        total = total * 3 + s - c[0]
    return rows, total, rows[0], max(rows, key=lambda r: r[1])


def all_are_tuples(v, n):
    rows = []
    for c in combinations(v, n):
        rows.append((c, c[1:]))
    return rows


OTHERS = [gone_through, all_are_tuples, as_key, in_a_set, compared_with_a_list, of_mixed_items, grows, one_twice, one_by_another_name, in_an_inner_function, given_on, printed]


@pytest.mark.parametrize("case", [(f, V, n) for f in OTHERS for n in (3, 1)], ids=name_of)
def test_values(case):
    check_values(case)


def helper(v):
    return tuple(x + 1 for x in v)


def test_what_a_helper_gives():
    def run(v):
        t = helper(v)
        return t, sum(t)

    assert outcome(up.jit(strict=False)(run), [V]) == outcome(run, [V])
