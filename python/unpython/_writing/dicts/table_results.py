"""Dicts and sets that a function returns: their lists, of which the call makes dicts and sets again."""

from __future__ import annotations

import ast
import functools
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from unpython._library.containers import groups as lists_by_key
from unpython._library.containers.table_items import items_at
from unpython._records import Joined
from unpython._writing.calls import OwnCall, sorted_by, with_names
from unpython._writing.dicts import group_uses
from unpython._writing.dicts.table_kinds import NotATable
from unpython._writing.dicts.table_loops import LoopsOverTables
from unpython._writing.flow import parts_of
from unpython._writing.nodes import copy_tree, is_name, load, part_of, store, walk


class TablesAsResults(LoopsOverTables):
    """The part of the rewriter of tables.py that knows of `return`."""

    _all: Any
    _read: Any
    _set_of: Any

    def visit_Return(self, node: ast.Return) -> Any:
        parts: list[Any] = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        if parts and (ordered := self._lists_in_order(parts[0])) is not None:  # which is found before anything else of it
            seen = self._seen(parts[0].args[0])
            if seen is not None and any(is_name(n, seen[0]) for part in parts[1:] for n in walk(part)):
                raise NotATable(seen[0])  # one object twice
            found, parts[0] = ordered
            node.value = self._returned(node.value) if isinstance(node.value, ast.Tuple) else parts[0]
            return [ast.copy_location(found, node), node]
        if node.value is not None:
            node.value = self._returned(node.value)
        return node

    def _returned(self, node: ast.expr) -> ast.expr:
        """A dict or set becomes one again; not twice, for it is one object."""
        name = self._name_of(node)
        is_copied = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self._finder.library(node.func) == "builtins.dict"
        if is_copied and (of := self._name_of(node.args[0])) is not None and self._tables[of].kind != "set":  # type: ignore[attr-defined]
            return self._as_dict(of, node)
        is_listed = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self._finder.library(node.func) == "builtins.list"
        seen = self._seen(node.args[0]) if is_listed else None  # type: ignore[attr-defined]
        if seen is not None and seen[1] == "values" and self._tables[seen[0]].of_lists:
            return ast.copy_location(Joined("lists", self._items_and_counts(seen[0], node)), node)
        if name is not None and self._tables[name].kind == "set" and self._is_filled(name):
            return ast.copy_location(Joined("set", self._all(name, "keys", node, is_ordered=False)), node)
        if name is not None and self._tables[name].kind != "set":
            return self._as_made(name, node)
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS and all(map(self._set_of, (node.left, node.right))):
            return self._as_operation(node)
        if isinstance(node, ast.Tuple):
            names = [name for n in parts_of(node) for name in self._named_in(n)]
            if len(set(names)) < len(names):
                raise NotATable(names[0])
            node.elts = [self._returned(item) for item in node.elts]
            return node
        return self._read_list(node) or self.visit(node)

    def _is_filled(self, name: str) -> bool:
        """Whether a set of its items, in their order, is like it in all that a program sees."""
        table = self._tables[name]
        return table.is_filled and table.order_is_known and not table.loses_keys and not table.is_given

    def _named_in(self, node: Any) -> list[str]:
        """The table that a part of a result is, or whose lists it holds: d of `d`, and of `d[k]`, `dict(d)` and `list(d.values())`
        where the values are lists."""
        if (name := self._name_of(node)) is not None:
            return [name]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            node = node.func
        called = self._finder.library(node.func) if isinstance(node, ast.Call) and node.args else ""
        seen = self._seen(node.args[0]) if called in ("builtins.dict", "builtins.list") else None
        if seen is not None and seen[1] == "keys" and called == "builtins.list":
            return []
        name = seen[0] if seen is not None else self._name_of(getattr(node, "value", None))
        return [name] if name is not None and self._tables[name].of_lists else []

    def _lists_in_order(self, node: Any) -> tuple[ast.stmt, ast.expr] | None:
        """sorted(d.values(), key=lambda v: ...) of a dict of lists: what finds their order, and what becomes the list of them."""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or self._finder.library(node.func) != "builtins.sorted":
            return None
        seen = self._seen(node.args[0])
        options = {k.arg: k.value for k in node.keywords}
        key: Any = options.pop("key", None)
        reverse = options.pop("reverse", ast.Constant(False))
        if seen is None or seen[1] != "values" or not self._tables[seen[0]].of_lists or self._tables[seen[0]].of_sets:
            return None
        is_plain = isinstance(key, ast.Lambda) and len(key.args.args) == 1 and not key.args.defaults and key.args.vararg is None
        if options or not is_plain or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
            return None
        assert isinstance(key, ast.Lambda)
        name, held = seen[0], key.args.args[0].arg
        number = part_of(name, f"item{node.lineno}_{node.col_offset}_")
        if not group_uses.only_read(key.body, held, self._reads_only):
            raise NotATable(name)
        self.own.add(f"{number}in_order_")
        made = self._call(node, name, lists_by_key.group_at, "values counts items nexts", load(number))
        key.body, key.args.args[0].arg = self.visit(with_names(key.body, held, made)), number
        places = sorted_by(self._call(node, name, lists_by_key.numbers_of_groups, "keys"), key, reverse.value)
        firsts, counts = (OwnCall(items_at, [self._read(name, part), load(f"{number}in_order_")]) for part in ("values", "counts"))
        items = OwnCall(lists_by_key.items_of_groups, [firsts, counts, self._read(name, "items"), self._read(name, "nexts")])
        return store(f"{number}in_order_", places), ast.copy_location(Joined("lists", [copy_tree(counts), items]), node)

    def _items_and_counts(self, name: str, node: ast.expr) -> list[ast.expr]:
        return [self._read(name, "counts"), self._call(node, name, lists_by_key.items_of_groups, "values counts items nexts")]

    def _as_made(self, name: str, node: ast.expr) -> ast.expr:
        """A dict, a Counter or a defaultdict again."""
        table = self._tables[name]
        if table.kind == "dict" and not table.of_sets:
            return self._as_dict(name, node)
        if table.kind == "default" and table.default:
            raise NotATable(name)  # whose function is the caller's then
        made = Joined("text", [self._as_dict(name, node)])
        made.make = _of_sets(table.kind) if table.of_sets else _MADE[table.kind if table.kind != "default" else type(table.default).__name__]
        return ast.copy_location(made, node)

    def _as_operation(self, node: ast.BinOp) -> ast.expr:
        """`a | b` of two sets that are made again."""
        operands = [self._set_of(part) for part in (node.left, node.right)]
        for name in operands:
            if not self._is_filled(name):
                raise NotATable(name)
        made = Joined("text", [ast.copy_location(Joined("set", self._all(name, "keys", node, is_ordered=False)), node) for name in operands])
        made.make = _OPERATIONS[type(node.op)]
        return ast.copy_location(made, node)

    def _as_dict(self, name: str, node: ast.expr) -> ast.expr:
        if self._tables[name].of_lists:
            parts = self._items_and_counts(name, node)
            return ast.copy_location(Joined("lists by key", [*parts, *self._all(name, "keys", node)]), node)
        lists = [*self._all(name, "values", node), *self._all(name, "keys", node)]
        return ast.copy_location(Joined("table", lists), node)


# One function for each kind of result: results of one kind are of one class in all `return` statements.
_OPERATIONS: dict[type, Callable[[tuple[Any, ...]], Any]] = {
    ast.BitOr: lambda values: values[0] | values[1], ast.Sub: lambda values: values[0] - values[1],
    ast.BitXor: lambda values: values[0] ^ values[1],
}  # fmt: skip


@functools.cache
def _of_sets(kind: str) -> Callable[[tuple[Any, ...]], Any]:
    """A dict, or a defaultdict, of sets, filled in the order in which they were."""
    def make(values: tuple[Any, ...]) -> Any:
        held = {key: set(items) for key, items in values[0].items()}
        return held if kind == "dict" else defaultdict(set, held)

    return make


def _with_default(factory: type) -> Callable[[tuple[Any, ...]], Any]:
    return lambda values: defaultdict(factory, values[0])


#: What is made of the dict that stands for one of these, by its kind or the type of its new values.
_MADE: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "counter": lambda values: Counter(values[0]), "lists": _with_default(list),
    "int": _with_default(int), "float": _with_default(float), "bool": _with_default(bool),
}  # fmt: skip
