"""Names for `np.random.default_rng(seed)`, made in the function, around it or given, that are only used to draw: see
_library/numpy_functions/numpy_generators.py. For `random.Random(seed)`, made in the function or around it, too: python_generators.py there."""

from __future__ import annotations

import ast
import inspect
import sys
from types import FunctionType, ModuleType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import numpy_generators
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, walk

METHODS = frozenset(
    "random normal standard_normal uniform exponential poisson binomial integers permutation choice shuffle standard_exponential standard_gamma"
    " gamma beta chisquare standard_t standard_cauchy lognormal laplace logistic gumbel rayleigh weibull pareto vonmises geometric".split()
)

_OF_PYTHON = frozenset("random randint randrange uniform gauss normalvariate expovariate choice shuffle sample".split())


class _Kind:
    """`library`: the functions that stand for the methods."""

    def __init__(self, library: ModuleType, methods: frozenset[str]):
        self.library = library
        self.methods = methods

    def is_one(self, value: Any) -> bool:
        return is_one(value) if self.library is numpy_generators else _is_of_python(value)

    def makes(self, binding: _bindings.Binding) -> bool:
        if self.library is numpy_generators:
            return binding.target == "numpy.random.default_rng"
        return binding.value is getattr(sys.modules.get("random"), "Random", numpy_generators)


_NUMPY = _Kind(numpy_generators, METHODS)


def is_one(value: Any) -> bool:
    return type(value).__name__ == "Generator" and type(value).__module__ == "numpy.random._generator"


def _is_of_python(value: Any) -> bool:
    return type(value).__name__ == "Random" and type(value).__module__ == "random"


def only_draws(node: Any, names: frozenset[str]) -> bool:
    """Whether all that a function does with parameters is to call methods that are known here."""
    drawn = {
        id(n.func.value) for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and _arguments(n) is not None
    }
    inner = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node]
    around = {m.id for n in inner for m in walk(n) if isinstance(m, ast.Name)}
    return not names & around and all(id(n) in drawn for n in walk(node) if isinstance(n, ast.Name) and n.id in names)


def of_python(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """As rewritten(), of random.Random(seed)."""
    from unpython._library.numpy_functions import python_generators

    return rewritten(function, node, frozenset(), _Kind(python_generators, _OF_PYTHON))


def rewritten(
    function: FunctionType, node: Any, given: frozenset[str], kind: _Kind = _NUMPY
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with calls of functions in place of such names, no names, and what free names it relies on. `given`: the
    parameters that are such generators, as their numbers."""
    used: list[_bindings.Binding] = []
    names: set[str] = set()
    allowed: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _makes(function, n.value, used, kind):
            names.add(n.targets[0].id)
            allowed.add(id(n.targets[0]))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name) and _arguments(n, kind) is not None:
            allowed.add(id(n.func.value))
    names -= {n.id for n in walk(node) if isinstance(n, ast.Name) and id(n) not in allowed}
    names -= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    around = _named_around(function, node, used, kind)
    at_once = {id(n) for n in walk(node) if _draws_at_once(function, n, used, kind)}
    if not names and not given and not around and not at_once:
        return node, frozenset(), []
    made = _Drawn(function, names | given, around, kind).visit(copy_tree(node))
    return ast.fix_missing_locations(made), frozenset(), used


def _named_around(function: FunctionType, node: Any, used: list[_bindings.Binding], kind: _Kind) -> dict[str, int]:
    """The numbers of the generators that names outside of the function stand for, where it draws from them."""
    own = {*local_names(function)}
    found: dict[str, int] = {}
    for n in walk(node):
        if not isinstance(n, ast.Call) or not isinstance(n.func, ast.Attribute) or not isinstance(n.func.value, ast.Name):
            continue
        name = n.func.value.id
        if name in own or name in found or _arguments(n, kind) is None:
            continue
        binding = _bindings.resolve(function, name, [])
        if kind.is_one(binding.value):
            found[name] = numpy_generators.named(binding.value)
            used.append(binding)
    return found


def _makes(function: FunctionType, node: ast.expr, used: list[_bindings.Binding], kind: _Kind) -> bool:
    """Whether an expression is np.random.default_rng() or np.random.default_rng(seed), or random.Random of them."""
    if not isinstance(node, ast.Call) or any(isinstance(a, ast.Starred) for a in node.args):
        return False
    if len(node.args) + len(node.keywords) > 1 or any(k.arg != "seed" or kind is not _NUMPY for k in node.keywords):
        return False
    binding = _bindings.of_node(function, node.func, local_names(function))
    if binding is None or not kind.makes(binding):
        return False
    used.append(binding)
    return True


def _draws_at_once(function: FunctionType, node: Any, used: list[_bindings.Binding], kind: _Kind) -> bool:
    """Whether a generator is drawn from where it is made: np.random.default_rng(seed).normal()"""
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call)
    return is_method and _arguments(node, kind) is not None and _makes(function, node.func.value, used, kind)


def _seeds(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(k.value for k in node.keywords)]


def _arguments(node: ast.Call, kind: _Kind = _NUMPY) -> list[ast.expr] | None:
    """What a call of a method gives the function of ours, by position; None where that does not take it."""
    method = node.func.attr  # type: ignore[attr-defined]
    if method not in kind.methods or any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return None
    names = [k.arg for k in node.keywords]
    try:
        bound = inspect.signature(getattr(kind.library, method)).bind(
            node.func.value, *node.args, **{k.arg: k.value for k in node.keywords if k.arg}  # type: ignore[attr-defined]
        )
    except TypeError:
        return None
    if len(node.args) > 3 and method == "integers":
        return None  # its fourth argument is a type
    if names != [name for name in bound.arguments if name in names]:
        return None  # in another order they would be computed in another order
    bound.apply_defaults()
    return [value if isinstance(value, ast.expr) else ast.Constant(value) for value in bound.args]


class _Drawn(ast.NodeTransformer):
    def __init__(self, function: FunctionType, names: set[str] | frozenset[str], around: dict[str, int], kind: _Kind):
        self._function = function
        self._used: list[_bindings.Binding] = []
        self._names = names
        self._around = around
        self._kind = kind

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self._names:
            assert isinstance(node.value, ast.Call)
            node.value = ast.copy_location(OwnCall(self._kind.library.opened, _seeds(node.value)), node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_at_once = _draws_at_once(self._function, node, self._used, self._kind)
        self.generic_visit(node)
        if is_at_once:
            made: Any = node.func.value  # type: ignore[attr-defined]
            opened = ast.copy_location(OwnCall(self._kind.library.opened, _seeds(made)), made)
            return ast.copy_location(OwnCall(getattr(self._kind.library, node.func.attr), [opened, *(_arguments(node, self._kind) or [])[1:]]), node)  # type: ignore[attr-defined]
        if not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
            return node
        name = node.func.value.id
        arguments = _arguments(node, self._kind) if name in self._names or name in self._around else None
        if arguments is None:
            return node
        if name in self._around:
            arguments[0] = ast.copy_location(ast.Constant(self._around[name]), node.func.value)
        return ast.copy_location(OwnCall(getattr(self._kind.library, node.func.attr), arguments), node)
