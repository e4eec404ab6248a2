"""The programs of benchmarks/papers at small sizes: loops and graphs, on the CPU and on OpenCL, have NumPy's results."""

import sys
from pathlib import Path

import numpy as np
import pytest
from support.devices import require

PAPERS = Path(__file__).resolve().parents[2] / "benchmarks" / "papers"
sys.path.insert(0, str(PAPERS))

import run  # noqa: E402

sys.path.remove(str(PAPERS))
PROGRAMS = {program.name: program for program in run.programs([])}


@pytest.mark.parametrize("device", ["cpu", "opencl"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, device):
    program = PROGRAMS[name]
    device = device if device == "cpu" else require(device)
    expected = program.oracle(*program.make(program.small))
    loops, graph = run.measured(program, program.small, device, expected, 1)  # compares the results
    assert loops > 0
    assert (graph is None) == (program.graph is None)


def test_decryption_gives_back_what_was_encrypted():
    words, key, inverse = PROGRAMS["JG-Crypt"].make(96)
    made = PROGRAMS["JG-Crypt"].loops(words, key, inverse)
    np.testing.assert_array_equal(made[:, 4:], words)
    assert (made[:, :4] != words).any()
