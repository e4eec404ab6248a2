"""`break` and `continue` inside `match`, `with` and `try`, in loops that stand for several loops or are written out: values are CPython's,
in machine code and on devices."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of

HEAD = "import itertools\nimport numpy as np\nFOUR = range(4)\n"
MATRIX = np.arange(12).reshape(3, 4) % 5
LOOPS = {
    "np.ndindex(m.shape)": "i, j",
    "np.ndindex(3, 4)": "i, j",
    "np.ndenumerate(m)": "(i, j), x",
    "itertools.product(range(3), range(4))": "i, j",
    "itertools.combinations(range(4), 2)": "i, j",
    "itertools.combinations(v, 2)": "i, j",
    "pairs()": "i, j",
}
PAIRS = "def pairs():\n    for a in range(3):\n        for b in range(4):\n            yield a, b\n"
LEAVES = {
    "match": "        match i + j:\n            case 3:\n                {}\n            case _:\n                t += 1",
    "match in if": "        if j > 0:\n            match j:\n                case 2 | 3:\n                    {}\n        t += 1",
    "with": "        with np.errstate(all='ignore'):\n            if j == 2:\n                {}\n        t += 1",
    "with match": "        with np.errstate(all='ignore'):\n            match j:\n                case 2:\n                    {}\n        t += 1",
    "else of a loop": "        for k in range(j):\n            t += k\n        else:\n            if j == 2:\n                {}\n        t += 1",
    "inner loop": "        for k in range(5):\n            match k:\n                case 2:\n                    {}\n            t += k",
}


@pytest.mark.parametrize("word", ["break", "continue"])
@pytest.mark.parametrize("how", LEAVES)
@pytest.mark.parametrize("loop", LOOPS)
def test_values(loop, how, word):
    text = f"def f(m):\n    v = [0, 1, 2, 3]\n    t = 0\n    for {LOOPS[loop]} in {loop}:\n        t += 10 * i + j\n{LEAVES[how].format(word)}\n    return t\n"
    function = function_of(HEAD + PAIRS + text)
    expected = function(MATRIX)
    for device in (None, *paths.DEVICES):
        options = {} if device is None else {"device": device}
        assert up.jit(strict=False, **options)(function)(MATRIX) == expected


@pytest.mark.parametrize("word", ["break", "continue"])
def test_written_out(word):
    """A loop over texts, one body after the other."""
    text = f"def f(a):\n    t = 0.0\n    for name, x in (('a', a), ('b', a + 1), ('c', a + 2)):\n        match x:\n            case 2:\n                {word}\n        t += x\n    return t\n"
    function = function_of(HEAD + text)
    for a in (0, 1, 2, 3):
        assert up.jit(strict=False)(function)(a) == function(a)


def first_primes(limit):
    def primes():
        n = 2
        while True:
            if all(n % d for d in range(2, int(n**0.5) + 1)):
                yield n
            n += 1
    out = []
    for p in primes():
        if p > limit:
            break
        out.append(p)
    return out, p


def nested_loops(n):
    def nested():
        for a in range(n):
            for b in range(a):
                yield a * b
    t = 0
    for x in nested():
        if x > 6:
            break
        t += x
    return t


def behind_the_loop(n):
    def numbers(k):
        for i in range(k):
            d = [d * i for d in range(i)]
            yield sum(d)
        print("end")
    d = 7
    t = 0
    for x in numbers(n):
        if x == 3:
            continue
        t += x
    return t, d


def both(n):
    def numbers(k):
        i = 0
        while i < k:
            yield i
            i += 1
    t = 0
    for x in numbers(n):
        if x == 3:
            continue
        if x > 5:
            break
        t += x
    return t


def two_at_once(n):
    def numbers():
        i = 0
        while True:
            yield i
            i += 2
    t = 0
    for x in numbers():
        for y in numbers():
            if y > x:
                break
            t += y
        if x > n:
            break
    return t


@pytest.mark.parametrize("function", [first_primes, nested_loops, behind_the_loop, both, two_at_once], ids=lambda f: f.__name__)
def test_generators_that_are_left(function, capsys):
    for n in (0, 3, 9):
        expected = function(n), capsys.readouterr().out
        assert (up.jit(strict=False)(function)(n), capsys.readouterr().out) == expected


@pytest.mark.parametrize("function", [first_primes, two_at_once], ids=lambda f: f.__name__)
def test_such_generators_are_compiled(function):
    compiled = up.jit(strict=True)(function)
    assert compiled(9) == function(9)
    assert compiled.ran_on == "cpu"
