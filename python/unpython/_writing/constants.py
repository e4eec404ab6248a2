"""What a program says in other words than numbers, but whose value cannot change: `float('nan')`, `ord('-')`, and tuples and
texts that globals and closures hold (another object there is another program)."""

from __future__ import annotations

import _ast
import operator
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings

_OF_TEXT = {"builtins.float": float, "builtins.ord": ord, "builtins.int": int}
NOTHING = object()
_OF_INTEGERS = {
    _ast.Add: operator.add, _ast.Sub: operator.sub, _ast.Mult: operator.mul, _ast.Pow: operator.pow, _ast.LShift: operator.lshift,
    _ast.BitAnd: operator.and_, _ast.BitOr: operator.or_, _ast.BitXor: operator.xor,
}  # fmt: skip
_LONGEST = 8  # operations within each other
_LARGEST_POWER = 256  # also the most bits of a shift: no constant takes long


def of_text(
    node: _ast.Call, function: FunctionType, local_names: frozenset[str]
) -> tuple[Any, _bindings.Binding] | None:
    """The number that a function of Python gives for a text, and what gives the function."""
    called = node.func
    if not isinstance(called, _ast.Name) or called.id in local_names or node.keywords or len(node.args) != 1:
        return None
    text = node.args[0]
    if not isinstance(text, _ast.Constant) or not isinstance(text.value, str):
        return None
    binding = _bindings.resolve(function, called.id, [])
    maker: Any = _OF_TEXT.get(binding.target) if binding.kind == "library" else None
    try:
        return None if maker is None else (maker(text.value), binding)
    except (TypeError, ValueError):
        return None


def large_integer(node: Any) -> int | None:
    """The value of integers that are written out, as in `2**64 - 1`, where one on the way needs more than 64 bits."""
    found: list[int] = []
    value = _written_integer(node, found, _LONGEST)
    return value if value is not None and any(not -(2**63) <= part < 2**63 for part in found) else None


def large_terms(chain: list[_ast.BinOp]) -> int:
    """How many of the operators of a chain, the last ones, make an integer that needs more than 64 bits: two of `10**18 * 10 + n`."""
    found = 0
    for count, node in enumerate(reversed(chain[1:][-_LONGEST:]), 1):
        if not isinstance(node.right, (_ast.Constant, _ast.UnaryOp, _ast.BinOp)) or (count == 1 and not isinstance(node.left, (_ast.Constant, _ast.UnaryOp))):
            break
        found = count if large_integer(node) is not None else found
    return found


def _written_integer(node: Any, found: list[int], depth: int) -> int | None:
    value = None
    if isinstance(node, _ast.Constant):
        value = node.value if type(node.value) is int else None
    elif isinstance(node, _ast.UnaryOp) and isinstance(node.op, _ast.USub) and depth > 0:
        operand = _written_integer(node.operand, found, depth - 1)
        value = None if operand is None else -operand
    elif isinstance(node, _ast.BinOp) and type(node.op) in _OF_INTEGERS and depth > 0:
        right = _written_integer(node.right, found, depth - 1)  # first: of `x + 1 + 1 + ...` the left side is long
        left = None if right is None else _written_integer(node.left, found, depth - 1)
        is_power = isinstance(node.op, (_ast.Pow, _ast.LShift))
        if left is not None and right is not None and (not is_power or 0 <= right <= _LARGEST_POWER):
            value = _OF_INTEGERS[type(node.op)](left, right)
    if value is not None:
        found.append(value)
    return value


def listed_range(
    node: _ast.Call, function: FunctionType, local_names: frozenset[str]
) -> tuple[_ast.ListComp, _bindings.Binding] | None:
    """`[item for item in range(n)]` for `list(range(n))`, and what gives `list`."""
    called = node.func
    if not isinstance(called, _ast.Name) or called.id in local_names or node.keywords or len(node.args) != 1:
        return None
    numbers = node.args[0]
    if not isinstance(numbers, _ast.Call) or not isinstance(numbers.func, _ast.Name):
        return None
    binding = _bindings.resolve(function, called.id, [])
    inner = _bindings.resolve(function, numbers.func.id, [])
    if (binding.target, inner.target) != (
        "builtins.list",
        "builtins.range",
    ) or numbers.func.id in local_names:
        return None
    place = {key: getattr(node, key) for key in ("lineno", "col_offset", "end_lineno", "end_col_offset")}
    clause = _ast.comprehension(_ast.Name("item", _ast.Store(), **place), numbers, [], 0)
    return _ast.ListComp(_ast.Name("item", _ast.Load(), **place), [clause], **place), binding


def held(binding: _bindings.Binding) -> Any:
    """The text or tuple that a free name stands for; NOTHING for another object."""
    is_constant = type(binding.value) is str or is_member(binding.value) or (type(binding.value) is tuple and _is_written(binding.value))
    return binding.value if binding.kind == "unsupported" and is_constant else NOTHING


def is_member(value: Any) -> bool:
    """Of an enumeration: nothing is equal to it but itself."""
    from unpython._layout_of import is_plain_member

    enumerations = sys.modules.get("enum")
    return enumerations is not None and isinstance(value, enumerations.Enum) and is_plain_member(value)


def name_of_member(value: Any) -> str:
    """The same in each process where its module holds the class, and of no other member."""
    kind = type(value)
    known = getattr(sys.modules.get(kind.__module__), kind.__qualname__, None) is kind
    return f"<{kind.__module__}.{kind.__qualname__}.{value.name}{'' if known else f' {id(kind)}'}>"


def _is_written(value: Any) -> bool:
    if type(value) is tuple:
        return len(value) > 0 and all(map(_is_written, value))
    return type(value) in (bool, int, float, complex, str) or is_numpy_number(value)


def is_numpy_number(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.number, numpy.bool_))
