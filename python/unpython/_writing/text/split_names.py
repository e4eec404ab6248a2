"""Names that stand for one thing and later for another, as a name for each.

    price = fields[1]                        price = fields[1]
    price = float(price)                     _price_1_of_text_ = float(price)
    total += price                           total += _price_1_of_text_

Assignments of a name that reach a common read belong together. Names that are parameters, or that may have no value yet, keep theirs
there; names that other functions see, that are deleted, or that `try` assigns, keep theirs everywhere.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.flow import bound_by_text
from unpython._writing.nodes import walk

_Reaching = dict[str, frozenset[int]]
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_BEFORE = -1  # what a name has when the function begins


def split(node: Any) -> frozenset[str]:
    """The names that came into the `def`, which is changed in place."""
    flow = _Flow(node)
    return flow.renamed()


class _Flow:
    def __init__(self, node: Any):
        self._stores: list[ast.Name] = []
        self._number: dict[int, int] = {}
        self._joined: dict[tuple[str, int], tuple[str, int]] = {}
        self._reads: list[tuple[ast.Name, int]] = []  # and one of the assignments that reach it
        self._kept = _kept_names(node)
        self._leaves: list[tuple[list[_Reaching], list[_Reaching]]] = []  # of loops: what continue and break have
        self._block(node.body, {})

    def renamed(self) -> frozenset[str]:
        groups: dict[str, list[tuple[str, int]]] = {}
        for number, name in enumerate(self._stores):
            group = self._root((name.id, number))
            if group not in groups.setdefault(name.id, []):
                groups[name.id].append(group)
        others: dict[tuple[str, int], str] = {}
        for name_, found in groups.items():
            before = self._root((name_, _BEFORE))
            free = [g for g in found if g != before]
            if before not in found and (name_, _BEFORE) not in self._joined:
                free = free[1:]
            others.update((g, f"_{name_}_{i + 1}_apart_") for i, g in enumerate(free) if name_ not in self._kept)
        for node, number in [*((n, i) for i, n in enumerate(self._stores)), *self._reads]:
            group = self._root((node.id, number))
            node.id = others.get(group, node.id)
        return frozenset(others.values())

    def _root(self, one: tuple[str, int]) -> tuple[str, int]:
        while (above := self._joined.get(one, one)) != one:
            one = above
        return one

    def _join(self, name: str, numbers: frozenset[int]) -> None:
        roots = [self._root((name, number)) for number in sorted(numbers)]
        for root in roots:
            self._joined[root] = roots[0]

    # What reaches where.

    def _block(self, statements: list[ast.stmt], state: _Reaching | None) -> _Reaching | None:
        """What reaches the end; None where nothing does."""
        for statement in statements:
            if state is None:
                state = {}  # never run
            state = self._statement(statement, dict(state))
        return state

    def _statement(self, node: Any, state: _Reaching) -> _Reaching | None:
        if isinstance(node, ast.If):
            self._expression(node.test, state)
            return _met(self._block(node.body, dict(state)), self._block(node.orelse, dict(state)))
        if isinstance(node, (ast.For, ast.While)):
            return self._loop(node, state)
        if isinstance(node, ast.With):
            for item in node.items:
                self._expression(item.context_expr, state)
                self._expression(item.optional_vars, state)
            return self._block(node.body, state)
        if isinstance(node, ast.Try):
            after = self._block([*node.body, *node.orelse], dict(state))
            for handler in node.handlers:
                after = _met(after, self._block(handler.body, dict(_met(state, after) or {})))
            return self._block(node.finalbody, after if after is not None else state)
        if isinstance(node, (ast.Break, ast.Continue)):
            if self._leaves:
                self._leaves[-1][isinstance(node, ast.Break)].append(state)
            return None
        if isinstance(node, ast.AugAssign):
            self._expression(node.value, state)
            if isinstance(node.target, ast.Name):
                self._read(node.target, state)
                before = state.get(node.target.id, frozenset([_BEFORE]))
                self._expression(node.target, state)
                self._join(node.target.id, before | state[node.target.id])
            else:
                self._expression(node.target, state)
            return state
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            self._expression(node.value, state)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self._expression(target, state)
            return state
        if isinstance(node, ast.Match):
            self._expression(node.subject, state)
            found: _Reaching | None = state
            for case in node.cases:
                self._expression(case.guard, state)
                found = _met(found, self._block(case.body, dict(state)))
            return found
        if not isinstance(node, _SCOPES):
            self._expression(node, state)
        return None if isinstance(node, (ast.Return, ast.Raise)) else state

    def _loop(self, node: Any, state: _Reaching) -> _Reaching | None:
        self._expression(node.iter if isinstance(node, ast.For) else None, state)
        head, leaves = dict(state), ([], [])  # type: ignore[var-annotated]
        for _ in range(10_000):
            leaves = ([], [])
            self._leaves.append(leaves)
            inside = dict(head)
            self._expression(node.target if isinstance(node, ast.For) else node.test, inside)
            at_end = self._block(node.body, inside)
            self._leaves.pop()
            again = head
            for other in (at_end, *leaves[0]):
                again = _met(again, other) or again
            if again == head:
                break
            head = again
        after = dict(head)
        if isinstance(node, ast.While):
            self._expression(node.test, after)
        end = self._block(node.orelse, after)
        for other in leaves[1]:
            end = _met(end, other)
        return end

    def _expression(self, node: Any, state: _Reaching) -> None:
        if node is None or isinstance(node, _SCOPES):
            return
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self._read(node, state)
            else:
                number = self._number.setdefault(id(node), len(self._stores))
                if number == len(self._stores):
                    self._stores.append(node)
                state[node.id] = frozenset([number])
            return
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):  # with names of their own (own_names.py)
            for clause in node.generators:
                for part in (clause.iter, clause.target, *clause.ifs):
                    self._expression(part, state)
            for field in ("key", "value", "elt"):
                self._expression(getattr(node, field, None), state)
            return
        for child in ast.iter_child_nodes(node):
            self._expression(child, state)

    def _read(self, node: ast.Name, state: _Reaching) -> None:
        reaching = state.get(node.id, frozenset([_BEFORE]))
        self._join(node.id, reaching)
        self._reads.append((node, min(reaching)))


def _met(one: _Reaching | None, other: _Reaching | None) -> _Reaching | None:
    if one is None or other is None:
        return other if one is None else one
    nothing = frozenset([_BEFORE])
    return {name: one.get(name, nothing) | other.get(name, nothing) for name in {*one, *other}}


def _kept_names(node: Any) -> set[str]:
    kept: set[str] = set()
    for n in walk(node):
        kept |= {*bound_by_text(n)}
        if n is not node and isinstance(n, _SCOPES):
            kept |= {m.id for m in walk(n) if isinstance(m, ast.Name)}
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            kept |= set(n.names)
        elif isinstance(n, (ast.Try, ast.Delete, ast.NamedExpr, ast.Match)):
            kept |= {m.id for m in walk(n) if isinstance(m, ast.Name) and not isinstance(m.ctx, ast.Load)}
        elif isinstance(n, ast.GeneratorExp):  # it may run later
            kept |= {m.id for m in walk(n) if isinstance(m, ast.Name) and isinstance(m.ctx, ast.Load)}
    return kept
