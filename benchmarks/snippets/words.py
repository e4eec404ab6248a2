"""Texts, tables of dynamic programming, dates and units."""

import re
from bisect import bisect_left
from collections import defaultdict
from datetime import date

import numpy as np
from snippets import snippet


# Text.


@snippet("the quick brown fox jumps over the lazy dog the end")
def word_frequencies(text):
    freq = {}
    for word in text.lower().split():
        freq[word] = freq.get(word, 0) + 1
    return sorted(freq.items(), key=lambda kv: (-kv[1], kv[0]))


@snippet("name,age,height\nAnn,31,1.65\nBob,45,1.80\n")
def parse_csv(text):
    lines = text.strip().split("\n")
    header = lines[0].split(",")
    ages, heights = [], []
    for line in lines[1:]:
        fields = line.split(",")
        ages.append(int(fields[header.index("age")]))
        heights.append(float(fields[header.index("height")]))
    return np.array(ages), np.array(heights)


@snippet("A man, a plan, a canal: Panama")
def is_palindrome(s):
    cleaned = "".join(ch.lower() for ch in s if ch.isalnum())
    return cleaned == cleaned[::-1]


@snippet("Hello, World!", 3)
def caesar(text, shift):
    out = ""
    for ch in text:
        if ch.isalpha():
            base = ord("A") if ch.isupper() else ord("a")
            out += chr((ord(ch) - base + shift) % 26 + base)
        else:
            out += ch
    return out


@snippet("ATGCGATTACGCTTGA")
def gc_and_complement(dna):
    pairs = {"A": "T", "T": "A", "G": "C", "C": "G"}
    comp = "".join(pairs[b] for b in reversed(dna))
    gc = 100 * (dna.count("G") + dna.count("C")) / len(dna)
    return comp, round(gc, 2)


@snippet("2024-03-01 ERROR disk full\n2024-03-01 INFO ok\n2024-03-02 ERROR net down")
def errors_per_day(log):
    days = defaultdict(int)
    for line in log.splitlines():
        day, level, message = line.split(" ", 2)
        if level == "ERROR":
            days[day] += 1
    return dict(days)


@snippet("key1=5; key2 = 7;key3=x")
def parse_options(text):
    result = {}
    for part in text.split(";"):
        key, _, value = part.partition("=")
        key, value = key.strip(), value.strip()
        result[key] = int(value) if value.isdigit() else -1
    return result


@snippet("kitten", "sitting")
def hamming_or_length(a, b):
    if len(a) != len(b):
        return abs(len(a) - len(b))
    return sum(1 for x, y in zip(a, b) if x != y)


@snippet("contact: a.b@example.org or 555-1234")
def find_numbers(text):
    return [int(n) for n in re.findall(r"\d+", text)]


@snippet(1994)
def to_roman(n):
    table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
             (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    s = ""
    for value, symbol in table:
        while n >= value:
            s += symbol
            n -= value
    return s


@snippet("MCMXCIV")
def from_roman(s):
    values = dict(I=1, V=5, X=10, L=50, C=100, D=500, M=1000)
    total = 0
    prev = 0
    for ch in reversed(s):
        v = values[ch]
        total += v if v >= prev else -v
        prev = v
    return total


# Dynamic programming.


@snippet("AGGTAB", "GXTXAYB")
def lcs(x, y):
    m, n = len(x), len(y)
    L = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(m):
        for j in range(n):
            if x[i] == y[j]:
                L[i + 1][j + 1] = L[i][j] + 1
            else:
                L[i + 1][j + 1] = max(L[i][j + 1], L[i + 1][j])
    result = []
    i, j = m, n
    while i > 0 and j > 0:
        if x[i - 1] == y[j - 1]:
            result.append(x[i - 1])
            i -= 1
            j -= 1
        elif L[i - 1][j] >= L[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return "".join(reversed(result))


@snippet([1, 5, 10, 25], 63)
def min_coins(coins, amount):
    INF = float("inf")
    best = [0] + [INF] * amount
    for a in range(1, amount + 1):
        for c in coins:
            if c <= a and best[a - c] + 1 < best[a]:
                best[a] = best[a - c] + 1
    return best[amount] if best[amount] != INF else None


@snippet([1, 3, 4, 5], [1, 4, 5, 7], 7)
def knapsack_items(weights, values, cap):
    n = len(weights)
    table = np.zeros((n + 1, cap + 1), dtype=int)
    for i in range(1, n + 1):
        for w in range(cap + 1):
            table[i, w] = table[i - 1, w]
            if weights[i - 1] <= w:
                table[i, w] = max(table[i, w], values[i - 1] + table[i - 1, w - weights[i - 1]])
    chosen = []
    w = cap
    for i in range(n, 0, -1):
        if table[i, w] != table[i - 1, w]:
            chosen.append(i - 1)
            w -= weights[i - 1]
    return table[n, cap], chosen[::-1]


@snippet([10, 9, 2, 5, 3, 7, 101, 18])
def longest_increasing(nums):
    tails = []
    for x in nums:
        k = bisect_left(tails, x)
        if k == len(tails):
            tails.append(x)
        else:
            tails[k] = x
    return len(tails)


@snippet(np.array([[1, 3, 1], [1, 5, 1], [4, 2, 1]]))
def min_path_sum(grid):
    cost = grid.astype(float)
    cost[0] = np.cumsum(cost[0])
    cost[:, 0] = np.cumsum(cost[:, 0])
    for i in range(1, grid.shape[0]):
        for j in range(1, grid.shape[1]):
            cost[i, j] += min(cost[i - 1, j], cost[i, j - 1])
    return int(cost[-1, -1])


# Dates and units.


@snippet(2024, 2, 29)
def day_of_year(y, m, d):
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return sum(days[:m - 1]) + d


@snippet(2024, 5, 17)
def weekday_name(y, m, d):
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    return names[date(y, m, d).weekday()]


@snippet(98765)
def pretty_duration(seconds):
    days, rest = divmod(seconds, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = []
    if days:
        parts.append(f"{days}d")
    parts.append(f"{hours:02d}:{minutes:02d}:{seconds:02d}")
    return " ".join(parts)


@snippet(100.0, "km", "mi")
def convert_length(value, unit_from, unit_to):
    factors = {"m": 1.0, "km": 1000.0, "mi": 1609.344, "ft": 0.3048}
    if unit_from not in factors or unit_to not in factors:
        raise ValueError(f"unknown unit: {unit_from} or {unit_to}")
    return value * factors[unit_from] / factors[unit_to]


@snippet(np.array([32.0, 100.0, 212.0]), "F")
def to_celsius(temps, unit):
    match unit:
        case "F":
            return (temps - 32) * 5 / 9
        case "K":
            return temps - 273.15
        case _:
            return temps


@snippet(2460000.5)
def julian_to_gregorian(jd):
    j = int(jd + 0.5)
    f = j + 1401 + (((4 * j + 274277) // 146097) * 3) // 4 - 38
    e = 4 * f + 3
    g = (e % 1461) // 4
    h = 5 * g + 2
    day = (h % 153) // 5 + 1
    month = (h // 153 + 2) % 12 + 1
    year = e // 1461 - 4716 + (14 - month) // 12
    return year, month, day
