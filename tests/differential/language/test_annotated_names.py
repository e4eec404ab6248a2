"""`x: T = value` is what `x = value` is, also where other words are looked for."""

from dataclasses import dataclass

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def anagrams(words: list[str]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for w in words:
        key: str = "".join(sorted(w))
        if key not in groups:
            groups[key] = []
        groups[key].append(w)
    return {k: v for k, v in groups.items() if len(v) > 1}


def remembered(n: int) -> list[int]:
    memo: dict[int, int] = {}

    def f(k: int) -> int:
        r: int
        if k < 2:
            return k
        if k in memo:
            return memo[k]
        r = f(k - 1) + f(k - 2)
        memo[k] = r
        return r

    return [f(i) for i in range(n)]


def with_a_class(n):
    @dataclass
    class P:
        x: int = 0
        y: float = 1.5

    points: list[P] = [P(i) for i in range(n)]
    return sum(p.x + p.y for p in points)


def counted(d: dict[str, int], text: str) -> dict[str, int]:
    for w in text.split():
        c: int = d.get(w, 0)
        d[w] = c + 1
    return d


def never_given(n):
    x: nowhere[0]  # noqa: F821
    if n > 3:
        x = 1
    return x


def of_items(a):
    m: np.ndarray = np.zeros(3)
    m[0]: float = 2.0
    best: float | None = None
    for v in a:
        if best is None or v > best:
            best = v
    return m.tolist(), best


CALLS = [
    (anagrams, ["listen", "silent", "abc", "cab", "xyz"]), (remembered, 8), (with_a_class, 3), (counted, {"a": 1}, "a b a"),
    (never_given, 5), (never_given, 2), (of_items, [1.0, 3.0]), (of_items, []),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_annotated_names(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)
