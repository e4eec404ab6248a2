"""Lists of numbers in a function that calls itself, for recursion.py: those that are read after a call are kept one behind the other in
one list, and how long each is in another one.

    items += x; counts.append(len(x))            before a call
    n = counts.pop()                             and after it
    x = last_of(items, n); cut_last(items, n)

So are lists of lists that it makes (kept_rows.py).

A list that is kept, or given back, is a copy then. Nobody sees that: a list that the function changes has one name here, and is
neither a parameter nor given to another call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from unpython._library.python_functions.recursion import cut_last, last_of, size
from unpython._writing.calls import OwnCall, refusal
from unpython._writing.functions.kept_rows import Rows
from unpython._writing.functions.own_calls import NotWritten, OwnCallStatement
from unpython._writing.nodes import load, walk

MAKERS = ("builtins.list", "builtins.sorted")
_CHANGES = frozenset("append extend insert pop remove clear sort reverse".split())
_READS = frozenset("len sum min max sorted list enumerate zip reversed any all range print int float abs".split())


class ListExpressions:
    """Whether an expression is a list of numbers. `names`: those that are; `makers`: whether a name stands for `list` or `sorted`."""

    def __init__(self, names: set[str], makers: Callable[[ast.expr], bool]):
        self._names = names
        self._makers = makers

    def __call__(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._names
        if isinstance(node, ast.IfExp):
            return self(node.body) and self(node.orelse)
        return self._is_new(node)

    def _is_new(self, node: ast.expr) -> bool:
        """Whether an expression is a list that nothing else holds."""
        if isinstance(node, ast.List):
            return not any(self(e) or isinstance(e, (ast.Tuple, ast.Starred)) for e in node.elts)
        if isinstance(node, ast.ListComp):
            return not self(node.elt) and not isinstance(node.elt, ast.Tuple)
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and self(node.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self(node.left) and self(node.right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return isinstance(node.left, ast.List) and self._is_new(node.left)
        return isinstance(node, ast.Call) and self._makers(node.func) and len(node.args) == 1


class KeptLists:
    """The names of a function that stand for lists of numbers wherever they are assigned. `given`: the parameters that do;
    `makers`: whether a name stands for `list` or `sorted`; `fixed`: the parameters that each call passes on as they are;
    `single`: names that are read once; `may_hold_rows`: whether there may be lists of lists."""

    def __init__(
        self, body: list[ast.stmt], given: frozenset[str], parameters: list[str], fixed: set[str], single: set[str],
        makers: Callable[[ast.expr], bool], may_hold_rows: bool,
    ):  # fmt: skip
        self._nodes = [n for s in body for n in walk(s)]
        self._given = given
        self.names = set(given)
        self.is_list = ListExpressions(self.names, makers)
        self.gives_lists = False
        self.rows = Rows(self._nodes, self.is_list, set(parameters), list(self._assigned()), may_hold_rows)
        self._parameters = {name for name in parameters if name not in fixed}
        self._fixed = fixed
        self._single = single
        self._find()
        self._results_are_new = self._are_results_new()
        self._check()

    # Which names they are.

    def _assigned(self) -> Iterator[tuple[ast.expr, ast.expr]]:
        for n in self._nodes:
            if isinstance(n, ast.Assign):
                for target in n.targets:
                    if isinstance(target, ast.Tuple) and isinstance(n.value, ast.Tuple) and len(target.elts) == len(n.value.elts):
                        yield from zip(target.elts, n.value.elts, strict=True)
                    else:
                        yield target, n.value

    def _find(self) -> None:
        known = -1
        while known < len(self.names) + self.gives_lists + len(self.rows.names):
            known = len(self.names) + self.gives_lists + len(self.rows.names)
            self.rows.find()
            self.names.update([t.id for t, value in self._assigned() if isinstance(t, ast.Name) and self.is_list(value)])
            self.names -= self.rows.names
            for n in self._nodes:
                if isinstance(n, OwnCallStatement):
                    self.names.update(name for name, value in n.arguments.items() if self.is_list(value))
                    self.names.update([n.result] if self.gives_lists else [])
                elif isinstance(n, ast.Return) and n.value is not None:
                    self.gives_lists |= self.is_list(n.value) and not self.rows.are_given
        self.gives_lists &= not self.rows.are_given

    # Whether copies of them are as good.

    def _changed(self) -> set[str]:
        found = set()
        for n in self._nodes:
            if isinstance(n, ast.Attribute) and n.attr in _CHANGES and isinstance(n.value, ast.Name):
                found.add(n.value.id)
            elif isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load) and isinstance(n.value, ast.Name):
                found.add(n.value.id)
            elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                found.add(n.target.id)
        return found & self.names

    def _check(self) -> None:
        self.rows.check()
        changed = self._changed()
        results = {n.result for n in self._nodes if isinstance(n, OwnCallStatement)}
        stored: dict[str, int] = dict.fromkeys(self.names, 0)
        for target, value in self._assigned():
            if isinstance(target, ast.Name) and target.id in self.names:
                stored[target.id] += 1
                named = self._named(value)
                is_named = named and not (self._results_are_new and named <= results & self._single)
                if not self.is_list(value) or (target.id in changed and is_named) or named & changed:
                    raise NotWritten
        for n in self._nodes:
            if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id in self.names:
                stored[n.target.id] += 1
            elif isinstance(n, OwnCallStatement):
                self._check_call(n, changed)
            elif isinstance(n, ast.Return) and self.gives_lists and not self._may_be_given_back(n.value, changed):
                raise NotWritten
        for n in self._nodes:
            if isinstance(n, ast.Name) and n.id in self.names and not isinstance(n.ctx, ast.Load):
                stored[n.id] -= 1
        own = self.names & self._parameters
        if any(stored.values()) or changed & own or own - self._given or not self._are_read():
            raise NotWritten

    def may_be_given(self, name: str) -> bool:
        """Whether a name may stand for a list that the function was given."""
        found: set[str] = set()
        more = self.names & {*self._parameters, *self._fixed}
        while more - found:
            found |= more
            more = {t.id for t, value in self._assigned() if isinstance(t, ast.Name) and self._named(value) & found}
        return name in found

    def _are_results_new(self) -> bool:
        """Whether no call gives back a list that something else holds: each is given new ones, which it may give back."""
        calls = [n for n in self._nodes if isinstance(n, OwnCallStatement)]
        given = [value for n in calls for name, value in n.arguments.items() if name in self.names]
        return not self._fixed & self.names and not any(self._named(value) for value in given)

    def _check_call(self, node: OwnCallStatement, changed: set[str]) -> None:
        for name, value in node.arguments.items():
            if name in self.names and name not in self._fixed and (not self.is_list(value) or self._named(value) & changed):
                raise NotWritten

    def _may_be_given_back(self, value: ast.expr | None, changed: set[str]) -> bool:
        if value is None or not (self.is_list(value) or isinstance(value, ast.Call)):
            return False
        named = self._named(value)
        results = {n.result for n in self._nodes if isinstance(n, OwnCallStatement)}
        return not named & changed & self._fixed and not named & results and not (isinstance(value, ast.IfExp) and named)

    def _named(self, value: ast.expr) -> set[str]:
        """The names whose list an expression may be."""
        if isinstance(value, ast.IfExp):
            return self._named(value.body) | self._named(value.orelse)
        return {value.id} if isinstance(value, ast.Name) and value.id in self.names else set()

    def _are_read(self) -> bool:
        """Whether no list gets a name elsewhere, or is in another list."""
        read = self.rows.read()
        for n in self._nodes:
            if isinstance(n, (ast.Subscript, ast.Attribute)):
                read.add(id(n.value))
            elif isinstance(n, (ast.For, ast.comprehension)):
                read.add(id(n.iter))
            elif isinstance(n, ast.BinOp):
                read.update((id(n.left), id(n.right)))
            elif isinstance(n, ast.AugAssign):
                read.add(id(n.value))
            elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
                read.update(map(id, (n.test, *((n.body, n.orelse) if isinstance(n, ast.IfExp) else ()))))
            elif isinstance(n, ast.UnaryOp):
                read.add(id(n.operand))
            elif isinstance(n, ast.BoolOp):
                read.update(map(id, n.values))
            elif isinstance(n, ast.Compare) and not any(isinstance(op, (ast.Is, ast.IsNot)) for op in n.ops):
                read.update(map(id, (n.left, *n.comparators)))
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name):
                is_known = n.func.id in _READS
                read.update(id(a) for a in n.args if is_known or (isinstance(a, ast.Name) and a.id in self._single))
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "extend":
                read.update(map(id, n.args))
            elif isinstance(n, OwnCallStatement):
                read.update(map(id, n.values))
            elif isinstance(n, ast.Return):
                read.add(id(n.value))
        for _, value in self._assigned():
            read.add(id(value))
        return all(id(n) in read for n in self._nodes if isinstance(n, ast.Name) and n.id in self.names and isinstance(n.ctx, ast.Load))


# The statements.


def _method(name: str, method: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(load(name), method, ast.Load()), list(arguments), [])


def counts_of(saved: str) -> str:
    return f"{saved}counts_"


def count_of(saved: str) -> str:
    return f"{saved}count_"


def pushed(name: str, saved: str) -> list[ast.stmt]:
    return [ast.AugAssign(ast.Name(saved, ast.Store()), ast.Add(), load(name)), ast.Expr(_method(counts_of(saved), "append", OwnCall(size, [load(name)])))]


def popped(name: str, saved: str) -> list[ast.stmt]:
    count = count_of(saved)
    return [
        ast.Assign([ast.Name(count, ast.Store())], _method(counts_of(saved), "pop")),
        ast.Assign([ast.Name(name, ast.Store())], OwnCall(last_of, [load(saved), load(count)])),
        ast.Expr(OwnCall(cut_last, [load(saved), load(count)])),
    ]


def copied(value: ast.expr) -> ast.expr:
    """x[:]"""
    return ast.Subscript(value, ast.Slice(None, None, None), ast.Load())


def given_back(states: str, is_parameter: bool) -> list[ast.stmt]:
    """What comes before `return x`: the first call would give the caller's own list back."""
    if not is_parameter:
        return []
    is_first = ast.UnaryOp(ast.Not(), load(states))
    return [ast.If(is_first, [refusal("a list that is given and comes back as it is runs in Python")], [])]
