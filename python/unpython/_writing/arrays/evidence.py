"""Which names stand for arrays: parameters, as the call gives them, and others by what is assigned to them and what is done with them."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._layouts import rows_of
from unpython._library.containers.array_lists import sum_of_rows
from unpython._library.numpy_functions.parts import cut_part, equal_part, part_of_equal_split, part_of_split
from unpython._local_names import local_names
from unpython._writing.arrays.arrays_with_rows import drawn_size, has_rows
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import is_item_of, is_name, walk

_MAKERS = frozenset(
    "array asarray zeros ones empty full eye identity arange linspace zeros_like ones_like empty_like full_like diag outer kron concatenate"
    " stack vstack hstack column_stack tile repeat roll cumsum cumprod diff gradient convolve sort argsort where meshgrid indices transpose"
    " reshape ravel flip pad clip cross histogram bincount unique random rand randn fft ifft rfft irfft inv solve".split()
)
_ELEMENTWISE = frozenset(
    "sqrt exp log log2 log10 sin cos tan tanh abs absolute sign square maximum minimum add subtract multiply divide power hypot where"
    " arctan2 floor ceil round mod isnan".split()
)
_OF_ARRAYS = frozenset("T shape ndim dtype mean std var argmax argmin dot reshape ravel flatten astype transpose cumsum argsort any all trace".split())
_TAKE_ARRAYS = frozenset("dot vdot outer inner matmul cross kron trace".split())
_ALWAYS = frozenset("reshape ravel flatten astype transpose".split())
_LIKE = frozenset("copy clip round cumsum".split())
_ALONG = frozenset("mean sum max min argmax argmin std".split())
_GIVE_ARRAYS = frozenset((sum_of_rows, cut_part, equal_part, part_of_split, part_of_equal_split))  # of those that other words call
_DRAW = frozenset("normal uniform random integers standard_normal exponential poisson choice permutation".split())


class Evidence:
    """`arrays`: the names."""

    def __init__(self, function: FunctionType, node: Any, lists: frozenset[str], given: tuple[str, ...] = ()):
        """`lists`: parameters that are neither numbers nor arrays; `given`: those that are arrays in the call."""
        self._function = function
        self._node = node
        self._given = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} - lists
        self._local = local_names(function)
        self.arrays: set[str] = {*given}
        pairs: list[tuple[ast.expr, ast.expr]] = []
        loops = [n for n in walk(node) if isinstance(n, (ast.For, ast.comprehension))]
        for n in walk(node):
            if isinstance(n, ast.Assign):
                pairs += [(target, n.value) for target in n.targets]
            self._by_use(n)
        while True:
            before = len(self.arrays)
            for target, value in pairs:
                both = zip(target.elts, value.elts) if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) else [(target, value)]
                for t, v in both:
                    if isinstance(t, ast.Name) and self.is_array(v):
                        self.arrays |= {t.id, rows_of(t.id)} if self._has_rows(v) else {t.id}
            for n in loops:
                self._by_rows(n.target, n.iter)
            if len(self.arrays) == before:
                break

    def _by_use(self, node: ast.AST) -> None:
        """x.T, x @ y, x[1:], x[i, j], np.dot(x, y)"""
        seen: list[ast.expr] = []
        if isinstance(node, ast.Attribute) and node.attr in _OF_ARRAYS:
            seen = [node.value]
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            seen = [node.left, node.right]
        elif isinstance(node, ast.Subscript) and (isinstance(node.slice, ast.Tuple) or self._is_given(node.value)):
            seen = [node.value]
        elif isinstance(node, ast.Attribute) and node.attr == "copy" and self._is_given(node.value):
            seen = [node.value]
        elif isinstance(node, ast.Call) and self._numpy(node) in _TAKE_ARRAYS:
            seen = node.args
        self.arrays |= {n.id for n in seen if isinstance(n, ast.Name)}

    def _by_rows(self, target: ast.expr, source: ast.expr) -> None:
        """for p in x, of an array whose rows are arrays."""
        if isinstance(target, ast.Name) and self._has_rows(source):
            self.arrays.add(target.id)
        called = full_name(source.func, self._function, self._local) if isinstance(source, ast.Call) else ""
        if called == "builtins.enumerate" and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            self._by_rows(target.elts[1], source.args[0])  # type: ignore[attr-defined]
        elif called == "builtins.zip" and isinstance(target, ast.Tuple):
            for part, each in zip(target.elts, source.args):  # type: ignore[attr-defined]
                self._by_rows(part, each)

    def _has_rows(self, node: ast.expr) -> bool:
        return has_rows(node, lambda name: rows_of(name) in self.arrays, self._numpy)

    def _is_given(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._given

    def _numpy(self, node: ast.Call) -> str:
        name = full_name(node.func, self._function, self._local)
        return name.rpartition(".")[2] if name.startswith("numpy.") else ""

    def is_array(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.arrays
        if isinstance(node, OwnCall):
            return node.function in _GIVE_ARRAYS or drawn_size(node) is not None
        if isinstance(node, ast.BinOp):
            return not isinstance(node.op, ast.MatMult) and (self.is_array(node.left) or self.is_array(node.right))
        if isinstance(node, ast.UnaryOp):
            return not isinstance(node.op, ast.Not) and self.is_array(node.operand)
        if isinstance(node, ast.Compare):
            is_of_values = len(node.ops) == 1 and not isinstance(node.ops[0], (ast.Is, ast.IsNot, ast.In, ast.NotIn))
            return is_of_values and (self.is_array(node.left) or self.is_array(node.comparators[0]))
        if isinstance(node, ast.IfExp):
            return self.is_array(node.body) or self.is_array(node.orelse)
        if isinstance(node, ast.Subscript):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            if isinstance(node.value, ast.Name) and rows_of(node.value.id) in self.arrays and not isinstance(node.slice, ast.Tuple):
                return True
            return any(isinstance(part, ast.Slice) or self.is_array(part) for part in parts) and self.is_array(node.value)
        if not isinstance(node, ast.Call):
            return isinstance(node, ast.Attribute) and node.attr == "T"
        name = self._numpy(node)
        if name:
            has_axis = any(k.arg == "axis" for k in node.keywords)
            return name in _MAKERS or has_axis or (name in _ELEMENTWISE and any(map(self.is_array, node.args)))
        if not isinstance(node.func, ast.Attribute):
            return False
        if node.func.attr in _DRAW:
            return any(k.arg == "size" for k in node.keywords) or len(node.args) > 2
        if node.func.attr in _ALWAYS:
            return True
        along = any(k.arg == "axis" for k in node.keywords) or bool(node.args)
        gives = node.func.attr in _LIKE or (along and node.func.attr in _ALONG)
        return gives and self.is_array(node.func.value)

    def is_list_of_arrays(self, name: str, given: list[ast.expr]) -> bool:
        """By what goes into a list, or by what is done with an item. `given`: what becomes an item."""
        if any(map(self.is_array, given)) or any(self._takes_arrays(n, name) for n in walk(self._node)):
            return True
        calls = [n for n in walk(self._node) if isinstance(n, ast.Call) and len(n.args) == 1 and is_name(n.args[0], name)]
        return any(map(self._may_be_array, given)) and any(self._numpy(n) in ("array", "asarray") for n in calls)

    def _may_be_array(self, node: ast.expr) -> bool:
        """a * k of a parameter, which may be a number as well: in a list of numbers each is an array without dimensions."""
        return isinstance(node, ast.BinOp) and (self._is_given(node.left) or self._is_given(node.right))

    def _takes_arrays(self, node: ast.AST, name: str) -> bool:
        """states[i][j], states[i].T, states[i] @ x, `for x in states` with x[i], np.stack(states)"""
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            return is_item_of(node.value, name)
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, ast.MatMult) and (is_item_of(node.left, name) or is_item_of(node.right, name))
        if isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.target, ast.Name):
            item = node.target.id
            goes_through = any(is_name(n, name) for n in walk(node.iter))
            return goes_through and (item in self.arrays or any(is_item_of(n, item) for n in walk(self._node)))
        if not isinstance(node, ast.Call) or not node.args or not is_name(node.args[0], name):
            return False
        called = self._numpy(node)
        return called in ("stack", "vstack", "hstack", "column_stack") or (called in _ALONG and any(k.arg == "axis" for k in node.keywords))
