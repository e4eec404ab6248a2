"""Settings of compilation and calls: `options(threads=2)` for the process, `with options(...)` for a block of one thread,
`jit(threads=2)` for one function. A `with` block goes before the function, the function before the process."""

from __future__ import annotations

import _thread
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any

from unpython import _core

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from unpython._said import Settings

_CHOICES: dict[str, tuple[str, ...]] = {
    "fp": ("standard", "strict", "fast"),
    "races": ("ordered", "error", "trust"),
    "overflow": ("wrap", "check"),
}
_SWITCHES = ("strict", "auto", "check_bounds", "force", "cache")
# Settings of the GPU path, with the one value that describes this version.
_LATER: dict[str, Any] = {"tune": False}
_KINDS: tuple[str, ...] = tuple(_core.device_kinds())
_DEVICES = ("cpu", "gpu", *_KINDS, "python")
_ALL = (
    "device",
    "devices",
    "strict",
    "threads",
    "memory_limit",
    *_CHOICES,
    "check_bounds",
    "auto",
    "force",
    "cache",
    "tune",
)

_LEAVE = "leave it out: "
#: What Numba and JAX call otherwise, or have and this library has not: the last words of the error.
_OF_OTHERS: dict[str, str] = {
    "nopython": _LEAVE + "functions are compiled as a whole where they can be; strict=True makes anything else an error",
    "forceobj": _LEAVE + "what is not in the language runs in Python by itself; device='python' runs all of it there",
    "fastmath": "write fp='fast'",
    "parallel": "write `for i in unpython.prange(n)`, or auto=True for loops that are proven to be parallel",
    "boundscheck": "write check_bounds=True, which is the default",
    "error_model": _LEAVE + "a division by zero does what it does in Python, or in NumPy for its numbers",
    "nogil": _LEAVE + "compiled code runs without Python's lock",
    "inline": _LEAVE + "functions that are called are inlined",
    "locals": "write @unpython.type(..., locals={...})",
    "signature": "write @unpython.type(...) with an entry for each parameter and one for the result",
    "target": "write device='cuda', or @unpython.gpu",
    "backend": "write device='gpu', or @unpython.gpu",
    "debug": _LEAVE + "f.explain() says what was compiled, and errors name the line",
    "looplift": _LEAVE + "loops are compiled where the rest of the function runs in Python",
    "static_argnums": _LEAVE + "numbers may decide shapes and loops",
    "static_argnames": _LEAVE + "numbers may decide shapes and loops",
    "donate_argnums": _LEAVE + "arrays are changed in place",
    "donate_argnames": _LEAVE + "arrays are changed in place",
    "keep_unused": _LEAVE + "an argument that is not used costs nothing",
}  # fmt: skip

_process: dict[str, Any] = {}
#: Calls of options() that may still become blocks, and those behind them, with what each sets: two threads may begin blocks at one time.
_calls: list[tuple[weakref.ref[options], dict[str, Any]]] = []
_lock = _thread.allocate_lock()


def current(name: str) -> Any:
    """What a setting is set to for this thread; None: nothing."""
    block = _core.swap_thread_options(None)
    _core.swap_thread_options(block)
    return (block or {}).get(name, _process.get(name))


def is_strict(own: bool | None = None) -> bool:
    """Whether a fallback is an error: as a function says, this thread, or the process."""
    strict = current("strict") if own is None else own
    return bool(_core.settings()["strict"] if strict is None else strict)


def all_current() -> dict[str, Any]:
    """All settings that this thread has set."""
    block = _core.swap_thread_options(None)
    _core.swap_thread_options(block)
    return {**_process, **(block or {})}


def current_device() -> str:
    """What `device` is set to for this thread; empty: nothing."""
    return str(current("device") or "")


def validate(given: dict[str, Any], where: str) -> dict[str, Any]:
    """Checked settings in the form that the compiled part reads. Raises TypeError or ValueError that say what is
    accepted, NotImplementedError for what this version cannot do."""
    checked: dict[str, Any] = {}
    for name, value in given.items():
        if name not in _ALL:
            other = _OF_OTHERS.get(name)
            if other is not None:
                raise TypeError(f"{where} has no setting {name!r}; {other}")
            raise TypeError(f"{where} has no setting {name!r}{_nearest(name)}; there are {', '.join(_ALL)}")
        if name in _LATER:
            if value != _LATER[name]:
                raise NotImplementedError(
                    f"{where}: {name}={value!r} needs the GPU path, which this version lacks"
                )
        elif name == "device":
            checked[name] = check_device(value, where)
        elif name == "devices":
            if "device" in given:
                raise TypeError(f"{where}: give device or devices, not both")
            checked["device"] = _check_devices(value, where)
        elif name == "threads":
            checked[name] = _check_threads(value, where)
        elif name == "memory_limit":
            checked[name] = _check_memory_limit(value, where)
        elif name in _SWITCHES:
            if value not in (True, False):
                raise TypeError(f"{where}: {name} is True or False, not {value!r}")
            checked[name] = bool(value)
        elif value not in _CHOICES[name]:
            choices = ", ".join(map(repr, _CHOICES[name]))
            raise ValueError(f"{where}: {name} is one of {choices}, not {value!r}")
        else:
            checked[name] = value
    return checked


def check_device(value: Any, where: str) -> str:
    if value in _DEVICES:
        return str(value)
    if isinstance(value, str):
        names = [name.partition(":") for name in value.split(",")]
        of_one_kind = names[0][0] in _KINDS and all(kind == names[0][0] for kind, _, _ in names)
        if of_one_kind and (all(number.isdecimal() for _, _, number in names) or names[0][2] == value[-1] == "*"):
            return value
    raise ValueError(
        f"{where}: device is one of {', '.join(map(repr, _DEVICES))}, or one GPU as 'cuda:0' or 'opencl:1', "
        f"or all of a kind as 'cuda:*', not {value!r}"
    )


def _check_devices(value: Any, where: str) -> str:
    """`devices=('cuda:0', 'cuda:1')` as the setting `device`."""
    names = value if isinstance(value, (tuple, list)) else ()
    if not names or not all(isinstance(name, str) and name.partition(":")[2].isdecimal() for name in names):
        raise ValueError(f"{where}: devices is a tuple of GPUs of one kind as ('cuda:0', 'cuda:1'), not {value!r}")
    return check_device(",".join(names), where)


def _check_threads(value: Any, where: str) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(
            f"{where}: threads is a whole number or None (all that the process may use), not {value!r}"
        )
    if not 1 <= value <= 4096:
        raise ValueError(
            f"{where}: threads is from 1 to 4096, or None (all that the process may use), not {value!r}"
        )
    return value


def _check_memory_limit(value: Any, where: str) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(
            f"{where}: memory_limit is a number of bytes, or None (all that the device has), not {value!r}"
        )
    if value <= 0:
        raise ValueError(f"{where}: memory_limit is at least 1 byte, or None, not {value!r}")
    return value


def _nearest(name: str) -> str:
    import difflib

    close = difflib.get_close_matches(name, _ALL, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


class options:
    """Changes settings: a call changes them for the process from now on, `with` only inside the block and this thread.

    device        'cpu' (default); 'gpu' (CUDA, else OpenCL, else the CPU, which says so); one of them: 'cuda',
                  'opencl:0'; 'python' (not compiled)
    strict        True: a fallback to another device, or a race that cannot be excluded, is an error
    threads       how many threads a call may use; None: all that the process may use
    fp            'standard' (default); 'strict' (bit for bit CPython); 'fast' (may reassociate and approximate)
    races         'ordered' (default: a loop with conflicting iterations runs in order), 'error' or 'trust'
    overflow      'wrap' (default: Python ints have 64 bits here) or 'check' (OverflowError)
    check_bounds  True (default): a subscript outside the array is an IndexError; False: it is not checked
    cache         True (default): machine code is kept on disk
    memory_limit  bytes of device memory that a call may use; None: all that the device has
    auto          True: `range` loops too run in parallel where that is proven and worth it, as those of a function for a
                  device do by themselves
    force         True: the GPU is taken without asking whether it pays; so it is where a device is named, with
                  strict=True, and for arrays that lie on it
    tune          of the GPU path; in this version it cannot be changed
    """

    def __init__(self, **settings: Unpack[Settings]) -> None:
        self._settings = validate({**settings}, "options()")
        self._before: list[dict[str, Any] | None] = []
        with _lock:
            while _calls and _calls[0][0]() is None:
                del _calls[0]
            self._replaced: dict[str, Any] | None = {name: _process.get(name) for name in self._settings}
            _calls.append((weakref.ref(self), self._settings))
            _process.update(self._settings)
            _core.set_process_options(_process)

    def __enter__(self) -> options:  # noqa: PYI034 (Self is not in Python 3.10)
        if self._replaced is not None:  # the call changed the process; the block takes that over
            with _lock:
                self._take_back(self._replaced)
            self._replaced = None
        outer = _core.swap_thread_options(None)
        _core.swap_thread_options({**(outer or {}), **self._settings})
        self._before.append(outer)
        return self

    def _take_back(self, replaced: dict[str, Any]) -> None:
        """What the call changed is as if it had never been, also for the calls behind it."""
        place = next(i for i, (call, _) in enumerate(_calls) if call() is self)
        behind = _calls[place + 1 :]
        del _calls[place]
        for name, value in replaced.items():
            followers = [call() for call, settings in behind if name in settings]
            if followers:
                if followers[0] is not None and followers[0]._replaced is not None:
                    followers[0]._replaced[name] = value
            elif value is None:
                _process.pop(name, None)
            else:
                _process[name] = value
        _core.set_process_options(_process)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _core.swap_thread_options(self._before.pop())

    def __repr__(self) -> str:
        return f"options({', '.join(f'{name}={value!r}' for name, value in self._settings.items())})"


class Within:
    """Settings for a block of one thread, as validate() gives them. Other threads never see them."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings

    def __enter__(self) -> None:
        self._outer = _core.swap_thread_options(None)
        _core.swap_thread_options({**(self._outer or {}), **self._settings})

    def __exit__(self, *problem: object) -> None:
        _core.swap_thread_options(self._outer)


def _device_of_environment() -> tuple[str, list[str]]:
    """UNPYTHON_DEVICE; where that is no name of devices, nothing, and a sentence that says so."""
    device: str = _core.settings()["device"]
    try:
        return (check_device(device, "UNPYTHON_DEVICE") if device else ""), []
    except ValueError as problem:
        return "", [f"{problem}; it counts for nothing"]


DEVICE, _unknown = _device_of_environment()
#: A sentence for each variable of the environment that is set to what it does not know; such a variable counts for nothing.
UNKNOWN_VALUES: list[str] = [*_core.settings()["unknown_values"], *_unknown]
if DEVICE:
    _process["device"] = DEVICE
    _core.set_process_options(_process)
for _sentence in UNKNOWN_VALUES:
    from unpython._warn import warn

    warn(_sentence)
