"""A dict with texts as keys that a function makes and fills, as a name for each of its entries:

    result = {"n": 0}                _result_n_ = 0
    result["mean"] = a.mean()        _result_mean_ = a.mean()
    result["n"] += 1                 _result_n_ += 1
    return result                    return {"n": _result_n_, "mean": _result_mean_}

`"n" in result` and `result.get("n", 0)` are known where they stand. Which keys there are, and in which order, must be known at each place:
the dict is made once, and keys come to it in statements that stand in no loop and under no condition. A dict that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.nodes import copy_tree, is_name, walk


class _NotEntries(Exception):
    pass


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with names for entries, these names, and what free names it relies on."""
    used: dict[str, _bindings.Binding] = {}
    made = node
    names: set[str] = set()
    for name in _candidates(function, node):
        writer = _Writer(function, name, used)
        try:
            other = copy_tree(made)
            other.body = writer.whole(other.body)
        except _NotEntries:
            continue
        if writer.keys:
            made = other
            names |= set(map(writer.entry, writer.keys))
    if not names:
        return node, frozenset(), []
    made = ast.fix_missing_locations(made)
    made.names_of_entries = frozenset(names)  # type: ignore[attr-defined]
    return made, frozenset(names), list(used.values())


def _candidates(function: FunctionType, node: Any) -> list[str]:
    """Names that are assigned once, a dict, outside of loops and conditions, and are in no inner function."""
    assigned: dict[str, int] = {}
    for n in walk(node):
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load):
            assigned[n.id] = assigned.get(n.id, 0) + 1
    inner = {m.id for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node for m in walk(n) if isinstance(m, ast.Name)}
    inner |= {name for n in walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
    inner |= {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} | set(function.__code__.co_cellvars)
    found = []
    for statement in node.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if assigned[name] == 1 and name not in inner and (isinstance(statement.value, ast.Dict) or _is_call_of_dict(statement.value)):
                found.append(name)
    return found


def _is_call_of_dict(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and is_name(node.func, "dict") and not node.args


class _Writer(ast.NodeTransformer):
    """`keys`: those that are there at the place that is visited."""

    def __init__(self, function: FunctionType, name: str, used: dict[str, _bindings.Binding]):
        self._function = function
        self._name = name
        self._used = used
        self.keys: list[str] = []

    def entry(self, key: str) -> str:
        return f"_{self._name}_{key}_"

    def whole(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of the function: those that add keys are among them."""
        made: list[ast.stmt] = []
        for statement in body:
            target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
            if isinstance(statement, ast.Assign) and is_name(target, self._name):
                made += self._begun(statement)
                continue
            key = self._key_of(target) if target is not None else None
            if isinstance(statement, ast.Assign) and key is not None and key not in self.keys:
                value = self.visit(statement.value)
                self._add(key)
                made.append(ast.copy_location(ast.Assign([ast.Name(self.entry(key), ast.Store())], value), statement))
                continue
            made.append(self.visit(statement))
        return made

    def _begun(self, node: ast.Assign) -> list[ast.stmt]:
        pairs: list[tuple[Any, ast.expr]] = []
        if isinstance(node.value, ast.Dict):
            for k, value in zip(node.value.keys, node.value.values, strict=True):
                pairs.append((k.value if isinstance(k, ast.Constant) else None, value))
        else:
            call: Any = node.value
            binding = _bindings.resolve(self._function, "dict", [])
            if binding.target != "builtins.dict" or "dict" in self._function.__code__.co_varnames:
                raise _NotEntries
            self._used["dict"] = binding
            pairs += [(keyword.arg, keyword.value) for keyword in call.keywords]
        made: list[ast.stmt] = []
        for key, value in pairs:
            written = self.visit(value)
            if key in self.keys:
                raise _NotEntries
            self._add(key)
            made.append(ast.copy_location(ast.Assign([ast.Name(self.entry(key), ast.Store())], written), value))
        return made

    def _add(self, key: Any) -> None:
        if type(key) is not str or not key.isidentifier():
            raise _NotEntries
        self.keys.append(key)

    def _key_of(self, node: Any) -> str | None:
        """k of d["k"]."""
        if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name) or node.value.id != self._name:
            return None
        if not isinstance(node.slice, ast.Constant) or type(node.slice.value) is not str:
            raise _NotEntries
        return node.slice.value

    def visit_Compare(self, node: ast.Compare) -> Any:
        """ "n" in d"""
        is_asked = len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and self._is_dict(node.comparators[0])
        if not is_asked:
            return self.generic_visit(node)
        if not isinstance(node.left, ast.Constant) or type(node.left.value) is not str:
            raise _NotEntries
        is_there = node.left.value in self.keys
        return ast.copy_location(ast.Constant(is_there is isinstance(node.ops[0], ast.In)), node)

    def visit_Call(self, node: ast.Call) -> Any:
        """d.get("n", 0)"""
        asks = isinstance(node.func, ast.Attribute) and node.func.attr == "get" and self._is_dict(node.func.value) and not node.keywords
        if not asks or not 1 <= len(node.args) <= 2:
            return self.generic_visit(node)
        key = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        if type(key) is not str or (len(node.args) == 2 and not isinstance(node.args[1], (ast.Constant, ast.Name, ast.UnaryOp))):
            raise _NotEntries
        if key in self.keys:
            return ast.copy_location(ast.Name(self.entry(key), ast.Load()), node)
        return self.visit(node.args[1]) if len(node.args) == 2 else ast.copy_location(ast.Constant(None), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        key = self._key_of(node)
        if key is None:
            return self.generic_visit(node)
        if key not in self.keys or isinstance(node.ctx, ast.Del):
            raise _NotEntries
        return ast.copy_location(ast.Name(self.entry(key), node.ctx), node)

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.Tuple) and sum(map(self._is_dict, node.value.elts)) == 1:
            node.value.elts = [self._whole_dict(e) if self._is_dict(e) else self.visit(e) for e in node.value.elts]
        elif node.value is not None:
            node.value = self._whole_dict(node.value) if self._is_dict(node.value) else self.visit(node.value)
        return node

    def _is_dict(self, node: ast.expr) -> bool:
        return is_name(node, self._name)

    def _whole_dict(self, at: ast.expr) -> ast.expr:
        if not self.keys:
            raise _NotEntries
        keys: list[ast.expr | None] = [ast.Constant(key) for key in self.keys]
        return ast.copy_location(ast.Dict(keys, [ast.Name(self.entry(key), ast.Load()) for key in self.keys]), at)

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == self._name:
            raise _NotEntries
        return node
