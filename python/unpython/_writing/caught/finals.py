"""`finally` of a `try` that statements.py writes as branches: what stands there comes before each way out.

    try:                                     failed = ...
        return int(w)                        if failed == 0: result = int(w); print("end"); return result
    except ValueError:                       if failed == 1: print("end"); return 0
        return 0
    finally:
        print("end")

An exception that nobody catches ends the call, which Python makes again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.text.kinds import NotTexts

_LEAVE = (ast.Return, ast.Break, ast.Continue)


def written(body: list[ast.stmt], final: list[ast.stmt], name: Callable[[str], str]) -> list[ast.stmt]:
    """The statements, with those of the `finally` before each way out. `name`: gives a new name."""
    if not final:
        return body
    nodes = [n for s in final for n in walk(s)]
    if any(isinstance(n, (*_LEAVE, ast.Try, ast.Raise)) for n in nodes):
        raise NotTexts  # which would take the place of what leaves
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    writer = _Writer(final, stored, name)
    made = writer.block(body, False)
    return [*made, *copy_tree(final)] if not made or not isinstance(made[-1], _LEAVE) else made


def shows(node: ast.Try) -> bool:
    """Whether somebody may miss what a `finally` does where Ctrl-C ends the call: all but what it prints is seen by the function alone."""
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) for s in node.finalbody for n in walk(s))


class _Writer:
    def __init__(self, final: list[ast.stmt], stored: set[str], name: Callable[[str], str]):
        self._final = final
        self._stored = stored
        self._name = name

    def block(self, body: list[ast.stmt], in_loop: bool) -> list[ast.stmt]:
        return [made for statement in body for made in self._statement(statement, in_loop)]

    def _statement(self, node: Any, in_loop: bool) -> list[ast.stmt]:
        """`in_loop`: in a loop of the `try`, which `break` ends."""
        if isinstance(node, ast.Return):
            return self._returned(node)
        if isinstance(node, (ast.Break, ast.Continue)):
            return [node] if in_loop else [*copy_tree(self._final), node]
        for field in ("body", "orelse"):
            if isinstance(getattr(node, field, None), list):
                is_of_loop = isinstance(node, (ast.For, ast.While)) and field == "body"
                setattr(node, field, self.block(getattr(node, field), in_loop or is_of_loop))
        for handler in getattr(node, "handlers", ()):
            handler.body = self.block(handler.body, in_loop)
        return [node]

    def _returned(self, node: ast.Return) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        value = None if node.value is None else self._kept(node.value, before)
        made = [*before, *copy_tree(self._final), ast.Return(value)]
        return [ast.copy_location(s, node) for s in made]

    def _kept(self, value: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """What is returned, which has a name where the `finally` could change what it gives. An item of a tuple that a name stands for
        is what the `finally` leaves of it."""
        if isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id not in self._stored):
            return value
        if isinstance(value, ast.Tuple) and not any(isinstance(n, (ast.NamedExpr, ast.Starred)) for n in walk(value)):
            return ast.copy_location(ast.Tuple([self._kept(item, before) for item in value.elts], ast.Load()), value)
        result = self._name("result")
        before.append(store(result, value))
        return ast.copy_location(load(result), value)
