"""split() and rsplit() of texts into at most so many parts, at spaces and at separators."""

import pytest
import unpython as up
from support.outcomes import outcome


def at_spaces(text, n):
    return text.split(None, n), text.rsplit(None, n)


def at_commas(text, n):
    return text.split(",", n), text.rsplit(",", n), text.rsplit(",")


def by_names(text):
    return text.split(sep=","), text.split(maxsplit=1), text.rsplit(maxsplit=1), text.split(sep=None, maxsplit=2), text.rsplit(",", maxsplit=1)


def by_separator(text, separator):
    return text.rsplit(separator, 1), text.rsplit(separator)


def levels(log):
    found, slow = {}, []
    for line in log.splitlines():
        parts = line.split(None, 2)
        if len(parts) < 3:
            continue
        stamp, level, message = parts
        found[level] = found.get(level, 0) + 1
        if message.endswith("ms") and int(message.split()[-1][:-2]) > 100:
            slow.append(stamp)
    return found, slow


def lists_by_letter(lines):
    found = {}
    for line in lines:
        found[line[0]] = line.split(None, 1)
    found["x"] = lines[0].rsplit(None, 1)
    found["x"].append("y")
    return found


def first_number(text):
    try:
        a, b = text.split(None, 1)
        return int(a)
    except ValueError:
        return -1


def last_number(text):
    try:
        return int(text.rsplit(None, 1)[1])
    except IndexError:
        return -2


SPACED = ["", " ", "a", "  a b  c ", "a b c d", "\ta\nb\x0bc ", "a\u00a0b"]
CALLS = [
    *((at_spaces, text, n) for text in SPACED for n in (-1, 0, 1, 2)), *((at_commas, text, n) for text in ("", ",", ",,a,,", "a,b,c") for n in (-1, 0, 1, 2)),
    (by_names, "a,b c d"), (by_names, ""), *((by_separator, text, s) for text in ("aaa", "aaab", "b") for s in ("aa", "b", "")),
    (levels, "10:00 INFO started\n10:01 WARN query took 250ms\nbad\n10:02 INFO query took 20ms\n"), (levels, ""), (lists_by_letter, ["a b c", "c d"]),
    *((f, text) for f in (first_number, last_number) for text in ("1 2", "a 2", "1")),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_splits(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)
