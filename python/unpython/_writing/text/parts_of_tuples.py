"""Tuples that a call gives, with texts among their parts, as their parts where the function looks at them: what a tuple holds is known of
each call, and its texts are part of the program.

    f"{t[0]}: {t[1]:.2f}"       f"{'mean'}: {t[1]:.2f}"             of a call with t=("mean", 1.5)
    name, x = t                 name, x = "mean", t[1]
    str(t)                      f"({'mean'!r}, {t[1]!r})"
    match t:                    if t[1] > 0:                        of the cases that its length and its texts do not exclude
        case ("mean", x) if x > 0: ...
        case ("stop",): ...

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import IN_OTHER_WORDS, Layout
from unpython._local_names import local_names
from unpython._writing import sugar
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, load, walk
from unpython._writing.rewriter import WholeRewriter
from unpython._writing.text import chosen_texts

_SHOWN = ("builtins.str", "builtins.repr")


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, no names, and the functions that it relies on."""
    given = {name: layout for name, layout in layouts.items() if type(layout) is tuple and layout and name != IN_OTHER_WORDS}
    given = {name: layout for name, layout in given.items() if _is_only_read(node, name)} if isinstance(node, ast.FunctionDef) else {}
    if not given:
        return node, frozenset(), []
    writer = _Writer(function, given)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.count:
        return node, frozenset(), []
    made = chosen_texts.without_other_ways(made)
    return ast.fix_missing_locations(made), frozenset(), list(writer.used.values())


def _is_only_read(node: Any, name: str) -> bool:
    """Whether a name stands for what the call gives, wherever it stands."""
    inner = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node]
    inside = {id(n) for f in inner for n in walk(f)}
    uses = [n for n in walk(node) if is_name(n, name) or (isinstance(n, ast.arg) and n.arg == name)]
    return not any(id(n) in inside or (isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)) for n in uses)


class Whole(WholeRewriter):
    """The name of a tuple where a pattern has one for all of it."""

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        return ast.copy_location(load(node.is_whole), node) if hasattr(node, "is_whole") else self.generic_visit(node)


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, given: dict[str, Any]):
        self._function = function
        self._own = local_names(function)
        self._given = given
        self.used: dict[str, _bindings.Binding] = {}
        self.count = 0

    def _layout(self, node: Any) -> Any:
        return self._given.get(node.id) if isinstance(node, ast.Name) else None

    def _has_text(self, node: Any) -> bool:
        return any(isinstance(part, str) for part in self._layout(node) or ())

    def _part(self, name: str, place: int, at: Any) -> ast.expr:
        part = self._given[name][place]
        made: ast.expr = ast.Constant(part) if isinstance(part, str) else ast.Subscript(load(name), ast.Constant(place), ast.Load())
        return ast.fix_missing_locations(ast.copy_location(made, at))

    def _parts(self, node: ast.Name) -> list[ast.expr]:
        self.count += 1
        return [self._part(node.id, i, node) for i in range(len(self._given[node.id]))]

    def _called(self, node: ast.Call) -> str:
        name = full_name(node.func, self._function, self._own)
        if name in _SHOWN and isinstance(node.func, ast.Name):
            self.used[node.func.id] = _bindings.resolve(self._function, node.func.id, [])
        return name

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        layout = self._layout(node.value)
        place = _number(node.slice)
        if layout is None or place is None or not -len(layout) <= place < len(layout) or not isinstance(layout[place], str):
            return self.generic_visit(node)
        self.count += 1
        return self._part(node.value.id, place, node)  # type: ignore[attr-defined]

    def visit_Assign(self, node: ast.Assign) -> Any:
        """name, x = t"""
        target: Any = node.targets[0]
        is_taken_apart = len(node.targets) == 1 and isinstance(target, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in target.elts)
        if is_taken_apart and self._has_text(node.value) and len(self._layout(node.value)) == len(target.elts):
            node.value = ast.copy_location(ast.Tuple(self._parts(node.value), ast.Load()), node.value)  # type: ignore[arg-type]
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """ "%s has %d" % t"""
        if isinstance(node.op, ast.Mod) and self._has_text(node.right) and (isinstance(node.left, ast.JoinedStr) or _is_text(node.left)):
            node.right = ast.copy_location(ast.Tuple(self._parts(node.right), ast.Load()), node.right)  # type: ignore[arg-type]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        """ "{} has {}".format(*t), str(t)"""
        for i, argument in enumerate(node.args):
            if isinstance(argument, ast.Starred) and self._has_text(argument.value):
                node.args[i : i + 1] = self._parts(argument.value)  # type: ignore[arg-type]
                return self.visit_Call(node)
        is_shown = len(node.args) == 1 and not node.keywords and self._layout(node.args[0]) is not None and self._called(node) in _SHOWN
        return self._shown(node.args[0], node) if is_shown else self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        is_shown = self._layout(node.value) is not None and node.format_spec is None
        if is_shown:
            node.value, node.conversion = self._shown(node.value, node.value), -1
            return node
        return self.generic_visit(node)

    def _shown(self, node: Any, at: Any) -> ast.expr:
        values: list[ast.expr] = []
        for part in self._parts(node):
            values += [ast.Constant(", " if values else "("), ast.FormattedValue(part, ord("r"), None)]
        values.append(ast.Constant(",)" if len(values) == 2 else ")"))
        return ast.fix_missing_locations(ast.copy_location(ast.JoinedStr(values), at))

    def visit_Match(self, node: Any) -> Any:
        layout = self._layout(node.subject)
        if layout is not None:
            cases = [of_length(case, len(layout)) for case in node.cases]
            if None not in cases:
                node.cases = [case for found in cases for case in found or ()]
                subject: Any = ast.copy_location(ast.Tuple(self._parts(node.subject), ast.Load()), node.subject)
                subject.is_whole = node.subject.id
                branches = sugar.as_branches(node, subject, may_be_array=False) if node.cases else ast.copy_location(ast.Pass(), node)
                if branches is not None:
                    made = _Decided().visit(Whole().visit(copy_tree(branches)))
                    return self.statements(made if isinstance(made, list) else [made])
        return self.generic_visit(node)


def of_length(case: Any, length: int) -> list[Any] | None:
    """A case with the patterns that a tuple of that length may match, as several cases; None where that is not known."""
    ways = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
    left = []
    for way in ways:
        inside = way
        while isinstance(inside, ast.MatchAs) and inside.pattern is not None:
            inside = inside.pattern
        if isinstance(inside, ast.MatchSequence):
            if any(isinstance(p, (ast.MatchStar, ast.MatchSequence)) for p in inside.patterns):
                return None
            if len(inside.patterns) == length:
                left.append(way)
        elif isinstance(inside, ast.MatchAs):
            left.append(way)
        elif not isinstance(inside, ast.MatchSingleton) and not (isinstance(inside, ast.MatchValue) and isinstance(inside.value, ast.Constant)):
            return None
    if len(left) > 1 and case.guard is not None:  # which is asked once
        return None
    return [ast.copy_location(ast.match_case(way, case.guard, copy_tree(case.body)), way) for way in left]


class _Decided(WholeRewriter):
    """Comparisons of texts that are written out."""

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and isinstance(node.ops[0], ast.Eq) and all(isinstance(side, ast.Constant) for side in sides):
            return ast.copy_location(ast.Constant(sides[0].value == sides[1].value), node)  # type: ignore[attr-defined]
        return node


def _is_text(node: Any) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is str


def _number(node: Any) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _number(node.operand)
        return None if number is None else -number
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None
