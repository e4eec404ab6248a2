"""Names for lists, dicts and sets that a function returns without one: what such a name holds is known by it.

    if not xs:                          if not xs:
        return []                           result = []; return result
    return [str(x) for x in xs]         result = [str(x) for x in xs]; return result

    return path, {n: 1}                 result = {n: 1}; return path, result
    return out if c else []             if c: return out
                                        out = []; return out

Where a list is returned under a name elsewhere, `[]` gets that name. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, is_none, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_WRITTEN = {ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set", ast.SetComp: "set"}
_CALLED = {"builtins.list": "list", "builtins.sorted": "list", "builtins.dict": "dict", "builtins.set": "set"}
_TABLES = (ast.Set, ast.SetComp)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in walk(node)):
        return node, frozenset(), []
    kinds = Kinds(function, node)
    made = copy_tree(node)
    ways = _Ways(kinds)
    made.body = ways.statements(made.body)
    names = _Names(kinds, made, [n for n in _own_statements(made.body) if isinstance(n, ast.Return) and n.value is not None])
    if not ways.is_changed and not names.by_place:
        return node, frozenset(), []
    writer = _Writer(kinds, names.by_place)
    made.body = writer.statements(made.body)
    is_changed = writer.is_changed or ways.is_changed
    return (ast.fix_missing_locations(made), frozenset([*names.own, *writer.own]), []) if is_changed else (node, frozenset(), [])


def _own_statements(body: list[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            continue
        yield statement
        for field in ("body", "orelse", "finalbody"):
            yield from _own_statements(getattr(statement, field, []))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from _own_statements(part.body)


def _parts(node: ast.Return) -> list[Any]:
    return node.value.elts if type(node.value) is ast.Tuple else [node.value]


def _name(node: Any) -> str:
    """Of x and x[i:j]; empty for other expressions."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class Kinds:
    """What expressions and names are: `list`, `dict` or `set`, empty where the text does not say it."""

    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._own = local_names(function)
        given = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        values: dict[str, set[str]] = {}
        for n in walk(node):
            for target in n.targets if isinstance(n, ast.Assign) else ():
                if isinstance(target, ast.Name):
                    values.setdefault(target.id, set()).add(self.of(n.value))  # type: ignore[attr-defined]
        self.of_names = {name: next(iter(found)) for name, found in values.items() if len(found) == 1 and found != {""} and name not in given}
        self.first = {name: kind for name, found in values.items() for kind in sorted(found - {""})[:1] if name not in given}
        stores = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        assigned = [t.id for n in walk(node) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)]
        self.always = {name for name in self.of_names if stores.count(name) == assigned.count(name)}

    def of(self, node: Any) -> str:
        if isinstance(node, ast.Call):
            return _CALLED.get(full_name(node.func, self._function, self._own), "")
        return _WRITTEN.get(type(node), "")

    def of_empty(self, node: Any) -> str:
        """Of [], {}, set(), list() and dict(); "" for all else."""
        is_empty = (isinstance(node, ast.List) and not node.elts) or (isinstance(node, ast.Dict) and not node.keys)
        return self.of(node) if is_empty or (isinstance(node, ast.Call) and not node.args and not node.keywords) else ""


class _Ways(BlockRewriter):
    """`return out if c else []`, with a statement for each way."""

    def __init__(self, kinds: Kinds):
        self._kinds = kinds
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        value = node.value
        if isinstance(value, ast.IfExp) and any(map(self._is_nothing, (value.body, value.orelse))):
            if any(_name(way) in self._kinds.always or self._kinds.of(way) for way in (value.body, value.orelse)):
                return self._apart(node, value.test, value.body, value.orelse)
        return node

    def _is_nothing(self, node: Any) -> bool:
        return is_none(node) or bool(self._kinds.of_empty(node))

    def _apart(self, node: ast.Return, test: ast.expr, first: ast.expr, other: ast.expr) -> list[ast.stmt]:
        self.is_changed = True
        way = ast.If(test, [ast.copy_location(ast.Return(first), node)], [])
        return [ast.copy_location(s, node) for s in (way, ast.Return(other))]


class _Names:
    """`by_place`: the name of what stands at a place of what is returned, by how many parts there are; `own`: those that are new."""

    def __init__(self, kinds: Kinds, node: ast.FunctionDef, returns: list[ast.Return]):
        self.own: list[str] = []
        self.by_place: dict[tuple[int, int], str] = {}
        self._kinds = kinds
        inside = [n for n in walk(node) if n is not node and isinstance(n, (ast.FunctionDef, ast.Lambda))]
        self._seen_inside = {n.id for f in inside for n in walk(f) if isinstance(n, ast.Name)}
        self._has_try = any(isinstance(n, ast.Try) for n in walk(node))
        self._calls_itself = any(isinstance(n, ast.Name) and n.id == node.name for n in walk(node))
        places: dict[tuple[int, int], list[Any]] = {}
        for n in returns:
            parts = _parts(n)
            for i, part in enumerate(parts):
                if not is_none(part):
                    places.setdefault((len(parts), i), []).append(part)
        for place, values in places.items():
            if (name := self._name_for(place, values)) is not None:
                self.by_place[place] = name

    def _name_for(self, place: tuple[int, int], values: list[Any]) -> str | None:
        empty = [kind for v in values if (kind := self._kinds.of_empty(v))]
        others = [v for v in values if not self._kinds.of_empty(v)]
        if len({*empty, *filter(None, map(self._kinds.of, others))}) > 1:
            return None
        names = {_name(v) for v in others}
        if empty and len(names) == 1 and names <= self._kinds.first.keys() and self._kinds.first[min(names)] == empty[0]:
            return None if names & self._seen_inside or self._has_try else min(names)
        needs_name = (empty and (others or empty[0] != "list")) or any(_is_unnamed_table(v) or self._is_made_dict(v, place) for v in others)
        if not needs_name or self._calls_itself or any(isinstance(v, ast.Name) for v in others):
            return None
        if empty and not any(map(self._kinds.of, others)) and not all(isinstance(v, ast.Call) for v in others):
            return None
        self.own.append(f"_result_{place[0]}_{place[1]}_")
        return self.own[-1]

    def _is_made_dict(self, node: Any, place: tuple[int, int]) -> bool:
        """dict(zip(a, b)), and {f(k): g(v) for k, v in zip(a, b)} among other results. Functions that zip() calls give it a name of their own."""
        if place[0] < 2 or self._kinds.of(node) != "dict":
            return False
        over = node.generators[0].iter if isinstance(node, ast.DictComp) else next(iter(getattr(node, "args", ())), None)
        return _is_call(over, "zip") and not any(_is_call(part, "map") for part in over.args)  # type: ignore[union-attr]


def _is_call(node: ast.expr | None, name: str) -> bool:
    return isinstance(node, ast.Call) and is_name(node.func, name)


def _is_unnamed_table(node: Any) -> bool:
    """A set, or a dict whose keys are not all texts that are written out."""
    if isinstance(node, ast.Dict):
        return None not in node.keys and not all(isinstance(key, ast.Constant) and type(key.value) is str for key in node.keys)
    return isinstance(node, _TABLES)


class _Writer(BlockRewriter):
    def __init__(self, kinds: Kinds, names: dict[tuple[int, int], str]):
        self._kinds = kinds
        self._names = names
        self.own: list[str] = []
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None:
            return node
        parts = _parts(node)
        named = {i: name for i, part in enumerate(parts) if (name := self._names.get((len(parts), i))) is not None and self._takes_name(part, name)}
        read = {n.id for i, part in enumerate(parts) if i not in named for n in walk(part) if isinstance(n, ast.Name)}
        if not named or len(set(named.values())) < len(named) or read & {*named.values()}:
            return node
        for i, part in enumerate(parts[: max(named)]):  # what is computed before
            if i not in named and not isinstance(part, (ast.Name, ast.Constant)):
                named[i] = f"_result_{len(parts)}_{i}_{node.lineno}_"
                self.own.append(named[i])
        self.is_changed = True
        made = [ast.copy_location(store(named[i], parts[i]), node) for i in sorted(named)]
        values: list[Any] = [ast.copy_location(load(named[i]), part) if i in named else part for i, part in enumerate(parts)]
        node.value = ast.copy_location(ast.Tuple(values, ast.Load()), node) if type(node.value) is ast.Tuple else values[0]
        return [*made, node]

    def _takes_name(self, part: Any, name: str) -> bool:
        return bool(self._kinds.of_empty(part)) or (name.startswith("_result_") and not is_none(part) and not isinstance(part, ast.Name))
