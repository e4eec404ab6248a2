"""Parts of an array whose number a value says, each by its number:

    for part in np.array_split(x, n):                for k in range(n): part = cut_part(x, k, n, 0)
    [p.mean() for p in np.array_split(x, n)]         [cut_part(x, k, n, 0).mean() for k in range(n)]
    folds = np.array_split(x, n)                     folds = [cut_part(x, k, n, 0) for k in range(n)], which array_lists.py knows

Of a number that the text says splits.py knows. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import parts
from unpython._local_names import local_names
from unpython._writing.arrays.named_parts import END as _END
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import StatementRewriter, by_statements

_PARTS = {"numpy.array_split": (parts.cut_part, parts.sections_of), "numpy.split": (parts.equal_part, parts.equal_sections_of)}


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, names of numbers of parts, and no free names."""
    return by_statements(_Writer(function), node)


class _Split:
    """`before`: statements that give names to what is split and to the number of parts."""

    def __init__(self, part: Any, sections: Any, array: ast.expr, count: ast.expr, before: list[ast.stmt]):
        self._part, self._sections = part, sections
        self.array, self.count, self.before = array, count, before

    def numbers(self) -> ast.expr:
        return ast.Call(load("range"), [OwnCall(self._sections, [copy_tree(self.count)])], [])

    def part(self, number: str) -> ast.expr:
        return OwnCall(self._part, [copy_tree(self.array), load(number), copy_tree(self.count), ast.Constant(0)])


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._local = local_names(function)
        self.names: set[str] = set()

    def _name(self) -> str:
        name = f"_{len(self.names)}{_END}"
        self.names.add(name)
        return name

    def _split(self, node: Any, may_name: bool) -> _Split | None:
        """`may_name`: whether a statement before may compute what is given."""
        called = full_name(node.func, self._function, self._local) if isinstance(node, ast.Call) else ""
        if called not in _PARTS or len(node.args) != 2 or node.keywords or full_name(load("range"), self._function, self._local) != "builtins.range":
            return None
        if not isinstance(node.args[1], (ast.Name, ast.BinOp, ast.Call)) or any(isinstance(part, ast.Starred) for part in node.args):
            return None
        before: list[ast.stmt] = []
        given: list[ast.expr] = []
        for part in node.args:
            if not isinstance(part, ast.Name):
                if not may_name:
                    return None
                name = self._name()
                before.append(ast.copy_location(store(name, part), node))
                part = load(name)
            given.append(part)
        part_of, sections_of = _PARTS[called]
        return _Split(part_of, sections_of, given[0], given[1], before)

    def visit_For(self, node: ast.For) -> Any:
        split = self._split(node.iter, True)
        made = self.go_inside(node)
        if split is None:
            return made
        stored = {n.id for s in [node.target, *node.body] for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if stored & {n.id for n in walk(ast.Tuple([split.array, split.count], ast.Load())) if isinstance(n, ast.Name)}:
            return made
        number = self._name()
        first = ast.copy_location(ast.Assign([node.target], split.part(number)), node.iter)
        node.iter, node.target, node.body = ast.copy_location(split.numbers(), node.iter), ast.Name(number, ast.Store()), [first, *node.body]
        return [*split.before, node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        split = self._split(node.value, True) if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) else None
        if split is None:
            return self.generic_visit(node)
        number = self._name()
        clause = ast.comprehension(ast.Name(number, ast.Store()), split.numbers(), [], 0)
        node.value = ast.copy_location(ast.ListComp(split.part(number), [clause]), node.value)
        return [*split.before, node]

    def visit_Return(self, node: ast.Return) -> Any:
        """return np.array_split(x, n): under a name."""
        if node.value is None or (split := self._split(node.value, True)) is None:
            return self.generic_visit(node)
        number, name = self._name(), self._name()
        clause = ast.comprehension(ast.Name(number, ast.Store()), split.numbers(), [], 0)
        listed = ast.copy_location(store(name, ast.ListComp(split.part(number), [clause])), node)
        node.value = ast.copy_location(load(name), node.value)
        return [*split.before, listed, node]

    def _comprehension(self, node: Any) -> Any:
        clause = node.generators[0]
        split = self._split(clause.iter, False) if isinstance(clause.target, ast.Name) else None
        self.generic_visit(node)
        if split is None:
            return node
        name, number = clause.target.id, self._name()
        node.elt = with_names(node.elt, name, split.part(number))
        clause.ifs = [with_names(test, name, split.part(number)) for test in clause.ifs]
        for later in node.generators[1:]:
            later.iter, later.ifs = with_names(later.iter, name, split.part(number)), [with_names(test, name, split.part(number)) for test in later.ifs]
        clause.target, clause.iter = ast.Name(number, ast.Store()), ast.copy_location(split.numbers(), clause.iter)
        return node

    visit_ListComp = visit_GeneratorExp = _comprehension
