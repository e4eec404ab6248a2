"""up.vectorize: functions of numbers as ufuncs; _guvectorize.py has those of small arrays.

Choice: one compiled function for each method, with the user's function as a part of the program: the loops are those of up.map
and its kin (_library/unpython_functions). The user's function decides the types of results, as with up.map.
"""

from __future__ import annotations

import functools
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from unpython import _core, _find_source, _map_reduce, _options
from unpython._plain import PlainReport
from unpython.decorators import make_function

_MOST_INPUTS = 4
_MOST_AXES = 3  # of the loops

are_made = False  # whether a compiled function may call one


class _Compiled(_core.FirstCall):
    """A function of the user within functions of the library, each compiled when it is first asked for."""

    _function: Any  # FunctionType
    _given: tuple[Any, ...]  # what made it, beside the function and the options

    def __init__(self, function: Any, where: str, options: dict[str, Any]) -> None:
        plain = function._function if isinstance(function, _Compiled) else getattr(function, "py_func", function)
        if not isinstance(plain, FunctionType):
            raise TypeError(f"{where} takes a Python function (a 'def' or a lambda), not {function!r}")
        device = "gpu" if str(options.get("device", "cpu")) not in ("cpu", "python") else "cpu"
        self._options, self._device = _options.validate(options, where), device
        self._functions: dict[str, Any] = {}
        self._function = plain
        code = plain.__code__
        self.nin = code.co_argcount
        if not 1 <= self.nin <= _MOST_INPUTS or code.co_kwonlyargcount or code.co_flags & 0x0C:
            raise TypeError(f"{where} takes a function of 1 to {_MOST_INPUTS} positional parameters, and {plain.__name__}() is not one")
        _find_source.keep_source(plain)
        functools.update_wrapper(self, plain)  # type: ignore[arg-type]

    def __reduce_ex__(self, protocol: Any) -> Any:
        from unpython._pickling import reduce_ufunc

        return reduce_ufunc(self, self._function, (*self._given, self._options))

    def _within(self, name: str) -> Any:
        """The function of that name in a module of _library, with the user's one in it."""
        found = self._functions.get(name)
        if found is None:
            written = _written(name)
            names = written.__code__.co_varnames[: written.__code__.co_argcount]
            layouts = {name: self._function if name == names[0] else None for name in names}
            found = self._functions[name] = (
                functools.partial(written, self._function)
                if _core.settings()["disable"]
                else make_function(self._named(written), None, {}, self._options, self._device, layouts=layouts)
            )
        return found

    def _is_plain(self) -> bool:
        asked = _options.current_device() or self._options.get("device")
        return bool(_core.settings()["disable"]) or asked == "python"

    def _warn_of(self, error: _core.CompileError) -> None:
        from unpython._warn import warn

        why = error.diagnostics[0]["message"] if error.diagnostics else str(error)
        warn(f"{self._function.__name__}() runs in Python: {why}")

    def _named(self, written: FunctionType) -> FunctionType:
        """The function of the library under the name that the user knows, for warnings and reports."""
        named = FunctionType(written.__code__, written.__globals__, self._function.__name__, written.__defaults__)
        named.__qualname__, named.__module__ = self._function.__qualname__, written.__module__
        return named


def _written(name: str) -> FunctionType:
    from unpython._library.unpython_functions import of_functions

    found: Any = of_functions(name)
    if name == "at":
        from unpython._library.numpy_functions.places import at as found
    assert found is not None
    return found  # type: ignore[no-any-return]


class Vectorized(_Compiled):
    """A function of numbers that takes arrays of them, as a ufunc of NumPy does."""

    nout = 1
    identity = None
    signature = None

    def __init__(self, function: Any, associative: bool, options: dict[str, Any]) -> None:
        super().__init__(function, "up.vectorize()", options)
        self._given = (associative,)
        self.py_func = self._function  # compiled functions know it by this
        self.nargs = self.nin + 1
        global are_made
        are_made = True
        self._associative = associative
        self._mixed: set[Any] = set()  # combinations of types that are made one first
        self._stored: set[Any] = set()  # arrays on devices that were found to need nothing before they are stored to (_stored_key)
        self._map = self._reports = self._within(f"map{self.nin}")
        if _core.settings()["disable"]:
            report = PlainReport(self._function.__name__)
            self._map = functools.partial(_map_reduce._plain().map, self._function)
            self._reports = SimpleNamespace(explain=lambda *args: report, last=None, ran_on="python")
        else:
            self.first = self._map

    def _otherwise(
        self, *args: Any, out: Any = None, where: Any = True, dtype: Any = None, casting: str = "same_kind"
    ) -> Any:
        key = self._stored_key(args, out, casting) if type(out) is _core.DeviceArray and where is True and dtype is None else None
        if key is None:
            return self._with_options(args, out, where, dtype, casting)
        if key not in self._stored:
            self._with_options(args, out, where, dtype, casting)
            self._stored.add(key)
        else:
            self._within(f"store{self.nin}")(out, None, *args)
        return out

    def _stored_key(self, args: tuple[Any, ...], out: _core.DeviceArray, casting: str) -> Any:
        """What decides whether a call with these arrays of a device is right; None: more than that."""
        shape = out.shape
        if len(args) != self.nin or any(type(a) is not _core.DeviceArray or a.shape != shape for a in args):
            return None
        return (casting, len(shape), *((a.dtype, a.device) for a in (out, *args)))

    def __repr__(self) -> str:
        return f"<up.vectorize of {self._function.__qualname__}>"

    # What became of the last call, as of a function of up.jit.

    def explain(self, *args: Any) -> Any:
        return self._reports.explain(*args)

    @property
    def last(self) -> dict[str, Any] | None:
        record: dict[str, Any] | None = self._reports.last
        return record

    @property
    def ran_on(self) -> str | None:
        device: str | None = self._reports.ran_on
        return device

    def _with_options(self, args: tuple[Any, ...], out: Any, where: Any, dtype: Any, casting: str) -> Any:
        if isinstance(out, tuple) and len(out) == 1:
            out = out[0]
        if len(args) == self.nin + 1 and out is None:
            args, out = args[:-1], args[-1]
        if len(args) != self.nin:
            raise TypeError(f"{self._function.__name__}() takes {self.nin} positional arguments, and an array for the result; {len(args)} were given")
        arrays = [a if _is_array(a) or isinstance(a, (bool, int, float, complex, np.generic)) else np.asarray(a) for a in args]
        for a in arrays:
            if isinstance(a, np.ndarray) and a.dtype == object and a.ndim == 0 and a[()] is None:  # a dtype of None is float64
                raise TypeError(f"an argument of {self._function.__name__}() is None; numbers and arrays of numbers are supported")
        arrays = [_native(a[()] if isinstance(a, np.ndarray) and a.ndim == 0 else a) for a in arrays]
        if dtype is not None:
            arrays = [_as_type(a, np.dtype(dtype), casting) for a in arrays]
        if out is None and where is True:
            return self._mapped(arrays)
        if out is not None and not isinstance(out, (np.ndarray, _core.DeviceArray)):
            raise TypeError("return arrays must be of ArrayType")
        shape = np.broadcast_shapes(*map(np.shape, arrays), np.shape(where))
        kind = self._result_type(arrays)
        if out is None:
            out = np.empty(shape, kind)
        elif np.broadcast_shapes(out.shape, shape) != out.shape:
            raise ValueError(f"non-broadcastable output operand with shape {out.shape} doesn't match the broadcast shape {shape}")
        if not np.can_cast(kind, out.dtype, casting):  # type: ignore[arg-type]
            raise TypeError(f"Cannot cast {self._function.__name__}() output from {kind!r} to {out.dtype!r} with casting rule '{casting}'")
        self._store(arrays, out, where, kind)
        return out

    def _mapped(self, arrays: list[Any]) -> Any:
        if any(np.ndim(a) > _MOST_AXES for a in arrays):
            shape = np.broadcast_shapes(*map(np.shape, arrays))
            return self._mapped(_in_lines(arrays, shape)).reshape(shape)
        key = tuple(a.dtype if _is_array(a) else type(a) for a in arrays)
        if key not in self._mixed:
            try:
                return self._map(*arrays)
            except (TypeError, _core.CompileError):
                pass
        try:  # values of several types meet in the function: as in a ufunc, they get one before
            kind = np.result_type(*arrays)
            made = self._map(*(a.astype(kind, copy=False) if _is_array(a) else kind.type(a) for a in arrays))
            self._mixed.add(key)
            self.first = None
            return made
        except (TypeError, _core.CompileError):  # what cannot be compiled runs in Python, with a warning
            return _map_reduce._run(f"map{self.nin}", self._function, *arrays)

    def _result_type(self, arrays: list[Any]) -> np.dtype[Any]:
        nothing = [np.empty((0,), a.dtype) if _is_array(a) else a for a in arrays]
        if not any(map(_is_array, arrays)):
            return np.asarray(self._mapped(arrays)).dtype
        return np.dtype(self._mapped(nothing).dtype)

    def _store(self, arrays: list[Any], out: Any, where: Any, kind: np.dtype[Any]) -> None:
        if not np.can_cast(getattr(where, "dtype", bool), bool, "safe"):
            raise TypeError(f"Cannot cast array data from {where.dtype!r} to dtype('bool') according to the rule 'safe'")
        mask = None if where is True else np.asarray(where, dtype=bool)
        if isinstance(out, _core.DeviceArray):
            self._store_on_device(arrays, out, mask, kind)
            return
        apart = all(a is out or not np.may_share_memory(a, out) for a in (*arrays, mask) if isinstance(a, np.ndarray))
        if apart and out.dtype == kind and 0 < out.ndim <= _MOST_AXES and not _core.settings()["disable"]:
            given = [np.broadcast_to(a, out.shape) if _is_array(a) and a.shape != out.shape else a for a in arrays]
            try:
                self._within(f"store{self.nin}")(out, None if mask is None else np.broadcast_to(mask, out.shape), *given)
                return
            except _core.CompileError:  # the function that makes an array of the results says what is not compiled, or runs in Python
                pass
        shape = np.broadcast_shapes(*map(np.shape, arrays), out.shape)
        chosen = np.ones(shape, bool) if mask is None else np.broadcast_to(mask, shape)
        given = [np.broadcast_to(a, shape)[chosen] if _is_array(a) else a for a in arrays]
        out[chosen] = self._mapped(given) if np.any(chosen) else 0

    def _store_on_device(self, arrays: list[Any], out: Any, mask: Any, kind: np.dtype[Any]) -> None:
        if out.dtype != kind or not 0 < out.ndim <= _MOST_AXES:
            raise TypeError(f"out= on a device takes an array of {kind} of 1 to {_MOST_AXES} dimensions")
        self._within(f"store{self.nin}")(out, None if mask is None else np.broadcast_to(mask, out.shape), *arrays)

    # Methods of ufuncs of two numbers.

    def reduce(
        self, array: Any, axis: Any = 0, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None
    ) -> Any:
        """As the reduce of NumPy's ufuncs: item by item from the first, or in the tree of up.reduce where the function was declared
        associative."""
        self._needs_two("reduce")
        array = _native(np.asarray(array, dtype=dtype))
        axes = tuple(range(array.ndim)) if axis is None else (axis if isinstance(axis, tuple) else (axis,))
        most = 1 if array.ndim == 0 and not isinstance(axis, tuple) else array.ndim  # NumPy takes 0 and -1 of a number
        for a in axes:
            if not -most <= a < most:
                raise np.exceptions.AxisError(a, array.ndim)
        axes = tuple(sorted(a % array.ndim for a in axes)) if array.ndim > 0 else ()
        rest = tuple(a for a in range(array.ndim) if a not in axes)
        shape = tuple(array.shape[a] for a in rest)
        count = int(np.prod([array.shape[a] for a in axes], dtype=int))
        lines = array.transpose((*rest, *axes)).reshape((int(np.prod(shape, dtype=int)), count))
        if count == 0 and initial is None and len(lines) > 0:
            raise ValueError(f"zero-size array to reduction operation {self._function.__name__} which has no identity")
        if initial is not None:
            first = np.full((len(lines), 1), initial, np.result_type(lines.dtype, initial))
            lines = np.concatenate([first, lines], axis=1)
        ends = _map_reduce.reduce(self._function, lines, axis=1) if self._associative else self._lines("reduce", "ends_in_order", lines)
        kept = tuple(1 if a in axes else n for a, n in enumerate(array.shape))
        return _given(ends.reshape(kept if keepdims else shape), out)

    def accumulate(self, array: Any, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
        """The results of reduce for the first item, the first two, and so on."""
        self._needs_two("accumulate")
        array = _native(np.asarray(array, dtype=dtype))
        if array.ndim == 0:
            raise TypeError("cannot accumulate on a scalar")
        moved = np.moveaxis(array, axis, -1)
        lines = moved.reshape((-1, moved.shape[-1])) if moved.size else np.empty((0, max(1, moved.shape[-1])), moved.dtype)
        made = (
            _map_reduce.scan(self._function, lines, axis=1) if self._associative else self._lines("scan", "running_in_order", lines)
        )
        return _given(np.moveaxis(made.reshape(moved.shape), -1, axis), out)

    def outer(self, a: Any, b: Any, **kwargs: Any) -> Any:
        """One result for each item of one array with each item of the other."""
        self._needs_two("outer")
        a, b = np.asarray(a), np.asarray(b)
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **kwargs)

    def at(self, array: np.ndarray, indices: Any, b: Any = None) -> None:
        """array[i] = function(array[i], b[i]) for one index after the other, also where one comes twice."""
        if self.nin > 2:
            raise ValueError("at is only supported for functions of one or two numbers")
        if not _is_array(array):
            raise TypeError("first operand must be array")
        if isinstance(array, _core.DeviceArray) and self.nin == 2:
            self._at(array, np.asarray(indices) if isinstance(indices, list) else indices, b)
            return
        values = b if np.ndim(b) > 0 else np.asarray(b)[()]
        if self.nin == 2 and array.ndim == 1 and _are_places(indices) and np.ndim(b) < 2:
            self._at(array, indices, np.asarray(b) if isinstance(b, list) else values)
            return
        places = np.reshape(np.arange(array.size).reshape(array.shape)[indices], -1)
        if self.nin == 1:
            self._at_places(array, places)
            return
        flat = array.reshape(-1)  # a copy where the elements do not lie one behind the other
        given = values
        if np.ndim(values) > 0:
            given = np.broadcast_to(values, np.shape(array[indices])).reshape(-1)
        self._at(flat, places, given)
        if not np.may_share_memory(flat, array):
            array[...] = flat.reshape(array.shape)

    def _at_places(self, array: Any, places: np.ndarray) -> None:
        """As often as a place comes; `places` count elements in C order."""
        places, counts = np.unique(places, return_counts=True)
        while len(places) > 0:
            where = np.unravel_index(places, array.shape)
            made = self(array[where])
            if not np.can_cast(made.dtype, array.dtype, "same_kind"):
                name = self._function.__name__
                raise TypeError(f"Cannot cast {name}() output from {made.dtype!r} to {array.dtype!r} with rule 'same_kind'")
            array[where] = made
            places, counts = places[counts > 1], counts[counts > 1] - 1

    def _lines(self, plain: str, name: str, lines: np.ndarray) -> Any:
        """The results of one function of the library, or of what it means in plain Python."""
        if lines.shape[0] == 0 and lines.shape[1] == 0:
            lines = np.empty((0, 1), lines.dtype)
        if not self._is_plain():
            try:
                return self._within(name)(lines)
            except _core.CompileError as error:
                if _options.is_strict():
                    raise
                self._warn_of(error)
        return getattr(_map_reduce._plain(), plain)(self._function, lines, axis=1)

    def _at(self, array: Any, places: Any, values: Any) -> None:
        if isinstance(array, _core.DeviceArray) or array.dtype.isnative:
            try:
                self._within("at")(array, places, values)
                return
            except _core.CompileError as error:
                if _options.is_strict():
                    raise
                self._warn_of(error)
        _written("at")(self._function, array, places, values)

    def _needs_two(self, method: str) -> None:
        if self.nin != 2:
            raise ValueError(f"{method} is only supported for functions of two numbers")


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or isinstance(value, _core.DeviceArray)


def _as_type(value: Any, dtype: np.dtype[Any], casting: Any) -> Any:
    """A number of Python has no type of its own beside `dtype`, if that is of its kind or a larger one."""
    is_weak = isinstance(value, (bool, int, float, complex)) and not isinstance(value, np.generic)
    if is_weak and np.result_type(dtype, value) == dtype:
        return np.asarray(value, dtype)[()]
    return np.asarray(value).astype(dtype, casting=casting, copy=False)[()]


def _native(value: Any) -> Any:
    """In the byte order of this machine, as ufuncs give their results."""
    if isinstance(value, np.ndarray) and not value.dtype.isnative:
        return value.astype(value.dtype.newbyteorder("="))
    return value


def _are_places(indices: Any) -> bool:
    return isinstance(indices, np.ndarray) and indices.dtype.kind in "iu" and indices.ndim == 1


def _in_lines(arrays: list[Any], shape: tuple[int, ...]) -> list[Any]:
    return [np.broadcast_to(a, shape).reshape(-1) if np.ndim(a) > 0 else a for a in arrays]


def _given(result: Any, out: Any) -> Any:
    if out is None:
        return result[()] if result.ndim == 0 else result
    out = out[0] if isinstance(out, tuple) else out
    np.copyto(out, result, casting="same_kind")
    return out


def vectorize(function: Any = None, /, *, associative: bool = False, **options: Any) -> Any:
    """Makes a function of 1 to 4 numbers a ufunc: it takes arrays, with broadcasting, `out=`, `where=` and `dtype=`, and has
    `reduce`, `accumulate`, `outer` and `at`. `associative=True`: reduce and accumulate combine items in the blocks of up.reduce.
    `options` as in `unpython.options`, with `device='gpu'` for a GPU.

    >>> @up.vectorize
    ... def clipped(x, limit):
    ...     return x if x < limit else limit
    """
    if function is None:
        return functools.partial(vectorize, associative=associative, **options)
    return Vectorized(function, associative, options)
