"""Arrays cut into parts and put together: split, block, windows, bits; and products along chosen axes."""

import numpy as np

from unpython._library.numpy_functions.elementwise import _is_inexact
from unpython._loops import _adds_in_order, _Refusal


def cut_part(ary, number, sections, axis):
    """Part `number` of so many: the first ones are one longer where the extent is no multiple."""
    n = ary.shape[axis]
    each = n // sections
    longer = n % sections
    start = number * each + min(number, longer)
    stop = start + each + (1 if number < longer else 0)
    return _along(ary, start, stop, axis)


def equal_part(ary, number, sections, axis):
    if ary.shape[axis] % sections != 0:
        raise ValueError("array split does not result in an equal division")
    return cut_part(ary, number, sections, axis)


def sections_of(sections):
    """How many parts there are: so many, or one more than places where they are cut."""
    if np.ndim(sections) == 0:
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        return sections
    return len(sections) + 1


def equal_sections_of(sections):
    if np.ndim(sections) == 0:
        if sections <= 0:
            raise _Refusal("parts whose number is not positive")
        return sections
    return len(sections) + 1


def part_of_split(ary, number, sections, axis):
    """Part `number` of np.array_split(ary, sections)."""
    if np.ndim(sections) == 0:
        return cut_part(ary, number, sections, axis)
    return _part_between(ary, number, sections, axis)


def part_of_equal_split(ary, number, sections, axis):
    if np.ndim(sections) == 0:
        return equal_part(ary, number, sections, axis)
    return _part_between(ary, number, sections, axis)


def _part_between(ary, number, places, axis):
    start = places[number - 1] if number > 0 else 0
    stop = places[number] if number < len(places) else ary.shape[axis]
    return _along(ary, start, stop, axis)


def not_nothing(value, message):
    """What must be a number, and is None in some calls."""
    if value is None:
        if message == "":
            raise _Refusal("None where NumPy asks for a number")
        raise TypeError(message)
    return value


def places_of_both(n, stop, start):
    """Of list[:stop] + list[start:] of n items."""
    places = list(range(n))
    return places[:stop] + places[start:]


def _along(ary, start, stop, axis):
    if ary.ndim == 1:
        return ary[start:stop]
    return np.moveaxis(np.moveaxis(ary, axis, 0)[start:stop], 0, axis)


def between(ary, start, stop, axis):
    """The part between two of the places that np.split is given."""
    return _along(ary, start, ary.shape[axis] if stop is None else stop, axis)


def ascontiguousarray(a, dtype=None):
    given = np.atleast_1d(a)
    if dtype is None:
        return np.copy(given)
    return np.array(given, dtype=dtype)


def asfortranarray(a, dtype=None):
    """The columns of the array are the rows of a contiguous one."""
    return np.transpose(ascontiguousarray(np.transpose(a), dtype))


def packbits(a, axis=None, bitorder="big"):
    return _packed_along(np.asarray(a), axis, bitorder)


def _packed_along(a, axis, bitorder):
    if (a * 1.0).dtype == np.empty_like(a).dtype or (a * 1j).dtype == np.empty_like(a).dtype:
        raise TypeError("Expected an input array of integer or boolean data type")
    if bitorder != "big" and bitorder != "little":
        raise ValueError("'order' must be either 'little' or 'big'")
    if axis is None:
        return _packed(np.ravel(a), bitorder)
    if np.ndim(a) == 1:
        return _packed(np.moveaxis(a, axis, 0), bitorder)
    if np.ndim(a) != 2:
        raise _Refusal("np.packbits along an axis of more than two dimensions: write the loop over the rows")
    columns = np.moveaxis(a, axis, 0)
    out = np.empty(((columns.shape[0] + 7) // 8, columns.shape[1]), dtype=np.uint8)
    for j in range(columns.shape[1]):
        out[:, j] = _packed(columns[:, j], bitorder)
    return np.moveaxis(out, 0, axis)


def _packed(bits, bitorder):
    n = bits.shape[0]
    out = np.zeros((n + 7) // 8, dtype=np.uint8)
    for i in range(out.shape[0]):
        byte = 0
        for k in range(min(8, n - 8 * i)):
            if bits[8 * i + k] != 0:
                byte += 128 >> k if bitorder == "big" else 1 << k
        out[i] = byte
    return out


def unpackbits(a, axis=None, count=None, bitorder="big"):
    if np.empty_like(a).dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if bitorder != "big" and bitorder != "little":
        raise ValueError("'order' must be either 'little' or 'big'")
    if axis is None:
        return _unpacked(np.ravel(a), count, bitorder)
    if np.ndim(a) == 1:
        return _unpacked(np.moveaxis(a, axis, 0), count, bitorder)
    rows = np.moveaxis(a, axis, -1)
    lines = rows.reshape((elements_of_shape(rows.shape[:-1]), rows.shape[-1]))
    out = np.empty((lines.shape[0], _count_of_bits(rows.shape[-1], count)), dtype=np.uint8)
    for i in range(lines.shape[0]):
        out[i] = _unpacked(lines[i], count, bitorder)
    return np.moveaxis(out.reshape(rows.shape[:-1] + out.shape[1:]), -1, axis)


def _count_of_bits(n, count):
    if count is None:
        return 8 * n
    if count < 0 and -count > 8 * n:
        raise ValueError("-count larger than number of elements")
    return count if count >= 0 else 8 * n + count


def _unpacked(bytes, count, bitorder):
    n = 8 * bytes.shape[0]
    size = _count_of_bits(bytes.shape[0], count)
    out = np.zeros(size, dtype=np.uint8)
    for i in range(min(n, size)):
        place = 7 - i % 8 if bitorder == "big" else i % 8
        out[i] = (bytes[i // 8] >> place) & 1
    return out


def repeat(a, repeats, axis=None):
    if np.ndim(repeats) == 0:
        return _alike(a, repeats, axis)
    counts, array = np.asarray(repeats), np.asarray(a)
    if _is_inexact(counts) or counts.dtype == np.uint64:
        raise _Refusal("np.repeat with counts that NumPy does not take for integers")
    if axis is None:
        flat = np.ravel(array)
        return flat[_repeated_places(flat.shape[0], counts)]
    return np.take(array, _repeated_places(array.shape[axis], counts), axis)


def _alike(a, repeats, axis):
    if axis is None:
        return np.asarray(a).repeat(repeats)
    return np.asarray(a).repeat(repeats, axis)


def _repeated_places(n, repeats):
    if repeats.shape[0] != 1 and repeats.shape[0] != n:
        raise ValueError(f"operands could not be broadcast together with shape ({n},) ({repeats.shape[0]},)")
    step = 0 if repeats.shape[0] == 1 else 1
    total = 0
    for i in range(n):
        if repeats[step * i] < 0:
            raise ValueError("repeats may not contain negative values.")
        total += int(repeats[step * i])
    places = np.empty(total, dtype=np.int64)
    at = 0
    for i in range(n):
        for _ in range(int(repeats[step * i])):
            places[at] = i
            at += 1
    return places


def _as_mask(where):
    """A number says so for all elements, an array must be of bools."""
    if isinstance(where, (bool, int, float, complex, np.generic)):
        return where != 0
    elif np.empty_like(where).dtype != np.bool_:
        raise TypeError(f"Cannot cast array data from dtype('{where.dtype}') to dtype('bool') according to the rule 'safe'")
    return where


def only_where(function, a, out, where):
    """A NumPy function of one operand that stores only where a mask says."""
    values = np.copy(out)
    function(a, out=values)
    return _stored_where(values, out, where)


def only_where2(function, a, b, out, where):
    values = np.copy(out)
    function(a, b, out=values)
    return _stored_where(values, out, where)


def _stored_where(values, out, where):
    out[...] = np.where(np.broadcast_to(_as_mask(where), out.shape), values, out)
    return out


def masked(a, where, other):
    """What a reduction sees of an array of which it takes a part: elsewhere what changes nothing."""
    return np.where(np.broadcast_to(_as_mask(where), a.shape), a, other)


def masked_to_add(a, where):
    """The same for a sum: NumPy adds each run of elements that are taken on its own."""
    if _adds_in_order() and _is_inexact(a):
        raise _Refusal("where= of a sum of floats, which fp='strict' leaves to NumPy and its order")
    return masked(a, where, 0)


def masked_by(a, where, initial):
    """The same for a maximum or minimum that begins with a number."""
    return masked(a, where, np.full(1, initial, dtype=np.empty_like(a).dtype)[0])


def squares(x):
    """Of numbers, or of the sizes of complex ones."""
    if (x * 1j).dtype == np.empty_like(x).dtype:
        return x.real * x.real + x.imag * x.imag
    return x * x


def _count_of_some(a, where, axis, keepdims):
    return np.sum(np.broadcast_to(where, a.shape), axis=axis, keepdims=keepdims)


def mean_of_some(a, mask, axis=None, keepdims=False):
    if np.empty_like(mask).dtype != np.bool_:
        raise _Refusal("where= of a mean is not a bool, which NumPy counts as so many elements")
    kept = masked_to_add(a, mask)
    total = np.sum(kept, axis=axis, dtype=np.empty_like(np.mean(kept)).dtype, keepdims=keepdims)
    return total / _count_of_some(a, mask, axis, keepdims).astype(np.empty_like(total).dtype)


def var_of_some(a, mask, axis=None, ddof=0, keepdims=False):
    apart = masked_to_add(a - mean_of_some(a, mask, axis, True), mask)
    degrees = np.maximum(_count_of_some(a, mask, axis, keepdims) - ddof, 0)
    total = np.sum(squares(apart), axis=axis, keepdims=keepdims)
    return (total / degrees).astype(np.empty_like(total).dtype)


def std_of_some(a, mask, axis=None, ddof=0, keepdims=False):
    return np.sqrt(var_of_some(a, mask, axis, ddof, keepdims))


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if x.ndim != 1 or y.ndim != 1 or x.shape[0] != y.shape[0]:
        raise ValueError("x and y must have the same length.")
    x_bins = bins if np.ndim(bins) == 0 else bins[0]
    y_bins = bins if np.ndim(bins) == 0 else bins[1]
    if range is None:  # both are of one type then
        zero = np.zeros(1, dtype=x.dtype) + np.zeros(1, dtype=y.dtype)
        x_edges = _edges_around(x.astype(zero.dtype) * 1.0, x_bins)
        y_edges = _edges_around(y.astype(zero.dtype) * 1.0, y_bins)
    else:
        x_edges = _edges_between(range[0][0], range[0][1], x_bins)
        y_edges = _edges_between(range[1][0], range[1][1], y_bins)
    counts = np.zeros((x_edges.shape[0] - 1, y_edges.shape[0] - 1))
    _count_pairs(counts, _bins_among(x * 1.0, x_edges), _bins_among(y * 1.0, y_edges), weights)
    if density is None:
        return counts, x_edges, y_edges
    if density:
        areas = np.diff(x_edges)[:, None] * np.diff(y_edges)[None, :]
        return counts / areas / np.sum(counts), x_edges, y_edges
    return counts, x_edges, y_edges


def _edges_around(values, bins):
    if values.shape[0] == 0:
        zero = np.zeros(1, dtype=values.dtype)[0]
        if values.dtype == np.float32:
            raise _Refusal("np.histogram2d of no values: its edges are float64 for float32 values")
        return _edges_between(zero, zero + 1, bins)
    return _edges_between(np.min(values), np.max(values), bins)


def _edges_between(low, high, bins):
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if not (np.isfinite(low) and np.isfinite(high)):
        raise ValueError("the range of the values is not finite")
    if low > high:
        raise ValueError("max must be larger than min in range parameter.")
    if low == high:
        return np.linspace(low - 0.5, high + 0.5, bins + 1)
    return np.linspace(low, high, bins + 1)


def _bins_among(values, edges):
    """The bin of each value, the last one with its end; -1 outside."""
    places = np.searchsorted(edges, values, side="right") - 1
    last = edges.shape[0] - 1
    for i in range(places.shape[0]):
        if values[i] == edges[last]:
            places[i] = last - 1
        elif not (values[i] >= edges[0] and values[i] < edges[last]):
            places[i] = -1
    return places


def _count_pairs(counts, rows, columns, weights):
    for i in range(rows.shape[0]):
        if rows[i] >= 0 and columns[i] >= 0:
            counts[rows[i], columns[i]] += 1.0 if weights is None else weights[i]


def place_of_number(number, shape):
    """The subscripts of an element by its number, for np.ndindex."""
    if len(shape) == 1:
        return (number,)
    if len(shape) == 2:
        return number // shape[1], number % shape[1]
    if len(shape) == 3:
        rest = number // shape[2]
        return rest // shape[1], rest % shape[1], number % shape[2]
    if len(shape) == 4:
        front = number // (shape[2] * shape[3])
        rest = number % (shape[2] * shape[3])
        return front // shape[1], front % shape[1], rest // shape[3], rest % shape[3]
    raise _Refusal("np.ndindex of more than four dimensions: write the loops")


def elements_of_shape(shape):
    if len(shape) == 0:
        return 1
    size = 1
    for extent in shape:
        size *= extent
    return size


def product_along(a, b, count):
    """np.tensordot of the last dimensions of one array with the first of the other."""
    if count > a.ndim or count > b.ndim:
        raise IndexError("tuple index out of range")
    if a.shape[a.ndim - count :] != b.shape[:count]:
        raise ValueError("shape-mismatch for sum")
    rows = a.shape[: a.ndim - count]
    columns = b.shape[count:]
    n = elements_of_shape(a.shape[a.ndim - count :])
    left = np.reshape(a, (elements_of_shape(rows), n))
    right = np.reshape(b, (n, elements_of_shape(columns)))
    return np.reshape(np.matmul(left, right), rows + columns)


def no_list(a):
    """What np.block is given under a name: lists are levels to it."""
    if isinstance(a, list) or isinstance(a, tuple):
        raise _Refusal("a list or a tuple among the parts: write np.array(...)")
    return a


def no_tuple(a):
    """All that np.c_ is given: a tuple holds the parts."""
    if isinstance(a, tuple):
        raise _Refusal("np.c_ of a tuple: write np.column_stack(...) of arrays")
    return a


def end_of_grid(n):
    own = np.empty_like(n).dtype
    if own != np.int64 and own != np.float64:
        raise _Refusal("np.mgrid and np.ogrid up to a number of another type than int64 and float64")
    return n


def of_type(a):
    """What says the type of a part of np.r_: no elements of an array, or a number, which may be Python's own."""
    if np.ndim(a) == 0:
        return a
    return np.asarray(a)[:0]


def in_row(a, like):
    """A part of np.r_ in the type of all."""
    if np.ndim(a) == 0:
        return np.full(1, a, dtype=like.dtype)
    part = np.asarray(a)
    if part.ndim != 1:
        raise _Refusal("np.r_ of matrices: use np.concatenate")
    return part.astype(like.dtype)


def of_pair(function, items):
    """function(*items) of a function of two arrays or numbers."""
    if len(items) != 2:
        raise _Refusal("a function of two given another number of arguments")
    return function(items[0], items[1])


def of_items(items, dtype):
    made = np.array(items, dtype=dtype)
    if made.ndim != 1:
        raise ValueError("setting an array element with a sequence.")
    return made


def windows_of_matrix(x, rows, columns):
    """np.lib.stride_tricks.sliding_window_view of two dimensions."""
    if x.ndim != 2:
        raise ValueError("Since axis is None, must provide window_shape for all dimensions of `x`.")
    if rows < 0 or columns < 0:
        raise ValueError("`window_shape` cannot contain negative values")
    if rows > x.shape[0] or columns > x.shape[1]:
        raise ValueError("window shape cannot be larger than input array shape")
    i = np.arange(x.shape[0] - rows + 1)[:, None, None, None] + np.arange(rows)[None, None, :, None]
    j = np.arange(x.shape[1] - columns + 1)[None, :, None, None] + np.arange(columns)[None, None, None, :]
    return x[i, j]


def sliding_window_view(x, window_shape):
    if x.ndim != 1:
        raise _Refusal("windows of more than one dimension: write the slices")
    if window_shape < 0:
        raise ValueError("`window_shape` cannot contain negative values")
    if window_shape > x.shape[0]:
        raise ValueError("window shape cannot be larger than input array shape")
    return x[np.arange(x.shape[0] - window_shape + 1)[:, None] + np.arange(window_shape)]
