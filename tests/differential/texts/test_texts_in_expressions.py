"""What is asked of a list of texts, one expression or a few lines at a time, is what CPython says: compared, put in order, joined, counted, taken
apart, kept in lists, dicts and tuples."""

import importlib.util

import pytest
import unpython as up
from support.outcomes import outcome

EXPRESSIONS = """
words[0] < words[1]
words[0] == words[1][::-1]
[w for w in words if w]
[not w for w in words]
[w and 1 for w in words]
[w or "x" for w in words]
min(words), max(words)
min(words[0], words[1])
max(words, key=len)
min(words, key=lambda w: (len(w), w))
sorted(words, reverse=True)
sorted(words, key=lambda w: w[::-1])
sorted(words, key=lambda w: (-len(w), w))
sorted(set(words))
words == sorted(words)
words[1:] == words[:-1]
words < words[1:]
("a", words[0]) < ("a", words[1])
[(w, len(w)) for w in words] < [("b", 1)]
words.index("b"), words.count("b")
"b" in words, "zz" not in words
[w in ("b", "c") for w in words]
[w == "b" or w == "c" for w in words]
["a" <= w < "c" for w in words]
any(w > "c" for w in words), all(w >= "" for w in words)
sum(len(w) for w in words)
{w: len(w) for w in words}
{len(w): w for w in words}
{w[0]: w for w in words if w}
[w.upper() for w in words]
"-".join(words)
"-".join(sorted(words))
"".join(w[0] for w in words if w)
[f"{w:>6}|" for w in words]
[len(words[i]) - len(words[i - 1]) for i in range(len(words))]
[words[i] > words[i - 1] for i in range(len(words))]
list(zip(words, words[1:]))
list(enumerate(words))
[a + b for a, b in zip(words, words[1:])]
[a if a > b else b for a, b in zip(words, words[1:])]
dict(zip(words, range(len(words))))
sorted(dict(zip(words, range(len(words)))).items())
sorted(zip(map(len, words), words))
sorted([(len(w), w) for w in words])
sorted([(w, len(w)) for w in words], key=lambda p: p[1])
sorted([(w, len(w)) for w in words], key=lambda p: (p[1], p[0]), reverse=True)
max([(len(w), w) for w in words])
min([(w, len(w)) for w in words])[1]
[w.split("p") for w in words]
[w.find("p") for w in words]
[w.replace("p", "qq") for w in words]
[w.startswith("p") for w in words], [w.endswith("") for w in words]
[w * 2 for w in words]
[w == w[::-1] for w in words]
[sorted(w) for w in words]
["".join(sorted(w)) for w in words]
["".join(sorted(set(w))) for w in words]
len(set(words)), len(set("".join(words)))
[c for w in words for c in w]
[ord(c) for w in words for c in w]
max(c for w in words for c in w)
[w.count("p") for w in words]
[w[-1:] for w in words]
[w[1:-1] for w in words]
[w.isalpha() for w in words]
[w.strip("p") for w in words]
[str(len(w)) + w for w in words]
[w < "b" for w in words].index(True)
list(map(len, words)), list(map(str.upper, words))
list(filter(None, words))
list(reversed(words))
words[::-1]
words[-2:] + words[:1]
words + ["z"]
words * 2
(words[0], words[-1])
[w for i, w in enumerate(words) if i % 2]
sum(w == "b" for w in words)
[len(w) if w != "b" else -1 for w in words]
{w for w in words} == set(words)
set(words) & {"b", "q"} == {"b"}
len(set(words) | {"b", "q"})
words.copy() == words
[w[0] == "p" if w else None for w in words]
Counter(words)
Counter(words).most_common(1)
Counter("".join(words)).most_common(2)
Counter(len(w) for w in words)
sorted(Counter(words).items(), key=lambda kv: (-kv[1], kv[0]))
sorted(Counter(words), key=lambda w: (-len(w), w))
max(Counter(words).values())
max(Counter(words), key=lambda w: (len(w), w))
[int(w) if w.isdigit() else 0 for w in words]
[w.zfill(4) for w in words]
[w.title() for w in words]
[w.partition("p") for w in words]
[bool(w) for w in words]
[w is words[0] for w in words][0]
[tuple(w) for w in words]
[list(w) for w in words]
" ".join(f"{w}={len(w)}" for w in words)
"%s has %d" % (words[0], len(words))
"{} and {}".format(words[0], words[1])
[w[len(w) // 2:] for w in words]
[w[i] for i, w in enumerate(words) if i < len(w)]
[[a == b for a in words] for b in words]
[len([v for v in words if v < w]) for w in words]
sorted(words, key=str.lower)
sorted(words, key=lambda w: w.count("p"))
sorted(words, key=lambda w: w != "b")
sorted(words, key=lambda w: words.index(w), reverse=True)
min((len(w), w) for w in words)
max((w, i) for i, w in enumerate(words))
[max(w) if w else "" for w in words]
[min(a, b) for a, b in zip(words, words[1:])]
[(a < b) - (a > b) for a, b in zip(words, words[1:])]
""".strip().splitlines()
#: Lines, with | between them.
STATEMENTS = """
d = {}; [d.setdefault(len(w), []).append(w) for w in words]; r = d
d = {}|for w in words:|    d.setdefault(len(w), []).append(w)|r = sorted(d.items())
d = defaultdict(list)|for w in words:|    d[w[:1]].append(w)|r = {k: sorted(v) for k, v in d.items()}
d = defaultdict(int)|for w in words:|    d[w[:1]] += len(w)|r = d
best = words[0]|for w in words:|    if w > best:|        best = w|r = best
best = ""|for w in words:|    best = max(best, w)|r = best
seen = set()|r = []|for w in words:|    if w not in seen:|        seen.add(w)|        r.append(w)
r = words[0]|for w in words[1:]:|    r = r + "," + w
r = []|for w in words:|    if w and w[0] == "p":|        continue|    r.append(w)
last = None|r = 0|for w in words:|    if w == last:|        r += 1|    last = w
stack = []|for w in words:|    if stack and stack[-1] > w:|        stack.pop()|    stack.append(w)|r = stack
r = {}|for i, w in enumerate(words):|    r[w] = i|r = [r[w] for w in sorted(r)]
a, b = words[0], words[1]|a, b = b, a|r = a + b, a < b
r = sorted(words)|r.insert(0, "q")|r.remove("b")|r.sort()
r = [w for w in words]|r[0], r[1] = r[1], r[0]|r.reverse()
words2 = [w + "!" for w in words]|r = [a for a, b in zip(words2, words) if a > b]
n = 0|for a in words:|    for b in words:|        n += a < b|r = n
rows = [(w, len(w)) for w in words]|rows.sort(key=lambda t: t[0])|r = rows
rows = [(len(w), w) for w in words]|rows.sort()|r = [w for _, w in rows]
rows = [[w, str(len(w))] for w in words]|rows.sort(key=lambda t: t[1])|r = rows
rows = [{"w": w, "n": len(w)} for w in words]|rows.sort(key=lambda t: t["w"])|r = [t["n"] for t in rows]
rows = [{"w": w, "n": len(w)} for w in words]|r = max(rows, key=lambda t: t["w"])["n"]
heap = []|for w in words:|    heapq.heappush(heap, w)|r = [heapq.heappop(heap) for _ in range(len(heap))]
heap = []|for w in words:|    heapq.heappush(heap, (len(w), w))|r = heapq.heappop(heap)
r = bisect.bisect_left(sorted(words), "b")
q = deque(words)|r = []|while q:|    r.append(q.popleft())|    if q and q[0] < r[-1]:|        q.append(q.popleft() + "z") if len(r) < 3 else None
r = heapq.nsmallest(2, words)
r = list(itertools.accumulate(words, max))
r = [list(g) for k, g in itertools.groupby(words, len)]
r = [(k, len(list(g))) for k, g in itertools.groupby(sorted(words))]
r = list(itertools.combinations(words, 2))
r = functools.reduce(lambda a, b: a if a > b else b, words)
t = tuple(words)|r = t < ("b",), t[0]
m = {"b": 1, "pen": 2}|r = [m.get(w, 0) for w in words]
m = {"b": "x", "pen": "a"}|r = sorted(m, key=lambda k: m[k])
m = {1: "x", 2: "a"}|r = sorted(m, key=lambda k: m[k]), sorted(m.values()), max(m.values()), min(m, key=m.get)
m = {1: "x", 2: "a"}|r = sorted(m.items(), key=lambda kv: kv[1])
m = {"q": "x", "w": "a"}|r = max(m.items(), key=lambda kv: kv[1])
m = {(0, 1): "x", (1, 0): "a"}|r = sorted(m.values()), max(m, key=m.get)
""".strip().splitlines()
BODIES = [f"return {e}" for e in EXPRESSIONS] + [s.replace("|", "\n    ") + "\n    return r" for s in STATEMENTS]


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """All of them, in one module."""
    text = "import bisect, functools, heapq, itertools\nfrom collections import *\n\n\n"
    text += "\n\n".join(f"def f{number}(words):\n    {body}\n" for number, body in enumerate(BODIES))
    path = tmp_path_factory.mktemp("texts") / "text_expressions.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("text_expressions", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("number", range(len(BODIES)))
def test_values(functions, number):
    function = getattr(functions, f"f{number}")
    words = ["zeta", "b", "Beta", "alpha", "pp", "b"]
    assert outcome(up.jit(strict=False)(function), [words]) == outcome(function, [words]), BODIES[number]
