"""An empty container in the place of an argument that is None, and of one that is empty, where nothing sees which of two empty ones it is:

    names = names or {}                     if names is None: names = {}
    names = {} if names is None else names  if names is None: names = {}

What is a number, an array or nothing known is asked for its truth, as it stands (`settled`): one that is 0 is no container.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._layouts import Layout, is_text
from unpython._writing.defaults.empty_names import is_empty
from unpython._writing.nodes import copy_tree, is_name, is_none, load, walk

_READ = frozenset("get items keys values index count".split())
_TAKE = frozenset("len sum set list dict sorted tuple frozenset enumerate zip min max any all reversed".split())
_OR = "unpython_or"  # of an `if`: what its test was


def rewritten(_: FunctionType, node: Any) -> Any:
    """The `def` with such statements; the `def` itself where there are none."""
    if not isinstance(node, ast.FunctionDef) or not any(map(_name_of, node.body)):
        return node
    given = {a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    body: list[ast.stmt] = []
    for statement in node.body:
        name = _name_of(statement)
        body.append(statement)
        if name in given and _is_only_read(node, name):
            value: Any = statement.value  # type: ignore[attr-defined]
            is_or = isinstance(value, ast.BoolOp)
            new = value.values[1] if is_or else value.body if is_empty(value.body) else value.orelse
            made = ast.If(_is_none(name), [ast.Assign([ast.Name(name, ast.Store())], new)], [])
            setattr(made, _OR, is_or)
            body[-1] = ast.fix_missing_locations(ast.copy_location(made, statement))
    if all(a is b for a, b in zip(body, node.body, strict=True)):
        return node
    made_anew = copy_tree(node)
    made_anew.body = copy_tree(body)
    return made_anew


def settled(node: Any, layouts: dict[str, Layout]) -> Any:
    """The `def` in which the truth of a text is known, and that of what is no container is asked for."""
    found = {id(n): n for n in walk(node) if isinstance(n, ast.If) and getattr(n, _OR, False)}
    instead: dict[int, Any] = {}
    for n in found.values():
        name = n.test.left.id  # type: ignore[attr-defined]
        layout = layouts.get(name)
        if layout is None or isinstance(layout, str) or is_text(layout):
            test = ast.Constant(not layout) if isinstance(layout, str) else ast.UnaryOp(ast.Not(), load(name))
            instead[id(n.test)] = ast.fix_missing_locations(ast.copy_location(test, n.test))
    return copy_tree(node, instead) if instead else node


def _is_none(name: str) -> ast.expr:
    return ast.Compare(load(name), [ast.Is()], [ast.Constant(None)])


def _name_of(node: Any) -> str:
    """The name of `name = name or {}`, and of the other one; "" for any other statement."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
        return ""
    name, value = node.targets[0].id, node.value
    if isinstance(value, ast.BoolOp):
        is_one = isinstance(value.op, ast.Or) and len(value.values) == 2 and is_name(value.values[0], name) and is_empty(value.values[1])
        return name if is_one else ""
    if not isinstance(value, ast.IfExp) or not isinstance(value.test, ast.Compare) or not is_name(value.test.left, name):
        return ""
    if len(value.test.ops) != 1 or not is_none(value.test.comparators[0]):
        return ""
    ways = (value.body, value.orelse) if isinstance(value.test.ops[0], ast.Is) else (value.orelse, value.body)
    return name if is_empty(ways[0]) and is_name(ways[1], name) and isinstance(value.test.ops[0], (ast.Is, ast.IsNot)) else ""


def _is_only_read(node: ast.FunctionDef, name: str) -> bool:
    """Whether the function gives a name nothing else, and does nothing with what it stands for but read it."""
    stores = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    if len(stores) != 1 or any(isinstance(n, ast.arg) and n.arg == name for s in node.body for n in walk(s)):
        return False
    fine: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Attribute) and n.attr in _READ or (isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load)):
            fine.add(id(n.value))
        elif isinstance(n, (ast.For, ast.comprehension)):
            fine.add(id(n.iter))
        elif isinstance(n, ast.Compare) and isinstance(n.ops[-1], (ast.In, ast.NotIn)):
            fine.add(id(n.comparators[-1]))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _TAKE:
            fine |= {id(a) for a in n.args}
        elif isinstance(n, (ast.If, ast.IfExp, ast.While)):
            fine |= {id(part) for part in _tested(n.test)}
        elif isinstance(n, ast.Assign) and n.targets[0] is stores[0]:
            fine |= {id(part) for part in walk(n.value)}
    return all(id(n) in fine for n in walk(node) if is_name(n, name) and isinstance(n.ctx, ast.Load))


def _tested(node: Any) -> list[Any]:
    """What a test asks for its truth."""
    if isinstance(node, ast.BoolOp):
        return [part for value in node.values for part in _tested(value)]
    return _tested(node.operand) if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else [node]
