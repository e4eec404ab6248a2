"""`try` around what makes numbers of texts, and what its handlers ask of the exception."""

import pytest
import unpython as up
from support.outcomes import outcome


class ParseError(Exception):
    pass


class LineError(ValueError):
    code = 7

    def __init__(self, line, why="odd"):
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Gap(Exception):
    def __init__(self, at, width):
        self.at = at
        self.width = width

    def __str__(self):
        return f"gap of {self.width} at {self.at}"


class Two(Exception):
    pass


def to_ints(parts):
    out = []
    bad = 0
    for p in parts:
        try:
            name, _, val = p.partition("=")
            out.append((name.strip(), int(val)))
        except ValueError:
            bad += 1
            continue
    return out, bad


def prices2(orders, table):
    total = 0.0
    missing = []
    for o in orders:
        try:
            total += table[o]
        except KeyError as e:
            missing.append(e.args[0])
    return total, missing


def checked(words):
    out = []
    for w in words:
        try:
            if not w.isalpha():
                raise ValueError(w)
            out.append(w.upper())
        except ValueError as e:
            out.append("bad " + str(e))
    return out


def reraises(lines):
    out = []
    for i, line in enumerate(lines):
        try:
            out.append(int(line))
        except ValueError:
            if i > 1:
                raise
            out.append(0)
    return out


def asserted(rows):
    out, errs = [], []
    for r in rows:
        try:
            a, sep, b = r.rpartition("-")
            if not sep:
                raise AssertionError("no dash")
            out.append(int(a or "0") + int(b, 16))
        except AssertionError as e:
            errs.append(str(e))
        except ValueError as e:
            errs.append(str(e))
    return out, errs


def own_fields(lines):
    log = []
    total = 0
    for i, line in enumerate(lines):
        try:
            if not line:
                raise LineError(i)
            if line[0] == "#":
                raise LineError(i, why="comment")
            total += int(line)
        except LineError as e:
            log.append(f"{e.line}/{e.why}/{e.code}: {e}")
        except ValueError as e:
            log.append("%d: %s" % (i, e))
    return total, log


def gaps(text, width):
    out = []
    for i in range(0, len(text), width):
        part = text[i : i + width]
        try:
            if " " in part:
                raise Gap(i, part.count(" "))
            out.append(part.upper())
        except Gap as g:
            out.append(str(g) + f" [{g.width}]")
    return out


def reprs(keys, table):
    seen = []
    for k in keys:
        try:
            seen.append(str(table[k]))
        except KeyError as e:
            seen.append(repr(e))
            seen.append(f"{e!r} {e}")
    return seen


def two_args(words):
    out = []
    for n, w in enumerate(words):
        try:
            if w.isdigit():
                raise Two(n, w)
            out.append(w)
        except Two as e:
            out.append(f"{e.args[0]}|{e.args[1]}|{e}")
    return out


def numbers(lines):
    rows = []
    bad = []
    for no, line in enumerate(lines):
        try:
            row = [float(x) for x in line.split(",")]
        except ValueError:
            bad.append(no)
            continue
        rows.append(sum(row) / len(row))
    return rows, bad


def pair(lines):
    out = []
    for line in lines:
        try:
            a, b = (int(x) for x in line.split("x"))
        except ValueError as e:
            out.append(str(e))
        else:
            out.append(str(a * b))
    return out


def table_of(lines):
    out = {}
    for line in lines:
        try:
            key, _, vals = line.partition(":")
            out[key.strip()] = max(int(v) for v in vals.split(","))
        except ValueError:
            out[key] = -1
    return out


def extends(lines):
    out = []
    bad = 0
    for line in lines:
        try:
            out.extend(int(v) for v in line.split())
        except ValueError:
            bad += 1
    return out, bad


def maps(lines):
    out = []
    for line in lines:
        s = 0
        try:
            for v in map(int, line.split()):
                s += v
        except ValueError:
            s = -s
        finally:
            out.append(s)
    return out


def nested(words, table):
    out = []
    for w in words:
        try:
            try:
                v = int(w)
            except ValueError:
                v = table[w]
            out.append(v)
        except KeyError as e:
            out.append(0)
            print("no", e)
    return out


def causes2(words):
    s = 0
    for w in words:
        try:
            s += int(w)
        except ValueError as e:
            raise LineError(s, "x") from e
    return s


def rows_of(lines):
    rows = []
    for line in lines:
        try:
            row = [int(v) for v in line.split()]
        except ValueError:
            continue
        rows.append(row)
    return rows


def changed_behind(lines):
    rows = []
    n = 0
    for line in lines:
        try:
            row = [int(v) for v in line.split()]
        except ValueError:
            continue
        rows.append(row)
        rows[-1].append(5)
        n += len(row)
    return rows, n


_LINES = ["a=1", "b=", "=3", "c", "d=4"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "given"),
    [
        (to_ints, (_LINES,)),
        (prices2, (["a", "q", "b"], {"a": 1.5, "b": 2.0})),
        (checked, (["ab", "a1", ""],)),
        (reraises, (["1", "x", "3"],)),
        (reraises, (["1", "x", "y"],)),
        (asserted, (["1-f", "12", "-a", "3-x", "a-1"],)),
        (own_fields, (["1", "", "#a", "q", "3"],)),
        (gaps, ("ab cd  efg", 3)),
        (reprs, (["a", "z"], {"a": 1, "b": 2})),
        (reprs, ([3, 1], {1: 2})),
        (two_args, (["a", "1", "b"],)),
        (numbers, (["1,2", "3,x", "4"],)),
        (pair, (["2x3", "2", "2x3x4", "2x3x4x", "axb", "1x2xq", ""],)),
        (table_of, (["a: 1,5", "b:x", "c:3"],)),
        (extends, (["1 2", "3 x 4", "5"],)),
        (maps, (["1 2", "3 x 4", ""],)),
        (nested, (["1", "a", "q"], {"a": 5})),
        (rows_of, (["1 2", "3 x", "", "4"],)),
        (causes2, (["1", "2"],)),
        (causes2, (["1", "z"],)),
    ],
)
def test_as_in_python(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
def test_a_list_that_is_changed_where_it_lies_is_the_named_one():
    given = (["1 2", "3 x", "", "4"],)
    assert outcome(up.jit(changed_behind, strict=False), given) == outcome(changed_behind, given)
