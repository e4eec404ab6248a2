"""Puzzles of December and small texts, as strangers write them."""
from __future__ import annotations

import heapq
import re
from collections import Counter, defaultdict
from itertools import permutations

from snippets import snippet


@snippet("two1nine\neightwothree\nabcone2threexyz\nxtwone3four\n4nineeightseven2\nzoneight234\n7pqrstsixteen")
def calibration(text):
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    total = 0
    for line in text.splitlines():
        digits = []
        for i, ch in enumerate(line):
            if ch.isdigit():
                digits.append(int(ch))
            else:
                for value, word in enumerate(words, start=1):
                    if line[i:].startswith(word):
                        digits.append(value)
        if digits:
            total += digits[0] * 10 + digits[-1]
    return total


@snippet("Game 1: 3 blue, 4 red; 1 red, 2 green, 6 blue; 2 green\nGame 2: 1 blue, 2 green; 3 green, 4 blue, 1 red; 1 green, 1 blue\nGame 3: 8 green, 6 blue, 20 red; 5 blue, 4 red, 13 green; 5 green, 1 red")
def cube_games(text):
    limits = {"red": 12, "green": 13, "blue": 14}
    possible = 0
    power_sum = 0
    for line in text.split("\n"):
        head, body = line.split(": ")
        number = int(head.split()[1])
        most = {"red": 0, "green": 0, "blue": 0}
        for draw in body.split("; "):
            for part in draw.split(", "):
                count, colour = part.split(" ")
                most[colour] = max(most[colour], int(count))
        if all(most[c] <= limits[c] for c in limits):
            possible += number
        power_sum += most["red"] * most["green"] * most["blue"]
    return possible, power_sum


@snippet(["467..114..", "...*......", "..35..633.", "......#...", "617*......", ".....+.58.", "..592.....", "......755.", "...$.*....", ".664.598.."])
def part_numbers(rows):
    symbols = {}
    for r, row in enumerate(rows):
        for c, ch in enumerate(row):
            if ch != "." and not ch.isdigit():
                symbols[(r, c)] = ch
    gears = defaultdict(list)
    total = 0
    for r, row in enumerate(rows):
        c = 0
        while c < len(row):
            if not row[c].isdigit():
                c += 1
                continue
            start = c
            while c < len(row) and row[c].isdigit():
                c += 1
            n = int(row[start:c])
            border = [(r + dr, cc) for dr in (-1, 0, 1) for cc in range(start - 1, c + 1)]
            touching = [p for p in border if p in symbols]
            if touching:
                total += n
            for p in touching:
                if symbols[p] == "*":
                    gears[p].append(n)
    ratio = sum(v[0] * v[1] for v in gears.values() if len(v) == 2)
    return total, ratio


@snippet(["32T3K 765", "T55J5 684", "KK677 28", "KTJJT 220", "QQQJA 483"])
def camel_cards(lines):
    order = "23456789TJQKA"

    def strength(hand):
        counts = sorted(Counter(hand).values(), reverse=True)
        return counts, [order.index(card) for card in hand]

    hands = []
    for line in lines:
        hand, bid = line.split()
        hands.append((hand, int(bid)))
    hands.sort(key=lambda pair: strength(pair[0]))
    return sum(rank * bid for rank, (hand, bid) in enumerate(hands, 1))


@snippet("RL\n\nAAA = (BBB, CCC)\nBBB = (DDD, EEE)\nCCC = (ZZZ, GGG)\nDDD = (DDD, DDD)\nEEE = (EEE, EEE)\nGGG = (GGG, GGG)\nZZZ = (ZZZ, ZZZ)")
def desert_network(text):
    moves, block = text.split("\n\n")
    graph = {}
    for line in block.splitlines():
        name, rest = line.split(" = ")
        left, right = rest.strip("()").split(", ")
        graph[name] = (left, right)
    here, steps = "AAA", 0
    while here != "ZZZ":
        turn = moves[steps % len(moves)]
        here = graph[here][0 if turn == "L" else 1]
        steps += 1
    return steps


@snippet([[0, 3, 6, 9, 12, 15], [1, 3, 6, 10, 15, 21], [10, 13, 16, 21, 30, 45]])
def extrapolate(histories):
    after, before = 0, 0
    for history in histories:
        rows = [history]
        while any(rows[-1]):
            last = rows[-1]
            rows.append([b - a for a, b in zip(last, last[1:])])
        after += sum(row[-1] for row in rows)
        start = 0
        for row in reversed(rows):
            start = row[0] - start
        before += start
    return after, before


@snippet("HASH\nrn=1,cm-,qp=3,cm=2,qp-,pc=4,ot=9,ab=5,pc-,pc=6,ot=7")
def lens_boxes(text):
    def hash_of(label):
        value = 0
        for ch in label:
            value = (value + ord(ch)) * 17 % 256
        return value

    first, steps = text.split("\n")
    boxes = [dict() for _ in range(256)]
    for step in steps.split(","):
        if step.endswith("-"):
            label = step[:-1]
            boxes[hash_of(label)].pop(label, None)
        else:
            label, focal = step.split("=")
            boxes[hash_of(label)][label] = int(focal)
    power = 0
    for i, box in enumerate(boxes):
        for j, focal in enumerate(box.values()):
            power += (i + 1) * (j + 1) * focal
    return hash_of(first), power


@snippet("2413432311323\n3215453535623\n3255245654254\n3446585845452\n4546657867536")
def least_heat(text):
    grid = [[int(c) for c in line] for line in text.splitlines()]
    h, w = len(grid), len(grid[0])
    queue = [(0, 0, 0, 0, 0, 0)]
    seen = set()
    while queue:
        heat, r, c, dr, dc, n = heapq.heappop(queue)
        if (r, c) == (h - 1, w - 1):
            return heat
        if (r, c, dr, dc, n) in seen:
            continue
        seen.add((r, c, dr, dc, n))
        for nr, nc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            if (nr, nc) == (-dr, -dc) and (dr, dc) != (0, 0):
                continue
            same = (nr, nc) == (dr, dc)
            if same and n == 3:
                continue
            y, x = r + nr, c + nc
            if 0 <= y < h and 0 <= x < w:
                heapq.heappush(queue, (heat + grid[y][x], y, x, nr, nc, n + 1 if same else 1))
    return -1


@snippet(["R 6 (#70c710)", "D 5 (#0dc571)", "L 2 (#5713f0)", "D 2 (#d2c081)", "R 2 (#59c680)", "D 2 (#411b91)", "L 5 (#8ceee2)", "U 2 (#caa173)", "L 1 (#1b58a2)", "U 2 (#caa171)", "R 2 (#7807d2)", "U 3 (#a77fa3)", "L 2 (#015232)", "U 2 (#7a21e3)"])
def lagoon_area(plan):
    directions = {"R": (1, 0), "L": (-1, 0), "U": (0, -1), "D": (0, 1)}
    x = y = 0
    area = 0
    edge = 0
    for line in plan:
        way, length, colour = line.split()
        dx, dy = directions[way]
        n = int(length)
        nx, ny = x + dx * n, y + dy * n
        area += x * ny - nx * y
        edge += n
        x, y = nx, ny
    red_total = sum(int(line.split("#")[1][:5], 16) for line in plan)
    return abs(area) // 2 + edge // 2 + 1, red_total


@snippet(["px{a<2006:qkq,m>2090:A,rfg}", "qkq{x<1416:A,R}", "rfg{s<537:R,x>2440:R,A}", "in{s<1351:px,A}"], [{"x": 787, "m": 2655, "a": 1222, "s": 2876}, {"x": 1679, "m": 44, "a": 2067, "s": 496}])
def sort_parts(rules, parts):
    flows = {}
    for rule in rules:
        name, rest = rule[:-1].split("{")
        tests = []
        for piece in rest.split(","):
            if ":" in piece:
                condition, target = piece.split(":")
                tests.append((condition[0], condition[1], int(condition[2:]), target))
            else:
                tests.append(("", "", 0, piece))
        flows[name] = tests
    accepted = 0
    for part in parts:
        state = "in"
        while state not in ("A", "R"):
            for field, op, limit, target in flows[state]:
                if not field:
                    state = target
                    break
                value = part[field]
                if (op == "<" and value < limit) or (op == ">" and value > limit):
                    state = target
                    break
        if state == "A":
            accepted += sum(part.values())
    return accepted


@snippet("The quick brown fox jumps over the lazy dog. The dog sleeps; the fox does not!")
def word_histogram(text):
    counts = {}
    for word in re.sub(r"[^a-z ]", "", text.lower()).split():
        counts[word] = counts.get(word, 0) + 1
    lines = []
    for word, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"{word:<8}|{'#' * n:<6}|{n:>3}")
    return "\n".join(lines)


@snippet("aaabbbccccddxyzzz")
def run_length(text):
    out = []
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out.append((text[i], j - i))
        i = j
    encoded = "".join(f"{ch}{n}" if n > 1 else ch for ch, n in out)
    decoded = "".join(ch * n for ch, n in out)
    assert decoded == text
    return encoded, out


@snippet(["MCMXCIV", "XLII", "MMXXIV", "IX", "IIII"])
def roman(numerals):
    values = dict(zip("IVXLCDM", (1, 5, 10, 50, 100, 500, 1000)))

    def to_int(s):
        total = 0
        for a, b in zip(s, s[1:] + " "):
            v = values[a]
            total += -v if b != " " and values[b] > v else v
        return total

    def to_roman(n):
        table = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
        text = ""
        for v, letters in table:
            while n >= v:
                text += letters
                n -= v
        return text

    return {s: (to_int(s), to_roman(to_int(s)) == s) for s in numerals}


@snippet("name,age,city\nAnn,34,Oslo\nBob,,Rome\nCy,29,Oslo\nDee,41,Rome\n")
def csv_means(text):
    lines = text.strip().split("\n")
    header = lines[0].split(",")
    rows = [dict(zip(header, line.split(","))) for line in lines[1:]]
    by_city = defaultdict(list)
    bad = 0
    for row in rows:
        try:
            by_city[row["city"]].append(int(row["age"]))
        except ValueError:
            bad += 1
    means = {city: sum(ages) / len(ages) for city, ages in by_city.items()}
    return means, bad


@snippet(["listen", "silent", "enlist", "google", "elgoog", "abc", "cab", "xyz"])
def anagram_groups(words):
    groups = {}
    for w in words:
        groups.setdefault("".join(sorted(w)), []).append(w)
    return sorted([sorted(g) for g in groups.values() if len(g) > 1], key=len, reverse=True)


@snippet("kitten", "sitting")
def edit_script(a, b):
    m, n = len(a), len(b)
    d = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(m + 1):
        d[i][0] = i
    for j in range(n + 1):
        d[0][j] = j
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            d[i][j] = min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
    ops = []
    i, j = m, n
    while i or j:
        if i and j and d[i][j] == d[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            if a[i - 1] != b[j - 1]:
                ops.append(f"sub {a[i - 1]}->{b[j - 1]} at {i - 1}")
            i, j = i - 1, j - 1
        elif i and d[i][j] == d[i - 1][j] + 1:
            ops.append(f"del {a[i - 1]} at {i - 1}")
            i -= 1
        else:
            ops.append(f"ins {b[j - 1]} at {i}")
            j -= 1
    return d[m][n], ops[::-1]


@snippet(["SEND", "MORE"], "MONEY")
def cryptarithm(terms, total):
    letters = sorted(set("".join(terms) + total))
    first = {w[0] for w in terms + [total]}
    tries = 0
    for digits in permutations((9, 5, 6, 7, 1, 0, 8, 2), len(letters)):
        tries += 1
        env = dict(zip(letters, digits))
        if any(env[ch] == 0 for ch in first):
            continue
        values = [int("".join(str(env[ch]) for ch in word)) for word in terms]
        if sum(values) == int("".join(str(env[ch]) for ch in total)):
            return env, tries
    return None


@snippet("....#\n#..#.\n#..##\n..#..\n#....", 4)
def bug_life(text, rounds):
    bugs = {(r, c) for r, line in enumerate(text.split()) for c, ch in enumerate(line) if ch == "#"}
    for _ in range(rounds):
        near = Counter((r + dr, c + dc) for r, c in bugs for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        new = set()
        for r in range(5):
            for c in range(5):
                n = near[(r, c)]
                if (r, c) in bugs and n == 1 or (r, c) not in bugs and n in (1, 2):
                    new.add((r, c))
        bugs = new
    rating = sum(2 ** (5 * r + c) for r, c in bugs)
    picture = ["".join("#" if (r, c) in bugs else "." for c in range(5)) for r in range(5)]
    return rating, picture


@snippet("2 * 3 + (4 * 5)\n5 + (8 * 3 + 9 + 3 * 4 * 3)\n((2 + 4 * 9) * (6 + 9 * 8 + 6) + 6) + 2 + 4 * 2")
def odd_arithmetic(text):
    def evaluate(tokens):
        value = None
        op = "+"
        while tokens:
            t = tokens.pop(0)
            if t == ")":
                break
            if t in "+*":
                op = t
                continue
            n = evaluate(tokens) if t == "(" else int(t)
            if value is None:
                value = n
            elif op == "+":
                value += n
            else:
                value *= n
        return value

    results = []
    for line in text.splitlines():
        results.append(evaluate(list(line.replace(" ", ""))))
    return results


@snippet(["on 3", "off 1", "flip 2", "on 2", "off 3", "bogus", "flip x"], 5)
def light_switches(commands, size):
    lights = [False] * size
    errors = []
    for number, command in enumerate(commands, 1):
        try:
            verb, arg = command.split()
            k = int(arg)
            if verb == "on":
                lights[k] = True
            elif verb == "off":
                lights[k] = False
            elif verb == "flip":
                lights[k] = not lights[k]
            else:
                raise KeyError(verb)
        except ValueError as e:
            errors.append(f"line {number}: {type(e).__name__}")
        except (KeyError, IndexError):
            errors.append(f"line {number}: other")
    return lights, errors
