"""Names for the parts of np.concatenate([... for ...]) and its kin that may have several shapes: array_lists.py knows them by a name.

    return np.concatenate([np.array(r) for r in runs]) / 2
                                             parts = [np.array(r) for r in runs]; return np.concatenate(parts) / 2

    return np.array([p for p in m if p[0] > 0])
                                             parts = [p for p in m if p[0] > 0]; return np.array(parts)

    return np.concatenate(runs)             of lists of lists that are given, the same
    np.concatenate(folds[:i] + folds[i + 1:])       # folds[::-1] likewise
                                            parts = [folds[k] for k in places_of_both(len(folds), i, i + 1)]; np.concatenate(parts)

Parts that a range numbers, and of which the text does not say that their number changes a shape, stay: one array is made of them at once.
Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_ragged
from unpython._library.numpy_functions.parts import places_of_both
from unpython._local_names import local_names
from unpython._writing.arrays.made_lists import made_lists
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes.names import mentions
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import BlockRewriter

#: Ends the names of lists of parts.
END = "_parts_to_join_"
_JOINS = frozenset(f"numpy.{name}" for name in "concatenate hstack vstack".split())
_MAKERS = frozenset(f"numpy.{name}" for name in "array asarray stack mean sum max min median std".split())  # of some of the rows
_OF_LENGTHS = frozenset(f"numpy.{name}" for name in "zeros ones full empty arange linspace repeat".split())
NO_ARRAYS = (ast.Constant, ast.Tuple, ast.List, ast.ListComp, ast.Dict, ast.Set, ast.JoinedStr, ast.Compare, ast.Starred, ast.BoolOp)


def is_of_parts(name: str) -> bool:
    """Whether a name was made here."""
    return name.endswith(END)


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made = copy_tree(node)
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    writer = _Writer(function, node, {name for name, layout in layouts.items() if is_ragged(layout) and layout.type is not str} - stored)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.made), []) if writer.made or writer.is_changed else (node, frozenset(), [])


class _Writer(BlockRewriter):
    """`lists`: of lists of numbers."""

    def __init__(self, function: FunctionType, node: Any, lists: set[str]):
        self._lists = lists
        self._function = function
        self._own = local_names(function)
        self._of_parts = self._lists_of_parts(node)
        stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._lists_made: set[str] = set()
        if all(full_name(load(name), function, self._own) == f"builtins.{name}" for name in ("len", "range", "reversed")):
            parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
            self._lists_made = {name for name, values in made_lists(list(walk(node))).items() if stored.count(name) == len(values)} - parameters
        self.made: set[str] = set()
        self.is_changed = False

    def _lists_of_parts(self, node: Any) -> set[str]:
        """Names of lists that are made once, of arrays maybe: a comprehension, or the parts of an array."""
        stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        made = [(n.targets[0].id, n.value) for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
        return {name for name, value in made if stored.count(name) == 1 and (isinstance(value, ast.ListComp) or self._splits(value))}

    def _splits(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and full_name(node.func, self._function, self._own) in ("numpy.array_split", "numpy.split")

    def _put_together(self, node: Any) -> Any:
        """folds[:i] + folds[i + 1:], and folds[::-1], as the list of the items at these places."""
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self._backwards(node) or node
        sides: list[Any] = [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else []
        cuts = [side.slice for side in sides if isinstance(side, ast.Subscript) and isinstance(side.slice, ast.Slice) and self._is_of_parts(side.value)]
        if len(cuts) < 2 or sides[0].value.id != sides[1].value.id or any(cut.step is not None for cut in cuts):
            return node
        ends: list[Any] = [cuts[0].lower, cuts[0].upper, cuts[1].lower, cuts[1].upper]
        if ends[0] is not None or ends[3] is not None or not all(map(_is_place, ends[1:3])):
            return node
        number = f"_{node.lineno}_{node.col_offset}_place_"
        name = sides[0].value.id
        places = OwnCall(places_of_both, [ast.Call(load("len"), [load(name)], []), ends[1], ends[2]])
        clause = ast.comprehension(ast.Name(number, ast.Store()), places, [], 0)
        return ast.fix_missing_locations(ast.copy_location(ast.ListComp(ast.Subscript(load(name), load(number), ast.Load()), [clause]), node))

    def _backwards(self, node: Any) -> Any:
        step: Any = node.slice.step
        is_backwards = isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub) and getattr(step.operand, "value", 0) == 1
        if not is_backwards or node.slice.lower is not None or node.slice.upper is not None or getattr(node.value, "id", "") not in self._lists_made:
            return None
        number, name = f"_{node.lineno}_{node.col_offset}_place_", node.value.id
        places = ast.Call(load("reversed"), [ast.Call(load("range"), [ast.Call(load("len"), [load(name)], [])], [])], [])
        clause = ast.comprehension(ast.Name(number, ast.Store()), places, [], 0)
        return ast.fix_missing_locations(ast.copy_location(ast.ListComp(ast.Subscript(load(name), load(number), ast.Load()), [clause]), node))

    def _is_of_parts(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._of_parts and "len" not in self._own

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def _named(self, node: Any) -> Any:
        if isinstance(node, ast.Assign) and (listed := self._put_together(node.value)) is not node.value:
            node.value = listed
            self.is_changed = True
        call = self._first_join(getattr(node, "value", None))
        if call is None or (isinstance(node, ast.Assign) and not all(isinstance(t, ast.Name) for t in node.targets)):
            return node
        if isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Name):
            return node
        name = f"_{call.lineno}_{call.col_offset}{END}"
        self.made.add(name)
        made = store(name, self._of_rows(call.args[0], call))
        call.args = [ast.copy_location(load(name), call.args[0])]
        return [ast.fix_missing_locations(ast.copy_location(made, node)), node]

    visit_Assign = visit_AugAssign = visit_Return = visit_Expr = _named

    def _of_rows(self, parts: Any, call: Any) -> Any:
        """Of rows of lists: each as an array."""
        item = f"_{call.lineno}_{call.col_offset}_row_"
        if isinstance(parts, ast.Name):
            parts = ast.ListComp(load(item), [ast.comprehension(ast.Name(item, ast.Store()), parts, [], 0)])
        elif not self._gives_rows(parts):
            return parts
        parts.elt = ast.Call(ast.Attribute(copy_tree(call.func.value), "array", ast.Load()), [parts.elt], [])
        return parts

    def _gives_rows(self, node: ast.ListComp) -> bool:
        """[row for row in rows]"""
        over = {clause.target.id for clause in node.generators if isinstance(clause.target, ast.Name) and self._is_lists(clause.iter)}
        return isinstance(node.elt, ast.Name) and node.elt.id in over

    def _is_lists(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._lists

    def _first_join(self, node: Any) -> Any:
        """The call that is computed first of all in an expression."""
        while node is not None:
            if isinstance(node, ast.Call):
                name = full_name(node.func, self._function, self._own)
                if not node.args:
                    node = node.func if not name else None
                elif name in _MAKERS and self._are_some(node.args[0]):
                    return node if len(node.args) == 1 and all(k.arg == "axis" for k in node.keywords) else None
                elif name in _JOINS:
                    return node if self._may_differ(node) else None
                else:
                    node = node.args[0] if name else node.func
            elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
                node = node.slice
            elif isinstance(node, (ast.Attribute, ast.Subscript)):
                node = node.value
            elif isinstance(node, ast.BinOp):
                node = node.left
            elif isinstance(node, ast.Tuple) and node.elts:
                node = node.elts[0]
            else:
                return None
        return None

    @staticmethod
    def _are_some(node: Any) -> bool:
        """[p for p in points if p[0] > 0]"""
        return isinstance(node, ast.ListComp) and any(clause.ifs for clause in node.generators) and not isinstance(node.elt, NO_ARRAYS)

    def _may_differ(self, node: ast.Call) -> bool:
        """Whether the parts may be arrays of several shapes."""
        node.args[0] = made = self._put_together(node.args[0])
        if len(node.args) != 1 or node.keywords or not isinstance(node.func, ast.Attribute):
            return False
        if self._is_lists(made):
            return True
        if not isinstance(made, ast.ListComp) or isinstance(made.elt, NO_ARRAYS):
            return False
        if isinstance(made.elt, ast.Subscript) and (self._is_of_parts(made.elt.value) or getattr(made.elt.value, "id", "") in self._lists_made):
            return True
        own = {n.id for clause in made.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
        over = [clause.iter for clause in made.generators]
        by_range = all(isinstance(e, ast.Call) and full_name(e.func, self._function, self._own) == "builtins.range" for e in over)
        return not by_range or any(self._says_shape(n, own) for n in walk(made.elt))

    def _says_shape(self, node: ast.AST, own: set[str]) -> bool:
        """np.zeros(k), x[:k], x[y == k]"""
        if isinstance(node, ast.Call) and full_name(node.func, self._function, self._own) in _OF_LENGTHS:
            return any(mentions(argument, own) for argument in node.args)
        if not isinstance(node, ast.Subscript):
            return False
        if isinstance(node.slice, ast.Slice):
            ends = [e is not None and mentions(e, own) for e in (node.slice.lower, node.slice.upper)]
            return ends[0] != ends[1]
        return isinstance(node.slice, ast.Compare)


def _is_place(node: Any) -> bool:
    """i, i + 1, 3"""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Add, ast.Sub)) and _is_place(node.left) and _is_place(node.right)
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int)
