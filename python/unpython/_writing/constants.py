"""What a program says in other words than numbers, but whose value cannot change: `float('nan')`, `ord('-')`, and tuples and
texts that globals and closures hold (another object there is another program)."""

from __future__ import annotations

import _ast
import operator
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.places import at_place_of

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


def asked_of_module(node: Any, function: FunctionType, local_names: frozenset[str]) -> tuple[bool, list[_bindings.Binding]] | None:
    """What `hasattr(np, 'trapezoid')` gives, and what stands for its names. Modules of libraries do not change."""
    is_call = isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name) and node.func.id == "hasattr" and not node.keywords
    if not is_call or len(node.args) != 2 or "hasattr" in local_names:
        return None
    asked, name = node.args
    if not isinstance(name, _ast.Constant) or type(name.value) is not str:
        return None
    module = _bindings.of_node(function, asked, local_names)
    binding = _bindings.resolve(function, "hasattr", [])
    if module is None or not _bindings.is_library_module(module.value) or binding.target != "builtins.hasattr":
        return None
    return hasattr(module.value, name.value), [binding, module]


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
    return numpy is not None and isinstance(value, (numpy.number, numpy.bool_, numpy.datetime64))


_TIME_FUNCTIONS = frozenset(("datetime64", "timedelta64", "arange", "array", "asarray", "full"))
_LARGEST_MULTIPLE = 1023  # of a unit: include/unpython/time_types.h


def name_of_type(dtype: Any) -> str | None:
    """`numpy.float32`, `numpy.datetime64_15m`: what the compiler calls a dtype; None where it does not know it."""
    if dtype.kind not in "mM":
        return f"numpy.{dtype.name}" if dtype.name.isidentifier() else None
    unit, multiple = sys.modules["numpy"].datetime_data(dtype)
    kind = "timedelta64" if dtype.kind == "m" else "datetime64"
    if not dtype.isnative or multiple > _LARGEST_MULTIPLE:
        return None
    return f"numpy.{kind}_{'' if multiple == 1 else multiple}{unit}"


def as_integer(number: Any) -> Any:
    """A number of NumPy as Python's: of dates the integers that they are."""
    return int(number.astype("int64")) if number.dtype.kind in "mM" else number.item()


def may_have_times(called: _ast.expr) -> bool:
    """Whether the name is that of a function for which time_of and with_times have an answer."""
    return getattr(called, "attr", getattr(called, "id", None)) in _TIME_FUNCTIONS


def time_of(node: _ast.Call, called: str) -> tuple[str, _ast.expr] | Any:
    """np.datetime64('2020-01-01') is a constant; np.timedelta64(n, 's') has a type and an integer; None for other calls."""
    numpy = sys.modules.get("numpy")
    if numpy is None or called not in ("numpy.datetime64", "numpy.timedelta64") or node.keywords or not 1 <= len(node.args) <= 2:
        return None
    values = [_written_value(argument) for argument in node.args]
    kind = called.partition(".")[2]
    unit = values[1] if len(values) == 2 else None
    try:
        if all(value is not NOTHING for value in values):
            return getattr(numpy, kind)(*values)
        dtype = numpy.dtype(f"{kind}[{unit}]") if isinstance(unit, str) else None
    except (TypeError, ValueError, OverflowError):
        return None
    name = None if dtype is None else name_of_type(dtype)
    return None if name is None else (name, node.args[0])


def _written_value(node: _ast.expr) -> Any:
    """A text or an integer that is written out."""
    if isinstance(node, _ast.UnaryOp) and isinstance(node.op, _ast.USub) and isinstance(node.operand, _ast.Constant):
        return -node.operand.value if type(node.operand.value) is int else NOTHING
    return node.value if isinstance(node, _ast.Constant) and type(node.value) in (str, int) else NOTHING


def with_times(node: _ast.Call, called: str) -> _ast.Call | None:
    """`np.arange('2020-01', '2021-01', dtype='datetime64[D]')` with dates in the place of texts."""
    given = {keyword.arg: keyword.value for keyword in node.keywords}.get("dtype")
    numpy = sys.modules.get("numpy")
    if called not in ("numpy.arange", "numpy.array", "numpy.asarray", "numpy.full") or numpy is None or not isinstance(given, _ast.Constant):
        return None
    found = []

    def converted(argument: _ast.expr) -> _ast.expr:
        if isinstance(argument, (_ast.List, _ast.Tuple)):
            items = [converted(item) for item in argument.elts]
            return at_place_of(argument, type(argument)(items, argument.ctx))
        if not isinstance(argument, _ast.Constant) or type(argument.value) is not str:
            return argument
        found.append(argument)
        return at_place_of(argument, _ast.Constant(numpy.array(argument.value, dtype=given.value)[()]))

    try:
        if not isinstance(given.value, str) or numpy.dtype(given.value).kind not in "mM":
            return None
        arguments = [converted(argument) for argument in node.args]
    except (TypeError, ValueError, OverflowError):
        return None
    return at_place_of(node, _ast.Call(node.func, arguments, node.keywords)) if found else None
