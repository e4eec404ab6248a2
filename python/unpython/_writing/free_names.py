"""Writes what the free names of a function stand for, and values that stand in the place of names: the part of a writer that
knows nothing of syntax."""

from __future__ import annotations

import _ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings, _host, _library
from unpython._find_source import SourceNotFound
from unpython._layout_of import element_type
from unpython._library import by_name
from unpython._local_names import local_names
from unpython._writing import constants
from unpython._writing.arrays import grids
from unpython._writing.names import assigned_names, own_names
from unpython._writing.places import at, kind_of, quote
from unpython._writing.program import InnerFunction, Program

_MAX_INT = 2**63 - 1
_MAX_UNSIGNED = 2**64 - 1


class NameWriter:
    def __init__(self, program: Program, function: FunctionType | InnerFunction) -> None:
        self._inner = function if isinstance(function, InnerFunction) else None
        self._function = function.around if isinstance(function, InnerFunction) else function
        self._program = program
        self._is_own = (self._function.__module__ or "").startswith(_library.__name__)
        self._locals = local_names(self._function)
        written = getattr(self._function, "written_node", None) if self._inner is None else self._inner.node
        if written is not None:
            self._locals = own_names(written) | (self._inner.locals_around if self._inner is not None else frozenset())
        self._targets: list[str] = []  # of the comprehensions around the current expression
        self._bindings: dict[str, str] = {}
        self._unknown_names: dict[str, None] = {}  # in order of appearance
        self._out: list[str] = []
        self._in_message = False  # of an exception

    def expression(self, node: _ast.expr) -> None:
        """An expression of any class."""
        raise NotImplementedError

    def unsupported(self, node: Any) -> None:
        self._out.append(f"(unsupported {at(node)} {kind_of(node)})")
        self._unknown_names.update(dict.fromkeys(assigned_names(node)))

    def expressions(self, nodes: list[_ast.expr]) -> None:
        self._out.append(" [")
        for node in nodes:
            self.expression(node)
        self._out.append("]")

    def optional(self, node: _ast.expr | None) -> None:
        if node is None:
            self._out.append("-")
        else:
            self.expression(node)

    def constant(self, node: Any, value: Any) -> None:
        place = at(node)
        kind = type(value)
        if kind is bool or value is None or value is ...:
            text = f"({'ellipsis' if value is ... else str(value).lower()} {place})"
        elif kind is int:
            text = f"(int {place} {value if -_MAX_INT - 1 <= value <= _MAX_UNSIGNED else 'big'})"
        elif kind is float:
            text = f"(float {place} {value!r})"
        elif kind is complex:
            imaginary = f"(complex {place} {value.imag!r})"
            text = (
                f"(binary {place} + (float {place} {value.real!r}) {imaginary})" if value.real else imaginary
            )
        elif kind is str:
            text = f"(str {place} {quote(value)})"
        elif constants.is_member(value):  # compared with others of its kind, and nothing else
            text = f"(str {place} {quote(constants.name_of_member(value))})"
        elif kind is tuple:
            self._out.append(f"(tuple {place} [")
            for item in value:
                self.constant(node, item)
            text = "])"
        elif not isinstance(value, type) and element_type(value) is not None and constants.name_of_type(value):
            name = constants.name_of_type(value) or ""
            self._bindings[name] = f"({name} library {quote(name)})"
            text = f"(name {place} {name})"
        elif (of_python := _bindings.python_function(value)) is not None:
            index = self._program.index_of(of_python)
            self._bindings[f"def.{index}"] = f"(def.{index} function {index})"
            text = f"(name {place} def.{index})"  # no name of a program is `def`
        elif _bindings.library_name(value):
            name = _bindings.library_name(value)
            written = by_name.find(name)
            what = f"library {quote(name)}" if written is None else f"numpy {self._program.index_of(written)}"
            self._bindings[f"def.{name}"] = f"(def.{name} {what})"
            text = f"(name {place} def.{name})"
        elif constants.is_numpy_number(value):
            name = constants.name_of_type(value.dtype) or ""
            self._bindings[name] = f"({name} library {quote(name)})"
            self._out.append(f"(call {place} (name {place} {name}) [")
            self.constant(node, constants.as_integer(value))
            text = "] [])"
        else:
            text = f"(unsupported {place} {kind.__name__})"
        self._out.append(text)

    def _made_call(self, node: Any, function: Callable[..., Any] | str, arguments: list[_ast.expr]) -> None:
        """A call that stands for other syntax; a range among the arguments is the array of its numbers."""
        name = function if isinstance(function, str) else _bindings.library_name(function)
        if name:
            self._bindings[name] = f"({name} library {quote(name)})"
        else:
            assert isinstance(function, FunctionType)
            index = self._program.index_of(function)
            name = f"numpy.{function.__name__}"
            if self._bindings.get(name, f"({name} numpy {index})") != f"({name} numpy {index})":
                name = f"{name}.{index}"  # another function has this name
            self._bindings[name] = f"({name} numpy {index})"
        self._out.append(f"(call {at(node)} (name {at(node)} {name}) [")
        for argument in arguments:
            if isinstance(argument, _ast.Slice):
                self._made_call(argument, *grids.axis_call(argument))
            else:
                self.expression(argument)
        self._out.append("] [])")

    def _resolved(self, node: _ast.expr) -> _bindings.Binding | None:
        """What a name outside the function stands for."""
        node, names = _bindings.dotted(node)
        if not isinstance(node, _ast.Name) or node.id in self._locals or node.id in self._targets:
            return None
        return _bindings.resolve(self._function, node.id, names)

    def _guard_name(self, node: _ast.expr) -> None:
        """What a name stands for is a part of the program."""
        node, names = _bindings.dotted(node)
        assert isinstance(node, _ast.Name)
        binding = _bindings.resolve(self._function, node.id, names)
        self._program.guard(binding.root_access, binding.root)

    def _bind(self, node: _ast.expr, root: str, attributes: list[str]) -> bool:
        """Notes what a free name stands for; True where its value has been written in its place."""
        binding = _bindings.resolve(self._function, root, attributes)
        value = constants.held(binding)
        if value is not constants.NOTHING:
            self._program.guard(binding.access, value)
            self.constant(node, value)
            return True
        if binding.path not in self._bindings:
            kind, target = self._kind_and_target(binding)
            self._bindings[binding.path] = f"({binding.path} {kind} {target})"
        return False

    def _kind_and_target(self, binding: _bindings.Binding) -> tuple[str, str | int]:
        program = self._program
        if binding.kind == "hidden":
            return binding.kind, program.hidden_index(binding.path, binding.access)
        if binding.kind == "library":
            if not self._is_own:
                program.guard(binding.root_access, binding.root)
            written = by_name.find(binding.target)
            if written is not None:
                return "numpy", program.index_of(written)
        written_as = _host.written(binding.value) if binding.kind in ("unsupported", "function") else ""
        if written_as:
            program.guard(binding.access, binding.value)
            function = by_name.find(written_as)
            assert function is not None
            return "numpy", program.index_of(function)
        host = None if binding.kind == "library" else _host.find(binding.value)
        if host is not None:
            if not self._is_own:
                program.guard(binding.access, binding.value)
            name = f" {host.name}" if self._is_own else ""
            return "host", f"{program.host_index(host)} {quote(host.told + name)}"
        if binding.kind == "unsupported" and isinstance(binding.value, type):
            index = program.class_index(binding.value)
            if index is not None and program.classes[index].initialize is not None:
                program.guard(binding.access, binding.value)
                return "class", index
        program.has_unknown |= binding.kind in ("missing", "unsupported") and not self._is_own
        if binding.kind == "function":
            if not self._is_own:
                program.guard(binding.access, binding.value)
            helper = _bindings.python_function(binding.value)
            assert helper is not None
            try:
                return "numpy" if self._is_own else binding.kind, program.index_of(helper)
            except SourceNotFound as problem:  # a mistake at the place of the call, reported with all others
                program.has_unknown |= not self._is_own
                return "unsupported", quote(f"a function that cannot be read: {problem}")
        return binding.kind, quote(binding.target)
