"""Fields that are OrderedDicts: a class of which a function makes one object is compiled as one with a dict, keys move as in CPython, and
what shows that it is another type stays with Python."""

from collections import OrderedDict

import pytest
from support.outcomes import check_machine_code, check_values, name_of


class Cache:
    def __init__(self, most):
        self.most = most
        self.data = OrderedDict()

    def get(self, k):
        if k not in self.data:
            return -1
        self.data.move_to_end(k)
        return self.data[k]

    def put(self, k, v):
        if k in self.data:
            self.data.move_to_end(k)
        self.data[k] = v
        if len(self.data) > self.most:
            self.data.popitem(last=False)


class Words:
    def __init__(self):
        self.seen = OrderedDict()

    def note(self, word):
        self.seen[word] = self.seen.get(word, 0) + 1


def hits(n, most):
    cache = Cache(most)
    found = 0
    for i in range(n):
        if cache.get(i * 7 % 5) != -1:
            found += 1
        cache.put(i * 3 % 5, i)
    return found, list(cache.data.keys()), list(cache.data.values())


def counted(text):
    words = Words()
    for w in text.split():
        words.note(w)
    return [(w, n) for w, n in words.seen.items()]


def returned(n):
    words = Words()
    for i in range(n):
        words.note(i % 3)
    return words.seen


def moved_to_the_front(n):
    cache = Cache(n)
    for i in range(n):
        cache.put(i, i)
    cache.data.move_to_end(2, last=False)
    return list(cache.data)


def not_there(n):
    cache = Cache(n)
    cache.data.move_to_end(n)
    return cache.most


def empty(n):
    cache = Cache(n)
    cache.data.popitem(last=False)
    return cache.most


def compared(n):
    cache = Cache(n)
    cache.put(1, 2)
    cache.put(0, 3)
    return cache.data == OrderedDict([(0, 3), (1, 2)])


@pytest.mark.parametrize("case", [(hits, 30, 3), (hits, 0, 3), (counted, "b a b c a")], ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [(returned, 7), (moved_to_the_front, 4), (not_there, 3), (empty, 3), (compared, 3)], ids=name_of)
def test_values(case):
    check_values(case)
