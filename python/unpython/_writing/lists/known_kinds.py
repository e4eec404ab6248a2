"""Questions for the types of arguments that a call takes apart, whose answers its layouts tell:

    if isinstance(x, (int, float)):     (nothing)               t = tuple(p)        t = p
        x = [x]

of a list in the first case, and of a tuple in the second one. Of anything else, tuple(x) gives its items:

    t = tuple(x)                        t = tuple(v for v in x)
    t = tuple(x) + (0,)                 t = tuple(list(x) + [0])

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import LIST, NUMBERS, RAGGED, ROWS, WORDS, Container, Layout, is_changed, is_text
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, load, walk
from unpython._writing.nodes import is_text as is_constant_text
from unpython._writing.rewriter import WholeRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    kinds = {name: _kind(layout) for name, layout in layouts.items()}
    parameters = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    found = {name: kinds.get(name) if layouts.get(name) is not None else object for name in parameters}
    known = {name: kind for name, kind in found.items() if kind is not None}
    inner = [n for s in node.body for n in walk(s) if isinstance(n, (ast.FunctionDef, ast.Lambda))]
    if inner:
        for name in _stored(node.body) | {a.arg for n in inner for a in walk(n) if isinstance(a, ast.arg)}:
            known.pop(name, None)
    writer = _Writer(function, known)
    made = copy_tree(node)
    made.body = writer.in_order(made.body) or [ast.copy_location(ast.Pass(), node)]
    if not writer.is_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), writer.used


def _kind(layout: Layout) -> type | None:
    """The type of what a layout describes; None: it is not certain."""
    if isinstance(layout, tuple):
        return tuple
    if is_text(layout):
        return str
    is_list = isinstance(layout, Container) and layout.kind in (LIST, NUMBERS, ROWS, WORDS, RAGGED)
    return list if is_changed(layout) or (is_list and (layout.kind != NUMBERS or not layout.names)) else None


def _stored(body: list[ast.stmt]) -> set[str]:
    return {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


class _Writer(WholeRewriter):
    """`known`: parameters that have not been assigned, with the types of those of which the call tells one, and `object` for others."""

    def __init__(self, function: FunctionType, known: dict[str, type]):
        self._function = function
        self._own = local_names(function)
        self._known = known
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self.is_changed = False

    def in_order(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements that follow one another: what one of them assigns is not known in it, and behind it."""
        made: list[ast.stmt] = []
        for statement in body:
            if isinstance(statement, ast.If):
                statement.test = self.visit(statement.test)
                if isinstance(statement.test, ast.Constant) and type(statement.test.value) is bool:
                    self.is_changed = True
                    made += self.in_order(statement.body if statement.test.value else statement.orelse)
                    continue
            is_simple = isinstance(statement, ast.Assign) and all(isinstance(t, ast.Name) for t in statement.targets)
            if not is_simple:  # of which the value is computed before
                self._forget(statement)
            made += self.statements([statement])
            self._forget(statement)
        return made

    def _forget(self, statement: ast.stmt) -> None:
        for name in _stored([statement]):
            self._known.pop(name, None)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        first = node.args[0] if node.args and not node.keywords else None
        kind = self._known.get(first.id) if isinstance(first, ast.Name) else None
        if kind is None:
            return node
        called = full_name(node.func, self._function, self._own)
        if called == "builtins.tuple" and len(node.args) == 1:
            return self._items(node, kind)
        answer = self._answer(called, node.args[1:], kind) if kind is not object else None
        if answer is None:
            return node
        self.is_changed = True
        return ast.copy_location(ast.Constant(answer), node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """tuple(x) + (0,)"""
        made: Any = node.left
        is_tuple = isinstance(made, ast.Call) and len(made.args) == 1 and not made.keywords and isinstance(made.args[0], ast.Name)
        kind = self._known.get(made.args[0].id) if is_tuple else None
        is_other = isinstance(node.op, ast.Add) and type(node.right) is ast.Tuple and kind in (list, object)
        if not is_other or full_name(made.func, self._function, self._own) != "builtins.tuple":
            return self.generic_visit(node)
        listed = _bindings.resolve(self._function, "list", [])
        if "list" in self._own or listed.target != "builtins.list":
            return node
        self.used.append(listed)
        self.is_changed = True
        others = ast.List([self.visit(e) for e in node.right.elts], ast.Load())  # type: ignore[attr-defined]
        made.args = [ast.BinOp(ast.Call(load("list"), made.args, []), ast.Add(), others)]
        return made

    def _items(self, node: ast.Call, kind: type) -> Any:
        if kind is tuple:
            self.is_changed = True
            return node.args[0]
        if kind is not object:
            return node
        item = f"_item_{len(self.names)}_"
        self.names.add(item)
        self.is_changed = True
        node.args = [ast.GeneratorExp(load(item), [ast.comprehension(ast.Name(item, ast.Store()), node.args[0], [], 0)])]
        return node

    def _answer(self, called: str, others: list[ast.expr], kind: type) -> bool | None:
        if called == "numpy.isscalar" and not others:
            return kind is str
        if called == "builtins.hasattr" and len(others) == 1 and is_constant_text(others[0]):
            return hasattr(kind, others[0].value)  # type: ignore[arg-type]
        if called != "builtins.isinstance" or len(others) != 1:
            return None
        classes = [self._class(part) for part in (others[0].elts if isinstance(others[0], ast.Tuple) else [others[0]])]
        return None if None in classes else issubclass(kind, tuple(c for c in classes if c is not None))

    def _class(self, node: ast.expr) -> type | None:
        binding = _bindings.of_node(self._function, node, self._own)
        if binding is None or not isinstance(binding.value, type):
            return None
        self.used.append(binding)
        return binding.value

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        is_answer = isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant) and type(node.operand.value) is bool
        return ast.copy_location(ast.Constant(not node.operand.value), node) if is_answer else node  # type: ignore[attr-defined]

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        self.generic_visit(node)
        ends = isinstance(node.op, ast.Or)  # the answer that others cannot change
        while isinstance(node.values[0], ast.Constant) and type(node.values[0].value) is bool:
            if node.values[0].value == ends or len(node.values) == 1:
                return node.values[0]
            del node.values[0]
            self.is_changed = True
        return node.values[0] if len(node.values) == 1 else node
