"""Lists that grow and are put away before their names get another list: what is put away may be a copy."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code, check_values, name_of, outcome


def by_gap(times, gap):
    groups = []
    now = []
    for t in times:
        if now and t - now[-1] > gap:
            groups.append(now)
            now = []
        now.append(t)
    if now:
        groups.append(now)
    return groups


def by_size(values, size):
    parts, part = [], []
    for i in range(len(values)):
        part.append(values[i])
        if len(part) == size:
            parts.append(part)
            part = []
    return parts, part


def rising(values, least):
    out = []
    run = values[:1]
    for a, b in zip(values, values[1:]):
        if b >= a:
            run.append(b)
            continue
        if len(run) >= least:
            out.append(run)
        run = [b]
    out.append(run)
    return [len(r) for r in out], out


def rows_of(values, size):
    rows = []
    for i in range(size):
        row = []
        for v in values:
            if v > i:
                row.append(v)
        if row:
            rows.append(row)
        else:
            break
    return rows


def changed_behind(values, size):
    rows, row = [], []
    for v in values:
        row.append(v)
        if len(row) > size:
            rows.append(row)
            row = []
            rows[-1].append(v)
            rows[-1][0] = 7
    return rows


COMPILED = [by_gap, by_size, rising, rows_of, changed_behind]


def grows_behind(values, size):
    rows, row = [], []
    for v in values:
        row.append(v)
        if len(row) == size:
            rows.append(row)
        elif len(row) > size:
            row = []
    return rows


def left_before(values, size):
    rows, row = [], []
    for v in values:
        row.append(v)
        if len(row) >= size:
            rows.append(row)
            if v > 2:
                continue
            row = []
    return rows


def put_at_the_end_again(values, size):
    rows, row = [], []
    for v in values:
        row.append(v)
        if len(row) == size:
            rows.append(row)
            break
    rows.append(row)
    return rows


def two_names(values, size):
    rows, row = [], []
    last = row
    for v in values:
        last = row
        row.append(v)
        if len(row) == size:
            rows.append(row)
            row = []
    last.append(0)
    return rows


def put_twice_at_once(values, size):
    rows, row = [], []
    for v in values:
        row.append(v)
        if len(row) == size:
            rows.append((row, row))
            row = []
    return rows


def goes_through_it(values, size):
    rows, row = [], [v for v in values]
    for v in row:
        if v > size:
            rows.append(row)
            row = []
            if len(rows[-1]) < 9:
                rows[-1].append(v)
    return rows


def in_else(values, size):
    rows, row = [], []
    for v in values:
        row = [v]
        if v > size:
            rows.append(row)
    else:
        row.append(9)
    return rows


def read_by_the_head(values, size):
    rows, row = [], [0]
    while len(row) < size:
        row = row + [1]
        rows.append(row)
    return rows, len(row)


def given(values, size):
    rows = []
    rows.append(values)
    return rows


def in_itself(values, size):
    row = []
    for v in values:
        row.append(v)
    rows = [row, row]
    rows.append(row)
    return rows


def array_or_list(values, size):
    rows = []
    row = np.array(values) + [size] * len(values)
    rows.append(row)
    return rows


LEFT = [
    grows_behind, left_before, put_at_the_end_again, two_names, put_twice_at_once, goes_through_it, in_else, read_by_the_head, given, in_itself,
    array_or_list,
]  # fmt: skip


@pytest.mark.parametrize("case", [(f, v, 2) for f in COMPILED for v in ([1, 2, 5, 6, 9, 3], [1.5, 4.0], [3])], ids=name_of)
def test_compiled(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, v, n) for f in COMPILED + LEFT for v in ([1, 2, 5, 6], [2.0, 1.0, 0.5], []) for n in (1, 2)], ids=name_of)
def test_whatever_is_left(case):
    check_values(case)


@pytest.mark.parametrize("function", LEFT, ids=name_of)
def test_refused_or_the_same(function):
    compiled = up.jit(function, strict=True)
    for n in (1, 2):
        found = outcome(compiled, [[1, 2, 5, 6], n])
        try:
            compiled([1, 2, 5, 6], n)
        except (up.CompileError, NotImplementedError, TypeError):
            continue
        assert found == outcome(function, [[1, 2, 5, 6], n])
