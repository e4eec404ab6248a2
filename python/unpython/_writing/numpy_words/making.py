"""a.astype(t, copy=False), np.zeros_like(a, shape=s) as np.zeros(s, dtype=a.dtype), and np.broadcast_arrays."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType

from unpython._writing.arrays.written_bodies import MOST_PARTS, Written, arguments_of, written_body
from unpython._writing.changes import root_of, stays


def astype(node: ast.Call, function: FunctionType) -> ast.expr | None:
    """A copy, where nobody can see that it is one; `order` says nothing of numbers, and casting="unsafe" nothing at all."""
    given = arguments_of(node, "dtype", "order", "casting", "subok", "copy") or {}
    assert isinstance(node.func, ast.Attribute)
    if "dtype" not in given or len(given) == 1 or not isinstance(given.get("copy", ast.Constant(True)), ast.Constant):
        return None
    casting = given.get("casting")
    if casting is not None and not (isinstance(casting, ast.Constant) and casting.value == "unsafe"):
        return None
    if "copy" in given and given["copy"].value is not True:  # type: ignore[attr-defined]
        root = root_of(node.func.value)
        if isinstance(root, ast.Name) and not stays(root.id, function, may_return=root is not node.func.value):
            return None
    return ast.copy_location(ast.Call(node.func, [given["dtype"]], []), node)


def _like(node: ast.Call, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    assert isinstance(node.func, ast.Attribute)
    maker = node.func.attr.removesuffix("_like")
    first = ("a", "fill_value") if maker == "full" else ("a",)
    given = arguments_of(node, *first, "dtype", "order", "subok", "shape") or {}
    if "shape" not in given or not isinstance(given.get("a"), ast.Name) or not set(first) <= set(given):
        return None
    made = ast.copy_location(ast.Attribute(node.func.value, maker, ast.Load()), node.func)
    kind = given.get("dtype") or ast.copy_location(ast.Attribute(given["a"], "dtype", ast.Load()), node)
    dtype = ast.copy_location(ast.keyword("dtype", kind), node)
    return ast.copy_location(ast.Call(made, [given["shape"], *(given[name] for name in first[1:])], [dtype]), node)


def _broadcast_arrays(node: ast.Call, function: FunctionType, names: frozenset[str]) -> Written | None:
    """Each as what np.broadcast_to gives of it."""
    if node.keywords or not 1 < len(node.args) <= MOST_PARTS or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    from unpython._library.numpy_functions import making

    parts = [f"a{i}" for i in range(len(node.args))]
    lines = [f"b{part} = np.asarray({part})" for part in parts]
    pairs = [f"may_meet(b{part}.shape, b{other}.shape)" for i, part in enumerate(parts) for other in parts[i + 1 :]]
    arrays = ", ".join(f"b{part}" for part in parts)
    lines.append(f"if not ({' and '.join(pairs)}):")
    lines.append(f"    if not _in_parallel():\n            broadcast_by_numpy({arrays})")
    lines.append("    raise _Refusal('np.broadcast_arrays of shapes that differ')")
    lines.append(f"shape = ({' | '.join(f'np.zeros(b{part}.shape, dtype=np.bool_)' for part in parts)}).shape")
    lines.append(f"return {', '.join(f'np.broadcast_to(b{part}, shape)' for part in parts)}")
    return written_body("broadcast_arrays", ", ".join(parts), "\n    ".join(lines), making), node.args


WRITERS: dict[str, Callable[[ast.Call, FunctionType, frozenset[str]], Written | ast.expr | None]] = {
    **{f"{name}_like": _like for name in ("zeros", "ones", "empty", "full")},
    "broadcast_arrays": _broadcast_arrays,
}
