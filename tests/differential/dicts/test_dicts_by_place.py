"""Lists of dicts that a function makes, and that it asks and changes by their place."""

import pytest
import unpython as up
from support.outcomes import outcome


def differences(xs, n):
    best = [{} for _ in xs]
    longest = n
    for i in range(len(xs)):
        for j in range(i):
            d = xs[i] - xs[j]
            best[i][d] = best[j].get(d, 1) + 1
            longest = max(longest, best[i][d])
    return longest


def counts(xs, n):
    rows = [{} for _ in range(n)]
    for x in xs:
        rows[x % 2][x] = rows[x % 2].get(x, 0) + 1
    return max(len(r) for r in rows), len(rows)


def from_the_end(xs, n):
    rows = [{} for _ in range(n)]
    for x in xs:
        rows[-1][x] = n
        rows[x][n] = x
    t = 0
    for r in rows:
        for k, v in r.items():
            t = t * 3 + k * 5 + v
    return t


def value_first(xs, n):
    rows = [{} for _ in range(2)]
    for x in xs:
        rows[x][n] = 10 // n
    return len(rows[0])


def missing_key(xs, n):
    rows = [{} for _ in range(3)]
    for x in xs:
        rows[0][x] = 1
    return rows[0][n] + rows[1].get(n, 5)


def added_to(xs, n):
    rows = [{} for _ in range(n)]
    for x in xs:
        rows[0][x] = 1
        rows[0][x] += n
    return sum(rows[0].values()) if xs else 0


def grown(xs, n):
    rows = []
    for x in xs:
        rows.append({})
        rows[-1][x] = len(rows)
        rows[0][n] = x
    return [len(r) for r in rows]


def returned(xs, n):
    rows = [{} for _ in range(n)]
    for x in xs:
        rows[x][n] = x
    return rows


def two_names(xs, n):
    rows = [{} for _ in range(n)]
    r = rows[0]
    for x in xs:
        r[x] = n
        rows[0][n] = x
    return len(r), len(rows[0])


def put_in(xs, n):
    rows = [{} for _ in range(n)]
    for x in xs:
        rows[0] = {x: n}
        rows[x][x] = n
    return [len(r) for r in rows]


def one_dict_at_all_places(xs, n):
    rows = [{}] * n
    for x in xs:
        rows[x][x] = n
    return [len(r) for r in rows]


def caught(xs, n):
    rows = [{} for _ in range(n)]
    t = 0
    for x in xs:
        try:
            rows[x][x] = n
        except IndexError:
            t += 1
    return t


def taken_out(xs, n):
    rows = [{} for _ in range(n)]
    for x in xs:
        rows[x][x] = n
    del rows[0]
    rows.pop()
    return len(rows)


CALLS = [([1, 0, 1], 2), ([], 1), ([0], 0), ([5], 2), ([1, 2, 3, 5, 7], 2), ([-2, 1, 0], 3)]
BY_PLACE = [differences, counts, from_the_end, value_first, missing_key]
OTHERS = [added_to, grown, returned, two_names, put_in, one_dict_at_all_places, caught, taken_out]


@pytest.mark.parametrize("given", CALLS, ids=str)
@pytest.mark.parametrize("function", BY_PLACE, ids=lambda f: f.__name__)
def test_places(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.parametrize("given", CALLS, ids=str)
@pytest.mark.parametrize("function", OTHERS, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_others_run_in_python_or_agree(function, given):
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)
