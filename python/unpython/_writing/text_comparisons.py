"""Comparisons of texts as comparisons of code points."""

from __future__ import annotations

import ast
from typing import Any

from unpython._numpy_functions import code_points
from unpython._writing.calls import OwnCall
from unpython._writing.text_kinds import CHARACTER, CHARACTERS, TEXT, Keyed, NotTexts, TextKinds


def compared(writer: Any, kinds: TextKinds, node: ast.Compare) -> ast.expr:
    operands = [node.left, *node.comparators]
    given = [kinds.of(operand) for operand in operands]
    if all(kind is None or isinstance(operand, ast.Constant) for kind, operand in zip(given, operands, strict=True)):
        return writer.generic_visit(node)
    are_orders = all(isinstance(op, (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops)
    if are_orders and all(kind == CHARACTER for kind in given):
        node.left, *node.comparators = map(writer.character, operands)
        return node
    if len(node.ops) != 1:
        raise NotTexts
    op, left, right = node.ops[0], operands[0], operands[1]
    if are_orders and set(given) <= {CHARACTER, TEXT}:
        return ast.copy_location(_ordered(op, writer.text(left), writer.text(right)), node)
    if not isinstance(op, (ast.In, ast.NotIn)):
        raise NotTexts
    made = ast.copy_location(_among(writer, kinds, left, right), node)
    return made if isinstance(op, ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), made), node)


def _ordered(op: ast.cmpop, left: ast.expr, right: ast.expr) -> ast.expr:
    if isinstance(op, (ast.Eq, ast.NotEq)):
        equal = OwnCall(code_points.are_equal, [left, right])
        return equal if isinstance(op, ast.Eq) else ast.UnaryOp(ast.Not(), equal)
    return ast.Compare(OwnCall(code_points.order, [left, right]), [op], [ast.Constant(0)])


def _among(writer: Any, kinds: TextKinds, left: ast.expr, right: Any) -> ast.expr:
    kind, among = kinds.of(left), kinds.of(right)
    if among == CHARACTERS or isinstance(among, Keyed):
        if kind != CHARACTER:
            raise NotTexts
        return ast.Compare(writer.character(left), [ast.In()], [writer.value(right)])
    if among in (CHARACTER, TEXT) and kind in (CHARACTER, TEXT):
        if kind == CHARACTER and isinstance(right, ast.Constant) and right.value:
            return _among_characters(writer, left, list(right.value))
        return OwnCall(code_points.is_in, [writer.text(left), writer.text(right)])
    if not isinstance(right, (ast.Tuple, ast.List, ast.Set)) or kind is None:
        raise NotTexts
    if not all(isinstance(e, ast.Constant) and type(e.value) is str for e in right.elts):
        raise NotTexts
    texts = [e.value for e in right.elts]
    if kind == CHARACTER:
        return _among_characters(writer, left, [t for t in texts if len(t) == 1])
    if not isinstance(left, ast.Name) or not texts:
        raise NotTexts
    return ast.BoolOp(ast.Or(), [OwnCall(code_points.are_equal, [writer.text(left), writer.text(e)]) for e in right.elts])


def _among_characters(writer: Any, left: ast.expr, characters: list[str]) -> ast.expr:
    if not characters:
        raise NotTexts
    items: list[ast.expr] = [ast.Constant(ord(c)) for c in dict.fromkeys(characters)]
    return ast.Compare(writer.character(left), [ast.In()], [ast.Tuple(items, ast.Load())])
