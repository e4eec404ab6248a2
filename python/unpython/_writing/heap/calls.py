"""Calls of functions of Python and of those outside the function, and what stands outside as a value."""

from __future__ import annotations

import ast
import enum
import inspect
import operator
from collections.abc import Callable
from types import FunctionType, MethodDescriptorType, MethodType, ModuleType
from typing import Any

from unpython._library.stand_ins import only_python, stand_in
from unpython._writing.heap.cells import (
    BOOL,
    FUNCTION,
    NO_ANSWER,
    OF_NAMES,
    REAL,
    ROW,
    SETS,
    TEXT,
    WHOLE,
    NotOnHeap,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.emitter import NO, YES, Rest, Value
from unpython._writing.heap.functions import is_cached, name_of
from unpython._writing.heap.names import Function
from unpython._writing.heap.numbers.math_calls import MathCalls
from unpython._writing.heap.operators import SEQUENCES

_OPERATORS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//", operator.mod: "%",
    operator.pow: "**", operator.and_: "&", operator.or_: "|", operator.xor: "^",
}  # fmt: skip
_OF_PYTHON = frozenset(["math", "functools", "heapq", "bisect", "statistics", "dataclasses", "copy"])
_PLAIN = frozenset(f"builtins.{name}" for name in "abs bool float int len max min round str sum".split())
_MODULES = frozenset("builtins collections functools itertools heapq bisect dataclasses copy dict.dict str.str .str".split())
_COMPARISONS = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==", operator.ne: "!="}


class Calls(MathCalls):
    def constant(self, value: Any, name: str) -> Value:
        """What stands outside: numbers and texts as they are; lists, dicts and objects as they are when a call begins."""
        kind = type(value)
        if value is None:
            return self.nothing()
        if value is NotImplemented:
            return self.of(NO_ANSWER)
        if kind is bool:
            return self.of(BOOL, str(int(value)), test=YES if value else NO)
        if kind is int and -(2**63) < value < 2**63:
            return self.whole(str(value))
        if kind is float:
            return self.real(self.held(f"float({str(value)!r})" if value - value != 0 else repr(value)))
        if kind is str:
            return self.text(value)
        if kind is tuple:
            return self.tuple_of([self.constant(part, name) for part in value])
        if inspect.isclass(value):
            return self.class_value(stand_in(value))
        if callable(value):
            return self.function_value(Function("known", None, value), [], ("known", value))
        if isinstance(value, enum.Enum):
            return self.member(value)
        if self.plan.may_hold(value):
            return self.object_outside(value)
        raise NotOnHeap(f"what {name} stands for")

    def of_Call(self, node: ast.Call) -> Value:
        func = node.func
        if isinstance(func, ast.Attribute) and (made := self._method(node, func)) is not None:
            return made
        if self._is_lazy(node) and self.generator_of(func) is None and self.called_name(func) != "itertools.count":
            return self._once(node)
        given = self._class_of_object(func) or self.function_of(func)
        keywords = self._keywords(node)
        if not any(isinstance(a, ast.Starred) for a in node.args):
            return self.call(given, list(node.args), node, keywords)
        return self._call_with_star(given, node, keywords)

    def _keywords(self, node: ast.Call) -> dict[str, Any]:
        """By name; of **names what a call around has given, or a dict has under keys that are written out."""
        made: dict[str, Any] = {k.arg: k.value for k in node.keywords if k.arg is not None}
        for k in node.keywords:
            if k.arg is None:
                frame = self.frame.of(k.value.id) if isinstance(k.value, ast.Name) else None
                is_given = frame is not None and k.value.id in frame.given_by_name  # type: ignore[attr-defined]
                more = frame.given_by_name[k.value.id] if is_given else self._keywords_of_dict(k.value, node)  # type: ignore[attr-defined,union-attr]
                if {*made} & {*more}:
                    raise NotOnHeap("a keyword that is given twice")
                made.update(more)
        return made

    def _keywords_of_dict(self, given: ast.expr, node: ast.Call) -> dict[str, Any]:
        """f(**d), of a dict that has all the keys by which the program stores to it; Python makes the call where it has not."""
        others = [*node.args, *(k.value for k in node.keywords if k.arg is not None)]
        calls = [n for other in others for n in ast.walk(other) if isinstance(n, (ast.Call, ast.NamedExpr))]
        if any(not isinstance(n, ast.Call) or self.called_name(n.func) not in _PLAIN for n in calls):
            raise NotOnHeap("keywords of a dict behind what may change it")
        value = self.copied(self.value(given))
        cells = value.cell.held(value.kind) if value.kind in OF_NAMES else None
        if cells is None or cells[1].is_open or cells[0].all() not in ([], [TEXT]):
            raise NotOnHeap("any keywords")
        with self.block(f"if I_[{value.words[0]} + 3] != {len(cells[1].fields)}:"):
            self.refuse("other keywords")
        made: dict[str, Any] = {}
        for name in [*cells[1].fields]:
            with self.within("keyword", name):
                key = self.text(name)
                found = self.find(value, key)[0]
                with self.block(f"if {found} < 0:"):
                    self.refuse("other keywords")
                made[name] = self.entry_value(value, found, key)
        return made

    def given_at_once(self, node: ast.expr) -> Value:
        """An argument of a generator."""
        return self._once(node) if isinstance(node, ast.Call) and self._is_lazy(node) else self.value(node)

    def _once(self, node: ast.Call) -> Value:
        """zip(...), reversed(...) and their kin as an argument of a function that goes through it once, as a list."""
        parent = self.parent_of(node)
        if not isinstance(parent, ast.Call) or node not in parent.args or any(isinstance(a, ast.Starred) for a in parent.args):
            raise NotOnHeap("what gives items under a name")
        found = self.known(parent.func)
        inner = self.source(found) if isinstance(found, FunctionType) else self._definition(parent.func)
        if inner is None or inner.args.vararg is not None:
            raise NotOnHeap("what gives items under a name")
        name = [a.arg for a in (*inner.args.posonlyargs, *inner.args.args)][parent.args.index(node)]
        uses = [n for s in inner.body for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == name]
        heads = [s.iter for s in inner.body if isinstance(s, ast.For)]
        if len(uses) != 1 or uses[0] not in heads:
            raise NotOnHeap("what gives items under a name")
        if self.generator_of(node.func) is None:
            return self.list_of(self.source_of(node), "at once")
        loop = next(s for s in inner.body if isinstance(s, ast.For) and s.iter is uses[0])
        if any(isinstance(n, (ast.Break, ast.Return)) for s in loop.body for n in ast.walk(s)):
            raise NotOnHeap("a generator that may have no end, under a name")
        before, self.changes, self.prints = (self.changes, self.prints), False, False
        made = self.list_of(self.source_of(node), "at once")
        if self.changes or self.prints:
            raise NotOnHeap("a generator under a name that does something else")
        self.changes, self.prints = before
        return made

    def _definition(self, func: ast.expr) -> Any:
        """The `def` of a function inside that is called by its name."""
        frame = self.frame.of(func.id) if isinstance(func, ast.Name) else None
        if frame is None or frame.scope is None or frame.scope.stores.get(func.id) != 1:  # type: ignore[attr-defined]
            return None
        nodes = [s for s in frame.scope.node.body if isinstance(s, ast.FunctionDef) and s.name == func.id]  # type: ignore[attr-defined]
        return nodes[0] if len(nodes) == 1 else None

    def _call_with_star(self, given: Any, node: ast.Call, keywords: dict[str, Any]) -> Value:
        if len(node.args) == 1 and isinstance(given, (type, FunctionType)) and name_of(given) in ("builtins.max", "builtins.min"):
            items = self.copied(self._listed_star(node.args[0].value))  # type: ignore[attr-defined]
            if items.kind not in SEQUENCES:
                raise NotOnHeap("the extreme of something before a star")
            with self.block(f"if I_[{items.words[0]} + 1] < 2:"):
                self.refuse("one item of a star, or none")
            return self.call(given, [items], node, keywords)
        return self._each_star(node.args, lambda chosen: self.call(given, chosen, node, keywords))

    def _each_star(self, args: list[ast.expr], then: Callable[[list[Value]], Value]) -> Value:
        """What is done with the arguments, for each kind of what stands behind a star."""
        values = [self.copied(self._listed_star(a.value) if isinstance(a, ast.Starred) else self.value(a)) for a in args]

        def inner(number: int, chosen: list[Value]) -> Value:
            if number == len(values):
                return then(chosen)
            if not isinstance(args[number], ast.Starred):
                return inner(number + 1, [*chosen, values[number]])

            def way(one: Value) -> Value:
                if is_object(one.kind) and self.is_value(one):
                    return inner(number + 1, [*chosen, *self.fields_of(one)])
                if is_tuple(one.kind):
                    return inner(number + 1, [*chosen, *self.parts(one)])
                if one.kind in SEQUENCES and number == len(values) - 1:
                    row = one if one.kind == ROW else self.list_of(one, "rest", kind=ROW)
                    return then([*chosen, Rest(row.cell, row.words)])
                return self.wrong("a star before something of any length")

            return self.each_kind(values[number], f"star {number}", way)

        return inner(0, [])

    def _listed_star(self, node: ast.expr) -> Value:
        if self._is_lazy(node):
            with self.within("star", id(node)):
                return self.list_of(self.source_of(node), "star", kind=ROW)
        return self.value(node)

    def _class_of_object(self, func: ast.expr) -> Any:
        """type(x)(...) and x.__class__(...)"""
        if isinstance(func, ast.Call) and self.called_name(func.func) == "builtins.type" and len(func.args) == 1:
            value = self.value(func.args[0])
            return self.class_in(value).of if is_object(value.kind) else None
        return None

    def _method(self, node: ast.Call, func: ast.Attribute) -> Value | None:
        keywords = {k.arg: k.value for k in node.keywords if k.arg is not None}
        if isinstance(func.value, ast.Call) and self.called_name(func.value.func) == "builtins.super" and not func.value.args:
            return self._super(func.attr, node, keywords)
        found = self.known(func)
        if found is not None:
            holder = self.known(func.value)
            if isinstance(holder, type) and isinstance(inspect.getattr_static(holder, func.attr, None), classmethod) and holder.__module__ != "builtins":
                held = next(vars(base)[func.attr] for base in holder.__mro__ if func.attr in vars(base))
                owner = next(base for base in holder.__mro__ if func.attr in vars(base))

                def called(chosen: list[Value]) -> Value:
                    return self.class_method(holder, held, chosen, {k: self.value(v) for k, v in keywords.items()}, owner)  # type: ignore[no-any-return]

                return self._each_star(node.args, called) if any(isinstance(a, ast.Starred) for a in node.args) else called([*map(self.value, node.args)])
            if isinstance(holder, (ModuleType, type)):
                return None
        value = self.copied(self.value(func.value))
        args: list[Any] = list(node.args)
        if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in node.keywords):
            if len(value.cell.all()) == 1 and is_object(value.kind):
                keywords = self._keywords(node)
                return self._each_star(args, lambda chosen: self.method_called(value, func.attr, chosen, keywords))
            if len(value.cell.all()) == 1 and self.takes_any_number(value, func.attr) and not node.keywords:
                return self.method_of_set(value, func.attr, args)
            raise NotOnHeap("a star before the arguments of a method")
        if len(value.cell.all()) > 1:
            args = [a if self._is_lazy(a) else self.value(a) for a in args]
        return self.each_kind(value, "method", lambda one: self._method_of(one, func.attr, args, keywords, node))

    def _method_of_type(self, found: MethodDescriptorType, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        """str.upper(text), set.union(*sets)"""
        first, *others = self._with_rest(args, 1) if isinstance(args[0], Rest) else args

        def way(one: Value) -> Value:
            if is_object(one.kind) or not issubclass(self.type_of_kind(one.kind), found.__objclass__):
                return self.wrong("a method of another type")
            if any(isinstance(a, Rest) for a in others) and not self.takes_any_number(one, found.__name__):
                raise NotOnHeap("a star before the arguments of a method")
            return self._method_of(one, found.__name__, others, keywords, node)

        return self.each_kind(self.copied(self.value_of(first)), "of type", way)

    def _super(self, name: str, node: ast.Call, keywords: dict[str, Any]) -> Value:
        frame = self.frame
        while frame.owner is None and frame.around is not None:
            frame = frame.around
        if frame.owner is None or frame.scope is None:
            raise NotOnHeap("super() elsewhere")
        own = frame.scope.parameters[0]
        value = self.of_Name(ast.copy_location(ast.Name(own, ast.Load()), node))
        if not is_object(value.kind):
            raise NotOnHeap("super() of a class")
        mro = self.class_in(value).of.__mro__
        above = mro[mro.index(frame.owner) + 1 :]
        owner = next((base for base in above if name in vars(base)), None)
        if owner in (None, object) and name == "__init__" and not node.args:
            return self.nothing()
        if name == "__init__" and owner is not None and issubclass(owner, BaseException) and owner.__module__ == "builtins" and not keywords:
            self.write_field(value, "args", self.tuple_of([self.copied(self.value(a)) for a in node.args]), False)
            return self.nothing()
        if owner is None or not isinstance(vars(owner)[name], FunctionType):
            raise NotOnHeap("a method above that is none")
        if not self._has_text(vars(owner)[name]):
            raise NotOnHeap("a method above that has no text")
        args = [self.value(a) for a in node.args]
        return self._run(vars(owner)[name], value, args, {k: self.value(v) for k, v in keywords.items()}, name, owner)

    def method_of_value(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        """Of a method that is a value: d.get, v.append, v.__getitem__."""
        if name == "__getitem__":
            return self.item(value, self.value_of(args[0]))
        if name == "__contains__":
            return self.contains(value, self.value_of(args[0]))
        if name == "__len__":
            return self.call_len([value], {}, node)  # type: ignore[no-any-return]
        if name.startswith("__"):
            raise NotOnHeap(f"the method {name}")
        return self._method_of(value, name, args, keywords, node)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        kind = value.kind
        if kind >= FUNCTION and self.functions[kind - FUNCTION].what == "known" and isinstance(self.functions[kind - FUNCTION].function, type):
            return self.method_of_class(self.functions[kind - FUNCTION].function, name, args, keywords, node)
        if is_object(kind):
            return self.method_called(value, name, [self.value_of(a) for a in args], keywords)
        if self.lacks(value, name):
            return self.wrong_kinds(operator.attrgetter(name), value)
        if name in ("__getitem__", "__contains__", "__len__"):
            return self.method_of_value(value, name, args, keywords, node)
        if kind == TEXT:
            return self.method_of_text(value, name, args, keywords)
        if is_tuple(kind) or kind == ROW:
            if name not in ("count", "index"):
                return self.wrong(f"the method {name} of tuples")
            return self.method_of_list(self.as_row(value), name, args, keywords)
        if kind in SEQUENCES:
            return self.method_of_list(value, name, args, keywords)
        if is_dict(kind):
            return self.method_of_dict(value, name, args, keywords)
        if kind in SETS:
            return self.method_of_set(value, name, args)
        if kind == REAL and name == "is_integer" and not args:
            return self.truth_value(f"{value.words[0]} == math.floor({value.words[0]})")
        if kind == WHOLE and name == "bit_length" and not args:
            return self.whole(self.held(f"bits_in({value.words[0]})"))
        if kind == WHOLE and name == "bit_count" and not args:
            return self.whole(self.held(f"ones_in({value.words[0]})"))
        return self.wrong("a method that a value has not")

    # Functions that are known.

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        found = getattr(found, "py_func", found) if type(found).__module__.startswith("unpython") else found
        if found is only_python:
            return self.wrong("what Python knows of")
        memo = None
        if is_cached(found):
            found = found.__wrapped__
            self._check_kept(found)
            memo = f"memo_of_{id(found)}"
            self.variables[memo] = "new_table(I_, F_)"
            self.variable_frames[memo] = -1
        if isinstance(found, FunctionType) and found.__module__ not in _OF_PYTHON:
            values = [self.value_of(a) for a in args]
            named = {k: self.value_of(v) for k, v in keywords.items()}
            if memo is None:
                return self.inlined(self.source(found), found, None, values, named, {})
            before, self.changes, self.prints = (self.changes, self.prints), False, False
            made = self.inlined(self.source(found), found, None, values, named, {}, memo=memo)
            if self.changes or self.prints:
                raise NotOnHeap("a function that keeps its results and does something else")
            self.changes, self.prints = before
            return made
        if found is object.__new__ and len(args) == 1 and not keywords:
            return self.each_kind(self.value_of(args[0]), "class", self._bare_object)
        if found in _OPERATORS and len(args) == 2:
            one, other = (self.copied(self.value_of(a)) for a in args)
            return self.binary(_OPERATORS[found], one, other)
        if found in _COMPARISONS and len(args) == 2:
            one, other = (self.copied(self.value_of(a)) for a in args)
            return self.compared(_COMPARISONS[found], one, other)
        if isinstance(found, (operator.itemgetter, operator.attrgetter)):
            return self._getter(found, self.value_of(args[0]))
        if isinstance(found, MethodDescriptorType) and args:
            return self._method_of_type(found, args, keywords, node)
        if isinstance(found, MethodType) and isinstance(found.__self__, type) and isinstance(found.__func__, FunctionType):
            return self.method_of_class(found.__self__, found.__name__, args, keywords, node)  # type: ignore[no-any-return]
        name = name_of(found)
        module, _, short = name.rpartition(".")
        if found in (operator.itemgetter, operator.attrgetter):
            keys = [ast.literal_eval(a) if isinstance(a, (ast.Constant, ast.UnaryOp)) else None for a in args]
            if None in keys:
                raise NotOnHeap("a getter of what the run says")
            return self.function_value(Function("known", None, found(*keys)), [], ("getter", found, *keys))
        if name in ("math.prod", "math.dist"):
            return self._product(args, keywords) if short == "prod" else self._distance(*(self.copied(self.value_of(a)) for a in args))
        if module == "math":
            return self._math(short, [self.copied(self.value_of(a)) for a in args], keywords)
        if isinstance(found, type) and (issubclass(found, BaseException) or module not in ("builtins", "collections", "functools", "fractions", "itertools")):
            return self.made_object(found, args, keywords)
        way: Callable[..., Value] | None = getattr(self, f"call_{short}", None) if module in _MODULES else None
        if way is None or (short != "print" and any(isinstance(a, Rest) for a in args)):
            raise NotOnHeap(f"the function {name}")
        return way(args, keywords, node)

    def _bare_object(self, value: Value) -> Value:
        of = self.functions[value.kind - FUNCTION].function if value.kind >= FUNCTION else None
        return self.bare_object(of) if isinstance(of, type) else self.wrong("an object of no class")

    def _check_kept(self, function: FunctionType) -> None:
        """Of a function of the module that keeps its results: it reads nothing that changes."""
        self.plan.keeps_results = True
        names = {name: function.__globals__.get(name) for name in function.__code__.co_names}
        if function.__closure__ or any(value is not None and self.plan.may_hold(value) for value in names.values()):
            raise NotOnHeap("a function that keeps its results and reads what changes")

    def _getter(self, found: Any, value: Value) -> Value:
        keys = found.__reduce__()[1]
        if isinstance(found, operator.itemgetter):
            parts = [self.item(value, self.constant(key, "key")) for key in keys]
        else:
            parts = [self.attribute(value, key) for key in keys]
        return parts[0] if len(parts) == 1 else self.tuple_of(parts)
