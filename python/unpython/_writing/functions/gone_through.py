"""Loops over a few functions, each with its name, for plainer.py: written out, since which function is called must be known where it is.

    systems = {"decay": lambda y: -y, "growth": g}     decay = lambda y: -y
    for name, f in systems.items(): out[name] = f(1)   out["decay"] = decay(1); out["growth"] = g(1)
    {name: f(1) for name, f in systems.items()}        {"decay": decay(1), "growth": g(1)}
    for f, k in [(math.sin, 2), (g, 3)]: ...           the same
    sum(f(1) for f in (math.sin, g))                   sum([math.sin(1), g(1)])
    {f.__name__: f(1) for f in (math.sin, g)}          {"sin": math.sin(1), "g": g(1)}
    f = {"max": np.max, "min": np.min}[mode]           table = {...}; f = table[mode]

What stands beside the functions are constants. The names of the loop stay in it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.flow import leaves_loop, names_changed, read_outside_of_loops
from unpython._writing.functions.tables_by_text import is_function
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_MOST = 8
_MOST_NODES = 3000
_TAKE_ALL = {"sum": sum, "max": max, "min": min, "sorted": sorted, "list": list, "tuple": tuple}
_ASK = {"any": any, "all": all}
_Row = list[ast.expr]


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and the names that came with it."""
    nodes = list(walk(node))
    if not any(isinstance(n, (ast.Dict, ast.List, ast.Tuple)) and _may_hold_functions(n) for n in nodes):
        return False, set()
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    stored += [a.arg for a in walk(node.args) if isinstance(a, ast.arg)]
    inner = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
    once = {name for name in inner if stored.count(name) == 0 and sum(isinstance(n, ast.FunctionDef) and n.name == name for n in nodes) == 1}
    writer = _Writer(stored, once, value_of)
    writer.read_outside = read_outside_of_loops(node)
    changed = names_changed(node)
    for statement in node.body:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if isinstance(target, ast.Name) and stored.count(target.id) == 1 and target.id not in changed and writer.is_table(statement.value):
            writer.tables[target.id] = statement.value
    node.body = writer.statements(node.body)
    if writer.used:
        read = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        node.body = [part for statement in node.body for part in writer.with_functions(statement, read)]
    return writer.is_changed, writer.names


def _may_hold_functions(node: Any) -> bool:
    parts = node.values if isinstance(node, ast.Dict) else [e for item in node.elts for e in (item.elts if isinstance(item, ast.Tuple) else [item])]
    return bool(parts) and any(isinstance(p, (ast.Lambda, ast.Name, ast.Attribute)) for p in parts)


class _Writer(BlockRewriter):
    """`tables`: of functions, by name; `used`: those that are gone through; `inner`: functions in the function."""

    def __init__(self, stored: list[str], inner: set[str], value_of: Callable[[Any], Any]):
        self.value_of = value_of
        self._stored = stored
        self._inner = inner
        self.read_outside: frozenset[str] = frozenset()
        self.tables: dict[str, Any] = {}
        self.used: set[str] = set()
        self.names: set[str] = set()
        self.is_changed = False

    def is_table(self, value: Any) -> bool:
        return (rows := self._written(value)) is not None and any(self._is_function(part) for part in rows[0])

    def _is_function(self, node: Any) -> bool:
        return is_function(node, self._stored) and (not isinstance(node, ast.Name) or node.id not in self._stored)

    def _written(self, value: Any) -> list[_Row] | None:
        """The rows of a table: a key and a function, or the parts of tuples; constants and functions, alike in all rows."""
        if isinstance(value, ast.Dict):
            rows = [[key, item] for key, item in zip(value.keys, value.values, strict=True)]
            if len({getattr(key, "value", None) for key in value.keys}) < len(rows):
                return None
        elif isinstance(value, (ast.List, ast.Tuple)):
            rows = [[*item.elts] if isinstance(item, ast.Tuple) else [item] for item in value.elts]
        else:
            return None
        if not 0 < len(rows) <= _MOST or len({*map(len, rows)}) > 1 or not rows[0]:
            return None
        for column in zip(*rows, strict=True):
            if not all(isinstance(part, ast.Constant) for part in column) and not all(map(self._is_function, column)):
                return None
        return rows  # type: ignore[return-value]

    def _held(self, part: ast.expr, before: list[ast.stmt]) -> ast.expr:
        if not isinstance(part, ast.Lambda):
            return part
        name = f"_function_{part.lineno}_{part.col_offset}_"
        self.names.add(name)
        before.append(ast.fix_missing_locations(ast.copy_location(store(name, part), part)))
        return load(name)

    def _rows(self, over: Any, target: ast.expr, before: list[ast.stmt] | None = None) -> list[_Row] | None:
        """What a loop with these targets goes through; `before`: the statements in front of it."""
        method = over.func.attr if isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and not over.args and not over.keywords else ""
        held = over.func.value if method else over
        name = held.id if isinstance(held, ast.Name) else ""
        value = self.tables.get(name) if name else held
        if value is None or (isinstance(value, ast.Dict) and not name) or (rows := self._written(value)) is None:
            return None
        if isinstance(value, ast.Dict):
            places = {"items": [0, 1], "values": [1], "keys": [0], "": [0]}.get(method)
            if places is None:
                return None
        elif method:
            return None
        else:
            places = list(range(len(rows[0])))
        count = len(target.elts) if isinstance(target, ast.Tuple) else 1
        if count != len(places) or not any(self._is_function(row[p]) for row in rows for p in range(len(row))):
            return None
        if not all(isinstance(part, ast.Name) for part in (target.elts if isinstance(target, ast.Tuple) else [target])):
            return None
        if name:
            rows = [[part if isinstance(part, ast.Constant) else load(self._named(name, i, j)) for j, part in enumerate(row)] for i, row in enumerate(rows)]
            self.used.add(name)
        elif any(isinstance(part, ast.Lambda) for row in rows for part in row):
            if before is None:
                return None
            named = [[self._held(part, before) for part in row] for row in rows]
            return [[row[p] for p in places] for row in named]
        if name and isinstance(value, ast.Dict):
            return [[*(row[p] for p in places), row[1], row[0], load(name)] for row in rows]  # and what name[key] stands for
        return [[row[p] for p in places] for row in rows]

    def _named(self, name: str, row: int, place: int) -> str:
        made = f"_{name}_{row}_{place}_"
        self.names.add(made)
        return made

    def _in_place(self, node: Any, target: ast.expr, row: _Row) -> Any:
        names = [part.id for part in (target.elts if isinstance(target, ast.Tuple) else [target])]  # type: ignore[attr-defined]
        made = copy_tree(node)
        for name, value in zip(names, row, strict=False):
            told = getattr(self.value_of(value), "__name__", None) if isinstance(value, (ast.Name, ast.Attribute)) else None
            if type(told) is str:
                made = _Told(name, told).visit(made)
            made = with_names(made, name, value)
        if len(row) > len(names):
            function, key, table = row[len(names) :]
            made = _Item(table.id, key.value, function).visit(made)  # type: ignore[attr-defined]
        return made

    def visit_For(self, node: ast.For) -> Any:
        names = [n.id for n in walk(node.target) if isinstance(n, ast.Name)]
        is_own = all(self._stored.count(name) == 1 and name not in self.read_outside for name in names)
        size = sum(1 for s in node.body for _ in walk(s)) * _MOST
        if node.orelse or not is_own or leaves_loop(node.body) or size > _MOST_NODES:
            return self.generic_visit(self._heads(node))
        before: list[ast.stmt] = []
        rows = self._rows(node.iter, node.target, before)
        if rows is None:
            return self.generic_visit(self._heads(node))
        self.is_changed = True
        return [*before, *(self._in_place(s, node.target, row) for row in rows for s in self.statements(copy_tree(node.body)))]

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.For):
            return self.visit_For(node)
        if isinstance(node, ast.Assign) and (apart := self._apart(node)) is not None:
            return apart
        return self.generic_visit(self._heads(node))

    def _apart(self, node: ast.Assign) -> list[ast.stmt] | None:
        """f = {"max": np.max, "min": np.min}[mode]"""
        value: Any = node.value
        if not isinstance(value, ast.Subscript) or not isinstance(value.value, ast.Dict) or not self.is_table(value.value):
            return None
        name = f"_functions_{node.lineno}_{node.col_offset}_"
        self.names.add(name)
        self.is_changed = True
        table = store(name, value.value)
        value.value = load(name)
        return [ast.fix_missing_locations(ast.copy_location(table, node)), ast.fix_missing_locations(node)]

    def _heads(self, node: Any) -> Any:
        """The expressions of a statement, with comprehensions over functions written out."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, _Comprehensions(self).visit(value))
        return node

    def with_functions(self, statement: Any, read: set[str]) -> list[ast.stmt]:
        """The statement that makes a table, with a name for each of its functions."""
        name = statement.targets[0].id if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name) else ""
        if name not in self.used:
            return [statement]
        made: list[Any] = []
        for i, row in enumerate(self._written(self.tables[name]) or []):
            made += [store(self._named(name, i, j), copy_tree(part)) for j, part in enumerate(row) if not isinstance(part, ast.Constant)]
        for s in made:
            ast.fix_missing_locations(ast.copy_location(s, statement))
        return [*made, statement] if name in read else made


class _Told(ast.NodeTransformer):
    """f.__name__ as the text that it is."""

    def __init__(self, name: str, told: str):
        self._name = name
        self._told = told

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        is_told = node.attr == "__name__" and isinstance(node.ctx, ast.Load) and is_name(node.value, self._name)
        return ast.copy_location(ast.Constant(self._told), node) if is_told else node


class _Item(ast.NodeTransformer):
    """table["key"] as the function."""

    def __init__(self, table: str, key: Any, function: ast.expr):
        self._table = table
        self._key = key
        self._function = function

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        is_item = isinstance(node.value, ast.Name) and node.value.id == self._table and isinstance(node.slice, ast.Constant)
        return ast.copy_location(copy_tree(self._function), node) if is_item and node.slice.value == self._key else node  # type: ignore[attr-defined]


class _Comprehensions(ast.NodeTransformer):
    def __init__(self, writer: _Writer):
        self._writer = writer

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        return node

    def _over(self, node: Any) -> list[_Row] | None:
        clause = node.generators[0]
        if len(node.generators) > 1 or clause.ifs or clause.is_async:
            return None
        return self._writer._rows(clause.iter, clause.target)

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        self.generic_visit(node)
        if (rows := self._over(node)) is None:
            return node
        self._writer.is_changed = True
        items = [self._writer._in_place(node.elt, node.generators[0].target, row) for row in rows]
        return ast.copy_location(ast.List(items, ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> Any:
        """Of what takes all that a generator gives; any() and all() may call fewer functions."""
        given = node.args[0] if node.args else None
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        taker = _TAKE_ALL.get(called) or _ASK.get(called)
        if taker is None or not isinstance(given, ast.GeneratorExp) or self._writer.value_of(node.func) is not taker or self._over(given) is None:
            return self.generic_visit(node)
        written = self.visit(ast.copy_location(ast.ListComp(given.elt, given.generators), given))
        if called in _ASK:
            asked = ast.BoolOp(ast.Or() if taker is any else ast.And(), written.elts) if len(written.elts) > 1 else written.elts[0]
            return ast.copy_location(ast.IfExp(asked, ast.Constant(True), ast.Constant(False)), node)
        if len(node.args) == 1 and not node.keywords and taker in (list, tuple):
            return written if taker is list else ast.copy_location(ast.Tuple(written.elts, ast.Load()), node)
        node.args[0] = written
        return self.generic_visit(node)

    def visit_DictComp(self, node: ast.DictComp) -> Any:
        self.generic_visit(node)
        if (rows := self._over(node)) is None:
            return node
        self._writer.is_changed = True
        target = node.generators[0].target
        keys, values = ([self._writer._in_place(part, target, row) for row in rows] for part in (node.key, node.value))
        return ast.copy_location(ast.Dict(keys, values), node)
