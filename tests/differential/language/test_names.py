"""Helpers, globals, closures, defaults, keywords, tuples."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_values
from support.programs import FLOATS, NUMBERS, Programs, array, out
from unpython import prange
from unpython._find_source import run_text

PROGRAMS = Programs()
SCALE = 3
OFFSET = np.float32(1.5)
TABLE = np.array([1.0, 2.0, 4.0, 8.0])
CONFIG = SimpleNamespace(factor=0.25, inner=SimpleNamespace(shift=2))


def square(v):
    return v * v


def affine(v, scale=2, offset=1):
    return v * scale + offset


def sign(v):
    if v > 0:
        return 1
    if v < 0:
        return -1
    return 0


def first_above(x, limit):
    for i in range(x.shape[0]):
        if x[i] > limit:
            return i
    return -1


def minmax(a, b):
    return (a, b) if a < b else (b, a)


def store(z, i, v):
    z[i] = v


@up.jit
def compiled_helper(v):
    return square(v) + SCALE


@PROGRAMS.add(array("n"), out("n"), dtypes=NUMBERS)
def helper(x, z):
    for i in prange(x.shape[0]):
        z[i] = square(x[i]) + square(2)


@PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)
def helper_with_defaults(x, z):
    for i in prange(x.shape[0]):
        z[i] = affine(x[i]) + affine(x[i], offset=3) + affine(x[i], 4) + affine(scale=5, v=x[i])


@PROGRAMS.add(array("n"), out("n", "int64"), dtypes=NUMBERS)
def helper_with_early_returns(x, z):
    for i in prange(x.shape[0]):
        z[i] = sign(x[i]) * 10 + sign(-3)


@PROGRAMS.add(array("n"), dtypes=FLOATS)
def helper_with_loop(x):
    return first_above(x, 3), first_above(x, 1000)


@PROGRAMS.add(array("n"), array("n"), out("n"), dtypes=FLOATS)
def helper_with_tuple(x, y, z):
    for i in prange(x.shape[0]):
        low, high = minmax(x[i], y[i])
        z[i] = high - low * 2


@PROGRAMS.add(array("n"), out("n"))
def helper_that_stores(x, z):
    for i in range(x.shape[0]):
        store(z, i, x[i] + 1)


@PROGRAMS.add(array("n"), out("n"))
def helper_that_is_compiled(x, z):
    for i in prange(x.shape[0]):
        z[i] = compiled_helper(x[i])


@PROGRAMS.add(array("n", "float32"), out("n", "float32"))
def global_numbers(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * SCALE + OFFSET - math.pi


@PROGRAMS.add(out("n"))
def global_array(z):
    for i in prange(z.shape[0]):
        z[i] = TABLE[i % 4] + TABLE[-1]


@PROGRAMS.add(array("n"), out("n"))
def attributes_of_globals(x, z):
    for i in prange(x.shape[0]):
        z[i] = x[i] * CONFIG.factor + CONFIG.inner.shift


@PROGRAMS.add(array("n"))
def tuple_results(x):
    a = (x[0], (x.shape[0], x[0] * 2))
    b, c = a
    return b, c[0], c[1], 1


@PROGRAMS.add(3, 4)
def swaps(a, b):
    for _ in range(3):
        a, b = b, a + b
    return a, b


def make_closure():
    factor = 5
    shift = 0.5

    def closure(x, z):
        for i in prange(x.shape[0]):
            z[i] = x[i] * factor + shift

    return closure


PROGRAMS.add(array("n"), out("n"), dtypes=FLOATS)(make_closure())


def weighted(x, count=None, weights=None, scale=2):
    if count is None:
        count = x.shape[0]
    if weights is None:
        weights = np.full(x.shape, 0.5)
    elif count is not None:
        count -= 1
    return (x[:count] * weights[:count]).sum() * scale


def passed_on(x, weights=None):
    total = weighted(x, weights=weights)
    for k in range(3):
        start = None
        if k == 1:
            start = weights
        if start is None:
            total += k
        if weights is not None:
            total += weights[0]
    return total


@PROGRAMS.add(array("n"), array("n"), dtypes=("float64",))
def helper_with_parameters_left_out(x, y):
    return weighted(x), weighted(x, 3), weighted(x, None, y), weighted(x, weights=y, scale=1), passed_on(x)


def with_edges(x, scale=None):
    edges = x * 2
    if scale is None:
        return x.sum(), edges
    return edges.sum(), edges * scale


@PROGRAMS.add(array("n"), dtypes=("float64",))
def helper_that_returns_its_array_where_nothing_is_given(x):
    total, edges = with_edges(x)
    other, scaled = with_edges(x, 3)
    return total + edges[-1:].sum(), other + scaled[:1].sum()


@PROGRAMS.add(array("n"), None, None, dtypes=("float64",))
def parameters_left_out(x, start, stop):
    if start is None:
        start = 1
    end = x.shape[0] if stop is None else stop
    while start < end:
        if start is not None and start > 3:
            break
        start += 1
    return start, end


test_paths = PROGRAMS.as_test()


def test_changed_globals_and_closures_are_seen():
    namespace = {"FACTOR": 2}
    count = 1

    def read():
        return FACTOR * 10 + count  # noqa: F821

    function = up.jit(type(read)(read.__code__, namespace, "read", None, read.__closure__))
    assert function() == 21
    namespace["FACTOR"] = 3
    assert function() == 31
    namespace["FACTOR"] = 0.5
    assert function() == 6.0
    count = 4
    assert function() == 9.0


def test_changed_helper_is_seen():
    namespace = run_text("def call(v):\n    return helper(v) + 1\n", "<names>", {"helper": square})
    function = up.jit(namespace["call"])
    assert function(3) == 10
    namespace["helper"] = affine
    assert function(3) == 8


class Held:
    pass


@pytest.mark.parametrize("strict", [False, True])
def test_a_name_that_is_gone(strict):
    """What the function does before it needs the name is not lost, where a call is not refused; a name in a branch that is not taken says nothing."""
    namespace = {"HELD": Held(), "N": 3}
    namespace["HELD"].k = 2
    text = "def f(a, long):\n    a[0] += 1\n    return HELD.k + N if long else a[0]\n"
    plain = run_text(text, "<gone>", namespace)["f"]
    compiled = up.jit(strict=strict)(plain)

    def outcome(function, long):
        a = np.zeros(2)
        try:
            return repr(function(a, long)), a[0]
        except (NameError, AttributeError) as error:
            return repr(error), a[0]

    def check():
        for long in (False, True):
            expected = outcome(plain, long)
            try:
                found = outcome(compiled, long)
            except up.CompileError:
                continue
            assert found == expected

    check()
    held = namespace["HELD"]
    number = namespace.pop("N")
    check()
    namespace["N"] = number
    del held.k
    check()
    held.k = 5
    assert outcome(compiled, True) == ("8", 1.0)
    namespace["HELD"] = None
    check()
    namespace["HELD"] = held
    assert outcome(compiled, True) == ("8", 1.0)


def test_a_helper_whose_text_is_replaced():
    """As %autoreload of IPython does."""
    namespace = run_text("LIST = [1]\ndef f(v):\n    return h(v) + 1\ndef g(v):\n    return k(v) + 1\n", "<names>", {})
    namespace |= run_text("def h(v, w=2):\n    return v * w\ndef k(v, w=2):\n    return v * w + LIST[0]\n", "<helpers>", namespace)
    f, g = up.jit(namespace["f"]), up.jit(namespace["g"])
    for other in (None, affine, square):
        for name in "hk":
            helper = namespace[name]
            if other is not None:
                helper.__code__, helper.__defaults__ = other.__code__, other.__defaults__
            for w in (3, 4.5):
                assert repr(f(3)) == repr(namespace["f"](3))
                assert repr(g(3)) == repr(namespace["g"](3))
                if helper.__defaults__:
                    helper.__defaults__ = (w, *helper.__defaults__[1:])
            assert repr(f(3)) == repr(namespace["f"](3))
            assert repr(g(3)) == repr(namespace["g"](3))


def test_a_given_function_whose_text_is_replaced():
    x = np.arange(4.0)
    namespace = run_text("def f(v, w=2.0):\n    return v + w\ndef g(v):\n    return v + 1\n", "<given>", {})
    f, g = namespace["f"], namespace["g"]
    assert up.map(f, x).tolist() == (x + 2).tolist()
    f.__defaults__ = (5.0,)
    assert up.map(f, x).tolist() == (x + 5).tolist()
    assert up.map(g, x).tolist() == (x + 1).tolist()
    f.__code__, g.__code__ = affine.__code__, square.__code__
    f.__defaults__ = affine.__defaults__
    assert up.map(f, x).tolist() == (x * 2 + 1).tolist()
    assert up.map(g, x).tolist() == (x * x).tolist()


def test_names_of_python_that_the_module_defines_later():
    text = "def h(v):\n    return abs(v) + 1\ndef f(v):\n    return len(v) + max(v) + h(v[0])\ndef g(v):\n    return sum(f(v) for _ in range(2))\n"
    namespace = run_text(text, "<later>", {})
    f, g = up.jit(namespace["f"]), up.jit(namespace["g"])
    for name, value in [("len", lambda v: 100), ("max", lambda v: 0.5), ("abs", math.sqrt), ("sum", max)]:
        for defined in (False, True, False):
            if defined:
                namespace[name] = value
            else:
                namespace.pop(name, None)
            for v in (np.array([4, 2]), np.array([9.0])):
                assert repr(f(v)) == repr(namespace["f"](v))
                assert repr(g(v)) == repr(namespace["g"](v))


item = 5


def global_beside_a_comprehension(x):
    held = [item for item in x]
    return item, held


def global_around_a_comprehension(x):
    total = 0
    for i in range(3):
        total += sum([item * i for item in x])
    return total + item


def global_of_an_inner_function(x):
    total = sum([item for item in x])

    def read():
        return item

    return total, read()


@pytest.mark.parametrize(
    "function", [global_beside_a_comprehension, global_around_a_comprehension, global_of_an_inner_function]
)
def test_a_variable_of_a_comprehension_hides_no_global(function):
    check_values((function, [1, 2]))
