"""Orders of which the run says whether they go backwards, as a choice of two.

    return sorted(x, key=f, reverse=r)   if r: return sorted(x, key=f, reverse=True)
                                         return sorted(x, key=f)
    x.sort(key=f, reverse=not r)         if not r: x.sort(key=f, reverse=True)
                                         else: x.sort(key=f)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import lists
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, is_text
from unpython._writing.rewriter import WholeRewriter


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with both ways, no names, and no free names."""
    writer = _Writer(function)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.is_changed = False

    def _test(self, node: Any) -> ast.expr | None:
        """What decides it; None where nothing does, or where it is more than a name."""
        if not isinstance(node, ast.Call):
            return None
        is_sorted = len(node.args) == 1 and full_name(node.func, self._function, self._own) == "builtins.sorted"
        is_method = not node.args and isinstance(node.func, ast.Attribute) and node.func.attr == "sort" and isinstance(node.func.value, ast.Name)
        given = {k.arg: k.value for k in node.keywords}
        if not (is_sorted or is_method) or not given.keys() <= {"key", "reverse"}:
            return None
        flag = given.get("reverse")
        if isinstance(flag, ast.Name):
            return ast.copy_location(OwnCall(lists.is_backwards, [copy_tree(flag)]), flag)
        if isinstance(flag, ast.UnaryOp) and isinstance(flag.op, ast.Not) and isinstance(flag.operand, ast.Name):
            return copy_tree(flag)
        is_asked = isinstance(flag, ast.Compare) and len(flag.ops) == 1 and isinstance(flag.left, ast.Name) and is_text(flag.comparators[0])
        return copy_tree(flag) if is_asked and isinstance(flag.ops[0], (ast.Eq, ast.NotEq)) else None  # type: ignore[union-attr]

    def _statement(self, node: Any) -> Any:
        """A statement around the call, if there is one in it."""
        call: Any = node.value
        if isinstance(call, ast.Subscript) and isinstance(call.slice, ast.Slice):  # sorted(x, ...)[:n]
            call = call.value
        test = self._test(call)
        if test is None:
            return self.generic_visit(node)
        self.is_changed = True
        place = [k.arg for k in call.keywords].index("reverse")
        del call.keywords[place]
        node = self.generic_visit(node)
        backwards: Any = copy_tree(node)
        of: Any = backwards.value.value if isinstance(backwards.value, ast.Subscript) else backwards.value
        of.keywords.insert(place, ast.keyword("reverse", ast.Constant(True)))
        if isinstance(call.func, ast.Attribute):  # of an array, which takes no `reverse`
            call.keywords.insert(place, ast.keyword("reverse", ast.Constant(False)))
            ast.fix_missing_locations(call)
        return ast.copy_location(ast.If(test, [ast.fix_missing_locations(backwards)], [node]), node)

    visit_Return = visit_Assign = visit_Expr = _statement

    def visit_Call(self, node: ast.Call) -> Any:
        test = self._test(node) if isinstance(node.func, ast.Name) else None
        self.generic_visit(node)
        if test is None:
            return node
        self.is_changed = True
        node.keywords = [k for k in node.keywords if k.arg != "reverse"]
        backwards = copy_tree(node)
        backwards.keywords.append(ast.keyword("reverse", ast.Constant(True)))
        return ast.fix_missing_locations(ast.copy_location(ast.IfExp(test, backwards, node), node))
