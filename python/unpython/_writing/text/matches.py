"""Uses of regular expressions (regular.py), and of what they match: a match is a list of numbers, empty where there is none.

    for m in re.finditer(p, s):         all = every(words, program, s, 1)
        t += int(m.group(1))            for k in range(0, len(all), 6):
                                            m = all[k : k + 6]
                                            t += int(text of group(m, 1))
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.texts import matching
from unpython._writing.nodes import copy_tree
from unpython._writing.text.kinds import Match, NotTexts
from unpython._writing.text.regular import Use, template

_ONE = {"match": (False, False), "fullmatch": (False, True), "search": (True, False)}


class Matches(ast.NodeTransformer):
    """The part of the writer of values.py that knows of matches."""

    _flows: Any
    _of: Any
    _own: Any
    _words: Any
    _name: Any
    text: Any
    made: list[str]
    programs: dict[tuple[int, ...], str]

    def _program(self, use: Use) -> ast.expr:
        return ast.Name(self.programs.setdefault(use.pattern.program, f"_pattern_{len(self.programs)}_of_text_"), ast.Load())

    def text_by_pattern(self, node: ast.Call, use: Use) -> ast.expr:
        """re.sub(p, "...", s)"""
        by, text = use.texts
        if use.method != "sub" or not isinstance(by, ast.Constant) or type(by.value) is not str:
            raise NotTexts
        codes: list[ast.expr] = [ast.Constant(code) for code in template(by.value, use.pattern)]
        return self._own(node, matching.replaced, self._program(use), self.text(text), ast.Constant(use.pattern.groups), _numbers(codes), again=True)

    def list_by_pattern(self, node: ast.Call, use: Use) -> ast.expr:
        """re.findall(p, s), re.split(p, s)"""
        given = [self._words(), self._program(use), self.text(use.texts[0])]
        groups = use.pattern.groups
        if use.method == "split" and groups == 0:
            return self._own(node, matching.split, *given, again=True)
        zipped = ast.Name("zip", ast.Load())
        if use.method != "findall" or (groups > 1 and (self._flows.builtin(zipped) != "zip" or not isinstance(use.texts[0], ast.Name))):
            raise NotTexts
        columns = [
            self._own(node, matching.find_all, *map(copy_tree, given), ast.Constant(groups), ast.Constant(number), again=True)
            for number in range(min(groups, 1), groups + 1)
        ]
        if groups < 2:
            return columns[0]
        names = [self._name() for _ in columns]
        target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        clause = ast.comprehension(target, ast.Call(zipped, columns, []), [], 0)  # type: ignore[arg-type]
        row = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        return ast.fix_missing_locations(ast.copy_location(ast.ListComp(row, [clause]), node))

    def match(self, node: Any) -> ast.expr:
        """A match as a list."""
        if isinstance(node, ast.Name):
            return node
        use = self._flows.use_of(node)
        if use is None or use.method not in _ONE:
            raise NotTexts
        given = [self._words(), self._program(use), self.text(use.texts[0]), *map(ast.Constant, (use.pattern.groups, self._read(use), *_ONE[use.method]))]
        return self._own(node, matching.one, *given, again=True)

    def _read(self, use: Use) -> int:
        """Of which groups of matches of this pattern the function asks for the text: a bit for each."""
        asked = 0
        for n in self._flows.nodes:
            if isinstance(n, ast.Subscript) and self._of(n.value) == Match(use.pattern):
                asked |= 1 << self._number(n.value, n.slice)
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and self._of(n.func.value) == Match(use.pattern):
                if n.func.attr == "groups":
                    asked |= (1 << (use.pattern.groups + 1)) - 1
                elif n.func.attr == "group":
                    asked |= sum(1 << number for number in {self._number(n.func.value, given) for given in n.args} or {0})
        return asked

    def _group(self, at: ast.expr, match: Any, node: ast.expr | None) -> ast.expr:
        return self._own(at, matching.group, self.match(match), ast.Constant(self._number(match, node)), again=True)

    def _number(self, match: Any, node: ast.expr | None) -> int:
        pattern = self._of(match).pattern
        value = 0 if node is None else getattr(node, "value", None)
        number = dict(pattern.names).get(value, -1) if isinstance(value, str) else value
        if type(number) is not int or not 0 <= number <= pattern.groups:
            raise NotTexts
        return number

    def text_of_match(self, node: Any) -> ast.expr:
        """m.group(1), m[1]"""
        if isinstance(node, ast.Subscript):
            return self._group(node, node.value, node.slice)
        if node.func.attr != "group" or len(node.args) > 1 or node.keywords:
            raise NotTexts
        return self._group(node, node.func.value, node.args[0] if node.args else None)

    def texts_of_match(self, node: Any) -> ast.expr:
        """m.groups(), m.group(1, 2)"""
        match = node.func.value
        if not isinstance(match, ast.Name) or node.keywords:
            raise NotTexts
        numbers: list[Any] = node.args
        if node.func.attr == "groups":
            numbers = [ast.Constant(k) for k in range(1, self._of(match).pattern.groups + 1)] if not node.args else []
        if len(numbers) < 2:
            raise NotTexts
        return ast.copy_location(ast.Tuple([self._group(node, match, number) for number in numbers], ast.Load()), node)

    def place_of_match(self, node: ast.Call) -> ast.expr:
        """m.start(), m.end(1), m.span()"""
        assert isinstance(node.func, ast.Attribute)
        method, match = node.func.attr, node.func.value
        if method not in ("start", "end", "span") or len(node.args) > 1 or node.keywords or not isinstance(match, ast.Name):
            raise NotTexts
        number = self._number(match, node.args[0] if node.args else None)
        parts = [self._own(node, matching.place, match, ast.Constant(number), ast.Constant(which), again=True) for which in (0, 1)]
        if method == "span":
            return ast.copy_location(ast.Tuple(parts, ast.Load()), node)  # type: ignore[arg-type]
        return parts[method == "end"]

    def over_matches(self, node: ast.For, use: Use, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a loop over re.finditer(p, s)."""
        if not isinstance(node.target, ast.Name) or not isinstance(self._of(node.target), Match):
            raise NotTexts
        found, at = self._name(), self._name()
        width = 3 * (use.pattern.groups + 1)
        given = [self._words(), self._program(use), self.text(use.texts[0]), ast.Constant(use.pattern.groups), ast.Constant(self._read(use))]
        end = ast.BinOp(ast.Name(at, ast.Load()), ast.Add(), ast.Constant(width))
        part = ast.Subscript(ast.Name(found, ast.Load()), ast.Slice(ast.Name(at, ast.Load()), end, None), ast.Load())
        begin = ast.Assign([ast.Name(found, ast.Store())], self._own(node.iter, matching.every, *given, again=True))
        node.target, node.body = ast.Name(at, ast.Store()), [ast.Assign([node.target], part), *body]
        node.iter = self._own(node.iter, matching.places, ast.Name(found, ast.Load()), ast.Constant(width))
        return [begin, node]

    def beginning_of_patterns(self) -> list[ast.stmt]:
        """The programs of the patterns."""
        return [
            ast.Assign([ast.Name(name, ast.Store())], _numbers([ast.Constant(number) for number in program]))
            for program, name in self.programs.items()
        ]


def _numbers(values: list[ast.expr]) -> ast.expr:
    if values:
        return ast.List(values, ast.Load())
    none = ast.List([ast.Constant(0)], ast.Load())
    return ast.Subscript(none, ast.Slice(ast.Constant(1), None, None), ast.Load())
