"""What is known of the classes whose objects are numbers."""

from __future__ import annotations

import ast
import collections
import dataclasses
import inspect
import sys
from types import FunctionType
from typing import Any

from unpython import _records
from unpython._find_source import SourceNotFound
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.objects import definitions
from unpython._writing.plainer import find_source

_CONSTANTS = (bool, int, float, str, type(None))
_EMPTY = {list: ast.List, dict: ast.Dict}
_COLLECTIONS = (collections.deque, collections.Counter, collections.OrderedDict)
_MOST_FIELDS = 32


class ObjectClass:
    """`kind`: object, tuple or dict; `fields`: in order; `initialize`: the `def` of `__init__` (None: each argument is a field);
    `defaults`: of fields that a call may leave out."""

    def __init__(self, type: type, kind: str, fields: tuple[str, ...]):
        self.type = type
        self.kind = kind
        self.fields = fields
        self.name = type.__name__
        self.number = 0  # among the classes of the function
        self.initialize: ast.FunctionDef | None = None
        self.after: str = ""  # a method that runs when the fields are there
        self.defaults: dict[str, ast.expr] = {}
        self.scope: dict[str, Any] | None = None  # where the names in `defaults` are known
        self.named: set[str] = set()  # these names
        self.is_frozen = kind == "tuple"
        self.is_alone = False  # there is one object: its columns are its fields
        self.same: dict[str, str] = {}  # fields of such an object that are other names
        self.used: dict[str, FunctionType] = {}  # methods that the function relies on
        self.relied: dict[tuple[Any, str], Any] = {}  # what classes behind this one, and this one, have for a name
        self.texts: set[str] = set()  # fields that are texts

    def __deepcopy__(self, memo: object) -> ObjectClass:
        return self  # copies of nodes name the same class

    def column(self, field: str) -> str:
        return f"_{field if field.isidentifier() else self.fields.index(field)}_of_{self.name}_{self.number}_"

    @property
    def count(self) -> str:
        """The name of how many objects there are."""
        return f"_all_{self.name}_{self.number}_"  # no field is called so

    def columns(self) -> list[str]:
        return list(map(self.column, self.fields))

    def method(self, name: str) -> FunctionType | None:
        if name in self.used:
            return self.used[name]
        if "." in name:
            return self._behind(name)
        found = inspect.getattr_static(self.type, name, None)
        if isinstance(found, property):
            found = found.fget if found.fset is None and found.fdel is None else None
        if not isinstance(found, FunctionType):
            return None
        made = definitions.generated(self.type, name, self.texts)
        if made is not None:
            self.relied[self.type, name] = found
            return made
        if not _has_text(found):
            return None
        self.used[name] = found
        return found

    def _behind(self, name: str) -> FunctionType | None:
        """super().name"""
        found = definitions.found_behind(self.type, name)
        if found is None or not isinstance(found[1], FunctionType) or not _has_text(found[1]):
            return None
        self.relied[found[0], found[1].__name__] = found[1]
        self.used[name] = found[1]
        return found[1]

    def constant(self, name: str, taken: dict[tuple[type, str], str]) -> ast.expr | None:
        """What a class has for a name that is no field: a number, a text or a tuple of them. `taken`: the parameters that stand for what
        classes have."""
        found = None if self.kind != "object" or name in self.fields else definitions.constant_of(self.type, name)
        if found is None:
            return None
        if (self.type, name) in taken:
            return ast.Name(taken[self.type, name], ast.Load())
        made = definitions.written(found[1])
        if made is not None:
            self.relied[found[0], name] = found[1]
        return made

    def is_property(self, name: str) -> bool:
        return isinstance(inspect.getattr_static(self.type, name, None), property)

    def has(self, name: str) -> bool:
        """Whether the class says itself what a method does."""
        return inspect.getattr_static(self.type, name, None) is not inspect.getattr_static(object, name, None)

    @property
    def is_compared_by_identity(self) -> bool:
        return self.kind == "object" and not self.has("__eq__")

    @property
    def is_ordered_as_tuple(self) -> bool:
        """Whether its objects are compared by their items, as those of a named tuple are that says nothing else."""
        return self.kind == "tuple" and all(getattr(self.type, name) is getattr(tuple, name) for name in ("__lt__", "__gt__", "__eq__"))

    def make(self, values: list[Any]) -> Any:
        """A new object with these fields."""
        if self.kind == "dict":
            return dict(zip(self.fields, values, strict=True))
        if self.kind == "tuple":
            return tuple(values) if self.type is tuple else tuple.__new__(self.type, values)
        made: Any = object.__new__(self.type)
        for field, value in zip(self.fields, values, strict=True):
            object.__setattr__(made, field, value)
        return made


def of_keys(keys: tuple[str, ...]) -> ObjectClass:
    return ObjectClass(dict, "dict", keys)


def of_tuple(width: int, holder: str) -> ObjectClass:
    """Of the tuples in one holder."""
    made = ObjectClass(tuple, "tuple", tuple(map(str, range(width))))
    made.name = f"tuple_in_{holder}"
    return made


def of_class(type: Any) -> ObjectClass | None:
    """None where the fields are not all that an object of the class is, or where no text says what `__init__` does."""
    if not isinstance(type, _type) or type.__module__ == "builtins" or not _records.is_known(type):
        return None
    if issubclass(type, tuple):
        made = ObjectClass(type, "tuple", tuple(type._fields))  # type: ignore[attr-defined]
        return made if _with_defaults(made, type._field_defaults) else None  # type: ignore[attr-defined]
    if dataclasses.is_dataclass(type):
        return _dataclass(type)
    return _plain_class(type)


_type = type


def _with_defaults(made: ObjectClass, defaults: dict[str, Any]) -> bool:
    if not all(isinstance(default, _CONSTANTS) for default in defaults.values()):
        return False
    made.defaults = {name: ast.Constant(default) for name, default in defaults.items()}
    return 0 < len(made.fields) <= _MOST_FIELDS


def _dataclass(type: Any) -> ObjectClass | None:
    fields = dataclasses.fields(type)
    made = ObjectClass(type, "object", tuple(field.name for field in fields))
    made.is_frozen = type.__dataclass_params__.frozen
    own = inspect.getattr_static(type, "__init__")
    if isinstance(own, FunctionType) and _has_text(own):
        return _initialized(made, own)
    missing = dataclasses.MISSING
    defaults = {field.name: field.default for field in fields if field.default is not missing}
    if any(not field.init or field.kw_only for field in fields) or not _with_defaults(made, defaults):
        return None
    for field in fields:
        if field.default_factory is not missing:
            default = _made_by(field.default_factory, made)
            if default is None:
                return None
            made.defaults[field.name] = default
    made.after = "__post_init__" if hasattr(type, "__post_init__") else ""
    return made


def _made_by(factory: Any, of: ObjectClass) -> ast.expr | None:
    """The expression of what a default factory makes: list, dict, one of Python's collections, or a lambda of the module of the class."""
    if factory in _EMPTY:
        return ast.List([], ast.Load()) if factory is list else ast.Dict([], [])
    scope = getattr(sys.modules.get(of.type.__module__), "__dict__", {})
    made: ast.expr
    if factory in _COLLECTIONS:
        name = next((name for name, value in scope.items() if value is factory), "")
        made = ast.Call(ast.Name(name, ast.Load()), [], [])
        if not name:
            return None
    elif isinstance(factory, FunctionType) and factory.__globals__ is scope and not factory.__code__.co_freevars and not factory.__code__.co_argcount:
        try:
            body = list(find_source(factory).node.body)
        except SourceNotFound:
            return None
        given: Any = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
        if given is None or any(isinstance(n, (ast.Lambda, ast.NamedExpr)) for n in walk(given)):
            return None
        made = copy_tree(given)
    else:
        return None
    of.scope = scope
    of.named |= {n.id for n in walk(made) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return made


def _plain_class(type: Any) -> ObjectClass | None:
    own = inspect.getattr_static(type, "__init__", None)
    return _initialized(ObjectClass(type, "object", ()), own) if isinstance(own, FunctionType) else None


def _initialized(made: ObjectClass, function: FunctionType) -> ObjectClass | None:
    """The fields are those that the statements of `__init__` give, one after the other."""
    behind: dict[str, tuple[type, FunctionType]] = {}
    try:
        node = definitions.with_init_behind(made.type, function, behind)
    except SourceNotFound:
        return None
    made.used["__init__"] = function
    made.relied |= {(of, "__init__"): method for of, method in behind.values()}
    if not isinstance(node, ast.FunctionDef) or not node.args.args:
        return None
    fields: dict[str, None] = {}
    for statement in node.body:
        for name, _ in stores(statement, node.args.args[0].arg) or ():
            fields[name] = None
    if made.fields and set(made.fields) != set(fields):
        return None
    made.fields = tuple(fields)
    made.initialize = node
    return made if 0 < len(fields) <= _MOST_FIELDS else None


def stores(statement: ast.stmt, own: str) -> list[tuple[str, ast.expr]] | None:
    """The fields that a statement `self.x = value` or `self.x, self.y = value, value` gives; None for any other one."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        targets: list[Any] = [statement.target]
    elif isinstance(statement, ast.Assign):
        targets = [*statement.targets]
    else:
        return None
    value: Any = statement.value
    values = [value]
    if len(targets) == 1 and isinstance(targets[0], ast.Tuple) and isinstance(value, ast.Tuple):
        targets, values = targets[0].elts, value.elts
    if len(targets) != len(values):
        return None
    is_field = [isinstance(t, ast.Attribute) and isinstance(t.value, ast.Name) and t.value.id == own for t in targets]
    return [(t.attr, v) for t, v in zip(targets, values, strict=True)] if all(is_field) else None  # type: ignore[attr-defined]


def _has_text(function: FunctionType) -> bool:
    try:
        definitions.definition_of(function)
    except SourceNotFound:
        return False
    return True
