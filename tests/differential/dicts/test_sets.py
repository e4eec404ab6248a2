"""Sets that are made of others and sets that are given: values, types, order and exceptions are CPython's, in machine code and in the
interpreter."""

import itertools
import random
from collections import defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_levels, outcome, shown
from support.texts import function_of


def with_order(value):
    """With the order of sets."""
    if isinstance(value, tuple):
        return [with_order(item) for item in value]
    if isinstance(value, dict):
        return type(value), [(key, with_order(item)) for key, item in value.items()]
    if isinstance(value, set):  # the order of texts is another one in each process
        return "set", sorted(value) if any(isinstance(item, str) for item in value) else list(value)
    return shown(value, {})


def seen(function, arguments):
    try:
        return with_order(function(*arguments))
    except Exception as error:
        return type(error), error.args


def operators(a, b):
    x, y = set(a), set(b)
    both, either, first, one = x & y, x | y, x - y, x ^ y
    order = [n for n in either] + [-1] + [n for n in first] + [-1] + [n for n in one] + [-1] + list(both)
    return order, len(one), 3 in first, x <= either, both.issubset(x), either.issuperset(y), both == x, both != x, first.isdisjoint(y)


def changed(a, b):
    s, t = set(a), set(b)
    s |= t
    s -= {3, 4}
    s ^= {1, 2, 100}
    order = list(s)
    s &= set(range(0, 60, 2))
    for n in s:
        order.append(n)
    s.update(t)
    s.difference_update(b)
    s.symmetric_difference_update(a)
    if s:
        order.append(s.pop())
    return order + list(s), len(s)


def methods(a, b):
    s = set(a)
    out = []
    for n in s.union(b):
        out.append(n)
    for n in s.intersection(b):
        out.append(n)
    for n in s.difference(b):
        out.append(n)
    for n in s.symmetric_difference(b):
        out.append(n)
    for n in s.copy():
        out.append(n)
    return out, s.issubset(b), s.issuperset(set(b)), s.isdisjoint(b)


def without_names(a, b):
    return len(set(a) & set(b)) / max(1, len(set(a) | set(b))), sorted(set(a) - set(b)), sum(set(a) ^ set(b))


def given_back(a, b):
    x, y = set(a), set(b)
    return x & y, x | y, x - y, x ^ y


def given_back_by_name(a, b):
    x, y = set(a), set(b)
    both = x | y
    rest = x.difference(y)
    if len(both) > 40:
        return both, rest, 0
    return both, rest, len(rest)


def given_back_alone(a, b):
    common = set(a)
    common &= set(b)
    return common


def into_itself(a, b):
    s = set(a)
    for n in b:
        s = s | {n, n + 1}
        s = s - {n}
    return list(s)


def by_levels(a, b):
    found, level = {0}, {0}
    steps = 0
    while level and steps < 20:
        steps += 1
        following = set()
        for u, v in zip(a, b):
            if u in level:
                following.add(v)
        level = following - found
        found |= level
    return sorted(found), steps


def moved(a, b):
    level, steps = {a[0]}, 0
    while level and steps < 9:
        following = {v for u, v in zip(a, b) if u in level}
        following.add(steps)
        steps += len(following)
        level = following
    return list(level), steps


def updated(a, b):
    nodes, before, out = set(), defaultdict(int), []
    for x, y in zip(a, b):
        before[y] += 1
        nodes.update((x, y))
        nodes.update([x + 1])
    for n in nodes:
        out.append(n)
    return out, sorted(n for n in nodes if before[n] == 0)


def reported(a, b):
    x, y = set(a), set(b)
    return x & y, x | y, sorted(x ^ y), len(x - y)


def nowhere_named(a, b):
    out = []
    for x in set(a):
        out.append(x)
    if len(set(a)) != len(a):
        out.append(-8)
    if a[0] in set(b):
        out.append(-7)
    k = len(a) - len(set(a)) + max(set(b)) // 2
    return out, k, sorted(set(a)), [x for x in set(b)], list(set(a)), len(set(a)) == len(b)


def in_tests(a, b):
    x, y = set(a), set(b)
    n = 0
    while x & y:
        x -= {min(x)}
        n += 1
    if not x - y and n:
        return n
    return -n if x and not x & y else 0


def of_pairs(a, b):
    x = {(u, v) for u, v in zip(a, b)}
    y = {(v, u) for u, v in zip(a, b)}
    x |= y
    return len(x), len(x - y), (a[0], b[0]) in x, x == y


def raises_between(a, b):
    return len(set(a) & set(b)) + a[99] + len(set(a) | set(b))


def copied(a, b):
    s = set(a)
    t = set(s)
    t.add(1000)
    u = s.copy()
    u.clear()
    return list(s), list(t), len(u)


def popped_after_clear(a, b):
    s = set(a)
    first = s.pop()
    s.clear()
    s.update(b)
    return first, s.pop()


MADE = [operators, changed, methods, without_names, given_back, given_back_by_name, given_back_alone, into_itself, by_levels, moved, updated, reported, nowhere_named, in_tests, of_pairs, raises_between, copied, popped_after_clear]
LISTS = [([1, 9, 17, 2], [3, 2, 17]), (list(range(40)), [5, 3]), ([7], list(range(0, 90, 7))), ([-1, -2, 2**61 - 1, 0], [-2, 2**62])]


@pytest.mark.parametrize("given", LISTS, ids=range(len(LISTS)))
@pytest.mark.parametrize("function", MADE, ids=lambda f: f.__name__)
def test_sets_of_sets(function, given):
    check_levels(function, *given, seen=seen)


def at_random(work, items, cuts):
    s, t = set(), set()
    order = [0]
    for k in range(len(work)):
        other = {x for x in items[: cuts[k]]}
        if work[k] == 0:
            s |= other
        elif work[k] == 1:
            s -= other
        elif work[k] == 2:
            s ^= other
        elif work[k] == 3:
            s &= t
        elif work[k] == 4:
            t = s | other
        elif work[k] == 5:
            t = s - other
        elif work[k] == 6:
            t = other ^ s
        elif work[k] == 7:
            t = t & s
        elif s:
            order.append(s.pop())
        for x in s:
            order.append(x)
        for x in t:
            order.append(x)
    return order


def test_the_order_is_that_of_cpython():
    compiled = up.jit(strict=True)(at_random)
    for seed, limit in itertools.product(range(40), [20, 300, 10**6]):
        draw = random.Random(seed)
        work = [draw.randrange(9) for _ in range(30)]
        items = [draw.randint(-limit, limit) for _ in range(draw.choice([8, 70, 300]))]
        cuts = [draw.choice([1, 2, 5, len(items)]) for _ in work]
        assert compiled(work, items, cuts) == at_random(work, items, cuts), (seed, limit)


def read(s):
    t = 0
    for n in s:
        t = 10 * t + n
    return t, len(s), 4 in s, sum(s), sorted(s), list(s), [n + 1 for n in s], [n for n in range(20) if n not in s]


def compared(s, t):
    return len(s & t), len(s | t), sorted(s - t), s <= t, s == t, s.issubset(t), s.isdisjoint(t), sorted(s.union(t))


def grown(s):
    own = set(s)
    own.add(1000)
    own |= {n + 1 for n in s}
    return sorted(own), 5 in own


def words(s, t):
    return len(s & t), sorted(s | t), "a" in s, [w for w in sorted(s) if w not in t]


GIVEN = [(read, {3, 1, 4, 15, 9, 2}), (read, {10**12, -5}), (read, set()), (compared, {1, 2}, {2, 3}), (compared, set(), {1}), (compared, {1}, {1, 5}),
         (grown, {5, 2, 9}), (grown, set()), (words, {"a", "bc"}, {"bc", "d"})]  # fmt: skip


@pytest.mark.parametrize("case", GIVEN, ids=range(len(GIVEN)))
def test_sets_as_arguments(case):
    check_levels(*case, seen=seen)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(
    "text", ["s.add(9); return 1", "s |= {9}; return 1", "return s", "t = s; t.add(9); return 2", "s.discard(1); return 0", "return [n for n in s | {40}]",
             "return s | {7}", "return s.pop()", "for n in s: s.add(n + 1)"])  # fmt: skip
def test_sets_that_are_changed_or_whose_order_is_not_known_stay_with_python(text):
    f = function_of("def f(s):\n    " + text.replace("; ", "\n    ") + "\n")
    assert outcome(up.jit(strict=False)(f), ({1, 2, 33},)) == outcome(f, ({1, 2, 33},))
    with pytest.raises((TypeError, up.CompileError)):
        up.jit(strict=True)(f)({1, 2, 33})


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_sets_of_other_kinds_stay_with_python():
    compiled = up.jit(strict=False)(read)
    for s in ({1.0, 2.0}, {1, 2.5}, {True, 7}, {2**70}, {np.int64(1)}, frozenset({1})):
        assert repr(compiled(s)) == repr(read(s))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("text", [
    "s = set(a); t = s; t |= {9}; return sorted(s)", "s = set(a); t = s | {9}; t.add(4); return t", "t = set(a) | {9}; return t, t", "s = {0}; t = {1}; s = t; t.add(9); return sorted(s)", "s = {9, 40, 17, 33, 25}; return list(s | set(a))", "s = {9, 40, 17, 33, 25}; return s.pop()",
    "s = set(a); s |= a; return 0", "s = set(a); return s.union(a, [7])", "s = set(a); s |= s; return list(s)", "s = {(1, 2)}; return list(s | {(3, 4)})",
    "s = set(a); s.intersection_update(a); return s", "s = set(a); return s.union([s.pop()])",
])  # fmt: skip
def test_what_stays_python(text):
    f = function_of("def f(a):\n    " + text.replace("; ", "\n    ") + "\n")
    assert outcome(up.jit(strict=False)(f), ([1, 3, 1],)) == outcome(f, ([1, 3, 1],))
    with pytest.raises((TypeError, up.CompileError)):
        up.jit(strict=True)(f)([1, 3, 1])


def neighbours(edges):
    near = defaultdict(set)
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    order = []
    for a in near:
        for b in near[a]:
            order.append(b)
    return order, [len(near[a]) for a in sorted(near)], 1 in near[0], 77 not in near[0], len(near), list(near[0]), [b for b in near[1]]


def entered(edges):
    near = {i: set() for i in range(20)}
    for a, b in edges:
        near[a].add(b)
    out = []
    for a, found in near.items():
        if len(found) > 1:
            for b in found:
                out.append(a * b)
        if a in found:
            out.append(-1)
    sums = [sum(held) for held in near.values()]
    return near, out, sums


def made_anew(edges):
    near = {}
    for a, b in edges:
        if a not in near or len(near[a]) == 3:
            near[a] = set()
        near[a].add(b)
        near.setdefault(b, set()).add(a)
    return near


def asked_for_what_is_not_there(edges):
    near = {}
    for a, b in edges:
        if a < b:
            near[a] = set()
        near[b].add(a)
    return near


def sets_of_words(rows):
    found = defaultdict(set)
    for a, b in rows:
        found[a].add(b)
    return found, {a: len(names) for a, names in found.items()}, sorted(found["a"]), "x" in found["b"]


EDGES = [[(0, 1), (1, 2), (3, 4), (0, 9), (0, 17), (0, 1), (1, 1)], [(0, 1)], [(i % 7, 3 * i % 20) for i in range(80)]]


@pytest.mark.parametrize("edges", EDGES, ids=range(len(EDGES)))
@pytest.mark.parametrize("function", [neighbours, entered, made_anew, asked_for_what_is_not_there], ids=lambda f: f.__name__)
def test_dicts_of_sets(function, edges):
    check_levels(function, edges, seen=seen)


def test_dicts_of_sets_of_words():
    check_levels(sets_of_words, [("a", "x"), ("b", "y"), ("a", "z"), ("a", "x")], seen=seen)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("text", ["d[a].add(2)\n    s = d[a]\n    s.add(7)", "d[a].add(2)\n    d[a].discard(2)", "for x in d[a]: d[a].add(x + 1)", "d[a].add(d[a].add(3))"])
def test_dicts_of_sets_that_stay_with_python(text):
    f = function_of(f"def f(a):\n    d = {{}}\n    d[a] = set()\n    {text}\n    return d\n")
    assert outcome(up.jit(strict=False)(f), (1,)) == outcome(f, (1,))
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(f)(1)


def larger(a, b):
    best = (a[0], 0)
    for i, x in enumerate(a):
        best = max(best, (x, i))
    return best, min((a[0], 1), (b[0], 0), (a[-1], -1)), max((1, 2.0, a[0]), (1, 2.0, b[0]))


def starred(a, b):
    row = [1]
    for _ in range(len(a)):
        row = [x + y for x, y in zip([0, *row], [*row, 0])]
    return row, [*a, *b, 7], [*a, a.pop()], [*range(3)]


@pytest.mark.parametrize("given", LISTS, ids=range(len(LISTS)))
@pytest.mark.parametrize("function", [larger, starred], ids=lambda f: f.__name__)
def test_tuples_that_are_compared_and_lists_with_stars(function, given):
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
