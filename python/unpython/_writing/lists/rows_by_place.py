"""Lists of tuples by place, `graph[u].append((v, w))`, as such lists for each place of the tuples:

    graph = [[] for _ in range(n)]            graph_0 = [[] for _ in range(n)]; graph_1 = [[] for _ in range(n)]
    graph[u].append((v, w))                   graph_0[u].append(v); graph_1[u].append(w)
    for v, w in graph[u]: ...                 for k in range(len(graph_0[u])): v = graph_0[u][k]; w = graph_1[u][k]; ...
    for group in groups: ...                  for k in range(len(groups_0)): ..., with groups[k] for `group`
    run.append((h, x)); runs.append(run)      run_0.append(h); run_1.append(x); runs_0.append(run_0); runs_1.append(run_1)

Also where `graph` is a defaultdict(list), or `{u: [] for u in ...}`. What is done with it in any other way leaves it as it is.
list_places.py says which names these are.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._records import Joined
from unpython._writing.calls import with_names
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk
from unpython._writing.records.list_places import Places, is_whole_loop, places_in
from unpython._writing.rewriter import TestRewriter

_READERS = ("max", "min", "sorted", "list")


class _OtherUse(Exception):
    pass


def rewritten(node: Any) -> tuple[Any, bool]:
    """The `def`, changed in place or another one, and whether it was."""
    is_changed = False
    for places in places_in(node):
        made = copy_tree(node)
        try:
            made.body = _Writer(places).statements(made.body)
        except _OtherUse:
            continue
        node, is_changed = made, True
    return node, is_changed


class _Writer(TestRewriter):
    def __init__(self, places: Places):
        self._name = places.name
        self._width = places.width
        self._inner = places.inner
        self._is_list = places.is_list
        self._turns = 0

    def _place(self, number: int, context: ast.expr_context | None = None, of: str = "") -> ast.Name:
        return ast.Name(f"_{of or self._name}_{number}_", context or ast.Load())

    def _is_ours(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and (node.id == self._name or node.id in self._inner)

    def visit_Name(self, node: ast.Name) -> Any:
        if self._is_ours(node):
            raise _OtherUse
        return node

    def _is_item(self, node: Any) -> bool:
        """graph[u], where u may be computed twice, and `run`"""
        if isinstance(node, ast.Name):
            return node.id in self._inner
        is_item = isinstance(node, ast.Subscript) and is_name(node.value, self._name) and is_simple(node.slice)
        return is_item and not any(map(self._is_ours, walk(node.slice)))

    def _item(self, node: Any, number: int) -> ast.expr:
        if isinstance(node, ast.Name):
            return ast.copy_location(self._place(number, of=node.id), node)
        return ast.copy_location(ast.Subscript(self._place(number), copy_tree(node.slice), ast.Load()), node)

    def _items(self, node: Any) -> list[ast.expr]:
        return [self._item(node, i) for i in range(self._width)]

    # Statements.

    def _values(self, row: Any) -> list[ast.expr]:
        if not isinstance(row, ast.Tuple) or len(row.elts) != self._width or any(isinstance(e, ast.Starred) for e in row.elts):
            raise _OtherUse
        return [self.visit(e) for e in row.elts]

    def _columns(self, node: ast.List) -> list[ast.expr]:
        """[[x], [y]] of [(x, y)]"""
        if len(node.elts) > 1 and not all(map(is_simple, node.elts)):
            raise _OtherUse  # they are computed in their order
        rows = [self._values(row) for row in node.elts]
        return [ast.List([row[i] for row in rows], ast.Load()) for i in range(self._width)]

    def _each(self, node: ast.stmt, values: list[ast.expr], make: Callable[[int, ast.expr], ast.stmt]) -> list[ast.stmt]:
        """A statement for each place, of values that are known before the first of them runs."""
        made: list[ast.stmt] = []
        if not all(isinstance(value, (ast.Name, ast.Constant)) for value in values):
            held = [self._turn("held") for _ in values]
            made = [store(name, value) for name, value in zip(held, values, strict=True)]
            values = [load(name) for name in held]
        made += [make(i, value) for i, value in enumerate(values)]
        return [ast.copy_location(statement, node) for statement in made]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) == 1 and self._is_ours(target):
            if isinstance(node.value, ast.List):
                values = self._columns(node.value)
                if any(self._is_ours(n) for n in walk(node.value)):
                    raise _OtherUse
            else:
                values = [copy_tree(value) for value in [self.visit(node.value)] * self._width]
            return [ast.copy_location(ast.Assign([self._place(i, ast.Store(), target.id)], value), node) for i, value in enumerate(values)]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and self._is_item(target.value):
            if not is_simple(target.slice) or any(map(self._is_ours, walk(target.slice))):
                raise _OtherUse
            items = self._items(target.value)
            return self._each(
                node, self._values(node.value), lambda i, value: ast.Assign([ast.Subscript(items[i], copy_tree(target.slice), ast.Store())], value)
            )
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        is_append = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append"
        if not is_append or not (self._is_item(call.func.value) or is_name(call.func.value, self._name)):
            return self.generic_visit(node)
        given = call.args[0] if len(call.args) == 1 and not call.keywords else None
        owner = call.func.value
        if self._is_item(owner):
            owners, values = self._items(owner), self._values(given)
        else:
            owners = [self._place(i) for i in range(self._width)]
            values = self._columns(given) if isinstance(given, ast.List) else self._items(given) if self._is_item(given) else []
        if not values or (isinstance(given, ast.Subscript) and self._is_item(given)):
            raise _OtherUse
        return self._each(node, values, lambda i, value: ast.Expr(ast.Call(ast.Attribute(owners[i], "append", ast.Load()), [value], [])))

    def visit_Return(self, node: ast.Return) -> Any:
        results: list[Any] = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        whole = [i for i, part in enumerate(results) if self._is_list and is_name(part, self._name)]
        if len(whole) != 1:
            return self.generic_visit(node)
        joined = Joined("text", [self._place(i) for i in range(self._width)])
        joined.make = _rows_of_lists
        made = [joined if i == whole[0] else self.visit(part) for i, part in enumerate(results)]
        node.value = ast.copy_location(ast.Tuple(made, ast.Load()), node) if isinstance(node.value, ast.Tuple) else ast.copy_location(joined, node)
        return node

    # Expressions.

    def _truth(self, node: Any) -> Any:
        if self._is_item(node):
            return self._item(node, 0)
        if is_name(node, self._name):
            return ast.copy_location(self._place(0), node)
        if isinstance(node, ast.BoolOp):
            node.values = list(map(self._truth, node.values))
            return node
        return self.visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """groups[i][j], groups[i][j][0]"""
        row: Any = node.value
        if isinstance(node.ctx, ast.Load) and isinstance(row, ast.Subscript) and self._is_item(row.value) and _is_number(node.slice):
            number = ast.literal_eval(node.slice)
            if not -self._width <= number < self._width or isinstance(row.slice, ast.Slice):
                raise _OtherUse
            return ast.copy_location(ast.Subscript(self._item(row.value, number % self._width), self.visit(row.slice), ast.Load()), node)
        if not self._is_item(row):
            return self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not is_simple(node.slice):
            raise _OtherUse
        index = self.visit(node.slice)
        return ast.copy_location(ast.Tuple([ast.Subscript(item, copy_tree(index), ast.Load()) for item in self._items(row)], ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> Any:
        is_len = is_name(node.func, "len") and len(node.args) == 1
        if is_len and self._is_item(node.args[0]):
            node.args[0] = self._item(node.args[0], 0)
            return node
        if is_len and is_name(node.args[0], self._name):
            node.args[0] = self._place(0)
            return node
        if isinstance(node.func, ast.Attribute) and self._is_item(node.func.value):
            if node.func.attr != "pop" or node.keywords or not all(map(is_simple, node.args)):
                raise _OtherUse
            given = list(map(self.visit, node.args))
            calls: list[ast.expr] = [ast.Call(ast.Attribute(item, "pop", ast.Load()), copy_tree(given), []) for item in self._items(node.func.value)]
            return ast.copy_location(ast.Tuple(calls, ast.Load()), node)
        if isinstance(node.func, ast.Name) and node.func.id in _READERS and len(node.args) == 1 and self._is_item(node.args[0]):
            turn = self._turn()
            row = ast.Tuple([ast.Subscript(item, load(turn), ast.Load()) for item in self._items(node.args[0])], ast.Load())
            clause = ast.comprehension(ast.Name(turn, ast.Store()), self._turns_of(node.args[0]), [], 0)
            node.args[0] = ast.copy_location(ast.ListComp(row, [clause]), node)
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and isinstance(node.comparators[0], ast.Name):
            if node.comparators[0].id == self._name:
                node.left, node.comparators = self.visit(node.left), [self._place(0)]
                return node
        return self.generic_visit(node)

    def _turn(self, what: str = "turn") -> str:
        self._turns += 1
        return f"_{self._name}_{what}_{self._turns}_"

    def _turns_of(self, item: ast.expr) -> ast.expr:
        first = self._place(0) if is_name(item, self._name) else self._item(item, 0)
        length = ast.Call(ast.Name("len", ast.Load()), [first], [])
        return ast.copy_location(ast.Call(ast.Name("range", ast.Load()), [length], []), item)

    def _places_of(self, over: Any) -> ast.expr:
        """Those of the lists that a loop goes through: groups, groups[1:], groups[:3]"""
        turns: Any = self._turns_of(ast.copy_location(load(self._name), over))
        if isinstance(over, ast.Subscript):
            part: Any = over.slice
            turns.args = [part.lower, *turns.args] if part.upper is None else [ast.Call(load("min"), [part.upper, *turns.args], [])]
        return turns  # type: ignore[no-any-return]

    def _targets(self, target: ast.expr) -> list[ast.expr]:
        if not isinstance(target, ast.Tuple) or len(target.elts) != self._width or not all(isinstance(t, ast.Name) for t in target.elts):
            raise _OtherUse
        return target.elts

    def visit_For(self, node: ast.For) -> Any:
        if is_whole_loop(node, self._name) and self._is_list:
            return self._through_lists(node)
        if is_name(node.iter, self._name):
            node.iter = self._place(0)
        if not self._is_item(node.iter):
            node.iter = self.visit(node.iter)
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
            return node
        item: Any = node.iter
        targets = self._targets(node.target)
        changed = {n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        if {n.id for n in walk(item) if isinstance(n, ast.Name)} & (changed | {t.id for t in targets}) or self._grows(node.body):  # type: ignore[attr-defined]
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

    def _through_lists(self, node: Any) -> Any:
        """for group in groups, for i, group in enumerate(groups)"""
        if any(isinstance(n, (ast.Attribute, ast.Assign)) and self._name in _owners(n) for s in node.body for n in walk(s)):
            raise _OtherUse
        turn = self._turn()
        target: Any = node.target.elts[1] if isinstance(node.target, ast.Tuple) else node.target
        item = ast.Subscript(load(self._name), load(turn), ast.Load())
        counted = [ast.Assign([node.target.elts[0]], load(turn))] if isinstance(node.target, ast.Tuple) else []
        body = [with_names(s, target.id, item) for s in node.body]
        node.body = [*(ast.copy_location(s, node) for s in counted), *self.statements(body)]
        node.orelse = self.statements(node.orelse)
        node.target, node.iter = ast.Name(turn, ast.Store()), self._places_of(node.iter)
        return node

    def _grows(self, body: list[ast.stmt]) -> bool:
        """Whether a loop may append to what it goes through."""
        return any(isinstance(n, ast.Attribute) and self._is_item(n.value) for s in body for n in walk(s))

    def _comprehension(self, node: Any) -> Any:
        for number, clause in enumerate(node.generators):
            is_whole = is_whole_loop(clause, self._name) and self._is_list
            if not is_whole and not self._is_item(clause.iter):
                continue
            item, turn = clause.iter, self._turn()
            given: list[tuple[Any, ast.expr]]
            if is_whole:
                parts = clause.target.elts if isinstance(clause.target, ast.Tuple) else [clause.target]
                whole = ast.Subscript(load(self._name), load(turn), ast.Load())
                given = list(zip(parts, [load(turn), whole] if len(parts) > 1 else [whole], strict=True))
            else:
                targets = self._targets(clause.target)
                given = [(t, ast.Subscript(self._item(item, i), load(turn), ast.Load())) for i, t in enumerate(targets)]
            for target, value in given:
                for field in ("elt", "key", "value"):
                    if hasattr(node, field):
                        setattr(node, field, with_names(getattr(node, field), target.id, value))
                clause.ifs = [with_names(test, target.id, value) for test in clause.ifs]
                node.generators[number + 1 :] = [with_names(g, target.id, value) for g in node.generators[number + 1 :]]
            clause.target, clause.iter = ast.Name(turn, ast.Store()), self._places_of(item) if is_whole else self._turns_of(item)
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension


def _rows_of_lists(parts: tuple[Any, ...]) -> Any:
    return [list(zip(*lists, strict=True)) for lists in zip(*parts, strict=True)]


def _is_number(node: ast.expr) -> bool:
    value = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return isinstance(value, ast.Constant) and type(value.value) is int


def _owners(node: Any) -> set[str]:
    """groups of groups.append and of `groups = ...`"""
    owners = [node.value] if isinstance(node, ast.Attribute) else node.targets
    return {owner.id for owner in owners if isinstance(owner, ast.Name)}
