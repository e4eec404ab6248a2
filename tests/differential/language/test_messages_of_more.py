"""Messages that show lists, dicts and sets, and what is made of them."""

import re

import pytest
import unpython as up
from support.outcomes import name_of, outcome


def those_left(numbers):
    nodes = set()
    for a in numbers:
        nodes.add(a)
    order = [1]
    if len(order) < len(nodes):
        raise ValueError(f"cycle among {sorted(nodes - set(order))}")
    return order


def whole_dict(numbers):
    nodes = {a: 1 for a in numbers}
    if len(nodes) > 1:
        raise ValueError(f"cycle among {nodes}")
    return len(nodes)


def joined(numbers):
    left = [n for n in numbers if n > 2]
    if left:
        raise ValueError("left: " + ", ".join(str(n) for n in left))
    return len(numbers)


def the_set_itself(numbers):
    seen = set()
    for d in numbers:
        if d in seen:
            raise KeyError(seen)
        seen.add(d)
    return len(seen)


def asserted(numbers):
    seen = set()
    for d in numbers:
        assert d not in seen, f"twice {d}: {sorted(seen)}"
        seen.add(d)
    return len(seen)


def behind_a_search(text):
    tokens = []
    for token in re.findall(r"\d+|\S", text):
        if not token[0].isdigit() and token not in "+-":
            raise SyntaxError(f"unexpected {token!r} after {len(tokens)} tokens")
        tokens.append(token)
    return " ".join(tokens)


def behind_an_entry(text):
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        key, sign, value = line.partition(":")
        if not sign:
            raise SyntaxError(f"line {number}: {line!r}")
        found[key.strip()] = value.strip()
    return found


def caught(numbers):
    def check(n, seen):
        if n in seen:
            raise ValueError(f"{seen}")
        return n

    seen = []
    failed = 0
    for n in numbers:
        try:
            seen.append(check(n, seen))
        except ValueError:
            failed += 1
    return seen, failed


CASES = [
    *((f, n) for f in (those_left, whole_dict, joined, the_set_itself, asserted, caught) for n in ([1], [1, 1], [1, 2, 3], [])),
    (behind_an_entry, "a: 1\nb : 2"), (behind_an_entry, "a: 1\n\nb : 2"), (behind_an_entry, ""),
    (behind_a_search, "12 +3"), (behind_a_search, "1 * 2"),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_calls(case):
    function, *given = case
    assert outcome(up.jit(strict=function is not caught)(function), given) == outcome(function, given)


def after_a_change(values, n):
    values[0] = n
    if n > 2:
        raise ValueError(f"{[n, n]}")
    return n


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("n", [1, 3])
def test_what_the_caller_sees(n):
    for given in ([[5, 6], n], [[5.0], n]):
        assert outcome(up.jit(strict=False)(after_a_change), given) == outcome(after_a_change, given)
