"""What is counted, parsed and printed at a desk, in a laboratory, in a workshop."""
from __future__ import annotations

import cmath
import math
import random
import statistics
import string
from collections import Counter, defaultdict, deque
from itertools import accumulate, groupby, islice

from snippets import snippet


@snippet([12.0, 13.5, 11.2, 15.8, 14.1, 13.3, 16.0, 12.7], 3)
def moving_average(values, k):
    window = deque(maxlen=k)
    out = []
    for v in values:
        window.append(v)
        if len(window) == k:
            out.append(round(sum(window) / k, 3))
    ema = values[0]
    alpha = 2 / (k + 1)
    smooth = [ema]
    for v in values[1:]:
        ema = alpha * v + (1 - alpha) * ema
        smooth.append(ema)
    return out, smooth


@snippet(1, -3, 4.0)
def quadratic(a, b, c):
    d = cmath.sqrt(b * b - 4 * a * c)
    roots = [(-b + d) / (2 * a), (-b - d) / (2 * a)]
    return [f"{z.real:.3f}{z.imag:+.3f}j" for z in roots], [abs(z) for z in roots], cmath.phase(roots[0])


@snippet(2024, 2)
def calendar_page(year, month):
    def leap(y):
        return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)

    days = [31, 29 if leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    t = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    y = year - (month < 3)
    first = (y + y // 4 - y // 100 + y // 400 + t[month - 1] + 1) % 7
    first = (first - 1) % 7
    print(f"{'Mo Tu We Th Fr Sa Su'}")
    line = "   " * first
    for day in range(1, days[month - 1] + 1):
        line += f"{day:2d} "
        if (first + day) % 7 == 0:
            print(line.rstrip())
            line = ""
    if line:
        print(line.rstrip())
    return sum(days[: month - 1]), days[month - 1]


@snippet([("Ann", "math", 1.3), ("Bob", "math", 2.7), ("Ann", "art", 2.0), ("Cy", "math", 5.0), ("Bob", "art", 1.0)])
def grade_table(rows):
    people = sorted({r[0] for r in rows})
    subjects = sorted({r[1] for r in rows})
    table = {(p, s): g for p, s, g in rows}
    print("name".ljust(8) + "".join(s.rjust(8) for s in subjects) + "mean".rjust(8))
    for p in people:
        grades = [table.get((p, s)) for s in subjects]
        known = [g for g in grades if g is not None]
        cells = "".join(f"{g:8.1f}" if g is not None else "-".rjust(8) for g in grades)
        print(f"{p:<8}{cells}{sum(known) / len(known):8.2f}")
    return len(people) * len(subjects) - len(table)


@snippet(400, 7)
def monte_carlo_queue(customers, seed):
    random.seed(seed)
    clock = 0.0
    free_at = 0.0
    waits = []
    for _ in range(customers):
        clock += random.expovariate(1.0)
        begin = max(clock, free_at)
        waits.append(begin - clock)
        free_at = begin + random.uniform(0.2, 1.4)
    waits.sort()
    return sum(waits) / len(waits), waits[int(0.95 * len(waits))], max(waits)


@snippet([3.1, 4.7, 5.9, 6.2, 4.4, 9.9, 5.1, 4.8])
def describe(sample):
    mean = statistics.mean(sample)
    sd = statistics.stdev(sample)
    ordered = sorted(sample)
    q1, q2, q3 = (ordered[int(p * (len(ordered) - 1))] for p in (0.25, 0.5, 0.75))
    outliers = [x for x in sample if abs(x - mean) > 2 * sd]
    bins = Counter(int(x) for x in sample)
    bars = {k: "*" * bins[k] for k in sorted(bins)}
    return {"mean": round(mean, 4), "sd": round(sd, 4), "median": statistics.median(sample), "q": q3 - q1}, outliers, bars


@snippet("Hello, World!", 3)
def caesar(text, shift):
    def turn(ch, k):
        if ch.islower():
            return chr((ord(ch) - 97 + k) % 26 + 97)
        if ch.isupper():
            return chr((ord(ch) - 65 + k) % 26 + 65)
        return ch

    secret = "".join(turn(c, shift) for c in text)
    back = "".join(turn(c, -shift) for c in secret)
    table = str.maketrans(string.ascii_lowercase, string.ascii_lowercase[13:] + string.ascii_lowercase[:13])
    return secret, back == text, text.translate(table)


@snippet("3 + 4 * (2 - 7) / 5 - -2")
def calculator(source):
    tokens = []
    i = 0
    while i < len(source):
        c = source[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            j = i
            while j < len(source) and (source[j].isdigit() or source[j] == "."):
                j += 1
            tokens.append(("num", float(source[i:j])))
            i = j
        else:
            tokens.append(("op", c))
            i += 1
    tokens.append(("end", None))
    pos = 0

    def peek():
        return tokens[pos]

    def take():
        nonlocal pos
        token = tokens[pos]
        pos += 1
        return token

    def atom():
        kind, value = take()
        if kind == "num":
            return value
        if value == "(":
            inner = expr()
            take()
            return inner
        if value == "-":
            return -atom()
        raise SyntaxError(f"unexpected {value!r}")

    def term():
        left = atom()
        while peek()[1] in ("*", "/"):
            if take()[1] == "*":
                left *= atom()
            else:
                left /= atom()
        return left

    def expr():
        left = term()
        while peek()[1] in ("+", "-"):
            if take()[1] == "+":
                left += term()
            else:
                left -= term()
        return left

    return expr()


@snippet(27)
def collatz_generator(start):
    def walk(n):
        while n != 1:
            yield n
            n = n // 2 if n % 2 == 0 else 3 * n + 1
        yield 1

    steps = list(walk(start))
    odd = sum(1 for s in walk(start) if s % 2)
    return len(steps), max(steps), odd, list(islice(walk(start), 5))


@snippet([("2024-01-03", "food", 12.5), ("2024-01-09", "rent", 700.0), ("2024-02-01", "food", 30.25), ("2024-02-02", "fun", 15.0), ("2024-02-28", "rent", 700.0)])
def expenses(rows):
    months = {}
    for month, group in groupby(rows, key=lambda r: r[0][:7]):
        months[month] = sum(amount for _, _, amount in group)
    kinds = defaultdict(float)
    for _, kind, amount in rows:
        kinds[kind] += amount
    top = max(kinds, key=kinds.get)
    running = list(accumulate(a for _, _, a in rows))
    return months, dict(sorted(kinds.items())), top, running


@snippet(0.1, 2.0, 50)
def pendulum_rk4(theta, omega, steps):
    g, length, dt = 9.81, 1.0, 0.02

    def f(state):
        th, om = state
        return om, -g / length * math.sin(th)

    state = (theta, omega)
    energies = []
    for _ in range(steps):
        k1 = f(state)
        k2 = f(tuple(s + dt / 2 * k for s, k in zip(state, k1)))
        k3 = f(tuple(s + dt / 2 * k for s, k in zip(state, k2)))
        k4 = f(tuple(s + dt * k for s, k in zip(state, k3)))
        state = tuple(s + dt / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4))
        energies.append(0.5 * state[1] ** 2 - g * math.cos(state[0]))
    return state, max(energies) - min(energies)


@snippet("ACGTGGTCTTAATGCCGTAA", "ATG")
def dna(sequence, start):
    complement = {"A": "T", "T": "A", "C": "G", "G": "C"}
    reverse = "".join(complement[b] for b in reversed(sequence))
    gc = 100 * (sequence.count("G") + sequence.count("C")) / len(sequence)
    codons = [sequence[i:i + 3] for i in range(0, len(sequence) - 2, 3)]
    kmers = Counter(sequence[i:i + 2] for i in range(len(sequence) - 1))
    i = sequence.find(start)
    protein = []
    table = {"ATG": "M", "CCG": "P", "TAA": "*"}
    while 0 <= i <= len(sequence) - 3:
        amino = table.get(sequence[i:i + 3], "?")
        if amino == "*":
            break
        protein.append(amino)
        i += 3
    return reverse, gc, codons, kmers.most_common(3), "".join(protein)


@snippet(1000.0, 0.06, 12)
def loan_schedule(principal, rate, months):
    r = rate / 12
    payment = principal * r / (1 - (1 + r) ** -months)
    balance = principal
    rows = []
    for m in range(1, months + 1):
        interest = balance * r
        balance -= payment - interest
        rows.append({"month": m, "interest": round(interest, 2), "balance": round(balance, 2)})
    print(f"payment: {payment:,.2f}")
    for row in rows[:3]:
        print("{month:>3} {interest:>8.2f} {balance:>10,.2f}".format(**row))
    return rows[-1]["balance"], sum(row["interest"] for row in rows)


@snippet("host=db1; port=5432;debug=true ; ratio=0.75;name=x y")
def parse_config(text):
    config = {}
    for entry in text.split(";"):
        key, _, value = entry.strip().partition("=")
        if value.isdigit():
            config[key] = int(value)
        elif value in ("true", "false"):
            config[key] = value == "true"
        else:
            try:
                config[key] = float(value)
            except ValueError:
                config[key] = value
    return config


@snippet([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
def spiral(m):
    out = []
    rows = [r[:] for r in m]
    while rows:
        out += rows.pop(0)
        rows = [list(r) for r in zip(*rows)][::-1]
    rotated = [list(r) for r in zip(*m[::-1])]
    diagonal = [m[i][i] for i in range(len(m))]
    magic = len({sum(r) for r in m}) == 1
    return out, rotated, diagonal, magic


@snippet(["the cat sat", "the dog sat down", "a cat and a dog"], "cat")
def search_index(documents, query):
    index = defaultdict(set)
    for number, text in enumerate(documents):
        for word in text.split():
            index[word].add(number)
    idf = {w: math.log(len(documents) / len(ids)) for w, ids in index.items()}
    scores = []
    for number, text in enumerate(documents):
        words = text.split()
        tf = words.count(query) / len(words)
        scores.append((tf * idf[query], number))
    both = index["cat"] & index["dog"]
    return max(scores), sorted(both), sorted(index, key=lambda w: (-len(index[w]), w))[:3]


@snippet(30, 5)
def josephus(n, k):
    circle = deque(range(1, n + 1))
    order = []
    while circle:
        circle.rotate(-(k - 1))
        order.append(circle.popleft())
    return order[-1], order[:6]


@snippet([5, 3, 8, 1, 9, 2, 7])
def running_median(stream):
    import heapq
    low, high = [], []
    medians = []
    for x in stream:
        heapq.heappush(low, -heapq.heappushpop(high, x))
        if len(low) > len(high):
            heapq.heappush(high, -heapq.heappop(low))
        if len(high) > len(low):
            medians.append(float(high[0]))
        else:
            medians.append((high[0] - low[0]) / 2)
    return medians


@snippet({"a": 1, "b": {"c": 2, "d": {"e": 3}}, "f": 4})
def flatten_nested(tree):
    flat = {}

    def walk(node, prefix):
        for key, value in node.items():
            path = f"{prefix}.{key}" if prefix else key
            if isinstance(value, dict):
                walk(value, path)
            else:
                flat[path] = value

    walk(tree, "")
    return flat, sum(flat.values())


@snippet("()[]{}", "([{}])(", "(]")
def brackets(*texts):
    pairs = {")": "(", "]": "[", "}": "{"}
    results = []
    for text in texts:
        stack = []
        ok = True
        for ch in text:
            if ch in pairs.values():
                stack.append(ch)
            elif not stack or stack.pop() != pairs[ch]:
                ok = False
                break
        results.append(ok and not stack)
    return results
