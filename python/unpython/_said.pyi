"""What type checkers know of the decorators: the settings, and that a decorated function keeps its types."""

from collections.abc import Callable
from typing import Literal, ParamSpec, Protocol, TypedDict, TypeVar

from unpython._core import Function

_P = ParamSpec("_P")
_R = TypeVar("_R")

class Settings(TypedDict, total=False):
    """`unpython.options` says what each means."""

    device: str
    devices: tuple[str, ...] | list[str]
    strict: bool
    threads: int | None
    memory_limit: int | None
    fp: Literal["standard", "strict", "fast"]
    races: Literal["ordered", "error", "trust"]
    overflow: Literal["wrap", "check"]
    check_bounds: bool
    auto: bool
    force: bool
    cache: bool
    tune: Literal[False]

class Decorator(Protocol):
    def __call__(self, function: Callable[_P, _R], /) -> Function[_P, _R]: ...
