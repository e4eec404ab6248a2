"""Lists of numbers, and lists of such lists, that a function is given and changes: their new items are results, behind the value of the
call, and the caller's lists get them when the call ends (give_back in taken_apart.cpp).

    def f(v, x):                      def f(v, x):
        v.append(x)                       v.append(x)
        return len(v)                     return len(v), v

A function may do so that changes nothing else that its caller sees: where it raises, the call is made again by Python, which leaves
in the list what it had done by then. Only a name that always stands for the argument, and is only used in the ways of
only_reads.py, can be such a list.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._find_source import SourceNotFound
from unpython._writing import nothing
from unpython._writing.changes import only_reads
from unpython._writing.changes.row_places import change_places
from unpython._writing.lists.ragged_reads import part_of
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.plainer import find_source


def found(function: FunctionType, lists: frozenset[str], node: Any = None) -> dict[str, bool]:
    """Those of these parameters that a function changes, with whether it is what each `return` gives; empty where that is not
    certain. `node`: the `def`, if it is not the one of the text."""
    try:
        node = node or find_source(function).node
    except SourceNotFound:
        return {}
    return _changed(function, node, dict.fromkeys(lists, 1))


def found_rows(function: FunctionType, rows: frozenset[str], lists: frozenset[str], node: Any) -> dict[str, bool]:
    """The same of lists of lists (`rows`) of which a function changes the inner lists or their places, and of lists of numbers beside
    them; `node`: the `def`."""
    return _changed(function, node, dict.fromkeys(rows, 2) | dict.fromkeys(lists, 1))


def places_change(node: Any, name: str) -> bool:
    """Whether the lists of such a list get other places, come or go."""
    return bool(change_places(node, (name,)))


def _changed(function: FunctionType, node: Any, depths: dict[str, int]) -> dict[str, bool]:
    changed = frozenset(name for name, depth in depths.items() if not only_reads.only_reads(function, {name: depth}, node))
    whole = _returned_whole(node, changed)
    if not changed or whole is None or not only_reads.only_changes(function, node, depths, changed):
        return {}
    calls_itself = any(isinstance(n, ast.Name) and n.id == function.__name__ for n in walk(node))
    outer = frozenset(name for name in changed if depths[name] > 1)
    rows = {n.id for loop in walk(node) if isinstance(loop, ast.For) and _goes_through(loop.iter, outer)
            for n in walk(loop.target) if isinstance(n, ast.Name)}  # fmt: skip
    lists = [name for name, depth in depths.items() if depth == 1]
    if calls_itself or not _attempts.may_run_again(function, own=changed | rows, node=node, lists=lists, holders=outer):
        return {}
    return {name: name == whole for name in function.__code__.co_varnames if name in changed}


def _goes_through(node: ast.expr, lists: frozenset[str]) -> bool:
    """x and enumerate(x)"""
    given = node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 else node
    return isinstance(given, ast.Name) and given.id in lists


def _returned_whole(node: Any, changed: frozenset[str]) -> str | None:
    """The list that each `return` gives; empty where none gives one, None where some do or where some give nothing."""
    values = nothing.returned(node.body) if isinstance(node, ast.FunctionDef) else []
    if not isinstance(node, ast.FunctionDef) or nothing.returns_both(node.body):
        return None
    names = {value.id if isinstance(value, ast.Name) and value.id in changed else "" for value in values}
    return None if len(names) > 1 else next(iter(names), "")


def rewritten(
    function: FunctionType, node: Any, changed: dict[str, bool], placed: frozenset[str]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that returns these lists, in this order, behind its value, and behind those that are `placed` which of the caller's
    lists stand where; no names, and no free names."""
    made = copy_tree(node)
    last = made.body[-1]
    if not isinstance(last, (ast.Return, ast.Raise)) and all(map(nothing.is_none, nothing.returned(made.body))):
        made.body.append(ast.copy_location(ast.Return(None), last))
    names = [part for name in changed for part in ((name, part_of(name, "places")) if name in placed else (name,))]
    returns = _Returns(names, any(changed.values()))
    made.body = [returns.visit(statement) for statement in made.body]
    made.runs_again = True
    return ast.fix_missing_locations(made), frozenset(), []


class _Returns(ast.NodeTransformer):
    def __init__(self, names: list[str], gives_list: bool):
        self._names = names
        self._gives_list = gives_list

    def visit_Return(self, node: ast.Return) -> ast.Return:
        given = node.value
        lists: list[ast.expr] = [ast.Name(name, ast.Load()) for name in self._names]
        values = lists if given is None or nothing.is_none(given) or self._gives_list else [given, *lists]
        return ast.copy_location(ast.Return(ast.Tuple(values, ast.Load())), node)

    def visit_Lambda(self, node: Any) -> Any:
        return node

    visit_FunctionDef = visit_Lambda
