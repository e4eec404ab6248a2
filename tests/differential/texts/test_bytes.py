"""Bytes whose items are read: given, written out, and by np.frombuffer; what else is done with them stays with Python."""

import numpy as np
import pytest
import unpython as up
from support.texts import check, function_of, left_by

PROGRAMS = {
    "items": "t = 0\nfor i, c in enumerate(b):\n    t += i * c\nreturn t, len(b), [c for c in b if c > 66], sorted(b)",
    "written out": "t = [0] * 4\nfor i, c in enumerate(b'ACGT'):\n    for x in b:\n        t[i] += x == c\nreturn t, sum(1 for x in b if x in b'GC'), b'AB'[1]",
    "an array": "a = np.frombuffer(b, dtype=np.uint8)\nlut = np.full(256, -1)\nfor i, c in enumerate(b'ACGT'):\n    lut[c] = i\nreturn lut[a], (a == ord('G')).sum(), a.dtype == np.uint8",
    "texts": "a = np.frombuffer(b, 'uint8')\nout = []\nfor i in range(len(a)):\n    out.append(chr(a[i]))\nreturn ''.join(out)",
    "folded": "from functools import reduce\nimport operator\nfrom collections import Counter\nreturn reduce(operator.xor, b, 0), Counter(b).most_common(2), reduce(lambda h, c: (h * 33 + c) & 255, b, 7)",
    "sliced": "t = 0\nfor c in b[2:]:\n    t = t * 31 + c\nfor c in b[::-1]:\n    t = t * 7 + c\nreturn t & 65535, sum(b[1:4]), sorted(b[:3])",
    "a constant": "a = np.frombuffer(b'GATTACA', dtype=np.uint8)\nreturn a.sum(), np.bincount(a, minlength=90)[65:80], len(b)",
}
LEFT = {
    "stored to": "a = np.frombuffer(b, dtype=np.uint8)\na[0] = 1\nreturn a.sum()",
    "returned": "return np.frombuffer(b, dtype=np.uint8)",
    "compared": "return b == b'ACGT', b[1:3], b + b'x'",
    "of another type": "return np.frombuffer(b, dtype=np.uint16).sum()",
    "shown": "return str(b), b'AC'",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_read(name):
    for given in (b"GATTACA", b"ACGT" * 5, b""):
        check("def f(b):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")), [given], strict=True)


@pytest.mark.parametrize("name", LEFT)
def test_left_to_python(name):
    function = function_of("def f(b):\n" + "".join(f"    {line}\n" for line in LEFT[name].split("\n")))
    found, expected = (left_by(run, [b"ACGT"]) for run in (up.jit(strict=False)(function), function))
    assert repr(found.result) == repr(expected.result) and repr(found.error) == repr(expected.error)
