"""Lists that grow, and are put away before their names get another list: what is put away may be a copy, since nothing else sees the list.

    for t in times:                            for t in times:
        if now and t - now[-1] > gap:              if now and t - now[-1] > gap:
            groups.append(now)                         groups.append([_item for _item in now])
            now = []                                   now = []
        now.append(t)                              now.append(t)

Problem: a list in a list has no name of its own, so what grows under a name cannot come into one.
Choice:  a name that gets nothing but new lists and is only used in ways that keep none, and whose list nobody reads once it is put away; or
         whose list is only read, until the name gets another one, where all that the function changes is lists that grow.

Names that get their lists in front of where they are put away, in the same block, are as good as they are. Asked only where a function was
refused as it is.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, lists_of_numbers
from unpython._local_names import local_names
from unpython._writing.arrays.only_lists import OnlyLists
from unpython._writing.calls import full_name
from unpython._writing.changes.begun_again import pairs_in
from unpython._writing.changes.last_uses import LastUses
from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.changes.only_grow import only_grow
from unpython._writing.nodes import copy_tree, load, walk

_METHODS = OF_LISTS | {"index", "count", "copy"}
_READERS = frozenset(f"builtins.{name}" for name in ("len", "sum", "min", "max", "sorted", "list", "tuple", "set", "any", "all"))
_IN_LOOPS = frozenset(f"builtins.{name}" for name in ("enumerate", "zip", "reversed"))
_LIBRARIES = ("numpy.", "math.", "statistics.")


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these copies, the names of their items, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    made = copy_tree(node)
    puts = _Puts(function, made, lists_of_numbers(layouts)).found()
    for put in puts:
        item = f"_item_of_{put.id}_"
        clause = ast.comprehension(ast.Name(item, ast.Store()), load(put.id), [], 0)
        copied = ast.copy_location(ast.ListComp(load(item), [clause]), put)
        _PutInstead(put, copied).visit(made)
    return (ast.fix_missing_locations(made) if puts else node), frozenset(f"_item_of_{put.id}_" for put in puts), []


class _PutInstead(ast.NodeTransformer):
    def __init__(self, put: ast.Name, copied: ast.expr):
        self._put, self._copied = put, copied

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._copied if node is self._put else node


class _Puts:
    def __init__(self, function: FunctionType, node: ast.FunctionDef, given: frozenset[str]):
        self._node = node
        self._uses = LastUses(node)
        self._full_name = functools.partial(full_name, function=function, names=local_names(function))
        self._lists = OnlyLists(node, given, self._full_name)

    def found(self) -> list[ast.Name]:
        """Where names are put into something."""
        values, wrong = self._values()
        found: dict[str, list[ast.Name]] = {}
        for n in walk(self._node):
            if not isinstance(n, ast.Name) or not isinstance(n.ctx, ast.Load) or n.id not in values or n.id in wrong:
                continue
            if self._is_put(n):
                found.setdefault(n.id, []).append(n)
            elif not self._is_seen_only(n):
                wrong.add(n.id)
        puts = [put for name, puts in found.items() if name not in wrong for put in puts]
        statements = {id(put): self._uses.statement_of(put) for put in puts}
        for put in puts:
            several = sum(other.id == put.id and statements[id(other)] is statements[id(put)] for other in puts) > 1
            if several or not (self._uses.is_last(statements[id(put)], put.id) or self._is_read_until_anew(put, statements[id(put)], values)):
                wrong.add(put.id)
        old = {put.id for put in puts if isinstance(self._uses.parent(put), ast.Tuple) or not self._uses.begins_before(statements[id(put)], put.id)}
        return [put for put in puts if put.id in old - wrong]

    def _is_read_until_anew(self, put: ast.Name, statement: ast.stmt, values: dict[str, list[ast.expr]]) -> bool:
        """out.append(x); x = [v + 1 for v in x]: read behind it, in a function in which lists do nothing but grow, and none of them is `x`."""
        call = self._uses.parent(put)
        owner = call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        nodes = list(walk(self._node))
        names = [n for n in nodes if isinstance(n, ast.Name)]
        if not isinstance(owner, ast.Name) or owner.id not in values or not all(self._leaves_rows(n) for n in names if n.id == owner.id):
            return False
        grown = values.keys() - {n.id for n in names if isinstance(n.ctx, ast.Load) and self._is_put(n)}
        if owner.id not in grown or not only_grow(nodes, grown, self._full_name):
            return False
        returned = {id(n) for r in nodes if isinstance(r, ast.Return) for n in walk(r)}
        seen = [n for n in names if n.id == put.id and isinstance(n.ctx, ast.Load) and id(n) not in returned and not self._is_put(n)]
        for n in seen:
            n.id = ""
        is_last = self._uses.is_last(statement, put.id)
        for n in seen:
            n.id = put.id
        return is_last

    def _leaves_rows(self, name: ast.Name) -> bool:
        """out = [], out.append(x), len(out), out[i], for x in out, return out"""
        parent: Any = self._uses.parent(name)
        if not isinstance(name.ctx, ast.Load):
            return isinstance(parent, (ast.Assign, ast.Tuple))
        if isinstance(parent, (ast.Attribute, ast.Return, ast.For, ast.comprehension)):
            return True
        if isinstance(parent, ast.Subscript):
            return parent.value is name and not isinstance(parent.slice, ast.Slice)
        if isinstance(parent, ast.Call):
            return self._full_name(parent.func) == "builtins.len"
        return isinstance(parent, ast.Tuple) and isinstance(self._uses.parent(parent), ast.Return)

    def _values(self) -> tuple[dict[str, list[ast.expr]], set[str]]:
        """What names get that get only new lists; names that get something in another way, or that functions inside see."""
        values: dict[str, list[ast.expr]] = {}
        known: set[int] = set()
        for n in walk(self._node):
            if isinstance(n, ast.Assign) and len(n.targets) == 1:
                for target, value in pairs_in(n):
                    if isinstance(target, ast.Name):
                        values.setdefault(target.id, []).append(value)
                        known.add(id(target))
            elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                known.add(id(n.target))
        wrong = {n.id for n in walk(self._node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
        wrong |= {n.arg for n in walk(self._node) if isinstance(n, ast.arg)}
        for inner in walk(self._node):
            if isinstance(inner, (ast.FunctionDef, ast.Lambda, ast.ClassDef)) and inner is not self._node:
                wrong |= {n.id for n in walk(inner) if isinstance(n, ast.Name)}
                wrong |= {name for n in walk(inner) for name in getattr(n, "names", ()) if isinstance(name, str)}
        wrong |= {name for n in walk(self._node) if isinstance(n, ast.Global) for name in n.names}
        return {name: given for name, given in values.items() if all(map(self._is_new, given))}, wrong

    def _is_new(self, value: ast.expr) -> bool:
        return not isinstance(value, ast.Name) and self._lists.holds(value)

    def _is_put(self, name: ast.Name) -> bool:
        """out.append(x), out.append((k, x)), d[k] = x"""
        node: ast.expr = name
        parent = self._uses.parent(name)
        if isinstance(parent, ast.Tuple):
            node, parent = parent, self._uses.parent(parent)
        if isinstance(parent, ast.Assign):
            target = parent.targets[0]
            return len(parent.targets) == 1 and isinstance(target, ast.Subscript) and parent.value is node and not _mentions(target, name.id)
        is_append = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr == "append" and parent.args == [node]
        return is_append and isinstance(self._uses.parent(parent), ast.Expr) and not _mentions(parent.func, name.id)  # type: ignore[attr-defined]

    def _is_seen_only(self, name: ast.Name) -> bool:
        """Whether nothing keeps the list behind the statement that names it."""
        parent: Any = self._uses.parent(name)
        above = self._uses.parent(parent)
        if isinstance(parent, ast.Attribute):
            return isinstance(above, ast.Call) and above.func is parent and parent.attr in _METHODS
        if isinstance(parent, ast.Subscript):
            return parent.value is name
        if isinstance(parent, (ast.For, ast.comprehension)):
            return parent.iter is name and not self._is_put_within(parent, name.id)
        if isinstance(parent, (ast.Return, ast.Compare, ast.AugAssign)):
            return True
        if isinstance(parent, ast.BinOp):
            return isinstance(parent.op, (ast.Add, ast.Mult))
        if isinstance(parent, ast.Tuple):
            return isinstance(above, ast.Return)
        if isinstance(parent, ast.Call):
            called = self._full_name(parent.func)
            if called in _IN_LOOPS:
                return isinstance(above, (ast.For, ast.comprehension)) and above.iter is parent and not self._is_put_within(above, name.id)
            return name in parent.args and (called in _READERS or called.startswith(_LIBRARIES))
        return self._is_tested(name, parent)

    def _is_tested(self, node: ast.AST, parent: ast.AST) -> bool:
        """if x: while x and y: not x"""
        while isinstance(parent, ast.BoolOp):
            node, parent = parent, self._uses.parent(parent)
        if isinstance(parent, ast.comprehension):
            return node in parent.ifs
        return isinstance(parent, ast.UnaryOp) or (isinstance(parent, (ast.If, ast.While, ast.IfExp)) and parent.test is node)

    def _is_put_within(self, loop: ast.AST, name: str) -> bool:
        """Whether a loop that goes through a list puts it away meanwhile."""
        return isinstance(loop, ast.For) and any(isinstance(n, ast.Name) and n.id == name and self._is_put(n) for n in walk(loop))


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in walk(node))
