"""up.split and up.join: branches of a graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from unpython._tasks.graph import Graph, Part
from unpython._tasks.task import Task

WAYS = ("turns", "copies")


class Split(Part):
    """Deals items over branches. `by`: 'turns', 'copies', or a function that gives the number or the name of a branch."""

    def __init__(self, branches: tuple[Any, ...], by: str | Callable[[Any], Any]) -> None:
        if not branches:
            raise TypeError("up.split takes at least one branch: up.split(up.task(f), up.task(g))")
        if by not in WAYS and not callable(by):
            raise ValueError(f"up.split: by is 'turns', 'copies' or a function of an item, not {by!r}")
        self.branches = tuple(map(_branch, branches))
        self.by = by

    def __repr__(self) -> str:
        way = repr(self.by) if isinstance(self.by, str) else getattr(self.by, "__name__", repr(self.by))
        return f"up.split({', '.join(repr(branch) or 'None' for branch in self.branches)}, by={way})"


class Join(Part):
    """Puts the results of branches together."""

    def __init__(self, function: Any, ordered: bool) -> None:
        if function is not None and not callable(function):
            raise TypeError(f"up.join takes a function of one result of each branch, not {function!r}")
        self.task = None if function is None else Task(function)
        self.ordered = ordered

    def __repr__(self) -> str:
        return f"up.join({self.task.name if self.task else ''}{'' if self.ordered else ', ordered=False'})"


def _branch(given: Any) -> Graph:
    if given is None:
        return Graph(())
    if callable(given) and not isinstance(given, Part):
        given = Task(given)
    if not isinstance(given, Part) or isinstance(given, Join):
        raise TypeError(f"a branch of up.split is a task, a graph of tasks, or None, not {given!r}")
    graph = given if isinstance(given, Graph) else Graph((given,))
    if graph.source is not None or graph.sink is not None:
        raise TypeError("a branch of up.split has neither a source nor a sink")
    return graph
