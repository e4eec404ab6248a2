"""Modules that are built ahead of time, in processes that cannot open the CPU library: results, exceptions, what is a miss."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from support.devices import require

MODULE = '''
import math

import numpy as np
import unpython as up

SCALE = 3.0


@up.type("ndarray[double, 2]", "ndarray[double, 2]", "ndarray[double, 2]", None)
@up.jit
def product(a, b, c):
    for i in up.prange(a.shape[0]):
        for j in range(b.shape[1]):
            s = 0.0
            for k in range(a.shape[1]):
                s += a[i, k] * b[k, j]
            c[i, j] = s


def shifted(v, by=2):
    return v * v + by


@up.jit
def helped(x, y):
    for i in range(len(x)):
        y[i] = shifted(x[i]) * SCALE


@up.type("ndarray[double, 1]", "double")
@up.jit
def total(x):
    s = 0.0
    for i in up.prange(x.size):
        s += np.exp(x[i]) + math.gamma(x[i] + 1.5)
    return s


@up.jit
def at(x, i):
    if i < 0:
        raise ValueError("a negative place")
    return x[i]


@up.type("int64", "int64", "int64")
@up.jit
def power_below(base, limit):
    found = base
    while found * base < limit:
        found *= base
    return found


@up.jit
def never_called(x):
    return x + 1
'''

CALLS = '''
import numpy as np

import sums


def outcome(call, *arguments):
    try:
        return call(*arguments)
    except (ValueError, IndexError) as error:
        return f"{type(error).__name__}: {error}"


def all_outcomes(functions):
    rng = np.random.default_rng(7)
    a, b, x = rng.random((20, 30)), rng.random((30, 10)), rng.random(100)
    c, y = np.zeros((20, 10)), np.zeros(100)
    functions["product"](a, b, c)
    functions["helped"](x, y)
    called = [("total", x), ("at", x, 3), ("at", x, -1), ("at", x, 100), ("power_below", 3, 1000)]
    return c, y, *(outcome(functions[name], *arguments) for name, *arguments in called)
'''

SCRIPT = CALLS + '''
if __name__ == "__main__":
    all_outcomes(vars(sums))
'''

COMPARED = CALLS + '''
from unpython import _core

compiled = all_outcomes(vars(sums))
plain = all_outcomes({name: value.py_func for name, value in vars(sums).items() if isinstance(value, _core.Function)})
for one, other in zip(compiled, plain):
    if isinstance(one, str):
        assert one == other or (one.startswith("IndexError") and other.startswith("IndexError")), (one, other)
    else:
        np.testing.assert_allclose(one, other, rtol=1e-13)
caches = [getattr(sums, name).last["cache"] for name in ("product", "helped", "total", "at", "power_below")]
print(*("built" if cache == "memory" else cache for cache in caches))  # another call of at() may have brought it
'''


def settings(**changed):
    return {name: value for name, value in os.environ.items() if name != "UNPYTHON_CACHE_DIR"} | changed


def build(folder, *arguments, check=True):
    (folder / "sums.py").write_text(MODULE)
    (folder / "script.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "unpython", "build", "sums.py", "-o", "dist", *arguments]
    return subprocess.run(command, cwd=folder, env=settings(), capture_output=True, text=True, timeout=240, check=check)


def install(wheel, folder):
    """As pip does where there is nothing to resolve; what the wheel says of its files is right."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*command, "--target", folder, wheel], check=True, timeout=120)
    return folder


def run(folder, text, **changed):
    """What a program prints that can import what is in the folder, and has neither LLVM nor a cache."""
    without = {"UNPYTHON_CPU_LIBRARY": str(folder / "absent.so"), "UNPYTHON_CACHE": "off", "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", text]
    return subprocess.run(command, env=settings(**without | changed), capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("built")
    done = build(folder, "--run", "script.py")
    (wheel,) = (folder / "dist").glob("*.whl")
    return wheel, done.stdout


@pytest.fixture
def installed(built, tmp_path):
    return install(built[0], tmp_path / "site")


def test_what_is_built_and_what_is_not_is_said(built):
    wheel, said = built
    first, second = said.splitlines()
    assert first.startswith(f"dist/{wheel.name}: product, helped, total, at, power_below for ")
    assert second == "compiled when they are called, for nothing declares their types or calls them here: never_called"
    assert "Requires-Dist: unpython==" in zipfile.ZipFile(wheel).read("sums-0.dist-info/METADATA").decode()


def test_results_and_exceptions_without_llvm(installed):
    done = run(installed, COMPARED)
    assert (done.stdout.split(), done.stderr) == (["built"] * 5, "")


def test_programs_are_not_written_again(installed):
    text = CALLS + "\nimport sys\nall_outcomes(vars(sums))\nprint('unpython._source' in sys.modules)"
    done = run(installed, text)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_the_place_of_an_error_is_that_of_the_installed_file(installed):
    report = "import numpy as np, sums\nx = np.ones(9)\nsums.total(x)\nprint(sums.total.explain().as_dict())"
    done = run(installed, report)
    assert str(installed / "sums.py") in done.stdout, done.stderr


def test_calls_with_other_numbers_take_code_for_any_calls(installed):
    text = """
import numpy as np, sums
a, b = np.arange(60.0).reshape(6, 10), np.arange(10000.0).reshape(10, 1000)
for columns in (1000, 999):
    c = np.zeros((6, columns))
    try:
        sums.product(a, b, c)
        assert np.array_equal(c, a @ b)
    except IndexError as error:
        print("IndexError")
print(sums.product.last["cache"])
"""
    done = run(installed, text)
    assert (done.stdout, done.stderr) == ("IndexError\nbuilt\n", "")


def test_a_call_that_nothing_suits_says_so(installed):
    done = run(installed, "import numpy as np, sums\nsums.never_called(3)")
    line = done.stderr.splitlines()[-1]
    assert "no code that was built ahead of time suits this call of never_called(), and it cannot be compiled here: " in line
    assert "absent.so" in line


def test_such_a_call_is_compiled_where_llvm_is(installed):
    text = "import sums\nprint(sums.never_called(3), sums.never_called.last['cache'])"
    done = run(installed, text, UNPYTHON_CPU_LIBRARY="")
    assert (done.stdout, done.stderr) == ("4 compiled\n", "")


# Of another length: within one second, Python takes a file of the same length for the one that it has compiled.
@pytest.mark.parametrize("old, new", [("by=2", "by=30"), ("SCALE = 3.0", "SCALE = 3.0  # a comment")])
def test_another_text_is_never_run_by_old_code(installed, old, new):
    file = installed / "sums.py"
    file.write_text(file.read_text().replace(old, new))
    done = run(installed, COMPARED, UNPYTHON_CPU_LIBRARY="")
    found = done.stdout.split()
    assert found[1] == ("compiled" if new == "by=30" else "built"), done.stderr
    assert found[0] == "built"  # its own text is the same


def test_code_for_another_processor_is_a_miss_that_is_told(tmp_path):
    folder = tmp_path / "other"
    folder.mkdir()
    build(folder, "--cpu", "sapphirerapids")
    (wheel,) = (folder / "dist").glob("*.whl")
    site = install(wheel, tmp_path / "site")
    text = "import sums\nprint(sums.power_below(3, 100), sums.power_below.last['cache'])"
    done = run(site, text, UNPYTHON_CPU_LIBRARY="")
    if done.stdout == "81 built\n":  # a Sapphire Rapids, or a later one
        assert done.stderr == ""
        pytest.skip("this processor has all that Sapphire Rapids has")
    # nowhere an illegal instruction
    assert (done.returncode, done.stdout) == (0, "81 compiled\n"), done.stderr
    assert "it was built for sapphirerapids, and this processor has no " in done.stderr


def test_code_for_a_level_of_processors(tmp_path):
    build(tmp_path, "--cpu", "x86-64-v2", "--run", "script.py")
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    done = run(install(wheel, tmp_path / "site"), COMPARED)
    assert (done.stdout.split(), done.stderr) == (["built"] * 5, "")


def test_a_broken_library_is_a_miss_that_is_told(installed):
    library = installed / "sums.unpython.so"
    library.write_bytes(b"no library")
    done = run(installed, "import sums\nprint(sums.power_below(3, 100))", UNPYTHON_CPU_LIBRARY="")
    assert done.stdout == "81\n" and "sums.unpython.so is not used" in done.stderr


def test_a_library_of_any_shorter_length_is_a_miss(installed):
    """Where the loader maps what a file no longer has, the process ends with SIGBUS."""
    library = installed / "sums.unpython.so"
    whole = library.read_bytes()
    for length in (0, 1, 63, 64, 100, 500, 4096, 5000, *range(8192, len(whole), max(len(whole) // 12, 1)), len(whole) - 1):
        library.write_bytes(whole[:length])
        done = run(installed, "import sums\nprint(sums.power_below(3, 100))", UNPYTHON_CPU_LIBRARY="")
        assert done.returncode == 0 and done.stdout == "81\n", (length, len(whole), done.stderr)


def test_what_cannot_be_built_is_an_error(tmp_path):
    assert "no processor 'vax'" in build(tmp_path, "--cpu", "vax", check=False).stderr
    (tmp_path / "empty.py").write_text("x = 1\n")
    command = [sys.executable, "-m", "unpython", "build"]
    for module, reason in (("empty.py", "no function has declared types"), ("absent.py", "is no file")):
        done = subprocess.run([*command, module], cwd=tmp_path, env=settings(), capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode != 0 and reason in done.stderr
    assert not list(Path(tmp_path).glob("dist/*.whl"))


PACKAGE = {
    "__init__.py": "__version__ = '2.1'\nfrom shapes.round.circle import area\n",
    "round/__init__.py": "",
    "round/table.txt": "data",
    "round/circle.py": '''
import unpython as up
from shapes.square import doubled


@up.type("ndarray[double, 1]", "double")
@up.jit
def area(r):
    s = 0.0
    for i in up.prange(r.size):
        s += doubled(r[i])
    return s
''',
    "square.py": '''
import unpython as up


def doubled(x):
    return 2 * x


@up.type("int64", "int64")
@up.jit
def side(n):
    return n + 1
''',
}


def test_a_package_is_built_with_all_its_modules(tmp_path):
    for name, text in PACKAGE.items():
        path = tmp_path / "shapes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    command = [sys.executable, "-m", "unpython", "build", "shapes", "-o", "dist"]
    said = subprocess.run(command, cwd=tmp_path, env=settings(), capture_output=True, text=True, timeout=120, check=True).stdout
    assert said.startswith("dist/shapes-2.1-py3-none-") and ": round.circle.area, square.side for " in said
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    site = install(wheel, tmp_path / "site")
    assert (site / "shapes" / "round" / "table.txt").read_text() == "data"
    calls = """
import numpy as np, shapes, shapes.square as square
print(shapes.area(np.ones(9)), square.side(3), shapes.area.last['cache'], square.side.last['cache'])
"""
    done = run(site, calls)
    assert (done.stdout, done.stderr) == ("18.0 4 built built\n", "")


def test_calls_with_texts_and_lists_are_built_too(tmp_path):
    text = "import unpython as up\n\n\n@up.jit\ndef kinds(text, items):\n    return text.count('a') + sum(items)\n"
    (tmp_path / "kinds.py").write_text(text)
    script = "import kinds\nprint(kinds.kinds('banana', [1, 2]), kinds.kinds.last['cache'])"
    (tmp_path / "script.py").write_text(script)
    command = [sys.executable, "-m", "unpython", "build", "kinds.py", "--run", "script.py"]
    done = subprocess.run(command, cwd=tmp_path, env=settings(), capture_output=True, text=True, timeout=120, check=True)
    said = done.stdout.splitlines()
    assert said[0] == "6 compiled" and ": kinds for " in said[1] and len(said) == 2
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert run(install(wheel, tmp_path / "site"), script).stdout == "6 built\n"


def test_kernels_for_a_device_are_built_too(tmp_path):
    device = require("opencl")
    text = f'import unpython as up\n\n\n@up.jit(device="{device}")\ndef scaled(x):\n    for i in up.prange(x.size):\n        x[i] *= 3.0\n'
    (tmp_path / "kernels.py").write_text(text)
    script = "import numpy as np, unpython as up, kernels\nx = np.ones(9)\nwith up.profile() as p:\n    kernels.scaled(x)\nprint(x[8], p)"
    (tmp_path / "script.py").write_text(script)
    command = [sys.executable, "-m", "unpython", "build", "kernels.py", "-o", "dist", "--run", "script.py"]
    said = subprocess.run(command, cwd=tmp_path, env=settings(), capture_output=True, text=True, timeout=120, check=True).stdout
    assert "kernel code, from disk" not in said
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    done = run(install(wheel, tmp_path / "site"), script)
    assert done.stdout.startswith("3.0 ") and "kernel code, from disk" in done.stdout, done.stderr
