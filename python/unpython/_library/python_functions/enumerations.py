"""Members of enumerations, which are numbers: found by their values and names."""

from unpython._loops import _Refusal

NO_MEMBER = -(2**62)


def checked(number):
    if number == NO_MEMBER:
        raise _Refusal("what is no member of an enumeration raises in Python")
    return number


def number_of(value, values, numbers):
    for k in range(len(values)):
        if values[k] == value:
            return numbers[k]
    raise _Refusal("what is no member of an enumeration raises in Python")
