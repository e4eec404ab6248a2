"""Injected faults: the process lives, the call is right or one exception, the next call is right."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import unpython
from support.devices import require

ROOT = Path(__file__).resolve().parents[2]
STEP = os.environ.get("UNPYTHON_FAULT_STEP", "9001")  # between the allocations that fail; 1: each of them
STEP_AT_END = os.environ.get("UNPYTHON_FAULT_STEP", "4001")


def library_of_tests(name):
    """A library that is built with the C++ tests."""
    found = [path for root in (Path(unpython.__file__).resolve().parents[2], ROOT) if (path := root / "build/lib" / name).exists()]
    if not found:
        pytest.skip("the library with the faults is not built: -DUNPYTHON_TESTS=ON")
    return str(found[0])


@pytest.mark.parametrize("kind, steps", [("allocation", [STEP]), ("mapping", []), ("thread", []), ("file", []), ("allocation", [STEP_AT_END, "3000"])])
def test_each_operation_fails_in_turn(kind, steps, tmp_path):
    cache = {"UNPYTHON_CACHE": "off"} if len(steps) > 1 else {"UNPYTHON_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, ROOT / "tests/support/faults.py", kind, *steps],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **cache, "LD_PRELOAD": library_of_tests("libunpython_faults.so"), "UNPYTHON_LOG": "off"},
    )
    assert done.returncode == 0, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])


def test_each_call_of_opencl_fails_in_turn(tmp_path):
    require("opencl")
    own = {"UNPYTHON_OPENCL_LIBRARY": library_of_tests("libopencl_faults.so"), "UNPYTHON_STAGE_ROWS": "1", "UNPYTHON_STRICT": "0"}
    done = subprocess.run(
        [sys.executable, ROOT / "tests/support/device_faults.py"],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **own, "UNPYTHON_CACHE_DIR": str(tmp_path), "UNPYTHON_LOG": "off"},
    )
    assert done.returncode == 0, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])
