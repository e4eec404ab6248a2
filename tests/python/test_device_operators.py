"""What arrays on a device do as NumPy's do: the same line with arrays of NumPy says what comes out."""

import copy

import numpy as np
import pytest
import unpython as up
from support.devices import require


@pytest.fixture(params=["opencl", "cuda"])
def device(request):
    return require(request.param)


M = np.arange(12, dtype=np.float64).reshape(3, 4) - 5.0
V = np.array([3.0, 1.0, 2.0, 7.0])
K = np.arange(-4, 8, dtype=np.int32).reshape(3, 4)
B = np.array([100, 27, 255, 1], np.uint8)
MASK = np.array([True, False, True, True])

SAME = [
    "m + m", "m + 1", "2.5 * m", "1 - m", "m / v", "m // 2.0", "m % 3.0", "m ** 2", "2.0 ** m", "m ** 0.5", "-m", "+m", "abs(m)", "~k",
    "k & 3", "k | 1", "3 ^ k", "k << 2", "k >> 1", "b + 100", "b + b", "b * np.int64(3)", "k + 1.5", "b / 2", "k // 3", "k % -3", "k ** 2",
    "m == m", "m != 2.0", "m < v", "m >= 1", "k > k.T[0, 0]", "m @ m.T", "v @ v", "m @ v", "m.T @ m",
    "m.T", "m[1]", "m[1:, ::-2]", "m[..., 0]", "m[:, None, 1]", "m[2, 3]", "m[-1, -1]", "m[0:0]", "m.T[1:3]", "m[::-1]", "m[()]",
    "m[[2, 0]]", "m[np.array([1, 1, 0])]", "v[mask]", "m[:, mask]", "m[m > 0]", "k[1, [0, 3]]",
    "m.reshape(4, 3)", "m.T.reshape(12)", "m.reshape((2, -1))", "m.ravel()", "m.T.flatten()", "m.T.copy()", "m[::2].reshape(-1)",
    "m.swapaxes(0, 1)", "m[None].squeeze()", "m.transpose(1, 0)", "m.mT", "m.astype(np.float32)", "m.astype('int64')", "k.astype(float)",
    "m.sum()", "m.sum(axis=0)", "m.sum(1)", "m.sum(axis=1, keepdims=True)", "m.mean(axis=0)", "m.std()", "m.var(axis=1)", "m.min()", "m.max(axis=0)",
    "m.argmax()", "v.argsort()", "k.prod(axis=0)", "m.any()", "mask.all()", "m.cumsum(axis=1)", "v.clip(1.5, 3)", "m.round(0)", "v.dot(v)", "m.trace()",
    "np.sum(m, axis=0)", "np.sqrt(abs(m))", "np.exp(m)", "np.maximum(m, v)", "np.where(m > 0, m, 0.0)", "np.add(m, 1)", "np.transpose(m)",
    "np.concatenate((m, m))", "np.stack((v, v), axis=1)", "np.zeros_like(m)", "np.dot(m, v)", "np.linalg.norm(v)", "np.sort(v)", "np.outer(v, v)",
    "np.add.reduce(m)", "np.add.reduce(m, axis=0)", "np.maximum.reduce(m, axis=1)", "np.logical_or.reduce(m > 0)", "np.multiply.outer(v, v)", "np.cumsum(v)", "v.cumsum(dtype=np.int16)", "np.cumprod(m, axis=0, dtype=np.int64)", "v == [1, 2, 3, 4]", "m != [[1.0], [2.0], [0.0]]",
    "v == None", "v != 'a'", "m.item(5)", "m.item(-1)", "np.clip(m, 0, 2)", "np.expand_dims(v, 1)", "np.broadcast_to(v, (3, 4))",
    "np.reshape(m, (6, 2))", "np.ravel(m)", "np.shape(m)", "np.ndim(m)", "np.isnan(m)", "np.mean(m)", "np.diff(v)", "np.unique(k)",
    "M + v", "v * V", "np.float64(2) * m", "M @ m.T", "float(v[0])", "int(k[0, 1])", "bool(m[0, 0] < 0)", "len(m)", "[row.sum() for row in m]",
    "divmod(m, 2)", "divmod(k, 3)", "divmod(7.5, v)", "m.conj()", "(v * 1j + 2).conjugate()", "(m[1] * 2j).conj()",
    "mask.conj()", "k.conj()", "m.real", "m.imag", "(m * 2j).real", "(m * 2j).imag", "(v * 1j + 2).real[1:]", "(m[1] * 2j).T.imag.sum()",
    "3.0 in v", "99.0 in v", "v.tolist()", "m[1, 2].item()", "m[:0].sum()", "m[:0] + 1", "v[v > 99]",
]  # fmt: skip


def agree(found, wanted):
    if isinstance(found, (list, tuple)) and not isinstance(wanted, np.ndarray):
        assert len(found) == len(wanted)
        for a, b in zip(found, wanted):
            agree(a, b)
        return
    if isinstance(wanted, np.ndarray):
        assert isinstance(found, up.DeviceArray)
        found = found.to_host()
    if isinstance(wanted, (np.ndarray, np.generic)):
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    np.testing.assert_allclose(found, wanted, rtol=1e-14)


def names(place=None):
    arrays = {"m": M, "v": V, "k": K, "b": B, "mask": MASK}
    there = {name: a.copy() if place is None else up.to_device(a, place) for name, a in arrays.items()}
    return {**there, "np": np, "M": M.copy(), "V": V.copy()}


@pytest.mark.parametrize("text", SAME)
@pytest.mark.filterwarnings("ignore")
def test_expressions_are_those_of_numpy(text, device):
    agree(eval(text, names(device)), eval(text, names()))


CHANGES = [
    "m[1] = 7", "m[:, 1:3] = v[:2]", "m[...] = k", "m[2, 3] = -1.0", "m[m > 0] = 0.0", "v[[0, 2]] = 9.0", "v[mask] = v[mask] * 2", "m += 1", "m -= v",
    "m *= m", "v /= 2", "k //= 2", "k %= 3", "v **= 2", "k <<= 1", "k &= 6", "m.T[0] = 5.0", "m[::-1][0] = 1.5", "v[1:] = v[:-1]", "m.fill(2)", "v[:0] = 1.0",
    "v.sort()", "m.sort(axis=0)", "m[:, ::-1].sort()", "r = m * 2j; r.imag[1] = 7.0; r.real[0] = 5.0; m[...] = r.real + r.imag",
    "np.add(m, v, out=m)", "np.multiply(v, 2.0, out=v)", "r = m.reshape(12); r[3] = 99", "np.add.at(v, [0, 0, 1], 1.0)", "M += m",
]  # fmt: skip


@pytest.mark.parametrize("text", CHANGES)
@pytest.mark.filterwarnings("ignore")
def test_statements_change_what_they_change_in_numpy(text, device):
    found, wanted = names(device), names()
    exec(text, found)
    exec(text, wanted)
    for name in ("m", "v", "k"):
        agree(found[name], wanted[name])
    np.testing.assert_array_equal(found["M"], wanted["M"])


@pytest.mark.parametrize("text", ["m[5]", "m[0, 0, 0]", "bool(m)", "int(v)", "m + b[:3]", "m @ k[0, :2]", "hash(m)", "iter(m[0, 0])", "m.reshape(5)"])
@pytest.mark.filterwarnings("ignore")
def test_mistakes_are_those_of_numpy(text, device):
    with pytest.raises(Exception) as wanted:  # noqa: PT011
        eval(text, names())
    with pytest.raises(wanted.type):
        eval(text, names(device))


def test_what_is_not_compiled_says_so_and_copies_nothing(device):
    a = up.to_device(M, device)
    with pytest.raises(TypeError, match=r"numpy.apply_over_axes\(\) is not compiled for arrays on a device; give it a.to_host\(\)"):
        np.apply_over_axes(np.sum, a, 0)
    with pytest.raises(TypeError, match="is not compiled for arrays on a device; give it a.to_host"):
        np.add.reduceat(a, [0, 2])
    with pytest.raises(TypeError):
        a + "text"
    agree(np.sqrt(up.to_device(B, device)), np.sqrt(B))  # in half precision
    agree(np.sqrt(up.to_device(V, device)), np.sqrt(V))


def test_views_share_memory_and_texts_show_elements(device):
    a = up.zeros((2, 3), np.float32, device=device)
    a.T[1] = 4
    assert a.tolist() == [[0, 4, 0], [0, 4, 0]]
    assert repr(a) == f"DeviceArray([[0., 4., 0.],\n             [0., 4., 0.]], dtype=float32, device='{device}')"
    assert repr(up.empty(2000, np.int8, device=device)) == f"DeviceArray(shape=(2000,), dtype=int8, device='{device}')"


def test_arrays_are_made_on_the_device(device):
    agree(up.ones((2, 3), device=device), np.ones((2, 3)))
    agree(up.full(4, 7, device=device), np.full(4, 7))
    agree(up.full((2,), 1.5, np.float32, device=device), np.full(2, 1.5, np.float32))
    agree(up.zeros((0, 3), np.int16, device=device), np.zeros((0, 3), np.int16))
    assert up.empty((), device=device).shape == ()
    a = up.asarray([[1, 2], [3, 4]], np.float32, device=device)
    agree(a, np.array([[1, 2], [3, 4]], np.float32))
    assert up.asarray(a) is a
    host = np.zeros((2, 2), np.float32)
    up.copyto(host, a * 2)
    assert host.tolist() == [[2, 4], [6, 8]]
    up.copyto(a, host)
    up.copyto(a[0], 5)
    assert a.tolist() == [[5, 5], [6, 8]]
    for shape, error in ((-1, ValueError), ((2**40, 2**40), MemoryError), ((1,) * 9, TypeError), ("ab", TypeError)):
        with pytest.raises(error):
            up.empty(shape, device=device)
    with pytest.raises(TypeError):
        up.empty(3, "U4", device=device)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy])
def test_copies_have_memory_of_their_own(device, way):
    a = up.to_device(np.arange(4.0), device)
    b = way(a)
    b[0] = 9.0
    assert a.tolist() == [0.0, 1.0, 2.0, 3.0] and b.tolist() == [9.0, 1.0, 2.0, 3.0]


def test_copyto_an_array_without_elements_looks_at_shapes(device):
    target = up.to_device(np.zeros((3, 0)), device)
    up.copyto(target, 1.0)
    up.copyto(target, np.zeros((1, 0)))
    for source in (np.zeros((3, 3)), up.to_device(np.zeros((3, 3)), device), np.zeros(2)):
        with pytest.raises(ValueError, match="broadcast"):
            up.copyto(target, source)


def test_an_empty_list_chooses_nothing(device):
    for array in (np.arange(6.0).reshape(2, 3), np.arange(0)):
        chosen = up.to_device(array, device)[[]]
        assert chosen.dtype == array.dtype and chosen.shape == array[[]].shape
        assert chosen.itemsize == array.itemsize


@pytest.mark.parametrize(
    "text", ("k[0, 0] = 1j", "b[0] = 300", "k[0, 0] = np.nan", "k.item(12)", "k[:0].item(0)", "k.item(-13)", "k[5, 0] = 1")
)
def test_exceptions_are_those_of_numpy(text, device):
    found = []
    for here in (names(device), names()):
        with pytest.raises(Exception) as error:
            exec(text, here)
        found.append((error.type, str(error.value)))
    assert found[0] == found[1]


@pytest.mark.filterwarnings("error")
def test_a_store_to_one_element_warns_of_nothing(device):
    here = names(device)
    here["v"][1] = 5
    here["k"][2, 3] = np.int8(-5)
    assert (here["v"].tolist()[1], here["k"].tolist()[2][3]) == (5.0, -5)


def test_lists_axes_orders_and_conversions(device):
    a, m = np.arange(4.0), np.arange(6.0).reshape(2, 3)
    da, dm = up.to_device(a, device), up.to_device(m, device)
    for made, wanted in (
        (da + [1, 2, 3, 4], a + [1, 2, 3, 4]),
        ((1, 2, 3, 4) * da, (1, 2, 3, 4) * a),
        (da @ [1, 0, 2, 0], a @ [1, 0, 2, 0]),
        (da.clip(1), a.clip(1)),
        (da.clip(max=2), a.clip(max=2)),
        (dm.ravel("C"), m.ravel("C")),
        (dm.flatten(order="C"), m.flatten(order="C")),
    ):
        np.testing.assert_array_equal(made if np.ndim(wanted) == 0 else made.to_host(), wanted)
    with pytest.raises(TypeError, match="iteration over a 0-d array"):
        list(da[..., 0])
    with pytest.raises(ValueError, match="matrix transpose"):
        _ = da.mT
    with pytest.raises(np.exceptions.AxisError):
        up.reduce(lambda x, y: x + y, a, axis=1)
    with pytest.raises(np.exceptions.AxisError):
        up.scan(lambda x, y: x + y, da, axis=-2)
    with pytest.raises(TypeError, match="one number for each item"), up.options(strict=False):
        up.map(lambda x: (x, -x), a)


def test_views_that_numpy_makes_read_only(device):
    square, wide = up.to_device(np.zeros((3, 3)), device), np.broadcast_to(up.to_device(np.arange(3.0), device), (3, 3))

    def store(v):
        for i in up.prange(v.shape[0]):
            v[i] = 1.0

    for part in (np.diagonal(square), square.diagonal(), wide[0], wide.T[1], wide):
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 1
        with pytest.raises(ValueError, match="read-only"):
            part += 1
    with pytest.raises(ValueError, match="read-only"):
        up.gpu(store, device=device, force=True)(square.diagonal())
    copy = wide.copy()
    copy[0] = 7
    np.testing.assert_array_equal(copy.to_host(), [[7, 7, 7], [0, 1, 2], [0, 1, 2]])
    np.testing.assert_array_equal(square.to_host(), np.zeros((3, 3)))
