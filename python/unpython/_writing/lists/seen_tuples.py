"""Where a list may stand as well as a tuple, for plain_tuples.py and loops/permutations.py."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._library.python_functions import orders
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.flow import breaks_loop
from unpython._writing.nodes import walk

_LOOK = frozenset(f"builtins.{name}" for name in "len sum min max enumerate zip any all sorted list set reversed tuple".split())
_OF_TUPLES: dict[Any, int] = {orders.item: 1, orders.is_before: 2, orders.is_before_or_same: 2}  # how many of the arguments are such
_SHORT = 3


def looked_at(nodes: list[ast.AST], function: FunctionType, own: frozenset[str]) -> set[int]:
    """Which expressions a list may stand in as well as a tuple, by id()."""
    fine: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and not isinstance(n.slice, ast.Slice):
            fine.add(id(n.value))
        elif isinstance(n, ast.Call) and not n.keywords and full_name(n.func, function, own) in _LOOK:
            is_choice = len(n.args) > 1 and full_name(n.func, function, own) in ("builtins.max", "builtins.min")  # max(x, y) is one of them
            fine |= set() if is_choice else {id(a) for a in n.args}
        elif isinstance(n, (ast.For, ast.comprehension)):
            fine.add(id(n.iter))
        elif isinstance(n, ast.Compare) and isinstance(n.ops[-1], (ast.In, ast.NotIn)):
            fine.add(id(n.comparators[-1]))
        elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
            fine.add(id(n.test))
        elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            fine.add(id(n.operand))
        elif isinstance(n, OwnCall) and n.function in _OF_TUPLES:
            fine |= {id(e) for e in n.elts[: _OF_TUPLES[n.function]]}
    return fine


def is_nest(node: ast.For, called: str) -> bool:
    """Whether a loop over combinations(x, 2) or product(x, repeat=2) is one over places (pick_items.py)."""
    call: Any = node.iter
    if called not in ("itertools.combinations", "itertools.product") or not call.args or not isinstance(call.args[0], ast.Name):
        return False
    counts = [k.value for k in call.keywords] if called == "itertools.product" else call.args[1:]
    number = counts[0].value if len(counts) == 1 and isinstance(counts[0], ast.Constant) else None
    return type(number) is int and number <= _SHORT and not breaks_loop(node.body)


def is_plain(name: str, function: FunctionType, node: Any) -> bool:
    """Whether a name that is assigned once is a list as well as a tuple wherever it is used."""
    own = local_names(function)
    nodes = list(walk(node))
    if any(isinstance(n, ast.arg) and n.arg == name for n in nodes):
        return False
    fine = looked_at(nodes, function, own)
    uses = [n for n in nodes if isinstance(n, ast.Name) and n.id == name]
    return sum(not isinstance(n.ctx, ast.Load) for n in uses) == 1 and all(id(n) in fine for n in uses if isinstance(n.ctx, ast.Load))
