"""Parts of an array whose number a value says, each by its number:

    for part in np.array_split(x, n):                for k in range(n): part = cut_part(x, k, n, 0)
    [p.mean() for p in np.array_split(x, n)]         [cut_part(x, k, n, 0).mean() for k in range(n)]
    folds = np.array_split(x, n)                     folds = [cut_part(x, k, n, 0) for k in range(n)], which array_lists.py knows

`n` may be places, too: x[:n[0]], x[n[0]:n[1]] and so on. Of a number that the text says splits.py knows, where nothing but names are given
the parts. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import parts
from unpython._local_names import local_names
from unpython._writing.arrays.named_parts import END as _END
from unpython._writing.arrays.written_bodies import arguments_of
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import StatementRewriter, by_statements

_PARTS = {
    "numpy.array_split": (parts.part_of_split, parts.sections_of),
    "numpy.split": (parts.part_of_equal_split, parts.equal_sections_of),
}


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, names of numbers of parts, and no free names."""
    return by_statements(_Writer(function, node), node)


class _Split:
    """`before`: statements that give names to what is split and to the number of parts."""

    def __init__(self, called: str, array: ast.expr, count: ast.expr, axis: ast.expr, before: list[ast.stmt]):
        self._part, self._sections = _PARTS[called]
        self.array, self.count, self.axis, self.before = array, count, axis, before

    def numbers(self) -> ast.expr:
        return ast.Call(load("range"), [OwnCall(self._sections, [copy_tree(self.count)])], [])

    def part(self, number: str) -> ast.expr:
        return OwnCall(self._part, [copy_tree(self.array), load(number), copy_tree(self.count), copy_tree(self.axis)])

    def reads(self) -> set[str]:
        return {n.id for part in (self.array, self.count) for n in walk(part) if isinstance(n, ast.Name)}


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._local = local_names(function)
        self._gone_through = {n.iter.id for n in walk(node) if isinstance(n, ast.comprehension) and isinstance(n.iter, ast.Name)}
        self._before: list[ast.stmt] | None = None  # what the statement that is written may compute first
        self.names: set[str] = set()

    def _name(self) -> str:
        name = f"_{len(self.names)}{_END}"
        self.names.add(name)
        return name

    def _split(self, node: Any, before: list[ast.stmt] | None, of_text: bool) -> _Split | None:
        """`before`: where statements may be put that compute what is given; `of_text`: also of a number that the text says."""
        called = full_name(node.func, self._function, self._local) if isinstance(node, ast.Call) else ""
        if called not in _PARTS or full_name(load("range"), self._function, self._local) != "builtins.range":
            return None
        given = arguments_of(node, "ary", "indices_or_sections", "axis") or {}
        axis = given.pop("axis", ast.copy_location(ast.Constant(0), node))
        if len(given) != 2 or not isinstance(axis, (ast.Constant, ast.UnaryOp)) or any(isinstance(part, ast.Starred) for part in node.args):
            return None
        array, count = given["ary"], given["indices_or_sections"]
        if not of_text and isinstance(count, (ast.Constant, ast.List, ast.Tuple)):
            return None
        made: list[ast.stmt] = []
        parts: list[ast.expr] = []
        for part in (array, count):
            if not isinstance(part, (ast.Name, ast.Constant)):
                name = self._name()
                made.append(ast.copy_location(store(name, part), node))
                part = load(name)
            parts.append(part)
        if made and before is None:
            return None
        if before is not None:
            before += made
        return _Split(called, parts[0], parts[1], axis, made)

    def visit_For(self, node: ast.For) -> Any:
        before: list[ast.stmt] = []
        is_counted = self._is_enumerated(node)
        split = self._split(node.iter.args[0] if is_counted else node.iter, before, is_counted)  # type: ignore[attr-defined]
        made = self.go_inside(node)
        if split is None:
            return made
        stored = {n.id for s in [node.target, *node.body] for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if stored & split.reads():
            return made
        number = self._name()
        numbers = [ast.copy_location(ast.Assign([node.target.elts[0]], load(number)), node.iter)] if is_counted else []  # type: ignore[attr-defined]
        target = node.target.elts[1] if is_counted else node.target  # type: ignore[attr-defined]
        first = ast.copy_location(ast.Assign([target], split.part(number)), node.iter)
        node.iter, node.target, node.body = ast.copy_location(split.numbers(), node.iter), ast.Name(number, ast.Store()), [*numbers, first, *node.body]
        return [*before, node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0] if len(node.targets) == 1 else None
        before: list[ast.stmt] = []
        split = self._split(node.value, before, target.id in self._gone_through) if isinstance(target, ast.Name) else None
        if split is None:
            return self._with_value(node)
        number = self._name()
        clause = ast.comprehension(ast.Name(number, ast.Store()), split.numbers(), [], 0)
        node.value = ast.copy_location(ast.ListComp(split.part(number), [clause]), node.value)
        return [*before, node]

    def visit_Return(self, node: ast.Return) -> Any:
        """return np.array_split(x, n): under a name."""
        before: list[ast.stmt] = []
        if node.value is None or (split := self._split(node.value, before, False)) is None:
            return self._with_value(node)
        number, name = self._name(), self._name()
        clause = ast.comprehension(ast.Name(number, ast.Store()), split.numbers(), [], 0)
        listed = ast.copy_location(store(name, ast.ListComp(split.part(number), [clause])), node)
        node.value = ast.copy_location(load(name), node.value)
        return [*before, listed, node]

    def _with_value(self, node: Any) -> Any:
        """The first comprehension of a statement, in front of which nothing is called, may have its parts computed before."""
        before: list[ast.stmt] = []
        self._before, self._first = before, _first_comprehension(node.value)
        self.generic_visit(node)
        self._before = None
        return [*before, node]

    visit_Expr = visit_AugAssign = _with_value

    def _comprehension(self, node: Any) -> Any:
        clause = node.generators[0]
        before = self._before if self._before is not None and self._first is node else None
        is_counted = self._is_enumerated(clause)
        target = clause.target.elts[1] if is_counted else clause.target
        split = self._split(clause.iter.args[0] if is_counted else clause.iter, before, True) if isinstance(target, ast.Name) else None
        self.generic_visit(node)
        if split is None:
            return node
        number = self._name()
        values = {target.id: split.part(number), **({clause.target.elts[0].id: load(number)} if is_counted else {})}

        def read(part: ast.expr) -> ast.expr:
            for name, value in values.items():
                part = with_names(part, name, value)
            return part

        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, read(getattr(node, field)))
        clause.ifs = list(map(read, clause.ifs))
        for later in node.generators[1:]:
            later.iter, later.ifs = read(later.iter), list(map(read, later.ifs))
        clause.target, clause.iter = ast.Name(number, ast.Store()), ast.copy_location(split.numbers(), clause.iter)
        return node

    visit_ListComp = visit_GeneratorExp = visit_SetComp = visit_DictComp = _comprehension

    def _is_enumerated(self, node: Any) -> bool:
        """for i, p in enumerate(...)"""
        over = node.iter
        if not isinstance(over, ast.Call) or full_name(over.func, self._function, self._local) != "builtins.enumerate":
            return False
        is_pair = isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2 and isinstance(node.target.elts[0], ast.Name)
        return len(over.args) == 1 and not over.keywords and is_pair


def _first_comprehension(node: Any) -> Any:
    """The comprehension that an expression computes first of all; None where it is another call."""
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
        return node
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List)) else node.args if isinstance(node, ast.Call) and isinstance(node.func, _PLAIN) else []
    other = next((part for part in parts if not isinstance(part, (ast.Name, ast.Constant))), None)
    return None if other is None else _first_comprehension(other)


_PLAIN = (ast.Name, ast.Attribute)
