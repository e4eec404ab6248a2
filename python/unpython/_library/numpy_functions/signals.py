"""Samples along a line: differences, integrals, interpolation, convolution, polynomials, windows."""

import numpy as np

from unpython._library.numpy_functions.parts_of_floats import bessel
from unpython._loops import _Refusal, prange

#: As before NumPy 2.
_GRADIENTS_IN_LIST = isinstance(np.gradient(np.eye(2)), list)


def diff(a, n=1, axis=-1, prepend=None, append=None):
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    if n == 0:
        return a
    if isinstance(n, np.bool_):
        raise _Refusal("np.diff with NumPy's bool for n=: it is no number to Python")
    d = _apart(_between(np.moveaxis(np.asarray(a), axis, -1), prepend, append, axis))
    for _ in range(n - 1):
        d = _apart(d)
    return np.moveaxis(d, -1, axis)


def _between(x, before, behind, axis):
    """Along the last axis, with what np.diff puts before and behind it."""
    if before is not None and behind is not None:
        return np.concatenate((_end(x, before, axis), x, _end(x, behind, axis)), axis=-1)
    if before is not None:
        return np.concatenate((_end(x, before, axis), x), axis=-1)
    if behind is not None:
        return np.concatenate((x, _end(x, behind, axis)), axis=-1)
    return x


def _end(x, values, axis):
    if np.ndim(values) == 0:
        return np.full(x.shape[:-1] + (1,), values)
    return np.moveaxis(np.asarray(values), axis, -1)


def _apart(x):
    if x.dtype == np.bool_:
        return x[..., 1:] != x[..., :-1]
    return x[..., 1:] - x[..., :-1]


def ediff1d(ary, to_end=None, to_begin=None):
    flat = np.ravel(np.asarray(ary))
    apart = flat[1:] - flat[:-1]
    if to_end is not None and to_begin is not None:
        return np.concatenate((_in_type(to_begin, flat), apart, _in_type(to_end, flat)))
    if to_end is not None:
        return np.concatenate((apart, _in_type(to_end, flat)))
    if to_begin is not None:
        return np.concatenate((_in_type(to_begin, flat), apart))
    return apart


def _in_type(values, like):
    given = np.ravel(np.asarray(values))
    if (given[:0] + like[:0]).dtype != like.dtype:
        raise _Refusal("np.ediff1d with ends of another type than the array's")
    return given.astype(like.dtype)


def gradient(f, spacing=1.0, next_spacing=None, axis=None, edge_order=1):
    if f.ndim == 1:
        if next_spacing is not None:
            raise TypeError("invalid number of arguments")
        return _gradient(f if axis is None else np.moveaxis(f, axis, 0), spacing, edge_order)
    if axis is not None:
        if next_spacing is not None:
            raise TypeError("invalid number of arguments")
        return np.moveaxis(_gradient(np.moveaxis(f, axis, 0), spacing, edge_order), 0, axis)
    if f.ndim != 2 or _GRADIENTS_IN_LIST:
        raise _Refusal("np.gradient along several axes: call it with axis=0, axis=1, ...")
    if next_spacing is None and np.ndim(spacing) != 0:
        raise TypeError("invalid number of arguments")
    return _gradient(f, spacing, edge_order), _gradient(f.T, spacing if next_spacing is None else next_spacing, edge_order).T


def _gradient(f, spacing, edge_order):
    """Along the first axis. `spacing`: a number, or the place of each element."""
    if np.ndim(spacing) == 0:
        _check_slopes(f, edge_order)
        x = f - 0.0
        out = np.empty_like(x)
        _fill_evenly(out, x, spacing, edge_order)
        return out
    elif np.ndim(spacing) == 1:
        if len(spacing) != f.shape[0]:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        h = _apart(spacing * 1.0)
        first = h[0]
        _check_slopes(f, edge_order)
        x = f - 0.0
        out = np.empty_like(x)
        if np.all(h == first):
            _fill_evenly(out, x, first, edge_order)
        else:
            _fill_unevenly(out, x, h, edge_order)
        return out
    else:
        raise ValueError("distances must be either scalars or 1d")


def _check_slopes(f, edge_order):
    if edge_order > 2:
        raise ValueError("'edge_order' greater than 2 not supported")
    if f.dtype == np.bool_:
        raise TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead."
        )
    if f.shape[0] < edge_order + 1:
        raise ValueError(
            "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required."
        )


def _fill_evenly(out, x, h, edge_order):
    n = x.shape[0]
    out[1:-1] = (x[2:] - x[:-2]) / (2.0 * h)
    if edge_order == 1:
        out[0] = (x[1] - x[0]) / h
        out[n - 1] = (x[n - 1] - x[n - 2]) / h
    else:
        out[0] = (-1.5 / h) * x[0] + (2.0 / h) * x[1] + (-0.5 / h) * x[2]
        out[n - 1] = (0.5 / h) * x[n - 3] + (-2.0 / h) * x[n - 2] + (1.5 / h) * x[n - 1]


def _fill_unevenly(out, x, h, edge_order):
    n = x.shape[0]
    for i in range(1, n - 1):
        before = h[i - 1]
        after = h[i]
        a = -(after) / (before * (before + after))
        b = (after - before) / (before * after)
        c = before / (after * (before + after))
        out[i] = a * x[i - 1] + b * x[i] + c * x[i + 1]
    first = h[0]
    last = h[n - 2]
    if edge_order == 1:
        out[0] = (x[1] - x[0]) / first
        out[n - 1] = (x[n - 1] - x[n - 2]) / last
    else:
        next = h[1]
        a = -(2.0 * first + next) / (first * (first + next))
        b = (first + next) / (first * next)
        c = -first / (next * (first + next))
        out[0] = a * x[0] + b * x[1] + c * x[2]
        before = h[n - 3]
        a = last / (before * (before + last))
        b = -(last + before) / (before * last)
        c = (2.0 * last + before) / (last * (before + last))
        out[n - 1] = a * x[n - 3] + b * x[n - 2] + c * x[n - 1]


def trapezoid(y, x=None, dx=1.0, axis=-1):
    values = np.moveaxis(y, axis, -1)
    if x is None:
        return np.sum(dx * (values[..., 1:] + values[..., :-1]) / 2.0, axis=-1)
    if x.ndim != 1 and x.ndim != y.ndim:
        raise _Refusal("np.trapezoid of places of other dimensions than the values: write the sum")
    widths = _apart(x if x.ndim == 1 else np.moveaxis(x, axis, -1))
    return np.sum(widths * (values[..., 1:] + values[..., :-1]) / 2.0, axis=-1)


def _interpolated(x, xp, fp, left, right):
    n = xp.shape[0]
    if x != x:
        return x if n > 1 else fp[0]
    if x < xp[0]:
        return left
    if x > xp[n - 1]:
        return right
    low = 0
    high = n
    while low < high:
        middle = (low + high) // 2
        if xp[middle] <= x:
            low = middle + 1
        else:
            high = middle
    at = low - 1
    if at == n - 1 or xp[at] == x:
        return fp[at]
    slope = (fp[at + 1] - fp[at]) / (xp[at + 1] - xp[at])
    found = slope * (x - xp[at]) + fp[at]
    if found != found:  # beside an infinity; from the other side it may be a number
        found = slope * (x - xp[at + 1]) + fp[at + 1]
        if found != found and fp[at] == fp[at + 1]:
            found = fp[at]
    return found


def interp(x, xp, fp, left=None, right=None, period=None):
    if period is not None:
        return _interp_around(x, np.float64(np.asarray(xp)), np.float64(np.asarray(fp)), period)
    return _interp(x, xp, fp, left, right)


def _interp_around(x, xp, fp, period):
    if period == 0:
        raise ValueError("period must be a non-zero value")
    length = np.abs(np.float64(period))
    places = xp % length
    order = np.argsort(places)
    xs = places[order]
    fs = fp[order]
    around = np.concatenate((xs[-1:] - length, xs, xs[:1] + length))
    values = np.concatenate((fs[-1:], fs, fs[:1]))
    if np.ndim(x) == 0:
        return _interp(np.float64(x) % length, around, values, None, None)
    return _interp(np.float64(np.asarray(x)) % length, around, values, None, None)


def _interp(x, xp, fp, left, right):
    xs = np.float64(np.asarray(xp))
    fs = np.float64(np.asarray(fp))
    if xs.shape[0] == 0:
        raise ValueError("array of sample points is empty")
    if xs.shape[0] != fs.shape[0]:
        raise ValueError("fp and xp are not of the same length.")
    below = fs[0] if left is None else np.float64(left)
    above = fs[fs.shape[0] - 1] if right is None else np.float64(right)
    if np.ndim(x) == 0:
        return _interpolated(np.float64(x), xs, fs, below, above)
    places = np.asarray(x)
    flat = np.float64(np.ravel(places))
    out = np.empty(flat.shape[0])
    for i in range(flat.shape[0]):
        out[i] = _interpolated(flat[i], xs, fs, below, above)
    return np.reshape(out, places.shape)


def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    if (p * 1.0).dtype != p.dtype:
        raise _Refusal("np.unwrap of integers: give it floats")
    angles = np.moveaxis(p, axis, -1)
    apart = _apart(angles)
    half = period / 2
    turned = np.mod(apart + half, period) - half
    turned = np.where((turned == -half) & (apart > 0), half, turned)
    least = half if discont is None else discont
    added = np.where(np.abs(apart) < least, 0, turned - apart)
    out = angles.copy()
    out[..., 1:] += np.cumsum(added, axis=-1)
    return np.moveaxis(out, -1, axis)


def convolve(a, v, mode="full"):
    if isinstance(mode, str):
        return _convolved(np.asarray(a), np.asarray(v), mode)
    if mode == 0:
        return _convolved(np.asarray(a), np.asarray(v), "valid")
    if mode == 1:
        return _convolved(np.asarray(a), np.asarray(v), "same")
    if mode != 2:
        raise _Refusal("the modes are 0 for 'valid', 1 for 'same' and 2 for 'full'")
    return _convolved(np.asarray(a), np.asarray(v), "full")


def _convolved(a, v, mode):
    if a.shape[0] == 0:
        raise ValueError("a cannot be empty")
    if v.shape[0] == 0:
        raise ValueError("v cannot be empty")
    return _correlated(a, v[::-1], mode, (min(a.shape[0], v.shape[0]) - 1) // 2)


def correlate(a, v, mode="valid"):
    if isinstance(mode, str):
        return _slid(np.asarray(a), np.asarray(v), mode)
    if mode == 0:
        return _slid(np.asarray(a), np.asarray(v), "valid")
    if mode == 1:
        return _slid(np.asarray(a), np.asarray(v), "same")
    if mode != 2:
        raise _Refusal("the modes are 0 for 'valid', 1 for 'same' and 2 for 'full'")
    return _slid(np.asarray(a), np.asarray(v), "full")


def _slid(a, v, mode):
    short = min(a.shape[0], v.shape[0])
    return _correlated(a, v.conj(), mode, (short - 1) // 2 if a.shape[0] >= v.shape[0] else short // 2)


def _correlated(a, v, mode, before):
    """Sums of a[k + i] * v[i] for all k where the two meet; "same" starts at number `before` of them."""
    if mode != "full" and mode != "valid" and mode != "same":
        raise _Refusal("mode= is 'full', 'same' or 'valid'")
    n = a.shape[0]
    m = v.shape[0]
    if n == 0:
        raise ValueError("first array argument cannot be empty")
    if m == 0:
        raise ValueError("second array argument cannot be empty")
    short = min(n, m)
    long = max(n, m)
    if mode == "valid":
        inner = np.empty(long - short + 1, dtype=(a[:1] * v[:1]).dtype)
        _sums_of_all_terms(a, v, inner)
        return inner
    full = np.empty(n + m - 1, dtype=(a[:1] * v[:1]).dtype)
    for k in prange(short - 1):
        full[k] = _sum_of_terms(a[: k + 1], v[m - 1 - k :])
    _sums_of_all_terms(a, v, full[short - 1 : long])
    for k in prange(long, n + m - 1):
        full[k] = _sum_of_terms(a[k - m + 1 :], v[: n + m - 1 - k])
    if mode == "full":
        return full
    return full[before : before + long].copy()


def _sum_of_terms(a, v):
    if (a[:1] * v[:1]).dtype == np.bool_:
        return np.any(a & v)
    return a @ v


def _sums_of_all_terms(a, v, sums):
    """The places where the shorter of the two lies within the other. Many sums are made side by side."""
    n = a.shape[0]
    m = v.shape[0]
    if abs(n - m) < 32:
        for k in prange(abs(n - m) + 1):
            sums[k] = _sum_of_terms(a[k : k + m], v) if n >= m else _sum_of_terms(a, v[m - n - k : m - k])
    elif n >= m:
        for k in prange(n - m + 1):
            total = a[k] * v[0]
            for i in range(1, m):
                total += a[k + i] * v[i]
            sums[k] = total
    else:
        for k in prange(m - n + 1):
            total = a[0] * v[m - n - k]
            for i in range(1, n):
                total += a[i] * v[m - n - k + i]
            sums[k] = total


def polyval(p, x):
    factors = np.asarray(p)
    y = np.zeros_like(x) * np.zeros(1, dtype=factors.dtype)[0]
    if factors.shape[0] == 0 and (np.ndim(x) == 0 or np.empty_like(y).dtype != np.empty_like(x).dtype):
        raise _Refusal("np.polyval of no coefficients has the type of its numbers alone")
    for i in range(factors.shape[0]):
        y = y * x + factors[i]
    return y


def hanning(M):
    m = np.float64(M)
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - m, m, 2)
    return 0.5 + 0.5 * np.cos(np.pi * n / (m - 1))


def hamming(M):
    m = np.float64(M)
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - m, m, 2)
    return 0.54 + 0.46 * np.cos(np.pi * n / (m - 1))


def blackman(M):
    m = np.float64(M)
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - m, m, 2)
    return 0.42 + 0.5 * np.cos(np.pi * n / (m - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (m - 1))


def bartlett(M):
    m = np.float64(M)
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - m, m, 2)
    return np.where(np.less_equal(n, 0), 1 + n / (m - 1), 1 - n / (m - 1))


def kaiser(M, beta):
    if M < 1:
        return np.empty(0)
    if M == 1:
        return np.ones(1)
    middle = (M - 1) / 2.0
    out = np.empty(M)
    whole = bessel(float(beta))
    for i in range(M):
        place = (i - middle) / middle
        out[i] = bessel(beta * np.sqrt(1 - place * place)) / whole
    return out


def polyfit(x, y, deg, *, w=None):
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.shape[0] == 0:
        raise TypeError("expected non-empty vector for x")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    powers = np.vander(np.float64(x), deg + 1)
    if w is not None:
        return _weighted_fit(powers, y + 0.0, np.asarray(w) + 0.0)
    return _fitted(powers, y + 0.0)


def _weighted_fit(powers, y, w):
    if w.ndim != 1:
        raise TypeError("expected a 1-d array for weights")
    if w.shape[0] != y.shape[0]:
        raise TypeError("expected w and y to have the same length")
    if y.ndim == 2:
        return _fitted(powers * w[:, None], y * w[:, None])
    return _fitted(powers * w[:, None], y * w)


def _fitted(powers, y):
    scale = np.sqrt(np.sum(powers * powers, axis=0))
    scale[scale == 0] = 1.0
    found = np.linalg.lstsq(powers / scale, y, powers.shape[0] * 2.220446049250313e-16)[0]
    return (found.T / scale).T
