"""Dicts with texts as keys that a function writes out and asks for texts that it is given, or finds."""

import pytest
import unpython as up
from support.outcomes import outcome

NAMES = {"h": "hours", "m": "minutes"}


def item(w):
    m = {"a": "x", "b": "y"}
    return m[w]


def or_itself(w):
    m = {"a": "x", "b": "y"}
    return m.get(w, w)


def or_text(w):
    m = {"a": "x", "b": "y"}
    return m.get(w, "another")


def or_none(w):
    m = {"a": "x", "b": "yes"}
    return m.get(w)


def number_or_none(w):
    m = {"a": 1, "b": 2}
    return m.get(w.lower())


def truth(w):
    return {"yes": True, "no": False}.get(w.strip().lower())


def truth_or(w):
    return {"yes": True, "no": False}.get(w.strip().lower(), False)


def in_place(w):
    return {"h": "hours", "m": "minutes"}.get(w, w)


def in_place_or_none(w):
    return {"h": "hours", "m": "minutes"}.get(w)


def of_module(w):
    return NAMES.get(w, w), NAMES.get(w, "none")


def number_in_tuple(w):
    m = {"a": (1, "x"), "b": (2, "y")}
    return m[w][0]


def text_in_tuple(w):
    m = {"a": (1, "x"), "b": (2, "y")}
    return m[w][1]


def both(w):
    m = {"a": (1, "x"), "b": (2, "y")}
    n, t = m.get(w, (0, "none"))
    return t * n


def key_is_changed(w):
    m = {"a": "x"}
    m[w] = "y"
    w = w + "b"
    return m.get(w, w), m


def is_in(w):
    m = {"a": "x", "ab": "y"}
    if w in m:
        return m[w]
    return w.upper()


def each(w):
    m = {"a": "x", "ab": "yy"}
    return [m.get(c, c) for c in w], "".join(m.get(c.lower(), c) for c in w), [m.get(p, p) for p in w.split()]


def seconds(w):
    k, v = w.split("=")
    return int(v) * {"h": 3600, "m": 60}[k]


FUNCTIONS = [
    item, or_itself, or_text, or_none, number_or_none, truth, truth_or, in_place, in_place_or_none, of_module, number_in_tuple, text_in_tuple, both,
    key_is_changed, is_in, each, seconds,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_tables_are_asked_for_texts_as_python_does_it(function):
    compiled = up.jit(function, strict=True)
    for word in ["a", "b", "", "q", "ab", "B", " yes", "No ", "h", "a ab c", "h=3", "m=x", "x=3", "ä"]:
        assert outcome(compiled, word) == outcome(function, word), word
