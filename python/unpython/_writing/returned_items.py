"""What a returned tuple holds, in the order in which Python computes it, where an item may change what one before it is:

    return d, len(d), d.pop(2)      item = len(d); other = d.pop(2); return d, item, other

An item that is a dict, a list or an object becomes its numbers where it stands, which must be behind all that changes it.
"""

from __future__ import annotations

import ast
from collections import deque
from functools import cache
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.flow import parts_of
from unpython._writing.nodes import copy_tree, is_name, walk

_CHANGE = frozenset(
    "pop popitem popleft append appendleft extend extendleft insert remove clear sort reverse rotate update setdefault add discard fill put "
    "partition resize setfield itemset byteswap difference_update intersection_update symmetric_difference_update".split()
)
_CALL_OTHERS = frozenset("next setattr delattr exec eval map filter".split())
_PURE = frozenset(f"builtins.{name}" for name in "len int float bool str abs sum min max ord chr".split())
_STORE = frozenset("copyto put place putmask put_along_axis fill_diagonal shuffle at ndarray".split())
_COPIES = frozenset("dict set copy deepcopy Counter OrderedDict defaultdict deque".split())
_OWNERS = (list, tuple, dict, set, frozenset, str)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NUMBERS = (ast.Constant, ast.Compare, ast.BinOp, ast.UnaryOp, ast.Call, ast.JoinedStr, *_COMPREHENSIONS)
_DISPLAYS = (ast.Constant, ast.JoinedStr, ast.List, ast.Dict, ast.Set, ast.Tuple, *_COMPREHENSIONS)


@cache
def _reading_methods() -> frozenset[str]:
    import numpy as np  # which other texts are written without

    kinds = (list, dict, set, deque, str, int, float, complex, np.ndarray)
    return frozenset(name for kind in kinds for name in dir(kind)) - _CHANGE


def rewritten(function: FunctionType, node: Any) -> Any:
    """The `def` in which such items are computed before they are returned."""
    returned = [n for n in walk(node) if isinstance(n, ast.Return) and isinstance(n.value, ast.Tuple) and _computes(n.value)]
    if not returned:
        return node
    writer = _Writer(function, node)
    if not any(map(writer.count_ahead, returned)):
        return node
    return ast.fix_missing_locations(writer.visit(copy_tree(node)))


def _computes(node: ast.expr) -> bool:
    """Whether there is something that may change anything; `d[k]` of a defaultdict enters the key."""
    return any(isinstance(n, (ast.Call, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Subscript)) for n in walk(node))


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._node = node
        self._own = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._own |= {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self._own |= {n.name for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n is not node}
        shared = {name for n in walk(node) if isinstance(n, (ast.Nonlocal, ast.Global)) for name in n.names}
        self._lasting = self._own - shared  # names that no call assigns
        self._enters = any(is_name(n, "defaultdict") or getattr(n, "attr", "") == "defaultdict" for n in walk(node))

    def count_ahead(self, node: ast.Return) -> int:
        """How many items are computed before the tuple is returned; 0: its order does not matter."""
        if not isinstance(node.value, ast.Tuple) or any(isinstance(n, ast.Starred) for n in parts_of(node.value)):
            return 0
        items = list(parts_of(node.value))
        copies = [i for i, item in enumerate(items) if _copies(item)]
        holders = [*copies, *(i for i, item in enumerate(items) if not isinstance(item, _NUMBERS))]
        changing = [i for i, item in enumerate(items) if self._may_change(item)]
        entering = [i for i, item in enumerate(items) if self._may_enter(item)] if self._enters else []
        return max(_last_behind(holders, changing), _last_behind([*copies, *self._whole_dicts(items)], entering) if entering else 0)

    def visit_Return(self, node: ast.Return) -> Any:
        count = self.count_ahead(node)
        if count == 0:
            return node
        items = list(parts_of(node.value))  # type: ignore[arg-type]
        assigned = {n.target.id for item in items for n in walk(item) if isinstance(n, ast.NamedExpr)}
        statements: list[ast.stmt] = []
        ahead: dict[int, ast.expr] = {}
        for number, item in enumerate(items[:count]):
            if isinstance(item, ast.Constant) or (isinstance(item, ast.Name) and item.id in self._lasting - assigned):
                continue
            name = f"_item_{number}_{node.lineno}_{node.col_offset}_"
            statements.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], item), node))
            ahead[id(item)] = ast.copy_location(ast.Name(name, ast.Load()), item)
        _put(node.value, ahead)  # type: ignore[arg-type]
        return [*statements, node]

    def _whole_dicts(self, items: list[ast.expr]) -> list[int]:
        """Which items may be dicts in which a key is entered."""
        return [i for i, item in enumerate(items) if isinstance(item, ast.Name) and not self._is_no_dict(item.id)]

    def _is_no_dict(self, name: str) -> bool:
        stores = {n for n in walk(self._node) if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)}
        joins = (n for n in walk(self._node) if isinstance(n, ast.AugAssign) and not isinstance(n.op, ast.BitOr))
        given = (n for n in walk(self._node) if isinstance(n, ast.Assign) and _gives_no_dict(n.value))
        return bool(stores) and stores <= {*(n.target for n in joins), *(t for n in given for t in n.targets)}

    def _may_enter(self, item: ast.expr) -> bool:
        return any(isinstance(n, ast.Subscript) and not isinstance(n.slice, ast.Slice) for n in walk(item))

    def _may_change(self, item: ast.expr) -> bool:
        return any(isinstance(n, (ast.NamedExpr, ast.Yield, ast.YieldFrom)) or (isinstance(n, ast.Call) and self._changes(n)) for n in walk(item))

    def _changes(self, call: ast.Call) -> bool:
        """Whether a call may change what it is given, or what it belongs to."""
        _, attributes = _bindings.dotted(call.func)
        binding = _bindings.of_node(self._function, call.func, self._own)
        if binding is None or binding.kind == "hidden" or isinstance(getattr(binding.value, "__self__", None), _OWNERS):
            return not isinstance(call.func, ast.Attribute) or call.func.attr not in _reading_methods() or not self._is_plain(call.func.value)
        if getattr(binding.value, "__module__", None) == "cmath":
            return False
        library, _, name = binding.target.partition(".")
        if binding.kind != "library" or library not in ("math", "numpy", "builtins"):
            return True
        if library != "builtins":
            return bool(_STORE & {*name.split("."), *attributes})
        if name in ("map", "filter") and call.args and self._is_pure(call.args[0]):
            return False
        is_method = bool(attributes) and attributes[-1] != name  # dict.pop(d, k)
        return attributes[-1] not in _reading_methods() if is_method else name in _CALL_OTHERS

    def _is_pure(self, called: ast.expr) -> bool:
        """len of map(len, x): a function of Python's that calls no other one, given as it is."""
        binding = _bindings.of_node(self._function, called, self._own) if isinstance(called, ast.Name) else None
        return binding is not None and binding.kind == "library" and binding.target in _PURE

    def _is_plain(self, owner: Any) -> bool:
        """Whether an expression is no object of a class of the program, whose methods may do anything whatever their names."""
        if isinstance(owner, ast.Name) and owner.id in self._own:
            stores = [n for n in walk(self._node) if isinstance(n, ast.Name) and n.id == owner.id and not isinstance(n.ctx, ast.Load)]
            values = [n.value for n in walk(self._node) if isinstance(n, ast.Assign) and any(t in stores for t in n.targets)]
            return bool(values) and len(values) == len(stores) and not any(isinstance(v, ast.Name) for v in values) and all(map(self._is_plain, values))
        if isinstance(owner, ast.Call):
            binding = _bindings.of_node(self._function, owner.func, self._own)
            return binding is not None and (binding.kind == "library" or getattr(binding.value, "__module__", "") == "collections")
        return isinstance(owner, (ast.Name, *_DISPLAYS))


def _gives_no_dict(value: ast.expr) -> bool:
    return isinstance(value, (ast.Constant, ast.Compare, ast.UnaryOp)) or (isinstance(value, ast.BinOp) and not isinstance(value.op, ast.BitOr))


def _last_behind(holders: list[int], changing: list[int]) -> int:
    """How many items there are up to the last one that changes what one before it holds."""
    return changing[-1] + 1 if holders and changing and changing[-1] > min(holders) else 0


def _copies(item: ast.expr) -> bool:
    """dict(d), d.copy()"""
    if not isinstance(item, ast.Call) or not all(isinstance(a, ast.Name) for a in item.args):
        return False
    root, attributes = _bindings.dotted(item.func)
    return [getattr(root, "id", ""), *attributes][-1] in _COPIES


def _put(node: ast.Tuple, ahead: dict[int, ast.expr]) -> None:
    for item in node.elts:
        if isinstance(item, ast.Tuple):
            _put(item, ahead)
    node.elts = [ahead.get(id(item), item) for item in node.elts]
