"""What stays on disk: machine code between processes, and the texts of UNPYTHON_DUMP."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
import unpython as up

@up.jit
def total(a):
    s = 0.0
    for i in up.prange(a.shape[0]):
        s += a[i] * {factor}
    return s

print(total(np.ones(1000)), total.last["cache"], total.explain().as_dict()["nests"][0]["parallel"]["verdict"])
"""


def run(tmp_path, factor=1.0, **environment):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(factor=factor))
    settings = {name: value for name, value in os.environ.items() if not name.startswith("UNPYTHON_")}
    settings |= {"UNPYTHON_CACHE_DIR": str(tmp_path / "cache")} | environment
    done = subprocess.run([sys.executable, path], env=settings, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.split(), done.stderr


def test_the_second_process_finds_the_code_of_the_first(tmp_path):
    first, _ = run(tmp_path)
    second, errors = run(tmp_path)
    assert first == ["1000.0", "compiled", "reduction"]
    assert second == ["1000.0", "disk", "reduction"]
    assert errors == ""


def test_another_text_is_other_code(tmp_path):
    run(tmp_path)
    assert run(tmp_path, factor=2.0)[0] == ["2000.0", "compiled", "reduction"]


def test_a_broken_entry_is_compiled_again(tmp_path):
    run(tmp_path)
    for entry in (tmp_path / "cache").iterdir():
        entry.write_bytes(entry.read_bytes()[:-7])
    found, errors = run(tmp_path)
    assert found == ["1000.0", "compiled", "reduction"]
    assert errors.count("\n") == 1  # one warning
    assert run(tmp_path)[0][1] == "disk"


def test_nothing_is_kept_when_the_cache_is_off(tmp_path):
    assert run(tmp_path, UNPYTHON_CACHE="off")[0][1] == "compiled"
    assert not (tmp_path / "cache").exists()


def test_many_processes_at_once(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(factor=1.0))
    settings = os.environ | {"UNPYTHON_CACHE_DIR": str(tmp_path / "cache")}
    running = [
        subprocess.Popen([sys.executable, path], env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(6)
    ]
    for process in running:
        output, errors = process.communicate(timeout=120)
        assert (output.split()[0], errors) == ("1000.0", "")


@pytest.mark.parametrize("stage", ["syntax", "ir", "ir@simplify", "scheduled", "code", "asm"])
def test_dumps_are_the_same_in_every_process(tmp_path, stage):
    texts = []
    for attempt in ("one", "two"):
        folder = tmp_path / attempt
        run(tmp_path, UNPYTHON_DUMP=stage, UNPYTHON_DUMP_DIR=str(folder), UNPYTHON_VERIFY="1")
        (file,) = folder.iterdir()
        texts.append(file.read_text())
    assert texts[0] == texts[1]
    assert texts[0].startswith(f"== total: {stage}\n")
    assert texts[0].count("\n") > 1


def test_dumps_go_to_standard_error_without_a_folder(tmp_path):
    _, errors = run(tmp_path, UNPYTHON_DUMP="ir")
    assert errors.startswith("== total: ir\n")


def test_times_of_the_stages(tmp_path):
    _, errors = run(tmp_path, UNPYTHON_TIME="1")
    for stage in ("lower", "schedule", "serialize", "code"):
        assert f" {stage} " in errors
