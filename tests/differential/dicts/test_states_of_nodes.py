"""d.get(k) that is compared with a constant, and sorted lists of a given dict in functions that call themselves."""

from collections import defaultdict

import pytest
import unpython as up


def in_order(deps):
    order, state = [], {}

    def visit(node):
        if state.get(node) == "done":
            return
        if state.get(node) == "active":
            raise RuntimeError("cycle at " + node)
        state[node] = "active"
        for following in sorted(deps.get(node, ())):
            visit(following)
        state[node] = "done"
        order.append(node)

    for node in sorted(deps):
        visit(node)
    return order


def by_numbers(deps):
    order, state = [], {}

    def visit(node):
        if 2 == state.get(node):
            return
        state[node] = 2
        for following in sorted(deps[node]):
            visit(following)
        order.append(node)

    for node in deps:
        visit(node)
    return order


def states(words):
    state = {}
    n = 0
    for w in words:
        if state.get(w) == "done":
            continue
        if state.get(w) != "new":
            n += 1
        state[w] = "done" if len(w) > 1 else "new"
    return state, n


def counted(numbers):
    found = defaultdict(int)
    n = 0
    for x in numbers:
        if found.get(x) != 1:
            n += 1
        found[x] += 1
    return n, len(found), sum(1 for x in numbers if found.get(x + 1) == 0)


def of_none(numbers):
    last = {}
    n = 0
    for x in numbers:
        n += last.get(x) is None
        last[x] = 1
    return n


class Shelf:
    def get(self, key):
        return "done"


def of_an_object(words):
    shelf = Shelf()
    return sum(1 for w in words if shelf.get(w) == "done")


DEPS, CYCLE, NUMBERS = {"app": ["util", "lib"], "lib": ["core"], "util": ["core"]}, {"a": ["b"], "b": ["a"]}, {1: [3, 2], 2: [4], 3: [4], 4: []}
TEXTS = {"a": ["c", "b"], "b": ["d"], "c": ["d"], "d": []}
COMPILED = [(in_order, DEPS), (by_numbers, NUMBERS), (by_numbers, TEXTS), (states, ["a", "bc", "a", "bc"]), (counted, [3, 1, 3, 2])]
OTHERS = [(in_order, CYCLE), (in_order, {}), (by_numbers, DEPS), (of_none, [1, 2, 1]), (of_an_object, ["a", "b"]), (in_order, {1: [2], 2: []})]


def result_of(function, given):
    try:
        return repr(function(given))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("function, given", COMPILED, ids=lambda v: getattr(v, "__name__", ""))
def test_compiled(function, given):
    assert result_of(up.jit(strict=True)(function), given) == result_of(function, given)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("function, given", OTHERS, ids=lambda v: getattr(v, "__name__", ""))
def test_as_in_python(function, given):
    assert result_of(up.jit(strict=False)(function), given) == result_of(function, given)
