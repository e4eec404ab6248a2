"""Functions of one module that read and change its lists, dicts and objects, called in turns: each result, each exception and all that the
module holds after each call are CPython's, whether one of them is compiled or all are."""

import copy
import random
import warnings
from dataclasses import dataclass

import pytest
import unpython as up

RATES = {"eur": 1.1, "usd": 1.0, "gbp": 1.3}
HISTORY = []
BALANCE = {"a": 10.0, "b": 5.0}
LIMITS = [(0, 10), (10, 20), (20, 100)]
STOP = {"the", "a"}
MATRIX = [[1.0, 2.0], [3.0, 4.0]]
VISITED = {}
PRIMES = [2, 3]
GRID = [[0] * 4 for _ in range(3)]
STACK = []
NAMES = ["x", "y"]


@dataclass
class Cfg:
    gain: float
    bias: int


CFG = Cfg(2.0, 1)


def convert(x, c):
    return x * RATES[c]


def pay(who, x):
    if BALANCE[who] < x:
        raise ValueError(f"{who} has too little")
    BALANCE[who] -= x
    HISTORY.append(x)
    return BALANCE[who]


def transfer(p, q, x):
    pay(p, x)
    BALANCE[q] = BALANCE.get(q, 0.0) + x
    return len(HISTORY)


def bucket(x):
    for i, (lo, hi) in enumerate(LIMITS):
        if lo <= x < hi:
            return i
    return -1


def count_words(text):
    n = 0
    for w in text.split():
        if w not in STOP:
            n += 1
    return n


def mul(v):
    return [sum(MATRIX[i][j] * v[j] for j in range(2)) for i in range(2)]


def visit(n):
    if n in VISITED:
        return VISITED[n]
    VISITED[n] = len(VISITED)
    return VISITED[n]


def next_prime():
    c = PRIMES[-1] + 1
    while True:
        if all(c % p for p in PRIMES):
            PRIMES.append(c)
            return c
        c += 1


def mark(i, j):
    GRID[i][j] += 1
    return sum(map(sum, GRID))


def push(x):
    STACK.append(x)


def pop():
    if not STACK:
        return -1
    return STACK.pop()


def swap(i, j):
    push(i)
    push(j)
    a = pop()
    b = pop()
    return a * 10 + b


def scaled(x):
    return CFG.gain * x + CFG.bias


def set_gain(g):
    CFG.gain = g
    return CFG.gain


def name(i):
    return NAMES[i] + "!"


def longest():
    return max(NAMES, key=len), max(RATES, key=RATES.get)


def collatz(n):
    if n == 1:
        return 1
    if n in VISITED:
        return VISITED[n]
    r = 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)
    VISITED[n] = r
    return r


def moving(x):
    HISTORY.append(x)
    if len(HISTORY) > 3:
        HISTORY.pop(0)
    return sum(HISTORY) / len(HISTORY)


def reset_all():
    HISTORY.clear()
    VISITED.clear()


CALLS = [
    ("convert", (3.0, "eur")),
    ("pay", ("a", 3.0)),
    ("pay", ("b", 30.0)),
    ("transfer", ("a", "b", 1.0)),
    ("transfer", ("a", "c", 1.0)),
    ("bucket", (15,)),
    ("bucket", (500,)),
    ("count_words", ("the cat a dog",)),
    ("mul", ([1.0, 2.0],)),
    ("visit", (7,)),
    ("visit", (8,)),
    ("visit", (7,)),
    ("next_prime", ()),
    ("mark", (1, 2)),
    ("push", (4,)),
    ("pop", ()),
    ("pop", ()),
    ("swap", (3, 4)),
    ("scaled", (2,)),
    ("set_gain", (5.0,)),
    ("scaled", (2,)),
    ("name", (1,)),
    ("longest", ()),
    ("collatz", (6,)),
    ("collatz", (7,)),
    ("moving", (2.5,)),
    ("reset_all", ()),
    ("convert", (3.0, "chf")),
    ("pay", ("zz", 1.0)),
]

STATE = "RATES HISTORY BALANCE LIMITS MATRIX VISITED PRIMES GRID STACK NAMES CFG".split()
START = {name: copy.deepcopy(globals()[name]) for name in STATE}
PLAIN = {name: globals()[name] for name, _ in CALLS}


def session(seed, functions, names):
    """The calls in an order of their own, of `functions`; `names`: what the functions of the module find under the names of others."""
    draw = random.Random(seed)
    globals().update(copy.deepcopy(START))
    globals().update(names)
    log = []
    for _ in range(50):
        name, arguments = draw.choice(CALLS)
        try:
            result = repr(functions[name](*copy.deepcopy(arguments)))
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
        log.append((name, arguments, result, repr([globals()[held] for held in STATE])))
    return log


@pytest.fixture
def compiled():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        yield {name: up.jit(strict=False)(function) for name, function in PLAIN.items()}
    globals().update(copy.deepcopy(START))
    globals().update(PLAIN)


@pytest.mark.parametrize("seed", [0, 1])
def test_sessions(seed, compiled):
    expected = session(seed, PLAIN, PLAIN)
    assert session(seed, compiled, PLAIN) == expected
    assert session(seed, compiled, compiled) == expected
