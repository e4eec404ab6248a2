"""What scientists, data engineers and students write of an afternoon: readings, words, objects."""

import itertools
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np
from snippets import snippet

rng = np.random.default_rng(12)
A = rng.normal(size=50)
NUMBERS = [3, 8, -2, 7, 7, 0, 12, -9, 4]
FLOATS = [2.5, -1.0, 8.25, 3.5, 0.0, 4.75]
WORDS = ["pear", "apple", "fig", "banana", "cherry", "date", "fig"]
TEXT = "The quick brown fox jumps over the lazy dog, and the dog sleeps."


@dataclass
class Reading:
    sensor: str
    value: float
    good: bool = True


@dataclass
class Track:
    name: str
    points: list = field(default_factory=list)

    def add(self, x, y):
        self.points.append((x, y))


class Account:
    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("not enough money")
        self.balance -= amount
        self.history.append(-amount)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


class RunningStats:
    def __init__(self):
        self.n = 0
        self.mean = 0.0
        self.m2 = 0.0

    def push(self, x):
        self.n += 1
        delta = x - self.mean
        self.mean += delta / self.n
        self.m2 += delta * (x - self.mean)

    @property
    def variance(self):
        return self.m2 / (self.n - 1) if self.n > 1 else 0.0


class Polynomial:
    def __init__(self, *coefficients):
        self.coefficients = coefficients

    def __call__(self, x):
        return sum(c * x**i for i, c in enumerate(self.coefficients))


class Shape:
    def area(self):
        return 0.0

    def describe(self):
        return f"{type(self).__name__} of area {self.area():.2f}"


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius**2


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


READINGS = [Reading("a", 1.5), Reading("b", 2.5, False), Reading("a", 4.0), Reading("c", -1.0)]


@snippet(A, 5)
def exponential_average(a, span):
    alpha = 2 / (span + 1)
    result = [a[0]]
    for x in a[1:]:
        result.append(alpha * x + (1 - alpha) * result[-1])
    return np.array(result)


@snippet(A)
def z_score_outliers(a):
    z = np.abs(a - np.mean(a)) / np.std(a)
    return np.where(z > 1.5)[0].tolist()


@snippet(FLOATS)
def median_by_sorting(values):
    ordered = sorted(values)
    n = len(ordered)
    middle = n // 2
    if n % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


@snippet(NUMBERS)
def mode_of(values):
    counts = {}
    for v in values:
        counts[v] = counts.get(v, 0) + 1
    best = max(counts.values())
    return sorted(k for k, c in counts.items() if c == best)


@snippet(WORDS)
def words_by_length(words):
    groups = defaultdict(list)
    for w in words:
        groups[len(w)].append(w)
    return dict(groups)


@snippet(TEXT)
def longest_word(text):
    words = text.replace(",", "").replace(".", "").split()
    return max(words, key=len)


@snippet(TEXT)
def letter_frequencies(text):
    counts = Counter(c for c in text.lower() if c.isalpha())
    return counts.most_common(3)


@snippet("Attack at dawn!", 3)
def caesar(text, shift):
    out = []
    for ch in text:
        if ch.isupper():
            out.append(chr((ord(ch) - 65 + shift) % 26 + 65))
        elif ch.islower():
            out.append(chr((ord(ch) - 97 + shift) % 26 + 97))
        else:
            out.append(ch)
    return "".join(out)


@snippet("aaabccddddde")
def run_length(text):
    return [(letter, len(list(group))) for letter, group in itertools.groupby(text)]


@snippet("hello world from here")
def title_words(text):
    return " ".join(word.capitalize() for word in text.split())


@snippet("a=1;b=22;c=-3")
def parse_pairs(text):
    result = {}
    for part in text.split(";"):
        key, value = part.split("=")
        result[key] = int(value)
    return result


@snippet("1.5, 2.5,x,4.0")
def parse_floats(text):
    good, bad = [], 0
    for part in text.split(","):
        try:
            good.append(float(part))
        except ValueError:
            bad += 1
    return good, bad


@snippet("{[()]}(]")
def balanced(text):
    pairs = {")": "(", "]": "[", "}": "{"}
    stack = []
    for ch in text:
        if ch in "([{":
            stack.append(ch)
        elif ch in pairs:
            if not stack or stack.pop() != pairs[ch]:
                return False
    return not stack


@snippet("listen", "silent")
def anagrams(a, b):
    return sorted(a) == sorted(b)


@snippet(1994)
def roman(n):
    values = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
              (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, letters in values:
        while n >= value:
            text += letters
            n -= value
    return text


@snippet(READINGS)
def mean_by_sensor(readings):
    sums = defaultdict(float)
    counts = defaultdict(int)
    for r in readings:
        if r.good:
            sums[r.sensor] += r.value
            counts[r.sensor] += 1
    return {s: sums[s] / counts[s] for s in sums}


@snippet(READINGS)
def sorted_readings(readings):
    return [r.sensor for r in sorted(readings, key=lambda r: r.value, reverse=True)]


@snippet(4)
def track_length(n):
    track = Track("walk")
    for i in range(n):
        track.add(i, i * i)
    return sum(math.dist(p, q) for p, q in zip(track.points, track.points[1:]))


@snippet([100.0, 50.0], [30.0, 500.0])
def bank(deposits, withdrawals):
    account = Account("ann")
    for d in deposits:
        account.deposit(d)
    failed = 0
    for w in withdrawals:
        try:
            account.withdraw(w)
        except ValueError as error:
            failed += 1
            print(f"{account.owner}: {error}")
    return account.balance, failed, account.history


@snippet("3 4 + 2 * 7 -")
def postfix(text):
    stack = Stack()
    for token in text.split():
        if token in "+-*":
            b, a = stack.pop(), stack.pop()
            stack.push(a + b if token == "+" else a - b if token == "-" else a * b)
        else:
            stack.push(int(token))
    return stack.pop(), len(stack)


@snippet(A)
def running_variance(a):
    stats = RunningStats()
    for x in a:
        stats.push(x)
    return stats.n, stats.mean, stats.variance


@snippet(2.0)
def polynomial_object(x):
    p = Polynomial(1.0, -2.0, 0.5)
    return p(x) + p(0.0)


@snippet(1.5, 2.0)
def shapes(r, s):
    lines = []
    for shape in [Circle(r), Square(s)]:
        lines.append(shape.describe())
    return lines
