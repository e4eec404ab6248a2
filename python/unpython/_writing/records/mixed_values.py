"""Given dicts with integers and floats as values, and longer lists of them, that are only read: as rows of which the function makes a
dict or a list of several types (lists/mixed_lists.py).

    def f(prices):                              def f(prices):                      # rows of a key, a float, and whether it is an integer
        for k, p in prices.items(): ...             table = {}
                                                    for k, p, is_integer in prices:
                                                        if is_integer: table[k] = int(p)
                                                        else: table[k] = p
                                                    for k, p in table.items(): ...
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, has_mixed_values
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import Renamed, copy_tree, load, store, walk
from unpython._writing.plainer import find_source
from unpython._writing.records import exchanged_names

_TAKE = frozenset(f"builtins.{name}" for name in "len sum max min sorted list tuple set any all enumerate zip reversed".split())
_METHODS = ("get", "keys", "values", "items", "index", "count")


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    given = {name: layout for name, layout in layouts.items() if has_mixed_values(layout)}
    if not given:
        return node, frozenset(), []
    made = copy_tree(node)
    names = {name: f"_{name}_of_numbers_" for name in given}
    made.body = [Renamed(names).visit(s) for s in made.body]
    begin = [s for name, layout in given.items() for s in _filled(name, names[name], len(layout.type) > 2)]
    made.body = [*(ast.copy_location(s, node.body[0]) for s in begin), *made.body]
    parts = {f"_{name}_{part}_" for name in given for part in ("key", "number", "is_integer")}
    return ast.fix_missing_locations(made), frozenset({*names.values(), *parts}), []


def _filled(name: str, made: str, is_dict: bool) -> list[ast.stmt]:
    key, number, is_integer = (f"_{name}_{part}_" for part in ("key", "number", "is_integer"))
    ways: list[ast.stmt] = []
    for value in (ast.Call(load("int"), [load(number)], []), load(number)):
        if is_dict:
            ways.append(ast.Assign([ast.Subscript(load(made), load(key), ast.Store())], value))
        else:
            ways.append(ast.Expr(ast.Call(ast.Attribute(load(made), "append", ast.Load()), [value], [])))
    targets: list[ast.expr] = [ast.Name(part, ast.Store()) for part in ([key] if is_dict else []) + [number, is_integer]]
    body: list[ast.stmt] = [ast.If(load(is_integer), ways[:1], ways[1:])]
    empty: ast.expr = ast.Dict([], []) if is_dict else ast.List([], ast.Load())
    return [store(made, empty), ast.For(ast.Tuple(targets, ast.Store()), load(name), body, [])]


def layouts_of(function: FunctionType, given: dict[str, Any]) -> dict[str, Layout]:
    """Those of dicts and lists with integers and floats, if the function only reads them."""
    from unpython._layout_of import mixed_values

    found = {name: layout for name, value in given.items() if (layout := mixed_values(value)) is not None}
    if not found:
        return {}
    node = exchanged_names.rewritten(function, find_source(function).node, found)[0]
    own = local_names(function)
    if not isinstance(node, ast.FunctionDef) or full_name(load("int"), function, own) != "builtins.int":
        return {}
    inner = {a.arg for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for a in walk(n) if isinstance(a, ast.arg)}
    return {} if inner & found.keys() else {name: layout for name, layout in found.items() if _is_only_read(node, name, function, own)}


def _is_only_read(node: ast.FunctionDef, name: str, function: FunctionType, own: frozenset[str]) -> bool:
    """Whether no other name comes to stand for a dict or a list, and nothing is changed in it."""
    seen: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            seen.add(id(n.value))
        elif isinstance(n, ast.Attribute) and n.attr in _METHODS:
            seen.add(id(n.value))
        elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            seen.add(id(n.comparators[0]))
        elif isinstance(n, (ast.For, ast.comprehension)):
            seen.add(id(n.iter))
        elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
            seen.add(id(n.test))
        elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            seen.add(id(n.operand))
        elif isinstance(n, ast.Call) and full_name(n.func, function, own) in _TAKE:
            seen.update(map(id, n.args))
    return all(id(n) in seen for n in walk(node) if isinstance(n, ast.Name) and n.id == name)
