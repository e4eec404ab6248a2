"""What itertools.permutations, combinations and product(x, repeat=r) give, in names and in comprehensions:

    path = None                               path = (); path_is = False
    for p in permutations(range(n)):          for p in permutations(range(n)):
        path = p                                  path = p; path_is = True
    return path, n                            if path_is:
                                                  return path, n
                                              return None, n
    tour = (0, *p, 0)                         tour = (0,) + p + (0,)
    [a * b for a, b in permutations(x, 2)]    [p[0] * p[1] for p in permutations(x, 2)]

permutations.py and lists/plain_tuples.py write the rest. Names are asked for only where a function was refused as it is; comprehensions
for plainer.py.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.lists.seen_tuples import is_nest
from unpython._writing.nodes import WithValues, copy_tree, is_name, is_none, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_COUNTS = ("itertools.permutations", "itertools.combinations")


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    finder = _Finder(function)
    stars = _Sums(finder.picked(node))
    made = stars.visit(copy_tree(node))
    names: set[str] = set()
    for name in finder.none_or_picked(made):
        flag = f"_{name}_is_picked_"
        names.add(flag)
        writer = _Flagged(name, flag)
        made.body = writer.statements(made.body)
    if not names and not stars.found:
        return node, frozenset(), []
    made.lines_beside = [*getattr(made, "lines_beside", ()), "return None"]  # type: ignore[attr-defined]
    return ast.fix_missing_locations(made), frozenset(names), []


def in_comprehensions(function: FunctionType, node: Any) -> Any:
    """The `def` whose comprehensions have one name for what they go through."""
    names: set[str] = set()
    made = _Parts(_Finder(function), names).visit(copy_tree(node))
    return ast.fix_missing_locations(made) if names else node


class _Finder:
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)

    def count(self, node: Any) -> int | None:
        """How many items such a call takes at once; 0: as many as nobody knows; None: it is no such call."""
        called = full_name(node.func, self._function, self._own) if isinstance(node, ast.Call) else ""
        if called in _COUNTS and not node.keywords and 1 <= len(node.args) <= 2:
            number = node.args[1] if len(node.args) == 2 else None
        elif called == "itertools.product" and len(node.args) == 1 and [k.arg for k in node.keywords] == ["repeat"]:
            number = node.keywords[0].value
        else:
            return None
        return number.value if isinstance(number, ast.Constant) and type(number.value) is int else 0

    def _is_picked(self, node: Any) -> bool:
        return self.count(node.iter) is not None and not is_nest(node, full_name(node.iter.func, self._function, self._own))

    def picked(self, node: ast.FunctionDef) -> set[str]:
        """The names of loops that are such tuples and nothing else."""
        nodes = list(walk(node))
        stores = _stored(nodes)
        found = {n.target.id for n in nodes if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and self._is_picked(n)}
        return {name for name in found if stores.count(name) == 1}

    def none_or_picked(self, node: ast.FunctionDef) -> list[str]:
        """Names that stand for None and for such tuples alone, of which the function asks no more than whether they are None."""
        nodes = list(walk(node))
        picked = self.picked(node)
        stores = _stored(nodes)
        values: dict[str, list[ast.expr]] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1:
                for target, value in _pairs(n):
                    values.setdefault(target, []).append(value)
        picked |= {name for name, given in values.items() if len(given) == stores.count(name) and all(_is_sum(value, picked) for value in given)}
        found = []
        for name, given in values.items():
            are_known = all(is_none(v) or (isinstance(v, ast.Name) and v.id in picked) for v in given) and len(given) == stores.count(name)
            if are_known and any(map(is_none, given)) and not all(map(is_none, given)):
                fine = [id(part) for n in nodes if isinstance(n, ast.Return) for part in _parts(n.value)]
                fine += [id(n.left) for n in nodes if _asks(n, name)]  # type: ignore[attr-defined]
                if all(id(n) in fine for n in nodes if is_name(n, name) and isinstance(n.ctx, ast.Load)):
                    found.append(name)
        return found


def _stored(nodes: list[ast.AST]) -> list[str]:
    """What names get a value, each as often as it does."""
    return [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)] + [n.arg for n in nodes if isinstance(n, ast.arg)]


def _is_sum(node: ast.expr, picked: set[str]) -> bool:
    """(0,) + p + (0,)"""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
        return False
    sides = (node.left, node.right)
    are_long = [_is_sum(side, picked) or (isinstance(side, ast.Name) and side.id in picked) for side in sides]
    return any(are_long) and all(is_long or type(side) is ast.Tuple for is_long, side in zip(are_long, sides, strict=True))


class _Sums(ast.NodeTransformer):
    """(0, *p, 0) of such a tuple, as a sum."""

    def __init__(self, picked: set[str]):
        self._picked = picked
        self.found = False

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        self.generic_visit(node)
        stars = [e for e in node.elts if isinstance(e, ast.Starred)]
        if type(node) is not ast.Tuple or not stars or not all(isinstance(s.value, ast.Name) and s.value.id in self._picked for s in stars):
            return node
        parts: list[ast.expr] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                parts.append(item.value)
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(item)
            else:
                parts.append(ast.Tuple([item], ast.Load()))
        self.found = True
        return ast.copy_location(functools.reduce(lambda left, right: ast.BinOp(left, ast.Add(), right), parts), node)


def _pairs(node: ast.Assign) -> list[tuple[str, ast.expr]]:
    """x, y = 1, None by its names."""
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if isinstance(target, ast.Tuple) and type(value) is ast.Tuple and len(target.elts) == len(value.elts):
        return [(t.id, v) for t, v in zip(target.elts, value.elts, strict=True) if isinstance(t, ast.Name)]
    return []


def _parts(node: ast.expr | None) -> list[ast.expr]:
    return list(node.elts) if type(node) is ast.Tuple else [] if node is None else [node]


def _asks(node: Any, name: str) -> bool:
    """path is None, path is not None"""
    is_test = isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot))
    return is_test and is_name(node.left, name) and is_none(node.comparators[0])


class _Flagged(WholeRewriter):
    def __init__(self, name: str, flag: str):
        self._name = name
        self._flag = flag

    def visit_Assign(self, node: ast.Assign) -> Any:
        found = [value for name, value in _pairs(node) if name == self._name] if len(node.targets) == 1 else []
        self.generic_visit(node)
        if not found:
            return node
        empty = {id(v): ast.copy_location(ast.Tuple([], ast.Load()), v) for v in found if is_none(v)}
        if isinstance(node.value, ast.Tuple) and id(node.value) not in empty:
            node.value.elts = [empty.get(id(v), v) for v in node.value.elts]
        else:
            node.value = empty.get(id(node.value), node.value)
        flag = store(self._flag, ast.Constant(not empty))
        return [node, ast.fix_missing_locations(ast.copy_location(flag, node))]

    def visit_Compare(self, node: ast.Compare) -> Any:
        if not _asks(node, self._name):
            return self.generic_visit(node)
        flag = load(self._flag)
        made = flag if isinstance(node.ops[0], ast.IsNot) else ast.UnaryOp(ast.Not(), flag)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if not any(is_name(part, self._name) for part in _parts(node.value)):
            return node
        other = copy_tree(node)
        if isinstance(other.value, ast.Tuple):
            other.value.elts = [ast.Constant(None) if is_name(part, self._name) else part for part in other.value.elts]
        else:
            other.value = ast.Constant(None)
        test = ast.If(load(self._flag), [node], [])
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (test, other)]


class _Parts(ast.NodeTransformer):
    """Of comprehensions with one clause."""

    def __init__(self, finder: _Finder, names: set[str]):
        self._finder = finder
        self._names = names

    def visit_GeneratorExp(self, node: Any) -> Any:
        self.generic_visit(node)
        clause = node.generators[0]
        target = clause.target
        if len(node.generators) != 1 or not isinstance(target, ast.Tuple) or not all(isinstance(t, ast.Name) for t in target.elts):
            return node
        if self._finder.count(clause.iter) != len(target.elts) or not target.elts or self._is_of_places(clause.iter):
            return node
        inner = [n for part in (getattr(node, "elt", None), *clause.ifs) if part is not None for n in walk(part)]
        if any(isinstance(n, (ast.comprehension, ast.NamedExpr)) for n in inner):
            return node
        name = f"_picked_{len(self._names)}_"
        self._names.add(name)
        places = {t.id: i for i, t in enumerate(target.elts)}  # type: ignore[attr-defined]
        clause.target = ast.copy_location(ast.Name(name, ast.Store()), target)
        items = WithValues({t: ast.Subscript(load(name), ast.Constant(i), ast.Load()) for t, i in places.items()})
        node.elt = items.visit(node.elt)
        clause.ifs = [items.visit(c) for c in clause.ifs]
        return node

    visit_ListComp = visit_GeneratorExp

    @staticmethod
    def _is_of_places(call: Any) -> bool:
        """combinations(x, 2) of a name: pick_items.py"""
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        return isinstance(call.args[0], ast.Name) and name != "permutations"
