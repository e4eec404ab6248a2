"""Methods of texts, formats, and Python's functions that give or take a text."""

from __future__ import annotations

import ast
import itertools
import re
import string
from collections.abc import Callable
from typing import Any

from unpython._library.texts import code_points, number_texts, patterns, with_numbers, words
from unpython._writing.nodes import copy_tree
from unpython._writing.text import mixed_values, shown, translations
from unpython._writing.text.expression_kinds import TO_LIST
from unpython._writing.text.heaps import HEAPS
from unpython._writing.text.kinds import (
    CHARACTER,
    MIXED,
    WORD,
    Dict,
    List,
    Match,
    NotTexts,
    has_text,
    is_text,
)
from unpython._writing.text.new_lists import list_of

#: Method: its function, how many texts it takes, whether only Python knows all answers.
_METHODS: dict[str, tuple[Callable[..., Any], int, bool]] = {
    "count": (code_points.count, 1, False), "find": (code_points.find, 1, False), "rfind": (code_points.find_last, 1, False),
    "index": (code_points.index, 1, False), "startswith": (code_points.starts_with, 1, False),
    "endswith": (code_points.ends_with, 1, False), "replace": (code_points.replaced, 2, False),
    "removeprefix": (code_points.without_prefix, 1, False), "removesuffix": (code_points.without_suffix, 1, False),
    "upper": (code_points.in_capitals, 0, True), "lower": (code_points.in_small_letters, 0, True),
    "title": (code_points.as_title, 0, True), "capitalize": (code_points.as_sentence, 0, True),
    "swapcase": (code_points.in_other_letters, 0, True), "casefold": (code_points.without_case, 0, True),
    "strip": (code_points.stripped, 0, True), "lstrip": (code_points.stripped_before, 0, True),
    "rstrip": (code_points.stripped_behind, 0, True), "isdigit": (code_points.are_digits, 0, True),
    "isalpha": (code_points.are_letters, 0, True), "isalnum": (code_points.are_letters_or_digits, 0, True),
    "isupper": (code_points.are_capitals, 0, True), "islower": (code_points.are_small_letters, 0, True),
    "isspace": (code_points.are_spaces, 0, True), "isdecimal": (code_points.are_decimals, 0, True),
    "isnumeric": (code_points.are_numbers, 0, True),
}  # fmt: skip
#: Methods whose last argument is a number behind so many texts: whether only Python knows all answers.
_WITH_NUMBER: dict[str, tuple[Callable[..., Any], int, bool]] = {
    "find": (code_points.find_from, 1, False), "index": (with_numbers.index_from, 1, False), "startswith": (with_numbers.starts_at, 1, False),
    "replace": (with_numbers.replaced_at_most, 2, False), "expandtabs": (with_numbers.with_spaces, 0, True),
}  # fmt: skip
_STRIPPED_OF = {
    "strip": code_points.stripped_of,
    "lstrip": code_points.stripped_of_before,
    "rstrip": code_points.stripped_of_behind,
}
_ALIGNED = {"ljust": "<", "rjust": ">", "center": "^"}
_OF_TEXT = re.compile(r"(?:(.)?([<>^]))?(\d*)s?")
_OF_PERCENT = re.compile(r"%([-+ 0]*)(\d*)(?:\.(\d+))?([sdifeEgGxX%])")

_CLASSES = frozenset("list tuple str dict set int float bool".split())
_BASES = {"bin": "#b", "oct": "#o", "hex": "#x"}


class Methods(ast.NodeTransformer):
    _flows: Any
    _of: Any
    _own: Any
    _words: Any
    as_kind: Any
    text: Any
    word: Any
    character: Any
    element: Any
    iterable: Any
    _item: Any
    _refuse_sets: Any
    _name: Any
    text_by_pattern: Any
    text_of_match: Any
    place_of_match: Any
    condition: Any
    made: list[str]

    def _method(self, node: ast.Call) -> ast.expr:
        """A call of a method of a text that gives a text or a number."""
        assert isinstance(node.func, ast.Attribute)
        name, given, owner = node.func.attr, node.args, node.func.value
        if name == "expandtabs":
            given = given or [k.value for k in node.keywords if k.arg == "tabsize"] or [ast.Constant(8)]
        if node.keywords and (name != "expandtabs" or len(node.args) + len(node.keywords) > 1 or node.keywords[0].arg != "tabsize"):
            raise NotTexts
        if name in _STRIPPED_OF and len(given) == 1 and self._flows.is_text(given[0]):
            return self._own(node, _STRIPPED_OF[name], self.text(owner), self.text(given[0]))
        if name in _ALIGNED and 1 <= len(given) <= 2:
            fill = self.character(given[1]) if len(given) == 2 else ast.Constant(32)
            return self._own(
                node,
                code_points.aligned,
                self.text(owner),
                self.visit(given[0]),
                fill,
                ast.Constant(ord(_ALIGNED[name])),
                ast.Constant(1),
            )
        if name == "zfill" and len(given) == 1:
            return self._own(node, code_points.filled_with_zeros, self.text(owner), self.visit(given[0]))
        if name in ("startswith", "endswith") and len(given) == 1 and isinstance(given[0], ast.Tuple):
            asked = [self._method(ast.copy_location(ast.Call(node.func, [part], []), node)) for part in given[0].elts]
            if len(asked) == 1:
                return asked[0]
            return (
                ast.copy_location(ast.BoolOp(ast.Or(), asked), node)
                if isinstance(owner, ast.Name) and len(asked) > 1
                else _refuse()
            )
        if name == "translate" and len(given) == 1:
            return translations.translated(self, node, owner, given[0])
        numbered = _WITH_NUMBER.get(name)
        if numbered is not None and len(given) == numbered[1] + 1 and all(map(self._flows.is_text, given[:-1])):
            return self._own(node, numbered[0], self.text(owner), *map(self.text, given[:-1]), self.visit(given[-1]), again=numbered[2])
        known = _METHODS.get(name)
        if known is None or len(given) != known[1] or not all(map(self._flows.is_text, given)):
            raise NotTexts
        return self._own(node, known[0], self.text(owner), *map(self.text, given), again=known[2])

    def named_table(self, name: str, node: ast.Assign) -> list[ast.stmt]:
        return translations.named_table(self, name, node)

    def _text_of_call(self, node: ast.Call) -> ast.expr:
        """A call that gives a text."""
        use = self._flows.use_of(node)
        if use is not None:
            return self.text_by_pattern(node, use)
        if isinstance(node.func, ast.Attribute) and isinstance(self._of(node.func.value), Match):
            return self.text_of_match(node)
        if isinstance(node.func, ast.Attribute):
            owner = self._of(node.func.value)
            if not is_text(owner):
                return self.element(node)
            if node.func.attr == "join":
                return self._joined(node)
            if node.func.attr == "format":
                return self._by_format(node)
            return self._method(node)
        name = self._flows.builtin(node.func)
        if node.keywords and name not in ("min", "max"):
            raise NotTexts
        if name == "chr" and len(node.args) == 1:
            return self._own(node, code_points.character, self.visit(node.args[0]), again=True)
        if name == "str" and len(node.args) == 1:
            given = node.args[0]
            return self.text(given) if self._flows.is_text(given) else self._shown(given)
        if name in _BASES and len(node.args) == 1:
            codes = ast.Tuple([ast.Constant(ord(c)) for c in _BASES[name]], ast.Load())
            return self._own(node, number_texts.of_base, self.visit(node.args[0]), codes, again=True)
        if name == "repr" and len(node.args) == 1:
            return self._represented(node.args[0])
        if name == "format" and len(node.args) == 2 and isinstance(node.args[1], ast.Constant):
            return self._formatted(node.args[0], str(node.args[1].value), node)
        return self.element(node)

    def quoted(self, node: ast.expr) -> ast.expr:
        """repr() of a text"""
        return self._own(node, code_points.quoted, self.text(node), again=True)

    def _represented(self, node: ast.expr) -> ast.expr:
        if self._flows.is_text(node):
            return self.quoted(node)
        return shown.container(self, node, True) or shown.number(self, node, "represented")

    def _joined(self, node: ast.Call) -> ast.expr:
        """separator.join(...)"""
        assert isinstance(node.func, ast.Attribute)
        if len(node.args) != 1 or node.keywords:
            raise NotTexts
        given, separator = node.args[0], node.func.value
        self._refuse_sets(given)
        kind = self._flows.items_of(given)
        if kind == CHARACTER:
            items = self._listed(given)
            if isinstance(separator, ast.Constant) and separator.value == "":
                return items
            return self._own(node, code_points.joined, self.text(separator), items)
        if kind != WORD and not is_text(kind):
            raise NotTexts
        return self._own(node, words.joined, self._words(), self.text(separator), self._listed(given))

    def _listed(self, node: Any) -> ast.expr:
        """Something that is gone through as a list."""
        made = self.iterable(node)
        if isinstance(made, (ast.Tuple, ast.List)) and made.elts:
            return ast.copy_location(list_of(made.elts), made)
        if isinstance(made, ast.GeneratorExp):
            return ast.copy_location(ast.ListComp(made.elt, made.generators), made)
        if isinstance(made, ast.Call) and self._flows.builtin(made.func) in ("reversed", "zip", "enumerate", "map", "filter"):
            name = ast.Name("list", ast.Load())
            return ast.copy_location(ast.Call(name, [made], []), made) if self._flows.builtin(name) == "list" else _refuse()
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in ("keys", "values"):
            name = ast.Name("list", ast.Load())
            return ast.copy_location(ast.Call(name, [made], []), made) if self._flows.builtin(name) == "list" else _refuse()
        if isinstance(self._of(node), Dict):
            name = ast.Name("list", ast.Load())
            return ast.copy_location(ast.Call(name, [made], []), made) if self._flows.builtin(name) == "list" else _refuse()
        return made

    # Numbers as texts.

    def _shown(self, node: ast.expr) -> ast.expr:
        return shown.container(self, node) or shown.number(self, node, "shown")

    def _formatted(self, node: Any, pattern: str, at: Any) -> ast.expr:
        if not self._flows.is_text(node):
            if not pattern:
                return shown.container(self, node) or shown.number(self, node, "in_format")
            codes = ast.Tuple([ast.Constant(ord(c)) for c in pattern], ast.Load())
            return self._own(at, number_texts.formatted, self._summed(node, pattern), codes, again=True)
        found = _OF_TEXT.fullmatch(pattern)
        if found is None or found[3].startswith("0"):
            raise NotTexts
        if not found[3]:
            return self.text(node)
        fill, align = ord(found[1] or " "), ord(found[2] or "<")
        return self._own(at, code_points.aligned, self.text(node), *map(ast.Constant, (int(found[3]), fill, align, 0)))

    def _formatted_as(self, node: Any, spec: ast.expr, at: Any, ending: Any = None) -> ast.expr:
        """A format that is only known when the function runs. `ending`: that in the text of the function."""
        if self._flows.is_text(node):
            return self._own(at, patterns.aligned_as, self.text(node), spec, again=True)
        last = ending.values[-1].value if isinstance(ending, ast.JoinedStr) and isinstance(ending.values[-1], ast.Constant) else ""
        return self._own(at, number_texts.formatted, self._summed(node, str(last)), spec, again=True)

    def _summed(self, node: Any, pattern: str) -> ast.expr:
        """sum(...) and statistics.mean(...), which may be an integer or a float, are shown as floats by a format for floats."""
        made = self._flows.given_once.get(node.id, node) if isinstance(node, ast.Name) else node
        is_call = isinstance(made, ast.Call) and len(made.args) == 1
        is_sum = is_call and (self._flows.builtin(made.func) == "sum" or self._flows.is_of_statistics(made.func))
        whole = ast.Call(ast.Name("float", ast.Load()), [self.visit(node)], [])
        is_float = pattern.endswith(tuple("eEfFgG%")) and self._flows.builtin(whole.func) == "float"
        return ast.fix_missing_locations(ast.copy_location(whole, node)) if is_sum and is_float else whole.args[0]

    def _together(self, parts: list[ast.expr], at: Any) -> ast.expr:
        if not parts:
            return self.text(ast.Constant(""))
        whole = parts[0]
        for part in parts[1:]:
            whole = ast.copy_location(ast.BinOp(whole, ast.Add(), part), at)
        return whole

    def _joined_text(self, node: ast.JoinedStr) -> ast.expr:
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(self.text(part))
                continue
            assert isinstance(part, ast.FormattedValue)
            pattern = part.format_spec.values if isinstance(part.format_spec, ast.JoinedStr) else []
            if part.conversion not in (-1, ord("s"), ord("r")):
                raise NotTexts
            if not all(isinstance(p, ast.Constant) for p in pattern):
                if part.conversion != -1 or not isinstance(part.format_spec, ast.JoinedStr):
                    raise NotTexts
                parts.append(self._formatted_as(part.value, self._joined_text(part.format_spec), part.value, copy_tree(part.format_spec)))
                continue
            if part.conversion != -1 and pattern and (part.conversion == ord("r") or not self._flows.is_text(part.value)):
                raise NotTexts
            if part.conversion == ord("r"):
                parts.append(self._represented(part.value))
            elif part.conversion != -1 and not self._flows.is_text(part.value):
                parts.append(self._shown(part.value))
            else:
                parts.append(self._formatted(part.value, "".join(p.value for p in pattern), part.value))  # type: ignore[attr-defined]
        return self._together(parts, node)

    def _by_format(self, node: ast.Call) -> ast.expr:
        """ "{} {:.2f}".format(x, y)"""
        assert isinstance(node.func, ast.Attribute)
        pattern = node.func.value
        if not isinstance(pattern, ast.Constant) or not isinstance(pattern.value, str) or any(k.arg is None for k in node.keywords):
            raise NotTexts
        values = {**{str(i): value for i, value in enumerate(node.args)}, **{str(k.arg): k.value for k in node.keywords}}
        left = dict(values)
        made = self._together(self._fields(pattern.value, values, left, itertools.count(), node), node)
        if left:
            raise NotTexts  # a value that nothing shows
        return made

    def _fields(self, pattern: str, values: dict[str, ast.expr], left: dict[str, ast.expr], numbers: Any, at: Any) -> list[ast.expr]:
        """The parts of a pattern. `left`: the values that no field has shown yet; `numbers`: of the fields without a name."""
        parts: list[ast.expr] = []
        for literal, field, spec, conversion in string.Formatter().parse(pattern):
            if literal:
                parts.append(self.text(ast.copy_location(ast.Constant(literal), at)))
            if field is None:
                continue
            name = field or str(next(numbers))
            if conversion or name not in values or (name not in left and not isinstance(values[name], (ast.Name, ast.Constant))):
                raise NotTexts
            left.pop(name, None)
            value = copy_tree(values[name])
            if "{" in (spec or ""):
                inner = self._together(self._fields(str(spec), values, left, numbers, at), at)
                parts.append(self._formatted_as(value, inner, at))
            else:
                parts.append(self._formatted(value, spec or "", at))
        return parts

    def _by_percent(self, node: ast.BinOp) -> ast.expr:
        """ "%s: %.2f" % (x, y)"""
        if not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, str):
            raise NotTexts
        given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        pattern = node.left.value
        parts: list[ast.expr] = []
        at = number = 0
        for found in _OF_PERCENT.finditer(pattern):
            before = pattern[at : found.start()]
            at = found.end()
            if "%" in before:
                raise NotTexts
            if before or found[4] == "%":
                parts.append(self.text(ast.copy_location(ast.Constant(before + ("%" if found[4] == "%" else "")), node)))
            if found[4] == "%":
                continue
            if number == len(given):
                raise NotTexts
            parts.append(self._of_percent(given[number], found, node))
            number += 1
        if "%" in pattern[at:] or number != len(given):
            raise NotTexts
        if pattern[at:]:
            parts.append(self.text(ast.copy_location(ast.Constant(pattern[at:]), node)))
        return self._together(parts, node)

    def _of_percent(self, value: ast.expr, found: Any, at: Any) -> ast.expr:
        flags, width, digits, letter = found.groups()
        if letter == "s":
            if digits or set(flags) - {"-"}:
                raise NotTexts
            if not self._flows.is_text(value):
                return self._shown(value) if not width else _refuse()
            return self._formatted(value, ("<" if "-" in flags else ">") + width if width else "", at)
        if self._flows.is_text(value) or (letter in "dixX" and digits):
            raise NotTexts
        sign = "+" if "+" in flags else " " if " " in flags else ""
        zeros = "0" if "0" in flags and "-" not in flags else ""
        align = "<" if "-" in flags and width else ""
        letter = "d" if letter == "i" else letter
        return self._formatted(value, align + sign + zeros + width + (f".{digits}" if digits else "") + letter, at)

    # Calls that give no text.

    def visit_Call(self, node: ast.Call) -> Any:
        library = self._flows.library(node.func)
        if library in HEAPS and node.args and has_text(self._of(node.args[0])):
            return self._on_heap(node, library)
        if isinstance(node.func, ast.Attribute):
            owner = self._of(node.func.value)
            if isinstance(owner, Match):
                return self.place_of_match(node)
            if is_text(owner) and node.func.attr not in TO_LIST:
                return self._method(node)
            if has_text(owner):
                return self.method_of_container(node)
            return self.generic_visit(node)
        name = self._flows.builtin(node.func)
        if name == "bool" and len(node.args) == 1 and has_text(self._of(node.args[0])):
            truth = ast.copy_location(ast.UnaryOp(ast.Not(), self.condition(node.args[0])), node)
            return ast.copy_location(ast.UnaryOp(ast.Not(), truth), node)
        if name in ("len", "ord", "int", "float") and len(node.args) == 1 and not node.keywords:
            return self._of_one(node, name, node.args[0])
        if name == "isinstance" and len(node.args) == 2 and has_text(self._of(node.args[0])):
            return self._is_of(node)
        if name == "print":
            node.args = [self._printed(part) for part in node.args]
            return node
        if name == "int" and len(node.args) == 2 and not node.keywords and is_text(self._of(node.args[0])):
            return self._own(node, number_texts.integer_of_base, self.text(node.args[0]), self.visit(node.args[1]), again=True)
        return self.function_of_container(node, name)

    def _is_of(self, node: ast.Call) -> ast.expr:
        """isinstance(words, (tuple, list)), isinstance(s, str) of names"""
        kinds = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        asked = [self._flows.builtin(kind) for kind in kinds]
        of = self._of(node.args[0])
        if of == MIXED and {*asked} <= _CLASSES:
            return ast.copy_location(mixed_values.is_of_class(self, node.args[0], asked), node)
        own = "list" if isinstance(of, List) else "str" if is_text(of) else ""
        if not own or not {*asked} <= _CLASSES or not _is_read(node.args[0]):
            raise NotTexts
        return ast.copy_location(ast.Constant(own in asked), node)

    def _printed(self, node: Any) -> Any:
        """What prints.py knows: Python makes a text of its code points and puts it where it is shown."""
        if isinstance(node, ast.Constant):
            return node
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    part.value = self._printed(part.value)
                    part.format_spec = None if part.format_spec is None else self._printed(part.format_spec)
            return node
        if not is_text(self._of(node)):
            return self.visit(node)
        names = [ast.copy_location(ast.Name(name, ast.Load()), node) for name in ("chr", self._name())]
        if self._flows.builtin(names[0]) != "chr":
            raise NotTexts
        clause = ast.comprehension(ast.Name(names[1].id, ast.Store()), self.text(node), [], 0)
        characters = ast.ListComp(ast.Call(names[0], [names[1]], []), [clause])
        made = ast.Call(ast.Attribute(ast.Constant(""), "join", ast.Load()), [characters], [])
        return ast.fix_missing_locations(ast.copy_location(made, node))

    method_of_container: Any
    function_of_container: Any
    _on_heap: Any
    _length: Any

    def _of_one(self, node: ast.Call, name: str, given: Any) -> Any:
        kind = self._of(given)
        if name == "len" and has_text(kind):
            made = self.distinct(given)
            if made is not None:
                return ast.copy_location(ast.Call(node.func, [made], []), node)
            return self._length(given)
        if name == "len" and isinstance(given, ast.Call) and self._has_text_inside(given):
            return self._length(given)
        if not is_text(kind):
            return self.generic_visit(node)
        if name == "ord" and kind == CHARACTER:
            return self.character(given)
        if name == "int":
            if kind == CHARACTER:
                return self._own(node, code_points.digit, self.character(given), again=True)
            return self._own(node, number_texts.as_integer, self.text(given), again=True)
        if name == "float":
            return self._own(node, number_texts.as_float, self.text(given), again=True)
        raise NotTexts

    distinct: Any
    _has_text_inside: Any


def _is_read(node: Any) -> bool:
    """A name, or an item of one at a place that is written out: nobody misses it where it is not read."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and isinstance(node.slice, (ast.Constant, ast.UnaryOp))
    return isinstance(node, ast.Name)


def _refuse() -> Any:
    raise NotTexts
