"""Loops over what gives its items one by one, for taken_generators.py: each as a loop over what it takes its items from.

    for x in filter(f, y): ...          for v in y:
                                            if f(v): x = v; ...

    for x in itertools.count(3): ...    k = 3
                                        while True: x = k; k = k + 1; ...

    for x in itertools.islice(y, n):    turn = 0
        ...                             for x in y:
                                            ...; turn += 1
                                            if turn >= n: break

    squares = (v * v for v in y)        for x in (v * v for v in y): ...
    for x in squares: ...

So map, takewhile, generator expressions, and each of them over another one.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from unpython._library.python_functions.recursion import whole
from unpython._writing.calls import OwnCall, with_names, with_own_targets
from unpython._writing.flow import continues_loop
from unpython._writing.nodes import copy_tree, load, store, walk

_BY_FUNCTION = (filter, map, itertools.takewhile)
_QUIET = (range, len, zip, enumerate, reversed, sorted, list)
_VIEWS = frozenset(["keys", "values", "items"])
_TURNS = (ast.For, ast.While, ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_WRONG_COUNTS = tuple(f"{which} for islice() must be None or an integer: 0 <= x <= sys.maxsize." for which in ("Stop argument", "Indices"))


class LazyLoops:
    """`_name`: a new name; `_function_of`: what a call is of, if no name of the program stands for it; `_is_generator`: whether an
    expression is a call of a generator function."""

    _own: set[str]
    _name: Any
    _function_of: Any
    _is_generator: Any

    def _takes_from(self, node: Any) -> Any:
        """What an expression that gives its items one by one takes them from; None for any other expression."""
        if isinstance(node, ast.GeneratorExp):
            clause = node.generators[0]
            return clause.iter if len(node.generators) == 1 and not clause.is_async and _is_plain(node) else None
        if not isinstance(node, ast.Call) or node.keywords or any(isinstance(a, ast.Starred) for a in node.args) or len(node.args) != 2:
            return None
        function = self._function_of(node)
        if function is itertools.islice:
            return node.args[0]
        is_known = function in _BY_FUNCTION and (isinstance(node.args[0], ast.Name) or _is_plain(node.args[0]))
        return node.args[1] if is_known else None

    def _is_count(self, node: Any) -> bool:
        """itertools.count(), from a number on, by steps of a whole number."""
        if not isinstance(node, ast.Call) or node.keywords or len(node.args) > 2 or self._function_of(node) is not itertools.count:
            return False
        return len(node.args) < 2 or _is_number(node.args[1])

    def _is_lazy(self, node: Any) -> bool:
        """Whether no list can stand for an expression, or only its first items are taken."""
        if self._is_count(node):
            return True
        source = self._takes_from(node)
        if source is None:
            return False
        return (isinstance(node, ast.Call) and self._function_of(node) is itertools.islice) or self._is_generator(source) or self._is_lazy(source)

    def _lazily(self, node: ast.For) -> list[ast.stmt] | None:
        """The loop in other words; None where there are none, or where none are needed."""
        if node.orelse or not (self._is_lazy(node.iter) or self._takes_from(node.iter) is not None):
            return None
        made = self._loop(node.target, node.iter, node.body, node)
        return None if made is None else [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    def _loop(self, target: ast.expr, items: Any, body: list[ast.stmt], at: ast.For) -> list[ast.stmt] | None:
        if self._is_count(items):
            return self._counted(target, items, body)
        source = self._takes_from(items)
        if source is None:
            return [ast.copy_location(ast.For(target, source or items, body, []), at)]
        if isinstance(items, ast.GeneratorExp):
            clause = copy_tree(items).generators[0]
            elt = with_own_targets(copy_tree(items.elt), [clause], lambda *_: self._name())
            inside: list[ast.stmt] = [ast.Assign([target], elt), *body]
            for test in reversed(clause.ifs):
                inside = [ast.If(test, inside, [])]
            return self._loop(clause.target, source, inside, at)
        function = self._function_of(items)
        if function is itertools.islice:
            return self._some_turns(target, source, items.args[1], body, at)
        item = self._name()
        given: ast.expr = _called(items.args[0], load(item))
        if function is map:
            return self._loop(ast.Name(item, ast.Store()), source, [ast.Assign([target], given), *body], at)
        inside = [ast.Assign([target], load(item)), *body]
        if function is filter:
            is_none = isinstance(items.args[0], ast.Constant) and items.args[0].value is None
            return self._loop(ast.Name(item, ast.Store()), source, [ast.If(load(item) if is_none else given, inside, [])], at)
        leave = ast.If(ast.UnaryOp(ast.Not(), given), [ast.Break()], [])
        return self._loop(ast.Name(item, ast.Store()), source, [leave, *inside], at)

    def _counted(self, target: ast.expr, call: ast.Call, body: list[ast.stmt]) -> list[ast.stmt]:
        """The number is one further when the body begins, so that `continue` may lead to the test."""
        number = self._name()
        start = call.args[0] if call.args else ast.Constant(0)
        if not isinstance(start, ast.Constant) or type(start.value) is bool:
            start = ast.BinOp(start, ast.Add(), ast.Constant(0))
        step = call.args[1] if len(call.args) > 1 else ast.Constant(1)
        further = store(number, ast.BinOp(load(number), ast.Add(), step))
        return [store(number, start), ast.While(ast.Constant(True), [ast.Assign([target], load(number)), further, *body], [])]

    def _some_turns(self, target: ast.expr, source: ast.expr, count: ast.expr, body: list[ast.stmt], at: ast.For) -> list[ast.stmt] | None:
        """The loop ends behind its last turn: the generator is not asked for one more."""
        before = self._counts_before(source)
        if continues_loop(body) or not self._is_quiet(source):
            return None
        turn, most = self._name(), self._name()
        ended = ast.If(ast.Compare(load(turn), [ast.GtE()], [load(most)]), [ast.Break()], [])
        loop = self._loop(target, source, [*body, ast.AugAssign(ast.Name(turn, ast.Store()), ast.Add(), ast.Constant(1)), ended], at)
        if loop is None:
            return None
        wrong = [ast.Raise(ast.Call(ast.Name("ValueError", ast.Load()), [ast.Constant(text)], []), None) for text in _WRONG_COUNTS]
        return [
            *before,
            store(most, count if _is_number(count) else OwnCall(whole, [count])),
            ast.If(ast.Compare(load(most), [ast.Eq()], [ast.Constant(-1)]), [wrong[0]], []),
            ast.If(ast.Compare(load(most), [ast.Lt()], [ast.Constant(0)]), [wrong[1]], []),
            store(turn, ast.Constant(0)),
            ast.If(ast.Compare(load(most), [ast.Gt()], [ast.Constant(0)]), loop, []),
        ]

    def _counts_before(self, node: Any) -> list[ast.stmt]:
        """Names for the numbers that itertools.count() begins with, which are computed even if no item is taken."""
        while not self._is_count(node) and node is not None:
            node = self._takes_from(node)
        if node is None or not node.args or isinstance(node.args[0], (ast.Name, ast.Constant)):
            return []
        start = self._name()
        made = store(start, node.args[0])
        node.args[0] = load(start)
        return [made]

    def _is_quiet(self, node: Any) -> bool:
        """Whether nobody sees when an expression is computed, and whether it is."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS:
            return not node.args and self._is_quiet(node.func.value)
        if isinstance(node, ast.Call) and (self._function_of(node) in _QUIET or self._is_count(node) or self._is_generator(node)):
            return all(map(self._is_quiet, node.args)) and not node.keywords
        if (source := self._takes_from(node)) is not None:
            is_counted = isinstance(node, ast.Call) and self._function_of(node) is itertools.islice
            return self._is_quiet(source) and (not is_counted or self._is_quiet(node.args[1]))
        if isinstance(node, (ast.Tuple, ast.List)):
            return all(map(self._is_quiet, node.elts))
        if isinstance(node, ast.Subscript):
            ends = (node.slice.lower, node.slice.upper, node.slice.step) if isinstance(node.slice, ast.Slice) else (node.slice,)
            return len(ends) == 3 and all(end is None or isinstance(end, ast.Name) or _is_number(end) for end in ends) and self._is_quiet(node.value)
        return isinstance(node, (ast.Name, ast.Constant))

    # evens = filter(f, x), which is gone through once

    def put_in_place(self, node: Any) -> bool:
        """Writes what has a name where it is gone through, in the same block of statements. Whether there is such a name."""
        found = False
        for block in [getattr(n, field) for n in walk(node) for field in ("body", "orelse") if isinstance(getattr(n, field, None), list)]:
            for statement in list(block):
                found |= self._put_one_in_place(node, block, statement)
        return found

    def _put_one_in_place(self, node: Any, block: list[ast.stmt], statement: Any) -> bool:
        target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        if not isinstance(target, ast.Name) or not (self._is_count(statement.value) or self._takes_from(statement.value) is not None):
            return False
        if not self._can_wait(statement.value):
            return False
        uses = [n for n in walk(node) if isinstance(n, ast.Name) and n.id == target.id]
        reads = [n for n in uses if isinstance(n.ctx, ast.Load)]
        if len(uses) != 2 or len(reads) != 1 or any(isinstance(n, ast.arg) and n.arg == target.id for n in walk(node)):
            return False
        names = {n.id for n in walk(statement.value) if isinstance(n, ast.Name)}
        for later in block[block.index(statement) + 1 :]:
            if any(n is reads[0] for n in walk(later)):
                place = later.iter if isinstance(later, ast.For) else later
                if not _runs_once(place, reads[0]) or any(isinstance(n, ast.NamedExpr) for n in walk(place)):
                    return False
                _Replaced(reads[0], statement.value).visit(later)
                block.remove(statement)
                return True
            if isinstance(later, _TURNS) or any(isinstance(n, (ast.Nonlocal, ast.Global)) for n in walk(later)):
                return False
            if any(isinstance(n, ast.Name) and n.id in names and not isinstance(n.ctx, ast.Load) for n in walk(later)):
                return False
        return False

    def _can_wait(self, node: Any) -> bool:
        """Whether what is computed where it gets its name may be computed where it is gone through."""
        if self._is_count(node):
            return all(isinstance(a, (ast.Name, ast.Constant)) for a in node.args)
        source = self._takes_from(node)
        if source is None:
            return isinstance(node, ast.Name)
        is_counted = isinstance(node, ast.Call) and self._function_of(node) is itertools.islice
        return self._can_wait(source) and (not is_counted or isinstance(node.args[1], (ast.Name, ast.Constant)))


class _Replaced(ast.NodeTransformer):
    def __init__(self, old: ast.expr, new: ast.expr):
        self._old = old
        self._new = new

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._new if node is self._old else node


def _runs_once(place: ast.AST, name: ast.expr) -> bool:
    """Whether a name is read once in a statement or expression, however often parts of it run."""
    if place is name:
        return True
    for child in ast.iter_child_nodes(place):
        if any(n is name for n in walk(child)):
            if isinstance(place, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
                first = place.generators[0]
                return child is first and any(n is name for n in walk(first.iter)) and _runs_once(first.iter, name)
            return not isinstance(place, (ast.For, ast.While, ast.FunctionDef, ast.Lambda, ast.ClassDef)) and _runs_once(child, name)
    return False


def _is_plain(node: Any) -> bool:
    """Whether the names of a generator expression or a lambda are given once: a name in their places means the same."""
    if isinstance(node, ast.Constant):
        return node.value is None
    if isinstance(node, ast.GeneratorExp):
        targets = {n.id for n in walk(node.generators[0].target) if isinstance(n, ast.Name)}
        parts: list[Any] = [node.elt, *node.generators[0].ifs]
    elif isinstance(node, ast.Lambda):
        arguments = node.args
        if len(arguments.args) != 1 or arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg or arguments.defaults:
            return False
        targets, parts = {arguments.args[0].arg}, [node.body]
    else:
        return False
    inside = [n for part in parts for n in walk(part)]
    if any(isinstance(n, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)) for n in inside):
        return False
    given = {n.arg for n in inside if isinstance(n, ast.arg)} | {n.id for n in inside if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return not targets & given


def _is_number(node: Any) -> bool:
    """A whole number that is written out."""
    number = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(number, ast.Constant) and type(number.value) is int


def _called(function: ast.expr, item: ast.expr) -> ast.expr:
    if isinstance(function, ast.Lambda):
        made: ast.expr = with_names(function.body, function.args.args[0].arg, item)
        return made
    return ast.Call(copy_tree(function), [item], [])


def is_there_at_once(node: Any, value_of: Callable[[Any], Any]) -> bool:
    """x, x[::-1], s.split() and reversed(x), and nothing that computes one item after the other."""
    if isinstance(node, ast.Call) and not node.keywords:
        is_split = isinstance(node.func, ast.Attribute) and node.func.attr in ("split", "splitlines")
        return is_split or (len(node.args) == 1 and value_of(node.func) in (reversed, sorted) and is_there_at_once(node.args[0], value_of))
    return isinstance(node, ast.Name) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice))
