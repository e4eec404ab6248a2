"""`match` of members: `case Color.RED:` as `case 1:`, in tuples too."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.enumerations.kinds import PLAIN, Known, NotWritten, holds_member, is_member, item_of


def written(writer: Any, pattern: Any, kind: Known) -> None:
    """Writes a pattern where it stands; `kind`: of what it is compared with."""
    if isinstance(pattern, ast.MatchValue):
        pattern.value, found = writer.of(pattern.value)
        if found != kind and (holds_member(found) or (holds_member(kind) and not is_member(kind))):
            raise NotWritten
        if holds_member(kind) and found == PLAIN:
            raise NotWritten
    elif isinstance(pattern, ast.MatchAs):
        if pattern.pattern is not None:
            written(writer, pattern.pattern, kind)
        if pattern.name is not None:
            writer.note(pattern.name, kind)
    elif isinstance(pattern, ast.MatchOr):
        for part in pattern.patterns:
            written(writer, part, kind)
    elif isinstance(pattern, ast.MatchSequence):
        is_tuple = kind is not None and kind.what == "tuple" and len(kind.parts) == len(pattern.patterns)
        for i, part in enumerate(pattern.patterns):
            written(writer, part, kind.parts[i] if is_tuple else item_of(kind))  # type: ignore[union-attr]
    elif holds_member(kind) or any(isinstance(n, ast.Attribute) for n in ast.walk(pattern)):
        raise NotWritten
