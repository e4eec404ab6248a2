"""The items of a dict as a list of pairs, in the order of the dict or another one, written out for rows.py and tables.py:

    pairs = sorted(d.items(), key=lambda kv: -kv[1])      keys, values = list(d), list(d.values())
                                                          pairs = []
                                                          for i in sorted(range(len(keys)), key=lambda i: -values[i]):
                                                              pairs.append((keys[i], values[i]))

So are `list(d.items())`, `sorted(d.items())`, `c.most_common(n)`, and what is made of them: `max(d.items(), key=f)`, `max(d, key=d.get)`,
`sorted(d, key=d.get)`. `dict(zip(x, y))` becomes a dict comprehension. A list is made in
front of the statement that takes it, where the statement evaluates nothing before it that may change the dict: a name, an index.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import table_items
from unpython._writing.calls import OwnCall, sorted_by
from unpython._writing.dicts.table_kinds import Finder, items_of
from unpython._writing.lists import row_shapes
from unpython._writing.lists.sort_rows import TupleItems
from unpython._writing.nodes import copy_tree, is_simple, load, store, walk
from unpython._writing.rewriter import StatementRewriter

_CHANGES = frozenset("pop popitem setdefault update clear add remove discard subtract append extend insert".split())
_EXTREMES = frozenset(["builtins.max", "builtins.min"])


def rewritten(function: FunctionType, node: Any, given: dict[str, type]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without lists of items, the names that came with that, and what free names it relies on."""
    finder = Finder(function, node, given)
    writer = _Writer(finder)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.names:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), finder.used


def _last_call(node: Any) -> ast.Call | None:
    """found.append(max(d, key=d.get)): a statement whose method of a name is called when all else is computed."""
    call: Any = node.value if isinstance(node, ast.Expr) else None
    is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
    return call if is_method and call.func.attr in _CHANGES and not call.keywords else None


def _is_pair(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and all(isinstance(n, (ast.Name, ast.Tuple, ast.expr_context)) for n in walk(node))


class _Writer(StatementRewriter):
    def __init__(self, finder: Finder):
        self._finder = finder
        self._before: list[ast.stmt] = []
        self.names: list[str] = []

    def _dict_of(self, node: Any) -> str | None:
        """The name of a dict with integers or tuples of them as keys and numbers as values."""
        table = self._finder.tables.get(node.id) if isinstance(node, ast.Name) else None
        return node.id if table is not None and table.kind != "set" and not table.of_lists else None

    def _has_tuples(self, name: str) -> bool:
        return bool(self._finder.tables[name].width)

    def _method(self, node: Any, method: str) -> str | None:
        """The dict of d.items() or another method without keywords."""
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method and not node.keywords
        return self._dict_of(node.func.value) if is_call else None

    def _items(self, node: Any) -> tuple[str, ast.expr | None, bool, ast.expr | None] | None:
        """Of an expression that is a list of items: the dict, the key by which it is sorted, whether backwards, how many at most."""
        counter = self._method(node, "most_common")
        if counter is not None and self._finder.tables[counter].kind == "counter" and len(node.args) <= 1:
            by_value = ast.Lambda(_one_argument("kv"), ast.Subscript(ast.Name("kv", ast.Load()), ast.Constant(1), ast.Load()))
            return counter, by_value, True, node.args[0] if node.args else None
        if not isinstance(node, ast.Call) or len(node.args) != 1:
            return None
        name = self._method(node.args[0], "items")
        if name is None or getattr(node.args[0], "args"):
            return None
        called = self._finder.library(node.func)
        if called == "builtins.list" and not node.keywords:
            return name, None, False, None
        if called != "builtins.sorted":
            return None
        keywords = {k.arg: k.value for k in node.keywords}
        key = keywords.pop("key", None)
        reverse = keywords.pop("reverse", ast.Constant(False))
        if keywords or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
            return None
        if key is None:
            key = ast.Lambda(_one_argument("kv"), ast.Subscript(ast.Name("kv", ast.Load()), ast.Constant(0), ast.Load()))
        is_known = isinstance(key, ast.Lambda) and len(key.args.args) == 1 and not key.args.defaults
        return (name, key, reverse.value, None) if is_known else None

    # What stands in front.

    def _lists(self, at: Any, name: str) -> tuple[list[ast.stmt], list[ast.expr]]:
        """The lists of the keys, one for each place of tuples, and of the values."""
        stem = f"_{name}_{at.lineno}_{at.col_offset}_{len(self.names)}"
        if self._finder.library(ast.Name("list", ast.Load())) != "builtins.list":
            return [], []
        width = self._finder.tables[name].width
        ends = [f"keys{i}_" for i in range(width)] if width else ["keys_"]
        lists = [f"{stem}_{end}" for end in (*ends, "values_")]
        self.names += lists
        values = ast.Call(ast.Name("list", ast.Load()), [ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "values", ast.Load()), [], [])], [])
        made: list[ast.stmt] = []
        if width:
            items = [f"{own}item_" for own in lists[:-1]]
            self.names += items
            made += [store(own, ast.List([], ast.Load())) for own in lists[:-1]]
            body: list[ast.stmt] = [ast.Expr(_append(own, load(item))) for own, item in zip(lists[:-1], items, strict=True)]
            made.append(ast.For(ast.Tuple([ast.Name(item, ast.Store()) for item in items], ast.Store()), load(name), body, []))
        else:
            made.append(store(lists[0], ast.Call(ast.Name("list", ast.Load()), [load(name)], [])))
        return [*made, store(lists[-1], values)], list(map(load, lists))

    @staticmethod
    def _pair_at(parts: list[ast.expr], place: str) -> list[ast.expr]:
        """The key and the value at a place."""
        items: list[ast.expr] = [ast.Subscript(part, load(place), ast.Load()) for part in parts]
        return [items[0] if len(items) == 2 else ast.Tuple(items[:-1], ast.Load()), items[-1]]

    def _sorted(self, at: Any, found: tuple[str, ast.expr | None, bool, ast.expr | None]) -> tuple[list[ast.stmt], list[ast.expr], ast.expr] | None:
        """Statements, the lists of keys and of values, and the places in them in order."""
        name, key, is_backwards, most = found
        made, parts = self._lists(at, name)
        if not made:
            return None
        places: ast.expr = OwnCall(table_items.places, [parts[-1]])
        if isinstance(key, ast.Lambda):
            place = f"{parts[0].id}at_"  # type: ignore[attr-defined]
            inside = TupleItems(key.args.args[0].arg, self._pair_at(parts, place))
            body = row_shapes.in_one(inside.visit(copy_tree(key.body)))
            if inside.is_whole:
                return None
            places = sorted_by(places, ast.Lambda(_one_argument(place), body), is_backwards)
        if most is not None:
            places = OwnCall(table_items.first_of, [places, most])
        return made, parts, places

    def _listed(self, at: Any, found: Any, into: str | None = None) -> ast.expr | None:
        """The name of a list of pairs that is made before the statement."""
        ordered = self._sorted(at, found)
        if ordered is None:
            return None
        made, parts, places = ordered
        stem = parts[0].id  # type: ignore[attr-defined]
        name = into or f"{stem}pairs_"
        index = f"{stem}place_"
        self.names += [index, *([] if into else [name])]
        append = ast.Expr(_append(name, ast.Tuple(self._pair_at(parts, index), ast.Load())))
        made.append(ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())))
        made.append(ast.For(ast.Name(index, ast.Store()), places, [append], []))
        self._before += [ast.copy_location(s, at) for s in made]
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    # Statements.

    def _changes_dicts(self, node: ast.AST) -> bool:
        """Whether an expression may change a dict while it is evaluated."""

        def changes(n: ast.AST) -> bool:
            if isinstance(n, ast.Subscript):
                table = self._finder.tables.get(n.value.id) if isinstance(n.value, ast.Name) else None
                return table is not None and table.kind == "default"
            return isinstance(n, ast.NamedExpr) or (isinstance(n, ast.Attribute) and n.attr in _CHANGES)

        return any(map(changes, walk(node)))

    def _statement(self, node: Any) -> Any:
        self._before = []
        if (call := _last_call(node)) is not None and not any(map(self._changes_dicts, call.args)):
            place = next((i for i, argument in enumerate(call.args) if not is_simple(argument)), None)
            if place is not None:
                call.args[place] = self._first(call.args[place])
            return [*self._before, node]
        if self._changes_dicts(node):
            return node
        target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
        if isinstance(node.value, ast.Call):
            self._name_counter(node.value)
        found = self._items(node.value) if isinstance(target, ast.Name) else None
        if found is not None and found[0] != target.id and self._listed(node, found, target.id) is not None:  # type: ignore[union-attr]
            return self._before
        if node.value is not None:
            node.value = self._first(node.value)
        return [*self._before, node]

    visit_Assign = visit_Return = visit_Expr = visit_AugAssign = _statement

    def visit_Delete(self, node: ast.Delete) -> Any:
        """del d[max(d, key=d.get)]"""
        self._before = []
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and not self._changes_dicts(target.slice):
            target.slice = self._first(target.slice)
        return [*self._before, node]

    def visit_For(self, node: ast.For) -> Any:
        self._before = []
        is_quiet = not self._changes_dicts(node.iter)
        found = self._items(node.iter) if is_quiet else None
        ordered = self._sorted(node, found) if found is not None and _is_pair(node.target) else None
        before: list[ast.stmt] = []
        if ordered is not None:
            made, parts, node.iter = ordered
            index = f"{parts[0].id}place_"  # type: ignore[attr-defined]
            self.names.append(index)
            given = [ast.Assign([t], item) for t, item in zip(node.target.elts, self._pair_at(parts, index), strict=True)]  # type: ignore[attr-defined]
            node.target = ast.Name(index, ast.Store())
            node.body = [*(ast.copy_location(s, node) for s in given), *node.body]
            before = [ast.copy_location(s, node) for s in made]
        elif is_quiet:
            node.iter = self._first(node.iter)
            before = self._before
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return [*before, node]

    def visit_If(self, node: ast.If) -> Any:
        self._before = []
        if not self._changes_dicts(node.test):
            node.test = self._first(node.test)
        before = self._before
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return [*before, node]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _first(self, node: Any) -> Any:
        """An expression in which the lists of items that it begins with have names."""
        if isinstance(node, (ast.Tuple, OwnCall)):
            node.elts = [self._first(e) for e in node.elts]
        elif isinstance(node, ast.Subscript):
            node.value, node.slice = self._first(node.value), self._first(node.slice)
        elif isinstance(node, ast.BinOp):
            node.left, node.right = self._first(node.left), self._first(node.right)
        elif isinstance(node, ast.Compare):
            node.left, node.comparators[0] = self._first(node.left), self._first(node.comparators[0])
        elif isinstance(node, ast.IfExp):
            node.test = self._first(node.test)
        elif isinstance(node, ast.JoinedStr):
            node.values = list(map(self._first, node.values))
        elif isinstance(node, ast.FormattedValue):
            node.value = self._first(node.value)
        elif isinstance(node, (ast.ListComp, ast.DictComp)):
            node.generators[0].iter = self._first(node.generators[0].iter)
        elif isinstance(node, ast.Call):
            return self._of_call(node)
        return node

    def _of_call(self, node: ast.Call) -> Any:
        self._name_counter(node)
        found = self._items(node)
        if found is not None:
            return self._listed(node, found) or node
        called = self._finder.library(node.func)
        if called == "builtins.dict" and len(node.args) == 1 and not node.keywords:
            return self._of_zip(node)
        keywords = {k.arg: k.value for k in node.keywords}
        if len(node.args) == 1 and called in _EXTREMES and set(keywords) == {"key"}:
            return self._extreme(node, keywords["key"])
        if len(node.args) == 1 and called == "builtins.sorted" and (by_value := self._by_value(node.args[0], keywords.get("key"))):
            return self._keys_by_value(node, keywords, by_value)
        if called.startswith("builtins.") and len(node.args) == 1:  # len(...), sum(...) of what is first
            node.args = [self._first(node.args[0])]
        return node

    def _name_counter(self, node: ast.Call) -> None:
        """c of `Counter(x).most_common()`."""
        made: Any = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "most_common" else None
        table = self._finder.table_of(made) if isinstance(made, ast.Call) else None
        if made is None or table is None or table.kind != "counter":
            return
        name = f"_counter_{made.lineno}_{made.col_offset}_"
        self.names.append(name)
        self._finder.tables[name] = table
        table.width = max((len(item.elts) for item in items_of(made.args[0]) if isinstance(item, ast.Tuple)), default=0) if made.args else 0
        self._before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], made), made))
        node.func.value = ast.copy_location(ast.Name(name, ast.Load()), made)  # type: ignore[attr-defined]

    def _of_zip(self, node: ast.Call) -> Any:
        zipped = node.args[0]
        if not isinstance(zipped, ast.Call) or len(zipped.args) != 2 or zipped.keywords or self._finder.library(zipped.func) != "builtins.zip":
            return node
        key, value = (f"_{what}_{node.lineno}_{node.col_offset}_" for what in ("key", "value"))
        self.names += [key, value]
        target = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(value, ast.Store())], ast.Store())
        clause = ast.comprehension(target, zipped, [], 0)
        return ast.copy_location(ast.DictComp(ast.Name(key, ast.Load()), ast.Name(value, ast.Load()), [clause]), node)

    def _by_value(self, given: Any, key: Any) -> str | None:
        """d of `d, key=d.get`."""
        name = self._dict_of(given)
        is_get = isinstance(key, ast.Attribute) and key.attr == "get" and self._dict_of(key.value) == name
        return name if name is not None and is_get and not self._has_tuples(name) else None

    def _extreme(self, node: ast.Call, key: ast.expr) -> Any:
        """max(d.items(), key=f) of the list; max(d, key=d.get) as the key of the item with the largest value."""
        name = self._method(node.args[0], "items")
        of_keys = self._by_value(node.args[0], key)
        if (name is None and of_keys is None) or (name is not None and self._has_tuples(name)):
            return node
        pairs = self._listed(node, (name or of_keys, None, False, None))
        if pairs is None:
            return node
        node.args = [pairs]
        if of_keys is None:
            return node
        by_value = ast.Lambda(_one_argument("kv"), ast.Subscript(ast.Name("kv", ast.Load()), ast.Constant(1), ast.Load()))
        node.keywords = [ast.keyword("key", by_value)]
        return ast.copy_location(ast.Subscript(node, ast.Constant(0), ast.Load()), node)

    def _keys_by_value(self, node: ast.Call, keywords: dict[Any, ast.expr], name: str) -> Any:
        reverse = keywords.get("reverse", ast.Constant(False))
        if not set(keywords) <= {"key", "reverse"} or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
            return node
        by_value = ast.Lambda(_one_argument("kv"), ast.Subscript(ast.Name("kv", ast.Load()), ast.Constant(1), ast.Load()))
        ordered = self._sorted(node, (name, by_value, reverse.value, None))
        if ordered is None:
            return node
        made, parts, places = ordered
        self._before += [ast.copy_location(s, node) for s in made]
        return ast.copy_location(OwnCall(table_items.items_at, [parts[0], places]), node)


def _one_argument(name: str) -> ast.arguments:
    return ast.arguments([], [ast.arg(name)], None, [], [], None, [])


def _append(name: str, item: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(load(name), "append", ast.Load()), [item], [])
