"""Generators: the statements of one stand where its items are asked for, with what is done with an item where it yields."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._writing.heap.cells import NotOnHeap
from unpython._writing.heap.closures.boxes import Boxes
from unpython._writing.heap.closures.collected import changes_little
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Frame, nodes_of


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
