"""Lists of arrays that a function makes and fills: read by number, gone through, stacked and joined, of any shapes and numbers of
dimensions. Where an array that is in a list may change, Python's own lists are needed."""

import copy

import numpy as np
import pytest
import unpython as up
from support import paths
from support.outcomes import name_of
from support.texts import function_of, left_by, near, same_bits


def last_one(n):
    parts = [np.arange(3)]
    for _ in range(n):
        parts.append(parts[-1] * 2)
    return np.array(parts), parts[0], parts[-2][1], len(parts)


def of_several_lengths(n):
    parts = []
    for i in range(n):
        parts.append(np.arange(i) * 0.5)
    total = 0.0
    for p in parts:
        total += p.sum()
    return total, len(parts), np.concatenate(parts), [len(p) for p in parts], not parts


def frames(u, n):
    kept = []
    for t in range(n):
        u = u + 1.0
        if t % 2 == 0:
            kept.append(u.copy())
    return np.stack(kept), kept[-1]


def rebound(u, n):
    kept = [u]
    for _ in range(n):
        u = u * 0.5
        kept.append(u)
    return np.array(kept), kept[-1].sum(), np.mean(kept, axis=0), np.max(kept, axis=0)


def becomes_an_array(n):
    x, v = np.zeros(2), np.ones(2)
    states, energies = [], []
    for _ in range(n):
        x = x + 0.1 * v
        v = v - 0.1 * x
        states.append(x)
        energies.append(0.5 * (v @ v))
    states = np.array(states)
    energies = np.array(energies)
    return states, energies, states[:, 0].max(), energies.argmin()


def orthogonal(a):
    q = []
    for v in a.T:
        w = v - sum(np.dot(v, u) * u for u in q)
        size = np.linalg.norm(w)
        if size > 1e-10:
            q.append(w / size)
    return np.array(q)


def gone_through(n):
    made = [np.ones((2, 3)) * i for i in range(n)]
    total = 0.0
    for i, m in enumerate(made):
        total += m[0, 0] * i
    for x, y in zip(made, reversed(made)):
        total += (x * y).sum()
    return total, max(m.max() for m in made), made[1][0, 2], np.vstack(made)


def layers(sizes):
    rng = np.random.default_rng(4)
    weights = []
    for i in range(len(sizes) - 1):
        weights.append(rng.normal(size=(sizes[i], sizes[i + 1])))
    x = np.ones(sizes[0])
    for w in weights:
        x = np.maximum(x @ w, 0.1)
    return x, weights[0].sum()


def stored(n):
    best = [np.zeros(2)]
    while len(best) < n:
        best.append(best[-1] + np.array([1.0, 2.0]))
        best[0] = best[0] + 1
    return best[0], best[-2]


def pure_step(x):
    return x * 0.5 + 1.0


def by_a_helper(x, n):
    states = [x.copy()]
    for _ in range(n):
        states.append(pure_step(states[-1]))
    return np.array(states)


def backwards(s, n):
    marks = []
    for k in range(n):
        marks.append((s + k).argmin(0))
    path = [0]
    for m in reversed(marks):
        path.append(int(m[path[-1]]))
    return path


def outside(n):
    parts = [np.arange(2), np.arange(2)]
    parts.append(np.arange(2))
    return parts[n]


def of_none(n):
    parts = []
    for i in range(n):
        parts.append(np.ones((2, i)))
    return np.stack(parts)


def returned(n):
    parts = []
    for i in range(n):
        parts.append(np.arange(i) * 0.5)
    return parts


def returned_beside(n):
    made = [np.ones((2, i), np.float32) for i in range(n)]
    return made, n, len(made)


def sums(u, n):
    kept = [u + 0.0]
    for k in range(n):
        u = u * 0.5
        kept.append(u + k)
    return sum(kept), kept[-1]


def filled_before(u, n):
    rows, marks = [], []
    for k in range(n):
        row = np.zeros(4)
        row[k % 4] = 1.0
        if k > 1:
            for j in range(2):
                row[j] -= k
        row += u[0]
        rows.append(row)
        mark = row > 0
        mark[0] = True
        marks.append(mark)
    return np.array(rows), np.array(marks), sum(rows)


def side_by_side(y, n):
    def slope(t, v):
        return np.array([v[1], -v[0] * t])

    ts, ys = [0.0], [y]
    for _ in range(n):
        t, v = ts[-1], ys[-1]
        ys.append(v + 0.1 * slope(t, v))
        ts.append(t + 0.1)
    return np.array(ts), np.array(ys)


_M = np.random.default_rng(2).random((4, 3))
CASES = [
    (sums, _M, 3), (sums, _M[0], 0), (filled_before, _M[0], 5), (side_by_side, _M[0, :2], 4),
    (last_one, 3), (of_several_lengths, 4), (of_several_lengths, 0), (frames, _M, 5), (frames, _M[:, 0], 1), (rebound, _M, 3), (rebound, _M[1], 2),
    (becomes_an_array, 5), (orthogonal, _M), (gone_through, 3), (layers, [3, 5, 2]), (stored, 4),
    (by_a_helper, np.arange(3.0), 4), (backwards, _M, 3), (outside, 1), (outside, -4), (outside, 3), (of_none, 0), (of_none, 1), (of_none, 2),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_as_in_python(case):
    function, *given = case
    try:
        function(*copy.deepcopy(given))
    except (IndexError, ValueError) as expected:
        with pytest.raises(type(expected)) as found:
            up.jit(strict=True)(function)(*given)
        assert str(found.value) == str(expected)
    else:
        compiled = up.jit(strict=True)(function)
        assert near(compiled(*copy.deepcopy(given)), function(*copy.deepcopy(given)), 1e-12)
        for device in paths.DEVICES:
            assert near(up.jit(device=device, strict=False)(function)(*copy.deepcopy(given)), function(*copy.deepcopy(given)), 1e-12)


def changed_in_the_list(u, n):
    kept = []
    for _ in range(n):
        u[0] += 1
        kept.append(u)
    return np.array(kept)


def changed_behind(n):
    kept = []
    for i in range(n):
        x = np.ones(2) * i
        kept.append(x)
        x += 1
    return np.array(kept)


def changed_by_a_view(n):
    x = np.zeros(3)
    y = x[1:]
    kept = []
    for i in range(n):
        kept.append(x)
        y[0] = i
    return np.array(kept)


def changed_where_it_is_read(n):
    kept = [np.zeros(2)]
    kept.append(np.ones(2))
    first = kept[0]
    first[1] = n
    return np.array(kept)


def store_one(x):
    x[0] = 9.0
    return x * 1.0


def changed_by_a_helper(n):
    kept = [np.zeros(2)]
    for _ in range(n):
        kept.append(store_one(kept[-1]))
    return np.array(kept)


def changed_through_another_parameter(a, b):
    kept = [a]
    view = b[:2]
    view[0] = 7.0
    kept.append(a * 1.0)
    return np.array(kept)


class Body:
    def __init__(self):
        self.x = np.zeros(2)

    def place(self):
        return self.x

    def move(self):
        self.x[0] += 1.0


def held_by_an_object(n):
    body = Body()
    kept = [np.zeros(2)]
    for _ in range(n):
        kept.append(body.place())
        body.move()
    return np.array(kept)


def held_by_a_dict(n):
    table = {"x": np.zeros(2)}
    kept = [np.zeros(2)]
    for i in range(n):
        kept.append(table.get("x"))
        table["x"][0] = i
    return np.array(kept)


def held_by_another_list(n):
    kept, other = [], []
    for _ in range(n):
        x = np.zeros(2)
        kept.append(x)
        other.append(x)
    other[0][1] = 5.0
    return np.array(kept)


def returned_twice(n):
    x = np.zeros(2)
    kept = [x]
    for _ in range(n):
        x = x + 1
        kept.append(x)
    return kept, x


def test_an_array_that_is_returned_twice_is_one_object():
    kept, x = up.jit(strict=False)(returned_twice)(3)
    assert kept[-1] is x and np.array_equal(kept, returned_twice(3)[0])


def filled_behind(n):
    kept = []
    row = np.zeros(3)
    for i in range(n):
        row[i] = 1.0
        kept.append(row)
    return np.array(kept)


def filled_while_it_has_another_name(x, n):
    kept, before = [], x
    for i in range(n):
        row = x * i
        before[0] = 7.0
        before = row
        row[1] = 2.0
        kept.append(row)
    return np.array([*kept, x])


def filled_in_two_lists(x, n):
    kept, others = [], []
    for i in range(n):
        row = x.copy()
        others.append(row)
        row[i] = 9.0
        kept.append(row)
    return np.array(others) + np.array(kept)


def filled_part_of_another(x, n):
    kept = []
    for i in range(n):
        row = x[1:]
        row[i] = 9.0
        kept.append(row)
    return np.array(kept)


OF_PYTHON = [
    (filled_behind, 3), (filled_while_it_has_another_name, np.ones(3), 3), (filled_in_two_lists, np.ones(3), 3), (filled_part_of_another, np.ones(4), 3),
    (orthogonal, np.zeros((3, 2))), (changed_in_the_list, np.ones(3), 3), (changed_behind, 3), (changed_by_a_view, 2), (changed_where_it_is_read, 4), (changed_by_a_helper, 2),
    (held_by_another_list, 2), (held_by_an_object, 3), (held_by_a_dict, 3),
]  # fmt: skip


@pytest.mark.parametrize("case", OF_PYTHON, ids=name_of)
def test_lists_of_python(case):
    function, *arguments = case
    want = function(*[a.copy() if isinstance(a, np.ndarray) else a for a in arguments])
    assert np.array_equal(up.jit(strict=False)(function)(*arguments), want)


def test_two_parameters_may_be_one_array():
    a = np.zeros(3)
    found = up.jit(strict=False)(changed_through_another_parameter)(a, a)
    assert np.array_equal(found, [[7.0, 0.0, 0.0], [7.0, 0.0, 0.0]])


_OF_ITSELF = "    kept = [m[:, i].copy() for i in range(3)]\n"
_AS_PYTHON = {
    "a list of its own arrays": _OF_ITSELF + "    kept = [a + 1 for a in kept]\n    return kept[-1], len(kept)\n",
    "some of its own arrays": _OF_ITSELF + "    kept.append(x + 1)\n    kept = [a for a in kept if a.sum() > 10]\n    return np.array(kept)\n",
    "written out of its own arrays": _OF_ITSELF + "    kept.append(x + 1)\n    kept = [kept[-1], kept[0] * 2]\n    return np.array(kept)\n",
    "another type": "    kept = [x * 2]\n    kept.append(m[1] * 2)\n    kept.append(np.arange(3))\n    return kept[0], kept[2]\n",
    "another type that is stored": "    kept = []\n    kept.append(x * 2)\n    kept[0] = np.arange(3)\n    return kept[0]\n",
    "other dimensions": "    kept = [m * 2]\n    kept.append(m * 3)\n    kept.append(np.zeros(3))\n    return kept[0]\n",
}


@pytest.mark.parametrize("name", _AS_PYTHON)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_list_is_what_it_is_in_python(name):
    function = function_of("def f(x, m):\n" + _AS_PYTHON[name])
    given = [np.array([1.0, 2.0, 3.0]), np.arange(9.0).reshape(3, 3)]
    found, want = left_by(up.jit(strict=False)(function), given), left_by(function, given)
    assert found.error is None
    assert same_bits(found.result, want.result)


@pytest.mark.parametrize("returned", ["kept[0]", "first", "(kept[0], len(kept))"])
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_an_array_that_is_read_from_a_list_and_returned_is_that_of_the_caller(returned):
    text = f"def f(x, m):\n    kept = [x[::-1]]\n    kept.append(m[1])\n    kept.append(x * 2)\n    first = kept[0]\n    return {returned}\n"
    x = np.array([1.0, 2.0, 3.0])
    found = up.jit(strict=False)(function_of(text))(x, np.ones((3, 3)))
    assert np.shares_memory(found[0] if isinstance(found, tuple) else found, x)
