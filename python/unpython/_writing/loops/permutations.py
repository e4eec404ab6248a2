"""`for p in itertools.permutations(x)`, by the numbers of the permutations: p is a list of the items in their order.

The body sees of p no more than a list has: p[i], len(p), its items in a loop or in a sum. In any other use (p is a tuple, which may be
a key or be returned) the loop stays as it is.
"""

from __future__ import annotations

import ast
import copy
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import orders
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.lists.plain_tuples import Items, is_plain


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such loops in other words, the names that came with it, and what free names it relies on."""
    rewriter = _Rewriter(function, node)
    made = rewriter.visit(copy.deepcopy(node))
    if not rewriter.names:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(rewriter.names), rewriter.used


class _Rewriter(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._locals = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
        self._node = node
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        call = node.iter
        if not isinstance(call, ast.Call) or full_name(call.func, self._function, self._locals) != "itertools.permutations":
            return node
        if len(call.args) != 1 or call.keywords or not isinstance(node.target, ast.Name) or not is_plain(node.target.id, self._function, self._node):
            return node
        found = [_bindings.resolve(self._function, name, []) for name in ("list", "range")]
        if [b.target for b in found] != ["builtins.list", "builtins.range"] or {"list", "range"} & self._locals:
            return node
        self.used += found
        items, order, number = (f"_{part}_{node.lineno}_{node.col_offset}_" for part in ("items", "order", "number"))
        self.names |= {items, order, number}

        def read(name: str) -> ast.expr:
            return ast.Name(name, ast.Load())

        listed = ast.Call(read("list"), [call.args[0]], [])
        size = OwnCall(orders.size, [read(items)])
        made: list[ast.stmt] = [
            ast.Assign([ast.Name(items, ast.Store())], listed),
            ast.Assign([ast.Name(order, ast.Store())], OwnCall(orders.first, [size])),
            ast.For(
                ast.Name(number, ast.Store()), ast.Call(read("range"), [OwnCall(orders.numbers, [size])], []),
                [
                    ast.Expr(OwnCall(orders.advance, [read(order), read(number)])),
                    ast.Assign([node.target], OwnCall(orders.arranged, [read(items), read(order)])),
                    *(Items(node.target.id).visit(s) for s in node.body),
                ],
                node.orelse,
            ),
        ]  # fmt: skip
        return [ast.copy_location(s, node) for s in made]
