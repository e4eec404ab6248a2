"""The branches of the loop that stands for a function that calls itself (recursion.py): lists of statements, each way through which
ends in a Jump, a Call or a Return."""

from __future__ import annotations

import ast

from unpython._writing.flow import always_assigned, leaves_loop, read_first
from unpython._writing.functions.own_calls import OwnCallStatement
from unpython._writing.nodes import walk


class Jump(ast.stmt):
    """To another branch."""

    _fields = ()

    def __init__(self, block: int):
        super().__init__()
        self.block = block


class Return(ast.stmt):
    """With the result given."""

    _fields = ()


class Call(ast.stmt):
    """What follows a call is a branch of its own, or nothing but a return (None)."""

    _fields = ()

    def __init__(self, call: OwnCallStatement, block: int | None):
        super().__init__()
        self.call = call
        self.block = block


def live_names(branches: list[list[ast.stmt]], resumed: dict[int, str], own: frozenset[str]) -> list[set[str]]:
    """By branch: the names of the function (`own`) that may be read in it, or after it, before they have a new value. `resumed`: the
    name that a branch behind a call gives its result."""
    live: list[set[str]] = [set() for _ in branches]
    while True:
        found = [_read(branch, live, resumed, own) for branch in branches]
        if found == live:
            return live
        live = found


def _read(statements: list[ast.stmt], live: list[set[str]], resumed: dict[int, str], own: frozenset[str]) -> set[str]:
    found: set[str] = set()
    for node in reversed(statements):
        if isinstance(node, Jump):
            found = set(live[node.block])
        elif isinstance(node, Call):
            found = set() if node.block is None else live[node.block] - {resumed[node.block]}
            for value in node.call.values:
                found |= _loads(value) & own
        elif isinstance(node, Return):
            found = set()
        elif isinstance(node, ast.If) and not is_plain(node):
            ways = _read(node.body, live, resumed, own) | _read(node.orelse, live, resumed, own)
            found = (_loads(node.test) & own) | ways
        else:
            found = (found - always_assigned([node])) | (read_first([node], set()) & own)
    return found


def _loads(node: ast.AST) -> set[str]:
    return {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def is_plain(node: ast.stmt) -> bool:
    """Whether a statement neither calls nor leaves anything around it."""
    if any(isinstance(n, (OwnCallStatement, ast.Return, Jump, Call, Return)) for n in walk(node)):
        return False
    return not leaves_loop([node])


def saved_name(name: str) -> str:
    return f"_saved_{name}_"


def falls_through(body: list[ast.stmt]) -> bool:
    if not body:
        return True
    last = body[-1]
    if isinstance(last, ast.If):
        return falls_through(last.body) or falls_through(last.orelse)
    return not isinstance(last, (ast.Return, ast.Raise, ast.Break, ast.Continue))


def is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def is_endless(node: ast.stmt) -> bool:
    return isinstance(node, ast.While) and is_true(node.test) and not leaves_loop(node.body)
