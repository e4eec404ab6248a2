"""Names that stand for members of one enumeration, as the numbers of the members, for plainer.py:

    state = Color.RED                       state = 0
    if state is Color.RED:                  if state == 0:
        state = Color.GREEN                     state = 1
    log.append(state.name)                  log.append("RED" if state == 0 else "GREEN")

A name that is used in any other way (returned, put into a list) stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import Enum
from typing import Any

from unpython._layout_of import is_plain_member
from unpython._writing.nodes import load, walk, ways

_MOST_MEMBERS = 16
_SAME = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)


def rewritten(node: Any, value_of: Callable[[Any], Any]) -> tuple[bool, set[str]]:
    """Writes the `def` anew where it stands: whether there was something to write, and no names. `value_of`: what a name stands for
    outside of the function."""
    stores = [n for n in walk(node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    if not any(isinstance(n, ast.Attribute) for s in stores for n in walk(s.value)):
        return False, set()
    scopes = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and n is not node]
    refused = {n.id for s in scopes for n in walk(s) if isinstance(n, ast.Name)} | {a.arg for a in walk(node) if isinstance(a, ast.arg)}
    refused |= {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
    targets = {id(s.targets[0]) for s in stores}
    refused |= {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in targets}
    writer = _Members(stores, refused, value_of)
    while writer.classes and (wrong := writer.wrong_name(node)):
        writer = _Members(stores, refused := refused | {wrong}, value_of)
    if not writer.classes:
        return False, set()
    writer.visit(node)
    return True, set()


class _Members(ast.NodeTransformer):
    def __init__(self, stores: list[Any], refused: set[str], value_of: Callable[[Any], Any]):
        self._value_of = value_of
        self.classes: dict[str, Any] = {}  # by name
        for statement in stores:
            for n in walk(statement.value):
                if isinstance(n, ast.Attribute) and (found := self._member(n)) is not None and statement.targets[0].id not in refused:
                    self.classes.setdefault(statement.targets[0].id, type(found))
        for statement in stores * 2:  # names of names
            name, others = statement.targets[0].id, [self.classes.get(getattr(way, "id", "")) for way in ways(statement.value)]
            if name not in refused and (kind := next(filter(None, others), None)) is not None:
                self.classes.setdefault(name, kind)
        for _ in range(len(stores) + 1):  # until each name has only what the others leave
            wrong = {s.targets[0].id for s in stores if s.targets[0].id in self.classes and self._class_of(s.value) is not self.classes[s.targets[0].id]}
            if not wrong:
                break
            self.classes = {name: kind for name, kind in self.classes.items() if name not in wrong}
        else:
            self.classes = {}

    def _member(self, node: Any) -> Any:
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load) or not isinstance(node.value, (ast.Name, ast.Attribute)):
            return None
        found = self._value_of(node)
        is_known = isinstance(found, Enum) and is_plain_member(found) and len(type(found)) <= _MOST_MEMBERS
        return found if is_known else None

    def _class_of(self, node: Any) -> Any:
        """The enumeration of which an expression is a member; None for any other expression."""
        if isinstance(node, ast.IfExp):
            kind = self._class_of(node.body)
            return kind if kind is self._class_of(node.orelse) else None
        if isinstance(node, ast.Name):
            return self.classes.get(node.id)
        found = self._member(node)
        return None if found is None else type(found)

    def wrong_name(self, node: Any) -> str | None:
        """A name that is used in another way than the ones that have other words."""
        seen: set[int] = set()
        for n in walk(node):
            if isinstance(n, ast.Compare) and self._is_comparison(n):
                seen.update(id(part) for part in (n.left, *n.comparators))
            elif isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and self._choice(n) is not None:
                seen.add(id(n.value))
            elif isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and n.targets[0].id in self.classes:
                seen.update(map(id, ways(n.value)))
        reads = [n for n in walk(node) if isinstance(n, ast.Name) and n.id in self.classes and isinstance(n.ctx, ast.Load)]
        return next((n.id for n in reads if id(n) not in seen), None)

    def _is_comparison(self, node: ast.Compare) -> bool:
        kind = self._class_of(node.left)
        if kind is None or len(node.ops) > 1 or not any(isinstance(n, ast.Name) and n.id in self.classes for n in walk(node)):
            return False
        others = node.comparators
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and isinstance(others[0], (ast.Tuple, ast.List, ast.Set)):
            others = others[0].elts
        elif not isinstance(node.ops[0], _SAME):
            return False
        return all(not isinstance(other, ast.IfExp) and self._class_of(other) is kind for other in others) and not isinstance(node.left, ast.IfExp)

    def _choice(self, node: ast.Attribute) -> ast.expr | None:
        """state.name, state.value"""
        kind = self.classes.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if kind is None or node.attr not in ("name", "value") or not isinstance(node.ctx, ast.Load):
            return None
        values = [getattr(member, node.attr) for member in kind]
        kinds = {*map(type, values)}
        if len(kinds) > 1 or not kinds <= {int, float, str} or (kinds == {int} and not all(-(2**62) < v < 2**62 for v in values)):
            return None
        made: ast.expr = ast.Constant(values[-1])
        for number in range(len(values) - 2, -1, -1):
            test = ast.Compare(load(node.value.id), [ast.Eq()], [ast.Constant(number)])  # type: ignore[attr-defined]
            made = ast.IfExp(test, ast.Constant(values[number]), made)
        return made

    def _number(self, node: Any) -> Any:
        found = self._member(node)
        if found is None:
            return node
        kind: Any = type(found)
        members = list(kind)
        return ast.copy_location(ast.Constant(members.index(found)), node)

    def _as_number(self, node: Any) -> Any:
        if isinstance(node, ast.IfExp):
            node.test = self.visit(node.test)
            node.body, node.orelse = self._as_number(node.body), self._as_number(node.orelse)
            return node
        return self._number(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.classes:
            node.value = self._as_number(node.value)
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if not self._is_comparison(node):
            return self.generic_visit(node)
        same: dict[type, ast.cmpop] = {ast.Is: ast.Eq(), ast.IsNot: ast.NotEq()}
        node.ops = [same.get(type(op), op) for op in node.ops]
        node.left = self._number(node.left)
        among: Any = node.comparators[0]
        if isinstance(among, (ast.Tuple, ast.List, ast.Set)):
            node.comparators = [ast.copy_location(ast.Tuple([self._number(e) for e in among.elts], ast.Load()), among)]
        else:
            node.comparators = [self._number(among)]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        made = self._choice(node)
        return self.generic_visit(node) if made is None else ast.fix_missing_locations(ast.copy_location(made, node))
