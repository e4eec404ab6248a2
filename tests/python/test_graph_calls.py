"""Repeated calls on a CUDA device are one graph of their launches; launches one by one where the driver refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path

from support.devices import absent

ROOT = Path(__file__).parents[2]


def test_launches_of_repeated_calls_are_one_graph(tmp_path):
    fake = ROOT / "build/lib/libfake_cuda.so"
    if not fake.exists():
        absent("cuda", "the C++ tests are not built")
    environment = {
        **os.environ,
        "UNPYTHON_CUDA_LIBRARY": str(fake),
        "UNPYTHON_NVRTC_LIBRARY": str(fake),
        "UNPYTHON_CACHE_DIR": str(tmp_path),
        "UNPYTHON_LOG": "off",
        "PYTHONPATH": f"{ROOT / 'tests'}:{os.environ.get('PYTHONPATH', '')}",
    }
    command = [sys.executable, "-m", "support.graph_calls"]
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    refused = [120, 0, 0, False]
    assert json.loads(done.stdout) == {
        "": [40, 4, 0, True],
        "cuGraphCreate": refused,
        "cuGraphAddKernelNode": refused,
        "cuGraphInstantiateWithFlags": refused,
        "other numbers": [8, 4, 3],  # the first of the four kernels alone is told another number
    }
