"""itertools.cycle beside something that ends, and in a loop that `break` or `return` ends."""

import copy
import itertools
import string
from itertools import cycle

import pytest
import unpython as up


def vigenere(plain, key):
    alphabet = string.ascii_uppercase
    key = key.upper()
    return "".join(alphabet[(alphabet.index(p) + alphabet.index(k)) % 26] for p, k in zip(plain, itertools.cycle(key)))


def codes(plain, key):
    out = []
    for p, k in zip(plain, cycle(key)):
        out.append(ord(p) ^ ord(k))
    return out


def weighted(v, w):
    return [a * b for a, b in zip(v, cycle(w))]


def drift(v, most):
    seen, total = {0}, 0
    for n, c in enumerate(cycle(v)):
        total += c
        if total in seen or n > most:
            return total, n
        seen.add(total)
    return -1, -1


def skips(v, most):
    t = 0
    for x in cycle(v):
        t += x
        if t % 3 == 0:
            continue
        if t > most or t < -most:
            break
    return t


def grows(v, most):
    t = 0
    for x in cycle(v):
        v.append(t)
        t += x
        if t > most:
            break
    return t


def grows_beside(v, w):
    out = []
    for a, b in zip(v, cycle(w)):
        w.append(a)
        out.append(a * b)
    return out


CASES = [
    (vigenere, ("ATTACKATDAWN", "Lemon")), (vigenere, ("AB", "LEMON")), (codes, ("ATTACK", "LEM")), (codes, ("AB", "")),
    (weighted, ([1, 2, 3, 4, 5], [1.5, 2.5])), (drift, ([1, -2, 3, 5], 40)), (skips, ([1, 2, 7], 50)),
]  # fmt: skip


@pytest.mark.parametrize(("function", "arguments"), CASES)
def test_cycles(function, arguments):
    assert repr(up.jit(strict=True)(function)(*arguments)) == repr(function(*arguments))


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), [(grows, ([1, 2, 3], 60)), (grows_beside, ([1, 2, 3], [4])), (drift, ([], 3)), (weighted, ([1], []))])
def test_what_changes_and_what_is_empty(function, arguments):
    assert repr(up.jit(strict=False)(function)(*copy.deepcopy(arguments))) == repr(function(*copy.deepcopy(arguments)))
