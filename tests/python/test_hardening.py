"""How the libraries are linked: what an attacker, or a mistake of ours, could do with them is bounded."""

import shutil
import subprocess
from pathlib import Path

import pytest
import unpython
from unpython import _core

LIBRARIES = [
    Path(_core.__file__).resolve(),
    *(path.resolve() for path in Path(unpython.__file__).parent.glob("libunpython*.so")),
    *(path.resolve() for path in Path(_core.__file__).parent.glob("libunpython*.so")),
]
PREFIXES = {"libunpython.so": ("_ZN8unpython", "_ZNK8unpython", "_ZTIN8unpython", "_ZTSN8unpython", "_ZTVN8unpython",
                             "unpython_call", "unpython_release"),
            "libunpython_cpu.so": ("unpython_cpu_api",)}  # fmt: skip

pytestmark = pytest.mark.skipif(shutil.which("readelf") is None, reason="needs readelf")


def read(path, *options):
    return subprocess.run(["readelf", "-W", *options, str(path)], capture_output=True, text=True, check=True).stdout


@pytest.fixture(params=sorted({path for path in LIBRARIES if path.exists()}), ids=lambda path: path.name)
def library(request):
    return request.param


def test_tables_are_read_only_and_bound_at_start(library):
    assert "GNU_RELRO" in read(library, "-l")
    dynamic = read(library, "-d")
    assert "BIND_NOW" in dynamic or "NOW" in dynamic.split("FLAGS_1")[-1].splitlines()[0]


def test_no_stack_can_be_run(library):
    stack = next(line for line in read(library, "-l").splitlines() if "GNU_STACK" in line)
    assert " E " not in stack and "RWE" not in stack


def test_stacks_are_guarded_and_copies_are_checked(library):
    if "__asan_init" in read(library, "--dyn-syms"):
        pytest.skip("a build with sanitizers has other checks")
    symbols = read(library, "--dyn-syms")
    assert "__stack_chk_fail" in symbols
    if library.name in PREFIXES:  # the compiler proves each copy of the extension
        assert "__snprintf_chk@" in symbols


def test_only_what_is_meant_is_exported(library):
    prefixes = PREFIXES.get(library.name, ("PyInit__core",))
    exported = [
        line.split()[7].split("@")[0]
        for line in read(library, "--dyn-syms").splitlines()
        if len(line.split()) > 7 and line.split()[6] not in ("UND", "Ndx") and line.split()[4] in ("GLOBAL", "WEAK")
    ]
    assert exported
    assert [name for name in exported if not name.startswith(prefixes)] == []
