"""Dicts and sets with integers or tuples of integers as keys: values, types, order and exceptions are CPython's, in machine code and in
the interpreter."""

import random
from collections import defaultdict

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_levels
from support.texts import function_of


def pairs(n):
    table = {}
    for i in range(n):
        for j in range(n):
            table[i, j] = i * j
    total = 0
    for key in table:
        total += table[key] * key[0]
    for (i, j), v in table.items():
        total += 3 * i + j - v
    for key, v in table.items():
        total = (2 * total + key[1] * v) % 1000003
    return total, len(table), (1, 1) in table, (n, 0) in table, table.get((n, n), -1), max(table.values()) if n else 0


def triples(n):
    seen = {(0, 0, 0)}
    x = y = z = 0
    for i in range(n):
        x, y, z = (x + i) % 5, (y - x) % 4, (z + y) % 3
        place = (x, y, z)
        if place in seen:
            z += 1
        seen.add((x, y, z))
    return len(seen), (0, 0, 0) in seen, (9, 9, 9) not in seen


def walk(n):
    visits = {}
    x, y = 0, 0
    for i in range(n):
        x, y = (x + y + i) % 7 - 3, (x - i) % 5 - 2
        visits[x, y] = visits.get((x, y), 0) + 1
    return visits


def returned(n):
    squares = {i * i % 7 for i in range(n)}
    halves = {(i, i + n): i / 2 for i in range(n)}
    return squares, halves


def returned_set(n):
    seen = set()
    for i in range(n):
        seen.add((i % 3, i % 2))
    return seen, n


def updates_of_pairs(n):
    d = {(0, 0): 1.5}
    d[0, 0] += 2.0
    if n > 5:
        d[0, 1] += 1.0
    return d[0, 0]


def unknown_pair(n):
    d = {(1, 2): 3}
    return d[n, 2]


def unknown_triple(n):
    d = {(1, 2, 3): 3}
    del d[(1, 2, n)]
    return len(d)


def unknown_four(n):
    s = {(1, 2, 3, 4)}
    s.remove((4, 3, 2, n))
    return len(s)


def popped(n):
    d = {1: 10, 2: 20, 3: 30}
    x = d.pop(n % 4, -7)
    d.pop(99, None)
    if 1 in d:
        del d[1]
    d[1] = x
    return x, len(d), list(d.keys()), list(d.values()), sum(d.values()), [k + v for k, v in d.items()], d


def pop_of_nothing(n):
    d = {n: 1}
    d.pop(n)
    return d.pop(n)


def deleted_nothing(n):
    d = {n: 1}
    del d[n + 1]
    return d


def many_come_and_go(n):
    d = {}
    for i in range(40 * n):
        d[i] = i / 2
        if i % 3 > 0 and i - i % 2 in d:
            del d[i - i % 2]
        if i > 20 and i - 20 in d:
            d.pop(i - 20)
    return len(d), list(d), list(d.values()), max(d) if d else -1


def deleted_twice(n):
    d = {}
    for i in range(n):
        d[i] = i
        if i % 3 > 0:
            del d[i - i % 2]
    return d


def emptied(n):
    d = {1: 2}
    s = {1, 2}
    for i in range(n):
        d[i] = i
        s.add(i)
        if i == 5:
            d.clear()
            s.clear()
    return len(d), list(d), sorted(s), not d, not s


def while_there_are_keys(n):
    d = {i: i + 1 for i in range(n)}
    steps = 0
    while d and steps < 100:
        k = min(d)
        steps += d.pop(k)
    return steps, len(d)


def set_default(n):
    d = {}
    total = 0
    for i in range(n):
        total += d.setdefault(i % 3, i)
    d.setdefault(7, 1)
    return total, d


def sets_lose_items(n):
    s = set(range(n))
    s.discard(2)
    s.discard(77)
    if 1 in s:
        s.remove(1)
    t = {1, 2, 3}
    t.update([4, 5])
    u = {2}
    return len(s), sorted(s), sum(s), len(s & t), s <= t, sorted(s | t), t == u, bool(len(s - t))


def removed_nothing(n):
    s = {n}
    s.remove(n + 1)
    return len(s)


def pop_of_empty_set(n):
    s = {n}
    s.pop()
    return s.pop()


def order_of_a_set(n):
    s = set()
    for i in range(n):
        s.add(i * 37 % 101 - 50)
    return list(s), [x for x in s if x > 0], min(s, key=lambda x: x * x % 7) if s else 0


def least_of_a_set(n):
    cost = {0: 5}
    todo = {0}
    done = []
    while todo:
        node = min(todo, key=lambda k: cost[k])
        todo.remove(node)
        done.append(node)
        for other in (2 * node + 1, 2 * node + 2):
            if other < n:
                cost[other] = other * 7 % 5
                todo.add(other)
    return done, len(cost)


def groups_by_default(n):
    g = defaultdict(list)
    for i in range(n):
        g[i * i % 7].append(i / 2)
    s = 0.0
    for key, items in g.items():
        s += len(items) * key + items[-1] + sum(items)
        for v in items:
            s += v
    for items in g.values():
        s += max(items)
    return s, len(g), g[1], list(g), len(g[77]), len(g)


def groups_by_set_default(n):
    groups = {}
    for i in range(n):
        groups.setdefault((i % 2, i % 3), []).append(i)
    return groups, (0, 0) in groups, len(groups[0, 0]) if groups else -1


def lists_are_made_anew(n):
    d = {}
    for i in range(n):
        if i % 4 not in d:
            d[i % 4] = []
        d[i % 4].append(i)
        if i == 9:
            d[1] = [i]
    return d


def connected(n):
    adj = {}
    for i in range(n):
        adj[i] = []
    for i in range(n):
        for j in range(n):
            if (i + j) % 3 == 1:
                adj[i].append(j)
    seen = {0}
    todo = [0]
    while todo and n:
        v = todo.pop()
        for w in adj[v]:
            if w not in seen:
                seen.add(w)
                todo.append(w)
    return sorted(seen), np.array(adj[1]).sum() if n > 1 else 0, [x + 1 for x in adj[2]] if n > 2 else [], adj[0][0] if n > 1 else 1


def list_of_nothing(n):
    g = {}
    g.setdefault(n, []).append(1)
    return g[n + 1]


TABLES = [
    groups_by_default, groups_by_set_default, lists_are_made_anew, connected, list_of_nothing,
    pairs, triples, walk, returned, returned_set, updates_of_pairs, unknown_pair, unknown_triple, unknown_four, popped, pop_of_nothing,
    deleted_nothing, many_come_and_go, deleted_twice, emptied, while_there_are_keys, set_default, sets_lose_items, removed_nothing, pop_of_empty_set,
    order_of_a_set, least_of_a_set,
]  # fmt: skip


@pytest.mark.parametrize("n", [0, 1, 7, 30])
@pytest.mark.parametrize("function", TABLES, ids=lambda f: f.__name__)
def test_tables(function, n):
    check_levels(function, n)


def changed_at_random(work, items):
    s = set()
    taken = []
    for k in range(len(work)):
        if work[k] == 0:
            s.add(items[k])
        elif work[k] == 1:
            s.discard(items[k])
        elif s:
            taken.append(s.pop())
    return taken, list(s), len(s)


@pytest.mark.parametrize("limit", [5, 100, 10**6, 2**63 - 1])
def test_sets_have_the_order_of_cpython(limit):
    compiled = up.jit(strict=True)(changed_at_random)
    for seed in range(40):
        draw = random.Random(seed)
        n = draw.choice([10, 60, 700])
        work = np.array([draw.choice((0, 0, 1, 2)) for _ in range(n)])
        items = np.array([draw.randint(-limit, limit) for _ in range(n)])
        items[::7] = draw.choice([2**61 - 1, 1 - 2**61, -1, 2**62]) if limit > 10**6 else -1
        assert repr(compiled(work, items)) == repr(changed_at_random(work, items)), seed


_STAYS_PYTHON = """
d = {}; d.setdefault(1, []).append(2); g = d[1]; g.append(3); return d
d = {}; d[1] = []; return d[1], d[1]
s = {x for x in a}; return [x for x in {9, 40, 17, 33, 25}]
s = {-9, -40, 17, 33, 25}; return list(s)
s = {(1, 2), (3, 4), (0, -1), (5, 5), (7, 1)}; return [x for x, y in s]
d = {1: 2}; return d.popitem()
d = {1: 2, 3: 4}; return [d.pop(k, None) for k in a]
""".strip().splitlines()


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("text", _STAYS_PYTHON)
def test_what_stays_python(text):
    f = function_of("def f(a):\n    " + text.replace("; ", "\n    ") + "\n")
    a = np.array([1, 3, 1])
    assert repr(up.jit(strict=False)(f)(a)) == repr(f(a))
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(f)(a)


def grow(items):
    items.append(7)
    return len(items)


def changed_by_a_helper(n):
    d = {}
    d.setdefault(n, []).append(1)
    k = grow(d[n])
    for items in d.values():
        k += grow(items)
    return d, k


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_lists_of_a_dict_that_a_function_changes():
    assert up.jit(strict=False)(changed_by_a_helper)(3) == changed_by_a_helper(3)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(changed_by_a_helper)(3)


def keys_from_a_list_of_tuples(n):
    pairs = []
    for i in range(n):
        pairs.append((i, -i))
    d = {}
    for a, b in pairs:
        d[b, a] = a
    del d[(-1, 1)]
    return d, (-1, 1) in d


def test_keys_from_a_list_of_tuples():
    assert up.jit(strict=True)(keys_from_a_list_of_tuples)(5) == keys_from_a_list_of_tuples(5)


def list_that_grows_under_its_loop(n):
    d = defaultdict(list)
    d[1].append(1)
    count = 0
    for x in d[1]:
        count += 1
        if count < n:
            d[1].append(x + 1)
    return count, len(d[1])


def lists_that_grow_under_loops_within_loops(n):
    d = {}
    for i in range(n):
        d.setdefault(i % 3, []).append(i)
    total = 0
    for k in d:
        for i, x in enumerate(d[k]):
            total += x * i
            if x < 2:
                d[k].append(x + 10)
    for k, items in d.items():
        for x in items:
            total += x
            if x < 2:
                d.setdefault(k, []).append(7)
    return total


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [list_that_grows_under_its_loop, lists_that_grow_under_loops_within_loops])
def test_a_loop_through_a_list_of_a_dict_sees_what_is_appended(function):
    assert up.jit(strict=False)(function)(7) == function(7)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_dict_that_changes_under_its_loop():
    def changed(n):
        d = {1: 2, 3: 4}
        for k in d:
            d.pop(n, None)
        return d

    compiled = up.jit(strict=False)(changed)
    assert compiled(5) == {1: 2, 3: 4}
    with pytest.raises(RuntimeError, match="dictionary changed size during iteration"):
        compiled(1)


def read_argument(d):
    total = 0.0
    for k, v in d.items():
        total += k * v
    return total, 5 in d, d.get(7, -1.0), len(d), sorted(d), max(d.values()), list(d)


def made_of_argument(d):
    e = {}
    for k in d:
        e[k + 1] = d[k] * 2
    return e, d[1]


def two_arguments(d, e):
    s = 0
    for i in e:
        if i in d:
            s += d[i]
    return s


DICTS = [{1: 2.0, 5: 3.0}, {1: 2, -4: 3}, {2: True, 3: False}, {i * i: i for i in range(50)}]


@pytest.mark.parametrize("d", DICTS, ids=range(len(DICTS)))
def test_dicts_as_arguments(d):
    check_levels(read_argument, d)
    check_levels(made_of_argument, d)
    check_levels(two_arguments, d, {1: 0, 4: 2, 99: 1})


def test_a_dict_that_is_returned_is_the_given_one():
    compiled = up.jit(strict=True)(function_of("def f(d):\n    return d\n"))
    given = {1: 2.0, 2: 3.0}
    assert compiled(given) is given
    assert given == {1: 2.0, 2: 3.0}


@pytest.mark.parametrize("text", ["e = d; return len(e)", "d[9] = 1; return len(d)", "d.pop(1); return len(d)", "d[1] += 2.0; return 0"])
def test_dicts_that_are_changed(text):
    f = function_of("def f(d):\n    " + text.replace("; ", "\n    ") + "\n")
    expected, given = {1: 2.0, 2: 3.0}, {1: 2.0, 2: 3.0}
    assert up.jit(strict=True)(f)(given) == f(expected)
    assert repr(given) == repr(expected)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_dicts_of_other_kinds_stay_with_python():
    compiled = up.jit(strict=False)(two_arguments)
    for d in ({}, {1: 2, 3: 4.0}, {2**70: 1}, {np.int64(1): 2}, {1: None}):
        assert compiled(d, {3: 1}) == two_arguments(d, {3: 1})
    assert compiled({3: 5}, {3: 1}) == 5 and compiled.ran_on == "cpu"


def of_a_test(a, n, m):
    if len({x % n for x in a}) == n and len({x + i for i, x in enumerate(a)}) == m:
        return 1
    if n < 0:
        return 4
    elif len({x for x in a if x > n}) > 1:
        return 2
    return 3


def of_pairs(a):
    d = {x: i for i, x in enumerate(a)}
    s = {x * y for x, y in zip(a, a[1:]) if x != y}
    return d, len(s), sum(s)


@pytest.mark.parametrize(("function", "arguments"), [
    (of_a_test, (np.array([0, 1, 2]), 3, 3)), (of_a_test, (np.array([0, 1, 0]), 2, 3)), (of_a_test, (np.array([7, 9, 8]), 4, 3)),
    (of_a_test, (np.array([0, 1]), 0, 3)), (of_a_test, (np.array([1, 1]), 4, 3)), (of_pairs, (np.array([3, 1, 3, 2]),)),
    (of_pairs, (np.zeros(0, int),)),
])  # fmt: skip
def test_sets_in_tests_and_comprehensions_of_pairs(function, arguments):
    with np.errstate(all="ignore"):
        expected = repr(function(*arguments))
        assert repr(up.jit(strict=True)(function)(*arguments)) == expected


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_sets_that_no_statement_names():
    """A set in the test of a loop is made anew each time."""
    def f(a):
        n = 0
        while len({x % (n + 2) for x in a}) > 1:
            n += 1
        return n

    assert up.jit(strict=False)(f)(np.array([2, 8, 14])) == f(np.array([2, 8, 14]))


def read_behind_its_loop(pairs):
    d = defaultdict(list)
    for a, b in pairs:
        d[a].append(b)
    n = 0
    for items in d.values():
        n += len(items)
    d[pairs[-1][0]].append(7)
    return n, len(items)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_list_of_a_dict_that_is_read_behind_its_loop_has_what_came_since():
    pairs = [(0, 1), (0, 2), (1, 5)]
    assert up.jit(strict=False)(read_behind_its_loop)(pairs) == read_behind_its_loop(pairs)
