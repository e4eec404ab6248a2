"""Which names of a function may stand for lists of lists of different lengths, for ragged.py."""

from __future__ import annotations

import ast
import copy
from types import FunctionType
from typing import Any

from unpython._library.python_functions import recursion
from unpython._library.texts import words
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.text import splits

_NEW_LISTS = (*splits.FUNCTIONS, words.in_order, words.numbers_of_characters, words.given, recursion.last_of)


def is_list_comprehension(node: Any) -> bool:
    return isinstance(node, ast.ListComp)


def turned(node: Any) -> ast.ListComp | None:
    """[...] of [...][::-1], where a comprehension makes it."""
    is_turned = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and ast.unparse(node.slice) == "::-1"
    return node.value if is_turned and isinstance(node.value, ast.ListComp) else None


class Finder:
    """The names that may stand for lists of lists."""

    def __init__(self, function: FunctionType, node: Any, given: frozenset[str] = frozenset(), lists: frozenset[str] = frozenset()):
        """`given`: the parameters that are lists of lists; `lists`: those that are lists."""
        self._function = function
        self.given = given
        self._lists = lists
        self.own = local_names(function)
        self.node = node
        arguments = node.args
        parameters = {
            a.arg
            for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
            if a
        } - given
        self._parameters = frozenset(parameters)
        self._asked: set[str] = set()
        at_once = {id(n.value) for n in walk(node) if isinstance(n, ast.keyword) and n.arg == "key"}
        inner = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node]
        hidden = {n.id for f in inner if id(f) not in at_once for n in walk(f) if isinstance(n, ast.Name)}
        hidden |= {n.arg for f in inner for n in walk(f) if isinstance(n, ast.arg)}
        self.values: dict[str, list[ast.expr]] = {}
        others: set[str] = set(parameters) | hidden
        for n in walk(node):
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                self.values.setdefault(n.targets[0].id, []).append(n.value)
            elif isinstance(n, (ast.For, ast.comprehension)):
                others |= {m.id for m in walk(n.target) if isinstance(m, ast.Name)}
            elif isinstance(n, ast.Assign):
                others |= {
                    m.id for t in n.targets for m in walk(t) if isinstance(m, ast.Name) and isinstance(m.ctx, ast.Store)
                }
        added: dict[str, list[ast.expr]] = {}
        for n in walk(node):
            if (
                isinstance(n, ast.Call)
                and isinstance(n.func, ast.Attribute)
                and n.func.attr == "append"
                and isinstance(n.func.value, ast.Name)
            ):
                added.setdefault(n.func.value.id, []).extend(n.args)
        self.names: set[str] = set(given - self.values.keys() - others)
        for _ in range(3):  # lists of such lists are lists
            for name, values in self.values.items():
                made = [v for v in values if not (isinstance(v, ast.List) and not v.elts) and not self._is_sorted(v, name)]
                is_filled = any(map(self.is_list, added.get(name, ())))
                if name not in others and all(map(self.is_list_of_lists, made)) and (made or is_filled):
                    self.names.add(name)

    def _is_sorted(self, node: ast.expr, name: str) -> bool:
        """x = sorted(x)"""
        is_call = isinstance(node, ast.Call) and len(node.args) == 1 and full_name(node.func, self._function, self.own) == "builtins.sorted"
        return is_call and isinstance(node.args[0], ast.Name) and node.args[0].id == name  # type: ignore[attr-defined]

    def knows_list(self) -> bool:
        """Whether `list` is what Python has for all."""
        return full_name(ast.Name("list", ast.Load()), self._function, self.own) == "builtins.list"

    def is_list_of_lists(self, node: Any) -> bool:
        if isinstance(node, ast.List):
            return bool(node.elts) and all(map(self.is_list, node.elts))
        made = turned(node) or node
        return is_list_comprehension(made) and self.is_list(made.elt)

    def is_list(self, node: Any) -> bool:
        """Whether an expression is a list, and a new one unless it is a name."""
        if isinstance(node, (ast.List, ast.ListComp)):
            return not self.is_list_of_lists(node)
        if isinstance(node, ast.BinOp):
            return isinstance(node.op, (ast.Add, ast.Mult)) and (self.is_list(node.left) or self.is_list(node.right))
        if isinstance(node, ast.IfExp):
            return self.is_list(node.body) and self.is_list(node.orelse)
        if isinstance(node, OwnCall):
            return node.function in _NEW_LISTS
        if isinstance(node, ast.Call):
            return full_name(node.func, self._function, self.own) in ("builtins.list", "builtins.sorted")
        if isinstance(node, ast.Subscript):
            of_row = isinstance(node.value, ast.Name) and node.value.id in self.names
            return of_row != isinstance(node.slice, ast.Slice) and (of_row or self.is_list(node.value))
        if isinstance(node, ast.Name):
            values = self.values.get(node.id, [])
            if node.id in self._lists and not values:
                return True
            if not values or node.id in self.names:
                return False
            if node.id in self._asked:  # row = row[1:]: what its other values say, and there are some
                return node.id not in self._parameters or node.id in self._lists
            self._asked.add(node.id)
            found = all(map(self.is_list, values))
            self._asked.discard(node.id)
            return found
        return False


def with_names_of_results(function: FunctionType, node: Any, given: frozenset[str], lists: frozenset[str]) -> Any:
    """return [x[i : i + 2] for i in ...]        _result = [x[i : i + 2] for i in ...]; return _result"""
    if not any(isinstance(n, ast.Return) and any(map(is_list_comprehension, _results(n))) for n in walk(node)):
        return node
    finder = Finder(function, node, given, lists)

    class Named(ast.NodeTransformer):
        is_changed = False

        def visit_FunctionDef(self, inner: ast.FunctionDef) -> Any:
            return inner

        def visit_Return(self, found: Any) -> Any:
            made: list[ast.stmt] = []
            results = _results(found)
            for i, part in enumerate(results):
                if is_list_comprehension(part) and finder.is_list_of_lists(part):
                    name = f"_result_{found.lineno}_of_lists_{f'{i}_' if i else ''}"
                    made.append(ast.Assign([ast.Name(name, ast.Store())], part))
                    results[i] = ast.copy_location(ast.Name(name, ast.Load()), part)
                elif not isinstance(part, (ast.Name, ast.Constant)) and full_name(getattr(part, "func", part), function, finder.own) != "builtins.len":
                    break  # it is computed before what comes behind it
            if not made:
                return found
            self.is_changed = True
            if isinstance(found.value, ast.Tuple):
                found.value.elts = results
            else:
                found.value = results[0]
            return [ast.fix_missing_locations(ast.copy_location(s, found)) for s in (*made, found)]

    writer = Named()
    made = copy.copy(node)
    made.body = [part for s in copy_tree(node.body) for part in _listed(writer.visit(s))]
    return made if writer.is_changed else node


def with_new_rows(node: Any, finder: Finder) -> Any:
    """[row[:] for row in rows]        [list(row[:]) for row in rows], where `rows` is such a list: so each is known to be a list."""
    if not finder.knows_list() or not any(_is_new_row(n, finder.names) for n in walk(node)):
        return node
    made = copy_tree(node)
    for n in walk(made):
        if _is_new_row(n, finder.names):
            n.elt = ast.fix_missing_locations(ast.copy_location(ast.Call(ast.Name("list", ast.Load()), [n.elt], []), n))  # type: ignore[attr-defined]
    return made


def _is_new_row(node: Any, names: set[str]) -> bool:
    """[row[:] for row in rows], [row.copy() for row in rows]"""
    made: Any = node.elt if isinstance(node, ast.ListComp) else None
    is_copy = isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr == "copy" and not made.args
    row = made.func.value if is_copy else made.value if isinstance(made, ast.Subscript) and isinstance(made.slice, ast.Slice) else None
    if not isinstance(row, ast.Name):
        return False
    over = [clause.iter for clause in node.generators if isinstance(clause.target, ast.Name) and clause.target.id == row.id]
    return any(isinstance(rows, ast.Name) and rows.id in names for rows in over)


def _results(node: ast.Return) -> list[Any]:
    return list(node.value.elts) if isinstance(node.value, ast.Tuple) else [node.value]


def _listed(made: Any) -> list[ast.stmt]:
    return made if isinstance(made, list) else [made]
