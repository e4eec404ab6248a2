"""What is gone through: `for`, comprehensions, and the functions of Python that go through something."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython import _source
from unpython._writing.heap.cells import (
    BOOL,
    COUNTING,
    DEQUE,
    ITERATOR,
    LIST,
    OBJECT,
    REAL,
    ROW,
    SET,
    SETS,
    TEXT,
    WHOLE,
    Cell,
    NotOnHeap,
    flow,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.closures.named_iterators import LAZY
from unpython._writing.heap.emitter import ZERO, Loop, Value
from unpython._writing.heap.iterators import Iterators
from unpython._writing.heap.operators import NUMBERS, SEQUENCES

_DEEPEST_PATH = 300
_COMPENSATES_SUMS = 12  # versions of Python 3
_OF_ALL_NUMBERS = 14


class Lazy:
    """An expression that gives its items one by one, where it is written."""

    def __init__(self, node: ast.expr):
        self.node = node


class Iteration(Iterators):
    def value_of(self, given: Any) -> Value:
        return given if isinstance(given, Value) else self.value(given)  # type: ignore[no-any-return]

    def source_of(self, given: Any) -> Any:
        """A value, or what gives items one by one."""
        if isinstance(given, (Value, Lazy)):
            return given
        return Lazy(given) if self._is_lazy(given) else self.value(given)

    def _is_lazy(self, node: ast.expr) -> bool:
        if isinstance(node, ast.GeneratorExp):
            return True
        if not isinstance(node, ast.Call):
            return False
        if self.called_name(node.func) in LAZY:
            return True
        is_view = isinstance(node.func, ast.Attribute) and node.func.attr in ("items", "keys", "values", "elements") and not node.args
        return is_view or self.generator_of(node.func) is not None

    def each(self, items: Any, body: Callable[[Value], None], any_order: bool = False) -> None:
        """Writes `body` for the items, in a loop."""
        items = self.source_of(items)
        if isinstance(items, Lazy):
            with self.within(id(items.node), "each"):
                self._each_lazy(items.node, body, any_order)
            return

        def way(one: Value) -> Value:
            self._each_of(one, body, any_order)
            return self.nothing()

        self.each_kind(self.copied(items), "each", way)

    def _each_of(self, value: Value, body: Callable[[Value], None], any_order: bool) -> None:
        value = self.members_of(value)
        kind = value.kind
        if is_tuple(kind):
            value = self.as_row(value)
            kind = ROW
        if kind in SEQUENCES:
            at = self.held("0")
            state = self.state_of(value) if kind == DEQUE else []
            with self.loop():
                if state:
                    self.check(self.has_changed(value, state), RuntimeError, "deque mutated during iteration")
                with self.block(f"if {at} >= I_[{value.words[0]} + 1]:"):
                    self.emit("break")
                item = self.item_at(value, at)
                self.emit(f"{at} += 1")
                body(item)
        elif kind == TEXT:
            at = self.held("0")
            with self.loop():
                with self.block(f"if {at} >= {value.words[1]}:"):
                    self.emit("break")
                self.emit(f"{at} += 1")
                body(self.of(TEXT, self.held(f"int({value.words[0]} + {ZERO} + {at} - 1)"), "1"))
        elif is_dict(kind) or kind in SETS:
            if kind in SETS and not any_order:
                with self.block(f"if I_[{value.words[0]} + 3] > 1:"):
                    self.refuse("the order of a set")
            self.entries(value, lambda at: body(self.key_at(value, at)))
        elif is_object(kind):
            self.each_of_object(value, body)
        elif kind in (ITERATOR, COUNTING):
            self.each_left(value, body)
        else:
            self.wrong_kinds(iter, value, why="a loop over something else")

    def as_any_list(self, plain: Value, *place: Any) -> Value:
        """A list that a function of the library has made, of items of one kind, as one that may get others. Nobody else has its cell."""
        cell = self.list_cell(*place)
        item = cell.of(LIST)[0]
        flow(plain.cell.of(LIST)[0], item)
        if item.all() == plain.cell.of(LIST)[0].all():
            return Value(cell, plain.words)
        made = self.new_list([], *place)
        self._each_of(plain, lambda one: self.push(made, one), False)
        return made

    # Functions that go through something.

    def sum_of(self, items: Any, start: Value | None) -> Value:
        cell = self.site("sum")
        first = self.whole("0") if start is None else self.checked_start(start)
        flow(first.cell, cell)
        names = self.declare(cell)
        self.assign(names, cell, first)
        lost = self.held("0.0") if _source.PYTHON >= _COMPENSATES_SUMS else None

        def added(a: Value, b: Value) -> Value:
            if lost and a.kind == REAL and b.kind not in NUMBERS:
                raise NotOnHeap("a sum of floats and other values")
            compensates = a.kind == REAL and (b.kind == REAL or (b.kind in NUMBERS and _source.PYTHON >= _OF_ALL_NUMBERS))
            return self._compensated(a.words[0], b.words[0], lost) if lost and compensates else self.binary("+", a, b)

        def each(item: Value) -> None:
            with self.within("add"):
                total = self.each_kind(Value(cell, names), "left", lambda a: self.each_kind(item, "right", lambda b: added(a, b)))
                self.assign(names, cell, total)

        is_exact = isinstance(items, Value) and items.kind == SET and items.cell.of(SET)[0].only() == WHOLE
        self.each(items, each, is_exact)
        total = Value(cell, names)
        return self.each_kind(total, "ended", lambda a: self._ended(a, lost)) if lost and cell.has(REAL) else total

    def _compensated(self, total: str, item: str, lost: str) -> Value:
        """The sum of two floats; what it loses is added to `lost`."""
        added, result = self.held(f"float({item})"), self.held(f"{total} + {item}")
        self.emit(f"{lost} += ({total} - {result}) + {added} if abs({total}) >= abs({added}) else ({added} - {result}) + {total}")
        return self.real(result)

    def _ended(self, total: Value, lost: str) -> Value:
        if total.kind != REAL:
            return total
        result = self.held(total.words[0])
        with self.block(f"if {lost} != 0.0 and {lost} - {lost} == 0.0:"):
            self.emit(f"{result} += {lost}")
        return self.real(result)

    def any_of(self, items: Any, wanted: bool) -> Value:
        """any(), or all()"""
        name = self.held(str(int(not wanted)))

        def write(around: Loop) -> None:
            def each(item: Value) -> None:
                test = self.test(item)
                with self.block(f"if {test}:" if wanted else f"if not ({test}):"):
                    self.emit(f"{name} = {int(wanted)}")
                    self.leave(around)

            self.each(items, each, True)

        self.once(write)
        return self.of(BOOL, name, test=f"{name} != 0")

    def extreme(self, sign: str, items: Any, key: Any, default: Value | None, is_empty: str) -> Value:
        """max() and min()"""
        cell, key_cell = self.site("best"), self.site("best key")
        if default is not None:
            flow(default.cell, cell)
        has, best, key_of = self.held("0"), self.declare(cell), self.declare(key_cell)

        def each(item: Value) -> None:
            item = self.copied(item)
            own = item if key is None else self.copied(self.call(key, [item], None))
            flow(own.cell, key_cell)
            flow(item.cell, cell)
            with self.block(f"if {has} == 0:"):
                self.assign(best, cell, item)
                self.assign(key_of, key_cell, own)
            with self.block("else:"), self.within("better"):
                test = self.test(self.compared(sign, own, Value(key_cell, key_of)))
                with self.block(f"if {test}:"):
                    self.assign(best, cell, item)
                    self.assign(key_of, key_cell, own)
            self.emit(f"{has} = 1")

        self.each(items, each, key is None)
        with self.block(f"if {has} == 0:"):
            if default is None:
                self.fail(ValueError, is_empty)
            else:
                self.assign(best, cell, default)
        return Value(cell, best)

    def extreme_of_few(self, sign: str, values: list[Value], key: Any) -> Value:
        cell, key_cell = self.site("best"), self.site("best key")
        best, key_of = self.declare(cell), self.declare(key_cell)
        for number, value in enumerate(values):
            with self.within("given", number):
                own = value if key is None else self.copied(self.call(key, [value], None))
                if number == 0:
                    self.assign(best, cell, value)
                    self.assign(key_of, key_cell, own)
                    continue
                test = self.test(self.compared(sign, own, Value(key_cell, key_of)))
                with self.block(f"if {test}:"):
                    self.assign(best, cell, value)
                    self.assign(key_of, key_cell, own)
        return Value(cell, best)

    # Sorting.

    def sort(self, value: Value, keywords: dict[str, Any], is_method: bool = False, of_first: bool = False) -> None:
        """`of_first`: by the first part of each item."""
        if set(keywords) - {"key", "reverse"}:
            raise NotOnHeap("keywords of sort")
        key = keywords.get("key")
        order = self._order_of(key)
        is_none = isinstance(key, ast.Constant)
        given = None if key is None or is_none or order is not None else self.function_of(key)
        reverse: Any = False
        if "reverse" in keywords:
            flag = self.value_of(keywords["reverse"])
            reverse = flag.words[0] != "0" if flag.words and flag.words[0] in ("0", "1") and flag.kind == BOOL else self.flag(flag)
        def key_of(item: Value) -> Value:
            if of_first and is_tuple(item.kind):
                return self.parts(item)[0]
            return item if given is None else self.call(given, [item], None)

        def by_key(items: Value) -> None:
            self.sort_by(items, key_of, reverse, order)

        if is_method and given is not None and self._may_see_lists(key):
            self._sort_apart(value, by_key)
        else:
            by_key(value)

    def _order_of(self, key: Any) -> Callable[[Value, Value], str] | None:
        """cmp_to_key(f): a test that says whether an item comes before another one."""
        if not isinstance(key, ast.Call) or self.called_name(key.func) != "functools.cmp_to_key":
            return None
        given = self.function_of(key.args[0])

        def comes_before(one: Value, other: Value) -> str:
            before, self.changes, self.prints = (self.changes, self.prints), False, False
            found = self.number(self.call(given, [self.copied(one), self.copied(other)], None))
            if self.changes or self.prints:
                raise NotOnHeap("an order that does something else")
            self.changes, self.prints = before
            return f"{found} < 0"

        return comes_before

    def _may_see_lists(self, key: Any) -> bool:
        """Whether a key function reads a name that may stand for a list."""
        if not isinstance(key, (ast.Lambda, ast.Name)):
            return False
        if isinstance(key, ast.Name):
            return self.frame.of(key.id) is not None
        own = {a.arg for a in key.args.args}
        names = {n.id for n in ast.walk(key.body) if isinstance(n, ast.Name)} - own
        return any(self.frame.of(name) is not None and self._may_be_list(name) for name in names)

    def _may_be_list(self, name: str) -> bool:
        kinds = self.value(ast.Name(name, ast.Load())).cell.all()
        return any(kind == LIST or kind >= OBJECT for kind in kinds)

    def _sort_apart(self, value: Value, by_key: Callable[[Value], None]) -> None:
        """As Python does it: meanwhile the list is empty, and who puts something into it is told."""
        items = Value(value.cell, (self.held("new_list(I_, F_, 0, 1)"),))
        self.emit(f"take_items(I_, {items.words[0]}, {value.words[0]})")
        empty = self.held("new_list(I_, F_, 0, 1)")
        self.emit(f"take_items(I_, {value.words[0]}, {empty})")
        changed = self.held("0")

        def put_back() -> None:
            self.emit(f"{changed} = I_[{value.words[0]} + 2]")
            self.emit(f"take_items(I_, {value.words[0]}, {items.words[0]})")

        self.tried([(BaseException,)], lambda: by_key(items), self._again, put_back, ("sorted",))
        self.check(f"{changed} != 0", ValueError, "list modified during sort")

    def sort_by(
        self, value: Value, key: Callable[[Value], Value], reverse: Any, order: Callable[[Value, Value], str] | None = None
    ) -> None:
        """Sorts a list; equal items keep their order."""
        keys = self.new_list([], "keys")

        def each(item: Value) -> None:
            own = key(item)
            if order is None:
                self._refuse_nan(own)
            self.push(keys, own)

        with self.within("key"):
            self._each_of(value, each, False)
        word, count = value.words[0], self.held(f"I_[{value.words[0]} + 1]")
        one, other = self.room(count), self.room(count)
        with self.block(f"for k_ in range({count}):"):
            self.emit(f"I_[{one} + k_] = k_")
        size, low, middle, high, i, j, k = (self.name() for _ in range(7))
        takes = self.name()
        self.emit(f"{size} = 1")
        with self.loop(f"while {size} < {count}:"):
            self.emit(f"{low} = 0")
            with self.loop(f"while {low} < {count}:"):
                self.emit(f"{middle} = min({low} + {size}, {count})")
                self.emit(f"{high} = min({low} + 2 * {size}, {count})")
                self.emit(f"{i} = {low}")
                self.emit(f"{j} = {middle}")
                self.emit(f"{k} = {low}")
                with self.loop(f"while {k} < {high}:"):
                    self.emit(f"{takes} = 0")
                    with self.block(f"if {i} >= {middle}:"):
                        self.emit(f"{takes} = 1")
                    with self.block(f"elif {j} < {high}:"), self.within("order"):
                        first = self.item_at(keys, f"I_[{one} + {i}]")
                        second = self.item_at(keys, f"I_[{one} + {j}]")
                        self._order(first, second, reverse, takes, order)
                    with self.block(f"if {takes} != 0:"):
                        self.emit(f"I_[{other} + {k}] = I_[{one} + {j}]")
                        self.emit(f"{j} += 1")
                    with self.block("else:"):
                        self.emit(f"I_[{other} + {k}] = I_[{one} + {i}]")
                        self.emit(f"{i} += 1")
                    self.emit(f"{k} += 1")
                self.emit(f"{low} = {high}")
            held = self.held(one)
            self.emit(f"{one} = {other}")
            self.emit(f"{other} = {held}")
            self.emit(f"{size} *= 2")
        self.emit(f"put_in_order(I_, F_, {word}, {self.width(value.cell.of(value.kind)[0])}, {one})")

    def _order(self, first: Value, second: Value, reverse: Any, takes: str, order: Any) -> None:
        if isinstance(reverse, str):
            with self.block(f"if {reverse}:"), self.within("back"):
                self._order(first, second, True, takes, order)
            with self.block("else:"):
                self._order(first, second, False, takes, order)
            return
        pair = (first, second) if reverse else (second, first)
        test = order(*pair) if order is not None else self.test(self.compared("<", *pair))
        self.emit(f"{takes} = 1 if {test} else 0")

    def _refuse_nan(self, value: Value) -> None:
        def way(one: Value) -> Value:
            if one.kind == REAL:
                with self.block(f"if {one.words[0]} != {one.words[0]}:"):
                    self.refuse("the order of NaN")
            elif is_tuple(one.kind):
                for part in self.parts(one):
                    self._refuse_nan(part)
            elif one.kind in SEQUENCES and _may_be_nan(one.cell.of(one.kind)[0], set()):
                self.each(one, self._refuse_nan)
            return self.nothing()

        if _may_be_nan(value.cell, set()):
            if len(self.path) > _DEEPEST_PATH:
                raise NotOnHeap("the order of floats in lists in lists without an end")
            self.each_kind(value, "nan", way)


def _may_be_nan(cell: Cell, seen: set[int]) -> bool:
    if id(cell.root()) in seen:
        return False
    seen.add(id(cell.root()))
    kinds = cell.all()
    inner = [part for kind in kinds if is_tuple(kind) or kind in SEQUENCES for part in cell.of(kind)]
    return REAL in kinds or any(_may_be_nan(part, seen) for part in inner)
