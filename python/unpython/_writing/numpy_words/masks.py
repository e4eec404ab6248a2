"""np.divide(a, b, out=r, where=m) and np.sum(a, where=m)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.arrays.written_bodies import Written, written_body
from unpython._writing.calls import OwnCall

_CHANGES_NOTHING = {"sum": 0, "prod": 1, "any": False, "all": True}
_EXTREMES = frozenset("max min amax amin".split())
_OF_SOME = frozenset("mean var std".split())


def with_mask(node: ast.Call, name: str) -> Written | ast.expr | None:
    """np.divide(a, b, out=r, where=m) and np.sum(a, where=m)."""
    from unpython._library.numpy_functions import parts

    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    mask = keywords.pop("where")
    short = name.removeprefix("numpy.")
    if name.startswith("numpy.") and set(keywords) == {"out"} and not isinstance(keywords["out"], ast.Constant):
        functions: dict[int, Callable[..., Any]] = {1: parts.only_where, 2: parts.only_where2}
        numpy = getattr(__import__("numpy"), short, None)
        if getattr(numpy, "nin", 0) != len(node.args) or getattr(numpy, "nout", 0) != 1 or len(node.args) not in functions:
            return None
        return functions[len(node.args)], [node.func, *node.args, keywords["out"], mask]
    known = _EXTREMES | _OF_SOME | set(_CHANGES_NOTHING)
    is_method = not name and isinstance(node.func, ast.Attribute) and node.func.attr in known
    if is_method:
        short = node.func.attr  # type: ignore[attr-defined]
    if (not is_method and not name.startswith("numpy.")) or short not in known or "out" in keywords:
        return None
    array = node.func.value if is_method else (node.args[0] if node.args else None)  # type: ignore[attr-defined]
    if array is None:
        return None
    if short in _OF_SOME:
        return _of_some(node, short, array, mask, node.args[0 if is_method else 1 :])
    if short in _EXTREMES:
        if not isinstance(keywords.get("initial"), (ast.Constant, ast.UnaryOp, ast.Name, ast.Attribute)):
            return None
        made = ast.copy_location(OwnCall(parts.masked_by, [array, mask, keywords["initial"]]), node)
    elif short == "sum":
        made = ast.copy_location(OwnCall(parts.masked_to_add, [array, mask]), node)
    else:
        other = ast.copy_location(ast.Constant(_CHANGES_NOTHING[short]), node)
        made = ast.copy_location(OwnCall(parts.masked, [array, mask, other]), node)
    left = [keyword for keyword in node.keywords if keyword.arg != "where"]
    if is_method:
        called = ast.copy_location(ast.Attribute(made, short, ast.Load()), node.func)
        return ast.copy_location(ast.Call(called, node.args, left), node)
    return ast.copy_location(ast.Call(node.func, [made, *node.args[1:]], left), node)


def _of_some(node: ast.Call, name: str, array: ast.expr, mask: ast.expr, places: list[ast.expr]) -> Written | None:
    """np.mean, np.var and np.std of the elements that a mask selects."""
    given: dict[str, ast.expr] = dict(zip(("axis",), places))
    given |= {str(keyword.arg): keyword.value for keyword in node.keywords if keyword.arg != "where"}
    known = ("axis", "keepdims") if name == "mean" else ("axis", "ddof", "keepdims")
    if len(places) > 1 or not set(given) <= set(known):
        return None
    named = ", ".join(f"{key}={key}" for key in given)
    body = f"return {name}_of_some(a, mask, {named})" if named else f"return {name}_of_some(a, mask)"
    return written_body(f"{name}_of_some", ", ".join(["a", "mask", *given]), body), [array, mask, *given.values()]
