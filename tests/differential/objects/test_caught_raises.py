"""`try` around methods that raise: values, what is printed and exceptions are CPython's, in machine code and on devices."""

import contextlib
import io

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, paths

HEAD = '''
class Tank:
    def __init__(self, name, level):
        self.name = name
        self.level = level
        self.log = []

    def fill(self, n):
        self.level += n
        self.log.append(n)

    def take(self, n):
        if n < 0:
            raise ValueError(f"negative: {n}")
        if n > self.level:
            raise RuntimeError("empty")
        self.level -= n
        self.log.append(-n)
        return self.level

    def halve(self):
        if self.level % 2:
            self.log.append(0)
            raise ValueError("odd")
        else:
            self.level //= 2
        self.log.append(self.level)

def f(xs):
    t = Tank("a", 10)
    bad = total = 0
'''
ENDS = {
    "counted": "    for x in xs:\n        try:\n            t.take(x)\n        except RuntimeError:\n            bad += 1\n    return t.level, bad, t.log",
    "with the value": "    for x in xs:\n        try:\n            total += t.take(x)\n            total += 1\n        except RuntimeError:\n            bad += 1\n        else:\n            total += 100\n        total *= 2\n    return t.level, bad, total",
    "shown": "    for x in xs:\n        try:\n            t.take(x)\n            print(t.name, x)\n        except RuntimeError as e:\n            print(f'{t.name}: {e}')\n            bad += 1\n    return t.level, bad",
    "left": "    for x in xs:\n        try:\n            t.take(x)\n        except ValueError:\n            break\n        total += 1\n    return t.level, total, t.log",
    "one way or the other": "    for x in xs:\n        try:\n            if x > 2:\n                t.fill(x)\n            else:\n                t.take(x)\n                total += x\n        except ValueError:\n            bad += 1\n            continue\n        total += 1\n    return t.level, bad, total, len(t.log)",
    "done before it": "    for x in xs:\n        try:\n            t.halve()\n            total += x\n        except ValueError as error:\n            print(error)\n            t.fill(1)\n    return t.level, total, t.log",
    "twice": "    for x in xs:\n        try:\n            t.halve()\n        except ValueError:\n            bad += 1\n        try:\n            t.take(x)\n        except RuntimeError:\n            bad += 10\n    return t.level, bad, t.log",
}


def outcome(function, arguments):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            found = repr(function(*arguments))
        except Exception as error:
            found = type(error), error.args
    return found, printed.getvalue()


ITEMS = [[], [1, 2, 3], [5, 20, 4, 1], [3, -1, 2], [11], [2, -2, 30, 1]]


@pytest.mark.parametrize("name", ENDS)
def test_calls(name):
    function = function_of(HEAD + ENDS[name], __name__=__name__)
    runners = [up.jit(strict=False)(function), *(up.jit(device=device, strict=False)(function) for device in paths.DEVICES)]
    for items in ITEMS:
        expected = outcome(function, (items,))
        for runner in runners:
            assert outcome(runner, (items,)) == expected
    runners[0]([1, 2])
    assert runners[0].ran_on == "cpu"


OTHERS = {
    "a name of something else": "    e = 'none'\n    for x in xs:\n        try:\n            t.halve()\n        except ValueError as e:\n            print(e)\n            return bad\n    return e",
    "read behind the handler": "    for x in xs:\n        try:\n            t.halve()\n        except ValueError as e:\n            print(e)\n        if bad == 0:\n            bad = len(str(e))\n    return bad",
    "no handler": "    for x in xs:\n        try:\n            t.take(x)\n        finally:\n            total += x\n    return t.level, total",
    "all exceptions": "    for x in xs:\n        try:\n            t.take(10 // x)\n        except Exception:\n            bad += 1\n    return t.level, bad",
    "around a loop": "    try:\n        for x in xs:\n            t.take(x)\n    except ValueError:\n        return -1\n    return t.level",
    "another that may raise it": "    for x in xs:\n        try:\n            t.take(x)\n            total += xs.index(x + 1)\n        except ValueError:\n            bad += 1\n    return t.level, bad, total",
    "in the end": "    for x in xs:\n        try:\n            t.take(x)\n        except ValueError:\n            bad += 1\n        finally:\n            total += 1\n    return t.level, bad, total",
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_stays_in_python(name):
    function = function_of(HEAD + OTHERS[name], __name__=__name__)
    compiled = up.jit(strict=False)(function)
    for items in ([1, 2, 3], [0, 3, -1], [3, -1, 2]):
        assert outcome(compiled, (items,)) == outcome(function, (items,))


def test_arrays_of_other_shapes_are_caught():
    text = HEAD.replace("f(xs)", "f(xs, a)") + "    for x in xs:\n        try:\n            t.take(x)\n            a = a + np.zeros(x)\n        except ValueError:\n            bad += 1\n    return bad"
    function = function_of(text, __name__=__name__)
    assert up.jit(strict=False)(function)([1, 2, 3], np.zeros(2)) == function([1, 2, 3], np.zeros(2))


ACCOUNT = '''
class Account:
    def __init__(self, owner):
        self.owner = owner
        self.log = []

    def take(self, n):
        if n > 9:
            raise ValueError("too much")
        self.log.append(("take", n))

def f(xs):
    a = Account("ann")
    bad = 0
    for kind, x in xs:
        try:
            a.take(x)
        except ValueError:
            bad += 1
    return f"{a.owner} {bad}", a.log
'''


def test_tuples_that_an_object_holds():
    function = function_of(ACCOUNT, __name__=__name__)
    compiled = up.jit(strict=True)(function)
    for xs in ([("a", 3), ("b", 12), ("c", 9)], [("a", 10)]):
        assert compiled(xs) == function(xs)
        assert compiled.ran_on != "python"
