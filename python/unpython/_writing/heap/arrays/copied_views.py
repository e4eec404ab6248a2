"""Views that are kept and of which the place is not known (np.flip(a), a.view(np.uint8)): copies, where nobody can tell.

That is so where the program stores into no array, and neither gives an array of this kind to the caller nor puts one into what the caller has."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from unpython._writing.heap.arrays.kinds import is_array
from unpython._writing.heap.arrays.natives import Expression, Natives
from unpython._writing.heap.cells import FUNCTION, OBJECT, Cell, NotOnHeap, is_object
from unpython._writing.heap.emitter import Value


class CopiedViews(Natives):
    copied_views: set[int]  # their kinds
    stores_into_arrays: bool

    def kept_view(self, kind: int, text: str) -> Value:
        if kind < 0:
            raise NotOnHeap("a view of another kind")
        self.copied_views.add(kind)
        return self.put(kind, self.native_name(f"({text}).copy()"))

    def viewed_as(self, value: Value, dtype: Any, node: Any) -> Value:
        """a.view(dtype)"""
        made = Expression()
        made.operands.append(value)
        found = self.computed(f"a0_.copy().view({self.template(dtype, made)})", made.operands)
        if not self.is_consumed(node):
            self.copied_views.add(found.kind)
        return found

    def store_all(self, array: Value, native: str, kind: int) -> None:
        self.stores_into_arrays = True

    def store_part(self, array: Value, parts: list[Any], value: Value) -> None:
        self.stores_into_arrays = True

    def check_copied_views(self) -> None:
        """Where the program is written."""
        if self.copied_views and (self.stores_into_arrays or self.may_hold(self.cells_of_caller(), self.copied_views, set())):
            raise NotOnHeap("a view that is kept")

    def cells_of_caller(self) -> list[Cell]:
        """Of what a call gives, and of what the caller has where the call may have changed that."""
        given = [self.types.at("result"), *(arguments for _, arguments in self.raised if isinstance(arguments, Cell))]
        if self.changes:
            for cell in (*self.plan.cells.values(), *(cell for _, cell in self.plan.outside)):
                given += [self.only(cell, kind) for kind in cell.all() if not is_array(kind)]
        return given

    def may_hold(self, cells: list[Cell], kinds: Set[int], seen: set[int]) -> bool:
        """Whether values of these cells may be of these kinds, or hold such. `seen`: the cells that are not asked."""
        inner: list[Cell] = []
        for cell in (c.root() for c in cells):
            if id(cell) in seen:
                continue
            seen.add(id(cell))
            inner += cell.fields.values()
            for kind in cell.all():
                if kind in kinds:
                    return True
                if kind >= FUNCTION:
                    inner += [kept for _, kept in self.functions[kind - FUNCTION].kept]
                elif is_object(kind):
                    known = self.class_list[kind - OBJECT]
                    inner += [self.field(known, name) for name in known.fields]
                elif cell.kinds[kind] is not None:
                    inner += cell.held(kind)
        return bool(inner) and self.may_hold(inner, kinds, seen)
