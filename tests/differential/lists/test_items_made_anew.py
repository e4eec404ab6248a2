"""Loops over given lists of lists whose bodies make something of an item under its name, and lists that are looked for in lists of lists."""

import math

import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def different(rows):
    out = []
    for row in rows:
        row = sorted(row)
        if row not in out:
            out.append(row)
    return out


def grown(rows):
    out = []
    for row in rows:
        row = list(row)
        row.append(row[0])
        out.append(row)
    return out, len(out)


def shortened(rows):
    total = 0
    for row in rows:
        row = row[1:]
        if len(row) > 2:
            continue
        total += sum(row)
    return total


def in_two_loops(rows):
    n = 0
    for row in rows:
        row = [x for x in row if x > 1]
        n += len(row)
    for row in rows:
        n += len(row)
    return n


COMPILED = [different, grown, shortened, in_two_loops]


def found(rows):
    out = [[1, 2]]
    return [1, 2] in out, [2] in out, [row in out for row in rows], [] not in out


def sometimes(rows):
    out = []
    for row in rows:
        if len(row) > 2:
            row = row[:2]
        out.append(sum(row))
    return out


def after_the_loop(rows):
    n = 0
    for row in rows:
        row = sorted(row)
        n += row[0]
    return n, row


def changed_before(rows):
    for row in rows:
        row.append(1)
        row = sorted(row)
        row.append(2)
    return rows


def twice(rows):
    n = 0
    for row in rows:
        row = sorted(row)
        n += row[0]
        row = row[1:]
        n += len(row)
    return n


def within_another(rows):
    n = 0
    for row in rows:
        for other in rows:
            other = [x for x in other if x in row]
            n += len(other)
        row = row[::-1]
        n += row[0]
    return n


LEFT = [found, sometimes, after_the_loop, changed_before, twice, within_another]
ROWS = [[[2, 1], [1, 2], [3, 1, 4]], [[1.5, 2.0], [2.0, 1.5]]]


@pytest.mark.parametrize("case", [(f, rows) for f in COMPILED for rows in ROWS], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, rows) for f in [*COMPILED, *LEFT] for rows in [*ROWS, [[3, 2, 1]], []]], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.filterwarnings("ignore")
def test_nan():
    compiled = up.jit(strict=False)(different)
    for rows in ([[math.nan, 1.0], [math.nan, 1.0], [2.0]], [[float("nan")], [float("nan")]]):
        assert outcome(compiled, [rows]) == outcome(different, [rows])


@pytest.mark.parametrize("function", LEFT, ids=name_of)
def test_refused_or_the_same(function):
    for rows in ROWS:
        compiled = up.jit(function, strict=True)
        try:
            compiled([row[:] for row in rows])
        except (up.CompileError, NotImplementedError, TypeError):
            continue
        assert outcome(compiled, [rows]) == outcome(function, [rows])
