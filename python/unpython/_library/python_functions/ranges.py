"""What Python does with a range that is no loop, as functions that are compiled along: its length, its items, what it holds."""


from unpython._loops import _Refusal


def end(number):
    """What a range keeps of an end or a step: a number of Python's, whatever type an integer has."""
    for i in range(number, number):  # of floats there is none
        return i
    return int(number)


def length(start, stop, step):
    if isinstance(start, float) or isinstance(stop, float) or isinstance(step, float):
        raise _Refusal("a range of floats")
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")
    if step > 0:
        return max(-((start - stop) // step), 0)
    return max(-((stop - start) // -step), 0)


def item(index, start, stop, step):
    n = length(start, stop, step)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("range object index out of range")
    return start + at * step


def place(index, start, stop, step):
    """Where a part of a range begins or ends: r[index:], r[:index]"""
    n = length(start, stop, step)
    at = index + n if index < 0 else index
    return start + min(max(at, 0), n) * step


def holds(value, start, stop, step):
    if length(start, stop, step) == 0:
        return False
    if step > 0:
        return bool(value >= start and value < stop and (value - start) % step == 0)
    return bool(value <= start and value > stop and (start - value) % -step == 0)
