"""Everyday programs: classes, closures, dicts in dicts, texts and errors, all in one function."""

import copy
import heapq
import math
from collections import Counter, OrderedDict, defaultdict, namedtuple
from dataclasses import asdict, dataclass, field
from enum import Enum, auto
from functools import cmp_to_key

import pytest
import unpython as up
from support.left import left_by


@dataclass(order=True)
class Task:
    prio: int
    name: str = field(compare=False)
    tags: list = field(default_factory=list, compare=False)
    done: bool = field(default=False, repr=False)

    def __post_init__(self):
        if self.prio < 0:
            raise ValueError(f"bad priority: {self.prio}")


def tasks(rows):
    q = []
    errs = []
    for p, n in rows:
        try:
            heapq.heappush(q, Task(p, n, [n[0]]))
        except ValueError as e:
            errs.append(str(e))
    out = []
    while q:
        t = heapq.heappop(q)
        t.done = True
        out.append(t)
    return (out, errs, [asdict(t) for t in out], repr(out[:1]))


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = v

    def __mul__(self, o):
        return Matrix([[sum((a * b for a, b in zip(r, c))) for c in zip(*o.rows)] for r in self.rows])

    def __eq__(self, o):
        return self.rows == o.rows

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return iter(self.rows)

    def __repr__(self):
        return "\n".join((" ".join((f"{x:4d}" for x in r)) for r in self.rows))

    @classmethod
    def eye(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @staticmethod
    def dims(m):
        return (len(m.rows), len(m.rows[0]) if m.rows else 0)


def matpow(rows, n):
    m = Matrix(rows)
    r = Matrix.eye(len(m))
    while n:
        if n % 2:
            r = r * m
        m = m * m
        n //= 2
    r[0, 0] += 1
    return (r.rows, r == Matrix(rows), repr(r), Matrix.dims(r), [sum(x) for x in r])


class Node:
    def __init__(self, key, left=None, right=None):
        self.key, self.left, self.right = (key, left, right)


def insert(root, key):
    if root is None:
        return Node(key)
    if key < root.key:
        root.left = insert(root.left, key)
    elif key > root.key:
        root.right = insert(root.right, key)
    return root


def walk(node):
    if node:
        yield from walk(node.left)
        yield node.key
        yield from walk(node.right)


def bst2(keys):
    root = None
    for k in keys:
        root = insert(root, k)
    return list(walk(root))


class LRU:
    def __init__(self, cap):
        self.cap = cap
        self.d = OrderedDict()
        self.hits = self.misses = 0

    def get(self, k, default=None):
        if k in self.d:
            self.d.move_to_end(k)
            self.hits += 1
            return self.d[k]
        self.misses += 1
        return default

    def put(self, k, v):
        self.d[k] = v
        self.d.move_to_end(k)
        if len(self.d) > self.cap:
            self.d.popitem(last=False)


def lru(ops, cap):
    c = LRU(cap)
    out = []
    for op in ops:
        if len(op) == 1:
            out.append(c.get(op[0], -1))
        else:
            c.put(*op)
    return (out, list(c.d.items()), c.hits, c.misses)


def pipeline(lines):

    def parse(ls):
        for line in ls:
            line = line.strip()
            if line and (not line.startswith("#")):
                yield line.split("=", 1)

    def clean(pairs):
        for k, v in pairs:
            yield (k.strip(), v.strip())

    cfg = dict(clean(parse(lines)))
    nums = {k: int(v) for k, v in cfg.items() if v.isdigit()}
    return (cfg, nums, sorted(cfg, key=lambda k: (len(k), k)))


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x=0.0, y=0.0):
        self.x, self.y = (x, y)

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __abs__(self):
        return math.hypot(self.x, self.y)

    def __eq__(self, o):
        return isinstance(o, Vec) and (self.x, self.y) == (o.x, o.y)

    def __repr__(self):
        return f"Vec({self.x!r}, {self.y!r})"

    def __iter__(self):
        yield self.x
        yield self.y

    def __bool__(self):
        return bool(self.x or self.y)


def vecs(pts):
    vs = [Vec(*p) for p in pts]
    tot = sum(vs, Vec())
    x, y = tot
    return (repr(tot), abs(tot), [2 * v == v * 2 for v in vs], repr(-vs[0] if vs else None), x + y, [bool(v) for v in vs], max(vs, key=abs) if vs else None)


class Emitter:
    def __init__(self):
        self.handlers = defaultdict(list)

    def on(self, name, fn):
        self.handlers[name].append(fn)
        return self

    def emit(self, name, *args):
        return [h(*args) for h in self.handlers[name]]


def events(v):
    log = []
    e = Emitter()
    e.on("a", lambda x: x + 1).on("a", lambda x: log.append(x)).on("b", max)
    return (e.emit("a", 3), e.emit("b", v, v + 1), e.emit("c"), log)


def deep_merge(a, b):
    out = dict(a)
    for k, v in b.items():
        if k in out and isinstance(out[k], dict) and isinstance(v, dict):
            out[k] = deep_merge(out[k], v)
        else:
            out[k] = v
    return out


def merges(a, b):
    return deep_merge(a, b)


class LL:
    class Node:
        __slots__ = ("val", "next")

        def __init__(self, val, next=None):
            self.val, self.next = (val, next)

    def __init__(self, items=()):
        self.head = None
        self.size = 0
        for x in items:
            self.push(x)

    def push(self, x):
        self.head = LL.Node(x, self.head)
        self.size += 1

    def reverse(self):
        prev, cur = (None, self.head)
        while cur:
            cur.next, prev, cur = (prev, cur, cur.next)
        self.head = prev

    def __iter__(self):
        n = self.head
        while n:
            yield n.val
            n = n.next

    def __len__(self):
        return self.size

    def __contains__(self, x):
        return any((y == x for y in self))


def linked(v):
    ll = LL(v)
    a = list(ll)
    ll.reverse()
    return (a, list(ll), len(ll), 2 in ll, 99 in ll)


class State(Enum):
    IDLE = auto()
    RUN = auto()
    DONE = "done"

    @property
    def final(self):
        return self is State.DONE


TRANS = {(State.IDLE, "start"): State.RUN, (State.RUN, "stop"): State.IDLE, (State.RUN, "end"): State.DONE}


def machine(evs):
    s = State.IDLE
    hist = [s]
    for e in evs:
        s = TRANS.get((s, e), s)
        hist.append(s)
        if s.final:
            break
    return ([h.name for h in hist], s, s.value, Counter((h.name for h in hist)))


def largest(nums):
    s = sorted(map(str, nums), key=cmp_to_key(lambda a, b: (a + b < b + a) - (a + b > b + a)))
    return ("".join(s), s)


def table(rows):
    rows = sorted(rows, key=lambda r: (r.get("score") is None, -(r.get("score") or 0), r["name"]))
    out = []
    for rank, r in enumerate(rows, 1):
        s = r.get("score")
        out.append(f"{rank:>2}. {r['name']:<8} {('n/a' if s is None else format(s, '.1f')):>6}")
    return (out, copy.copy(rows), copy.deepcopy(rows) == rows)


Point = namedtuple("Point", "x y")


Color = namedtuple("Color", ["r", "g", "b"], defaults=[0])


def points(v):
    ps = [Point(*p) for p in v]
    c = Point(sum((p.x for p in ps)) / len(ps), sum((p.y for p in ps)) / len(ps))
    far = max(ps, key=lambda p: math.dist(p, c))
    return (c, far, far._replace(x=0), [p for p in ps if p.x > 0], Color(1, 2), Color(1, 2)._asdict(), dict(zip(ps[0]._fields, ps[0])))


class Stack:
    def __init__(self, items=None):
        self._items = list(items) if items else []

    def push(self, x):
        self._items.append(x)
        return self

    def pop(self):
        if not self._items:
            raise IndexError("pop from empty stack")
        return self._items.pop()

    @property
    def top(self):
        return self._items[-1] if self._items else None

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return bool(self._items)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._items})"


class MaxStack(Stack):
    def __init__(self, items=None):
        super().__init__()
        self.maxes = []
        for x in items or []:
            self.push(x)

    def push(self, x):
        if not self.maxes or x >= self.maxes[-1]:
            self.maxes.append(x)
        return super().push(x)

    def pop(self):
        x = super().pop()
        if x == self.maxes[-1]:
            self.maxes.pop()
        return x


def stacks(v):
    s = MaxStack(v)
    out = []
    try:
        while True:
            out.append((s.pop(), s.maxes[-1] if s.maxes else None, s.top))
    except IndexError as e:
        out.append((str(e), None, None))
    return (out, repr(s), bool(s), len(Stack(v)), repr(Stack(v)))


def convert(v):
    out = []
    for x in v:
        try:
            out.append(int(x))
        except ValueError:
            try:
                out.append(float(x))
            except ValueError:
                out.append(x.strip() or None)
        except TypeError:
            out.append(None)
    return (out, [type(x).__name__ for x in out])


class Temp:
    def __init__(self, c):
        self.c = c

    @property
    def f(self):
        return self.c * 9 / 5 + 32

    @f.setter
    def f(self, v):
        self.c = (v - 32) * 5 / 9

    @classmethod
    def from_f(cls, f):
        t = cls(0)
        t.f = f
        return t

    def __lt__(self, o):
        return self.c < o.c

    def __format__(self, spec):
        return f"{self.c:{spec or '.1f'}}C"


def temps(v):
    ts = sorted((Temp.from_f(x) for x in v))
    return ([round(t.c, 3) for t in ts], [f"{t}" for t in ts], f"{ts[0]:.3f}" if ts else "", [t.f for t in ts])


def trie(words, pre):
    root = {}
    for w in words:
        node = root
        for ch in w:
            node = node.setdefault(ch, {})
        node["$"] = w

    def collect(n):
        out = []
        for k, v in sorted(n.items()):
            if k == "$":
                out.append(v)
            else:
                out += collect(v)
        return out

    node = root
    for ch in pre:
        if ch not in node:
            return []
        node = node[ch]
    return collect(node)


CASES = [
    (tasks, ([(3, "c"), (1, "a"), (-1, "x"), (1, "b")],)),
    (matpow, ([[1, 1], [1, 0]], 5)),
    (bst2, ([5, 2, 8],)),
    (lru, ([("a", 1), ("b", 2), ("a",), ("c", 3), ("b",), ("a",)], 2)),
    (pipeline, (["a = 1", "# no", "name=x=y", ""],)),
    (vecs, ([(1, 2), (0, 0), (3.5, -1)],)),
    (events, (4,)),
    (merges, ({"a": {"x": 1}, "b": 2}, {"a": {"y": 2}, "c": 3})),
    (linked, ([1, 2, 3],)),
    (machine, (["start", "stop", "start", "end", "x"],)),
    (largest, ([3, 30, 34, 5],)),
    (table, ([{"name": "a", "score": 3.5}, {"name": "b"}, {"name": "c", "score": 9}],)),
    (points, ([(1, 2), (3, 4.5), (-1, 0)],)),
    (stacks, ([3, 1, 5, 5],)),
    (convert, (["1", "2.5", " x ", "", None, 3.7],)),
    (temps, ([32, 212, 50.5],)),
    (trie, (["car", "cat", "dog"], "ca")),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
