"""What tests say of the kinds of a name: where `isinstance(x, str)` holds, x is a text, and what it is given to gets nothing else.

    if x is None:                       behind the `if`, x is no longer None
        return 0
    if isinstance(x, (int, float)):     in the body, x is a number
        total += x

A name that is stored to is of any of its kinds again: also one that a loop or a `try` stores to, from their beginning on."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from unpython._writing.heap.arrays.kinds import is_array
from unpython._writing.heap.calls import Calls
from unpython._writing.heap.cells import ARRAY, BOOL, FUNCTION, NONE, PLAIN, TEXT, is_dict, is_object
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Frame, leaves

_MAY_READ_AGAIN = (ast.BinOp, ast.Call, ast.Compare, ast.List, ast.Subscript, ast.Tuple)
_MAY_STORE = (ast.NamedExpr, ast.Lambda, ast.GeneratorExp)
Fact = tuple[Frame, str, frozenset[int]]


class Narrowing(Calls):
    def of_Name(self, node: ast.Name) -> Value:
        value = super().of_Name(node)
        frame = self.frame.of(node.id)
        kinds = frame.narrowed.get(node.id) if frame is not None else None
        return value if kinds is None else self.among(value, kinds)

    def among(self, value: Value, kinds: frozenset[int]) -> Value:
        """A value that is known to be of one of these kinds."""
        left = [kind for kind in value.cell.all() if kind in kinds]
        if not left or len(left) == len(value.cell.all()):
            return value
        if len(left) == 1:
            return self.projected(value, left[0])
        made = self.types.new()
        made.kinds.update({kind: value.cell.root().kinds[kind] for kind in left})
        return Value(made, value.words)

    def where_false(self, value: Value) -> Value:
        """A value that is None, or a function or a match, which are always true, as one that is None."""
        kinds = value.cell.all()
        is_none = len(kinds) > 1 and all(kind == NONE or kind >= FUNCTION for kind in kinds)
        return self.among(value, frozenset([NONE])) if is_none else value

    def read_again(self, node: ast.expr) -> str | None:
        """A name for an array of one kind of several that an expression reads more than once."""
        if not isinstance(node, _MAY_READ_AGAIN):
            return None
        counts = Counter(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        for name in [name for name, count in counts.items() if count > 1]:
            frame = self.frame.of(name)
            if frame is None or name in frame.values or name in frame.boxes or any(isinstance(n, _MAY_STORE) for n in ast.walk(node)):
                continue
            kinds = self.types.at((frame.place, "name", name)).all()
            if len(kinds) > 1 and any(map(is_array, kinds)) and len(frame.narrowed.get(name, kinds)) > 1:
                return name
        return None

    def in_turn(self, name: str, write: Callable[[], Value]) -> Value:
        """A value, written for each kind of a name: it has the same one wherever it is read."""
        frame = self.frame.of(name)
        assert frame is not None
        value = self.copied(self.of_Name(ast.Name(name, ast.Load())))

        def way(one: Value) -> Value:
            with self.narrowed([(frame, name, frozenset([one.kind]))]), self.within("kind", one.kind):
                return write()

        return self.each_kind(value, f"kinds of {name}", way)

    def set_name(self, name: str, value: Value) -> None:
        super().set_name(name, value)
        self._forget(name)

    def _forget(self, name: str) -> None:
        frame = self.frame.of(name)
        if frame is not None and name in frame.narrowed:
            frame.narrowed = {other: kinds for other, kinds in frame.narrowed.items() if other != name}

    def forget_stored(self, node: ast.AST) -> None:
        """In front of statements that come again, or that end in their middle."""
        for name in stored_in(node):
            self._forget(name)

    @contextmanager
    def narrowed(self, facts: list[Fact]) -> Iterator[None]:
        before = [(frame, frame.narrowed) for frame in {id(frame): frame for frame, _, _ in facts}.values()]
        for frame, name, kinds in facts:
            frame.narrowed = {**frame.narrowed, name: kinds & frame.narrowed.get(name, kinds)}
        try:
            yield
        finally:
            for frame, known in before:
                frame.narrowed = {name: kinds for name, kinds in known.items() if name in frame.narrowed}

    # What a test says.

    def facts(self, test: Any, holds: bool) -> list[Fact]:
        """Of the names that stand in a test, where it holds or where it does not."""
        assigned = {n.target.id for n in ast.walk(test) if isinstance(n, ast.NamedExpr)}
        found = self._facts(test, holds)
        return [fact for fact in found if fact[1] not in assigned] if isinstance(test, ast.BoolOp) else found

    def _facts(self, test: Any, holds: bool) -> list[Fact]:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._facts(test.operand, not holds)
        if isinstance(test, ast.BoolOp):
            return [fact for part in test.values for fact in self._facts(part, holds)] if isinstance(test.op, ast.And) == holds else []
        if isinstance(test, (ast.Name, ast.NamedExpr)):
            return self._fact(test, lambda kind: kind != NONE) if holds else []
        if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.IsNot)) and len(test.ops) == 1:
            is_asked = isinstance(test.ops[0], ast.Is) == holds
            right: Any = test.comparators[0]
            if isinstance(right, ast.Constant) and right.value is None:
                return self._fact(test.left, lambda kind: (kind == NONE) == is_asked)
        if isinstance(test, ast.Call) and len(test.args) == 2 and self.called_name(test.func) == "builtins.isinstance":
            return self._fact(test.args[0], lambda kind: issubclass(self.type_of_kind(kind), tuple(self.classes_of(test.args[1]))) == holds)
        return []

    def _fact(self, node: Any, holds: Any) -> list[Fact]:
        node = node.target if isinstance(node, ast.NamedExpr) else node
        frame = self.frame.of(node.id) if isinstance(node, ast.Name) else None
        if frame is None or node.id in frame.values or node.id in frame.boxes or node.id not in frame.own:
            return []
        if frame.scope is not None and node.id in frame.scope.set_in_comprehensions:
            return []
        return [(frame, node.id, frozenset(kind for kind in self.variable(frame, node.id)[0].all() if holds(kind)))]

    def facts_behind(self, s: ast.stmt) -> list[Fact]:
        """What holds behind a statement, since other ways leave it."""
        if isinstance(s, ast.Assert):
            return self.facts(s.test, True)
        if not isinstance(s, ast.If):
            return []
        if leaves(s.body):
            found = self.facts(s.test, False)
            if len(s.orelse) == 1:
                found += self.facts_behind(s.orelse[0])
            other = s.orelse
        elif leaves(s.orelse):
            found, other = self.facts(s.test, True), s.body
        else:
            return []
        stored = {name for inner in other for name in stored_in(inner)}
        return [fact for fact in found if fact[1] not in stored]

    def facts_of_case(self, subject: Any, pattern: Any) -> list[Fact]:
        found = self._fact(subject, lambda kind: self._may_match(pattern, kind))
        return [fact for fact in found if fact[1] not in stored_in(pattern)]

    def _may_match(self, pattern: Any, kind: int) -> bool:
        if isinstance(pattern, ast.MatchAs):
            return pattern.pattern is None or self._may_match(pattern.pattern, kind)
        if isinstance(pattern, ast.MatchOr):
            return any(self._may_match(part, kind) for part in pattern.patterns)
        if is_object(kind) or kind >= ARRAY:
            return True
        if isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant) and isinstance(pattern.value.value, str):
            return kind == TEXT
        if isinstance(pattern, ast.MatchSingleton):
            return kind == (NONE if pattern.value is None else BOOL)
        if isinstance(pattern, ast.MatchSequence):
            return kind not in PLAIN and not is_dict(kind)
        if isinstance(pattern, ast.MatchMapping):
            return is_dict(kind)
        found = self.known(pattern.cls) if isinstance(pattern, ast.MatchClass) else None
        return not isinstance(found, type) or issubclass(self.type_of_kind(kind), found)


def stored_in(node: ast.AST) -> set[str]:
    """The names that get a value in it."""
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    found |= {n.name for n in ast.walk(node) if isinstance(n, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler, ast.FunctionDef)) and n.name}
    return found | {n.rest for n in ast.walk(node) if isinstance(n, ast.MatchMapping) and n.rest}
