"""Exchanges, chains of assignments, `del`, loops and stars into the items of lists, dicts, lists of lists and objects do what they do in
CPython: each form into each holder."""

import importlib.util
import itertools

import pytest
import unpython as up
from support.outcomes import outcome

MADE = {
    "list": ("r = []\n    for k in range(n):\n        r.append(k * k + 1)", "r[0]", "r[1]", "r[n - 1]"),
    "lists": ("r = [[1], [2, 3]]\n    r.append([n, 5])", "r[0][0]", "r[1][0]", "r[n - 1][1]"),
    "appended": ("r = []\n    for k in range(n):\n        r.append([k, k * 2])", "r[0][1]", "r[1][0]", "r[n - 1][1]"),
    "grid": ("r = [[0] * n for _ in range(n)]\n    r[1][1] = 4\n    r[0][1] = 3", "r[0][1]", "r[1][1]", "r[n - 1][0]"),
    "dict": ("r = {}\n    for k in range(n):\n        r[k] = k * k + 1", "r[0]", "r[1]", "r[n - 1]"),
    "by tuple": ("r = {}\n    for k in range(n):\n        r[k, 1] = k * k + 1", "r[0, 1]", "r[1, 1]", "r[n - 1, 1]"),
    "by text": ("r = {}\n    for k in ['a', 'b', 'c']:\n        r[k] = len(r)", "r['a']", "r['b']", "r['c']"),
    "groups": (
        "r = {}\n    for k in range(n):\n        r.setdefault(k, []).append(k + 5)\n        r[k].append(k * 2)",
        "r[0][0]", "r[1][1]", "r[n - 1][0]",
    ),
    "words": ("r = 'x y zz w'.split()", "r[0]", "r[1]", "r[n - 1]"),
    "tuples": ("r = []\n    for k in range(n):\n        r.append((k, k * 2))", "r[0]", "r[1]", "r[n - 1]"),
    "fields": ("r = []\n    for k in range(n):\n        r.append({'x': k, 'y': k + 1})", "r[0]['x']", "r[1]['y']", "r[n - 1]['x']"),
}  # fmt: skip
FORMS = [
    "{a}, {b} = {b}, {a}", "{a}, m = {b}, 7", "m, {b} = {a}, {c}", "del {a}", "for {a} in [{b}, {c}]:\n        pass", "{a} = {b} = {c}",
    "({a}, {b}), {c} = ({b}, {c}), {a}", "{a} += {b}", "[{a}, {b}] = [{b}, {a}]", "{a}, {b}, {c} = {c}, {a}, {b}", "{a}, *m = [{b}, {c}]",
    "{a}: int = {b}",
]  # fmt: skip
CASES = list(itertools.product(MADE, range(len(FORMS))))


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """All of them, in one module."""
    text = []
    for number, (made, form) in enumerate(CASES):
        begin, a, b, c = MADE[made]
        text.append(f"def f{number}(n):\n    m = 0\n    {begin}\n    {FORMS[form].format(a=a, b=b, c=c)}\n    return r, m\n\n\n")
    path = tmp_path_factory.mktemp("targets") / "unusual_targets.py"
    path.write_text("".join(text))
    spec = importlib.util.spec_from_file_location("unusual_targets", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: f"{CASES[number][0]} {FORMS[CASES[number][1]]}".split("\n")[0])
def test_values(functions, number):
    function = getattr(functions, f"f{number}")
    assert outcome(up.jit(strict=False)(function), [3]) == outcome(function, [3])
