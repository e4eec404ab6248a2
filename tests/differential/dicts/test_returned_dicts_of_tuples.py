"""`return {k: (f(v), g(v)) for ...}` and `return a, x if c else None`: values, types and the order of errors are CPython's."""

import warnings
from collections import defaultdict

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "groups": "g = defaultdict(list)\nfor k, v in r:\n    g[k].append(v)\nreturn {k: (min(v), max(v)) for k, v in g.items()}",
    "sums": "g = {}\nfor k, v in r:\n    g[k] = g.get(k, 0) + v\nreturn {k: (v, v * 2, v / 2) for k, v in g.items() if v > 1}",
    "one key twice": "return {k: (v, v) for k, v in r}",
    "texts as values": "return {v: (k, v) for k, v in r}",
    "an error": "return {k: (v, 1 / (v - 3)) for k, v in r}",
    "integers": "return {i % 3: (i, i * 0.5) for i in range(5)}",
    "tuples as keys": "return {(i, 1): (i, 2) for i in range(4)}",
    "lists in tuples": "return {i: (i, [i]) for i in range(3)}",
    "two loops": "return {i: (i, j) for i in range(3) for j in range(i)}",
    "mean or none": "v = [x for _, x in r]\nreturn len(v), sum(v) / len(v) if v else None",
    "none first": "v = [x for _, x in r]\nreturn None if not v else v[0], len(v)",
    "either type": "v = [x for _, x in r]\nreturn len(v), v[0] if len(v) > 2 else None, 0.5 if v else None",
    "a list or none": "v = [x * 0.5 for _, x in r]\nif len(v) < 2:\n    return []\nreturn v",
    "nothing found": "order = []\nfor _, x in r:\n    order.append(x)\nreturn order if len(order) > 1 else None",
    "made of itself": "v = [1]\nfor _, x in r:\n    if x == 3:\n        return None\n    v = v + [x]\nreturn v",
    "ones": "return [bin(x).count('1') for _, x in r], bin(-255).count('1')",
}
GIVEN = [[("a", 1), ("b", 2), ("a", 3)], [("a", 4)], [], [("c", 7), ("d", 0), ("c", -7)]]


def _outcome(function, rows):
    try:
        value = function(list(rows))
        return type(value), repr(value)
    except Exception as error:
        return type(error), error.args


@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = function_of("def f(r):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")), defaultdict=defaultdict)
    compiled = up.jit(strict=False)(function)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for rows in GIVEN:
            assert _outcome(compiled, rows) == _outcome(function, rows)
