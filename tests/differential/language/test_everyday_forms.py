"""Forms of everyday programs that are said in plainer words: heads over zip(*rows), combinations and zip_longest, counts of pairs, lists of
a dict that may not be there, keys of several parts, dicts that keep some lists of another one, texts that become numbers."""

import itertools
import operator
from collections import Counter, defaultdict, deque
from itertools import combinations, product, zip_longest

import pytest
from support.outcomes import check_machine_code, check_values, name_of


def pairs_of_a_range(x):
    n = 0
    for i, j in combinations(range(len(x)), 2):
        n += x[i] * x[j] * (i - j)
    return n, sum(1 for i, j in combinations(range(len(x)), 2) if x[i] > x[j])


def clauses_of_ranges(n):
    return [(i, j) for i, j in combinations(range(n), 2)], [i * 10 + j for i, j in product(range(2), range(n)) if i != j]


def counted_pairs(x, y):
    c = Counter(zip(x, y))
    return c[1, 2], c[7, 7], len(c)


def returned_counter(words):
    return Counter(zip(words, words[1:]))


def counts_of_counts(text, k):
    parts = Counter(text[i : i + k] for i in range(len(text) - k + 1))
    return Counter(parts.values())


def counter_grows(v):
    c = Counter(v)
    c.update(v[:2])
    c[9] += 0
    return c


def returned_defaultdict(v):
    d = defaultdict(int)
    for x in v:
        d[x % 3] += x
    return d


def lists_or_none(edges, n):
    near = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
    out = []
    for k in range(n):
        for v in near.get(k, []):
            out.append(v)
        out.append(len(near.get(k, [])))
        out += [q for q in near.get(k, ())]
    return out, sum(near.get(0, [])), near.get(2, [])


def given_lists_or_none(graph, start):
    seen = {start}
    todo = [start]
    order = []
    while todo:
        u = todo.pop()
        order.append(u)
        for v in graph.get(u, []):
            if v not in seen:
                seen.add(v)
                todo.append(v)
    return order


def some_lists(v):
    d = defaultdict(list)
    for i, x in enumerate(v):
        d[x].append(i)
    return {k: w for k, w in d.items() if len(w) > 1}


def columns(rows):
    out = []
    for column in zip(*rows):
        out.append(max(column) * 2)
        out.append(sum(column))
    return out


def most_frequent(texts):
    out = []
    for column in zip(*texts):
        counts = Counter(column)
        best = max(counts.values())
        out.append(min(c for c, n in counts.items() if n == best))
    return "".join(out)


def longest(p, q):
    products = []
    for x, y in zip_longest(p, q, fillvalue=1):
        products.append(x * y)
    return [x + y for x, y in itertools.zip_longest(p, q, fillvalue=0)], products


def by_items(v):
    return sorted(range(len(v)), key=v.__getitem__), max(range(len(v)), key=v.__getitem__)


def by_several(v):
    return max(v, key=lambda x: (x % 3, x)), min(v, key=lambda x: (-x % 2, -x))


def mapped_and_filtered(v):
    return list(map(lambda x: x * 2, filter(lambda x: x > 1, v))), sum(filter(lambda x: x < 9, map(lambda x: x + 1, v)))


def first_and_rest(v):
    first, *rest = v
    *begin, last = v
    return first * sum(rest), begin, last


def last_ones(v):
    q = deque(v, maxlen=3)
    q.append(9)
    return list(q), q[0], q[-1]


def texts_then_numbers(lines):
    total = 0.0
    names = {}
    for line in lines:
        name, count, price = line.split(",")
        count, price = int(count), float(price)
        names[name] = names.get(name, 0) + count
        total += count * price
    return names, total


def returned_records(text, numbers):
    words = text.split()
    if len(words) > 2:
        return {"words": words, "n": len(words), "sum": sum(numbers)}, words[0]
    return {"words": words[::-1], "n": 0, "sum": 1.5}, "none"


def parts_of_several_lengths(items, size):
    return [items[i : i + size] for i in range(0, len(items), size)]


def differences(y):
    table = [y[:]]
    while len(table[-1]) > 1:
        last = table[-1]
        table.append([b - a for a, b in zip(last, last[1:])])
    return [row[0] for row in table]


def eliminated(a, b):
    n = len(b)
    m = [row[:] + [b[i]] for i, row in enumerate(a)]
    for k in range(n):
        p = max(range(k, n), key=lambda r: abs(m[r][k]))
        m[k], m[p] = m[p], m[k]
        for r in range(k + 1, n):
            f = m[r][k] / m[k][k]
            m[r] = [x - f * y for x, y in zip(m[r], m[k])]
    return m


def names_in_order(rows):
    return [n for n, p in sorted(rows, key=lambda r: r[1])], len(rows)


def best_names(rows, k):
    return k, [r[0] for r in sorted(rows, key=operator.itemgetter(1), reverse=True)[:k]]


def sum_of_first(rows):
    total = sum(p for n, p in sorted(rows)[:2])
    return total


def dicts_in_order(words):
    d = {}
    for w in words:
        d[w] = d.get(w, 0) + 1
    return dict(sorted(d.items(), key=lambda kv: (-kv[1], kv[0])))


def dict_by_key(words):
    d = {len(w): w for w in words}
    d.pop(5, "")
    return {k: v + "!" for k, v in sorted(d.items(), reverse=True)}


def dict_by_value(numbers):
    d = {}
    for x in numbers:
        d[x % 7] = d.get(x % 7, 0) + x
    best = dict(sorted(d.items(), key=lambda kv: -kv[1]))
    return best


def entered_by_name(words):
    d = {w: len(w) for w in words}
    d.update(zz=3)
    d.update(a=1, b=2)
    return d, [k for k, v in sorted(d.items()) if v > 1]


def lists_in_order(words):
    by = {}
    for w in words:
        by.setdefault(w[0], []).append(w)
    out = []
    for k, v in sorted(by.items(), reverse=True):
        out.append(k + str(len(v)))
    return [(k, len(v)) for k, v in sorted(by.items()) if len(v) > 1], out


def lists_by_key(words):
    by = defaultdict(list)
    for w in words:
        by[w[0]].append(w)
    return {k: sorted(v, key=len) for k, v in sorted(by.items())}


def sorted_lists_by_key(words):
    groups = defaultdict(list)
    for w in words:
        groups[len(w)].append(w)
    return {k: sorted(v) for k, v in sorted(groups.items())}


def joined_lists(words):
    groups = {}
    for w in words:
        groups.setdefault(len(w), []).append(w)
    return [",".join(groups[k]) + min(groups[k]) for k in sorted(groups)]


def dict_behind_lists(names, pays):
    order = sorted(range(len(names)), key=lambda i: (pays[i], names[i]))
    return [names[i] for i in order], [pays[i] * 2 for i in order], {n: p for n, p in zip(names, pays)}


row = "a text around the functions, which comprehensions have names like"


def like_a_text_around(rows):
    names = [row[0] for row in rows]
    return sorted(names), [row for row in names if row > "bo"]


def changed_in_order(numbers):
    d = {}
    for x in numbers:
        d[x % 3] = x
    out = []
    for k, v in sorted(d.items()):
        d[2] = 100
        out.append((k, v))
    return out, [v for k, v in sorted(d.items())]


ROWS = [[3, 1, 4], [1, 5, 9]]
CASES = [
    (pairs_of_a_range, [3, 1, 2]), (clauses_of_ranges, 4), (counted_pairs, [1, 1, 2], [2, 2, 3]), (returned_counter, "a b a b c".split()),
    (counts_of_counts, "ACGTACGA", 3), (counter_grows, [3, 1, 3]), (returned_defaultdict, [3, 1, 4, 1, 5]), (lists_or_none, [(0, 1), (0, 2), (2, 0)], 4),
    (given_lists_or_none, {0: [1, 2], 1: [3]}, 0), (some_lists, [3, 1, 4, 1, 5]), (columns, ROWS), (columns, [[1], [2, 3]]),
    (most_frequent, ["ACGT", "ACGA", "TCGA"]), (longest, [1, 2], [4, 5, 6]), (longest, [], [4]), (by_items, [3, 1, 2]), (by_several, [3, 1, 4, 1, 5]),
    (by_several, []), (mapped_and_filtered, [1, 2, 3, 9]), (first_and_rest, [3, 1, 4]), (first_and_rest, []), (last_ones, [3, 1, 4, 1]),
    (texts_then_numbers, ["a,2,1.5", "b,1,2.25", "a,3,1.0"]), (returned_records, "x y z", [1, 2]), (returned_records, "x y", [1.5]),
    (names_in_order, [("x", 1), ("b", 2), ("c", 0)]), (names_in_order, [(3, 1), (1, 2), (2, 0)]), (best_names, [("x", 1.5), ("b", 2.5), ("c", 0.5)], 2),
    (dicts_in_order, ["pen", "b", "apple", "b"]), (dict_by_key, ["pen", "b", "apple", "c"]), (dict_by_value, [9, 4, 16, 3, 1]),
    (lists_in_order, ["pen", "b", "apple", "bag", "p"]), (lists_by_key, ["pen", "b", "apple", "bag", "p"]), (sorted_lists_by_key, ["pen", "b", "bag", "a"]), (joined_lists, ["pen", "b", "bag", "a"]), (dict_behind_lists, ["cid", "bob", "zoe"], [10.5, 9.5, 9.5]), (like_a_text_around, [("cid", 1), ("bob", 2)]),
    (changed_in_order, [3, 4, 5, 7]), (entered_by_name, ["pen", "b"]), (sum_of_first, [("x", 1), ("b", 2), ("c", 0)]), (parts_of_several_lengths, [1, 2, 3, 4, 5], 2), (parts_of_several_lengths, [1, 2, 3, 4], 2), (differences, [1.0, 2.0, 4.0, 7.0]),
    (eliminated, [[0.0, -2.0, 1.0], [-2.0, 4.0, -2.0], [1.0, -2.0, 4.0]], [11.0, -16.0, 17.0]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_machine_code(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_values(case)


def of_no_range(n):
    return [i + j for i, j in combinations(range(), 2)]


def of_no_length(n):
    return [i + j for i, j in product(range(len()), range(2))]


def of_two_lengths(x):
    return [i + j for i, j in product(range(len(x, x)), range(2))]


def of_four_bounds(n):
    return [i + j for i, j in product(range(n, n, 1, 1), range(2))]


def of_no_step(n):
    return [i + j for i, j in product(range(0), range(0, n, 0))]


@pytest.mark.parametrize("case", [(of_no_range, 3), (of_no_length, 3), (of_two_lengths, [1]), (of_four_bounds, 3), (of_no_step, 3)], ids=name_of)
def test_calls_that_python_refuses(case):
    check_values(case)
