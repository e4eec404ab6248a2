"""np.issubdtype(x.dtype, np.floating): the kind stands in the text of a call; np.result_type of arrays and types; and np.ndim, which is 1
for ()."""

from __future__ import annotations

import ast
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.arrays.written_bodies import MOST_PARTS, Written, arguments_of, written_body
from unpython._writing.calls import OwnCall

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
