"""Functions as values: what they keep, and their attributes, are on the heap."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.heap.cells import FUNCTION, Cell, NotOnHeap, flow
from unpython._writing.heap.closures.boxes import BOX, BoxPlace
from unpython._writing.heap.closures.generators import Generators
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.names import Frame, Function, Scope

_TAKE_FUNCTIONS = frozenset("map filter sorted min max reduce".split())


class FunctionValues(Generators):
    frame: Frame
    functions: list[Function]

    def function_value(self, made: Function, kept: list[tuple[str, Value]], place: Any) -> Value:
        """`kept`: the values that it keeps."""
        number = self.known_functions.get(place)
        if number is None:
            number = self.known_functions[place] = len(self.functions)
            self.functions.append(made)
        made.number = number
        self.functions[number] = made
        made.inner = {name: value.inner for name, value in kept if isinstance(value, BoxPlace)}
        made.kept = [(name, self.types.at((place, "kept", name))) for name, _ in kept]
        for (_, value), (_, cell) in zip(kept, made.kept, strict=True):
            flow(value.cell, cell)
        words = [(cell, self.coerced(value, cell)) for (_, value), (_, cell) in zip(kept, made.kept, strict=True)]
        made.place = place
        own = self.attributes.get(place, [])
        at = "0"
        if words or own:
            at = self.room(sum(len(cell.words()) for cell, _ in words) + sum(1 + len(self.attribute_cell(made, name).words()) for name in own))
            offset = 0
            for cell, value in words:
                self.store(f"{at} + {offset}", value)
                offset += len(cell.words())
        return self.of(FUNCTION + number, at)

    # Attributes of functions: a word that says whether it is there, and its value, behind what the function keeps.

    def attribute_cell(self, made: Function, name: str) -> Cell:
        return self.types.at((made.place, "attribute", name))

    def _attribute_place(self, made: Function, value: Value, name: str) -> str:
        names = self.attributes.setdefault(made.place, [])
        if name not in names:
            names.append(name)
            self.types.changed = True
        before = sum(1 + len(self.attribute_cell(made, n).words()) for n in names[: names.index(name)])
        return self.moved(value.words[0], sum(len(cell.words()) for _, cell in made.kept) + before)

    def write_attribute(self, made: Function, value: Value, name: str, item: Value) -> None:
        cell = self.attribute_cell(made, name)
        flow(item.cell, cell)
        at = self._attribute_place(made, value, name)
        self.emit(f"I_[{at}] = 1")
        self.store(self.moved(at, 1), self.coerced(item, cell))

    def read_attribute(self, made: Function, value: Value, name: str) -> Value:
        at = self._attribute_place(made, value, name)
        with self.block(f"if I_[{at}] == 0:"):
            self.refuse("an attribute without a value")
        return self.loaded(self.attribute_cell(made, name), self.moved(at, 1))

    def kept_values(self, made: Function, value: Value) -> dict[str, Value]:
        found: dict[str, Value] = {}
        offset = 0
        for name, cell in made.kept:
            one = found[name] = self.loaded(cell, self.moved(value.words[0], offset))
            if name in made.inner:
                found[name] = BoxPlace(one.cell, one.words, made.inner[name])
            offset += len(cell.words())
        return found

    def of_Lambda(self, node: ast.Lambda) -> Value:
        return self.defined(node, self.is_taken_at_once(node))

    def defined(self, node: Any, is_near: bool) -> Value:
        """The value of a `def` or a `lambda`. `is_near`: it is only called while its frame is there."""
        frame = self.frame
        made = Function("def", node, frame.function, frame if is_near else None)
        defaults = [*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]
        kept: list[tuple[str, Value]] = []
        for number, default in enumerate(defaults):
            with self.within("default", number):
                kept.append((f"default {number}", self.value(default)))
        if not is_near:
            kept += self._captured(node)
        return self.function_value(made, kept, (self.path, id(node)))

    def _captured(self, node: Any) -> list[tuple[str, Value]]:
        scope = Scope(node)
        names = sorted({n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - scope.own)
        own_name = getattr(node, "name", None)
        kept: list[tuple[str, Value]] = []
        for name in names:
            frame = self.frame.of(name)
            if frame is None:
                continue
            if name in frame.boxes:
                kept.append((BOX + name, self.kept_box(frame.boxes[name])))
                continue
            if name not in frame.values:
                limit = 0 if frame.scope is not None and name in frame.scope.parameters else 1
                is_set_once = frame.scope is not None and frame.scope.stores.get(name, 0) <= limit and name not in frame.scope.unsure
                if not is_set_once or name in scope.outer or (name == own_name and frame is self.frame):
                    if frame.scope is not None and frame.region is None:
                        self.with_boxes.add((frame.scope.node, name))
                        self.types.changed = True
                    raise NotOnHeap("a name that a function keeps and that changes")
            kept.append((name, self.of_Name(ast.copy_location(ast.Name(name, ast.Load()), node))))
        return kept

    def is_taken_at_once(self, node: ast.AST) -> bool:
        """Whether a lambda is given to a function of Python that calls it and forgets it."""
        parent = self.parent_of(node)
        if isinstance(parent, ast.keyword):
            parent = self.parent_of(parent)
        if not isinstance(parent, ast.Call):
            return False
        if parent.func is node:
            return True
        name = parent.func.attr if isinstance(parent.func, ast.Attribute) else getattr(parent.func, "id", "")
        return name in _TAKE_FUNCTIONS or name == "sort"

    def is_near(self, name: str, node: Any, asked: tuple[str, ...] = ()) -> bool:
        """Whether a function inside is only called, and by functions of which the same is true. `asked`: those that ask."""
        root = self.frame.scope.node if self.frame.scope is not None else node
        for n in ast.walk(root):
            if not (isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)):
                continue
            parent = self.parent_of(n)
            is_called = isinstance(parent, ast.Call) and parent.func is n
            if not is_called and not self.is_taken_at_once(n):
                return False
            holder = self.parent_of(n)
            while holder is not root and holder is not None:
                if isinstance(holder, ast.Lambda) and not self.is_taken_at_once(holder) and holder is not node:
                    return False
                is_other = isinstance(holder, ast.FunctionDef) and holder is not node and holder.name not in asked
                if is_other and not self.is_near(holder.name, holder, (*asked, name)):  # type: ignore[attr-defined]
                    return False
                holder = self.parent_of(holder)
        return True
