"""Calls of NumPy whose text says more than their types: how many parts np.split makes, which arrays np.block puts where, which
function np.piecewise takes for which condition, and `where=`.

Each of these gives a function written in the language and its arguments, or an expression that says the same, or None.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._writing.arrays import joined_parts, kinds_of_types, orders, splits
from unpython._writing.arrays.written_bodies import MOST_PARTS, Written, arguments_of, written_body
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes import Changes, root_of, stays
from unpython._writing.changes.names import names_of
from unpython._writing.nodes import copy_tree, is_none, walk
from unpython._writing.numpy_words import making, masks, numbers, typed_calls
from unpython._writing.plainer import find_source

_INDEX = "'NoneType' object cannot be interpreted as an integer"
#: By function: the place and the name of the argument that must be a number, and what NumPy says of None; empty where
#: that depends on more.
_NUMBERS = {
    "arange": (0, "", "unsupported operand type(s) for -: 'NoneType' and 'int'"),
    "linspace": (2, "num", _INDEX), "logspace": (2, "num", _INDEX),
    "eye": (2, "k", "'>=' not supported between instances of 'NoneType' and 'int'"), "tri": (2, "k", "bad operand type for unary -: 'NoneType'"),
    "tril": (1, "k", "bad operand type for unary -: 'NoneType'"), "triu": (1, "k", "unsupported operand type(s) for -: 'NoneType' and 'int'"),
    "std": (4, "ddof", "'<=' not supported between instances of 'int' and 'NoneType'"),
    "var": (4, "ddof", "'<=' not supported between instances of 'int' and 'NoneType'"),
    "diag": (1, "k", ""), "trace": (1, "offset", _INDEX), "diagonal": (1, "offset", _INDEX),
}  # fmt: skip
_NUMBERS_OF_METHODS = frozenset("std var trace diagonal".split())
_KEYWORDS = frozenset(("where", "copy")) | typed_calls.KEYWORDS
_INTEGERS = {f"{short}{size}": f"{kind}{8 * size}" for short, kind in (("i", "int"), ("u", "uint")) for size in (1, 2, 4, 8)}
_INTEGERS |= {name: name for name in _INTEGERS.values()}
_VIEWED = {**_INTEGERS, "f4": "float32", "f8": "float64", "c16": "complex128", "float32": "float32", "float64": "float64", "complex128": "complex128"}
_OF_PYTHON = {"int": "int64", "float": "float64", "complex": "complex128"}
_EXTENTS = frozenset("arange linspace logspace".split())


def is_one(node: ast.Call) -> bool:
    """Whether a call may be one of these: asked before more is looked at."""
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    is_starred = len(node.args) == 1 and isinstance(node.args[0], ast.Starred)
    is_empty = name in ("array", "asarray") and len(node.args) > 0 and _is_empty(node.args[0])
    is_named = name in _WRITERS or name in _METHODS or name in _NUMBERS
    return is_named or is_starred or is_empty or any(keyword.arg in _KEYWORDS for keyword in node.keywords)


def in_other_words(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | ast.expr | None:
    name = full_name(node.func, function, names)
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return _of_pair(node, name)
    if (made := _without_nothing(node, name, function)) is not None:
        return made
    if any(keyword.arg == "where" for keyword in node.keywords):
        return masks.with_mask(node, name)
    if any(keyword.arg in typed_calls.KEYWORDS for keyword in node.keywords) and (typed := typed_calls.written(node, name)) is not None:
        return typed
    if name in ("numpy.array", "numpy.asarray") and (made := _without_items(node)) is not None:
        return made
    if name == "numpy.array":
        return _new_array(node)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "at":
        return _at(node) if full_name(node.func.value, function, names).startswith("numpy.") else None
    if not name and isinstance(node.func, ast.Attribute) and node.func.attr == "astype":
        return making.astype(node, function)
    if not name and isinstance(node.func, ast.Attribute):
        return _viewed(node, function, names) if node.func.attr == "view" else orders.of_method(node)
    writer = _WRITERS.get(name.rpartition(".")[2])
    is_known = name == "builtins.round" if writer is _round else name.startswith(("numpy.", "builtins.divmod"))
    return writer(node, function, names) if writer is not None and is_known else None


def _number_of(node: ast.Call, short: str, is_method: bool) -> tuple[ast.expr, str] | None:
    """The argument that must be a number, with what NumPy says of None."""
    place, key, message = _NUMBERS[short]
    place -= is_method
    if short == "arange" and len(node.args) + sum(k.arg != "dtype" for k in node.keywords) != 1:
        return None
    value = node.args[place] if place < len(node.args) else next((k.value for k in node.keywords if k.arg == key), None)
    return None if value is None else (value, message)


def _may_be_nothing(node: ast.expr, short: str, function: FunctionType) -> bool:
    """None, and a name that may stand for it; of an extent, which others are compared with, one of which the text says so."""
    if not isinstance(node, ast.Name) or short not in _EXTENTS:
        return is_none(node) or isinstance(node, ast.Name)
    code, given = function.__code__, function.__defaults__ or ()
    defaults = {**dict(zip(code.co_varnames[: code.co_argcount][-len(given) :], given)), **(function.__kwdefaults__ or {})}
    return defaults.get(node.id, 0) is None or any(f"{node.id} = None" in line for line in find_source(function).lines)


def _without_nothing(node: ast.Call, name: str, function: FunctionType) -> ast.expr | None:
    """np.linspace(0, 1, None), x.trace(None): the core takes None as if it were not given, where NumPy asks for a number."""
    from unpython._library.numpy_functions import parts

    is_method = not name and isinstance(node.func, ast.Attribute)
    short = node.func.attr if is_method else name.rpartition(".")[2]  # type: ignore[attr-defined]
    if short not in _NUMBERS or not (name == f"numpy.{short}" or (is_method and short in _NUMBERS_OF_METHODS)):
        return None
    found = _number_of(node, short, is_method)
    if found is None or not _may_be_nothing(found[0], short, function):
        return None
    number, message = found
    made = copy_tree(node)
    place = _number_of(made, short, is_method)[0]  # type: ignore[index]
    asked = OwnCall(parts.not_nothing, [number, ast.Constant(message)])
    made.args = [asked if a is place else a for a in made.args]
    for keyword in made.keywords:
        keyword.value = asked if keyword.value is place else keyword.value
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _block(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """Of one or two levels of lists that are written out."""
    given = node.args[0] if len(node.args) == 1 and not node.keywords else None
    rows = given.elts if isinstance(given, ast.List) else []
    if not rows or any(isinstance(row, ast.Tuple) for row in rows):
        return None
    nested = [row for row in rows if isinstance(row, ast.List)]
    if nested and (len(nested) < len(rows) or not all(row.elts for row in nested)):
        return None
    levels = [row.elts for row in nested] or [rows]
    arrays = [array for level in levels for array in level]
    if len(arrays) > MOST_PARTS or any(isinstance(array, (ast.List, ast.Tuple)) for array in arrays):
        return None
    depth = 2 if nested else 1
    texts = iter(f"np.atleast_{depth}d(no_list(a{i}))" for i in range(len(arrays)))
    joined = [f"np.concatenate([{', '.join(next(texts) for _ in level)}], axis=-1)" for level in levels]
    whole = joined[0] if not nested else f"np.concatenate([{', '.join(joined)}], axis=-2)"
    return written_body("block", ", ".join(f"a{i}" for i in range(len(arrays))), f"return {whole}"), arrays


def _tensordot(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    given = arguments_of(node, "a", "b", "axes")
    if given is None or not {"a", "b"} <= set(given):
        return None
    try:
        axes = ast.literal_eval(given["axes"]) if "axes" in given else 2
    except ValueError:
        return None
    if type(axes) is int and axes >= 0:
        body = f"return product_along(a, b, {axes})"
    elif isinstance(axes, (tuple, list)) and len(axes) == 2:
        left, right = (list(a) if isinstance(a, (tuple, list)) else [a] for a in axes)
        if len(left) != len(right) or not left or not all(type(axis) is int for axis in [*left, *right]):
            return None
        last = [i - len(left) for i in range(len(left))]
        first = list(range(len(right)))
        moved = f"np.moveaxis(a, {tuple(left)}, {tuple(last)}), np.moveaxis(b, {tuple(right)}, {tuple(first)})"
        body = f"return product_along({moved}, {len(left)})"
    else:
        return None
    return written_body("tensordot", "a, b", body), [given["a"], given["b"]]


def _rollaxis(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """`start` is the dimension that the axis comes to stand before."""
    given = arguments_of(node, "a", "axis", "start") or {}
    try:
        axis, start = (ast.literal_eval(given[name]) if name in given else 0 for name in ("axis", "start"))
    except ValueError:
        return None
    if not {"a", "axis"} <= set(given) or type(axis) is not int or type(start) is not int or (start != 0 and min(axis, start) < 0):
        return None
    to = start - 1 if 0 <= axis < start else start
    return written_body("rollaxis", "a", f"return np.moveaxis(a, {axis}, {to})"), [given["a"]]


def _piecewise(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    given = arguments_of(node, "x", "condlist", "funclist")
    if given is None or len(given) < 3 or not isinstance(given["condlist"], ast.List) or not isinstance(given["funclist"], ast.List):
        return None
    conditions, functions = given["condlist"].elts, given["funclist"].elts
    if not conditions or len(functions) - len(conditions) not in (0, 1) or len(functions) > MOST_PARTS:
        return None
    lines = ["values = np.zeros(x.shape, dtype=x.dtype)"]
    for i, taken in enumerate(functions):
        mask = f"c{i}" if i < len(conditions) else "rest"
        if mask == "rest":
            lines.append("rest = ~(" + " | ".join(f"c{k}" for k in range(len(conditions))) + ")")
        is_function = isinstance(taken, ast.Lambda) or full_name(taken, function, names).startswith("numpy.")
        if not is_function and not isinstance(taken, (ast.Constant, ast.UnaryOp)):
            return None
        lines.append(f"values[{mask}] = f{i}(x[{mask}])" if is_function else f"values[{mask}] = f{i}")
    parameters = ["x", *(f"c{i}" for i in range(len(conditions))), *(f"f{i}" for i in range(len(functions)))]
    body = "\n    ".join([*lines, "return values"])
    return written_body("piecewise", ", ".join(parameters), body), [given["x"], *conditions, *functions]


def _from_iterator(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """The array of a list with the same items."""
    from unpython._library.numpy_functions import parts

    given = arguments_of(node, "iter", "dtype")
    if given is None or len(given) < 2 or not isinstance(given["iter"], ast.GeneratorExp):
        return None
    listed = ast.copy_location(ast.ListComp(given["iter"].elt, given["iter"].generators), given["iter"])
    return parts.of_items, [listed, given["dtype"]]


def _contiguous(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """A copy: of what is computed, or where nobody can see that it is one."""
    from unpython._library.numpy_functions import parts

    given = arguments_of(node, "a", "dtype")
    if given is None or "a" not in given:
        return None
    root = root_of(given["a"])
    if isinstance(root, ast.Name) and not stays(root.id, function, may_return=root is not given["a"]):
        return None
    return parts.ascontiguousarray, list(given.values())


def _fortran(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """A copy, as np.ascontiguousarray is."""
    from unpython._library.numpy_functions import parts

    found = _contiguous(node, function, names)
    return None if found is None else (parts.asfortranarray, found[1])


def _eigenvalues(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    from unpython._library.numpy_functions import eigenvalues
    from unpython._writing.arrays import either_kind

    if len(node.args) != 1 or node.keywords or not either_kind.is_unseen(node, function, names):
        return None
    called = full_name(node.func, function, names).rpartition(".")[2]
    return getattr(eigenvalues, f"complex_{called}"), node.args


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, (ast.List, ast.Tuple)) and not node.elts


def _without_items(node: ast.Call) -> ast.expr | None:
    """np.array([]) and np.array([], dtype=int), as np.zeros(0, dtype=int)"""
    given = arguments_of(node, "object", "dtype") or {}
    if "object" not in given or not _is_empty(given["object"]) or not isinstance(node.func, ast.Attribute):
        return None
    zeros = ast.copy_location(ast.Attribute(node.func.value, "zeros", ast.Load()), node.func)
    kinds = [ast.copy_location(ast.keyword("dtype", given["dtype"]), given["dtype"])] if "dtype" in given else []
    return ast.copy_location(ast.Call(zeros, [ast.copy_location(ast.Constant(0), given["object"])], kinds), node)


def _new_array(node: ast.Call) -> ast.expr | None:
    """np.array(a, copy=True), which a copy is anyway."""
    left = [k for k in node.keywords if not (k.arg == "copy" and isinstance(k.value, ast.Constant) and k.value.value is True)]
    return None if len(left) == len(node.keywords) else ast.copy_location(ast.Call(node.func, node.args, left), node)


def _windows(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """A copy, where nobody can see that it is none."""
    from unpython._library.numpy_functions import parts

    given = arguments_of(node, "x", "window_shape")
    if given is None or len(given) < 2:
        return None
    root = root_of(given["x"])
    if isinstance(root, ast.Name) and not stays(root.id, function):
        return None
    shape = given["window_shape"]
    if not isinstance(shape, (ast.Tuple, ast.List)):
        return parts.sliding_window_view, [given["x"], shape]
    of_shape: dict[int, Callable[..., Any]] = {1: parts.sliding_window_view, 2: parts.windows_of_matrix}
    made = of_shape.get(len(shape.elts))
    return None if made is None else (made, [given["x"], *shape.elts])


def _from_function(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    from unpython._library.numpy_functions import making

    given = arguments_of(node, "function", "shape", "dtype") or {}
    shape = given.get("shape")
    made: dict[int, Callable[..., Any]] = {1: making.fromfunction1, 2: making.fromfunction2, 3: making.fromfunction3}
    if "function" not in given or not isinstance(shape, (ast.Tuple, ast.List)) or len(shape.elts) not in made:
        return None
    return made[len(shape.elts)], [given["function"], *shape.elts, *([given["dtype"]] if "dtype" in given else [])]


def _at(node: ast.Call) -> Written | None:
    """np.add.at(a, (i, j), b) and np.add.at(a, [i, j], b) mean different places."""
    from unpython._library.numpy_functions import places

    given = arguments_of(node, "a", "indices", "b") or {}
    if len(given) < 3 or not isinstance(given["indices"], (ast.Tuple, ast.List)) or not isinstance(node.func, ast.Attribute):
        return None
    made = places.at_tuple if isinstance(given["indices"], ast.Tuple) else places.at_list
    return made, [node.func.value, given["a"], given["indices"], given["b"]]


def _of_pair(node: ast.Call, name: str) -> Written | None:
    """np.hypot(*(p - q))"""
    from unpython._library.numpy_functions import parts

    numpy: Any = getattr(sys.modules.get("numpy"), name.removeprefix("numpy."), None)
    given = node.args[0]
    takes_two = getattr(numpy, "nin", 0) == 2 and getattr(numpy, "nout", 0) == 1
    if not takes_two or len(node.args) > 1 or node.keywords or not isinstance(given, ast.Starred) or isinstance(given.value, ast.Tuple):
        return None
    return parts.of_pair, [node.func, given.value]


def _linspace(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """With retstep=True a pair."""
    from unpython._library.numpy_functions import making

    given = arguments_of(node, "start", "stop", "num", "endpoint", "retstep") or {}
    asked = given.pop("retstep", None)
    if not _is_literal(asked, True) or not {"start", "stop"} <= set(given):
        return None
    body = f"return linspace_and_step(start, stop, {', '.join(f'{key}={key}' for key in list(given)[2:])})"
    return written_body("linspace", ", ".join(given), body, making), list(given.values())


def _viewed(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | ast.expr | None:
    """a.view(np.int64): a copy, where nobody can see that it is none."""
    given = arguments_of(node, "dtype")
    if given and (counts := _counts_of_times(node, given["dtype"])) is not None:
        return counts
    kind = "" if not given else _VIEWED.get(str(getattr(given["dtype"], "value", "")), "")
    if given and not kind and getattr(given["dtype"], "id", "") not in names:
        kind = _OF_PYTHON.get(getattr(given["dtype"], "id", ""), "")
    if not given or not (kind or full_name(given["dtype"], function, names).removeprefix("numpy.") in _VIEWED.values()):
        return None  # the method of another class
    of: Any = node.func.value  # type: ignore[attr-defined]
    root = root_of(of)
    is_new = isinstance(of, (ast.Compare, ast.BinOp)) or _makes_array(of, function, names)
    if not is_new and (not isinstance(root, ast.Name) or not stays(root.id, function) or not _stores_into_own(function)):
        return None
    from unpython._library.numpy_functions import views_of_bytes

    if kind:
        return written_body("viewed", "a", f"return viewed(a, np.{kind})", views_of_bytes), [of]
    return views_of_bytes.viewed, [of, given["dtype"]]


def _makes_array(node: ast.expr, function: FunctionType, names: frozenset[str]) -> bool:
    """a.astype(np.uint32), a.copy(), np.array(v): an array that nobody else has."""
    if not isinstance(node, ast.Call) or any(k.arg in ("copy", "out") for k in node.keywords):
        return False
    name = full_name(node.func, function, names)
    return name == "numpy.array" or (not name and getattr(node.func, "attr", "") in ("astype", "copy"))


def _counts_of_times(node: ast.Call, dtype: ast.expr) -> ast.expr | None:
    """d.astype("datetime64[D]").view("int64"), as .astype("int64"): nobody else has the array."""
    made = node.func.value if isinstance(node.func, ast.Attribute) else None
    is_cast = isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr == "astype" and len(made.args) == 1 and not made.keywords
    unit = made.args[0] if isinstance(made, ast.Call) and is_cast else None
    is_time = isinstance(unit, ast.Constant) and isinstance(unit.value, str) and unit.value.startswith(("datetime64[", "timedelta64[", "M8[", "m8["))
    if not is_time or not isinstance(dtype, ast.Constant) or dtype.value not in ("int64", "i8", "<i8"):
        return None
    called = ast.copy_location(ast.Attribute(made, "astype", ast.Load()), node.func)  # type: ignore[arg-type]
    return ast.copy_location(ast.Call(called, [ast.copy_location(ast.Constant("int64"), dtype)], []), node)


def _stores_into_own(function: FunctionType) -> bool:
    """Whether all that a function stores into is made by it: an argument may lie where another one does."""
    from unpython._writing.plainer import find_source

    node = find_source(function).node
    made = {"empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like"}
    own: dict[str, bool] = {}
    for n in walk(node):
        if isinstance(n, ast.Assign):
            value = n.value
            is_call = isinstance(value, ast.Call) and full_name(value.func, function, frozenset()).removeprefix("numpy.") in made
            is_new = is_call or isinstance(value, (ast.List, ast.Dict, ast.ListComp))
            for t in n.targets:
                own.update((part.id, is_new and own.get(part.id, True)) for part in walk(t) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
    parameters = _parameters_of(function)
    given = names_of(node, set(parameters))
    changes = Changes(function, node)
    for n in walk(node):
        places = [root_of(e) for e in changes.of(n) if not (isinstance(n, ast.Call) and e is n.func)]
        if isinstance(n, ast.AugAssign):
            places = [e for e in places if not isinstance(e, ast.Name) or e.id in given]
        if not all(isinstance(e, ast.Name) and own.get(e.id, False) and e.id not in parameters for e in places):
            return False
    return True


def _parameters_of(function: FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _round(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    from unpython._library.numpy_functions import rounding

    given = arguments_of(node, "number", "ndigits")
    if given is None or len(given) < 2 or (isinstance(given["ndigits"], ast.Constant) and given["ndigits"].value is None):
        return None
    return rounding.rounded, [given["number"], given["ndigits"]]


def _is_literal(node: ast.expr | None, value: Any) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value


def _svd(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """Singular values alone are one array, and not an SVDResult."""
    from unpython._library.numpy_functions import decompositions

    given = arguments_of(node, "a", "full_matrices", "compute_uv") or {}
    return (decompositions.singular_values, [given["a"]]) if "a" in given and _is_literal(given.get("compute_uv"), False) else None


def _qr(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """R alone is one array, and not a QRResult."""
    from unpython._library.numpy_functions import decompositions

    given = arguments_of(node, "a", "mode") or {}
    return (decompositions.upper_triangle, [given["a"]]) if "a" in given and _is_literal(given.get("mode"), "r") else None


_WRITERS: dict[str, Callable[[ast.Call, FunctionType, frozenset[str]], Written | ast.expr | None]] = {
    **splits.WRITERS, **numbers.WRITERS, **making.WRITERS, **orders.WRITERS, **joined_parts.WRITERS,
    "ascontiguousarray": _contiguous, "block": _block, "tensordot": _tensordot, "linspace": _linspace,
    "fromfunction": _from_function,
    "piecewise": _piecewise, "rollaxis": _rollaxis, "fromiter": _from_iterator, "sliding_window_view": _windows, "round": _round,
    "issubdtype": kinds_of_types.issubdtype, "ndim": kinds_of_types.ndim, "result_type": kinds_of_types.result_type,
    "iinfo": typed_calls.limits, "finfo": typed_calls.limits,
    "asfortranarray": _fortran, "svd": _svd, "qr": _qr, "eig": _eigenvalues, "eigvals": _eigenvalues, "roots": _eigenvalues,
}  # fmt: skip
_METHODS = orders.METHODS | {"at", "view", "astype"}  # of arrays and of NumPy's functions
