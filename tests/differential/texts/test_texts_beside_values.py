"""Texts that are written out, returned beside any other value or None."""

import math

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def size_of_number(x):
    if x == 0:
        return "zero"
    if x < 0:
        return -x
    return x


def total(a):
    if a.size == 0:
        return "empty"
    return a.sum()


def scaled(a, n):
    if n < 0:
        return "neg"
    if n == 0:
        return None
    return a * n


def head(a, n):
    if n < 0:
        return "neg"
    if n > len(a):
        return "long"
    return a[:n], n


def root(x):
    if x > 0:
        return math.sqrt(x)
    elif x == 0:
        return "zero"


def inverse(x):
    return "n/a" if x == 0 else 1 / x


def length(words, n):
    if n >= len(words):
        return "none"
    return len(words[n])


def word(words, n):
    if n >= len(words):
        return "none"
    return words[n]


def doubled(xs):
    if not xs:
        return "empty"
    return [x * 2 for x in xs]


def counts(text):
    if not text:
        return "empty"
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    return counts


def digits(text):
    if not text.isdigit():
        return "bad"
    return int(text)


def inverted(m):
    try:
        x = np.linalg.inv(m)
    except np.linalg.LinAlgError:
        return "singular"
    return x


def place(xs, t):
    for i, x in enumerate(xs):
        if x == t:
            return i
    return "missing"


def chosen(x):
    return "big" if x > 5 else ("mid" if x > 2 else x)


def answers(x):
    if x > 3:
        return "a"
    if x > 2:
        return True
    return None


def entry(d, k):
    if k in d:
        return d[k]
    return "missing"


def lengths(words):
    if not words:
        return "nothing"
    return {w: len(w) for w in words}


def found(text):
    for i, c in enumerate(text):
        if c == "x":
            return i, "found"
    return "none"


def capitals(words):
    if len(words) > 2:
        return "many"
    return [w.upper() for w in words]


def appended(words, n):
    words.append("z")
    if n > 2:
        return "ok"
    return f"bad {n}"


def appended_number(xs, n):
    xs.append(n)
    if n > 2:
        return "ok"
    return f"bad {n}"


def both(text):
    if not text:
        return "empty"
    if text == "q":
        return None
    return len(text), text.upper()


def by_mode(a, mode):
    if mode == "m":
        return a.mean()
    if mode == "s":
        return a.std()
    return "unknown"


def converted(token):
    try:
        return int(token)
    except ValueError:
        pass
    try:
        return float(token)
    except ValueError:
        return token


def of_a_field(s):
    if s.isdigit():
        return int(s)
    if s in ("yes", "no"):
        return s == "yes"
    if s == "":
        return None
    return s.title()


def sum_or_text(s, a):
    if s == "m":
        return a.sum()
    return s + "!"


def sign(s, n):
    if n > 0:
        return n
    if n < -5:
        return "low"
    return s * 2


def third(s, n):
    if n > 3:
        return s.upper()
    if n > 1:
        return n / 3


def looked_up(words, d):
    for w in words:
        if w in d:
            return d[w]
        if w.startswith("x"):
            return w
    return 0


def large(s, n):
    if n:
        return 10 ** 15 * n
    return s.lower()


def many(words):
    if len(words) < 3:
        return [w.upper() for w in words]
    return "many"


def in_one_of_two(s):
    if s != "q":
        return s.upper()
    return "none" if s == "z" else 3


def asked(cells):
    res = []
    for c in cells:
        if c == "":
            res.append(None)
        elif c.isdigit():
            res.append(int(c))
        elif c == "t":
            res.append(True)
        elif "." in c:
            res.append(float(c))
        else:
            res.append(c.title())
    kinds = [isinstance(r, (int, float)) for r in res]
    texts, whole = len([r for r in res if isinstance(r, str)]), sum(1 for r in res if isinstance(r, int))
    return res, sum(1 for r in res if r is None), texts, whole, kinds, [r for r in res if r is not None]


def in_a_dict(cells):
    d = {}
    for i, c in enumerate(cells):
        d["k%d" % i] = int(c) if c.isdigit() else c
    out = []
    for k, v in d.items():
        if isinstance(v, bool):
            out.append("bool " + k)
        elif isinstance(v, int):
            out.append("int " + k)
        elif v == "x":
            out.append("x " + k)
        elif isinstance(v, float):
            out.append("never")
        else:
            out.append(k)
    return out, d


def first_and_last(cells):
    v = []
    for c in cells:
        v.append(int(c) if c.isdigit() else c)
    return v[0] is None, isinstance(v[0], (str, list)), isinstance(v[-1], int)


def brackets(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for i, ch in enumerate(text):
        if ch in "([{":
            stack.append((ch, i))
        elif ch in pairs:
            if not stack or stack[-1][0] != pairs[ch]:
                return i, "mismatch"
            stack.pop()
    return (stack[-1][1], "unclosed") if stack else (-1, "ok")


A, EMPTY = np.arange(3), np.zeros(0)
CASES = [
    (size_of_number, [(0,), (-3,), (2.5,), (-0.0,), (np.int8(4),)]), (total, [(A,), (EMPTY,)]), (scaled, [(A, -1), (A, 0), (A, 2)]),
    (head, [(A, -1), (A, 9), (A, 2)]), (root, [(4,), (0,), (-1,)]), (inverse, [(0,), (4,)]), (length, [(["a", "bb"], 1), (["a"], 5)]),
    (word, [(["a", "bb"], 1), (["a"], 5)]), (doubled, [([],), ([1],), ([1.5],)]), (counts, [("",), ("aab",)]), (digits, [("12",), ("q",)]),
    (inverted, [(np.eye(2),), (np.ones((2, 2)),)]), (place, [([1, 2], 2), ([1, 2], 7)]), (chosen, [(9,), (3,), (1,), (1.5,)]),
    (answers, [(4,), (3,), (0,)]), (entry, [({1: 2}, 1), ({1: 2}, 3), ({"a": 2.5}, "a"), ({"a": 2.5}, "b")]), (lengths, [([],), (["a"],)]),
    (found, [("axb",), ("",)]), (capitals, [(["a"],), (["a"] * 4,)]), (appended, [(["a"], 3), (["a"], 1)]),
    (appended_number, [([1], 3), ([1], 1)]), (both, [("",), ("q",), ("ab",)]), (by_mode, [(A, "m"), (A, "s"), (A, "x")]),
    (converted, [("12",), ("1.5",), ("abc",), ("1e400",), ("nan",), ("-7",), (" 8 ",), ("",)]), (of_a_field, [("12",), ("yes",), ("",), ("abc",)]),
    (sign, [("a", 1), ("a", -9), ("a", 0), ("a", 2.5), ("a", -1.5), ("a", True)]), (third, [("a", 5), ("a", 2), ("a", 0)]),
    (looked_up, [(["q", "b"], {"a": 1, "b": 2}), (["xa"], {"a": 1}), (["q"], {"a": 1}), (["q", "b"], {"b": 2.5})]),
    (large, [("A", 0), ("A", 3)]), (asked, [(["", "3", "t", "1.5", "abc", "False", "None"],), (["a"],)]), (in_a_dict, [(["1", "x", "y", "00"],), (["q"],)]),
    (first_and_last, [(["1", "a"],), (["a", "1"],), (["None"],)]), (brackets, [("([]{})",), ("([)]",), ("((",), ("",)]), (many, [(["a"],), (["a"] * 4,)]), (in_one_of_two, [("q",), ("a",)]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_beside_values(case):
    function, given = case
    compiled = up.jit(strict=True)(function)
    for arguments in given:
        assert outcome(compiled, list(arguments)) == outcome(function, list(arguments))


@pytest.mark.filterwarnings("ignore")
def test_left_to_python():
    for arguments in (["m", A], ["x", A]):  # a number of NumPy, and a text
        assert outcome(up.jit(strict=False)(sum_or_text), arguments) == outcome(sum_or_text, arguments)
