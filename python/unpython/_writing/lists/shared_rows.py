"""Lists of lists that are copied, where a row changes after it: the copy has the same rows, but the compiler's has rows of its own.

    h = g[:]
    h[0][0] = 9         g[0][0] is 9 too

And lists of numbers that are returned beside a list that holds them, `out.append(y); return y, out`, one list for several rows,
`[row for _ in range(n)]`, and rows, or lists in a dict, that are returned twice: `return d, [d[k] for k in d]`.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._find_source import find_source
from unpython._writing.changes import put_last
from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.nodes import copy_tree, is_text, walk, with_own_scopes
from unpython._writing.once import asked_once
from unpython._writing.places import at_place_of

_COPIES = ("list", "sorted", "tuple", "reversed")
_COMPREHENSIONS = (ast.ListComp, ast.DictComp)
_DICTS = ("dict", "defaultdict", "OrderedDict")
_MAKERS = frozenset((*_COPIES, *_DICTS))


class SharedRows(ast.stmt):
    """Stands for what is refused."""


def copied(function: FunctionType, node: Any) -> list[ast.stmt]:
    """A copy of a list of lists of which a row may change later, or be returned twice. What is put last is as good as a copy."""
    if not (_makes_any(node) or _makes_any(find_source(function).node)):
        return []
    found = _Rows(function, node).copied() if isinstance(node, ast.FunctionDef) else None
    if found is not None and (with_copies := asked_once(put_last.rewritten, function, node, {})[0]) is not node:
        found = _Rows(function, with_copies).copied()
    if found is None and isinstance(node, ast.FunctionDef) and find_source(function).node is not node:
        found = asked_once(returned_twice, function)
    return [] if found is None else [at_place_of(found, SharedRows())]


def _makes_any(node: Any) -> bool:
    """Whether lists or dicts are made somewhere: few loops over arrays do that."""
    makers = (ast.List, ast.Dict, *_COMPREHENSIONS)
    return any(isinstance(n, makers) or getattr(n, "id", getattr(n, "attr", "")) in _MAKERS for n in walk(node))


def returned_twice(function: FunctionType) -> ast.expr | None:
    """A part of what is returned that holds a list which another part holds, or one in two places: by the text as it is, since plainer words
    may have copies."""
    node = find_source(function).node
    return _Rows(function, node).returned_twice() if isinstance(node, ast.FunctionDef) else None


def _place(node: Any) -> tuple[int, int]:
    """Where a statement or an expression begins."""
    return node.lineno, node.col_offset


class _Rows:
    def __init__(self, function: FunctionType, node: ast.FunctionDef):
        self._function = function
        node = with_own_scopes(_Comprehensions().visit(copy_tree(node)))
        self._nodes = list(walk(node))
        self._indents = {id(m): s.col_offset for s in self._nodes if isinstance(s, ast.stmt) for m in walk(s)}
        self._stores = [n for n in self._nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        self._values = {id(t): n.value for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets}
        self._lists: set[str] = set()
        self._tables: set[str] = set()
        self._rows: set[str] = set()
        self._of: dict[str, set[str]] = {}  # the names that may share rows with a name
        self._groups: set[str] = set()  # dicts that hold lists
        self._repeated: set[str] = set()  # lists that stand for each item of a comprehension
        count = -1
        while count != (count := len(self._lists) + len(self._tables) + len(self._rows)):
            for target, value in self._given():
                if self._is_table(value):
                    self._tables.add(target)
                elif self._is_row(value):
                    self._rows.add(target)
                elif self._is_list(value):
                    self._lists.add(target)
                elif self._is_dict(value):
                    self._groups.add(target)
            self._tables |= {name for name, item in self._appended() if self._is_list(item) or self._is_row(item)}
            for n in self._nodes:
                if isinstance(n, (ast.For, ast.comprehension)):
                    goes = [(n.target, _iterated(n.iter)), *_zipped(n)]
                    self._rows |= {t.id for target, of in goes if self._is_table(of) for t in walk(target) if isinstance(t, ast.Name)}
        self._groups &= self._holders()
        for n in self._nodes:
            if isinstance(n, ast.ListComp):
                self._repeated |= {e.id for e in _values_of(n.elt) if isinstance(e, ast.Name) and e.id in self._lists} - _bound(n)

    def _given(self) -> list[tuple[str, ast.expr]]:
        return [(t.id, n.value) for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)]

    def _appended(self) -> list[tuple[str, ast.expr]]:
        return [
            (n.func.value.id, n.args[-1])
            for n in self._nodes
            if isinstance(n, ast.Call)
            and isinstance(n.func, ast.Attribute)
            and n.func.attr in ("append", "insert")
            and isinstance(n.func.value, ast.Name)
            and n.args
        ]

    def _holders(self) -> set[str]:
        """The names of dicts into which a list comes: defaultdict(list), d[k] = [], d.setdefault(k, []), d[k].append(x). What is written out
        with texts as keys is known elsewhere (records/returned_twice.py)."""
        found = {name for name, value in self._given() if self._makes_lists(value)}
        for n in self._nodes:
            if isinstance(n, ast.Assign) and self._is_held(n.value):
                found |= {t.value.id for t in n.targets if isinstance(t, ast.Subscript) and isinstance(t.value, ast.Name)}
            of = n.func.value if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) else None
            if isinstance(of, ast.Subscript) and isinstance(of.value, ast.Name) and n.func.attr in OF_LISTS:  # type: ignore[attr-defined]
                found.add(of.value.id)
            if isinstance(of, ast.Name) and n.func.attr == "setdefault" and len(n.args) == 2 and self._is_held(n.args[1]):  # type: ignore[attr-defined]
                found.add(of.id)
        return found - {name for name, value in self._given() if isinstance(value, ast.Dict) and any(map(is_text, value.keys))}

    def _is_held(self, node: Any) -> bool:
        return any(self._is_list(e) or self._is_row(e) or self._is_table(e) for e in _values_of(node))

    def _makes_lists(self, node: Any) -> bool:
        """A dict that is made with lists in it, or that makes them."""
        if isinstance(node, ast.Call):
            return any(isinstance(a, ast.Name) and a.id in ("list", "set", "deque") for a in node.args)
        values = node.values if isinstance(node, ast.Dict) else [node.value] if isinstance(node, ast.DictComp) else []
        return any(map(self._is_held, values))

    def _is_list(self, node: Any) -> bool:
        """A new list, or a name of one."""
        if isinstance(node, ast.Name):
            return node.id in self._lists
        if isinstance(node, ast.BinOp):
            return self._is_list(node.left) or self._is_list(node.right)
        return isinstance(node, (ast.List, ast.ListComp)) or (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted")
        )

    def _is_dict(self, node: Any) -> bool:
        """A dict that is made here, and may hold lists."""
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        return isinstance(node, (ast.Dict, ast.DictComp)) or name in _DICTS

    def _is_row(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._rows and not self._is_new(node)
        if len(ways := _values_of(node)) > 1 or ways[0] is not node:
            return any(map(self._is_row, ways))
        return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) and self._is_table(node.value)

    def _is_new(self, node: ast.Name) -> bool:
        """Whether a name was given a new list right before."""
        place = (node.lineno, node.col_offset)
        before = [s for s in self._stores if s.id == node.id and (s.lineno, s.col_offset) < place]
        last = max(before, key=lambda s: (s.lineno, s.col_offset), default=None)
        value = self._values.get(id(last))
        return value is not None and not isinstance(value, ast.Name) and self._is_list(value) and self._indents[id(last)] <= self._indents[id(node)]

    def _is_table(self, node: Any) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._tables
        if isinstance(node, ast.List):
            return any(self._is_list(e) or self._is_row(e) for e in node.elts)
        if isinstance(node, ast.ListComp):
            return any(self._is_list(e) or self._is_row(e) for e in _values_of(node.elt))
        if isinstance(node, ast.BinOp):
            return self._is_table(node.left) or self._is_table(node.right)
        return self._source(node) is not None

    def _source(self, node: Any) -> ast.expr | None:
        """g of g[:], list(g), g.copy()"""
        of: Any = None
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            of = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _COPIES and node.args:
            of = node.args[0]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
            of = node.args[0] if node.args else node.func.value
        return of if of is not None and self._is_table(of) else None

    def _has_old_rows(self, node: Any) -> bool:
        """Whether a list is made of rows of another one."""
        if isinstance(node, ast.List):
            return any(map(self._is_row, node.elts))
        if isinstance(node, ast.ListComp):
            return self._is_row(node.elt) or self._is_repeated(node)
        if isinstance(node, ast.BinOp):
            return any(self._is_table(e) and (isinstance(e, ast.Name) or self._has_old_rows(e)) for e in (node.left, node.right)) or (
                isinstance(node.op, ast.Mult) and self._is_table(node)
            )
        return self._source(node) is not None

    def _is_repeated(self, node: ast.ListComp) -> bool:
        """[row for _ in range(n)]: one list for each."""
        return any(isinstance(e, ast.Name) and e.id in self._repeated - _bound(node) for e in _values_of(node.elt))

    def _may_repeat(self, node: Any) -> bool:
        """Whether a list that is made may have one row in two places."""
        if not isinstance(node, ast.ListComp) or not (self._is_row(node.elt) or self._is_repeated(node)):
            return False
        first = node.generators[0]
        places = {t.id for t in walk(first.target) if isinstance(t, ast.Name)} if self._has_each_once(first.iter) else set()
        goes = isinstance(node.elt, ast.Name) and node.elt.id in _bound(node) and self._is_table(_iterated(first.iter))
        picks = isinstance(node.elt, ast.Subscript) and isinstance(node.elt.slice, ast.Name) and node.elt.slice.id in places
        return len(node.generators) > 1 or not (goes or picks)

    def _has_each_once(self, node: Any) -> bool:
        """range(n), or an order of it, also by name."""
        if isinstance(node, ast.Name):
            given = [value for name, value in self._given() if name == node.id]
            return bool(given) and all(not isinstance(value, ast.Name) and self._has_each_once(value) for value in given)
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if name in ("sorted", "reversed", "list", "enumerate"):
            return self._has_each_once(node.args[0])
        return name in ("range", "argsort")

    def _join(self, names: set[str]) -> None:
        together = names.union(*(self._of.get(name, set()) for name in names))
        self._of.update(dict.fromkeys(together, together))

    def _names(self, node: ast.AST) -> set[str]:
        return {n.id for n in walk(node) if isinstance(n, ast.Name) and n.id in self._tables | self._rows | self._repeated}

    def copied(self) -> ast.expr | None:
        copies = self._join_all()
        for n in self._nodes:
            if isinstance(n, ast.Return) and n.value is not None and self._has_old_rows(n.value) and isinstance(n.value, ast.BinOp):
                return n.value  # one row twice
            if isinstance(n, ast.Return) and (held := self._held_beside(n.value) or self._given_twice(n.value)) is not None:
                return held
        return next((value for name, value in copies if self._shows(name, value)), None)

    def returned_twice(self) -> ast.expr | None:
        self._join_all()
        return next((part for n in self._nodes if isinstance(n, ast.Return) and (part := self._given_twice(n.value)) is not None), None)

    def _join_all(self) -> list[tuple[str, ast.expr]]:
        """The names that share rows, together; gives the copies with a name."""
        copies: list[tuple[str, ast.expr]] = []
        for name, value in self._given():
            if self._is_table(value) or self._is_row(value):
                self._join({name} | self._names(value))
            if self._is_table(value) and self._has_old_rows(value):
                copies.append((name, value))
        for name, item in self._appended():
            if name in self._tables and self._is_row(item):
                self._join({name} | self._names(item))
                copies.append((name, item))
        for n in self._nodes:
            if isinstance(n, (ast.For, ast.comprehension)) and self._names(n.iter):
                self._join(self._names(n.iter) | self._names(n.target))
        return copies

    def _held_beside(self, returned: ast.expr | None) -> ast.expr | None:
        """A list that is returned beside one that may hold it."""
        parts = returned.values if isinstance(returned, ast.Dict) else getattr(returned, "elts", [])
        names = {e.id for e in parts if isinstance(e, ast.Name)}
        own = names & self._lists - self._tables
        stored = [(t.value.id, n.value) for n in self._nodes if isinstance(n, ast.Assign) for t in n.targets
                  if isinstance(t, ast.Subscript) and isinstance(t.value, ast.Name)] if own else []  # fmt: skip
        put = [*self._appended(), *stored] if own else []
        return next((item for name, item in put if name in names and isinstance(item, ast.Name) and item.id in own - {name}), None)

    def _given_twice(self, returned: ast.expr | None) -> ast.expr | None:
        """A part of what is returned that holds rows which another part holds, or one row in two places."""
        found: set[str] = set()
        for part in _parts(returned):
            if self._may_repeat(part):
                return part
            names = self._held_names(part)
            if names & found:
                return part
            found |= names
        return None

    def _held_names(self, part: ast.expr) -> set[str]:
        """The names whose rows, or lists by key, are in a part of what is returned."""
        if isinstance(part, ast.Name):
            return self._of.get(part.id, {part.id}) if part.id in self._tables | self._groups else set()
        if self._has_old_rows(part):
            return set().union(*(self._of.get(name, {name}) for name in self._names(part)))
        of_groups: set[str] = set()
        for value in _values_of(part):
            held = value
            bound: dict[str, set[str]] = {}
            if isinstance(value, _COMPREHENSIONS):
                held = value.value if isinstance(value, ast.DictComp) else value.elt
                for generator in value.generators:
                    bound.update(dict.fromkeys(_names_of_values(generator), self._groups_gone_through(generator.iter)))
            elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in (*_COPIES, "max", "min", "dict") and value.args:
                of_groups |= self._groups_gone_through(value.args[0]) or (self._groups_of(value.args[0]) if value.func.id == "dict" else set())
                continue
            for inner in _values_of(held):
                of_groups |= bound.get(inner.id, set()) if isinstance(inner, ast.Name) and bound else self._groups_of(inner)
        return of_groups

    def _groups_gone_through(self, node: Any) -> set[str]:
        """The dict whose lists come one after the other: d.values(), d.items(), an order of these."""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in (*_COPIES, "enumerate") and node.args:
            node = node.args[0]
        is_whole = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("values", "items")
        return self._group(node.func.value) if is_whole else set()

    def _groups_of(self, node: Any) -> set[str]:
        """The dict whose lists d, d[k], d.get(k) and d.pop(k) give."""
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            return self._group(node.value)
        is_entry = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "setdefault")
        return self._group(node.func.value if is_entry else node)

    def _group(self, node: Any) -> set[str]:
        return {node.id} if isinstance(node, ast.Name) and node.id in self._groups else set()

    def _shows(self, name: str, value: ast.expr) -> bool:
        together = self._of[name]
        is_twice = isinstance(value, ast.BinOp) or self._may_repeat(value)
        if together & self._tables == {name} and not is_twice and self._names(value) & self._tables == {name} and any(value is v for _, v in self._given()):
            return False  # the name's old list is gone
        loops = [n for n in self._nodes if isinstance(n, (ast.For, ast.While)) and any(value is m for m in walk(n))]
        inside = {id(m) for loop in loops for m in walk(loop)}
        for n in self._nodes:
            if (changed := self._changed(n)) and changed & together and (id(n) in inside or _place(n) > _place(value)):
                return True
            if isinstance(n, ast.Return) and n.value is not None:
                returned = [m.id for m in getattr(n.value, "elts", [n.value]) if isinstance(m, ast.Name) and m.id in together & (self._tables | self._rows)]
                if len(returned) > 1 or (is_twice and returned):
                    return True
        return False

    def _changed(self, node: Any) -> set[str]:
        """The names of a row that may change here, and of its list."""
        row: Any = None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            row = node.value
        elif isinstance(node, ast.AugAssign):
            row = node.target
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OF_LISTS:
            row = node.func.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and isinstance(self._function.__globals__.get(node.func.id), FunctionType):
            return {name for a in node.args for name in self._names(a) if self._is_table(a) or self._is_row(a)}
        if isinstance(row, ast.Name) and row.id in self._repeated:
            return {row.id}
        return self._names(row) if row is not None and self._is_row(row) else set()


class _Comprehensions(ast.NodeTransformer):
    """list(f(r) for r in m), list(map(lambda r: r, m)) and list(filter(f, m)) as comprehensions."""

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        of: Any = node.args[0] if len(node.args) == 1 and isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple") else None
        made: Any = None
        if isinstance(of, ast.GeneratorExp):
            made = ast.ListComp(of.elt, of.generators)
        elif isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and len(of.args) == 2 and of.func.id in ("map", "filter"):
            of, given = of.args if of.func.id == "map" else (None, of.args[1])
            if isinstance(of, ast.Lambda) and len(of.args.args) == 1:
                made = ast.ListComp(of.body, [ast.comprehension(ast.Name(of.args.args[0].arg, ast.Store()), given, [], 0)])
            elif of is None:
                made = ast.ListComp(ast.Name("_", ast.Load()), [ast.comprehension(ast.Name("_", ast.Store()), given, [], 0)])
        return node if made is None else ast.fix_missing_locations(ast.copy_location(made, node))


def _values_of(node: Any) -> list[Any]:
    """What an expression may give: both ways of a condition, and the items of what is written out where one is picked."""
    parts: list[Any] = []
    if isinstance(node, ast.IfExp):
        parts = [node.body, node.orelse]
    elif isinstance(node, ast.BoolOp):
        parts = node.values
    elif isinstance(node, ast.NamedExpr):
        parts = [node.value]
    elif isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Tuple, ast.List, ast.Dict)):
        parts = node.value.values if isinstance(node.value, ast.Dict) else node.value.elts
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("max", "min") and len(node.args) > 1:
        parts = node.args
    return [inner for part in parts for inner in _values_of(part)] or [node]


def _zipped(node: Any) -> list[tuple[ast.expr, ast.expr]]:
    """`r` and `m`, `s` and `k` of `for r, s in zip(m, k)`."""
    is_zip = isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "zip"
    return list(zip(node.target.elts, node.iter.args, strict=False)) if is_zip and isinstance(node.target, ast.Tuple) else []


def _bound(node: Any) -> set[str]:
    """The names that a comprehension binds."""
    return {t.id for generator in node.generators for t in walk(generator.target) if isinstance(t, ast.Name)}


def _names_of_values(generator: ast.comprehension) -> list[str]:
    """Those that are no keys: v of `for k, v in d.items()`."""
    target: Any = generator.target
    is_pair = isinstance(target, ast.Tuple) and isinstance(generator.iter, ast.Call) and getattr(generator.iter.func, "attr", "") == "items"
    return [t.id for t in walk(target.elts[-1] if is_pair else target) if isinstance(t, ast.Name)]


def _parts(node: Any) -> list[Any]:
    """What a tuple or dict that is returned holds."""
    if isinstance(node, ast.Tuple):
        return [part for e in node.elts for part in _parts(e)]
    return [part for e in node.values for part in _parts(e)] if isinstance(node, ast.Dict) else [] if node is None else [node]


def _iterated(node: ast.expr) -> ast.expr:
    """g of enumerate(g) and reversed(g)"""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "reversed") and node.args
    return node.args[0] if is_call else node  # type: ignore[attr-defined]
