"""What reads a dict of short lists, as what reads a dict for each place: see fixed_lists.py."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, is_item_of, is_name, load, store, walk
from unpython._writing.rewriter import TestRewriter

_TAKE = frozenset("len sorted list enumerate max min set".split())
_TAKE_ROW = frozenset("sum max min tuple".split())
_DIVIDE = (ast.Div, ast.FloorDiv, ast.Mod)


class NotFixed(Exception):
    """A dict of lists is used in a way that no dicts of their places stand for."""


def place_in(node: ast.expr, width: int) -> int | None:
    """The number that a subscript is, counted from the beginning."""
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        sign, node = -1, node.operand
    if not isinstance(node, ast.Constant) or type(node.value) is not int or not -width <= sign * node.value < width:
        return None
    return sign * node.value % width


def _is_name_or_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(_is_name_or_constant, node.elts))
    return isinstance(node, (ast.Name, ast.Constant))


def _is_safe(node: ast.expr) -> bool:
    """Computed earlier, and again, it is the same, and raises nothing."""
    if isinstance(node, ast.BinOp):
        is_number = isinstance(node.right, ast.Constant) and type(node.right.value) is int and node.right.value > 0
        return _is_safe(node.left) and (is_number if isinstance(node.op, _DIVIDE) else isinstance(node.op, (ast.Add, ast.Sub)) and _is_safe(node.right))
    return all(map(_is_safe, node.elts)) if isinstance(node, ast.Tuple) else _is_name_or_constant(node)


class ReadsOfFixedLists(TestRewriter):
    """`default`: what a new key gets, in a defaultdict. `_rows`: names for lists of the dict, with the keys of these; `_values`: names for
    items of them; `_known`: names that are keys of the dict; `_ordered`: names for its sorted items, which become the sorted keys;
    `_before`: what goes in front of a statement, None where what is computed may not be; `_has_items_alone`: whether the statement uses
    the dict for d[k] alone; `_covered`: how often the names for lists are known to be read; `_inside`: how often names stand for something else
    in a comprehension."""

    def __init__(self, name: str, width: int, default: list[ast.expr] | None, library: Callable[[ast.expr], str], whole: ast.FunctionDef):
        self._name = name
        self._width = width
        self._default = default
        self._library = library
        self._whole = copy_tree(whole)
        self._rows: dict[str, ast.expr] = {}
        self._values: dict[str, ast.expr] = {}
        self._known: list[str] = []
        self._ordered: set[str] = set()
        self._before: list[ast.stmt] | None = None
        self._has_items_alone = False
        self._covered: dict[str, int] = {}
        self._inside: dict[str, int] = {}
        self._count = 0
        self.names = {self._dict(i).id for i in range(width)}

    def _new(self, what: str) -> str:
        self._count += 1
        name = f"_{self._name}_{what}_{self._count}_"
        self.names.add(name)
        return name

    def _dict(self, place: int) -> ast.Name:
        return ast.Name(f"_{self._name}_list_place_{place}_", ast.Load())

    def _item(self, key: ast.expr, place: int, context: ast.expr_context | None = None) -> ast.Subscript:
        return ast.Subscript(self._dict(place), copy_tree(key), context or ast.Load())

    def _items(self, key: ast.expr) -> list[ast.expr]:
        return [self._item(key, place) for place in range(self._width)]

    def _is_builtin(self, node: ast.expr, names: frozenset[str]) -> bool:
        return self._library(node).removeprefix("builtins.") in names

    def _later(self, node: Any) -> Any:
        """What may not be computed at all, or several times."""
        outer, self._before = self._before, None
        made = self.visit(node)
        self._before = outer
        return made

    # Keys.

    def _held(self, node: ast.expr, before: list[ast.stmt], what: str) -> ast.expr:
        if _is_name_or_constant(node) or (what == "item" and isinstance(node, ast.List) and not node.elts):
            return node
        name = self._new(what)
        before.append(store(name, node))
        return load(name)

    def _entered(self, key: ast.expr, values: list[ast.expr]) -> list[ast.stmt]:
        return [ast.Assign([self._item(key, i, ast.Store())], copy_tree(value)) for i, value in enumerate(values)]

    def _entered_if_new(self, key: ast.expr, values: list[ast.expr]) -> ast.stmt:
        return ast.If(ast.Compare(copy_tree(key), [ast.NotIn()], [self._dict(0)]), self._entered(key, values), [])

    def _is_known(self, key: ast.expr) -> bool:
        return isinstance(key, ast.Name) and key.id in self._known

    def _made_sure(self, key: ast.expr, before: list[ast.stmt]) -> None:
        """What d[k] does in a defaultdict."""
        if self._default is not None and not self._is_known(key):
            before.append(self._entered_if_new(key, self._default))

    def _key_of_row(self, node: Any) -> ast.expr | None:
        """The key of the list that an expression is, as it is read: of a name, d[k] and d.setdefault(k, [0, 0])."""
        if isinstance(node, ast.Name) and node.id in self._rows:
            return self._rows[node.id]
        if not is_item_of(node, self._name):
            return None
        key = self.visit(node.slice)
        if self._default is None or self._is_known(key):
            return key  # type: ignore[no-any-return]
        if self._before is None or not self._has_items_alone or not _is_safe(key):
            raise NotFixed
        self._made_sure(key, self._before)
        return key  # type: ignore[no-any-return]

    # Loops.

    def _gone_through(self, node: Any) -> str:
        """keys, values or items: what a loop over an expression goes through"""
        if is_name(node, self._name):
            return "keys"
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_name(node.func.value, self._name)
        is_known = is_method and not node.args and not node.keywords and node.func.attr in ("keys", "values", "items")
        return str(node.func.attr) if is_known else ""

    def _keys(self, node: Any) -> tuple[str, ast.expr] | None:
        """What a loop goes through, and the keys in its order."""
        if what := self._gone_through(node):
            return what, self._dict(0)
        ordered = node.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) else node
        if isinstance(ordered, ast.Name) and ordered.id in self._ordered:
            if ordered is not node:
                node.slice = self._later(node.slice)
            return "items", node
        if ordered is not node and isinstance(ordered, ast.Call) and (found := self._keys(ordered)) is not None:
            return found[0], ast.Subscript(found[1], self._later(node.slice), ast.Load())
        if not isinstance(node, ast.Call) or len(node.args) != 1 or not self._is_builtin(node.func, frozenset(["sorted"])):
            return None
        what = self._gone_through(node.args[0])
        if what not in ("keys", "items"):
            return None
        keywords = [ast.keyword(k.arg, self._order(k.value, what) if k.arg == "key" else self.visit(k.value)) for k in node.keywords]
        return what, ast.Call(node.func, [self._dict(0)], keywords)

    def _counted(self, node: Any) -> ast.Call | None:
        """enumerate(x)"""
        is_call = isinstance(node, ast.Call) and 1 <= len(node.args) <= 2 and not any(isinstance(a, ast.Starred) for a in node.args)
        return node if is_call and self._is_builtin(node.func, frozenset(["enumerate"])) else None

    def _with_count(self, counted: ast.Call | None, target: Any, keys: ast.expr, key: Any) -> tuple[ast.expr, Any]:
        """What a loop goes through, and its target: with the number of each key where the loop counts them."""
        if counted is None:
            return keys, key
        more = [self._later(a) for a in counted.args[1:]]
        keywords = [ast.keyword(k.arg, self._later(k.value)) for k in counted.keywords]
        return ast.Call(counted.func, [keys, *more], keywords), ast.Tuple([target.elts[0], key], ast.Store())

    def _order(self, node: Any, what: str) -> ast.expr:
        """lambda kv: kv[1][0] as a lambda of the key."""
        if not isinstance(node, ast.Lambda) or len(node.args.args) != 1 or sum(isinstance(n, ast.arg) for n in walk(node.args)) != 1:
            raise NotFixed
        if any(isinstance(n, ast.Lambda) for n in walk(node.body)) or given_twice(node.body):
            raise NotFixed
        given = node.args.args[0].arg
        if given in self._rows or given in self._values or given == self._name:
            raise NotFixed
        key = given if what == "keys" else self._new("key")
        body = node.body if what == "keys" else _Pairs(given, key, self._name).visit(node.body)
        self._known.append(key)
        made = _flat(self._later(_Wholes(self, key).visit(body)))
        self._known.pop()
        if any(isinstance(n, ast.comprehension) for n in walk(made)):
            raise NotFixed
        return ast.Lambda(ast.arguments([], [ast.arg(key)], None, [], [], None, []), made)

    def _targets(self, target: Any, what: str) -> tuple[Any, Any]:
        """Those of the key and of the list."""
        if what == "keys":
            return target, None
        if what == "values":
            key, row = ast.Name(self._new("key"), ast.Store()), target
        elif isinstance(target, ast.Tuple) and len(target.elts) == 2:
            key, row = target.elts  # type: ignore[assignment]
        else:
            raise NotFixed
        is_row = isinstance(row, ast.Tuple) and len(row.elts) == self._width and all(isinstance(e, ast.Name) for e in row.elts)
        if not isinstance(row, ast.Name) and not is_row:
            raise NotFixed
        if not isinstance(key, ast.Name) and not (isinstance(key, ast.Tuple) and all(isinstance(e, ast.Name) for e in key.elts)):
            raise NotFixed
        return key, row

    def _comprehension(self, node: Any) -> Any:
        if given_twice(node):
            raise NotFixed
        own = {n.id for clause in node.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
        if own & (self._rows.keys() | self._values.keys() | {self._name, *self._known}):
            raise NotFixed
        for name in own:
            self._inside[name] = self._inside.get(name, 0) + sum(is_name(n, name) for n in walk(node))
        known = len(self._known)
        for number, clause in enumerate(node.generators):
            outer = self._before
            self._before = outer if number == 0 else None
            counted = self._counted(clause.iter) if isinstance(clause.target, ast.Tuple) and len(clause.target.elts) == 2 else None
            found = self._keys(counted.args[0] if counted is not None else clause.iter)
            if found is None:
                clause.iter = self._items_of_row(clause.iter) or self.visit(clause.iter)
            else:
                what, keys = found
                key, row = self._targets(clause.target.elts[1] if counted is not None else clause.target, what)
                clause.iter, clause.target = self._with_count(counted, clause.target, keys, as_stored(key))
                self._known += [key.id] if isinstance(key, ast.Name) else []
                if isinstance(row, ast.Name):
                    self._rows[row.id] = as_read(key)
                elif row is not None:
                    self._values.update({e.id: item for e, item in zip(row.elts, self._items(as_read(key)), strict=True)})
            self._before = None
            clause.ifs = list(map(self._truth, clause.ifs))
            self._before = outer
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                setattr(node, field, self._later(getattr(node, field)))
        del self._known[known:]
        self._rows = {name: key for name, key in self._rows.items() if name not in own}
        self._values = {name: item for name, item in self._values.items() if name not in own}
        return _written_out(node)

    def _items_of_row(self, node: Any) -> ast.expr | None:
        """A list of the dict that is only gone through, as a new one."""
        key = self._key_of_row(node)
        return None if key is None else ast.List(self._items(key), ast.Load())

    def _without_stars(self, parts: list[Any]) -> list[Any]:
        """(k, *v) with the items of `v`."""
        made: list[Any] = []
        for part in parts:
            key = self._key_of_row(part.value) if isinstance(part, ast.Starred) else None
            made += [part] if key is None else self._items(key)
        return made

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    # Expressions.

    def _truth(self, node: Any) -> Any:
        return self._dict(0) if is_name(node, self._name) else self.visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        node.body, node.orelse = self._later(node.body), self._later(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        node.values = [self.visit(node.values[0]), *map(self._later, node.values[1:])]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        own = {n.arg for n in walk(node.args) if isinstance(n, ast.arg)}
        if own & (self._rows.keys() | self._values.keys() | {self._name, *self._known}):
            raise NotFixed
        node.body = self._later(node.body)
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and is_name(node.comparators[0], self._name):
            return ast.Compare(self.visit(node.left), node.ops, [self._dict(0)])
        node.left = self.visit(node.left)
        node.comparators = [self.visit(node.comparators[0]), *map(self._later, node.comparators[1:])]
        return node

    def visit_Tuple(self, node: Any) -> Any:
        if isinstance(node.ctx, ast.Load):
            node.elts = self._without_stars(node.elts)
        return self.generic_visit(node)

    visit_List = visit_Tuple

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        place = place_in(node.slice, self._width)
        is_row = is_item_of(node.value, self._name) or (isinstance(node.value, ast.Name) and node.value.id in self._rows)
        if not is_row:
            return self.generic_visit(node)
        if place is None or not isinstance(node.ctx, ast.Load):
            raise NotFixed
        key = self._key_of_row(node.value)
        assert key is not None
        return self._item(key, place)

    def visit_Call(self, node: ast.Call) -> Any:
        if len(node.args) == 1 and isinstance(node.args[0], ast.Name) and node.args[0].id in self._ordered and self._is_builtin(node.func, frozenset(["len"])):
            return node
        if len(node.args) == 1 and self._gone_through(node.args[0]) == "keys" and self._is_builtin(node.func, _TAKE):
            for keyword in node.keywords:
                keyword.value = self._order(keyword.value, "keys") if keyword.arg == "key" else self.visit(keyword.value)
            node.args = [self._dict(0)]
            return node
        if len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name) and self._is_builtin(node.func, _TAKE_ROW):
            if (key := self._rows.get(node.args[0].id)) is not None:
                kind = ast.Tuple if self._library(node.func) == "builtins.tuple" else ast.List
                made = kind(self._items(key), ast.Load())
                if kind is ast.Tuple:
                    return made
                node.args = [made]
                return node
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name or node.id in self._rows or node.id in self._ordered:
            raise NotFixed
        return copy_tree(self._values[node.id]) if node.id in self._values else node


class _Pairs(ast.NodeTransformer):
    """kv[0] as the key, and kv[1] as what the dict has for it."""

    def __init__(self, name: str, key: str, table: str):
        self._name, self._key, self._table = name, key, table

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        place = place_in(node.slice, 2) if is_name(node.value, self._name) else None
        if place is None:
            return self.generic_visit(node)
        return load(self._key) if place == 0 else ast.Subscript(load(self._table), load(self._key), ast.Load())

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name:
            raise NotFixed
        return node


class _Wholes(ast.NodeTransformer):
    """The list of a key in an order, as a tuple: both are in the same order."""

    def __init__(self, reads: Any, key: str):
        self._reads, self._key = reads, key

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        return node if is_item_of(node.value, self._reads._name) else self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        return node

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        made = [ast.Tuple(self._reads._items(load(self._key)), ast.Load()) if self._is_whole(e) else self.visit(e) for e in node.elts]
        return ast.Tuple(made, ast.Load())

    def visit(self, node: Any) -> Any:
        return ast.Tuple(self._reads._items(load(self._key)), ast.Load()) if self._is_whole(node) else super().visit(node)

    def _is_whole(self, node: Any) -> bool:
        return is_item_of(node, self._reads._name) and is_name(node.slice, self._key)


def _flat(node: Any) -> Any:
    """([a, b], k) as (a, b, k), which is in the same order."""
    if isinstance(node, ast.List):
        return ast.Tuple(node.elts, ast.Load())
    if not isinstance(node, ast.Tuple):
        return node
    return ast.Tuple([part for e in node.elts for part in (e.elts if isinstance(e, (ast.List, ast.Tuple)) else [e])], ast.Load())


def _written_out(node: Any) -> Any:
    """[-x for x in [a, b]] as [-a, -b]"""
    clause = node.generators[0]
    is_plain = isinstance(node, ast.ListComp) and len(node.generators) == 1 and not clause.ifs and isinstance(clause.target, ast.Name)
    if not is_plain or not isinstance(clause.iter, ast.List) or not all(isinstance(e, ast.Subscript) for e in clause.iter.elts):
        return node
    if any(isinstance(n, (ast.comprehension, ast.Lambda)) for n in walk(node.elt)):
        return node
    return ast.List([with_names(copy_tree(node.elt), clause.target.id, e) for e in clause.iter.elts], ast.Load())


def given_twice(node: Any) -> bool:
    """Whether a name is given several values in a comprehension and those inside of it."""
    own = [n.id for c in walk(node) if isinstance(c, ast.comprehension) for n in walk(c.target) if isinstance(n, ast.Name)]
    return len({*own}) < len(own)


def _with(node: Any, context: ast.expr_context) -> Any:
    made = copy_tree(node)
    for n in walk(made):
        if isinstance(n, (ast.Name, ast.Tuple)):
            n.ctx = context
    return made


def as_read(node: Any) -> Any:
    return _with(node, ast.Load())


def as_stored(node: Any) -> Any:
    return _with(node, ast.Store())
