"""Expressions, each as the statements that compute it and the words of its value."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from unpython._writing.changes.methods import OF_CONTAINERS
from unpython._writing.heap.cells import (
    BOOL,
    BOUNDED,
    DEQUE,
    DICT,
    FUNCTION,
    LIST,
    ROW,
    SET,
    SETS,
    TEXT,
    WHOLE,
    NotOnHeap,
    flow,
    holds_nothing,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.emitter import NO, YES, Loop, Value
from unpython._writing.heap.known.narrowing import Narrowing
from unpython._writing.heap.names import Frame, Function
from unpython._writing.heap.operators import SEQUENCES, sign_of

_COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Expressions(Narrowing):
    def value(self, node: ast.expr) -> Value:
        self.line = getattr(node, "lineno", self.line)
        way: Callable[[Any], Value] | None = getattr(self, f"of_{type(node).__name__}", None)
        if way is None:
            raise NotOnHeap(f"an expression of {type(node).__name__}")
        if isinstance(node, (ast.Name, ast.Constant)):
            return way(node)
        if (name := self.read_again(node)) is not None:
            return self.in_turn(name, lambda: self.copied(self.value(node)))
        with self.within(id(node)):
            return way(node)

    def of_Constant(self, node: ast.Constant) -> Value:
        return self.constant(node.value, "a constant")

    def of_BinOp(self, node: ast.BinOp) -> Value:
        sign = sign_of(node.op)
        if sign == "%" and isinstance(node.left, (ast.Constant, ast.JoinedStr)) and isinstance(getattr(node.left, "value", ""), str):
            if isinstance(node.left, ast.JoinedStr):
                raise NotOnHeap("a format with % of a format")
            return self.of_percent(node)
        left = self._operand(sign, node.left, node.right)
        if not isinstance(node.right, (ast.Name, ast.Constant)):
            left = self._kept(left, node.right)
        return self.binary(sign, left, self._operand(sign, node.right, node.left))

    def _operand(self, sign: str, node: ast.expr, other: ast.expr) -> Value:
        """d.keys() beside & and its kin is a set."""
        if sign in ("&", "|", "-", "^") and self._is_view(node):
            with self.within("view", id(node)):
                return self.set_of(self.source_of(node))
        value = self.value(node)
        if sign in ("&", "|", "-", "^") and self._is_view(other) and value.kind >= 0 and value.kind not in SETS:
            return self.set_of(value)
        return value

    def _is_view(self, node: ast.expr) -> bool:
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args
        return is_call and node.func.attr in ("keys", "items") and self._is_lazy(node)  # type: ignore[attr-defined]

    def _kept(self, value: Value, other: ast.expr) -> Value:
        """A value that stays as it is while another expression is computed."""
        return self.copied(value) if any(isinstance(n, (ast.Call, ast.NamedExpr)) for n in ast.walk(other)) else value

    def of_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            test = self.test(self.value(node.operand))
            return self.truth_value(self.opposite(test))
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant) and type(node.operand.value) in (int, float):
            number: Any = node.operand.value
            return self.constant(-number, "a constant")
        return self.negated(node.op, self.value(node.operand))

    def of_BoolOp(self, node: ast.BoolOp) -> Value:
        cell = self.site("both")
        values = node.values
        first = self.value(values[0])
        kept = self.where_false(first) if isinstance(node.op, ast.And) else first
        flow(kept.cell, cell)
        names = self.declare(cell)
        self.assign(names, cell, kept)
        depth = self.indent
        current = Value(first.cell, first.words, first.test)
        for number, part in enumerate(values[1:]):
            test = self.test(current)
            if test == (NO if isinstance(node.op, ast.And) else YES):
                if number == 0:
                    self.indent = depth
                    return first
                break
            self.emit(f"if {test}:" if isinstance(node.op, ast.And) else f"if not ({test}):")
            self.indent += 1
            known = ast.BoolOp(node.op, values[: number + 1])
            with self.within("part", number), self.narrowed(self.facts(known, isinstance(node.op, ast.And))):
                current = self.value(part)
                self.assign(names, cell, current)
            self.emit("pass")
        self.indent = depth
        if cell.only() == BOOL:
            return Value(cell, names, f"{names[0]} != 0")
        return Value(cell, names)

    def of_IfExp(self, node: ast.IfExp) -> Value:
        test = self.test(self.value(node.test))
        if test in (YES, NO):
            return self.value(node.body if test == YES else node.orelse)

        def where(holds: bool) -> Value:
            with self.narrowed(self.facts(node.test, holds)):
                return self.copied(self.value(node.body if holds else node.orelse))

        return self.joined("chosen", [(test, lambda: where(True))], lambda: where(False))

    def of_NamedExpr(self, node: ast.NamedExpr) -> Value:
        value = self.copied(self.value(node.value))
        self.set_name(node.target.id, value)
        return value

    def of_Compare(self, node: ast.Compare) -> Value:
        if len(node.ops) == 1 and self._is_view(node.left) and type(node.ops[0]) in _COMPARED:
            both = [self._operand("&", part, node) for part in (node.left, node.comparators[0])]
            return self.compared(_COMPARED[type(node.ops[0])], both[0], both[1])
        left = self.value(node.left)
        if len(node.ops) == 1:
            return self._compare(node.ops[0], self._kept(left, node.comparators[0]), node.comparators[0], left)
        name = self.held("0")
        depth = self.indent
        for number, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            with self.within("link", number):
                value = self.copied(self.value(right))
                test = self.test(self._compare(op, left, value, left))
            left = value
            self.emit(f"if {test}:")
            self.indent += 1
        self.emit(f"{name} = 1")
        self.indent = depth
        return self.of(BOOL, name, test=f"{name} != 0")

    def _compare(self, op: ast.cmpop, left: Value, right: Any, plain: Value) -> Value:
        if isinstance(op, (ast.In, ast.NotIn)):
            found = self.contains(right, left)
            return found if isinstance(op, ast.In) else self.truth_value(self.opposite(self.test(found)))
        if isinstance(op, (ast.Is, ast.IsNot)):
            found = self.same_object(left, self._asked(right))
            return found if isinstance(op, ast.Is) else self.truth_value(self.opposite(self.test(found)))
        return self.compared(_COMPARED[type(op)], left, self.value_of(right))

    def _asked(self, right: Any) -> Value:
        if isinstance(right, ast.Constant) and right.value is not None and not isinstance(right.value, bool):
            raise NotOnHeap("which object it is")
        return self.value_of(right)

    def sees_nothing(self, node: ast.AST) -> bool:
        """Whether a statement reads a name of which nothing says what it is, or what it holds, so that no value comes to it. What it puts
        something into, or only counts, says nothing."""
        parts = [getattr(node, name) for name in ("test", "iter", "subject") if hasattr(node, name)]
        nodes = [n for part in parts or [node] for n in ast.walk(part)]
        changed = [n.func.value for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in OF_CONTAINERS]
        changed += [n.value for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
        changed += [a for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == "len" for a in n.args]
        put_into = {n.id for holder in changed for n in ast.walk(holder) if isinstance(n, ast.Name)}
        for name in {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} - put_into:
            frame = self.frame.of(name)
            if frame is not None and name not in frame.boxes and name not in frame.values and holds_nothing(self.types.at((frame.place, "name", name))):
                return True
        return False

    def contains(self, holder: Any, item: Value) -> Value:
        if not isinstance(holder, Value) and self._is_view(holder) and holder.func.attr == "keys":
            holder = holder.func.value
        if not isinstance(holder, Value) and self._is_lazy(holder):
            if isinstance(holder, ast.Call) and self.called_name(holder.func) == "builtins.range" and item.kind in (WHOLE, BOOL):
                words = [self.number(self.value(a)) for a in holder.args]
                start, stop = ("0", words[0]) if len(words) == 1 else words[:2]
                if len(words) < 3:
                    return self.truth_value(f"{start} <= {item.words[0]} and {item.words[0]} < {stop}")
            is_view = isinstance(holder, ast.Call) and isinstance(holder.func, ast.Attribute) and holder.func.attr in ("keys", "items")
            if is_view and self.may_be_unhashable(item.cell):
                raise NotOnHeap("what may have no hash, in a view of a dict")
            return self._found_among(self.source_of(holder), item)
        if isinstance(holder, (ast.Set, ast.List)) and not any(isinstance(e, ast.Starred) for e in holder.elts):
            is_set = isinstance(holder, ast.Set)
            holder = self.tuple_of([self.hashable(self.value(e)) if is_set else self.value(e) for e in holder.elts])
            if is_set:
                return self.each_kind(item, "key", lambda one: self._contains(holder, one if one.kind == SET else self.hashable(one)))
        return self.each_kind(self.value_of(holder), "holder", lambda one: self._contains(one, item))

    def _contains(self, holder: Value, item: Value) -> Value:
        kind = holder.kind
        if is_tuple(kind):
            name = self.held("0")
            for number, part in enumerate(self.parts(holder)):
                with self.within("part", number):
                    same = self.equal(part, item)
                    with self.block(f"if {same}:"):
                        self.emit(f"{name} = 1")
            return self.of(BOOL, name, test=f"{name} != 0")
        if kind in SEQUENCES:
            name = self.held("0")

            def found(at: str) -> None:
                self.emit(f"{name} = 1")
                self.emit("break")

            self.search(holder, item, found, "item")
            return self.of(BOOL, name, test=f"{name} != 0")
        if kind == TEXT:
            return self.each_kind(item, "part", lambda one: self._text_in(holder, one))
        if kind in SETS or is_dict(kind):
            return self.each_kind(item, "key", lambda one: self.holds(holder, one))
        if is_object(kind):
            if self.class_in(holder).is_flag and item.kind == kind:
                return self.truth_value(f"{item.words[0]} & {holder.words[0]} == {item.words[0]}")
            if self.has_method(holder, "__contains__"):
                return self.truth_value(self.test(self.method_called(holder, "__contains__", [item])))
            if not any(hasattr(self.class_in(holder).of, name) for name in ("__iter__", "__getitem__")):
                return self.wrong_kinds(operator.contains, holder, item, why="what something else contains")
            return self._found_among(holder, item)
        return self.wrong_kinds(operator.contains, holder, item, why="what something else contains")

    def _text_in(self, holder: Value, item: Value) -> Value:
        if item.kind == TEXT:
            return self.truth_value(f"is_in({self.codes_of(item)}, {self.codes_of(holder)})")
        return self.wrong_kinds(operator.contains, holder, item, why="something else in a text")

    def _found_among(self, source: Any, item: Value) -> Value:
        name, item = self.held("0"), self.copied(item)

        def write(around: Loop) -> None:
            def each(one: Value) -> None:
                with self.block(f"if {self.equal(one, item)}:"):
                    self.emit(f"{name} = 1")
                    self.leave(around)

            self.each(source, each)

        self.once(write)
        return self.of(BOOL, name, test=f"{name} != 0")

    def of_Subscript(self, node: ast.Subscript) -> Value:
        found = self.known(node.value)
        if found is not None and isinstance(found, type):
            known = self.class_of(found)
            if known.is_enum:
                return self.member_named(known, self.value(node.slice))
            raise NotOnHeap("a class with parts")
        value = self._kept(self.value(node.value), node.slice)
        if isinstance(node.slice, ast.Slice):
            return self.slice_of(value, node.slice)
        return self.item(value, self.value(node.slice))

    def of_Attribute(self, node: ast.Attribute) -> Value:
        found = self.known(node)
        if found is not None:
            return self.constant(found, ast.unparse(node))
        if node.attr in ("currsize", "misses") and (size := self._kept_count(node.value)) is not None:
            return size
        if node.attr in ("__name__", "__qualname__"):
            return self._name_of_class(node)
        value = self.value(node.value)

        def way(one: Value) -> Value:
            if is_object(one.kind):
                return self.attribute(one, node.attr)
            if (part := self.part_of_number(one, node.attr)) is not None:
                return part
            if one.kind in (DEQUE, BOUNDED) and node.attr == "maxlen":
                return self.nothing() if one.kind == DEQUE else self.whole(self.held(f"I_[{one.words[0]} - 1]"))
            if 0 <= one.kind < 10000 and not is_tuple(one.kind) and hasattr(self.type_of_kind(one.kind), node.attr):
                return self.function_value(Function("method", node.attr, None), [("self", one)], (self.path, "method", node.attr))
            if one.kind >= 10000 and self.functions[one.kind - 10000].what == "def":
                return self.read_attribute(self.functions[one.kind - 10000], one, node.attr)
            if one.kind >= 10000 and self.functions[one.kind - 10000].what == "known":
                holder = self.functions[one.kind - 10000].function
                if isinstance(holder, type) and (slot := self.slot_of(holder, node.attr)) is not None:
                    return self.read_slot(slot)
                return self.constant(getattr(holder, node.attr, None), node.attr)
            return self.wrong_kinds(operator.attrgetter(node.attr), one, why="an attribute of something else")

        return self.each_kind(value, "of", way)

    def _kept_count(self, node: ast.expr) -> Value | None:
        """f.cache_info().currsize, and misses: of a function inside that keeps all its results, where no exception is handled."""
        func = node.func if isinstance(node, ast.Call) else None
        is_outside = self.frame.scope is not None and self.frame.scope.node is self.node and self.node not in self.recursive
        if not isinstance(func, ast.Attribute) or func.attr != "cache_info" or not is_outside:
            return None
        value = self.value(func.value)
        made = self.functions[value.kind - FUNCTION] if value.kind >= FUNCTION else None
        if made is None or made.memo is None or any(isinstance(n, (ast.Try, ast.With)) for n in ast.walk(self.node)):
            return None
        asked = made.node.decorator_list[0]
        sizes = [k.value for k in asked.keywords if k.arg == "maxsize"] + asked.args if isinstance(asked, ast.Call) else []
        keeps_all = [isinstance(s, ast.Constant) and s.value is None for s in sizes] == [True]
        if not keeps_all and getattr(self.known(asked), "__name__", "") != "cache":
            return None
        return self.whole(self.held(f"I_[{made.memo} + 3]"))

    def _name_of_class(self, node: ast.Attribute) -> Value:
        """type(x).__name__, x.__class__.__name__, cls.__name__"""
        inner = node.value
        if isinstance(inner, ast.Call) and self.called_name(inner.func) == "builtins.type":
            value = self.value(inner.args[0])
            return self.each_kind(value, "of", lambda one: self.text(getattr(self.type_of_kind(one.kind), node.attr)))
        value = self.value(inner)

        def way(one: Value) -> Value:
            made = self.functions[one.kind - 10000] if one.kind >= 10000 else None
            if made is not None and made.what == "def" and node.attr == "__name__" and made.name != "?":
                return self.text(made.name or getattr(made.node, "name", "<lambda>"))
            if made is None or made.what != "known":
                raise NotOnHeap("the name of something else")
            return self.text(getattr(self.functions[one.kind - 10000].function, node.attr))

        return self.each_kind(value, "of", way)

    # What is written out.

    def of_Tuple(self, node: ast.Tuple) -> Value:
        if any(isinstance(e, ast.Starred) for e in node.elts):
            return self._with_stars(node.elts, ROW)
        return self.tuple_of(self._values(node.elts))

    def _values(self, nodes: list[ast.expr]) -> list[Value]:
        made: list[Value] = []
        for number, node in enumerate(nodes):
            value = self.value(node)
            rest = nodes[number + 1 :]
            made.append(self.copied(value) if any(isinstance(n, (ast.Call, ast.NamedExpr)) for r in rest for n in ast.walk(r)) else value)
        return made

    def of_List(self, node: ast.List) -> Value:
        if any(isinstance(e, ast.Starred) for e in node.elts):
            return self._with_stars(node.elts, LIST)
        return self.new_list(self._values(node.elts), "list")

    def _with_stars(self, nodes: list[ast.expr], kind: int) -> Value:
        made = self.new_list([], "stars", kind=kind)
        for number, node in enumerate(nodes):
            with self.within("part", number):
                if isinstance(node, ast.Starred):
                    self.each(self.with_items(self.source_of(node.value), lambda v: [*v]), lambda item: self.push(made, item))
                else:
                    self.push(made, self.value(node))
        return made

    def of_Set(self, node: ast.Set) -> Value:
        made = self.new_table(SET, "set")
        for e in node.elts:
            if isinstance(e, ast.Starred):
                with self.within("star", id(e)):
                    self.each(self.source_of(e.value), lambda item: self.add(made, item), True)
            else:
                self.add(made, self.value(e))
        return made

    def of_Dict(self, node: ast.Dict) -> Value:
        made = self.new_table(DICT, "dict")
        for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if key is None:
                self.each_kind(self.value(value), f"parts {number}", lambda other: self._put_parts(made, other))
            else:
                held = self.copied(self.value(key))
                self.store_value(made, held, self.value(value))
        return made

    def _put_parts(self, made: Value, other: Value) -> Value:
        if not is_dict(other.kind):
            raise NotOnHeap("parts of something else in a dict")
        self._put_all(made, other)
        return self.nothing()

    def of_ListComp(self, node: ast.ListComp) -> Value:
        made = self.new_list([], "list")
        self.comprehended(node, lambda: self.push(made, self.value(node.elt)))
        return made

    def of_SetComp(self, node: ast.SetComp) -> Value:
        made = self.new_table(SET, "set")
        self.comprehended(node, lambda: self.add(made, self.value(node.elt)), True)
        return made

    def of_DictComp(self, node: ast.DictComp) -> Value:
        made = self.new_table(DICT, "dict")

        def each() -> None:
            key = self.copied(self.value(node.key))
            self.store_value(made, key, self.value(node.value))

        self.comprehended(node, each)
        return made

    def comprehended(self, node: Any, write: Callable[[], None], any_order: bool = False) -> None:
        """Writes the loops of a comprehension around what is done in them."""
        if any(g.is_async for g in node.generators):
            raise NotOnHeap("names that a comprehension sets")
        outer = self.frame

        def inner(number: int) -> None:
            if number == len(node.generators):
                write()
                return
            clause = node.generators[number]
            source = self.source_of(clause.iter)

            def each(item: Value) -> None:
                before, self.frame = self.frame, frame
                self.set_target(clause.target, item)
                depth = self.indent
                with ExitStack() as known:
                    for part in clause.ifs:
                        test = self.test(self.value(part))
                        if test == NO:
                            break
                        self.emit(f"if {test}:")
                        self.indent += 1
                        known.enter_context(self.narrowed(self.facts(part, True)))
                    else:
                        inner(number + 1)
                self.emit("pass")
                self.indent = depth
                self.frame = before

            with self.within("clause", number):
                self.each(source, each, any_order)

        frame = Frame(next(self._numbers), self.path, None, outer, outer.function)
        frame.own = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        frame.owner = outer.owner
        inner(0)
        self.frame = outer
