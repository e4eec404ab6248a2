"""Lists of lists that a function is given and changes: the result, which objects it holds, and the lists afterwards are CPython's, also
where it raises; a list that is seen twice stays with Python."""

import copy
import heapq
import types

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome
from support.texts import function_of


def filled(grid, r, c, new):
    old = grid[r][c]
    if old == new:
        return grid
    stack = [(r, c)]
    while stack:
        y, x = stack.pop()
        if 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == old:
            grid[y][x] = new
            for dy, dx in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
                stack.append((y + dy, x + dx))
    return grid


def cleared(m):
    rows = set()
    cols = set()
    for i in range(len(m)):
        for j in range(len(m[0])):
            if m[i][j] == 0:
                rows.add(i)
                cols.add(j)
    for i in range(len(m)):
        for j in range(len(m[0])):
            if i in rows or j in cols:
                m[i][j] = 0


def transposed(m):
    n = len(m)
    for i in range(n):
        for j in range(i + 1, n):
            m[i][j], m[j][i] = m[j][i], m[i][j]
    for row in m:
        row.reverse()
    return m


def shortest(d):
    n = len(d)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d


def total(m):
    s = 0
    for row in m:
        row[0] += 1
        s += sum(row)
    return s


def smeared(m):
    for i, row in enumerate(m):
        for j, v in enumerate(row):
            row[(j + 1) % len(row)] = v + i


def seen_while_gone_through(m):
    found = []
    for v in m[0]:
        m[0][2] = v + 10
        found.append(v)
    return found


def game_of_life(board):
    n = len(board)
    new = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            s = 0
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    if (di or dj) and 0 <= i + di < n and 0 <= j + dj < n:
                        s += board[i + di][j + dj]
            new[i][j] = 1 if s == 3 or (s == 2 and board[i][j]) else 0
    for i in range(n):
        for j in range(n):
            board[i][j] = new[i][j]
    return sum(map(sum, new))


def grown(m, k):
    m[k].append(5)
    m[k][0] += 2
    m[k - 1].extend([7, 8])
    return m[k][-1], m[k - 1].pop(), len(m[k])


def ordered(m):
    for row in m:
        row.sort()
    return [row[0] for row in m]


def bubbled(m):
    for row in m:
        n = len(row)
        for i in range(n):
            for j in range(n - 1 - i):
                if row[j] > row[j + 1]:
                    row[j], row[j + 1] = row[j + 1], row[j]
    return m


def with_another(m, v):
    for i in range(len(m)):
        m[i][0] = v[i]
        v[i] += 1
    return v[0]


GRID = [[1, 1, 0], [2, 0, 1], [3, 1, 1]]
CASES = [
    (filled, GRID, 0, 0, 7), (cleared, GRID), (transposed, GRID), (shortest, GRID), (shortest, [[0.0, 5.5], [2.5, 0.0]]), (total, GRID),
    (total, [[1.5], [2.0, 3.0]]), (smeared, GRID), (smeared, [[5], [1, 2, 3]]), (seen_while_gone_through, GRID), (game_of_life, GRID),
    (game_of_life, [[1, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]), (grown, GRID, 1), (ordered, GRID), (ordered, [[3, 1], [2, 9, 0]]),
    (bubbled, GRID),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


def raises(m):
    m[0][0] = 5
    m[7][0] = 6


def other_type(m):
    m[0][1] = 2.5
    return m


def rows_change_places(m):
    m[0], m[1] = m[1], m[0]


def new_row(m):
    m[0] = [4, 5]
    return m


def outer_grows(m):
    m.append([1])
    m[0][0] = 3


def keeps_a_row(m):
    row = m[0]
    row[0] = 9
    return row


def returns_a_row(m):
    m[0][0] = 7
    return m[1]


def of_two(m, n):
    m[0][0] = 7
    return n[0][0]


@pytest.mark.parametrize("function", [raises, other_type, rows_change_places, new_row, outer_grows, keeps_a_row, returns_a_row])
def test_what_stays_pythons(function):
    check_values((function, GRID))


@pytest.mark.parametrize("case", [*CASES, (with_another, GRID, [4, 5, 6])], ids=name_of)
def test_values(case):
    check_values(case)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_one_list_twice():
    def called(function, make):
        given = make()
        return outcome(function, given), outcome(up.jit(strict=False)(function), given)

    row = [1, 2]
    for given in ([row, [3, 4], row], [row, row]):
        for function in (total, bubbled, smeared):
            mine, other = copy.deepcopy(given), copy.deepcopy(given)
            assert function(mine) == up.jit(strict=False)(function)(other) and mine == other
    same = [[1, 2], [3, 4]]
    expected, found = called(of_two, lambda: [same, same])
    assert expected == found
    expected, found = called(with_another, lambda: [[row, [3, 4]], row])
    assert expected == found


@up.jit
def change_compiled(row):
    row[0] = 9
    return row[1]


def change(row):
    row[0] = 9
    return row[1]


def mean(row):
    return sum(row) / len(row)


module = types.SimpleNamespace(change=change)


def of_rows(use, parameters="n"):
    """A function that makes rows, uses each, and returns the rows."""
    text = f"def f({parameters}):\n    m = []\n    for i in range(n):\n        m.append([i] * (i + 2))\n    {use}\n    return s, m\n"
    return function_of(text, change_compiled=change_compiled, change=change, mean=mean, module=module, heapq=heapq)


def _to_closure():
    function = change

    def to_closure(n):
        m = []
        for i in range(n):
            m.append([i] * (i + 2))
        s = [function(row) for row in m]
        return s, m

    return to_closure


GIVEN_AWAY = (
    "s = [change_compiled(row) for row in m]",
    "s = sum(change_compiled(row) for row in m)",
    "s = [change(row=row) for row in m]",
    "s = [module.change(row) for row in m]",
    "s = [heapq.heappop(row) for row in m]",
    "s = 0\n    for row in m:\n        s += change(row=row)",
)


@pytest.mark.parametrize("use", GIVEN_AWAY)
def test_rows_given_away(use):
    check_values((of_rows(use), 3))


def test_rows_given_to_a_parameter_and_to_a_closure():
    check_values((of_rows("s = [function(row) for row in m]", "n, function"), 3, change))
    check_values((_to_closure(), 3))


ONLY_READ = (
    "s = [mean(row) for row in m]",
    "s = [mean(row=row) for row in m]",
    "s = [sum(row) for row in m]",
    "s = [len(row) for row in m]",
    "s = [max(row) for row in m]",
    "s = [np.mean(row) for row in m]",
    "s = 0.0\n    for row in m:\n        s += mean(row=row)",
)


@pytest.mark.parametrize("use", ONLY_READ)
def test_rows_only_read(use):
    check_machine_code((of_rows(use), 3))
