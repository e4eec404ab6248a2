"""Which names of a function are lists of lists of tuples, or dicts of such lists, for lists/rows_by_place.py."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from unpython._writing.nodes import is_name, walk


class Places(NamedTuple):
    """`width`: how long the tuples are; `inner`: names of lists of tuples that are put into this one; `is_list`: whether it is no dict."""

    name: str
    width: int
    inner: frozenset[str]
    is_list: bool


def places_in(node: Any) -> list[Places]:
    nodes = list(walk(node))
    hidden = {m.id for n in nodes if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for m in walk(n) if isinstance(m, ast.Name)}
    hidden |= {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    stores = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    values: dict[str, list[ast.expr]] = {}
    for n in nodes:
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
            values.setdefault(n.targets[0].id, []).append(n.value)
    values = {name: given for name, given in values.items() if name not in hidden and stores.count(name) == len(given)}
    appended: dict[str, list[ast.expr]] = {}
    in_items: dict[str, list[ast.expr]] = {}
    for n in nodes:
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and len(n.args) == 1:
            owner = n.func.value
            if isinstance(owner, ast.Name):
                appended.setdefault(owner.id, []).append(n.args[0])
            elif isinstance(owner, ast.Subscript) and isinstance(owner.value, ast.Name):
                in_items.setdefault(owner.value.id, []).append(n.args[0])
    found = []
    for name, made in values.items():
        is_grown = all(isinstance(v, ast.List) and not v.elts for v in made)
        if not is_grown and (len(made) > 1 or not _is_made(made[0])):
            continue
        rows = list(in_items.get(name, ()))
        inner: set[str] = set()
        for given in appended.get(name, ()):
            if isinstance(given, ast.Name) and given.id in values and given.id != name:
                inner.add(given.id)
            else:
                rows += given.elts if isinstance(given, ast.List) else [given]
        for one in inner:
            rows += appended.get(one, ())
            rows += [row for v in values[one] for row in (v.elts if isinstance(v, ast.List) else [v])]
        widths = {len(row.elts) if isinstance(row, ast.Tuple) else 0 for row in rows}
        is_list = is_grown or isinstance(made[0], ast.ListComp)
        if len(widths) == 1 and 2 <= min(widths) <= 6 and (not is_list or _are_read_inside(node, name)):
            found.append(Places(name, widths.pop(), frozenset(inner), is_list))
    return found


def _is_made(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)) and len(node.args) == 1 and not node.keywords:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        return name == "defaultdict" and is_name(node.args[0], "list")
    value = node.elt if isinstance(node, ast.ListComp) else node.value if isinstance(node, ast.DictComp) else None
    return isinstance(value, ast.List) and not value.elts


def is_whole_loop(node: Any, name: str) -> bool:
    """for group in groups, for group in groups[:3], for i, group in enumerate(groups)"""
    target, over = node.target, node.iter
    if isinstance(over, ast.Subscript) and isinstance(over.slice, ast.Slice) and isinstance(target, ast.Name):
        ends = [end for end in (over.slice.lower, over.slice.upper) if end is not None]
        is_known = len(ends) == 1 and over.slice.step is None and isinstance(ends[0], ast.Constant) and type(ends[0].value) is int
        return is_known and is_name(over.value, name)
    if isinstance(over, ast.Call) and is_name(over.func, "enumerate") and len(over.args) == 1 and isinstance(target, ast.Tuple):
        return is_name(over.args[0], name) and len(target.elts) == 2 and all(isinstance(part, ast.Name) for part in target.elts)
    return is_name(over, name) and isinstance(target, ast.Name)


def _are_read_inside(node: Any, name: str) -> bool:
    """Whether the names that loops give the lists are read in these loops alone, and stand for nothing else."""
    nodes = list(walk(node))
    names: dict[str, set[int]] = {}
    known: set[int] = set()
    for n in nodes:
        clauses = [n] if isinstance(n, ast.For) else getattr(n, "generators", [])
        for clause in clauses:
            if is_whole_loop(clause, name):
                target: Any = clause.target.elts[1] if isinstance(clause.target, ast.Tuple) else clause.target
                inside = [m for s in n.body for m in walk(s)] if isinstance(n, ast.For) else list(walk(n))
                names.setdefault(target.id, set()).update(id(m) for m in inside if isinstance(m, ast.Name))
                known.add(id(target))
    for n in nodes:
        if isinstance(n, ast.Lambda):
            own = {a.arg for a in walk(n.args) if isinstance(a, ast.arg)}
            known.update(id(m) for m in walk(n.body) if isinstance(m, ast.Name) and m.id in own)
    return all(
        id(n) in known or (isinstance(n.ctx, ast.Load) and id(n) in names[n.id]) for n in nodes if isinstance(n, ast.Name) and n.id in names
    )
