"""Functions that call themselves: results, exceptions and what is left in arrays are CPython's, on every path."""

import math
import sys

import numpy as np
import pytest
import unpython as up
from support import paths

LINKS = np.array([[1, 2, -1], [2, -1, -1], [0, 1, -1], [0, -1, -1]])
A = np.random.default_rng(3).normal(size=24)


def factorial(n):
    if n <= 1:
        return 1
    return n * factorial(n - 1)


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


def power(x, n):
    """By halves."""
    if n == 0:
        return 1.0
    half = power(x, n // 2)
    if n % 2:
        return half * half * x
    return half * half


def quicksort(a, lo, hi):
    if lo < hi:
        p = a[hi]
        i = lo - 1
        for j in range(lo, hi):
            if a[j] <= p:
                i += 1
                a[i], a[j] = a[j], a[i]
        a[i + 1], a[hi] = a[hi], a[i + 1]
        quicksort(a, lo, i)
        quicksort(a, i + 2, hi)


def simpson(a, b, eps):
    m = 0.5 * (a + b)
    whole = (b - a) / 6 * (math.sin(a) + 4 * math.sin(m) + math.sin(b))
    left = (m - a) / 6 * (math.sin(a) + 4 * math.sin(0.5 * (a + m)) + math.sin(m))
    right = (b - m) / 6 * (math.sin(m) + 4 * math.sin(0.5 * (m + b)) + math.sin(b))
    if abs(left + right - whole) < 15 * eps:
        return left + right
    return simpson(a, m, eps / 2) + simpson(m, b, eps / 2)


def queens(n, row, columns, rising, falling):
    if row == n:
        return 1
    count = 0
    for c in range(n):
        bit = 1 << c
        if columns & bit or rising & (1 << (row + c)) or falling & (1 << (row - c + n)):
            continue
        count += queens(n, row + 1, columns | bit, rising | 1 << (row + c), falling | 1 << (row - c + n))
    return count


def search(a, x, lo=0, hi=None):
    if hi is None:
        hi = len(a)
    if lo >= hi:
        return -1
    m = (lo + hi) // 2
    if a[m] == x:
        return m
    return search(a, x, m + 1, hi) if a[m] < x else search(a, x, lo, m)


def filled(a, i, j, new):
    if i < 0 or j < 0 or i >= a.shape[0] or j >= a.shape[1] or a[i, j] != 0:
        return 0
    a[i, j] = new
    return 1 + filled(a, i + 1, j, new) + filled(a, i - 1, j, new) + filled(a, i, j + 1, new) + filled(a, i, j - 1, new)


def permutations(a, k):
    """The sum of a number of each permutation."""
    if k == len(a):
        total = 0
        for x in a:
            total = total * 3 % 1009 + int(x)
        return total
    total = 0
    for i in range(k, len(a)):
        a[k], a[i] = a[i], a[k]
        total += permutations(a, k + 1)
        a[k], a[i] = a[i], a[k]
    return total


def order_of_operands(a, n):
    """a[0] is read before the call changes it, the name after."""
    if n == 0:
        return 1.0
    return a[0] + changed(a, n)


def changed(a, n):
    a[0] += 1
    if n == 0:
        return 0.0
    return a[0] * 10 + changed(a, n - 1) * a[0] + (a[0] - changed(a, n - 2) if n > 1 else a[1])


def parity(n):
    return n > 0 and not parity(n - 1)


def first_true(a, i):
    return a[i] > 0 or i + 1 < len(a) and first_true(a, i + 1)


def keywords(x, *, depth=3, scale=2.0):
    if depth == 0:
        return x
    return keywords(scale=scale + 1, x=x * scale, depth=depth - 1) + keywords(x, depth=0)


def in_a_while(n):
    total = 0
    k = n
    while k > 0:
        k -= 1
        if k % 3 == 2:
            continue
        if k == 1:
            break
        total += in_a_while(k) + 1
    else:
        total += 100
    return total


def head_calls(n):
    total = 0
    while head_calls_less(n) > total:
        total += 1
    return total


def head_calls_less(n):
    k = 0
    while n > 0 and head_calls_less(n - 2) + 1 > k:
        k += 1
    return k


def leaves_inner_loop(a, n):
    for i in range(len(a)):
        for j in range(i):
            if a[j] + a[i] == n:
                return i * 10 + j
    if n > 20:
        return -1
    return leaves_inner_loop(a, n + 1)


def always_leaves(n):
    if n > 100:
        return n
    while True:
        n += 7
        if n % 5 == 0:
            return always_leaves(n * 2)


def mean_of_halves(a):
    if len(a) == 1:
        return a[0]
    m = len(a) // 2
    return 0.5 * (mean_of_halves(a[:m]) + mean_of_halves(a[m:]))


def two_results(n):
    if n == 0:
        return 0, 1.0
    k, x = two_results(n - 1)
    return k + n, x * 0.5


def raises(n):
    if n < -5:
        return 0
    if n == 0:
        raise ValueError(f"at {n}")
    return raises(n - 1) + 1


def divides(n):
    return 1.0 if n < -9 else 1 / n + divides(n - 1)


def inner(n):
    def move(k, a, b, c):
        if k == 0:
            return 0
        return move(k - 1, a, c, b) + 1 + move(k - 1, c, b, a)

    return move(n, 0, 1, 2)


def inner_with_arrays(a):
    seen = np.zeros(len(a), dtype=np.int64)

    def visit(i):
        if seen[i]:
            return 0
        seen[i] = 1
        return 1 + visit((i * 5 + 3) % len(a)) + visit((i + 1) % len(a))

    return visit(0), seen


def visited(links, node, seen):
    """A loop over a row, with calls inside."""
    if seen[node]:
        return 0
    seen[node] = True
    count = 1
    for k in links[node]:
        if k >= 0:
            count += visited(links, k, seen)
    return count


def steps_of_a_knight(board, i, j, n):
    if i < 0 or j < 0 or i >= len(board) or j >= len(board) or board[i, j] >= 0:
        return 0
    board[i, j] = n
    best = n
    for di, dj in ((1, 2), (2, 1), (-1, 2), (-2, -1)):
        best = max(best, steps_of_a_knight(board, i + di, j + dj, n + 1))
    return best


def of_helpers(n):
    return factorial(n) + fibonacci(n) + power(0.5, n)


def of_ints_and_floats(n):
    if n <= 0:
        return 0
    return of_ints_and_floats(n - 1) + 0.5


CASES = [
    (factorial, (12,)), (factorial, (0,)), (factorial, (1,)), (factorial, (np.int32(9),)), (fibonacci, (14,)), (fibonacci, (0,)),
    (fibonacci, (3.5,)), (ackermann, (2, 3)), (gcd, (84, 36)), (gcd, (7.5, 2.5)), (power, (1.5, 11)), (power, (2, 0)),
    (quicksort, (A, 0, len(A) - 1)), (quicksort, (A.astype(np.float32), 3, 9)), (quicksort, (A, 5, 4)),
    (quicksort, ((A * 9).astype(np.int8), 0, 23)), (quicksort, (A[::-2], 0, 11)), (simpson, (0.0, 1.0, 1e-8)), (queens, (5, 0, 0, 0, 0)),
    (search, (np.sort(A), np.sort(A)[7])), (search, (np.sort(A), 9.0)), (search, (np.zeros(0), 1.0)),
    (filled, (np.array([[0, 0, 1], [1, 0, 1], [0, 1, 0]]), 0, 0, 7)), (permutations, (np.arange(4), 0)), (permutations, (np.zeros(0, int), 0)),
    (order_of_operands, (np.arange(3.0), 4)), (changed, (np.arange(3.0), 5)), (parity, (5,)), (first_true, (-abs(A), 0)),
    (first_true, (A, 0)), (keywords, (2.0,)), (keywords, (np.float32(2.0),)), (in_a_while, (6,)), (head_calls, (6,)),
    (leaves_inner_loop, (np.arange(8), 5)), (leaves_inner_loop, (np.arange(3), 5)), (always_leaves, (3,)),
    (two_results, (4,)), (two_results, (0,)), (raises, (3,)), (raises, (0,)), (raises, (-3,)), (divides, (3,)), (divides, (-2,)), (first_true, (A * 0, 0)), (inner, (5,)),
    (inner_with_arrays, (A,)), (of_helpers, (6,)), (visited, (LINKS, np.int64(0), np.zeros(4, bool))), (steps_of_a_knight, (np.full((4, 4), -1), 0, 0, 0)),
    (steps_of_a_knight, (np.full((0, 0), -1), 0, 0, 0)), (quicksort, (np.zeros(2), 0, 5)), (of_ints_and_floats, (3,)), (of_ints_and_floats, (0,)),
]  # fmt: skip


def outcome(function, arguments):
    own = [np.array(x) if isinstance(x, np.ndarray) else x for x in arguments]
    try:
        result = function(*own)
    except Exception as error:
        result = error
    return result, [x for x in own if isinstance(x, np.ndarray)]


def same(found, expected):
    if isinstance(expected, Exception):
        return type(found) is type(expected) and str(found) == str(expected)
    if expected is None:
        return found is None
    if isinstance(expected, tuple):
        return isinstance(found, tuple) and len(found) == len(expected) and all(map(same, found, expected))
    is_same = type(found) is type(expected) and np.array_equal(np.asarray(found).dtype, np.asarray(expected).dtype)
    return is_same and np.allclose(found, expected, rtol=1e-6 if np.asarray(expected).dtype == np.float32 else 1e-12)


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    expected = outcome(function, arguments)
    compiled = up.jit(strict=True)(function)
    runners = [compiled, *(paths.interpreted(compiled, level) for level in ("source", "scheduled"))]
    for number, runner in enumerate(runners):
        found = outcome(runner, arguments)
        assert same(found[0], expected[0]), f"{number}: {found[0]!r}, not {expected[0]!r}"
        assert all(map(np.array_equal, found[1], expected[1])), number


def test_depth_is_limited():
    def down(n):
        return 0 if n == 0 else down(n - 1) + 1

    def endless(n):
        if n < 0:
            return 0
        return endless(n + 1)

    limit = sys.getrecursionlimit()
    compiled = up.jit(strict=True)(down)
    assert compiled(limit // 2) == limit // 2
    for function in (compiled, up.jit(strict=True)(endless)):
        with pytest.raises(RecursionError, match="maximum recursion depth exceeded"):
            function(2 * limit)


def keeps_views(a):
    if len(a) == 1:
        return a[0]
    return 0.5 * (keeps_views(a[: len(a) // 2]) + keeps_views(a[len(a) // 2 :]))


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def in_a_comprehension(n):
    return n == 0 or any(in_a_comprehension(k) for k in range(n))


def passed_on(n):
    return 0 if n == 0 else max(map(passed_on, [n - 1, 0]))


def of_two_kinds(n):
    return n if n < 2 else of_two_kinds(n - 1) + of_two_kinds(n - 2)


def starred(n, *rest):
    return n if n < 0 else starred(n - 1, *rest)


def never_ends(n):
    return never_ends(n - 1) + 1


STAY = [(keeps_views, A), (even, 5), (in_a_comprehension, 3), (passed_on, 2), (starred, 2), (never_ends, 2)]


@pytest.mark.parametrize("n", [True, False, 1, 6, 5.0])
def test_results_of_two_kinds(n):
    assert repr(up.jit(strict=True)(of_two_kinds)(n)) == repr(of_two_kinds(n))


@pytest.mark.parametrize(("function", "argument"), STAY, ids=lambda v: getattr(v, "__name__", ""))
def test_what_stays_python(function, argument):
    with pytest.raises((up.CompileError, TypeError)):
        up.jit(strict=True)(function)(argument)
    compiled = up.jit(strict=False)(function)
    try:
        expected = function(argument)
    except RecursionError:
        with pytest.raises(RecursionError):
            compiled(argument)
        return
    with pytest.warns(up.UnpythonWarning):
        assert compiled(argument) == expected


def beside_a_parallel_loop(a, n):
    k = fibonacci(n)
    out = np.zeros(len(a))
    for i in up.prange(len(a)):
        out[i] = a[i] * k
    return out


def in_a_parallel_loop(a, n):
    out = np.zeros(len(a))
    for i in up.prange(len(a)):
        out[i] = power(a[i], i % n) + fibonacci(i % n)
    return out


def test_beside_a_parallel_loop():
    for a in (A, A[:0], A[::-2]):
        assert np.allclose(up.jit(strict=True)(beside_a_parallel_loop)(a, 7), beside_a_parallel_loop(a, 7), rtol=1e-12)
    for device in paths.DEVICES:
        with pytest.raises(up.DeviceError, match="a list that grows lives on the CPU"):
            up.gpu(strict=True, device=device)(beside_a_parallel_loop)(A, 7)
        assert np.allclose(up.gpu(strict=False, device=device)(beside_a_parallel_loop)(A, 7), beside_a_parallel_loop(A, 7), rtol=1e-12)


def test_not_inside_of_a_parallel_loop():
    with pytest.raises(up.CompileError, match="'power' calls itself, and stands in a parallel loop"):
        up.jit(in_a_parallel_loop)(A, 7)


def test_what_is_kept_has_one_type():
    def total(n):
        t = n > 0
        for i in range(n):
            t = t + total(i)
        return t

    with pytest.raises(up.CompileError, match="the function calls itself, and 't', which is read after the call, is a Python bool or"):
        up.jit(strict=True)(total)(3)
    with pytest.raises(up.CompileError, match="'a', which is read after the call, is a 1-dimensional float64 array"):
        up.jit(strict=True)(keeps_views)(A)
