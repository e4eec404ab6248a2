"""Names that are a text and then something else are a name for each, and mean what they mean in CPython: in chains, loops and branches,
with texts that are empty or no numbers."""

import importlib.util

import pytest
import unpython as up
from support.outcomes import outcome

#: Lines, with | between them.
PROGRAMS = """
s = s.strip()|s = s.split(",")|s = [int(x) for x in s]|return sum(s)
a, b = s.split(",")[:2]|a = int(a)|b = float(b)|return a * b
parts = s.split(",")|if len(parts) > 2:|    parts = len(parts)|else:|    parts = 0|return parts
x = s|x = len(x)|x = x + 1|return x
x = s[0]|for c in s:|    x = c|x = ord(x)|return x
t = 0|for w in s.split(","):|    w = int(w)|    t += w|return t, w
t = 0|for w in s.split(","):|    if w == "3":|        w = "4"|    n = int(w)|    t += n|return t
w = ""|for c in s:|    if c == ",":|        w = w + ";"|    else:|        w = w + c|w = len(w)|return w
for w in s.split(","):|    n = w|    n = int(n)|    if n > 2:|        break|return n
n = s.count(",")|s = "x" * n|n = len(s)|s = n|return s, n
r = []|for line in s.split(","):|    line = line.strip()|    line = int(line) if line.isdigit() else -1|    r.append(line)|return r
v = s.split(",")|v = {w: len(w) for w in v}|return v
v = s.split(",")|v = sorted(v, reverse=True)|v = "".join(v)|return v
v = [c for c in s if c != ","]|v = len(v)|w = [v] * 2|return w
k = "a"|k = k == s|return k
k, n = s, len(s)|k, n = n, k|return k, n
i = 0|while i < len(s):|    c = s[i]|    c = c == ","|    if c:|        break|    i += 1|return i, c
total = s|total = 0|for c in s:|    if c in "0123456789":|        total += int(c)|return total
x = s|if x:|    x = 1|return x
try:|    n = int(s)|except ValueError:|    n = -1|return n
x = s.split(",")|y = x|x = len(x)|return x, y
d = {}|for w in s.split(","):|    key, val = w, len(w)|    val = str(val)|    d[key] = val|return d
acc = ""|for w in s.split(","):|    acc, w = w, acc|return acc, w
last = ""|n = 0|for w in s.split(","):|    if w > last:|        n += 1|    last = w|last = n|return last
""".strip().splitlines()


@pytest.fixture(scope="module")
def functions(tmp_path_factory):
    """All of them, in one module."""
    bodies = [program.replace("|", "\n    ") for program in PROGRAMS]
    path = tmp_path_factory.mktemp("names") / "names_of_two_kinds.py"
    path.write_text("\n\n".join(f"def f{number}(s):\n    {body}\n" for number, body in enumerate(bodies)))
    spec = importlib.util.spec_from_file_location("names_of_two_kinds", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_values(functions, number):
    function = getattr(functions, f"f{number}")
    compiled = up.jit(strict=False)(function)
    for text in ("3,12,7", "4,5", "", " 8 , 9", "a"):
        assert outcome(compiled, [text]) == outcome(function, [text]), PROGRAMS[number]
