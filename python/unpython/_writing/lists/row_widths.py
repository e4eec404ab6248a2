"""Which names of a function may stand for lists of tuples, and how long the tuples are, for rows.py."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import heaps
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.changes.stored_rows import stores_part
from unpython._writing.lists import row_shapes
from unpython._writing.nodes import is_simple, walk

OF_HEAPS = {
    f.__name__: f for f in (heaps.heapify, heaps.heappop, heaps.heappush, heaps.heappushpop, heaps.heapreplace)
}  # fmt: skip
BY_ORDER = (heaps.heapify_by, heaps.pop_by, heaps.push_by, heaps.push_and_pop_by, heaps.replace_by)


def heap_function(function: FunctionType, node: ast.Call) -> tuple[str, _bindings.Binding] | None:
    """The function of `heapq` that a call names, if it is one that changes its first argument."""
    if not node.args or node.keywords:
        return None
    binding = _bindings.of_node(function, node.func, local_names(function))
    if binding is None:
        return None
    name = binding.target.removeprefix("heapq.")
    return (name, binding) if binding.kind == "library" and binding.target == f"heapq.{name}" and name in OF_HEAPS else None


def widths_of(function: FunctionType, node: Any, given: dict[str, tuple[type, ...]]) -> tuple[dict[str, Any], frozenset[str]]:
    """Names that may stand for lists of tuples, with the shapes of the tuples (row_shapes.py), and those of lists of lists."""
    arguments = node.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    excluded = {a.arg for a in parameters if a is not None} - given.keys()
    made: set[str] = set()
    changed: set[str] = set()  # a list that keeps its length has no need of this
    shapes: dict[str, Any] = {name: (1,) * len(types) for name, types in given.items()}
    kinds: dict[str, set[type]] = {}
    ordered: list[tuple[str, str]] = []  # y and x of y = sorted(x), y = x[1:] and y = z + x
    taken: list[tuple[str, str]] = []  # y and x of y.append(x[i])
    lone: list[tuple[str, str]] = []  # y and x of y = [x[i]]

    def note(name: str, items: list[ast.expr]) -> None:
        for item in items:
            if (source := item_name(item)) is not None:
                lone.append((name, source))
                continue
            is_row = isinstance(item, (ast.Tuple, ast.List)) and item.elts
            shape = row_shapes.shape_of(item) if isinstance(item, ast.Tuple) else (1,) * len(item.elts) if is_row else 0  # type: ignore[attr-defined]
            kinds.setdefault(name, set()).add(type(item))
            if not is_row or shapes.setdefault(name, shape) != shape or any(isinstance(n, ast.Starred) for e in item.elts for n in walk(e)):  # type: ignore[attr-defined]
                excluded.add(name)

    called = [n for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("max", "min", "sorted")]
    keys = {id(k.value) for n in called for k in n.keywords if k.arg == "key" and isinstance(k.value, ast.Lambda)}  # which run here and now
    orders = {id(n.elts[-1]) for n in walk(node) if isinstance(n, OwnCall) and n.function in BY_ORDER}
    for statement in walk(node):
        if id(statement) in keys:
            excluded |= {a.arg for a in walk(statement) if isinstance(a, ast.arg)}
        elif isinstance(statement, (ast.FunctionDef, ast.Lambda)) and statement is not node and id(statement) not in orders:
            excluded |= {n.id for n in walk(statement) if isinstance(n, ast.Name)}
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
            if isinstance(statement.value, ast.List):
                made.add(statement.targets[0].id)
                note(statement.targets[0].id, statement.value.elts)
        if isinstance(statement, ast.Call) and isinstance(statement.func, ast.Attribute):
            changed |= {statement.func.value.id} if isinstance(statement.func.value, ast.Name) else set()
        call = statement.value if isinstance(statement, ast.Expr) else None
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and len(call.args) == 1:
            if call.func.attr == "append" and isinstance(call.args[0], (ast.Tuple, ast.List)):
                note(call.func.value.id, call.args)
            elif call.func.attr == "append" and (source := item_name(call.args[0])) is not None:
                taken.append((call.func.value.id, source))
            elif call.func.attr == "extend" and isinstance(call.args[0], (ast.List, ast.Tuple)):
                note(call.func.value.id, call.args[0].elts)
        if isinstance(statement, ast.Call) and heap_function(function, statement) and isinstance(statement.args[0], ast.Name):
            changed.add(statement.args[0].id)
            note(statement.args[0].id, [a for a in statement.args[1:] if isinstance(a, ast.Tuple)])
        if stores_part(statement):
            changed.add(statement.elts[1].id)  # type: ignore[attr-defined]
        if isinstance(statement, OwnCall) and statement.function in BY_ORDER and isinstance(statement.elts[0], ast.Name):
            changed.add(statement.elts[0].id)
            note(statement.elts[0].id, [a for a in statement.elts[1:] if isinstance(a, ast.Tuple)])
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
            source = sorted_name(statement.value) or sliced_name(statement.value)
            if source is not None:
                ordered.append((statement.targets[0].id, source))
            ordered += [(statement.targets[0].id, source) for source in sources_of(statement.value)]
    for _ in range(len(ordered) + len(taken) + len(lone)):
        for name, source in (*ordered, *taken, *lone):
            if source in shapes and shapes.setdefault(name, shapes[source]) == shapes[source]:
                made |= {name} if (name, source) in ordered else set()
                changed.add(name)
                kinds.setdefault(name, set()).add(ast.Tuple)
    excluded |= {name for name, source in lone if source not in shapes or shapes[name] != shapes[source]}
    excluded |= {name for name, found in kinds.items() if len(found) > 1}
    of_lists = frozenset(name for name, found in kinds.items() if ast.List in found)
    return {name: shape for name, shape in shapes.items() if name in ((made & changed) | given.keys()) - excluded}, of_lists


def sorted_name(node: Any) -> str | None:
    """rows of sorted(rows, ...)"""
    is_sorted = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted" and len(node.args) == 1
    return node.args[0].id if is_sorted and isinstance(node.args[0], ast.Name) else None


def item_name(node: Any) -> str | None:
    """rows of rows[i]"""
    is_item = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and not isinstance(node.slice, (ast.Slice, ast.Tuple))
    return node.value.id if is_item and is_simple(node.slice) else None


def sources_of(node: Any) -> list[str]:
    """The lists of a[1:] + b"""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
        return []
    parts: list[str | None] = []
    for side in (node.left, node.right):
        parts += sources_of(side) or [sliced_name(side) or getattr(side, "id", None)]
    return [p for p in parts if p is not None]


def sliced_name(node: Any) -> str | None:
    """rows of rows[1:]"""
    is_slice = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and isinstance(node.value, ast.Name)
    return node.value.id if is_slice else None
