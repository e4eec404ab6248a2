"""Dicts whose values are sets that only get items, as dicts of lists that take no item twice (tables.py, groups.py):

    near = defaultdict(set)           near = defaultdict(list)
    near[a].add(b)                    near[a].add(b)
    for x in near[a]:                 for x in in_order(near[a]):
    near[a] & near[b]                 set(near[a]) & set(near[b])
    near = {i: {i + 1} for i in x}    near = {}, and then for each i near[i] = [], near[i].add(i + 1)

A dict of sets that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import sets, sets_by_key
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.dicts import group_uses
from unpython._writing.dicts.set_expressions import COMPARISONS, METHODS, OPERATORS, UPDATES
from unpython._writing.nodes import Renamed, copy_tree, is_name, load, walk
from unpython._writing.rewriter import BlockRewriter

_TAKE_ANY_ORDER = frozenset("len min max any all sorted".split())
_HARMLESS = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Add, ast.Sub, ast.Mult, ast.USub, ast.expr_context)
_TAKE_ORDER = frozenset("list enumerate sum".split())
_OF_TWO: dict[type[ast.operator], Any] = {
    ast.BitAnd: sets_by_key.of_both, ast.BitOr: sets_by_key.of_either, ast.Sub: sets_by_key.of_first, ast.BitXor: sets_by_key.of_one_alone,
}  # fmt: skip
_OF_SETS = frozenset((*METHODS, *UPDATES, *COMPARISONS, "update", "isdisjoint"))


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], frozenset[str]]:
    """The `def` with lists in place of the sets of such dicts, the names of these dicts, and those that came with them."""
    own = local_names(function)
    is_asked = any((isinstance(n, ast.Name) and n.id == "set") or (isinstance(n, ast.DictComp) and isinstance(n.value, ast.Set)) for n in walk(node))
    if not is_asked or full_name(ast.Name("set", ast.Load()), function, own) != "builtins.set":
        return node, frozenset(), frozenset()
    made = copy_tree(node)
    plainer = _Plainer()
    made.body = plainer.statements(made.body)
    ast.fix_missing_locations(made)
    uses = _Uses(function, own, made)
    names = frozenset(name for name in uses.found if uses.are_known(name))
    return (ast.fix_missing_locations(_Writer(names, uses).visit(made)), names, frozenset(plainer.names)) if names else (node, names, frozenset())


class _Plainer(BlockRewriter):
    """Sets that are written with items, as empty ones that get these."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_Assign(self, node: ast.Assign) -> Any:
        """d = {k: {a, b} for k in x}"""
        target, made = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or not isinstance(made, ast.DictComp) or not isinstance(made.value, ast.Set):
            return node
        parts = [made.key, *made.value.elts]
        if len(made.generators) > 1 or made.generators[0].is_async or any(is_name(n, target.id) for n in walk(made)) or not all(map(_is_harmless, parts)):
            return node
        clause = made.generators[0]
        inside = {t.id: f"_{t.id}_{node.lineno}_of_sets_" for t in walk(clause.target) if isinstance(t, ast.Name)}
        self.names |= {*inside.values()}
        key, *items = [Renamed(inside).visit(part) for part in parts]
        place = ast.Subscript(load(target.id), key, ast.Load())
        body: list[ast.stmt] = [ast.Assign([ast.Subscript(load(target.id), copy_tree(key), ast.Store())], ast.Call(load("set"), [], []))]
        body += _added(place, items)
        for test in reversed(clause.ifs):
            body = [ast.If(Renamed(inside).visit(test), body, [])]
        loop = ast.For(Renamed(inside).visit(clause.target), clause.iter, body, [])
        whole = [ast.Assign([target], ast.Dict([], [])), loop]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in whole]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        """d[k] |= {a}"""
        place = node.target
        if not isinstance(place, ast.Subscript) or not isinstance(node.op, ast.BitOr) or not isinstance(node.value, ast.Set):
            return node
        if not isinstance(place.value, ast.Name) or not all(map(_is_harmless, [place.slice, *node.value.elts])):
            return node
        read = ast.Subscript(place.value, place.slice, ast.Load())
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in _added(read, node.value.elts)]


def _added(place: ast.expr, items: list[ast.expr]) -> list[ast.stmt]:
    """place.add(item), for each"""
    return [ast.Expr(ast.Call(ast.Attribute(copy_tree(place), "add", ast.Load()), [item], [])) for item in items]


def _is_written(node: ast.expr) -> bool:
    """{1, a}"""
    return isinstance(node, ast.Set) and all(map(_is_harmless, node.elts))


def _is_harmless(node: ast.expr) -> bool:
    """Nothing of it may raise or change anything."""
    return all(isinstance(n, _HARMLESS) for n in walk(node))


def _is_new_set(node: Any) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "set" and not node.args and not node.keywords


class _Uses:
    def __init__(self, function: FunctionType, own: frozenset[str], node: Any):
        self._function = function
        self._own = own
        self.parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
        self._names = [n for n in walk(node) if isinstance(n, ast.Name)]
        arguments = {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self.found = {
            target.id for n in walk(node) if isinstance(n, ast.Assign)
            for target in [self._holds_set(n)] if target is not None and target.id not in arguments
        }  # fmt: skip
        self.found |= {
            n.func.value.id for n in walk(node)
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "setdefault"
            and isinstance(n.func.value, ast.Name) and len(n.args) == 2 and _is_new_set(n.args[1])
        } - arguments  # fmt: skip
        self.held: dict[str, str] = {}  # names that loops give to sets of a dict
        self._named: set[int] = set()  # by id(): sets that get a name when no set changes any more

    def _holds_set(self, node: ast.Assign) -> ast.Name | None:
        """The dict that a statement gives a set, or that is made of sets."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and self.is_maker(node.value):
            return target
        is_item = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and _is_new_set(node.value)
        return target.value if is_item else None  # type: ignore[attr-defined, return-value]

    def is_maker(self, node: Any) -> bool:
        """defaultdict(set) and {k: set() for ...}"""
        if isinstance(node, ast.DictComp):
            return _is_new_set(node.value)
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name)
        binding = _bindings.of_node(self._function, node.func, self._own) if is_call and node.args[0].id == "set" else None
        return binding is not None and binding.value is collections.defaultdict

    def are_known(self, name: str) -> bool:
        """Whether each use of a dict, and of the names for its sets, has other words."""
        before = dict(self.held)
        if all(self._is_known(n) for n in self._names if n.id == name):
            new = {held for held, of in self.held.items() if of == name}
            if not new & self.found and all(self._is_known_set(n, n) or not isinstance(n.ctx, ast.Load) for n in self._names if n.id in new):
                return True
        self.held = before
        return False

    def _is_known(self, name: ast.Name) -> bool:
        parent = self.parents[name]
        if isinstance(parent, ast.Assign) and name in parent.targets:
            return len(parent.targets) == 1 and (self.is_maker(parent.value) or (isinstance(parent.value, ast.Dict) and not parent.value.keys))
        if isinstance(parent, ast.Subscript) and parent.value is name and not isinstance(parent.slice, ast.Slice):
            around = self.parents[parent]
            if isinstance(parent.ctx, ast.Store):
                return isinstance(around, ast.Assign) and around.targets == [parent] and _is_new_set(around.value)
            return isinstance(parent.ctx, ast.Load) and (self._is_known_set(parent, name) or self._is_added(parent) or self._is_named(parent, name))
        if isinstance(parent, ast.Attribute) and isinstance(call := self.parents[parent], ast.Call) and call.func is parent:
            return self._is_known_method(parent.attr, call)
        if isinstance(parent, ast.Compare):
            return parent.comparators == [name] and isinstance(parent.ops[0], (ast.In, ast.NotIn))
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is name
        if isinstance(parent, ast.Call):
            return full_name(parent.func, self._function, self._own).removeprefix("builtins.") in ("len", "sorted", "list", "max", "min")
        return isinstance(parent, ast.Return) or (isinstance(parent, ast.Tuple) and isinstance(self.parents[parent], ast.Return))

    def _is_known_method(self, method: str, call: ast.Call) -> bool:
        if method == "setdefault":
            return len(call.args) == 2 and _is_new_set(call.args[1]) and self._is_added(call)
        if method == "keys":
            return not call.args
        loop: Any = self.parents[call]
        if method not in ("items", "values") or call.args or not isinstance(loop, (ast.For, ast.comprehension)) or loop.iter is not call:
            return False
        target: Any = loop.target
        if method == "items":
            if not isinstance(target, ast.Tuple) or len(target.elts) != 2:
                return False
            target = target.elts[1]
        if not isinstance(target, ast.Name) or sum(1 for n in self._names if n.id == target.id and not isinstance(n.ctx, ast.Load)) > 1:
            return False
        self.held[target.id] = call.func.value.id  # type: ignore[attr-defined]
        return True

    def _is_added(self, place: ast.expr) -> bool:
        """d[k].add(x) as a statement, where nothing of x may raise or change anything."""
        method = self.parents[place]
        call = self.parents[method]
        is_call = isinstance(method, ast.Attribute) and method.attr == "add" and isinstance(call, ast.Call) and call.func is method
        if not is_call or not isinstance(self.parents[call], ast.Expr) or len(call.args) != 1 or call.keywords:  # type: ignore[attr-defined]
            return False
        return _is_harmless(call.args[0])  # type: ignore[attr-defined]

    def _is_named(self, place: ast.Subscript, name: ast.Name) -> bool:
        """x = d[k] where the function only reads x, and where no set of d changes from there on."""
        statement: Any = self.parents[place]
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Name) or self._gives_itself(name):
            return False
        uses = [n for n in self._names if n.id == target.id and n is not target]
        if not all(isinstance(n.ctx, ast.Load) and (self._is_known_set(n, n) or isinstance(self.parents[n], ast.Return)) for n in uses):
            return False
        for n in self._names:
            if n.id == name.id and self._changes_sets(n) and (n.lineno >= statement.lineno or self._loops_around(n) & self._loops_around(statement)):
                return False
        self._named.add(id(place))
        return True

    def _changes_sets(self, name: ast.Name) -> bool:
        """d = ..., d[k] = set(), d[k].add(x)"""
        parent = self.parents[name]
        if not isinstance(parent, ast.Subscript):
            return not isinstance(parent, (ast.For, ast.comprehension, ast.Compare))
        return not isinstance(parent.ctx, ast.Load) or self._is_added(parent)

    def _loops_around(self, node: ast.AST) -> set[ast.AST]:
        found: set[ast.AST] = set()
        while (around := self.parents.get(node)) is not None:
            found |= {around} if isinstance(around, (ast.For, ast.While)) else set()
            node = around
        return found

    def _is_known_set(self, node: ast.expr, name: ast.Name) -> bool:
        """Whether a set, d[k] or a name for it, is only read."""
        parent = self.parents[node]
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is node
        if isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            return parent.comparators == [node]
        if any(part is node for part in group_uses.asked(parent)):
            return True
        if isinstance(parent, OwnCall):
            return parent.function is sets.in_any_order
        if isinstance(parent, ast.Call):
            called = full_name(parent.func, self._function, self._own).removeprefix("builtins.")
            if len(parent.args) == 1 and not parent.keywords and called in _TAKE_ANY_ORDER | _TAKE_ORDER:
                return True
        return self._is_extended(parent) or self.is_operand(node)

    def _is_extended(self, call: ast.AST) -> bool:
        """x.extend(d[k])"""
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "extend" and len(call.args) == 1

    def is_operand(self, node: ast.expr) -> bool:
        """Whether an operator, a comparison or a method of sets takes a set, set() copies it, or a `return` gives it, where nobody else can
        see which set it is."""
        if id(node) in self._named:
            return True
        parent: Any = self.parents[node]
        if isinstance(parent, (ast.BinOp, ast.AugAssign)):
            return isinstance(parent.op, OPERATORS) and node is not getattr(parent, "target", None)
        if isinstance(parent, ast.Compare):
            return len(parent.ops) == 1 and not isinstance(parent.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot))
        if isinstance(parent, ast.Attribute):
            call = self.parents[parent]
            is_call = isinstance(call, ast.Call) and call.func is parent and len(call.args) == 1
            return is_call and parent.attr in _OF_SETS and parent.attr not in (*UPDATES, "update")
        if isinstance(parent, ast.Call) and parent.args == [node] and not parent.keywords:
            if isinstance(parent.func, ast.Attribute):
                return parent.func.attr in _OF_SETS
            return full_name(parent.func, self._function, self._own) == "builtins.set"
        if isinstance(parent, ast.Tuple) and isinstance(self.parents[parent], ast.Return):
            held = [e for e in parent.elts if isinstance(e, ast.Subscript) and isinstance(node, ast.Subscript) and ast.dump(e.value) == ast.dump(node.value)]
            if held != [node]:
                return False
            parent = self.parents[parent]
        return isinstance(parent, ast.Return) and isinstance(node, ast.Subscript) and not self._gives_itself(node.value)

    def _gives_itself(self, name: Any) -> bool:
        """Whether a `return` may give the dict itself, or one after the other gives a set of it."""
        return any(isinstance(p := self.parents[n], ast.Return) or isinstance(p, ast.Tuple) for n in self._names if n.id == name.id)

    def takes_any_order(self, node: ast.Call) -> bool:
        """len(x), sorted(x) and their kin."""
        called = full_name(node.func, self._function, self._own).removeprefix("builtins.")
        return called in _TAKE_ANY_ORDER and len(node.args) == 1 and not node.keywords

    def shows_order(self, node: ast.expr) -> bool:
        """Whether the program sees the order of a set there."""
        parent: Any = self.parents[node]
        if isinstance(parent, ast.Call):
            return self._is_extended(parent) or full_name(parent.func, self._function, self._own).removeprefix("builtins.") in _TAKE_ORDER
        return isinstance(parent, (ast.For, ast.comprehension))


class _Writer(ast.NodeTransformer):
    def __init__(self, names: frozenset[str], uses: _Uses):
        self._names = names
        self._uses = uses

    def _is_of(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in self._names

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if self._is_of(target) and isinstance(node.value, ast.DictComp):
            node.value.value = ast.copy_location(ast.List([], ast.Load()), node.value)
        elif self._is_of(target) and isinstance(node.value, ast.Call):
            node.value.args = [ast.copy_location(ast.Name("list", ast.Load()), node.value)]
        elif isinstance(target, ast.Subscript) and self._is_of(target.value):
            node.value = ast.copy_location(ast.List([], ast.Load()), node.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if self._uses.takes_any_order(node) and (items := self._of_two(node.args[0])) is not None:
            node.args = [items]
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault" and self._is_of(node.func.value):
            node.args[1] = ast.copy_location(ast.List([], ast.Load()), node)
        return self.generic_visit(node)

    def _of_two(self, node: Any) -> ast.expr | None:
        """d[a] & d[b] where nobody sees an order, and no set is needed: also in a comprehension."""
        if isinstance(node, ast.BinOp):
            parts, op = [node.left, node.right], type(node.op)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and len(node.args) == 1 and not node.keywords:
            parts, op = [node.func.value, node.args[0]], METHODS.get(node.func.attr)  # type: ignore[assignment]
        else:
            return None
        if op not in _OF_TWO or not any(map(self._is_held, parts)) or not all(self._is_held(part) or _is_written(part) for part in parts):
            return None
        items: list[Any] = [ast.List(part.elts, ast.Load()) if isinstance(part, ast.Set) else self.generic_visit(part) for part in parts]
        return ast.fix_missing_locations(ast.copy_location(OwnCall(_OF_TWO[op], items), node))

    def _truth(self, node: Any) -> Any:
        return self._of_two(node) or self.visit(node)

    def visit_If(self, node: Any) -> Any:
        node.test = self._truth(node.test)
        node.body, node.orelse = [self.visit(s) for s in node.body], [self.visit(s) for s in node.orelse]
        return node

    visit_While = visit_If

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def _is_held(self, node: Any) -> bool:
        """d[k], and a name that a loop gives to it."""
        if isinstance(node, ast.Name):
            return self._uses.held.get(node.id) in self._names
        return isinstance(node, ast.Subscript) and self._is_of(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        return self._ordered(node) if self._is_of(node.value) else self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        is_held = self._uses.held.get(node.id) in self._names and isinstance(node.ctx, ast.Load)
        return self._ordered(node) if is_held else node

    def _ordered(self, node: Any) -> Any:
        is_seen, is_operand = self._uses.shows_order(node), self._uses.is_operand(node)
        made: Any = self.generic_visit(node)
        if is_operand:
            items = ast.copy_location(OwnCall(sets_by_key.as_they_came, [made]), node)
            return ast.copy_location(ast.Call(ast.copy_location(ast.Name("set", ast.Load()), node), [items], []), node)
        return ast.copy_location(OwnCall(sets_by_key.in_order, [made]), node) if is_seen else made
