"""The list of NumPy functions that compiled functions may call, from the tables of the compiler."""

from __future__ import annotations

import textwrap

from unpython import _core
from unpython._library import by_name


def names() -> list[str]:
    """Full names: "numpy.sum", "numpy.linalg.inv"; "ndarray.astype" for what is only a method."""
    return sorted({*_core.function_names(), *by_name.names()})


def as_markdown() -> str:
    """The list as docs/language.md has it."""
    short = [name.removeprefix("numpy.").replace("ndarray.", "a.") for name in names()]
    words = f"{len(short)} in all: " + ", ".join(f"`{name}`" for name in short) + "."
    return textwrap.fill(words, 140, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
