"""Whether a statement is the last one that sees the value of a name: on each way behind it the name gets another one first, or none asks."""

from __future__ import annotations

import ast
import itertools

from unpython._writing.flow import always_assigned, leaves_loop, read_first
from unpython._writing.nodes import walk

_BLOCKS = ("body", "orelse")


class LastUses:
    """Of the statements of one `def`."""

    def __init__(self, node: ast.FunctionDef):
        self._node = node
        self._parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}

    def statement_of(self, node: ast.AST) -> ast.stmt:
        while not isinstance(node, ast.stmt):
            node = self._parents[node]
        return node

    def parent(self, node: ast.AST) -> ast.AST:
        return self._parents[node]

    def _block_of(self, statement: ast.stmt) -> list[ast.stmt] | None:
        above = self._parents[statement]
        return next((b for field in _BLOCKS if isinstance(b := getattr(above, field, None), list) and statement in b), None)

    def begins_before(self, statement: ast.stmt, name: str) -> bool:
        """Whether the name gets a value in front of the statement, in the same block."""
        block = self._block_of(statement) or []
        return statement in block and name in always_assigned(block[: block.index(statement)])

    def is_last(self, statement: ast.stmt, name: str) -> bool:
        """Functions inside are not looked into. In `try` and its kin the answer is no."""
        while statement is not self._node:
            above, block = self._parents[statement], self._block_of(statement)
            if block is None or not isinstance(above, (ast.FunctionDef, ast.If, ast.For, ast.While)):
                return False
            behind = block[block.index(statement) + 1 :]
            if name in read_first(behind, set()):
                return False
            staying = list(itertools.takewhile(lambda s: not leaves_loop([s]), behind))
            if name in always_assigned(staying):
                return True
            if isinstance(above, (ast.For, ast.While)) and not self._is_again_first(above, name):
                return False
            statement = above  # type: ignore[assignment]
        return True

    def _is_again_first(self, loop: ast.For | ast.While, name: str) -> bool:
        """Whether the head of a loop, another turn and its `else` begin without the name."""
        head = loop.iter if isinstance(loop, ast.For) else loop.test
        if any(isinstance(n, ast.Name) and n.id == name for n in walk(head)):
            return False
        return name not in read_first(loop.body, set()) | read_first(loop.orelse, set())
