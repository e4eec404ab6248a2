"""Paths of a search that are kept: lists that each call makes anew, and tuples of them; parts of a result that may be None."""

import pytest
import unpython as up
from support.outcomes import outcome


def subsets(nums):
    out = []

    def walk(i, path):
        if i == len(nums):
            out.append(path)
            return
        walk(i + 1, path)
        walk(i + 1, path + [nums[i]])

    walk(0, [])
    return out


def every_node(nums):
    out = []

    def walk(i, path):
        out.append(path)
        if i < len(nums):
            walk(i + 1, path)
            walk(i + 1, path + [nums[i]])

    walk(0, [])
    out[0].append(7)
    return out


def kept_twice(n):
    out = []

    def walk(i, path):
        if i == n:
            out.append(path)
            out.append(path)
            return
        walk(i + 1, path + [i])

    walk(0, [])
    return out, out[0] is out[-1]


def in_a_loop(n):
    out = []

    def walk(i, path):
        if i == n:
            for _ in range(2):
                out.append(path)
            return
        walk(i + 1, path + [i])

    walk(0, [])
    return out


def changed_later(n):
    out = []

    def walk(i, path):
        if i == n:
            out.append(path)
            path.append(5)
            return
        walk(i + 1, path + [i])

    walk(0, [])
    return out


def words(n):
    out = []

    def walk(i, path):
        if i == n:
            out.append(path)
            return
        for c in range(2):
            walk(i + 1, path + [c])

    walk(0, [])
    return out


def queens(n):
    solutions = []

    def place(row, cols, diag1, diag2, board):
        if row == n:
            solutions.append(tuple(board))
            return
        for c in range(n):
            if c in cols or row + c in diag1 or row - c in diag2:
                continue
            place(row + 1, cols | {c}, diag1 | {row + c}, diag2 | {row - c}, board + [c])

    place(0, set(), set(), set(), [])
    return len(solutions), solutions[0] if solutions else None


def first_list(n):
    out = []
    for i in range(n):
        out.append([i] * i)
    return len(out), out[0] if out else None, out[-1] if len(out) > 1 else None


def first_tuple(n):
    out = []
    for i in range(n):
        p = [i] * i
        out.append(tuple(p))
    if len(out) > 2:
        return len(out), out[-1]
    return n, None


def first_pair(n):
    out = [(i, i * i) for i in range(n)]
    return n, out[0] if out else None


def tuple_and_text(n):
    out = []
    for i in range(n):
        out.append(tuple(v for v in range(i)))
    return out[-1], str(n), len(out)


CASES = [
    *((f, [([1, 2, 3],), ([],), ([0.5],)]) for f in (subsets, every_node)),
    *((f, [(0,), (1,), (3,)]) for f in (kept_twice, in_a_loop, changed_later, words, first_list, first_tuple, first_pair)),
    (queens, [(4,), (3,), (1,), (0,)]),
    (tuple_and_text, [(3,), (1,), (0,)]),
]


@pytest.mark.parametrize(("function", "calls"), CASES, ids=[function.__name__ for function, _ in CASES])
def test_paths(function, calls):
    compiled = up.jit(function, strict=False)
    for arguments in calls:
        assert outcome(compiled, arguments) == outcome(function, arguments), arguments


@pytest.mark.parametrize("function", [subsets, words, queens, first_tuple, first_pair, tuple_and_text])
def test_they_are_compiled(function):
    arguments = next(calls for f, calls in CASES if f is function)[-1 if function is not subsets else 0]
    assert outcome(up.jit(function, strict=True), arguments) == outcome(function, arguments)


def begun_with_a_name(n):
    out = []
    path = []

    def walk(i, path):
        if i == n:
            out.append(path)
            return
        walk(i + 1, path + [i])
        walk(i + 1, path)

    walk(0, path)
    path.append(4)
    return out


def test_a_path_that_is_begun_outside():
    for n in (0, 1, 2):
        assert outcome(up.jit(begun_with_a_name, strict=False), (n,)) == outcome(begun_with_a_name, (n,))
