"""Arrays of given texts: what is compared with them, what is in them, and how often."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome

LABELS = ["x", "y", "x", "z"]
ODD = ["one", "b\0", "b", ""]
X = np.arange(4.0)


def counted(names):
    u, c = np.unique(names, return_counts=True)
    return dict(zip(u, c))


def counted_by_comprehension(names):
    u, c = np.unique(names, return_counts=True)
    return {k: int(v) for k, v in zip(u, c)}


def counted_as_python(names):
    u, c = np.unique(names, return_counts=True)
    return dict(zip(u.tolist(), c.tolist()))


def most_common(names):
    u, c = np.unique(names, return_counts=True)
    return {"u": u, "c": c, "n": len(u), "best": u[c.argmax()]}


def entropy(labels):
    y = np.array(labels)
    classes = np.unique(y)
    e = 0.0
    for c in classes:
        p = (y == c).sum() / len(y)
        e -= p * np.log2(p)
    return e, classes


def lists(names):
    return list(np.unique(names)), np.unique(names).tolist(), len(np.unique(names)), np.unique(names).size, [str(n) for n in np.unique(names)]


def masks(labels):
    y = np.asarray(labels)
    return np.sum(y == "x"), np.where("x" == y, 1, 0), np.nonzero(y != "x")[0], (y == "x").any(), len(y), y.size, y[0]


def whole(labels):
    y = np.array(labels)
    return y


def changed_later(labels):
    y = np.array(labels)
    n = (y == "x").sum()
    return n, y


def means(labels, x):
    y = np.array(labels)
    out = {}
    for c in np.unique(y):
        out[c] = x[y == c].mean()
    return out


def largest_mean(labels, x):
    out = {}
    y = np.array(labels)
    for c in np.unique(y):
        out[c] = x[y == c].mean()
    return max(out.values()), len(out)


def means_by_comprehension(labels, x):
    y = np.array(labels)
    return {c: x[y == c].mean() for c in np.unique(y)}


def best(labels, x):
    y = np.array(labels)
    found = np.array([x[y == c].mean() for c in np.unique(y)])
    return np.unique(y)[np.argmax(found)]


def numbered(labels, x):
    y = np.asarray(labels)
    out = []
    for i, c in enumerate(np.unique(y)):
        m = y == c
        if m.sum() > 1:
            out.append((i, x[m].std()))
    return out


def lines(labels, x):
    y = np.asarray(labels)
    out = []
    for c in np.unique(y):
        out.append(f"{c}: {x[y == c].mean():.2f}")
    return out


CASES = [(f, n) for f in (counted, counted_by_comprehension, counted_as_python, most_common, entropy, lists, masks, changed_later) for n in (LABELS, ODD, ["x"])]
CASES += [(whole, n) for n in (LABELS, ["x"])]
CASES += [(f, n, X) for f in (means, largest_mean, means_by_comprehension, best, numbered, lines) for n in (LABELS, ODD[2:] * 2)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_arrays_of_given_texts(case):
    function, *given = case
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)
    assert compiled.ran_on == "cpu"


@pytest.mark.parametrize("function", [counted, counted_as_python, lists, whole, means], ids=lambda function: function.__name__)
def test_no_texts(function):
    compiled = up.jit(strict=True)(function)
    others = [X[:0]] if function is means else []
    assert outcome(compiled, [LABELS, *([X] if others else [])]) == outcome(function, [LABELS, *([X] if others else [])])
    assert outcome(compiled, [[], *others]) == outcome(function, [[], *others])


def some(labels):
    y = np.array(labels)
    return y[y != "x"]


def texts_of_numpy(labels):
    kept = []
    for c in np.unique(labels):
        kept.append(c)
    return kept


@pytest.mark.parametrize("function", [some, texts_of_numpy], ids=lambda function: function.__name__)
def test_other_uses_are_refused(function):
    with pytest.raises(up.CompileError, match="array|unique"):
        up.jit(strict=True)(function)(LABELS)
