"""The first turns of a loop by themselves, and what stands behind them in each way, where a turn gives an array other dimensions:

    while n < rows:                         if n < rows:
        x = np.vstack((x, x[-1] + base))        x = np.vstack((x, x[-1] + base)); n += 1
        n += 1                                  while n < rows: x = np.vstack((x, x[-1] + base)); n += 1
    return x                                    return x
                                            else:
                                                return x
    for r in rows: x = np.vstack((x, r))    if len(rows) > 0: r = rows[0]; x = np.vstack((x, r)); for r in rows[1:]: ...
    while x.ndim < n: x = x[None]           three turns; a fourth one is refused

A name has one kind of value in each of them. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name, refusal
from unpython._writing.flow import leaves_loop, read_first
from unpython._writing.functions.rest_in_ways import LEFT_ALONE, asks_kind, gives_other_dimensions
from unpython._writing.nodes import Renamed, copy_tree, is_name, is_none, load, store, walk

_MOST_TURNS, _MOST_NODES = 3, 1200
_JOIN = frozenset("vstack row_stack stack column_stack dstack".split())  # after which a turn more changes nothing
_MORE_DIMENSIONS = frozenset("expand_dims outer".split())  # after which it does
_MAY_HAVE_NONE = frozenset("zeros_like ones_like full_like asarray array".split())  # dimensions, of a number
_AT_LEAST = frozenset("atleast_1d atleast_2d atleast_3d".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function)
    made = writer.in_turns(copy_tree(node).body)
    if made is None:
        return node, frozenset(), []
    whole = copy_tree(node)
    whole.body = made
    return ast.fix_missing_locations(whole), frozenset(writer.names), []


def _ends_as_number(node: ast.Assign, before: list[ast.stmt]) -> bool:
    """y = y * x + c behind y = np.zeros_like(x): of a number x that is an array of no dimensions first."""
    name = node.targets[0].id  # type: ignore[attr-defined]
    if not isinstance(node.value, ast.BinOp) or not any(is_name(n, name) for n in walk(node.value)):
        return False
    begun = [s.value for s in before if isinstance(s, ast.Assign) and any(is_name(t, name) for t in s.targets)]
    return any(isinstance(v, ast.Call) and getattr(v.func, "attr", "") in _MAY_HAVE_NONE and v.args and isinstance(v.args[0], ast.Name) for v in begun)


class _Turns(NamedTuple):
    """`test`: whether there is one more turn; `first`: what it begins with; `rest`: the loop behind it."""

    test: ast.expr
    first: list[ast.stmt]
    rest: Any


class _Writer:
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.names: set[str] = set()

    def _name(self) -> str:
        name = f"_turn_{len(self.names)}_"
        self.names.add(name)
        return name

    def in_turns(self, body: list[ast.stmt]) -> list[ast.stmt] | None:
        """The statements of a function; None where no loop is one of these."""
        for place, node in enumerate(body):
            if not isinstance(node, (ast.While, ast.For)) or node.orelse or leaves_loop(node.body):
                continue
            if not (count := _turns_of(node, body[:place])):
                continue
            rest = body[place + 1 :]
            nodes = [n for s in [node, *rest] for n in walk(s)]
            if any(isinstance(n, LEFT_ALONE) for n in nodes) or len(nodes) * (count + 1) > _MOST_NODES:
                return None
            made = self._apart(node, rest, count)
            return None if made is None else [*body[:place], *made]
        return None

    def _apart(self, node: Any, rest: list[ast.stmt], count: int) -> list[ast.stmt] | None:
        """`count`: so many turns by themselves; behind the last of those that go on changing no loop is left."""
        before: list[ast.stmt] = []
        turns = self._turns(node, before)
        if turns is None:
            return None
        names: dict[str, str] = {}
        turn = self._in_new_names([*turns.first, *copy_tree(node.body)], names, _changed_names(node))
        loop = Renamed(names).visit(turns.rest)
        names |= {name: self._name() for name in sorted(_stored(rest) - names.keys() - read_first(rest, set()))}
        behind = [Renamed(names).visit(s) for s in copy_tree(rest)]
        following = self._apart(loop, behind, count - 1) if count > 1 else None
        if following is None:
            following = [*(_refused(loop) if _goes_on(node) else [loop]), *behind]
        return [*before, ast.copy_location(ast.If(turns.test, [*turn, *following], copy_tree(rest)), node)]

    def _in_new_names(self, body: list[ast.stmt], names: dict[str, str], changed: set[str]) -> list[ast.stmt]:
        """Statements in which such a name has another one from where it gets a value; `names`: those that it has so far."""
        made: list[ast.stmt] = []
        for s in body:
            if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(target := s.targets[0], ast.Name) and target.id in changed:
                s.value = Renamed(names).visit(s.value)
                names[target.id] = self._name()
                s.targets = [ast.copy_location(ast.Name(names[target.id], ast.Store()), target)]
            elif isinstance(s, ast.If):
                s.test = Renamed(names).visit(s.test)
                ways = [dict(names), dict(names)]
                s.body, s.orelse = (self._in_new_names(way, own, changed) for way, own in zip((s.body, s.orelse), ways, strict=True))
                for name in sorted({name for own in ways for name in own if own[name] != names.get(name)}):
                    other = self._name()
                    for way, own in zip((s.body, s.orelse), ways, strict=True):
                        _end_in(way, own.get(name, name), other, s)
                    names[name] = other
            else:
                s = Renamed(names).visit(s)
            made.append(s)
        return made

    def _turns(self, node: Any, before: list[ast.stmt]) -> _Turns | None:
        if isinstance(node, ast.While):
            return _Turns(copy_tree(node.test), [], copy_tree(node))
        stored = {n.id for s in [node.target, *node.body] for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if isinstance(node.iter, ast.Call):
            return self._of_range(node, before, stored)
        if isinstance(node.iter, ast.Subscript) and isinstance(node.iter.slice, ast.Slice):
            name = self._name()
            before.append(ast.copy_location(store(name, node.iter), node))
            node.iter = load(name)
        if not isinstance(node.iter, ast.Name) or node.iter.id in stored or not self._is("len") or _is_changed(node.body, node.iter.id):
            return None
        over = node.iter.id
        some = ast.Compare(ast.Call(load("len"), [load(over)], []), [ast.Gt()], [ast.Constant(0)])
        first = ast.Assign([copy_tree(node.target)], ast.Subscript(load(over), ast.Constant(0), ast.Load()))
        rest = copy_tree(node)
        rest.iter = ast.Subscript(load(over), ast.Slice(ast.Constant(1), None, None), ast.Load())
        return _Turns(some, [ast.copy_location(first, node)], ast.copy_location(rest, node))

    def _of_range(self, node: ast.For, before: list[ast.stmt], stored: set[str]) -> _Turns | None:
        call: Any = node.iter
        if full_name(call.func, self._function, self._own) != "builtins.range" or call.keywords or len(call.args) > 2 or not isinstance(node.target, ast.Name):
            return None
        ends = [ast.Constant(0), *call.args][-2:]
        for place, end in enumerate(ends):
            if not isinstance(end, ast.Constant) and not (isinstance(end, ast.Name) and end.id not in stored):
                name = self._name()
                before.append(ast.copy_location(store(name, end), node))
                ends[place] = load(name)
        start, stop = ends
        first = ast.Assign([copy_tree(node.target)], copy_tree(start))
        following: Any = ast.BinOp(copy_tree(start), ast.Add(), ast.Constant(1))
        if isinstance(start, ast.Constant) and type(start.value) is int:
            following = ast.Constant(start.value + 1)
        rest = copy_tree(node)
        rest.iter = ast.copy_location(ast.Call(load("range"), [following, copy_tree(stop)], []), node)
        return _Turns(ast.Compare(copy_tree(start), [ast.Lt()], [copy_tree(stop)]), [ast.copy_location(first, node)], rest)

    def _is(self, name: str) -> bool:
        return full_name(load(name), self._function, self._own) == f"builtins.{name}"


def _end_in(way: list[ast.stmt], name: str, other: str, at: ast.AST) -> None:
    """Gives what a name stands for at the end of a way the other name: where it gets its value, if that is the last statement."""
    last = way[-1] if way else None
    if isinstance(last, ast.Assign) and is_name(last.targets[0], name):
        last.targets = [ast.copy_location(ast.Name(other, ast.Store()), last)]
    elif not isinstance(last, (ast.Return, ast.Raise)):
        way.append(ast.copy_location(store(other, load(name)), at))


def _refused(loop: Any) -> list[ast.stmt]:
    """In the place of a loop that would change the dimensions once more."""
    test = loop.test if isinstance(loop, ast.While) else None
    if test is None:
        over = loop.iter
        if isinstance(over, ast.Call):
            test = ast.Compare(over.args[0], [ast.Lt()], [over.args[1]])
        else:
            test = ast.Compare(ast.Call(load("len"), [over], []), [ast.Gt()], [ast.Constant(0)])
    return [ast.copy_location(ast.If(test, [refusal("an array that gets more dimensions in so many turns")], []), loop)]


def _stored(body: list[ast.stmt]) -> set[str]:
    return {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def _is_changed(body: list[ast.stmt], name: str) -> bool:
    """Whether a list may grow or get other items."""
    for n in (n for s in body for n in walk(s)):
        if isinstance(n, (ast.Attribute, ast.Subscript)) and is_name(n.value, name) and (isinstance(n, ast.Attribute) or not isinstance(n.ctx, ast.Load)):
            return True
        if isinstance(n, ast.Call) and any(is_name(a, name) for a in n.args):
            return True
    return False


def _assigns(node: Any) -> list[ast.Assign]:
    return [s for part in node.body for s in walk(part) if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)]


def _called(node: Any, name: str) -> str:
    """What a call is of that a name is given to: np.vstack((x, y))"""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not any(is_name(n, name) for a in node.args for n in walk(a)):
        return ""
    return node.func.attr


def _changed_names(node: Any) -> set[str]:
    """The names that may stand for arrays of other dimensions behind a turn."""
    tests = [n.test for s in [node, *node.body] for n in walk(s) if isinstance(n, (ast.If, ast.IfExp, ast.While))]
    found = {s.targets[0].id for s in _assigns(node) if _called(s.value, s.targets[0].id) or gives_other_dimensions(s)}  # type: ignore[attr-defined]
    found |= {s.targets[0].id for s in _assigns(node) if isinstance(s.value, ast.BinOp)}  # type: ignore[attr-defined]
    return found | {name for name in _stored(node.body) if any(asks_kind(test, {name}) for test in tests)}


def _goes_on(node: Any) -> bool:
    """Whether each turn gives an array one dimension more."""
    if isinstance(node, ast.While) and asks_kind(node.test, _stored(node.body)):
        return True
    for s in _assigns(node):
        value, name = s.value, s.targets[0].id  # type: ignore[attr-defined]
        if _called(value, name) in _MORE_DIMENSIONS:
            return True
        if isinstance(value, ast.Subscript) and is_name(value.value, name) and any(map(is_none, getattr(value.slice, "elts", [value.slice]))):
            return any(s is part for part in node.body)
    return False


def _turns_of(node: Any, before: list[ast.stmt]) -> int:
    """How many turns stand by themselves: none where the loop gives no array other dimensions. `before`: the statements in front of it."""
    if _goes_on(node):
        return _MOST_TURNS
    names = _stored(node.body)
    tests = [n.test for s in node.body for n in walk(s) if isinstance(n, (ast.If, ast.IfExp))]
    changes = any(_called(s.value, s.targets[0].id) in _JOIN | _AT_LEAST for s in _assigns(node))  # type: ignore[attr-defined]
    changes = changes or any(_ends_as_number(s, before) for s in _assigns(node))
    changes = changes or any(gives_other_dimensions(s) for s in _assigns(node)) or any(asks_kind(test, names) for test in tests)
    begins = any(isinstance(n, ast.Compare) and is_none(n.comparators[0]) and getattr(n.left, "id", "") in names for test in tests for n in walk(test))
    return changes + begins if changes else 0
