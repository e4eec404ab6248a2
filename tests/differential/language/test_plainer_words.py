"""What is said in plainer words before anything else reads a function."""

import ast
import functools
import math
import operator
import random
import string
from collections import Counter
from operator import itemgetter

import numpy as np
import pytest
import unpython as up
from unpython._writing import plainer


def check(function, *arguments, seed=None):
    compiled = up.jit(strict=True)(function)
    for given in arguments:
        random.seed(seed)
        expected = function(*given)
        random.seed(seed)
        found = compiled(*given)
        np.testing.assert_equal(found, expected)
        assert type(found) is type(expected)
        assert getattr(found, "dtype", None) == getattr(expected, "dtype", None)
    assert compiled.ran_on != "python"


def test_sums_of_arrays_over_written_numbers():
    def neighbours(board):
        return sum(np.roll(np.roll(board, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))

    def in_a_range(x):
        return sum([np.roll(x, k) * k for k in range(1, 4)])

    def pairs(x):
        return sum(np.roll(x, s) * w for s, w in [(1, 0.5), (-1, 0.25)])

    def none_left(x):
        return sum(np.roll(x, k) for k in (1, 2) if k > 5) + x

    board = np.arange(20).reshape(4, 5) % 3
    check(neighbours, (board,), (board.astype(np.uint8),))
    check(in_a_range, (np.arange(5.0),))
    check(pairs, (np.arange(5.0),))
    check(none_left, (np.arange(5.0),))


def test_a_dict_by_keywords():
    def run(text):
        values = dict(I=1, V=5, X=10)
        total = 0
        for ch in text:
            total += values[ch]
        return total

    check(run, ("XIV",), ("",))


def test_a_name_that_is_not_python_s():
    def run(n):
        def dict(a, b):
            return a + b + n

        return dict(a=1, b=2)

    check(run, (3,))


def test_items_by_number_as_keys():
    def run(rows):
        total = 0
        for n, x in sorted(rows, key=operator.itemgetter(1)):
            total = 2 * total + n * int(x)
        return total, max(rows, key=itemgetter(0))

    check(run, ([(1, 5.0), (2, 3.0)],))


def test_divisors_of_several():
    def run(a, b, c):
        return math.gcd(a, b, c), math.lcm(a, b, c), math.gcd(a, b)

    check(run, (12, 18, 27), (0, 5, 10))


def test_a_choice_among_texts():
    def run(n):
        x = y = 0
        for _ in range(n):
            step = random.choice(["N", "S", "EAST", "W"])
            if step == "N":
                y += 1
            elif step == "S":
                y -= 1
            elif step == "EAST":
                x += 1
            else:
                x -= 1
        return x, y

    check(run, (100,), seed=3)


def test_columns():
    def transposed(rows):
        return [list(column) for column in zip(*rows)]

    def product(a, b):
        return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]

    def widths(rows):
        return [max(column) - min(column) for column in zip(*rows)]

    check(transposed, ([[1, 2, 3], [4, 5, 6]],), ([[1.5]],), ([[1], [2]],))
    check(product, ([[1, 2], [3, 4]], [[5, 6], [7, 8]]))
    check(widths, ([[1, 2, 3], [4, 0, 6]],))


def test_a_column_that_is_returned_stays_a_tuple():
    def run(rows):
        return [column for column in zip(*rows)]

    assert up.jit(strict=False)(run)([[1, 2], [3, 4]]) == [(1, 3), (2, 4)]


def test_rows_of_different_lengths():
    def run(rows):
        return [sum(column) for column in zip(*rows)]

    assert up.jit(strict=False)(run)([[1, 2, 3], [4]]) == [5]
    assert up.jit(strict=False)(run)([]) == []


def test_a_name_that_changes_its_meaning():
    module = {"random": random, "np": np}
    exec("def run(n):\n    return random.choice(['a', 'b', 'c']) == 'a'\n", module)
    run = up.jit(module["run"])
    random.seed(1)
    run(1)

    class Other:
        @staticmethod
        def choice(items):
            return items[0]

    module["random"] = Other
    assert run(1) is True


def test_the_first_parts_of_what_numpy_gives():
    def run(a, y):
        coef, *_ = np.linalg.lstsq(a, y, rcond=None)
        values, *rest = np.linalg.eigh(a.T @ a)
        return np.round(a @ coef, 9), np.round(values, 9)

    check(run, (np.array([[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]]), np.array([1.0, 2.5, 2.9])))


def test_sets_and_dicts_in_one_assignment():
    def run(a, b):
        x, y = set(a), set(b)
        return len(x & y), len(x | y), sorted(x - y)

    def swapped(a, b):
        x, y = set(a), set(b)
        x, y = set(y), set(x)
        return sorted(x)

    check(run, ([1, 2, 3], [2, 3, 4]))
    assert up.jit(strict=False)(swapped)([1], [2]) == [2]


def test_a_copy_of_a_dict():
    def merged(x, y):
        total = dict(x)
        for k, v in y.items():
            total[k] = total.get(k, 0) + v
        return total

    def of_pairs(pairs):
        return len(dict(pairs))

    given = {"a": 3}
    check(merged, (given, {"b": 4, "a": 1}), ({1: 2}, {1: 5}))
    assert given == {"a": 3}
    assert up.jit(strict=False)(of_pairs)([(1, 2), (1, 3)]) == 1


def test_among_the_values_of_a_dict():
    def balanced(text):
        closing = {")": "(", "]": "[", "}": "{"}
        stack = []
        for ch in text:
            if ch in closing.values():
                stack.append(ch)
            elif ch in closing:
                if not stack or stack.pop() != closing[ch]:
                    return False
        return not stack

    def changed(key):
        table = {"a": 1}
        table["b"] = 2
        return 2 in table.values(), key

    check(balanced, ("(a[b]{c})(",), ("()[]",), ("(]",))
    assert up.jit(strict=False)(changed)(1) == (True, 1)


def test_digits():
    def to_base(n, base):
        digits = string.digits + string.ascii_lowercase
        text = ""
        while n:
            n, r = divmod(n, base)
            text = digits[r] + text
        return text

    def of_base(h, b):
        return int(h, 16) + int(b, 2), hex(255), bin(10), oct(8), bin(len(h)).count("1")

    def root(n):
        return math.isqrt(n)

    check(to_base, (255, 16), (0, 2))
    check(of_base, ("ff", "101"), ("0xFF", "0b11"), ("-a", " 1 "), ("1_0", "1"))
    check(root, (0,), (24,), (25,), (2**62,), (2**63 - 1,), (3037000499**2 - 1,))
    for wrong in ("2", "", "x"):
        with pytest.raises(ValueError) as ours:
            up.jit(strict=True)(of_base)("1", wrong)
        with pytest.raises(ValueError) as pythons:
            of_base("1", wrong)
        assert str(ours.value) == str(pythons.value)
    with pytest.raises(TypeError):
        up.jit(strict=False)(lambda x: bin(x))(1.5)


def test_splits_at_most():
    def run(line, n):
        key, value = line.split("=", maxsplit=1)
        return key.strip(), value, line.split("=", n), line.split("=", 0)

    check(run, ("a = b=c", 1), ("a = b=c", 5), ("a = b=c", -1))


def test_one_of_two_lists_grows():
    def run(values):
        evens, odds = [], []
        for x in values:
            (evens if x % 2 == 0 else odds).append(x)
        return evens, odds

    check(run, ([1, 2, 3, 4],))


def test_keys_by_their_values():
    def run(d):
        return sorted(d, key=d.get, reverse=True)[:2]

    check(run, ({"a": 1, "b": 3, "c": 2},))


def test_a_random_text():
    def run(n):
        return "".join([random.choice("ab") for _ in range(n)])

    check(run, (9,), seed=5)


def test_lists_that_become_arrays():
    def run(x, w):
        x = np.asarray(x, dtype=float)
        w = np.array(w)
        x -= x.mean()
        w = w[w > 0]
        return x, w.sum()

    given = [1, 2, 4]
    check(run, (given, [1, -2, 3]), (np.array([1.0, 2.0]).tolist(), [1.5]))
    assert given == [1, 2, 4]


def test_slices_that_are_filled():
    def sieve(n):
        prime = [True] * (n + 1)
        prime[0] = prime[1] = False
        for i in range(2, int(n**0.5) + 1):
            if prime[i]:
                prime[i * i :: i] = [False] * len(prime[i * i :: i])
        return [i for i, p in enumerate(prime) if p]

    def up_to(n, k):
        marks = [0] * n
        marks[1:k:2] = [7] * len(range(1, k, 2))
        return marks

    check(sieve, (30,), (2,))
    check(up_to, (6, 5), (6, 6), (3, 1))
    with pytest.raises(ValueError):
        up.jit(strict=False)(up_to)(3, 9)


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_given_counter_is_no_dict_of_the_function():
    def entered(c, d):
        if c:
            d = {}
        d.update(a=1)
        return d["a"]

    def by_keys(c, d):
        if c:
            d = {"b": 2}
        return [v for k, v in sorted(d.items())]

    for function in (entered, by_keys):
        assert "d[" not in ast.unparse(plainer.find_source(function).node).replace("return d[", "")
        for c in (0, 1):
            given, other = Counter(a=3), Counter(a=3)
            assert up.jit(strict=False)(function)(c, given) == function(c, other) and given == other


def test_dicts_that_are_made_twice():
    def entered(c):
        d = {"a": 0}
        if c:
            d = {"a": 5, "b": 2}
        d.update(a=1)
        return sum(d.values())

    check(entered, (0,), (1,))


TABLE = np.arange(4.0)


def test_methods_of_an_array_around_a_function():
    def weighted(v):
        total = 0.0
        for i in range(v.shape[0]):
            total += v[i] * TABLE.sum()
        return total + sum(map(operator.mul, v, v)) * TABLE.max(), functools.reduce(operator.add, v) + TABLE.sum()

    check(weighted, (np.array([1.0, 2.0, 3.0]),))
