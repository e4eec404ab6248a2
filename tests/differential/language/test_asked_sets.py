"""Sets that an inner function passes on to itself, and asks for nothing but what is in them, are CPython's, in machine code and on devices."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def queens(n):
    def place(row, columns, left, right):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c not in columns and row + c not in left and row - c not in right:
                total += place(row + 1, columns | {c}, left | {row + c}, right | {row - c})
        return total

    return place(0, frozenset(), frozenset(), frozenset())


def walks(n, begin):
    def count(at, seen, left):
        if left == 0:
            return 1
        found = 0
        for step in range(1, 4):
            if at + step in seen:
                continue
            found += count(at + step, seen | {at + step, at}, left - 1)
        return found

    return count(begin, {begin}, n)


def given_from_outside(n):
    seen = {1, 2}

    def count(at, seen):
        if at == n:
            return 0
        return (at in seen) + count(at + 1, seen | {at + 1})

    return count(0, seen), seen


def asks_more(n):
    def count(at, seen):
        if at == n:
            return len(seen)
        return count(at + 1, seen | {at % 2})

    return count(0, set())


CASES = [(queens, 5), (queens, 6), (walks, 3, 0), (walks, 0, 1)]
OTHERS = [(given_from_outside, 4), (asks_more, 4), (queens, 0)]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
