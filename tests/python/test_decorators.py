"""`type`, `jit`, `gpu`, their combinations, what they refuse, and what a compiled function looks like from outside."""

import inspect

import numpy as np
import pytest
import unpython as up
from support.devices import skip_with_gpu


def add(a, b=1):
    """Adds."""
    return a + b


def test_jit_with_and_without_parentheses():
    assert up.jit(add)(2) == 3
    assert up.jit()(add)(2) == 3
    assert up.jit(threads=1)(add)(2) == 3


def test_a_compiled_function_looks_like_the_plain_one():
    f = up.jit(add)
    assert (f.__name__, f.__doc__, f.__module__, f.__qualname__) == ("add", "Adds.", __name__, "add")
    assert f.py_func is add
    assert f.__wrapped__ is add
    assert str(inspect.signature(f)) == "(a, b=1)"


def test_defaults_and_keywords():
    f = up.jit(add)
    assert f(1, b=5) == 6
    assert f(b=5, a=1) == 6
    assert f(a=1) == 2


@pytest.mark.parametrize("call", ["f()", "f(1, 2, 3)", "f(1, c=2)", "f(1, a=2)"])
def test_wrong_arguments_are_worded_as_by_python(call):
    def message(f):
        with pytest.raises(TypeError) as caught:
            eval(call, {"f": f})
        return str(caught.value).replace(f"{add.__qualname__}()", "f()")

    assert message(up.jit(add)) == message(add)


ORDERS = [
    lambda f: up.jit(up.type("double", "int64", "double")(f)),
    lambda f: up.type("double", "int64", "double")(up.jit(f)),
    lambda f: up.jit()(up.type("double", "int64", "double")(up.jit()(f))),
]


@pytest.mark.parametrize("order", ORDERS)
def test_decorators_in_any_order(order):
    f = order(add)
    assert f.declared == (("float64", -1), ("int64", -1), ("float64", -1))
    result = f(1)
    assert result == 2.0 and type(result) is np.float64


def test_gpu_below_and_above():
    for f in (up.gpu(up.jit(add)), up.jit(up.gpu(add)), up.gpu()(add)):
        assert f.device == "gpu"


def test_gpu_runs_on_the_cpu_and_says_so_once(monkeypatch):
    skip_with_gpu()
    f = up.gpu(strict=False)(add)
    with pytest.warns(up.UnpythonWarning, match="add"):
        assert f(1) == 2
    assert f.ran_on == "cpu"
    assert f(2) == 3
    report = f.explain().as_dict()
    assert report["device"] == "cpu"
    assert report["fallbacks"][0]["code"] == "NO_DEVICE"


def test_gpu_strict_is_an_error():
    skip_with_gpu()
    with pytest.raises(up.DeviceError):
        up.gpu(strict=True)(add)(1)


def test_options_of_decorators_add_up():
    f = up.jit(threads=1)(up.jit(fp="strict")(add))
    assert f.options == {"fp": "strict", "threads": 1}


@pytest.mark.parametrize(
    "text, entry",
    [
        ("int32", ("int32", -1)),
        ("double", ("float64", -1)),
        (" double ", ("float64", -1)),
        ("float", ("float32", -1)),
        ("int64 ", ("int64", -1)),
        ("bool", ("bool", -1)),
        ("complex128", ("complex128", -1)),
        ("ndarray[double,2]", ("float64", 2)),
        ("ndarray [double,2] ", ("float64", 2)),
        (" ndarray[ float , 1 ]", ("float32", 1)),
        ("ndarray[int32_1]", ("int32", 1)),
        ("ndarray[uint8,0]", ("uint8", 0)),
        (np.float32, ("float32", -1)),
        (np.dtype("int16"), ("int16", -1)),
        (float, ("float64", -1)),
        (int, ("int64", -1)),
        ("longlong", ("int64", -1)),
        ("f8", ("float64", -1)),
    ],
)
def test_type_names(text, entry):
    def f(x):
        return x

    assert up.type(text, None)(f).declared == (entry, None)


@pytest.mark.parametrize(
    "given, phrase",
    [
        ("float8", "entry of parameter 'x' of f() is 'float8'; accepted are bool, int8"),
        ("ndarray[double]", "is 'ndarray[double]'; accepted are"),
        ("ndarray[double,9]", "arrays have at most 8 dimensions"),
        ("ndarray[banana,1]", "is 'ndarray[banana,1]'; accepted are"),
        ("int", "'int' has 32 bits in C and 64 in Python: write 'int32' or 'int64'"),
        (">f8", "byte order of another machine"),
        (np.ndarray, "say what it holds, for example 'ndarray[double, 2]'"),
        (object, "accepted are"),
        ("str", "accepted are"),
        (3, "is 3; accepted are"),
        (["double"], "is ['double']; accepted are"),
        (None, "which only the result can be"),
    ],
)
def test_nonsense_types(given, phrase):
    def f(x):
        return x

    with pytest.raises(TypeError) as caught:
        up.type(given, None)(f)
    assert phrase in str(caught.value)


def test_wrong_number_of_types():
    with pytest.raises(
        TypeError, match=r"add\(\) has 2 parameters, so type\(\) takes 3 entries .* but 2 were given"
    ):
        up.type("double", "double")(add)


def test_type_twice():
    with pytest.raises(TypeError, match="given twice"):
        up.type("double", "double", None)(up.type("double", "double", None)(add))


def test_type_without_entries():
    with pytest.raises(TypeError, match="lists types"):
        up.type(add)


def test_locals():
    def f(a):
        s = 0
        for i in range(a.shape[0]):
            s += a[i]
        return s

    g = up.type(locals={"s": "float32"})(f)
    assert g.locals == {"s": "float32"}
    assert type(g(np.ones(3, np.float32))) is np.float32
    with pytest.raises(TypeError, match="has no local variable"):
        up.type(locals={"t": "float32"})(f)
    with pytest.raises(TypeError, match="only numbers can be declared"):
        up.type(locals={"s": "ndarray[double,1]"})(f)


class Holder:
    @staticmethod
    def static(a):
        return a


@pytest.mark.parametrize(
    "given, phrase",
    [
        (3, "compiles a Python function (a 'def'), not 3"),
        (len, "not the function 'builtins.len'"),
        (Holder, "not class 'Holder'"),
        (Holder.__dict__["static"], "write @staticmethod above it"),
        (np.sin, "compiles a Python function"),
    ],
)
def test_what_cannot_be_decorated(given, phrase):
    with pytest.raises(TypeError) as caught:
        up.jit(given)
    assert phrase in str(caught.value)


def test_ranges_and_shape_in_plain_python():
    assert list(up.prange(3)) == [0, 1, 2]
    assert list(up.gpurange(1, 3)) == [1, 2]
    assert list(up.xrange(5, 0, -2)) == [5, 3, 1]
    assert up.shape(np.zeros((2, 3))) == (2, 3)


def test_a_lambda_can_be_decorated():
    scaled, shifted = up.jit(lambda x, k=2: x * k), up.jit(lambda x: x + 1)
    assert (scaled(3), scaled(3, 5), shifted(2.5)) == (6, 15, 3.5)
