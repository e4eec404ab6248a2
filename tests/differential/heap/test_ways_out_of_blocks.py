"""`finally`, `with` and exceptions with fields: what is done on each way out, and what a handler sees."""

from contextlib import contextmanager, nullcontext, suppress

import pytest
import unpython as up
from support.left import left_by


class StationError(Exception):
    def __init__(self, station, why):
        super().__init__(f"{station}: {why}")
        self.station = station


class Plain(ValueError):
    pass


class Coded(RuntimeError):
    code = 7

    def __init__(self, code=3, *, note="n"):
        self.note = note
        self.own = code

    def __str__(self):
        return f"<{self.own} {self.note} {self.code}>"


class Timer:
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, kind, e, tb):
        self.log.append(["out", kind is None, str(e) if e is not None else ""])
        return kind is KeyError or (e is not None and isinstance(e, Plain))


@contextmanager
def section(buf, name):
    buf.append("[" + name)
    try:
        yield buf
    except ZeroDivisionError:
        buf.append("!div")
    finally:
        buf.append(name + "]")


def custom(v):
    out = []
    for i, x in enumerate(v):
        try:
            if x == 0:
                raise StationError(i, "zero")
            if x == 1:
                raise Plain("one", i)
            if x == 2:
                raise Coded(note="two")
            if x == 3:
                raise Coded(9)
            if x == 4:
                raise KeyError("k")
            out.append({"x": x})
        except StationError as e:
            out.append([e.station, str(e), e.args])
        except (Plain, Coded) as e:
            out.append([str(e), repr(e) if isinstance(e, Plain) else "", type(e).__name__])
        except KeyError as e:
            out.append([str(e), repr(e)])
    return out


def leaves(v):
    seen = {"v": [v]}
    seen["v"].extend([None, {"k": [v, "a"]}])
    if v == 0:
        raise StationError(5, "leave")
    if v == 1:
        raise Plain("x")
    if v == 2:
        raise Coded(note="zz")
    return {"v": [v]}


def fin(v):
    log = []
    for x in v:
        try:
            if x == 1:
                continue
            if x == 2:
                break
            if x == 3:
                return (log, {"r": x})
            if x == 4:
                raise ValueError("four")
            log.append(("ok", x))
        except ValueError as e:
            log.append(("err", str(e)))
        else:
            log.append(("else", None))
        finally:
            log.append(("fin", x))
    return (log, {"r": -1})


def inner(v, log):
    try:
        return [v, 10 // v]
    finally:
        log.append(v)


def fin2(v):
    log = []
    out = []
    for x in v:
        try:
            out.append(inner(x, log))
        except ZeroDivisionError:
            out.append(None)
    return (out, log)


def withs(v):
    log = []
    for x in v:
        with Timer(log) as t, nullcontext(x) as y:
            if x == 1:
                raise KeyError("gone")
            if x == 2:
                raise Plain("p")
            if x == 3:
                continue
            if x == 4:
                break
            if x == 5:
                return log
            t.log.append({"x": y})
    with suppress(KeyError):
        with Timer(log):
            log.append([1])
            if len(v) > 3:
                raise IndexError("through")
    return log


def ctx(v):
    buf = []
    for x in v:
        with section(buf, "s") as b:
            b.append([1 // x])
    return buf


def ctx2(v):
    buf = [[0]]
    try:
        with section(buf, "s") as b:
            b.append([1 // v])
            raise ValueError("out")
    except ValueError as e:
        buf.append([str(e)])
    return buf


CASES = [
    (custom, ([0, 1, 2, 3, 4, 5],)),
    (leaves, (0,)),
    (leaves, (2,)),
    (fin, ([0, 1, 4, 2],)),
    (fin, ([1, 4, 3],)),
    (fin2, ([1, 0, 2],)),
    (withs, ([0, 1, 2, 3],)),
    (withs, ([0, 4],)),
    (withs, ([0, 5],)),
    (ctx, ([1, 0, 2],)),
    (ctx2, (1,)),
    (ctx2, (0,)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


def test_fields_of_what_leaves_a_call():
    with pytest.raises(StationError) as caught:
        up.jit(strict=True)(leaves)(0)
    assert caught.value.station == 5 and caught.value.args == ("5: leave",)
    with pytest.raises(Coded) as coded:
        up.jit(strict=True)(leaves)(2)
    assert vars(coded.value) == {"note": "zz", "own": 3} and coded.value.args == ()
