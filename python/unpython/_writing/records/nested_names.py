"""Names for dicts of dicts that a function returns as it makes them, for nested_tables.py:

    d[k] = dict(n=0)                                        d[k] = {"n": 0}
    return n, {k: {"n": len(v)} for k, v in d.items()}      made = {k: {"n": len(v)} for k, v in d.items()}; return n, made
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import copy_tree, load, store
from unpython._writing.rewriter import BlockRewriter


def rewritten(node: Any, library: Callable[[ast.expr], str]) -> Any:
    """The `def` with them; `library`: see nested_tables.py."""
    writer = _Writer(library)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made) if writer.count else node


class _Writer(BlockRewriter):
    """`count`: of what was written."""

    def __init__(self, library: Callable[[ast.expr], str]):
        self._library = library
        self.count = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Assign(self, node: ast.Assign) -> Any:
        if any(isinstance(target, ast.Subscript) for target in node.targets):
            node.value = self._literal(node.value)
        made: Any = node.value
        if isinstance(made, ast.Call) and self._library(made.func) == "collections.defaultdict" and made.args and isinstance(made.args[0], ast.Lambda):
            made.args[0].body = self._literal(made.args[0].body)
        return self._held(node)

    def _held(self, node: Any) -> Any:
        """The dicts in a dict."""
        if isinstance(node.value, ast.DictComp):
            node.value.value = self._literal(node.value.value)
        elif isinstance(node.value, ast.Dict):
            node.value.values = list(map(self._literal, node.value.values))
        return node

    def _literal(self, node: Any) -> Any:
        """dict(n=0) as {"n": 0}"""
        is_call = isinstance(node, ast.Call) and not node.args and bool(node.keywords) and all(k.arg is not None for k in node.keywords)
        if not is_call or self._library(node.func) != "builtins.dict":
            return node
        self.count += 1
        return ast.copy_location(ast.Dict([ast.Constant(k.arg) for k in node.keywords], [k.value for k in node.keywords]), node)

    def visit_Return(self, node: ast.Return) -> Any:
        self._held(node)
        parts: list[Any] = node.value.elts if type(node.value) is ast.Tuple else [node.value]
        place = next((i for i, part in enumerate(parts) if _is_nested(part)), None)
        if place is None or not all(isinstance(part, (ast.Name, ast.Constant)) for part in parts[:place]):
            return node
        name = f"_made_{self.count}_"
        self.count += 1
        made = ast.copy_location(store(name, parts[place]), node)
        named = ast.copy_location(load(name), parts[place])
        if type(node.value) is ast.Tuple:
            node.value.elts[place] = named
        else:
            node.value = named
        return [made, node]


def _is_nested(node: Any) -> bool:
    """A dict of dicts whose keys the text does not say."""
    if isinstance(node, ast.DictComp):
        return isinstance(node.value, (ast.DictComp, ast.Dict))
    is_asked = isinstance(node, ast.Dict) and any(not isinstance(key, ast.Constant) for key in node.keys)
    return is_asked and None not in node.keys and all(isinstance(value, ast.Dict) and value.keys for value in node.values)
