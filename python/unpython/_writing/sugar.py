"""Statements that say nothing to a compiled function, or that others say as well: `with np.errstate`, `import`, `match`.

Each function gives the statements that stand in the place of one; None where the language has no other words for it.
"""

from __future__ import annotations

import _ast
import importlib
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from unpython import _bindings

#: Contexts that only say which warnings are shown: compiled code shows none.
_SILENT = ("numpy.errstate", "warnings.catch_warnings", "contextlib.nullcontext")
_MODULES = ("numpy", "math", "functools", "itertools", "contextlib", "unpython")


def without_context(node: _ast.With, function: FunctionType, names: frozenset[str], imported: dict[str, Any]) -> list[Any] | None:
    """The statements of `with np.errstate(...)` without it."""
    for item in node.items:
        call = item.context_expr
        if not isinstance(call, _ast.Call) or item.optional_vars is not None:
            return None
        if _full_name(call.func, function, names, imported) not in _SILENT or not all(map(_is_quiet, call.keywords)):
            return None
    return node.body


def _is_quiet(keyword: Any) -> bool:
    """Whether an option of errstate lets numbers go on as they do here."""
    return isinstance(keyword.value, _ast.Constant) and keyword.value.value in ("ignore", "warn")


def sets_warnings(node: Any, function: FunctionType, names: frozenset[str], imported: dict[str, Any]) -> bool:
    """warnings.simplefilter(...) and its kin."""
    call = node.value
    if not isinstance(call, _ast.Call):
        return False
    return _full_name(call.func, function, names, imported) in ("warnings.simplefilter", "warnings.filterwarnings")


def called_in_loop(node: _ast.For, function: FunctionType, names: frozenset[str], imported: dict[str, Any]) -> str:
    """Full name of what gives the items of a loop."""
    return _full_name(node.iter.func, function, names, imported) if isinstance(node.iter, _ast.Call) else ""


def _full_name(node: Any, function: FunctionType, names: frozenset[str], imported: dict[str, Any]) -> str:
    parts: list[str] = []
    while isinstance(node, _ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    if not isinstance(node, _ast.Name) or node.id in names:
        return ""
    value = imported.get(node.id) or _bindings.resolve(function, node.id, []).value
    for part in parts:
        value = getattr(value, part, None)
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}"


def imported_names(body: list[Any]) -> dict[str, Any]:
    """What `import` statements of known libraries name, at the outer level of a function or in its blocks. A name that anything
    else assigns is not among them."""
    found: dict[str, Any] = {}
    others: set[str] = set()
    for node in _walk(body):
        if isinstance(node, (_ast.Import, _ast.ImportFrom)):
            for name, value in _objects(node):
                if value is None or found.get(name, value) is not value:
                    others.add(name)
                found[name] = value
        elif isinstance(node, _ast.Name) and isinstance(node.ctx, (_ast.Store, _ast.Del)):
            others.add(node.id)
    return {name: value for name, value in found.items() if name not in others}


def _objects(node: Any) -> Iterator[tuple[str, Any]]:
    for alias in node.names:
        origin = node.module if isinstance(node, _ast.ImportFrom) else alias.name
        name = alias.asname or alias.name.split(".")[0]
        if not origin or origin.split(".")[0] not in _MODULES:
            yield name, None
            continue
        module: ModuleType = importlib.import_module(origin)
        if isinstance(node, _ast.ImportFrom):
            yield name, getattr(module, alias.name, None)
        else:
            yield name, module if alias.asname else importlib.import_module(name)


def _walk(value: Any) -> Iterator[Any]:
    """Nodes of a function, without those of functions inside it."""
    for node in value if isinstance(value, list) else [value]:
        if isinstance(node, _ast.AST):
            yield node
            if not isinstance(node, (_ast.FunctionDef, _ast.Lambda, _ast.ClassDef)):
                for field in node._fields:
                    yield from _walk(getattr(node, field, None))


def as_branches(node: Any, subject: _ast.Name) -> Any | None:
    """`match` of a name against values, as `if` and `elif`."""
    branches: list[Any] = []
    for case in reversed(node.cases):
        test = None if case.guard is not None else _test(subject, case.pattern)
        if test is None:
            return None
        branches = [_at(case.pattern, _ast.If(test, case.body, branches))]
    return branches[0]


def _test(subject: _ast.Name, pattern: Any) -> Any | None:
    """What must hold of the subject; None for a pattern that gives names or looks inside."""
    read = _at(pattern, _ast.Name(subject.id, _ast.Load()))
    if isinstance(pattern, _ast.MatchValue):
        return _at(pattern, _ast.Compare(read, [_ast.Eq()], [pattern.value]))
    if isinstance(pattern, _ast.MatchAs) and pattern.pattern is None and pattern.name is None:
        return _at(pattern, _ast.Constant(True))
    if isinstance(pattern, _ast.MatchOr):
        tests = [_test(subject, way) for way in pattern.patterns]
        return None if None in tests else _at(pattern, _ast.BoolOp(_ast.Or(), tests))
    return None


def _at(node: Any, made: Any) -> Any:
    for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(made, field, getattr(node, field))
    return made
