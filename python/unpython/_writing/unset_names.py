"""Names that are read where they may have no value yet, and where they surely have none.

    for x in a:                  for x in a:
        return 1                     return 1
    return x                     raise UnboundLocalError("cannot access local variable 'x' ...")

A read that comes in every call stays: it is a mistake, which the compiler tells with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.flow import continues_loop
from unpython._writing.nodes import copy_tree, walk

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def mark(node: Any) -> None:
    """Gives each name that is read in a function where it may have no value yet `may_be_unset`, an attribute that copies of trees keep."""
    own, arguments = _own_names(node)
    deleted = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Del)}
    _SurelySet(own, deleted).block(node.body, arguments)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` that raises in place of statements that begin with a read of no value, no names, and no free names."""
    try:
        if not _found(node):
            return node, frozenset(), []
        made = copy_tree(node)
        mark(made)
        return ast.fix_missing_locations(_Raises(_found(made)).visit(made)), frozenset(), []
    except RecursionError:  # a sum of a thousand terms is a deep tree
        return node, frozenset(), []


def _found(node: Any) -> dict[int, str]:
    own, arguments = _own_names(node)
    finder = _Find(own)
    finder.block(node.body, arguments)
    return finder.found


def _own_names(node: Any) -> tuple[set[str], set[str]]:
    """The names whose values only the statements of a function change, and its parameters."""
    arguments = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    shared = {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
    return {n.id for n in _of_scope(node.body) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)} - shared, arguments


def _of_scope(nodes: list[Any]) -> Iterator[ast.AST]:
    """Nodes without those of functions inside, and without the names that belong to comprehensions."""
    waiting = list(nodes)
    for node in waiting:
        yield node
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            named = [n for n in walk(node) if isinstance(n, ast.NamedExpr)]
            yield from named
            yield from (n.target for n in named)
        elif not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)


class _SurelySet:
    """Goes through a function with the names that surely have a value: a set, or None where nothing comes. A name that is deleted anywhere
    has surely none."""

    def __init__(self, own: set[str], deleted: set[str]):
        self._own = own
        self._deleted = deleted
        self._breaks: list[list[set[str]]] = []
        self._depth = 0  # of ways that not every call takes

    # What differs where the names are asked for that may have a value.

    def _read(self, node: Any, known: set[str]) -> None:
        if node.id in self._own and (node.id not in known or node.id in self._deleted):
            node.may_be_unset = True

    def _met(self, one: set[str], other: set[str]) -> set[str]:
        return one & other

    def _begun(self, body: list[Any], known: set[str]) -> set[str]:
        """Where statements may have come before, or some of them."""
        return set(known)

    # Statements.

    def _both(self, one: set[str] | None, other: set[str] | None) -> set[str] | None:
        return other if one is None else one if other is None else self._met(one, other)

    def _way(self, body: list[Any], known: set[str] | None) -> set[str] | None:
        self._depth += 1
        known = self.block(body, known)
        self._depth -= 1
        return known

    def block(self, body: list[Any], known: set[str] | None) -> set[str] | None:
        for statement in body:
            known = None if known is None else self.statement(statement, known)
        return known

    def statement(self, node: Any, known: set[str]) -> set[str] | None:
        if isinstance(node, (ast.For, ast.While)):
            return self._loop(node, known)
        if isinstance(node, ast.If):
            self._see(node.test, known)
            return self._both(self._way(node.body, set(known)), self._way(node.orelse, set(known)))
        if hasattr(node, "handlers"):
            return self._attempt(node, known)
        if hasattr(node, "cases"):
            return self._match(node, known)
        if isinstance(node, ast.With):
            for item in node.items:
                self._see([item.context_expr, item.optional_vars], known)
            return self.block(node.body, known)
        if isinstance(node, _SCOPES):
            return known | {node.name}  # type: ignore[union-attr]
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return known | {a.asname or a.name.split(".")[0] for a in node.names}
        if isinstance(node, (ast.Break, ast.Continue)):
            if isinstance(node, ast.Break) and self._breaks:
                self._breaks[-1].append(known)
            return None
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self._read(node.target, known)
        self._see(_heads(node), known)
        return None if isinstance(node, (ast.Return, ast.Raise)) else known

    def _loop(self, node: Any, known: set[str]) -> set[str] | None:
        if isinstance(node, ast.For):
            self._see(node.iter, known)
        again = [] if _comes_once(node.body) else [node]
        inside = self._begun(again, known)
        self._see(node.target if isinstance(node, ast.For) else node.test, inside)
        self._breaks.append([])
        self._way(node.body, set(inside))
        ends = self._begun(again, known) if isinstance(node, ast.For) else inside
        ends_by_itself = isinstance(node, ast.For) or not (isinstance(node.test, ast.Constant) and node.test.value)
        after = self._way(node.orelse, set(ends)) if ends_by_itself else None
        for way in self._breaks.pop():
            after = self._both(after, way)
        return after

    def _attempt(self, node: Any, known: set[str]) -> set[str] | None:
        begun = self._begun(node.body, known)
        after = self._way(node.orelse, self._way(node.body, set(known)))
        for handler in node.handlers:
            self._see(handler.type, set(begun))
            after = self._both(after, self._way(handler.body, begun | ({handler.name} if handler.name else set())))
        self._way(node.finalbody, self._begun([*node.body, *node.orelse, *node.handlers], known))
        return self._way(node.finalbody, after)

    def _match(self, node: Any, known: set[str]) -> set[str] | None:
        self._see(node.subject, known)
        after: set[str] | None = set(known)
        for case in node.cases:
            inside = known | {name for n in ast.walk(case.pattern) if (name := getattr(n, "name", None) or getattr(n, "rest", None))}
            self._see(case.guard, inside)
            after = self._both(after, self._way(case.body, inside))
        return after

    # Expressions.

    def _see(self, node: Any, known: set[str]) -> None:
        """What an expression reads, in the order of Python; `known` grows by what it assigns."""
        if isinstance(node, list):
            for part in node:
                self._see(part, known)
        elif isinstance(node, ast.Name):
            self._see_name(node, known)
        elif isinstance(node, ast.NamedExpr):
            self._see([node.value, node.target], known)
        elif isinstance(node, (ast.BoolOp, ast.Compare)):
            parts = node.values if isinstance(node, ast.BoolOp) else [node.left, *node.comparators]
            count = 1 if isinstance(node, ast.BoolOp) else 2
            self._see(parts[:count], known)
            self._see_perhaps(parts[count:], known)
        elif isinstance(node, ast.IfExp):
            self._see(node.test, known)
            ways = set(known), set(known)
            self._depth += 1
            self._see(node.body, ways[0])
            self._see(node.orelse, ways[1])
            self._depth -= 1
            known |= self._met(*ways)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            self._see(node.generators[0].iter, known)
            own = {n.id for clause in node.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
            inside = [part for clause in node.generators for part in (clause.iter, *clause.ifs)][1:]
            inside += [getattr(node, field) for field in ("key", "value", "elt") if hasattr(node, field)]
            self._see_perhaps(inside, known, own)
        elif isinstance(node, ast.AST) and not isinstance(node, ast.Lambda):
            self._see(list(ast.iter_child_nodes(node)), known)

    def _see_name(self, node: ast.Name, known: set[str]) -> None:
        if isinstance(node.ctx, ast.Store):
            known.add(node.id)
            return
        self._read(node, known)
        if isinstance(node.ctx, ast.Del):
            known.discard(node.id)

    def _see_perhaps(self, parts: list[Any], known: set[str], own: Collection[str] = ()) -> None:
        """What may be left out; `own`: names of its own."""
        inside = known | set(own)
        self._depth += 1
        self._see(parts, inside)
        self._depth -= 1
        known |= self._met(known, inside - set(own))


def _comes_once(body: list[Any]) -> bool:
    """Whether the body of a loop has no second turn."""
    return isinstance(body[-1], (ast.Return, ast.Raise, ast.Break)) and not continues_loop(body)


def _heads(node: Any) -> list[Any]:
    """What a simple statement computes, in the order of Python."""
    if isinstance(node, ast.Assign):
        return [node.value, *node.targets]
    if isinstance(node, ast.AnnAssign):
        return [] if node.value is None else [node.value, node.target]
    return [node.target, node.value] if isinstance(node, ast.AugAssign) else list(ast.iter_child_nodes(node))


class _Find(_SurelySet):
    """Goes through a function with the names that may have a value. `found`: statements that begin with a read of no value, by id(), and
    the name. Not those that come in every call."""

    def __init__(self, own: set[str]):
        super().__init__(own, set())
        self.found: dict[int, str] = {}
        self._unset: set[int] = set()  # reads, by id()
        self._has_left = False

    def _read(self, node: Any, known: set[str]) -> None:
        if node.id in self._own and node.id not in known:
            self._unset.add(id(node))

    def _met(self, one: set[str], other: set[str]) -> set[str]:
        return one | other

    def _begun(self, body: list[Any], known: set[str]) -> set[str]:
        return known | {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}

    def statement(self, node: Any, known: set[str]) -> set[str] | None:
        is_certain = not self._depth and not self._has_left
        after = super().statement(node, known)
        self._has_left |= isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue))
        if not is_certain and self._unset and not isinstance(node, (ast.While, ast.Delete)):
            begin = node.iter if isinstance(node, ast.For) else node.test if isinstance(node, ast.If) else None
            name = self._first_of([begin] if begin is not None else _heads(node) if isinstance(node, _SIMPLE) else [])
            if name is not None:
                self.found[id(node)] = name
                return None
        return after

    def _first_of(self, parts: list[Any]) -> str | None:
        """The name without a value before whose read nothing happens that may raise."""
        for part in parts:
            for node in _in_order(part):
                if isinstance(node, ast.Name) and id(node) in self._unset:
                    return node.id
                if not isinstance(node, ast.Constant) and not (isinstance(node, ast.Name) and not hasattr(node, "may_be_unset")):
                    return None
        return None


def _in_order(node: Any) -> Iterator[Any]:
    """The parts of an expression as they are computed, as long as that is certain; None behind them."""
    if isinstance(node, (ast.Name, ast.Constant)):
        yield node
        return
    if isinstance(node, ast.BoolOp):
        yield from _in_order(node.values[0])
    elif isinstance(node, ast.IfExp):
        yield from _in_order(node.test)
    elif isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Subscript, ast.Attribute, ast.Call, ast.Tuple, ast.List)):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                yield from _in_order(part)
        if isinstance(node, (ast.Tuple, ast.List)):
            return
    yield None


class _Raises(ast.NodeTransformer):
    def __init__(self, found: dict[int, str]):
        self._found = found

    def visit(self, node: Any) -> Any:
        name = self._found.get(id(node))
        if name is None:
            return node if isinstance(node, ast.expr) else self.generic_visit(node)
        text = ast.Constant(f"cannot access local variable '{name}' where it is not associated with a value")
        made = ast.Raise(ast.Call(ast.Name("UnboundLocalError", ast.Load()), [text], []), None)
        return ast.copy_location(made, node)
