"""Texts that a call gives, or that are made of integers, as lists of code points.

    for c in s:                              for c in s:             # numbers
        if c == "G" or s[0] == c:                if c == 71 or item(s, 0) == c:

Problem:  a text has no type in compiled code.
Choice:   which names are texts or characters is known from the text of the function (text_kinds.py); each use of them becomes one of
          lists and numbers, and what is returned becomes a text again when the call ends.
Rejected: a type of texts in the compiler: lists of integers have all that texts need.

A function that uses a text in any other way stays as it is. What only Python knows (letters beyond ASCII, a KeyError's key) raises,
and the call is made again in Python: only where it has changed nothing before.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._numpy_functions import code_points
from unpython._records import Joined
from unpython._writing.calls import OwnCall
from unpython._writing.text_kinds import CHARACTER, CHARACTERS, TEXT, Keyed, NotTexts, TextKinds

_ONE = "character."
_SEQUENCE = frozenset("len ord int str list sorted reversed enumerate zip min max set".split())

#: Method: its function, how many texts it takes, whether only Python knows all answers.
_METHODS: dict[str, tuple[FunctionType, int, bool]] = {
    "count": (code_points.count, 1, False), "find": (code_points.find, 1, False), "rfind": (code_points.find_last, 1, False),
    "index": (code_points.index, 1, False), "startswith": (code_points.starts_with, 1, False),
    "endswith": (code_points.ends_with, 1, False), "replace": (code_points.replaced, 2, False),
    "upper": (code_points.in_capitals, 0, True), "lower": (code_points.in_small_letters, 0, True),
    "strip": (code_points.stripped, 0, True), "lstrip": (code_points.stripped_before, 0, True),
    "rstrip": (code_points.stripped_behind, 0, True), "isdigit": (code_points.are_digits, 0, True),
    "isalpha": (code_points.are_letters, 0, True), "isalnum": (code_points.are_letters_or_digits, 0, True),
    "isupper": (code_points.are_capitals, 0, True), "islower": (code_points.are_small_letters, 0, True),
    "isspace": (code_points.are_spaces, 0, True),
}  # fmt: skip


def sequences(node: Any, names: Iterable[str]) -> frozenset[str]:
    """Those of the names of texts of which more is asked than which text they are."""
    found: set[str] = set()
    for n in ast.walk(node):
        places: list[ast.expr] = []
        if isinstance(n, (ast.Subscript, ast.Attribute)):
            places = [n.value]
        elif isinstance(n, (ast.For, ast.comprehension)):
            places = [n.iter]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _SEQUENCE:
            places = n.args
        elif isinstance(n, ast.BinOp):
            places = [n.left, n.right]
        elif isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            places = n.comparators
        elif isinstance(n, ast.Return) and n.value is not None:
            places = n.value.elts if isinstance(n.value, ast.Tuple) else [n.value]
        found |= {place.id for place in places if isinstance(place, ast.Name)}
    return frozenset(found.intersection(names))


def can_be_written(function: FunctionType, node: Any, parameters: frozenset[str]) -> bool:
    try:
        _written(function, node, parameters)
    except NotTexts:
        return False
    return True


def rewritten(
    function: FunctionType, node: Any, parameters: frozenset[str]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists of code points in place of texts, no names, and what free names it relies on."""
    try:
        made, used = _written(function, node, parameters)
    except NotTexts:
        return node, frozenset(), []
    return made, frozenset([_ONE]), used


def _written(function: FunctionType, node: Any, parameters: frozenset[str]) -> tuple[Any, list[_bindings.Binding]]:
    kinds = TextKinds(function, node, parameters)
    made = copy.deepcopy(node)
    writer = _Writer(kinds)
    made.body = [writer.visit(statement) for statement in made.body]
    if writer.runs_again:
        if not _attempts.may_run_again(function, {_attempts.place_of(n) for n in ast.walk(node) if _is_of_text(kinds, n)}):
            raise NotTexts
        made.runs_again = True
    return ast.fix_missing_locations(made), list(kinds.used.values())


def _is_of_text(kinds: TextKinds, node: Any) -> bool:
    """Whether a call is that of a method of a text, or of what the function made of texts."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and kinds.of(node.func.value) is not None


def _text(values: tuple[Any, ...]) -> str:
    return "".join(map(chr, values[0]))


def _characters(values: tuple[Any, ...]) -> Any:
    return list(map(chr, values[0]))


class _Writer(ast.NodeTransformer):
    """visit() of what is no text; text(), character() and items() of what is one."""

    def __init__(self, kinds: TextKinds):
        self._kinds = kinds
        self.runs_again = False

    def visit(self, node: ast.AST) -> Any:
        is_text = isinstance(node, ast.expr) and not isinstance(node, ast.Constant) and self._kinds.of(node) is not None
        if is_text and not isinstance(getattr(node, "ctx", None), ast.Store):
            raise NotTexts
        return super().visit(node)

    def _of(self, node: ast.expr) -> Any:
        return self._kinds.of(node)

    def _own(self, at: ast.expr, function: FunctionType, *arguments: ast.expr, again: bool = False) -> ast.expr:
        self.runs_again |= again
        return ast.copy_location(OwnCall(function, list(arguments)), at)

    # What is a text.

    def value(self, node: ast.expr) -> ast.expr:
        """Of any kind."""
        kind = self._of(node)
        if kind is None:
            return self.visit(node)
        if kind == CHARACTER:
            return self.character(node)
        return self._keyed(node) if isinstance(kind, Keyed) else self.text(node)

    def text(self, node: ast.expr) -> ast.expr:
        """A text, or a list of characters, as a list."""
        return ast.copy_location(self._text(node), node)

    def _text(self, node: Any) -> ast.expr:
        kind = self._of(node)
        if kind not in (CHARACTER, TEXT, CHARACTERS):
            raise NotTexts
        if isinstance(node, ast.Constant):
            return _list_of([ast.Constant(ord(c)) for c in node.value or "\0"], is_empty=not node.value)
        if kind == CHARACTER:
            return _list_of([self.character(node)])
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Subscript):
            return ast.Subscript(self.text(node.value), self.generic_visit(node.slice), ast.Load())
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.IfExp):
            return ast.IfExp(self.condition(node.test), self.text(node.body), self.text(node.orelse))
        if isinstance(node, ast.ListComp):
            return self._comprehended(node)
        return self._made(node)

    def _operation(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Add):
            return ast.BinOp(self.text(node.left), ast.Add(), self.text(node.right))
        if self._of(node.left) is None:
            return self._own(node, code_points.repeated, self.text(node.right), self.visit(node.left))
        return self._own(node, code_points.repeated, self.text(node.left), self.visit(node.right))

    def _comprehended(self, node: Any) -> ast.expr:
        generators = [self.visit(clause) for clause in node.generators]
        return ast.ListComp(self.character(node.elt), generators)

    def _made(self, node: Any) -> ast.expr:
        """A call."""
        if isinstance(node.func, ast.Attribute):
            return self._joined(node) if node.func.attr == "join" else self._method(node)
        name = self._kinds.library(node.func)
        if name == "str":
            given = node.args[0]
            return self.text(given) if self._kinds.is_text(given) else self._own(node, code_points.decimal, self.visit(given), again=True)
        return ast.Call(node.func, [self.items(node.args[0])], [])

    def _joined(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        if len(node.args) != 1:
            raise NotTexts
        given = node.args[0]
        if isinstance(given, ast.GeneratorExp):
            if self._of(given.elt) != CHARACTER:
                raise NotTexts
            items = self._comprehended(given)
        elif self._of(given) in (CHARACTER, TEXT, CHARACTERS):
            items = self.text(given)
        elif self._kinds.items_of(given) == CHARACTER and isinstance(given, ast.Call) and self._kinds.library(given.func) == "reversed":
            items = ast.Subscript(self.text(given.args[0]), ast.Slice(None, None, ast.Constant(-1)), ast.Load())
        else:
            raise NotTexts
        ast.copy_location(items, given)
        separator = node.func.value
        if isinstance(separator, ast.Constant) and separator.value == "":
            return items
        return self._own(node, code_points.joined, self.text(separator), items)

    def _method(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        known = _METHODS.get(node.func.attr)
        if known is None or node.keywords or len(node.args) != known[1] or not self._kinds.is_text(node.func.value):
            raise NotTexts
        return self._own(node, known[0], self.text(node.func.value), *map(self.text, node.args), again=known[2])

    def character(self, node: Any) -> ast.expr:
        return ast.copy_location(self._character(node), node)

    def _character(self, node: Any) -> ast.expr:
        if self._of(node) != CHARACTER:
            raise NotTexts
        if isinstance(node, ast.Constant):
            return ast.Constant(ord(node.value))
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.IfExp):
            return ast.IfExp(self.condition(node.test), self.character(node.body), self.character(node.orelse))
        if isinstance(node, ast.Subscript):
            owner = self._of(node.value)
            if isinstance(owner, Keyed):
                return self._entry(node)
            if owner == CHARACTERS:
                return ast.Subscript(self.text(node.value), self.visit(node.slice), ast.Load())
            return self._own(node, code_points.item, self.text(node.value), self.visit(node.slice))
        if isinstance(node.func, ast.Attribute):
            return self._entry_or(node)
        if self._kinds.library(node.func) == "chr":
            return self._own(node, code_points.character, self.visit(node.args[0]), again=True)
        return ast.Call(node.func, [self.text(node.args[0])], [])

    # Dicts.

    def _keyed(self, node: Any) -> ast.expr:
        if isinstance(node, ast.Name):
            return node
        if not isinstance(node, ast.Dict):
            raise NotTexts
        keys = [self.character(key) for key in node.keys if key is not None]
        return ast.copy_location(ast.Dict(keys, [self.value(value) for value in node.values]), node)

    def _entry(self, node: ast.Subscript) -> ast.expr:
        if self._of(node.slice) != CHARACTER or not isinstance(node.value, ast.Name):
            raise NotTexts
        self.runs_again |= isinstance(node.ctx, ast.Load)  # a KeyError names a text
        return ast.copy_location(ast.Subscript(node.value, self.character(node.slice), node.ctx), node)

    def _entry_or(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        if len(node.args) != 2 or self._of(node.args[0]) != CHARACTER or not isinstance(node.func.value, ast.Name):
            raise NotTexts
        owner = self._of(node.func.value)
        if self._of(node.args[1]) != owner.value or node.func.attr != "get" or node.keywords:
            raise NotTexts
        return ast.copy_location(ast.Call(node.func, [self.character(node.args[0]), self.value(node.args[1])], []), node)

    # What is none.

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        into = self._of(node.value)
        if isinstance(into, Keyed):
            return self._entry(node)
        if into == CHARACTERS and isinstance(node.value, ast.Name) and not isinstance(node.slice, ast.Slice):
            node.slice = self.visit(node.slice)
            return node
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
            values = [self._stored(t, v) for t, v in zip(target.elts, node.value.elts, strict=True)]
            made: ast.expr = ast.copy_location(ast.Tuple(values, ast.Load()), node.value)
        else:
            made = self._stored(target, node.value)
        if len(node.targets) > 1 and self._of(node.value) is not None:
            raise NotTexts
        node.targets = [self.visit(t) for t in node.targets]
        node.value = made
        return node

    def _stored(self, target: ast.expr, value: ast.expr) -> ast.expr:
        is_text = isinstance(target, ast.Name) and self._kinds.names.get(target.id) == TEXT
        return self.text(value) if is_text else self.value(value)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.target, ast.Subscript) and isinstance(self._of(node.target.value), Keyed) and self._of(node.target) is None:
            self.runs_again = True
        elif self._of(node.target) is not None:
            if not isinstance(node.target, ast.Name) or self._of(node.target) != TEXT:
                raise NotTexts
            whole = ast.copy_location(ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value), node)
            return ast.copy_location(ast.Assign([node.target], self.text(whole)), node)
        node.target = self.visit(node.target)
        node.value = self.visit(node.value)
        return node

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self.items(node.iter)
        node.target = self.visit(node.target)
        node.body = [self.visit(s) for s in node.body]
        node.orelse = [self.visit(s) for s in node.orelse]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self.items(node.iter)
        node.target = self.visit(node.target)
        node.ifs = [self.condition(test) for test in node.ifs]
        return node

    def items(self, node: Any) -> ast.expr:
        """What a loop goes through."""
        if self._of(node) in (CHARACTER, TEXT, CHARACTERS):
            return self.text(node)
        if isinstance(self._of(node), Keyed):
            return self._keyed(node)
        if self._kinds.items_of(node) is not None:
            rest = 1 if self._kinds.library(node.func) == "enumerate" else len(node.args)
            node.args = [*map(self.items, node.args[:rest]), *map(self.visit, node.args[rest:])]
            return node
        return self.visit(node)

    def condition(self, node: Any) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            return ast.copy_location(ast.BoolOp(node.op, [self.condition(v) for v in node.values]), node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.copy_location(ast.UnaryOp(node.op, self.condition(node.operand)), node)
        if self._of(node) == CHARACTER and not isinstance(node, ast.Constant):
            return ast.copy_location(ast.Compare(self.character(node), [ast.GtE()], [ast.Constant(0)]), node)
        if self._of(node) in (TEXT, CHARACTERS) and not isinstance(node, ast.Constant):
            length = ast.Call(ast.Name("len", ast.Load()), [self.text(node)], [])
            if self._kinds.library(length.func) != "len":
                raise NotTexts
            return ast.copy_location(ast.Compare(length, [ast.Gt()], [ast.Constant(0)]), node)
        return self.visit(node)

    def _tested(self, node: Any) -> Any:
        node.test = self.condition(node.test)
        for part in ("body", "orelse"):
            old = getattr(node, part)
            setattr(node, part, [self.visit(s) for s in old] if isinstance(old, list) else self.visit(old))
        return node

    visit_If = visit_While = visit_IfExp = _tested

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.test = self.condition(node.test)
        node.msg = None if node.msg is None else self.visit(node.msg)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        return self.condition(node) if isinstance(node.op, ast.Not) else self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.Tuple):
            node.value.elts = [self._returned(e) for e in node.value.elts]
        elif node.value is not None:
            node.value = self._returned(node.value)
        return node

    def _returned(self, node: ast.expr) -> ast.expr:
        kind = self._of(node)
        if kind is None:
            return self.visit(node)
        if isinstance(kind, Keyed) or (kind == CHARACTERS and isinstance(node, ast.Name)):
            raise NotTexts
        made = Joined("text", [self.text(node)])
        made.make = _characters if kind == CHARACTERS else _text
        return ast.copy_location(made, node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        from unpython._writing.text_comparisons import compared

        return compared(self, self._kinds, node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute):
            owner = self._of(node.func.value)
            if owner in (CHARACTER, TEXT):
                return self._method(node)
            if isinstance(owner, Keyed):
                return self._entry_or(node)
            if owner == CHARACTERS and node.func.attr == "append" and len(node.args) == 1:
                node.args = [self.character(node.args[0])]
                return node
            return self.generic_visit(node)
        if len(node.args) != 1 or node.keywords:
            return self.generic_visit(node)
        return self._of_one(node, self._kinds.library(node.func), node.args[0])

    def _of_one(self, node: ast.Call, name: str, given: Any) -> Any:
        kind = self._of(given)
        if name == "len" and isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr == "split":
            if self._kinds.is_text(given.func.value) and len(given.args) == 1 and self._kinds.is_text(given.args[0]):
                return self._own(node, code_points.count_of_parts, self.text(given.func.value), self.text(given.args[0]))
        if name == "len" and kind is not None:
            node.args = [self._keyed(given) if isinstance(kind, Keyed) else self.text(given)]
            return node
        if name == "ord" and kind == CHARACTER:
            return self.character(given)
        if name == "int" and kind == CHARACTER:
            return self._own(node, code_points.digit, self.character(given), again=True)
        if name == "int" and kind == TEXT:
            return self._own(node, code_points.whole_number, self.text(given), again=True)
        if name == "set" and kind in (TEXT, CHARACTERS):
            node.args = [self.text(given)]
            return node
        return self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        if isinstance(node.exc, ast.Call) and any(self._kinds.names.get(n.id) for n in ast.walk(node.exc) if isinstance(n, ast.Name)):
            self.runs_again = True  # Python knows the message
            node.exc.args = []
        return self.generic_visit(node)


def _list_of(codes: list[ast.expr], is_empty: bool = False) -> ast.expr:
    """A list that is like others, which may grow: one that is written out has its length from the beginning."""
    clause = ast.comprehension(ast.Name(_ONE, ast.Store()), ast.Tuple(codes, ast.Load()), [], 0)
    items = ast.ListComp(ast.Name(_ONE, ast.Load()), [clause])
    return ast.Subscript(items, ast.Slice(ast.Constant(1), None, None), ast.Load()) if is_empty else items
