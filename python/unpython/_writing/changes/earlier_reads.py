"""Names and fields that an expression reads before something later in the same statement changes them:

    return k + sum(f(i) for i in range(n))      kept = k
                                                return kept + sum(f(i) for i in range(n))
    [k + f(i) for i in range(n)]                [(kept := k) + f(i) for i in range(n)]

Problem:  a function inside of a function that has `nonlocal`, a method that changes fields and `:=` are statements in front of the
          expression for the compiler; it reads a name where the expression stands, which is behind them.
Choice:   what is read gets a name of its own that nothing changes: in front of the statement where nothing can change it before it is
          read, else in its place.
Rejected: all that changes something as a statement of its own: nothing would be left of comprehensions, `and` and `or`.

More may be kept than must be: what is not known to leave names and fields as they are may change all of them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._local_names import local_names
from unpython._writing.changes import fields
from unpython._writing.changes.methods import OF_LISTS
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.nodes import copy_tree, load, store, walk
from unpython._writing.rewriter import BlockRewriter

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_TAKE_ALL = frozenset("sum min max any all list tuple set sorted dict len print str".split())
_NUMBERS = frozenset("len sum min max any all".split())  # of lists
_LISTS = (ast.List, ast.ListComp)
_FIELDS = frozenset(".")  # of all objects
_ALL = frozenset("*.")


class _Read(NamedTuple):
    node: Any
    may_wait: bool  # whether it is read later, several times or not at all


class _Change(NamedTuple):
    names: frozenset[str]
    own: frozenset[int]  # what is computed before the change


class EarlierReads(ast.stmt):
    """Stands for a statement that is refused."""


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` in which fields that are read so have names, these names, and no free names. Where a function is written in other words,
    objects/splitting.py does that."""
    made, names = _written(_Known(function, node, True), node) if isinstance(node, ast.FunctionDef) else (node, set())
    return made, frozenset(names), []


def of_names(function: FunctionType, node: Any) -> tuple[Any, set[str], list[_bindings.Binding]]:
    """The `def` in which names that are read so have others, these, and no free names."""
    made, names = _written(_Known(function, node, False), node) if isinstance(node, ast.FunctionDef) else (node, set())
    return made, names, []


def _written(known: _Known, node: Any) -> tuple[Any, set[str]]:
    if not known.shifting and not known.fields:
        return node, set()
    writer = _Writer(known)
    made = copy_tree(node)
    try:
        made.body = writer.statements(made.body)
    except NotWritten:
        made = copy_tree(node)
        made.body = [ast.copy_location(EarlierReads(), made.body[0]), *made.body]
        return made, set()
    return (ast.fix_missing_locations(made), writer.names) if writer.names else (node, set())


class _Known:
    """`shifting`: the names that something in an expression may change; `changing`: what functions inside of this one change;
    `fields`: what may change fields, None where nothing does."""

    def __init__(self, function: FunctionType, node: Any, with_fields: bool):
        nodes = list(walk(node))
        self.own: set[str] = {*local_names(function)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
        self.own |= {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        inner = [n for n in nodes if isinstance(n, ast.FunctionDef) and n is not node]
        self.inner = {n.name for n in inner}
        self.fields = fields.changing(function, node, self.own | self.inner) if with_fields else None
        self.changing: dict[str, frozenset[str]] = {}
        for definition in inner:
            changed = {name for n in walk(definition) if isinstance(n, ast.Nonlocal) for name in n.names}
            if self.fields is not None and any(map(self.fields.may_change, walk(definition))):
                changed |= _FIELDS
            self.changing[definition.name] = self.changing.get(definition.name, frozenset()) | changed
        given = [(definition.name, definition.body) for definition in inner]
        given += [(name, [value]) for name, value in _held(nodes)]
        before: Any = None
        while before != self.changing:
            before = dict(self.changing)
            for name, body in given:
                called = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and n.id in before}
                self.changing[name] = before.get(name, frozenset()).union(*(before[c] for c in called))
        self.changing = {name: changed for name, changed in self.changing.items() if changed}
        self.shifting = {name for changed in self.changing.values() for name in changed} - _ALL
        self.shifting |= {n.target.id for n in nodes if isinstance(n, ast.NamedExpr)}
        if with_fields:
            self.shifting = set()
        self.lists = _lists_among(self.shifting, nodes)


def _lists_among(names: set[str], nodes: list[Any]) -> set[str]:
    """Those that may stand for lists: by what they are given and what is asked of them."""
    found: set[str] = set()
    texts: set[str] = set()
    for n in nodes:
        if isinstance(n, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign)) and n.value is not None:
            targets = {t.id for target in getattr(n, "targets", None) or [n.target] for t in walk(target) if isinstance(t, ast.Name)}  # type: ignore[union-attr]
            if isinstance(n.value, ast.JoinedStr) or (isinstance(n.value, ast.Constant) and type(n.value.value) is str):
                texts |= targets
            elif _gives_list(n.value):
                found |= targets
        elif isinstance(n, (ast.For, ast.comprehension)) and isinstance(n.iter, ast.Name):
            found.add(n.iter.id)
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _TAKE_ALL - {"print", "str"}:
            found |= {a.id for a in n.args if isinstance(a, ast.Name)} if len(n.args) == 1 else set()
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name) and n.func.attr in OF_LISTS:
            found.add(n.func.value.id)
    return names & found - texts


def _gives_list(node: Any) -> bool:
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice)
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("list", "sorted")
    if isinstance(node, (ast.BinOp, ast.IfExp, ast.BoolOp, ast.Tuple)):
        return any(map(_gives_list, ast.iter_child_nodes(node)))
    return isinstance(node, _LISTS)


def _held(nodes: list[Any]) -> list[tuple[str, Any]]:
    """Names that may hold a function of the function, or something that calls it, with what they are given."""
    found = []
    for n in nodes:
        if isinstance(n, (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.For, ast.comprehension)):
            value = n.iter if isinstance(n, (ast.For, ast.comprehension)) else n.value
            targets = n.targets if isinstance(n, ast.Assign) else [n.target]
            found += [(t.id, part) for part in _functions_in(value) for target in targets for t in walk(target) if isinstance(t, ast.Name)]
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name):
            found += [(n.func.value.id, part) for a in n.args for part in _functions_in(a)]
    return found


def _functions_in(node: Any) -> list[Any]:
    """The parts of a value that may be functions, or call some when they are gone through."""
    if isinstance(node, (ast.Name, ast.Lambda, ast.GeneratorExp)):
        return [node]
    if isinstance(node, ast.Call):
        takes_all = isinstance(node.func, ast.Name) and node.func.id in _TAKE_ALL
        return [] if takes_all else [part for a in (*node.args, *(k.value for k in node.keywords)) for part in _functions_in(a)]
    if isinstance(node, (ast.IfExp, ast.BoolOp, ast.Tuple, ast.List, ast.Dict, ast.Starred)):
        return [part for child in ast.iter_child_nodes(node) for part in _functions_in(child)]
    return []


class _Writer(BlockRewriter):
    def __init__(self, known: _Known):
        self._known = known
        self.names: set[str] = set()

    def visit(self, node: Any) -> Any:
        if not isinstance(node, ast.stmt) or isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Try)):
            return self.generic_visit(node)
        begin: list[ast.stmt] = []
        end: list[ast.stmt] = []
        if isinstance(node, ast.AugAssign):
            node, begin, end = self._apart(node)
        roots = _roots(node)
        order = _Order(self._known)
        for root in roots:
            order.see(root)
        before = self._kept(order, node)
        for inside in order.lambdas:
            own = _Order(self._known)
            own.see(inside.body)
            self._kept(own, inside)
        made = self.generic_visit(node)
        return [*before, *begin, made, *end] if before or begin else made

    def _apart(self, node: ast.AugAssign) -> tuple[ast.stmt, list[ast.stmt], list[ast.stmt]]:
        """k += f(i), where f changes k, as kept = k; kept += f(i); k = kept."""
        order = _Order(self._known)
        order.see(node.value)
        target = node.target
        key = target.id if isinstance(target, ast.Name) else f".{target.attr}" if isinstance(target, ast.Attribute) else ""
        is_called = isinstance(target, ast.Name) or any(isinstance(n, ast.Call) for n in walk(node.value))
        if not key or not is_called or not order.may_change(key):
            return node, [], []
        if key in self._known.lists:
            raise NotWritten
        if isinstance(target, ast.Attribute) and not isinstance(target.value, ast.Name):
            raise NotWritten
        owner_kept: list[ast.stmt] = []
        if isinstance(target, ast.Attribute) and order.may_change(target.value.id):  # type: ignore[attr-defined]
            owner = self._name(target)
            owner_kept = [store(owner, target.value)]
            target.value = load(owner)
        read: Any = copy_tree(target)
        read.ctx = ast.Load()
        name = self._name(target)
        begin = [*owner_kept, store(name, read)]
        made = ast.AugAssign(ast.Name(name, ast.Store()), node.op, node.value)
        end = ast.Assign([target], load(name))
        for s in (*begin, made, end):
            ast.fix_missing_locations(ast.copy_location(s, node))
        return made, begin, [end]

    def _kept(self, order: _Order, node: Any) -> list[ast.stmt]:
        """Gives names to what a statement or a lambda reads too early; the statements in front."""
        before: list[ast.stmt] = []
        can_be_before = isinstance(node, ast.stmt) and not isinstance(node, ast.While)
        places = set(map(id, walk(node.target))) if isinstance(node, ast.AugAssign) else set()

        def in_front(read: Any) -> ast.expr:
            name = self._name(read)
            before.append(ast.fix_missing_locations(ast.copy_location(store(name, read), node)))
            return ast.copy_location(load(name), read)

        def in_place(read: Any) -> ast.expr:
            name = self._name(read)
            return ast.fix_missing_locations(ast.copy_location(ast.NamedExpr(ast.Name(name, ast.Store()), read), read))

        instead: dict[int, Any] = {}
        for read, is_first in order.early():
            if _key_of(read.node) in self._known.lists:
                read = _Read(order.number_of(read.node), read.may_wait)
            is_in_front = can_be_before and is_first and not read.may_wait
            if not is_in_front and id(read.node) in places | order.keys:
                raise NotWritten
            instead[id(read.node)] = in_front if is_in_front else in_place
        if instead:
            _Put(instead).generic_visit(node)
        return before

    def _name(self, at: Any) -> str:
        name = f"_kept_{len(self.names)}_{at.lineno}_{at.col_offset}_"
        self.names.add(name)
        return name


def _roots(node: Any) -> list[Any]:
    """The expressions of a statement without its blocks, in the order in which Python computes them."""
    if isinstance(node, ast.Assign):
        return [node.value, *node.targets]
    if isinstance(node, ast.AnnAssign):
        return [] if node.value is None else [node.value, node.target]
    if isinstance(node, ast.For):
        return [node.iter]
    if isinstance(node, ast.With):
        return [item.context_expr for item in node.items]
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


class _Order:
    """What expressions read and change, in order. `lambdas`: those among them, whose bodies run later."""

    def __init__(self, known: _Known):
        self._known = known
        self._found: list[_Read | _Change] = []
        self._later: list[_Change] = []  # may happen anywhere from where it stands to the end
        self._numbers: dict[int, Any] = {}  # by what is asked
        self.keys: set[int] = set()  # what is in keys of dicts, which not all rewriters compute before the values
        self.lambdas: list[ast.Lambda] = []

    def may_change(self, key: str) -> bool:
        return any(isinstance(f, _Change) and _changes(f, key) for f in (*self._found, *self._later))

    def early(self) -> list[tuple[_Read, bool]]:
        """What is read before something changes it, and whether nothing was changed before."""
        found: list[tuple[_Read, bool]] = []
        whole = [*self._found, *self._later]
        for i, read in enumerate(whole):
            if isinstance(read, _Read):
                key = _key_of(read.node)
                changes = [c for c in whole[i:] if isinstance(c, _Change) and _changes(c, key) and id(read.node) not in c.own]
                if changes:
                    found.append((read, not any(isinstance(c, _Change) for c in whole[:i])))
        return found

    def number_of(self, node: Any) -> Any:
        """len(v) or v[0] of a list: a second name for it would stand for the same items to the compiler."""
        holder = self._numbers.get(id(node))
        if holder is None or any(isinstance(n, (ast.NamedExpr, ast.Call)) for n in walk(holder) if n is not holder):
            raise NotWritten
        return holder

    def see(self, node: Any, may_wait: bool = False) -> None:
        known = self._known
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            self._numbers[id(node.value)] = node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NUMBERS and len(node.args) == 1:
            self._numbers[id(node.args[0])] = node
        if isinstance(node, ast.Name):
            if node.id in known.changing:
                self._passed(known.changing[node.id])
            elif node.id in known.shifting and isinstance(node.ctx, ast.Load):
                self._found.append(_Read(node, may_wait))
        elif isinstance(node, ast.Lambda):
            self.lambdas.append(node)
            inside = _Order(known)
            inside.see(node.body)
            self.lambdas += inside.lambdas
            for change in (c for c in (*inside._found, *inside._later) if isinstance(c, _Change)):
                self._passed(change.names)
        elif isinstance(node, ast.NamedExpr):
            self.see(node.value, may_wait)
            self._found.append(_Change(frozenset((node.target.id,)), frozenset(map(id, walk(node.value)))))
            self._found.append(_Read(node, True))
        elif isinstance(node, ast.Call):
            self._call(node, may_wait)
        elif isinstance(node, _COMPREHENSIONS):
            self._comprehension(node, may_wait)
        elif isinstance(node, ast.Dict):
            self.keys |= {id(n) for key in node.keys if key is not None for n in walk(key)}
            for part in (p for pair in zip(node.keys, node.values, strict=True) for p in pair if p is not None):
                self.see(part, may_wait)
        elif isinstance(node, ast.Attribute):
            self.see(node.value, may_wait)
            if known.fields is not None and known.fields.is_changing_method(node):
                self._passed(_FIELDS)
            elif known.fields is not None and isinstance(node.ctx, ast.Load) and known.fields.may_shift(node):
                self._found.append(_Read(node, may_wait))
        elif isinstance(node, (ast.IfExp, ast.BoolOp, ast.Compare)):
            always = 2 if isinstance(node, ast.Compare) else 1
            for i, part in enumerate(n for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr)):
                self.see(part, may_wait or i >= always)
        elif isinstance(node, ast.AST):
            for child in ast.iter_child_nodes(node):
                self.see(child, may_wait)
        if known.fields is not None and not isinstance(node, ast.Lambda) and isinstance(node, ast.expr) and known.fields.may_change(node):
            self._found.append(_Change(_FIELDS, frozenset()))

    def _call(self, node: ast.Call, may_wait: bool) -> None:
        known = self._known
        changed: frozenset[str] = frozenset()
        if isinstance(node.func, ast.Attribute):
            self.see(node.func.value, may_wait)
        elif isinstance(node.func, ast.Name):
            name = node.func.id
            if name in known.changing:
                changed = known.changing[name]
            elif name in known.own and name not in known.inner:
                changed = _ALL  # it may stand for any function
                if name in known.shifting:
                    self.see(node.func, may_wait)
        else:
            self.see(node.func, may_wait)
            changed = _ALL
        for part in (*node.args, *(k.value for k in node.keywords)):
            self.see(part, may_wait)
        if changed:
            self._found.append(_Change(changed, frozenset()))

    def _comprehension(self, node: Any, may_wait: bool) -> None:
        at = len(self._found)
        for i, clause in enumerate(node.generators):
            self.see(clause.iter, may_wait or i > 0)
            if i == 0:
                at = len(self._found)
            self.see(clause.target, True)
            for test in clause.ifs:
                self.see(test, True)
        if isinstance(node, ast.DictComp):
            self.keys |= set(map(id, walk(node.key)))
        for part in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            self.see(part, True)
        if isinstance(node, ast.GeneratorExp):
            self._later += [f for f in self._found[at:] if isinstance(f, _Change)]

    def _passed(self, names: frozenset[str]) -> None:
        self._found.append(_Change(names, frozenset()))
        self._later.append(_Change(names, frozenset()))


def _key_of(node: Any) -> str:
    named = node.target if isinstance(node, ast.NamedExpr) else node
    return f".{named.attr}" if isinstance(named, ast.Attribute) else named.id


def _changes(change: _Change, key: str) -> bool:
    """`key`: a name, or a field with a dot in front."""
    return key in change.names or (("." if key.startswith(".") else "*") in change.names)


class _Put(ast.NodeTransformer):
    """Other nodes in the places of some expressions of a statement; what stands in its blocks stays."""

    def __init__(self, instead: dict[int, Callable[[Any], Any]]):
        self._instead = instead

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.stmt):
            return node
        made = self.generic_visit(node)
        return self._instead[id(node)](made) if id(node) in self._instead else made
