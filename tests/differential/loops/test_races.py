"""Parallel loops whose iterations meet, or seem to: the answer is that of Python, and the verdict says why.

Each program is called with arguments for which the expected verdict of its outermost parallel loop is known. The loops
are long enough for several threads."""

import re
import warnings

import numpy as np
import pytest
import unpython as up
from unpython import prange

N = 40_000
CASES = []
# In order though marked parallel, with a warning. "repeated": inspected, and equal values were found.
WARNED = ("conflict", "sequential", "repeated")
REPORTED = {"repeated": "conflict", "not inspected": "sequential"}


def case(verdict, *arguments, **options):
    """Adds one call of a program: `arguments` makes them, so that each run has its own."""

    def add(function):
        CASES.append(pytest.param(function, verdict, arguments, options, id=f"{function.__name__}-{len(CASES)}"))
        return function

    return add


def numbers(count=N, seed=1):
    return lambda: np.random.default_rng(seed).integers(-9, 10, count).astype("float64")


def matrix(rows, columns, seed=1):
    return lambda: np.random.default_rng(seed).integers(-9, 10, (rows, columns)).astype("float64")


def indices(values):
    return lambda: np.asarray(values, dtype="int64")


PERMUTATION = np.random.default_rng(2).permutation(N)
REPEATED = np.where(np.arange(N) == N - 1, PERMUTATION[0], PERMUTATION)


@case("conflict", numbers())
def neighbour(a):
    for i in prange(1, a.shape[0]):
        a[i] = a[i - 1] + 1.0


@case("conflict", numbers(), 5)
@case("proven", numbers(3000), 1)
def distance_of_an_inner_loop(a, m):
    for i in prange(a.shape[0] - 1, 9, -1):
        for k in range(m):
            a[i] = a[i] + a[i - k]


@case("conflict", numbers(), 1)
@case("conflict", numbers(), 7)
@case("conflict", numbers(), -3)
@case("proven", numbers(), 0)
@case("proven", numbers(), N // 2)
def distance_of_the_call(a, d):
    n = a.shape[0]
    for i in prange(n // 2, n - 5):
        a[i] = a[i - d] + 1.0


def answered_early(x, least):
    if x > least:
        if x > 5.0:
            return 1.0
    return x


@case("proven", numbers(), numbers())
def call_that_answers_early(a, b):
    for i in prange(a.shape[0]):
        a[i] = answered_early(b[i], 1.0) + np.clip(b[i], -3.0, 3.0)


@case("proven", numbers(), numbers())
def loop_without_a_condition(a, b):
    for i in prange(a.shape[0]):
        k = 0
        while True:
            k += 1
            if k * k > b[i]:
                found = k * 2.0
                break
        a[i] = found


@case("conflict", matrix(90, 90))
def floyd_warshall(d):
    for k in range(d.shape[0]):
        for i in prange(d.shape[0]):
            for j in prange(d.shape[0]):
                d[i, j] = min(d[i, j], d[i, k] + d[k, j])


@case("proven", matrix(90, 90))
def gauss_jordan(a):
    for r in range(a.shape[0]):
        pivot = a[r, r] + 200.0
        for i in prange(a.shape[0]):
            if i != r:
                factor = a[i, r] / pivot
                for j in range(r, a.shape[1]):
                    a[i, j] -= factor * a[r, j]


@case("inspected", numbers(), indices(PERMUTATION), numbers())
@case("repeated", numbers(), indices(REPEATED), numbers())
@case("repeated", numbers(), indices(REPEATED - N), numbers())
@case("inspected", numbers(), indices(PERMUTATION - N), numbers())
def store_by_index(o, idx, a):
    for i in prange(a.shape[0]):
        s = 0.0
        for k in range(40):
            s += a[i] * k
        o[idx[i]] = s


@case("inspected", numbers(), indices(PERMUTATION))
@case("repeated", numbers(), indices(REPEATED))
def update_by_index(a, perm):
    for i in prange(perm.shape[0]):
        s = 0.5 * a[perm[i]]
        for k in range(40):
            s += 1.0 / (i + k + 1)
        a[perm[i]] = s


# Looking at the indices would take longer than the loop.
@case("not inspected", numbers(), indices(REPEATED[:300]), numbers(300))
def short_store_by_index(o, idx, a):
    for i in prange(a.shape[0]):
        o[idx[i]] = a[i]


@case("sequential", numbers(), indices(PERMUTATION))
def read_by_index(a, perm):
    for i in prange(perm.shape[0]):
        a[i] = a[perm[i]] + 1.0


@case("sequential", numbers(), numbers())
def reversed_on_one_branch(a, x):
    n = a.shape[0]
    for i in prange(n):
        if x[i] > 0.0:
            a[i] = i
        else:
            a[n - 1 - i] = -i


@case("conflict", numbers())
def reversed_in_one_half(a):
    n = a.shape[0]
    for i in prange(n):
        if i < n // 2 + 3:
            a[i] = i
        else:
            a[n - 1 - i] = -i


@case("proven", numbers())
def halves_swapped(a):
    n = a.shape[0]
    for i in prange(n // 2):
        t = a[i]
        a[i] = a[n - 1 - i]
        a[n - 1 - i] = t


@case("conflict", numbers(), numbers())
def running_counter(o, x):
    k = 0
    for i in prange(x.shape[0]):
        if x[i] > 0.0:
            o[k] = x[i]
            k += 1
    return k


@case("conflict", numbers(), 0.0)
def difference_from_the_left(x, e):
    for i in prange(x.shape[0]):
        e = x[i] - e
    return e


@case("reduction", numbers(), 4.0)
def difference_from_the_right(x, e):
    for i in prange(x.shape[0]):
        e = e - x[i]
    return e


@case("conflict", numbers())
def one_element(a):
    for i in prange(a.shape[0]):
        a[3] = i


@case("proven", numbers())
def one_element_one_constant(a):
    for i in prange(a.shape[0]):
        a[3] = 7.0


@case("conflict", matrix(300, 200), numbers(200), numbers(300))
def scratch_row(a, row, sums):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            row[j] = a[i, j] * 2.0
        s = 0.0
        for j in range(a.shape[1]):
            s += row[j]
        sums[i] = s


@case("conflict", numbers())
def half_index(a):
    for i in prange(a.shape[0]):
        a[i // 2] = i


@case("proven", numbers())
def even_and_odd(a):
    for i in prange(a.shape[0] // 2):
        a[2 * i] = a[2 * i + 1] + 1.0


@case("proven", matrix(200, 210))
def triangle_and_mirror(a):
    for i in prange(a.shape[0]):
        for j in range(i):
            a[i, j] = a[j, i]


@case("reduction", indices(np.zeros(50)), indices(np.abs(np.arange(N) % 77 - 27) % 50))
def histogram(h, idx):
    for i in prange(idx.shape[0]):
        h[idx[i]] += 1


def run(function, arguments, through=None):
    """Result and arrays of a call; `through` compiles the function."""
    given = [make() if callable(make) else make for make in arguments]
    result = (through or (lambda f: f))(function)(*given)
    return result, [a for a in given if isinstance(a, np.ndarray)]


def verdict_of(compiled):
    nests = compiled.explain().as_dict()["nests"]
    assert len(nests) == 1
    return nests[0]["parallel"]["verdict"]


def assert_equal(found, expected):
    np.testing.assert_array_equal(found[0], expected[0])
    for own, other in zip(found[1], expected[1]):
        np.testing.assert_array_equal(own, other)


@pytest.mark.parametrize("function, verdict, arguments, options", CASES)
def test_answer_and_verdict(function, verdict, arguments, options):
    compiled = up.jit(strict=False, threads=4, fp="strict", **options)(function)
    expected = run(function, arguments)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            assert_equal(run(function, arguments, lambda _: compiled), expected)
    assert verdict_of(compiled) == REPORTED.get(verdict, verdict)
    assert len({str(w.message) for w in caught}) == len(caught)
    assert bool(caught) == (verdict in WARNED)


@pytest.mark.parametrize("function, verdict, arguments, options", CASES)
def test_only_conflicts_are_errors(function, verdict, arguments, options):
    compiled = up.jit(strict=False, races="error", **options)(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if verdict in ("conflict", "repeated"):
            with pytest.raises(up.RaceError):
                run(function, arguments, lambda _: compiled)
        else:
            run(function, arguments, lambda _: compiled)


def four_steps(x, n, m, p, q):
    for i in prange(n):
        for j in range(m):
            for k in range(p):
                for m_ in range(q):
                    x[15896 * i + 16177 * j + 5673 * k + 15374 * m_] = 1.0 * i


def test_a_meeting_that_the_search_gives_up_on_is_found_by_the_integer_program():
    compiled = up.jit(strict=False, races="error")(four_steps)
    with pytest.raises(up.RaceError) as found:
        compiled(np.zeros(11841971, np.float32), 208, 283, 264, 160)
    said = re.search(r"i = (\d+) and i = (\d+) both write x\[(\d+)\]", str(found.value))
    first, second, place = map(int, said.groups())
    assert 0 <= first < second < 208

    def is_reached(i):
        rest = place - 15896 * i
        return any(
            0 <= (left := rest - 16177 * j - 5673 * k) and left % 15374 == 0 and left // 15374 < 160
            for j in range(283)
            for k in range(264)
        )

    assert is_reached(first) and is_reached(second)


def copied(x, y):
    for i in prange(y.shape[0]):
        x[i] = y[i] + 1.0


# How the two arguments lie in one array, and what that makes of the loop.
OVERLAPS = {
    "forward": (lambda a: (a[1:], a[:-1]), "conflict"),
    "backward": (lambda a: (a[:-1], a[1:]), "conflict"),
    "same": (lambda a: (a, a), "proven"),
    "apart": (lambda a: (a[: N // 2], a[N // 2 :]), "proven"),
    "interleaved": (lambda a: (a[::2], a[1::2]), "proven"),
    "reversed": (lambda a: (a, a[::-1]), "conflict"),
    "data in front": (lambda a: (a[5:], a[:100]), "conflict"),
    "half items": (lambda a: (a.view("float32")[1 : N + 1], a), "conflict"),
    "parts of items": (lambda a: (a.view("complex128").imag, a.view("complex128").real), "proven"),
}


@pytest.mark.parametrize("name", OVERLAPS)
def test_two_arguments_in_one_array(name):
    views, verdict = OVERLAPS[name]
    compiled = up.jit(strict=False, threads=4, fp="strict")(copied)
    expected, found = numbers()(), numbers()()
    with np.errstate(all="ignore"):
        copied(*views(expected))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compiled(np.zeros(9), np.zeros(9))  # a call that is proven says nothing about the next one
        compiled(*views(found))
    np.testing.assert_array_equal(found, expected)
    assert verdict_of(compiled) == verdict


def last(x, y):
    for i in prange(x.shape[0]):
        x[-1 - i] = y[i]


def test_negative_index_into_a_view_with_data_in_front():
    compiled = up.jit(strict=False, threads=4)(last)
    expected, found = numbers()(), numbers()()
    last(expected[100:], expected[:50].repeat((N - 100) // 50 + 1))
    compiled(found[100:], found[:50].repeat((N - 100) // 50 + 1))
    np.testing.assert_array_equal(found, expected)
    assert verdict_of(compiled) == "proven"
