"""Which names and places of a function hold objects: the flows of texts (text/flows.py), with fields as places."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import walk
from unpython._writing.objects import classes, dataclass_calls, definitions, fixed_items, functions_beside
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.definitions import ClassName, FunctionName
from unpython._writing.text.flows import Flows
from unpython._writing.text.kinds import (
    CONTAINERS,
    NOTHING,
    UNSET,
    Dict,
    Kind,
    List,
    NotTexts,
    Object,
    Set,
    has_object,
    held,
)


class Made(ast.expr):
    """The number of the object that is made last."""

    _fields = ()

    def __init__(self, of: ObjectClass):
        super().__init__()
        self.of = of


class Present(ast.expr):
    """An object on which a method is called: None has no such method."""

    _fields = ("value",)

    def __init__(self, value: ast.expr, method: str):
        super().__init__()
        self.value = value
        self.method = method


class Classes:
    """The classes whose objects are numbers in one function; `given`: those of the caller's objects."""

    def __init__(self, function: FunctionType, given: list[ObjectClass]):
        self._function = function
        self.known: list[ObjectClass] = []
        self.used: list[_bindings.Binding] = []
        self.runs_again = False  # whether a function that calls itself leaves some calls to Python
        for of in given:
            self._add(of)

    def _add(self, of: ObjectClass) -> ObjectClass:
        for known in self.known:
            if known.type is of.type and known.fields == of.fields and known.name == of.name:
                return known
            if known.type is of.type and of.type not in (dict, tuple):
                raise NotTexts
        of.number = len(self.known)
        self.known.append(of)
        return of

    def of_dict(self, keys: tuple[str, ...]) -> ObjectClass:
        return self._add(classes.of_keys(keys))

    def of_tuple(self, width: int, holder: str) -> ObjectClass:
        return self._add(classes.of_tuple(width, holder))

    def named(self, node: ast.expr, locals_: frozenset[str]) -> ObjectClass | None:
        """The class that a name outside of the function stands for."""
        if isinstance(node, ClassName):
            return node.of
        binding = _bindings.of_node(self._function, node, locals_)
        if binding is None:
            return None
        if not isinstance(binding.value, type):
            return None
        known = next((k for k in self.known if k.type is binding.value and k.type not in (dict, tuple)), None)
        of = known or classes.of_class(binding.value)
        if of is None or (of.scope is not None and (of.scope is not self._function.__globals__ or of.named & locals_)):
            return None
        if known is not None and known.initialize is None and known.kind == "object" and not known.defaults:
            made = classes.of_class(binding.value)  # one of the caller's, whose fields are known
            if made is None or set(made.fields) != set(known.fields):
                return None
            known.initialize, known.after, known.defaults = made.initialize, made.after, made.defaults
            known.scope, known.named = made.scope, made.named
            known.used |= made.used
        self.used.append(binding)
        return self._add(of)

    def named_of(self, node: ast.Attribute, locals_: frozenset[str]) -> ObjectClass | None:
        """The class of Class.name, where that is one of its static or class methods, or a number or a text that it has."""
        if isinstance(node.value, ClassName):
            return node.value.of  # type: ignore[no-any-return]
        binding = _bindings.of_node(self._function, node.value, locals_)
        if binding is None or not isinstance(binding.value, type) or binding.value.__module__ == "builtins":
            return None
        held = inspect.getattr_static(binding.value, node.attr, None)
        return self.named(node.value, locals_) if isinstance(held, (staticmethod, classmethod)) else None

    def given_objects(self, node: ast.Call, kinds: list[Kind], locals_: frozenset[str]) -> FunctionType | None:
        """The function of the module that is called with objects, or with None where it asks fields of its parameters, or that makes some."""
        binding = functions_beside.found(self._function, node.func, locals_)
        if binding is None:
            return None
        asks = any(kind in (NOTHING, UNSET) for kind in kinds) and functions_beside.asks_fields(binding.value)
        if not asks and not any(map(has_object, kinds)) and not functions_beside.makes_objects(binding.value):
            return None
        if all(b.value is not binding.value for b in self.used):
            self.used.append(binding)
        found: FunctionType = binding.value
        return found

    def types(self, node: ast.expr, locals_: frozenset[str]) -> type | tuple[type, ...] | None:
        """The class, or the classes of a tuple, that an expression stands for; None where it stands for something else."""
        bindings = [_bindings.of_node(self._function, n, locals_) for n in (node.elts if isinstance(node, ast.Tuple) else [node])]
        if not all(b is not None and isinstance(b.value, type) and b.value.__class__ is type for b in bindings):
            return None  # a class of classes may answer what it wants
        self.used += [b for b in bindings if b is not None]
        return tuple(b.value for b in bindings if b is not None)

    def guards(self) -> list[_bindings.Binding]:
        """The methods that the function relies on: each may be set anew."""
        found = list(self.used)
        for of in self.known:
            for (owner, name), value in of.relied.items():
                access = ({"class": owner}, "class", *name.split("."))
                found.append(_bindings.Binding(name, "function", "", value, access, access, value))
            for name, method in of.used.items():
                if "." in name:
                    continue
                by = ("fget",) if of.is_property(name) else ()
                access = ({"class": of.type}, "class", name, *by)
                found.append(_bindings.Binding(name, "function", "", method, access, access, method))
        return found


class ObjectFlows(Flows):
    may_mix = False
    # caught/statements.py writes `try`, and calls are written where they stand with what a star gives, or nobody does.
    _refused = tuple(kind for kind in Flows._refused if kind not in (ast.Try, ast.Starred))

    def __init__(self, function: FunctionType, node: Any, parameters: dict[str, Kind], known: Classes):
        self.classes = known
        columns = {
            column: UNSET if of.is_alone else List(UNSET)
            for of in known.known for column in of.columns() if column not in parameters
        }  # fmt: skip
        self._nothing: set[str] = set()
        self.waiting: set[str] = set()  # names of which nothing is known
        self._outer: dict[int, FunctionType] = {}  # by call: the function beside this one that is given objects
        nodes = list(walk(node))
        given = [n.args if isinstance(n, ast.Call) else n.elts for n in nodes if isinstance(n, (ast.Call, ast.Tuple, ast.List))]
        of_calls = {id(a) for each in given for a in each if isinstance(a, ast.Starred) and isinstance(a.ctx, ast.Load)}
        if any(isinstance(n, ast.Starred) and id(n) not in of_calls for n in nodes):
            raise NotTexts
        super().__init__(function, node, {**columns, **parameters})

    def _go_through(self) -> None:
        super()._go_through()
        self._outer = {id(n): found for n in self.nodes if isinstance(n, ast.Call) and (found := self._function_of(n)) is not None}
        self._nothing = {name for name, kind in self.names.items() if kind == List(NOTHING)}
        self.waiting = {name for name, kind in self.names.items() if kind == UNSET}

    def is_nothing(self, column: str) -> bool:
        """Whether all that is known of a field is that it is None."""
        return column in self._nothing

    def field(self, node: Any) -> tuple[ObjectClass, str] | None:
        """The class and the field of `p.x`, of `row["x"]` and of `t[0]`; None for what is none."""
        if not isinstance(node, (ast.Attribute, ast.Subscript)):
            return None
        kind = self.of(node.value)
        if not isinstance(kind, Object):
            return None
        of = kind.of
        if isinstance(node, ast.Attribute):
            return (of, node.attr) if node.attr in of.fields and of.kind != "dict" else None
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if of.kind == "dict" and key in of.fields:
            return of, key  # type: ignore[return-value]
        if of.kind == "tuple" and type(key) is int and -len(of.fields) <= key < len(of.fields):
            return of, of.fields[key]
        raise NotTexts

    def _of_Constant(self, node: ast.Constant) -> Kind:
        return NOTHING if node.value is None else super()._of_Constant(node)

    def _of_Dict(self, node: ast.Dict) -> Kind:
        """Of values of several kinds, of which none is an object, it is no container: who returns it makes it."""
        try:
            return super()._of_Dict(node)
        except NotTexts:
            if any(has_object(self.of(value)) for value in node.values):
                raise
            return None

    def _of_Made(self, node: Made) -> Kind:
        return Object(node.of)

    def _of_Present(self, node: Present) -> Kind:
        kind = self.of(node.value)
        if isinstance(kind, Object):
            return Object(kind.of)
        if kind not in (NOTHING, UNSET):
            raise NotTexts
        return UNSET

    def _of_field(self, node: Any) -> Kind:
        of, field = self.field(node)  # type: ignore[misc]
        return self.of_column(of, field)

    def of_column(self, of: ObjectClass, field: str) -> Kind:
        """What a field holds."""
        kind = self.names[of.column(field)]
        return kind if of.is_alone else kind.item

    def _of_Attribute(self, node: ast.Attribute) -> Kind:
        if self.field(node) is not None:
            return self._of_field(node)
        kind = self.of(node.value)
        return UNSET if kind in (UNSET, NOTHING) or isinstance(kind, Object) else None

    def _of_Subscript(self, node: ast.Subscript) -> Kind:
        return self._of_field(node) if self.field(node) is not None else super()._of_Subscript(node)

    def _of_BinOp(self, node: ast.BinOp) -> Kind:
        is_object = isinstance(self.of(node.left), Object) or isinstance(self.of(node.right), Object)
        return UNSET if is_object else super()._of_BinOp(node)

    def _of_Call(self, node: ast.Call) -> Kind:
        if isinstance(node.func, (ClassName, FunctionName)) or self.of_class_itself(node) is not None:
            return UNSET
        if isinstance(node.func, ast.Attribute) and isinstance(self.of(node.func.value), Object):
            return UNSET
        if isinstance(node.func, (ast.Name, ast.Attribute)) and self.classes.named(node.func, self.own | self.names.keys()):
            return UNSET
        if dataclass_calls.asked(self._function, node, self.own | self.names.keys(), self.classes.used):
            return UNSET
        if self.builtin(node.func) in ("len", "abs", "bool") and any(isinstance(self.of(a), Object) for a in node.args):
            return UNSET  # a method that is written there soon
        return UNSET if self._function_of(node) is not None else super()._of_Call(node)

    def of_class_itself(self, node: ast.Call) -> FunctionType | None:
        """The static or class method that is called, on a class or on an object."""
        func = node.func
        if not isinstance(func, ast.Attribute):
            return None
        kind = self.of(func.value) if not isinstance(func.value, ClassName) else None
        if isinstance(kind, Object):
            of = kind.of if kind.of.kind == "object" and not kind.may_be_none and isinstance(func.value, ast.Name) else None
        else:
            of = self.classes.named_of(func, self.own | self.names.keys())
        return None if of is None or func.attr in of.fields else definitions.of_class_itself(of, func.attr)

    def function_of(self, node: ast.Call) -> FunctionType | None:
        """The function beside this one that is given objects in a call."""
        return self._outer.get(id(node)) or self._function_of(node)

    def _function_of(self, node: ast.Call) -> FunctionType | None:
        if isinstance(node.func, ast.Name) and node.func.id not in self.own and node.func.id not in self.names:
            kinds = [self.of(a) for a in (*node.args, *(k.value for k in node.keywords)) if not isinstance(a, ast.Starred)]
            return self.classes.given_objects(node, kinds, self.own)
        return None

    def items_of(self, node: ast.expr) -> Kind:
        if isinstance(self.of(node), Object):
            if fixed_items.of_class(self.object_class(node)) is not None:
                return UNSET  # they are written there soon
            raise NotTexts
        return super().items_of(node)

    def object_class(self, node: ast.expr) -> ObjectClass | None:
        """Of an object that is there."""
        kind = self.of(node)
        return kind.of if isinstance(kind, Object) and not kind.may_be_none else None

    def _changed(self, place: Any, method: str, arguments: list[ast.expr]) -> None:
        if not isinstance(self.of(place), Object) and self.of(place) != NOTHING:  # whose method is the class's
            super()._changed(place, method, arguments)

    def _hold(self, place: Any, kind: Kind) -> None:
        found = self.field(place)
        if found is None:
            super()._hold(place, kind)
        elif isinstance(self.of(place), CONTAINERS):
            self._name(found[0].column(found[1]), kind if found[0].is_alone else List(kind))

    def _name(self, name: str, kind: Kind) -> None:
        """Texts of arguments are not known here: a name that holds one of them, and one that is written out, is none of an object's."""
        try:
            super()._name(name, kind)
        except NotTexts:
            known = self.names.get(name)
            if name not in self.names or has_object(kind) or has_object(known):
                raise
            self.names[name] = _of_either(known, kind)

    def _give(self, target: Any, kind: Kind) -> None:
        if isinstance(target, ast.Subscript) and isinstance(owner := self.of(target.value), Object) and owner.of.kind == "object":
            return  # a method that is written there soon
        found = self.field(target)
        if found is None:
            if not isinstance(target, ast.Attribute) or self.of(target.value) not in (UNSET, NOTHING):
                super()._give(target, kind)
        else:
            self._name(found[0].column(found[1]), kind if found[0].is_alone else List(held(kind)))

    def _part(self, kind: Kind, place: int, count: int) -> Kind:
        if isinstance(kind, Object):
            items = fixed_items.of_class(kind.of)
            if items is not None and len(items[1]) == count and not kind.may_be_none:
                return UNSET
            if kind.of.kind != "tuple" or len(kind.of.fields) != count:
                raise NotTexts
            return self.of_column(kind.of, kind.of.fields[place])
        return super()._part(kind, place, count)


def _of_either(one: Kind, other: Kind) -> Kind:
    """What is known of what is one or the other, where no objects are in it."""
    if isinstance(one, Dict) and isinstance(other, Dict):
        return Dict(_of_either(one.key, other.key), _of_either(one.value, other.value), one.makes or other.makes)
    if isinstance(one, (List, Set)) and type(one) is type(other):
        return type(one)(_of_either(one.item, other.item))
    return one if one == other or other == UNSET else other if one == UNSET else None
