"""Products whose results are triangles, in tiles on a processor too, which would not make them by itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.devices import require

PROGRAMS = Path(__file__).parents[1] / "gpu" / "triangles_of_products.py"


@pytest.mark.parametrize("kind", ["opencl", "cuda"])
def test_triangles_of_products_keep_their_bits(kind):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(PROGRAMS), require(kind)],
        env=os.environ | {"UNPYTHON_STAGE_ROWS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
