"""What a profile (_profile.py) says of one kind of work in one line of source, as its table and its page in a notebook show it."""

from __future__ import annotations

import os

from unpython._notebooks.cells import cell_name


class Row:
    """One kind of work in one line of source, on one thread, on all other threads or on one device."""

    def __init__(self, where: str, file: str, line: int, kind: str, what: str, function: str = "") -> None:
        self.where = where  #: "" for the thread of the profile, "other threads", or a device
        self.file = file
        self.line = line
        self.kind = kind
        self.what = what
        self.function = function
        self.seconds = 0.0
        self.count = 0
        self.bytes_in = 0
        self.bytes_out = 0
        self.bytes = 0  #: of the arrays that kernels read and write, at most
        self.registers = 0
        self.ceiling: float | None = None  #: part of the device's memory rate that a kernel reached, at most

    @property
    def bytes_per_second(self) -> float | None:
        moved = self.bytes_in + self.bytes_out + self.bytes
        return moved / self.seconds if moved and self.seconds else None

    @property
    def place(self) -> str:
        return f"{short_name(self.file)}:{self.line}" if self.file else ""


def short_name(file: str) -> str:
    """A file as people call it: a cell of a notebook by its number, else the last part of the path."""
    return cell_name(file) or os.path.basename(file)


def seconds_text(value: float) -> str:
    return f"{value:.3f} s " if value >= 1 else f"{value * 1e3:.3f} ms"


def details(row: Row) -> str:
    parts = []
    if row.bytes_in or row.bytes_out or row.bytes:
        parts.append(f"{(row.bytes_in + row.bytes_out + row.bytes) / 1e6:.3g} MB")
    if row.bytes_per_second:
        parts.append(f"{row.bytes_per_second / 1e9:.3g} GB/s")
    if row.ceiling is not None:
        parts.append(f"{row.ceiling:.0%} of the memory rate")
    if row.registers:
        parts.append(f"{row.registers} registers")
    return ", ".join(parts)
