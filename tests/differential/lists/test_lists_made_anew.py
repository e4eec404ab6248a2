"""Lists that are given and whose names soon stand for lists of the function's own: values are CPython's, and the caller's lists stay."""

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "a copy": ("    v = v[:]\n    v[0], v[-1] = v[-1], v[0]\n    v.append(4)\n    return v", True),
    "a list": ("    v = list(v)\n    v.sort()\n    return v", True),
    "sorted": ("    v = sorted(v)\n    v[0] = 7\n    return v, len(v)", True),
    "a part": ("    v = v[1:]\n    v.insert(0, 3)\n    return v", True),
    "another name before": ("    w = v\n    v = v[:]\n    w[0] = 9\n    return v, w", False),
    "in a loop": ("    for i in range(2):\n        v = v[:]\n        v[0] = i\n    return v", False),
    "under a condition": ("    if v[0] > 2:\n        v = v[:]\n    v[1] = 8\n    return v", False),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name):
    body, is_compiled = PROGRAMS[name]
    function = function_of("def f(v):\n" + body)
    for values in ([3, 1, 4], [2, 0.5], [1.5, 2.5]):
        given, expected = list(values), list(values)
        compiled = up.jit(strict=False)(function)
        assert repr(compiled(given)) == repr(function(expected))
        assert given == expected
        if values == [3, 1, 4]:  # a list of floats that gets an integer holds both
            assert (compiled.ran_on != "python") == is_compiled
