"""Dicts that are written out and asked at once: {"k": 1e3, "m": 1e6}[unit], {"+": a + b, "-": a - b}.get(sign, 0.0)

All values are computed before the key, as Python does, and are what a tuple holds.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import words
from unpython._writing.text.kinds import CONTAINERS, Dict, Kind, NotTexts, has_text, held, is_text, joint


def asked_display(node: Any) -> ast.Dict | None:
    """The dict that a subscript or a call of get() asks."""
    if isinstance(node, ast.Call):
        node = node.func
        if not isinstance(node, ast.Attribute) or node.attr != "get":
            return None
    elif not isinstance(node, ast.Subscript):
        return None
    return node.value if isinstance(node.value, ast.Dict) and node.value.keys and None not in node.value.keys else None


def asked(writer: Any, node: Any, display: ast.Dict) -> ast.expr:
    """The value, by the writer of values.py."""
    kind = writer._of(display)
    given = [node.slice] if isinstance(node, ast.Subscript) else node.args
    if not isinstance(kind, Dict) or len(given) != (1 if isinstance(node, ast.Subscript) else 2) or getattr(node, "keywords", []):
        raise NotTexts
    key_kind = joint(kind.key, held(writer._of(given[0])))
    value_kind = kind.value if len(given) == 1 else joint(kind.value, held(writer._of(given[1])))
    if not (key_kind is None or is_text(key_kind)) or _holds_more(value_kind):
        raise NotTexts
    keys = ast.Tuple([writer.as_kind(key, key_kind) for key in display.keys], ast.Load())
    values = ast.Tuple([writer.as_kind(value, value_kind) for value in display.values], ast.Load())
    key = writer.as_kind(given[0], key_kind)
    if len(given) == 1:
        made = writer._own(node, words.picked, keys, values, key, again=True)  # a KeyError names the key
    else:
        made = writer._own(node, words.picked_or, keys, values, key, writer.as_kind(given[1], value_kind))
    return made  # type: ignore[no-any-return]


def _holds_more(kind: Kind) -> bool:
    """Whether a tuple of the library does not hold such values."""
    return isinstance(kind, CONTAINERS) or (has_text(kind) and not is_text(kind))
