"""Tuples of texts that a call gives, or that stand around the function, as tuples that are written out where the function looks at them:

    words = [w for w in text.split() if w not in stop]
    words = [w for w in text.split() if w not in ("the", "a")]          of a call with stop=("the", "a")

Their texts are part of the program. Frozen sets of texts around the function are known behind `in` alone, where nothing sees their order.
A tuple that is used in any other way stays as it is. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_tuple_of_texts
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import WholeRewriter

_LOOK = frozenset(f"builtins.{name}" for name in "len enumerate zip set frozenset list tuple sorted dict min max reversed any all".split())
_OF_TEXTS = frozenset(("startswith", "endswith", "join"))


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and the tuples around the function that it relies on."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    looks, among = _looks(function, node)
    used: list[_bindings.Binding] = []
    given: dict[str, Any] = {}
    for name, layout in layouts.items():
        if is_tuple_of_texts(layout) and _is_known(node, name, looks | among):
            given[name] = layout
    for name in {n.id for n in walk(node) if isinstance(n, ast.Name) and (id(n) in looks or id(n) in among)} - local_names(function):
        binding = _bindings.resolve(function, name, [])
        is_tuple = type(binding.value) is tuple
        if (is_tuple or type(binding.value) is frozenset) and binding.value and all(type(text) is str for text in binding.value):
            if _is_known(node, name, looks | among if is_tuple else among):
                given[name] = binding.value
                used.append(binding)
    dotted = _dotted(function, node, looks, among, used)
    if not given and not dotted:
        return node, frozenset(), []
    made, names = copy_tree(node, dotted), set()
    for name, texts in given.items():
        place = _place_of_other(node, name)
        writer = _InPlace(name, texts)
        made.body[:place] = writer.statements(made.body[:place])
        if place < len(made.body):
            statement: Any = made.body[place]
            statement.value = writer.visit(statement.value)
            names.add(other := f"_{name}_of_texts_")
            for n in (n for s in made.body[place:] for n in walk(s)):
                if isinstance(n, ast.Name) and n.id == name:
                    n.id = other  # what a parameter is does not change
    return ast.fix_missing_locations(made), frozenset(names), used


def _dotted(function: FunctionType, node: Any, looks: set[int], among: set[int], used: list[_bindings.Binding]) -> dict[int, Any]:
    """What stands for each Light.ORDER, by id(): a tuple of the class. Notes in `used` what is relied on."""
    own = local_names(function)
    made: dict[int, Any] = {}
    for n in walk(node):
        if not isinstance(n, ast.Attribute) or not (id(n) in looks or id(n) in among):
            continue
        binding = _bindings.of_node(function, n, own)
        kinds = (tuple,) if id(n) in looks else (tuple, frozenset)
        if binding is not None and type(binding.value) in kinds and binding.value and all(type(text) is str for text in binding.value):
            made[id(n)] = ast.copy_location(_written(binding.value), n)
            used.append(binding)
    return made


def _written(texts: Any) -> ast.Tuple:
    return ast.Tuple([ast.Constant(text) for text in (sorted(texts) if type(texts) is frozenset else texts)], ast.Load())


def _is_known(node: Any, name: str, fine: set[int]) -> bool:
    """Whether all reads of a name, up to a statement that gives it another value, see only what is in the tuple."""
    if any(isinstance(n, ast.arg) and n.arg == name for s in node.body for n in walk(s)):
        return False
    place = _place_of_other(node, name)
    rest = [node.body[place].value] if place < len(node.body) else []
    uses = [n for s in [*node.body[:place], *rest] for n in walk(s) if isinstance(n, ast.Name) and n.id == name]
    return bool(uses) and all(isinstance(n.ctx, ast.Load) and id(n) in fine for n in uses)


def _place_of_other(node: Any, name: str) -> int:
    """The place of the first statement of the function that gives a name another value: `stop = set(stop)`."""
    for i, s in enumerate(node.body):
        if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name) and s.targets[0].id == name:
            return i
    return len(node.body)


def _looks(function: FunctionType, node: Any) -> tuple[set[int], set[int]]:
    """The expressions of which nothing sees which tuple they are, and those of them behind `in`, by id()."""
    own = local_names(function)
    fine: set[int] = set()
    among: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Compare) and isinstance(n.ops[-1], (ast.In, ast.NotIn)):
            among.add(id(n.comparators[-1]))
        elif isinstance(n, (ast.For, ast.comprehension)):
            fine.add(id(n.iter))
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and not isinstance(n.slice, ast.Slice):
            fine.add(id(n.value))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in _OF_TEXTS:
            fine |= {id(a) for a in n.args}
        elif isinstance(n, ast.Call) and full_name(n.func, function, own) in _LOOK:
            fine |= {id(a) for a in n.args}
    return fine, among


class _InPlace(WholeRewriter):
    def __init__(self, name: str, texts: Any):
        self._name = name
        self._texts = texts

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Nothing is in ()."""
        self.generic_visit(node)
        among, op = node.comparators[-1], node.ops[-1]
        is_nowhere = len(node.ops) == 1 and isinstance(op, (ast.In, ast.NotIn)) and _is_empty(among)
        if is_nowhere and isinstance(node.left, (ast.Name, ast.Constant)):
            return ast.copy_location(ast.Constant(isinstance(op, ast.NotIn)), node)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        """Nothing begins with one of (), and set(()) is set()."""
        self.generic_visit(node)
        if len(node.args) != 1 or not _is_empty(node.args[0]):
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join" and isinstance(node.func.value, ast.Constant):
            return ast.copy_location(ast.Constant(""), node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("startswith", "endswith") and isinstance(node.func.value, ast.Name):
            return ast.copy_location(ast.Constant(False), node)
        if isinstance(node.func, ast.Name) and node.func.id in ("set", "list", "dict") and not node.keywords:
            node.args = []
        return node

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        return (node.orelse or ast.copy_location(ast.Pass(), node)) if _is_empty(node.iter) else node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id != self._name:
            return node
        made = ast.copy_location(_written(self._texts), node)
        made.is_given = True  # type: ignore[attr-defined]
        return made


def _is_empty(node: ast.expr) -> bool:
    return hasattr(node, "is_given") and not node.elts  # type: ignore[attr-defined]
