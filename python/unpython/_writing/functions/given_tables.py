"""Dicts of functions with texts as keys that a call gives, or that stand around the function, as those that are written in it:

    OPS = {"+": lambda a, b: a + b, "*": operator.mul}
    stack.append(OPS[t](x, y))              if t not in ("+", "*"): raise KeyError(t)
                                            stack.append(x + y if t == "+" else x * y)

Each function gives one expression of its arguments alone. Such a dict is only called, and asked for keys; tables_by_text.py writes that.
Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
import operator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._layouts import Layout, holds_functions
from unpython._local_names import local_names
from unpython._writing.functions import tables_by_text
from unpython._writing.nodes import copy_tree, load, walk

_OPERATORS: dict[Any, type[ast.operator]] = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.truediv: ast.Div, operator.floordiv: ast.FloorDiv,
    operator.mod: ast.Mod, operator.pow: ast.Pow,
}  # fmt: skip


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, ast.Try) for n in walk(node)):
        return node, frozenset(), []
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    stored |= {n.arg for s in node.body for n in walk(s) if isinstance(n, ast.arg)}
    given = {name: table for name, layout in layouts.items() if name not in stored and (table := _table_of(layout)) is not None}
    if not given:
        return node, frozenset(), []
    error = _bindings.resolve(function, "KeyError", [])
    if "KeyError" in local_names(function) or error.value is not KeyError:
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = tables_by_text.with_tables(given, made.body)
    left = {n.id for s in made.body for n in walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return (node, frozenset(), []) if left & given.keys() else (ast.fix_missing_locations(made), frozenset(), [error])


def _table_of(layout: Layout) -> ast.Dict | None:
    """The dict as it would be written; None where it holds anything else."""
    if not holds_functions(layout):
        return None
    written = [_written(item) for item in layout.items]
    if any(one is None for one in written):
        return None
    table = ast.Dict([ast.Constant(key) for key in layout.names], [one for one in written if one is not None])
    return table if tables_by_text.is_table(table, []) else None


def _written(item: Any) -> ast.expr | None:
    """A function as a lambda of its arguments."""
    op = _OPERATORS.get(item) if callable(item) else None
    if op is not None:
        both = ast.arguments([], [ast.arg("a"), ast.arg("b")], None, [], [], None, [])
        return ast.Lambda(both, ast.BinOp(load("a"), op(), load("b")))
    if not isinstance(item, FunctionType) or item.__closure__ or item.__defaults__ or item.__kwdefaults__:
        return None
    from unpython._writing.plainer import find_source

    try:
        node: Any = find_source(item).node
    except SourceNotFound:
        return None
    if isinstance(node, ast.FunctionDef):
        only = node.body[0] if len(node.body) == 1 else None
        body = only.value if isinstance(only, ast.Return) else None
    else:
        body = node.body if isinstance(node, ast.Lambda) else None
    arguments = {a.arg for a in node.args.args}
    is_alone = body is not None and not any(isinstance(n, ast.Call) or (isinstance(n, ast.Name) and n.id not in arguments) for n in walk(body))
    return ast.Lambda(copy_tree(node.args), copy_tree(body)) if is_alone else None  # type: ignore[arg-type]
