"""Calls of NumPy whose text says more than their types: how many parts np.split makes, which arrays np.block puts where, which
function np.piecewise takes for which condition, and `where=`.

Each of these gives a function written in the language and its arguments, or an expression that says the same, or None.
"""

from __future__ import annotations

import ast
import functools
import zlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._find_source import run_text
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import is_none

Written = tuple[Callable[..., Any], list[ast.expr]]
_MOST_PARTS = 16
_LOOKS = frozenset("len sum min max range float int enumerate zip abs".split())
_VIEWS = frozenset(
    "reshape ravel transpose swapaxes squeeze view diagonal sliding_window_view asarray ascontiguousarray atleast_1d atleast_2d"
    " broadcast_to moveaxis flip flipud fliplr expand_dims split array_split".split()
)
_CHANGES_NOTHING = {"sum": 0, "prod": 1, "any": False, "all": True}
_EXTREMES = frozenset("max min amax amin".split())
_OF_SOME = frozenset("mean var std".split())


def is_one(node: ast.Call) -> bool:
    """Whether a call may be one of these: asked before more is looked at."""
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in _WRITERS or any(keyword.arg in ("where", "copy") for keyword in node.keywords)


def in_other_words(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | ast.expr | None:
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return None
    name = full_name(node.func, function, names)
    if any(keyword.arg == "where" for keyword in node.keywords):
        return _with_mask(node, name)
    if name == "numpy.array":
        return _new_array(node)
    if not name and getattr(node.func, "attr", "") == "view":
        return _viewed(node, function, names)
    writer = _WRITERS.get(name.rpartition(".")[2])
    is_known = name == "builtins.round" if writer is _round else name.startswith("numpy.")
    return writer(node, function, names) if writer is not None and is_known else None


@functools.cache
def _written(name: str, parameters: str, body: str) -> FunctionType:
    """One function for each text of a body, in the names of the module `parts`; a name of its own for each."""
    from unpython._library.numpy_functions import parts

    name = f"{name}_{zlib.crc32((parameters + body).encode()):08x}"
    text = f"def {name}({parameters}):\n    {body}\n"
    found = run_text(text, f"<np.{name}>", {**vars(parts), "__name__": parts.__name__})[name]
    assert isinstance(found, FunctionType)
    return found


def _arguments(node: ast.Call, *names: str) -> dict[str, ast.expr] | None:
    """By the names of the parameters; None where a call gives others."""
    given = dict(zip(names, node.args))
    given |= {str(keyword.arg): keyword.value for keyword in node.keywords}
    few = len(node.args) <= len(names) and len(given) == len(node.args) + len(node.keywords)
    return given if few and set(given) <= set(names) else None


def _integer(node: ast.expr | None) -> int | None:
    try:
        value = None if node is None else ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


def _split(node: ast.Call, equal: bool, axis: ast.expr | None = None) -> Written | None:
    names = ("ary", "indices_or_sections") if axis is not None else ("ary", "indices_or_sections", "axis")
    given = _arguments(node, *names)
    if given is None or not {"ary", "indices_or_sections"} <= set(given):
        return None
    where = axis or given.get("axis") or ast.copy_location(ast.Constant(0), node)
    cuts = given["indices_or_sections"]
    if isinstance(cuts, (ast.List, ast.Tuple)) and len(cuts.elts) < _MOST_PARTS:
        places = [f"place{i}" for i in range(len(cuts.elts))]
        ends = list(zip(["0", *places], [*places, "None"]))
        body = "return [" + ", ".join(f"between(ary, {start}, {stop}, axis)" for start, stop in ends) + "]"
        return _written("split", ", ".join(["ary", "axis", *places]), body), [given["ary"], where, *cuts.elts]
    count = _integer(cuts)
    if count is None or not 0 < count <= _MOST_PARTS:
        return None
    part = "equal_part" if equal else "cut_part"
    body = "return [" + ", ".join(f"{part}(ary, {i}, {count}, axis)" for i in range(count)) + "]"
    return _written("split", "ary, axis", body), [given["ary"], where]


def _equal_split(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    return _split(node, equal=True)


def _array_split(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    return _split(node, equal=False)


def _vsplit(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    return _split(node, equal=True, axis=ast.copy_location(ast.Constant(0), node))


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
    if len(arrays) > _MOST_PARTS or any(isinstance(array, (ast.List, ast.Tuple)) for array in arrays):
        return None
    depth = 2 if nested else 1
    texts = iter(f"np.atleast_{depth}d(a{i})" for i in range(len(arrays)))
    joined = [f"np.concatenate([{', '.join(next(texts) for _ in level)}], axis=-1)" for level in levels]
    whole = joined[0] if not nested else f"np.concatenate([{', '.join(joined)}], axis=-2)"
    return _written("block", ", ".join(f"a{i}" for i in range(len(arrays))), f"return {whole}"), arrays


def _tensordot(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    given = _arguments(node, "a", "b", "axes")
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
    return _written("tensordot", "a, b", body), [given["a"], given["b"]]


def _piecewise(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    given = _arguments(node, "x", "condlist", "funclist")
    if given is None or len(given) < 3 or not isinstance(given["condlist"], ast.List) or not isinstance(given["funclist"], ast.List):
        return None
    conditions, functions = given["condlist"].elts, given["funclist"].elts
    if not conditions or len(functions) - len(conditions) not in (0, 1) or len(functions) > _MOST_PARTS:
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
    return _written("piecewise", ", ".join(parameters), body), [given["x"], *conditions, *functions]


def _from_iterator(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """The array of a list with the same items."""
    from unpython._library.numpy_functions import parts

    given = _arguments(node, "iter", "dtype")
    if given is None or len(given) < 2 or not isinstance(given["iter"], ast.GeneratorExp):
        return None
    listed = ast.copy_location(ast.ListComp(given["iter"].elt, given["iter"].generators), given["iter"])
    return parts.of_items, [listed, given["dtype"]]


def _contiguous(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """A copy: of what is computed, or where nobody can see that it is one."""
    from unpython._library.numpy_functions import parts

    given = _arguments(node, "a", "dtype")
    if given is None or "a" not in given:
        return None
    root = _root(given["a"])
    if isinstance(root, ast.Name) and not _stays(root.id, function, may_return=root is not given["a"]):
        return None
    return parts.ascontiguousarray, list(given.values())


def _eigenvalues(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    from unpython._library.numpy_functions import eigenvalues
    from unpython._writing.arrays import either_kind

    if len(node.args) != 1 or node.keywords or not either_kind.is_unseen(node, function, names):
        return None
    of_both = full_name(node.func, function, names).endswith(".eig")
    return (eigenvalues.complex_eig if of_both else eigenvalues.complex_eigvals), node.args


def _new_array(node: ast.Call) -> ast.expr | None:
    """np.array(a, copy=True), which a copy is anyway."""
    left = [k for k in node.keywords if not (k.arg == "copy" and isinstance(k.value, ast.Constant) and k.value.value is True)]
    return None if len(left) == len(node.keywords) else ast.copy_location(ast.Call(node.func, node.args, left), node)


def _windows(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """A copy, where nobody can see that it is none."""
    from unpython._library.numpy_functions import parts

    given = _arguments(node, "x", "window_shape")
    if given is None or len(given) < 2 or isinstance(given["window_shape"], (ast.Tuple, ast.List)):
        return None
    root = _root(given["x"])
    if isinstance(root, ast.Name) and not _stays(root.id, function):
        return None
    return parts.sliding_window_view, [given["x"], given["window_shape"]]


def _viewed(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """a.view(np.int64): a copy, where nobody can see that it is none."""
    given = _arguments(node, "dtype")
    if not given or not full_name(given["dtype"], function, names).startswith(("numpy.int", "numpy.uint")):
        return None  # the method of another class
    root = _root(node.func)
    if not given or not isinstance(root, ast.Name) or not _stays(root.id, function) or not _stores_into_own(function):
        return None
    from unpython._library.numpy_functions import views_of_bytes

    return views_of_bytes.viewed, [node.func.value, given["dtype"]]  # type: ignore[attr-defined]


def _stores_into_own(function: FunctionType) -> bool:
    """Whether all that a function stores into is made by it: an argument may lie where another one does."""
    from unpython._writing.plainer import find_source

    nodes = list(ast.walk(find_source(function).node))
    made = {"empty", "zeros", "ones", "full", "empty_like", "zeros_like", "ones_like", "full_like"}
    own: dict[str, bool] = {}
    for n in nodes:
        if isinstance(n, ast.Assign):
            value = n.value
            is_call = isinstance(value, ast.Call) and full_name(value.func, function, frozenset()).removeprefix("numpy.") in made
            is_new = is_call or isinstance(value, (ast.List, ast.Dict, ast.ListComp))
            for t in n.targets:
                own.update((part.id, is_new and own.get(part.id, True)) for part in ast.walk(t) if isinstance(part, ast.Name))
        elif isinstance(n, ast.keyword) and n.arg == "out":
            return False
    stored = [n.value for n in nodes if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load)]
    stored += [n.target for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id in _parameters_of(function)]
    roots = [_root(place) for place in stored]
    return all(isinstance(root, ast.Name) and own.get(root.id, False) and root.id not in _parameters_of(function) for root in roots)


def _parameters_of(function: FunctionType) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _root(node: ast.expr) -> ast.expr:
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node


def _stays(name: str, function: FunctionType, may_return: bool = False) -> bool:
    """Whether no statement of a function may change an array, or what is made of it, or gives that to others as it is."""
    from unpython._writing.plainer import find_source

    nodes = list(ast.walk(find_source(function).node))
    of_it = {name}
    assigned = [n for n in nodes if isinstance(n, (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.NamedExpr, ast.For))]
    for _ in assigned:
        before = len(of_it)
        for a in assigned:
            value = a.iter if isinstance(a, ast.For) else a.value
            targets = a.targets if isinstance(a, ast.Assign) else [a.target]
            if value is not None and _may_be_view(value, of_it):
                of_it |= {t.id for target in targets for t in ast.walk(target) if isinstance(t, ast.Name)}
                if any(isinstance(t, ast.Attribute) for t in targets):
                    return False  # something holds it
            elif value is not None and any(_mentions(t, of_it) for t in targets):
                of_it |= {n.id for n in ast.walk(value) if isinstance(n, ast.Name) and _may_be_view(value, {n.id})}  # what it is a view of
        if len(of_it) == before:
            break
    for n in nodes:
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store) and _mentions(n.value, of_it):
            return False
        if isinstance(n, ast.Expr) and _mentions(n, of_it):
            return False
        if isinstance(n, ast.AugAssign) and _mentions(_root(n.target), of_it):
            return False
        if isinstance(n, ast.keyword) and n.arg == "out" and _mentions(n.value, of_it):
            return False
        if not may_return and isinstance(n, ast.Return) and n.value is not None and _may_be_view(n.value, of_it):
            return False
        is_helper = isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id not in _LOOKS
        if is_helper and not _is_numpy(n.func, function) and any(_mentions(a, of_it) for a in n.args):  # type: ignore[attr-defined]
            return False
    return True


def _may_be_view(value: ast.expr, names: set[str]) -> bool:
    """Whether what an expression gives may be one of the arrays that the names stand for, or a view of it."""
    if isinstance(value, ast.Name):
        return value.id in names
    if isinstance(value, (ast.Subscript, ast.Attribute, ast.NamedExpr)):
        return _may_be_view(value.value, names)
    if isinstance(value, ast.IfExp):
        return _may_be_view(value.body, names) or _may_be_view(value.orelse, names)
    if isinstance(value, (ast.Tuple, ast.List)):
        return any(_may_be_view(item, names) for item in value.elts)
    if isinstance(value, ast.Dict):
        return any(_may_be_view(item, names) for item in value.values)
    if isinstance(value, (ast.ListComp, ast.GeneratorExp)):
        own = {n.id for c in value.generators if _may_be_view(c.iter, names) for n in ast.walk(c.target) if isinstance(n, ast.Name)}
        return not _is_element(value.elt) and _may_be_view(value.elt, names | own)
    called = value.func if isinstance(value, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name not in _VIEWS:
        return isinstance(value, ast.Call) and isinstance(called, ast.Name) and _mentions(value, names) and name not in _LOOKS
    owner = isinstance(called, ast.Attribute) and _may_be_view(called.value, names)
    return owner or any(_may_be_view(argument, names) for argument in value.args)  # type: ignore[attr-defined]


def _is_element(node: ast.expr) -> bool:
    """x[i, 0]: a number, not a part of an array, if these are all of its places."""
    places = list(ast.walk(node.slice)) if isinstance(node, ast.Subscript) else [ast.Slice()]
    return not any(isinstance(n, ast.Slice) or is_none(n) for n in places)


def _is_numpy(called: ast.Name, function: FunctionType) -> bool:
    return full_name(called, function, frozenset()).startswith("numpy.")


def _mentions(node: ast.AST, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))


def _round(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    from unpython._library.numpy_functions import rounding

    given = _arguments(node, "number", "ndigits")
    if given is None or len(given) < 2 or (isinstance(given["ndigits"], ast.Constant) and given["ndigits"].value is None):
        return None
    return rounding.rounded, [given["number"], given["ndigits"]]


def _is_literal(node: ast.expr | None, value: Any) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is type(value) and node.value == value


def _svd(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """Singular values alone are one array, and not an SVDResult."""
    from unpython._library.numpy_functions import decompositions

    given = _arguments(node, "a", "full_matrices", "compute_uv") or {}
    return (decompositions.singular_values, [given["a"]]) if "a" in given and _is_literal(given.get("compute_uv"), False) else None


def _qr(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """R alone is one array, and not a QRResult."""
    from unpython._library.numpy_functions import decompositions

    given = _arguments(node, "a", "mode") or {}
    return (decompositions.upper_triangle, [given["a"]]) if "a" in given and _is_literal(given.get("mode"), "r") else None


def _with_mask(node: ast.Call, name: str) -> Written | ast.expr | None:
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
    return _written(f"{name}_of_some", ", ".join(["a", "mask", *given]), body), [array, mask, *given.values()]


_WRITERS: dict[str, Callable[[ast.Call, FunctionType, frozenset[str]], Written | None]] = {
    "split": _equal_split, "array_split": _array_split, "vsplit": _vsplit, "ascontiguousarray": _contiguous, "block": _block, "tensordot": _tensordot,
    "piecewise": _piecewise, "fromiter": _from_iterator, "sliding_window_view": _windows, "round": _round,
    "svd": _svd, "qr": _qr, "eig": _eigenvalues, "eigvals": _eigenvalues, "view": lambda node, function, names: None,
}  # fmt: skip
