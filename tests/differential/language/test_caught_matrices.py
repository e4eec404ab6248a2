"""`try` around functions of np.linalg: LinAlgError is asked of the matrix before."""

import numpy as np
import pytest
import unpython as up
from support.outcomes import outcome


def fit_status(A, b):
    status = "ok"
    try:
        x = np.linalg.solve(A, b)
    except np.linalg.LinAlgError:
        status = "singular"
        x = np.linalg.lstsq(A, b, rcond=None)[0]
    return np.round(x, 6), status


def inverse(m):
    try:
        inv = np.linalg.inv(m)
    except np.linalg.LinAlgError as e:
        return None, str(e)
    return inv, "ok"


def solve_or_explain(A, b):
    note = []
    try:
        x = np.linalg.solve(A, b)
    except np.linalg.LinAlgError as e:
        note.append(f"{type(e).__name__}: {e}")
        x = np.linalg.lstsq(A, b, rcond=None)[0]
    else:
        note.append("regular")
    finally:
        note.append("done")
    return np.round(x, 8), "; ".join(note)


def drawn(cov, n, seed):
    try:
        L = np.linalg.cholesky(cov)
    except np.linalg.LinAlgError:
        print("not positive definite")
        return None
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, len(cov)))
    s = z @ L.T
    return np.round(s, 8), np.round(np.linalg.det(cov), 8)


def in_a_loop(ms):
    bad = []
    total = 0.0
    for k in range(ms.shape[0]):
        try:
            total += np.linalg.inv(ms[k]).sum()
        except np.linalg.LinAlgError as e:
            bad.append(f"{k}: {e}")
    return total, bad


def several(m):
    try:
        d = float(np.linalg.det(m @ m.T)) + np.trace(m)
        s = np.linalg.inv(m)
        return round(d, 6), "fine", round(float(s.max()), 6)
    except np.linalg.LinAlgError as e:
        return 0.0, str(e), 0.0


def regularized(A, b):
    lam = 0.0
    for attempt in range(4):
        try:
            x = np.linalg.solve(A + lam * np.eye(len(A)), b)
            break
        except np.linalg.LinAlgError:
            lam = 1e-3 if lam == 0 else lam * 10
    else:
        return None, "failed", lam
    return x, "ok", lam


def of_other_sizes(A, b):
    try:
        x = np.linalg.solve(A, b)
    except np.linalg.LinAlgError:
        return "singular", 0.0
    return "ok", round(float(x.sum()), 6)


SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]])
REGULAR = np.array([[2.0, 1.0], [1.0, 3.0]])
WHOLE = np.array([[2, 1], [1, 1]])
SIDE = np.array([1.0, 2.0])
MATRICES = [SINGULAR, REGULAR, WHOLE, np.ones((2, 3)), np.zeros((0, 0)), np.ones((30, 30)), np.eye(30), np.array([[np.nan, 1], [1, 1]])]


def check(function, *given):
    found, expected = outcome(up.jit(strict=True)(function), list(given)), outcome(function, list(given))
    assert _rounded(found) == _rounded(expected)


def _rounded(shown):
    """With a few digits of the items of arrays: the last ones are those of LAPACK."""
    if isinstance(shown, tuple) and len(shown) == 4 and isinstance(shown[3], bytes):
        return (*shown[:3], (np.round(np.frombuffer(shown[3], dtype=shown[1]), 6) + 0.0).tolist().__repr__())
    return [_rounded(part) for part in shown] if isinstance(shown, (tuple, list)) else shown


@pytest.mark.parametrize("function", [fit_status, solve_or_explain, regularized])
def test_solved(function):
    for m in (SINGULAR, REGULAR, WHOLE):
        check(function, m, SIDE)


@pytest.mark.parametrize("function", [inverse, several])
def test_of_one(function):
    for m in MATRICES:
        check(function, m)


def test_complex():
    check(inverse, np.array([[1j, 0], [0, 1]]))


def test_drawn(capsys):
    for m in (SINGULAR, REGULAR, np.diag([1.0, -1.0])):
        expected = drawn(m, 3, 1) is None, capsys.readouterr().out
        assert (up.jit(strict=True)(drawn)(m, 3, 1) is None, capsys.readouterr().out) == expected


def test_in_a_loop():
    check(in_a_loop, np.stack([SINGULAR, REGULAR, SINGULAR, np.eye(2)]))
    check(in_a_loop, np.zeros((0, 2, 2)))


@pytest.mark.parametrize("side", [SIDE, np.ones(3), np.ones((2, 2))])
def test_of_other_sizes(side):
    for m in (SINGULAR, REGULAR, np.ones((2, 3))):
        check(of_other_sizes, m, side)
