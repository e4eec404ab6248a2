"""Functions, written where they are called, and functions as values: what they keep is on the heap."""

from __future__ import annotations

import ast
import functools
import itertools
from types import FunctionType
from typing import Any

from unpython import _bindings, _find_source
from unpython._library.stand_ins import stand_in
from unpython._writing.heap.cells import DICT, FUNCTION, ROW, TEXT, Cell, NotOnHeap, flow, is_object, kept_result
from unpython._writing.heap.closures.function_values import FunctionValues
from unpython._writing.heap.closures.named_iterators import with_iterators_where_asked
from unpython._writing.heap.closures.own_names import with_own_names
from unpython._writing.heap.emitter import Loop, Rest, Value
from unpython._writing.heap.names import Frame, Function, Scope, name_of

_MOST_FRAMES = 14


class WrongCall(Exception):
    """Other arguments than a function takes."""


class Functions(FunctionValues):
    frames: list[Frame]
    frame: Frame
    functions: list[Function]

    # Names.

    def variable(self, frame: Frame, name: str) -> tuple[Cell, tuple[str, ...]]:
        cell = self.types.at((frame.place, "name", name))
        words = tuple(f"{name}_{frame.number}_{k}{kind}" for k, kind in enumerate(cell.words()))
        for word, kind in zip(words, cell.words(), strict=True):
            self.variables[word] = "0.0" if kind == "f" else "0"
            self.variable_frames[word] = frame.number
        return cell, words

    def _flag(self, frame: Frame, name: str) -> str | None:
        if frame.scope is None or name not in frame.scope.unsure:
            return None
        flag = f"{name}_{frame.number}_set"
        self.variables[flag] = "0"
        self.variable_frames[flag] = frame.number
        return flag

    def set_name(self, name: str, value: Value) -> None:
        frame = self.frame.of(name)
        if frame is None and self.frame.scope is not None and name in self.frame.scope.of_module:
            self.set_outside(name, value)
            return
        if frame is None or name in frame.values:
            raise NotOnHeap("a name that is set elsewhere")
        if name in frame.boxes:
            self.write_box(frame.boxes[name], value)
            return
        cell = self.types.at((frame.place, "name", name))
        flow(value.cell, cell)
        cell, words = self.variable(frame, name)
        self.assign(words, cell, value)
        if (flag := self._flag(frame, name)) is not None:
            self.emit(f"{flag} = 1")

    def of_Name(self, node: ast.Name) -> Value:
        frame = self.frame.of(node.id)
        if frame is None:
            return self.outside(_bindings.lookup(self.frame.function, node.id), node.id)
        if node.id in frame.values:
            return frame.values[node.id]
        if node.id in frame.boxes:
            return self.read_box(frame.boxes[node.id], frame, node.id)
        if (flag := self._flag(frame, node.id)) is not None:
            with self.block(f"if {flag} == 0:"):
                self.fail_unset(frame, node.id)
        cell, words = self.variable(frame, node.id)
        value = Value(cell, words)
        return self.copied(value) if self.copies_names else value

    def outside(self, found: tuple[Any, Any], name: str) -> Value:
        container, value = found
        if value is _bindings.MISSING:
            raise NotOnHeap(f"the name {name}")
        if (slot := self.slot_of(container, name)) is not None:
            return self.read_slot(slot)
        self.guards.append((container, name, value))
        return self.constant(value, name)

    def known(self, node: ast.expr) -> Any:
        """The object outside that an expression names; None: it names none."""
        root, attributes = _bindings.dotted(node)
        if not isinstance(root, ast.Name) or self.frame.of(root.id) is not None:
            return None
        container, value = _bindings.lookup(self.frame.function, root.id)
        if value is _bindings.MISSING:
            return None
        if self.slot_of(container, root.id) is not None:
            return None
        self.guards.append((container, root.id, value))
        for attribute in attributes:
            if not isinstance(value, (type, type(ast))) or self.slot_of(value, attribute) is not None:
                return None
            holder, value = value, getattr(stand_in(value), attribute, None)
            self.guards.append(((stand_in(holder),), attribute, value))
        return stand_in(value)

    def called_name(self, node: ast.expr) -> str | None:
        """`builtins.len`, `math.sqrt`, of what is named so."""
        value = self.known(node)
        return None if value is None else name_of(value)

    # Calls.

    def function_of(self, node: Any) -> Any:
        """What is called: an object outside that is known, or a value."""
        if isinstance(node, ast.expr):
            found = self.known(node)
            if callable(found):
                return found
            return self.copied(self.value(node))
        return node

    def call(self, given: Any, args: list[Any], node: Any, keywords: dict[str, Any] | None = None) -> Value:
        """`given`: as function_of() gives it; `args`: values, or nodes of what is not computed yet."""
        keywords = keywords or {}
        if not isinstance(given, Value):
            return self.call_known(given, args, keywords, node)  # type: ignore[no-any-return]

        def way(one: Value) -> Value:
            if is_object(one.kind):
                return self.method_called(one, "__call__", [self.value_of(a) for a in args], keywords)  # type: ignore[no-any-return]
            if one.kind < FUNCTION:
                return self.wrong_kinds(lambda v: v(), one, why="a call of something else")
            return self._call_function(self.functions[one.kind - FUNCTION], one, args, keywords, node)

        if len(given.cell.all()) > 1:
            args = [self.value_of(a) for a in args]
        return self.each_kind(given, "called", way)

    def _call_function(self, made: Function, value: Value, args: list[Any], keywords: dict[str, Any], node: Any) -> Value:
        kept = self.kept_values(made, value)
        if made.what == "def":
            values = [self.value_of(a) for a in args]
            named = {name: self.value_of(a) for name, a in keywords.items()}
            return self.inlined(made.node, made.function, made.around, values, named, kept, made.owner, memo=made.memo)
        if made.what == "known":
            return self.call_known(made.function, args, keywords, node)  # type: ignore[no-any-return]
        if made.what == "method":
            receiver = kept.pop("self")
            if not is_object(receiver.kind):
                return self.method_of_value(receiver, made.node, args, keywords, node)  # type: ignore[no-any-return]
            return self.method_called(receiver, made.node, [self.value_of(a) for a in args], keywords)  # type: ignore[no-any-return]
        inner = kept.pop("function", made.function)
        given = [kept[name] for name, _ in made.kept if name.isdigit()]
        named = {name[1:]: v for name, v in kept.items() if name.startswith("=")}
        return self.call(inner, [*given, *args], node, {**named, **keywords})

    def inlined(
        self, node: Any, function: FunctionType, around: Frame | None, args: list[Value], keywords: dict[str, Value], kept: dict[str, Value],
        owner: type | None = None, body: Any = None, memo: str | None = None, is_context: bool = False,
    ) -> Value:  # fmt: skip
        """The call of a function, as its statements. `body`: of a generator, what is done with each item; `memo`: the dict of its results."""
        scope = self.scope_of(node)
        if scope.is_generator != (body is not None):
            raise NotOnHeap("a generator that has a name")
        try:
            bound = self.bound(node, function, args, keywords, kept)
        except WrongCall:
            return self.wrong("other arguments than a function takes")
        kept = {name: value for name, value in kept.items() if not name.startswith("default ")} if around is None else {}
        inner = next((frame for frame in reversed(self.frames) if frame.scope is not None and frame.scope.node is node), None)
        if inner is not None:
            self.check_keywords(node)
            return self._called_again(inner, node, bound, kept)
        if len(self.frames) > _MOST_FRAMES:
            raise NotOnHeap("calls in calls")
        with self.within("call", id(node)):
            outer = around if around is not None else Frame(-1, None, None, None, function)
            frame = Frame(next(self._numbers), self.path, scope, outer, function)
            frame.owner, frame.body, frame.is_context = owner, body, is_context
            frame.tries, frame.finals = len(self.tries), len(self.finals)
            frame.result = self.site("result")
            if node in self.recursive:
                self.check_keywords(node)
                frame.given_by_name = {node.args.kwarg.arg: {}} if node.args.kwarg is not None else {}
                return self._as_region(frame, node, bound, kept, memo)
            if around is None:
                self.open_boxes(outer, kept)
            before, line = self.frame, self.line
            if node.args.kwarg is not None and not _is_changed(node, node.args.kwarg.arg):
                frame.given_by_name = {node.args.kwarg.arg: {name: self.copied(value) for name, value in self.given_by_name.items()}}
            self._enter(frame, bound)
            if isinstance(node, ast.Lambda):
                result = self.copied(self.value(node.body))
            else:
                frame.result_words = self.declare(frame.result)

                def write(around_body: Loop) -> None:
                    frame.once = around_body
                    self._begin_memo(frame, memo)
                    self.statements(node.body, True)

                self.once(write)
                result = Value(frame.result, frame.result_words)
            self.frames.pop()
            self.frame, self.line = before, line
        return result

    def check_keywords(self, node: Any) -> None:
        if node.args.kwarg is not None and self.given_by_name:
            raise NotOnHeap("any keywords of a function that calls itself")

    def _enter(self, frame: Frame, bound: dict[str, Value]) -> None:
        self.frame = frame
        self.frames.append(frame)
        assert frame.scope is not None
        self.make_boxes(frame)
        for name, value in bound.items():
            self.set_name(name, self.copied(value) if name in frame.scope.stores else value)
        for name in sorted(frame.scope.unsure):
            if (flag := self._flag(frame, name)) is not None and name not in frame.scope.parameters:
                self.emit(f"{flag} = 0")

    def _begin_memo(self, frame: Frame, memo: str | None) -> None:
        """Gives the result that is kept for these arguments, if there is one."""
        if memo is None:
            return
        assert frame.scope is not None and frame.result is not None
        parts = []
        for name in frame.scope.parameters:
            if name in frame.boxes:
                raise NotOnHeap("a function that keeps its results and whose names are kept")
            cell, words = self.variable(frame, name)
            parts.append(Value(cell, words))
        key = self.copied(self.tuple_of(parts))
        table = self.types.at(("memo", frame.scope.node))
        cells = table.holder(DICT, 2)
        flow(kept_result(frame.result), cells[1])
        flow(cells[1], frame.result)
        held = Value(self.only(table, DICT), (memo,))
        found = self.find(held, key)[0]
        with self.block(f"if {found} >= 0:"):
            self.assign(frame.result_words, frame.result, self.entry_value(held, found))
            assert frame.once is not None
            self.leave(frame.once)
        frame.memo = held, key

    def scope_of(self, node: Any) -> Scope:
        if node not in self.scopes:
            self.scopes[node] = Scope(node)
            for parent in ast.walk(node):
                for child in ast.iter_child_nodes(parent):
                    self.parents[child] = parent
        return self.scopes[node]  # type: ignore[no-any-return]

    def parent_of(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(node)  # type: ignore[no-any-return]

    def bound(self, node: Any, function: Any, args: list[Value], keywords: dict[str, Value], kept: dict[str, Value]) -> dict[str, Value]:
        """The parameters and what each is given."""
        given = node.args
        names = [a.arg for a in (*given.posonlyargs, *given.args)]
        made = dict(zip(names, args, strict=False))
        if args and isinstance(args[-1], Rest):
            if given.vararg is None:
                missing = [*itertools.takewhile(lambda name: name not in keywords, names[len(args) - 1 :])]
                defaults = self._defaults(node, function, kept)
                args = [*args[:-1], *self.spread(args[-1], [defaults.get(name) for name in missing])]
                made = dict(zip(names, args, strict=False))
            else:
                made |= dict(zip([*names, given.vararg.arg], self._with_rest(args, len(names)), strict=True))
        elif len(args) > len(names):
            if given.vararg is None:
                raise WrongCall
            made[given.vararg.arg] = self.tuple_of(args[len(names) :])
        elif given.vararg is not None:
            made[given.vararg.arg] = self.tuple_of([])
        keywords = dict(keywords)
        for name in (*names, *(a.arg for a in given.kwonlyargs)):
            if name in keywords:
                if name in made:
                    raise WrongCall
                made[name] = keywords.pop(name)
        if given.kwarg is not None:
            table = made[given.kwarg.arg] = self.new_table(DICT, "keywords", id(node))
            table.cell.held(DICT)[0].add(TEXT)
            for name, value in keywords.items():
                self.store_value(table, self.text(name), value)
            self.given_by_name = keywords
        elif keywords:
            raise WrongCall
        defaults = self._defaults(node, function, kept)
        for name in (*names, *(a.arg for a in given.kwonlyargs)):
            if name not in made:
                if name not in defaults:
                    raise WrongCall
                made[name] = defaults[name]
        return made

    def _with_rest(self, args: list[Value], count: int) -> list[Value]:
        """So many values, and all behind these; the last of the arguments stands for any number."""
        fixed, rest = args[:-1], args[-1]
        if len(fixed) > count:
            row = self.new_list(fixed[count:], "rest", kind=ROW)
            self.each(Value(rest.cell, rest.words), lambda item: self.push(row, item))
            return [*fixed[:count], Rest(row.cell, row.words)]
        missing = count - len(fixed)
        if not missing:
            return args
        with self.block(f"if I_[{rest.words[0]} + 1] < {missing}:"):
            self.refuse("another number of arguments")
        width = self.width(rest.cell.of(ROW)[0])
        behind = self.held(f"cut(I_, F_, {rest.words[0]}, {width}, {missing}, 1, I_[{rest.words[0]} + 1] - {missing})")
        return [*fixed, *(self.item_at(rest, str(i)) for i in range(missing)), Rest(rest.cell, (behind,))]

    def spread(self, rest: Value, defaults: list[Value | None]) -> list[Value]:
        """The items of what a star gives, and of these values where it gives less; Python makes the call where it gives more or too few."""
        count = self.held(f"I_[{rest.words[0]} + 1]")
        least = next((i for i, default in enumerate(defaults) if default is not None), len(defaults))
        with self.block(f"if {count} < {least} or {count} > {len(defaults)}:"):
            self.refuse("another number of arguments")

        def given(number: int, default: Value | None) -> Value:
            if default is None:
                return self.item_at(rest, str(number))
            return self.joined(f"given {number}", [(f"{count} > {number}", lambda: self.item_at(rest, str(number)))], lambda: default)

        return [given(number, default) for number, default in enumerate(defaults)]

    def _defaults(self, node: Any, function: Any, kept: dict[str, Value]) -> dict[str, Value]:
        given = node.args
        names = [a.arg for a in (*given.posonlyargs, *given.args)]
        by_name = dict(zip(names[len(names) - len(given.defaults) :], given.defaults, strict=True))
        by_name |= {a.arg: d for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True) if d is not None}
        if "default 0" in kept or not by_name:
            return {name: kept[f"default {number}"] for number, name in enumerate(by_name)}
        if node is not self.source(function):  # a generator inside, which has constants alone
            return {name: self.value(default) for name, default in by_name.items()}
        values = dict(zip(names[len(names) - len(function.__defaults__ or ()) :], function.__defaults__ or (), strict=True))
        values |= function.__kwdefaults__ or {}
        return {name: self.constant(values[name], name) for name in by_name}

    def source(self, function: FunctionType) -> Any:
        self.guarded.append((function, function.__code__))
        if function not in self.sources:
            try:
                self.sources[function] = node = _find_source.find_source(function).node
                if isinstance(node, ast.FunctionDef):
                    self.sources[function] = with_iterators_where_asked(function, with_own_names(node))
            except _find_source.SourceNotFound:
                raise NotOnHeap("a function without a text") from None
        return self.sources[function]


def _is_changed(node: Any, name: str) -> bool:
    """Whether a function does something else with its keywords than to read them and to give them to others."""
    uses = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == name]
    given = [k.value for n in ast.walk(node) if isinstance(n, ast.Call) for k in n.keywords if k.arg is None]
    return any(n not in given for n in uses) and any(isinstance(n, ast.Name) and n in given for n in uses)


def is_cached(value: Any) -> bool:
    return isinstance(value, functools._lru_cache_wrapper)
