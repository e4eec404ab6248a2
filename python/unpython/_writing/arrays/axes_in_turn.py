"""Axes that a loop goes through, and loops that take one axis after the other, written out: the number of dimensions of an array is known
where a function is compiled, and so has to be each axis.

    for k in range(a.ndim):                 if a.ndim == 0: pass
        total += np.diff(a, axis=k).sum()   else:
                                                total += np.diff(a, axis=0).sum()
                                                if a.ndim == 1: pass
                                                else: ...
    [a.sum(axis=k) for k in (0, 1)]         [a.sum(axis=0), a.sum(axis=1)]
    tuple(range(1, a.ndim))                 (1,) if a.ndim == 2 else (1, 2) if a.ndim == 3 else ...
    while a.ndim > 1:                       if a.ndim != 0 and dimensions(a) != 1:
        a = a.sum(axis=0)                       a = a.sum(axis=0)
    return a                                    if a.ndim != 0 and dimensions(a) != 1: ...
                                                else: return a
                                            else: return a

Of more than four axes a loop stays as it is. Where a function was refused as it is, `if a.ndim > 1` is written as this `while` (in_few).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.flow import leaves_loop, read_outside_of_loops
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_MOST_AXES = 4
_MOST_NODES = 2500
_ALONG = frozenset(
    "sum mean max min prod std var any all argmax argmin cumsum cumprod sort argsort roll diff take flip expand_dims squeeze concatenate stack moveaxis"
    " rollaxis swapaxes gradient repeat median ptp average split amax amin count_nonzero".split()
)
_MIRRORED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}
_LEFT_ALONE = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.Try, ast.With, ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal)


_Rewritten = tuple[Any, frozenset[str], list[_bindings.Binding]]


def rewritten(function: FunctionType, node: Any) -> _Rewritten:
    """The `def` with such loops written out, the names that came with that, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.in_ways(writer.statements(made.body))
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(writer.names), []


def in_few(function: FunctionType, node: Any) -> _Rewritten:
    """The `def` with `a.ndim > 1` in words of which the compiler knows whether they hold; no names, and no free names."""
    writer = _Comparisons(function, node)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        self._read_outside = read_outside_of_loops(node)
        self.names: set[str] = set()
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]

    def _is(self, node: Any, name: str) -> bool:
        return full_name(node, self._function, self._own) == name

    def _array(self, node: Any) -> str:
        """The name of the array of whose dimensions this is the number; "" for another expression."""
        if isinstance(node, ast.Attribute) and node.attr == "ndim" and isinstance(node.value, ast.Name):
            return node.value.id if node.value.id in self._own else ""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
            return ""
        of: Any = node.args[0]
        if isinstance(of, ast.Attribute) and of.attr == "shape" and isinstance(of.value, ast.Name) and is_name(node.func, "len"):
            return of.value.id if self._is(node.func, "builtins.len") else ""
        return of.id if isinstance(of, ast.Name) and self._is(node.func, "numpy.ndim") else ""

    def _axes(self, node: Any) -> list[int] | str | None:
        """The axes that a loop goes through, or the name of the array of which it goes through all."""
        if isinstance(node, (ast.Tuple, ast.List)):
            axes = [_integer(e) for e in node.elts]
            return [a for a in axes if a is not None] if 0 < len(axes) <= _MOST_AXES and None not in axes else None
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords or not self._is(node.func, "builtins.range"):
            return None
        count = _integer(node.args[0])
        if count is not None:
            return list(range(count)) if 0 < count <= _MOST_AXES else None
        return self._array(node.args[0]) or None

    def visit_For(self, node: ast.For) -> Any:
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return self._of_all(node) or node

    def _of_all(self, node: ast.For) -> list[ast.stmt] | None:
        name, extent, count = node.target, None, node.iter
        axes = self._axes(node.iter)
        if isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2 and isinstance(node.iter, ast.Call) and len(node.iter.args) == 1:
            name, extent = node.target.elts
            shape = node.iter.args[0]
            is_one = self._is(node.iter.func, "builtins.enumerate") and isinstance(shape, ast.Attribute) and shape.attr == "shape"
            count = ast.Attribute(shape.value, "ndim", ast.Load()) if is_one else node.iter  # type: ignore[attr-defined]
            axes = self._array(count) or None
        elif axes is not None and isinstance(axes, str):
            count = node.iter.args[0]  # type: ignore[attr-defined]
        if axes is None or not isinstance(name, ast.Name) or node.orelse or leaves_loop(node.body) or not _goes_along(node.body, name.id):
            return None
        inside = [n for s in node.body for n in walk(s)]
        stored = {n.id for n in inside if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        fixed = {name.id, *({extent.id} if isinstance(extent, ast.Name) else ())}
        is_left = any(isinstance(n, _LEFT_ALONE) for n in inside) or len(inside) * _MOST_AXES > _MOST_NODES
        if is_left or fixed & (self._read_outside | stored) or not (extent is None or isinstance(extent, ast.Name)):
            return None
        self.is_changed = True
        begin: list[ast.stmt] = []
        if isinstance(axes, str) and axes in stored:  # the array that it stands for first is what the loop asked
            other = f"_{axes}_before_{node.lineno}_{node.col_offset}_"
            self.names.add(other)
            begin, count, axes = [ast.copy_location(store(other, load(axes)), node)], with_names(count, axes, load(other)), other

        def body(axis: int) -> list[ast.stmt]:
            made = [with_names(s, name.id, ast.Constant(axis)) for s in node.body]
            if extent is None:
                return made
            of = ast.Subscript(ast.Attribute(load(str(axes)), "shape", ast.Load()), ast.Constant(axis), ast.Load())
            return [ast.copy_location(ast.Assign([ast.Name(extent.id, ast.Store())], of), node), *made]

        if not isinstance(axes, str):
            return [s for axis in axes for s in body(axis)]
        rest = copy_tree(node)
        if extent is None:
            rest.iter = ast.copy_location(ast.Call(load("range"), [ast.Constant(_MOST_AXES), count], []), node)
        made: list[ast.stmt] = [ast.copy_location(ast.If(_has_so_many(count, _MOST_AXES), [ast.Pass()], [rest]), node)]
        for axis in range(_MOST_AXES - 1, -1, -1):
            made = [ast.copy_location(ast.If(_has_so_many(count, axis), [ast.Pass()], [*body(axis), *made]), node)]
        return [*begin, *made]

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        self.generic_visit(node)
        return self._of_comprehension(node, node, lambda items: ast.List(items, ast.Load()))

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        given: Any = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if isinstance(given, ast.GeneratorExp) and isinstance(node.func, ast.Name):
            if self._is(node.func, "builtins.tuple"):
                return self._of_comprehension(given, node, lambda items: ast.Tuple(items, ast.Load()))
            if self._is(node.func, "builtins.sum"):
                return self._of_sum(node, given)
            if any(self._is(node.func, f"builtins.{name}") for name in ("list", "max", "min")):
                return self._of_comprehension(given, node, lambda items: ast.Call(node.func, [ast.List(items, ast.Load())], []))
        if isinstance(given, ast.Call) and self._is(node.func, "builtins.tuple") and self._is(given.func, "builtins.range") and not given.keywords:
            return self._of_range(node, given.args)
        return node

    def _of_comprehension(self, node: Any, whole: ast.expr, written: Callable[[list[ast.expr]], ast.expr]) -> ast.expr:
        clause = node.generators[0]
        axes = self._axes(clause.iter)
        is_plain = len(node.generators) == 1 and not clause.ifs and isinstance(clause.target, ast.Name)
        if axes is None or not is_plain or not _goes_along([node.elt], clause.target.id):
            return whole

        def of(axes: list[int]) -> ast.expr:
            return written([with_names(node.elt, clause.target.id, ast.Constant(axis)) for axis in axes])

        return self._by_number(axes, clause.iter, of, whole)

    def _of_sum(self, node: ast.Call, given: ast.GeneratorExp) -> ast.expr:
        """What sum() adds is written out by plain_words.py."""
        for place, clause in enumerate(given.generators):
            axes = self._axes(clause.iter)
            if not isinstance(axes, str) or not isinstance(clause.target, ast.Name) or not _goes_along([given.elt], clause.target.id):
                continue

            def of(axes: list[int], place: int = place) -> ast.expr:
                made: Any = copy_tree(node)
                made.args[0].generators[place].iter = ast.Tuple([ast.Constant(axis) for axis in axes], ast.Load())
                return made

            return self._by_number(axes, clause.iter, of, node)
        return node

    def _of_range(self, node: ast.Call, bounds: list[ast.expr]) -> ast.expr:
        """tuple(range(1, a.ndim)), tuple(range(a.ndim - 1))"""
        first = _integer(bounds[0]) if len(bounds) == 2 else 0
        end: Any = bounds[-1] if 0 < len(bounds) < 3 else None
        less = 0
        if isinstance(end, ast.BinOp) and isinstance(end.op, ast.Sub) and _integer(end.right) is not None:
            end, less = end.left, _integer(end.right) or 0
        if first is None or not (array := self._array(end)):
            return node

        def of(axes: list[int]) -> ast.expr:
            return ast.Tuple([ast.Constant(axis) for axis in range(first, len(axes) - less)], ast.Load())

        return self._by_number(array, ast.Call(load("range"), [end], []), of, node)

    def _by_number(self, axes: list[int] | str, over: Any, of: Callable[[list[int]], ast.expr], whole: ast.expr) -> ast.expr:
        if "int" in self._own:
            return whole
        self.is_changed = True
        if not isinstance(axes, str):
            return ast.copy_location(of(axes), whole)
        made: ast.expr = ast.copy_location(ast.Call(load("int"), [load(axes)], []), whole)  # which no array is
        for count in range(_MOST_AXES, -1, -1):
            made = ast.copy_location(ast.IfExp(_has_so_many(over.args[0], count), of(list(range(count))), made), whole)
        return made

    def in_ways(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Of statements behind which nothing comes: `while a.ndim > 1`"""
        for place, node in enumerate(body):
            if not isinstance(node, ast.While) or node.orelse or leaves_loop(node.body) or not self._lowers(node):
                continue
            if (test := self._few(node.test)) is not None:
                rest = self.in_ways(body[place + 1 :])
                nodes = [n for s in (*node.body, *rest) for n in walk(s)]
                if len(nodes) * _MOST_AXES > _MOST_NODES or any(isinstance(n, _LEFT_ALONE) for n in nodes) or not _always_returns(rest):
                    return body
                self.is_changed = True
                made: list[ast.stmt] = [ast.copy_location(ast.If(copy_tree(test), [node, *copy_tree(rest)], copy_tree(rest)), node)]
                for _ in range(_MOST_AXES):
                    made = [ast.copy_location(ast.If(copy_tree(test), [*copy_tree(node.body), *made], copy_tree(rest)), node)]
                return [*body[:place], *made]
        return body

    def _lowers(self, node: ast.While) -> bool:
        """Whether a loop gives a name other arrays whose dimensions it asks for."""
        array = self._array(node.test.left) if isinstance(node.test, ast.Compare) else ""
        return any(isinstance(s, ast.Assign) and any(is_name(t, array) for t in s.targets) for s in node.body)

    def _few(self, node: Any) -> ast.expr | None:
        """a.ndim > 1 of a name that is an array, as the numbers that it is not"""
        from unpython._library.python_functions import types  # needs NumPy, which other texts are written without

        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not (array := self._array(node.left)):
            return None
        least = _integer(node.comparators[0])
        if least is None or not isinstance(node.ops[0], (ast.Gt, ast.GtE, ast.NotEq)):
            return None
        numbers = range(least, least + 1) if isinstance(node.ops[0], ast.NotEq) else range(least + isinstance(node.ops[0], ast.Gt))
        if not 0 < len(numbers) <= _MOST_AXES:
            return None
        counts = [copy_tree(node.left), *(OwnCall(types.dimensions, [load(array)]) for _ in numbers[1:])]
        parts: list[ast.expr] = [ast.Compare(count, [ast.NotEq()], [ast.Constant(k)]) for count, k in zip(counts, numbers, strict=True)]
        return ast.copy_location(parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts), node)


class _Comparisons(_Writer):
    """Of tests alone."""

    def visit_For(self, node: ast.For) -> Any:
        return self.generic_visit(node)

    visit_ListComp = visit_Call = visit_For  # type: ignore[assignment]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) == 1 and _integer(node.left) is not None and (mirrored := _MIRRORED.get(type(node.ops[0]))) is not None:
            node = ast.copy_location(ast.Compare(node.comparators[0], [mirrored()], [node.left]), node)
        opposite = {ast.Lt: ast.GtE, ast.LtE: ast.Gt}.get(type(node.ops[0]))
        asked = node if opposite is None else ast.copy_location(ast.Compare(node.left, [opposite()], node.comparators), node)
        few = None if isinstance(node.ops[0], ast.NotEq) or len(node.ops) != 1 else self._few(asked)
        if few is None:
            return node
        self.is_changed = True
        return few if opposite is None else ast.copy_location(ast.UnaryOp(ast.Not(), few), node)


def _has_so_many(count: ast.expr, number: int) -> ast.expr:
    return ast.copy_location(ast.Compare(copy_tree(count), [ast.Eq()], [ast.Constant(number)]), count)


def _integer(node: Any) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and (value := _integer(node.operand)) is not None:
        return -value
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _goes_along(body: list[Any], name: str) -> bool:
    """Whether a name is an axis somewhere in statements or expressions."""
    for call in (n for s in body for n in walk(s) if isinstance(n, ast.Call)):
        parts: list[ast.expr] = [k.value for k in call.keywords if k.arg in ("axis", "axes")]
        if isinstance(call.func, ast.Attribute) and call.func.attr in _ALONG:
            parts += call.args
        if any(is_name(n, name) for part in parts for n in walk(part)):
            return True
    return False


def _always_returns(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Raise))
