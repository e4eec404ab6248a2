"""Of which kind (kinds.py) names and expressions are: found from the text of the function, by going through it until nothing is new."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import imported_names, local_names
from unpython._writing.nodes import is_none, walk, ways
from unpython._writing.text import attempts, columns
from unpython._writing.text.expression_kinds import ExpressionKinds
from unpython._writing.text.heaps import HEAPS
from unpython._writing.text.kinds import (
    CHARACTER,
    MIXED,
    TEXT,
    UNSET,
    Dict,
    Kind,
    List,
    Long,
    NotTexts,
    Object,
    Set,
    closed,
    has_mixed,
    has_object,
    has_text,
    held,
    is_followed,
    is_open,
    is_text,
    joint,
)  # fmt: skip

_REFUSED = (
    ast.AsyncFunctionDef, ast.ClassDef, ast.Try, ast.Global, ast.Nonlocal, ast.With, ast.Match, ast.Yield, ast.YieldFrom, ast.Starred,
    ast.Await, ast.AsyncFor, ast.NamedExpr,
)  # fmt: skip
_ASKS = frozenset("get pop index count remove discard".split())


class Flows(ExpressionKinds):
    """What names of a function hold. `node`: the `def`, whose comprehensions have names of their own; `parameters`: what of it is a text, or holds some."""

    _refused: tuple[type, ...] = _REFUSED

    def __init__(self, function: FunctionType, node: Any, parameters: dict[str, Kind], has_long_tuples: bool = False):
        self._function = function
        self.has_long_tuples = has_long_tuples
        self.own = local_names(function)
        self.used: dict[str, _bindings.Binding] = {}
        self.nodes = [n for statement in node.body for n in _walk(statement)]
        self.attempts = {id(n): attempts.asked_before(n, function, self.own) for n in self.nodes if isinstance(n, ast.Try)}
        stars = {id(star) for n in self.nodes if (star := columns.star_of(n, self.nodes)) is not None}
        for n in self.nodes:
            if isinstance(n, self._refused) and self.attempts.get(id(n)) is None and id(n) not in stars:
                raise NotTexts(node=n)
        self.parameters = parameters
        self.compiled: set[int] = set()  # calls of re.compile
        self._may_match = hints_at_patterns(function, self.nodes)
        self.given_once = self._names_given_once()
        self.patterns = self._named_patterns()
        self.translations = {name: value for name, value in self.given_once.items() if self._is_translation(name, value)}
        stored = {n.id for n in self.nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        stored |= {a.arg for n in self.nodes if isinstance(n, ast.Lambda) for a in n.args.args}
        inner = [n for n in self.nodes if isinstance(n, ast.FunctionDef)]
        self._hidden = {n.id for f in inner for n in walk(f) if isinstance(n, ast.Name)} | {f.name for f in inner}
        self.names: dict[str, Kind] = {**dict.fromkeys(stored - self._hidden, UNSET), **parameters}
        self.names.update((a.handler.name, TEXT) for a in self.attempts.values() if a is not None and a.handler.name)
        self.may_be_none = _names_of_none([n for n in self.nodes if isinstance(n, (ast.Assign, ast.AnnAssign))])
        for _ in range(20):
            before = dict(self.names)
            self._go_through()
            if self.names == before:
                break
        else:
            raise NotTexts
        self.names = {name: closed(kind) for name, kind in self.names.items()}
        if self._hidden & {name for name, kind in self.names.items() if has_text(kind)}:
            raise NotTexts

        # Texts that have a second name: none of them grows where it lies.
        self.aliases = {
            n.id
            for s in self.nodes
            if isinstance(s, (ast.Assign, ast.AnnAssign)) and s.value is not None
            for n in _given_on(s.value)
        }
        for statement in self.nodes:
            if isinstance(statement, ast.Assign) and any(True for _ in _given_on(statement.value)):
                self.aliases |= {n.id for t in statement.targets for n in walk(t) if isinstance(n, ast.Name)}
            elif isinstance(statement, ast.For) and self.builtin(getattr(statement.iter, "func", statement.iter)) != "range":
                self.aliases |= {n.id for n in walk(statement.iter) if isinstance(n, ast.Name)}  # it goes on through the old text

    def _names_given_once(self) -> dict[str, ast.expr]:
        """The names that one assignment gives their only value."""
        stored = [n.id for n in self.nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        plain = [n for n in self.nodes if isinstance(n, ast.Assign) and len(n.targets) == 1]
        return {n.targets[0].id: n.value for n in plain if isinstance(n.targets[0], ast.Name) and stored.count(n.targets[0].id) == 1}

    def _is_translation(self, name: str, node: Any) -> bool:
        """str.maketrans() of texts, whose table only `translate` takes: methods.py knows what it is."""
        is_made = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "maketrans" and not node.keywords
        uses = [n for n in self.nodes if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)]
        calls = [n for n in self.nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "translate"]
        taken = {id(a) for n in calls for a in n.args}
        return is_made and len(node.args) > 1 and all(id(n) in taken for n in uses)

    def _named_patterns(self) -> dict[str, Any]:
        """The names that stand for re.compile(...) alone."""
        if not self._may_match:
            return {}
        from unpython._writing.text import regular

        found = {}
        for name, value in self.given_once.items():
            pattern = regular.compiled(value, self._function, self.own, self.used)
            if pattern is not None:
                found[name] = pattern
                self.compiled.add(id(value))
        return found

    # Names and places.

    def _go_through(self) -> None:
        for node in self.nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._give(target, self.of(node.value))
            elif isinstance(node, ast.AugAssign):
                self._give(node.target, self.of(ast.BinOp(read(node.target), node.op, node.value)))
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                self._give(node.target, self.of(node.value))
            elif isinstance(node, (ast.For, ast.comprehension)):
                self._give(node.target, self.items_of(node.iter))
            elif isinstance(node, ast.Subscript):
                self._asked(node.value, node.slice)
            elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
                self._asked(node.comparators[0], node.left)
            elif isinstance(node, ast.Call):
                self._keyed(node)
                if len(node.args) == 2 and self.library(node.func) in HEAPS:
                    item = held(self.of(node.args[1]))
                    if (has_text(item) and not has_object(item)) or (isinstance(item, Object) and item.of.type is not tuple):
                        self._hold(node.args[0], List(item))
                if isinstance(node.func, ast.Attribute):
                    self._changed(node.func.value, node.func.attr, node.args)
                    if node.func.attr in _ASKS and node.args:
                        self._asked(node.func.value, node.args[0])

    def _asked(self, place: Any, node: ast.expr) -> None:
        """A text that is looked for in a list, a dict or a set is what such texts are there."""
        into, kind = self.of(place), self.of(node)
        if not is_text(kind) or not isinstance(place, ast.Name):
            return
        if isinstance(into, Dict) and is_text(into.key):
            self._name(place.id, Dict(held(kind), UNSET))
        elif isinstance(into, (List, Set)) and is_text(into.item):
            self._name(place.id, type(into)(held(kind)))

    def _keyed(self, node: ast.Call) -> None:
        """The arguments of lambdas, which are items of what is gone through."""
        name = self.builtin(node.func)
        functions = [k.value for k in node.keywords if k.arg == "key"]
        given: list[ast.expr] = node.args[:1]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
            given = [node.func.value]
        elif name in ("map", "filter") and len(node.args) == 2:
            functions, given = [node.args[0]], node.args[1:]
        elif name not in ("sorted", "min", "max"):
            given = []
        for function in functions:
            if isinstance(function, ast.Lambda) and given and len(function.args.args) == 1:
                self._name(function.args.args[0].arg, self.items_of(given[0]))

    def _changed(self, place: Any, method: str, arguments: list[ast.expr]) -> None:
        """What comes into a list, a dict or a set by its methods."""
        if method in ("append", "appendleft", "add") and len(arguments) == 1:
            kind = held(self.of(arguments[0]))
            self._hold(place, Set(kind) if method == "add" else List(kind))
        elif method == "insert" and len(arguments) == 2:
            self._hold(place, List(held(self.of(arguments[1]))))
        elif method in ("extend", "update") and len(arguments) == 1:
            kind = self.items_of(arguments[0])
            into = self.of(place)
            if isinstance(into, Dict):
                self._hold(place, self.of(arguments[0]) if isinstance(self.of(arguments[0]), Dict) else Dict(held(kind), UNSET))
            else:
                self._hold(place, Set(held(kind)) if method == "update" else List(held(kind)))
        elif method == "get" and len(arguments) == 2 and isinstance(place, ast.Name):
            self._see_key(place, arguments[0])
            kind, into = held(self.of(arguments[1])), self.of(place)
            if isinstance(into, Dict) and has_text(kind) and has_text(into.value):
                self._hold(place, Dict(UNSET, kind))  # what stands in the place of a value is held as these are
        elif method == "setdefault" and len(arguments) == 2:
            self._hold(place, Dict(held(self.of(arguments[0])), held(self.of(arguments[1]))))

    def _see_key(self, place: ast.Name, key: ast.expr) -> None:
        """A dict that nothing is put into has keys like those that it is asked for."""
        into, kind = self.of(place), self.of(key)
        if isinstance(into, Dict) and into.key == UNSET and is_text(kind):
            self._hold(place, Dict(held(kind), UNSET))

    def _hold(self, place: Any, kind: Kind) -> None:
        """`kind` is what a place is at least, if it is a list, a dict or a set."""
        known = self.of(place)
        if known == UNSET:
            return
        if not isinstance(known, (List, Set, Dict)):
            if is_followed(kind) and not is_text(known):
                raise NotTexts
            return
        if isinstance(place, ast.Name):
            self._name(place.id, kind)
        elif isinstance(place, ast.Subscript):
            self._give(place, kind)
        elif isinstance(place, ast.Call) and isinstance(place.func, ast.Attribute) and place.func.attr == "setdefault":
            self._hold(place.func.value, Dict(held(self.of(place.args[0])), kind))
        elif is_followed(kind):
            raise NotTexts

    def _name(self, name: str, kind: Kind) -> None:
        if name in self.names:
            if name in self.may_be_none and has_text(kind) and (is_text(kind) or isinstance(kind, tuple)):
                kind = held(kind)  # a number may stand for None, a list of code points may not
            try:
                self.names[name] = joint(self.names[name], kind)
            except NotTexts:
                raise NotTexts(f"'{name}' holds a text here, and something else elsewhere") from None
            is_apart = not self.may_mix or name in self.parameters or name in self.may_be_none
            if is_apart and has_mixed(self.names[name]):
                raise NotTexts(f"'{name}' holds texts and numbers")
        elif is_followed(kind):
            raise NotTexts

    def _give(self, target: Any, kind: Kind) -> None:
        if isinstance(target, ast.Name):
            self._name(target.id, kind)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for i, part in enumerate(target.elts):
                self._give(part, self._part(kind, i, len(target.elts)))
        elif isinstance(target, ast.Subscript):
            into = self.of(target.value)
            if isinstance(into, Dict):
                self._hold(target.value, Dict(held(self.of(target.slice)), held(kind)))
            elif isinstance(into, List) and not isinstance(target.slice, ast.Slice):
                self._hold(target.value, List(held(kind)))
            elif is_followed(kind) and into != UNSET and not isinstance(into, List):
                raise NotTexts
        elif is_followed(kind):
            raise NotTexts

    def _part(self, kind: Kind, place: int, count: int) -> Kind:
        """What the name at a place gets where that is taken apart."""
        if isinstance(kind, tuple):
            if len(kind) == count:
                return kind[place]
            if is_followed(kind):
                raise NotTexts
            return None
        if kind == MIXED:
            raise NotTexts
        if is_text(kind):
            return CHARACTER
        if isinstance(kind, (List, Set, Long)):
            return kind.item
        return UNSET if is_open(kind) else None


def hints_at_patterns(function: FunctionType, nodes: list[Any]) -> bool:
    """Whether a function, or one that is written in it, names something of the module `re`, which is read where it is needed."""
    imported = imported_names(function).values()
    if "re" not in sys.modules:
        return False
    named = {n.id for n in nodes if isinstance(n, ast.Name)}
    values = [*imported, *map(function.__globals__.get, named), *_cells(function)]
    return any(value is sys.modules["re"] or getattr(value, "__module__", "") == "re" or type(value).__module__ == "re" for value in values)


def _cells(function: FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # it has no value yet
            continue


def _names_of_none(nodes: list[ast.Assign | ast.AnnAssign]) -> set[str]:
    """The names that may be None."""
    names: set[str] = set()
    while new := {name for n in nodes for name in _given_none(n, names)} - names:
        names |= new
    return names


def _given_none(node: ast.Assign | ast.AnnAssign, names: set[str]) -> Iterator[str]:
    """The names that an assignment gives None, or one of these names: x of `x = None` and of `x, n = None, 0`."""
    for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        for t, value in pairs:
            given = ways(value) if value is not None else []
            if isinstance(t, ast.Name) and any(is_none(v) or (isinstance(v, ast.Name) and v.id in names) for v in given):
                yield t.id


def _given_on(node: ast.expr) -> Iterator[ast.Name]:
    """The names of which an expression may be the very value."""
    if isinstance(node, ast.Name):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _given_on(node.body)
        yield from _given_on(node.orelse)
    elif isinstance(node, (ast.BoolOp, ast.Tuple)):
        for part in node.values if isinstance(node, ast.BoolOp) else node.elts:
            yield from _given_on(part)


def read(target: Any) -> Any:
    """The value of a target before an assignment to it."""
    return ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target


def _walk(node: ast.AST) -> Any:
    """Without what is inside of a function inside."""
    yield node
    if not isinstance(node, ast.FunctionDef):
        for child in ast.iter_child_nodes(node):
            yield from _walk(child)
