"""Iterators that are asked for one item after the other, and zip_longest over parts of texts: CPython's."""

from itertools import zip_longest

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def named_numbers(lines):
    it = iter(lines)
    total = 0
    names = []
    while (line := next(it, None)) is not None:
        if not line:
            continue
        name, n = line.split()
        names.append(name)
        total += int(n)
    return names, total


def words_of_lines(lines):
    out = []
    for line in lines:
        it = iter(line.split())
        while (w := next(it, None)) is not None:
            if w == "c":
                break
            out.append(w * 2)
    return out


def weighted(xs, t):
    it = iter(xs)
    s = 0
    while (v := next(it, None)) is not None:
        s += v * t
    return s


def read_behind(xs):
    it = iter(xs)
    s = 0
    while (v := next(it, None)) is not None:
        s += v
    return s, v


def asked_inside(xs):
    it = iter(xs)
    s = 0
    while (v := next(it, None)) is not None:
        s += v * next(it, 100)
    return s


def compared_versions(a, b):
    for x, y in zip_longest(a.split("."), b.split("."), fillvalue="0"):
        if int(x) != int(y):
            return 1 if int(x) > int(y) else -1
    return 0


def sum_of_digits(a, b):
    out = []
    carry = 0
    for x, y in zip_longest(reversed(a), reversed(b), fillvalue="0"):
        carry += int(x) + int(y)
        out.append(str(carry % 2))
        carry //= 2
    if carry:
        out.append("1")
    return "".join(reversed(out))


def sum_of_lists(a, b):
    carry = 0
    out = []
    for x, y in zip_longest(a[::-1], b[::-1], fillvalue=0):
        carry, d = divmod(x + y + carry, 10)
        out.append(d)
    if carry:
        out.append(carry)
    return out[::-1]


def one_after_the_other(a, b):
    for x, y in zip_longest(map(int, a.split(".")), map(int, b.split(".")), fillvalue=0):
        if x != y:
            return 1 if x > y else -1
    return 0


CASES = [
    (named_numbers, ["a 1", "", "b 22"]),
    (words_of_lines, ["a b", "x c d", ""]),
    (weighted, [3, 1, 2], 4),
    (weighted, [2.5, 1.0], 4),
    (compared_versions, "1.10.2", "1.9"),
    (compared_versions, "1.0.0", "1"),
    (sum_of_digits, "110", "10011"),
    (sum_of_lists, [1, 2, 3], [9, 9]),
]

#: Which Python runs.
LEFT_ALONE = [
    (weighted, [3, None, 2], 4),
    (read_behind, [3, 2]),
    (asked_inside, [3, 2, 5]),
    (one_after_the_other, "1.x", "2.0"),
    (one_after_the_other, "1.2", "1.2.4"),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", LEFT_ALONE, ids=name_of)
def test_left_alone(case):
    check_values(case)
