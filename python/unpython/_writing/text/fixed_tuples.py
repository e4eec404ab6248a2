"""Names of tuples of texts that are written out, in tests and loops, as these tuples:

    vowels = ("a", "e", "i")
    n += c in vowels                n += c in ("a", "e", "i")
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import copy_tree, is_text, walk
from unpython._writing.rewriter import WholeRewriter


def written(node: Any) -> Any:
    """The `def`, changed in place."""
    stores: dict[str, list[Any]] = {a.arg: [None] for a in walk(node) if isinstance(a, ast.arg)}
    of_stores: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
            stores.setdefault(n.targets[0].id, []).append(n.value)
            of_stores.add(id(n.targets[0]))
    for n in walk(node):
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in of_stores:
            stores.setdefault(n.id, []).append(None)
    fixed = {name: values[0] for name, values in stores.items() if all(_is_of_texts(v) and ast.dump(v) == ast.dump(values[0]) for v in values)}
    places = [n.iter for n in walk(node) if isinstance(n, (ast.For, ast.comprehension))]
    places += [n.comparators[0] for n in walk(node) if isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)) and len(n.ops) == 1]
    asked = {id(n) for n in places if isinstance(n, ast.Name)}
    others = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in asked}
    fixed = {name: value for name, value in fixed.items() if name not in others}
    if not fixed:
        return node
    node.body = _InPlace(fixed).statements(node.body)
    return node


def _is_of_texts(node: Any) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) > 0 and all(map(is_text, node.elts))


class _InPlace(WholeRewriter):
    def __init__(self, fixed: dict[str, ast.expr]):
        self._fixed = fixed

    def visit_Assign(self, node: ast.Assign) -> Any:
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self._fixed:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        return ast.copy_location(copy_tree(self._fixed[node.id]), node) if node.id in self._fixed else node
