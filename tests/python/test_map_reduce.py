"""up.map, up.reduce, up.scan and their kin from plain Python, against what they mean (_plain_map_reduce.py)."""

import functools
import math
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import unpython as up
from support.devices import require
from unpython import _function_values
from unpython import _plain_map_reduce as plain

A = np.arange(6).astype(np.float32)
B = np.arange(1, 3001, dtype=np.float64)
B2, B3 = B.reshape(30, 100), B.reshape(3, 50, 20)
FUNCTIONS = (lambda x, y: x + y, lambda x, y: x * y % 7, max, min, np.add, np.maximum, lambda x, y: y)


def agree(name, *args, **kwargs):
    """The same value, type and dtype, or the same exception."""
    outcomes = []
    for run in (getattr(up, name), getattr(plain, name)):
        try:
            outcomes.append(run(*args, **kwargs))
        except ValueError as problem:
            outcomes.append(str(problem))
    got, expected = outcomes
    assert type(got) is type(expected)
    if isinstance(expected, str):
        assert got == expected
        return
    assert np.asarray(got).dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(got, expected, rtol=1e-12)


@pytest.mark.parametrize(
    "function, arrays",
    (
        (lambda x: x * x + 1, (A,)),
        (lambda x: 1 if x > 2 else 0, (B3,)),
        (lambda x: x > 2, (A,)),
        (lambda x: x * 1j, (A,)),
        (lambda x: x * 2, (2.5,)),
        (lambda x, y: x * y, (B2, B2[:1])),
        (lambda x, y: x if x > y else y, (B2.T, B2.T[::-1])),
        (lambda x, k: x + k, (np.arange(4, dtype=np.int8), 3)),
        (lambda x, y, z, w: x * y + z * w, (B3, B3[0], B3[0, 0], 2.0)),
        (np.hypot, (A, A)),
        (math.sqrt, (A,)),
        (max, (A, A[::-1])),
        (abs, (-A,)),
        (np.gcd, (np.arange(10), np.arange(10) + 3)),
        (lambda x, y: x, (A, np.arange(5))),
    ),
)
def test_map(function, arrays):
    agree("map", function, *arrays)


def test_map_of_nothing_has_the_type_of_the_results():
    assert up.map(lambda x: x > 1, A[:0]).dtype == np.bool_
    assert up.map(lambda x: x * 2, np.zeros((0, 3), np.int16)).dtype == np.int16


@pytest.mark.parametrize(
    "function, items, initial",
    (
        (lambda x, y: x + y, np.array([1, 0, 1, 1, 1], bool), 0),
        (lambda x, y: x + y, np.array([1, 0, 1, 1, 1], bool), False),
        (lambda x, y: x + y, np.full(10, 100, np.int8), np.int64(0)),
        (lambda x, y: x + y, np.full(10, 100, np.int8), 0.0),
        (lambda x, y: x * y, np.full(40, 3, np.uint8), np.uint64(1)),
        (lambda x, y: x + y, np.full(10, 2**62), 0.5),
        (lambda x, y: x + y, A.astype(np.float64), np.complex128(1j)),
        (np.add, np.array([1, 0, 1, 1, 1], bool), 0),
        (np.multiply, np.full(10, 100, np.int8), 1.0),
        (np.maximum, np.full(10, 100, np.int8), 1.5),
    ),
)
def test_items_are_combined_in_the_type_that_the_initial_value_gives(function, items, initial):
    rows, planes = np.stack([items, items[::-1]]), np.stack([items, items, items])[None]
    agree("reduce", function, items, initial)
    agree("reduce", function, items[:0], initial)
    for array, axis in ((rows, 0), (rows, 1), (rows, None), (rows[:, :0], 1), (planes, 1), (planes, 2)):
        agree("reduce", function, array, initial, axis=axis)
    for offsets in ([0, 2, len(items)], [0, 0, 3, len(items)]):
        agree("segment_reduce", function, items, np.array(offsets), initial)


def test_the_initial_value_gives_the_type_in_compiled_functions():
    @up.jit(strict=True)
    def counts(mask, rows, offsets):
        total = up.reduce(lambda x, y: x + y, mask, 0)
        return total, up.reduce(lambda x, y: x + y, rows, 0, axis=1), up.segment_reduce(lambda x, y: x + y, mask, offsets, 0)

    total, of_rows, of_segments = counts(np.array([1, 0, 1, 1, 1], bool), np.ones((2, 4), bool), np.array([0, 2, 5]))
    assert (total, of_rows.tolist(), of_segments.tolist()) == (4, [4, 4], [1, 3])


def test_an_initial_value_of_a_type_that_holds_less_converts_nothing():
    values = np.array([3 + 4j, 0 - 5j, 8 + 6j])
    with up.options(strict=False), pytest.warns(up.UnpythonWarning, match="runs in Python"):
        assert up.reduce(lambda x, y: abs(x) + abs(y), values, 0.0) == 20.0


@pytest.mark.parametrize("function", FUNCTIONS)
def test_reduce_and_scan(function):
    for array, axis in ((B, None), (B2, 0), (B2, 1), (B3, 1), (B3, -1), (B2, None), (B2.T[::-2], 0)):
        agree("reduce", function, array, axis=axis)
        agree("reduce", function, array, 5.0, axis=axis)
        agree("scan", function, array, axis=axis)
    agree("reduce", function, B[:0])
    agree("reduce", function, B[:0], 3.0)
    agree("reduce", function, B2[:, :0], 3.0, axis=1)


@pytest.mark.parametrize("count", (512, 513, 1024, 1025, 65536, 65537, 65536 * 2 + 1024 * 3 + 16 * 5 + 7))
def test_scans_of_every_level(count):
    """Blocks of 16, runs of 64 blocks, groups of 64 runs, and an end that fills none of them."""
    items = np.random.default_rng(count).integers(0, 1 << 40, count)
    fractions = items / 3e11
    assert (up.scan(lambda x, y: x + y, items) == np.cumsum(items)).all()
    assert (up.scan(max, fractions) == np.maximum.accumulate(fractions)).all()
    running = up.scan(lambda x, y: x + y, fractions)
    np.testing.assert_allclose(running, np.cumsum(fractions), rtol=1e-12)
    assert (np.diff(running) >= 0).all()
    assert (up.scan(lambda x, y: x + y, np.stack([items, items[::-1]]), axis=1)[1] == np.cumsum(items[::-1])).all()


def test_segments():
    agree("segment_reduce", lambda x, y: x + y, B, np.array([0, 3, 10, 3000]))
    agree("segment_reduce", max, B, np.array([0, 3, 3, 3000]), 5.0)
    agree("segment_reduce", max, B, np.array([0, 0, 3]))
    agree("segment_reduce", max, B, np.array([0, 5, 3]), 1.0)
    agree("segment_reduce", max, B, np.array([0, 3001]), 1.0)


@pytest.mark.parametrize("mode", ("edge", "wrap", "reflect", "constant"))
def test_stencil(mode):
    agree("stencil", lambda at: at(-1) - 2 * at(0) + at(3), B, mode, 7.5)
    agree("stencil", lambda at: at(-1, 0) - 2 * at(0, 1) + at(1, 2), B2, mode, 1)
    agree("stencil", lambda at: at(-1, 0, 1) - 2 * at(0, 1) + at(1, 2, -2), B3[:2, :5, :3], mode)
    agree("stencil", lambda at: at(-1) + at(1), B[:1], mode)


def test_filter_and_sort():
    agree("filter", lambda x: x % 2 == 0, A)
    agree("filter", lambda x: x > 100, A)
    agree("filter", lambda x: x % 2, A)  # a truth value, not a place
    agree("filter", lambda x: x % 3, np.arange(10))
    agree("filter", lambda x: x - 2j, A)
    agree("sort_by", lambda x: -abs(x - 2), A)


def scaled_by(k):
    return lambda x: x * k


def test_numbers_and_arrays_around_a_function_are_no_part_of_the_program():
    known = [_function_values.known_function(scaled_by(k), "f") for k in (1.0, 2.5, -0.0)]
    assert known[0] is known[1] is known[2]
    assert known[0] is not _function_values.known_function(scaled_by(1.0), "g")
    assert known[0] is not _function_values.known_function(scaled_by("text"), "f")
    for table in (np.arange(6.0), np.arange(6.0) ** 2):
        np.testing.assert_array_equal(up.map(lambda x: table[int(x)], A), table)  # noqa: B023


def test_two_functions_of_one_text_in_a_call():
    both = up.jit(lambda f, g, x: f(x) - g(x))
    for a, b in ((5.0, 2.0), (2.0, 7.0)):
        assert both(scaled_by(a), scaled_by(b), 10.0) == (a - b) * 10


def test_threads_have_functions_of_their_own():
    wrong = []

    def work(k):
        for i in range(100):
            factor = k * 100.0 + i
            if up.map(lambda x: x * factor, A)[1] != factor:  # noqa: B023
                wrong.append(factor)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_functions_are_known_by_the_values_around_them():
    assert [up.map(scaled_by(k), A)[1] for k in (2.0, 3.0, 2.0, -0.0)] == [2, 3, 2, 0]
    assert math.copysign(1, up.map(scaled_by(-0.0), A)[1]) == -1
    assert math.copysign(1, up.map(scaled_by(0.0), A)[1]) == 1


def test_a_name_around_a_function_changes():
    k = 1.0
    scaled = lambda x: x * k  # noqa: E731
    applied = up.jit(lambda f, x: f(x[1]))
    results = []
    for k in (1.0, 5.0, 6.0, 5.0):  # noqa: B007
        results.append((up.map(scaled, A)[1], applied(scaled, A)))
    assert results == [(k, k) for k in (1.0, 5.0, 6.0, 5.0)]


def test_a_parameter_may_be_called_function():
    def called(function, x):
        inner = lambda y: function(y)  # noqa: E731
        return inner(x)

    assert up.jit(called)(lambda x: x + 1, 2.0) == 3.0


def test_associativity_is_tried():
    assert up.reduce(lambda x, y: x + y, B, check=True) == B.sum()
    with pytest.raises(ValueError, match="not associative: with x = 1.0, y = 2.0, z = 3.0"):
        up.reduce(lambda x, y: x - y, B, check=True)


@pytest.mark.parametrize("wrong, called", ((3, "an int"), (None, "None"), ([1], "a list")))
def test_what_is_no_function_is_refused(wrong, called):
    with pytest.raises(TypeError, match=f"up.map needs a function first, not {called}"):
        up.map(wrong, A)


def test_what_cannot_be_compiled_runs_in_python_and_says_so():
    with up.options(strict=False):
        with pytest.warns(up.UnpythonWarning, match="up.map runs in Python"):
            np.testing.assert_array_equal(up.map(lambda x: len(str(x)), A), [3] * 6)
        with pytest.warns(up.UnpythonWarning, match="not a function of Python"):
            np.testing.assert_array_equal(up.map(functools.partial(max, 2.0), A), np.maximum(A, 2))
        assert up.map(lambda x: x + 1, A)[0] == 1  # and the next one is compiled


def test_lists_are_arrays():
    assert up.reduce(lambda x, y: x + y, [1, 2, 3]) == 6
    np.testing.assert_array_equal(up.map(lambda x: x * 2, [1, 2, 3]), [2, 4, 6])


def test_without_compiling():
    code = "import unpython as up, numpy as np; print(up.reduce(lambda x, y: x + y, up.map(lambda x: x * 2, np.arange(5))))"
    environment = {**os.environ, "UNPYTHON_DISABLE": "1"}
    assert subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True).stdout == "20\n"


def a_helper_out_of_the_language(x):
    import json

    return float(json.dumps(x))


def test_the_device_python():
    given = []
    with up.options(device="python"):
        assert up.map(lambda x: given.append(x) or x + 1, A).tolist() == (A + 1).tolist()
        assert up.reduce(lambda x, y: x + y, B) == B.sum()
        assert up.filter(lambda x: x > 2, [1, 3]).tolist() == [3]
        assert up.scan(lambda x, y: x + y, B2, axis=1).tolist() == np.cumsum(B2, axis=1).tolist()
    assert len(given) == len(A)


def test_a_helper_that_is_not_compiled_runs_in_python():
    def summed(f, a):
        s = 0.0
        for i in range(len(a)):
            s += f(a[i])
        return s

    def summed_here(a):
        s = 0.0
        for i in range(len(a)):
            s += a_helper_out_of_the_language(a[i])
        return s

    values = np.array([1.5, 2.0])
    with pytest.warns(up.UnpythonWarning, match="runs in Python"):
        assert up.jit(summed_here, strict=False)(values) == 3.5
    with pytest.warns(up.UnpythonWarning, match="runs in Python"):
        assert up.jit(summed, strict=False)(a_helper_out_of_the_language, values) == 3.5


def test_strict_refuses_what_cannot_be_compiled():
    with up.options(strict=True), pytest.raises(up.CompileError):
        up.map(lambda x: len(str(x)), A)


def largest(a, b):
    return a if a > b else b


def weighed(w, a, b):
    return w * a + b


def test_partial_functions():
    x = np.arange(6.0)
    np.testing.assert_array_equal(up.map(functools.partial(weighed, 2.0), x, x), 3 * x)
    np.testing.assert_array_equal(up.map(functools.partial(weighed, 2.0, 5.0), x), x + 10)
    assert up.reduce(functools.partial(weighed, 1.0), x) == 15.0


def with_default(k, x, y=1):
    return k * x + y


@pytest.mark.filterwarnings("error")
def test_partial_functions_with_defaults():
    x = np.arange(6.0)
    np.testing.assert_array_equal(up.map(functools.partial(with_default, 2.0), x), 2 * x + 1)
    np.testing.assert_array_equal(up.map(functools.partial(with_default, 2.0), x, x), 3 * x)
    np.testing.assert_array_equal(up.filter(functools.partial(with_default, -1.0), x), x[x != 1])


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_partial_functions_of_too_few_arguments():
    x = np.arange(6.0)
    with pytest.raises((TypeError, up.CompileError), match="takes 2 positional arguments but 3 were given"):
        up.map(functools.partial(weighed, 2.0), x, x, x)


def test_partial_functions_of_other_numbers_are_compiled_once():
    x = np.arange(6.0)
    _function_values._known.clear()
    for k in range(8):
        np.testing.assert_array_equal(up.map(functools.partial(weighed, float(k)), x, x), (k + 1) * x)
    assert len(_function_values._known) == 1


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_arrays_on_a_device_are_taken_where_they_lie(kind):
    device = require(kind)
    x = np.arange(6.0)
    given = up.to_device(x, device)
    calls = {
        "map": (up.map(lambda a, b: a * b, given, given), x * x),
        "scan": (up.scan(lambda a, b: a + b, given), np.cumsum(x)),
        "filter": (up.filter(lambda a: a > 2, given), x[3:]),
        "sort_by": (up.sort_by(lambda a: -a, given), x[::-1]),
        "stencil": (up.stencil(lambda at: at(-1) + at(1), given, mode="wrap"), np.roll(x, 1) + np.roll(x, -1)),
    }
    for name, (found, expected) in calls.items():
        assert found.device == device, name
        np.testing.assert_array_equal(found.to_host(), expected, err_msg=name)
    assert up.reduce(lambda a, b: max(a, b), given) == 5.0


@pytest.mark.parametrize("shapes", [((5,), (1,)), ((1,), (5,)), ((4, 5), (5,)), ((4, 1), (1, 5)), ((4, 5), ())])
def test_arrays_of_several_shapes(shapes):
    a, b = (np.random.default_rng(k).random(shape) for k, shape in enumerate(shapes))
    np.testing.assert_array_equal(up.map(lambda x, y: x * 2 + y, a, b), a * 2 + b)


def test_arrays_that_do_not_fit():
    with pytest.raises(ValueError):
        up.map(lambda x, y: x + y, np.ones(5), np.ones(4))


def test_operations_with_loops_of_their_own():
    """And functions that look like them."""
    x = np.array([3, -5, 7, 2], dtype=np.int32)
    assert [up.reduce(f, x) for f in (lambda a, b: max(a, b), lambda a, b: min(a, b), lambda p, q: p * q)] == [7, -5, -210]
    assert up.reduce(lambda a, b: a + b, x).dtype == np.int32
    assert up.reduce(lambda a, b: largest(a, b), x) == 7

    @up.jit
    def within(x, max):
        return up.reduce(lambda a, b: a + b * max, x)

    assert within(np.ones(3), 2.0) == 5.0
