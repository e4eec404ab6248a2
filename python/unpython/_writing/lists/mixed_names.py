"""Which names of a function are lists of items of several types, for mixed_lists.py: those that the compiler has refused, by their names or
by the places where such lists are made, and those that are given copies and parts of them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable
from typing import Any

from unpython._writing.nodes import copy_tree, part_of, walk
from unpython._writing.rewriter import BlockRewriter

PARTS = ("kinds", "wholes", "reals")


Items = frozenset[str]  # "int", "float", "int64", "float64", "None": the types of the items of one list


def names_in(refusals: Iterable[Any]) -> frozenset[tuple[Any, Items]]:
    """The lists of which CompileErrors say that their items are of several types, each with these types (MixedList of
    include/unpython/error.h): by their names, or as (line, column) of what makes one."""
    found: dict[Any, Items] = {}
    for refusal in refusals:
        for mistake in getattr(refusal, "diagnostics", ()):
            if mistake["mixed_list"]:
                items, name = mistake["mixed_list"]["items"], mistake["mixed_list"]["name"]
                key = (mistake["line"], mistake["column"]) if name is None else list_of(name)
                found[key] = found.get(key, Items()) | items
    return frozenset(found.items())


def names_to_try(refusals: list[Any]) -> frozenset[tuple[Any, Items]] | None:
    """The lists of several types of which the last refusal tells something new; None where it does not."""
    mixed = names_in(refusals)
    if len(refusals) > 1 and mixed == names_in(refusals[:-1]):
        is_first = len(refusals) == 2 or mixed != names_in(refusals[:-2])
        return frozenset() if mixed and is_first else None  # what the function as it is was refused with may be no list in other words
    return mixed


def list_of(name: str) -> str:
    """v of _v_wholes_"""
    return next((name[1 : -len(part) - 2] for part in PARTS if name.startswith("_") and name.endswith(f"_{part}_")), name)


def loads(name: str) -> list[ast.expr]:
    return [ast.Name(part_of(name, part), ast.Load()) for part in PARTS]


def named_results(node: Any, mixed: frozenset[tuple[Any, Items]]) -> tuple[Any, set[str]]:
    """The `def` in which what `return` makes of such lists has names, and these names."""
    places = {key for key, _ in mixed if not isinstance(key, str)}
    made = copy_tree(node)
    given: set[str] = set()
    names = chosen(made, mixed)

    class Results(BlockRewriter):
        def visit_FunctionDef(self, inner: ast.FunctionDef) -> Any:
            return inner

        def visit_Return(self, statement: ast.Return) -> Any:
            parts: list[Any] = statement.value.elts if type(statement.value) is ast.Tuple else [statement.value]
            if not any(_is_new(part, names, places) for part in parts):
                return statement
            before: list[ast.stmt] = []
            for i, part in enumerate(parts):
                if not isinstance(part, (ast.Name, ast.Constant)):
                    name = f"_given_{len(given)}_"
                    given.add(name)
                    before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], part), part))
                    parts[i] = ast.copy_location(ast.Name(name, ast.Load()), part)
            statement.value = parts[0] if type(statement.value) is not ast.Tuple else statement.value
            return [*before, statement]

    made.body = Results().statements(made.body)
    return (ast.fix_missing_locations(made), given) if given else (node, given)


def _is_new(node: Any, names: Collection[str], places: Collection[Any]) -> bool:
    """A list that is made of such a list, or where the compiler found that it is one."""
    if isinstance(node, (ast.ListComp, ast.List, ast.BinOp)):
        return _is_exactly_at(node, places) or _is_at(getattr(node, "elt", ast.Constant(0)), places)
    return _source_of(node) in names


def _source_of(node: Any) -> str:
    """v of v[i:j], v.copy(), list(v) and sorted(v)"""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return getattr(node.value, "id", "")
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return getattr(node.func.value, "id", "") if node.func.attr == "copy" and not node.args else ""
    is_copy = isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted") and node.args
    return getattr(node.args[0], "id", "") if is_copy else ""


def spread(node: Any, names: dict[str, Items]) -> dict[str, Items]:
    """These lists with those that are given copies and parts of them."""
    assigned = [(n.targets[0].id, n.value) for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    while True:
        found = dict(names)
        for name, value in assigned:
            if (source := _source_of(value)) in found:
                found[name] = found.get(name, Items()) | found[source]
        if found == names:
            return names
        names = found


def _is_exactly_at(node: Any, places: Collection[Any]) -> bool:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)) in places


def _is_at(node: ast.AST, places: Collection[Any]) -> bool:
    return any(_is_exactly_at(n, places) for n in walk(node))


def chosen(node: Any, mixed: frozenset[tuple[Any, Items]]) -> dict[str, Items]:
    """The lists by their names, without parameters and what inner functions see, each with the types of its items."""
    found: dict[str, Items] = {key: items for key, items in mixed if isinstance(key, str)}
    for place, items in mixed:
        if not isinstance(place, str):
            for name in _named_at(node, place):
                found[name] = found.get(name, Items()) | items
    stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    hidden = {m.id for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for m in walk(n) if isinstance(m, ast.Name)}
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    return {name: items for name, items in found.items() if name in stored - hidden - parameters}


def _named_at(node: Any, place: Any) -> set[str]:
    """The names in the assignment, call or `return` that stands at a place, or what it holds does."""
    places = {place}
    names: set[str] = set()
    for n in walk(node):
        if isinstance(n, (ast.Assign, ast.AugAssign)) and (_is_exactly_at(n, places) or _is_at(n.value, places)):
            targets = n.targets if isinstance(n, ast.Assign) else [n.target]
            names |= {getattr(target.value if isinstance(target, ast.Subscript) else target, "id", "") for target in targets}
        elif isinstance(n, ast.Call) and (_is_exactly_at(n, places) or any(_is_at(a, places) for a in n.args)):
            names |= {getattr(part, "id", "") for part in (getattr(n.func, "value", None), *n.args)}
        elif isinstance(n, ast.Return) and (_is_exactly_at(n, places) or (n.value is not None and _is_at(n.value, places))):
            names |= {part.id for part in getattr(n.value, "elts", [n.value]) if isinstance(part, ast.Name)}
    return names
