"""The calls of a function to itself, each as a statement of its own: `return f(n - 1) + f(n - 2)` as

    r1 = f(n - 1); r2 = f(n - 2); return r1 + r2

What Python computes before a call is computed before that call here too: operands of other kinds than names of the function and
constants get a name. `and`, `or` and `x if c else y` with such calls become `if` statements, comprehensions become loops that append,
`sum` and its kin take the lists of these.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._library.python_functions import ranges, recursion
from unpython._writing.calls import OwnCall, with_own_targets
from unpython._writing.flow import leaves_loop
from unpython._writing.nodes import copy_tree, walk

_MOST_ITEMS = 8
_REFUSED = (
    ast.AsyncFunctionDef, ast.FunctionDef, ast.ClassDef, ast.Try, ast.With, ast.Match, ast.Global, ast.Nonlocal, ast.Delete,
    ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await, ast.Import, ast.ImportFrom,
)  # fmt: skip
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class NotWritten(Exception):
    """There is no way here to say a function without recursion."""


class Parameters:
    """The parameters of a function, and the values of those that a call leaves out."""

    def __init__(self, arguments: ast.arguments, defaults: dict[str, ast.expr]):
        self.positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        self.names = [*self.positional, *(a.arg for a in arguments.kwonlyargs)]
        self.defaults = defaults

    def bound(self, call: ast.Call) -> dict[str, ast.expr]:
        """In the order in which Python computes them."""
        if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(self.positional):
            raise NotWritten
        found = dict(zip(self.positional, call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg not in self.names or keyword.arg in found:
                raise NotWritten
            found[keyword.arg] = keyword.value
        for name in self.names:
            if name not in found:
                if name not in self.defaults:
                    raise NotWritten
                found[name] = ast.copy_location(copy_tree(self.defaults[name]), call)
        return found


def defaults_of(function: FunctionType, node: Any, is_inner: bool) -> dict[str, ast.expr]:
    """Of those parameters whose defaults are numbers or texts."""
    arguments = node.args
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    if is_inner:
        found = dict(zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True))
        found |= {a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None}
        return {name: value for name, value in found.items() if isinstance(value, ast.Constant)}
    values = function.__defaults__ or ()
    known = dict(zip(positional[len(positional) - len(values) :], values, strict=True)) | (function.__kwdefaults__ or {})
    return {name: ast.Constant(value) for name, value in known.items() if type(value) in (bool, int, float, str, type(None))}


class OwnCallStatement(ast.stmt):
    """`result = f(...)`: an expression for each parameter."""

    _fields = ("values",)

    def __init__(self, result: str, values: dict[str, ast.expr]):
        super().__init__()
        self.result = result
        self.arguments = values
        self.values = list(values.values())


class CallSplitter:
    """`arguments_of`: the expression of each parameter in a call of the function itself, None for another call; `takes_all`: whether a
    function takes all items of a generator before it does anything else that a program sees; `fields`: those of objects that stay what they are."""

    _refused: tuple[type, ...] = _REFUSED

    def __init__(
        self, own: frozenset[str], arguments_of: Callable[[ast.Call], dict[str, ast.expr] | None],
        is_range: Callable[[ast.expr], bool], takes_all: Callable[[ast.expr], bool], fields: frozenset[str] = frozenset(),
        is_enumerate: Callable[[ast.expr], bool] = lambda _: False,
    ):  # fmt: skip
        self._takes_all = takes_all
        self._own = own
        self._arguments_of = arguments_of
        self._is_range, self._is_enumerate = is_range, is_enumerate
        self._fields = fields
        self.names: set[str] = set()

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [made for node in body for made in self._statement(node)]

    def _holds(self, node: Any) -> bool:
        return any(isinstance(n, ast.Call) and self._arguments_of(n) is not None for n in walk(node))

    def _name(self, at: ast.AST) -> ast.Name:
        name = f"_own_{len(self.names)}_"
        self.names.add(name)
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    @staticmethod
    def _store(name: ast.Name, value: ast.expr, at: ast.AST) -> ast.stmt:
        return ast.copy_location(ast.Assign([ast.Name(name.id, ast.Store())], value), at)

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if any(isinstance(n, self._refused) for n in walk(node)):
            raise NotWritten
        if not self._holds(node):
            return [node]
        if isinstance(node, ast.Expr):
            before, value = self._split(node.value)
            return before if isinstance(value, ast.Name) else [*before, _like(node, value=value)]
        if isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp):
            ways: list[list[ast.stmt]] = [[ast.copy_location(ast.Return(way), way)] for way in (node.value.body, node.value.orelse)]
            return self._statement(ast.copy_location(ast.If(node.value.test, *ways), node))
        if isinstance(node, ast.Return) and node.value is not None:
            before, value = self._split(node.value)
            return [*before, _like(node, value=value)]
        if isinstance(node, ast.Assign) and not any(map(self._holds, node.targets)):
            before, value = self._split(node.value)
            return [*before, _like(node, value=value)]
        if isinstance(node, ast.Assign) and self._is_item_of_own(node.targets):
            target: Any = node.targets[0]
            before, (value, place) = self._in_order([node.value, target.slice])
            return [*before, _like(node, targets=[_like(target, slice=place)], value=value)]
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            if node.target.id not in self._own | self.names:  # a call may change it
                read = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
                whole = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
                return self._statement(ast.copy_location(ast.Assign([node.target], whole), node))
            before, value = self._split(node.value)
            return [*before, _like(node, value=value)]
        if isinstance(node, ast.If):
            before, test = self._split(node.test)
            return [*before, _like(node, test=test, body=self.statements(node.body), orelse=self.statements(node.orelse))]
        if isinstance(node, ast.While):
            return [self._while(node)]
        if isinstance(node, ast.For):
            return self._for(node)
        raise NotWritten

    def _is_item_of_own(self, targets: list[ast.expr]) -> bool:
        """Whether the only target is x[...] of a name that no call changes: Python computes the value first."""
        owner = targets[0].value if len(targets) == 1 and isinstance(targets[0], ast.Subscript) else None
        return isinstance(owner, ast.Name) and self._is_fixed(owner)

    def _while(self, node: ast.While) -> ast.stmt:
        before, test = self._split(node.test)
        body = self.statements(node.body)
        if not before:
            return _like(node, body=body, orelse=self.statements(node.orelse))
        if node.orelse:
            raise NotWritten
        leave = ast.copy_location(ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], []), node)
        return _like(node, test=ast.Constant(True), body=[*before, ast.fix_missing_locations(leave), *body])

    def _for(self, node: ast.For) -> list[ast.stmt]:
        """By the number of the item, which can be kept while the call runs."""
        over = node.iter
        if isinstance(over, ast.Call) and self._is_range(over.func) and not over.keywords and 1 <= len(over.args) <= 3:
            return self._over_range(node, over)
        if isinstance(over, ast.Call) and self._is_enumerate(over.func) and len(over.args) == 1 and not over.keywords:
            return self._over_numbered(node, over.args[0])
        if self._holds(over):
            if any(map(self._holds, [*node.body, *node.orelse])):
                raise NotWritten
            before, items = self._split(over)
            return [*before, _like(node, iter=items)]
        if isinstance(over, (ast.Tuple, ast.List)) and len(over.elts) <= _MOST_ITEMS:
            return self._repeated(node, over.elts)
        return self._over_place(node, over, lambda at, item: item)

    def _over_numbered(self, node: ast.For, over: ast.expr) -> list[ast.stmt]:
        """for i, x in enumerate(a)"""
        if not isinstance(node.target, ast.Tuple):
            raise NotWritten
        return self._over_place(node, over, lambda at, item: ast.Tuple([at, item], ast.Load()))

    def _over_place(self, node: ast.For, over: ast.expr, item_of: Callable[[ast.expr, ast.expr], ast.expr]) -> list[ast.stmt]:
        changed = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        if not self._is_place(over, changed):
            raise NotWritten
        at = self._name(node)
        test = ast.Compare(at, [ast.Lt()], [OwnCall(recursion.size, [over])])
        return self._counted(node, [], at, test, item_of(at, ast.Subscript(over, at, ast.Load())))

    def _over_range(self, node: ast.For, over: ast.Call) -> list[ast.stmt]:
        step: ast.expr = over.args[2] if len(over.args) == 3 else ast.Constant(1)
        if not _is_number(step):
            raise NotWritten
        before, ends = self._in_order(over.args[:2])
        at, begin, count = self._name(node), self._name(node), self._name(node)
        first: ast.expr = ends[0] if len(ends) > 1 else ast.Constant(0)
        before.append(self._store(begin, OwnCall(recursion.whole, [first]), node))
        stop = OwnCall(recursion.whole, [ends[-1]])
        before.append(self._store(count, OwnCall(ranges.length, [begin, stop, step]), node))
        item = ast.BinOp(begin, ast.Add(), ast.BinOp(at, ast.Mult(), step))
        return self._counted(node, before, at, ast.Compare(at, [ast.Lt()], [count]), item)

    def _counted(
        self, node: ast.For, before: list[ast.stmt], at: ast.Name, test: ast.expr, item: ast.expr
    ) -> list[ast.stmt]:
        """`at` is one further when the body begins, so that `continue` may lead to the test."""
        body: list[ast.stmt] = [
            ast.Assign([node.target], item), self._store(at, ast.BinOp(at, ast.Add(), ast.Constant(1)), node),
            *self.statements(node.body),
        ]  # fmt: skip
        made = [*before, self._store(at, ast.Constant(0), node), ast.While(test, body, self.statements(node.orelse))]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    def _repeated(self, node: ast.For, items: list[ast.expr]) -> list[ast.stmt]:
        """The body once for each item that is written out."""
        if node.orelse or leaves_loop(node.body) or not all(map(_is_written_out, items)):
            raise NotWritten
        return [
            s for item in items
            for s in (ast.copy_location(ast.Assign([node.target], item), node), *self.statements(copy_tree(node.body)))
        ]  # fmt: skip

    def _is_place(self, node: ast.expr, changed: set[str]) -> bool:
        """a, a[i] or a.x, while a and i stand for what they stood for."""
        if isinstance(node, ast.Attribute):
            return node.attr in self._fields and self._is_place(node.value, changed)
        if isinstance(node, ast.Subscript):
            return self._is_place(node.value, changed) and self._is_place(node.slice, changed)
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id not in changed)

    # Expressions: the statements before, and what is left.

    def _split(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        if not self._holds(node):
            return [], node
        if isinstance(node, ast.Call):
            arguments = self._arguments_of(node)
            if arguments is not None:
                before, values = self._in_order(list(arguments.values()))
                result = self._name(node)
                call = OwnCallStatement(result.id, dict(zip(arguments, values, strict=True)))
                return [*before, ast.copy_location(call, node)], result
            if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
                raise NotWritten
            if self._is_extreme(node):
                return self._extreme(node)
            takes_all = len(node.args) == 1 and (self._takes_all(node.func) or joins(node.func))
            if any(isinstance(a, ast.GeneratorExp) and self._holds(a) for a in node.args) and not takes_all:
                raise NotWritten
            if not isinstance(node.func, ast.Name) and any(isinstance(n, ast.Call) for n in walk(node.func)):
                raise NotWritten
            if isinstance(node.func, ast.Lambda) and not all(isinstance(d, ast.Constant) for d in node.func.args.defaults):
                raise NotWritten  # computed before the arguments
            before, values = self._in_order([*node.args, *(k.value for k in node.keywords)])
            keywords = [ast.copy_location(ast.keyword(k.arg, v), k) for k, v in zip(node.keywords, values[len(node.args) :], strict=True)]
            return before, _like(node, args=values[: len(node.args)], keywords=keywords)
        if isinstance(node, OwnCall):
            before, elements = self._in_order(node.elts)
            return before, ast.copy_location(OwnCall(node.function, elements), node)
        if isinstance(node, ast.BinOp):
            before, (left, right) = self._in_order([node.left, node.right])
            return before, _like(node, left=left, right=right)
        if isinstance(node, ast.UnaryOp):
            before, operand = self._split(node.operand)
            return before, _like(node, operand=operand)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            before, (left, right) = self._in_order([node.left, node.comparators[0]])
            return before, _like(node, left=left, comparators=[right])
        if isinstance(node, ast.Tuple):
            before, elements = self._in_order(node.elts)
            return before, _like(node, elts=elements)
        if isinstance(node, ast.Subscript):
            before, (value, index) = self._in_order([node.value, node.slice])
            return before, _like(node, value=value, slice=index)
        if isinstance(node, ast.IfExp):
            return self._choice(node, node.test, node.body, node.orelse)
        if isinstance(node, ast.BoolOp):
            return self._junction(node)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self._collected(node)
        raise NotWritten

    def _collected(self, node: Any) -> tuple[list[ast.stmt], ast.expr]:
        """A comprehension as a loop that appends."""
        if any(isinstance(n, _SCOPES) for n in walk(node) if n is not node) or any(clause.is_async for clause in node.generators):
            raise NotWritten
        items = self._name(node)
        loop = self._looped(node, lambda elt: [ast.Expr(ast.Call(ast.Attribute(items, "append", ast.Load()), [elt], []))])
        return self.statements([self._store(items, ast.List([], ast.Load()), node), *loop]), items

    def _looped(self, node: Any, done: Callable[[ast.expr], list[ast.stmt]]) -> list[ast.stmt]:
        """The clauses of a comprehension as loops; `done`: what is done with an item."""
        made = copy_tree(node)
        elt = with_own_targets(made.elt, made.generators, lambda target, _: self._name(node).id)
        body = done(elt)
        for clause in reversed(made.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in body]

    def _is_extreme(self, node: ast.Call) -> bool:
        """min(... for x in a, default=d), whose items need no list"""
        is_one = isinstance(node.func, ast.Name) and node.func.id in ("min", "max") and self._takes_all(node.func) and len(node.args) == 1
        given = node.args[0] if is_one and [k.arg for k in node.keywords] == ["default"] else None
        if not isinstance(given, ast.GeneratorExp) or not self._holds(given) or any(clause.is_async for clause in given.generators):
            return False
        return not any(isinstance(n, _SCOPES) for n in walk(given) if n is not given)

    def _extreme(self, node: Any) -> tuple[list[ast.stmt], ast.expr]:
        best, has_one, value = self._name(node), self._name(node), self._name(node)
        is_better = ast.Compare(value, [ast.Lt() if node.func.id == "min" else ast.Gt()], [best])
        test = ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), has_one), is_better])
        taken = [self._store(best, value, node), self._store(has_one, ast.Constant(True), node)]
        loop = self._looped(node.args[0], lambda elt: [self._store(value, elt, node), ast.If(test, taken, [])])
        begin = [self._store(best, node.keywords[0].value, node), self._store(has_one, ast.Constant(False), node)]
        return self.statements([*(ast.fix_missing_locations(s) for s in begin), *loop]), best

    def _in_order(self, nodes: list[ast.expr]) -> tuple[list[ast.stmt], list[ast.expr]]:
        """Operands from left to right."""
        last = max((i for i, node in enumerate(nodes) if self._holds(node)), default=-1)
        before: list[ast.stmt] = []
        values: list[ast.expr] = []
        for i, node in enumerate(nodes):
            made, value = self._split(node)
            before += made
            if i < last and not self._is_fixed(value):
                name = self._name(node)
                before.append(self._store(name, value, node))
                value = name
            values.append(value)
        return before, values

    def _is_fixed(self, node: ast.expr) -> bool:
        """Whether no call can change what this is."""
        if isinstance(node, ast.UnaryOp):
            return self._is_fixed(node.operand)
        return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in self._own | self.names)

    def _choice(self, node: ast.expr, test: ast.expr, one: ast.expr, other: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        before, test = self._split(test)
        result = self._name(node)
        ways = []
        for way in (one, other):
            made, value = self._split(way)
            ways.append([*made, self._store(result, value, way)])
        return [*before, ast.copy_location(ast.If(test, *ways), node)], result

    def _junction(self, node: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        """`a and b`: b where a is true, else a."""
        first, *others = node.values
        if not others:
            return self._split(first)
        rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(node.op, others), node)
        before, value = self._split(first)
        name = self._name(node)
        before.append(self._store(name, value, node))
        more, result = self._choice(node, name, *((rest, name) if isinstance(node.op, ast.And) else (name, rest)))
        return [*before, *more], result


def _is_written_out(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List)):
        return all(map(_is_written_out, node.elts))
    return isinstance(node, ast.Constant) or _is_number(node)


def _is_number(node: ast.expr) -> bool:
    number = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(number, ast.Constant) and type(number.value) is int and number.value != 0


def _like(node: Any, **fields: Any) -> Any:
    """The same node with other fields."""
    made = type(node)(**{**{field: getattr(node, field, None) for field in node._fields}, **fields})
    return ast.copy_location(made, node)


def joins(node: ast.expr) -> bool:
    """", ".join: it takes all items before it does anything."""
    return isinstance(node, ast.Attribute) and node.attr == "join" and isinstance(node.value, ast.Constant) and type(node.value.value) is str
