"""Methods and formats of texts that are asked more seldom."""

import string

import pytest
import unpython as up
from support.left import left_by


def cases(w, n):
    out = []
    for x in w:
        out.append(
            (
                x.rsplit(),
                x.rsplit(None, 1),
                x.rsplit(",", 1),
                x.rpartition(","),
                x.find("a", n),
                x.find("a", 1, -1),
                x.count("a", n),
                x.startswith("b", 1),
                x.rfind("a", 0, n),
            )
        )
        out.append(
            [
                x.isdecimal(),
                x.isascii(),
                x.isidentifier(),
                x.istitle(),
                x.replace("a", "zz", 1),
                x.expandtabs(4),
                x.strip(None),
                x.split(maxsplit=1),
                x.split(sep=","),
                x.title(),
            ]
        )
    return out


def caesar(msg, shift):
    low = string.ascii_lowercase
    table = str.maketrans(low + low.upper(), low[-shift:] + low[:-shift] + (low[-shift:] + low[:-shift]).upper())
    t2 = str.maketrans("ab", "xy", "c")
    return (msg.translate(table), msg.translate(t2), {k: v for k, v in t2.items()})


def bases(v):
    out = []
    for x, b in v:
        try:
            out.append((int(x, b), None))
        except ValueError as e:
            out.append((None, str(e)))
    return (out, [int(x, 16) for x in ["ff", "0x1F", " -a "]], int("101", base=2))


def report(rows, width=8):
    header = "".join((h.center(width, "*") for h in ("id", "val")))
    lines = [header]
    for i, r in enumerate(rows, start=1):
        try:
            v = r["val"] / r.get("n", 1)
        except KeyError as k:
            lines.append(f"{i:>{width}d}missing {k}")
        except ZeroDivisionError as e:
            lines.append(f"{i:>{width}d}{type(e).__name__[:width]:<{width}}")
        else:
            lines.append(f"{i:>{width}d}{v:^+{width}.2e}")
    lines.append(f"{True:>5}|{False}|{None}|{'ab':>4}|{'abc':.2}|{[1, 'a']}|{(1,)}|{width!r:>4}|{12345.678:,.1f}|{0.25:.0%}|{7:03d}|{255:#x}|{'x':*^{width}}")
    text = "\n".join(lines)
    return (text, text.count("\n"), text.replace("*", "").split()[:3], text.find("missing"))


def sep(text, s=None):
    return ([line.split(s) for line in text.split("\n")], {"a": text.splitlines(True) if False else 1})


CASES = [
    (cases, (["a,b,a", " ab a ", "", "ba\tx", "Ab Cd", "abab"], 1)),
    (cases, (["aaa"], -2)),
    (cases, (["aa"], 9)),
    (caesar, ("Hello abc", 3)),
    (bases, ([("12", 3), ("9", 8), ("zz", 36)],)),
    (report, ([{"val": 3}, {}, {"val": 1, "n": 0}, {"val": 2.5, "n": 2}],)),
    (sep, ("a b\nc,d",)),
    (sep, ("a b\nc,d", ",")),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
