"""The largest key of a dict where a method of another name, or of the dict itself, takes it."""

from collections import Counter, defaultdict

import pytest
import unpython as up
from support.outcomes import outcome


def rounds(votes, candidates):
    remaining = set(candidates)
    while len(remaining) > 1:
        tally = {c: 0 for c in sorted(remaining)}
        for vote in votes:
            for choice in vote:
                if choice in remaining:
                    tally[choice] += 1
                    break
        remaining.discard(min(tally, key=tally.get))
    return sorted(remaining)


def taken_out(text):
    counts, found = {}, []
    for w in text.split():
        counts[w] = counts.get(w, 0) + 1
    while len(counts) > 1:
        counts.pop(max(counts, key=counts.get))
        found.append(len(counts))
        del counts[min(counts, key=counts.get)]
    return found, counts


def of_a_counter(xs):
    counts, found = Counter(xs), []
    found.append(max(counts, key=counts.get))
    found.insert(0, min(counts, key=counts.get))
    found.extend(sorted(counts, key=counts.get))
    found.append(max(counts.items(), key=lambda kv: kv[1])[0])
    return found


CALLS = [
    (rounds, [["a", "b"], ["b", "c"], ["c"]], ["a", "b", "c"]), (taken_out, "a b a c b a dd"), (taken_out, ""),
    (of_a_counter, [1, 2, 2, 5, 3]), (of_a_counter, []),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0].__name__)
def test_largest(call):
    function, *arguments = call
    assert outcome(up.jit(strict=True)(function), arguments) == outcome(function, arguments)


def grows_meanwhile(xs):
    counts, found = defaultdict(int), []
    for x in xs:
        counts[x] += 1
    found.append(counts[77] + max(counts, key=counts.get))
    found.append(max(counts, key=counts.get) + counts[78])
    return found, len(counts)


def pops_meanwhile(xs):
    counts, found = {x: 1 for x in xs}, []
    found.append((max(counts, key=counts.get), counts.pop(max(counts))))
    return found, counts


@pytest.mark.parametrize("function", [grows_meanwhile, pops_meanwhile])
def test_a_dict_that_changes_meanwhile(function):
    assert outcome(up.jit(strict=False)(function), ([1, 2, 2],)) == outcome(function, ([1, 2, 2],))
