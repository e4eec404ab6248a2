"""Names for tuples that lists, deques, heaps, sets and dicts hold, as a name for each place; and tuples in such tuples without them:

    cur = queue.popleft()                    cur_0, cur_1 = queue.popleft()
    dist[cur] = d                            dist[cur_0, cur_1] = d
    queue.append((cur, d + 1))               queue.append((cur_0, cur_1, d + 1))
    (r, c), d = queue.popleft()              r, c, d = queue.popleft()
    [p for p in points if p[0] > x]          [(p_0, p_1) for p_0, p_1 in points if p_0 > x]

It is known of a name that it stands for nothing but tuples of one length whose parts are no tuples, and of a list that all its items have
one shape and are taken apart in this shape. The order of flat tuples is that of those with tuples in them. Asked only where a function was
refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, is_rows
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import copy_tree, walk

_ONE: Any = 1  # what is no tuple that is known
_UNSET: Any = 0
_BAD: Any = -1
_GIVE = {"append": 0, "appendleft": 0, "add": 0, "insert": 1, "setdefault": 0}  # method: which argument becomes an item
_PUSH = frozenset(f"heapq.{name}" for name in "heappush heappushpop heapreplace".split())
_POP = frozenset(f"heapq.{name}" for name in "heappop heappushpop heapreplace".split())
_KEEP = frozenset("popleft pop discard remove clear get keys values items copy rotate reverse sort index count".split())
_MAKERS = frozenset("builtins.list builtins.sorted builtins.set builtins.dict collections.deque collections.defaultdict".split())


def may_have(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> bool:
    return rewritten(function, node, layouts)[0] is not node


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with a name for each place, these names, and no free names. `layouts`: parameters that are tuples, or lists of them, have
    one."""
    if not isinstance(node, ast.FunctionDef) or not (any(map(is_rows, layouts.values())) or any(isinstance(n, ast.Tuple) for n in walk(node))):
        return node, frozenset(), []
    shapes = _Shapes(function, node, layouts)
    chosen = {name: len(shapes.names[name]) for name in shapes.involved()}
    nested = {name for name, shape in shapes.items.items() if _is_nested(shape)}
    if not chosen and not nested:
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Names(chosen)
    made.body = [writer.visit(s) for s in made.body]
    begin = [
        ast.copy_location(ast.Assign([writer.parts(name, ast.Store)], ast.Name(name, ast.Load())), node.body[0])
        for name in chosen if name in shapes.parameters
    ]  # fmt: skip
    made.body = [*begin, *made.body]
    is_changed = bool(chosen)
    for name in nested:
        flat = _Flat(name, shapes)
        body = [flat.visit(s) for s in copy_tree(made.body)]
        loads = sum(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for s in made.body for n in walk(s))
        if flat.is_known and flat.seen == loads:
            made.body, is_changed = body, True
    if not is_changed:
        return node, frozenset(), []
    names = frozenset(_part(name, i) for name, width in chosen.items() for i in range(width))
    return ast.fix_missing_locations(made), names, []


def _part(name: str, place: int) -> str:
    return f"_{name}_{place}_of_tuple_"


def _is_flat(shape: Any) -> bool:
    return isinstance(shape, tuple) and all(part == _ONE for part in shape)


def _is_nested(shape: Any) -> bool:
    """Whether it is a tuple with tuples in it, of which all is known."""
    return isinstance(shape, tuple) and any(isinstance(part, tuple) for part in shape) and all(part == _ONE or _is_flat(part) for part in shape)


def _joint(one: Any, other: Any) -> Any:
    if one == _UNSET or one == other:
        return other
    if other == _UNSET:
        return one
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(_joint(a, b) for a, b in zip(one, other, strict=True))
    return _BAD


class _Shapes:
    """`names`: the shapes of what names stand for; `items`: of what lists and their kin hold."""

    def __init__(self, function: FunctionType, node: Any, layouts: dict[str, Layout]):
        self._function = function
        self._own = local_names(function)
        self._nodes = [n for s in node.body for n in walk(s)]
        arguments = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        stored = {n.id for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self.parameters = {name for name, layout in layouts.items() if type(layout) is tuple and len(layout) > 1 and name not in stored}
        self._rows = {name: (_ONE,) * len(layout.type) for name, layout in layouts.items() if is_rows(layout) and name not in stored}
        self._bad = self._excluded() | (arguments - self.parameters)
        self._makers = {n.targets[0].id for n in self._nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and self._is_maker(n)}  # type: ignore[attr-defined]
        self._dicts = {
            n.targets[0].id for n in self._nodes  # type: ignore[attr-defined]
            if isinstance(n, ast.Assign) and self._is_maker(n) and (isinstance(n.value, (ast.Dict, ast.DictComp)) or "dict" in self._called(n.value))
        }  # fmt: skip
        self.names: dict[str, Any] = dict.fromkeys(stored, _UNSET)
        self.names.update((name, tuple(_ONE if not isinstance(part, tuple) else _BAD for part in layouts[name])) for name in self.parameters)
        self.items: dict[str, Any] = dict.fromkeys(self._makers, _UNSET)
        for _ in range(12):
            before = dict(self.names), dict(self.items)
            for n in self._nodes:
                self._see(n)
            if before == (self.names, self.items):
                break
        else:
            self.names, self.items = {}, {}
        self.names = {name: shape if name not in self._bad else _BAD for name, shape in self.names.items()}

    def _called(self, node: Any) -> str:
        if not isinstance(node, ast.Call):
            return ""
        found = full_name(node.func, self._function, self._own)
        if not found and (binding := _bindings.of_node(self._function, node.func, self._own)) is not None:
            value = binding.value
            found = f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}" if isinstance(value, type) else ""
        return found

    def _is_maker(self, assign: ast.Assign) -> bool:
        target, value = assign.targets[0], assign.value
        is_listed = isinstance(value, (ast.List, ast.Set, ast.Dict)) or isinstance(_item_made(value), ast.Tuple)
        return isinstance(target, ast.Name) and (is_listed or self._called(value) in _MAKERS)

    def _excluded(self) -> set[str]:
        """Names that others than assignments and loops give values to, and that are asked for more than their places."""
        found: set[str] = set()
        for n in self._nodes:
            if isinstance(n, ast.Lambda):
                found |= {m.id for m in walk(n.body) if isinstance(m, ast.Name)} - {a.arg for a in walk(n.args) if isinstance(a, ast.arg)}
            elif isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found |= {m.id for m in walk(n) if isinstance(m, ast.Name)} | {m.arg for m in walk(n) if isinstance(m, ast.arg)}
            elif isinstance(n, (ast.AugAssign, ast.NamedExpr, ast.AnnAssign)):
                found |= {m.id for m in walk(n.target) if isinstance(m, ast.Name) and not isinstance(m.ctx, ast.Load)}
            elif isinstance(n, (ast.Delete, ast.withitem, ast.Starred)):
                found |= {m.id for m in walk(n) if isinstance(m, ast.Name)}
            elif isinstance(n, (ast.Global, ast.Nonlocal)):
                found |= set(n.names)
            elif isinstance(n, ast.ExceptHandler) and n.name:
                found.add(n.name)
            elif isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.attr not in (*_GIVE, *_KEEP):
                found.add(n.value.id)
            elif isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and not self._is_place(n):
                found.add(f"{n.value.id}[]")
            elif isinstance(n, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot)) for op in n.ops):
                found |= {m.id for m in (n.left, *n.comparators) if isinstance(m, ast.Name)}
            elif isinstance(n, ast.Assign) and len(n.targets) > 1:
                found |= {m.id for t in n.targets for m in walk(t) if isinstance(m, ast.Name) and isinstance(m.ctx, ast.Store)}
        return found

    @staticmethod
    def _is_place(node: ast.Subscript) -> bool:
        index = node.slice.operand if isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub) else node.slice
        return isinstance(node.ctx, ast.Load) and isinstance(index, ast.Constant) and type(index.value) is int

    # What is seen.

    def _see(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if self._is_maker(node):
                self._fill(target.id, node.value)  # type: ignore[attr-defined]
            elif isinstance(target, ast.Name) and target.id in self.items:
                self.items[target.id] = _BAD
            if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in self.items:
                is_key = target.value.id in self._dicts
                self._item(target.value.id, self.of(target.slice if is_key else node.value) if not isinstance(target.slice, ast.Slice) else _BAD)
            self._give(target, self.of(node.value))
        elif isinstance(node, (ast.For, ast.comprehension)):
            self._give(node.target, self.item_of(node.iter))
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and node.target.id in self.items:
            self.items[node.target.id] = _BAD
        elif isinstance(node, ast.Call):
            if self._called(node) in _PUSH and len(node.args) == 2 and isinstance(node.args[0], ast.Name):
                self._item(node.args[0].id, self.of(node.args[1]))
            elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
                place = _GIVE.get(node.func.attr)
                if place is not None and len(node.args) > place:
                    self._item(node.func.value.id, self.of(node.args[place]))
                elif node.func.attr not in _KEEP:
                    self._item(node.func.value.id, _BAD)

    def _fill(self, name: str, value: Any) -> None:
        given: list[Any] = value.keys if isinstance(value, ast.Dict) else value.elts if isinstance(value, (ast.List, ast.Set)) else []
        given = [made] if (made := _item_made(value)) is not None else given
        if isinstance(value, ast.Call) and value.args and "defaultdict" not in self._called(value):
            if not isinstance(value.args[0], (ast.List, ast.Set)):
                shape = self.item_of(value.args[0])
                self._item(name, shape if isinstance(shape, tuple) or shape == _UNSET else _BAD)
                return
            given = value.args[0].elts
        for item in given:
            self._item(name, self.of(item))

    def _item(self, name: str, shape: Any) -> None:
        if name in self.items:
            self.items[name] = _joint(self.items[name], shape)

    def _give(self, target: Any, shape: Any) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = _joint(self.names.get(target.id, _UNSET), shape)
        elif isinstance(target, (ast.Tuple, ast.List)):
            fits = isinstance(shape, tuple) and len(shape) == len(target.elts)
            for i, part in enumerate(target.elts):
                self._give(part, shape[i] if fits else _UNSET if shape == _UNSET else _ONE)

    def of(self, node: Any) -> Any:
        if isinstance(node, ast.Tuple):
            if any(isinstance(e, ast.Starred) for e in node.elts):
                return _BAD
            return tuple(_ONE if shape == _BAD else shape for shape in map(self.of, node.elts))
        if isinstance(node, ast.Name):
            return self.names.get(node.id, _ONE) if node.id not in self._bad else _ONE
        if isinstance(node, ast.IfExp):
            return _joint(self.of(node.body), self.of(node.orelse))
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "popleft") and isinstance(node.func.value, ast.Name):
                is_list = node.func.value.id in self.items and node.func.value.id not in self._dicts
                return self.items[node.func.value.id] if is_list else _ONE
            if self._called(node) in _POP and node.args and isinstance(node.args[0], ast.Name):
                return self.items.get(node.args[0].id, _ONE)
            return _ONE
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in self._rows:
            return _ONE if isinstance(node.slice, ast.Slice) else self._rows[node.value.id]
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in self.items:
            return self.items[node.value.id] if node.value.id not in self._dicts and not isinstance(node.slice, ast.Slice) else _ONE
        return _ONE

    def item_of(self, node: Any) -> Any:
        """What a loop over it gives."""
        if isinstance(node, ast.Name):
            return self._rows.get(node.id) or self.items.get(node.id, _ONE)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and getattr(node.value, "id", "") not in self._dicts:
            return self.item_of(node.value)
        if isinstance(node, (ast.Tuple, ast.List)):
            found = _UNSET
            for e in node.elts:
                found = _joint(found, self.of(e))
            return found
        called = self._called(node)
        if called in ("builtins.list", "builtins.sorted", "builtins.reversed") and len(node.args) == 1:
            return self.item_of(node.args[0])
        if called == "builtins.enumerate" and len(node.args) == 1:
            return _ONE, self.item_of(node.args[0])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "items" and isinstance(node.func.value, ast.Name):
            return (self.items[node.func.value.id], _ONE) if node.func.value.id in self._dicts else _ONE
        return _ONE

    def involved(self) -> set[str]:
        """The names for tuples that something holds, or held."""
        known = {name for name, shape in self.names.items() if _is_flat(shape) and f"{name}[]" not in self._bad and name not in self.items}
        found: set[str] = set()
        for n in self._nodes:
            places: list[Any] = []
            if isinstance(n, (ast.List, ast.Set, ast.Tuple)) and isinstance(n.ctx if not isinstance(n, ast.Set) else ast.Load(), ast.Load):
                places = n.elts if not isinstance(n, ast.Tuple) else []
            elif isinstance(n, ast.Dict):
                places = n.keys
            elif isinstance(n, ast.Call):
                places = n.args
            elif isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and n.value.id in self.items:
                places = [n.slice]
            elif isinstance(n, ast.Compare):
                places = [n.left, *n.comparators]
            elif isinstance(n, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
                places = [n.elt]
            elif isinstance(n, (ast.Assign, ast.For)):
                is_taken = isinstance(n, ast.For) or isinstance(n.value, ast.Call)
                places = [n.target] if isinstance(n, ast.For) else n.targets if is_taken else []
            for place in places:
                found |= {m.id for m in (place.elts if isinstance(place, ast.Tuple) else [place]) if isinstance(m, ast.Name)}
        return known & found


class _Names(ast.NodeTransformer):
    """Names for tuples as those of their places."""

    def __init__(self, widths: dict[str, int]):
        self._widths = widths

    def parts(self, name: str, context: Any) -> ast.Tuple:
        return ast.Tuple([ast.Name(_part(name, i), context()) for i in range(self._widths[name])], context())

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self._widths:
            return node
        return ast.copy_location(self.parts(node.id, type(node.ctx)), node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        own = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        node.body = _Names({name: width for name, width in self._widths.items() if name not in own}).visit(node.body)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id in self._widths:
            value: Any = getattr(node.slice, "operand", node.slice)
            number = -value.value if isinstance(node.slice, ast.UnaryOp) else value.value
            width = self._widths[node.value.id]
            if -width <= number < width:
                return ast.copy_location(ast.Name(_part(node.value.id, number % width), ast.Load()), node)
        return self.generic_visit(node)


class _Flat(ast.NodeTransformer):
    """Writes a list whose items have tuples in them with flat ones; `seen`: how many of its uses are known."""

    def __init__(self, name: str, shapes: _Shapes):
        self._name = name
        self._shapes = shapes
        self._shape = shapes.items[name]
        self.seen = 0
        self.is_known = name not in shapes._dicts

    def _is(self, node: Any) -> bool:
        return isinstance(node, ast.Name) and node.id == self._name

    def _flat(self, node: Any) -> Any:
        """A tuple of that shape that is written out, or that is taken apart."""
        if not isinstance(node, ast.Tuple) or len(node.elts) != len(self._shape):
            self.is_known = False
            return node
        elts: list[ast.expr] = []
        for part, shape in zip(node.elts, self._shape, strict=True):
            if isinstance(shape, tuple):
                if not isinstance(part, ast.Tuple) or len(part.elts) != len(shape):
                    self.is_known = False
                    return node
                elts += part.elts
            else:
                elts.append(part)
        return ast.copy_location(ast.Tuple(elts, node.ctx), node)

    def _all_flat(self, node: Any) -> None:
        if not isinstance(node, (ast.List, ast.Set)):
            self.is_known = False
            return
        node.elts = [self._flat(e) for e in node.elts]

    def _takes(self, node: Any) -> bool:
        """Whether it is an item of the list."""
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("pop", "popleft"):
            return self._is(node.func.value)
        return bool(node.args) and self._is(node.args[0]) and self._shapes._called(node) in _POP

    def visit_Assign(self, node: ast.Assign) -> Any:
        if len(node.targets) == 1 and self._is(node.targets[0]):
            if isinstance(node.value, ast.Call) and node.value.args:
                self._all_flat(node.value.args[0])
            elif isinstance(node.value, ast.ListComp):
                node.value.elt = self._flat(node.value.elt)
            elif not isinstance(node.value, ast.Call):
                self._all_flat(node.value)
        elif self._takes(node.value):
            if len(node.targets) != 1:
                self.is_known = False
            node.targets = [self._flat(t) for t in node.targets]
            node.value = self._call(node.value, True)
            return node
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> Any:
        if self._is(node.iter):
            self.seen += 1
            node.target = self._flat(node.target)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if self._takes(node.value):
            node.value = self._call(node.value, True)
            return node
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        return self._call(node, False)

    def _call(self, node: Any, is_taken_apart: bool) -> Any:
        called = self._shapes._called(node)
        if self._takes(node) and not is_taken_apart:
            self.is_known = False
        if isinstance(node.func, ast.Attribute) and self._is(node.func.value):
            place = _GIVE.get(node.func.attr)
            if place is not None and len(node.args) > place and node.func.attr != "setdefault":
                node.args[place] = self._flat(node.args[place])
            elif node.func.attr not in ("pop", "popleft", "clear"):
                self.is_known = False
            self.seen += 1
            node.args = [self.visit(a) for a in node.args]
            return node
        if node.args and self._is(node.args[0]):
            if called in _PUSH and len(node.args) == 2:
                node.args[1] = self._flat(node.args[1])
                self.seen += 1
            elif called in ("heapq.heappop", "heapq.heapify", "builtins.len") and len(node.args) == 1:
                self.seen += 1
            node.args = [node.args[0], *(self.visit(a) for a in node.args[1:])]
            return node
        return self.generic_visit(node)

    def _tested(self, node: Any) -> Any:
        """while queue: if not queue:"""
        at = node.test
        while isinstance(at, ast.UnaryOp) and isinstance(at.op, ast.Not):
            at = at.operand
        for part in at.values if isinstance(at, ast.BoolOp) else [at]:
            self.seen += self._is(part)
        return self.generic_visit(node)

    visit_While = visit_If = _tested

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)) and self._is(node.comparators[0]):
            node.left = self._flat(node.left)
            self.seen += 1
        return self.generic_visit(node)


def _item_made(node: Any) -> Any:
    """The item of a list or set, or the key of a dict, that a comprehension makes."""
    return node.key if isinstance(node, ast.DictComp) else node.elt if isinstance(node, (ast.ListComp, ast.SetComp)) else None
