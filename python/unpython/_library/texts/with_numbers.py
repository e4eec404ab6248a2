"""Methods of texts that take a number: a place, a width, how many."""

from unpython._library.texts.code_points import find_from, replaced, stands_at
from unpython._loops import _Refusal


def starts_at(text, part, begin):
    """text.startswith(part, begin)"""
    return stands_at(text, part, max(begin + len(text), 0) if begin < 0 else begin)


def index_from(text, part, begin):
    at = find_from(text, part, begin)
    if at < 0:
        raise ValueError("substring not found")
    return at


def replaced_at_most(text, old, new, most):
    if most < 0:
        return replaced(text, old, new)
    made = text[:0]
    at = 0
    done = 0
    while at <= len(text):
        if done < most and stands_at(text, old, at):
            made.extend(new)
            done += 1
            if len(old) > 0:
                at += len(old)
                continue
        if at < len(text):
            made.append(text[at])
        at += 1
    return made


def with_spaces(text, width):
    """text.expandtabs(width)"""
    if width > 65536:
        raise _Refusal("tabs of such a width are known to Python")
    made = text[:0]
    column = 0
    for code in text:
        if code != 9:
            made.append(code)
            column = 0 if code == 10 or code == 13 else column + 1
        elif width > 0:
            for _ in range(width - column % width):
                made.append(32)
            column += width - column % width
    return made
