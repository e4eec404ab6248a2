"""Local names with annotations, which are as those without."""

from collections import defaultdict, deque

import pytest
from support.outcomes import check_machine_code, name_of


def underflow(text):
    stack: list[float] = []
    for token in text.split():
        if token == "+":
            if len(stack) < 2:
                raise IndexError("stack underflow")
            stack.append(stack.pop() + stack.pop())
        else:
            stack.append(float(token))
    return stack[0]


def counted(words):
    d: dict[str, int] = {}
    for w in words:
        d[w] = d.get(w, 0) + 1
    return d


def largest(x):
    best: float | None = None
    for v in x:
        if best is None or v > best:
            best = v
    return best


def reached(n):
    seen: set[int] = set()
    q: deque[int] = deque([0])
    while q:
        i = q.popleft()
        if i in seen or i > n:
            continue
        seen.add(i)
        q.append(i + 2)
        q.append(i * 3)
    return sorted(seen)


def grouped(edges):
    graph: dict[int, list[int]] = defaultdict(list)
    for a, b in edges:
        graph[a].append(b)
    return {k: len(v) for k, v in graph.items()}


def stored(n):
    rows: list[list[int]] = [[0] * n for _ in range(n)]
    rows[0][1]: int = 3
    return rows


def kept(n):
    memo: dict[int, int] = {}

    def f(k: int) -> int:
        if k < 2:
            return k
        if k not in memo:
            memo[k] = f(k - 1) + f(k - 2)
        return memo[k]

    return f(n)


def declared(x):
    y: int
    y = x + 1
    return y


def upper(s):
    out: list[str] = []
    for w in s.split():
        out.append(w.upper())
    return out


def given_twice(x):
    t: int = 1
    t: float = 2.5
    return t


@pytest.mark.parametrize("case", [
    (underflow, "3 4 +"), (counted, ["a", "b", "a"]), (largest, [1.0, 3.0]), (largest, []), (reached, 9), (grouped, [(1, 2), (1, 3)]),
    (stored, 2), (kept, 9), (declared, 1), (upper, "a b"), (given_twice, 1),
], ids=name_of)  # fmt: skip
def test_annotations(case):
    check_machine_code(case)
