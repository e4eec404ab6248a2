"""f.start(*args) and up.synchronize(): calls that go on beside the program.

Choice: a few threads, which take calls in the order in which they were started. A call waits for those before it that have an array
        of the same memory, or an array on the same device, and a plain call waits for started ones in the same way.
"""

from __future__ import annotations

import concurrent.futures
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

import numpy as np

from unpython import _core

_R = TypeVar("_R")
_THREADS = 8

_lock = threading.Lock()  # guards the two
_pool: concurrent.futures.ThreadPoolExecutor | None = None
_last: dict[Any, Future[Any]] = {}  # the call that was started last, by array
_here = threading.local()


class Future(concurrent.futures.Future[_R]):
    """What comes later: `result()`, `done()`, `exception()`; `await` works too. Ctrl-C in result() ends the call."""

    def __init__(self) -> None:
        super().__init__()
        self.flag = _core.StopFlag()

    def result(self, timeout: float | None = None) -> _R:
        try:
            return super().result(timeout)
        except KeyboardInterrupt:
            if not self.done():
                self.interrupted()
            raise

    def interrupted(self) -> None:
        self.flag.stop()

    def __await__(self) -> Generator[Any, None, _R]:
        import asyncio

        return asyncio.wrap_future(self).__await__()


def start(function: Callable[..., Any], args: tuple[Any, ...], named: dict[str, Any] | None = None) -> Future[Any]:
    """Begins function(*args, **named)."""
    global _pool
    named = named or {}
    future: Future[Any] = Future()
    options = current_options()
    keys = set(_keys((args, named)))
    with _lock:
        if _pool is None:
            _pool = concurrent.futures.ThreadPoolExecutor(_THREADS, "unpython-start")
        before = {_last[key] for key in keys if key in _last}
        _last.update(dict.fromkeys(keys, future))
        _core.count_started(1)
        future.set_running_or_notify_cancel()
        _pool.submit(_run, future, before, keys, options, function, args, named)
    return future


def _run(
    future: Future[Any],
    before: set[Future[Any]],
    keys: set[Any],
    options: dict[str, Any] | None,
    function: Callable[..., Any],
    args: tuple[Any, ...],
    named: dict[str, Any],
) -> None:
    _here.is_started = True
    concurrent.futures.wait(before)
    _core.swap_thread_options(options)
    try:
        with future.flag:
            result, problem = function(*args, **named), None
    except BaseException as raised:
        result, problem = None, raised
    finally:
        _core.swap_thread_options(None)
    with _lock:
        for key in keys:
            if _last.get(key) is future:
                del _last[key]
        _core.count_started(-1)
    if problem is None:
        future.set_result(result)
    else:
        future.set_exception(problem)


def wait_for(*args: Any) -> None:
    """Waits for started calls that have one of these arrays. Plain calls ask while any started one goes on."""
    if getattr(_here, "is_started", False):
        return
    keys = set(_keys(args))
    with _lock:
        before = {_last[key] for key in keys if key in _last}
    concurrent.futures.wait(before)


def synchronize() -> None:
    """As up.synchronize says (_graphs.py)."""
    with _lock:
        started = set(_last.values())
    concurrent.futures.wait(started)
    _core.wait_for_devices()


def current_options() -> dict[str, Any] | None:
    """Those of the `with` blocks around, for another thread."""
    options = _core.swap_thread_options(None)
    _core.swap_thread_options(options)
    return options


def _keys(value: Any) -> Iterator[Any]:
    """What calls with a common one must not pass each other for: whole memory of NumPy arrays, and devices."""
    if isinstance(value, np.ndarray):
        while isinstance(value.base, np.ndarray):
            value = value.base
        yield id(value if value.base is None else value.base)
    elif isinstance(value, _core.DeviceArray):
        yield value.device
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _keys(item)
    elif isinstance(value, dict):
        yield from _keys(tuple(value.values()))
    elif hasattr(value, "__cuda_array_interface__"):
        yield "cuda"
