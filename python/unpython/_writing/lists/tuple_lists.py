"""Lists of tuples that an expression makes, as lists that a loop fills, for rows.py:

    pairs = list(zip(names, scores))         pairs = []
                                             for n, s in zip(names, scores):
                                                 pairs.append((n, s))
    return [(w, len(w)) for w in words]      the same, and then `return pairs`
    for s, n in sorted(zip(scores, names)):  the same, and then `for s, n in sorted(pairs):`
    best = sorted(pairs)[:3]                 best = sorted(pairs)
                                             best = best[:3]
    i, x = max(enumerate(xs), key=f)         the list of enumerate(xs), and then `i, x = max(pairs, key=f)`
    return sorted(zip(scores, names))[0]     first = sorted(pairs), and then `return first[0]`
    rows = [(a, b) for a, b in rows if a]    the same under another name, and then `rows = others[:]`

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name, with_own_targets
from unpython._writing.nodes import copy_tree, is_item_of, is_name, is_simple, walk
from unpython._writing.rewriter import StatementRewriter


def may_have(node: Any) -> bool:
    return any(
        _is_of_tuples(n) or _is_part_of_sorted(n) or isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("zip", "enumerate")
        for n in walk(node)
    )


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with such loops, the names that came with them, and no free names."""
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.names and not writer.has_changed:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), []


def _is_of_tuples(node: Any) -> bool:
    """Whether it is a comprehension of tuples."""
    is_made = isinstance(node, (ast.ListComp, ast.GeneratorExp)) and isinstance(node.elt, ast.Tuple) and len(node.elt.elts) > 1
    return is_made and not any(isinstance(n, (ast.Starred, ast.NamedExpr)) for n in walk(node))


def _is_part_of_sorted(node: Any) -> bool:
    """sorted(...)[:3]"""
    is_part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and isinstance(node.value, ast.Call)
    return is_part and isinstance(node.value.func, ast.Name) and node.value.func.id == "sorted"


def _widths(node: Any) -> dict[str, int]:
    """How long the tuples are that are appended to a list, where the text writes all of them."""
    found: dict[str, set[int]] = {}
    for n in walk(node):
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and isinstance(n.func.value, ast.Name):
            is_written = len(n.args) == 1 and isinstance(n.args[0], ast.Tuple) and not any(isinstance(e, ast.Starred) for e in n.args[0].elts)
            found.setdefault(n.func.value.id, set()).add(len(n.args[0].elts) if is_written else 0)  # type: ignore[attr-defined]
    return {name: min(widths) for name, widths in found.items() if len(widths) == 1 and min(widths) > 1}


def _is_filtered(node: Any, name: str, width: int) -> bool:
    """[p for p in rows if p[0] > x], of the name `rows`"""
    clause: Any = node.generators[0] if isinstance(node, ast.ListComp) and len(node.generators) == 1 else None
    if clause is None or not isinstance(clause.target, ast.Name) or not is_name(node.elt, clause.target.id) or not is_name(clause.iter, name):
        return False
    within = [n for test in clause.ifs for n in walk(test)]
    items = [n for n in within if is_item_of(n, clause.target.id) and isinstance(n.slice, ast.Constant) and n.slice.value in range(width)]
    return bool(items) and len(items) == sum(is_name(n, clause.target.id) for n in within)


def _ends(node: ast.Slice) -> list[ast.expr]:
    return [end for end in (node.lower, node.upper, node.step) if end is not None]


class _Writer(StatementRewriter):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._widths = _widths(node)
        self._own = local_names(function)
        self.names: list[str] = []
        self.has_changed = False

    def _called(self, node: Any, name: str) -> bool:
        return isinstance(node, ast.Call) and full_name(node.func, self._function, self._own) == f"builtins.{name}"

    def _new(self, what: str, at: Any) -> str:
        self.names.append(f"_{what}_{at.lineno}_{at.col_offset}_{len(self.names)}_of_tuples_")
        return self.names[-1]

    def _tuples(self, node: Any) -> Any | None:
        """A comprehension that gives the tuples of an expression."""
        if self._called(node, "list") and len(node.args) == 1 and not node.keywords:
            node = node.args[0]
            if not self._called(node, "zip") and not self._called(node, "enumerate"):
                return None
        if _is_of_tuples(node):
            return node
        count = len(node.args) if self._called(node, "zip") else 2 if self._called(node, "enumerate") else 0
        if count < 2 or node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            return None
        names = [self._new("part", node) for _ in range(count)]
        target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        item = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
        return ast.copy_location(ast.ListComp(item, [ast.comprehension(target, node, [], 0)]), node)

    def _filled(self, name: str, node: Any) -> list[ast.stmt]:
        """The statements that make the list of a name."""
        elt = with_own_targets(node.elt, node.generators, lambda target, _: self._new(target, node))
        append = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [elt], [])
        body: list[ast.stmt] = [ast.Expr(append)]
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        return [ast.copy_location(s, node) for s in (ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())), *body)]

    def _sorted(self, node: Any) -> tuple[list[ast.stmt], ast.expr] | None:
        """Statements, and sorted(...) of the list that they make; max(..., key=f) and min(..., key=f) likewise."""
        by_key = any(k.arg == "key" for k in getattr(node, "keywords", ())) and (self._called(node, "max") or self._called(node, "min"))
        if not (by_key or self._called(node, "sorted")) or len(node.args) != 1:
            return None
        tuples = self._tuples(node.args[0])
        if tuples is None:
            return None
        name = self._new("tuples", node)
        made = self._filled(name, tuples)
        return made, ast.copy_location(ast.Call(node.func, [ast.Name(name, ast.Load())], node.keywords), node)

    def _first(self, node: Any) -> tuple[list[ast.stmt], Any]:
        """What stands before a statement with this value, and the value."""
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and (ordered := self._sorted(node.generators[0].iter)) is not None:
            name = self._new("ordered", node)
            node.generators[0].iter = ast.copy_location(ast.Name(name, ast.Load()), node)
            return [*ordered[0], ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], ordered[1]), node)], node
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and self._is_part_of_tuples(node.generators[0].iter):
            before, node.generators[0].iter = self._returned(node.generators[0].iter)
            return before, node
        return [], node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            chosen = self._chosen(node.value) if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple) else None
            if chosen is None:
                return node
            before, node.value = chosen
            return [*before, node]
        name = node.targets[0].id
        value: Any = node.value
        if _is_part_of_sorted(value) and self._called(value.value, "sorted"):
            if not any(isinstance(n, ast.Name) and n.id == name for n in walk(value)) and all(map(is_simple, _ends(value.slice))):
                self.has_changed = True
                whole = ast.copy_location(ast.Assign(node.targets, value.value), node)
                value.value = ast.copy_location(ast.Name(name, ast.Load()), value)
                made = self.visit(whole)
                return [*(made if isinstance(made, list) else [made]), node]
        before, node.value = self._first(node.value)
        reads_itself = any(isinstance(n, ast.Name) and n.id == name for n in walk(node.value))
        if name in self._widths and _is_filtered(value, name, self._widths[name]):
            node.value = self._by_parts(value, self._widths[name])
        tuples = None if isinstance(node.value, ast.GeneratorExp) else self._of_list(node.value)
        if tuples is not None and reads_itself:
            others = self._new("others", node)
            node.value = ast.copy_location(ast.Subscript(ast.Name(others, ast.Load()), ast.Slice(None, None, None), ast.Load()), node)
            return [*before, *self._filled(others, tuples), node]
        if tuples is not None:
            return [*before, *self._filled(name, tuples)]
        if (chosen := self._chosen(node.value)) is not None:
            first, node.value = chosen
            return [*before, *first, node]
        ordered = self._sorted(node.value)
        if ordered is not None:
            return [*before, *ordered[0], ast.copy_location(ast.Assign(node.targets, ordered[1]), node)]
        return [*before, node]

    def _chosen(self, node: Any) -> tuple[list[ast.stmt], ast.expr] | None:
        """max(enumerate(xs), key=f), and a part of it: the statements that make the list, and the one that is chosen. Likewise
        sorted(zip(x, y))[0], and what a function of ours makes of one."""
        if isinstance(node, OwnCall):
            places = [i for i, part in enumerate(node.elts) if not is_simple(part)]
            may_raise = bool(places) and any(isinstance(n, ast.BinOp) for part in node.elts[: places[0]] for n in walk(part))
            found = self._chosen(node.elts[places[0]]) if len(places) == 1 and not may_raise else None
            if found is None:
                return None
            node.elts[places[0]] = found[1]
            return found[0], node
        if isinstance(node, ast.Subscript) and is_simple(node.slice):
            found = self._sorted(node.value) if self._called(node.value, "sorted") else self._chosen(node.value)
            if found is None:
                return None
            name = self._new("chosen", node)
            node.value = ast.copy_location(ast.Name(name, ast.Load()), node)
            return [*found[0], ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], found[1]), node)], node
        return None if self._called(node, "sorted") else self._sorted(node)

    def _by_parts(self, node: ast.ListComp, width: int) -> ast.expr:
        """[(a, b) for a, b in rows if a > x], of [p for p in rows if p[0] > x]"""
        parts = [self._new("part", node) for _ in range(width)]
        clause = node.generators[0]
        name = clause.target.id  # type: ignore[attr-defined]

        class Parts(ast.NodeTransformer):
            def visit_Subscript(self, item: ast.Subscript) -> Any:
                is_part = is_name(item.value, name)
                return ast.copy_location(ast.Name(parts[item.slice.value], ast.Load()), item) if is_part else self.generic_visit(item)  # type: ignore[attr-defined]

        target = ast.Tuple([ast.Name(part, ast.Store()) for part in parts], ast.Store())
        tests = [Parts().visit(test) for test in clause.ifs]
        item = ast.Tuple([ast.Name(part, ast.Load()) for part in parts], ast.Load())
        return ast.fix_missing_locations(ast.copy_location(ast.ListComp(item, [ast.comprehension(target, clause.iter, tests, 0)]), node))

    def _is_part_of_tuples(self, node: Any) -> bool:
        """sorted(zip(x, y))[:3]"""
        if not _is_part_of_sorted(node) or not self._called(node.value, "sorted") or not all(map(is_simple, _ends(node.slice))):
            return False
        given = node.value.args[0] if len(node.value.args) == 1 else None
        return _is_of_tuples(given) or self._called(given, "zip") or self._called(given, "enumerate")

    def _of_list(self, node: Any) -> Any | None:
        return self._tuples(node) if isinstance(node, ast.ListComp) or self._called(node, "list") else None

    def visit_Return(self, node: ast.Return) -> Any:
        made: list[ast.stmt] = []
        if isinstance(node.value, ast.Tuple):  # each in its turn
            parts = node.value.elts
            waiting: list[int] = []
            for i, part in enumerate(parts):
                if waiting and not isinstance(part, (ast.ListComp, ast.Call)):
                    waiting.append(i)
                    continue
                if not all(isinstance(parts[k], (ast.Call, ast.Subscript, ast.Attribute, ast.BinOp)) for k in waiting):
                    break
                before, parts[i] = self._returned(part)
                for k in waiting if before else ():
                    name = self._new("part", parts[k])
                    made.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], parts[k]), parts[k]))
                    parts[k] = ast.copy_location(ast.Name(name, ast.Load()), parts[k])
                made += before
                waiting = [] if before else waiting
                if not isinstance(parts[i], (ast.Name, ast.Constant)):
                    waiting.append(i)
        elif node.value is not None:
            made, node.value = self._returned(node.value)
        return [*made, node]

    def _returned(self, value: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        before, value = self._first(value)
        if self._is_part_of_tuples(value):
            name = self._new("returned", value)
            whole = self.visit(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), value))
            return [*before, *(whole if isinstance(whole, list) else [whole])], ast.copy_location(ast.Name(name, ast.Load()), value)
        if (chosen := self._chosen(value)) is not None:
            name = self._new("chosen", value)
            named = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], chosen[1]), value)
            return [*before, *chosen[0], named], ast.copy_location(ast.Name(name, ast.Load()), value)
        tuples = self._of_list(value)
        ordered = self._sorted(value) if tuples is None else None
        if tuples is None and ordered is None:
            return before, value
        name = self._new("returned", value)
        made = self._filled(name, tuples) if tuples is not None else []
        if ordered is not None:
            made = [*ordered[0], ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], ordered[1]), value)]
        return [*before, *made], ast.copy_location(ast.Name(name, ast.Load()), value)

    def visit_For(self, node: ast.For) -> Any:
        ordered = self._sorted(node.iter)
        before: list[ast.stmt] = []
        if ordered is not None:
            before, node.iter = ordered
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return [*before, node]

    def visit_If(self, node: Any) -> Any:
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        return node

    visit_While = visit_If

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node
