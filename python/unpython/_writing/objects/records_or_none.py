"""Names that are None and then dicts with the same written keys, as tuples, of which flag_nothing.py knows:

    best = None                              best = None
    for x in xs:                             for x in xs:
        if best is None or f(x) > best["s"]:     if best is None or f(x) > best[1]:
            best = {"x": x, "s": f(x)}               best = (x, f(x))
    return best, 1.0                         if best is None: return None, 1.0
                                             return {"x": best[0], "s": best[1]}, 1.0

A name that is used in any other way stays as it is. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, is_name, is_none, is_text, load, walk
from unpython._writing.rewriter import WholeRewriter

_MOST_KEYS = 8


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with tuples, no names that came with them, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    found = _records(node)
    if not found:
        return node, frozenset(), []
    made: Any = copy_tree(node)
    made.body = _Writer(found).statements(made.body)
    made.lines_beside = [*getattr(node, "lines_beside", ()), "return None"]
    return ast.fix_missing_locations(made), frozenset(), []


def _records(node: Any) -> dict[str, tuple[str, ...]]:
    """The names, and the keys of the dicts that they stand for."""
    nodes = list(walk(node))
    given: dict[str, set[tuple[str, ...] | None]] = {}
    known: set[int] = set()
    for n in nodes:
        pairs = [(t, n.value) for t in n.targets] if isinstance(n, ast.Assign) and len(n.targets) == 1 else []
        for target, value in pairs:
            is_both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
            for t, v in zip(target.elts, value.elts, strict=True) if is_both else [(target, value)]:  # type: ignore[attr-defined]
                if isinstance(t, ast.Name) and (is_none(v) or _keys(v)):
                    given.setdefault(t.id, set()).add(_keys(v))
                    known.add(id(t))
    found = {name: keys.pop() for name, both in given.items() if len(both) == 2 and None in both for keys in [both - {None}]}
    for n in nodes:
        if isinstance(n, ast.Return):
            parts = [n.value] if not isinstance(n.value, ast.Tuple) else n.value.elts
            whole = [part for part in parts if isinstance(part, ast.Name) and part.id in found]
            if len(whole) == 1:
                known.update(map(id, whole))
        elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], (ast.Is, ast.IsNot)) and is_none(n.comparators[0]):
            known.add(id(n.left))
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and isinstance(n.value, ast.Name) and is_text(n.slice):
            if n.slice.value in (found.get(n.value.id) or ()):
                known.add(id(n.value))
    inside = [m for f in nodes if isinstance(f, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and f is not node for m in walk(f)]
    others = {n.id for n in nodes if isinstance(n, ast.Name) and id(n) not in known}
    others |= {n.id for n in inside if isinstance(n, ast.Name)} | {a.arg for a in nodes if isinstance(a, ast.arg)}
    return {name: keys for name, keys in found.items() if keys is not None and name not in others}


def _keys(node: ast.expr) -> tuple[str, ...] | None:
    """Of a dict whose keys are written out."""
    if not isinstance(node, ast.Dict) or not 0 < len(node.keys) <= _MOST_KEYS:
        return None
    keys = tuple(key.value for key in node.keys if is_text(key))
    return keys if len({*keys}) == len(node.keys) else None  # type: ignore[return-value]


class _Writer(WholeRewriter):
    def __init__(self, records: dict[str, tuple[str, ...]]):
        self._records = records

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], self.visit(node.value)
        node.value = value
        if isinstance(target, ast.Name) and target.id in self._records and isinstance(value, ast.Dict):
            node.value = self._tuple(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for i, (t, v) in enumerate(zip(target.elts, value.elts, strict=False)):
                if isinstance(t, ast.Name) and t.id in self._records and isinstance(v, ast.Dict):
                    value.elts[i] = self._tuple(v)
        node.targets = [self.visit(t) for t in node.targets]
        return node

    @staticmethod
    def _tuple(node: ast.Dict) -> ast.expr:
        return ast.copy_location(ast.Tuple(node.values, ast.Load()), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._records:
            place = self._records[node.value.id].index(node.slice.value)  # type: ignore[attr-defined]
            node.slice = ast.copy_location(ast.Constant(place), node.slice)
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        parts: list[Any] = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        name = next((part.id for part in parts if isinstance(part, ast.Name) and part.id in self._records), None)
        if node.value is not None:
            node.value = self.visit(node.value)
        if name is None:
            return node
        nothing = copy_tree(node)
        self._put(nothing, name, ast.Constant(None))
        keys: list[ast.expr | None] = [ast.Constant(key) for key in self._records[name]]
        self._put(node, name, ast.Dict(keys, [ast.Subscript(load(name), ast.Constant(i), ast.Load()) for i in range(len(keys))]))
        test = ast.Compare(load(name), [ast.Is()], [ast.Constant(None)])
        return [ast.fix_missing_locations(ast.copy_location(ast.If(test, [nothing], []), node)), ast.fix_missing_locations(node)]

    @staticmethod
    def _put(node: ast.Return, name: str, value: ast.expr) -> None:
        """In the place of the name."""
        if not isinstance(node.value, ast.Tuple):
            node.value = ast.copy_location(value, node)
            return
        node.value.elts = [ast.copy_location(value, part) if is_name(part, name) else part for part in node.value.elts]
