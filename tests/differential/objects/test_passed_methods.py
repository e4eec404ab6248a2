"""Methods that are given to max, map and sorted, properties of named tuples, and objects that are made in a `try`."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest
import unpython as up
from support.outcomes import outcome


class Big(NamedTuple):
    name: str
    qty: int

    @property
    def big(self):
        return self.qty > 5


class Morph:
    def __init__(self, form, gloss):
        self.form = form
        self.gloss = gloss

    def __add__(self, other):
        return Morph(self.form + other.form, self.gloss + "-" + other.gloss)

    def __len__(self):
        return len(self.form)

    def __repr__(self):
        return f"<{self.form}>"

    def weight(self):
        return -len(self.form)


@dataclass
class Place:
    name: str
    x: float
    y: float = 0.0


def big_names(rows):
    items = [Big(n, q) for n, q in rows]
    return [i.name for i in items if i.big]


def words(stems, endings):
    ms = [Morph(f, g) for f, g in stems]
    es = [Morph(f, g) for f, g in endings]
    return [repr(m + e) for m in ms for e in es], max(map(len, ms)), [m.gloss for m in sorted(ms, key=Morph.weight)]


def places(lines):
    out, bad = [], 0
    for line in lines:
        try:
            name, x = line.split(",")
            out.append(Place(name.strip(), float(x)))
        except ValueError:
            bad += 1
    return [(p.name, p.x + p.y) for p in out], bad


_PAIRS = [("am", "love"), ("rosa", "rose"), ("a", "in")]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("function", "given"),
    [(big_names, ([("a", 3), ("b", 9)],)), (words, (_PAIRS, _PAIRS[:1])), (places, (["a,1", "b", "c,x", " d,4"],))],
)
def test_as_in_python(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)
