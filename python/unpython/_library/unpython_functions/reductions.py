"""up.reduce with all that it may be given, along axes too, and up.segment_reduce."""

import numpy as np

from unpython._library.unpython_functions.folds import (
    axis_of,
    ends_of_parts,
    in_order,
    line_ends,
    of_results,
    reduce_add,
    reduce_line,
    reduce_max,
    reduce_min,
    reduce_multiply,
)
from unpython._loops import _empty_like, _Refusal, prange


def ends_in_order(function, lines):
    """What function makes of each line, item by item."""
    return line_ends(function, lines)


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


def reduce_along(function, a, axis, initial=None, operation=""):
    """The axis is a text, which is a part of the program."""
    return reduce(function, a, initial, axis_of(axis), operation)


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
