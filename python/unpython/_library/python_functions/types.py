"""Types of values."""

import numpy as np


def take(value):
    """An array with nothing in it, of the type of a value. The compiler knows functions that give NumPy's float16 by their names: this is
    one of them."""
    return np.zeros(0, value.dtype)


nothing_like = take


def dimensions(value):
    """Of an array or a number; a.ndim may be a field of an object."""
    return np.ndim(value)
