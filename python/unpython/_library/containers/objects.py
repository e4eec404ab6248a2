"""Objects as numbers (_writing/objects): -1 is None."""

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
