"""Lists of tuples that grow, and dicts that are returned: values, types and exceptions are CPython's. Uses that are not known keep
the statements in Python."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import told


def fill(grid):
    seen = np.zeros(grid.shape, dtype=bool)
    stack = [(0, 0)]
    count = 0
    while stack:
        i, j = stack.pop()
        if i < 0 or j < 0 or i >= grid.shape[0] or j >= grid.shape[1]:
            continue
        if seen[i, j] or grid[i, j] != grid[0, 0]:
            continue
        seen[i, j] = True
        count += 1
        stack.append((i + 1, j))
        stack.append((i - 1, j))
        stack.append((i, j + 1))
        stack.append((i, j - 1))
    return count


def runs(k):
    out = []
    start = 0
    for i in range(1, len(k)):
        if k[i] != k[i - 1]:
            out.append((start, i - start, k[i] * 0.5))
            start = i
    return len(out), out[0], out[-1], out


def walked(n):
    p = []
    for i in range(n):
        p.append((i, i * 0.5))
    s = 0.0
    for a, b in p:
        s += a * b
    for k, (a, b) in enumerate(p):
        s += k * a
    for t in p:
        s += t[1]
    q = [a for a, b in p]
    p[0] = (5, len(p) * 1.5)
    p[-1] = (p[0][0] + 1, p[1][1])
    del p[1]
    x = p.pop(0)
    p.append((len(p), 1.0))
    p.reverse()
    return s, q, x, p[0][1], p[-1], not p, p


def popped(n):
    p = []
    if n > 5:
        p.append((1, 2))
    return p.pop()


def beyond(n):
    p = []
    p.append((1.5, n))
    return p[n]


def of_one(n):
    p = []
    p.append((n,))
    return p, p[0]


def with_itself(n):
    p = [(0, n)]
    p.append((len(p), p[-1][1] + 1))
    p.append((p[0][0], len(p)))
    p.clear()
    p.append((n, n))
    return p


def squares(n):
    return {i: i * i for i in range(n)}


def halves(n):
    i = 7
    d = {i % 3: i * 0.5 for i in range(n) if i != 2}
    d[n] = 1.5
    return d, i, len(d)


def counted(n):
    d = {}
    for x in range(n):
        d[x % 3] = d.get(x % 3, 0) + 1
    return d


def nested(n):
    t = {i + j: i * j for i in range(n) for j in range(i)}
    return t, sum(t.values())


def empty(n):
    t = {}
    return t


def looked_up(n):
    t = {i: 0.5 for i in range(n)}
    return t[n]


def table(n):
    rows = []
    for i in range(n):
        rows.append([i, i * 0.5, i % 2 == 0])
    return np.array(rows), len(rows)


def table_of_one(n):
    rows = []
    for i in range(n):
        rows.append([i * i])
    return np.asarray(rows).T


def table_of_tuples(n):
    rows = [(7, 1)]
    for i in range(n):
        rows.append((i, i * i))
    a = np.array(rows, dtype=np.float32)
    return a.sum(axis=0), rows


def extremes(n):
    rows = []
    for i in range(n):
        rows.append((i, i * 7 % 5, -0.5 * i))
    least, at, x = min(rows, key=lambda row: row[0] * (row[0] - 3))
    return max(rows, key=lambda row: row[1]), min(rows, key=lambda row: row[2])[0], least + at * x


COMPILED = [(walked, n) for n in (2, 3, 7)] + [(popped, 3), (popped, 7), (beyond, 1), (beyond, 0), (of_one, 3), (with_itself, 4)]
COMPILED += [(function, n) for function in (squares, halves, counted, nested) for n in (0, 1, 5, 40)] + [(empty, 1), (looked_up, 3)]
COMPILED += [(fill, np.zeros((6, 6), int)), (fill, np.eye(5)), (runs, np.array([1, 1, 2, 2, 2, 3]))]

COMPILED += [(function, n) for function in (table, table_of_one, table_of_tuples, extremes) for n in (1, 2, 9)] + [(extremes, 0)]


def no_rows(n):
    rows = []
    for i in range(n - 2):
        rows.append([i, 1])
    return np.array(rows)


def stored_in_a_row(n):
    rows = []
    for i in range(n):
        rows.append([i, 2])
    rows[0][1] = 5
    return np.array(rows)


def rows_of_arrays(n):
    rows = []
    for i in range(n):
        rows.append([np.arange(3.0) * i, np.ones(3)])
    return np.array(rows)


def rows_of_lists_returned(n):
    rows = [[0, 1]]
    for i in range(n):
        rows.append([i, n])
    return rows


def rows_of_both(n):
    rows = [(0, 1)]
    for i in range(n):
        rows.append([i, n])
    return rows, np.array(rows)


def same_twice(n):
    p = [(1, 2.5), (n, 3.5)]
    p.append((n, 1.0))
    return p, p


def sorted_rows(n):
    p = [(3, 1.0)]
    p.append((n, 2.0))
    p.sort()
    return p


def mixed(n):
    p = [(1, 2)]
    p.append((1.5, n))
    return p


def of_texts(n):
    p = []
    p.append(("a", n))
    return p


def other_lengths(n):
    p = []
    p.append((1, n))
    p.append((1, n, 2))
    return p


def extended(n):
    p = [(1, n)]
    p += [(2, 3)]
    p.append((4, 5))
    return p


def asked(n):
    p = []
    p.append((1, n))
    return (1, 2) in p, p == [(1, 2)]


def grown_on_the_way(n):
    p = [(0, n)]
    for a, b in p:
        if a < 5:
            p.append((a + 1, b))
    return p


def aliased(n):
    p = []
    q = p
    q.append((1, 2))
    p.append((n, 2))
    return p


def closed_over(n):
    p = []

    def add():
        p.append((n, 1))

    add()
    p.append((1, 1))
    return p


def dict_twice(n):
    t = {1: 2}
    return t, t


def by_text(n):
    return {str(i): i for i in range(n)}


def by_tuple(n):
    return {(i, i): i for i in range(n)}


def other_name(n):
    t = {i: i for i in range(n)}
    u = t
    u[0] = 5
    return t


IN_PYTHON = [same_twice, sorted_rows, mixed, of_texts, other_lengths, extended, asked, grown_on_the_way, aliased, closed_over]
IN_PYTHON += [no_rows, stored_in_a_row, rows_of_arrays, rows_of_lists_returned, rows_of_both]
IN_PYTHON += [dict_twice, by_text, by_tuple, other_name]


@pytest.mark.parametrize("function, argument", COMPILED)
def test_compiled(function, argument):
    assert told(up.jit(strict=True)(function), [argument]) == told(function, [argument])


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", IN_PYTHON)
def test_in_python(function):
    assert told(up.jit(strict=False)(function), [2]) == told(function, [2])


def test_random_programs():
    """Appends, pops and stores in a random order, as CPython does them."""

    def run(choices):
        p = [(0, 0.5)]
        total = 0.0
        for c in choices:
            if c < 5:
                p.append((len(p), float(c) * 0.25))
            elif c < 7 and p:
                a, b = p.pop()
                total = total * 0.5 + a * b
            elif c == 7 and len(p) > 1:
                p[-2] = (p[-1][0], total)
            elif c == 8 and p:
                total += p.pop(0)[1]
            elif c == 9:
                p.reverse()
        return total, p

    compiled = up.jit(strict=True)(run)
    random = np.random.default_rng(5)
    for _ in range(50):
        choices = random.integers(0, 10, random.integers(1, 60))
        assert repr(compiled(choices)) == repr(run(choices))
