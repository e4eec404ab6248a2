"""What a function returns of a dict of short lists: see fixed_lists.py.

    return d, dict(d), list(d.values())                the dicts of the places, of which the call makes it
    return sorted(d.items(), key=lambda kv: kv[1])     a list of tuples (k, d0[k], d1[k]), of which the call makes it
    return {k: v for k, v in d.items() if v[0] > 1}    the same
    return [(i, k, v) for i, (k, v) in enumerate(d.items())]

One part of what is returned holds lists of the dict, and each of them once.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from unpython._records import Joined
from unpython._writing.nodes import copy_tree, is_item_of, is_name, load, walk
from unpython._writing.records.fixed_list_reads import NotFixed, ReadsOfFixedLists

#: How a list of flat tuples becomes what is returned: `dict` or `list`, and for each part of an entry whether it is a list of the dict.
_Form = tuple[str, tuple[bool, ...]]


class ResultsOfFixedLists(ReadsOfFixedLists):
    def visit_Return(self, node: ast.Return) -> Any:
        whole = node.value
        if isinstance(whole, Joined) and whole.make is None:
            return self.generic_visit(node)
        parts: list[Any] = whole.elts if isinstance(whole, ast.Tuple) else [whole]
        kinds: list[str | _Form] = []
        values: list[ast.expr] = []
        for part in parts:
            kind: str | _Form = self._kind_of_result(part)
            if kind:
                values += [self._dict(i) for i in range(self._width)]
            elif (found := self._entries(part)) is not None:
                kind = found[0]
                values.append(found[1])
            else:
                values.append(part)
            kinds.append(kind)
        if sum(map(bool, kinds)) != 1:
            if any(isinstance(kind, tuple) for kind in kinds):
                raise NotFixed
            return self.generic_visit(node)
        values = [self._later(value) if any(value is part for part in parts) else value for value in values]
        joined = Joined("text", values)
        joined.make = _maker(tuple(kinds), self._width, isinstance(whole, ast.Tuple), whole.make if isinstance(whole, Joined) else None)
        node.value = ast.copy_location(joined, node)
        return node

    def _kind_of_result(self, node: Any) -> str:
        """`dict` of d and dict(d), `list` of list(d.values())"""
        if is_name(node, self._name):
            if self._default is not None:
                raise NotFixed  # its function is the caller's then
            return "dict"
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
            return ""
        if self._library(node.func) == "builtins.dict" and is_name(node.args[0], self._name):
            return "dict"
        return "list" if self._library(node.func) == "builtins.list" and self._gone_through(node.args[0]) == "values" else ""

    def _entries(self, node: Any) -> tuple[_Form, ast.expr] | None:
        """The list of flat tuples that stands for a list or a dict with lists of the dict in it."""
        is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and not is_item_of(node, self._name)
        if is_part or (isinstance(node, ast.Name) and node.id in self._ordered):
            return self._of_items(node)
        if isinstance(node, ast.Call) and len(node.args) == 1 and self._is_builtin(node.func, frozenset(["list", "sorted", "dict"])):
            is_plain = self._library(node.func) == "builtins.list" and not node.keywords
            found = self._of_items(node.args[0] if is_plain else node)
            if found is None and self._library(node.func) == "builtins.dict" and not node.keywords and not is_name(node.args[0], self._name):
                found = self._of_items(node.args[0])
                return None if found is None else (("dict", found[0][1]), found[1])
            return found
        if isinstance(node, ast.DictComp):
            found = self._comprehended(ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators))
            is_by_key = found is not None and found[0][1] == (False, True) and isinstance(node.key, ast.Name) and len(node.generators) == 1
            if found is not None and not is_by_key:
                raise NotFixed  # a key that comes twice
            return None if found is None else (("dict", found[0][1]), found[1])
        return self._comprehended(node) if isinstance(node, ast.ListComp) else None

    def _of_items(self, node: Any) -> tuple[_Form, ast.expr] | None:
        """d.items(), sorted(d.items()) and a name for the latter"""
        key, row = self._new("key"), self._new("of_key")
        if self._keys(copy_tree(node)) is None or self._keys_asked(node) != "items":
            return None
        target = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(row, ast.Store())], ast.Store())
        return self._comprehended(ast.ListComp(ast.Tuple([load(key), load(row)], ast.Load()), [ast.comprehension(target, node, [], 0)]))

    def _keys_asked(self, node: Any) -> str:
        found = self._keys(copy_tree(node))
        return "" if found is None else found[0]

    def _comprehended(self, node: ast.ListComp) -> tuple[_Form, ast.expr] | None:
        """[(i, k, v) for ... in d.items()], where `v` is a list of the dict: (i, k, d0[k], d1[k])"""
        parts = node.elt.elts if isinstance(node.elt, ast.Tuple) else [node.elt]
        rows = {n.id for clause in node.generators if self._asks(clause.iter) for n in walk(clause.target) if isinstance(n, ast.Name)}
        read = [self._of_copy(part) for part in parts]
        form = tuple((isinstance(part, ast.Name) and part.id in rows and self._is_list(node, part.id)) or is_item_of(part, self._name) for part in read)
        if not any(form):
            return None
        if sum(form) > 1 or len(node.generators) > 1:
            raise NotFixed  # the same list twice
        flat = [ast.Starred(row, ast.Load()) if is_row else part for part, row, is_row in zip(parts, read, form, strict=True)]
        made = self._later(ast.ListComp(ast.Tuple(flat, ast.Load()), node.generators))
        return ("list" if isinstance(node.elt, ast.Tuple) else "alone", form), made

    def _of_copy(self, node: Any) -> Any:
        """v of list(v)"""
        is_copy = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self._library(node.func) == "builtins.list"
        return node.args[0] if is_copy and (isinstance(node.args[0], ast.Name) or is_item_of(node.args[0], self._name)) else node

    def _asks(self, node: Any) -> bool:
        return any(isinstance(n, ast.Name) and (n.id == self._name or n.id in self._ordered) for n in walk(node))

    def _is_list(self, node: ast.ListComp, name: str) -> bool:
        """Whether a name of a comprehension stands for lists of the dict."""
        clause: Any = node.generators[0]
        over, target = clause.iter, clause.target
        if self._counted(over) is not None and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            over, target = over.args[0], target.elts[1]
        what = self._keys_asked(over)
        row = target.elts[1] if what == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2 else target if what == "values" else None
        return row is not None and is_name(row, name)


@functools.cache
def _maker(
    kinds: tuple[str | _Form, ...], width: int, is_tuple: bool, then: Callable[[tuple[Any, ...]], Any] | None
) -> Callable[[tuple[Any, ...]], Any]:
    """What makes the result: one function for each kind of result. `then`: what makes it of the parts, another dict among them."""

    def make(values: tuple[Any, ...]) -> Any:
        rest = iter(values)
        made: list[Any] = []
        for kind in kinds:
            if not kind:
                made.append(next(rest))
            elif isinstance(kind, tuple):
                made.append(_entries_of(next(rest), kind, width))
            else:
                places = [next(rest) for _ in range(width)]
                held = {key: [place[key] for place in places] for key in places[0]}
                made.append(held if kind == "dict" else list(held.values()))
        return then(tuple(made)) if then is not None else tuple(made) if is_tuple else made[0]

    return make


def _entries_of(rows: list[tuple[Any, ...]], form: _Form, width: int) -> Any:
    """A list or a dict of flat tuples, of which some items in a row are a list."""
    what, is_list = form
    begin = is_list.index(True)
    made: list[Any] = [(*row[:begin], list(row[begin : begin + width]), *row[begin + width :]) for row in rows]
    return dict(made) if what == "dict" else [entry for (entry,) in made] if what == "alone" else made
