"""Lists of numbers and of objects that are put in order by texts: by fields, by items of dicts and lists, by what is asked of a text.
Functions of texts that are no keys stay with Python."""

from dataclasses import dataclass

import pytest
from support.outcomes import check_machine_code, check_values, name_of


@dataclass
class Item:
    name: str
    price: float
    count: int = 1


def by_field(rows):
    cart = [Item(n, p, q) for n, p, q in rows]
    return [c.name for c in sorted(cart, key=lambda i: i.name)]


def in_place(rows):
    cart = [Item(n, p, q) for n, p, q in rows]
    cart.sort(key=lambda i: i.name, reverse=True)
    return [c.count for c in cart]


def by_two_fields(rows):
    cart = [Item(n, p, q) for n, p, q in rows]
    cart.sort(key=lambda i: (-i.count, i.name))
    return [c.name for c in cart]


def by_two_numbers(rows):
    cart = [Item(n, p, q) for n, p, q in rows]
    cart.sort(key=lambda i: (i.price, -i.count))
    return [c.name for c in cart]


def extremes(rows):
    cart = [Item(n, p, q) for n, p, q in rows]
    return min(cart, key=lambda i: i.name).count, max(cart, key=lambda i: (i.name, i.count)).price


def numbers_by_item(words):
    return sorted(range(len(words)), key=lambda i: words[i]), max(range(len(words)), key=lambda i: (len(words[i]), words[i]))


def numbers_by_dict(words, numbers):
    d = {}
    for n, w in zip(numbers, words):
        d[n] = w
    return sorted(numbers, key=lambda n: d[n]), sorted(d, key=lambda n: d[n], reverse=True)


def by_comparison(words):
    return sorted(range(len(words)), key=lambda i: words[i] == "b")


def by_new_texts(words):
    backwards = sorted(words, key=lambda w: w[::-1])
    return backwards, sorted(words, key=str.lower), max(words, key=lambda w: (w[1:], w)), min(words, key=lambda w: w + "a")


def by_new_texts_of_numbers(words):
    numbers = list(range(len(words)))
    return sorted(numbers, key=lambda i: words[i].lower()), sorted(numbers, key=lambda i: words[i][::-1], reverse=True)


ROWS = [("pen", 1.5, 10), ("book", 12.0, 2), ("bag", 30.0, 2), ("pen", 1.5, 11)]
WORDS = ["pen", "b", "apple", "c"]
CASES = [
    (by_field, ROWS), (in_place, ROWS), (by_two_fields, ROWS), (by_two_numbers, ROWS), (extremes, ROWS), (numbers_by_item, WORDS),
    (numbers_by_dict, WORDS, [4, 2, 3, 1]), (by_comparison, WORDS),
    (by_new_texts, ["zeta", "b", "Beta", "alpha", "pp", "b"]), (by_new_texts, WORDS), (by_new_texts_of_numbers, ["zeta", "b", "Beta", "alpha", "pp"]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


def named_function(words):
    is_b = lambda i: words[i] == "b"  # noqa: E731
    return [is_b(i) for i in range(len(words))], len(words[0])


def list_in_place(words):
    order = list(range(len(words)))
    order.sort(key=lambda i: words[i], reverse=True)
    return order


@pytest.mark.parametrize("case", [*CASES, (named_function, WORDS), (list_in_place, WORDS)], ids=name_of)
def test_values(case):
    check_values(case)
