"""What Python raises for values of kinds that an operation does not take: it is asked, with samples of these kinds."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

from unpython._library.stand_ins import original
from unpython._writing.heap.cells import (
    BOOL,
    BOUNDED,
    BYTES,
    COMPLEX,
    DEQUE,
    FROZEN,
    LIST,
    NONE,
    REAL,
    ROW,
    SET,
    TEXT,
    WHOLE,
    is_dict,
    is_object,
    is_tuple,
)
from unpython._writing.heap.emitter import YES, Value
from unpython._writing.heap.failures import Failures

_SAMPLES: dict[int, Any] = {NONE: None, BOOL: True, WHOLE: 1, REAL: 1.0, COMPLEX: 1j, TEXT: "a", BYTES: b"a", ROW: ()}
_HOLDERS = (LIST, SET, FROZEN, DEQUE, BOUNDED)
NO_SAMPLE = object()
_AS_NUMBERS = ("__index__", "__int__", "__float__", "__complex__")  # by which Python takes an object for a number
_WITH_MORE = (int, float, complex, str, bytes, tuple, list, dict, set, frozenset, type, BaseException, enum.Enum)


class WrongKinds(Failures):
    type_of_kind: Any
    class_in: Any
    only: Any

    def raised_always(self, of: type, message: str) -> Value:
        with self.block(f"if {YES}:"):
            self.fail(of, message)
        return Value(self.types.new(), ("0",))

    def wrong_kinds(self, function: Callable[..., Any] | None, *values: Value, why: str = "an operator of other values") -> Value:
        """Raises what a function raises for values of these kinds; where nobody knows what that is, Python makes the call."""
        samples = [self._sample(value) for value in values]
        if function is not None and not any(sample is NO_SAMPLE for sample in samples):
            try:
                function(*samples)
            except (TypeError, AttributeError) as error:
                return self.raised_always(type(error), str(error))
            except Exception:  # of these samples: an empty list has no first item
                pass
        return self.wrong(why)

    def with_items(self, source: Any, function: Callable[..., Any]) -> Any:
        """What is gone through; where its kind gives no items, what this function says of that is raised."""
        if not isinstance(source, Value):
            return source
        kinds = [Value(self.only(source.cell, kind), source.words) for kind in source.cell.all()]
        if not any(map(self._gives_no_items, kinds)):
            return source
        return self.each_kind(source, "with items", lambda one: self.wrong_kinds(function, one) if self._gives_no_items(one) else one)

    def _gives_no_items(self, value: Value) -> bool:
        sample = self._sample(value)
        given = self.class_in(value).of if is_object(value.kind) else type(sample)
        return sample is not NO_SAMPLE and not hasattr(given, "__iter__") and not hasattr(given, "__getitem__")

    def lacks(self, value: Value, name: str) -> bool:
        """Whether a value is surely of a type that has no such attribute."""
        sample = self._sample(value)
        return sample is not NO_SAMPLE and not hasattr(sample, name)

    def _sample(self, value: Value) -> Any:
        kind = value.kind
        if is_tuple(kind):
            return ()
        if is_dict(kind) or kind in _HOLDERS:
            return self.type_of_kind(kind)()
        if is_object(kind):
            of = self.class_in(value).of
            if (real := original(of)) is not of:
                return real()
            if any(hasattr(of, name) for name in _AS_NUMBERS):
                return NO_SAMPLE
            has_more = issubclass(of, _WITH_MORE) or hasattr(of, "__getattr__") or of.__getattribute__ is not object.__getattribute__
            return NO_SAMPLE if has_more else type(of.__name__, (), {})()
        return _SAMPLES.get(kind, NO_SAMPLE)
