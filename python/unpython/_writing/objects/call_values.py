"""Calls with objects among their arguments: methods of lists and dicts that hold objects, and Python's functions of them."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import objects
from unpython._writing.calls import OwnCall, by_key
from unpython._writing.nodes import Renamed, copy_tree, load, walk
from unpython._writing.objects import definitions
from unpython._writing.objects.flows import ObjectFlows
from unpython._writing.objects.heaps import Heaps
from unpython._writing.text.heaps import HEAPS
from unpython._writing.text.kinds import (
    Dict,
    Kind,
    List,
    NotTexts,
    Object,
    closed,
    has_object,
)

_GIVES_ITEMS = frozenset("list tuple reversed enumerate zip sorted len iter dict".split())
_OF_LISTS = frozenset("append appendleft insert extend pop popleft clear reverse copy".split())
_BY_EQUALITY = frozenset("remove index count".split())
_OF_DICTS = frozenset("values items keys get pop setdefault clear copy".split())


class CallValues(Heaps):
    """The part of the writer of values.py that knows of calls."""

    _flows: ObjectFlows
    _of: Any
    _has_object: Any
    _is_tuple: Any
    _as_tuple: Any
    as_kind: Any
    value: Any
    condition: Any
    runs_again: bool
    changes_lists: bool

    def visit_Call(self, node: ast.Call) -> Any:
        if len(node.args) == 1 and self._flows.builtin(node.func) in ("bool", "any", "all"):
            asked: Any = getattr(node.args[0], "elt", node.args[0])
            if isinstance(asked, ast.BoolOp):
                asked.is_asked = True  # type: ignore[attr-defined]
        if isinstance(node.func, ast.Attribute) and self._has_object(node.func.value):
            return self._method(node)
        if any(self._has_object(a) for a in node.args) or any(isinstance(k.value, ast.Lambda) for k in node.keywords):
            return self._function(node)
        return self.generic_visit(node)

    def _method(self, node: ast.Call) -> Any:
        assert isinstance(node.func, ast.Attribute)
        kind = self._of(node.func.value)
        method = node.func.attr
        if isinstance(kind, Dict):
            return self._of_dict(node, kind, method)
        if not isinstance(kind, List) or (node.keywords and method != "sort"):
            raise NotTexts
        self.changes_lists |= method not in ("copy", "index", "count")
        if method == "sort":
            return self._sorted(node, kind)
        elif method in ("append", "appendleft"):
            node.args = [self.as_kind(a, kind.item) for a in node.args]
        elif method == "insert" and len(node.args) == 2:
            node.args = [self.visit(node.args[0]), self.as_kind(node.args[1], kind.item)]
        elif method in _BY_EQUALITY and isinstance(kind.item, Object) and kind.item.of.is_compared_by_identity:
            node.args = [self.as_kind(a, kind.item) for a in node.args]
            self.runs_again |= method != "count"
        elif method in _OF_LISTS:
            node.args = list(map(self.value, node.args))
        else:
            raise NotTexts
        node.func.value = self.value(node.func.value)
        return node

    def _sorted(self, node: ast.Call, kind: List) -> ast.expr:
        """x.sort(key=f)"""
        assert isinstance(node.func, ast.Attribute)
        self._keyed(node, kind.item)
        place = self.value(node.func.value)
        key: Any = next((k.value.body for k in node.keywords if k.arg == "key" and isinstance(k.value, ast.Lambda)), None)
        if isinstance(key, ast.Tuple) and not node.args and self._flows.builtin(load("sorted")) == "sorted":
            ordered = ast.copy_location(ast.Call(load("sorted"), [place], node.keywords), node)
            return ast.fix_missing_locations(ast.copy_location(OwnCall(objects.put_in_place, [copy_tree(place), ordered]), node))
        found = by_key(ast.copy_location(ast.Call(node.func, [place], node.keywords), node), "builtins.sorted")
        if found is None or node.args:
            raise NotTexts
        in_order = ast.copy_location(OwnCall(*found), node)
        return ast.copy_location(OwnCall(objects.put_in_place, [place, in_order]), node)

    def _of_dict(self, node: ast.Call, kind: Dict, method: str) -> Any:
        if node.keywords or method not in _OF_DICTS or has_object(kind.key):
            raise NotTexts
        assert isinstance(node.func, ast.Attribute)
        if method == "get" and len(node.args) == 1:
            node.args.append(ast.copy_location(ast.Constant(None), node))
        node.args = [self.visit(a) if i == 0 else self.as_kind(a, kind.value) for i, a in enumerate(node.args)]
        node.func.value = self.value(node.func.value)
        return node

    def _function(self, node: ast.Call) -> Any:
        if (library := self._flows.library(node.func)) in HEAPS and self._holds_objects(node):
            return self._on_heap(node, library)
        name = self._flows.builtin(node.func)
        if name in ("sorted", "min", "max") and len(node.args) == 1:
            self._keyed(node, self._flows.items_of(node.args[0]))
            node.args = list(map(self.value, node.args))
            return node
        if name in ("map", "filter") and len(node.args) == 2 and isinstance(node.args[0], ast.Lambda):
            node.args[0].body = self.condition(node.args[0].body) if name == "filter" else self.visit(node.args[0].body)
            node.args[1] = self.value(node.args[1])
            return node
        if self._flows.library(node.func) == "math.dist" and all(isinstance(a, ast.Name) for a in node.args):
            kinds = [closed(self._of(a)) for a in node.args]
            is_tuple = [isinstance(kind, Object) and kind.of.kind == "tuple" and not kind.may_be_none for kind in kinds]
            node.args = [self._as_tuple(kind.of, a) if known else self.visit(a) for a, kind, known in zip(node.args, kinds, is_tuple, strict=True)]
            return node
        collection = self._flows.library(node.func) in ("collections.deque", "itertools.pairwise", "itertools.combinations")
        if any(self._has_object(a) and not self._is_tuple(a) for a in node.args) and name not in _GIVES_ITEMS and not collection:
            raise NotTexts
        gives_items = name in _GIVES_ITEMS or collection
        node.args = [self.value(a) if gives_items else self.visit(a) for a in node.args]
        node.keywords = [self.visit(k) for k in node.keywords]
        return node

    def _keyed(self, node: ast.Call, item: Kind) -> None:
        """key=lambda p: p.x, without which objects are compared."""
        for keyword in node.keywords:
            if keyword.arg == "key" and isinstance(keyword.value, ast.Lambda):
                keyword.value.body = self.visit(keyword.value.body)
            elif keyword.arg == "key" or any(isinstance(n, ast.Name) and self._has_object(n) for n in walk(keyword.value)):
                raise NotTexts
        if has_object(closed(item)) and all(k.arg != "key" for k in node.keywords):
            if not isinstance(item, Object):
                raise NotTexts
            name = f"_{node.lineno}_{node.col_offset}_of_objects_"  # tuples by their items
            self._flows.names[name] = item
            if item.of.is_ordered_as_tuple and (item.of.type is tuple or not item.may_be_none):
                body = self._as_tuple(item.of, ast.copy_location(ast.Name(name, ast.Load()), node))
            else:
                body = self._compared(node, item, name)
            arguments = ast.arguments([], [ast.arg(name)], None, [], [], None, [])
            key = ast.fix_missing_locations(ast.copy_location(ast.Lambda(arguments, body), node))
            node.keywords.insert(0, ast.keyword("key", key))

    def _compared(self, node: ast.Call, item: Object, name: str) -> ast.expr:
        """What `__lt__` of the class compares, of the object with that name."""
        found = None if item.may_be_none or item.of.kind != "object" else definitions.key_of(item.of)
        if found is None:
            raise NotTexts
        body, is_reversed = found
        if is_reversed:
            raise NotTexts
        return self.visit(Renamed({"self": name}).visit(body))
