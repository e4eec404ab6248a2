"""Lists of arrays that a call gives, where the text does not say which of them is meant: as lists that the function makes (array_lists.py).

    for s, w in zip(spectra, weights):       arrays = []; arrays.append(spectra[0]); arrays.append(spectra[1])
        total += w * s                       for s, w in zip(arrays, weights): ...

A loop over the list alone stays: it is written out for each array, whatever its type is. Where an array of it may change, or is
given back, all stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.arrays import array_lists
from unpython._writing.flow import leaves_loop
from unpython._writing.nodes import Renamed, copy_tree, is_name, load, part_of, store, walk

_GO_THROUGH = frozenset("enumerate reversed zip iter".split())


def may_have(node: Any, given: dict[str, int]) -> bool:
    """Whether a list is used so that only the call's run says which array is meant."""
    return any(_is_chosen(node, name) for name in given)


def rewritten(
    function: FunctionType, node: Any, given: dict[str, int], lists_given: frozenset[str], arrays: tuple[str, ...]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """As array_lists.py gives it. `lists_given`, `arrays`: as there."""
    chosen = {name: count for name, count in given.items() if _is_chosen(node, name)}
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    for name in [name for name in chosen if name in stored]:
        del chosen[name]
    while chosen:
        new = {name: part_of(name, "given") for name in chosen}
        made = copy_tree(node)
        begin = sum(1 for s in made.body if getattr(s, "is_of_words", False))
        begun = [ast.copy_location(s, made.body[0]) for name, count in chosen.items() for s in _begun(name, new[name], count)]
        made.body = [*made.body[:begin], *begun, *map(Renamed(new).visit, made.body[begin:])]
        ast.fix_missing_locations(made)
        found, names, used = array_lists.rewritten(function, made, True, lists_given, arrays, frozenset(new.values()))
        left = {n.id for n in walk(found) if isinstance(n, ast.Name)}
        others = [name for name in chosen if new[name] in left]
        if not others:
            return found, names, used
        for name in others:
            del chosen[name]
    return array_lists.rewritten(function, node, True, lists_given, arrays)


def _begun(name: str, new: str, count: int) -> list[ast.stmt]:
    items = [ast.Subscript(load(name), ast.Constant(i), ast.Load()) for i in range(count)]
    return [store(new, ast.List([], ast.Load())), *(ast.Expr(ast.Call(ast.Attribute(load(new), "append", ast.Load()), [item], [])) for item in items)]


def _is_chosen(node: Any, name: str) -> bool:
    """Whether there is another use of a list than loops over it, its length, and items at places that are written out."""
    known: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.For) and not n.orelse and not leaves_loop(n.body):
            known.add(id(n.iter))
        elif isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Constant):
            known.add(id(n.value))
        elif isinstance(n, ast.Call) and not n.keywords and len(n.args) == 1 and getattr(n.func, "id", "") not in _GO_THROUGH:
            known.add(id(n.args[0]))
    return any(is_name(n, name) and id(n) not in known for n in walk(node))
