"""Kernels of every kind in a simulator of OpenCL that watches each access: none leaves its memory, none races."""

import os
import re
import subprocess
import sys
from pathlib import Path

from support.devices import absent

SIMULATOR = Path("/usr/lib/oclgrind/liboclgrind-rt.so")
KERNELS = Path(__file__).parents[1] / "gpu" / "kernels_once.py"


def on_one_core() -> None:
    """Copies go in several threads, which the simulator does not stand: its lists of events have no locks."""
    os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])


def reports(log: str) -> list[str]:
    """What was found, without the plain read that an update by compare-and-exchange starts from: a value that another
    work item changes meanwhile is one that the exchange refuses."""
    found = [text for text in re.split(r"\n(?=\S)", log) if text.strip()]
    return [text for text in found if "data race" not in text.splitlines()[0] or "cmpxchg" not in text]


def test_no_access_outside_memory_and_no_race(tmp_path):
    if not SIMULATOR.exists():
        absent("opencl", "oclgrind is not installed")
    log = tmp_path / "oclgrind.log"
    environment = os.environ | {
        "UNPYTHON_OPENCL_LIBRARY": str(SIMULATOR),
        "UNPYTHON_CUDA_LIBRARY": str(tmp_path / "none.so"),
        "UNPYTHON_CACHE": "off",
        "UNPYTHON_STAGE_ROWS": "1",
        "OCLGRIND_DATA_RACES": "1",
        "OCLGRIND_MAX_ERRORS": "1000000",
        "OCLGRIND_LOG": str(log),
    }
    done = subprocess.run(
        [sys.executable, str(KERNELS), "opencl:0"],
        env=environment,
        capture_output=True,
        text=True,
        preexec_fn=on_one_core,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("ok ") == done.stdout.count("on opencl:0") > 0, done.stdout
    assert not reports(log.read_text() if log.exists() else ""), done.stdout


def test_the_log_is_understood():
    race = "Read-write data race at global memory address 0x1\n\tKernel: up_f\n\n\tFirst entity: load\n"
    update = race + "\tSecond entity: call @_Z12atom_cmpxchgPU3AS1Vmmm\n"
    outside = "Invalid write of size 8 at global memory address 0x2\n\tKernel: up_g\n"
    assert reports("\n" + update) == []
    assert len(reports(f"\n{race}\n{update}\n{outside}")) == 2
