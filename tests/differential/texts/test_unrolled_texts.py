"""Loops over written out texts and functions: what they print and give is CPython's, in machine code and on devices."""

import numpy as np
import pytest
import unpython as up
from support.texts import function_of, paths

FEW = np.array([3.0, 1.0, 2.0, 5.0, 4.0])

PROGRAMS = {
    "names and values": "    for name, x in ((\"mean\", a.mean()), (\"top\", a.max()), (\"n\", len(a))):\n        print(f\"{name:>6s}: {x:.3f}\")",
    "functions": "    t = 0.0\n    for f in (np.sin, np.cos, np.tanh):\n        t += f(a).sum()\n    return t",
    "names and functions": "    for name, f in [(\"sin\", np.sin), (\"cos\", np.cos)]:\n        print(name, f(a[0]))",
    "options": "    t = 0.0\n    for mode in [\"full\", \"same\", \"valid\"]:\n        t += np.convolve(a, a[:2], mode=mode).sum()\n    return t",
    "loop inside": "    for name, s in ((\"a\", 1.0), (\"b\", 2)):\n        for i in range(3):\n            if i == 1:\n                continue\n            print(name, s * i, a[i])\n    return s",
    "in a loop": "    t = 0.0\n    for k in range(3):\n        for name, x in ((\"a\", k), (\"b\", t)):\n            t += x + (name == \"b\")\n    return t",
    "values first": "    t = 1.0\n    for name, x in ((\"a\", t), (\"b\", t + 1)):\n        t = 10 * t + x\n    return t",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name, capsys):
    function = function_of("import numpy as np\n\ndef f(a):\n" + PROGRAMS[name])
    expected = function(FEW), capsys.readouterr().out
    for device in (None, *paths.DEVICES):
        compiled = up.jit(strict=True)(function) if device is None else up.jit(strict=False, device=device)(function)
        found = compiled(FEW), capsys.readouterr().out
        assert found[1] == expected[1]
        assert type(found[0]) is type(expected[0])
        assert found[0] is None or found[0] == pytest.approx(expected[0], rel=1e-12)


STAYS = {
    "break": "    for name in (\"a\", \"b\"):\n        print(name)\n        if a[0] > 1:\n            break",
    "read behind": "    for name in (\"a\", \"b\"):\n        print(name)\n    return name",
    "assigned": "    for name in (\"a\", \"b\"):\n        print(name)\n        name = 3\n",
}


@pytest.mark.parametrize("name", STAYS)
def test_what_stays_python(name, capsys):
    function = function_of("def f(a):\n" + STAYS[name])
    expected = function(FEW), capsys.readouterr().out
    assert (up.jit(strict=False)(function)(FEW), capsys.readouterr().out) == expected
