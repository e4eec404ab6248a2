"""`return x, None` here and `return x, n` there, also in dicts: values, types and errors are CPython's."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

#: Those that are compiled whole.
PROGRAMS = {
    "steps or none": "for i, x in enumerate(a):\n    if x > 2:\n        return a * 2, i\nreturn a, None",
    "numpy's number": "if len(a) > 2:\n    return a[0], len(a)\nreturn None, len(a)",
    "two places": "if len(a) > 3:\n    return None, 1.5, len(a)\nif len(a) > 2:\n    return 2, None, 0\nreturn 3, 2.5, -1",
    "integer, float, none": "if len(a) > 3:\n    return 0, 1\nif len(a) > 2:\n    return 0, 1.5\nreturn 0, None",
    "dicts": "if len(a) < 2:\n    return {'n': len(a), 'std': None}\nreturn {'n': len(a), 'std': a.max()}",
    "with a test": "if len(a) < 2:\n    return 1, None\nreturn 2, a[0] if a[0] > 0 else None",
    "lists": "out = [x for x in a if x > 0]\nif any((found := x) > 2 for x in a):\n    return out, found\nreturn out, None",
    "minus zero": "if len(a) < 2:\n    return -0.0, None\nreturn None, -a[0] * 0",
    "an array or none": "if len(a) > 2:\n    return a, 1\nreturn None, 2",
    "a list or none": "if len(a) > 2:\n    return [x * 2 for x in a], 1\nreturn None, 2",
    "a tuple or none": "if len(a) > 2:\n    return (a[0], a[1]), 1\nreturn None, 2",
    "bools": "if len(a) < 2:\n    return True, None\nreturn False, a[0] > 1",
}
#: Those of which some arguments leave a part to Python.
OTHERS = {
    "a text or none": "if len(a) > 2:\n    return 'many', 1\nreturn None, 2",
    "other keys": "if len(a) > 2:\n    return {'n': 1, 'm': None}\nreturn {'m': 1, 'n': 2}",
    "keys twice": "if len(a) > 2:\n    return {'n': 1, 'n': None}\nreturn {'n': 1, 'n': 2}",
    "lengths": "if len(a) > 2:\n    return 1, None\nreturn 1, 2, 3",
    "stars": "if len(a) > 2:\n    return *(1, 2), None\nreturn *(1, 2), 3",
    "at the end": "if len(a) > 2:\n    return 1, None\nif len(a) > 1:\n    return 1, 2",
    "a test that is asked once": "return 2, None if a[a.argmax()] > 3 else a.sum(), a[1] if a.min() < 0 and len(a) > 1 else None",
    "raises": "if len(a) > 2:\n    return a[9], None\nreturn a[0], 2",
}
GIVEN = [np.array(v, dtype) for v in ([1, 3, -2, 5], [3, 0, 1], [-1, 2], [7]) for dtype in (float, int, np.float32, np.int8)]


def _outcome(function, a):
    try:
        value = function(a.copy())
        return type(value), repr(value)
    except Exception as error:
        return type(error), error.args


def _function(text):
    return function_of("def f(a):\n" + "".join(f"    {line}\n" for line in text.split("\n")))


@pytest.mark.parametrize("name", PROGRAMS)
def test_compiled(name):
    function = _function(PROGRAMS[name])
    compiled = up.jit(strict=True)(function)
    for a in GIVEN:
        assert _outcome(compiled, a) == _outcome(function, a)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OTHERS)
def test_values(name):
    function = _function(OTHERS[name])
    compiled = up.jit(strict=False)(function)
    for a in GIVEN:
        assert _outcome(compiled, a) == _outcome(function, a)
