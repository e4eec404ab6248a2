"""Lists, dicts and sets that are returned without a name, on one path or on several."""

import copy

import pytest
import unpython as up
from support.outcomes import outcome


def _same_or_refused(function, given):
    try:
        up.jit(function, strict=True)(copy.deepcopy(given))
    except up.CompileError:
        return
    except Exception as error:
        if "is a list; pass an array" in str(error):
            return
    assert outcome(up.jit(function, strict=True), [given]) == outcome(function, [given])


def early_tuples(xs):
    if not xs:
        return []
    return [(x, x * 2) for x in xs]


def early_texts(xs):
    if not xs:
        return []
    return [str(10 // x) for x in xs]


def early_rows(xs):
    if not xs:
        return []
    return [[x, x + 1] for x in xs]


def early_dict(xs):
    if not xs:
        return {}
    return {"n": len(xs)}


def early_counts(xs):
    if not xs:
        return dict()
    d = {}
    for x in xs:
        d[x] = d.get(x, 0) + 1
    return d


def early_parts(xs):
    if not xs:
        return [], {}, 0
    return [str(x) for x in xs], {x: 10 // x for x in xs}, len(xs)


def tuples_or_none_left(xs):
    tree = []
    for x in xs:
        tree.append((x, 1))
    return tree if len(tree) > 1 else []


def list_or_none(xs):
    out = [x for x in xs if x > 1]
    return out or None


def dict_or_none(xs):
    d = {}
    for x in xs:
        if x > 1:
            d[x] = 1
    return d or None


def list_or_list(xs):
    out = [str(x) for x in xs if x > 1]
    return out or []


def set_of_remainders(xs):
    return {x * 7 % 29 for x in xs}


def set_of_tuples(xs):
    return {(x, x + 1) for x in xs}


def set_written(xs):
    return {len(xs), 2, 3}


def set_behind_number(xs):
    return sum(xs), {x % 3 for x in xs}


def dict_written(xs):
    return {1: len(xs), len(xs): 2}


def dict_of_pair(xs):
    return {(1, len(xs)): sum(xs)}


def two_types(xs):
    if len(xs) > 1:
        return [x + 0.5 for x in xs]
    if xs:
        return [x + 1 for x in xs]
    return []


def two_dicts(xs):
    if xs:
        return {1: 2.5}
    return {1: 2}


def same_list(xs):
    return xs or None


def in_try(xs):
    try:
        return {1: 10 // xs[0]}
    except ZeroDivisionError:
        return {}


NUMBERS = [
    early_tuples, early_texts, early_rows, early_dict, early_counts, early_parts, tuples_or_none_left, list_or_none, dict_or_none, list_or_list,
    set_of_remainders, set_of_tuples, set_written, set_behind_number, dict_written, dict_of_pair,
]  # fmt: skip
LISTS = [[1, 2, 5], [], [3], [2, 0], [9, 8, 9, 31]]


@pytest.mark.parametrize("xs", LISTS, ids=str)
@pytest.mark.parametrize("function", NUMBERS, ids=lambda f: f.__name__)
def test_numbers(function, xs):
    assert outcome(up.jit(function, strict=True), [xs]) == outcome(function, [xs])


@pytest.mark.parametrize("xs", LISTS, ids=str)
@pytest.mark.parametrize("function", [two_types, two_dicts, same_list, in_try], ids=lambda f: f.__name__)
def test_same_or_refused(function, xs):
    _same_or_refused(function, xs)


def first_letters(words):
    return {w[:1] for w in words}


def long_words(words):
    out = []
    for w in words:
        if len(w) > 1:
            out.append(w)
    return out or None


def sorted_words(words):
    return sorted(words) if words else []


def by_length(words):
    if not words:
        return {}
    groups = {}
    for w in words:
        groups.setdefault(len(w), []).append(w)
    return groups


def words_of(words):
    if len(words) < 2:
        return []
    return words[0].split(",")


@pytest.mark.parametrize("words", [["b", "aa", "c,d"], ["a"], ["", "b"], ["x,y", "x,y"]], ids=str)
@pytest.mark.parametrize("function", [first_letters, long_words, sorted_words, by_length, words_of], ids=lambda f: f.__name__)
def test_texts(function, words):
    assert outcome(up.jit(function, strict=True), [words]) == outcome(function, [words])


def both_ways(edges):
    dist = {}
    for a, b, v in edges:
        dist[a, b] = dist[b, a] = v
    return dist


def both_ways_sum(edges):
    dist = {}
    for a, b, v in edges:
        dist[a, b] = dist[b, a] = 10 // v
    return sum(dist.values()), dist.get((1, 1), -1)


@pytest.mark.parametrize("edges", [[(1, 2, 3), (2, 3, 4)], [(1, 1, 5)], [(1, 2, 3), (2, 1, 7)], [(1, 2, 0)]], ids=str)
@pytest.mark.parametrize("function", [both_ways, both_ways_sum], ids=lambda f: f.__name__)
def test_chains_of_places(function, edges):
    assert outcome(up.jit(function, strict=True), [edges]) == outcome(function, [edges])


def names_and_places(n):
    d = {}
    x = d[n] = n + 1
    n = d[n] = n * 2
    return d, x, n


def name_is_place(n):
    d = {}
    i = d[i] = n  # noqa: F841
    return d


def texts_as_keys(n):
    d = {}
    d["b"] = d["a"] = n
    return d


def in_order(n):
    xs = [5, 6]
    d = {}
    d[1] = d[xs[n]] = 10 // n
    return d


@pytest.mark.parametrize("n", [1, 0, 7])
@pytest.mark.parametrize("function", [names_and_places, name_is_place, texts_as_keys, in_order], ids=lambda f: f.__name__)
def test_chains_of_names(function, n):
    assert outcome(up.jit(function, strict=True), [n]) == outcome(function, [n])


def one_list_twice(n):
    d = {}
    d[1] = d[2] = [n]
    d[1].append(5)
    return d


def test_one_list_at_two_places_is_one():
    _same_or_refused(one_list_twice, 3)
