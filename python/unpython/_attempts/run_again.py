"""What is done when a call of compiled code has ended in an exception: see _attempts."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings, _options, _returned_names
from unpython._attempts import MARK, OF_PROGRAM, ON_HEAP, TAKES_ITEMS, caught
from unpython._core import CompileError
from unpython._local_names import local_names
from unpython._warn import warn
from unpython._writing.changes.methods import OF_CONTAINERS
from unpython._writing.nodes import walk
from unpython._writing.plainer import find_source
from unpython.decorators import make_function

_KEY = "attempts"  # of the variants of a function


def again(
    py_func: FunctionType, settings: Any, variants: dict[Any, Any], error: Exception, arguments: Any, keywords: Any
) -> tuple[Any, Any]:
    """The result of the call that ended in this error in compiled code, and the function that gave it (None: Python)."""
    mark = None if caught(py_func) else _mark(py_func, error)
    if mark is not None:
        function = variants.get((_KEY, mark))
        if function is None:
            function = variants.setdefault((_KEY, mark), _made(py_func, settings, mark))
        try:
            return function(*arguments, **keywords), function
        except Exception:
            pass  # Python knows which exception this is
    if mark is None and not caught(py_func) and _options.is_strict(settings[1].get("strict")) and not hasattr(py_func, ON_HEAP):
        function = variants.get((_KEY, ON_HEAP)) or variants.setdefault((_KEY, ON_HEAP), _on_heap(py_func, settings))
        try:
            return function(*arguments, **keywords), function
        except (CompileError, TypeError) as problem:
            if hasattr(problem, OF_PROGRAM):
                raise  # else the heap does not take it
        except NotImplementedError as problem:
            if not hasattr(problem, "unpython_refused"):
                raise
    if mark is None and not caught(py_func):
        in_python(py_func, variants, error)
    return py_func(*arguments, **keywords), None


def in_python(py_func: FunctionType, variants: dict[Any, Any], error: Exception) -> FunctionType:
    """The function that makes the call again that ended in this error, which it tells once."""
    if _KEY not in variants:
        variants[_KEY] = True
        text = f" ({error})" if isinstance(error, NotImplementedError) or hasattr(error, _returned_names.MARK) else ""
        warn(f"{py_func.__qualname__}: after {type(error).__name__}{text} the call was made again in Python")
    return py_func


def _on_heap(py_func: FunctionType, settings: Any) -> Any:
    """The function of which calls are taken on the heap, where exceptions are caught."""
    copied = _copied(py_func)
    setattr(copied, ON_HEAP, True)
    return make_function(copied, None, *settings)


def _made(py_func: FunctionType, settings: Any, mark: tuple[int, int, int]) -> Any:
    copied = _copied(py_func)
    setattr(copied, MARK, mark)
    locals, options, device = settings
    return make_function(copied, None, locals, {**options, "strict": True}, device)


def _copied(py_func: FunctionType) -> FunctionType:
    copied = FunctionType(py_func.__code__, py_func.__globals__, py_func.__name__, py_func.__defaults__, py_func.__closure__)
    copied.__kwdefaults__ = py_func.__kwdefaults__
    copied.__qualname__ = py_func.__qualname__
    copied.__module__ = py_func.__module__
    return copied


def _mark(py_func: FunctionType, error: Exception) -> tuple[int, int, int] | None:
    """Where the handler stands that Python would run; None where that is not certain."""
    line = (getattr(error, "unpython_place", None) or ("", 0))[1]
    node = find_source(py_func).node
    found = [t for t in _outside_loops(node.body) if isinstance(t, ast.Try) and t.body[0].lineno <= line <= (t.body[-1].end_lineno or 0)]
    if not found:
        return None
    attempt = found[-1]  # the innermost
    if any(t is not attempt and any(n is attempt for n in walk(t)) for t in found):
        return None
    places = [i for i, s in enumerate(attempt.body) if s.lineno <= line <= (s.end_lineno or 0)]
    if len(places) != 1 or not _is_all_or_nothing(attempt.body[places[0]]):
        return None
    for number, handler in enumerate(attempt.handlers):
        types = _types(py_func, handler.type)
        if types is None:
            return None
        if isinstance(error, types):
            return None if handler.name and _uses(handler) else (attempt.lineno, places[0], number)
    return None


def _outside_loops(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            yield from _outside_loops([*node.body, *node.orelse, *(getattr(node, "finalbody", None) or [])])


def _is_all_or_nothing(node: ast.stmt) -> bool:
    """Whether a statement that raises has given no name a value, and changed nothing before it raised."""
    if isinstance(node, ast.If):
        return not node.orelse and len(node.body) == 1 and isinstance(node.body[0], ast.Raise) and not _changing(node)
    simple = isinstance(node, (ast.Return, ast.Expr, ast.Raise, ast.Assert))
    one_name = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], (ast.Name, ast.Subscript))
    return (simple or one_name) and all(_comes_last(call, node) for call in _changing(node))


def _changing(node: ast.AST) -> list[ast.Call]:
    return [n for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in OF_CONTAINERS]


def _comes_last(call: ast.Call, node: Any) -> bool:
    """Whether a call that changes a list, a dict or a set is all that the statement does: what raises is the call, before it changes
    anything. `v.extend(f(x) for x in a)` has taken some items by then."""
    is_whole = getattr(node, "value", None) is call and all(isinstance(t, ast.Name) for t in getattr(node, "targets", []))
    takes_one_by_one = call.func.attr in TAKES_ITEMS and any(isinstance(a, (ast.GeneratorExp, ast.Call)) for a in call.args)  # type: ignore[attr-defined]
    return is_whole and not takes_one_by_one


def _types(py_func: FunctionType, node: ast.expr | None) -> tuple[type, ...] | None:
    if node is None:
        return (BaseException,)
    found: list[type] = []
    for part in node.elts if isinstance(node, ast.Tuple) else [node]:
        part, path = _bindings.dotted(part)
        if not isinstance(part, ast.Name) or part.id in local_names(py_func):
            return None
        value = _bindings.resolve(py_func, part.id, path).value
        if not isinstance(value, type) or not issubclass(value, BaseException):
            return None
        is_known = getattr(builtins, value.__name__, None) is value or value.__module__.startswith("numpy")
        if not is_known:
            return None
        found.append(value)
    return tuple(found)


def _uses(handler: ast.ExceptHandler) -> bool:
    return any(isinstance(n, ast.Name) and n.id == handler.name for statement in handler.body for n in walk(statement))
