"""Kernels whose groups of work items share their work, on a processor too, which would not do so by itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.devices import require

PROGRAMS = Path(__file__).parents[1] / "gpu"


@pytest.mark.parametrize("program", ["staged_rows", "shared_updates", "jammed_iterations", "sliding_windows", "triangles_of_products", "complex_products", "joined_turns"])
@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_groups_give_the_same_numbers(kind, program):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(PROGRAMS / f"{program}.py"), require(kind)],
        env=os.environ | {"UNPYTHON_STAGE_ROWS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
