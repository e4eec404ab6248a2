"""Attributes that a text names, entries of dicts that are written out, and `match` against texts: CPython's results, in machine code."""

import math

import numpy as np
import pytest
import unpython as up


class Body:
    def __init__(self, x, y):
        self.x, self.y = x, y


def named_function(x):
    return getattr(np, "sin")(x) + getattr(math, "pi")


def named_attribute(x):
    return getattr(x, "real"), getattr(x, "imag")


def stored_attribute(v):
    body = Body(v, 2.0)
    setattr(body, "x", body.y + 1)
    return body.x


def entries(k):
    return {1: 10, 2: -20}.get(k, -1)


def entries_of_texts(words):
    return [{"a": 1, "b": 2}.get(w, 0) for w in words]


def with_prefix(v):
    exponent = int(math.floor(v))
    prefix = {0: "", -3: "m", 3: "k"}.get(exponent, "?")
    return f"{v:.2f} {prefix}V"


def two_equal_keys(k):
    return {1: 10, 1.0: 20, True: 30}.get(k, -1)


def brackets(text):
    n = 0
    for c in text:
        match c:
            case "(" | "[":
                n += 1
            case ")":
                n -= 1
            case _:
                n += 100
    return n


def commands(words):
    out = []
    for w in words:
        match w.lower():
            case "go":
                out.append(1)
            case "stop" if len(out) > 1:
                out.append(2)
            case other:
                out.append(len(other))
    return out


def mode_of(x, mode):
    match mode:
        case "double":
            return x * 2
        case "half":
            return x / 2
    return x * 1.0


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(named_function, (0.5,)), (named_attribute, (2 - 3j,)), (stored_attribute, (1.0,)), (entries, (1,)), (entries, (2,)), (entries, (7,)),
     (entries, (2.0,)), (entries_of_texts, (["b", "", "a", "ab"],)), (with_prefix, (-2.5,)), (with_prefix, (0.25,)), (with_prefix, (9.0,)),
     (two_equal_keys, (1,)), (brackets, ("([)x",)), (brackets, ("",)), (commands, (["Stop", "go", "STOP", "abc"],)), (mode_of, (3.0, "half")),
     (mode_of, (3.0, "double")), (mode_of, (3.0, ""))],
    ids=lambda v: getattr(v, "__name__", ""),
)  # fmt: skip
def test_results(function, arguments):
    assert repr(up.jit(strict=function is not two_equal_keys)(function)(*arguments)) == repr(function(*arguments))
