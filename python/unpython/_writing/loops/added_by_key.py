"""Parallel loops that add floats by key, for devices, beside the loop as it is:

    for i in prange(n):             if _for_device() and _arrays_apart() and is_float(h):
        h[idx[i]] += w[i]               if n <= idx.shape[0] and n <= w.shape[0]:
                                            done = add_by_key(h, n, lambda i: idx[i], lambda i: w[i])
                                    if not done:
                                        for i in prange(n): ...

Only where nothing raises but for a key that is none of h, and each array is one by itself: an argument, or made here.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _loops
from unpython._library.sorting.digits import is_float
from unpython._library.sorting.sums_by_key import add_by_key, add_products_by_key
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import StatementRewriter, by_statements

_MAKERS = frozenset(f"numpy.{name}" for name in "empty zeros ones full arange".split())


def rewritten(function: FunctionType, node: Any, others: frozenset[str]) -> tuple[Any, frozenset[str], list[Any]]:
    """The `def`, the names that came with it, and no free names. `others`: arguments that are no arrays and no numbers."""
    return by_statements(_Writer(function, node, others), node)


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any, others: frozenset[str]):
        self._function = function
        self._own = local_names(function)
        self.names: list[str] = []
        self._arrays = self._separate(node) - others if isinstance(node, ast.FunctionDef) else others

    def _separate(self, node: ast.FunctionDef) -> frozenset[str]:
        """Names of arguments that keep their values, and names that only get new arrays."""
        given = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        makes = [s for s in walk(node) if isinstance(s, ast.Assign) and self._called(getattr(s.value, "func", s.value)) in _MAKERS]
        made = [s.targets[0].id for s in makes if len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)]
        assigned = [*assigned_names(node.body)]
        return frozenset(name for name in {*given, *made} if assigned.count(name) == (0 if name in given else made.count(name)))

    def _called(self, node: ast.expr) -> str:
        return full_name(node, self._function, self._own)

    def visit_For(self, node: ast.For) -> Any:
        found = self._update(node)
        if found is None:
            return self.go_inside(node)
        update, extent, arrays = found
        self.names.append(done := f"_added_{len(self.names)}_")
        target: Any = update.target
        counter = ast.arguments([], [ast.arg(node.target.id)], None, [], [], None, [])  # type: ignore[attr-defined]
        value: Any = update.value
        is_product = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult)
        parts = [target.slice, *((value.left, value.right) if is_product else (value,))]
        given = [target.value, extent, *(ast.Lambda(copy_tree(counter), part) for part in parts)]
        covers: list[ast.expr] = [ast.Compare(copy_tree(extent), [ast.LtE()], [_length(name)]) for name in arrays]
        covered = covers[0] if len(covers) == 1 else ast.BoolOp(ast.And(), covers)
        sums = ast.If(covered, [store(done, OwnCall(add_products_by_key if is_product else add_by_key, [copy_tree(part) for part in given]))], [])
        ways: list[ast.stmt] = [store(done, ast.Constant(False)), sums, ast.If(ast.UnaryOp(ast.Not(), load(done)), [node], [])]
        for test in (OwnCall(is_float, [copy_tree(target.value)]), OwnCall(_loops._arrays_apart, []), OwnCall(_loops._for_device, [])):
            ways = [ast.If(test, ways, [copy_tree(node)])]  # each is decided where the function is compiled
        return ways[0]

    visit_While = visit_If = visit_With = StatementRewriter.go_inside

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _update(self, node: ast.For) -> tuple[ast.AugAssign, ast.expr, list[str]] | None:
        """The one statement of a loop, how often it runs, and the arrays that are read at the counter."""
        head: Any = node.iter
        is_loop = isinstance(head, ast.Call) and len(head.args) == 1 and not head.keywords and self._called(head.func) == "unpython.prange"
        if not is_loop or len(node.body) != 1 or node.orelse or not isinstance(node.target, ast.Name) or not _is_extent(head.args[0]):
            return None
        update: Any = node.body[0]
        if not isinstance(update, ast.AugAssign) or not isinstance(update.op, ast.Add) or not isinstance(update.target, ast.Subscript):
            return None
        h: Any = update.target.value
        if not isinstance(h, ast.Name) or h.id not in self._arrays or isinstance(update.target.slice, (ast.Tuple, ast.Slice)):
            return None
        counter = node.target.id
        if isinstance(update.value, ast.Constant) and type(update.value.value) is int:
            return None  # counts, which are integers
        if not any(isinstance(n, ast.Subscript) for n in walk(update.target.slice)):
            return None  # an element for each iteration, or one for all of them
        arrays = self._read(counter, [update.target.slice, update.value])
        return None if not arrays or h.id in arrays else (update, head.args[0], arrays)

    def _read(self, counter: str, parts: list[ast.expr]) -> list[str]:
        """The arrays that are read at the counter, of expressions that do nothing else than read and add; none of others."""
        arrays: list[str] = []
        for n in (n for part in parts for n in walk(part)):
            if isinstance(n, ast.Subscript):
                if not isinstance(n.value, ast.Name) or n.value.id not in self._arrays or getattr(n.slice, "id", "") != counter:
                    return []
                arrays.append(n.value.id)
            elif isinstance(n, ast.BinOp) and not isinstance(n.op, (ast.Add, ast.Sub, ast.Mult)):
                return []
            elif not isinstance(n, (ast.BinOp, ast.Name, ast.Constant, ast.operator, ast.expr_context)):
                return []
        return [*dict.fromkeys(arrays)]


def _is_extent(node: ast.expr) -> bool:
    """n, x.size, len(x), x.shape[0]: what gives the same when asked twice."""
    return all(isinstance(n, (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.expr_context)) or _is_len(n) for n in walk(node))


def _is_len(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and not node.keywords


def _length(name: str) -> ast.expr:
    return ast.Subscript(ast.Attribute(load(name), "shape", ast.Load()), ast.Constant(0), ast.Load())
