"""The function of a `def` that is written anew, with what another function sees around it."""

from __future__ import annotations

import ast
from types import CellType, CodeType, FunctionType
from typing import Any

_MADE = "_made_by_unpython_"  # the name of a function inside the one that gives it its cells
_PLACE = f"make.<locals>.{_MADE}"


def definition(name: str, arguments: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    made = ast.FunctionDef(name=name, args=arguments, body=body, decorator_list=[])
    if "type_params" in made._fields:  # Python 3.12
        setattr(made, "type_params", [])
    return made


def _within(code: CodeType, name: str) -> CodeType:
    """The code with what is inside of it named as if it stood in the function of this name: str(A) of a class shows it."""
    begin = f"{_PLACE}.<locals>."
    constants = tuple(
        _within(c, name) if isinstance(c, CodeType) else name + c[len(_PLACE) :] if type(c) is str and c.startswith(begin) else c
        for c in code.co_consts
    )
    named = getattr(code, "co_qualname", "")  # Python 3.11
    renamed: dict[str, Any] = {"co_qualname": name + named[len(_PLACE) :]} if named.startswith(_PLACE) else {}
    return code.replace(co_consts=constants, **renamed)


def function_of(py_func: FunctionType, node: ast.FunctionDef, extra: dict[str, Any]) -> FunctionType:
    """The function of a `def` that sees what `py_func` sees, and `extra`."""
    cells = dict(zip(py_func.__code__.co_freevars, py_func.__closure__ or (), strict=True))
    cells.update((name, CellType(value)) for name, value in extra.items())
    # Under its own name it would be what a recursive call means, under any other name of a program what that names.
    named = ast.copy_location(definition(_MADE, node.args, node.body), node)
    seen = ast.arguments([], [ast.arg(name) for name in cells], None, [], [], None, [])
    maker = definition("make", seen, [named])
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(maker, node)], []))
    code: Any = compile(module, py_func.__code__.co_filename, "exec", dont_inherit=True)
    for name in ("make", _MADE):
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
    code = _within(code, py_func.__qualname__).replace(co_name=node.name)
    closure = tuple(cells[name] for name in code.co_freevars)
    function = FunctionType(code, py_func.__globals__, node.name, None, closure)
    function.__qualname__ = py_func.__qualname__  # as errors of a call name it
    return function
