"""What is asked of characters beyond ASCII: each one that is known is as Python says, in functions of texts and of lists of them."""

import pytest
import unpython as up
from support.left import left_by
from unpython._library.texts import letters

CODES = [*range(0x3100), *range(0x4E00, 0x4F00), *range(0x1F2F0, 0x1F660)]
ASKED = {"isalpha": 1, "islower": 2, "isupper": 4, "isdecimal": 8, "isdigit": 24, "isnumeric": 56, "isalnum": 57}
CHANGED = {"upper": letters.capital_of, "title": letters.capital_of, "lower": letters.small_of, "casefold": letters.folded}


def known(function, code):
    try:
        return function(code)
    except NotImplementedError:
        return None


@pytest.mark.parametrize("method", ASKED)
def test_kinds(method):
    kinds = {code: kind for code in CODES if (kind := known(letters.kind_of, code)) is not None}
    assert len(kinds) > 2500
    wrong = [code for code, kind in kinds.items() if bool(kind & ASKED[method]) != getattr(chr(code), method)() and not (method == "isnumeric" and kind & 64)]
    assert wrong == []


@pytest.mark.parametrize("method", CHANGED)
def test_other_case(method):
    made = {code: other for code in CODES if (other := known(CHANGED[method], code)) is not None}
    assert [code for code, other in made.items() if chr(other) != getattr(chr(code), method)() and code != 0xDF] == []


def test_spaces_and_shown_characters():
    assert [code for code in CODES if letters.is_space(code) != chr(code).isspace()] == []
    assert [code for code in CODES if letters.ends_line(code) != (len(f"a{chr(code)}b".splitlines()) == 2)] == []
    shown = {code: is_shown for code in CODES if code != 92 and (is_shown := known(letters.is_shown, code)) is not None}
    assert [code for code, is_shown in shown.items() if is_shown != chr(code).isprintable()] == []


def changed(text):
    return text.upper(), text.lower(), text.title(), text.capitalize(), text.swapcase(), text.casefold(), text.strip(), text.split()


def asked(text):
    return text.isalpha(), text.isalnum(), text.isupper(), text.islower(), text.isdecimal(), text.isdigit(), text.isspace()


def several(words):
    counts = {}
    for word in words:
        counts[word.lower()] = counts.get(word.lower(), 0) + 1
    lines = [word.splitlines() for word in words]
    return counts, lines, [word.istitle() for word in words], [repr(word) for word in words], str(words), [word.isidentifier() for word in words[4:7]], {"a": [None]}


def upper(words):
    return [word.upper() for word in words], {"a": [None]}


TEXTS = ["Lübeck", "ÉCOLE élève", "naïve café", "Łódź", "Δx = μ·σ", "Привет МИР", "x² + y³", "5\xa0µm\u2003±1°", "–“„…”–", "東京 とう", "ﬁ", "İstanbul", "ΣΑΣ"]


@pytest.mark.parametrize("function", [changed, asked])
def test_texts(function):
    compiled = up.jit(function)
    for text in TEXTS:
        assert left_by(compiled, (text,)) == left_by(function, (text,)), text


@pytest.mark.parametrize("function", [several, upper])
def test_lists(function):
    words = ["Lübeck", "lübeck", "Zoë’s", "élan vital", "Ωmega", "日本", "ñ_1", "a\u2028b", "x\x85y"]
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, (words[:-2],)) == left_by(function, (words[:-2],))
    assert compiled.ran_on == "cpu"
    assert left_by(up.jit(function), (words,)) == left_by(function, (words,))


def test_a_letter_becomes_two():
    compiled = up.jit(strict=True)(upper)
    assert left_by(compiled, (["straße", "ß", "größer"],)) == left_by(upper, (["straße", "ß", "größer"],))
    assert compiled.ran_on == "cpu"
