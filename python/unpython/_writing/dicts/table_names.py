"""Names for dicts and sets that have none, so that tables.py finds each in an assignment of its own."""

from __future__ import annotations

import ast
from collections.abc import Container
from types import FunctionType
from typing import Any

from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, walk


def sets_of_lists(function: FunctionType, node: Any, of_lists: Container[str]) -> Any:
    """`set(d[k])` of dicts that hold lists, as {x for x in d[k]}."""

    def is_one(n: Any) -> bool:
        given = n.args[0] if isinstance(n, ast.Call) and is_name(n.func, "set") and len(n.args) == 1 and not n.keywords else None
        return isinstance(given, ast.Subscript) and isinstance(given.value, ast.Name) and given.value.id in of_lists

    found: dict[int, Any] = {}
    for number, n in enumerate(n for n in walk(node) if is_one(n)):
        item = f"_item_{number}_of_list_"
        clause = ast.comprehension(ast.Name(item, ast.Store()), n.args[0], [], 0)  # type: ignore[attr-defined]
        found[id(n)] = ast.copy_location(ast.SetComp(ast.Name(item, ast.Load()), [clause]), n)
    if not found or full_name(ast.Name("set", ast.Load()), function, local_names(function)) != "builtins.set":
        return node
    return ast.fix_missing_locations(copy_tree(node, found))


def named_tables(node: Any) -> Any:
    """`return {k: v for ...}` and `x = len({f(k) for ...})` as an assignment of the comprehension and the statement; `x, y = set(a),
    set(b)` as two assignments."""
    if not any(isinstance(n, ast.SetComp) or _is_table(n) or _are_several(n) for n in walk(node)):
        return node

    class Named(ast.NodeTransformer):
        def __init__(self) -> None:
            self.before: list[ast.stmt] = []
            self.is_first = False
            self._count = 0

        def _named(self, made: ast.expr) -> ast.expr:
            self._count += 1  # what other rewriters made may stand at one place
            name = f"_table_{made.lineno}_{self._count}_"
            self.before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], made), made))
            return ast.copy_location(ast.Name(name, ast.Load()), made)

        def visit_SetComp(self, found: ast.SetComp) -> ast.AST:
            return self._named(found) if self.is_first else self.generic_visit(found)

        def _in_front(self, node: Any) -> Any:
            self.is_first = True
            found = self.visit(node)
            self.is_first = False
            return found

        def _statement(self, found: Any) -> Any:
            self.before = []
            if _are_several(found):
                pairs = zip(found.targets[0].elts, found.value.elts, strict=True)
                return [ast.copy_location(ast.Assign([target], value), found) for target, value in pairs]
            if isinstance(found, ast.Return) and found.value is not None and _is_table(found.value):
                found.value = self._named(found.value)
            elif isinstance(found.value, ast.Tuple) and isinstance(found, ast.Return):
                last = max((i for i, part in enumerate(found.value.elts) if _is_table(part)), default=-1)
                for i, part in enumerate(found.value.elts):
                    if _is_table(part) or (isinstance(part, ast.ListComp) and i < last):  # all in their order
                        found.value.elts[i] = self._named(part)
                    elif not isinstance(part, (ast.Name, ast.Constant)):
                        break
                if not self.before and _takes_sets_first(found.value):
                    found.value = self._in_front(found.value)
            elif _takes_sets_first(found.value):
                found.value = self._in_front(found.value)
            return [*self.before, found]

        def visit_If(self, found: ast.If) -> Any:
            """`if a and b:` as `if a:` and, in it, `if b:`, so that the sets of b are made where a is true."""
            test = found.test
            if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and not found.orelse and any(map(_takes_sets_first, test.values)):
                first, *others = test.values
                rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(test.op, others), test)
                found.test, found.body = first, [ast.copy_location(ast.If(rest, found.body, []), found)]
            found = self.generic_visit(found)  # type: ignore[assignment]
            self.before = []
            if _takes_sets_first(found.test):
                found.test = self._in_front(found.test)
            return [*self.before, found]

        visit_Return = visit_Assign = visit_Expr = _statement  # type: ignore[assignment]

    return ast.fix_missing_locations(Named().visit(copy_tree(node)))


def _is_table(node: Any) -> bool:
    """{k: v for ...}, Counter(x)"""
    return isinstance(node, ast.DictComp) or (isinstance(node, ast.Call) and is_name(node.func, "Counter") and len(node.args) == 1 and not node.keywords)


def _are_several(node: Any) -> bool:
    """Whether an assignment gives several names new sets or dicts, of which none is of the names."""
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Tuple):
        return False
    if not isinstance(node.value, ast.Tuple) or len(node.value.elts) != len(node.targets[0].elts):
        return False
    made = [isinstance(e, (ast.Dict, ast.Set, ast.List)) or (isinstance(e, ast.Call) and isinstance(e.func, ast.Name)) for e in node.value.elts]
    given = {t.id for t in node.targets[0].elts if isinstance(t, ast.Name)}
    read = {n.id for n in walk(node.value) if isinstance(n, ast.Name)}
    return all(made) and len(given) == len(made) and not given & read


def _takes_sets_first(node: ast.expr | None) -> bool:
    """Whether nothing that may raise is computed before the sets of an expression: len({...}), sum({...}), comparisons that begin
    with one, and tuples of them."""
    if isinstance(node, ast.Compare):
        return _takes_sets_first(node.left) and all(isinstance(e, (ast.Name, ast.Constant)) for e in node.comparators)
    if isinstance(node, ast.Tuple):
        return all(isinstance(e, (ast.Name, ast.Constant)) or _takes_sets_first(e) for e in node.elts)
    return isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.SetComp)
