"""Texts in other words: characters as numbers, texts as lists of code points, and what lists, dicts and sets hold of them as numbers
of texts (kinds.py).

    for c in s:                              for c in s:             # numbers
        if c == "G" or s[0] == c:                if c == 71 or item(s, 0) == c:
    for w in s.split():                      for w in split(words, s):
        counts[w] = counts.get(w, 0) + 1         counts[w] = counts.get(w, 0) + 1

Problem:  a text has no type in compiled code.
Choice:   which names are texts, or hold some, is known from the text of the function (flows.py); each use of them becomes one of lists
          and numbers, and what is returned becomes a text again when the call ends. Equal texts that are held have one number, so
          lists, dicts and sets of them are those of integers, which other rewriters know.
Rejected: a type of texts in the compiler: lists of integers have all that texts need.

A function that uses a text in any other way stays as it is. What only Python knows (letters beyond ASCII, a KeyError's key) raises,
and the call is made again in Python: only where it has changed nothing before.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._library.python_functions import nothing
from unpython._library.texts import code_points, words
from unpython._local_names import local_names
from unpython._writing import sugar
from unpython._writing.calls import OwnCall
from unpython._writing.dicts.set_names import named_sets
from unpython._writing.functions import inlining
from unpython._writing.lists import shared_rows
from unpython._writing.nodes import copy_tree, is_name, is_none, walk
from unpython._writing.once import asked_once
from unpython._writing.text import fixed_tuples, long_tuples, mixed_values, own_calls, own_names, second_names, shown, split_names, star_lists
from unpython._writing.text.containers import Containers
from unpython._writing.text.flows import Flows
from unpython._writing.text.heaps import HEAPS, Heaps
from unpython._writing.text.kinds import (
    CHARACTER,
    CONTAINERS,
    MIXED,
    TEXT,
    WORD,
    Dict,
    Kind,
    List,
    Long,
    Match,
    NotTexts,
    Set,
    closed,
    has_text,
    is_text,
)  # fmt: skip
from unpython._writing.text.long_tuples import LongTuples
from unpython._writing.text.matches import Matches
from unpython._writing.text.methods import Methods
from unpython._writing.text.new_lists import ONE, list_of
from unpython._writing.text.results import Results
from unpython._writing.text.statements import Statements
from unpython._writing.text.wider_uses import pairs

_WORDS = tuple(f"_words_{part}_of_text_" for part in ("codes", "starts", "table", "ranks"))


def why_not(
    function: FunctionType, node: Any, parameters: dict[str, Kind], numbers: frozenset[str] = frozenset(), known: dict[str, str] | None = None
) -> NotTexts | None:
    """What the `def` cannot be written for; None where it can. `parameters`: the texts that a call gives, and the lists of texts;
    `numbers`: the parameters that are numbers; `known`: others that are a "list" or a "dict"."""
    found = asked_once(_tried, function, node, parameters, numbers, known or {})
    return found if isinstance(found, NotTexts) else None


def rewritten(
    function: FunctionType, node: Any, parameters: dict[str, Kind], numbers: frozenset[str] = frozenset(), known: dict[str, str] | None = None
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with numbers and lists in place of texts, the names that came with them, and what free names it relies on."""
    found = asked_once(_tried, function, node, parameters, numbers, known or {})
    return (node, frozenset(), []) if isinstance(found, NotTexts) else found


def _tried(function: FunctionType, node: Any, parameters: dict[str, Kind], numbers: frozenset[str], known: dict[str, str]) -> Any:
    """What _written() gives, or what it raises."""
    try:
        return _written(function, node, parameters, numbers, known)
    except NotTexts as problem:
        return problem


def _written(
    function: FunctionType, node: Any, parameters: dict[str, Kind], numbers: frozenset[str], known: dict[str, str]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    if (twice := asked_once(shared_rows.returned_twice, function)) is not None:
        raise NotTexts("a list that is returned twice", twice)
    constants = _Constants(function)
    made = constants.visit(own_names.renamed(copy_tree(node)))  # names of comprehensions are not those around the function
    if any(isinstance(n, ast.With) for n in walk(made)):
        made = sugar.WithoutErrstate(function, local_names(function)).visit(made)
    made, of_stars = star_lists.written(function, fixed_tuples.written(made))
    made, named = named_sets(function, made, [name for name, kind in parameters.items() if isinstance(kind, Set)], names_all=False)
    made, apart, of_loop = own_calls.as_loop(function, made, parameters)
    of_tries: list[_bindings.Binding] = []
    if any(isinstance(n, ast.Try) for n in walk(made)):
        from unpython._writing.caught import statements as caught

        dicts = {name for name, kind in parameters.items() if isinstance(kind, Dict) and not kind.makes} | {n for n in known if known[n] == "dict"}
        lists = {name for name, kind in parameters.items() if isinstance(kind, List)} | {n for n in known if known[n] == "list"}
        of_handlers, of_tries = caught.write(function, made, local_names(function), inlining.numbers_of_calls(made), dicts, lists, numbers)
        apart |= of_handlers
    try:
        flows = long_tuples.flows(function, made, parameters)
    except NotTexts:
        found = split_names.split(made)
        if not found:
            raise
        apart |= found
        flows = long_tuples.flows(function, made, parameters)
    if of_loop and not any(map(has_text, flows.names.values())):
        raise NotTexts  # of numbers and lists of them: list_recursion.py
    writer = _Writer(flows, numbers)
    writer.runs_again = getattr(made, "has_final", False)
    methods = {_attempts.place_of(n) for n in flows.nodes if _is_of_text(flows, n)}
    if of_loop:
        methods |= {_attempts.place_of(n) for n in walk(node) if isinstance(n, ast.Call) and is_name(n.func, node.name)}
    body = own_calls.block(writer, made.body, node) if of_loop else writer.block(made.body)
    stepped = sorted(numbers & _stepped(flows.nodes))
    begin = [*writer.beginning(), *writer.beginning_of_patterns(), *(_alone(name) for name in stepped if writer.runs_again)]
    made.body = [*(ast.copy_location(s, made.body[0]) for s in begin), *body]
    if writer.runs_again:
        own = {name for name, kind in flows.names.items() if _is_own(kind)} - parameters.keys() | {*stepped}
        own -= {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} if of_loop else set()
        change = _attempts.first_change(function, methods, own | getattr(node, "made_for_objects", frozenset()), node)
        if change is not None:
            raise NotTexts("the function may end in an exception that only Python knows, and changes something here before", change)
        made.runs_again = True
    literals = writer.literals.values()
    return (
        ast.fix_missing_locations(made),
        apart.union([ONE, *_WORDS, *named, *writer.made, *literals, *writer.programs.values()]),
        [*flows.used.values(), *constants.used, *of_loop, *of_stars, *of_tries],
    )


def _stepped(nodes: list[Any]) -> set[str]:
    """The names of `n //= 2`, and those that they are given: `left = n`, then `left -= 1`."""
    found = {n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)}
    given = [pair for n in nodes if isinstance(n, ast.Assign) for target in n.targets for pair in pairs(target, n.value)]
    before: set[str] = set()
    while before != found:
        before = set(found)
        found |= {value for target, value in given if target in found}
    return found


def _alone(name: str) -> ast.stmt:
    """`n //= 2` of a parameter changes nothing that the caller sees, if that is a number in each call."""
    return ast.Assign([ast.Name(name, ast.Store())], OwnCall(nothing.number_alone, [ast.Name(name, ast.Load())]))


class _Constants(ast.NodeTransformer):
    """Texts outside of the function as constants: they stay what they are."""

    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.used: list[_bindings.Binding] = []

    def visit_Name(self, node: Any) -> Any:
        root, path = _bindings.dotted(node)
        if not isinstance(root, ast.Name) or root.id in self._own or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        binding = _bindings.resolve(self._function, root.id, path)
        if type(binding.value) is not str or (path and getattr(binding.root, "__name__", "") != "string"):
            return self.generic_visit(node)
        self.used.append(binding)
        return ast.copy_location(ast.Constant(binding.value), node)

    visit_Attribute = visit_Name

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.body = [self.visit(s) for s in node.body]
        return node


def _is_of_text(flows: Flows, node: Any) -> bool:
    """Whether a call is that of a method of a text, or of what the function made of texts, or makes one of Python's collections."""
    if not isinstance(node, ast.Call):
        return False
    if id(node) in flows.compiled or flows.use_of(node) is not None:
        return True
    root: Any = node.func
    while isinstance(root, (ast.Attribute, ast.Subscript, ast.Call)):
        if root is not node.func and has_text(flows.of(root)):
            return True
        root = root.func if isinstance(root, ast.Call) else root.value
    is_of_text = root is not node.func and _is_own(flows.of(root))
    return is_of_text or flows.library(node.func).startswith("collections.")


def _is_own(kind: Kind) -> bool:
    """Whether a name of that kind is no object of the caller's: a text, or a list, a dict or a set that the function makes."""
    return has_text(kind) or isinstance(kind, CONTAINERS)


class _Writer(Statements, Results, Methods, Containers, Heaps, Matches, LongTuples):
    """visit() of what is no text; as_kind() of what is one, or holds some."""

    def __init__(self, flows: Flows, numbers: frozenset[str]):
        self._flows = flows
        self.numbers = numbers
        self._second_names = second_names.of_items(flows)
        self.has_only_lists = shown.has_only_lists(flows)
        self.runs_again = False
        self.made: list[str] = []  # names
        self._uses_words = False
        self.literals: dict[str, str] = {}
        self.programs: dict[tuple[int, ...], str] = {}
        self._returned_as: dict[Any, Callable[..., Any]] = {}

    def visit(self, node: ast.AST) -> Any:
        is_given = isinstance(node, ast.expr) and not isinstance(node, ast.Constant) and has_text(self._of(node))
        if is_given and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            raise NotTexts
        return super().visit(node)

    def _of(self, node: ast.expr) -> Kind:
        return closed(self._flows.of(node))

    def _own(self, at: ast.expr, function: Callable[..., Any], *arguments: ast.expr, again: bool = False) -> ast.expr:
        self.runs_again |= again
        return ast.copy_location(OwnCall(function, list(arguments)), at)

    def _name(self) -> str:
        self.made.append(f"_part_{len(self.made)}_of_text_")
        return self.made[-1]

    def _words(self) -> ast.expr:
        self._uses_words = True
        return ast.Tuple([ast.Name(name, ast.Load()) for name in _WORDS], ast.Load())

    def beginning(self) -> list[ast.stmt]:
        """The words of the call, those that are written out and those that it is given."""
        made: list[ast.stmt] = []
        given = {name: kind for name, kind in self._flows.parameters.items() if kind != TEXT}
        if not self._uses_words and not given:
            return made
        none: list[ast.expr] = [ast.Constant(0)]
        empty = ast.BinOp(ast.List([ast.UnaryOp(ast.USub(), ast.Constant(1))], ast.Load()), ast.Mult(), ast.Constant(16))
        values = [list_of(none, is_empty=True), list_of(none), empty, list_of(none, is_empty=True)]
        made += [ast.Assign([ast.Name(name, ast.Store())], value) for name, value in zip(_WORDS, values, strict=True)]
        for text, name in self.literals.items():
            codes = list_of([ast.Constant(ord(c)) for c in text or "\0"], is_empty=not text)
            made.append(ast.Assign([ast.Name(name, ast.Store())], OwnCall(words.number_of, [self._words(), codes])))
        for name in (place for name, kind in given.items() for place in _places(name, kind)):
            parts: list[ast.expr] = [ast.Name(f"{name}.{part}", ast.Load()) for part in ("codes", "starts")]
            self.made += [name, *(part.id for part in parts)]  # type: ignore[attr-defined]
            made.append(ast.Assign([ast.Name(name, ast.Store())], OwnCall(words.given, [self._words(), *parts])))
        for statement in made:
            statement.is_of_words = True  # type: ignore[attr-defined]
        return made

    # What is a text.

    def as_kind(self, node: Any, kind: Kind) -> ast.expr:
        """An expression as what holds that kind."""
        if kind is None:
            return self.visit(node)
        if isinstance(node, ast.IfExp):
            made: ast.expr = ast.IfExp(self.condition(node.test), self.as_kind(node.body, kind), self.as_kind(node.orelse, kind))
            return ast.copy_location(made, node)
        if is_none(node) and (kind in (WORD, CHARACTER) or isinstance(kind, Long)):
            return node
        if isinstance(node, ast.Constant) and type(node.value) is str and kind != MIXED:
            return ast.copy_location(self._literal(node.value, kind), node)
        if not has_text(kind) and not has_text(self._of(node)):
            return self.visit(node)
        if isinstance(node, ast.Call) and (heap := self._flows.library(node.func)) in HEAPS:
            return self._item_of_heap(node, heap, kind)
        if kind == MIXED:
            return ast.copy_location(mixed_values.made(self, node), node)
        if isinstance(kind, Match):
            return list_of([ast.Constant(0)], is_empty=True) if is_none(node) else self.match(node)
        if isinstance(kind, tuple):
            return self._tuple(node, kind)
        if isinstance(kind, Long):
            return ast.copy_location(self.long(node, kind), node)
        if isinstance(kind, CONTAINERS):
            return ast.copy_location(self.container(node, kind), node)
        found = self._of(node)
        if not is_text(found):
            raise NotTexts
        if kind == WORD and (part := self._part_as_word(node)) is not None:
            return ast.copy_location(part, node)
        return ast.copy_location(self._converted(node, self._natural(node), found, kind), node)

    def _part_as_word(self, node: Any) -> ast.expr | None:
        """The number of s[i:j], without a list of it."""
        is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and self._of(node.value) == TEXT
        if not is_part or node.slice.step is not None:
            return None
        begin = ast.Constant(0) if node.slice.lower is None else self.visit(node.slice.lower)
        text = self.text(node.value)
        if node.slice.upper is None:
            return self._own(node, words.number_behind, self._words(), text, begin)
        return self._own(node, words.number_between, self._words(), text, begin, self.visit(node.slice.upper))

    def _literal(self, text: str, kind: Kind) -> ast.expr:
        if kind == CHARACTER and len(text) == 1:
            return ast.Constant(ord(text))
        if kind == TEXT:
            return list_of([ast.Constant(ord(c)) for c in text or "\0"], is_empty=not text)
        if kind != WORD:
            raise NotTexts
        self._uses_words = True
        return ast.Name(self.literals.setdefault(text, f"_word_{len(self.literals)}_of_text_"), ast.Load())

    def _converted(self, at: ast.expr, made: ast.expr, kind: Kind, into: Kind) -> ast.expr:
        if kind == into:
            return made
        if into == TEXT:
            return list_of([made]) if kind == CHARACTER else self._own(at, words.text_of, self._words(), made)
        if into != WORD:
            raise NotTexts
        return self._own(at, words.number_of_character if kind == CHARACTER else words.number_of, self._words(), made)

    def _natural(self, node: Any) -> ast.expr:
        """A text as what it is by itself."""
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, ast.Subscript):
            return self._subscript(node)
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.JoinedStr):
            return self._joined_text(node)
        if isinstance(node, ast.BoolOp):
            return self._either(node)
        if isinstance(node, ast.Call):
            return self._text_of_call(node)
        if isinstance(node, OwnCall):
            return self.visit_OwnCall(node)  # type: ignore[no-any-return]
        raise NotTexts

    def text(self, node: Any) -> ast.expr:
        return self.as_kind(node, TEXT)

    def word(self, node: Any) -> ast.expr:
        return self.as_kind(node, WORD)

    def character(self, node: Any) -> ast.expr:
        return self.as_kind(node, CHARACTER)

    def _subscript(self, node: ast.Subscript) -> ast.expr:
        owner = self._of(node.value)
        if isinstance(owner, Match):
            return self.text_of_match(node)
        if not is_text(owner):
            return self.element(node)
        if isinstance(node.slice, ast.Slice):
            part: Any = self.generic_visit(node.slice)
            return ast.Subscript(self.text(node.value), part, ast.Load())
        if owner == WORD:
            return self._own(node, words.character_at, self._words(), self.word(node.value), self.visit(node.slice))
        return self._own(node, code_points.item, self.text(node.value), self.visit(node.slice))

    def _operation(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Mod):
            return self._by_percent(node)
        if isinstance(node.op, ast.Add):
            return ast.BinOp(self.text(node.left), ast.Add(), self.text(node.right))
        if not is_text(self._of(node.left)):
            return self._own(node, code_points.repeated, self.text(node.right), self.visit(node.left))
        return self._own(node, code_points.repeated, self.text(node.left), self.visit(node.right))

    def _either(self, node: ast.BoolOp) -> ast.expr:
        """s or "0\""""
        kind = self._of(node)
        first, last = node.values[0], node.values[-1]
        is_computed = len(node.values) == 2 and isinstance(node.op, ast.Or) and not isinstance(first, ast.Name)
        if is_computed and kind == TEXT and isinstance(last, ast.Constant):
            return self._own(node, code_points.either, self.text(first), self.text(last))
        made = self.as_kind(last, kind)
        for value in reversed(node.values[:-1]):
            if not isinstance(value, ast.Name):
                raise NotTexts
            ways = [self.as_kind(value, kind), made]
            made = ast.IfExp(self.condition(value), *(ways if isinstance(node.op, ast.Or) else ways[::-1]))
        return made


def _places(name: str, kind: Kind) -> list[str]:
    """Those names of a parameter that stand for lists of texts."""
    if isinstance(kind, Dict):
        values = [f"{name}.values"] if kind.value == WORD else [f"{name}.values.items"] if kind.value == List(WORD) else []
        return [f"{name}.keys", *values] if kind.key == WORD else values
    if isinstance(kind, Set):
        return [f"{name}.keys"]
    if isinstance(kind.item, List):
        return [f"{name}.items"]
    if not isinstance(kind.item, tuple):
        return [name]
    return [f"{name}.{place}" for place, part in enumerate(kind.item) if part == WORD]
