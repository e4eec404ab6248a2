"""dtype= and casting= of NumPy's functions of elements, divmod of arrays, np.average with returned=True, np.einsum whose extents stretch,
float16 in what is returned about types."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome


def in_type(a, b):
    return np.subtract(a, b, dtype=np.float64), np.sqrt(a, dtype="f4"), np.add(a, 1, dtype=float)


def into(a, out):
    np.multiply(a, 0.5, out=out, casting="unsafe")
    np.add(out, 1, out=out, casting="same_kind")
    return out


def in_type_into(a, out):
    np.add(a, a, out=out, dtype=np.float32)
    return out.sum()


def of_another_kind(a):
    return np.add(a, 0.5, dtype=np.int64)


def minutes(seconds):
    q, r = divmod(seconds, 60)
    return q, r, divmod(7, 2)


def with_weights(x, w):
    return np.average(x, weights=w, returned=True), np.average(x, returned=True)


def along(x, w):
    mean, total = np.average(x, axis=0, weights=w, returned=True)
    return mean, total, np.average(x, axis=1, returned=True, keepdims=True)


def products(a, b):
    return np.einsum("ij,kj->ik", a, b)


def pairs(a, b):
    return np.einsum("ij,ij->i", a, b)


def dot(a, b):
    return np.einsum("i,i", a, b)


def of_half(v):
    total = np.float16(0)
    for x in v:
        total = total + np.float16(x)
    return total, total.dtype.name, np.float16(total * 2).dtype


def limits(kind):
    i = np.iinfo(kind)
    return i.min, i.max, np.dtype(kind).itemsize


def eps(kind):
    return np.finfo(kind).eps, np.dtype(kind).name


def put_in(x):
    return np.insert(x, 1, [7, 8])


def cast_only_read(x):
    a = x.astype("int32", copy=False)
    return a.sum(), (a << 2).astype(np.uint8, casting="unsafe"), (x + 1).astype(float, copy=False)


def cast_and_returned(x):
    return x.astype(float, copy=False)


def cast_and_changed(x):
    a = x.astype(np.float64, copy=False)
    a[0] = 5
    return a.sum(), x.sum()


def of_shapes(a):
    return np.ones_like(a, shape=(2, 2)), np.full_like(a, 7, shape=3), np.zeros_like(a, shape=4, dtype=bool), np.packbits([1, 0, 1])


A, B, M = np.arange(3, dtype=np.uint8), np.arange(3, 0, -1), np.arange(6.0).reshape(2, 3)
CASES = [
    (in_type, A, B), (in_type, A * 1.0, B), (into, A, np.zeros(3, np.int32)), (into, A * 1.0, np.zeros(3, np.float32)),
    (in_type_into, A, np.zeros(3)), (minutes, A * 40), (minutes, 125), (minutes, A * 40.5), (minutes, -1.5),
    (with_weights, M[0], M[1]), (with_weights, B, [1, 1, 2]), (along, M, np.array([1.0, 3])), (along, M, M + 1),
    (products, M, M), (products, M, M[:, :1]), (products, M, M[:, :2]), (products, M[:, :0], M[:, :1]), (products, M.astype(int), M[:1].astype(int)),
    (pairs, M, M), (pairs, M, M[:1]), (pairs, M, M[:, :2]), (dot, B, B), (dot, B, B[:1]), (dot, B, B[:2]),
    (of_half, [0.1, 2, 3.5]), (of_half, np.array([7e4, -1.0])), (limits, "int8"), (limits, np.int32), (limits, "float32"), (limits, "u2"), (limits, "bool"),
    (eps, "float32"), (eps, "f8"), (eps, np.int16), (put_in, B), (cast_only_read, M[0]), (of_shapes, M[0]), (of_shapes, A),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_typed_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True, fp="strict")(function), given) == outcome(function, given)


@pytest.mark.parametrize("function", [cast_and_returned, cast_and_changed])
def test_arrays_that_may_be_the_same_are_numpys(function):
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(function)(M[0])


def test_another_kind_of_numbers_is_numpys_to_refuse():
    with pytest.raises((up.CompileError, NotImplementedError)):
        up.jit(strict=True)(of_another_kind)(A)


def broadcast(a, b):
    a, b = np.broadcast_arrays(a, b)
    return a + b, a.shape


def three(a, b):
    x, y, z = np.broadcast_arrays(a, b, 2.0)
    return (x * y * z).sum(), z.shape


@pytest.mark.parametrize("case", [(broadcast, B[:, None], M[0]), (broadcast, B, 2.5), (broadcast, 1, 2), (broadcast, B, B[:2]), (three, M, M[0])], ids=name_of)
def test_broadcast_arrays(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


def deviation(x, axis=None):
    middle = np.median(x, axis=axis, keepdims=True)
    return np.median(np.abs(x - middle), axis=axis), middle, np.quantile(x, 0.3, keepdims=True)


def last_seen(i):
    np.maximum.accumulate(i, out=i)
    return i, np.minimum.accumulate(i[::-1], out=np.zeros_like(i))


def in_order(x, w):
    o = np.argsort(x)
    x, w = np.asarray(x)[o], np.asarray(w)[o]
    return np.cumsum(w) - 0.5 * w, x


def filled(x, how="first"):
    x = np.array(x, dtype=float).reshape(-1, 1)
    if how == "first":
        return x
    x[np.isnan(x)] = float(how)
    return x.T @ x


LATER = [
    (deviation, M), (deviation, M[0]), (deviation, M, 1), (last_seen, np.array([1, 0, 3, 2])), (in_order, [3, 1, 2], [1, 1, 2]), (in_order, B, M[0]),
    (filled, [1.0, np.nan], "2.5"), (filled, [1.0]),
]  # fmt: skip


@pytest.mark.parametrize("case", LATER, ids=name_of)
def test_more_keywords(case):
    function, *given = case
    assert outcome(up.jit(strict=True, fp="strict")(function), given) == outcome(function, given)


def quotients(a, b, fill=0.0):
    a, b = np.asarray(a, float), np.asarray(b, float)
    out = np.full(np.broadcast(a, b).shape, fill)
    return np.divide(a, b, out=out, where=b != 0), np.broadcast(a, b).size


@pytest.mark.parametrize("case", [(quotients, [1, 2], [0, 4]), (quotients, 1, 0), (quotients, B[:, None], B), (quotients, B, B[:2])], ids=name_of)
def test_shapes_of_broadcasts(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)
