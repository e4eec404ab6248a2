"""Strings."""

import numpy as np
from snippets import snippet


@snippet("mean", np.arange(5.0))
def mode_text(how, a):
    if how == "mean":
        return a.mean()
    elif how == "max":
        return a.max()
    raise ValueError(f"unknown: {how}")


@snippet(3)
def returned_text(n):
    return "large" if n > 2 else "small"


@snippet(3, 2.5)
def formatted(n, x):
    return f"{n} items of {x:.2f}"


@snippet("ACGTTGCA")
def count_bases(s):
    gc = 0
    for c in s:
        if c == "G" or c == "C":
            gc += 1
    return gc / len(s)


@snippet("ACGTTGCA")
def reverse_complement(s):
    pairs = {"A": "T", "T": "A", "C": "G", "G": "C"}
    return "".join(pairs[c] for c in reversed(s))


@snippet("kitten", "sitting")
def levenshtein(s, t):
    d = np.zeros((len(s) + 1, len(t) + 1), dtype=int)
    for i in range(len(s) + 1):
        d[i, 0] = i
    for j in range(len(t) + 1):
        d[0, j] = j
    for i in range(1, len(s) + 1):
        for j in range(1, len(t) + 1):
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + (s[i - 1] != t[j - 1]))
    return d[-1, -1]


@snippet("hello world")
def hash_text(s):
    h = 5381
    for c in s:
        h = (h * 33 + ord(c)) % 2**32
    return h


@snippet(["a", "b", "a"])
def count_words(words):
    counts = {}
    for w in words:
        counts[w] = counts.get(w, 0) + 1
    return counts["a"]


@snippet("a,b,c")
def text_methods(s):
    return len(s.split(",")), s.upper() == "A,B,C", s.startswith("a"), s.replace(",", "")


@snippet(1234)
def digit_sum(n):
    return sum(int(d) for d in str(n))


@snippet(121)
def is_palindrome(n):
    return str(n) == str(n)[::-1]


@snippet("x", 3)
def concatenated(s, n):
    return s + "_" + str(n) + "!" * 2


@snippet("linear")
def text_in(kind):
    if kind in ("linear", "cubic"):
        return 1
    return 2


@snippet("k")
def chosen_dtype(kind):
    dtype = np.float32 if kind == "f" else np.float64
    return np.zeros(3, dtype=dtype)
