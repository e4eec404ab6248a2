"""Expressions with members, as those with numbers:

    Color.RED                   1
    Color(n), Color[name]       the number of that member
    c.name, c.value             "RED" if c == 1 else ..., what belongs to the number
    c is Color.RED              c == 1
    f"{c}"                      f"{'Color.RED' if c == 1 else ...}"
    [c.name for c in Color]     [... for c in [1, 2, 3]]
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.enumerations import calls, classes, places
from unpython._writing.enumerations.kinds import (
    NONE,
    PLAIN,
    Known,
    NotWritten,
    dict_of,
    holds_items,
    holds_member,
    is_member,
    item_of,
    joined,
    joined_or_none,
    list_of,
    member,
    tuple_of,
)
from unpython._writing.nodes import walk

_OF_SETS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
_SAME = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)
_AS_NUMBERS = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}


class Expressions:
    """`names`: what is known of the names of the function; `count`: how many members were written as numbers; `is_wrong`: whether a list gets
    members by a name that is not its only one. of(node) writes an expression where it stands, and gives it with its kind."""

    def __init__(self, value_of: Callable[[Any], Any], own: places.OwnNames):
        self._value_of = value_of
        self._own = own
        self.names: dict[str, Known] = {}
        self.is_wrong = False
        self._scopes: list[dict[str, Known]] = []
        self.is_new = False  # whether more became known of a name
        self.count = 0

    # Names.

    def kind_of_name(self, name: str) -> Known:
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return self.names.get(name) if name in self._own.stored and name not in self._own.parameters else PLAIN

    def note(self, name: str, kind: Known) -> None:
        """What a name gets."""
        if name in self._own.parameters:
            if holds_member(kind):
                raise NotWritten
            return
        made = joined(self.names.get(name), kind)
        if made != self.names.get(name):
            self.names[name] = made
            self.is_new = True

    def stored(self, target: Any, kind: Known, is_own: bool = False) -> Any:
        """A target that gets a value; `is_own`: that of a comprehension."""
        if isinstance(target, ast.Name):
            if is_own:
                self._scopes[-1][target.id] = kind
            else:
                self.note(target.id, kind)
            return target
        if isinstance(target, (ast.Tuple, ast.List)):
            if any(isinstance(e, ast.Starred) for e in target.elts):
                if holds_member(kind):
                    raise NotWritten
                target.elts = [self.stored(e, kind, is_own) for e in target.elts]
                return target
            is_tuple = kind is not None and kind.what == "tuple" and len(kind.parts) == len(target.elts)
            parts = kind.parts if is_tuple else [item_of(kind)] * len(target.elts)  # type: ignore[union-attr]
            target.elts = [self.stored(e, part, is_own) for e, part in zip(target.elts, parts, strict=True)]
            return target
        if isinstance(target, ast.Starred):
            target.value = self.stored(target.value, kind, is_own)
            return target
        if isinstance(target, ast.Subscript):
            return self._stored_item(target, kind)
        if holds_member(kind):
            raise NotWritten
        return self.plain(target)

    def _stored_item(self, target: ast.Subscript, kind: Known) -> Any:
        target.value, owner = self.of(target.value)
        target.slice, key = self.of(target.slice)
        if owner is not None and holds_items(owner):
            grown = list_of(kind) if owner.what != "dict" else dict_of(key, kind)
            if isinstance(target.slice, ast.Slice):
                grown = list_of(item_of(kind))
            self.grow(target.value, grown)
            if holds_member(key) and owner.what != "dict" and not self.is_integer(key):
                raise NotWritten
        elif holds_member(kind) or (holds_member(key) and not self.is_integer(key)):
            raise NotWritten
        return target

    @staticmethod
    def is_integer(kind: Known) -> bool:
        return kind is not None and kind.what == "member" and classes.is_of_integers(kind.of)

    def grow(self, node: Any, kind: Known) -> None:
        """What a list or a dict gets, which an expression stands for: `x`, or `x[i]` of such."""
        if isinstance(node, ast.Subscript):
            owner = self.kind_of_place(node.value)
            self._grown(node.value, dict_of(None, kind) if owner is not None and owner.what == "dict" else list_of(kind), self._own.holds_new)
        else:
            self._grown(node, kind, self._own.is_new)

    def _grown(self, node: Any, kind: Known, is_alone: Callable[[str], bool]) -> None:
        if not isinstance(node, ast.Name):
            self.is_wrong |= holds_member(kind)
            return
        known = self.kind_of_name(node.id)
        made = joined(known, kind)
        if made == known or not holds_member(made):
            return
        if any(node.id in scope for scope in self._scopes) or not is_alone(node.id):
            self.is_wrong = True
        else:
            self.note(node.id, kind)

    def kind_of_place(self, node: Any) -> Known:
        """Of a name, or of an item of one."""
        if isinstance(node, ast.Name):
            return self.kind_of_name(node.id)
        if isinstance(node, ast.Subscript):
            owner = self.kind_of_place(node.value)
            return owner.parts[-1] if owner is not None and owner.what in ("list", "dict") else owner
        return PLAIN

    # Expressions.

    def plain(self, node: Any) -> Any:
        """An expression that holds no member."""
        made, kind = self.of(node)
        if holds_member(kind):
            raise NotWritten
        return made

    def truth(self, node: Any) -> Any:
        """A test: what holds items may stand in it, and a member, whose number is as true as it is."""
        return self.of(node)[0]

    def of(self, node: Any) -> tuple[Any, Known]:
        found = self._member(node)
        if found is not None:
            self.count += 1
            return ast.copy_location(ast.Constant(classes.number(found)), node), member(type(found))
        method = getattr(self, "_" + type(node).__name__, None)
        if method is not None:
            return method(node)  # type: ignore[no-any-return]
        return self._others(node), PLAIN

    def _others(self, node: Any) -> Any:
        """What has parts that hold no members."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, list):
                setattr(node, field, [self.plain(v) if isinstance(v, ast.expr) else v for v in value])
            elif isinstance(value, ast.expr):
                setattr(node, field, self.plain(value))
        return node

    def _member(self, node: Any) -> Any:
        if not isinstance(node, (ast.Attribute, ast.Name)) or not isinstance(node.ctx, ast.Load):
            return None
        if isinstance(node, ast.Attribute) and not isinstance(node.value, (ast.Name, ast.Attribute)):
            return None
        if isinstance(node, ast.Name) and (node.id in self._own.stored or any(node.id in scope for scope in self._scopes)):
            return None
        found = self._value_of(node)
        return found if classes.is_known(type(found)) else None

    def class_of(self, node: Any) -> Any:
        """The enumeration that a name stands for."""
        found = self._value_of(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
        return found if isinstance(found, type) and classes.is_known(found) else None

    def _Constant(self, node: ast.Constant) -> tuple[Any, Known]:
        return node, NONE if node.value is None else PLAIN

    def _Name(self, node: ast.Name) -> tuple[Any, Known]:
        if (of := self.class_of(node)) is not None:
            return self._members(of, node), list_of(member(of))
        return node, self.kind_of_name(node.id)

    def _members(self, of: Any, at: ast.AST) -> ast.expr:
        self.count += 1
        return ast.copy_location(ast.List([ast.Constant(classes.number(m)) for m in of], ast.Load()), at)

    def _Attribute(self, node: ast.Attribute) -> tuple[Any, Known]:
        if (of := self.class_of(node)) is not None:
            return self._members(of, node), list_of(member(of))
        if isinstance(node.ctx, ast.Store):
            raise NotWritten
        node.value, kind = self.of(node.value)
        if kind is None or not is_member(kind):
            if holds_member(kind):
                raise NotWritten
            return node, PLAIN
        made = classes.chosen(kind.of, node.value, classes.attribute(kind.of, node.attr))
        return ast.copy_location(made, node), PLAIN

    def _Compare(self, node: ast.Compare) -> tuple[Any, Known]:
        if self._asks_parameter(node):
            return node, PLAIN  # each member that a call gives has code of its own
        node.left, left = self.of(node.left)
        for i, other in enumerate(node.comparators):
            node.comparators[i], right = self.of(other)
            node.ops[i] = self._operator(node.ops[i], left, right)
            left = right
        return node, PLAIN

    def _asks_parameter(self, node: ast.Compare) -> bool:
        other = node.comparators[0]
        others = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else [other]
        sides = [node.left, *others]
        given = [n for n in sides if isinstance(n, ast.Name) and n.id in self._own.parameters - self._own.stored]
        return len(node.ops) == 1 and len(given) == 1 and all(n in given or self._member(n) is not None for n in sides)

    def _operator(self, op: ast.cmpop, left: Known, right: Known) -> ast.cmpop:
        is_among = isinstance(op, (ast.In, ast.NotIn))
        right = item_of(right) if is_among else right
        if not holds_member(left) and not holds_member(right):
            return op
        if left is None or right is None:
            return self._of_numbers(op)
        if NONE in (left, right):
            return op  # c is None
        if isinstance(op, (*_SAME, ast.In, ast.NotIn)) and joined_or_none(left, right) is not None:
            if holds_items(left) and isinstance(op, (ast.Is, ast.IsNot)):
                raise NotWritten
            return self._of_numbers(op)
        if not all(kind == PLAIN or self.is_integer(kind) for kind in (left, right)) or isinstance(op, (ast.Is, ast.IsNot)):
            raise NotWritten
        return op

    @staticmethod
    def _of_numbers(op: ast.cmpop) -> ast.cmpop:
        return _AS_NUMBERS[type(op)]() if type(op) in _AS_NUMBERS else op

    def _IfExp(self, node: ast.IfExp) -> tuple[Any, Known]:
        node.test = self.truth(node.test)
        (node.body, one), (node.orelse, other) = self.of(node.body), self.of(node.orelse)
        return node, joined(one, other)

    def _BoolOp(self, node: ast.BoolOp) -> tuple[Any, Known]:
        parts = [self.of(value) for value in node.values]
        node.values = [part for part, _ in parts]
        kind: Known = None
        if any(holds_member(found) for _, found in parts):
            for _, found in parts:
                kind = joined(kind, found)
            return node, kind
        return node, PLAIN

    def _UnaryOp(self, node: ast.UnaryOp) -> tuple[Any, Known]:
        if isinstance(node.op, ast.Not):
            node.operand = self.truth(node.operand)
            return node, PLAIN
        node.operand = self._number(node.operand)
        return node, PLAIN

    def _number(self, node: Any) -> Any:
        """An operand: a member of an IntEnum too."""
        made, kind = self.of(node)
        if holds_member(kind) and not self.is_integer(kind):
            raise NotWritten
        return made

    def _BinOp(self, node: ast.BinOp) -> tuple[Any, Known]:
        (node.left, left), (node.right, right) = self.of(node.left), self.of(node.right)
        for kind in (left, right):
            if holds_member(kind) and not holds_items(kind) and not self.is_integer(kind):
                raise NotWritten
        if isinstance(node.op, ast.Mult) and left is not None and left.what == "list":  # [Cell.EMPTY] * n
            return node, left
        if isinstance(node.op, ast.Add) and left is not None and right is not None and left.what == right.what == "list":
            return node, joined(left, right)
        if isinstance(node.op, _OF_SETS) and left is not None and right is not None and left.what == right.what == "list":
            return node, joined(left, right)
        if any(holds_member(kind) and holds_items(kind) for kind in (left, right)):
            raise NotWritten
        return node, PLAIN

    def _Tuple(self, node: ast.Tuple) -> tuple[Any, Known]:
        if any(isinstance(e, ast.Starred) for e in node.elts):
            return self._others(node), PLAIN
        parts = [self.of(e) for e in node.elts]
        node.elts = [part for part, _ in parts]
        return node, tuple_of([kind for _, kind in parts])

    def _List(self, node: Any) -> tuple[Any, Known]:
        if any(isinstance(e, ast.Starred) for e in node.elts):
            return self._others(node), PLAIN
        item: Known = None
        for i, e in enumerate(node.elts):
            node.elts[i], kind = self.of(e)
            item = joined(item, kind)
        return node, list_of(item)

    _Set = _List

    def _Dict(self, node: ast.Dict) -> tuple[Any, Known]:
        if None in node.keys:
            return self._others(node), PLAIN
        key: Known = None
        value: Known = None
        for i, (k, v) in enumerate(zip(node.keys, node.values, strict=True)):
            node.keys[i], kind = self.of(k)
            key = joined(key, kind)
            node.values[i], kind = self.of(v)
            value = joined(value, kind)
        return node, dict_of(key, value)

    def _Subscript(self, node: ast.Subscript) -> tuple[Any, Known]:
        if (of := self.class_of(node.value)) is not None:
            self.count += 1
            return ast.copy_location(classes.of_name(of, self.plain(node.slice)), node), member(of)
        node.value, owner = self.of(node.value)
        node.slice, key = self.of(node.slice)
        if owner is None or not holds_items(owner):
            if holds_member(owner) or (holds_member(key) and not self.is_integer(key)):
                raise NotWritten
            return node, owner if owner is None else PLAIN
        if owner.what == "dict":
            joined(owner.parts[0], key)
            return node, owner.parts[1]
        if holds_member(key) and not self.is_integer(key):
            raise NotWritten
        if isinstance(node.slice, ast.Slice):
            return node, owner if owner.what == "list" else list_of(item_of(owner))
        if owner.what == "tuple" and isinstance(node.slice, ast.Constant) and type(node.slice.value) is int:
            if not -len(owner.parts) <= node.slice.value < len(owner.parts):
                raise NotWritten
            return node, owner.parts[node.slice.value]
        return node, item_of(owner)

    def _Slice(self, node: ast.Slice) -> tuple[Any, Known]:
        return self._others(node), PLAIN

    def _Call(self, node: ast.Call) -> tuple[Any, Known]:
        return calls.written(self, node)

    def _FormattedValue(self, node: ast.FormattedValue) -> tuple[Any, Known]:
        node.value, kind = self.of(node.value)
        if node.format_spec is not None:
            node.format_spec = self.plain(node.format_spec)
        if holds_member(kind):
            if kind is None or kind.what != "member" or node.format_spec is not None:
                raise NotWritten
            node.value = ast.copy_location(classes.chosen(kind.of, node.value, classes.shown(kind.of, node.conversion == 114)), node.value)
            node.conversion = -1
        return node, PLAIN

    def value_of(self, node: Any) -> Any:
        return self._value_of(node)

    # Scopes of their own.

    def _comprehended(self, node: Any, parts: tuple[str, ...]) -> list[Known]:
        scope: dict[str, Known] = {}
        for i, clause in enumerate(node.generators):
            clause.iter, kind = self.of(clause.iter)
            if i == 0:
                self._scopes.append(scope)
            clause.target = self.stored(clause.target, item_of(kind), True)
            clause.ifs = list(map(self.truth, clause.ifs))
        kinds: list[Known] = []
        for part in parts:
            made, kind = self.of(getattr(node, part))
            setattr(node, part, made)
            kinds.append(kind)
        self._scopes.pop()
        return kinds

    def _ListComp(self, node: Any) -> tuple[Any, Known]:
        return node, list_of(*self._comprehended(node, ("elt",)))

    _SetComp = _GeneratorExp = _ListComp

    def _DictComp(self, node: ast.DictComp) -> tuple[Any, Known]:
        return node, dict_of(*self._comprehended(node, ("key", "value")))

    def _Lambda(self, node: ast.Lambda) -> tuple[Any, Known]:
        return self.called(node, []), PLAIN

    def called(self, node: ast.Lambda, given: list[Known]) -> Any:
        """A lambda that is given these, and gives what holds no member; else its parameters hold none."""
        names = [a.arg for a in walk(node.args) if isinstance(a, ast.arg)]
        node.args.defaults = list(map(self.plain, node.args.defaults))
        self._scopes.append({name: given[i] if i < len(given) else PLAIN for i, name in enumerate(names)})
        node.body = self._number(node.body) if not isinstance(node.body, ast.Tuple) else self._numbers(node.body)
        self._scopes.pop()
        return node

    def _numbers(self, node: ast.Tuple) -> Any:
        node.elts = list(map(self._number, node.elts))
        return node

    def _NamedExpr(self, node: ast.NamedExpr) -> tuple[Any, Known]:
        node.value, kind = self.of(node.value)
        self.note(node.target.id, kind)
        return node, kind
