"""Lists that a `try` makes and that become items behind it, as new ones there, which those who write lists of lists know:

    try:                                     try:
        row = [int(w) for w in words]            row = [int(w) for w in words]
    except ValueError:                       except ValueError:
        continue                                 continue
    rows.append(row)                         rows.append([item for item in row])

where each handler leaves and nothing changes such a list: it is put there once, and who has it sees no difference.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_name, load, walk

_LEAVE = (ast.Continue, ast.Break, ast.Return, ast.Raise)
_READ = frozenset("len sum min max sorted list tuple enumerate zip any all".split())


def copied(node: Any, name: Callable[[str], str]) -> None:
    """Changes the `def` in place."""
    for holder in [*walk(node)]:
        for field in ("body", "orelse", "finalbody"):
            found = getattr(holder, field, None)
            block: list[Any] = found if isinstance(found, list) else []
            for i, statement in enumerate(block):
                if isinstance(statement, ast.Try) and statement.handlers:
                    _copied(node, statement, [*statement.orelse, *_behind(statement, block[i + 1 :])], name)


def _behind(node: ast.Try, rest: list[ast.stmt]) -> list[ast.stmt]:
    """What only runs where no handler did."""
    return rest if all(isinstance(h.body[-1], _LEAVE) for h in node.handlers) else []


def _copied(whole: Any, node: ast.Try, behind: list[ast.stmt], name: Callable[[str], str]) -> None:
    for i, statement in enumerate(node.body):
        row = statement.targets[0].id if isinstance(statement, ast.Assign) and _is_new(statement) else ""  # type: ignore[attr-defined]
        puts = [(at, call) for at, s in enumerate(behind) if row and (call := _put(s, row)) is not None]
        for at, put in puts if len(puts) == 1 else ():
            between = {id(n) for s in (*node.body[i + 1 :], *behind[:at]) for n in walk(s)}
            if not _is_only_read(whole, row, put, between):
                continue
            item = name("item")
            clause = ast.comprehension(ast.Name(item, ast.Store()), put.args[0], [], 0)
            put.args[0] = ast.fix_missing_locations(ast.copy_location(ast.ListComp(load(item), [clause]), put))


def _is_new(node: ast.Assign) -> bool:
    return len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.ListComp)


def _put(node: ast.stmt, row: str) -> ast.Call | None:
    """rows.append(row)"""
    call: Any = node.value if isinstance(node, ast.Expr) else None
    is_append = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
    return call if is_append and len(call.args) == 1 and is_name(call.args[0], row) else None


def _is_only_read(whole: Any, row: str, put: ast.Call, between: set[int]) -> bool:
    """Whether the name has one value, and is only read between what gives it that and `put`."""
    nodes = [*walk(whole)]
    read: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _READ:
            read |= {id(a) for a in n.args}
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            read.add(id(n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            read.add(id(n.iter))
        elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
            read.add(id(n.test))
        elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            read.add(id(n.operand))
    named = [n for n in nodes if is_name(n, row)]
    stored = [n for n in named if not isinstance(n.ctx, ast.Load)]
    others = [n for n in named if isinstance(n.ctx, ast.Load) and n is not put.args[0]]
    return len(stored) == 1 and all(id(n) in read and id(n) in between for n in others)
