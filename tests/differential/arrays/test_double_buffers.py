"""Names that take turns in standing for arrays: what was made last becomes what is read next."""

import numpy as np
import pytest
import unpython as up
from support.programs import FLOATS, Programs, array, out, strong

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(array("n"), array("m"), dtypes=("int64", "uint8"))
def edit_distance(s, t):
    prev = np.arange(len(t) + 1)
    for i in range(len(s)):
        curr = np.empty_like(prev)
        curr[0] = i + 1
        for j in range(len(t)):
            cost = 0 if s[i] == t[j] else 1
            curr[j + 1] = min(prev[j + 1] + 1, curr[j] + 1, prev[j] + cost)
        prev = curr
    return prev[-1], prev


@PROGRAMS.add(array("n"), 3, dtypes=FLOATS)
def made_anew_and_passed_on(x, n):
    prev = x * 1
    for _ in range(n):
        cur = np.zeros_like(prev)
        cur[1:] = prev[1:] + prev[:-1]
        prev = cur
    return prev


@PROGRAMS.add(array("n"), array("nn"), dtypes=FLOATS, strict_exact=False, float64=1e-11, large={"n": 120})
def scaled_in_each_step(p, a):
    alpha = p * 2
    scale = alpha.sum() + 1000
    alpha /= scale
    total = scale
    for t in range(4):
        alpha = (alpha @ a) * p
        alpha /= 1 + np.abs(alpha).max() if t > 0 and len(alpha) > 0 else 3
        total += alpha.sum()
    return total, alpha


@PROGRAMS.add(array("nm"), array("nm"), strong(0.25), dtypes=FLOATS)
def velocity_verlet(x, v, dt):
    acc = -x
    pos = x.copy()
    vel = v.copy()
    for _ in range(3):
        pos += vel * dt + acc * (dt * dt)
        new = -pos
        vel += (acc + new) * dt
        acc = new
    return pos, vel, acc


@PROGRAMS.add(array("n"), 3, dtypes=("float64", "int32"))
def exchanged_locals(x, n):
    a = x.copy()
    b = np.zeros_like(x)
    for i in range(n):
        b[1:] = a[:-1] + 1
        b[:1] = i
        a, b = b, a
    a[:1] = 5
    return a.sum(), b[-1:].sum()


@PROGRAMS.add(out("n"), 5, dtypes=("float64", "int32"))
def exchanged_with_an_argument(x, n):
    y = np.zeros_like(x)
    for _ in range(n):
        y[1:] = x[:-1] + 1
        x, y = y, x
    x[:1] = 3
    return x.sum(), y.sum()


@PROGRAMS.add(out("n"), dtypes=("float64", "int32"))
def exchanged_until_small(x):
    y = x.copy()
    steps = 0
    while True:
        y[1:] = x[:-1] + 1
        x, y = y, x
        steps += 1
        if steps > 4 or len(x) == 1:
            break
    return steps, x.sum()


@PROGRAMS.add(array("nm"), dtypes=FLOATS)
def rows_that_are_replaced(a):
    total = np.zeros(a.shape[1], dtype=a.dtype)
    for row in a:
        total = total + row
        row = row * 2
        total += row
    return total


test_paths = PROGRAMS.as_test()


def check(function, *makers):
    ours, theirs = ([make() for make in makers] for _ in range(2))
    expected = function(*theirs)
    result = up.jit(function)(*ours)
    np.testing.assert_allclose(result, expected)
    for a, b in zip(ours, theirs):
        np.testing.assert_allclose(a, b)


def test_two_names_of_one_array_that_is_stored_to():
    def shared(n):
        x = y = np.zeros(3)
        x[0] = n
        return y

    with pytest.raises(up.CompileError, match="'y' may have other elements in NumPy here"):
        up.jit(shared)(2)

    def passed_on_and_stored_to(a, n):
        cur = a * 2
        prev = a + 1
        for _ in range(n):
            prev = cur
            prev[0] += 1
            cur[1] = prev[0]
        return prev

    with pytest.raises(up.CompileError, match="in NumPy"):
        up.jit(passed_on_and_stored_to)(np.ones(3), 2)


def test_an_argument_that_gets_a_new_value_and_is_stored_to():
    def run(u, n):
        for _ in range(n):
            old = u
            u = old.copy()
            u[1:-1] = old[:-2] + old[2:]
        return u * 1

    check(run, lambda: np.arange(6.0), lambda: 3)

    def stored_first(u, n):
        for _ in range(n):
            u[0] += 1
            u = u * 2
        return u * 1

    with pytest.raises(up.CompileError, match="may be an argument in NumPy"):
        up.jit(stored_first)(np.ones(3), 2)
