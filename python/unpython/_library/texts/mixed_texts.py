"""Numbers as texts that say of which type they are: lists of code points."""

from unpython._library.texts.code_points import quoted
from unpython._library.texts.number_texts import represented
from unpython._loops import _Refusal


def of_number(value):
    """The text for one of Python's own numbers."""
    if isinstance(value, list):
        raise _Refusal("a list is here where a text may be")
    tag = 98 if type(value) is bool else 105 if type(value) is int else 102
    made = [tag][0:]
    made.extend(represented(value))
    return made


def represented_again(text):
    """repr() of what such a text, or one for a text, stands for."""
    return quoted(text[1:]) if text[0] == 115 else text[1:]
