"""Random programs of lists, texts, dicts, sets and tuples as Python is written: names that stand for one object, objects
that are given, changed and returned."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict, deque
from typing import Any

import numpy as np

from fuzz import container_helpers
from fuzz.container_forms import CONDITIONS, COPIES, ERRORS, HEADS, INSIDE, KEYS, SIMPLE, WITH_ROW, WITH_TEXT
from fuzz.grow import Grown, draw, fill
from fuzz.judge_objects import check_with
from fuzz.tree import Tree

PARAMETERS = ("v", "x", "s", "words", "k", "rows", "table", "edges")

_NEW = {
    "N": "n0 n1 n2 n3", "F": "f0 f1", "L": "l0 l1 l2 l3", "M": "m0 m1", "S": "t0 t1 t2", "W": "w0 w1", "R": "r0 r1",
    "D": "d0 d1", "T": "e0 e1", "Z": "z0 z1", "Q": "q0 q1", "P": "p0 p1", "H": "h0 h1", "U": "u0 u1",
}  # fmt: skip


def _arguments(seed: int) -> list[Any]:
    draw_ = random.Random(seed)
    size = draw_.choice([0, 1, 2, 3, 5, 5, 8, 12])
    v: Any = [draw_.randint(-9, 30) for _ in range(size)]
    words = [draw_.choice(["ab", "b", "", "Cd e", "42", "x,y", "ab"]) for _ in range(draw_.choice([0, 1, 3, 4]))]
    rows = [[draw_.randint(0, 9) for _ in range(draw_.choice([0, 1, 3]))] for _ in range(draw_.choice([0, 1, 3]))]
    table = {draw_.randint(0, 9): draw_.randint(-5, 99) for _ in range(draw_.choice([0, 2, 4]))}
    x = [draw_.choice([0.5, -1.25, 3.0, 1e300, -0.0]) for _ in range(draw_.choice([0, 2, 4]))]
    text = draw_.choice(["hello world", "a,b,,c", "", "7", "Zz9 ", "abcabc"])
    edges = [(draw_.randint(0, 5), draw_.randint(-9, 9)) for _ in range(draw_.choice([0, 1, 2, 4, 6]))]
    if draw_.random() < 0.1:
        v, x = v, v
    elif draw_.random() < 0.12:
        v = draw_.choice([[y * 0.5 for y in v], [y > 3 for y in v], tuple(v), np.array(v, np.int64), [[y] for y in v]])
    return [v, x, text, words, draw_.randint(-3, 9), rows, table, edges]


def _kind(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float, str)):
        return {int: "n", float: "f", str: "s"}.get(type(value))
    if isinstance(value, list):
        first = value[0] if value else None
        return {int: "l", float: "m", str: "w", list: "r", tuple: "q"}.get(type(first), None)
    if isinstance(value, set):
        return "z"
    if isinstance(value, deque):
        return "u"
    if isinstance(value, dict):
        key, entry = next(iter(value.items()), (None, None))
        return "h" if isinstance(entry, list) else {str: "t", tuple: "p", int: "d"}.get(type(key), None)
    return None


# What programs are about: those that mix everything are left to Python.
_SUBJECTS = ("nl", "nl", "nlf", "nlm", "ns", "nsw", "nst", "nlr", "nlr", "nld", "nd", "nlz", "nlq", "nq", "nlp", "npq", "nlh", "nlu", "nlu", "nlrq",
             "nlfmsw", "nlrdtzqfmsw", "nlrdzqphu")  # fmt: skip
_OF = {"v": "l", "x": "m", "s": "s", "words": "w", "k": "n", "rows": "r", "table": "d", "edges": "q"}
_PART = re.compile(r"\{([a-zA-Z])\}")


def _about(templates: Any, subject: str) -> Any:
    """Those that name nothing else."""
    kept = [t for t in templates if all(p.lower() in f"{subject}ivc" for p in _PART.findall(t))]
    return {t: templates[t] for t in kept} if isinstance(templates, dict) else kept


class _NoName(Exception):
    """No name holds what a statement needs."""


class _Generator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._subject = self._random.choice(_SUBJECTS)
        fitting = [name for name in PARAMETERS if _OF[name] in self._subject]
        used = self._random.sample(fitting, min(len(fitting), self._random.randint(1, 3)))
        self._simple, self._heads = _about(SIMPLE, self._subject), _about(HEADS, self._subject)
        self._parameters = tuple(name for name in PARAMETERS if name in used)
        self._grown = Grown(self._parameters, lambda: given(self._parameters, seed), scope())
        self._declared = dict(_OF)
        self._left: set[str] = set()  # parameters that are only copied

    def program(self) -> Tree:
        if self._random.random() < 0.7:
            self._copy_given()
        for _ in range(self._random.choice([1, 2, 3, 5, 8])):
            for _ in range(12):
                text = self._some_statement(2)
                if not re.search(r"^\s*(del )?[\[{'\"]", text, re.MULTILINE) and self._grown.add(text):
                    break
        if self._random.random() < 0.1:
            self._grown.add_last(self._some_statement(1))
        return self._grown.tree(self._result())

    def _copy_given(self) -> None:
        """The program works with objects of its own: those that it is given are read once."""
        for name in self._parameters:
            if _OF[name] in COPIES:
                text = self._random.choice(COPIES[_OF[name]]).replace("{v}", name)
                if self._grown.add(self._filled(text)):
                    self._left.add(name)

    def _result(self) -> str:
        """A name, or several; a given list among several is one that Python returns itself."""
        names = [name for name in self._grown.names if len(name) == 2]
        choice = self._random.random()
        if choice < 0.15 or not names:
            return self._random.choice(self._parameters) if self._parameters else "1"
        if choice < 0.45:
            return self._random.choice(names)
        if choice < 0.55:
            names += [name for name in self._parameters if name not in self._left]
        return f"({', '.join(self._random.sample(names, min(len(names), self._random.choice([2, 3, 4]))))},)"

    def _some_statement(self, depth: int) -> str:
        while True:
            try:
                return self._statement(depth)
            except _NoName:
                pass

    def _statement(self, depth: int) -> str:
        if depth == 0 or self._random.random() < 0.6:
            return self._filled(draw(self._random, self._simple))
        head = draw(self._random, self._heads)
        lines = self._statement(depth - 1).splitlines()
        choices = WITH_TEXT if " c " in head else WITH_ROW if " row " in head else INSIDE if "{V}" in head else ()
        choices = _about(choices, self._subject)
        for _ in range(self._random.randint(1, 2) if choices else 0):
            lines.insert(0, self._filled(self._random.choice(choices)))
        if head.startswith("while") and (part := _PART.search(head)) is not None:
            head = head.replace(part.group(), name := self._name(part.group(1)))
            lines.append(f"{name}.pop()")
        if not head.startswith(("if", "try")) and self._random.random() < 0.15:
            lines.append(f"if {self._filled('{c}')}:")
            lines.append(self._random.choice(["    break", "    continue"]))
        text = "\n".join([self._filled(head), *(f"    {line}" for line in lines)])
        if head == "try:" or head.startswith("if") and self._random.random() < 0.5:
            other = self._statement(depth - 1).splitlines()
            opener = f"except {self._random.choice(ERRORS)}:" if head == "try:" else "else:"
            text += "\n" + "\n".join([opener, *(f"    {line}" for line in other)])
        return text

    def _filled(self, template: str) -> str:
        return fill(template, self._part)

    def _part(self, part: str) -> str:
        if part == "c":
            return self._filled(self._random.choice(_about(CONDITIONS, self._subject)))
        if part == "key":
            return self._random.choice(KEYS)
        if part == "V":
            return "y"
        if part == "any":
            return self._part(self._random.choice([p for p in "lswrdtzqmphu" if p in self._subject] or "n"))
        if part == "i":
            return self._random.choice(["0", "1", "2", "3", "-1"])
        if part in _NEW:
            name = self._random.choice(_NEW[part].split())
            self._declared[name] = part.lower()
            return name
        return self._name(part)

    def _name(self, kind: str) -> str:
        """A name that holds such a value, or such a value."""
        names = [n for n, v in self._grown.names.items() if (_kind(v) or self._declared.get(n)) == kind and n != "y" and n not in self._left]
        if names and self._random.random() < 0.95:
            return self._random.choice(names)
        written = {
            "n": self._random.choice(["7", "0", "-3", "12"]), "f": "0.5", "l": "[3, 1, 2]", "m": "[0.5, 2.0]", "s": "'ab c'",
            "w": "['p', 'qr']",
        }  # fmt: skip
        if kind not in written and not names:
            raise _NoName
        return written[kind] if kind in written else self._random.choice(names)


def scope() -> dict[str, Any]:
    helpers = {name: value for name, value in vars(container_helpers).items() if callable(value)}
    return {"Counter": Counter, "defaultdict": defaultdict, "deque": deque, **helpers}


def given(parameters: tuple[str, ...], seed: int) -> list[Any]:
    """The arguments of these names; `x` may be the same object as `v`."""
    whole = dict(zip(PARAMETERS, _arguments(seed)))
    return [whole[name] for name in parameters]


def generate(seed: int) -> Tree:
    return _Generator(seed).program()


check = check_with(scope(), given)
