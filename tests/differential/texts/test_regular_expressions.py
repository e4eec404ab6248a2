"""Regular expressions that are written out: what `re` finds, splits, replaces and matches, in machine code; and the matcher against `re`."""

import random
import re

import pytest
import unpython as up
from support.texts import function_of
from unpython._library.texts import matching
from unpython._writing.text import regular
from unpython._writing.text.kinds import NotTexts

PROGRAMS = {
    "findall": r"return re.findall(r'\d+', t), [int(n) for n in re.findall(r'(\d+);', t)], sum(len(w) for w in re.findall('[a-z]+', t))",
    "two groups": r"out = []" "\n" r"for a, b in re.findall(r'(\w+)=(\d+)', t):" "\n    out.append(b + a)\nreturn out",
    "split and sub": r"return re.split(r'[,;]\s*', t), re.sub(r'\s+', ' ', t), re.sub(r'(\w)=(\d)', r'\2:\1', t.lower())",
    "match": r"m = re.match(r'(\w+)\W+(\w+)', t)" "\nif m:\n    a, b = m.groups()\n    return b + m.group(1), m.start(), m.end(2)\nreturn '', -1, -1",
    "search": r"m = re.search(r'(?P<first>\d+)-(\d+)', t)" "\nif m is None:\n    return -1\nreturn int(m['first']) * int(m.group(2)) + m.start()",
    "finditer": r"d = {}" "\nfor m in P.finditer(t):\n    d[m.group(1)] = int(m[2])\nreturn d",
    "compiled": r"p = re.compile(r'^\s*(\w+)', re.M | re.I)" "\nn = 0\nfor line in t.splitlines():\n    if p.search(line):\n        n += 1\n"
    "return n, p.findall(t)",
    "whole": r"return bool(re.fullmatch(r'[a-z ,;=0-9\n-]+', t, re.I)), [w for w in t.split() if re.match('[0-9]', w)]",
    "none first": r"m = None" "\nfor line in t.splitlines():\n    m = re.match('b', line)\nreturn 1 if m else 0",
    "a group that took no part": r"m = re.match(r'(x)?(\w)', t)" "\nif not m:\n    return ''\nreturn m.group(1)",
}
TEXTS = ["Alpha=12, beta=7; x 30-4  a1b2\n  b=3", "", "x9", "b\nc", "\u00e9t\u00e9 12"]
P = re.compile(r"(\w+)=(\d+)")


def _program(name):
    return function_of("def f(t):\n" + "".join(f"    {line}\n" for line in PROGRAMS[name].split("\n")), re=re, P=P)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_values(name):
    function = _program(name)
    compiled = up.jit(strict=False)(function)
    for t in TEXTS:
        assert repr(compiled(t)) == repr(function(t))
    compiled(TEXTS[1])
    assert compiled.ran_on == "cpu"


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_patterns_around_a_function():
    function = _program("finditer")
    compiled = up.jit(strict=False)(function)
    for pattern in (P, re.compile(r"([a-z])()(\d)"), re.compile(r"(x) (3)"), P):
        function.__globals__["P"] = pattern
        for t in TEXTS[:2]:
            try:
                expected = function(t)
            except ValueError:
                with pytest.raises(ValueError, match="invalid literal"):
                    compiled(t)
            else:
                assert compiled(t) == expected


KEPT = {
    "returned": r"m = re.match(r'\w', t)" "\nreturn m is not None, m is None and m",
    "in a list": r"v = []" "\nfor line in t.split('\\n'):\n    m = re.match(r'\\w+', line)\n    if m:\n        v.append(m)\nreturn [m.group() for m in v]",
    "a tuple": r"p = (re.match(r'\w', t), 1)" "\nreturn p[1]",
    "two patterns": r"m = re.match('x', t)" "\nif not m:\n    m = re.match('(A)(l)', t)\nreturn m.group() if m else '-'",
}


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("name", KEPT)
def test_matches_that_something_holds(name):
    function = function_of("def f(t):\n" + "".join(f"    {line}\n" for line in KEPT[name].split("\n")), re=re)
    for t in TEXTS[:3]:
        assert repr(up.jit(strict=False)(function)(t)) == repr(function(t))


@pytest.mark.parametrize("pattern", ["(?=a)", r"(a)\1", "(a*)*", "(?:a|b?)+", "(ab)+", r"\B", "(?i:a)b", "[\u00e9]"])
def test_what_stays_python(pattern):
    flags = re.I if pattern == "[\u00e9]" else 0
    with pytest.raises(NotTexts):
        regular.program_of(pattern, int(flags))


def _piece(draw, depth):
    if depth and draw.random() < 0.3:
        return draw.choice(["(", "(?:"]) + "|".join(_piece(draw, depth - 1) + _piece(draw, 0) for _ in range(draw.randint(1, 2))) + ")"
    piece = draw.choice(["a", "b", "1", r"\d", r"\w", r"\s", "[ab]", "[^a]", r"[\w-]", ".", "^", "$", r"\b"])
    return piece if piece in ("^", "$", r"\b") else piece + draw.choice(["", "", "*", "+", "?", "{1,2}", "*?", "??"])


def test_matcher():
    draw, done = random.Random(3), 0
    for _ in range(400):
        pattern = "".join(_piece(draw, 2) for _ in range(draw.randint(1, 3)))
        flags = draw.choice([0, re.I, re.M, re.S])
        try:
            made = regular.program_of(pattern, int(flags))
        except NotTexts:
            continue
        done += 1
        for text in ("", "ab1 a-b\n", "A1b2 \n\nba", "".join(draw.choice("ab1 -\n") for _ in range(10))):
            codes, words = list(map(ord, text)), ([], [0], [-1] * 16, [])
            found = matching.every(words, list(made.program), codes, made.groups, -1)
            places = [place for k in range(0, len(found), 3) for place in found[k : k + 2]]
            assert places == [p for m in re.finditer(pattern, text, flags) for k in range(made.groups + 1) for p in m.span(k)], (pattern, text)
    assert done > 250
