"""The first item that a generator expression gives, and texts that are taken apart with a star."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def first_place(xs, n):
    k = next(i for i, x in enumerate(xs) if x > n)
    return k, next((x for x in xs if x < n), -1) if k > 0 else 7


def or_a_number(xs, n):
    return next((x * n for x in xs if x > 100), n)


def or_nothing(xs, n):
    i = 5
    k = next((i for i in xs if i > 3), None)
    return k, i


def of_two_clauses(xs, n):
    found = next((x, y) for x in xs if x > 1 for y in range(x, n) if (x + y) % 3 == 0)
    for i in range(2):
        k = next(j for j in range(9) if j > i)
    return found, k


def of_its_own_name(xs, n):
    n = next(x for x in xs if x > n)
    return n


def of_texts(text, n):
    words = text.split()
    return next((w for w in words if len(w) > n), "none")


def parts(text, n):
    day, level, *rest = text.split()
    *most, last = text.split(" ")
    first, *middle, end = text.split()
    return day, level, " ".join(rest), most, last, first, len(middle), end


def of_one(text, n):
    head, *rest = text.splitlines()
    return head, len(rest) + n


COMPILED = [
    (or_a_number, [3, 4], 2), (or_nothing, [3, 4, 9], 2), (or_nothing, [1], 2), (of_two_clauses, [1, 2, 5], 8), (of_its_own_name, [3, 4, 9], 3),
    (of_texts, "a bc def", 1), (of_texts, "a", 1), (parts, "mon error disk is full", 0), (parts, "mon error", 0), (of_one, "a\nb\nc", 1),
]  # fmt: skip


@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_compiled(case):
    check_machine_code(case)
    check_values(case)


OTHERS = [(first_place, [3, 4, 9], 3), (first_place, [3], 3), (of_two_clauses, [1], 8), (of_its_own_name, [1], 3), (parts, "mon", 0), (of_one, "", 1)]


@pytest.mark.parametrize("case", OTHERS, ids=name_of)
def test_others(case):
    check_values(case)
