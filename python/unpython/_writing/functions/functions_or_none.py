"""Parameters that are a function, or None, as a call gives them: which one is known when a program is compiled.

                                        a function is given        none is
    if key is None: key = abs           (nothing)                  key_ = abs
    f = f or (lambda v: v)              (nothing)                  f_ = lambda v: v
    max(x, key=key) if key else max(x)  max(x, key=key)            max(x)
    sorted(x, key=key)                  sorted(x, key=key)         sorted(x)
    pred is None or pred(v)             pred(v)                    True

Only parameters that are called, or given as `key=` or to filter and map, count as such.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_function, is_nothing
from unpython._local_names import names_read
from unpython._writing.nodes import copy_tree, is_name, is_none, load, walk
from unpython._writing.rewriter import KnownAnswers

_TAKE_KEYS = frozenset("max min sorted sort nlargest nsmallest groupby".split())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without questions for such parameters, other names for those that are None at first, and no free names."""
    known = {name: not is_nothing(layout) for name, layout in layouts.items() if is_function(layout) or is_nothing(layout)}
    if not known or not isinstance(node, ast.FunctionDef) or node.name in names_read(function):
        return node, frozenset(), []
    names: set[str] = set()
    for name, is_given in known.items():
        made = (_of_function if is_given else without)(node, name)
        if made is not None and made is not node:
            node = made
            names |= set() if is_given else {_other(name)}
    return node, frozenset(names), []


def _other(name: str) -> str:
    return f"_{name}_that_is_a_function_"


def _of_function(node: ast.FunctionDef, name: str) -> ast.FunctionDef | None:
    """None where the parameter may be something else later."""
    writer = _Answers(name, True)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return made if writer.is_changed and made.body and not _is_stored(made.body, name) else None


def without(node: ast.FunctionDef, name: str) -> ast.FunctionDef | None:
    """The `def` that does not name a parameter that is None; None where it has to."""
    nodes = [n for s in node.body for n in walk(s)]
    if not _is_for_function(nodes, name) or any(isinstance(n, ast.arg) and n.arg == name for n in nodes):
        return None
    made = copy_tree(node)
    writer = _Answers(name, False)
    body: list[ast.stmt] = []
    for place, statement in enumerate(made.body):
        body += writer.statements([statement])
        if body and isinstance(body[-1], (ast.Return, ast.Raise)):
            break
        if not body or not _is_stored(body, name):
            continue
        *before, last = body
        if not isinstance(last, ast.Assign) or len(last.targets) > 1 or not is_name(last.targets[0], name) or _is_named([*before, last.value], name):
            return None
        rest = made.body[place + 1 :]
        if _is_stored(rest, name):
            return None
        last.targets[0].id = _other(name)
        body += [_Renamed(name).visit(s) for s in rest]
        break
    made.body = body
    return ast.fix_missing_locations(made) if body and not _is_named(body, name) else None


def with_local(node: ast.FunctionDef, name: str, is_given: bool) -> ast.FunctionDef | None:
    """The `def` without questions whether a local name is None, of which the text says that it is a function, or None, once and for all; None
    where it does not, or where nothing calls it."""
    nodes = [n for s in node.body for n in walk(s)]
    stores = [n for n in nodes if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    if len(stores) != 1 or not _is_for_function(nodes, name) or any(isinstance(n, ast.arg) and n.arg == name for n in nodes):
        return None
    place = next((i for i, s in enumerate(node.body) if isinstance(s, ast.Assign) and s.targets[0] is stores[0]), None)
    if place is None or _is_named(node.body[:place], name):
        return None
    made = copy_tree(node)
    rest = _Answers(name, is_given).statements(made.body[place + 1 :])
    made.body = [*made.body[: place + is_given], *rest]
    return made if rest else None


def _is_for_function(nodes: list[Any], name: str) -> bool:
    for n in nodes:
        if isinstance(n, ast.Call):
            is_first = isinstance(n.func, ast.Name) and n.func.id in ("map", "filter") and bool(n.args) and is_name(n.args[0], name)
            if is_first or is_name(n.func, name) or any(k.arg == "key" and is_name(k.value, name) for k in n.keywords):
                return True
    return False


def _is_named(nodes: list[Any], name: str) -> bool:
    return any(is_name(n, name) for node in nodes for n in walk(node))


def _is_stored(body: list[ast.stmt], name: str) -> bool:
    return any(is_name(n, name) and not isinstance(n.ctx, ast.Load) for s in body for n in walk(s))


class _Renamed(ast.NodeTransformer):
    def __init__(self, name: str):
        self._name = name

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.copy_location(load(_other(self._name)), node) if node.id == self._name else node


class _Answers(KnownAnswers):
    def __init__(self, name: str, is_given: bool):
        self._name = name
        self._is_given = is_given
        self.is_changed = False

    def _written(self, node: ast.AST, value: Any) -> Any:
        self.is_changed = True
        return ast.copy_location(value, node)

    def _answer(self, node: Any) -> bool | None:
        if not is_name(node, self._name):
            return None
        self.is_changed = True
        return self._is_given

    def visit_Name(self, node: ast.Name) -> Any:
        is_read = node.id == self._name and isinstance(node.ctx, ast.Load) and not self._is_given
        return self._written(node, ast.Constant(None)) if is_read else node

    def visit_Compare(self, node: ast.Compare) -> Any:
        op = node.ops[0]
        if len(node.ops) == 1 and isinstance(op, (ast.Is, ast.IsNot)) and is_name(node.left, self._name) and is_none(node.comparators[0]):
            return self._written(node, ast.Constant(isinstance(op, ast.Is) is not self._is_given))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called == "callable" and len(node.args) == 1 and is_name(node.args[0], self._name):
            return self._written(node, ast.Constant(self._is_given))
        if called in _TAKE_KEYS and not self._is_given:
            node.keywords = [k for k in node.keywords if k.arg != "key" or not is_name(k.value, self._name)]
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """`f or abs`, `f and f(x)`, `f is None or f(x)`"""
        decides = isinstance(node.op, ast.Or)
        first, *rest = node.values
        truth = self._is_given if is_name(first, self._name) else getattr(self.visit(first), "value", None)
        if type(truth) is not bool:
            return self.generic_visit(node)
        if truth is decides:
            return self._written(node, self.visit(first))
        left = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)
        return self._written(node, self.visit(left))

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        is_same = len(node.targets) == 1 and is_name(node.targets[0], self._name) and is_name(node.value, self._name)
        return [] if is_same else node
