"""New dicts that are made of others whose keys are known, written out: of those that a call gives, and of dicts in a list.

    {**a, **b}, a | b                    {"x": a["x"], "y": b["y"]}
    dict(a, x=1), a.copy()               {"x": 1}, {"x": a["x"]}
    [{**r, "d": 2 * r["n"]} for r in v]  [{"n": r["n"], "d": 2 * r["n"]} for r in v]
    a.update(b)                          a["x"] = b["x"]

A dict counts here if the function gives it no other keys and no other names.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_objects, is_record
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.dicts.nested_reads import is_given
from unpython._writing.nodes import copy_tree, is_name, is_simple, is_text, load, walk
from unpython._writing.rewriter import WholeRewriter

_READS = frozenset("get items keys values copy".split())
_Items = list[tuple[str, ast.expr]]


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` in which they are written out, no names, and no free names."""
    known: dict[str, tuple[str, ...]] = {}
    lists: dict[str, tuple[str, ...]] = {}
    for name, layout in layouts.items():
        if is_record(layout) and layout.type is dict:
            known[name] = layout.names
        elif is_objects(layout) and layout.depth < 2 and layout.type[0] is dict:
            (lists if layout.depth else known)[name] = layout.type[1]
    if not known and not lists:
        return node, frozenset(), []
    made = copy_tree(node)
    stored = {n.id for n in walk(made) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    writer = _Writer(function, {n: k for n, k in known.items() if n not in stored}, {n: k for n, k in lists.items() if n not in stored}, made)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, known: dict[str, tuple[str, ...]], lists: dict[str, tuple[str, ...]], node: Any):
        self._function = function
        self._own = local_names(function)
        self._lists = lists
        self._parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
        self._node = node
        self._known = {name: keys for name, keys in known.items() if self._keeps_keys(name, keys)}
        self.is_changed = False
        updates = [n for n in walk(node) if self._is_update(n)]
        while others := {n.value.func.value.id for n in updates if not self._gives_no_keys(n)} & self._known.keys():  # type: ignore[attr-defined]
            for name in others:
                del self._known[name]

    def _keeps_keys(self, name: str, keys: tuple[str, ...]) -> bool:
        return all(self._is_plain(n, keys) for n in walk(self._node) if is_name(n, name) and isinstance(n.ctx, ast.Load))

    def _is_plain(self, name: ast.Name, keys: tuple[str, ...]) -> bool:
        """d["x"], d[k] that is read, d.items(), dict(d), {**d}, d | e, for k in d, k in d"""
        parent: Any = self._parents[name]
        if isinstance(parent, ast.Subscript) and parent.value is name:
            return isinstance(parent.ctx, ast.Load) or (isinstance(parent.ctx, ast.Store) and is_text(parent.slice) and parent.slice.value in keys)
        if isinstance(parent, ast.Attribute):
            return parent.attr in _READS or self._is_update(self._parents[self._parents[parent]])
        if isinstance(parent, ast.Call):
            is_copied = full_name(parent.func, self._function, self._own) in ("builtins.dict", "builtins.len")
            return is_copied or self._is_update(self._parents[parent])
        if isinstance(parent, ast.BinOp):
            return isinstance(parent.op, ast.BitOr)
        if isinstance(parent, ast.Dict):
            return any(value is name and key is None for key, value in zip(parent.keys, parent.values, strict=True))
        return isinstance(parent, (ast.For, ast.comprehension, ast.Compare))

    @staticmethod
    def _is_update(node: Any) -> bool:
        """d.update(e)"""
        call = node.value if isinstance(node, ast.Expr) else None
        is_update = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "update" and len(call.args) == 1
        return is_update and not call.keywords and isinstance(call.func.value, ast.Name)  # type: ignore[union-attr]

    def _gives_no_keys(self, node: Any) -> bool:
        """Whether d.update(e) gives d what it has already, each read as it is."""
        keys = self._known.get(node.value.func.value.id, ())
        items = self._items(node.value.args[0])
        return items is not None and all(key in keys and _is_read(value) for key, value in items)

    # What a dict holds.

    def _items(self, node: Any) -> _Items | None:
        if isinstance(node, ast.Name):
            keys = self._known.get(node.id)
            return None if keys is None else [(key, ast.Subscript(load(node.id), ast.Constant(key), ast.Load())) for key in keys]
        if isinstance(node, ast.Dict):
            parts = [self._items(v) if k is None else [(k.value, v)] if is_text(k) else None for k, v in zip(node.keys, node.values, strict=True)]
            return self._joined(parts)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self._joined([self._items(node.left), self._items(node.right)])
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args and not node.keywords:
            return self._items(node.func.value) if isinstance(node.func.value, ast.Name) else None
        if full_name(node.func, self._function, self._own) != "builtins.dict" or len(node.args) != 1:
            return None
        return self._joined([self._items(node.args[0]), *([(k.arg, k.value)] if k.arg is not None else self._items(k.value) for k in node.keywords)])

    @staticmethod
    def _joined(parts: list[Any]) -> _Items | None:
        """A key stays where it came first, with what it got last; None where what is computed would be so in another order."""
        if any(part is None for part in parts):
            return None
        made: dict[str, ast.expr] = {}
        order = [value for part in parts for _, value in part]
        for part in parts:
            made.update(part)
        kept = [value for value in made.values() if not _is_read(value)]
        before = [value for value in order if not _is_read(value)]
        return list(made.items()) if list(map(id, kept)) == list(map(id, before)) else None

    def _written(self, node: Any) -> Any:
        uses = [n for n in walk(node) if isinstance(n, ast.Name) and n.id in self._known]
        items = self._items(node) if uses else None
        if items is None:
            return self.generic_visit(node)
        self.is_changed = True
        made = ast.Dict([ast.Constant(key) for key, _ in items], [self.visit(copy_tree(value)) for _, value in items])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_Dict(self, node: ast.Dict) -> Any:
        return self._written(node) if None in node.keys else self.generic_visit(node)

    visit_BinOp = visit_Call = _written

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        held = call.func.value.id if self._is_update(node) else None
        items = self._items(call.args[0]) if held in self._known else None
        if items is None:
            return self.generic_visit(node)
        self.is_changed = True
        made = [ast.Assign([ast.Subscript(load(held), ast.Constant(key), ast.Store())], value) for key, value in items]  # type: ignore[arg-type]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    # Dicts in a list.

    def _of_list(self, node: Any) -> tuple[str, tuple[str, ...]] | None:
        over, target = node.iter, node.target
        if not isinstance(over, ast.Name) or over.id not in self._lists or not isinstance(target, ast.Name):
            return None
        is_one = is_given(target.id, self._node) == 1 and target.id not in self._known and self._keeps_keys(target.id, self._lists[over.id])
        return (target.id, self._lists[over.id]) if is_one else None

    def visit_For(self, node: ast.For) -> Any:
        if (found := self._of_list(node)) is not None:
            self._known[found[0]] = found[1]
        return self.generic_visit(node)

    def _comprehension(self, node: Any) -> Any:
        for clause in node.generators:
            if (found := self._of_list(clause)) is not None:
                self._known[found[0]] = found[1]
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension


def _is_read(node: Any) -> bool:
    """What can be computed in any order: d["x"], names, constants."""
    return is_simple(node) and not isinstance(node, ast.BinOp) or (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and is_text(node.slice))
