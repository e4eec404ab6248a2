"""Dicts of dicts that a function makes are CPython's, in machine code and on devices: entries, names for inner dicts, loops, missing keys,
and what is returned."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def contingency(rows, cols):
    table = defaultdict(lambda: defaultdict(int))
    for r, c in zip(rows, cols):
        table[r][c] += 1
    return {r: dict(inner) for r, inner in table.items()}


def grade_book(entries):
    book = {}
    for name, subject, grade in entries:
        if name not in book:
            book[name] = {}
        book[name][subject] = grade
    return book


def pivot(records):
    table = {}
    for region, month, amount in records:
        table.setdefault(region, {}).setdefault(month, 0)
        table[region][month] += amount
    return table, {region: sum(row.values()) for region, row in table.items()}


def sums(a, b, w):
    d = {}
    for i, j, x in zip(a, b, w):
        if i not in d:
            d[i] = {}
        d[i][j] = d[i].get(j, 0.0) + x
    best = -1.0
    for _, row in d.items():
        for _, x in row.items():
            best = max(best, x)
    return best, len(d), sum(len(d[k]) for k in d), [k for k in d if 5 in d[k]]


def distances(sequences):
    table = {}
    for a in sequences:
        table[a] = {}
        for b in sequences:
            table[a][b] = sum(x != y for x, y in zip(a, b))
    return table


def shortest(edges, begin):
    graph = defaultdict(dict)
    for u, v, w in edges:
        graph[u][v] = w
        graph[v][u] = w
    distance = {begin: 0.0}
    todo = [begin]
    while todo:
        u = todo.pop(0)
        for v, w in graph[u].items():
            if v not in distance or distance[u] + w < distance[v]:
                distance[v] = distance[u] + w
                todo.append(v)
    return distance


def returned_default(edges):
    graph = defaultdict(dict)
    for u, v, w in edges:
        graph[u][v] = w
    return graph


def missing_inner(a):
    d = {}
    d[1] = {2: 3}
    return d[1][a]


def missing_outer(a):
    d = {}
    d[1] = {2: 3}
    return d[a][2]


def missing_in_place(a, n):
    d = {}
    d[1] = {2: 3}
    d[1][a] += n
    return d


def missing_after_a_store(k, a):
    d = {}
    d[1] = {2: 3}
    b = a
    b[0] += 1
    return d[1][k]


def missing_word_after_a_store(words, a):
    d = {}
    a[0] += 1
    for w in words:
        d.setdefault(w, {})[len(w)] = 1
    return d["x"][7]


def two_names(a):
    d = {}
    d[1] = {}
    row = d[1]
    row[a] = 5
    d[2] = row
    d[2][7] = 6
    row = d[1]
    return d, len(row)


def stored_later(names, values):
    out = {}
    for n, v in zip(names, values):
        row = {}
        row["v"] = v
        row["sq"] = v * v
        out[n] = row
    return out


def markov(words):
    follows = {}
    for a, b in zip(words, words[1:]):
        follows.setdefault(a, {})
        follows[a][b] = follows[a].get(b, 0) + 1
    best = {}
    for w in follows:
        best[w] = max(follows[w], key=follows[w].get)
    return best


def shares(words):
    counts = defaultdict(Counter)
    for a, b in zip(words, words[1:]):
        counts[a][b] += 1
    found = {}
    for a, row in counts.items():
        total = sum(row.values())
        found[a] = {b: n / total for b, n in row.items()}
    return found


def replaced(ks):
    d = {}
    for k in ks:
        d[k] = {}
        d[k][k] = len(ks)
        d[k + 1] = {0: k}
    d[ks[0]] = {}
    return d


def taken_out(ks):
    d = {}
    for k in ks:
        d[k] = {k: 1}
    del d[ks[0]]
    d[ks[0]] = {}
    d[ks[0]][9] = 2
    return list(d), d


def scaled(words):
    d = {}
    for w in words:
        d.setdefault(w, {})
        d[w][len(w)] = d[w].get(len(w), 0.0) + 1.5
    for w in d:
        row = d[w]
        total = sum(row.values())
        for k in row:
            row[k] /= total
    return d


def grows_in_its_loop(n):
    d = {}
    d[0] = {0: 1}
    for k in d[0]:
        d[0][k + n] = 1
    return d


def reads_enter(words):
    d = defaultdict(lambda: defaultdict(int))
    for w in words:
        d[len(w)][w] += 1
    seen = d[1]["none"] + d[99]["x"]
    return seen, len(d)


def asked(words, w, k):
    d = {}
    for x in words:
        d.setdefault(x, {})[len(x)] = 1
    return d.get(w, {}).get(k, -1), w in d


def of_a_comprehension(n):
    d = {i: {j: i * j for j in range(i)} for i in range(n)}
    total = 0
    for i in d:
        for j in d[i]:
            total += d[i][j]
    return total, d


def mixed_values(n):
    d = {}
    for i in range(n):
        d[i] = {}
        d[i][0] = i
        d[i][1] = i / 2
    return d


def negative_zero(n):
    d = {}
    for i in range(n):
        d[i] = {}
        d[i][-i] = -0.0
    return d


def order_of_computing(ks):
    d = {}
    calls = []
    for k in ks:
        d.setdefault(k, {})
        calls.append(k)
        d[k][calls[-1]] = calls.pop() + len(calls)
    return d


def sorted_keys(entries):
    d = {}
    for name, subject, grade in entries:
        d.setdefault(name, {})[subject] = grade
    return [(n, sorted(d[n])) for n in sorted(d)], {n: max(d[n].values()) for n in d}


def mode_of_rows(a, b):
    d = {}
    for i, j in zip(a, b):
        d.setdefault(i, {})
        d[i].setdefault(j, 0)
        d[i][j] += 1
    return [min(row) for row in d.values()], sum(v for row in d.values() for v in row.values())


def passed_on(a):
    d = {}
    d[1] = {a: 2}
    return str(d), d == {1: {a: 2}}


def stored_among_others(ks):
    d = {}
    for k in ks:
        d.setdefault(k, {})
        d[k][1], _x = k, 2
    return d


def inner_deleted(ks):
    d = {}
    for k in ks:
        d[k] = {1: 2, k: 3}
        del d[k][1]
    return d, [list(r) for r in d.values()]


def names_given_again(ks):
    d = {}
    for k in ks:
        d[k] = {0: k}
    return [[x for x in range(2)] for r in d for j, x in d[r].items()], [x for r in d for j, x in d[r].items()]


def labels_of_arrays(labels, vals):
    d = {}
    for i in range(len(labels)):
        label = labels[i]
        if label not in d:
            d[label] = {}
        d[label][i] = vals[i]
    return d


def flags(ks):
    d = defaultdict(dict)
    for k in ks:
        d[k % 2][k] = True
    return d


def asked_for_truth(ks):
    d = {}
    for k in ks:
        d[k] = {}
    n = 0
    for k in ks:
        if d[k]:
            n += 1
    return n


def updated_in_its_loop(ks):
    d = {}
    for k in ks:
        d.setdefault(k, {})[k] = k
    for k, row in d.items():
        row[k] = row[k] * 2
        row[-k] = 1
    return d


def entered_in_its_loop(ks):
    d = {}
    for k in ks:
        d.setdefault(k, {})[k] = k
    for k, row in d.items():
        for j in row:
            row[j + 1] = 5
    return d


def chain(text):
    d = {}
    for a, b in zip(text, text[1:]):
        d.setdefault(a, {})
        d[a][b] = d[a].get(b, 0) + 1
    out = ""
    c = text[0]
    for _ in range(5):
        if c not in d:
            break
        best = ""
        top = 0
        for b, n in sorted(d[c].items()):
            if n > top:
                best, top = b, n
        out += best
        c = best
    return out


def rows_of_mixed_numbers(n):
    d = {}
    for i in range(n):
        d[i] = {}
        d[i]["x"] = i
        d[i]["y"] = i / 2
    return d


def all_pairs(n):
    d = {i: {} for i in range(n)}
    for i in range(n):
        for j in range(n):
            if i != j:
                d[i][j] = abs(i - j)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if i != j and k != i and k != j:
                    d[i][j] = min(d[i][j], d[i][k] + d[k][j])
    return d


def index_of_characters(words):
    index = defaultdict(lambda: defaultdict(int))
    for i, w in enumerate(words):
        for c in w:
            index[c][i] += 1
    return {c: dict(r) for c, r in index.items()}, sorted(index), {c: max(r.values()) for c, r in index.items()}


def two_tables(ks):
    d = {}
    e = {}
    for k in ks:
        d[k] = {k: 1}
        e[k] = {k: 2.5}
    return d, e


E1 = [("a", "b", 1.0), ("b", "c", 2.5), ("a", "c", 7.0)]
G = [("ann", "math", 3), ("bob", "art", 2), ("ann", "art", 1), ("ann", "math", 4)]
W = "the cat the dog the cat sat".split()
CASES = [
    (contingency, [1, 2, 1], [3, 3, 3]), (contingency, list("aba"), list("xyx")), (grade_book, G), (pivot, G),
    (sums, [1, 2, 1], [5, 6, 5], [0.5, 1.5, 2.0]), (distances, ["acgt", "acga"]), (shortest, E1, "a"), (returned_default, E1),
    *((missing_after_a_store, k, np.zeros(2)) for k in (2, 5)), (missing_inner, 5), (missing_in_place, 8, 1), (missing_in_place, 2, 1),
    (missing_inner, 2), (missing_outer, 1), (two_names, 4), (stored_later, ["p", "q"], [1.5, 2.0]), (markov, W), (shares, W),
    (replaced, [3, 1, 4]), (taken_out, [3, 1]), (asked, W, "cat", 3), (asked, W, "none", 3), (asked, W, "cat", 9),
    (of_a_comprehension, 4), (negative_zero, 3), (mode_of_rows, [1, 2, 1], [3, 4, 3]), (scaled, W),
    (labels_of_arrays, np.array([1, 2, 1]), np.array([0.5, 1.5, 2.0])), (flags, [1, 2, 3]), (updated_in_its_loop, [1, 2]),
    (chain, "abracadabra"), (rows_of_mixed_numbers, 3), (all_pairs, 4), (two_tables, [1, 2]),
]  # fmt: skip
OTHERS = [
    (missing_word_after_a_store, ["x", "yy"], np.zeros(2)),
    (stored_among_others, [1, 2]), (inner_deleted, [5, 6]), (names_given_again, [1, 2]), (asked_for_truth, [1, 2]), (entered_in_its_loop, [1, 2]),
    (index_of_characters, ["ab", "bc"]),
    (contingency, [], []), (missing_inner, 5), (missing_outer, 3), (missing_in_place, 2, 1), (missing_in_place, 8, 1), (grows_in_its_loop, 0),
    (grows_in_its_loop, 1), (reads_enter, ["a", "bb"]), (mixed_values, 3), (order_of_computing, [2, 1, 2]), (sorted_keys, G), (passed_on, 3),
    (of_a_comprehension, 0), (pivot, []),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", [*CASES, *OTHERS], ids=name_of)
def test_values(case):
    check_values(case)
