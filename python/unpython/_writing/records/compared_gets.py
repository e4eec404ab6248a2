"""What a dict has for a key, or None, compared with a constant:

    state.get(k) == "done"              k in state and state[k] == "done"
    state.get(k) != 2                   k not in state or state[k] != 2

None is equal to no constant but itself.
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_table
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_none, is_simple, load, walk

_DICTS = (dict, collections.defaultdict, collections.Counter, collections.OrderedDict)


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, and no names."""
    writer = _Writer(_dicts(function, node, {name for name, layout in layouts.items() if is_table(layout)}))
    made = writer.visit(copy_tree(node))
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


def _dicts(function: FunctionType, node: Any, given: set[str]) -> set[str]:
    """The names that stand for dicts and nothing else."""
    own = local_names(function)

    def is_dict(value: Any) -> bool:
        if isinstance(value, ast.Call):
            binding = _bindings.of_node(function, value.func, own)
            return binding is not None and any(binding.value is kind for kind in _DICTS)
        return isinstance(value, (ast.Dict, ast.DictComp))

    made = [pair for n in walk(node) if isinstance(n, ast.Assign) for target in n.targets for pair in _assigned(target, n.value) if is_dict(pair[1])]
    names = [name for name, _ in made]
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    stored += [n.arg for n in walk(node) if isinstance(n, ast.arg)]
    stored += [n.name for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    return {name for name in {*names} if names.count(name) == stored.count(name)} | {name for name in given if stored.count(name) == 1}


def _assigned(target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return [pair for t, v in zip(target.elts, value.elts, strict=True) for pair in _assigned(t, v)]
    return [(target.id, value)] if isinstance(target, ast.Name) else []


class _Writer(ast.NodeTransformer):
    def __init__(self, dicts: set[str]):
        self._dicts = dicts
        self.is_changed = False

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            return node
        sides: list[Any] = [node.left, node.comparators[0]]
        for got, other in (sides, sides[::-1]):
            if self._is_get(got) and isinstance(other, ast.Constant) and not is_none(other):
                self.is_changed = True
                return ast.copy_location(self._asked(got.func.value.id, got.args[0], node.ops[0], other), node)
        return node

    def _is_get(self, node: Any) -> bool:
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get" and not node.keywords
        return is_method and isinstance(node.func.value, ast.Name) and node.func.value.id in self._dicts and len(node.args) == 1 and is_simple(node.args[0])

    @staticmethod
    def _asked(name: str, key: ast.expr, op: ast.cmpop, other: ast.expr) -> ast.expr:
        is_there: ast.cmpop = ast.In() if isinstance(op, ast.Eq) else ast.NotIn()
        first = ast.Compare(key, [is_there], [load(name)])
        held = ast.Compare(ast.Subscript(load(name), copy_tree(key), ast.Load()), [op], [other])
        return ast.BoolOp(ast.And() if isinstance(op, ast.Eq) else ast.Or(), [first, held])
