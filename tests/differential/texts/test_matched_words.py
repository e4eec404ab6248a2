"""`match` of the words of a text against sequences of texts and names."""

import pytest
import unpython as up
from support.texts import left_by

COURSES = ["", "forward 5\ndown 5\nforward 8\nup 3\n\ndown 8", "up 1\nsay a b c\nx y end\nwhat\nforward 2", "a b c end\nforward 9"]


def course(text):
    x = depth = 0
    for line in text.split("\n"):
        match line.split():
            case ["forward", n]:
                x += int(n)
            case ["down", n]:
                depth += int(n)
            case ["up", n]:
                depth -= int(n)
            case ["say", *rest]:
                x += len(rest) * 100
            case [*_, "end"]:
                break
            case []:
                depth += 1000
            case _:
                x -= 1
    return x, depth


def parts(line):
    match line.split(","):
        case [a, b]:
            return a + b
        case ["x", ("north" | "south") as way, *more]:
            return way + more[-1]
        case [one] if one.isdigit():
            return one * 2
    return "?"


def named(line):
    words = line.split()
    match words:
        case ["turn", way]:
            return way
        case ["go", way, n]:
            return way * int(n)
    return str(len(words))


def of_no_sequence(line):
    match line.split():
        case [["a", _], _]:
            return 1
        case [x, "b"]:
            return len(x)
    return 0


def one_of_some(line):
    match line.split():
        case ["go", ("north" | "south") as way]:
            return f"going {way}"
        case ["take", item] if item != "sword":
            return "took " + item
        case ["quit" | "exit"]:
            return "bye"
        case [verb, *rest]:
            return f"{verb}? {len(rest)}"
        case []:
            return "nothing"


def of_two(a, n):
    match a, n:
        case "x", 1:
            return 1
        case "y" | "z", k if k > 3:
            return k
        case ("q", 2) | ("r", 3):
            return 7
        case w, 9:
            return len(w)
    return 0


def of_two_texts(a, b):
    match a + "!", b[0]:
        case "x!", c:
            return c
        case pair:
            return pair[0]


def with_a_second_name(state, event):
    e = event
    return "running" if state == "idle" and (e == "start" or e == "resume") else state


PAIRS = [
    *((of_two, pair) for pair in (("x", 1), ("y", 5), ("z", 2), ("q", 2), ("r", 3), ("hello", 9), ("", 0))),
    *((of_two_texts, pair) for pair in (("x", "yy"), ("a", "é"), ("x", ""))),
    *((with_a_second_name, pair) for pair in (("idle", "start"), ("idle", "x"))),
]  # fmt: skip


@pytest.mark.parametrize(("function", "pair"), PAIRS, ids=lambda v: getattr(v, "__name__", ""))
def test_pairs(function, pair):
    found, expected = (left_by(run, [*pair]) for run in (up.jit(strict=True)(function), function))
    assert repr(found.result) == repr(expected.result) and repr(found.error) == repr(expected.error)


def asked_of_a_name(word):
    match word:
        case "yes" | "y":
            return 1
        case w if w.startswith("may"):
            return 2
        case _:
            return -1


CALLS = [
    *((one_of_some, t) for t in ("go north", "take lamp", "take sword", "exit", "", "go up")), *((asked_of_a_name, t) for t in ("y", "maybe", "", "é")),
    *((course, t) for t in COURSES), *((parts, t) for t in ("p,q", "x,north,c,d", "12", "z", "", "x,west,a")),
    *((named, t) for t in ("turn left", "go up 3", "go up x", "", "turn")), *((of_no_sequence, t) for t in ("ab cd", "abc b", "")),
]  # fmt: skip


@pytest.mark.parametrize(("function", "text"), CALLS, ids=lambda v: getattr(v, "__name__", ""))
def test_words(function, text):
    found, expected = (left_by(run, [text]) for run in (up.jit(strict=True)(function), function))
    assert repr(found.result) == repr(expected.result) and repr(found.error) == repr(expected.error)
