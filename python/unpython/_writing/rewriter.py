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


class KnownAnswers(WholeRewriter):
    """Tests whose answers are known, and what follows from them. _answer(): what is known of a test, beside of what is a constant."""

    def _answer(self, node: Any) -> bool | None:
        return None

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """Up to one that is left, since nothing comes behind it."""
        made = super().statements(body)
        end = next((i for i, s in enumerate(made) if isinstance(s, (ast.Return, ast.Raise, ast.Break, ast.Continue))), len(made))
        return made[: end + 1]

    def visit_If(self, node: ast.If) -> Any:
        node.test = self._truth(node.test)
        answer = _known(node.test)
        if answer is not None:
            return self.statements(node.body if answer else node.orelse) or ast.copy_location(ast.Pass(), node)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        answer = _known(node.test)
        return self.generic_visit(node) if answer is None else self.visit(node.body if answer else node.orelse)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self._truth(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        node.ifs = [test for test in map(self._truth, node.ifs) if _known(test) is not True]
        return node

    def _truth(self, node: Any) -> Any:
        """A test, of which only its truth counts."""
        if (answer := self._answer(node)) is not None:
            return ast.copy_location(ast.Constant(answer), node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            answer = _known(node.operand)
            return node if answer is None else ast.copy_location(ast.Constant(not answer), node)
        if isinstance(node, ast.BoolOp):
            return self._of_both(node)
        return self.visit(node)

    def _of_both(self, node: ast.BoolOp) -> Any:
        decides = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for part in map(self._truth, node.values):
            answer = _known(part)
            if answer is None or (answer is decides and left):
                left.append(part)
            elif answer is decides:
                return part
            if answer is decides:
                break
        if not left:
            return ast.copy_location(ast.Constant(not decides), node)
        return left[0] if len(left) == 1 else ast.copy_location(ast.BoolOp(node.op, left), node)


def _known(node: Any) -> bool | None:
    return node.value if isinstance(node, ast.Constant) and type(node.value) is bool else None


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
