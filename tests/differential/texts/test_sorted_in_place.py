"""Lists of texts that something else holds, sorted where they lie: CPython's."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def rows(lines):
    rows = [line.split() for line in lines]
    for row in rows:
        row.sort()
    return rows


def first_of_rows(lines):
    rows = [line.split() for line in lines]
    for row in rows:
        row.sort()
    return rows[0][0]


def gone_through(lines):
    rows = []
    for line in lines:
        rows.append(line.split())
    t = ""
    for row in rows:
        row.sort()
        t += row[0]
    return t


def appended_before(lines):
    rows = []
    for line in lines:
        row = line.split()
        rows.append(row)
        row.sort()
    return rows


def stored_before(lines):
    d = {}
    for line in lines:
        row = line.split()
        d[line] = row
        row.sort()
    return d


CASES = [
    (rows, ["b a", "d c"]),
    (first_of_rows, ["b a", "d c"]),
    (gone_through, ["b a", "d c"]),
]

#: Which Python runs.
LEFT_ALONE = [
    (appended_before, ["b a", "d c"]),
    (stored_before, ["b a", "d c"]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", LEFT_ALONE, ids=name_of)
def test_left_alone(case):
    check_values(case)
