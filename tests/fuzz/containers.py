"""Random programs of lists, texts, dicts, sets and tuples as Python is written: names that stand for one object, objects
that are given, changed and returned."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from fuzz.grow import Grown, draw, fill
from fuzz.judge_objects import check_with
from fuzz.tree import Tree

PARAMETERS = ("v", "x", "s", "words", "k", "rows", "table")

# {n}: a whole number; {f}: a number; {l}: a list of whole numbers, {m} of numbers; {s}: a text; {w}: a list of texts; {r}: a list
# of lists; {d}: a dict of whole numbers, {t} of texts; {z}: a set; {q}: a list of tuples; {i}: a small number; {N}, {F}, ...: a name to
# be bound; {c}: a condition; {key}: a sorting key.
_SIMPLE = {
    "{N} = {n}": 6,
    "{N} += {n}": 3,
    "{N} = {n} * {i} - {n}": 3,
    "{N} = {n} // {i} + {n} % {i}": 2,
    "{N} = len({any})": 4,
    "{N} = sum({l})": 2,
    "{N} = max({l})": 2,
    "{N} = min({l}, default={i})": 1,
    "{N} = {l}.index({l}[{i}])": 1,
    "{N} = {l}.count({n})": 1,
    "{N} = {l}.pop()": 2,
    "{N} = {l}.pop({i})": 2,
    "{N} = {l}[{i}]": 4,
    "{N} = {d}.get({n}, {i})": 3,
    "{N} = {t}.get({s}, {i})": 2,
    "{N} = {d}.pop({n}, {i})": 1,
    "{N} = {d}.setdefault({i}, {n})": 1,
    "{N} = ord({s}[{i}])": 1,
    "{N} = {s}.find({s})": 1,
    "{N} = {s}.count({s}[{i}])": 1,
    "{N} = int({n} in {l})": 1,
    "{N} = {q}[{i}][0]": 1,
    "{N} = {r}[{i}][{i}]": 2,
    "{N} = sum(len(y) for y in {r})": 2,
    "{N} = sum(1 for c in {s} if c == {s}[0])": 1,
    "{N} = sum(y * y for y in {l} if y > {n})": 2,
    "{N}, {N} = divmod({n}, {i} + 1)": 1,
    "{N}, {N} = {N}, {N}": 2,
    "{F} = {f}": 3,
    "{F} = {n} / {i}": 2,
    "{F} = sum({m})": 2,
    "{F} = {m}[{i}] * 0.5": 2,
    "{F} = max({m}, key=abs)": 1,
    "{F} = float({n})": 1,
    "{L} = []": 3,
    "{L} = {l}": 4,
    "{L} = {l}[:]": 3,
    "{L} = list({l})": 2,
    "{L} = {l}[{i}:]": 2,
    "{L} = {l}[::-1]": 2,
    "{L} = {l} + {l}": 2,
    "{L} = {l} * 2": 1,
    "{L} = [0] * {i}": 2,
    "{L} = [{n}, {n}]": 2,
    "{L} = [y + {i} for y in {l}]": 3,
    "{L} = [y for y in {l} if y % 2 == {i} % 2]": 3,
    "{L} = sorted({l})": 2,
    "{L} = sorted({l}, reverse=True)": 1,
    "{L} = sorted({l}, key={key})": 2,
    "{L} = list(range({i}))": 2,
    "{L} = {r}[{i}]": 3,
    "{L} = [len(y) for y in {r}]": 2,
    "{L} = [len(y) for y in {w}]": 2,
    "{L} = sorted({z})": 2,
    "{L} = list({d})": 2,
    "{L} = list({d}.values())": 2,
    "{L} = [int(c) for c in str(abs({n}))]": 1,
    "{L} = [y[1] for y in {q}]": 1,
    "{L} = [a * b for a, b in zip({l}, {l})]": 2,
    "{L} = [p * y for p, y in enumerate({l})]": 2,
    "{L}, {L} = {L}, {L}": 2,
    "{l}.append({n})": 5,
    "{l}.extend({l})": 2,
    "{l}.insert({i}, {n})": 2,
    "{l}.sort()": 2,
    "{l}.sort(key={key})": 1,
    "{l}.reverse()": 1,
    "{l}.remove({l}[{i}])": 1,
    "{l}.clear()": 1,
    "{l}[{i}] = {n}": 4,
    "{l}[{i}] += {n}": 3,
    "{l}[{i}], {l}[{i}] = {l}[{i}], {l}[{i}]": 2,
    "{l}[1:2] = {l}[:2]": 1,
    "{l}[:] = {l}[::-1]": 1,
    "{l} += {l}": 2,
    "{l} += [{n}]": 2,
    "{l} *= 2": 1,
    "del {l}[{i}]": 2,
    "del {l}[:{i}]": 1,
    "{M} = [y * 0.5 for y in {l}]": 2,
    "{M} = {m}": 2,
    "{M} = {m}[:{i}]": 1,
    "{m}.append({f})": 2,
    "{m}[{i}] = {f}": 2,
    "{M} = sorted({m})": 1,
    "{S} = {s}": 3,
    "{S} = {s} + {s}": 3,
    "{S} += {s}[{i}]": 2,
    "{S} = {s}[{i}:]": 2,
    "{S} = {s}[::-1]": 2,
    "{S} = {s}.upper()": 2,
    "{S} = {s}.replace({s}[0], {s})": 1,
    "{S} = {s}.strip()": 1,
    "{S} = {w}[{i}]": 3,
    "{S} = '-'.join({w})": 2,
    "{S} = ''.join([c for c in {s} if c != ' '])": 2,
    "{S} = str({n})": 2,
    "{S} = f'{{{n}}}:{{{s}}}'": 2,
    "{S} = f'{{{f}:.2f}}'": 1,
    "{S} = '%d %s' % ({n}, {s})": 1,
    "{S} = chr(97 + {n} % 26)": 1,
    "{S} = max({w}, key=len)": 1,
    "{W} = {s}.split()": 2,
    "{W} = {s}.split(',')": 2,
    "{W} = {w}": 2,
    "{W} = {w}[{i}:]": 1,
    "{W} = sorted({w})": 2,
    "{W} = [y.upper() for y in {w}]": 2,
    "{W} = [y for y in {w} if len(y) > {i}]": 2,
    "{W} = list({s})": 1,
    "{W} = sorted({t})": 1,
    "{w}.append({s})": 3,
    "{w}[{i}] = {s}": 2,
    "{R} = [[] for _ in range({i} + 1)]": 3,
    "{R} = [[y] for y in {l}]": 2,
    "{R} = [[y * j for j in range({i})] for y in {l}]": 2,
    "{R} = {r}": 2,
    "{R} = [{l}, {l}]": 2,
    "{R} = sorted({r})": 1,
    "{R} = [y[:] for y in {r}]": 2,
    "{R} = [{l}] * 2": 1,
    "{r}.append({l})": 2,
    "{r}.append([{n}])": 2,
    "{r}[{i}].append({n})": 4,
    "{r}[{i}] = {l}": 2,
    "{r}[{i}] += {l}": 1,
    "{r}[{i}][{i}] = {n}": 2,
    "{L} = {r}.pop()": 1,
    "{D} = {}": 3,
    "{D} = {0: {n}, {i}: {n}}": 1,
    "{D} = {y: y * y for y in {l}}": 2,
    "{D} = {d}": 2,
    "{D} = dict({d})": 1,
    "{D} = dict(zip({l}, {l}))": 1,
    "{D} = Counter({l})": 2,
    "{d}[{n}] = {n}": 3,
    "{d}[{n}] = {d}.get({n}, 0) + 1": 3,
    "{d}.update({d})": 1,
    "del {d}[{i}]": 1,
    "{T} = {}": 2,
    "{T} = {t}": 1,
    "{T} = Counter({s})": 2,
    "{T} = {y: len(y) for y in {w}}": 2,
    "{t}[{s}] = {n}": 3,
    "{t}[{s}] = {t}.get({s}, 0) + {n}": 3,
    "{Z} = set()": 2,
    "{Z} = set({l})": 3,
    "{Z} = {y % 5 for y in {l}}": 2,
    "{Z} = {z} | {z}": 1,
    "{Z} = {z} & set({l})": 1,
    "{Z} = {z} - {z}": 1,
    "{z}.add({n})": 3,
    "{z}.discard({n})": 2,
    "{Q} = [(y, y % 3) for y in {l}]": 2,
    "{Q} = []": 1,
    "{Q} = sorted({q})": 1,
    "{Q} = sorted({q}, key=lambda a: (-a[1], a[0]))": 2,
    "{Q} = list({d}.items())": 2,
    "{Q} = sorted({d}.items(), key=lambda a: (-a[1], a[0]))": 1,
    "{Q} = list(zip({l}, {l}))": 1,
    "{Q} = list(enumerate({l}))": 1,
    "{q}.append(({n}, {i}))": 3,
    "{N}, {N} = {q}[{i}]": 2,
}
_HEADS = {
    "for {V} in {l}:": 6,
    "for {V} in range({i}):": 6,
    "for {V} in {l}[:]:": 2,
    "for p, {V} in enumerate({l}):": 3,
    "for {V}, g in zip({l}, {l}):": 2,
    "for g, {V} in {q}:": 2,
    "for {V} in range(len({l})):": 2,
    "for {V} in sorted({z}):": 1,
    "for {V} in {d}:": 1,
    "for g, {V} in {d}.items():": 2,
    "for c, {V} in {t}.items():": 1,
    "for c in {s}:": 4,
    "for c in {w}:": 4,
    "for row in {r}:": 3,
    "for row in {r}[1:]:": 1,
    "while len({l}) > {i}:": 3,
    "if {c}:": 12,
}
_CONDITIONS = (
    "{n} > {n}", "{n} % 2 == 0", "{n} in {l}", "{l}", "not {l}", "{s} in {w}", "{s}", "{n} in {d}", "{s} in {t}",
    "{n} in {z}", "{l} == {l}", "{l} is {l}", "{s} == {s}", "{s} < {s}", "{f} < 1.5", "len({l}) < 4", "{n} > 2 and {l}",
    "{r} and {r}[0]", "{s}.isdigit()", "{s}.startswith({s}[:1])", "any(y > 3 for y in {l})", "all({l})",
)  # fmt: skip
_INSIDE = (
    "{l}.append({V})", "{N} += {V}", "{l}[{V} % len({l})] += 1", "{d}[{V}] = {d}.get({V}, 0) + 1", "{z}.add({V})",
    "{N} = {V}", "{r}[{V} % len({r})].append({V})", "{q}.append(({V}, {n}))", "{r}.append([{V}])", "{d}[{V}] = {n}",
)  # fmt: skip
_WITH_TEXT = ("{S} += c", "{w}.append(c)", "{t}[c] = {t}.get(c, 0) + 1", "{S} = c", "{N} += len(c)", "{w}.append(c + {s})")
_WITH_ROW = ("{N} += len(row)", "row.append({n})", "{l}.extend(row)", "{L} = row", "{N} += sum(row)", "{r}.append(row[:])")
_KEYS = ("abs", "lambda a: -a", "lambda a: a % 3", "lambda a: (a % 2, a)", "str")
_NEW = {
    "N": "n0 n1 n2 n3", "F": "f0 f1", "L": "l0 l1 l2 l3", "M": "m0 m1", "S": "t0 t1 t2", "W": "w0 w1", "R": "r0 r1",
    "D": "d0 d1", "T": "e0 e1", "Z": "z0 z1", "Q": "q0 q1",
}  # fmt: skip


def _arguments(seed: int) -> list[Any]:
    draw_ = random.Random(seed)
    size = draw_.choice([0, 1, 2, 3, 5, 5, 8, 12])
    v = [draw_.randint(-9, 30) for _ in range(size)]
    words = [draw_.choice(["ab", "b", "", "Cd e", "42", "x,y", "ab"]) for _ in range(draw_.choice([0, 1, 3, 4]))]
    rows = [[draw_.randint(0, 9) for _ in range(draw_.choice([0, 1, 3]))] for _ in range(draw_.choice([0, 1, 3]))]
    table = {draw_.randint(0, 9): draw_.randint(-5, 99) for _ in range(draw_.choice([0, 2, 4]))}
    x = [draw_.choice([0.5, -1.25, 3.0, 1e300, -0.0]) for _ in range(draw_.choice([0, 2, 4]))]
    text = draw_.choice(["hello world", "a,b,,c", "", "7", "Zz9 ", "abcabc"])
    return [v, v if draw_.random() < 0.1 else x, text, words, draw_.randint(-3, 9), rows, table]


def _kind(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float, str)):
        return {int: "n", float: "f", str: "s"}[type(value)]
    if isinstance(value, list):
        first = value[0] if value else None
        return {int: "l", float: "m", str: "w", list: "r", tuple: "q"}.get(type(first), None)
    if isinstance(value, set):
        return "z"
    if isinstance(value, dict):
        return "t" if any(isinstance(key, str) for key in value) else "d"
    return None


# What programs are about: those that mix everything are left to Python.
_SUBJECTS = ("nl", "nl", "nlf", "nlm", "ns", "nsw", "nst", "nlr", "nlr", "nld", "nd", "nlz", "nlq", "nlfmsw", "nlrdtzqfmsw")
_OF = {"v": "l", "x": "m", "s": "s", "words": "w", "k": "n", "rows": "r", "table": "d"}
_PART = re.compile(r"\{([a-zA-Z])\}")


def _about(templates: Any, subject: str) -> Any:
    """Those that name nothing else."""
    kept = [t for t in templates if all(p.lower() in f"{subject}ivc" for p in _PART.findall(t))]
    return {t: templates[t] for t in kept} if isinstance(templates, dict) else kept


class _Generator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._subject = self._random.choice(_SUBJECTS)
        fitting = [name for name in PARAMETERS if _OF[name] in self._subject]
        used = self._random.sample(fitting, min(len(fitting), self._random.randint(1, 3)))
        self._simple, self._heads = _about(_SIMPLE, self._subject), _about(_HEADS, self._subject)
        self._parameters = tuple(name for name in PARAMETERS if name in used)
        self._grown = Grown(self._parameters, lambda: given(self._parameters, seed), scope())
        self._declared = dict(_OF)

    def program(self) -> Tree:
        for _ in range(self._random.choice([1, 2, 3, 5, 8])):
            for _ in range(12):
                text = self._statement(2)
                if not re.search(r"^\s*(del )?[\[{'\"]", text, re.MULTILINE) and self._grown.add(text):
                    break
        if self._random.random() < 0.1:
            self._grown.add_last(self._statement(1))
        return self._grown.tree(self._result())

    def _result(self) -> str:
        """A name, or several; a given list among several is one that Python returns itself."""
        names = [name for name in self._grown.names if len(name) == 2]
        choice = self._random.random()
        if choice < 0.15 or not names:
            return self._random.choice(self._parameters) if self._parameters else "1"
        if choice < 0.45:
            return self._random.choice(names)
        if choice < 0.55:
            names += self._parameters
        return f"({', '.join(self._random.sample(names, min(len(names), self._random.choice([2, 3, 4]))))},)"

    def _statement(self, depth: int) -> str:
        if depth == 0 or self._random.random() < 0.6:
            return self._filled(draw(self._random, self._simple))
        head = draw(self._random, self._heads)
        lines = self._statement(depth - 1).splitlines()
        choices = _WITH_TEXT if " c " in head else _WITH_ROW if " row " in head else _INSIDE if "{V}" in head else ()
        choices = _about(choices, self._subject)
        for _ in range(self._random.randint(1, 2) if choices else 0):
            lines.insert(0, self._filled(self._random.choice(choices)))
        if head.startswith("while"):
            head = head.replace("{l}", name := self._name("l"))
            lines.append(f"{name}.pop()")
        if not head.startswith("if") and self._random.random() < 0.15:
            lines.append(f"if {self._filled('{c}')}:")
            lines.append(self._random.choice(["    break", "    continue"]))
        text = "\n".join([self._filled(head), *(f"    {line}" for line in lines)])
        if head.startswith("if") and self._random.random() < 0.5:
            other = self._statement(depth - 1).splitlines()
            text += "\n" + "\n".join(["else:", *(f"    {line}" for line in other)])
        return text

    def _filled(self, template: str) -> str:
        return fill(template, self._part)

    def _part(self, part: str) -> str:
        if part == "c":
            return self._filled(self._random.choice(_about(_CONDITIONS, self._subject)))
        if part == "key":
            return self._random.choice(_KEYS)
        if part == "V":
            return "y"
        if part == "any":
            return self._part(self._random.choice([p for p in "lswrdtzqm" if p in self._subject] or "n"))
        if part == "i":
            return self._random.choice(["0", "1", "2", "3", "-1"])
        if part in _NEW:
            name = self._random.choice(_NEW[part].split())
            self._declared[name] = part.lower()
            return name
        return self._name(part)

    def _name(self, kind: str) -> str:
        """A name that holds such a value, or such a value."""
        names = [n for n, v in self._grown.names.items() if (_kind(v) or self._declared.get(n)) == kind and n != "y"]
        if names and self._random.random() < 0.93:
            return self._random.choice(names)
        return {
            "n": self._random.choice(["7", "0", "-3", "12"]), "f": "0.5", "l": "[3, 1, 2]", "m": "[0.5, 2.0]", "s": "'ab c'",
            "w": "['p', 'qr']", "r": "[[1], [2, 3]]", "d": "{1: 2}", "t": "{'a': 1}", "z": "{1, 2}", "q": "[(1, 2)]",
        }[kind]  # fmt: skip


def scope() -> dict[str, Any]:
    return {"Counter": Counter}


def given(parameters: tuple[str, ...], seed: int) -> list[Any]:
    """The arguments of these names; `x` may be the same object as `v`."""
    whole = dict(zip(PARAMETERS, _arguments(seed)))
    return [whole[name] for name in parameters]


def generate(seed: int) -> Tree:
    return _Generator(seed).program()


check = check_with(scope(), given)
