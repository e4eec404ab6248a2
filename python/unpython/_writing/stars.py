"""`f(*args)` and `(*args, x)` where the length of the tuple is known: `f(args[0], args[1])`; and `[x, *row]` as `[x] + list(row)`.

It is known of a name that the function gives nothing but tuples of one length that are written out, of a parameter that is a tuple, of
a tuple that stands around the function, and of one that is written in place.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_numbers, is_objects, is_ragged, is_rows
from unpython._local_names import local_names
from unpython._writing.calls import refusal
from unpython._writing.changes.names import gone_through
from unpython._writing.nodes import copy_tree, load, walk
from unpython._writing.text import own_names


def rewritten(
    function: FunctionType, node: Any, layouts: dict[str, Layout]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without stars in calls and tuples, no names, and what free names it relies on."""
    found = _Lengths(function, node, layouts)
    return ast.fix_missing_locations(_Stars(found.of, found.has_list).visit(copy_tree(node))), frozenset(), found.used


def of_rows(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> Any:
    """The `def` in which `f(*row)` in `for row in rows` is `f(row[0], row[1])`, where a call gives `rows` as a list of tuples."""
    found = _of_rows(function, node, layouts)
    if found is node and any(isinstance(n, ast.Starred) and isinstance(n.ctx, ast.Load) for n in walk(node)):
        renamed = own_names.renamed(copy_tree(node))  # other comprehensions may have the name for something else
        found = _of_rows(function, renamed, layouts)
        return node if found is renamed else found
    return found


def _of_rows(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> Any:
    widths = {name: len(layout.type) for name, layout in layouts.items() if is_rows(layout)}
    widths |= {name: len(layout.type[2]) for name, layout in layouts.items() if is_objects(layout) and layout.type[0] is tuple and layout.depth == 1}
    heads = [(n.target, n.iter) for n in walk(node) if isinstance(n, (ast.For, ast.comprehension))]
    loops = [(target, over) for head in heads for target, over in gone_through(*head, function) if isinstance(target, ast.Name)]
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    given = {a.arg for a in walk(node) if isinstance(a, ast.arg)}
    widths = {name: width for name, width in widths.items() if name not in stored}
    sorts = _bindings.resolve(function, "sorted", []).value is sorted
    found: dict[str, list[int]] = {}
    for target, iterated in loops:
        found.setdefault(target.id, []).extend([widths[rows]] if (rows := _rows_of(iterated, sorts)) in widths else [])
    over = {name: each[0] for name, each in found.items() if len({*each}) == 1 and stored.count(name) == len(each) and name not in given}
    if not any(isinstance(n, ast.Starred) or (over and isinstance(n, ast.Slice)) for n in walk(node)):
        return node
    stars = _OfRows(lambda value: over.get(value.id) if isinstance(value, ast.Name) else None, lambda: False)
    stars.read = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    stars.widths, stars.sorts = widths, sorts
    made = stars.visit(copy_tree(node))
    return ast.fix_missing_locations(made) if stars.is_changed else node


def of_lists(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> Any:
    """The `def` in which `f(*row)` in `for row in rows` is `f(row[0], row[1])`, where a call gives `rows` as a list of lists of numbers and
    f takes so many arguments: lists of another length are refused at the beginning."""
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    lists = {name for name, layout in layouts.items() if name not in stored and _is_of_lists(layout)}
    if not lists or not isinstance(node, ast.FunctionDef) or not any(isinstance(n, ast.Starred) for n in walk(node)):
        return node
    heads = [(n.target, n.iter) for n in walk(node) if isinstance(n, (ast.For, ast.comprehension))]
    over: dict[str, list[str]] = {}
    for target, iterated in (pair for head in heads for pair in gone_through(*head, function)):
        if isinstance(target, ast.Name):
            over.setdefault(target.id, []).append(iterated.id if isinstance(iterated, ast.Name) and iterated.id in lists else "")
    rows = {name: found[0] for name, found in over.items() if len({*found}) == 1 and found[0] and stored.count(name) == len(found)}
    widths: dict[str, set[int]] = {}
    for call in walk(node):
        for i, argument in enumerate(call.args) if isinstance(call, ast.Call) else ():
            row = argument.value.id if isinstance(argument, ast.Starred) and isinstance(argument.value, ast.Name) else ""
            if row in rows:
                is_alone = sum(isinstance(a, ast.Starred) for a in call.args) == 1 and not call.keywords  # type: ignore[attr-defined]
                count = _arguments_of(function, call.func) if is_alone else 0  # type: ignore[attr-defined]
                widths.setdefault(row, set()).add(count - len(call.args) + 1 if i < count else 0)  # type: ignore[attr-defined]
    known = {row: next(iter(found)) for row, found in widths.items() if len(found) == 1 and min(found) > 0}
    by_list = {(rows[row], width) for row, width in known.items()}
    if not known or len(by_list) > len({name for name, _ in by_list}) or "len" in local_names(function):
        return node
    made = _Stars(lambda value: known.get(value.id) if isinstance(value, ast.Name) else None, lambda: False).visit(copy_tree(node))
    checks = [ast.copy_location(_check_widths(name, width), node.body[0]) for name, width in sorted(by_list)]
    made.body = [*checks, *made.body]
    return ast.fix_missing_locations(made)


def _is_of_lists(layout: Layout) -> bool:
    return (is_numbers(layout) and layout.depth == 2 or is_ragged(layout)) and layout.type is not str


def _check_widths(name: str, width: int) -> ast.stmt:
    row = f"_{name}_row_of_{width}_"
    other = ast.Compare(ast.Call(load("len"), [load(row)], []), [ast.NotEq()], [ast.Constant(width)])
    return ast.For(ast.Name(row, ast.Store()), load(name), [ast.If(other, [refusal("a star before a list of another length")], [])], [])


def _arguments_of(function: FunctionType, called: ast.expr) -> int:
    """How many arguments a function of the program takes, or a class whose fields are its arguments; 0: any, or it is not known."""
    binding = _bindings.of_node(function, called, local_names(function))
    value = binding.value if binding is not None else None
    if not isinstance(value, (FunctionType, type)) or value.__module__ == "builtins":
        return 0
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return 0
    are_plain = all(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty for p in parameters)
    return len(parameters) if are_plain else 0


def _rows_of(node: Any, sorts: bool) -> str:
    """rows of rows, rows[1:] and, where that is Python's own, sorted(rows, key=f)"""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return _rows_of(node.value, sorts)
    if sorts and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sorted" and node.args:
        return _rows_of(node.args[0], sorts)
    return node.id if isinstance(node, ast.Name) else ""


class _Lengths:
    def __init__(self, function: FunctionType, node: Any, layouts: dict[str, Layout]):
        self._function = function
        self._local = local_names(function)
        self.used: list[_bindings.Binding] = []
        self._known: dict[str, int] = {name: len(layout) for name, layout in layouts.items() if type(layout) is tuple}
        given: dict[str, set[int]] = {name: {length} for name, length in self._known.items()}
        plain: set[int] = set()
        for n in walk(node):
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                plain.add(id(n.targets[0]))
                given.setdefault(n.targets[0].id, set()).add(_length(n.value))
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in plain:
                given[n.id] = set()
            elif isinstance(n, ast.arg) and n.arg not in layouts:
                given[n.arg] = set()
        self._known = {name: next(iter(lengths)) for name, lengths in given.items() if len(lengths) == 1 and min(lengths) >= 0}

    def of(self, node: ast.expr) -> int | None:
        """None where it is not known."""
        if not isinstance(node, ast.Name):
            return None
        if node.id in self._local:
            return self._known.get(node.id)
        binding = _bindings.resolve(self._function, node.id, [])
        if type(binding.value) is not tuple:
            return None
        self.used.append(binding)
        return len(binding.value)

    def has_list(self) -> bool:
        """Whether `list` is Python's."""
        if "list" in self._local:
            return False
        binding = _bindings.resolve(self._function, "list", [])
        self.used.append(binding)
        return binding.target == "builtins.list"


def _length(node: ast.expr) -> int:
    if isinstance(node, ast.IfExp):
        return _length(node.body) if _length(node.body) == _length(node.orelse) else -1
    if not isinstance(node, ast.Tuple) or any(isinstance(e, ast.Starred) for e in node.elts):
        return -1
    return len(node.elts)


class _Stars(ast.NodeTransformer):
    """`length_of`: the length of what is starred, None where it is not known; `has_list`: whether `list` is Python's."""

    def __init__(self, length_of: Callable[[ast.expr], int | None], has_list: Callable[[], bool]):
        self._length_of = length_of
        self._has_list = has_list

    def _without(self, nodes: list[ast.expr]) -> list[ast.expr]:
        made: list[ast.expr] = []
        for node in nodes:
            if not isinstance(node, ast.Starred):
                made.append(node)
            elif isinstance(node.value, ast.Tuple):
                made += self._without(node.value.elts)
            elif (length := self._length_of(node.value)) is not None:
                made += [self._item(node, i) for i in range(length)]
            else:
                made.append(node)
        return made

    @staticmethod
    def _item(node: ast.Starred, index: int) -> ast.expr:
        return ast.copy_location(ast.Subscript(copy_tree(node.value), ast.Constant(index), ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = self._without(node.args)
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            node.elts = self._without(node.elts)
        return self.generic_visit(node)

    def visit_List(self, node: ast.List) -> ast.AST:
        """[0, *row] as [0] + list(row)"""
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        node.elts = self._without(node.elts)
        self.generic_visit(node)
        if not any(isinstance(e, ast.Starred) for e in node.elts) or not self._has_list():
            return node
        made: list[ast.expr] = []
        for element in node.elts:
            if isinstance(element, ast.Starred):
                made.append(ast.Call(ast.Name("list", ast.Load()), [element.value], []))
            elif made and isinstance(made[-1], ast.List):
                made[-1].elts.append(element)
            else:
                made.append(ast.List([element], ast.Load()))
        whole = made[0]
        for part in made[1:]:
            whole = ast.BinOp(whole, ast.Add(), part)
        return ast.copy_location(whole, node)


class _OfRows(_Stars):
    """Also row[:2] as (row[0], row[1]), and `for a, b, *_ in rows` with a name for each place. `widths`: of the lists of tuples; `sorts`:
    `sorted` is Python's; `read`: all names that are read."""

    widths: dict[str, int]
    sorts: bool
    read: set[str]
    is_changed = False

    def _without(self, nodes: list[ast.expr]) -> list[ast.expr]:
        made = super()._without(nodes)
        self.is_changed |= made != nodes
        return made

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        width = self._length_of(node.value) if isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load) else None
        if width is None or not isinstance(node.slice, ast.Slice):
            return node
        ends = [None if e is None else _number(e) for e in (node.slice.lower, node.slice.upper, node.slice.step)]
        if "" in ends or ends[2] == 0:
            return node
        self.is_changed = True
        items: list[ast.expr] = [ast.Subscript(copy_tree(node.value), ast.Constant(i), ast.Load()) for i in range(width)[slice(*ends)]]
        return ast.copy_location(ast.Tuple(items, ast.Load()), node)

    def _looped(self, node: Any) -> Any:
        self.generic_visit(node)
        width = self.widths.get(_rows_of(node.iter, self.sorts))
        if width is not None and isinstance(node.target, ast.Tuple):
            node.target.elts = self._named(node.target.elts, width)
        return node

    visit_For = visit_comprehension = _looped

    def _named(self, targets: list[ast.expr], width: int) -> list[ast.expr]:
        """The targets, in the place of a starred one that nobody reads so many names."""
        left = width - len(targets) + 1
        starred = next((t for t in targets if isinstance(t, ast.Starred)), None)
        if starred is None or not isinstance(starred.value, ast.Name) or starred.value.id in self.read or left < 0:
            return targets
        self.is_changed = True
        at = targets.index(starred)
        names: list[ast.expr] = [ast.copy_location(ast.Name(f"_{starred.value.id}_{i}_of_row_", ast.Store()), starred) for i in range(left)]
        return [*targets[:at], *names, *targets[at + 1 :]]


def _number(node: ast.expr) -> Any:
    """The whole number that is written out; "" for anything else."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        return -node.operand.value if type(node.operand.value) is int else ""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else ""
