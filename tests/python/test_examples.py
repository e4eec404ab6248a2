"""The examples run and say what the README promises."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_quickstart_says_what_ran_where():
    relaxed = {name: value for name, value in os.environ.items() if name != "UNPYTHON_STRICT"}
    command = [sys.executable, ROOT / "examples" / "quickstart.py"]
    done = subprocess.run(command, env=relaxed, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for name in ("matrix_mult", "black_scholes"):
        assert re.search(rf"^{name} on .* ran on: (cpu|cuda:\d+|opencl:\d+)$", done.stdout, re.MULTILINE), done.stdout
    assert done.stdout.count("first call") == done.stdout.count("later call") == done.stdout.count("plain Python") == 2


def test_dask_workers_have_the_bits_of_a_plain_call():
    command = [sys.executable, ROOT / "examples" / "dask_cluster.py"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("bytes\n") == 4
    assert "the bits of a plain call: True" in done.stdout
