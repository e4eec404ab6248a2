"""Loops that ask an iterator for one item after the other until there is none, for plainer.py:

    it = iter(lines)                                    for line in lines:      (it = line.split() of `iter(line.split())`, and `in it`)
    while (line := next(it, None)) is not None:             if line is None: break
        ...                                                 ...

Nothing else asks the iterator, what it goes through has one value, and the name of the items is read in the loop alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_name, is_none, load, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and no names."""
    loops = {id(n): found for n in walk(node) if isinstance(n, ast.While) and (found := _asked(n, node, value_of)) is not None}
    if loops:
        node.body = _Writer(loops).statements(node.body)
    return bool(loops), set()


def _asked(loop: ast.While, function: Any, value_of: Callable[[Any], Any]) -> tuple[ast.Assign, ast.expr, str] | None:
    """The statement that makes the iterator, what the loop goes through, and the name of its items."""
    test: Any = loop.test
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.IsNot) or not is_none(test.comparators[0]):
        return None
    named, asked = test.left, getattr(test.left, "value", None)
    if not isinstance(named, ast.NamedExpr) or not isinstance(asked, ast.Call) or len(asked.args) != 2 or not is_none(asked.args[1]):
        return None
    if asked.keywords or value_of(asked.func) is not next or not isinstance(asked.args[0], ast.Name) or loop.orelse:
        return None
    iterator, item = asked.args[0].id, named.target.id
    nodes = list(walk(function))
    if any(isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not function for n in nodes):
        return None
    made = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and is_name(n.targets[0], iterator)]
    given: Any = made[0].value if len(made) == 1 else None
    is_made = isinstance(given, ast.Call) and len(given.args) == 1 and not given.keywords and value_of(given.func) is iter
    if not is_made or sum(is_name(n, iterator) for n in nodes) != 2:
        return None
    source = given.args[0].id if isinstance(given.args[0], ast.Name) else iterator
    inside = {id(n) for n in walk(loop)}
    if any(is_name(n, item) and id(n) not in inside for n in nodes) or any(isinstance(n, ast.arg) and n.arg == item for n in nodes):
        return None
    stores = [n for n in nodes if is_name(n, source) and not isinstance(n.ctx, ast.Load)]
    if any((n.lineno, n.col_offset) > (made[0].lineno, made[0].col_offset) for n in stores) or not _are_side_by_side(function, made[0], loop):
        return None
    over = given.args[0] if isinstance(given.args[0], ast.Name) else load(iterator)
    return made[0], ast.copy_location(over, loop), item


def _are_side_by_side(function: Any, made: ast.stmt, loop: ast.stmt) -> bool:
    """Whether both stand in one block: the loop is there for each iterator that is made."""
    blocks = [getattr(n, field) for n in walk(function) for field in ("body", "orelse") if isinstance(getattr(n, field, None), list)]
    return any(any(s is made for s in block) and any(s is loop for s in block) for block in blocks)


class _Writer(BlockRewriter):
    def __init__(self, loops: dict[int, tuple[ast.Assign, ast.expr, str]]):
        self._loops = loops
        self._made = {id(made): made for made, _, _ in loops.values()}

    def visit_Assign(self, node: ast.Assign) -> Any:
        if id(node) not in self._made:
            return node
        given: Any = node.value
        if isinstance(given.args[0], ast.Name):
            return []
        node.value = given.args[0]
        return node

    def visit_While(self, node: ast.While) -> Any:
        found = self._loops.get(id(node))
        if found is None:
            return self.generic_visit(node)
        _, over, item = found
        ends = ast.If(ast.Compare(load(item), [ast.Is()], [ast.Constant(None)]), [ast.Break()], [])
        body = [ast.fix_missing_locations(ast.copy_location(ends, node)), *self.statements(node.body)]
        loop = ast.For(ast.copy_location(ast.Name(item, ast.Store()), node), over, body, [])
        return ast.copy_location(loop, node)
