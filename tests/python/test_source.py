"""The serialized form: golden files, the places that text comes from, what free names are bound to."""

import os
import runpy
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from unpython import _bindings, _find_source, _source

GOLDEN = Path(__file__).parent.parent / "golden" / "reader"
CASES = sorted(p.stem for p in GOLDEN.glob("*.py"))


def golden_text(case):
    """Serialized as if the file stood in the current folder, so that no path of this machine gets in."""
    text = (GOLDEN / f"{case}.py").read_text()
    import linecache

    name = f"{case}.py"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope = {"__name__": case}
    exec(compile(text, name, "exec"), scope)
    return _source.serialize(scope[case]).text


@pytest.mark.parametrize("case", CASES)
def test_golden(case):
    expected = GOLDEN / f"{case}.txt"
    text = golden_text(case)
    if os.environ.get("UNPYTHON_UPDATE_GOLDEN"):
        expected.write_text(text)
    assert text == expected.read_text()
