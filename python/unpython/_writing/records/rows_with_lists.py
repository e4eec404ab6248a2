"""Lists of tuples with lists in them that a function makes and returns, as a list for each place:

    out = []                                 _out_0_, _out_1_ = [], []
    out.append((k, [x, y]))                  _out_0_.append(k); _out_1_.append([x, y])
    return out, len(out)                     these lists and len(_out_1_), of which Python makes the tuples when the call ends
    return [(k, sorted(v)) for k, v in d.items()]

Each tuple is written out, and a list in it is a new one that nothing else holds (changes/put_last.py copies what grew under a name before).
A list of tuples that is read, or changes in another way, stays as it is. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, lists_of_numbers
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.arrays.only_lists import OnlyLists
from unpython._writing.calls import full_name, with_own_targets
from unpython._writing.nodes import copy_tree, is_name, load, part_of, store, walk
from unpython._writing.rewriter import BlockRewriter

_MOST_PLACES = 6


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    own = functools.partial(full_name, function=function, names=local_names(function))
    made = copy_tree(node)
    named = _NamedResults()
    made.body = named.statements(made.body)
    widths = _Rows(made, OnlyLists(made, lists_of_numbers(layouts), own), own).widths()
    if not widths or (named.names and not named.names <= widths.keys()):
        return node, frozenset(), []
    writer = _Writer(widths)
    made.body = writer.statements(made.body)
    return ast.fix_missing_locations(made), frozenset(writer.names | named.names), []


def _is_row_list(node: Any) -> bool:
    """[(k, v) for ...]"""
    return isinstance(node, ast.ListComp) and isinstance(node.elt, ast.Tuple)


class _NamedResults(BlockRewriter):
    """return [(k, v) for ...], n        _rows = [(k, v) for ...]; return _rows, n"""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        first = node.value.elts[0] if isinstance(node.value, ast.Tuple) and node.value.elts else node.value
        if not _is_row_list(first):
            return node
        self.names.add(name := f"_rows_{node.lineno}_{node.col_offset}_")
        named = ast.copy_location(store(name, first), node)  # type: ignore[arg-type]
        if node.value is first:
            node.value = load(name)
        else:
            node.value.elts[0] = load(name)  # type: ignore[union-attr]
        return [named, node]


class _Rows:
    """The names for such lists, with how many places their tuples have."""

    def __init__(self, node: ast.FunctionDef, lists: OnlyLists, own: Callable[[ast.expr], str]):
        self._node = node
        self._lists = lists
        self._full_name = own
        self._nodes = list(walk(node))

    def widths(self) -> dict[str, int]:
        made = [n for n in self._nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
        rows: dict[str, list[ast.Tuple]] = {}
        fine: set[int] = set()
        for n in made:
            target: Any = n.targets[0]
            if (isinstance(n.value, ast.List) and not n.value.elts) or _is_row_list(n.value):
                rows.setdefault(target.id, []).extend([n.value.elt] if _is_row_list(n.value) else [])  # type: ignore[attr-defined]
                fine.add(id(target))
        for s in self._nodes:
            call = s.value if isinstance(s, ast.Expr) else None
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" and len(call.args) == 1:
                owner = call.func.value
                if isinstance(owner, ast.Name) and owner.id in rows and isinstance(call.args[0], ast.Tuple):
                    rows[owner.id].append(call.args[0])
                    fine.add(id(owner))
            elif isinstance(s, ast.Return):
                parts = [part for part in _parts(s.value) if isinstance(part, ast.Name)]
                fine |= {id(part) for part in parts if sum(is_name(part, other.id) for other in parts) == 1}
            elif isinstance(s, ast.Call) and len(s.args) == 1 and self._full_name(s.func) == "builtins.len":
                fine.add(id(s.args[0]))
        stores = [n.id for n in self._nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        wrong = {n.id for n in self._nodes if isinstance(n, ast.Name) and id(n) not in fine}
        wrong |= {n.arg for n in self._nodes if isinstance(n, ast.arg)} | {name for name in rows if stores.count(name) > 1}
        for inner in self._nodes:
            if isinstance(inner, (ast.FunctionDef, ast.Lambda)) and inner is not self._node:
                wrong |= {n.id for n in walk(inner) if isinstance(n, ast.Name)}
        found = {name: given for name, given in rows.items() if name not in wrong and self._have_lists(given)}
        returns = [_parts(n.value) for n in self._nodes if isinstance(n, ast.Return)]
        are_alike = len({tuple(part.id if isinstance(part, ast.Name) and part.id in found else "" for part in parts) for parts in returns}) == 1
        return {name: len(given[0].elts) for name, given in found.items()} if are_alike else {}

    def _have_lists(self, rows: list[ast.Tuple]) -> bool:
        """Whether tuples have one length, and the same places hold new lists."""
        if len({len(row.elts) for row in rows}) != 1 or any(isinstance(e, ast.Starred) for row in rows for e in row.elts):
            return False
        places = {tuple(map(self._is_new_list, row.elts)) for row in rows}
        return len(places) == 1 and any(next(iter(places))) and len(rows[0].elts) <= _MOST_PLACES

    def _is_new_list(self, node: ast.expr) -> bool:
        return not isinstance(node, ast.Name) and self._lists.holds(node)


def _parts(value: Any) -> list[Any]:
    return list(value.elts) if type(value) is ast.Tuple else [value]


class _Writer(BlockRewriter):
    def __init__(self, widths: dict[str, int]):
        self._widths = widths
        self.names = {part_of(name, place) for name, width in widths.items() for place in range(width)}

    def _places(self, name: str) -> list[str]:
        return [part_of(name, place) for place in range(self._widths[name])]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or target.id not in self._widths:
            return self._with_lengths(node)
        made = [ast.copy_location(store(place, ast.List([], ast.Load())), node) for place in self._places(target.id)]
        if not isinstance(node.value, ast.ListComp):
            return made

        def new(name: str, number: int) -> str:
            self.names.add(own := f"_{target.id}_of_{name}_{number}_")
            return own

        row, clauses = with_own_targets(node.value.elt, node.value.generators, new), node.value.generators
        body = self._appended(target.id, row)
        for clause in reversed(clauses):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return [*made, *(ast.copy_location(s, node) for s in body)]

    def _appended(self, name: str, row: Any) -> list[ast.stmt]:
        adds = [ast.Call(ast.Attribute(load(place), "append", ast.Load()), [item], []) for place, item in zip(self._places(name), row.elts, strict=True)]
        return [ast.Expr(add) for add in adds]

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        owner = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if not isinstance(owner, ast.Name) or owner.id not in self._widths:
            return self._with_lengths(node)
        return [self._with_lengths(ast.copy_location(s, node)) for s in self._appended(owner.id, call.args[0])]

    def visit_Return(self, node: ast.Return) -> Any:
        parts = _parts(node.value)
        if not any(isinstance(part, ast.Name) and part.id in self._widths for part in parts):
            return self._with_lengths(node)
        widths = tuple(self._widths.get(part.id, 0) if isinstance(part, ast.Name) else 0 for part in parts)
        values: list[ast.expr] = []
        for part, width in zip(parts, widths, strict=True):
            values += [load(place) for place in self._places(part.id)] if width else [_Lengths(self._widths).visit(part)]
        joined = Joined("text", values)
        joined.make = _maker(widths, type(node.value) is ast.Tuple)
        node.value = ast.copy_location(joined, node)
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        return super().generic_visit(self._with_lengths(node))

    def _with_lengths(self, node: Any) -> Any:
        """The expressions of a statement, in which len(out) is that of the list of the last place, which gets its item last."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, _Lengths(self._widths).visit(value))
            elif field == "targets":
                setattr(node, field, [_Lengths(self._widths).visit(target) for target in value])
        return node


class _Lengths(ast.NodeTransformer):
    def __init__(self, widths: dict[str, int]):
        self._widths = widths

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._widths:
            return node
        return ast.copy_location(load(part_of(node.id, self._widths[node.id] - 1)), node)


@functools.cache
def _maker(widths: tuple[int, ...], is_tuple: bool) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: lists of tuples of their places, and what else there is."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made: list[Any] = [list(zip(*(next(rest) for _ in range(width)), strict=True)) if width else next(rest) for width in widths]
        return tuple(made) if is_tuple else made[0]

    return make
