"""Names that are None and then a value, in machine code, in the interpreter and on devices: values and exceptions are CPython's."""

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of

FEW = np.array([3.0, 1.0, 2.0, 5.0, 4.0])
NONE = np.zeros(0)

PROGRAMS = {
    "least": """
def f(a):
    best = None
    for x in a:
        if best is None or x < best:
            best = x
    return best
""",
    "both ends": """
def f(a):
    low = high = None
    for x in a:
        low = x if low is None else min(low, x)
        if not (high is not None and x <= high):
            high = x
    return low, high, len(a)
""",
    "pair": """
def f(a):
    least, pair = float("inf"), None
    for i in range(len(a)):
        for j in range(i):
            if abs(a[i] - a[j]) < least:
                least, pair = abs(a[i] - a[j]), (j, i)
    return least, pair
""",
    "first pair": """
def f(a):
    found = None
    for i in range(len(a)):
        if a[i] > 1.5 and found is None:
            found = (i, a[i])
        elif found is not None and a[i] > found[1]:
            found = (i, a[i] + found[1])
    return found
""",
    "changes": """
def f(a):
    previous = None
    count = 0
    for x in a:
        if previous is not None and x > previous:
            count += 1
        previous = x
    return count
""",
    "earlier": """
def f(a):
    before = now = None
    rises = 0
    for x in a:
        before = now
        now = int(x)
        if before is not None:
            rises += now > before
    return rises, before, now
""",
    "arrays": """
def f(a):
    previous = None
    change = 0.0
    for k in range(4):
        current = a * k
        if previous is not None:
            change += (current - previous).sum()
        previous = current
    return change
""",
    "until": """
def f(a):
    found = None
    i = 0
    while found is None:
        if a[i] > 2.5:
            found = i
        i += 1
    return a[found] * i
""",
    "raises": """
def f(a):
    found = None
    for i in range(len(a)):
        if a[i] > 4:
            found = i
            break
    if found is None:
        raise ValueError(f"{len(a)} are small")
    return a[found]
""",
    "zero is false": """
def f(a):
    k = None
    for i in range(len(a)):
        if not k:
            k = i
    return k
""",
    "sometimes": """
def f(a):
    last = None if len(a) > 3 else 1.0
    if len(a) == 5:
        last = a[0]
    if last is None:
        return -1.0
    return last
""",
    "asked": """
def f(a):
    last = None
    total = 0.0
    for i in range(len(a)):
        if i > 0:
            total += a[i] * last
        last = a[i]
    return total
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("a", [FEW, FEW[:1], NONE], ids=len)
def test_values(name, a):
    check(PROGRAMS[name], [a], strict=True)


UNSURE = """
def f(a, n):
    last = None
    for i in range(n):
        last = a[i]
    return a[0] - last
"""


def test_none_in_an_operation():
    """Python makes the call again and says what None does there."""
    plain = function_of(UNSURE)
    assert up.jit(strict=True)(plain)(FEW, 2) == plain(FEW, 2)
    with pytest.warns(up.UnpythonWarning, match="again in Python"), pytest.raises(TypeError, match="NoneType"):
        up.jit(strict=False)(plain)(FEW, 0)


STORES = """
def f(a, n):
    last = None
    for i in range(n):
        a[i] += 1
        last = a[i]
    a[0] = 7
    return a[1] - last
"""


def test_none_after_a_store():
    """A function that has changed an argument cannot be called again: its statements run in Python."""
    plain = function_of(STORES)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(plain)(FEW.copy(), 2)
    for n in (0, 2):
        results = []
        for function in (plain, up.jit(strict=False)(plain)):
            given = FEW.copy()
            try:
                results.append((function(given, n), given.tolist()))
            except TypeError as error:
                results.append((str(error), given.tolist()))
        assert results[0] == results[1]


EARLIER = """
def f(a):
    is_given = False
    change = 0.0
    for k in range(4):
        current = a * k
        if is_given:
            change += (current - previous).sum() + len(previous)
        previous = current
        is_given = True
    return change
"""


def test_array_of_an_earlier_iteration():
    """It has a name that is read in front of all that it is given: it was freed at the end of its iteration."""
    check(EARLIER, [FEW], strict=True)


def test_printed(capsys):
    text = """
def f(a):
    best = None
    for x in a:
        if best is None or x > best:
            best = x
    print("best", best)
"""
    for a in (FEW, NONE):
        for function in (function_of(text), up.jit(strict=True)(function_of(text))):
            function(a)
        first, second = capsys.readouterr().out.splitlines()
        assert first == second
