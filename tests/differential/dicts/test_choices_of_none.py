"""Dicts that get a value or None by a choice: paths that are put together from parents."""

import bisect

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def halves(n):
    parent = {}
    for i in range(n):
        parent[i] = i // 2 if i else None
    path = []
    at = n - 1
    while at is not None:
        path.append(at)
        at = parent[at]
    return path[::-1]


def rising(values):
    tails, places, parent = [], [], {}
    for i, v in enumerate(values):
        k = bisect.bisect_left(tails, v)
        if k == len(tails):
            tails.append(v)
            places.append(i)
        else:
            tails[k] = v
            places[k] = i
        parent[i] = places[k - 1] if k else None
    path = []
    at = places[-1] if places else None
    while at is not None:
        path.append(values[at])
        at = parent[at]
    path.reverse()
    return path


def three_ways(n):
    d = {}
    for i in range(n):
        d[i % 4] = None if i % 3 == 0 else i if i % 2 else None
    return [k for k in d if d[k] is None], len(d)


def returned(n):
    d = {}
    for i in range(n):
        d[i] = i if i % 2 else None
    return d


def raises(n):
    d = {}
    d[10 // n] = n if n > 5 else None
    return d[1] + 1


CASES = [(halves, 9), (halves, 1), (rising, [3, 1, 2, 5, 4]), (rising, [2.5, 1.0, 3.0])]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [*CASES, (three_ways, 9), (three_ways, 0), (rising, []), (halves, 0), (returned, 5), (raises, 10), (raises, 3), (raises, 0)], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)
