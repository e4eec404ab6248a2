"""Machine code and other content of the cache -> one shared library with the table of cpp/abi/built_library.h, by the system's
compiler driver (which assembles and links) and objcopy."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import unpython

_ENTRY = "unpython_entry"  # of each object (cpp/codegen/llvm/llvm_emitter.h)
_RELOCATABLE, _X86_64 = 1, 62  # of the ELF format


class BuildError(Exception):
    """The library cannot be built; the message says why."""


class Called(NamedTuple):
    """What a library for callers without Python has beside the table."""

    source: Path  # in C, of functions that call libunpython
    names: list[str]  # of these functions


def write_library(
    path: Path, maker: dict[str, Any], contents: list[tuple[bytes, bytes]], programs: bytes, work: Path, called: Called | None = None
) -> None:
    """`contents`: origin and content of entries of the disk cache. `work`: a folder for files on the way."""
    table = _Table(work)
    for origin, content in sorted(contents, key=lambda entry: hashlib.sha256(entry[0]).digest()):
        table.add(origin, content)
    source = work / "table.s"
    source.write_text(table.text(maker, programs))
    exports = work / "exports.map"
    names = called.names if called else []
    exports.write_text("{ global: " + "; ".join(["unpython_built", *names]) + "; local: *; };\n")
    options = ["-shared", "-nostartfiles", "-Wl,-z,relro,-z,now,-z,noexecstack", "-Wl,--as-needed", f"-Wl,--version-script={exports}"]
    sources, libraries = [str(source)], ["-l:libmvec.so.1", "-lm", "-lc"]
    if called:
        package = Path(unpython.__file__).parent
        sources.append(str(called.source))
        options += ["-O2", "-fPIC", f"-Wl,-soname,{path.name}", f"-Wl,-rpath,$ORIGIN:{package}"]
        libraries += [str(package / "libunpython.so")]
    _run([_tool("CC", "cc"), *options, "-o", str(path), *sources, *map(str, table.objects), *libraries])


def _tool(variable: str, usual: str) -> str:
    found = shutil.which(os.environ.get(variable) or usual)
    if found is None:
        raise BuildError(f"a build needs '{usual}' (Debian: gcc and binutils), or {variable} with the name of one like it")
    return found


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BuildError(f"{' '.join(command[:1])} failed:\n{done.stderr}")


def is_machine_code(content: bytes) -> bool:
    return content[:4] == b"\x7fELF" and struct.unpack_from("<HH", content, 16) == (_RELOCATABLE, _X86_64)


class _Table:
    """The entries as assembly, and the objects that go with it."""

    def __init__(self, work: Path) -> None:
        self.work = work
        self.objects: list[Path] = []
        self.rows: list[str] = []
        self.data: list[str] = []

    def add(self, origin: bytes, content: bytes) -> None:
        self.rows.append(_bytes(hashlib.sha256(origin).digest()))
        if is_machine_code(content):
            self.rows.append(f".quad 0, 0, {self._add_object(content)}")
        else:
            self.rows.append(f".quad {self._add_data(content)}, {len(content)}, 0")

    def _add_object(self, content: bytes) -> str:
        """Links the object in, with a name of its own; names that no C library has are left open (set_open_names())."""
        symbol = f"{_ENTRY}_{len(self.objects)}"
        path = self.work / f"{symbol}.o"
        path.write_bytes(content)
        self.objects.append(path)
        _run([_tool("OBJCOPY", "objcopy"), "--wildcard", f"--redefine-sym={_ENTRY}={symbol}", "--weaken-symbol=*.*", str(path)])
        return symbol

    def _add_data(self, content: bytes) -> str:
        name = f"data_{len(self.data)}"
        path = self.work / name
        path.write_bytes(content)
        self.data.append(f'{name}: .incbin "{path}"')
        return name

    def text(self, maker: dict[str, Any], programs: bytes) -> str:
        texts = [maker[name].encode() for name in ("cpu", "features", "llvm_version")] + [maker["build_id"], programs]
        placed = [f".quad {self._add_data(text)}, {len(text)}" for text in texts]
        numbers = [maker[name] for name in ("abi_version", "vector_bytes", "vector_registers")] + [int(maker["fma"])]
        lines = [
            '.section .note.GNU-stack,"",@progbits',
            ".section .rodata",
            *self.data,
            ".section .data.rel.ro,\"aw\"",
            ".balign 8",
            ".globl unpython_built",
            ".type unpython_built, @object",
            "unpython_built:",
            ".long " + ", ".join(map(str, numbers)),
            f".quad {maker['l1_bytes']}, {maker['l2_bytes']}, {maker['threads']}",
            *placed,
            f".quad entries, {len(self.rows) // 2}",
            ".size unpython_built, . - unpython_built",
            "entries:",
            *self.rows,
        ]
        return "\n".join(lines) + "\n"


def _bytes(values: bytes) -> str:
    return ".byte " + ", ".join(map(str, values))
