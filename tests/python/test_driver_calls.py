"""What the driver of a device is asked for by a call on device arrays that was made before: counted, so that no wait and no
copy comes back unseen."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.devices import absent, require

ROOT = Path(__file__).parents[2]


def calls(launches, copies=0, waits=0):
    return {"launches": launches, "copies": copies, "fills": 0, "waits": waits}


EXPECTED = {
    "scale": calls(1),
    "gather": calls(1, copies=1, waits=1),
    "gather_thrice": calls(3, copies=1, waits=1),
    "total": calls(2, copies=1, waits=1),
    "three_totals": calls(2, copies=3, waits=1),
    "twenty_kernels": calls(20),
    "until_small": calls(20, copies=5, waits=5),
}


# Kernels store totals in memory of the host, and four launches or more are one graph.
EXPECTED_ON_CUDA = {
    **EXPECTED,
    "total": calls(2, waits=1),
    "three_totals": calls(2, waits=1),
    "twenty_kernels": calls(1),
    "until_small": calls(20, waits=5),
}
EXPECTED_OF = {"opencl": EXPECTED, "cuda": EXPECTED_ON_CUDA}


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_a_call_asks_the_driver_for_no_more_than_it_has_to(kind, tmp_path):
    if kind == "opencl":
        require(kind)
    counting = {"opencl": ROOT / "build/lib/libopencl_faults.so", "cuda": ROOT / "build/lib/libfake_cuda.so"}
    if not counting[kind].exists():
        absent(kind, "the C++ tests are not built")
    environment = {
        **os.environ,
        "UNPYTHON_OPENCL_LIBRARY": str(counting["opencl"]),
        "UNPYTHON_CUDA_LIBRARY": str(counting["cuda"]),
        "UNPYTHON_NVRTC_LIBRARY": str(counting["cuda"]),
        "UNPYTHON_CACHE_DIR": str(tmp_path),
        "UNPYTHON_LOG": "off",
    }
    script = ROOT / "tests/support/driver_calls.py"
    done = subprocess.run(
        [sys.executable, script, kind], check=False, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout) == EXPECTED_OF[kind]
