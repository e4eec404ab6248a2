"""Lists of a call, and rows of lists of lists, whose items go to lists that a function makes; dicts of what is asked of each row."""

import pytest
import unpython as up
from support.outcomes import outcome


def extended(m):
    out = []
    for r in m:
        out.extend(r)
    return out


def added(m):
    out = []
    for i, r in enumerate(m):
        out += r
        if len(r) > 1:
            out.extend(r[1:])
    out.sort()
    return out, len(m)


def counted(m):
    return {i: len(r) for i, r in enumerate(m)}


def means(m):
    return {i: sum(r) / len(r) for i, r in enumerate(m) if r}


def largest(m):
    return {i: max(r) for i, r in enumerate(m)}


def changed_behind(m):
    out = []
    for r in m:
        out.extend(r)
    m.append([1])
    return out


def made_there(m):
    near = [[] for _ in range(3)]
    for r in m:
        near[len(r) % 3].append(len(r))
    out = []
    for r in near:
        out.extend(r)
    return out, {i: sum(r) for i, r in enumerate(near)}


@pytest.mark.parametrize("f", [extended, added, counted, means, largest, made_there])
@pytest.mark.parametrize("m", [[[1, 2, 3], [4, 5, 6]], [[1], [2, 3]], [[3], [2, 1], []], [[1.5], [2.5, -1.0, 0.0]]])
def test_rows(f, m):
    assert outcome(up.jit(strict=True)(f), [m]) == outcome(f, [m])


def test_rows_of_a_list_that_grows():
    m = [[1, 2], [3]]
    assert outcome(up.jit(strict=True)(changed_behind), [m]) == outcome(changed_behind, [m])


def of_one(v):
    out = []
    out.extend(v)
    out[0] = 9
    more = list(v)
    more += v
    return out, len(v), more


def begun(v):
    out = [1]
    out.extend(v)
    return out


def beside(v, w):
    v.extend(w)
    return v


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("v", [[1], [2.5, 1.0], []])
def test_one_list(v):
    assert outcome(up.jit(strict=bool(v))(of_one), [v]) == outcome(of_one, [v])
    assert outcome(up.jit(strict=False)(begun), [v]) == outcome(begun, [v])
    assert outcome(up.jit(strict=False)(beside), [v, [3, 4]]) == outcome(beside, [v, [3, 4]])
    same = [*v, *v]
    assert outcome(up.jit(strict=False)(beside), [same, same]) == outcome(beside, [same, same])


class Bag:
    def __init__(self):
        self.held = []

    def extend(self, v):
        self.held.append(v)


def kept(v):
    bag = Bag()
    bag.extend(v)
    v.append(1)
    return len(bag.held[0])


def in_place(v):
    out = ()
    out += v
    return out


@pytest.mark.filterwarnings("ignore")
def test_what_is_no_list():
    assert outcome(up.jit(strict=False)(kept), [[1, 2]]) == outcome(kept, [[1, 2]])
    assert outcome(up.jit(strict=False)(in_place), [[1, 2]]) == outcome(in_place, [[1, 2]])
