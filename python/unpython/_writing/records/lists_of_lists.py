"""Lists of new lists that a function makes, and that it returns in an order: see dicts/results_of_groups.py.

    out = []
    out.append(sorted(part))
    return sorted(out)
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import assigned_values, is_name, walk


def names(node: Any, value_of: Callable[[Any], Any]) -> set[str]:
    """The names for one new list each, that only get new lists by `append`, and that no function inside gives anything else."""
    if not may_sort(node):
        return set()
    values, known = assigned_values(node)
    others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    others |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    lists = {name for name, given in values.items() if name not in others and all(is_list(value, value_of) for value in given)}
    found = set()
    for name in lists:
        if len(values[name]) != 1 or not (isinstance(values[name][0], ast.List) and not values[name][0].elts):
            continue
        added, seen = [], set()
        for n in walk(node):
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and is_name(n.func.value, name) and len(n.args) == 1:
                added.append(n.args[0])
                seen.add(id(n.func.value))
            elif isinstance(n, ast.Call) and len(n.args) == 1 and is_name(n.args[0], name) and value_of(n.func) in (sorted, len):
                seen.add(id(n.args[0]))
        is_all = all(id(n) in seen for n in walk(node) if is_name(n, name) and isinstance(n.ctx, ast.Load))
        if added and is_all and all(is_list(item, value_of) or (isinstance(item, ast.Name) and item.id in lists) for item in added):
            found.add(name)
    return found


def may_sort(node: Any) -> bool:
    return any(isinstance(n, ast.Return) and any(isinstance(m, ast.Call) and is_name(m.func, "sorted") for m in walk(n)) for n in walk(node))


def is_list(node: Any, value_of: Callable[[Any], Any]) -> bool:
    """Whether an expression makes a list."""
    return isinstance(node, (ast.List, ast.ListComp)) or (isinstance(node, ast.Call) and value_of(node.func) in (sorted, list))
