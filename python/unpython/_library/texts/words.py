"""Texts that lists, dicts and sets hold: numbers, of which equal texts have the same one.

`words` is a tuple of lists: the code points of all texts, one behind the other; where each begins, and the end of the last; a table
of open addressing that says by the text which number it has (-1: nothing there); and the place of each text in the order of all,
which is made anew when texts have come."""

import numpy as np

from unpython._library.python_functions.lists import merge_runs
from unpython._library.texts.code_points import check_count, check_index, find, find_last, is_space, stands_at
from unpython._loops import _Refusal


def _hash(codes, start, end):
    found = 5381
    for i in range(start, end):
        found = ((found << 5) + found + (found >> 41) + int(codes[i])) & 0x3FFFFFFFFFFFFFF  # numbers of an argument are NumPy's
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


def columns(words, numbers):
    """The places that all texts of a list have."""
    least = length(words, numbers[0]) if len(numbers) > 0 else 0
    for number in numbers:
        least = min(least, length(words, number))
    return [k for k in range(least)]


def column_at(words, numbers, index):
    return [character_at(words, number, index) for number in numbers]


def number_of_tuple(words, items):
    """The number of a tuple of integers, which gets one if it has none."""
    for item in items[:1]:
        if not isinstance(item, int) or isinstance(item, bool) or hasattr(item, "dtype"):
            raise _Refusal("a tuple of other numbers than Python's integers is a key")
    return number_of(words, items)


def item_of_tuple(words, number, index):
    check_index(index)
    n = length(words, number)
    at = index + n if index < 0 else index
    if at < 0 or at >= n:
        raise IndexError("tuple index out of range")
    return words[0][words[1][number] + at]


def numbers_of_characters(words, text):
    return [number_of_character(words, code) for code in text]


def text_of(words, number):
    return words[0][words[1][number] : words[1][number + 1]]


def as_array(numbers):
    """What a call leaves to Python"""
    made = np.empty(len(numbers), np.int64)
    for i in range(len(numbers)):
        made[i] = numbers[i]
    return made


def length(words, number):
    return words[1][number + 1] - words[1][number]


def character_at(words, number, index):
    check_index(index)
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
    items = [number for number in numbers]
    merge_runs(items, 1, lambda one, other: order(words, one, other) < 0)
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


def settled(items, numbers):
    """The items, when the texts of these numbers are there."""
    return items


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
    return split_words(words, text, -1)


def split_words(words, text, most):
    """text.split(None, most)"""
    check_count(most)
    limit = most | 0  # of an integer
    numbers = [0][1:]
    start = 0
    while start < len(text):
        while start < len(text) and is_space(text[start]):
            start += 1
        end = start
        if limit >= 0 and len(numbers) >= limit:
            end = len(text)
        while end < len(text) and not is_space(text[end]):
            end += 1
        if end > start:
            numbers.append(number_of_part(words, text, start, end))
        start = end
    return numbers


def split_at(words, text, separator):
    """text.split(separator)"""
    return split_at_most(words, text, separator, -1)


def split_at_most(words, text, separator, most):
    """text.split(separator, most)"""
    check_count(most)
    limit = most | 0  # of an integer
    if len(separator) == 0:
        raise ValueError("empty separator")
    numbers = [0][1:]
    start = 0
    at = 0
    while at + len(separator) <= len(text) and (limit < 0 or len(numbers) < limit):
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


def split_lines(words, text, keeps_ends):
    """text.splitlines(keeps_ends)"""
    numbers = [0][1:]
    start = 0
    at = 0
    while at < len(text):
        code = text[at]
        if code == 10 or code == 13 or code == 11 or code == 12 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029:
            end = at
            if code == 13 and at + 1 < len(text) and text[at + 1] == 10:
                at += 1
            numbers.append(number_of_part(words, text, start, at + 1 if keeps_ends else end))
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


def picked(keys, values, key):
    """The value of a dict that is written out: of equal keys the last one has it."""
    for i in range(len(keys) - 1, -1, -1):
        if keys[i] == key:
            return values[i]
    raise _Refusal("a key that a dict does not have is named by Python")


def picked_or(keys, values, key, other):
    for i in range(len(keys) - 1, -1, -1):
        if keys[i] == key:
            return values[i]
    return other
