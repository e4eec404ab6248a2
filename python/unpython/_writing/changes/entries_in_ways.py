"""Entries of a dict that may not be there, or come into another entry of it, as branches:

    size[a] += size.pop(b)          if a == b or a not in size: ...   which runs in Python
                                    popped = size.pop(b)
                                    size[a] += popped
    p = d.pop(k, None)              if k in d: p = d.pop(k)
                                    else: p = None
    found &= d.get(k, set())        if k in d: found &= d[k]
                                    else: found &= set()

Python reads the entry before it takes the other one out: that is the same where both are there and differ. Asked only where a function
was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.calls import refusal
from unpython._writing.nodes import assigned_values, copy_tree, is_none, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter, by_statements

_MAKERS = frozenset("dict defaultdict Counter OrderedDict fromkeys".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such statements, the names that came with them, and no free names."""
    values, known = assigned_values(node)
    others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    others |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    return by_statements(_Ways({name for name, made in values.items() if all(map(_is_dict, made))} - others), node)


def _is_dict(node: Any) -> bool:
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    return isinstance(node, (ast.Dict, ast.DictComp)) or name in _MAKERS


def _is_new_set(node: Any) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set" and not node.args and not node.keywords


class _Ways(BlockRewriter):
    """`dicts`: names that stand for nothing but dicts."""

    def __init__(self, dicts: set[str]):
        self._dicts = dicts
        self.names: set[str] = set()

    def visit_Assign(self, node: ast.Assign) -> Any:
        """p = d.pop(k, None)"""
        call: Any = node.value
        is_name = len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        table = self._table_of(call, "pop") if is_name else None
        if table is None or not is_none(call.args[1]):
            return node
        call.args = call.args[:1]
        nothing = ast.Assign(copy_tree(node.targets), ast.Constant(None))
        return self._if_there(call.args[0], table, node, nothing, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        call: Any = node.value
        target = node.target
        table = self._table_of(call, "get") if isinstance(target, ast.Name) else None
        if table is not None and _is_new_set(call.args[1]):
            entry = ast.Subscript(load(table), copy_tree(call.args[0]), ast.Load())
            there = ast.AugAssign(copy_tree(target), node.op, entry)
            return self._if_there(call.args[0], table, there, ast.AugAssign(target, node.op, call.args[1]), node)
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name) or target.value.id not in self._dicts:
            return node
        if not self._is_popped(call, target.value.id) or not is_simple(target.slice):
            return node
        table, popped = target.value.id, f"_popped_{node.lineno}_{node.col_offset}_"
        self.names.add(popped)
        is_same: list[ast.expr] = [
            ast.Compare(copy_tree(target.slice), [ast.Eq()], [copy_tree(call.args[0])]),
            ast.Compare(copy_tree(target.slice), [ast.NotIn()], [load(table)]),
        ]
        ends = refusal("an entry of a dict that takes itself out, or is not there, runs in Python")
        made = [ast.If(ast.BoolOp(ast.Or(), is_same), [ends], []), store(popped, call), ast.AugAssign(target, node.op, load(popped))]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    def _table_of(self, node: Any, method: str) -> str | None:
        """d of d.pop(k, x)"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method and not node.keywords
        if not is_method or len(node.args) != 2 or not isinstance(node.func.value, ast.Name) or not is_simple(node.args[0]):
            return None
        return node.func.value.id if node.func.value.id in self._dicts else None

    def _if_there(self, key: ast.expr, table: str, there: ast.stmt, other: ast.stmt, at: ast.stmt) -> ast.stmt:
        self.names.add(table)
        made = ast.If(ast.Compare(copy_tree(key), [ast.In()], [load(table)]), [there], [other])
        for part in (there, other, made):
            ast.copy_location(part, at)
        return ast.fix_missing_locations(made)

    @staticmethod
    def _is_popped(node: Any, table: str) -> bool:
        """d.pop(k), d.pop(k, 0)"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.keywords
        if not is_method or not isinstance(node.func.value, ast.Name) or node.func.value.id != table:
            return False
        return bool(node.args) and all(map(is_simple, node.args)) and not any(isinstance(n, ast.Starred) for n in walk(node))
