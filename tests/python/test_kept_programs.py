"""Programs that another process wrote: found where nothing differs, and never where anything does that a program is made of."""

import builtins
import importlib.util
import linecache
import math
import os
import subprocess
import sys

import numpy as np
import pytest
import unpython._kept_programs as kept

TEXT = """
import math

import numpy as np
import unpython as up
from helpers import OFFSET, scaled

LIMIT = 4
NAME = "plus"
WEIGHTS = (1.0, 2.0)


def twice(x, by=2):
    return by * x


@up.jit
def total(a):
    s = 0.0
    for i in up.prange(len(a)):
        s += scaled(twice(a[i])) * WEIGHTS[1] + (math.sqrt(4.0) if NAME == "plus" else np.abs(a[i])) + LIMIT
    return s + OFFSET
"""

HELPERS = """
OFFSET = 1


def scaled(x):
    return x * 3.0
"""

CALL = """
import sys

import numpy as np
import program

{before}
print(program.total(np.arange(4.0)), program.total.py_func(np.arange(4.0)), "unpython._source" in sys.modules)
"""


def write(folder, text=TEXT, helpers=HELPERS):
    (folder / "program.py").write_text(text)
    (folder / "helpers.py").write_text(helpers)


def call(folder, before="", **settings):
    environment = os.environ | {"UNPYTHON_CACHE": "on", "UNPYTHON_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(folder)} | settings
    command = [sys.executable, "-c", CALL.format(before=before)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    compiled, plain, wrote = done.stdout.split()
    assert compiled == plain
    return wrote == "True"


def test_a_known_function_is_not_written_again(tmp_path):
    write(tmp_path)
    assert [call(tmp_path) for _ in range(2)] == [True, False]
    assert call(tmp_path, "program.LIMIT = 5")
    assert not call(tmp_path)
    write(tmp_path, helpers=HELPERS.replace("3.0", "30.0"))
    assert [call(tmp_path) for _ in range(2)] == [True, False]


def test_nothing_is_kept_where_the_package_changed_meanwhile(tmp_path):
    write(tmp_path)
    before = """
from unpython import _core
stamp = _core.stamp_of_package
_core.stamp_of_package = lambda anew: (b"another" if anew else stamp(False)[0], stamp(False)[1])
"""
    assert [call(tmp_path, before) for _ in range(2)] == [True, True]
    assert [call(tmp_path) for _ in range(2)] == [True, False]


RESULTS_OF_CLASSES = {
    "a named tuple": "np.linalg.eigh(m).eigenvalues[0] > 0",
    "another one": "np.linalg.qr(m).R[0, 0] != 0",
    "several": "np.linalg.svd(m)[1][0] + np.linalg.slogdet(m).sign > 0",
    "a function of the host": "time.perf_counter() > 0",
}


@pytest.mark.parametrize("value", RESULTS_OF_CLASSES.values(), ids=RESULTS_OF_CLASSES)
def test_functions_with_objects_and_functions_of_the_host_are_kept(tmp_path, value):
    text = f"""
import time

import numpy as np
import unpython as up


@up.jit
def total(a):
    m = a.reshape(2, 2) + a.reshape(2, 2).T + 5.0 * np.eye(2)
    return {value}
"""
    write(tmp_path, text)
    assert [call(tmp_path) for _ in range(2)] == [True, False]


def test_a_method_of_numpys_class_that_is_another_one_is_met(tmp_path):
    text = "import numpy as np\nimport unpython as up\n@up.jit\ndef total(a):\n    return len(np.linalg.eigh(np.diag(a)))\n"
    write(tmp_path, text)
    assert [call(tmp_path) for _ in range(2)] == [True, False]
    result = "type(np.linalg.eigh(np.eye(2)))"
    assert call(tmp_path, f"{result}.__repr__ = lambda self: 'text'")


@pytest.mark.parametrize(
    "written",
    [
        "up.map(lambda x: x * by, a)[1]",
        "up.reduce(lambda x, y: x + by * y, a)",
        "up.reduce(max, a, initial=by)",
        "up.scan(added, a)[2]",
        "up.stencil(lambda at: at(-1) + at(1), a, mode='wrap')[0]",
        "TIMES(a)[3]",
    ],
)
def test_functions_of_functions_from_plain_python_are_kept(tmp_path, written):
    """A function of the user is told of by its text and what is around it, and so is a text among the arguments."""
    text = f"""
import numpy as np
import unpython as up


def added(x, y):
    return x + y


TIMES = up.vectorize(lambda x: x * 2.0)


class total:
    def __new__(cls, a, by=3.0):
        return {written}

    def py_func(a):
        return total(a)
"""
    write(tmp_path, text)
    assert [call(tmp_path) for _ in range(2)] == [True, False]
    assert call(tmp_path, "program.added.__defaults__ = (2.0,)") == ("added" in written)
    write(tmp_path, text.replace("x * 2.0", "x * 3.0").replace("x + y", "y + x").replace("x * by", "by * x").replace("by * y", "y * by"))
    assert call(tmp_path) == ("max" not in written and "stencil" not in written)


@pytest.mark.parametrize("place", ["f = {}", "f = (\n    {},\n    2)[0]", "f = next(filter(\n    None, [{}\n  ]))", "f = dict(a=\n{}\n)['a']"])
def test_a_lambda_is_told_of_by_its_lines(tmp_path, place):
    """Or by all of the file, where its lines are not a whole statement."""
    text = f"import numpy as np\nimport unpython as up\nK = 2\n{place.format('lambda x: x * K')}\ntotal = up.jit(lambda a: up.map(f, a)[1])\n"
    write(tmp_path, text)
    assert [call(tmp_path) for _ in range(2)] == [True, False]
    write(tmp_path, text.replace("x * K", "K * x"))
    assert [call(tmp_path) for _ in range(2)] == [True, False]
    write(tmp_path, text.replace("K = 2", "K = 3"))
    assert [call(tmp_path) for _ in range(2)] == [True, False]


@pytest.mark.parametrize("settings", [{"UNPYTHON_CACHE": "off"}, {"option": "cache=False"}])
def test_nothing_is_kept_where_the_cache_is_off(tmp_path, settings):
    option = settings.pop("option", "")
    write(tmp_path, TEXT.replace("@up.jit\n", f"@up.jit({option})\n"))
    assert [call(tmp_path, **settings) for _ in range(2)] == [True, True]
    assert not (tmp_path / "cache").exists()


def loaded(path, text):
    """A module that a new file is imported as."""
    path.write_text(text)
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location("loaded", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Modules of one file: what differs between two of them is what the test changes."""
    monkeypatch.setattr(kept._find_source, "LOADED", float("inf"))  # the file is younger than this process
    return lambda text: loaded(tmp_path / "module.py", text)


SMALL = """
import math
import numpy as np
import unpython as up
N = 3
def helper(x):
    return x + N
def f(a):
    return helper(a[0]) + np.sqrt(a[1]) + len(a) + math.pi
"""


def origin(module, name="f"):
    found = kept.surroundings_of(getattr(module, name))
    return found and found.origin


def test_the_same_text_has_the_same_origin(load):
    assert origin(load(SMALL)) == origin(load(SMALL)) is not None


CHANGED_TEXTS = [
    ("N = 3", "N = 4"),
    ("N = 3", "N = 3.0"),
    ("N = 3", "N = True"),
    ("N = 3", "N = (3,)"),
    ("N = 3", "N = np.float32(3)"),
    ("N = 3", "N = np.zeros(3)"),
    ("N = 3", "N = 3\nlen = max"),
    ("N = 3", "N = 3\nsum = max"),  # writers may name what the text does not
    ("N = 3", "\nN = 3"),  # places
    ("x + N", "N + x"),
    ("x + N", "x + N  # a comment"),
    ("helper(x)", "helper(x, y=1)"),
    ("helper(x)", "helper(x: int)"),
    ("f(a)", "f(a, b=None)"),
    ("def f", "@up.jit\ndef f"),
    ("def helper", "@up.jit\ndef helper"),
    ("import math", "import cmath as math"),
    ("import math", "from unpython import random\nimport math"),
    ("np.sqrt(a[1])", "np.cbrt(a[1])"),
]  # fmt: skip


@pytest.mark.parametrize("old, new", CHANGED_TEXTS)
def test_another_text_or_value_is_another_origin(load, old, new):
    first = origin(load(SMALL))
    other = load(SMALL.replace(old, new, 1))
    function = getattr(other.f, "py_func", other.f)
    found = kept.surroundings_of(function)
    assert found is None or found.origin != first or new.startswith("from unpython import random")


CHANGED_VALUES = [
    ("N", 4), ("N", -3), ("N", 3.0), ("N", "3"), ("N", None), ("helper", abs), ("helper", lambda x: x), ("np", math),
    ("len", lambda a: 1), ("math", np), ("range", reversed),
]  # fmt: skip


@pytest.mark.parametrize("name, value", CHANGED_VALUES)
def test_a_global_that_stands_for_something_else(load, name, value):
    module = load(SMALL)
    first = origin(module)
    setattr(module, name, value)
    assert origin(module) != first


def test_what_stands_in_a_cell(load):
    made = load("def make(n, f):\n    def inner(a):\n        return f(a[0]) + n\n    return inner\n").make
    functions = [made(1, abs), made(2, abs), made(1, len), made(1.0, abs), made(1, made(1, abs)), made(1, made(2, abs))]
    origins = [kept.surroundings_of(function).origin for function in functions]
    assert len(set(origins)) == len(origins)
    assert kept.surroundings_of(made(1, abs)).origin == origins[0]


@pytest.mark.parametrize(
    "text",
    [
        "class P:\n    x = 1\ndef f(a):\n    return P.x\n",
        "rows = [1, 2]\ndef f(a):\n    return rows[0]\n",
        "import os\ndef f(a):\n    return len(os.environ)\n",
        "def f(a):\n    import math\n    return math.pi\n",
        "import functools\n@functools.lru_cache\ndef g(x):\n    return x\ndef f(a):\n    return g(a)\n",
        "def f(a):\n    return f.limit\nf.limit = 3\n",
        "import enum\nclass E(enum.Enum):\n    A = 1\nA = E.A\ndef f(a):\n    return a is A\n",
        "class N(int):\n    pass\nN = N(3)\ndef f(a):\n    return a + N\n",
        "N = 10 ** 5000\ndef f(a):\n    return a + N\n",
        "__builtins__ = {'len': max}\ndef f(a):\n    return len(a)\n",
    ],
)
def test_what_no_other_process_can_recognise(load, text):
    assert origin(load(text)) is None


def test_a_file_that_hides_a_module_of_python(load, monkeypatch):
    module = load("import colorsys\nfrom colorsys import hls_to_rgb\ndef f(a):\n    return colorsys.rgb_to_hls(a, a, a)\ndef g(a):\n    return hls_to_rgb(a, a, a)\n")
    assert origin(module) is not None
    monkeypatch.setattr(module.colorsys, "__file__", "/home/me/colorsys.py")
    assert origin(module) is None


def test_a_function_without_a_file():
    scope = {}
    exec("def f(a):\n    return a + 1\n", scope)
    assert kept.surroundings_of(scope["f"]) is None


@pytest.mark.parametrize("library, name", [(builtins, "len"), (builtins, "sum"), (np, "sqrt"), (math, "pi")])
def test_a_library_that_a_program_changes(load, monkeypatch, library, name):
    module = load(SMALL)
    first = origin(module)
    before = getattr(library, name)
    with monkeypatch.context() as changed:
        changed.setattr(library, name, (lambda *given: before(*given)) if callable(before) else 3.0)
        assert origin(module) != first
    assert origin(module) == first


def test_texts_that_go_on_behind_their_block(load):
    assert kept._find_source.ends_with_block(load(SMALL).f)
    beyond = load("def f(a):\n    return (a[0] + 1\n)\n").f
    assert len(kept._find_source.find_source(beyond).lines) == 3
    assert not kept._find_source.ends_with_block(beyond)
