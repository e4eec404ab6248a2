"""What a function with texts is refused with: the statement that is not supported, with its line, not the argument that is a text."""

import numpy as np
import pytest
import unpython as up


def with_a_method(words):
    total = 0
    for w in words:
        total += w.isprintable()
    return total


def with_a_handler(lines):
    found = []
    for line in lines:
        try:
            found.append(line.encode("ascii"))
        except UnicodeEncodeError:
            continue
    return len(found)


def with_two_kinds(text):
    found = {}
    for part in text.split():
        if part.isdigit():
            found[part] = int(part)
        else:
            found[part] = [part.upper()]
    return found


def with_a_library(names):
    import json

    return [json.dumps(n) for n in names]


CASES = [
    (with_a_method, (["a\tb", "c"],), "w.isprintable()", "method 'isprintable' is not supported"),
    (with_a_handler, (["a", "b"],), 'line.encode("ascii")', "method 'encode' is not supported"),
    (with_two_kinds, ("1 b",), "found[part] = [part.upper()]", "'found' holds a text here, and something else elsewhere"),
    (with_a_library, (["a"],), "json.dumps(n)", "method 'dumps' is not supported"),
]


@pytest.mark.parametrize(("function", "given", "place", "message"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_the_statement_is_named(function, given, place, message):
    with pytest.raises(up.CompileError, match="is not supported|elsewhere") as refused:
        up.jit(strict=True)(function)(*given)
    shown = str(refused.value)
    assert message in shown
    assert place in shown.splitlines()[1]
    line = next(n for n, text in enumerate(open(__file__, encoding="utf-8"), 1) if place in text)
    assert refused.value.lineno == line
    assert f"{__file__}:{line}:" in shown


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "given"), [case[:2] for case in CASES], ids=lambda v: getattr(v, "__name__", ""))
def test_python_does_what_is_refused(function, given):
    assert up.jit(strict=False)(function)(*given) == function(*given)


def test_a_text_for_numbers_is_what_is_wrong():
    def f(a, b):
        return a[0] * b - 1

    with pytest.raises(TypeError, match="argument .a. of .* is of type str"):
        up.jit(strict=True)(f)("text", 2)


def test_two_tuples_where_both_can_meet():
    def f(n):
        best = (1, ())
        for i in range(n):
            best = (i, (i, n))
        return best

    with pytest.raises(up.CompileError, match="is a tuple of 2 on line [0-9]+ and a tuple of 2 of other items on line"):
        up.jit(strict=True)(f)(3)


def test_few_mistakes_are_shown():
    def f(x):
        a = np.poly1d(x)
        b = np.poly1d(x)
        c = np.poly1d(x)
        d = np.poly1d(x)
        e = np.poly1d(x)
        return np.array([a, b]), c, d, e

    with pytest.raises(up.CompileError) as refused:
        up.jit(strict=True)(f)(np.arange(3.0))
    shown = str(refused.value)
    assert shown.count("np.poly1d' is not supported") == 4
    assert "an unknown value" not in shown
    assert "and 1 more" in shown
    assert sum("np.poly1d" in d["message"] for d in refused.value.diagnostics) == 5
