"""The include rule (who includes whom, exactly), circles of imports, the namespace of each folder, sizes of files and lines, and what
the libraries export."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CPP = ROOT / "cpp"

# Folder of cpp/ -> the folders that its files include, besides their own, include/unpython and the standard
# library. Rows stand by floor: a folder includes only folders of lower floors. The table is exact: what is
# not in it is not allowed, and what is in it is used. Changing the rule means changing this table.
# fmt: off
INCLUDES = {
    # floor 1
    "abi": [],
    "ir/math": [],
    "support": [],
    # floor 2
    "frontend/syntax": ["support"],
    "integers": ["support"],
    "ir": ["abi", "support"],
    "runtime/device": ["abi", "support"],
    "runtime/threads": ["abi", "support"],
    # floor 3
    "analysis/text": ["integers", "ir", "support"],
    "codegen/llvm/math": ["ir", "ir/math", "abi"],
    "frontend/library": ["frontend/syntax", "ir"],
    "ir/interpret": ["ir", "support"],
    "ir/write": ["ir", "support"],
    "runtime/cpu": ["runtime/threads", "abi", "support"],
    "runtime/cuda": ["runtime/device", "support"],
    "runtime/memory": ["runtime/device", "runtime/threads", "abi", "support"],
    "runtime/opencl": ["runtime/device", "support"],
    # floor 4
    "analysis/call": ["analysis/text", "integers", "ir", "support"],
    "codegen/llvm/lanes": ["codegen/llvm/math", "ir", "abi", "support"],
    "frontend/expand": ["frontend/library", "frontend/syntax", "ir", "support"],
    "ir/verify": ["ir/write", "ir", "support"],
    "kernel": ["analysis/text", "ir", "abi", "support"],
    "runtime": ["runtime/cuda", "runtime/memory", "runtime/opencl", "runtime/cpu", "runtime/device", "support"],
    "transform/source": ["analysis/text", "ir", "support"],
    "transform/time_loops": ["analysis/text", "ir"],
    # floor 5
    "codegen/c_family": ["kernel", "analysis/text", "ir", "ir/math", "abi", "support"],
    "codegen/llvm": ["codegen/llvm/lanes", "codegen/llvm/math", "ir/write", "ir", "ir/math", "abi", "support"],
    "cost": ["analysis/call", "analysis/text", "ir", "abi", "support"],
    "footprint": [
        "analysis/call", "kernel", "runtime", "analysis/text", "runtime/memory", "integers", "ir", "abi", "support",
    ],
    "frontend/types": ["frontend/expand", "frontend/library", "frontend/syntax", "ir", "support"],
    "transform/grid": ["kernel", "analysis/call", "analysis/text", "ir", "support"],
    # floor 6
    "transform/shared_reads": ["transform/grid", "kernel", "analysis/text", "ir"],
    "frontend/infer": ["frontend/types", "frontend/expand", "frontend/syntax", "support"],
    "frontend/lower_scalars": ["frontend/types", "frontend/library", "ir", "support"],
    "transform/loops": ["cost", "analysis/call", "analysis/text", "ir", "abi"],
    "transform/products": ["cost", "analysis/text", "ir", "abi"],
    "transform/reductions": ["cost", "analysis/text", "ir"],
    # floor 7
    "frontend/lower_arrays": ["frontend/lower_scalars", "frontend/types", "frontend/expand", "ir"],
    "transform/groups": [
        "transform/reductions", "transform/shared_reads", "transform/grid", "kernel", "analysis/text", "ir", "abi", "support",
    ],
    "transform/checks": ["transform/loops", "analysis/call", "analysis/text", "ir"],
    "transform/rows": ["transform/loops", "cost", "analysis/text", "ir", "abi"],
    # floor 8
    "frontend/lower": [
        "frontend/lower_arrays", "frontend/infer", "frontend/types", "frontend/expand", "frontend/syntax", "ir",
        "support",
    ],
    "transform": [
        "transform/checks", "transform/groups", "transform/loops", "transform/products", "transform/reductions", "transform/grid",
        "transform/rows", "transform/time_loops", "analysis/call", "transform/source", "analysis/text", "ir", "abi",
    ],
    # floor 9
    "driver/compile": [
        "frontend/lower", "transform", "transform/groups", "codegen/c_family", "cost", "footprint", "frontend/types",
        "transform/grid", "kernel", "runtime", "ir/verify", "analysis/text", "ir/write", "frontend/library",
        "runtime/cpu", "frontend/syntax", "ir", "ir/math", "abi", "support",
    ],
    # floor 10
    "driver/plan": [
        "driver/compile", "cost", "analysis/call", "analysis/text", "ir/write", "frontend/syntax", "ir",
        "runtime/threads", "abi", "support",
    ],
    "driver/steps": [
        "driver/compile", "footprint", "kernel", "runtime", "ir/interpret", "runtime/memory", "ir", "runtime/device",
        "runtime/threads", "abi", "support",
    ],
    # floor 11
    "driver/execute": [
        "driver/steps", "driver/compile", "footprint", "cost", "kernel", "runtime", "ir/interpret", "runtime/memory", "ir",
        "runtime/device", "abi", "support",
    ],
    # floor 12
    "driver/several": [
        "driver/execute", "driver/steps", "driver/compile", "footprint", "transform/grid", "kernel", "ir/interpret",
        "runtime/device", "ir", "abi", "support",
    ],
    # floor 13
    "driver/choose": [
        "driver/several", "driver/execute", "driver/steps", "driver/plan", "driver/compile", "footprint", "cost",
        "transform/shared_reads", "runtime", "ir", "runtime/threads", "abi", "support",
    ],
    # floor 14
    "driver/report": [
        "driver/choose", "driver/execute", "driver/plan", "driver/compile", "transform", "transform/groups",
        "codegen/c_family", "footprint", "analysis/call", "kernel", "ir/interpret", "ir/write", "analysis/text", "ir",
        "abi", "support",
    ],
    "driver/stages": [
        "driver/choose", "driver/steps", "driver/plan", "driver/compile", "transform", "transform/checks",
        "footprint", "kernel", "analysis/text", "frontend/syntax", "ir", "abi", "support",
    ],
    # floor 15
    "bindings/base": ["driver/report", "driver/choose", "driver/steps", "driver/compile", "support"],
    "driver": [
        "driver/report", "driver/choose", "driver/plan", "driver/compile", "frontend/types", "frontend/syntax", "ir",
        "abi", "support",
    ],
    # floor 16
    "bindings/arguments": ["bindings/base", "driver/steps", "driver/compile", "runtime/memory", "ir", "abi"],
    "bindings/trees": ["bindings/base"],
    # floor 17
    "bindings/results": ["bindings/arguments", "bindings/base", "driver/steps", "driver/compile", "ir"],
    # floor 18
    "bindings/function": [
        "bindings/results", "bindings/arguments", "bindings/base", "driver", "driver/stages", "driver/report",
        "driver/choose", "driver/steps", "driver/compile", "cost", "ir", "abi", "support",
    ],
    # floor 19
    "bindings": [
        "bindings/function", "bindings/arguments", "bindings/base", "bindings/trees", "driver/steps", "driver/plan",
        "driver/compile", "frontend/library", "runtime/cpu", "abi", "support",
    ],
}
# fmt: on

# Third-party headers stay in the one place named for them.
THIRD_PARTY = {
    r"llvm/|llvm-c/": ["codegen/llvm/"],
    r"pybind11/|numpy/|Python\.h|structmember\.h": ["bindings/"],
    r"glpk\.h": ["integers/glpk.cpp"],
    r"omp\.h": ["runtime/threads/parallel_for.cpp", "runtime/threads/worker_pool.cpp"],
}

# What all folders use, and what the public headers declare, stands in `unpython` itself.
OUTERMOST = ["support/", "driver/engine.cpp"]

NAMESPACE = re.compile(r"^(?:inline )?namespace (unpython[\w:]*) \{", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
SOURCES = {
    path.relative_to(CPP).as_posix(): path.read_text()
    for path in sorted(CPP.rglob("*"))
    if path.suffix in (".h", ".cpp", ".def")
}


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def folders_included(source: str, text: str) -> set[str]:
    """Folders of cpp/ other than that of `source`."""
    own = [target for kind, target in INCLUDE.findall(text) if kind == '"']
    used = {folder_of(t) for t in own if not t.startswith("unpython/")}
    return used - {folder_of(source)}


def violations(source: str, text: str) -> list[str]:
    more = folders_included(source, text) - set(INCLUDES[folder_of(source)])
    found = [f"{source} may not include {folder}/" for folder in sorted(more)]
    for _, target in INCLUDE.findall(text):
        for pattern, places in THIRD_PARTY.items():
            if re.match(pattern, target) and not any(source.startswith(place) for place in places):
                found.append(f"{source} includes <{target}>, which belongs in {', '.join(places)}")
    return found


def wrong_namespaces(source: str, text: str) -> list[str]:
    """Namespaces that `source` opens besides that of its top folder and those inside it."""
    opened = NAMESPACE.findall(text)
    if source.startswith(tuple(OUTERMOST)):
        return [name for name in opened if name != "unpython"]
    return [name for name in opened if not f"{name}::".startswith(f"unpython::{source.split('/')[0]}::")]


def unused(folder: str, allowed: list[str]) -> list[str]:
    used = set()
    for source, text in SOURCES.items():
        if folder_of(source) == folder:
            used |= folders_included(source, text)
    return [f"no file of {folder}/ includes {entry}/" for entry in allowed if entry not in used]


def test_each_folder_has_a_row():
    assert sorted(INCLUDES) == sorted({folder_of(source) for source in SOURCES})


@pytest.mark.parametrize("folder", INCLUDES)
def test_a_folder_includes_exactly_what_the_table_says(folder):
    found = unused(folder, INCLUDES[folder])
    for source, text in SOURCES.items():
        if folder_of(source) == folder:
            found += violations(source, text)
    assert found == []


def test_a_folder_includes_only_folders_above_it_in_the_table():
    rows = list(INCLUDES)
    for place, folder in enumerate(rows):
        assert set(INCLUDES[folder]) <= set(rows[:place]), folder


def test_the_top_folders_have_no_cycle():
    tops = {}
    for folder, included in INCLUDES.items():
        top = folder.split("/")[0]
        tops.setdefault(top, set()).update({entry.split("/")[0] for entry in included} - {top})
    assert set(TopologicalSorter(tops).static_order()) == set(tops)  # throws CycleError


def test_a_file_has_the_namespace_of_its_top_folder():
    wrong = {source: wrong_namespaces(source, text) for source, text in SOURCES.items()}
    assert {source: names for source, names in wrong.items() if names} == {}


def test_what_stands_in_the_outermost_namespace_is_there():
    for place in OUTERMOST:
        opened = [NAMESPACE.findall(text) for source, text in SOURCES.items() if source.startswith(place)]
        assert ["unpython"] in opened, place


@pytest.mark.parametrize(
    "source, line",
    [
        ("footprint/box.h", "namespace unpython::kernel {"),
        ("cost/work.cpp", "namespace unpython {"),
        ("driver/execute/program.h", "namespace unpython::driver_more {"),
        ("support/log.h", "namespace unpython::ir {"),
    ],
)
def test_a_wrong_namespace_is_found(source, line):
    assert source in SOURCES
    assert len(wrong_namespaces(source, line)) == 1


def test_folders_and_files_are_small():
    """What outgrows this has a seam: a question of its own, which a folder or a file can be named for."""
    sources = [path for folder in (CPP, ROOT / "python") for path in folder.rglob("*") if path.suffix in (".h", ".cpp", ".py")]
    folders = Counter(path.parent.relative_to(ROOT).as_posix() for path in sources)
    assert {folder: count for folder, count in folders.items() if count > 40} == {}
    assert {path.name: lines for path in sources if (lines := path.read_text().count("\n")) > 450} == {}


PACKAGE = ROOT / "python"
MODULES = {".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path.read_text() for path in PACKAGE.rglob("*.py")}
MODULES["unpython._core"] = ""  # compiled


def imports(text: str) -> Iterator[str]:
    """Modules of the package that a module imports when it is loaded or when its functions run; not what its types alone name."""
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "modules are named in full"
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield from [inside] if inside in MODULES else [node.module] if node.module in MODULES else []
        waiting += ast.iter_child_nodes(node)


def circle(modules: dict[str, str]) -> list[str]:
    """Modules that import each other, if there are any."""
    try:
        list(TopologicalSorter({name: {*imports(text)} - {name} for name, text in modules.items()}).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def test_modules_of_the_package_import_each_other_in_no_circle():
    assert circle(MODULES) == []


@pytest.mark.parametrize("line", ["from unpython._tasks.graph import Graph", "def late():\n    from unpython._tasks import plan, graph"])
def test_a_circle_is_found(line):
    assert "unpython._tasks.sources" in circle({**MODULES, "unpython._tasks.sources": line})


def test_lines_of_cpp_are_as_short_as_the_formatter_makes_them():
    """Those of the package: ruff, in tests/run."""
    found = re.search(r"^ColumnLimit: (\d+)$", (ROOT / ".clang-format").read_text(), re.MULTILINE)
    assert found is not None
    sources = [path for folder in ("cpp", "include", "tests/cpp", "tests/support") for path in (ROOT / folder).rglob("*") if path.suffix in (".h", ".cpp", ".def")]
    too_long = [(path.relative_to(ROOT).as_posix(), number) for path in sources for number, line in enumerate(path.read_text().split("\n"), 1) if len(line) > int(found[1])]
    assert sources and too_long == []


def test_public_headers_reach_no_other_header():
    for path in (ROOT / "include").rglob("*.h"):
        for kind, target in INCLUDE.findall(path.read_text()):
            assert kind == "<" or target.startswith("unpython/"), f"{path.name} includes {target}"


@pytest.mark.parametrize(
    "source, line",
    [
        ("ir/write/print.cpp", '#include "frontend/syntax/reader.h"'),
        ("frontend/lower/lower.cpp", '#include "analysis/text/affine.h"'),
        ("frontend/lower_scalars/power.cpp", '#include "frontend/lower/lowerer.h"'),
        ("runtime/memory/memory_pool.cpp", '#include "ir/type.h"'),
        ("driver/execute/program.cpp", '#include "driver/report/explain.h"'),
        ("bindings/module.cpp", '#include "frontend/lower/lower.h"'),
        ("driver/compile/compile.cpp", "#include <llvm/IR/Module.h>"),
        ("driver/compile/compile.cpp", "#include <pybind11/pybind11.h>"),
    ],
)
def test_a_violation_is_found(source, line):
    assert source in SOURCES
    assert len(violations(source, line)) == 1


def test_an_unused_permission_is_found():
    assert len(unused("ir", [*INCLUDES["ir"], "frontend/syntax"])) == 1


def not_listed(folder: Path) -> set[str]:
    """Modules that the text of a package does not name, of a package that names them."""
    text = (folder / "__init__.py").read_text().split('"""')
    listed = set(re.findall(r"\b(\w+)\.py\b", text[1])) if len(text) > 1 else set()
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    return modules - listed if len(modules & listed) > 1 else set()


def test_packages_that_list_their_modules_list_all():
    packages = [path.parent for path in (ROOT / "python").rglob("__init__.py")]
    assert {folder.name: names for folder in packages if (names := not_listed(folder))} == {}


def test_files_of_tests_have_names_of_their_own():
    """pytest imports them by their names alone."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert {name for name in names if names.count(name) > 1} == set()


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
    names = r"_Z(NK?|T[ISV]N)8unpython|unpython_(call|release)$"
    assert symbols and all(re.match(names, symbol) for symbol in symbols), symbols
