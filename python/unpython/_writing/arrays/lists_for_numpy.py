"""Lists that are given to functions of NumPy, and that meet its numbers, as the arrays that NumPy makes of them:

    np.cumsum(v)                    np.cumsum(np.asarray(v))
    np.vstack((v, w))               np.vstack((np.asarray(v), np.asarray(w)))
    (v - np.mean(v)) / np.std(v)    (np.asarray(v) - np.mean(v)) / np.std(v)
    a[v]                            a[np.asarray(v)]

Problem: not every function of the library takes lists, and a list has operators of its own.
Choice:  those which make an array of what they are given say so. A number of NumPy on the other side of an operator makes an array of a
         list, but for `*`, which a list knows as well: there the other side has to be an array.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.arrays.only_lists import OnlyLists
from unpython._writing.calls import full_name
from unpython._writing.changes.begun_again import pairs_in
from unpython._writing.nodes import Renamed, assigned_values, copy_tree, walk

#: How many arguments are arrays, of those that come first.
_ARRAYS = {
    "numpy." + name: count
    for count, names in {
        1: "cumsum cumprod cumulative_sum cumulative_prod nancumsum nancumprod clip round around nanmean nanstd nanvar nanmedian nanpercentile"
        " nanquantile array_split take squeeze nan_to_num argwhere real imag angle partition argpartition gradient linalg.norm linalg.det"
        " linalg.inv linalg.pinv linalg.eig linalg.eigh linalg.eigvals linalg.eigvalsh linalg.matrix_rank linalg.matrix_power linalg.qr"
        " linalg.svd linalg.cholesky linalg.slogdet linalg.cond rot90 flipud fliplr pad iscomplexobj isrealobj",
        2: "corrcoef cov trapezoid trapz vdot kron allclose isclose array_equal tensordot linalg.solve linalg.lstsq average polyfit",
        9: "einsum",
    }.items()
    for name in names.split()
}
#: The same for tuples of numbers, which only some functions take.
_OF_TUPLES = {
    "numpy." + name: count
    for count, names in {
        1: "ravel atleast_1d atleast_2d atleast_3d squeeze transpose reshape flip roll tile repeat expand_dims diff sort argsort isnan isfinite isinf exp"
        " log log2 log10 log1p expm1 sqrt cbrt sin cos tan arcsin arccos arctan sinh cosh tanh radians degrees deg2rad rad2deg floor ceil rint trunc abs"
        " absolute fabs sign square negative prod max min amax amin argmax argmin any all unique flatnonzero count_nonzero mean sum std var median"
        " percentile quantile diag zeros_like ones_like full_like empty_like insert delete ptp nansum nanmax nanmin clip shape size poly logical_not"
        " histogram bincount searchsorted digitize fft.fft fft.ifft fft.rfft",
        2: "outer add subtract multiply divide maximum minimum hypot arctan2 power mod remainder dot matmul inner convolve correlate cross append",
        3: "interp",
    }.items()
    for name in names.split()
}
_JOIN = frozenset(f"numpy.{name}" for name in "vstack hstack concatenate column_stack stack dstack lexsort".split())
_BESIDE = frozenset(("weights", "w"))  # keywords that are arrays too
_OTHERS = frozenset(  # give no numbers of NumPy
    f"numpy.{name}" for name in "ndim size shape allclose array_equal isscalar iterable nonzero where histogram unravel_index meshgrid split"
    " array_split broadcast_arrays ix_ divmod modf frexp dtype finfo iinfo vectorize triu_indices tril_indices".split()
)
_MAKE_ARRAYS = frozenset(
    f"numpy.{name}" for name in "array asarray zeros ones empty full arange linspace zeros_like ones_like full_like diff cumsum cumprod sort".split()
)
_GIVE_SEVERAL = frozenset(f"numpy.{name}" for name in "average histogram linalg.eigh linalg.slogdet linalg.qr linalg.svd unique".split())
_INSIDE = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.NamedExpr)
_WITH_NUMBERS = (ast.Sub, ast.Div, ast.Pow, ast.Mod, ast.FloorDiv, ast.Add)
_WITH_ARRAYS = (*_WITH_NUMBERS, ast.Mult, ast.MatMult)
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def rewritten(
    function: FunctionType, node: Any, given: Iterable[str], tuples: frozenset[str] = frozenset()
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and no free names but its own. `given`: the parameters that are lists of numbers; `tuples`: those that are tuples of
    them, which are places in a subscript, and only become arrays where they are given to functions."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    apart, names = _begun_apart(node, frozenset(given))
    writer = _Writer(function, apart, given, tuples)
    if writer.numpy is None or not writer.may_change(apart):
        return node, frozenset(), []
    made = Renamed({other: name for name, other in names.items()}).visit(writer.visit(copy_tree(apart)))
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


def _begun_apart(node: ast.FunctionDef, given: frozenset[str]) -> tuple[ast.FunctionDef, dict[str, str]]:
    """With another name for a list from where a statement of the body gives it anything else, and these names."""
    names: dict[str, str] = {}
    body: list[ast.stmt] = []
    for statement in node.body:
        statement = copy_tree(statement) if names else statement
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        stored = {n.id for n in walk(statement) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} & given - names.keys()
        more = {name: f"_{name}_later_" for name in stored}
        if stored - {n.id for t in targets for n in getattr(t, "elts", [t]) if isinstance(n, ast.Name)} or any(isinstance(n, _INSIDE) for n in walk(statement)):
            return node, {}
        if more:
            statement = copy_tree(statement)
            statement.targets = [Renamed({**names, **more}).visit(t) for t in statement.targets]  # type: ignore[attr-defined]
            statement.value = Renamed(names).visit(statement.value)  # type: ignore[attr-defined]
            names |= more
        elif names:
            statement = Renamed(names).visit(statement)
        body.append(statement)
    if not names:
        return node, {}
    made = copy_tree(node)
    made.body = body
    return made, names


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: ast.FunctionDef, given: Iterable[str], tuples: frozenset[str]):
        self._called = functools.partial(full_name, function=function, names=local_names(function))
        self._lists = OnlyLists(node, given, self._called)
        self.numpy: str | None = next((root for n in walk(node) if isinstance(n, ast.Attribute) and (root := self._root(n)) is not None), None)
        self.is_changed = False
        self._tuples = tuples - {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._numbers: set[str] = set()
        if self.may_change(node):
            self._find_numbers(node)

    def _find_numbers(self, node: ast.FunctionDef) -> None:
        """The names that only stand for numbers of NumPy, or arrays."""
        values, given = assigned_values(node)
        for target, value in (pair for n in walk(node) if isinstance(n, ast.Assign) for pair in pairs_in(n) if id(pair[0]) not in given):
            parts = target.elts if isinstance(target, ast.Tuple) and self._called(getattr(value, "func", value)) in _GIVE_SEVERAL else [target]
            for part in parts:
                if isinstance(part, ast.Name):
                    values.setdefault(part.id, []).append(value)
                    given.add(id(part))
        others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in given}
        others |= {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        while more := {name for name in values.keys() - others - self._numbers if all(map(self._is_of_numpy, values[name]))}:
            self._numbers |= more

    def _root(self, node: ast.Attribute) -> str | None:
        """The name of NumPy in np.sum, np.linalg.norm"""
        root, path = _bindings.dotted(node)
        return root.id if isinstance(root, ast.Name) and self._called(node) == ".".join(("numpy", *path)) else None

    def may_change(self, node: ast.FunctionDef) -> bool:
        return bool(self._lists.names or self._tuples) or any(isinstance(n, ast.ListComp) for n in walk(node))

    def _is_of_numpy(self, node: ast.expr) -> bool:
        """Whether an expression can only be a number of NumPy, or an array."""
        if isinstance(node, ast.Name):
            return node.id in self._numbers
        if isinstance(node, ast.UnaryOp):
            return not isinstance(node.op, ast.Not) and self._is_of_numpy(node.operand)
        if isinstance(node, ast.BinOp):
            sides = (node.left, node.right)
            if isinstance(node.op, ast.Mult):  # an integer of NumPy repeats a list
                return all(isinstance(side, ast.Constant) or self._is_of_numpy(side) for side in sides)
            return any(map(self._is_of_numpy, sides)) and not any(isinstance(side, ast.Constant) and isinstance(side.value, str) for side in sides)
        if not isinstance(node, ast.Call):
            return False
        name = self._called(node.func)
        return name.startswith("numpy.") and name not in _OTHERS and not name.startswith("numpy.random.")

    def _is_array(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp):
            return any(map(self._is_array, (node.left, node.right))) or (
                self._is_of_numpy(node) and any(map(self._lists.holds, (node.left, node.right))) and not isinstance(node.op, ast.Mult)
            )
        return isinstance(node, ast.Call) and self._called(node.func) in _MAKE_ARRAYS

    def _as_array(self, node: Any) -> Any:
        """np.asarray(v)"""
        is_list = isinstance(node, (ast.Name, ast.ListComp, ast.List)) and self._lists.holds(node)
        return self._made_array(node) if is_list else node

    def _made_array(self, node: Any) -> Any:
        if not isinstance(node.ctx if isinstance(node, ast.Name) else ast.Load(), ast.Load):
            return node
        self.is_changed = True
        made = ast.Call(ast.Attribute(ast.Name(self.numpy or "", ast.Load()), "asarray", ast.Load()), [node], [])
        for part in (made, made.func, made.func.value):  # type: ignore[attr-defined]
            ast.copy_location(part, node)
        return made

    def visit_Call(self, node: ast.Call) -> Any:
        name = self._called(node.func)
        self.generic_visit(node)
        count = _ARRAYS.get(name, 0)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "at" and self._called(node.func.value).startswith("numpy."):  # np.add.at(a, v, w)
            node.args[1:] = map(self._as_array, node.args[1:])
        most = max(count, _OF_TUPLES.get(name, 0))
        node.args[:most] = [self._made_array(arg) if getattr(arg, "id", "") in self._tuples else arg for arg in node.args[:most]]
        node.args[:count] = [arg if isinstance(arg, ast.List) else self._as_array(arg) for arg in node.args[:count]]
        for keyword in node.keywords if count else ():
            if keyword.arg in _BESIDE:
                keyword.value = self._as_array(keyword.value)
        if name in _JOIN and node.args and isinstance(node.args[0], (ast.Tuple, ast.List)):
            joined = node.args[0]
            if any(map(self._lists.holds, joined.elts)) and not all(isinstance(part, ast.List) for part in joined.elts):
                joined.elts = list(map(self._as_array, joined.elts))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """a[v], a[np.arange(n), v]: only arrays have such items."""
        self.generic_visit(node)
        places: Any = node.slice
        if isinstance(places, ast.Name) and not self._lists.holds(node.value):
            node.slice = self._as_array(places)
        elif isinstance(places, ast.Tuple):
            places.elts = [self._as_array(part) if isinstance(part, ast.Name) else part for part in places.elts]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        sides = node.left, node.right
        is_left, is_right = (self._meets(side, other, node.op) for side, other in (sides, sides[::-1]))
        self.generic_visit(node)
        if is_left:
            node.left = self._as_array(node.left)
        if is_right:
            node.right = self._as_array(node.right)
        return node

    def _meets(self, side: ast.expr, other: ast.expr, op: ast.operator) -> bool:
        if not self._lists.holds(side):
            return False
        return (isinstance(op, _WITH_NUMBERS) and self._is_of_numpy(other)) or (isinstance(op, _WITH_ARRAYS) and self._is_array(other))

    def visit_Compare(self, node: ast.Compare) -> Any:
        other = node.comparators[0]
        is_left = len(node.ops) == 1 and isinstance(node.ops[0], _ORDERS) and self._lists.holds(node.left) and self._is_of_numpy(other)
        self.generic_visit(node)
        if is_left:
            node.left = self._as_array(node.left)
        return node
