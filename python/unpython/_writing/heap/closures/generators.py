"""Generators: the statements of one stand where its items are asked for, with what is done with an item where it yields."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.heap.cells import DEQUE, NotOnHeap, is_object
from unpython._writing.heap.closures.boxes import Boxes
from unpython._writing.heap.closures.collected import changes_little
from unpython._writing.heap.emitter import NO, Loop, Value
from unpython._writing.heap.names import Frame, nodes_of, yields

_ITERATORS = (map, filter, zip, enumerate, reversed)


class Generators(Boxes):
    frames: list[Frame]
    user_loops: list[Any]

    def generator_of(self, node: ast.expr) -> Any:
        """The generator function that is called so: (node, function, frame around)."""
        found = self.known(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
        if isinstance(found, FunctionType) and found.__code__.co_flags & 0x20 and found.__module__ != "heapq":
            return self.source(found), found, None
        if isinstance(node, ast.Name) and (frame := self.frame.of(node.id)) is not None and frame.scope is not None:
            defs = [n for n in nodes_of(frame.scope.node) if isinstance(n, ast.FunctionDef) and n.name == node.id]
            if len(defs) == 1 and frame.scope.stores.get(node.id) == 1 and self.scope_of(defs[0]).is_generator:
                if not all(d is None or isinstance(d, ast.Constant) for d in (*defs[0].args.defaults, *defs[0].args.kw_defaults)):
                    raise NotOnHeap("a generator with defaults")
                return defs[0], frame.function, frame
        return self.generator_method(node)

    def inlined_generator(self, found: Any, node: Any, body: Any, is_context: bool = False) -> None:
        definition, function, around, *receiver = found
        args = [*receiver, *(self.given_at_once(a) for a in node.args)]
        keywords = {k.arg: self.value(k.value) for k in node.keywords}
        caller, loops = self.frame, list(self.user_loops)

        def each(item: Value) -> None:
            inner, held, own_loops = self.frame, self.frames, self.user_loops
            self.frame, self.frames, self.user_loops = caller, held[:-1], list(loops)
            self.turn(lambda: body(item))
            self.frame, self.frames, self.user_loops = inner, held, own_loops

        owner = self.owner_of(receiver[0], definition.name) if receiver else None
        if definition in self.collected:
            self._each_collected(self.collected[definition], function, around, args, keywords, owner, node, body)
            return
        self.of_generator(
            lambda given: self.inlined(definition, function, around, args, keywords, {}, owner, given, is_context=is_context), each
        )

    def generator_method(self, node: ast.expr) -> Any:
        """The generator that is called so, as a method of an object: (node, function, frame around, the object)."""
        if not isinstance(node, ast.Attribute) or self.known(node.value) is not None:
            return None
        names = {name for of in self.classes for name in dir(of)}
        if node.attr not in names:
            return None
        start = len(self.lines)
        value = self.value(node.value)
        if not is_object(value.kind):
            del self.lines[start:]
            return None
        owner = self.owner_of(value, node.attr)
        found = None if owner is None else vars(owner)[node.attr]
        if not isinstance(found, FunctionType) or not found.__code__.co_flags & 0x20:
            del self.lines[start:]
            return None
        return self.source(found), found, None, value

    def each_of_object(self, value: Value, body: Any) -> None:
        known = self.class_in(value)
        if known.is_tuple:
            self.each(self.tuple_of(self.fields_of(value)), body)
            return
        found = inspect.getattr_static(known.of, "__iter__", None)
        if not isinstance(found, FunctionType):
            if hasattr(known.of, "__getitem__") or found is not None:
                self.refuse("a loop over an object")
            else:
                self.wrong_kinds(iter, value)
            return
        node = self.source(found)
        if found.__code__.co_flags & 0x20:
            self.inlined_generator((node, found, None, value), ast.Call(ast.Name("_", ast.Load()), [], []), body)
            return
        if self.has_method(value, "__next__"):
            self.method_called(value, "__iter__", [])
            self.each_of_iterator(value, body)
            return
        self.inlined_generator((self._as_generator(found, node), found, None, value), ast.Call(ast.Name("_", ast.Load()), [], []), body)

    def _as_generator(self, function: FunctionType, node: Any) -> Any:
        """`return iter(x)` as the last statement of __iter__ as a loop that yields the items."""
        key = (function, "generator")
        if key not in self.sources:
            last = node.body[-1]
            returned: Any = last.value if isinstance(last, ast.Return) else None
            if [n for n in nodes_of(node) if isinstance(n, ast.Return)] != [last] or not self._is_iterator(returned, function, node):
                raise NotOnHeap("an iterator that an object makes")
            if isinstance(returned, ast.Call) and isinstance(returned.func, ast.Name) and returned.func.id == "iter":
                returned = returned.args[0]
            given = ast.Expr(ast.Yield(ast.Name("item_", ast.Load())))
            loop = ast.For(ast.Name("item_", ast.Store()), returned, [given], [], None)
            made = ast.FunctionDef(**{**dict(ast.iter_fields(node)), "body": [*node.body[:-1], loop]})
            self.sources[key] = ast.fix_missing_locations(ast.copy_location(made, node))
        return self.sources[key]

    @staticmethod
    def _is_iterator(returned: Any, function: FunctionType, node: Any) -> bool:
        """Whether an expression surely gives an iterator, and no list."""
        if isinstance(returned, ast.GeneratorExp):
            return True
        if not isinstance(returned, ast.Call) or not isinstance(returned.func, ast.Name):
            return False
        name = returned.func.id
        defs = [n for n in nodes_of(node) if isinstance(n, ast.FunctionDef) and n.name == name]
        if defs:
            return all(map(yields, defs))
        found = _bindings.lookup(function, name)[1]
        if found is iter:
            return len(returned.args) == 1 and not returned.keywords
        return any(found is one for one in _ITERATORS) or inspect.isgeneratorfunction(found)

    def each_beside_generator(self, nodes: list[Any], number: int, body: Any) -> None:
        """zip() of one generator and others, which are lists: it goes on only where those in front of it have an item."""
        lists = self.lists_beside([*nodes[:number], *nodes[number + 1 :]])
        if any(value.kind == DEQUE for value in lists):
            raise NotOnHeap("a deque beside a generator")
        at = self.held("0")

        def end(around: Loop, some: list[Value]) -> None:
            ends = [self.is_behind(value, at) for value in some]
            with self.block(f"if {' or '.join(ends) or NO}:"):
                self.leave(around)

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                item = self.copied(item)
                end(around, lists[number:])
                items = [self.getting(value, at)() for value in lists]
                self.emit(f"{at} += 1")
                self.turn(lambda: body([*items[:number], item, *items[number:]]))
                end(around, lists[:number])

            end(around, lists[:number])
            self.each(self.source_of(nodes[number]), each)

        self.once(write)

    def _each_collected(
        self, definition: Any, function: Any, around: Any, args: list[Value], keywords: dict[str, Value], owner: Any, node: Any, body: Any
    ) -> None:
        """The items of a generator that calls itself are there before the first one is asked for."""
        loop = self.parent_of(node)
        while loop is not None and not isinstance(loop, (ast.For, ast.Call, ast.stmt)):
            loop = self.parent_of(loop)
        is_whole = isinstance(loop, ast.Call) and (self.called_name(loop.func) in _TAKE_ALL or getattr(loop.func, "attr", "") in ("extend", "join"))
        if isinstance(loop, ast.For):
            if not changes_little(loop):
                raise NotOnHeap("a generator that calls itself beside what changes")
            is_whole = not any(isinstance(n, (ast.Break, ast.Return)) for s in loop.body for n in ast.walk(s))
        before, failures, self.changes, self.prints = (self.changes, self.prints), self.failures, False, False
        made = self.copied(self.inlined(definition, function, around, args, keywords, {}, owner))
        if self.prints or (self.failures > failures and not is_whole):
            raise NotOnHeap("a generator that calls itself and does something else")
        self.changes, self.prints = before[0] or self.changes, before[1]
        self.each(made, body)


_TAKE_ALL = frozenset(f"builtins.{name}" for name in "list tuple set sorted sum max min dict frozenset".split())
