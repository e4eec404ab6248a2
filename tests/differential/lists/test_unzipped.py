"""x, y = zip(*pairs) of lists of tuples: values, types and exceptions are CPython's, in machine code and on devices."""

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def in_order(nums, names):
    pairs = sorted(zip(nums, names), reverse=True)
    a, b = zip(*pairs)
    return a, list(b), b[0], max(a)


def under_their_names(x, y):
    n = len(x)
    x, y = zip(*sorted(zip(x, y), key=lambda p: p[1]))
    return x, y, n, sum(a * b for a, b in zip(x, y))


def a_name_of_a_lambda(x, y):
    x, y = zip(*sorted(zip(x, y)))
    return x, sorted(y, key=lambda x: -x)


def of_a_path(n):
    path = [(0.0, 1)]
    for i in range(n):
        path.append((i + 1.0, 2 * i))
    xs, ys = zip(*path)
    return xs, ys, len(path)


def given(pairs):
    a, b = zip(*pairs)
    return sum(a), b


def as_lists(pairs):
    a, b = map(list, zip(*pairs))
    a.append(b[0])
    return a, b


def of_three(n):
    pts = [(i, i * i, "x") for i in range(n)]
    a, b, c = zip(*pts)
    return a, b, c


def too_few_names(n):
    pts = [(i, i * i, 1) for i in range(n)]
    a, b = zip(*pts)
    return a, b


PAIRS = [(1, 2.5), (3, 4.5)]
CASES = [
    (in_order, [3, 1, 2], ["c", "a", "b"]), (under_their_names, [3, 1, 2], [0.5, 4.5, 2.5]), (of_a_path, 3), (of_a_path, 0), (given, PAIRS),
    (given, [(1, "a"), (2, "b")]), (as_lists, PAIRS), (of_three, 3),
]  # fmt: skip
OTHERS = [
    (in_order, [], []), (under_their_names, [], []), (given, [[1, 2], [3, 4, 5]]), (given, [(1, 2, 3)]), (given, [(1, 2), (3, 4, 5)]), (given, []),
    (given, [("a", 1)]), (a_name_of_a_lambda, [3, 1], [2, 5]), (of_three, 0), (too_few_names, 2),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES[::3], *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
