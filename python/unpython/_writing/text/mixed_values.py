"""What lists and dicts hold that is a text here, and a number or None there: a text that says which of them it is, as one of the words of
the call. It is stored, given on, returned, and asked what it is: `x == "name"`, `x is None`, `isinstance(x, str)`.

    config[k] = int(v) if v.isdigit() else v       config[k] = number_of(words, "i12") or number_of(words, "sname")
    return config                                  12 and "name" again, when the call ends
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import mixed_texts, words
from unpython._writing.nodes import is_none, walk
from unpython._writing.text.kinds import MIXED, Dict, Kind, List, NotTexts, Set, has_mixed, is_text, parts
from unpython._writing.text.new_lists import list_of

#: The first characters of texts for values of a class.
_TAGS = {"str": "s", "int": "ib", "float": "f", "bool": "b"}


def made(writer: Any, node: Any) -> ast.expr:
    """The number of the text for an expression."""
    if is_none(node):
        return writer.word(ast.copy_location(ast.Constant("nNone"), node))  # type: ignore[no-any-return]
    kind = writer._of(node)
    if kind == MIXED:
        if isinstance(node, ast.Name):
            return node
        return writer.element(node)  # type: ignore[no-any-return]
    if is_text(kind):
        text = ast.BinOp(list_of([ast.Constant(ord("s"))]), ast.Add(), writer.text(node))
    elif isinstance(node, ast.Name) and node.id not in writer._flows.names and node.id not in writer.numbers:
        raise NotTexts  # it may be a text in some calls
    elif kind is None:
        text = writer._own(node, mixed_texts.of_number, writer.visit(node), again=True)
    else:
        raise NotTexts
    return writer._own(node, words.number_of, writer._words(), text)  # type: ignore[no-any-return]


def shown(writer: Any, node: Any, is_repr: bool) -> ast.expr:
    """str() or repr() of one"""
    text = writer._own(node, words.text_of, writer._words(), made(writer, node))
    if is_repr:
        return writer._own(node, mixed_texts.represented_again, text, again=True)  # type: ignore[no-any-return]
    return ast.Subscript(text, ast.Slice(ast.Constant(1), None, None), ast.Load())


def compared(writer: Any, node: ast.Compare, given: list[Kind]) -> ast.expr:
    """x == "text", which no number is; x is None"""
    sides = [node.left, *node.comparators]
    if len(sides) == 2 and given[0] == MIXED and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and is_none(sides[1]):
        op = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
        return ast.copy_location(ast.Compare(made(writer, sides[0]), [op], [made(writer, sides[1])]), node)
    if len(sides) > 2 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)) or not any(map(is_text, given)) or MIXED not in given:
        raise NotTexts
    left, right = (writer.as_kind(side, MIXED) for side in sides)
    return ast.copy_location(ast.Compare(left, node.ops, [right]), node)


def is_of_class(writer: Any, node: ast.expr, classes: list[str]) -> ast.expr:
    """isinstance(x, (int, float))"""
    tags = sorted({tag for name in classes for tag in _TAGS.get(name, "")})
    if not tags:
        raise NotTexts
    first = writer._own(node, words.character_at, writer._words(), made(writer, node), ast.Constant(0))
    return ast.Compare(first, [ast.In()], [ast.Tuple([ast.Constant(ord(tag)) for tag in tags], ast.Load())])


def is_text_among(node: ast.Compare, given: list[Kind]) -> bool:
    """"text" in x, where x holds texts and numbers, or has texts as keys"""
    is_among = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_text(given[0])
    among = given[-1]
    return is_among and ((isinstance(among, Dict) and not has_mixed(among.key)) or (isinstance(among, List) and among.item == MIXED))


def refuse_targets(writer: Any, target: ast.expr) -> None:
    """A loop gives a name a number as it is."""
    if any(isinstance(n, ast.Name) and writer._of(n) == MIXED for n in walk(target)):
        raise NotTexts


def refuse_keys(kind: Kind) -> None:
    """Equal keys of several types are one key, and their texts are several."""
    if (isinstance(kind, Set) and has_mixed(kind.item)) or (isinstance(kind, Dict) and has_mixed(kind.key)):
        raise NotTexts
    for part in parts(kind):
        refuse_keys(part)


def is_empty(writer: Any, node: Any) -> bool:
    """dict(), list(), defaultdict(list): of which nothing is in the list yet"""
    is_call = isinstance(node, ast.Call) and not node.keywords
    return is_call and (not node.args or writer._flows.library(node.func) == "collections.defaultdict")


def read(text: str) -> Any:
    """What a text stands for."""
    kind, rest = text[0], text[1:]
    if kind == "s":
        return rest
    return int(rest) if kind == "i" else float(rest) if kind == "f" else rest == "True" if kind == "b" else None
