"""Names of comprehensions and lambdas that are like no other name of the function: what they stand for is then known by name."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import walk

_SCOPES = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def renamed(node: Any) -> Any:
    """The node, changed in place."""
    writer = _Renamer()
    node.body = [writer.visit(statement) for statement in node.body]
    return node


class _Renamer(ast.NodeTransformer):
    def __init__(self) -> None:
        self._count = 0
        self._names: dict[str, str] = {}

    def _other(self, name: str) -> str:
        self._count += 1
        return f"_{name}_{self._count}_of_text_"

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self._names.get(node.id, node.id)
        return node

    def _comprehension(self, node: Any) -> Any:
        outer = self._names
        for number, clause in enumerate(node.generators):
            clause.iter = self.visit(clause.iter)
            if number == 0:  # what it goes through is outside of it
                own = {n.id for g in node.generators for n in walk(g.target) if isinstance(n, ast.Name)}
                self._names = {**outer, **{name: self._other(name) for name in sorted(own)}}
            clause.target = self.visit(clause.target)
            clause.ifs = [self.visit(test) for test in clause.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        self._names = outer
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        outer = self._names
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self._names = {**outer, **{a.arg: self._other(a.arg) for a in arguments}}
        for argument in arguments:
            argument.arg = self._names[argument.arg]
        node.body = self.visit(node.body)
        self._names = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node
