"""Tuples of one list in another one, parts of such lists that are put together or returned, and keys that look into them."""

import pytest
import unpython as up


def merged(v):
    v = sorted(v, key=lambda iv: iv[0])
    out = [v[0]]
    for begin, end in v[1:]:
        if begin <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((begin, end))
    return out


def picked(v):
    out = [v[-1], v[0]]
    for i in range(len(v)):
        if v[i][0] > out[-1][0]:
            out.append(v[i])
    out.append(out[0])
    return out


def put_together(v):
    a = v[1:]
    b = a + v[:1]
    b = b + a
    return b, a[:1] + b[-2:]


def hull(points):
    points = sorted(set(points))
    if len(points) <= 1:
        return points

    def cross(o, a, b):
        return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])

    lower = []
    for p in points:
        while len(lower) >= 2 and cross(lower[-2], lower[-1], p) <= 0:
            lower.pop()
        lower.append(p)
    upper = []
    for p in reversed(points):
        while len(upper) >= 2 and cross(upper[-2], upper[-1], p) <= 0:
            upper.pop()
        upper.append(p)
    return lower[:-1] + upper[:-1]


def by_key(v):
    h = [v[0]]
    for x, y in v:
        h.append((x + y, x * y))
    return max(range(len(h)), key=lambda i: h[i][1]), sorted(range(len(v)), key=lambda i: (-v[i][0], v[i][1])), h


def parts_of_rows(v):
    total = 0
    for first, *_ in v:
        total += first
    for *_, last in v[1:]:
        total += 10 * last
    return total, [sum(r[:2]) for r in v]


FUNCTIONS = (merged, picked, put_together, hull, by_key, parts_of_rows)
GIVEN = [
    [(1, 3), (8, 10), (2, 6), (15, 18), (17, 20)],
    [(0, 0), (2, 1), (1, 1), (4, 0), (4, 4), (0, 4), (2, 2), (0, 0)],
    [(0.5, 2.0), (0.25, 1.0), (0.5, 2.0)],
    [(7, 7)],
]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_values(function):
    compiled = up.jit(strict=False)(function)
    for given in GIVEN:
        assert repr(compiled(list(given))) == repr(function(list(given)))
        assert compiled.ran_on != "python"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_nothing_to_take():
    compiled = up.jit(strict=False)(picked)
    for given in ([], [(1, 2)]):
        try:
            expected = repr(picked(given))
        except IndexError as error:
            expected = repr(error)
        try:
            found = repr(compiled(given))
        except IndexError as error:
            found = repr(error)
        assert found == expected


def test_texts_in_rows():
    def teams(games):
        names = set()
        for home, away, *_ in games:
            names.update([home, away])
        first = [games[0]]
        for game in games[1:]:
            if game[2] > first[-1][2]:
                first.append(game)
        seen = sorted(set(t for game in games for t in game[:2]))
        return sorted(names), seen, first

    compiled = up.jit(strict=False)(teams)
    for given in ([("A", "B", 2, 1), ("B", "C", 3, 0)], [("A", "B", 2, 1)]):
        assert compiled(list(given)) == teams(list(given))
        assert compiled.ran_on == "cpu"


def test_a_name_without_a_value_comes_before_a_place_that_is_not_there():
    def stored(k, edges):
        rows = edges[:]
        if rows:
            for _ in range(3):
                n = k * 2 - k
        rows[2] = (k, n)
        return n, rows

    compiled = up.jit(strict=True)(stored)
    for given, error in (([(1, 2)], IndexError), ([], UnboundLocalError)):
        with pytest.raises(error):
            stored(2, given)
        with pytest.raises(error):
            compiled(2, given)
    assert compiled(2, [(1, 2)] * 3) == stored(2, [(1, 2)] * 3)
