"""What a class has for all its objects: tuples, lists and dicts, named by its methods and by functions."""

import pytest
import unpython as up
from support.outcomes import outcome


class Light:
    ORDER = ("red", "green", "amber")
    TIMES = {"red": 3, "green": 4, "amber": 1}
    MOVES = ((0, 1), (1, 0))

    def __init__(self, index=0):
        self.index = index
        self.left = self.TIMES["red"]
        self.first = self.ORDER[0]

    @property
    def state(self):
        return self.ORDER[self.index]

    def tick(self):
        self.left -= 1
        if self.left == 0:
            self.index = (self.index + 1) % len(self.ORDER)
            self.left = self.TIMES[self.state]

    def moved(self):
        return [(a + self.index, b) for a, b in self.MOVES]


class LateLight(Light):
    ORDER = ("off", "on")


class Prices:
    RATES = {"a": 1.0, "b": 2.0}
    STEPS = [1.0, 2.5]
    SEEN = [0]

    def __init__(self, factor):
        self.factor = factor

    def of(self, kind):
        return self.factor * self.RATES[kind]

    def either(self, kind):
        return self.factor * self.RATES.get(kind, 0.5)

    def steps(self):
        return sum(self.STEPS) * self.factor

    def see(self, n):
        self.SEEN.append(n)


def states(n):
    light = Light()
    found = []
    for _ in range(n):
        light.tick()
        found.append(light.state)
    return found, light.left


def late(n):
    return LateLight(n).state


def first_of(n):
    return Light(n).state


def several(n):
    lights = [Light(i) for i in range(n)]
    for light in lights:
        light.tick()
    return [light.state for light in lights], lights


def moved(n):
    return Light(n).moved()


def named(i, words):
    return Light.ORDER[i % len(Light.ORDER)].upper(), [w for w in words if w in Light.ORDER]


def prices(factor, kinds):
    p = Prices(factor)
    return [p.of(k) for k in kinds], p.steps()


def either(factor, kinds):
    p = Prices(factor)
    total = 0.0
    for k in kinds:
        total += p.either(k)
    return total


def seen(n):
    p = Prices(1.0)
    p.see(n)
    return list(p.SEEN)


CASES = [
    (states, (0,)), (states, (9,)), (late, (0,)), (late, (1,)), (late, (2,)), (first_of, (2,)), (first_of, (-1,)), (first_of, (3,)),
    (several, (0,)), (several, (3,)), (several, (4,)), (moved, (2,)), (named, (4, ["red", "x"])),
    (prices, (2.0, ["a", "b"])), (prices, (2.0, ["a", "z"])), (either, (2.0, ["a", "z"])),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given"), CASES)
def test_result(function, given):
    compiled = up.jit(strict=True)(function)
    assert outcome(compiled, given) == outcome(function, given)


def test_what_changes_between_calls(monkeypatch):
    compiled = up.jit(strict=True)(prices)
    assert compiled(2.0, ["a"]) == prices(2.0, ["a"])
    monkeypatch.setitem(Prices.RATES, "a", 7.0)
    assert compiled(2.0, ["a"]) == prices(2.0, ["a"]) == ([14.0], 7.0)
    monkeypatch.setattr(Prices, "RATES", {"a": 0.5, "c": 1.0})
    monkeypatch.setattr(Prices, "STEPS", [1.0])
    assert compiled(2.0, ["a", "c"]) == prices(2.0, ["a", "c"]) == ([1.0, 2.0], 2.0)


def test_another_tuple(monkeypatch):
    compiled = up.jit(strict=True)(first_of)
    assert compiled(1) == "green"
    monkeypatch.setattr(Light, "ORDER", ("a", "b"))
    assert compiled(1) == "b"


def test_a_list_of_the_class_changes(monkeypatch):
    monkeypatch.setattr(Prices, "SEEN", [0])
    compiled = up.jit(strict=True)(seen)
    assert compiled(3) == [0, 3]
    assert seen(4) == compiled(4)[:-1] == [0, 3, 4]
    assert Prices.SEEN == [0, 3, 4, 4]
