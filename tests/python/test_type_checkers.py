"""Decorated functions keep their types for mypy, which also knows the settings and the stages."""

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import unpython as up
from unpython import _options

PROGRAM = Path(__file__).parent / "kept_types.py"


def test_mypy_says_what_is_wrong_and_nothing_else(tmp_path):
    command = [sys.executable, "-m", "mypy", "--show-error-codes", "--cache-dir", str(tmp_path), str(PROGRAM)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert not done.stderr, done.stderr
    said = {(int(line), code) for line, code in re.findall(r"kept_types\.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.M)}
    expected = set()
    for number, line in enumerate(PROGRAM.read_text().splitlines(), 1):
        _, _, codes = line.partition("# mypy: ")
        expected |= {(number, code) for code in codes.split(", ") if code}
    assert said == expected, done.stdout


def settings_of_checkers():
    scope = {}
    text = (Path(up.__file__).parent / "_said.pyi").read_text()
    exec(compile(text.replace("from unpython._core import Function", "Function = dict"), "_said.pyi", "exec"), scope)  # noqa: S102
    return get_type_hints(scope["Settings"])


def test_type_checkers_know_all_settings():
    known = settings_of_checkers()
    assert set(known) == set(_options._ALL)
    for name, choices in _options._CHOICES.items():
        assert get_args(known[name]) == choices
