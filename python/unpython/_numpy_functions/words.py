"""Texts that lists, dicts and sets hold: numbers, of which equal texts have the same one.

`words` is a tuple of lists: the code points of all texts, one behind the other; where each begins, and the end of the last; a table
of open addressing that says by the text which number it has (-1: nothing there); and the place of each text in the order of all,
which is made anew when texts have come."""

import numpy as np
from unpython import _core
from unpython._host import HostFunction
from unpython._numpy_functions.code_points import decimal, find, find_last, is_space, stands_at


def _hash(codes, start, end):
    found = 5381
    for i in range(start, end):
        found = ((found << 5) + found + (found >> 41) + codes[i]) & 0x3FFFFFFFFFFFFFF
    mixed = ((found ^ (found >> 29)) & 0x7FFFFFFF) * 0x5BD1E995  # else digits that are alike lie side by side in the table
    return mixed ^ (mixed >> 31)


def _are_equal(codes, start, end, text, begin, stop):
    if end - start != stop - begin:
        return False
    for i in range(end - start):
        if codes[start + i] != text[begin + i]:
            return False
    return True


def _grow(codes, starts, table):
    """Room for four times as many texts."""
    size = 4 * len(table)
    del table[0:]
    for _ in range(size):
        table.append(-1)
    for number in range(len(starts) - 1):
        place = _hash(codes, starts[number], starts[number + 1]) & (size - 1)
        while table[place] >= 0:
            place = (place + 1) & (size - 1)
        table[place] = number


def number_of(words, text):
    """The number of a text, which gets one if it has none."""
    return number_of_part(words, text, 0, len(text))


def number_of_part(words, text, begin, end):
    """The number of text[begin:end]"""
    codes, starts, table, _ = words
    mask = len(table) - 1
    place = _hash(text, begin, end) & mask
    while table[place] >= 0:
        number = table[place]
        if _are_equal(codes, starts[number], starts[number + 1], text, begin, end):
            return number
        place = (place + 1) & mask
    number = len(starts) - 1
    table[place] = number
    for i in range(begin, end):
        codes.append(int(text[i]))
    starts.append(len(codes))
    if 2 * len(starts) > len(table):
        _grow(codes, starts, table)
    return number


def _within(index, count):
    return max(index + count, 0) if index < 0 else min(index, count)


def number_between(words, text, begin, end):
    """Of text[begin:end]"""
    return number_of_part(words, text, _within(begin, len(text)), max(_within(end, len(text)), _within(begin, len(text))))


def number_behind(words, text, begin):
    """Of text[begin:]"""
    return number_of_part(words, text, _within(begin, len(text)), len(text))


def number_of_character(words, code):
    return number_of(words, [c for c in (code,)])


def numbers_of_characters(words, text):
    return [number_of_character(words, code) for code in text]


def text_of(words, number):
    return words[0][words[1][number] : words[1][number + 1]]


def length(words, number):
    return words[1][number + 1] - words[1][number]


def character_at(words, number, index):
    n = length(words, number)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("string index out of range")
    return words[0][words[1][number] + at]


def order(words, one, other):
    """Negative, zero or positive, as the first text comes before the other one, is the same, or comes behind."""
    if one == other:
        return 0
    codes = words[0]
    start, begin = words[1][one], words[1][other]
    n, m = length(words, one), length(words, other)
    for i in range(min(n, m)):
        if codes[start + i] != codes[begin + i]:
            return -1 if codes[start + i] < codes[begin + i] else 1
    return n - m


def _sorted(words, numbers):
    """Merges of runs that are in order."""
    n = len(numbers)
    items = [number for number in numbers]
    other = [number for number in numbers]
    width = 1
    while width < n:
        for start in range(0, n, 2 * width):
            middle = min(start + width, n)
            end = min(start + 2 * width, n)
            i = start
            j = middle
            for k in range(start, end):
                if i < middle and (j >= end or order(words, items[i], items[j]) <= 0):
                    other[k] = items[i]
                    i += 1
                else:
                    other[k] = items[j]
                    j += 1
        for k in range(n):
            items[k] = other[k]
        width *= 2
    return items


def rank(words, number):
    """A number of which those of two texts have the order of the texts."""
    _, starts, _, ranks = words
    count = len(starts) - 1
    if len(ranks) != count:
        in_order = _sorted(words, [i for i in range(count)])
        del ranks[0:]
        for _ in range(count):
            ranks.append(0)
        for i in range(count):
            ranks[in_order[i]] = i
    return ranks[number]


def in_order(words, numbers, backwards):
    """sorted(...): equal texts are one text, so it does not matter which of them comes first."""
    return _sorted(words, numbers)[::-1] if backwards else _sorted(words, numbers)


def least(words, numbers):
    if len(numbers) == 0:
        return min(numbers)  # raises
    found = numbers[0]
    for number in numbers:
        if order(words, number, found) < 0:
            found = number
    return found


def largest(words, numbers):
    if len(numbers) == 0:
        return max(numbers)  # raises
    found = numbers[0]
    for number in numbers:
        if order(words, number, found) > 0:
            found = number
    return found


def given(words, codes, starts):
    """The numbers of texts that a call gives: their code points one behind the other, and where each begins."""
    numbers = [0][1:]
    for i in range(len(starts) - 1):
        numbers.append(number_of_part(words, codes, int(starts[i]), int(starts[i + 1])))
    return numbers


def split(words, text):
    """text.split()"""
    numbers = [0][1:]
    start = 0
    while start < len(text):
        while start < len(text) and is_space(text[start]):
            start += 1
        end = start
        while end < len(text) and not is_space(text[end]):
            end += 1
        if end > start:
            numbers.append(number_of_part(words, text, start, end))
        start = end
    return numbers


def split_at(words, text, separator):
    """text.split(separator)"""
    if len(separator) == 0:
        raise ValueError("empty separator")
    numbers = [0][1:]
    start = 0
    at = 0
    while at + len(separator) <= len(text):
        if stands_at(text, separator, at):
            numbers.append(number_of_part(words, text, start, at))
            at += len(separator)
            start = at
        else:
            at += 1
    numbers.append(number_of_part(words, text, start, len(text)))
    return numbers


def split_at_most(words, text, separator, most):
    """text.split(separator, most)"""
    if most < 0:
        return split_at(words, text, separator)
    if len(separator) == 0:
        raise ValueError("empty separator")
    numbers = [0][1:]
    start = 0
    at = 0
    while at + len(separator) <= len(text) and len(numbers) < most:
        if stands_at(text, separator, at):
            numbers.append(number_of_part(words, text, start, at))
            at += len(separator)
            start = at
        else:
            at += 1
    numbers.append(number_of_part(words, text, start, len(text)))
    return numbers


def partition(words, text, separator):
    if len(separator) == 0:
        raise ValueError("empty separator")
    at = find(text, separator)
    if at < 0:
        return number_of(words, text), number_between(words, text, 0, 0), number_between(words, text, 0, 0)
    return number_between(words, text, 0, at), number_of(words, separator), number_behind(words, text, at + len(separator))


def partition_behind(words, text, separator):
    """text.rpartition(separator)"""
    if len(separator) == 0:
        raise ValueError("empty separator")
    at = find_last(text, separator)
    if at < 0:
        return number_between(words, text, 0, 0), number_between(words, text, 0, 0), number_of(words, text)
    return number_between(words, text, 0, at), number_of(words, separator), number_behind(words, text, at + len(separator))


def split_lines(words, text):
    """text.splitlines()"""
    numbers = [0][1:]
    start = 0
    at = 0
    while at < len(text):
        code = text[at]
        if code == 10 or code == 13 or code == 11 or code == 12 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029:
            numbers.append(number_of_part(words, text, start, at))
            if code == 13 and at + 1 < len(text) and text[at + 1] == 10:
                at += 1
            start = at + 1
        at += 1
    if start < len(text):
        numbers.append(number_of_part(words, text, start, len(text)))
    return numbers


def joined(words, separator, numbers):
    """separator.join(...)"""
    codes, starts, _, _ = words
    made = codes[:0]
    for i in range(len(numbers)):
        if i > 0:
            made.extend(separator)
        for k in range(starts[numbers[i]], starts[numbers[i] + 1]):
            made.append(codes[k])
    return made


def count_of(numbers, number):
    """words.count(w)"""
    found = 0
    for other in numbers:
        if other == number:
            found += 1
    return found


_SHORT = 64  # code points of most numbers


def _text(codes):
    return "".join(map(chr, codes))


def _put(out, text):
    """How many code points there are, and these; where there is no room for them, how much is needed."""
    if len(text) >= len(out):
        out[0] = -1 - len(text)
    else:
        out[0] = len(text)
        out[1 : len(text) + 1] = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


_format = HostFunction(_core.NumberText(lambda out, value, spec: _put(out, format(value, _text(spec)))), "array", name="format", fills=True)
_show = HostFunction(_core.NumberText(lambda out, value: _put(out, str(value))), "array", name="str", fills=True)
_show_in_format = HostFunction(_core.NumberText(lambda out, value: _put(out, format(value))), "array", name="format", fills=True)
_float = HostFunction(lambda codes: float(_text(codes)), "float64", name="float")
_float_of_nothing = HostFunction(lambda: float(""), "float64", name="float")
_int_of_nothing = HostFunction(lambda: int(""), "int64", name="int")
_int = HostFunction(lambda codes: int(_text(codes)), "int64", name="int")


_int_of_base = HostFunction(lambda codes, base: int(_text(codes), base), "int64", name="int")
_int_of_base_of_nothing = HostFunction(lambda base: int("", base), "int64", name="int")


def integer_of_base(text, base):
    """int(text, base)"""
    if len(text) == 0:
        return _int_of_base_of_nothing(base)
    if base < 2 or base > 36 or len(text) > 12:
        return _int_of_base(np.array(text), base)
    number = 0
    for code in text:
        digit = code - 48 if code < 58 else code - 87 if code > 96 else code - 55 if code > 64 else 99
        if digit < 0 or digit >= base:
            return _int_of_base(np.array(text), base)
        number = number * base + digit
    return number


def of_base(value, spec):
    """bin(value), oct(value), hex(value)"""
    if isinstance(value, (float, np.floating)):
        raise TypeError("'float' object cannot be interpreted as an integer")
    return formatted(value, spec)


def shown(value):
    """str(value) of a number; Python knows what other objects are called."""
    if isinstance(value, (bool, np.bool_, float, np.floating)):
        codes = _show(_SHORT, np.int64, value)
        return _as_list(codes if codes[0] >= 0 else _show(int(-codes[0]), np.int64, value))
    return decimal(value)


def represented(value):
    """repr(value) of one of Python's own numbers"""
    if not (type(value) is int or type(value) is float or type(value) is bool):
        raise NotImplementedError("repr() of NumPy's numbers is known to Python")
    return shown(value)


def shown_in_format(value):
    """f"{value}" of a number, which is not always str(value)."""
    if isinstance(value, (bool, np.bool_, float, np.floating)):
        codes = _show_in_format(_SHORT, np.int64, value)
        return _as_list(codes if codes[0] >= 0 else _show_in_format(int(-codes[0]), np.int64, value))
    return decimal(value)


def _as_list(codes):
    return [int(codes[1 + i]) for i in range(int(codes[0]))]


def formatted(value, spec):
    """format(value, spec) of a number"""
    if not isinstance(value, (int, float, np.integer, np.floating, np.bool_)):
        raise NotImplementedError("the texts of other objects than numbers are known to Python")
    codes = _format(_SHORT, np.int64, value, np.array(spec))
    return _as_list(codes if codes[0] >= 0 else _format(int(-codes[0]), np.int64, value, np.array(spec)))


def _is_plain(text, start):
    """Whether it is digits from there on, and not many."""
    if len(text) == start or len(text) > 18:
        return False
    for i in range(start, len(text)):
        if not 48 <= text[i] <= 57:
            return False
    return True


def _is_number(kind, codes):
    try:
        kind(_text(codes))
    except ValueError:
        return False
    return True


_is_float = HostFunction(lambda codes: _is_number(float, codes), "bool", name="float")
_is_integer = HostFunction(lambda codes: _is_number(int, codes), "bool", name="int")


def is_integer(text):
    """Whether int(text) is a number."""
    if _is_plain(text, 1 if len(text) > 0 and text[0] == 45 else 0):
        return True
    return len(text) > 0 and _is_integer(np.array(text))


def is_float(text):
    if _is_plain(text, 1 if len(text) > 0 and text[0] == 45 else 0):
        return True
    return len(text) > 0 and _is_float(np.array(text))


def as_integer(text):
    """int(text)"""
    start = 1 if len(text) > 0 and text[0] == 45 else 0
    if not _is_plain(text, start):
        return _int(np.array(text)) if len(text) > 0 else _int_of_nothing()
    number = 0
    for i in range(start, len(text)):
        number = 10 * number + (text[i] - 48)
    return -number if start else number


def as_float(text):
    """float(text): what is not rounded, here; else Python knows."""
    start = 1 if len(text) > 0 and text[0] == 45 else 0
    number = 0
    behind = -1
    digits = 0
    scale = 1.0
    for i in range(start, len(text)):
        if text[i] == 46 and behind < 0:
            behind = 0
        elif 48 <= text[i] <= 57:
            number = 10 * number + (text[i] - 48) if digits < 16 else number
            digits += 1
            if behind >= 0:
                scale *= 10.0
        else:
            digits = 99
    if digits == 0 or digits > 15:
        return _float(np.array(text)) if len(text) > 0 else _float_of_nothing()
    value = number / scale
    return -value if start else value
