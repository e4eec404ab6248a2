"""Values of names that may be None."""

from unpython._loops import _Refusal


def given(is_given, value):
    """The value where one is given; else the call is made again by Python, which knows what None does there."""
    if not is_given:
        raise _Refusal("a name is None where a number is needed")
    return value
