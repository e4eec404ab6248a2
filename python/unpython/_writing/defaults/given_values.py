"""Tests for None of arguments of which a call gives a text, a list or a dict, which hold nowhere, and of those that are None, whose value
has a name of its own then:

    if sep is None:              (nothing)                if seen is None:             other = set()
        sep = ","                                             seen = set()             other.add(x)
                                                          seen.add(x)

`return default` of such a one gives None. What a function asks of a container that is empty and stays so is written by empty_names.py.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Container, Layout, depth_of_lists, is_nothing, is_text
from unpython._writing.defaults import empty_names
from unpython._writing.nodes import copy_tree, is_name, is_none, walk
from unpython._writing.rewriter import WholeRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without these tests, no names, and no free names."""
    names: set[str] = set()
    for name in [name for name, layout in layouts.items() if is_nothing(layout)]:
        if any(is_name(n, name) for n in walk(node)):  # functions_or_none.py has written others
            node = without(node, name)
            names.add(_other(name))
    node = empty_names.without_empty(node, frozenset(name for name, layout in layouts.items() if _may_have_no_hash(layout)))
    given = {name for name, layout in layouts.items() if layout is not None and not is_nothing(layout)}
    for n in walk(node):
        if isinstance(n, (ast.Assign, ast.AnnAssign)):
            targets = n.targets if isinstance(n, ast.Assign) else [n.target]
            given -= {t.id for t in targets if isinstance(t, ast.Name) and not _is_value(n.value)}
            given -= {m.id for t in targets if not isinstance(t, ast.Name) for m in walk(t) if isinstance(m, ast.Name) and not isinstance(m.ctx, ast.Load)}
        elif isinstance(n, (ast.For, ast.comprehension, ast.NamedExpr)):
            given -= {m.id for m in walk(n.target) if isinstance(m, ast.Name)}
        elif isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node:
            given -= {a.arg for a in walk(n.args) if isinstance(a, ast.arg)}
    writer = _Folds(given)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if ast.dump(made) == ast.dump(node):
        return node, frozenset(names), []
    return ast.fix_missing_locations(made), frozenset(names), []


def _may_have_no_hash(layout: Layout) -> bool:
    return depth_of_lists(layout) > 0 if isinstance(layout, tuple) else isinstance(layout, Container) and not is_text(layout)


def of_objects(node: Any, names: frozenset[str]) -> Any:
    """The `def` without tests of whether parameters are None that are objects, which are true: rng = rng or np.random.default_rng()"""
    made = copy_tree(node)
    made.body = _OfObjects(set(names)).statements(made.body)
    return ast.fix_missing_locations(made)


def _other(name: str) -> str:
    return f"_{name}_of_nothing_"


def without(node: Any, name: str) -> Any:
    """The `def` that does not read a parameter that is None; None where it has to."""
    if any(isinstance(n, (ast.Global, ast.Nonlocal, ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return None
    made = copy_tree(node)
    writer = _Folds({name}, is_given=False)
    body: list[ast.stmt] = []
    for i, statement in enumerate(made.body):
        folded = writer.statements([statement])
        body += folded
        is_value = [isinstance(s, ast.Assign) and any(is_name(t, name) for t in s.targets) for s in folded]
        if any(is_value):
            before = [n for s in folded[: is_value.index(True)] for n in walk(s)] + list(walk(folded[is_value.index(True)].value))  # type: ignore[attr-defined]
            if any(is_name(n, name) for n in before):
                return None
            for n in (n for s in (*folded, *made.body[i + 1 :]) for n in walk(s) if is_name(n, name)):
                n.id = _other(name)  # type: ignore[attr-defined]
            body += made.body[i + 1 :]
            break
        if any(is_name(n, name) for s in folded for n in walk(s)):
            return None
    made.body = body or [ast.copy_location(ast.Pass(), node)]
    return ast.fix_missing_locations(made)


_VALUES = (ast.Constant, ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp, ast.JoinedStr)
_MAKERS = frozenset("list dict set tuple str int float len sorted".split())


def _is_value(node: Any) -> bool:
    """Whether an expression is surely not None."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _MAKERS
    if isinstance(node, ast.BinOp):  # [1.0] * n
        return isinstance(node.op, (ast.Mult, ast.Add)) and (_is_value(node.left) or _is_value(node.right))
    return isinstance(node, _VALUES) and not is_none(node)


def _is_empty(node: Any) -> bool:
    return isinstance(node, (ast.List, ast.Tuple)) and not node.elts


class _Folds(WholeRewriter):
    """`is_given`: whether these are values, or all of them are None."""

    def __init__(self, given: set[str], is_given: bool = True):
        self._given = given
        self._is_given = is_given

    def answer(self, node: Any) -> bool | None:
        """What a test for None gives; None for any other expression."""
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not is_none(node.comparators[0]):
            return None
        if not isinstance(node.left, ast.Name) or node.left.id not in self._given or not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            return None
        return isinstance(node.ops[0], ast.IsNot) == self._is_given

    def visit_Return(self, node: ast.Return) -> Any:
        """return default, of None"""
        node.value = None if node.value is None else self._returned(node.value)
        return self.generic_visit(node)

    def _returned(self, node: Any) -> Any:
        if isinstance(node, ast.IfExp):
            node.body, node.orelse = self._returned(node.body), self._returned(node.orelse)
        is_none_here = not self._is_given and isinstance(node, ast.Name) and node.id in self._given
        return ast.copy_location(ast.Constant(None), node) if is_none_here else node

    def visit_For(self, node: Any) -> Any:
        """for x in extra or []"""
        over = node.iter
        is_or = isinstance(over, ast.BoolOp) and isinstance(over.op, ast.Or) and len(over.values) == 2 and _is_empty(over.values[1])
        if is_or and self._is_given and isinstance(over.values[0], ast.Name) and over.values[0].id in self._given:
            node.iter = over.values[0]
        return self.generic_visit(node)

    visit_comprehension = visit_For

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """extra or [], of None"""
        self.generic_visit(node)
        first = node.values[0]
        is_none_first = not self._is_given and isinstance(first, ast.Name) and first.id in self._given
        return node.values[1] if is_none_first and isinstance(node.op, ast.Or) and len(node.values) == 2 else node

    def visit_Compare(self, node: ast.Compare) -> Any:
        answer = self.answer(node)
        return self.generic_visit(node) if answer is None else ast.copy_location(ast.Constant(answer), node)

    def visit_If(self, node: ast.If) -> Any:
        answer = self.answer(node.test)
        if answer is None:
            return self.generic_visit(node)
        return self.statements(node.body if answer else node.orelse) or [ast.copy_location(ast.Pass(), node)]

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        answer = self.answer(node.test)
        return self.generic_visit(node) if answer is None else self.visit(node.body if answer else node.orelse)


class _OfObjects(_Folds):
    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        first = node.values[0]
        is_object = isinstance(node.op, ast.Or) and isinstance(first, ast.Name) and first.id in self._given
        return first if is_object else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        """rng = rng, which is left of such tests"""
        made = self.generic_visit(node)
        is_same = len(node.targets) == 1 and isinstance(node.value, ast.Name) and node.value.id in self._given and is_name(node.targets[0], node.value.id)
        return [] if is_same else made
