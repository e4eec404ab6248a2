"""What a function of two items makes of many, one after the other: of lines, and of parts of lines; and up.reduce of a whole array, which
is short, so that a program with it is."""

import numpy as np

from unpython._loops import _empty_like, prange


def in_order(function, line, begin, end):
    total = line[begin]
    for i in range(begin + 1, end):
        total = function(total, line[i])
    return total


def of_results(function, lines, shape):
    """An array for what function makes of items of the lines."""
    return np.empty(shape, dtype=_empty_like([in_order(function, lines[i], 0, 1) for i in range(0)]).dtype)


def ends_of_parts(function, lines, size):
    out = of_results(function, lines, (lines.shape[0], (lines.shape[1] + size - 1) // size))
    for k in prange(out.shape[0]):
        for b in prange(out.shape[1]):
            out[k, b] = in_order(function, lines[k], b * size, min(lines.shape[1], (b + 1) * size))
    return out


def ends_of_blocks(function, line, size):
    """As ends_of_parts() of one line."""
    out = of_results(function, line[None, :], (line.shape[0] + size - 1) // size)
    for b in prange(out.shape[0]):
        out[b] = in_order(function, line, b * size, min(line.shape[0], (b + 1) * size))
    return out


def line_end(function, line):
    out = of_results(function, line[None, :], 1)
    for k in prange(1):
        out[k] = in_order(function, line, 0, line.shape[0])
    return out[0]


def line_ends(function, lines):
    out = of_results(function, lines, lines.shape[0])
    for k in prange(lines.shape[0]):
        out[k] = in_order(function, lines[k], 0, lines.shape[1])
    return out


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


def axis_of(text):
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
