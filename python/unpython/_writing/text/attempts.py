"""`try` around statements of which the first makes a number of a text: asked before whether the text is one.

try:                                     if is_float(w):
    total += float(w)                        total += float(w)
except ValueError as e:                  else:
    bad += 1                                 e = "could not convert string to float: " + repr(w)
    print(e)                                 bad += 1; print(e)
"""

from __future__ import annotations

import ast
import builtins
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _attempts, _bindings
from unpython._writing.nodes import walk

_NEVER = (TypeError, AttributeError)  # of compiled code: what raises them is refused before it runs
_HARMLESS = frozenset("append add len abs min max print".split())
_MAY_RAISE = (ast.Pow, ast.LShift, ast.RShift, ast.Slice, ast.Raise, ast.Assert, ast.Starred, ast.Try, ast.With, ast.comprehension)
_MESSAGES = {"int": "invalid literal for int() with base {}: ", "float": "could not convert string to float: "}


class Asked(NamedTuple):
    kind: str  # "int" or "float"
    text: ast.expr
    handler: ast.ExceptHandler
    base: int = 10

    @property
    def message(self) -> str:
        """What stands before repr(text) in the text of the exception."""
        return _MESSAGES[self.kind].format(self.base)


def asked_before(node: ast.Try, function: FunctionType, own: frozenset[str]) -> Asked | None:
    """None where anything else may raise, or may be caught."""
    handler = _handler(node.handlers, function, own)
    if node.finalbody or handler is None or not all(map(is_harmless, node.body[1:])) or _attempts.catches_ctrl_c(node, function):
        return None
    if any(isinstance(n, ast.Raise) and n.exc is None for n in walk(handler)):
        return None  # what is handled goes on: Python has it
    statement = node.body[0]
    calls = [n for n in walk(statement) if isinstance(n, ast.Call)]
    made = [n for n in calls if isinstance(n.func, ast.Name) and n.func.id in ("int", "float") and n.func.id not in own]
    stripped = [n for n in calls if _is_stripped(n)]
    appends = [
        n
        for n in calls
        if isinstance(n.func, ast.Attribute) and n.func.attr in ("append", "add") and isinstance(n.func.value, ast.Name)
    ]
    if len(made) != 1 or len(made) + len(appends) + len(stripped) != len(calls) or not has_base(made[0]):
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
    return Asked(made[0].func.id, text, handler, made[0].args[1].value if len(made[0].args) > 1 else 10)  # type: ignore[attr-defined]


def has_base(node: Any) -> bool:
    """int(text), float(text), and int(text, 16) with a base that is written out."""
    if node.keywords or len(node.args) == 1:
        return not node.keywords
    base = node.args[1].value if len(node.args) == 2 and node.func.id == "int" and isinstance(node.args[1], ast.Constant) else None
    return type(base) is int and 2 <= base <= 36


def is_harmless(statement: ast.stmt) -> bool:
    """Whether a statement raises no ValueError."""
    nodes = list(walk(statement))
    calls = [n.func for n in nodes if isinstance(n, ast.Call)]
    names = [f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "") for f in calls]
    targets = [t for n in nodes if isinstance(n, ast.Assign) for t in n.targets]
    return not any(isinstance(n, _MAY_RAISE) for n in nodes) and set(names) <= _HARMLESS and not any(isinstance(t, ast.Tuple) for t in targets)


def _is_stripped(node: ast.expr) -> bool:
    """s.strip() of a name raises nothing."""
    is_stripped = (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "strip" and not node.args
    )
    return is_stripped and isinstance(node.func.value, ast.Name)  # type: ignore[attr-defined]


def _handler(handlers: list[ast.ExceptHandler], function: FunctionType, own: frozenset[str]) -> ast.ExceptHandler | None:
    """The handler that a ValueError comes to, if what it does with the exception is known."""
    for handler in handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [] if handler.type is None else [handler.type]
        values: list[Any] = [BaseException] if handler.type is None else []
        for kind in kinds:
            if not isinstance(kind, ast.Name) or kind.id in own:
                return None
            values.append(_bindings.resolve(function, kind.id, []).value)
        if not all(isinstance(value, type) for value in values):
            return None
        if any(issubclass(ValueError, value) for value in values):
            return handler if handler.name is None or is_only_shown(handler) else None
        if not all(value in _NEVER for value in values):
            return None
    return None


def is_only_shown(handler: ast.ExceptHandler) -> bool:
    """Whether an exception is only asked for its text: str(e), f"{e}"."""
    nodes = [n for s in handler.body for n in walk(s)]
    shown = {id(a) for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("str", "print") for a in n.args}
    shown |= {id(n.value) for n in nodes if isinstance(n, ast.FormattedValue) and (n.conversion == ord("s") or (n.conversion == -1 and not n.format_spec))}
    return all(id(n) in shown for n in nodes if isinstance(n, ast.Name) and n.id == handler.name)
