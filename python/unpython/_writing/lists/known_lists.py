"""Lists of arrays and of objects that a call gives: how many items there are is a part of the program, so what goes through them is
written out.

    for b in bodies:                     bodies.0.pos[...] += bodies.0.vel * dt
        b.pos += b.vel * dt              bodies.1.pos[...] += bodies.1.vel * dt
    [p - P[0] for p in P]                [P.0 - P.0, P.1 - P.0]
    sum(2 * p for p in P)                0 + 2 * P.0 + 2 * P.1
    for i in range(len(P)):              the statements with 0, with 1, ... in place of i
        for j in range(i): P[i] - P[j]

Problem:  the compiler has no list of arrays of which a number says which one is meant.
Choice:   each item is a name. A field that is updated in place is so as an array, and is refused where it is a number: nobody gives the
          caller's object another one.
Rejected: one array of all items (they have any shapes, and somebody else holds them).

A function that uses such a list in any other way stays as it is. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
import collections
import itertools
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_mixed_list, is_numbers, is_record, is_rows, parts
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, load, store, walk

_MOST_NODES = 20_000
_FOLDED: dict[type, Any] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip
#: Functions of NumPy that make an array of a list.
_OF_ARRAYS = frozenset("mean sum max min std var median prod average amax amin any all cumsum argmax argmin ptp".split())
_Items = list[dict[str, ast.expr]]  # what stands for the names of a loop, each time


class _NotWritten(Exception):
    pass


class _Beside(ast.Subscript):
    """An item of what a loop goes through beside the list."""


def _is_by_place(layout: Layout) -> bool:
    """Whether a loop over a value goes through what its places hold."""
    return layout is None or is_numbers(layout) or is_rows(layout) or is_mixed_list(layout)


def lists_among(layouts: dict[str, Layout]) -> dict[str, Layout]:
    """The lists of arrays, and of objects."""
    return {name: layout for name, layout in layouts.items() if is_mixed_list(layout) and all(item is None or is_record(item) for item in layout.items)}


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names of the items, and no free names."""
    lists = {name: len(layout.items) for name, layout in lists_among(layouts).items()}
    if not isinstance(node, ast.FunctionDef) or not lists:
        return node, frozenset(), []
    writer = _Writer(function, lists, layouts, node)
    if not writer.names_builtins():
        return node, frozenset(), []
    made = copy_tree(node)
    try:
        made.body = writer.block(made.body)
        writer.check(made)
    except _NotWritten:
        return node, frozenset(), []
    items = {f"{name}.{i}" for name, count in lists.items() for i in range(count)}
    items |= {f"{item}.{field}" for item, fields in writer.fields.items() for field in fields}
    return ast.fix_missing_locations(made), frozenset(items), []


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, lists: dict[str, int], layouts: dict[str, Layout], node: ast.FunctionDef):
        self._function = function
        self._local = local_names(function)
        self._lists = lists
        self._held: dict[str, ast.expr] = {}  # what stands for a name here
        self._around: frozenset[str] = frozenset()  # of these names, those from outside of the block
        self._named: set[str] = set()  # that stood for an item
        self._nodes = 0
        stores = collections.Counter(n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load))
        self._once = {name for name, count in stores.items() if count == 1}
        given = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if _is_by_place(layouts.get(a.arg))}
        made = collections.Counter(n.targets[0].id for n in walk(node) if self._makes_items(n))  # type: ignore[attr-defined]
        self._by_place = given - stores.keys() | {name for name, count in made.items() if count == stores[name] and name not in given}
        self.fields = {
            f"{name}.{end}": {field for field, layout in parts(item) if layout is None and field in item.names}
            for name in lists for end, item in parts(layouts[name]) if is_record(item) and item.type is not dict
        }  # fmt: skip

    def check(self, node: ast.FunctionDef) -> None:
        """No list is left, and no name of an item outside its loop."""
        if any(isinstance(n, ast.Name) and n.id in self._named | self._lists.keys() for s in node.body for n in walk(s)):
            raise _NotWritten

    def _builtin(self, node: Any) -> str:
        name = full_name(node.func, self._function, self._local) if isinstance(node, ast.Call) else ""
        return name if name.startswith("numpy.") or not getattr(node, "keywords", ()) else ""

    def _makes_items(self, node: Any) -> bool:
        """x = [1.0] * n, x = [f(v) for v in a], x = np.zeros(n)"""
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return False
        value = node.value.left if isinstance(node.value, ast.BinOp) else node.value
        return isinstance(value, (ast.List, ast.ListComp)) or self._builtin(value).startswith("numpy.")

    def names_builtins(self) -> bool:
        """Whether these names stand for what they say."""
        return all(full_name(load(name), self._function, self._local) == f"builtins.{name}" for name in ("isinstance", "float", "len"))

    def _item(self, name: str, number: int) -> ast.expr:
        return load(f"{name}.{number}")

    # Statements.

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        before, around = self._held, self._around
        self._around = frozenset(before)
        made = self._written(body)
        self._held, self._around = before, around
        return made

    def _written(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            if self._names_items(statement):
                continue
            is_count = self._builtin(getattr(statement, "value", None)) == "builtins.len"
            for written in self._statement(statement):
                made.append(written)
                if isinstance(written, (ast.Continue, ast.Break, ast.Return, ast.Raise)):
                    return made
            if is_count and _is_count(statement) and statement.targets[0].id in self._once:  # type: ignore[attr-defined]
                self._held = {**self._held, statement.targets[0].id: statement.value}  # type: ignore[attr-defined]
        return made

    def _names_items(self, node: ast.stmt) -> bool:
        """b = bodies[i], a, b = bodies: these are names of the items up to the end of the block."""
        target: Any = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        value: Any = getattr(node, "value", None)
        if isinstance(target, ast.Name) and self._is_item(value):
            held = self._bound(target, self.visit(copy_tree(value)))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Name) and value.id in self._lists:
            held = self._bound(target, self._listed(value))
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and all(map(self._is_item, value.elts)):
            held = self._bound(target, [self.visit(copy_tree(part)) for part in value.elts])
        else:
            return False
        if held.keys() & self._around:  # behind the block, it stands for what the run says
            raise _NotWritten
        self._held = {**self._held, **held}
        return True

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Try, ast.With, ast.Match)) or any(isinstance(n, ast.Lambda) for n in _own(node)):
            if any(isinstance(n, ast.Name) and (n.id in self._held or n.id in self._lists) for n in walk(node)):
                raise _NotWritten
            return [node]
        if isinstance(node, ast.For):
            items = self._times(node.target, node.iter, node.body)
            return self._loop(node) if items is None else self._repeated(node, items)
        if isinstance(node, ast.If):
            node.test = self.visit(node.test)
            if isinstance(node.test, ast.Constant):
                return self.block(node.body if node.test.value else node.orelse)
            node.body, node.orelse = self.block(node.body) or [ast.copy_location(ast.Pass(), node)], self.block(node.orelse)
            return [node]
        if isinstance(node, ast.While):
            node.test, node.body, node.orelse = self.visit(node.test), self.block(node.body), self.block(node.orelse)
            return [node]
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute) and self._is_item(node.target.value):
            place = ast.copy_location(ast.Attribute(node.target.value, node.target.attr, ast.Load()), node.target)
            whole = ast.Subscript(self.visit(place), ast.Constant(...), ast.Store())
            return [ast.copy_location(ast.AugAssign(whole, node.op, self.visit(node.value)), node)]
        return [self.visit(node)]

    def _loop(self, node: ast.For) -> list[ast.stmt]:
        if any(isinstance(n, ast.Name) and n.id in self._held for n in walk(node.target)):
            raise _NotWritten
        node.iter, node.body, node.orelse = self.visit(node.iter), self.block(node.body), self.block(node.orelse)
        return [node]

    def _repeated(self, node: ast.For, items: _Items) -> list[ast.stmt]:
        if node.orelse:
            raise _NotWritten
        made: list[ast.stmt] = []
        for held in items:
            before = self._held
            if held.keys() & before.keys():  # behind the loop, it stands for the last item
                raise _NotWritten
            beside: dict[str, Any] = {name: held.pop(name) for name, value in [*held.items()] if isinstance(value, _Beside)}
            self._held = {**before, **held}
            body = self.block(copy_tree(node.body))
            self._held = before
            if body and isinstance(body[-1], ast.Continue):
                body = body[:-1]
            if any(_leaves(s) for s in body):
                raise _NotWritten
            made += [ast.copy_location(store(name, copy_tree(value)), node) for name, value in held.items() if isinstance(value, ast.Constant)]
            body = [*(ast.copy_location(store(name, ast.Subscript(value.value, value.slice, ast.Load())), node) for name, value in beside.items()), *body]
            for value in beside.values():  # zip() ends with the shortest
                length = ast.Call(load("len"), [value.value], [])
                body = [ast.copy_location(ast.If(ast.Compare(length, [ast.Gt()], [value.slice]), body, []), node)]
            made += body
            self._count(body)
        return made

    def _count(self, made: Any) -> None:
        self._nodes += sum(1 for each in made for _ in walk(each))
        if self._nodes > _MOST_NODES:
            raise _NotWritten

    # How often.

    def _beside(self, source: ast.expr, count: int, body: Any) -> list[Any] | None:
        """The items of an array or a list that the loop says nothing else of: asked for one after the other."""
        if not isinstance(source, ast.Name) or source.id in self._held or any(is_name(n, source.id) for part in body for n in walk(part)):
            return None
        if source.id not in self._by_place:  # a loop over a dict goes through its keys
            return None
        return [_Beside(load(source.id), ast.Constant(i), ast.Load()) for i in range(count)]

    def _times(self, target: ast.expr, source: ast.expr, body: Any) -> _Items | None:
        """What the names of a loop stand for, each time, if it goes through the lists."""
        if not any(isinstance(n, ast.Name) and n.id in self._lists for part in (source, *body) for n in walk(part)):
            return None
        values = self._values(source, target, body)
        if values is None:
            return None
        return [self._bound(target, value) for value in values]

    def _bound(self, target: ast.expr, value: Any) -> dict[str, ast.expr]:
        if isinstance(target, ast.Name):
            if isinstance(value, list):
                raise _NotWritten
            if not isinstance(value, (ast.Constant, _Beside)):
                self._named.add(target.id)
            return {target.id: value}
        if not isinstance(target, (ast.Tuple, ast.List)) or not isinstance(value, list) or len(value) != len(target.elts):
            raise _NotWritten
        pairs = [self._bound(part, each) for part, each in zip(target.elts, value, strict=True)]
        return {name: each for pair in pairs for name, each in pair.items()}

    def _values(self, source: ast.expr, target: ast.expr, body: Any) -> list[Any] | None:
        if isinstance(source, ast.Name) and source.id in self._lists:
            return [self._item(source.id, i) for i in range(self._lists[source.id])]
        if isinstance(source, ast.Subscript) and isinstance(source.slice, ast.Slice) and isinstance(source.value, ast.Name) and source.value.id in self._lists:
            chosen = self._slice(source.slice)
            return None if chosen is None else [self._item(source.value.id, i) for i in range(self._lists[source.value.id])[chosen]]
        called = self._builtin(source)
        if not called or not isinstance(source, ast.Call):
            return None
        if called == "builtins.range":
            ends = [self.visit(copy_tree(end)) for end in source.args]
            if not isinstance(target, ast.Name) or not all(_is_integer(end) for end in ends) or not _asks(body, self._lists, target.id):
                return None
            return [ast.Constant(i) for i in range(*(end.value for end in ends))]
        parts = [self._values(part, target, body) for part in source.args]
        if called == "builtins.enumerate" and len(parts) == 1 and parts[0] is not None:
            return [[ast.Constant(i), value] for i, value in enumerate(parts[0])]
        if called == "builtins.reversed" and len(parts) == 1 and parts[0] is not None:
            return parts[0][::-1]
        if called == "builtins.zip" and any(part is not None for part in parts) and all(isinstance(s, ast.stmt) for s in body):
            count = min(len(part) for part in parts if part is not None)
            parts = [self._beside(given, count, body) if part is None else part for given, part in zip(source.args, parts, strict=True)]
        if called == "builtins.zip" and parts and all(part is not None for part in parts):
            return [list(row) for row in zip(*parts)]  # type: ignore[arg-type]
        if called == "itertools.combinations" and isinstance(source.args[0], ast.Name) and parts[0] is not None and len(source.args) == 2:
            size = source.args[1]
            return [list(row) for row in itertools.combinations(parts[0], size.value)] if _is_integer(size) and size.value > 0 else None  # type: ignore[attr-defined]
        return None

    def _slice(self, node: ast.Slice) -> slice | None:
        ends = [None if end is None else _folded_sign(self.visit(copy_tree(end))) for end in (node.lower, node.upper, node.step)]
        if not all(end is None or _is_integer(end) for end in ends):
            return None
        start, stop, step = (None if end is None else end.value for end in ends)
        return None if step == 0 else slice(start, stop, step)

    # Expressions.

    def _is_item(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Subscript):
            return isinstance(node.value, ast.Name) and node.value.id in self._lists
        return isinstance(node, ast.Name) and isinstance(self._held.get(node.id), ast.Name)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self._held:
            return node
        if not isinstance(node.ctx, ast.Load):
            raise _NotWritten
        return ast.copy_location(copy_tree(self._held[node.id]), node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.attr not in self.fields.get(node.value.id, ()):
            return node
        if not isinstance(node.ctx, ast.Load):
            raise _NotWritten
        return ast.copy_location(load(f"{node.value.id}.{node.attr}"), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id not in self._lists:
            return node
        count = self._lists[node.value.id]
        index = _folded_sign(node.slice)
        if not isinstance(node.ctx, ast.Load) or not _is_integer(index) or not -count <= index.value < count:  # type: ignore[attr-defined]
            raise _NotWritten
        return ast.copy_location(self._item(node.value.id, index.value % count), node)  # type: ignore[attr-defined]

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        if type(node.op) not in _FOLDED or not _is_integer(node.left) or not _is_integer(node.right):
            return node
        return ast.copy_location(ast.Constant(_FOLDED[type(node.op)](node.left.value, node.right.value)), node)  # type: ignore[attr-defined]

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) > 1 or type(node.ops[0]) not in _FOLDED or not _is_integer(node.left) or not _is_integer(node.comparators[0]):
            return node
        return ast.copy_location(ast.Constant(_FOLDED[type(node.ops[0])](node.left.value, node.comparators[0].value)), node)  # type: ignore[attr-defined]

    def visit_Call(self, node: ast.Call) -> Any:
        called = self._builtin(node)
        first = node.args[0] if node.args else None
        if called == "builtins.len" and isinstance(first, ast.Name) and first.id in self._lists:
            return ast.copy_location(ast.Constant(self._lists[first.id]), node)
        if called == "builtins.sum" and len(node.args) == 1:
            listed = self._listed(first)
            if listed is not None:
                return ast.copy_location(_sum(listed), node)
        if isinstance(first, ast.GeneratorExp) and len(node.args) == 1 and called in ("builtins.list", "builtins.tuple", "builtins.min", "builtins.max"):
            listed = self._listed(first)
            if listed is not None:
                made = ast.Tuple(listed, ast.Load()) if called == "builtins.tuple" else ast.List(listed, ast.Load())
                if called in ("builtins.list", "builtins.tuple"):
                    return ast.copy_location(made, node)
                node.args = [ast.copy_location(made, node)]
                return node
        self.generic_visit(node)
        if called.startswith("numpy.") and called.removeprefix("numpy.") in _OF_ARRAYS and isinstance(node.func, ast.Attribute) and first is not None:
            listed = self._listed(node.args[0])
            if listed is not None:
                node.args[0] = ast.copy_location(ast.Call(ast.Attribute(node.func.value, "array", ast.Load()), [ast.List(listed, ast.Load())], []), first)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        listed = self._listed(node)
        return self._comprehension(node) if listed is None else ast.copy_location(ast.List(listed, ast.Load()), node)

    def _comprehension(self, node: Any) -> Any:
        if any(isinstance(n, ast.Name) and n.id in self._held for clause in node.generators for n in walk(clause.target)):
            raise _NotWritten
        return self.generic_visit(node)

    visit_GeneratorExp = visit_SetComp = visit_DictComp = _comprehension

    def _listed(self, node: Any) -> list[ast.expr] | None:
        """The items of a comprehension over these lists, or of one of them."""
        if isinstance(node, ast.Name) and node.id in self._lists:
            return [self._item(node.id, i) for i in range(self._lists[node.id])]
        if not isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return None
        return self._of_clauses(node.generators, node.elt)

    def _of_clauses(self, clauses: list[ast.comprehension], elt: ast.expr) -> list[ast.expr] | None:
        if not clauses:
            made = [self.visit(copy_tree(elt))]
            self._count(made)
            return made
        clause, *others = clauses
        items = self._times(clause.target, clause.iter, [*clause.ifs, elt, *(part for other in others for part in (other.iter, *other.ifs))])
        if items is None:
            return None
        made = []
        for held in items:
            before = self._held
            self._held = {**before, **held}
            asked = [self.visit(copy_tree(test)) for test in clause.ifs]
            if not all(isinstance(test, ast.Constant) for test in asked):
                raise _NotWritten
            if all(test.value for test in asked):
                inner = self._of_clauses(others, elt)
                if inner is None:
                    raise _NotWritten
                made += inner
            self._held = before
        return made


def _sum(items: list[ast.expr]) -> ast.expr:
    """Of numbers as Python adds them, of arrays one after the other."""
    whole: ast.expr = ast.Constant(0)
    for item in items:
        whole = ast.BinOp(whole, ast.Add(), item)
    if not items or sys.version_info < (3, 12):
        return whole
    listed = ast.Call(load("sum"), [ast.List(copy_tree(items), ast.Load())], [])
    for item in items:  # of floats it keeps what the sum loses
        whole = ast.IfExp(ast.Call(load("isinstance"), [copy_tree(item), load("float")], []), copy_tree(listed), whole)
    return whole


def _is_integer(node: Any) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_count(node: ast.stmt) -> bool:
    """n = len(bodies), whose value is known."""
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_integer(node.value)


def _folded_sign(node: ast.expr) -> Any:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and _is_integer(node.operand):
        return ast.Constant(-node.operand.value)  # type: ignore[attr-defined]
    return node


def _asks(body: Any, lists: dict[str, int], name: str) -> bool:
    """Whether a number says there which item is meant."""
    return any(
        isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and n.value.id in lists and any(is_name(m, name) for m in walk(n.slice))
        for part in body for n in walk(part)
    )  # fmt: skip


def _own(node: ast.stmt) -> list[ast.AST]:
    """What stands in a statement itself, and not in those inside."""
    inside = [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt)]
    return [n for part in inside for n in walk(part)]


def _leaves(node: ast.AST) -> bool:
    """Whether there is a break or a continue of the loop that a statement stands in."""
    if isinstance(node, (ast.Break, ast.Continue)):
        return True
    inside = node.orelse if isinstance(node, (ast.For, ast.While)) else [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt)]
    return any(map(_leaves, inside))
