"""Names that are numbers where a `try` succeeds, and texts elsewhere, and choices in a `try`."""

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def either(words):
    out = []
    for w in words:
        try:
            v = int(w)
        except ValueError:
            v = w
        out.append(v)
    return out


def the_name_itself(words):
    out = []
    for w in words:
        try:
            w = int(w)
        except ValueError:
            pass
        out.append(w)
    return out


def of_three_kinds(words):
    cfg = {}
    for w in words:
        k, _, v = w.partition("=")
        try:
            x = int(v)
        except ValueError:
            try:
                x = float(v)
            except ValueError:
                x = v
        cfg[k] = x
    return cfg


def continued(words):
    t = 0
    for w in words:
        w = w.strip()
        try:
            w = int(w)
        except ValueError:
            continue
        t += w
    return t


def stored_at_once(words):
    cfg = {}
    for w in words:
        k, _, v = w.partition("=")
        try:
            cfg[k] = int(v)
        except ValueError:
            cfg[k] = v
    return cfg


def kept_from_before(words):
    v = "none"
    out = []
    for w in words:
        try:
            v = int(w)
        except ValueError:
            pass
        out.append(v)
    return out


def read_behind_the_loop(words):
    out = []
    for w in words:
        try:
            v = int(w)
        except ValueError:
            v = w
        out.append(v)
    return out, v


def or_returned(w):
    try:
        w = int(w)
    except ValueError:
        return "bad " + w
    return f"{w * 2}"


def one_of_two(w):
    try:
        v = float(w)
    except ValueError:
        v = w.upper()
    return v


def with_else(rows):
    out = []
    for r in rows:
        k, v = r.split("=")
        try:
            v = int(v)
        except ValueError:
            if v == "x":
                continue
            v = "<" + v + ">"
        else:
            v += 1
        out.append((k, v))
    return out


def chosen_items(text):
    tot = 0.0
    errors = []
    for r, row in enumerate(text.split("\n")):
        cells = row.split(",")
        try:
            nums = [float(c) if c.strip() else 0.0 for c in cells]
        except ValueError:
            errors.append(r)
            continue
        tot += sum(nums)
    return tot, errors


def chosen_for_a_list(words):
    out = []
    for w in words:
        try:
            out.append(int(w) if w else -1)
        except ValueError as e:
            out.append(len(str(e)))
    return out


def chosen_entry(d, keys):
    n = 0
    for k in keys:
        try:
            n += d[k] if k > 0 else 1
        except KeyError:
            n -= 100
    return n


def chosen_result(w):
    try:
        return int(w) if w.isdigit() else float(w)
    except ValueError:
        return -1


WORDS, PAIRS = ["1", "x", "22"], ["a=1.5", "b=", "a=3", "c=x"]
COMPILED = [
    *((f, w) for f in (either, the_name_itself) for w in (WORDS, [])), *((f, PAIRS) for f in (of_three_kinds, stored_at_once, with_else)),
    (continued, WORDS), *((or_returned, w) for w in ("12", "a")), *((one_of_two, w) for w in ("1.5", "q")), (chosen_items, "1,2\n3,x\n4,\n5,6,7"),
    (chosen_for_a_list, ["1", "", "x"]), (chosen_entry, {1: 5}, [1, -1, 3]), *((chosen_result, w) for w in ("12", "1.5", "q")),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", COMPILED, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=True)(function), given) == outcome(function, given)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", [(kept_from_before, WORDS), (read_behind_the_loop, WORDS)], ids=name_of)
def test_what_stays_with_python(case):
    function, *given = case
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
