"""Functions that call themselves with texts: what they give, print and raise is CPython's, on every path."""

import pytest
import unpython as up
from support.outcomes import check_levels, check_values, name_of


def is_palindrome(s):
    if len(s) <= 1:
        return True
    return s[0] == s[-1] and is_palindrome(s[1:-1])


def turned(s):
    if s == "":
        return ""
    return turned(s[1:]) + s[0]


def orders(s):
    if len(s) <= 1:
        return [s]
    found = []
    for i, c in enumerate(s):
        for rest in orders(s[:i] + s[i + 1 :]):
            found.append(c + rest)
    return found


def is_balanced(s, depth=0):
    if depth < 0:
        return False
    if not s:
        return depth == 0
    if s[0] == "(":
        return is_balanced(s[1:], depth + 1)
    return is_balanced(s[1:], depth - (s[0] == ")"))


def moves(n, a, b, c):
    if n == 1:
        print(f"1 from {a} to {c}")
        return
    moves(n - 1, a, c, b)
    print(f"{n} from {a} to {c}")
    moves(n - 1, b, a, c)


def in_base(n, base):
    digits = "0123456789ABCDEF"
    if n < base:
        return digits[n]
    return in_base(n // base, base) + digits[n % base]


def spelled(digits):
    letters = {"2": "abc", "3": "def"}
    if not digits:
        return [""]
    rest = spelled(digits[1:])
    return [c + r for c in letters[digits[0]] for r in rest]


def longest(words):
    if len(words) == 1:
        return words[0]
    rest = longest(words[1:])
    return words[0] if len(words[0]) >= len(rest) else rest


def without(table, n):
    """A table that is given, and is another one in each call."""
    table = ("a", "b")
    if n == 0:
        return ""
    return table[n % 2] + without(("z", "y"), n - 1)


def summed(s):
    if s.isdigit():
        return int(s)
    for op in "+-":
        if op in s:
            left, _, right = s.partition(op)
            a, b = summed(left), summed(right)
            return a + b if op == "+" else a - b
    raise ValueError(f"no number: {s!r}")


def first_x(s, i):
    return i if s[i] == "x" else first_x(s, i + 1)


CASES = [
    (is_palindrome, "abba"), (is_palindrome, "abc"), (is_palindrome, ""), (is_palindrome, "äbä"),
    (turned, "abc"), (turned, ""), (turned, "naïve"), (orders, "abc"), (orders, ""), (orders, "éaé"),
    (is_balanced, "(a(b))"), (is_balanced, ")("), (is_balanced, ""), (in_base, 255, 16), (in_base, 5, 2), (in_base, 0, 2),
    (spelled, "23"), (spelled, ""), (longest, ["a", "bcd", "xyz"]), (longest, ["é"]), (without, ("q", "r"), 3), (without, ("q", "r"), 0),
    (summed, "1+2-3"), (summed, "12"), (first_x, "abx", 0),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_functions_call_themselves_with_texts(case):
    function, *arguments = case
    check_levels(function, *arguments)


@pytest.mark.parametrize("case", [(summed, "12+-3"), (summed, ""), (first_x, "ab", 0), (spelled, "29"), (in_base, -1, 2), (orders, "ab")], ids=name_of)
def test_what_they_raise(case):
    check_values(case)


def test_what_is_printed_between_the_calls(capsys):
    up.jit(moves, strict=True)(3, "left", "mid", "é")
    got = capsys.readouterr().out
    moves(3, "left", "mid", "é")
    assert got == capsys.readouterr().out


def test_too_many_calls_inside_each_other():
    with pytest.raises(RecursionError):
        up.jit(turned, strict=True)("a" * 5000)
