"""Code that a program has several times, but for names, is compiled once: each place has its own variables, lists, arguments, errors
and lines."""

import re
import traceback

import numpy as np
import pytest
import unpython as up
from support.outcomes import check_machine_code
from support.texts import function_of

TIMES = 27
# Each stands TIMES times in a program, for an argument of its own.
LONGER = """
    x# = []
    for v# in a#:
        if v# > 2:
            x#.append(v#)
            x#.append(v# * 2)
            while len(x#) % 3:
                x#.append(v# + len(x#))
        else:
            x#.append(-v#)
            for k# in range(v#):
                x#.append(k#)
"""
BEST = """
    best#, at# = -1.0, -1
    for i# in range(a#.shape[0]):
        for j# in range(a#.shape[1]):
            if a#[i#, j#] > best#:
                best# = a#[i#, j#]
                at# = i# * 100 + j#
            else:
                best# = best# + 1e-9
                a#[i#, j#] = best# * 0.5
                if at# % 2:
                    a#[i#, j#] += at# * 0.25
                    at# += 2
                elif a#[i#, 0] < 0:
                    a#[i#, 0] = -a#[i#, j#]
"""
COMPLEX = """
    x#, n# = 0j, 0
    for v# in a#:
        x# = x# * v# + 1j
        while abs(x#) > 4:
            x# = x# / 2
            n# += 1
            for k# in range(3):
                x# = x# - k# * 1e-3j
                n# += k#
                if n# % 3 == 1:
                    x# = x# * 0.5
                elif x#.real < 0:
                    n# += 1
"""
SHARED = """
    x# = 0.0
    for i# in prange(a#.shape[0]):
        t# = 0.0
        for j# in range(a#.shape[1]):
            if a#[i#, j#] > t#:
                t# = t# * 0.5 + a#[i#, j#]
            elif j# % 3 == 1:
                t# = t# - 0.25
            else:
                a#[i#, j#] = t# + i#
        x# += t#
"""
PICKED = """
    x# = 0
    for p# in a#:
        for k# in range(3):
            if p# > k#:
                x# += table[p# + k#]
            x# += 10 // table[p#]
"""


def program(block, result, parameters=""):
    """Half of the places give back what the others do not."""
    lines = "".join(block.replace("#", str(i)) for i in range(TIMES))
    names = ", ".join(f"a{i}" for i in range(TIMES))
    results = ", ".join(result.replace("#", str(i)) for i in range(0, TIMES, 2))
    return function_of(f"def f({parameters}{names}):\n{lines}    return {results}\n")


ROWS = np.sin(np.arange(1080.0)).reshape(30, 36)
VIEWS = [ROWS, ROWS[::-1, ::2], -ROWS[::2], ROWS[:, ::-1], ROWS[:0], ROWS[1:20, 1:20], ROWS[1:, 3:], ROWS[::3, ::2], ROWS[:15]] * 3


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (program(LONGER, "x#"), [[3 * i, 1, 2, 9, 0][: i + 1] for i in range(TIMES)]),
        (program(LONGER, "len(x#)"), [list(range(i * i)) for i in range(TIMES)]),
        (program(BEST, "at#"), [view.copy() for view in VIEWS]),
        (program(BEST, "best#"), [np.array(view)[::-1] for view in VIEWS]),
        (program(BEST, "best#, at#"), [np.repeat(view, 3, axis=1)[:, ::3] for view in VIEWS]),
        (program(SHARED, "x#"), [view.copy() for view in VIEWS]),
        (program(COMPLEX, "x#, n#"), [np.exp(1j * np.arange(i)) * 3 for i in range(TIMES)]),
        (program(COMPLEX, "n#"), [np.arange(i) * 1.5 for i in range(TIMES)]),
    ],
)
def test_each_place_has_its_own(function, arguments):
    check_machine_code((function, *arguments))
    compiled = up.jit(function)
    compiled(*arguments)
    assert "@repeated" in compiled.inspect("llvm")


def test_one_array_for_all_places():
    function = program(BEST, "best#")
    mine, theirs = ROWS.copy(), ROWS.copy()
    assert up.jit(function, strict=True)(*[mine] * TIMES) == function(*[theirs] * TIMES)
    assert np.array_equal(mine, theirs)


@pytest.mark.parametrize("which", [0, 7, TIMES - 1])
@pytest.mark.parametrize(("wrong", "error"), [(8, IndexError), (4, ZeroDivisionError)])
def test_an_error_names_its_own_line(which, wrong, error):
    function = program(PICKED, "x#", "table, ")
    lists = [[1, 2] for _ in range(TIMES)]
    lists[which] = [1, wrong, 2]
    table = [3, 1, 2, 5, 0, 2, 1, 1]
    with pytest.raises(error) as of_python:
        function(table, *lists)
    compiled = up.jit(function, strict=True)
    with pytest.raises(error) as of_machine_code:
        compiled(table, *lists)
    assert "@repeated" in compiled.inspect("llvm")
    line = traceback.extract_tb(of_python.value.__traceback__)[-1].lineno
    [noted] = re.findall(r"line (\d+)", " ".join(of_machine_code.value.__notes__))
    assert int(noted) == line
