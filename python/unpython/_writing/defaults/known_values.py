"""What is known of names of constants and of lists that a call gives, where it is asked, or is an axis:

    one = False                             one = False
    if x is None: x = [1.0]                 (nothing)                                      where the call gives a list
    y = x[0] if one else x                  y = x
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, is_none, walk
from unpython._writing.rewriter import KnownAnswers

Values = dict[str, Any]  # a constant; None for a list


def rewritten(function: FunctionType, node: Any, lists: Collection[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without questions whether lists that a call gives are None, no names, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Nonlocal, ast.Global)) for n in walk(node)):
        return node, frozenset(), []
    if not any(isinstance(n, ast.Compare) and is_none(n.comparators[0]) and getattr(n.left, "id", "") in lists for n in walk(node)):
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = with_values(made.body, dict.fromkeys(lists))
    return ast.fix_missing_locations(made), frozenset(), []


def with_values(body: list[ast.stmt], known: Values) -> list[ast.stmt]:
    """Statements with what is known of names. `known`: what they stand for in front of the statements, and then behind them."""
    made: list[ast.stmt] = []
    for s in body:
        if isinstance(s, ast.If):
            [s.test] = _Known(known).tests([s.test])
            answer = s.test.value if isinstance(s.test, ast.Constant) and type(s.test.value) is bool else None
            if answer is not None:
                made += with_values(s.body if answer else s.orelse, known)
                continue
            ways = [dict(known), dict(known)]
            s.body, s.orelse = (with_values(way, own) for way, own in zip((s.body, s.orelse), ways, strict=True))
            known.clear()
            known.update((name, value) for name, value in ways[0].items() if name in ways[1] and ways[1][name] is value)
            made.append(s)
            continue
        targets = {id(t) for t in s.targets} if isinstance(s, ast.Assign) else set()  # the value is computed before
        stores = [n for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        stored = {n.id for n in stores}
        inside = {n.id for n in stores if id(n) not in targets}
        made += _Known({name: value for name, value in known.items() if name not in inside}).statements([s])
        for name in stored:
            known.pop(name, None)
        is_constant = isinstance(s, ast.Assign) and isinstance(s.value, ast.Constant) and type(s.value.value) in (bool, int, type(None))
        if isinstance(s, ast.Assign) and is_constant:
            known.update((t.id, s.value) for t in s.targets if isinstance(t, ast.Name))
    return made or [ast.copy_location(ast.Pass(), body[0])] if body else made


class _Known(KnownAnswers):
    def __init__(self, known: Values):
        self._values = known

    def tests(self, tests: list[ast.expr]) -> list[ast.expr]:
        return list(map(self._truth, tests))

    def _answer(self, node: Any) -> bool | None:
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and is_none(node.comparators[0]) and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            named = node.left.id if isinstance(node.left, ast.Name) else ""
            return is_none(self._values[named]) is isinstance(node.ops[0], ast.Is) if named in self._values else None
        value = self._values.get(node.id) if isinstance(node, ast.Name) else None
        return value.value if isinstance(value, ast.Constant) and type(value.value) is bool else None

    def visit_keyword(self, node: ast.keyword) -> Any:
        self.generic_visit(node)
        value = self._values.get(node.value.id) if isinstance(node.value, ast.Name) and node.arg in ("axis", "keepdims") else None
        node.value = node.value if value is None else copy_tree(value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]
