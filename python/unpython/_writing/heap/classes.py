"""What is known of a class of objects."""

from __future__ import annotations

import abc
import dataclasses
import enum
import typing
from types import FunctionType
from typing import Any

from unpython._writing.heap.cells import NotOnHeap

_ACCESS = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__del__", "__set_name__", "__init_subclass__", "__class_getitem__")
_BASES = (object, abc.ABC, typing.Generic, tuple)


class Class:
    """`fields`: in the order in which they were found; `sure`: those that each object has."""

    def __init__(self, of: Any, number: int):
        self.of = of
        self.number = number
        self.is_enum = isinstance(of, type) and issubclass(of, enum.Enum)
        self.is_tuple = issubclass(of, tuple) and not self.is_enum
        self.is_exception = issubclass(of, BaseException)
        self.is_dataclass = "__dataclass_fields__" in vars(of) or hasattr(of, "__dataclass_fields__")
        self.is_frozen = self.is_dataclass and of.__dataclass_params__.frozen
        self.members: list[Any] = list(of) if self.is_enum else []
        self.is_flag = self.is_enum and issubclass(of, enum.Flag)
        if self.is_flag:
            self.members = combined(of)
        self.fields: list[str] = list(of._fields) if self.is_tuple else []
        self.sure: set[str] = set(self.fields)
        self.is_bare = False  # whether an object is made without its fields
        if self.is_dataclass:
            given = [field for field in dataclasses.fields(of) if _is_given(field)]
            self.fields = [field.name for field in (*given, *(f for f in dataclasses.fields(of) if f not in given))]
            self.sure = {field.name for field in dataclasses.fields(of) if field.init or field.default_factory is not dataclasses.MISSING}
        self.has_fields = self.is_exception and isinstance(of.__init__, FunctionType)  # of an exception: other than its arguments
        if self.is_exception:
            self.fields, self.sure = ["args"], {"args"}
            if not is_plain_exception(of):
                raise NotOnHeap("an exception of another kind")
        elif not self.is_enum:
            self._check()

    def _check(self) -> None:
        of = self.of
        own = [base for base in of.__mro__ if base not in _BASES and base.__module__ not in ("typing", "abc")]
        if type(of) not in (type, abc.ABCMeta) or any(base.__module__ in ("builtins", "collections") for base in own):
            raise NotOnHeap("a class of another kind")
        allowed = ("__setattr__", "__delattr__") if self.is_frozen else ()
        for base in own:
            if any(name in vars(base) and name not in allowed for name in _ACCESS) or (not self.is_tuple and "__new__" in vars(base)):
                raise NotOnHeap("a class of another kind")
        if issubclass(of, tuple) and not hasattr(of, "_fields"):
            raise NotOnHeap("a class of another kind")


def is_plain_exception(of: Any) -> bool:
    """Whether what an exception has is its arguments, and what its own `__init__` gives it."""
    if any(name in vars(base) for base in of.__mro__ if base.__module__ != "builtins" for name in (*_ACCESS, "__new__")):
        return False
    return of.__module__ == "builtins" or not issubclass(of, (OSError, SyntaxError, UnicodeError, ImportError, NameError, AttributeError, StopIteration))


def combined(of: Any) -> list[Any]:
    """All values of a class of flags, each at the place of its number."""
    bits = [member.value for member in of]
    if not 0 < len(bits) < 6 or bits != [1 << i for i in range(len(bits))]:
        raise NotOnHeap("flags of other numbers")
    return [of(number) for number in range(1 << len(bits))]


def _is_given(field: Any) -> bool:
    """Whether `__init__` gives a field of a dataclass its value."""
    missing = dataclasses.MISSING
    return bool(field.init or field.default is not missing or field.default_factory is not missing)
