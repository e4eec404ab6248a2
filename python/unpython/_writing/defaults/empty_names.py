"""What a function asks of a container that it makes empty, and leaves so: a default in the place of an argument that is None.

    names = {}                              (nothing)
    x = names.get(k, k)                     x = k
    if k not in names: f(k)                 f(k)
    for k, v in names.items(): g(k, v)      (nothing)

Such a container shows no type of what it may hold. One that is used in any other way stays.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import copy_tree, is_name, is_simple, walk
from unpython._writing.rewriter import WholeRewriter

_MAKERS = {"dict": ast.Dict, "list": ast.List, "set": None, "tuple": None}
_VIEWS = ("items", "keys", "values")


def is_empty(node: Any) -> bool:
    """{}, [], (), set(), and set(())"""
    if isinstance(node, ast.Call):
        is_made = isinstance(node.func, ast.Name) and node.func.id in _MAKERS and not node.keywords
        return is_made and (not node.args or (len(node.args) == 1 and is_empty(node.args[0])))
    return isinstance(node, (ast.List, ast.Tuple, ast.Dict)) and not (node.keys if isinstance(node, ast.Dict) else node.elts)


def without_empty(node: Any) -> Any:
    """The `def` without names for such containers; the `def` itself where there are none."""
    if not isinstance(node, ast.FunctionDef):
        return node
    for number, statement in enumerate(node.body):
        target: Any = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(target, ast.Name) and is_empty(statement.value):  # type: ignore[attr-defined]
            before = [n for s in node.body[:number] for n in walk(s)]
            node = node if any(is_name(n, target.id) for n in before) else _folded(node, target.id)
    return node


def _folded(node: ast.FunctionDef, name: str) -> ast.FunctionDef:
    found = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    if len(found) != 1 or any(isinstance(n, ast.arg) and n.arg == name for n in walk(node)):
        return node
    made = copy_tree(node)
    made.body = _Folds(name).statements(made.body) or [ast.copy_location(ast.Pass(), node)]
    return node if any(is_name(n, name) for n in walk(made)) else ast.fix_missing_locations(made)


class _Folds(WholeRewriter):
    def __init__(self, name: str):
        self._name = name

    def _is_it(self, node: Any) -> bool:
        """The name, or a view of what it stands for."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS and not node.args:
            return is_name(node.func.value, self._name)
        return is_name(node, self._name)

    def visit_Assign(self, node: ast.Assign) -> Any:
        return [] if is_name(node.targets[0], self._name) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        func: Any = node.func
        if isinstance(func, ast.Attribute) and func.attr == "get" and is_name(func.value, self._name) and 1 <= len(node.args) <= 2:
            if is_simple(node.args[0]) and not node.keywords:
                return node.args[1] if len(node.args) == 2 else ast.copy_location(ast.Constant(None), node)
        if isinstance(func, ast.Name) and func.id == "len" and len(node.args) == 1 and self._is_it(node.args[0]):
            return ast.copy_location(ast.Constant(0), node)
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        op = node.ops[0]
        if len(node.ops) == 1 and isinstance(op, (ast.In, ast.NotIn)) and self._is_it(node.comparators[0]) and is_simple(node.left):
            return ast.copy_location(ast.Constant(isinstance(op, ast.NotIn)), node)
        return node

    def visit_For(self, node: ast.For) -> Any:
        if self._is_it(node.iter):
            return self.statements(node.orelse)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        """if names: ..., and what follows from other answers"""
        node.test = self._truth(node.test)
        answer = _known(node.test)
        if answer is not None:
            return self.statements(node.body if answer else node.orelse) or ast.copy_location(ast.Pass(), node)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        answer = _known(node.test)
        return self.generic_visit(node) if answer is None else self.visit(node.body if answer else node.orelse)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self._truth(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        node.ifs = [test for test in map(self._truth, node.ifs) if _known(test) is not True]
        return node

    def _truth(self, node: Any) -> Any:
        """A test, of which only its truth counts."""
        if is_name(node, self._name):
            return ast.copy_location(ast.Constant(False), node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            answer = _known(node.operand)
            return node if answer is None else ast.copy_location(ast.Constant(not answer), node)
        if isinstance(node, ast.BoolOp):
            return self._of_both(node)
        return self.visit(node)

    def _of_both(self, node: ast.BoolOp) -> Any:
        decides = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for part in map(self._truth, node.values):
            answer = _known(part)
            if answer is None or (answer is decides and left):
                left.append(part)
            elif answer is decides:
                return part
            if answer is decides:
                break
        if not left:
            return ast.copy_location(ast.Constant(not decides), node)
        return left[0] if len(left) == 1 else ast.copy_location(ast.BoolOp(node.op, left), node)


def _known(node: Any) -> bool | None:
    return node.value if isinstance(node, ast.Constant) and type(node.value) is bool else None
