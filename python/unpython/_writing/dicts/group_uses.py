"""How a dict of lists is used: asked of the text, for table_kinds.py and groups.py."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from unpython._library.containers import sets, sets_by_key
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import is_name, walk


def holds_lists(name: str, nodes: list[ast.AST], is_new_list: Callable[[ast.expr], bool]) -> bool:
    """Whether a statement gives a key of this name a list."""
    for n in nodes:
        if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Subscript) and is_name(n.targets[0].value, name) and is_new_list(n.value):
            return True
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "setdefault" and is_name(n.func.value, name):
            return len(n.args) == 2 and isinstance(n.args[1], ast.List)
    return False


def only_read(node: Any, name: str, reads_only: Callable[[ast.expr], bool]) -> bool:
    """Whether a name that stands for such a list is only read: no other name stands for the list then. `reads_only`: whether a
    function changes no list."""
    nodes = list(walk(node))
    reads = [n.args for n in nodes if isinstance(n, ast.Call) and reads_only(n.func)]
    of_sets = (sets.in_any_order, *sets_by_key.READS)
    reads += [n.elts for n in nodes if isinstance(n, OwnCall) and (n.function in of_sets or is_of_words(n))]
    reads += [n.args for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ("extend", "extendleft")]
    reads += [[n.iter] for n in nodes if isinstance(n, (ast.For, ast.comprehension))]
    reads += [[n.value] for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load)]
    reads += [[n.left, *n.comparators] for n in nodes if isinstance(n, ast.Compare)]
    reads += [list(asked(n)) for n in nodes]
    seen = {id(part) for parts in reads for part in parts}
    return all(id(n) in seen for n in nodes if is_name(n, name) and isinstance(n.ctx, ast.Load))  # type: ignore[attr-defined]


def is_of_words(node: Any) -> bool:
    """A function of lists of texts, which changes none of these."""
    return isinstance(node, OwnCall) and getattr(node.function, "__module__", "") == "unpython._library.texts.words"


def asked(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement or an expression asks only for its truth."""
    tests = [node.test] if isinstance(node, (ast.If, ast.While, ast.IfExp)) else [*node.ifs] if isinstance(node, ast.comprehension) else []
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        tests = [node.operand]
    while tests:
        test = tests.pop()
        yield test
        tests += test.values if isinstance(test, ast.BoolOp) else []


def may_change(name: str, body: list[ast.stmt]) -> bool:
    """Whether statements may change a list of such a dict: one of a loop through them, say, which would have to see that."""
    for n in (n for statement in body for n in walk(statement)):
        if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load):
            place = n.value.value if isinstance(n.value, ast.Subscript) else n.value
            if is_name(place, name):  # d[k] = x, d[k][i] = x
                return True
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and any(is_name(part, name) for part in walk(n.func)):
            return True
    return False
