"""What can run functions on this machine."""

from __future__ import annotations

from typing import Any, NamedTuple

from unpython import _core, _options


class Device(NamedTuple):
    """A way to run functions; `reason` says why it cannot be used."""

    name: str
    available: bool
    description: str
    reason: str


def devices() -> list[Device]:
    """All ways to run functions, also those that cannot be used here, with the reason."""
    cpu = _core.cpu_report()
    return [
        Device("cpu", cpu["available"], f"{cpu['cpu']}, {cpu['threads']} threads", cpu["reason"]),
        Device("python", True, "plain Python, not compiled", ""),
        *(Device(**row) for row in _core.gpu_report()),
    ]


def to_device(array: Any, device: str = "") -> _core.DeviceArray:
    """A copy of an array on a device ('cuda:0', 'opencl:0'; by default the first GPU), or of all of a kind together ('cuda:*').
    Calls use it in place and leave their results there; `to_host()` or `np.asarray` bring them back. Raises DeviceError where
    there is no such device."""
    return _core.to_device(array, device or _default_gpu())


def _default_gpu() -> str:
    chosen = _options.current_device()
    return chosen if chosen not in ("", "cpu", "python") else "gpu"


def set_device(name: str) -> None:
    """Chooses where functions run from now on: 'cpu', 'python', 'gpu', one GPU as 'cuda:0' or 'opencl:0', or all GPUs of a kind
    as 'cuda:*'. Raises DeviceError for what is not there."""
    _options.check_device(name, "set_device()")
    if name not in ("cpu", "python", "gpu"):
        for one in name.removesuffix(":*").split(","):
            found = [d for d in devices() if d.name == one or d.name.partition(":")[0] == one]
            if not any(d.available for d in found):
                reason = found[0].reason if found else "there is no such device"
                raise _core.DeviceError(f"set_device(): {name!r} cannot be used: {reason}")
    _options.options(device=name)
