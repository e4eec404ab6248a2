"""Whether two executions of one program left the same objects: values, types, which names stand for one object, and which
arrays share memory."""

from __future__ import annotations

import warnings
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from support.compare import EXACT, Tolerance

_GIVEN = "arguments"
_KEPT_APART = (list, dict, set, deque)  # a second name for such an object can be told from a copy


@dataclass
class Outcome:
    """What a call left behind."""

    result: Any
    error: BaseException | None
    arguments: list[Any]


def outcome(function: Any, arguments: list[Any], quiet: bool = True) -> Outcome:
    """Calls `function` on these very arguments. `quiet`: without warnings."""
    with np.errstate(all="ignore" if quiet else "warn"), warnings.catch_warnings():
        if quiet:
            warnings.simplefilter("ignore")
        try:
            return Outcome(function(*arguments), None, arguments)
        except Exception as error:
            return Outcome(None, error, arguments)


def difference(
    found: Outcome, expected: Outcome, tolerance: Tolerance = EXACT, arguments: bool = True
) -> str | None:
    """What differs, in words. `tolerance`: of floats, as a part of the largest in their array. `arguments`: what the call
    left of them counts too."""
    if expected.error is not None or found.error is not None:
        if type(found.error) is not type(expected.error):
            return f"raised {found.error!r}, not {expected.error!r}"
    pairs = _Pairs(tolerance)
    try:
        if arguments:
            pairs.compare(found.arguments, expected.arguments, _GIVEN)
        pairs.compare(found.result, expected.result, "the result")
        pairs.compare_memory()
    except _Unlike as unlike:
        return str(unlike)
    return None


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


class _Unlike(Exception):
    pass


@dataclass
class _Pairs:
    """Objects that were found to stand for each other."""

    tolerance: Tolerance
    found: dict[int, Any] = field(default_factory=dict)  # by the id of the expected one
    expected: dict[int, Any] = field(default_factory=dict)
    arrays: list[tuple[np.ndarray, np.ndarray, str]] = field(default_factory=list)

    def compare(self, a: Any, b: Any, where: str) -> None:
        """`b` is what was expected."""
        if isinstance(b, np.ndarray) and b.ndim == 0 and isinstance(a, np.generic):
            b = b[()]  # compiled functions have no arrays without dimensions
        if type(a) is not type(b):
            raise _Unlike(f"{where} is {a!r:.200} of {type(a).__name__}, not {b!r:.200} of {type(b).__name__}")
        if isinstance(b, _KEPT_APART):
            known_a, known_b = id(b) in self.found, id(a) in self.expected
            if known_a != known_b or known_a and (self.found[id(b)] is not a or self.expected[id(a)] is not b):
                raise _Unlike(f"{where} is {'not ' * known_a}an object that has another name")
            if known_a:
                return
            self.found[id(b)], self.expected[id(a)] = a, b
        if isinstance(b, np.ndarray):
            if where.startswith(_GIVEN):
                self.found[id(b)] = a
            elif self.found.get(id(b), a) is not a:
                raise _Unlike(f"{where} is not the argument that it should be")
            self.arrays.append((a, b, where))
            self._numbers(a, b, where)
        elif isinstance(b, np.generic):
            self._numbers(np.asarray(a), np.asarray(b), where)
        elif isinstance(b, (list, tuple, deque)):
            self._length(a, b, where)
            for n, (x, y) in enumerate(zip(a, b)):
                self.compare(x, y, f"{where}[{n}]")
        elif isinstance(b, dict):
            self._length(a, b, where)
            for (k, x), (key, y) in zip(a.items(), b.items()):
                self.compare(k, key, f"a key of {where}")
                self.compare(x, y, f"{where}[{key!r}]")
        elif isinstance(b, set):
            self.compare(sorted(a, key=repr), sorted(b, key=repr), where)
        elif isinstance(b, (float, complex)):
            self._numbers(np.asarray(a), np.asarray(b), where)
        elif a != b:
            raise _Unlike(f"{where} is {a!r:.200}, not {b!r:.200}")

    @staticmethod
    def _length(a: Any, b: Any, where: str) -> None:
        if len(a) != len(b):
            raise _Unlike(f"{where} is {a!r:.300}, not {b!r:.300}")

    def _numbers(self, a: np.ndarray, b: np.ndarray, where: str, whole: np.ndarray | None = None) -> None:
        """`whole`: the complex numbers of which these are the real or the imaginary parts."""
        if (a.dtype, a.shape) != (b.dtype, b.shape):
            raise _Unlike(f"{where} is {a.dtype}{a.shape}, not {b.dtype}{b.shape}")
        if b.dtype.kind == "c":
            self._numbers(a.real, b.real, f"{where}.real", b)
            self._numbers(a.imag, b.imag, f"{where}.imag", b)
            return
        if b.dtype.kind != "f":
            equal = np.asarray(a == b)
        else:
            equal = (a == b) & (np.signbit(a) == np.signbit(b)) | np.isnan(a) & np.isnan(b)
            if limit := self.tolerance.of(b.dtype):
                with np.errstate(all="ignore"):
                    finite = np.isfinite(b)
                    sizes = np.abs(b if whole is None else whole)
                    largest = np.max(sizes, initial=0.0, where=np.isfinite(sizes))
                    equal |= finite & np.isfinite(a) & (np.abs(a - b) <= limit * largest) | (a == b)
        if not np.all(equal):
            at = tuple(int(i) for i in np.argwhere(~equal)[0])
            raise _Unlike(f"{where}{list(at) if at else ''} is {a[at]!r}, not {b[at]!r}")

    def compare_memory(self) -> None:
        """Arrays share memory with arguments, and lie in it, as the expected ones do. What is made anew may
        lie in memory in another order."""
        for n, (a, b, where) in enumerate(self.arrays):
            for other_a, other_b, other in self.arrays[:n]:
                if 0 in (b.size, other_b.size):
                    continue
                if not np.shares_memory(b, other_b):
                    if np.shares_memory(a, other_a):
                        raise _Unlike(f"{where} shares memory with {other}")
                elif b.ndim == 0 and other_b.dtype.kind == "c" != b.dtype.kind:
                    continue  # docs/semantics.md
                elif not np.shares_memory(a, other_a):
                    raise _Unlike(f"{where} shares no memory with {other}")
                elif other.startswith(_GIVEN) and _place(a, other_a) != _place(b, other_b):
                    raise _Unlike(f"{where} is a view of other elements of {other}")


def _place(array: np.ndarray, other: np.ndarray) -> tuple[int, ...]:
    return (_address(array) - _address(other), *(s for n, s in zip(array.shape, array.strides) if n > 1))
