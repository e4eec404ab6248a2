"""Arrays of texts that an array chooses: np.where and np.select with texts."""

import numpy as np
import pytest
import unpython as up

X = np.array([1.0, 2.0, -3.0, 0.5, 0.0])


def signs(x):
    return np.where(x > 0, "pos", "neg")


def levels(x):
    return np.select([x > 1, x > 0], ["hi", "mid"], "lowest")


def levels_of_levels(x):
    kind = np.where(x > 1, "hi", np.where(x > 0, "mid", "lo"))
    return kind, x[kind == "hi"].sum(), (kind != "mid").sum(), len(kind)


def means(x):
    kind = np.where(x > 0, "pos", "neg")
    return {"pos": x[kind == "pos"].sum(), "n": (kind == "neg").sum(), "shape": kind.size}


def stored(x):
    kind = np.select([x > 1, x > 0], ["hi", "mid"], default="")
    out = np.zeros(x.shape)
    out[kind == "hi"] = 2.0
    out["mid" == kind] = 1.0  # noqa: SIM300
    return kind, out


def of_no_text(x):
    kind = np.where(x > 0, "pos", "neg")
    return kind == "other", kind == "pos\0", kind != ""


def beside_others(x):
    return x * 2, np.where(x > 0, "a", "bcd"), np.where(x > 1, "a", "b")


def listed(x):
    kind = np.where(x > 0, "pos", "neg")
    return kind.tolist(), kind.ndim


def twice(x):
    kind = np.where(x > 0, "pos", "neg")
    return kind, kind


def with_another_name(x):
    kind = np.where(x > 0, "pos", "neg")
    same = kind
    same[0] = "new"
    return kind


def in_a_loop(x):
    n = 0
    kind = np.where(x > 0, "pos", "neg")
    for k in kind:
        n += len(k) + (k == "pos")
    return n


def _shown(value):
    if isinstance(value, tuple):
        return [_shown(v) for v in value]
    if isinstance(value, dict):
        return [(k, _shown(v)) for k, v in value.items()]
    return (type(value), value.dtype, value.shape, value.tolist()) if isinstance(value, (np.ndarray, np.generic)) else (type(value), value)


def _outcome(function, x):
    try:
        return _shown(function(x))
    except (ValueError, IndexError, TypeError) as problem:
        return type(problem), str(problem)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [signs, levels, levels_of_levels, means, stored, of_no_text, beside_others, listed])
@pytest.mark.parametrize("x", [X, X[:4].reshape(2, 2), X[:0], X.astype(int), X[::-2]])
def test_choices(function, x):
    compiled = up.jit(strict=not (function is listed and x.ndim > 1))(function)
    assert _outcome(compiled, x) == _outcome(function, x)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [signs, levels, twice, with_another_name, in_a_loop])
@pytest.mark.parametrize("x", [X, 2.0, -1, np.float64(3), X > 0])
def test_what_else_is_given(function, x):
    assert _outcome(up.jit(strict=False)(function), x) == _outcome(function, x)


@pytest.mark.filterwarnings("ignore")
def test_one_object_twice():
    one, other = up.jit(strict=False)(twice)(X)
    assert one is other
