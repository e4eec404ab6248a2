"""Lists of lists of different lengths, as four lists of numbers (_library/containers/ragged.py):

    near = [[] for _ in range(n)]            near_starts, near_counts, near_rooms, near_items = ...
    near[a].append(b)                        append_to(near_starts, near_counts, near_rooms, near_items, a, b)
    for b in near[a]:                        for b in list_at(near_starts, near_counts, near_items, a):

Problem:  lists in lists are one array for the compiler, so all have one length, and none grows.
Choice:   a name that stands for nothing but such a list, and is only used in the ways below, becomes four lists; each use becomes a
          call of a function that is written in the language. A list of it that is read is a new one with the same items: who only
          reads it cannot tell.
Rejected: lists as items of lists in the compiler (an item would be no number).

Asked only where a function was refused as it is. A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import keys, ragged
from unpython._records import Joined
from unpython._writing.calls import OwnCall, full_name, with_names, with_own_targets
from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.changes.row_places import are_simple, change_places
from unpython._writing.flow import parts_of
from unpython._writing.lists.longest_lists import by_place
from unpython._writing.lists.ragged_names import Finder, is_list_comprehension, with_names_of_results, with_new_rows
from unpython._writing.lists.ragged_places import Places
from unpython._writing.lists.ragged_reads import READS, NotRagged, note_reads, part_of, whole
from unpython._writing.nodes import copy_tree, is_name, walk

_PARTS = ("starts", "counts", "rooms", "items")


def rewritten(
    function: FunctionType, node: Any, given: dict[str, type] | None = None, lists: frozenset[str] = frozenset()
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists of numbers in place of lists of lists, the names that came with them, and free names. `given`: the
    parameters that are such lists, with the type of their items; `lists`: those that are lists of numbers."""
    return _written(function, node, given or {}, lists)[:3]


def writes(function: FunctionType, node: Any, given: frozenset[str], lists: frozenset[str]) -> bool:
    """Whether the parameters that are such lists can all be written so."""
    return given <= _written(function, node, dict.fromkeys(given, int), lists)[3]


def _written(
    function: FunctionType, node: Any, given: dict[str, type], lists: frozenset[str]
) -> tuple[Any, frozenset[str], list[_bindings.Binding], frozenset[str]]:
    """As above, and which names are written so."""
    node = with_names_of_results(function, node, frozenset(given), lists)
    finder = Finder(function, node, frozenset(given), lists)
    used: list[_bindings.Binding] = []
    if (with_rows := with_new_rows(node, finder)) is not node:
        node = with_rows
        used = [_bindings.resolve(function, "list", [])]
        finder = Finder(function, node, frozenset(given), lists)
    with_places = by_place(function, node, finder.names)
    if with_places is not node:
        node = with_places
        finder = Finder(function, node, frozenset(given), lists)
    while finder.names:
        writer = _Writer(function, finder)
        made = copy_tree(node)
        note_reads(made)
        try:
            begin = sum(1 for s in made.body if getattr(s, "is_of_words", False))
            begun = [
                ast.copy_location(s, made.body[0])
                for name, kind in given.items()
                for s in _given(name, kind, name in writer.placed)
                if name in finder.names
            ]
            made.body = [*made.body[:begin], *begun, *writer.statements(made.body[begin:])]
        except NotRagged as other:
            finder.names.discard(other.name)
            continue
        names = {part_of(name, part) for name in finder.names for part in (*_PARTS, "places")} | {
            f"{name}.{end}" for name in given for end in ("items", "counts")
        }
        made.runs_again = writer.runs_again or getattr(node, "runs_again", False)
        return ast.fix_missing_locations(made), frozenset(names | writer.made), [*used, *writer.used], frozenset(finder.names)
    return node, frozenset(), used, frozenset()


def _given(name: str, kind: type, has_places: bool) -> list[ast.stmt]:
    """The lists of a parameter, of which the call gives the items and the lengths."""
    lists = {bool: keys.list_of_bools, int: keys.list_of_integers, float: keys.list_of_floats, str: keys.list_of_integers}
    items, counts = (ast.Name(f"{name}.{end}", ast.Load()) for end in ("items", "counts"))
    made = {
        "items": OwnCall(lists[kind], [items]), "counts": OwnCall(keys.list_of_integers, [counts]),
        "starts": OwnCall(ragged.starts_of, [counts]), "rooms": OwnCall(keys.list_of_integers, [counts]),
    }  # fmt: skip
    if has_places:
        made["places"] = OwnCall(ragged.numbers_of, [counts])
    return [ast.Assign([ast.Name(part_of(name, part), ast.Store())], value) for part, value in made.items()]


def may_have(function: FunctionType, node: Any, lists: frozenset[str]) -> bool:
    node = with_names_of_results(function, node, frozenset(), lists)
    return bool(Finder(function, node, frozenset(), lists).names) or any(
        isinstance(n, ast.Attribute) and n.attr.startswith("split") for n in walk(node)
    )


class _Writer(Places):
    def __init__(self, function: FunctionType, finder: Finder):
        self._function = function
        self._finder = finder
        self._replacing = {}
        self.placed = change_places(finder.node, finder.given)
        self._named = finder.names
        self.made: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self.runs_again = False
        self._may_run_again = getattr(finder.node, "runs_again", False)
        blocks = [getattr(n, field, None) for n in walk(finder.node) for field in ("body", "orelse")]
        self._bodies = [block for block in blocks if isinstance(block, list)]

    # Parts.

    def _list_of(self, node: Any) -> str | None:
        """x of x[i]"""
        is_item = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
        return self._name_of(node.value) if is_item else None

    def _call(self, at: Any, name: str, function: Callable[..., Any], parts: str, *arguments: ast.expr) -> ast.expr:
        given = [ast.Name(part_of(name, part), ast.Load()) for part in parts.split()]
        return ast.copy_location(OwnCall(function, [*given, *arguments]), at)

    def _statement(self, at: Any, name: str, function: Callable[..., Any], parts: str, *arguments: ast.expr) -> ast.stmt:
        return ast.copy_location(ast.Expr(self._call(at, name, function, parts, *arguments)), at)

    def _builtin(self, name: str, at: str) -> ast.expr:
        binding = _bindings.resolve(self._function, name, [])
        if name in self._finder.own or binding.target != f"builtins.{name}":
            raise NotRagged(at)
        self.used.append(binding)
        return ast.Name(name, ast.Load())

    # Lists that come in.

    def _added(self, name: str, node: Any, statement: ast.stmt) -> ast.expr:
        """A list that becomes an item: new, or of a name that is given a new list before and not changed behind."""
        if not self._finder.is_list(node) or self._list_of(node) is not None:
            raise NotRagged(name)
        if isinstance(node, ast.Name) and not self._is_done_with(node.id, statement):
            raise NotRagged(name)
        return self.visit(node)

    def _is_done_with(self, name: str, statement: ast.stmt) -> bool:
        body = next(
            (
                b
                for b in self._bodies
                if any(ast.dump(s, include_attributes=True) == ast.dump(statement, include_attributes=True) for s in b)
            ),
            None,
        )
        if body is None:
            return False
        at = next(
            i for i, s in enumerate(body) if ast.dump(s, include_attributes=True) == ast.dump(statement, include_attributes=True)
        )
        made = [
            i
            for i, s in enumerate(body[:at])
            if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id == name
        ]
        if not made:
            return False
        between = {id(n) for s in body[made[-1] + 1 : at] for n in walk(s)}
        changes = [n for n in walk(self._finder.node) if self._may_change(n, name)]
        stores = [
            n
            for n in walk(self._finder.node)
            if isinstance(n, ast.Call) and any(is_name(a, name) for a in n.args)
        ]
        return all(id(n) in between for n in changes) and len([n for n in stores if not self._reads(n)]) <= 1

    def _reads(self, call: ast.Call) -> bool:
        return full_name(call.func, self._function, self._finder.own).removeprefix("builtins.") in READS

    def _may_change(self, node: Any, name: str) -> bool:
        """Whether the list of that name may change there, or get another name."""
        if isinstance(node, ast.Attribute):
            return is_name(node.value, name) and node.attr in OF_LISTS
        if isinstance(node, ast.Subscript):
            return is_name(node.value, name) and not isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.AugAssign):
            return is_name(node.target, name)
        if isinstance(node, ast.Assign):
            return any(is_name(n, name) for n in whole(node.value))
        return False

    def _add(self, at: ast.stmt, name: str, node: ast.expr) -> ast.stmt:
        if isinstance(node, ast.List) and not node.elts:
            return self._statement(at, name, ragged.add_empty_list, "starts counts rooms items")
        return self._statement(at, name, ragged.add_list, "starts counts rooms items", self._added(name, node, at))

    def _add_all(self, at: ast.stmt, name: str, node: Any) -> list[ast.stmt]:
        """The lists of a list that is written out, or of a comprehension."""
        if isinstance(node, ast.List):
            return [self._add(at, name, item) for item in node.elts]
        if not is_list_comprehension(node) or any(isinstance(n, ast.NamedExpr) for n in walk(node)):
            raise NotRagged(name)

        def new(target: str, number: int) -> str:
            self.made.add(own := f"_{target}_{node.lineno}_{node.col_offset}_{number}_of_lists_")
            return own

        elt, generators = with_own_targets(node.elt, node.generators, new), node.generators
        if isinstance(elt, ast.Name) or any(self._name_of(n) == name for n in walk(node)):
            raise NotRagged(name)
        added = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [elt], [])
        body: list[ast.stmt] = [ast.Expr(added)]
        for clause in reversed(generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return self.statements([ast.fix_missing_locations(ast.copy_location(s, at)) for s in body])

    # Statements.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) > 1 and any(map(self._is_place, node.targets)):
            return self._stored(node, [(t, None) for t in node.targets], [node.value])
        if isinstance(target, ast.Tuple) and any(map(self._is_place, target.elts)):
            return self._exchanged(node, target) or self._taken_first(node, target)
        name = self._name_of(target)
        if name is not None and self._is_sorted(node.value) and self._name_of(node.value.args[0]) == name:  # type: ignore[attr-defined]
            return self._sorted(node, name, node.value)
        if name is not None and (moved := self._made_of_itself(node, name)) is not None:
            return moved
        if name is not None:
            empty: list[ast.stmt] = [
                ast.Assign([ast.Name(part_of(name, part), ast.Store())], ast.List([], ast.Load())) for part in _PARTS
            ]
            return [*(ast.copy_location(s, node) for s in empty), *self._add_all(node, name, node.value)]
        name = self._list_of(target)
        if name is not None:
            index = self.visit(target.slice)  # type: ignore[attr-defined]
            if not are_simple(target.slice):  # type: ignore[attr-defined]
                raise NotRagged(name)  # the list is computed before it
            stored = self._statement(
                node, name, ragged.store_list, "starts counts rooms items", index, self._added(name, node.value, node)
            )
            return [stored, *self._noted(node, name, ragged.note_new, copy_tree(index))]
        if isinstance(target, ast.Subscript) and (name := self._list_of(target.value)) is not None:
            if isinstance(target.slice, ast.Slice):
                raise NotRagged(name)
            if not isinstance(node.value, (ast.Name, ast.Constant)) and not are_simple(target.slice, target.value.slice):  # type: ignore[attr-defined]
                return self._stored(node, [(target, None)], [node.value])
            places = [self.visit(target.value.slice), self.visit(target.slice)]  # type: ignore[attr-defined]
            return self._statement(node, name, ragged.store_item, "starts counts items", *places, self.visit(node.value))
        if isinstance(target, ast.Name) and (name := self._list_of(node.value)) is not None:
            self._refuse_changes(name, None)
            if not self._is_only_read(target.id):
                raise NotRagged(name)
        return self.generic_visit(node)

    def _is_place(self, node: Any) -> bool:
        """x[i] and x[i][j]"""
        return self._list_of(node) is not None or (isinstance(node, ast.Subscript) and self._list_of(node.value) is not None)

    def _taken_first(self, node: ast.Assign, target: ast.Tuple) -> list[ast.stmt]:
        """x[i][j], x[j][i] = x[j][i], x[i][j]: all values are there before the first one is stored."""
        if (
            not isinstance(node.value, ast.Tuple)
            or len(node.value.elts) != len(target.elts)
            or any(isinstance(e, ast.Starred) for e in [*target.elts, *node.value.elts])
        ):
            raise NotRagged(next(name for e in target.elts if (name := self._list_of(e) or self._list_of(getattr(e, "value", None)))))
        return self._stored(node, list(zip(target.elts, node.value.elts, strict=True)), [])

    def _stored(self, node: ast.Assign, places: list[tuple[ast.expr, ast.expr | None]], value: list[ast.expr]) -> list[ast.stmt]:
        """Each value is held, or one for all places, and then stored."""
        made: list[ast.stmt] = []
        stores: list[ast.stmt] = []
        for number, (place, own) in enumerate(places):
            if (name := self._list_of(place)) is not None:
                raise NotRagged(name)  # lists that change places
            held = f"_value{number if own is not None else 0}_{node.lineno}_{node.col_offset}_of_lists_"
            self.made.add(held)
            if own is not None or not made:
                given = own if own is not None else value[0]
                made.append(ast.copy_location(ast.Assign([ast.Name(held, ast.Store())], self.visit(given)), node))
            stored = self.visit(ast.copy_location(ast.Assign([place], ast.copy_location(ast.Name(held, ast.Load()), node)), node))
            stores += stored if isinstance(stored, list) else [stored]
        return [ast.fix_missing_locations(s) for s in [*made, *stores]]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        target = node.target
        name = self._name_of(target)
        if name is not None:
            if not isinstance(node.op, ast.Add) or not self._finder.is_list_of_lists(node.value):
                raise NotRagged(name)
            if any(self._name_of(n) == name for n in walk(node.value)):
                return self._copied(node, name)
            return self._add_all(node, name, node.value)
        if isinstance(target, ast.Subscript) and (name := self._list_of(target.value)) is not None:
            if isinstance(target.slice, ast.Slice) or not are_simple(target.slice, target.value.slice):  # type: ignore[attr-defined]
                raise NotRagged(name)
            places = [self.visit(target.value.slice), self.visit(target.slice)]  # type: ignore[attr-defined]
            old = self._call(node, name, ragged.item_at, "starts counts items", *copy_tree(places))
            value = ast.copy_location(ast.BinOp(old, node.op, self.visit(node.value)), node)
            return self._statement(node, name, ragged.store_item, "starts counts items", *places, value)
        if self._list_of(target) is not None:
            raise NotRagged(self._list_of(target))  # type: ignore[arg-type]
        return self.generic_visit(node)

    def _copied(self, node: ast.AugAssign, name: str) -> list[ast.stmt]:
        """x += [f(row) for row in x]: the lists that are there before."""
        comprehension: Any = node.value
        if (
            not is_list_comprehension(comprehension)
            or len(comprehension.generators) != 1
            or self._name_of(comprehension.generators[0].iter) != name
        ):
            raise NotRagged(name)
        held = f"_{name}_{node.lineno}_before_of_lists_"
        number = f"_{name}_{node.lineno}_number_of_lists_"
        self.made |= {held, number}
        clause = comprehension.generators[0]
        if not isinstance(clause.target, ast.Name) or any(self._name_of(n) == name for n in walk(comprehension.elt)):
            raise NotRagged(name)
        row = self._call(node, name, ragged.list_at, "starts counts items", ast.Name(number, ast.Load()))
        elt = with_names(comprehension.elt, clause.target.id, row)
        if not isinstance(elt, (ast.BinOp, ast.ListComp, ast.List)):
            raise NotRagged(name)
        body: list[ast.stmt] = [self._statement(node, name, ragged.add_list, "starts counts rooms items", self.visit(elt))]
        for test in reversed(clause.ifs):
            body = [ast.If(self.visit(with_names(test, clause.target.id, row)), body, [])]
        numbers = self._call(node, name, ragged.numbers_of, "counts")
        made: list[ast.stmt] = [
            ast.Assign([ast.Name(held, ast.Store())], numbers),
            ast.For(ast.Name(number, ast.Store()), ast.Name(held, ast.Load()), body, []),
        ]
        return [ast.copy_location(s, node) for s in made]

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if isinstance(call, ast.Call) and (made := self._placed(node, call)) is not None:
            return made
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.keywords:
            return self.generic_visit(node)
        method, given = call.func.attr, call.args
        name = self._name_of(call.func.value)
        if name is not None:
            if method == "append" and len(given) == 1:
                return self._add(node, name, given[0])
            if method == "extend" and len(given) == 1 and self._finder.is_list_of_lists(given[0]):
                return self._add_all(node, name, given[0])
            raise NotRagged(name)
        name = self._list_of(call.func.value)
        if name is not None:
            index = call.func.value.slice  # type: ignore[attr-defined]
            if method == "append" and len(given) == 1 and not isinstance(given[0], (ast.Tuple, ast.List)):
                return self._statement(
                    node, name, ragged.append_to, "starts counts rooms items", self.visit(index), self.visit(given[0])
                )
            if method == "extend" and len(given) == 1 and (self._finder.is_list(given[0]) or self._list_of(given[0]) is not None):
                return self._statement(
                    node, name, ragged.extend_with, "starts counts rooms items", self.visit(index), self.visit(given[0])
                )
            if method in ("pop", "reverse", "sort") and not given:
                function = {"pop": ragged.pop_item, "reverse": ragged.reverse_list, "sort": ragged.sort_list_at}[method]
                return self._statement(node, name, function, "starts counts items", self.visit(index))
            raise NotRagged(name)
        return self.generic_visit(node)

    # Results and truth.

    def visit_Return(self, node: ast.Return) -> Any:
        """Of lists in order nobody sees that they were in another one, if nothing else of the result does."""
        if node.value is None:
            return node
        ordered = [n for n in parts_of(node.value) if self._is_sorted(n)]
        names = [name for n in walk(node.value) if (name := self._name_of(n)) is not None]
        made: list[ast.stmt] = []
        for call in ordered:
            name = self._name_of(call.args[0]) or ""  # type: ignore[attr-defined]
            if names.count(name) > 1:
                raise NotRagged(name)
            made += self._sorted(node, name, call)
        node.value = self._returned(node.value)
        return [*made, node]

    def _returned(self, node: ast.expr) -> ast.expr:
        name = self._name_of(node.args[0] if self._is_sorted(node) else node)  # type: ignore[attr-defined]
        if name is not None:
            parts = [
                self._call(node, name, ragged.counts_of, "counts"),
                self._call(node, name, ragged.all_items, "starts counts items"),
            ]
            return ast.copy_location(Joined("lists", parts), node)
        if (name := self._part_of(node)) is not None:
            return self._joined_part(node, name)  # type: ignore[arg-type]
        if isinstance(node, ast.Tuple):
            self._refuse_twice(node)
            node.elts = [self._returned(e) for e in node.elts]
            return node
        return self.visit(node)

    def _refuse_twice(self, node: ast.Tuple) -> None:
        """x, x and x, x[0] and x[0], x[i] hold one list twice. What is returned is made from numbers, so it would be two lists."""
        seen: set[Any] = set()
        for part in parts_of(node):
            name = self._name_of(part) or self._list_of(part) or self._part_of(part)
            if name is None:
                continue
            place = part.slice if self._list_of(part) else None
            number = place.value if isinstance(place, ast.Constant) else None
            if name in seen or (name, number) in seen or (number is None and any(k[0] == name for k in seen if isinstance(k, tuple))):
                raise NotRagged(name)
            seen.add(name if number is None else (name, number))

    def _truth(self, node: Any) -> Any:
        name = self._name_of(node) or None
        if name is not None:
            count = ast.Call(self._builtin("len", name), [ast.Name(part_of(name, "counts"), ast.Load())], [])
            return ast.copy_location(ast.Compare(count, [ast.Gt()], [ast.Constant(0)]), node)
        if (name := self._list_of(node)) is not None:
            count_at = self._call(node, name, ragged.count_at, "counts", self.visit(node.slice))
            return ast.copy_location(ast.Compare(count_at, [ast.Gt()], [ast.Constant(0)]), node)
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(v) for v in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            return node
        return self.visit(node)
