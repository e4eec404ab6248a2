"""The runs of so many items of a list or a text that lie side by side:

    zip(*[words[i:] for i in range(2)])         zip(words[0:], words[1:])
    Counter(zip(*[words[i:] for i in range(n)]))
                                                Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1 if n > 0 else 0))
    for g in zip(*[words[i:] for i in range(n)]):
                                                for i in range(len(words) - n + 1 if n > 0 else 0): g = tuple(words[i:i + n])
    [" ".join(g) for g in zip(*[words[i:] for i in range(n)])]
                                                [" ".join(words[i:i + n]) for i in range(len(words) - n + 1 if n > 0 else 0)]

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
import collections
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name, with_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_MOST_PARTS = 8
_RELIED_ON = ("zip", "range", "len", "tuple")
_LOOK = frozenset("sum len max min sorted list any all".split())
_TAKE_ALL = frozenset(f"builtins.{name}" for name in "list tuple set sorted max min".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and Python's functions that it relies on."""
    own = local_names(function)
    if not isinstance(node, ast.FunctionDef) or any(full_name(load(name), function, own) != f"builtins.{name}" for name in _RELIED_ON):
        return node, frozenset(), []
    writer = _Writer(function)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.is_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), [_bindings.resolve(function, name, []) for name in _RELIED_ON]


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.names: set[str] = set()
        self.is_changed = False

    def _is(self, node: Any, *names: str) -> bool:
        return isinstance(node, ast.Call) and full_name(node.func, self._function, self._own) in names

    def _counts(self, node: ast.Call) -> bool:
        """Counter(x)"""
        binding = _bindings.of_node(self._function, node.func, self._own)
        return binding is not None and binding.value is collections.Counter

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_For(self, node: ast.For) -> Any:
        found = self._found(node.iter)
        self.generic_visit(node)
        within = [n for s in (*node.body, *node.orelse) for n in walk(s)]
        count = getattr(found[1], "id", "") if found is not None else ""
        if found is None or any(is_name(n, found[0]) or (is_name(n, count) and not isinstance(n.ctx, ast.Load)) for n in within):
            return node
        if isinstance(found[1], ast.Constant):
            node.iter = self._written(*found, node)
        elif isinstance(node.target, ast.Name):
            place, looks = self._new(node), self._looks(node.body, node.target.id) and self._looks(node.orelse, node.target.id)
            node.body = [ast.copy_location(store(node.target.id, self._run(*found, place, looks)), node), *node.body]
            node.target, node.iter = ast.Name(place, ast.Store()), self._places(*found)
        return node

    def visit_ListComp(self, node: Any) -> Any:
        first, found = node.generators[0], self._found(node.generators[0].iter)
        fields = [field for field in ("elt", "key", "value") if hasattr(node, field)]
        within = [*(getattr(node, field) for field in fields), *first.ifs, *node.generators[1:]]
        self.generic_visit(node)
        if found is None or any(is_name(n, found[0]) for part in within for n in walk(part)):
            return node
        if isinstance(found[1], ast.Constant):
            first.iter = self._written(*found, node)
        elif isinstance(first.target, ast.Name) and len(node.generators) == 1:
            place = self._new(node)
            run = self._run(*found, place, all(self._looks(part, first.target.id) for part in within))
            for field in fields:
                setattr(node, field, with_names(getattr(node, field), first.target.id, run))
            first.ifs = [with_names(test, first.target.id, run) for test in first.ifs]
            first.target, first.iter = ast.Name(place, ast.Store()), self._places(*found)
        return node

    visit_SetComp = visit_DictComp = visit_ListComp

    def _looks(self, nodes: Any, name: str) -> bool:
        """Whether nothing sees that a name stands for a tuple, and for no list."""
        fine: set[int] = set()
        within = [n for part in (nodes if isinstance(nodes, list) else [nodes]) for n in walk(part)]
        for n in within:
            is_look = isinstance(n, ast.Call) and (self._is(n, *(f"builtins.{name}" for name in _LOOK)) or getattr(n.func, "attr", "") == "join")
            fine |= {id(a) for a in n.args} if is_look else set()  # type: ignore[attr-defined]
        return all(id(n) in fine for n in within if is_name(n, name))

    def visit_Call(self, node: ast.Call) -> Any:
        takes_all = len(node.args) == 1 and (self._is(node, *_TAKE_ALL) or self._counts(node))
        found = self._found(node.args[0]) if takes_all else None
        if takes_all and isinstance(node.args[0], ast.GeneratorExp):
            node.args[0] = self.visit_ListComp(node.args[0])
            return node
        if found is None:
            return self.generic_visit(node)
        node.args[0] = self._written(*found, node)
        return node

    def _found(self, node: Any) -> tuple[str, ast.expr] | None:
        """The name of the list, and how many there are, of zip(*[words[i:] for i in range(n)])."""
        if not self._is(node, "builtins.zip") or node.keywords or len(node.args) != 1 or not isinstance(node.args[0], ast.Starred):
            return None
        given: Any = node.args[0].value
        if not isinstance(given, (ast.ListComp, ast.GeneratorExp)) or len(given.generators) > 1 or given.generators[0].ifs:
            return None
        clause: Any = given.generators[0]
        part: Any = given.elt
        is_counted = isinstance(clause.target, ast.Name) and self._is(clause.iter, "builtins.range") and len(clause.iter.args) == 1
        is_part = isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice) and isinstance(part.value, ast.Name)
        if not is_counted or not is_part or part.slice.upper is not None or part.slice.step is not None:
            return None
        count: Any = clause.iter.args[0]
        is_number = isinstance(count, ast.Name) or (isinstance(count, ast.Constant) and type(count.value) is int and 1 < count.value <= _MOST_PARTS)
        if not is_name(part.slice.lower, clause.target.id) or part.value.id == clause.target.id or not is_number or is_name(count, part.value.id):
            return None
        return part.value.id, count

    def _new(self, at: Any) -> str:
        self.names.add(name := f"_run_{at.lineno}_{at.col_offset}_{len(self.names)}_")
        return name

    def _written(self, items: str, count: Any, at: Any) -> ast.expr:
        """All of them."""
        self.is_changed = True
        if hasattr(count, "value"):
            parts: list[ast.expr] = [ast.Subscript(load(items), ast.Slice(ast.Constant(i), None, None), ast.Load()) for i in range(count.value)]
            return ast.Call(load("zip"), parts, [])
        place = self._new(at)
        clause = ast.comprehension(ast.Name(place, ast.Store()), self._places(items, count), [], 0)
        return ast.GeneratorExp(self._run(items, count, place, False), [clause])

    def _places(self, items: str, count: Any) -> ast.expr:
        self.is_changed = True
        n = ast.unparse(count)
        return ast.parse(f"range(len({items}) - {n} + 1 if {n} > 0 else 0)", mode="eval").body

    def _run(self, items: str, count: Any, place: str, looks: bool) -> ast.expr:
        part = f"{items}[{place}:{place} + {ast.unparse(count)}]"
        return ast.parse(part if looks else f"tuple({part})", mode="eval").body
