"""Dicts whose values are sets that only get items, as dicts of lists that take no item twice (tables.py, groups.py):

    near = defaultdict(set)           near = defaultdict(list)
    near[a].add(b)                    near[a].add(b)
    for x in near[a]:                 for x in in_order(near[a]):

A dict of sets that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import sets, sets_by_key
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, walk

_TAKE_ANY_ORDER = frozenset("len min max any all sorted".split())
_HARMLESS = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.expr_context)
_TAKE_ORDER = frozenset("list enumerate sum".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str]]:
    """The `def` with lists in place of the sets of such dicts, and the names of these dicts."""
    own = local_names(function)
    if not any(isinstance(n, ast.Name) and n.id == "set" for n in walk(node)) or full_name(ast.Name("set", ast.Load()), function, own) != "builtins.set":
        return node, frozenset()
    made = copy_tree(node)
    uses = _Uses(function, own, made)
    names = frozenset(name for name in uses.found if uses.are_known(name))
    return (ast.fix_missing_locations(_Writer(names, uses).visit(made)), names) if names else (node, names)


def _is_new_set(node: Any) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set" and not node.args and not node.keywords


class _Uses:
    def __init__(self, function: FunctionType, own: frozenset[str], node: Any):
        self._function = function
        self._own = own
        self.parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
        self._names = [n for n in walk(node) if isinstance(n, ast.Name)]
        arguments = {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self.found = {
            target.id for n in walk(node) if isinstance(n, ast.Assign)
            for target in [self._holds_set(n)] if target is not None and target.id not in arguments
        }  # fmt: skip
        self.found |= {
            n.func.value.id for n in walk(node)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "setdefault"
            and isinstance(n.func.value, ast.Name) and len(n.args) == 2 and _is_new_set(n.args[1])
        } - arguments  # fmt: skip
        self.held: dict[str, str] = {}  # names that loops give to sets of a dict

    def _holds_set(self, node: ast.Assign) -> ast.Name | None:
        """The dict that a statement gives a set, or that is made of sets."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and self.is_maker(node.value):
            return target
        is_item = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and _is_new_set(node.value)
        return target.value if is_item else None  # type: ignore[attr-defined, return-value]

    def is_maker(self, node: Any) -> bool:
        """defaultdict(set) and {k: set() for ...}"""
        if isinstance(node, ast.DictComp):
            return _is_new_set(node.value)
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name)
        binding = _bindings.of_node(self._function, node.func, self._own) if is_call and node.args[0].id == "set" else None
        return binding is not None and binding.value is collections.defaultdict

    def are_known(self, name: str) -> bool:
        """Whether each use of a dict, and of the names for its sets, has other words."""
        before = dict(self.held)
        if all(self._is_known(n) for n in self._names if n.id == name):
            new = {held for held, of in self.held.items() if of == name}
            if not new & self.found and all(self._is_known_set(n, n) or not isinstance(n.ctx, ast.Load) for n in self._names if n.id in new):
                return True
        self.held = before
        return False

    def _is_known(self, name: ast.Name) -> bool:
        parent = self.parents[name]
        if isinstance(parent, ast.Assign) and name in parent.targets:
            return len(parent.targets) == 1 and (self.is_maker(parent.value) or (isinstance(parent.value, ast.Dict) and not parent.value.keys))
        if isinstance(parent, ast.Subscript) and parent.value is name and not isinstance(parent.slice, ast.Slice):
            around = self.parents[parent]
            if isinstance(parent.ctx, ast.Store):
                return isinstance(around, ast.Assign) and around.targets == [parent] and _is_new_set(around.value)
            return isinstance(parent.ctx, ast.Load) and (self._is_known_set(parent, name) or self._is_added(parent))
        if isinstance(parent, ast.Attribute) and isinstance(call := self.parents[parent], ast.Call) and call.func is parent:
            return self._is_known_method(parent.attr, call)
        if isinstance(parent, ast.Compare):
            return parent.comparators == [name] and isinstance(parent.ops[0], (ast.In, ast.NotIn))
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is name
        if isinstance(parent, ast.Call):
            return full_name(parent.func, self._function, self._own).removeprefix("builtins.") in ("len", "sorted", "list")
        return isinstance(parent, ast.Return) or (isinstance(parent, ast.Tuple) and isinstance(self.parents[parent], ast.Return))

    def _is_known_method(self, method: str, call: ast.Call) -> bool:
        if method == "setdefault":
            return len(call.args) == 2 and _is_new_set(call.args[1]) and self._is_added(call)
        if method == "keys":
            return not call.args
        loop: Any = self.parents[call]
        if method not in ("items", "values") or call.args or not isinstance(loop, (ast.For, ast.comprehension)) or loop.iter is not call:
            return False
        target: Any = loop.target
        if method == "items":
            if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
                return False
            target = target.elts[1]
        if not isinstance(target, ast.Name) or sum(1 for n in self._names if n.id == target.id and not isinstance(n.ctx, ast.Load)) > 1:
            return False
        self.held[target.id] = call.func.value.id  # type: ignore[attr-defined]
        return True

    def _is_added(self, place: ast.expr) -> bool:
        """d[k].add(x) as a statement, where nothing of x may raise or change anything."""
        method = self.parents[place]
        call = self.parents[method]
        is_call = isinstance(method, ast.Attribute) and method.attr == "add" and isinstance(call, ast.Call) and call.func is method
        if not is_call or not isinstance(self.parents[call], ast.Expr) or len(call.args) != 1 or call.keywords:  # type: ignore[attr-defined]
            return False
        return all(isinstance(n, _HARMLESS) for n in walk(call.args[0]))  # type: ignore[attr-defined]

    def _is_known_set(self, node: ast.expr, name: ast.Name) -> bool:
        """Whether a set, d[k] or a name for it, is only read."""
        parent = self.parents[node]
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is node
        if isinstance(parent, ast.Compare):
            return parent.comparators == [node] and isinstance(parent.ops[0], (ast.In, ast.NotIn))
        if isinstance(parent, OwnCall):
            return parent.function is sets.in_any_order
        if isinstance(parent, ast.Call):
            called = full_name(parent.func, self._function, self._own).removeprefix("builtins.")
            return len(parent.args) == 1 and not parent.keywords and called in _TAKE_ANY_ORDER | _TAKE_ORDER
        return False

    def shows_order(self, node: ast.expr) -> bool:
        """Whether the program sees the order of a set there."""
        parent: Any = self.parents[node]
        if isinstance(parent, ast.Call):
            return full_name(parent.func, self._function, self._own).removeprefix("builtins.") in _TAKE_ORDER
        return isinstance(parent, (ast.For, ast.comprehension))


class _Writer(ast.NodeTransformer):
    def __init__(self, names: frozenset[str], uses: _Uses):
        self._names = names
        self._uses = uses

    def _is_of(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._names

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if self._is_of(target) and isinstance(node.value, ast.DictComp):
            node.value.value = ast.copy_location(ast.List([], ast.Load()), node.value)
        elif self._is_of(target) and isinstance(node.value, ast.Call):
            node.value.args = [ast.copy_location(ast.Name("list", ast.Load()), node.value)]
        elif isinstance(target, ast.Subscript) and self._is_of(target.value):
            node.value = ast.copy_location(ast.List([], ast.Load()), node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault" and self._is_of(node.func.value):
            node.args[1] = ast.copy_location(ast.List([], ast.Load()), node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        return self._ordered(node) if self._is_of(node.value) else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        is_held = self._uses.held.get(node.id) in self._names and isinstance(node.ctx, ast.Load)
        return self._ordered(node) if is_held else node

    def _ordered(self, node: Any) -> Any:
        is_seen = self._uses.shows_order(node)
        made: Any = self.generic_visit(node)
        return ast.copy_location(OwnCall(sets_by_key.in_order, [made]), node) if is_seen else made
