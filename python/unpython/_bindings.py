"""Says what the free names of a function stand for: `np.sqrt` is a library function, `N` a number that is read at each
call, `helper` a function to be compiled along, `rows` a list that cannot be used.

Objects are known by identity, so that `from numpy import sqrt as root` works like `np.sqrt`.
"""

from __future__ import annotations

import _ast
import builtins
import functools
import sys
from collections import deque
from collections.abc import Container
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MethodType,
    ModuleType,
)
from typing import Any

from unpython import _loops

# (container, key, attribute...): a dict and a key, or a closure cell (the key is then unused), then attribute names.
AccessPath = tuple[Any, ...]

MISSING = object()
LIBRARIES = ("numpy", "math", "builtins", "unpython", "functools", "itertools", "heapq", "bisect")
#: Of NumPy, whose functions have the name of the module before theirs.
_INNER_MODULES = frozenset(("numpy.linalg", "numpy.lib.stride_tricks", "numpy.fft", "numpy.random"))
_CONSTANTS = frozenset(
    ["math.pi", "math.e", "math.tau", "math.inf", "math.nan"]
    + ["numpy.pi", "numpy.e", "numpy.inf", "numpy.nan", "numpy.euler_gamma", "numpy.newaxis"]
)


class Binding:  # not a NamedTuple: making one costs a quarter of a millisecond of the first call
    """What a path stands for; `kind` is library, function, hidden, unsupported or missing (see frontend/syntax/syntax.h).
    `root` is the object on the path behind which nothing changes: a module of a library (`np` of `np.linalg.norm`), else the
    last one (`config.activation`)."""

    __slots__ = ("access", "kind", "path", "root", "root_access", "target", "value")

    def __init__(
        self,
        path: str,
        kind: str,
        target: str = "",
        value: Any = None,
        access: AccessPath = (),
        root_access: AccessPath = (),
        root: Any = None,
    ) -> None:
        self.path = path
        self.kind = kind
        self.target = target
        self.value = value
        self.access = access
        self.root_access = root_access
        self.root = root


def dotted(node: Any) -> tuple[Any, list[str]]:
    """The root of `a.b.c`, which is the node of `a`, and the attributes in order: ["b", "c"]."""
    attributes: list[str] = []
    while isinstance(node, _ast.Attribute):
        attributes.insert(0, node.attr)
        node = node.value
    return node, attributes


def of_node(function: FunctionType, node: Any, own: Container[str]) -> Binding | None:
    """What a free name, or an attribute of one, stands for. None: the root is no name, or is one of `own`."""
    root, attributes = dotted(node)
    if not isinstance(root, _ast.Name) or root.id in own:
        return None
    return resolve(function, root.id, attributes)


def resolve(function: FunctionType, name: str, attributes: list[str]) -> Binding:
    """Follows `name.attribute...` as far as it leads outside the function; the rest is for the compiler (`A.shape`)."""
    from unpython._writing.once import asked_once  # by a first call, not by an import

    return asked_once(_resolved, function, name, attributes)  # type: ignore[no-any-return]


def _resolved(function: FunctionType, name: str, attributes: list[str]) -> Binding:
    container, value = lookup(function, name)
    if value is MISSING:
        return Binding(name, "missing", _not_defined(function, name))
    access: AccessPath = (container, name)
    root_access = access
    root, path, parent = value, name, ""
    is_fixed = is_library_module(value)
    chain: list[str | None] = [*attributes, None]
    for attribute in chain:
        kind, target = classify(value, path, parent)
        if kind != "unsupported" or attribute is None:
            return Binding(path, kind, target, value, access, root_access, root)
        parent = value.__name__ if isinstance(value, ModuleType) else ""
        path += "." + attribute
        access = (*access, attribute)
        try:
            found = getattr(value, attribute)
        except AttributeError:
            return Binding(path, "missing", _no_attribute(value, attribute))
        is_fixed = is_fixed or getattr(value, attribute) is not found  # a method of an object: each look makes another one
        value = found
        if not is_fixed:
            root_access, root, is_fixed = access, value, is_library_module(value)
        if parent.split(".")[0] in LIBRARIES and not isinstance(value, ModuleType):
            return Binding(
                path, "library", _library_name(value, parent, attribute), value, access, root_access, root
            )
    raise AssertionError("unreachable")


def is_library_module(value: Any) -> bool:
    return isinstance(value, ModuleType) and value.__name__.split(".")[0] in LIBRARIES


def classify(value: Any, path: str, parent: str) -> tuple[str, str]:
    """Kind and target of an object met at the end of a path."""
    library = library_name(value)
    if library:
        return "library", library
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return "unsupported", f"an int that does not fit 64 bits; pass it as a float{', or as np.uint64(n)' if 0 < value < 2**64 else ''}"
    if is_number_or_array(value):
        return "hidden", path
    if getattr(value, "__module__", "") == "re" and isinstance(value, FunctionType):  # a text that Python compiles
        return "unsupported", f"{describe(value)}; patterns are compiled that are written out and have no look-ahead, back reference or repeated group"
    if python_function(value) is not None:
        return "function", path
    if isinstance(value, (list, tuple)):
        return "unsupported", f"{describe(value)}; pass np.array({path}) as an argument"
    if isinstance(value, BuiltinFunctionType) and isinstance(value.__self__, ModuleType | None):
        return "unsupported", f"{describe(value)}, which is not compiled; call it outside of the function"
    return "unsupported", describe(value)


def python_function(value: Any) -> FunctionType | None:
    """The plain function behind a helper: itself, or the `py_func` of a compiled function."""
    inner = value if isinstance(value, FunctionType) else getattr(value, "py_func", None)
    return inner if isinstance(inner, FunctionType) else None


def is_number_or_array(value: Any) -> bool:
    if type(value) in (bool, int, float, complex):
        return True
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return False
    if isinstance(value, (bool, int, float, complex, numpy.number, numpy.bool_, numpy.datetime64)):
        from unpython import (
            _core,  # texts of programs are also written where there is no NumPy, which it needs
        )

        return _core.is_plain_number(value)
    return type(value) is numpy.ndarray or isinstance(value, numpy.memmap) or is_generator(value)


def is_generator(value: Any) -> bool:
    """A generator of up.random, which is an array to compiled functions."""
    module = sys.modules.get("unpython._random")
    return module is not None and isinstance(value, module.Random)


def library_name(value: Any) -> str:
    """Full name of a function or type of NumPy, math, builtins or unpython; empty if it is none."""
    module = getattr(value, "__module__", None)
    name: Any = getattr(value, "__name__", None)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if isinstance(value, numpy.ufunc):
            return f"numpy.{name}" if getattr(numpy, name, None) is value else ""
        if isinstance(value, type) and issubclass(value, numpy.generic):
            is_concrete = value.__module__ == "numpy" and value not in _kinds(numpy)
            return "numpy." + numpy.dtype(value).name if is_concrete else ""
    if value is _loops._uint64:
        return "numpy.uint64"
    if not isinstance(module, str) or not isinstance(name, str):
        return ""
    if module == "builtins" and getattr(builtins, name, None) is value:
        return "builtins." + name
    if module in _INNER_MODULES and getattr(sys.modules.get(module), name, None) is value:
        return f"{module}.{name}"
    top = module.split(".")[0].removeprefix("_")
    if top in LIBRARIES and getattr(sys.modules.get(top), name, None) is value:
        return f"{top}.{name}"
    return ""


def _kinds(numpy: Any) -> tuple[Any, ...]:
    """Types that stand for several: no array is of one."""
    names = ("generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating")
    return (*(getattr(numpy, name) for name in names), numpy.flexible, numpy.character)


def describe(value: Any) -> str:
    """An object in words, for messages: "a list", "module 'pandas'", "class 'Point'"."""
    if value is None:
        return "None"
    if isinstance(value, ModuleType):
        return f"module '{value.__name__}'"
    if value is deque:
        return "class 'deque', which is compiled where all uses of its objects are"
    if isinstance(value, type):
        return f"class '{value.__name__}'"
    if isinstance(value, MethodType):
        return f"a method of '{type(value.__self__).__name__}'"
    if isinstance(value, BuiltinFunctionType):
        owner = value.__self__
        if owner is not None and not isinstance(owner, ModuleType):
            return f"a method of '{type(owner).__name__}'"
        return f"the function '{value.__module__ or 'builtins'}.{value.__name__}'"
    name = type(value).__name__
    if type(value).__module__ == "builtins":
        return ("an " if name[0] in "aeiou" else "a ") + name
    return f"an object of class '{name}'"


def lookup(function: FunctionType, name: str) -> tuple[Any, Any]:
    """What holds the name, and what it stands for: MISSING where it is not defined."""
    from unpython._local_names import imported_names

    code: CodeType = function.__code__
    imported = imported_names(function)
    if name in imported:
        return imported, imported[name]
    if name in code.co_freevars and function.__closure__:
        cell: CellType = function.__closure__[code.co_freevars.index(name)]
        try:
            return cell, cell.cell_contents
        except ValueError:
            return cell, MISSING
    scope = function.__globals__
    if name in scope:
        return scope, scope[name]
    names = builtins_of(scope)
    # The module holds a name of Python's too: what it defines later by this name is meant then. What stands in this package stays.
    is_ours = str(scope.get("__name__", "")).partition(".")[0] == "unpython"
    return names if is_ours else scope, names.get(name, MISSING)


def builtins_of(scope: dict[str, Any]) -> dict[str, Any]:
    """The names of Python's own that functions with these globals see."""
    found = scope.get("__builtins__", builtins)
    return found if isinstance(found, dict) else vars(found)


def item_at(scope: dict[str, Any], name: str) -> Any:
    """What functions with these globals mean by the name; None where it is not defined."""
    return scope[name] if name in scope else builtins_of(scope).get(name)


def _library_name(value: Any, module: str, attribute: str) -> str:
    spelled = f"{module}.{attribute}"
    return spelled if spelled in _CONSTANTS else library_name(value) or spelled


def _no_attribute(value: Any, attribute: str) -> str:
    hint = _hint(attribute, (*dir(value),)) or ("; correct the spelling" if isinstance(value, ModuleType) else "")
    return f"{describe(value)} has no attribute '{attribute}'{hint}"


def _not_defined(function: FunctionType, name: str) -> str:
    code = function.__code__
    known = (*code.co_varnames, *code.co_freevars, *function.__globals__, *dir(builtins))
    return f"name '{name}' is not defined{_hint(name, known)}"


_LEAST_BEGIN = 3  # letters of a name that another one begins with: `lenght`, `invert`


@functools.lru_cache(maxsize=256)  # the same name is looked for many times, and the search takes long
def _hint(name: str, known: tuple[str, ...]) -> str:
    import difflib

    close = [other for other in difflib.get_close_matches(name, known, n=2, cutoff=0.75) if other != name]
    if not close and (begins := [other for other in known if len(other) >= _LEAST_BEGIN and name.startswith(other) and other != name]):
        close = [max(begins, key=len)]
    return f"; did you mean '{close[0]}'?" if close else ""
