"""Lists of lists that are made of themselves, from which lists are taken, and parts of which are returned."""

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def around(m):
    rows = [list(r) for r in m]
    out = []
    while rows:
        out += rows.pop(0)
        rows = [list(c) for c in zip(*rows)][::-1]
    return out


def around_of_one_name(m):
    out = []
    m = [list(r) for r in m]
    while m:
        out.extend(m.pop(0))
        m = [list(r) for r in zip(*m)][::-1]
    return out


def turned_three_times(m):
    rows = [list(r) for r in m]
    for _ in range(3):
        rows = [list(c) for c in zip(*rows[::-1])]
    return rows


def some_of_them(m):
    rows = [list(r) for r in m]
    rows = [[x + 1 for x in row] for row in rows if row[0] > 1]
    return rows, len(rows)


def taken_in_the_middle(m):
    rows = [[x] * len(row) for row in m for x in row]
    one = rows.pop(1)
    other = rows.pop(-2)
    return one, other, rows


def the_last_ones(m):
    rows = [[1]]
    while len(rows) < 5:
        before = rows[-1]
        rows.append([1] + [a + b for a, b in zip(before[:-1], before[1:])] + [1])
    odd = [v for row in rows for v in row if v % 2]
    return rows[: len(m)], odd[-3:], sum(map(len, rows))


def each_second(m):
    rows = [[k] * k for k in range(len(m) * 3)]
    return rows[::-2], sum(rows[-1])


COMPILED = [around, around_of_one_name, turned_three_times, some_of_them, taken_in_the_middle, the_last_ones, each_second]


def the_same_ones(m):
    rows = [list(r) for r in m]
    before = rows
    rows = [row for row in rows]
    rows[0].append(7)
    return rows, before


def one_of_them_twice(m):
    rows = [[k] * k for k in range(len(m) * 3)]
    return rows[1:], rows[:2]


def one_beside_them(m):
    rows = [[k] * k for k in range(len(m) * 3)]
    return rows[1:], rows[1]


def all_beside_them(m):
    rows = [[k] * k for k in range(len(m) * 3)]
    return rows, rows[:1]


def of_what_is_given(m):
    return m[:1], len(m)


def taken_from_what_is_given(m):
    row = m.pop(0)
    row.append(1)
    return row, m


def taken_and_put(m):
    rows = [list(r) for r in m]
    row = rows.pop(0)
    rows.append(row)
    row.append(5)
    return rows


def too_far(m):
    rows = [list(r) for r in m]
    return rows.pop(9), rows


def changes_while_it_counts(m):
    rows = [list(r) for r in m]
    return rows[:1], len(rows.pop(0)), sum(map(rows[0].pop, [0]))


LEFT = [
    the_same_ones, one_of_them_twice, one_beside_them, all_beside_them, of_what_is_given, taken_from_what_is_given, taken_and_put,
    too_far, changes_while_it_counts,
]  # fmt: skip


@pytest.mark.parametrize("case", [(f, m) for f in COMPILED for m in ([[1, 2, 3], [4, 5, 6]], [[1.5, 2.0], [3.0, 4.0]], [[7, 8]])], ids=name_of)
def test_compiled(case):
    if len(case[1]) > 1 or case[0] is not taken_in_the_middle:
        check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, m) for f in [*COMPILED, *LEFT] for m in ([[1, 2], [3, 4], [5, 6]], [[1, 2, 3], [4]], [])], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.parametrize("function", LEFT, ids=name_of)
def test_refused_or_the_same(function):
    for m in ([[1, 2], [3, 4]], [[1, 2, 3], [4]]):
        compiled = up.jit(function, strict=True)
        try:
            compiled([row[:] for row in m])
        except (up.CompileError, NotImplementedError, TypeError, IndexError):
            continue
        assert outcome(compiled, [m]) == outcome(function, [m])
