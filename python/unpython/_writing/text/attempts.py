"""`try` around one statement that makes a number of a text: asked before whether the text is one.

try:                                     if is_float(w):
    total += float(w)                        total += float(w)
except ValueError:                       else:
    bad += 1                                 bad += 1
"""

from __future__ import annotations

import ast
import builtins
from types import FunctionType

from unpython import _bindings


def asked_before(node: ast.Try, function: FunctionType, own: frozenset[str]) -> tuple[str, ast.expr] | None:
    """ "int" or "float", and the text that is made a number; None where anything else may raise, or may be caught."""
    if node.finalbody or len(node.handlers) != 1 or len(node.body) != 1 or not _catches(node.handlers[0], function, own):
        return None
    statement = node.body[0]
    calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
    made = [n for n in calls if isinstance(n.func, ast.Name) and n.func.id in ("int", "float") and n.func.id not in own]
    stripped = [n for n in calls if _is_stripped(n)]
    appends = [
        n
        for n in calls
        if isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "add") and isinstance(n.func.value, ast.Name)
    ]
    if len(made) != 1 or len(made) + len(appends) + len(stripped) != len(calls) or made[0].keywords or len(made[0].args) != 1:
        return None
    is_added = len(appends) == 1 and isinstance(statement, ast.Expr) and statement.value is appends[0] and appends[0].args == made
    is_given = not appends and isinstance(statement, (ast.Assign, ast.AugAssign, ast.Return)) and statement.value is made[0]
    places = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    is_simple = isinstance(statement, (ast.Expr, ast.Return)) or all(isinstance(t, ast.Name) for t in places)
    binding = _bindings.resolve(function, made[0].func.id, [])  # type: ignore[attr-defined]
    if not (is_added or is_given) or not is_simple or binding.value is not getattr(builtins, made[0].func.id):  # type: ignore[attr-defined]
        return None
    text = made[0].args[0]
    if not isinstance(text, ast.Name) and not _is_stripped(text):
        return None
    return made[0].func.id, text  # type: ignore[attr-defined]


def _is_stripped(node: ast.expr) -> bool:
    """s.strip() of a name raises nothing."""
    is_stripped = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "strip" and not node.args
    )
    return is_stripped and isinstance(node.func.value, ast.Name)  # type: ignore[attr-defined]


def _catches(handler: ast.ExceptHandler, function: FunctionType, own: frozenset[str]) -> bool:
    """Whether a handler is for ValueError, and asks nothing of it."""
    kind = handler.type
    if not isinstance(kind, ast.Name) or kind.id in own or handler.name is not None:
        return False
    return _bindings.resolve(function, kind.id, []).value is ValueError
