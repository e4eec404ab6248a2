"""`match` against dicts whose other keys get a name."""

import pytest
import unpython as up
from support.left import left_by


def validate_config(cfg):
    errors = []
    for key, val in cfg.items():
        match val:
            case bool():
                errors.append(f"{key}: bool not allowed")
            case int(x) if x < 0:
                errors.append(f"{key}: negative ({x})")
            case [lo, hi] if lo > hi:
                errors.append(f"{key}: {lo} > {hi}")
            case {"unit": str(u), **rest}:
                errors.append(f"{key}: unit {u.title()} plus {len(rest)}")
            case str() as s if not s.isidentifier():
                errors.append(f"{key}: {s.replace(' ', '_')}")
    if errors:
        raise ValueError("; ".join(errors))
    return len(cfg)


def events(rows):
    out, left = [], []
    for row in rows:
        match row:
            case {"type": "move", "x": x, "y": y, **rest}:
                out.append((x, y))
                left.append(rest)
                rest["seen"] = True
            case {"type": str(t), **more} if more:
                out.append(t)
                left.append(sorted(more))
            case {**other}:
                out.append(len(other))
            case _:
                out.append(None)
    return out, left, rows


def empty(d):
    match d:
        case {"a": 1, **r}:
            return r, d
        case {"b": [x, *xs], **r}:
            r["n"] = x
            return r, xs, d
        case {}:
            return "other"
    return None


def nested(tree):
    match tree:
        case {"op": op, "args": [{"v": a, **_r1}, {"v": b, **_r2}], **extra}:
            return op, a, b, _r1, _r2, extra
        case {"op": "neg", "args": [v]}:
            return v
    return tree


def rebinds(d):
    rest = {"z": 0}
    match d:
        case {"k": v, **rest} if v > 3:
            return rest, "big"
    return rest


def ints(d):
    match d:
        case {1: a, 2: b, **r}:
            return a + b, r
        case {1: a}:
            return a
        case {None: q}:
            return q
    return -1


CASES = [
    (validate_config, ({"a": 3, "b": [1, 2], "c": "name"},)),
    (validate_config, ({"a": -3, "b": [5, 2], "c": "my name", "d": True, "e": {"unit": "metre", "v": 1}},)),
    (events, ([{"type": "move", "x": 1, "y": 2.5, "id": 7}, {"type": "stop"}, {"type": "go", "n": 1}, {"q": 1}, {}],)),
    (events, ([1, "a", None, [1]],)),
    (empty, ({"a": 1, "b": 2},)),
    (empty, ({"a": 2, "b": [1, 2]},)),
    (nested, ({"op": "add", "args": [{"v": 1, "t": "i"}, {"v": 2}], "line": 3},)),
    (rebinds, ({"k": 4, "m": 1},)),
    (rebinds, ({"k": 1, "m": 1},)),
    (ints, ({1: 2, 2: 3, 4: 5},)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
