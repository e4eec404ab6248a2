"""The include rule (who may include whom) and the symbols that the libraries export."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CPP = ROOT / "cpp"

# Folder of cpp/ -> what its files may include besides themselves, include/unpython and the standard library.
# A path with a dot is a single file. Changing the rule means changing this table.
MAY_INCLUDE = {
    "support": [],
    "abi": ["support"],
    "solve": ["support"],
    "ir": ["support"],
    "frontend": ["ir", "support"],
    "analysis": ["ir", "support"],
    "grouping": ["analysis", "solve", "ir", "support"],
    "transform": ["grouping/plan.h", "analysis", "ir", "abi/target_info.h", "support"],
    "kernel": ["grouping/plan.h", "transform", "analysis", "ir", "abi", "support"],
    "codegen": ["kernel/launch.h", "ir", "abi", "support"],
    "runtime": ["abi", "support"],
    "driver": ["runtime", "codegen", "kernel", "transform", "grouping", "analysis", "frontend", "solve", "ir", "abi", "support"],
    "bindings": ["driver", "frontend/syntax.h", "support"],
}

# Third-party headers stay in the one place named for them.
THIRD_PARTY = {
    r"llvm/|llvm-c/": ["codegen/llvm/", "runtime/cpu/orc_jit.cpp"],
    r"pybind11/|numpy/|Python\.h|structmember\.h": ["bindings/"],
    r"glpk\.h": ["solve/glpk.cpp"],
    r"omp\.h": ["runtime/parallel_for.cpp", "runtime/worker_pool.cpp"],
}

# cpu_library.cpp is the C entry point of libunpython_cpu: it joins the emitter with the JIT.
EXCEPTIONS = {"codegen/llvm/cpu_library.cpp": ["runtime/cpu/orc_jit.h"]}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SOURCES = sorted(p for p in CPP.rglob("*") if p.suffix in (".h", ".cpp", ".def"))


def allowed(source: str, target: str) -> bool:
    folder = source.split("/")[0]
    if target.startswith("unpython/") or target.startswith(folder + "/"):
        return True
    entries = MAY_INCLUDE[folder] + EXCEPTIONS.get(source, [])
    return any(target == entry or target.startswith(entry + "/") for entry in entries)


def violations(source: str, text: str) -> list[str]:
    found = []
    for kind, target in INCLUDE.findall(text):
        if third_party := [places for pattern, places in THIRD_PARTY.items() if re.match(pattern, target)]:
            if not any(source.startswith(place) for place in third_party[0]):
                found.append(f"{source} includes <{target}>, which belongs in {', '.join(third_party[0])}")
        elif kind == '"' and not allowed(source, target):
            found.append(f"{source} may not include {target}")
    return found


@pytest.mark.parametrize("folder", sorted({p.relative_to(CPP).parts[0] for p in SOURCES}))
def test_folder_includes_only_what_the_table_allows(folder):
    assert folder in MAY_INCLUDE, "a new folder needs a row in the table"
    found = []
    for path in (CPP / folder).rglob("*"):
        if path.suffix in (".h", ".cpp", ".def"):
            found += violations(path.relative_to(CPP).as_posix(), path.read_text())
    assert found == []


def test_public_headers_reach_no_other_header():
    for path in (ROOT / "include").rglob("*.h"):
        for kind, target in INCLUDE.findall(path.read_text()):
            assert kind == "<" or target.startswith("unpython/"), f"{path.name} includes {target}"


@pytest.mark.parametrize(
    "source, line",
    [
        ("ir/print.cpp", '#include "frontend/reader.h"'),
        ("frontend/lower.cpp", '#include "analysis/affine.h"'),
        ("runtime/memory.cpp", '#include "ir/type.h"'),
        ("bindings/module.cpp", '#include "frontend/lower.h"'),
        ("driver/compile.cpp", "#include <llvm/IR/Module.h>"),
        ("driver/compile.cpp", "#include <pybind11/pybind11.h>"),
    ],
)
def test_a_violation_is_found(source, line):
    assert len(violations(source, line)) == 1


def exported(library: Path) -> list[str]:
    listing = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True)
    return [line.split()[-1] for line in listing.stdout.splitlines()]


def installed(pattern: str) -> Path:
    import unpython._core

    (library,) = Path(unpython._core.__file__).parent.glob(pattern)
    return library


def test_the_cpu_library_exports_its_entry_point_only():
    assert exported(installed("libunpython_cpu.so")) == ["unpython_cpu_api"]


def test_the_extension_exports_its_module_only():
    assert exported(installed("_core.*.so")) == ["PyInit__core"]


def test_the_library_exports_only_its_own_namespace():
    symbols = exported(installed("libunpython.so"))
    assert symbols and all(re.match(r"_Z(NK?|T[ISV]N)8unpython", symbol) for symbol in symbols), symbols
