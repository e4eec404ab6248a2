"""What programs of everyday hold beside numerics: texts, money, tables, queues, small classes."""

import itertools
import math
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass

import numpy as np
from snippets import snippet

PROSE = "it was the best of times, it was the worst of times"
PRICES = [100.0, 101.5, 99.2, 103.3, 104.0, 102.1, 107.7, 106.0]
ARRAY_PRICES = np.array(PRICES)
LINES = ["3.5 4 7", "1 2 3", "9 -1.25 0"]
CSV = "a,1,2.5\nb,2,3.5\nc,3,-1.0"
ORDERS = [("tea", 3, 2.5), ("milk", 1, 1.2), ("tea", 2, 2.4), ("rye", 4, 3.1)]
Point = namedtuple("Point", "x y")


@dataclass
class Body:
    x: float
    v: float
    mass: float = 1.0

    def energy(self):
        return 0.5 * self.mass * self.v**2


class Counterbox:
    def __init__(self, limit):
        self.limit = limit
        self.items = []

    def push(self, x):
        if len(self.items) < self.limit:
            self.items.append(x)
        return len(self.items)


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def norm(self):
        return math.sqrt(self.x**2 + self.y**2)


@snippet(PROSE)
def letter_histogram(text):
    counts = {}
    for ch in text:
        if ch.isalpha():
            counts[ch] = counts.get(ch, 0) + 1
    return counts


@snippet(PROSE)
def word_count(text):
    counts = defaultdict(int)
    for word in text.replace(",", "").split():
        counts[word] += 1
    return dict(counts)


@snippet(PROSE)
def vowels_by_array(text):
    counts = np.zeros(26, dtype=np.int64)
    for ch in text.lower():
        if "a" <= ch <= "z":
            counts[ord(ch) - ord("a")] += 1
    return counts


@snippet("attack at dawn", 3)
def caesar(text, shift):
    out = []
    for c in text:
        if c.isalpha():
            out.append(chr((ord(c) - 97 + shift) % 26 + 97))
        else:
            out.append(c)
    return "".join(out)


@snippet("MCMXCIV")
def roman(text):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for a, b in zip(text, text[1:] + " "):
        v = values[a]
        total += -v if b != " " and values[b] > v else v
    return total


@snippet("A man a plan a canal Panama")
def palindrome(text):
    s = [c.lower() for c in text if c.isalnum()]
    return s == s[::-1]


@snippet("3 4 + 2 * 7 /")
def rpn(expression):
    stack = []
    for token in expression.split():
        if token in "+-*/":
            b, a = stack.pop(), stack.pop()
            if token == "+":
                stack.append(a + b)
            elif token == "-":
                stack.append(a - b)
            elif token == "*":
                stack.append(a * b)
            else:
                stack.append(a / b)
        else:
            stack.append(float(token))
    return stack[0]


@snippet("-1207", 10)
def parse_integer(text, base):
    sign = 1
    value = 0
    for i, c in enumerate(text):
        if i == 0 and c == "-":
            sign = -1
        elif c.isdigit():
            value = value * base + int(c)
        else:
            raise ValueError("no number")
    return sign * value


@snippet(LINES)
def parse_rows(lines):
    rows = []
    for line in lines:
        rows.append([float(p) for p in line.split()])
    return np.array(rows).sum(axis=0)


@snippet(CSV)
def parse_csv(text):
    total = 0.0
    for line in text.split("\n"):
        name, count, price = line.split(",")
        total += int(count) * float(price)
    return total


@snippet("aaabbbccd")
def run_lengths(s):
    out = []
    for ch, group in itertools.groupby(s):
        out.append((ch, len(list(group))))
    return out


@snippet("([]{})(")
def balanced(text):
    opens = {")": "(", "]": "[", "}": "{"}
    stack = []
    for c in text:
        if c in "([{":
            stack.append(c)
        elif not stack or stack.pop() != opens[c]:
            return False
    return not stack


@snippet(PRICES)
def max_drawdown(prices):
    peak = prices[0]
    worst = 0.0
    for p in prices:
        peak = max(peak, p)
        worst = max(worst, (peak - p) / peak)
    return worst


@snippet(ARRAY_PRICES)
def log_returns(p):
    r = np.diff(np.log(p))
    return r.mean() * 252, r.std(ddof=1) * np.sqrt(252)


@snippet(100.0, 95.0, 0.5, 0.03, 0.2)
def black_scholes(s, k, t, r, sigma):
    def cdf(x):
        return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))

    d1 = (math.log(s / k) + (r + sigma**2 / 2) * t) / (sigma * math.sqrt(t))
    d2 = d1 - sigma * math.sqrt(t)
    return s * cdf(d1) - k * math.exp(-r * t) * cdf(d2)


@snippet([-100.0, 30.0, 40.0, 60.0])
def irr(flows):
    lo, hi = -0.9, 1.0
    for _ in range(100):
        mid = (lo + hi) / 2
        npv = sum(cf / (1 + mid) ** t for t, cf in enumerate(flows))
        if npv > 0:
            lo = mid
        else:
            hi = mid
    return round(mid, 6)


@snippet(200_000.0, 0.04, 12)
def loan_table(principal, rate, months):
    monthly = rate / 12
    payment = principal * monthly / (1 - (1 + monthly) ** -months)
    rows = []
    balance = principal
    for m in range(1, months + 1):
        interest = balance * monthly
        balance -= payment - interest
        rows.append([m, interest, balance])
    return np.array(rows)


@snippet(PRICES, 3)
def window_means(prices, n):
    window = deque(maxlen=n)
    out = []
    for p in prices:
        window.append(p)
        if len(window) == n:
            out.append(sum(window) / n)
    return out


@snippet(100.0, 0.05, 0.2, 1.0, 50)
def binomial_put(s, r, sigma, t, n):
    dt = t / n
    u = np.exp(sigma * np.sqrt(dt))
    d = 1 / u
    p = (np.exp(r * dt) - d) / (u - d)
    values = np.maximum(100.0 - s * u ** np.arange(n, -n - 1, -2), 0)
    for i in range(n):
        values = np.exp(-r * dt) * (p * values[:-1] + (1 - p) * values[1:])
    return values[0]


@snippet(ORDERS)
def revenue(orders):
    totals = {}
    for name, count, price in orders:
        totals[name] = totals.get(name, 0.0) + count * price
    return sorted(totals.items(), key=lambda kv: -kv[1])


@snippet([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
def tally(numbers):
    c = Counter(numbers)
    most = max(c.values())
    return sorted(k for k, v in c.items() if v == most)


@snippet([1, 2, 3, 4, 5], [4, 5, 6])
def set_report(a, b):
    sa, sb = set(a), set(b)
    return sa & sb, sa | sb, sorted(sa ^ sb), len(sa - sb)


@snippet([2, 7, 11, 15, -2], 9)
def two_sum(nums, target):
    seen = {}
    for i, x in enumerate(nums):
        if target - x in seen:
            return seen[target - x], i
        seen[x] = i
    return None


@snippet([Body(0.0, 1.0), Body(2.0, -0.5, 3.0)], 0.1)
def step_bodies(bodies, dt):
    for b in bodies:
        b.x += b.v * dt
    return sum(b.energy() for b in bodies)


@snippet([4, 5, 6, 7])
def fill_box(values):
    box = Counterbox(3)
    last = 0
    for v in values:
        last = box.push(v)
    return box.items, last


@snippet(10)
def vec_walk(n):
    v = Vec(0.0, 0.0)
    for i in range(n):
        v = v + Vec(math.cos(i), math.sin(i))
    return v.norm()


@snippet([Point(0, 0), Point(3, 4), Point(6, 8)])
def path_length(points):
    return sum(math.hypot(b.x - a.x, b.y - a.y) for a, b in zip(points, points[1:]))


@snippet({"mass": 2.0, "k": 8.0, "x": 0.5}, 20)
def spring_params(params, n):
    x, v = params["x"], 0.0
    for _ in range(n):
        v -= params["k"] / params["mass"] * x * 0.01
        x += v * 0.01
    return x, v


@snippet({"hits": 0, "misses": 0}, [3, 8, 2, 9])
def update_stats(stats, values):
    for v in values:
        if v > 5:
            stats["hits"] += 1
        else:
            stats["misses"] += 1
    return stats


@snippet([1.5, 2.25, -3.0])
def report(values):
    for i, v in enumerate(values):
        print(f"{i:2d}: {v:8.3f}")
    print("total", sum(values), sep="=")


@snippet([3, 1, 2], 2)
def lru(keys, size):
    cache = OrderedDict()
    misses = 0
    for k in keys + keys[::-1]:
        if k in cache:
            cache.move_to_end(k)
        else:
            misses += 1
            cache[k] = True
            if len(cache) > size:
                cache.popitem(last=False)
    return misses


@snippet([[1, 2, 3], [4, 5, 6]])
def transpose_lists(rows):
    return [list(col) for col in zip(*rows)], [sum(r) for r in rows]


@snippet("1f4", "0b101")
def base_numbers(h, b):
    return int(h, 16) + int(b, 2), hex(255), bin(10)
