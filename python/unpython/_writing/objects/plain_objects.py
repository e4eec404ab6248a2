"""New objects in plainer words, for plainer.py:

    a, b = Rect(*p), Rect(*q)          a = Rect(*p); b = Rect(*q)
    s = replace(s, t=s.t + dt)         s = State(t=s.t + dt, q=s.q)

where all that has a name like `s` is an object of one dataclass.
"""

from __future__ import annotations

import ast
import dataclasses
from types import FunctionType
from typing import Any

from unpython import _bindings, _records
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, load, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on; the `def` itself where there is nothing to write."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Try, ast.Global, ast.Nonlocal)) for n in walk(node)):
        return node, set(), []
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), set(), writer.used) if writer.is_changed else (node, set(), [])


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        nodes = [n for s in node.body for n in walk(s)]
        self._of_inner = {m.id for n in nodes if isinstance(n, (ast.FunctionDef, ast.Lambda)) for m in walk(n) if isinstance(m, ast.Name)}
        self._dataclasses: dict[str, ast.expr] = {}  # by name: what names the class of all that has it
        self.used: list[_bindings.Binding] = []
        self.is_changed = False
        self._know(node, nodes)

    def _know(self, node: ast.FunctionDef, nodes: list[Any]) -> None:
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)] + [a.arg for a in walk(node) if isinstance(a, ast.arg)]
        assigned: dict[str, list[Any]] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1:
                several = isinstance(n.targets[0], ast.Tuple) and isinstance(n.value, ast.Tuple) and len(n.targets[0].elts) == len(n.value.elts)
                pairs = zip(n.targets[0].elts, n.value.elts) if several else [(n.targets[0], n.value)]  # type: ignore[attr-defined]
                for target, value in pairs:
                    if isinstance(target, ast.Name):
                        assigned.setdefault(target.id, []).append(value)
        assigned = {name: values for name, values in assigned.items() if len(values) == stored.count(name)}
        begun: dict[str, ast.expr] = {}
        for _ in assigned:  # each may be made of another one
            begun |= {name: made for name, values in assigned.items() if name not in begun and (made := self._made(values, begun)) is not None}
        while others := {name for name in begun if not all(self._is_of(value, begun[name], begun) for value in assigned[name])}:
            for name in others:
                del begun[name]
        self._dataclasses = begun

    def _made(self, values: list[Any], begun: dict[str, ast.expr]) -> ast.expr | None:
        for value in values:
            if (kind := self._class_of(value)) is not None and _is_plain_dataclass(kind):
                return value.func  # type: ignore[no-any-return]
            if (name := self._replaced(value)) in begun:
                return begun[name]  # type: ignore[index]
        return None

    def _is_of(self, value: Any, made: ast.expr, begun: dict[str, ast.expr]) -> bool:
        if isinstance(value, ast.Name):
            return value.id in begun and ast.dump(begun[value.id]) == ast.dump(made)
        if (name := self._replaced(value)) is not None:
            return name in begun and ast.dump(begun[name]) == ast.dump(made)
        return isinstance(value, ast.Call) and ast.dump(value.func) == ast.dump(made)

    def _class_of(self, node: Any) -> Any:
        """The class of which a call makes an object."""
        binding = _bindings.of_node(self._function, node.func, self._own) if isinstance(node, ast.Call) else None
        return binding.value if binding is not None and isinstance(binding.value, type) and _records.is_known(binding.value) else None

    def _replaced(self, node: Any) -> str | None:
        """s of replace(s, t=0)"""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or not isinstance(node.args[0], ast.Name) or any(k.arg is None for k in node.keywords):
            return None
        binding = _bindings.of_node(self._function, node.func, self._own)
        return node.args[0].id if binding is not None and binding.value is dataclasses.replace else None

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and self._is_apart(target.elts, value.elts):
            self.is_changed = True
            return [self.visit(ast.copy_location(ast.Assign([name], made), node)) for name, made in zip(target.elts, value.elts)]
        return self._with_calls(node)

    def _is_apart(self, names: list[ast.expr], values: list[ast.expr]) -> bool:
        """Whether no value is computed from a name that gets one before."""
        if len(names) != len(values) or not all(isinstance(n, ast.Name) for n in names) or not any(self._class_of(v) or self._replaced(v) for v in values):
            return False
        given: set[str] = set()
        for name, value in zip(names, values):
            if isinstance(value, ast.Starred) or given & {n.id for n in walk(value) if isinstance(n, ast.Name)}:
                return False
            given.add(name.id)  # type: ignore[attr-defined]
        return len(given) == len(names) and not given & self._of_inner

    def visit_Return(self, node: ast.Return) -> Any:
        return self._with_calls(node)

    def _with_calls(self, node: Any) -> Any:
        if node.value is not None:
            node.value = _Replaced(self).visit(node.value)
        return node

    def with_all_fields(self, node: ast.Call) -> ast.expr | None:
        """replace(s, t=0) as a call of the class."""
        name = self._replaced(node)
        if name is None or (made := self._dataclasses.get(name)) is None:
            return None
        bindings = [_bindings.of_node(self._function, n, self._own) for n in (node.func, made)]
        fields = [f.name for f in dataclasses.fields(bindings[1].value)]  # type: ignore[union-attr]
        given = {k.arg for k in node.keywords}
        if not given <= {*fields}:
            return None
        self.used += [b for b in bindings if b is not None]
        self.is_changed = True
        rest = [ast.keyword(f, ast.Attribute(load(name), f, ast.Load())) for f in fields if f not in given]
        return ast.copy_location(ast.Call(copy_tree(made), [], [*node.keywords, *rest]), node)


class _Replaced(ast.NodeTransformer):
    def __init__(self, writer: _Writer):
        self._writer = writer

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        return self._writer.with_all_fields(node) or node


def _is_plain_dataclass(kind: Any) -> bool:
    """Whether an object is made of its fields alone, by what @dataclass writes."""
    if not dataclasses.is_dataclass(kind) or hasattr(kind, "__post_init__") or "__new__" in vars(kind):
        return False
    told: Any = kind
    is_whole = all(f.init for f in dataclasses.fields(told)) and len(dataclasses.fields(told)) == len(told.__dataclass_fields__)
    return is_whole and bool(told.__dataclass_params__.init)
