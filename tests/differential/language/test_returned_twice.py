"""Lists, dicts and sets that stand in several places of what a function returns: one object in all of them, as in Python, or refused."""

from dataclasses import dataclass

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


@dataclass
class Fit:
    xs: list
    info: dict


def dict_and_list(n):
    xs = [float(i) for i in range(n)]
    return {"a": xs}, xs


def list_and_dict(n):
    xs = [float(i) for i in range(n)]
    return xs, {"a": xs, "n": n}


def same_values(n):
    xs = [float(i) for i in range(n)]
    return {"a": xs, "b": xs}


def dict_in_dict(n):
    xs = [float(i) for i in range(n)]
    return {"a": {"b": xs}, "c": xs}


def named_dict(n):
    xs = [float(i) for i in range(n)]
    d = {"a": xs, "b": {"c": xs}}
    return d


def dict_with_name(n):
    xs = [float(i) for i in range(n)]
    d = {"a": xs}
    return d, xs, {"d": d}


def two_names(n):
    xs = [1.0] * n
    ys = xs
    ys.append(2.0)
    d = {"a": xs}
    e = d
    return {"d": d, "e": e}, ys


def list_of_lists(n):
    xs = [float(i) for i in range(n)]
    return [xs, xs], xs


def list_of_dicts(n):
    xs = [float(i) for i in range(n)]
    return [{"a": xs}, {"a": xs}]


def tables(n):
    d = {}
    s = set()
    for i in range(n):
        d[i % 3] = i
        s.add(i % 2)
    return {"d": d, "n": n}, d, sorted(s)


def texts(n):
    xs = [str(i) for i in range(n)]
    return {"a": xs, "label": "texts", "none": None}, xs


def tuples(n):
    xs = [(i, i * 0.5) for i in range(n)]
    return {"a": xs}, xs


def stored_anew(n):
    xs = [1.0] * n
    d = {"a": xs, "m": 2.0}
    d["a"] = [3.0]
    return d, xs


def bound_anew(n):
    xs = [1.0] * n
    d = {"a": xs}
    xs = xs + [2.0]
    return d, xs


def numbers(n):
    m = n * 2.0
    s = {"n": n, "m": m}
    return {"n": n, "s": s, "label": "x", "none": None}


def in_a_loop(n):
    best = {"a": [0.0], "s": 0.0}
    for i in range(n):
        xs = [float(i)] * 2
        best = {"a": xs, "s": float(i)}
    return best, n


def changed_entry(n):
    xs = [1.0] * n
    d = {"a": xs, "m": 2.0}
    d["m"] = d["m"] + 1
    d["a"].append(5.0)
    return d, xs


KEPT = [
    dict_and_list, list_and_dict, same_values, dict_in_dict, named_dict, dict_with_name, two_names, list_of_lists, list_of_dicts, tables, texts,
    tuples, stored_anew, bound_anew, numbers, in_a_loop, changed_entry,
]  # fmt: skip


@pytest.mark.parametrize("function", KEPT, ids=lambda function: function.__name__)
def test_one_object_is_returned_in_all_its_places(function):
    compiled = up.jit(strict=True)(function)
    for n in (3, 0, 1):
        assert outcome(compiled, [n]) == outcome(function, [n])
        assert compiled.ran_on == "cpu"


def test_one_array_is_returned_in_all_its_places():
    def arrays(x):
        y = x * 2.0
        return {"a": y}, y, {"b": {"x": x}}, x

    x = np.arange(3.0)
    first, y, second, again = up.jit(strict=True)(arrays)(x)
    assert first["a"] is y and second["b"]["x"] is again and again is x


def chosen(n):
    xs = [1.0] * n
    ys = xs if n > 1 else xs
    return {"a": xs}, ys


def described(xs):
    return {"a": xs, "n": len(xs)}


def of_a_helper(n):
    xs = [1.0] * n
    return described(xs), xs


def of_a_named_helper(n):
    xs = [1.0] * n
    d = described(xs)
    return {"d": d, "xs": xs}


def in_an_object(n):
    xs = [1.0] * n
    return Fit(xs, {"a": xs})


def in_an_object_by_name(n):
    xs = [1.0] * n
    d = {"a": xs}
    return Fit(xs, d)


@pytest.mark.parametrize(
    "function", [chosen, of_a_helper, of_a_named_helper, in_an_object, in_an_object_by_name], ids=lambda function: function.__name__
)
def test_a_list_in_several_places_is_kept_or_refused(function):
    with pytest.raises(up.CompileError, match="twice"):
        up.jit(strict=True)(function)(3)
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [3]) == outcome(function, [3])


def dimensions(x):
    return np.ndim(x), np.iterable(x), np.isscalar(x)


@pytest.mark.parametrize("given", [2.0, 3, [1.0], [], (1.0,), ((1, 2), (3, 4)), np.ones(2), np.ones((2, 3)), np.float64(1.0)], ids=str)
def test_dimensions_of_what_is_given(given):
    compiled = up.jit(strict=True)(dimensions)
    assert compiled(given) == dimensions(given)


def test_an_empty_tuple_has_one_dimension():
    def of_nothing():
        return np.ndim(())

    def of_a_name():
        t = ()
        return np.ndim(t)

    assert up.jit(strict=True)(of_nothing)() == 1
    with pytest.raises(up.CompileError, match="ndim|array"):
        up.jit(strict=True)(of_a_name)()
    with pytest.raises(up.CompileError):
        up.jit(strict=True)(dimensions)(())
    assert up.jit(strict=False)(dimensions)(()) == dimensions(())
