"""Tables that each call of a function that calls itself makes anew, and never changes: made once, before the loop of recursion.py.

    def spell(n):                               ones = ("zero", "one", ...)
        ones = ("zero", "one", ...)             while True:
        ... spell(n // 10) + ones[n % 10]           ...

So no call has to keep its table while it waits for another one.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import walk

_READS = frozenset("get items keys values index count find".split())


def taken_out(body: list[ast.stmt], given: set[str]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The assignments of such tables, and the other statements. `given`: names that a call gives values, or that are not the function's own."""
    nodes = [n for s in body for n in walk(s)]
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    read = _places_that_read(nodes)
    hidden = {n.id for f in nodes if isinstance(f, (ast.FunctionDef, ast.Lambda)) for n in walk(f) if isinstance(n, ast.Name)}
    tables: list[ast.stmt] = []
    named = {*given}  # and in the statements before
    for statement in body:
        name = _table(statement)
        uses = [n for n in nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
        is_read = isinstance(getattr(statement, "value", None), ast.Constant) or all(id(n) in read for n in uses)
        if name and name not in named | hidden and stored.count(name) == 1 and is_read:
            tables.append(statement)
        named |= {n.id for n in walk(statement) if isinstance(n, ast.Name)}
    return tables, [s for s in body if s not in tables]


def _table(statement: ast.stmt) -> str:
    """x of x = {...}, [...] or (...) of constants, or of a text; empty for others."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or not isinstance(statement.targets[0], ast.Name):
        return ""
    value = statement.value
    is_table = isinstance(value, (ast.List, ast.Tuple)) and bool(value.elts) and all(map(_is_constant, value.elts))
    is_dict = isinstance(value, ast.Dict) and bool(value.keys) and all(isinstance(part, ast.Constant) for part in (*value.keys, *value.values))
    return statement.targets[0].id if is_table or is_dict or (isinstance(value, ast.Constant) and type(value.value) is str) else ""


def _is_constant(node: ast.expr) -> bool:
    return all(map(_is_constant, node.elts)) if isinstance(node, ast.Tuple) else isinstance(node, ast.Constant)


def _places_that_read(nodes: list[Any]) -> set[int]:
    """The expressions of which only items are read where they stand."""
    found: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            found.add(id(n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            found.add(id(n.iter))
        elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            found.add(id(n.comparators[0]))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in _READS:
            found.add(id(n.func.value))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("len", "enumerate"):
            found.update(map(id, n.args))
    return found
