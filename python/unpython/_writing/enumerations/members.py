"""A function whose members of enumerations are numbers, for plainer.py and first_words.py:

    state = Color.RED                       state = 1
    if state is Color.RED:                  if state == 1:
        state = Color.GREEN                     state = 2
    log.append(state.name)                  log.append("RED" if state == 1 else "GREEN")
    seen[Color(n)] += 1                     seen[n] += 1, where n is checked
    for c in Color: ...                     for c in [1, 2]: ...

All members of the function are numbers, or none is: a function that returns one, or gives one to another function, stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.enumerations import classes, patterns
from unpython._writing.enumerations.expressions import Expressions
from unpython._writing.enumerations.kinds import NotWritten, holds_member, item_of, joined
from unpython._writing.enumerations.places import OwnNames
from unpython._writing.nodes import copy_tree, unless_array, walk

_MOST_ROUNDS = 12
_REFUSED = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.AsyncFor, ast.AsyncWith,
)  # fmt: skip


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with numbers, no names, and the free names that it relies on."""
    used: dict[str, _bindings.Binding] = {}
    own = local_names(function) | {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}

    def value_of(place: Any) -> Any:
        name, path = _bindings.dotted(place)
        if not isinstance(name, ast.Name) or name.id in own:
            return None
        binding = _bindings.resolve(function, name.id, path)
        used[".".join([name.id, *path])] = binding
        return unless_array(binding.value)

    made = written(node, value_of)
    return (node, frozenset(), []) if made is None else (made, frozenset(), [*used.values()])


def written(node: Any, value_of: Callable[[Any], Any]) -> Any:
    """The `def` with numbers; None where it stays as it is. `value_of`: what a name stands for outside of the function."""
    if not isinstance(node, ast.FunctionDef) or not _names_members(node, value_of):
        return None
    if any(isinstance(n, _REFUSED) for s in node.body for n in walk(s)):
        return None
    writer = Expressions(value_of, OwnNames(node))
    for _ in range(_MOST_ROUNDS):
        made = copy_tree(node)
        writer.is_new = writer.is_wrong = False
        writer.count = 0
        try:
            made.body = _Statements(writer).all_of(made.body)
        except NotWritten:
            return None
        if not writer.is_new:
            return None if writer.is_wrong or not writer.count else ast.fix_missing_locations(made)
    return None


def _names_members(node: Any, value_of: Callable[[Any], Any]) -> bool:
    for n in walk(node):
        if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load):
            found = value_of(n)
            if (isinstance(found, type) and classes.is_known(found)) or classes.is_known(type(found)):
                return True
        elif isinstance(n, ast.Attribute) and isinstance(n.value, ast.Attribute) and classes.is_known(type(value_of(n))):
            return True
    return False


class _Statements:
    def __init__(self, writer: Expressions):
        self._writer = writer

    def all_of(self, body: list[ast.stmt]) -> list[ast.stmt]:
        for statement in body:
            self._statement(statement)
        return body

    def _statement(self, node: Any) -> None:
        writer = self._writer
        if isinstance(node, ast.Assign):
            node.value, kind = writer.of(node.value)
            node.targets = [writer.stored(target, kind) for target in node.targets]
        elif isinstance(node, ast.AugAssign):
            self._changed(node)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                node.value, kind = writer.of(node.value)
                node.target = writer.stored(node.target, kind)
                if holds_member(kind):
                    raise NotWritten
        elif isinstance(node, ast.For):
            node.iter, kind = writer.of(node.iter)
            node.target = writer.stored(node.target, item_of(kind))
            self._inside(node)
        elif isinstance(node, (ast.If, ast.While)):
            node.test = writer.truth(node.test)
            self._inside(node)
        elif isinstance(node, ast.Match):
            node.subject, kind = writer.of(node.subject)
            for case in node.cases:
                patterns.written(writer, case.pattern, kind)
                case.guard = None if case.guard is None else writer.truth(case.guard)
                self.all_of(case.body)
        elif isinstance(node, ast.Try):
            self._inside(node)
        elif isinstance(node, ast.Expr):
            node.value, _ = writer.of(node.value)
        elif isinstance(node, ast.Assert):
            node.test = writer.truth(node.test)
            node.msg = None if node.msg is None else writer.plain(node.msg)
        elif isinstance(node, ast.Delete):
            node.targets = [self._deleted(target) for target in node.targets]
        else:
            self._plain_statement(node)

    def _plain_statement(self, node: Any) -> None:
        """What takes no members: return, raise, with."""
        for item in getattr(node, "items", ()):
            item.context_expr = self._writer.plain(item.context_expr)
        for field in ("value", "exc", "cause"):
            if isinstance(part := getattr(node, field, None), ast.expr):
                setattr(node, field, self._writer.plain(part))
        self._inside(node)

    def _inside(self, node: Any) -> None:
        for field in ("body", "orelse", "finalbody"):
            self.all_of(getattr(node, field, None) or [])
        for handler in getattr(node, "handlers", ()):
            self.all_of(handler.body)

    def _changed(self, node: ast.AugAssign) -> None:
        """counts[c] += 1, n += level, found += [c]"""
        writer = self._writer
        read = copy_tree(node.target)
        for n in walk(read):
            if hasattr(n, "ctx") and n is read:
                n.ctx = ast.Load()
        _, kind = writer.of(read)
        node.value, other = writer.of(node.value)
        if kind is not None and kind.what == "list":
            writer.grow(node.target, joined(kind, other))
        elif holds_member(kind) or (holds_member(other) and not writer.is_integer(other)):
            raise NotWritten
        if isinstance(node.target, ast.Name):
            if kind is None or kind.what != "list":
                writer.note(node.target.id, kind)
            return
        if isinstance(node.target, ast.Attribute):
            node.target.value = writer.plain(node.target.value)
        if isinstance(node.target, ast.Subscript):
            node.target.value, _ = writer.of(node.target.value)
            node.target.slice, key = writer.of(node.target.slice)
            owner = writer.kind_of_place(node.target.value)
            if owner is not None and owner.what == "dict":
                writer.grow(node.target.value, owner._replace(parts=(joined(owner.parts[0], key), owner.parts[1])))

    def _deleted(self, target: Any) -> Any:
        if isinstance(target, ast.Subscript):
            target.ctx = ast.Load()
            made, _ = self._writer.of(target)
            made.ctx = ast.Del()
            return made
        return target
