"""Lists of arrays that are made of others, or of themselves, in the words that array_lists.py knows:

    points = [p + v for p in points]        _again_0_ = [p + v for p in points]
                                            points = [q for q in _again_0_]
    rest = points[:-1]                      rest = [points[i] for i in range(len(points) - 1)]

A new list holds the same arrays; the old one, where nothing else holds it, is seen no more.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.arrays.named_parts import END
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter


def items_of_others(nodes: list[ast.AST], known: set[str], given: dict[str, list[ast.expr]]) -> set[str]:
    """Those of the lists in `given`, with what goes into each, that get an array of a list in `known`, and what is known of these."""
    sure = set(known)
    while True:
        items = {n.target.id for n in nodes if isinstance(n, (ast.For, ast.comprehension)) and _is_one(n.iter, sure) and isinstance(n.target, ast.Name)}
        more = {name for name, parts in given.items() if name not in sure and any(_is_item(part, sure, items) for part in parts)}
        if not more:
            return sure
        sure |= more


def _is_one(node: Any, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_item(node: Any, lists: set[str], items: set[str]) -> bool:
    """points[i], a name for one, and what an operator makes of one."""
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        return _is_item(node.left, lists, items) or _is_item(node.right, lists, items)
    return _is_one(node, items) or (isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Slice, ast.Tuple)) and _is_one(node.value, lists))


def written(node: Any, names: set[str], function: FunctionType) -> tuple[Any, frozenset[str]]:
    """The `def` in these words for lists with these names, and the names that came with them."""
    own = local_names(function)
    if not names or any(full_name(load(name), function, own) != f"builtins.{name}" for name in ("len", "range")):
        return node, frozenset()
    writer = _Writer(names)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.made)) if writer.made else (node, frozenset())


class _Writer(BlockRewriter):
    def __init__(self, names: set[str]):
        self._names = names
        self.made: set[str] = set()

    def _new(self, end: str) -> str:
        name = f"_again_{len(self.made)}{end}"
        self.made.add(name)
        return name

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            return node
        if (part := self._part(value)) is not None:
            node.value = ast.copy_location(part, value)
            return node
        reads_itself = any(is_name(n, target.id) for n in walk(value))
        if target.id not in self._names or not isinstance(value, ast.ListComp) or not reads_itself:
            return node
        whole, item = self._new(END), self._new("_")
        again = ast.ListComp(load(item), [ast.comprehension(ast.Name(item, ast.Store()), load(whole), [], 0)])
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (store(whole, value), store(target.id, again))]

    def _part(self, node: Any) -> ast.expr | None:
        """points[:-1], points[1:]"""
        is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and _is_one(node.value, self._names)
        lower, upper = (node.slice.lower, node.slice.upper) if is_part and node.slice.step is None else (None, None)
        lower = None if isinstance(lower, ast.Constant) and lower.value == 0 else lower
        count = ast.Call(load("len"), [load(node.value.id)], []) if is_part else None
        bounds: list[ast.expr]
        if lower is None and isinstance(upper, ast.UnaryOp) and isinstance(upper.op, ast.USub) and isinstance(upper.operand, ast.Constant):
            bounds = [ast.BinOp(count, ast.Sub(), upper.operand)]  # type: ignore[arg-type]
        elif upper is None and isinstance(lower, ast.Constant) and type(lower.value) is int:
            bounds = [lower, count]  # type: ignore[list-item]
        else:
            return None
        place = self._new("_")
        clause = ast.comprehension(ast.Name(place, ast.Store()), ast.Call(load("range"), bounds, []), [], 0)
        return ast.ListComp(ast.Subscript(load(node.value.id), load(place), ast.Load()), [clause])
