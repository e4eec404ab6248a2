"""Lists of sets that a function makes, and whose sets get items by their place."""

import pytest
import unpython as up
from support.outcomes import outcome


def boxes(board):
    rows = [set() for _ in range(4)]
    cols = [set() for _ in range(4)]
    parts = [set() for _ in range(4)]
    for i in range(4):
        for j in range(4):
            v = board[i][j]
            if v == 0:
                continue
            b = (i // 2) * 2 + j // 2
            if v in rows[i] or v in cols[j] or v in parts[b]:
                return False
            rows[i].add(v)
            cols[j].add(v)
            parts[b].add(v)
    return True


FULL = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
BOARDS = [FULL, [[0] * 4 for _ in range(4)], [[1, 0, 0, 1], *FULL[1:]], [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4, [0] * 4], FULL[:3]]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_boxes(board):
    assert outcome(up.jit(boxes, strict=True), [board]) == outcome(boxes, [board])


def from_the_end(xs, n):
    rows = [set() for _ in range(n)]
    for x in xs:
        rows[-1].add(x)
        rows[x].add(n)
    return [len(r) for r in rows], len(rows)


def in_order(xs, n):
    rows = [set() for _ in range(n)]
    for x in xs:
        rows[x % 2].add(x)
    return [v for r in rows for v in r]


def numbered(xs, n):
    rows = [set() for _ in xs]
    for i, x in enumerate(xs):
        rows[x].add(i * n)
    t = 0
    for i, r in enumerate(rows):
        for v in r:
            t = t * 3 + i * v
    return t


def made_again(xs, n):
    t = 0
    for k in range(n):
        rows = [set() for _ in range(k + 1)]
        for x in xs:
            rows[k].add(x)
        t += sum(len(r) for r in rows)
    return t


def caught(xs, n):
    rows = [set() for _ in range(n)]
    for x in xs:
        try:
            rows[x].add(x)
        except IndexError:
            rows[0].add(-x)
    return [sorted(r) for r in rows]


def one_set_with_two_names(xs, n):
    rows = [set() for _ in range(n)]
    s = rows[0]
    for x in xs:
        s.add(x)
    return len(rows[0])


def returned(xs, n):
    rows = [set() for _ in range(n)]
    for x in xs:
        rows[x].add(n)
    return rows


def one_set_at_all_places(xs, n):
    rows = [set()] * n
    for x in xs:
        rows[x].add(x)
    return [len(r) for r in rows]


CALLS = [([1, 0, 1], 2), ([], 0), ([0], 0), ([5], 2), ([33, 1, 17, 8, 64, 2], 2), ([-2, 1, 0], 3)]


@pytest.mark.parametrize("given", CALLS, ids=str)
@pytest.mark.parametrize("function", [from_the_end, in_order, numbered, made_again], ids=lambda f: f.__name__)
def test_places(function, given):
    assert outcome(up.jit(function, strict=True), given) == outcome(function, given)


@pytest.mark.parametrize("given", CALLS, ids=str)
@pytest.mark.parametrize("function", [caught, one_set_with_two_names, returned, one_set_at_all_places], ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_others_run_in_python_or_agree(function, given):
    assert outcome(up.jit(function, strict=False), given) == outcome(function, given)


def by_length(words):
    groups = [set() for _ in range(3)]
    for w in words:
        groups[len(w)].add(w)
    return sorted(groups[1]), len(groups[2])


@pytest.mark.parametrize("words", [["a", "b", "aa", "a"], [""], ["aaaa"]], ids=str)
def test_texts(words):
    assert outcome(up.jit(by_length, strict=True), [words]) == outcome(by_length, [words])
