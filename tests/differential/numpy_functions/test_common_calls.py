"""Calls of NumPy that many programs write: lists in the place of arrays, orders, methods and ends by keyword, np.r_, names of NumPy 2."""

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of

_V = np.array([0.5, 0.1, 0.9, 0.3, 0.7, 0.2])
_F = _V.astype(np.float32)
_I = np.array([3, 1, 4, 1, 5, 9])
_U = np.array([0, 7, 255, 16], np.uint8)
_M = np.arange(12.0).reshape(3, 4) % 5
_T = np.arange(24.0).reshape(2, 3, 4)
_BOOL = _V > 0.4
_NAN = np.array([0.5, np.nan, 2.5])

_EXACT = [
    ("np.interp(0.5, [0, 1], [3, 4]), np.interp(a, [0, 1], [2.0, 4.0], left=-1, right=9)", _V),
    *[(f"np.isin(a, {given}), np.isin(a, {given}, invert=True), np.setdiff1d(a, {given}), np.intersect1d(a, {given})", _I) for given in ("[1, 5]", "(9, 3)")],
    ("np.array([]), np.array((), dtype=int), np.asarray([], 'float32'), a[np.array([], dtype=int)]", _I),
    ("np.lib.stride_tricks.sliding_window_view(a, 2).sum(axis=1), np.append(a, 1), np.insert(a, 0, 7)", _I),
    ("np.union1d(a, [100, 1]), np.append(a, [1, 2]), np.append([7], a)", _I),
    ("np.digitize(a, [0.2, 0.5, 0.8], right=True), np.digitize(0.5, [0.1, 0.4]), np.searchsorted([0.2, 0.6], a, side='right')", _V),
    ("np.searchsorted(a, [1, 4, 10]), np.bincount([1, 2, 2]), np.bincount([0, 1], weights=[0.5, 2.0])", np.sort(_I)),
    ("np.cross([1, 2, 3], a), np.cross(a, [0.0, 1.0, 0.0])", _V[:3]),
    ("np.vander(a, 3, increasing=True), np.vander(a), np.vander(a, increasing=True), np.vander([1, 2, 3], 2)", _I[:3]),
    ("np.average(a, weights=[1, 2, 3])", _I[:3]),
    ("np.average(a, axis=0, weights=[1, 2, 1])", _M),
    *[(f"{call}, {call}.shape", _M) for call in ("a.ravel('F')", "a.flatten('F')", "a.ravel(order='C')", "np.ravel(a, order='F')", "np.ravel(a, 'C')")],
    ("a.reshape(4, 3, order='F'), a.reshape((2, -1), order='F'), np.reshape(a, (6, 2), order='F'), np.reshape(a, -1, 'F')", _M),
    ("a.reshape(4, -1, order='F'), a.ravel('F')[2:5], a.flatten(order='F')", _T),
    ("np.median(a, axis=1, keepdims=True), np.median(a, axis=(0, 1)), np.median([3, 1, 2])", _M),
    ("np.median(a, axis=(0, 2)), np.percentile(a, 50, axis=(1, 2)), np.quantile(a, 0.25, axis=-1, keepdims=True)", _T),
    *[(f"np.quantile(a, 0.3, method='{m}'), np.percentile(a, [0, 35, 50, 100], method='{m}')", a) for m in ("lower", "higher", "nearest", "midpoint") for a in (_V, _I)],
    ("np.diff(a, prepend=0), np.diff(a, append=a[-1:]), np.diff(a, 2, prepend=[1, 2], append=7)", _I),
    ("np.diff(a, prepend=0.0, axis=1), np.diff(a, append=0, axis=0)", _M),
    ("np.r_[0, a], np.r_[a, 1.5, a[:2]], np.r_[1:5, 0, 0], np.r_[a[0], [1, 2]], np.r_[0:1:5j, 2]", _I),
    ("np.r_[0, a], np.r_[a, 1], np.r_[True, a]", _U),
    ("np.r_[0, a], np.r_[a, 1.5]", _F),
    ("np.r_[0, a], np.r_[a, False]", _BOOL),
    ("np.lib.stride_tricks.sliding_window_view(a, (2, 2)).max(axis=(2, 3))", _M),
    ("np.delete(a, [0, 2]), np.delete(a, -1), np.delete(a, np.array([1, 1])), np.delete(a, a > 3)", _I),
    ("np.delete(a, [0, 2], axis=1), np.delete(a, [-1], axis=0), np.delete(a, 0, axis=0)", _M),
    ("np.trim_zeros(a), np.trim_zeros(a, 'f'), np.trim_zeros(a, 'b'), np.trim_zeros(a[:1])", np.array([0, 0, 3, 0, 1, 0])),
    ("np.take(a, a > 2), a.take(a > 2), np.take(a, [True, False]), np.take(a, a > 2, axis=0)", _I),
    ("np.ravel_multi_index((a[0], 2), (9, 4)), np.unravel_index(a[0], (9, 4)), np.polyder(a, 9)", _I),
    ("np.resize(a, (3, 5)), np.resize(a, 4), np.resize([1, 2], (2, 2))", _I),
    ("np.fromfunction(lambda i, j: i * 10 + j, (2, 3)), np.fromfunction(lambda i: i * a[0], (3,), dtype=int)", _I),
    ("np.linspace(0, a[0], 5, retstep=True), np.linspace(0, 1, 4, endpoint=False, retstep=True)", _V),
    ("np.hsplit(a, 2)[1], np.hsplit(a, [1, 3])[1], np.vsplit(a, 3)[0]", _M),
    ("np.dsplit(a, 2)[0]", _T),
    ("a.item(2), a.flat[3], a.flat[1:3]", _V),
    ("a.item(1, 2), a.item((0, 1)), a.flat[-1]", _M),
    ("np.einsum('ii', a[:, :3]), np.einsum('ii->i', a[:, :3]), np.einsum('ii,ij->j', a[:, :3], a)", _M),
    ("np.add.reduceat(a, [0, 3, 5]), np.add.reduceat(a, [4, 1, 2])", _I),
    ("np.maximum.reduceat(a, [0, 2])", _V),
    ("np.histogram_bin_edges(a, 4), np.histogram_bin_edges(a, 3, (0, 1))", _V),
    ("np.polyadd([1, 2], a), np.polysub(a, [3]), np.polymul([1, 2], [1, 1]), np.polyder(a), np.polyder(a, 2), np.polyint(a), np.poly([1, 2])", _I),
    ("np.unwrap(a * 40), np.unwrap(a * 9, period=2.0), np.unwrap(a * 40, discont=5.0)", _V),
    ("np.iscomplexobj(a), np.isrealobj(a), np.isscalar(a), np.isscalar(a[0]), np.isscalar(3)", _V),
    ("np.array([1.0] + [x * 2 for x in a]), np.array([k for k in range(2)] + [0.5])", _F),
    ("sorted(a)[0] if hasattr(np, 'no_such_name') else a[0], np.no_such_name(a) if hasattr(np, 'no_such_name') else 1", _I),
]  # fmt: skip
_STORES = [
    ("np.add.at(a, ([1, 2, 1],), 2); np.add.at(a, [0, 0], 1)", _I),
    ("np.add.at(a, ([0, 1, 0], [2, 3, 2]), 1); np.subtract.at(a, ([1, 2], [0, 0]), [0.5, 1])", _M),
    ("np.maximum.at(a, (np.arange(0), np.arange(0)), np.ones(0)); np.add.at(a, (np.arange(0), [9]), 2); np.add.at(a, ([0, 1], [2]), [5.0])", _M),
    ("np.putmask(a, a > 3, 7); np.putmask(a, a < 2, [10, 20, 30])", _I),
]
_OF_NUMPY2 = [
    ("np.cumulative_sum(a), np.cumulative_prod(a), np.astype(a, np.float32), np.bitwise_count(a), np.bitwise_count(a[0])", _I),
    ("np.cumulative_sum(a, axis=1), np.matrix_transpose(a), np.vecdot(a, a), np.linalg.vector_norm(a, axis=0)", _M),
    ("np.bitwise_count(a), np.bitwise_count(a[2])", _U),
    ("np.bitwise_count(a)", np.array([-128, -1, 127], np.int8)),
    ("np.linalg.vector_norm(a), np.linalg.vector_norm(a, ord=1)", _V),
]  # fmt: skip


@pytest.mark.parametrize("text, array", _EXACT)
def test_values(text, array):
    check(f"def f(a):\n    return {text}\n", [array], tolerance=1e-12)


@pytest.mark.parametrize("text, array", _STORES)
def test_stores(text, array):
    check(f"def f(a):\n    {text}\n    return a\n", [array], tolerance=1e-12)


@pytest.mark.skipif(not hasattr(np, "bitwise_count") or not hasattr(np, "vecdot"), reason="names of NumPy 2")
@pytest.mark.parametrize("text, array", _OF_NUMPY2)
def test_names_of_numpy_2(text, array):
    check(f"def f(a):\n    return {text}\n", [array], tolerance=1e-12)


@pytest.mark.parametrize(
    "text, array",
    [
        ("np.delete(a, [0, 9])", _I),
        ("np.delete(a, np.array([True, False]))", _I),
        ("np.add.at(a, ([0, 7],), 1)", _I),
        ("np.add.at(a, ([0, 1], [0, 9]), 1)", _M),
        ("np.add.at(a, ([0, 1], [0, 2, 1]), 1)", _M),
        ("np.add.at(a, ([0, 1], [0, 1]), np.ones(3))", _M),
        ("np.putmask(a, np.array([True]), 1)", _I),
        ("np.take_along_axis(a, a > 2, 0)", _I),
        ("np.partition(a, True)", _I),
        ("np.ravel_multi_index((1, 2, 3), (3, 4))", _I),
        ("np.ravel_multi_index((1, 2), (2**40, 2**40))", _I),
        ("np.unravel_index(3, (2**40, 2**40))", _I),
    ],
)
def test_mistakes(text, array):
    check(f"def f(a):\n    return {text}\n", [array])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("text", ["np.polyder(a, 2**62)", "np.diff(a, np.bool_(True))"])
def test_left_to_numpy(text):
    with pytest.raises((RecursionError, TypeError)):
        up.jit(strict=False)(function_of(f"def f(a):\n    return {text}\n"))(_I)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "text, array",
    [
        ("np.place(a, a > 1, [3, 4])", _U),
        ("np.place(a, a > 1, np.arange(3))", _U),
        ("a[0] += 1; np.putmask(a, a > 1, np.arange(3))", _F),
        ("a[0] += 1; np.place(a, a > 1, [2.5])", _I),
        ("r = np.pad(a, 2, mode='edge'); return r", _T),
        ("a[0] = 7; return np.pad(a, 1, mode='maximum')", _T),
    ],
)
def test_left_to_numpy_before_anything_changes(text, array):
    """What the types of the arguments decide is refused by the compiler, not in the middle of a call."""
    function = function_of(f"def f(a):\n    {text}\n")
    compiled = up.jit(strict=False)(function)
    found, expected = array.copy(), array.copy()
    outcomes = []
    for f, given in ((compiled, found), (function, expected)):
        try:
            outcomes.append(np.asarray(f(given)).tolist())
        except TypeError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("text", ["a.sort()", "np.putmask(a, a > 1, 1)", "np.place(a, a > 1, [1])"])
def test_nothing_of_an_array_that_is_read_only(text):
    a = np.zeros(0, int)
    a.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        up.jit(function_of(f"def f(a):\n    {text}\n"))(a)


def test_several_numbers_beside_one_another():
    check("import math\ndef f(x, y, z):\n    return math.hypot(x, y, z), math.hypot(x), math.hypot(3, 4, 12.0)\n", [2.0, 3.0, 6.0], tolerance=1e-15)
    check("import numpy as np\ndef f(x, y):\n    a, b = map(np.radians, (x, y))\n    c, d = map(float, [x, 2])\n    return a, b, c, d\n", [30.0, 60.0])


class Basket:
    def __init__(self, v):
        self.v = v

    def item(self, i):
        return self.v[i] * 2


def of_a_class(v):
    basket = Basket(v)
    return basket.item(1)


def test_a_method_of_a_class_that_has_the_name_of_an_arrays():
    compiled = up.jit(strict=True)(of_a_class)
    assert compiled(_V) == of_a_class(_V) and compiled.ran_on == "cpu"


def test_tuples_that_are_added():
    check("def f(n):\n    t = 0\n    todo = [(n, 1)]\n    while todo:\n        a, b = todo.pop()\n        t += b\n        if a > 0:\n"
          "            todo += [(a - 1, b), (a - 2, b + 1)]\n    return t\n", [5])  # fmt: skip
