"""s.translate(...) by a table of str.maketrans(), whose texts are kept under names of their own, or by a dict of numbers."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import patterns
from unpython._writing.text.kinds import NotTexts, has_text


def translated(writer: Any, node: ast.Call, owner: ast.expr, table: Any) -> ast.expr:
    """By str.maketrans() or by a dict of numbers."""
    if isinstance(table, ast.Name) and table.id in writer._flows.translations:
        return writer._own(node, patterns.translated, writer.text(owner), *_parts_of_table(table.id))
    if not isinstance(table, ast.Call):
        if not isinstance(table, ast.Name) or has_text(writer._of(table)):
            raise NotTexts
        code = writer._name()
        read = ast.Name(code, ast.Load())
        other = ast.Call(ast.Attribute(table, "get", ast.Load()), [read, read], [])
        made = ast.ListComp(other, [ast.comprehension(ast.Name(code, ast.Store()), writer.text(owner), [], 0)])
        return ast.fix_missing_locations(ast.copy_location(made, node))
    return writer._own(node, patterns.translated, writer.text(owner), *_table(writer, table))


def _table(writer: Any, made: Any) -> list[ast.expr]:
    """The texts of str.maketrans(...)"""
    is_made = isinstance(made.func, ast.Attribute) and made.func.attr == "maketrans" and writer._flows.builtin(made.func.value) == "str"
    if not is_made or len(made.args) not in (2, 3) or made.keywords or not all(map(writer._flows.is_text, made.args)):
        raise NotTexts
    return [writer.text(part) for part in [*made.args, ast.Constant("")][:3]]


def named_table(writer: Any, name: str, node: ast.Assign) -> list[ast.stmt]:
    """name = str.maketrans(...), of which only `translate` asks."""
    names = _parts_of_table(name)
    writer.made += [part.id for part in names]
    given = [ast.Subscript(part, ast.Slice(None, None, None), ast.Load()) for part in _table(writer, node.value)]
    made: list[ast.stmt] = [ast.Assign([ast.Name(part.id, ast.Store())], value) for part, value in zip(names, given, strict=True)]
    made.append(ast.Expr(writer._own(node.value, patterns.check_table, *names[:2])))
    return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]


def _parts_of_table(name: str) -> list[ast.Name]:
    return [ast.Name(f"_{name}_{part}_of_text_", ast.Load()) for part in ("from", "to", "without")]
