"""Functions that are given to others by their names, as the calls that these make of them:

    list(map(clean, lines))            [clean(x) for x in lines]
    list(filter(is_word, lines))       [x for x in lines if is_word(x)]
    sorted(lines, key=score)           sorted(lines, key=lambda x: score(x))
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import load, walk

_KEYED = frozenset("sorted min max".split())
_LISTED = {"list": ast.ListComp, "set": ast.SetComp}


def written(node: Any, is_wanted: Callable[[str], bool], builtin: Callable[[ast.expr], str]) -> Any:
    """The `def`, changed in place; `is_wanted`: whether calls of the function of that name are written in other words; `builtin`: the
    name of what Python has for all."""
    writer = _Writer(is_wanted, builtin)
    node.body = [writer.visit(statement) for statement in node.body]
    return ast.fix_missing_locations(node)


def define(node: Any) -> None:
    """Writes `name = lambda x: ...` at the beginning of a function as a `def`: those are written where they are called."""
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    for i, statement in enumerate(node.body):
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(target, ast.Name) and isinstance(statement.value, ast.Lambda) and stored.count(target.id) == 1:
            body: list[ast.stmt] = [ast.copy_location(ast.Return(statement.value.body), statement)]
            made = ast.FunctionDef(target.id, statement.value.args, body, [], None)
            made.is_lambda = True  # type: ignore[attr-defined]
            node.body[i] = ast.fix_missing_locations(ast.copy_location(made, statement))


class _Writer(ast.NodeTransformer):
    def __init__(self, is_wanted: Callable[[str], bool], builtin: Callable[[ast.expr], str]):
        self._is_wanted = is_wanted
        self._builtin = builtin
        self._count = 0

    def _names(self, count: int) -> list[str]:
        self._count += 1
        return [f"_item_{i}_passed_{self._count}_" for i in range(count)]

    def _is_passed(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and self._is_wanted(node.id)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        name = self._builtin(node.func)
        is_written = node.args and (self._is_passed(node.args[0]) or any(isinstance(a, ast.GeneratorExp) for a in node.args[1:]))
        if name in ("map", "filter") and is_written and not _has_more(node):
            return ast.copy_location(self._gone_through(node, name), node)
        if name in _LISTED and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and not node.keywords:
            items = node.args[0]
            return ast.copy_location(_LISTED[name](items.elt, items.generators), node)
        is_sort = isinstance(node.func, ast.Attribute) and node.func.attr == "sort"
        for keyword in node.keywords if name in _KEYED or is_sort else ():
            if keyword.arg == "key" and self._is_passed(keyword.value):
                (item,) = self._names(1)
                arguments = ast.arguments([], [ast.arg(item)], None, [], [], None, [])
                keyword.value = ast.copy_location(ast.Lambda(arguments, ast.Call(keyword.value, [load(item)], [])), keyword.value)
        return node

    def _gone_through(self, node: ast.Call, name: str) -> ast.expr:
        function, *over = node.args
        if not over or not isinstance(function, ast.Name) or (name == "filter" and len(over) > 1):
            return node
        names = self._names(len(over))
        targets: list[ast.expr] = [ast.Name(item, ast.Store()) for item in names]
        call = ast.Call(function, [load(item) for item in names], [])
        if len(over) == 1:
            clause = ast.comprehension(targets[0], over[0], [call] if name == "filter" else [], 0)
            return ast.GeneratorExp(load(names[0]) if name == "filter" else call, [clause])
        return ast.GeneratorExp(call, [ast.comprehension(ast.Tuple(targets, ast.Store()), ast.Call(load("zip"), over, []), [], 0)])


def _has_more(node: ast.Call) -> bool:
    return bool(node.keywords) or any(isinstance(a, ast.Starred) for a in node.args)
