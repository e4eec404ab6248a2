"""Why a function with texts has no other words: the statement that has none, as a CompileError that names its line.

Problem: a text is no argument of compiled code, so what a call is refused with names the argument, whatever the function does with it.
Choice:  the writers raise NotTexts where they are at an expression that they cannot write; the innermost one is what the user must see.
"""

from __future__ import annotations

import ast
import difflib
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _core
from unpython._find_source import find_source
from unpython._writing.text.kinds import NotTexts

_ADVICE = "run it outside, or pass numbers"
_CALLS_ITSELF = "the function calls itself, and what waits for that call is not all texts, numbers and flat lists of them"
_HIDES = ("a string", "is class 'Counter'", "is class 'deque'", "is class 'defaultdict'", "a dict is not supported")
_WIDEST = 100
#: Of what may stand where a text does.
_METHODS = frozenset(name for kind in (str, list, dict, set, tuple) for name in dir(kind))


class Refused(NamedTuple):
    """The expression or statement that has no other words, and what is wrong with it."""

    node: Any
    message: str


def refused(problem: NotTexts) -> Refused | None:
    """None where the writers were at no expression, or at one that is for numbers: the text that is given is what is wrong then."""
    found: Any = problem.node
    trace = problem.__traceback__
    while trace is not None:
        values = trace.tb_frame.f_locals
        for name in ("node", "call", "statement", "at"):
            if problem.node is None and isinstance(node := values.get(name), (ast.expr, ast.stmt)) and hasattr(node, "lineno"):
                if not isinstance(node, (ast.FunctionDef, ast.Name, ast.Constant)) or found is None:
                    found = node
                break
        trace = trace.tb_next
    is_for_numbers = isinstance(found, ast.BinOp) and not isinstance(found.op, ast.Mod) and not str(problem)
    return None if found is None or is_for_numbers else Refused(found, str(problem) or _message(found))


def _message(node: Any) -> str:
    value = node.value if isinstance(node, ast.Expr) else node
    if isinstance(value, ast.Call):
        if isinstance(value.func, ast.Attribute) and value.func.attr not in _METHODS and isinstance(value.func.value, ast.Name):
            close = difflib.get_close_matches(value.func.attr, dir(str), n=1)
            if close:
                return f"a text has no method '{value.func.attr}'; did you mean '{close[0]}'?"
        if isinstance(value.func, ast.Attribute):
            return f"method '{value.func.attr}' is not supported here, where a function has texts"
        return f"'{ast.unparse(value.func)}' is not supported here, where a function has texts"
    kinds: dict[type, str] = {ast.Try: "`try`", ast.With: "`with`", ast.JoinedStr: "this f-string", ast.Lambda: "this lambda"}
    return f"{kinds.get(type(value), 'this use of texts')} is not supported"


def hides_texts(refusal: Any) -> bool:
    """Whether the compiler was at a text, or at what may hold some: its words for these are of no help."""
    return any(any(hint in mistake["message"] for hint in _HIDES) for mistake in getattr(refusal, "diagnostics", ())[:1])


def as_error(function: FunctionType, cause: Refused) -> _core.CompileError:
    from unpython._notebooks.cells import cell_name

    source, node = find_source(function), cause.node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.__name__:
        cause = cause._replace(message=_CALLS_ITSELF)
    place = node.lineno - source.first_line
    line = source.lines[place].rstrip("\n") if 0 <= place < len(source.lines) else ""
    end = node.end_col_offset if node.end_lineno == node.lineno else len(line.encode())
    column, width = len(line.encode()[: node.col_offset].decode()), len(line.encode()[node.col_offset : end].decode())
    message, _, advice = cause.message.partition("; ")
    cell = cell_name(source.filename)
    text = f"{f'{cell}, line ' if cell else f'{source.filename}:'}{node.lineno}:{column + 1}: {message}\n"
    if line and len(line) <= _WIDEST + column:
        blank = "".join(c if c == "\t" else " " for c in line[:column])
        text += f"    {line.lstrip()}\n    {blank[len(line) - len(line.lstrip()):]}{'^' * max(width, 1)}\n"
    error = _core.CompileError(f"{text}  {advice or _ADVICE}")
    error.lineno = node.lineno
    error.diagnostics = [{
        "code": "UNSUPPORTED_VALUE", "message": message, "advice": advice or _ADVICE, "line": node.lineno, "column": column + 1,
        "file": 0, "mixed_list": None,
    }]  # fmt: skip
    return error
