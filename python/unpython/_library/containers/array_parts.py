"""Lists of arrays of one dimension that are concatenated, or become the rows of an array: their elements in one list, and how many arrays
there are; of rows also the length of the first one, and whether another one has another length."""

import numpy as np

from unpython._loops import _Refusal


def append_part(items, count, part):
    (_,) = part.shape
    for x in part:
        items.append(x)
    count[0] += 1


def joined_parts(items, count):
    if count[0] == 0:
        raise ValueError("need at least one array to concatenate")
    return np.array(items)


def append_row(items, count, part):
    (size,) = part.shape
    if count[0] == 0:
        count[1] = size
    elif count[1] != size:
        count[2] = 1
    for x in part:
        items.append(x)
    count[0] += 1


def joined_rows(items, count):
    if count[0] == 0 or count[2] > 0:
        raise _Refusal("an array of no rows, or of rows of several lengths")
    return np.array(items).reshape(count[0], count[1])
