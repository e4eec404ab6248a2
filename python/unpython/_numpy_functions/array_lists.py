"""Lists made of arrays."""

import numpy as np


def tolist(a):
    """Of an array of at most three dimensions."""
    if np.ndim(a) == 0:
        return a.item()
    if np.ndim(a) == 1:
        return [x.item() for x in a]
    if np.ndim(a) == 2:
        return [[x.item() for x in row] for row in a]
    return [[[x.item() for x in row] for row in rows] for rows in a]
