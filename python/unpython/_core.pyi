"""The compiled part of the package. What is not listed in `unpython.__all__` is for the Python files beside this one."""

from collections.abc import Callable
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypedDict, TypeVar, final

_P = ParamSpec("_P")
_R = TypeVar("_R")

class CompileError(Exception):
    """The function cannot be compiled; `diagnostics` lists every mistake found."""

    diagnostics: list[dict[str, Any]]
    lineno: int | None

class RaceError(CompileError): ...
class DeviceError(RuntimeError): ...
class InternalError(RuntimeError): ...
class UnpythonWarning(UserWarning): ...

@final
class Function(Generic[_P, _R]):
    """A compiled function: call it like the plain one."""

    def __init__(
        self,
        py_func: FunctionType,
        serialize: Callable[[], Any],
        declared: tuple[Any, ...] | None,
        locals: dict[str, str],
        options: dict[str, Any],
        device: str,
    ) -> None: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R: ...
    @property
    def py_func(self) -> FunctionType: ...
    @property
    def declared(self) -> tuple[Any, ...] | None: ...
    @property
    def locals(self) -> dict[str, str]: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def device(self) -> str: ...
    @property
    def last(self) -> dict[str, Any] | None: ...
    @property
    def ran_on(self) -> str | None: ...
    @property
    def signatures(self) -> list[tuple[str, ...]]: ...
    def explain(self, *args: _P.args, **kwargs: _P.kwargs) -> Report: ...
    def inspect(self, stage: str, *args: Any) -> str: ...
    __name__: str
    __qualname__: str
    __wrapped__: FunctionType

@final
class Report:
    """What ran where and why."""

    def as_dict(self) -> dict[str, Any]: ...

@final
class DeviceArray:
    """An array on a device, of to_device() or of a call."""

    shape: tuple[int, ...]
    dtype: Any
    ndim: int
    size: int
    nbytes: int
    device: str
    __cuda_array_interface__: dict[str, Any]
    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...
    def to_host(self) -> Any: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any: ...
    def __len__(self) -> int: ...

class CpuReport(TypedDict):
    available: bool
    reason: str
    library: str
    llvm: str
    cpu: str
    features: str
    vector_math: str
    threads: int

class GpuRow(TypedDict):
    name: str
    available: bool
    description: str
    reason: str

class CacheReport(TypedDict):
    enabled: bool
    directory: str
    entries: int
    bytes: int
    limit_bytes: int
    problem: str

def to_device(array: Any, device: str) -> DeviceArray: ...
def set_process_options(options: dict[str, Any]) -> None: ...
def swap_thread_options(options: dict[str, Any] | None) -> dict[str, Any] | None: ...
def cpu_report() -> CpuReport: ...
def gpu_report() -> list[GpuRow]: ...
def cache_report() -> CacheReport: ...
def set_generator_type(type: type[Any], /) -> None: ...
def settings() -> dict[str, Any]: ...
def clear_cache() -> int: ...
def reasons() -> dict[str, str]: ...
def function_names() -> list[str]: ...
def interpret(function: Function[..., Any], level: str, /, *args: Any) -> Any: ...
def plan_times(function: Function[..., Any], repetitions: int, /, *args: Any) -> dict[str, Any]: ...
