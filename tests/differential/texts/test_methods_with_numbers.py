"""Methods of texts that take a place, a width or how many, and tables of str.maketrans(): what they give and raise is CPython's."""

import string

import pytest
from support.outcomes import check_levels, check_values, name_of


def tabs(s, n):
    return s.expandtabs(), s.expandtabs(n), s.expandtabs(tabsize=4), len(s.expandtabs(3).ljust(12, "."))


def at_a_place(s, part, i):
    return s.startswith(part, i), s.find(part, i)


def found_from(s, part, i):
    return s.index(part, i)


def some_replaced(s, old, new, n):
    return s.replace(old, new, n)


def turned(s):
    small = string.ascii_lowercase
    table = str.maketrans(small + small.upper(), small[13:] + small[:13] + small[13:].upper() + small[:13].upper())
    return s.translate(table)


def caesar(lines, k):
    letters = "abcdefghij"
    table = str.maketrans(letters, letters[k:] + letters[:k])
    return [line.translate(table) for line in lines]


def by_a_grown_text(s, a, b):
    table = str.maketrans(a, b, "x")
    a += "q"
    return s.translate(table) + a


def said_before(s, a, b):
    table = str.maketrans(a, b)
    return "made" if s else s.translate(table)


def in_some_branch(s, is_large):
    if is_large:
        table = str.maketrans("abc", "ABC")
    return s.translate(table)


def with_ends(s):
    return [line for line in s.splitlines(keepends=True)], s.splitlines(True), s.splitlines(False)


def folded(words):
    return sorted(words, key=str.casefold), [w.casefold() for w in words], words[0].isdecimal() or words[0].isnumeric()


CASES = [
    (tabs, "a\tb\n\tc\r\td", 4), (tabs, "", 3), (tabs, "\t\té\t", 0), (tabs, "ab\tc", -2),
    (at_a_place, "hello", "l", 2), (at_a_place, "hello", "l", -2), (at_a_place, "hello", "", 5), (at_a_place, "hello", "", 6), (at_a_place, "éé", "é", 1),
    (found_from, "hello", "l", 3), (found_from, "hello", "l", -2),
    (some_replaced, "aaa", "a", "b", 2), (some_replaced, "abc", "", "-", 2), (some_replaced, "abc", "", "-", 9), (some_replaced, "aaa", "aa", "x", 5),
    (some_replaced, "aaa", "a", "b", -1), (some_replaced, "", "", "x", 1), (some_replaced, "ééa", "é", "", 1), (some_replaced, "a", "a", "b", 0),
    (turned, "Hello, Wörld"), (turned, ""), (caesar, ["abc", "jé"], 3), (caesar, ["z"], -1), (by_a_grown_text, "abcxq", "ab", "cd"),
    (by_a_grown_text, "aab", "aa", "xy"), (said_before, "s", "ab", "cd"), (in_some_branch, "abc", True),
    (with_ends, "a\nb\r\n\nc\r"), (with_ends, ""), (with_ends, "x\u2028y\x85"), (folded, ["b", "A", "a"]), (folded, ["12", "9"]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_what_they_give(case):
    function, *arguments = case
    check_levels(function, *arguments)


RAISE = [(found_from, "hello", "z", 0), (said_before, "s", "ab", "c"), (in_some_branch, "abc", False), (folded, ["ß", "٣"]), (folded, []), (tabs, "\t", 1)]


@pytest.mark.parametrize("case", RAISE, ids=name_of)
def test_what_they_raise(case):
    check_values(case)
