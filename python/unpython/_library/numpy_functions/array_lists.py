"""Lists made of arrays, and arrays of lists."""

import numpy as np

from unpython._loops import _Refusal


def tolist(a):
    """Of an array of at most three dimensions."""
    if np.ndim(a) == 0:
        return a.item()
    if np.ndim(a) == 1:
        return [x.item() for x in a]
    if np.ndim(a) == 2:
        return [[x.item() for x in row] for row in a]
    return [[[x.item() for x in row] for row in rows] for rows in a]


def of_rows(a):
    """np.array(rows), whose columns are those of `a`."""
    if a.shape[0] == 0:
        raise _Refusal("an array of no rows has one dimension")
    return a


def _check_some(parts):
    if parts.shape[0] == 0:
        raise ValueError("need at least one array to concatenate")


def concatenated(parts):
    """np.concatenate of the rows of an array."""
    _check_some(parts)
    if parts.ndim == 1:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    return _one_behind_the_other(parts)


def _one_behind_the_other(parts):
    return parts.reshape((parts.shape[0] * parts.shape[1],) + parts.shape[2:])


def stacked_rows(parts):
    """np.vstack: what has one dimension is a row."""
    _check_some(parts)
    if parts.ndim == 1:
        return parts.reshape((parts.shape[0], 1))
    if parts.ndim == 2:
        return parts
    return _one_behind_the_other(parts)


def beside_each_other(parts):
    """np.hstack"""
    _check_some(parts)
    if parts.ndim == 1:
        return parts
    if parts.ndim == 2:
        return _one_behind_the_other(parts)
    return _along_columns(parts)


def stacked_columns(parts):
    """np.column_stack: what has one dimension is a column."""
    _check_some(parts)
    if parts.ndim == 1:
        return parts.reshape((1, parts.shape[0]))
    if parts.ndim == 2:
        return parts.T.copy()
    return _along_columns(parts)


def _along_columns(parts):
    rows = np.moveaxis(parts, 0, 1)
    return rows.reshape((rows.shape[0], rows.shape[1] * rows.shape[2]) + rows.shape[3:])
