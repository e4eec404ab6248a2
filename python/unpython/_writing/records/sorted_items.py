"""Loops through the sorted items of dicts of lists that a call gives, as loops through their sorted keys:

    for k, v in sorted(d.items()): ...                                  for k in sorted(d): v = d[k]; ...
    [k for k, v in sorted(d.items(), key=lambda kv: -len(kv[1]))]       [k for k in sorted(d, key=lambda k: -len(d[k]))]

No two keys are equal: the order of the items is that of their keys.
"""

from __future__ import annotations

import ast
from collections import Counter
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_table
from unpython._local_names import local_names
from unpython._writing.calls import full_name, with_names
from unpython._writing.dicts.nested_reads import is_given
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` in which these are written so, no names, and no free names."""
    tables = frozenset(name for name, layout in layouts.items() if is_table(layout) and layout.depth)
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    writer = _Writer(function, node, tables - stored)
    if not tables - stored:
        return node, frozenset(), []
    made = copy_tree(node)
    _put_back(made)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


def _put_back(node: Any) -> None:
    """What plain_words.py gave a name of its own before the loop, in the head of the loop: `node` is changed."""
    for block in [part for n in walk(node) for part in (getattr(n, "body", None), getattr(n, "orelse", None)) if isinstance(part, list)]:
        for made in list(block):
            if not isinstance(made, ast.Assign) or not isinstance(made.targets[0], ast.Name) or not made.targets[0].id.startswith("_sorted_"):
                continue
            name, place = made.targets[0].id, block.index(made)
            is_ordered = isinstance(made.value, ast.Call) and bool(made.value.keywords)  # by something that may raise
            after = block[place + 1 : place + 2] if is_ordered else block[place + 1 :]
            head = next((head for head in map(_head, after) if head is not None and is_name(head.iter, name)), None)
            if head is not None and sum(is_name(n, name) for n in walk(node)) == 2:
                head.iter = made.value
                del block[place]


def _head(node: ast.stmt) -> Any:
    """The loop or the clause that a statement begins with."""
    generators = getattr(getattr(node, "value", None), "generators", None)
    return node if isinstance(node, ast.For) else generators[0] if generators else None


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, node: Any, tables: frozenset[str]):
        self._function = function
        self._own = local_names(function)
        self._tables = tables
        self._uses = Counter(n.id for n in walk(node) if isinstance(n, ast.Name))
        self.is_changed = False

    def _keys(self, node: Any) -> tuple[str, str, ast.expr, str] | None:
        """What a loop or a clause goes through: the name of the dict, of the key, its sorted keys, and the name of the value."""
        call, target = node.iter, node.target
        if not isinstance(call, ast.Call) or len(call.args) != 1 or full_name(call.func, self._function, self._own) != "builtins.sorted":
            return None
        items: Any = call.args[0]
        is_view = isinstance(items, ast.Call) and isinstance(items.func, ast.Attribute) and items.func.attr == "items" and not items.args
        held: Any = items.func.value if is_view else None
        names = [getattr(t, "id", "") for t in target.elts] if isinstance(target, ast.Tuple) else []
        if not isinstance(held, ast.Name) or held.id not in self._tables or len(names) != 2 or not all(names) or names[0] == names[1] or held.id in names:
            return None
        keywords = [self._keyword(held.id, k) for k in call.keywords]
        if None in keywords:
            return None
        made = ast.Call(call.func, [load(held.id)], [k for k in keywords if k is not None])
        return held.id, names[0], ast.copy_location(made, call), names[1]

    def _keyword(self, held: str, node: ast.keyword) -> ast.keyword | None:
        """key=lambda kv: kv[1], of the key alone."""
        given: Any = node.value
        if node.arg != "key":
            return node if node.arg == "reverse" and isinstance(given, ast.Constant) else None
        if not isinstance(given, ast.Lambda) or sum(isinstance(a, ast.arg) for a in walk(given.args)) != 1 or not given.args.args:
            return None
        pair = given.args.args[0].arg
        parts = [n for n in walk(given.body) if isinstance(n, ast.Subscript) and is_name(n.value, pair) and isinstance(n.slice, ast.Constant)]
        uses = sum(is_name(n, pair) for n in walk(given.body))
        if pair == held or len(parts) != uses or any(type(n.slice.value) is not int or n.slice.value not in (0, 1) for n in parts):  # type: ignore[attr-defined]
            return None
        body = copy_tree(given.body, {id(n): self._part(held, pair, n.slice.value) for n in parts})  # type: ignore[attr-defined]
        return ast.keyword("key", ast.Lambda(given.args, body))

    @staticmethod
    def _part(held: str, key: str, place: int) -> ast.expr:
        return ast.Subscript(load(held), load(key), ast.Load()) if place else load(key)

    def visit_For(self, node: ast.For) -> Any:
        found = self._keys(node)
        self.go_inside(node)
        if found is None:
            return node
        held, key, node.iter, value = found
        node.target = ast.Name(key, ast.Store())
        self.is_changed = True
        inside = sum(is_name(n, value) for s in node.body for n in walk(s))
        is_given_there = any(is_given(name, s) for s in node.body for name in (key, value))
        if self._uses.get(value) == inside + 1 and not is_given_there:
            node.body = [with_names(s, value, self._part(held, key, 1)) for s in node.body]
            return node
        named = ast.copy_location(store(value, self._part(held, key, 1)), node)
        node.body = [ast.fix_missing_locations(named), *node.body]
        return node

    def _comprehension(self, node: Any) -> Any:
        parts = ("key", "value") if isinstance(node, ast.DictComp) else ("elt",)
        for number, clause in enumerate(node.generators):
            found = self._keys(clause)
            if found is None or is_given(found[3], node) > 1 or is_given(found[1], node) > 1 or is_given(found[0], node):
                continue
            held, key, clause.iter, value = found
            clause.target = ast.Name(key, ast.Store())
            item = self._part(held, key, 1)
            clause.ifs = [with_names(test, value, item) for test in clause.ifs]
            for later in node.generators[number + 1 :]:
                later.iter, later.ifs = with_names(later.iter, value, item), [with_names(test, value, item) for test in later.ifs]
            for part in parts:
                setattr(node, part, with_names(getattr(node, part), value, item))
            self.is_changed = True
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension
