"""Dicts that are items of lists, and tuples in lists that something else holds, as objects.

    rows.append({"n": n, "x": x})           an object with the fields n and x
    graph[u].append((v, w))                 an object with two fields; a tuple that a list with a name holds is one of rows.py
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.objects.definitions import ClassName
from unpython._writing.objects.flows import Classes


class Items(ast.NodeTransformer):
    """Writes each of them as a call that makes an object."""

    def __init__(self, classes: Classes):
        self._classes = classes

    def visit_all(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(statement) for statement in body]

    def _dict(self, node: ast.expr) -> ast.expr:
        is_record = isinstance(node, ast.Dict) and node.keys and all(isinstance(k, ast.Constant) and type(k.value) is str for k in node.keys)
        keys = tuple(k.value for k in node.keys) if is_record else ()  # type: ignore[attr-defined]
        if not keys or len(set(keys)) < len(keys):
            return node
        name = ast.copy_location(ClassName(self._classes.of_dict(keys)), node)
        return ast.copy_location(ast.Call(name, node.values, []), node)  # type: ignore[attr-defined]

    def _tuple(self, node: ast.expr, holder: str) -> ast.expr:
        if not isinstance(node, ast.Tuple) or not node.elts or any(isinstance(e, (ast.Starred, ast.Tuple)) for e in node.elts):
            return node
        name = ast.copy_location(ClassName(self._classes.of_tuple(len(node.elts), holder)), node)
        return ast.copy_location(ast.Call(name, node.elts, []), node)

    def _inner_list(self, node: Any, holder: str) -> None:
        if isinstance(node, ast.List):
            node.elts = [self._tuple(e, holder) for e in node.elts]

    def visit_List(self, node: ast.List) -> Any:
        self.generic_visit(node)
        node.elts = list(map(self._dict, node.elts))
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        self.generic_visit(node)
        node.elt = self._dict(node.elt)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        holder = _holder(node.targets[0])
        if isinstance(node.value, ast.Dict):
            for value in node.value.values:
                self._inner_list(value, holder)
        elif isinstance(node.value, ast.List) and isinstance(node.targets[0], ast.Name):
            for value in node.value.elts:
                self._inner_list(value, holder)
        elif isinstance(node.targets[0], (ast.Subscript, ast.Attribute)):
            self._inner_list(node.value, holder)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr != "append":
            return node
        node.args = list(map(self._dict, node.args))
        if not isinstance(node.func.value, ast.Name):
            node.args = [self._tuple(a, _holder(node.func.value)) for a in node.args]
        return node


def _holder(place: Any) -> str:
    """A word for what holds the lists: the name of a variable, or of a field."""
    while isinstance(place, (ast.Subscript, ast.Call)) or (isinstance(place, ast.Attribute) and place.attr == "setdefault"):
        place = place.func if isinstance(place, ast.Call) else place.value
    return place.attr if isinstance(place, ast.Attribute) else place.id if isinstance(place, ast.Name) else ""
