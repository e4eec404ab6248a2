"""The devices that tests run on: one fixture parameter each. One that is absent is a skip with the reason, and a failure
where UNPYTHON_REQUIRE (kinds with commas between) names its kind."""

from __future__ import annotations

import importlib
import os
from typing import Any, NoReturn

import pytest
import unpython as up


def require(kind: str) -> str:
    """Name of the first usable device of a kind ('opencl', 'cuda')."""
    rows = [d for d in up.devices() if d.name.partition(":")[0] == kind]
    for row in rows:
        if row.available:
            return row.name
    absent(kind, f"no {kind} device: {rows[0].reason if rows else 'none'}")


def absent(kind: str, reason: str) -> NoReturn:
    """Something that tests of this kind need is not here: a kind of device, 'nvrtc', or 'packages' of Python."""
    if kind in os.environ.get("UNPYTHON_REQUIRE", "").split(","):
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


def package(name: str) -> Any:
    """A package that the tests' requirements name."""
    try:
        return importlib.import_module(name)
    except ImportError as problem:
        absent("packages", str(problem))


def skip_with_gpu() -> None:
    """Skips a test of what happens on a machine without a GPU."""
    if any(d.available and d.name.startswith("cuda") for d in up.devices()):
        pytest.skip("this machine has a GPU")
