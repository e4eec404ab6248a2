"""Statements written in other words, one or several for each."""

from __future__ import annotations

import ast
from collections.abc import Container
from typing import Any

from unpython._writing.nodes import copy_tree


class StatementRewriter(ast.NodeTransformer):
    """visit() of a statement gives what stands in its place: a statement, or a list of statements."""

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            found = self.visit(node)
            made += [s if hasattr(s, "lineno") else ast.copy_location(s, node) for s in (found if isinstance(found, list) else [found])]
        return made

    def go_inside(self, node: Any) -> Any:
        """Of a loop or a branch: its statements as others may stand in their places, and its expressions."""
        for field, value in ast.iter_fields(node):
            if field in ("body", "orelse"):
                setattr(node, field, self.statements(value))
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node


def by_statements(writer: Any, node: Any) -> tuple[Any, frozenset[str], list[Any]]:
    """A copy of the `def` whose statements `writer` has written, its new names, and no free names; the `def` itself where there are none."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.names else node), frozenset(writer.names), []


class WholeRewriter(StatementRewriter):
    """Goes through statements and expressions."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field, value in ast.iter_fields(node):
            if field in ("body", "orelse", "finalbody") and isinstance(value, list):
                setattr(node, field, self.statements(value))
            elif isinstance(value, list):
                setattr(node, field, [self.visit(v) if isinstance(v, ast.AST) else v for v in value])
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node


class TestRewriter(StatementRewriter):
    """_truth() writes the tests of `if`, `while`, `x if c else y` and comprehensions, of which only their truth counts."""

    def _truth(self, node: Any) -> Any:
        return self.visit(node)

    def visit_If(self, node: Any) -> Any:
        node.test = self._truth(node.test)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    visit_While = visit_If

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        node.ifs = list(map(self._truth, node.ifs))
        return node


class NoOtherWords(Exception):
    """A name is used in a way that nobody writes in other words."""

    def __init__(self, name: str):
        self.name = name


class NameRewriter(TestRewriter):
    """Writes each use of some names in other words; raises `_wrong` where there is no such way."""

    _named: Container[str]
    _wrong: type[NoOtherWords]

    def _name_of(self, node: Any) -> str | None:
        return node.id if isinstance(node, ast.Name) and node.id in self._named else None

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._named:
            raise self._wrong(node.id)
        return node


class AssignedNames(NameRewriter):
    """`name = value` is written by _made(node, name, value), `name[place] = value` by _stored(node, name, place, value)."""

    _made: Any
    _stored: Any

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) == 1 and (name := self._name_of(target)) is not None:
            return self._made(node, name, node.value)
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and (name := self._name_of(target.value)) is not None:
            return self._stored(node, name, target.slice, node.value)
        return self.generic_visit(node)


class BlockRewriter(StatementRewriter):
    """Goes through statements alone: expressions in them are not visited."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list):
                setattr(node, field, self.statements(getattr(node, field)))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            self.generic_visit(part)
        return node
