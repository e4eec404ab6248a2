"""Names for `np.random.default_rng(seed)`, made in the function, around it or given, that are only used to draw: see
_library/numpy_functions/numpy_generators.py. For `np.random.RandomState(seed)` and `random.Random(seed)`, made in the function or around it,
too: random_states.py and python_generators.py there.

    np.random.default_rng(np.random.PCG64(seed))        opened_on(0, seed): on the first of the sources of bits that NumPy has
"""

from __future__ import annotations

import ast
import inspect
import sys
from types import FunctionType, ModuleType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import numpy_generators, random_states, rarer_distributions
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, walk

METHODS = frozenset(
    "random normal standard_normal uniform exponential poisson binomial integers permutation permuted choice shuffle standard_exponential standard_gamma"
    " gamma beta chisquare standard_t standard_cauchy lognormal laplace logistic gumbel rayleigh weibull pareto vonmises geometric"
    " power wald f triangular zipf logseries negative_binomial hypergeometric multinomial multivariate_normal dirichlet".split()
)
_OF_STATES = METHODS - {"integers"} | {"seed", "rand", "randn", "randint", "random_sample"}

_OF_PYTHON = frozenset("random randint randrange uniform gauss normalvariate expovariate choice shuffle sample".split())


class _Kind:
    """`library`: the functions that stand for the methods, or for those that others have not. `module`, `name`: of the class; `makers`: what
    makes one, by name."""

    def __init__(self, library: ModuleType, methods: frozenset[str], module: str, name: str, makers: tuple[str, ...]):
        self.library = library
        self.methods = methods
        self._class = (module, name)
        self._makers = makers

    def method(self, name: str) -> Any:
        return next(found for library in (self.library, numpy_generators, rarer_distributions) if (found := getattr(library, name, None)))

    def is_one(self, value: Any) -> bool:
        return (type(value).__module__, type(value).__name__) == self._class

    def makes(self, binding: _bindings.Binding) -> bool:
        """Whether a function makes one of a seed, if it is given one."""
        return _is_among(binding, self._makers)


def _is_among(binding: _bindings.Binding | None, names: tuple[str, ...]) -> bool:
    """Whether a name stands for one of some functions or classes: "numpy.random.RandomState"."""
    if binding is None or not callable(binding.value):
        return False
    parts = (name.rpartition(".") for name in names)
    return any(binding.value is getattr(sys.modules.get(module), name, parts) for module, _, name in parts)


_NUMPY = _Kind(numpy_generators, METHODS, "numpy.random._generator", "Generator", ("numpy.random.default_rng",))
_STATES = _Kind(random_states, _OF_STATES, "numpy.random.mtrand", "RandomState", ("numpy.random.RandomState",))


def is_one(value: Any) -> bool:
    return _NUMPY.is_one(value)


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

    return _of_kind(function, node, frozenset(), _Kind(python_generators, _OF_PYTHON, "random", "Random", ("random.Random",)))


def rewritten(function: FunctionType, node: Any, given: frozenset[str]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with calls of functions in place of such names, no names, and what free names it relies on. `given`: the
    parameters that are such generators, as their numbers."""
    made, _, used = _of_kind(function, node, given, _NUMPY)
    made, _, more = _of_kind(function, made, frozenset(), _STATES)
    return made, frozenset(), [*used, *more]


def _of_kind(function: FunctionType, node: Any, given: frozenset[str], kind: _Kind) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    used: list[_bindings.Binding] = []
    names: set[str] = set()
    allowed: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _opened(function, n.value, used, kind):
            names.add(n.targets[0].id)
            allowed.add(id(n.targets[0]))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name) and _arguments(n, kind) is not None:
            allowed.add(id(n.func.value))
    names -= {n.id for n in walk(node) if isinstance(n, ast.Name) and id(n) not in allowed}
    names -= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    around = _named_around(function, node, used, kind)
    at_once = {id(n) for n in walk(node) if _drawn_at_once(function, n, used, kind)}
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


def _opened(function: FunctionType, node: Any, used: list[_bindings.Binding], kind: _Kind) -> ast.expr | None:
    """What np.random.default_rng(), np.random.default_rng(seed), np.random.Generator(np.random.PCG64(seed)) is, or random.Random of them, or
    one of two of these; None where it is none of these."""
    if isinstance(node, ast.IfExp):
        one, other = _opened(function, node.body, used, kind), _opened(function, node.orelse, used, kind)
        return ast.copy_location(ast.IfExp(node.test, one, other), node) if one is not None and other is not None else None
    if not isinstance(node, ast.Call) or (seeds := _seeds(node)) is None:
        return None
    binding = _bindings.of_node(function, node.func, local_names(function))
    is_wide = kind is _NUMPY and _is_among(binding, ("numpy.random.Generator",))
    if binding is None or not (kind.makes(binding) or is_wide):
        return None
    found = _source(function, seeds[0], used) if seeds and kind in (_NUMPY, _STATES) else None
    if found is None and is_wide:
        return None
    used.append(binding)
    if found is None:
        return ast.copy_location(OwnCall(kind.library.opened, seeds), node)
    source, seeds = found
    return ast.copy_location(OwnCall(kind.library.opened_on, [ast.copy_location(ast.Constant(source), node), *seeds]), node)


def _source(function: FunctionType, node: Any, used: list[_bindings.Binding]) -> tuple[int, list[ast.expr]] | None:
    """The place of np.random.PCG64(seed) among such classes, and the seed."""
    seeds = _seeds(node) if isinstance(node, ast.Call) else None
    binding = _bindings.of_node(function, node.func, local_names(function)) if seeds is not None else None
    for place, name in enumerate(numpy_generators.SOURCES):
        if binding is not None and _is_among(binding, (f"numpy.random.{name}",)):
            used.append(binding)
            return place, seeds or []
    return None


def _seeds(node: ast.Call) -> list[ast.expr] | None:
    """None where it is not one seed at most."""
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg != "seed" for k in node.keywords):
        return None
    seeds = [*node.args, *(k.value for k in node.keywords)]
    return seeds if len(seeds) < 2 else None


def _drawn_at_once(function: FunctionType, node: Any, used: list[_bindings.Binding], kind: _Kind) -> ast.expr | None:
    """What a generator is that is drawn from where it is made: np.random.default_rng(seed).normal()"""
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call)
    return _opened(function, node.func.value, used, kind) if is_method and _arguments(node, kind) is not None else None


def _arguments(node: ast.Call, kind: _Kind = _NUMPY) -> list[ast.expr] | None:
    """What a call of a method gives the function of ours, by position; None where that does not take it."""
    method = node.func.attr  # type: ignore[attr-defined]
    if method not in kind.methods or any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return None
    names = [k.arg for k in node.keywords]
    try:
        bound = inspect.signature(kind.method(method)).bind(
            node.func.value, *node.args, **{k.arg: k.value for k in node.keywords if k.arg}  # type: ignore[attr-defined]
        )
    except TypeError:
        return None
    if names != [name for name in bound.arguments if name in names] and not all(_is_plain(k.value) for k in node.keywords):
        return None  # in another order they would be computed in another order
    bound.apply_defaults()
    return [value if isinstance(value, ast.expr) else ast.Constant(value) for value in bound.args]


def _is_plain(node: ast.expr) -> bool:
    """Names and numbers, and tuples and sums of them: nobody sees when these are computed."""
    return all(isinstance(n, (ast.Name, ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)) for n in walk(node))


class _Drawn(ast.NodeTransformer):
    def __init__(self, function: FunctionType, names: set[str] | frozenset[str], around: dict[str, int], kind: _Kind):
        self._function = function
        self._used: list[_bindings.Binding] = []
        self._names = names
        self._around = around
        self._kind = kind

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        is_one = isinstance(node.targets[0], ast.Name) and node.targets[0].id in self._names
        opened = _opened(self._function, node.value, self._used, self._kind) if is_one else None
        if opened is not None:
            node.value = opened
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        opened = _drawn_at_once(self._function, node, self._used, self._kind)
        self.generic_visit(node)
        if opened is not None:
            return ast.copy_location(OwnCall(self._kind.method(node.func.attr), [opened, *(_arguments(node, self._kind) or [])[1:]]), node)  # type: ignore[attr-defined]
        if not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
            return node
        name = node.func.value.id
        arguments = _arguments(node, self._kind) if name in self._names or name in self._around else None
        if arguments is None:
            return node
        if name in self._around:
            arguments[0] = ast.copy_location(ast.Constant(self._around[name]), node.func.value)
        return ast.copy_location(OwnCall(self._kind.method(node.func.attr), arguments), node)
