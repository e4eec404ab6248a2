"""zip(x, y, strict=True) of names, as zip(x, y) and a test of the lengths behind what goes through it, where Python raises too:

    for a, b in zip(x, y, strict=True):     for a, b in zip(x, y):
        ...                                     ...
                                            else:
                                                if len(y) < len(x): raise ValueError("zip() argument 2 is shorter than argument 1")
                                                if len(y) > len(x): raise ValueError("zip() argument 2 is longer than argument 1")
    d = sqrt(sum(a * b for a, b in          found = sum(a * b for a, b in zip(x, y))
             zip(x, y, strict=True)))       if len(y) < len(x): ...
                                            d = sqrt(found)

In an expression, what goes through it must come first of all. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import StatementRewriter

_TAKE_ALL = frozenset(f"builtins.{name}" for name in "sum list dict set tuple".split())
_COMPREHENSIONS = (ast.ListComp, ast.DictComp, ast.SetComp)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    used = [_bindings.resolve(function, name, []) for name in ("len", "ValueError")]
    if {"len", "ValueError"} & local_names(function) or [binding.value for binding in used] != [len, ValueError]:
        return node, frozenset(), []
    writer = _Writer(function)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), used) if writer.is_changed else (node, frozenset(), [])


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.names: list[str] = []
        self.is_changed = False

    def _strict(self, node: Any) -> list[str]:
        """The names that zip(x, y, strict=True) goes through."""
        if not isinstance(node, ast.Call) or [k.arg for k in node.keywords] != ["strict"] or len(node.args) < 2:
            return []
        is_true = isinstance(node.keywords[0].value, ast.Constant) and node.keywords[0].value.value is True
        names = [a.id for a in node.args if isinstance(a, ast.Name)]
        is_zip = is_true and len(names) == len(node.args) and full_name(node.func, self._function, self._own) == "builtins.zip"
        return names if is_zip else []

    def visit_For(self, node: ast.For) -> Any:
        names = self._strict(node.iter)
        if names and not _may_change({*names}, node.body):
            node.iter.keywords = []  # type: ignore[attr-defined]
            node.orelse = [*(ast.copy_location(s, node) for s in _tests(names)), *node.orelse]
            self.is_changed = True
        return self.go_inside(node)

    visit_While = visit_If = visit_With = StatementRewriter.go_inside

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _of_value(self, node: Any) -> Any:
        before: list[ast.stmt] = []
        if node.value is not None:
            node.value = self._first(node.value, before)
        return [*(ast.copy_location(s, node) for s in before), node]

    visit_Assign = visit_Return = visit_Expr = _of_value

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self._of_value(node) if isinstance(node.target, ast.Name) else node

    def _first(self, node: Any, before: list[ast.stmt]) -> Any:
        """The expression, in which what it computes first has a name where it goes through such a zip()."""
        names = self._gone_through(node)
        if names:
            self.is_changed = True
            self.names.append(name := f"_zipped_{len(self.names)}_")
            before += [store(name, node), *_tests(names)]
            return ast.copy_location(load(name), node)
        if isinstance(node, (ast.BinOp, ast.Compare)):
            node.left = self._first(node.left, before)
        elif isinstance(node, ast.UnaryOp):
            node.operand = self._first(node.operand, before)
        elif isinstance(node, ast.Tuple) and node.elts:
            node.elts[0] = self._first(node.elts[0], before)
        elif isinstance(node, ast.Call) and node.args and full_name(node.func, self._function, self._own):
            node.args[0] = self._first(node.args[0], before)
        return node

    def _gone_through(self, node: Any) -> list[str]:
        """The names of a zip() that an expression goes through up to its end, which is none that raises then."""
        inner: Any = node
        if isinstance(node, ast.Call) and len(node.args) == 1 and full_name(node.func, self._function, self._own) in _TAKE_ALL:
            inner = node.args[0]
            if names := self._strict(inner):
                inner.keywords = []
                return names
        if not isinstance(inner, _COMPREHENSIONS if inner is node else (*_COMPREHENSIONS, ast.GeneratorExp)) or len(inner.generators) != 1:
            return []
        clause = inner.generators[0]
        if names := self._strict(clause.iter):
            clause.iter.keywords = []  # type: ignore[attr-defined]
        return names


def _may_change(names: set[str], body: list[ast.stmt]) -> bool:
    """Whether a loop may do more with what it goes through than read its items."""
    nodes = [n for s in body for n in walk(s)]
    fine = {id(n.value) for n in nodes if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Del) and not isinstance(n.slice, ast.Slice)}
    fine |= {id(a) for n in nodes if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "len" for a in n.args}
    return any(isinstance(n, ast.Name) and n.id in names and id(n) not in fine for n in nodes)


def _tests(names: list[str]) -> list[ast.stmt]:
    """What zip() raises behind its last items: the first iterable that ends ends before those in front of it, or others go on behind it."""
    made: list[ast.stmt] = []
    for i in range(len(names) - 1, 0, -1):
        parts: list[ast.expr] = [_compared(names[i], ast.Lt(), other) for other in names[:i]]
        made.append(_raised(parts[0] if i == 1 else ast.BoolOp(ast.And(), parts), i, "shorter"))
    return made + [_raised(_compared(names[i], ast.Gt(), names[0]), i, "longer") for i in range(1, len(names))]


def _raised(test: ast.expr, place: int, how: str) -> ast.stmt:
    others = "argument 1" if place == 1 else f"arguments 1-{place}"
    message = ast.Constant(f"zip() argument {place + 1} is {how} than {others}")
    return ast.If(test, [ast.Raise(ast.Call(load("ValueError"), [message], []), None)], [])


def _compared(name: str, op: ast.cmpop, other: str) -> ast.Compare:
    return ast.Compare(_length(name), [op], [_length(other)])


def _length(name: str) -> ast.expr:
    return ast.Call(load("len"), [load(name)], [])
