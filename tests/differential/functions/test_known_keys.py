"""What a function asks of a dict whose keys are known: "x" in d, d.get("x", 0)."""

import pytest
import unpython as up
from support.outcomes import check_machine_code, name_of


def shifted(d, x):
    if "shift" in d:
        x += d["shift"]
    return x


def of_none(d, x):
    if d.get("x") is not None:
        return d["x"] + x
    return x


def left_out(d, x):
    if "x" not in d:
        return x
    return d["x"] * 2


def both(d, n):
    for i in range(n):
        if "x" in d and i > d["x"]:
            return i
        if not ("y" in d or n > 5):
            break
    return -n


def told(d, n):
    quiet = d.get("quiet", True)
    k = d.get("x", n) if "x" in d else n + 1
    return k if quiet else k * len(d)


def of_texts(d, x):
    if "shift" in d and d.get("mode", "a") == "a":
        x += d["shift"]
    return x


def passed_on(d, x):
    e = d
    if "x" in e:
        x += d.get("x", 1)
    return x


DICTS = [{"x": 1}, {"shift": 2.5, "y": 1}, {"y": 1, "quiet": False}]


@pytest.mark.parametrize("case", [(f, d, 2) for f in (shifted, of_none, left_out, both, told) for d in DICTS], ids=name_of)
def test_questions(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [(of_texts, d, 2) for d in ({"mode": "a"}, {"mode": "b", "shift": 1}, {"mode": "a", "shift": 1.5})], ids=name_of)
def test_texts(case):
    check_machine_code(case)


def renamed(d, x):
    d["x"] = x
    return d.get("x", 0) if "x" in d else -1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(f, d, 2) for f in (renamed, passed_on) for d in DICTS], ids=name_of)
def test_dicts_that_change_or_have_other_names(case):
    function, d, x = case
    mine, own = dict(d), dict(d)
    assert up.jit(function, strict=False)(mine, x) == function(own, x)
    assert mine == own
