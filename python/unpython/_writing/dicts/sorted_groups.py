"""Lists of a dict that are put in another order where they lie:

    d[k].sort(reverse=True)             put_back(d[k], sorted(d[k], reverse=True))
    d[k].reverse()                      put_back(d[k], d[k][::-1])
    for k, v in d.items():              for key in d: put_back(d[key], sorted(d[key]))
        v.sort()                        for k, v in d.items():
        ...                                 ...

groups.py writes put_back(), of a list that has no name of its own. The dict is one that the function makes. A loop through the list itself
would see the new order: there the statement stays as it is, and so does a loop that may end before its end, or whose body asks the dict.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import groups
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, is_simple, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_MAKERS = frozenset(["dict", "defaultdict"])
_LEAVE = (ast.Break, ast.Return, ast.Raise, ast.Continue)


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and what free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or not any(isinstance(n, ast.Attribute) and n.attr in ("sort", "reverse") for n in walk(node)):
        return node, frozenset(), []
    sorted_ = _bindings.resolve(function, "sorted", [])
    dicts = _dicts(node)
    if "sorted" in local_names(function) or sorted_.target != "builtins.sorted" or not dicts:
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Writer(dicts)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), [sorted_]) if writer.is_changed else (node, frozenset(), [])


def _dicts(node: Any) -> set[str]:
    """The names that stand for new dicts alone."""
    values: dict[str, list[Any]] = {}
    known: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
            values.setdefault(n.targets[0].id, []).append(n.value)
            known.add(id(n.targets[0]))
    other = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    other |= {n.arg for n in walk(node) if isinstance(n, ast.arg)}
    inner = [n for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not node]
    other |= {n.id for f in inner if isinstance(f, ast.FunctionDef) for n in walk(f) if isinstance(n, ast.Name)}
    return {name for name, given in values.items() if name not in other and all(map(_is_dict, given))}


def _is_dict(node: Any) -> bool:
    if isinstance(node, ast.Call):
        return (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")) in _MAKERS
    return isinstance(node, (ast.Dict, ast.DictComp))


class _Writer(BlockRewriter):
    def __init__(self, dicts: set[str]):
        self._dicts = dicts
        self._inside: list[str] = []  # the dicts whose lists, or all of whose entries, loops around go through
        self.names: set[str] = set()
        self.is_changed = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    def _new(self, at: ast.stmt, what: str) -> str:
        name = f"_{what}_{at.lineno}_{at.col_offset}_of_group_"
        self.names.add(name)
        return name

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Subscript):
            return node
        place = call.func.value
        name = place.value.id if isinstance(place.value, ast.Name) else ""
        if name not in self._dicts or name in self._inside or any(isinstance(n, ast.Name) and n.id == name for k in call.keywords for n in walk(k)):
            return node
        before: list[ast.stmt] = []
        key = place.slice
        if not is_simple(key):
            key = load(self._new(node, "key"))
            before.append(store(key.id, place.slice))  # type: ignore[attr-defined]
        made = _put_back(call, name, key)
        if made is None:
            return node
        self.is_changed = True
        return [ast.copy_location(s, node) for s in (*before, made)]

    def visit_For(self, node: ast.For) -> Any:
        name, inner = _gone_through(node.iter), _list_gone_through(node.iter)
        begun: list[ast.stmt] = []
        if name in self._dicts and name not in self._inside:
            begun = self._sorted_before(node, name)
        self._inside += [name, inner]
        node.body = self.statements(node.body)
        del self._inside[-2:]
        node.orelse = self.statements(node.orelse)
        return [*begun, node] if begun else node

    def _sorted_before(self, node: ast.For, name: str) -> list[ast.stmt]:
        """A loop of its own for `v.sort()`, the first statement of the body that asks for v or the dict."""
        target: Any = node.target
        is_items = node.iter.func.attr == "items"  # type: ignore[attr-defined]
        if is_items and not (isinstance(target, ast.Tuple) and len(target.elts) == 2):
            return []
        held = target.elts[1] if is_items else target
        asked = [n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name)]
        if not isinstance(held, ast.Name) or name in asked or any(isinstance(n, _LEAVE) for s in node.body for n in walk(s)):
            return []
        statement: Any = next((s for s in node.body if any(isinstance(n, ast.Name) and n.id == held.id for n in walk(s))), None)
        call: Any = statement.value if isinstance(statement, ast.Expr) else None
        is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        if not is_method or call.func.value.id != held.id or any(not _is_fixed(k.value) for k in call.keywords):
            return []
        key = self._new(node, "key")
        made = _put_back(call, name, load(key))
        if made is None:
            return []
        self.is_changed = True
        node.body = [s for s in node.body if s is not statement] or [ast.copy_location(ast.Pass(), statement)]
        return [ast.copy_location(ast.For(ast.Name(key, ast.Store()), load(name), [ast.copy_location(made, statement)], []), node)]


def _put_back(call: ast.Call, name: str, key: ast.expr) -> ast.stmt | None:
    assert isinstance(call.func, ast.Attribute)
    if call.args or (call.func.attr != "sort" and (call.func.attr != "reverse" or call.keywords)):
        return None
    place, read = (ast.Subscript(load(name), copy_tree(key), ast.Load()) for _ in range(2))
    made: ast.expr = ast.Call(load("sorted"), [read], call.keywords)
    if call.func.attr == "reverse":
        made = ast.Subscript(read, ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1))), ast.Load())
    return ast.Expr(OwnCall(groups.put_back, [place, made]))


def _gone_through(node: Any) -> str:
    """The name of a dict whose lists a loop goes through."""
    is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)
    return node.func.value.id if is_method and not node.args and node.func.attr in ("items", "values") else ""


def _list_gone_through(node: Any) -> str:
    """The name of the dict of whose lists something is gone through, in any way."""
    return next((n.value.id for n in walk(node) if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name)), "")


def _is_fixed(node: ast.expr) -> bool:
    """A constant, or a lambda that knows nothing but its argument."""
    if not isinstance(node, ast.Lambda):
        return isinstance(node, ast.Constant)
    own = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
    return all(isinstance(n.ctx, ast.Load) and n.id in own for n in walk(node.body) if isinstance(n, ast.Name))
