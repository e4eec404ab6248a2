"""Programs of the differential tests: a function, what its parameters are, and the cases that are drawn for it."""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from support import nvrtc, paths
from support.compare import Tolerance, assert_agree
from support.layouts import LAYOUTS, Placed, place, place_overlapping

FLOATS = ("float64", "float32")
INTS = ("int64", "int32", "int16", "int8", "uint8", "uint16", "uint32", "uint64")
SIGNED = ("int64", "int32", "int16", "int8")
COMPLEX = ("complex128", "complex64")
NUMBERS = (*FLOATS, *INTS)

# Enough iterations that a loop over them is worth several threads, by number of dimensions.
_SMALL = {"n": 7, "m": 5, "k": 4, "p": 3}
_LARGE = {1: (60013,), 2: (251, 239), 3: (41, 37, 39), 4: (17, 16, 15, 14)}
_THREADS = 3


@dataclass(frozen=True)
class Parameter:
    """An array of the program. `dims`: one letter per dimension. `dtype` 'T': each type of the program. `values` draws
    them from a generator and a shape; the default is small numbers, without zero where `nonzero` is set."""

    dims: str
    dtype: str = "T"
    stored: bool = False
    nonzero: bool = False
    values: Callable[[np.random.Generator, tuple[int, ...]], np.ndarray] | None = None

    def draw(self, generator: np.random.Generator, extents: dict[str, int], dtype: str) -> np.ndarray:
        shape = tuple(extents[d] for d in self.dims)
        if self.values is not None:
            return np.asarray(self.values(generator, shape)).astype(self._dtype(dtype))
        return _numbers(generator, shape, self._dtype(dtype), self.nonzero)

    def _dtype(self, dtype: str) -> np.dtype:
        return np.dtype(dtype if self.dtype == "T" else self.dtype)


def _numbers(
    generator: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype, nonzero: bool
) -> np.ndarray:
    if dtype.kind == "b":
        return generator.integers(0, 2, shape).astype(dtype)
    low = 0 if dtype.kind == "u" else -9
    whole = generator.integers(low, 10, shape)
    if nonzero:
        whole = np.where(whole == 0, 3, whole)
    if dtype.kind in "iu":
        return whole.astype(dtype)
    fraction = generator.integers(-7, 8, shape) / 16
    if dtype.kind == "f":
        return (whole + fraction).astype(dtype)
    return (whole + fraction + 1j * generator.integers(-9, 10, shape)).astype(dtype)


def array(dims: str, dtype: str = "T", **more: Any) -> Parameter:
    """An array that the program only reads."""
    return Parameter(dims, dtype, **more)


def out(dims: str, dtype: str = "T", **more: Any) -> Parameter:
    """An array that the program stores to."""
    return Parameter(dims, dtype, stored=True, **more)


@dataclass(frozen=True)
class Program:
    function: Callable[..., Any]
    parameters: Sequence[Any]
    dtypes: Sequence[str] = ("float64",)
    float64: float = 1e-13  # tolerances without fp='strict': fused multiply-add and the tree of sums
    float32: float = 2e-5
    strict_exact: bool = (
        True  # with fp='strict' equal to the bit; False: math functions differ in the last bits
    )
    large: dict[str, int] | bool = True
    whole_arrays: bool = (
        False  # array expressions, whose loops run in parallel although the program marks none
    )
    skip_layouts: Sequence[str] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def is_parallel(self) -> bool:
        return "prange" in inspect.getsource(self.function)


@dataclass(frozen=True)
class Case:
    program: Program
    dtype: str
    layout: str
    large: bool = False

    @property
    def id(self) -> str:
        return f"{self.program.name}-{self.dtype}-{self.layout}{'-large' if self.large else ''}"

    def arguments(self) -> list[Any]:
        generator = np.random.default_rng(zlib.crc32(self.id.encode()))
        extents = self._extents()
        drawn = [
            p.draw(generator, extents, self.dtype) if isinstance(p, Parameter) else self._scalar(p)
            for p in self.program.parameters
        ]
        if self.layout == "overlapping":
            return self._overlapping(drawn)
        return [
            place(value, self.layout, p.stored) if isinstance(p, Parameter) else value
            for value, p in zip(drawn, self.program.parameters)
        ]

    def _scalar(self, value: Any) -> Any:
        """A scalar argument: itself, or a NumPy scalar of the case's type where a `strong` was given."""
        return np.dtype(self.dtype).type(value.value) if isinstance(value, strong) else value

    def _extents(self) -> dict[str, int]:
        letters = sorted({d for p in self.program.parameters if isinstance(p, Parameter) for d in p.dims})
        if self.large:
            if isinstance(self.program.large, dict):
                return {**_SMALL, **self.program.large}
            return dict(zip(letters, _LARGE[len(letters)]))
        if self.layout in ("empty", "one_element"):
            return dict.fromkeys(letters, 0 if self.layout == "empty" else 1)
        return _SMALL

    def _overlapping(self, drawn: list[Any]) -> list[Any]:
        """Arrays of one shape and type overlap each other; the others stay alone."""
        groups: dict[Any, list[int]] = {}
        for index, value in enumerate(drawn):
            if isinstance(value, np.ndarray):
                groups.setdefault((value.shape, value.dtype), []).append(index)
        result = list(drawn)
        for indices in groups.values():
            for index, placed in zip(indices, place_overlapping([drawn[i] for i in indices])):
                result[index] = placed
        return result


@dataclass(frozen=True)
class strong:
    """A scalar argument with the type of the case."""

    value: Any


class Programs:
    """The programs of one test module, and the test that executes them."""

    def __init__(self, **defaults: Any) -> None:
        self._programs: list[Program] = []
        self._defaults = defaults

    def add(self, *parameters: Any, **more: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def register(function: Callable[..., Any]) -> Callable[..., Any]:
            self._programs.append(Program(function, parameters, **{**self._defaults, **more}))
            return function

        return register

    def as_test(self) -> Callable[..., None]:
        """A pytest function with a parameter for each case."""
        cases = [case for program in self._programs for case in cases_of(program)]

        @pytest.mark.parametrize("case", cases, ids=lambda case: case.id)
        def test_all_paths_agree(case: Case) -> None:
            check(case)

        return test_all_paths_agree


def cases_of(program: Program) -> Iterator[Case]:
    """For the first type C, overlapping and half of the other layouts, all of them with UNPYTHON_TEST_RARE; C and one layout in turn for
    the other types."""
    layouts = [layout for layout in LAYOUTS if _fits(program, layout)]
    turn = zlib.crc32(program.name.encode())
    for number, layout in enumerate(layouts):
        if layout in ("c", "overlapping") or paths.RARE or (turn + number) % 2 == 0:
            yield Case(program, program.dtypes[0], layout)
    for index, dtype in enumerate(program.dtypes[1:]):
        yield Case(program, dtype, "c")
        if len(layouts) > 1:
            yield Case(program, dtype, layouts[1:][(index + len(program.name)) % len(layouts[1:])])
    if (program.is_parallel or program.whole_arrays) and program.large and _arrays(program):
        yield Case(program, program.dtypes[0], "c", large=True)


def _arrays(program: Program) -> list[Parameter]:
    return [p for p in program.parameters if isinstance(p, Parameter)]


def _fits(program: Program, layout: str) -> bool:
    ranks = [len(p.dims) for p in _arrays(program)]
    if layout in program.skip_layouts:
        return False
    if layout == "rank0" or ranks and max(ranks) == 0:
        return layout == "rank0" and bool(ranks) and max(ranks) == 0
    if layout in ("fortran", "transposed"):
        return max(ranks, default=0) > 1
    if layout == "overlapping":
        shapes = [(p.dims, p.dtype) for p in _arrays(program)]
        return not program.is_parallel and len(shapes) > len(set(shapes))
    return layout == "c" or max(ranks, default=0) > 0


_compiled: dict[Any, Any] = {}


def compiled_once(program: Program, **options: Any) -> Any:
    """The compiled function of a program; kept, so that its layouts share machine code."""
    key = (program.function, tuple(sorted(options.items())))
    if key not in _compiled:
        _compiled[key] = paths.compiled(program.function, threads=_THREADS, **{**program.options, **options})
    return _compiled[key]


def _runs_on_devices(case: Case) -> bool:
    """Programs of whole arrays have many small kernels, each compiled for seconds: once each."""
    program = case.program
    once = case.layout == "c" and case.dtype == program.dtypes[0] and not case.large
    return program.is_parallel or (program.whole_arrays and once)


def _check_on_devices(case: Case, arguments: list[Any], expected: Any, agree: dict[str, bool]) -> None:
    """The devices that UNPYTHON_TEST_DEVICES names give what Python gives, and what the CPU gives to the bit where no
    function of a library is called. A program may fall back to the CPU, but not for a failure of ours."""
    program = case.program
    if not paths.DEVICES or not _runs_on_devices(case):
        return
    near = Tolerance(program.float64, program.float32)
    on_cpu = paths.run(compiled_once(program), arguments)
    for device in paths.DEVICES:
        limit = paths.memory_limit(arguments, zlib.crc32(case.id.encode()))
        on_device = compiled_once(program, device=device, strict=False, memory_limit=limit)
        found = paths.run(on_device, arguments)
        for fallback in on_device.explain().as_dict()["fallbacks"]:
            assert fallback["code"] not in ("KERNEL_NOT_BUILT", "DEVICE_FAILED", "DEVICE_LOST"), fallback
        assert_agree(found, expected, near, **agree)
        if program.strict_exact and on_cpu.error is None:
            assert_agree(found, on_cpu, Tolerance(), **agree)


def _check_cuda_text(case: Case, arguments: list[Any]) -> None:
    """NVRTC accepts the kernels of the case, where UNPYTHON_TEST_DEVICES names 'nvrtc'."""
    if not paths.NVRTC or not _runs_on_devices(case):
        return
    given = [a.view() if isinstance(a, Placed) else a for a in arguments]
    for kernel in nvrtc.kernels(compiled_once(case.program).inspect("cuda shapes", *given)):
        assert nvrtc.problem(kernel) == ""


def check(case: Case) -> None:
    """Executes a case and compares each path with plain Python: machine code and interpreter, or the devices that
    UNPYTHON_TEST_DEVICES names."""
    program = case.program
    arguments = case.arguments()
    expected = paths.run(program.function, arguments)
    near = Tolerance(program.float64, program.float32)
    exact = Tolerance() if program.strict_exact else near
    # In an empty loop, Python leaves a variable what it was; here its type is that of all its definitions.
    agree = {"types": case.layout != "empty", "after_error": not program.is_parallel}
    if paths.DEVICES or paths.NVRTC:
        _check_on_devices(case, arguments, expected, agree)
        _check_cuda_text(case, arguments)
        return
    standard = compiled_once(program)
    assert_agree(paths.run(standard, arguments), expected, near, **agree)
    if case.large:
        return
    strict = compiled_once(program, fp="strict")
    for run in (strict, paths.interpreted(strict, "source"), paths.interpreted(strict, "scheduled")):
        assert_agree(paths.run(run, arguments), expected, exact, **agree)
    assert_agree(paths.run(paths.interpreted(standard, "scheduled"), arguments), expected, near, **agree)
