"""Uses of lists of lists that read them, for ragged.py: each list that is read is a new one with the same items."""

from __future__ import annotations

import ast
from typing import Any

from unpython import _attempts, _bindings
from unpython._library.containers import ragged
from unpython._library.python_functions.recursion import size
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.changes import only_reads
from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.dicts.group_uses import is_of_words
from unpython._writing.flow import count_of_reads, parts_of
from unpython._writing.lists.ragged_names import Finder
from unpython._writing.nodes import copy_tree, is_name, walk
from unpython._writing.rewriter import NameRewriter, NoOtherWords

READS = frozenset("len sum min max sorted any all enumerate zip reversed list set tuple".split())


def whole(node: ast.expr) -> list[ast.expr]:
    """The expressions of which one may be the very value."""
    if isinstance(node, ast.IfExp):
        return [*whole(node.body), *whole(node.orelse)]
    if isinstance(node, (ast.Tuple, ast.List)):
        return [part for e in node.elts for part in whole(e)]
    return [node]


class NotRagged(NoOtherWords):
    pass


def part_of(name: str, part: str) -> str:
    """One of the four lists."""
    return f"_{name}_{part}_of_lists_"


def note_reads(node: Any) -> None:
    """Marks what is looked at, or returned, and gets no other name where it stands."""
    for n in walk(node):
        places: list[Any] = []
        if isinstance(n, (ast.For, ast.comprehension)):
            places = [n.iter]
        elif isinstance(n, ast.Call) or is_of_words(n):
            places = n.args if isinstance(n, ast.Call) else n.elts  # type: ignore[attr-defined]
        elif isinstance(n, (ast.Subscript, ast.Attribute)):
            places = [n.value]
        elif isinstance(n, ast.BinOp):
            places = [n.left, n.right]
        elif isinstance(n, ast.Compare) and not any(isinstance(op, (ast.Is, ast.IsNot)) for op in n.ops):
            places = [n.left, *n.comparators]
        elif isinstance(n, ast.Assign):
            places = [n.value] if isinstance(n.targets[0], ast.Name) else []
        elif isinstance(n, ast.Return):
            places = [] if n.value is None else list(parts_of(n.value))
        for place in places:
            if place is not None:
                place.is_only_read = True


class Reads(NameRewriter):
    """The part of the rewriter of ragged.py that knows of reads."""

    _wrong = NotRagged
    _function: Any  # FunctionType
    _finder: Finder
    _may_run_again: bool
    runs_again: bool
    made: set[str]
    _list_of: Any
    _call: Any
    _may_change: Any
    _reads: Any
    _builtin: Any
    _is_extended: Any
    _order: Any

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load):
            if (name := self._list_of(node) or self._list_of(node.value)) is not None:
                raise NotRagged(name)  # see visit_Assign of ragged.py
            return self.generic_visit(node)
        name = self._list_of(node)
        if name is not None:
            if not getattr(node, "is_only_read", False):
                raise NotRagged(name)  # it gets another name
            return self._call(node, name, ragged.list_at, "starts counts items", self.visit(node.slice))
        name = self._list_of(node.value)
        if name is not None and not isinstance(node.slice, ast.Slice):
            places = [self.visit(node.value.slice), self.visit(node.slice)]  # type: ignore[attr-defined]
            return self._call(node, name, ragged.item_at, "starts counts items", *places)
        return self.generic_visit(node)

    def visit_OwnCall(self, node: OwnCall) -> Any:
        """How long x[i] is, for a loop over it in which the function calls itself."""
        name = self._list_of(node.elts[0]) if node.function is size else None
        if name is None:
            return self.generic_visit(node)
        return self._call(node, name, ragged.count_at, "counts", self.visit(node.elts[0].slice))  # type: ignore[attr-defined]

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args:
            if (name := self._list_of(node.func.value)) is not None:
                return self._call(node, name, ragged.pop_item, "starts counts items", self.visit(node.func.value.slice))  # type: ignore[attr-defined]
            if (name := self._name_of(node.func.value)) is not None:
                return self._call(node, name, ragged.pop_list, "starts counts rooms items")
        if isinstance(node.func, ast.Attribute) and node.func.attr in OF_LISTS and (name := self._list_of(node.func.value)) is not None:
            raise NotRagged(name)
        called = full_name(node.func, self._function, self._finder.own)
        if called == "builtins.len" and len(node.args) == 1:
            if (name := self._name_of(node.args[0])) is not None:
                return ast.copy_location(ast.Call(node.func, [ast.Name(part_of(name, "counts"), ast.Load())], []), node)
            if (name := self._list_of(node.args[0])) is not None:
                return self._call(node, name, ragged.count_at, "counts", self.visit(node.args[0].slice))  # type: ignore[attr-defined]
        if (
            called in ("numpy.array", "numpy.asarray")
            and len(node.args) == 1
            and not node.keywords
            and (name := self._name_of(node.args[0]))
        ):
            ways = (None, self._finder.node)  # as it is, and with the functions that it calls written in it
            if not self._may_run_again and not any(_attempts.may_run_again(self._function, node=way) for way in ways):
                raise NotRagged(name)
            self.runs_again = True
            return self._call(node, name, ragged.as_matrix, "starts counts items")
        for argument in node.args:
            name = self._list_of(argument)
            is_read = called.removeprefix("builtins.") in READS or called.startswith("numpy.")
            if name is not None and not is_read and not self._is_extended(node):
                raise NotRagged(name)
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        names = {n.id for n in walk(node.iter) if isinstance(n, ast.Name) and n.id in self._named}
        is_counted = isinstance(node.iter, ast.Call) and full_name(node.iter.func, self._function, self._finder.own) == "builtins.range"
        name = self._rows_of(node.iter)
        if name is not None and not self._is_sorted(node.iter) and not self._changes_outer(name, node.body) and self._is_live(node, name):
            return self._over_live_rows(node, name)
        of_row = self._row_of(node.iter)
        if of_row is not None and not self._is_kept(self._list_of(of_row), node.body) and self._has_live_items(node, of_row):
            return self._over_live_items(node, of_row)
        if of_row is node.iter and isinstance(node.target, ast.Name) and self._is_kept(self._list_of(of_row), node.body):
            return self._over_kept_items(node, of_row)
        for name_ in names if not is_counted else ():
            self._refuse_changes(name_, node.body)
        before: list[ast.stmt] = []
        if name is not None:
            before = self._with_lists(node, name)
        else:
            node.iter = self._gone_through(node.iter)
        node.body = [*before, *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        return node

    # Loops whose bodies change what they go through.

    def _is_kept(self, name: Any, body: list[ast.stmt]) -> bool:
        try:
            self._refuse_changes(name, body)
        except NotRagged:
            return False
        return True

    def _changes_outer(self, name: str, body: list[ast.stmt]) -> bool:
        """Whether statements may give the list of lists other lists."""
        for n in (n for s in body for n in walk(s)):
            if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load) and self._name_of(n.value) == name:
                return True
            if isinstance(n, ast.Attribute) and self._name_of(n.value) == name:
                return True
            if is_name(n, name) and not isinstance(n.ctx, ast.Load):
                return True
        return False

    def _row_of(self, node: Any) -> ast.Subscript | None:
        """x[i] of `for item in x[i]` and `for j, item in enumerate(x[i])`"""
        if isinstance(node, ast.Call) and len(node.args) == 1 and full_name(node.func, self._function, self._finder.own) == "builtins.enumerate":
            node = node.args[0]
        return node if self._list_of(node) is not None else None

    @staticmethod
    def _targets(node: ast.For) -> tuple[Any, Any]:
        """The name of a number that is counted along, and that of an item."""
        if isinstance(node.iter, ast.Call):
            elements = node.target.elts if isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2 else [None, None]
            return elements[0], elements[1]
        return None, node.target

    def _is_live(self, node: ast.For, name: str) -> bool:
        """Whether the body of a loop over the lists changes items of these, or of the one it is at, whose name stands for no other."""
        number, row = self._targets(node)
        if not isinstance(row, ast.Name) or (isinstance(node.iter, ast.Call) and not isinstance(number, ast.Name)):
            return False
        inside = [n for s in node.body for n in walk(s)]
        if any(isinstance(n, ast.Name) and n.id in (row.id, getattr(number, "id", row.id)) and not isinstance(n.ctx, ast.Load) for n in inside):
            return False
        if count_of_reads(row.id, self._finder.node.body) != count_of_reads(row.id, node.body):
            return False
        return not self._is_kept(name, node.body) or any(self._may_change(n, row.id) for n in inside)

    def _over_live_rows(self, node: ast.For, name: str) -> Any:
        """for row in x: row[0] += 1        for at in ...: x[at][0] += 1"""
        number, row = self._targets(node)
        at = f"_{name}_{node.lineno}_{node.col_offset}_at_of_lists_"
        self.made.add(at)
        place = ast.Subscript(ast.Name(name, ast.Load()), ast.Name(at, ast.Load()), ast.Load())
        body = [with_names(s, row.id, ast.copy_location(place, row)) for s in node.body]
        note_reads(ast.Module(body, []))
        first: list[ast.stmt] = [ast.copy_location(ast.Assign([number], ast.Name(at, ast.Load())), node)] if number is not None else []
        node.target = ast.copy_location(ast.Name(at, ast.Store()), row)
        node.iter = self._call(node.iter, name, ragged.numbers_of, "counts")
        node.body = [*first, *self.statements(body)]
        node.orelse = self.statements(node.orelse)
        return node

    def _has_live_items(self, node: ast.For, row: ast.Subscript) -> bool:
        """Whether the body of a loop over x[i] stores to items alone, so that the list keeps its length."""
        name = self._list_of(row)
        number, item = self._targets(node)
        inside = [n for s in node.body for n in walk(s)]
        index = row.slice
        is_fixed = isinstance(index, ast.Constant) or (
            isinstance(index, ast.Name)
            and not any(is_name(n, index.id) and not isinstance(n.ctx, ast.Load) for n in [*inside, *walk(node.target)])
        )
        grows = any(isinstance(n, ast.Attribute) and n.attr in OF_LISTS and name in (self._list_of(n.value), self._name_of(n.value)) for n in inside)
        is_named = item is not None and (not isinstance(node.iter, ast.Call) or isinstance(number, ast.Name))
        return is_fixed and not grows and is_named and not self._changes_outer(name, node.body)  # type: ignore[arg-type]

    def _over_live_items(self, node: ast.For, row: ast.Subscript) -> Any:
        """for v in x[i]: x[i][0] = v        for at in range(count): v = x[i][at]; x[i][0] = v"""
        name = self._list_of(row)
        assert name is not None
        number, item = self._targets(node)
        at = f"_{name}_{node.lineno}_{node.col_offset}_item_of_lists_"
        self.made.add(at)
        count = self._call(node, name, ragged.count_at, "counts", copy_tree(row.slice))
        value = self._call(node, name, ragged.item_at, "starts counts items", copy_tree(row.slice), ast.Name(at, ast.Load()))
        first: list[ast.stmt] = [ast.Assign([item], value), *([ast.Assign([number], ast.Name(at, ast.Load()))] if number is not None else [])]
        node.target = ast.copy_location(ast.Name(at, ast.Store()), node.target)
        node.iter = ast.copy_location(ast.Call(self._builtin("range", name), [count], []), node.iter)
        node.body = [*(ast.copy_location(s, node) for s in first), *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        return node

    def _over_kept_items(self, node: ast.For, row: ast.Subscript) -> list[ast.stmt]:
        """for v in x[i]: s += v        start, count = ...; for at in range(count): v = items[start + at]; s += v"""
        name = self._list_of(row)
        assert name is not None
        start, count, at = (f"_{name}_{node.lineno}_{node.col_offset}_{part}_of_lists_" for part in ("start", "count", "item"))
        self.made |= {start, count, at}
        ends = self._call(node, name, ragged.start_and_count, "starts counts", self.visit(row.slice))
        names: list[ast.expr] = [ast.Name(start, ast.Store()), ast.Name(count, ast.Store())]
        first = ast.copy_location(ast.Assign([ast.Tuple(names, ast.Store())], ends), node)
        place = ast.BinOp(ast.Name(start, ast.Load()), ast.Add(), ast.Name(at, ast.Load()))
        item = ast.Subscript(ast.Name(part_of(name, "items"), ast.Load()), place, ast.Load())
        taken = ast.copy_location(ast.Assign([node.target], item), node)
        node.target = ast.copy_location(ast.Name(at, ast.Store()), node.target)
        node.iter = ast.copy_location(ast.Call(self._builtin("range", name), [ast.Name(count, ast.Load())], []), node.iter)
        node.body, node.orelse = [taken, *self.statements(node.body)], self.statements(node.orelse)
        return [first, node]

    def _rows_of(self, node: Any) -> str | None:
        """x of `for row in x`, `for row in sorted(x)` and `for i, row in enumerate(x)`"""
        name = self._name_of(node)
        if name is None and self._is_sorted(node):
            return self._name_of(node.args[0])
        is_numbered = (
            isinstance(node, ast.Call)
            and len(node.args) == 1
            and full_name(node.func, self._function, self._finder.own) == "builtins.enumerate"
        )
        return self._name_of(node.args[0]) if name is None and is_numbered else name

    def _is_sorted(self, node: Any) -> bool:
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and full_name(node.func, self._function, self._finder.own) == "builtins.sorted"
        return is_call and self._name_of(node.args[0]) is not None

    def _numbers(self, node: Any, name: str) -> ast.expr:
        """The numbers of the lists in the order in which `for row in x` and `for row in sorted(x)` come to them."""
        return self._order(node, name) if self._is_sorted(node) else self._call(node, name, ragged.numbers_of, "counts")  # type: ignore[no-any-return]

    def _items_of(self, node: Any, name: str, read: ast.expr, target: ast.Tuple) -> tuple[ast.expr, list[tuple[ast.expr, ast.expr]]]:
        """for a, b in x: what asks for the length of the list, and each name with its item."""
        if not all(isinstance(e, ast.Name) for e in target.elts):
            raise NotRagged(name)
        asked = self._call(node, name, ragged.are_of_length, "counts", read, ast.Constant(len(target.elts)))
        places = [(e, ast.Constant(i)) for i, e in enumerate(target.elts)]
        parts = [(e, self._call(node, name, ragged.item_at, "starts counts items", copy_tree(read), place)) for e, place in places]
        return asked, parts

    def _with_lists(self, node: Any, name: str) -> list[ast.stmt]:
        """A loop over the lists: over their numbers, and each list is made when its turn comes."""
        is_numbered = self._name_of(node.iter) is None and not self._is_sorted(node.iter)
        target: Any = (
            node.target.elts[1]
            if is_numbered and isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2
            else node.target
        )
        first = node.target.elts[0] if target is not node.target else None
        is_taken_apart = isinstance(target, ast.Tuple)
        if is_numbered and not isinstance(first, ast.Name) or not is_taken_apart and not (isinstance(target, ast.Name) and self._is_only_read(target.id)):
            raise NotRagged(name)
        number = f"_{name}_{node.lineno}_{node.col_offset}_at_of_lists_"
        self.made.add(number)
        node.iter = self._numbers(node.iter, name)
        node.target = ast.copy_location(ast.Name(number, ast.Store()), target)
        read = ast.Name(number, ast.Load())
        made: list[ast.stmt] = [ast.Assign([first], read)] if first is not None else []
        if is_taken_apart:
            asked, parts = self._items_of(node, name, read, target)
            made += [ast.Expr(asked), *(ast.Assign([e], item) for e, item in parts)]
            return [ast.copy_location(s, node) for s in made]
        made.append(ast.Assign([target], self._call(node, name, ragged.list_at, "starts counts items", read)))
        return [ast.copy_location(s, node) for s in made]

    def _gone_through(self, node: Any) -> ast.expr:
        if self._name_of(node) is not None:
            raise NotRagged(node.id)
        return self.visit(node)

    def _comprehended(self, node: Any) -> Any:
        """`[f(row) for row in x]` over the numbers of the lists."""
        for number, clause in enumerate(node.generators):
            name = self._rows_of(clause.iter)
            if name is None:
                continue
            is_numbered = self._name_of(clause.iter) is None and not self._is_sorted(clause.iter)
            target = (
                clause.target.elts[1]
                if is_numbered and isinstance(clause.target, ast.Tuple) and len(clause.target.elts) == 2
                else clause.target
            )
            first = clause.target.elts[0] if target is not clause.target else None
            if isinstance(target, ast.Tuple):
                self._taken_apart(node, number, clause, name, first if is_numbered else None, target)
                continue
            if (
                not isinstance(target, ast.Name)
                or (is_numbered and not isinstance(first, ast.Name))
                or any(is_name(part, target.id) for part in whole(node.elt))
                or any(self._may_change(n, target.id) or self._gives_away(n, target.id) for n in walk(node))  # each row is a new list
            ):
                raise NotRagged(name)
            at = first.id if isinstance(first, ast.Name) else f"_{name}_{number}_at_of_lists_"
            row = self._call(clause.iter, name, ragged.list_at, "starts counts items", ast.Name(at, ast.Load()))
            node.elt = with_names(node.elt, target.id, row)
            clause.ifs = [with_names(test, target.id, row) for test in clause.ifs]
            for later in node.generators[number + 1 :]:
                later.iter, later.ifs = (
                    with_names(later.iter, target.id, row),
                    [with_names(test, target.id, row) for test in later.ifs],
                )
            clause.target = ast.copy_location(ast.Name(at, ast.Store()), target)
            clause.iter = self._numbers(clause.iter, name)
        return self.generic_visit(node)

    def _taken_apart(self, node: Any, number: int, clause: ast.comprehension, name: str, first: Any, target: ast.Tuple) -> None:
        """[a + b for a, b in x]"""
        if first is not None and not isinstance(first, ast.Name):
            raise NotRagged(name)
        at = first.id if first is not None else f"_{name}_{number}_at_of_lists_"
        asked, parts = self._items_of(node, name, ast.Name(at, ast.Load()), target)
        for e, item in parts:
            node.elt = with_names(node.elt, e.id, item)  # type: ignore[attr-defined]
            clause.ifs = [with_names(test, e.id, item) for test in clause.ifs]  # type: ignore[attr-defined]
            for later in node.generators[number + 1 :]:
                later.iter, later.ifs = with_names(later.iter, e.id, item), [with_names(test, e.id, item) for test in later.ifs]  # type: ignore[attr-defined]
        clause.ifs.insert(0, asked)
        clause.target = ast.copy_location(ast.Name(at, ast.Store()), target)
        clause.iter = self._numbers(clause.iter, name)

    visit_ListComp = visit_GeneratorExp = visit_SetComp = _comprehended

    def _gives_away(self, node: Any, name: str) -> bool:
        """Whether a list of that name is given to a function that is not known to do nothing but read it."""
        if not isinstance(node, ast.Call) or self._reads(node):
            return False
        places: dict[int | str | None, ast.expr] = {**dict(enumerate(node.args)), **{k.arg: k.value for k in node.keywords}}
        given = [place for place, value in places.items() if any(is_name(n, name) for n in whole(value))]
        if not given or only_reads.is_copied(self._function, node, self._finder.own) or self._is_extended(node):
            return False
        binding = _bindings.of_node(self._function, node.func, self._finder.own)
        if binding is None:
            return True
        if binding.kind == "library":
            return not only_reads.reads_list(binding)
        helper = _bindings.python_function(binding.value)
        if helper is None:
            return True
        code = helper.__code__
        by_place, named = code.co_varnames[: code.co_argcount], code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        for place in given:
            parameter = by_place[place] if isinstance(place, int) and place < len(by_place) else place
            if parameter not in named or not only_reads.only_reads(helper, {parameter: 1}):  # type: ignore[dict-item]
                return True
        return False

    def _refuse_changes(self, name: str, body: list[ast.stmt] | None) -> None:
        """Of a list that is gone through, or that has another name."""
        nodes = walk(self._finder.node) if body is None else (n for s in body for n in walk(s))
        for n in nodes:
            is_stored = (
                isinstance(n, ast.Subscript)
                and not isinstance(n.ctx, ast.Load)
                and name in (self._list_of(n), self._list_of(n.value))
            )
            is_called = (
                isinstance(n, ast.Attribute)
                and n.attr in OF_LISTS
                and (name in (self._list_of(n.value), self._name_of(n.value) if body is not None else None))
            )
            is_new = (
                body is not None
                and isinstance(n, (ast.Assign, ast.AugAssign))
                and name in map(self._name_of, getattr(n, "targets", None) or [n.target])  # type: ignore[union-attr]
            )
            if is_stored or is_called or is_new:
                raise NotRagged(name)

    def _is_only_read(self, name: str) -> bool:
        nodes = list(walk(self._finder.node))
        if any(self._may_change(n, name) or self._gives_away(n, name) for n in nodes):
            return False
        stored = [e for n in nodes if isinstance(n, (ast.List, ast.Tuple)) and isinstance(n.ctx, ast.Load) for e in n.elts]
        stored += [n.value for n in nodes if isinstance(n, ast.Return) and n.value is not None]
        return not any(is_name(a, name) for a in stored)
