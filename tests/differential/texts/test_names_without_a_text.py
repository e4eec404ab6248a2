"""Names that are None before they are a text, numbers that a function of texts counts down, and `x if c else None` beside texts."""

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "records": "found = {}\nname = None\nfor line in v:\n    if line.startswith('>'):\n        name = line[1:]\n        found[name] = ''\n"
    "    elif name is not None:\n        found[name] += line\nreturn found",
    "never asked": "found = {}\nname = None\nfor line in v:\n    if line.startswith('>'):\n        name = line[1:]\n        found[name] = ''\n"
    "    else:\n        found[name] += line\nreturn found",
    "two at once": "best, n = None, 0\nfor line in v:\n    if len(line) > n:\n        best, n = line.upper(), len(line)\nreturn best, n",
    "shown": "last = None\nfor line in v:\n    if len(line) > 2:\n        last = line + '!'\nreturn f'{last}' if last is not None else 'none'",
    "mean or none": "x = [len(w) for w in v if w > 'A']\nreturn [w for w in v if w < 'A'], sum(x) / len(x) if x else None",
    "digits": "n = len(v) + 5\nout = ''\nwhile n:\n    n, r = divmod(n, 2)\n    out = str(r) + out\nreturn out",
}
GIVEN = [[">a", "ACG", "T", ">b", "GG"], ["ACG", ">a", "T"], [], [">a", ">a", "C"]]
COUNTED = "def f(n):\n    parts = []\n    while n > 0:\n        parts.append(str(n % 7))\n        n //= 7\n    return '-'.join(parts)"


def _outcome(function, *given):
    try:
        return repr(function(*given))
    except Exception as error:
        return repr(error)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = function_of("def f(v):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")))
    compiled = up.jit(strict=False)(function)
    for v in GIVEN:
        assert _outcome(compiled, list(v)) == _outcome(function, list(v))
    compiled(list(GIVEN[0]))
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_numbers_that_are_counted_down():
    import numpy as np

    function = function_of(COUNTED)
    compiled = up.jit(strict=False)(function)
    for n in (1000, 0, 6, True, np.int64(50), np.array(50)):
        given = [np.array(n) if isinstance(n, np.ndarray) else n for _ in range(2)]
        assert _outcome(compiled, given[0]) == _outcome(function, given[1])
        assert repr(given[0]) == repr(given[1])
    compiled(1000)
    assert compiled.ran_on == "cpu"


WORDS = {
    "pairs": "good, bad = [], []\nfor i, w in enumerate(v):\n    try:\n        good.append(float(w))\n    except ValueError:\n        bad.append((i, w))\n"
    "return good, bad, sum(good) / len(good) if good else None",
    "translated": "table = str.maketrans('ab', 'xy', '!.')\nreturn [w.translate(table) for w in v]",
    "counted": "return Counter(v), v[-1]",
    "sorted beside others": "w = [(x, len(x)) for x in v]\nreturn sorted(w, key=lambda p: (p[1], p[0])), max(w, key=lambda p: p[0])",
    "columns": "bits = ''\nn = 0\nfor c in zip(*v):\n    bits += '1' if c.count('7') > len(v) / 2 else c[0]\n    n += len(set(c))\n"
    "return bits, n, [''.join(c) for c in zip(*v)]",
    "most of all": "c = Counter(v)\nreturn {w: n for w, n in c.most_common(2)}",
}


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", WORDS)
def test_words(name):
    from collections import Counter

    function = function_of("def f(v):\n" + "".join(f"    {line}\n" for line in WORDS[name].split("\n")), Counter=Counter)
    compiled = up.jit(strict=False)(function)
    for v in (["1", "a!b", "2.5", "a!b"], ["x"], ["7", "7", "y.", ""]):
        assert repr(compiled(list(v))) == repr(function(list(v)))
    assert compiled.ran_on == "cpu"
