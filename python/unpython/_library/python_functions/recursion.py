"""What the loop does that stands for a function that calls itself: see _writing/functions/recursion.py."""

from unpython._loops import _Refusal


def check_depth(calls, limit):
    if calls >= limit:
        raise RecursionError("maximum recursion depth exceeded")


def check_depth_of_kept(calls, limit):
    """Where values are kept (functools.lru_cache), versions of Python differ in how deep calls may go."""
    if 3 * calls >= limit:
        raise _Refusal("how deep such calls may go is known to Python")


def whole(number):
    """An end of a range, as the number of Python that `range` makes of it. No number beyond it is made: its type may end there."""
    if number > 0:
        for i in range(number - 1, number):
            return i + 1
    for i in range(number, 0):
        return i
    return 0


def size(items):
    return len(items)


def last_of(items, count):
    return items[len(items) - count :]


def cut_last(items, count):
    del items[len(items) - count :]
