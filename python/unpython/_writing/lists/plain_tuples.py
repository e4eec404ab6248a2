"""Tuples whose length the text does not tell, as lists, of which the call makes tuples again where they are returned:

    best = ()                               best = []
    for c in combinations(x, n):            for p in combinations(x, n):
        if sum(c) > sum(best):                  c = [v for v in p]
            best = c                            if sum(c) > sum(best):
        found.append(c)                             best = [v for v in c]
    return best, sorted(found)                  found.append([v for v in c])

Who only looks at the items, compares such tuples with each other, or gives them another name, cannot tell; a name that is used in any
other way (as a key, say) stays as it is. No tuple changes, so a copy of one is as good.
"""

from __future__ import annotations

import ast
import collections
import functools
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import orders
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.flow import parts_of
from unpython._writing.lists.seen_tuples import is_nest, is_plain, looked_at
from unpython._writing.nodes import copy_tree, load, store, walk

_LOOK_AT_TUPLES = frozenset(["builtins.len", "builtins.sorted"])
#: Which function says it, and whether its arguments change places.
_BY_ORDER: dict[type, tuple[Any, bool]] = {
    ast.Lt: (orders.is_before, False), ast.LtE: (orders.is_before_or_same, False),
    ast.Gt: (orders.is_before, True), ast.GtE: (orders.is_before_or_same, True),
}  # fmt: skip
_ORDERS = (ast.Eq, ast.NotEq, *_BY_ORDER)
_PICKS = frozenset(f"itertools.{name}" for name in "permutations combinations product".split())


def rewritten(function: FunctionType, node: Any, lists: frozenset[str], is_entry: bool) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in place of such tuples, the names that came with them, and what free names it relies on. `lists`: the
    parameters that are lists of numbers."""
    finder = _Finder(function, node, lists, is_entry)
    if not finder.tuples:
        return node, frozenset(), []
    writer = _Writer(finder)
    made = writer.visit(copy_tree(node))
    used = [_bindings.resolve(function, "tuple", [])] if finder.calls_tuple else []
    return ast.fix_missing_locations(made), frozenset(writer.names), used


class _Finder:
    """`tuples`: the names that stand for such tuples alone; `lists`: those that stand for lists of them."""

    def __init__(self, function: FunctionType, node: Any, lists: frozenset[str], is_entry: bool):
        self._function = function
        self._own = local_names(function)
        self._nodes = list(walk(node))
        self.is_entry = is_entry
        self.calls_tuple = self.gives_tuples = False
        self._stored: dict[str, list[tuple[str, ast.expr]]] = {}
        self._fixed: set[str] = {n.arg for n in self._nodes if isinstance(n, ast.arg)}
        inner = {id(n) for f in self._nodes if isinstance(f, (ast.FunctionDef, ast.Lambda)) and f is not node for n in walk(f)}
        self.returns: list[Any] = [n for n in self._nodes if isinstance(n, ast.Return) and n.value is not None and id(n) not in inner and is_entry]
        self._given = lists - {n.id for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._find_stores()
        self.lists: set[str] = set()
        self.rows: dict[str, list[bool]] = {}  # lists of tuples that hold such ones: in which places
        self.tuples = {name for name, values in self._stored.items() if any(map(self._is_source, values))} - self._fixed
        if self.tuples:
            self._spread()
            self._check()
        self.only_seen = {name for name in self.tuples if is_plain(name, function, node)}

    def called(self, node: Any) -> str:
        return full_name(node.func, self._function, self._own) if isinstance(node, ast.Call) else ""

    # What names stand for.

    def _find_stores(self) -> None:
        known: set[int] = set()
        for n in self._nodes:
            if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and not is_nest(n, self.called(n.iter)):
                self._stored.setdefault(n.target.id, []).append(("item", n.iter))
                known.add(id(n.target))
            for target in n.targets if isinstance(n, ast.Assign) else []:
                for name, value in self._assigned(target, n.value):  # type: ignore[attr-defined]
                    self._stored.setdefault(name.id, []).append(("value", value))
                    known.add(id(name))
        self._fixed |= {n.id for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}

    @staticmethod
    def _assigned(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Name, ast.expr]]:
        if isinstance(target, ast.Name):
            yield target, value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            yield from ((t, v) for t, v in zip(target.elts, value.elts, strict=True) if isinstance(t, ast.Name))

    def _is_source(self, stored: tuple[str, ast.expr]) -> bool:
        kind, value = stored
        return self.is_picked(value) if kind == "item" else self._is_made(value)

    def is_picked(self, node: Any) -> bool:
        """permutations(x), product(x, repeat=n)"""
        called = self.called(node)
        return called in _PICKS and (called != "itertools.product" or [k.arg for k in node.keywords] == ["repeat"])

    def _is_made(self, node: Any) -> bool:
        """tuple(f(x) for x in a), tuple(x) of a list."""
        if self.called(node) != "builtins.tuple" or len(node.args) != 1 or node.keywords:
            return False
        given = node.args[0]
        if isinstance(given, (ast.GeneratorExp, ast.ListComp)):
            return not isinstance(given.elt, (ast.Tuple, ast.List, ast.ListComp))
        while isinstance(given, ast.Subscript) and isinstance(given.slice, ast.Slice):
            given = given.value
        return isinstance(given, ast.Name) and self._is_list(given.id)

    def _is_list(self, name: str) -> bool:
        values = self._stored.get(name, [])
        is_made = bool(values) and name not in self._fixed and all(kind == "value" and self._makes_list(v) for kind, v in values)
        return name in self._given or is_made

    def _makes_list(self, node: ast.expr) -> bool:
        """Or a deque, which queues.py writes as one."""
        if isinstance(node, (ast.ListComp, ast.List)):
            return True
        binding = _bindings.of_node(self._function, node.func, self._own) if isinstance(node, ast.Call) else None
        return binding is not None and binding.value is collections.deque

    def _spread(self) -> None:
        """What is given such a tuple, and what holds one."""
        known = -1
        while known < len(self.tuples) + len(self.lists):
            known = len(self.tuples) + len(self.lists)
            for name, values in self._stored.items():
                if name not in self._fixed and any(self._is_long(v) if kind == "value" else self._is_of_tuples(v) for kind, v in values):
                    self.tuples.add(name)
                if name not in self._fixed and any(kind == "value" and self._is_of_tuples(v) for kind, v in values):
                    self.lists.add(name)
            for owner, value in self._appended():
                if owner.id not in self._fixed and self._is_long(value):
                    self.lists.add(owner.id)
                if owner.id not in self._fixed and isinstance(value, ast.Tuple) and {*map(self._is_long, value.elts)} == {True, False}:
                    self.rows[owner.id] = list(map(self._is_long, value.elts))

    def _appended(self) -> Iterator[tuple[ast.Name, ast.expr]]:
        for n in self._nodes:
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and isinstance(n.func.value, ast.Name):
                if len(n.args) == 1 and not n.keywords:
                    yield n.func.value, n.args[0]

    def _is_of_tuples(self, node: Any) -> bool:
        """A list of such tuples."""
        if self.called(node) == "builtins.sorted" and len(node.args) == 1 and not node.keywords:
            node = node.args[0]
        return isinstance(node, ast.Name) and node.id in self.lists

    def is_tuple(self, node: Any) -> bool:
        """Such a tuple, or one that is written out and may be one."""
        if isinstance(node, ast.Tuple):
            return not any(isinstance(e, (ast.Starred, ast.Tuple)) or self._is_long(e) or self._is_of_tuples(e) for e in node.elts)
        return self._is_long(node)

    def _is_long(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.tuples
        if isinstance(node, ast.IfExp):
            return self.is_tuple(node.body) and self.is_tuple(node.orelse) and (self._is_long(node.body) or self._is_long(node.orelse))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self.is_tuple(node.left) and self.is_tuple(node.right) and (self._is_long(node.left) or self._is_long(node.right))
        if isinstance(node, ast.Subscript):
            return self._is_long(node.value) if isinstance(node.slice, ast.Slice) else self._is_item(node)
        return self._is_made(node)

    def _is_item(self, node: Any) -> bool:
        """x[i] of a list of such tuples."""
        is_one = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and not isinstance(node.slice, (ast.Slice, ast.Tuple))
        return is_one and isinstance(node.value, ast.Name) and node.value.id in self.lists

    # Whether all that is done with them is known.

    def _check(self) -> None:
        known = -1
        while known != len(self.tuples) + len(self.lists) + len(self.rows):
            known = len(self.tuples) + len(self.lists) + len(self.rows)
            for name in [n for n in self.rows if not all(k == "value" and _is_empty(v) for k, v in self._stored.get(n, [("", None)]))]:
                del self.rows[name]
            for name in [n for n in self.tuples if not all(self.is_tuple(v) if k == "value" else self._gives_tuples(v) for k, v in self._stored[n])]:
                self.tuples.discard(name)
            for name in [n for n in self.lists if not all(k == "value" and self._is_new_list(v) for k, v in self._stored[n])]:
                self.lists.discard(name)
            fine = self._fine()
            for n in self._nodes:
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in fine:
                    self.tuples.discard(n.id)
                    self.lists.discard(n.id)
                    self.rows.pop(n.id, None)
        self.calls_tuple = any(self._is_made(n) for n in self._nodes)
        self.gives_tuples = any(self._is_long(n.value) for n in self.returns)

    def _gives_tuples(self, node: Any) -> bool:
        return self.is_picked(node) or self._is_of_tuples(node)

    def _is_new_list(self, node: Any) -> bool:
        return _is_empty(node) or self.called(node) == "builtins.sorted" and self._is_of_tuples(node)

    def _fine(self) -> set[int]:
        fine = looked_at([n for n in self._nodes if not self._looks_at_list(n)], self._function, self._own)
        for kind, value in (stored for name in self.tuples for stored in self._stored[name]):
            fine |= {id(value)} if kind == "item" else set(self._whole(value))
        for owner, value in self._appended():
            if owner.id in self.lists and self.is_tuple(value):
                fine |= {id(owner), *self._whole(value)}
            elif isinstance(value, ast.Tuple) and list(map(self._is_long, value.elts)) == self.rows.get(owner.id):
                fine |= {id(owner)} | {i for e in value.elts if self._is_long(e) for i in self._whole(e)}
        for returned in self.returns:
            for part in [returned.value] if self._is_long(returned.value) else parts_of(returned.value):
                fine |= set(self._whole(part)) if self._is_long(part) else self._list(part)
                fine |= {id(part)} if isinstance(part, ast.Name) and part.id in self.rows else set()
        seen = looked_at([n for n in self._nodes if not isinstance(n, ast.Subscript)], self._function, self._own)
        for n in self._nodes:
            if isinstance(n, ast.Subscript) and self._is_item(n) and id(n) in seen:
                fine.add(id(n.value))
            elif isinstance(n, ast.Compare) and len(n.ops) == 1 and isinstance(n.ops[0], _ORDERS) and all(map(self.is_tuple, (n.left, n.comparators[0]))):
                fine |= {*self._whole(n.left), *self._whole(n.comparators[0])}
            elif isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Slice) and isinstance(n.ctx, ast.Load) and self._is_long(n.value):
                fine |= set(self._whole(n.value))
            elif isinstance(n, ast.Call) and self.called(n) in _LOOK_AT_TUPLES and not n.keywords:
                fine |= {i for a in n.args for i in self._list(a)}
                fine |= {id(a) for a in n.args if isinstance(a, ast.Name) and a.id in self.rows and self.called(n) == "builtins.len"}
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "sort" and not n.args and not n.keywords:
                fine |= self._list(n.func.value)
            elif isinstance(n, ast.For):
                is_known = isinstance(n.target, ast.Tuple) or (isinstance(n.target, ast.Name) and n.target.id in self.tuples)
                fine |= self._list(n.iter) if is_known else set()
        return fine

    def _looks_at_list(self, node: Any) -> bool:
        """Whether it does with a list of tuples what may be done with one of numbers, or shows tuples that nobody has looked at."""
        places: list[Any] = []
        if isinstance(node, ast.Call):
            places = node.args
        elif isinstance(node, (ast.For, ast.comprehension)):
            places = [node.iter]
        elif isinstance(node, ast.Subscript):
            places = [node.value]
            if self._is_item(node.value):
                return True
        elif isinstance(node, ast.Compare):
            places = node.comparators
        return any(self._is_of_tuples(p) or (isinstance(p, ast.Name) and p.id in self.rows) for p in places)

    def _list(self, node: Any) -> set[int]:
        if not self._is_of_tuples(node):
            return set()
        return {id(node)} if isinstance(node, ast.Name) else {id(node.args[0])}

    def _whole(self, node: Any) -> Iterator[int]:
        """The names whose value an expression may be, or be made of."""
        if isinstance(node, ast.Name):
            yield id(node)
        elif isinstance(node, ast.IfExp):
            yield from (*self._whole(node.body), *self._whole(node.orelse))
        elif isinstance(node, ast.BinOp):
            yield from (*self._whole(node.left), *self._whole(node.right))
        elif isinstance(node, ast.Subscript):
            yield from self._whole(node.value)


class _Writer(ast.NodeTransformer):
    def __init__(self, finder: _Finder):
        self._finder = finder
        self.names: list[str] = []
        self._is_inside: bool | None = None  # of a function inside; None: nowhere yet

    def _list(self, node: Any) -> ast.expr:
        """A new list with the items of a tuple."""
        if isinstance(node, (ast.Name, ast.Subscript)) and not isinstance(getattr(node, "slice", None), ast.Slice):
            item = "_item_of_tuple_"
            made: ast.expr = ast.ListComp(load(item), [ast.comprehension(ast.Name(item, ast.Store()), node, [], 0)])
            return ast.fix_missing_locations(ast.copy_location(made, node))
        return self._plain(node)

    def _plain(self, node: Any) -> ast.expr:
        if isinstance(node, ast.Tuple):
            return ast.copy_location(ast.List([self.visit(e) for e in node.elts], ast.Load()), node)
        if isinstance(node, ast.IfExp):
            node.test, node.body, node.orelse = self.visit(node.test), self._list(node.body), self._list(node.orelse)
        elif isinstance(node, ast.BinOp):
            node.left, node.right = self._plain(node.left), self._plain(node.right)
        elif isinstance(node, ast.Subscript):
            node.value, node.slice = self._plain(node.value), self.visit(node.slice)
        elif isinstance(node, ast.Call):
            given = self.visit(node.args[0])
            if isinstance(given, (ast.GeneratorExp, ast.ListComp)):
                return ast.copy_location(ast.ListComp(given.elt, given.generators), node)
            return ast.copy_location(given if isinstance(given, ast.Subscript) else self._list(given), node)
        return node  # type: ignore[no-any-return]

    def _part(self, name: str, place: int) -> str:
        self.names.append(f"_{name}_{place}_of_tuples_")
        return self.names[-1]

    def visit_Expr(self, node: ast.Expr) -> Any:
        """rows.append((t, x)), by the place of t."""
        call: Any = node.value
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        if not is_method or call.func.value.id not in self._finder.rows:
            return self.generic_visit(node)
        made: list[ast.stmt] = []
        others: list[ast.expr] = []
        for place, part in enumerate(call.args[0].elts):
            if self._finder._is_long(part):
                append = ast.Attribute(load(self._part(call.func.value.id, place)), "append", ast.Load())
                made.append(ast.Expr(ast.Call(append, [self._list(part)], [])))
            else:
                others.append(self.visit(part))
        call.args = [ast.copy_location(ast.Tuple(others, ast.Load()), call) if len(others) > 1 else others[0]]
        return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in made), node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        rows = [(t.id, place) for t in node.targets if isinstance(t, ast.Name) for place, is_long in enumerate(self._finder.rows.get(t.id, [])) if is_long]
        if rows:
            begun = [store(self._part(*row), ast.List([], ast.Load())) for row in rows]
            return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in begun), node]
        parts = [pair for t in node.targets for pair in self._finder._assigned(t, node.value)]
        written = {id(value): self._list(value) for name, value in parts if name.id in self._finder.tuples}
        if isinstance(node.value, ast.Tuple) and id(node.value) not in written:
            node.value.elts = [written[id(e)] if id(e) in written else self.visit(e) for e in node.value.elts]
        else:
            node.value = written[id(node.value)] if id(node.value) in written else self.visit(node.value)
        node.targets = [self.visit(t) for t in node.targets]
        return node

    def visit_For(self, node: ast.For) -> Any:
        target = node.target
        is_held = isinstance(target, ast.Name) and target.id in self._finder.tuples - self._finder.only_seen
        if isinstance(target, ast.Name) and is_held and self._finder.is_picked(node.iter):
            name = f"_{target.id}_{node.lineno}_{node.col_offset}_as_list_"
            self.names.append(name)
            node.target = ast.copy_location(ast.Name(name, ast.Store()), target)
            begin = store(target.id, self._list(ast.copy_location(load(name), target)))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(begin, node)))
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and isinstance(node.ops[0], _ORDERS) and all(map(self._finder.is_tuple, sides)) and any(map(self._finder._is_long, sides)):
            sides = list(map(self._plain, sides))
            if (order := _BY_ORDER.get(type(node.ops[0]))) is not None:
                function, is_turned = order
                return ast.copy_location(OwnCall(function, sides[::-1] if is_turned else sides), node)
            node.left, node.comparators = sides[0], sides[1:]
            return node
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "append" and isinstance(node.func.value, ast.Name):
            if node.func.value.id in self._finder.lists:
                node.args = [self._list(node.args[0])]
                return node
        if self._finder._is_made(node):
            return self._plain(node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """t[i], whose mistakes name a tuple."""
        self.generic_visit(node)
        is_named = isinstance(node.value, ast.Name) and node.value.id in self._finder.tuples
        if not is_named or isinstance(node.slice, ast.Slice):
            return node
        return ast.copy_location(OwnCall(orders.item, [node.value, node.slice]), node)

    # Results.

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None and not self._is_inside:
            is_empty = isinstance(node.value, ast.Tuple) and not node.value.elts and self._finder.gives_tuples
            node.value = self._returned(node.value, is_empty)
            return node
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Only what the outermost one returns becomes tuples."""
        outside, self._is_inside = self._is_inside, self._is_inside is not None or not self._finder.is_entry
        self.generic_visit(node)
        self._is_inside = outside
        return node

    def _returned(self, node: ast.expr, is_empty: bool = False) -> ast.expr:
        if is_empty or self._finder._is_long(node):
            return self._joined([self._plain(node)], _as_tuple, node)
        if self._finder._list(node):
            return self._joined([self.visit(node)], _as_tuples, node)
        if isinstance(node, ast.Name) and node.id in self._finder.rows:
            places = self._finder.rows[node.id]
            held = [load(self._part(node.id, place)) for place, is_long in enumerate(places) if is_long]
            return self._joined([*held, node], _as_rows(tuple(places)), node)
        if isinstance(node, ast.Tuple):
            node.elts = [self._returned(e) for e in node.elts]
            return node
        return self.visit(node)  # type: ignore[no-any-return]

    @staticmethod
    def _joined(values: list[ast.expr], make: Any, at: ast.expr) -> ast.expr:
        made = Joined("text", [ast.copy_location(value, at) for value in values])
        made.make = make
        return ast.copy_location(made, at)


def _as_tuple(values: tuple[Any, ...]) -> Any:
    return tuple(values[0])


def _as_tuples(values: tuple[Any, ...]) -> Any:
    return [tuple(row) for row in values[0]]




@functools.cache
def _as_rows(places: tuple[bool, ...]) -> Any:
    """A list of tuples of the lists of their places, and of one of all others."""

    def make(values: tuple[Any, ...]) -> Any:
        *held, others = values
        rows = others if sum(places) < len(places) - 1 else [(other,) for other in others]
        made = []
        for *tuples, rest in zip(*held, rows, strict=True):
            parts, given = iter(tuples), iter(rest)
            made.append(tuple(tuple(next(parts)) if is_long else next(given) for is_long in places))
        return made

    return make


def _is_empty(node: Any) -> bool:
    return isinstance(node, ast.List) and not node.elts
