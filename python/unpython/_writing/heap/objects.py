"""Objects: their fields lie on the heap behind each other. A method is written where it is called."""

from __future__ import annotations

import ast
import dataclasses
import functools
import inspect
import itertools
import operator
from types import FunctionType
from typing import Any

from unpython._writing.heap.cells import OBJECT, TEXT, Cell, NotOnHeap, flow, is_object, is_tuple
from unpython._writing.heap.classes import Class
from unpython._writing.heap.emitter import NO, YES, Rest, Value
from unpython._writing.heap.hashes import Hashes
from unpython._writing.heap.names import Function
from unpython._writing.heap.operators import FUNCTIONS, TOTAL_ORDER

_ASKED: dict[str, Any] = {
    "__abs__": abs, "__neg__": operator.neg, "__pos__": operator.pos, "__invert__": operator.invert, "__len__": len, "__iter__": iter,
    "__getitem__": operator.itemgetter(0), "__setitem__": lambda v: operator.setitem(v, 0, 0), "__call__": lambda v: v(),
}  # fmt: skip  # what Python asks an object by a method of this name


class Objects(Hashes):
    def class_of(self, of: Any) -> Class:
        if of not in self.classes:
            self.classes[of] = Class(of, len(self.classes))
            self.class_list.append(self.classes[of])
        return self.classes[of]  # type: ignore[no-any-return]

    def class_in(self, value: Value) -> Class:
        return self.class_list[value.kind - OBJECT]  # type: ignore[no-any-return]

    def is_value(self, value: Value) -> bool:
        """Whether an object is a named tuple."""
        return self.class_in(value).is_tuple

    def field(self, known: Class, name: str) -> Cell:
        return self.types.at(("field", known.of, name))

    def _sizes(self, known: Class) -> list[int]:
        return [len(self.field(known, name).words()) + (name not in known.sure) for name in known.fields]

    def _offset(self, known: Class, name: str) -> int:
        return sum(self._sizes(known)[: known.fields.index(name)])

    def new_object(self, known: Class) -> Value:
        return self.of(OBJECT + known.number, self.room(sum(self._sizes(known)) or 1))

    def fields_of(self, value: Value) -> list[Value]:
        return [self.read_field(value, name) for name in self.class_in(value).fields]

    def read_field(self, value: Value, name: str) -> Value:
        known = self.class_in(value)
        cell = self.field(known, name)
        offset = self._offset(known, name)
        if name in known.sure:
            return self.loaded(cell, f"{value.words[0]} + {offset}")
        at = self.moved(value.words[0], offset)
        fallback = inspect.getattr_static(known.of, name, None)
        slot = self.slot_of(known.of, name)
        if slot is None:
            self.guards.append(((known.of,), name, fallback))
        test = f"I_[{at}] != 0"
        if fallback is not None:
            ways = [(test, lambda: self.loaded(cell, self.moved(at, 1)))]
            return self.joined("field", ways, lambda: self.constant(fallback, name) if slot is None else self.read_slot(slot))
        with self.block(f"if not ({test}):"):
            self.refuse("an attribute without a value")
        return self.loaded(cell, self.moved(at, 1))

    def field_or(self, value: Value, name: str, other: Value) -> Value:
        """A field that some objects of the class have, or another value."""
        known = self.class_in(value)
        at = self.moved(value.words[0], self._offset(known, name))
        cell = self.field(known, name)
        return self.joined("field or", [(f"I_[{at}] != 0", lambda: self.loaded(cell, self.moved(at, 1)))], lambda: other)

    def write_field(self, value: Value, name: str, item: Value, is_begun: bool = True) -> None:
        known = self.class_in(value)
        if known.is_enum or known.is_tuple or (known.is_frozen and is_begun):
            raise NotOnHeap("a field that cannot change")
        found = inspect.getattr_static(known.of, name, None)
        if isinstance(found, property):
            if not isinstance(found.fset, FunctionType):
                raise NotOnHeap("a property without a setter")
            self._run(found.fset, value, [item], {}, name)
            return
        if found is not None and not known.is_exception and hasattr(type(found), "__set__") and type(found).__name__ != "member_descriptor":
            raise NotOnHeap("a descriptor")
        if name not in known.fields:
            known.fields.append(name)
            self.types.changed = True
        cell = self.field(known, name)
        flow(item.cell, cell)
        at = self.moved(value.words[0], self._offset(known, name))
        if name not in known.sure:
            self.emit(f"I_[{at}] = 1")
            at = self.moved(at, 1)
        self.store(at, self.coerced(item, cell))

    # Making.

    def made_object(self, of: Any, args: list[Any], keywords: dict[str, Any]) -> Value:
        known = self.class_of(of)
        if known.is_enum:
            return self._member_of(known, self.value_of(args[0]))
        values = [self.value_of(a) for a in args]
        named = {name: self.value_of(a) for name, a in keywords.items()}
        if inspect.isabstract(of):
            return self.raised_always(TypeError, self.said(object.__new__, of))
        if values and isinstance(values[-1], Rest) and known.fields and not self._has_text(inspect.getattr_static(of, "__init__", None)):
            values = [*values[:-1], *self.spread(values[-1], self._defaults_of_fields(known, len(values) - 1))]
        own = inspect.getattr_static(of, "__init__", None)
        if known.is_tuple:
            return self._made_of_fields(known, dict(zip(known.fields, values, strict=False)), named, of._field_defaults, len(values))
        if known.is_dataclass and not self._has_text(own):
            return self._made_dataclass(known, values, named)
        made = self.new_object(known)
        if known.is_exception:
            self.write_field(made, "args", self.tuple_of(values), False)
        if isinstance(own, FunctionType):
            if not known.sure and not known.is_bare:
                known.sure = set(self._always_set(own, of))
            self._run(own, made, values, named, "__init__")
        elif (values or named) and not known.is_exception:
            self.refuse("an object that takes nothing")
        return made

    def bare_object(self, of: Any) -> Value:
        """object.__new__(of)"""
        known = self.class_of(of)
        if known.is_enum or known.is_tuple or known.is_exception:
            raise NotOnHeap("an object of another kind without its fields")
        if not known.is_bare:
            known.is_bare = self.types.changed = True
            known.sure = set()
        return self.new_object(known)

    @staticmethod
    def _has_text(function: Any) -> bool:
        inner = getattr(function, "__wrapped__", function)
        return isinstance(function, FunctionType) and not inner.__code__.co_filename.startswith("<string>")

    def _always_set(self, function: FunctionType, of: Any) -> list[str]:
        """The fields that `__init__` gives a value in any case, and before it reads one or calls a method."""
        node = self.source(function)
        own, found = node.args.args[0].arg, list[str]()
        for s in node.body:
            read = [n for n in ast.walk(s) if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id == own]
            if isinstance(s, ast.Expr) and ast.unparse(s.value).startswith("super().__init__("):
                mro = of.__mro__
                owner = next(base for base in mro if vars(base).get("__init__") is function)
                above = next((vars(base)["__init__"] for base in mro[mro.index(owner) + 1 :] if "__init__" in vars(base)), None)
                found += self._always_set(above, of) if isinstance(above, FunctionType) else []
                continue
            if any(isinstance(n.ctx, ast.Load) and n.attr not in found for n in read) or any(isinstance(n, ast.Return) for n in ast.walk(s)):
                break
            targets = s.targets if isinstance(s, ast.Assign) else [s.target] if isinstance(s, ast.AnnAssign) and s.value else []
            names = [t for target in targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])]
            found += [t.attr for t in names if isinstance(t, ast.Attribute) and isinstance(t.value, ast.Name) and t.value.id == own]
        return found

    def _defaults_of_fields(self, known: Class, first: int) -> list[Value | None]:
        """What each field from that one on has where it is not given; None where it is given."""
        if known.is_tuple:
            defaults = known.of._field_defaults
        else:
            defaults = {f.name: f.default for f in dataclasses.fields(known.of) if f.default is not dataclasses.MISSING}
        made = [self.constant(defaults[name], name) if name in defaults else None for name in [*known.fields][first:]]
        has_gap = any(before is not None and value is None for before, value in itertools.pairwise(made))
        return [None] * len(made) if has_gap else made

    def _made_of_fields(self, known: Class, given: dict[str, Value], named: dict[str, Value], defaults: Any, count: int) -> Value:
        if count > len(known.fields) or set(named) - set(known.fields) or set(named) & set(given):
            return self.wrong("other arguments than the fields")
        given = {**given, **named}
        made = self.new_object(known)
        for name in known.fields:
            if name not in given and name not in defaults:
                return self.wrong("a field that is not given")
            value = given[name] if name in given else self.constant(defaults[name], name)
            cell = self.field(known, name)
            flow(value.cell, cell)
            self.store(f"{made.words[0]} + {self._offset(known, name)}", self.coerced(value, cell))
        return made

    def _made_dataclass(self, known: Class, values: list[Value], named: dict[str, Value]) -> Value:
        fields = dataclasses.fields(known.of)
        given = dict(zip([f.name for f in fields if f.init and not f.kw_only], values, strict=False))
        if len(given) < len(values) or set(named) - {f.name for f in fields if f.init} or set(named) & set(given):
            return self.wrong("other arguments than the fields")
        given |= named
        made = self.new_object(known)
        for f in fields:
            if f.name in given and f.init:
                value = given[f.name]
            elif f.default is not dataclasses.MISSING:
                value = self.constant(f.default, f.name)
            elif f.default_factory is not dataclasses.MISSING:
                with self.within("factory", f.name):
                    value = self.call_known(f.default_factory, [], {}, None)
            elif f.init:
                return self.wrong("a field that is not given")
            else:
                continue
            self.write_field(made, f.name, value, False)
        after = inspect.getattr_static(known.of, "__post_init__", None)
        if isinstance(after, FunctionType):
            if known.is_frozen:
                raise NotOnHeap("what comes after the fields of a frozen object")
            self._run(after, made, [], {}, "__post_init__")
        return made

    def exception_value(self, of: type, values: Value) -> Value:
        """What `except E as e` gives a name, with these arguments."""
        if self.class_of(of).has_fields:
            return self.parts(values)[0]
        made = self.new_object(self.class_of(of))
        self.write_field(made, "args", values, False)
        return made

    # Methods.

    def owner_of(self, value: Value, name: str) -> Any:
        return next((base for base in self.class_in(value).of.__mro__ if name in vars(base)), None)

    def has_method(self, value: Value, name: str) -> bool:
        owner = self.owner_of(value, name)
        return owner not in (None, object, tuple) and isinstance(vars(owner)[name], FunctionType) and self._has_text(vars(owner)[name])

    def total_order(self, value: Value, name: str) -> str | None:
        """The function of functools.total_ordering that a class has under this name."""
        owner = self.owner_of(value, name)
        found = None if owner is None else vars(owner)[name]
        is_made = isinstance(found, FunctionType) and found.__module__ == "functools"
        return found.__code__.co_name if is_made and found.__code__.co_name in TOTAL_ORDER else None  # type: ignore[union-attr]

    def is_subclass(self, value: Value, other: Value) -> bool:
        return issubclass(self.class_in(value).of, self.class_in(other).of)

    def _run(
        self, function: FunctionType, value: Value, args: list[Value], keywords: dict[str, Value], name: str, owner: Any = None
    ) -> Value:
        self.guarded.append((function, function.__code__))
        owner = owner or self.owner_of(value, name)
        for of in (self.class_in(value).of, owner):
            self.guards.append(((of,), name, getattr(of, name, None)))
        return self.inlined(self.source(function), function, None, [value, *args], keywords, {}, owner)

    def method_called(self, value: Value, name: str, args: list[Value], keywords: dict[str, Any] | None = None) -> Value:
        named = {k: self.value_of(v) for k, v in (keywords or {}).items()}
        known = self.class_in(value)
        owner = self.owner_of(value, name)
        found = None if owner is None else vars(owner)[name]
        if name == "_replace" and known.is_tuple and not args:
            given = {field: named.get(field) or self.read_field(value, field) for field in known.fields}
            return self._made_of_fields(known, given, {}, {}, 0)
        if name in known.fields and not known.is_tuple:
            return self.call(self.read_field(value, name), args, None, named)
        if isinstance(found, FunctionType) and self._has_text(found):
            return self._run(found, value, args, named, name, owner)
        if isinstance(found, staticmethod):
            return self.call(found.__func__, list(args), None, named)
        if isinstance(found, classmethod):
            return self.class_method(known.of, found, args, named, owner)
        asked = _ASKED.get(name) if name.startswith("__") else operator.attrgetter(name)
        if found is not None or asked is None:
            return self.wrong("a method that an object has not")
        self.guards.append(((known.of,), name, None))
        return self.wrong_kinds(asked, value, why="a method that an object has not")

    def class_value(self, of: Any) -> Value:
        return self.function_value(Function("known", None, of), [], ("class", of))

    def method_of_class(self, of: type, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        """cls.name(...)"""
        held = inspect.getattr_static(of, name, None)
        self.guards.append(((of,), name, getattr(of, name, None)))
        if isinstance(held, classmethod) and isinstance(held.__func__, FunctionType):
            named = {k: self.value_of(v) for k, v in keywords.items()}
            owner = next(base for base in of.__mro__ if name in vars(base))
            return self.class_method(of, held, [self.value_of(a) for a in args], named, owner)
        if isinstance(held, (FunctionType, staticmethod)) or getattr(of, name, None) is object.__new__:
            return self.call(getattr(of, name), args, node, keywords)
        return self.wrong("a method that a class has not")

    def class_method(self, of: Any, found: Any, args: list[Value], named: dict[str, Value], owner: Any) -> Value:
        function = found.__func__
        return self.inlined(self.source(function), function, None, [self.class_value(of), *args], named, {}, owner)

    def attribute(self, value: Value, name: str) -> Value:
        known = self.class_in(value)
        if known.is_enum:
            return self._of_member(value, known, name)
        found = inspect.getattr_static(known.of, name, None)
        if isinstance(found, property) and isinstance(found.fget, FunctionType):
            return self._run(found.fget, value, [], {}, name)
        if isinstance(found, functools.cached_property):
            return self._kept_property(value, name, found.func)
        if name in known.fields:
            return self.read_field(value, name)
        if name == "__class__":
            return self.class_value(known.of)
        if isinstance(found, (FunctionType, staticmethod)):
            method = Function("method", name, None)
            return self.function_value(method, [("self", value)], ("method", known.of, name))
        if found is None or hasattr(type(found), "__get__"):
            if found is None:
                self.guards.append(((known.of,), name, None))
                return self.wrong_kinds(operator.attrgetter(name), value, why="an attribute that an object has not")
            return self.wrong("an attribute that an object has not")
        if (slot := self.slot_of(known.of, name)) is not None:
            return self.read_slot(slot)
        self.guards.append(((known.of,), name, found))
        return self.constant(found, name)  # type: ignore[no-any-return]

    def _kept_property(self, value: Value, name: str, function: Any) -> Value:
        """@cached_property: a field that is there once it was asked for."""
        known = self.class_in(value)
        if name not in known.fields:
            known.fields.append(name)
            self.types.changed = True
        if name in known.sure or not isinstance(function, FunctionType):
            raise NotOnHeap("such a property")
        at = self.moved(value.words[0], self._offset(known, name))
        cell = self.field(known, name)

        def made() -> Value:
            self.changes = True
            item = self.copied(self.inlined(self.source(function), function, None, [value], {}, {}, self.owner_of(value, name)))
            flow(item.cell, cell)
            self.emit(f"I_[{at}] = 1")
            self.store(self.moved(at, 1), self.coerced(item, cell))
            return item

        return self.joined("kept property", [(f"I_[{at}] != 0", lambda: self.loaded(cell, self.moved(at, 1)))], made)

    # What Python asks of objects.

    def truth_of_object(self, value: Value) -> str:
        if self.has_method(value, "__bool__"):
            return self.truth_that_a_method_says(value)
        if self.has_method(value, "__len__"):
            return self.test(self.length_of(value))
        known = self.class_in(value)
        if known.is_flag:
            return f"{value.words[0]} != 0"
        if (plain := self.plain_value(value)) is not value:
            return self.test(plain)
        return YES if known.fields or not known.is_tuple else NO

    def plain_objects_compared(self, sign: str, a: Value, b: Value) -> Value:
        """By what Python gives each class."""
        ours, theirs = (self.class_in(v) if is_object(v.kind) else None for v in (a, b))
        x, y = self.plain_value(a), self.plain_value(b)
        if x is not a or y is not b:
            return self.compared(sign, x, y)
        if any(c is not None and c.is_tuple for c in (ours, theirs)):
            x, y = (self.tuple_of(self.fields_of(v)) if c is not None and c.is_tuple else v for v, c in ((a, ours), (b, theirs)))
            if is_tuple(x.kind) and is_tuple(y.kind):
                return self.compared(sign, x, y)
        if ours is not None and ours is theirs and ours.is_dataclass and (sign in ("==", "!=") or ours.of.__dataclass_params__.order):
            if ours.of.__dataclass_params__.eq:
                names = [f.name for f in dataclasses.fields(ours.of) if f.compare]
                one, other = (self.tuple_of([self.read_field(v, name) for name in names]) for v in (a, b))
                return self.compared(sign, one, other)
        if sign in ("==", "!="):
            if any(c is not None and c.is_exception for c in (ours, theirs)):
                raise NotOnHeap("which exception it is")
            if ours is not None and ours is theirs:
                return self.truth_value(f"{a.words[0]} {sign} {b.words[0]}")
            return self.truth_value(NO if sign == "==" else YES)
        return self.wrong_kinds(FUNCTIONS[sign], a, b, why="a comparison of objects")

    def plain_value(self, value: Value, kinds: tuple[type, ...] = (int, float, str)) -> Value:
        """What is equal to a member of an enumeration that is a number or a text as well."""
        known = self.class_in(value) if is_object(value.kind) else None
        return self._of_member(value, known, "value") if known is not None and known.is_enum and issubclass(known.of, kinds) else value

    def as_number(self, value: Value) -> Value:
        return self.plain_value(value, (int,))

    def show_object(self, out: str, value: Value, quotes: bool) -> None:
        known = self.class_in(value)
        for name in ["__repr__"] if quotes else ["__str__", "__repr__"]:
            if self.has_method(value, name):
                text = self.method_called(value, name, [])
                if text.kind != TEXT:
                    raise NotOnHeap("a text of an object that is none")
                self.emit(f"{out}.extend({self.codes_of(text)})")
                return
        if known.is_exception:
            self._show_exception(out, value, quotes)
            return
        if not (known.is_tuple or (known.is_dataclass and known.of.__dataclass_params__.repr)):
            raise NotOnHeap("what an object is called")
        shown = known.fields if known.is_tuple else [f.name for f in dataclasses.fields(known.of) if f.repr]
        self.put_text(out, f"{known.of.__name__ if known.is_tuple else known.of.__qualname__}(")
        for number, name in enumerate(shown):
            self.put_text(out, f"{', ' if number else ''}{name}=")
            with self.within("field", name):
                self.show(out, self.read_field(value, name), True)
        self.put_text(out, ")")

    def _show_exception(self, out: str, value: Value, quotes: bool) -> None:
        of = self.class_in(value).of
        if issubclass(of, (OSError, SyntaxError, UnicodeError)):
            raise NotOnHeap("what an exception is called")

        def way(args: Value) -> Value:
            if not is_tuple(args.kind):
                raise NotOnHeap("what an exception is called")
            parts = self.parts(args)
            if quotes:
                self.put_text(out, f"{of.__name__}{'()' if not parts else '(' if len(parts) == 1 else ''}")
            if len(parts) > 1:
                self.show(out, args, True)
            elif parts:
                self.show(out, parts[0], quotes or issubclass(of, KeyError))
                self.put_text(out, ")" if quotes else "")
            return self.nothing()

        self.each_kind(self.read_field(value, "args"), "arguments", way)
