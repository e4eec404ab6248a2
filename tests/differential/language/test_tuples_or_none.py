"""Names that are None until a tuple is found, and are read without a test: Python makes the call again where none was."""

from collections import deque

import pytest
import unpython as up


def distance(grid, x):
    start = end = None
    for r, row in enumerate(grid):
        for c, y in enumerate(row):
            if y == x:
                start = (r, c)
            elif y == 0:
                end = (r, c)
    return abs(start[0] - end[0]) + abs(start[1] - end[1]), start, end


def steps(grid, x):
    start = goal = None
    for r, row in enumerate(grid):
        for c, y in enumerate(row):
            if y == x:
                start = (r, c)
            elif y == 0:
                goal = (r, c)
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        (r, c), d = queue.popleft()
        if (r, c) == goal:
            return d
        for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place = (r + dr, c + dc)
            if 0 <= place[0] < len(grid) and 0 <= place[1] < len(grid[0]) and place not in seen:
                seen.add(place)
                queue.append((place, d + 1))
    return -1


def taken_apart(grid, x):
    where = None
    for r, row in enumerate(grid):
        for c, y in enumerate(row):
            if y == x:
                where = (r, c)
    a, b = where
    return 10 * a + b


def outcome(function, *given):
    try:
        return repr(function(*given))
    except TypeError as error:
        return repr(error)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function", [distance, steps, taken_apart])
def test_values(function):
    compiled = up.jit(strict=False)(function)
    grid = [[1, 2, 3], [4, 0, 5]]
    for x in (4, 3, 9, 0, 1):
        assert outcome(compiled, grid, x) == outcome(function, grid, x)
    compiled(grid, 4)
    assert compiled.ran_on == "cpu"
