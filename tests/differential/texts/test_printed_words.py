"""Texts of compiled functions that are printed: what is printed, and when, is CPython's."""

import contextlib
import io

import pytest
import unpython as up
from support.texts import function_of

PROGRAMS = {
    "a word": "    for w in words:\n        print(w)\n    return len(words)",
    "parts": '    n = 0\n    for w in words:\n        a, _, b = w.partition(" ")\n        print(b)\n        print(a, n, b, sep="-", end=";\\n")\n        n += len(w)\n    return n',
    "formats": '    for i, w in enumerate(words):\n        print(f"{i:>3} {w!r:>9}|{w:<6}|{w[0]}")\n    return len(words)',
    "in turn with numbers": '    t = 0.5\n    for w in words:\n        t += len(w)\n        print("-" * 3, t, w, f"{t:.2f} of {w}", "%s" % w)\n    return t',
    "an error behind it": "    t = 0\n    for w in words:\n        print(w)\n        t += 1 // (len(w) - 4)\n    return t",
    "joined": '    for w in words:\n        print(w + "!", w[1:] + w[:1])\n    return 1',
}
WORDS = [["a b", "cc d"], ["é x", "日本 z", "q"], ["ab", "abcd", "x"], []]


def outcome(function, words):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            found = repr(function(words))
        except Exception as error:
            found = type(error), error.args
    return found, printed.getvalue()


@pytest.mark.parametrize("name", PROGRAMS)
def test_prints(name):
    function = function_of("def f(words):\n" + PROGRAMS[name])
    compiled = up.jit(strict=False)(function)
    for words in WORDS:
        assert outcome(compiled, words) == outcome(function, words)
    outcome(compiled, ["ab"])
    assert compiled.ran_on == "cpu"
