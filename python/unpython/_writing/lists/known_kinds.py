"""Questions for the kind of an argument: where its layout tells it, the answer is a part of the program, and so is the way that it
chooses.

    if isinstance(x, (int, float)):     (nothing)               t = tuple(p)        t = p
        x = [x]

of a list in the first case, and of a tuple in the second one. Of anything else, tuple(x) gives its items:

    t = tuple(x)                        t = tuple(v for v in x)
    t = tuple(x) + (0,)                 t = tuple(list(x) + [0])

Answered up to the first statement that gives the argument another value. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import CHANGED, LIST, NUMBERS, RAGGED, RECORD, ROWS, SET, TABLE, WORDS, Container, Layout
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, load, walk
from unpython._writing.nodes import is_text as is_constant_text

_LISTS = frozenset((CHANGED, LIST, RAGGED, ROWS, WORDS))
_BUILT_IN = frozenset((list, tuple, dict, set, str))  # whose objects have the attributes of the class, and no others
_SIMPLE = (ast.Assign, ast.Return, ast.Expr, ast.AugAssign, ast.AnnAssign)


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
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    parameters = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    found = {name: object if (layout := layouts.get(name)) is None else kind_of(layout) for name in parameters}
    known = {name: kind for name, kind in found.items() if kind is not None}
    inner = [n for s in node.body for n in walk(s) if isinstance(n, (ast.FunctionDef, ast.Lambda))]
    if inner:  # they may be called when a name has another value
        for name in _stored(node.body) | {a.arg for n in inner for a in walk(n) if isinstance(a, ast.arg)}:
            known.pop(name, None)
    writer = _Answers(function, known, {name for name in parameters if name in layouts and layouts[name] is None})
    made = copy_tree(node)
    made.body = writer.block(made.body) or [ast.copy_location(ast.Pass(), node)]
    if not writer.is_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), writer.used


def _stored(body: Sequence[ast.AST]) -> set[str]:
    return {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def _is_answer(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is bool


class _Answers(ast.NodeTransformer):
    """`known`: parameters that have not been assigned, with the types of those of which the call tells one, and `object` for others;
    `plain`: those of which the call tells that they are numbers or arrays."""

    def __init__(self, function: FunctionType, known: dict[str, type], plain: set[str]):
        self._function = function
        self._own = local_names(function)
        self._known = dict(known)
        self._plain = plain
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []
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
            if _is_answer(node.test):
                self.is_changed = True
                return self.block(node.body if node.test.value else node.orelse)  # type: ignore[attr-defined]
            before = dict(self._known)
            node.body = self.block(node.body) or [ast.copy_location(ast.Pass(), node)]
            after, self._known = self._known, before
            node.orelse = self.block(node.orelse)
            self._known = {name: kind for name, kind in self._known.items() if name in after}
            return [node]
        self._forget(node.value if isinstance(node, _SIMPLE) else node)  # a value is computed before it gets a name
        made = self.visit(node)
        self._forget(node)
        return [made]

    def _forget(self, node: ast.AST | None) -> None:
        for name in _stored([node] if node else []):
            self._known.pop(name, None)

    def visit_If(self, node: ast.If) -> Any:
        """In a loop."""
        self.generic_visit(node)
        if not _is_answer(node.test):
            return node
        self.is_changed = True
        return (node.body if node.test.value else node.orelse) or ast.copy_location(ast.Pass(), node)  # type: ignore[attr-defined]

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        self.generic_visit(node)
        if not _is_answer(node.test):
            return node
        self.is_changed = True
        return node.body if node.test.value else node.orelse  # type: ignore[attr-defined]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        is_other = isinstance(node.op, ast.Not) and _is_answer(node.operand)
        return self._answer(not node.operand.value, node) if is_other else node  # type: ignore[attr-defined]

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Call):
            return self._made_of_type(node, node.func)
        first = node.args[0] if node.args and not node.keywords else None
        kind = self._known.get(first.id) if isinstance(first, ast.Name) else None
        if kind is None:
            return node
        called = full_name(node.func, self._function, self._own)
        others = node.args[1:]
        if called == "builtins.tuple" and not others:
            return self._items(node, kind)
        if kind is object:
            asks = called == "builtins.isinstance" and len(others) == 1 and first.id in self._plain  # type: ignore[union-attr]
            return self._answer(False, node) if asks and self._are_no_numbers(others[0]) else node
        if called == "numpy.isscalar" and not others:
            return self._answer(kind is str, node)
        if called == "builtins.hasattr" and len(others) == 1 and is_constant_text(others[0]):
            return self._answer(hasattr(kind, others[0].value), node) if kind in _BUILT_IN else node  # type: ignore[arg-type, attr-defined]
        if called != "builtins.isinstance" or len(others) != 1:
            return node
        asked = [self._class(part) for part in (others[0].elts if isinstance(others[0], ast.Tuple) else [others[0]])]
        return node if None in asked else self._answer(issubclass(kind, tuple(c for c in asked if c is not None)), node)

    def _are_no_numbers(self, node: ast.expr) -> bool:
        """str, (list, tuple): no class of a number or an array"""
        asked = [self._class(part) for part in (node.elts if isinstance(node, ast.Tuple) else [node])]
        return all(one in _BUILT_IN for one in asked)

    def _made_of_type(self, node: ast.Call, called: ast.Call) -> Any:
        """type(x)(v * 2 for v in x)"""
        given = called.args[0] if len(called.args) == 1 and not called.keywords else None
        kind = self._known.get(given.id) if isinstance(given, ast.Name) else None
        if kind not in (list, tuple, set) or full_name(called.func, self._function, self._own) != "builtins.type":
            return node
        name = ast.copy_location(load(kind.__name__), called)
        if self._class(name) is kind:
            node.func = name
            self.is_changed = True
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """type(x) is list"""
        self.generic_visit(node)
        left = node.left
        is_type = isinstance(left, ast.Call) and len(left.args) == 1 and full_name(left.func, self._function, self._own) == "builtins.type"
        if not is_type or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
            return node
        kind = self._known.get(left.args[0].id) if isinstance(left.args[0], ast.Name) else None  # type: ignore[attr-defined]
        asked = self._class(node.comparators[0])
        if kind in (None, object) or asked is None:
            return node
        return self._answer((kind is asked) == isinstance(node.ops[0], (ast.Is, ast.Eq)), node)

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

    def _answer(self, value: bool, node: ast.expr) -> ast.expr:
        self.is_changed = True
        return ast.copy_location(ast.Constant(value), node)

    def _class(self, node: ast.expr) -> type | None:
        binding = _bindings.of_node(self._function, node, self._own)
        if binding is None or not isinstance(binding.value, type):
            return None
        self.used.append(binding)
        return binding.value
