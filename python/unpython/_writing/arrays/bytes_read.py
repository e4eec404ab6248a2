"""Bytes whose items are read, as a list of their numbers: one that the call gives is taken apart as such a list.

    np.frombuffer(seq, dtype=np.uint8)      bytes_of(seq)
    for i, c in enumerate(b"ACGT"):         for i, c in enumerate((65, 67, 71, 84)):

NumPy gives a view that nobody can store into: a function that may store into it, or returns it, is left as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.arrays.written_bodies import arguments_of
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes import Changes, root_of
from unpython._writing.changes.names import may_be_view, names_of
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.plainer import find_source

_LOOKS = frozenset(f"builtins.{name}" for name in "len sum min max enumerate zip reversed sorted list".split())


def rewritten(function: FunctionType, node: Any, given: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on. `given`: the parameters that are bytes."""
    writer = _Writer(function, given)
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), frozenset(), writer.used) if writer.is_changed else (node, frozenset(), [])


def read_as_array(node: ast.AST, function: FunctionType, own: frozenset[str]) -> ast.expr | None:
    """What np.frombuffer reads the bytes of, one by one; None for anything else."""
    if not isinstance(node, ast.Call) or full_name(node.func, function, own) != "numpy.frombuffer":
        return None
    read = arguments_of(node, "buffer", "dtype") or {}
    kind = read.get("dtype")
    is_bytes = full_name(kind, function, own) in ("numpy.uint8", "numpy.ubyte") if isinstance(kind, (ast.Name, ast.Attribute)) else False
    is_bytes |= isinstance(kind, ast.Constant) and kind.value in ("uint8", "u1", "B")
    return read["buffer"] if is_bytes and "buffer" in read and _is_only_read(function, own) else None


def _is_only_read(function: FunctionType, own: frozenset[str]) -> bool:
    """Whether no array that np.frombuffer gives is stored into or returned."""
    node = find_source(function).node
    made: set[str] = set()
    for n in walk(node):
        value = getattr(n, "value", None) if isinstance(n, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) else None
        if value is not None and any(isinstance(c, ast.Call) and full_name(c.func, function, own) == "numpy.frombuffer" for c in walk(value)):
            targets = n.targets if isinstance(n, ast.Assign) else [n.target]  # type: ignore[attr-defined]
            made |= {part.id for t in targets for part in walk(t) if isinstance(part, ast.Name)}
    views = names_of(node, made)
    changes = Changes(function, node)
    changed = [root_of(e) for n in walk(node) for e in changes.of(n) if not (isinstance(n, ast.Call) and e is n.func)]
    if any(not isinstance(e, ast.Name) or e.id in views for e in changed):
        return False
    return not any(isinstance(n, ast.Return) and n.value is not None and may_be_view(n.value, views) for n in walk(node))


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, given: frozenset[str]):
        self._function = function
        self._given = given
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []
        self.is_changed = False

    def _numbers(self, node: ast.expr) -> ast.expr:
        """Bytes that are written out, as a tuple."""
        if not isinstance(node, ast.Constant) or not isinstance(node.value, bytes) or not node.value:
            return node
        self.is_changed = True
        items: list[ast.expr] = [ast.copy_location(ast.Constant(item), node) for item in node.value]
        return ast.copy_location(ast.Tuple(items, ast.Load()), node)

    def _gone_through(self, node: Any) -> Any:
        node.iter = self._numbers(node.iter)
        return self.generic_visit(node)

    visit_For = visit_comprehension = _gone_through

    def visit_Compare(self, node: ast.Compare) -> Any:
        if isinstance(node.ops[-1], (ast.In, ast.NotIn)):
            node.comparators[-1] = self._numbers(node.comparators[-1])
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            node.value = self._numbers(node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        name = full_name(node.func, self._function, self._own)
        if name in _LOOKS:
            node.args = list(map(self._numbers, node.args))
        read = read_as_array(node, self._function, self._own) if name == "numpy.frombuffer" else None
        if read is None or not ((isinstance(read, ast.Name) and read.id in self._given) or isinstance(read, ast.Constant)):
            return self.generic_visit(node)
        numbers = self._numbers(read)
        if isinstance(numbers, ast.Constant):
            return node
        self.is_changed = True
        root = node.func
        while isinstance(root, ast.Attribute):
            root = root.value
        self.used.append(_bindings.resolve(self._function, root.id, []))  # type: ignore[attr-defined]
        from unpython._library.numpy_functions import views_of_bytes as library

        return ast.copy_location(OwnCall(library.bytes_of, [numbers]), node)
