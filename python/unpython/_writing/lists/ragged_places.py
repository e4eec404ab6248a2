"""Lists of lists whose lists change places, come or go, for ragged.py:

    x[i], x[j] = x[j], x[i]     x.sort(key=f)     x.reverse()     x.insert(i, [0] * n)     x.pop(i)     del x[i]

Of a list that the caller has given, each place says besides which of the caller's lists is there, by its number; -1: a new one. The
call gives these numbers back, and the caller's list then holds the very lists that it holds after the call in Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._library.containers import ragged
from unpython._records import Joined
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.changes.row_places import are_simple, is_exchange, is_new_list
from unpython._writing.lists.longest_lists import as_lambda
from unpython._writing.lists.ragged_names import turned
from unpython._writing.lists.ragged_reads import NotRagged, Reads, note_reads, part_of
from unpython._writing.nodes import copy_tree, is_name, load, store, walk

_TAKE_ALL = frozenset(f"builtins.{name}" for name in "sum min max any all sorted list set tuple".split())


class Places(Reads):
    """The part of the rewriter of ragged.py that knows of lists at other places."""

    placed: frozenset[str]
    _replacing: dict[int, str]  # by the body of a loop: what is gone through there
    _added: Any
    _add: Any
    _statement: Any

    def _noted(self, at: ast.stmt, name: str, function: Callable[..., Any], *arguments: Any) -> list[ast.stmt]:
        """The same for the numbers of the caller's lists."""
        if name not in self.placed:
            return []
        call = OwnCall(function, [ast.Name(part_of(name, "places"), ast.Load()), *arguments])
        return [ast.fix_missing_locations(ast.copy_location(ast.Expr(call), at))]

    def _is_extended(self, call: ast.Call) -> bool:
        """out.extend(row) of a list that the function makes, and that holds no lists: it gets the items."""
        owner: Any = call.func.value if isinstance(call.func, ast.Attribute) and call.func.attr == "extend" else None
        return isinstance(owner, ast.Name) and owner.id not in self._named and self._finder.is_list(owner)

    def visit_Call(self, node: ast.Call) -> Any:
        """sum(map(len, x)) and its kin: of the lengths."""
        for place, argument in enumerate(node.args):
            counted = argument.args if isinstance(argument, ast.Call) and self._called_by(argument.func) == "builtins.map" and len(argument.args) == 2 else []
            name = self._name_of(counted[1]) if counted and not argument.keywords and self._called_by(counted[0]) == "builtins.len" else None  # type: ignore[attr-defined]
            if name is not None and self._called_by(node.func) in _TAKE_ALL:
                node.args[place] = ast.copy_location(ast.Name(part_of(name, "counts"), ast.Load()), argument)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and len(node.args) == 1 and not node.keywords:
            if (name := self._name_of(node.func.value)) is not None and name not in self._finder.given:
                return self._call(node, name, ragged.pop_list_at, "starts counts rooms items", self.visit(node.args[0]))
        return super().visit_Call(node)

    def _called_by(self, node: ast.expr) -> str:
        return full_name(node, self._function, self._finder.own)

    def visit_Compare(self, node: ast.Compare) -> Any:
        """row in x, row not in x"""
        name = self._name_of(node.comparators[0]) if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) else None
        if name is None or self._list_of(node.left) is not None or not self._finder.is_list(node.left):
            return self.generic_visit(node)
        found = self._call(node, name, ragged.has_list, "starts counts items", self.visit(node.left))
        return found if isinstance(node.ops[0], ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), found), node)

    # Parts, and lists that are made of the ones of the same name.

    def _part_of(self, node: Any) -> str | None:
        """x of x[i:j], of a list that the function makes."""
        is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
        name = self._name_of(node.value) if is_part else None
        return None if name in self._finder.given else name

    def _joined_part(self, node: ast.Subscript, name: str) -> ast.expr:
        """x[i:j] where it is returned."""
        starts, counts = (ast.Subscript(load(part_of(name, part)), self.visit(copy_tree(node.slice)), ast.Load()) for part in ("starts", "counts"))
        parts = [OwnCall(ragged.counts_of, [counts]), OwnCall(ragged.all_items, [starts, copy_tree(counts), load(part_of(name, "items"))])]
        return ast.fix_missing_locations(ast.copy_location(Joined("lists", list(parts)), node))  # type: ignore[no-any-return]

    def _made_of_itself(self, node: ast.Assign, name: str) -> list[ast.stmt] | None:
        """x = [f(row) for row in x], and x = [...][::-1]: under another name first."""
        made = turned(node.value)
        is_own = any(self._name_of(n) == name for n in walk(node.value))
        if not isinstance(made or node.value, ast.ListComp) or name in self._finder.given or not (made or is_own):
            return None
        self._finder.names.add(held := f"_{name}_{node.lineno}_{node.col_offset}_before_")
        row, item, at = (f"{held}{part}_" for part in ("row", "item", "at"))
        self.made |= {held, row, item, at, *(part_of(held, part) for part in ("starts", "counts", "rooms", "items"))}
        of: ast.expr = ast.Subscript(load(held), load(at), ast.Load()) if made else load(row)
        over: ast.expr = load(held)
        if made:
            last = ast.BinOp(ast.Call(self._builtin("len", name), [load(held)], []), ast.Sub(), ast.Constant(1))
            over = ast.Call(self._builtin("range", name), [last, ast.Constant(-1), ast.Constant(-1)], [])
        copied = ast.ListComp(load(item), [ast.comprehension(ast.Name(item, ast.Store()), of, [], 0)])
        moved = ast.ListComp(copied, [ast.comprehension(ast.Name(at if made else row, ast.Store()), over, [], 0)])
        both = [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (store(held, made or node.value), store(name, moved))]
        note_reads(both[1])
        try:
            return self.statements(both)
        except NotRagged as other:
            self._finder.names.discard(held)
            raise NotRagged(name if other.name == held else other.name) from None

    # Loops.

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        """{i: len(row) for i, row in enumerate(x)}"""
        made = self.visit(ast.copy_location(ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators), node))
        node.key, node.value = made.elt.elts
        node.generators = made.generators
        return node

    def visit_For(self, node: ast.For) -> Any:
        """for i, row in enumerate(x): x[i] = [...]: each turn takes the list that is there when it begins, which does not change."""
        name = self._rows_of(node.iter)
        if name is not None and not self._is_sorted(node.iter) and self._only_replaces(name, node.body):
            self._replacing[id(node.body)] = name
        return super().visit_For(node)

    def _refuse_changes(self, name: str, body: list[ast.stmt] | None) -> None:
        if self._replacing.get(id(body)) != name:
            super()._refuse_changes(name, body)

    def _only_replaces(self, name: str, body: list[ast.stmt]) -> bool:
        """Whether all that statements change of a list of lists is which list is at a place."""
        inside = [n for s in body for n in walk(s)]
        replaced = {id(n.targets[0]) for n in inside if isinstance(n, ast.Assign) and len(n.targets) == 1 and self._list_of(n.targets[0]) == name}
        for n in inside:
            if isinstance(n, ast.Attribute) and n.attr in OF_LISTS and name in (self._list_of(n.value), self._name_of(n.value)):
                return False
            is_stored = isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load) and id(n) not in replaced
            if is_stored and name in (self._list_of(n), self._list_of(n.value)):  # type: ignore[attr-defined]
                return False
            if is_name(n, name) and not isinstance(n.ctx, ast.Load):
                return False
        return True

    # Places.

    def _exchanged(self, node: ast.Assign, target: ast.Tuple) -> list[ast.stmt] | None:
        name = self._list_of(target.elts[0])
        if name is None or not is_exchange(node, name):
            return None
        first, second = (e.slice for e in target.elts)  # type: ignore[attr-defined]
        if not are_simple(first, second):
            return None
        places = [self.visit(first), self.visit(second)]
        exchanged = self._statement(node, name, ragged.exchange_lists, "starts counts rooms", *places)
        return [exchanged, *self._noted(node, name, ragged.note_exchange, *copy_tree(places))]

    def _sorted(self, at: ast.stmt, name: str, call: Any, in_place: bool = False) -> list[ast.stmt]:
        """The lists in the order of x.sort(...) and sorted(x, ...)."""
        if (name in self._finder.given and not in_place) or any(self._name_of(n) == name for k in call.keywords for n in walk(k)):
            raise NotRagged(name)
        order = self._order(call, name)
        if name not in self.placed:
            return [self._statement(at, name, ragged.put_in_order, "starts counts rooms", order)]
        self.made.add(held := f"_{name}_{at.lineno}_{at.col_offset}_order_of_lists_")
        kept = ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(held, ast.Store())], order), at))
        put = self._statement(at, name, ragged.put_in_order, "starts counts rooms", ast.Name(held, ast.Load()))
        return [kept, put, *self._noted(at, name, ragged.note_order, ast.Name(held, ast.Load()))]

    def _order(self, node: Any, name: str) -> ast.expr:
        """The numbers of the lists in the order that the keywords of sorted(x, ...) say."""
        options = {k.arg: k.value for k in node.keywords}
        backwards = options.get("reverse", ast.Constant(False))
        if options.keys() - {"key", "reverse"} or not isinstance(backwards, ast.Constant) or type(backwards.value) is not bool:
            raise NotRagged(name)
        if "key" not in options:
            return self._call(node, name, ragged.in_order, "starts counts items", backwards)
        key = as_lambda(options["key"], self._function, self._finder.own, f"_{name}_{node.lineno}_{node.col_offset}_list_")
        if key is None:
            raise NotRagged(name)
        if (first := self._length_first(key)) and self._called_by(load("len")) == "builtins.len":
            return self._call(node, name, ragged.in_order_of_lengths, "starts counts items", ast.Constant(first[0] == "-"), backwards)
        number = f"_{name}_{node.lineno}_{node.col_offset}_key_of_lists_"
        place = ast.Subscript(ast.Name(name, ast.Load()), ast.Name(number, ast.Load()), ast.Load())
        body = with_names(key.body, key.args.args[0].arg, ast.copy_location(place, node))
        note_reads(body)
        made = ast.Lambda(ast.arguments([], [ast.arg(number)], None, [], [], None, []), self.visit(body))
        numbers = self._call(node, name, ragged.numbers_of, "counts")
        keywords = [ast.keyword("key", made), *([ast.keyword("reverse", backwards)] if "reverse" in options else [])]
        return ast.fix_missing_locations(ast.copy_location(ast.Call(self._builtin("sorted", name), [numbers], keywords), node))

    @staticmethod
    def _length_first(key: ast.Lambda) -> str:
        """len(s) of lambda s: (len(s), s), and -len(s); nothing for other keys."""
        item = key.args.args[0].arg
        parts = key.body.elts if isinstance(key.body, ast.Tuple) else []
        first = ast.unparse(parts[0]) if len(parts) == 2 and is_name(parts[1], item) else ""
        return first if first in (f"len({item})", f"-len({item})") else ""

    def _placed(self, at: ast.stmt, call: ast.Call) -> list[ast.stmt] | None:
        """x.sort(...), x.reverse(), x.insert(i, [...]), x.pop(), x.pop(i); None for anything else."""
        if not isinstance(call.func, ast.Attribute) or (name := self._name_of(call.func.value)) is None:
            return None
        method, given = call.func.attr, call.args
        if method == "sort" and not given:
            return self._sorted(at, name, call, True)
        if call.keywords:
            raise NotRagged(name)
        if method == "reverse" and not given:
            return [self._statement(at, name, ragged.reverse_order, "starts counts rooms"), *self._noted(at, name, ragged.note_reverse)]
        if method == "insert" and len(given) == 2 and are_simple(given[0]) and is_new_list(given[1]):
            index = self.visit(given[0])
            added = given[1]
            if isinstance(added, ast.List) and not added.elts:
                raise NotRagged(name)
            put = self._statement(at, name, ragged.insert_list, "starts counts rooms items", index, self._added(name, added, at))
            return [put, *self._noted(at, name, ragged.note_inserted, copy_tree(index))]
        if method == "append" and len(given) == 1 and name in self.placed:
            return [self._add(at, name, given[0]), *self._noted(at, name, ragged.note_added)]
        if method == "pop" and len(given) <= 1:
            return self._removed(at, name, ragged.place_to_pop, given[0] if given else ast.copy_location(ast.Constant(-1), call))
        return None

    def visit_Delete(self, node: ast.Delete) -> Any:
        """del x[i]"""
        target = node.targets[0]
        if len(node.targets) == 1 and (name := self._list_of(target)) is not None:
            return self._removed(node, name, ragged.place_to_delete, target.slice)  # type: ignore[attr-defined]
        return self.generic_visit(node)

    def _removed(self, at: ast.stmt, name: str, place: Callable[..., Any], index: ast.expr) -> list[ast.stmt]:
        self.made.add(held := f"_{name}_{at.lineno}_{at.col_offset}_gone_of_lists_")
        found = self._call(at, name, place, "counts", self.visit(index))
        kept = ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(held, ast.Store())], found), at))
        gone = self._statement(at, name, ragged.remove_list, "starts counts rooms", ast.Name(held, ast.Load()))
        return [kept, gone, *self._noted(at, name, ragged.note_removed, ast.Name(held, ast.Load()))]
