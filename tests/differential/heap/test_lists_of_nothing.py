"""Lists that are empty when the call gives them, before what is done with their items and has no words without them."""

import statistics

import numpy as np
import pytest
import unpython as up
from support.left import left_by


def stack_series(series):
    if not series:
        return np.empty((0, 0)), []
    longest = max(len(s) for s in series)
    padded = [np.concatenate([s, np.full(longest - len(s), np.nan)]) for s in series]
    mat = np.vstack(padded)
    tails = [s[-2:].tolist() for s in series]
    tails.sort(key=lambda t: (len(t), t))
    return mat, tails


def norms(vectors, scale=None):
    out = []
    for v in vectors:
        w = v / np.linalg.norm(v)
        if scale is not None:
            w = w * scale
        out.append(w.round(3))
    total = sum(len(w) for w in out)
    if out:
        return np.stack(out).mean(axis=0), total
    return None, total


def by_key(rows):
    groups = {}
    for key, arr in rows:
        groups.setdefault(key, []).append(arr)
    res = {}
    for k, arrs in groups.items():
        m = np.concatenate(arrs)
        res[k] = (m.min(), np.median(m))
    return res, len(groups)


def raises(series):
    if not series:
        raise ValueError("no series given")
    return np.vstack(series).sum(axis=0), statistics.mean([float(s[0]) for s in series])


def changes(rows, log):
    log.append(len(rows))
    for r in rows:
        r.resize(3)
        log.append(np.histogram(r, bins=2)[0].tolist())
    return log


CASES = [
    (stack_series, ([],)),
    (norms, ([], 2.0)),
    (by_key, ([("a", np.array([1.0, 3.0])), ("b", np.array([2.0]))],)),
    (by_key, ([],)),
    (raises, ([],)),
    (changes, ([], [5])),
]


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    assert left_by(compiled, arguments) == left_by(function, arguments)
    assert compiled.ran_on == "cpu"
