"""What the values of a function may be: a cell for each name, item, field and result, which grows until nothing new comes.

A cell holds kinds. Lists, dicts, sets and objects are one kind each with cells of their own for what they hold; two cells that may stand
for one list have the same cell for its items. A value of one kind is the words of that kind; one of several kinds is a number that says
which (_TAGS), an integer and a float.
"""

from __future__ import annotations

from typing import Any

INT, FLOAT = "i", "f"
NONE, BOOL, WHOLE, REAL, TEXT, LIST, SET, ROW, DEQUE, NO_ANSWER = range(10)  # ROW: a tuple of any length; NO_ANSWER: NotImplemented
DICT, ORDERED, COUNTER, OF_LISTS, OF_INTEGERS, OF_FLOATS, OF_SETS, OF_DICTS = range(10, 18)  # OF_LISTS: defaultdict(list), and so on
FROZEN, BOUNDED = 18, 19  # a frozenset; a deque that has a length at most
SETS = (SET, FROZEN)
OF_NAMES = (DICT, ORDERED)  # those that may be records
TUPLE = 20  # and the number of parts
ITERATOR, COUNTING = 90, 91  # iter(v), with a cell for its items; itertools.count()
COMPLEX, BYTES = 92, 93
OBJECT = 100  # and the number of a class
ARRAY, NUMBER = 5000, 6000  # of NumPy: arrays/kinds.py
OF_OTHERS = 4000  # and the number of a factory: other defaultdicts
FUNCTION = 10000  # and the number of a function

PLAIN = (NONE, BOOL, WHOLE, REAL, COMPLEX, TEXT, BYTES)  # what never changes and holds nothing

MOST_PARTS = 40
_DEEPEST = 8


class NotOnHeap(Exception):
    """A function that has something which is not written so."""

    is_whole = False  # whether no statement around is left to Python alone


class TooLong(NotOnHeap):
    """A function that becomes so long that compiling it takes longer than anybody waits."""


class Types:
    """The cells of one function. `changed`: whether one has grown since that was asked."""

    def __init__(self) -> None:
        self.changed = False
        self.is_done = False  # nothing grows any more
        self._places: dict[Any, Cell] = {}

    def at(self, place: Any) -> Cell:
        """The cell of a place of the program."""
        if (cell := self._places.get(place)) is None:
            cell = self._places[place] = Cell(self)
        return cell.root()

    def new(self, *kinds: int) -> Cell:
        made = Cell(self)
        made.kinds.update(dict.fromkeys(kinds))
        return made

    def list_of(self, item: Cell) -> Cell:
        made = Cell(self)
        made.kinds[LIST] = [item]
        return made

    def tuple_of(self, parts: list[Cell]) -> Cell:
        made = Cell(self)
        made.kinds[TUPLE + len(parts)] = parts
        return made


def is_tuple(kind: int) -> bool:
    return TUPLE <= kind < ITERATOR


def is_dict(kind: int) -> bool:
    return DICT <= kind < FROZEN or OF_OTHERS <= kind < OF_OTHERS + 1000


def is_object(kind: int) -> bool:
    return OBJECT <= kind < OF_OTHERS


def is_boxed(kind: int) -> bool:
    """Whether a value of this kind, where it may be of another one, has its words on the heap."""
    return kind in (TEXT, COMPLEX, BYTES) or is_tuple(kind)


def is_float(kind: int) -> bool:
    """Whether a value of this kind is a word of the floats."""
    return kind in (REAL, NUMBER + 8, NUMBER + 9, NUMBER + 10)


class Cell:
    """`kinds`: each with the cells of what it holds: [item], [key, value], the parts of a tuple; None of others.

    Of the values of a dict: `fields` has a cell for each key that is a known text. While no other key is asked, the values of each field
    have words of their own (is_record). `is_open`: values are asked by other keys, all have the same words; `is_any`: one was stored so.

    `said`: of texts, the one that all are, where that is known."""

    __slots__ = ("_known_words", "_same", "fields", "is_any", "is_open", "kinds", "said", "types")

    def __init__(self, types: Types):
        self.types = types
        self.kinds: dict[int, Any] = {}
        self.fields: dict[str, Cell] = {}
        self.is_open = self.is_any = False
        self.said: str | None = None
        self._same: Cell | None = None
        self._known_words: str | None = None

    def root(self) -> Cell:
        cell = self
        while cell._same is not None:
            cell = cell._same
        return cell

    def held(self, kind: int) -> list[Cell]:
        return [part.root() for part in self.root().kinds[kind]]

    def of(self, kind: int) -> list[Cell]:
        """What a value of this kind holds; a dict: under any key."""
        if is_dict(kind):
            self.held(kind)[1].open()
        return self.held(kind)

    @property
    def is_record(self) -> bool:
        cell = self.root()
        return bool(cell.fields) and not cell.is_open

    def field(self, name: str) -> Cell:
        cell = self.root()
        if name not in cell.fields:
            assert not cell.types.is_done
            cell.fields[name] = Cell(cell.types)
            cell.types.changed = True
        return cell.fields[name].root()

    def open(self, is_any: bool = False) -> Cell:
        """The values of a dict have the same words under each key from here on."""
        cell = self.root()
        if not cell.is_open or (is_any and not cell.is_any):
            assert not cell.types.is_done
            cell.is_open = cell.types.changed = True
            cell.is_any |= is_any
        for field in [*cell.fields.values()]:
            flow(field, cell)
        return cell.root()

    def all(self) -> list[int]:
        """The kinds, in order."""
        return sorted(self.root().kinds)

    def only(self) -> int:
        """The one kind; -1: there is none, or there are several."""
        kinds = self.root().kinds
        return next(iter(kinds)) if len(kinds) == 1 else -1

    def has(self, kind: int) -> bool:
        return kind in self.root().kinds

    def add(self, kind: int) -> None:
        cell = self.root()
        if kind not in cell.kinds:
            cell.kinds[kind] = None
            cell.types.changed = True
        elif kind == TEXT:
            cell.says_other(None)

    def holder(self, kind: int, count: int) -> list[Cell]:
        """The cells of what this kind of holder holds."""
        self.hold(kind, count)
        return self.of(kind)

    def says_other(self, text: str | None) -> None:
        if self.said not in (None, text):
            self.said = None
            self.types.changed = True

    def hold(self, kind: int, count: int) -> None:
        cell = self.root()
        if kind not in cell.kinds:
            cell.kinds[kind] = [Cell(cell.types) for _ in range(count)]
            cell.types.changed = True

    def words(self) -> str:
        """A letter for each word: `i` and `f`."""
        root = self.root()
        if not root.types.is_done:
            return _words(root, 0)
        if root._known_words is None:  # nothing grows any more
            root._known_words = _words(root, 0)
        return root._known_words


def kept_result(cell: Cell) -> Cell:
    """What a function gives that keeps its results: each call has the same object."""
    if may_change(cell):
        raise NotOnHeap("results that are kept and may change")
    return cell


def may_change(cell: Cell) -> bool:
    """Whether a value of this cell may be a list, a dict, a set or an object, or have one among its parts."""
    holders = (LIST, SET, DEQUE, BOUNDED, ITERATOR, COUNTING)
    return any(
        kind in holders or is_dict(kind) or OBJECT <= kind < NUMBER or (is_tuple(kind) and any(may_change(part) for part in cell.of(kind)))
        for kind in cell.all()
    )


def holds_nothing(cell: Cell, depth: int = 0) -> bool:
    """Whether no value is of this cell, or all are lists, dicts and sets of which nothing says what they hold."""
    kind = cell.only()
    if kind < 0:
        return not cell.all()
    is_holder = kind in (LIST, SET, ROW, DEQUE, BOUNDED, FROZEN) or is_dict(kind)
    return is_holder and depth < _DEEPEST and holds_nothing(cell.held(kind)[0], depth + 1)


def kinds_within(cells: list[Cell]) -> set[int]:
    """The kinds of values of these cells, and of all that these hold."""
    kinds: set[int] = set()
    seen: set[int] = set()
    waiting = [cell.root() for cell in cells]
    while waiting:
        cell = waiting.pop()
        if id(cell) not in seen:
            seen.add(id(cell))
            kinds |= {*cell.kinds}
            waiting += [held.root() for parts in cell.kinds.values() for held in parts or []]
            waiting += [field.root() for field in cell.fields.values()]
    return kinds


def _words(cell: Cell, depth: int) -> str:
    if depth > _DEEPEST:
        raise NotOnHeap("tuples in tuples without an end")
    kinds = cell.kinds
    if len(kinds) > 1:
        return "iif"
    kind = next(iter(kinds), BOOL)
    if kind in (NONE, NO_ANSWER):
        return ""
    if is_float(kind):
        return FLOAT
    if kind in (TEXT, BYTES):
        return "ii"
    if kind == COMPLEX:
        return "ff"
    if is_tuple(kind):
        return "".join(_words(part, depth + 1) for part in cell.of(kind))
    return INT


def width_of_values(cell: Cell) -> int:
    """How many words the values of a dict have."""
    cell = cell.root()
    return max(1, *(len(field.words()) for field in cell.fields.values())) if cell.is_record else len(cell.words())


def flow(source: Cell, target: Cell) -> None:
    """What the source may be, the target may be too."""
    source, target = source.root(), target.root()
    if source is target:
        return
    for kind, held in list(source.kinds.items()):
        source, target = source.root(), target.root()
        if source is target:
            return
        if kind not in target.kinds:
            target.types.changed = True
            target.kinds[kind] = [Cell(target.types) for _ in held] if is_tuple(kind) else held
            if kind == TEXT:
                target.said = source.said
        elif kind == TEXT:
            target.says_other(source.said)
        if is_tuple(kind) and len(source.kinds) == 1:
            for one, other in zip(held, target.kinds[kind], strict=True):
                flow(one, other)
        elif held is not None and held is not target.kinds[kind]:
            for one, other in zip(held, target.kinds[kind], strict=True):
                merge(one, other)  # of tuples: they lie on the heap as they are


def merge(one: Cell, other: Cell) -> None:
    """Both become the same cell."""
    one, other = one.root(), other.root()
    if one is other:
        return
    one.types.changed = True
    other._same = one
    for kind, held in other.kinds.items():
        if kind not in one.kinds:
            one.kinds[kind] = held
            if kind == TEXT:
                one.said = other.said
        elif kind == TEXT:
            one.says_other(other.said)
        elif held is not None:
            for a, b in zip(list(one.kinds[kind]), held, strict=True):
                merge(a, b)
            one = one.root()
    for name, field in other.fields.items():
        if name in one.fields:
            merge(one.fields[name], field)
        else:
            one.fields[name] = field
        one = one.root()
    one.is_any |= other.is_any
    one.is_open |= other.is_open
    if one.is_open:
        one.open()
