"""Values of dicts under keys that are known texts: each such key has a cell of its own, as a field of an object has (cells.py).

    state = {"x": [1.5], "n": 0}
    state["n"] += 1                  an integer: no other key is asked, or another one that the program writes out
    for k, v in state.items(): ...   asks other keys: from there on all values have the same words, and say of which kind they are
"""

from __future__ import annotations

from unpython._writing.heap.cells import OF_NAMES, Cell, flow, is_tuple, width_of_values
from unpython._writing.heap.emitter import Value
from unpython._writing.heap.texts import Texts


class Fields(Texts):
    def known_text(self, key: Value | None) -> str | None:
        return key.cell.root().said if key is not None and key.cell.only() >= 0 else None

    def stored_as(self, value: Value, key: Value, item: Value) -> Cell:
        """The cell as whose words an item is stored under a key."""
        cell = value.cell.held(value.kind)[1]
        name = self.known_text(key) if value.kind in OF_NAMES else None
        if name is None:
            cell = cell.open(True)
            flow(item.cell, cell)
            return cell.root()
        flow(item.cell, cell.field(name))
        cell = cell.root()
        if not cell.is_open:
            return cell.field(name)
        flow(item.cell, cell.open())
        return cell.root()

    def value_in(self, value: Value, key: Value | None, at: str) -> Value:
        """The value under a key, whose words lie there."""
        cell = value.cell.held(value.kind)[1]
        name = self.known_text(key) if value.kind in OF_NAMES else None
        if name is None:
            return self.loaded(cell.open(), at)
        field = cell.field(name)
        if not cell.is_open:
            return self.loaded(field, at)
        loaded = self.loaded(cell.open(), at)
        return loaded if cell.root().is_any else self.of_field(loaded, field.root())

    def of_field(self, value: Value, field: Cell) -> Value:
        """A value that is of the kinds of a field."""
        kinds = [kind for kind in value.cell.all() if field.has(kind)]
        if not kinds:
            return Value(self.types.new(), ("0",))
        if len(kinds) > 1:
            made = self.types.new()
            made.kinds.update({kind: value.cell.root().kinds[kind] for kind in kinds})
            return Value(made, value.words)
        one = value if value.kind >= 0 else self.projected(value, kinds[0])
        if not is_tuple(one.kind):
            return one
        return self.tuple_of([self.of_field(part, held) for part, held in zip(self.parts(one), field.held(one.kind), strict=True)])

    def take_entries(self, made: Value, other: Value, is_safe: bool) -> bool:
        """Puts the entries of one dict into another one as they are, where both have the same cells then; False: they have others."""
        ours, theirs = (one.cell.held(one.kind) for one in (made, other))
        if ours != theirs and made.kind in OF_NAMES and other.kind in OF_NAMES and not (ours[1].is_open or theirs[1].is_open):
            if not (ours[1].fields or theirs[1].fields):
                return True  # nothing has been stored in the other one
            self.same_items(made, other)
            theirs = ours = made.cell.held(made.kind)
        if ours != theirs:
            return False

        def each(at: str) -> None:
            key, values = made.cell.held(made.kind)
            source = self.moved(at, 1 + len(key.words()))
            place, _ = self.entry(made, self.key_at(other, at))
            self.emit(f"copy_words(I_, F_, {source}, {place}, {width_of_values(values)})")

        self.entries(other, each, is_safe)
        return True
