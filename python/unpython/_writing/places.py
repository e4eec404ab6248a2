"""Places and texts in the format that _source.py describes."""

from __future__ import annotations

import _ast
from typing import Any


def kind_of(node: Any) -> str:
    return "VariableArguments" if isinstance(node, _ast.arg) else type(node).__name__


def at(node: Any) -> str:
    if node.end_lineno == node.lineno:
        return f"{node.lineno}:{node.col_offset}+{node.end_col_offset - node.col_offset}"
    return f"{node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}"


def at_place_of(node: Any, made: Any) -> Any:
    """A node that stands for another one."""
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(made, field, getattr(node, field))
    return made


def at_head(node: Any) -> str:
    """The place of a `def` without its body; of a lambda as of other expressions."""
    return f"{node.lineno}:{node.col_offset}+{len('def ' + node.name)}" if hasattr(node, "name") else at(node)


def quote(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    if not text.isascii() or "\0" in text:
        text = "".join(f"\\u{ord(c):04x}" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)
    return f'"{text}"'
