"""Sums of places on the heap: they are never too large, so that nothing checks that.

A sum with an int64 of NumPy in it wraps, and Z_ is such a zero: I_[t5 + 3] becomes I_[t5 + Z_ + 3]."""

from __future__ import annotations

import ast
import re
from typing import Any

from unpython._writing.heap.emitter import ZERO

_COUNTER = re.compile(r"t\d+\Z")  # a name that is no name of the program


class Places(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in ("I_", "F_") and isinstance(node.slice, ast.BinOp):
            node.slice = _wrapping(node.slice)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        target: Any = node.target
        is_step = isinstance(node.op, (ast.Add, ast.Sub)) and isinstance(node.value, ast.Constant) and type(node.value.value) is int
        if not is_step or not isinstance(target, ast.Name) or not _COUNTER.match(target.id):
            return node
        value = _wrapping(ast.BinOp(ast.Name(target.id, ast.Load()), node.op, node.value))
        made = ast.Assign([target], ast.Call(ast.Name("int", ast.Load()), [value], []))
        return ast.copy_location(made, node)


def _wrapping(node: Any) -> Any:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
        right = _wrapping(node.right) if isinstance(node.right, ast.BinOp) else node.right
        return ast.copy_location(ast.BinOp(_wrapping(node.left), node.op, right), node)
    return ast.copy_location(ast.BinOp(node, ast.Add(), ast.Name(ZERO, ast.Load())), node)
