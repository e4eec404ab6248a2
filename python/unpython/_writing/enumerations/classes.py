"""What is known of an enumeration: its members are numbers from 1 on, those of an IntEnum their own values."""

from __future__ import annotations

import ast
import enum
from typing import Any

from unpython._layout_of import is_plain_member
from unpython._library.python_functions import enumerations
from unpython._writing.calls import OwnCall
from unpython._writing.enumerations.kinds import NotWritten
from unpython._writing.nodes import copy_tree, load

_MOST_MEMBERS = 24
_LARGEST = 2**53


def is_known(found: Any) -> bool:
    """Whether something is an enumeration whose members may be numbers."""
    if not isinstance(found, enum.EnumMeta) or not 0 < len(found) <= _MOST_MEMBERS:
        return False
    if any(name in vars(found) for name in ("__bool__", "__len__", "__hash__")):
        return False
    return is_of_integers(found) or all(map(is_plain_member, found))


def is_of_integers(of: Any) -> bool:
    """An IntEnum, whose members are the integers that they stand for."""
    is_plain = type(of) is enum.EnumMeta and of.__mro__[1:] == enum.IntEnum.__mro__ and of.__eq__ is int.__eq__
    return is_plain and all(type(m.value) is int and abs(m.value) < _LARGEST for m in of)


def number(found: Any) -> int:
    kind: Any = type(found)
    return int(found.value) if is_of_integers(kind) else list(kind).index(found) + 1


def attribute(of: Any, name: str) -> list[Any]:
    """What the members have under a name; raises NotWritten where that is no number or text of one type, or is computed."""
    is_known = name not in vars(of) if name in ("name", "value") else all(name in vars(m) for m in of) and not name.startswith("_")
    if not is_known:
        raise NotWritten
    return _of_one_type([getattr(m, name) for m in of])


def shown(of: Any, is_repr: bool) -> list[Any]:
    """What str() or repr() gives of the members."""
    own = of.__repr__ if is_repr else of.__str__
    if is_of_integers(of) or own is not (enum.Enum.__repr__ if is_repr else enum.Enum.__str__):
        raise NotWritten
    return [repr(m) if is_repr else str(m) for m in of]


def _of_one_type(values: list[Any]) -> list[Any]:
    kinds = {*map(type, values)}
    if len(kinds) > 1 or not kinds <= {int, float, str} or (kinds == {int} and not all(abs(v) < _LARGEST for v in values)):
        raise NotWritten
    return values


def chosen(of: Any, node: ast.expr, values: list[Any]) -> ast.expr:
    """The value that belongs to the number of a member."""
    numbers = [number(m) for m in of]
    if isinstance(node, ast.Constant):
        return ast.Constant(values[numbers.index(node.value)])  # type: ignore[arg-type]
    steps = {v - n for v, n in zip(values, numbers, strict=True)} if type(values[0]) is int else set()
    if len(steps) == 1:
        step = steps.pop()
        return node if step == 0 else ast.BinOp(node, ast.Add(), ast.Constant(step))
    if not isinstance(node, ast.Name):
        place: ast.expr = ast.BinOp(node, ast.Sub(), ast.Constant(1))
        if numbers != list(range(1, len(numbers) + 1)):
            places = [ast.List([ast.Constant(n) for n in given], ast.Load()) for given in (numbers, range(len(numbers)))]
            place = OwnCall(enumerations.number_of, [node, *places])
        return ast.Subscript(ast.List([ast.Constant(v) for v in values], ast.Load()), place, ast.Load())
    made: ast.expr = ast.Constant(values[-1])
    for n, value in reversed(list(zip(numbers[:-1], values[:-1], strict=True))):
        made = ast.IfExp(ast.Compare(load(node.id), [ast.Eq()], [ast.Constant(n)]), ast.Constant(value), made)
    return made


def of_value(of: Any, node: ast.expr) -> ast.expr:
    """Color(node): the number of the member with that value."""
    if of._missing_.__func__ is not enum.Enum._missing_.__func__:  # type: ignore[attr-defined]
        raise NotWritten
    return _found({m.value: number(m) for m in of if _of_one_type([k.value for k in of])}, node)


def of_name(of: Any, node: ast.expr) -> ast.expr:
    """Color[node], also of other names of members."""
    return _found({name: number(m) for name, m in of.__members__.items()}, node)


def _found(numbers: dict[Any, int], node: ast.expr) -> ast.expr:
    """The number that belongs to a key; where there is none, Python raises what it raises."""
    if isinstance(node, ast.Constant):
        if type(node.value) is not type(next(iter(numbers))) or node.value not in numbers:
            raise NotWritten
        return ast.Constant(numbers[node.value])
    if type(next(iter(numbers))) is not str:
        keys, found = ([ast.Constant(v) for v in values] for values in (numbers, numbers.values()))
        return OwnCall(enumerations.number_of, [node, ast.List(keys, ast.Load()), ast.List(found, ast.Load())])  # type: ignore[arg-type]
    if not _is_computed_again(node):
        raise NotWritten
    made: ast.expr = ast.Constant(enumerations.NO_MEMBER)
    for key, value in reversed(numbers.items()):
        made = ast.IfExp(ast.Compare(copy_tree(node), [ast.Eq()], [ast.Constant(key)]), ast.Constant(value), made)
    return OwnCall(enumerations.checked, [made])


def _is_computed_again(node: ast.expr) -> bool:
    """A name, an item or a field of it, in another case: computed again it is the same."""
    if isinstance(node, ast.Call):
        is_method = isinstance(node.func, ast.Attribute) and node.func.attr in ("upper", "lower", "strip") and not node.args and not node.keywords
        return is_method and _is_computed_again(node.func.value)  # type: ignore[attr-defined]
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        is_place = isinstance(node, ast.Attribute) or _is_computed_again(node.slice)
        return is_place and _is_computed_again(node.value)
    return isinstance(node, (ast.Name, ast.Constant))
