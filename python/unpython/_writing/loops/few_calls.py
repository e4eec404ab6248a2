"""What a function gives when it calls itself for a few items that are written out, for plainer.py:

    max(depth(p, q) for p, q in ((lo, m), (m, hi)))         max(depth(lo, m), depth(m, hi))
    sum(f(y + i, x + j) for i in (0, h) for j in (0, h))    0 + f(y + 0, x + 0) + f(y + 0, x + h) + ...
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import WithValues, copy_tree, is_simple, walk

_MOST = 8


def rewritten(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def`, no names, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, set(), []
    writer = _Writer(function, {name for n in walk(node) if isinstance(n, (ast.Nonlocal, ast.Global)) for name in n.names})
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made), set(), writer.used) if writer.is_changed else (node, set(), [])


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, changed: set[str]):
        self._function = function
        self._changed = changed  # names that a call may change
        self._own = local_names(function)
        self._around: list[str] = []  # the functions that the text stands in
        self.used: list[_bindings.Binding] = []
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self._around.append(node.name)
        self.generic_visit(node)
        self._around.pop()
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        given: Any = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if not isinstance(given, (ast.GeneratorExp, ast.ListComp)) or not self._calls_itself(given.elt):
            return node
        binding = _bindings.of_node(self._function, node.func, self._own) if isinstance(node.func, ast.Name) else None
        if binding is None or binding.value not in (max, min, sum):
            return node
        if any(isinstance(n, (ast.Lambda, ast.comprehension, ast.NamedExpr)) for n in walk(given.elt)):
            return node
        turns = self._turns(given.generators)
        if turns is None or (len(turns) < 2 and binding.value is not sum):
            return node
        self.used.append(binding)
        self.is_changed = True
        terms = [WithValues(turn).visit(copy_tree(given.elt)) for turn in turns]
        if binding.value is not sum:
            node.args = terms
            return node
        whole: ast.expr = ast.Constant(0)
        for term in terms:
            whole = ast.BinOp(whole, ast.Add(), term)
        return ast.copy_location(whole, node)

    def _calls_itself(self, node: ast.expr) -> bool:
        return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in self._around for n in walk(node))

    def _stays(self, node: ast.expr) -> bool:
        """Whether an item is the same after calls, and raises nothing."""
        nodes = list(walk(node))
        divides = any(isinstance(n, ast.BinOp) and not isinstance(n.op, (ast.Add, ast.Sub, ast.Mult)) for n in nodes)
        return is_simple(node) and not divides and not any(isinstance(n, ast.Name) and n.id in self._changed for n in nodes)

    def _turns(self, clauses: list[ast.comprehension]) -> list[dict[str, ast.expr]] | None:
        """What the names of the clauses stand for in each turn; None where that is not written out."""
        turns: list[dict[str, ast.expr]] = [{}]
        for clause in clauses:
            if clause.ifs or clause.is_async or not isinstance(clause.iter, (ast.Tuple, ast.List)):
                return None
            names: list[Any] = clause.target.elts if isinstance(clause.target, ast.Tuple) else [clause.target]
            rows: list[list[ast.expr]] = []
            for item in clause.iter.elts:
                row = item.elts if isinstance(clause.target, ast.Tuple) and isinstance(item, (ast.Tuple, ast.List)) else [item]
                if len(row) != len(names) or not all(map(self._stays, row)):
                    return None
                rows.append(row)
            if not all(isinstance(n, ast.Name) for n in names) or any(n.id in turn for n in names for turn in turns) or len(turns) * len(rows) > _MOST:
                return None
            if any(isinstance(part, ast.Name) and part.id in turns[0] for row in rows for part in row):
                return None
            turns = [{**turn, **dict(zip((n.id for n in names), row, strict=True))} for turn in turns for row in rows]
        return turns
