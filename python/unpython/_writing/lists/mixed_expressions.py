"""Expressions that use lists of several types: the part of the rewriter of mixed_lists.py that knows of calls, comprehensions and what loops
go through."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings, _library
from unpython._library import by_name
from unpython._library.python_functions import lists
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, with_names
from unpython._writing.lists import mixed_functions
from unpython._writing.lists.mixed_names import PARTS, Items, loads
from unpython._writing.nodes import copy_tree, is_none, part_of, walk
from unpython._writing.rewriter import NameRewriter, NoOtherWords

_METHODS: dict[str, Callable[..., Any]] = {
    "pop": lists.pop, "insert": lists.insert, "index": lists.index, "count": lists.count, "remove": lists.remove,
    "reverse": lists.reverse,
}  # fmt: skip
_TAKE_ALL = frozenset(f"builtins.{name}" for name in "sum min max any all".split())


class NotMixed(NoOtherWords):
    pass


class MixedExpressions(NameRewriter):
    """Each use of a name as one of its lists; NotMixed where there is no such way."""

    _wrong = NotMixed

    def __init__(self, function: FunctionType, mixed: dict[str, Items], node: Any, variant: Callable[..., FunctionType | None]):
        """`variant`: that of mixed_variants.py, which itself has rewriters."""
        self._function = function
        self._variant = variant
        self._mixed = self._named = mixed
        self._own = local_names(function)
        self._with_none = {name for n in walk(node) for name in self._given_none(n)}
        self._with_none |= {name for name, items in mixed.items() if "None" in items}
        self.names: set[str] = set()
        self.used: dict[str, _bindings.Binding] = {}

    _place_of: Any

    def _given_none(self, node: Any) -> list[str]:
        """The lists that get None in this statement or call."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner, values = node.func.value, node.args
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            owner, values = getattr(target, "value", target) if isinstance(target, ast.Subscript) else target, [node.value]
        else:
            return []
        name = self._name_of(owner)
        return [name] if name and any(map(is_none, (n for v in values for n in walk(v)))) else []

    def _temporary(self) -> str:
        name = f"_mixed_{len(self.names)}_"
        self.names.add(name)
        return name

    def _library(self, node: ast.expr) -> str:
        root, path = _bindings.dotted(node)
        if not isinstance(root, ast.Name) or root.id in self._own:
            return ""
        binding = _bindings.resolve(self._function, root.id, path)
        if binding.kind != "library":
            return ""
        self.used[".".join([root.id, *path])] = binding
        return binding.target

    def _read(self, name: str) -> list[ast.expr]:
        """The lists of one whose items are read."""
        if name in self._with_none:
            raise NotMixed(name)
        return loads(name)

    # Statements.

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._place_of(node)
        if name is None:
            return self.generic_visit(node)
        parts = self._read(name)
        return ast.copy_location(OwnCall(mixed_functions.item_at(self._mixed[name]), [*parts, self.visit(node.slice)]), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        name = self._name_of(node.comparators[0])
        if name is None or len(node.ops) > 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return self.generic_visit(node)
        self._read(name)
        held = self._variant_call(lists.count, [node.comparators[0], node.left])
        op = ast.NotEq() if isinstance(node.ops[0], ast.In) else ast.Eq()
        return ast.copy_location(ast.Compare(held, [op], [ast.Constant(0)]), node)

    def visit_Call(self, node: ast.Call) -> Any:
        if isinstance(node, OwnCall):
            return node
        owner = self._name_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if owner is not None:
            method = _METHODS.get(node.func.attr)  # type: ignore[attr-defined]
            if method is None or node.keywords:
                raise NotMixed(owner)
            return self._variant_call(method, [node.func.value, *node.args], node)  # type: ignore[attr-defined]
        if not any(map(self._shape, node.args)):
            return self._numpy_of_lists(node) or self.generic_visit(node)
        given = [name for argument in node.args if (name := self._name_of(argument)) is not None]
        called = self._library(node.func)
        if called == "builtins.len" and len(node.args) == 1:
            node.args = [ast.Name(part_of(given[0], "kinds"), ast.Load())]
            return node
        if called == "builtins.hasattr" or (called == "builtins.isinstance" and self._library(node.args[1]) == "builtins.tuple"):
            return known_answer(False, node)  # in the library: whether it is an array, or a tuple of lists
        if called in _TAKE_ALL and len(node.args) == 1 and all(k.arg == "default" for k in node.keywords):
            node.args = [self._generated(given[0], node)]
            node.keywords = [self.visit(keyword) for keyword in node.keywords]
            return node
        if called.startswith("numpy.") and len(given) == len(node.args):
            node.args = [ast.copy_location(OwnCall(self._own_function("as_array"), self._read(name)), node) for name in given]
            node.keywords = [self.visit(keyword) for keyword in node.keywords]
            return node
        written = by_name.find(called) if called else self._of_library(node.func)
        if written is None or node.keywords:
            raise NotMixed(self._first_name(node))
        return self._variant_call(written, node.args, node)

    def visit_OwnCall(self, node: OwnCall) -> Any:
        if not any(map(self._shape, node.elts)):
            return self.generic_visit(node)
        return self._variant_call(node.function, node.elts, node)

    def _of_library(self, node: ast.expr) -> FunctionType | None:
        """A function that a function of the library calls."""
        found = self._function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        is_own = (self._function.__module__ or "").startswith(_library.__name__)
        return found if is_own and isinstance(found, FunctionType) else None

    def _variant_call(self, function: Any, given: list[Any], at: Any = None) -> ast.expr:
        shapes = tuple(map(self._shape, given))
        variant = self._variant(function, shapes)
        if variant is None:
            raise NotMixed(self._first_name(ast.Tuple(given, ast.Load())))
        arguments = [part for argument, shape in zip(given, shapes, strict=True) for part in self._parts_of(argument, shape)]
        return ast.copy_location(OwnCall(variant, arguments), given[0] if at is None else at)

    def _shape(self, argument: Any) -> Any:
        """The types of the items of such a list, those of each (or None) for a tuple of lists, None for anything else."""
        if (name := self._name_of(argument)) is not None:
            return self._mixed[name]
        is_of_names = isinstance(argument, ast.Tuple) and all(isinstance(e, ast.Name) for e in argument.elts)
        return tuple(self._mixed.get(e.id) for e in argument.elts) if is_of_names and any(map(self._name_of, argument.elts)) else None

    def _parts_of(self, argument: Any, shape: Any) -> list[ast.expr]:
        if shape is None:
            return [self.visit(argument)]
        lists = [argument] if isinstance(shape, frozenset) else argument.elts
        # The function has been written for a list with None: it reads no item.
        return [part for e in lists for part in ((loads(e.id) if "None" in self._mixed[e.id] else self._read(e.id)) if self._name_of(e) else [e])]

    def _numpy_of_lists(self, node: ast.Call) -> Any:
        """np.array([v, w])"""
        given: Any = node.args[0] if len(node.args) == 1 else None
        is_list = isinstance(given, ast.List) and any(map(self._name_of, given.elts))
        if not is_list or self._library(node.func) not in ("numpy.array", "numpy.asarray"):
            return None
        given.elts = [
            ast.Call(node.func, [OwnCall(self._own_function("as_array"), self._read(name))], []) if (name := self._name_of(e)) else self.visit(e)
            for e in given.elts
        ]
        return node

    def _generated(self, name: str, at: ast.AST) -> ast.expr:
        clause, target, named = self._gone_through(ast.Name(name, ast.Load()), ast.Name(self._temporary(), ast.Store()))
        made = ast.GeneratorExp(next(iter(named.values())), [ast.comprehension(target, clause, [], 0)])
        return ast.fix_missing_locations(ast.copy_location(made, at))

    def _gone_through(self, over: Any, target: Any) -> tuple[Any, Any, dict[str, ast.expr]]:
        """What is gone through in the place of this, by which names, and which names get which values from these."""
        if (parts := self._parts_gone_through(over)) is not None:
            if not isinstance(target, ast.Name):
                raise NotMixed(self._first_name(over))
            names, value = self._chosen_by(self._mixed[self._first_name(over)])
            return self._zipped(over, parts), names, {target.id: value}
        called = self._library(over.func) if isinstance(over, ast.Call) and not over.keywords else ""
        if called == "builtins.enumerate" and len(over.args) == 1 and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            inner, names, named = self._gone_through(over.args[0], target.elts[1])
            if named:
                over.args[0], target.elts[1] = inner, names
            return over, target, named
        row = target.id if called == "builtins.zip" and isinstance(target, ast.Name) and any(map(self._name_of, over.args)) else ""
        if row:  # for r in zip(v, w): r is (a, b)
            target = ast.Tuple([ast.Name(self._temporary(), ast.Store()) for _ in over.args], ast.Store())
            whole = ast.Tuple([ast.Name(e.id, ast.Load()) for e in target.elts], ast.Load())
        if called != "builtins.zip" or not isinstance(target, ast.Tuple) or len(target.elts) != len(over.args):
            return over, target, {}
        given: list[Any] = []
        targets: list[Any] = []
        named = {}
        for argument, one in zip(over.args, target.elts, strict=True):
            parts = self._parts_gone_through(argument)
            if parts is None or not isinstance(one, ast.Name):
                given.append(self.visit(argument))
                targets.append(one)
                continue
            names, value = self._chosen_by(self._mixed[self._first_name(argument)])
            given += parts
            targets += names.elts
            named[one.id] = value
        if row:
            for name, value in named.items():
                whole = with_names(whole, name, value)
            named = {row: whole}
        over.args, target.elts = (given, targets) if named else (over.args, target.elts)
        return over, target, named

    def _first_name(self, over: Any) -> str:
        return next((name for n in walk(over) if (name := self._name_of(n))), "")

    def _parts_gone_through(self, over: Any) -> list[ast.expr] | None:
        """The lists of v, and of v[i:j]."""
        if (name := self._name_of(over)) is not None:
            return self._read(name)
        if isinstance(over, ast.Subscript) and isinstance(over.slice, ast.Slice) and (name := self._name_of(over.value)) is not None:
            ends = [end for end in (over.slice.lower, over.slice.upper, over.slice.step) if end is not None]
            if not all(map(is_simple, ends)):
                raise NotMixed(name)
            return [ast.Subscript(part, copy_tree(over.slice), ast.Load()) for part in self._read(name)]
        return None

    def _zipped(self, over: Any, parts: list[ast.expr]) -> ast.expr:
        called = ast.Name("zip", ast.Load())
        if self._library(called) != "builtins.zip":
            raise NotMixed(self._first_name(over))
        return ast.Call(called, parts, [])

    def _chosen_by(self, items: Items) -> tuple[Any, ast.expr]:
        names = [self._temporary() for _ in PARTS]
        value = mixed_functions.chosen(items, *(ast.Name(name, ast.Load()) for name in names))
        return ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store()), value

    def _own_function(self, function: str, name: str = "") -> FunctionType:
        """One of _library/containers/mixed_lists.py, for the items of this list."""
        from unpython._library.containers import mixed_lists
        found: FunctionType = getattr(mixed_lists, function)
        return mixed_functions.for_items(found, self._mixed[name]) if name else found

    def _comprehension(self, node: Any) -> Any:
        held = self._first_name(node)
        for clause in node.generators:
            clause.iter, clause.target, named = self._gone_through(clause.iter, clause.target)
            for name, value in named.items():
                for field in ("elt", "key", "value"):
                    if hasattr(node, field):
                        setattr(node, field, with_names(getattr(node, field), name, value))
                clause.ifs = [with_names(test, name, value) for test in clause.ifs]
                if len(node.generators) > 1:
                    raise NotMixed(held)
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def known_answer(answer: bool, at: ast.AST) -> ast.expr:
    """What a function of the library asks about a list."""
    made: Any = ast.copy_location(ast.Constant(answer), at)
    made.asked_of_list = answer
    return made


def is_simple(node: Any) -> bool:
    """Whether it may be written twice."""
    if isinstance(node, (ast.BinOp, ast.UnaryOp)):
        return all(map(is_simple, (n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr))))
    return isinstance(node, (ast.Constant, ast.Name))

