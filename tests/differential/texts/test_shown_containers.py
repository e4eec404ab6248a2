"""str(), repr(), f-strings and messages of lists, dicts and tuples."""

from collections import Counter, defaultdict, deque

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def returned(xs):
    return f"{xs} of {len(xs)}: " + str(xs)


def beside_a_text(xs, name):
    return f"{name}: {xs} {(min(xs), max(xs))}"


def made(xs):
    ys = [x * 2 for x in xs]
    return f"{ys}"


def words(text):
    found = sorted(text.split())
    return str(found) + f" {found} {found!r}" + repr(text)


def counts(text):
    found = {}
    for w in text.split():
        found[w] = found.get(w, 0) + 1
    return f"counts {found}"


def most_common(text):
    return str(Counter(text.split()).most_common(2))


def grouped(text):
    found = {}
    for w in text.split():
        found.setdefault(len(w), []).append(w)
    return str(found)


def pair(text):
    a, b = text.split()
    return str((a, len(b))) + f"{(a,)}"


def characters(text):
    return str(list(text)), [f"{w}: {[len(w), 2 * len(w)]}" for w in text.split()]


def of_a_defaultdict(text):
    found = defaultdict(int)
    for w in text.split():
        found[w] += 1
    return f"{found}"


def negative(xs):
    bad = [x for x in xs if x < 0]
    if bad:
        raise ValueError(f"negative: {bad}")
    return sum(xs)


def in_order(xs):
    assert sorted(xs) == xs, f"not in order: {xs}"
    return xs[0]


def enough(words):
    assert len(words) > 1, f"too few: {words}"
    return words[0]


def caught(xs):
    try:
        if len(xs) > 1:
            raise ValueError(f"{xs}")
    except ValueError as e:
        return str(e)
    return ""


def printed(xs):
    print("xs", xs, len(xs))
    xs.append(1)
    print(xs)
    return len(xs)


TEXT = "to be or not to be"
CALLS = [
    *((f, xs) for f in (returned, made, negative, in_order) for xs in ([1, 2], [1.5, -2.0, 1e20], [True, False])), (returned, []), (made, []),
    (beside_a_text, [1, 2], "n"), *((f, TEXT) for f in (words, counts, most_common, grouped, characters)), (pair, "a bc"),
    *((enough, w) for w in (["a", "b"], ["c"])),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_shown(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


OTHERS = [
    (words, "it's \"x\" \u00e9\n"), (counts, ""), (of_a_defaultdict, TEXT), (returned, [np.float64(1.5)]), (made, [np.float64(1.5)]),
    (returned, np.array([1, 2])),
    (returned, [1, 2.5]), (caught, [1, 2]), (negative, [np.int64(-1)]),
]  # fmt: skip


@pytest.mark.parametrize("call", OTHERS, ids=lambda call: call[0].__name__)
def test_what_python_shows(call):
    function, *arguments = call
    assert outcome(up.jit(strict=False)(function), arguments) == outcome(function, arguments)


def test_printed(capsys):
    compiled = up.jit(strict=True)(printed)
    for run in (compiled, printed, compiled):
        assert run([3, 4]) == 3
    assert capsys.readouterr().out == "xs [3, 4] 2\n[3, 4, 1]\n" * 3


def deques(text):
    return f"{deque(text.split())}"


def tuples(text):
    t = tuple(text.split())
    return str(t), [f"{tuple(w)}" for w in t]


def views(text):
    found = {w: 1 for w in text.split()}
    return str(found.keys()) + str(found.items())


def lazy(text):
    return str(zip(text.split(), [1, 2]))[:4] + str(w for w in text)[:10]


def numbers_in_a_tuple(xs):
    t, shown = tuple(xs), ""
    for _ in range(2):
        shown += f"{t}"
    return shown


def bad_in_a_tuple(xs):
    bad = tuple(x for x in xs if x < 0)
    if bad:
        raise ValueError(f"bad {bad}")
    return 1


@pytest.mark.parametrize("function", [deques, tuples, views, lazy])
def test_what_is_no_list(function):
    assert outcome(up.jit(strict=False)(function), ("a bc",)) == outcome(function, ("a bc",))


@pytest.mark.parametrize("function", [numbers_in_a_tuple, bad_in_a_tuple])
def test_tuples_of_numbers(function):
    assert outcome(up.jit(strict=False)(function), ([1, -2],)) == outcome(function, ([1, -2],))
