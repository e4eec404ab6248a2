"""What a function asks of a dict with texts as keys that a call gives, and that it leaves as it is: which keys there are is known when it is
compiled.

    if "shift" in d: x += d["shift"]       x += d["shift"]      or nothing
    d.get("by", 1.0)                       d["by"]              or 1.0
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, is_name, is_none, is_simple, is_text, walk
from unpython._writing.rewriter import KnownAnswers

_READS = frozenset("get items keys values".split())


def rewritten(function: FunctionType, node: Any, dicts: dict[str, tuple[str, ...]]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with the answers in the place of the questions, no names, and no free names. `dicts`: the parameters, with their keys."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    known = {name: keys for name, keys in dicts.items() if _is_only_read(node, name)}
    writer = _Answers(known)
    made = copy_tree(node)
    made.body = writer.statements(made.body) or [ast.copy_location(ast.Pass(), node)]
    return (ast.fix_missing_locations(made), frozenset(), []) if writer.is_changed else (node, frozenset(), [])


def _is_only_read(node: Any, name: str) -> bool:
    parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
    given = [n for s in node.body for n in walk(s)]
    if any(isinstance(n, ast.arg) and n.arg == name for n in given):
        return False
    return all(isinstance(n.ctx, ast.Load) and _reads(n, parents[n]) for n in given if is_name(n, name))


def _reads(node: Any, parent: Any) -> bool:
    if isinstance(parent, ast.Subscript):
        return parent.value is node and isinstance(parent.ctx, ast.Load)
    if isinstance(parent, ast.Attribute):
        return parent.attr in _READS
    if isinstance(parent, ast.Call):
        return is_name(parent.func, "len") and node in parent.args
    return isinstance(parent, ast.Compare) and isinstance(parent.ops[-1], (ast.In, ast.NotIn)) and parent.comparators[-1] is node


class _Answers(KnownAnswers):
    def __init__(self, known: dict[str, tuple[str, ...]]):
        self._known = known
        self.is_changed = False

    def _keys(self, node: Any) -> tuple[str, ...] | None:
        return self._known.get(node.id) if isinstance(node, ast.Name) else None

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        op, last = node.ops[0], node.comparators[0]
        if len(node.ops) > 1:
            return node
        if isinstance(op, (ast.In, ast.NotIn)) and is_text(node.left) and (keys := self._keys(last)) is not None:
            return self._written(node, ast.Constant((node.left.value in keys) is isinstance(op, ast.In)))
        if isinstance(op, (ast.Is, ast.IsNot)) and is_none(node.left) and is_none(last):
            return self._written(node, ast.Constant(isinstance(op, ast.Is)))
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        func: Any = node.func
        if not isinstance(func, ast.Attribute) or func.attr != "get" or node.keywords or (keys := self._keys(func.value)) is None:
            return node
        if not 1 <= len(node.args) <= 2 or not is_text(node.args[0]) or not all(map(is_simple, node.args)):
            return node
        if node.args[0].value in keys:
            return self._written(node, ast.Subscript(func.value, node.args[0], ast.Load()))
        return self._written(node, node.args[1] if len(node.args) == 2 else ast.Constant(None))

    def _written(self, node: ast.expr, value: ast.expr) -> ast.expr:
        self.is_changed = True
        return ast.copy_location(value, node)
