"""Whether calls of NumPy's functions mean in a compiled function what they mean in NumPy: value, type, shape, and which
memory a result shares with an argument. NumPy itself is asked what that is, also whether it refuses.

Many calls are compiled as one function, since that is what takes the time. A call that raises gets one of its own.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import unpython as up
from support.numpy_arguments import NAMES, Arguments, arguments_for
from support.numpy_table import Call
from unpython._find_source import run_text

_TOLERANCE = {"f": {2: 1e-3, 4: 2e-4, 8: 1e-11}, "c": {8: 2e-4, 16: 1e-11}}
_SUPPORTED = frozenset("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64".split())
_FIRST_LINE = 2  # of the calls in a program


class Programs:
    """Compiled programs of one element type and number of dimensions, each set of calls compiled once."""

    def __init__(self, dtype: str, rank: int) -> None:
        self.dtype, self.rank = dtype, rank
        self._compiled: dict[tuple[Call, ...], tuple[Callable[..., Any], Callable[..., Any]]] = {}

    def failures(self, calls: Sequence[Call], layout: str) -> list[str]:
        """What differs from NumPy, in words."""
        arguments = arguments_for(self.dtype, self.rank, layout)
        together, alone = [], []
        for call in calls:
            if self.rank not in call.ranks:
                continue
            result = _outcome(_program((call,)), arguments.copy())[0]
            can = not call.is_statement and not isinstance(result, tuple) and _is_supported(result)
            (together if can else alone).append(call)
        found = self._check(tuple(together), arguments)
        for call in alone:
            found += self._check_one(call, arguments)
        return [f"{self.dtype}, {self.rank} dimensions, {layout}: {text}" for text in found]

    def _programs(self, calls: tuple[Call, ...]) -> tuple[Callable[..., Any], Callable[..., Any]]:
        if calls not in self._compiled:
            program = _program(calls)
            self._compiled[calls] = (program, up.jit(program))
        return self._compiled[calls]

    def _check(self, calls: tuple[Call, ...], arguments: Arguments) -> list[str]:
        if not calls:
            return []
        program, compiled = self._programs(calls)
        results, found = _outcome(compiled, arguments)
        if isinstance(results, up.CompileError):
            refused = {calls[d["line"] - _FIRST_LINE]: d["message"] for d in results.diagnostics}
            rest = tuple(call for call in calls if call not in refused)
            return [f"{c.text}: refused: {why}" for c, why in refused.items()] + self._check(rest, arguments)
        if isinstance(results, BaseException):
            if len(calls) == 1:
                return [f"{calls[0].text}: raised {results!r}"]
            half = len(calls) // 2
            return self._check(calls[:half], arguments) + self._check(calls[half:], arguments)
        expected, views = _outcome(program, arguments)
        if len(calls) == 1:
            results, expected = (results,), (expected,)
        failures = []
        for call, x, y in zip(calls, results, expected, strict=True):
            failures += [f"{call.text}: {what}" for what in _differences(x, found, y, views)]
        return failures

    def _check_one(self, call: Call, arguments: Arguments) -> list[str]:
        program, compiled = self._programs((call,))
        expected, reference = _outcome(program, arguments.copy())
        result, found = _outcome(compiled, arguments.copy())
        if isinstance(expected, BaseException) or not (call.is_statement or _is_supported(expected)):
            refused = isinstance(result, (up.CompileError, NotImplementedError, TypeError))
            if refused or (isinstance(expected, BaseException) and isinstance(expected, type(result))):
                return []
            if _has_half(expected):  # where it is not refused
                return [f"{call.text}: {what}" for what in _differences(result, found, expected, reference)]
            wanted = repr(expected) if isinstance(expected, BaseException) else "to be refused"
            return [f"{call.text}: {result!r}, not {wanted}"]
        if isinstance(result, BaseException):
            return [f"{call.text}: raised {result!r}"]
        failures = [] if call.is_statement else _differences(result, found, expected, reference)
        failures += [f"changes {name}" for name, x, y in zip(NAMES, found, reference) if not _near(x, y)]
        return [f"{call.text}: {what}" for what in failures]


def run(calls: Sequence[Call], dtype: str, rank: int, layouts: Iterable[str]) -> list[str]:
    programs = Programs(dtype, rank)
    return [text for layout in layouts for text in programs.failures(calls, layout)]


def _program(calls: Sequence[Call]) -> Callable[..., Any]:
    """A function with a text, as if it stood in a file: one line for each call."""
    lines = [
        f"    {call.text}" if call.is_statement else f"    r{n} = {call.text}" for n, call in enumerate(calls)
    ]
    results = ", ".join(f"r{n}" for n, call in enumerate(calls) if not call.is_statement)
    text = "\n".join([f"def program({', '.join(NAMES)}):", *lines, f"    return {results}"])
    return run_text(text, f"<calls {hash(text)}>", {"np": np})["program"]


def _outcome(function: Callable[..., Any], arguments: Arguments) -> tuple[Any, list[np.ndarray]]:
    views = arguments.views()
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*views), views
        except Exception as error:
            return error, views


def _is_supported(result: Any) -> bool:
    """Whether it is a value of the types that compiled functions have."""
    if isinstance(result, tuple):
        return all(map(_is_supported, result))
    if isinstance(result, (np.ndarray, np.generic)):
        return result.dtype.name in _SUPPORTED or result.dtype.kind == "c" and result.dtype.itemsize <= 16
    return isinstance(result, (bool, int, float, complex))


def _has_half(result: Any) -> bool:
    if isinstance(result, tuple):
        return any(map(_has_half, result))
    return isinstance(result, (np.ndarray, np.generic)) and result.dtype == np.float16


def _differences(found: Any, found_in: list[Any], expected: Any, expected_in: list[Any]) -> list[str]:
    if isinstance(expected, tuple):
        if not isinstance(found, tuple) or len(found) != len(expected):
            return [f"{found!r}, not {expected!r}"]
        pairs = zip(found, expected)
        return [text for x, y in pairs for text in _differences(x, found_in, y, expected_in)]
    is_single = isinstance(expected, np.ndarray) and expected.ndim == 0  # a number here
    if not is_single and type(found) is not type(expected):
        return [f"{found!r} is a {type(found).__name__}, not a {type(expected).__name__}"]
    x, y = np.asarray(found), np.asarray(expected)
    if (x.dtype, x.shape) != (y.dtype, y.shape):
        return [f"{x.dtype}{x.shape}, not {y.dtype}{y.shape}"]
    if not _near(x, y):
        return [f"{found!r}, not {expected!r}"]
    if isinstance(expected, np.ndarray) and not is_single:
        return _sharing(found, found_in, expected, expected_in)
    return []


def _near(found: np.ndarray, expected: np.ndarray) -> bool:
    limit = _TOLERANCE.get(expected.dtype.kind, {}).get(expected.dtype.itemsize, 0)
    if limit == 0:
        return bool(np.all(found == expected))
    with np.errstate(all="ignore"):
        scale = np.max(np.abs(expected), initial=0, where=np.isfinite(expected))
        return bool(np.all(np.isclose(found, expected, rtol=limit, atol=limit * scale, equal_nan=True)))


def _sharing(
    found: np.ndarray, found_in: list[Any], expected: np.ndarray, expected_in: list[Any]
) -> list[str]:
    """A view must be one of the same elements, so that a store through it reaches the same ones."""
    for name, x, y in zip(NAMES, found_in, expected_in):
        is_view, should = np.shares_memory(found, x), np.shares_memory(expected, y)
        if is_view != should:
            return [f"shares memory with {name}" if is_view else f"is no view of {name}"]
        if should:
            if _elements(found, x) != _elements(expected, y):
                return [f"a view of other elements of {name}"]
            if found.flags.writeable != expected.flags.writeable:
                return [f"a view of {name} that is {'not ' * (not found.flags.writeable)}writeable"]
    return []


def _elements(view: np.ndarray, of: np.ndarray) -> tuple[int, ...]:
    """Where it starts in the other array, and its steps along dimensions that have any."""
    return (view.ctypes.data - of.ctypes.data, *(s for n, s in zip(view.shape, view.strides) if n > 1))
