"""`match` of the parts of a text: a comprehension of them, a name for all of them, in a `try`."""

import pytest
import unpython as up
from support.outcomes import outcome


def degrees(text):
    match [p.strip() for p in text.split(":")]:
        case [""]:
            raise ValueError("empty")
        case [d]:
            return float(d)
        case [d, m]:
            return int(d) + float(m) / 60
        case _:
            raise ValueError(f"too many parts in {text!r}")


def summed(lines):
    s = 0
    for line in lines:
        match line.split(","):
            case ["add", n]:
                s += int(n)
            case ["sub", n] if n.isdigit():
                s -= int(n)
            case [_, "x"] | ["x", _]:
                s += 100
            case other:
                s += 1000 * len(other)
    return s


def counted(lines):
    t = 0
    bad = []
    for line in lines:
        try:
            match line.split():
                case ["add", n]:
                    t += int(n)
                case ["clear"]:
                    t = 0
                case _:
                    raise KeyError(line)
        except ValueError as e:
            bad.append(str(e))
        except KeyError as e:
            bad.append("unknown " + str(e))
    return t, bad


def ending(text):
    parts = text.rsplit(".", 1)
    match parts:
        case [name, ext]:
            return name, ext.lower()
        case [name]:
            return name, ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "calls"),
    [
        (degrees, ["1:30", "7", "", "1:2:3"]),
        (summed, [["add,3", "sub,x", "sub,1", "q,x", "a,b,c"], []]),
        (counted, [["add 3", "add x", "clear", "foo", "add 2"]]),
        (ending, ["a.b.TXT", "a"]),
    ],
)
def test_as_in_python(function, calls):
    compiled = up.jit(function, strict=True)
    for given in calls:
        assert outcome(compiled, (given,)) == outcome(function, (given,))
