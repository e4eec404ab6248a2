"""Loops over the results of a generator function, written out: `for x in numbers(a): ...` as the statements of `numbers`, in which
`yield value` is `x = value; ...`.

A generator function that a loop takes the values of at once runs in turns with the body of the loop: so do the statements written out.
The names of the generator function get others. `break` in the loop closes the generator: it ends the loop around `yield`, behind which
nothing may stand. Where a generator function has several `yield`, the body of the loop stands for each of them, if it is short and has no `break`.
What has another order than that stays as it is: `return` in the generator, `try`, `yield` as a value.

    for i, x in enumerate(numbers(a), 1):       at = 1
        ...                                     for x in numbers(a): i = at; at += 1; ...
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import FunctionSource, SourceNotFound
from unpython._local_names import local_names, names_read
from unpython._writing.calls import full_name
from unpython._writing.flow import breaks_loop, continues_loop
from unpython._writing.names import own_names
from unpython._writing.nodes import Renamed, copy_tree, load, walk

_GENERATOR = 0x20  # of co_flags
_REFUSED = (
    ast.Return, ast.YieldFrom, ast.Await, ast.Try, ast.With, ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal,
    ast.Delete, ast.Import, ast.ImportFrom, ast.NamedExpr, ast.Match,
)  # fmt: skip
_MOST_YIELDS = 4
_MOST_NODES = 60  # of a body that stands several times

Find = Callable[[FunctionType], FunctionSource]


def rewritten(function: FunctionType, node: Any, find_source: Find) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such loops written out, the names that came with it, and what free names it relies on. `find_source`: how the
    `def` of another function is found."""
    rewriter = _WrittenOut(function, node, find_source)
    made = rewriter.visit(copy_tree(node))
    if not rewriter.names and not rewriter.written:
        return node, frozenset(), []
    made.body = [s for s in made.body if not _is_written_out(s, made, rewriter.written)]
    return ast.fix_missing_locations(made), frozenset(rewriter.names), rewriter.used


def _is_written_out(statement: ast.stmt, node: Any, written: set[str]) -> bool:
    """Whether a `def` has no use any more."""
    if not isinstance(statement, ast.FunctionDef) or statement.name not in written:
        return False
    return not any(isinstance(n, ast.Name) and n.id == statement.name for n in walk(node))


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: Any, find_source: Find):
        self._function = function
        self._find_source = find_source
        self._locals = local_names(function)
        stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        made = [s for s in node.body if isinstance(s, ast.FunctionDef)]
        names = [s.name for s in made] + stored
        self._inner = {s.name: s for s in made if names.count(s.name) == 1}
        self.names: set[str] = set()
        self.written: set[str] = set()  # names of functions inside
        self.used: list[_bindings.Binding] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in self._inner:
            return node
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        if (numbered := self._numbered(node)) is not None:
            begin, loop = numbered
            if (written := self._of_generator(loop)) is None:
                return node
            self.names.add(begin.targets[0].id)  # type: ignore[attr-defined]
            return [begin, *written]
        made = self._of_generator(node) if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) else None
        return node if made is None else made

    def _numbered(self, node: ast.For) -> tuple[ast.Assign, ast.For] | None:
        """What stands before a loop over enumerate(numbers(a), start), and the loop over numbers(a)."""
        call, target = node.iter, node.target
        if not isinstance(call, ast.Call) or full_name(call.func, self._function, self._locals) != "builtins.enumerate" or not call.args:
            return None
        given = [*call.args[1:], *(k.value for k in call.keywords if k.arg == "start")]
        start = given[0] if given else ast.Constant(0)
        is_pair = isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(target.elts[0], ast.Name)
        generator: Any = call.args[0]
        if not is_pair or len(given) != len(call.args) + len(call.keywords) - 1 or len(given) > 1 or not isinstance(start, ast.Constant):
            return None
        if not isinstance(generator, ast.Call) or not isinstance(generator.func, ast.Name) or type(start.value) is not int:
            return None
        number, item = target.elts  # type: ignore[attr-defined]
        if any(not isinstance(n, (ast.Name, ast.Tuple)) or getattr(n, "id", "") == number.id for n in walk(item)):
            return None
        at = f"_number_{node.lineno}_{node.col_offset}_"
        turn: list[ast.stmt] = [ast.Assign([number], load(at)), ast.AugAssign(ast.Name(at, ast.Store()), ast.Add(), ast.Constant(1))]
        loop = ast.For(item, generator, [*(ast.copy_location(s, node) for s in turn), *node.body], node.orelse)
        return ast.copy_location(ast.Assign([ast.Name(at, ast.Store())], start), node), ast.copy_location(loop, node)

    def _of_generator(self, node: ast.For) -> list[ast.stmt] | None:
        call: Any = node.iter
        name = call.func.id
        binding = None
        if name in self._inner:
            generator: Any = self._inner[name]
        elif name in self._locals:
            return None
        else:
            binding = _bindings.resolve(self._function, name, [])
            found = self._source_of(binding.value)
            if found is None:
                return None
            generator = found
        own = own_names(generator)
        body = _without_text(generator.body)
        if node.orelse or not _is_simple(generator, body) or self._may_stop(body):
            return None
        count = sum(isinstance(n, ast.Yield) for s in body for n in walk(s))
        if breaks_loop(node.body) and (count > 1 or continues_loop(node.body) or not _ends_with_loop(body)):
            return None
        if count > 1 and sum(1 for s in node.body for _ in walk(s)) > _MOST_NODES:
            return None
        values = _bound(generator.args, call)
        if values is None:
            return None
        end = f"_yielded_by_{name}_{len(self.names)}_"  # messages leave it out (written_name() in cpp/frontend/syntax)
        stored = {n.id for s in [*body, *node.body, node.target] for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        same = {n: v.id for n, v in values.items() if isinstance(v, ast.Name) and not {n, v.id} & stored and v.id in self._locals}
        values = {n: v for n, v in values.items() if n not in same}
        renamed = Renamed({n: same.get(n, f"_{n}{end}") for n in own})
        body = [renamed.visit(copy_tree(s)) for s in body]
        inside = node.body
        if continues_loop(inside):  # `continue` ends this turn
            turns = f"_turn{end}"
            self.names.add(turns)
            once = ast.For(ast.Name(turns, ast.Store()), ast.Tuple([ast.Constant(0)], ast.Load()), inside, [])
            inside = [once]
        for n in (n for s in body for n in walk(s) if binding is not None and "lineno" in n._attributes):
            ast.copy_location(n, node)  # lines of another function
        turn = _Turn(node.target, inside)
        body = [turn.visit(s) for s in body]
        made = [ast.Assign([ast.Name(f"_{n}{end}", ast.Store())], value) for n, value in values.items()]
        self.names |= {f"_{n}{end}" for n in own}
        if binding is not None:
            self.used.append(binding)
        else:
            self.written.add(name)
        flat = [t for s in [*made, *body] for t in (s if isinstance(s, list) else [s])]
        return [ast.copy_location(s, node) if not hasattr(s, "lineno") else s for s in flat]

    def _may_stop(self, body: list[ast.stmt]) -> bool:
        """Whether StopIteration may leave a generator, which is another exception outside."""
        for n in (n for s in body for n in walk(s) if isinstance(n, (ast.Name, ast.Call))):
            if isinstance(n, ast.Name):
                code = getattr(_bindings.resolve(self._function, n.id, []).value, "__code__", None) if n.id not in self._locals else None
                if n.id == "StopIteration" or "StopIteration" in getattr(code, "co_names", ()):
                    return True
            elif isinstance(n.func, ast.Name) and n.func.id == "next" and len(n.args) == 1:
                return True
        return False

    def _source_of(self, value: Any) -> Any | None:
        """The `def` of a generator function that sees the same names as this one."""
        if not isinstance(value, FunctionType) or not value.__code__.co_flags & _GENERATOR or value.__code__.co_freevars:
            return None
        free = names_read(value)
        if value.__globals__ is not self._function.__globals__ or free & self._locals or value.__defaults__ or value.__kwdefaults__:
            return None
        if _comes_back(value, value, set()):
            return None
        try:
            return self._find_source(value).node
        except SourceNotFound:
            return None


def _comes_back(value: FunctionType, to: FunctionType, seen: set[Any]) -> bool:
    """Whether a generator function goes through another one that is this one in the end, as those that walk through trees do."""
    for name in names_read(value):
        other = value.__globals__.get(name)
        if other is to:
            return True
        if isinstance(other, FunctionType) and other.__code__.co_flags & _GENERATOR and other not in seen:
            seen.add(other)
            if _comes_back(other, to, seen):
                return True
    return False


def _without_text(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return body[1:] if is_text else body


def _is_simple(generator: Any, body: list[ast.stmt]) -> bool:
    if generator.decorator_list or any(isinstance(n, _REFUSED) for s in body for n in walk(s)):
        return False
    yields = [n for s in body for n in walk(s) if isinstance(n, ast.Yield)]
    statements = [n for s in body for n in walk(s) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Yield)]
    return 0 < len(yields) == len(statements) <= _MOST_YIELDS and all(y.value is not None for y in yields)


def _ends_with_loop(body: list[ast.stmt]) -> bool:
    """Whether the last statement is a loop, and `yield` is in it and in no loop inside."""
    loop = body[-1]
    if not isinstance(loop, (ast.For, ast.While)) or loop.orelse:
        return False
    inner = [n for s in loop.body for n in walk(s) if isinstance(n, (ast.For, ast.While))]
    is_inside = any(isinstance(n, ast.Yield) for s in loop.body for n in walk(s))
    return is_inside and not any(isinstance(n, ast.Yield) for one in inner for n in walk(one))


def _bound(arguments: ast.arguments, call: ast.Call) -> dict[str, ast.expr] | None:
    """Values by parameter, in the order in which Python computes them."""
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    plain = not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults)
    if not plain or len(call.args) + len(call.keywords) != len(names) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    values = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names or keyword.arg in values:
            return None
        values[keyword.arg] = keyword.value
    return values


class _Turn(ast.NodeTransformer):
    """In place of `yield value`: the body of the loop."""

    def __init__(self, target: ast.expr, body: list[ast.stmt]):
        self._target = target
        self._body = body
        self.is_taken = False  # the first one takes the very nodes

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        target, body = (copy_tree(self._target), copy_tree(self._body)) if self.is_taken else (self._target, self._body)
        self.is_taken = True
        return [ast.copy_location(ast.Assign([target], node.value.value), node), *body]
