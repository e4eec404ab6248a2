"""Lists of dicts whose keys the text does not say, which a function makes, as a dict of dicts by number, for nested_tables.py:

    rows = [{} for _ in range(n)]                   rows = {}; places = []; ...  places.append(len(places)); rows[len(rows)] = {}
    rows[i][k] = x                                  rows[places[i]][k] = x

    rows = []                                       rows = {}
    rows.append(dict(zip(names, line.split(","))))  rows[len(rows)] = {k: v for k, v in zip(names, line.split(","))}
    for row in rows: ...                            for row in rows.values(): ...
    return rows                                     return list(rows.values()), which the call makes

Dicts whose keys are all written out are objects (_writing/objects). A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._records import Joined
from unpython._writing.calls import with_own_targets
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import StatementRewriter


class _NotListed(Exception):
    """A list of dicts is used in a way that no dict of dicts stands for."""


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` without such lists."""
    if not isinstance(node, ast.FunctionDef):
        return node
    own = frozenset(assigned_names(node.body)) | {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    nodes = list(walk(node))
    for name in sorted(own):
        writer = _Writer(function, name, own, nodes)
        if not writer.is_listed():
            continue
        made = copy_tree(node)
        try:
            made.body = writer.statements(made.body)
        except _NotListed:
            continue
        node = ast.fix_missing_locations(made)
    return node


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, name: str, own: frozenset[str], nodes: list[Any]):
        self._function = function
        self._name = name
        self._own = own
        self._nodes = nodes
        self._count = 0
        self._places = f"_{name}_places_of_dicts_"
        self._is_asked = any(isinstance(n, ast.Subscript) and is_name(n.value, name) for n in nodes)  # by place

    # Whether it is one.

    def is_listed(self) -> bool:
        """Whether a name stands for one list, and what comes into it is known to be dicts with keys that the text does not say."""
        made = [n.value for n in self._nodes if isinstance(n, ast.Assign) and any(is_name(t, self._name) for t in n.targets)]
        stores = [n for n in self._nodes if is_name(n, self._name) and not isinstance(n.ctx, ast.Load)]
        if len(made) != 1 or len(stores) != 1 or any(isinstance(n, ast.arg) and n.arg == self._name for n in self._nodes):
            return False
        if isinstance(made[0], ast.ListComp):
            held = [made[0].elt]
        elif isinstance(made[0], ast.List) and not made[0].elts:
            held = [n.args[0] for n in self._nodes if self._is_append(n)]
        else:
            return False
        return bool(held) and all(map(self._is_dict, held)) and (any(map(self._has_unknown_keys, held)) or self._gets_unknown_keys())

    def _gets_unknown_keys(self) -> bool:
        """rows[i][k] = x"""
        return any(
            isinstance(n, ast.Subscript) and isinstance(n.value, ast.Subscript) and is_name(n.value.value, self._name)
            and not isinstance(n.slice, ast.Constant) and not isinstance(n.ctx, ast.Load)
            for n in self._nodes
        )  # fmt: skip

    def _is_append(self, node: Any) -> bool:
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
        return is_method and is_name(node.func.value, self._name) and len(node.args) == 1 and not node.keywords

    def _builtin(self, node: ast.expr) -> str:
        binding = _bindings.of_node(self._function, node, self._own) if isinstance(node, ast.Name) else None
        return binding.target.removeprefix("builtins.") if binding is not None and binding.kind == "library" else ""

    def _is_of_pairs(self, node: Any) -> bool:
        """dict(zip(x, y))"""
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self._builtin(node.func) == "dict"
        given = node.args[0] if is_call else None
        return isinstance(given, ast.Call) and self._builtin(given.func) == "zip" and len(given.args) == 2 and not given.keywords

    def _is_dict(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            values = [n.value for n in self._nodes if isinstance(n, ast.Assign) and any(is_name(t, node.id) for t in n.targets)]
            stores = sum(is_name(n, node.id) and not isinstance(n.ctx, ast.Load) for n in self._nodes)
            return 0 < len(values) == stores and all(not isinstance(v, ast.Name) and self._is_dict(v) for v in values)
        return isinstance(node, (ast.DictComp, ast.Dict)) or self._is_of_pairs(node)

    def _has_unknown_keys(self, node: Any) -> bool:
        if not isinstance(node, ast.Name):
            return isinstance(node, ast.DictComp) or self._is_of_pairs(node)
        for n in self._nodes:
            if isinstance(n, ast.Subscript) and is_name(n.value, node.id) and not isinstance(n.slice, ast.Constant) and not isinstance(n.ctx, ast.Load):
                return True
            if isinstance(n, ast.Assign) and any(is_name(t, node.id) for t in n.targets) and self._has_unknown_keys(n.value):
                return True
        return False

    # In other words.

    def _new(self) -> str:
        self._count += 1
        return f"_{self._name}_{self._count}_of_dicts_"

    def _values(self) -> ast.expr:
        return ast.Call(ast.Attribute(load(self._name), "values", ast.Load()), [], [])

    def _entered(self, item: Any) -> list[ast.stmt]:
        if self._is_of_pairs(item):
            key, value = self._new(), self._new()
            pair = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(value, ast.Store())], ast.Store())
            item = ast.DictComp(load(key), load(value), [ast.comprehension(pair, item.args[0], [], 0)])
        if any(is_name(n, self._name) for n in walk(item)) or self._builtin(ast.Name("len", ast.Load())) != "len":
            raise _NotListed
        place = ast.Call(load("len"), [load(self._name)], [])
        made: list[ast.stmt] = [ast.Assign([ast.Subscript(load(self._name), place, ast.Store())], item)]
        if self._is_asked:
            number = ast.Call(load("len"), [load(self._places)], [])
            made.append(ast.Expr(ast.Call(ast.Attribute(load(self._places), "append", ast.Load()), [number], [])))
        return made

    def visit_Assign(self, node: ast.Assign) -> Any:
        if not is_name(node.targets[0], self._name):
            return self.generic_visit(node)
        if len(node.targets) > 1:
            raise _NotListed
        made: list[ast.stmt] = [store(self._name, ast.Dict([], []))]
        if self._is_asked:
            made.append(store(self._places, ast.List([], ast.Load())))
        if isinstance(node.value, ast.ListComp):
            clauses = node.value.generators
            body = self._entered(with_own_targets(node.value.elt, clauses, lambda *_: self._new()))
            for clause in reversed(clauses):
                for test in reversed(clause.ifs):
                    body = [ast.If(test, body, [])]
                body = [ast.For(clause.target, clause.iter, body, [])]
            made += body
        return [ast.copy_location(s, node) for s in made]

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not self._is_append(node.value):
            return self.generic_visit(node)
        return [ast.copy_location(s, node) for s in self._entered(node.value.args[0])]  # type: ignore[attr-defined]

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not is_name(node.value, self._name):
            return self.generic_visit(node)
        if isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            raise _NotListed
        node.slice = ast.copy_location(ast.Subscript(load(self._places), self.visit(node.slice), ast.Load()), node.slice)
        return node

    def visit_For(self, node: ast.For) -> Any:
        if self._goes_through(node) and any(self._is_append(n) for s in node.body for n in walk(s)):
            raise _NotListed
        return self.go_inside(node)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self._goes_through(node)
        return self.generic_visit(node)

    def _goes_through(self, node: Any) -> bool:
        call = node.iter
        is_numbered = isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords and is_name(call.args[0], self._name)
        if is_name(call, self._name):
            node.iter = ast.copy_location(self._values(), call)
        elif is_numbered and self._builtin(call.func) == "enumerate" and isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2:
            node.iter = ast.copy_location(ast.Call(ast.Attribute(load(self._name), "items", ast.Load()), [], []), call)
        else:
            return False
        return True

    def _tested(self, node: Any) -> Any:
        """if rows: if not rows:"""
        asked = node.test.operand if isinstance(node.test, ast.UnaryOp) and isinstance(node.test.op, ast.Not) else node.test
        node.test = node.test if is_name(asked, self._name) else self.visit(node.test)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    visit_While = visit_If = _tested

    def visit_Return(self, node: ast.Return) -> Any:
        parts: list[Any] = node.value.elts if type(node.value) is ast.Tuple else [node.value]
        are = tuple(is_name(part, self._name) for part in parts)
        if sum(are) != 1:
            return self.generic_visit(node)
        values = [part if is_list else self.visit(part) for part, is_list in zip(parts, are, strict=True)]
        joined = Joined("text", values)
        joined.make = _maker(are, type(node.value) is ast.Tuple)
        node.value = ast.copy_location(joined, node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        if len(node.args) == 1 and not node.keywords and is_name(node.args[0], self._name) and self._builtin(node.func) == "len":
            return node
        if isinstance(node.func, ast.Attribute) and is_name(node.func.value, self._name) and node.func.attr in ("values", "items") and not node.args:
            return node  # that came here
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name:
            raise _NotListed
        return node


_makers: dict[Any, Any] = {}


def _maker(are: tuple[bool, ...], is_tuple: bool) -> Any:
    """What makes the result: one function for each kind of result."""

    def make(values: tuple[Any, ...]) -> Any:
        made = tuple(list(value.values()) if is_list else value for value, is_list in zip(values, are, strict=True))
        return made if is_tuple else made[0]

    return _makers.setdefault((are, is_tuple), make)
