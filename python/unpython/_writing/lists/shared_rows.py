"""Lists of lists that are copied, where a row changes after it: the copy has the same rows, but the compiler's has rows of its own.

    h = g[:]
    h[0][0] = 9         g[0][0] is 9 too

And lists of numbers that are returned beside a list that holds them: `out.append(y); return y, out`.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.nodes import walk, with_own_scopes
from unpython._writing.places import at_place_of

_COPIES = ("list", "sorted", "tuple", "reversed")


class SharedRows(ast.stmt):
    """Stands for what is refused."""


def copied(function: FunctionType, node: Any) -> list[ast.stmt]:
    """A copy of a list of lists of which a row may change later, or be returned twice."""
    found = _Rows(function, node).copied() if isinstance(node, ast.FunctionDef) else None
    return [] if found is None else [at_place_of(found, SharedRows())]


def _place(node: Any) -> tuple[int, int]:
    """Where a statement or an expression begins."""
    return node.lineno, node.col_offset


class _Rows:
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        node = with_own_scopes(node)
        self._nodes = list(walk(node))
        self._indents = {id(m): s.col_offset for s in self._nodes if isinstance(s, ast.stmt) for m in walk(s)}
        self._stores = [n for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._values = {id(t): n.value for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets}
        self._lists: set[str] = set()
        self._tables: set[str] = set()
        self._rows: set[str] = set()
        self._of: dict[str, set[str]] = {}  # the names that may share rows with a name
        count = -1
        while count != (count := len(self._lists) + len(self._tables) + len(self._rows)):
            for target, value in self._given():
                if self._is_table(value):
                    self._tables.add(target)
                elif self._is_row(value):
                    self._rows.add(target)
                elif self._is_list(value):
                    self._lists.add(target)
            self._tables |= {name for name, item in self._appended() if self._is_list(item) or self._is_row(item)}
            for n in self._nodes:
                if isinstance(n, (ast.For, ast.comprehension)) and self._is_table(_iterated(n.iter)):
                    self._rows |= {t.id for t in walk(n.target) if isinstance(t, ast.Name)}

    def _given(self) -> list[tuple[str, ast.expr]]:
        return [(t.id, n.value) for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)]

    def _appended(self) -> list[tuple[str, ast.expr]]:
        return [
            (n.func.value.id, n.args[-1])
            for n in self._nodes
            if isinstance(n, ast.Call)
            and isinstance(n.func, ast.Attribute)
            and n.func.attr in ("append", "insert")
            and isinstance(n.func.value, ast.Name)
            and n.args
        ]

    def _is_list(self, node: Any) -> bool:
        """A new list, or a name of one."""
        if isinstance(node, ast.Name):
            return node.id in self._lists
        if isinstance(node, ast.BinOp):
            return self._is_list(node.left) or self._is_list(node.right)
        return isinstance(node, (ast.List, ast.ListComp)) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted")
        )

    def _is_row(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._rows and not self._is_new(node)
        return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and self._is_table(node.value)

    def _is_new(self, node: ast.Name) -> bool:
        """Whether a name was given a new list right before."""
        place = (node.lineno, node.col_offset)
        before = [s for s in self._stores if s.id == node.id and (s.lineno, s.col_offset) < place]
        last = max(before, key=lambda s: (s.lineno, s.col_offset), default=None)
        value = self._values.get(id(last))
        return value is not None and not isinstance(value, ast.Name) and self._is_list(value) and self._indents[id(last)] <= self._indents[id(node)]

    def _is_table(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._tables
        if isinstance(node, ast.List):
            return any(self._is_list(e) or self._is_row(e) for e in node.elts)
        if isinstance(node, ast.ListComp):
            return self._is_list(node.elt) or self._is_row(node.elt)
        if isinstance(node, ast.BinOp):
            return self._is_table(node.left) or self._is_table(node.right)
        return self._source(node) is not None

    def _source(self, node: Any) -> ast.expr | None:
        """g of g[:], list(g), g.copy()"""
        of: Any = None
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            of = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _COPIES and node.args:
            of = node.args[0]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
            of = node.args[0] if node.args else node.func.value
        return of if of is not None and self._is_table(of) else None

    def _has_old_rows(self, node: Any) -> bool:
        """Whether a list is made of rows of another one."""
        if isinstance(node, ast.List):
            return any(map(self._is_row, node.elts))
        if isinstance(node, ast.ListComp):
            return self._is_row(node.elt)
        if isinstance(node, ast.BinOp):
            return any(self._is_table(e) and (isinstance(e, ast.Name) or self._has_old_rows(e)) for e in (node.left, node.right)) or (
                isinstance(node.op, ast.Mult) and self._is_table(node)
            )
        return self._source(node) is not None

    def _join(self, names: set[str]) -> None:
        together = names.union(*(self._of.get(name, set()) for name in names))
        self._of.update(dict.fromkeys(together, together))

    def _names(self, node: ast.AST) -> set[str]:
        return {n.id for n in walk(node) if isinstance(n, ast.Name) and n.id in self._tables | self._rows}

    def copied(self) -> ast.expr | None:
        copies: list[tuple[str, ast.expr]] = []
        for name, value in self._given():
            if self._is_table(value) or self._is_row(value):
                self._join({name} | self._names(value))
            if self._is_table(value) and self._has_old_rows(value):
                copies.append((name, value))
        for name, item in self._appended():
            if name in self._tables and self._is_row(item):
                self._join({name} | self._names(item))
                copies.append((name, item))
        for n in self._nodes:
            if isinstance(n, (ast.For, ast.comprehension)) and self._names(n.iter):
                self._join(self._names(n.iter) | self._names(n.target))
            if isinstance(n, ast.Return) and n.value is not None and self._has_old_rows(n.value) and isinstance(n.value, ast.BinOp):
                return n.value  # one row twice
            if isinstance(n, ast.Return) and (held := self._held_beside(n.value)) is not None:
                return held
        return next((value for name, value in copies if self._shows(name, value)), None)

    def _held_beside(self, returned: ast.expr | None) -> ast.expr | None:
        """A list that is returned beside one that may hold it."""
        parts = returned.values if isinstance(returned, ast.Dict) else getattr(returned, "elts", [])
        names = {e.id for e in parts if isinstance(e, ast.Name)}
        own = names & self._lists - self._tables
        stored = [(t.value.id, n.value) for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets
                  if isinstance(t, ast.Subscript) and isinstance(t.value, ast.Name)] if own else []  # fmt: skip
        put = [*self._appended(), *stored] if own else []
        return next((item for name, item in put if name in names and isinstance(item, ast.Name) and item.id in own - {name}), None)

    def _shows(self, name: str, value: ast.expr) -> bool:
        together = self._of[name]
        is_twice = isinstance(value, ast.BinOp)
        if together & self._tables == {name} and not is_twice and self._names(value) & self._tables == {name} and any(value is v for _, v in self._given()):
            return False  # the name's old list is gone
        loops = [n for n in self._nodes if isinstance(n, (ast.For, ast.While)) and any(value is m for m in walk(n))]
        inside = {id(m) for loop in loops for m in walk(loop)}
        for n in self._nodes:
            if (changed := self._changed(n)) and changed & together and (id(n) in inside or _place(n) > _place(value)):
                return True
            if isinstance(n, ast.Return) and n.value is not None:
                returned = [m.id for m in getattr(n.value, "elts", [n.value]) if isinstance(m, ast.Name) and m.id in together & (self._tables | self._rows)]
                if len(returned) > 1 or (is_twice and returned):
                    return True
        return False

    def _changed(self, node: Any) -> set[str]:
        """The names of a row that may change here, and of its list."""
        row: Any = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            row = node.value
        elif isinstance(node, ast.AugAssign):
            row = node.target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OF_LISTS:
            row = node.func.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and isinstance(self._function.__globals__.get(node.func.id), FunctionType):
            return {name for a in node.args for name in self._names(a) if self._is_table(a) or self._is_row(a)}
        return self._names(row) if row is not None and self._is_row(row) else set()


def _iterated(node: ast.expr) -> ast.expr:
    """g of enumerate(g) and reversed(g)"""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "reversed") and node.args
    return node.args[0] if is_call else node  # type: ignore[attr-defined]
