# ruff: noqa: S102, B008
"""The serialized form: golden files, the places that text comes from, what free names are bound to."""

import importlib
import math
import os
import pty
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from unpython import _bindings, _find_source, _source
from unpython._find_source import run_text

GOLDEN = Path(__file__).parent.parent / "golden"
CASES = sorted(
    f"{path.parent.name}/{path.stem}"
    for stage in ("reader", "lower")
    for path in (GOLDEN / stage).glob("*.py")
)

# Also run by other versions of Python, without the rest of the package.
GOLDEN_SCRIPT = """
import sys, types, warnings
package = types.ModuleType("unpython")
package.__path__ = [sys.argv[1]]
sys.modules.setdefault("unpython", package)
try:
    from unpython import _core
except ImportError:  # of another version, or without NumPy
    sys.path.insert(0, sys.argv[2])
    from support import trees_in_python
    package._core = sys.modules["unpython._core"] = trees_in_python
from unpython import _loops, _source
from unpython._find_source import run_text
for name in ("prange", "gpurange", "xrange", "shape"):
    setattr(sys.modules["unpython"], name, getattr(_loops, name))

def golden_text(file):
    # Serialized as if the file stood in the current folder, so that no path of this machine gets in.
    warnings.simplefilter("ignore")
    with open(file, encoding="utf-8") as stream:
        text = stream.read()
    case = file.replace("\\\\", "/").split("/")[-1][:-3]
    scope = run_text(text, case + ".py", {"__name__": case})
    return _source.serialize(scope[case]).text

sys.stdout.reconfigure(encoding="utf-8")
for file in sys.argv[3:]:
    print(golden_text(file), end="")
"""


def run_golden(python, case, *flags):
    package = Path(_source.__file__).parent
    command = [python, *flags, "-c", GOLDEN_SCRIPT, str(package), str(GOLDEN.parent), str(GOLDEN / f"{case}.py")]
    done = subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("case", CASES)
def test_golden(case):
    expected = GOLDEN / f"{case}.txt"
    text = run_golden(sys.executable, case)
    if os.environ.get("UNPYTHON_UPDATE_GOLDEN"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


def test_texts_are_written_without_numpy():
    """Other versions of Python have no NumPy where the next test runs: this one runs on all machines (-S: no installed package)."""
    case = "reader/expressions"
    assert run_golden(sys.executable, case, "-S") == (GOLDEN / f"{case}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13", "3.14"])
def test_all_versions_of_python_write_the_same(version):
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode:
        pytest.skip(f"python{version} is not installed")
    for case in (case for case in CASES if case.startswith("reader/")):  # those without NumPy
        assert run_golden(python, case) == (GOLDEN / f"{case}.txt").read_text(encoding="utf-8")


# Where text comes from.


def body_of(function):
    """The source lines inside the serialized text."""
    return _find_source.find_source(function).lines


def test_text_of_exec_is_found_in_the_calling_frame():
    text = "x = 1\ndef from_exec(a):\n    return a + 1\n"
    scope = {}
    exec(text, scope)
    assert body_of(scope["from_exec"]) == ["def from_exec(a):", "    return a + 1"]


def test_text_of_exec_is_found_in_a_module_with_future_annotations():
    text = "def with_annotation(a: int):\n    return a + 1\n"
    module = f"from __future__ import annotations\ntext = {text!r}\nexec(text)\n"
    scope = {}
    exec(compile(module, "<module>", "exec", dont_inherit=True), scope)
    assert body_of(scope["with_annotation"]) == ["def with_annotation(a: int):", "    return a + 1"]


def test_another_text_with_the_same_name_is_not_taken():
    scope = {}
    exec("def twice(a):\n    return a * " + str(2), scope)
    decoy = "def twice(a):\n    return a * 3"
    with pytest.raises(_find_source.SourceNotFound, match="source text of 'twice'"):
        _source.serialize(scope["twice"])
    assert decoy


def test_notebook_cell():
    name = "/tmp/ipykernel_1/123.py"
    text = "def cell(a):\n    return a\n"
    scope = run_text(text, name, {})
    assert name in _source.serialize(scope["cell"]).text
    assert body_of(scope["cell"]) == ["def cell(a):", "    return a"]


def test_two_cells_with_functions_of_one_name_keep_their_own_text():
    functions = []
    for n in (1, 2):
        name = f"<ipython-input-{n}>"
        text = f"def same(a):\n    return a + {n}\n"
        functions.append(run_text(text, name, {})["same"])
    assert [body_of(f)[1] for f in functions] == ["    return a + 1", "    return a + 2"]


def test_module_in_a_zip_file(tmp_path, monkeypatch):
    with zipfile.ZipFile(tmp_path / "library.zip", "w") as archive:
        archive.writestr("zipped_module.py", "def zipped(a):\n    return a\n")
    monkeypatch.syspath_prepend(str(tmp_path / "library.zip"))
    assert body_of(importlib.import_module("zipped_module").zipped) == ["def zipped(a):", "    return a"]


def test_text_is_kept_when_the_file_changes_after_the_import(tmp_path, monkeypatch):
    file = tmp_path / "changing.py"
    file.write_text("import unpython as up\n@up.jit\ndef f(a):\n    return a + 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    f = importlib.import_module("changing").f
    file.write_text("import unpython as up\n@up.jit\ndef f(a):\n    return a + 1000\n")
    assert f(1) == 2


@pytest.mark.parametrize("text", ["def added(x):\n    return x + 2\n", "# no more\n", "\n"])
def test_a_helper_with_another_text_is_not_compiled(text, tmp_path, monkeypatch):
    path = tmp_path / "edited_helper.py"
    path.write_text("def added(x):\n    return x + 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    added = importlib.import_module("edited_helper").added

    @up.jit
    def kernel(x):
        return added(x)

    path.write_text(text)
    with pytest.raises(up.CompileError, match="changed since it was imported"):
        kernel(1)
    del sys.modules["edited_helper"]


def test_a_helper_whose_file_changed_is_a_mistake_where_it_is_called(tmp_path, monkeypatch):
    file = tmp_path / "moved.py"
    file.write_text("def helper(a):\n    return a\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    helper = importlib.import_module("moved").helper
    file.write_text("# a comment\ndef helper(a):\n    return a\n")

    def caller(a):
        return helper(a)

    assert "file changed since it was imported" in _source.serialize(caller).text


@pytest.mark.parametrize("how", ["-c", "<"])
def test_text_of_a_command_line(how, tmp_path):
    text = "import unpython as up\n@up.jit\ndef f(a):\n    return a + 1\nprint(f(1))\n"
    file = tmp_path / "input.py"
    file.write_text(text)
    with open(file) as stdin:
        command = [sys.executable, "-c", text] if how == "-c" else [sys.executable]
        done = subprocess.run(command, check=False, stdin=stdin, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("2\n", "")


@pytest.mark.parametrize("how", ["-c", "<"])
def test_lambdas_of_a_command_line(how, tmp_path):
    text = (
        "import numpy as np, unpython as up\n"
        "print(up.jit(lambda x: x + 1)(1), up.map(lambda x: x + 1, np.ones(2)), up.vectorize(lambda x: x * 3)(np.ones(1)))\n"
        "print(up.jit(eval('lambda x: x * 2 + 1'))(3))\n"
    )
    file = tmp_path / "input.py"
    file.write_text(text)
    with open(file) as stdin:
        command = [sys.executable, "-c", text] if how == "-c" else [sys.executable]
        done = subprocess.run(command, check=False, stdin=stdin, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("2 [2. 2.] [3.]\n7\n", "")


PLACES_OF_LAMBDAS = """
import unpython as up


def keep(function):
    kept.append(function)
    return lambda other: other


kept = []


@keep(lambda x: x * 2)
def below(x):
    return x


class Holder:
    @keep(
        lambda x: x * 3,
    )
    def method(self):
        table = {"a": [(1, (lambda x: x + 5))], "b": lambda x: (
            x - 1
        )}
        return [table["a"][0][1], table["b"]]


text = f'''
{keep(lambda x: x * 7) is None}
'''
print([up.jit(f)(10) for f in (*kept, *Holder().method())])
"""


def test_lambdas_where_their_lines_are_those_of_others(tmp_path):
    """Behind a decorator, in the middle of a statement, in a text with values."""
    file = tmp_path / "input.py"
    file.write_text(PLACES_OF_LAMBDAS)
    done = subprocess.run([sys.executable, str(file)], check=False, capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("[20, 30, 70, 15, 9]\n", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the buffer of glibc")
@pytest.mark.parametrize("lines", [0, 400])
def test_text_of_a_pipe(lines):
    """A program of a page, and the end of a longer one; nothing is left of what is read byte by byte."""
    program = "# a line of a long program\n" * lines + "import unpython as up\n@up.jit\ndef f(a):\n    return a + 1\nprint(f(1))\n"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run([sys.executable, "-"], check=False, input=program, capture_output=True, text=True, timeout=60, env=environment)
    assert (done.stdout, done.stderr) == ("2\n", "")


def test_plain_interpreter(tmp_path):
    """Types into an interpreter on a terminal of its own."""
    lines = [
        "import unpython as up",
        "@up.jit",
        "def f(a):",
        "    return a + 41",
        "",
        "print('is', f(1))",
        "exit()",
    ]
    master, slave = pty.openpty()
    environment = dict(os.environ, HOME=str(tmp_path), TERM="dumb", PYTHON_BASIC_REPL="1")
    process = subprocess.Popen(
        [sys.executable, "-q"], stdin=slave, stdout=slave, stderr=slave, env=environment
    )
    os.close(slave)
    shown = b""
    try:
        for line in lines:
            while not shown.rstrip(b" ").endswith((b">>>", b"...")):
                shown += os.read(master, 1024)
            shown += b"\n"
            os.write(master, line.encode() + b"\n")
        while True:
            shown += os.read(master, 1024)
    except OSError:  # the other end is closed: the interpreter is gone
        pass
    finally:
        os.close(master)
        process.wait(timeout=60)
    assert "is 42" in shown.decode()


def test_no_text_says_where_to_put_the_function():
    scope = {"up": up}
    lines = ["@up.jit", "def hidden_function(a):", "    return a"]
    exec(compile("\n".join(lines), "<generated>", "exec"), scope)
    with pytest.raises(
        up.CompileError, match=r"<generated>:1: the source text of 'hidden_function' .* cannot be found"
    ):
        scope["hidden_function"](1)


def test_long_sums_and_deep_expressions_need_no_deep_stack():
    text = (
        "def deep(a):\n    x = "
        + "-(" * 80
        + "a"
        + ")" * 80
        + "\n    return "
        + " + ".join(["a"] * 900)
        + "\n"
    )
    scope = {}
    exec(text, scope)
    assert _source.serialize(scope["deep"]).text.count("binary") == 899


# What names stand for.


class Settings:
    limit = 3

    def method(self):
        return 1


root = np.sqrt
rows = [1, 2]
settings = Settings()
table = np.arange(3.0)
wide = np.float64(1.5)
half = np.float16(1.5)


def plain(x):
    return x


compiled = up.jit(plain)


@pytest.mark.parametrize(
    "path, kind, target",
    [
        ("root", "library", "numpy.sqrt"),
        ("np.sqrt", "library", "numpy.sqrt"),
        ("np.abs", "library", "numpy.absolute"),
        ("np.pi", "library", "numpy.pi"),
        ("np.float32", "library", "numpy.float32"),
        ("np.double", "library", "numpy.float64"),
        ("np.longlong", "library", "numpy.int64"),
        ("np.bool_", "library", "numpy.bool"),
        ("np.random.rand", "library", "numpy.random.rand"),
        ("np.linalg.inv", "library", "numpy.linalg.inv"),
        ("np.sqroot", "missing", "module 'numpy' has no attribute 'sqroot'; did you mean 'sqrt'?"),
        ("math.pi", "library", "math.pi"),
        ("math.floor", "library", "math.floor"),
        ("max", "library", "builtins.max"),
        ("ValueError", "library", "builtins.ValueError"),
        ("up.prange", "library", "unpython.prange"),
        ("table", "hidden", "table"),
        ("table.shape", "hidden", "table"),
        ("wide", "hidden", "wide"),
        ("half", "hidden", "half"),
        ("settings.limit", "hidden", "settings.limit"),
        ("settings.method", "unsupported", "a method of 'Settings'"),
        ("settings.nothing", "missing", "an object of class 'Settings' has no attribute 'nothing'"),
        ("plain", "function", "plain"),
        ("compiled", "function", "compiled"),
        ("rows", "unsupported", "a list; pass np.array(rows) as an argument"),
        ("rows.append", "unsupported", "a method of 'list'"),
        ("Settings", "unsupported", "class 'Settings'"),
        ("np", "unsupported", "module 'numpy'"),
        ("nothing", "missing", "name 'nothing' is not defined"),
    ],
)
def test_bindings(path, kind, target):
    name, *attributes = path.split(".")
    binding = _bindings.resolve(plain, name, attributes)
    assert (binding.kind, binding.target) == (kind, target)


def test_closure_values_are_read_from_their_cells():
    step = 2

    def inner(a):
        return a + step + late

    found = _source.serialize(inner)
    assert [access[0].cell_contents for access in found.hidden] == [2]
    assert "(late missing \"name 'late' is not defined" in found.text
    late = 1
    assert len(_source.serialize(inner).hidden) == late + 1


def test_a_missing_name_may_be_defined_after_the_first_call():
    scope = {"up": up}
    exec("@up.jit\ndef f(a):\n    return later(a)\n", scope)
    with pytest.raises(up.CompileError, match="name 'later' is not defined"):
        scope["f"](1)
    scope["later"] = plain
    assert scope["f"](1) == 1


def test_another_helper_or_number_under_the_same_name_is_seen():
    scope = {"up": up, "np": np, "helper": plain, "n": 2}
    exec("@up.jit\ndef f(a):\n    return helper(a) * n\n", scope)
    assert scope["f"](3) == 6
    scope["n"] = 2.5
    assert scope["f"](3) == 7.5
    scope["helper"] = np.sqrt
    assert scope["f"](4.0) == 5.0
    scope["n"] = [1]
    with pytest.raises(up.CompileError, match="a list of numbers"):
        up.jit(strict=True)(scope["f"])(4.0)


def test_guards_name_what_was_taken_as_it_is():
    def user(a):
        return math.sqrt(plain(a))

    guards = {access[1:]: value for access, value in _source.serialize(user).guards}
    assert guards == {("math",): math, ("plain",): plain}


def test_defaults_and_parameter_names():
    def f(a, b=2, *, c, d=4):
        return a

    found = _source.serialize(f)
    assert found.parameter_names == ("a", "b", "c", "d")
    assert found.defaults == {"b": 2, "d": 4}


def test_defaults_of_helpers_are_values_not_text():
    n = 7

    def helper(x, y=n, z=np.float32(2), w=1 - 2j):
        return x

    def user(a):
        return helper(a)

    text = _source.serialize(user).text
    assert "(int" in text and " 7))" in text
    assert "numpy.float32" in text
    assert "(complex" in text


def test_many_statements_in_a_row():
    text = "@up.jit\ndef f(a):\n    x = a\n" + "    x = x + 1\n" * 300 + "    return x\n"
    scope = {"up": up}
    exec(text, scope)
    assert scope["f"](1) == 301
    assert scope["f"](0.5) == 300.5


def test_what_is_nested_too_deeply_is_a_mistake_of_the_user():
    text = "@up.jit\ndef f(a):\n    return " + "-" * 500 + "a\n"
    scope = {"up": up}
    exec(text, scope)
    with pytest.raises(up.CompileError, match=r"<string>:3: the function is nested too deeply"):
        scope["f"](1)


def test_a_loop_forgets_the_value_it_started_with():
    text = "@up.jit\ndef f(n):\n    s = 0\n    for i in range(n):\n        s += 1\n    return s\n"
    scope = {"up": up}
    exec(text, scope)
    assert [scope["f"](n) for n in (0, 1, 5)] == [0, 1, 5]
