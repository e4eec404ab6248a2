"""Sorting and choosing by lists and tuples whose length the text does not say: they come first, as tuples in a list.

    sorted(versions, key=lambda v: [int(p) for p in v.split(".")])
        keys = []
        for v in versions:
            keys.append(tuple(int(p) for p in v.split(".")))
        [versions[i] for i in sorted(range(len(versions)), key=lambda i: keys[i])]

Their items must be integers for sure: int(), len() and ord() give them. Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.functions import keyed_calls
from unpython._writing.loops.first_calls import in_order
from unpython._writing.nodes import copy_tree, load
from unpython._writing.rewriter import BlockRewriter, by_statements

_RELIED_ON = ("range", "len", "list", "tuple", "sorted")
_OF_INTEGERS = frozenset(f"builtins.{name}" for name in ("int", "len", "ord"))
_LATER = (ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.AsyncFor, ast.Try, ast.With)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and Python's functions that it relies on."""
    own = local_names(function)
    if any(full_name(load(name), function, own) != f"builtins.{name}" for name in _RELIED_ON):
        return node, frozenset(), []
    made, names, _ = by_statements(_Writer(function), node)
    return made, names, [_bindings.resolve(function, name, []) for name in _RELIED_ON] if names else []


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType):
        self._function = function
        self._own = local_names(function)
        self.names: list[str] = []

    def _called(self, node: Any) -> str:
        return full_name(node.func, self._function, self._own).removeprefix("builtins.") if isinstance(node, ast.Call) else ""

    def _new(self) -> str:
        self.names.append(f"_long_key_{len(self.names)}_")
        return self.names[-1]

    def visit(self, node: ast.AST) -> Any:
        before: list[ast.stmt] = []
        if isinstance(node, ast.Expr) and (owner := self._sorted_in_place(node.value)) is not None:
            call: Any = node.value
            made, value = keyed_calls.written(call, self._key(call), "sorted", copy_tree(owner), self._new)  # type: ignore[arg-type]
            return [*made, *keyed_calls.sorted_in_place(call, owner, value, self._new)]
        if isinstance(node, ast.stmt) and not isinstance(node, _LATER):
            before = self._first(node)
        found = self.generic_visit(node)
        return [*before, found] if before else found

    def _sorted_in_place(self, call: Any) -> ast.Name | None:
        is_sort = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "sort" and isinstance(call.func.value, ast.Name)
        return call.func.value if is_sort and not call.args and self._key(call) is not None else None

    def _first(self, node: Any) -> list[ast.stmt]:
        """What stands before a statement whose first call is one by such a key; the call becomes what is chosen."""
        for part in in_order(node):
            if isinstance(part, (ast.Name, ast.Constant)) or (isinstance(part, ast.Attribute) and isinstance(part.value, ast.Constant)):
                continue
            name = self._called(part)
            key = self._key(part) if name in keyed_calls.KEYED and len(part.args) == 1 else None
            if key is None:
                return self._first(part)
            items = part.args[0]
            made, value = keyed_calls.written(part, key, name, items, self._new)
            for field, given in ast.iter_fields(node):
                if given is part:
                    setattr(node, field, value)
                elif isinstance(given, list):
                    given[:] = [value if item is part else item for item in given]
            return made
        return []

    def _key(self, call: Any) -> ast.Lambda | None:
        """The key with tuples in place of what has no length."""
        key = keyed_calls.key_of(call)
        if key is None or any(k.arg not in ("key", "reverse") for k in call.keywords):
            return None
        parts = key.body.elts if isinstance(key.body, ast.Tuple) else [key.body]
        made = [self._as_tuple(part) for part in parts]
        if all(part is None for part in made):
            return None
        parts = [old if new is None else new for old, new in zip(parts, made, strict=True)]
        body = parts[0] if not isinstance(key.body, ast.Tuple) else ast.copy_location(ast.Tuple(parts, ast.Load()), key.body)
        return ast.copy_location(ast.Lambda(key.args, body), key)

    def _as_tuple(self, node: Any) -> ast.expr | None:
        """[int(p) for p in x], list(map(int, x)), tuple(len(p) for p in x)"""
        given = node.args[0] if self._called(node) in ("list", "tuple") and len(node.args) == 1 and not node.keywords else node
        if self._called(given) == "map" and given is not node:
            is_of_integers = len(given.args) == 2 and full_name(given.args[0], self._function, self._own) in _OF_INTEGERS
        else:
            is_made = isinstance(given, ast.ListComp) or (isinstance(given, ast.GeneratorExp) and given is not node)
            is_of_integers = is_made and self._is_integer(given.elt)
        if not is_of_integers:
            return None
        listed = ast.GeneratorExp(given.elt, given.generators) if isinstance(given, ast.ListComp) else given
        return ast.fix_missing_locations(ast.copy_location(ast.Call(load("tuple"), [ast.copy_location(listed, given)], []), node))

    def _is_integer(self, node: Any) -> bool:
        node = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
        return f"builtins.{self._called(node)}" in _OF_INTEGERS
