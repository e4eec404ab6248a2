"""Lists of what masks select, as the rows of all arrays in one array (_library/containers/array_groups.py):

    groups = [v[labels == k] for k in kinds]     items, starts, counts = [], [], []
                                                 for k in kinds: add_array(items, starts, counts, v, v[labels == k])
                                                 rows = all_rows(items, counts, v)
    for g in groups:                             for start, count in zip(starts, counts): g = rows[start : start + count]
    groups[i], len(groups)                       array_at(rows, starts, counts, i), len(counts)

Problem:  arrays in a list have one shape for the compiler.
Choice:   a name that stands for nothing but such a list, and is only used in the ways above, becomes one array and two lists; an array
          of the list is a part of it. A mask gives a new array, so nothing else can tell.
Rejected: the masks anew wherever the list is read (what they select from may have changed).

So it is with a list that begins empty and to which only the loop behind it appends. A name that is used in any other way stays as it is.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.containers import array_groups
from unpython._local_names import local_names
from unpython._writing.calls import OwnCall, full_name, with_names, with_own_targets
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.rewriter import NameRewriter, NoOtherWords

_PARTS = ("items", "starts", "counts")  # and `rows`, once all are there


class _NotGroups(NoOtherWords):
    pass


def may_have(function: FunctionType, node: Any) -> bool:
    return bool(_names(node))


def rewritten(function: FunctionType, node: Any) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with arrays in place of lists of arrays, the names that came with them, and what free names it relies on."""
    names = _names(node)
    while names:
        writer = _Writer(function, names)
        made = copy_tree(node)
        try:
            made.body = writer.statements(made.body)
        except _NotGroups as other:
            names.discard(other.name)
            continue
        parts = {_part(name, part) for name in names for part in (*_PARTS, "rows")}
        return ast.fix_missing_locations(made), frozenset(parts | writer.made), writer.used
    return node, frozenset(), []


def _part(name: str, part: str) -> str:
    return f"_{name}_group_{part}_"


def _names(node: Any) -> set[str]:
    """Names that are given a list of what masks select once, or an empty list to which such are appended."""
    nodes = list(walk(node))
    assigned = [n for n in nodes if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name)]
    lists = {n.targets[0].id for n in assigned if isinstance(n.value, (ast.List, ast.Tuple, ast.Dict))}  # type: ignore[attr-defined]
    found = {n.targets[0].id for n in assigned if isinstance(n.value, ast.ListComp) and _is_masked(n.value.elt, lists)}  # type: ignore[attr-defined]
    appended = [n for n in nodes if _appended_to(n) is not None]
    filled = {_appended_to(n) for n in appended if _is_masked(n.value.args[0], lists)} - {  # type: ignore[attr-defined]
        _appended_to(n) for n in appended if not _is_masked(n.value.args[0], lists)  # type: ignore[attr-defined]
    }
    found |= {n.targets[0].id for n in assigned if isinstance(n.value, ast.List) and not n.value.elts and n.targets[0].id in filled}  # type: ignore[attr-defined]
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    inside = {
        m.id
        for f in nodes
        if isinstance(f, (ast.FunctionDef, ast.Lambda)) and f is not node
        for m in walk(f)
        if isinstance(m, ast.Name)
    }
    return {name for name in found if stored.count(name) == 1 and name not in inside}


def _appended_to(node: Any) -> str | None:
    """groups of groups.append(x)"""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "append":
        return None
    is_plain = isinstance(call.func.value, ast.Name) and len(call.args) == 1 and not call.keywords
    return call.func.value.id if is_plain else None  # type: ignore[attr-defined]


def _is_masked(node: Any, lists: set[str]) -> bool:
    """v[k == labels], v[(k < x) & (x < y)]: of an array, a new one. `lists`: names of no arrays, of which an item is taken."""
    if not isinstance(node, ast.Subscript) or not _is_mask(node.slice) or isinstance(node.value, (ast.List, ast.Tuple, ast.Dict, ast.Constant)):
        return False
    return not isinstance(node.value, ast.Name) or node.value.id not in lists


def _is_mask(node: Any) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.BitXor)) and _is_mask(node.left) and _is_mask(node.right)
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) and _is_mask(node.operand)
    return isinstance(node, ast.Compare) and len(node.ops) == 1 and not isinstance(node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot))


class _Writer(NameRewriter):
    _wrong = _NotGroups

    def __init__(self, function: FunctionType, names: set[str]):
        self._function = function
        self._own = local_names(function)
        self._named = self._groups = names
        self._filled = ""  # the list that statements are filling
        self.made: set[str] = set()
        self.used: list[_bindings.Binding] = []

    def _temporary(self) -> str:
        name = f"_group_{len(self.made)}_"
        self.made.add(name)
        return name

    def _builtin(self, name: str, at: str) -> ast.expr:
        binding = _bindings.resolve(self._function, name, [])
        if name in self._own or binding.target != f"builtins.{name}":
            raise _NotGroups(at)
        self.used.append(binding)
        return ast.Name(name, ast.Load())

    def _lists(self, name: str) -> list[ast.expr]:
        return [ast.Name(_part(name, part), ast.Load()) for part in _PARTS]

    def _whole_lists(self, name: str) -> list[ast.expr]:
        return [ast.Name(_part(name, part), ast.Load()) for part in ("rows", "starts", "counts")]

    # The lists that are made.

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """A list that begins empty is filled by the next statement, and whole behind it."""
        for i, statement in enumerate(body):
            target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
            name = self._name_of(target)
            if name is None or not isinstance(statement.value, ast.List):  # type: ignore[attr-defined]
                continue
            filling = body[i + 1] if i + 1 < len(body) else None
            if not isinstance(filling, ast.For) or filling.orelse or not self._is_only_filled(filling, name, body[i + 2 :]):
                raise _NotGroups(name)
            whole = ast.copy_location(ast.Assign([ast.Name(_part(name, "rows"), ast.Store())], self._whole(name, self._source(filling, name))), filling)
            whole.is_made = True  # type: ignore[attr-defined]
            body = [*body[: i + 2], whole, *body[i + 2 :]]
            before, self._filled = self._filled, name
            made = super().statements(body[: i + 3])
            self._filled = before
            return made + self.statements(body[i + 3 :])
        return super().statements(body)

    def _is_only_filled(self, loop: ast.For, name: str, behind: list[ast.stmt]) -> bool:
        """Whether a loop only appends to a list, and what stands behind it does not."""
        appends = [n for n in walk(loop) if _appended_to(n) == name]
        return _count(loop, name) == len(appends) and not any(_appended_to(n) == name for s in behind for n in walk(s))

    def _source(self, made: ast.AST, name: str) -> str:
        """The one array that the masks in a comprehension or a loop select from, which has one value there."""
        masked = [n.elt for n in walk(made) if isinstance(n, ast.ListComp)] if isinstance(made, ast.ListComp) else []
        masked += [n.value.args[0] for n in walk(made) if _appended_to(n) == name]  # type: ignore[attr-defined]
        stored = {n.id for n in walk(made) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        first = masked[: 1 if isinstance(made, ast.ListComp) else None]
        sources = {m.value.id if isinstance(m, ast.Subscript) and isinstance(m.value, ast.Name) else "" for m in first}
        if len(sources) != 1 or sources & (stored | self._groups | {""}):
            raise _NotGroups(name)
        return sources.pop()

    def _whole(self, name: str, source: str) -> ast.expr:
        return OwnCall(array_groups.all_rows, [*self._lists(name)[::2], ast.Name(source, ast.Load())])

    def _begun(self, name: str) -> list[ast.stmt]:
        return [ast.Assign([ast.Name(_part(name, part), ast.Store())], ast.List([], ast.Load())) for part in _PARTS]

    def _added(self, name: str, array: ast.expr) -> ast.stmt:
        source = copy_tree(array.value)  # type: ignore[attr-defined]
        return ast.Expr(OwnCall(array_groups.add_array, [*self._lists(name), source, array]))

    def _placed(self, made: list[Any], at: ast.AST) -> list[ast.stmt]:
        return [ast.fix_missing_locations(ast.copy_location(statement, at)) for statement in made]

    def visit_Assign(self, node: ast.Assign) -> Any:
        if getattr(node, "is_made", False):
            return node
        name = self._name_of(node.targets[0]) if len(node.targets) == 1 else None
        if name is None:
            return self.generic_visit(node)
        if isinstance(node.value, ast.List):
            return self._placed(self._begun(name), node)
        source = self._source(node.value, name)
        value: Any = self.visit(node.value)
        new: dict[tuple[str, int], str] = {}
        elt = with_own_targets(value.elt, value.generators, lambda old, number: new.setdefault((old, number), self._temporary()))
        body: list[ast.stmt] = [self._added(name, elt)]
        for clause in reversed(value.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(clause.target, clause.iter, body, [])]
        whole = ast.Assign([ast.Name(_part(name, "rows"), ast.Store())], self._whole(name, source))
        return self._placed([*self._begun(name), *body, whole], node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        name = _appended_to(node)
        if name is None or name not in self._named:
            return self.generic_visit(node)
        if name != self._filled:  # what is added later may be of another array
            raise _NotGroups(name)
        array = self.visit(node.value.args[0])  # type: ignore[attr-defined]
        return self._placed([self._added(name, array)], node)

    # What is read.

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        if name is None or isinstance(node.slice, (ast.Slice, ast.Tuple)) or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        return ast.copy_location(OwnCall(array_groups.array_at, [*self._whole_lists(name), self.visit(node.slice)]), node)

    def visit_Call(self, node: ast.Call) -> Any:
        name = self._name_of(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        called = full_name(node.func, self._function, self._own) if name is not None else ""
        if name is not None and called == "numpy.concatenate":
            return ast.copy_location(OwnCall(array_groups.joined, self._whole_lists(name)[::2]), node)
        if name is None or called != "builtins.len":
            return self.generic_visit(node)
        node.args = [self._lists(name)[2]]
        return node

    def visit_For(self, node: ast.For) -> Any:
        over, target, named = self._gone_through(node.iter, node.target)
        if not named:
            return self.go_inside(node)
        node.iter, node.target = over, target
        given = [ast.Assign([ast.Name(one, ast.Store())], value) for one, value in named.items()]
        self.go_inside(node)
        node.body = [*self._placed(given, node), *node.body]
        return node

    visit_With = NameRewriter.go_inside

    def _comprehension(self, node: Any) -> Any:
        for number, clause in enumerate(node.generators):
            clause.iter, clause.target, named = self._gone_through(clause.iter, clause.target)
            for one, value in named.items():
                for field in ("elt", "key", "value"):
                    if hasattr(node, field):
                        setattr(node, field, with_names(getattr(node, field), one, value))
                clause.ifs = [with_names(test, one, value) for test in clause.ifs]
                for later in node.generators[number + 1 :]:
                    later.iter, later.ifs = with_names(later.iter, one, value), [with_names(test, one, value) for test in later.ifs]
        return self.generic_visit(node)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _gone_through(self, over: Any, target: Any) -> tuple[Any, Any, dict[str, ast.expr]]:
        """What is gone through in the place of this, by which names, and which names are which arrays."""
        if (name := self._name_of(over)) is not None:
            if not isinstance(target, ast.Name):
                raise _NotGroups(name)
            zipped = ast.Call(self._builtin("zip", name), self._lists(name)[1:], [])
            start, count, part = self._part_of(name)
            return ast.copy_location(zipped, over), ast.Tuple([start, count], ast.Store()), {target.id: part}
        called = full_name(over.func, self._function, self._own) if isinstance(over, ast.Call) and not over.keywords else ""
        if called == "builtins.enumerate" and len(over.args) == 1 and isinstance(target, ast.Tuple) and len(target.elts) == 2:
            over.args[0], target.elts[1], named = self._gone_through(over.args[0], target.elts[1])
            return over, target, named
        if called != "builtins.zip" or not isinstance(target, ast.Tuple) or len(target.elts) != len(over.args):
            return over, target, {}
        given: list[ast.expr] = []
        targets: list[ast.expr] = []
        named = {}
        for argument, one in zip(over.args, target.elts, strict=True):
            name = self._name_of(argument)
            if name is None or not isinstance(one, ast.Name):
                given.append(argument)
                targets.append(one)
                continue
            start, count, named[one.id] = self._part_of(name)
            given += self._lists(name)[1:]
            targets += [start, count]
        over.args, target.elts = given, targets
        return over, target, named

    def _part_of(self, name: str) -> tuple[ast.expr, ast.expr, ast.expr]:
        start, count = self._temporary(), self._temporary()
        end = ast.BinOp(ast.Name(start, ast.Load()), ast.Add(), ast.Name(count, ast.Load()))
        part = ast.Subscript(self._whole_lists(name)[0], ast.Slice(ast.Name(start, ast.Load()), end), ast.Load())
        return ast.Name(start, ast.Store()), ast.Name(count, ast.Store()), part


def _count(node: ast.AST, name: str) -> int:
    return sum(isinstance(n, ast.Name) and n.id == name for n in walk(node))
