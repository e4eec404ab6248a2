"""Some items of a given list of several types, as those that are no None: a comprehension with a test, as a loop before its statement.

    v = [x for x in xs if x is not None]        kept = []
                                                for x in xs:
                                                    if x is not None: kept.append(x)
                                                v = kept

For known_lists.py and the compiler, which write such loops out. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_mixed_list
from unpython._writing.calls import full_name
from unpython._writing.nodes import Renamed, copy_tree, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_PURE = (
    ast.Name, ast.Constant, ast.Tuple, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Add, ast.Sub, ast.Mult,
    ast.cmpop, ast.boolop, ast.unaryop, ast.expr_context,
)  # fmt: skip
_TAKE = frozenset(f"builtins.{name}" for name in "sum max min sorted list any all".split())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such loops, the names that came with them, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.Lambda, ast.NamedExpr)) for n in walk(node)):
        return node, frozenset(), []
    lists = {name for name, layout in layouts.items() if is_mixed_list(layout)}
    made = copy_tree(node)
    anew = {name for name in lists if _bound_anew(made, name)}
    stored = {n.id for n in walk(made) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    lists -= stored
    writer = _Writer(function, lists, frozenset({*stored, *layouts}))
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.names else node), frozenset({*writer.names, *(f"_{name}_anew_" for name in anew)}), []


def _bound_anew(node: ast.FunctionDef, name: str) -> bool:
    """xs = [x for x in xs if x is not None], in a statement of the function itself: a name of its own from there on."""
    stores = [n for n in walk(node) if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)]
    for i, statement in enumerate(node.body):
        is_one = isinstance(statement, ast.Assign) and len(stores) == 1 and statement.targets == stores
        if is_one and isinstance(statement.value, ast.ListComp):  # type: ignore[attr-defined]
            named = Renamed({name: f"_{name}_anew_"})
            statement.targets = [named.visit(stores[0])]  # type: ignore[attr-defined]
            node.body[i + 1 :] = [named.visit(later) for later in node.body[i + 1 :]]
            return True
    return False


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, lists: set[str], own: frozenset[str]):
        self._function = function
        self._lists = lists
        self._own = own
        self.names: set[str] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def visit_Return(self, node: Any) -> Any:
        return self._before(node, "value")

    def visit_Assign(self, node: ast.Assign) -> Any:
        """v = [x for x in xs if x is not None], as the loop alone"""
        target, value = node.targets[0], node.value
        is_plain = len(node.targets) == 1 and isinstance(target, ast.Name) and isinstance(value, ast.ListComp) and self.is_filtered(value)
        if not is_plain or any(isinstance(n, ast.Name) and n.id == target.id for n in walk(value)):  # type: ignore[attr-defined]
            return self._before(node, "value")
        made: list[ast.stmt] = []
        _Inside(self, node, made).kept(value, target.id)  # type: ignore[attr-defined]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    visit_AugAssign = visit_Expr = visit_Return

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        return self._before(node, "test")

    def _before(self, node: Any, field: str) -> Any:
        made: list[ast.stmt] = []
        inside = _Inside(self, node, made)
        if getattr(node, field) is not None:
            setattr(node, field, inside.visit(getattr(node, field)))
        return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in made), node] if made else node

    def is_filtered(self, node: Any) -> bool:
        clause = node.generators[0]
        over = clause.iter
        if isinstance(over, ast.Call) and self.called(over) == "builtins.enumerate" and len(over.args) == 1 and not over.keywords:
            over = over.args[0]
        if len(node.generators) > 1 or not clause.ifs or not isinstance(over, ast.Name) or over.id not in self._lists:
            return False
        asks = any(isinstance(n, ast.Constant) and n.value is None for test in clause.ifs for n in walk(test))
        return asks and all(isinstance(n, _PURE) for part in (node.elt, *clause.ifs) for n in walk(part))

    def called(self, node: ast.Call) -> str:
        return full_name(node.func, self._function, self._own)


class _Inside(ast.NodeTransformer):
    def __init__(self, writer: _Writer, statement: ast.stmt, made: list[ast.stmt]):
        self._writer = writer
        self._statement = statement
        self._made = made

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        return self.kept(node) if self._writer.is_filtered(node) else node

    def visit_Call(self, node: ast.Call) -> Any:
        given = node.args[0] if node.args else None
        if isinstance(given, ast.GeneratorExp) and self._writer.called(node) in _TAKE and self._writer.is_filtered(given):
            node.args[0] = self.kept(given)
        elif isinstance(given, ast.ListComp) and self._writer.called(node) == "builtins.len" and self._writer.is_filtered(given):
            given.elt = ast.copy_location(ast.Constant(0), given.elt)  # which may be None
        return self.generic_visit(node)

    def visit_SetComp(self, node: Any) -> Any:
        return node

    visit_DictComp = visit_GeneratorExp = visit_SetComp  # those inside have names of their own

    def kept(self, node: Any, name: str = "") -> ast.expr:
        number = len(self._writer.names)
        kept = name or f"_kept_{number}_"
        clause = node.generators[0]
        items = {n.id: f"_{n.id}_of_{number}_" for n in walk(clause.target) if isinstance(n, ast.Name)}
        self._writer.names |= {kept, *items.values()}
        named = Renamed(items)
        elt, tests = named.visit(node.elt), [named.visit(test) for test in clause.ifs]
        body: ast.stmt = ast.Expr(ast.Call(ast.Attribute(load(kept), "append", ast.Load()), [elt], []))
        for test in reversed(tests):
            body = ast.If(test, [body], [])
        self._made += [store(kept, ast.List([], ast.Load())), ast.For(named.visit(clause.target), clause.iter, [body], [])]
        return ast.copy_location(load(kept), node)
