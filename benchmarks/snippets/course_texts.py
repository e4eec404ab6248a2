"""What students do with texts: words, letters, lines, digits, sequences of letters."""

import math
from collections import Counter, defaultdict

import numpy as np
from snippets import snippet

TEXT = "the quick brown fox jumps over the lazy dog and the cat sat on the mat while the dog slept"
LINES = ["alice,23,4.5", "bob,31,3.25", "carla,19,5.0", "dan,45,2.75"]


@snippet(TEXT)
def word_counts(text):
    counts = {}
    for word in text.split():
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts


@snippet(TEXT, 3)
def top_words(text, k):
    return Counter(text.lower().split()).most_common(k)


@snippet(TEXT)
def longest_word(text):
    best = ""
    for word in text.split():
        if len(word) > len(best):
            best = word
    return best


@snippet(TEXT)
def sorted_unique(text):
    return sorted(set(text.split()))


@snippet(TEXT)
def title_case(text):
    return " ".join(w[0].upper() + w[1:] for w in text.split())


@snippet(TEXT)
def word_lengths(text):
    lengths = [len(w) for w in text.split()]
    return sum(lengths) / len(lengths), max(lengths)


@snippet(TEXT)
def reversed_words(text):
    words = text.split()
    words.reverse()
    return " ".join(words)


@snippet("Hello, World! 123")
def vowels_and_digits(s):
    vowels = 0
    digits = 0
    for c in s.lower():
        if c in "aeiou":
            vowels += 1
        elif c.isdigit():
            digits += 1
    return vowels, digits


@snippet(LINES)
def parse_rows(lines):
    total = 0.0
    for line in lines:
        name, age, score = line.split(",")
        if int(age) > 20:
            total += float(score)
    return total


@snippet(LINES)
def parse_columns(lines):
    ages = []
    scores = []
    for line in lines:
        parts = line.strip().split(",")
        ages.append(int(parts[1]))
        scores.append(float(parts[2]))
    return np.array(ages), np.array(scores)


@snippet("listen", "silent")
def are_anagrams(a, b):
    return sorted(a) == sorted(b)


@snippet("attack at dawn", 3)
def caesar(text, shift):
    out = ""
    for c in text:
        if c.isalpha():
            out += chr((ord(c) - ord("a") + shift) % 26 + ord("a"))
        else:
            out += c
    return out


@snippet("aaabbbccd")
def run_length(text):
    if not text:
        return ""
    out = []
    count = 1
    for i in range(1, len(text)):
        if text[i] == text[i - 1]:
            count += 1
        else:
            out.append(text[i - 1] + str(count))
            count = 1
    out.append(text[-1] + str(count))
    return "".join(out)


@snippet("A man, a plan, a canal: Panama")
def palindrome_phrase(s):
    clean = "".join(c for c in s.lower() if c.isalnum())
    return clean == clean[::-1]


@snippet(["eat", "tea", "tan", "ate", "nat", "bat"])
def group_anagrams(words):
    groups = defaultdict(list)
    for w in words:
        groups["".join(sorted(w))].append(w)
    return sorted(len(g) for g in groups.values())


@snippet(["flower", "flow", "flight"])
def common_prefix(words):
    prefix = words[0]
    for w in words[1:]:
        while not w.startswith(prefix):
            prefix = prefix[:-1]
    return prefix


@snippet("{[()]}()")
def balanced(s):
    stack = []
    pairs = {")": "(", "]": "[", "}": "{"}
    for c in s:
        if c in "([{":
            stack.append(c)
        elif not stack or stack.pop() != pairs[c]:
            return False
    return not stack


@snippet("3 4 + 2 * 7 /")
def rpn(expression):
    stack = []
    for token in expression.split():
        if token in ("+", "-", "*", "/"):
            b = stack.pop()
            a = stack.pop()
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


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


@snippet(13)
def to_binary(n):
    s = Stack()
    while n > 0:
        s.push(n % 2)
        n //= 2
    digits = ""
    while len(s) > 0:
        digits += str(s.pop())
    return digits


@snippet(["12", "x", "7", "", "3.5"])
def parse_ints(texts):
    good = []
    bad = 0
    for t in texts:
        try:
            good.append(int(t))
        except ValueError:
            bad += 1
    return good, bad


@snippet(np.array([1.5, 2.25, 3.0]))
def csv_line(values):
    return ",".join(f"{v:.3f}" for v in values)


@snippet(["ann", "bob"], [1.5, 2.0])
def table_text(names, values):
    lines = []
    for name, value in zip(names, values):
        lines.append(f"{name:>8}: {value:6.2f}")
    return "\n".join(lines)


@snippet("ATGGCCATTGTAATGGGCCGC")
def codons(dna):
    table = {"ATG": "M", "GCC": "A", "ATT": "I", "GTA": "V", "GGC": "G", "CGC": "R"}
    protein = ""
    for i in range(0, len(dna) - 2, 3):
        codon = dna[i : i + 3]
        protein += table.get(codon, "X")
    return protein


@snippet("ATGGCCATTGTAATGGGCC", 2)
def kmers(dna, k):
    counts = {}
    for i in range(len(dna) - k + 1):
        kmer = dna[i : i + k]
        counts[kmer] = counts.get(kmer, 0) + 1
    return max(counts.values()), len(counts)


@snippet("GATTACA", "CATTAGA")
def hamming(a, b):
    return sum(x != y for x, y in zip(a, b))


@snippet("MCMXCIV")
def roman_to_int(s):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for i in range(len(s)):
        if i + 1 < len(s) and values[s[i]] < values[s[i + 1]]:
            total -= values[s[i]]
        else:
            total += values[s[i]]
    return total


@snippet(1994)
def int_to_roman(n):
    numerals = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
                (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    out = ""
    for value, letter in numerals:
        while n >= value:
            out += letter
            n -= value
    return out


@snippet([["a", "b"], ["b", "c"], ["a", "c", "d"]])
def document_frequency(documents):
    df = {}
    for words in documents:
        for w in set(words):
            df[w] = df.get(w, 0) + 1
    return {w: math.log(len(documents) / n) for w, n in sorted(df.items())}


@snippet("the cat sat on the mat", "the dog sat on the log")
def jaccard(a, b):
    first, second = set(a.split()), set(b.split())
    return len(first & second) / len(first | second)


@snippet("the cat sat on the mat", "the dog sat on the log")
def cosine_of_texts(a, b):
    x, y = Counter(a.split()), Counter(b.split())
    dot = sum(x[w] * y[w] for w in x)
    return dot / math.sqrt(sum(v * v for v in x.values()) * sum(v * v for v in y.values()))


@snippet("x=1;y=22;z=333")
def parse_settings(text):
    found = {}
    for part in text.split(";"):
        key, value = part.split("=")
        found[key] = int(value)
    return found


@snippet(["INFO start", "ERROR disk", "INFO go", "WARNING heat", "ERROR net"])
def log_levels(lines):
    errors = 0
    for line in lines:
        if line.startswith("ERROR"):
            errors += 1
        elif "WARNING" in line:
            errors += 0.5
    return errors


@snippet("  some   text with   spaces ")
def squeeze(text):
    return "-".join(text.strip().split())


@snippet(3661)
def clock(seconds):
    h = seconds // 3600
    m = seconds % 3600 // 60
    s = seconds % 60
    return f"{h:02d}:{m:02d}:{s:02d}"


@snippet(255, 16)
def to_base(n, base):
    digits = "0123456789abcdef"
    out = ""
    while n:
        out = digits[n % base] + out
        n //= base
    return out or "0"


@snippet("abcabcbb")
def longest_unique_substring(s):
    last = {}
    start = 0
    best = 0
    for i, c in enumerate(s):
        if c in last and last[c] >= start:
            start = last[c] + 1
        last[c] = i
        best = max(best, i - start + 1)
    return best


@snippet("swiss")
def first_unique_letter(s):
    counts = Counter(s)
    for i, c in enumerate(s):
        if counts[c] == 1:
            return i
    return -1
