"""`rows, total = [], 0`: a new list, dict or set that gets its name beside other values, and what is then done with it: values and
exceptions are CPython's, in machine code and on devices."""

import pytest
import unpython as up
from support.outcomes import told
from support.texts import function_of, paths

PROGRAMS = {
    "rows and a number": "def f(n):\n    rows, total = [], 0\n    for i in range(n):\n        rows.append((i, total))\n        total += i\n    return rows, total",
    "values first": "def f(n):\n    a, b, out = n, n + 1, []\n    while a or b > 3:\n        a, b = max(a - 1, 0), b - 1\n        out.append((a, b))\n    return out[::-1], a",
    "exchanged later": "def f(n):\n    a, b = [], n\n    a, b = [b], len(a)\n    return a, b",
    "an error beside it": "def f(n):\n    x, y = [], 1 // n\n    return x, y",
    "a set and a list": "def f(n):\n    seen, order = set(), []\n    for i in range(n):\n        if i % 3 not in seen:\n            seen.add(i % 3)\n            order.append(i)\n    return order",
    "a dict and a number": "def f(n):\n    d, k = {}, 0\n    for i in range(n):\n        d[i % 3] = k\n        k += i\n    return d, k",
    "texts": 'def f(n):\n    s = "kitten"[:n]\n    i, script = len(s), []\n    while i:\n        i -= 1\n        script.append(("keep" if i % 2 else "delete", i, s[i]))\n    return script[::-1]',
    "a graph of texts": 'def f(n):\n    g = {"a": ["b"], "b": ["c", "d"], "c": [], "d": ["c"]}\n    seen, order = set(), []\n    def visit(node):\n        if node in seen:\n            return\n        seen.add(node)\n        for other in g[node]:\n            visit(other)\n        order.append(node)\n    for node in g:\n        visit(node)\n    return order[::-1]',
}


@pytest.mark.parametrize("n", [0, 1, 2, 6])
@pytest.mark.parametrize("name", PROGRAMS)
def test_calls(name, n):
    function = function_of(PROGRAMS[name])
    expected = told(function, (n,))
    runners = [up.jit(strict=name != "a graph of texts")(function)]
    runners += [up.jit(device=device, strict=False)(function) for device in paths.DEVICES]
    for runner in runners:
        assert told(runner, (n,)) == expected


GRAPHS = [{"a": ["b"], "b": ["c", "d"], "c": [], "d": ["c"]}, {"x": []}, {"x": ["x"]}, {"x": ["y"]}, {}]


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_given_graphs(graph):
    text = PROGRAMS["a graph of texts"].replace("f(n)", "f(g)")
    function = function_of(text[: text.index("    g = ")] + text[text.index("    seen,") :])
    compiled = up.jit(strict=False)(function)
    assert told(compiled, (graph,)) == told(function, (graph,))
    others = [other for names in graph.values() for other in names]
    assert compiled.ran_on == ("cpu" if all(other in graph for other in others) else "python")


def test_names_that_a_handler_sees():
    function = function_of("def f(n):\n    x, y = 1, 2\n    try:\n        x, y = [], 1 // n\n    except ZeroDivisionError:\n        return x, y\n    return y, x")
    compiled = up.jit(strict=False)(function)
    assert [compiled(0), compiled(1)] == [function(0), function(1)]
