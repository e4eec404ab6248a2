"""Dicts of functions with texts as keys that are only called, and asked for keys, for plainer.py:

    ops = {"+": lambda a, b: a + b, "-": f}     if t not in ("+", "-"): raise KeyError(t)
    stack.append(ops[t](x, y))                  stack.append(x + y if t == "+" else f(x, y))

The key and what is given are names or constants, so nothing is computed twice. function_tables.py knows other keys.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, is_text, load, walk
from unpython._writing.rewriter import BlockRewriter

_SIMPLE = (ast.Name, ast.Constant)
_MOST = 16
_LATER = (ast.Lambda, ast.IfExp, ast.BoolOp, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and no names."""
    stores = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    stores += [a.arg for s in node.body for n in walk(s) if not isinstance(n, ast.Lambda) for a in ast.iter_child_nodes(n) if isinstance(a, ast.arg)]
    stores += [a.arg for a in walk(node.args) if isinstance(a, ast.arg)]
    found: dict[str, ast.Dict] = {}
    for n in node.body:
        target = n.targets[0] if isinstance(n, ast.Assign) and len(n.targets) == 1 else None
        if isinstance(target, ast.Name) and stores.count(target.id) == 1 and is_table(n.value, stores):
            found[target.id] = n.value
    if not found or any(isinstance(n, ast.Try) for n in walk(node)) or value_of(load("KeyError")) is not KeyError:
        return False, set()
    body = with_tables(found, copy_tree(node.body))
    left = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    if left & found.keys():
        return False, set()
    node.body = [s for s in body if not (isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id in found)]
    return True, set()


def with_tables(tables: dict[str, ast.Dict], body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements in which calls of such dicts, by their names, and questions for their keys are written out; others stay."""
    return _Calls(tables).statements(body)


def is_table(value: Any, stores: list[str]) -> bool:
    if not isinstance(value, ast.Dict) or not 0 < len(value.keys) <= _MOST or not all(map(is_text, value.keys)):
        return False
    texts = [key.value for key in value.keys]  # type: ignore[union-attr]
    return len({*texts}) == len(texts) and all(is_function(f, stores) for f in value.values)


def is_function(node: Any, stores: list[str]) -> bool:
    """A lambda of its arguments, or what stands outside of the function."""
    if isinstance(node, ast.Lambda):
        given = node.args
        is_plain = not (given.defaults or given.kwonlyargs or given.vararg or given.kwarg or given.posonlyargs)
        return is_plain and not any(isinstance(n, _LATER) for n in walk(node.body) if not isinstance(n, (ast.IfExp, ast.BoolOp)))
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id not in stores


class _Calls(BlockRewriter):
    def __init__(self, tables: dict[str, ast.Dict]):
        self._tables = tables

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit(self, node: ast.AST) -> Any:
        before: list[ast.stmt] = []
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)) and not any(isinstance(n, _LATER) for n in walk(node)):
            made: Any = _InOne(self._tables, before).visit(node)
        else:
            made = node
            for field in ("test", "iter"):
                if isinstance(getattr(made, field, None), ast.expr):
                    setattr(made, field, _InOne(self._tables, None).visit(getattr(made, field)))
            made = self.generic_visit(made)
        return [*before, made] if before else made


class _InOne(ast.NodeTransformer):
    """`before`: what stands in front of the statement; None where calls stay."""

    def __init__(self, tables: dict[str, ast.Dict], before: list[ast.stmt] | None):
        self._tables = tables
        self._before = before

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        among: Any = node.comparators[0]
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and isinstance(among, ast.Name) and among.id in self._tables:
            node.comparators = [ast.copy_location(ast.Tuple(copy_tree(self._tables[among.id].keys), ast.Load()), among)]  # type: ignore[arg-type]
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        place: Any = node.func
        table = self._tables.get(getattr(place.value, "id", "")) if isinstance(place, ast.Subscript) else None
        is_simple = not node.keywords and all(isinstance(a, _SIMPLE) for a in node.args)
        if table is None or self._before is None or not is_simple or not isinstance(place.slice, ast.Name):
            return node
        if any(isinstance(f, ast.Lambda) and len(f.args.args) != len(node.args) for f in table.values):
            return node
        keys: Any = ast.Tuple(copy_tree(table.keys), ast.Load())  # type: ignore[arg-type]
        missing = ast.Compare(load(place.slice.id), [ast.NotIn()], [keys])
        refusal = ast.Raise(ast.Call(load("KeyError"), [load(place.slice.id)], []), None)
        self._before.append(ast.fix_missing_locations(ast.copy_location(ast.If(missing, [refusal], []), node)))
        made: ast.expr = self._called(table.values[-1], node.args)
        for key, function in list(zip(table.keys, table.values, strict=True))[-2::-1]:
            test = ast.Compare(load(place.slice.id), [ast.Eq()], [copy_tree(key)])  # type: ignore[list-item]
            made = ast.IfExp(test, self._called(function, node.args), made)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    @staticmethod
    def _called(function: Any, given: list[ast.expr]) -> ast.expr:
        if not isinstance(function, ast.Lambda):
            return ast.Call(copy_tree(function), copy_tree(given), [])
        made: Any = copy_tree(function.body)
        held = [f"_given_{i}_of_table_" for i in range(len(given))]
        for argument, name in zip(function.args.args, held, strict=True):  # names that no argument has
            made = with_names(made, argument.arg, load(name))
        for name, value in zip(held, given, strict=True):
            made = with_names(made, name, value)
        return made  # type: ignore[no-any-return]
