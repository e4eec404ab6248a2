"""The statements of a function that stand where it is called: each `return` gives its value to a name instead.

    if x < 0:            if x < 0:
        return None          r = None
    return x ** 2        else:
                             r = x ** 2

What comes behind a `return` moves into the ways that do not take it. A loop is left by `break`. Of a `try` it is known on which ways it
returns; where that depends on the way through a part of it, a name says so:

    try:                     returned = False
        if not s:            try:
            return 0             if not s: r = 0; returned = True
        x = int(s)               else: x = int(s)
    except ValueError:       except ValueError:
        x = -1                   x = -1
    return x                 if not returned: r = x
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import walk


def ended(body: list[ast.stmt], result: ast.Name | None, at: ast.expr, numbers: Iterator[int]) -> list[ast.stmt]:
    """With the result of each `return` given to a name in its place."""
    return [ast.fix_missing_locations(s) for s in _Returns(result, at, numbers).ended(body)]


class _Returns:
    def __init__(self, result: ast.Name | None, at: ast.expr, numbers: Iterator[int]):
        self._result = result
        self._at = at
        self._numbers = numbers
        self._said: list[str | None] = []  # of the `try` around: the name that says whether it returned, None where none has to

    def ended(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Statements behind which a function ends: None is what they give where they do not return. In a `try`, what comes behind is
        another's."""
        made: list[ast.stmt] = []
        for number, statement in enumerate(body):
            rest = body[number + 1 :]
            if isinstance(statement, ast.Return):
                return [*made, *self._give(statement.value)]
            if not _returns(statement):
                made.append(statement)
            elif isinstance(statement, (ast.For, ast.While)):
                return [*made, *self._behind_loop(statement, rest)]
            elif isinstance(statement, ast.If):
                return [*made, self._behind_branch(statement, rest)]
            elif isinstance(statement, ast.Try):
                return [*made, *self._behind_try(statement, rest)]
            else:
                raise NotWritten
        return [*made, *(self._give(None) if self._result is not None and not self._said else [])]

    def _give(self, value: ast.expr | None) -> list[ast.stmt]:
        said = [self._store(name, True) for name in self._said if name is not None]
        if self._result is None:
            return [*([] if value is None else [ast.copy_location(ast.Expr(value), self._at)]), *said]
        if isinstance(value, ast.Name) and value.id == self._result.id:
            return said
        given = ast.Assign([ast.Name(self._result.id, ast.Store())], value or ast.Constant(None))
        return [ast.copy_location(given, self._at), *said]

    def _store(self, name: str, value: bool) -> ast.stmt:
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], ast.Constant(value)), self._at)

    def _name(self, of: str) -> str:
        return f"_{of}_{next(self._numbers)}_of_call_"

    def _unless(self, name: str, body: list[ast.stmt]) -> list[ast.stmt]:
        test = ast.UnaryOp(ast.Not(), ast.Name(name, ast.Load()))
        return [ast.copy_location(ast.If(test, body, []), self._at)] if body else []

    def _behind_branch(self, node: ast.If, rest: list[ast.stmt]) -> ast.stmt:
        ways = [node.body, node.orelse]
        ends = list(map(_leaves, ways))
        if rest and not any(ends):
            raise NotWritten
        node.body, node.orelse = (self.ended(way if leaves else [*way, *rest]) for way, leaves in zip(ways, ends, strict=True))
        node.body = node.body or self._nothing()
        return node

    def _nothing(self) -> list[ast.stmt]:
        return [ast.copy_location(ast.Pass(), self._at)]

    # Loops.

    def _behind_loop(self, node: Any, rest: list[ast.stmt]) -> list[ast.stmt]:
        left = self._name("left")
        behind = self.ended(rest)
        return [self._store(left, False), self._left_by(node, left), *self._unless(left, behind)]

    def _left_by(self, loop: Any, left: str) -> ast.stmt:
        """A loop in which each `return` gives its value, says that the loop is left by it, and leaves the loop."""
        if any(map(_returns, loop.orelse)):
            raise NotWritten
        loop.body = self._in_loop(loop.body, left)
        return loop

    def _in_loop(self, body: list[ast.stmt], left: str) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            if isinstance(node, ast.Return):
                return [*made, *self._give(node.value), self._store(left, True), ast.copy_location(ast.Break(), self._at)]
            if not _returns(node):
                made.append(node)
            elif isinstance(node, (ast.If, ast.Try)):
                for way in (node, *getattr(node, "handlers", ())):
                    for field in {"body", "orelse", "finalbody"}.intersection(way._fields):
                        setattr(way, field, self._in_loop(getattr(way, field), left))
                made.append(node)
            elif isinstance(node, (ast.For, ast.While)):
                leave = ast.copy_location(ast.Break(), self._at)
                made += [self._left_by(node, left), ast.copy_location(ast.If(ast.Name(left, ast.Load()), [leave], []), self._at)]
            else:
                raise NotWritten
        return made

    # Attempts.

    def _behind_try(self, node: ast.Try, rest: list[ast.stmt]) -> list[ast.stmt]:
        if any(map(_returns, node.finalbody)):
            raise NotWritten
        goes_on = [handler for handler in node.handlers if not _leaves(handler.body)]
        may_pass = not _leaves(node.body) and not _leaves(node.orelse)
        if not may_pass and not goes_on:
            return [self._tried(node, None)]
        is_plain = not any(map(_returns, node.body)) and not node.finalbody
        if is_plain and not goes_on and not any(map(_returns, node.orelse)):
            node.orelse = [*node.orelse, *rest]  # what it raises is not caught here
            return [self._tried(node, None, is_last=True)]
        if not may_pass and len(goes_on) == 1 and not node.finalbody and not any(map(_returns, goes_on[0].body)):
            goes_on[0].body = [*goes_on[0].body, *rest]
            return [self._tried(node, None, is_last=True)]
        said = self._name("returned")
        return [self._store(said, False), self._tried(node, said), *self._unless(said, self.ended(rest))]

    def _tried(self, node: ast.Try, said: str | None, is_last: bool = False) -> ast.stmt:
        """`is_last`: what does not return ends the function, whose rest is in there."""
        if not is_last:
            self._said.append(said)
        returns_first = said is not None and any(map(_returns, node.body))
        node.body = self.ended(node.body) if any(map(_returns, node.body)) else node.body
        node.body = node.body or self._nothing()
        node.orelse = self.ended(node.orelse) if node.orelse else []
        if returns_first and said is not None:
            node.orelse = self._unless(said, node.orelse)
        for handler in node.handlers:
            handler.body = self.ended(handler.body) or self._nothing()
        if not is_last:
            self._said.pop()
        return node


def _returns(node: ast.stmt) -> bool:
    return any(isinstance(n, ast.Return) for n in walk(node))


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether each way through the statements ends in `return` or `raise`."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    if isinstance(last, ast.Try):
        return (_leaves(last.body) or _leaves(last.orelse)) and all(_leaves(handler.body) for handler in last.handlers)
    return isinstance(last, (ast.Return, ast.Raise))
