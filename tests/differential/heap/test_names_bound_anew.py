"""Names that a statement binds anew, to a value of another kind; objects of abstract classes; texts as often as a number of NumPy says."""

from abc import ABC, abstractmethod

import numpy as np
import pytest
import unpython as up
from support.left import left_by

HEAP = {"a": [None, 1]}


class Shape(ABC):
    @abstractmethod
    def area(self):
        return 0


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


def of_letters(seq):
    seq = np.array(list(seq))
    is_gc = (seq == "G") | (seq == "C")
    return np.concatenate(([0], np.cumsum(is_gc))), HEAP


def path_and_array(n):
    state = np.zeros(2)
    path = [state]
    for i in range(n):
        state = state + i
        path.append(state)
    path = np.vstack(path)
    return path.shape, path[-1], HEAP


def turned(text):
    text, count = text.split(), len(text)
    first = lambda: text[0]  # noqa: E731
    said = first()
    text = [len(word) for word in text]
    return text, said, count, HEAP


def in_branches(v):
    v = sorted(v)
    if len(v) > 2:
        v = str(v)
    else:
        v = {x: x * 2 for x in v}
    v = [v, len(v)]
    return v, HEAP


def kept(v):
    doubled = (x * 2 for x in v)
    v = [0]
    return list(doubled), v, HEAP


def abstract(side):
    said = []
    for of in (Shape, Square):
        try:
            said.append(of(side).area() if of is Square else Shape())
        except TypeError as error:
            said.append(str(error))
    return said, HEAP


def bars(data, edges):
    counts, edges = np.histogram(data, bins=edges)
    return ["#" * c for c in counts], [(lo, hi) for lo, hi in zip(edges[:-1], edges[1:])], np.fromiter((c * 2 for c in counts), dtype=float), HEAP


CALLS = [
    (of_letters, ("GATTACA",)), (path_and_array, (3,)), (turned, ("one three five",)), (in_branches, ([3, 1, 2],)), (in_branches, ([2, 1],)),
    (kept, ([1, 2],)), (abstract, (3,)), (bars, (np.array([0.5, 2.5, 2.7, 9.9]), [0, 2.5, 5, 10])),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CALLS)
def test_names_that_are_bound_anew(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def of_query(query):
    params = {}
    for item in query.split("&"):
        if "=" in item:
            k, v = item.split("=", 1)
            params[k] = v.replace("%20", " ")
        else:
            params[item] = True
    return params


def test_parts_of_a_long_loop_know_its_turn():
    query = "user=tim&id=42&flag&tag=a%20b"
    assert up.jit(strict=True)(of_query)(query) == of_query(query)
