"""`print` of a number or a text, and messages that are one of two texts: as two statements.

    print("mean", total / n if n else "none")      if n: print("mean", total / n)
                                                   else: print("mean", "none")
    raise ValueError("low" if x < 0 else "high")   if x < 0: raise ValueError("low") ...
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, is_simple, is_text, walk
from unpython._writing.rewriter import WholeRewriter

_MOST_CHOICES = 3
_ASKED = (ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Attribute, ast.Load, ast.cmpop, ast.boolop, ast.unaryop)


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` with such statements."""
    if not isinstance(node, ast.FunctionDef):
        return node
    writer = _Writer(function)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made) if writer.is_changed else node


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.is_changed = False

    def _is_builtin(self, node: Any, name: str) -> bool:
        return is_name(node, name) and full_name(node, self._function, self._own) == f"builtins.{name}"

    def visit_Expr(self, node: ast.Expr) -> Any:
        is_print = isinstance(node.value, ast.Call) and self._is_builtin(node.value.func, "print")
        return self._split(node, node.value.args, False) if is_print else node  # type: ignore[attr-defined]

    def visit_Raise(self, node: ast.Raise) -> Any:
        return self._split(node, node.exc.args, True) if isinstance(node.exc, ast.Call) and node.cause is None else node

    def _split(self, node: Any, shown: list[ast.expr], of_texts: bool, count: int = 0) -> ast.stmt:
        """`of_texts`: both ways of the choice are texts; else one of them is."""
        for i, part in enumerate(shown):
            choice = next((c for c in _choices(part) if _is_made_text(c.body) + _is_made_text(c.orelse) == 1 + of_texts), None)
            if choice is None:
                continue
            if count == _MOST_CHOICES or not (self._asks_only(choice.test) or (choice is part and all(map(is_simple, shown[:i])))):
                return node  # type: ignore[no-any-return]
            self.is_changed = True
            ways = []
            for way in (choice.body, choice.orelse):
                made = copy_tree(node, {id(choice): way})
                given = made.exc.args if of_texts else made.value.args
                ways.append(self._split(made, given, of_texts, count + 1))
            return ast.copy_location(ast.If(choice.test, ways[:1], ways[1:]), node)
        return node  # type: ignore[no-any-return]

    def _asks_only(self, node: ast.expr) -> bool:
        """Whether a test may come before what stands in front of it: it raises nothing, and changes nothing."""
        calls = [n for n in walk(node) if isinstance(n, ast.Call)]
        of_length = {id(c) for c in calls if self._is_builtin(c.func, "len")}
        return all(isinstance(n, _ASKED) or id(n) in of_length for n in walk(node))


def _choices(node: ast.expr) -> list[ast.IfExp]:
    """A choice, or those in an f-string."""
    if isinstance(node, ast.JoinedStr):
        return [v.value for v in node.values if isinstance(v, ast.FormattedValue) and isinstance(v.value, ast.IfExp)]
    return [node] if isinstance(node, ast.IfExp) else []


def _is_made_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return _is_made_text(node.left)
    return is_text(node) or isinstance(node, ast.JoinedStr)
