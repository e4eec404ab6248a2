"""Types of values."""

import numpy as np


def nothing_like(value):
    """An array with nothing in it, of the type of a value."""
    return np.zeros(0, value.dtype)


def dimensions(value):
    """Of an array or a number; a.ndim may be a field of an object."""
    return np.ndim(value)
