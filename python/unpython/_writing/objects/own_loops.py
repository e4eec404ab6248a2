"""Methods, and functions beside the function, that call themselves with objects, as loops:

    def height(node):                        the loop of functions/recursion.py, in which `node` is a number:
        if node is None: return 0                nodes.append(node); node = left_of_Node[node]; state = 0
        return 1 + max(height(node.left), height(node.right))

    self.left.insert(x)   of a method        the same, with `self` as its first parameter: an object that is there

A method calls itself where what it is called on is `self`, or nothing else in the module has a method of that name, or the field that is
asked gets objects of its class.
"""

from __future__ import annotations

import ast
import sys
from types import FunctionType
from typing import Any

from unpython._find_source import SourceNotFound
from unpython._library.python_functions.recursion import check_depth
from unpython._writing.functions import kept_lists, recursion
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import copy_tree, is_name, walk
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.definitions import definition_of
from unpython._writing.objects.flows import Present
from unpython._writing.objects.functions_beside import is_of_builtins
from unpython._writing.plainer import find_source
from unpython._writing.text.kinds import UNSET, Kind, List


def definition(function: FunctionType, given: dict[str, Kind], of: ObjectClass | None) -> Any:
    """The `def`, as a loop where it calls itself. `given`: what the call gives the parameters; `of`: the class of a method."""
    node = definition_of(function)
    if not isinstance(node, ast.FunctionDef) or node.decorator_list and of is None:
        raise NotWritten
    if not calls_itself(node, of is not None):
        return node
    made = copy_tree(node)
    made.decorator_list = []
    fixed: frozenset[str] = frozenset()
    if of is not None:
        own = made.args.args[0].arg
        calls = _OwnCalls(function.__name__, f"_{function.__name__}_of_{of.name}_", own, of)
        made.body = [calls.visit(statement) for statement in made.body]
        if not calls.count:
            return node
        made.name = calls.other
        fixed = frozenset(of.fields) - {n.attr for f in _methods(of.type) for n in _stored(f)}
    lists = frozenset(name for name, kind in given.items() if kind in (List(None), List(UNSET)))
    made = recursion.rewritten(function, made, True, lists, check_depth, True, fixed)[0]
    if any(is_name(n, made.name) for s in made.body for n in walk(s)):
        raise NotWritten
    return made


def copied(made: Any, given: dict[str, ast.expr]) -> dict[str, ast.expr]:
    """What a call gives, with copies of the lists that the function has for its own."""
    lists = getattr(made, "own_lists", ())
    return {name: ast.copy_location(kept_lists.copied(value), value) if name in lists else value for name, value in given.items()}


def calls_itself(node: Any, is_method: bool) -> bool:
    """Whether a function calls what has its name; a method: on anything."""
    called = [n.func for n in walk(node) if isinstance(n, ast.Call)]
    return any(isinstance(f, ast.Attribute) and f.attr == node.name if is_method else is_name(f, node.name) for f in called)


def _methods(type_: type) -> list[Any]:
    """The `def` of each method but `__init__`."""
    nodes: list[Any] = []
    for name, value in vars(type_).items():
        function = getattr(value, "fget", value)
        if name != "__init__" and isinstance(function, FunctionType):
            nodes.append(_node_of(function))
    return [node for node in nodes if node is not None]


def _node_of(function: FunctionType) -> Any:
    try:
        return find_source(function).node
    except SourceNotFound:
        return None


def _stored(node: Any) -> list[ast.Attribute]:
    return [n for n in walk(node) if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)]


class _OwnCalls(ast.NodeTransformer):
    """`x.insert(v)` as `_insert_of_Node_(x, v)`, where x is an object of the class."""

    def __init__(self, method: str, other: str, own: str, of: ObjectClass):
        self._method = method
        self.other = other
        self._own = own
        self._of = of
        self.count = 0
        module = vars(sys.modules[of.type.__module__])
        others = {v for v in module.values() if isinstance(v, type) and v is not of.type and not issubclass(of.type, v)}
        self._is_of_builtins = is_of_builtins(method)
        self._is_alone = not any(hasattr(v, method) for v in others)

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute) or node.func.attr != self._method:
            return node
        owner = node.func.value
        if is_name(owner, self._own):
            first: ast.expr = owner
        elif self._is_own(owner):
            first = ast.copy_location(Present(owner, self._method), owner)
        else:
            return node
        self.count += 1
        call = ast.Call(ast.Name(self.other, ast.Load()), [first, *node.args], node.keywords)
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _is_own(self, owner: ast.expr) -> bool:
        """Whether what a method of this name is called on may be an object of the class: the flows ask whether it is."""
        if self._is_alone and (isinstance(owner, ast.Name) or not self._is_of_builtins):
            return True
        return isinstance(owner, ast.Attribute) and self._holds_own(owner.attr)

    def _holds_own(self, field: str) -> bool:
        """Whether the methods give a field objects of the class."""
        given = [n.value for f in _methods(self._of.type) for n in walk(f) if isinstance(n, ast.Assign)
                 for t in n.targets if isinstance(t, ast.Attribute) and t.attr == field]  # fmt: skip
        return any(isinstance(v, ast.Call) and is_name(v.func, self._of.type.__name__) for v in given)
