"""Loops over sets of texts in which nothing shows the order, which is another one in each process:

    for w in set(words):
        df[w] = df.get(w, 0) + 1

Each text comes once, and the loop stores to its own entry of a dict alone, of which the function never asks in which order its keys are.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import walk

_SIMPLE = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def shows_nothing(loop: ast.For, flows: Any) -> bool:
    """`flows`: those of the function (flows.py)."""
    if not isinstance(loop.target, ast.Name) or loop.orelse or not loop.body:
        return False
    inside = [n for s in loop.body for n in walk(s)]
    stored = {n.id for n in inside if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    parents = {id(child): node for node in flows.nodes for child in ast.iter_child_nodes(node)}
    owners = [_owner(s, loop.target.id) for s in loop.body]
    if stored or None in owners or not _stays_inside(loop, loop.target.id, flows.nodes):
        return False
    return all(_has_hidden_order(owner, flows, parents) for owner in {*owners} if owner is not None)


def _owner(statement: ast.stmt, key: str) -> str | None:
    """d of `d[key] += 1` and `d[key] = d.get(key, 0) + 1`"""
    if isinstance(statement, ast.AugAssign):
        target: Any = statement.target
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    else:
        return None
    if not (isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and isinstance(target.slice, ast.Name) and target.slice.id == key):
        return None
    return target.value.id if _is_own(statement.value, target.value.id, key) else None


def _is_own(node: ast.expr, owner: str, key: str) -> bool:
    """Whether it is computed from this entry of the dict, and from what the loop leaves as it is."""
    if isinstance(node, ast.BinOp):
        return _is_own(node.left, owner, key) and _is_own(node.right, owner, key)
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id == owner and isinstance(node.slice, ast.Name) and node.slice.id == key
    if isinstance(node, ast.Call):
        is_get = isinstance(node.func, ast.Attribute) and node.func.attr == "get" and isinstance(node.func.value, ast.Name) and node.func.value.id == owner
        first = node.args[0] if node.args else None
        return is_get and isinstance(first, ast.Name) and first.id == key and not node.keywords and all(isinstance(a, ast.Constant) for a in node.args[1:])
    return all(isinstance(n, _SIMPLE) for n in walk(node)) and not any(isinstance(n, ast.Name) and n.id == owner for n in walk(node))


def _stays_inside(loop: ast.For, name: str, nodes: list[ast.AST]) -> bool:
    """Whether nothing reads the name behind the loop."""
    known: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and n.target.id == name:
            known |= {id(m) for s in n.body for m in walk(s)}
    return all(id(n) in known for n in nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load))


def _has_hidden_order(name: str, flows: Any, parents: dict[int, Any]) -> bool:
    if name in flows.parameters:
        return False
    return all(
        _hides(n, flows, parents) for n in flows.nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
    )  # fmt: skip


def _hides(node: ast.Name, flows: Any, parents: dict[int, Any]) -> bool:
    parent = parents.get(id(node))
    if isinstance(parent, ast.Subscript):
        return parent.value is node and not isinstance(parent.slice, ast.Slice)
    if isinstance(parent, ast.Compare):
        return parent.left is not node and all(isinstance(op, (ast.In, ast.NotIn)) for op in parent.ops)
    if isinstance(parent, ast.Attribute):
        call = parents.get(id(parent))
        if not isinstance(call, ast.Call) or call.func is not parent:
            return False
        if parent.attr == "get":
            return True
        return parent.attr in ("items", "keys") and not call.args and _is_sorted(call, flows, parents)
    if isinstance(parent, ast.Call) and flows.builtin(parent.func) == "len":
        return True
    return _is_sorted(node, flows, parents)


def _is_sorted(node: ast.expr, flows: Any, parents: dict[int, Any]) -> bool:
    """sorted(node): no two keys are the same, so all orders give one."""
    call: Any = parents.get(id(node))
    is_call = isinstance(call, ast.Call) and call.args == [node] and flows.builtin(call.func) == "sorted"
    return is_call and all(k.arg == "reverse" for k in call.keywords)
