"""Values of names that may be something else than a number."""

from unpython._loops import _Refusal


def given(is_given, value):
    """The value where one is given; else the call is made again by Python, which knows what None does there."""
    if not is_given:
        raise _Refusal("a name is None where a number is needed")
    return value


def number_alone(value):
    if not isinstance(value, (bool, int, float, complex)) or hasattr(value, "dtype"):
        raise _Refusal("an array changes in place where a number gets another value")
    return value
