"""The notebooks of examples/ run from top to bottom; cells are called by their numbers; the cell magic compiles."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from support.devices import package

package("IPython")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Without a kernel and its sockets: what IPython does with a cell is what a notebook shows.
RUN = """
import contextlib, io, json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="NoColor")
told = []
for cell in json.load(sys.stdin):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        done = shell.run_cell(cell, store_history=True)
    html = getattr(done.result, "_repr_html_", lambda: None)()
    problem = repr(done.error_in_exec or done.error_before_exec)
    told.append({"text": shown.getvalue(), "html": html, "good": done.success, "problem": problem})
print(json.dumps(told), file=sys.__stdout__)
"""


def run_cells(cells):
    relaxed = {name: value for name, value in os.environ.items() if name != "UNPYTHON_STRICT"}
    command = [sys.executable, "-c", RUN]
    done = subprocess.run(command, input=json.dumps(cells), env=relaxed, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def cells_of(name):
    found = json.loads((EXAMPLES / name).read_text())["cells"]
    assert all(not cell["outputs"] for cell in found if cell["cell_type"] == "code")
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def test_first_steps():
    told = run_cells(cells_of("first_steps.ipynb"))
    assert [cell["good"] for cell in told] == [True] * len(told), told
    assert "True" in told[2]["text"] and "6.0" in told[-1]["text"]
    pages = [cell["html"] for cell in told if cell["html"]]
    assert len(pages) == 2 and "proven" in pages[0] and "in order" in pages[1]


def test_profile():
    told = run_cells(cells_of("profile.ipynb"))
    assert [cell["good"] for cell in told] == [True] * len(told), told
    pages = [cell["html"] for cell in told if cell["html"]]
    assert "compile: code" in pages[0] and "run on the CPU" in pages[1] and "compile" not in pages[1]
    assert re.search(r"line 3: 10 runs, \d+% of the time", told[3]["text"])


BROKEN = """import numpy as np, unpython as up
@up.jit(strict=True)
def f(a):
    for i in up.prange(a.shap[0]):
        a[i] = 1
f(np.zeros(3))"""
OUTSIDE = """@up.jit
def g(a, n):
    for i in range(n):
        a[i] = 1
g(np.zeros(3), 5)"""


def test_errors_name_the_cell_and_no_frames_of_the_package():
    broken, outside = run_cells([BROKEN, OUTSIDE])
    assert "Cell In[1], line 4:24: an array has no attribute 'shap'" in broken["text"]
    assert "in compiled code: array 'a', Cell In[2], line 4" in outside["text"] or sys.version_info < (3, 11)
    for told in (broken, outside):
        assert not told["good"] and told["text"].count("Cell In[") == 2 and "site-packages" not in told["text"]
        assert "decorators.py" not in told["text"] and "_source.py" not in told["text"]


MAGIC = """%%unpython threads=1
def f(a):
    def inner(x):
        return x + 1.0
    for i in range(3):
        a[i] = inner(a[i])

class Plain:
    def method(self):
        return 1"""


def test_the_magic_compiles_the_functions_of_the_cell():
    told = run_cells(["%load_ext unpython", MAGIC, "import numpy; f(numpy.zeros(3)); f.options, type(Plain.method).__name__"])
    assert told[-1]["text"].strip().endswith("({'threads': 1}, 'function')"), told
    told = run_cells(["%load_ext unpython", MAGIC, "import numpy; f(numpy.zeros(2))"])
    assert "Cell In[2], line 6" in told[-1]["text"] or sys.version_info < (3, 11)


def test_what_the_magic_takes():
    told = run_cells(["%load_ext unpython", "%%unpython gpu device=opencl:0\ndef f(a):\n    return a", "1 + 1"])
    assert not told[1]["good"] and told[2]["good"]
    assert "UsageError" in told[1]["problem"] and "device='opencl:0'" in told[1]["problem"]
