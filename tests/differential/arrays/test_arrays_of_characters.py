"""Arrays of characters: grids of texts, shades of numbers, masks that are drawn."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

MAP = "#..\n..#\n#.S"
LEVELS = np.arange(12).reshape(3, 4)


def counted(lines):
    g = np.array([list(line) for line in lines])
    return int((g == "#").sum()), g.shape


def start(text):
    g = np.array([list(line) for line in text.split()])
    r, c = np.argwhere(g == "S")[0]
    g[r, c] = "."
    return int(r), int(c), ["".join(row) for row in g]


def drawn(h, w):
    g = np.full((h, w), " ", dtype="<U1")
    for k in range(min(h, w)):
        g[k, k] = "*" if k % 2 else "o"
    return "\n".join("".join(row) for row in g)


def shades(levels):
    chars = np.array(list(" .:#"))
    out = []
    for row in chars[levels % 4]:
        out.append("".join(row))
    return out


def of_mask(m):
    return ["".join(row) for row in np.where(m > 4, "#", ".")]


def mapped(m):
    picture = np.where(m > 4, "#", ".")
    return "\n".join(map("".join, picture))


def whole(levels):
    chars = np.array(["a", "b", "c"])
    picture = chars[levels % 3]
    return picture, picture.T.tolist()


def turned(text):
    g = np.array([list(line) for line in text.splitlines()])
    return ["".join(row) for row in np.rot90(g)], ["".join(row) for row in g[::-1, 1:]]


def neighbours(text):
    g = np.pad(np.array([list(line) for line in text.splitlines()]), 1, constant_values=".")
    total = 0
    for i in range(1, g.shape[0] - 1):
        for j in range(1, g.shape[1] - 1):
            if g[i, j] in "#S" and g[i, j + 1] != "#":
                total += 1
    return total


def letters(text):
    g = np.array([list(line) for line in text.splitlines()])
    found = []
    for i, row in enumerate(g):
        for c in row:
            if c.isalpha():
                found.append(f"{i}{c}")
    return found


def one(text):
    g = np.array([list(line) for line in text.splitlines()])
    return g[0, 0], g[1]


def longer(m):
    picture = np.where(m > 4, "on", "off")
    return picture, picture == "x"


CASES = [
    (counted, [(MAP.split(),), (["ab"],), ([],), (["ab", "c"],), (["a\0"],), ([""],)]),
    (start, [(MAP,), ("S",), ("..",)]),
    (drawn, [(3, 4), (0, 2), (2, 0)]),
    (shades, [(LEVELS,), (LEVELS[:0],), (np.arange(3),)]),
    (of_mask, [(LEVELS,), (LEVELS.T,), (np.arange(6),), (LEVELS[:, :1],)]),
    (mapped, [(LEVELS,), (np.arange(6),)]),
    (whole, [(LEVELS,), (np.arange(6),), (LEVELS[:, :0],)]),
    (turned, [(MAP,), ("ab",), ("",)]),
    (neighbours, [(MAP,), ("##",), ("#S\n##",)]),
    (letters, [(MAP,), ("ab\nä1",)]),
    (one, [(MAP,), ("ab\ncd",), ("ab",)]),
    (longer, [(LEVELS,)]),
]


@pytest.mark.parametrize(("function", "calls"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_arrays_of_characters(function, calls):
    compiled = up.jit(function, strict=False)
    for arguments in calls:
        assert outcome(compiled, arguments) == outcome(function, arguments), arguments


@pytest.mark.parametrize("function", [counted, start, drawn, shades, of_mask, mapped, whole, turned, neighbours, letters])
def test_they_are_compiled(function):
    arguments = next(calls for f, calls in CASES if f is function)[0]
    assert outcome(up.jit(function, strict=True), arguments) == outcome(function, arguments)


def joined(row):
    return "".join(np.where(row, "#", "."))


@pytest.mark.parametrize("row", [np.array([[True], [False]]), np.array([True, False]), np.array(True)])
def test_a_text_of_rows(row):
    assert outcome(up.jit(joined, strict=False), (row,)) == outcome(joined, (row,))
