"""What `itertools` gives of one iterable, where it is gone through at once: `for a, b in itertools.pairwise(x)` as
`for a, b in zip(x, x[1:])`, `list(itertools.accumulate(x))` as a list that a function of _library/python_functions/iterators.py makes.

An iterator sees what its loop does to what it goes through; a list does not: in a loop that may change that the call stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._library.python_functions import iterators
from unpython._writing import calls
from unpython._writing.nodes import copy_tree, is_none, walk

#: With the numbers of arguments that they take: the iterable and a function.
_AS_LISTS: dict[str, dict[int, Callable[..., Any]]] = {
    "itertools.accumulate": {1: iterators.accumulated, 2: iterators.accumulated_by},
    "itertools.takewhile": {2: iterators.taken_while},
    "itertools.dropwhile": {2: iterators.dropped_while},
    "itertools.filterfalse": {2: iterators.not_chosen},
    "itertools.compress": {2: iterators.chosen_by},
}
_FROM_INITIAL: dict[int, Callable[..., Any]] = {1: iterators.accumulated_from, 2: iterators.accumulated_by_from}
_TAKE_ALL = frozenset(f"builtins.{name}" for name in "list sum min max any all sorted set tuple".split())


def gone_through(node: ast.expr, function: FunctionType, names: frozenset[str], body: list[ast.stmt] | None = None) -> ast.expr | None:
    """The list that stands for an iterator in the head of a loop with this body, in a comprehension or in a call that takes all of it;
    None where there is none."""
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    name = calls.full_name(node.func, function, names)
    if not name.startswith("itertools.") or _roots(node.args) & _changed(body or []):
        return None
    if node.keywords:
        return _from_initial(node, name)
    if name == "itertools.chain":
        return calls.chained(node, function, names)
    made: ast.expr | None = None
    if name == "itertools.pairwise" and len(node.args) == 1 and _is_list_of_names(node.args[0], lambda e: calls.full_name(e, function, names)):
        made = _pairs(node.args[0], function, names)
    elif (written := _AS_LISTS.get(name, {}).get(len(node.args))) is not None:
        made = calls.OwnCall(written, node.args)
    return None if made is None else ast.fix_missing_locations(ast.copy_location(made, node))


def _from_initial(node: ast.Call, name: str) -> ast.expr | None:
    """accumulate(x, initial=0)"""
    if name != "itertools.accumulate" or [k.arg for k in node.keywords] != ["initial"]:
        return None
    begin = [] if is_none(node.keywords[0].value) else [node.keywords[0].value]
    written = (_FROM_INITIAL if begin else _AS_LISTS[name]).get(len(node.args))
    if written is None:
        return None
    made = calls.OwnCall(written, [*node.args, *begin])
    return ast.fix_missing_locations(ast.copy_location(made, node))


def taken_at_once(node: ast.Call, name: str, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    """list(itertools.accumulate(x)) and its kin."""
    if name not in _TAKE_ALL or len(node.args) != 1:
        return None
    items = gone_through(node.args[0], function, names)
    return None if items is None else ast.copy_location(ast.Call(node.func, [items], node.keywords), node)


def _is_list_of_names(node: ast.expr, full_name: Callable[[ast.expr], str]) -> bool:
    """A name, or a list that is put together of names and constants: computed twice, it is the same."""
    if isinstance(node, ast.BinOp):
        has_list = isinstance(node.op, ast.Add) and any(isinstance(n, ast.List) for n in walk(node))
        return has_list and _is_list_of_names(node.left, full_name) and _is_list_of_names(node.right, full_name)
    if isinstance(node, ast.List):
        return all(isinstance(e, (ast.Name, ast.Constant)) or (isinstance(e, ast.Attribute) and bool(full_name(e))) for e in node.elts)
    return isinstance(node, ast.Name)


def _pairs(items: ast.expr, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    if calls.full_name(ast.Name("zip", ast.Load()), function, names) != "builtins.zip":
        return None
    rest = ast.Subscript(copy_tree(items), ast.Slice(ast.Constant(1), None, None), ast.Load())
    return ast.Call(ast.Name("zip", ast.Load()), [items, rest], [])


def _roots(nodes: list[ast.expr]) -> set[str]:
    """The names of what is gone through: of `rows` in `rows[i]`."""
    found: set[str] = set()
    for node in nodes:
        while isinstance(node, (ast.Subscript, ast.Attribute)):
            node = node.value
        found |= {node.id} if isinstance(node, ast.Name) else set()
    return found


def _changed(body: list[ast.stmt]) -> set[str]:
    """The names of what statements store to, call a method of, or give to a function."""
    found: set[str] = set()
    for node in (n for statement in body for n in walk(statement)):
        if isinstance(node, ast.AugAssign):
            found |= _roots([node.target])
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
            found |= _roots([node])
        elif isinstance(node, ast.Call):
            receiver = [node.func.value] if isinstance(node.func, ast.Attribute) else []
            found |= _roots([*receiver, *node.args, *(k.value for k in node.keywords)])
    return found
