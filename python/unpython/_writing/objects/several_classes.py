"""Written out lists of objects of several classes, one object after the other:

    shapes = [Circle(r), Square(s)]         _shapes_0_ = Circle(r); _shapes_1_ = Square(s)
    for shape in shapes:                    total += _shapes_0_.area()
        total += shape.area()               total += _shapes_1_.area()
    [shape.area() for shape in shapes]      [_shapes_0_.area(), _shapes_1_.area()]

A list of objects holds those of one class, so these have names. The loop has no `break` and no `continue`, and its name is read nowhere
else; a list with a name is only gone through, asked for its length or read at a constant place. Others stay as they are, and are refused.
"""

from __future__ import annotations

import ast
from typing import Any

from unpython._loops import _sum_of_terms
from unpython._writing.calls import OwnCall, with_names
from unpython._writing.flow import leaves_loop, read_outside_of_loops
from unpython._writing.nodes import copy_tree, is_name, load, part_of, store, walk
from unpython._writing.objects.flows import Classes
from unpython._writing.rewriter import StatementRewriter

_MOST_ITEMS = 16
_MOST_NODES = 3000
_TAKERS = frozenset("list tuple sum min max sorted".split())


def write(node: Any, known: Classes, own: frozenset[str]) -> None:
    """Changes the body of a `def`; `own`: the names of its own."""
    lists = [n for s in node.body for n in walk(s) if isinstance(n, (ast.List, ast.Tuple)) and 1 < len(n.elts) <= _MOST_ITEMS]
    if any(all(isinstance(e, (ast.Call, ast.Name)) for e in n.elts) for n in lists):
        node.body = _Writer(node, known, own).statements(node.body)


class _Writer(StatementRewriter):
    def __init__(self, node: Any, known: Classes, own: frozenset[str]):
        self._known = known
        self._own = own
        self._nodes = [n for s in node.body for n in walk(s)]
        self._stored = [n.id for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        self._values = {
            s.targets[0].id: s.value for s in node.body if isinstance(s, ast.Assign) and len(s.targets) == 1 and isinstance(s.targets[0], ast.Name)
        }
        self._read_outside = read_outside_of_loops(node)
        self._named: dict[str, list[ast.expr]] = {}  # lists that have names

    # What is such a list.

    def _class(self, node: ast.expr) -> Any:
        """Of an object that is made, or of a name that always stands for one."""
        if isinstance(node, ast.Name) and self._is_fixed(node.id):
            node = self._values.get(node.id, node)
        if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
            return None
        return self._known.named(node.func, self._own)

    def _is_fixed(self, name: str) -> bool:
        return self._stored.count(name) == 1 and name not in self._parameters

    def _items(self, node: Any) -> list[ast.expr] | None:
        """The objects of a list of several classes that is written out."""
        if not isinstance(node, (ast.List, ast.Tuple)) or not 1 < len(node.elts) <= _MOST_ITEMS:
            return None
        classes = list(map(self._class, node.elts))
        return node.elts if None not in classes and len(set(map(id, classes))) > 1 else None

    def _is_only_gone_through(self, name: str) -> bool:
        seen: set[int] = set()
        for n in self._nodes:
            if isinstance(n, ast.For) and self._may_be_written(n):
                seen.add(id(n.iter))
            elif isinstance(n, (ast.ListComp, ast.GeneratorExp)) and _is_plain(n):
                seen.add(id(n.generators[0].iter))
            elif isinstance(n, ast.Call) and self._is_builtin(n.func, ("len",)):
                seen.update(map(id, n.args))
            elif isinstance(n, ast.Subscript) and self._place(n.slice) is not None:
                seen.add(id(n.value))
        return all(id(n) in seen for n in self._nodes if is_name(n, name) and isinstance(n.ctx, ast.Load))

    def _place(self, node: ast.expr) -> int | None:
        is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        value = node.operand if is_negative else node  # type: ignore[attr-defined]
        if not isinstance(value, ast.Constant) or type(value.value) is not int:
            return None
        return -value.value if is_negative else value.value

    def _is_builtin(self, node: ast.expr, names: Any) -> bool:
        return isinstance(node, ast.Name) and node.id in names and node.id not in self._own

    # Statements.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        items = self._items(node.value) if len(node.targets) == 1 and isinstance(target, ast.Name) and self._values.get(target.id) is node.value else None
        if items is None or not self._is_fixed(target.id) or not self._is_only_gone_through(target.id):  # type: ignore[attr-defined]
            return self.generic_visit(node)
        made, self._named[target.id] = self._with_names(items, target.id, node)  # type: ignore[attr-defined]
        return made

    def _with_names(self, items: list[ast.expr], name: str, at: ast.AST) -> tuple[list[ast.stmt], list[ast.expr]]:
        made: list[ast.stmt] = []
        names: list[ast.expr] = []
        for i, item in enumerate(items):
            if isinstance(item, ast.Name):
                names.append(item)
                continue
            own = part_of(f"{name}_{getattr(at, 'lineno', 0)}", i)
            made.append(_placed(store(own, item), at))
            names.append(_placed(load(own), at))
        return made, names

    def visit_For(self, node: ast.For) -> Any:
        items = self._gone_through(node.iter) if self._may_be_written(node) else None
        if items is None:
            return self.go_inside(node)
        name: str = node.target.id  # type: ignore[attr-defined]
        made, names = self._with_names(items, name, node) if not isinstance(node.iter, ast.Name) else ([], items)
        for item in names:
            made += self.statements([with_names(s, name, item) for s in copy_tree(node.body)])
        return made

    def _gone_through(self, node: ast.expr) -> list[ast.expr] | None:
        return self._named.get(node.id) if isinstance(node, ast.Name) else self._items(node)

    def _may_be_written(self, node: ast.For) -> bool:
        """Whether the body may stand there once for each item."""
        if node.orelse or not isinstance(node.target, ast.Name) or leaves_loop(node.body):
            return False
        inside = [n for s in node.body for n in walk(s)]
        if len(inside) * _MOST_ITEMS > _MOST_NODES * 4 or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for n in inside):
            return False
        is_given = any(is_name(n, node.target.id) and not isinstance(n.ctx, ast.Load) for n in inside)
        return not is_given and node.target.id not in self._read_outside

    visit_If = visit_While = StatementRewriter.go_inside

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    # Expressions.

    def _terms(self, node: Any) -> list[ast.expr] | None:
        items = self._gone_through(node.generators[0].iter) if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and _is_plain(node) else None
        if items is None or not all(isinstance(item, ast.Name) for item in items):
            return None
        name = node.generators[0].target.id
        return [self.visit(with_names(node.elt, name, item)) for item in items]

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        terms = self._terms(node)
        return self.generic_visit(node) if terms is None else _placed(ast.List(terms, ast.Load()), node)

    def visit_Call(self, node: ast.Call) -> Any:
        given: Any = node.args[0] if len(node.args) == 1 else None
        if isinstance(given, ast.Name) and given.id in self._named and self._is_builtin(node.func, ("len",)):
            return _placed(ast.Constant(len(self._named[given.id])), node)
        is_taken = isinstance(given, (ast.GeneratorExp, ast.ListComp)) and self._is_builtin(node.func, _TAKERS)
        is_joined = isinstance(given, ast.GeneratorExp) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"
        terms = self._terms(given) if is_taken or is_joined else None
        if terms is None:
            return self.generic_visit(node)
        if self._is_builtin(node.func, ("sum",)) and not node.keywords:
            return _placed(OwnCall(_sum_of_terms, terms), node)
        node.args = [_placed(ast.List(terms, ast.Load()), given)]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        items = self._named.get(node.value.id) if isinstance(node.value, ast.Name) else None
        place = self._place(node.slice)
        if items is None or place is None or not -len(items) <= place < len(items):
            return self.generic_visit(node)
        return copy_tree(items[place])


def _is_plain(node: Any) -> bool:
    """A comprehension of one clause, without a condition and a function inside."""
    clause = node.generators[0]
    is_one = len(node.generators) == 1 and not clause.ifs and not clause.is_async and isinstance(clause.target, ast.Name)
    return is_one and not any(isinstance(n, (ast.Lambda, ast.NamedExpr)) for n in walk(node.elt))


def _placed(made: Any, at: Any) -> Any:
    return ast.fix_missing_locations(ast.copy_location(made, at))
