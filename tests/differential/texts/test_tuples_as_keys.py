"""Tuples of any length as keys of dicts and items of sets: values, types, orders and exceptions are CPython's."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from support.outcomes import check_machine_code, check_values, name_of


def most_common_row(grid):
    counts = {}
    for row in grid:
        counts[tuple(row)] = counts.get(tuple(row), 0) + 1
    best = None
    most = 0
    for key, n in counts.items():
        if n > most:
            most = n
            best = key
    return best, most


def anagrams(words):
    groups = {}
    for w in words:
        key = tuple(sorted(w))
        groups.setdefault(key, []).append(w)
    return sorted(groups.values())


def rows_like_columns(grid):
    rows = Counter(tuple(r) for r in grid)
    total = 0
    for j in range(len(grid)):
        col = tuple(grid[i][j] for i in range(len(grid)))
        total += rows[col]
    return total


def period(cells):
    seen = {}
    state = tuple(cells)
    step = 0
    while state not in seen:
        seen[state] = step
        nxt = []
        n = len(state)
        for i in range(n):
            left = state[i - 1] if i > 0 else 0
            right = state[i + 1] if i + 1 < n else 0
            nxt.append(1 if left == right else 0)
        state = tuple(nxt)
        step += 1
    return seen[state], step - seen[state]


def in_any_order(rows):
    counts = defaultdict(int)
    for r in rows:
        counts[tuple(sorted(r))] += 1
    return sorted(counts.items())


def seen_rows(rows):
    seen = set()
    n = 0
    for row in rows:
        key = tuple(row)
        if key in seen:
            n += 1
            continue
        seen.add(key)
    return n, len(seen)


def counted(rows):
    counts = Counter(tuple(r) for r in rows)
    return counts


def most_common(rows):
    counts = Counter(map(tuple, rows))
    return counts.most_common(2)


def different(rows):
    return len(set(map(tuple, rows)))


def places_by_row(rows):
    groups = defaultdict(list)
    for i, row in enumerate(rows):
        groups[tuple(row)].append(i)
    return groups


def sorted_rows(rows):
    groups = {}
    for i, row in enumerate(rows):
        groups.setdefault(tuple(sorted(row)), []).append(i)
    return sorted(groups.items())


def listed_once(rows):
    seen = set()
    out = []
    for row in rows:
        t = tuple(row)
        if t not in seen:
            seen.add(t)
            out.append(t)
    return sorted(out), out, min(out), max(out)


def read(rows):
    seen = {}
    for i, row in enumerate(rows):
        t = tuple(row)
        seen[t] = i
    total = 0
    for key, i in seen.items():
        for x in key:
            total += x * i
        if len(key) > 2:
            total += key[0] + key[-1] + sum(key[1:])
        if 3 in key:
            total += 1000
    return total


def item_that_is_not_there(rows):
    seen = {}
    for i, row in enumerate(rows):
        seen[tuple(row)] = i
    for key in seen:
        if key[0] == 99:
            return 1
    return 0


def by_letters(ws):
    groups = defaultdict(list)
    for w in ws:
        groups[tuple(sorted(w))].append(w)
    return groups


def by_words(lines):
    seen = {}
    for line in lines:
        key = tuple(sorted(line.split()))
        seen[key] = seen.get(key, 0) + 1
    return seen


def by_counts(ws):
    sigs = {}
    for w in ws:
        counts = [0] * 26
        for c in w:
            counts[ord(c) - ord("a")] += 1
        sigs.setdefault(tuple(counts), []).append(w)
    return list(sigs.values())


def states(n):
    state = (0,) * n
    seen = {state}
    frontier = [state]
    while frontier:
        s = frontier.pop()
        for i in range(n):
            if s[i] == 0:
                t = s[:i] + (1,) + s[i + 1:]
                if t not in seen:
                    seen.add(t)
                    frontier.append(t)
    return len(seen)


def rotated(xs):
    memo = {}
    cur = tuple(xs)
    steps = 0
    while cur not in memo:
        memo[cur] = steps
        nxt = list(cur)
        nxt.append(nxt.pop(0))
        cur = tuple(nxt)
        steps += 1
    a, b, c = cur
    return cur, steps, a + 10 * b + c, cur == tuple(xs), cur < tuple(xs)


def best_or_none(grid):
    best = None
    most = 0
    c = Counter(tuple(r) for r in grid)
    for k, n in c.items():
        if n > most:
            best, most = k, n
    return best


def largest(grid):
    c = {}
    for r in grid:
        c[tuple(r)] = c.get(tuple(r), 0) + 1
    return max(c, key=c.get), max(c.items(), key=lambda kv: kv[1])


def keys_with_places(grid):
    c = {}
    for i, r in enumerate(grid):
        c[(tuple(r), i)] = i
    return c


def rows_of_arrays(grid):
    c = {}
    for r in grid.tolist():
        c[tuple(r)] = c.get(tuple(r), 0) + 1
    return c


def of_numbers_in_lines(lines):
    seen = set()
    out = []
    for line in lines:
        t = tuple(int(x) for x in line.split(","))
        if t in seen:
            continue
        seen.add(t)
        out.append(t)
    return out


def in_order(lines):
    seen = set()
    for line in lines:
        seen.add(tuple(map(int, line.split(","))))
    return sorted(seen)


def of_floats(rows):
    seen = set()
    for row in rows:
        seen.add(tuple(row))
    return len(seen)


def of_booleans(rows):
    seen = {}
    for row in rows:
        seen[tuple(row)] = 1
    return seen


def words_in_order(lines):
    seen = {}
    for line in lines:
        key = tuple(line.split())
        seen[key] = seen.get(key, 0) + 1
    return sorted(seen.items())


def returned_set(grid):
    return set(tuple(r) for r in grid)


def of_numbers_of_numpy(grid):
    c = {}
    for r in grid:
        c[tuple(r)] = c.get(tuple(r), 0) + 1
    return c


def order_of_a_set(rows):
    seen = set()
    for row in rows:
        seen.add(tuple(row))
    out = []
    for t in seen:
        out.append(t)
    return out


def any_of_a_set(rows):
    seen = set()
    for row in rows:
        seen.add(tuple(row))
    return seen.pop()


def made_longer(rows):
    seen = set()
    for row in rows:
        t = tuple(row)
        t += (7,)
        seen.add(t)
    return len(seen)


def backwards(rows):
    seen = set()
    for row in rows:
        t = tuple(row)
        seen.add(t)
    return sorted(seen, reverse=True)


CASES = [
    (most_common_row, [[1, 0, 1], [0, 1, 0], [1, 0, 1], [1, 1, 1], [0, 1, 0], [0, 1, 0]]),
    (anagrams, ["eat", "tea", "tan", "ate", "nat", "bat"]),
    (rows_like_columns, [[1, 2, 2], [3, 1, 2], [3, 2, 2]]),
    (period, [1, 0, 0, 1, 1, 0, 1, 0]),
    (in_any_order, [[3, 1, 2], [2, 3, 1], [5, 5, 1]]),
    (seen_rows, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (counted, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (most_common, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (different, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (places_by_row, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (sorted_rows, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (listed_once, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (read, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (item_that_is_not_there, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (by_letters, ["abc", "bca", "xyz", ""]),
    (by_words, ["a b", "b a", "a b c"]),
    (by_counts, ["abca", "xyx"]),
    (states, 5),
    (rotated, [3, 1, 2]),
    (best_or_none, [[1, 2], [3, 4], [1, 2]]),
    (largest, [[1, 2], [3, 4], [1, 2]]),
    (keys_with_places, [[1, 2], [3, 4], [1, 2]]),
    (rows_of_arrays, np.array([[1, 2], [3, 4], [1, 2]])),
    (of_numbers_in_lines, ["1,2", "3,4", "1,2"]),
    (in_order, ["1,2", "3,4", "1,2"]),
    (made_longer, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (backwards, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
]

#: Which Python runs.
LEFT_ALONE = [
    (of_floats, [[1.5, 2.0], [1.0, 2.0]]),
    (of_booleans, [[True, False], [True, True]]),
    (words_in_order, ["a b", "b a", "a b c"]),
    (returned_set, [[1, 2], [3, 4], [1, 2]]),
    (of_numbers_of_numpy, np.array([[1, 2], [3, 4], [1, 2]])),
    (order_of_a_set, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
    (any_of_a_set, [[1, 2, 3], [4, -5], [1, 2, 3], [], [4, -5], [2**40, 1]]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


@pytest.mark.parametrize("case", LEFT_ALONE, ids=name_of)
def test_left_alone(case):
    check_values(case)
