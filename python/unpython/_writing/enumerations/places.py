"""Names of a function that stand for lists and dicts which no other name stands for: what comes into them by another name is not known."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.nodes import assigned_values, is_item_of, is_name, walk

_MAKERS = frozenset("list dict set tuple sorted deque Counter defaultdict OrderedDict fromkeys copy".split())
_PUT_IN = frozenset("append appendleft add insert extend setdefault update".split())
_MADE = (ast.List, ast.Dict, ast.Set, ast.Tuple, ast.ListComp, ast.DictComp, ast.SetComp, ast.BinOp, ast.Constant)


class OwnNames:
    """`stored`: the names to which the function gives values; `parameters`: those of calls."""

    def __init__(self, node: Any):
        self._node = node
        self.parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        own = [n for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self.stored = {n.id for n in own} | {n.name for n in walk(node) if isinstance(n, (ast.MatchAs, ast.MatchStar, ast.ExceptHandler)) and n.name}
        self._values, known = assigned_values(node)
        self._others = {n.id for n in own if id(n) not in known} | (self.stored - {n.id for n in own})

    def is_new(self, name: str) -> bool:
        """Whether all that a name gets is made where it gets it."""
        return name not in self._others | self.parameters and all(map(_is_made, self._values.get(name, [None])))

    def holds_new(self, name: str) -> bool:
        """Whether what comes into it is made there too."""
        if not self.is_new(name) or not all(map(_holds_made, self._values[name])):
            return False
        for n in walk(self._node):
            if isinstance(n, ast.Assign) and any(is_item_of(t, name) for t in n.targets) and not _is_made(n.value):
                return False
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and is_name(n.func.value, name) and n.func.attr in _PUT_IN:
                if not n.args or not _is_made(n.args[-1]):
                    return False
        return True


def _is_made(node: Any) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "attr", getattr(node.func, "id", "")) in _MAKERS
    return isinstance(node, _MADE)


def _holds_made(node: Any) -> bool:
    if isinstance(node, (ast.ListComp, ast.DictComp)):
        return _is_made(node.value if isinstance(node, ast.DictComp) else node.elt)
    if isinstance(node, (ast.List, ast.Dict)):
        return all(map(_is_made, node.values if isinstance(node, ast.Dict) else node.elts))
    return isinstance(node, ast.Call) and all(isinstance(a, (ast.Name, ast.Lambda)) for a in node.args) and getattr(node.func, "id", "") in (
        "dict", "list", "defaultdict", "deque",
    )  # fmt: skip
