"""Regular expressions beside values that only the heap has: dicts of several kinds, exceptions, functions for matches."""

import re
from collections import defaultdict

import pytest
import unpython as up
from support.left import left_by

LINE = re.compile(r"(?P<key>\w+)\s*=\s*(?P<val>[^;#]+)(?:;\s*(\d+))?")
TOK = re.compile(r"(?P<num>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<op>[-+*/()=])|(?P<ws>\s+)|(?P<bad>.)")


class BadToken(Exception):
    def __init__(self, tok, at):
        super().__init__(f"bad {tok!r} at {at}")
        self.tok, self.at = tok, at


def tokens(src):
    out = []
    for m in TOK.finditer(src):
        kind = m.lastgroup
        if kind == "ws":
            continue
        if kind == "bad":
            raise BadToken(m.group(), m.start())
        out.append((kind, float(m.group()) if kind == "num" else m.group(), m.span()))
    return out


def parse(lines):
    cfg = {}
    for no, line in enumerate(lines):
        m = LINE.match(line)
        if not m:
            cfg.setdefault("errors", []).append((no, line))
            continue
        key, val = m["key"], m.group("val").strip()
        cfg[key] = {"v": int(val) if val.isdigit() else val, "n": m.group(3), "span": m.span(2)}
    return cfg


def words(text):
    idx = defaultdict(list)
    for k, w in enumerate(re.findall(r"[a-z']+", text.lower())):
        idx[w[0]].append((k, w))
    return dict(idx), re.split(r"\s*,\s*", text), re.sub(r"(\w)(\d)", r"\2-\1", text)


def subs(text, table):
    def put(m):
        return str(table.get(m.group(1), m.group(0)))

    return re.sub(r"\{(\w+)\}", put, text), re.sub("[aeiou]", lambda m: m.group().upper(), text)


def local(text):
    pat = re.compile(r"^(\d{4})-(\d\d)-(\d\d)$")
    m = pat.match(text)
    if m is None:
        return None
    y, mo, d = map(int, m.groups())
    return {"y": y, "m": mo, "d": d, "all": m.group(1, 3), "s": m.start(2), "e": m.end()}


def walrus(lines):
    out, left = [], []
    for s in lines:
        if (m := re.match(r"(\w+) (\d+)", s)) and int(m[2]) > 3:
            out.append({"name": m[1], "n": int(m[2])})
        elif m:
            out.append(None)
        else:
            left.append(s)
    return out, left


def itr(text):
    it = re.finditer(r"\d", text)
    a = next(it, None)
    rest = [m.group() for m in it]
    again = [m.group() for m in it]
    return a.group() if a else "-", rest, again


def keep(lines):
    ms = [re.match(r"(a)|(b)", s) for s in lines]
    return [m and m.groups() for m in ms], [None if m is None else m.groupdict() for m in ms], sum(1 for m in ms if m)


def raises(text, log):
    log.append(text)
    m = re.match(r"x(\d)", text)
    return {"n": m.group(1), "log": len(log)}


CASES = [
    (tokens, ("x1 = 3.5*(y+2)",)),
    (tokens, ("a ? b",)),
    (parse, (["a = 5; 12", "name= foo bar # c", "??", ""],)),
    (words, ("The cat, the dog's a1b2, x",)),
    (subs, ("{a} and {bb} or {c}", {"a": 1, "bb": "two"})),
    (local, ("2024-02-29",)),
    (local, ("nope",)),
    (walrus, (["ab 4", "c 1", "zz"],)),
    (itr, ("a1b2c3",)),
    (keep, (["a", "b", "c"],)),
    (raises, ("x5", [])),
]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    assert left_by(up.jit(strict=True)(function), arguments) == left_by(function, arguments)


def given_back(texts):
    return [re.match("(a)", text) for text in texts], {"k": [None, 1]}


def test_matches_stay_with_python():
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(given_back)(["a"])
