"""up.task: a function with what was said about it."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _core, _find_source, _options, _vectorize
from unpython._tasks.graph import Part

_RATES = ("pop", "push", "peek")


class Task(Part):
    """A function, or an object with `__call__` and state of its own, that a graph gives one item after the other."""

    def __init__(
        self,
        function: Any,
        pop: int | None = None,
        push: int | None = None,
        peek: int | None = None,
        args: tuple[Any, ...] = (),
        name: str | None = None,
        batch: int | None = None,
        **options: Any,
    ) -> None:
        if not callable(function):
            raise TypeError(f"up.task takes a function, a class or an object with __call__, not {function!r}")
        self.function = function
        self.options = _options.validate(options, "up.task()")
        self.is_stateful = not _is_function(function)
        self._stored: frozenset[str] | None = None  # names of parameters
        self._plain = _plain_function(function)
        if self._plain is not None:
            _find_source.keep_source(self._plain)
        named = function if isinstance(function, type) or not self.is_stateful else type(function)
        self.name = name or getattr(named, "__name__", type(named).__name__)
        self.pop, self.push, self.peek = self._rates({"pop": pop, "push": push, "peek": peek})
        self.args = tuple(args)
        if self.args and self.is_stream:
            raise TypeError(f"up.task({self.name}): a task with rates has no args; its function sees the names around it")
        self.batch = self._whole_number("batch", batch) if batch is not None else None

    def __repr__(self) -> str:
        rates = f", pop={self.pop}, push={self.push}, peek={self.peek}" if self.is_stream else ""
        return f"up.task({self.name}{rates})"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function itself, with state of its own at each call."""
        return self.fresh()(*args, **kwargs)

    @property
    def is_stream(self) -> bool:
        """Whether rates were given."""
        return self.pop > 0

    @property
    def is_compiled(self) -> bool:
        """Whether calls are those of one compiled function."""
        return isinstance(self.function, _core.Function)

    @functools.cached_property
    def yields(self) -> bool:
        """Whether a call gives any number of results, by `yield`."""
        return self._plain is not None and inspect.isgeneratorfunction(self._plain)

    @property
    def gives_one(self) -> bool:
        """Whether each item gives one result, and the end none."""
        return not (self.is_stream or self.yields or (self.is_stateful and hasattr(self.function, "finish")))

    @functools.cached_property
    def takes_several(self) -> bool:
        """Whether a tuple is given as so many arguments."""
        if self._plain is None:
            return False
        code = self._plain.__code__
        return bool(code.co_flags & inspect.CO_VARARGS) or code.co_argcount - self.is_stateful - len(self.args) > 1

    def fresh(self) -> Callable[..., Any]:
        """What one run calls: objects with state are made, or copied, for each run."""
        if not self.is_stateful:
            return self.function  # type: ignore[no-any-return]
        return self.function() if isinstance(self.function, type) else copy.deepcopy(self.function)  # type: ignore[no-any-return]

    def may_store(self, place: int) -> bool:
        """Whether a call may store to the array that is its argument number `place`, counted from the end where negative."""
        if not self.is_compiled:
            return True
        if self._stored is None:
            try:
                self._stored = frozenset(_core.stored_parameters(self.function))
            except _core.CompileError:
                return True  # the call tells
        code = self.function.py_func.__code__
        return code.co_varnames[: code.co_argcount][place] in self._stored

    @functools.cached_property
    def named_device(self) -> str:
        """The device that is named for a compiled function; empty: none is, or a run has no use for its name."""
        if not (self.is_compiled or self.is_stream) or self.is_stateful:
            return ""
        said = self.all_options()
        device = said.get("device", "")
        function_names = self.options.get("device") or (self.is_compiled and self.function.options.get("device"))
        if device in ("", "cpu", "python") or not (function_names or said.get("force")):
            return ""
        return str(device)

    def all_options(self) -> dict[str, Any]:
        """Those of the task before those of its function."""
        if not self.is_compiled:
            return dict(self.options)
        device = {"device": "gpu"} if self.function.device == "gpu" else {}
        return {**device, **self.function.options, **self.options}

    def _rates(self, given: dict[str, int | None]) -> tuple[int, int, int]:
        """pop, push and peek; all 0 where none was said, by up.task or as the default of a keyword of that name."""
        defaults = (self._plain.__kwdefaults__ or {}) if self._plain is not None else {}
        said = {name: defaults.get(name) if given[name] is None else given[name] for name in _RATES}
        if all(rate is None for rate in said.values()):
            return 0, 0, 0
        pop = self._whole_number("pop", 1 if said["pop"] is None else said["pop"])
        push = self._whole_number("push", 1 if said["push"] is None else said["push"])
        peek = self._whole_number("peek", pop if said["peek"] is None else said["peek"])
        if peek < pop:
            raise ValueError(f"up.task({self.name}): peek={peek} must be at least pop={pop}: what is popped is seen before")
        if self.is_stateful and self.is_compiled:
            raise TypeError(f"up.task({self.name}): a task with rates is a function")
        return pop, push, peek

    def _whole_number(self, name: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ValueError(f"up.task({self.name}): {name} is a whole number of at least 1, not {value!r}")
        return value


def _is_function(value: Any) -> bool:
    """Whether there is no state to keep apart: functions, methods, those of NumPy and of up.vectorize, types such as `str`."""
    if isinstance(value, type):
        return not any("__call__" in kind.__dict__ for kind in value.__mro__)
    if isinstance(value, (FunctionType, _core.Function, _vectorize._Compiled)) or inspect.ismethod(value):
        return True
    return not isinstance(getattr(type(value), "__call__", None), (FunctionType, _core.Function))


def _plain_function(value: Any) -> FunctionType | None:
    """The function of Python whose text a call runs, if there is one."""
    if not _is_function(value):
        value = (value if isinstance(value, type) else type(value)).__call__
    plain = getattr(value, "py_func", value)
    return plain if isinstance(plain, FunctionType) else None


def task(function: Any = None, /, **said: Any) -> Any:
    """As up.task says (_graphs.py)."""
    return (lambda f: Task(f, **said)) if function is None else Task(function, **said)
