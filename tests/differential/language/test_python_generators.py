"""random.Random(seed), made in a function or around it: what is drawn, in order, is CPython's, also of lists of texts."""

import random
import warnings

import numpy as np
import pytest
import unpython as up
from support.outcomes import told


def numbers(n, seed):
    rng = random.Random(seed)
    return [rng.random() for _ in range(n)], rng.randint(1, 6), rng.randrange(10), rng.randrange(3, 30, 4), rng.uniform(-1.0, 2.5)


def normals(n, seed):
    rng = random.Random(seed)
    return [rng.gauss(0.0, 2.0) for _ in range(n)], rng.normalvariate(1.0, 0.5), rng.expovariate(2.0), rng.gauss(1, 1)


def hand(n, seed):
    rng = random.Random(seed)
    deck = list(range(52))
    rng.shuffle(deck)
    return sorted(deck[:n]), deck[-1], rng.choice(deck), rng.sample(deck, n)


def hand_of_texts(n, seed):
    rng = random.Random(seed)
    deck = [f"{r}{s}" for s in "CDHS" for r in "23456789TJQKA"]
    rng.shuffle(deck)
    return sorted(deck[:n])


def texts(n, seed):
    rng = random.Random(seed)
    words = ["one", "two", "three", "four", "five"]
    picked = rng.sample(words, n)
    counts = {}
    for _ in range(10):
        word = rng.choice(words)
        counts[word] = counts.get(word, 0) + 1
    return picked, counts, rng.choice(words), "".join(rng.choice("ACGT") for _ in range(n))


def letters(n, seed):
    rng = random.Random(seed)
    found = [c for c in "shuffled"]
    rng.shuffle(found)
    return "".join(found)


def two(n, seed):
    first = random.Random(seed)
    second = random.Random(seed + 1)
    return [first.random() - second.random() for _ in range(n)]


def walk(n, seed):
    rng = random.Random(seed)
    x = np.zeros(n + 1)
    for i in range(n):
        x[i + 1] = x[i] + rng.choice([-1, 1])
    return x


def of_nothing(n, seed):
    rng = random.Random(seed)
    return rng.choice([i for i in range(n - 3)])


def wrong_range(n, seed):
    rng = random.Random(seed)
    return rng.randint(n, n - 5)


def too_many(n, seed):
    rng = random.Random(seed)
    return rng.sample([1, 2], n)


AROUND = random.Random(5)


def around(n, seed):
    total = 0.0
    for _ in range(n):
        total += AROUND.random()
    return total, AROUND.randint(1, 9)


def choices(n, seed):
    rng = random.Random(seed)
    x = [0.5, 2.5, 4.5]
    return rng.choices(x, k=n), rng.choices([1, 2], [3, 1])[0], rng.choices(x, weights=[1, 2, 3], k=n), rng.sample(range(n + 2), 2)


def choices_of_the_module(n, seed):
    random.seed(seed)
    x = [3, 1, 2]
    shares = [0.25, 0.5, 0.25]
    return random.choices(x, shares, k=n), sum(random.choices(x, k=4)), random.sample(x, 2), random.sample(range(1, 9), k=n)


def choices_of_texts(n, seed):
    random.seed(seed)
    return random.choices(["ab", "c"], weights=[1, 2], k=n), random.choices(["x", "y"])[0]


def few_weights(n, seed):
    return random.choices([1, 2, 3], weights=[1, 2])


def no_weight(n, seed):
    return random.choices([1, 2], weights=[0, 0])


@pytest.mark.parametrize("seed", [42, 0, -7, 2**40])
@pytest.mark.parametrize(
    "function",
    [
        choices, choices_of_the_module, choices_of_texts, few_weights, no_weight, numbers, normals, hand, hand_of_texts, texts, letters, two, walk,
        of_nothing, wrong_range, too_many,
    ],
)  # fmt: skip
def test_made_in_the_function(function, seed):
    compiled = up.jit(strict=True)(function)
    for _ in range(2):
        assert told(compiled, (3, seed)) == told(function, (3, seed))


@pytest.mark.parametrize("seed", [2.5, True, np.float64(1.5), np.int64(3)], ids=repr)
def test_seeds(seed):
    assert told(up.jit(strict=True)(numbers), (2, seed)) == told(numbers, (2, seed))


def drawn_of_a_parameter(v, n):
    random.seed(n)
    return random.choice(v), random.sample(v, n), random.choices(v, k=n), random.choices(v, weights=[x + 1 for x in range(len(v))])


@pytest.mark.parametrize("values", [[3, 1, 2], [0.5, 2.5]], ids=repr)
def test_lists_that_are_given_are_drawn_from(values):
    assert told(up.jit(strict=True)(drawn_of_a_parameter), (values, 2)) == told(drawn_of_a_parameter, (values, 2))


def sample_of_an_array(x, n):
    return random.sample(x, n)


def test_an_array_is_no_population():
    with pytest.raises(TypeError, match="Population must be a sequence"):
        up.jit(strict=True)(sample_of_an_array)(np.arange(3.0), 2)


def test_made_around():
    state = AROUND.getstate()
    expected = around(4, 0)
    AROUND.setstate(state)
    assert up.jit(strict=True)(around)(4, 0) == expected


def shuffles_an_argument(v, seed):
    rng = random.Random(seed)
    rng.shuffle(v)
    return v[0]


def gives_it_to_another(n, seed):
    rng = random.Random(seed)
    rng2 = rng
    return rng2.random() + rng.random()


def keeps_it(n, seed):
    rng = random.Random(seed)
    return [rng, n][0].random()


def by_name(n, seed):
    rng = random.Random(seed)
    return rng.randint(b=6, a=1)


OTHERS = [(shuffles_an_argument, [3, 1, 2, 5]), (shuffles_an_argument, ["a", "bc", "d"]), (gives_it_to_another, 1), (keeps_it, 1), (by_name, 1)]


@pytest.mark.parametrize(("function", "first"), OTHERS)
def test_others_are_python_s(function, first):
    given, expected = ([*first], [*first]) if isinstance(first, list) else (first, first)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", up.UnpythonWarning)
        found = up.jit(strict=False)(function)(given, 9)
    assert found == function(expected, 9)
    assert given == expected
