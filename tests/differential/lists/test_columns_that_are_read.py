"""Columns that zip(*rows) gives: lists serve as well as tuples where nothing sees which of both they are."""

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def of_each(rows):
    return [(min(c), max(c), sum(c) / len(c)) for c in zip(*rows)]


def kept(rows):
    columns = list(zip(*rows))
    return [max(c) - min(c) for c in columns], len(columns), columns[0][-1]


def numbered(rows):
    columns = list(zip(*rows))
    out = []
    for i, c in enumerate(columns):
        out.append((i, min(c), sorted(c)[0]))
    return out


def beside_others(rows):
    columns = list(zip(*rows))
    means = [sum(c) / len(c) for c in columns]
    return means, [sum((x - m) ** 2 for x in c) for c, m in zip(columns, means)]


def products(rows):
    columns = list(zip(*rows))
    return [sum(a * b for a, b in zip(c, d)) for c in columns for d in columns]


COMPILED = [of_each, kept, numbered, beside_others, products]


def parts(rows):
    return [c[::-1] for c in zip(*rows)]


def parts_in_a_loop(rows):
    out = []
    for c in zip(*rows):
        out.append(c[1:])
    return out


def one_part(rows):
    for c in zip(*rows):
        return c[:1]


def parts_with_a_name(rows):
    made = [c[-1:] for c in zip(*rows) if c[0]]
    return made, 2


def parts_that_are_read(rows):
    return [sum(c[1:]) + len(c[::-1][:1]) for c in zip(*rows)]


def one_column(rows):
    columns = list(zip(*rows))
    return columns[0], sum(columns[-1])


def more_columns(rows):
    columns = list(zip(*rows))
    columns.append((1, 2))
    return columns


def some_columns(rows):
    columns = list(zip(*rows))
    return [c for c in columns if sum(c) > 4]


def larger(rows):
    columns = list(zip(*rows))
    return [max(c, (2, 3)) for c in columns], [max(c, (2, 3)) for c in zip(*rows)]


def other_name(rows):
    columns = list(zip(*rows))
    c = columns[0]
    return [len(c) for c in columns], c


LEFT = [parts, parts_in_a_loop, one_part, parts_with_a_name, parts_that_are_read, one_column, more_columns, some_columns, larger, other_name]
ROWS = [[[1, 2], [3, 4]], [(1.5, 2.5), (3.5, 4.5)], [[4]]]


@pytest.mark.parametrize("case", [(f, rows) for f in COMPILED for rows in ROWS], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, rows) for f in [*COMPILED, *LEFT] for rows in ([[1, 2], [3, 4]], [[1, 2, 3], [4, 5]], [])], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.parametrize("function", LEFT, ids=name_of)
def test_refused_or_the_same(function):
    for rows in ROWS:
        compiled = up.jit(function, strict=True)
        try:
            compiled(rows)
        except (up.CompileError, NotImplementedError, TypeError):
            continue
        assert outcome(compiled, [rows]) == outcome(function, [rows])
