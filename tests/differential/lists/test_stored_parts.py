"""`v[i:j] = [...]` of lists that are made and given: CPython's items, and the caller's list changes."""

import copy

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "shorter and longer": "v = list(range(n))\nv[2:4] = []\nv[-1:] = [7, 7, 7]\nv[5:1] = [9]\nw = [0.5] * n\nw[1:3] = sorted(w[2:]) + [2.5]\nreturn v, w",
    "of itself": "v = [1, 2, 3]\nv[1:] = v\nv[-100:100] = [2 * x for x in v]\nv[:0] = v\nreturn v",
    "in a loop": "v = [0]\nfor k in range(n):\n    v[k // 2 : k // 2 + 1] = [k, -k]\nreturn v, len(v)",
    "beside a lambda": "v = [3, 1, 2]\nv[1:] = [n]\nreturn v, sorted(range(n), key=lambda i: -i)",
}
PROGRAMS |= {
    "each k-th": "v = [True] * (n + 20)\nfor i in range(2, 5):\n    v[i * i::i] = [False] * len(range(i * i, n + 20, i))\nreturn v",
    "backwards": "v = list(range(n))\nv[8:2:-2] = [7] * len(range(min(8, n - 1), 2, -2))\nv[-1::-4] = [5] * len(range(n - 1, -1, -4))\nv[::1] = v + v\nreturn v",
}
WRONG = ["v[::2] = [1]", "v[0::n - n] = [1]", "v[n:0:-1] = [0] * n"]
GIVEN = {
    "turned": "v[:] = v[2:] + v[:2]\nv[1:2] = [10, 11]\nreturn v",
    "nothing returned": "v[:0] = [n, n]\nv[3:] = []",
    "an array": "a = np.arange(6.0)\na[1:3] = [8.0, 9.0]\nv[1:1] = [5]\nreturn a",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_made(name):
    function = function_of("def f(n):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")))
    compiled = up.jit(strict=True)(function)
    for n in (6, 1):
        assert compiled(n) == function(n)


@pytest.mark.parametrize("name", GIVEN)
def test_given(name):
    function = function_of("def f(v, n):\n" + "".join(f"    {line}\n" for line in GIVEN[name].split("\n")))
    compiled = up.jit(strict=True)(function)
    for v in ([1, 2, 3, 4, 5], [1]):
        mine, other = copy.copy(v), copy.copy(v)
        assert repr(compiled(mine, 3)) == repr(function(other, 3)) and mine == other


@pytest.mark.parametrize("line", WRONG)
def test_of_another_size(line):
    function = function_of(f"def f(n):\n    v = [0] * n\n    {line}\n    return v\n")
    with pytest.raises(ValueError) as expected:
        function(6)
    with pytest.raises(ValueError) as found:
        up.jit(strict=True)(function)(6)
    assert str(found.value) == str(expected.value)


@pytest.mark.parametrize("line", ["v[::2][0] = 7", "v[:][0] = 7", "v[1:][0] += 7", "v[1:][:][0] = 7", "v.copy()[0] = 7", "list(v)[0] = 7", "(v + v)[0] = 7"])
def test_what_is_stored_to_a_copy_is_lost(line):
    function = function_of(f"def f(n):\n    v = [k for k in range(n)]\n    {line}\n    return v\n")
    assert up.jit(strict=False)(function)(4) == function(4)
