"""`print` of a number or a text, and messages that are one of two texts: as two statements. One of two numbers in a format for floats: as a
float, which such a format makes of any number.

    print("mean", total / n if n else "none")      if n: print("mean", total / n)
                                                   else: print("mean", "none")
    raise ValueError("low" if x < 0 else "high")   if x < 0: raise ValueError("low") ...
    f"{a.std() if n else 0:.2f}"                   f"{float(a.std()) if n else float(0):.2f}"
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, is_simple, is_text, load, walk, ways
from unpython._writing.rewriter import WholeRewriter

_MOST_CHOICES = 3
_ASKED = (ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Attribute, ast.Load, ast.cmpop, ast.boolop, ast.unaryop)


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` with such statements."""
    if not isinstance(node, ast.FunctionDef):
        return node
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made) if writer.is_changed else node


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        self._own = local_names(function)
        stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        chosen = {n.targets[0].id for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.value, ast.IfExp) and isinstance(n.targets[0], ast.Name)}
        self._chosen = {name for name in chosen if stored.count(name) == 1}
        self.is_changed = False

    def _is_builtin(self, node: Any, name: str) -> bool:
        return is_name(node, name) and full_name(node, self._function, self._own) == f"builtins.{name}"

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        self.generic_visit(node)
        last = node.format_spec.values[-1] if isinstance(node.format_spec, ast.JoinedStr) and node.format_spec.values else None
        is_for_floats = is_text(last) and str(last.value).endswith(tuple("eEfFgG%")) and node.conversion == -1
        if is_for_floats and self._is_builtin(load("float"), "float"):
            node.value = self._as_float(node.value)
        return node

    def _as_float(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.IfExp) and not any(map(_is_made_text, ways(node))):
            self.is_changed = True
            node.body, node.orelse = (self._as_float(way) if isinstance(way, ast.IfExp) else _float(way) for way in (node.body, node.orelse))
        elif isinstance(node, ast.Name) and node.id in self._chosen:
            self.is_changed = True
            return _float(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        self.generic_visit(node)
        is_print = isinstance(node.value, ast.Call) and self._is_builtin(node.value.func, "print")
        return self._split(node, node.value.args, False) if is_print else node  # type: ignore[attr-defined]

    def visit_Raise(self, node: ast.Raise) -> Any:
        self.generic_visit(node)
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


def _float(node: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(load("float"), [node], []), node)


def _is_made_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mod)):
        return _is_made_text(node.left)
    return is_text(node) or isinstance(node, ast.JoinedStr)
