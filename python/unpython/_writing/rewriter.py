"""Statements written in other words, one or several for each."""

from __future__ import annotations

import ast


class StatementRewriter(ast.NodeTransformer):
    """visit() of a statement gives what stands in its place: a statement, or a list of statements."""

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            found = self.visit(node)
            made += found if isinstance(found, list) else [found]
        return made


class BlockRewriter(StatementRewriter):
    """Goes through statements alone: expressions in them are not visited."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, field, None), list):
                setattr(node, field, self.statements(getattr(node, field)))
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            self.generic_visit(part)
        return node
