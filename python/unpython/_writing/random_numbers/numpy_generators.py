"""Names for `np.random.default_rng(seed)`, made in the function, around it or given, that are only used to draw: see
_library/numpy_functions/numpy_generators.py."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import numpy_generators
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree

METHODS = frozenset("random normal standard_normal uniform exponential poisson binomial integers permutation choice shuffle".split())


def is_one(value: Any) -> bool:
    return type(value).__name__ == "Generator" and type(value).__module__ == "numpy.random._generator"


def only_draws(node: Any, names: frozenset[str]) -> bool:
    """Whether all that a function does with parameters is to call methods that are known here."""
    drawn = {
        id(n.func.value) for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and _arguments(n) is not None
    }
    inner = [n for n in ast.walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node]
    around = {m.id for n in inner for m in ast.walk(n) if isinstance(m, ast.Name)}
    return not names & around and all(id(n) in drawn for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in names)


def rewritten(function: FunctionType, node: Any, given: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with calls of functions in place of such names, no names, and what free names it relies on. `given`: the
    parameters that are such generators, as their numbers."""
    used: list[_bindings.Binding] = []
    names: set[str] = set()
    allowed: set[int] = set()
    for n in ast.walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _makes(function, n.value, used):
            names.add(n.targets[0].id)
            allowed.add(id(n.targets[0]))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name) and _arguments(n) is not None:
            allowed.add(id(n.func.value))
    names -= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and id(n) not in allowed}
    names -= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
    around = _named_around(function, node, used)
    if not names and not given and not around:
        return node, frozenset(), []
    made = _Drawn(function, names | given, around).visit(copy_tree(node))
    return ast.fix_missing_locations(made), frozenset(), used


def _named_around(function: FunctionType, node: Any, used: list[_bindings.Binding]) -> dict[str, int]:
    """The numbers of the generators that names outside of the function stand for, where it draws from them."""
    own = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
    found: dict[str, int] = {}
    for n in ast.walk(node):
        if not isinstance(n, ast.Call) or not isinstance(n.func, ast.Attribute) or not isinstance(n.func.value, ast.Name):
            continue
        name = n.func.value.id
        if name in own or name in found or _arguments(n) is None:
            continue
        binding = _bindings.resolve(function, name, [])
        if is_one(binding.value):
            found[name] = numpy_generators.named(binding.value)
            used.append(binding)
    return found


def _makes(function: FunctionType, node: ast.expr, used: list[_bindings.Binding]) -> bool:
    """Whether an expression is np.random.default_rng() or np.random.default_rng(seed)."""
    if not isinstance(node, ast.Call) or node.keywords or len(node.args) > 1 or any(isinstance(a, ast.Starred) for a in node.args):
        return False
    binding = _bindings.of_node(function, node.func, function.__code__.co_varnames + function.__code__.co_cellvars)
    if binding is None:
        return False
    if binding.target != "numpy.random.default_rng":
        return False
    used.append(binding)
    return True


def _arguments(node: ast.Call) -> list[ast.expr] | None:
    """What a call of a method gives the function of ours, by position; None where that does not take it."""
    method = node.func.attr  # type: ignore[attr-defined]
    if method not in METHODS or any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return None
    names = [k.arg for k in node.keywords]
    try:
        bound = inspect.signature(getattr(numpy_generators, method)).bind(
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
    def __init__(self, function: FunctionType, names: set[str] | frozenset[str], around: dict[str, int]):
        self._function = function
        self._names = names
        self._around = around

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self._names:
            assert isinstance(node.value, ast.Call)
            node.value = ast.copy_location(OwnCall(numpy_generators.opened, node.value.args), node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
            return node
        name = node.func.value.id
        arguments = _arguments(node) if name in self._names or name in self._around else None
        if arguments is None:
            return node
        if name in self._around:
            arguments[0] = ast.copy_location(ast.Constant(self._around[name]), node.func.value)
        return ast.copy_location(OwnCall(getattr(numpy_generators, node.func.attr), arguments), node)
