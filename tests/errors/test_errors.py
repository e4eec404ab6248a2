"""One small rejected program per diagnostic, with the exact text a user sees.

A case in *.txt: `=== name`, the program (the last function is `f`; it is compiled unless the program did so),
`--- call`, and what the call gives: the class of the exception and its text, or the result.
UNPYTHON_UPDATE_GOLDEN=1 writes what is there now; the difference is reviewed like code.
"""

import math
import os
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
import unpython as up
from support.devices import skip_with_gpu
from unpython._find_source import run_text

FOLDER = Path(__file__).parent
MOST_LINES = 8


def read_cases(file):
    """(name, program, call, expected) of each case of a file."""
    cases = []
    for block in re.split(r"^=== ", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, text = block.split("\n", 1)
        program, call, expected = re.fullmatch(
            r"(.*?)^--- (.*?)\n(.*)", text, re.MULTILINE | re.DOTALL
        ).groups()
        cases.append((name, program, call, expected.strip("\n")))
    return cases


def outcome(name, program, call):
    scope = run_text(program, f"{name}.py", {"np": np, "math": math, "up": up, "__name__": name})
    if not isinstance(scope["f"], up.Function):
        scope["f"] = up.jit(strict=False)(scope["f"])
    text, caught = evaluated(call, scope)
    if scope["f"].ran_on == "python":  # as steps: what strict mode says is meant
        with up.options(strict=True):
            text, caught = evaluated(call, scope)
    return "\n".join([text, *(f"{type(w.message).__name__}\n{w.message}" for w in caught)])


def evaluated(call, scope):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            text = repr(eval(call, scope))
        except Exception as error:  # noqa: BLE001 (the class is part of the expectation)
            place = getattr(error, "unpython_place", None)
            text = f"{type(error).__name__}\n{error}" + (f"\n{place[0]}, line {place[1]}" if place else "")
    return text, caught


FILES = sorted(FOLDER.glob("*.txt"))
CASES = [pytest.param(*case, id=case[0]) for file in FILES for case in read_cases(file)]


@pytest.mark.skipif(bool(os.environ.get("UNPYTHON_UPDATE_GOLDEN")), reason="expectations are being written")
@pytest.mark.parametrize("name, program, call, expected", CASES)
def test_message(name, program, call, expected):
    if name.startswith("gpu_is_not_there"):
        skip_with_gpu()
    assert outcome(name, program, call) == expected


def test_write_expectations():
    if not os.environ.get("UNPYTHON_UPDATE_GOLDEN"):
        pytest.skip("UNPYTHON_UPDATE_GOLDEN is not set")
    for file in FILES:
        blocks = []
        for name, program, call, _ in read_cases(file):
            blocks.append(f"=== {name}\n{program}--- {call}\n{outcome(name, program, call)}\n")
        file.write_text("\n".join(blocks), encoding="utf-8")


def test_there_are_enough_cases_with_names_of_their_own():
    names = [case.id for case in CASES]
    assert len(names) == len(set(names))
    assert len(names) >= 100


@pytest.mark.parametrize("name, program, call, expected", CASES)
def test_messages_are_short_and_free_of_compiler_words(name, program, call, expected):
    for mistake in re.split(rf"^{name}\.py:", expected, flags=re.MULTILINE):
        assert len(mistake.splitlines()) <= MOST_LINES
    words = re.findall(r"[A-Za-z_]+", expected.replace(program, ""))
    internal = {
        "IR",
        "SSA",
        "AST",
        "web",
        "webs",
        "lowering",
        "lowered",
        "lattice",
        "intrinsic",
        "weak",
        "InternalError",
    }
    assert not internal & set(words)
