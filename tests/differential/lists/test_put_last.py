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


def triangle(values, size):
    rows = []
    row = [values[0]]
    for _ in range(size + 1):
        rows.append(row)
        row = [a + b for a, b in zip([values[0]] + row, row + [values[-1]])]
    return rows, row


def states(values, size):
    y = [v * 1.0 for v in values]
    history, t = [], 0.0
    for _ in range(size + 2):
        history.append(y)
        y = [v * 0.5 + t for v in y]
        t += 0.25
        if sum(y) < 1:
            break
    return history, len(history), t


def halved(values, size):
    level = [v for v in values]
    levels = [level]
    while len(level) > 1:
        level = [level[i] + (level[i + 1] if i + 1 < len(level) else 0) for i in range(0, len(level), 2)]
        levels.append(level)
    return levels


COMPILED = [by_gap, by_size, rising, rows_of, changed_behind, triangle, states, halved]


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


def the_same_again(values, size):
    y, out = list(values), []
    for i in range(size + 2):
        out.append(y)
        if i % 2:
            y = [v * 2 for v in y]
    return out


def asked_for(values, size):
    y, out, same = list(values), [], False
    for _ in range(size):
        out.append(y)
        same = out[-1] is y
        y = [v * 2 for v in y]
    return out, same


def changed_in_between(values, size):
    y, out = list(values), []
    for _ in range(size):
        out.append(y)
        out[-1][0] = 9
        y = [v * 2 for v in y]
    return out


def grown_in_between(values, size):
    y, out = list(values), []
    for _ in range(size):
        out.append(y)
        for row in out:
            row += [1]
        y = [v * 2 for v in y]
    return out


def put_at_the_end(values, size):
    y, out = list(values), []
    for _ in range(size):
        out.append(y)
        y = [v * 2 for v in y]
    out.append(y)
    return out, y


def put_away_and_read(values, size):
    y, out = list(values), []
    for i in range(size):
        out.append(y)
        if i == 1:
            return out, y
        y = [v * 2 for v in y]
    return out, y


def changed_by_a_function(values, size):
    def change(rows):
        rows[-1].append(3)
        return 1

    y, out = list(values), []
    for _ in range(size):
        out.append(y)
        n = change(out)
        y = [v * n for v in y]
    return out


LEFT = [
    the_same_again, asked_for, changed_in_between, grown_in_between, put_at_the_end, put_away_and_read, changed_by_a_function,
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
