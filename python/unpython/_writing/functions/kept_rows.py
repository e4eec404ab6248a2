"""Lists of lists of numbers that a function makes which calls itself, for kept_lists.py: those that are read after a call are kept one
behind the other in one list of lists, and what a call gives back is a copy.

    for row in x: rows.append([v for v in row])         before a call
    counts.append(len(x))
    n = counts.pop()                                    and after it
    x = [[v for v in rows[i]] for i in range(len(rows) - n, len(rows))]
    for i in range(n): rows.pop()

Nobody sees that they are copies: no list in them is changed, and a name stands for one that is made where it gets the name. ragged.py
says the lists of lists by lists of numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from unpython._writing.functions.own_calls import NotWritten, OwnCallStatement
from unpython._writing.nodes import is_name, load, store, walk

_CHANGES = frozenset("append extend insert pop remove clear sort reverse".split())
_ITEM, _ROW = "_item_of_row_", "_row_of_rows_"


class Rows:
    """`names`: of lists of lists; `are_given`: whether the function gives one. `is_list`: whether an expression is a list of numbers."""

    def __init__(
        self, nodes: list[ast.AST], is_list: Callable[[ast.expr], bool], parameters: set[str], assigned: list[tuple[ast.expr, ast.expr]], may_be: bool
    ):  # fmt: skip
        """`may_be`: whether ragged.py comes behind, without which there are none."""
        self._may_be = may_be
        self._nodes = nodes
        self._is_list = is_list
        self._parameters = parameters
        self._assigned = assigned
        self.names: set[str] = set()
        self.are_given = False

    def find(self) -> None:
        for n in self._nodes if self._may_be else []:
            if isinstance(n, OwnCallStatement) and self.are_given:
                self.names.add(n.result)
            elif isinstance(n, ast.Return) and n.value is not None:
                self.are_given |= self.is_rows(n.value)
            elif (appended := _appended(n)) is not None and self._is_row(appended[1]):
                self.names.add(appended[0].id)
        self.names.update([t.id for t, value in self._assigned if isinstance(t, ast.Name) and self.is_rows(value)])

    def is_rows(self, node: Any) -> bool:
        if isinstance(node, ast.Name) or not self._may_be:
            return isinstance(node, ast.Name) and node.id in self.names
        if isinstance(node, ast.List):
            return bool(node.elts) and all(map(self._is_row, node.elts))
        if isinstance(node, ast.ListComp):
            return self._is_row(node.elt)
        return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and (self.is_rows(node.left) or self.is_rows(node.right))

    def _is_row(self, node: Any) -> bool:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._is_row(node.left) or self._is_row(node.right)
        return not self.is_rows(node) and self._is_list(node)

    # Whether copies of them are as good.

    def check(self) -> None:
        if not self.names and not self.are_given:
            return
        if self.names & self._parameters:
            raise NotWritten
        stored = {id(t) for t, value in self._assigned if isinstance(t, ast.Name) and t.id in self.names and self._is_new(value)}
        seen = {id(part) for n in self._nodes for part in self._seen(n)}
        rows = {n.id for loop in self._nodes if isinstance(loop, (ast.For, ast.comprehension)) and self.is_rows(loop.iter)
                for n in walk(loop.target) if isinstance(n, ast.Name)}  # fmt: skip
        for n in self._nodes:
            if isinstance(n, ast.Name) and n.id in self.names and id(n) not in (seen if isinstance(n.ctx, ast.Load) else stored):
                raise NotWritten
            changed = n.value if isinstance(n, ast.Attribute) and n.attr in _CHANGES else None
            if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
                changed = n.value
            elif isinstance(n, ast.AugAssign):
                changed = n.target
            if isinstance(changed, ast.Name) and changed.id in rows | (set() if isinstance(n, ast.Attribute) else self.names):
                raise NotWritten
            if isinstance(changed, ast.Subscript) and isinstance(changed.value, ast.Name) and changed.value.id in self.names:
                raise NotWritten
            if isinstance(n, ast.Return) and self.are_given and not (self.is_rows(n.value) or _is_empty(n.value)):
                raise NotWritten

        self._check_shared()

    def _check_shared(self) -> None:
        """No list of numbers is in two lists of lists, or twice in one: copies of it would be two."""
        returned = [list(self._shown(n.value)) for n in self._nodes if isinstance(n, ast.Return)]
        within: list[str] = []
        for n in self._nodes:
            for target, value in [(n.targets[0], n.value)] if isinstance(n, ast.Assign) else []:
                if isinstance(target, ast.Name) and target.id in self.names and not isinstance(value, ast.Name):
                    within += [name for name in self._shown(value) if name != target.id]
        results = {n.result for n in self._nodes if isinstance(n, OwnCallStatement)}
        given = {name for names in returned for name in names}
        loops = [n for n in self._nodes if isinstance(n, (ast.For, ast.While))]
        repeated = {name for loop in loops for s in loop.body for n in walk(s) if isinstance(n, ast.Assign) for name in self._shown(n.value)}
        own = [name for name in within if name not in results]
        if len(set(within)) < len(within) or any(len(set(names)) < len(names) for names in returned) or {*within} & given:
            raise NotWritten
        if any(name in repeated and not self._is_made_in_loop(name, loops) for name in own):
            raise NotWritten

    def _is_made_in_loop(self, name: str, loops: list[Any]) -> bool:
        """Whether each loop that shows a list gives its name another one first."""
        for loop in loops:
            shown = [i for i, s in enumerate(loop.body) for n in walk(s) if isinstance(n, ast.Assign) and name in self._shown(n.value)]
            made = [i for i, s in enumerate(loop.body) if isinstance(s, ast.Assign) and is_name(s.targets[0], name)]
            if shown and not (made and made[0] < min(shown)):
                return False
        return True

    def _shown(self, value: Any) -> Iterator[str]:
        """The names whose lists are part of a list of lists, or that are such a one."""
        if isinstance(value, ast.Name) and value.id in self.names:
            yield value.id
        elif isinstance(value, ast.BinOp) and self.is_rows(value):
            yield from self._shown(value.left)
            yield from self._shown(value.right)
        elif isinstance(value, ast.List) and self.is_rows(value):
            yield from (e.id for e in value.elts if isinstance(e, ast.Name))

    def _is_new(self, node: ast.expr) -> bool:
        """What a call gave is used once, where it gets a name."""
        if isinstance(node, ast.Name):
            return any(isinstance(n, OwnCallStatement) and n.result == node.id for n in self._nodes)
        return _is_empty(node) or self.is_rows(node)

    def copy_results(self) -> None:
        """rest = f(...), whose result has another name behind the call."""
        for n in self._nodes:
            if isinstance(n, ast.Assign) and isinstance(n.value, ast.Name) and n.value.id in self.names:
                n.value = ast.fix_missing_locations(ast.copy_location(self._copied(n.value), n))

    def _seen(self, node: Any) -> list[Any]:
        """What a node looks at, or copies."""
        if isinstance(node, (ast.For, ast.comprehension)):
            return [node.iter]
        if isinstance(node, ast.Subscript):
            return [] if isinstance(node.slice, ast.Slice) else [node.value]
        if isinstance(node, (ast.Return, ast.Assign)):
            return [node.value]
        if isinstance(node, ast.BinOp) and self.is_rows(node):
            return [node.left, node.right]
        if isinstance(node, ast.Call) and is_name(node.func, "len"):
            return node.args
        appended = _appended(node)
        return [] if appended is None else [appended[0]]

    def read(self) -> set[int]:
        """The lists of numbers that are items of lists, of which copies are put there."""
        found: set[int] = set()
        for n in self._nodes:
            if isinstance(n, ast.List) and self.is_rows(n):
                found.update(map(id, n.elts))
        return found

    # The statements.

    def stored(self, name: str, value: Any) -> list[ast.stmt]:
        """name = value, as lists that nothing else holds."""
        if is_name(value, name):
            return []
        if isinstance(value, ast.BinOp):
            return [*self.stored(name, value.left), *self._added(name, value.right)]
        return [store(name, self._copied(value))]

    def _added(self, name: str, value: Any) -> list[ast.stmt]:
        if isinstance(value, ast.BinOp):
            return [*self._added(name, value.left), *self._added(name, value.right)]
        return [ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), self._copied(value))]

    def _copied(self, value: Any) -> ast.expr:
        if isinstance(value, ast.Name):
            return copied(value)
        if isinstance(value, ast.List):
            return ast.List([_copy(e, lambda item: item) if isinstance(e, ast.Name) else e for e in value.elts], ast.Load())
        return value  # type: ignore[no-any-return]

    def given_names(self, value: Any) -> list[str]:
        """The lists of numbers that are items of what is given back."""
        return [e.id for n in walk(value) if isinstance(n, ast.List) and self.is_rows(n) for e in n.elts if isinstance(e, ast.Name)]


def copied(rows: ast.expr) -> ast.expr:
    return _copy(rows, lambda row: _copy(row, lambda item: item))


def pushed(name: str, saved: str, counts: str) -> list[ast.stmt]:
    row: ast.expr = load(_ROW)
    append = ast.Call(ast.Attribute(load(saved), "append", ast.Load()), [_copy(row, lambda item: item)], [])
    count = ast.Call(ast.Attribute(load(counts), "append", ast.Load()), [ast.Call(load("len"), [load(name)], [])], [])
    return [ast.For(ast.Name(_ROW, ast.Store()), load(name), [ast.Expr(append)], []), ast.Expr(count)]


def popped(name: str, saved: str, counts: str, count: str) -> list[ast.stmt]:
    length = ast.Call(load("len"), [load(saved)], [])
    places = ast.Call(load("range"), [ast.BinOp(length, ast.Sub(), load(count)), ast.Call(load("len"), [load(saved)], [])], [])
    row = ast.Subscript(load(saved), load(_ROW), ast.Load())
    rows = ast.ListComp(_copy(row, lambda item: item), [ast.comprehension(ast.Name(_ROW, ast.Store()), places, [], 0)])
    cut = ast.Expr(ast.Call(ast.Attribute(load(saved), "pop", ast.Load()), [], []))
    return [
        store(count, ast.Call(ast.Attribute(load(counts), "pop", ast.Load()), [], [])),
        store(name, rows),
        ast.For(ast.Name(_ROW, ast.Store()), ast.Call(load("range"), [load(count)], []), [cut], []),
    ]


def _copy(items: ast.expr, of: Callable[[ast.expr], ast.expr]) -> ast.expr:
    name = _ITEM if isinstance(of(load(_ITEM)), ast.Name) else _ROW
    return ast.ListComp(of(load(name)), [ast.comprehension(ast.Name(name, ast.Store()), items, [], 0)])


def _appended(node: Any) -> tuple[ast.Name, ast.expr] | None:
    """x and y of x.append(y)"""
    is_append = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append" and len(node.args) == 1
    return (node.func.value, node.args[0]) if is_append and isinstance(node.func.value, ast.Name) else None


def _is_empty(node: Any) -> bool:
    return isinstance(node, ast.List) and not node.elts
