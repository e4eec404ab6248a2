"""Regular expressions that are written out, as programs of numbers for _library/texts/matching.py.

Problem:  `re.findall(r"\\d+", text)` is a text that Python compiles, and a matcher that is not in the program.
Choice:   CPython's own parser says what a pattern means; its tree becomes a program that one function runs for all patterns.
Rejected: a function for each pattern (first calls would be long); automata without a way back (CPython's groups depend on the order of ways).

Refused: what looks ahead or behind, refers to groups, or repeats what may be empty or holds a group.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._writing.text.kinds import NotTexts

try:
    from re import _constants as codes  # type: ignore[attr-defined]
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_constants as codes  # type: ignore[no-redef]
    import sre_parse as parser  # type: ignore[no-redef]

_MOST = 2000  # numbers of a program
_FLAGS = re.IGNORECASE | re.MULTILINE | re.DOTALL | re.VERBOSE | re.ASCII | re.UNICODE
_FUNCTIONS = {getattr(re, name): name for name in ("match", "fullmatch", "search", "findall", "finditer", "split", "sub")}
_SEVERAL = {"sub": 2}  # how many texts a function takes
_LAST = 0x10FFFF
_DIGITS, _SPACES, _WORDS = [(48, 57)], [(9, 13), (28, 32)], [(48, 57), (65, 90), (95, 95), (97, 122)]


@dataclass(frozen=True)
class Regular:
    program: tuple[int, ...]
    groups: int
    names: tuple[tuple[str, int], ...]


class Use(NamedTuple):
    """`method` of a pattern, with texts."""

    method: str
    pattern: Regular
    texts: list[ast.expr]


def use_of(node: Any, function: FunctionType, own: Any, patterns: dict[str, Regular], used: dict[str, _bindings.Binding]) -> Use | None:
    """What a call does with a pattern that is known. `patterns`: of names of the function."""
    if not isinstance(node, ast.Call) or node.keywords or not node.args:
        return None
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if method and (pattern := _pattern(node.func.value, function, own, patterns, used)) is not None:  # type: ignore[attr-defined]
        name, texts = method, node.args
    else:
        name = _function(node.func, function, own, used)
        if not name:
            return None
        count = 1 + _SEVERAL.get(name, 1)
        flags = _flags(node.args[count:], function, own) if name != "sub" or len(node.args) == count else None
        pattern, texts = _regular(node.args[0], flags), node.args[1:count]
    if name not in _FUNCTIONS.values() or len(texts) != _SEVERAL.get(name, 1):
        raise NotTexts("this use of a regular expression is not supported", node)
    return Use(name, pattern, texts)


def compiled(node: Any, function: FunctionType, own: Any, used: dict[str, _bindings.Binding]) -> Regular | None:
    """The pattern of `re.compile(...)`."""
    if not isinstance(node, ast.Call) or node.keywords or not node.args or _value(node.func, function, own, used) is not re.compile:
        return None
    return _regular(node.args[0], _flags(node.args[1:], function, own))


def _pattern(node: Any, function: FunctionType, own: Any, patterns: dict[str, Regular], used: dict[str, _bindings.Binding]) -> Regular | None:
    if isinstance(node, ast.Name) and node.id in patterns:
        return patterns[node.id]
    if isinstance(node, ast.Call):
        return compiled(node, function, own, used)
    value = _value(node, function, own, {})
    if not isinstance(value, re.Pattern) or type(value.pattern) is not str:
        return None
    _value(node, function, own, used)
    return program_of(value.pattern, value.flags)


def _function(node: Any, function: FunctionType, own: Any, used: dict[str, _bindings.Binding]) -> str:
    value = _value(node, function, own, {})
    name = _FUNCTIONS.get(value, "") if isinstance(value, FunctionType) else ""
    if name:
        _value(node, function, own, used)
    return name


def _value(node: Any, function: FunctionType, own: Any, used: dict[str, _bindings.Binding]) -> Any:
    root, path = _bindings.dotted(node)
    if not isinstance(root, ast.Name) or root.id in own:
        return None
    binding = _bindings.resolve(function, root.id, [])
    value = binding.value
    for name in path:
        value = getattr(value, name, None) if value is re or isinstance(value, re.Pattern) else None
    used.setdefault(root.id, binding)
    return value


def _flags(nodes: list[ast.expr], function: FunctionType, own: Any) -> int | None:
    """re.I | re.M; None where it is not known."""
    if not nodes:
        return 0
    if isinstance(nodes[0], ast.BinOp) and isinstance(nodes[0].op, ast.BitOr):
        both = [_flags([part], function, own) for part in (nodes[0].left, nodes[0].right)]
        return None if None in both else both[0] | both[1]  # type: ignore[operator]
    value = _value(nodes[0], function, own, {})
    return int(value) if len(nodes) == 1 and isinstance(value, re.RegexFlag) else None


def _regular(node: ast.expr, flags: int | None) -> Regular:
    if flags is None or not isinstance(node, ast.Constant) or type(node.value) is not str:
        raise NotTexts("a regular expression that is not written out is not supported", node)
    return program_of(node.value, flags)


@lru_cache(128)
def program_of(pattern: str, flags: int) -> Regular:
    try:
        tree = parser.parse(pattern, flags)
    except (re.error, OverflowError, RecursionError):
        raise NotTexts("Python knows what is wrong with this regular expression") from None
    writer = _Writer(tree.state.flags)
    writer.begin(tree)
    writer.sequence(tree)
    writer.program.append(0)
    return Regular(tuple(writer.program), tree.state.groups - 1, tuple(tree.state.groupdict.items()))


class _Writer:
    def __init__(self, flags: int):
        if flags & ~_FLAGS:
            raise _refused("its flags")
        self.program: list[int] = []
        self._flags = flags

    def begin(self, tree: Any) -> None:
        """What a match may begin with: one of a set, if the expression begins with one, else anything."""
        first = self._first(tree)
        self.program += _set([], True, False) if first is None else first

    def _first(self, tree: Any) -> list[int] | None:
        """The set of what the first character of a sequence may be; None where that is not said."""
        if not len(tree):
            return None
        op, given = tree[0]
        name = str(op)
        if name in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            return self._set_of(op, given)
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._first(given[2]) if given[0] > 0 else None
        return self._first(given[3]) if name == "SUBPATTERN" else None

    def sequence(self, tree: Any) -> None:
        for op, given in tree:
            method = getattr(self, f"_{str(op).lower()}", None)
            if method is None or len(self.program) > _MOST:
                raise _refused("what looks ahead, refers to a group, or is very long")
            method(given)

    def _literal(self, code: int) -> None:
        if self._flags & re.IGNORECASE:
            self.program += [2, *self._among([(code, code)], False, False)]
        else:
            self.program += [1, code]

    def _set_of(self, op: Any, given: Any) -> list[int]:
        """Of what stands for one character."""
        if str(op) == "ANY":
            return _set([] if self._flags & re.DOTALL else [(10, 10)], True, False)
        if str(op) != "IN":
            return self._among([(given, given)], str(op) == "NOT_LITERAL", False)
        ranges: list[tuple[int, int]] = []
        is_negated = asks = False
        for kind, part in given:
            name = str(kind)
            if name == "NEGATE":
                is_negated = True
            elif name == "LITERAL":
                ranges.append((part, part))
            elif name == "RANGE":
                ranges.append(part)
            else:
                ranges += self._category(str(part))
                asks |= not self._flags & re.ASCII
        return self._among(ranges, is_negated, asks)

    def _not_literal(self, code: int) -> None:
        self.program += [2, *self._set_of("NOT_LITERAL", code)]

    def _any(self, given: Any) -> None:
        self.program += [2, *self._set_of("ANY", given)]

    def _in(self, given: Any) -> None:
        self.program += [2, *self._set_of("IN", given)]

    def _category(self, name: str) -> list[tuple[int, int]]:
        known = {"DIGIT": _DIGITS, "WORD": _WORDS, "SPACE": [(9, 13), (32, 32)] if self._flags & re.ASCII else _SPACES}
        ranges = known[name.rpartition("_")[2]]
        return _others(ranges) if "_NOT_" in name else ranges

    def _among(self, ranges: list[tuple[int, int]], is_negated: bool, asks: bool) -> list[int]:
        if self._flags & re.IGNORECASE:
            if any(high > 127 for _, high in ranges) and not asks:
                raise _refused("letters beyond ASCII in any case")
            ranges = [*ranges, *((ord(c.swapcase()),) * 2 for low, high in ranges for c in map(chr, range(low, min(high, 127) + 1)) if c.isalpha())]
            asks = True
        return _set(ranges, is_negated, asks)

    def _at(self, where: Any) -> None:
        is_of_lines = bool(self._flags & re.MULTILINE)
        places = {
            "AT_BEGINNING": 7 if is_of_lines else 6, "AT_BEGINNING_STRING": 6, "AT_END": 9 if is_of_lines else 8, "AT_END_STRING": 10,
            "AT_BOUNDARY": 11,
        }  # fmt: skip
        if str(where) not in places or (self._flags & re.ASCII and str(where) == "AT_BOUNDARY"):
            raise _refused("\\B, or with ends of words and re.ASCII")  # versions of Python differ where a text is empty
        self.program.append(places[str(where)])

    def _subpattern(self, given: Any) -> None:
        group, added, removed, tree = given
        if added or removed:
            raise _refused("flags of a part")
        if group is None:
            self.sequence(tree)
            return
        self.program += [5, 2 * group]
        self.sequence(tree)
        self.program += [5, 2 * group + 1]

    def _branch(self, given: Any) -> None:
        ends: list[int] = []
        *first, last = given[1]
        for tree in first:
            split = self._split()
            self.sequence(tree)
            ends.append(len(self.program) + 1)
            self.program += [4, 0]
            self.program[split + 2] = len(self.program)
        self.sequence(last)
        for end in ends:
            self.program[end] = len(self.program)

    def _max_repeat(self, given: Any) -> None:
        self._repeat(True, *given)

    def _min_repeat(self, given: Any) -> None:
        self._repeat(False, *given)

    def _repeat(self, is_greedy: bool, least: int, most: Any, tree: Any) -> None:
        if tree.getwidth()[0] == 0:
            raise _refused("what repeats something that may be empty")
        if most != 1 and _has_group(tree):
            raise _refused("a group that is repeated")
        if is_greedy and len(tree) == 1 and str(tree[0][0]) in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            self.program += [12, least, -1 if most == codes.MAXREPEAT else most, *self._set_of(*tree[0])]
            return
        for _ in range(least):
            self.sequence(tree)
        if most == codes.MAXREPEAT:
            split = self._split(is_greedy)
            self.sequence(tree)
            self.program += [4, split]
            self._leads_out(split, is_greedy)
            return
        splits = []
        for _ in range(most - least):
            splits.append(self._split(is_greedy))
            self.sequence(tree)
        for split in splits:
            self._leads_out(split, is_greedy)

    def _split(self, is_greedy: bool = True) -> int:
        """Two ways, of which one begins here; the place of the other one is known later."""
        place = len(self.program)
        self.program += [3, place + 3, 0] if is_greedy else [3, 0, place + 3]
        return place

    def _leads_out(self, split: int, is_greedy: bool) -> None:
        self.program[split + (2 if is_greedy else 1)] = len(self.program)


def _set(ranges: list[tuple[int, int]], is_negated: bool, asks: bool) -> list[int]:
    """As matching.py has it."""
    bits = sum(1 << code for code in range(128) if any(low <= code <= high for low, high in ranges) != is_negated)
    halves = [half - (1 << 64) if half >> 63 else half for half in (bits & (1 << 64) - 1, bits >> 64)]
    beyond = [] if asks else [end for low, high in ranges if high > 127 for end in (low, high)]
    return [*halves, 2 if asks else int(is_negated), len(beyond) // 2, *beyond]


def _others(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """All that is not in these ranges, which are in order."""
    begins = [0, *(high + 1 for _, high in ranges)]
    ends = [*(low - 1 for low, _ in ranges), _LAST]
    return [(low, high) for low, high in zip(begins, ends, strict=True) if low <= high]


def _has_group(tree: Any) -> bool:
    if isinstance(tree, tuple) and len(tree) == 2 and str(tree[0]) == "SUBPATTERN" and tree[1][0] is not None:
        return True
    return isinstance(tree, (tuple, list, parser.SubPattern)) and any(map(_has_group, tree))


def _refused(what: str) -> NotTexts:
    return NotTexts(f"a regular expression with {what} is not supported")


def template(text: str, pattern: Regular) -> list[int]:
    """What replaces a match: code points, and -1 - k for the k-th group."""
    made: list[int] = []
    at = 0
    for found in re.finditer(r"\\(?:([1-9])(?!\d)|g<(\d|[A-Za-z_]\w*)>|(n|t|\\))", text):
        made += _plain(text[at : found.start()])
        at = found.end()
        if found[3]:
            made.append(ord({"n": "\n", "t": "\t", "\\": "\\"}[found[3]]))
            continue
        name = found[1] or found[2]
        number = int(name) if name.isdigit() else dict(pattern.names).get(name, -1)
        if not 0 <= number <= pattern.groups:
            raise NotTexts("Python knows what is wrong with this regular expression")
        made.append(-1 - number)
    return made + _plain(text[at:])


def _plain(text: str) -> list[int]:
    if "\\" in text:
        raise NotTexts("this text for matches is not supported")
    return list(map(ord, text))
