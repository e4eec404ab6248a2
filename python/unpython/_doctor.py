"""What works on this machine, what does not, and what to do about it."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import traceback
from collections.abc import Iterator
from typing import Any, NamedTuple


class Check(NamedTuple):
    """One line of the report; `advice` is shown when it is not good. Only `required` ones decide the exit status."""

    name: str
    good: bool
    found: str
    advice: str = ""
    required: bool = False


#: Those of docs/options.md.
_VARIABLES = [
    "UNPYTHON_" + name
    for name in (
        "DISABLE STRICT CACHE CACHE_DIR LOG DUMP DUMP_DIR TIME VERIFY DEVICE CPU_LIBRARY BUILD_FOR NUMPY_LOOPS CUDA_LIBRARY "
        "OPENCL_LIBRARY NVRTC_LIBRARY TILES STAGE_ROWS JOIN_TURNS JOIN_NESTS COLUMNS_FIRST SIDES QUICK_CODE"
    ).split()
]

#: Wide enough for "opencl:0 trial run".
_WIDTH = 18


def print_report(as_json: bool = False) -> bool:
    """Prints each check as soon as it is known; whether functions can be compiled and run here."""
    healthy = True
    found = []
    for check in _checks():
        healthy = healthy and (check.good or not check.required)
        found.append(check._asdict())
        if as_json:
            continue
        mark = "ok  " if check.good else ("FAIL" if check.required else "--  ")
        print(f"{mark} {check.name:{_WIDTH}}  {check.found}", flush=True)
        if not check.good and check.advice:
            print(f"     {'':{_WIDTH}}  -> {check.advice}", flush=True)
    if as_json:
        print(json.dumps({"healthy": healthy, "checks": found}, indent=1))
    return healthy


def _checks() -> Iterator[Check]:
    yield from (_python(), _numpy())
    try:
        from unpython import _core
    except ImportError as problem:
        advice = "build it with `pip install .` in the source folder"
        yield Check("extension", False, str(problem), advice, required=True)
        return
    yield Check("extension", True, _core.__file__, required=True)
    cpu = _core.cpu_report()
    yield from (_cpu(cpu), *_cpu_details(cpu), _openmp())
    if cpu["available"]:
        yield _trial()
    yield _cache(_core.cache_report())
    yield from _environment(_core.settings())
    kinds = _core.device_kinds()
    for way in kinds:
        yield from _looked_at_elsewhere(way, kinds)


def _python() -> Check:
    good = sys.version_info >= (3, 10)
    found = f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}"
    return Check("Python", good, found, "3.10 or newer is needed", required=True)


def _numpy() -> Check:
    try:
        import numpy
    except ImportError as problem:
        return Check("NumPy", False, str(problem), "pip install 'numpy>=1.26'", required=True)
    good = tuple(int(part) for part in numpy.__version__.split(".")[:2]) >= (1, 26)
    return Check("NumPy", good, numpy.__version__, "pip install 'numpy>=1.26'", required=True)


def _cpu(cpu: Any) -> Check:
    found = f"{cpu['library']}, LLVM {cpu['llvm']}" if cpu["available"] else cpu["reason"]
    advice = "build with LLVM 19.1 (Debian: llvm-19-dev), or set UNPYTHON_CPU_LIBRARY to libunpython_cpu.so"
    return Check("CPU library", cpu["available"], found, advice, required=True)


def _cpu_details(cpu: Any) -> list[Check]:
    if not cpu["available"]:
        return []
    vectors = cpu["vector_math"]
    return [
        Check("processor", True, cpu["cpu"]),
        Check("vector math", bool(vectors), vectors or "none", "libmvec comes with glibc on x86-64; without it exp, log, "
              "sin and the like are computed one by one"),
        _threads(cpu["threads"]),
    ]  # fmt: skip


def _threads(threads: int) -> Check:
    usable = len(os.sched_getaffinity(0))
    found = f"{threads} of {usable} processors that this process may use"
    return Check("threads", threads >= usable, found, "OMP_NUM_THREADS or options(threads=) limits them")


def _openmp() -> Check:
    """libgomp spins; libomp and libiomp5 abort when two copies of them meet. Tells which are loaded."""
    names = set()
    try:
        with open("/proc/self/maps") as maps:
            for line in maps:
                name = os.path.basename(line.split()[-1])
                if name.startswith(("libgomp", "libomp", "libiomp")):
                    names.add(name)
    except OSError:
        return Check("OpenMP", True, "not known on this system")
    found = ", ".join(sorted(names)) or "none loaded"
    return Check("OpenMP", bool(names), found, "install libgomp1")


def _trial(device: str = "cpu") -> Check:
    """Compiles and runs one function."""
    import numpy as np

    import unpython

    name = "trial run" if device == "cpu" else f"{device} trial run"
    required = device == "cpu"

    @unpython.jit(cache=False, device=device, strict=True)
    def double_all(a):  # type: ignore[no-untyped-def]
        for i in unpython.prange(a.shape[0]):
            a[i] = a[i] * 2.0

    values = np.arange(1000.0)
    try:
        double_all(values)
    except Exception:  # noqa: BLE001 (whatever it is, it is the finding)
        last = traceback.format_exc().strip().splitlines()[-1]
        return Check(name, False, last, "please report this", required=required)
    good = bool((values == np.arange(1000.0) * 2).all())
    found = "compiled and run" if good else "wrong result"
    return Check(name, good, found, "please report this", required=required)


def _cache(cache: Any) -> Check:
    if not cache["enabled"]:
        return Check("code cache", True, "off")
    size = f"{cache['entries']} entries, {cache['bytes'] / 1e6:.1f} of {cache['limit_bytes'] / 1e6:.0f} MB"
    problem = cache["problem"] or _problem_of_folder(cache["directory"])
    advice = "set UNPYTHON_CACHE_DIR to a folder of your own, or UNPYTHON_CACHE=off"
    return Check("code cache", not problem, f"{cache['directory']}: {problem or size}", advice)


def _problem_of_folder(folder: str) -> str:
    """Why no entry can be kept in it; makes it where it is not there, as the first entry would."""
    import tempfile

    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            found = os.stat(folder)
    except OSError as error:
        return f"cannot be written, {error.strerror}"
    is_own = found.st_uid == os.geteuid() and not found.st_mode & 0o022
    return "" if is_own else "belongs to another user or may be written by others, so it is not used"


def _environment(settings: dict[str, Any]) -> list[Check]:
    from unpython._options import UNKNOWN_VALUES

    given = {name: value for name, value in os.environ.items() if name.startswith("UNPYTHON_")}
    text = (
        ", ".join(f"{name}={value}" for name, value in sorted(given.items())) or "no UNPYTHON_ variables set"
    )
    unknown = [f"there is no {name}{_nearest(name)}" for name in sorted(given) if name not in _VARIABLES]
    unknown += UNKNOWN_VALUES
    checks = [Check("environment", not unknown, text, "; ".join(unknown))]
    if settings["disable"]:
        checks.append(
            Check("disabled", False, "UNPYTHON_DISABLE is set", "unset it: functions run as plain Python now")
        )
    return checks


def _nearest(name: str) -> str:
    import difflib

    close = difflib.get_close_matches(name, _VARIABLES, n=1)
    return f" (did you mean {close[0]}?)" if close else ""


def _looked_at_elsewhere(way: str, kinds: dict[str, Any]) -> list[Check]:
    """What gpu_checks() finds of this way to devices, in a process of its own: a driver may end it."""
    others = {kind["library_variable"]: "/none" for other, kind in kinds.items() if other != way}
    advice = kinds[way]["advice"]
    command = (
        f"import json, sys; sys.path[:] = {sys.path!r}; from unpython import _doctor; "
        f"print({_MARK!r} + json.dumps(_doctor.gpu_checks({way!r})))"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", command],
            capture_output=True,
            text=True,
            timeout=_PATIENCE_SECONDS,
            env={**os.environ, **others},
        )
    except subprocess.TimeoutExpired:
        return [Check(way, False, f"its driver does not answer within {_PATIENCE_SECONDS} s", advice)]
    if done.returncode != 0:
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
        last = (done.stderr.strip().splitlines() or [""])[-1]
        return [Check(way, False, f"its driver ends the process ({how}) {last}".strip(), advice)]
    return [Check(*fields) for fields in json.loads(done.stdout.rpartition(_MARK)[2])]


def gpu_checks(way: str) -> list[Check]:
    """One row for each device, or for a way to devices that leads to none; a device that can be used makes a trial run."""
    from unpython import _core

    checks = []
    advice = _core.device_kinds()[way]["advice"]
    for row in _core.gpu_report():
        if row["name"].partition(":")[0] != way:
            continue
        if not row["available"]:
            found = f"{row['description']}: {row['reason']}" if row["description"] else row["reason"]
            checks.append(Check(row["name"], False, found, advice))
            continue
        checks.append(Check(row["name"], True, row["description"]))
        checks.append(_trial(row["name"]))
    return checks


_PATIENCE_SECONDS = 120
_MARK = "checks: "  # drivers print, too
