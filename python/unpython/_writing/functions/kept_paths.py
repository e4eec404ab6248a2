"""Lists that an inner function makes anew for each call of itself, and keeps in another list, as copies of them:

    def walk(i, path):                                  def walk(i, path):
        if i == n:                                          if i == n:
            out.append(path)                                    out.append(list(path))
            return                                              return
        for c in items:                                     ...
            walk(i + 1, path + [c])

`tuple(path)` of such a list is written as `tuple(x for x in path)`. Nobody can tell a list from its copy where nothing changes it, where it is
kept once, and where nobody else keeps it. That is known of a parameter that each call gives a list of its own; or the own list again, once,
where the call that keeps it ends.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_name, walk

_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
_READERS = frozenset(f"builtins.{name}" for name in "len sum min max any all tuple list sorted enumerate zip set".split())


def rewritten(node: Any, library: Callable[[ast.expr], str]) -> Any:
    """The `def`, which is changed. `library`: the full name of a function of a library."""
    if library(ast.Name("list", ast.Load())) != "builtins.list":
        return node
    for definition in [n for n in walk(node) if isinstance(n, ast.FunctionDef) and n is not node]:
        calls = [n for n in walk(node) if isinstance(n, ast.Call) and is_name(n.func, definition.name)]
        names = [a.arg for a in definition.args.args]
        uses = [n for n in walk(node) if is_name(n, definition.name) and isinstance(n.ctx, ast.Load)]
        is_plain = not definition.args.defaults and all(len(c.args) == len(names) and not c.keywords for c in calls) and len(uses) == len(calls)
        if calls and is_plain and not any(isinstance(a, ast.Starred) for c in calls for a in c.args):
            own = {id(n) for n in walk(definition)}
            for place, name in enumerate(names):
                if all(_is_new(c.args[place]) or (is_name(c.args[place], name) and id(c) in own) for c in calls):
                    _rewrite(definition, name, [c.args[place] for c in calls], library)
    return ast.fix_missing_locations(node)


def _rewrite(definition: ast.FunctionDef, name: str, given: list[ast.expr], library: Callable[[ast.expr], str]) -> None:
    if any(isinstance(g, ast.BinOp) for g in given):
        for n in walk(definition):
            if isinstance(n, ast.Call) and len(n.args) == 1 and is_name(n.args[0], name) and library(n.func) == "builtins.tuple":
                item = f"_item_of_{name}_"
                clause = ast.comprehension(ast.Name(item, ast.Store()), n.args[0], [], 0)
                n.args = [ast.copy_location(ast.GeneratorExp(ast.Name(item, ast.Load()), [clause]), n)]
    kept = [n for n in walk(definition) if _keeps(n, name)]
    again = [g for g in given if is_name(g, name)]
    if len(kept) != 1 or not any(isinstance(g, ast.BinOp) for g in given):
        return
    if _in_loop(definition, kept[0]) or (again and (len(again) > 1 or _in_loop(definition, again[0]) or not _ends_with(definition, kept[0]))):
        return
    if not all(_is_fine(definition, n, name, kept[0], given, library) for n in walk(definition) if is_name(n, name)):
        return
    keeper: Any = kept[0]
    keeper.args = [ast.copy_location(ast.Call(ast.Name("list", ast.Load()), keeper.args, []), keeper)]


def _keeps(node: ast.AST, name: str) -> bool:
    """out.append(path)"""
    is_append = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
    return is_append and len(node.args) == 1 and is_name(node.args[0], name) and not is_name(node.func.value, name)  # type: ignore[attr-defined]


def _is_new(node: ast.expr) -> bool:
    """[], path + [c]"""
    return isinstance(node, (ast.List, ast.ListComp)) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.right, ast.List))


def _in_loop(definition: ast.FunctionDef, node: ast.AST) -> bool:
    return any(n is node for loop in walk(definition) if isinstance(loop, _LOOPS) for n in walk(loop))


def _ends_with(definition: ast.FunctionDef, node: ast.AST) -> bool:
    """Whether what keeps the list stands in front of a `return`, in a branch."""
    for n in walk(definition):
        body = getattr(n, "body", None) if isinstance(n, ast.If) else None
        for first, second in zip(body or [], (body or [])[1:]):
            if isinstance(first, ast.Expr) and first.value is node:
                return isinstance(second, ast.Return) and second.value is None
    return False


def _is_fine(definition: ast.FunctionDef, node: ast.Name, name: str, kept: Any, given: list[ast.expr], library: Callable[[ast.expr], str]) -> bool:
    """Whether a use of the list only reads it."""
    if not isinstance(node.ctx, ast.Load):
        return False
    if node is kept.args[0] or any(node is g or (isinstance(g, ast.BinOp) and node is g.left) for g in given):
        return True
    for n in walk(definition):
        if isinstance(n, ast.Subscript) and n.value is node:
            return isinstance(n.ctx, ast.Load)
        if isinstance(n, (ast.For, ast.comprehension)) and n.iter is node:
            return True
        if isinstance(n, ast.Call) and any(a is node for a in n.args):
            return library(n.func) in _READERS
        if isinstance(n, ast.Compare) and node in n.comparators:
            return all(isinstance(op, (ast.In, ast.NotIn)) for op in n.ops)
        if isinstance(n, (ast.If, ast.IfExp, ast.While)) and n.test is node:
            return True
        if isinstance(n, ast.BoolOp) and node in n.values:
            return True
    return False
