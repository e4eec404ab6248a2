"""Given lists of dicts and of tuples in which some values are None, or some dicts lack a key: whether a value is given is one more value.

    for row in rows:                          for row in rows:
        v = row.get("x")                          v = row["x"] if row["x is given"] else None
        if v is None: continue                    if v is None: continue
        t += row.get("y", 0)                      t += row["y"] if row["y is there"] else 0

    for name, v in rows:                      for name, v_held, v_is_given in rows:
        if v is not None:                         v = v_held if v_is_given else None
            t += v                                if v is not None: ...

What such values are is _layout_of.py's to say. A list is gone through and counted, a dict is asked for keys that the text says. Where
None would come into something else, Python makes the call again.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._layouts import GIVEN, THERE, Layout, has_nothing, is_rows
from unpython._library.python_functions import nothing
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.dicts.nested_reads import NotNested
from unpython._writing.nodes import copy_tree, is_name, is_none, is_simple, is_text, load, store, walk
from unpython._writing.plainer import find_source
from unpython._writing.rewriter import TestRewriter, WholeRewriter

#: What says that a value is given, and the value.
Maybe = tuple[ast.expr, ast.expr]


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names. Raises NotNested where a list is used in another way."""
    given = {name: layout for name, layout in layouts.items() if has_nothing(layout)}
    if not given:
        return node, frozenset(), []
    own = local_names(function)
    if any(full_name(load(name), function, own) != f"builtins.{name}" for name in ("len", "enumerate") if any(is_name(n, name) for n in walk(node))):
        raise NotNested
    made = copy_tree(node)
    names: set[str] = set()
    asks = False
    for name, layout in given.items():
        _refuse_other_uses(made, name)
        writer: MaybeWriter = _OfTuples(made, name, layout) if is_rows(layout) else _OfDicts(made, name, layout)
        made.body = writer.statements(made.body)
        names |= writer.names
        asks |= writer.asks
    if asks:
        if not (getattr(made, "runs_again", False) or _attempts.may_run_again(function)):
            raise NotNested
        made.runs_again = True
    return ast.fix_missing_locations(made), frozenset(names), []


def layouts_of(function: FunctionType, given: dict[str, Any]) -> dict[str, Layout]:
    """Those of lists of tuples, if all that the function does with them can be written."""
    from unpython._layout_of import tuples_with_nothing

    found = {name: layout for name, value in given.items() if (layout := tuples_with_nothing(value)) is not None}
    try:
        if found:
            rewritten(function, find_source(function).node, found)
    except NotNested:
        return {}
    return found


def _refuse_other_uses(node: Any, name: str) -> None:
    """Of the list: it is gone through, with numbers or without, and counted."""
    seen: set[int] = set()
    for n in walk(node):
        if isinstance(n, (ast.For, ast.comprehension)) and (over := list_of(n.iter, name)) is not None:
            seen.add(id(over))
        elif isinstance(n, ast.Call) and is_name(n.func, "len") and len(n.args) == 1:
            seen.add(id(n.args[0]))
        elif isinstance(n, (ast.If, ast.IfExp)):
            seen.add(id(n.test))
        elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            seen.add(id(n.operand))
    if any(is_name(n, name) and (id(n) not in seen or not isinstance(n.ctx, ast.Load)) for n in walk(node)):
        raise NotNested
    inner = [a for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for a in walk(n.args) if isinstance(a, ast.arg)]
    if any(a.arg == name for a in inner) or any(isinstance(n, (ast.Global, ast.Nonlocal)) for n in walk(node)):
        raise NotNested


def list_of(node: Any, name: str) -> ast.expr | None:
    """x and enumerate(x), enumerate(x, 1)"""
    if isinstance(node, ast.Call) and is_name(node.func, "enumerate") and 1 <= len(node.args) <= 2:
        node = node.args[0]
    return node if is_name(node, name) else None


class MaybeWriter(WholeRewriter, TestRewriter):
    """Writes what reads values that may be None; `_maybe` says which expressions do."""

    names: set[str]
    asks = False  # a value where None would be an exception, or come into something
    _name: str

    def _maybe(self, node: Any) -> Maybe | None:
        raise NotImplementedError

    def _item(self, loop: Any) -> ast.expr | None:
        """What a loop through the list gives each item to."""
        if list_of(loop.iter, self._name) is None:
            return None
        if isinstance(loop.iter, ast.Call):
            if not isinstance(loop.target, ast.Tuple) or len(loop.target.elts) != 2:
                raise NotNested
            return loop.target.elts[1]
        return loop.target  # type: ignore[no-any-return]

    # Where such a value stands.

    def visit(self, node: Any) -> Any:
        found = self._maybe(node) if isinstance(node, ast.expr) else None
        return super().visit(node) if found is None else ast.copy_location(self._needed(*found), node)

    def _needed(self, flag: ast.expr, value: ast.expr) -> ast.expr:
        self.asks = True
        return OwnCall(nothing.given, [flag, value])

    def _or_none(self, node: Any) -> Any:
        """Where None may come, too: in a name."""
        found = self._maybe(node)
        return self.visit(node) if found is None else ast.copy_location(ast.IfExp(*found, ast.Constant(None)), node)

    def _truth(self, node: Any) -> Any:
        """Where only its truth is asked."""
        if (found := self._maybe(node)) is not None:
            return ast.copy_location(ast.BoolOp(ast.And(), list(found)), node)
        if isinstance(node, ast.BoolOp):
            node.values = list(map(self._truth, node.values))
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            return node
        return self.visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        node.value = self._or_none(node.value) if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) else self.visit(node.value)
        node.targets = list(map(self.visit, node.targets))
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        node.value = None if node.value is None else self._or_none(node.value)
        return node

    def _ended(self, node: Any, kept: dict[str, str]) -> Any:
        """A comprehension after its clauses; `kept`: what was known outside of it."""
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        self._held = kept
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self._truth(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """x or 0"""
        found = self._maybe(node.values[0])
        if found is None or not isinstance(node.op, ast.Or) or len(node.values) != 2:
            return self.generic_visit(node)
        is_true = ast.BoolOp(ast.And(), list(found))
        return ast.copy_location(ast.IfExp(is_true, copy_tree(found[1]), self.visit(node.values[1])), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        found = self._maybe(node.left) if len(node.ops) == 1 else None
        if found is None:
            return self.generic_visit(node)
        flag, value = found
        op, other = node.ops[0], node.comparators[0]
        lacks = ast.UnaryOp(ast.Not(), copy_tree(flag))
        if isinstance(op, (ast.Is, ast.IsNot)) and is_none(other):
            return ast.copy_location(lacks if isinstance(op, ast.Is) else flag, node)
        if isinstance(op, (ast.Eq, ast.NotEq)) and isinstance(other, ast.Constant):
            if is_none(other):
                return ast.copy_location(lacks if isinstance(op, ast.Eq) else flag, node)
            is_among = False
        elif isinstance(op, (ast.In, ast.NotIn)) and isinstance(other, (ast.Tuple, ast.List, ast.Set)) and all(isinstance(e, ast.Constant) for e in other.elts):
            is_among = any(map(is_none, other.elts))
            other.elts = [e for e in other.elts if not is_none(e)]
            if not other.elts:
                return ast.copy_location(lacks if is_among == isinstance(op, ast.In) else flag, node)
        else:
            return self.generic_visit(node)
        compared = ast.Compare(value, [op], [other])
        is_asked = isinstance(op, (ast.Eq, ast.In))
        if is_asked != is_among:  # None is not it
            parts, way = [flag, compared], ast.And()
        else:
            parts, way = [lacks, compared], ast.Or()  # type: ignore[assignment]
        return ast.copy_location(ast.BoolOp(way, parts), node)

    def _comprehension(self, node: Any) -> Any:
        for clause in node.generators:
            clause.iter = self.visit(clause.iter)
            clause.ifs = list(map(self._truth, clause.ifs))
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def _bound_by(node: Any, targets: list[Any]) -> None:
    """Raises NotNested where a name of these targets gets another value."""
    own = {n.id for t in targets for n in walk(t) if isinstance(n, ast.Name)}
    known = {id(n) for t in targets for n in walk(t)}
    for n in walk(node):
        if isinstance(n, ast.Name) and n.id in own and not isinstance(n.ctx, ast.Load) and id(n) not in known:
            raise NotNested
        if isinstance(n, ast.arg) and n.arg in own:
            raise NotNested


class _OfDicts(MaybeWriter):
    def __init__(self, node: Any, name: str, layout: Any):
        self.names = set()
        self._name = name
        self._keys = frozenset(layout.type[1])
        targets = [t for n in walk(node) if isinstance(n, (ast.For, ast.comprehension)) and (t := self._item(n)) is not None]
        if not all(isinstance(t, ast.Name) for t in targets):
            raise NotNested
        _bound_by(node, targets)
        self._rows = {t.id for t in targets}  # type: ignore[attr-defined]
        seen = {id(owner) for n in walk(node) if (owner := self._asked(n)) is not None}
        if any(isinstance(n, ast.Name) and n.id in self._rows and isinstance(n.ctx, ast.Load) and id(n) not in seen for n in walk(node)):
            raise NotNested

    def _asked(self, node: Any) -> Any:
        """r of r[k], r.get(k), r.get(k, d) and `k in r`, where the text says k."""
        owner: Any = None
        key: Any = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            owner, key = node.value, node.slice
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            owner, key = node.comparators[0], node.left
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and 1 <= len(node.args) <= 2 and not node.keywords:
            owner, key = node.func.value, node.args[0]
            if len(node.args) == 2 and not is_simple(node.args[1]):
                return None
        is_row = isinstance(owner, ast.Name) and owner.id in self._rows and is_text(key)
        return owner if is_row and key.value in self._keys and not key.value.endswith((GIVEN, THERE)) else None

    def _part(self, owner: Any, key: str) -> ast.expr:
        return ast.Subscript(load(owner.id), ast.Constant(key), ast.Load())

    def _flag(self, owner: Any, key: str, end: str) -> ast.expr | None:
        return self._part(owner, key + end) if key + end in self._keys else None

    def _maybe(self, node: Any) -> Maybe | None:
        owner = self._asked(node) if isinstance(node, (ast.Subscript, ast.Call)) else None
        if owner is None:
            return None
        key = (node.args[0] if isinstance(node, ast.Call) else node.slice).value  # type: ignore[union-attr]
        given, there = self._flag(owner, key, GIVEN), self._flag(owner, key, THERE)
        is_get = isinstance(node, ast.Call)
        if given is not None and there is None:
            return given, self._part(owner, key)
        if is_get and len(node.args) == 1 and there is not None:
            return given or there, self._part(owner, key)
        if there is not None and given is not None:
            raise NotNested
        return None

    def _whole(self, node: Any) -> Any:
        """What is never None."""
        owner = self._asked(node)
        key = (node.args[0] if isinstance(node, ast.Call) else node.left if isinstance(node, ast.Compare) else node.slice).value  # type: ignore[union-attr]
        there = self._flag(owner, key, THERE)
        value = self._part(owner, key)
        if isinstance(node, ast.Compare):
            found = there or ast.Constant(True)
            return found if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
        if there is None:
            return value
        if isinstance(node, ast.Subscript):
            return self._needed(there, value)
        return ast.IfExp(there, value, node.args[1])

    def visit(self, node: Any) -> Any:
        if self._asked(node) is not None and (isinstance(node, ast.Compare) or self._maybe(node) is None):
            return ast.copy_location(self._whole(node), node)
        return super().visit(node)


class _OfTuples(MaybeWriter):
    def __init__(self, node: Any, name: str, layout: Any):
        self.names = set()
        self._name = name
        self._flagged = tuple(map(int, layout.names[1:]))
        self._width = len(layout.type) - len(self._flagged)
        self._node = node
        self._held: dict[str, str] = {}  # names of comprehensions, and what says that they are given

    def _targets(self, target: Any, name_of: Callable[[str], str]) -> tuple[ast.expr, list[tuple[str, str]]]:
        """The target with flags, and the names that may be None, each with its flag."""
        if not isinstance(target, ast.Tuple) or len(target.elts) != self._width or not all(isinstance(e, ast.Name) for e in target.elts):
            raise NotNested
        _bound_anew = [e.id for e in target.elts]  # type: ignore[attr-defined]
        if len({*_bound_anew}) < self._width:
            raise NotNested
        pairs = []
        elts: list[ast.expr] = list(target.elts)
        for place in self._flagged:
            name = _bound_anew[place]
            flag = f"_{name}_is_held_"
            elts[place] = ast.copy_location(ast.Name(name_of(name), ast.Store()), elts[place])
            elts.append(ast.copy_location(ast.Name(flag, ast.Store()), target))
            pairs.append((name, flag))
        return ast.copy_location(ast.Tuple(elts, ast.Store()), target), pairs

    @staticmethod
    def _with_item(loop: Any, target: ast.expr) -> None:
        if isinstance(loop.iter, ast.Call):
            loop.target.elts[1] = target
        else:
            loop.target = target

    def visit_For(self, node: ast.For) -> Any:
        item = self._item(node)
        begin: list[ast.stmt] = []
        if item is None:
            node.iter = self.visit(node.iter)
        else:
            target, pairs = self._targets(item, lambda name: f"_{name}_held_")
            self._with_item(node, target)
            for name, flag in pairs:
                held = f"_{name}_held_"
                self.names |= {held, flag}
                begin.append(ast.copy_location(store(name, ast.IfExp(load(flag), load(held), ast.Constant(None))), node))
        node.body, node.orelse = [*begin, *self.statements(node.body)], self.statements(node.orelse)
        return node

    def _maybe(self, node: Any) -> Maybe | None:
        if not isinstance(node, ast.Name) or node.id not in self._held:
            return None
        return load(self._held[node.id]), load(node.id)

    def _comprehension(self, node: Any) -> Any:
        kept = dict(self._held)
        node.generators[0].iter = self.visit(node.generators[0].iter)
        for number, clause in enumerate(node.generators):
            if number:
                clause.iter = self.visit(clause.iter)
            item = self._item(clause)
            for n in walk(clause.target):
                if isinstance(n, ast.Name):
                    self._held.pop(n.id, None)
            if item is not None:
                target, pairs = self._targets(item, lambda name: name)
                self._with_item(clause, target)
                self._held.update(pairs)
                self.names |= {flag for _, flag in pairs}
            clause.ifs = list(map(self._truth, clause.ifs))
        return self._ended(node, kept)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if self._held:
            raise NotNested
        return self.generic_visit(node)
