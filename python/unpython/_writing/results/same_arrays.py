"""Which returned parts may be one array.

The compiler takes two results that stand for one array for the same object wherever both are results: where a `return` gives only one of
them, it must be in the same place of the results.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

from unpython._records import Joined
from unpython._writing.nodes import walk

_BUILTINS = frozenset("sum max min len abs round float int bool str sorted list any all range sqrt floor ceil log exp sin cos hypot dist fsum prod".split())
_OF_ONE = frozenset("sqrt exp log sin cos tan floor ceil isnan isfinite square rint sign abs".split())  # a second argument would be `out`
_OF_TWO = frozenset("add subtract multiply divide power maximum minimum hypot".split())
_GIVE_NEW = _BUILTINS | _OF_ONE | _OF_TWO | frozenset(
    "mean std var median argmax argmin ptp copy tolist item cumsum cumprod dot zeros ones empty full eye arange linspace where concatenate stack"
    " vstack hstack column_stack dstack diff unique sort argsort cross outer inner norm zeros_like ones_like empty_like full_like histogram percentile quantile"
    " count_nonzero index count ravel reshape flatten transpose swapaxes astype view convolve correlate interp polyfit polyval bincount searchsorted"
    " digitize tile repeat pad kron cov corrcoef trapezoid matmul nonzero flatnonzero solve inv det lstsq clip nansum nanmean nanmax nanmin".split()
)
_GIVE_ARRAYS = frozenset("array asarray asanyarray atleast_1d atleast_2d ascontiguousarray squeeze".split())  # new ones, or what they are given
_OF_FUNCTIONS = frozenset("reduce accumulate outer".split())
_MODULES = frozenset(["np", "numpy", "math", "linalg"])
_OF_ARRAYS = frozenset("T size shape ndim dtype itemsize nbytes".split())  # not x.real, which may be x
_NEW = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr, ast.Lambda, ast.Slice)


class SameArrays:
    """`flat`: the parameters whose items are numbers, or new views. A parameter is known as the object that the call gives."""

    def __init__(self, node: ast.FunctionDef, flat: Collection[str]):
        self._flat = flat
        self._parameters = {n.arg for n in walk(node.args) if isinstance(n, ast.arg)}
        self._values: dict[str, list[Any]] = {}
        self._asked: set[str] = set()
        for n in walk(node):
            if isinstance(n, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
                for target in n.targets if isinstance(n, ast.Assign) else [n.target]:
                    self._note(target, n.value)
            elif isinstance(n, (ast.For, ast.comprehension)):
                self._note_loop(n.target, n.iter)
        self._numbers: frozenset[str] = frozenset()
        self._numbers = self._found_numbers(node)

    def have_places(self, parts: list[list[Any]], used: list[frozenset[int]]) -> bool:
        """Whether no place may hold an array alone that an earlier place holds elsewhere. `parts`: what each place holds, by place; `used`: the
        returns in which it does."""
        names = list(map(self._all_names, parts))
        return all(used[b] <= used[a] or names[a].isdisjoint(names[b]) for b in range(len(parts)) for a in range(b))

    def _found_numbers(self, node: ast.FunctionDef) -> frozenset[str]:
        """Names that hold nothing but numbers: what a test compares is one, for an array has no truth, and what is computed of such."""
        nodes = list(walk(node))
        tests = [n.test for n in nodes if isinstance(n, (ast.If, ast.While, ast.IfExp))]
        tested = {name for test in tests for name in _compared(test)}
        changed = {n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
        found = {name for name in (*self._values, *tested) if name not in changed or name in tested}
        while True:
            left = {name for name in found if self._is_number_name(name, name in tested, found)}
            if left == found:
                return frozenset(found)
            found = left

    def _is_number_name(self, name: str, is_tested: bool, numbers: set[str]) -> bool:
        values = self._values.get(name, [])
        if is_tested and len(values) + (name in self._parameters) == 1:
            return True
        if not values or (name in self._parameters and not is_tested):
            return False
        return all(_is_number(value, numbers) or (is_tested and self._is_argument(value)) for value in values)

    def _is_argument(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._parameters and node.id not in self._values

    def _note(self, target: Any, value: Any) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(target.elts) else [value] * len(target.elts)
            for one, part in zip(target.elts, parts, strict=True):
                self._note(one, part)
        elif isinstance(target, ast.Starred):
            self._note(target.value, value)
        elif isinstance(target, ast.Name):
            self._values.setdefault(target.id, []).append(value)
        elif isinstance(target, (ast.Attribute, ast.Subscript)):  # what an object or a list holds
            self._note(target.value, value)

    def _note_loop(self, target: Any, over: Any) -> None:
        called = over.func.id if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) else ""
        if isinstance(target, ast.Tuple) and called == "enumerate" and len(target.elts) == 2 and over.args:
            self._note_loop(target.elts[1], over.args[0])
        elif isinstance(target, ast.Tuple) and called == "zip" and len(target.elts) == len(over.args):
            for one, part in zip(target.elts, over.args, strict=True):
                self._note_loop(one, part)
        elif called != "range":
            self._note(target, ast.Subscript(over, ast.Constant(0), ast.Load()))

    def _all_names(self, parts: list[Any]) -> set[str]:
        found: set[str] = set()
        left = [name for part in parts for name in self._names(part)]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += [other for value in self._values.get(name, ()) for other in self._names(value)]
        return found

    def _names(self, node: Any) -> list[str]:
        """The names that may stand for the array that an expression gives, or for one in what it gives."""
        if isinstance(node, ast.Name):
            return [] if self._is_argument(node) or node.id in self._numbers else [node.id]
        if isinstance(node, _NEW) or not isinstance(node, ast.expr):
            return []
        if isinstance(node, ast.Subscript):
            return [] if isinstance(node.slice, (ast.Slice, ast.Tuple)) or self._is_flat(node.value) else self._names(node.value)
        if isinstance(node, ast.Attribute):
            return [] if node.attr in _OF_ARRAYS else self._names(node.value)
        if isinstance(node, ast.Call):
            if self._gives_new(node, _GIVE_NEW):
                return []
            holder = [node.func.value] if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value) else []
            return [name for part in (*holder, *node.args, *(k.value for k in node.keywords)) for name in self._names(part)]
        if isinstance(node, Joined):
            return [name for part in node.elts for name in self._names(part)]
        return [name for part in ast.iter_child_nodes(node) for name in self._names(part)]

    def _gives_new(self, node: ast.Call, functions: frozenset[str]) -> bool:
        """Whether a call of one of these functions, or of such a method of an array or a list, stands here."""
        if not isinstance(node.func, ast.Attribute):
            return getattr(node.func, "id", "") in functions & _BUILTINS
        if node.func.attr in _OF_FUNCTIONS and isinstance(node.func.value, ast.Attribute) and _is_module(node.func.value.value):  # np.add.reduce(x)
            return not any(keyword.arg == "out" for keyword in node.keywords) and len(node.args) < 4
        is_function = _is_module(node.func.value)
        if any(keyword.arg in ("copy", "out") for keyword in node.keywords) or not (is_function or self._is_flat(node.func.value)):
            return False
        most = 1 if node.func.attr in _OF_ONE else 2 if node.func.attr in _OF_TWO or node.func.attr == "clip" else 8
        return node.func.attr in functions and len(node.args) <= (most + (node.func.attr == "clip") if is_function else most)

    def _is_flat(self, node: Any) -> bool:
        """Whether an item of this is a number, or a new view."""
        if isinstance(node, ast.Name):
            values = self._values.get(node.id)
            if values is None:
                return node.id in self._flat
            if node.id in self._asked:
                return True  # what its other values say
            self._asked.add(node.id)
            found = all(map(self._is_flat, values)) and (node.id in self._flat or node.id not in self._parameters)
            self._asked.discard(node.id)
            return found
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            return self._is_flat(node.value) and (isinstance(node, ast.Subscript) or node.attr in _OF_ARRAYS)
        if isinstance(node, ast.Call):
            return self._gives_new(node, _GIVE_NEW | _GIVE_ARRAYS)
        if isinstance(node, ast.List):
            return not any(map(self._names, node.elts))
        return isinstance(node, _NEW)


def _is_module(node: Any) -> bool:
    return (isinstance(node, ast.Name) and node.id in _MODULES) or (isinstance(node, ast.Attribute) and node.attr in _MODULES)


def _compared(test: Any) -> list[str]:
    """The names that a test compares with <, or computes what it compares of."""
    if isinstance(test, ast.BoolOp):
        return [name for part in test.values for name in _compared(part)]
    if isinstance(test, ast.UnaryOp):
        return _compared(test.operand)
    if not isinstance(test, ast.Compare) or not all(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in test.ops):
        return []
    return [name for part in (test.left, *test.comparators) for name in _computed_of(part)]


def _computed_of(node: Any) -> list[str]:
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "abs" and len(node.args) == 1:
        return _computed_of(node.args[0])
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
        return _computed_of(node.left) + _computed_of(node.right)
    return _computed_of(node.operand) if isinstance(node, ast.UnaryOp) else []


def _is_number(node: Any, numbers: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in numbers
    if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.IfExp)):
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand] if isinstance(node, ast.UnaryOp) else [node.body, node.orelse]
        return all(_is_number(part, numbers) for part in parts)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float, bool)
