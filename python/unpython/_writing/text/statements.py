"""Statements with texts: assignments, loops, conditions."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import groups
from unpython._library.python_functions import recursion
from unpython._library.texts import code_points, number_texts, words
from unpython._writing.calls import SORTS, OwnCall
from unpython._writing.changes.methods import OF_TEXTS
from unpython._writing.nodes import copy_tree, is_none, is_simple, walk
from unpython._writing.text import any_order, columns, comparisons, mixed_values
from unpython._writing.text.expression_kinds import drawn_by
from unpython._writing.text.heaps import ON_HEAPS
from unpython._writing.text.kinds import (
    CHARACTER,
    CONTAINERS,
    MIXED,
    TEXT,
    WORD,
    Dict,
    Kind,
    List,
    Long,
    Match,
    NotTexts,
    Set,
    closed,
    has_text,
    is_text,
)
from unpython._writing.text.order import makes_text


class Statements(ast.NodeTransformer):
    """The part of the writer of values.py that knows of statements."""

    _flows: Any
    _of: Any
    _own: Any
    _by_order: Any
    _name: Any
    _words: Any
    _converted: Any
    _item: Any
    _refuse_sets: Any
    _refuse_other_name: Any
    _refuse_parameter: Any
    runs_again: bool
    as_kind: Any
    text: Any
    word: Any
    character: Any
    element: Any
    quoted: Any
    iterable: Any
    container: Any
    distinct: Any
    match: Any
    over_matches: Any
    named_table: Any
    _as_list: Any

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            found = self.visit(statement)
            made += [ast.copy_location(s, statement) for s in found] if isinstance(found, list) else [found]
        return made

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        """Of a call that is not known here: _key() of containers.py has those that are."""
        if self.has_text_in_lambda(node):
            raise NotTexts
        return node

    def _drawn(self, node: OwnCall) -> ast.expr:
        """rng.choice(words), rng.shuffle(words), rng.sample(words, k)"""
        kind = self._of(node.elts[1])
        if drawn_by(node) == "shuffle":
            self._refuse_parameter(node.elts[1])
        node.elts[1] = self.as_kind(node.elts[1], TEXT if is_text(kind) else kind)
        node.elts[2:] = map(self.visit, node.elts[2:])
        return node

    def visit_OwnCall(self, node: OwnCall) -> Any:
        """x.sort(key=lambda p: p.name), which is by numbers of objects then."""
        for part in node.elts:
            if isinstance(part, ast.Lambda) and node.function in SORTS and self.has_text_in_lambda(part):
                part.body = self._by_order(part.body)
                if makes_text(part.body):
                    raise NotTexts  # see _settled of order.py
        if node.function is recursion.size:  # how long d[k] is, of a loop over it in which a function calls itself
            node.elts = list(map(self.iterable, node.elts))
            return node
        if node.function is groups.put_back and has_text(kind := self._of(node.elts[0])):
            node.elts = [self.as_kind(part, kind) for part in node.elts]
            return node
        if node.function in (recursion.last_of, recursion.cut_last):  # of lists that wait in one
            node.elts = [self.iterable(node.elts[0]), self.visit(node.elts[1])]
            return node
        if drawn_by(node) in ("choice", "shuffle", "sample"):
            return self._drawn(node)
        if node.function in ON_HEAPS:
            for part in (p for p in node.elts if isinstance(p, ast.Lambda) and self.has_text_in_lambda(p)):  # which of two objects is before the other
                part.body = self.visit(part.body)
        known = (*SORTS, *ON_HEAPS)
        node.elts = [part if isinstance(part, ast.Lambda) and node.function in known else self.visit(part) for part in node.elts]
        return node

    def has_text_in_lambda(self, node: Any) -> bool:
        inside = [n for n in walk(node.body) if isinstance(n, ast.expr)]
        return any(has_text(self._of(n)) or (isinstance(n, ast.Constant) and type(n.value) is str) for n in inside)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if has_text(self._of(node.value)):
            if isinstance(node.slice, ast.Slice) and not isinstance(node.ctx, ast.Load):
                raise NotTexts
            return self.element(node)
        return self.generic_visit(node)

    def _is_plain(self, target: ast.expr, kind: Kind) -> bool:
        """Whether a target takes values of the kind as they are."""
        if isinstance(target, ast.Name):
            return self._of(target) == closed(kind)
        return isinstance(target, ast.Tuple) and all(
            self._is_plain(t, k) for t, k in zip(target.elts, _parts(kind, len(target.elts)), strict=True)
        )

    def visit_Assign(self, node: ast.Assign) -> Any:
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Name) and target.id in self._flows.patterns:
            return []
        if isinstance(target, ast.Name) and target.id in self._flows.translations:
            return self.named_table(target.id, node)
        if len(node.targets) > 1 and has_text(self._of(value)):
            raise NotTexts
        if isinstance(target, ast.Tuple) and has_text(self._of(value)):
            return self._taken_apart(node, target, value)
        if is_none(value) and isinstance(target, ast.Name) and not isinstance(self._of(target), Match):
            pass  # flag_nothing.py knows names that may be None, and what is read where it may be None the compiler refuses
        elif has_text(self._of(value)) or has_text(self._of(target)):
            self._refuse_other_name(target, value)
            node.value = self.as_kind(value, self._of(target))
        else:
            node.value = self.visit(value)
        node.targets = [self.visit(t) for t in node.targets]
        return node

    def _taken_apart(self, node: ast.Assign, target: ast.Tuple, value: ast.expr) -> Any:
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            for t, v in zip(target.elts, value.elts, strict=True):
                self._refuse_other_name(t, v)
            values = [self.as_kind(v, self._of(t)) for t, v in zip(target.elts, value.elts, strict=True)]
            node.value = ast.copy_location(ast.Tuple(values, ast.Load()), value)
            node.targets = [self.visit(target)]
            return node
        kind = self._of(value)
        if isinstance(kind, Set):
            raise NotTexts
        node.value = self.text(value) if is_text(kind) else self.iterable(value) if isinstance(kind, Long) else self.as_kind(value, kind)
        if isinstance(kind, tuple):
            names, given = self._names_for(target, kind)
            return [ast.Assign([names], node.value), *given]
        node.value = self._own(value, code_points.so_many, node.value, ast.Constant(len(target.elts)))  # as many as there are targets
        held = self._name()
        parts: list[ast.expr] = [ast.Subscript(ast.Name(held, ast.Load()), ast.Constant(i), ast.Load()) for i in range(len(target.elts))]
        begin = ast.Assign([ast.Name(held, ast.Store())], node.value)
        return [begin, *(self._given(t, p, k) for t, p, k in zip(target.elts, parts, _parts(kind, len(parts)), strict=True))]

    def _names_for(self, target: Any, kind: Kind) -> tuple[ast.expr, list[ast.stmt]]:
        """New names for what tuples in a target take, and the statements that give the target what these hold."""
        if isinstance(target, ast.Tuple) and isinstance(kind, tuple) and len(target.elts) == len(kind):
            found = [self._names_for(t, k) for t, k in zip(target.elts, kind, strict=True)]
            return ast.Tuple([names for names, _ in found], ast.Store()), [s for _, given in found for s in given]
        name = self._name()
        return ast.Name(name, ast.Store()), [self._given(target, ast.Name(name, ast.Load()), kind)]

    def _given(self, target: Any, made: ast.expr, kind: Kind) -> ast.stmt:
        """The statement that gives a target what was made of that kind."""
        if not isinstance(target, ast.Name):
            raise NotTexts
        into = self._of(target)
        if is_text(kind) and is_text(into):
            made = self._converted(target, made, kind, into)
        elif closed(kind) != into:
            raise NotTexts
        return ast.Assign([target], made)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        return self.visit_Assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        kind = self._of(node.target)
        if kind == MIXED:
            raise NotTexts
        if kind == TEXT and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
            if node.target.id not in self._flows.aliases | {n.id for n in walk(node.value) if isinstance(n, ast.Name)}:
                return self._grown(node, node.target.id)
        if is_text(kind) or isinstance(kind, Long):
            if isinstance(node.target, ast.Subscript) and not is_simple(node.target.slice) and self._may_change(node.value):
                raise NotTexts  # the place is found before the value
            whole = ast.copy_location(ast.BinOp(_as_read(node.target), node.op, node.value), node)
            return self.visit_Assign(ast.copy_location(ast.Assign([node.target], whole), node))
        if isinstance(kind, List) and has_text(kind) and isinstance(node.value, (ast.List, ast.Tuple)) and isinstance(node.target, ast.Name):
            extend = ast.Attribute(ast.Name(node.target.id, ast.Load()), "extend", ast.Load())
            return ast.copy_location(ast.Expr(ast.Call(extend, [self.iterable(node.value, self._item(kind))], [])), node)
        if isinstance(kind, CONTAINERS) and has_text(kind):
            node.value = self.iterable(node.value, self._item(kind)) if isinstance(kind, List) else self.as_kind(node.value, kind)
            node.target = self.visit(node.target)
            return node
        if isinstance(node.target, ast.Subscript) and isinstance(self._of(node.target.value), Dict):
            self.runs_again |= has_text(self._of(node.target.value))
        node.target = self.visit(node.target)
        node.value = self.visit(node.value)
        return node

    def _may_change(self, node: ast.expr) -> bool:
        """Whether an expression calls anything but what Python has for numbers and texts."""
        calls = [n for n in walk(node) if isinstance(n, ast.Call)]
        return not all(self._flows.builtin(c.func) or (isinstance(c.func, ast.Attribute) and c.func.attr in OF_TEXTS) for c in calls)

    def _grown(self, node: ast.AugAssign, name: str) -> ast.stmt:
        """s += t, where no other name is for the list of s."""
        read = ast.Name(name, ast.Load())
        if self._of(node.value) == CHARACTER:
            call = ast.Call(ast.Attribute(read, "append", ast.Load()), [self.character(node.value)], [])
        else:
            call = ast.Call(ast.Attribute(read, "extend", ast.Load()), [self.text(node.value)], [])
        return ast.copy_location(ast.Expr(call), node)

    def visit_For(self, node: ast.For) -> Any:
        kind = self._gone_through(node.iter)
        if isinstance(kind, Match):
            node.orelse = self.block(node.orelse)
            return self.over_matches(node, self._flows.use_of(node.iter), self.block(node.body))
        if columns.is_columns(node.iter) and kind == List(CHARACTER):
            node.orelse = self.block(node.orelse)
            return columns.written(self, node, self.block(node.body))
        is_in_any_order, written = any_order.shows_nothing(node, self._flows), copy_tree(node.iter)
        before = self._targets_of(node, kind)
        if is_in_any_order and isinstance(self._of(node.iter), Set):
            distinct = self.distinct(node.iter)
            node.iter = self._as_list(self.iterable(node.iter), node.iter) if distinct is None else distinct
        else:
            self._refuse_sets(node.iter)
            node.iter = self.iterable(node.iter)
            if isinstance(node.iter, ast.ListComp) and self._flows.use_of(written) is not None:
                node.iter = node.iter.generators[0].iter  # the groups themselves, and not a list of tuples of them
        node.body = [*before, *self.block(node.body)]
        node.orelse = self.block(node.orelse)
        return node

    def _gone_through(self, node: ast.expr) -> Kind:
        return closed(self._flows.items_of(node))

    def _targets_of(self, node: Any, kind: Kind) -> list[ast.stmt]:
        """What the body of a loop begins with where a target holds another kind than the items are of."""
        if not has_text(kind):
            mixed_values.refuse_targets(self, node.target)
            node.target = self.visit(node.target)
            return []
        if self._is_plain(node.target, kind):
            return []
        if isinstance(node.target, ast.Name):
            name = self._name()
            before = [self._given(node.target, ast.Name(name, ast.Load()), kind)]
            node.target = ast.Name(name, ast.Store())
            return [ast.copy_location(s, node) for s in before]
        if not isinstance(node.target, ast.Tuple) or not isinstance(kind, tuple) or len(kind) != len(node.target.elts):
            raise NotTexts
        before = []
        for i, (target, part) in enumerate(zip(node.target.elts, kind, strict=True)):
            if not self._is_plain(target, part) and is_text(part):
                name = self._name()
                before.append(self._given(target, ast.Name(name, ast.Load()), part))
                node.target.elts[i] = ast.Name(name, ast.Store())
            elif not self._is_plain(target, part):
                raise NotTexts
        return [ast.copy_location(s, node) for s in before]

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        kind = self._gone_through(node.iter)
        if has_text(kind) and not self._is_plain(node.target, kind):
            raise NotTexts
        node.iter = self.iterable(node.iter)
        if not has_text(kind):
            mixed_values.refuse_targets(self, node.target)
            node.target = self.visit(node.target)
        node.ifs = [self.condition(test) for test in node.ifs]
        return node

    def _comprehended(self, node: Any, kind: Kind = None) -> Any:
        """Of a list or a set, or a generator; `kind`: of the items."""
        self._refuse_sets(node.generators[0].iter, *(g.iter for g in node.generators[1:]))
        node.generators = [self.visit(clause) for clause in node.generators]
        node.elt = self.as_kind(node.elt, kind)
        return node

    visit_ListComp = visit_GeneratorExp = visit_SetComp = _comprehended

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        return self.container(node, self._of(node))

    def condition(self, node: Any) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return ast.copy_location(ast.BoolOp(node.op, [self.condition(v) for v in node.values]), node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.copy_location(ast.UnaryOp(node.op, self.condition(node.operand)), node)
        kind = self._of(node)
        if not has_text(kind) or isinstance(node, ast.Constant):
            return self.visit(node)
        if isinstance(node, ast.Name) and node.id in self._flows.may_be_none and not isinstance(kind, (Match, Dict, Set)):
            name = ast.copy_location(ast.Name(node.id, ast.Load()), node)
            is_given = ast.copy_location(ast.Compare(name, [ast.IsNot()], [ast.Constant(None)]), node)
            return is_given if isinstance(kind, tuple) else ast.copy_location(ast.BoolOp(ast.And(), [is_given, self._truth(node, kind)]), node)
        return self._truth(node, kind)

    def _truth(self, node: Any, kind: Kind) -> ast.expr:
        if isinstance(kind, Match):
            return ast.copy_location(ast.Compare(OwnCall(code_points.length, [self.match(node)]), [ast.Gt()], [ast.Constant(0)]), node)
        if kind == CHARACTER:
            return ast.copy_location(ast.Compare(self.character(node), [ast.GtE()], [ast.Constant(0)]), node)
        if isinstance(kind, (Dict, Set)) and isinstance(node, ast.Name):
            return node
        if isinstance(kind, tuple):
            raise NotTexts
        if kind == MIXED:
            raise NotTexts
        return ast.copy_location(ast.Compare(self._length(node), [ast.Gt()], [ast.Constant(0)]), node)

    def _length(self, node: Any) -> ast.expr:
        if self._of(node) == WORD and not isinstance(node, ast.Constant):
            return self._own(node, words.length, self._words(), self.word(node))
        if isinstance(kind := self._of(node), Long):
            return self._own(node, words.length, self._words(), self.as_kind(node, kind))
        length = ast.Call(ast.Name("len", ast.Load()), [self.iterable(node)], [])
        if self._flows.builtin(length.func) != "len":
            raise NotTexts
        return ast.copy_location(length, node)

    def _tested(self, node: Any) -> Any:
        node.test = self.condition(node.test)
        for part in ("body", "orelse"):
            old = getattr(node, part)
            setattr(node, part, self.block(old) if isinstance(old, list) else self.visit(old))
        return node

    visit_If = visit_While = visit_IfExp = _tested

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.test = self.condition(node.test)
        if node.msg is not None and self._shows_text(node.msg):
            self.runs_again, node.msg = True, None  # Python knows the message
        node.msg = None if node.msg is None else self.visit(node.msg)
        return node

    def _shows_text(self, node: ast.expr) -> bool:
        return any(has_text(self._flows.names.get(n.id)) for n in walk(node) if isinstance(n, ast.Name))

    def visit_Try(self, node: ast.Try) -> Any:
        found = self._flows.attempts[id(node)]
        if found is None or not is_text(self._of(found.text)):
            raise NotTexts
        text, name = copy_tree(found.text), found.handler.name
        if found.base != 10:
            is_number = self._own(node.body[0], number_texts.is_integer_of_base, self.text(found.text), ast.Constant(found.base))
        else:
            is_number = self._own(node.body[0], number_texts.is_integer if found.kind == "int" else number_texts.is_float, self.text(found.text))
        body, other = self.block([*node.body, *node.orelse]), self.block(found.handler.body)
        if name is not None and any(isinstance(n, ast.Name) and n.id == name for s in found.handler.body for n in walk(s)):
            message = ast.BinOp(self.text(ast.Constant(found.message)), ast.Add(), self.quoted(text))
            other = [ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], message), node), *other]
        return ast.copy_location(ast.If(is_number, body, other), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self.condition(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        if any(has_text(self._of(v)) for v in node.values):
            raise NotTexts  # one of the values, where only the truth is known
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        return comparisons.compared(self, node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        if isinstance(node.exc, ast.Call) and self._shows_text(node.exc):
            self.runs_again = True  # Python knows the message
            node.exc.args = []
        return node


def _parts(kind: Kind, count: int) -> tuple[Kind, ...]:
    if isinstance(kind, tuple) and len(kind) == count:
        return kind
    if is_text(kind):
        return (CHARACTER,) * count
    return (kind.item,) * count if isinstance(kind, (List, Set, Long)) else (None,) * count


def _as_read(target: Any) -> Any:
    made = copy_tree(target)
    made.ctx = ast.Load()
    return made
