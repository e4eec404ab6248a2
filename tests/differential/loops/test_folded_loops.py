"""functools.reduce over pairs and ranges."""

import math
from functools import reduce

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def value_of(rate, cash):
    return reduce(lambda s, p: s + p[1] / (1 + rate) ** p[0], enumerate(cash), 0.0)


def product_of_sums(a, b):
    total = 3 * reduce(lambda s, p: s + p[0] * p[1], zip(a, b), 0)
    return total, reduce(lambda s, p: s * (p[0] + p[1]), zip(b, a), 1)


def factorial(n):
    if reduce(lambda a, k: a * k, range(1, n + 1), 1) > 100:
        return -1
    return math.sqrt(reduce(lambda a, k: a * k, range(1, n + 1), 1))


def by_function(xs):
    def step(s, p):
        i, v = p
        return s + i * v

    return reduce(step, enumerate(xs, 1), 0)


def three(a, b, c):
    k = 2
    t = reduce(lambda s, p: s + k * p[0] * p[1] - p[2], zip(a, b, c), k)
    t += reduce(lambda s, p: max(s, p[-1]), zip(a, b), 0)
    return t


def without_beginning(xs):
    return reduce(lambda s, p: (s[0] + p[0], s[1] + p[1]), enumerate(xs))


def raises(xs):
    n = len(xs)
    return n, reduce(lambda s, p: s + 1 / p[1], enumerate(xs), 0)


def nested(xs, ys):
    return reduce(lambda s, p: s + reduce(lambda t, q: t + q[1] * p[1], enumerate(ys), 0), enumerate(xs), 0)


X, Y = [1, 2.5, 3], [4, 5, 0.5]


@pytest.mark.parametrize("case", [
    (value_of, 0.1, [-100, 60, 60]), (value_of, 0.1, []), (value_of, -1.0, [5, 5]), (product_of_sums, [1, 2, 3], [4, 5, 6]), (product_of_sums, [], [4]), (product_of_sums, X, Y),
    (factorial, 4), (factorial, 0), (factorial, 9), (by_function, [3, 4]), (by_function, []), (raises, [1, 2]), (raises, [1, 0]),
], ids=name_of)  # fmt: skip
def test_folds(case):
    check_machine_code(case)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [
    (three, X, Y, [1, 2, 3]), (three, [], [], []), (without_beginning, [1, 2]), (without_beginning, []), (nested, [1, 2], [3, 4]), (nested, [1, 2], []),
], ids=name_of)  # fmt: skip
def test_others(case):
    check_values(case)
