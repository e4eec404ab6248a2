"""Given dicts whose values are lists, sets or tuples of any length, of which only the items are asked: as dicts of lists.

    for v in graph.get(u, ()):            for v in graph.get(u, []):            # where nothing calls itself
        if v in graph.get(a, set()):          if v in graph.get(a, []):

    others = graph[u]                     others = [x for x in graph[u]]

A loop through a set gives its items in the order in which the list has them. What shows that a value is no list is not written:
`graph[u] - seen`, `return graph[u]`, `graph[u].pop()`.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout, holder_in, is_table
from unpython._local_names import local_names
from unpython._writing.calls import full_name
from unpython._writing.nodes import assigned_values, copy_tree, is_name, load, walk
from unpython._writing.rewriter import BlockRewriter

#: What only goes through what it is given.
_GO_THROUGH = frozenset(f"builtins.{name}" for name in "len sorted list tuple min max sum any all enumerate".split()) | {"collections.Counter"}
#: Makes a set: CPython puts the items of another set in an order of its own.
_MAKE_SETS = frozenset(("builtins.set", "builtins.frozenset"))
_EMPTY = frozenset("builtins.set builtins.frozenset builtins.list builtins.tuple builtins.dict".split())


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists in place of the empty ones that `get` gives, the names that came with it, and no free names."""
    given = frozenset(name for name, layout in layouts.items() if is_table(layout) and layout.depth)
    made = copy_tree(node)
    uses = _Uses(function, made, given)
    changed = False
    for n in walk(made):
        if uses.is_item(n) and isinstance(n, ast.Call) and not isinstance(n.args[1], ast.List) and id(n) in uses.gone_through:
            n.args[1] = ast.copy_location(ast.List([], ast.Load()), n.args[1])
            changed = True
    names: set[str] = set()
    for n in uses.named():
        item = f"_item_of_{n.targets[0].id}_"  # type: ignore[attr-defined]
        names.add(item)
        clause = ast.comprehension(ast.Name(item, ast.Store()), n.value, [], 0)
        n.value = ast.copy_location(ast.ListComp(load(item), [clause]), n.value)
    sets = _Sets(uses, layouts)
    made.body = sets.statements(made.body)
    names |= sets.names
    loops = _Loops(uses)
    for n in list(walk(made)):
        if isinstance(n, ast.FunctionDef) and any(isinstance(c, ast.Call) and is_name(c.func, n.name) for c in walk(n)):
            n.body = loops.statements(n.body)
    return (ast.fix_missing_locations(made) if changed or names or loops.found else node), frozenset(names), []


class _Sets(BlockRewriter):
    """`seen = set(d)` of texts, whose order nothing shows, as {key for key in d}, and `seen.update(d[k])` as a loop that adds one by one."""

    def __init__(self, uses: _Uses, layouts: dict[str, Layout]):
        self._uses = uses
        self.names: set[str] = set()
        self._of_texts = {name for name, layout in layouts.items() if is_table(layout) and layout.depth and layout.names}
        values, known = assigned_values(uses.node)
        others = {n.id for n in walk(uses.node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
        self._sets = {name for name, made in values.items() if name not in others and all(map(self._is_set, made))}
        is_in_order = {name for name, layout in layouts.items() if is_table(layout) and (layout.type is str or holder_in(layout) in (list, tuple))}
        loops: list[Any] = [n for n in walk(uses.node) if isinstance(n, ast.For) and uses.viewed(n) in is_in_order]
        targets = [n.target.elts[-1] if isinstance(n.target, ast.Tuple) else n.target for n in loops]
        stored = [n.id for n in walk(uses.node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        items = [t.id for t in targets if isinstance(t, ast.Name)]
        self._items = {name for name in items if items.count(name) == stored.count(name)}
        self._in_order = is_in_order

    def _is_set(self, node: Any) -> bool:
        return isinstance(node, (ast.Set, ast.SetComp)) or (isinstance(node, ast.Call) and self._uses.called(node) == "builtins.set")

    def visit_Assign(self, node: ast.Assign) -> Any:
        made: Any = node.value
        if not isinstance(made, ast.Call) or len(made.args) != 1 or made.keywords or self._uses.called(made) != "builtins.set":
            return node
        if isinstance(made.args[0], ast.Name) and made.args[0].id in self._of_texts:
            item = f"_key_of_{made.args[0].id}_"
            self.names.add(item)
            clause = ast.comprehension(ast.Name(item, ast.Store()), made.args[0], [], 0)
            node.value = ast.copy_location(ast.SetComp(load(item), [clause]), made)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        is_update = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "update" and len(call.args) == 1
        if not is_update or call.keywords or not isinstance(call.func.value, ast.Name) or call.func.value.id not in self._sets:
            return node
        given: Any = call.args[0]
        of: Any = given.value if isinstance(given, ast.Subscript) else getattr(getattr(given, "func", None), "value", None)
        is_item = self._uses.is_item(given) and of.id in self._in_order
        if not is_item and not (isinstance(given, ast.Name) and given.id in self._items):
            return node
        item = f"_item_of_{call.func.value.id}_"
        self.names.add(item)
        add = ast.Expr(ast.Call(ast.Attribute(call.func.value, "add", ast.Load()), [load(item)], []))
        return ast.copy_location(ast.For(ast.Name(item, ast.Store()), given, [ast.copy_location(add, node)], []), node)


class _Loops(BlockRewriter):
    """Of functions that call themselves: `for v in d.get(k, []): ...` as `if k in d:` and a loop through d[k]."""

    def __init__(self, uses: _Uses):
        self._uses = uses
        self.found = False

    def visit_For(self, node: ast.For) -> Any:
        node.body = self.statements(node.body)
        over: Any = node.iter
        if not isinstance(over, ast.Call) or node.orelse or not self._uses.is_item(over) or not isinstance(over.args[0], (ast.Name, ast.Constant)):
            return node
        self.found = True
        owner, key = over.func.value, over.args[0]  # type: ignore[attr-defined]
        node.iter = ast.copy_location(ast.Subscript(copy_tree(owner), copy_tree(key), ast.Load()), over)
        return ast.copy_location(ast.If(ast.copy_location(ast.Compare(key, [ast.In()], [owner]), over), [node], []), node)


def only_items_are_asked(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> bool:
    """Whether nothing that a function does with such dicts shows that they hold no lists."""
    given = {name: layout for name, layout in layouts.items() if is_table(layout) and layout.depth > 1}
    if not given:
        return True
    return _Uses(function, node, frozenset(given), all(layout.type is str or holder_in(layout) is tuple for layout in given.values())).are_known()


class _Uses:
    """`makes_sets`: whether the items may go into sets."""

    def __init__(self, function: FunctionType, node: Any, given: frozenset[str], makes_sets: bool = False):
        self._function = function
        self._own = local_names(function)
        self._node = node
        self._given = given
        self.gone_through: set[int] = set()
        self._calls: set[int] = set()  # of dicts that go on to this function, in their places
        parameters = [a.arg for a in (*node.args.posonlyargs, *node.args.args)]
        for n in walk(node):
            if isinstance(n, (ast.For, ast.comprehension)):
                self.gone_through.add(id(n.iter))
            elif isinstance(n, ast.Compare):
                self.gone_through.update(id(right) for op, right in zip(n.ops, n.comparators, strict=True) if isinstance(op, (ast.In, ast.NotIn)))
            elif isinstance(n, (ast.If, ast.While, ast.IfExp)):
                self.gone_through.add(id(n.test))
            elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
                self.gone_through.add(id(n.operand))
            elif isinstance(n, ast.Call):
                called = full_name(n.func, function, self._own)
                if called in _GO_THROUGH or (called in _MAKE_SETS and makes_sets) or self._takes_items(n, makes_sets):
                    self.gone_through.update(map(id, n.args))
                if is_name(n.func, getattr(node, "name", "")):
                    self._calls.update(id(a) for a, name in zip(n.args, parameters, strict=False) if is_name(a, name))

    @property
    def node(self) -> Any:
        return self._node

    def called(self, node: ast.Call) -> str:
        return full_name(node.func, self._function, self._own)

    def viewed(self, loop: ast.For) -> str:
        """The dict of a loop through its values or items."""
        return loop.iter.func.value.id if self._method(loop.iter, "items", "values") else ""  # type: ignore[attr-defined, no-any-return]

    @staticmethod
    def _takes_items(node: ast.Call, makes_sets: bool) -> bool:
        """x.extend(d[k]), x.update(d[k])"""
        return isinstance(node.func, ast.Attribute) and (node.func.attr == "extend" or (node.func.attr == "update" and makes_sets))

    def is_item(self, node: Any) -> bool:
        """d[k], d.get(k, ())"""
        if isinstance(node, ast.Subscript):
            return isinstance(node.value, ast.Name) and node.value.id in self._given and isinstance(node.ctx, ast.Load)
        return self._method(node, "get") and len(node.args) == 2 and self._is_empty(node.args[1])

    def _method(self, node: Any, *names: str) -> bool:
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names and not node.keywords
        return is_method and isinstance(node.func.value, ast.Name) and node.func.value.id in self._given

    def _is_empty(self, node: Any) -> bool:
        if isinstance(node, (ast.List, ast.Tuple)):
            return not node.elts
        if isinstance(node, ast.Dict):
            return not node.keys
        return isinstance(node, ast.Call) and not node.args and not node.keywords and full_name(node.func, self._function, self._own) in _EMPTY

    def are_known(self) -> bool:
        seen: set[int] = set(self._calls)
        items: list[ast.AST] = []
        for n in walk(self._node):
            if self.is_item(n):
                owner = n.value if isinstance(n, ast.Subscript) else n.func.value  # type: ignore[attr-defined]
                seen.add(id(owner))
                items.append(n)
            elif self._method(n, "keys"):
                seen.add(id(n.func.value))  # type: ignore[attr-defined]
            elif isinstance(n, (ast.For, ast.comprehension)) and self._method(n.iter, "items", "values"):
                value: Any = n.target
                if n.iter.func.attr == "items":  # type: ignore[attr-defined]
                    value = value.elts[1] if isinstance(value, ast.Tuple) and len(value.elts) == 2 else None
                if not isinstance(value, ast.Name):
                    return False
                seen.add(id(n.iter.func.value))  # type: ignore[attr-defined]
                items += self._reads(value.id)
            elif isinstance(n, ast.Name) and n.id in self._given and id(n) in self.gone_through:
                seen.add(id(n))  # its keys
        return self._all_gone_through(items) and all(
            id(n) in seen for n in walk(self._node) if isinstance(n, ast.Name) and n.id in self._given
        )

    def _reads(self, name: str) -> list[ast.AST]:
        return [n for n in walk(self._node) if is_name(n, name) and isinstance(n.ctx, ast.Load)]

    def named(self) -> list[ast.Assign]:
        """The assignments `x = d[k]` of names that stand for nothing else, and whose items are all that is asked."""
        values, known = assigned_values(self._node)
        others = {n.id for n in walk(self._node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
        others |= {a.arg for a in walk(self._node) if isinstance(a, ast.arg)}
        found = {
            name for name, given in values.items()
            if name not in others and all(map(self.is_item, given)) and all(id(n) in self.gone_through for n in self._reads(name))
        }  # fmt: skip
        return [n for n in walk(self._node) if isinstance(n, ast.Assign) and len(n.targets) == 1 and getattr(n.targets[0], "id", None) in found]

    def _all_gone_through(self, items: list[ast.AST]) -> bool:
        """`x = d[k]` is a name for one, whose uses are then asked."""
        named = {id(n.value): n.targets[0] for n in walk(self._node) if isinstance(n, ast.Assign) and len(n.targets) == 1}
        known: set[str] = set()
        waiting = list(items)
        for n in waiting:
            target = named.get(id(n))
            if id(n) in self.gone_through:
                continue
            if not isinstance(target, ast.Name):
                return False
            if target.id not in known:
                known.add(target.id)
                waiting += self._reads(target.id)
        return True
