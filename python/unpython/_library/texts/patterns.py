"""Texts by a format that is only known when the program runs, and by str.maketrans(): lists of code points."""

from unpython._library.texts.code_points import aligned
from unpython._loops import _Refusal


def aligned_as(text, spec):
    """format(text, spec) where `spec` is a character that fills, where the text goes, and a width, or some of these."""
    at = 0
    fill = 32
    align = 60
    if len(spec) > 1 and (spec[1] == 60 or spec[1] == 62 or spec[1] == 94):
        fill = spec[0]
        align = spec[1]
        at = 2
    elif len(spec) > 0 and (spec[0] == 60 or spec[0] == 62 or spec[0] == 94):
        align = spec[0]
        at = 1
    end = len(spec) - 1 if len(spec) > at and spec[len(spec) - 1] == 115 else len(spec)
    if end - at > 6 or (at < end and spec[at] == 48):
        raise _Refusal("this format is known to Python")
    width = 0
    for i in range(at, end):
        if spec[i] < 48 or spec[i] > 57:
            raise _Refusal("this format is known to Python")
        width = 10 * width + (spec[i] - 48)
    return aligned(text, width, fill, align, 0)


def check_table(old, new):
    """What str.maketrans(old, new) asks of them."""
    if len(old) != len(new):
        raise ValueError("the first two maketrans arguments must have equal length")


def translated(text, old, new, dropped):
    """text.translate(str.maketrans(old, new, dropped))"""
    check_table(old, new)
    made = text[:0]
    for code in text:
        is_kept = True
        for other in dropped:
            if other == code:
                is_kept = False
        to = code
        for i in range(len(old)):
            if old[i] == code:
                to = new[i]
        if is_kept:
            made.append(to)
    return made
