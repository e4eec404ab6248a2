"""Lists in a dict of the function that grow by several items, which are appended one by one:

    d.setdefault(k, []).extend(x)           if k not in d: d[k] = []
                                            for item in x: d[k].append(item)
    d[k].extend(x), d[k] += x               len(d[k]); for item in x: d[k].append(item)

What raises KeyError, or enters a key, does so before `x` is computed. Where `x` may be of the same dict, its items are copied first.
Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer, made = _Writer(function, node), copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), []) if writer.is_changed else (node, frozenset(), [])


class _Writer(BlockRewriter):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._own = local_names(function)
        self._dicts = self._dicts_of_lists(node)
        self.names: set[str] = set()
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _dicts_of_lists(self, node: Any) -> set[str]:
        """Names with one value, a new dict, of which some statement says that it holds lists."""
        nodes = list(walk(node))
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)] + [n.arg for n in nodes if isinstance(n, ast.arg)]
        found = set()
        for n in nodes:
            if isinstance(n, (ast.Assign, ast.AnnAssign)):
                target: Any = n.targets[0] if isinstance(n, ast.Assign) else n.target
                if isinstance(target, ast.Name) and stored.count(target.id) == 1 and self._makes_dict(n.value, target.id, nodes):
                    found.add(target.id)
        return found

    def _makes_dict(self, value: Any, name: str, nodes: list[ast.AST]) -> bool:
        if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords:
            binding = _bindings.of_node(self._function, value.func, self._own)
            return binding is not None and binding.value is defaultdict and self._is_builtin(value.args[0], "list")
        if isinstance(value, ast.DictComp):
            return isinstance(value.value, (ast.List, ast.ListComp))
        if isinstance(value, ast.Dict) and value.keys:
            return all(isinstance(v, (ast.List, ast.ListComp)) for v in value.values)
        is_empty = isinstance(value, ast.Dict) or (isinstance(value, ast.Call) and not value.args and self._is_builtin(value.func, "dict"))
        return is_empty and any(self._holds_list(n, name) for n in nodes)

    @staticmethod
    def _holds_list(node: Any, name: str) -> bool:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault" and is_name(node.func.value, name):
            return len(node.args) == 2 and isinstance(node.args[1], ast.List)
        is_store = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript) and is_name(node.targets[0].value, name)
        return is_store and isinstance(node.value, (ast.List, ast.ListComp))

    def _is_builtin(self, node: Any, name: str) -> bool:
        return isinstance(node, ast.Name) and full_name(node, self._function, self._own) == f"builtins.{name}"

    def _new(self, what: str, at: Any) -> str:
        name = f"_{what}_{at.lineno}_{at.col_offset}_"
        self.names.add(name)
        return name

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        target: Any = node.target
        is_item = isinstance(node.op, ast.Add) and isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice)
        if not is_item or not isinstance(target.value, ast.Name) or target.value.id not in self._dicts:
            return node
        return self._extended(node, target.value.id, target.slice, None, node.value) or node

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        if (found := self._setdefault(call)) is not None:
            name, key, first = found
            return self._made_sure(node, name, key, first)[0]
        is_extended = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "extend" and len(call.args) == 1
        if not is_extended or call.keywords or isinstance(call.args[0], ast.Starred):
            return node
        place = call.func.value
        if isinstance(place, ast.Subscript) and isinstance(place.value, ast.Name) and place.value.id in self._dicts:
            return self._extended(node, place.value.id, place.slice, None, call.args[0]) or node
        if (found := self._setdefault(place)) is None:
            return node
        name, key, first = found
        return self._extended(node, name, key, first, call.args[0]) or node

    def _setdefault(self, node: Any) -> tuple[str, ast.expr, ast.List] | None:
        """The dict, the key and the list of d.setdefault(k, [])."""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
        if not is_method or node.func.value.id not in self._dicts or node.func.attr != "setdefault" or len(node.args) != 2 or node.keywords:
            return None
        first = node.args[1]
        return (node.func.value.id, node.args[0], first) if isinstance(first, ast.List) and all(map(is_simple, first.elts)) else None

    def _made_sure(self, at: Any, name: str, key: ast.expr, first: ast.List | None) -> tuple[list[ast.stmt], ast.expr]:
        """What makes sure of the key, and the key. `first`: the list of a new one."""
        self.is_changed = True
        made: list[ast.stmt] = []
        if not is_simple(key):
            held = self._new("key", at)
            made, key = [store(held, key)], load(held)
        if first is not None:
            missing = ast.Compare(copy_tree(key), [ast.NotIn()], [load(name)])
            made.append(ast.If(missing, [ast.Assign([ast.Subscript(load(name), copy_tree(key), ast.Store())], first)], []))
        else:
            made.append(store(self._new("seen", at), ast.Call(load("len"), [ast.Subscript(load(name), copy_tree(key), ast.Load())], [])))
        return made, key

    def _extended(self, at: Any, name: str, key: ast.expr, first: ast.List | None, items: ast.expr) -> list[ast.stmt] | None:
        if isinstance(items, (ast.GeneratorExp, ast.Await, ast.Yield)) and any(is_name(n, name) for n in walk(items)):
            return None
        if first is None and not self._is_builtin(load("len"), "len"):
            return None
        made, key = self._made_sure(at, name, key, first)
        if any(is_name(n, name) for n in walk(items)):
            if not self._is_builtin(load("list"), "list"):
                return None
            held = self._new("items", at)
            made.append(store(held, ast.Call(load("list"), [items], [])))
            items = load(held)
        if isinstance(items, (ast.List, ast.Tuple)) and all(map(is_simple, items.elts)):
            return [*made, *(self._appended(name, key, e) for e in items.elts)]
        item = self._new("item", at)
        return [*made, ast.For(ast.Name(item, ast.Store()), items, [self._appended(name, key, load(item))], [])]

    @staticmethod
    def _appended(name: str, key: ast.expr, item: ast.expr) -> ast.stmt:
        place = ast.Subscript(load(name), copy_tree(key), ast.Load())
        return ast.Expr(ast.Call(ast.Attribute(place, "append", ast.Load()), [copy_tree(item)], []))
