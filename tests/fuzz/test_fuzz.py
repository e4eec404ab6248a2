"""Random programs for UNPYTHON_FUZZ_SECONDS (default 10) from UNPYTHON_FUZZ_SEED (default: the time)."""

import os
import subprocess
import sys
from pathlib import Path

from fuzz.generate import generate
from fuzz.tree import smaller_trees


def test_random_programs_agree():
    """In a process of its own: the seed is known even when the machine code kills it."""
    command = [sys.executable, "-m", "fuzz", "--seconds", os.environ.get("UNPYTHON_FUZZ_SECONDS", "10")]
    if "UNPYTHON_FUZZ_SEED" in os.environ:
        command += ["--seed", os.environ["UNPYTHON_FUZZ_SEED"]]
    tests = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=tests, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = done.stdout.splitlines()
    print("\n".join([*lines[:1], *lines[-60:]]))
    assert done.returncode == 0, f"exit status {done.returncode} after {len(lines)} lines; see the output"


def test_programs_are_reproducible_and_valid_python():
    for seed in range(100):
        text = generate(seed).text()
        assert text == generate(seed).text()
        compile(text, "<program>", "exec")


def test_the_shrinker_takes_programs_apart():
    tree = generate(5)
    sizes = [len(smaller.text()) for smaller in smaller_trees(tree)]
    assert len(sizes) > 20
    assert min(sizes) < len(tree.text())
    for smaller in smaller_trees(tree):
        compile(smaller.text(), "<program>", "exec")
