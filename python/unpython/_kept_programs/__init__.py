"""Programs (_source.py) that another process wrote, in the cache that holds machine code.

Problem:  reading a function takes most of a first call whose machine code is on disk: the writers are sixty modules.
Choice:   the origin of an entry says all that the writers can read: the text of the function and of all functions that it may reach
          by names, what each name in them stands for, how deep calls may go, Python, NumPy, and the files of this package. Another value is another origin, so
          no old entry is met. What cannot be said so that another process says the same of the same (a class, a list, an object) keeps a
          function out.
Rejected: to note what the writers look up: one that forgets to tell would meet old entries.
"""

from __future__ import annotations

import builtins
import functools
import marshal
import os
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from unpython import _bindings, _core, _find_source
from unpython._local_names import names_things

if TYPE_CHECKING:
    from unpython._layouts import Layout
    from unpython._source import Serialized

PREFIX = b"program "  # of the origins

_PLAIN = frozenset([bool, int, float, complex, str, type(None), type(...)])
_LONGEST = 1 << 20  # bytes of an origin
_PYTHON = os.path.dirname(os.__file__) + os.sep  # where modules of Python itself are
_BETWEEN_WORDS = {c: " " for c in range(128) if not (chr(c).isalnum() or c == ord("_"))}

Place = tuple[Any, ...]  # the number of a function, a name in it, attributes


class _Unsaid(Exception):
    """Another process could not tell what this is."""


class Surroundings:
    """All that the writers can read when they write the program of a function."""

    def __init__(self, function: FunctionType, layouts: dict[str, Layout] | None) -> None:
        self.function = function
        self._layouts = layouts
        self._functions: list[FunctionType] = []
        self._scopes: list[dict[str, Any]] = []
        self._found: dict[Place, tuple[Any, Any]] = {}  # of names: what holds the name, and its value
        self._places: dict[tuple[int, str], Place] = {}  # of names, by the id of what holds them
        given = None if layouts is None else [(name, self._said(layout)) for name, layout in layouts.items()]
        said = self._said(function), given, _builtins(), "unpython._random" in sys.modules, getattr(sys.modules.get("numpy"), "__version__", "")
        self.origin = PREFIX + repr((sys.version, _package()[0], sys.getrecursionlimit(), said)).encode()
        if len(self.origin) > _LONGEST:
            raise _Unsaid

    def program(self) -> tuple[Any, ...] | None:
        """What Serialized.as_tuple() would give, if some process has kept it."""
        kept = _core.find_program(self.origin)
        if kept is None:
            return None
        text, hidden, guards, beside, runs_again, parameters = marshal.loads(kept)
        accesses, values, makers, calls = ((), (), (), ()) if beside is None else _found_beside(beside)
        if accesses is None:
            return None
        names, defaults, positional = parameters or _find_source.parameters_of(self.function)
        others = iter(accesses)
        paths = tuple(next(others) if place is None else self._access(place) for place in hidden)
        known = ((self._access(place), self._value(place)) for place in guards)
        return text, names, defaults, paths, (*known, *values), *positional, makers, runs_again, calls

    def keep(self, program: Serialized) -> None:
        """Only what any process can read again. A name that is not defined, or of no use, is told of with all names around it."""
        if program.has_unknown:
            return
        hidden = [self._place(access) for access in program.hidden]
        guards, others = [], []
        for access, value in program.guards:
            place = self._place(access)
            if place is None:
                others.append((access, value))
            elif self._value(place) is value:
                guards.append(place)
            else:
                return
        beside = None
        if None in hidden or others or program.classes or program.hosts:
            from unpython._kept_programs import places

            accesses = [access for access, place in zip(program.hidden, hidden, strict=True) if place is None]
            beside = places.told(accesses, others, program.classes, program.hosts)
            if beside is None:
                return
        if all(map(_find_source.ends_with_block, self._functions)):
            parameters = None
            if self._layouts is not None:
                from unpython._layouts import parameters_for

                parameters = parameters_for(_find_source.parameters_of(self.function)[0], self._layouts)
            kept = program.text, hidden, guards, beside, program.runs_again, parameters
            if _core.stamp_of_package(True)[0] == _package()[0]:  # no writer was edited before it was imported
                _core.keep_program(self.origin, marshal.dumps(kept))

    def _place(self, access: _bindings.AccessPath) -> Place | None:
        place = self._places.get((id(access[0]), access[1]))
        return place and (*place, *access[2:])

    def _access(self, place: Place) -> _bindings.AccessPath:
        return self._found[place[:2]][0], *place[1:]

    def _value(self, place: Place) -> Any:
        return functools.reduce(getattr, place[2:], self._found[place[:2]][1])

    def _said(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return kind.__name__, repr(value)
        if kind is tuple:
            return "tuple", [*map(self._said, value)]
        if kind is FunctionType or kind is _core.Function:
            name = _bindings.library_name(value)
            if name:
                return "library", name
            function = value if kind is FunctionType else value.py_func
            return kind.__name__, _name_in_package(function) or self._function_said(function)
        numpy = sys.modules.get("numpy")
        if numpy is not None and kind is numpy.ndarray:
            return "array", repr(value.dtype), value.ndim  # its elements are read at each call
        if numpy is not None and isinstance(value, numpy.generic) and kind.__module__ == "numpy":
            return value.dtype.str, value.tobytes()
        name = _bindings.library_name(value) or _name_in_python(value)
        if not name:
            raise _Unsaid
        return "library", name

    def _function_said(self, function: FunctionType) -> Any:
        if function in self._functions:
            return self._functions.index(function)
        code = function.__code__
        codes = [*_codes(code)]
        text = _find_source.text_read(function)
        if text is None or function.__dict__ or names_things(code):
            raise _Unsaid
        number = len(self._functions)
        self._functions.append(function)
        who = function.__name__, function.__qualname__, function.__module__, code.co_filename, self._scope_said(function)
        defaults = [(key, self._said(value)) for key, value in _find_source.parameters_of(function)[1].items()]
        named = {name for c in codes for name in c.co_names}.union(code.co_freevars)
        names = self._names_said(number, named, text)
        return *who, text, _find_source.code_key(code), [c.co_linetable for c in codes], defaults, names

    def _scope_said(self, function: FunctionType) -> int:
        """By the number of its names: functions of one module share them."""
        scope = function.__globals__
        held = scope.get("__builtins__")
        if held is not builtins and held is not vars(builtins):
            raise _Unsaid
        if not any(scope is other for other in self._scopes):
            self._scopes.append(scope)
        return next(i for i, other in enumerate(self._scopes) if other is scope)

    def _names_said(self, number: int, named: set[str], text: str) -> Any:
        """What the names of a function stand for, and what names of Python's functions do that the text has not, but writers use. Of other words
        in the text (local names, say) the kind is enough: a program that holds what they stand for is not kept."""
        scope = self._functions[number].__globals__
        shadowing = [name for name in list(vars(builtins)) if name in scope and not name.startswith("__")]
        modules: set[str] = set()
        looked_up = named.union(shadowing)
        names = [(name, self._name_said(number, name, named, modules)) for name in sorted(looked_up)]
        words = [(word, _kind_said(scope[word])) for word in sorted(_words(text) - looked_up) if word in scope]
        return [name for name in names if name[1] is not None], words

    def _name_said(self, number: int, name: str, named: set[str], modules: set[str]) -> Any:
        """None where the name stands for nothing: it may be that of an attribute."""
        holder, value = _bindings.lookup(self._functions[number], name)
        if value is _bindings.MISSING:
            return None
        self._found[number, name] = holder, value
        self._places.setdefault((id(holder), name), (number, name))
        if not isinstance(value, ModuleType):
            return self._said(value)
        return self._module_said(value, named, modules)

    def _module_said(self, module: ModuleType, named: set[str], modules: set[str]) -> Any:
        """A library with what the names of a function may mean in it. A module that another one holds is read once."""
        name = module.__name__
        if not _is_of_library(name) or sys.modules.get(name) is not module:
            raise _Unsaid
        if name in modules:
            return "module", name
        modules.add(name)
        held = vars(module)
        return "module", name, [(key, self._member_said(held[key], named, modules)) for key in sorted(held.keys() & named)]

    def _member_said(self, value: Any, named: set[str], modules: set[str]) -> Any:
        if isinstance(value, ModuleType):
            return self._module_said(value, named, modules)
        if isinstance(value, (type, FunctionType, BuiltinFunctionType)):
            if _is_of_library(value.__module__):
                return "library", value.__module__, value.__qualname__
        elif type(value).__module__.partition(".")[0] == "numpy" and not _bindings.is_number_or_array(value):
            return "library", type(value).__module__, type(value).__qualname__, getattr(value, "__name__", "")
        return self._said(value)


def surroundings_of(function: FunctionType, layouts: dict[str, Layout] | None = None) -> Surroundings | None:
    """None: no other process could tell whether a program is that of this function, or the cache is off."""
    if not _core.settings()["cache"] or not 0 < _package()[1] <= _find_source.LOADED:
        return None  # the package has no files, or was written anew since this process began
    try:
        return Surroundings(function, layouts)
    except (_Unsaid, RecursionError, ValueError):  # ValueError: Python writes no integer of thousands of digits
        return None


@functools.cache
def _package() -> tuple[bytes, float]:
    return _core.stamp_of_package(False)


def _words(text: str) -> set[str]:
    if text.isascii():
        return {*text.translate(_BETWEEN_WORDS).split()}
    import re

    return {*re.findall(r"\w+", text)}


def _found_beside(beside: Any) -> tuple[Any, ...]:
    from unpython._kept_programs import places  # which few programs need

    return places.found(*beside) or (None, (), (), ())


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Of a function and all that stands in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _is_of_library(module: Any) -> bool:
    """Whether the module of this name is the same for the same versions of Python and NumPy: it is not for a file that hides one of Python's."""
    top = module.partition(".")[0] if isinstance(module, str) else ""
    if top not in sys.stdlib_module_names:
        return top in ("numpy", "unpython")
    file = getattr(sys.modules.get(top), "__file__", None)
    return file is None or (file.startswith(_PYTHON) and "-packages" not in file)


def _name_in_python(value: Any) -> str:
    """The name of a class, or of a function in C, of Python's own modules."""
    if not isinstance(value, (type, BuiltinFunctionType)) or not _is_of_library(value.__module__):
        return ""
    module, name = value.__module__, value.__qualname__
    return f"{module}.{name}" if getattr(sys.modules.get(module), name, None) is value else ""


def _name_in_package(function: FunctionType) -> Any:
    """Of a function of _library, which is the same for the same files of this package. It may have been given another name."""
    module, code = function.__module__ or "", function.__code__
    if not module.startswith("unpython._library.") or function.__globals__ is not getattr(sys.modules.get(module), "__dict__", None):
        return None
    same = getattr(function.__globals__.get(code.co_name), "__code__", None) is code and not function.__dict__ and not function.__closure__
    return (module, code.co_name, function.__name__, function.__qualname__) if same else None


def _kind_said(value: Any) -> Any:
    """A kind of value, and of a function what it does itself."""
    function = value.py_func if isinstance(value, _core.Function) else value
    if isinstance(function, FunctionType):
        code = function.__code__
        return type(value).__name__, _find_source.code_key(code), code.co_flags, code.co_cellvars, code.co_freevars
    return type(value).__module__, type(value).__qualname__


def _builtins() -> list[tuple[str, str, str]]:
    """The names that stand for something else than usual."""
    return [
        (name, type(value).__module__, type(value).__qualname__)
        for name, value in list(vars(builtins).items())
        if getattr(value, "__name__", None) != name or getattr(value, "__module__", None) != "builtins"
    ]
