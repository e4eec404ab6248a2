"""`return []` and `return [], n` of a function that returns a list under a name elsewhere, as that name: what such a list holds is known by
its name.

    if end not in parent:               if end not in parent:
        return []                           path = []; return path
    path = []                           path = []
    ...                                 ...
    return path[::-1]                   return path[::-1]

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, and no names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda, ast.Try)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    returns = [n for n in walk(node) if isinstance(n, ast.Return)]
    if not any(_is_empty(part) for n in returns for part in _parts(n)):
        return node, frozenset(), []
    made = {t.id for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.value, ast.List) for t in n.targets if isinstance(t, ast.Name)}
    made -= {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    names: dict[tuple[int, int], set[str]] = {}  # by how many parts are returned, and the place among them
    for n in returns:
        parts = _parts(n)
        for i, part in enumerate(parts):
            if not _is_empty(part):
                names.setdefault((len(parts), i), set()).add(_name(part))
    known = {place: found.copy().pop() for place, found in names.items() if len(found) == 1 and found <= made}
    writer = _Writer(known)
    whole = copy_tree(node)
    whole.body = writer.statements(whole.body)
    return (ast.fix_missing_locations(whole) if writer.is_changed else node), frozenset(), []


def _parts(node: ast.Return) -> list[Any]:
    return node.value.elts if type(node.value) is ast.Tuple else [node.value]


def _is_empty(node: Any) -> bool:
    return isinstance(node, ast.List) and not node.elts


def _name(node: Any) -> str:
    """Of x and x[i:j]; empty for other expressions."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class _Writer(BlockRewriter):
    def __init__(self, names: dict[tuple[int, int], str]):
        self._names = names
        self.is_changed = False

    def visit_Return(self, node: ast.Return) -> Any:
        parts = _parts(node)
        empty = {i: self._names[len(parts), i] for i, part in enumerate(parts) if _is_empty(part) and (len(parts), i) in self._names}
        read = {n.id for part in parts if not _is_empty(part) and part is not None for n in walk(part) if isinstance(n, ast.Name)}
        if not empty or len(set(empty.values())) < len(empty) or read & {*empty.values()}:
            return node
        self.is_changed = True
        before = [ast.copy_location(store(name, ast.copy_location(ast.List([], ast.Load()), node)), node) for name in empty.values()]
        values: list[Any] = [ast.copy_location(load(empty[i]), part) if i in empty else part for i, part in enumerate(parts)]
        node.value = ast.copy_location(ast.Tuple(values, ast.Load()), node) if type(node.value) is ast.Tuple else values[0]
        return [*before, node]
