"""`case {"a": x, **rest}`, and chain.from_iterable, among any values."""

import itertools
from itertools import chain

import pytest
from support.outcomes import check_machine_code, name_of


def commands(given):
    out = []
    for c in given:
        match c:
            case {"op": "add", "x": x, **rest} if rest:
                out.append((x, rest, list(rest)))
            case {"op": op, **kw}:
                out.append((op, kw))
            case {**everything}:
                out.append(everything)
            case other:
                out.append(other)
    return out, given


def changed(d):
    match d:
        case {"a": 1, **rest}:
            rest["new"] = d["a"]
            return rest, d
        case {"b": [x, *_], **rest}:
            return x, rest
    return "none", None


def chained(v):
    def runs():
        for k, g in itertools.groupby(v):
            yield k, sum(1 for _ in g)

    found = list(runs())
    return found, list(itertools.chain.from_iterable([k] * n for k, n in found)), "x"


def chained_lists(v, words):
    out = []
    for x in chain.from_iterable(v):
        out.append(x)
    return out, sum(chain.from_iterable(v)), {x: None for x in chain.from_iterable(v)}, "".join(chain.from_iterable(words)), sorted(chain.from_iterable(v))


CASES = [
    (commands, [{"op": "add", "x": 1, "y": 2}, {"op": "add", "x": 1}, {"op": "sub"}, {"z": 5}, 3]),
    (commands, []),
    (changed, {"a": 1, "z": "q"}),
    (changed, {"b": [7, 8], "k": None}),
    (changed, {}),
    (chained, [1, 1, 0, 1]),
    (chained, []),
    (chained_lists, [[1, 2], [], [3]], ["ab", "c"]),
]


@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_values(case):
    check_machine_code(case)
