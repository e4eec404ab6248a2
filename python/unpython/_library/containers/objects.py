"""Objects as numbers (_writing/objects): -1 is None."""

import numpy as np

from unpython._loops import _Refusal


def one_that_is(number):
    if number < 0:
        raise _Refusal("what is said of None is known to Python")
    return number


def one_with(number, message):
    """An object of which something is asked that None has not."""
    if number < 0:
        raise AttributeError(message)
    return number


def numbers_from(numbers, first):
    """The caller's objects, behind those of other arguments."""
    return [first + int(number) for number in numbers]


def put_in_place(numbers, others):
    for i in range(len(numbers)):
        numbers[i] = others[i]


def number_of(number):
    return int(number)


def count(column):
    return len(column)


def count_of_texts(starts):
    return len(starts) - 1


def new_list(numbers):
    return [number for number in numbers]


def put_all(numbers, others):
    del numbers[0:]
    numbers.extend(others)


def length(n):
    """len(p) of what `__len__` gives."""
    if isinstance(n, (float, np.floating)):
        raise TypeError("'float' object cannot be interpreted as an integer")
    if n < 0:
        raise ValueError("__len__() should return >= 0")
    return int(n)


def truth(answer):
    """bool(p) of what `__bool__` gives."""
    if isinstance(answer, np.bool_):
        raise TypeError("__bool__ should return bool, returned numpy.bool")
    if isinstance(answer, float):
        raise TypeError("__bool__ should return bool, returned float")
    if not isinstance(answer, (bool, int, np.integer)):
        raise _Refusal("what __bool__ gives is no bool")
    if not isinstance(answer, bool):
        raise TypeError("__bool__ should return bool, returned int")
    return answer
