"""Texts, dtypes and tuples as arguments: each text, each dtype and each length of a tuple has code of its own."""

import numpy as np
import pytest
import unpython as up


@up.jit
def smooth(a, mode="same", weights=(1.0, 2.0), *, shift=0):
    left, right = weights
    if mode == "same":
        out = a * left
    elif mode == "full":
        out = np.zeros(len(a) + 2)
        out[1:-1] = a * right
    else:
        raise ValueError("mode must be 'same' or 'full', not " + mode)
    return out + shift


@up.jit
def checked(a, mode):
    if mode != "same" and mode != "full":
        raise ValueError("mode must be 'same' or 'full', not " + mode)
    return a


@up.jit
def made(shape, parts):
    (first, second), scale = parts
    out = np.zeros(shape)
    out[0] = first * scale
    out[-1] = second
    return out + len(shape) + shape[0]


def test_texts_choose_what_is_compiled():
    a = np.arange(4.0)
    for given in [(a,), (a, "full"), (a, "same", (3, 0.5)), (a, "full", (2, 3))]:
        np.testing.assert_array_equal(smooth(*given), smooth.py_func(*given))
    np.testing.assert_array_equal(
        smooth(a, weights=(1.5, 2), shift=2), smooth.py_func(a, weights=(1.5, 2), shift=2)
    )
    assert smooth.ran_on == "cpu"
    with pytest.raises(ValueError, match="not half"):
        smooth(a, "half")
    with pytest.raises(ValueError, match="not half"):
        checked(a, "half")


def test_tuples_are_numbers_and_arrays():
    a = np.arange(3.0)
    for given in [((4, 3), ((a, 1), 2.0)), ((5,), ((1.0, 2), np.float32(3)))]:
        np.testing.assert_array_equal(made(*given), made.py_func(*given))
    assert made.explain((4, 3), ((a, 1), 2.0)).as_dict()["function"] == "made"
    assert "shape.0" in made.inspect("ir", (4, 3), ((a, 1), 2.0))


@up.jit
def converted(a, dtype=np.float32, n=2):
    return a.astype(dtype), np.zeros(n, dtype)


def test_dtypes():
    a = np.array([1.5, 2.0])
    for given in [(a,), (a, np.int8), (a, np.dtype("uint16"), 3), (a, float), (a, bool), (a, complex)]:
        for result, expected in zip(converted(*given), converted.py_func(*given)):
            assert result.dtype == expected.dtype
            np.testing.assert_array_equal(result, expected)
    with pytest.raises(TypeError, match="argument 'dtype' of"):
        converted(a, list)


@up.jit
def of_its_type(a, x):
    s = a.dtype.type(0)
    for i in range(len(a)):
        s += a[i]
    return s, a.dtype.type(x), a.dtype.type(a[:1]), a.dtype.type(x) * 2


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int8, np.uint16, np.bool_, np.complex64])
def test_the_type_of_an_array_is_called(kind):
    a = np.array([1, 2, 3]).astype(kind)
    for x in (3, 2.5, True, np.int16(7)):
        for result, expected in zip(of_its_type(a, x), of_its_type.py_func(a, x)):
            assert type(result) is type(expected)
            assert result.dtype == expected.dtype
            np.testing.assert_array_equal(result, expected)
    assert of_its_type.ran_on == "cpu"


def test_what_is_refused():
    @up.jit
    def run(a, options):
        read = options
        return a

    with pytest.raises(TypeError, match="argument 'options' of"):
        run(np.ones(2), object())
    with pytest.raises(TypeError, match=r"missing 1 required positional argument: 'options'"):
        run("text")
    with pytest.raises(TypeError, match=r"'options.1'"):
        run(np.ones(2), (1, object()))

    @up.type("ndarray[double, 1]", "int64", None)
    def declared(a, n):
        a[0] = n

    with pytest.raises(TypeError, match="argument 'n'"):
        declared(np.ones(2), "text")


def test_a_text_that_is_not_used_is_any_text():
    @up.jit(strict=True)
    def doubled(kind, n, other="x"):
        return 2 * n

    assert [doubled(kind, 3) for kind in ("a", "b", "")] == [6, 6, 6]
    assert doubled("a", 4, other="y") == 8 and doubled.ran_on == "cpu"
