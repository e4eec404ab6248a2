"""Questions for the kind of an argument that a call gives as a list, a tuple or a dict: the answer is a part of the program, and so is
the way that it chooses.

    if isinstance(x, (list, tuple)):        x = np.array(x)
        x = np.array(x)

Asked only where a function was refused as it is, and answered up to the first statement that gives the argument another value.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import CHANGED, LIST, NUMBERS, RAGGED, RECORD, ROWS, SET, TABLE, WORDS, Container, Layout
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, walk

_LISTS = frozenset((CHANGED, LIST, RAGGED, ROWS, WORDS))
_KINDS = {f"builtins.{kind.__name__}": kind for kind in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)}


def kind_of(layout: Layout) -> type | None:
    """The class of an argument, where its layout says it."""
    if isinstance(layout, (tuple, str)):
        return type(layout)
    if not isinstance(layout, Container):
        return None
    if layout.kind == NUMBERS:
        return None if layout.names else str if layout.type is str else list
    if layout.kind == RECORD:
        return layout.type  # type: ignore[no-any-return]
    return list if layout.kind in _LISTS else dict if layout.kind == TABLE else set if layout.kind == SET else None


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without these questions, and no names."""
    known = {name: kind for name, layout in layouts.items() if (kind := kind_of(layout)) is not None}
    if not isinstance(node, ast.FunctionDef) or not known:
        return node, frozenset(), []
    writer = _Answers(function, known)
    made = copy_tree(node)
    made.body = writer.block(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


class _Answers(ast.NodeTransformer):
    def __init__(self, function: FunctionType, known: dict[str, type]):
        self._function = function
        self._local = local_names(function)
        self._known = dict(known)
        self.is_changed = False

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Of the function, or of an `if` in it: what stands in a loop may come after what follows it."""
        made: list[ast.stmt] = []
        for statement in body:
            for written in self._statement(statement):
                made.append(written)
                if isinstance(written, (ast.Return, ast.Raise)):
                    return made
        return made

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, ast.If):
            node.test = self.visit(node.test)
            if isinstance(node.test, ast.Constant) and self.is_changed:
                return self.block(node.body if node.test.value else node.orelse) or [ast.copy_location(ast.Pass(), node)]
            before = dict(self._known)
            node.body = self.block(node.body)
            after, self._known = self._known, before
            node.orelse = self.block(node.orelse)
            self._known = {name: kind for name, kind in self._known.items() if name in after}
            return [node]
        stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        inside = {n.arg for n in walk(node) if isinstance(n, ast.arg)}
        is_simple = isinstance(node, (ast.Assign, ast.Return, ast.Expr, ast.AugAssign, ast.AnnAssign))
        if not is_simple or inside:
            self._known = {name: kind for name, kind in self._known.items() if name not in stored | inside}
        made = self.visit(node)
        self._known = {name: kind for name, kind in self._known.items() if name not in stored}
        return [made]

    def visit_If(self, node: ast.If) -> Any:
        """In a loop."""
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant) or type(node.test.value) is not bool:
            return node
        return (node.body if node.test.value else node.orelse) or ast.copy_location(ast.Pass(), node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant) or type(node.test.value) is not bool:
            return node
        return node.body if node.test.value else node.orelse

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant) and type(node.operand.value) is bool:
            return ast.copy_location(ast.Constant(not node.operand.value), node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        kind = self._known.get(node.args[0].id) if node.args and isinstance(node.args[0], ast.Name) else None
        if kind is None or node.keywords:
            return node
        called = full_name(node.func, self._function, self._local)
        if called == "numpy.isscalar" and len(node.args) == 1 and kind is not str:
            return self._answer(False, node)
        if called != "builtins.isinstance" or len(node.args) != 2:
            return node
        asked = [self._kind(part) for part in (node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]])]
        return node if None in asked else self._answer(any(issubclass(kind, one) for one in asked if one is not None), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """type(x) is list"""
        self.generic_visit(node)
        left = node.left
        is_type = isinstance(left, ast.Call) and len(left.args) == 1 and full_name(left.func, self._function, self._local) == "builtins.type"
        if not is_type or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
            return node
        kind = self._known.get(left.args[0].id) if isinstance(left.args[0], ast.Name) else None  # type: ignore[attr-defined]
        asked = self._kind(node.comparators[0])
        if kind is None or asked is None:
            return node
        return self._answer((kind is asked) == isinstance(node.ops[0], (ast.Is, ast.Eq)), node)

    def _answer(self, value: bool, node: ast.expr) -> ast.expr:
        self.is_changed = True
        return ast.copy_location(ast.Constant(value), node)

    def _kind(self, node: ast.expr) -> type | None:
        """The class that a name stands for."""
        name = full_name(node, self._function, self._local)
        return _Array if name == "numpy.ndarray" else _KINDS.get(name)


class _Array:
    """Stands for the class of arrays, which none of these is."""
