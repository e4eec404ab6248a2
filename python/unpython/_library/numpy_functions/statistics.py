"""Statistics: averages, orders, reductions that pass over NaN, running sums."""

import numpy as np

from unpython._library.numpy_functions.elementwise import _is_complex
from unpython._library.numpy_functions.parts import squares
from unpython._library.sorting.digits import has_keys
from unpython._library.sorting.networks import are_few, middle_of_nine, sort_few
from unpython._library.sorting.selection import around
from unpython._library.unpython_functions.scans import scan_into
from unpython._loops import _adds_in_order, _for_device, _Refusal, prange


def _is_inexact(a):
    return (a * 1.0).dtype == a.dtype


def ptp(a, axis=None, keepdims=False):
    return np.max(a, axis=axis, keepdims=keepdims) - np.min(a, axis=axis, keepdims=keepdims)


def nansum(a, axis=None, dtype=None, *, keepdims=False):
    return np.sum(np.where(np.isnan(a), 0, a), axis=axis, dtype=dtype, keepdims=keepdims)


def nanprod(a, axis=None, dtype=None, *, keepdims=False):
    return np.prod(np.where(np.isnan(a), 1, a), axis=axis, dtype=dtype, keepdims=keepdims)


def _first_zero(a, extreme):
    """The extreme of all elements; if that is zero, the first zero, whose sign np.fmin and np.fmax keep."""
    if extreme == 0:
        for x in np.ravel(a):
            if x == 0:
                return x
    return extreme


def _reduces_nothing(a, axis):
    """Whether an element of the result would be the extreme of no elements."""
    if np.ndim(a) == 0 or axis is None:
        return np.ndim(a) > 0 and a.size == 0
    if isinstance(axis, tuple):
        return a.size == 0 and np.sum(a, axis=axis, keepdims=True).size > 0
    return -a.ndim <= axis < a.ndim and a.shape[axis] == 0


def _refuse_lost_parts(a, axis):
    """NumPy keeps the parts of the first of complex numbers that are all NaN."""
    if _is_complex(a) and np.any(np.all(np.isnan(a), axis=axis)):
        raise _Refusal("the extreme of complex numbers that are all NaN: take those out first")


def nanmax(a, axis=None, keepdims=False):
    if _reduces_nothing(a, axis):
        raise ValueError("zero-size array to reduction operation fmax which has no identity")
    if _is_inexact(a):
        if axis is None and not keepdims and np.ndim(a) == 1:
            most = _first_zero(a, np.max(np.where(np.isnan(a), -np.inf, a)))
            return np.positive(np.where(np.all(np.isnan(a)), a[0], most))
        _refuse_lost_parts(a, axis)
        largest = np.max(np.where(np.isnan(a), -np.inf, a), axis=axis, keepdims=keepdims)
        return np.positive(np.where(np.all(np.isnan(a), axis=axis, keepdims=keepdims), np.nan, largest))
    return np.max(a, axis=axis, keepdims=keepdims)


def nanmin(a, axis=None, keepdims=False):
    if _reduces_nothing(a, axis):
        raise ValueError("zero-size array to reduction operation fmin which has no identity")
    if _is_inexact(a):
        if axis is None and not keepdims and np.ndim(a) == 1:
            least = _first_zero(a, np.min(np.where(np.isnan(a), np.inf, a)))
            return np.positive(np.where(np.all(np.isnan(a)), a[0], least))
        _refuse_lost_parts(a, axis)
        smallest = np.min(np.where(np.isnan(a), np.inf, a), axis=axis, keepdims=keepdims)
        return np.positive(np.where(np.all(np.isnan(a), axis=axis, keepdims=keepdims), np.nan, smallest))
    return np.min(a, axis=axis, keepdims=keepdims)


def nanmean(a, axis=None, dtype=None, *, keepdims=False):
    if _is_inexact(a):
        count = np.sum(np.logical_not(np.isnan(a)), axis=axis, keepdims=keepdims)
        total = np.sum(np.where(np.isnan(a), 0, a), axis=axis, dtype=dtype, keepdims=keepdims)
        if not _is_inexact(total):
            raise TypeError("If a is inexact, then dtype must be inexact")
        return total / count.astype(np.empty_like(total).dtype)
    return np.mean(a, axis=axis, dtype=dtype, keepdims=keepdims)


def nanvar(a, axis=None, ddof=0, keepdims=False):
    if _is_inexact(a):
        known = np.logical_not(np.isnan(a))
        values = np.where(known, a, 0)
        count = np.sum(known, axis=axis, keepdims=True).astype(a.dtype)
        mean = np.sum(values, axis=axis, keepdims=True) / count
        apart = squares(np.where(known, values - mean, 0))
        degrees = np.sum(known, axis=axis, keepdims=keepdims) - ddof
        variance = (np.sum(apart, axis=axis, keepdims=keepdims) / degrees).astype(apart.dtype)
        return np.positive(np.where(degrees > 0, variance, np.nan))
    return np.var(a, axis=axis, ddof=ddof, keepdims=keepdims)


def nanstd(a, axis=None, ddof=0, keepdims=False):
    return np.sqrt(nanvar(a, axis, ddof, keepdims))


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    if y is not None:
        return _cov_of_rows(_rows_of_both(m, y, rowvar), bias, ddof)
    if m.ndim == 1:
        apart = m * np.float64(1) - np.mean(m * np.float64(1))
        divisor = _degrees(m.shape[0], bias, ddof)
        return np.asarray(np.sum(apart * np.conj(apart)) / divisor)
    return _cov_of_rows(m if rowvar else m.T, bias, ddof)


def _rows_of_both(m, y, rowvar):
    if m.ndim == 1:
        return np.stack((m, y))
    return np.concatenate((m, y)) if rowvar else np.concatenate((m.T, y.T))


def _cov_of_rows(rows, bias, ddof):
    if rows.shape[0] == 1:
        raise _Refusal("np.cov of one row has no dimensions: give it the row")
    if rows.shape[0] == 0 and np.iscomplexobj(rows):
        raise _Refusal("np.cov of no rows of complex numbers gives floats")
    x = rows * np.float64(1)
    x -= np.mean(x, axis=1, keepdims=True)
    return x @ np.conj(x.T) / _degrees(x.shape[1], bias, ddof)


def _degrees(n, bias, ddof):
    if ddof is not None:
        return max(n - ddof, 0)
    return n if bias else max(n - 1, 0)


def corrcoef(x, y=None, rowvar=True):
    c = cov(x, y, rowvar)
    if c.ndim == 0:
        return c / c
    d = np.sqrt(np.diagonal(c))
    c /= d[:, None]
    c /= d[None, :]
    return np.clip(c, -1, 1)


def cumsum(a, axis=None, dtype=None):
    return _running(_in_type(a, dtype), axis, dtype, True)


def _asked_axis(x, axis):
    if axis is None and x.ndim > 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` argument is required.")
    return 0 if axis is None else axis


def cumulative_sum(x, axis=None, dtype=None, include_initial=False):
    if include_initial:
        raise _Refusal("include_initial=True: put the first element in front")
    return cumsum(np.atleast_1d(x), _asked_axis(x, axis), dtype)


def cumulative_prod(x, axis=None, dtype=None, include_initial=False):
    if include_initial:
        raise _Refusal("include_initial=True: put the first element in front")
    return cumprod(np.atleast_1d(x), _asked_axis(x, axis), dtype)


def cumprod(a, axis=None, dtype=None):
    return _running(_in_type(a, dtype), axis, dtype, False)


def _in_type(a, dtype):
    """The elements are of the type that is asked for before they are added."""
    return a if dtype is None else a.astype(dtype)


def _running(a, axis, dtype, adds):
    if isinstance(axis, tuple):
        raise TypeError("'tuple' object cannot be interpreted as an integer")
    if axis is None:
        if a.ndim == 1:
            return _running_vector(a, dtype, adds)
        return _running_vector(np.ravel(a), dtype, adds)
    if a.ndim == 1:
        return _running_vector(np.moveaxis(a, axis, 0), dtype, adds)
    if a.ndim == 2:
        return np.moveaxis(_running_columns(np.moveaxis(a, axis, 0), dtype, adds), 0, axis)
    return np.moveaxis(_running_first(np.moveaxis(a, axis, 0), dtype, adds), 0, axis)


def _running_out(a, dtype):
    return np.empty(a.shape, dtype=np.sum(a[:1], axis=0, keepdims=True, dtype=dtype).dtype)


def _running_first(a, dtype, adds):
    """Sums, or products, of all elements up to each one along the first dimension."""
    out = _running_out(a, dtype)
    _fill_in_order(a, out, adds)
    return out


def _fill_in_order(a, out, adds):
    if a.shape[0] > 0:
        out[0] = a[0]
    for i in range(1, a.shape[0]):
        out[i] = out[i - 1] + a[i] if adds else out[i - 1] * a[i]


def _running_columns(a, dtype, adds):
    out = _running_out(a, dtype)
    if a.shape[0] > 0:
        for j in prange(a.shape[1]):
            out[0, j] = a[0, j]
            s = out[0, j]
            for i in range(1, a.shape[0]):
                s = s + a[i, j] if adds else s * a[i, j]
                out[i, j] = s
    return out


def _running_vector(a, dtype, adds):
    out = _running_out(a, dtype)
    if a.shape[0] <= 512 or (_is_inexact(out) and _adds_in_order()):
        _fill_in_order(np.ravel(a), out, adds)
    else:
        items = a if a.dtype == out.dtype else a.astype(out.dtype)
        scan_into(lambda x, y: x + y if adds else x * y, items[None, :], out[None, :])
    return out


def trace(a, offset=0, axis1=0, axis2=1, dtype=None):
    return np.sum(np.diagonal(np.moveaxis(a, (axis1, axis2), (0, 1)), offset), axis=-1, dtype=dtype)


def median(a, axis=None, *, keepdims=False):
    if axis is None:
        return _with_all_axes(_median_of_vector(np.ravel(np.asarray(a))), a, keepdims)
    _refuse_axes(axis)
    return _with_axis(_median(np.sort(_in_front(a, axis), axis=0)), axis, keepdims)


def _refuse_axes(axis):
    """Refuses axes that _in_front() cannot put in front, before anything is made of them."""
    if isinstance(axis, tuple) and (len(axis) == 0 or len(axis) > 2):
        raise _Refusal("orders along no axis, or along three and more: give np.reshape's")


def _in_front(a, axis):
    """The axis in front of the others; several of them as one."""
    if not isinstance(axis, tuple):
        return np.moveaxis(a, axis, 0)
    if len(axis) == 1:
        return np.moveaxis(a, axis[0], 0)
    moved = np.moveaxis(a, axis, (0, 1))
    return np.reshape(moved, (moved.shape[0] * moved.shape[1],) + moved.shape[2:])


def _with_axis(found, axis, keepdims):
    """With an axis of one element for the axis that is gone, where `keepdims` says so."""
    if not keepdims:
        return found
    if axis is None or isinstance(axis, tuple):
        raise _Refusal("keepdims= of several axes: use np.expand_dims")
    return np.expand_dims(found, axis)


def _with_all_axes(found, a, keepdims):
    if not keepdims:
        return found
    return np.full((1,) * np.ndim(a), found, dtype=np.empty_like(found).dtype)


def _median_of_vector(v):
    if not _for_device() and not _is_complex(v[:1]) and v.shape[0] > 0 and are_few(v.shape[0]):
        return _median_of_few(v)
    elif not _for_device() and has_keys(v):
        return _median_of_three(v)
    else:
        return _median(np.sort(v))


def _median_of_three(v):
    n = v.shape[0]
    if n == 0:
        return _median(v)
    found = around(v, (n - 1) // 2)
    middle = found[0] * 1.0 if n % 2 == 1 else (found[0] * 1.0 + found[1] * 1.0) / 2.0
    return np.positive(np.where(np.isnan(found[2]), found[2], middle))


def _median_of_few(v):
    n = v.shape[0]
    has_nan = False
    for i in range(n):
        has_nan = has_nan | (v[i] != v[i])
    ordered = v.copy()
    if n == 9:
        middle_of_nine(ordered)
    else:
        sort_few(ordered, False)
    return np.positive(np.where(has_nan, np.nan, _middle(ordered)))


def _middle(ordered):
    n = ordered.shape[0]
    if n % 2 == 1:
        return ordered[n // 2] * 1.0
    return (ordered[n // 2 - 1] * 1.0 + ordered[n // 2] * 1.0) / 2.0


def _median(ordered):
    n = ordered.shape[0]
    if n == 0:
        return np.mean(ordered, axis=0)
    return np.positive(np.where(np.isnan(ordered[n - 1]), ordered[n - 1], _middle(ordered)))


def percentile(a, q, axis=None, *, method="linear", keepdims=False):
    if not np.all((np.array(q) >= 0) & (np.array(q) <= 100)):
        raise ValueError("Percentiles must be in the range [0, 100]")
    if np.ndim(q) == 0:
        return quantile(a, q / 100.0, axis, method=method, keepdims=keepdims)
    return quantile(a, np.array(q) / 100.0, axis, method=method, keepdims=keepdims)


def quantile(a, q, axis=None, *, method="linear", keepdims=False):
    if method != "linear" and method != "lower" and method != "higher" and method != "nearest" and method != "midpoint":
        raise _Refusal("methods of quantiles: linear, lower, higher, nearest, midpoint")
    if keepdims and np.ndim(q) > 0:
        raise _Refusal("keepdims= of several quantiles: ask for one of them")
    if axis is None:
        return _with_all_axes(_quantiles_of_vector(np.ravel(np.asarray(a)), q, method), a, keepdims)
    _refuse_axes(axis)
    return _with_axis(_quantiles(np.sort(_in_front(a, axis), axis=0), q, method), axis, keepdims)


def _quantiles_of_vector(v, q, method):
    if np.ndim(q) == 0 and method == "linear" and not _for_device() and has_keys(v):
        _check_quantile(v, q)
        place = q * (v.shape[0] - 1)  # a name: the product is rounded before `below` is taken from it
        below = min(int(place), v.shape[0] - 1)
        return _between(around(v, below), 0, 1, place - below)
    else:
        return _quantiles(np.sort(v), q, method)


def _quantiles(ordered, q, method):
    if np.ndim(q) == 0:
        return _quantile(ordered, q, method)
    _check_quantile(ordered, 0.0)
    return np.array([_quantile(ordered, place, method) for place in np.array(q)])


def _check_quantile(ordered, q):
    if (ordered[:1] * 1j).dtype == ordered.dtype:
        raise TypeError("a must be an array of real numbers")
    if not (q >= 0 and q <= 1):
        raise ValueError("Quantiles must be in the range [0, 1]")
    if ordered.shape[0] == 0:
        if _is_inexact(ordered):  # NumPy looks for NaN at the end
            raise IndexError("index -1 is out of bounds for axis 0 with size 0")
        raise IndexError("index 0 is out of bounds for axis 0 with size 0")


def _quantile(ordered, q, method):
    _check_quantile(ordered, q)
    n = ordered.shape[0]
    place = q * (n - 1)
    below = min(int(place), n - 1)
    above = min(below + 1, n - 1)
    if method != "linear":
        return _element_near(ordered, below, above, place - below, method)
    return _between(ordered, below, above, place - below)


def _between(ordered, below, above, part):
    """What is between two elements; the last one is NaN if any is."""
    last = ordered[ordered.shape[0] - 1]
    step = ordered[above] - ordered[below]
    between = ordered[below] + step * part if part < 0.5 else ordered[above] - step * (1 - part)
    return np.positive(np.where(np.isnan(last), last, between))


def _element_near(ordered, below, above, part, method):
    """One of the two elements around a place, or the middle of both."""
    last = ordered[ordered.shape[0] - 1]
    if np.any(np.isnan(last)):
        raise _Refusal("quantiles of elements with nan by another method than linear: take those out first")
    if method == "lower":
        return np.positive(ordered[below])
    if method == "higher":
        return np.positive(ordered[above if part > 0 else below])
    if method == "nearest":
        return np.positive(ordered[above if part > 0.5 or (part == 0.5 and below % 2 == 1) else below])
    return np.positive((ordered[below] + ordered[above]) * 0.5) if part > 0 else np.positive(ordered[below] * 1.0)


def nancumsum(a, axis=None, dtype=None):
    return cumsum(np.where(np.isnan(a), 0, a), axis, dtype)


def nancumprod(a, axis=None, dtype=None):
    return cumprod(np.where(np.isnan(a), 1, a), axis, dtype)


def nanargmax(a, axis=None, *, keepdims=False):
    if np.size(a) > 0 and np.any(np.all(np.isnan(a), axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return np.argmax(np.where(np.isnan(a), -np.inf, a), axis=axis, keepdims=keepdims)


def nanargmin(a, axis=None, *, keepdims=False):
    if np.size(a) > 0 and np.any(np.all(np.isnan(a), axis=axis)):
        raise ValueError("All-NaN slice encountered")
    return np.argmin(np.where(np.isnan(a), np.inf, a), axis=axis, keepdims=keepdims)
