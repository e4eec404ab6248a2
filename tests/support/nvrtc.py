"""NVRTC without a GPU: compiles the CUDA text of kernels, so that tests see whether it is accepted."""

from __future__ import annotations

import ctypes
import functools
import importlib.util
from pathlib import Path
from typing import Any

_PRELUDE = "typedef signed char i8;"
_OPTIONS = (b"-fmad=false", b"--minimal", b"-default-device")


@functools.cache
def library() -> Any:
    """The library of the `nvidia-cuda-nvrtc` wheel; None where it is not installed."""
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        for path in sorted(Path(folder).rglob("libnvrtc.so.*")):
            return ctypes.CDLL(str(path))
    return None


def kernels(text: str) -> list[str]:
    """The translation units that f.inspect('cuda') shows one after the other."""
    return [_PRELUDE + part for part in text.split(_PRELUDE)[1:]]


@functools.cache
def problem(source: str) -> str:
    """What the compiler says against a source text; empty when it accepts it."""
    nvrtc = library()
    program = ctypes.c_void_p()
    assert nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None) == 0
    # To PTX takes half as long as to machine code, but what `asm` says is read only then.
    given = (b"--gpu-architecture=" + (b"sm_90" if "asm" in source else b"compute_90"), *_OPTIONS)
    options = (ctypes.c_char_p * len(given))(*given)
    status = nvrtc.nvrtcCompileProgram(program, len(given), options)
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetProgramLog(program, log)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return "" if status == 0 else log.value.decode() + "\n" + source
