"""A second name for a list of texts that lies in another list."""

import pytest
import unpython as up
from support.outcomes import outcome


def total(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head, body = rows[0], rows[1:]
    i = head.index("qty")
    return sum(int(r[i]) for r in body)


def columns(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    rows.pop(0)
    found = {}
    for r in rows:
        for name, value in zip(head, r):
            found.setdefault(name, []).append(len(value))
    return found


def of_given(rows):
    first = rows[0]
    last = rows[-1]
    return first == last, len(first), first[0] + last[0], "a" in first


CSV = "name,qty\na,1\nb,22\n"
CALLS = [(total, CSV), (total, "qty"), (total, ""), (columns, CSV), (of_given, [["a", "b"], ["c", "d"]]), (of_given, [["a", "b"]])]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_read(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


def grows(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    head.append("x")
    return rows


def returned(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    return head, rows


def changed_there(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    rows[0][0] = "changed"
    return ",".join(head)


def others_grow(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    for r in rows:
        r.append("z")
    return len(head), rows


def replaced(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    rows[0] = ["q"]
    return [len(h) for h in head], rows


def sorted_there(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    rows.sort(reverse=True)
    rows.insert(0, ["z"])
    return ",".join(head), rows


def kept(csv):
    rows = [line.split(",") for line in csv.splitlines()]
    head = rows[0]
    found = [head]
    other = head
    other.append("y")
    return found, rows


@pytest.mark.parametrize("function", [grows, returned, changed_there, others_grow, replaced, sorted_there, kept])
def test_what_somebody_could_tell(function):
    assert outcome(up.jit(strict=False)(function), (CSV,)) == outcome(function, (CSV,))
