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
