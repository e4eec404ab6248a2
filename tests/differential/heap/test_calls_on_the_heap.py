"""Calls of functions that are taken on the heap: two names of one list, other types in another call, names around that change."""

import unpython as up
from support.left import left_by

FACTOR = 2
STEPS = [1, 2]


def grown(rows, other):
    rows.append([len(other) * FACTOR])
    other.append([len(rows)])
    return rows is other, rows, other[-1], [type(x).__name__ for row in rows for x in row]


def with_names(rows):
    for row in rows:
        while len(row) < len(STEPS):
            row.append(None)
    STEPS.append(len(rows))
    return rows, FACTOR


def large(n):
    d = {"a": [1]}
    t = 1
    for i in range(n):
        t *= 1000
        d["a"].append(t)
        d[f"k{i}"] = [t, None]
    return d


def test_one_list_twice():
    compiled = up.jit(strict=True)(grown)
    rows = [[1], [2]]
    for arguments in ((rows, rows), (rows, [[5]]), ([], []), ([["a"], [2.5, None]], [])):
        assert left_by(compiled, arguments) == left_by(grown, arguments)
    a, b = [[1]], [[2]]
    assert compiled(a, a)[1] is a
    assert compiled(a, b)[1] is a and b[-1] == [4]


def test_names_around():
    global FACTOR
    compiled = up.jit(strict=True)(with_names)
    for factor in (2, 3.5):
        FACTOR = factor
        STEPS[:] = [1, 2]
        expected = with_names([[1], []]), list(STEPS)
        STEPS[:] = [1, 2]
        assert (compiled([[1], []]), STEPS) == expected


def test_integers_beyond_64_bits():
    for n in (3, 30):
        assert up.jit(strict=True)(large)(n) == large(n)


def test_another_thread():
    from concurrent.futures import ThreadPoolExecutor

    compiled = up.jit(strict=True)(grown)
    compiled([[1]], [[2]])
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda k: compiled([[k]], [[2]] * k)[1], range(40)))
    assert results == [grown([[k]], [[2]] * k)[1] for k in range(40)]
