"""Tuples made of those of itertools.permutations: (0,) + p + (0,) and (0, *p, 0), under names that begin as None."""

import math
from itertools import combinations, permutations

import pytest
import unpython as up


def tour_as_sum(dist):
    best, best_tour = math.inf, None
    for perm in permutations(range(1, len(dist))):
        tour = (0,) + perm + (0,)
        length = sum(dist[a][b] for a, b in zip(tour, tour[1:]))
        if length < best:
            best, best_tour = length, tour
    return best, best_tour


def tour_with_a_star(dist):
    n = len(dist)
    best, best_tour = math.inf, None
    for perm in permutations(range(1, n)):
        tour = (0, *perm, 0)
        length = sum(dist[tour[i]][tour[i + 1]] for i in range(n))
        if length < best:
            best, best_tour = length, tour
    return best, best_tour


def both_none(dist):
    n = len(dist)
    best, best_tour = None, None
    for perm in permutations(range(1, n)):
        route = (0,) + perm
        cost = dist[route[-1]][route[0]]
        for i in range(n - 1):
            cost += dist[route[i]][route[i + 1]]
        if best is None or cost < best:
            best = cost
            best_tour = route
    return best_tour, best


def of_combinations(dist):
    chosen = None
    for c in combinations(range(len(dist)), 2):
        pair = c + (-1,)
        if dist[c[0]][c[1]] > 20:
            chosen = pair
    return chosen


def with_other_values(dist):
    best = None
    for perm in permutations(range(1, len(dist))):
        tour = (0,) + perm if perm[0] != 2 else [0]
        best = tour
    return best


DISTANCES = [[0, 10, 15, 20], [10, 0, 35, 25], [15, 35, 0, 30], [20, 25, 30, 0]]
HALVES = [[0.5 * x for x in row] for row in DISTANCES]
COMPILED = [(f, d) for f in (tour_as_sum, tour_with_a_star, both_none) for d in (DISTANCES, HALVES, [[0]])]


@pytest.mark.parametrize("function, dist", COMPILED, ids=lambda v: getattr(v, "__name__", ""))
def test_compiled(function, dist):
    assert repr(up.jit(strict=True)(function)(dist)) == repr(function(dist))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [of_combinations, with_other_values], ids=lambda f: f.__name__)
def test_as_in_python(function):
    for dist in (DISTANCES, HALVES):
        assert repr(up.jit(strict=False)(function)(dist)) == repr(function(dist))
