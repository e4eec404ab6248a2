"""The key with the largest or the least value of a dict with tuples as keys, and its item."""

from collections import Counter, defaultdict

import pytest
import unpython as up
from support.outcomes import outcome


def of_counts(xs):
    grid = {}
    for x in xs:
        key = (int(x), int(x) % 2)
        grid[key] = grid.get(key, 0) + 1
    return max(grid, key=grid.get), min(grid, key=grid.get), len(grid)


def of_items(xs):
    grid = {}
    for x in xs:
        key = (int(x), int(x) % 2)
        grid[key] = grid.get(key, 0) + 1
    best = max(grid.items(), key=lambda kv: kv[1])
    return best, min(grid.items(), key=lambda kv: (-kv[1], kv[0]))[0]


def of_costs(xs):
    cost = {}
    for x in map(int, xs):
        for y in map(int, xs):
            cost[x, y] = (x - 1.5) * y
    best = min(cost, key=cost.get)
    last = max(cost, key=lambda k: (k[1], -k[0]))
    return max(cost, key=lambda k: cost[k]), best, cost[best], last


def of_a_counter(xs):
    seen = Counter()
    rounded = [int(x) for x in xs]
    for x, y in zip(rounded, rounded[1:]):
        seen[x, y] += 1
    first = max(seen, key=seen.get)
    most = max(seen.items(), key=lambda kv: kv[1])[1]
    return first[0], most


def of_a_default(xs):
    total = defaultdict(float)
    for x in xs:
        total[int(x) % 2, 0, 1] += x
    top = max(total, key=total.get)
    return top, total[top], dict(total)


def in_order(xs):
    return xs[5], max({(x, 0): x for x in xs}.items(), key=lambda kv: kv[1])


def after_a_failure(xs):
    grid = {(x, 0): x for x in xs}
    return xs[3], max(grid, key=grid.get)


@pytest.mark.parametrize("function", [of_counts, of_items, of_costs, of_a_counter, of_a_default])
@pytest.mark.parametrize("xs", [[1.0, 2.0, 2.0, 5.0], [3.0], [2.0, 1.0], [1, 1, 2, 2], []])
def test_largest(function, xs):
    compiled = up.jit(strict=len(xs) > 1)(function)
    assert outcome(compiled, [xs]) == outcome(function, [xs])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [in_order, after_a_failure])
@pytest.mark.parametrize("xs", [[1.0, 2.0, 2.0, 5.0, 1.0, 0.5], [3.0], []])
def test_what_stands_before_it(function, xs):
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [xs]) == outcome(function, [xs])
