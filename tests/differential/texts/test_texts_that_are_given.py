"""Tuples of texts as arguments and around a function, dicts that are written out and asked at once, comparisons of sets of texts, lists
with stars, and `:=` that a value computes first."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import name_of, outcome

STOP = ("the", "a")
KNOWN = frozenset(("cat", "dog"))


def without_stop_words(text, stop=("the", "a")):
    return [w for w in text.split() if w not in stop]


def without_fixed(text):
    return [w for w in text.split() if w not in STOP], [w for w in text.split() if w in KNOWN]


def as_set(text, stop):
    stop = set(stop)
    return [w for w in text.split() if w not in stop]


def by_place(n, names=("a", "bb")):
    return [names[i % 2] for i in range(n)]


def begins(text, with_what):
    return text.startswith(with_what) or "x" in text


def found(text, names):
    out = []
    for w in names:
        if w in text:
            out.append(w)
    return out


def counted(text, names):
    d = dict.fromkeys(names, 0)
    for w in text.split():
        if w in d:
            d[w] += 1
    return d


def listed(names):
    return len(names), ", ".join(names)


def given_back(text, names):
    return [w for w in text.split() if w in names], names


def with_unit(s):
    return float(s[:-1]) * {"k": 1e3, "m": 1e6}[s[-1]]


def with_some_unit(s):
    return int(s[:-1]) * {"k": 1000, "m": 1000000}.get(s[-1], 1)


def calculated(text):
    stack = []
    for tok in text.split():
        if tok in ("+", "-", "*", "/"):
            b, a = stack.pop(), stack.pop()
            stack.append({"+": a + b, "-": a - b, "*": a * b}[tok] if tok != "/" else a / b)
        else:
            stack.append(float(tok))
    return stack[0]


def complement(text):
    return "".join({"A": "T", "T": "A", "C": "G", "G": "C"}[c] for c in text)


def twice_one_key(text):
    return [{"one": 1, "two": 2, "one": 3}.get(w, 0) for w in text.split()]  # noqa: F601


def translated(text):
    return [{"one": "eins", "two": "zwei"}.get(w, w) for w in text.split()]


def moved(moves):
    x = y = 0
    for m in moves:
        dx, dy = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}[m]
        x += dx
        y += dy
    return x, y


def all_values_first(text, n):
    return {"a": 1 / n, "b": 2.5}[text]


def is_dna(seq):
    return set(seq) <= set("ACGT"), set(seq) < set("AC"), not set(seq).issubset("ACGT")


def how_sets_are(a, b):
    x, y = set(a.split()), set(b.split())
    return x <= y, x >= y, x < y, x > y, x == y


def first_letters(words, total):
    letters = sorted(set("".join(words) + total))
    firsts = {w[0] for w in [*words, total]}
    return letters, sorted(firsts)


def with_stars(words, more):
    return [*words, "end"], ["begin", *words, *more]


def shares(cm):
    out = []
    for i in range(len(cm)):
        p = cm[i, i] / s if (s := cm[:, i].sum()) else 0.0
        out.append(float(p))
    return out


def first_part(text):
    n = len(parts) if (parts := text.split()) else -1
    return n, (m := len(text)) * m


def first_or_none(text):
    return parts[0] if (parts := text.split()) else "none"


CASES = [
    *((without_stop_words, text, *stop) for text in ("the cat a dog", "", "a a") for stop in ((), ((),), (("cat",),), (("", "dog"),))),
    *((without_fixed, text) for text in ("the cat a dog", "")),
    *((as_set, "the cat a", stop) for stop in (("a",), ("cat", "the"))),
    *((by_place, n) for n in (0, 3)),
    (by_place, 3, ("x", "y")),
    *((begins, "bbc", names) for names in (("a", "bb"), ("c",))),
    *((found, "abc", names) for names in (("a", "x"), ("abc", ""), ())),
    (counted, "a b a", ("a", "c")),
    *((listed, names) for names in (("x", "yy"), ("x", "y"), ())),
    *((with_unit, text) for text in ("3k", "2.5m", "3x", "", "xk")),
    *((with_some_unit, text) for text in ("3k", "3x", "")),
    *((calculated, text) for text in ("3 4 + 2 *", "1 2 /", "1 0 /", "1 +", "")),
    *((complement, text) for text in ("ATCG", "", "AXC")),
    (twice_one_key, "one two three"),
    (translated, "one two three"),
    *((moved, text) for text in ("NNE", "", "NX")),
    *((all_values_first, "ab"[i % 2], n) for i, n in enumerate((2, 2, 0, 0))),
    *((is_dna, text) for text in ("ACX", "A", "AC", "")),
    *((how_sets_are, *texts) for texts in (("a b", "a"), ("a", "a b"), ("a", "b"), ("", ""), ("b a", "a b"))),
    *((first_letters, words, "money") for words in (["send", "more"], ["", "b"])),
    (first_letters, ["a", ""], "b"),
    *((with_stars, words, more) for words in (["a"], ["a", "bb"]) for more in (["x"], ["b", ""])),
    (shares, np.array([[1, 0], [2, 0]])),
    *((first_part, text) for text in ("a b", "")),
    *((first_or_none, text) for text in ("a b", "")),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_texts_that_are_given(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert outcome(compiled, given) == outcome(function, given)


def test_a_tuple_around_the_function_that_is_another_one_later():
    global STOP
    compiled = up.jit(strict=True)(without_fixed)
    assert compiled("a the b") == (["b"], [])
    before = STOP
    try:
        STOP = ("b",)
        assert compiled("a the b") == (["a", "the"], [])
    finally:
        STOP = before


def test_a_tuple_that_is_given_back_is_the_one_that_was_given():
    names = ("a", "b")
    assert up.jit(strict=False)(given_back)("a c", names)[1] is names
