"""functools.reduce over a few items that are written out, or over a list of arrays that is given, as the calls that it makes:

    reduce(np.dot, [a, b, c])                 np.dot(np.dot(a, b), c)
    reduce(lambda x, y: x @ y, ms)            ms[0] @ ms[1] @ ms[2]

An array of a list is another one at each step, and may be of another shape: no loop can hold them. The items are names, what such names are
compared with numbers as, and items of such a list, so nothing is computed in another order that may raise.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, arrays_in_lists
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, walk

_MOST = 16


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these calls, no names, and what free names it relies on."""
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    given = arrays_in_lists(layouts) | {name: len(layout) for name, layout in layouts.items() if type(layout) is tuple and not any(layout)}
    folds = _Folds(function, node, {name: count for name, count in given.items() if name not in stored})
    made = folds.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), frozenset(), folds.used) if folds.used else (node, frozenset(), [])


class _Folds(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: Any, given: dict[str, int]):
        self._function = function
        self._own = local_names(function) | {n.arg for n in walk(node) if isinstance(n, ast.arg)}
        self._given = given
        self.used: list[_bindings.Binding] = []

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        binding = _bindings.of_node(self._function, node.func, self._own)
        if binding is None or binding.value is not functools.reduce or node.keywords or not 2 <= len(node.args) <= 3:
            return node
        step, items, *first = node.args
        known = self._items(items)
        if known is None or not (first or known) or not all(map(_is_plain, first)) or not _may_step(step):
            return node
        values = [*first, *known]
        self.used.append(binding)
        return ast.copy_location(functools.reduce(lambda whole, value: _stepped(step, whole, value), values), node)

    def _items(self, node: ast.expr) -> list[ast.expr] | None:
        """None: nothing says which these are."""
        if isinstance(node, (ast.List, ast.Tuple)):
            return node.elts if len(node.elts) <= _MOST and all(map(_is_quiet, node.elts)) else None
        count = self._given.get(node.id) if isinstance(node, ast.Name) else None
        if count is None or count > _MOST:
            return None
        return [ast.Subscript(copy_tree(node), ast.Constant(i), ast.Load()) for i in range(count)]


def _is_plain(node: ast.expr) -> bool:
    """a, a.T"""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _is_quiet(node: ast.expr) -> bool:
    """a, a > 0"""
    if isinstance(node, ast.Compare):
        return _is_plain(node.left) and len(node.ops) == 1 and isinstance(node.comparators[0], ast.Constant)
    return _is_plain(node)


def _may_step(step: ast.expr) -> bool:
    """np.dot, and lambdas that read each of their two values once, and nothing before them but names."""
    if not isinstance(step, ast.Lambda):
        return _is_plain(step)
    names = [a.arg for a in step.args.args]
    others = (step.args.defaults, step.args.vararg, step.args.kwarg, step.args.kwonlyargs, step.args.posonlyargs)
    body = step.body
    parts = [body.left, body.right] if isinstance(body, ast.BinOp) else []
    if isinstance(body, ast.Call) and not body.keywords and _is_plain(body.func):
        parts = body.args
    read = [part.id for part in parts if isinstance(part, ast.Name)]
    return len(names) == 2 and not any(others) and len(parts) == 2 and sorted(read) == sorted(names)


def _stepped(step: ast.expr, whole: ast.expr, value: ast.expr) -> ast.expr:
    if not isinstance(step, ast.Lambda):
        return ast.Call(copy_tree(step), [whole, value], [])
    given = {name.arg: part for name, part in zip(step.args.args, (whole, value), strict=True)}
    made: Any = copy_tree(step.body)
    if isinstance(made, ast.BinOp):
        made.left, made.right = given[made.left.id], given[made.right.id]  # type: ignore[attr-defined]
    else:
        made.args = [given[a.id] for a in made.args]
    return made  # type: ignore[no-any-return]
