"""Which expressions are sets: the one answer for all that ask (only_reads.py, set_names.py, table_kinds.py)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

OPERATORS = (ast.BitAnd, ast.BitOr, ast.Sub, ast.BitXor)
#: Methods that make a set of two, by the operator that does the same.
METHODS: dict[str, type[ast.operator]] = {
    "intersection": ast.BitAnd, "union": ast.BitOr, "difference": ast.Sub, "symmetric_difference": ast.BitXor,
}  # fmt: skip
#: Methods that change the set.
UPDATES = {f"{name}_update": op for name, op in METHODS.items() if name != "union"}
COMPARISONS: dict[str, type[ast.cmpop]] = {"issubset": ast.LtE, "issuperset": ast.GtE}

NameOf = Callable[[ast.expr], str]


def is_set(node: Any, is_named: Callable[[str], bool], library: NameOf) -> bool:
    """`is_named`: whether a name stands for a set; `library`: the full name of what an expression stands for."""
    if isinstance(node, ast.Name):
        return is_named(node.id)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, OPERATORS) and is_set(node.left, is_named, library) and is_set(node.right, is_named, library)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        count = 1 if node.func.attr in METHODS else 0 if node.func.attr == "copy" else -1
        return _takes(node, count) and is_set(node.func.value, is_named, library)
    return isinstance(node, (ast.Set, ast.SetComp)) or is_new(node, library)


def is_new(node: Any, library: NameOf) -> bool:
    """set() and set(x)"""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set"
    return is_call and any(_takes(node, count) for count in (0, 1)) and library(node.func) == "builtins.set"


def takes_one(node: Any) -> bool:
    return _takes(node, 1)


def _takes(node: ast.Call, count: int) -> bool:
    return len(node.args) == count and not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
