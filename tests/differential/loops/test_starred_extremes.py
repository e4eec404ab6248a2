"""max(*values) and min(*values) of lists whose lengths only the run knows."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def of_list(v):
    return max(*v), min(*v)


def of_squares(v):
    return max(*[x * x for x in v]), min(*(x - 1 for x in v))


def of_lengths(words):
    return max(*map(len, words))


def of_made(n):
    out = []
    for i in range(n):
        out.append(i * 0.5)
    return max(*out)


def of_changed(v):
    v.append(1)
    return max(*v)


def of_tuple(*args):
    return max(*args)


CASES = [
    (of_list, [1, 2]), (of_list, [1.5, 2.0, 7.0]), (of_list, np.array([3, 1])), (of_squares, [1, -2]), (of_lengths, ["a", "bcd"]), (of_made, 3),
    (of_changed, [4]),
]  # fmt: skip
OTHER_WAYS = [(of_list, [1]), (of_list, []), (of_list, [[1, 2]]), (of_made, 1), (of_changed, []), (of_tuple, 1, 2.5), (of_list, {1: 2, 3: 4}), (of_list, "ab")]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_in_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", OTHER_WAYS, ids=name_of)
def test_whatever_runs_it(case):
    check_values(case)
