"""Sums that are items of lists, where these cannot hold integers and floats side by side:

    [[sum(x * y for x, y in zip(row, c)) for c in columns] for row in m]

Problem: a sum of floats is a float, or the integer 0 where there are none, so the list may have items of two types.
Choice:  where the compiler has refused such a list, and it is none that mixed_lists.py writes, a sum of nothing is refused when the program
         runs, and all others are floats.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython._library.python_functions.lists import sum_of_some
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, walk

_BOTH = frozenset(("int", "float"))


def rewritten(function: FunctionType, node: Any, mixed: frozenset[tuple[Any, frozenset[str]]]) -> Any:
    """The `def` in which the sums that go into the `mixed` lists have items; the `def` itself where there are none."""
    places = {key for key, items in mixed if items == _BOTH}
    made = copy_tree(node)
    called = functools.partial(full_name, function=function, names=local_names(function))
    is_changed = False

    def is_sum(item: ast.expr) -> bool:
        is_call = isinstance(item, ast.Call) and len(item.args) == 1 and not item.keywords and called(item.func) == "builtins.sum"
        return is_call and isinstance(item.args[0], (ast.GeneratorExp, ast.ListComp, ast.Name, ast.Subscript))  # type: ignore[attr-defined]

    def of_some(item: Any) -> ast.expr:
        nonlocal is_changed
        if not is_sum(item):
            return item  # type: ignore[no-any-return]
        is_changed = True
        values = item.args[0]
        listed = ast.ListComp(values.elt, values.generators) if isinstance(values, ast.GeneratorExp) else values
        return ast.copy_location(OwnCall(sum_of_some, [ast.copy_location(listed, values)]), item)

    for n in walk(made):
        at = (getattr(n, "lineno", 0), getattr(n, "col_offset", 0))
        if isinstance(n, ast.ListComp) and at in places:
            while isinstance(n.elt, ast.ListComp):
                n = n.elt
            n.elt = of_some(n.elt)
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and len(n.args) == 1:
            if at in places or getattr(n.func.value, "id", "") in places:
                n.args = [of_some(n.args[0])]
    return ast.fix_missing_locations(made) if is_changed else node
