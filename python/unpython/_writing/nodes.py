"""Small questions that many ask of a node of `ast`, and small nodes that many make."""

from __future__ import annotations

import ast
from typing import Any, TypeGuard


def is_name(node: Any, name: str) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == name


def is_item_of(node: Any, name: str) -> TypeGuard[ast.Subscript]:
    """name[...]"""
    return isinstance(node, ast.Subscript) and is_name(node.value, name)


def is_none(node: Any) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and node.value is None


def is_text(node: Any) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and type(node.value) is str


def ways(node: Any) -> list[Any]:
    """What an expression may be: both ways of a choice."""
    return [*ways(node.body), *ways(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def load(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def store(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def part_of(name: str, part: str | int) -> str:
    """The name of one of the values that a name is taken apart into."""
    return f"_{name}_{part}_"


def value_or_none(values: tuple[Any, ...]) -> Any:
    """What a flag and a value give."""
    return values[1] if values[0] else None


def tuple_or_none(values: tuple[Any, ...]) -> Any:
    return values[1:] if values[0] else None


class Renamed(ast.NodeTransformer):
    """With other names for some, also in functions inside."""

    def __init__(self, names: dict[str, str]):
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self._names.get(node.id, node.id), node.ctx), node)


def is_simple(node: ast.expr) -> bool:
    """Computed again it is the same, and nothing has happened."""
    allowed = (ast.Name, ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.expr_context, ast.Tuple)
    return all(isinstance(part, allowed) for part in ast.walk(node))
