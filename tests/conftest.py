"""UNPYTHON_TEST_CASES=1: so many cases of each program, where cases differ by numbers, types and layouts. UNPYTHON_TEST_PART=0/3: the
first third of the tests, 1/3: the second one."""

import gc
import os
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

_MOST_CASES = float(os.environ.get("UNPYTHON_TEST_CASES", "inf"))
_PART, _PARTS = map(int, os.environ.get("UNPYTHON_TEST_PART", "0/1").split("/"))


# Thousands of tests stay until the end. Looking for garbage among them, again and again, took 6 % of the tests' time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[Any]) -> None:
    met: Counter[Any] = Counter()
    kept = []
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        key = item.nodeid.partition("[")[0], *(part for value in parameters for part in _program(value))
        met[key] += 1
        if met[key] <= _MOST_CASES and zlib.crc32(item.nodeid.encode()) % _PARTS == _PART:
            kept.append(item)
    items[:] = kept


def _program(value: Any) -> Iterator[Any]:
    """Of a parameter of a test, what is a program: functions and texts, alone or among others."""
    if isinstance(value, tuple):
        for part in value:
            yield from _program(part)
    elif hasattr(value, "program"):  # a case of support.programs
        yield id(value.program)
    elif isinstance(value, str) and not _names_type(value):
        yield value
    elif callable(value) and not isinstance(value, type):
        yield id(value)


def _names_type(text: str) -> bool:
    kind = getattr(np, text, None) if text.isidentifier() else None
    return isinstance(kind, type) and issubclass(kind, np.generic)


@pytest.fixture(autouse=True)
def each_way_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The heap takes most of what the other ways of writing refuse: their tests are without it."""
    if "heap" not in request.node.path.parts:
        from unpython._writing.heap import on_heap

        monkeypatch.setattr(on_heap, "_found", lambda *_: None)
