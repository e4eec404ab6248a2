"""Types of values."""

import numpy as np


def nothing_like(value):
    """An array with nothing in it, of the type of a value."""
    return np.zeros(0, value.dtype)
