"""Functions and methods whose `try` catches what they raise, or whose callers do: results and errors are CPython's."""

import math

import pytest
import unpython as up
from support.outcomes import outcome

WORDS = ["1", "x", "33", "", "2.5", " 7 ", "inf", "nan", "1e3"]


def number(s):
    try:
        return int(s)
    except ValueError:
        return None


def number_or(s, default=0.0):
    try:
        return float(s)
    except ValueError:
        return default


def on_one_way(s):
    try:
        if not s:
            return 0
        x = int(s)
    except ValueError:
        x = -1
    return x


def with_else(s):
    try:
        n = int(s)
    except ValueError:
        return None
    else:
        if n > 10:
            return 10
    n += 1
    return n


def in_a_loop(items, s):
    try:
        for i, x in enumerate(items):
            if int(x) == int(s):
                return i
    except ValueError:
        return -2
    return -1


def around_a_loop(items):
    for x in items:
        try:
            return int(x)
        except ValueError:
            pass
    return None


def after_each_other(s):
    try:
        return int(s)
    except ValueError:
        pass
    try:
        return int(float(s))
    except (ValueError, OverflowError):
        pass
    return 7


def in_each_other(s):
    try:
        try:
            return int(s)
        except ValueError:
            n = float(s)
        return int(n) + 1
    except (ValueError, OverflowError):
        return len(s)


def with_finally(s):
    n = 0
    try:
        n = len(s)
        return n
    finally:
        n = 5


def field(line, k):
    try:
        return line.split(",")[k].strip()
    except IndexError:
        return ""


def place(s, part):
    try:
        return s.index(part)
    except ValueError:
        return -1


def entry(d, k, default=None):
    try:
        return d[k]
    except KeyError:
        return default


def parts(s):
    try:
        a, b = s.split(".")
        return (int(a), int(b))
    except ValueError:
        return (0, 0)


def is_number(s):
    try:
        float(s)
        return True
    except ValueError:
        return False


def checked(s):
    if not s.isdigit():
        raise ValueError(f"bad: {s}")
    return int(s)


def small(s):
    v = checked(s)
    if v > 10:
        raise OverflowError("too large")
    return v


def roots(a, b, c):
    d = b * b - 4 * a * c
    if d < 0:
        raise ValueError("no real roots")
    r = math.sqrt(d)
    return (-b - r) / (2 * a), (-b + r) / (2 * a)


def root(x):
    return math.sqrt(x) + math.log(x + 1)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        if not self.items:
            raise IndexError("empty")
        return self.items.pop()


class Store:
    def __init__(self):
        self.held = {}

    def add(self, k, n):
        self.held[k] = self.held.get(k, 0) + n

    def take(self, k, n):
        if k not in self.held:
            raise KeyError(k)
        if self.held[k] < n:
            raise ValueError("not enough")
        self.held[k] -= n


def numbers(words):
    return [number_or(s) for s in words], [number_or(s, -1.5) for s in words]


def total(words):
    t = 0
    for s in words:
        n = number(s)
        if n is not None:
            t += n
    return t


def ways(words):
    return [on_one_way(s) for s in words], [in_a_loop(words, s) for s in words], [after_each_other(s) for s in words]


def inner(words):
    return [with_finally(s) for s in words], [len(s) for s in words if with_finally(s) > 1]


def nested(words):
    return [in_each_other(s) for s in words]


def nothing(words):
    found = []
    for s in words:
        n = with_else(s)
        found.append(-1 if n is None else n)
    first = around_a_loop(words)
    return found, "none" if first is None else str(first)


def fields(words):
    line = ",".join(words)
    return [field(line, k) for k in (0, 3, 50, -1, -50)], [place(line, s) for s in words], place(line, "?")


def entries(words):
    d = {"1": 4, "x": 5}
    found = [entry(d, s, 0) for s in words]
    for s in words:
        v = entry(d, s)
        if v is None:
            found.append(-1)
    return found


def ordered(words):
    return sorted(words, key=parts), max(words, key=parts), [parts(s) for s in words if is_number(s)]


def asked(words):
    return all(is_number(s) for s in words), any(is_number(s) for s in words), list(filter(is_number, words)), list(map(is_number, words))


def of_callers(words):
    found, wrong = [], []
    for s in words:
        try:
            found.append(small(s))
        except ValueError as e:
            wrong.append(str(e))
        except OverflowError:
            wrong.append("large")
    return found, wrong


def of_callers_in_the_end(words):
    t = 0
    for s in words:
        try:
            v = checked(s)
        except ValueError:
            continue
        else:
            t += v
        finally:
            t += 100
    return t


def not_caught(words):
    t = 0
    for s in words:
        try:
            t += small(s)
        except ValueError:
            t -= 1
    return t


def of_methods(words):
    stack, store, found, wrong = Stack(), Store(), [], 0
    for s in words:
        try:
            found.append(stack.pop())
        except IndexError:
            found.append(-1)
        stack.push(len(s))
        try:
            if s.isdigit():
                store.add(s, 2)
            else:
                store.take(s, 1)
        except (KeyError, ValueError):
            wrong += 1
    return found, wrong, sorted(store.held)


def of_numbers(rows):
    found = []
    for a, b, c in rows:
        try:
            x, y = roots(a, b, c)
            found.append(x + y)
        except ValueError:
            found.append(0.0)
        except ZeroDivisionError:
            found.append(-1.0)
    return found


def of_math(values):
    found = []
    for x in values:
        try:
            found.append(root(x))
        except ValueError:
            found.append(-1.0)
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "function",
    [
        numbers, total, ways, inner, nothing, fields, entries, ordered, asked, of_callers, of_callers_in_the_end, not_caught, of_methods,
    ],
)  # fmt: skip
@pytest.mark.parametrize("count", [0, 1, 4, 6, 9])
def test_of_texts(function, count):
    for words in (WORDS[:count], WORDS[count:]):
        compiled = up.jit(strict=bool(words))(function)  # what an empty list would hold is not known
        assert outcome(compiled, [words]) == outcome(function, [words])


@pytest.mark.filterwarnings("ignore")
def test_left_to_python():
    assert outcome(up.jit(strict=False)(nested), [WORDS]) == outcome(nested, [WORDS])


@pytest.mark.filterwarnings("ignore")
def test_of_numbers():
    for rows in ([(1.0, 2.0, 1.0), (1.0, 0.0, 1.0), (0.0, 1.0, 1.0)], [(2.0, 5.0, 1.0)]):
        assert outcome(up.jit(strict=True)(of_numbers), [rows]) == outcome(of_numbers, [rows])
    for values in ([1.0, -4.0, -0.5, 2.5], [math.nan, math.inf], [-math.inf, -1.0]):
        assert repr(outcome(up.jit(strict=True)(of_math), [values])) == repr(outcome(of_math, [values]))
