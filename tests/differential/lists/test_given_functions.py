"""Functions that are given to map and reduce: several lists side by side, and operators."""

import itertools
import math
import operator
from functools import reduce
from operator import add, mul

import pytest
import unpython as up


def larger_of_each(a, b):
    return list(map(max, a, b)), sum(map(mul, a, b)), max(map(lambda x, y: x - y, a, b))


def products(a, b):
    return reduce(lambda p, q: p * q, a, 1), reduce(mul, a), reduce(operator.xor, b), list(itertools.accumulate(a, operator.mul))


def of_three(a, b):
    return list(map(lambda x, y, z: x + y * z, a, b, a)), sorted(map(add, a, b), reverse=True), any(map(lambda x, y: x > y, a, b))


def of_an_inner_function(a, b):
    def f(x, y):
        return 2 * x + y

    return list(map(f, a, b)), sum(map(math.hypot, a, b)), [reduce(mul, [x, y], 1) for x, y in zip(a, b)]


def operators(a, b):
    return [operator.sub(x, y) for x, y in zip(a, b)], add(a[0], 2.5), operator.add(a, b)


def of_a_generator(a, b):
    return list(itertools.accumulate(x * y for x, y in zip(a, b))), max(itertools.accumulate((x for x in b), operator.mul))


@pytest.mark.parametrize("b", [[1, 9, 2], [3, 4, 5, 6]], ids=["as long", "longer"])
@pytest.mark.parametrize("function", [larger_of_each, products, of_three, of_an_inner_function, operators, of_a_generator])
def test_functions_that_are_given(function, b):
    assert repr(up.jit(strict=True)(function)([5, 3, 8], b)) == repr(function([5, 3, 8], b))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_name_of_the_program_for_zip():
    def f(a, b):
        zip = 3
        return list(map(max, a, b)), zip

    assert up.jit(strict=False)(f)([1, 5], [2, 3]) == f([1, 5], [2, 3])
