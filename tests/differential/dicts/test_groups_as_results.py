"""Lists by key that are put in order where they lie, and what a function returns of them: CPython's."""

from collections import defaultdict

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def words_by_length(ws):
    d = {}
    for w in ws:
        d.setdefault(len(w), []).append(w)
    for k, v in d.items():
        v.sort()
    return d


def numbers_in_order(xs):
    d = {}
    for x in xs:
        d.setdefault(x % 2, []).append(x)
    for v in d.values():
        v.sort()
    return d


def by_key_in_order(xs):
    d = {}
    for x in xs:
        d.setdefault(x % 2, []).append(x)
    d[0].sort()
    d[1].sort(reverse=True)
    return d


def items_in_order(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return sorted(d.items())


def longest_first(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return sorted(d.items(), key=lambda kv: -len(kv[1]))


def returned_with_its_kind(ws):
    d = defaultdict(list)
    for w in ws:
        d[w[0]].append(w)
    for v in d.values():
        v.sort()
    return d


def sorted_groups(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return {k: sorted(v) for k, v in d.items()}


def in_order_of_keys(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return {k: v for k, v in sorted(d.items())}


def pairs_of_numbers(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return sorted(d.items())


def lists_in_order(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return sorted(d.values())


def lists_of_texts_in_order(xs):
    d = {}
    for k, name in xs:
        d.setdefault(k, []).append(name)
    return sorted(d.values())


def listed_pairs(xs):
    d = {}
    for k, x in xs:
        d.setdefault(k, []).append(x)
    return [(k, v) for k, v in sorted(d.items())]


def all_items(xs):
    d = {}
    for k, x in xs:
        d.setdefault(k, []).append(x)
    return list(d.items())


def long_groups(xs):
    d = {}
    for k, x in xs:
        d.setdefault(k, []).append(x)
    out = []
    for k, v in d.items():
        if len(v) > 1:
            out.append(v)
    return out


def joined_groups(xs):
    d = {}
    for k, x in xs:
        d.setdefault(k, []).append(x)
    out = []
    for k, v in d.items():
        out.extend(v)
    return out


def told_in_order(lines):
    groups = defaultdict(list)
    for line in lines:
        name, value = line.split(",")
        groups[name].append(int(value))
    report = []
    for name, values in sorted(groups.items()):
        values.sort()
        report.append(f"{name}: {values[0]}..{values[-1]} n={len(values)}")
    return report


def by_letters(words):
    groups = defaultdict(list)
    for w in words:
        groups["".join(sorted(w))].append(w)
    return [sorted(g) for _, g in sorted(groups.items())]


def pairs_by_key(xs):
    d = defaultdict(list)
    for k, m, n in xs:
        d[k].append((m, n))
    return d, len(d)


def pairs_in_order(xs):
    d = defaultdict(list)
    for k, m, n in xs:
        d[k].append((m, n))
    for v in d.values():
        v.sort()
    return d


def first_names(xs):
    d = defaultdict(list)
    for k, name, n in xs:
        d[k].append((n, name))
    out = {}
    for k, items in d.items():
        items.sort()
        out[k] = [name for _, name in items]
    return out


def copied_once(xs):
    d = {}
    for x in xs:
        d.setdefault(x % 2, []).append(x)
    out = []
    for v in d.values():
        v.sort()
        out.append(v)
    out[0].append(99)
    return out


def sorted_after_it_is_held(xs):
    d = {}
    for x in xs:
        d.setdefault(x, []).append(x * 2)
    out = []
    for v in d.values():
        out.append(v)
        v.sort()
    return out


def sorted_to_the_first_break(xs):
    d = {}
    for x in xs:
        d.setdefault(x % 2, []).append(x)
    for k, v in d.items():
        if k == 0:
            break
        v.sort(reverse=True)
    return d


CASES = [
    (pairs_by_key, [("a", 1, 5), ("b", 2, 6), ("a", 0, 7)]),
    (pairs_by_key, [(1, 1, 5), (2, 2, 6), (1, 0, 7)]),
    (pairs_in_order, [("a", 1, 5), ("b", 2, 6), ("a", 0, 7)]),
    (first_names, [("a", "x", 3), ("b", "y", 1), ("a", "z", 1)]),
    (copied_once, [3, 1, 3, 2]),
    (words_by_length, ["tea", "eat", "at", "no", "on", "a"]),
    (numbers_in_order, [3, 1, 2, 9, 7, 8]),
    (by_key_in_order, [3, 1, 2, 9, 7, 8]),
    (items_in_order, [("a", "x"), ("b", "y"), ("a", "z")]),
    (longest_first, [("a", 4), ("b", 5), ("a", 6)]),
    (returned_with_its_kind, ["tea", "eat", "at", "no", "on", "a"]),
    (sorted_groups, [("a", "x"), ("b", "y"), ("a", "z")]),
    (in_order_of_keys, [("a", "x"), ("b", "y"), ("a", "z")]),
    (pairs_of_numbers, [("a", 1), ("b", 2), ("a", 3)]),
    (lists_in_order, [("a", 1), ("b", 2), ("a", 3)]),
    (lists_of_texts_in_order, [("a", "q"), ("b", "z"), ("a", "b")]),
    (listed_pairs, [("b", 7), ("a", 3), ("b", 1), ("a", 1)]),
    (all_items, [("b", "z"), ("a", "q"), ("b", "y"), ("a", "b")]),
    (long_groups, [("b", "z"), ("a", "q"), ("b", "y"), ("a", "b")]),
    (joined_groups, [("b", "z"), ("a", "q"), ("b", "y"), ("a", "b")]),
    (told_in_order, ["ann,10", "bob,20", "ann,30", "cyd,5", "bob,1"]),
    (by_letters, ["eat", "tea", "tan", "ate", "nat", "bat"]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


@pytest.mark.parametrize("function", [sorted_after_it_is_held, sorted_to_the_first_break])
def test_left_alone(function):
    check_values((function, [3, 1, 3, 2]))
