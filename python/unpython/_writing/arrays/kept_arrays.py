"""Which names stand for arrays whose elements stay as they are: those of functions that store to no array.

    rhs = lambda s: np.array([s[1], -s[0]])
    path = [y]
    for _ in range(n):
        y = y + h * rhs(y)
        path.append(y)          what y stands for now is never changed
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._find_source import SourceNotFound, find_source
from unpython._writing.calls import full_name

_STORES = frozenset("put place copyto fill_diagonal put_along_axis putmask random at".split())
_BUILTINS = frozenset("range len int float abs min max sum round enumerate zip".split())
_METHODS = frozenset("append copy sum mean max min dot".split())
_MAKERS = frozenset(f"numpy.{name}" for name in "array asarray zeros ones empty_like zeros_like".split())
_DEEPEST = 3  # of functions that call functions


def kept_arrays(function: FunctionType, node: Any) -> frozenset[str]:
    """The names; none where the function may store to an array."""
    calm = _Calm(function, node, _DEEPEST)
    return frozenset(calm.arrays) if calm.holds else frozenset()


class _Calm:
    """`holds`: whether a function, and those that it calls, store to names alone, and give arrays to nobody who stores to them;
    `makes_arrays`: whether it gives arrays that it makes; `arrays`: names that such arrays are given to, or what operators make of them."""

    def __init__(self, function: FunctionType, node: Any, depth: int):
        self._function = function
        self._depth = depth
        nodes = list(ast.walk(node))
        self._local = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
        self._inner = {n.name: n for n in nodes if isinstance(n, ast.FunctionDef) and n is not node}
        self._given: dict[str, list[ast.expr]] = {}
        parameters = {n.arg for n in nodes if isinstance(n, ast.arg)}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                self._given.setdefault(n.targets[0].id, []).append(n.value)
        self._counters = {name for name, values in self._given.items() if all(isinstance(v, ast.Constant) for v in values)} - parameters
        self._makers: set[str] = set()
        self.holds = all(map(self._is_calm, nodes))
        self.makes_arrays = self._gives_made(node)
        self.arrays: set[str] = set()
        while new := {name for name, values in self._given.items() if any(map(self._gives_array, values))} - self.arrays:
            self.arrays |= new

    def _gives_made(self, node: Any) -> bool:
        """Whether a function gives an array that it makes in each `return`."""
        returned = [node.body] if isinstance(node, ast.Lambda) else [n.value for n in ast.walk(node) if isinstance(n, ast.Return)]
        return bool(returned) and all(isinstance(n, ast.Call) and full_name(n.func, self._function, self._local) in _MAKERS for n in returned)

    def _gives_array(self, node: ast.expr) -> bool:
        if isinstance(node, ast.BinOp):
            return not isinstance(node.op, ast.MatMult) and (self._gives_array(node.left) or self._gives_array(node.right))
        if isinstance(node, ast.UnaryOp):
            return self._gives_array(node.operand)
        if isinstance(node, ast.Call):
            is_made = isinstance(node.func, ast.Name) and node.func.id in self._makers
            return is_made or full_name(node.func, self._function, self._local) in _MAKERS
        return isinstance(node, ast.Name) and node.id in self.arrays

    def _is_calm(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.Subscript, ast.Attribute)):
            return isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.AugAssign):
            return isinstance(node.target, ast.Name) and node.target.id in self._counters
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Global, ast.Nonlocal, ast.With, ast.Try)):
            return False
        return not isinstance(node, ast.Call) or self._calls_calm(node)

    def _calls_calm(self, call: ast.Call) -> bool:
        if any(keyword.arg == "out" for keyword in call.keywords):
            return False
        target = full_name(call.func, self._function, self._local)
        module, _, name = target.partition(".")
        if target:
            return module == "math" or (module == "numpy" and not _STORES & set(target.split("."))) or (module == "builtins" and name in _BUILTINS)
        if isinstance(call.func, ast.Attribute):
            return call.func.attr in _METHODS
        return isinstance(call.func, ast.Name) and self._is_calm_function(call.func.id)

    def _is_calm_function(self, name: str) -> bool:
        if name in self._inner or name in self._given:
            values: list[Any] = [self._inner[name]] if name in self._inner else self._given[name]
            if all(isinstance(value, (ast.FunctionDef, ast.Lambda)) and self._gives_made(value) for value in values):
                self._makers.add(name)
            return all(isinstance(value, (ast.FunctionDef, ast.Lambda)) for value in values)  # whose nodes are asked themselves
        value = None if name in self._local else _bindings.resolve(self._function, name, []).value
        if not isinstance(value, FunctionType) or self._depth == 0:
            return False
        try:
            called = _Calm(value, find_source(value).node, self._depth - 1)
        except SourceNotFound:
            return False
        if called.makes_arrays:
            self._makers.add(name)
        return called.holds
