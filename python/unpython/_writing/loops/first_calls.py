"""A Counter of which only a method is asked, with a name of its own, and generators that are taken apart at once, for plainer.py.

    for k, n in Counter(x).items():         c = Counter(x)
        ...                                 for k, n in c.items(): ...
    a, b = (x.count(w) for w in ("A", "B")) a, b = [x.count(w) for w in ("A", "B")]

The Counter is made in front of the statement, so it must be the first thing that the statement computes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import listed
from unpython._writing.nodes import walk
from unpython._writing.rewriter import BlockRewriter

_SIMPLE = (ast.Name, ast.Constant)
_NUMBERS = (int, float, len, str, ord)
_LATER = (ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.AsyncFor)


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it. `value_of`: what a
    name stands for outside of the function."""
    writer = _FirstCalls(value_of, {id(n) for t in walk(node) if isinstance(t, ast.Try) for s in t.body for n in walk(s)})
    node.body = writer.statements(node.body)
    return writer.is_changed, writer.names


class _FirstCalls(BlockRewriter):
    def __init__(self, value_of: Callable[[Any], Any], tried: set[int]):
        self._value_of = value_of
        self._tried = tried  # where it counts which item raises
        self.is_changed = False
        self.names: set[str] = set()

    def visit(self, node: ast.AST) -> Any:
        before: list[ast.stmt] = []
        if not isinstance(node, _LATER):
            while (holder := self._first(node)) is not None:
                made = holder.value
                name = f"_counter_{made.lineno}_{made.col_offset}_{len(before)}_"
                self.names.add(name)
                before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], made), made))
                holder.value = ast.copy_location(ast.Name(name, ast.Load()), made)
        if isinstance(node, ast.Assign) and id(node) not in self._tried:
            self._take_apart(node)
        self.is_changed |= bool(before)
        made_node = self.generic_visit(node)
        return [*before, made_node] if before else made_node

    def _first(self, node: Any) -> Any:
        """The attribute of a Counter that is made there, where that is the first thing that is computed."""
        if isinstance(node, ast.Attribute) and self._is_counter(node.value):
            found = self._first(node.value)
            return node if found is None else found
        for part in in_order(node):
            if not isinstance(part, _SIMPLE):
                return self._first(part)
        return None

    def _is_counter(self, node: Any) -> bool:
        is_made = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)
        return is_made and isinstance(node.func, (ast.Name, ast.Attribute)) and self._value_of(node.func) is Counter

    def _take_apart(self, node: ast.Assign) -> None:
        """A list in place of the generator: none of its items raises, and none is left when all targets have one."""
        target, given = node.targets[0], node.value
        if not isinstance(given, ast.GeneratorExp) or len(node.targets) > 1 or not isinstance(target, (ast.Tuple, ast.List)):
            return
        clause = given.generators[0]
        is_written = isinstance(clause.iter, (ast.Tuple, ast.List)) and len(clause.iter.elts) <= len(target.elts)
        if len(given.generators) == 1 and (is_written or all(map(self._raises_nothing_new, [given.elt, *clause.ifs]))):
            node.value = listed(given)
            self.is_changed = True

    def _raises_nothing_new(self, node: ast.expr) -> bool:
        """int(w): where it raises, the call is made again in Python."""
        if isinstance(node, ast.Call):
            return len(node.args) == 1 and not node.keywords and isinstance(node.args[0], _SIMPLE) and self._value_of(node.func) in _NUMBERS
        return isinstance(node, _SIMPLE)


def in_order(node: Any) -> list[Any]:
    """What a statement or an expression computes in any case, in order."""
    if isinstance(node, (ast.For, ast.comprehension)):
        return [node.iter]
    if isinstance(node, (ast.If, ast.IfExp, ast.Assert)):
        return [node.test]
    if isinstance(node, (ast.Return, ast.Expr, ast.Assign, ast.Attribute, ast.Starred, ast.FormattedValue)):
        return [node.value] if node.value is not None else []
    if isinstance(node, ast.AugAssign):
        return [node.value] if isinstance(node.target, ast.Name) else []
    if isinstance(node, ast.Call):
        return [node.func, *node.args, *(k.value for k in node.keywords)]
    if isinstance(node, ast.Subscript):
        return [node.value, node.slice]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    if isinstance(node, ast.Compare):
        return [node.left, node.comparators[0]]
    if isinstance(node, ast.BoolOp):
        return [node.values[0]]
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return list(node.elts)
    if isinstance(node, ast.JoinedStr):
        return list(node.values)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return [node.generators[0]]
    return []
