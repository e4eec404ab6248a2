"""Public names, stubs, the cost of the import, UNPYTHON_DISABLE, the doctor."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import unpython as up
from unpython import _doctor

PACKAGE = Path(up.__file__).parent
DOCS = Path(__file__).parents[2] / "docs"


def run(text, **environment):
    import os

    done = subprocess.run(
        [sys.executable, "-c", text],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_public_names():
    on_request = {"dask"}  # imported when it is asked for
    named = {*up.__all__, *on_request}
    assert [name for name in dir(up) if not name.startswith("_") and name not in named] == ["decorators", "load_ipython_extension"]
    for name in up.__all__:
        assert getattr(up, name) is not None


def test_version_is_that_of_the_package():
    project = PACKAGE.resolve().parent.parent / "pyproject.toml"
    if not project.exists():
        pytest.skip("installed without its source folder")
    assert re.search(r'^version = "(.*)"$', project.read_text(), re.MULTILINE)[1] == up.__version__


def stub_names(body):
    names = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
    return names


def test_stub_agrees_with_the_extension():
    core = up._core
    stub = stub_names(ast.parse((PACKAGE / "_core.pyi").read_text()).body)
    typed_dicts = {"CpuReport", "CacheReport", "DeviceKind", "GpuRow"}
    public = {name for name in dir(core) if not name.startswith("__")}
    assert set(stub) - typed_dicts == public
    function = stub_names(stub["Function"].body)
    members = {name for name in dir(core.Function) if not name.startswith("__")}
    assert {name for name in function if not name.startswith("__")} == members
    for name, report in (("CpuReport", core.cpu_report()), ("CacheReport", core.cache_report())):
        assert set(stub_names(stub[name].body)) == set(report)


def test_the_import_loads_nothing_heavy():
    text = """
import sys, numpy
before = set(sys.modules)
import unpython
print(*sorted(set(sys.modules) - before))
"""
    loaded = set(run(text).split())
    heavy = {
        "inspect",
        "ast",
        "dataclasses",
        "typing_extensions",
        "difflib",
        "logging",
        "ctypes",
        "asyncio",
        "pickle",
    }
    assert not loaded & heavy
    assert len(loaded) <= 20, sorted(loaded)


def test_a_word_that_a_variable_does_not_know_is_told():
    text = "import warnings\nwith warnings.catch_warnings(record=True) as told:\n    import unpython\nprint(*(w.message for w in told))"
    assert "UNPYTHON_LOG='inof' is not known" in run(text, UNPYTHON_LOG="inof")
    assert "UNPYTHON_DUMP='llvm' is not known" in run(text, UNPYTHON_DUMP="ir,llvm")
    assert run(text, UNPYTHON_LOG="warn", UNPYTHON_DUMP="ir@simplify").strip() == ""


def test_disabled_functions_are_plain_python():
    text = """
import unpython as up

@up.gpu
@up.type('double', 'double')
@up.jit(threads=1)
def f(x):
    return [x, print, lambda: 1][0]

print(f('text'), f.py_func is f, f.ran_on, f.last, type(f).__name__)
print(f.explain(), f.explain().as_dict()['device'])
try:
    f.inspect('ir')
except up.DeviceError as error:
    print(error)
"""
    assert run(text, UNPYTHON_DISABLE="1").splitlines() == [
        "text True python None function",
        "f: UNPYTHON_DISABLE=1: functions run as plain Python python",
        "there is no 'ir' of f(): UNPYTHON_DISABLE=1: functions run as plain Python",
    ]


def test_the_device_of_the_environment():
    text = "import unpython as up\n@up.jit\ndef f(a):\n    return a\nf(1)\nprint(f.ran_on)\n"
    assert run(text, UNPYTHON_DEVICE="python") == "python\n"
    assert run(text, UNPYTHON_DEVICE="cpu") == "cpu\n"


def doctor(**environment):
    import os

    command = [sys.executable, "-m", "unpython", "doctor"]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )


def test_doctor_tells_what_works():
    done = doctor()
    assert done.returncode == 0, done.stdout + done.stderr
    for name in (
        "Python",
        "NumPy",
        "extension",
        "CPU library",
        "threads",
        "OpenMP",
        "trial run",
        "code cache",
        r"cuda(:0)?",
        r"opencl(:0)?",
    ):
        assert re.search(rf"^(ok  |--  |FAIL) {name} ", done.stdout, re.MULTILINE), name
    assert re.search(r"^ok   trial run +compiled and run$", done.stdout, re.MULTILINE)
    assert len(done.stdout.splitlines()) <= 40


def test_doctor_names_variables_that_count_for_nothing_and_a_folder_that_cannot_be_written():
    done = doctor(UNPYTHON_DEVCE="cpu", UNPYTHON_STRICT="maybe", UNPYTHON_DEVICE="foo", UNPYTHON_CACHE_DIR="/proc/x", UNPYTHON_CUDA_LIBRARY="/none")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^--   environment .*\n +-> there is no UNPYTHON_DEVCE \(did you mean UNPYTHON_DEVICE\?\)", done.stdout, re.MULTILINE)
    assert "UNPYTHON_STRICT='maybe' is not known" in done.stdout and "not 'foo'; it counts for nothing" in done.stdout
    assert re.search(r"^--   code cache +/proc/x: cannot be written", done.stdout, re.MULTILINE)
    assert "-> where there is an NVIDIA card: install its driver" in done.stdout


def test_doctor_knows_the_variables_that_the_page_names():
    page = DOCS.joinpath("options.md").read_text()
    rows = [row.split("|")[1] for row in page.splitlines() if row.startswith("| `UNPYTHON")]
    assert sorted(re.findall(r"UNPYTHON_[A-Z_]+", "".join(rows))) == sorted(_doctor._VARIABLES)


def test_doctor_without_the_cpu_library(tmp_path):
    done = doctor(UNPYTHON_CPU_LIBRARY=str(tmp_path / "absent.so"))
    assert done.returncode == 1
    assert re.search(r"^FAIL CPU library .*absent\.so", done.stdout, re.MULTILINE)
    assert "-> build with LLVM 19.1" in done.stdout


def test_doctor_without_the_extension(tmp_path):
    package = tmp_path / "unpython"
    package.mkdir()
    for file in PACKAGE.glob("*.py"):
        (package / file.name).write_text(file.read_text())
    done = doctor(PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert re.search(r"^FAIL extension ", done.stdout, re.MULTILINE), done.stdout + done.stderr
    assert "pip install" in done.stdout


def test_an_import_without_the_extension_names_the_doctor(tmp_path):
    package = tmp_path / "unpython"
    package.mkdir()
    for file in PACKAGE.glob("*.py"):
        (package / file.name).write_text(file.read_text())
    done = subprocess.run(
        [sys.executable, "-c", "import unpython"],
        check=False,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert "run `python -m unpython doctor`" in done.stderr


def test_usage():
    done = subprocess.run(
        [sys.executable, "-m", "unpython"], check=False, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2 and done.stdout.startswith("usage:")


def command(*arguments, **environment):
    line = [sys.executable, "-m", "unpython", *map(str, arguments)]
    return subprocess.run(line, check=False, capture_output=True, text=True, timeout=120, env={**os.environ, **environment})


def test_help_names_each_command():
    done = command("--help")
    assert done.returncode == 0
    for name in ("doctor", "functions", "cache", "run", "inspect", "--version"):
        assert name in done.stdout
    assert command().returncode == 2
    assert command("nonsense").returncode == 2


def test_version():
    assert command("--version").stdout.startswith(f"unpython {up.__version__}, Python 3.")


def test_doctor_as_json():
    found = json.loads(command("doctor", "--json").stdout)
    assert found["healthy"] is True
    assert {"Python", "NumPy", "trial run"} <= {check["name"] for check in found["checks"]}


SCRIPT = """
import sys
import numpy as np
import unpython as up

@up.jit
def twice(a):
    for i in up.prange(a.shape[0]):
        a[i] *= 2.0

a = np.ones(int(sys.argv[1]))
twice(a)
print(a.sum(), __name__)
"""


def test_cache_is_listed_and_cleared(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "cache"
    assert command("run", script, 10, UNPYTHON_CACHE_DIR=str(folder)).returncode == 0
    listed = command("cache", "list", UNPYTHON_CACHE_DIR=str(folder)).stdout
    assert re.search(rf"^{folder}.*\n[1-9]\d* entries, ", listed)
    assert re.match(r"[1-9]\d* entries removed", command("cache", "clear", UNPYTHON_CACHE_DIR=str(folder)).stdout)
    assert "\n0 entries, " in command("cache", UNPYTHON_CACHE_DIR=str(folder)).stdout
    assert command("cache", "list", UNPYTHON_CACHE="off").stdout == "off (UNPYTHON_CACHE)\n"


def test_run_profiles_a_script(tmp_path):
    script, trace = tmp_path / "script.py", tmp_path / "trace.json"
    script.write_text(SCRIPT)
    done = command("run", "--trace", trace, script, 10)
    assert (done.returncode, done.stdout) == (0, "20.0 __main__\n")
    assert "script.py:6  @up.jit" in done.stderr and "compile: lower" in done.stderr
    assert json.loads(trace.read_text())["traceEvents"]


def test_a_script_that_is_not_there():
    for name in ("run", "inspect"):
        done = command(name, "absent.py")
        assert (done.returncode, done.stderr) == (1, "there is no file 'absent.py'\n")


def test_errors_of_a_script_stand_without_our_frames(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("def f():\n    return 1 / 0\nf()\n")
    done = command("run", script)
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert re.findall(r'File "(.*)", line', done.stderr) == [str(script)] * 2
    script.write_text("1 +\n")
    assert re.findall(r'File "(.*)", line', command("inspect", script).stderr) == [str(script)]
    script.write_text("print('has run')\n")
    done = command("run", "--trace", tmp_path / "absent" / "trace.json", script)
    assert done.returncode == 1 and done.stderr.startswith("cannot write ") and done.stdout == ""
    assert "required: script\n" in command("run").stderr


def test_a_reader_that_has_seen_enough():
    done = subprocess.run(
        f"{sys.executable} -m unpython functions | head -1", shell=True, check=False, capture_output=True, text=True, timeout=120
    )
    assert done.stdout and not done.stderr


def test_inspect_shows_what_a_script_ran(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    assert "line 8: proven" in command("inspect", script, 10).stdout
    assert "define" in command("inspect", "--stage", "llvm", script, 10).stdout
    script.write_text("print('nothing')")
    assert command("inspect", script).returncode == 1
