"""Names that stand for None here and for a value there: a flag says which, and the name holds the value.

    best = None                              given = False
    for x in a:                              for x in a:
        if best is None or x < best:             if not given or x < best:
            best = x                                 best, given = x, True
    return best                              return best if given, else None

Problem: None is no number, and a name that is None and then a number has no type.
Choice:  where a name is read, the tests before it say whether it may be None there. Where they do not say it, the flag is asked and an
         exception makes Python call again, which knows its message: only in functions that have changed nothing before.

A name that is read in an inner function, given to one, or bound otherwise stays as it is, and so does a function with `try` or `match`.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._library.python_functions import nothing as absent
from unpython._records import Joined
from unpython._writing.calls import OwnCall
from unpython._writing.names_of_none import arguments_of, widths_of
from unpython._writing.nodes import copy_tree, is_name, is_none, load, store, tuple_or_none, value_or_none, walk, ways

#: What is never None.
_VALUES = (
    ast.BinOp, ast.Compare, ast.UnaryOp, ast.Tuple, ast.Constant, ast.Dict, ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp, ast.JoinedStr,
)  # fmt: skip


def rewritten(
    function: FunctionType, node: Any, is_entry: bool, tuples: dict[str, int] | None = None
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with flags, their names, and no free names. `tuples`: the parameters that are tuples, with their lengths."""
    widths = widths_of(node, tuples or {})
    while widths:
        made = copy_tree(node)
        writer = _Writer(widths, is_entry)
        given = sorted(widths.keys() & arguments_of(node))
        try:
            made.body, _ = writer.block(made.body, dict.fromkeys(given, True))
        except _NotFlagged as other:
            del widths[other.name]
            continue
        made.body = [*(ast.copy_location(writer.noted(name), node) for name in given), *made.body]
        if writer.runs_again:
            if not _attempts.may_run_again(function):
                return node, frozenset(), []
            made.runs_again = True
        return ast.fix_missing_locations(made), frozenset(map(_flag, widths)), []
    return node, frozenset(), []


class _NotFlagged(Exception):
    def __init__(self, name: str):
        self.name = name


def _flag(name: str) -> str:
    return f"_{name}_is_given_"


def _met(one: Any, other: Any) -> Any:
    """What is known where two ways meet."""
    if one is None or other is None:
        return other if one is None else one
    return {name: known for name, known in one.items() if other.get(name) is known}


class _Writer(ast.NodeTransformer):
    """Blocks and conditions take what is known of the names and give it for the places behind them; an expression is visited with what
    is known where it stands."""

    def __init__(self, widths: dict[str, int], is_entry: bool):
        self._widths = widths
        self._is_entry = is_entry
        self._known: Any = {}
        self.runs_again = False

    def _name_of(self, node: Any) -> str | None:
        return node.id if isinstance(node, ast.Name) and node.id in self._widths else None

    def block(self, body: list[ast.stmt], known: Any) -> tuple[list[ast.stmt], Any]:
        made: list[ast.stmt] = []
        for statement in body:
            self._known = {} if known is None else known  # what is never reached
            writer = getattr(self, f"_{type(statement).__name__.lower()}", None)
            if writer is None:
                found, behind = [self.visit(statement)], self._known
            else:
                found, behind = writer(statement, self._known)
            made += [ast.copy_location(s, statement) for s in found]
            known = None if known is None else behind
        return made, known

    # Statements.

    def _assign(self, node: ast.Assign, known: Any) -> Any:
        names: list[Any] = [self._name_of(t) for t in node.targets]
        if len(names) == 1 and names[0] is not None:
            return self._given(names[0], node.value, known)
        if all(names) and is_none(node.value):
            return [s for name in names for s in self._set(name, False)], {**known, **dict.fromkeys(names, False)}
        target = node.targets[0]
        if len(names) == 1 and isinstance(target, ast.Tuple):
            return self._unpacked(node, target, known)
        self._refuse_targets(node.targets)
        node.value = self.visit(node.value)
        node.targets = [self.visit(t) for t in node.targets]
        return [node], known

    def _refuse_targets(self, targets: list[ast.expr]) -> None:
        for n in (n for target in targets for n in walk(target)):
            name = self._name_of(n)
            if name is not None and not isinstance(n.ctx, ast.Load):  # type: ignore[attr-defined]
                raise _NotFlagged(name)

    def _set(self, name: str, flag: bool) -> list[ast.stmt]:
        return [ast.Assign([ast.Name(_flag(name), ast.Store())], ast.Constant(flag))]

    def _noted(self, name: str, value: ast.expr) -> ast.stmt:
        """The flag of a name that has just been given this: it may be None, too, where types decide it."""
        is_of_texts = isinstance(value, OwnCall) and value.function.__module__.startswith("unpython._library.texts")
        if is_of_texts or isinstance(value, _VALUES):
            return self._set(name, True)[0]
        return self.noted(name)

    @staticmethod
    def noted(name: str) -> ast.stmt:
        """The flag of a name that has a value, or None where its type says so."""
        test = ast.Compare(ast.Name(name, ast.Load()), [ast.IsNot()], [ast.Constant(None)])
        return ast.Assign([ast.Name(_flag(name), ast.Store())], test)

    def _given(self, name: str, value: Any, known: Any) -> Any:
        if is_none(value):
            return self._set(name, False), {**known, name: False}
        if isinstance(value, ast.IfExp) and any(is_none(way) or self._name_of(way) for way in ways(value)):
            both = [ast.copy_location(store(name, way), value) for way in (value.body, value.orelse)]
            return self._if(ast.If(value.test, both[:1], both[1:]), known)
        other = self._name_of(value)
        if other is not None and known.get(other) is not True:
            if self._widths[other] != self._widths[name]:
                raise _NotFlagged(name)
            flags = ast.Assign([ast.Name(_flag(name), ast.Store())], ast.Name(_flag(other), ast.Load()))
            copied = ast.Assign([ast.Name(name, ast.Store())], ast.Name(other, ast.Load()))
            behind = {n: k for n, k in known.items() if n != name}
            return [flags, ast.If(ast.Name(_flag(other), ast.Load()), [copied], [])], {**behind, **({name: False} if known.get(other) is False else {})}
        made = ast.Assign([ast.Name(name, ast.Store())], self.visit(value))
        return [made, self._noted(name, value)], {**known, name: True}

    def _unpacked(self, node: ast.Assign, target: ast.Tuple, known: Any) -> Any:
        """x, y = 1, None: the values first, each with a name of its own where it has a flag."""
        names = [name for t in target.elts if (name := self._name_of(t)) is not None]
        if self._is_one_by_one(target, node.value, known):
            one_by_one: list[ast.stmt] = [ast.Assign([t], v) for t, v in zip(target.elts, node.value.elts, strict=True)]  # type: ignore[attr-defined]
            return self.block([ast.copy_location(s, node) for s in one_by_one], known)
        if len(set(names)) < len(names):
            raise _NotFlagged(names[0])
        self._refuse_targets([t for t in target.elts if self._name_of(t) is None])
        if not names or not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(target.elts):
            node.value, node.targets = self.visit(node.value), [self.visit(target)] if not names else node.targets
            made: list[ast.stmt] = [node, *(self._noted(name, node.value) for name in names)]
            return made, {**known, **dict.fromkeys(names, True)}
        kept: list[tuple[ast.expr, ast.expr]] = []
        flags: list[ast.stmt] = []
        behind = dict(known)
        for t, value in zip(target.elts, node.value.elts, strict=True):
            name = self._name_of(t)
            if name is None:
                kept.append((self.visit(t), self.visit(value)))
            elif is_none(value):
                flags += self._set(name, False)
                behind[name] = False
            elif isinstance(value, ast.IfExp) and any(map(is_none, ways(value))):
                raise _NotFlagged(name)
            else:
                kept.append((t, self.visit(value)))
                flags.append(self._noted(name, value))
                behind[name] = True
        if not kept:
            return flags, behind
        targets = kept[0][0] if len(kept) == 1 else ast.Tuple([t for t, _ in kept], ast.Store())
        value = kept[0][1] if len(kept) == 1 else ast.copy_location(ast.Tuple([v for _, v in kept], ast.Load()), node.value)
        return [ast.copy_location(ast.Assign([ast.copy_location(targets, node)], value), node), *flags], behind

    def _is_one_by_one(self, target: ast.Tuple, value: ast.expr, known: Any) -> bool:
        """i, j = r, s, of which some may be None, as i = r; j = s"""
        if not isinstance(value, ast.Tuple) or len(value.elts) != len(target.elts) or not all(isinstance(t, ast.Name) for t in target.elts):
            return False
        may_be_none = any((name := self._name_of(v)) is not None and known.get(name) is not True for v in value.elts)
        targets = {t.id for t in target.elts}  # type: ignore[attr-defined]
        return may_be_none and len(targets) == len(target.elts) and not any(isinstance(n, ast.Name) and n.id in targets for n in walk(value))

    def _expr(self, node: ast.Expr, known: Any) -> Any:
        """print(x) of a name that may be None, both ways written out."""
        call = node.value
        given = call.args if isinstance(call, ast.Call) and is_name(call.func, "print") else []
        name = next((n for a in given if (n := self._name_of(a)) is not None and known.get(n) is not True), None)
        if name is None:
            node.value = self.visit(call)
            return [node], known
        without = copy_tree(node)
        without.value.args = [ast.copy_location(ast.Constant(None), a) if self._name_of(a) == name else a for a in without.value.args]  # type: ignore[attr-defined]
        with_value, _ = self.block([node], {**known, name: True})
        with_none, _ = self.block([without], {**known, name: False})
        return [ast.If(ast.Name(_flag(name), ast.Load()), with_value, with_none)], known

    def _augassign(self, node: ast.AugAssign, known: Any) -> Any:
        name = self._name_of(node.target)
        if name is not None and known.get(name) is not True:
            raise _NotFlagged(name)
        if name is None:
            self._refuse_targets([node.target])
            node.target = self.visit(node.target)
        node.value = self.visit(node.value)
        return [node], known

    def _if(self, node: ast.If, known: Any) -> Any:
        node.test, yes, no = self.condition(node.test, known)
        node.body, after_body = self.block(node.body, yes)
        node.orelse, after_else = self.block(node.orelse, no)
        return [node], _met(after_body, after_else)

    def _assigned(self, body: list[ast.stmt], known: Any) -> Any:
        """What is known wherever the statements may have run."""
        names = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        return {name: is_value for name, is_value in known.items() if name not in names}

    def _while(self, node: ast.While, known: Any) -> Any:
        before = self._assigned(node.body, known)
        node.test, yes, no = self.condition(node.test, before)
        has_break = any(isinstance(n, ast.Break) for s in node.body for n in walk(s))
        node.body, _ = self.block(node.body, yes)
        node.orelse, after = self.block(node.orelse, no)
        return [node], before if has_break else after

    def _for(self, node: ast.For, known: Any) -> Any:
        node.iter = self.visit(node.iter)
        name = self._name_of(node.target)
        before = self._assigned([node], known)
        node.body, _ = self.block(node.body, before if name is None else {**before, name: True})
        if name is not None:
            node.body.insert(0, ast.copy_location(self.noted(name), node))
        node.orelse, after = self.block(node.orelse, before)
        return [node], _met(before, after)

    def _with(self, node: ast.With, known: Any) -> Any:
        node.items = [self.visit(item) for item in node.items]
        before = self._assigned(node.body, known)
        node.body, _ = self.block(node.body, known)
        return [node], before

    def _return(self, node: ast.Return, known: Any) -> Any:
        node.value = None if node.value is None else self._returned(node.value, known)
        name = self._name_of(node.value)
        if name is None:
            return [node], None
        nothing = ast.copy_location(ast.Return(ast.Constant(None)), node)
        value = ast.Return(ast.Name(name, ast.Load()))
        if self._widths[name]:  # written out, as _writing/nothing.py asks for
            value = ast.Return(ast.Tuple([self._part(name, i) for i in range(self._widths[name])], ast.Load()))
        return [ast.If(ast.Name(_flag(name), ast.Load()), [ast.copy_location(value, node)], [nothing])], None

    def _returned(self, node: ast.expr, known: Any) -> ast.expr:
        """The value of a `return`: a name that may be None, or parts of which some are."""
        name = self._name_of(node)
        if name is not None and known.get(name) is not True:
            if not self._is_entry:
                raise _NotFlagged(name)
            return node
        if isinstance(node, ast.Tuple):
            node.elts = [self._part_returned(part, known) for part in node.elts]
            return node
        return load(name) if name is not None else self.visit(node)

    def _part_returned(self, node: ast.expr, known: Any) -> ast.expr:
        name = self._name_of(node)
        if name is None or known.get(name) is True:
            return load(name) if name is not None else self.visit(node)
        if not self._is_entry:
            raise _NotFlagged(name)
        values = [self._part(name, i) for i in range(self._widths[name])] or [ast.Name(name, ast.Load())]
        parts = [ast.IfExp(ast.Name(_flag(name), ast.Load()), value, ast.Constant(0)) for value in values]
        made = Joined("text", [ast.Name(_flag(name), ast.Load()), *parts])
        made.make = tuple_or_none if self._widths[name] else value_or_none  # type: ignore[assignment]
        return ast.copy_location(made, node)

    @staticmethod
    def _part(name: str, place: int) -> ast.expr:
        return ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(place), ast.Load())

    def _raise(self, node: ast.Raise, known: Any) -> Any:
        return [self.visit(node)], None

    def _break(self, node: ast.stmt, known: Any) -> Any:
        return [node], None

    _continue = _break

    def _functiondef(self, node: ast.stmt, known: Any) -> Any:
        return [node], known  # no name of these is in it

    # Conditions.

    def condition(self, node: ast.expr, known: Any) -> tuple[ast.expr, Any, Any]:
        """It in other words, and what is known where it holds, and where it does not."""
        self._known = known
        tested = self._tested(node)
        if tested is not None:
            name, is_value = tested
            flag: ast.expr = ast.copy_location(ast.Name(_flag(name), ast.Load()), node)
            made = flag if is_value else ast.copy_location(ast.UnaryOp(ast.Not(), flag), node)
            return made, self._learned(known, name, is_value), self._learned(known, name, not is_value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand, yes, no = self.condition(node.operand, known)
            return node, no, yes
        if isinstance(node, ast.BoolOp):
            return self._chained(node, known)
        given = self._name_of(node)
        if given is None:
            made, self._known = self.visit(node), known
            return made, known, known
        flag = ast.Name(_flag(given), ast.Load())
        parts: list[ast.expr] = [flag] if self._widths[given] else [flag, ast.Name(given, ast.Load())]
        made = ast.copy_location(ast.BoolOp(ast.And(), parts) if len(parts) > 1 else flag, node)
        return made, self._learned(known, given, True), known

    @staticmethod
    def _learned(known: Any, name: str, is_value: bool) -> Any:
        return None if known is None else {**known, name: is_value}

    def _chained(self, node: ast.BoolOp, known: Any) -> tuple[ast.expr, Any, Any]:
        goes_on, leaves = known, None
        for i, value in enumerate(node.values):
            node.values[i], yes, no = self.condition(value, goes_on)
            goes_on, left = (yes, no) if isinstance(node.op, ast.And) else (no, yes)
            leaves = _met(leaves, left)
        return (node, goes_on, leaves) if isinstance(node.op, ast.And) else (node, leaves, goes_on)

    def _tested(self, node: ast.expr) -> tuple[str, bool] | None:
        """`x is None` and its kin: the name, and whether a value is asked for."""
        if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not is_none(node.comparators[0]):
            return None
        name = self._name_of(node.left)
        return None if name is None or not isinstance(node.ops[0], (ast.Is, ast.IsNot)) else (name, isinstance(node.ops[0], ast.IsNot))

    # Expressions.

    def visit_Compare(self, node: ast.Compare) -> Any:
        return self.condition(node, self._known)[0] if self._tested(node) is not None else self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        known = self._known
        node.test, yes, no = self.condition(node.test, known)
        for part, there in (("body", yes), ("orelse", no)):
            self._known = there or {}
            setattr(node, part, self.visit(getattr(node, part)))
        self._known = known
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """Its value is one of its operands: none of them may be a name that may be None."""
        known = self._known
        for i, value in enumerate(node.values):
            name = self._name_of(value)
            if name is not None and known.get(name) is not True:
                raise _NotFlagged(name)
            node.values[i], yes, no = self.condition(value, self._known) if name is None else (value, known, known)
            self._known = (yes if isinstance(node.op, ast.And) else no) or {}
        self._known = known
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        known = self._known
        made = self.condition(node, known)[0] if isinstance(node.op, ast.Not) else self.generic_visit(node)
        self._known = known
        return made

    def visit_Name(self, node: ast.Name) -> Any:
        name = self._name_of(node)
        if name is None or self._known.get(name) is True:
            return node
        if not self._widths[name]:
            return self._asked(name, node)
        if not isinstance(node.ctx, ast.Load):
            raise _NotFlagged(name)
        parts = [self._part(name, i) for i in range(self._widths[name])]
        return ast.copy_location(ast.Tuple([self._asked(name, parts[0]), *parts[1:]], ast.Load()), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        is_place = isinstance(node.slice, ast.Constant) and type(node.slice.value) is int and isinstance(node.ctx, ast.Load)
        if name is None or not is_place or self._known.get(name) is True or not 0 <= node.slice.value < self._widths[name]:  # type: ignore[attr-defined]
            return self.generic_visit(node)
        return self._asked(name, ast.copy_location(node, node))

    def _asked(self, name: str, value: ast.expr) -> ast.expr:
        """The value, or a part of it, if there is one: where there is none, Python makes the call again."""
        self.runs_again = True
        return ast.copy_location(OwnCall(absent.given, [ast.Name(_flag(name), ast.Load()), value]), value)
