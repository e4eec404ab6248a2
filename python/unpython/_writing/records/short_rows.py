"""Given lists of short lists whose items are only read, as lists of tuples that the function makes:

    def f(spans):                           def f(spans):
        spans = sorted(spans)                   rows = []
        for a, b in spans[1:]: ...              for row in spans:
                                                    if len(row) != 2: raise NotImplementedError
                                                    rows.append((row[0], row[1]))
                                                rows = sorted(rows)
                                                for a, b in rows[1:]: ...

Of a list and of a tuple the same is read, in the same order; where one could be told from the other (it is returned, put into a list,
printed, changed) the lists stay what they are. Asked only where a function was refused as it is, and for uses that lists of lists do
not have (ragged.py).
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._layouts import Layout, is_of_lists
from unpython._local_names import local_names
from unpython._writing.calls import full_name, refusal
from unpython._writing.nodes import Renamed, copy_tree, load, store, walk, with_own_scopes

_WIDEST = 6
_GIVE_ROWS = ("sorted", "reversed", "list")
_TAKE_ROW = frozenset(f"builtins.{name}" for name in "list tuple sum max min len sorted set any all".split())
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Try, ast.Delete, ast.With)


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists of tuples, the names that came with them, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, _SCOPES) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    made = node
    names: set[str] = set()
    for name in [name for name, layout in layouts.items() if is_of_lists(layout)]:
        uses = _Uses(function, _with_own_names(made), name)
        if not uses.are_known() or not uses.is_asked or not _attempts.may_run_again(function):
            continue
        rows, row = f"_{name}_as_tuples_", f"_{name}_as_list_"
        made = copy_tree(made)
        made.body = [Renamed({name: rows}).visit(s) for s in made.body]
        made.body = [*_as_tuples(name, rows, row, uses.width(), uses.are_whole), *made.body]
        names |= {rows, row}
    return (ast.fix_missing_locations(_placed(made, node)) if names else node), frozenset(names), []


def _with_own_names(node: ast.FunctionDef) -> Any:
    """A copy in which comprehensions and lambdas have names of their own."""
    made = with_own_scopes(node)
    for number, each in enumerate([n for n in walk(made) if isinstance(n, ast.Lambda)]):
        arguments = [a for a in walk(each.args) if isinstance(a, ast.arg)]
        names = {a.arg: f"{a.arg}.of.{number}" for a in arguments}
        each.body = Renamed(names).visit(each.body)
        for argument in arguments:
            argument.arg = names[argument.arg]
    return made


def _placed(made: Any, node: Any) -> Any:
    for statement in made.body:
        if not hasattr(statement, "lineno"):
            ast.copy_location(statement, node.body[0])
    return made


def _as_tuples(name: str, rows: str, row: str, width: int, are_whole: bool) -> list[ast.stmt]:
    is_other = ast.Compare(ast.Call(load("len"), [load(row)], []), [ast.NotEq() if are_whole else ast.Lt()], [ast.Constant(width)])
    items = ast.Tuple([ast.Subscript(load(row), ast.Constant(i), ast.Load()) for i in range(width)], ast.Load())
    add = ast.Expr(ast.Call(ast.Attribute(load(rows), "append", ast.Load()), [items], []))
    refused = ast.If(is_other, [refusal("lists of another length")], [])
    return [store(rows, ast.List([], ast.Load())), ast.For(ast.Name(row, ast.Store()), load(name), [refused, add], [])]


class _Uses:
    """What is done with a list of lists and what comes of it. `_seqs`: names for such lists, `_rows`: names for the lists in them;
    `is_asked`: whether there is a use that lists of lists do not have; `_widths`: how many names a list is taken apart into, `_most`: the
    largest number of an item, counted from 1; `are_whole`: whether what is read depends on how long a list is."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, name: str):
        self._function = function
        self._own = local_names(function)
        self._nodes = [n for s in node.body for n in walk(s)]
        self._parents = {id(child): n for n in self._nodes for child in ast.iter_child_nodes(n)}
        self._body = node.body
        self._seqs = {name}
        self._rows: set[str] = set()
        self._widths: set[int] = set()
        self._most = 0
        self._given: set[int] = set()  # the names and parameters that get a list of lists, or one of these
        self.is_asked = False
        self.are_whole = False
        self._others = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} - {name}

    def width(self) -> int:
        return next(iter(self._widths)) if self._widths else max(self._most, 2)

    def are_known(self) -> bool:
        before = -1
        while before < len(self._seqs) + len(self._rows):
            before = len(self._seqs) + len(self._rows)
            if not all(map(self._is_known, self._nodes)):
                return False
        names = self._seqs | self._rows
        if self._seqs & self._rows or names & self._others or full_name(load("len"), self._function, self._own) != "builtins.len":
            return False
        stored: list[ast.AST] = [n for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and n.id in names]
        stored += [n for n in self._nodes if isinstance(n, ast.arg) and n.arg in names]
        is_said = bool(self._widths) or self._most > 0
        return is_said and len(self._widths) < 2 and 2 <= self.width() <= _WIDEST and self._most <= self.width() and all(id(n) in self._given for n in stored)

    # What an expression is.

    def _called(self, node: Any) -> str:
        return full_name(node.func, self._function, self._own).removeprefix("builtins.") if isinstance(node, ast.Call) else ""

    def _is_seq(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._seqs and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load) and self._is_seq(node.value)
        return self._called(node) in _GIVE_ROWS and len(node.args) == 1 and self._is_seq(node.args[0])

    def _is_row(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._rows and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Subscript):
            is_item = not isinstance(node.slice, (ast.Slice, ast.Tuple)) and isinstance(node.ctx, ast.Load)
            return is_item and self._is_seq(node.value)
        return self._called(node) in ("max", "min") and len(node.args) == 1 and self._is_seq(node.args[0])

    # Whether what is done with it is known.

    def _is_known(self, node: ast.AST) -> bool:
        parent: Any = self._parents.get(id(node))
        if self._is_seq(node):
            return self._is_seq_known(node, parent)
        return not self._is_row(node) or self._is_row_known(node, parent)

    def _is_seq_known(self, node: ast.AST, parent: Any) -> bool:
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            return self._goes_to(parent.target, parent.iter)
        if isinstance(parent, ast.Subscript) and parent.value is node:
            self.is_asked |= isinstance(parent.slice, ast.Slice)
            return self._is_seq(parent) or self._is_row(parent)
        if isinstance(parent, ast.Starred):
            return self._is_unzipped(self._parents.get(id(parent)))
        if isinstance(parent, ast.Call):
            return self._is_argument_known(node, parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name) and not isinstance(node, ast.Name):
            self._note(self._seqs, parent.targets[0])
            self.is_asked = True
            return True
        return self._is_test(node, parent)

    def _is_unzipped(self, call: Any) -> bool:
        """x, y = zip(*rows)"""
        around: Any = self._parents.get(id(call))
        target = around.targets[0] if isinstance(around, ast.Assign) and len(around.targets) == 1 else None
        if self._called(call) != "zip" or len(call.args) != 1 or not isinstance(target, ast.Tuple):
            return False
        self.is_asked = True
        self._widths.add(len(target.elts))
        self.are_whole = True
        return not any(isinstance(e, ast.Starred) for e in target.elts)

    def _is_argument_known(self, node: ast.AST, call: ast.Call) -> bool:
        called = self._called(call)
        if called == "len":
            return True
        if called in ("zip", "enumerate"):
            around: Any = self._parents.get(id(call))
            return isinstance(around, (ast.For, ast.comprehension)) and around.iter is call and self._goes_to(around.target, call)
        if not self._is_seq(call) and not self._is_row(call):
            return False
        self.is_asked |= called in ("max", "min")
        self.are_whole |= called in ("max", "min", "sorted") and all(k.arg != "key" for k in call.keywords)
        for keyword in call.keywords:
            if keyword.arg == "key" and isinstance(keyword.value, ast.Lambda) and len(keyword.value.args.args) == 1:
                self._note(self._rows, keyword.value.args.args[0])
                continue
            self.are_whole |= keyword.arg == "key"
            if keyword.arg not in ("key", "reverse") or (keyword.arg == "key" and self._called_by_name(keyword.value) not in _TAKE_ROW):
                return False
        return True

    def _called_by_name(self, node: ast.expr) -> str:
        return full_name(node, self._function, self._own)

    def _is_row_known(self, node: ast.AST, parent: Any) -> bool:
        if isinstance(parent, ast.Subscript) and parent.value is node:
            return isinstance(parent.ctx, ast.Load) and self._is_place(parent.slice)
        if isinstance(parent, ast.Assign) and parent.value is node and len(parent.targets) == 1:
            return self._row_goes_to(parent.targets[0])
        if isinstance(parent, ast.Tuple) and isinstance(parent.ctx, ast.Load):
            around: Any = self._parents.get(id(parent))
            target = around.targets[0] if isinstance(around, ast.Assign) and len(around.targets) == 1 else None
            self.is_asked = True
            return isinstance(target, ast.Tuple) and len(target.elts) == len(parent.elts) and self._row_goes_to(target.elts[parent.elts.index(node)])  # type: ignore[arg-type]
        self.are_whole |= not isinstance(parent, ast.Assign)
        if isinstance(parent, ast.Call):
            return self._called_by_name(parent.func) in _TAKE_ROW and parent.args == [node] and not parent.keywords
        if isinstance(parent, ast.Compare):
            return all(map(self._is_row, (parent.left, *parent.comparators)))
        return isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node

    def _is_place(self, node: ast.expr) -> bool:
        is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        place = node.operand if is_negative else node  # type: ignore[attr-defined]
        if not isinstance(place, ast.Constant) or type(place.value) is not int:
            return False
        self._most = max(self._most, place.value + (not is_negative))
        self.are_whole |= is_negative
        return True

    def _is_test(self, node: ast.AST, parent: Any) -> bool:
        """`if x:`, `not x`, of which the truth counts alone"""
        if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
            return parent.test is node
        if isinstance(parent, ast.BoolOp):
            return self._is_test(parent, self._parents.get(id(parent)))
        return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)

    # Names that get a list.

    def _note(self, names: set[str], target: Any) -> None:
        names.add(target.arg if isinstance(target, ast.arg) else target.id)
        self._given.add(id(target))

    def _goes_to(self, target: Any, over: Any) -> bool:
        """What the target of a loop gets of lists of lists that it goes through."""
        if self._is_seq(over):
            return self._row_goes_to(target)
        called = self._called(over)
        if not isinstance(target, ast.Tuple) or any(k.arg not in ("start", "strict") for k in over.keywords):
            return False
        if called == "enumerate":
            return len(target.elts) == 2 and self._row_goes_to(target.elts[1])
        pairs = zip(target.elts, over.args, strict=True) if len(target.elts) == len(over.args) else ()
        return bool(pairs) and all(self._row_goes_to(t) for t, part in pairs if self._is_seq(part))

    def _row_goes_to(self, target: Any) -> bool:
        if isinstance(target, ast.Name):
            self._note(self._rows, target)
            return True
        if not isinstance(target, ast.Tuple) or any(isinstance(e, ast.Starred) for e in target.elts):
            return False
        self._widths.add(len(target.elts))
        self.are_whole = True
        return True
