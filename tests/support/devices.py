"""The devices that tests run on: one fixture parameter each. One that is absent is a skip with the reason, and a failure
where UNPYTHON_REQUIRE_DEVICE names its kind."""

from __future__ import annotations

import os
from typing import NoReturn

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
    """Something that tests of this kind of device need is not here."""
    if os.environ.get("UNPYTHON_REQUIRE_DEVICE") == kind:
        pytest.fail(reason)
    pytest.skip(reason)


def skip_with_gpu() -> None:
    """Skips a test of what happens on a machine without a GPU."""
    if any(d.available and d.name.startswith("cuda") for d in up.devices()):
        pytest.skip("this machine has a GPU")
