"""np.poly1d: its coefficients in place of the object.

    p = np.poly1d(c)       p = poly_coefficients(c)
    q = p.deriv()          q = poly_derivative(p)
    p(x), p.order          np.polyval(p, x), len(p) - 1

A name that stands for nothing but such objects, and is used in no other way.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import polynomials, signals
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, walk

_COEFFICIENTS = frozenset("c coef coeffs coefficients".split())
_MADE_BY = {"deriv": polynomials.derivative_of_polynomial, "integ": polynomials.integral_of_polynomial}


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with arrays in place of polynomials, no names, and what free names it relies on."""
    made = copy_tree(node)
    writer = _Writer(function, made)
    made.body = [writer.visit(statement) for statement in made.body]
    return (ast.fix_missing_locations(made), frozenset(), writer.used) if writer.used and not writer.is_lost else (node, frozenset(), [])


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []
        self._names = self._polynomials(node)
        inner = (n for s in node.body for n in walk(s) if isinstance(n, (ast.FunctionDef, ast.Lambda)))
        self.is_lost = any(isinstance(n, ast.Name) and n.id in self._names for f in inner for n in walk(f))

    def _polynomials(self, node: Any) -> set[str]:
        """Names that are given polynomials alone."""
        values: dict[str, list[Any]] = {}
        stored: dict[str, int] = {}
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load):
                stored[n.id] = stored.get(n.id, 0) + 1
            elif isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                values.setdefault(n.targets[0].id, []).append(n.value)
        parameters = {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        names = {name for name, given in values.items() if name not in parameters and stored[name] == len(given)}
        while wrong := {name for name in names if not all(self._is_made(v, names) for v in values[name])}:
            names -= wrong
        return names

    def _is_made(self, node: Any, names: set[str]) -> bool:
        if not isinstance(node, ast.Call) or node.keywords:
            return False
        if isinstance(node.func, ast.Attribute) and node.func.attr in _MADE_BY:
            of = node.func.value
            return not node.args and (self._is_made(of, names) or (isinstance(of, ast.Name) and of.id in names))
        binding = _bindings.of_node(self._function, node.func, self._own)
        return binding is not None and binding.target == "numpy.poly1d" and len(node.args) == 1

    def _is_polynomial(self, node: Any) -> bool:
        return self._is_made(node, self._names) or (isinstance(node, ast.Name) and node.id in self._names)

    def _array(self, node: Any) -> ast.expr:
        """The coefficients of a polynomial."""
        if isinstance(node, ast.Name):
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr in _MADE_BY:
            return self._call(_MADE_BY[node.func.attr], [self._array(node.func.value)], node)
        binding = _bindings.of_node(self._function, node.func, self._own)
        assert binding is not None
        self.used.append(binding)
        return self._call(polynomials.polynomial, [self.visit(node.args[0])], node)

    @staticmethod
    def _call(function: Any, arguments: list[ast.expr], at: ast.expr) -> ast.expr:
        return ast.copy_location(OwnCall(function, arguments), at)

    def visit_Call(self, node: ast.Call) -> Any:
        if self._is_polynomial(node):
            self.is_lost = True  # it is given away, or an operand
        if not self._is_polynomial(node.func):
            return self.generic_visit(node)
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            self.is_lost = True
            return node
        return self._call(signals.polyval, [self._array(node.func), self.visit(node.args[0])], node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if not self._is_polynomial(node.value):
            return self.generic_visit(node)
        if node.attr in _COEFFICIENTS:
            return self._array(node.value)
        if node.attr in ("o", "order"):
            return self._call(polynomials.order_of_polynomial, [self._array(node.value)], node)
        self.is_lost = True
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if self._is_made(node.value, self._names) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            node.value = self._array(node.value)
            return node
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self._names:
            self.is_lost = True
        return node
