"""Dates of texts of a call (heap_texts.py, _writing/heap/arrays/dates.py)."""

import numpy as np

from unpython._library.python_functions.dates_of_texts import seconds
from unpython._loops import _Refusal


def digits_in(ints, start, count):
    number = 0
    for k in range(count):
        if ints[start + k] < 48 or ints[start + k] > 57:
            raise _Refusal("a date of a text of another form is known to Python")
        number = number * 10 + (ints[start + k] - 48)
    return number


def mark_in(ints, at, mark, other):
    if ints[at] != mark and ints[at] != other:
        raise _Refusal("a date of a text of another form is known to Python")


def seconds_of_text(ints, start, count):
    """2024, 2024-03, 2024-03-01, 2024-03-01T05, 2024-03-01T05:06, 2024-03-01T05:06:07"""
    if count < 4 or count > 19 or (count != 4 and count % 3 != 1):
        raise _Refusal("a date of a text of another form is known to Python")
    month, day, hour, minute, second = 1, 1, 0, 0, 0
    if count > 4:
        mark_in(ints, start + 4, 45, 45)
        month = digits_in(ints, start + 5, 2)
    if count > 7:
        mark_in(ints, start + 7, 45, 45)
        day = digits_in(ints, start + 8, 2)
    if count > 10:
        mark_in(ints, start + 10, 84, 32)
        hour = digits_in(ints, start + 11, 2)
    if count > 13:
        mark_in(ints, start + 13, 58, 58)
        minute = digits_in(ints, start + 14, 2)
    if count > 16:
        mark_in(ints, start + 16, 58, 58)
        second = digits_in(ints, start + 17, 2)
    return seconds(digits_in(ints, start, 4), month, day, hour, minute, second)


def seconds_in_list(ints, made):
    """Of a list of texts."""
    out = np.empty(ints[made + 1], dtype=np.int64)
    for k in range(ints[made + 1]):
        out[k] = seconds_of_text(ints, ints[ints[made] + 2 * k], ints[ints[made] + 2 * k + 1])
    return out
