"""Tuples that a call gives, with texts and numbers in them: read by their parts, shown, and matched."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def described(cmd):
    match cmd:
        case ("move", x, y):
            return f"moving to {x:.1f},{y:.1f}"
        case ("scale", k) if k > 0:
            return f"scaling by {k}"
        case ("stop",):
            return "stopped"
        case _:
            return "unknown: " + str(cmd)


def of_several_lengths(cmd):
    match cmd:
        case ("a" | "b", n) if n > 2:
            return n * 2
        case ("a", n):
            return n
        case ("a", n, m) | ("b", m, n):
            return n - m
        case []:
            return 0
    return -1


def with_a_name_for_all(cmd):
    match cmd:
        case ("a", x) as whole:
            return whole[1] + x
        case other:
            return len(other)


def in_a_loop(cmd, count):
    total = 0
    for _ in range(count):
        match cmd:
            case ("inc", k):
                total += k
            case ("dec", k):
                total -= k
            case "inc" | None:
                total += 1000
            case _:
                total += 100
    return total


def given_anew(cmd):
    match cmd:
        case ("go", n):
            n += 1
            return f"{n}"
        case ("go", n, m):
            return f"{n}{m}"
    return "x"


def place(point):
    match point:
        case (0, 0):
            return "origin"
        case (0, y):
            return f"y={y}"
        case (x, 0):
            return f"x={x}"
        case (x, y):
            return f"{x},{y}"


def shown(t):
    return f"<{t}|{t!r}>" + str(t)


def formatted(t):
    return "%s has %d" % t + " {} {:.2f}".format(*t)


def apart(t):
    name, n = t
    return name.upper() + str(n), t[0] + t[-2]


def among_others(t):
    return [f"{t[0]}{i}" for i in range(t[1])], t[0] == "a"


COMMANDS = [("move", 1, 2.25), ("scale", -1), ("scale", 2), ("stop",), ("x", 1.5, True), ("",), ("it's",), ("\n",), (1,), ("é", 1)]
SHOWN = [("a", 1), ("a",), (1, 2.5), (1.0,), (True, "x"), ("a\"'", 2)]


def names_in_one_way(t):
    match t:
        case (a, 0) | (0, a):
            return a
    return -1


CALLS = [
    *((names_in_one_way, t) for t in ((1, 0), (0, 2), (3, 3), (0, 0), (1,))),
    *((described, t) for t in COMMANDS), *((shown, t) for t in SHOWN), *((f, ("ab", 3)) for f in (formatted, apart, among_others)),
    *((of_several_lengths, t) for t in (("a", 3), ("b", 1), ("a", 2), ("a", 1, 2), ("b", 1, 2), ("c", 1, 2), ("a", 2.5), (2, 3))),
    *((with_a_name_for_all, t) for t in (("a", 3), ("b", 1, 2))), *((in_a_loop, t, 3) for t in (("inc", 2), ("dec", 2.5), ("no",))),
    *((given_anew, t) for t in (("go", 1), ("go", 1, 2), ("no",))), *((place, t) for t in ((0, 0), (0, 2), (3, 0), (0.5, 2), (True, False))),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_parts(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


def whole(cmd):
    match cmd:
        case ("a", _):
            return cmd
        case other:
            return other


@pytest.mark.parametrize("given", [("a", 1), ("b", 1), ("a", np.float64(1.5)), ["a", 1], "a", 3])
def test_the_tuple_itself(given):
    assert up.jit(strict=False)(whole)(given) is given
    assert repr(up.jit(strict=False)(shown)(given)) == repr(shown(given))
