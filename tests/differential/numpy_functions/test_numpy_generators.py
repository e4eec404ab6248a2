"""Generators of `np.random.default_rng` that a call gives, or that stand around the function: numbers, and the state that a generator is
left in, are NumPy's."""

import copy

import numpy as np
import pytest
import unpython as up

AROUND = np.random.default_rng(11)
STATE = np.random.RandomState(3)


def steps(gen, n):
    x = 0
    total = 0.0
    for _ in range(n):
        x += gen.integers(-1, 2)
        total += gen.normal()
        total -= gen.uniform(1.0, 2.0)
        if gen.random() < 0.1:
            x += gen.integers(1, 6, endpoint=True)
    return x, total


def arrays(gen, n):
    noise = gen.normal(0.0, 0.5, size=n)
    more = gen.integers(0, 9, size=(2, n)) + gen.integers(5, size=n, endpoint=True)
    return noise, more, gen.permutation(n), gen.exponential(size=n).sum(), gen.standard_normal(n)


def chosen(gen, a):
    return gen.choice(a), gen.choice(a, 3), gen.choice(a, size=2, replace=False), gen.choice(7), gen.choice(5, size=(2, 2))


def chosen_by_weight(gen, a, p):
    return gen.choice(a, p=p), gen.choice(a, size=4, p=p), gen.choice(len(a), p=p), gen.choice(len(a), 3, True, p)


def chosen_of_written(gen, n):
    return gen.choice([-1, 1], size=n), gen.choice((0.5, 2.5)), gen.choice([1, 2, 5], n, p=[0.25, 0.25, 0.5]), gen.choice(2, n, p=(0.5, 0.5))


def shuffled(gen, x):
    gen.shuffle(x)
    return x[0]


def trials(gen, p):
    return gen.binomial(10, 0.3), gen.binomial(8, p), gen.binomial(5, 0.5, size=3), gen.poisson(3.0)


def two(gen, other, n):
    total = 0.0
    for _ in range(n):
        total += gen.random() - other.random()
    return total


def fails_late(gen, n):
    x = gen.random()
    return x, np.zeros(3)[n]


A = np.arange(6.0)
P = np.array([0.1, 0.2, 0.3, 0.1, 0.1, 0.2])
def of_lists(n):
    r = np.random.default_rng(3)
    walk = np.cumsum(r.choice([-1, 1], size=(n, 2)), axis=0)
    return walk, r.choice([0.5, 1.5, 2.5]), r.choice((1, 2, 3), n), r.choice([1.5, 2.5], size=n, p=[0.25, 0.75])


CASES = [
    (of_lists, (7,)),
    (steps, (50,)), (steps, (0,)), (arrays, (4,)), (arrays, (0,)), (chosen, (A,)), (chosen, (np.arange(9, dtype=np.int16),)), (chosen, (A[:0],)),
    (chosen_of_written, (3,)), (chosen_by_weight, (A, P)), (chosen_by_weight, (A, P * 2)), (shuffled, (A,)), (shuffled, (np.arange(7)[::-2],)), (trials, (P,)),
    (fails_late, (2,)), (fails_late, (7,)),
]  # fmt: skip


def outcome(function, seeds, arguments):
    given = copy.deepcopy(arguments)
    generators = [np.random.default_rng(seed) for seed in seeds]
    try:
        found = repr(function(*generators, *given))
    except Exception as error:
        found = type(error), error.args
    return found, repr(given), [g.bit_generator.state for g in generators]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_calls(function, arguments):
    compiled = up.jit(strict=True)(function)
    for seed in (1, 2):
        assert outcome(compiled, [seed], arguments) == outcome(function, [seed], arguments)


def test_two_generators_and_one_twice():
    compiled = up.jit(strict=True)(two)
    assert outcome(compiled, [1, 2], (5,)) == outcome(two, [1, 2], (5,))
    found, plain = np.random.default_rng(3), np.random.default_rng(3)
    assert compiled(found, found, 5) == two(plain, plain, 5)
    assert found.bit_generator.state == plain.bit_generator.state


def test_other_kinds_of_generators():
    compiled = up.jit(strict=True)(steps)
    for kind in (np.random.MT19937, np.random.Philox, np.random.SFC64):
        assert compiled(np.random.Generator(kind(5)), 20) == steps(np.random.Generator(kind(5)), 20)


def drawn_around(n):
    total = 0.0
    for _ in range(n):
        total += AROUND.random()
    return total, AROUND.normal(size=2)


def test_a_generator_of_the_module():
    compiled = up.jit(strict=True)(drawn_around)
    start = AROUND.bit_generator.state
    expected = repr((drawn_around(4), drawn_around(2)))
    AROUND.bit_generator.state = start
    assert repr((compiled(4), compiled(2))) == expected


def drawn_from_a_state(n):
    return STATE.rand(n), STATE.randint(9)


def test_a_state_of_the_module():
    compiled = up.jit(strict=True)(drawn_from_a_state)
    expected = repr((drawn_from_a_state(4), drawn_from_a_state(2)))
    STATE.seed(3)
    assert repr((compiled(4), compiled(2))) == expected


def made_where_none(n, gen=None):
    if gen is None:
        gen = np.random.default_rng(8)
    return gen.random(n), gen.integers(9)


def made_or_given(n, gen=None):
    gen = gen or np.random.default_rng(8)
    return gen.normal(size=n)


def made_or_else(n, gen=None, seed=8):
    gen = np.random.default_rng(seed) if gen is None else gen
    return gen.random(), gen.normal(size=n)


@pytest.mark.parametrize("function", [made_where_none, made_or_given, made_or_else])
def test_none_or_a_generator(function):
    compiled = up.jit(strict=True)(function)
    assert repr(compiled(3)) == repr(function(3))
    found, plain = np.random.default_rng(3), np.random.default_rng(3)
    assert repr(compiled(2, found)) == repr(function(2, plain))
    assert found.bit_generator.state == plain.bit_generator.state


def test_another_generator_of_the_same_name(monkeypatch):
    compiled = up.jit(strict=True)(drawn_around)
    for seed in (1, 2, 1):
        monkeypatch.setitem(globals(), "AROUND", np.random.default_rng(seed))
        found = repr(compiled(3))
        monkeypatch.setitem(globals(), "AROUND", np.random.default_rng(seed))
        assert found == repr(drawn_around(3))


def test_a_generator_of_a_closure():
    def made():
        gen = np.random.default_rng(4)

        def draw(n):
            return gen.integers(0, 100, size=n)

        return draw

    compiled, plain = up.jit(strict=True)(made()), made()
    assert [compiled(3).tolist() for _ in range(3)] == [plain(3).tolist() for _ in range(3)]


def passed_on(gen, n):
    return steps(gen, n)


def named_twice(gen):
    other = gen
    return other.random()


def of_a_type(gen):
    return gen.random(3, dtype=np.float32), gen.integers(0, 5, 2, np.int8)


def of_a_method(gen):
    return gen.gamma(2.0), gen.bit_generator.state["state"]["inc"]


def drawn_and_passed_on(gen, n):
    x = gen.random()
    return x + steps(gen, n)[1]


def of_rows(gen, n):
    return gen.choice(np.arange(6).reshape(3, 2), size=n)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize(("function", "arguments"), [(passed_on, (3,)), (named_twice, ()), (of_a_type, ()), (of_a_method, ()), (drawn_and_passed_on, (4,)), (of_rows, (3,)), (shuffled, (A.reshape(3, 2),)), (shuffled, ([4, 5, 6],))])
def test_what_python_runs(function, arguments):
    compiled = up.jit(strict=False)(function)
    assert outcome(compiled, [6], arguments) == outcome(function, [6], arguments)


def of_each(seed):
    rng = np.random.default_rng(seed)
    return rng.normal(0, [1, 2, 3]), rng.uniform([0, 10], [1, 20]), rng.exponential([1.0, 2.0])


def narrow(seed, n):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((2, n), dtype=np.float32), rng.normal(size=n, scale=2.0)


def mixed_up(seed, x):
    rng = np.random.default_rng(seed)
    return rng.permuted(x, axis=1), rng.permuted(x), rng.random()


@pytest.mark.parametrize("case", [(of_each, 1), (narrow, 2, 3), (mixed_up, 3, np.arange(6.0).reshape(2, 3))], ids=lambda case: case[0].__name__)
def test_lists_types_and_axes(case):
    function, *given = case
    assert repr(up.jit(strict=True)(function)(*given)) == repr(function(*given))
