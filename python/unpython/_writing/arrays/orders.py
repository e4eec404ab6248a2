"""`a.ravel("F")`, `a.flatten(order="F")` and `a.reshape(n, m, order="F")`: those of the transposed array. An order "C" says nothing.
And `a.item(i)`: a number of Python's."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from unpython._writing.arrays.written_bodies import Written, arguments_of, written_body


def of_method(node: ast.Call) -> Written | None:
    called = node.func
    if not isinstance(called, ast.Attribute) or called.attr not in METHODS or not (node.keywords or node.args):
        return None
    if called.attr == "item":
        places = node.args[0].elts if len(node.args) == 1 and isinstance(node.args[0], ast.Tuple) else node.args
        return None if node.keywords else _item(called.value, places)
    if called.attr == "reshape":
        orders = [k.value for k in node.keywords]
        if not node.args or [k.arg for k in node.keywords] != ["order"]:
            return None
        extents = node.args[0].elts if len(node.args) == 1 and isinstance(node.args[0], (ast.Tuple, ast.List)) else node.args
        return _reshaped(called.value, extents, orders[0])
    given = arguments_of(node, "order")
    return None if given is None else _flat(called.attr, called.value, given["order"])


def _item(array: ast.expr, places: list[ast.expr]) -> Written:
    names = [f"n{i}" for i in range(len(places))]
    if len(places) == 1:
        outside = "if n0 < -np.size(a) or n0 >= np.size(a):\n        "
        outside += "raise IndexError(f'index {n0} is out of bounds for size {np.size(a)}')\n    "
        return written_body("item", "a, n0", f"{outside}return np.ravel(a)[n0].item()"), [array, *places]
    return written_body("item", ", ".join(["a", *names]), f"return a[{', '.join(names)}].item()"), [array, *places]


def _flat(name: str, array: ast.expr, order: ast.expr) -> Written | None:
    letter = order.value if isinstance(order, ast.Constant) else None
    turned = {"F": "np.transpose(a)", "C": "a"}.get(letter) if isinstance(letter, str) else None
    return None if turned is None else (written_body(name, "a", f"return {turned}.{name}()"), [array])


def _reshaped(array: ast.expr, extents: list[ast.expr], order: ast.expr) -> Written | None:
    letter = order.value if isinstance(order, ast.Constant) else None
    if letter not in ("F", "C") or any(isinstance(e, ast.Starred) for e in extents) or not extents:
        return None
    names = [f"n{i}" for i in range(len(extents))]
    plain = f"np.reshape(a, ({', '.join(names)},))"
    turned = f"np.transpose(np.reshape(np.transpose(a), ({', '.join(reversed(names))},)))"
    return written_body("reshape", ", ".join(["a", *names]), f"return {plain if letter == 'C' else turned}"), [array, *extents]


def _ravel(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    given = arguments_of(node, "a", "order") or {}
    return _flat("ravel", given["a"], given["order"]) if len(given) == 2 else None


def _reshape(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    given = arguments_of(node, "a", "shape", "order") or {}
    if len(given) < 3:
        return None
    shape = given["shape"]
    return _reshaped(given["a"], shape.elts if isinstance(shape, (ast.Tuple, ast.List)) else [shape], given["order"])


#: Methods that of_method() knows.
METHODS = frozenset(("ravel", "flatten", "reshape", "item"))
WRITERS: dict[str, Callable[[ast.Call, FunctionType, frozenset[str]], Written | None]] = {"ravel": _ravel, "reshape": _reshape}
