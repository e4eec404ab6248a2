"""Writes calls: as they are, or in other words that the compiler knows."""

from __future__ import annotations

import _ast
import sys
import warnings
from typing import Any

from unpython import _bindings, _host
from unpython._library import by_name
from unpython._writing import calls, constants, prints
from unpython._writing.arrays import grids, numpy_calls
from unpython._writing.dates import of_datetime as dates
from unpython._writing.free_names import NameWriter
from unpython._writing.loops import iterators
from unpython._writing.places import at, at_place_of, quote


class CallWriter(NameWriter):
    def _print(self, node: _ast.Call) -> bool:
        names = self._locals | frozenset(self._targets)
        if not isinstance(node.func, _ast.Name) or calls.full_name(node.func, self._function, names) != "builtins.print":
            return False
        printed = prints.taken_apart(node, self._is_builtin)
        if printed is None:
            return False
        self._guard_name(node.func)
        self._shown(node, *printed)
        return True

    def _is_builtin(self, node: _ast.Name) -> bool:
        if calls.full_name(node, self._function, self._locals | frozenset(self._targets)) != f"builtins.{node.id}":
            return False
        self._guard_name(node)
        return True

    def _warn(self, node: _ast.Call) -> bool:
        """warnings.warn(text) and warnings.warn(text, category)."""
        if not isinstance(node.func, (_ast.Name, _ast.Attribute)) or node.keywords or not 1 <= len(node.args) <= 2:
            return False
        binding = self._resolved(node.func)
        if binding is None or binding.value is not warnings.warn or self._program.sets_warnings:
            return False
        category = self._resolved(node.args[1]) if len(node.args) == 2 else None
        kind = UserWarning if len(node.args) == 1 else category.value if category is not None else None
        if not isinstance(kind, type) or not issubclass(kind, Warning):
            return False
        warned = prints.warned(node, self._function, kind, self._is_builtin)
        if warned is None:
            return False
        for used in (binding, category):
            if used is not None:
                self._program.guard(used.access, used.value)
        self._program.warns = True
        self._shown(node, *warned)
        return True

    def _shown(self, node: _ast.Call, host: _host.HostFunction, values: list[_ast.expr]) -> None:
        number = self._program.host_index(host)
        name = f"{host.name}:{number}"
        self._bindings[name] = f"({name} host {number} {quote(f'shown {host.name}')})"
        self._out.append(f"(call {at(node)} (name {at(node)} {name}) [")
        for value in values:
            self.expression(value)
        self._out.append("] [])")

    def _fits(self, node: _ast.Call) -> bool:
        """Whether a call of NumPy gives an out= only where NumPy takes one, and of np.random or np.fft the arguments that are known
        here: Python takes more."""
        name = calls.full_name(node.func, self._function, self._locals | frozenset(self._targets))
        if not self._is_own and not calls.takes_output(node, name):
            return False
        if self._is_own or not name.startswith(("numpy.random.", "numpy.fft.")):
            return True
        written = by_name.find(name)
        return written is None or calls.fits(node, written)

    _layouts: Any
    _each: Any

    def _call(self, node: _ast.Call) -> None:
        if self._layouts and len(node.args) == 1 and isinstance(node.args[0], _ast.GeneratorExp):
            each = self._each(node.args[0])
            if each is not None and calls.full_name(node.func, self._function, self._locals) in ("builtins.sum", "builtins.min", "builtins.max"):
                listed = at_place_of(node.args[0], _ast.List(each, _ast.Load()))
                node = at_place_of(node, _ast.Call(node.func, [listed], node.keywords))
        if not self._fits(node):
            self.unsupported(node)
            return
        if self._in_other_words(node) or self._print(node) or self._warn(node):
            return
        contraction = grids.contraction_of(node, self._function, self._locals)
        if contraction is not None:
            function, binding = contraction
            self._program.guard(binding.root_access, binding.root)
            self._made_call(node, function, node.args[1:])
            return
        mapping = grids.mapping_of(node, self._function, self._locals)
        if mapping is not None:
            function, binding = mapping
            self._program.guard(binding.root_access, binding.root)
            self._made_call(node, function, node.args)
            return
        if numpy_calls.is_one(node) and self._numpy_in_other_words(node):
            return
        if dates.is_one(node) and self._of_dates(node, dates.of_method(node, self._stands_for)):
            return
        vectorized = grids.vectorized_of(node, self._function, self._locals)
        if vectorized is not None:
            self._made_call(node, vectorized[0], [node.func, *node.args])
            return
        if constants.may_have_times(node.func) and self._times(node):
            return
        asked = constants.asked_of_module(node, self._function, self._locals)
        if asked is not None:
            answer, bindings = asked
            for binding in bindings:
                self._program.guard(binding.root_access, binding.root)
            self.constant(node, answer)
            return
        number = constants.of_text(node, self._function, self._locals)
        if number is not None:
            value, binding = number
            self._program.guard(binding.root_access, binding.root)
            self.constant(node, value)
            return
        listed = constants.listed_range(node, self._function, self._locals)
        if listed is not None:
            comprehension, binding = listed
            self._program.guard(binding.root_access, binding.root)
            self.expression(comprehension)
            return
        if isinstance(node.func, _ast.Attribute) and node.func.attr in by_name.METHODS:
            path = "." + node.func.attr
            index = self._program.index_of(by_name.method(node.func.attr))
            self._bindings[path] = f"({path} numpy {index})"
        self._out.append(f"(call {at(node)} ")
        self.expression(node.func)
        if isinstance(node.func, _ast.Attribute) and node.func.attr == "astype" and len(node.args) == 1:
            self._out.append(" [")
            self._element_type(node.args[0])
            self._out.append("]")
        else:
            self.expressions(node.args)
        self._out.append(" [")
        for keyword in node.keywords:
            self._out.append(f"({keyword.arg or '**'} {at(keyword)} ")
            if keyword.arg == "dtype":
                self._element_type(keyword.value)
            else:
                self.expression(keyword.value)
            self._out.append(")")
        operation = grids.operation_of_reduce(node, self._function, self._locals)
        if operation:
            self._out.append(f"(operation {at(node)} (str {at(node)} {quote(operation)}))")
        self._out.append("])")

    def _times(self, node: _ast.Call) -> bool:
        """Whether the call has been written with dates and differences of dates in the place of texts."""
        called = calls.full_name(node.func, self._function, self._locals | frozenset(self._targets))
        time = constants.time_of(node, called)
        dated = constants.with_times(node, called) if time is None else None
        if time is None and dated is None:
            return False
        self._guard_name(node.func)
        if dated is not None:
            self._call(dated)
        elif isinstance(time, tuple):
            self._made_call(node, time[0], [time[1]])
        else:
            self.constant(node, time)
        return True

    def _in_other_words(self, node: _ast.Call) -> bool:
        """Whether the call has been written as another expression."""
        if not node.args or not isinstance(node.func, (_ast.Name, _ast.Attribute)):
            return False
        inner = node.args[0]
        names = self._locals | frozenset(self._targets)
        function = calls.of_ufunc(node, self._function, names)
        if function is not None:
            self._guard_name(node.func)
            self.expression(function)
            return True
        is_key = any(keyword.arg == "key" for keyword in node.keywords)
        if any(isinstance(argument, _ast.Tuple) for argument in node.args):
            extreme = calls.of_tuples(node, calls.full_name(node.func, self._function, names))
            if extreme is not None:
                self._guard_name(node.func)
                self._own_call(extreme)
                return True
        if isinstance(inner, _ast.GeneratorExp) and not is_key and calls.full_name(node.func, self._function, names) == "builtins.sorted":
            self._call(at_place_of(node, _ast.Call(node.func, [calls.listed(inner)], node.keywords)))
            return True
        if not is_key and not isinstance(inner, _ast.Call):
            return False
        name = calls.full_name(node.func, self._function, names)
        sorted_by = calls.by_key(node, name) if is_key else None
        if sorted_by is not None:
            self._guard_name(node.func)
            self._made_call(node, *sorted_by)
            return True
        other = calls.written_out(node, name, self._function, names) or iterators.taken_at_once(node, name, self._function, names)
        if other is None:
            return False
        self._guard_name(node.func)
        self._guard_name(inner.func)  # type: ignore[attr-defined]
        self.expression(other)
        return True

    def _numpy_in_other_words(self, node: _ast.Call) -> bool:
        names = self._locals | frozenset(self._targets)
        other = None if self._is_own else numpy_calls.in_other_words(node, self._function, names)
        if other is None:
            return False
        root, _ = _bindings.dotted(node.func)
        if isinstance(root, _ast.Name) and root.id not in names:
            self._guard_name(node.func)
        if isinstance(other, tuple):
            self._made_call(node, *other)
        else:
            self.expression(other)
        return True

    def _stands_for(self, node: _ast.expr) -> Any:
        binding = self._resolved(node)  # type: ignore[arg-type]
        return None if binding is None else binding.value

    def _of_dates(self, node: _ast.expr, made: tuple[calls.OwnCall, list[_ast.expr]] | None) -> bool:
        if made is None:
            return False
        for name in made[1]:
            binding = self._resolved(name)  # type: ignore[arg-type]
            assert binding is not None
            self._program.guard(binding.access, binding.value)
        self._own_call(at_place_of(node, made[0]))
        return True

    def _own_call(self, node: calls.OwnCall) -> None:
        assert node.function is not None
        self._made_call(node, node.function, node.elts)

    def _element_type(self, node: _ast.expr) -> None:
        """`'float32'` where a type is asked for is np.dtype('float32')."""
        written = node.value if isinstance(node, _ast.Constant) and isinstance(node.value, str) else None
        numpy = sys.modules.get("numpy")
        try:
            named = None if written is None or numpy is None else numpy.dtype(written)
        except TypeError:
            named = None
        if named is None or not named.isnative or constants.name_of_type(named) is None:
            self.expression(node)
        else:
            self.constant(node, named)
