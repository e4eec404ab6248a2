"""Dicts, tuples and lists of functions that are only called: `table = {0: np.sin, 3: np.cos}` and `table[n](x)` as

    def called(key, x):
        if key == 0: return np.sin(x)
        if key == 3: return np.cos(x)
        raise KeyError(key)

    steps = (first, lambda x: x + 1)         called(place, x) begins with place = (0, 1)[place + 0]; steps[0](x) is first(x)
    for step in steps: x = step(x)           for place in (0, 1): x = called(place, x)
    f, g = first, lambda x: x + 1            f = first; g = lambda x: x + 1

Keys of dicts are constants, and the functions are names or lambdas. A tuple may stand outside of the function too. A name that is used in
any other way stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import StatementRewriter


class _Table(NamedTuple):
    """`functions`: expressions, or functions from outside. `shown`: of a sequence, its class."""

    keys: list[Any]
    functions: list[Any]
    shown: type[ast.Tuple] | type[ast.List] | None

    def call(self, index: int, arguments: list[ast.expr]) -> ast.expr:
        function = self.functions[index]
        return ast.Call(copy_tree(function), arguments, []) if isinstance(function, ast.expr) else OwnCall(function, arguments)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with functions in place of such tables, the names that came with it, and what free names it relies on."""
    finder = _Finder(function, node)
    rewriter = _Rewriter(finder)
    made = copy_tree(node)
    made.body = rewriter.statements(made.body)
    if not rewriter.is_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(rewriter.names), finder.used


class _Finder:
    """`tables`: by name. `loops`: names of loops over a table that are only called."""

    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self.used: list[_bindings.Binding] = []
        nodes = list(walk(node))
        self.stored: dict[str, int] = {}
        for n in nodes:
            name = n.id if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) else n.arg if isinstance(n, ast.arg) else ""
            name = n.name if isinstance(n, ast.FunctionDef) else name
            self.stored[name] = self.stored.get(name, 0) + 1
        calls = [n for n in nodes if isinstance(n, ast.Call) and not n.keywords and not any(isinstance(a, ast.Starred) for a in n.args)]
        loads = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        self.loops = self._loops(nodes, calls, loads)
        known = {id(n.func.value) for n in calls if isinstance(n.func, ast.Subscript)}
        of_loops = {id(n.iter) for n in nodes if isinstance(n, ast.For) and isinstance(n.target, ast.Name) and n.target.id in self.loops}
        compared = {id(n.comparators[0]) for n in nodes if isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)) and len(n.ops) == 1}
        self.tables: dict[str, _Table] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and self.stored[n.targets[0].id] == 1:
                table = self.table(n.value)
                uses = known | (compared if isinstance(n.value, ast.Dict) else of_loops)
                if table is not None and all(id(use) in uses for use in loads if use.id == n.targets[0].id):
                    self.tables[n.targets[0].id] = table
        for name in {use.id for use in loads if id(use) in known | of_loops and use.id not in self.stored}:
            if all(id(use) in known | of_loops for use in loads if use.id == name):
                self._add_outer(name)

    def _loops(self, nodes: list[ast.AST], calls: list[ast.Call], loads: list[ast.Name]) -> set[str]:
        """Names that one loop assigns, and that its body calls, and nothing else does."""
        called = {id(n.func) for n in calls}
        found = set()
        for n in nodes:
            if not (isinstance(n, ast.For) and isinstance(n.target, ast.Name) and self.stored[n.target.id] == 1):
                continue
            inside = {id(part) for s in n.body for part in walk(s)}
            uses = [use for use in loads if use.id == n.target.id]
            if uses and all(id(use) in inside and id(use) in called for use in uses):
                found.add(n.target.id)
        return found

    def table(self, value: ast.expr) -> _Table | None:
        if isinstance(value, ast.Dict) and value.keys and all(_is_key(key) for key in value.keys):
            by_key = {key.value: v for key, v in zip(value.keys, value.values, strict=True)}  # type: ignore[union-attr]
            table = _Table(list(by_key), list(by_key.values()), None)
        elif isinstance(value, (ast.Tuple, ast.List)) and value.elts:
            table = _Table(list(range(len(value.elts))), list(value.elts), type(value))
        else:
            return None
        return table if all(self.is_function(f) for f in table.functions) else None

    def is_function(self, value: ast.expr) -> bool:
        """A lambda, or what no statement changes."""
        if isinstance(value, ast.Lambda):
            arguments = value.args
            return not (arguments.defaults or arguments.kw_defaults or arguments.vararg or arguments.kwarg)
        root, _ = _bindings.dotted(value)
        return isinstance(root, ast.Name) and self.stored.get(root.id, 0) <= 1

    def _add_outer(self, name: str) -> None:
        """A tuple of functions of Python outside of the function, which cannot change."""
        binding = _bindings.resolve(self._function, name, [])
        value = binding.value
        if type(value) is not tuple or not value:
            return
        functions: list[Callable[..., Any] | None] = [_bindings.python_function(f) for f in value]
        if None not in functions:
            self.used.append(binding)
            self.tables[name] = _Table(list(range(len(functions))), functions, ast.Tuple)


def _is_key(key: ast.expr | None) -> bool:
    return isinstance(key, ast.Constant) and type(key.value) in (int, str)


class _Rewriter(StatementRewriter):
    def __init__(self, finder: _Finder):
        self._finder = finder
        self._tables = dict(finder.tables)
        self._places: dict[str, tuple[str, _Table]] = {}  # of names of loops: the name of the place, and the table
        self.names: set[str] = set()
        self.is_changed = False
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

    visit_While = visit_If = visit_FunctionDef = _bodies

    def visit_For(self, node: ast.For) -> Any:
        """Over a table: over its places."""
        if isinstance(node.target, ast.Name) and node.target.id in self._finder.loops:
            table = self._tables.get(node.iter.id) if isinstance(node.iter, ast.Name) else self._finder.table(node.iter)
            if table is not None and table.shown is not None:
                place = f"_place_{node.lineno}_{node.col_offset}_"
                self.names.add(place)
                self._places[node.target.id] = place, table
                node.target, node.iter = ast.Name(place, ast.Store()), _constants(table.keys, ast.Tuple)
                self.is_changed = True
        return self._bodies(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self._tables:
            self.is_changed = True
            return ast.copy_location(ast.Pass(), node)
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and self._are_apart(target, node.value):
            self.is_changed = True
            return [
                self.generic_visit(ast.copy_location(ast.Assign([one], value), node))
                for one, value in zip(target.elts, node.value.elts, strict=True)
            ]
        return self.generic_visit(node)

    def _are_apart(self, target: ast.Tuple, value: ast.Tuple) -> bool:
        """Names on the left, functions on the right of which one is a lambda, and none is a name on the left."""
        names = {e.id for e in target.elts if isinstance(e, ast.Name)}
        if not len(names) == len(target.elts) == len(value.elts) or not any(isinstance(e, ast.Lambda) for e in value.elts):
            return False
        roots = {root.id for e in value.elts for root in [_bindings.dotted(e)[0]] if isinstance(root, ast.Name)}
        return not names & roots and all(map(self._finder.is_function, value.elts))

    def visit_Compare(self, node: ast.Compare) -> Any:
        other = node.comparators[0]
        if isinstance(other, ast.Name) and other.id in self._tables:
            node.comparators = [ast.copy_location(_constants(self._tables[other.id].keys, ast.Tuple), other)]
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        called: Any = node.func
        key: ast.expr
        if isinstance(called, ast.Name) and called.id in self._places:
            place, table = self._places[called.id]
            key = ast.Name(place, ast.Load())
        elif isinstance(called, ast.Subscript) and isinstance(called.value, ast.Name) and called.value.id in self._tables:
            table, key = self._tables[called.value.id], called.slice
        elif isinstance(called, ast.Subscript) and (written := self._finder.table(called.value)) is not None:
            table, key = written, called.slice
        else:
            return node
        self.is_changed = True
        index = _constant_index(key, len(table.functions)) if table.shown is not None else None
        if index is not None:
            return ast.copy_location(table.call(index, node.args), node)
        name = f"_called_{node.lineno}_{node.col_offset}_"
        self.names.add(name)
        self._functions.append(_choice(name, table, len(node.args), node))
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [key, *node.args], []), node)


def _constants(values: list[Any], shown: type[ast.Tuple] | type[ast.List]) -> ast.expr:
    return shown([ast.Constant(value) for value in values], ast.Load())


def _constant_index(key: ast.expr, count: int) -> int | None:
    """The place that a number in the text names."""
    is_negative = isinstance(key, ast.UnaryOp) and isinstance(key.op, ast.USub)
    number = key.operand if isinstance(key, ast.UnaryOp) and is_negative else key
    if not isinstance(number, ast.Constant) or type(number.value) is not int:
        return None
    index = count - number.value if is_negative else number.value
    return index if 0 <= index < count else None


def _choice(name: str, table: _Table, count: int, at: ast.Call) -> ast.stmt:
    """The function that calls the one of a key."""
    names = [f"{name}{i}_" for i in range(count)]
    key = ast.Name(f"{name}key_", ast.Load())
    results = [ast.Return(table.call(i, [ast.Name(given, ast.Load()) for given in names])) for i in range(len(table.functions))]
    body: list[ast.stmt]
    if table.shown is None:
        text = ast.JoinedStr([ast.Constant("\x03"), ast.FormattedValue(key, -1)])
        body = [ast.Raise(ast.Call(ast.Name("KeyError", ast.Load()), [text], []), None)]
    else:
        body = [results.pop()]
    for value, result in reversed(list(zip(table.keys, results, strict=False))):
        body = [ast.If(ast.Compare(key, [ast.Eq()], [ast.Constant(value)]), [result], body)]
    if table.shown is not None:
        number = ast.BinOp(key, ast.Add(), ast.Constant(0))  # also of True
        place = ast.Subscript(_constants(table.keys, table.shown), number, ast.Load())
        body.insert(0, ast.Assign([ast.Name(key.id, ast.Store())], place))
    arguments = ast.arguments([], [ast.arg(key.id), *map(ast.arg, names)], None, [], [], None, [])
    made = ast.FunctionDef(name, arguments, body, [])
    for n in walk(made):
        if "lineno" in n._attributes:
            ast.copy_location(n, at)
    return made
