"""np.issubdtype(x.dtype, np.floating): the kind stands in the text of a call; np.result_type of arrays and types; and np.ndim, which is 1
for (); and np.dtype("int16")."""

from __future__ import annotations

import ast
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.arrays.written_bodies import MOST_PARTS, Written, arguments_of, written_body
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import WholeRewriter

#: What NumPy's abstract types hold, in the words of np.isdtype.
_KINDS = {
    "integer": ("integral",), "signedinteger": ("signed integer",), "unsignedinteger": ("unsigned integer",), "floating": ("real floating",),
    "complexfloating": ("complex floating",), "inexact": ("real floating", "complex floating"), "number": ("numeric",),
}  # fmt: skip


def issubdtype(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    from unpython._library.numpy_functions import types_of_numbers

    given = arguments_of(node, "arg1", "arg2") or {}
    if len(given) < 2:
        return None
    numpy: Any = sys.modules.get("numpy")
    binding = _bindings.of_node(function, given["arg2"], names)
    kind = next((kind for kind in _KINDS if binding is not None and binding.value is getattr(numpy, kind)), None)
    if kind is not None:
        body = "return " + " or ".join(f"isdtype(arg1, {text!r})" for text in _KINDS[kind])
        return written_body("issubdtype", "arg1", body, types_of_numbers), [given["arg1"]]
    if binding is None or binding.kind != "library":
        return None
    return types_of_numbers.is_same_type, [given["arg1"], given["arg2"]]


def ndim(node: ast.Call, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    """np.ndim(x) if np.ndim(x) else that of np.asarray(x): of () none is made."""
    from unpython._library.numpy_functions import types_of_numbers

    given = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if isinstance(given, ast.Tuple) and not given.elts:
        return ast.copy_location(ast.Constant(1), node)
    if not isinstance(given, ast.Name) or hasattr(node, "is_asked"):
        return None
    asked: Any = ast.copy_location(ast.Call(node.func, [given], []), node)
    asked.is_asked = True
    has_none = ast.copy_location(ast.Compare(asked, [ast.Eq()], [ast.copy_location(ast.Constant(0), node)]), node)
    of_array = ast.copy_location(OwnCall(types_of_numbers.dimensions, [given]), node)
    return ast.copy_location(ast.IfExp(has_none, of_array, asked), node)


def result_type(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """Of arrays by name and types: a type is written as one, or is the dtype of something."""
    from unpython._library.numpy_functions import types_of_numbers

    if node.keywords or not 1 <= len(node.args) <= MOST_PARTS or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    words = []
    for number, given in enumerate(node.args):
        is_type = isinstance(given, ast.Attribute) and given.attr == "dtype"
        binding = _bindings.of_node(function, given, names)
        if is_type or (binding is not None and isinstance(binding.value, type)):
            words.append(f"of_type(a{number})")
        elif isinstance(given, ast.Name):
            words.append(f"of_array(a{number})")
        else:
            return None
    parameters = ", ".join(f"a{number}" for number in range(len(words)))
    together = words[0]
    for word in words[1:]:
        together = f"together({together}, {word})"
    return written_body("result_type", parameters, f"return {together}.dtype", types_of_numbers), list(node.args)


def without_dtypes(
    function: FunctionType, node: Any, types: dict[str, Any] | None = None
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with what a type is made of in place of np.dtype("int16"), also of a name for it, where that says the same; no names, and what
    free names it relies on. `types`: those that a call gives, by parameter."""
    writer = _WithoutDtypes(function, node, types or {})
    made = writer.visit(copy_tree(node))
    if any(writer.is_dtype(n) for n in walk(made)):
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(), writer.used


_TAKE_TYPES = frozenset("astype view zeros ones empty full array asarray arange zeros_like ones_like empty_like full_like".split())


class _WithoutDtypes(WholeRewriter):
    def __init__(self, function: FunctionType, node: Any, types: dict[str, Any]):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []
        nodes = list(walk(node))
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._types = {name: kind for name, kind in types.items() if name not in stored}
        stored += [n.arg for n in nodes if isinstance(n, ast.arg)]
        self._values: dict[str, ast.expr] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and self._of(n.value) is not None:
                if stored.count(n.targets[0].id) == 1:
                    self._values[n.targets[0].id] = n.value

    def _of(self, node: Any) -> ast.expr | None:
        """What np.dtype() is given, or the value of a name: a text, or what stands for a type."""
        if isinstance(node, ast.Name) and node.id in self._values:
            return self._of(self._values[node.id])
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords or full_name(node.func, self._function, self._own) != "numpy.dtype":
            return None
        given = node.args[0]
        found = self._known(given)
        if found is not None and isinstance(given, ast.Constant) and isinstance(node.func, ast.Attribute):
            name = "bool_" if found.name == "bool" else found.name
            return ast.copy_location(ast.Attribute(node.func.value, name, ast.Load()), given)
        return None if found is None else given

    def _known(self, given: ast.expr) -> Any:
        """The type, where it is one of numbers."""
        numpy = sys.modules.get("numpy")
        if isinstance(given, ast.Name) and given.id in self._types:
            value = self._types[given.id].type
        elif isinstance(given, ast.Constant):
            value = given.value
        else:
            binding = _bindings.of_node(self._function, given, self._own)
            value = None if binding is None else binding.value
            self.used += [] if binding is None else [binding]
        if numpy is None or not isinstance(value, (str, type)):
            return None
        try:
            found = numpy.dtype(value)
        except TypeError:
            return None
        return found if found.kind in "biufc" and found.isnative else None

    def is_dtype(self, node: Any) -> bool:
        return isinstance(node, ast.expr) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load) and self._of(node) is not None

    def _type(self, node: Any) -> Any:
        found = self._of(node)
        return node if found is None else copy_tree(found)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        return ast.copy_location(ast.Pass(), node) if isinstance(target, ast.Name) and target.id in self._values else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node.func, ast.Attribute) and node.func.attr in _TAKE_TYPES:
            node.args = list(map(self._type, node.args))
        for keyword in node.keywords:
            if keyword.arg == "dtype":
                keyword.value = self._type(keyword.value)
        found = self._of(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        if found is not None and full_name(node.func, self._function, self._own) == "builtins.str":
            return ast.copy_location(ast.Constant(str(self._known(found))), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        sides = [node.left, *node.comparators]
        if len(sides) == 2 and any(isinstance(side, ast.Attribute) and side.attr == "dtype" for side in sides):
            node.left, node.comparators = self._type(node.left), [self._type(node.comparators[0])]
        elif len(sides) == 2 and isinstance(node.ops[0], (ast.Eq, ast.NotEq)) and any(self._of(side) is not None for side in sides):
            one, other = (self._known(self._of(side) or side) for side in sides)
            if one is not None and other is not None:
                return ast.copy_location(ast.Constant((one == other) == isinstance(node.ops[0], ast.Eq)), node)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        found = self._of(node.value) if node.attr in ("itemsize", "name", "kind", "char", "str") else None
        return self.generic_visit(node) if found is None else ast.copy_location(ast.Constant(getattr(self._known(found), node.attr)), node)
