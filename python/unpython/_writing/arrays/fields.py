"""Arrays of records that a function is given, by their fields.

Problem:  an item of such an array is no number.
Choice:   the parameter `p` is an array for each field, `p.x` and `p.v`, which are views (taken_apart.cpp). `p["x"]` is `p.x`,
          `p[i]["x"]` is `p.x[i]`, and a name for one record, `row = p[i]` or `for row in p`, is its place.
Rejected: records in the compiler (each pass would have to know of them).

A function that does anything else with the array runs in Python.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import records
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, is_name, is_text, walk
from unpython._writing.rewriter import StatementRewriter


class _NotByFields(Exception):
    pass


def can_be_written(function: FunctionType, node: Any, given: dict[str, tuple[str, ...]]) -> bool:
    try:
        rewritten(function, node, given)
    except _NotByFields:
        return False
    return True


def rewritten(function: FunctionType, node: Any, given: dict[str, tuple[str, ...]]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with fields in place of the parameters that are arrays of records, the names that came with it, and what free names
    it relies on."""
    made = copy_tree(node)
    rewriter = _Rewriter(function, node, given)
    made.body = rewriter.statements(made.body)
    fields = {f"{array}.{field}" for array, names in given.items() for field in names}
    return ast.fix_missing_locations(made), frozenset(map(_place_name, rewriter.rows)) | fields, rewriter.used


def _place_name(row: str) -> str:
    return f"_{row}_place_"


class _Rewriter(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any, given: dict[str, tuple[str, ...]]):
        self._function = function
        self._own = local_names(function)
        self._given = given
        self.used: list[_bindings.Binding] = []
        self.rows: dict[str, str] = {}  # names for records, with the array of each
        nodes = list(walk(node))
        for n in nodes:
            if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node and any(isinstance(m, ast.Name) and m.id in given for m in walk(n)):
                raise _NotByFields
            self._note(n)
        named = {id(t) for n in nodes for t in self._row_targets(n)}
        stored = [n for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
        for n in stored:
            if n.id in given or (n.id in self.rows and id(n) not in named):
                raise _NotByFields
        if parameters & self.rows.keys():
            raise _NotByFields

    def _note(self, node: ast.AST) -> None:
        """Which array a name for a record belongs to: one."""
        for target in self._row_targets(node):
            source: Any = node.value.value if isinstance(node, ast.Assign) else self._array_of(node.iter)  # type: ignore[attr-defined]
            name = source.id if isinstance(source, ast.Name) else source
            if self.rows.setdefault(target.id, name) != name:
                raise _NotByFields

    def _row_targets(self, node: ast.AST) -> list[ast.Name]:
        """The name that a statement or a clause gives records."""
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Subscript) and self._is_given(node.value.value):
            is_row = isinstance(node.targets[0], ast.Name) and not isinstance(node.value.slice, (ast.Slice, ast.Tuple)) and not is_text(node.value.slice)
            return [node.targets[0]] if is_row else []  # type: ignore[list-item]
        if not isinstance(node, (ast.For, ast.comprehension)) or self._array_of(node.iter) is None:
            return []
        target = node.target
        if self._is_counted(node.iter) and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            target = target.elts[1]
        return [target] if isinstance(target, ast.Name) else []

    def _is_given(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._given

    def _is_counted(self, node: ast.expr) -> bool:
        """enumerate(p)"""
        is_call = isinstance(node, ast.Call) and is_name(node.func, "enumerate")
        return is_call and len(node.args) == 1 and not node.keywords and self._is_given(node.args[0])  # type: ignore[attr-defined]

    def _array_of(self, node: Any) -> str | None:
        """The array that a loop goes through."""
        array = node.args[0] if self._is_counted(node) else node
        return array.id if self._is_given(array) else None

    def _builtin(self, name: str) -> ast.expr:
        binding = _bindings.resolve(self._function, name, [])
        if name in self._own or binding.target != f"builtins.{name}":
            raise _NotByFields
        self.used.append(binding)
        return ast.Name(name, ast.Load())

    def _field(self, array: str, field: str, at: ast.AST) -> ast.expr:
        if field not in self._given[array]:
            raise _NotByFields
        return ast.copy_location(ast.Name(f"{array}.{field}", ast.Load()), at)

    def _size(self, array: str, at: ast.AST) -> ast.expr:
        return ast.copy_location(ast.Call(self._builtin("len"), [self._field(array, self._given[array][0], at)], []), at)

    def _place(self, array: str, index: ast.expr) -> ast.expr:
        first = self._field(array, self._given[array][0], index)
        return ast.copy_location(OwnCall(records.place, [first, self.visit(index)]), index)

    # Uses.

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._given or node.id in self.rows:
            raise _NotByFields
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """p["x"], p[i]["x"], row["x"]"""
        if not is_text(node.slice):
            return self.generic_visit(node)
        field: Any = node.slice.value
        of = node.value
        if self._is_given(of):
            whole = self._field(of.id, field, node)  # type: ignore[attr-defined]
            if isinstance(node.ctx, ast.Load):
                return whole
            return ast.copy_location(ast.Subscript(whole, ast.Constant(...), node.ctx), node)
        if isinstance(of, ast.Name) and of.id in self.rows:
            place: ast.expr = ast.Name(_place_name(of.id), ast.Load())
            return ast.copy_location(ast.Subscript(self._field(self.rows[of.id], field, node), place, node.ctx), node)
        if isinstance(of, ast.Subscript) and self._is_given(of.value):
            array = of.value.id  # type: ignore[attr-defined]
            if isinstance(of.slice, ast.Slice):
                whole = ast.copy_location(ast.Subscript(self._field(array, field, node), self.visit(of.slice), ast.Load()), node)
                return whole if isinstance(node.ctx, ast.Load) else ast.copy_location(ast.Subscript(whole, ast.Constant(...), node.ctx), node)
            # Of a mask or an array of places NumPy makes a copy, which a store does not reach.
            index = self.visit(of.slice) if isinstance(node.ctx, ast.Load) else self._place(array, of.slice)
            return ast.copy_location(ast.Subscript(self._field(array, field, node), index, node.ctx), node)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not self._is_given(node.value) or node.attr not in ("shape", "size", "ndim"):
            return self.generic_visit(node)
        if node.attr == "ndim":
            return ast.copy_location(ast.Constant(1), node)
        size = self._size(node.value.id, node)  # type: ignore[attr-defined]
        return size if node.attr == "size" else ast.copy_location(ast.Tuple([size], ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if is_name(node.func, "len") and len(node.args) == 1 and self._is_given(node.args[0]):
            return self._size(node.args[0].id, node)  # type: ignore[attr-defined]
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        rows = self._row_targets(node)
        if not rows:
            return self.generic_visit(node)
        assert isinstance(node.value, ast.Subscript) and isinstance(node.value.value, ast.Name)
        node.value = self._place(node.value.value.id, node.value.slice)
        node.targets = [ast.copy_location(ast.Name(_place_name(rows[0].id), ast.Store()), node)]
        return node

    # Loops.

    def _go_through(self, node: Any) -> None:
        array = self._array_of(node.iter)
        if array is None:
            node.target, node.iter = self.visit(node.target), self.visit(node.iter)
            return
        rows = self._row_targets(node)
        is_counted = self._is_counted(node.iter)
        if not rows:
            fields = self._given[array]
            fits = isinstance(node.target, ast.Tuple) and len(node.target.elts) == len(fields) > 1 and not is_counted
            if not fits or not all(isinstance(t, ast.Name) for t in node.target.elts):
                raise _NotByFields
            zipped = ast.Call(self._builtin("zip"), [self._field(array, field, node.iter) for field in fields], [])
            node.iter = ast.copy_location(zipped, node.iter)
            return
        numbers = ast.copy_location(ast.Call(self._builtin("range"), [self._size(array, node.iter)], []), node.iter)
        place = ast.copy_location(ast.Name(_place_name(rows[0].id), ast.Store()), node.target)
        if is_counted and rows[0] is not node.target:
            node.iter = ast.copy_location(ast.Call(self._builtin("enumerate"), [numbers], []), node.iter)
            node.target = ast.copy_location(ast.Tuple([node.target.elts[0], place], ast.Store()), node.target)
        elif is_counted:
            raise _NotByFields
        else:
            node.iter, node.target = numbers, place

    def visit_For(self, node: ast.For) -> Any:
        self._go_through(node)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self._go_through(node)
        node.ifs = [self.visit(condition) for condition in node.ifs]
        return node
