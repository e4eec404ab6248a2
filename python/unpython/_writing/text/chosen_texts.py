"""A text that is given to a function, each of which has code of its own, in the place of its name where the text itself is needed: as a
key of a dict, and in a message.

    factor = factors[unit]                              factor = factors["km"]
    print(unit, x)                                      print("km", x)
    raise ValueError(f"unknown unit: {unit!r}")         raise ValueError("unknown unit: 'km'")
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.flow import changed_tables, tables_of
from unpython._writing.nodes import copy_tree, is_name, walk


def rewritten(
    function: FunctionType, node: Any, texts: dict[str, str], keys: dict[str, tuple[str, ...]]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these texts in the place of parameters, no names, and no free names. `keys`: of dicts that are given."""
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    inner = {
        a.arg for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for a in walk(n.args) if isinstance(a, ast.arg)
    }
    fixed = {name: text for name, text in texts.items() if name not in stored | inner}
    if not fixed:
        return node, frozenset(), []
    known = {name: found for name, found in keys.items() if name not in stored | inner | changed_tables(node)}
    writer = _Writer(fixed, {**_keys_of_tables(node), **known})
    made = writer.visit(copy_tree(node))
    made.body = reached(made.body)
    return ast.fix_missing_locations(made), frozenset(), []


def without_other_ways(node: Any) -> Any:
    """The `def`, which is changed in place, without the ways that a constant test does not take."""
    made = _Writer({}, {}).visit(node)
    made.body = reached(made.body)
    return made


def _keys_of_tables(node: Any) -> dict[str, tuple[str, ...]]:
    """Of dicts that are written out and only read."""
    tables: dict[str, list[Any]] = {name: [getattr(key, "value", None) for key in table.keys] for name, table in tables_of(node).items()}
    return {name: tuple(keys) for name, keys in tables.items() if all(type(key) is str for key in keys)}


def reached(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements up to the first that ends the function."""
    ends = [i for i, s in enumerate(body) if isinstance(s, (ast.Raise, ast.Return))]
    return body[: ends[0] + 1] if ends else body


class _Writer(ast.NodeTransformer):
    def __init__(self, texts: dict[str, str], keys: dict[str, tuple[str, ...]]):
        self._texts = texts
        self._keys = keys

    def _text(self, node: Any) -> Any:
        if not isinstance(node, ast.Name) or node.id not in self._texts:
            return node
        return ast.copy_location(ast.Constant(self._texts[node.id]), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        node.slice = self._text(node.slice)
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and isinstance(node.comparators[0], (ast.Name, ast.Dict)):
            node.left = self._text(node.left)
            keys = self._keys.get(getattr(node.comparators[0], "id", ""))
            if keys is not None and isinstance(node.left, ast.Constant):
                is_there = node.left.value in keys
                return ast.copy_location(ast.Constant(is_there is isinstance(node.ops[0], ast.In)), node)
        return node

    def _as_test(self, node: Any) -> Any:
        """What is only asked whether it holds, without the parts that are known."""
        if not isinstance(node, ast.BoolOp):
            return node
        decides = isinstance(node.op, ast.Or)  # the answer that ends it
        values: list[ast.expr] = []
        for value in map(self._as_test, node.values):
            known = value.value if isinstance(value, ast.Constant) and type(value.value) is bool else None
            if known is None or known is decides:
                values.append(value)
            if known is decides:
                break
        if not values:
            return ast.copy_location(ast.Constant(not decides), node)
        node.values = values
        return node if len(values) > 1 else values[0]

    def visit_If(self, node: ast.If) -> Any:
        """Without the way that is not taken: it may ask for a key that is not there."""
        self.generic_visit(node)
        node.test = self._as_test(node.test)
        node.body, node.orelse = reached(node.body), reached(node.orelse)
        if not isinstance(node.test, ast.Constant) or type(node.test.value) is not bool:
            return node
        return (node.body if node.test.value else node.orelse) or ast.copy_location(ast.Pass(), node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop", "setdefault") and node.args:
            node.args[0] = self._text(node.args[0])
        if is_name(node.func, "print"):
            node.args = [self._text(_Parts(self._texts).visit(a)) for a in node.args]
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:
        if isinstance(node.exc, ast.Call):
            node.exc.args = [self._text(_Parts(self._texts).visit(a)) for a in node.exc.args]
        return node


class _Parts(ast.NodeTransformer):
    """The texts in an f-string, written out."""

    def __init__(self, texts: dict[str, str]):
        self._texts = texts

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        parts: list[Any] = []
        for part in node.values:
            made: Any = part
            if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name) and part.value.id in self._texts:
                text = self._texts[part.value.id]
                if part.format_spec is None and part.conversion in (-1, ord("s"), ord("r")):
                    made = ast.copy_location(ast.Constant(repr(text) if part.conversion == ord("r") else text), part)
            before: Any = parts[-1] if parts else None
            if isinstance(made, ast.Constant) and isinstance(before, ast.Constant):
                parts[-1] = ast.copy_location(ast.Constant(str(before.value) + str(made.value)), before)
            else:
                parts.append(made)
        if len(parts) == 1 and isinstance(parts[0], ast.Constant):
            return ast.copy_location(ast.Constant(parts[0].value), node)
        node.values = parts
        return node
