"""Names for the lists in a list of lists: each stands for the list itself, in lists that the function makes and in those that it is given."""

import copy
import warnings

import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of, outcome

GRID = [[1, 2, 3], [4, 5, 6]]
REALS = [[0.5, -1.0], [2.0, 3.5], [0.0, 1.0]]


def numbered(grid):
    t = 0
    for i, row in enumerate(grid):
        for j, x in enumerate(row):
            t += (i + 1) * (j + 2) * x
    return t


def lengths(grid):
    t = 0
    for i, row in enumerate(grid):
        t += len(row) * (i + 1)
    return t


def side_by_side(grid):
    t = 0
    for row, k in zip(grid, [1, 2, 3]):
        t += row[0] * k
    return t


def by_name(grid):
    first = grid[0]
    last = grid[-1]
    t = first[0] * len(last)
    for i in range(len(grid)):
        row = grid[i]
        t = 2 * t + row[-1] + sum(row)
    row = grid[1]
    return t, row[0], max(first)


def named_again(grid):
    best = grid[0]
    for row in grid:
        if sum(row) > sum(best):
            best = row
    return sum(best), best[0]


def made(n):
    rows = [[0] * n for _ in range(3)]
    for i, row in enumerate(rows):
        for j in range(n):
            row[j] = i * 10 + j
    total = 0
    for i, row in enumerate(rows):
        total += row[n - 1] * (i + 1)
    return total, rows[2][0]


def changed_on_the_way(n):
    rows = [[i, 0] for i in range(n)]
    seen = []
    for i, row in enumerate(rows):
        rows[n - 1][1] = 7
        seen.append(row[1])
    return seen


@pytest.mark.parametrize(
    "case",
    [(f, grid) for f in (numbered, lengths, side_by_side, by_name, named_again) for grid in (GRID, REALS)]
    + [(made, 4), (changed_on_the_way, 3)],
    ids=name_of,
)
def test_names(case):
    check_machine_code(case)


def stored(grid):
    row = grid[0]
    row[1] = 7
    return grid[0][1]


def grown(grid):
    row = grid[1]
    row.append(5)
    return len(grid[1])


def grown_by_operator(grid):
    row = grid[1]
    row += [8]
    return len(grid[1])


def given_back(grid):
    row = grid[0]
    return row


def held(grid):
    row = grid[0]
    return [row, row]


def through_two(grid):
    one = grid[0]
    two = one
    two[0] = -1
    return one[0]


def second_name(grid):
    other = grid
    other[0][0] = 9
    return grid[0][0]


def compared(grid):
    row = grid[0]
    return row is grid[0], row is grid[1]


def two_rows(grid):
    one, two = grid[0], grid[1]
    one[0] = two[0]
    return sum(two)


@pytest.mark.parametrize("function", [stored, grown, grown_by_operator, given_back, held, through_two, second_name, compared, two_rows])
def test_what_is_the_callers(function):
    given = [copy.deepcopy(GRID)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        compiled = up.jit(strict=False)(function)
        assert outcome(compiled, given) == outcome(function, given)
        assert outcome(compiled, given) == outcome(function, given)
