"""Loops over pairs and triples of the items of one list or array: itertools.combinations(x, 2), itertools.product(x, y) and
itertools.product(x, repeat=2), by the places of the items; of combinations(enumerate(x), 2) too.

    for a, b in combinations(x, 2):        for i in range(len(x)):
        body                                   for j in range(i + 1, len(x)):
                                                   a, b = x[i], x[j]
                                                   body

Python makes a tuple of the items first: a body that may change the list, or an array that may share its memory, leaves the loop as it is.
So does `break`, which would have to leave all loops. nests.py knows such loops over ranges.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name, with_names
from unpython._writing.dicts.table_kinds import Finder
from unpython._writing.flow import breaks_loop
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import StatementRewriter

_MOST = 3
_NEW = frozenset("zeros ones empty full zeros_like ones_like empty_like full_like".split())
_GROWS = frozenset("append add update extend".split())


def rewritten(function: FunctionType, node: Any, given: dict[str, type]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with loops over places, their names, and what free names it relies on. `given`: parameters that are dicts."""
    writer = _Writer(function, node, frozenset(Finder(function, node, given).tables))
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), writer.used) if writer.names else (node, frozenset(), [])


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any, tables: frozenset[str]):
        self._function = function
        self._tables = tables  # d[i] is no item of a loop over d
        self._own = local_names(function)
        self.names: list[str] = []
        self.used: list[_bindings.Binding] = []
        values: dict[str, list[ast.expr]] = {}
        for n in walk(node):
            for target in n.targets if isinstance(n, ast.Assign) else []:
                if isinstance(target, ast.Name):
                    values.setdefault(target.id, []).append(n.value)  # type: ignore[attr-defined]
        parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        self._new = {name for name, given in values.items() if name not in parameters and all(map(self._is_new, given))}

    def _is_new(self, value: ast.expr) -> bool:
        """Whether it shares memory with nothing that had a name before."""
        if isinstance(value, ast.Call):
            called = full_name(value.func, self._function, self._own)
            return called.removeprefix("numpy.") in _NEW or called in ("builtins.float", "builtins.int", "builtins.len", "builtins.set", "builtins.list")
        return isinstance(value, (ast.Constant, ast.List, ast.ListComp, ast.Dict, ast.Set, ast.DictComp, ast.SetComp))

    def _picked(self, node: Any) -> tuple[str, list[ast.Name]] | None:
        """The function, and the list or array of each place of its tuples."""
        if not isinstance(node, ast.Call) or not node.args:
            return None
        called = full_name(node.func, self._function, self._own)
        if called == "itertools.combinations" and len(node.args) == 2 and not node.keywords:
            lists = [self._counted(node.args[0]) or node.args[0]] * self._count(node.args[1])
        elif called == "itertools.product" and len(node.keywords) <= 1 and all(k.arg == "repeat" for k in node.keywords):
            lists = node.args * (self._count(node.keywords[0].value) if node.keywords else 1)
        else:
            return None
        if not 2 <= len(lists) <= _MOST or not all(isinstance(x, ast.Name) and x.id in self._own - self._tables for x in lists):
            return None
        builtins = [_bindings.resolve(self._function, name, []) for name in ("range", "len")]
        if {"range", "len"} & self._own or any(binding.kind != "library" for binding in builtins):
            return None
        self.used += builtins
        return called, [x for x in lists if isinstance(x, ast.Name)]

    def _counted(self, node: ast.expr) -> ast.expr | None:
        """x of enumerate(x)"""
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
        return node.args[0] if is_call and full_name(node.func, self._function, self._own) == "builtins.enumerate" else None  # type: ignore[attr-defined]

    @staticmethod
    def _count(node: ast.expr) -> int:
        is_number = isinstance(node, ast.Constant) and type(node.value) is int
        return node.value if is_number and node.value <= _MOST else 0  # type: ignore[attr-defined, no-any-return]

    def _places(self, at: Any, called: str, lists: list[ast.Name]) -> list[tuple[str, ast.expr]]:
        """The name of each place, and the range that it goes through."""
        names = [f"_{x.id}_{at.lineno}_{at.col_offset}_{i}_" for i, x in enumerate(lists)]
        self.names += names
        found: list[tuple[str, ast.expr]] = []
        for i, (name, x) in enumerate(zip(names, lists, strict=True)):
            bounds: list[ast.expr] = [ast.Call(ast.Name("len", ast.Load()), [x], [])]
            if called.endswith("combinations") and i:
                bounds.insert(0, ast.BinOp(ast.Name(names[i - 1], ast.Load()), ast.Add(), ast.Constant(1)))
            found.append((name, ast.Call(ast.Name("range", ast.Load()), bounds, [])))
        return found

    def _items(self, picked: ast.Call, lists: list[ast.Name], places: list[tuple[str, ast.expr]]) -> list[ast.expr]:
        items: list[ast.expr] = [ast.Subscript(x, ast.Name(name, ast.Load()), ast.Load()) for x, (name, _) in zip(lists, places, strict=True)]
        if self._counted(picked.args[0]) is None:
            return items
        return [ast.Tuple([ast.Name(name, ast.Load()), item], ast.Load()) for item, (name, _) in zip(items, places, strict=True)]

    def visit_For(self, node: ast.For) -> Any:
        found = self._picked(node.iter)
        if found is not None and not node.orelse and not breaks_loop(node.body) and self._stay(found[1], node):
            called, lists = found
            places = self._places(node, called, lists)
            value = ast.Tuple(self._items(node.iter, lists, places), ast.Load())  # type: ignore[arg-type]
            body: list[ast.stmt] = [ast.copy_location(ast.Assign([node.target], value), node), *self.statements(node.body)]
            for name, numbers in reversed(places):
                body = [ast.copy_location(ast.For(ast.Name(name, ast.Store()), numbers, body, []), node)]
            return body
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return self.generic_visit(node)

    def _stay(self, lists: list[ast.Name], loop: ast.For) -> bool:
        """Whether the body of a loop leaves these as they are."""
        known = {x.id for x in lists}
        inside = {n.id for n in walk(loop.target) if isinstance(n, ast.Name)}
        read: set[int] = set()
        for n in (n for statement in loop.body for n in walk(statement)):
            if isinstance(n, ast.Subscript):
                name = n.value.id if isinstance(n.value, ast.Name) else ""
                if not isinstance(n.ctx, ast.Load) and (name in known or name not in self._new):
                    return False
                read.add(id(n.value))
            elif isinstance(n, ast.Attribute):
                if isinstance(n.value, ast.Name) and n.value.id in known:
                    return False
            elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id not in self._new:
                return False  # an array may be changed in place
            elif isinstance(n, ast.Call) and not self._is_quiet(n, known, inside):
                return False
            elif isinstance(n, ast.Name) and n.id in known and not isinstance(n.ctx, ast.Load):
                return False
        return not inside & known

    def _is_quiet(self, call: ast.Call, known: set[str], inside: set[str]) -> bool:
        """Whether a call changes none of the lists, nor what may share memory with one."""
        if full_name(call.func, self._function, self._own) in (
            "builtins.len",
            "builtins.abs",
            "builtins.min",
            "builtins.max",
            "builtins.sum",
            "builtins.print",
        ):
            return True
        names = {a.id for a in call.args if isinstance(a, ast.Name)}
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id in self._own:
            return call.func.attr in _GROWS and call.func.value.id in self._new - known
        return not names & known and names <= inside | self._new and all(k.arg != "out" for k in call.keywords)

    def _comprehended(self, node: Any) -> Any:
        self.generic_visit(node)
        for number, clause in enumerate(node.generators):
            found = self._picked(clause.iter)
            targets = clause.target.elts if isinstance(clause.target, ast.Tuple) else []
            if found is None or len(targets) != len(found[1]):
                continue
            called, lists = found
            places = self._places(clause.iter, called, lists)
            named = [pair for target, item in zip(targets, self._items(clause.iter, lists, places), strict=True) for pair in _pairs(target, item)]
            if not all(isinstance(t, ast.Name) and t.id not in {x.id for x in lists} for t, _ in named):
                continue
            later = node.generators[number + 1 :]
            for target, item in named:
                node.elt = with_names(node.elt, target.id, item)  # type: ignore[attr-defined]
                clause.ifs = [with_names(test, target.id, item) for test in clause.ifs]  # type: ignore[attr-defined]
                later = [with_names(other, target.id, item) for other in later]  # type: ignore[attr-defined]
            made = [ast.comprehension(ast.Name(name, ast.Store()), numbers, [], 0) for name, numbers in places]
            made[-1].ifs = clause.ifs
            node.generators = [*node.generators[:number], *made, *later]
            break
        return node

    visit_ListComp = visit_GeneratorExp = visit_SetComp = _comprehended

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_FunctionDef  # type: ignore[assignment]


def _pairs(target: ast.expr, item: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What is given to what by `i, x = k, v[k]`."""
    if isinstance(target, ast.Tuple) and isinstance(item, ast.Tuple) and len(target.elts) == len(item.elts):
        return list(zip(target.elts, item.elts, strict=True))
    return [(target, item)]
