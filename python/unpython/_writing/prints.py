"""`print(...)` and `warnings.warn(...)` as functions of the numbers and arrays in them: the texts around them stay in Python."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _held_prints
from unpython._host import HostFunction
from unpython._writing.nodes import Renamed, copy_tree, load, walk

_OPTIONS = frozenset(["sep", "end", "flush"])


def taken_apart(node: ast.Call, is_builtin: Callable[[ast.Name], bool]) -> tuple[HostFunction, list[ast.expr]] | None:
    """What prints, and the values that it is given; None where it writes elsewhere. `is_builtin`: whether a name stands for a function of
    Python's."""
    if any(keyword.arg not in _OPTIONS or not isinstance(keyword.value, ast.Constant) for keyword in node.keywords):
        return None
    parts = _Parts(is_builtin)
    shown = [parts.part(argument) for argument in node.args]
    if any(isinstance(part, ast.Starred) for part in shown):
        return None
    call = ast.Call(ast.Name("print", ast.Load()), shown, node.keywords)
    return HostFunction(_of_values(call, len(parts.values)), "shown", name="print"), parts.values


def warned(
    node: ast.Call, function: FunctionType, category: type[Warning], is_builtin: Callable[[ast.Name], bool]
) -> tuple[HostFunction, list[ast.expr]] | None:
    """What warns of a text as the line of the call would, and the values in the text."""
    parts = _Parts(is_builtin)
    values, text = parts.values, parts.part(node.args[0])
    if isinstance(text, (ast.Starred, ast.Name)):  # a warning that was made before
        return None
    make, place = _of_values(text, len(values)), (function.__code__.co_filename, node.lineno)
    module = function.__globals__.get("__name__") or "<string>"

    def warn(*given: Any) -> None:
        registry = function.__globals__.setdefault("__warningregistry__", {})
        warnings.warn_explicit(make(*given), category, *place, module, registry)

    return HostFunction(warn, "shown", name="warnings.warn"), values


def _of_values(node: ast.expr, count: int) -> Any:
    """A function of so many values."""
    names = [ast.arg(f"v{number}") for number in range(count)]
    arguments = ast.arguments(posonlyargs=[], args=names, kwonlyargs=[], kw_defaults=[], defaults=[])
    whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, node)))
    return eval(compile(whole, "<print>", "eval"), {"print": _held_prints.show})


class _Parts:
    """What is shown, with names in the place of the values."""

    def __init__(self, is_builtin: Callable[[ast.Name], bool]):
        self._is_builtin = is_builtin
        self.values: list[ast.expr] = []

    def part(self, node: ast.expr) -> Any:
        if isinstance(node, (ast.Constant, ast.Starred)):
            return node
        if type(node) is ast.Tuple:  # not a call of our own
            return ast.Tuple([self.part(item) for item in node.elts], ast.Load())
        if isinstance(node, (ast.JoinedStr, ast.FormattedValue)):
            return _Text(self).visit(copy_tree(node))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _is_text(node.left):
            return ast.BinOp(node.left, ast.Mod(), self.part(node.right))
        if isinstance(node, ast.BinOp) and _is_made_text(node):  # "-" * n, f"{i}: " + "x"
            return ast.BinOp(self.part(node.left), node.op, self.part(node.right))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_text(node.func.value) and not node.keywords:
            return ast.Call(node.func, [self._joined(argument) or self.part(argument) for argument in node.args], [])
        return self._value(node)

    def _value(self, node: ast.expr) -> ast.expr:
        from unpython._writing.arrays import type_texts

        made, of_type = load(f"v{len(self.values)}"), type_texts.asked(node, self._is_builtin)
        self.values.append(node if of_type is None else of_type.value)
        return made if of_type is None else of_type.of(made)

    def _listed(self, node: ast.expr) -> ast.expr:
        """The numbers of a range as a list."""
        is_range = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"
        if not is_range or not all(map(self._is_builtin, (node.func, load("list")))):  # type: ignore[attr-defined, arg-type]
            return node
        return ast.fix_missing_locations(ast.copy_location(ast.Call(load("list"), [node], []), node))

    def _joined(self, node: ast.expr) -> ast.expr | None:
        """f"{x:.2f}" for x in row: Python goes through the items of a value."""
        if not isinstance(node, (ast.GeneratorExp, ast.ListComp)) or len(node.generators) != 1:
            return None
        clause = node.generators[0]
        targets = {n.id for n in walk(clause.target) if isinstance(n, ast.Name)}
        inner = [node.elt, *clause.ifs]
        names = [n for part in inner for n in walk(part) if isinstance(n, ast.Name)]
        if clause.is_async or not all(isinstance(n, (*_OF_ITEMS, ast.operator, ast.unaryop, ast.cmpop)) for part in inner for n in walk(part)):
            return None
        around = {n.id for n in names if n.id not in targets and not (n.id in _SHOWN_BY and self._is_builtin(n))}
        called = {n.func.id for part in inner for n in walk(part) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        if not _makes_text(node.elt) or around & called:
            return None
        renamed = {name: f"item_{name}" for name in targets}  # not those of values
        renamed |= {name: self._value(ast.copy_location(load(name), node)).id for name in sorted(around)}  # type: ignore[attr-defined]
        made = Renamed(renamed).visit(copy_tree(node))
        made.generators[0].iter = self._value(self._listed(clause.iter))
        return made  # type: ignore[no-any-return]


_SHOWN_BY = frozenset("str repr chr".split())
_OF_ITEMS = (
    ast.JoinedStr, ast.FormattedValue, ast.Constant, ast.Name, ast.Load, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.Subscript, ast.Slice,
)  # fmt: skip


def _makes_text(node: ast.expr) -> bool:
    """Whether what stands for one item is a text, of the item alone: calls are those of str(), repr() and chr()."""
    calls = [n for n in walk(node) if isinstance(n, ast.Call)]
    if not all(isinstance(c.func, ast.Name) and len(c.args) == 1 and not c.keywords for c in calls):
        return False
    return isinstance(node, (ast.JoinedStr, ast.Call)) or _is_made_text(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is str


def _is_made_text(node: ast.expr) -> bool:
    """Whether an expression can only be a text."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mod):
            return _is_text(node.left)
        is_one = isinstance(node.op, ast.Add) or (isinstance(node.op, ast.Mult) and not (_is_made_text(node.left) and _is_made_text(node.right)))
        return is_one and (_is_made_text(node.left) or _is_made_text(node.right))
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_text(node.func.value)
    return _is_text(node) or isinstance(node, ast.JoinedStr) or (is_call and node.func.attr in ("join", "format"))  # type: ignore[attr-defined]


class _Text(ast.NodeTransformer):
    """An f-string; formats may hold values, too."""

    def __init__(self, parts: _Parts):
        self._parts = parts

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = self._parts.part(node.value)
        if node.format_spec is not None:
            node.format_spec = self.visit(node.format_spec)
        return node
