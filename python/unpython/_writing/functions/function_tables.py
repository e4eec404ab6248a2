"""Dicts of functions that are only called: `table = {0: np.sin, 3: np.cos}` and `table[n](x)` as

    def called(key, x):
        if key == 0: return np.sin(x)
        if key == 3: return np.cos(x)
        raise KeyError(key)

The keys are constants, and the functions are names or lambdas. A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
import copy
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.rewriter import StatementRewriter


def may_have(body: list[ast.stmt]) -> bool:
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Subscript) for s in body for n in ast.walk(s))


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with functions in place of such dicts, the names of these functions, and no free names."""
    found = _tables(node)
    if not found:
        return node, frozenset(), []
    rewriter = _Rewriter(found)
    made = copy.deepcopy(node)
    made.body = rewriter.statements(made.body)
    return ast.fix_missing_locations(made), frozenset(rewriter.names), []


def _tables(node: Any) -> dict[str, ast.Dict]:
    nodes = list(ast.walk(node))
    stored: dict[str, int] = {}
    for n in nodes:
        name = n.id if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) else n.arg if isinstance(n, ast.arg) else ""
        name = n.name if isinstance(n, ast.FunctionDef) else name
        stored[name] = stored.get(name, 0) + 1
    called = {
        id(n.func.value) for n in nodes  # type: ignore[attr-defined]
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Subscript) and not n.keywords and not any(isinstance(a, ast.Starred) for a in n.args)
    }  # fmt: skip
    called |= {id(n.comparators[0]) for n in nodes if isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)) and len(n.ops) == 1}
    found: dict[str, ast.Dict] = {}
    for n in nodes:
        if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and isinstance(n.value, ast.Dict):
            name = n.targets[0].id
            if stored[name] == 1 and n.value.keys and all(_is_entry(*entry, stored) for entry in zip(n.value.keys, n.value.values, strict=True)):
                found[name] = n.value
    others = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in called}
    return {name: table for name, table in found.items() if name not in others}


def _is_entry(key: ast.expr | None, value: ast.expr, stored: dict[str, int]) -> bool:
    """A constant, and a function that no statement changes."""
    if not isinstance(key, ast.Constant) or type(key.value) not in (int, str):
        return False
    if isinstance(value, ast.Lambda):
        arguments = value.args
        return not (arguments.defaults or arguments.kw_defaults or arguments.vararg or arguments.kwarg)
    root, _ = _bindings.dotted(value)
    return isinstance(root, ast.Name) and stored.get(root.id, 0) <= 1


class _Rewriter(StatementRewriter):
    def __init__(self, found: dict[str, ast.Dict]):
        self._tables = found
        self.names: set[str] = set()
        self._functions: list[ast.stmt] = []  # that the statement needs

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            outer, self._functions = self._functions, []
            found = self.visit(node)
            made += [*self._functions, *(found if isinstance(found, list) else [found])]
            self._functions = outer
        return made

    def _bodies(self, node: Any) -> Any:
        for field, value in ast.iter_fields(node):
            if field in ("body", "orelse") and isinstance(value, list):
                setattr(node, field, self.statements(value))
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    visit_For = visit_While = visit_If = visit_FunctionDef = _bodies

    def visit_Assign(self, node: ast.Assign) -> Any:
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self._tables:
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        other = node.comparators[0]
        if isinstance(other, ast.Name) and other.id in self._tables:
            node.comparators = [ast.copy_location(ast.Tuple(list(self._tables[other.id].keys), ast.Load()), other)]  # type: ignore[arg-type]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        place = node.func
        table = self._tables.get(place.value.id) if isinstance(place, ast.Subscript) and isinstance(place.value, ast.Name) else None
        if table is None:
            return node
        assert isinstance(place, ast.Subscript)
        name = f"_called_{node.lineno}_{node.col_offset}_"
        self.names.add(name)
        self._functions.append(_choice(name, table, len(node.args), node))
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [place.slice, *node.args], []), node)


def _choice(name: str, table: ast.Dict, count: int, at: ast.Call) -> ast.stmt:
    """The function that calls the one of a key."""
    names = [f"{name}{i}_" for i in range(count)]
    key = ast.Name(f"{name}key_", ast.Load())
    values = {k.value: v for k, v in zip(table.keys, table.values, strict=True)}  # type: ignore[union-attr]
    text = ast.JoinedStr([ast.Constant("\x03"), ast.FormattedValue(key, -1)])
    body: list[ast.stmt] = [ast.Raise(ast.Call(ast.Name("KeyError", ast.Load()), [text], []), None)]
    for value, called in reversed(values.items()):
        result = ast.Call(copy.deepcopy(called), [ast.Name(given, ast.Load()) for given in names], [])
        body = [ast.If(ast.Compare(key, [ast.Eq()], [ast.Constant(value)]), [ast.Return(result)], body)]
    arguments = ast.arguments([], [ast.arg(key.id), *map(ast.arg, names)], None, [], [], None, [])
    made = ast.FunctionDef(name, arguments, body, [])
    for n in ast.walk(made):
        if "lineno" in n._attributes:
            ast.copy_location(n, at)
    return made
