"""Calls of a function to itself that return at once: `if n < 2: return n` at its beginning is asked where it is called, and nothing
is kept for the call."""

from __future__ import annotations

import ast

from unpython._writing.functions.own_calls import OwnCallStatement
from unpython._writing.nodes import copy_tree, walk

_MOST_NODES = 40
_PURE = (
    ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Subscript, ast.Name, ast.Constant, ast.boolop, ast.unaryop, ast.operator,
    ast.cmpop, ast.expr_context,
)  # fmt: skip


class FirstReturn:
    """`if test: return value` as the first statement."""

    def __init__(self, test: ast.expr, value: ast.expr):
        self._test = test
        self._value = value

    def at(self, call: OwnCallStatement, fixed: set[str]) -> tuple[list[ast.stmt], ast.expr, ast.expr]:
        """What comes first, then test and value in this call, whose arguments are names from here on."""
        names = {name for name in call.arguments if name not in fixed}
        made: list[ast.stmt] = [ast.Assign([ast.Name(given_name(name), ast.Store())], call.arguments[name]) for name in call.arguments if name in names]
        call.arguments = {name: ast.Name(given_name(name), ast.Load()) if name in names else value for name, value in call.arguments.items()}
        call.values = list(call.arguments.values())
        test, value = (_Given(names).visit(copy_tree(node)) for node in (self._test, self._value))
        return [ast.fix_missing_locations(ast.copy_location(s, call)) for s in made], test, value


def first_return(body: list[ast.stmt]) -> FirstReturn | None:
    node = body[0]
    if not isinstance(node, ast.If) or len(node.body) != 1 or not isinstance(node.body[0], ast.Return) or node.body[0].value is None:
        return None
    value = node.body[0].value
    nodes = [*walk(node.test), *walk(value)]
    if len(nodes) > _MOST_NODES or not all(isinstance(n, _PURE) for n in nodes):
        return None
    return FirstReturn(node.test, value)


def given_name(parameter: str) -> str:
    return f"_given_{parameter}_"


class _Given(ast.NodeTransformer):
    def __init__(self, names: set[str]):
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(given_name(node.id), node.ctx) if node.id in self._names else node
