"""A program as a tree that can be printed as Python and taken apart again by the shrinker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Expr:
    """`kind`: 'int' and 'float' are Python's numbers, 'bool' a condition, the rest NumPy types. `template` has one {} for
    each operand."""

    kind: str
    template: str
    operands: tuple[Expr, ...] = ()

    def text(self) -> str:
        return self.template.format(*(operand.text() for operand in self.operands))


@dataclass(frozen=True)
class Stmt:
    """`template`: the first line, with one {} for each expression. `blocks`: suites below it, each with the line that
    opens it ('' for the first). `fixed`: the shrinker must keep it where it is."""

    template: str
    exprs: tuple[Expr, ...] = ()
    blocks: tuple[tuple[Stmt, ...], ...] = ()
    openers: tuple[str, ...] = ("",)
    fixed: bool = False

    def lines(self, indent: str) -> Iterator[str]:
        yield indent + self.template.format(*(expr.text() for expr in self.exprs))
        for opener, block in zip(self.openers, self.blocks):
            if opener:
                if not block:
                    continue
                yield indent + opener
            for stmt in block:
                yield from stmt.lines(indent + "    ")
            if not block:
                yield indent + "    pass"


@dataclass(frozen=True)
class Tree:
    parameters: tuple[str, ...]
    body: tuple[Stmt, ...]
    result: str
    extents: tuple[int, ...] = (1, 1)  # of all arrays: rows, columns

    def text(self) -> str:
        lines = [f"def program({', '.join(self.parameters)}):"]
        for stmt in self.body:
            lines.extend(stmt.lines("    "))
        return "\n".join([*lines, f"    return {self.result}", ""])


def parsed(lines: list[str]) -> tuple[Stmt, ...]:
    """Lines of Python as statements; `else` and `except` belong to the one before."""
    found: list[Stmt] = []
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and lines[end].startswith(" "):
            end += 1
        block = parsed([line[4:] for line in lines[at + 1 : end]])
        text = lines[at].replace("{", "{{").replace("}", "}}")
        if re.match(r"(elif|else|except)\b", lines[at]):
            before = found.pop()
            found.append(
                Stmt(before.template, (), (*before.blocks, block), (*before.openers[: len(before.blocks)], lines[at]))
            )
        else:
            found.append(Stmt(text, (), (block,) if block else ()))
        at = end
    return tuple(found)


_SMALLEST = {"int": "1", "float": "1.0", "bool": "True"}


def smallest(kind: str) -> Expr:
    return Expr(kind, _SMALLEST.get(kind, f"np.{kind}(1)"))


def smaller_trees(tree: Tree) -> Iterator[Tree]:
    """Trees with one thing less, the largest steps first."""
    for body in _smaller_blocks(tree.body):
        yield replace(tree, body=body)
    if re.fullmatch(r"\((\w+, )+\w*\)", tree.result):
        names = tree.result.strip("(,)").split(", ")
        for index in range(len(names) if len(names) > 1 else 0):
            yield replace(tree, result=f"({', '.join(names[:index] + names[index + 1 :])},)")


def _smaller_blocks(block: tuple[Stmt, ...]) -> Iterator[tuple[Stmt, ...]]:
    for size in (len(block) // 2, 1):
        for start in range(0, len(block), size) if size else ():
            rest = tuple(s for i, s in enumerate(block) if not start <= i < start + size or s.fixed)
            if len(rest) < len(block):
                yield rest
    for index, stmt in enumerate(block):
        for smaller in _smaller_stmts(stmt):
            yield (*block[:index], *smaller, *block[index + 1 :])


def _smaller_stmts(stmt: Stmt) -> Iterator[tuple[Stmt, ...]]:
    if stmt.template.startswith("if "):
        yield from stmt.blocks  # the suite without its condition
    for index, inner in enumerate(stmt.blocks):
        for smaller in _smaller_blocks(inner):
            yield (replace(stmt, blocks=(*stmt.blocks[:index], smaller, *stmt.blocks[index + 1 :])),)
    for index, expr in enumerate(stmt.exprs):
        for smaller_expr in _smaller_exprs(expr):
            yield (replace(stmt, exprs=(*stmt.exprs[:index], smaller_expr, *stmt.exprs[index + 1 :])),)


def _smaller_exprs(expr: Expr) -> Iterator[Expr]:
    if expr.operands:
        yield from (operand for operand in expr.operands if operand.kind == expr.kind)
        yield smallest(expr.kind)
    for index, operand in enumerate(expr.operands):
        for smaller in _smaller_exprs(operand):
            yield replace(expr, operands=(*expr.operands[:index], smaller, *expr.operands[index + 1 :]))
