"""Lists of a dict that a function returns in a list, as copies: nobody else sees the dict, so nobody can tell, for plainer.py.

    return [g for g in d.values() if len(g) > 1]    return [list(g) for g in d.values() if len(g) > 1]
    return [d[k] for k in sorted(d)]                return [list(d[k]) for k in sorted(d)]
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from unpython._writing.dicts.group_uses import holds_lists
from unpython._writing.nodes import is_name, walk


def copied(statement: ast.Return, function: Any, is_dict: Callable[[str], bool], value_of: Callable[[Any], Any]) -> bool:
    """Whether something was written anew. `function`: the `def`; `is_dict`: whether a name is for dicts that the function makes alone."""
    nodes = list(walk(function))
    given = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
    found = False
    for part in given:
        if not isinstance(part, ast.ListComp) or len(part.generators) > 1:
            continue
        name = _owner(part, value_of)
        if name is None or not is_dict(name) or not _is_of_lists(name, nodes, value_of) or value_of(ast.Name("list", ast.Load())) is not list:
            continue
        part.elt = ast.copy_location(ast.Call(ast.Name("list", ast.Load()), [part.elt], []), part.elt)
        found = True
    return found


def _owner(node: ast.ListComp, value_of: Callable[[Any], Any]) -> str | None:
    """The name of the dict of which each list comes once at most."""
    clause = node.generators[0]
    target, given = clause.target, clause.iter
    if not isinstance(target, ast.Name):
        return None
    if isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr == "values" and not given.args:
        return getattr(given.func.value, "id", None) if is_name(node.elt, target.id) else None
    if isinstance(given, ast.Call) and len(given.args) == 1 and value_of(given.func) is sorted:
        given = given.args[0]
    is_read = isinstance(node.elt, ast.Subscript) and is_name(node.elt.slice, target.id)
    return given.id if is_read and isinstance(given, ast.Name) and is_name(node.elt.value, given.id) else None  # type: ignore[attr-defined]


def _is_of_lists(name: str, nodes: list[ast.AST], value_of: Callable[[Any], Any]) -> bool:
    def is_list(value: ast.expr) -> bool:
        return isinstance(value, (ast.List, ast.ListComp))

    made = [n.value for n in nodes if isinstance(n, ast.Assign) and any(is_name(t, name) for t in n.targets)]
    of_lists = [v for v in made if isinstance(v, ast.Call) and len(v.args) == 1 and value_of(v.func) is defaultdict and value_of(v.args[0]) is list]
    return len(of_lists) == len(made) or holds_lists(name, nodes, is_list)
