"""Statements that use a dict of short lists, as statements that use a dict for each place: see fixed_lists.py."""

from __future__ import annotations

import ast
from typing import Any

from unpython._writing.calls import with_own_targets
from unpython._writing.nodes import is_item_of, is_name, load, store, walk
from unpython._writing.records.fixed_list_reads import NotFixed, as_read, as_stored, given_twice, place_in
from unpython._writing.records.fixed_list_results import ResultsOfFixedLists


class FixedLists(ResultsOfFixedLists):
    """The part that knows of statements."""

    def end(self) -> None:
        """Refuses names for lists that are read where it is not known which list they stand for."""
        for name, count in self._covered.items():
            if sum(is_name(n, name) for n in walk(self._whole)) != count + self._inside.get(name, 0):
                raise NotFixed

    def _row_of_statement(self, node: Any, before: list[ast.stmt]) -> ast.expr | None:
        """The key of d[k] or d.setdefault(k, [0, 0]) that is the first thing which a statement computes; `before`: what makes sure of it."""
        if isinstance(node, ast.Name) and node.id in self._rows:
            return self._rows[node.id]
        if is_item_of(node, self._name):
            key = self._held(self.visit(node.slice), before, "key")
            self._made_sure(key, before)
            return key
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_name(node.func.value, self._name)
        if not is_method or node.func.attr != "setdefault" or len(node.args) != 2 or node.keywords:
            return None
        key = self._held(self.visit(node.args[0]), before, "key")
        before.append(self._entered_if_new(key, [self._held(self.visit(e), before, "item") for e in node.args[1].elts]))
        return key

    # Statements.

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for number, node in enumerate(body):
            name = self._second_name(node, body[number + 1 :])
            keys = None if name else self._sorted_items(node, body[number + 1 :])
            found = self._named_row(node, name) if name else [ast.Assign(node.targets, keys)] if keys is not None else self._statement(node)  # type: ignore[attr-defined]
            made += [ast.copy_location(s, node) for s in found]
        for node in body:  # the names mean nothing behind the block
            name = getattr(getattr(node, "targets", [None])[0], "id", "")
            self._rows.pop(name, None)
            self._ordered.discard(name)
        return made

    def _sorted_items(self, node: Any, rest: list[ast.stmt]) -> ast.expr | None:
        """The sorted keys of `pairs = sorted(d.items(), key=f)`: `pairs` stands for them in the rest of the block."""
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return None
        found = self._keys(node.value) if isinstance(node.value, ast.Call) else None
        if found is None or found[0] != "items" or not isinstance(found[1], ast.Call):
            return None
        self._cover(node.targets[0].id, rest, 1)
        self._ordered.add(node.targets[0].id)
        return found[1]

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        outer, self._before = (self._before, self._has_items_alone), []
        self._has_items_alone = self._has_items(getattr(node, "test", getattr(node, "iter", node)))
        made = self.visit(node)
        before, (self._before, self._has_items_alone) = self._before, outer
        return [*before, *(made if isinstance(made, list) else [made])]

    def _has_items(self, node: ast.AST) -> bool:
        """Whether nothing in a statement but d[k] asks for keys of the dict: it cannot tell when they come in."""
        nodes = list(walk(node))
        return sum(is_name(n, self._name) for n in nodes) == sum(is_item_of(n, self._name) for n in nodes) and not any(isinstance(n, ast.Dict) for n in nodes)

    def _second_name(self, node: Any, rest: list[ast.stmt]) -> str:
        """The name of `e = d[k]`, which stands for that list in the rest of the block alone, where no other list comes to the key."""
        if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.targets[0], ast.Name):
            return ""
        value: Any = node.value
        is_method = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "setdefault"
        if not is_item_of(value, self._name) and not (is_method and is_name(value.func.value, self._name)):
            return ""
        self._cover(node.targets[0].id, rest, 1)
        return node.targets[0].id

    def _cover(self, name: str, body: list[ast.stmt], count: int) -> None:
        nodes = [n for s in body for n in walk(s)]
        if any((is_item_of(n, self._name) or is_name(n, name) or is_name(n, self._name)) and not isinstance(n.ctx, ast.Load) for n in nodes):
            raise NotFixed
        self._covered[name] = self._covered.get(name, 0) + count + sum(is_name(n, name) for n in nodes)

    def _named_row(self, node: Any, name: str) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        key = self._row_of_statement(node.value, before)
        assert key is not None
        held = self._new("row")
        if self._default is None and is_item_of(node.value, self._name):
            before.append(store(self._new("seen"), self._item(key, 0)))
        self._rows[name] = load(held)
        return [*before, store(held, key)]

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if len(node.targets) == 1 and is_name(target, self._name):
            return self._made(node.value)
        if len(node.targets) == 1 and is_item_of(target, self._name):
            before: list[ast.stmt] = []
            values = [self._held(self.visit(e), before, "item") for e in node.value.elts]  # type: ignore[attr-defined]
            key = self._held(self.visit(target.slice), before, "key")
            return [*before, *self._entered(key, values)]
        place = place_in(target.slice, self._width) if isinstance(target, ast.Subscript) else None
        if len(node.targets) == 1 and place is not None and self._is_row(target.value):
            before = []
            value = self._held(self.visit(node.value), before, "item")
            key = self._row_of_statement(target.value, before)  # type: ignore[assignment]
            if self._default is None and is_item_of(target.value, self._name) and not self._is_known(key):
                before.append(store(self._new("seen"), self._item(key, place)))
            return [*before, ast.Assign([self._item(key, place, ast.Store())], value)]
        if len(node.targets) == 1 and isinstance(target, ast.Tuple) and len(target.elts) == self._width and self._is_row(node.value):
            before = []
            key = self._row_of_statement(node.value, before)  # type: ignore[assignment]
            return [*before, ast.Assign([self.visit(target)], ast.Tuple(self._items(key), ast.Load()))]
        node.value = self.visit(node.value)
        node.targets = [self.visit(t) for t in node.targets]
        return node

    def _is_row(self, node: Any) -> bool:
        if is_item_of(node, self._name) or (isinstance(node, ast.Name) and node.id in self._rows):
            return True
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault" and is_name(node.func.value, self._name)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        target: Any = node.target
        place = place_in(target.slice, self._width) if isinstance(target, ast.Subscript) else None
        if place is None or not self._is_row(target.value):
            return self.generic_visit(node)
        before: list[ast.stmt] = []
        key = self._row_of_statement(target.value, before)
        assert key is not None and self._before is not None
        self._before += before
        return ast.AugAssign(self._item(key, place, ast.Store()), node.op, self.visit(node.value))

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Call) and self._is_row(node.value):
            before: list[ast.stmt] = []
            self._row_of_statement(node.value, before)
            return before
        return self.generic_visit(node)

    def _made(self, value: Any) -> list[ast.stmt]:
        if any(is_name(n, self._name) for n in walk(value)):
            raise NotFixed
        made: list[ast.stmt] = [store(self._dict(i).id, ast.Dict([], [])) for i in range(self._width)]
        if isinstance(value, ast.Dict):
            return made + [s for key, row in zip(value.keys, value.values, strict=True) for s in self._entered_key_first(key, row)]
        return [*made, self._made_in_loop(value)] if isinstance(value, ast.DictComp) else made

    def _entered_key_first(self, key: Any, row: Any) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        held = self._held(self.visit(key), before, "key")
        values = [self._held(self.visit(e), before, "item") for e in row.elts]
        return [*before, *self._entered(held, values)]

    def _made_in_loop(self, node: ast.DictComp) -> ast.stmt:
        if given_twice(node) or any(isinstance(n, ast.Lambda) for n in walk(node)):
            raise NotFixed
        row: Any = with_own_targets(ast.Tuple([node.key, node.value], ast.Load()), node.generators, self._name_of_loop)
        body = self._entered_key_first(*row.elts)
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(self._truth(test), body, [])]
            body = [ast.For(clause.target, self.visit(clause.iter), body, [])]
        return body[0]

    def _name_of_loop(self, name: str, number: int) -> str:
        self.names.add(made := f"_{self._name}_of_{name}_{number}_")
        return made

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """A function inside, which may not know the dict."""
        known = {getattr(n, "id", "") for n in walk(node)}
        if self._name in known or known & self._rows.keys():
            raise NotFixed
        return node

    def visit_For(self, node: ast.For) -> Any:
        counted = self._counted(node.iter) if isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2 else None
        found = self._keys(node.iter.args[0] if counted is not None else node.iter)  # type: ignore[attr-defined]
        if found is None:
            node.iter, node.target = self.visit(node.iter), self.visit(node.target)
            outer, self._before = self._before, None
            node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
            self._before = outer
            return node
        what, keys = found
        first: list[ast.stmt] = []
        key, row = self._targets(node.target.elts[1] if counted is not None else node.target, what)  # type: ignore[attr-defined]
        is_still = not any(is_name(n, key.id) and not isinstance(n.ctx, ast.Load) for s in node.body for n in walk(s)) if isinstance(key, ast.Name) else False
        if isinstance(row, ast.Name):
            if not is_still:
                raise NotFixed
            self._cover(row.id, node.body, 1)
            self._rows[row.id] = load(key.id)
        elif row is not None:
            first = [ast.Assign([row], ast.Tuple(self._items(as_read(key)), ast.Load()))]
        node.iter, node.target = self._with_count(counted, node.target, keys, as_stored(key))
        self._known += [key.id] if is_still else []
        outer, self._before = self._before, None
        node.body = [*first, *self.statements(node.body)]
        if is_still:
            self._known.pop()
        self._rows.pop(getattr(row, "id", ""), None)
        node.orelse = self.statements(node.orelse)
        self._before = outer
        return node

    def visit_While(self, node: ast.While) -> Any:
        outer, self._before = self._before, None
        node.test = self._truth(node.test)
        node.body, node.orelse = self.statements(node.body), self.statements(node.orelse)
        self._before = outer
        return node
