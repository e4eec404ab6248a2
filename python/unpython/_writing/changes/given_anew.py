"""What a call gives and a function then makes something of its own of, under the same name: that gets a name of its own.

    grid = np.array(grid)                   _own_grid_ = np.array(grid)
    grid[0, 0] = 1                          _own_grid_[0, 0] = 1
    rows = [list(row) for row in rows]      _own_rows_ = [list(row) for row in rows]
    return rows                             return _own_rows_
    for row in rows:                        for row in rows:
        row = sorted(row)                       _own_row_ = sorted(row)

Problem: what is given is taken apart, and what is made of it is not: one name cannot stand for both.
Choice:  a statement of the function itself, in no loop and no branch, is done once, so all that follows it means what it made. A function
         inside may name it if it comes after the statement, and has no such name of its own.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_ragged, is_rows, is_set, is_table, is_words
from unpython._writing.changes.begun_again import pairs_in
from unpython._writing.nodes import Renamed, copy_tree, is_name, walk, ways

_INSIDE = (ast.FunctionDef, ast.Lambda, ast.ClassDef)


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names of what it makes, and no free names."""
    given = {name for name, layout in layouts.items() if any(is_one(layout) for is_one in (is_ragged, is_rows, is_table, is_set, is_words))}
    node, of_loops = _with_own_items(node) if isinstance(node, ast.FunctionDef) and given else (node, set())
    new: dict[str, str] = {}
    body: list[ast.stmt] = []
    before: set[str] = _named_elsewhere(node)
    for at, statement in enumerate(node.body if isinstance(node, ast.FunctionDef) and given else ()):
        written = Renamed(new).visit(copy_tree(statement))
        inside = {n.id for s in node.body[: at + 1] for f in walk(s) if isinstance(f, _INSIDE) for n in walk(f) if isinstance(n, ast.Name)}
        begun = {name: f"_own_{name}_" for name in sorted(_made_anew(statement) & given - before - inside - new.keys())}
        if begun:
            written.targets = [Renamed(begun).visit(target) for target in written.targets]
            new |= begun
        before |= {n.id for n in walk(statement) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        body.append(written)
    if not new:
        return node, frozenset(of_loops), []
    made = copy_tree(node)
    made.body = body
    return ast.fix_missing_locations(made), frozenset({*new.values(), *of_loops}), []


def _with_own_items(node: ast.FunctionDef) -> tuple[ast.FunctionDef, set[str]]:
    """The `def` in which what the body of a loop makes of an item, under its name, has another name; and these names. No other statement than
    those of loops over such items knows the name of the item."""
    made = copy_tree(node)
    loops = [n for n in walk(made) if isinstance(n, ast.For)]
    new: set[str] = set()
    inner = {n.id for f in walk(made) if isinstance(f, _INSIDE) and f is not made for n in walk(f) if isinstance(n, ast.Name)}
    for name in sorted({n.id for loop in loops for n in walk(loop.target) if isinstance(n, ast.Name)} - inner - _named_elsewhere(made)):
        own = [loop for loop in loops if any(is_name(n, name) for n in walk(loop.target))]
        inside = {id(n) for loop in own for part in (loop.target, *loop.body) for n in walk(part)}
        uses = [n for n in walk(made) if is_name(n, name)]
        places = [[i for i, s in enumerate(loop.body) if name in _made_anew(s)] for loop in own]
        stores = sum(not isinstance(n.ctx, ast.Load) for n in uses)
        is_plain = all(id(n) in inside for n in uses) and all(len(found) <= 1 for found in places) and stores == len(own) + sum(map(len, places))
        if not is_plain or not any(places):
            continue
        new.add(other := f"_own_{name}_")
        for loop, found in zip(own, places, strict=True):
            for at in found:
                first: Any = loop.body[at]
                first.targets = [Renamed({name: other}).visit(target) for target in first.targets]
                loop.body[at + 1 :] = [Renamed({name: other}).visit(s) for s in loop.body[at + 1 :]]
    return (ast.fix_missing_locations(made) if new else node), new


def _made_anew(statement: ast.stmt) -> set[str]:
    """The names of x = f(x), and of x, y = f(x), g(y)."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return set()
    pairs = [(target.id, value) for target, value in pairs_in(statement) if isinstance(target, ast.Name)]
    return {name for name, value in pairs if any(is_name(n, name) for n in walk(value)) and not any(_may_be_given(way) for way in ways(value))}


def _may_be_given(value: ast.expr) -> bool:
    """x, x or y"""
    return isinstance(value, (ast.Name, ast.BoolOp))


def _named_elsewhere(node: Any) -> set[str]:
    """Names of functions inside, or that these give a value: they may be others than those around them."""
    found: set[str] = set()
    for f in walk(node):
        if isinstance(f, (ast.Global, ast.Nonlocal)):
            found |= {*f.names}
        if isinstance(f, _INSIDE) and f is not node:
            found |= {n.arg for n in walk(f) if isinstance(n, ast.arg)}
            found |= {n.id for n in walk(f) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return found
