"""Texts as lists of code points. What is asked of letters is known here for ASCII alone: for others the call is made in Python."""

import numpy as np


def item(text, index):
    n = len(text)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("string index out of range")
    return text[at]


def are_equal(text, other):
    if len(text) != len(other):
        return False
    for i in range(len(text)):
        if text[i] != other[i]:
            return False
    return True


def order(text, other):
    """Negative, zero or positive, as the first text comes before the other one, is the same, or comes behind."""
    for i in range(min(len(text), len(other))):
        if text[i] != other[i]:
            return -1 if text[i] < other[i] else 1
    return len(text) - len(other)


def _stands_at(text, part, at):
    if at < 0 or at + len(part) > len(text):
        return False
    for i in range(len(part)):
        if text[at + i] != part[i]:
            return False
    return True


def starts_with(text, part):
    return _stands_at(text, part, 0)


def ends_with(text, part):
    return _stands_at(text, part, len(text) - len(part))


def find(text, part):
    for at in range(len(text) - len(part) + 1):
        if _stands_at(text, part, at):
            return at
    return -1


def find_last(text, part):
    for at in range(len(text) - len(part), -1, -1):
        if _stands_at(text, part, at):
            return at
    return -1


def index(text, part):
    at = find(text, part)
    if at < 0:
        raise ValueError("substring not found")
    return at


def is_in(part, text):
    return find(text, part) >= 0


def count(text, part):
    if len(part) == 0:
        return len(text) + 1
    found = 0
    at = 0
    while at + len(part) <= len(text):
        if _stands_at(text, part, at):
            found += 1
            at += len(part)
        else:
            at += 1
    return found


def count_of_parts(text, separator):
    """len(text.split(separator))"""
    if len(separator) == 0:
        raise ValueError("empty separator")
    return count(text, separator) + 1


def replaced(text, old, new):
    made = text[:0]
    if len(old) == 0:
        made.extend(new)
        for code in text:
            made.append(code)
            made.extend(new)
        return made
    at = 0
    while at < len(text):
        if _stands_at(text, old, at):
            made.extend(new)
            at += len(old)
        else:
            made.append(text[at])
            at += 1
    return made


def joined(separator, characters):
    made = characters[:0]
    for i in range(len(characters)):
        if i > 0:
            made.extend(separator)
        made.append(characters[i])
    return made


def repeated(text, times):
    made = text[:0]
    for _ in range(times):
        made.extend(text)
    return made


def _check_ascii(code):
    if code > 127:
        raise NotImplementedError("what is said of letters is known for ASCII alone")


def in_capitals(text):
    made = text[:0]
    for code in text:
        _check_ascii(code)
        made.append(code - 32 if 97 <= code <= 122 else code)
    return made


def in_small_letters(text):
    made = text[:0]
    for code in text:
        _check_ascii(code)
        made.append(code + 32 if 65 <= code <= 90 else code)
    return made


def are_digits(text):
    for code in text:
        _check_ascii(code)
        if not 48 <= code <= 57:
            return False
    return len(text) > 0


def are_letters(text):
    for code in text:
        _check_ascii(code)
        if not (65 <= code <= 90 or 97 <= code <= 122):
            return False
    return len(text) > 0


def are_letters_or_digits(text):
    for code in text:
        _check_ascii(code)
        if not (48 <= code <= 57 or 65 <= code <= 90 or 97 <= code <= 122):
            return False
    return len(text) > 0


def are_capitals(text):
    has_capital = False
    has_small = False
    for code in text:
        _check_ascii(code)
        has_capital = has_capital or 65 <= code <= 90
        has_small = has_small or 97 <= code <= 122
    return has_capital and not has_small


def are_small_letters(text):
    has_capital = False
    has_small = False
    for code in text:
        _check_ascii(code)
        has_capital = has_capital or 65 <= code <= 90
        has_small = has_small or 97 <= code <= 122
    return has_small and not has_capital


def _is_space(code):
    _check_ascii(code)
    return 9 <= code <= 13 or 28 <= code <= 32


def are_spaces(text):
    for code in text:
        if not _is_space(code):
            return False
    return len(text) > 0


def _first_behind_spaces(text):
    at = 0
    while at < len(text) and _is_space(text[at]):
        at += 1
    return at


def _end_before_spaces(text, start):
    end = len(text)
    while end > start and _is_space(text[end - 1]):
        end -= 1
    return end


def stripped(text):
    start = _first_behind_spaces(text)
    return text[start : _end_before_spaces(text, start)]


def stripped_before(text):
    return text[_first_behind_spaces(text) :]


def stripped_behind(text):
    return text[: _end_before_spaces(text, 0)]


def character(code):
    """chr(code); what is wrong with another number, Python says."""
    number = code | 0
    if number < 0 or number > 0x10FFFF:
        raise ValueError("chr() arg not in range(0x110000)")
    return int(number)


def digit(code):
    """int(character)"""
    if code < 48 or code > 57:
        raise NotImplementedError("other numbers than those of ASCII are known to Python")
    return code - 48


def whole_number(text):
    """int(text) of up to 18 digits; what else a number may be written like, Python knows."""
    is_negative = len(text) > 0 and text[0] == 45
    start = 1 if is_negative else 0
    if len(text) == start or len(text) > 18:
        raise NotImplementedError("other numbers than those of ASCII are known to Python")
    number = 0
    for i in range(start, len(text)):
        number = 10 * number + digit(text[i])
    return -number if is_negative else number


def decimal(number):
    """str(number) of an integer; of anything else, only Python knows it."""
    if isinstance(number, bool):
        raise NotImplementedError("the texts of True and False are known to Python")
    if not isinstance(number, (int, np.integer)):
        raise NotImplementedError("the texts of other objects than integers are known to Python")
    rest = int(number)
    made = [48][1:]
    if rest == 0:
        made.append(48)
    is_negative = rest < 0
    while rest != 0:
        place = int(rest % 10)
        if is_negative and place > 0:
            place = 10 - place
        made.append(48 + place)
        rest = (rest + place) // 10 if is_negative else rest // 10
    if is_negative:
        made.append(45)
    return made[::-1]
