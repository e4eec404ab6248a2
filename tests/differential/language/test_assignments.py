"""Forms of assignment: arrays taken apart, `:=`, `del`, names that exchange arrays, views that outlive what they see."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.programs import Programs, array, out

PROGRAMS = Programs(whole_arrays=True)


@PROGRAMS.add(array("nm"), out("nm"), dtypes=("float64", "int16"))
def taken_apart(a, b):
    x, y, z = a[:3, 0]
    (p, q), r = a[:2, 1:3], a[-1]
    for i, (u, v) in enumerate(a[:, :2]):
        b[i, 0] = u + v
    first, second = b[:2]
    second[1:] = p[0] + q[1] * r[1:]
    first[1], first[2] = first[2:4]
    b[2, 1:] = x + y * z


@PROGRAMS.add(array("n"), dtypes=("float64", "uint8"), skip_layouts=("empty", "one_element"))
def named_and_deleted(a):
    n = 0
    while (x := a[n]) != a[-1] and n < 4:
        n += 1
    if (half := len(a) // 2) > 1:
        n += half
    twice = a + a
    total = twice.sum()
    del twice
    twice = 5
    return x, n, total, half, twice


@PROGRAMS.add(out("n"), out("n"), dtypes=("float64", "int32"), skip_layouts=("empty",))
def exchanged_arguments(a, b):
    for t in range(5):
        b[1:-1] = a[:-2] + a[2:]
        b[0] = t
        a, b = b, a
    return a.sum(), b[0]


@PROGRAMS.add(out("n"), out("n"), out("n"), dtypes=("float64", "int64"), skip_layouts=("empty",))
def three_exchanged(a, b, c):
    steps = 0
    while steps < 4 and a[0] < 1000:
        c[1:-1] = a[2:] - b[:-2]
        a, b, c = b, c, a
        if steps == 2:
            break
        steps += 1
        a[0] += 1
    else:
        c[-1] = 7
    a[-1] = steps


@PROGRAMS.add(array("n"), dtypes=("float64", "uint16"))
def views_of_old_arrays(a):
    u = a * 1
    for _ in range(3):
        left = u[:-1]
        u = u + u
        u[1:] += left
    return u


test_paths = PROGRAMS.as_test()


def test_arrays_of_another_length():
    @up.jit
    def run(a):
        x, y = a
        return x + y

    assert run(np.array([1.0, 2.0])) == 3
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected 2, got 1\)"):
        run(np.ones(1))
    with pytest.raises(ValueError, match=r"too many values to unpack \(expected 2\)"):
        run(np.ones(3))


def test_a_deleted_name():
    @up.jit
    def run(a, c):
        x = a[0]
        if c:
            del x
        return x

    assert run(np.ones(1), False) == 1
    with pytest.raises(UnboundLocalError):
        run(np.ones(1), True)


def test_exchange_of_different_types():
    @up.jit
    def run(a, b, n):
        for _ in range(n):
            b[:] = a[:2] + 1
            a, b = b, a

    for n in range(4):
        given = np.zeros(2), np.zeros(2, np.float32)
        expected = np.zeros(2), np.zeros(2, np.float32)
        run(*given, n)
        run.py_func(*expected, n)
        assert all(np.array_equal(x, y) for x, y in zip(given, expected))


_RESULTS = """
np.subtract(3.0, b[2], out=a[::-1])
np.subtract(3.0, b[2], out=a[1:])
np.subtract(3.0, b[:, 2], out=a[:, ::-1])
np.subtract(3.0, b[:, 2:3], out=a[:, ::-1])
np.subtract(3.0, b[2], a[1:])
np.negative(b[2], out=a[1:4])
np.minimum(3.0, 3.0 - b[2], out=a.T[1:])
np.maximum(b[::-1], a, a[:])
np.copyto(a[::-1], b[2])
np.cumsum(b[2], out=a[2])
(a if a[0, 0] > 100 else a[1:])[1:] = 3.0 - b[2]
a.transpose(1, 0)[1:] = 3.0 - b[2]
a[1:].sort(axis=0)
a[1:, :].T[:] = b[1:, 2] - 1
""".strip().splitlines()


@pytest.mark.parametrize("of", [lambda a: a, lambda a: a[:], lambda a: a[::-1]], ids=["same", "view", "reversed"])
@pytest.mark.parametrize("text", _RESULTS)
def test_a_part_that_is_given_for_a_result_may_be_read_through_another_argument(text, of):
    scope = {"np": np}
    source = f"def f(a, b):\n    {text}\n"
    exec(source, scope)
    function = scope["f"]
    found, expected = np.arange(36.0).reshape(6, 6) % 7, np.arange(36.0).reshape(6, 6) % 7
    up.jit(function)(found, of(found))
    function(expected, of(expected))
    assert np.array_equal(found, expected)


def exchanged_items(x):
    p = (x, 1)
    for i in range(2):
        p = (p[1], p[0] + i)
    q = (0, (1.0, x))
    for i in range(3):
        q = (q[0] + 1, (q[1][1], q[1][0] + q[0]))
    return p, q


def exchanged_views(a):
    v = (a[1:], a[:-1], 2)
    for i in range(3):
        v = (v[1], v[0], v[2] + v[0][i])
    return v[0].sum(), v[1][0], v[2]


@pytest.mark.parametrize(("function", "argument"), [(exchanged_items, 3.0), (exchanged_items, 3), (exchanged_views, np.arange(6.0))])
def test_items_of_a_tuple_change_at_once(function, argument):
    compiled = up.jit(strict=True)(function)
    expected = repr(function(argument))
    assert repr(compiled(argument)) == expected
    for level in ("source", "scheduled"):
        assert repr(paths.interpreted(compiled, level)(argument)) == expected
