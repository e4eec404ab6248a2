"""Lists of arrays that a function makes, as lists of numbers (_library/containers/array_lists.py):

    states = [x0]                            items, starts, extents = [], [], []
                                             like = like_array(x0); append_array(items, starts, extents, x0)
    states.append(x + dt * v)                the same two
    states[-1], len(states)                  array_at(items, starts, extents, like, -1), len(starts)
    for x in states:                         for k in range(len(starts)): x = array_at(..., k)
    np.array(states), np.concatenate(states) as_array(...), joined(...)

Problem:  arrays in a list have one shape for the compiler.
Choice:   a name that stands for nothing but such lists, and is only used in the ways above, becomes these. Elements are copied when an
          array is appended and when it is read: nobody can tell where no array that is in the list changes.
Rejected: arrays of arrays in the compiler (each would have memory of its own, that somebody else may hold).

Where the function was not refused as it is, only lists whose arrays are concatenated are written so: nothing says of others whether
they hold numbers. A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import array_lists
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.arrays.arrays_by_key import is_by_key
from unpython._writing.arrays.evidence import Evidence
from unpython._writing.arrays.filled_before import without_fillings
from unpython._writing.arrays.lists_made_anew import items_of_others, written
from unpython._writing.arrays.made_lists import appended_to, is_part_of_own, items_of_each, made_in_block, made_lists, name_appended_to
from unpython._writing.arrays.named_parts import is_of_parts
from unpython._writing.arrays.returned_parts import parts_of, with_parts
from unpython._writing.calls import OwnCall, full_name, with_names, with_own_targets
from unpython._writing.changes import changed_names
from unpython._writing.changes.names import is_held_by_another, may_be_view, names_of
from unpython._writing.dicts import name_entries
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.objects.one_object import is_of_field
from unpython._writing.rewriter import NameRewriter, NoOtherWords

_LISTS = ("items", "starts", "extents")
_PARTS = (*_LISTS, "like")
#: Ends the name of what has no value where no array was appended; the front end gives it one without elements.
_MAY_BE_EMPTY = "_or_empty_"
_AS_ARRAY = "_as_array_"
_JOINS = {
    "numpy.array": array_lists.as_array, "numpy.asarray": array_lists.as_array, "numpy.stack": array_lists.stacked,
    "numpy.vstack": array_lists.stacked_as_rows, "numpy.concatenate": array_lists.joined,
    "numpy.column_stack": array_lists.stacked_as_columns, "numpy.hstack": array_lists.beside_each_other,
}  # fmt: skip
_OF_ROWS = frozenset(f"numpy.{name}" for name in "mean sum max min std var median prod any all amax amin argmax argmin".split())


class _NotArrays(NoOtherWords):
    pass


def may_have(function: FunctionType, node: Any) -> bool:
    """Whether there may be lists of arrays that a function is refused for."""
    if any(isinstance(n, ast.Dict) for n in walk(node)):
        node = name_entries.rewritten(function, node)[0]
    return bool(_names(function, _named_apart(function, node)[0], True))


def rewritten(
    function: FunctionType, node: Any, is_refused: bool, lists_given: frozenset[str] = frozenset(), arrays: tuple[str, ...] = (),
    known: frozenset[str] = frozenset(),
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists of numbers, the names that came with them, and what free names it relies on. `lists_given`: parameters that
    are neither numbers nor arrays; `arrays`: those that are arrays in the call; `known`: names that other words gave to lists of arrays."""
    given = node
    node, renamed = _named_apart(function, node)
    names = _names(function, node, is_refused, lists_given, arrays, known)
    node, more = written(node, names if is_refused else set(), function)
    renamed, names = renamed | more, _names(function, node, is_refused, lists_given, arrays, known) if more else names
    while names:
        writer = _Writer(function, names, node)
        made = copy_tree(node)
        try:
            made.body = writer.statements(made.body)
        except _NotArrays as other:
            names.discard(other.name)
            continue
        parts = {_part(name, part) for name in names for part in _PARTS}
        return ast.fix_missing_locations(made), frozenset(parts | writer.made | renamed), writer.used
    return given, frozenset(), []


def _named_apart(function: FunctionType, node: Any) -> tuple[Any, frozenset[str]]:
    """With another name from `x = np.array(x)` on, and these names: a list becomes an array."""
    local = local_names(function)
    new: dict[str, str] = {}
    body: list[ast.stmt] = []
    for i, statement in enumerate(node.body):
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        value: Any = getattr(statement, "value", None)
        becomes = isinstance(target, ast.Name) and isinstance(value, ast.Call) and full_name(value.func, function, local) in _JOINS
        if becomes and len(value.args) == 1 and isinstance(value.args[0], ast.Name) and value.args[0].id == target.id and target.id not in new:  # type: ignore[union-attr]
            begun = any(isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name) and s.targets[0].id == target.id for s in node.body[:i])  # type: ignore[union-attr]
            if begun and not any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for n in walk(node) if n is not node):
                statement = copy_tree(statement)
                assert isinstance(statement, ast.Assign) and isinstance(target, ast.Name)
                new[target.id] = f"_{target.id}{_AS_ARRAY}"
                statement.targets = [ast.copy_location(ast.Name(new[target.id], ast.Store()), target)]
                body.append(statement)
                continue
        body.append(_Renamed(new).visit(copy_tree(statement)) if new else statement)
    if not new:
        return node, frozenset()
    made = copy_tree(node)
    made.body = body
    return made, frozenset(new.values())


class _Renamed(ast.NodeTransformer):
    def __init__(self, new: dict[str, str]):
        self._new = new

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self._new.get(node.id, node.id), node.ctx), node)


def _part(name: str, part: str) -> str:
    return f"_{name}_arrays_{part}_" if part != "like" else f"_{name}_array{_MAY_BE_EMPTY}"


def _names(
    function: FunctionType, node: Any, is_refused: bool, lists_given: frozenset[str] | None = None, arrays: tuple[str, ...] = (),
    known: frozenset[str] = frozenset(),
) -> set[str]:
    """Names that are only given lists that are written out or comprehensions, to which something is appended or that something joins."""
    nodes = list(walk(node))
    made = made_lists(nodes)
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    inside = {m.id for f in nodes if isinstance(f, (ast.FunctionDef, ast.Lambda)) and f is not node for m in walk(f) if isinstance(m, ast.Name)}
    own = {*function.__code__.co_varnames, *function.__code__.co_cellvars, *getattr(node, "names_of_entries", ())}  # others came with objects or texts
    of_words = {name for name in made if name in known or is_by_key(name) or is_of_parts(name) or is_of_field(name)}
    found = {name for name, values in made.items() if (name in own or name in of_words) and stored.count(name) == len(values) and name not in inside}
    local = local_names(function)
    joined = {
        n.args[0].id for n in nodes
        if isinstance(n, ast.Call) and len(n.args) == 1 and isinstance(n.args[0], ast.Name) and full_name(n.func, function, local) == "numpy.concatenate"
    }  # fmt: skip
    if not is_refused:
        found &= joined
    found = {name for name in found if all(map(_may_grow, made[name])) or appended_to(nodes, name)}
    given = items_of_each(node, found)
    lists = set(made) - found
    lists |= {n.targets[0].id for n in nodes if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and _is_list(n.value)}
    found = {name for name in found if given[name] and not any(_is_no_array(e, lists) for e in given[name])}
    found = {name for name in found if not any(is_held_by_another(e, function, local) for e in given[name])}
    if found and is_refused and lists_given is not None:
        evidence = Evidence(function, node, lists_given, arrays)
        sure = {name for name in found if name in joined or name in known or evidence.is_list_of_arrays(name, given[name])}
        found &= items_of_others(nodes, sure, given)
    changed = changed_names(function, without_fillings(function, node, found), found) if found else None
    if changed is None:
        return set()
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    return {name for name in found if _stay_as_they_are(function, node, name, given[name], changed, parameters)}


def _may_grow(value: ast.expr) -> bool:
    """What is written out may have arrays of several shapes, and stays as it is where nothing is appended."""
    return isinstance(value, ast.ListComp)


def _is_list(node: ast.expr) -> bool:
    is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted")
    return is_made or isinstance(node, (ast.List, ast.ListComp))


def _is_no_array(node: ast.expr, lists: set[str]) -> bool:
    """`lists`: names that stand for lists somewhere."""
    if isinstance(node, ast.Name) and node.id in lists:
        return True
    return isinstance(node, (ast.Constant, ast.Tuple, ast.List, ast.ListComp, ast.Dict, ast.Set, ast.JoinedStr, ast.Compare, ast.Starred))


def _stay_as_they_are(function: FunctionType, node: Any, name: str, given: list[ast.expr], changed: set[str], parameters: set[str]) -> bool:
    """Whether no array that goes into a list, and none that is read from it, may change."""
    own = {n.id for e in given for n in walk(e) if isinstance(n, ast.Name) and may_be_view(e, {n.id})}
    connected = names_of(node, own | {name}, (name,), function)
    both_given = connected & parameters and changed & names_of(node, parameters)  # which may be one array of the caller's
    return not connected & changed and not both_given


class _Writer(NameRewriter):
    _wrong = _NotArrays

    def __init__(self, function: FunctionType, names: set[str], node: Any):
        self._function = function
        self._own = local_names(function)
        self._named = self._lists = names
        self._node = node
        self._given = items_of_each(node, names)
        self.made: set[str] = set()
        self.used: list[_bindings.Binding] = []

    def _temporary(self) -> str:
        name = f"_array_{len(self.made)}_of_list_"
        self.made.add(name)
        return name

    def _builtin(self, name: str, at: str) -> ast.expr:
        binding = _bindings.resolve(self._function, name, [])
        if name in self._own or binding.target != f"builtins.{name}":
            raise _NotArrays(at)
        self.used.append(binding)
        return ast.Name(name, ast.Load())

    def _parts(self, name: str, parts: tuple[str, ...] = _PARTS) -> list[ast.expr]:
        return [ast.Name(_part(name, part), ast.Load()) for part in parts]

    def _length(self, name: str) -> ast.expr:
        return ast.Call(self._builtin("len", name), self._parts(name, ("starts",)), [])

    def _placed(self, made: list[Any], at: ast.AST) -> list[ast.stmt]:
        return [ast.fix_missing_locations(ast.copy_location(statement, at)) for statement in made]

    def _taken_by(self, node: ast.Call) -> tuple[str | None, str]:
        """The list that a call has as its first argument, and what is called."""
        name = self._name_of(node.args[0]) if node.args else None
        called = full_name(node.func, self._function, self._own) if name is not None else ""
        return name, called

    # Lists that are made and grow.

    def _added(self, name: str, array: ast.expr) -> list[Any]:
        held = self._temporary()
        like = ast.Assign([ast.Name(_part(name, "like"), ast.Store())], OwnCall(array_lists.like_array, [ast.Name(held, ast.Load())]))
        add = ast.Expr(OwnCall(array_lists.append_array, [*self._parts(name, _LISTS), ast.Name(held, ast.Load())]))
        return [ast.Assign([ast.Name(held, ast.Store())], array), like, add]

    def _begun(self, name: str) -> list[Any]:
        return [ast.Assign([ast.Name(_part(name, part), ast.Store())], ast.List([], ast.Load())) for part in _LISTS]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        name = self._name_of(target) if len(node.targets) == 1 else None
        if name is not None:
            value: Any = node.value
            is_read = any(isinstance(n, ast.Name) and n.id == name for n in walk(value))
            if isinstance(value, ast.List):
                items = [self.visit(item) for item in value.elts]
                before: list[Any] = [ast.Assign([ast.Name(self._temporary(), ast.Store())], item) for item in items if is_read]
                items = [ast.Name(held.targets[0].id, ast.Load()) for held in before] or items  # states = [states[-1]]
                return self._placed([*before, *self._begun(name), *(s for item in items for s in self._added(name, item))], node)
            if is_read:
                raise _NotArrays(name)  # the list that is gone through is not the one that grows
            new: dict[tuple[str, int], str] = {}
            value = self.visit(value)
            elt = with_own_targets(value.elt, value.generators, lambda old, number: new.setdefault((old, number), self._temporary()))
            body: list[Any] = self._added(name, elt)
            for clause in reversed(value.generators):
                for test in reversed(clause.ifs):
                    body = [ast.If(test, body, [])]
                body = [ast.For(clause.target, clause.iter, body, [])]
            return self._placed([*self._begun(name), *body], node)
        name = self._name_of(target.value) if len(node.targets) == 1 and isinstance(target, ast.Subscript) else None
        if name is None or isinstance(target.slice, (ast.Slice, ast.Tuple)):  # type: ignore[attr-defined]
            return self.generic_visit(node)
        array, held = self.visit(node.value), self._temporary()
        place = self.visit(target.slice)  # type: ignore[attr-defined]
        store = ast.Expr(OwnCall(array_lists.store_array, [*self._parts(name, _LISTS), place, ast.Name(held, ast.Load())]))
        return self._placed([ast.Assign([ast.Name(held, ast.Store())], array), store], node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        name = name_appended_to(node)
        if name is None or name not in self._named:
            return self.generic_visit(node)
        return self._placed(self._added(name, self.visit(node.value.args[0])), node)  # type: ignore[attr-defined]

    # What is read.

    def _truth(self, node: Any) -> Any:
        name = self._name_of(node)
        if name is not None:
            return ast.copy_location(ast.Compare(self._length(name), [ast.Gt()], [ast.Constant(0)]), node)
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(value) for value in node.values]
            return node
        return self.visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """x - sum(f(u) for u in states): a sum of nothing is Python's zero."""
        name = self._summed(node.right) if isinstance(node.op, (ast.Add, ast.Sub)) else None
        if name is None:
            return self.generic_visit(node)
        empty = ast.copy_location(ast.BinOp(copy_tree(node.left), node.op, ast.Constant(0)), node)
        has_some = ast.Compare(self._length(name), [ast.Gt()], [ast.Constant(0)])
        some: Any = self.generic_visit(node)
        return ast.copy_location(ast.IfExp(has_some, some, empty), node)

    def _summed(self, node: ast.expr) -> str | None:
        given = node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords else None
        if not isinstance(given, (ast.GeneratorExp, ast.ListComp)) or len(given.generators) != 1 or given.generators[0].ifs:
            return None
        is_sum = full_name(node.func, self._function, self._own) == "builtins.sum"  # type: ignore[attr-defined]
        return self._name_of(given.generators[0].iter) if is_sum else None

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        if name is None or isinstance(node.slice, (ast.Slice, ast.Tuple)) or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        return ast.copy_location(OwnCall(array_lists.array_at, [*self._parts(name), self.visit(node.slice)]), node)

    def visit_Call(self, node: ast.Call) -> Any:
        name, called = self._taken_by(node)
        if name is None:
            return self.generic_visit(node)
        root, _ = _bindings.dotted(node.func)
        assert isinstance(root, ast.Name) or not called
        if called in _JOINS and len(node.args) == 1 and not node.keywords:
            self.used.append(_bindings.resolve(self._function, root.id, []))  # type: ignore[union-attr]
            return ast.copy_location(OwnCall(_JOINS[called], self._parts(name)), node)
        if called == "builtins.len" and len(node.args) == 1:
            node.args = self._parts(name, ("starts",))
            return node
        if called == "builtins.sum" and len(node.args) == 1 and not node.keywords:
            self.used.append(_bindings.resolve(self._function, root.id, []))  # type: ignore[union-attr]
            return ast.copy_location(OwnCall(array_lists.sum_of_arrays, self._parts(name)), node)
        if called in _OF_ROWS:
            rows = OwnCall(array_lists.as_array, self._parts(name))
            node.args = [ast.copy_location(rows, node), *map(self.visit, node.args[1:])]
            node.keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
            return node
        raise _NotArrays(name)

    def _gone_through(self, over: Any, target: Any) -> tuple[Any, Any, dict[str, ast.expr]]:
        """What is gone through in the place of this, by which names, and which names are which arrays: lists by the number of an array."""
        name = self._name_of(over)
        called = full_name(over.func, self._function, self._own) if isinstance(over, ast.Call) and not over.keywords else ""
        if name is None and called == "builtins.reversed" and len(over.args) == 1:
            name = self._name_of(over.args[0])
        if name is not None:
            if not isinstance(target, ast.Name):
                raise _NotArrays(name)
            number = self._temporary()
            ends: list[ast.expr] = [self._length(name)]
            if called:
                ends = [ast.BinOp(ends[0], ast.Sub(), ast.Constant(1)), ast.Constant(-1), ast.Constant(-1)]
            array = OwnCall(array_lists.array_at, [*self._parts(name), ast.Name(number, ast.Load())])
            numbers = ast.Call(self._builtin("range", name), ends, [])
            return ast.copy_location(numbers, over), ast.copy_location(ast.Name(number, ast.Store()), target), {target.id: array}
        parts = target.elts if isinstance(target, ast.Tuple) else []
        named: dict[str, ast.expr] = {}
        if called == "builtins.enumerate" and len(over.args) == 1 and len(parts) == 2:
            over.args[0], target.elts[1], named = self._gone_through(over.args[0], parts[1])
        elif called == "builtins.zip" and len(parts) == len(over.args):
            for i, (argument, part) in enumerate(zip(over.args, parts, strict=True)):
                over.args[i], target.elts[i], found = self._gone_through(argument, part)
                named |= found
        else:
            over = self.visit(over)
        return over, target, named

    def visit_For(self, node: ast.For) -> Any:
        over = {n.id for n in walk(node.iter) if isinstance(n, ast.Name)} & self._lists
        grows = {name_appended_to(n) for s in node.body for n in walk(s) if isinstance(n, ast.Expr)}
        stored = {n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        items = {n.value.id for s in node.body for n in walk(s) if isinstance(n, ast.Subscript) and _is_stored_item(n)}  # type: ignore[attr-defined]
        node.iter, node.target, named = self._gone_through(node.iter, node.target)
        if named and over & (grows | stored | items):
            raise _NotArrays(next(iter(over)))
        given = [ast.Assign([ast.Name(one, ast.Store())], value) for one, value in named.items()]
        node.target = self.visit(node.target)
        node.body, node.orelse = [*self._placed(given, node), *self.statements(node.body)], self.statements(node.orelse)
        return ast.fix_missing_locations(node)

    visit_With = NameRewriter.go_inside

    def visit_Return(self, node: ast.Return) -> Any:
        """return states: new arrays, of which the function gives no other one."""
        if isinstance(node.value, Joined) and node.value.make is None:  # what other words have made of several values
            return self.generic_visit(node)
        parts = parts_of(node.value)
        for one in self._lists:
            if any(part is not None and self._gives_held(one, part) for part in parts):
                raise _NotArrays(one)
        for part in parts:
            if (name := self._name_of(part)) is not None and not self._may_return(name, [p for p in parts if p is not part]):
                raise _NotArrays(name)
        made = [self._returned(part) for part in parts]
        node.value = with_parts(node.value, iter(made))
        return node

    def _gives_held(self, name: str, part: ast.expr) -> bool:
        """Whether this may be an array that was read from the list, where somebody else holds it: the array that was read is another one."""
        holders = {n.id for e in self._given[name] for n in walk(e) if isinstance(n, ast.Name) and may_be_view(e, {n.id})}
        return bool(holders) and self._name_of(part) is None and may_be_view(part, names_of(self._node, {name}, (), self._function) - holders | {name})

    def _returned(self, node: Any) -> Any:
        name = self._name_of(node)
        if name is None:
            return None if node is None else self.visit(node)
        items, starts, extents, like = self._parts(name)
        numbers = OwnCall(array_lists.all_numbers, [items, like])
        elements = OwnCall(array_lists.all_elements, [copy_tree(items), copy_tree(like)])
        made = Joined("arrays", [ast.Call(self._builtin("len", name), [starts], []), extents, numbers, elements])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def _may_return(self, name: str, others: list[Any]) -> bool:
        """Whether each array of a list is an object of its own, which the caller sees nowhere else."""
        given = [e for e in self._given[name] if not self._is_made_before(e) and not is_part_of_own(self._node, e, self._function, self._own)]
        is_new = not any(may_be_view(e, {n.id}) for e in given for n in walk(e) if isinstance(n, ast.Name))
        held = {n.id for n in walk(self._node) if isinstance(n, ast.Name)} & names_of(self._node, {name})
        return is_new and not any(may_be_view(other, held) for other in others)

    def _is_made_before(self, item: ast.expr) -> bool:
        """x = x - dt * v, states.append(x): each time another array, of which nothing else that is kept is a part."""
        if not isinstance(item, ast.Name):
            return False
        name = item.id
        held = [e for given in self._given.values() for e in given if may_be_view(e, {name})]
        stores = [n for n in walk(self._node) if isinstance(n, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and n.value is not None]
        return len(held) == 1 and not any(may_be_view(n.value, {name}) for n in stores if n.value is not None) and made_in_block(self._node, item)

    def _comprehension(self, node: Any) -> Any:
        fields = [field for field in ("elt", "key", "value") if hasattr(node, field)]
        for number, clause in enumerate(node.generators):
            clause.iter, clause.target, named = self._gone_through(clause.iter, clause.target)
            for one, value in named.items():
                for field in fields:
                    setattr(node, field, with_names(getattr(node, field), one, value))
                clause.ifs = [with_names(test, one, value) for test in clause.ifs]
                for later in node.generators[number + 1 :]:
                    later.iter, later.ifs = with_names(later.iter, one, value), [with_names(test, one, value) for test in later.ifs]
            clause.ifs = [self.visit(test) for test in clause.ifs]
        for field in fields:
            setattr(node, field, self.visit(getattr(node, field)))
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def _is_stored_item(node: ast.Subscript) -> bool:
    return not isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name)
