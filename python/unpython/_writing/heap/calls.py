"""Calls of functions of Python and of those outside the function, and what stands outside as a value."""

from __future__ import annotations

import ast
import collections
import enum
import functools
import inspect
import math
import operator
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from unpython._writing.heap.cells import (
    BOOL,
    COUNTER,
    DEQUE,
    DICT,
    LIST,
    NO_ANSWER,
    NONE,
    OBJECT,
    OF_DICTS,
    OF_FLOATS,
    OF_INTEGERS,
    OF_LISTS,
    OF_SETS,
    ORDERED,
    REAL,
    ROW,
    SET,
    TEXT,
    WHOLE,
    NotOnHeap,
    flow,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.emitter import NO, YES, Loop, Rest, Value
from unpython._writing.heap.functions import is_cached, name_of
from unpython._writing.heap.names import Function
from unpython._writing.heap.library_calls import LibraryCalls
from unpython._writing.heap.operators import NUMBERS, SEQUENCES

_FLOATS = frozenset(
    "sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log2 log10 log1p degrees radians fabs erf erfc gamma lgamma"
    " atan2 hypot fmod copysign pow cbrt".split()
)
_WHOLES = frozenset("floor ceil trunc gcd lcm comb perm factorial isqrt".split())
_TESTS = frozenset("isnan isinf isfinite".split())
_OPERATORS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//", operator.mod: "%",
    operator.pow: "**", operator.and_: "&", operator.or_: "|", operator.xor: "^",
}  # fmt: skip
_COMPARISONS = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==", operator.ne: "!="}
_FACTORIES = {list: OF_LISTS, int: OF_INTEGERS, float: OF_FLOATS, set: OF_SETS, dict: OF_DICTS}
_TYPES = {int: WHOLE, float: REAL, str: TEXT, bool: BOOL, list: LIST, set: SET, type(None): NONE, collections.deque: DEQUE}


class Calls(LibraryCalls):
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
            return self.class_value(value)
        if callable(value):
            return self.function_value(Function("known", None, value), [], ("known", value))
        if isinstance(value, enum.Enum):
            return self.member(value)
        raise NotOnHeap(f"what {name} stands for")

    def of_Call(self, node: ast.Call) -> Value:
        func = node.func
        if isinstance(func, ast.Attribute) and (made := self._method(node, func)) is not None:
            return made
        if self._is_lazy(node) and self.generator_of(func) is None:
            return self._once(node)
        given = self._class_of_object(func) or self.function_of(func)
        if any(k.arg is None for k in node.keywords):
            raise NotOnHeap("any keywords")
        keywords = {k.arg: k.value for k in node.keywords if k.arg is not None}
        if not any(isinstance(a, ast.Starred) for a in node.args):
            return self.call(given, list(node.args), node, keywords)
        return self._call_with_star(given, node, keywords)

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
        return self.list_of(self.source_of(node), "at once")

    def _definition(self, func: ast.expr) -> Any:
        """The `def` of a function inside that is called by its name."""
        frame = self.frame.of(func.id) if isinstance(func, ast.Name) else None
        if frame is None or frame.scope is None or frame.scope.stores.get(func.id) != 1:  # type: ignore[attr-defined]
            return None
        nodes = [s for s in frame.scope.node.body if isinstance(s, ast.FunctionDef) and s.name == func.id]  # type: ignore[attr-defined]
        return nodes[0] if len(nodes) == 1 else None

    def _call_with_star(self, given: Any, node: ast.Call, keywords: dict[str, Any]) -> Value:
        if len(node.args) == 1 and isinstance(given, (type, FunctionType)) and name_of(given) in ("builtins.max", "builtins.min"):
            return self.call(given, [node.args[0].value], node, keywords)  # type: ignore[attr-defined]
        values = [self.copied(self._listed_star(a.value) if isinstance(a, ast.Starred) else self.value(a)) for a in node.args]

        def inner(number: int, chosen: list[Value]) -> Value:
            if number == len(values):
                return self.call(given, chosen, node, keywords)
            if not isinstance(node.args[number], ast.Starred):
                return inner(number + 1, [*chosen, values[number]])

            def way(one: Value) -> Value:
                if is_object(one.kind) and self.is_value(one):
                    return inner(number + 1, [*chosen, *self.fields_of(one)])
                if is_tuple(one.kind):
                    return inner(number + 1, [*chosen, *self.parts(one)])
                if one.kind in SEQUENCES and number == len(values) - 1:
                    row = one if one.kind == ROW else self.list_of(one, "rest", kind=ROW)
                    return self.call(given, [*chosen, Rest(row.cell, row.words)], node, keywords)
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
                if any(isinstance(a, ast.Starred) for a in node.args):
                    raise NotOnHeap("a star before the arguments of a class method")
                args = [self.value(a) for a in node.args]
                owner = next(base for base in holder.__mro__ if func.attr in vars(base))
                return self.class_method(holder, held, args, {k: self.value(v) for k, v in keywords.items()}, owner)
            if isinstance(holder, (ModuleType, type)):
                return None
        value = self.copied(self.value(func.value))
        args: list[Any] = list(node.args)
        if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in node.keywords):
            if len(value.cell.all()) == 1 and is_object(value.kind):
                values = self._starred_values(args)
                return self.method_called(value, func.attr, values, keywords)
            raise NotOnHeap("a star before the arguments of a method")
        if len(value.cell.all()) > 1:
            args = [a if self._is_lazy(a) else self.value(a) for a in args]
        return self.each_kind(value, "method", lambda one: self._method_of(one, func.attr, args, keywords, node))

    def _starred_values(self, args: list[ast.expr]) -> list[Value]:
        made: list[Value] = []
        for a in args:
            value = self.value(a.value if isinstance(a, ast.Starred) else a)
            if not isinstance(a, ast.Starred):
                made.append(value)
            elif is_tuple(value.kind):
                made += self.parts(value)
            else:
                raise NotOnHeap("a star before something of any length")
        return made

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
        if owner is None or not isinstance(vars(owner)[name], FunctionType):
            raise NotOnHeap("a method above that is none")
        if not self._has_text(vars(owner)[name]):
            raise NotOnHeap("a method above that has no text")
        args = [self.value(a) for a in node.args]
        return self._run(vars(owner)[name], value, args, {k: self.value(v) for k, v in keywords.items()}, name, owner)

    def _method_of(self, value: Value, name: str, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        kind = value.kind
        if is_object(kind):
            return self.method_called(value, name, [self.value_of(a) for a in args], keywords)
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
        if kind == SET:
            return self.method_of_set(value, name, args)
        if kind == REAL and name == "is_integer" and not args:
            return self.truth_value(f"{value.words[0]} == math.floor({value.words[0]})")
        if kind == WHOLE and name == "bit_length" and not args:
            raise NotOnHeap("bit_length")
        return self.wrong("a method that a value has not")

    # Functions that are known.

    def call_known(self, found: Any, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        found = getattr(found, "py_func", found) if type(found).__module__.startswith("unpython") else found
        memo = None
        if is_cached(found):
            found = found.__wrapped__
            memo = f"memo_of_{id(found)}"
            self.variables[memo] = "new_table(I_, F_)"
            self.variable_frames[memo] = -1
        if isinstance(found, FunctionType) and not name_of(found).startswith(("math.", "functools.", "heapq.", "bisect.", "statistics.", "dataclasses.")):
            values = [self.value_of(a) for a in args]
            named = {k: self.value_of(v) for k, v in keywords.items()}
            return self.inlined(self.source(found), found, None, values, named, {}, memo=memo)
        if found in _OPERATORS and len(args) == 2:
            return self.binary(_OPERATORS[found], *(self.copied(self.value_of(a)) for a in args))
        if found in _COMPARISONS and len(args) == 2:
            return self.compared(_COMPARISONS[found], *(self.copied(self.value_of(a)) for a in args))
        if isinstance(found, (operator.itemgetter, operator.attrgetter)):
            return self._getter(found, self.value_of(args[0]))
        name = name_of(found)
        module, _, short = name.rpartition(".")
        if found in (operator.itemgetter, operator.attrgetter):
            keys = [ast.literal_eval(a) if isinstance(a, (ast.Constant, ast.UnaryOp)) else None for a in args]
            if None in keys:
                raise NotOnHeap("a getter of what the run says")
            return self.function_value(Function("known", None, found(*keys)), [], ("getter", found, *keys))
        if module == "math":
            return self._math(short, [self.copied(self.value_of(a)) for a in args], keywords)
        if isinstance(found, type) and (issubclass(found, BaseException) or module not in ("builtins", "collections", "functools", "fractions")):
            if issubclass(found, BaseException):
                raise NotOnHeap("an exception that has a name")
            return self.made_object(found, args, keywords)
        way: Callable[..., Value] | None = getattr(self, f"call_{short}", None) if module in (
            "builtins", "collections", "functools", "heapq", "bisect", "dataclasses", "dict.dict") else None  # fmt: skip
        if way is None:
            raise NotOnHeap(f"the function {name}")
        return way(args, keywords, node)

    def _getter(self, found: Any, value: Value) -> Value:
        keys = found.__reduce__()[1]
        if isinstance(found, operator.itemgetter):
            parts = [self.item(value, self.constant(key, "key")) for key in keys]
        else:
            parts = [self.attribute(value, key) for key in keys]
        return parts[0] if len(parts) == 1 else self.tuple_of(parts)

    def _math(self, short: str, values: list[Value], keywords: dict[str, Any]) -> Value:
        if keywords:
            raise NotOnHeap("keywords of math")

        def inner(number: int, words: list[str], kinds: list[int]) -> Value:
            if number == len(values):
                return self._of_math(short, words, kinds)

            def way(one: Value) -> Value:
                one = self.as_number(one)
                if one.kind not in NUMBERS:
                    return self.wrong("math of something else")
                return inner(number + 1, [*words, one.words[0]], [*kinds, one.kind])

            return self.each_kind(values[number], f"math {number}", way)

        return inner(0, [], [])

    def _of_math(self, short: str, words: list[str], kinds: list[int]) -> Value:
        given = f"math.{short}({', '.join(words)})"
        if short == "sqrt":
            self.check(f"{words[0]} < 0", ValueError, self.said(math.sqrt, -1.0))
        if short == "log":
            self.check(f"{words[0]} <= 0", ValueError, self.said(math.log, -1.0) if kinds[0] == REAL else self.said(math.log, -1))
            return self.real(self.held(given))
        if short in _FLOATS:
            return self.real(self.held(given))
        if short in _WHOLES and not (short not in ("floor", "ceil", "trunc") and REAL in kinds):
            return self.whole(self.held(given))
        if short in _TESTS:
            return self.truth_value(given)
        if short == "isclose" and len(words) == 2:
            return self.truth_value(given)
        raise NotOnHeap(f"math.{short}")

    # Functions of Python, by name.

    def call_len(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            kind = one.kind
            if kind in SEQUENCES:
                return self.whole(self.held(f"I_[{one.words[0]} + 1]"))
            if kind == TEXT:
                return self.whole(one.words[1])
            if kind == SET or is_dict(kind):
                return self.whole(self.held(f"I_[{one.words[0]} + 3]"))
            if is_tuple(kind):
                return self.whole(str(len(self.parts(one))))
            if is_object(kind):
                if self.is_value(one):
                    return self.whole(str(len(self.class_in(one).fields)))
                return self.method_called(one, "__len__", [])
            self.refuse("the length of something else")
            return self.whole("0")

        return self.each_kind(self.value_of(args[0]), "len", way)

    def call_sum(self, args: list[Any], keywords: Any, node: Any) -> Value:
        start = args[1] if len(args) > 1 else keywords.get("start")
        return self.sum_of(self.source_of(args[0]), None if start is None else self.value_of(start))

    def call_any(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.any_of(self.source_of(args[0]), True)

    def call_all(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.any_of(self.source_of(args[0]), False)

    def call_max(self, args: list[Any], keywords: Any, node: Any, name: str = "max") -> Value:
        sign = ">" if name == "max" else "<"
        key = keywords.get("key")
        key = None if key is None or (isinstance(key, ast.Constant) and key.value is None) else self.function_of(key)
        if len(args) > 1:
            return self.extreme_of_few(sign, [self.copied(self.value_of(a)) for a in args], key)
        default = self.value_of(keywords["default"]) if "default" in keywords else None
        return self.extreme(sign, self.source_of(args[0]), key, default, self.said(max if name == "max" else min, []))

    def call_min(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_max(args, keywords, node, "min")

    def call_sorted(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_list([], "sorted")
        with self.within("sorted"):
            self.each(self.source_of(args[0]), lambda item: self.push(made, item), "key" not in keywords)
        self.sort(made, keywords)
        return made

    def call_list(self, args: list[Any], keywords: Any, node: Any, kind: int = LIST) -> Value:
        source = self.source_of(args[0]) if args else None
        if isinstance(source, Value) and source.kind == LIST == kind:
            return self.copy_of(source)
        if isinstance(source, Value) and source.kind == kind == ROW:
            return source
        if isinstance(source, Value) and kind == ROW and is_tuple(source.kind):
            return source
        made = self.new_list([], "listed", kind=kind)
        if source is not None:
            self.each(source, lambda item: self.push(made, item))
        return made

    def call_tuple(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_list(args, keywords, node, ROW) if args else self.tuple_of([])

    def call_deque(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if "maxlen" in keywords or len(args) > 1:
            raise NotOnHeap("a deque with a length")
        return self.call_list(args, keywords, node, DEQUE)

    def call_set(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_table(SET, "set")
        if args:
            self.each(self.source_of(args[0]), lambda item: self.add(made, item), True)
        return made

    def call_dict(self, args: list[Any], keywords: Any, node: Any, kind: int = DICT) -> Value:
        made = self.new_table(kind, "dict")
        if args:
            source = self.source_of(args[0])
            if isinstance(source, Value) and is_dict(source.kind):
                self._put_all(made, source)
            else:
                self.each(source, lambda item: self.store_value(made, *self.unpacked(item, 2)))
        for name, value in keywords.items():
            self.store_value(made, self.text(name), self.value_of(value))
        return made

    def call_OrderedDict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.call_dict(args, keywords, node, ORDERED)

    def call_defaultdict(self, args: list[Any], keywords: Any, node: Any) -> Value:
        factory = self.known(args[0]) if args and isinstance(args[0], ast.expr) else None
        if factory not in _FACTORIES or len(args) > 1 or keywords:
            raise NotOnHeap("such a defaultdict")
        return self.new_table(_FACTORIES[factory], "defaultdict")

    def call_Counter(self, args: list[Any], keywords: Any, node: Any) -> Value:
        made = self.new_table(COUNTER, "Counter")
        made.cell.of(COUNTER)[1].add(WHOLE)
        if keywords:
            raise NotOnHeap("a Counter of keywords")

        if args:
            source = self.source_of(args[0])
            if isinstance(source, Value) and is_dict(source.kind):
                raise NotOnHeap("a Counter of a dict")
            self.each(source, lambda item: self.count(made, item))
        return made

    def call_abs(self, args: list[Any], keywords: Any, node: Any) -> Value:
        def way(one: Value) -> Value:
            if is_object(one.kind):
                return self.method_called(one, "__abs__", [])
            if one.kind not in NUMBERS:
                self.refuse("abs of something else")
                return self.whole("0")
            return self.of(REAL if one.kind == REAL else WHOLE, self.held(f"abs({one.words[0]})"))

        return self.each_kind(self.value_of(args[0]), "abs", way)

    def call_round(self, args: list[Any], keywords: Any, node: Any) -> Value:
        digits = self.value_of(args[1]) if len(args) > 1 else None
        if digits is not None and digits.kind == NONE:
            digits = None

        def way(one: Value) -> Value:
            if one.kind not in NUMBERS:
                self.refuse("round of something else")
                return self.whole("0")
            if digits is None:
                return self.whole(self.held(f"round({one.words[0]})")) if one.kind == REAL else self.whole(one.words[0])
            if one.kind == REAL:
                return self.real(self.held(f"round({one.words[0]}, {self.number(digits)})"))
            return self.whole(self.held(f"round({one.words[0]}, {self.number(digits)})"))

        return self.each_kind(self.value_of(args[0]), "round", way)

    def call_int(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) > 1 or keywords:
            raise NotOnHeap("int with a base")
        return self._converted(args, WHOLE, "int")

    def call_float(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self._converted(args, REAL, "float")

    def _converted(self, args: list[Any], kind: int, name: str) -> Value:
        def way(one: Value) -> Value:
            one = self.as_number(one)
            if one.kind in NUMBERS:
                return self.of(kind, self.held(f"{name}({one.words[0]})"))
            if one.kind != TEXT:
                self.refuse("a number of something else")
                return self.of(kind, "0" if kind == WHOLE else "0.0")
            codes = self.held(self.codes_of(one))
            with self.block(f"if not {'is_integer' if kind == WHOLE else 'is_float'}({codes}):"):
                said = "invalid literal for int() with base 10: " if kind == WHOLE else "could not convert string to float: "
                self.fail(ValueError, None, [self.texts_joined([self.text(said), self.shown(one, True)])])
            return self.of(kind, self.held(f"{'as_integer' if kind == WHOLE else 'as_float'}({codes})"))

        if not args:
            return self.of(kind, "0" if kind == WHOLE else "0.0")
        return self.each_kind(self.value_of(args[0]), name, way)

    def call_bool(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.truth_value(self.test(self.value_of(args[0])))

    def call_str(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.shown(self.value_of(args[0])) if args else self.text("")

    def call_repr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        return self.shown(self.value_of(args[0]), True)

    def call_format(self, args: list[Any], keywords: Any, node: Any) -> Value:
        spec = args[1] if len(args) > 1 else ast.Constant("")
        return self.formatted(self.value_of(args[0]), spec.value if isinstance(spec, ast.Constant) else self.value_of(spec))

    def call_ord(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        if value.kind != TEXT:
            raise NotOnHeap("ord of something else")
        with self.block(f"if {value.words[1]} != 1:"):
            self.refuse("ord of several characters")
        return self.whole(self.held(f"I_[{value.words[0]}]"))

    def call_chr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        number = self.number(self.value_of(args[0]))
        self.check(f"{number} < 0 or {number} > 1114111", ValueError, self.said(chr, -1))
        at = self.room(1)
        self.emit(f"I_[{at}] = {number}")
        return self.of(TEXT, at, "1")

    def call_divmod(self, args: list[Any], keywords: Any, node: Any) -> Value:
        a, b = (self.copied(self.value_of(x)) for x in args)
        return self.tuple_of([self.copied(self.binary("//", a, b)), self.copied(self.binary("%", a, b))])

    def call_pow(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if len(args) != 2:
            raise NotOnHeap("pow of three")
        return self.binary("**", *(self.copied(self.value_of(x)) for x in args))

    def call_hasattr(self, args: list[Any], keywords: Any, node: Any) -> Value:
        name = args[1].value if isinstance(args[1], ast.Constant) else None
        if type(name) is not str:
            raise NotOnHeap("hasattr of a name that the run says")

        def has(kind: int) -> bool:
            if is_object(kind) and name in self.class_list[kind - OBJECT].fields:
                if name not in self.class_list[kind - OBJECT].sure:
                    raise NotOnHeap("a field that some objects have")
                return True
            return hasattr(self.type_of_kind(kind), name)

        return self._asked_of_kind(self.value_of(args[0]), has)

    def call_isinstance(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        wanted = self.known(args[1]) if not isinstance(args[1], ast.Tuple) else tuple(map(self.known, args[1].elts))
        classes = wanted if isinstance(wanted, tuple) else (wanted,)
        if not all(isinstance(c, type) for c in classes):
            raise NotOnHeap("isinstance of something else")

        def is_one(kind: int) -> bool:
            of = self.type_of_kind(kind)
            return issubclass(of, classes)

        return self._asked_of_kind(value, is_one)

    def _asked_of_kind(self, value: Value, holds: Callable[[int], bool]) -> Value:
        kinds = value.cell.all()
        answers = {holds(kind) for kind in kinds}
        if len(answers) < 2:
            return self.constant(answers == {True}, "isinstance")
        return self.truth_value(" or ".join(f"{value.words[0]} == {kind}" for kind in kinds if holds(kind)))

    def type_of_kind(self, kind: int) -> type:
        if is_object(kind):
            return self.class_list[kind - OBJECT].of  # type: ignore[no-any-return]
        if is_tuple(kind) or kind == ROW:
            return tuple
        if is_dict(kind):
            return {DICT: dict, ORDERED: collections.OrderedDict, COUNTER: collections.Counter}.get(kind, collections.defaultdict)
        return next((of for of, k in _TYPES.items() if k == kind), type(len))

    def call_print(self, args: list[Any], keywords: Any, node: Any) -> Value:
        if set(keywords) - {"sep", "end"}:
            raise NotOnHeap("print elsewhere")
        self.prints = True
        values = [self.copied(self.value_of(a)) for a in args]
        sep = self.value_of(keywords["sep"]) if "sep" in keywords else self.text(" ")
        end = self.value_of(keywords["end"]) if "end" in keywords else self.text("\n")
        for number, value in enumerate(values):
            if isinstance(value, Rest) or (args and isinstance(args[number], Rest)):
                self._print_rest(value, number > 0, sep)
                continue
            if number:
                self.emit(f"P_.extend({self.codes_of(sep)})")
            with self.within("print", number):
                self.show("P_", value, False)
        self.emit(f"P_.extend({self.codes_of(end)})")
        return self.nothing()

    def _print_rest(self, value: Value, is_behind: bool, sep: Value) -> None:
        is_first = self.held(str(int(not is_behind)))

        def each(item: Value) -> None:
            with self.block(f"if {is_first} == 0:"):
                self.emit(f"P_.extend({self.codes_of(sep)})")
            self.emit(f"{is_first} = 0")
            self.show("P_", item, False)

        self.each(value, each)

    def call_reduce(self, args: list[Any], keywords: Any, node: Any) -> Value:
        cell = self.site("reduced")
        given = self.function_of(args[0])
        source = self.source_of(args[1])
        has = self.held("0" if len(args) < 3 else "1")
        if len(args) > 2:
            first = self.value_of(args[2])
            flow(first.cell, cell)
            names = self.declare(cell)
            self.assign(names, cell, first)
        else:
            names = self.declare(cell)

        def each(item: Value) -> None:
            with self.block(f"if {has} == 0:"):
                self.assign(names, cell, item)
            with self.block("else:"), self.within("step"):
                self.assign(names, cell, self.copied(self.call(given, [self.copied(Value(cell, names)), item], node)))
            self.emit(f"{has} = 1")

        self.each(source, each)
        with self.block(f"if {has} == 0:"):
            self.fail(TypeError, self.said(functools.reduce, operator.add, []))
        return self.copied(Value(cell, names))

    def call_partial(self, args: list[Any], keywords: Any, node: Any) -> Value:
        given = self.function_of(args[0])
        made = Function("partial", None, None if isinstance(given, Value) else given)
        kept = [("function", given)] if isinstance(given, Value) else []
        kept += [(str(number), self.value_of(a)) for number, a in enumerate(args[1:])]
        kept += [(f"={name}", self.value_of(v)) for name, v in keywords.items()]
        return self.function_value(made, kept, (self.path, "partial", id(node)))

    def call_next(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """The first item of a generator expression."""
        if not isinstance(args[0], ast.GeneratorExp):
            raise NotOnHeap("next of something that has a name")
        cell = self.site("next")
        default = self.value_of(args[1]) if len(args) > 1 else None
        if default is not None:
            flow(default.cell, cell)
        names, has = self.declare(cell), self.held("0")

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                self.assign(names, cell, item)
                self.emit(f"{has} = 1")
                self.leave(around)

            self.each(self.source_of(args[0]), each)

        self.once(write)
        with self.block(f"if {has} == 0:"):
            if default is None:
                self.fail(StopIteration)
            else:
                self.assign(names, cell, default)
        return Value(cell, names)

    def call_replace(self, args: list[Any], keywords: Any, node: Any) -> Value:
        """dataclasses.replace"""
        value = self.value_of(args[0])
        if not is_object(value.kind) or not self.class_in(value).is_dataclass:
            raise NotOnHeap("replace of something else")
        known = self.class_in(value)
        given = {name: self.value_of(v) for name, v in keywords.items()}
        return self.made_object(known.of, [], {name: given[name] if name in given else self.read_field(value, name) for name in known.fields})

    def call_astuple(self, args: list[Any], keywords: Any, node: Any) -> Value:
        value = self.value_of(args[0])
        parts = self.fields_of(value) if is_object(value.kind) else []
        if not parts or any(k not in (*NUMBERS, TEXT, NONE) for part in parts for k in part.cell.all()):
            raise NotOnHeap("astuple of such fields")
        return self.tuple_of(parts)
