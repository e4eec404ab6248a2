"""Dicts and sets that a function returns: their lists, of which the call makes dicts and sets again."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from unpython._library.containers import groups as lists_by_key
from unpython._records import Joined
from unpython._writing.dicts.table_kinds import NotATable
from unpython._writing.dicts.table_loops import LoopsOverTables
from unpython._writing.flow import parts_of


class TablesAsResults(LoopsOverTables):
    """The part of the rewriter of tables.py that knows of `return`."""

    _all: Any
    _read: Any

    def visit_Return(self, node: ast.Return) -> Any:
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
        if name is not None and self._tables[name].kind == "set" and not self._tables[name].loses_keys and self._tables[name].order_is_known:
            return ast.copy_location(Joined("set", self._all(name, "keys", node, is_ordered=False)), node)
        if name is not None and self._tables[name].kind != "set":
            return self._as_made(name, node)
        if isinstance(node, ast.Tuple):
            names = [name for n in parts_of(node) for name in self._named_in(n)]
            if len(set(names)) < len(names):
                raise NotATable(names[0])
            node.elts = [self._returned(item) for item in node.elts]
            return node
        return self._read_list(node) or self.visit(node)

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

    def _items_and_counts(self, name: str, node: ast.expr) -> list[ast.expr]:
        return [self._read(name, "counts"), self._call(node, name, lists_by_key.items_of_groups, "values counts items nexts")]

    def _as_made(self, name: str, node: ast.expr) -> ast.expr:
        """A dict, a Counter or a defaultdict again."""
        table = self._tables[name]
        if table.kind == "dict":
            return self._as_dict(name, node)
        made = Joined("text", [self._as_dict(name, node)])
        made.make = _MADE[table.kind if table.kind != "default" else type(table.default).__name__]
        return ast.copy_location(made, node)

    def _as_dict(self, name: str, node: ast.expr) -> ast.expr:
        if self._tables[name].of_lists:
            parts = self._items_and_counts(name, node)
            return ast.copy_location(Joined("lists by key", [*parts, *self._all(name, "keys", node)]), node)
        lists = [*self._all(name, "values", node), *self._all(name, "keys", node)]
        return ast.copy_location(Joined("table", lists), node)


def _with_default(factory: type) -> Callable[[tuple[Any, ...]], Any]:
    return lambda values: defaultdict(factory, values[0])


#: What is made of the dict that stands for one of these, by its kind or the type of its new values.
_MADE: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "counter": lambda values: Counter(values[0]), "lists": _with_default(list),
    "int": _with_default(int), "float": _with_default(float), "bool": _with_default(bool),
}  # fmt: skip
