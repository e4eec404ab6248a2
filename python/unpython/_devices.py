"""What can run functions on this machine."""

from __future__ import annotations

from typing import NamedTuple

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
    no_gpu = "this version has no GPU path"
    return [
        Device("cpu", cpu["available"], f"{cpu['cpu']}, {cpu['threads']} threads", cpu["reason"]),
        Device("python", True, "plain Python, not compiled", ""),
        Device("cuda", False, "", no_gpu),
        Device("opencl", False, "", no_gpu),
    ]


def set_device(name: str) -> None:
    """Chooses where functions run from now on: 'cpu' or 'python'. Raises DeviceError for what is not there."""
    _options.check_device(name, "set_device()")
    _options.options(device=name)
