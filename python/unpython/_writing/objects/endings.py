"""The end of a method that is written where it is called: each `return` gives its value to a name."""

from __future__ import annotations

import ast

from unpython._writing.own_calls import NotWritten


def ended(body: list[ast.stmt], result: ast.Name | None, at: ast.expr) -> list[ast.stmt]:
    """With the result of each `return` given to a name in its place."""

    def give(value: ast.expr | None) -> list[ast.stmt]:
        if result is None:
            return [] if value is None else [ast.copy_location(ast.Expr(value), at)]
        return [ast.copy_location(ast.Assign([ast.Name(result.id, ast.Store())], value or ast.Constant(None)), at)]

    made: list[ast.stmt] = []
    for number, statement in enumerate(body):
        rest = body[number + 1 :]
        if isinstance(statement, ast.Return):
            return [ast.fix_missing_locations(s) for s in [*made, *give(statement.value)]]
        if not any(isinstance(n, ast.Return) for n in ast.walk(statement)):
            made.append(statement)
            continue
        if not isinstance(statement, ast.If):
            raise NotWritten
        ways = [statement.body, statement.orelse]
        ends = list(map(_leaves, ways))
        if rest and not any(ends):
            raise NotWritten
        statement.body, statement.orelse = (
            ended(way if leaves else [*way, *rest], result, at) for way, leaves in zip(ways, ends, strict=True)
        )
        statement.body = statement.body or [ast.copy_location(ast.Pass(), at)]
        return [*made, ast.fix_missing_locations(statement)]
    return [ast.fix_missing_locations(s) for s in [*made, *(give(None) if result is not None else [])]]


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether each way through the statements ends in `return` or `raise`."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))
