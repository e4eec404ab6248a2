"""Which calls may change fields of objects, and which fields: by the names of methods, whatever they belong to."""

from __future__ import annotations

import ast
import builtins
import sys
from opcode import opmap
from types import CodeType, FunctionType, ModuleType
from typing import Any

from unpython import _bindings
from unpython._local_names import names_read, values_read
from unpython._writing.changes.methods import DRAWS, OF_ARRAYS, OF_CONTAINERS, OF_TEXTS, READS
from unpython._writing.nodes import walk

_STATEMENTS = frozenset("__call__ __setitem__ __delitem__ __setattr__ __enter__ __exit__ __iadd__ __isub__ __imul__ __itruediv__".split())
_STORE = opmap["STORE_ATTR"]
_OF_LIBRARIES = OF_CONTAINERS | OF_ARRAYS | OF_TEXTS | READS | DRAWS
_MADE = ("__init__", "__new__", "__post_init__")
_ARRAY = frozenset("shape size ndim dtype T real imag flat itemsize nbytes".split())  # of arrays and numbers


def changing(function: FunctionType, node: Any, own: set[str]) -> Fields | None:
    """None where no call in the `def` may change fields."""
    found = Fields(function, own)
    return found if any(map(found.may_change, walk(node))) else None


class Fields:
    def __init__(self, function: FunctionType, own: set[str]):
        self._function = function
        self._own = own
        values = [*function.__globals__.values(), *values_read(function)]
        self._classes = {v for v in values if isinstance(v, type) and _is_of_program(v)}
        members = [(name, member) for of in self._classes for base in of.__mro__ if _is_of_program(base) for name, member in vars(base).items()]
        codes = [(name, code) for name, member in members for code in _codes_of(member)]
        self._methods = {name for name, _ in codes}
        self._changing = {name for name, code in codes if name not in _MADE and _stores(code)}
        before = -1
        while before != len(self._changing):
            before = len(self._changing)
            self._changing |= {name for name, code in codes if name not in _MADE and not self._changing.isdisjoint(_names_in(code))}
        self._properties = {name for name, member in members if isinstance(member, property)}
        self._operators = any(name.startswith("__") for name in self._changing - _STATEMENTS)
        self._seen: dict[Any, bool] = {}

    def may_shift(self, node: ast.Attribute) -> bool:
        """Whether what is read may be a field, or a property, of an object."""
        return node.attr not in _ARRAY and not self._is_outside(node)

    def is_changing_method(self, node: ast.Attribute) -> bool:
        """Whether a method that is passed on may change fields."""
        return isinstance(node.ctx, ast.Load) and node.attr in self._changing and node.attr not in self._properties

    def may_change(self, node: Any) -> bool:
        """Whether a node alone, without what it holds, may change a field."""
        if isinstance(node, ast.Attribute):
            return isinstance(node.ctx, ast.Store) or self.is_changing_method(node) or (node.attr in self._properties and node.attr in self._changing)
        if isinstance(node, (ast.BinOp, ast.Subscript, ast.Compare, ast.UnaryOp, ast.comprehension)):
            return self._operators
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in self._changing or self._operators:
                return True
            return name not in self._methods and name not in _OF_LIBRARIES and not self._is_outside(node.func)
        if isinstance(node.func, ast.Name) and node.func.id not in self._own:
            return self._operators or self._function_changes(_bindings.resolve(self._function, node.func.id, []).value)
        return self._operators or "__call__" in self._changing

    def _is_outside(self, node: ast.Attribute) -> bool:
        """Whether something of a module or of a class is named."""
        binding = _bindings.of_node(self._function, node, self._own)
        return binding is not None and (binding.kind == "library" or isinstance(binding.root, (ModuleType, type)))

    def _function_changes(self, value: Any) -> bool:
        if isinstance(value, type):
            return value in self._classes and self._makes_with_changes(value)
        if value is setattr or value is delattr:
            return True
        called = _bindings.python_function(value)
        if called is None or called.__module__.partition(".")[0] == "unpython":
            return False
        if called not in self._seen:
            self._seen[called] = False
            self._seen[called] = any(map(_stores, _codes_of(called))) or self._calls_changing(called)
        return self._seen[called]

    def _calls_changing(self, called: FunctionType) -> bool:
        names = names_read(called)
        if not self._changing.isdisjoint(names):
            return True
        known = self._methods | _OF_LIBRARIES | vars(builtins).keys() | called.__globals__.keys()
        if names - known and not any(isinstance(called.__globals__.get(name), ModuleType) for name in names):
            return True  # a method of a class that is not known
        return any(isinstance(v, (FunctionType, type)) and self._function_changes(v) for v in values_read(called))

    def _makes_with_changes(self, of: type) -> bool:
        """Whether a new object may change others: where its methods store fields of something else than `self`."""
        codes = [code for name in _MADE for code in _codes_of(vars(of).get(name))]
        return any(_stores_elsewhere(code) or not self._changing.isdisjoint(_names_in(code)) for code in codes)

def _is_of_program(value: type) -> bool:
    module = getattr(value, "__module__", "").partition(".")[0]
    return module not in sys.stdlib_module_names or module == "__main__"


def _codes_of(member: Any) -> list[CodeType]:
    """Of a function, a method or a property, with those inside of it."""
    found = [member.fget, member.fset] if isinstance(member, property) else [getattr(member, "__func__", member)]
    left = [f.__code__ for f in found if isinstance(f, FunctionType)]
    codes: list[CodeType] = []
    while left:
        code = left.pop()
        codes.append(code)
        left += [c for c in code.co_consts if isinstance(c, CodeType)]
    return codes


def _names_in(code: CodeType) -> set[str]:
    return set(code.co_names)


def _stores(code: CodeType) -> bool:
    return _STORE in code.co_code[::2]


def _stores_elsewhere(code: CodeType) -> bool:
    import dis

    before: Any = None
    for instruction in dis.get_instructions(code):
        if instruction.opname == "STORE_ATTR" and not _gives(before, code.co_varnames[0]):
            return True
        before = instruction
    return False


def _gives(instruction: Any, name: str) -> bool:
    """Whether the last thing that an instruction gives is the value of a name."""
    given = getattr(instruction, "argval", None)
    return given == name or (isinstance(given, tuple) and given[-1] == name)
