"""np.subtract(a, b, dtype=np.float64), np.multiply(a, 0.5, out=a, casting="unsafe"): the type that a function of elements computes in, and
what may be stored into out=."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._writing.arrays.written_bodies import Written

#: That the call of such a function may have; order= and subok= say nothing of numbers.
KEYWORDS = frozenset("dtype casting subok".split())
_IN_TYPE = frozenset(
    "add subtract multiply divide true_divide floor_divide remainder mod power maximum minimum fmax fmin negative positive absolute abs fabs square"
    " sqrt cbrt reciprocal exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh hypot floor ceil trunc rint"
    " sign deg2rad rad2deg radians degrees logaddexp copysign".split()
)


def written(node: ast.Call, name: str) -> Written | ast.expr | None:
    from unpython._library.numpy_functions import typed_calls

    short = name.removeprefix("numpy.")
    numpy: Any = getattr(sys.modules.get("numpy"), short, None)
    count = getattr(numpy, "nin", 0)
    if not name.startswith("numpy.") or count not in (1, 2) or numpy.nout != 1 or len(node.args) != count:
        return None
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    casting, subok = given.pop("casting", ast.Constant("same_kind")), given.pop("subok", ast.Constant(True))
    known = isinstance(casting, ast.Constant) and casting.value in ("same_kind", "unsafe") and isinstance(subok, ast.Constant)
    if not known or not set(given) <= {"dtype", "out"} or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    if _is_default(casting) and "dtype" not in given:
        left = [keyword for keyword in node.keywords if keyword.arg in given]
        return ast.copy_location(ast.Call(node.func, node.args, left), node)
    out = given.get("out")
    if isinstance(out, (ast.Tuple, ast.Constant)) or ("dtype" in given and short not in _IN_TYPE):
        return None
    functions: dict[tuple[int, bool, bool], Callable[..., Any]] = {
        (1, True, False): typed_calls.in_type, (2, True, False): typed_calls.in_type2,
        (1, True, True): typed_calls.in_type_into, (2, True, True): typed_calls.in_type_into2,
        (1, False, True): typed_calls.into, (2, False, True): typed_calls.into2,
    }  # fmt: skip
    made = functions.get((count, "dtype" in given, out is not None))
    if made is None:
        return None
    is_unsafe = ast.copy_location(ast.Constant(not _is_default(casting)), node)
    types = [as_type(node, given["dtype"])] if "dtype" in given else []
    return made, [node.func, *node.args, *types, *([out] if out is not None else []), is_unsafe]


def _is_default(casting: ast.expr) -> bool:
    return isinstance(casting, ast.Constant) and casting.value == "same_kind"


def as_type(node: ast.Call, given: ast.expr) -> ast.expr:
    """np.float32 for "float32", since an argument is no place where a text is a type."""
    numpy: Any = sys.modules.get("numpy")
    if not isinstance(given, ast.Constant) or not isinstance(given.value, str) or not isinstance(node.func, ast.Attribute):
        return given
    try:
        found = numpy.dtype(given.value)
    except TypeError:
        return given
    if found.kind not in "biufc" or not found.isnative:
        return given
    return ast.copy_location(ast.Attribute(node.func.value, "bool_" if found.name == "bool" else found.name, ast.Load()), given)


def limits(node: ast.Call, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    """np.iinfo("int8")"""
    given = as_type(node, node.args[0]) if len(node.args) == 1 and not node.keywords else None
    return None if given is None or given is node.args[0] else ast.copy_location(ast.Call(node.func, [given], []), node)
