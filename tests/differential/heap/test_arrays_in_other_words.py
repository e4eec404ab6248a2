"""Arrays beside other values: of lists of several kinds, in dicts with other values, what changes them, and where NumPy raises."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import pytest
import unpython as up
from support.left import left_by

SCALE = np.array([1.0, 2.0])
A = np.arange


def columns(rows):
    found = {}
    for row in rows:
        for key, value in row.items():
            found.setdefault(key, []).append(value)
    return {key: np.array(values) for key, values in found.items()}


def ragged(lists):
    arrays = [np.array(v) for v in lists]
    most = max(len(a) for a in arrays)
    return arrays, np.array([list(a) + [0] * (most - len(a)) for a in arrays]).T


def written_out(x, n):
    return {"a": np.array([0, x]), "b": np.array([[1, x], [n, 2.5]]), "c": np.array([n, 1]), "t": (np.array([0, x, n]), n)}


def mixed_dict(d):
    d["a"][0] = 5
    d["a"][1:] += 1
    d["l"][1] += 3
    d["x"] = d["s"] + 1
    return d["a"][1], d["l"][-1], d


def state(lr):
    st = {"w": np.zeros(2), "hist": [], "best": None}
    for i in range(3):
        st["w"] = st["w"] + lr * np.array([1.0, i])
        st["hist"].append(float(st["w"].sum()))
        if st["best"] is None or st["hist"][-1] > st["best"]:
            st["best"] = st["hist"][-1]
    return st


def changed(m, places):
    d = {"m": m}
    np.fill_diagonal(m, 7)
    counts = np.zeros(4)
    np.add.at(counts, places, 1)
    d["c"] = counts
    d["r"] = np.add.reduce(counts)
    return d


def diagonal(m):
    found = {"d": np.diag(m), "m": m}
    m[0, 0] = 9
    found["s"] = found["d"].sum()
    return found


def points(xs):
    signs = []
    for x in xs:
        p = np.where(x > 0, 1, -1)
        signs.append({"p": p, "d": x - p, "i": int(p)})
    return signs


def quotients(a):
    d = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        d["r"] = a / (a - 1)
        d["ok"] = np.isfinite(d["r"])
    d["x"] = d["r"][d["ok"]]
    return d


def scaled(rows):
    return [{"v": row @ SCALE, "row": row * SCALE} for row in rows]


@dataclass
class Cell:
    w: object = None

    def fit(self, xs):
        if self.w is None:
            self.w = np.zeros(xs.shape[1])
        for x in xs:
            self.w += x
        self.w[0] *= 2
        return self


def fitted(xs):
    cells = [Cell(), Cell(np.ones(2))]
    return [c.fit(xs).w for c in cells], cells[0]


def by_sign(a):
    groups = defaultdict(list)
    for x in a:
        groups[bool(x > 0)].append(x)
    return {k: (len(v), max(v), np.mean(v)) for k, v in groups.items()}


def shuffled(seed, a):
    rng = np.random.default_rng(seed)
    d = {"a": a}
    rng.shuffle(d["a"])
    d["n"] = rng.normal(0, 1, 2)
    return d


def beyond(arrays, i):
    arrays.append(arrays[0] * 2)
    arrays[0][i] = 5
    return arrays


def unlike(arrays):
    total = {"sum": arrays[0].copy()}
    for a in arrays[1:]:
        total["sum"] += a
    return total


CASES = [
    (columns, ([{"a": 1, "b": 2.5}, {"a": 3, "b": 4}],)),
    (ragged, ([[1, 2], [3]],)),
    (ragged, ([[1.5, 2], [3]],)),
    (written_out, (1.5, 2)),
    (written_out, (1, 2)),
    (mixed_dict, ({"a": A(3.0), "l": [1, 2], "s": 1.5},)),
    (state, (0.5,)),
    (changed, (np.zeros((2, 2)), np.array([0, 1, 1]))),
    (diagonal, (A(4.0).reshape(2, 2),)),
    (points, ([1.0, -2.0],)),
    (points, ([1, -2],)),
    (quotients, (A(3.0),)),
    (scaled, ([A(2.0), np.ones(2)],)),
    (fitted, (A(4.0).reshape(2, 2),)),
    (by_sign, (np.array([1.0, -2.0, 3.0]),)),
    (shuffled, (3, A(5))),
    (beyond, ([A(3)], 1)),
]
RAISING = [(beyond, ([A(3)], 7)), (unlike, ([A(3), A(4)],)), (unlike, ([A(3), np.ones(3)],))]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"


@pytest.mark.parametrize(("function", "arguments"), RAISING)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_calls_that_raise(function, arguments):
    assert left_by(up.jit(function), arguments) == left_by(function, arguments)


def stored(arrays):
    arrays[0][1] = 50
    arrays[1][1] = 60
    return {"a": [x.sum() for x in arrays], "n": None}


def test_arguments_that_overlap():
    a = A(6.0)
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(stored)([a, a[1:]])
    assert np.array_equal(a, A(6.0))
    apart = up.jit(strict=True)(stored)([a[:2], a[2:]])
    assert apart == {"a": [50.0, 71.0], "n": None}
    assert a.tolist() == [0.0, 50.0, 2.0, 60.0, 4.0, 5.0]
    same = up.jit(strict=True)(stored)([a, a])
    assert same["a"][0] == same["a"][1] == a.sum()


def test_results_share_the_memory_of_arguments():
    def parts(d):
        return {"a": d["x"], "b": d["x"][1:], "c": d["x"].reshape(2, 2)}

    given = {"x": A(4.0)}
    found = up.jit(strict=True)(parts)(given)
    assert found["a"] is given["x"]
    given["x"][1] = 50
    assert found["b"][0] == found["c"][0, 1] == 50
