"""Dicts of short lists that a function makes, whose places the text names, as a dict for each place (fixed_list_uses.py writes the uses):

    acc = defaultdict(lambda: [0.0, 0])       acc0, acc1 = {}, {}
    acc[k][0] += x                            if k not in acc0: acc0[k] = 0.0; acc1[k] = 0
                                              acc0[k] += x
    acc[k] = [x, 1]                           acc0[k] = x; acc1[k] = 1
    acc[k][1] = x                             acc1[k]; acc1[k] = x             KeyError, where there is no such key
    e = acc.setdefault(k, [0.0, 0])           if k not in acc0: acc0[k] = 0.0; acc1[k] = 0
    e[1] += 1                                 acc1[k] += 1
    for k, (s, n) in acc.items():             for k in acc0: s, n = acc0[k], acc1[k]
    {k: v[0] / v[1] for k, v in acc.items()}  {k: acc0[k] / acc1[k] for k in acc0}
    return acc                                the dicts, of which the call makes one

All lists of one dict are written out, and of one length. A dict that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, is_item_of, is_name, walk
from unpython._writing.records.fixed_list_reads import NotFixed
from unpython._writing.records.fixed_list_uses import FixedLists

_WIDEST = 6
_REFUSED = (ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Try, ast.Yield, ast.YieldFrom)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` without such dicts, the names that came with that, and no free names."""
    names: set[str] = set()
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, _REFUSED) for n in walk(node)):
        return node, frozenset(), []
    own = local_names(function) | {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}

    def library(called: ast.expr) -> str:
        binding = _bindings.of_node(function, called, own)
        if binding is None:
            return ""
        return "collections.defaultdict" if binding.value is defaultdict else binding.target if binding.kind == "library" else ""

    for name in _candidates(node):
        width, default = _width(node, name, library)
        if width is None:
            continue
        made = copy_tree(node)
        writer = FixedLists(name, width, default, library, made)
        try:
            made.body = writer.statements(made.body)
            writer.end()
        except NotFixed:
            continue
        node = ast.fix_missing_locations(made)
        names |= writer.names
    return node, frozenset(names), []


def _candidates(node: ast.FunctionDef) -> list[str]:
    """Names that one assignment gives a value."""
    nodes = list(walk(node))
    given = {n.arg for n in nodes if isinstance(n, ast.arg)}
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    assigned = [n.targets[0].id for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    return [name for name in assigned if stored.count(name) == 1 and name not in given]


def _width(node: ast.FunctionDef, name: str, library: Any) -> tuple[int | None, list[ast.expr] | None]:
    """How long the lists of a new dict are, None where that is not known, and the list that a new key gets."""
    held: list[ast.expr] = []
    default: list[ast.expr] | None = None
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and is_name(n.targets[0], name):
            value: Any = n.value
            if isinstance(value, ast.DictComp):
                held.append(value.value)
            elif isinstance(value, ast.Dict) and None not in value.keys:
                held += value.values
            elif not isinstance(value, ast.Call) or value.keywords:
                return None, None
            elif library(value.func) == "collections.defaultdict" and (row := _new_list(value, library)) is not None:
                held.append(row)
                default = row.elts
            elif library(value.func) != "builtins.dict" or value.args:
                return None, None
        elif isinstance(n, ast.Assign):
            held += [n.value for t in n.targets if is_item_of(t, name)]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "setdefault" and is_name(n.func.value, name):
            held += n.args[1:]
    widths = {len(h.elts) if isinstance(h, ast.List) and not any(isinstance(e, ast.Starred) for e in h.elts) else 0 for h in held}
    return (width if len(widths) == 1 and 2 <= (width := widths.pop()) <= _WIDEST else None), default


def _new_list(node: ast.Call, library: Any) -> ast.List | None:
    """[0, 0.0, math.inf] of defaultdict(lambda: [0, 0.0, math.inf]), [0, 0] of defaultdict(lambda: [0] * 2)"""
    made = node.args[0] if len(node.args) == 1 else None
    if not isinstance(made, ast.Lambda) or any(isinstance(n, ast.arg) for n in walk(made.args)):
        return None
    row: Any = made.body
    count = row.right if isinstance(row, ast.BinOp) and isinstance(row.op, ast.Mult) and isinstance(row.left, ast.List) else None
    if isinstance(count, ast.Constant) and type(count.value) is int and 0 < count.value <= _WIDEST:
        row = ast.copy_location(ast.List([copy_tree(e) for _ in range(count.value) for e in row.left.elts], ast.Load()), row)
        if not all(isinstance(e, (ast.Constant, ast.UnaryOp)) for e in row.elts):
            return None
    return row if isinstance(row, ast.List) and all(_is_constant(e, library) for e in row.elts) else None


def _is_constant(node: Any, library: Any) -> bool:
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_constant(node.operand, library)
    if isinstance(node, ast.Call):
        return library(node.func) == "builtins.float" and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Constant)
    is_empty = isinstance(node, ast.List) and not node.elts
    return isinstance(node, ast.Constant) or is_empty or (isinstance(node, ast.Attribute) and library(node) in ("math.inf", "numpy.inf"))
