"""The `def` of a method, as it is written where it is called.

    super().name(x)                          self.name(x), where `name` is that of the class behind the one that says it (`_of_super`)
    static and class methods                 functions, in which the class stands in the place of `cls`
    what @dataclass makes                    __eq__, __repr__, __lt__, ..., whose text nobody has: as dataclasses makes them

A method of one of these kinds is a function whose `def` this module knows.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import sys
from collections.abc import Container
from types import FunctionType
from typing import Any

from unpython._find_source import SourceNotFound
from unpython._writing.functions.inlining import Renamed, bound, inlined, without_text
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import copy_tree, is_name, walk
from unpython._writing.plainer import find_source

_OWN = "unpython_definition"  # of a function: its `def`
_ORDERS = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_CONSTANTS = (bool, int, float, str)


class ClassName(ast.expr):
    """The class in a call that makes an object."""

    _fields = ()

    def __init__(self, of: Any):
        super().__init__()
        self.of = of


class FunctionName(ast.expr):
    """A static or class method in a call."""

    _fields = ()

    def __init__(self, function: FunctionType):
        super().__init__()
        self.function = function


def definition_of(method: FunctionType) -> Any:
    """Raises SourceNotFound."""
    found = vars(method).get(_OWN)
    if found is not None:
        return found
    node = find_source(method).node
    behind = class_of(method)
    if behind is None or not isinstance(node, ast.FunctionDef) or not node.args.args:
        return node
    made = _Super(node.args.args[0].arg, behind).visit(copy_tree(node))
    return ast.fix_missing_locations(made)


def class_of(method: FunctionType) -> type | None:
    """The class whose text says a method that asks for super()."""
    cells = dict(zip(method.__code__.co_freevars, method.__closure__ or (), strict=True))
    return cells["__class__"].cell_contents if cells.keys() == {"__class__"} else None


def is_alone(method: FunctionType) -> bool:
    """Whether a method reads nothing of a function around it."""
    return not method.__code__.co_freevars or class_of(method) is not None


def with_definition(method: FunctionType, definition: Any) -> FunctionType:
    made = FunctionType(method.__code__, method.__globals__, method.__name__, method.__defaults__, method.__closure__)
    setattr(made, _OWN, definition)
    return made


def of_class_itself(of: Any, name: str) -> FunctionType | None:
    """A static method, or a class method with the class in the place of `cls`, as a function. `of`: the class, as ObjectClass has it."""
    owner = next((base for base in of.type.__mro__[:-1] if name in vars(base)), None)
    held = None if owner is None else vars(owner)[name]
    if owner is None or not isinstance(held, (staticmethod, classmethod)) or not isinstance(held.__func__, FunctionType):
        return None
    method = held.__func__
    try:
        made = copy_tree(definition_of(method))
    except SourceNotFound:
        return None
    if not isinstance(made, ast.FunctionDef):
        return None
    made.decorator_list = []
    if isinstance(held, classmethod):
        own = made.args.args.pop(0).arg if made.args.args and not made.args.posonlyargs else ""
        put = _ClassPut(own, of)
        made.body = [put.visit(statement) for statement in made.body]
        if not own or any(is_name(n, own) for s in made.body for n in walk(s)):
            return None
    of.relied[owner, name if isinstance(held, staticmethod) else f"{name}.__func__"] = method
    return with_definition(method, made)


class _ClassPut(ast.NodeTransformer):
    """cls(...) and cls.name"""

    def __init__(self, own: str, of: Any):
        self._own = own
        self._of = of

    def _put(self, node: Any) -> Any:
        return ast.copy_location(ClassName(self._of), node) if is_name(node, self._own) else node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        node.func = self._put(node.func)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        node.value = self._put(node.value) if isinstance(node.ctx, ast.Load) else node.value
        return node


class _Super(ast.NodeTransformer):
    """super().name as a name that only this class has."""

    def __init__(self, own: str, of: type):
        self._own = own
        self._of = of

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        if _is_super(node.value):
            node.value, node.attr = ast.copy_location(ast.Name(self._own, ast.Load()), node), f"{self._of.__name__}.{node.attr}"
        return node


def _is_super(node: Any) -> bool:
    return isinstance(node, ast.Call) and is_name(node.func, "super") and not node.args and not node.keywords


def found_behind(of: type, name: str) -> tuple[type, Any] | None:
    """What super() of a class gives for an object of the class `of`, and the class that says it. `name`: as _Super writes it."""
    asked, _, name = name.rpartition(".")
    order = of.__mro__
    places = [i for i, base in enumerate(order) if base.__name__ == asked]
    if len(places) != 1:
        return None
    return next(((base, vars(base)[name]) for base in order[places[0] + 1 : -1] if name in vars(base)), None)


def with_init_behind(of: type, method: FunctionType, used: dict[str, tuple[type, FunctionType]]) -> Any:
    """The `def` of `__init__`, with the statements of those that it calls by super() in their places; notes these in `used`."""
    node = definition_of(method)
    behind = class_of(method)
    if behind is None:
        return node
    own = node.args.args[0].arg
    made = copy_tree(node)
    body: list[ast.stmt] = []
    for statement in made.body:
        call: Any = statement.value if isinstance(statement, ast.Expr) else None
        name = f"{behind.__name__}.__init__"
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == name):
            body.append(statement)
            continue
        found = found_behind(of, name)
        if found is None or not isinstance(found[1], FunctionType) or found[1].__globals__ is not method.__globals__ or not is_alone(found[1]):
            raise SourceNotFound
        used[f"{found[0].__name__}.__init__"] = found
        given = with_init_behind(of, found[1], used)
        if any(isinstance(n, ast.Return) for n in walk(given)):
            raise SourceNotFound
        try:
            values = bound(given, call, ast.copy_location(ast.Name(own, ast.Load()), call))
            body += inlined(given, without_text(given.body), values, call, itertools.count(100 * len(used)), ())
        except NotWritten:
            raise SourceNotFound from None
    made.body = body
    return made


def key_of(of: Any) -> tuple[ast.expr, bool] | None:
    """What `__lt__` compares, of `self`: `return self.x < other.x`; whether the order is the other way round (`>`). None where it does
    anything else, and where another comparison may be asked."""
    method = of.method("__lt__")
    if method is None or (of.has("__gt__") and not generated(of.type, "__gt__", ())):
        return None
    definition = definition_of(method)
    body = without_text(definition.body)
    value: Any = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    if not isinstance(value, ast.Compare) or len(value.ops) != 1 or not isinstance(value.ops[0], (ast.Lt, ast.Gt)) or len(definition.args.args) != 2:
        return None
    own, other = (a.arg for a in definition.args.args)
    parts = [value.left, value.comparators[0]]
    swapped = Renamed({own: other}, {}).visit(copy_tree(parts[0]))
    names = {n.id for part in parts for n in walk(part) if isinstance(n, ast.Name)}
    fields = {n.attr for n in walk(parts[0]) if isinstance(n, ast.Attribute)}
    is_plain = all(isinstance(n, (ast.Name, ast.Attribute, ast.Tuple, ast.Constant, ast.UnaryOp, ast.USub)) for n in walk(parts[0]))
    if not is_plain or ast.dump(swapped) != ast.dump(parts[1]) or names != {own, other} or not fields <= set(of.fields):
        return None
    return Renamed({own: "self"}, {}).visit(copy_tree(parts[0])), isinstance(value.ops[0], ast.Gt)


def constant_of(of: type, name: str) -> tuple[type, Any] | None:
    """What a class has for a name, and the class that says so."""
    return next(((base, vars(base)[name]) for base in of.__mro__[:-1] if name in vars(base)), None)


def written(value: Any) -> ast.expr | None:
    """A number, a text or a tuple of them, as it is written out; None for anything else."""
    if type(value) is not tuple:
        return ast.Constant(value) if type(value) in _CONSTANTS else None
    parts = [written(part) for part in value]
    return ast.Tuple([part for part in parts if part is not None], ast.Load()) if parts and all(parts) else None


def generated(of: type, name: str, texts: Container[str]) -> FunctionType | None:
    """A method that @dataclass made. `texts`: the fields that are texts: items of tuples that are one thing are equal, NaN too."""
    method = inspect.getattr_static(of, name, None)
    owner = next((base for base in of.__mro__ if vars(base).get(name) is method), None)
    if owner is None or not isinstance(method, FunctionType) or "__dataclass_params__" not in vars(owner):
        return None
    fields = dataclasses.fields(owner)  # type: ignore[arg-type]
    if not _is_made(method, fields, name):
        return None
    if name == "__repr__":
        shown = ", ".join(f"{field.name}={{self.{field.name}!r}}" for field in fields if field.repr)
        return _function(owner, f"def __repr__(self):\n    return f{f'{of.__qualname__}({shown})'!r}")
    names = [field.name for field in fields if field.compare]
    if name == "__eq__" and names:
        is_plain = sys.version_info >= (3, 13)
        pairs = (f"self.{f} == other.{f}" if is_plain or f in texts else f"(self.{f},) == (other.{f},)" for f in names)
        return _function(owner, f"def __eq__(self, other):\n    return {' and '.join(pairs)}")
    if name in _ORDERS and names:
        one, other = (", ".join(f"{whose}.{field}" for field in names) for whose in ("self", "other"))
        return _function(owner, f"def {name}(self, other):\n    return ({one},) {_ORDERS[name]} ({other},)")
    return None


def _function(owner: type, text: str) -> FunctionType:
    found: dict[str, Any] = {}
    exec(text, vars(sys.modules[owner.__module__]), found)
    (made,) = found.values()
    setattr(made, _OWN, ast.parse(text).body[0])
    return made  # type: ignore[no-any-return]


def _is_made(method: FunctionType, fields: Any, name: str) -> bool:
    """Whether dataclasses made a method: it makes the same for a class with these fields."""
    alike = [(field.name, object, dataclasses.field(repr=field.repr, compare=field.compare)) for field in fields]
    twin = getattr(dataclasses.make_dataclass("twin", alike, order=True), name, None)
    codes = [getattr(made, "__wrapped__", made).__code__ for made in (method, twin) if isinstance(made, FunctionType)]
    return len(codes) == 2 and all(getattr(codes[0], part) == getattr(codes[1], part) for part in ("co_code", "co_consts", "co_names", "co_varnames"))
