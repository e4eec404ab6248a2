"""Lists of numbers that are put into a list of lists and read later: the list of lists gets a copy, where nobody sees that it is one.

    y = list(y0)                              y = list(y0)
    out = [y]                                 out = [[x for x in y]]
    for _ in range(n):                        for _ in range(n):
        y = [v * 2 for v in y]                    y = [v * 2 for v in y]
        out.append(y)                             out.append([x for x in y])

Problem: the rows of such a list have no names, so nothing else may stand for them.
Choice:  where a name only reads its list, what is put in is a new one each time, and no row changes, a copy is as good. A list that is given may
         be put in where the list of lists does not leave the function.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_numbers
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.changes import only_reads
from unpython._writing.nodes import copy_tree, is_name, load, walk

_ARRAYS = ("numpy.array", "numpy.asarray")
_READERS = (*_ARRAYS, *(f"builtins.{name}" for name in ("len", "zip", "sum", "min", "max", "list", "enumerate")))


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with these copies, their names, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    given = {name for name, layout in layouts.items() if is_numbers(layout) and layout.depth == 1 and layout.type is not str and not layout.names}
    made = copy_tree(node)
    puts = _Puts(function, made, given)
    if not puts.found:
        return node, frozenset(), []
    names = set()
    for place, put in puts.found:
        names.add(item := f"_item_of_{put.id}_")
        clause = ast.comprehension(ast.Name(item, ast.Store()), load(put.id), [], 0)
        place[:] = [ast.copy_location(ast.ListComp(load(item), [clause]), put)]
    ast.fix_missing_locations(made)
    is_read = only_reads.only_reads(function, dict.fromkeys(puts.names, 1), made, is_begun=False)
    return (made, frozenset(names), []) if is_read else (node, frozenset(), [])


class _Puts:
    """`found`: where names are put into lists of lists, each as the list of nodes that it stands in; `names`: those that may only read."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, given: set[str]):
        self._function = function
        self._local = local_names(function)
        self._node = node
        self._parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}
        self._stores: dict[str, list[ast.AST]] = {}
        for n in walk(node):
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load):
                self._stores.setdefault(n.id, []).append(self._parents[n])
        self.found: list[tuple[list[ast.expr], ast.Name]] = []
        self.names: set[str] = set()
        by_outer = {outer: self._puts(outer) for outer in self._outer_lists()}
        self._put = [name for puts in by_outer.values() for name in {put.id for _, put in puts}]
        for outer, puts in by_outer.items():
            own = {put.id for _, put in puts}
            if not puts or not all(self._is_list(name, given) and self._put.count(name) == 1 for name in own) or not self._reads(outer):
                continue
            leaves = any(isinstance(self._parents[n], (ast.Return, ast.Tuple)) for n in walk(node) if is_name(n, outer))
            if all(self._is_new(put, given if not leaves else set(), puts) for _, put in puts):
                self.found += puts
                self.names |= own

    def _outer_lists(self) -> list[str]:
        """The names that are made once, as a list that is written out, and to which something is appended."""
        made = [n for n in walk(self._node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.value, ast.List)]
        names = [n.targets[0].id for n in made if isinstance(n.targets[0], ast.Name)]
        return [name for name in dict.fromkeys(names) if len(self._stores[name]) == 1]

    def _puts(self, outer: str) -> list[tuple[list[ast.expr], ast.Name]]:
        found: list[tuple[list[ast.expr], ast.Name]] = []
        made: Any = self._stores[outer][0]
        if len(made.value.elts) == 1 and isinstance(made.value.elts[0], ast.Name):
            found.append((made.value.elts, made.value.elts[0]))
        for n in walk(self._node):
            if self._is_append(n, outer) and isinstance(n.args[0], ast.Name):  # type: ignore[attr-defined]
                found.append((n.args, n.args[0]))  # type: ignore[attr-defined]
        return found

    def _is_append(self, n: ast.AST, outer: str) -> bool:
        is_call = isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and len(n.args) == 1
        return is_call and is_name(n.func.value, outer) and isinstance(self._parents[n], ast.Expr)  # type: ignore[attr-defined]

    def _is_list(self, name: str, given: set[str]) -> bool:
        """Whether each value of a name is a list of numbers."""
        values = [getattr(s, "value", None) if isinstance(s, ast.Assign) and len(s.targets) == 1 else None for s in self._stores.get(name, [])]
        return all(self._makes(v) or (isinstance(v, ast.Name) and (v.id in given or self._is_made(v.id))) for v in values) and bool(values or name in given)

    def _is_made(self, name: str) -> bool:
        stores = self._stores.get(name, [])
        return bool(stores) and all(isinstance(s, ast.Assign) and len(s.targets) == 1 and self._makes(s.value) for s in stores)

    def _makes(self, value: Any) -> bool:
        if isinstance(value, (ast.ListComp, ast.List)) or (isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)):
            return True
        return isinstance(value, ast.Call) and full_name(value.func, self._function, self._local) in ("builtins.list", "builtins.sorted")

    def _is_new(self, put: ast.Name, given: set[str], puts: list[Any]) -> bool:
        """Whether the name got a new list in the statements before, in the same block, and was not put in since."""
        statement: Any = self._parents[put]
        while not isinstance(statement, ast.stmt):
            statement = self._parents[statement]
        above = self._parents[statement]
        blocks = [b for b in (getattr(above, "body", None), getattr(above, "orelse", None)) if isinstance(b, list) and statement in b]
        others = {id(p) for _, p in puts if p is not put and p.id == put.id}
        for s in reversed(blocks[0][: blocks[0].index(statement)] if blocks else []):
            if any(id(n) in others for n in walk(s)):
                return False
            if isinstance(s, ast.Assign) and len(s.targets) == 1 and is_name(s.targets[0], put.id):
                taken = s.value.id if isinstance(s.value, ast.Name) else ""
                return self._makes(s.value) or self._is_made(taken) and taken not in self._put or taken in given - self._stores.keys()
            if any(is_name(n, put.id) and not isinstance(n.ctx, ast.Load) for n in walk(s)):
                return False
        return above is self._node and put.id in given and put.id not in self._stores

    def _reads(self, outer: str) -> bool:
        """Whether nothing but reads of such a list and its rows, out.append(y) and a return is done with it. Names of rows come to those that
        may only read."""
        named: set[str] = set()
        for n in walk(self._node):
            if not is_name(n, outer) or not isinstance(n.ctx, ast.Load):
                continue
            parent = self._parents[n]
            above = self._parents[parent]
            if isinstance(parent, ast.Subscript) and not isinstance(parent.slice, ast.Slice):
                is_read = self._reads_row(parent, above)
                if isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], ast.Name):
                    named.add(above.targets[0].id)
            elif isinstance(parent, (ast.For, ast.comprehension)):
                is_read = parent.iter is n
                named |= {t.id for t in walk(parent.target) if isinstance(t, ast.Name)}
            elif isinstance(parent, ast.Starred):  # zip(*out)
                is_read = isinstance(above, ast.Call) and self._called(above) == "builtins.zip"
            elif isinstance(parent, ast.Call):
                is_read = n in parent.args and self._called(parent) in ("builtins.len", *_ARRAYS)
            else:
                is_append = isinstance(parent, ast.Attribute) and self._is_append(above, outer)
                is_read = is_append or isinstance(parent, ast.Return) or (isinstance(parent, ast.Tuple) and isinstance(above, ast.Return))
            if not is_read:
                return False
        self.names |= named
        return True

    def _reads_row(self, row: ast.Subscript, above: ast.AST) -> bool:
        """out[i][j], y = out[i], zip(out[i], y), for x in out[i]"""
        if isinstance(above, ast.Subscript):
            return above.value is row and isinstance(above.ctx, ast.Load)
        if isinstance(above, ast.Assign):
            return above.value is row and len(above.targets) == 1 and isinstance(above.targets[0], (ast.Name, ast.Tuple))
        if isinstance(above, (ast.For, ast.comprehension)):
            return above.iter is row
        return isinstance(above, ast.Call) and row in above.args and self._called(above) in _READERS

    def _called(self, call: ast.Call) -> str:
        return full_name(call.func, self._function, self._local)
