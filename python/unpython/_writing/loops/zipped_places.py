"""Places in an array that are gone through one after the other, by an array for each dimension:

    for r, c in zip(*np.nonzero(m)):            rows, columns = np.nonzero(m)
                                                for r, c in zip(rows, columns):
    [(r, c) for r, c in zip(*np.where(m))]      the same in a comprehension
    list(zip(*np.nonzero(m)))                   [(r, c) for r, c in zip(rows, columns)]
    zip(*np.unique(x, return_counts=True))      values, counts = np.unique(x, return_counts=True), and zip(values, counts)
    dict(zip(*np.unique(x, return_counts=True)))
                                                {value: count for value, count in zip(values, counts)}

How many names there are says of how many dimensions the array has to be; the compiler refuses others. Asked only where a function was
refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import load, walk
from unpython._writing.rewriter import StatementRewriter, by_statements

_GIVE_PLACES = frozenset(f"numpy.{name}" for name in "nonzero where triu_indices tril_indices".split())
_TAKE_ALL = frozenset(f"builtins.{name}" for name in "list tuple set sorted sum len min max any all".split())
_SIMPLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Compare, ast.BinOp, ast.UnaryOp, ast.operator, ast.cmpop, ast.unaryop, ast.expr_context)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names of the places, and no free names."""
    return by_statements(_Writer(function), node)


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._local = local_names(function)
        self.names: set[str] = set()

    def _called(self, node: Any) -> str:
        return full_name(node.func, self._function, self._local) if isinstance(node, ast.Call) else ""

    def _places(self, node: Any) -> Any:
        """np.nonzero(m) of zip(*np.nonzero(m))"""
        if self._called(node) != "builtins.zip" or node.keywords or len(node.args) != 1 or not isinstance(node.args[0], ast.Starred):
            return None
        given: Any = node.args[0].value
        called = self._called(given)
        if called == "numpy.unique":
            return given if _flags(given) else None
        if called not in _GIVE_PLACES or (called == "numpy.where" and len(given.args) != 1):
            return None
        parts = [*given.args, *(k.value for k in given.keywords)]
        return given if all(isinstance(n, _SIMPLE) or self._called(n) == "builtins.len" for part in parts for n in walk(part)) else None

    def _zipped(self, call: Any, places: ast.expr, count: int) -> ast.stmt:
        """What finds the places; in the call they have names."""
        names = [f"_place_{len(self.names) + i}_" for i in range(count)]
        self.names |= set(names)
        call.args = [load(name) for name in names]
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        return ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Tuple(targets, ast.Store())], places), call))

    def visit_For(self, node: ast.For) -> Any:
        places = self._places(node.iter)
        made = self.go_inside(node)
        width = _width(node.target)
        if places is None or not width:
            return made
        return [self._zipped(node.iter, places, width), made]

    def _value(self, node: Any) -> Any:
        """x = [... for r, c in zip(*np.nonzero(m))], x = list(zip(*np.nonzero(m)))"""
        value = node.value
        made: Any
        is_all = self._called(value) in _TAKE_ALL and len(value.args) == 1
        is_dict = self._called(value) == "builtins.dict" and len(value.args) == 1 and not value.keywords
        if (is_dict or (is_all and self._called(value) == "builtins.list")) and (places := self._places(value.args[0])) is not None:
            names = [f"_each_{len(self.names) + i}_" for i in range(2)]
            call = value.args[0]
            clause = ast.comprehension(ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store()), call, [], 0)
            found = self._zipped(call, places, 2)
            self.names |= set(names)
            each = [load(name) for name in names]
            made = ast.DictComp(each[0], each[1], [clause]) if is_dict else ast.ListComp(ast.Tuple(each, ast.Load()), [clause])
            node.value = ast.copy_location(made, value)
            return [found, ast.fix_missing_locations(node)]
        made = value.args[0] if is_all else value
        while self._called(made).startswith("numpy.") and made.args:
            made = made.args[0]
        if not isinstance(made, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            return node
        clause = made.generators[0]
        places, width = self._places(clause.iter), _width(clause.target)
        return node if places is None or not width else [self._zipped(clause.iter, places, width), node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self._value(node) if all(isinstance(target, ast.Name) for target in node.targets) else node

    visit_Return = _value


def _flags(call: ast.Call) -> bool:
    """Whether np.unique gives two arrays."""
    asked = [k for k in call.keywords if k.arg in ("return_counts", "return_index", "return_inverse")]
    is_plain = len(call.args) == 1 and len(asked) == len(call.keywords) == 1 and not isinstance(call.args[0], ast.Starred)
    return is_plain and isinstance(asked[0].value, ast.Constant) and asked[0].value.value is True


def _width(target: ast.expr) -> int:
    is_plain = isinstance(target, ast.Tuple) and all(isinstance(part, ast.Name) for part in target.elts)
    return len(target.elts) if is_plain else 0  # type: ignore[attr-defined]
