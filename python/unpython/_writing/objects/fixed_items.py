"""What an object gives where it is gone through, where its class says that in so many words:

    def __iter__(self):                         x, y = v            x, y = v.x, v.y
        return iter((self.x, self.y))           tuple(v)            (v.x, v.y)
    def __iter__(self):                         zip(v, w)           zip((v.x, v.y), (w.x, w.y))
        yield self.x; yield self.y              [*v, 1]             [v.x, v.y, 1]

A generator asks for a field when its item is asked for: such a class is known where nothing changes a field in between.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._find_source import SourceNotFound
from unpython._writing.loops.item_methods import changes_nothing, of_method, written
from unpython._writing.nodes import is_name, walk
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.definitions import definition_of

_AT_ONCE = frozenset("tuple list sum min max sorted set".split())
_STEP_BY_STEP = frozenset("zip enumerate map reversed any all filter".split())


def of_class(of: ObjectClass | None, is_at_once: bool = True) -> tuple[str, list[ast.expr]] | None:
    """The name of the object in its method, and the items; None where they are not known. `is_at_once`: whether nothing changes in between."""
    method = of.method("__iter__") if of is not None and of.kind == "object" else None
    if method is None:
        return None
    try:
        return of_method(method, definition_of(method), is_at_once)
    except SourceNotFound:
        return None


class FixedItems(ast.NodeTransformer):
    """`class_of`: of a name; `builtin`: the name of one of Python's functions."""

    def __init__(self, class_of: Any, builtin: Any):
        self._class_of = class_of
        self._builtin = builtin
        self.is_changed = False

    def _put(self, node: Any, is_at_once: bool) -> list[ast.expr] | None:
        found = of_class(self._class_of(node), is_at_once) if isinstance(node, ast.Name) else None
        if found is None:
            return None
        self.is_changed = True
        return written(*found, node)

    def _as_tuple(self, node: ast.expr, is_at_once: bool) -> ast.expr:
        items = self._put(node, is_at_once)
        return node if items is None else ast.copy_location(ast.Tuple(items, ast.Load()), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if len(node.targets) == 1 and isinstance(node.targets[0], (ast.Tuple, ast.List)):
            found = of_class(self._class_of(node.value)) if isinstance(node.value, ast.Name) else None
            if found is not None and len(found[1]) == len(node.targets[0].elts):
                node.value = self._as_tuple(node.value, True)
        return node

    def _starred(self, nodes: list[ast.expr]) -> list[ast.expr]:
        made: list[ast.expr] = []
        for node in nodes:
            items = self._put(node.value, True) if isinstance(node, ast.Starred) else None
            made += [node] if items is None else items
        return made

    def visit_Tuple(self, node: Any) -> Any:
        if isinstance(node.ctx, ast.Load):
            node.elts = self._starred(node.elts)
        return self.generic_visit(node)

    visit_List = visit_Tuple

    def visit_For(self, node: ast.For) -> Any:
        node.iter = self._headed(node.iter, changes_nothing([*node.body, *node.orelse], self._builtin, self._class_of))
        return self.generic_visit(node)

    def visit_ListComp(self, node: Any) -> Any:
        parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        parts += [part for clause in node.generators for part in (clause.iter, *clause.ifs)]
        is_same = changes_nothing(parts, self._builtin, self._class_of)
        for clause in node.generators:
            clause.iter = self._headed(clause.iter, is_same)
        return self.generic_visit(node)

    visit_GeneratorExp = visit_SetComp = visit_DictComp = visit_ListComp

    def _headed(self, node: ast.expr, is_same: bool) -> ast.expr:
        """What a loop goes through, in which nothing changes a field."""
        if isinstance(node, ast.Call) and self._builtin(node.func) in ("zip", "enumerate"):
            node.args = [self._as_tuple(a, is_same) for a in node.args]
        return self._as_tuple(node, is_same)

    def visit_Call(self, node: ast.Call) -> Any:
        node.args = self._starred(node.args)
        name = self._builtin(node.func)
        if name in ("tuple", "list") and len(node.args) == 1 and not node.keywords:
            items = self._put(_itself(node.args[0]), True)
            if items is not None:
                return ast.copy_location((ast.Tuple if name == "tuple" else ast.List)(items, ast.Load()), node)
        if name in _AT_ONCE or name in _STEP_BY_STEP:
            node.args = [self._as_tuple(a, name in _AT_ONCE) for a in node.args]
        return self.generic_visit(node)


def _itself(node: ast.expr) -> ast.expr:
    """v of (x for x in v)"""
    clause = node.generators[0] if isinstance(node, (ast.GeneratorExp, ast.ListComp)) and len(node.generators) == 1 else None
    if clause is None or clause.ifs or not isinstance(clause.target, ast.Name) or not is_name(node.elt, clause.target.id):  # type: ignore[attr-defined]
        return node
    return clause.iter


def are_left(body: list[ast.stmt], class_of: Any, builtin: Any) -> bool:
    """Whether an object is gone through in some other way."""
    nodes = [n for statement in body for n in walk(statement)]
    given = [n.iter for n in nodes if isinstance(n, (ast.For, ast.comprehension))]
    given += [a for n in nodes if isinstance(n, ast.Call) and builtin(n.func) in _AT_ONCE | _STEP_BY_STEP for a in n.args]
    given += [n.value for n in nodes if isinstance(n, ast.Assign) and any(isinstance(t, (ast.Tuple, ast.List)) for t in n.targets)]
    return any(of is not None and of.kind == "object" for of in map(class_of, given))
