"""Objects whose fields are Counters, deques, defaultdicts and what a lambda makes, and keys that a method finds: CPython's."""

from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

import pytest
from support.outcomes import check_machine_code, name_of


class Sets:

    def __init__(self):
        self.parent = {}

    def find(self, x):
        while self.parent[x] != x:
            x = self.parent[x]
        return x

    def join(self, a, b):
        self.parent[self.find(a)] = self.find(b)


def roots_of_numbers(pairs):
    uf = Sets()
    for a, b in pairs:
        for x in (a, b):
            if x not in uf.parent:
                uf.parent[x] = x
        uf.join(a, b)
    return sum(1 for x in uf.parent if uf.parent[x] == x)


def roots_of_texts(pairs):
    uf = Sets()
    for a, b in pairs:
        for x in (a, b):
            if x not in uf.parent:
                uf.parent[x] = x
        uf.join(a, b)
    return sum(1 for x in uf.parent if uf.parent[x] == x)


class JoinedSets:

    def __init__(self):
        self.parent = {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        ra, rb = self.find(a), self.find(b)
        if ra == rb:
            return False
        self.parent[ra] = rb
        return True


def joined(pairs):
    uf = JoinedSets()
    n = 0
    for a, b in pairs:
        if uf.union(a, b):
            n += 1
    return n


def joined_texts(pairs):
    uf = JoinedSets()
    n = 0
    for a, b in pairs:
        if uf.union(a, b):
            n += 1
    return n


@dataclass
class Counts:
    counts: Counter = field(default_factory=Counter)

    def add(self, x):
        self.counts[x] += 1


def counted(xs):
    s = Counts()
    for x in xs:
        s.add(x)
    return s.counts[5]


@dataclass
class Places:
    groups: dict = field(default_factory=dict)
    n: int = 0

    def add(self, x):
        self.groups[x] = self.n
        self.n += 1


def places(xs):
    s = Places()
    for x in xs:
        s.add(x)
    return s.groups[5], s.n


@dataclass
class Window:
    q: deque = field(default_factory=deque)
    total: float = 0.0

    def push(self, x):
        self.q.append(x)
        self.total += x
        if len(self.q) > 2:
            self.total -= self.q.popleft()


def total_of_window(xs):
    s = Window()
    for x in xs:
        s.push(x)
    return s.total


@dataclass
class Last:
    last: deque = field(default_factory=lambda: deque(maxlen=3))

    def push(self, x):
        self.last.append(x)


def last_ones(xs):
    s = Last()
    for x in xs:
        s.push(x)
    return list(s.last)


@dataclass
class Groups:
    groups: dict = field(default_factory=lambda: defaultdict(list))

    def push(self, x):
        self.groups[x % 2].append(x)


def groups(xs):
    s = Groups()
    for x in xs:
        s.push(x)
    return s.groups[1]


class Words:

    def __init__(self):
        self.counts = Counter()
        self.order = []

    def add(self, w):
        if w not in self.counts:
            self.order.append(w)
        self.counts[w] += 1

    def top(self):
        return max(self.order, key=lambda w: self.counts[w])


def top_word(ws):
    c = Words()
    for w in ws:
        c.add(w)
    return c.top(), len(c.order)


class Store:

    def __init__(self):
        self.store = defaultdict(list)

    def put(self, k, v, t):
        self.store[k].append((t, v))

    def size(self, k):
        return len(self.store[k])


def stored_pairs(events):
    m = Store()
    for k, v, t in events:
        m.put(k, v, t)
    return m.size("a")


@dataclass
class Stats:
    counts: Counter = field(default_factory=Counter)
    groups: dict = field(default_factory=lambda: defaultdict(list))
    last: deque = field(default_factory=lambda: deque(maxlen=3))

    def add(self, x):
        self.counts[x % 3] += 1
        self.groups[x % 2].append(x)
        self.last.append(x)


def three_fields(xs):
    s = Stats()
    for x in xs:
        s.add(x)
    return s.counts[0], s.groups[1], list(s.last)


class UnionFind:

    def __init__(self):
        self.parent = {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        self.parent[self.find(a)] = self.find(b)


def components(pairs):
    uf = UnionFind()
    for a, b in pairs:
        uf.union(a, b)
    groups = defaultdict(list)
    for x in sorted(uf.parent):
        groups[uf.find(x)].append(x)
    return sorted(groups.values())


class SetsFound:

    def __init__(self):
        self.parent = {}

    def find(self, x):
        self.parent.setdefault(x, x)
        while self.parent[x] != x:
            self.parent[x] = self.parent[self.parent[x]]
            x = self.parent[x]
        return x

    def union(self, a, b):
        self.parent[self.find(a)] = self.find(b)


def first_root(pairs):
    uf = SetsFound()
    for a, b in pairs:
        uf.union(a, b)
    return uf.find("a")


def count_of_roots(pairs):
    uf = SetsFound()
    n = 0
    for a, b in pairs:
        uf.union(a, b)
    for x in sorted(uf.parent):
        if uf.find(x) == x:
            n += 1
    return n


def lists_by_root(pairs):
    uf = SetsFound()
    for a, b in pairs:
        uf.union(a, b)
    groups = {}
    for x in sorted(uf.parent):
        r = uf.find(x)
        groups.setdefault(r, []).append(x)
    return groups


class Parents:

    def __init__(self):
        self.parent = {}

    def find(self, x):
        while self.parent[x] != x:
            x = self.parent[x]
        return x

    def union(self, a, b):
        ra = self.find(a)
        rb = self.find(b)
        self.parent[ra] = rb


def parents_stored(pairs):
    uf = Parents()
    for a, b in pairs:
        for x in (a, b):
            if x not in uf.parent:
                uf.parent[x] = x
        uf.union(a, b)
    return uf.find("a")


def parents_first(pairs):
    uf = Parents()
    for a, b in pairs:
        uf.parent[a] = a
        uf.parent[b] = b
    for a, b in pairs:
        uf.union(a, b)
    return uf.find("a")


CASES = [
    (roots_of_numbers, [(1, 2), (3, 4), (2, 4), (5, 6)]),
    (roots_of_texts, [("a", "b"), ("c", "d"), ("b", "d")]),
    (joined, [(1, 2), (3, 4), (2, 4), (5, 6)]),
    (joined_texts, [("a", "b"), ("c", "d"), ("b", "d")]),
    (counted, [5, 2, 5]),
    (places, [5, 2, 5]),
    (total_of_window, [5, 2, 5]),
    (last_ones, [5, 2, 5, 7]),
    (groups, [5, 2, 5, 7]),
    (top_word, ["a", "b", "b"]),
    (stored_pairs, [("a", "x", 1), ("b", "y", 2), ("a", "z", 4)]),
    (three_fields, [5, 2, 9, 4, 4, 7]),
    (components, [("a", "b"), ("c", "d"), ("b", "d"), ("e", "f")]),
    (first_root, [("a", "b"), ("c", "d"), ("b", "d"), ("e", "f")]),
    (count_of_roots, [("a", "b"), ("c", "d"), ("b", "d"), ("e", "f")]),
    (lists_by_root, [("a", "b"), ("c", "d"), ("b", "d"), ("e", "f")]),
    (parents_stored, [("a", "b"), ("c", "d"), ("b", "d"), ("e", "f")]),
    (parents_first, [("a", "b"), ("c", "d"), ("b", "d"), ("e", "f")]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)
