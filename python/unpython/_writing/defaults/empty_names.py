"""What a function asks of a container that it makes empty, and leaves so: a default in the place of an argument that is None.

    names = {}                              (nothing)
    x = names.get(k, k)                     x = k
    if k not in names: f(k)                 f(k)
    for k, v in names.items(): g(k, v)      (nothing)
    sum(names.values()), h(x, **names)      0, h(x)

Such a container shows no type of what it may hold. One that is used in any other way stays.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import copy_tree, is_name, is_simple, walk
from unpython._writing.rewriter import KnownAnswers

_MAKERS = {"dict": ast.Dict, "list": ast.List, "set": None, "tuple": None}
_VIEWS = ("items", "keys", "values")
#: What calls give that take all items, where there are none.
_OF_NOTHING: dict[str, Any] = {
    "len": lambda: ast.Constant(0), "sum": lambda: ast.Constant(0), "any": lambda: ast.Constant(False), "all": lambda: ast.Constant(True),
    "bool": lambda: ast.Constant(False), "list": lambda: ast.List([], ast.Load()), "sorted": lambda: ast.List([], ast.Load()),
}  # fmt: skip


def is_empty(node: Any) -> bool:
    """{}, [], (), set(), and set(())"""
    if isinstance(node, ast.Call):
        is_made = isinstance(node.func, ast.Name) and node.func.id in _MAKERS and not node.keywords
        return is_made and (not node.args or (len(node.args) == 1 and is_empty(node.args[0])))
    return isinstance(node, (ast.List, ast.Tuple, ast.Dict)) and not (node.keys if isinstance(node, ast.Dict) else node.elts)


def without_empty(node: Any, no_keys: frozenset[str] = frozenset()) -> Any:
    """The `def` without names for such containers; the `def` itself where there are none. `no_keys`: names of what may have no hash, which no
    dict or set is asked for."""
    if not isinstance(node, ast.FunctionDef):
        return node
    statements = node.body
    for number, statement in enumerate(statements):
        target: Any = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(target, ast.Name) and is_empty(statement.value):  # type: ignore[attr-defined]
            before = [n for s in statements[:number] for n in walk(s)]
            none = no_keys if _asks_hashes(statement.value) else frozenset[str]()  # type: ignore[attr-defined]
            node = node if any(is_name(n, target.id) for n in before) else _folded(node, target.id, none)
    return node


def _asks_hashes(node: ast.expr) -> bool:
    return isinstance(node, ast.Dict) or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "dict"))


def _folded(node: ast.FunctionDef, name: str, no_keys: frozenset[str]) -> ast.FunctionDef:
    found = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    if len(found) != 1 or any(isinstance(n, ast.arg) and n.arg == name for n in walk(node)):
        return node
    own = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    made = copy_tree(node)
    made.body = _Folds(name, own, no_keys).statements(made.body) or [ast.copy_location(ast.Pass(), node)]
    return node if any(is_name(n, name) for n in walk(made)) else ast.fix_missing_locations(made)


class _Folds(KnownAnswers):
    """`own`: names that stand for no built-in function; `no_keys`: names that are no keys of it."""

    def __init__(self, name: str, own: set[str], no_keys: frozenset[str]):
        self._name = name
        self._own = own
        self._no_keys = no_keys

    def _is_key(self, node: ast.expr) -> bool:
        return is_simple(node) and not (isinstance(node, ast.Name) and node.id in self._no_keys)

    def _is_it(self, node: Any) -> bool:
        """The name, a view of what it stands for, or what goes through it."""
        if isinstance(node, ast.GeneratorExp):
            return self._is_it(node.generators[0].iter)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS and not node.args:
            return is_name(node.func.value, self._name)
        return is_name(node, self._name)

    def visit_Assign(self, node: ast.Assign) -> Any:
        return [] if is_name(node.targets[0], self._name) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        node.keywords = [k for k in node.keywords if k.arg is not None or not is_name(k.value, self._name)]
        func: Any = node.func
        if isinstance(func, ast.Name) and func.id in _OF_NOTHING and func.id not in self._own and not node.keywords:
            if len(node.args) == 1 and self._is_it(node.args[0]):
                return ast.copy_location(_OF_NOTHING[func.id](), node)
        self.generic_visit(node)
        if isinstance(func, ast.Attribute) and is_name(func.value, self._name) and not node.keywords:
            if func.attr == "copy" and not node.args:
                return ast.copy_location(ast.Dict([], []), node)
            if func.attr == "get" and len(node.args) == 1 and self._is_key(node.args[0]):
                return ast.copy_location(ast.Constant(None), node)
            if func.attr in ("get", "pop") and len(node.args) == 2 and self._is_key(node.args[0]):
                return node.args[1]
        return node

    def visit_Dict(self, node: ast.Dict) -> Any:
        items = [(k, v) for k, v in zip(node.keys, node.values, strict=True) if k is not None or not is_name(v, self._name)]
        node.keys, node.values = [k for k, _ in items], [v for _, v in items]
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        if self._is_it(node.generators[0].iter):
            return ast.copy_location(ast.List([], ast.Load()), node)
        return self.generic_visit(node)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        if self._is_it(node.generators[0].iter):
            return ast.copy_location(ast.Dict([], []), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        op = node.ops[0]
        if len(node.ops) == 1 and isinstance(op, (ast.In, ast.NotIn)) and self._is_it(node.comparators[0]) and self._is_key(node.left):
            return ast.copy_location(ast.Constant(isinstance(op, ast.NotIn)), node)
        return node

    def visit_For(self, node: ast.For) -> Any:
        if self._is_it(node.iter):
            return self.statements(node.orelse)
        return self.generic_visit(node)

    def _answer(self, node: Any) -> bool | None:
        return False if is_name(node, self._name) else None
