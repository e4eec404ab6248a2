"""`print(...)` and `warnings.warn(...)` as functions of the numbers and arrays in them: the texts around them stay in Python."""

from __future__ import annotations

import ast
import copy
import warnings
from types import FunctionType
from typing import Any

from unpython._host import HostFunction

_OPTIONS = frozenset(["sep", "end", "flush"])


def taken_apart(node: ast.Call) -> tuple[HostFunction, list[ast.expr]] | None:
    """What prints, and the values that it is given; None where it writes elsewhere."""
    if any(keyword.arg not in _OPTIONS or not isinstance(keyword.value, ast.Constant) for keyword in node.keywords):
        return None
    values: list[ast.expr] = []
    parts = [_part(argument, values) for argument in node.args]
    if any(isinstance(part, ast.Starred) for part in parts):
        return None
    call = ast.Call(ast.Name("print", ast.Load()), parts, node.keywords)
    return HostFunction(_of_values(call, len(values)), "shown", name="print"), values


def warned(node: ast.Call, function: FunctionType, category: type[Warning]) -> tuple[HostFunction, list[ast.expr]] | None:
    """What warns of a text as the line of the call would, and the values in the text."""
    values: list[ast.expr] = []
    text = _part(node.args[0], values)
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
    return eval(compile(whole, "<print>", "eval"), {})


def _part(node: ast.expr, values: list[ast.expr]) -> Any:
    """An argument, with names in the place of the values."""
    if isinstance(node, (ast.Constant, ast.Starred)):
        return node
    if type(node) is ast.Tuple:  # not a call of our own
        return ast.Tuple([_part(item, values) for item in node.elts], ast.Load())
    if isinstance(node, (ast.JoinedStr, ast.FormattedValue)):
        return _Text(values).visit(copy.deepcopy(node))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and _is_text(node.left):
        return ast.BinOp(node.left, ast.Mod(), _part(node.right, values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_text(node.func.value) and not node.keywords:
        return ast.Call(node.func, [_part(argument, values) for argument in node.args], [])
    values.append(node)
    return ast.Name(f"v{len(values) - 1}", ast.Load())


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is str


class _Text(ast.NodeTransformer):
    """An f-string; formats may hold values, too."""

    def __init__(self, values: list[ast.expr]):
        self._values = values

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        node.value = _part(node.value, self._values)
        if node.format_spec is not None:
            node.format_spec = self.visit(node.format_spec)
        return node
