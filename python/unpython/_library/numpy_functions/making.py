"""Arrays made from others or from nothing: grids, products."""

import numpy as np

from unpython._host import HostFunction
from unpython._library.numpy_functions.elementwise import may_meet, number_kind  # noqa: F401
from unpython._loops import _in_parallel, _Refusal  # noqa: F401

broadcast_by_numpy = HostFunction(np.broadcast_arrays, "none", name="numpy.broadcast_arrays")  # names shapes that differ

CROSSES_PAIRS = tuple(int(part) for part in np.__version__.split(".")[:2]) < (2, 5)  # NumPy 2.5 knows only vectors of three numbers


def meshgrid(first, second, third=None, *, sparse=False, indexing="xy"):
    x, y = _on_a_line(first), _on_a_line(second)
    if third is not None:
        return _grids_of_three(x, y, _on_a_line(third), sparse, indexing)
    n = x.shape[0]
    m = y.shape[0]
    if indexing != "xy" and indexing != "ij":
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    if sparse:
        if indexing == "ij":
            return x[:, None].copy(), y[None, :].copy()
        return x[None, :].copy(), y[:, None].copy()
    if indexing == "ij":
        rows = np.broadcast_to(x[:, None], (n, m)).copy()
        columns = np.broadcast_to(y, (n, m)).copy()
        return rows, columns
    across = np.broadcast_to(x, (m, n)).copy()
    down = np.broadcast_to(y[:, None], (m, n)).copy()
    return across, down


def _on_a_line(values):
    if np.ndim(values) == 1:
        return np.asarray(values)
    return np.ravel(np.asarray(values))


def _grids_of_three(x, y, z, sparse, indexing):
    if indexing != "xy" and indexing != "ij":
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    deep = z[None, None, :]
    if indexing == "ij":
        return _whole_grids(x[:, None, None], y[None, :, None], deep, (x.shape[0], y.shape[0], z.shape[0]), sparse)
    return _whole_grids(x[None, :, None], y[:, None, None], deep, (y.shape[0], x.shape[0], z.shape[0]), sparse)


def _whole_grids(x, y, z, shape, sparse):
    if sparse:
        return x.copy(), y.copy(), z.copy()
    return np.broadcast_to(x, shape).copy(), np.broadcast_to(y, shape).copy(), np.broadcast_to(z, shape).copy()


def mgrid2(x, y):
    shape = (x.shape[0], y.shape[0])
    return np.stack((np.broadcast_to(x[:, None], shape), np.broadcast_to(y, shape)))


def mgrid3(x, y, z):
    shape = (x.shape[0], y.shape[0], z.shape[0])
    x_grid = np.broadcast_to(x[:, None, None], shape)
    return np.stack((x_grid, np.broadcast_to(y[:, None], shape), np.broadcast_to(z, shape)))


def ogrid2(x, y):
    """All in one type."""
    kind = (x[:0].sum() + y[:0].sum()).dtype
    return x.astype(kind)[:, None], y.astype(kind)[None, :]


def ogrid3(x, y, z):
    kind = (x[:0].sum() + y[:0].sum() + z[:0].sum()).dtype
    return x.astype(kind)[:, None, None], y.astype(kind)[None, :, None], z.astype(kind)[None, None, :]


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    if dtype is not None:
        return np.power(base, np.linspace(start, stop, num, endpoint)).astype(dtype)
    return np.power(base, np.linspace(start, stop, num, endpoint))


def geomspace(start, stop, num=50, endpoint=True):
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    sign = 1.0
    if start < 0:
        sign = -1.0
    ends = np.log10(sign * np.float64(start)), np.log10(sign * np.float64(stop))
    out = sign * np.power(10.0, np.linspace(ends[0], ends[1], num, endpoint))
    if num > 0:
        out[0] = start
    if num > 1 and endpoint:
        out[num - 1] = stop
    return out


def inner(a, b):
    if np.ndim(b) == 0:
        return np.dot(a, b)
    if np.ndim(a) == 0 or np.ndim(b) == 1:
        return np.dot(a, b)
    return np.dot(a, b.T)


def vdot(a, b):
    if np.empty_like(a).dtype == np.bool_:
        return np.dot(np.ravel(a), np.ravel(b))
    if a.size != b.size:
        raise ValueError(f"cannot reshape array of size {b.size} into shape ({a.size},)")
    return np.dot(np.conj(np.ravel(a)), np.ravel(b))


def kron(a, b):
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return np.multiply(np.asarray(a), np.asarray(b))  # in which Python's numbers are arrays
    return _kron(np.asarray(a), np.asarray(b))


def _kron(a, b):
    if a.ndim > 2 or b.ndim > 2:
        raise _Refusal("np.kron of more than two dimensions")
    if a.ndim == 1 and b.ndim == 1:
        return np.reshape(np.multiply.outer(a, b), (a.shape[0] * b.shape[0],))
    left = a[None, :] if a.ndim == 1 else a
    right = b[None, :] if b.ndim == 1 else b
    product = left[:, None, :, None] * right[None, :, None, :]
    return np.reshape(product, (left.shape[0] * right.shape[0], left.shape[1] * right.shape[1]))


def cross(first, second):
    a, b = np.asarray(first), np.asarray(second)
    m, n = a.shape[a.ndim - 1], b.shape[b.ndim - 1]
    if not CROSSES_PAIRS and (m != 3 or n != 3):
        raise ValueError(f"Both input arrays must be (arrays of) 3-dimensional vectors, but they are {m} and {n} dimensional instead.")
    if (m != 2 and m != 3) or (n != 2 and n != 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    if m == 2 or n == 2:
        raise _Refusal("np.cross of vectors of two numbers")
    c = a * b
    c[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    c[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    c[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return c


def append(arr, values, axis=None):
    if axis is not None:
        return np.concatenate((np.asarray(arr), np.asarray(values)), axis=axis)
    return np.concatenate((np.ravel(np.asarray(arr)), np.ravel(np.asarray(values))))


def resize(a, new_shape):
    """The elements again and again, as many as the shape needs."""
    flat = np.ravel(np.asarray(a))
    shape = np.array(new_shape)
    count = np.prod(shape)
    if np.any(shape < 0):
        raise ValueError("all elements of `new_shape` must be non-negative")
    if flat.shape[0] == 0:
        return np.zeros(new_shape, dtype=flat.dtype)
    return np.reshape(flat[np.arange(count) % flat.shape[0]], new_shape)


def fromfunction1(function, n, dtype=np.float64):
    return function(np.arange(n).astype(dtype))


def fromfunction2(function, n, m, dtype=np.float64):
    first, second = np.indices((n, m))
    return function(first.astype(dtype), second.astype(dtype))


def fromfunction3(function, n, m, k, dtype=np.float64):
    first, second, third = np.indices((n, m, k))
    return function(first.astype(dtype), second.astype(dtype), third.astype(dtype))


def linspace_and_step(start, stop, num=50, endpoint=True):
    steps = num - 1 if endpoint else num
    if steps <= 0:
        raise _Refusal("np.linspace(retstep=True) of so few numbers that there is no step")
    return np.linspace(start, stop, num, endpoint), np.float64(stop * 1.0 - start) / steps


def vander(x, N=None, increasing=False):
    values = np.asarray(x)
    if N is None:
        return _powers(values, values.shape[0], increasing)
    return _powers(values, N, increasing)


def _powers(x, N, increasing):
    out = np.empty((x.shape[0], N), dtype=(x * np.ones(1, dtype=np.int64)[0]).dtype)
    for i in range(x.shape[0]):
        value = np.ones(1, dtype=out.dtype)[0]
        for j in range(N):
            out[i, j if increasing else N - 1 - j] = value
            value = value * x[i]
    return out


def fill_diagonal(a, val):
    if a.ndim != 2:
        raise _Refusal("np.fill_diagonal of another array than one of two dimensions")
    a[:0] = a[:0]  # one that is read-only raises, also where nothing is stored
    for i in range(min(a.shape[0], a.shape[1])):
        a[i, i] = val


def copyto(dst, src, *, where=None):
    if where is not None:
        mask = np.asarray(where)
        if mask.dtype != np.bool_:
            raise _Refusal("np.copyto by a mask that is no bool")
        whole = dst.copy()
        _copy_all(whole, src)
        dst[...] = np.where(np.broadcast_to(mask, dst.shape), whole, dst)
    else:
        _copy_all(dst, src)


def _copy_all(dst, src):
    if np.ndim(src) == 0:
        _copied(dst, src)
    else:
        _copied(dst, np.asarray(src))


def _copied(dst, src):
    if number_kind(src) > number_kind(dst):
        raise _Refusal("np.copyto to another kind of number: write dst[...] = src")
    if np.ndim(src) != 0:
        dst[...] = src
    elif np.empty_like(src).dtype == np.bool_:
        dst[...] = src
    else:
        dst[...] = np.full(1, +src, dtype=dst.dtype)[0]  # a number of NumPy is cut


def indices(dimensions):
    if min(dimensions) < 0:
        raise ValueError("negative dimensions are not allowed")
    if len(dimensions) == 1:
        return np.arange(_extent(dimensions[0]))[None, :]
    if len(dimensions) == 2:
        return mgrid2(np.arange(_extent(dimensions[0])), np.arange(_extent(dimensions[1])))
    if len(dimensions) == 3:
        return mgrid3(np.arange(_extent(dimensions[0])), np.arange(_extent(dimensions[1])), np.arange(_extent(dimensions[2])))
    raise _Refusal("np.indices of more than three dimensions is not supported")


def _extent(n):
    if isinstance(n, (bool, np.bool_, float, np.floating)):
        raise _Refusal("np.indices of extents that are no integers")
    return int(n)


def number_of_steps(n):
    """Of start:stop:n * 1j"""
    return int(abs(n))
