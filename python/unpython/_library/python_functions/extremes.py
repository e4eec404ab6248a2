"""max(*values) and min(*values): see _writing/loops/starred_extremes.py."""

from unpython._loops import _Refusal


def largest_given(values):
    if len(values) < 2:
        raise _Refusal("what max is of less than two arguments is known to Python")
    return max(values)


def least_given(values):
    if len(values) < 2:
        raise _Refusal("what min is of less than two arguments is known to Python")
    return min(values)
