"""Comparisons of texts as comparisons of code points, or of the numbers of texts."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import code_points, words
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import is_none
from unpython._writing.text import mixed_values
from unpython._writing.text.kinds import (
    CHARACTER,
    CONTAINERS,
    LITERAL,
    WORD,
    Dict,
    List,
    Long,
    Match,
    NotTexts,
    Set,
    has_mixed,
    has_text,
    is_text,
    joint,
)
from unpython._writing.text.order import has_order

_ORDERS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def compared(writer: Any, node: ast.Compare) -> ast.expr:
    operands = [node.left, *node.comparators]
    given = [writer._flows.of(operand) for operand in operands]
    if all(not has_text(kind) or isinstance(operand, ast.Constant) for kind, operand in zip(given, operands, strict=True)):
        return writer.generic_visit(node)
    if any(map(has_mixed, given)) and not mixed_values.is_text_among(node, given):
        return mixed_values.compared(writer, node, given)
    are_orders = all(isinstance(op, _ORDERS) for op in node.ops)
    if are_orders and all(kind == CHARACTER for kind in given):
        node.left, *node.comparators = map(writer.character, operands)
        return node
    if len(node.ops) != 1:
        raise NotTexts
    op, left, right = node.ops[0], operands[0], operands[1]
    if isinstance(op, (ast.Is, ast.IsNot)):
        return _is_none(writer, node, given[0])
    if are_orders and any(isinstance(kind, Long) for kind in given):
        return ast.copy_location(_ordered_tuples(writer, op, left, right, given), node)
    if are_orders and is_text(given[0]) and is_text(given[1]):
        return ast.copy_location(_ordered(writer, op, left, right, given), node)
    if are_orders and all(isinstance(kind, Set) for kind in given) and given[0] == given[1]:
        node.left, node.comparators = writer.as_kind(left, given[0]), [writer.as_kind(right, given[1])]
        return node
    if isinstance(op, (ast.Eq, ast.NotEq)) and all(isinstance(kind, List) for kind in given):
        return ast.copy_location(_equal_lists(writer, op, left, right, given), node)
    if not isinstance(op, (ast.In, ast.NotIn)):
        raise NotTexts
    made = ast.copy_location(_among(writer, left, right), node)
    return made if isinstance(op, ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), made), node)


def _is_none(writer: Any, node: ast.Compare, kind: Any) -> ast.expr:
    """`w is None`, of a name: flag_nothing.py knows it."""
    right = node.comparators[0]
    if isinstance(kind, Match) and is_none(right):
        length = OwnCall(code_points.length, [writer.match(node.left)])
        op: ast.cmpop = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
        return ast.copy_location(ast.Compare(length, [op], [ast.Constant(0)]), node)
    if not isinstance(node.left, ast.Name) or isinstance(kind, Match) or not is_none(right):
        raise NotTexts
    return node


def _ordered(writer: Any, op: ast.cmpop, left: Any, right: Any, given: list[Any]) -> ast.expr:
    is_equality = isinstance(op, (ast.Eq, ast.NotEq))
    kinds = {writer._of(operand) if not isinstance(operand, ast.Constant) else LITERAL for operand in (left, right)}
    if kinds <= {WORD, LITERAL} and WORD in kinds:
        one, other = writer.word(left), writer.word(right)
        if is_equality:
            return ast.Compare(one, [op], [other])
        return ast.Compare(OwnCall(words.order, [writer._words(), one, other]), [op], [ast.Constant(0)])
    if is_equality:
        equal = OwnCall(code_points.are_equal, [writer.text(left), writer.text(right)])
        return equal if isinstance(op, ast.Eq) else ast.UnaryOp(ast.Not(), equal)
    return ast.Compare(OwnCall(code_points.order, [writer.text(left), writer.text(right)]), [op], [ast.Constant(0)])


def _ordered_tuples(writer: Any, op: ast.cmpop, left: Any, right: Any, given: list[Any]) -> ast.expr:
    kind = joint(*given)
    one, other = writer.as_kind(left, kind), writer.as_kind(right, kind)
    if isinstance(op, (ast.Eq, ast.NotEq)):
        return ast.Compare(one, [op], [other])
    if not has_order(kind):
        raise NotTexts
    return ast.Compare(OwnCall(words.order, [writer._words(), one, other]), [op], [ast.Constant(0)])


def _equal_lists(writer: Any, op: ast.cmpop, left: Any, right: Any, given: list[Any]) -> ast.expr:
    if given[0].item not in (CHARACTER, WORD) or given[0].item != given[1].item:
        raise NotTexts
    equal = OwnCall(code_points.are_equal, [writer._listed(left), writer._listed(right)])
    return equal if isinstance(op, ast.Eq) else ast.UnaryOp(ast.Not(), equal)


def _among(writer: Any, left: Any, right: Any) -> ast.expr:
    kind, among = writer._of(left), writer._of(right)
    if isinstance(among, CONTAINERS) and has_text(among) and not isinstance(right, (ast.List, ast.Set)):
        if isinstance(among, Dict) and not isinstance(right, ast.Name) or not (is_text(kind) or isinstance(kind, (tuple, Long))):
            raise NotTexts
        return ast.Compare(writer.as_kind(left, writer._item(among)), [ast.In()], [writer.as_kind(right, among)])
    if isinstance(among, Long) and among.item is None and not has_text(kind):
        return ast.Compare(writer.visit(left), [ast.In()], [writer.iterable(right)])
    if is_text(among) and is_text(kind):
        if kind == CHARACTER and isinstance(right, ast.Constant) and isinstance(right.value, str) and right.value:
            return _among_characters(writer, left, list(right.value))
        return OwnCall(code_points.is_in, [writer.text(left), writer.text(right)])
    if isinstance(among, Dict) and not has_text(among.key):
        return ast.Compare(writer.visit(left), [ast.In()], [writer.as_kind(right, among)])
    if not isinstance(right, (ast.Tuple, ast.List, ast.Set)) or not is_text(kind):
        raise NotTexts
    if not all(isinstance(e, ast.Constant) and type(e.value) is str for e in right.elts):
        raise NotTexts
    texts = [e.value for e in right.elts]  # type: ignore[attr-defined]
    if kind == CHARACTER:
        return _among_characters(writer, left, [t for t in texts if len(t) == 1])
    if not texts:
        raise NotTexts
    if kind == WORD or not isinstance(left, ast.Name):  # what has no name is computed once
        return ast.Compare(writer.word(left), [ast.In()], [ast.Tuple([writer.word(e) for e in right.elts], ast.Load())])
    return ast.BoolOp(ast.Or(), [OwnCall(code_points.are_equal, [writer.text(left), writer.text(e)]) for e in right.elts])


def _among_characters(writer: Any, left: ast.expr, characters: list[str]) -> ast.expr:
    if not characters:
        raise NotTexts
    items: list[ast.expr] = [ast.Constant(ord(c)) for c in dict.fromkeys(characters)]
    return ast.Compare(writer.character(left), [ast.In()], [ast.Tuple(items, ast.Load())])
