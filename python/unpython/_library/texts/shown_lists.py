"""str(), repr() and formats of what is a number or a list of numbers."""

from unpython._library.texts.number_texts import represented as _represented
from unpython._library.texts.number_texts import shown as _shown
from unpython._library.texts.number_texts import shown_in_format as _shown_in_format


def _shown_list(values):
    made = [91][0:]
    for i in range(len(values)):
        if i > 0:
            made.append(44)
            made.append(32)
        made.extend(_represented(values[i]))
    made.append(93)
    return made


def shown(value):
    if isinstance(value, list):
        return _shown_list(value)
    return _shown(value)


def represented(value):
    if isinstance(value, list):
        return _shown_list(value)
    return _represented(value)


def shown_in_format(value):
    if isinstance(value, list):
        return _shown_list(value)
    return _shown_in_format(value)
