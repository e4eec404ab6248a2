"""A function of Python written where it is called: its statements, with names of their own and the values of its parameters."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Collection, Iterator
from typing import Any

from unpython._writing import nothing, unset_names
from unpython._writing.functions import call_stars, extra_arguments, known_parameters
from unpython._writing.functions.own_calls import NotWritten, Parameters
from unpython._writing.functions.returns import ended
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.text import own_names

_REFUSED = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.With,
    ast.NamedExpr,
)  # fmt: skip


def is_simple(node: ast.expr) -> bool:
    is_constant = isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    return isinstance(node, (ast.Name, ast.Constant)) or is_constant or getattr(node, "is_function", False)


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
    values = dict(values)
    made.body = known_parameters.folded(made.body, values)
    number = next(numbers)
    before: list[ast.stmt] = []
    rest = definition.args.vararg.arg if getattr(definition, "args", None) is not None and definition.args.vararg is not None else ""
    if isinstance(given_rest := values.get(rest), ast.Tuple):
        made.body, before, is_read = call_stars.spread(made.body, rest, given_rest, lambda i: f"_{rest}_{i}_{number}_of_call_")
        if not is_read:
            del values[rest]
    nodes = [n for s in made.body for n in walk(s)]
    names = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
    names |= {n.name for n in nodes if isinstance(n, ast.ExceptHandler) and n.name is not None}
    names -= outer
    free = {n.id for n in nodes if isinstance(n, ast.Name)} - names - values.keys()
    if free.intersection(taken):
        raise NotWritten
    others = {name: f"_{name}_{number}_of_call_" for name in names | values.keys()} | (moved or {})
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
    is_plain &= not any(isinstance(n, ast.Try) and n.finalbody for n in nodes)  # what comes last may give the name another value
    return names.pop() if is_plain and not names & parameters else None


class Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str], values: dict[str, ast.expr]):
        self._names = names
        self._values = values

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self._values:
            return copy_tree(self._values[node.id])
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit__OfCaller(self, node: Any) -> Any:
        return copy_tree(node.value)

    def visit_arg(self, node: ast.arg) -> Any:
        return ast.arg(self._names.get(node.arg, node.arg))

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        node.name = self._names.get(node.name, node.name) if node.name is not None else None
        return self.generic_visit(node)


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
    constants = {name: value for name, value in defaults.items() if getattr(value, "is_known", False) or (is_simple(value) and not isinstance(value, ast.Name))}
    extra: dict[str, ast.expr] = {}
    if arguments.vararg is not None:
        call, extra = extra_arguments.taken_apart(definition, call, len(others))
    found = {**Parameters(without, constants).bound(call), **extra}
    return found if owner is None else {own[0]: owner, **found}


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
