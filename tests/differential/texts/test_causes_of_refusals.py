"""What a function with texts is refused with: the statement that is not supported, with its line, not the argument that is a text."""

import pytest
import unpython as up


def with_a_method(words):
    total = 0
    for w in words:
        total += len(w.expandtabs(3))
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
            found[part] = part.upper()
    return found


def with_a_library(names):
    import json

    return [json.dumps(n) for n in names]


CASES = [
    (with_a_method, (["a\tb", "c"],), "w.expandtabs(3)", "method 'expandtabs' is not supported"),
    (with_a_handler, (["a", "b"],), "try:", "`try` is not supported"),
    (with_two_kinds, ("1 b",), "found[part] = part.upper()", "'found' holds a text here, and something else elsewhere"),
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
