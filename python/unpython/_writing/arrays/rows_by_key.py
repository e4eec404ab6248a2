"""The rows of an array, and arrays in a list, in the order of a key: by their places, since they are no numbers.

    best = max(m, key=f)                    best = m[max(range(len(m)), key=lambda i: f(m[i]))]
    for r in sorted(m, key=f):              for i in sorted(range(len(m)), key=lambda i: f(m[i])):
                                                r = m[i]
    rows = sorted(m, key=f)                 places = sorted(range(len(m)), key=lambda i: f(m[i]))
    [g(r) for r in rows[:3]], rows[0]       [g(m[i]) for i in places[:3]], m[places[0]]
    arrays.sort(key=f)                      keys = [f(a) for a in arrays]
                                            in_order = [arrays[i] for i in sorted(range(len(arrays)), key=lambda i: keys[i])]
                                            arrays = [a for a in in_order]

Python gives a row as what m[i] is. A list that is sorted where it lies counts if the function makes it, and nothing else holds it. Asked only
where a function was refused as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._layouts import Layout
from unpython._local_names import local_names
from unpython._writing.arrays import named_parts
from unpython._writing.arrays.evidence import Evidence
from unpython._writing.arrays.made_lists import items_of_each, made_lists
from unpython._writing.calls import full_name, with_names
from unpython._writing.nodes import assigned_values, copy_tree, is_item_of, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_OF_ROWS = frozenset("sum mean std max min var dot T".split())
_INSIDE = (ast.FunctionDef, ast.Lambda, ast.ClassDef)


def rewritten(function: FunctionType, node: Any, layouts: dict[str, Layout]) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with places, the names that came with it, and what free names it relies on."""
    own = local_names(function)
    builtins = [_bindings.resolve(function, name, []) for name in ("len", "range", "sorted")]
    is_known = not {"len", "range", "sorted"} & own and all(b.target.startswith("builtins.") for b in builtins)
    if not isinstance(node, ast.FunctionDef) or not is_known:
        return node, frozenset(), []
    made = copy_tree(node)
    writer = _Writer(function, made, layouts)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made), frozenset(writer.names), builtins) if writer.is_changed else (node, frozenset(), [])


class _Writer(WholeRewriter):
    """`_arrays`: names of arrays, and of lists of them; `_lists`: of lists that are made here, and that nothing else holds."""

    def __init__(self, function: FunctionType, node: Any, layouts: dict[str, Layout]):
        self._function = function
        self._own = local_names(function)
        others = frozenset(name for name, layout in layouts.items() if layout is not None)
        evidence = Evidence(function, node, others)
        nodes = list(walk(node))
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        made = {name: values for name, values in made_lists(nodes).items() if stored.count(name) == len(values) and name not in parameters}
        items = items_of_each(node, {*made})
        made = {name: values for name, values in made.items() if not any(isinstance(e, named_parts.NO_ARRAYS) for e in items[name])}
        found = {name for name in made if items[name] and evidence.is_list_of_arrays(name, items[name])}
        by_key = {name for name in made if items[name] and any(map(_is_computed, items[name])) and _is_ordered(nodes, name)}
        found |= by_key
        rows = {name for name in parameters - others - {*stored} if name in layouts or _looks_like_one(nodes, name)}
        values, known = assigned_values(node)
        own = {name for name, given in values.items() if name in evidence.arrays - made.keys() - parameters and all(map(evidence.is_array, given))}
        own -= {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and id(n) not in known}
        self._arrays = own | found | rows
        self._in_lists = found
        self._lists = {name for name in found if not self._is_held(nodes, name)}
        self._inside = {n.id for f in nodes if isinstance(f, _INSIDE) and f is not node for n in walk(f) if isinstance(n, ast.Name)}
        fixed = {name for name in self._arrays - made.keys() if stored.count(name) == (name not in parameters)}
        self._ordered = self._in_order(nodes, fixed, stored)
        self.names: set[str] = set()
        self.is_changed = False

    def _new(self) -> str:
        name = f"_place_of_row_{len(self.names)}_"
        self.names.add(name)
        self.is_changed = True
        return name

    def _builtin(self, node: Any) -> str:
        name = full_name(node, self._function, self._own)
        return name.removeprefix("builtins.") if name.startswith("builtins.") else ""

    def _asked(self, node: Any, names: tuple[str, ...]) -> str:
        """m of max(m, key=f)"""
        if not isinstance(node, ast.Call) or self._builtin(node.func) not in names or len(node.args) != 1 or not isinstance(node.args[0], ast.Name):
            return ""
        keys = [k.arg for k in node.keywords]
        allowed = ("key", "reverse") if names == ("sorted",) else ("key",)
        return node.args[0].id if "key" in keys and {*keys} <= {*allowed} and node.args[0].id in self._arrays and _has_key(node) else ""

    def _places(self, called: ast.expr, name: str, keywords: list[ast.keyword], at: ast.AST) -> ast.expr:
        """sorted(range(len(m)), key=lambda i: f(m[i]))"""
        place = self._new()
        item = ast.Subscript(load(name), load(place), ast.Load())
        by_place = ast.Lambda(_of_one(place), _by(keywords, item))
        numbers = ast.Call(load("range"), [ast.Call(load("len"), [load(name)], [])], [])
        others = [k for k in keywords if k.arg != "key"]
        return ast.fix_missing_locations(ast.copy_location(ast.Call(called, [numbers], [ast.keyword("key", by_place), *others]), at))

    # Names of rows in order: of the places of these.

    def _in_order(self, nodes: list[Any], fixed: set[str], stored: list[str]) -> dict[str, str]:
        """The names that get sorted(m, key=f) once, of an array that stays, and which one; each of them is gone through, asked for items, or
        for its length."""
        found: dict[str, str] = {}
        for n in nodes:
            target = n.targets[0] if isinstance(n, ast.Assign) and len(n.targets) == 1 else None
            name = self._asked(n.value, ("sorted",)) if isinstance(target, ast.Name) else ""
            if name in fixed and stored.count(target.id) == 1:  # type: ignore[union-attr]
                found[target.id] = name  # type: ignore[union-attr]
        fine: set[int] = set()
        for n in nodes:
            if isinstance(n, (ast.For, ast.comprehension)) and isinstance(n.target, ast.Name):
                fine |= {id(n.iter), id(getattr(n.iter, "value", None)) if isinstance(n.iter, ast.Subscript) and isinstance(n.iter.slice, ast.Slice) else 0}
            elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and isinstance(n.slice, (ast.Constant, ast.UnaryOp)):
                fine.add(id(n.value))
            elif isinstance(n, ast.Call) and self._builtin(n.func) == "len":
                fine |= {*map(id, n.args)}
        others = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and id(n) not in fine}
        return {name: array for name, array in found.items() if name not in others}

    def _array_of(self, over: Any) -> str:
        """The array whose rows are gone through by their places: of `for r in rows` and of `for r in rows[:3]`"""
        name = over.value if isinstance(over, ast.Subscript) and isinstance(over.slice, ast.Slice) else over
        return self._ordered.get(name.id, "") if isinstance(name, ast.Name) else ""

    def visit_Assign(self, node: ast.Assign) -> Any:
        target: Any = node.targets[0]
        if not isinstance(target, ast.Name) or target.id not in self._ordered:
            return self._chosen(node) or self.generic_visit(node)
        call: Any = node.value
        node.value = self.generic_visit(self._places(call.func, call.args[0].id, call.keywords, call))  # type: ignore[assignment]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        array = self._ordered.get(node.value.id, "") if isinstance(node.value, ast.Name) and not isinstance(node.slice, ast.Slice) else ""
        return ast.copy_location(ast.Subscript(load(array), node, ast.Load()), node) if array else node

    def _comprehension(self, node: Any) -> Any:
        fields = [field for field in ("elt", "key", "value") if hasattr(node, field)]
        for number, clause in enumerate(node.generators):
            array = self._array_of(clause.iter)
            if not array and isinstance(clause.target, ast.Name) and (array := self._asked(clause.iter, ("sorted",))):
                clause.iter = self._places(clause.iter.func, array, clause.iter.keywords, clause.iter)
            if not array:
                continue
            place, row = self._new(), clause.target.id
            item = ast.Subscript(load(array), load(place), ast.Load())
            clause.target = ast.copy_location(ast.Name(place, ast.Store()), clause.target)
            for field in fields:
                setattr(node, field, with_names(getattr(node, field), row, item))
            clause.ifs = [with_names(test, row, item) for test in clause.ifs]
            for later in node.generators[number + 1 :]:
                later.iter, later.ifs = with_names(later.iter, row, item), [with_names(test, row, item) for test in later.ifs]
        return self.generic_visit(ast.fix_missing_locations(node))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if name := self._asked(node, ("max", "min")):
            return ast.copy_location(ast.Subscript(load(name), self._places(node.func, name, node.keywords, node), ast.Load()), node)
        if name := self._asked(node, ("sorted",)):
            place = self._new()
            clause = ast.comprehension(ast.Name(place, ast.Store()), self._places(node.func, name, node.keywords, node), [], 0)
            return ast.copy_location(ast.ListComp(ast.Subscript(load(name), load(place), ast.Load()), [clause]), node)
        return node

    def visit_For(self, node: ast.For) -> Any:
        over: Any = node.iter
        stored = {n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        array = self._array_of(over)
        if not array and (array := self._asked(over, ("sorted",))):
            if array in stored:
                return self.generic_visit(node)
            node.iter = self._places(over.func, array, over.keywords, over)
        if array:
            place = self._new()
            row = ast.Assign([node.target], ast.Subscript(load(array), load(place), ast.Load()))
            node.target = ast.copy_location(ast.Name(place, ast.Store()), node.target)
            node.body = [ast.fix_missing_locations(ast.copy_location(row, node)), *node.body]
        return self.generic_visit(node)

    # Lists of arrays: what is in a lambda has no other words, so the keys have a list of their own.

    def _keyed(self, name: str, keywords: list[ast.keyword], at: ast.AST) -> tuple[ast.stmt, list[ast.keyword]]:
        """keys = [f(p) for p in points], and the keywords with lambda i: keys[i]"""
        keys, item, place = self._new(), self._new(), self._new()
        made = store(keys, ast.ListComp(_by(keywords, load(item)), [ast.comprehension(ast.Name(item, ast.Store()), load(name), [], 0)]))
        by_place = ast.Lambda(_of_one(place), ast.Subscript(load(keys), load(place), ast.Load()))
        others = [k for k in keywords if k.arg != "key"]
        return ast.fix_missing_locations(ast.copy_location(made, at)), [ast.keyword("key", by_place), *others]

    def _chosen(self, node: Any) -> list[ast.stmt] | None:
        """best = min(points, key=f)"""
        name = self._asked(node.value, ("max", "min"))
        if name not in self._in_lists:
            return None
        keys, keywords = self._keyed(name, node.value.keywords, node)
        numbers = ast.Call(load("range"), [ast.Call(load("len"), [load(name)], [])], [])
        place = ast.Call(node.value.func, [numbers], keywords)
        node.value = ast.copy_location(ast.Subscript(load(name), place, ast.Load()), node)
        return [self.generic_visit(keys), ast.fix_missing_locations(node)]  # type: ignore[list-item]

    def visit_Return(self, node: ast.Return) -> Any:
        return self._chosen(node) or self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        call: Any = node.value
        is_sort = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "sort" and not call.args
        name = getattr(call.func.value, "id", "") if is_sort else ""
        if name not in self._lists - self._inside or not {"key"} <= {k.arg for k in call.keywords} <= {"key", "reverse"} or not _has_key(call):
            return self.generic_visit(node)
        place, item = self._new(), self._new()
        ordered = f"_{place}{named_parts.END}"
        self.names.add(ordered)
        keys, keywords = self._keyed(name, call.keywords, node)
        numbers = ast.Call(load("range"), [ast.Call(load("len"), [load(name)], [])], [])
        clause = ast.comprehension(ast.Name(place, ast.Store()), ast.Call(load("sorted"), [numbers], keywords), [], 0)
        in_order = ast.ListComp(ast.Subscript(load(name), load(place), ast.Load()), [clause])
        again = ast.ListComp(load(item), [ast.comprehension(ast.Name(item, ast.Store()), load(ordered), [], 0)])
        made = [ast.fix_missing_locations(ast.copy_location(s, node)) for s in (store(ordered, in_order), store(name, again))]
        return [self.generic_visit(keys), *made]

    def _is_held(self, nodes: list[Any], name: str) -> bool:
        """Whether a list may have another name, or be in something."""
        fine: set[int] = set()
        for n in nodes:
            if isinstance(n, ast.Subscript):
                fine.add(id(n.value))
            elif isinstance(n, (ast.For, ast.comprehension)):
                fine.add(id(n.iter))
            elif isinstance(n, ast.Attribute) and n.attr in ("append", "sort"):
                fine.add(id(n.value))
            elif isinstance(n, ast.Call) and full_name(n.func, self._function, self._own):
                fine |= {id(a) for a in n.args}
            elif isinstance(n, ast.Return):
                fine |= {id(n.value), *(id(e) for e in getattr(n.value, "elts", ()))}
            elif isinstance(n, ast.Assign) and isinstance(n.targets[0], (ast.Tuple, ast.List)):
                fine.add(id(n.value))
        return any(is_name(n, name) and isinstance(n.ctx, ast.Load) and id(n) not in fine for n in nodes)


def _looks_like_one(nodes: list[Any], name: str) -> bool:
    """Whether what is done with the items of a parameter is done with rows: r[0], r.sum(). Of one that is a dict, or a list of texts, not all
    who ask say so."""
    if any(isinstance(n, ast.Attribute) and is_name(n.value, name) and n.attr in ("items", "keys", "values", "get", "pop") for n in nodes):
        return False
    for n in nodes:
        key: Any = next((k.value for k in n.keywords if k.arg == "key"), None) if isinstance(n, ast.Call) and n.args and is_name(n.args[0], name) else None
        item = key.args.args[0].arg if isinstance(key, ast.Lambda) and key.args.args else ""
        within = list(walk(key.body)) if item else []
        if any(isinstance(part, ast.Subscript) and is_name(part.slice, item) for part in within):
            return False
        if isinstance(key, ast.Attribute) and isinstance(key.value, ast.Attribute):
            return True  # np.linalg.norm
        if any(is_item_of(part, item) or (isinstance(part, ast.Attribute) and is_name(part.value, item) and part.attr in _OF_ROWS) for part in within):
            return True
    return False


def _is_computed(node: ast.expr) -> bool:
    """p * 2.0, and no path + [c]"""
    return isinstance(node, ast.BinOp) and not any(isinstance(n, (ast.List, ast.ListComp, ast.Tuple)) for n in walk(node))


def _of_one(name: str) -> ast.arguments:
    return ast.arguments([], [ast.arg(name)], None, [], [], None, [])


def _by(keywords: list[ast.keyword], item: ast.expr) -> ast.expr:
    """The key of one item."""
    key = next(k.value for k in keywords if k.arg == "key")
    return with_names(key.body, key.args.args[0].arg, item) if isinstance(key, ast.Lambda) else ast.Call(copy_tree(key), [item], [])  # type: ignore[no-any-return]


def _has_key(node: ast.Call) -> bool:
    """Whether the key is a name or a function of one row."""
    key: Any = next(k.value for k in node.keywords if k.arg == "key")
    if isinstance(key, ast.Lambda):
        plain = key.args
        is_one = len(plain.args) == 1 and not (plain.posonlyargs or plain.vararg or plain.kwonlyargs or plain.kwarg or plain.defaults)
        return is_one and not any(isinstance(n, (ast.Starred, ast.Lambda)) for n in walk(key.body))
    return isinstance(key, ast.Name) or (isinstance(key, ast.Attribute) and isinstance(key.value, (ast.Name, ast.Attribute)))


def _is_ordered(nodes: list[Any], name: str) -> bool:
    """points.sort(key=lambda p: p[0])"""
    sorts = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "sort" and is_name(n.func.value, name)]
    keys = [k.value for n in sorts for k in n.keywords if k.arg == "key"]
    return any(isinstance(n, ast.Subscript) for key in keys if isinstance(key, ast.Lambda) for n in walk(key.body))
