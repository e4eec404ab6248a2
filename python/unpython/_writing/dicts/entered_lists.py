"""Dicts whose values are new lists, one entry after the other, for tables.py:

    d = {k: [x for x in a if x % k == 0] for k in ks}      d = {}
                                                           for key in ks:
                                                               d[key] = [x for x in a if x % key == 0]
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.dicts import group_uses
from unpython._writing.nodes import copy_tree, walk

_EMPTY = ("dict()", "defaultdict(list)")
_MAKERS = ("builtins.list", "builtins.sorted")
_OF_TEXTS = ("unpython._library.texts.words", "unpython._library.texts.splits")


def entered(function: FunctionType, node: Any) -> tuple[Any, set[str]]:
    """The `def`, and the names that came with it."""
    own = local_names(function)
    if not any(isinstance(n, (ast.Dict, ast.DictComp)) for n in walk(node)):
        return node, set()
    writer = _Writer(function, own, node)
    made = writer.visit(copy_tree(node))
    return (made, writer.names) if writer.is_changed else (node, set())


def is_new_list(node: Any, function: FunctionType, own: frozenset[str]) -> bool:
    """Whether an expression is a list that nothing else holds."""
    if isinstance(node, ast.Call):
        return full_name(node.func, function, own) in _MAKERS
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mult):  # [0] * n
            return isinstance(node.left, ast.List) or isinstance(node.right, ast.List)
        return isinstance(node.op, ast.Add) and is_new_list(node.left, function, own) and is_new_list(node.right, function, own)
    if isinstance(node, OwnCall) and node.function is not None:
        name = node.function.__name__
        return name.startswith(("sorted", "in_order")) or (name.startswith("split") and node.function.__module__ in _OF_TEXTS)
    return isinstance(node, (ast.List, ast.ListComp))


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, own: frozenset[str], node: Any):
        self._function = function
        self._body = node.body
        self._own = own
        self.names: set[str] = set()
        self.is_changed = False

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if len(node.targets) != 1 or not isinstance(target, ast.Name) or not isinstance(node.value, (ast.Dict, ast.DictComp)):
            return node
        reads = {n.id for n in walk(node.value) if isinstance(n, ast.Name)}
        if target.id in reads:
            return node
        if isinstance(node.value, ast.Dict):
            pairs = list(zip(node.value.keys, node.value.values, strict=True))
            if not pairs or not all(k is not None and is_new_list(v, self._function, self._own) for k, v in pairs):
                return node
            body = [self._entry(target.id, key, value, node) for key, value in pairs]
        else:
            if self._takes_lists(node):
                node.value.value = ast.Call(ast.Name("list", ast.Load()), [node.value.value], [])
            if not is_new_list(node.value.value, self._function, self._own):
                return node
            body = [self._loop(target.id, node.value, node)]
        self.is_changed = True
        empty = ast.Assign([target], ast.Dict([], []))
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in [empty, *body]]

    def _takes_lists(self, node: ast.Assign) -> bool:
        """{k: v for k, v in d.items() if c} of a dict of lists that nothing asks for later: its lists may be new ones."""
        made: Any = node.value
        clause = made.generators[0]
        target, call = clause.target, clause.iter
        is_items = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "items" and isinstance(call.func.value, ast.Name)
        if len(made.generators) > 1 or not is_items or not isinstance(target, ast.Tuple) or len(target.elts) != 2 or not isinstance(made.value, ast.Name):
            return False
        if not isinstance(target.elts[1], ast.Name) or target.elts[1].id != made.value.id or not isinstance(made.key, ast.Name):
            return False
        name = call.func.value.id
        before = [s for s in self._body if (s.lineno, s.col_offset) < (node.lineno, node.col_offset)]
        behind = [s for s in self._body if (s.lineno, s.col_offset) > (node.lineno, node.col_offset)]
        if len(before) + len(behind) + 1 != len(self._body) or any(isinstance(n, ast.Name) and n.id == name for s in behind for n in walk(s)):
            return False
        nodes = [n for s in before for n in walk(s)]
        values = [n.value for n in nodes if isinstance(n, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in n.targets)]
        is_new = [
            isinstance(v, ast.Dict)
            or ast.unparse(v).split(".")[-1] in _EMPTY
            or (isinstance(v, ast.DictComp) and is_new_list(v.value, self._function, self._own))
            for v in values
        ]
        of_lists = any(isinstance(v, ast.DictComp) or (isinstance(v, ast.Call) and ast.unparse(v).endswith("defaultdict(list)")) for v in values)
        holds = of_lists or group_uses.holds_lists(name, nodes, lambda v: is_new_list(v, self._function, self._own))
        return bool(values) and all(is_new) and holds and full_name(ast.Name("list", ast.Load()), self._function, self._own) == "builtins.list"

    @staticmethod
    def _entry(name: str, key: Any, value: ast.expr, at: ast.stmt) -> ast.stmt:
        place = ast.Subscript(ast.Name(name, ast.Load()), key, ast.Store())
        return ast.copy_location(ast.Assign([place], value), at)

    def _loop(self, name: str, made: ast.DictComp, at: ast.stmt) -> ast.stmt:
        """The loops of a comprehension, whose names are its own."""
        key, value = made.key, made.value
        for number, clause in enumerate(made.generators):
            for target in sorted({n.id for n in walk(clause.target) if isinstance(n, ast.Name)}):
                own = ast.Name(f"_{target}_{made.lineno}_{made.col_offset}_{number}_of_entry_", ast.Load())
                self.names.add(own.id)
                key, value = with_names(key, target, own), with_names(value, target, own)
                clause.ifs = [with_names(test, target, own) for test in clause.ifs]
                for later in made.generators[number + 1 :]:
                    later.iter, later.ifs = with_names(later.iter, target, own), [with_names(t, target, own) for t in later.ifs]
                clause.target = with_names(clause.target, target, ast.Name(own.id, ast.Store()))
        body: ast.stmt = self._entry(name, key, value, at)
        for clause in reversed(made.generators):
            for test in reversed(clause.ifs):
                body = ast.If(test, [body], [])
            body = ast.For(clause.target, clause.iter, [body], [])
        return ast.copy_location(body, at)
