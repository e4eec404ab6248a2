"""Lists of tuples that stay in their function or are returned, as one list for each place of the tuples; and lists of lists that grow
and become an array.

Problem:  `stack = [(0, 0)]`, `stack.append((i, j))` and `i, j = stack.pop()` keep a loop from being compiled.
Choice:   a name that stands for nothing but lists of tuples of one length, and is only used in the ways below, becomes so many lists
          of numbers; a tuple of it is made of their items. Types are found as for any list.
Rejected: items of several words in a list (each pass would have to know of them).

    rows.append([i, x])               rows_0.append(i); rows_1.append(x)
    return np.array(rows)             return np.column_stack((np.array(rows_0), np.array(rows_1)))

A name that is used in any other way stays as it is, and its statements run in Python.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.numpy_functions import array_lists
from unpython._library.python_functions import heaps
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing import unset_names
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.changes import stored_rows
from unpython._writing.lists import row_shapes, sort_rows
from unpython._writing.lists.row_widths import BY_ORDER, OF_HEAPS, heap_function, item_name, sliced_name, sorted_name, widths_of
from unpython._writing.nodes import copy_tree, is_simple, load, part_of, walk
from unpython._writing.rewriter import AssignedNames, NoOtherWords

_WIDEST_HEAP = 6  # see _library/containers/keys.py
_AS_IT_IS = ast.Lambda(ast.arguments([], [ast.arg("row.")], None, [], [], None, []), load("row."))


class _NotRows(NoOtherWords):
    pass


def given_that_are_written(function: FunctionType, node: Any, given: dict[str, tuple[type, ...]]) -> frozenset[str]:
    """The parameters that are lists of tuples and are only used in the ways that are known here."""
    return frozenset(given) & frozenset(_written(function, node, given)[3])


def rewritten(
    function: FunctionType, node: Any, given: dict[str, tuple[type, ...]]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with lists of numbers in place of lists of tuples, the names that came with them, and what free names it relies on.
    `given`: the parameters that are such lists, which it only reads, with the types of their numbers."""
    return _written(function, node, given)[:3]


def _written(
    function: FunctionType, node: Any, given: dict[str, tuple[type, ...]]
) -> tuple[Any, frozenset[str], list[_bindings.Binding], dict[str, int]]:
    """As above, and which names are written so."""
    shapes, of_lists = widths_of(function, node, given)
    widths = {name: row_shapes.width_of(shape) for name, shape in shapes.items()}
    while widths:
        rewriter = _Rewriter(function, widths, shapes, of_lists)
        made = copy_tree(node)
        unset_names.mark(made)
        try:
            begin = sum(1 for s in made.body if getattr(s, "is_of_words", False))
            copied = row_shapes.copied(node, {name: types for name, types in given.items() if name in widths})
            made.body = [*made.body[:begin], *copied, *rewriter.statements(made.body[begin:])]
        except _NotRows as other:
            del widths[other.name]
            continue
        ast.fix_missing_locations(made)
        names = frozenset(part_of(name, i) for name, width in widths.items() for i in range(2 * width + 1))
        names |= {f"{name}.{place}" for name, types in given.items() for place in range(len(types))}
        return made, names, rewriter.used, widths
    return node, frozenset(), [], {}


class _Rewriter(AssignedNames):
    """Writes each use of a name as a use of its lists; _NotRows where there is no such way."""

    _wrong = _NotRows

    def __init__(self, function: FunctionType, widths: dict[str, int], shapes: dict[str, Any], of_lists: frozenset[str]):
        self._function = function
        self._shapes = shapes
        self._widths = self._named = widths
        self._of_lists = of_lists
        self._locals = local_names(function)
        self.used: list[_bindings.Binding] = []

    def _parts(self, name: str) -> list[ast.expr]:
        return [ast.Name(part_of(name, i), ast.Load()) for i in range(self._widths[name])]

    def _builtin(self, name: str, at: str) -> ast.expr:
        binding = _bindings.resolve(self._function, name, [])
        if name in self._locals or binding.target != f"builtins.{name}":
            raise _NotRows(at)
        self.used.append(binding)
        return ast.Name(name, ast.Load())

    def _zipped(self, name: str) -> ast.expr:
        if self._widths[name] == 1 or name in self._of_lists:
            raise _NotRows(name)
        return row_shapes.zipped(self._parts(name), self._shapes[name], self._builtin("zip", name))

    def _items(self, name: str, value: Any) -> list[ast.expr]:
        """The items of a tuple, or of a list in a list of lists, that is written out."""
        if (source := item_name(value)) in self._widths and source not in self._of_lists and self._shapes[source] == self._shapes[name]:
            return [ast.Subscript(part, copy_tree(self._index(name, value.slice)), ast.Load()) for part in self._parts(source)]
        is_list = name in self._of_lists
        items = row_shapes.flat(value, self._shapes[name]) if not is_list else value.elts if isinstance(value, ast.List) else None
        if items is None or len(items) != self._widths[name]:
            raise _NotRows(name)
        return items

    def _is_nested(self, node: ast.AST) -> bool:
        return (name := self._name_of(node)) is not None and row_shapes.is_nested(self._shapes[name])

    # Uses.

    def _stored(self, node: ast.Assign, name: str, place: ast.expr, value: ast.expr) -> list[ast.stmt]:
        return self._each(node, name, value, lambda part, i: ast.Assign([ast.Subscript(part, self._index(name, place), ast.Store())], i))

    def _made(self, node: ast.Assign, name: str, value: ast.expr) -> list[ast.stmt]:
        if sorted_name(value) in self._widths:
            return self._reordered(node, name, value, sorted_name(value), 1)  # type: ignore[arg-type]
        if sliced_name(value) in self._widths or isinstance(value, ast.BinOp):
            lists = self._lists_of(value)
            if lists is None or self._shapes[name] != self._shapes[self._rows_in(value)]:
                raise _NotRows(name)
            return [ast.copy_location(ast.Assign([ast.Name(part_of(name, i), ast.Store())], part), node) for i, part in enumerate(lists)]
        if not isinstance(value, ast.List):
            raise _NotRows(name)
        if len(value.elts) > 1 and not all(is_simple(e) or item_name(e) in self._widths for e in value.elts):
            raise _NotRows(name)  # what its items do happens in their order
        rows = [self._items(name, item) for item in value.elts]
        columns = [[self.visit(row[i]) for row in rows] for i in range(self._widths[name])]
        made = (ast.Assign([ast.Name(part_of(name, i), ast.Store())], ast.List(column, ast.Load())) for i, column in enumerate(columns))
        return [ast.copy_location(statement, node) for statement in made]

    def _order(self, call: Any, name: str, given: int) -> tuple[ast.stmt, ast.expr]:
        """The statement that finds the order of the tuples, and what it gives a name."""
        if given:
            self._builtin("sorted", name)
        if name in self._of_lists:
            raise _NotRows(name)
        found = sort_rows.order(call, self._parts(name), given, f"{part_of(name, 0)}at_", self._shapes[name])
        if found is None:
            raise _NotRows(name)
        places = part_of(name, 2 * self._widths[name])
        return ast.copy_location(ast.Assign([ast.Name(places, ast.Store())], found), call), ast.Name(places, ast.Load())

    def _reordered(self, node: ast.stmt, into: str, call: Any, name: str, given: int) -> list[ast.stmt]:
        """into = sorted(name), name.sort()"""
        found, places = self._order(call, name, given)
        width = self._widths[name]
        if self._shapes[into] != self._shapes[name] or into in self._of_lists:
            raise _NotRows(into)
        held = [part_of(name, width + i) for i in range(width)]
        made = [found, *(ast.Assign([ast.Name(h, ast.Store())], x) for h, x in zip(held, sort_rows.in_order(self._parts(name), places), strict=True))]
        made += [ast.Assign([ast.Name(part_of(into, i), ast.Store())], ast.Name(h, ast.Load())) for i, h in enumerate(held)]
        return [ast.copy_location(s, node) for s in made]

    def _each(self, node: ast.stmt, name: str, value: Any, make: Any) -> list[ast.stmt]:
        """A statement for each place of a tuple, whose items are known before the first of them runs."""
        width = self._widths[name]
        items = [self.visit(item) for item in self._items(name, value)]
        made: list[ast.stmt] = []
        if not all(isinstance(item, (ast.Name, ast.Constant)) and not hasattr(item, "may_be_unset") for item in items):
            held = [ast.Name(part_of(name, width + i), ast.Store()) for i in range(width)]
            made += [ast.Assign([h], item) for h, item in zip(held, items, strict=True)]
            items = [ast.Name(h.id, ast.Load()) for h in held]
        made += [make(part, item) for part, item in zip(self._parts(name), items, strict=True)]
        return [ast.copy_location(statement, node) for statement in made]

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        for name in (n.id for n in walk(node.target) if isinstance(n, ast.Name) and n.id in self._widths):
            if self._name_of(node.target) or not isinstance(node.target, ast.Subscript) or self._name_of(node.target.value):
                raise _NotRows(name)
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        call = node.value
        if stored_rows.stores_part(call) and (name := self._name_of(call.elts[1])) is not None:  # type: ignore[attr-defined]
            return self._store_part(node, name, call)
        name = self._name_of(call.func.value) if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
        if name is None:
            return self.generic_visit(node)
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        method = call.func.attr
        if method == "sort":
            return self._reordered(node, name, call, name, 0)
        if call.keywords:
            raise _NotRows(name)
        if method == "append" and len(call.args) == 1:
            return self._each(node, name, call.args[0], lambda part, item: ast.Expr(row_shapes.method(part, method, [item])))
        if method == "extend" and len(call.args) == 1 and isinstance(call.args[0], (ast.List, ast.Tuple)):
            if not all(map(is_simple, call.args[0].elts)):
                raise _NotRows(name)  # what its items do happens before the first of them is there
            append = [ast.Expr(row_shapes.method(call.func.value, "append", [item])) for item in call.args[0].elts]
            return self.statements([ast.copy_location(s, node) for s in append])
        if method in ("clear", "reverse") and not call.args:
            return [ast.copy_location(ast.Expr(row_shapes.method(part, method, [])), node) for part in self._parts(name)]
        return self.generic_visit(node)

    def _store_part(self, node: ast.stmt, name: str, call: Any) -> list[ast.stmt]:
        given, ends = call.elts[0], call.elts[2:]
        sources = {n.id for n in walk(given) if self._name_of(n) is not None}  # type: ignore[attr-defined]
        is_known = name not in self._of_lists and all(self._shapes[source] == self._shapes[name] for source in sources)
        lists = self._lists_of(given) or self._written_out(given) if is_known else None
        if lists is None or len(lists) != self._widths[name] or not all(map(is_simple, ends)) or any(self._name_of(n) for end in ends for n in walk(end)):
            raise _NotRows(name)
        return stored_rows.statements(node, call.function, name, lists, ends)

    def visit_Delete(self, node: ast.Delete) -> Any:
        target = node.targets[0]
        name = self._name_of(target.value) if isinstance(target, ast.Subscript) else None
        if name is None or len(node.targets) != 1:
            return self.generic_visit(node)
        parts = self._sliced(target) or [ast.Subscript(part, self._index(name, target.slice)) for part in self._parts(name)]  # type: ignore[attr-defined]
        return [ast.copy_location(ast.Delete([ast.Subscript(part.value, part.slice, ast.Del())]), node) for part in parts]  # type: ignore[attr-defined]

    def visit_Call(self, node: ast.Call) -> Any:
        if node.args and self._name_of(node.args[0]) is not None and not self._is_nested(node.args[0]):
            heap = heap_function(self._function, node)
            if heap is not None:
                return self._on_heap(node, node.args[0].id, *heap)  # type: ignore[attr-defined]
            if isinstance(node.func, ast.Attribute) and full_name(node.func, self._function, self._locals) in ("numpy.array", "numpy.asarray"):
                return self._as_array(node, node.args[0].id)  # type: ignore[attr-defined]
            if isinstance(node.func, ast.Name) and node.func.id in ("min", "max") and len(node.keywords) < 2:
                return self._extreme(node, node.args[0].id)  # type: ignore[attr-defined]
        name = self._name_of(node.func.value) if isinstance(node.func, ast.Attribute) else None
        if name is not None:
            assert isinstance(node.func, ast.Attribute)
            if node.func.attr != "pop" or node.keywords or len(node.args) > 1 or name in self._of_lists:
                raise _NotRows(name)
            index = [self._index(name, argument) for argument in node.args]
            parts = [row_shapes.method(part, "pop", index) for part in self._parts(name)]
            return ast.copy_location(row_shapes.together(parts, self._shapes[name]), node)
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        if len(node.args) == 1 and not node.keywords and called == "len" and (name := self._name_of(node.args[0])):
            return ast.copy_location(ast.Call(self._builtin("len", name), self._parts(name)[:1], []), node)
        return self.generic_visit(node)

    def _as_array(self, node: ast.Call, name: str) -> ast.expr:
        """np.array(rows), also with a dtype, of rows of numbers."""
        if len(node.args) > 1 or any(k.arg != "dtype" or isinstance(k.value, ast.Call) for k in node.keywords):
            raise _NotRows(name)
        assert isinstance(node.func, ast.Attribute)
        columns: list[ast.expr] = [ast.Call(node.func, [part], copy_tree(node.keywords)) for part in self._parts(name)]
        stacked = ast.Call(ast.Attribute(node.func.value, "column_stack", ast.Load()), [ast.Tuple(columns, ast.Load())], [])
        return ast.copy_location(OwnCall(array_lists.of_rows, [stacked]), node)

    def _extreme(self, node: ast.Call, name: str) -> ast.expr:
        """max(rows), max(rows, key=lambda row: row[1])"""
        keyword = node.keywords[0] if node.keywords else ast.keyword("key", copy_tree(_AS_IT_IS))
        is_known = keyword.arg == "key" and isinstance(keyword.value, (ast.Lambda, ast.Name))
        if not is_known or len(node.args) > 1 or name in self._of_lists or not 1 < self._widths[name] <= _WIDEST_HEAP:
            raise _NotRows(name)
        assert isinstance(node.func, ast.Name)
        self._builtin(node.func.id, name)
        parts = ast.Tuple(self._parts(name), ast.Load())
        extreme = heaps.largest if node.func.id == "max" else heaps.least
        return ast.copy_location(OwnCall(extreme, [parts, self.visit(keyword.value)]), node)

    def _on_heap(self, node: ast.Call, name: str, method: str, binding: _bindings.Binding) -> ast.expr:
        width = self._widths[name]
        items = node.args[1:]
        fits = all(isinstance(item, ast.Tuple) and len(item.elts) == width for item in items)
        if name in self._of_lists or not 1 < width <= _WIDEST_HEAP or not fits or len(items) != OF_HEAPS[method].__code__.co_argcount - 1:
            raise _NotRows(name)
        self.used.append(binding)
        parts = ast.Tuple(self._parts(name), ast.Load())
        return ast.copy_location(OwnCall(OF_HEAPS[method], [parts, *map(self.visit, items)]), node)

    def visit_OwnCall(self, node: OwnCall) -> Any:
        """A heap whose tuples have texts in them: _writing/text/heaps.py."""
        name = self._name_of(node.elts[0]) if node.function in BY_ORDER and not self._is_nested(node.elts[0]) else None
        if name is None:
            return self.generic_visit(node)
        width = self._widths[name]
        items = node.elts[1:-1]
        fits = all(isinstance(item, ast.Tuple) and len(item.elts) == width for item in items)
        if name in self._of_lists or not 1 < width <= _WIDEST_HEAP or not fits:
            raise _NotRows(name)
        return ast.copy_location(OwnCall(node.function, [ast.Tuple(self._parts(name), ast.Load()), *map(self.visit, items), node.elts[-1]]), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        name = self._name_of(node.value)
        if name is None:
            return self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            raise _NotRows(name)
        index = self._index(name, node.slice)
        parts: list[ast.expr] = [ast.Subscript(part, index, ast.Load()) for part in self._parts(name)]
        return ast.copy_location(row_shapes.together(parts, self._shapes[name]), node)

    def _index(self, name: str, index: ast.expr) -> ast.expr:
        """A number that may be computed again for each list."""
        if isinstance(index, ast.Slice) or not is_simple(index) or name in self._of_lists:
            raise _NotRows(name)
        return self.visit(index)

    def visit_For(self, node: ast.For) -> Any:
        before: list[ast.stmt] = []
        for n in (n for statement in node.body for n in walk(statement) if isinstance(n, ast.Attribute) and n.attr == "sort"):
            if self._name_of(n.value) and any(self._name_of(m) == n.value.id for m in walk(node.iter)):  # type: ignore[attr-defined]
                raise _NotRows(n.value.id)  # type: ignore[attr-defined]
        name = sorted_name(node.iter)
        if name in self._widths:
            found, places = self._order(node.iter, name, 1)  # type: ignore[arg-type]
            before.append(found)
            lists = sort_rows.in_order(self._parts(name), places)  # type: ignore[arg-type]
            node.iter = ast.copy_location(self._zip_of(node.iter, lists), node.iter)
        else:
            node.iter = self._iterated(self._backwards(node))
        node.target = self.visit(node.target)
        node.body = self.statements(node.body)
        node.orelse = self.statements(node.orelse)
        return [*before, node]

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self._iterated(node.iter)
        node.target = self.visit(node.target)
        node.ifs = [self.visit(condition) for condition in node.ifs]
        return node

    def visit_ListComp(self, node: Any) -> Any:
        node.generators = [self.visit(clause) for clause in node.generators]
        node.elt = self.visit(node.elt)
        return node

    visit_GeneratorExp = visit_ListComp

    def _iterated(self, node: ast.expr) -> ast.expr:
        name = self._name_of(node)
        if name is not None:
            return ast.copy_location(self._zipped(name), node)
        if (lists := self._lists_of(node)) is not None:
            return self._zip_of(node, lists)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip":  # for a, b in zip(rows, rows[1:])
            for i, given in enumerate(node.args):
                lists = self._lists_of(given)
                if lists is not None:
                    self._builtin("zip", self._rows_in(given))
                    node.args[i] = self._zip_of(given, lists)
        is_enumerate = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enumerate"
        if is_enumerate and node.args:  # type: ignore[attr-defined]
            node.args[0] = self._iterated(node.args[0])  # type: ignore[attr-defined]
        return self.visit(node)

    def visit_Return(self, node: ast.Return) -> Any:
        name = sorted_name(node.value)
        if name in self._widths:
            found, places = self._order(node.value, name, 1)  # type: ignore[arg-type]
            lists = sort_rows.in_order(self._parts(name), places)  # type: ignore[arg-type]
            node.value = ast.copy_location(row_shapes.joined(lists, self._shapes[name]), node)  # type: ignore[index]
            return [found, node]
        if node.value is not None:
            node.value = self._returned(node.value)
        return node

    def _rows_in(self, node: ast.expr) -> str:
        return next(name for n in walk(node) if (name := self._name_of(n)) is not None)

    def _zip_of(self, node: ast.expr, lists: list[ast.expr]) -> ast.expr:
        name = self._rows_in(node)
        if len(lists) == 1 or name in self._of_lists:
            raise _NotRows(name)
        return ast.copy_location(row_shapes.zipped(lists, self._shapes[name], self._builtin("zip", name)), node)

    def _lists_of(self, node: Any) -> list[ast.expr] | None:
        """The lists of rows, rows[i:j] and rows[1:] + rows[:1]."""
        if (name := self._name_of(node)) is not None:
            return self._parts(name)
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
            return self._sliced(node)
        if any(self._is_nested(n) for n in walk(node)):
            return None
        left, right = (self._lists_of(part) or self._written_out(part) for part in (node.left, node.right))
        if left is None or right is None or len(left) != len(right):
            return None
        return [ast.copy_location(ast.BinOp(a, ast.Add(), b), node) for a, b in zip(left, right, strict=True)]

    def _written_out(self, node: Any) -> list[ast.expr] | None:
        """The lists of [rows[0]] and [(x, y)]."""
        if not isinstance(node, ast.List) or not node.elts or not all(map(row_shapes.is_row, node.elts)):
            return None
        tuples = [self.visit(copy_tree(e)) for e in node.elts]
        if not all(isinstance(t, ast.Tuple) and len(t.elts) == len(tuples[0].elts) for t in tuples):
            return None
        return [ast.copy_location(ast.List(list(column), ast.Load()), node) for column in zip(*(t.elts for t in tuples), strict=True)]

    def _sliced(self, node: Any) -> list[ast.expr] | None:
        """The lists of rows[i:j]"""
        name = self._name_of(node.value) if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) else None
        if name is None or name in self._of_lists:
            return None
        ends = [end for end in (node.slice.lower, node.slice.upper, node.slice.step) if end is not None]
        if not all(map(is_simple, ends)) or any(self._name_of(n) for end in ends for n in walk(end)):
            raise _NotRows(name)
        return [ast.copy_location(ast.Subscript(part, copy_tree(node.slice), ast.Load()), node) for part in self._parts(name)]

    def _backwards(self, node: ast.For) -> ast.expr:
        """rows[::-1] of a loop over reversed(rows) that does not know the list"""
        call = node.iter
        is_reversed = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "reversed" and len(call.args) == 1
        name = self._name_of(call.args[0]) if is_reversed else None  # type: ignore[attr-defined]
        if name is None or any(self._name_of(n) == name for s in node.body for n in walk(s)):
            return call
        self._builtin("reversed", name)
        step = ast.Slice(None, None, ast.UnaryOp(ast.USub(), ast.Constant(1)))
        return ast.copy_location(ast.Subscript(load(name), step, ast.Load()), call)

    def _returned(self, node: ast.expr) -> ast.expr:
        if self._name_of(node) is None and (lists := self._lists_of(node)) is not None:
            return ast.copy_location(row_shapes.joined(lists, self._shapes[self._rows_in(node)]), node)
        name = self._name_of(node)
        if name in self._of_lists:
            raise _NotRows(name)  # type: ignore[arg-type]
        if name is not None:
            return ast.copy_location(row_shapes.joined(self._parts(name), self._shapes[name]), node)
        if isinstance(node, ast.Tuple):
            node.elts = [self._returned(item) for item in node.elts]
            held = [item.elts[0] for item in node.elts if isinstance(item, Joined) and item.elts]
            names = [part.id for part in held if isinstance(part, ast.Name)]
            twice = [name for name in self._widths if names.count(part_of(name, 0)) > 1]
            if twice:
                raise _NotRows(twice[0])  # one object twice
            return node
        return self.visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else self.visit(node.operand)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        node.values = [self.visit(value) for value in node.values]
        return node

    def _truth(self, node: ast.expr) -> ast.expr:
        """Of a name: of its first list. Also in `and` and `or`, whose value is only asked for its truth."""
        name = self._name_of(node)
        if name is not None:
            return ast.copy_location(self._parts(name)[0], node)
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(value) for value in node.values]
            return node
        return self.visit(node)
