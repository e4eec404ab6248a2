"""`np.fft`: NumPy transforms along the last axis (_host.py); here stands which shape and type that gives, and what other axes and norms
mean. Shifts and frequencies are compiled."""

from __future__ import annotations

import numpy as np

from unpython._host import HostFunction
from unpython._loops import _Refusal

#: What transforms of single precision give depends on NumPy's version.
_SINGLE = np.fft.fft(np.zeros(1, np.float32)).dtype.type
_SINGLE_REAL = np.fft.irfft(np.zeros(2, np.complex64)).dtype.type
_NORMS = ("backward", "ortho", "forward")


def _of_rows(name):
    function = getattr(np.fft, name)
    return HostFunction(lambda a, n, norm: function(a, n, -1, _NORMS[norm]), "array", name=f"numpy.fft.{name}")


def _of_axes(name, count=None):
    """Of the last `count` axes, or all. `n`: of the result's last axis, where the function does not find it."""
    function = getattr(np.fft, name)
    axes = None if count is None else tuple(range(-count, 0))
    return HostFunction(lambda a, norm: function(a, None, axes, _NORMS[norm]), "array", name=f"numpy.fft.{name}")


_fft, _ifft, _rfft, _irfft = _of_rows("fft"), _of_rows("ifft"), _of_rows("rfft"), _of_rows("irfft")
_fft2, _ifft2, _rfft2, _irfft2 = _of_axes("fft2", 2), _of_axes("ifft2", 2), _of_axes("rfft2", 2), _of_axes("irfft2", 2)
_fftn, _ifftn, _rfftn, _irfftn = _of_axes("fftn"), _of_axes("ifftn"), _of_axes("rfftn"), _of_axes("irfftn")


def _number_of(norm):
    if norm is None or norm == "backward":
        return 0
    if norm == "ortho":
        return 1
    if norm != "forward":
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    return 2


def _complex_type(a):
    if a.dtype == np.float32 or a.dtype == np.complex64:
        return np.empty(0, dtype=_SINGLE)
    return np.empty(0, dtype=np.complex128)


def _real_type(a):
    if a.dtype == np.float32 or a.dtype == np.complex64:
        return np.empty(0, dtype=_SINGLE_REAL)
    return np.empty(0, dtype=np.float64)


def _to_last(a, axis):
    if axis == -1:
        return np.asarray(a)
    return np.moveaxis(np.asarray(a), axis, -1)


def _from_last(a, axis):
    if axis == -1:
        return a
    return np.moveaxis(a, -1, axis)


def _points(n):
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    return n


def fft(a, n=None, axis=-1, norm=None):
    rows = _to_last(a, axis)
    shape = rows.shape[:-1] + (_points(rows.shape[-1] if n is None else n),)
    return _from_last(_fft(shape, _complex_type(rows).dtype, rows, shape[-1], _number_of(norm)), axis)


def ifft(a, n=None, axis=-1, norm=None):
    rows = _to_last(a, axis)
    shape = rows.shape[:-1] + (_points(rows.shape[-1] if n is None else n),)
    return _from_last(_ifft(shape, _complex_type(rows).dtype, rows, shape[-1], _number_of(norm)), axis)


def rfft(a, n=None, axis=-1, norm=None):
    return _from_last(_of_real_rows(_to_last(a, axis), n, _number_of(norm)), axis)


def _of_real_rows(rows, n, norm):
    length = _points(rows.shape[-1] if n is None else n)
    return _rfft(rows.shape[:-1] + (length // 2 + 1,), _complex_type(rows).dtype, rows, length, norm)


def irfft(a, n=None, axis=-1, norm=None):
    return _from_last(_to_real_rows(_to_last(a, axis), n, _number_of(norm)), axis)


def _to_real_rows(rows, n, norm):
    length = _points(2 * (rows.shape[-1] - 1) if n is None else n)
    return _irfft(rows.shape[:-1] + (length,), _real_type(rows).dtype, rows, length, norm)


def hfft(a, n=None, axis=-1, norm=None):
    """Its norms are those of the other direction."""
    return _from_last(_to_real_rows(np.conj(_to_last(a, axis)), n, 2 - _number_of(norm)), axis)


def ihfft(a, n=None, axis=-1, norm=None):
    return _from_last(np.conj(_of_real_rows(_to_last(a, axis), n, 2 - _number_of(norm))), axis)


def _extent(s, i):
    return None if s is None else s[i]


def _along(transform, a, s, axes, norm):
    """One axis after the other, the last one first."""
    if len(axes) == 1:
        return transform(a, _extent(s, 0), axes[0], norm)
    if len(axes) == 2:
        return transform(transform(a, _extent(s, 1), axes[1], norm), _extent(s, 0), axes[0], norm)
    if len(axes) == 3:
        last = transform(transform(a, _extent(s, 2), axes[2], norm), _extent(s, 1), axes[1], norm)
        return transform(last, _extent(s, 0), axes[0], norm)
    raise _Refusal("a transform along axes that are named, and more than three: call it for each axis")


def fft2(a, s=None, axes="last", norm=None):
    if s is None and isinstance(axes, str):
        given = np.asarray(a)
        return _fft2(given.shape, _complex_type(given).dtype, given, _number_of(norm))
    elif isinstance(axes, str):
        return _along(fft, a, s, (-2, -1), norm)
    else:
        return _along(fft, a, s, axes, norm)


def ifft2(a, s=None, axes="last", norm=None):
    if s is None and isinstance(axes, str):
        given = np.asarray(a)
        return _ifft2(given.shape, _complex_type(given).dtype, given, _number_of(norm))
    elif isinstance(axes, str):
        return _along(ifft, a, s, (-2, -1), norm)
    else:
        return _along(ifft, a, s, axes, norm)


def _check_axes(s, axes):
    if s is not None and axes is None:
        raise _Refusal("a transform to other extents names its axes: axes=(0, 1)")


def fftn(a, s=None, axes=None, norm=None):
    _check_axes(s, axes)
    if axes is not None:
        return _along(fft, a, s, axes, norm)
    given = np.asarray(a)
    if given.ndim == 0:
        return given  # no axes: nothing is transformed
    return _fftn(given.shape, _complex_type(given).dtype, given, _number_of(norm))


def ifftn(a, s=None, axes=None, norm=None):
    _check_axes(s, axes)
    if axes is not None:
        return _along(ifft, a, s, axes, norm)
    given = np.asarray(a)
    if given.ndim == 0:
        return given  # no axes: nothing is transformed
    return _ifftn(given.shape, _complex_type(given).dtype, given, _number_of(norm))


def _half_of(shape):
    return shape[:-1] + (shape[-1] // 2 + 1,)


def _whole_of(shape):
    return shape[:-1] + (2 * (shape[-1] - 1),)


def _real_along(a, s, axes, norm):
    if len(axes) == 1:
        return rfft(a, _extent(s, 0), axes[0], norm)
    if len(axes) == 2:
        return fft(rfft(a, _extent(s, 1), axes[1], norm), _extent(s, 0), axes[0], norm)
    if len(axes) == 3:
        return _along(fft, rfft(a, _extent(s, 2), axes[2], norm), s, axes[:2], norm)
    raise _Refusal("a transform along axes that are named, and more than three: call it for each axis")


def _to_real_along(a, s, axes, norm):
    if len(axes) == 1:
        return irfft(a, _extent(s, 0), axes[0], norm)
    if len(axes) == 2:
        return irfft(ifft(a, _extent(s, 0), axes[0], norm), _extent(s, 1), axes[1], norm)
    if len(axes) == 3:
        return irfft(_along(ifft, a, s, axes[:2], norm), _extent(s, 2), axes[2], norm)
    raise _Refusal("a transform along axes that are named, and more than three: call it for each axis")


def rfft2(a, s=None, axes="last", norm=None):
    if s is None and isinstance(axes, str):
        given = np.asarray(a)
        return _rfft2(_half_of(given.shape), _complex_type(given).dtype, given, _number_of(norm))
    elif isinstance(axes, str):
        return _real_along(a, s, (-2, -1), norm)
    else:
        return _real_along(a, s, axes, norm)


def irfft2(a, s=None, axes="last", norm=None):
    if s is None and isinstance(axes, str):
        given = np.asarray(a)
        return _irfft2(_whole_of(given.shape), _real_type(given).dtype, given, _number_of(norm))
    elif isinstance(axes, str):
        return _to_real_along(a, s, (-2, -1), norm)
    else:
        return _to_real_along(a, s, axes, norm)


def rfftn(a, s=None, axes=None, norm=None):
    _check_axes(s, axes)
    if axes is not None:
        return _real_along(a, s, axes, norm)
    given = np.asarray(a)
    return _rfftn(_half_of(given.shape), _complex_type(given).dtype, given, _number_of(norm))


def irfftn(a, s=None, axes=None, norm=None):
    _check_axes(s, axes)
    if axes is not None:
        return _to_real_along(a, s, axes, norm)
    given = np.asarray(a)
    return _irfftn(_whole_of(given.shape), _real_type(given).dtype, given, _number_of(norm))


def fftshift(x, axes=None):
    given = np.asarray(x)
    if axes is not None:
        return _rolled(given, axes, 1)
    if given.ndim == 1:
        return _rolled(given, (0,), 1)
    if given.ndim == 2:
        return _rolled(given, (0, 1), 1)
    return _rolled(given, (0, 1, 2), 1, given.ndim)


def ifftshift(x, axes=None):
    given = np.asarray(x)
    if axes is not None:
        return _rolled(given, axes, -1)
    if given.ndim == 1:
        return _rolled(given, (0,), -1)
    if given.ndim == 2:
        return _rolled(given, (0, 1), -1)
    return _rolled(given, (0, 1, 2), -1, given.ndim)


def _rolled(x, axes, direction, ndim=3):
    """By half of the extents."""
    if ndim != 3:
        raise _Refusal("a shift of more than three dimensions names its axes: axes=(0, 1)")
    if np.ndim(axes) == 0:
        return np.roll(x, direction * (x.shape[axes] // 2), axes)
    if len(axes) == 1:
        return np.roll(x, direction * (x.shape[axes[0]] // 2), axes[0])
    if len(axes) == 2:
        return np.roll(x, (direction * (x.shape[axes[0]] // 2), direction * (x.shape[axes[1]] // 2)), (axes[0], axes[1]))
    if len(axes) == 3:
        first, second, third = x.shape[axes[0]] // 2, x.shape[axes[1]] // 2, x.shape[axes[2]] // 2
        return np.roll(x, (direction * first, direction * second, direction * third), (axes[0], axes[1], axes[2]))
    raise _Refusal("a shift along more than three axes: call np.roll")


def fftfreq(n, d=1.0):
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    step = 1.0 / (n * d)
    numbers = np.empty(n, dtype=np.int64)
    middle = (n - 1) // 2 + 1
    numbers[:middle] = np.arange(middle)
    numbers[middle:] = np.arange(-(n // 2), 0)
    return numbers * step


def rfftfreq(n, d=1.0):
    if not isinstance(n, (int, np.integer)):
        raise ValueError("n should be an integer")
    step = 1.0 / (n * d)
    return np.arange(n // 2 + 1) * step
