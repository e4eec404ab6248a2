"""Names that stand for a range or a slice, written as what they are made of: `for i in r` as `for i in range(r.start, r.stop,
r.step)`, `a[s]` as `a[s.start:s.stop:s.step]`.

Such a name is a parameter that a call gives a range or slice, or is assigned once, `r = range(1, n)`, in a function without
functions inside.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._library.python_functions import ranges
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, walk

_PARTS = ("start", "stop", "step")


def kind_of(layout: Any) -> type | None:
    """range or slice, where an argument is one."""
    kind = getattr(layout, "type", None)
    return kind if kind in (range, slice) else None


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Any]) -> tuple[Any, frozenset[str], list[Any]]:
    """The function with such names written out, the names that this needs, and no free names."""
    given = {name: kind for name, layout in layouts.items() if (kind := kind_of(layout)) is not None}
    kept = _assigned_once(function, node)
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own = frozenset(stored | {a.arg for a in walk(node) if isinstance(a, ast.arg)})
    is_measured = any(_is_measured(n, function, own) for n in walk(node))
    if not given and not kept and not is_measured:
        return node, frozenset(), []
    if stored & set(given):
        return node, frozenset(), []
    node = copy_tree(node)
    names = {**given, **dict.fromkeys(kept, range)}
    made = _WrittenOut(names, kept, function, own).visit(node)
    ast.fix_missing_locations(made)
    return made, frozenset(f"{name}.{part}" for name in kept for part in _PARTS), []


def _assigned_once(function: FunctionType, node: Any) -> frozenset[str]:
    nodes = list(walk(node))
    inner = (ast.FunctionDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.Delete)
    if any(isinstance(n, inner) and n is not node for n in nodes):
        return frozenset()
    stores = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    parameters = {a.arg for a in nodes if isinstance(a, ast.arg)}
    local_names = frozenset(stores) | parameters
    return frozenset(
        s.targets[0].id
        for s in node.body
        if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)
        if _is_range(s.value, function, local_names) and stores.count(s.targets[0].id) == 1 and s.targets[0].id not in parameters
    )


def _is_range(node: ast.expr, function: FunctionType, names: frozenset[str]) -> bool:
    if not isinstance(node, ast.Call) or node.keywords or not 0 < len(node.args) < 4:
        return False
    known_step = len(node.args) < 3 or _constant_step(node.args[2])
    plain = known_step and not any(isinstance(a, ast.Starred) for a in node.args)
    return plain and full_name(node.func, function, names) == "builtins.range"


def _is_measured(node: ast.AST, function: FunctionType, own: frozenset[str]) -> bool:
    """len(range(i, n, k))"""
    if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords or full_name(node.func, function, own) != "builtins.len":
        return False
    of = node.args[0]
    is_call = isinstance(of, ast.Call) and not of.keywords and 0 < len(of.args) < 4 and not any(isinstance(a, ast.Starred) for a in of.args)
    return is_call and full_name(of.func, function, own) == "builtins.range"  # type: ignore[attr-defined]


def _constant_step(node: ast.expr) -> bool:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return False
    return type(value) is int and value != 0


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, names: dict[str, type], kept: frozenset[str], function: FunctionType, own: frozenset[str]) -> None:
        self._names = names
        self._kept = kept
        self._function = function
        self._own = own

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or target.id not in self._kept:
            return self.generic_visit(node)
        assert isinstance(node.value, ast.Call)
        ends = self._ends(node.value)
        return [
            ast.copy_location(ast.Assign([ast.copy_location(ast.Name(f"{target.id}.{part}", ast.Store()), node)], self._at(node, end)), node)
            for part, end in zip(_PARTS, ends, strict=True)
        ]

    def _ends(self, node: ast.Call) -> list[ast.expr]:
        given = [a if isinstance(a, ast.Constant) else OwnCall(ranges.end, [self.visit(a)]) for a in node.args]
        start, stop = (ast.Constant(0), given[0]) if len(given) == 1 else given[:2]
        return [start, stop, given[2] if len(given) == 3 else ast.Constant(1)]

    def visit_Name(self, node: ast.Name) -> Any:
        if self._names.get(node.id) is not range or not isinstance(node.ctx, ast.Load):
            return node
        return self._at(node, ast.Call(ast.Name("range", ast.Load()), self._parts(node.id), []))

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in self._names and node.attr in _PARTS:
            return self._at(node, ast.Name(f"{node.value.id}.{node.attr}", ast.Load()))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        is_length = isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1 and not node.keywords
        if is_length and self._is_one(node.args[0]):
            return self._at(node, OwnCall(ranges.length, self._parts(node.args[0].id)))  # type: ignore[attr-defined]
        if _is_measured(node, self._function, self._own):
            return self._at(node, OwnCall(ranges.length, self._ends(node.args[0])))  # type: ignore[arg-type]
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)) or not self._is_one(node.comparators[0]):
            return self.generic_visit(node)
        among = OwnCall(ranges.holds, [self.visit(node.left), *self._parts(node.comparators[0].id)])  # type: ignore[attr-defined]
        self._at(node, among)
        return among if isinstance(node.ops[0], ast.In) else self._at(node, ast.UnaryOp(ast.Not(), among))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if self._is_one(node.value) and not isinstance(node.slice, ast.Slice):
            return self._at(node, OwnCall(ranges.item, [self.visit(node.slice), *self._parts(node.value.id)]))  # type: ignore[attr-defined]
        if self._is_one(node.value) and isinstance(node.slice, ast.Slice) and node.slice.step is None and self._has_range():
            start, stop, step = self._parts(node.value.id)  # type: ignore[attr-defined]
            ends = (node.slice.lower, start), (node.slice.upper, stop)
            begin, end = (other if at is None else OwnCall(ranges.place, [self.visit(at), *copy_tree([start, stop, step])]) for at, other in ends)
            return self._at(node, ast.Call(ast.Name("range", ast.Load()), [begin, end, copy_tree(step)], []))
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        written = [
            self._at(part, ast.Slice(*self._parts(part.id)))
            if isinstance(part, ast.Name) and self._names.get(part.id) is slice
            else self.visit(part)
            for part in parts
        ]
        node.slice = self._at(node.slice, ast.Tuple(written, ast.Load())) if isinstance(node.slice, ast.Tuple) else written[0]
        node.value = self.visit(node.value)
        return node

    def _has_range(self) -> bool:
        return full_name(ast.Name("range", ast.Load()), self._function, self._own) == "builtins.range"

    def _is_one(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and self._names.get(node.id) is range

    @staticmethod
    def _parts(name: str) -> list[ast.expr]:
        return [ast.Name(f"{name}.{part}", ast.Load()) for part in _PARTS]

    @staticmethod
    def _at(place: ast.AST, made: Any) -> Any:
        ast.copy_location(made, place)
        for child in walk(made):
            if "lineno" in child._attributes and not hasattr(child, "lineno"):
                ast.copy_location(child, place)
        return made
