"""Lists of Python's integers and floats side by side, and of numbers and None, each as three lists: _library/containers/mixed_lists.py.

    v.append(x)                 append(kinds, wholes, reals, x)
    v[i]                        reals[i] if kinds[i] == 1 else wholes[i]
    for x in v:                 for kind, whole, real in zip(kinds, wholes, reals): x = real if kind == 1 else whole
    heapq.heapify(v)            a heapify that is written so

Problem:  a list of compiled code has items of one type, and no text says of which type a number is.
Choice:   the compiler refuses such a list by its name, and the function is written again with that name as three lists; a number that
          is read is one of several types (cpp/frontend/types/alternatives.h). Functions of the library that take such a list get a
          version of their own.
Rejected: lists of several types in the compiler: all that takes a list would have to know of them.

A name that is used in any other way stays as it is, and the function is refused.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.lists.mixed_expressions import NotMixed
from unpython._writing.lists.mixed_names import PARTS, Items, chosen, named_results, spread
from unpython._writing.lists.mixed_statements import Rewriter
from unpython._writing.lists.mixed_variants import variant
from unpython._writing.loops import sums_in_lists
from unpython._writing.nodes import copy_tree, part_of


def rewritten(function: FunctionType, node: Any, mixed: frozenset[tuple[Any, Items]]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with three lists in place of each of these, the names that came with them, and what free names it relies on."""
    given = node
    node, made_names = named_results(node, mixed)
    names = spread(node, chosen(node, mixed))
    while names:
        made = copy_tree(node)
        rewriter = Rewriter(function, dict(names), made, variant)
        try:
            made.body = rewriter.statements(made.body)
        except NotMixed as other:
            if names.pop(other.name, None) is None:  # a list that is only made on the way
                break
            continue
        own = {part_of(name, part) for name in names for part in PARTS} | rewriter.names | made_names
        return ast.fix_missing_locations(made), frozenset(own), list(rewriter.used.values())
    return sums_in_lists.rewritten(function, given, mixed), frozenset(), []
