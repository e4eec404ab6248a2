"""up.vectorize and up.guvectorize against NumPy's ufuncs of the same functions."""

import os
import subprocess
import sys

import numpy as np
import pytest
import unpython as up
from support.devices import require

A = np.arange(-6, 6, dtype=np.float64)
A2, A3 = np.arange(24.0).reshape(4, 6) - 9, np.arange(60, dtype=np.float32).reshape(3, 4, 5)


@up.vectorize
def difference(x, y):
    return x - y


@up.vectorize
def hypotenuse(x, y):
    return (x * x + y * y) ** 0.5


@up.vectorize
def larger(x, y):
    return x if x > y else y


@up.vectorize
def halved(x):
    return x / 2


@up.vectorize
def is_inside(x, low, high):
    return low <= x < high


PAIRS = ((difference, np.subtract), (hypotenuse, np.hypot), (larger, np.maximum))


def agree(found, expected):
    assert type(found) is type(expected) or np.ndim(expected) == 0
    assert np.shape(found) == np.shape(expected)
    assert np.asarray(found).dtype == np.asarray(expected).dtype
    np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("own, numpy", PAIRS, ids=lambda f: getattr(f, "__name__", ""))
@pytest.mark.parametrize(
    "arguments",
    (
        (A, A[::-1]), (A2, A2[0]), (A2, A2[:, :1]), (A2[:, None], A2[0]), (A2.T, 1.5), (2.0, A3), (2.5, 1.5), (A[:0], A[:0]),
        (A3[:, None], A3), (A3, np.arange(5)), (np.float32(3), np.float32(2)), (np.array(3.0), A), ([1.0, 2.0], A[:2]),
        (A2[::-1, ::2], A2[:, 1::2]),
    ),
)  # fmt: skip
def test_calls(own, numpy, arguments):
    agree(own(*arguments), numpy(*arguments))


def test_types_are_those_of_the_function():
    assert halved(np.arange(3, dtype=np.int8)).dtype == np.float64
    assert difference(np.arange(3, dtype=np.int8), np.arange(3, dtype=np.int16)).dtype == np.int16
    assert difference(np.arange(3, dtype=np.int8), 1).dtype == np.int8
    assert is_inside(A, 0, 3).dtype == np.bool_
    assert difference(A.astype(np.int32), 1, dtype=np.float32).dtype == np.float32
    with pytest.raises(TypeError, match="cast"):
        difference(A, 1, dtype=np.int32)
    assert (halved.nin, halved.nout, halved.nargs, halved.__name__) == (1, 1, 2, "halved")


@pytest.mark.parametrize("own, numpy", PAIRS, ids=lambda f: getattr(f, "__name__", ""))
def test_out_and_where(own, numpy):
    mask = A2 > 0
    for dtype in (np.float64, np.float32):
        found, expected = np.full(A2.shape, 7, dtype), np.full(A2.shape, 7, dtype)
        assert own(A2, A2[0], out=found, where=mask) is found
        numpy(A2, A2[0], out=expected, where=mask)
        agree(found, expected)
        assert own(A2, 2.0, found) is found
        agree(found, numpy(A2, 2.0, expected))
        own(A2, 2.0, out=(found,), where=mask[0])
        agree(found, numpy(A2, 2.0, out=expected, where=mask[0]))
    agree(own(A2, 2.0, where=mask)[mask], numpy(A2, 2.0)[mask])
    large = np.zeros((2, 4, 6))
    agree(own(A2, 2.0, out=large), numpy(A2, 2.0, out=np.zeros((2, 4, 6))))
    deep = np.zeros((2, 2, 3, 4, 5))
    agree(own(A3, A3, out=deep), numpy(A3, A3, out=np.zeros(deep.shape)))


def test_a_result_that_overlaps_an_argument():
    for target, source in ((slice(1, None), slice(None, -1)), (slice(None), slice(None, None, -1)), (slice(None), slice(None))):
        found, expected = A.copy(), A.copy()
        difference(found[source], 2.0, out=found[target])
        np.subtract(expected[source], 2.0, out=expected[target])
        np.testing.assert_array_equal(found, expected)


def test_mistakes():
    with pytest.raises(TypeError, match="cast"):
        halved(A, out=np.zeros(12, np.int64))
    with pytest.raises(ValueError, match="non-broadcastable"):
        halved(A2, out=np.zeros(6))
    with pytest.raises(ValueError):
        difference(A, A[:5])
    with pytest.raises(TypeError, match="2 positional arguments"):
        difference(A)
    with pytest.raises(TypeError, match="ArrayType"):
        halved(A, out=[0.0] * 12)
    with pytest.raises(ValueError, match="two numbers"):
        halved.reduce(A)
    with pytest.raises(TypeError, match="1 to 4"):
        up.vectorize(lambda a, b, c, d, e: a)
    with pytest.raises(TypeError, match="Python function"):
        up.vectorize(["float64(float64)"])
    with pytest.raises(ValueError, match="zero-size"):
        difference.reduce(A[:0])


@pytest.mark.parametrize("own, numpy", PAIRS, ids=lambda f: getattr(f, "__name__", ""))
def test_reduce_accumulate_outer_at(own, numpy):
    for array, axis in ((A, 0), (A2, 0), (A2, 1), (A2, -1), (A3, 1), (A2, None), (A3.T, 2)):
        agree(own.reduce(array, axis=axis), numpy.reduce(array, axis=axis) if axis is not None or numpy is not np.subtract
              else np.subtract.reduce(array.ravel()))  # fmt: skip
        agree(own.reduce(array, axis=axis, keepdims=True).shape, np.sum(array, axis=axis, keepdims=True).shape)
        if axis is not None:
            agree(own.accumulate(array, axis=axis), numpy.accumulate(array, axis=axis))
            agree(own.reduce(array, axis=axis, initial=3.0), numpy.reduce(array, axis=axis, initial=3.0))
    agree(own.reduce(A3, axis=(0, 2)).shape, (4,))
    agree(own.reduce(A2[:, :0], axis=1, initial=2.0), numpy.reduce(A2[:, :0], axis=1, initial=2.0))
    agree(own.outer(A, A2), numpy.outer(A, A2))
    found, expected = A.copy(), A.copy()
    own.at(found, [3, 3, 1], [1.0, 2.0, 5.0])
    numpy.at(expected, [3, 3, 1], [1.0, 2.0, 5.0])
    agree(found, expected)
    out = np.zeros(6)
    assert own.reduce(A2, out=out) is out
    agree(out, numpy.reduce(A2))


def test_an_associative_function_is_combined_in_blocks():
    total = up.vectorize(lambda x, y: x + y, associative=True)
    values = np.arange(5000, dtype=np.int64)
    assert total.reduce(values) == values.sum()
    np.testing.assert_array_equal(total.accumulate(values), np.cumsum(values))


def test_values_around_the_function_are_read_at_each_call():
    factor = 2.0
    scaled = up.vectorize(lambda x: x * factor)
    agree(scaled(A), A * 2)
    factor = 3.0
    agree(scaled(A), A * 3)


@up.jit
def in_compiled_code(a, b):
    return larger(a, b) + halved(a[0, 0]), difference(2.0, 1.0), up.map(larger, a, b)


def test_in_compiled_code():
    found = in_compiled_code(A2, A2[0])
    agree(found[0], np.maximum(A2, A2[0]) + A2[0, 0] / 2)
    assert found[1] == 1.0
    agree(found[2], np.maximum(A2, A2[0]))
    agree(up.map(larger, A2, A2[0]), np.maximum(A2, A2[0]))


@up.jit
def calls_a_generalized_one(a, b):
    total = 0.0
    for i in range(2):
        total += product(a, b)[i]
    return total


def test_a_generalized_function_is_not_taken_for_its_text():
    with pytest.raises(up.CompileError):
        calls_a_generalized_one(A2, A2[0])
    with up.options(strict=False), pytest.warns(up.UnpythonWarning):
        assert calls_a_generalized_one(A2, A2[0]) == (A2 @ A2[0])[:2].sum()


def test_on_a_device():
    device = require("opencl")
    on_device = up.vectorize(lambda x, y: x * 2 - y, device=device, force=True)
    x = np.arange(5000.0).reshape(50, 100)
    np.testing.assert_array_equal(on_device(x, x[0]), x * 2 - x[0])
    out = np.zeros_like(x)
    on_device(x, x[0], out=out, where=x > 100)
    np.testing.assert_array_equal(out, np.where(x > 100, x * 2 - x[0], 0))
    moved = up.to_device(x[0], device)
    up.vectorize(lambda x, y: x + y).at(moved, np.array([0, 0, 1]), 1.0)
    np.testing.assert_array_equal(moved.to_host(), x[0] + np.r_[2.0, 1.0, np.zeros(98)])
    up.vectorize(lambda x: -x).at(moved, [1, 2, 2])
    np.testing.assert_array_equal(moved.to_host()[:3], [x[0, 0] + 2, -x[0, 1] - 1, x[0, 2]])
    moved = up.to_device(x, device)
    np.testing.assert_array_equal(on_device(moved, 1.0).to_host(), x * 2 - 1)
    there = up.to_device(np.zeros_like(x), device)
    assert on_device(moved, moved, out=there) is there
    on_device(there, 1.0, out=there, where=x > 100)
    np.testing.assert_array_equal(there.to_host(), np.where(x > 100, x * 2 - 1, x))
    with pytest.raises(TypeError, match="out= on a device takes an array of float64"):
        on_device(moved, 1.0, out=up.to_device(np.zeros(x.shape, np.float32), device))
    for _ in range(3):  # the second call takes for granted what the first one found
        assert on_device(moved, there, out=there) is there
    expected = x * 2 - np.where(x > 100, x * 2 - 1, x)
    for _ in range(2):
        expected = x * 2 - expected
    np.testing.assert_array_equal(there.to_host(), expected)
    with pytest.raises(TypeError, match="Cannot cast"):
        on_device(moved, moved, out=up.to_device(np.zeros(x.shape, int), device))
    with pytest.raises(TypeError, match="out= on a device takes an array of float64"):
        on_device(moved, moved, out=up.to_device(np.zeros(x.shape, np.float32), device))
    with pytest.raises(ValueError, match="non-broadcastable output operand"):
        on_device(moved, moved, out=up.to_device(np.zeros(x.shape[1:]), device))
    dot = up.guvectorize("(n),(n)->()", device=device, force=True)(lambda a, b: (a * b).sum())
    np.testing.assert_allclose(dot(x, x[0]), x @ x[0])


# Generalized ones.


@up.guvectorize("(n),(n)->()")
def product(x, y):
    total = 0.0
    for i in range(x.shape[0]):
        total += x[i] * y[i]
    return total


@up.guvectorize("(n),()->(n)")
def shifted(x, k):
    return x + k


@up.guvectorize("(m,n),(n)->(m)")
def applied(matrix, x):
    return matrix @ x


def test_guvectorize():
    agree(product(A, A), np.dot(A, A))
    agree(product(A2, A2[0]), A2 @ A2[0])
    agree(product(A2[:, None], A2), A2 @ A2.T)
    agree(product(A3.astype(float), 1.0 * A3[::-1]), (A3.astype(float) * A3[::-1]).sum(-1))
    agree(shifted(A2, np.arange(4.0)), A2 + np.arange(4.0)[:, None])
    agree(shifted(A2[:0], 1.0), A2[:0])
    matrices = np.arange(24.0).reshape(2, 3, 4)
    agree(applied(matrices, np.arange(4.0)), matrices @ np.arange(4.0))
    out = np.zeros(4)
    assert product(A2, A2[0], out=out) is out
    agree(out, A2 @ A2[0])


def test_mistakes_of_generalized_functions():
    for signature in ("n->n", "(n),(n)", "(n)->(),()", "(n)->(k)"):
        with pytest.raises(ValueError):
            up.guvectorize(signature)(lambda x: x)
    with pytest.raises(TypeError, match="2 inputs"):
        up.guvectorize("(n),(n)->()")(lambda x: x)
    with pytest.raises(ValueError, match="'n'"):
        product(A, A[:3])
    with pytest.raises(ValueError, match="0 dimensions"):
        product(A, 3.0)
    with pytest.raises(ValueError, match="shape"):
        up.guvectorize("(n)->()")(lambda x: x * 2)(A)


def test_what_became_of_a_call():
    @up.vectorize
    def half(x):
        return x / 2

    assert half.last is None and half.ran_on is None
    half(np.arange(4.0))
    assert half.ran_on == half.last["device"] == "cpu"
    assert str(half.explain()).startswith("test_what_became_of_a_call.<locals>.half(): runs on cpu")


def test_a_warning_names_the_function_and_the_line_of_its_user():
    @up.vectorize(device="opencl:77", strict=False)
    def half(x):
        return x / 2

    with pytest.warns(up.UnpythonWarning, match=r"half\(\) runs on the CPU: opencl:77: there are") as told:
        half(np.arange(4.0))
    assert told[0].filename == __file__


by_sign = up.guvectorize("(n)->()")(lambda x: 1 if x.sum() > 0 else 0.5)
factor = 2
by_factor = up.guvectorize("(n)->()")(lambda x: x.sum() * factor)
front = up.guvectorize("(n)->(n)")(lambda x: x[:1])


def test_the_first_item_of_guvectorize_does_not_decide_the_type():
    rows = np.array([[1.0], [-1.0]])
    with pytest.warns(up.UnpythonWarning, match="runs in Python"), up.options(strict=False):
        agree(by_sign(rows), np.array([1.0, 0.5]))
    with up.options(strict=True), pytest.raises(up.CompileError):
        by_sign(rows)


def test_guvectorize_sees_globals_of_another_type(monkeypatch):
    rows = np.arange(4).reshape(2, 2)
    agree(by_factor(rows), np.array([2, 10]))
    monkeypatch.setitem(globals(), "factor", 2.5)
    agree(by_factor(rows), np.array([2.5, 12.5]))


def test_a_result_of_one_element_is_not_stretched():
    agree(front(np.ones((2, 1))), np.ones((2, 1)))
    with pytest.raises(ValueError, match="shape"):
        front(np.ones((2, 3)))


negated, added = up.vectorize(lambda x: -x), up.vectorize(lambda x, y: x + y)
M = np.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize(
    "indices",
    (1, -1, slice(None, None, 2), [0, 2, 2], np.array([0, 2, 2]), np.array([[0, 1], [1, 2]]), ([0, 0, 2], [1, 1, 3]), (1, 2),
     (slice(None), 1), np.array([True, False, True]), M > 4, ...),
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("array", (M, M.T.copy().T, M[::-1], np.asfortranarray(M)[:, ::-1]), ids=("C", "F", "rows", "columns"))
def test_at_takes_the_subscripts_of_numpy(array, indices):
    for mine, theirs, more in ((negated, np.negative, ()), (added, np.add, (2.5,)), (added, np.add, (np.ones(4),))):
        got, wanted = array.copy(order="K"), array.copy(order="K")
        try:
            theirs.at(wanted, indices, *more)
        except ValueError as problem:
            with pytest.raises(type(problem)):
                mine.at(got, indices, *more)
            continue
        mine.at(got, indices, *more)
        np.testing.assert_array_equal(got, wanted)


def test_at_of_numbers_that_do_not_fit():
    with pytest.raises(TypeError, match="Cannot cast"):
        up.vectorize(lambda x: x / 2).at(np.arange(3), [0, 0])
    with pytest.raises(IndexError):
        negated.at(np.arange(3), 3)
    with pytest.raises(TypeError, match="first operand"):
        negated.at([1, 2], 0)


def test_reduce_of_a_number_and_of_nothing():
    for axis in (0, -1, None, ()):
        agree(added.reduce(np.array(5.0), axis=axis), np.add.reduce(np.array(5.0), axis=axis))
    with pytest.raises(np.exceptions.AxisError):
        added.reduce(np.array(5.0), axis=1)
    with pytest.raises(np.exceptions.AxisError):
        added.reduce(np.array(5.0), axis=(0,))
    with pytest.raises(TypeError, match="cannot accumulate on a scalar"):
        added.accumulate(np.array(5.0))
    largest = up.vectorize(lambda x, y: x if x > y else y)
    assert largest.reduce(np.zeros((0, 0)), axis=0).shape == (0,)
    assert largest.reduce(np.zeros((0, 3, 0)), axis=(0, 2)[:1]).shape == (3, 0)
    with pytest.raises(ValueError, match="no identity"):
        largest.reduce(np.zeros((0, 3)), axis=0)


def test_numbers_fill_an_output_array():
    out = np.zeros(3)
    assert negated(2.0, out=out) is out
    agree(out, np.full(3, -2.0))
    agree(negated(np.float32(2), out=np.zeros((2, 2), np.float32)), np.full((2, 2), -2, np.float32))
    agree(added(2.0, 1.5, out=np.zeros(2), where=np.array([True, False])), np.array([3.5, 0.0]))


def test_numbers_of_python_beside_a_dtype():
    u = np.array([250, 1], np.uint8)
    agree(added(u, 3, dtype="u1"), np.add(u, 3, dtype="u1"))
    agree(added(u, 3, dtype="f4"), np.add(u, 3, dtype="f4"))
    for value, error in ((300, OverflowError), (2.5, TypeError), (np.int64(3), TypeError)):
        with pytest.raises(error):
            np.add(u, value, dtype="u1")
        with pytest.raises(error):
            added(u, value, dtype="u1")


def test_pickled_and_copied():
    import copy
    import pickle

    assert pickle.loads(pickle.dumps(product)) is product
    assert copy.deepcopy(product) is product
    cloudpickle = pytest.importorskip("cloudpickle")
    for made, args in ((up.vectorize(lambda x, y: x - y), (A, 1.0)), (up.guvectorize("(n)->()")(lambda x: x.sum() * 2), (A2,))):
        agree(cloudpickle.loads(cloudpickle.dumps(made))(*args), made(*args))


def test_plain_python_gives_the_same(tmp_path):
    program = (
        "import numpy as np, unpython as up\n"
        "f = up.vectorize(lambda x, y: x - y if x > y else y)\n"
        "a = np.arange(12.0).reshape(3, 4)\n"
        "print(f(a, 5.0).tolist(), f(a, 5.0, out=np.zeros((3, 4)), where=a > 2).tolist(), f.reduce(a).tolist(), f(3.0, 1.0))\n"
        "print(f.accumulate(a, axis=1).tolist(), up.guvectorize('(n)->()')(lambda x: x.sum())(a).tolist())\n"
        "h = a.astype('f4')\n"
        "made = [f.reduce(h), f.accumulate(h), f(h[:0], h[:0]), f.reduce(h[:, :0]), up.map(lambda x: x, h[:0]), up.scan(f.py_func, h[0, :0])]\n"
        "made += [up.reduce(f.py_func, h[:0], axis=1), up.segment_reduce(f.py_func, h[0], np.zeros(1, int)), up.stencil(lambda at: at(0), h[:0])]\n"
        "print([(x.dtype, x.shape) for x in made])\n"
        "try: f(h)\n"
        "except TypeError as error: print(error)\n"
        "assert (f.ran_on == 'python') == f.explain().as_dict()['device'].startswith('python'), f.explain()\n"
    )
    (tmp_path / "program.py").write_text(program)
    texts = []
    for disable in ("0", "1"):
        environment = {**os.environ, "UNPYTHON_DISABLE": disable}
        done = subprocess.run([sys.executable, str(tmp_path / "program.py")], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stderr
        texts.append(done.stdout)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("args", ((None, 1.0), (A, None), (np.array(None), A), (None, None)))
def test_none_is_no_number(args):
    for options in ({}, {"where": np.array(True)}, {"out": np.zeros(A.shape)}, {"dtype": np.float64}):
        with pytest.raises(TypeError):
            difference(*args, **options)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("kind", ("f2", ">f8", ">i2"))
def test_types_that_are_not_compiled_run_in_python(kind):
    a = np.arange(12).reshape(3, 4).astype(kind)
    with up.options(strict=False):
        for called in (
            lambda f: f(a, a), lambda f: f(a[:0], a[0]), lambda f: f.outer(a[:0, 0], a), lambda f: f.reduce(a), lambda f: f.accumulate(a, axis=1),
            lambda f: f(a, a, where=a > 3, out=np.zeros_like(a)), lambda f: f.reduce(a[:, :0]), lambda f: f(a, a, out=np.zeros(a.shape, kind)),
        ):  # fmt: skip
            agree(called(difference), called(np.subtract))
        found, expected = a[0].copy(), a[0].copy()
        difference.at(found, np.array([0, 0, 2]), a[1, :3])
        np.subtract.at(expected, np.array([0, 0, 2]), a[1, :3])
        agree(found, expected)


def test_a_number_stays_one_beside_a_dtype():
    for args in ((np.float64(1), 2), (1.5, 2), (np.array(3), np.array(1))):
        found = difference(*args, dtype="f4")
        assert type(found) is type(np.subtract(*args, dtype="f4")) and found == np.subtract(*args)
