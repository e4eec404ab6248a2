"""Dicts of tuples that stand around a function, are given, or are asked where they are written, and values that a function inside keeps in a
dict while it goes through a list: CPython's."""

import pytest
from support.outcomes import check_machine_code, name_of

STEPS = {"U": (0, 1), "D": (0, -1), "L": (-1, 0)}


def walked(moves):
    x = y = 0
    for c in moves:
        dx, dy = STEPS[c]
        x, y = x + dx, y + dy
    return x, y


def walked_by_lines(lines):
    x = y = 0
    for line in lines:
        c, n = line.split()
        if c not in STEPS:
            continue
        x += STEPS[c][0] * int(n)
        y += STEPS[c][1] * int(n)
    return x, y


def or_else(moves):
    x = y = 0
    for c in moves:
        dx, dy = STEPS.get(c, (5, 5))
        x, y = x + dx, y + dy
    return x, y


def given(moves, steps):
    x = y = 0
    for c in moves:
        dx, dy = steps[c]
        x, y = x + dx, y + dy
    return x, y


def written_where_asked(moves):
    x = y = 0
    seen = {(0, 0)}
    for d in moves:
        dx, dy = {"N": (0, 1), "S": (0, -1), "E": (1, 0), "W": (-1, 0)}[d]
        x += dx
        y += dy
        seen.add((x, y))
        x += {"N": 5, "S": 7}.get(d, 0)
    return x, y, len(seen)


def fewest_coins(amount, coins):
    memo = {0: 0}

    def best(a):
        if a in memo:
            return memo[a]
        out = 10**9
        for c in coins:
            if c <= a:
                out = min(out, 1 + best(a - c))
        memo[a] = out
        return out

    return best(amount)


CASES = [
    (walked, "UUDL"),
    (walked_by_lines, ["U 3", "D 1", "X 9"]),
    (or_else, "UUX"),
    (given, "UUX", {"U": (1.5, 2), "X": (2.5, 7)}),
    (written_where_asked, "NNESWWWS"),
    (fewest_coins, 11, [1, 2, 5]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_compiled_as_a_whole(case):
    check_machine_code(case)


def test_other_steps():
    import unpython as up

    compiled = up.jit(walked, strict=True)
    assert compiled("UD") == walked("UD")
    STEPS["U"] = (7, 7)
    STEPS["R"] = (1, 0)
    try:
        assert compiled("UR") == walked("UR")
        del STEPS["L"]
        for moves in ("LU", "Z"):
            with pytest.raises(KeyError) as found:
                compiled(moves)
            assert found.value.args == (moves[0],)
    finally:
        STEPS.update({"U": (0, 1), "L": (-1, 0)})
        del STEPS["R"]
