"""What is stored into a new array before it goes into a list:

    row = np.zeros(n)
    row[0] = 1          no change of an array that is in the list: the name stands for another array at the next append
    rows.append(row)

    idx = np.arange(n)
    rng.shuffle(idx)    nor is this
    folds = np.array_split(idx, k)
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.changes import root_of
from unpython._writing.changes.names import is_held_by_another, may_be_view, mentions
from unpython._writing.nodes import copy_tree, is_name, walk


def without_fillings(function: FunctionType, node: Any, lists: set[str]) -> Any:
    """The `def` with nothing but the values of such statements, to be asked for what else changes; `lists`: names of lists."""
    made = copy_tree(node)
    local = local_names(function)
    names = {n.id for n in walk(made) if isinstance(n, ast.Name)}
    for owner in walk(made):
        for field in ("body", "orelse"):
            block = getattr(owner, field, None)
            if isinstance(block, list):
                _leave_out(block, lists, lambda value: not may_be_view(value, names) and not is_held_by_another(value, function, local))
    return made


def _leave_out(block: list[Any], lists: set[str], is_new: Any) -> None:
    for end, statement in enumerate(block):
        name = _appended(statement, lists)
        if name is None:
            continue
        begin = next((i for i in range(end - 1, -1, -1) if _stores(block[i], name)), None)
        if begin is None or not isinstance(block[begin], ast.Assign) or not is_new(block[begin].value):
            continue
        between = [_Unshuffled(name).visit(s) for s in block[begin + 1 : end]]
        if not any(_may_keep(n, name) for s in between for n in walk(s)):
            block[begin + 1 : end] = [_Values(name).visit(s) for s in between]


def _appended(statement: Any, lists: set[str]) -> str | None:
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.ListComp) and isinstance(part := statement.value.elt, OwnCall):
        is_list = isinstance(statement.targets[0], ast.Name) and statement.targets[0].id in lists
        return part.elts[0].id if is_list and part.elts and isinstance(part.elts[0], ast.Name) else None
    call: Any = statement.value if isinstance(statement, ast.Expr) else None
    is_append = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" and len(call.args) == 1
    if not is_append or not isinstance(call.func.value, ast.Name) or call.func.value.id not in lists:
        return None
    return call.args[0].id if isinstance(call.args[0], ast.Name) else None


def _stores(statement: Any, name: str) -> bool:
    """Whether the name may stand for something else behind a statement."""
    return any(isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load) and not _is_updated(statement, n) for n in walk(statement))


def _is_updated(statement: Any, name: ast.Name) -> bool:
    return any(isinstance(n, ast.AugAssign) and n.target is name for n in walk(statement))


def _may_keep(node: ast.AST, name: str) -> bool:
    """Whether a node may give the array another name, or hand it to somebody."""
    if isinstance(node, (ast.Expr, ast.Return, ast.Yield, ast.Lambda, ast.FunctionDef, ast.withitem)):
        return mentions(node, {name})
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)):
        return node.value is not None and may_be_view(node.value, {name})
    if isinstance(node, (ast.For, ast.comprehension)):
        return mentions(node.iter, {name})
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and any(mentions(a, {name}) for a in (*node.args, *node.keywords))


class _Unshuffled(ast.NodeTransformer):
    """Without rng.shuffle(row)."""

    def __init__(self, name: str):
        self._name = name

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call: Any = node.value
        given: list[Any] = []
        if isinstance(call, OwnCall) and getattr(call.function, "__name__", "") == "shuffle":
            given = call.elts[1:2]
        elif isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "shuffle" and not call.keywords:
            given = call.args
        return ast.copy_location(ast.Pass(), node) if len(given) == 1 and is_name(given[0], self._name) else node


class _Values(ast.NodeTransformer):
    """`row[i] = x` and `row += x` as `x`."""

    def __init__(self, name: str):
        self._name = name

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        root = root_of(node.targets[0])
        is_store = len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript) and isinstance(root, ast.Name) and root.id == self._name
        return ast.copy_location(ast.Expr(node.value), node) if is_store else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        root = root_of(node.target)
        return ast.copy_location(ast.Expr(node.value), node) if isinstance(root, ast.Name) and root.id == self._name else node
