"""up.map, up.reduce, up.scan and their kin: loops around a function that the program gives."""

import numpy as np

from unpython._library.unpython_functions.firings import task1, task2, task3  # noqa: F401  # asked for here
from unpython._library.unpython_functions.folds import (
    ends_of_blocks,
    ends_of_parts,
    in_order,
    line_end,
    line_ends,
    of_results,
)
from unpython._library.unpython_functions.neighbours import near1, near2, near3
from unpython._library.unpython_functions.scans import scan_block, scan_into
from unpython._loops import _empty_like, _Refusal, prange


def map1(function, a):
    if np.ndim(a) == 0:
        return function(a)
    shape = np.shape(a)
    return _filled(lambda place: function(_item(a, place, shape)), shape)


def map2(function, a, b):
    shape = np.logical_or(a, b).shape
    return _filled(lambda place: function(_item(a, place, shape), _item(b, place, shape)), shape)


def map3(function, a, b, c):
    shape = np.logical_or(np.logical_or(a, b), c).shape
    return _filled(lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape)), shape)


def map4(function, a, b, c, d):
    shape = np.logical_or(np.logical_or(a, b), np.logical_or(c, d)).shape
    return _filled(
        lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape), _item(d, place, shape)), shape
    )


def _item(a, place, shape):
    """Of `a` as an array of that shape. A number stays what it is: Python's has no type of its own beside items of arrays."""
    return a if np.ndim(a) == 0 else np.broadcast_to(a, shape)[place]


def _filled(item, shape):
    """The array of item(place) for each place."""
    if len(shape) == 0:
        return item(())
    if len(shape) == 1:
        return _filled1(item, shape)
    if len(shape) == 2:
        return _filled2(item, shape)
    if len(shape) == 3:
        return _filled3(item, shape)
    raise _Refusal("arrays of more than three dimensions: reshape them to three")


def _filled1(item, shape):
    out = np.empty(shape, dtype=_empty_like([item((i,)) for i in range(0)]).dtype)
    for i in prange(shape[0]):
        out[i] = item((i,))
    return out


def _filled2(item, shape):
    out = np.empty(shape, dtype=_empty_like([item((i, i)) for i in range(0)]).dtype)
    for i in prange(shape[0]):
        for j in prange(shape[1]):
            out[i, j] = item((i, j))
    return out


def _filled3(item, shape):
    out = np.empty(shape, dtype=_empty_like([item((i, i, i)) for i in range(0)]).dtype)
    for i in prange(shape[0]):
        for j in prange(shape[1]):
            for k in prange(shape[2]):
                out[i, j, k] = item((i, j, k))
    return out


def store1(function, out, where, a):
    shape = _fitting(out, a)
    _store(lambda place: function(_item(a, place, shape)), out, where)


def store2(function, out, where, a, b):
    shape = _fitting(out, a)
    _fitting(out, b)
    _store(lambda place: function(_item(a, place, shape), _item(b, place, shape)), out, where)


def store3(function, out, where, a, b, c):
    shape = _fitting(out, a)
    _fitting(out, b)
    _fitting(out, c)
    _store(lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape)), out, where)


def store4(function, out, where, a, b, c, d):
    shape = _fitting(out, a)
    _fitting(out, b)
    _fitting(out, c)
    _fitting(out, d)
    _store(
        lambda place: function(_item(a, place, shape), _item(b, place, shape), _item(c, place, shape), _item(d, place, shape)), out, where
    )


def _fitting(out, a):
    """The shape of `out`, which `a` has to fit before anything is stored."""
    return out.shape if np.ndim(a) == 0 else np.broadcast_to(a, out.shape).shape


def _store(item, out, where):
    """item(place) for each place where `where` is true; None: everywhere."""
    if out.ndim == 1:
        for i in prange(out.shape[0]):
            if where is None or where[i]:
                out[i] = item((i,))
    elif out.ndim == 2:
        for i in prange(out.shape[0]):
            for j in prange(out.shape[1]):
                if where is None or where[i, j]:
                    out[i, j] = item((i, j))
    else:
        for i in prange(out.shape[0]):
            for j in prange(out.shape[1]):
                for k in prange(out.shape[2]):
                    if where is None or where[i, j, k]:
                        out[i, j, k] = item((i, j, k))


def each1(function, like, a):
    """One result, of the shape of `like`, for each of the first places of the arrays, whose items are numbers or arrays."""
    out = np.empty((a.shape[0],) + like.shape, dtype=_empty_like([_number_of(function(a[k]), like) for k in range(0)]).dtype)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k]), like)
    return out


def each2(function, like, a, b):
    kind = _empty_like([_number_of(function(a[k], b[k]), like) for k in range(0)]).dtype
    out = np.empty((a.shape[0],) + like.shape, dtype=kind)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k], b[k]), like)
    return out


def each3(function, like, a, b, c):
    kind = _empty_like([_number_of(function(a[k], b[k], c[k]), like) for k in range(0)]).dtype
    out = np.empty((a.shape[0],) + like.shape, dtype=kind)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k], b[k], c[k]), like)
    return out


def each4(function, like, a, b, c, d):
    kind = _empty_like([_number_of(function(a[k], b[k], c[k], d[k]), like) for k in range(0)]).dtype
    out = np.empty((a.shape[0],) + like.shape, dtype=kind)
    for k in prange(out.shape[0]):
        out[k] = _of_core(function(a[k], b[k], c[k], d[k]), like)
    return out


def _number_of(made, like):
    return made if like.ndim == 0 else np.ravel(made)[0]


def _of_core(made, like):
    if like.ndim == 0:
        return made
    if made.shape != like.shape:
        raise ValueError("the function gave an array of another shape than its signature asks for")
    return made


def ends_in_order(function, lines):
    """What function makes of each line, item by item."""
    return line_ends(function, lines)


def running_in_order(function, lines):
    out = of_results(function, lines, lines.shape)
    for k in prange(lines.shape[0]):
        if lines.shape[1] > 0:
            scan_block(function, lines[k], out[k], 0, lines.shape[1])
    return out


def filter(function, a):
    if np.ndim(a) != 1:
        raise _Refusal("up.filter of other than one dimension: a[up.map(function, a)]")
    return a[map1(lambda x: bool(function(x)), a)]


def sort_by(function, a):
    if np.ndim(a) != 1:
        raise _Refusal("up.sort_by of other than one dimension: reshape the array, or loop over its rows")
    return a[np.argsort(map1(function, a), kind="stable")]


def reduce(function, a, initial=None, axis=None, operation=""):
    """In blocks of 512, blocks of 512 of their results, and what is left in order: one tree for each length. `operation`
    names what the function does, where the compiler has loops of its own for it."""
    if axis is None or a.ndim == 1:
        line = a if a.ndim == 1 else np.ravel(a)
        if initial is None:
            return _end(function, line, operation)
        if line.shape[0] == 0:
            return initial
        return function(initial, _end(function, _as_from(function, line, initial), operation))
    if a.ndim == 2:
        return _ends_from(function, np.moveaxis(a, axis, 1), initial, operation)
    if a.ndim == 3:
        moved = np.moveaxis(a, axis, 2)
        lines = np.reshape(moved, (moved.shape[0] * moved.shape[1], moved.shape[2]))
        return np.reshape(_ends_from(function, lines, initial, operation), moved.shape[:2])
    raise _Refusal("up.reduce of more than three dimensions: reshape the array to three")


def _as_line(a):
    """All items as the one row of a matrix."""
    return a[None, :] if a.ndim == 1 else np.reshape(a, (1, -1))


def reduce_along(function, a, axis, initial=None, operation=""):
    """The axis is a text, which is a part of the program."""
    return reduce(function, a, initial, _axis_of(axis), operation)


def _axis_of(text):
    if text == "0":
        return 0
    if text == "1":
        return 1
    if text == "2":
        return 2
    if text == "-1":
        return -1
    if text == "-2":
        return -2
    if text == "-3":
        return -3
    raise ValueError("the axis is outside of the array")


def _ends_from(function, lines, initial, operation):
    if initial is None:
        return _ends(function, lines, operation)
    kind = _empty_like([function(initial, in_order(function, lines[i], 0, 1)) for i in range(0)]).dtype
    out = np.full(lines.shape[0], initial, dtype=kind)
    if lines.shape[1] > 0:
        ends = _ends(function, _as_from(function, lines, initial), operation)
        for k in prange(out.shape[0]):
            out[k] = function(initial, ends[k])
    return out


def _as_from(function, items, initial):
    """The items in the type that function gives from `initial` on, which is that of all that follows: a count of a mask is no bool. A type
    that holds less than theirs changes nothing."""
    made = _empty_like([function(initial, np.ravel(items)[0]) for i in range(0)])
    held = _empty_like([np.ravel(items)[0] for i in range(0)])
    return items if (made + held).dtype == held.dtype else items.astype((made + held).dtype)


def _ends(function, lines, operation):
    if lines.shape[1] == 0 and lines.shape[0] > 0:
        raise ValueError("up.reduce of an empty array needs an initial value")
    if operation == "add":
        return _sums(lines)
    if operation == "multiply":
        return _products(lines)
    if operation == "max":
        return _extremes(max, lines)
    if operation == "min":
        return _extremes(min, lines)
    return _tree_ends(function, lines)


def _end(function, line, operation):
    """As _ends() of one line, whose loop is the outermost one."""
    if operation == "add":
        return reduce_add(function, line)
    if operation == "multiply":
        return reduce_multiply(function, line)
    if operation == "max":
        return reduce_max(function, line)
    if operation == "min":
        return reduce_min(function, line)
    return reduce_line(function, line)


# What a call with a function and an array means, if it does no more: these are short, so that a program with them is.


def reduce_line(function, a):
    return line_end(function, ends_of_blocks(function, ends_of_blocks(function, _line(a), 512), 512))


def reduce_add(function, a):
    line = _line(a)
    total = line[0]
    for i in prange(1, line.shape[0]):
        total += line[i]
    return _of_type(total, line)


def reduce_multiply(function, a):
    line = _line(a)
    total = line[0]
    for i in prange(1, line.shape[0]):
        total *= line[i]
    return _of_type(total, line)


def reduce_max(function, a):
    return _extreme(max, _line(a))


def reduce_min(function, a):
    return _extreme(min, _line(a))


def _extreme(extreme, line):
    best = line[0]
    for i in prange(1, line.shape[0]):
        best = extreme(best, line[i])
    return _of_type(best, line)


def _line(a):
    if a.size == 0:
        raise ValueError("up.reduce of an empty array needs an initial value")
    return a if a.ndim == 1 else np.ravel(a)


def _of_type(value, line):
    return np.full(1, value, dtype=line.dtype)[0]


def _tree_ends(function, lines):
    return line_ends(function, ends_of_parts(function, ends_of_parts(function, lines, 512), 512))


def _sums(lines):
    """Loops that the compiler knows: it adds with all lanes, in a tree of its own."""
    out = np.empty(lines.shape[0], dtype=lines.dtype)
    for k in prange(lines.shape[0]):
        total = lines[k, 0]
        for i in prange(1, lines.shape[1]):
            total += lines[k, i]
        out[k] = total
    return out


def _products(lines):
    out = np.empty(lines.shape[0], dtype=lines.dtype)
    for k in prange(lines.shape[0]):
        total = lines[k, 0]
        for i in prange(1, lines.shape[1]):
            total *= lines[k, i]
        out[k] = total
    return out


def _extremes(extreme, lines):
    out = np.empty(lines.shape[0], dtype=lines.dtype)
    for k in prange(lines.shape[0]):
        best = lines[k, 0]
        for i in prange(1, lines.shape[1]):
            best = extreme(best, lines[k, i])
        out[k] = best
    return out


def scan(function, a, axis=None):
    """What function makes of all items up to each one."""
    if axis is None or a.ndim == 1:
        return _scanned(function, _as_line(a))[0]
    if a.ndim == 2:
        return np.moveaxis(_scanned(function, np.moveaxis(a, axis, 1)), 1, axis)
    if a.ndim == 3:
        moved = np.moveaxis(a, axis, 2)
        lines = _scanned(function, np.reshape(moved, (moved.shape[0] * moved.shape[1], moved.shape[2])))
        return np.moveaxis(np.reshape(lines, moved.shape), 2, axis)
    raise _Refusal("up.scan of more than three dimensions: reshape the array to three")


def scan_along(function, a, axis):
    return scan(function, a, _axis_of(axis))


def _scanned(function, lines):
    out = of_results(function, lines, lines.shape)
    scan_into(function, lines, out)
    return out


def segment_reduce(function, a, offsets, initial=None):
    """Segment k has the items from offsets[k] up to offsets[k + 1], as the rows of a CSR matrix have."""
    line = np.ravel(a)
    for k in prange(offsets.shape[0] - 1):
        if offsets[k] < 0 or offsets[k] > offsets[k + 1] or offsets[k + 1] > line.shape[0]:
            raise ValueError("up.segment_reduce: a segment leaves the array")
    if initial is None:
        out = of_results(function, line[None, :], offsets.shape[0] - 1)
        for k in prange(out.shape[0]):
            if offsets[k] == offsets[k + 1]:
                raise ValueError("up.segment_reduce: a segment is empty and there is no initial value")
            out[k] = in_order(function, line, offsets[k], offsets[k + 1])
        return out
    kind = _empty_like([function(initial, line[0]) for i in range(0)]).dtype
    ends = np.full(offsets.shape[0] - 1, initial, dtype=kind)
    items = _as_from(function, line, initial)
    for k in prange(ends.shape[0]):
        if offsets[k] < offsets[k + 1]:
            ends[k] = function(initial, in_order(function, items, offsets[k], offsets[k + 1]))
    return ends


def stencil(function, a, mode="edge", value=0):
    """function(at) of each place, where at(i), at(i, j) or at(i, j, k) is the item that lies so far from it."""
    outside = np.full(1, value, dtype=a.dtype)[0]
    if a.ndim == 1:
        return _filled1(lambda p: function(lambda i, j=0, k=0: near1(a, p[0] + i, mode, outside)), a.shape)
    if a.ndim == 2:
        return _filled2(lambda p: function(lambda i, j=0, k=0: near2(a, p[0] + i, p[1] + j, mode, outside)), a.shape)
    if a.ndim == 3:
        return _filled3(
            lambda p: function(lambda i, j=0, k=0: near3(a, p[0] + i, p[1] + j, p[2] + k, mode, outside)), a.shape
        )
    raise _Refusal("up.stencil of more than three dimensions: reshape the array to three")
