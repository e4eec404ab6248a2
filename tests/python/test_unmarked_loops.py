"""`range` loops of functions for a device run in parallel where nobody can tell."""

import numpy as np
import pytest
import unpython as up
from support.devices import require


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


def verdicts(report):
    return [(loop["verdict"], loop["reason"]) for nest in report.as_dict()["nests"] for loop in nest["loops"]]


UNASKED = ("proven", "in parallel though not asked for, as its iterations share nothing")


def scaled(a, factors):
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * factors[j]


def test_large_loops_become_one_kernel(device):
    a, factors = np.random.default_rng(1).random((300, 200)), np.arange(200.0)
    expected = a.copy()
    scaled(expected, factors)
    f = up.gpu(device=device)(scaled)
    f(a, factors)
    assert np.array_equal(a, expected)
    assert verdicts(f.explain())[0] == UNASKED
    (kernel,) = f.explain().as_dict()["nests"][0]["kernels"]
    assert kernel["launches"] == 1


def products_of_rows(starts, columns, values, x):
    y = np.empty(starts.size - 1)
    for i in range(starts.size - 1):
        picked = columns[starts[i] : starts[i + 1]]
        y[i] = values[starts[i] : starts[i + 1]] @ x[picked]
    return y


def sparse(rows):
    rng = np.random.default_rng(2)
    starts = np.concatenate([[0], np.cumsum(rng.integers(0, 20, rows))])
    return starts, rng.integers(0, rows, starts[-1]), rng.random(starts[-1]), rng.random(rows)


def test_what_only_the_function_sees_may_be_checked_on_the_way(device):
    f = up.gpu(device=device)(products_of_rows)
    arguments = sparse(2000)
    assert np.array_equal(f(*arguments), up.jit(products_of_rows)(*arguments))
    (kernel,) = f.explain().as_dict()["nests"][0]["kernels"]
    assert kernel["launches"] == 1
    columns = arguments[1]
    columns[len(columns) // 2] = columns[-5] = 5000
    with pytest.raises(IndexError, match="index 5000 is out of bounds for axis 0 with size 2000"):
        f(*arguments)


def gathered(a, places, b):
    for i in range(places.shape[0]):
        b[i] = a[places[i]] * 2.0


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_an_argument_shows_what_happened_before_the_exception(device):
    f = up.gpu(device=device, strict=False)(gathered)
    a, places = np.arange(100_000.0), np.arange(100_000)[::-1].copy()
    places[60_000] = 100_000
    b, expected = np.zeros(100_000), np.zeros(100_000)
    for run, target in ((gathered, expected), (f, b)):
        with pytest.raises(IndexError):
            run(a, places, target)
    assert np.array_equal(b, expected)


def running(a):
    for i in range(1, a.shape[0]):
        a[i] = a[i] + a[i - 1] * 0.5


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_loops_that_carry_values_stay_in_order(device):
    a = np.random.default_rng(3).random(50_000)
    expected = a.copy()
    up.jit(running)(expected)
    up.gpu(device=device, strict=False)(running)(a)
    assert np.array_equal(a, expected)


def shifted(a, b, n):
    last = 0.0
    for i in range(n):
        last = a[i] * 2.0
        b[i] = last
    return last


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_the_last_value_of_a_name_is_that_of_the_last_iteration(device):
    a, b = np.random.default_rng(4).random(40_000), np.zeros(40_000)
    f = up.gpu(device=device, strict=False)(shifted)
    assert f(a, b, 40_000) == a[-1] * 2.0
    assert np.array_equal(b, a * 2.0)
    assert f(a, b, 0) == 0.0


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_small_loops_stay_where_they_are(device):
    a, factors = np.ones((3, 4)), np.arange(4.0)
    f = up.gpu(device=device, strict=False)(scaled)
    f(a, factors)
    assert verdicts(f.explain()) == []


def running_sums(a):
    return np.cumsum(a)


def test_loops_of_numpy_functions_are_as_they_are_written(device):
    a = up.to_device(np.arange(1 << 20), device)
    f = up.gpu(device=device)(running_sums)
    assert np.array_equal(f(a).to_host(), np.cumsum(np.arange(1 << 20)))
    assert UNASKED not in verdicts(f.explain())


def products_of_columns(data):
    result = np.zeros((data.shape[1], data.shape[1]))
    for i in range(data.shape[1]):
        result[i:, i] = data[:, i] @ data[:, i:] / (data.shape[0] - 1.0)
        result[i, i:] = result[i:, i]
    return result


def test_iterations_that_make_arrays_stay_in_order(device):
    data = np.random.default_rng(5).random((300, 60))
    f = up.gpu(device=device)(products_of_columns)
    assert np.array_equal(f(data), up.jit(products_of_columns)(data))
    assert f.ran_on == device


def test_a_function_for_the_processor_keeps_its_loops_in_order():
    f = up.jit(scaled)
    a = np.ones((300, 200))
    assert verdicts(f.explain(a, np.arange(200.0))) == []


def roots(x, y):
    for i in range(x.shape[0]):
        if x[i] >= 0.0:
            y[i] = np.exp(np.sin(x[i]) + np.cos(x[i]) ** 2.0) + np.sqrt(x[i])
        else:
            raise ValueError("negative")


def test_what_stands_behind_an_exception_did_not_happen():
    """Also where the exception stands beside the stores, not before them."""
    x = np.random.default_rng(6).random(400_000)
    x[130_000] = -1.0
    y, expected = np.zeros(x.size), np.zeros(x.size)
    for run, target in ((roots, expected), (up.jit(threads=2, auto=True)(roots), y)):
        with pytest.raises(ValueError, match="negative"):
            run(x, target)
    assert np.allclose(y, expected)
