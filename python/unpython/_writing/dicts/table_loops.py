"""Loops and comprehensions that go through a dict or a set: through its lists, which must stay as they are meanwhile."""

from __future__ import annotations

import ast
from typing import Any

from unpython._library.containers import groups as by_key
from unpython._writing.calls import with_names
from unpython._writing.dicts import group_uses, groups
from unpython._writing.dicts.table_kinds import NotATable
from unpython._writing.nodes import is_name, part_of, walk

CHANGES_KEYS = frozenset("add pop remove discard clear setdefault update".split())


class LoopsOverTables(groups.ListsByKey):
    """The part of the rewriter of tables.py that knows of loops."""

    _finder: Any
    _truth: Any
    own: set[str]

    def visit_For(self, node: ast.For) -> Any:
        seen = self._seen(node.iter)
        if seen is None and isinstance(node.iter, (ast.Subscript, ast.Call)) and self._read_list(node.iter) is not None:
            of: Any = node.iter.func if isinstance(node.iter, ast.Call) else node.iter
            seen = (of.value.id, "list")
        if seen is not None and self._may_change_keys(seen[0], node.body, _key_of(node.target, seen[1])):
            raise NotATable(seen[0])
        if seen is None or seen[1] != "keys":
            self._refuse_changes_of_lists(node)
        if seen is not None and self._tables[seen[0]].of_lists and seen[1] in ("values", "items"):
            return self._over_lists(node, *seen)
        node.iter, node.target = self._iterated(node.iter, node.target)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return node

    def _refuse_changes_of_lists(self, node: ast.For) -> None:
        """A loop goes through copies of the lists of a dict: none of them may change meanwhile."""
        names = {n.id for n in walk(node.iter) if isinstance(n, ast.Name) and n.id in self._tables}
        for name in names:
            if self._tables[name].of_lists and group_uses.may_change(name, node.body):
                raise NotATable(name)

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter, node.target = self._iterated(node.iter, node.target)
        node.ifs = [self._truth(condition) for condition in node.ifs]
        return node

    def visit_ListComp(self, node: Any) -> Any:
        for number, clause in enumerate(node.generators):
            self._number_lists(node, clause, node.generators[number + 1 :])
        node.generators = [self.visit(clause) for clause in node.generators]
        node.elt = self.visit(node.elt)
        return node

    visit_GeneratorExp = visit_ListComp

    def _number_lists(self, node: Any, clause: ast.comprehension, later: list[ast.comprehension]) -> None:
        """A clause over the values or the items of a dict of lists: over the numbers of the lists, each of which is made where it is read."""
        seen = self._seen(clause.iter)
        if seen is None or not self._tables[seen[0]].of_lists or seen[1] == "keys":
            return
        name, what = seen
        target: Any = clause.target
        pair = target.elts if isinstance(target, ast.Tuple) and len(target.elts) == 2 else []
        held = pair[1] if what == "items" and pair else target
        if not isinstance(held, ast.Name) or (what == "items" and not pair) or not group_uses.only_read(node, held.id, self._reads_only):
            raise NotATable(name)
        number = part_of(name, f"item{clause.target.lineno}_{clause.target.col_offset}_")
        self.own.add(number)
        made = self._call(clause.iter, name, by_key.group_at, "values counts items nexts", ast.Name(number, ast.Load()))
        node.elt = with_names(node.elt, held.id, made)
        clause.ifs = [with_names(test, held.id, made) for test in clause.ifs]
        for other in later:
            other.iter = with_names(other.iter, held.id, made)
            other.ifs = [with_names(test, held.id, made) for test in other.ifs]
        numbers = self._call(clause.iter, name, by_key.numbers_of_groups, "keys")
        clause.target, clause.iter = ast.copy_location(ast.Name(number, ast.Store()), held), numbers
        if what == "items":
            lists = self._all(name, "keys", numbers)
            if len(lists) > 1:
                raise NotATable(name)
            clause.target = ast.copy_location(ast.Tuple([pair[0], clause.target], ast.Store()), held)
            clause.iter = self._zipped(name, [*lists, numbers], numbers)

    def _iterated(self, node: ast.expr, target: ast.expr) -> tuple[ast.expr, ast.expr]:
        """What a loop goes through: in the order of the keys, which must stay as they are."""
        target = self.visit(target)
        seen = self._seen(node)
        if seen is None:
            return self._read_list(node) or self.visit(node), target
        name, what = seen
        if self._tables[name].of_lists and what != "keys":
            raise NotATable(name)
        if what != "items":
            return self._zipped(name, self._all(name, what, node), node), target
        lists = self._all(name, "keys", node)
        if len(lists) > 1 and isinstance(target, ast.Tuple) and isinstance(target.elts[0], ast.Tuple):
            target = ast.copy_location(ast.Tuple([*target.elts[0].elts, *target.elts[1:]], ast.Store()), target)
            return self._zipped(name, [*lists, *self._all(name, "values", node)], node), target
        return self._zipped(name, [self._zipped(name, lists, node), *self._all(name, "values", node)], node), target

    def _zipped(self, name: str, lists: list[ast.expr], at: ast.expr) -> ast.expr:
        if len(lists) == 1:
            return lists[0]
        pair = ast.Call(ast.Name("zip", ast.Load()), lists, [])
        if not self._finder.library(pair.func):
            raise NotATable(name)
        return ast.copy_location(pair, at)

    def _seen(self, node: ast.expr) -> tuple[str, str] | None:
        """d, d.keys(), d.values() or d.items()."""
        name = self._name_of(node)
        if name is not None:
            return name, "keys"
        if not isinstance(node, ast.Call) or node.args or node.keywords or not isinstance(node.func, ast.Attribute):
            return None
        name = self._name_of(node.func.value)
        if name is None or self._tables[name].kind == "set" or node.func.attr not in ("keys", "values", "items"):
            return None
        return name, node.func.attr

    def _may_change_keys(self, name: str, body: list[ast.stmt], key: str) -> bool:
        """What Python refuses while a loop goes through the keys, and what might be that. `key`: a name for the key that the loop is at."""
        if any(is_name(n, key) and not isinstance(n.ctx, ast.Load) for s in body for n in walk(s)):
            key = ""
        is_dict = self._tables[name].kind == "dict"
        nodes = [node for statement in body for node in walk(statement)]
        changed = {id(n.target) for n in nodes if isinstance(n, ast.AugAssign) and is_dict}

        def changes(node: ast.AST) -> bool:
            if isinstance(node, ast.Assign):
                return any(is_name(t, name) for t in node.targets)
            if isinstance(node, ast.AugAssign) and is_name(node.target, name):
                return True
            if isinstance(node, ast.Attribute):
                return is_name(node.value, name) and node.attr in CHANGES_KEYS
            if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name) or node.value.id != name:
                return False
            if not isinstance(node.ctx, ast.Del) and is_name(node.slice, key):
                return False  # it is there
            return (not isinstance(node.ctx, ast.Load) and id(node) not in changed) or self._tables[name].kind == "default"

        return any(map(changes, nodes))


def _key_of(target: ast.expr, what: str) -> str:
    """The name of the key in the target of a loop over keys or items."""
    if what == "items" and isinstance(target, ast.Tuple) and len(target.elts) == 2:
        target = target.elts[0]
    elif what != "keys":
        return ""
    return target.id if isinstance(target, ast.Name) else ""
