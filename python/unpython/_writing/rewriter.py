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
