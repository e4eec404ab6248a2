"""Columns of given dicts: those of kinds that nothing reads, all of them as one array, and lists by key in the order of the keys."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def mix(d):
    return sum(d["v"])


def mix_arr(d):
    return d["v"].mean()


def mix_np(d):
    return np.mean(d["v"])


def mix_asarray(d):
    return np.asarray(d["v"]) * 2


def rows_arr(d):
    return np.array(list(d.values()))


def rows_arr2(d):
    return np.array([v for v in d.values()])


def rows_names(d):
    names = list(d)
    return np.array([d[n] for n in names])


def rows_names2(d):
    return np.array([d[n] for n in d])


def sorted_items(d):
    return {k: sum(v) for k, v in sorted(d.items())}


def sorted_items_list(d):
    return [(k, sum(v)) for k, v in sorted(d.items())]


def sorted_items_loop(d):
    out = []
    for k, v in sorted(d.items()):
        out.append(max(v) - min(v))
    return out


def sorted_key(d):
    return [k for k, v in sorted(d.items(), key=lambda kv: -len(kv[1]))]


def loop_two(d):
    out = []
    for k, v in sorted(d.items()):
        out.append((k, max(v) - min(v), len(v)))
    return out


def loop_inner(d):
    t = 0.0
    for k, v in sorted(d.items()):
        for x in v:
            t = t * 2 + x
    return t


def loop_after(d):
    t = 0.0
    for k, v in sorted(d.items()):
        t += len(v)
    return t, len(v)


def loop_rev(d):
    return [k for k, v in sorted(d.items(), reverse=True)]


def loop_key(d):
    return [(k, len(v)) for k, v in sorted(d.items(), key=lambda kv: (len(kv[1]), kv[0]))]


def loop_key_raises(d):
    return [(k, len(v)) for k, v in sorted(d.items(), key=lambda kv: kv[1][0])]


def loop_join(d):
    return "\n".join(f"{k}: {sum(v) / len(v):.2f}" for k, v in sorted(d.items()))


def loop_if(d):
    return {k: sum(v) for k, v in sorted(d.items()) if len(v) > 1}


def nested_v(d):
    return [[x * 2 for x in v] for k, v in sorted(d.items())]


def shadowed(d):
    return [[v for v in v] for k, v in sorted(d.items())]


def unread_key(d):
    return sum(d["v"])


def unread_two(d, e):
    return sum(d["v"]) + e["x"]


def corr(data):
    return np.corrcoef(np.array(list(data.values())))


def col(data):
    names = list(data)
    return np.column_stack([data[n] for n in names])


def means(data):
    names = list(data.keys())
    X = np.array([data[n] for n in names]).T
    return X.mean(axis=0)


def vst(d):
    return np.vstack(list(d.values()))


def given_back(d):
    return list(d.values())


def the_longest(d):
    return max(d.values(), key=len)


def kept(d):
    rows = list(d.values())
    rows[0][0] = 5.0
    return 1


def summed(d):
    return [sum(v) for v in d.values()]


def names_changed(d):
    names = list(d)
    names.append("h")
    return np.array([d[n] for n in names])


def two(v, w):
    return np.array([v, w])


def cat(v, w):
    return np.concatenate([v, w])


def stk(v, w):
    return np.vstack([v, w, v])


def bro(v, w):
    return np.dot([v, w], [1.0, 2.0])


def keep(v, w):
    m = np.asarray([v, w])
    m[0, 0] = 9
    return v, m


def sumrows(v, w):
    return np.sum([v, w], axis=0), np.max([v, w])


COLUMNS = {"w": [1.0, 2.0], "h": [2.0, 1.0]}
ARRAYS = {"w": np.array([1.0, 2.0, 4.0]), "h": np.array([2.0, 1.0, 7.0])}
OTHERS = [{"w": [1.0, 2.0], "h": [2.0]}, {"w": [1, 2], "h": [2.0, 0.5]}]


@pytest.mark.parametrize("function", [mix, mix_np, mix_asarray, mix_arr, unread_key])
@pytest.mark.parametrize(
    "given",
    [
        {"g": ["x", "y"], "v": [1.0, 2.0]}, {"v": [1, 2], "g": None}, {"v": np.array([1.0, 2.5]), "g": ["x", "y"]}, {"v": [1.0], "g": {"a": 1}},
        {"g": [[1], "x"], "v": np.array([3, 4])}, {"v": [1.0, 2.0]},
    ],
)  # fmt: skip
def test_of_some_columns(function, given):
    is_list = isinstance(given["v"], list)
    assert outcome(up.jit(strict=function is not mix_arr or not is_list)(function), [given]) == outcome(function, [given])


def test_of_two_dicts():
    given = [{"v": [1.0], "q": "x"}, {"x": 2, "y": {"a": 1}}]
    assert outcome(up.jit(strict=True)(unread_two), given) == outcome(unread_two, given)


def test_of_one_list_in_two_columns():
    shared = [1.0, 2.0]
    given = [{"v": shared, "g": shared, "t": "x"}]
    assert outcome(up.jit(strict=True)(mix), given) == outcome(mix, given)


@pytest.mark.parametrize("function", [rows_arr, rows_arr2, rows_names, rows_names2, corr, col, means, vst])
@pytest.mark.parametrize("given", [COLUMNS, ARRAYS, OTHERS[1]])
def test_of_all_columns(function, given):
    assert outcome(up.jit(strict=True)(function), [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [rows_arr, col, given_back, the_longest, kept, summed, names_changed])
@pytest.mark.parametrize("given", [COLUMNS, ARRAYS, *OTHERS, {}])
def test_of_what_may_run_in_python(function, given):
    assert outcome(up.jit(strict=False)(function), [given]) == outcome(function, [given])


@pytest.mark.parametrize(
    "function",
    [sorted_items, sorted_items_list, sorted_items_loop, sorted_key, loop_two, loop_inner, loop_rev, loop_key, loop_key_raises, loop_join, loop_if, nested_v],
)
@pytest.mark.parametrize("given", [{"w": [1.0, 2.0], "h": [2.0, 1.0, 4.0]}, {3: [1, 2], 1: [5]}, {"q": [], "a": [1.5]}])
def test_in_the_order_of_the_keys(function, given):
    assert outcome(up.jit(strict=True)(function), [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [loop_after, shadowed])
@pytest.mark.parametrize("given", [{"w": [1.0, 2.0], "h": [2.0, 1.0, 4.0]}, {}])
def test_names_of_lists_elsewhere(function, given):
    assert outcome(up.jit(strict=False)(function), [given]) == outcome(function, [given])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("function", [two, cat, stk, bro, keep, sumrows])
@pytest.mark.parametrize("given", [[[1.0, 2.0], [3.0, 4.0]], [[1, 2], [3.0, 4.5]], [[1.0, 2.0], [3.0]], [[True, False], [1, 0]], [[], [1.0]]])
def test_lists_side_by_side(function, given):
    assert outcome(up.jit(strict=False)(function), given) == outcome(function, given)
