"""Functions that return None on some ways, and a list, a dict, a text, an array, a part of an argument, ... on others: results are CPython's."""

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of


def numbers_of_a_line(line):
    if not line:
        return None
    return [float(part) for part in line.split()]


def parts_of_a_line(line):
    name, _, rest = line.partition(":")
    if not rest:
        return None
    return name, rest


def name_and_numbers(line):
    name, _, rest = line.partition(":")
    if not rest:
        return None
    return name.strip(), [float(part) for part in rest.split()]


def words(line):
    if line.startswith("#"):
        return None
    return line.split()


def counts(line):
    found = {}
    for word in line.split():
        found[word] = found.get(word, 0) + 1
    if not found:
        return None
    return found


def word_and_length(line):
    for word in line.split():
        if len(word) > 3:
            return word, len(word)


def a_name_and_a_number(x):
    if x < 0:
        return None
    return "square", x * x


def a_format(x):
    if x < 0:
        return None
    return f"{x:.2f}"


def pairs(x):
    if x < 0:
        return
    return [(i, i * i) for i in range(x)]


def rows(x):
    if x < 0:
        return None
    return [[0] * i for i in range(x)]


def table(x):
    if x < 0:
        return None
    squares = {}
    for i in range(x):
        squares[i] = i * i
    return squares


def keys(x):
    if x < 0:
        return None
    return {"n": x, "all": [x, x]}


def nested(x):
    if x < 0:
        return None
    return x, (x + 1, 2.5)


def integer_or_float(x):
    if x < 0:
        return None
    if x < 2:
        return x
    return x * 0.5


def never_found(x):
    best = None
    for i in range(3):
        r = 0
        if r:
            best = r, [x]
    if best is None:
        return None
    return best


TEXTS = "", "a: 1 2", "# a: b", "x y x", "word: 2.5", "words"
NUMBERS = -1, 0, 1, 4


@pytest.mark.parametrize("function", [numbers_of_a_line, parts_of_a_line, name_and_numbers, words, counts, word_and_length])
def test_of_texts(function):
    check(function, TEXTS)


@pytest.mark.parametrize("function", [a_name_and_a_number, a_format, pairs, rows, table, keys, nested, integer_or_float, never_found])
def test_of_numbers(function):
    check(function, NUMBERS)


def check(function, arguments):
    compiled = up.jit(strict=True)(function)
    for given in arguments:
        assert outcome(compiled, given) == outcome(function, given)


def outcome(function, given):
    try:
        return repr(function(given))
    except ValueError as error:
        return repr(error)


def test_an_argument_is_the_same_object():
    @up.jit(strict=True)
    def f(a, x):
        if x < 0:
            return None
        a[0] = x
        return a

    a = np.zeros(3)
    assert f(a, 1) is a
    assert a[0] == 1
    assert f(a, -1) is None


@pytest.mark.parametrize("form", ["a[1:]", "a[::-2]", "a[1:-1]", "a.reshape(-1)", "b[0]", "b[:, 1]", "b.T", "b[1:, ::-1]", "b[None, 0]"])
@pytest.mark.parametrize("device", [None, *paths.DEVICES])
def test_a_part_of_an_argument_shares_memory(form, device):
    function = function_of(f"def f(a, b, x):\n    if x < 0:\n        return None\n    return {form}\n")
    a, b = np.arange(5.0), np.arange(6.0).reshape(2, 3)
    compiled = up.jit(strict=device is None, **({} if device is None else {"device": device}))(function)
    for given in (a, b), (a[:0], b[:, :0]), (a, b[:, ::-1]):
        if given[1].size == 0 and "1]" in form:
            continue
        assert compiled(*given, -1) is None
        result, expected = compiled(*given, 1), function(*given, 1)
        assert repr(result) == repr(expected)
        assert np.shares_memory(result, given[0]) == np.shares_memory(expected, given[0])
        assert np.shares_memory(result, given[1]) == np.shares_memory(expected, given[1])
    assert compiled(a[:0], b[:0], -1) is None


ARRAYS = {
    "a new one": "if a.size == 0:\n    return None\nreturn a * 2 + 1",
    "filled in a loop": "x = np.zeros(len(a))\nfor i in range(1, len(a)):\n    x[i] = x[i - 1] / 2 + a[i]\n    if x[i] > 5:\n        return None\nreturn x",
    "two returns": "if len(a) == 0:\n    return None\nif a[0] > 0:\n    return a + 1\nreturn np.sqrt(np.abs(a))",
    "two arrays": "s = a.sum()\nif s == 0:\n    return None\nreturn a / s, s, a > 0",
    "one twice": "b = a * 2\nif len(a) > 2:\n    return b, b\nreturn None",
    "the argument or none": "return a if len(a) > 1 else None",
    "a dict of arrays": "if len(a) > 2:\n    return {'low': a.min(), 'all': a * 2}",
    "named before": "best = None\nfor i in range(len(a)):\n    if a[i] > 2:\n        best = a * i\nreturn best",
    "no elements": "if len(a) > 2:\n    return None\nreturn a[:0] * 2",
    "two dimensions": "if len(a) < 2:\n    return\nreturn np.outer(a, a)",
    "of several types": "if len(a) < 2:\n    return None\nreturn a.astype(np.int32), a.astype(np.complex64), len(a) > 2",
    "integers and floats": "if len(a) < 2:\n    return None\nif len(a) < 3:\n    return len(a), a\nreturn a[0], a",
}


@pytest.mark.parametrize("device", [None, *paths.DEVICES])
@pytest.mark.parametrize("name", ARRAYS)
def test_of_arrays(name, device):
    function = function_of("def f(a):\n" + "".join(f"    {line}\n" for line in ARRAYS[name].split("\n")))
    compiled = up.jit(strict=device is None, fp="strict", **({} if device is None else {"device": device}))(function)
    for values in ([1.0, 3.0, -2.0, 5.0], [3.0, 0.0, 1.0], [-1.0, 2.0], [1.0, -1.0], [7.0], []):
        assert described(compiled(np.array(values))) == described(function(np.array(values)))


def described(value):
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, value.tolist()
    return type(value), list(map(described, value.values() if isinstance(value, dict) else value)) if isinstance(value, (dict, tuple)) else value


def test_what_is_given_back_is_one_object():
    @up.jit(strict=True)
    def f(a, x):
        b = a * 2
        if x < 0:
            return None
        return b, [x], b

    first, items, second = f(np.arange(3.0), 1)
    assert first is second and items == [1]
    assert f(np.arange(3.0), -1) is None
