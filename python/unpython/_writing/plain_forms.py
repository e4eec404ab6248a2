"""Forms that say in one expression what two statements, or a plainer expression, say as well. Asked only where a function was refused as
it is:

    return [w for w in words if w] or None          found = [w for w in words if w]
                                                    if found: return found
                                                    return None
    return n, found[0] if found else None           if found: return n, found[0]
                                                    else: return n, None
    n = n or 10                                     if n is None: n = 10
                                                    elif not n: n = 10
    dict((w, len(w)) for w in words)                {w: len(w) for w in words}
    sorted(w for w in words)                        sorted([w for w in words])
    list(filter(None, words))                       list(w for w in words if w)
    tuple(f(v) for v in (a, b))                     (f(a), f(b))
    a, b = (int(x) for x in line.split())           a, b = [int(x) for x in line.split()[:3]]
    name, *rest = [w for w in words]                all_of_them = [w for w in words]
                                                    name, *rest = all_of_them
    return tuple(sorted(x))                         t = tuple(v for v in sorted(x))
                                                    return t
    todo = deque([(start, 0)])                      todo = deque(); todo.append((start, 0))
    max(words, key=len, default="")                 max(words, key=len) if len(words) != 0 else ""
    return d.pop(k, None)                           if k in d: return d.pop(k)
                                                    return None
    out.extend(d.values())                          for v in d.values(): out.append(v)
    len({tuple(r) for r in m.tolist()})             different_rows(m)
    {*a, *b, c}                                     set([*a, *b, c])
    s.rsplit(".", 1)[0]                             s.rpartition(".")[0] if "." in s else s
    "{} has {:.2f}".format(w, x)                    f"{w} has {x:.2f}"
    raise E(f"x is {x:.2f}")                        raise E(f"x is {x * 1.0:.2f}"), for an x that is an integer or not
"""

from __future__ import annotations

import ast
import collections
import string
from types import FunctionType
from typing import Any, TypeGuard

from unpython import _bindings
from unpython._library.sorting.unique_rows import different_rows
from unpython._local_names import local_names
from unpython._writing import nothing
from unpython._writing.calls import OwnCall, full_name, with_names
from unpython._writing.loops.searches_by_key import chosen_without_key
from unpython._writing.nodes import copy_tree, is_name, is_none, is_simple, is_text, is_view, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_LISTED = frozenset("split splitlines rsplit".split())
_MOST_ITEMS = 8  # of a tuple that is written out
_WITH_POINT = ("f", "F", "e", "E", "g", "G", "%")


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` in plainer forms, the names that came with them, and no free names."""
    writer = _Writer(function, node)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    if not writer.count:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), frozenset(writer.names), []


class _Writer(WholeRewriter):
    """`count`: of what was written; `_of_sets`: names of dicts that are made with a new set for each key; `_pairs`: of
    lists of tuples of two."""

    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._own = local_names(function)
        self._of_sets = self._dicts_of_sets(node)
        self._pairs = _lists_of_pairs(node)
        self.names: set[str] = set()
        self.count = 0

    def _dicts_of_sets(self, node: Any) -> set[str]:
        stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        assigned = [n for n in walk(node) if isinstance(n, ast.Assign) and len(n.targets) == 1]
        tables = [n for n in assigned if isinstance(n.targets[0], ast.Name) and isinstance(n.value, ast.DictComp)]
        made = {n.targets[0].id for n in tables if self._makes_set(n.value.value)}  # type: ignore[attr-defined]
        entered = [n for n in assigned if isinstance(n.targets[0], ast.Subscript) and isinstance(n.targets[0].value, ast.Name)]
        others = {n.targets[0].value.id for n in entered if not self._makes_set(n.value)}  # type: ignore[attr-defined]
        return {name for name in made - others if stored.count(name) == 1}

    def _makes_set(self, node: Any) -> bool:
        return isinstance(node, ast.Call) and not node.args and not node.keywords and self._builtin(node.func) == "set"

    def _new(self) -> str:
        name = f"_plain_{len(self.names)}_"
        self.names.add(name)
        return name

    def _builtin(self, node: Any) -> str:
        name = full_name(node, self._function, self._own)
        return name.removeprefix("builtins.") if name.startswith("builtins.") else ""

    def _made(self, node: Any, at: ast.AST) -> Any:
        self.count += 1
        return ast.fix_missing_locations(ast.copy_location(node, at))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef  # type: ignore[assignment]

    # Statements.

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        value: Any = node.value
        if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and len(value.values) == 2 and not isinstance(value.values[0], ast.Compare):
            first, other = value.values
            before: list[ast.stmt] = []
            if not isinstance(first, ast.Name):
                name = self._new()
                before.append(store(name, first))
                first = load(name)
            found = ast.If(first, [ast.Return(copy_tree(first))], [])
            return [self._made(s, node) for s in (*before, found, ast.Return(other))]
        if (apart := nothing.ways_of_tuple(node)) is not None:
            return self._made(apart, node)
        if self._is_popped(value):
            key, held = value.args[0], value.func.value
            value.args = [key]
            found = ast.If(ast.Compare(copy_tree(key), [ast.In()], [copy_tree(held)]), [ast.Return(value)], [])
            return [self._made(found, node), self._made(ast.Return(ast.Constant(None)), node)]
        if (split := self._split_before(node)) is not None:
            return [split, node]
        if self._is_tuple(value):
            return [*self._named_tuple(node, value, lambda name: setattr(node, "value", name)), node]
        if type(value) is ast.Tuple:
            for i, part in enumerate(value.elts):
                if self._is_tuple(part) and (named := self._named_before(value.elts, i)) is not None:
                    return [*named, *self._named_tuple(node, part, lambda name, i=i: value.elts.__setitem__(i, name)), node]  # type: ignore[misc]
        return self._without_default(node)

    def _named_before(self, parts: list[ast.expr], place: int) -> list[ast.stmt] | None:
        """Statements that compute what stands in front of a part of a tuple; None where it is written in a way that wants no name."""
        before: list[ast.stmt] = []
        for i, part in enumerate(parts[:place]):
            if is_simple(part):
                continue
            if not isinstance(part, (ast.Call, ast.Subscript, ast.Attribute, ast.BinOp)) or self._is_tuple(part):
                return None
            name = self._new()
            before.append(self._made(store(name, part), part))
            parts[i] = ast.copy_location(load(name), part)
        return before

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        if len(node.targets) > 1:
            return node
        if isinstance(target, ast.Name) and (before := self._split_before(node)) is not None:
            return [before, node]
        if isinstance(target, ast.Name) and (begun := self._begun_deque(value, target.id)) is not None:
            return [self._made(s, node) for s in begun]
        is_or = isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and len(value.values) == 2
        if isinstance(target, ast.Name) and is_or and is_name(value.values[0], target.id):  # type: ignore[attr-defined]
            node.value = value.values[1]  # type: ignore[attr-defined]
            is_nothing = ast.Compare(load(target.id), [ast.Is()], [ast.Constant(None)])
            otherwise = ast.If(ast.UnaryOp(ast.Not(), load(target.id)), [copy_tree(node)], [])
            return self._made(ast.If(is_nothing, [node], [otherwise]), node)
        if isinstance(target, ast.Tuple) and any(isinstance(t, ast.Starred) for t in target.elts) and isinstance(value, ast.ListComp):
            name = self._new()
            return [self._made(store(name, value), node), self._made(ast.Assign([target], load(name)), node)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.GeneratorExp) and len(value.generators) == 1:
            node.value = self._written_out(value) or self._unpacked(value, len(target.elts)) or value
        elif isinstance(target, ast.Name) and self._is_tuple(value) and not isinstance(value.args[0], (ast.GeneratorExp, ast.ListComp, ast.Name)):  # type: ignore[attr-defined]
            self._gather(value)
        return self._without_default(node)

    def _begun_deque(self, value: Any, name: str) -> list[ast.stmt] | None:
        """deque([(start, 0)])"""
        given = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords else None
        if not isinstance(given, ast.List) or not given.elts or not all(type(e) is ast.Tuple for e in given.elts):
            return None
        binding = _bindings.of_node(self._function, value.func, self._own)
        if binding is None or binding.value is not collections.deque or any(is_name(n, name) for n in walk(given)):
            return None
        appends = [ast.Expr(ast.Call(ast.Attribute(load(name), "append", ast.Load()), [item], [])) for item in given.elts]
        return [store(name, ast.Call(value.func, [], [])), *appends]

    def _split_before(self, node: Any) -> ast.stmt | None:
        """{k: v for k, v in (p.split("=") for p in x)}: the inner list in front; splitting at a text that is written out never raises."""
        outer: Any = node.value
        inner = outer.generators[0].iter if isinstance(outer, (ast.ListComp, ast.SetComp, ast.DictComp)) else None
        if not isinstance(inner, ast.GeneratorExp) or len(inner.generators) != 1 or inner.generators[0].ifs:
            return None
        clause, elt = inner.generators[0], inner.elt
        is_split = isinstance(elt, ast.Call) and isinstance(elt.func, ast.Attribute) and elt.func.attr in ("split", "partition", "rpartition")
        if not is_split or not isinstance(clause.target, ast.Name) or not is_name(elt.func.value, clause.target.id):  # type: ignore[attr-defined]
            return None
        if not all(is_text(a) and a.value for a in elt.args[:1]) or not all(isinstance(a, ast.Constant) for a in elt.args[1:]):  # type: ignore[attr-defined]
            return None
        name = self._new()
        outer.generators[0].iter = load(name)
        return self._made(store(name, ast.ListComp(elt, inner.generators)), node)  # type: ignore[no-any-return]

    def visit_Expr(self, node: ast.Expr) -> Any:
        self.generic_visit(node)
        call: Any = node.value
        is_extended = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "extend" and len(call.args) == 1
        if not is_extended or not isinstance(call.func.value, ast.Name):
            return node
        given = call.args[0]
        is_view = isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and given.func.attr in ("values", "keys", "items") and not given.args
        if not self._is_set(given) and (not is_view or is_name(given.func.value, call.func.value.id)):
            return node
        name = self._new()
        append = ast.Call(ast.Attribute(call.func.value, "append", ast.Load()), [load(name)], [])
        return self._made(ast.For(ast.Name(name, ast.Store()), given, [ast.Expr(append)], []), node)

    def visit_Raise(self, node: ast.Raise) -> Any:
        """Python shows an integer in these styles as the number with a point."""
        self.generic_visit(node)
        for n in walk(node):
            style = n.format_spec if isinstance(n, ast.FormattedValue) and n.conversion == -1 and isinstance(n.value, ast.Name) else None
            last = style.values[-1] if isinstance(style, ast.JoinedStr) and style.values else None
            if is_text(last) and str(last.value)[-1:] in _WITH_POINT:
                n.value = self._made(ast.BinOp(n.value, ast.Mult(), ast.Constant(1.0)), n.value)  # type: ignore[attr-defined]
        return node

    def _is_set(self, node: Any) -> bool:
        """{a, b} - s, and d[k] of a dict whose values are new sets."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)):
            return any(isinstance(part, ast.Set) or self._is_set(part) for part in (node.left, node.right))
        return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in self._of_sets

    # Tuples whose length nobody knows: lists/plain_tuples.py knows them by their names.

    def _is_tuple(self, node: Any) -> TypeGuard[ast.Call]:
        return isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and self._builtin(node.func) == "tuple"

    def _named_tuple(self, node: ast.Return, made: ast.Call, put: Any) -> list[ast.stmt]:
        if not isinstance(made.args[0], (ast.GeneratorExp, ast.ListComp)):
            self._gather(made)
        name = self._new()
        put(load(name))
        return [self._made(store(name, made), node)]

    def _gather(self, made: ast.Call) -> None:
        """tuple(v for v in x), of map(f, x) as well."""
        given: Any = made.args[0]
        item = self._new()
        elt: ast.expr = load(item)
        if isinstance(given, ast.Call) and self._builtin(given.func) == "map" and len(given.args) == 2 and not given.keywords:
            elt, given = ast.Call(given.args[0], [elt], []), given.args[1]
        made.args = [self._made(ast.GeneratorExp(elt, [ast.comprehension(ast.Name(item, ast.Store()), given, [], 0)]), made)]

    # Expressions.

    def _unpacked(self, node: ast.GeneratorExp, count: int) -> ast.expr | None:
        """The list of which so many names take the items: Python computes one more, at most."""
        over = node.generators[0].iter
        is_listed = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr in _LISTED
        if not is_listed or node.generators[0].ifs:
            return None
        node.generators[0].iter = ast.Subscript(over, ast.Slice(None, ast.Constant(count + 1), None), ast.Load())
        return self._made(ast.ListComp(node.elt, node.generators), node)  # type: ignore[no-any-return]

    def _is_popped(self, node: Any) -> bool:
        """d.pop(k, None)"""
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.keywords
        return is_method and len(node.args) == 2 and is_none(node.args[1]) and is_simple(node.args[0]) and is_simple(node.func.value)

    def _without_default(self, node: Any) -> Any:
        """x = max(..., default=None)"""
        value = node.value
        default = _default_of(value) if self._is_ordered(value) else None
        if default is None or not is_none(default):
            return node
        made: list[ast.stmt] = []
        if not isinstance(value.args[0], ast.Name):
            name = self._new()
            made.append(self._made(store(name, _listed(value.args[0])), node))
            value.args = [load(name)]
        count = ast.Call(load("len"), [copy_tree(value.args[0])], [])
        value.keywords = [k for k in value.keywords if k.arg != "default"]
        nothing = copy_tree(node)
        nothing.value = ast.Constant(None)
        return [*made, self._made(ast.If(ast.Compare(count, [ast.Eq()], [ast.Constant(0)]), [nothing], [node]), node)]

    def _is_ordered(self, node: Any) -> bool:
        return isinstance(node, ast.Call) and len(node.args) == 1 and self._builtin(node.func) in ("min", "max")

    def _maps_to_lists(self, node: ast.expr) -> bool:
        """map(sorted, x)"""
        is_map = isinstance(node, ast.Call) and self._builtin(node.func) == "map" and len(node.args) == 2 and not node.keywords
        return is_map and self._builtin(node.args[0]) in ("sorted", "list")  # type: ignore[attr-defined]

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        name = self._builtin(node.func)
        if self._is_tuple(node) and (made := self._written_out(node.args[0])) is not None:
            return made
        if name == "dict" and len(node.args) == 1 and not node.keywords and (made := self._entries(node)) is not None:
            return made
        if name == "sorted" and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            node.args = [self._made(_listed(node.args[0]), node.args[0])]
        elif name == "sorted" and len(node.args) == 1 and self._maps_to_lists(node.args[0]):
            item, (made, items) = self._new(), node.args[0].args  # type: ignore[attr-defined]
            clause = ast.comprehension(ast.Name(item, ast.Store()), items, [], 0)
            node.args = [self._made(ast.ListComp(ast.Call(made, [load(item)], []), [clause]), node.args[0])]
        elif name == "filter" and len(node.args) == 2 and is_none(node.args[0]) and not node.keywords:
            item = self._new()
            clause = ast.comprehension(ast.Name(item, ast.Store()), node.args[1], [load(item)], 0)
            return self._made(ast.GeneratorExp(load(item), [clause]), node)
        elif self._is_ordered(node) and isinstance(node.args[0], ast.Name) and isinstance(default := _default_of(node), ast.Constant):
            if default.value is None:
                return node
            node.keywords = [k for k in node.keywords if k.arg != "default"]
            count = ast.Call(load("len"), [copy_tree(node.args[0])], [])
            return self._made(ast.IfExp(ast.Compare(count, [ast.NotEq()], [ast.Constant(0)]), node, default), node)
        elif (made := chosen_without_key(node, lambda n: full_name(n, self._function, self._own))) is not None:
            return self._made(made, node)
        elif name == "len" and (counted := self._rows_counted(node)) is not None:
            return self._made(counted, node)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "format" and is_text(node.func.value):
            made = _as_f_string(node)
            return node if made is None else self._made(made, node)
        return node

    def _entries(self, node: ast.Call) -> ast.expr | None:
        """dict((k, v) for ...), dict(sorted(d.items())) and dict(x) of a list of pairs, as {k: v for ...}"""
        given: Any = node.args[0]
        if isinstance(given, (ast.GeneratorExp, ast.ListComp)) and _is_pair(given.elt):
            key, value = given.elt.elts  # type: ignore[attr-defined]
            return self._made(ast.DictComp(key, value, given.generators), node)  # type: ignore[no-any-return]
        is_ordered = isinstance(given, ast.Call) and self._builtin(given.func) == "sorted" and len(given.args) == 1 and _are_items(given.args[0])
        if not is_ordered and (not isinstance(given, ast.Name) or given.id not in self._pairs):
            return None
        names = [self._new(), self._new()]
        targets = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        clause = ast.comprehension(targets, given, [], 0)
        return self._made(ast.DictComp(load(names[0]), load(names[1]), [clause]), node)  # type: ignore[no-any-return]

    def _written_out(self, node: Any) -> ast.expr | None:
        """f(v) for v in (a, b) as (f(a), f(b))"""
        if not isinstance(node, (ast.GeneratorExp, ast.ListComp)) or len(node.generators) != 1:
            return None
        clause, items = node.generators[0], getattr(node.generators[0].iter, "elts", [])
        is_plain = isinstance(clause.iter, (ast.Tuple, ast.List)) and isinstance(clause.target, ast.Name) and not clause.ifs
        if not is_plain or not 0 < len(items) <= _MOST_ITEMS or not all(isinstance(i, (ast.Name, ast.Constant)) for i in items):
            return None
        if any(isinstance(n, (ast.Lambda, ast.comprehension, ast.NamedExpr)) for n in walk(node.elt)):
            return None
        made: list[ast.expr] = [with_names(copy_tree(node.elt), clause.target.id, copy_tree(item)) for item in items]  # type: ignore[attr-defined]
        return self._made(ast.Tuple(made, ast.Load()), node)  # type: ignore[no-any-return]

    def _rows_counted(self, node: ast.Call) -> ast.expr | None:
        """len({tuple(r) for r in m.tolist()}), of an array with two dimensions; the compiler refuses other ones."""
        made = node.args[0] if len(node.args) == 1 and not node.keywords else None
        clause = made.generators[0] if isinstance(made, ast.SetComp) and len(made.generators) == 1 else None
        if clause is None or clause.ifs or not isinstance(clause.target, ast.Name) or not self._is_tuple(made.elt):  # type: ignore[union-attr]
            return None
        if not is_name(made.elt.args[0], clause.target.id):  # type: ignore[union-attr]
            return None
        over: Any = clause.iter
        is_listed = isinstance(over, ast.Call) and isinstance(over.func, ast.Attribute) and over.func.attr == "tolist" and not over.args
        return OwnCall(different_rows, [over.func.value if is_listed else over])

    def visit_Set(self, node: ast.Set) -> Any:
        """{*a, *b, c}"""
        self.generic_visit(node)
        if not any(isinstance(item, ast.Starred) for item in node.elts) or "set" in self._own:
            return node
        return self._made(ast.Call(load("set"), [ast.List(node.elts, ast.Load())], []), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """s.rsplit(".", 1)[0] and [-1]"""
        self.generic_visit(node)
        call: Any = node.value
        is_split = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rsplit" and len(call.args) == 2
        if not is_split or not is_text(call.args[0]) or not call.args[0].value or not is_simple(call.func.value):
            return node
        if not isinstance(call.args[1], ast.Constant) or call.args[1].value != 1 or not isinstance(node.ctx, ast.Load):
            return node
        place = ast.unparse(node.slice)
        parts = ast.Call(ast.Attribute(copy_tree(call.func.value), "rpartition", ast.Load()), [copy_tree(call.args[0])], [])
        if place == "-1":
            return self._made(ast.Subscript(parts, ast.Constant(2), ast.Load()), node)
        if place != "0":
            return node
        test = ast.Compare(call.args[0], [ast.In()], [copy_tree(call.func.value)])
        return self._made(ast.IfExp(test, ast.Subscript(parts, ast.Constant(0), ast.Load()), call.func.value), node)


def _is_pair(node: Any) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and not any(isinstance(e, ast.Starred) for e in node.elts)


def _lists_of_pairs(node: Any) -> set[str]:
    """The names of lists that are made empty, and to which nothing but tuples of two is appended."""
    made: set[str] = set()
    fine: set[int] = set()
    for n in walk(node):
        if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name) and isinstance(n.value, ast.List) and not n.value.elts:
            made.add(n.targets[0].id)
            fine.add(id(n.targets[0]))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr == "append" and len(n.args) == 1 and _is_pair(n.args[0]):
            fine.add(id(n.func.value))
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name):
            fine |= {id(a) for a in n.args} if n.func.id in ("dict", "len", "sorted") else set()
        elif isinstance(n, (ast.For, ast.comprehension)):
            fine.add(id(n.iter))
    return made - {n.id for n in walk(node) if isinstance(n, ast.Name) and id(n) not in fine} - {n.arg for n in walk(node) if isinstance(n, ast.arg)}


def _default_of(node: Any) -> ast.expr | None:
    return next((k.value for k in node.keywords if k.arg == "default"), None)


def _listed(node: Any) -> ast.expr:
    """The items of a generator, or of anything else, as a list."""
    if isinstance(node, ast.GeneratorExp):
        return ast.ListComp(node.elt, node.generators)
    return node if isinstance(node, (ast.ListComp, ast.List)) else ast.Call(load("list"), [node], [])


def _as_f_string(node: Any) -> ast.expr | None:
    """"{} {name:.2f}".format(x, name=y), where each value stands in one place, in order."""
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return None
    given: dict[str, ast.expr] = {**{str(i): a for i, a in enumerate(node.args)}, **{k.arg: k.value for k in node.keywords}}
    parts: list[ast.expr] = []
    used: list[str] = []
    try:
        pieces = list(string.Formatter().parse(node.func.value.value))
    except ValueError:
        return None
    for text, field, spec, conversion in pieces:
        if text:
            parts.append(ast.Constant(text))
        if field is None:
            continue
        key = field if field else str(len(used))
        if key not in given or "{" in (spec or ""):
            return None
        used.append(key)
        style = None if not spec else ast.JoinedStr([ast.Constant(spec)])
        parts.append(ast.FormattedValue(copy_tree(given[key]), ord(conversion) if conversion else -1, style))
    others = [value for key, value in given.items() if not isinstance(value, (ast.Name, ast.Constant))]
    in_order = [given[key] for key in used if not isinstance(given[key], (ast.Name, ast.Constant))]
    return ast.JoinedStr(parts) if list(map(id, others)) == list(map(id, in_order)) else None


def _are_items(node: Any) -> bool:
    return is_view(node) and node.func.attr == "items"  # type: ignore[attr-defined]
