"""Iterators under a name that are asked for once: `pairs = zip(a, b)` and, further down, `for x, y in pairs`.

Problem:  a value has no room for what gives its items one by one.
Choice:   what Python evaluates where the iterator is made gets names of its own; the iterator is written where it is asked for.

    pairs = zip(a, b[1:])                     pairs_given_0 = a; pairs_given_1 = b[1:]
    total = sum(x * y for x, y in pairs)      total = sum(x * y for x, y in zip(pairs_given_0, pairs_given_1))
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from unpython import _bindings
from unpython._writing.heap.names import name_of, yields

#: What gives its items one by one.
LAZY = frozenset(
    "builtins.range builtins.enumerate builtins.zip builtins.map builtins.filter builtins.reversed itertools.chain itertools.pairwise"
    " itertools.combinations itertools.product itertools.accumulate itertools.zip_longest itertools.chain.from_iterable itertools.starmap"
    " itertools.groupby itertools.takewhile itertools.dropwhile itertools.islice itertools.repeat itertools.permutations"
    " itertools.combinations_with_replacement itertools.count heapq.merge".split()
)
#: Functions that do nothing with what they are given but to go through it.
_LOOKING = LAZY | {f"builtins.{name}" for name in "len sum min max any all sorted list tuple set dict abs float int str print".split()}
_WITH_FUNCTION = ("builtins.map", "builtins.filter", "itertools.takewhile", "itertools.dropwhile", "itertools.starmap")

#: How: ALL_AT_ONCE and FIRST_AT_ONCE take the items of their arguments, or of the first one, where they are made; FROM_END, reversed(), knows
#: from then on how many there are; OF_PROGRAM are its own generators.
_ALL_AT_ONCE, _FIRST_AT_ONCE, _FROM_END, _OF_PROGRAM, _ONE_BY_ONE = range(1, 6)
_HOW = {f"itertools.{name}": _FIRST_AT_ONCE for name in ("permutations", "combinations", "combinations_with_replacement")}
_HOW |= {"itertools.product": _ALL_AT_ONCE, "builtins.reversed": _FROM_END}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_COMPOUND = (ast.If, ast.With, ast.Try, ast.Match)


class _Text:
    """A function before it is written. `stored`, `loaded`: how often each name gets a value and is read; `generators`: the functions
    inside, and whether they are such; `origins`: of the new names, those in what they are given."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self.function = function
        self.stored: dict[str, int] = {}
        self.loaded: dict[str, int] = {}
        self.generators: dict[str, bool] = {}
        self.origins: dict[str, set[str]] = {}
        for n in ast.walk(node):
            if isinstance(n, ast.Name):
                counts = self.loaded if isinstance(n.ctx, ast.Load) else self.stored
                counts[n.id] = counts.get(n.id, 0) + 1
            elif isinstance(n, (ast.Global, ast.Nonlocal)):
                self.stored |= dict.fromkeys(n.names, 2)
            elif isinstance(n, (ast.arg, ast.ExceptHandler, ast.FunctionDef, ast.ClassDef, ast.MatchAs, ast.MatchStar)):
                name = (n.arg if isinstance(n, ast.arg) else n.name) or ""
                self.stored[name] = 2
                if isinstance(n, ast.FunctionDef) and n is not node:
                    self.generators[name] = yields(n) and self.generators.get(name, True)

    def found(self, func: ast.expr) -> Any:
        """What is called, where it has a name outside."""
        holder = func.value if isinstance(func, ast.Attribute) else func
        if not isinstance(holder, ast.Name) or holder.id in self.stored:
            return None
        value = _bindings.lookup(self.function, holder.id)[1]
        if isinstance(func, ast.Attribute):
            return getattr(value, func.attr, None) if isinstance(value, ModuleType) else None
        return value

    def full_name(self, func: ast.expr) -> str:
        found = self.found(func)
        return name_of(found) if callable(found) else ""

    def how(self, given: ast.expr) -> int:
        """How an expression gives items one by one; 0: it does not."""
        if isinstance(given, ast.GeneratorExp):
            return _ONE_BY_ONE
        if not isinstance(given, ast.Call):
            return 0
        if isinstance(given.func, ast.Name) and given.func.id in self.generators:
            return _OF_PROGRAM if self.generators[given.func.id] else 0
        found = self.found(given.func)
        if isinstance(found, FunctionType):
            return _OF_PROGRAM if inspect.isgeneratorfunction(found) and found.__module__ != "heapq" else 0
        full = name_of(found) if callable(found) else ""
        return _HOW.get(full, _ONE_BY_ONE) if full in LAZY and full not in ("builtins.range", "itertools.count") else 0


def with_iterators_where_asked(function: FunctionType, node: ast.FunctionDef) -> ast.FunctionDef:
    """The function, or a copy in which such iterators stand where they are asked for."""
    text = _Text(function, node)
    if not any(_candidates(node, text)):
        return node
    node = copy.deepcopy(node)
    for block, made in [*_candidates(node, text)]:
        _move(block, made, text)
    return node


def _candidates(node: ast.FunctionDef, text: _Text) -> Iterator[tuple[list[Any], ast.Assign]]:
    """The assignments, each with its block, whose name gets one value and is asked for once."""
    waiting: list[ast.AST] = [node]
    for n in waiting:
        waiting += [child for child in ast.iter_child_nodes(n) if not isinstance(child, (*_SCOPES, ast.expr))]
        for block in (getattr(n, part, None) for part in ("body", "orelse", "finalbody")):
            for s in block if isinstance(block, list) else []:
                name = s.targets[0].id if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name) else ""
                if text.stored.get(name) == 1 and text.loaded.get(name) == 1 and text.how(s.value):
                    yield block, s  # type: ignore[misc]


def _move(block: list[Any], made: Any, text: _Text) -> None:
    name, number = made.targets[0].id, block.index(made)
    behind, place = next(((i, found) for i in range(number + 1, len(block)) if (found := _asked_once(block[i], name))), (0, None))
    if place is None:
        return
    is_simple = not isinstance(block[behind], _COMPOUND)
    given = _names_in_sources(made.value, text)
    given |= {origin for source in given for origin in text.origins.get(source, ())}
    if _knows_end(made.value, text) and (behind > number + 1 or not is_simple):
        return
    if any(_may_change(s, given, text) for s in block[number + 1 : behind + (not is_simple)]):
        return
    held: list[Any] = []
    value = _with_names(made.value, name, held, text)
    text.origins |= {s.targets[0].id: given for s in held}
    holder, part, index = place
    if index is None:
        setattr(holder, part, value)
    else:
        getattr(holder, part)[index] = value
    block[number : number + 1] = held or [ast.copy_location(ast.Pass(), made)]


def _with_names(value: Any, name: str, held: list[Any], text: _Text) -> ast.expr:
    """The iterator, of names that get what is evaluated where it is made."""

    def kept(given: ast.expr) -> ast.expr:
        is_plain = isinstance(given, ast.Lambda) and not given.args.defaults and not any(given.args.kw_defaults)
        if is_plain or isinstance(given, ast.Constant):
            return given
        if isinstance(given, ast.Starred):
            return ast.copy_location(ast.Starred(kept(given.value), given.ctx), given)
        if text.how(given) or (isinstance(given, ast.Call) and text.full_name(given.func) == "builtins.range"):
            return _with_names(given, name, held, text)
        return named(given)

    def named(given: ast.expr) -> ast.expr:
        new = f"{name}_given_{len(held)}"
        while new in text.stored:
            new += "_"
        held.append(ast.copy_location(ast.Assign([ast.copy_location(ast.Name(new, ast.Store()), given)], given), given))
        return ast.copy_location(ast.Name(new, ast.Load()), given)

    def argument(number: int, given: ast.expr) -> ast.expr:
        if how == _ALL_AT_ONCE or (how == _FIRST_AT_ONCE and number == 0):
            return named(ast.copy_location(ast.List([ast.copy_location(ast.Starred(given, ast.Load()), given)], ast.Load()), given))
        is_function = number == 0 and text.full_name(value.func) in _WITH_FUNCTION
        return given if is_function and text.found(given) is not None else kept(given)

    how = text.how(value)
    if isinstance(value, ast.GeneratorExp):
        value.generators[0].iter = kept(value.generators[0].iter)
        return value
    value.args = [argument(number, a) for number, a in enumerate(value.args)]
    for keyword in value.keywords:
        keyword.value = kept(keyword.value)
    return value  # type: ignore[no-any-return]


def _names_in_sources(value: Any, text: _Text) -> set[str]:
    """Of what an iterator goes through. What a generator of the program is given is its own matter."""
    if text.how(value) == _OF_PROGRAM:
        return set()
    sources = [value.generators[0].iter] if isinstance(value, ast.GeneratorExp) else [*value.args, *(k.value for k in value.keywords)]
    found: set[str] = set()
    for source in sources:
        inner = source.value if isinstance(source, ast.Starred) else source
        found |= _names_in_sources(inner, text) if text.how(inner) else {n.id for n in ast.walk(inner) if isinstance(n, ast.Name)}
    return found


def _may_change(s: ast.AST, names: set[str], text: _Text) -> bool:
    """Whether something is done with what one of the names holds: some iterators see that, others do not, and some raise."""
    for n in ast.walk(s):
        parts: list[ast.AST] = []
        if isinstance(n, ast.Call):
            parts = [n.func.value] if isinstance(n.func, ast.Attribute) else []
            if text.full_name(n.func) not in _LOOKING:
                parts += [a.value if isinstance(a, ast.Starred) else a for a in n.args] + [k.value for k in n.keywords]
        elif isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load):
            parts = [n.value]
        elif isinstance(n, ast.AugAssign):
            parts = [n.target]
        if any(isinstance(part, ast.Name) and part.id in names for part in parts):
            return True
    return False


def _knows_end(value: ast.expr, text: _Text) -> bool:
    return any(isinstance(n, ast.Call) and text.how(n) == _FROM_END for n in ast.walk(value))


def _asked_once(s: ast.AST, name: str) -> tuple[Any, str, int | None] | None:
    """Where a statement asks for the items, once each time that it is run: (node, field, place in a list)."""
    waiting: list[ast.AST] = [s]
    while waiting:
        n = waiting.pop()
        for field, value in ast.iter_fields(n):
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(child, ast.AST) or isinstance(child, _SCOPES) or (isinstance(n, (ast.For, ast.While)) and field != "iter"):
                    continue
                if (isinstance(n, _COMPREHENSIONS) and child is not n.generators[0]) or (isinstance(n, ast.comprehension) and field != "iter"):
                    continue
                if not isinstance(child, ast.Name) or child.id != name:
                    waiting.append(child)
                    continue
                is_taken = (isinstance(n, ast.Call) and field == "args") or (isinstance(n, (ast.For, ast.comprehension)) and field == "iter")
                is_taken = is_taken or (isinstance(n, ast.Starred) and field == "value")
                return (n, field, index if isinstance(value, list) else None) if is_taken else None
    return None
