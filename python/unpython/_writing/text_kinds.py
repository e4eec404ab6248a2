"""Which expressions of a function are texts, and how the compiled function holds them: a character as a number, a text and a list of
characters as a list of numbers."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.calls import full_name

CHARACTER, TEXT, CHARACTERS = "character", "text", "characters"
TO_TEXT = frozenset("upper lower replace strip lstrip rstrip join".split())
_NESTED = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Try, ast.NamedExpr, ast.Global, ast.Nonlocal, ast.Delete,
    ast.With, ast.Match, ast.Yield, ast.YieldFrom, ast.Starred, ast.Await, ast.AsyncFor,
)  # fmt: skip


class NotTexts(Exception):
    """A text is used in a way that has no other words here."""


class Keyed:
    """A dict with characters as keys; `value`: the kind of its values."""

    def __init__(self, value: str | None):
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


Kind = Any  # CHARACTER, TEXT, CHARACTERS, a Keyed; None for what is no text


class TextKinds:
    """`parameters`: the names of texts that a call gives."""

    def __init__(self, function: FunctionType, node: Any, parameters: frozenset[str]):
        self._function = function
        self._own = frozenset(function.__code__.co_varnames + function.__code__.co_cellvars)
        self.used: dict[str, _bindings.Binding] = {}
        self._nodes = [n for statement in node.body for n in ast.walk(statement)]
        if any(isinstance(n, _NESTED) for n in self._nodes):
            raise NotTexts
        self.names: dict[str, Kind] = dict.fromkeys(parameters, TEXT)
        while self._spread():
            pass
        self._check()

    def library(self, node: ast.expr) -> str:
        """The name of the function of Python itself that a name stands for."""
        if not isinstance(node, ast.Name):
            return ""
        found = full_name(node, self._function, self._own)
        if not found.startswith("builtins."):
            return ""
        self.used.setdefault(node.id, _bindings.resolve(self._function, node.id, []))
        return found.removeprefix("builtins.")

    def is_text(self, node: ast.expr) -> bool:
        return self.of(node) in (CHARACTER, TEXT)

    def of(self, node: ast.expr | None) -> Kind:
        if isinstance(node, ast.Constant):
            if type(node.value) is not str:
                return None
            return CHARACTER if len(node.value) == 1 else TEXT
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Subscript):
            return self._of_subscript(node)
        if isinstance(node, ast.BinOp):
            return self._of_operation(node)
        if isinstance(node, ast.IfExp):
            kinds = {self.of(node.body), self.of(node.orelse)}
            return _joint(kinds) if None not in kinds else None
        if isinstance(node, ast.ListComp):
            return CHARACTERS if self.of(node.elt) == CHARACTER else None
        if isinstance(node, ast.Dict):
            return self._of_dict(node)
        return self._of_call(node) if isinstance(node, ast.Call) else None

    def _of_subscript(self, node: ast.Subscript) -> Kind:
        kind = self.of(node.value)
        if isinstance(kind, Keyed):
            return kind.value
        if kind is None:
            return None
        if isinstance(node.slice, ast.Slice):
            return TEXT if kind == CHARACTER else kind
        return CHARACTER

    def _of_operation(self, node: ast.BinOp) -> Kind:
        left, right = self.of(node.left), self.of(node.right)
        if isinstance(node.op, ast.Mult):
            return TEXT if (left in (CHARACTER, TEXT)) != (right in (CHARACTER, TEXT)) else None
        if not isinstance(node.op, ast.Add):
            return None
        if left in (CHARACTER, TEXT) and right in (CHARACTER, TEXT):
            return TEXT
        return CHARACTERS if left == right == CHARACTERS else None

    def _of_dict(self, node: ast.Dict) -> Kind:
        if not node.keys or any(key is None or self.of(key) != CHARACTER for key in node.keys):
            return None
        kinds = {self.of(value) for value in node.values}
        return Keyed(kinds.pop()) if kinds in ({None}, {CHARACTER}) else None

    def _of_call(self, node: ast.Call) -> Kind:
        if node.keywords:
            return None
        if isinstance(node.func, ast.Attribute):
            owner = self.of(node.func.value)
            if owner in (CHARACTER, TEXT):
                return TEXT if node.func.attr in TO_TEXT else None
            if isinstance(owner, Keyed) and node.func.attr == "get" and len(node.args) == 2:
                return owner.value
            return None
        if len(node.args) != 1:
            return None
        name = self.library(node.func)
        if name == "chr":
            return CHARACTER
        if name == "str":
            return TEXT
        if name in ("list", "sorted") and self.items_of(node.args[0]) == CHARACTER:
            return CHARACTERS
        if name in ("min", "max") and self.of(node.args[0]) in (TEXT, CHARACTERS):
            return CHARACTER
        return None

    def items_of(self, node: ast.expr) -> Kind:
        """What a loop over this gives; a tuple of kinds for tuples."""
        if self.of(node) in (CHARACTER, TEXT, CHARACTERS):
            return CHARACTER
        if isinstance(self.of(node), Keyed):
            return CHARACTER
        if not isinstance(node, ast.Call) or node.keywords or not node.args:
            return None
        name = self.library(node.func)
        if name == "reversed" and len(node.args) == 1:
            return self.items_of(node.args[0])
        if name == "enumerate":
            return (None, self.items_of(node.args[0]))
        return tuple(map(self.items_of, node.args)) if name == "zip" else None

    # Names.

    def _bound(self) -> list[tuple[ast.expr, Kind]]:
        """Each name that is given a value, and the kind of the value."""
        bound: list[tuple[ast.expr, Kind]] = []
        for node in self._nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) and len(target.elts) == len(node.value.elts):
                        bound += [(t, self.of(v)) for t, v in zip(target.elts, node.value.elts, strict=True)]
                    else:
                        bound.append((target, self.of(node.value)))
            elif isinstance(node, ast.AugAssign):
                bound.append((node.target, self.of(ast.BinOp(_read(node.target), node.op, node.value))))
            elif isinstance(node, (ast.For, ast.comprehension)):
                bound += _matched(node.target, self.items_of(node.iter))
            elif isinstance(node, ast.AnnAssign):
                bound.append((node.target, self.of(node.value)))
        return bound

    def _spread(self) -> bool:
        changed = False
        for target, kind in self._bound():
            if not isinstance(target, ast.Name) or kind is None:
                continue
            known = self.names.get(target.id)
            made = kind if known is None else _joint({known, kind})
            if made is None:
                raise NotTexts
            if made != known:
                self.names[target.id] = made
                changed = True
        return changed

    def _check(self) -> None:
        """Each name is of one kind, wherever it is given a value."""
        for target, kind in self._bound():
            if isinstance(target, ast.Name):
                known = self.names.get(target.id)
                fits = known == kind or (known == TEXT and kind == CHARACTER)
            elif isinstance(target, ast.Subscript):
                into = self.of(target.value)
                fits = kind == (into.value if isinstance(into, Keyed) else CHARACTER if into == CHARACTERS else None)
            else:
                names = {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
                fits = kind is None and not names & self.names.keys()
            if not fits:
                raise NotTexts


def _joint(kinds: set[Kind]) -> Kind:
    if len(kinds) == 1:
        return next(iter(kinds))
    return TEXT if kinds == {CHARACTER, TEXT} else None


def _read(target: Any) -> Any:
    """The value of a target before an assignment to it."""
    return ast.Name(target.id, ast.Load()) if isinstance(target, ast.Name) else target


def _matched(target: ast.expr, kind: Kind) -> list[tuple[ast.expr, Kind]]:
    if isinstance(target, ast.Tuple):
        kinds = kind if isinstance(kind, tuple) and len(kind) == len(target.elts) else [None if kind is None else NotTexts] * len(target.elts)
        return [pair for t, k in zip(target.elts, kinds, strict=True) for pair in _matched(t, k)]
    return [(target, kind)]
