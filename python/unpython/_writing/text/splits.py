"""text.split(), rsplit() and splitlines() as lists of the numbers of texts."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import splits, words
from unpython._writing.nodes import is_none
from unpython._writing.text.kinds import NotTexts, is_text

#: Each gives a new list.
FUNCTIONS = (words.split, words.split_at, words.split_at_most, words.split_lines, words.split_words, splits.split_words_behind, splits.split_behind)


def written(writer: Any, node: ast.Call) -> ast.expr:
    assert isinstance(node.func, ast.Attribute)
    method, given = node.func.attr, [writer._words(), writer.text(node.func.value)]
    if method == "splitlines":
        return writer._own(node, words.split_lines, *given, _keeps_ends(node))
    separator, most = _arguments(node)
    if separator is None or is_none(separator):
        if most is None:
            return writer._own(node, words.split, *given, again=True)
        function = words.split_words if method == "split" else splits.split_words_behind
        return writer._own(node, function, *given, writer.visit(most), again=True)
    if not is_text(writer._of(separator)):
        raise NotTexts
    given.append(writer.text(separator))
    if method == "rsplit":
        return writer._own(node, splits.split_behind, *given, ast.Constant(-1) if most is None else writer.visit(most))
    if most is None:
        return writer._own(node, words.split_at, *given)
    return writer._own(node, words.split_at_most, *given, writer.visit(most))


def _arguments(node: ast.Call) -> tuple[ast.expr | None, ast.expr | None]:
    """The separator, and how often a text is split at most."""
    named: dict[Any, ast.expr] = {k.arg: k.value for k in node.keywords}
    if len(node.args) > 2 or any(isinstance(a, ast.Starred) for a in node.args) or {*named} - set(("sep", "maxsplit")[len(node.args) :]):
        raise NotTexts
    if next(iter(named), "") == "maxsplit" and "sep" in named:  # what is written first is computed first
        raise NotTexts
    parts = [*node.args, *(named.get(name) for name in ("sep", "maxsplit")[len(node.args) :])]
    return parts[0], parts[1]


def _keeps_ends(node: ast.Call) -> ast.expr:
    """Whether splitlines() keeps the ends of lines."""
    given = [*node.args, *(k.value for k in node.keywords if k.arg == "keepends")]
    if len(given) != len(node.args) + len(node.keywords) or len(given) > 1:
        raise NotTexts
    if given and not (isinstance(given[0], ast.Constant) and type(given[0].value) is bool):
        raise NotTexts
    return given[0] if given else ast.Constant(False)
