"""Whether a function does nothing with lists that it is given but read them.

A list that is taken apart is another object inside the function: nobody may see that. What stands in no row below may store to
the list, keep it, or give it to someone who does.
"""

from __future__ import annotations

import ast
import collections
from collections.abc import Container, Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings, _host
from unpython._find_source import SourceNotFound
from unpython._library.by_name import CHANGE_FIRST
from unpython._library.python_functions.extremes import largest_given, least_given
from unpython._library.python_functions.recursion import size
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes import Changes
from unpython._writing.changes.begun_again import begun_again, pairs_in
from unpython._writing.changes.methods import OF_LISTS, STORES
from unpython._writing.changes.row_places import is_exchange, is_new_list, lose_lists
from unpython._writing.dicts.set_expressions import COMPARISONS, METHODS, UPDATES, is_set
from unpython._writing.nodes import is_name, walk, with_own_scopes
from unpython._writing.plainer import find_source

_OF_SPLITS = frozenset("sections_of equal_sections_of part_of_split part_of_equal_split".split())  # of those of our own that other words call
_BUILTINS = frozenset("len sum min max sorted any all list tuple set enumerate zip reversed map filter abs str repr print".split())
_OF_DEEP = frozenset("len enumerate zip reversed sorted".split())  # give no inner list to anyone but a loop
_OF_ROWS = frozenset(f"builtins.{name}" for name in "len sum min max any all".split())
_STORES = STORES | {"random"}
_MAKE_ARRAYS = frozenset(f"numpy.{name}" for name in "zeros empty ones full zeros_like empty_like ones_like full_like".split())
_METHODS = frozenset(("index", "count", "copy"))
_ITERATORS = frozenset(f"itertools.{name}" for name in "accumulate chain compress dropwhile filterfalse pairwise takewhile".split())
_PICKS = frozenset(("itertools.combinations", "itertools.permutations", "itertools.product", "functools.reduce"))
_SEARCHES = frozenset(("bisect.bisect_left", "bisect.bisect_right", "heapq.nlargest", "heapq.nsmallest"))
_OF_SETS = frozenset((*METHODS, *UPDATES, *COMPARISONS, "update", "isdisjoint"))


def only_reads(function: FunctionType, lists: dict[str, int], node: Any = None, is_begun: bool = True) -> bool:
    """`lists`: names, with how many lists are in one another; `node`: the `def`, if it is not the one of the text; `is_begun`: whether names
    may be begun anew, and stand for other lists then."""
    try:
        node = node or find_source(function).node
    except SourceNotFound:
        return False
    return _Reads(function, node, lists, is_begun=is_begun).hold()


def other_use(function: FunctionType, lists: dict[str, int]) -> ast.Name | None:
    """Where a function does something with one of these lists that is more than to read it; None where it reads them."""
    try:
        reads = _Reads(function, find_source(function).node, lists)
    except SourceNotFound:
        return None
    return None if reads.hold() else reads.other


def only_changes(function: FunctionType, node: Any, lists: dict[str, int], changed: frozenset[str]) -> bool:
    """Whether it reads these lists, stores to the items of those that are `changed` (of lists of lists: to those of the inner ones), lets
    them grow, and may return one of them; no name for one of these stands for anything else. `node`: the `def`."""
    return _Reads(function, node, lists, changed).hold()


def reads_list(binding: _bindings.Binding, depth: int = 1) -> bool:
    """Whether a function of a library does nothing with a list that it is given but read it."""
    target = binding.target
    if target.startswith("builtins."):
        return depth == 1 and target.removeprefix("builtins.") in _BUILTINS
    if target in _PICKS:
        return depth == 1
    return (target.split(".")[0] in ("numpy", "math") and not _STORES & set(target.split("."))) or target in _ITERATORS | _SEARCHES


def is_copied(function: FunctionType, call: ast.Call, own: Container[str]) -> bool:
    """", ".join(v), Counter(v), deque(v), statistics.mean(v), random.choice(v)"""
    called = call.func
    if isinstance(called, ast.Attribute) and called.attr == "join":
        return isinstance(called.value, ast.Constant) and type(called.value.value) is str
    if any(k.arg != "maxlen" for k in call.keywords):
        return False
    binding = _bindings.of_node(function, called, own)
    if binding is None:
        return False
    if binding.value is collections.Counter or binding.value is collections.deque or _host.statistics(binding.value):
        return True
    return _host.written(binding.value) in ("random.choice", "random.sample")


def is_stored_in_array(assign: ast.Assign, function: FunctionType, node: ast.AST) -> bool:
    """y[0] = v, where each value of the name `y` is an array that the function makes: it gets the items."""
    target = assign.targets[0]
    if len(assign.targets) != 1 or not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Name):
        return False
    name, own = target.value.id, local_names(function)
    made = [n for n in walk(node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.value, ast.Call)]
    found = {id(n.targets[0]) for n in made if full_name(n.value.func, function, own) in _MAKE_ARRAYS}  # type: ignore[attr-defined]
    stores = [n for n in walk(node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
    return bool(stores) and all(id(store) in found for store in stores)


class _Reads:
    def __init__(self, function: FunctionType, node: ast.AST, lists: dict[str, int], changed: frozenset[str] = frozenset(), is_begun: bool = True):
        self._function = function
        self._node = node = with_own_scopes(node)
        self._depths = dict(lists)
        self._changed = changed
        self._changes = Changes(function, node) if changed else None
        self._asked: set[str] = set()
        self._is_begun = is_begun
        self._begun: dict[tuple[str, bool], set[int]] = {}
        self._rows: set[str] = set()  # names of lists in those that are changed
        self._losing = lose_lists(node, [name for name in changed if lists.get(name, 0) > 1])
        self.other: ast.Name | None = None  # the first name that does more than read
        self._parents = {child: parent for parent in walk(node) for child in ast.iter_child_nodes(parent)}

    def hold(self) -> bool:
        """Names that loops give inner lists to come to the others until there are no more."""
        while True:
            known = len(self._depths)
            names = [n for n in walk(self._node) if isinstance(n, ast.Name) and n.id in self._depths]
            self.other = next((name for name in names if not self._is_read(name)), None)
            if self.other is not None:
                return False
            if len(self._depths) == known:
                return True

    def _is_another(self, name: ast.Name) -> bool:
        """Whether the function has begun the name anew before."""
        if name.id in self._changed or not self._is_begun:
            return False
        if any(self._may_be_given(n, name.id) for n in walk(self._node)):
            return False
        key = name.id, self._depths[name.id] == 1
        if key not in self._begun:
            self._begun[key] = begun_again(self._node, name.id, self._library, key[1])
        return id(name) in self._begun[key]

    def _may_be_given(self, node: ast.AST, name: str) -> bool:
        """Whether a statement may give a name a list that stands for another argument, or is in one."""
        if not isinstance(node, ast.Assign):
            return False
        parts: list[Any] = [value for target, value in pairs_in(node) if any(is_name(n, name) for n in walk(target))]
        parts = [item for part in parts for item in (part.elts if isinstance(part, ast.Tuple) else [part])]
        while parts:
            part = parts.pop()
            if isinstance(part, ast.IfExp):
                parts += [part.body, part.orelse]
            elif isinstance(part, ast.BoolOp):
                parts += part.values
            elif isinstance(part, ast.Subscript) and not isinstance(part.slice, ast.Slice):
                parts.append(part.value)
            elif isinstance(part, ast.Name) and part.id != name and self._depths.get(part.id):
                return True
        return False

    def _is_read(self, name: ast.Name) -> bool:
        if self._is_another(name):
            return True
        parent = self._parents[name]
        if name.id in self._changed and self._is_changed(name, parent):
            return True
        if name.id in self._rows and _changes_items(name, parent):
            return True
        if not isinstance(name.ctx, ast.Load):
            if name.id in self._changed:
                return False
            return not isinstance(parent, ast.AugAssign) or parent.target is not name
        node: ast.expr = name
        depth = self._depths[name.id]
        while isinstance(parent, (ast.Subscript, ast.Attribute)) and parent.value is node:
            if not isinstance(parent.ctx, ast.Load):
                return False
            if isinstance(parent, ast.Attribute):
                if isinstance(self._parents[parent], ast.Call):
                    break  # a method
            elif not isinstance(parent.slice, ast.Slice):
                depth -= 1
            elif depth == 1:
                depth = 0  # a new list
            node, parent = parent, self._parents[parent]
        return depth <= 0 or self._is_used_well(node, parent, depth)

    def _is_changed(self, name: ast.Name, parent: Any) -> bool:
        """v[i] = x, del v[i], v += [x], v.append(x), heappush(v, x), return v; of a list of lists: m[i][j] = x, m[i].append(x), return m"""
        if isinstance(parent, ast.Return):
            return True
        place: ast.expr = name
        if self._depths[name.id] > 1:
            if self._changes_places(name, parent):
                return True
            if name.id in self._losing:
                return False  # who holds a list that is taken away would not see its new items
            if not isinstance(parent, ast.Subscript) or parent.value is not name or isinstance(parent.slice, ast.Slice):
                return False
            place, parent = parent, self._parents[parent]
            if not isinstance(parent, (ast.Subscript, ast.Attribute)) or isinstance(getattr(parent, "slice", None), ast.Slice):
                return False
        if isinstance(parent, ast.Attribute):
            parent = self._parents[parent] if parent.attr in OF_LISTS else None
        elif isinstance(parent, ast.Call) and getattr(self._called(parent), "target", "") not in CHANGE_FIRST:
            return False
        return self._changes is not None and any(changed is place for changed in self._changes.of(parent))

    def _changes_places(self, name: ast.Name, parent: Any) -> bool:
        """m[i], m[j] = m[j], m[i], m[i] = [x], del m[i], and m.sort(), m.append([x]), ... that stand alone."""
        above = self._parents[parent]
        if isinstance(parent, ast.Attribute) and isinstance(above, ast.Call) and isinstance(self._parents[above], ast.Expr):
            is_kept = parent.attr in ("sort", "reverse", "pop")
            return is_kept or (parent.attr in ("append", "insert") and bool(above.args) and is_new_list(above.args[-1]))
        if not isinstance(parent, ast.Subscript) or parent.value is not name or isinstance(parent.slice, ast.Slice):
            return False
        if isinstance(above, ast.Delete):
            return True
        if isinstance(above, ast.Tuple):
            return is_exchange(self._parents[above], name.id)
        return isinstance(above, ast.Assign) and above.targets == [parent] and is_new_list(above.value)

    def _is_used_well(self, node: ast.expr, parent: ast.AST, depth: int) -> bool:
        if isinstance(parent, ast.Attribute):
            return depth == 1 and parent.attr in _METHODS
        if isinstance(parent, OwnCall):
            return parent.function in (size, largest_given, least_given) or getattr(parent.function, "__name__", "") in _OF_SPLITS
        if isinstance(parent, ast.FormattedValue):
            return parent.value is node
        if isinstance(parent, ast.Call) and node in parent.args:
            return self._call(node, parent, depth)
        if isinstance(parent, (ast.List, ast.Tuple)) and isinstance(taken := self._parents[parent], ast.Call):  # np.array([v, w])
            return parent in taken.args and self._is_of_numpy(taken)
        place, holder = (parent, self._parents[parent]) if isinstance(parent, ast.Tuple) else (node, parent)
        if isinstance(holder, ast.Subscript) and holder.slice is place:  # a[v], a[0, v]
            return True
        if isinstance(parent, ast.keyword):  # np.average(v, weights=w)
            taken = self._parents[parent]
            return isinstance(taken, ast.Call) and parent.arg != "out" and self._is_of_numpy(taken)
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            return self._gone_through(node, depth)
        if isinstance(parent, ast.Compare):
            return all(self._is_fair(op, parent) for op in parent.ops)
        if isinstance(parent, ast.AugAssign):  # out += v
            return depth == 1 and isinstance(parent.op, ast.Add) and isinstance(parent.target, ast.Name) and self._is_made_list(parent.target.id)
        if isinstance(parent, ast.BinOp):
            return depth == 1 or not isinstance(parent.op, (ast.Add, ast.Mult))
        if isinstance(parent, ast.comprehension) and node in parent.ifs:
            return True
        if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
            return parent.test is node
        if isinstance(parent, ast.Starred):  # [0, *v], zip(*v)
            taken = self._parents[parent]
            is_zip = isinstance(taken, ast.Call) and len(taken.args) == 1 and getattr(self._called(taken), "target", "") == "builtins.zip"
            of_columns = depth == 2 and is_zip and isinstance(self._parents[taken], (ast.For, ast.comprehension))
            return of_columns or (depth == 1 and (is_zip or isinstance(taken, ast.List)))
        if isinstance(parent, ast.Assign) and is_stored_in_array(parent, self._function, self._node):
            return True
        if isinstance(parent, ast.Assign) and self._is_named(node, parent.targets, depth):
            return True
        if isinstance(parent, ast.Tuple) and isinstance(given := self._parents[parent], ast.Assign):  # a, b = v, w
            targets = [target for target, value in pairs_in(given) if value is node]
            return bool(targets) and self._is_named(node, targets, depth)
        if isinstance(parent, ast.Assign):  # first, *rest = v
            return len(parent.targets) == 1 and isinstance(parent.targets[0], (ast.Tuple, ast.List)) and self._is_taken_apart(parent.targets[0], depth)
        return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)

    def _is_named(self, node: ast.expr, targets: list[ast.expr], depth: int) -> bool:
        """row = m[i], best = row: the name is one more for the same list."""
        if self._changed or isinstance(node, ast.Attribute) or (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
            return False
        if not all(isinstance(target, ast.Name) for target in targets):
            return False
        for name in (name for target in targets for name in _names(target)):
            self._depths[name] = max(self._depths.get(name, 0), depth)
        return True

    def _is_taken_apart(self, target: ast.Tuple | ast.List, depth: int) -> bool:
        """(a, b), (c, d) = m"""
        if depth > 1 and (self._changed or any(isinstance(n, ast.Starred) for n in walk(target)) or not all(_is_place(n) for n in walk(target))):
            return False
        if depth > 1:
            for part in target.elts:
                self._named_items(part, depth)
        return True

    @staticmethod
    def _is_fair(op: ast.cmpop, node: ast.Compare) -> bool:
        asks_none = all(isinstance(c, ast.Constant) and c.value is None for c in node.comparators)
        return asks_none or not isinstance(op, (ast.Is, ast.IsNot))

    def _called(self, call: ast.Call) -> _bindings.Binding | None:
        """The function of a library, unless it stores to what it is given."""
        root, path = _bindings.dotted(call.func)
        if not isinstance(root, ast.Name) or root.id in local_names(self._function):
            return None
        binding = _bindings.resolve(self._function, root.id, path)
        return None if binding.kind != "library" or set(path) & _STORES else binding

    def _stores_into_first(self, called: ast.expr) -> bool:
        """np.put(a, v, w), np.add.at(a, v, w)"""
        of = called.value if isinstance(called, ast.Attribute) and called.attr == "at" else called
        name = self._library(of)
        return name.startswith("numpy.") and (of is not called or bool(STORES & {*name.split(".")})) and not name.startswith("numpy.random.")

    def _is_of_numpy(self, call: ast.Call) -> bool:
        return getattr(self._called(call), "target", "").startswith("numpy.")

    def _is_made_list(self, name: str) -> bool:
        """Whether each value of a name is a list that is made there."""
        stores = [n for n in walk(self._node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
        assigned = [n for n in walk(self._node) if isinstance(n, ast.Assign) and len(n.targets) == 1]
        made = [n.targets[0] for n in assigned if isinstance(n.value, (ast.List, ast.ListComp)) or self._makes_list(n.value)]
        made += [n.target for n in walk(self._node) if isinstance(n, ast.AugAssign)]
        return bool(stores) and name not in self._depths and all(any(store is m for m in made) for store in stores)

    def _makes_list(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self._library(node.func) in ("builtins.list", "builtins.sorted")

    def _is_set(self, node: ast.expr) -> bool:
        return is_set(node, self._names_set, self._library)

    def _names_set(self, name: str) -> bool:
        """Whether each value of a name is a set that is made there."""
        if name in self._asked:  # s = s | t: what the other values say
            return True
        updated = {id(n.target) for n in walk(self._node) if isinstance(n, ast.AugAssign)}
        stores = [
            n for n in walk(self._node)
            if is_name(n, name) and not isinstance(n.ctx, ast.Load) and id(n) not in updated
        ]  # fmt: skip
        values = [n.value for n in walk(self._node) if isinstance(n, ast.Assign) and n.targets[0] in stores and len(n.targets) == 1]
        self._asked.add(name)
        are_sets = bool(values) and len(values) == len(stores) and not any(isinstance(v, ast.Name) for v in values) and all(map(self._is_set, values))
        self._asked.discard(name)
        return are_sets

    def _library(self, node: ast.expr) -> str:
        return full_name(node, self._function, local_names(self._function))

    def _call(self, node: ast.expr, call: ast.Call, depth: int) -> bool:
        if depth == 1 and is_copied(self._function, call, local_names(self._function)):
            return True
        if depth == 1 and isinstance(call.func, ast.Attribute) and call.func.attr in _OF_SETS and self._is_set(call.func.value):
            return True
        if depth == 1 and isinstance(call.func, ast.Attribute) and call.func.attr == "extend" and isinstance(call.func.value, ast.Name):
            owner = call.func.value.id
            return (owner in self._changed or self._is_made_list(owner)) and not any(is_name(a, owner) for a in call.args)
        if depth == 1 and node in call.args[1:] and self._stores_into_first(call.func):
            return True
        binding = self._called(call)
        if binding is None:
            return False
        if depth == 1 or not binding.target.startswith("builtins."):
            return reads_list(binding, depth)
        called = binding.target.removeprefix("builtins.")
        if called in ("len", "str", "repr"):
            return True
        parent = self._parents[call]
        if called == "map":  # max(map(sum, m))
            is_read = isinstance(parent, ast.Call) and getattr(self._called(parent), "target", "").removeprefix("builtins.") in _BUILTINS
            return depth == 2 and is_read and len(call.args) == 2 and self._library(call.args[0]) in _OF_ROWS
        return called in _OF_DEEP and self._gone_through(node, depth)

    def _gone_through(self, node: ast.expr, depth: int) -> bool:
        """Whether a loop goes through a list: what gets its items stands for those."""
        loop, target, around = self._loop_of(node)
        if loop is None or (depth > 1 and not all(map(_is_place, walk(target)))):
            return False
        if depth > 1:
            self._named_items(target, depth + around)
            if isinstance(loop, ast.For) and any(isinstance(n, ast.Name) and n.id in self._changed - self._losing for n in walk(loop.iter)):
                self._rows |= set(_names(loop.target))
                return node is loop.iter or self._parents[node] is loop.iter
        return True

    def _loop_of(self, node: ast.expr) -> tuple[Any, Any, int]:
        """The loop over v, zip(v, w) or enumerate(v); what of its target gets the items of a list that stands there, and in how many tuples."""
        parent: Any = self._parents[node]
        if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
            return parent, parent.target, 0
        called = self._library(parent.func).removeprefix("builtins.") if isinstance(parent, ast.Call) and node in parent.args else ""
        loop, target, around = self._loop_of(parent) if called in _OF_DEEP else (None, None, 0)
        count = 2 if called == "enumerate" else len(parent.args) if called == "zip" else 0
        if not count:
            return loop, target, around
        if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != count or any(isinstance(t, ast.Starred) for t in target.elts):
            return loop, target, around + 1
        return loop, target.elts[1 if called == "enumerate" else parent.args.index(node)], around

    def _named_items(self, target: Any, depth: int) -> None:
        """What gets an item of a list of lists stands for a list; a tuple of names gets the items of that one."""
        if isinstance(target, (ast.Tuple, ast.List)) and not any(isinstance(n, ast.Starred) for n in walk(target)):
            for part in target.elts:
                self._named_items(part, depth - 1)
            return
        for name in _names(target) if depth > 1 else ():
            self._depths[name] = max(self._depths.get(name, 0), depth - 1)


def _is_place(node: ast.AST) -> bool:
    return isinstance(node, (ast.Tuple, ast.List, ast.Name, ast.expr_context))


def _changes_items(name: ast.Name, parent: ast.AST) -> bool:
    """row[j] = x, row.append(x)"""
    if isinstance(parent, ast.Subscript):
        return parent.value is name and not isinstance(parent.ctx, ast.Load) and not isinstance(parent.slice, ast.Slice)
    return isinstance(parent, ast.Attribute) and parent.attr in OF_LISTS


def _names(target: ast.expr) -> Iterator[str]:
    return (node.id for node in walk(target) if isinstance(node, ast.Name))
