"""Texts as lists of code points."""

import numpy as np

from unpython._library.texts.letters import capital_of, folded, is_space, kind_of, small_of
from unpython._loops import _Refusal


def item(text, index):
    check_index(index)
    n = len(text)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("string index out of range")
    return text[at]


def check_index(index):
    """A bool of NumPy's is no integer to Python."""
    if isinstance(index, np.bool_):
        raise TypeError("string indices must be integers, not 'numpy.bool'")


def check_count(count):
    if isinstance(count, np.bool_):
        raise TypeError("'numpy.bool' object cannot be interpreted as an integer")


def length(codes):
    return len(codes)


def are_equal(text, other):
    if len(text) != len(other):
        return False
    for i in range(len(text)):
        if text[i] != other[i]:
            return False
    return True


def either(text, other):
    """text or other"""
    if len(text) > 0:
        return text[:]
    return other[:]


def order(text, other):
    """Negative, zero or positive, as the first text comes before the other one, is the same, or comes behind."""
    for i in range(min(len(text), len(other))):
        if text[i] != other[i]:
            return -1 if text[i] < other[i] else 1
    return len(text) - len(other)


def stands_at(text, part, at):
    if at < 0 or at + len(part) > len(text):
        return False
    for i in range(len(part)):
        if text[at + i] != part[i]:
            return False
    return True


def starts_with(text, part):
    return stands_at(text, part, 0)


def ends_with(text, part):
    return stands_at(text, part, len(text) - len(part))


def find(text, part):
    for at in range(len(text) - len(part) + 1):
        if stands_at(text, part, at):
            return at
    return -1


def find_from(text, part, begin):
    n = len(text)
    start = max(begin + n, 0) if begin < 0 else begin
    for at in range(start, n - len(part) + 1):
        if stands_at(text, part, at):
            return at
    return -1


def find_last(text, part):
    for at in range(len(text) - len(part), -1, -1):
        if stands_at(text, part, at):
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
        if stands_at(text, part, at):
            found += 1
            at += len(part)
        else:
            at += 1
    return found


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
        if stands_at(text, old, at):
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


def _check_length(length):
    """Whether there is room for a text is known to Python, which says so before it writes any of it."""
    if length > 268435456:  # as a list of codes it has 2 GB
        raise _Refusal("a text of so many characters")


def repeated(text, times):
    if len(text) > 0:
        _check_length(min(times, 268435457) * len(text))
    made = text[:0]
    for _ in range(times):
        made.extend(text)
    return made


def in_capitals(text):
    made = text[:0]
    for code in text:
        if code == 0xDF:
            made.append(83)
        made.append(83 if code == 0xDF else capital_of(code))
    return made


def in_small_letters(text):
    made = text[:0]
    for code in text:
        made.append(small_of(code))
    return made


def without_case(text):
    """text.casefold()"""
    made = text[:0]
    for code in text:
        if code == 0xDF:
            made.append(115)
        made.append(115 if code == 0xDF else folded(code))
    return made


def _are_of(text, kinds):
    for code in text:
        if kind_of(code) & kinds == 0:
            return False
    return len(text) > 0


def are_decimals(text):
    return _are_of(text, 8)


def are_digits(text):
    return _are_of(text, 24)


def are_numbers(text):
    for code in text:
        kind = kind_of(code)
        if kind & 64 != 0:
            raise _Refusal("whether such a letter is a number is known to Python")
        if kind & 56 == 0:
            return False
    return len(text) > 0


def are_letters(text):
    return _are_of(text, 1)


def are_letters_or_digits(text):
    return _are_of(text, 57)


def _kinds_in(text):
    found = 0
    for code in text:
        found |= kind_of(code)
    return found


def are_capitals(text):
    return _kinds_in(text) & 6 == 4


def are_small_letters(text):
    return _kinds_in(text) & 6 == 2


def are_spaces(text):
    for code in text:
        if not is_space(code):
            return False
    return len(text) > 0


def _first_behind_spaces(text):
    at = 0
    while at < len(text) and is_space(text[at]):
        at += 1
    return at


def _end_before_spaces(text, start):
    end = len(text)
    while end > start and is_space(text[end - 1]):
        end -= 1
    return end


def stripped(text):
    start = _first_behind_spaces(text)
    return text[start : _end_before_spaces(text, start)]


def stripped_before(text):
    return text[_first_behind_spaces(text) :]


def stripped_behind(text):
    return text[: _end_before_spaces(text, 0)]


def without_prefix(text, part):
    return text[len(part) :] if starts_with(text, part) else text[:]


def without_suffix(text, part):
    return text[: len(text) - len(part)] if ends_with(text, part) else text[:]


def as_title(text):
    made = text[:0]
    is_inside = False
    for code in text:
        made.append(small_of(code) if is_inside else capital_of(code))
        is_inside = kind_of(code) & 6 != 0
    return made


def as_sentence(text):
    made = text[:0]
    for i in range(len(text)):
        made.append(capital_of(text[i]) if i == 0 else small_of(text[i]))
    return made


def in_other_letters(text):
    made = text[:0]
    for code in text:
        made.append(capital_of(code) if kind_of(code) & 2 != 0 else small_of(code))
    return made


def _is_among(code, codes):
    for other in codes:
        if other == code:
            return True
    return False


def stripped_of_before(text, codes):
    start = 0
    while start < len(text) and _is_among(text[start], codes):
        start += 1
    return text[start:]


def stripped_of_behind(text, codes):
    end = len(text)
    while end > 0 and _is_among(text[end - 1], codes):
        end -= 1
    return text[:end]


def stripped_of(text, codes):
    return stripped_of_behind(stripped_of_before(text, codes), codes)


def aligned(text, width, fill, align, is_method):
    """As a format with "<", ">" or "^" does it, or ljust, rjust and center: where an odd place goes is another one there."""
    check_count(width)
    missing = width - len(text)
    if missing <= 0:
        return text[:]
    _check_length(width)
    before = 0
    if align == 62:
        before = missing
    elif align == 94:
        before = missing // 2 + (missing & width & 1 if is_method else 0)
    made = text[:0]
    for _ in range(before):
        made.append(fill)
    made.extend(text)
    for _ in range(missing - before):
        made.append(fill)
    return made


def filled_with_zeros(text, width):
    check_count(width)
    _check_length(width)
    made = text[:0]
    has_sign = len(text) > 0 and (text[0] == 43 or text[0] == 45)
    if has_sign:
        made.append(text[0])
    for _ in range(width - len(text)):
        made.append(48)
    for i in range(1 if has_sign else 0, len(text)):
        made.append(text[i])
    return made


def so_many(items, count):
    """Items of which there must be so many."""
    if len(items) > count:
        raise ValueError(f"too many values to unpack (expected {count})")
    if len(items) < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {len(items)})")
    return items


def first_of(items, is_largest):
    """Of those that max or min would choose among."""
    if len(items) == 0:
        return max(items) if is_largest else min(items)  # raises
    return items[0]


def distinct(numbers):
    """Each of them once, in their order."""
    if len(numbers) == 0:
        return numbers[:]
    table = [-1 for _ in range(max(numbers) + 1)]
    made = numbers[:0]
    for number in numbers:
        if table[number] < 0:
            table[number] = 0
            made.append(number)
    return made


def character(code):
    """chr(code); what is wrong with another number, Python says."""
    check_count(code)
    if type(code) is float:
        raise TypeError("'float' object cannot be interpreted as an integer")
    if code < 0 or code > 0x10FFFF:
        raise ValueError("chr() arg not in range(0x110000)")
    return int(code | 0)


def digit(code):
    """int(character)"""
    if code < 48 or code > 57:
        raise _Refusal("other numbers than those of ASCII are known to Python")
    return code - 48


def quoted(text):
    """repr(text), where no character needs another form there"""
    made = [39][0:]
    for c in text:
        if c < 32 or c > 126 or c == 39 or c == 92:
            raise _Refusal("this text stands in other characters between its quotes")
        made.append(c)
    made.append(39)
    return made


def decimal(number):
    """str(number) of an integer; of anything else, only Python knows it."""
    if isinstance(number, bool):
        raise _Refusal("the texts of True and False are known to Python")
    if not isinstance(number, (int, np.integer)):
        raise _Refusal("the texts of other objects than integers are known to Python")
    rest = int(number)
    made = [45] * 20  # the sign stands where no digit is put
    at = 19
    if rest < 0:
        last = (10 - rest % 10) % 10
        rest = -((rest + last) // 10)  # the least integer has no other sign
    else:
        last = rest % 10
        rest //= 10
    made[19] = 48 + last
    while rest > 0:
        at -= 1
        made[at] = 48 + rest % 10
        rest //= 10
    return made[at - 1 :] if number < 0 else made[at:]
