"""What arrays on a device do as NumPy's do: operators, subscripts, methods, and NumPy's functions.

Problem: a program that keeps its data on a device wants more than its own loops there, and no copy to the host that it did not ask for.
Choice:  parts (subscripts of integers and slices, transposes, shapes) are views: NumPy itself computes where they lie. Everything else
         is one line of a function that is compiled for the device: arrays and numbers are its arguments, axes and types stand in the line.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from unpython import _core
from unpython._device_arrays.lines import _is_operand, _Line

_BINARY = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "matmul": "@",
    "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>",
}  # fmt: skip
_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}
_METHODS = (
    "all any argmax argmin argsort cumprod cumsum diagonal dot max mean min nonzero prod ptp repeat round searchsorted std sum"
    " take trace var"
).split()
_VIEWS = frozenset({np.transpose, np.swapaxes, np.moveaxis, np.squeeze, np.expand_dims, np.broadcast_to})
_SHOWN = 1000  # elements at most that repr() brings to the host


# Parts


def _ghost(array: _core.DeviceArray) -> np.ndarray[Any, Any]:
    """A NumPy array of the same form whose elements nobody may touch: what NumPy does to its form is done to the array."""
    return np.lib.stride_tricks.as_strided(np.empty(1, array.dtype), array.shape, array.strides, writeable=False)


def _like(array: _core.DeviceArray, change: Callable[[np.ndarray[Any, Any]], Any], writeable: bool = True) -> _core.DeviceArray:
    ghost = _ghost(array)
    part = change(ghost)
    offset = part.__array_interface__["data"][0] - ghost.__array_interface__["data"][0] if part.size > 0 else 0
    return _core.part_of(array, offset, part.shape, part.strides, writeable=writeable)


def _is_basic(key: Any) -> bool:
    parts = key if isinstance(key, tuple) else (key,)
    return all(
        part is None
        or part is Ellipsis
        or isinstance(part, slice)
        or (hasattr(part, "__index__") and not isinstance(part, (bool, np.bool_, np.ndarray, _core.DeviceArray)))
        for part in parts
    )


def _part(self: _core.DeviceArray, key: Any) -> tuple[_core.DeviceArray, bool]:
    """The view that a subscript of integers and slices names, and whether NumPy gives an element instead."""
    whole = key if isinstance(key, tuple) else (key,)
    has_ellipsis = Ellipsis in whole
    part = _like(self, lambda ghost: ghost[whole if has_ellipsis else (*whole, ...)])
    return part, part.ndim == 0 and not has_ellipsis


def _get(self: _core.DeviceArray, key: Any) -> Any:
    if _is_basic(key):
        part, is_element = _part(self, key)
        return part.to_host()[()] if is_element else part
    line = _Line("getitem")
    return line.run(f"{line.argument(self)}[{line.subscripts(key)}]")


def _set(self: _core.DeviceArray, key: Any, value: Any) -> None:
    line = _Line("setitem")
    if not _is_operand(value):
        value = np.asarray(value)
    if np.ndim(value) == 0 and not isinstance(value, _core.DeviceArray):
        np.empty(1, self.dtype)[0] = value  # raises what NumPy raises of a number that does not fit
    if not _is_basic(key):
        line.run(f"{line.argument(self)}[{line.subscripts(key)}] = {line.operand(value)}", is_statement=True)
        return
    part, _ = _part(self, key)
    if part.ndim > 0:
        line.run(f"{line.argument(part)}[...] = {line.operand(value)}", is_statement=True)
        return
    one = line.argument(_like(part, lambda ghost: ghost[None]))
    line.run(f"{one}[...] = {line.operand(value)}", is_statement=True, is_told=False)  # no loop for a device: one element moves


def _reshape(self: _core.DeviceArray, *shape: Any, order: str = "C") -> _core.DeviceArray:
    wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    if order != "C":
        raise TypeError("the items of an array on a device have an order of 'C' only")
    ghost = _ghost(self)
    view: Any = ghost.view()
    try:
        view.shape = wanted
    except AttributeError:  # no strides fit: a copy has them
        return _reshape(_copy(self), *shape)
    return _core.part_of(self, 0, view.shape, view.strides)


def _copy(self: _core.DeviceArray) -> _core.DeviceArray:
    result = _core.empty_on(self.device, self.shape, self.dtype)
    _assign(result, self)
    return result


def _assign(target: _core.DeviceArray, value: Any) -> None:
    if target.size > 0:
        target[...] = value
    elif np.broadcast_shapes(np.shape(value), target.shape) != target.shape:
        raise ValueError(f"could not broadcast input array from shape {np.shape(value)} into shape {target.shape}")


def _astype(self: _core.DeviceArray, dtype: Any, copy: bool = True) -> _core.DeviceArray:
    if not copy and np.dtype(dtype) == self.dtype:
        return self
    line = _Line("astype")
    return line.run(f"{line.argument(self)}.astype({line.value(np.dtype(dtype))})")  # type: ignore[no-any-return]


def _conjugate(self: _core.DeviceArray) -> _core.DeviceArray:
    """Of numbers that are not complex NumPy's method gives the array itself."""
    if self.dtype.kind != "c":
        return self
    line = _Line("conj")
    return line.run(f"np.conjugate({line.argument(self)})")  # type: ignore[no-any-return]


def _real(self: _core.DeviceArray) -> _core.DeviceArray:
    return self if self.dtype.kind != "c" else _part_of_numbers(self, 0)


def _imaginary(self: _core.DeviceArray) -> _core.DeviceArray:
    if self.dtype.kind != "c":
        return _core.to_device(np.zeros(self.shape, self.dtype), self.device)
    return _part_of_numbers(self, self.dtype.itemsize // 2)


def _part_of_numbers(self: _core.DeviceArray, offset: int) -> _core.DeviceArray:
    return _core.part_of(self, offset, self.shape, self.strides, np.dtype(f"f{self.dtype.itemsize // 2}"))


def _matrices_transposed(self: _core.DeviceArray) -> _core.DeviceArray:
    if self.ndim < 2:
        raise ValueError("matrix transpose with ndim < 2 is undefined")
    return _like(self, lambda ghost: ghost.swapaxes(-1, -2))


def _items(self: _core.DeviceArray) -> Iterator[Any]:
    if self.ndim == 0:
        raise TypeError("iteration over a 0-d array")
    return (self[n] for n in range(len(self)))


def _clip(self: _core.DeviceArray, min: Any = None, max: Any = None, **named: Any) -> Any:
    return np.clip(self, min, max, **named)


def _sort(self: _core.DeviceArray, axis: int = -1, kind: Any = None) -> None:
    line = _Line("sort")
    line.run(f"{line.argument(self)}.sort({line.value(axis)}, {line.value(kind)})", is_statement=True)


def _transposed(self: _core.DeviceArray, *axes: Any) -> _core.DeviceArray:
    return _like(self, lambda ghost: ghost.transpose(*axes))


def _item(self: _core.DeviceArray, *place: int) -> Any:
    if len(place) == 1 and self.ndim > 1:
        if not -self.size <= place[0] < self.size:
            raise IndexError(f"index {place[0]} is out of bounds for size {self.size}")
        place = tuple(int(n) for n in np.unravel_index(place[0] % self.size, self.shape))
    if place:
        return self[place].item()
    if self.size != 1:
        raise ValueError("can only convert an array of size 1 to a Python scalar")
    return self.to_host().item()


def _number(kind: Callable[[Any], Any]) -> Callable[[_core.DeviceArray], Any]:
    def convert(self: _core.DeviceArray) -> Any:
        if self.size != 1:
            raise TypeError("only arrays of one element can be converted to a number of Python")
        return kind(self.to_host())  # as NumPy's versions take arrays of one element

    return convert


def _truth(self: _core.DeviceArray) -> bool:
    if self.size != 1:
        many = "more than one element" if self.size > 1 else "no element"
        raise ValueError(f"the truth of an array with {many} is ambiguous: use .any() or .all()")
    return bool(_item(self))


def _shown(self: _core.DeviceArray) -> str:
    if self.size > _SHOWN:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype}, device={self.device!r})"
    values = np.array2string(self.to_host(), separator=", ", prefix="DeviceArray(")
    return f"DeviceArray({values}, dtype={self.dtype}, device={self.device!r})"


# NumPy's functions


def _call_function(self: _core.DeviceArray, function: Any, types: Any, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """np.name(...) with an array on a device among its arguments."""
    if function is np.shape or function is np.ndim or function is np.size:
        return function(_ghost(args[0]), *args[1:], **named)
    name = f"{function.__module__}.{function.__name__}"
    if function in _VIEWS and isinstance(args[0], _core.DeviceArray):
        return _like(args[0], lambda ghost: function(ghost, *args[1:], **named), writeable=function is not np.broadcast_to)
    if function in (np.reshape, np.ravel, np.copy):
        return getattr(args[0], function.__name__)(*args[1:], **named)
    if name not in _names():
        raise TypeError(f"{name}() is not compiled for arrays on a device; give it a.to_host()")
    line = _Line(function.__name__)
    texts = [line.value(value) for value in args] + [f"{key}={line.value(value)}" for key, value in named.items()]
    return line.run(f"{name.replace('numpy', 'np', 1)}({', '.join(texts)})")


def _call_ufunc(self: _core.DeviceArray, ufunc: Any, method: str, *inputs: Any, out: Any = None, **named: Any) -> Any:
    if f"numpy.{ufunc.__name__}" not in _names():
        return NotImplemented
    if not all(_is_operand(value) or isinstance(value, (tuple, list)) for value in inputs):
        return NotImplemented
    line = _Line(ufunc.__name__)
    is_call = method == "__call__"
    lists = (list, tuple) if is_call else list  # a tuple of np.add.at has subscripts
    texts = [line.operand(np.asarray(value) if isinstance(value, lists) else value) for value in inputs]
    if out is not None:
        named["out"] = out[0] if len(out) == 1 else out
    texts += [f"{key}={line.value(value)}" for key, value in named.items()]
    name = ufunc.__name__ if is_call else f"{ufunc.__name__}.{method}"
    result = line.run(f"np.{name}({', '.join(texts)})", method == "at")
    return out[0] if out is not None and len(out) == 1 else result


@functools.cache
def _names() -> frozenset[str]:
    from unpython import _function_list

    return frozenset(_function_list.names())


# The class


def _add_operator(name: str, text: Callable[[_Line, Any, Any], str]) -> Callable[[Any, Any], Any]:
    def operate(self: _core.DeviceArray, other: Any) -> Any:
        if isinstance(other, (list, tuple)):
            other = np.asarray(other)
        if not _is_operand(other):
            return NotImplemented
        line = _Line(name)
        return line.run(text(line, self, other))

    operate.__name__ = operate.__qualname__ = name
    return operate


def _add_comparison(name: str, sign: str) -> Callable[[Any, Any], Any]:
    """With lists, as NumPy compares; nothing else is equal to a number."""

    def compare(self: _core.DeviceArray, other: Any) -> Any:
        if isinstance(other, (list, tuple)):
            other = np.asarray(other)
        if _is_operand(other):
            line = _Line(name)
            return line.run(f"{line.operand(self)} {sign} {line.operand(other)}")
        if sign not in ("==", "!="):
            return NotImplemented
        return _core.to_device(np.full(self.shape, sign == "!="), self.device)

    compare.__name__ = compare.__qualname__ = f"__{name}__"
    return compare


def _add_in_place(name: str, sign: str) -> Callable[[Any, Any], Any]:
    def operate(self: _core.DeviceArray, other: Any) -> Any:
        if isinstance(other, (list, tuple)):
            other = np.asarray(other)
        if not _is_operand(other):
            return NotImplemented
        line = _Line(name)
        line.run(f"{line.argument(self)} {sign}= {line.operand(other)}", is_statement=True)
        return self

    return operate


def _power(line: _Line, base: Any, exponent: Any) -> str:
    """A number in the line is a constant, as in Python's text: squares and roots are exact."""
    is_constant = isinstance(exponent, (int, float)) and not isinstance(exponent, np.generic) and abs(exponent) < 2**63
    return f"{line.operand(base)} ** {f'({exponent!r})' if is_constant else line.operand(exponent)}"


def _add_method(name: str) -> Callable[..., Any]:
    def method(self: _core.DeviceArray, *args: Any, **named: Any) -> Any:
        return _call_function(self, getattr(np, name), (), (self, *args), named)

    method.__name__ = method.__qualname__ = name
    return method


def _unary(name: str, text: str) -> Callable[[Any], Any]:
    def operate(self: _core.DeviceArray) -> Any:
        line = _Line(name)
        return line.run(text.format(line.argument(self)))

    return operate


def _between(sign: str, turned: bool = False) -> Callable[[_Line, Any, Any], str]:
    def text(line: _Line, a: Any, b: Any) -> str:
        left, right = (b, a) if turned else (a, b)
        return f"{line.operand(left)} {sign} {line.operand(right)}"

    return text


def add_operators(array: Any) -> None:
    """Gives the class DeviceArray what this file says."""
    for name, sign in _BINARY.items():
        setattr(array, f"__{name}__", _add_operator(name, _between(sign)))
        setattr(array, f"__r{name}__", _add_operator(f"r{name}", _between(sign, turned=True)))
        setattr(array, f"__i{name}__", _add_in_place(f"i{name}", sign))
    for name, sign in _COMPARISONS.items():
        setattr(array, f"__{name}__", _add_comparison(name, sign))
    array.__pow__ = _add_operator("pow", _power)
    array.__rpow__ = _add_operator("rpow", lambda line, a, b: f"{line.operand(b)} ** {line.operand(a)}")
    array.__ipow__ = _add_in_place("ipow", "**")
    array.__divmod__ = _add_operator("divmod", lambda line, a, b: f"np.divmod({line.operand(a)}, {line.operand(b)})")
    array.__rdivmod__ = _add_operator("rdivmod", lambda line, a, b: f"np.divmod({line.operand(b)}, {line.operand(a)})")
    for name, sign in _UNARY.items():
        setattr(array, f"__{name}__", _unary(name, sign + "{}"))
    array.conj = array.conjugate = _conjugate
    array.real, array.imag = property(_real), property(_imaginary)
    array.sort = _sort
    array.__abs__ = _unary("absolute", "abs({})")
    for name in _METHODS:
        setattr(array, name, _add_method(name))
    array.__hash__ = None
    array.__array_function__ = _call_function
    array.__array_ufunc__ = _call_ufunc
    array.__getitem__, array.__setitem__ = _get, _set
    array.__iter__ = _items
    array.__contains__ = lambda self, value: bool((self == value).any())
    array.__bool__, array.__repr__ = _truth, _shown
    array.__int__ = _number(int)
    array.__float__ = _number(float)
    array.__complex__ = _number(complex)
    array.T = property(lambda self: _transposed(self))
    array.itemsize = property(lambda self: self.dtype.itemsize)
    array.mT = property(_matrices_transposed)
    array.transpose, array.reshape, array.copy, array.astype, array.item = _transposed, _reshape, _copy, _astype, _item
    array.__copy__ = _copy
    array.__deepcopy__ = lambda self, known: _copy(self)
    array.swapaxes = lambda self, a, b: _like(self, lambda ghost: ghost.swapaxes(a, b))
    array.squeeze = lambda self, axis=None: _like(self, lambda ghost: ghost.squeeze(axis))
    array.ravel = lambda self, order="C": _reshape(self, -1, order=order)
    array.flatten = lambda self, order="C": _reshape(_copy(self), -1, order=order)
    array.clip = _clip
    array.fill = _assign
    array.tolist = lambda self: self.to_host().tolist()
