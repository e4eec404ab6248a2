"""Deques that stay in their function, of numbers or of tuples of numbers, as lists: see _library/containers/queues.py.

A name that stands for nothing but deques, and is only used in the ways below, becomes a list for each place of its tuples (one for
numbers) and a list that says how many items are taken. A name that is used in any other way stays as it is, and its statements run in
Python.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import FunctionType
from typing import Any

from unpython import _bindings, _host
from unpython._library.containers import queues
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import NameRewriter, NoOtherWords

_OF_NUMPY = frozenset(f"numpy.{name}" for name in "array asarray mean sum median std var max min".split())
_CHANGES = frozenset("append appendleft pop popleft extend extendleft clear rotate insert remove reverse".split())
_TAKE_ALL = frozenset("sum min max sorted any all enumerate reversed".split())
_LAZY = frozenset(["enumerate", "reversed"])


class _NotAQueue(NoOtherWords):
    pass


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in place of deques, the names that came with them, and what free names it relies on."""
    used: dict[str, _bindings.Binding] = {}
    widths = _widths(function, node, used)
    bounded = _bounded(node)
    while widths:
        made = copy_tree(node)
        try:
            rewriter = _Rewriter(function, widths, bounded, used)
            made.body = rewriter.statements(made.body)
        except _NotAQueue as other:
            del widths[other.name]
            continue
        names = frozenset(n for name, width in widths.items() for n in (_taken(name), _most(name), *(_part(name, i) for i in range(width or 1))))
        return ast.fix_missing_locations(made), names | rewriter.names, list(used.values())
    return node, frozenset(), []


def _part(name: str, place: int) -> str:
    return f"_{name}_items{place}_"


def _taken(name: str) -> str:
    return f"_{name}_taken_"


def _most(name: str) -> str:
    return f"_{name}_most_"


def _bounded(node: Any) -> frozenset[str]:
    """Names that are given deques with a greatest length, if they are given no others."""
    given = [(n.targets[0], n.value) for n in walk(node) if isinstance(n, ast.Assign)]
    calls = [(t.id, bool(value.keywords)) for t, value in given if isinstance(t, ast.Name) and isinstance(value, ast.Call)]
    return frozenset(name for name, has in calls if has) - {name for name, has in calls if not has}


def _widths(function: FunctionType, node: Any, used: dict[str, _bindings.Binding]) -> dict[str, int]:
    """Names that may stand for deques, with the length of their tuples (0: numbers)."""
    own = local_names(function)
    excluded = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    widths: dict[str, int] = {}
    items: list[tuple[str, ast.expr]] = []
    for n in walk(node):
        if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node:
            excluded |= {m.id for m in walk(n) if isinstance(m, ast.Name)}
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _makes_queue(function, n.value, used):
            widths[n.targets[0].id] = 0
            given: Any = n.value
            items += [(n.targets[0].id, item) for a in given.args if isinstance(a, ast.List) for item in a.elts]
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "appendleft") and isinstance(n.func.value, ast.Name):
            items += [(n.func.value.id, a) for a in n.args]
    for name in ("list", "len", "zip", *_TAKE_ALL):
        binding = _bindings.resolve(function, name, [])
        if name not in own and binding.target == f"builtins.{name}":
            used[name] = binding
    if "list" not in used:
        return {}
    for name, item in items:
        if name in widths and isinstance(item, ast.Tuple):
            widths[name] = len(item.elts)
    for name, item in items:
        if name in widths and widths[name] != (len(item.elts) if isinstance(item, ast.Tuple) else 0):
            excluded.add(name)
    return {name: width for name, width in widths.items() if name not in excluded}


def _makes_queue(function: FunctionType, node: ast.expr, used: dict[str, _bindings.Binding]) -> bool:
    if not isinstance(node, ast.Call) or len(node.args) > 1 or [k.arg for k in node.keywords] not in ([], ["maxlen"]):
        return False
    if any(isinstance(k.value, ast.Constant) and k.value.value is None for k in node.keywords):
        return False
    root, path = _bindings.dotted(node.func)
    binding = _bindings.of_node(function, node.func, local_names(function))
    if binding is None:
        return False
    from collections import deque

    if binding.value is not deque:
        return False
    used[".".join([root.id, *path])] = binding
    return True


class _Rewriter(NameRewriter):
    """Writes each use of a deque as a use of its lists; _NotAQueue where there is no such way."""

    _wrong = _NotAQueue

    def __init__(self, function: FunctionType, widths: dict[str, int], bounded: frozenset[str], used: dict[str, _bindings.Binding]):
        self._function = function
        self._own = local_names(function)
        self._widths = self._named = widths
        self._bounded = bounded
        self._used = used
        self.names: set[str] = set()  # of loops

    def _parts(self, name: str) -> list[ast.expr]:
        return [ast.Name(_part(name, i), ast.Load()) for i in range(self._widths[name] or 1)]

    @staticmethod
    def _taken(name: str) -> ast.expr:
        return ast.Name(_taken(name), ast.Load())

    def _size(self, name: str, at: ast.AST) -> ast.expr:
        return ast.copy_location(OwnCall(queues.size, [self._parts(name)[0], self._taken(name)]), at)

    def visit_Assign(self, node: ast.Assign) -> Any:
        name = self._name_of(node.targets[0])
        if name is None or len(node.targets) != 1:
            return self.generic_visit(node)
        if not isinstance(node.value, ast.Call) or bool(node.value.keywords) != (name in self._bounded):
            raise _NotAQueue(name)
        given = node.value.args
        width = self._widths[name]
        lists: list[ast.expr] = [ast.List([], ast.Load()) for _ in range(width or 1)]
        if given and width:
            if not isinstance(given[0], ast.List):
                raise _NotAQueue(name)
            rows = [self.visit(row) for row in given[0].elts]
            lists = [ast.List([row.elts[i] for row in rows], ast.Load()) for i in range(width)]
        elif given:
            value = self.visit(given[0])
            lists = [value if isinstance(value, ast.List) else ast.Call(ast.Name("list", ast.Load()), [value], [])]
        made = [ast.Assign([ast.Name(_part(name, i), ast.Store())], value) for i, value in enumerate(lists)]
        taken: ast.expr = ast.Constant(0)
        if name in self._bounded:
            most = OwnCall(queues.length_at_most, [self.visit(node.value.keywords[0].value)])
            made.append(ast.Assign([ast.Name(_most(name), ast.Store())], most))
            taken = OwnCall(queues.count_beyond, [self._parts(name)[0], ast.Name(_most(name), ast.Load())])
        made.append(ast.Assign([ast.Name(_taken(name), ast.Store())], ast.List([taken], ast.Load())))
        return [ast.copy_location(s, node) for s in made]

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        name = self._name_of(call.func.value) if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        method = call.func.attr if name is not None and isinstance(call, ast.Call) else ""  # type: ignore[attr-defined]
        if name is None or not isinstance(call, ast.Call) or method not in ("append", "appendleft", "extend", "rotate", "clear"):
            return self.generic_visit(node)
        if method in ("rotate", "clear"):
            return [ast.copy_location(s, node) for s in self._moved(name, method, call)]
        if len(call.args) != 1 or call.keywords:
            raise _NotAQueue(name)
        if method == "extend":
            return self._extended(node, name, call.args[0])
        item = self.visit(call.args[0])
        items = item.elts if self._widths[name] else [item]
        made = self._put_first(name, items) if method == "appendleft" else self._put_last(name, items)
        return [ast.copy_location(s, node) for s in made]

    def _moved(self, name: str, method: str, call: ast.Call) -> list[ast.stmt]:
        """q.rotate(n) and q.clear()"""
        if call.keywords or len(call.args) > (method == "rotate") or any(isinstance(a, ast.Starred) for a in call.args):
            raise _NotAQueue(name)
        if method == "clear":
            return [ast.Expr(OwnCall(queues.clear, [part, self._taken(name)])) for part in self._parts(name)]
        steps = f"_{name}_steps_"
        self.names.add(steps)
        given: ast.expr = OwnCall(queues.steps_of, [self.visit(call.args[0])]) if call.args else ast.Constant(1)
        made: list[ast.stmt] = [ast.Assign([ast.Name(steps, ast.Store())], given)]
        moved = [OwnCall(queues.rotate, [part, self._taken(name), ast.Name(steps, ast.Load())]) for part in self._parts(name)]
        return [*made, *map(ast.Expr, moved)]

    def _put_last(self, name: str, items: list[ast.expr]) -> list[ast.stmt]:
        drop: list[ast.stmt] = [ast.Expr(OwnCall(queues.drop_taken, [part, self._taken(name)])) for part in self._parts(name)]
        drop.append(ast.Assign([ast.Subscript(self._taken(name), ast.Constant(0), ast.Store())], ast.Constant(0)))
        is_sparse = OwnCall(queues.is_sparse, [self._parts(name)[0], self._taken(name)])
        made: list[ast.stmt] = [ast.If(is_sparse, drop, [])]
        for part, value in zip(self._parts(name), items, strict=True):
            made.append(ast.Expr(ast.Call(ast.Attribute(part, "append", ast.Load()), [value], [])))
        return [*made, *self._kept_short(name, self._one_more(name, 1))]

    def _put_first(self, name: str, items: list[ast.expr]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for part, value in zip(self._parts(name), items, strict=True):
            made.append(ast.Expr(OwnCall(queues.put_first, [part, self._taken(name), value])))
        has_room = ast.Compare(ast.Subscript(self._taken(name), ast.Constant(0), ast.Load()), [ast.Gt()], [ast.Constant(0)])
        made.append(ast.If(has_room, self._one_more(name, -1), []))
        drop: list[ast.stmt] = [ast.Expr(ast.Call(ast.Attribute(part, "pop", ast.Load()), [], [])) for part in self._parts(name)]
        return [*made, *self._kept_short(name, drop)]

    def _one_more(self, name: str, count: int) -> list[ast.stmt]:
        """So many more items are taken."""
        return [ast.AugAssign(ast.Subscript(self._taken(name), ast.Constant(0), ast.Store()), ast.Add(), ast.Constant(count))]

    def _kept_short(self, name: str, drop: list[ast.stmt]) -> list[ast.stmt]:
        """What drops an item of a deque that is too long."""
        if name not in self._bounded:
            return []
        is_too_long = OwnCall(queues.is_too_long, [self._parts(name)[0], self._taken(name), ast.Name(_most(name), ast.Load())])
        return [ast.If(is_too_long, drop, [])]

    def _extended(self, node: ast.stmt, name: str, given: ast.expr) -> Any:
        if self._widths[name] or any(self._name_of(n) == name for n in walk(given)):
            raise _NotAQueue(name)
        item = f"_{name}_item_"
        self.names.add(item)
        loop = ast.For(ast.Name(item, ast.Store()), self.visit(given), self._put_last(name, [ast.Name(item, ast.Load())]), [])
        for inner in loop.body:
            ast.copy_location(inner, node)
        return ast.copy_location(loop, node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute):
            name = self._name_of(node.func.value)
            if name is not None:
                return self._method(name, node)
        name = self._name_of(node.args[0]) if node.args else None
        called = node.func.id if isinstance(node.func, ast.Name) and node.func.id in self._used else ""
        if name is None:
            return self.generic_visit(node)
        if called == "len" and len(node.args) == 1:
            return self._size(name, node)
        if called not in _TAKE_ALL | {"list"} and not self._reads_list(node.func):
            raise _NotAQueue(name)
        node.args[0] = self._left(name, node.args[0])
        return self.generic_visit(node)

    def _reads_list(self, called: ast.expr) -> bool:
        """Whether it is a function of NumPy or of `statistics` that reads a deque as a list, and keeps none."""
        binding = _bindings.of_node(self._function, called, self._own)
        return binding is not None and (binding.target in _OF_NUMPY or bool(_host.statistics(binding.value)))

    def _left(self, name: str, at: ast.expr) -> ast.expr:
        """The items that are there, as a list."""
        if self._widths[name]:
            raise _NotAQueue(name)
        return ast.copy_location(OwnCall(queues.left_of, [self._parts(name)[0], self._taken(name)]), at)

    def _gone_through(self, node: ast.expr, body: list[ast.stmt]) -> ast.expr:
        """What a loop goes through: a deque that its body does not change."""
        self._check_unchanged(node, body)
        name = self._name_of(node)
        if name is None:
            return self.visit(node)
        if not self._widths[name]:
            return self._left(name, node)
        if "zip" not in self._used:
            raise _NotAQueue(name)
        lists: list[ast.expr] = [OwnCall(queues.left_of, [part, self._taken(name)]) for part in self._parts(name)]
        return ast.copy_location(ast.Call(ast.Name("zip", ast.Load()), lists, []), node)

    def _check_unchanged(self, source: ast.expr, nodes: Sequence[ast.AST]) -> None:
        while isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id in _LAZY and source.args:
            source = source.args[0]
        if (name := self._name_of(source)) is None:
            return
        for n in (n for inner in nodes for n in walk(inner)):
            is_other = isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)
            if is_other or (isinstance(n, ast.Attribute) and self._name_of(n.value) == name and n.attr in _CHANGES):
                raise _NotAQueue(name)

    def _comprehension(self, node: Any) -> Any:
        first, *others = node.generators
        parts = [n for n in (getattr(node, field, None) for field in ("elt", "key", "value")) if n is not None]
        for clause in node.generators:
            self._check_unchanged(clause.iter, [*parts, *first.ifs, *others])
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._gone_through(node.iter, [])
        node.target, node.ifs = self.visit(node.target), [self.visit(condition) for condition in node.ifs]
        return node

    def _method(self, name: str, node: ast.Call) -> ast.expr:
        takes = {"popleft": queues.take_first, "pop": queues.take_last}
        method = node.func.attr  # type: ignore[attr-defined]
        if method not in takes or node.args or node.keywords:
            raise _NotAQueue(name)
        *others, last = self._parts(name)
        one = queues.first if method == "popleft" else queues.take_last
        made = [OwnCall(one, [part, self._taken(name)]) for part in others]
        made.append(OwnCall(takes[method], [last, self._taken(name)]))
        whole: ast.expr = ast.Tuple(list(made), ast.Load()) if self._widths[name] else made[0]
        return ast.copy_location(whole, node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        if name is None:
            return self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            raise _NotAQueue(name)
        index = self.visit(node.slice)
        made: list[ast.expr] = [OwnCall(queues.item, [part, self._taken(name), copy_tree(index)]) for part in self._parts(name)]
        return ast.copy_location(ast.Tuple(made, ast.Load()) if self._widths[name] else made[0], node)

    # Where the truth of a deque counts.

    def _truth(self, node: ast.expr) -> ast.expr:
        name = self._name_of(node)
        if name is not None:
            return self._size(name, node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            return node
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(value) for value in node.values]
            return node
        return self.visit(node)

    def visit_For(self, node: ast.For) -> Any:
        node.target, node.iter = self.visit(node.target), self._gone_through(node.iter, node.body)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node
