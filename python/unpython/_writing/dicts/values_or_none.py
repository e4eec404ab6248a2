"""Dicts of which some values are None, and d.get(k), which may be:

    parent = {start: None}                   parent, given = {start: start}, {start: False}
    parent[v] = u                            parent[v] = u; given[v] = True
    node = parent[node]                      node = parent[node] if given[node] else None
    if dist[v] is None:                      if not given[v]:
    dist[v] = dist[u] + 1                    dist[v] = value_of(given[u], dist[u]) + 1; given[v] = True
    d[k] = u if c else None                  if c: d[k] = u; given[k] = True ...
    n = d.get(k)                             n = d[k] if k in d else None      # also where it is returned

Problem: the values of a dict have one type, which None is not.
Choice:  what stands where the value is None is the key, which nobody reads; a second dict says where. A dict that is returned, given
         away or gone through by its values stays as it is.

Asked only where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._layouts import Layout, is_record, is_table, kind_of_texts
from unpython._library.python_functions import nothing
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import copy_tree, is_name, is_none, is_simple, load, store, walk, ways
from unpython._writing.rewriter import BlockRewriter

_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_MAKERS = frozenset(["builtins.dict", "collections.Counter", "collections.defaultdict"])


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, the names that came with it, and no free names."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, (ast.FunctionDef, ast.Lambda)) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    made: Any = copy_tree(node)
    made.body = _Choices().statements(made.body)
    names: set[str] = set()
    for name in sorted(_with_nothing(made)):
        tried = copy_tree(made)
        writer = _OfName(name, _width(tried, name))
        try:
            tried.body = writer.statements(tried.body)
        except _OtherUse:
            continue
        if writer.asks and not (getattr(made, "runs_again", False) or _attempts.may_run_again(function)):
            continue
        made = tried
        made.runs_again = getattr(made, "runs_again", False) or writer.asks
        names.add(_flags(name))
    getter = _Got(_dicts(function, made, layouts))
    made.body = getter.statements(made.body)
    if not names and not getter.made:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(names | getter.made), []


class _OtherUse(Exception):
    pass


class _Choices(BlockRewriter):
    """d[k] = x if c else None        if c: d[k] = x; else: d[k] = None"""

    def visit_Assign(self, node: ast.Assign) -> Any:
        value = node.value
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Subscript) or not isinstance(value, ast.IfExp) or not any(map(is_none, ways(value))):
            return node
        stores = [ast.copy_location(ast.Assign([copy_tree(node.targets[0])], way), node) for way in (value.body, value.orelse)]
        both = [self.visit_Assign(stored) for stored in stores]
        return ast.copy_location(ast.If(value.test, both[:1], both[1:]), node)


def _flags(name: str) -> str:
    return f"_{name}_has_values_"


def _with_nothing(node: Any) -> set[str]:
    """The names that stand for one dict, of which some values are None."""
    values: dict[str, list[Any]] = {}
    known: set[int] = set()
    for n in walk(node):
        if isinstance(n, (ast.Assign, ast.AnnAssign)):
            for target in n.targets if isinstance(n, ast.Assign) else [n.target]:
                if isinstance(target, ast.Name):
                    values.setdefault(target.id, []).append(n.value)
                    known.add(id(target))
    others = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
    others |= {a.arg for a in walk(node) if isinstance(a, ast.arg)}
    stored = {
        t.value.id
        for n in walk(node)
        if isinstance(n, ast.Assign) and is_none(n.value)
        for t in n.targets
        if isinstance(t, ast.Subscript) and isinstance(t.value, ast.Name)
    }
    found = set()
    for name, given in values.items():
        if len(given) == 1 and name not in others and isinstance(given[0], (ast.Dict, ast.DictComp)):
            parts = given[0].values if isinstance(given[0], ast.Dict) else [given[0].value]
            if any(map(is_none, parts)) or name in stored:
                found.add(name)
    return found


def _width(node: Any, name: str) -> int:
    """How many parts the values of a dict have that are stored one by one, if each is a tuple that is written out."""
    stores = [n for n in walk(node) if isinstance(n, ast.Assign) and not is_none(n.value)]
    values = [n.value for n in stores for t in n.targets if isinstance(t, ast.Subscript) and is_name(t.value, name)]
    widths = {len(v.elts) if isinstance(v, ast.Tuple) else 0 for v in values}
    return widths.pop() if len(widths) == 1 else 0


class _OfName(BlockRewriter):
    """Writes a dict with None among its values, and all that is done with it."""

    def __init__(self, name: str, width: int):
        self._name = name
        self._width = width  # of values that are tuples; 0: they are none
        self.asks = False  # a value where None would be an exception

    def _flag(self, key: ast.expr) -> ast.expr:
        return ast.Subscript(load(_flags(self._name)), copy_tree(key), ast.Load())

    def _item(self, node: Any) -> bool:
        if not isinstance(node, ast.Subscript) or not is_name(node.value, self._name):
            return False
        if not is_simple(node.slice):
            raise _OtherUse
        return True

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if is_name(target, self._name):
            return self._made(node)
        if len(node.targets) == 1 and isinstance(target, ast.Subscript) and self._item(target):
            value = copy_tree(target.slice) if is_none(node.value) else self._read(node.value)
            flag = ast.Subscript(load(_flags(self._name)), copy_tree(target.slice), ast.Store())
            stored: list[ast.stmt] = [ast.Assign([target], value), ast.Assign([flag], ast.Constant(not is_none(node.value)))]
            return [ast.copy_location(s, node) for s in stored]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and self._item(node.value):
            item: Any = node.value
            if self._width:
                parts: list[ast.expr] = [ast.Subscript(copy_tree(item), ast.Constant(i), ast.Load()) for i in range(self._width)]
                item = ast.copy_location(ast.Tuple(parts, ast.Load()), item)
            node.value = ast.IfExp(self._flag(node.value.slice), item, ast.Constant(None))  # type: ignore[attr-defined]
            return node
        node.value = self._read(node.value)
        for part in node.targets:
            self._read(part)
        return node

    def _made(self, node: ast.Assign) -> Any:
        if len(node.targets) > 1:
            raise _OtherUse
        flags = copy_tree(node.value)
        if isinstance(node.value, ast.Dict):
            if not all(key is not None and is_simple(key) for key in node.value.keys):
                raise _OtherUse
            pairs = [*zip(node.value.keys, node.value.values, strict=True)]
            node.value.values = [copy_tree(key) if is_none(value) else self._read(value) for key, value in pairs]  # type: ignore[misc]
            flags.values = [ast.Constant(not is_none(value)) for _, value in pairs]  # type: ignore[attr-defined]
        else:
            whole: Any = node.value
            if not is_none(whole.value) or not is_simple(whole.key):
                raise _OtherUse
            whole.value, flags.value = copy_tree(whole.key), ast.Constant(False)  # type: ignore[attr-defined]
        return [node, ast.copy_location(store(_flags(self._name), flags), node)]

    def generic_visit(self, node: ast.AST) -> Any:
        """A statement: its expressions, and the statements in it."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self._read(value))
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                setattr(node, field, [self._read(v) for v in value])
        return super().generic_visit(node)

    def _read(self, node: Any) -> Any:
        return _Reads(self).visit(node)

    def flag(self, node: Any) -> ast.expr | None:
        """Whether an expression is an item of the dict: what says that it is given."""
        return self._flag(node.slice) if self._item(node) else None

    def is_name(self, node: Any) -> bool:
        return is_name(node, self._name)


class _Reads(ast.NodeTransformer):
    """Expressions that read items of the dict."""

    def __init__(self, of: _OfName):
        self._of = of

    def visit_Compare(self, node: ast.Compare) -> Any:
        flag = self._of.flag(node.left)
        if flag is not None and len(node.ops) == 1 and isinstance(node.ops[0], (ast.Is, ast.IsNot)) and is_none(node.comparators[0]):
            return ast.copy_location(flag if isinstance(node.ops[0], ast.IsNot) else ast.UnaryOp(ast.Not(), flag), node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and self._of.is_name(node.comparators[0]):
            node.left = self.visit(node.left)
            return node
        if all(isinstance(op, _ORDERS) for op in node.ops):
            node.left, node.comparators = self._needed(node.left), list(map(self._needed, node.comparators))
            return node
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        node.left, node.right = self._needed(node.left), self._needed(node.right)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        if is_name(node.func, "len") and len(node.args) == 1 and self._of.is_name(node.args[0]):
            return node
        return self.generic_visit(node)

    def _needed(self, node: Any) -> Any:
        """Where None is a TypeError, of which Python knows the text."""
        flag = self._of.flag(node)
        if flag is None:
            return self.visit(node)
        self._of.asks = True
        return ast.copy_location(OwnCall(nothing.given, [flag, node]), node)

    def visit_Name(self, node: ast.Name) -> Any:
        if self._of.is_name(node):
            raise _OtherUse
        return node


class _Got(BlockRewriter):
    """`made`: names for keys."""

    def __init__(self, dicts: set[str]):
        self._dicts = dicts
        self.made: set[str] = set()

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self._asked_first(node) if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) else node

    def visit_Return(self, node: ast.Return) -> Any:
        return self._asked_first(node)

    def _asked_first(self, node: Any) -> Any:
        got: Any = node.value
        is_get = isinstance(got, ast.Call) and isinstance(got.func, ast.Attribute) and got.func.attr == "get"
        if not is_get or len(got.args) != 1 or got.keywords or not isinstance(got.func.value, ast.Name) or got.func.value.id not in self._dicts:
            return node
        name = f"_key_{len(self.made)}_of_get_"
        self.made.add(name)
        item = ast.Subscript(got.func.value, load(name), ast.Load())
        node.value = ast.copy_location(ast.IfExp(ast.Compare(load(name), [ast.In()], [copy_tree(got.func.value)]), item, ast.Constant(None)), got)
        return [ast.copy_location(store(name, got.args[0]), node), node]


def _dicts(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> set[str]:
    """The names that stand for dicts alone."""
    from unpython._writing.text.kinds import Dict

    own = local_names(function)
    stored: dict[str, list[bool]] = {}
    known: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Assign):
            for target in n.targets:
                if isinstance(target, ast.Name):
                    made = n.value
                    is_dict = isinstance(made, (ast.Dict, ast.DictComp)) or (
                        isinstance(made, ast.Call) and _made_by(made, function, own) in _MAKERS
                    )
                    stored.setdefault(target.id, []).append(is_dict)
                    known.add(id(target))
    for n in walk(node):
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known:
            stored.setdefault(n.id, []).append(False)
    given = {
        name
        for name, layout in layouts.items()
        if (is_table(layout) and layout.type is dict) or (is_record(layout) and layout.type is dict) or isinstance(kind_of_texts(layout), Dict)
    }
    parameters = {a.arg for a in walk(node) if isinstance(a, ast.arg)}
    return {name for name, kinds in stored.items() if all(kinds) and name not in parameters} | (given - stored.keys())


def _made_by(node: ast.Call, function: FunctionType, own: frozenset[str]) -> str:
    binding = _bindings.of_node(function, node.func, own)
    if binding is not None and isinstance(binding.value, type) and binding.value.__module__ == "collections":
        return f"collections.{binding.value.__name__}"
    return full_name(node.func, function, own)
