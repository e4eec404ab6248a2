"""Which expressions and names of a function are arrays of characters, for arrays_of_characters.py."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_text, walk

_METHODS = frozenset("copy ravel flatten reshape transpose squeeze repeat".split())
_FUNCTIONS = frozenset(
    f"numpy.{name}" for name in "rot90 flip fliplr flipud transpose roll copy ravel reshape squeeze repeat tile ascontiguousarray array asarray unique".split()
)
_GIVEN = ("axis", "axes", "k", "shift", "repeats")
_OF_SEVERAL = frozenset(f"numpy.{name}" for name in "concatenate stack vstack hstack".split())
_MAKERS = ("numpy.array", "numpy.asarray")
_TYPES = ("U1", "<U1", "=U1", "str")


def is_character(node: Any) -> bool:
    """A written text of one character that NumPy keeps, or one of two."""
    if isinstance(node, ast.IfExp):
        return is_character(node.body) and is_character(node.orelse)
    return is_text(node) and len(str(node.value)) == 1 and node.value != "\0"


def arrays_in(node: ast.FunctionDef, called: Callable[[Any], str]) -> Arrays:
    """The arrays of a `def`; `called`: the full name of what a library gives, empty for anything else."""
    arrays = Arrays(called)
    nodes = list(walk(node))
    while True:
        stores: set[int] = set()
        names: set[str] = set()
        for n in nodes:
            if isinstance(n, ast.Assign):
                found = n.targets if len(n.targets) == 1 and arrays.is_one(n.value) else []
            elif isinstance(n, (ast.For, ast.comprehension)):
                found = arrays.items_in(n.target, n.iter)
            else:
                continue
            for target in found:
                if isinstance(target, ast.Name):
                    stores.add(id(target))
                    names.add(target.id)
        if names <= arrays.names:
            break
        arrays.names |= names
    others = {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in stores}
    inside = [n for n in nodes if isinstance(n, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and n is not node]
    others |= {n.id for f in inside for n in walk(f) if isinstance(n, ast.Name)}
    others |= {n.arg for n in nodes if isinstance(n, ast.arg)}
    if arrays.names & others:
        return Arrays(called)
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    listed = [n.targets[0] for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and arrays.is_listed(n.value)]
    arrays.lists = {t.id for t in listed if isinstance(t, ast.Name) and stored.count(t.id) == 1}
    arrays.are_written = any(arrays.is_made(n) for n in nodes)
    return arrays


class Arrays:
    """`names`: that stand for such arrays, or for what stands in one of their places; `lists`: for
    what tolist() gives of one."""

    def __init__(self, called: Callable[[Any], str]):
        self.called = called
        self.names: set[str] = set()
        self.lists: set[str] = set()
        self.are_written = False

    def is_one(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.names
        if isinstance(node, ast.Subscript):
            return self.is_one(node.value)
        if isinstance(node, ast.Attribute):
            return node.attr == "T" and self.is_one(node.value)
        if isinstance(node, ast.IfExp):
            return self.is_one(node.body) and self.is_one(node.orelse)
        return isinstance(node, ast.Call) and (self.is_made(node) or bool(self.parts_of(node)))

    def is_listed(self, node: Any) -> bool:
        """g.tolist()"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tolist"
        return is_method and not node.args and self.is_one(node.func.value)

    def is_made(self, node: Any) -> bool:
        """An array of written characters, or of the characters of texts."""
        return self.items_of(node) is not None or (isinstance(node, ast.Call) and self._filled(node) is not None)

    def parts_of(self, node: Any) -> list[Any]:
        """What a call makes another such array of."""
        if not isinstance(node, ast.Call):
            return []
        if (made := self._filled(node)) is not None:
            return made
        called = self.called(node.func)
        first: Any = node.args[0] if node.args else None
        if not called and isinstance(node.func, ast.Attribute):
            return [node.func.value] if node.func.attr in _METHODS and self.is_one(node.func.value) else []
        if called in _FUNCTIONS:
            return [first] if self.is_one(first) and all(k.arg in _GIVEN for k in node.keywords) else []
        if called in _OF_SEVERAL and isinstance(first, (ast.List, ast.Tuple)):
            return first.elts if first.elts and all(map(self.is_one, first.elts)) else []
        if called == "numpy.pad" and self.is_one(first):
            values = [k.value for k in node.keywords if k.arg == "constant_values"]
            return [first, *values] if len(values) == 1 and is_character(values[0]) else []
        return []

    def _filled(self, node: ast.Call) -> list[Any] | None:
        """The characters in np.full((h, w), ".") and np.where(m, "#", ".")"""
        called = self.called(node.func)
        if called in ("numpy.full", "numpy.full_like") and len(node.args) >= 2 and is_character(node.args[1]):
            if called == "numpy.full_like" and not self.is_one(node.args[0]):
                return None
            types = [*node.args[2:], *(k.value for k in node.keywords if k.arg == "dtype")]
            is_plain = len(node.args) == 2 and all(k.arg == "dtype" for k in node.keywords)
            return ([node.args[0]] if called == "numpy.full_like" else []) + [node.args[1]] if is_plain and all(map(self._is_type, types)) else None
        if called == "numpy.where" and len(node.args) == 3 and not node.keywords:
            chosen = node.args[1:]
            return chosen if all(is_character(c) or self.is_one(c) for c in chosen) else None
        return None

    def _is_type(self, node: Any) -> bool:
        return (is_text(node) and node.value in _TYPES) or self.called(node) in ("builtins.str", "numpy.str_")

    def items_of(self, node: Any) -> Any:
        """What np.array() is given, if these are characters."""
        if not isinstance(node, ast.Call) or len(node.args) != 1 or self.called(node.func) not in _MAKERS:
            return None
        if any(k.arg != "dtype" or not self._is_type(k.value) for k in node.keywords):
            return None
        return node.args[0] if self._are_characters(node.args[0]) else None

    def _are_characters(self, node: Any) -> bool:
        """list(line), ["a", "b"], and lists of these"""
        if isinstance(node, ast.ListComp):
            return len(node.generators) == 1 and self._are_characters(node.elt)
        if isinstance(node, (ast.List, ast.Tuple)):
            return bool(node.elts) and (all(map(is_character, node.elts)) or all(map(self._are_characters, node.elts)))
        if not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords or self.called(node.func) != "builtins.list":
            return False
        given = node.args[0]
        if is_text(given):
            return bool(given.value) and "\0" not in str(given.value)
        return isinstance(given, (ast.Name, ast.Subscript)) or (isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute))

    def is_of_given_texts(self, node: Any) -> bool:
        """Whether it is made of texts that are not written out."""
        items = self.items_of(node)
        return items is not None and any(isinstance(n, ast.Call) and not is_text(n.args[0]) for n in walk(items) if self._are_characters(n))

    def items_in(self, target: Any, over: Any) -> list[Any]:
        """What of the target of a loop gets a part of such an array."""
        if self.is_one(over):
            return [target]
        called = self.called(over.func) if isinstance(over, ast.Call) else ""
        if called == "builtins.reversed" and len(over.args) == 1:
            return self.items_in(target, over.args[0])
        if called not in ("builtins.enumerate", "builtins.zip") or not isinstance(target, ast.Tuple):
            return []
        parts = over.args[:1] if called == "builtins.enumerate" else over.args
        targets = target.elts[1:] if called == "builtins.enumerate" else target.elts
        return [t for each, part in zip(targets, parts, strict=False) for t in self.items_in(each, part)]
