"""Lists of tuples by place, `graph[u].append((v, w))`, as such lists for each place of the tuples:

    graph = [[] for _ in range(n)]            graph_0 = [[] for _ in range(n)]; graph_1 = [[] for _ in range(n)]
    graph[u].append((v, w))                   graph_0[u].append(v); graph_1[u].append(w)
    for v, w in graph[u]: ...                 for k in range(len(graph_0[u])): v = graph_0[u][k]; w = graph_1[u][k]; ...

Also where `graph` is a defaultdict(list), or `{u: [] for u in ...}`. What is done with it in any other way leaves it as it is.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, is_name, walk
from unpython._writing.rewriter import StatementRewriter


class _OtherUse(Exception):
    pass


def rewritten(node: Any) -> tuple[Any, bool]:
    """The `def`, changed in place or another one, and whether it was."""
    is_changed = False
    for name in _candidates(node):
        widths = _widths(node, name)
        if len(widths) != 1:
            continue
        made = copy_tree(node)
        try:
            made.body = _Writer(name, widths.pop()).statements(made.body)
        except _OtherUse:
            continue
        node, is_changed = made, True
    return node, is_changed


def _widths(node: Any, name: str) -> set[int]:
    """The lengths of the tuples that are appended; 0: something else is."""
    found: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and isinstance(n.func.value, ast.Subscript):
            owner = n.func.value.value
            if is_name(owner, name) and len(n.args) == 1:
                found.add(len(n.args[0].elts) if isinstance(n.args[0], ast.Tuple) else 0)
    return found


def _candidates(node: Any) -> list[str]:
    stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    made = [n for n in walk(node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and _is_made(n.value)]
    inner = {m.id for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for m in walk(n) if isinstance(m, ast.Name)}
    return [n.targets[0].id for n in made if stored.count(n.targets[0].id) == 1 and n.targets[0].id not in inner]  # type: ignore[attr-defined]


def _is_made(node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)) and len(node.args) == 1 and not node.keywords:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        return name == "defaultdict" and isinstance(node.args[0], ast.Name) and node.args[0].id == "list"
    value = node.elt if isinstance(node, ast.ListComp) else node.value if isinstance(node, ast.DictComp) else None
    return isinstance(value, ast.List) and not value.elts


class _Writer(StatementRewriter):
    def __init__(self, name: str, width: int):
        if not 2 <= width <= 6:
            raise _OtherUse
        self._name = name
        self._width = width
        self._turns = 0

    def _place(self, number: int, context: ast.expr_context | None = None) -> ast.Name:
        return ast.Name(f"_{self._name}_{number}_", context or ast.Load())

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name:
            raise _OtherUse
        return node

    def _is_item(self, node: Any) -> bool:
        """graph[u], where u may be computed twice"""
        is_item = isinstance(node, ast.Subscript) and is_name(node.value, self._name)
        return is_item and isinstance(node.slice, (ast.Name, ast.Constant))

    def _item(self, node: ast.Subscript, number: int) -> ast.expr:
        return ast.copy_location(ast.Subscript(self._place(number), copy_tree(node.slice), ast.Load()), node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or target.id != self._name:
            return self.generic_visit(node)
        value = self.visit(node.value)
        return [ast.copy_location(ast.Assign([self._place(i, ast.Store())], copy_tree(value)), node) for i in range(self._width)]

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        is_append = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
        if not is_append or not self._is_item(call.func.value):
            return self.generic_visit(node)
        row = call.args[0] if len(call.args) == 1 and not call.keywords else None
        if not isinstance(row, ast.Tuple) or any(isinstance(e, ast.Starred) for e in row.elts):
            raise _OtherUse
        values = [self.visit(e) for e in row.elts]
        return [
            ast.copy_location(ast.Expr(ast.Call(ast.Attribute(self._item(call.func.value, i), "append", ast.Load()), [value], [])), node)
            for i, value in enumerate(values)
        ]

    def visit_Call(self, node: ast.Call) -> Any:
        is_len = is_name(node.func, "len") and len(node.args) == 1
        if is_len and self._is_item(node.args[0]):
            node.args[0] = self._item(node.args[0], 0)  # type: ignore[arg-type]
            return node
        if is_len and isinstance(node.args[0], ast.Name) and node.args[0].id == self._name:
            node.args[0] = self._place(0)
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and isinstance(node.comparators[0], ast.Name):
            if node.comparators[0].id == self._name:
                node.left, node.comparators = self.visit(node.left), [self._place(0)]
                return node
        return self.generic_visit(node)

    def _turn(self) -> str:
        self._turns += 1
        return f"_{self._name}_turn_{self._turns}_"

    def _turns_of(self, item: ast.Subscript) -> ast.expr:
        length = ast.Call(ast.Name("len", ast.Load()), [self._item(item, 0)], [])
        return ast.copy_location(ast.Call(ast.Name("range", ast.Load()), [length], []), item)

    def _targets(self, target: ast.expr) -> list[ast.expr]:
        if not isinstance(target, ast.Tuple) or len(target.elts) != self._width or not all(isinstance(t, ast.Name) for t in target.elts):
            raise _OtherUse
        return target.elts

    def visit_For(self, node: ast.For) -> Any:
        if is_name(node.iter, self._name):
            node.iter = self._place(0)
        if not self._is_item(node.iter):
            node.iter = self.visit(node.iter)
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
            return node
        item: Any = node.iter
        targets = self._targets(node.target)
        changed = {n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if (isinstance(item.slice, ast.Name) and item.slice.id in changed | {t.id for t in targets}) or self._grows(node.body):  # type: ignore[attr-defined]
            raise _OtherUse
        turn = self._turn()
        given: list[ast.stmt] = [
            ast.copy_location(ast.Assign([t], ast.Subscript(self._item(item, i), ast.Name(turn, ast.Load()), ast.Load())), node)
            for i, t in enumerate(targets)
        ]
        node.body = [*given, *self.statements(node.body)]
        node.orelse = self.statements(node.orelse)
        node.target, node.iter = ast.Name(turn, ast.Store()), self._turns_of(item)
        return node

    def _grows(self, body: list[ast.stmt]) -> bool:
        """Whether a loop may append to what it goes through."""
        return any(isinstance(n, ast.Attribute) and self._is_item(n.value) for s in body for n in walk(s))

    def _comprehension(self, node: Any) -> Any:
        for number, clause in enumerate(node.generators):
            if not self._is_item(clause.iter):
                continue
            item, turn = clause.iter, self._turn()
            for i, target in enumerate(self._targets(clause.target)):
                value = ast.Subscript(self._item(item, i), ast.Name(turn, ast.Load()), ast.Load())
                for field in ("elt", "key", "value"):
                    if hasattr(node, field):
                        setattr(node, field, with_names(getattr(node, field), target.id, value))  # type: ignore[attr-defined]
                clause.ifs = [with_names(test, target.id, value) for test in clause.ifs]  # type: ignore[attr-defined]
                node.generators[number + 1 :] = [with_names(g, target.id, value) for g in node.generators[number + 1 :]]  # type: ignore[attr-defined]
            clause.target, clause.iter = ast.Name(turn, ast.Store()), self._turns_of(item)
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension
