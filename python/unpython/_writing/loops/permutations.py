"""`for p in itertools.permutations(x)`, `permutations(x, r)`, `combinations(x, r)` and `product(x, repeat=r)`, by the numbers of the
permutations: p is a list of the items in their order.

The body sees of p no more than a list has: len(p), its items in a loop or in a sum; lists/plain_tuples.py has written the rest. In any
other use (p is a tuple, which may be a key) the loop stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import orders
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.lists.seen_tuples import is_nest, is_plain
from unpython._writing.nodes import copy_tree, load, store


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such loops in other words, the names that came with it, and what free names it relies on."""
    rewriter = _Rewriter(function, node)
    made = rewriter.visit(copy_tree(node))
    if not rewriter.names:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(rewriter.names), rewriter.used


class _Rewriter(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._locals = local_names(function)
        self._node = node
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        found = self._picked(node)
        if found is None:
            return node
        given, count, (how_many, begin, advance) = found
        target: Any = node.target
        is_pair = isinstance(target, ast.Tuple)
        if not is_pair and not is_plain(target.id, self._function, self._node):
            return node
        known = [_bindings.resolve(self._function, name, []) for name in ("list", "range")]
        if [b.target for b in known] != ["builtins.list", "builtins.range"] or {"list", "range"} & self._locals:
            return node
        self.used += known
        parts = ("items", "order", "number", "size", "count", "picked")
        items, order, number, size, many, picked = (f"_{part}_{node.lineno}_{node.col_offset}_" for part in parts)
        self.names |= {items, order, number, size, many, picked}

        made: list[ast.stmt] = [
            store(items, ast.Call(load("list"), [given], [])),
            store(size, OwnCall(orders.size, [load(items)])),
            store(many, OwnCall(orders.size, [load(items)]) if count is None else count),
            store(order, OwnCall(begin, [load(size), load(many)])),
        ]
        body: list[ast.stmt] = [
            ast.Expr(OwnCall(advance, [load(order), load(size), load(number)])),
            store(picked if is_pair else target.id, OwnCall(orders.arranged, [load(items), load(order)])),
        ]
        if is_pair:
            parts_of_it: list[ast.expr] = [ast.Subscript(load(picked), ast.Constant(i), ast.Load()) for i in range(len(target.elts))]
            body.append(ast.Assign([target], ast.Tuple(parts_of_it, ast.Load())))
        numbers = ast.Call(load("range"), [OwnCall(how_many, [load(size), load(many)])], [])
        made.append(ast.For(ast.Name(number, ast.Store()), numbers, [*body, *node.body], node.orelse))
        return [ast.copy_location(s, node) for s in made]

    def _picked(self, node: ast.For) -> tuple[ast.expr, ast.expr | None, tuple[Any, Any, Any]] | None:
        """What a loop picks from, how many (None: all), and the functions for it."""
        call = node.iter
        if not isinstance(call, ast.Call) or not call.args or any(isinstance(a, ast.Starred) for a in call.args):
            return None
        ways = _WAYS.get(full_name(call.func, self._function, self._locals))
        if ways is None:
            return None
        count: ast.expr | None = call.args[1] if len(call.args) == 2 else None
        if ways is _WAYS["itertools.product"]:
            if len(call.args) != 1 or [k.arg for k in call.keywords] != ["repeat"]:
                return None
            count = call.keywords[0].value
        elif call.keywords or len(call.args) > 2 or (count is None and ways is not _WAYS["itertools.permutations"]):
            return None
        number = count.value if isinstance(count, ast.Constant) else None
        if isinstance(node.target, ast.Tuple):
            if number != len(node.target.elts) or not all(isinstance(t, ast.Name) for t in node.target.elts):
                return None
        elif not isinstance(node.target, ast.Name):
            return None
        is_places = is_nest(node, full_name(call.func, self._function, self._locals))
        return None if is_places else (call.args[0], count, ways)


#: How many there are, the places of the first one, and those of the next one.
_WAYS: dict[str, tuple[Any, Any, Any]] = {
    "itertools.permutations": (orders.numbers_of_arrangements, orders.first_places, orders.advance_arrangement),
    "itertools.combinations": (orders.numbers_of_combinations, orders.first_places, orders.advance_combination),
    "itertools.product": (orders.numbers_of_products, orders.zeros, orders.advance_product),
}
