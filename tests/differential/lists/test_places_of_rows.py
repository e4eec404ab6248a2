"""Lists of lists that a function is given and whose lists get other places, come or go: the caller's list holds the very lists that it
holds after the call in CPython, with their items, also where the call raises; what would show a list twice stays with Python."""

import copy

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, shown


def turned(m):
    for i in range(len(m) // 2):
        m[i], m[-1 - i] = m[-1 - i], m[i]
    return m


def in_order_of_sums(m):
    n = len(m)
    for i in range(n):
        for j in range(n - 1 - i):
            if sum(m[j]) > sum(m[j + 1]):
                m[j], m[j + 1] = m[j + 1], m[j]


def by_key(rows):
    rows.sort(key=lambda r: (r[1], -r[0]))
    return rows


def backwards(rows):
    rows.sort(reverse=True)
    rows.reverse()
    rows.sort()
    rows.reverse()
    return rows[0][0], len(rows)


def changed_and_moved(m, k):
    m[0][0] = k
    m[0], m[2] = m[2], m[0]
    m[0][1] += k
    m[1].append(k)
    m[1], m[1] = m[1], m[1]
    for row in m:
        row[0] *= 2
    return m[2][0] + len(m)


def cleared(board):
    w = len(board[0])
    count = 0
    r = len(board) - 1
    while r >= 0:
        if all(board[r]):
            del board[r]
            board.insert(0, [0] * w)
            count += 1
        else:
            r -= 1
    return count


def new_ones(m):
    m[1] = [7, 8, 9]
    m.append([4] * 2)
    m.insert(-1, [5, 5])
    m.insert(100, [6])
    m.pop(0)
    m.pop(-2)
    return m


def solved(a, b):
    n = len(a)
    for i in range(n):
        p = i
        for r in range(i + 1, n):
            if abs(a[r][i]) > abs(a[p][i]):
                p = r
        a[i], a[p] = a[p], a[i]
        b[i], b[p] = b[p], b[i]
        for r in range(i + 1, n):
            f = a[r][i] / a[i][i]
            for c in range(i, n):
                a[r][c] -= f * a[i][c]
            b[r] -= f * b[i]
    x = [0.0] * n
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - sum(a[i][c] * x[c] for c in range(i + 1, n))) / a[i][i]
    return x


def doubled(m):
    for i, row in enumerate(m):
        m[i] = [2 * x + i for x in row]
        m[0] = [row[0]]


def mirrored(m):
    for i in range(len(m)):
        m[i] = m[i][::-1]
    return m


def of_names_twice(m):
    sums = [sum(r) for r in m] + [sum(m[r][c] for r in range(3)) for c in range(3)]
    return len(set(sums)), [r + sum(m[r]) for r in range(len(m))]


def turned_round(m):
    return [list(r) for r in zip(*m[::-1])], max(map(max, m)), sum(map(sum, m))


def made_here(n):
    m = [[i, n - i] for i in range(n)]
    m.insert(1, [9, 9])
    m.pop(0)
    del m[-1]
    m.reverse()
    return m


GRID = [[3, 1, 0], [2, 0, 1], [1, 1, 5], [2, 0, 1]]
CASES = [
    (turned, GRID), (turned, [[1.5], [2.0, 3.0]]), (in_order_of_sums, GRID), (by_key, GRID), (backwards, GRID), (changed_and_moved, GRID, 4),
    (cleared, [[1, 0], [1, 1], [0, 1], [1, 1]]), (new_ones, GRID), (solved, [[2.0, 1.0, 1.0], [4.0, 1.0, 0.0], [-2.0, 2.0, 1.0]], [1.0, -2.0, 7.0]),
    (made_here, 4), (doubled, GRID), (doubled, [[1], [2, 3]]), (mirrored, GRID), (of_names_twice, GRID), (turned_round, GRID),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


def raises(m):
    m[0], m[1] = m[1], m[0]
    m[7], m[0] = m[0], m[7]


def pops_too_much(m):
    while True:
        m.pop()


def takes_a_changed_one(m):
    m[0][0] = 9
    row = m.pop(0)
    return row


def moves_one(m):
    m.insert(0, m.pop())
    return m


def same_list_twice(m):
    m[0] = m[1]
    return m


def keeps_a_new_one(m):
    row = [8]
    m.append(row)
    m[0][0] = 3
    return row


def while_gone_through(m):
    found = []
    for row in m:
        m[0], m[1] = m[1], m[0]
        found.append(row[0])
    return found


def replaced_in_order(m):
    found = []
    for row in sorted(m):
        m[0] = [9, 9]
        m[1] = [8]
        found.append(row[0])
    return found


def replaced_at_the_end(m):
    found = []
    for row in m:
        m[2] = [9, 9]
        m.append([4])
        found.append(row[0])
        if len(m) > 8:
            break
    return found


def slice_of_all(m):
    m[0] = m[1:]
    return m


def named_before(m):
    first = m[0]
    m[0], m[1] = m[1], m[0]
    first[0] = 7
    return first


def of_other_type(m):
    m[0] = [0.5]
    return m


def ordered_and_returned(m):
    m[0], m[1] = m[1], m[0]
    return sorted(m)


def changed_and_lost(m):
    for row in m:
        row[0] += 1
    del m[1]


def in_one_line(m):
    (m[0], m[1]), x = (m[1], m[0]), 4
    return x


OTHERS = [
    replaced_in_order, replaced_at_the_end, slice_of_all, raises, pops_too_much, takes_a_changed_one, moves_one, same_list_twice,
    keeps_a_new_one, while_gone_through, named_before, of_other_type, ordered_and_returned, changed_and_lost, in_one_line,
]  # fmt: skip


@pytest.mark.parametrize("function", OTHERS, ids=lambda function: function.__name__)
def test_what_may_stay_pythons(function):
    check_values((function, GRID))


def _with_holder(function, given):
    """As outcome(), of lists that something else holds too."""
    mine = copy.deepcopy(given)
    held = list(mine)
    try:
        result = function(mine)
    except Exception as error:
        result = (type(error), error.args)
    return shown((held, mine, result), {})


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_lists_that_are_held_elsewhere():
    for function in (*OTHERS, new_ones, by_key, turned, backwards, cleared):
        assert _with_holder(up.jit(strict=False)(function), GRID) == _with_holder(function, GRID)


def test_lists_of_other_kinds():
    row = [1, 2]
    for function, given in ((turned, [row, [4, 5], row]), (turned, []), (by_key, [[1, 2], [True, 2]]), (by_key, [[1, 2], [0.5, 2]])):
        check_values((function, given))
