"""Places in arrays of records, which are one array for each field."""

import numpy as np


def place(items, index):
    """Of the record `array[index]`, whose fields are looked at later."""
    if isinstance(index, (bool, np.bool_)):
        return int(items)  # which no array is: True and False add a dimension
    n = len(items)
    at = int(index | 0)  # a number, and no float
    if at < -n or at >= n:
        raise IndexError(f"index {at} is out of bounds for axis 0 with size {n}")
    return at + n if at < 0 else at
