"""Iterators under a name that are asked for once: `pairs = zip(a, b)` and, further down, `for x, y in pairs`.

Problem:  a value has no room for what gives its items one by one.
Choice:   what Python evaluates where the iterator is made gets names of its own; the iterator is written where it is asked for.

    pairs = zip(a, b[1:])                     pairs_given_0 = a; pairs_given_1 = b[1:]
    total = sum(x * y for x, y in pairs)      total = sum(x * y for x, y in zip(pairs_given_0, pairs_given_1))
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LOOKING = frozenset(
    "len sum min max any all sorted list tuple set dict abs float int str print zip enumerate map filter range reversed chain zip_longest accumulate"
    " product permutations combinations repeat islice takewhile dropwhile starmap pairwise groupby".split()
)  # functions that do nothing with what they are given but to go through it
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


#: Of an expression: "" where it does not give items one by one; ALL_AT_ONCE and FIRST_AT_ONCE where it takes those of its arguments, or
#: of the first one, where it is made; FROM_END of reversed(), which knows from then on how many there are; OF_PROGRAM of its generators.
Lazy = Callable[[ast.expr], str]
ALL_AT_ONCE, FIRST_AT_ONCE, FROM_END, OF_PROGRAM, ONE_BY_ONE = "all at once", "first at once", "from the end", "of the program", "one by one"


def with_iterators_where_asked(node: ast.FunctionDef, is_lazy: Lazy) -> ast.FunctionDef:
    """The function, or a copy in which such iterators stand where they are asked for."""
    if not any(_candidates(node, is_lazy)):
        return node
    node = copy.deepcopy(node)
    own = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)} | {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef)}
    origins: dict[str, set[str]] = {}
    for block, made in [*_candidates(node, is_lazy)]:
        _move(block, made, is_lazy, own, origins)
    return node


def _candidates(node: ast.FunctionDef, is_lazy: Lazy) -> Iterator[tuple[list[Any], ast.Assign]]:
    """The assignments, each with its block, whose name gets one value and is asked for once."""
    stored: dict[str, int] = {}
    loaded: dict[str, int] = {}
    for n in ast.walk(node):
        if isinstance(n, ast.Name):
            counts = loaded if isinstance(n.ctx, ast.Load) else stored
            counts[n.id] = counts.get(n.id, 0) + 1
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            stored |= dict.fromkeys(n.names, 2)
        elif isinstance(n, (ast.arg, ast.ExceptHandler, ast.FunctionDef, ast.ClassDef, ast.MatchAs, ast.MatchStar)):
            name = n.arg if isinstance(n, ast.arg) else n.name
            stored[name or ""] = 2
    waiting: list[ast.AST] = [node]
    while waiting:
        n = waiting.pop(0)
        waiting += [child for child in ast.iter_child_nodes(n) if not isinstance(child, (*_SCOPES, ast.expr))]
        for block in (getattr(n, part, None) for part in ("body", "orelse", "finalbody")):
            for s in block if isinstance(block, list) else []:
                if not isinstance(s, ast.Assign) or len(s.targets) != 1 or not isinstance(s.targets[0], ast.Name) or not is_lazy(s.value):
                    continue
                if stored.get(s.targets[0].id) == 1 and loaded.get(s.targets[0].id) == 1:
                    yield block, s  # type: ignore[misc]


def _move(block: list[Any], made: Any, is_lazy: Lazy, own: set[str], origins: dict[str, set[str]]) -> None:
    """`origins`: of the new names, those in what they are given."""
    name, number = made.targets[0].id, block.index(made)
    behind = next((i for i in range(number + 1, len(block)) if _asked_once(block[i], name)), None)
    if behind is None or (_knows_end(made.value, is_lazy) and (behind > number + 1 or isinstance(block[behind], (ast.If, ast.With, ast.Try, ast.Match)))):
        return
    place = _asked_once(block[behind], name)
    assert place is not None
    given = _names_in_sources(made.value, is_lazy)
    given |= {origin for name in given for origin in origins.get(name, ())}
    is_simple = not isinstance(block[behind], (ast.If, ast.With, ast.Try, ast.Match))
    if any(_may_change(s, given) for s in block[number + 1 : behind + (not is_simple)]):
        return
    held: list[Any] = []
    value = _with_names(made.value, name, held, is_lazy, own)
    origins |= {s.targets[0].id: given for s in held}
    holder, part, index = place
    if index is None:
        setattr(holder, part, value)
    else:
        getattr(holder, part)[index] = value
    block[number : number + 1] = held or [ast.copy_location(ast.Pass(), made)]


def _with_names(value: Any, name: str, held: list[Any], is_lazy: Lazy, own: set[str]) -> ast.expr:
    """The iterator, of names that get what is evaluated where it is made."""
    how = is_lazy(value)

    def kept(given: ast.expr, number: int = 1) -> ast.expr:
        if how == ALL_AT_ONCE or (how == FIRST_AT_ONCE and number == 0):
            return named(ast.copy_location(ast.List([ast.copy_location(ast.Starred(given, ast.Load()), given)], ast.Load()), given))
        is_plain = isinstance(given, ast.Lambda) and not given.args.defaults and not any(given.args.kw_defaults)
        if is_plain or isinstance(given, ast.Constant):
            return given
        if isinstance(given, ast.Starred):
            return ast.copy_location(ast.Starred(kept(given.value), given.ctx), given)
        if is_lazy(given) or _is_range(given, own):
            return _with_names(given, name, held, is_lazy, own)
        return named(given)

    def named(given: ast.expr) -> ast.expr:
        new = f"{name}_given_{len(held)}"
        while new in own:
            new += "_"
        held.append(ast.copy_location(ast.Assign([ast.copy_location(ast.Name(new, ast.Store()), given)], given), given))
        return ast.copy_location(ast.Name(new, ast.Load()), given)

    if isinstance(value, ast.GeneratorExp):
        value.generators[0].iter = kept(value.generators[0].iter)
        return value
    value.args = [a if number == 0 and _is_function_outside(value, own) else kept(a, number) for number, a in enumerate(value.args)]
    for keyword in value.keywords:
        keyword.value = named(keyword.value) if not isinstance(keyword.value, (ast.Constant, ast.Lambda)) else keyword.value
    return value  # type: ignore[no-any-return]


def _names_in_sources(value: Any, is_lazy: Lazy) -> set[str]:
    """Of what an iterator goes through. What a generator of the program is given is its own matter."""
    if is_lazy(value) == OF_PROGRAM:
        return set()
    sources = [value.generators[0].iter] if isinstance(value, ast.GeneratorExp) else [*value.args, *(k.value for k in value.keywords)]
    found: set[str] = set()
    for source in sources:
        inner = source.value if isinstance(source, ast.Starred) else source
        found |= _names_in_sources(inner, is_lazy) if is_lazy(inner) else {n.id for n in ast.walk(inner) if isinstance(n, ast.Name)}
    return found


def _may_change(s: ast.AST, names: set[str]) -> bool:
    """Whether something is done with what one of the names holds: some iterators see that, others do not, and some raise."""
    for n in ast.walk(s):
        parts: list[ast.AST] = []
        if isinstance(n, ast.Call):
            parts = [n.func.value] if isinstance(n.func, ast.Attribute) else []
            if getattr(n.func, "id", getattr(n.func, "attr", "")) not in _LOOKING:
                parts += [a.value if isinstance(a, ast.Starred) else a for a in n.args] + [k.value for k in n.keywords]
        elif isinstance(n, (ast.Subscript, ast.Attribute)) and not isinstance(n.ctx, ast.Load):
            parts = [n.value]
        elif isinstance(n, ast.AugAssign):
            parts = [n.target]
        if any(isinstance(part, ast.Name) and part.id in names for part in parts):
            return True
    return False


def _knows_end(value: ast.expr, is_lazy: Lazy) -> bool:
    return any(isinstance(n, ast.Call) and is_lazy(n) == FROM_END for n in ast.walk(value))


def _is_range(given: ast.expr, own: set[str]) -> bool:
    return isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id == "range" and "range" not in own


def _is_function_outside(call: ast.Call, own: set[str]) -> bool:
    """Whether the first argument is a function that has a name outside: map(str, v)."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    if name not in ("map", "filter", "takewhile", "dropwhile", "starmap"):
        return False
    given: ast.expr = call.args[0]
    while isinstance(given, ast.Attribute):
        given = given.value
    return isinstance(given, ast.Name) and given.id not in own


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
