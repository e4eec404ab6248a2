"""`match` of the tuples that a loop gives."""

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def places(points):
    out = []
    for p in points:
        match p:
            case (0, 0):
                out.append("origin")
            case (x, 0):
                out.append(f"x={x}")
            case (0, y):
                out.append(f"y={y}")
            case (x, y) if x == y:
                out.append("diag")
            case _:
                out.append("other")
    return out


def commands(cmds):
    x = 0
    log = []
    for c in cmds:
        match c:
            case ("add", n):
                x += n
            case ("mul", n) if n != 0:
                x *= n
            case ("mul" | "div", _):
                log.append("zero")
            case (name, n):
                log.append(f"{name}{n}")
    return x, log


def of_lengths(cmds):
    n = 0
    for c in cmds:
        match c:
            case (_, _, _):
                n += 1
            case [_]:
                n += 10
            case other:
                n += len(other)
    return n


def whole(cmds):
    out = []
    for c in cmds:
        match c:
            case ("go", _) as whole:
                out.append(whole)
            case _:
                pass
    return out


CASES = [
    (places, [(0, 0), (1, 0), (0, 2), (3, 3), (1, 2)]), (commands, [("add", 2), ("mul", 3), ("mul", 0), ("neg", 1)]), (of_lengths, [(1, 2), (3, 4)]),
    (whole, [("go", 2), ("no", 3)]),
]  # fmt: skip
OTHERS = [(places, []), (places, [(0.0, 0.0), (2.5, 0.0)]), (of_lengths, [[1, 2], [3]]), (of_lengths, [(1, 2), (3,)]), (of_lengths, ["ab", "c"])]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", OTHERS, ids=name_of)
def test_of_other_things(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
