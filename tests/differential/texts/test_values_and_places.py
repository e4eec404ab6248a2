"""Dicts of tuples in functions with inner ones and with tuples as keys, and numbers that a function of texts counts down by another name."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "inner function": "def letter(x):\n    if x >= 80:\n        return 'A'\n    return 'F'\nreport = {}\nfor w in v:\n"
    "    report[w] = (len(w) * 20, letter(len(w) * 20))\nreturn report, max(report, key=lambda n: report[n][0])",
    "tuples as keys": "pay = {('a', 'a'): (3, 3), ('a', 'b'): (0, 5), ('b', 'a'): (5, 0), ('b', 'b'): (1, 1)}\nscore = [0, 0]\n"
    "for m in zip(v[0], v[-1]):\n    x, y = pay[m]\n    score[0] += x\n    score[1] += y\nreturn score",
    "among": "out = []\nfor w in v:\n    if not w or w.lower() in ('abab', 'none'):\n        continue\n    out.append(w)\nreturn out",
}
GIVEN = [["abab", "aabb", "ba"], ["ABAB", "b"], ["aaaa", "", "bbbb"]]
COUNTED = "def f(n, b):\n    m, left = n, b\n    out = []\n    while m > 0:\n        out.append(str(m % left))\n        m //= left\n    return ''.join(out), n"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = function_of("def f(v):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")))
    compiled = up.jit(strict=False)(function)
    for v in GIVEN:
        try:
            expected = repr(function(list(v)))
        except Exception as error:
            expected = repr(error)
        try:
            found = repr(compiled(list(v)))
        except Exception as error:
            found = repr(error)
        assert found == expected
    compiled(list(GIVEN[0]))
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_numbers_by_another_name():
    function = function_of(COUNTED)
    compiled = up.jit(strict=False)(function)
    for n in (1000, 0, True, np.int64(50), np.array(50)):
        given = [np.array(n) if isinstance(n, np.ndarray) else n for _ in range(2)]
        assert repr(compiled(given[0], 7)) == repr(function(given[1], 7))
        assert repr(given[0]) == repr(given[1])
    compiled(1000, 7)
    assert compiled.ran_on == "cpu"
