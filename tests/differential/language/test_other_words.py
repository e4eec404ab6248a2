"""Generator functions, permutations, starred targets, names for one of two functions: what they give is CPython's, on every path."""

import itertools
import math

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import told

A = np.random.default_rng(8).normal(size=9)


def numbers_below(n):
    """Of a generator function outside."""
    k = 0
    while k < n:
        yield k * k
        k += 1


def halves(a):
    for i in range(len(a)):
        yield a[i] / 2


def pairs_inside(a):
    def pairs(v):
        for i in range(len(v) - 1):
            yield v[i], v[i + 1]

    total = 0.0
    for x, y in pairs(a):
        total += x * y
    return total


def around_the_values(a):
    """What stands before, between and after the values runs in its turn."""
    log = []

    def walk(n):
        log.append(-1)
        for i in range(n):
            yield i
            log.append(10 * i)
        log.append(-2)

    for i in walk(len(a)):
        if i % 2:
            continue
        log.append(i)
    return log


def of_outside(n):
    total = 0
    for x in numbers_below(n):
        if x % 3 == 0:
            continue
        total += x
    k = 5
    for x in numbers_below(n=3):
        k += x
    return total, k


def nested(n):
    out = []
    for x in numbers_below(n):
        for y in numbers_below(x):
            out.append(x + y)
    return out


def of_names_of_its_own(a):
    i = 100
    total = 0.0
    for x in halves(a):
        total += x
        i += 1
    return i, total


def left_by_return(a):
    for x in halves(a):
        if x > 0.4:
            return x
    return -1.0


def generator_raises(n):
    def ratios(m):
        for i in range(m):
            yield 1 / (3 - i)

    total = 0.0
    for r in ratios(n):
        total += r
    return total


def all_orders(n):
    best = 0
    for p in itertools.permutations(range(n)):
        value = 0
        for i in range(n):
            value = value * 7 % 1013 + p[i]
        best = max(best, value)
    return best


def order_of_orders(n):
    seen = []
    for p in itertools.permutations(range(n)):
        if len(p) > 2 and p[1] == 2:
            continue
        code = 0
        for k in p:
            code = code * 10 + k
        if code == 3201:
            break
        seen.append(code)
    else:
        seen.append(-1)
    return seen


def shortest_tour(d):
    best = math.inf
    for p in itertools.permutations(range(1, len(d))):
        length = d[0, p[0]] + d[p[-1], 0]
        for i in range(len(p) - 1):
            length += d[p[i], p[i + 1]]
        best = min(best, length)
    return best


def orders_of_items(a):
    total = 0.0
    for p in itertools.permutations(a[:4]):
        total = total * 0.5 + p[0] - p[-1] + sum(p) * max(p)
    return total


def starred_list(n):
    first, *rest = [i * i for i in range(n)]
    return first, len(rest), rest


def starred_array(a):
    *rest, last = a
    first, second, *middle, end = a
    return rest[0], last, first, second, len(middle), end


def starred_parameter(a, n):
    b = list(a[:n])
    x, *_, y = b
    return x - y


def one_of_two(x):
    f = math.sin if x < 1 else math.cos
    return f(x) + f(2 * x)


def one_of_helpers(x, way):
    step = plus if way else minus
    total = 0.0
    for i in range(5):
        total = step(total, x * i)
    return total


def plus(a, b):
    return a + b


def minus(a, b):
    return a - 2 * b


def one_of_numpys(a, way):
    reduce = np.sum if way == "sum" else np.max
    return reduce(a) + reduce(a * 2)


def sets_of_items(n):
    return len({i % 7 for i in range(n)}), sum({i * j for i in range(n) for j in range(i)})


def set_with_a_name(a):
    k = len({x for x in a})
    s = {x // 2 for x in a if x > 1}
    return k, 3 in s, len(s), max(s), sorted(s)


def sets_together(a, b):
    x, y = set(a), set(b)
    whole = sorted(x | y), sorted(x & y), sorted(x - y), sorted(x ^ y), len(x - y)
    return whole, x <= y, x < y, x >= y, x > y, x == y, 3 in x, max(x | y)


def tuple_of_items(a, n):
    t = tuple(x * 2 for x in a if x > 0)
    total = 0.0
    for x in t:
        total += x
    return t[n], t[-1], len(t), total, sum(t) == total


SETS = [([1, 2], [1, 2, 3]), ([3, 2], [2, 3]), ([5], []), ([], [5]), ([], []), ([4, 4, 1], [9])]
CASES = [
    *((sets_together, (np.array(one, int), np.array(other, int))) for one, other in SETS), (sets_together, ([1, 2, 3], [2, 3, 4])),
    (sets_of_items, (20,)), (sets_of_items, (0,)), (set_with_a_name, (np.array([1, 5, 5, 3, 2]),)), (set_with_a_name, (np.array([1, -5]),)),
    (tuple_of_items, (A, 1)), (tuple_of_items, (A, 99)), (tuple_of_items, (A[:0], 0)), (tuple_of_items, (np.arange(5), 2)),
    (pairs_inside, (A,)), (pairs_inside, (A[:0],)), (pairs_inside, (np.arange(5),)), (around_the_values, (A[:4],)),
    (around_the_values, (A[:0],)), (of_outside, (7,)), (of_outside, (0,)), (nested, (4,)), (nested, (0,)), (of_names_of_its_own, (A,)),
    (left_by_return, (A,)), (left_by_return, (A - 9,)), (left_by_return, (A.astype(np.float32),)), (generator_raises, (3,)),
    (generator_raises, (5,)), (all_orders, (5,)), (all_orders, (1,)), (all_orders, (0,)), (order_of_orders, (3,)), (order_of_orders, (4,)),
    (order_of_orders, (0,)), (shortest_tour, (np.arange(25.0).reshape(5, 5) % 7,)), (shortest_tour, (np.zeros((2, 2)),)),
    (shortest_tour, (np.zeros((1, 1)),)), (orders_of_items, (A,)), (orders_of_items, (A[:2],)), (orders_of_items, (A[:0],)),
    (starred_list, (5,)), (starred_list, (1,)), (starred_list, (0,)), (starred_array, (A,)), (starred_array, (A[:3],)),
    (starred_array, (A[:2],)), (starred_array, (np.arange(4, dtype=np.int8),)), (starred_parameter, (A, 4)), (starred_parameter, (A, 1)),
    (one_of_two, (0.5,)), (one_of_two, (1.5,)), (one_of_two, (math.nan,)), (one_of_helpers, (0.5, True)), (one_of_helpers, (0.5, 0)),
    (one_of_numpys, (A, "sum")), (one_of_numpys, (A, "max")), (one_of_numpys, (A[:0], "max")),
]  # fmt: skip


def alike(found, expected):
    """Sums of arrays may add in another order."""
    if found == expected or not isinstance(expected, str):
        return found == expected
    return expected.startswith("np.float64") and math.isclose(float(found[11:-1]), float(expected[11:-1]), rel_tol=1e-13)


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = told(function, arguments)
    compiled = up.jit(strict=True)(function)
    for runner in (compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))):
        found = told(runner, arguments)
        assert alike(found, expected), (found, expected)


def beside_a_parallel_loop(a, way):
    f = math.sin if way else math.cos
    out = np.zeros(len(a))
    for i in up.prange(len(a)):
        for k in numbers_below(3):
            out[i] += f(a[i]) * k
    return out


@pytest.mark.parametrize("device", ["cpu", *paths.DEVICES])
def test_parallel_loops(device):
    decorate = up.jit(strict=True) if device == "cpu" else up.gpu(strict=True, device=device)
    for a, way in ((A, True), (A, False), (A[:0], True), (A[::-2], True)):
        assert np.allclose(decorate(beside_a_parallel_loop)(a, way), beside_a_parallel_loop(a, way), rtol=1e-12)


def broken_off(n):
    for x in numbers_below(n):
        if x > 5:
            break
    return x


def kept_generator(n):
    g = numbers_below(n)
    total = 0
    for x in g:
        total += x
    return total


def two_yields_and_break(n):
    def both():
        yield 1
        yield n

    total = 0
    for x in both():
        if x > 3:
            break
        total += x
    return total


def printed_tuple(n):
    t = tuple(i * i for i in range(n))
    return str(t)


def named_function(x):
    f = math.sin if x < 1 else math.cos
    return f.__name__


def test_a_generator_that_is_left():
    compiled = up.jit(strict=True)(broken_off)
    for n in (1, 3, 20):
        assert compiled(n) == broken_off(n)


STAY = [(kept_generator, 4), (two_yields_and_break, 4), (named_function, 0.5), (printed_tuple, 3)]


@pytest.mark.parametrize(("function", "argument"), STAY, ids=lambda v: getattr(v, "__name__", ""))
def test_what_stays_python(function, argument):
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(argument)
    with pytest.warns(up.UnpythonWarning):
        assert up.jit(strict=False)(function)(argument) == function(argument)
