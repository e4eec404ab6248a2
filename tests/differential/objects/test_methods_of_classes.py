"""What classes say besides methods: constants, static and class methods, super(), item assignment, what @dataclass makes, their order."""

from dataclasses import dataclass, field

import pytest
import unpython as up
from support.outcomes import outcome

WORDS = ["b,2", "a,1", "", "c", "b,2", "it's,3"]


def upper(s):
    return s.upper()


def number(s):
    if not s.isdigit():
        raise ValueError("no number: " + s)
    return int(s)


class Bag:
    SEP = ","
    WIDTH = 2
    KEPT = True

    def __init__(self, first):
        self.parts = first.split(self.SEP)

    def add(self, s):
        self.parts.append(upper(s))
        return len(self.parts) * self.WIDTH

    def joined(self):
        return self.SEP.join(self.parts)

    @staticmethod
    def cleaned(s):
        return s.strip().lower()

    @classmethod
    def of(cls, s):
        return cls(cls.cleaned(s))



class Long(Bag):
    SEP = ";"


class Named:
    def __init__(self, name):
        self.name = name

    def shown(self):
        return "<" + self.name + ">"

    def __str__(self):
        return "N " + self.name

    def __len__(self):
        return 3

    def __lt__(self, other):
        return self.name < other.name


class Counted(Named):
    def __init__(self, name, n=1):
        n = n + 1
        super().__init__(name + "!")
        self.n = n

    def shown(self):
        return super().shown() * self.n


class Third(Counted):
    def __init__(self, name):
        super().__init__(name, n=2)
        self.third = len(name)

    def shown(self):
        return "3" + super().shown()


class Store:
    def __init__(self):
        self.d = {}

    def __setitem__(self, k, v):
        self.d[k.lower()] = v


class Ordered:
    def __init__(self, name, n):
        self.name = name
        self.n = n

    def __lt__(self, other):
        return (self.n, self.name) < (other.n, other.name)

    def __eq__(self, other):
        return self.n == other.n


@dataclass(order=True)
class Song:
    title: str
    year: int = 0


@dataclass
class Point:
    name: str
    x: float = 0.0
    hidden: int = field(default=1, repr=False, compare=False)


def constants(s):
    b = Bag(s)
    return b.joined(), b.SEP, b.WIDTH, len(b.parts), b.add("q"), b.KEPT


def made_by_class(s):
    b = Bag.of(s)
    c = Long.of(s)
    return b.joined(), c.joined(), b.cleaned("X ")


def methods_call_functions(a):
    b = Bag("x")
    n = 0
    for s in a:
        n += b.add(s)
    return b.parts, n


def behind(s, n):
    c = Counted(s, n)
    t = Third(s)
    return c.shown(), c.name, c.n, t.shown(), t.n, t.third


def stored(a):
    s = Store()
    for i, w in enumerate(a):
        s[w] = i
    return len(s.d)


def formatted(s, n):
    return f"[{Named(s)}]{n:>4}{Named(s + s)!s}|{Counted(s, n).shown()}"


def sorted_ones(a):
    songs = [Song(s, len(s)) for s in a]
    ordered = [Ordered(s, len(s)) for s in a]
    songs.sort()
    ordered.sort(reverse=True)
    return [s.title for s in songs], [o.name for o in ordered], [s.title for s in sorted(songs, reverse=True)], max(ordered).name, min(songs).title


def compared(s, t, n):
    p = Song(s, n)
    q = Song(t, n)
    return p == q, p != q, p == p


def compared_by_methods(m, n):
    a = Ordered(m, n)
    b = Ordered(n, m)
    return a == b, a != b, a < b, a > b


def made_texts(s, n):
    return str(Song(s, n)), repr(Song(s)), f"{Song(s, n)!r} {Point(s, 1.5)}"


def equal_points(s, x):
    p = Point(s, x)
    q = Point(s, x, 2)
    return p == q, p != q


def raises(a):
    b = Bag("")
    for s in a:
        b.parts.append(str(number(s)))
    return b.parts


CALLS = [
    *((f, (s,)) for f in (constants, made_by_class) for s in ["a,b", "", " A,b "]),
    *((f, (a,)) for f in (methods_call_functions, sorted_ones) for a in (WORDS, ["x"], ["a", "b", "A"])),
    *((stored, (a,)) for a in (["A,1", "b", "c", "B"], ["A,1"], ["b"], ["A,1", ""])),
    *((behind, (s, n)) for s in ("ab", "") for n in (1, 0)),
    *((formatted, (s, n)) for s in ("ab", "") for n in (1, 12345)),
    *((compared, (s, t, n)) for s in ("ab", "b") for t in ("ab", "") for n in (0, 2)),
    *((compared_by_methods, (m, n)) for m in (0, 1) for n in (1, 2)),
    *((made_texts, (s, n)) for s in ("ab", "it's", 'q"', "") for n in (0, -2)),
    *((equal_points, (s, x)) for s in ("a", "") for x in (1.5, -0.0)),
    *((raises, (a,)) for a in (["1", "22"], ["1", "x"], [""])),
]


@pytest.mark.parametrize(("function", "arguments"), CALLS, ids=lambda v: getattr(v, "__name__", None))
def test_as_python_says(function, arguments):
    assert outcome(up.jit(function, strict=True), list(arguments)) == outcome(function, list(arguments))


def test_a_constant_and_a_method_that_are_set_anew(monkeypatch):
    compiled = up.jit(strict=True)(constants)
    assert outcome(compiled, ["a,b"]) == outcome(constants, ["a,b"])
    monkeypatch.setattr(Bag, "SEP", "b")
    assert outcome(compiled, ["a,b"]) == outcome(constants, ["a,b"])
    made = up.jit(strict=True)(made_by_class)
    assert outcome(made, ["a,b"]) == outcome(made_by_class, ["a,b"])
    monkeypatch.setattr(Bag, "cleaned", staticmethod(upper))
    assert outcome(made, ["a,b"]) == outcome(made_by_class, ["a,b"])
    monkeypatch.setattr(Named, "shown", lambda self: "?")
    assert outcome(up.jit(behind), ["a", 2]) == outcome(behind, ["a", 2])


def test_fields_that_are_nan():
    compiled = up.jit(strict=False)(equal_points)  # Python asks whether they are one object
    assert outcome(compiled, ["a", float("nan")]) == outcome(equal_points, ["a", float("nan")])
