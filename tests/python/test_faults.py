"""Injected faults: the process lives, the call is right or one exception, the next call is right."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import unpython

ROOT = Path(__file__).resolve().parents[2]
STEP = os.environ.get("UNPYTHON_FAULT_STEP", "997")  # between the allocations that fail; 1: each of them


@pytest.mark.parametrize("kind, step", [("allocation", STEP), ("mapping", "1"), ("thread", "1"), ("file", "1")])
def test_each_operation_fails_in_turn(kind, step, tmp_path):
    library = Path(unpython.__file__).resolve().parents[2] / "build/lib/libunpython_faults.so"
    if not library.exists():
        library = ROOT / "build/lib/libunpython_faults.so"
    if not library.exists():
        pytest.skip("the library with the faults is not built: -DUNPYTHON_TESTS=ON")
    done = subprocess.run(
        [sys.executable, ROOT / "tests/support/faults.py", kind, step],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "LD_PRELOAD": str(library), "UNPYTHON_CACHE_DIR": str(tmp_path), "UNPYTHON_LOG": "error"},
    )
    assert done.returncode == 0, (done.returncode, done.stdout[-2000:], done.stderr[-2000:])
