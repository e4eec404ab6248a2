"""Lists that begin as None in all places, and get values one by one:

    parent = [None] * n                      parent, given = [0] * n, [False] * n
    if parent[v] is None:                    if not given[v]:
        parent[v] = u                            parent[v] = u; given[v] = True
    for d in dist:                           for held, flag in zip(dist, given):
        if d is not None: ...                    d = held if flag else None

What stands where the value is None is a number that nobody reads. A list that is used in any other way, or that a function inside knows,
stays as it is. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._layouts import Layout, is_numbers, is_ragged
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.dicts.nested_reads import NotNested
from unpython._writing.nodes import assigned_values, copy_tree, is_name, is_none, is_simple, load, store, walk
from unpython._writing.records.rows_with_nothing import Maybe, MaybeWriter, list_of

_CALLED = ("len", "enumerate", "zip", "range")


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    own = local_names(function)
    if any(full_name(load(name), function, own) != f"builtins.{name}" for name in _CALLED):
        return node, frozenset(), []
    made: Any = node
    names: set[str] = set()
    for name in sorted(_lists(node)):
        tried = copy_tree(made)
        writer = _OfList(name, _begins_with(node, name, layouts), _asked_for_none(node))
        try:
            tried.body = writer.statements(tried.body)
        except NotNested:
            continue
        if writer.asks and not (getattr(made, "runs_again", False) or _attempts.may_run_again(function, holders=_copies(node, layouts))):
            continue
        made = ast.fix_missing_locations(tried)
        made.runs_again = getattr(made, "runs_again", False) or writer.asks
        names |= writer.names
    return made, frozenset(names), []


def _copies(node: Any, layouts: dict[str, Layout]) -> frozenset[str]:
    """The names for `[row[:] for row in x]` of given lists of lists."""
    values, known = assigned_values(node)
    others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    given = {name for name, layout in layouts.items() if is_ragged(layout) and name not in others | values.keys()}

    def is_copy(value: Any) -> bool:
        clause = value.generators[0] if isinstance(value, ast.ListComp) and len(value.generators) == 1 else None
        if clause is None or not isinstance(clause.iter, ast.Name) or clause.iter.id not in given or not isinstance(clause.target, ast.Name):
            return False
        return isinstance(value.elt, ast.Subscript) and isinstance(value.elt.slice, ast.Slice) and is_name(value.elt.value, clause.target.id)

    return frozenset(name for name, made in values.items() if all(map(is_copy, made)))


def _asked_for_none(node: Any) -> frozenset[str]:
    """The names that are compared with None, or asked for their truth: in the others None would be a mistake."""
    found = set()
    for n in walk(node):
        tests = [n.test] if isinstance(n, (ast.If, ast.While, ast.IfExp)) else n.values if isinstance(n, ast.BoolOp) else []
        if isinstance(n, ast.UnaryOp):
            tests = [n.operand]
        elif isinstance(n, ast.Compare) and any(map(is_none, n.comparators)):
            tests = [n.left, *n.comparators]
        found |= {t.id for t in tests if isinstance(t, ast.Name)}
    return frozenset(found)


def _is_new(node: Any) -> bool:
    """[None] * n, [None for _ in range(n)]"""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List):
        return len(node.left.elts) == 1 and is_none(node.left.elts[0])
    return isinstance(node, ast.ListComp) and is_none(node.elt) and len(node.generators) == 1 and not node.generators[0].ifs


def _lists(node: Any) -> set[str]:
    values, known = assigned_values(node)
    others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    others |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    inner = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and n is not node]
    others |= {n.id for part in inner for n in walk(part) if isinstance(n, ast.Name)}
    others |= {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
    return {name for name, given in values.items() if name not in others and all(map(_is_new, given))}


def _begins_with(node: Any, name: str, layouts: dict[str, Layout]) -> float:
    """What stands where nothing is given: a float where all that is given is one."""
    lists = {of for of, layout in layouts.items() if is_numbers(layout) and layout.type is float and layout.depth == 1}
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    loops: list[Any] = [n for n in walk(node) if isinstance(n, (ast.For, ast.comprehension))]
    items = [n.target.id for n in loops if isinstance(n.iter, ast.Name) and n.iter.id in lists - {*stored} and isinstance(n.target, ast.Name)]
    own = [m.id for n in loops if list_of(n.iter, name) is not None for m in walk(n.target) if isinstance(m, ast.Name)]  # those of the list itself
    floats = {item for item in items if items.count(item) + own.count(item) == stored.count(item)}
    values = [n.value for n in walk(node) if isinstance(n, ast.Assign) and not is_none(n.value) and any(_is_item(t, name) for t in n.targets)]
    return 0.0 if values and all(_is_float(value, floats) for value in values) else 0


def _is_item(node: Any, name: str) -> bool:
    return isinstance(node, ast.Subscript) and is_name(node.value, name)


def _is_float(node: Any, floats: set[str]) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div) or _is_float(node.left, floats) or _is_float(node.right, floats)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and _is_float(node.operand, floats)
    if isinstance(node, ast.Call):
        return is_name(node.func, "float")
    return type(node.value) is float if isinstance(node, ast.Constant) else isinstance(node, ast.Name) and node.id in floats


class _OfList(MaybeWriter):
    def __init__(self, name: str, begins_with: float, may_be_none: frozenset[str]):
        self._name = name
        self._may_be_none = may_be_none
        self._flags = f"_{name}_are_given_"
        self._begins_with = begins_with
        self.names = {self._flags}
        self._held: dict[str, str] = {}  # names of comprehensions, and what says that they are given

    def _maybe(self, node: Any) -> Maybe | None:
        if isinstance(node, ast.Name) and node.id in self._held:
            return load(self._held[node.id]), load(node.id)
        if not _is_item(node, self._name) or not isinstance(node.ctx, ast.Load):
            return None
        if not is_simple(node.slice) or any(is_name(n, held) for held in self._held for n in walk(node.slice)):
            raise NotNested
        return ast.Subscript(load(self._flags), copy_tree(node.slice), ast.Load()), node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name:
            raise NotNested
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        is_count = is_name(node.func, "len") and len(node.args) == 1 and is_name(node.args[0], self._name)
        return node if is_count else self.generic_visit(node)

    # What is stored.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if is_name(target, self._name):
            if len(node.targets) > 1:
                raise NotNested
            return self._made(node)
        if not _is_item(target, self._name):
            if isinstance(target, ast.Name) and target.id not in self._may_be_none:
                node.value = self.visit(node.value)
                return node
            return super().visit_Assign(node)
        place: Any = target
        if len(node.targets) > 1 or not is_simple(place.slice):
            raise NotNested
        flag: ast.expr = ast.Constant(not is_none(node.value))
        stored: list[ast.stmt] = []
        if not is_none(node.value):
            found = self._maybe(node.value)
            flag, value = found if found is not None else (flag, self.visit(node.value))
            stored.append(ast.Assign([place], value))
        stored.append(ast.Assign([ast.Subscript(load(self._flags), copy_tree(place.slice), ast.Store())], flag))
        return [ast.copy_location(s, node) for s in stored]

    def _made(self, node: ast.Assign) -> list[ast.stmt]:
        made: Any = node.value
        if isinstance(made, ast.BinOp):
            made.left.elts = [ast.Constant(self._begins_with)]  # type: ignore[attr-defined]
            made.right = self.visit(made.right)
        else:
            made.elt = ast.Constant(self._begins_with)
            made.generators[0].iter = self.visit(made.generators[0].iter)
        count = ast.Call(load("len"), [load(self._name)], [])
        flags = store(self._flags, ast.BinOp(ast.List([ast.Constant(False)], ast.Load()), ast.Mult(), count))
        return [node, ast.copy_location(flags, node)]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if not _is_item(node.target, self._name):
            return self.generic_visit(node)
        target: Any = node.target
        found = self._maybe(ast.Subscript(load(self._name), copy_tree(target.slice), ast.Load()))
        assert found is not None
        return ast.copy_location(ast.Assign([target], ast.BinOp(self._needed(*found), node.op, self.visit(node.value))), node)

    # Loops.

    def _over(self, loop: Any, held: str, flag: str, named: ast.Name) -> None:
        """The loop through the values and the flags."""
        pairs = ast.Call(load("zip"), [load(self._name), load(self._flags)], [])
        target = ast.Tuple([ast.Name(held, ast.Store()), ast.Name(flag, ast.Store())], ast.Store())
        self.names |= {held, flag} - {named.id}
        if isinstance(loop.iter, ast.Call):
            loop.iter.args[0] = ast.copy_location(pairs, loop.iter)
            loop.target.elts[1] = ast.copy_location(target, named)
        else:
            loop.iter, loop.target = ast.copy_location(pairs, loop.iter), ast.copy_location(target, named)

    def _named(self, loop: Any) -> ast.Name | None:
        item = self._item(loop)
        if item is not None and not isinstance(item, ast.Name):
            raise NotNested
        return item  # type: ignore[return-value]

    def visit_For(self, node: ast.For) -> Any:
        named = self._named(node)
        begin: list[ast.stmt] = []
        if named is None:
            node.iter = self.visit(node.iter)
            node.target = self.visit(node.target)
        else:
            if any(is_name(n, self._name) for s in node.body for n in walk(s)):
                raise NotNested  # what the loop gives may change
            held, flag = f"_{named.id}_held_", f"_{named.id}_is_held_"
            self._over(node, held, flag, named)
            begin = [ast.copy_location(store(named.id, ast.IfExp(load(flag), load(held), ast.Constant(None))), node)]
        node.body, node.orelse = [*begin, *self.statements(node.body)], self.statements(node.orelse)
        return node

    def _comprehension(self, node: Any) -> Any:
        kept = dict(self._held)
        for clause in node.generators:
            named = self._named(clause)
            if named is None:
                clause.iter = self.visit(clause.iter)
            for n in walk(clause.target):
                if isinstance(n, ast.Name):
                    self._held.pop(n.id, None)
            if named is not None:
                flag = f"_{named.id}_is_held_"
                self._over(clause, named.id, flag, named)
                self._held[named.id] = flag
            clause.ifs = list(map(self._truth, clause.ifs))
        return self._ended(node, kept)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension
