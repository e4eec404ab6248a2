"""Arrays of texts that an array chooses, as arrays of numbers: compiled code has no arrays of texts.

    kind = np.where(y > 0, "hi", "lo")      kind = np.where(y > 0, 0, 1)
    x[kind == "hi"]                         x[kind == 0]
    return kind                             return, of which Python makes the texts when the call ends
    kind.tolist()                           ["hi" if k == 0 else "lo" for k in kind]

np.select likewise. A name counts here if it gets one such array, and if it is used in these ways and asked for its length and shape alone.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.nodes import copy_tree, is_text, walk
from unpython._writing.text import chosen_by_arrays

_ASKED = frozenset("size shape ndim".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with numbers in the place of such arrays, no names, and no free names."""
    own = local_names(function)

    def value_of(name: ast.expr) -> Any:
        binding = _bindings.of_node(function, name, own)
        return None if binding is None else binding.value

    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made = copy_tree(node)
    found: dict[str, tuple[str, ...]] = {}
    stored = [n.id for n in walk(made) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    stored += [n.arg for n in walk(made) if isinstance(n, ast.arg)]
    for n in walk(made):
        target = n.targets[0] if isinstance(n, ast.Assign) and len(n.targets) == 1 else None
        if isinstance(target, ast.Name) and stored.count(target.id) == 1 and (texts := chosen_by_arrays.texts_of(n.value, value_of)):  # type: ignore[attr-defined]
            found[target.id] = texts
    writer = _Writer(found, value_of)
    parents = {child: parent for parent in walk(made) for child in ast.iter_child_nodes(parent)}
    if not all(writer.is_known(n, parents) for n in walk(made) if isinstance(n, ast.Name) and n.id in found):
        return node, frozenset(), []
    made.body = [writer.visit(s) for s in made.body]
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(), []


class _Writer(ast.NodeTransformer):
    def __init__(self, found: dict[str, tuple[str, ...]], value_of: Callable[[ast.expr], Any]):
        self._found = found
        self._value_of = value_of
        self.is_changed = False

    def is_known(self, name: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
        """Whether a use of such an array has other words."""
        parent: Any = parents[name]
        if isinstance(parent, ast.Assign) and name in parent.targets:
            return True
        if isinstance(parent, ast.Compare):
            parts = [parent.left, *parent.comparators]
            return len(parts) == 2 and isinstance(parent.ops[0], (ast.Eq, ast.NotEq)) and any(map(is_text, parts))
        if isinstance(parent, ast.Attribute):
            is_list = parent.attr == "tolist" and isinstance(call := parents[parent], ast.Call) and not call.args and not call.keywords
            return is_list or parent.attr in _ASKED
        if isinstance(parent, ast.Tuple) and isinstance(parents[parent], ast.Return):
            return sum(getattr(e, "id", "") == name.id for e in parent.elts) == 1
        return isinstance(parent, ast.Return) or (isinstance(parent, ast.Call) and parent.args == [name] and self._value_of(parent.func) is len)

    def _numbers(self, node: Any) -> tuple[ast.expr, tuple[str, ...]] | None:
        """The numbers of an array of texts, and the texts."""
        if isinstance(node, ast.Name):
            return (node, self._found[node.id]) if node.id in self._found else None
        texts: list[str] = []
        numbers = chosen_by_arrays.numbers_of(node, texts, self._value_of)
        return None if numbers is None else (numbers, tuple(texts))

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self._found and (found := self._numbers(node.value)) is not None:
            self.is_changed = True
            node.value = found[0]
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        parts = [node.left, *node.comparators]
        named = [p.id for p in parts if isinstance(p, ast.Name) and p.id in self._found]
        if not named:
            return self.generic_visit(node)
        node.left, node.comparators[0] = (_place(p, self._found[named[0]]) for p in parts)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        owner = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "tolist" else None
        if isinstance(owner, ast.Name) and owner.id in self._found:
            return ast.copy_location(chosen_by_arrays.listed(owner, list(self._found[owner.id]), node), node)
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        made = [self._returned(part) for part in parts]
        if isinstance(node.value, ast.Tuple):
            node.value.elts = made
        else:
            node.value = made[0]
        return node

    def _returned(self, node: Any) -> Any:
        found = None if node is None else self._numbers(node)
        if found is None:
            return None if node is None else self.visit(node)
        self.is_changed = True
        made = Joined("text", [found[0]])
        made.make = _maker(found[1])
        return ast.copy_location(made, node)


def _place(node: ast.expr, texts: tuple[str, ...]) -> ast.expr:
    """The number of a text, which is that of none of them where it is none; NumPy keeps no zeros at the end."""
    text = str(node.value).rstrip("\0") if is_text(node) else None
    return node if text is None else ast.copy_location(ast.Constant(texts.index(text) if text in texts else len(texts)), node)


@functools.cache
def _maker(texts: tuple[str, ...]) -> Callable[[tuple[Any, ...]], Any]:
    """What makes an array of texts of their numbers."""

    def make(values: tuple[Any, ...]) -> Any:
        import numpy as np

        whole = np.array(texts)
        return np.asarray(whole[np.asarray(values[0])], dtype=whole.dtype)

    return make
