"""What a function makes of a list of tuples that it is given, at its beginning:

    points = sorted(set(points))            in_order = sorted(points)
                                            unique = []
                                            for a, b in in_order:
                                                if len(unique) == 0 or unique[-1] != (a, b): unique.append((a, b))

and `unique` wherever `points` stands behind it; `points = sorted(points)` has another name from there on, too. Which of two nan a set
holds depends on which object each is: a list with one is refused. `for p in reversed(unique)` goes through unique[::-1].
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_rows
from unpython._local_names import local_names
from unpython._writing.calls import full_name, refusal
from unpython._writing.nodes import Renamed, copy_tree, is_name, load, store, walk


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    rows = {name: layout.type for name, layout in layouts.items() if is_rows(layout)}
    if not rows or not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    own = local_names(function)
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    body: list[ast.stmt] = []
    renamed: dict[str, str] = {}
    names: set[str] = set()
    sorted_names: set[str] = set()
    relied: set[str] = set()
    for statement in node.body:
        given = _sorted_rows(function, statement, own)
        if given is None or given[0] not in rows or stored.count(given[0]) > (given[1] == given[0]) or given[0] in renamed:
            body.append(Renamed(renamed).visit(copy_tree(statement)) if renamed else statement)
            continue
        name, target, is_unique = given
        new = f"_{name}_in_order_" if target == name else target
        relied |= {"sorted", "set", "len", "reversed"} if is_unique else {"sorted", "reversed"}
        made = _unique(name, new, rows[name]) if is_unique else [store(new, ast.Call(load("sorted"), [load(name)], []))]
        names |= {n.id for s in made for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        for s in made:
            for part in walk(s):
                ast.copy_location(part, statement)
        body += made
        sorted_names.add(new)
        if target == name:
            renamed[name] = new
    if not names:
        return node, frozenset(), []
    result = copy_tree(node)
    result.body = [_Backwards(function, own, sorted_names).visit(copy_tree(s)) for s in body]
    return ast.fix_missing_locations(result), frozenset(names), [_bindings.resolve(function, name, []) for name in sorted(relied)]


def _sorted_rows(function: FunctionType, statement: ast.stmt, own: frozenset[str]) -> tuple[str, str, bool] | None:
    """Of `target = sorted(name)` and `target = sorted(set(name))`: the names, and whether it is of the set."""
    value: Any = statement.value if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    target: Any = statement.targets[0] if value is not None else None  # type: ignore[attr-defined]
    if not isinstance(target, ast.Name) or not _calls(function, value, "sorted", own):
        return None
    given = value.args[0]
    is_unique = _calls(function, given, "set", own)
    given = given.args[0] if is_unique else given
    if not isinstance(given, ast.Name) or (is_unique and full_name(load("len"), function, own) != "builtins.len"):
        return None
    return (given.id, target.id, is_unique) if is_unique or is_name(given, target.id) else None


def _calls(function: FunctionType, node: Any, name: str, own: frozenset[str]) -> bool:
    is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
    return is_call and full_name(node.func, function, own) == f"builtins.{name}"


class _Backwards(ast.NodeTransformer):
    def __init__(self, function: FunctionType, own: frozenset[str], names: set[str]):
        self._function = function
        self._own = own
        self._names = names

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        over: Any = node.iter
        if _calls(self._function, over, "reversed", self._own) and isinstance(over.args[0], ast.Name) and over.args[0].id in self._names:
            name = over.args[0].id
            changes = any(isinstance(n, (ast.Attribute, ast.Subscript)) and is_name(n.value, name) for s in node.body for n in walk(s))
            if not changes:
                step = ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
                node.iter = ast.copy_location(ast.Subscript(over.args[0], step, ast.Load()), over)
        return node


def _unique(name: str, new: str, kinds: tuple[type, ...]) -> list[ast.stmt]:
    in_order = f"_{name}_each_in_order_"
    parts = [f"_{name}_part_{i}_" for i in range(len(kinds))]
    row = ast.Tuple([load(part) for part in parts], ast.Load())
    last = ast.Subscript(load(new), ast.UnaryOp(ast.USub(), ast.Constant(1)), ast.Load())
    is_first = ast.Compare(ast.Call(load("len"), [load(new)], []), [ast.Eq()], [ast.Constant(0)])
    differs = ast.BoolOp(ast.Or(), [is_first, ast.Compare(last, [ast.NotEq()], [row])])
    add = ast.Expr(ast.Call(ast.Attribute(load(new), "append", ast.Load()), [copy_tree(row)], []))
    wrong = [ast.Compare(load(part), [ast.NotEq()], [load(part)]) for part, kind in zip(parts, kinds, strict=True) if kind is float]
    body: list[ast.stmt] = [ast.If(test, [refusal("a set of tuples with nan")], []) for test in wrong]
    body.append(ast.If(differs, [add], []))
    each = ast.For(ast.Tuple([ast.Name(part, ast.Store()) for part in parts], ast.Store()), load(in_order), body, [])
    return [store(in_order, ast.Call(load("sorted"), [load(name)], [])), store(new, ast.List([], ast.Load())), each]
