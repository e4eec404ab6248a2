"""A function of Python written where it is called: its statements, with names of their own and the values of its parameters."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Collection, Iterator
from typing import Any

from unpython._writing import nothing, unset_names
from unpython._writing.functions import extra_arguments
from unpython._writing.functions.own_calls import CallSplitter, NotWritten, Parameters, joins
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.text import own_names

_AT_ONCE = frozenset("sum min max list sorted tuple".split())  # take all items of what they are given
_REFUSED = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Try,
    ast.With, ast.NamedExpr,
)  # fmt: skip


def is_simple(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Constant)) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def inlined(
    definition: Any, body: list[ast.stmt], values: dict[str, ast.expr], at: ast.expr, numbers: Any, taken: Collection[str],
    moved: dict[str, str] | None = None,
) -> list[ast.stmt]:  # fmt: skip
    """The statements, at the place of a call. `numbers`: of the calls; `taken`: names that its free names must not be; `moved`: names of
    its own with the names that they have around it."""
    made = copy_tree(definition)
    made.body = copy_tree(body)
    outer = {name for s in made.body if isinstance(s, ast.Nonlocal) for name in s.names}  # names of the function around it
    made.body = [s for s in made.body if not isinstance(s, ast.Nonlocal)]
    if any(isinstance(n, _REFUSED) for s in made.body for n in walk(s)):
        raise NotWritten
    own_names.renamed(made)
    nodes = [n for s in made.body for n in walk(s)]
    names = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
    names -= outer
    free = {n.id for n in nodes if isinstance(n, ast.Name)} - names - values.keys()
    if free.intersection(taken):
        raise NotWritten
    number = next(numbers)
    others = {name: f"_{name}_{number}_of_call_" for name in names | values.keys()} | (moved or {})
    before: list[ast.stmt] = []
    for name, value in values.items():
        if name in names or not is_simple(value):
            before.append(ast.Assign([ast.Name(others[name], ast.Store())], value))
    given = {name: value for name, value in values.items() if name not in names and is_simple(value)}
    place = itertools.count(at.col_offset + 1)
    whole = [Renamed(others, given).visit(s) for s in made.body]
    for n in (n for s in whole for n in walk(s) if "lineno" in n._attributes):
        n.lineno = n.end_lineno = at.lineno  # type: ignore[attr-defined]
        n.col_offset = n.end_col_offset = next(place)  # type: ignore[attr-defined]
    return [ast.fix_missing_locations(ast.copy_location(s, at)) for s in before] + whole


def may_be_inlined(definition: ast.FunctionDef) -> bool:
    """Whether inlined() and ended() know all statements of a function."""
    body = without_text(copy_tree(definition.body))
    if any(isinstance(n, _REFUSED) for s in body for n in walk(s)) or may_read_no_value(definition):
        return False
    try:
        ended(body, ast.Name("result", ast.Load()), definition, itertools.count())  # type: ignore[arg-type]
    except NotWritten:
        return False
    return True


def may_read_no_value(definition: Any) -> bool:
    """Whether a function may read a name of its own that has no value yet: the second call in a loop would find what the first one gave."""
    made = copy_tree(definition)
    unset_names.mark(made)
    return any(getattr(n, "may_be_unset", False) for s in made.body for n in walk(s))


def returned_name(definition: ast.FunctionDef) -> str | None:
    """The name of its own that a function returns wherever it returns no None."""
    values = [value for value in nothing.returned(definition.body) if not nothing.is_none(value)]
    names = {value.id if isinstance(value, ast.Name) else None for value in values}
    nodes = [n for s in definition.body for n in walk(s)]
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    assigned = [n.targets[0].id for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    parameters = {a.arg for a in walk(definition.args) if isinstance(a, ast.arg)}
    is_plain = len(names) == 1 and all(0 < stored.count(name) == assigned.count(name) for name in names if name is not None)  # type: ignore[arg-type]
    return names.pop() if is_plain and not names & parameters else None


class Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str], values: dict[str, ast.expr]):
        self._names = names
        self._values = values

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self._values:
            return copy_tree(self._values[node.id])
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> Any:
        return ast.arg(self._names.get(node.arg, node.arg))


def without_text(body: list[ast.stmt]) -> list[ast.stmt]:
    return [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) and not isinstance(s, ast.Pass)]


def bound(definition: Any, call: ast.Call, owner: ast.expr | None, is_method: bool = True) -> dict[str, ast.expr]:
    """The value of each parameter of a function; of a method `self` first, which has none in __init__."""
    arguments = definition.args
    if arguments.kwarg is not None:
        raise NotWritten
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    defaults = dict(zip(positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True))
    defaults |= {a.arg: d for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None}
    own, others = positional[:1], positional[1:] if is_method else positional
    without = ast.arguments([], [ast.arg(name) for name in others], None, arguments.kwonlyargs, [], None, [])
    constants = {name: value for name, value in defaults.items() if is_simple(value) and not isinstance(value, ast.Name)}
    extra: dict[str, ast.expr] = {}
    if arguments.vararg is not None:
        call, extra = extra_arguments.taken_apart(definition, call, len(others))
    found = {**Parameters(without, constants).bound(call), **extra}
    return found if owner is None else {own[0]: owner, **found}


def _adds_to_place(node: Any) -> bool:
    """d.setdefault(k, []).append(x), whose key may be computed before x or after it."""
    place = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append" else None
    is_entered = isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "setdefault"
    return is_entered and all(is_simple(a) or is_empty(a) for a in place.args)  # type: ignore[union-attr]


def is_empty(node: ast.expr) -> bool:
    return (isinstance(node, ast.List) and not node.elts) or (isinstance(node, ast.Dict) and not node.keys)


def name_before(name: str) -> str:
    """What a name of a statement that stands where a call stood was in its function."""
    found = re.fullmatch(r"_(.+)_\d+_of_call_", name)
    return found[1] if found else name


def numbers_of_calls(node: ast.AST) -> Iterator[int]:
    """Numbers for names that a function does not have yet from calls that were written out before."""
    found = (re.search(r"_(\d+)_of_call_$", n.id) for n in walk(node) if isinstance(n, ast.Name))
    return itertools.count(1 + max((int(number[1]) for number in found if number), default=-1))


class Inliner(CallSplitter):
    """Calls as statements, each of which becomes what _called() gives: of those that _target() knows."""

    def __init__(self, own: frozenset[str], numbers: Any):
        super().__init__(own, lambda call: None if self._target(call) is None else {}, lambda _: False, lambda _: False)
        self._numbers = numbers

    def _target(self, node: Any) -> Any:
        raise NotImplementedError

    def _builtin(self, node: ast.expr) -> str:
        raise NotImplementedError

    def _called(self, node: Any, result: ast.Name | None) -> list[ast.stmt]:
        raise NotImplementedError

    def _name(self, at: ast.AST) -> ast.Name:
        name = f"_value_{next(self._numbers)}_of_call_"
        self.names.add(name)
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if not self._holds(node):
            return [node]
        if isinstance(node, ast.Expr) and self._target(node.value) is not None:
            return self._called(node.value, None)
        if isinstance(node, ast.Assign) and self._target(node.value) is not None and self._is_new_in(node):
            name = ast.copy_location(ast.Name(node.targets[0].id, ast.Load()), node.targets[0])  # type: ignore[attr-defined]
            return self._called(node.value, name)
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.ListComp, ast.DictComp)) and self._is_new_in(node):
            made, result = self._comprehended(node.value, node.targets[0].id)  # type: ignore[attr-defined]
            return made if isinstance(result, ast.Name) else [*made, node]
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            return self._statement(ast.copy_location(ast.Assign([node.target], node.value), node))
        if isinstance(node, ast.AugAssign) and not isinstance(node.target, ast.Name):
            read = copy_tree(node.target)
            read.ctx = ast.Load()  # type: ignore[union-attr]
            whole = ast.copy_location(ast.BinOp(read, node.op, node.value), node)  # type: ignore[arg-type]
            return self._statement(ast.copy_location(ast.Assign([node.target], whole), node))
        return super()._statement(node)

    def _is_fixed(self, node: ast.expr) -> bool:
        if isinstance(node, (ast.List, ast.Tuple)):
            return all(map(self._is_fixed, node.elts))
        return super()._is_fixed(node)

    def _for(self, node: ast.For) -> list[ast.stmt]:
        before, items = self._split(node.iter)
        node.iter, node.body, node.orelse = items, self.statements(node.body), self.statements(node.orelse)
        return [*before, node]

    def _split(self, node: Any) -> tuple[list[ast.stmt], ast.expr]:
        if not self._holds(node):
            return [], node
        if self._target(node) is not None:
            result = self._name(node)
            return self._called(node, result), result
        if _adds_to_place(node):
            before, node.args = self._in_order(node.args)
            return before, node
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and self._holds(node.func.value):
            before, parts = self._in_order([node.func.value, *node.args, *(k.value for k in node.keywords)])
            node.func.value, *given = parts
            node.args, named = given[: len(node.args)], given[len(node.args) :]
            for keyword, value in zip(node.keywords, named, strict=True):
                keyword.value = value
            return before, node
        if isinstance(node, ast.Attribute):
            before, node.value = self._split(node.value)
            return before, node
        if isinstance(node, ast.List):
            before, node.elts = self._in_order(node.elts)
            return before, node
        if isinstance(node, ast.Dict) and all(key is not None for key in node.keys):
            before, parts = self._in_order([part for pair in zip(node.keys, node.values, strict=True) for part in pair])  # type: ignore[misc]
            node.keys, node.values = parts[::2], parts[1::2]  # type: ignore[assignment]
            return before, node
        if isinstance(node, (ast.ListComp, ast.DictComp)):
            return self._comprehended(node)
        if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            if (self._builtin(node.func) not in _AT_ONCE and not joins(node.func)) or any(self._holds(k.value) for k in node.keywords):
                raise NotWritten
            items = node.args[0]
            before, listed = self._split(ast.copy_location(ast.ListComp(items.elt, items.generators), items))
            node.args = [listed]
            return before, node
        return super()._split(node)

    def _is_new_in(self, node: ast.Assign) -> bool:
        """Whether a comprehension does not read the name that stands for it then."""
        target = node.targets[0]
        is_name = len(node.targets) == 1 and isinstance(target, ast.Name)
        return is_name and all(not isinstance(n, ast.Name) or n.id != target.id for n in walk(node.value))  # type: ignore[attr-defined]

    def _comprehended(self, node: Any, name: str = "") -> tuple[list[ast.stmt], ast.expr]:
        """A comprehension as a loop: its names are like no others. `name`: that of the list or dict."""
        if isinstance(node, ast.ListComp) and not any(map(self._holds, [node.elt, *(i for g in node.generators for i in g.ifs)])):
            before, node.generators[0].iter = self._split(node.generators[0].iter)
            return before, node
        result = ast.copy_location(ast.Name(name, ast.Load()), node) if name else self._name(node)
        if isinstance(node, ast.ListComp):
            append = ast.Attribute(ast.Name(result.id, ast.Load()), "append", ast.Load())
            inner: ast.stmt = ast.Expr(ast.Call(append, [node.elt], []))
            empty: ast.expr = ast.List([], ast.Load())
        else:
            inner = ast.Assign([ast.Subscript(ast.Name(result.id, ast.Load()), node.key, ast.Store())], node.value)
            empty = ast.Dict([], [])
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                inner = ast.If(test, [inner], [])
            inner = ast.For(clause.target, clause.iter, [inner], [])
        whole = ast.fix_missing_locations(ast.copy_location(inner, node))
        return [ast.fix_missing_locations(self._store(result, empty, node)), *self._statement(whole)], result


def ended(body: list[ast.stmt], result: ast.Name | None, at: ast.expr, numbers: Any) -> list[ast.stmt]:
    """With the result of each `return` given to a name in its place. A `return` in a loop leaves the loop."""

    def give(value: ast.expr | None) -> list[ast.stmt]:
        if result is None:
            return [] if value is None else [ast.copy_location(ast.Expr(value), at)]
        if isinstance(value, ast.Name) and value.id == result.id:
            return []
        return [ast.copy_location(ast.Assign([ast.Name(result.id, ast.Store())], value or ast.Constant(None)), at)]

    made: list[ast.stmt] = []
    for number, statement in enumerate(body):
        rest = body[number + 1 :]
        if isinstance(statement, ast.Return):
            return [ast.fix_missing_locations(s) for s in [*made, *give(statement.value)]]
        if not _returns(statement):
            made.append(statement)
            continue
        if isinstance(statement, (ast.For, ast.While)):
            left = f"_left_{next(numbers)}_of_call_"
            behind = ended(rest, result, at, numbers)
            test = ast.If(ast.UnaryOp(ast.Not(), ast.Name(left, ast.Load())), behind, [])
            begin = ast.Assign([ast.Name(left, ast.Store())], ast.Constant(False))
            made += [ast.copy_location(begin, at), _left_by(statement, left, give, at)]
            made += [ast.copy_location(test, at)] if behind else []
            return [ast.fix_missing_locations(s) for s in made]
        if not isinstance(statement, ast.If):
            raise NotWritten
        ways = [statement.body, statement.orelse]
        ends = list(map(_leaves, ways))
        if rest and not any(ends):
            raise NotWritten
        statement.body, statement.orelse = (
            ended(way if leaves else [*way, *rest], result, at, numbers) for way, leaves in zip(ways, ends, strict=True)
        )
        statement.body = statement.body or [ast.copy_location(ast.Pass(), at)]
        return [*made, ast.fix_missing_locations(statement)]
    return [ast.fix_missing_locations(s) for s in [*made, *(give(None) if result is not None else [])]]


def _returns(node: ast.stmt) -> bool:
    return any(isinstance(n, ast.Return) for n in walk(node))


def _left_by(loop: Any, left: str, give: Any, at: ast.expr) -> ast.stmt:
    """A loop in which each `return` gives its value, says that the loop is left by it, and leaves the loop."""

    def block(body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            if isinstance(node, ast.Return):
                said = ast.Assign([ast.Name(left, ast.Store())], ast.Constant(True))
                return [*made, *(ast.copy_location(s, at) for s in [*give(node.value), said, ast.Break()])]
            if not _returns(node):
                made.append(node)
            elif isinstance(node, ast.If):
                node.body, node.orelse = block(node.body), block(node.orelse)
                made.append(node)
            elif isinstance(node, (ast.For, ast.While)):
                made += [_left_by(node, left, give, at), ast.copy_location(ast.If(ast.Name(left, ast.Load()), [ast.Break()], []), at)]
            else:
                raise NotWritten
        return made

    if any(map(_returns, loop.orelse)):
        raise NotWritten
    loop.body = block(loop.body)
    return loop


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether each way through the statements ends in `return` or `raise`."""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, (ast.Return, ast.Raise))
