"""What draws from a generator, and when: asked by generators.py."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.plainer import find_source

DISTRIBUTIONS = frozenset("random normal integers exponential poisson choice permutation".split())
_ALWAYS_DRAW = DISTRIBUTIONS - {"permutation"}
PARALLEL = ("unpython.prange", "unpython.gpurange")


class Text:
    """What the names of one function stand for."""

    def __init__(self, function: FunctionType, node: Any):
        self.function = function
        arguments = node.args
        self.parameters = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        self.locals = local_names(function)

    def binding(self, node: ast.expr) -> _bindings.Binding | None:
        """What a free name, or an attribute of one, stands for."""
        return _bindings.of_node(self.function, node, self.locals)

    def library(self, node: ast.expr) -> str:
        found = self.binding(node)
        return found.target if found is not None and found.kind == "library" else ""

    def helper(self, call: ast.Call) -> FunctionType | None:
        found = self.binding(call.func)
        return _bindings.python_function(found.value) if found is not None and found.kind == "function" else None


def drawn_name(node: Any) -> str:
    """`rng` of rng.random() and its kin; empty for other nodes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in DISTRIBUTIONS:
        return node.func.value.id if isinstance(node.func.value, ast.Name) else ""
    return ""


def given_parameters(call: ast.Call, helper: FunctionType) -> Iterator[tuple[str, str]]:
    """Names that are arguments of a call, with the parameters that take them."""
    names = helper.__code__.co_varnames[: helper.__code__.co_argcount]
    for parameter, value in zip(names, call.args):
        if isinstance(value, ast.Name):
            yield value.id, parameter
    for keyword in call.keywords:
        if keyword.arg is not None and isinstance(keyword.value, ast.Name):
            yield keyword.value.id, keyword.arg


def when_drawn(text: Text, loop: ast.For, generator: str) -> ast.expr | None:
    """A condition, known before a loop, that says whether its iterations draw; None where only they can tell."""
    changed = {n.id for n in walk(loop) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    inner = _certain(text, loop.body, generator, changed, (text.function,))
    if inner is None:
        return None
    tests = [_is_not_empty(loop.iter), *inner]
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _certain(
    text: Text, body: list[ast.stmt], generator: str, changed: set[str], around: tuple[FunctionType, ...]
) -> list[ast.expr] | None:
    """Conditions under all of which, and only then, the statements draw; None where there are no such ones."""
    draws = [s for s in body if any(isinstance(n, ast.Name) and n.id == generator for n in walk(s))]
    for node in body:
        found: list[ast.expr] | None = None
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)):
            found = [] if node.value is not None and _surely(text, node.value, generator, around) else None
            if isinstance(node, ast.Assign) and any(_surely(text, t, generator, around) for t in node.targets):
                found = []
        elif isinstance(node, (ast.If, ast.While)):
            if _surely(text, node.test, generator, around):
                found = []
            elif isinstance(node, ast.If) and node.orelse:
                ways = [_certain(text, way, generator, changed, around) for way in (node.body, node.orelse)]
                found = [] if ways == [[], []] else None
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Call):
            is_range = text.library(node.iter.func) in (*PARALLEL, "builtins.range", "unpython.xrange")
            bounds = [n.id for a in node.iter.args for n in walk(a) if isinstance(n, ast.Name)]
            simple = all(map(is_plain_bound, node.iter.args))
            inner = _certain(text, node.body, generator, changed, around) if is_range and simple else None
            if inner is not None and not changed & set(bounds):
                found = [_is_not_empty(node.iter), *inner]
        if found == [] or (found is not None and draws == [node]):
            return found
        if any(isinstance(n, (ast.Continue, ast.Break, ast.Return)) for n in walk(node)):
            return None
    return None


def _surely(text: Text, node: Any, generator: str, around: tuple[FunctionType, ...]) -> bool:
    """Whether an expression draws whatever its values are."""
    if isinstance(node, ast.Call):
        if drawn_name(node) == generator and node.func.attr in _ALWAYS_DRAW:  # type: ignore[attr-defined]
            return True
        helper = text.helper(node)
        taken = [p for name, p in given_parameters(node, helper) if name == generator] if helper is not None else []
        if helper is not None and taken and helper not in around:
            inner = find_source(helper).node
            body = inner.body if isinstance(inner.body, list) else [ast.Return(inner.body)]
            if _certain(Text(helper, inner), body, taken[0], set(), (*around, helper)) == []:
                return True
    if isinstance(node, ast.IfExp):
        return _surely(text, node.test, generator, around)
    if isinstance(node, ast.BoolOp):
        return _surely(text, node.values[0], generator, around)
    if isinstance(node, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)):
        return False
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        return _surely(text, node.left, generator, around)
    return any(_surely(text, child, generator, around) for child in ast.iter_child_nodes(node))


def is_plain_bound(node: Any) -> bool:
    """A name, a constant, or an extent of an array: evaluating it twice changes nothing."""
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and isinstance(node.slice, ast.Constant):
        return node.value.attr == "shape" and isinstance(node.value.value, ast.Name)
    if isinstance(node, ast.Attribute):
        return node.attr == "size" and isinstance(node.value, ast.Name)
    return isinstance(node, (ast.Name, ast.Constant))


def _is_not_empty(numbers: Any) -> ast.expr:
    """Whether a range of these bounds has a number."""
    bounds = copy_tree(numbers.args)
    if len(bounds) == 1:
        return ast.Compare(ast.Constant(0), [ast.Lt()], [bounds[0]])
    if len(bounds) == 2:
        return ast.Compare(bounds[0], [ast.Lt()], [bounds[1]])
    method = ast.Attribute(bounds[0], "__is_range__", ast.Load())
    return ast.Call(method, bounds[1:], [])
