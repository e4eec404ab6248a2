"""Names that are texts before a `try`, or in its handlers, and numbers where it succeeds: what stands behind goes into each way.

    value = value.strip()                   value = value.strip()
    try:                                    try:
        value = int(value)                      number = int(value)
    except ValueError:                      except ValueError:
        value = value.upper()                   value = value.upper()
    found[key] = value                          found[key] = value
                                            else:
                                                found[key] = number

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.flow import always_assigned, read_first
from unpython._writing.nodes import copy_tree, is_name, is_text, walk
from unpython._writing.rewriter import BlockRewriter

_MOST_NODES = 150  # of what stands in several ways
_MOST_WAYS = 4
_LEAVE = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_NUMBERS = frozenset(("builtins.int", "builtins.float"))
_TEXT_METHODS = frozenset(name for name in dir(str) if not name.startswith("_")) - {"count", "index", "find", "split", "encode"}


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such ways, the names of the numbers, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Ways(function, made)
    made.body = writer.block(made.body)
    return (ast.fix_missing_locations(made) if writer.names else node), frozenset(writer.names), []


class _Ways(BlockRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        self._all = list(walk(node))
        self.names: list[str] = []

    def block(self, body: list[ast.stmt], loop: ast.For | None = None) -> list[ast.stmt]:
        """`loop`: the one whose body it is."""
        for i, statement in enumerate(body):
            if isinstance(statement, ast.Try) and (name := self._made_number(statement)) and self._is_known(name, body, i, loop):
                return [*map(self.visit, body[:i]), *self._in_ways(statement, name, body[i + 1 :])]
        return [self.visit(s) for s in body]

    def visit(self, node: Any) -> Any:
        if isinstance(node, (ast.For, ast.While, ast.If, ast.Try, ast.With)):
            loop = node if isinstance(node, ast.For) else None
            node.body, orelse = self.block(node.body, loop), getattr(node, "orelse", None)
            if orelse:
                node.orelse = self.block(orelse)  # type: ignore[union-attr]
            for handler in getattr(node, "handlers", ()):
                handler.body = self.block(handler.body)
        return node

    def _made_number(self, node: ast.Try) -> str:
        """The name that is a number where nothing is caught, and a text elsewhere."""
        last = node.body[-1]
        is_one = isinstance(last, ast.Assign) and len(last.targets) == 1 and isinstance(last.targets[0], ast.Name) and not node.finalbody
        if not is_one or not self._is_number(last.value):  # type: ignore[attr-defined]
            return ""
        name: str = last.targets[0].id  # type: ignore[attr-defined]
        if sum(is_name(n, name) and isinstance(n.ctx, ast.Store) for s in node.body for n in walk(s)) > 1:
            return ""
        return name if self._is_text_elsewhere(node, name, last.value) else ""  # type: ignore[attr-defined]

    def _is_number(self, node: Any) -> bool:
        return isinstance(node, ast.Call) and full_name(node.func, self._function, self._own) in _NUMBERS

    def _is_text_elsewhere(self, node: ast.Try, name: str, number: Any) -> bool:
        given = number.args[0] if number.args else None
        if is_name(given, name):
            return True
        assigned = [n.value for h in node.handlers for n in walk(h) if isinstance(n, ast.Assign) and any(is_name(t, name) for t in n.targets)]
        return any(is_text(v) or _is_of_text(v) or (isinstance(given, ast.Name) and is_name(v, given.id)) for v in assigned)

    def _is_known(self, name: str, body: list[ast.stmt], place: int, loop: ast.For | None) -> bool:
        """Whether the name is read nowhere else, or has another value there first."""
        inside = {id(n) for s in body for n in walk(s)}
        if any(is_name(n, name) and isinstance(n.ctx, ast.Load) and id(n) not in inside for n in self._all):
            return False
        rest = body[place + 1 :]
        if sum(1 for s in rest for _ in walk(s)) > _MOST_NODES:
            return False
        if loop is None:
            return not any(isinstance(n, (ast.For, ast.While)) and any(s is body[place] for s in walk(n)) for n in self._all)
        before, node = body[:place], body[place]
        if any(is_name(n, name) for n in walk(loop.target)):
            return True
        if any(is_name(n, name) for s in before for n in walk(s)):
            return name in always_assigned(before) and name not in read_first(before, set())
        is_new = all(name not in read_first(h.body, set()) for h in node.handlers)  # type: ignore[attr-defined]
        return is_new and name in always_assigned([node])

    def _in_ways(self, node: ast.Try, name: str, rest: list[ast.stmt]) -> list[ast.stmt]:
        number = f"_{name}_{len(self.names)}_of_text_"
        self.names.append(number)
        last: Any = node.body[-1]
        last.targets = [ast.copy_location(ast.Name(number, ast.Store()), last.targets[0])]
        node.orelse = [_renamed(s, name, number) for s in [*node.orelse, *copy_tree(rest)]]
        for handler in node.handlers:
            if not isinstance(handler.body[-1], _LEAVE):
                handler.body = self._of_handler([*handler.body, *copy_tree(rest)], name)
        return [node]

    def _of_handler(self, body: list[ast.stmt], name: str) -> list[ast.stmt]:
        """The statements of a handler with what stands behind the `try`, in the ways of a `try` in it too."""
        for i, statement in enumerate(body):
            if isinstance(statement, ast.Try) and len(self.names) < _MOST_WAYS and self._made_number(statement) == name:
                return [*body[:i], *self._in_ways(statement, name, body[i + 1 :])]
        return body


def _is_of_text(node: Any) -> bool:
    """v.upper(), f"{v}" """
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TEXT_METHODS
    return is_method or isinstance(node, ast.JoinedStr)


def _renamed(statement: ast.stmt, name: str, other: str) -> ast.stmt:
    made = copy_tree(statement)
    for n in walk(made):
        if is_name(n, name):
            n.id = other
    return made

