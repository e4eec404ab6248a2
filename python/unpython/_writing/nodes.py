"""Small questions that many ask of a node of `ast`, and small nodes that many make."""

from __future__ import annotations

import ast
from typing import Any, TypeGuard

from unpython import _core

walk = _core.walk
copy_tree = _core.copy_tree


def is_name(node: Any, name: str) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == name


def is_item_of(node: Any, name: str) -> TypeGuard[ast.Subscript]:
    """name[...]"""
    return isinstance(node, ast.Subscript) and is_name(node.value, name)


def is_none(node: Any) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and node.value is None


def is_text(node: Any) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and type(node.value) is str


def is_view(node: Any) -> TypeGuard[ast.Call]:
    """d.values(), d.keys() or d.items()"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("values", "keys", "items") and not node.args


def ways(node: Any) -> list[Any]:
    """What an expression may be: both ways of a choice."""
    return [*ways(node.body), *ways(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def load(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def store(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def unless_array(value: Any) -> Any:
    """A value; None in the place of an array or a table of numbers, whose comparisons have no truth."""
    return None if hasattr(type(value), "__array__") and hasattr(type(value), "__len__") else value


def part_of(name: str, part: str | int) -> str:
    """The name of one of the values that a name is taken apart into."""
    return f"_{name}_{part}_"


def value_or_none(values: tuple[Any, ...]) -> Any:
    """What a flag and a value give."""
    return values[1] if values[0] else None


def tuple_or_none(values: tuple[Any, ...]) -> Any:
    return values[1:] if values[0] else None


class Renamed(ast.NodeTransformer):
    """With other names for some, also in functions inside."""

    def __init__(self, names: dict[str, str]):
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(self._names.get(node.id, node.id), node.ctx), node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """Whose own names stay."""
        own = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        node.args = self.visit(node.args)
        node.body = Renamed({name: other for name, other in self._names.items() if name not in own}).visit(node.body)
        return node


class WithValues(ast.NodeTransformer):
    """With expressions in the place of names, but where a lambda or a comprehension inside has such a name of its own. What these call as
    an expression reads it gets another name there."""

    def __init__(self, values: dict[str, ast.expr]):
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(copy_tree(self._values[node.id]), node) if node.id in self._values else node

    def _inside(self, node: Any, own: set[str], fields: tuple[str, ...]) -> Any:
        """Parts of what has names of its own."""
        values = {name: value for name, value in self._values.items() if name not in own}
        parts = [part for field in fields for part in (getattr(node, field) if field == "generators" else [getattr(node, field)])]
        inside = {n.id for part in parts for n in walk(part) if isinstance(n, ast.Name)}
        read = {n.id for name, value in values.items() if name in inside for n in walk(value) if isinstance(n, ast.Name)}
        writers = [Renamed({name: f"_{name}_inside_" for name in own & read}), WithValues(values)]
        for writer in writers:
            for field in fields:
                found = getattr(node, field)
                setattr(node, field, [writer.visit(part) for part in found] if isinstance(found, list) else writer.visit(found))
        return own & read

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        node.args = self.visit(node.args)
        arguments = [a for a in walk(node.args) if isinstance(a, ast.arg)]
        renamed = self._inside(node, {a.arg for a in arguments}, ("body",))
        for argument in arguments:
            argument.arg = f"_{argument.arg}_inside_" if argument.arg in renamed else argument.arg
        return node

    def _comprehension(self, node: Any) -> Any:
        first = node.generators[0]
        over, first.iter = self.visit(first.iter), ast.Constant(0)  # which names around it are asked for
        own = {n.id for clause in node.generators for n in walk(clause.target) if isinstance(n, ast.Name)}
        self._inside(node, own, ("generators", *(field for field in ("elt", "key", "value") if hasattr(node, field))))
        first.iter = over
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def is_simple(node: ast.expr) -> bool:
    """Computed again it is the same, and nothing has happened."""
    allowed = (ast.Name, ast.Constant, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.expr_context, ast.Tuple)
    return all(isinstance(part, allowed) for part in walk(node))


def with_own_scopes(node: Any) -> Any:
    """A copy in which the names of a comprehension are others than those around it."""
    node = copy_tree(node)
    made: Any
    for number, made in enumerate(walk(node)):
        clauses = getattr(made, "generators", [])
        own = {t.id for clause in clauses for t in walk(clause.target) if isinstance(t, ast.Name)}
        around = {id(n) for clause in clauses[:1] for n in walk(clause.iter)}
        for n in walk(made) if own else ():
            if isinstance(n, ast.Name) and n.id in own and id(n) not in around:
                n.id = f"{n.id}.{number}"
    return node


def assigned_values(node: ast.AST) -> tuple[dict[str, list[Any]], set[int]]:
    """What each name gets by `=` alone, `x = y = f()`, and the ids of the names that stand there."""
    values: dict[str, list[Any]] = {}
    known: set[int] = set()
    for n in walk(node):
        for target in n.targets if isinstance(n, ast.Assign) else ():
            if isinstance(target, ast.Name):
                values.setdefault(target.id, []).append(n.value)  # type: ignore[attr-defined]
                known.add(id(target))
    return values, known
