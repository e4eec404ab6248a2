"""Calls of compiled functions: binding of arguments, types, results, errors at run time."""

import gc
import importlib.machinery
import subprocess
import sys
import textwrap
import types
import weakref

import numpy as np
import pytest

import unpython as up
from unpython import prange

SCALE = 2.0
FACTORS = np.array([1.0, 10.0])


@up.jit
def first(a, b=2, *, c=3):
    return a[0] * b + c


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((), {}),
        ((1, 2, 3), {}),
        ((1, 2, 3), {"c": 1}),
        ((1,), {"x": 1}),
        ((1,), {"a": 1}),
        ((), {"b": 1}),
    ],
)
def test_wrong_calls_are_worded_as_by_python(args, kwargs):
    with pytest.raises(TypeError) as expected:
        first.py_func(*args, **kwargs)
    with pytest.raises(TypeError) as found:
        first(*args, **kwargs)
    assert str(found.value) == str(expected.value)


def test_keywords_for_positional_only_parameters_are_listed_as_by_python():
    def two(a, b, /, c=1):
        return a + b + c

    for args, kwargs in [((1,), {"b": 2}), ((), {"b": 1, "a": 2}), ((1, 2), {"x": 1, "a": 2}), ((1, 2), {"x": 1})]:
        with pytest.raises(TypeError) as expected:
            two(*args, **kwargs)
        with pytest.raises(TypeError) as found:
            up.jit(two)(*args, **kwargs)
        assert str(found.value) == str(expected.value)


def test_missing_arguments_are_listed_as_by_python():
    def three(a, b, c, *, d, e):
        return a + b + c + d + e

    compiled = up.jit(three)
    for args, kwargs in [((), {}), ((1,), {}), ((1, 2), {}), ((1, 2, 3), {}), ((1, 2, 3), {"d": 1})]:
        with pytest.raises(TypeError) as expected:
            three(*args, **kwargs)
        with pytest.raises(TypeError) as found:
            compiled(*args, **kwargs)
        assert str(found.value) == str(expected.value)


def test_keywords_and_defaults():
    a = np.array([5.0])
    assert first(a) == 13.0
    assert first(b=4, a=a) == 23.0
    assert first(a, c=0, b=1) == 5.0


@pytest.mark.parametrize(
    ("value", "phrase"),
    [
        ([1.0, b""], "is a list; pass an array, for example np.array(a)"),
        ("text", "is of type str"),
        (np.zeros((1, 1)).view(np.matrix), "is a numpy.matrix"),
        (np.ma.array([1.0]), "is a masked array; pass a.filled(value)"),
        (np.rec.array([(1.0,)]), "a subclass of ndarray; pass np.asarray(a)"),
        (np.zeros(2, ">f8"), "has foreign byte order; use a.astype"),
        (np.zeros(2, object), "is an array of Python objects"),
        (np.zeros(2, "U3"), "has dtype <U3, which is not supported"),
        (np.zeros(2, "S3"), "which is not supported"),
        (np.zeros((1,) * 9), "has 9 dimensions; at most 8 are supported"),
        (np.longdouble(1), "which is not supported"),
    ],
)
def test_what_is_no_argument_is_refused_with_advice(value, phrase):
    with pytest.raises(TypeError) as found:
        first(value)
    assert str(found.value).startswith("argument 'a' of first() ")
    assert phrase in str(found.value)


def test_a_parameter_that_is_left_out_is_none():
    @up.jit
    def run(a, b=None):
        if b is None:
            b = a.copy()
        return a + b

    a = np.ones(2)
    assert run(a)[0] == 2.0
    assert run(a, None)[0] == 2.0
    assert run(a, 3)[0] == 4.0
    assert run(a, b=a * 5)[1] == 6.0
    with pytest.raises(up.CompileError, match="not defined for None and"):
        run(None, a)
    with pytest.raises(TypeError, match="is of type NoneType"):
        up.jit(up.type("ndarray[double, 1]", np.float64, "ndarray[double, 1]")(run.py_func))(a, None)


def test_ints_beyond_64_bits_are_refused():
    with pytest.raises(OverflowError, match="does not fit 64 bits"):
        first(np.zeros(1), 2**63)


def test_arrays_beyond_memory_are_an_error():
    @up.jit
    def made(n):
        return np.zeros(n)

    with pytest.raises(MemoryError, match="do not fit into memory"):
        made(10**15)


def test_memmaps_are_taken(tmp_path):
    mapped = np.memmap(tmp_path / "data", dtype="float64", mode="w+", shape=(3,))
    mapped[:] = 7
    assert first(mapped) == 17.0


def test_declared_scalars_take_what_they_can_hold():
    @up.type("int8", "int8")
    def same(a):
        return a

    for value in (5, -128, 127, True, 3.0, np.int64(5), np.uint8(127), np.array(4)):
        result = same(value)
        assert type(result) is np.int8
        assert result == value
    for value in (128, -129, np.int64(300), np.uint64(2**63), 300.0):
        with pytest.raises(OverflowError, match="is declared int8, which cannot hold"):
            same(value)
    for value in (0.5, float("nan"), 1j):
        with pytest.raises(TypeError, match="is declared int8, which cannot hold"):
            same(value)
    with pytest.raises(TypeError, match="is declared int8, got ndarray"):
        same(np.zeros(3))


def test_declared_floats():
    @up.type("float", "float")
    def same(a):
        return a

    assert same(0.1) == np.float32(0.1)
    assert same(np.float64(0.1)) == np.float32(0.1)
    assert same(2**70) == np.float32(2**70)
    with pytest.raises(OverflowError, match="is declared float32, which cannot hold"):
        same(1e300)


def test_declared_arrays_of_another_type_are_refused():
    @up.type("ndarray[double, 2]", None)
    def clear(a):
        a[0, 0] = 0

    clear(np.ones((1, 1)))
    with pytest.raises(TypeError, match=r"is declared ndarray\[float64, 2\], got ndarray\[float32, 2\]"):
        clear(np.ones((1, 1), np.float32))
    with pytest.raises(TypeError, match=r"got ndarray\[float64, 1\]"):
        clear(np.ones(1))
    with pytest.raises(TypeError, match="got a number"):
        clear(1.0)


def test_weak_results_are_pythons_and_strong_ones_numpys():
    @up.jit
    def results(a, n, x):
        return a[0], n + 1, x * 2, n > 0, x + 1j

    found = results(np.array([1], np.float32), 1, 0.5)
    assert [type(value) for value in found] == [np.float32, int, float, bool, complex]
    assert found == (1, 2, 1.0, True, 0.5 + 1j)
    strong = results(np.array([1], np.int16), np.int8(1), np.float32(0.5))
    assert [type(value) for value in strong] == [np.int16, np.int8, np.float32, np.bool_, np.complex64]


def test_a_returned_argument_is_the_same_object():
    @up.jit
    def double(a):
        for i in range(a.shape[0]):
            a[i] *= 2
        return a

    a = np.arange(3.0)
    before = sys.getrefcount(a)
    result = double(a)
    assert result is a
    del result
    assert sys.getrefcount(a) == before
    assert a.tolist() == [0, 2, 4]


def test_globals_are_read_at_each_call():
    global SCALE, FACTORS

    @up.jit
    def scaled(a):
        return a[0] * SCALE * FACTORS[1]

    a = np.array([1.0])
    assert scaled(a) == 20.0
    SCALE = 3
    assert scaled(a) == 30.0
    FACTORS = np.array([1, 2])
    assert scaled(a) == 6.0
    SCALE, FACTORS = 2.0, np.array([1.0, 10.0])


def test_closures_are_read_at_each_call():
    def make():
        n = 1

        @up.jit
        def add(a):
            return a + n

        def change(value):
            nonlocal n
            n = value

        return add, change

    add, change = make()
    assert add(1) == 2
    change(10)
    assert add(1) == 11
    change(0.5)
    assert add(1) == 1.5


def helper(x):
    return x + 1


def test_a_replaced_helper_is_noticed():
    global helper

    @up.jit
    def calls(a):
        return helper(a)

    assert calls(1) == 2
    old = helper

    def helper(x):
        return x + 100

    assert calls(1) == 101
    helper = old
    assert calls(1) == 2


def test_storing_to_a_read_only_array_raises_at_the_store():
    @up.jit
    def store(a, b):
        b[0] = 1
        a[0] = 1

    a, b = np.zeros(2), np.zeros(2)
    a.flags.writeable = False
    with pytest.raises(ValueError, match="assignment destination is read-only") as raised:
        store(a, b)
    assert str(raised.value) == "assignment destination is read-only"
    assert raised.value.unpython_place == ("test_calls.py", store.py_func.__code__.co_firstlineno + 3)
    assert b[0] == 1
    assert a[0] == 0


def test_an_error_names_the_array_the_file_and_the_line():
    @up.jit
    def get(a, i):
        return a[i]

    line = get.py_func.__code__.co_firstlineno + 2
    with pytest.raises(IndexError) as found:
        get(np.zeros(3), 5)
    assert str(found.value) == "index 5 is out of bounds for axis 0 with size 3"
    assert found.value.unpython_place == ("test_calls.py", line)
    if sys.version_info >= (3, 11):
        assert found.value.__notes__ == [f"in compiled code: array 'a', test_calls.py, line {line}"]


def test_overlapping_arguments_give_the_answer_of_python():
    def shift(a, b):
        for i in range(a.shape[0]):
            b[i] = a[i] + 1

    compiled = up.jit(shift)
    expected, found = np.arange(20.0), np.arange(20.0)
    shift(expected[:-1], expected[1:])
    compiled(found[:-1], found[1:])
    assert found.tolist() == expected.tolist()
    compiled(found[:10], found[10:])
    shift(expected[:10], expected[10:])
    assert found.tolist() == expected.tolist()


def test_a_method():
    class Box:
        @up.jit
        def twice(self, n):
            return n + n

        @up.jit
        def more(self, n):
            return self + n

    assert isinstance(Box.__dict__["twice"], up.Function)
    with pytest.raises(TypeError, match="argument 'self' of .*more"):
        Box().more(2)
    assert Box().twice(2) == 4
    assert Box.twice(1, 3) == 6


def test_functions_are_collected_and_leak_nothing():
    def make():
        captured = np.zeros(10)

        @up.jit
        def inner(a):
            return a[0] + captured[0]

        assert inner(np.ones(1)) == 1.0
        inner.itself = inner
        return weakref.ref(inner)

    reference = make()
    gc.collect()
    assert reference() is None


def test_calls_do_not_leak_references():
    @up.jit
    def work(a, n):
        for i in prange(a.shape[0]):
            a[i] += n
        return n

    small, large = np.zeros(10), np.zeros(100_000)
    value = 123.5
    work(small, value), work(large, value)
    gc.collect()
    counts = [sys.getrefcount(x) for x in (small, large, value)]
    for _ in range(100):
        work(small, value)
        work(large, n=value)
        with pytest.raises(TypeError):
            work(small)
    assert [sys.getrefcount(x) for x in (small, large, value)] == counts


def test_the_interpreter_agrees():
    @up.jit
    def total(a):
        s = 0.0
        for i in prange(a.shape[0]):
            if a[i] < 0:
                raise ValueError("negative")
            s += a[i]
        return s

    a = np.arange(100.0)
    assert up._core.interpret(total, "source", a) == 4950.0
    assert up._core.interpret(total, "scheduled", a) == 4950.0
    a[3] = -1
    for level in ("source", "scheduled"):
        with pytest.raises(ValueError, match="^negative"):
            up._core.interpret(total, level, a)
    with pytest.raises(TypeError, match="level is"):
        up._core.interpret(total, "other", a)


def _made_by(x, kind=float):
    return kind(x) + 1


def _narrow(x, kind=np.float32):
    return kind(x) + 1


@pytest.mark.parametrize("helper", [_made_by, _narrow])
def test_defaults_that_are_types(helper):
    def f(x):
        return helper(x)

    with up.options(strict=False):
        assert up.jit(f)(3) == f(3)


def test_functions_and_types_that_attributes_hold_are_read_at_each_call():
    import math
    import types

    config = types.SimpleNamespace(f=math.cos, kind=np.float64, inner=types.SimpleNamespace(f=math.sqrt))

    class Held:
        f = staticmethod(math.cos)

    module = types.ModuleType("held")
    module.f, module.np = math.cos, np

    @up.jit
    def outcome(x):
        def within(y):
            return config.f(y)

        kinds = np.zeros(1, config.kind)
        kinds[0] = 7 * x
        return config.f(x), config.inner.f(x), Held.f(x), module.f(x), within(x), kinds, module.np.sqrt(x)

    def agrees():
        for mine, expected in zip(outcome(0.5), outcome.py_func(0.5)):
            np.testing.assert_allclose(mine, expected, rtol=1e-14)
            assert np.asarray(mine).dtype == np.asarray(expected).dtype

    agrees()
    config.f = Held.f = module.f = math.sin
    config.kind = np.int32
    config.inner.f = math.exp
    agrees()
    config.inner = types.SimpleNamespace(f=abs)
    config.f = abs
    agrees()


def test_a_method_of_a_global_object_does_not_compile_anew():
    rng = np.random.default_rng(1)

    @up.jit
    def drawn(n):
        total = 0.0
        for _ in range(n):
            total += rng.random() + rng.normal(0.0, 1.0)
        return total

    drawn(3)
    assert "lower" in drawn.last["times"]
    drawn(3)
    assert "lower" not in drawn.last["times"]


def test_first_calls_of_many_threads_with_texts(tmp_path):
    """All of them find no function for their arguments and make one: the first stays, for the others' calls do not own it."""
    path = tmp_path / "threads_of_texts.py"
    path.write_text(textwrap.dedent(THREADS_OF_TEXTS))
    assert subprocess.run([sys.executable, path], check=False).returncode == 0


def test_a_module_that_another_thread_is_importing(monkeypatch):
    """It stands among the modules before it has its names."""
    half = types.ModuleType("random")
    half.__spec__ = importlib.machinery.ModuleSpec("random", None)
    half.__spec__._initializing = True
    monkeypatch.setitem(sys.modules, "random", half)

    def largest(values):
        return max(values, key=abs), sorted(values)

    assert up.jit(strict=True)(largest)([1, -3, 2]) == (-3, [-3, 1, 2])


THREADS_OF_TEXTS = """
    import threading, warnings
    import unpython as up

    warnings.simplefilter("ignore")

    def lengths(groups):
        words = [w for k, ws in groups.items() for w in ws]
        out = {}
        for w in words:
            out[w[:1]] = out.get(w[:1], 0) + len(w)
        return sorted(out.items(), key=lambda item: (-item[1], item[0]))

    for _ in range(8):
        compiled = up.jit(strict=False)(lengths)
        given = [{"a": ["x", "yy"], "b": ["x" * i] * (i % 3)} for i in range(8)]
        found = [None] * 8
        start = threading.Barrier(8)

        def call(i):
            start.wait()
            found[i] = compiled(given[i])

        threads = [threading.Thread(target=call, args=(i,)) for i in range(8)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        assert found == [lengths(groups) for groups in given], found
"""
