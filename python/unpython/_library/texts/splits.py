"""Texts taken apart from the right, into at most so many parts: numbers of texts, as words.py has them."""

from unpython._library.texts.code_points import check_count, is_space, stands_at
from unpython._library.texts.words import number_of_part


def split_words_behind(words, text, most):
    """text.rsplit(None, most)"""
    check_count(most)
    limit = most | 0
    numbers = [0][1:]
    end = len(text)
    while end > 0:
        while end > 0 and is_space(text[end - 1]):
            end -= 1
        start = end
        if limit >= 0 and len(numbers) >= limit:
            start = 0
        while start > 0 and not is_space(text[start - 1]):
            start -= 1
        if end > start:
            numbers.append(number_of_part(words, text, start, end))
        end = start
    return numbers[::-1]


def split_behind(words, text, separator, most):
    """text.rsplit(separator, most)"""
    check_count(most)
    limit = most | 0
    if len(separator) == 0:
        raise ValueError("empty separator")
    numbers = [0][1:]
    end = len(text)
    at = end - len(separator)
    while at >= 0 and (limit < 0 or len(numbers) < limit):
        if stands_at(text, separator, at):
            numbers.append(number_of_part(words, text, at + len(separator), end))
            end = at
            at -= len(separator)
        else:
            at -= 1
    numbers.append(number_of_part(words, text, 0, end))
    return numbers[::-1]
