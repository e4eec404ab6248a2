"""A function that keeps its values (functools.lru_cache), with a dict of them, or one for each place of the tuples that it gives:

    @cache                                  kept = {}
    def f(k):                               def f(k):
        ...                                     if k in kept: return kept[k]
        return x                                ...
                                                value = x; kept[k] = value
                                                return value
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.functions.inlining import without_text
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.names import assigned_names
from unpython._writing.nodes import load, store, walk, ways


def keep(definition: ast.FunctionDef, memo: str) -> list[ast.stmt]:
    """Changes the `def`; what the function around it begins with."""
    arguments = definition.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    changes = any(isinstance(n, (ast.Nonlocal, ast.Expr, ast.Yield)) for s in without_text(definition.body) for n in walk(s))
    if not names or set(names) & set(assigned_names(definition.body)) or changes or not _ends(definition.body):
        raise NotWritten
    width = _width(definition)
    if width == 0:
        raise NotWritten  # what it gives elsewhere has parts
    held = [memo] if width is None else [f"{memo}{i}_" for i in range(width)]
    parts = [f"{memo}value_"] if width is None else [f"{memo}value_{i}_" for i in range(width)]

    def key() -> ast.expr:
        given: list[ast.expr] = [load(name) for name in names]
        return given[0] if len(given) == 1 else ast.Tuple(given, ast.Load())

    def value(items: list[ast.expr], context: ast.expr_context) -> ast.expr:
        return items[0] if width is None else ast.Tuple(items, context)

    class Returns(ast.NodeTransformer):
        def visit_Return(self, node: ast.Return) -> Any:
            if node.value is None:
                raise NotWritten
            made: list[ast.stmt] = [ast.Assign([value([ast.Name(part, ast.Store()) for part in parts], ast.Store())], node.value)]
            made += [ast.Assign([ast.Subscript(load(one), key(), ast.Store())], load(part)) for one, part in zip(held, parts, strict=True)]
            made.append(ast.Return(value([load(part) for part in parts], ast.Load())))
            return [ast.copy_location(s, node) for s in made]

    body = [Returns().visit(s) for s in without_text(definition.body)]
    known = value([ast.Subscript(load(one), key(), ast.Load()) for one in held], ast.Load())
    found = ast.If(ast.Compare(key(), [ast.In()], [load(held[0])]), [ast.Return(known)], [])
    definition.body = [ast.copy_location(found, definition.body[0])]
    for part in body:
        definition.body += part if isinstance(part, list) else [part]
    definition.decorator_list = []
    ast.fix_missing_locations(definition)
    return [ast.fix_missing_locations(ast.copy_location(store(one, ast.Dict([], [])), definition)) for one in held]


def _width(definition: ast.FunctionDef) -> int | None:
    """How long the tuples are that it returns, where it writes one out. What it returns elsewhere is taken apart, too."""
    values = [way for s in definition.body for n in walk(s) if isinstance(n, ast.Return) and n.value is not None for way in ways(n.value)]
    widths = {len(v.elts) for v in values if isinstance(v, ast.Tuple) and not any(isinstance(e, (ast.Starred, ast.Tuple)) for e in v.elts)}
    return widths.pop() if len(widths) == 1 else None


def _ends(body: list[ast.stmt]) -> bool:
    """Whether each way through the statements ends in `return` or `raise`."""
    last = body[-1]
    if isinstance(last, ast.If):
        return _ends(last.body) and bool(last.orelse) and _ends(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))
