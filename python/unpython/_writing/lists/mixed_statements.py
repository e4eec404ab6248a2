"""Statements that use lists of several types: the part of the rewriter of mixed_lists.py that knows of them."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from typing import Any

from unpython import _records
from unpython._library.python_functions import lists
from unpython._records import Joined
from unpython._writing.calls import OwnCall, refusal, with_own_targets
from unpython._writing.lists.mixed_expressions import MixedExpressions, NotMixed, is_simple
from unpython._writing.lists.mixed_names import PARTS, loads
from unpython._writing.nodes import copy_tree, is_name, is_none, part_of, walk


class Rewriter(MixedExpressions):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None or self._name_of(node.target) is None:
            return self.generic_visit(node)
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) == 1 and (name := self._name_of(target)) is not None:
            return self._at(node, self._made(name, node.value))
        if len(node.targets) == 1 and self._place_of(target) is not None:
            return self._at(node, self._stored(target, node.value))
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and any(map(self._place_of, target.elts)):
            return self._each(node, target)
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and any(map(self._name_of, target.elts)):
            return self._one_by_one(node, target)
        return self.generic_visit(node)

    def _place_of(self, node: Any) -> str | None:
        """v of v[i]"""
        is_item = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
        return self._name_of(node.value) if is_item else None

    def _stored(self, target: Any, value: ast.expr) -> list[ast.stmt]:
        parts, index = loads(target.value.id), self.visit(target.slice)
        if is_none(value):
            return [ast.Expr(OwnCall(self._own_function("put_none"), [*parts, index]))]
        if isinstance(value, ast.IfExp) and (is_none(value.body) or is_none(value.orelse)):
            ways = [self._stored(copy_tree(target), way) for way in (value.body, value.orelse)]
            return [ast.If(self.visit(value.test), *ways)]
        if any(map(is_none, walk(value))):
            raise NotMixed(target.value.id)
        return [ast.Expr(OwnCall(self._own_function("put", target.value.id), [*parts, self.visit(value), index]))]

    def _each(self, node: ast.Assign, target: ast.Tuple) -> list[ast.stmt]:
        """v[i], v[j] = v[j], v[i]"""
        if not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(target.elts):
            raise NotMixed(next(filter(None, map(self._place_of, target.elts))))
        made, held = self._held(node.value.elts)
        for one, value in zip(target.elts, held, strict=True):
            made += self._stored(one, value) if self._place_of(one) else [ast.Assign([self.visit(one)], value)]
        return self._at(node, made)

    def _one_by_one(self, node: ast.Assign, target: ast.Tuple) -> Any:
        """v, w = [], [x]"""
        name = next(name for e in target.elts if (name := self._name_of(e)) is not None)
        names = {e.id for e in target.elts if isinstance(e, ast.Name)}
        values = node.value.elts if isinstance(node.value, ast.Tuple) else []
        read = {n.id for value in values for n in walk(value) if isinstance(n, ast.Name)}
        if len(values) != len(target.elts) or len(names) != len(values) or names & read:
            raise NotMixed(name)
        each = [ast.copy_location(ast.Assign([one], value), node) for one, value in zip(target.elts, values, strict=True)]
        return self.statements(each)  # type: ignore[arg-type]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        name = self._name_of(node.target)
        if name is not None:
            if not isinstance(node.op, ast.Add):
                raise NotMixed(name)
            return self._at(node, self._extended(name, node.value))
        if self._place_of(node.target) is None:
            return self.generic_visit(node)
        target: Any = node.target
        if not is_simple(target.slice):
            raise NotMixed(target.value.id)
        old = ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), node)
        value = ast.copy_location(ast.BinOp(copy_tree(old), node.op, node.value), node)
        return self._at(node, self._stored(target, value))

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        name = self._name_of(call.func.value) if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if name is not None and call.func.attr == "sort" and not call.args:
            return self._at(node, [self._sorted(name, call.keywords)])
        if name is None or call.func.attr not in ("append", "extend", "clear") or call.keywords:
            return self.generic_visit(node)
        if call.func.attr == "clear" and not call.args:
            whole = ast.Slice(ast.Constant(0), None, None)
            return self._at(node, [ast.Delete([ast.Subscript(part, whole, ast.Del())]) for part in loads(name)])
        if len(call.args) != 1:
            raise NotMixed(name)
        value = call.args[0]
        return self._at(node, self._appended(name, value) if call.func.attr == "append" else self._extended(name, value))

    def visit_Delete(self, node: ast.Delete) -> Any:
        target: Any = node.targets[0]
        name = self._name_of(getattr(target, "value", None))
        if name is None or len(node.targets) > 1:
            return self.generic_visit(node)
        if not isinstance(target.slice, ast.Slice):
            return self._at(node, [ast.Expr(self._variant_call(lists.delete_item, [target.value, target.slice]))])
        if target.slice.upper is not None or target.slice.step is not None or not is_simple(target.slice.lower):
            raise NotMixed(name)
        return self._at(node, [ast.Delete([ast.Subscript(part, target.slice, ast.Del())]) for part in loads(name)])

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is not None:
            node.value = self._returned(node.value, set())
        return node

    def _returned(self, node: ast.expr, seen: set[str]) -> ast.expr:
        """A list is returned once: it is one object."""
        name = self._name_of(node)
        if isinstance(node, ast.Tuple):
            is_of_lists = isinstance(node, Joined) and node.make is None and any(map(self._name_of, node.elts))
            node.elts = [self._returned(item, seen) for item in node.elts]
            return ast.copy_location(_joined(node), node) if is_of_lists else node  # type: ignore[arg-type]
        if name is None or name in seen:
            return self.visit(node)
        seen.add(name)
        made = Joined("text", loads(name))
        made.make = _list
        return ast.copy_location(made, node)

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(self._asked(node.test))
        known = _known(node.test)
        if known is not None:
            return self.statements(node.body if known else node.orelse) or ast.copy_location(ast.Pass(), node)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    def visit_While(self, node: Any) -> Any:
        node.test = self._asked(node.test)
        return self.generic_visit(node)

    visit_IfExp = visit_While

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            node.operand = self._asked(node.operand)
        return self.generic_visit(node)

    def _asked(self, node: ast.expr) -> ast.expr:
        """`while v:` and `if v and x:`"""
        if (name := self._name_of(node)) is not None:
            return ast.copy_location(ast.Name(part_of(name, "kinds"), ast.Load()), node)
        if isinstance(node, ast.BoolOp):
            node.values = [self._asked(value) for value in node.values]
        return node

    def visit_For(self, node: ast.For) -> Any:
        over, target, named = self._gone_through(node.iter, node.target)
        if not named:
            return self.generic_visit(node)
        node.iter, node.target = over, target
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        given = [ast.Assign([ast.Name(name, ast.Store())], value) for name, value in named.items()]
        node.body = [*self._at(node, given), *node.body]
        return node

    # What is made and what grows.

    def _at(self, node: ast.AST, made: list[Any]) -> list[ast.stmt]:
        return [ast.fix_missing_locations(ast.copy_location(statement, node)) for statement in made]

    def _held(self, values: list[ast.expr]) -> tuple[list[Any], list[ast.expr]]:
        """Names for values, and the statements that give these their values."""
        made: list[Any] = []
        held: list[ast.expr] = []
        for value in values:
            if isinstance(value, ast.Constant):
                held.append(value)
                continue
            name = self._temporary()
            made.append(ast.Assign([ast.Name(name, ast.Store())], self.visit(value)))
            held.append(ast.Name(name, ast.Load()))
        return made, held

    def _appended(self, name: str, value: ast.expr) -> list[ast.stmt]:
        if is_none(value):
            return [ast.Expr(OwnCall(self._own_function("append_none"), loads(name)))]
        if isinstance(value, ast.IfExp) and (is_none(value.body) or is_none(value.orelse)):
            return [ast.If(self.visit(value.test), self._appended(name, value.body), self._appended(name, value.orelse))]
        if any(map(is_none, walk(value))):
            raise NotMixed(name)
        return [ast.Expr(OwnCall(self._own_function("append", name), [*loads(name), self.visit(value)]))]

    def _extended(self, name: str, value: ast.expr) -> list[Any]:
        if any(self._name_of(n) == name for n in walk(value)) and not isinstance(value, ast.List):
            raise NotMixed(name)
        return self._grown(name, value)

    def _made(self, name: str, value: ast.expr) -> list[Any]:
        if isinstance(value, ast.Name):  # a second name for one list
            raise NotMixed(name)
        into = self._another(name) if any(self._name_of(n) == name for n in walk(value)) else name
        empty = [ast.Assign([ast.Name(part_of(into, part), ast.Store())], ast.List([], ast.Load())) for part in PARTS]
        before: list[Any] = self._only_list(name, value, "a copy of what is no list is no list") if _copied(value) else []
        if isinstance(value, ast.List):
            before, held = self._held([v for v in value.elts if not is_none(v)])
            value = ast.List([ast.Constant(None) if is_none(v) else held.pop(0) for v in value.elts], ast.Load())
        if self._is_sorted(into, value):
            items = self._grown(into, value.args[0])  # type: ignore[attr-defined]
            made = [*empty, *items, self._sorted(into, value.keywords)] if len(items) == 1 else self._not_mixed(name)  # type: ignore[attr-defined]
        else:
            made = [*before, *empty, *self._grown(into, value)]
        if into != name:
            made += [ast.Assign([ast.Name(part_of(name, part), ast.Store())], ast.Name(part_of(into, part), ast.Load())) for part in PARTS]
        return made

    def _grown(self, name: str, value: Any) -> list[Any]:
        """The items of another list, one after the other."""
        if isinstance(value, ast.List):
            before, held = self._held([v for v in value.elts if not is_none(v)])
            items = [ast.Constant(None) if is_none(v) else held.pop(0) for v in value.elts]
            return [*before, *(s for item in items for s in self._appended(name, item))]
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            sides = [value.left, value.right]
            only = [s for side in sides for s in self._only_list(name, side, "a list and what is no list are not added")]
            return [*only, *(s for side in sides for s in self._grown(name, side))]
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ast.List):
            before, held = self._held([*(v for v in value.left.elts if not is_none(v)), value.right])
            count = held.pop()
            items = [ast.Constant(None) if is_none(v) else held.pop(0) for v in value.left.elts]
            body = [s for item in items for s in self._appended(name, item)]
            return [*before, ast.For(ast.Name(self._temporary(), ast.Store()), self._range(name, count), body, [])]
        if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
            return [self._nest(name, value)]
        if isinstance(value, ast.Call) and (copied := _copied(value)) is not None:
            value = copied
        elif isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords and self._library(value.func) == "builtins.list":
            value = value.args[0]
        elif self._is_sorted(name, value):
            other = self._another(name)  # the items that the list has already stay where they are
            return [*self._made(other, value), *self._grown(name, ast.copy_location(ast.Name(other, ast.Load()), value))]
        if not isinstance(value, (ast.Name, ast.Subscript)) or (isinstance(value, ast.Subscript) and not isinstance(value.slice, ast.Slice)):
            raise NotMixed(name)
        item = self._temporary()
        loop = ast.For(ast.Name(item, ast.Store()), value, [], [])
        made = self.visit_For(ast.fix_missing_locations(ast.copy_location(loop, value)))
        made.body += [ast.Expr(OwnCall(self._own_function("append", name), [*loads(name), ast.Name(item, ast.Load())]))]
        return [made]

    def _only_list(self, name: str, value: Any, otherwise: str) -> list[ast.stmt]:
        """Refuses v, v[i:j] and v.copy() where v is a tuple or an array."""
        whole = _copied(value) or value
        is_list = isinstance(whole, (ast.List, ast.ListComp)) or (
            isinstance(whole, ast.Call) and self._library(whole.func) in ("builtins.list", "builtins.sorted")
        )
        if isinstance(whole, ast.Tuple) or not (whole is value or is_list or isinstance(whole, ast.Name)):
            raise NotMixed(name)
        if not isinstance(whole, ast.Name) or self._name_of(whole) is not None:
            return []
        asked = [ast.Name("isinstance", ast.Load()), ast.Name("list", ast.Load())]
        if [self._library(n) for n in asked] != ["builtins.isinstance", "builtins.list"]:
            raise NotMixed(name)
        is_other = ast.UnaryOp(ast.Not(), ast.Call(asked[0], [copy_tree(whole), asked[1]], []))
        return [ast.If(is_other, [refusal(otherwise)], [])]

    def _another(self, name: str) -> str:
        """A new list of such items."""
        made = self._temporary()
        self._mixed[made] = self._mixed[name]
        self.names |= {part_of(made, part) for part in PARTS}
        return made

    def _is_sorted(self, name: str, value: ast.expr) -> bool:
        is_call = isinstance(value, ast.Call) and len(value.args) == 1 and self._library(value.func) == "builtins.sorted"
        return is_call and name not in self._with_none

    def _not_mixed(self, name: str) -> Any:
        raise NotMixed(name)

    def _sorted(self, name: str, keywords: list[ast.keyword]) -> ast.stmt:
        reverse = keywords[0].value if keywords else ast.Constant(False)
        if [k.arg for k in keywords] not in ([], ["reverse"]) or not isinstance(reverse, ast.Constant):
            raise NotMixed(name)
        return ast.Expr(self._variant_call(lists.sort_list, [ast.Name(name, ast.Load()), ast.Constant(bool(reverse.value))], reverse))

    def _range(self, name: str, count: ast.expr) -> ast.expr:
        called = ast.Name("range", ast.Load())
        if self._library(called) != "builtins.range":
            raise NotMixed(name)
        return ast.Call(called, [count], [])

    def _nest(self, name: str, value: Any) -> ast.stmt:
        """A list comprehension as loops, whose names are no others."""
        own = sorted({n.id for clause in value.generators for n in walk(clause.target) if isinstance(n, ast.Name)})
        clauses = [clause for n in walk(value) if n is not value for clause in getattr(n, "generators", [])]
        if any(isinstance(n, ast.Lambda) for n in walk(value)) or any(is_name(n, part) for clause in clauses for n in walk(clause.target) for part in own):
            raise NotMixed(name)
        new = {(old, number): self._temporary() for old in own for number in range(len(value.generators))}
        item = with_own_targets(value.elt, value.generators, lambda old, number: new[old, number])
        body: list[Any] = self._appended(name, item)
        for clause in reversed(value.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(self.visit(test), body, [])]
            loop = ast.fix_missing_locations(ast.copy_location(ast.For(clause.target, clause.iter, [], []), value))
            made = self.visit_For(loop)
            made.body += body
            body = [made]
        return body[0]

    # Expressions.


def _joined(node: Joined) -> Joined:
    """What is made of lists, some of which are made first."""
    made = Joined("text", node.elts)
    made.make = _maker(node.kind, len(node.elts))
    return made


@functools.cache
def _maker(kind: str, count: int) -> Callable[[tuple[Any, ...]], Any]:
    return _records.of_lists(kind, count).make


def _list(values: tuple[Any, ...]) -> Any:
    import numpy as np

    of_kind: tuple[Callable[[Any, Any], Any], ...] = (
        lambda whole, real: whole, lambda whole, real: real, lambda whole, real: None,
        lambda whole, real: np.int64(whole), lambda whole, real: np.float64(real),
    )  # fmt: skip
    return [of_kind[kind](whole, real) for kind, whole, real in zip(*values, strict=True)]


def _copied(value: Any) -> ast.expr | None:
    """v of v[i:j] and v.copy()"""
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
        return value.value
    is_copy = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "copy" and not value.args
    return value.func.value if is_copy else None


def _known(test: ast.expr) -> bool | None:
    """The answer to what is asked about a list in the library."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _known(test.operand)
        return None if inner is None else not inner
    return getattr(test, "asked_of_list", None)
