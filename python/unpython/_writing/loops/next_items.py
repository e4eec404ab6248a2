"""The first item that a generator expression gives, and lists that are unpacked with a star, for plainer.py:

    k = next(i for i in x if i > n)         found = False
                                            for at in x:
                                                if at > n: k = at; found = True; break
                                            if not found: refused, as a StopIteration is Python's
    return next((i for i in x), 0)          for at in x: return at
                                            return 0
    day, *rest = line.split()               items = line.split()
                                            if len(items) < 1: raise ValueError(...)
                                            day = items[0]; rest = items[1:]
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import refusal, with_own_targets
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_LISTS = frozenset("split rsplit splitlines".split())


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it."""
    writer = _Writer(value_of)
    node.body = writer.statements(node.body)
    return bool(writer.names), writer.names


class _Writer(BlockRewriter):
    def __init__(self, value_of: Callable[[Any], Any]):
        self._value_of = value_of
        self.names: set[str] = set()

    def visit(self, node: ast.AST) -> Any:
        made: list[ast.stmt] | None = None
        if isinstance(node, (ast.Assign, ast.Return)) and isinstance(node.value, ast.Call):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], (ast.Tuple, ast.List)):
                made = self._unpacked(node.targets[0], node.value)
            made = made or self._first(node, node.value)
        if made is None:
            return self.generic_visit(node)
        for statement in made:
            for part in walk(statement):
                if not hasattr(part, "lineno"):
                    ast.copy_location(part, node)
        return made

    def _named(self, at: ast.AST, end: str) -> str:
        name = f"_next_{at.lineno}_{at.col_offset}_{end}_"  # type: ignore[attr-defined]
        self.names.add(name)
        return name

    def _unpacked(self, target: Any, value: ast.Call) -> list[ast.stmt] | None:
        """Of a list of texts, whose items are read by their places."""
        parts = parts_of(target)
        is_list = isinstance(value.func, ast.Attribute) and value.func.attr in _LISTS and self._value_of(value.func) is None
        if parts is None or not is_list:
            return None
        if self._value_of(load("len")) is not len or self._value_of(load("ValueError")) is not ValueError:
            return None
        held = self._named(value, "items")
        return [store(held, value), *by_places(*parts, held)]

    def _first(self, node: ast.Assign | ast.Return, call: ast.Call) -> list[ast.stmt] | None:
        given: Any = call.args[0] if call.args else None
        is_next = isinstance(call.func, ast.Name) and self._value_of(call.func) is next and 1 <= len(call.args) <= 2 and not call.keywords
        if not is_next or not isinstance(given, ast.GeneratorExp) or any(clause.is_async for clause in given.generators):
            return None
        if any(isinstance(n, (ast.Lambda, ast.NamedExpr, ast.comprehension)) for n in walk(given.elt)):
            return None
        if len(call.args) == 2 and not is_simple(call.args[1]):
            return None
        if isinstance(node, ast.Assign) and (len(node.targets) > 1 or not isinstance(node.targets[0], ast.Name)):
            return None
        clauses = copy_tree(given.generators)
        elt = with_own_targets(copy_tree(given.elt), clauses, lambda old, number: self._named(call, f"{old}_{number}"))
        found = self._named(call, "found")
        others: list[ast.stmt] = [self._gives(node, call.args[1])] if len(call.args) == 2 else [refusal("the end of what next() goes through")]
        is_return = isinstance(node, ast.Return)
        body: list[ast.stmt] = [self._gives(node, elt), *([] if is_return else [store(found, ast.Constant(True)), ast.Break()])]
        for number, clause in enumerate(reversed(clauses)):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
            if not is_return and number < len(clauses) - 1:
                body.append(ast.If(load(found), [ast.Break()], []))
        if is_return:
            return [*body, *others]
        return [store(found, ast.Constant(False)), *body, ast.If(ast.UnaryOp(ast.Not(), load(found)), others, [])]

    @staticmethod
    def _gives(node: ast.Assign | ast.Return, value: ast.expr) -> ast.stmt:
        return ast.Return(value) if isinstance(node, ast.Return) else ast.Assign(copy_tree(node.targets), value)


def parts_of(target: Any) -> tuple[list[str], int] | None:
    """The names of a target with one star, and the place of that; None for other targets."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return None
    stars = [i for i, part in enumerate(target.elts) if isinstance(part, ast.Starred)]
    names = [part.value if isinstance(part, ast.Starred) else part for part in target.elts]
    known = [n.id for n in names if isinstance(n, ast.Name)]
    return (known, stars[0]) if len(stars) == 1 and len(set(known)) == len(names) else None


def by_places(names: list[str], star: int, held: str) -> list[ast.stmt]:
    """What gives the names the items of the list `held`, which may be one of them: that gets its items last."""
    behind, count = len(names) - star - 1, ast.Call(load("len"), [load(held)], [])
    told = ast.JoinedStr([
        ast.Constant(f"not enough values to unpack (expected at least {len(names) - 1}, got "), ast.FormattedValue(count, -1), ast.Constant(")"),
    ])  # fmt: skip
    wrong = ast.Raise(ast.Call(load("ValueError"), [told], []), None)
    made: list[ast.stmt] = []
    if len(names) > 1:
        made.append(ast.If(ast.Compare(copy_tree(count), [ast.Lt()], [ast.Constant(len(names) - 1)]), [wrong], []))
    for i, name in enumerate(names):
        place: Any = ast.Constant(i) if i < star else ast.UnaryOp(ast.USub(), ast.Constant(len(names) - i))
        if i == star:
            place = ast.Slice(ast.Constant(star), ast.UnaryOp(ast.USub(), ast.Constant(behind)) if behind else None, None)
        made.append(store(name, ast.Subscript(load(held), place, ast.Load())))
    return sorted(made, key=lambda s: isinstance(s, ast.Assign) and is_name(s.targets[0], held))
