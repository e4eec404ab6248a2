"""UNPYTHON_FUZZ_PROGRAMS random programs of each kind (default 50; fewer of those that take long) from UNPYTHON_FUZZ_SEED (default: the time)."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from support.devices import require

from fuzz import corpus
from fuzz.generate import generate
from fuzz.kinds import KINDS
from fuzz.tree import smaller_trees

_SECONDS_TO_RUN = 600
_SECONDS_TO_SHRINK = 120


@pytest.mark.parametrize("kind", KINDS)
def test_random_programs_agree(kind):
    """In a process of its own: the seed is known even when the machine code kills it or never ends."""
    programs = str(max(1, int(os.environ.get("UNPYTHON_FUZZ_PROGRAMS", "50")) // KINDS[kind].cost))
    command = [sys.executable, "-m", "fuzz", "--seconds", str(_SECONDS_TO_RUN), "--programs", programs, "--kind", kind]
    if "UNPYTHON_FUZZ_SEED" in os.environ:
        command += ["--seed", os.environ["UNPYTHON_FUZZ_SEED"]]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command, cwd=Path(__file__).parent.parent, stdout=output, stderr=subprocess.STDOUT
        )
        try:
            status = process.wait(timeout=_SECONDS_TO_RUN + _SECONDS_TO_SHRINK)
        except subprocess.TimeoutExpired:
            process.kill()
            status = "none (it did not end)"
        output.seek(0)
        lines = output.read().splitlines()
    print("\n".join([*lines[:1], *lines[-60:]]))
    assert status == 0, (
        f"exit status {status} after {len(lines)} lines; the last seed above names the program"
    )


@pytest.mark.parametrize("name", corpus.names())
def test_found_programs_agree(name):
    if (device := corpus.read(name).device) is not None:
        require(device.split(":")[0])
    command = [sys.executable, "-m", "fuzz", "--seconds", "60", "--corpus", name]
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, text=True, timeout=120)
    assert "1 programs agree" in done.stdout, done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_programs_are_reproducible_and_valid_python(kind):
    for seed in range(60):
        text = KINDS[kind].make(seed).text()
        assert text == KINDS[kind].make(seed).text()
        compile(text, "<program>", "exec")


def test_the_shrinker_takes_programs_apart():
    tree = generate(5)
    sizes = [len(smaller.text()) for smaller in smaller_trees(tree)]
    assert len(sizes) > 20
    assert min(sizes) < len(tree.text())
    for smaller in smaller_trees(tree):
        compile(smaller.text(), "<program>", "exec")
