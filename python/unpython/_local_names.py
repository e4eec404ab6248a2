"""The names that are a function's own, and those that `import` statements and classes inside of it give: these are read as if the statements
stood in front of the function, and _writing/plainer.py leaves the statements out.

A class inside of a function is made again by each call. It is made once here, where what stands in it is known: functions, and fields
with constants.
"""

from __future__ import annotations

import _ast
import ast
import importlib
import sys
from collections.abc import Iterator
from opcode import opmap
from types import CodeType, FunctionType
from typing import Any

from unpython._find_source import FunctionSource, Remembered, SourceNotFound, find_source, keep_parsed

_NAMING = (opmap["IMPORT_NAME"], opmap["LOAD_BUILD_CLASS"])
#: Modules that do nothing but define when they are imported.
_MODULES = frozenset(
    "numpy math cmath functools itertools contextlib unpython random time warnings collections heapq bisect statistics string re operator "
    "copy datetime enum dataclasses typing fractions decimal".split()
)
_found: Remembered[dict[str, Any]] = Remembered()  # by code


def local_names(function: FunctionType) -> frozenset[str]:
    """The names that a function gives its values itself."""
    return own_names(function.__code__) - imported_names(function).keys()


def own_names(code: CodeType) -> frozenset[str]:
    """Names that a function has for its own. From Python 3.12 on, its code counts the variables of its comprehensions among them, and
    outside of these the same name may be that of a global."""
    names = frozenset(code.co_varnames + code.co_cellvars)
    read = _globals_read(code, names) if sys.version_info >= (3, 12) else set()
    return names - (_argument_names(code, "LOAD_FAST_AND_CLEAR") & read) if read else names


def names_read(function: FunctionType) -> frozenset[str]:
    """The names that a function, and what stands inside of it, reads outside, and attributes. Until Python 3.11 a comprehension is a
    function inside."""
    left = [function.__code__]
    found: set[str] = set()
    while left:
        code = left.pop()
        found.update(code.co_names)
        left += [part for part in code.co_consts if isinstance(part, CodeType)]
    return frozenset(found)


def values_read(function: FunctionType) -> list[Any]:
    """What these names stand for in the module of a function, and what it keeps of functions around it."""
    return [function.__globals__.get(name) for name in names_read(function)] + _enclosed(function)


def _enclosed(function: FunctionType) -> list[Any]:
    values = []
    for cell in function.__closure__ or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:  # it has no value yet
            continue
    return values


def _globals_read(code: CodeType, names: frozenset[str]) -> set[str]:
    """Those of the names that the code of a function, or of a function in it, reads as globals."""
    found = set() if names.isdisjoint(code.co_names) else _argument_names(code, "LOAD_GLOBAL")
    return found.union(*(_globals_read(part, names) for part in code.co_consts if isinstance(part, CodeType)))


def _argument_names(code: CodeType, instruction: str) -> set[str]:
    import dis

    return {i.argval for i in dis.get_instructions(code) if i.opname == instruction}


def imported_names(function: FunctionType) -> dict[str, Any]:
    """What `import` statements of known modules in a function name, and the classes inside of it. A name that anything else gives a value
    is not among them."""
    code = function.__code__
    found = _found.get(code)
    if found is None:
        try:
            found = _imported(function, find_source(function)) if names_things(code) else {}
        except SourceNotFound:
            found = {}
        _found.put(code, found)
    return found


def names_things(code: CodeType) -> bool:
    """Whether there is an `import` or a class in a function, or in one inside of it."""
    operations = code.co_code[::2]
    return any(o in operations for o in _NAMING) or any(names_things(c) for c in code.co_consts if isinstance(c, CodeType))


def without_imports(node: Any, names: dict[str, Any]) -> Any:
    """A `def` without the statements that name these."""
    return _Without(names).visit(node)


class _Without(ast.NodeTransformer):
    def __init__(self, names: dict[str, Any]):
        self._names = names

    def visit_Import(self, node: Any) -> Any:
        node.names = [a for a in node.names if _name_of(a) not in self._names]
        return node if node.names else ast.copy_location(ast.Pass(), node)

    visit_ImportFrom = visit_Import

    def visit_ClassDef(self, node: Any) -> Any:
        return ast.copy_location(ast.Pass(), node) if node.name in self._names else node


def _imported(function: FunctionType, source: FunctionSource) -> dict[str, Any]:
    node: Any = source.node
    found: dict[str, Any] = {}
    others: set[str] = set()
    after = _after_imports(node)
    classes = [n for n in node.body if isinstance(n, _ast.ClassDef)]
    others |= {n.name for n in ast.walk(node) if isinstance(n, _ast.ClassDef) and n not in classes} | _shown(node)
    for n in ast.walk(node):
        if isinstance(n, (_ast.Import, _ast.ImportFrom)):
            for name, value in _objects(n):
                if value is None or found.get(name, value) is not value:
                    others.add(name)
                found[name] = value
        elif isinstance(n, _ast.Name) and (not isinstance(n.ctx, _ast.Load) or id(n) not in after.get(n.id, (id(n),))):
            others.add(n.id)
        elif isinstance(n, _ast.arg):
            others.add(n.arg)
        elif isinstance(n, (_ast.Global, _ast.Nonlocal)):
            others.update(n.names)
        elif not isinstance(n, (_ast.ClassDef, _ast.alias)) and type(given := getattr(n, "name", None)) is str:
            others.add(given)  # of a function, of `except E as name`, of a pattern
    found = {name: value for name, value in found.items() if name not in others}
    for n in classes:
        made = None if n.name in others or n.name in found else _class_of(n, function, source, found)
        found |= {} if made is None else {n.name: made}
    return found


def _shown(node: Any) -> set[str]:
    """Names of which more is asked than a class is for, if they stand for one: to make an object, to be the class of one, to give a method."""
    fine: set[int] = set()
    for n in ast.walk(node):
        if isinstance(n, _ast.Call):
            asked = n.args[1:2] if isinstance(n.func, _ast.Name) and n.func.id == "isinstance" else []
            fine |= {id(part) for a in (n.func, *asked) for part in getattr(a, "elts", [a])}
        elif isinstance(n, _ast.Attribute) and isinstance(n.ctx, _ast.Load):
            fine.add(id(n.value))
        elif isinstance(n, _ast.ClassDef):
            fine |= set(map(id, n.bases))
        elif isinstance(n, (_ast.AnnAssign, _ast.arg)) and n.annotation is not None:
            fine |= set(map(id, ast.walk(n.annotation)))
        elif isinstance(n, _ast.FunctionDef) and n.returns is not None:
            fine |= set(map(id, ast.walk(n.returns)))
    names = {n.name for n in ast.walk(node) if isinstance(n, _ast.ClassDef)}
    return {n.id for n in ast.walk(node) if isinstance(n, _ast.Name) and n.id in names and id(n) not in fine}


def _class_of(node: _ast.ClassDef, function: FunctionType, source: FunctionSource, known: dict[str, Any]) -> type | None:
    """The class of a statement that needs nothing else of the function than what is known; None where it is not certain what it does."""
    own = own_names(function.__code__) - {node.name}
    named = {n.id for n in ast.walk(node) if isinstance(n, _ast.Name) and isinstance(n.ctx, _ast.Load)}
    methods = [s for s in node.body if isinstance(s, _ast.FunctionDef)]
    inside = {a.arg for m in methods for a in ast.walk(m) if isinstance(a, _ast.arg)}
    inside |= {n.id for m in methods for n in ast.walk(m) if isinstance(n, _ast.Name) and not isinstance(n.ctx, _ast.Load)}
    if named & own - inside - known.keys() or node.keywords or not all(map(_only_defines, node.body)):
        return None
    scope = dict(known)
    try:
        alone: Any = _ast.Module([node], [])
        exec(compile(alone, function.__code__.co_filename, "exec", dont_inherit=True), function.__globals__, scope)
    except Exception:  # a base that is not there, say: the call says it
        return None
    made: type = scope[node.name]
    made.__qualname__ = f"{function.__qualname__}.<locals>.{node.name}"
    for method in methods:
        held = vars(made)[method.name]
        of_python = getattr(held, "fget", None) or getattr(held, "__func__", held)
        if isinstance(of_python, FunctionType):
            keep_parsed(of_python, source._replace(node=method))
            _found.put(of_python.__code__, {**known, node.name: made})
    return made


def _only_defines(node: _ast.stmt) -> bool:
    """Methods whose defaults are constants, fields, and texts that say what a class is for."""
    if isinstance(node, _ast.FunctionDef):
        return all(isinstance(d, _ast.Constant) for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None)
    if isinstance(node, _ast.AnnAssign):
        is_field = isinstance(node.value, _ast.Call) and isinstance(node.value.func, _ast.Name) and node.value.func.id == "field"
        return node.value is None or is_field or isinstance(node.value, _ast.Constant)
    return isinstance(node, _ast.Pass) or (isinstance(node, (_ast.Expr, _ast.Assign)) and isinstance(node.value, _ast.Constant))


def _after_imports(node: Any) -> dict[str, set[int]]:
    """By name: the nodes that are not reached before an `import` of it. In a function inside of another one too: a name that stands
    for something else around it is read where no `import` comes first."""
    after: dict[str, set[int]] = {}
    for n in ast.walk(node):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(n, field, None)
            for i, statement in enumerate(block if isinstance(block, list) else []):
                if isinstance(statement, _ast.ClassDef):
                    after.setdefault(statement.name, set()).update(id(m) for s in block[i:] for m in ast.walk(s))  # type: ignore[index]
                if isinstance(statement, (_ast.Import, _ast.ImportFrom)):
                    inside = {id(m) for s in block[i + 1 :] for m in ast.walk(s)}  # type: ignore[index]
                    for alias in statement.names:
                        after.setdefault(_name_of(alias), set()).update(inside)
    return after


def _name_of(alias: _ast.alias) -> str:
    return alias.asname or alias.name.split(".")[0]


def _objects(node: Any) -> Iterator[tuple[str, Any]]:
    for alias in node.names:
        origin = node.module if isinstance(node, _ast.ImportFrom) else alias.name
        if not origin or origin.split(".")[0] not in _MODULES or (isinstance(node, _ast.ImportFrom) and node.level):
            yield _name_of(alias), None
        elif isinstance(node, _ast.ImportFrom):
            yield _name_of(alias), getattr(importlib.import_module(origin), alias.name, None)
        else:
            module = importlib.import_module(origin)
            yield _name_of(alias), module if alias.asname else importlib.import_module(_name_of(alias))
