"""np.pad: borders around arrays."""

import numpy as np

from unpython._loops import _Refusal


def pad(array, pad_width, mode="constant", constant_values=0):
    if mode == "maximum" or mode == "minimum" or mode == "mean" or mode == "median":
        return _by_statistic(array, pad_width, mode)
    if mode != "constant" and mode != "empty":
        return _extended(array, pad_width, mode)
    _check_pairs(pad_width, array.ndim)
    _check_pairs(constant_values, array.ndim)
    first, last = _borders(constant_values, 0)
    if array.ndim == 1:
        before, after = _widths(pad_width, 0)
        n = array.shape[0]
        line = np.empty(n + before + after, dtype=array.dtype)
        line[:before] = first
        line[before : before + n] = array
        line[before + n :] = last
        return line
    if array.ndim == 2:
        top, bottom = _widths(pad_width, 0)
        left, right = _widths(pad_width, -1)
        rows, columns = array.shape
        out = np.empty((rows + top + bottom, columns + left + right), dtype=array.dtype)
        out[:top] = first
        out[top + rows :] = last
        first, last = _borders(constant_values, -1)
        out[:, :left] = first
        out[top : top + rows, left : left + columns] = array
        out[:, left + columns :] = last
        return out
    if array.ndim == 3:
        return _bordered(_bordered(_bordered(array, pad_width, constant_values, 0), pad_width, constant_values, 1), pad_width, constant_values, -1)
    raise _Refusal("np.pad of more than 3 dimensions is not supported")


def _bordered(array, pad_width, constant_values, axis):
    """Along one axis; those before have their borders."""
    before, after = _widths(pad_width, axis)
    first, last = _borders(constant_values, axis)
    lines = np.moveaxis(array, axis, 0)
    n = lines.shape[0]
    out = np.empty((n + before + after, lines.shape[1], lines.shape[2]), dtype=array.dtype)
    out[:before] = first
    out[before : before + n] = lines
    out[before + n :] = last
    return np.moveaxis(out, 0, axis)


def _by_statistic(array, pad_width, mode):
    """A border of what is the mean, the median or an extreme of each line."""
    _check_pairs(pad_width, array.ndim)
    if array.size == 0:
        raise _Refusal("np.pad by a number that is computed of no elements")
    if array.ndim == 1:
        return _between_values(array, pad_width, mode, 0)
    if array.ndim == 2:
        return _between_values(_between_values(array, pad_width, mode, 0).T, pad_width, mode, -1).T
    raise _Refusal("np.pad of more than 2 dimensions is not supported")


def _between_values(lines, pad_width, mode, axis):
    before, after = _widths(pad_width, axis)
    n = lines.shape[0]
    if lines.ndim == 1:
        out = np.empty(n + before + after, dtype=lines.dtype)
    else:
        out = np.empty((n + before + after, lines.shape[1]), dtype=lines.dtype)
    value = _statistic(lines, mode)
    out[:before] = value
    out[before : before + n] = lines
    out[before + n :] = value
    return out


def _statistic(lines, mode):
    if mode == "maximum":
        return np.max(lines, axis=0)
    if mode == "minimum":
        return np.min(lines, axis=0)
    if mode == "mean":
        return _rounded(np.mean(lines, axis=0), lines)
    return _rounded(np.median(lines, axis=0), lines)


def _rounded(value, lines):
    """As NumPy stores it into integers."""
    if (lines[:0] * 1).dtype == lines.dtype and (lines[:0] * 1.0).dtype != lines.dtype:
        return np.rint(value).astype(lines.dtype)
    if (lines[:0] * 1.0).dtype != lines.dtype:
        raise _Refusal("np.pad of truth values by their mean")
    return value


def _extended(array, pad_width, mode):
    if mode != "edge" and mode != "wrap" and mode != "symmetric" and mode != "reflect":
        raise _Refusal("np.pad: the modes are constant, edge, reflect, symmetric and wrap")
    _check_pairs(pad_width, array.ndim)
    before, after = _widths(pad_width, 0)
    more = array[_places_beyond(array.shape[0], before, after, mode, 0)]
    if array.ndim == 1:
        return more
    if array.ndim == 2:
        left, right = _widths(pad_width, -1)
        return more[:, _places_beyond(array.shape[1], left, right, mode, 1)]
    if array.ndim == 3:
        left, right = _widths(pad_width, 1)
        top, bottom = _widths(pad_width, -1)
        wide = more[:, _places_beyond(array.shape[1], left, right, mode, 1)]
        return wide[:, :, _places_beyond(array.shape[2], top, bottom, mode, 2)]
    raise _Refusal("np.pad of more than 3 dimensions is not supported")


def _places_beyond(n, before, after, mode, axis):
    """Which of n elements stands in each place, also before the first and after the last."""
    if n == 0 and before + after > 0:
        raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
    places = np.arange(-before, n + after)
    if mode == "edge":
        return np.minimum(np.maximum(places, 0), n - 1)
    if mode == "wrap":
        return places % max(n, 1)
    if mode == "symmetric":
        around = places % max(2 * n, 1)
        return np.where(around < n, around, 2 * n - 1 - around)
    around = places % max(2 * n - 2, 1)
    return np.where(around < n, around, 2 * n - 2 - around)


def _check_pairs(pairs, ndim):
    """One number, (before, after) or one pair for each axis, as NumPy stretches them."""
    if np.ndim(pairs) == 1:
        if len(pairs) > 2:
            raise _Refusal("np.pad with more than two numbers for all axes")
    if np.ndim(pairs) == 2:
        if (len(pairs) != 1 and len(pairs) != ndim) or len(pairs[0]) > 2 or len(pairs[0]) != len(pairs[-1]):
            raise _Refusal("np.pad with another number of pairs than there are axes")


def _widths(pad_width, axis):
    """`axis`: -1 for the last one, so that one pair stands for both of two axes."""
    if np.ndim(pad_width) == 0:
        return _checked_widths(_width(pad_width), _width(pad_width))
    if np.ndim(pad_width) == 1:
        return _checked_widths(_width(pad_width[0]), _width(pad_width[-1]))
    return _checked_widths(_width(pad_width[axis][0]), _width(pad_width[axis][-1]))


def _width(n):
    if isinstance(n, (float, np.floating, np.uint64)):
        raise _Refusal("np.pad by what NumPy does not take for integers")
    return int(n)  # two of int8 may add up to more


def _borders(values, axis):
    if np.ndim(values) == 0:
        return _border(values), _border(values)
    if np.ndim(values) == 1:
        return _border(values[0]), _border(values[-1])
    return _border(values[axis][0]), _border(values[axis][-1])


def _border(value):
    return np.array([value])[0]  # a NumPy number: 300 becomes 44 in uint8, and is refused in int8


def _checked_widths(before, after):
    if before < 0 or after < 0:
        raise ValueError("index can't contain negative values")
    return before, after
