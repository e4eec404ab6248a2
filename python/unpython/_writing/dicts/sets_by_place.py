"""Lists of sets that a function makes, as dicts of sets by place, for sets_by_key.py:

    rows = [set() for _ in range(9)]        places = list(range(9)); rows = {k: set() for k in places}
    rows[i].add(x)                          rows[places[i]].add(x)
    for row in rows: ...                    for row in rows.values(): ...

The list of the places knows which there are, and those that are counted from the end. A name that is used in any other way stays as it is.
Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import NameRewriter, NoOtherWords

_BUILTINS = ("set", "list", "range", "len", "enumerate")


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    own = local_names(function)
    used = [_bindings.resolve(function, name, []) for name in _BUILTINS]
    if {*_BUILTINS} & own or [b.target for b in used] != [f"builtins.{name}" for name in _BUILTINS]:
        return node, frozenset(), []
    names: list[str] = []
    for name in _names(node):
        made = copy_tree(node)
        writer = _Writer(name)
        try:
            made.body = writer.statements(made.body)
        except NoOtherWords:
            continue
        node = ast.fix_missing_locations(made)
        names += writer.own
    return (node, frozenset(names), used) if names else (node, frozenset(), [])


def _names(node: Any) -> list[str]:
    """The names that stand for nothing but such lists."""
    made = [n.targets[0].id for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and _is_of_sets(n)]
    stores = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    given = {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    return [name for name in dict.fromkeys(made) if made.count(name) == stores.count(name) and name not in given]


def _is_of_sets(node: ast.Assign) -> bool:
    """x = [set() for ... in ...]"""
    value: Any = node.value
    if len(node.targets) > 1 or not isinstance(value, ast.ListComp) or len(value.generators) > 1 or value.generators[0].ifs:
        return False
    is_set = isinstance(value.elt, ast.Call) and is_name(value.elt.func, "set") and not value.elt.args and not value.elt.keywords
    return is_set and isinstance(value.generators[0].target, ast.Name)


class _Writer(NameRewriter):
    _wrong = NoOtherWords

    def __init__(self, name: str):
        self._named = {name}
        self._places, self._key = f"_{name}_places_", f"_{name}_place_"
        self.own = [self._places, self._key]

    def visit_Assign(self, node: ast.Assign) -> Any:
        if self._name_of(node.targets[0]) is None:
            return self.generic_visit(node)
        clause = node.value.generators[0]  # type: ignore[attr-defined]
        over = self.visit(clause.iter)
        if not (isinstance(over, ast.Call) and is_name(over.func, "range") and len(over.args) == 1):
            over = ast.Call(load("range"), [ast.Call(load("len"), [ast.ListComp(ast.Constant(0), [ast.comprehension(clause.target, over, [], 0)])], [])], [])
        key = ast.Name(self._key, ast.Store())
        made = ast.DictComp(load(self._key), node.value.elt, [ast.comprehension(key, load(self._places), [], 0)])  # type: ignore[attr-defined]
        statements = [store(self._places, ast.Call(load("list"), [over], [])), ast.Assign(node.targets, made)]
        return [ast.copy_location(s, node) for s in statements]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if self._name_of(node.value) is None:
            return self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            return self.visit(node.value)
        node.slice = ast.copy_location(ast.Subscript(load(self._places), self.visit(node.slice), ast.Load()), node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        is_len = len(node.args) == 1 and not node.keywords and self._name_of(node.args[0]) is not None
        if is_len and is_name(node.func, "len"):
            return node
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        self._go_through(node)
        return self.go_inside(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self._go_through(node)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """rows.values() and rows.items() that came here."""
        return node if self._name_of(node.value) is not None and getattr(node, "is_of_places", False) else self.generic_visit(node)

    def _go_through(self, node: Any) -> None:
        over = node.iter
        is_numbered = isinstance(over, ast.Call) and len(over.args) == 1 and not over.keywords and is_name(over.func, "enumerate")
        if self._name_of(over) is not None:
            method = "values"
        elif is_numbered and self._name_of(over.args[0]) is not None and isinstance(node.target, ast.Tuple):
            method, over = "items", over.args[0]
        else:
            return
        made = ast.Attribute(over, method, ast.Load())
        made.is_of_places = True  # type: ignore[attr-defined]
        node.iter = ast.copy_location(ast.Call(made, [], []), node.iter)
