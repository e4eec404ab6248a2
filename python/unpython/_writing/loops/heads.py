"""Heads of loops and clauses of comprehensions in plainer words (plainer.py).

    for column in zip(*rows):                   for j in range(...): column = [row[j] for row in rows]
    for y, x in [(0, 1), (1, 0)]:               for y, x in ((0, 1), (1, 0)):
    for i, j in combinations(range(len(x)), 2): count = len(x); for i, j in combinations(range(count), 2):
    [f(i, j) for i, j in product(range(2), range(n))]     [f(i, j) for i in range(2) for j in range(n)]
    return [k for k, v in sorted(d.items())]    s = sorted(d.items()); return [k for k, v in s]
    c = Counter(zip(x, y))                      c = Counter(); for a, b in zip(x, y): c[a, b] += 1
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter, OrderedDict, defaultdict
from typing import Any

from unpython._writing.calls import with_names
from unpython._writing.dicts import returned_groups
from unpython._writing.flow import count_of_reads
from unpython._writing.loops import inner_clauses, lazy_loops
from unpython._writing.nodes import copy_tree, is_name, walk

_MOST_READS = 8  # of a column that is written where it is read
_READERS = frozenset("list tuple sum min max len sorted set any all zip enumerate reversed Counter".split())
_GIVE_LISTS = frozenset("list sorted tuple array zeros ones full arange reshape copy deepcopy tolist split splitlines T".split())
_SIMPLE = (ast.Name, ast.Constant)


class Heads(ast.NodeTransformer):
    """The part of the writer of plain_words.py that knows of what is gone through."""

    _node: Any
    _own: set[str]
    value_of: Any
    _made: Any

    # for column in zip(*m)

    def _rows_of(self, clause: Any, readers: list[Any]) -> ast.Name | None:
        """m of zip(*m) and zip(*m[::-1]), where each column is only read, as a list is read too."""
        call: Any = clause.iter
        is_zip = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and len(call.args) == 1 and not call.keywords
        if not is_zip or not isinstance(call.args[0], ast.Starred) or (rows := _forwards(call.args[0].value)) is None:
            return None
        if not isinstance(clause.target, ast.Name) or self.value_of(call.func) is not zip or self._may_be_iterator(rows.id):
            return None
        seen: set[int] = set()
        found = [n for reader in readers for n in walk(reader)]
        for n in found:
            if isinstance(n, (ast.For, ast.comprehension)):
                seen.add(id(n.iter))
            elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and (id(n) in seen or not isinstance(n.slice, ast.Slice)):
                seen.add(id(n.value))  # a part of a tuple is one, too; who reads it came before
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _READERS and n.func.id not in self._own:
                seen.update(map(id, n.args if len(n.args) == 1 or n.func.id not in ("max", "min") else ()))
            elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ("join", "count"):
                seen.update(map(id, n.args if n.func.attr == "join" else [n.func.value]))
        reads = [n for n in found if is_name(n, clause.target.id)]
        few = isinstance(clause, ast.For) or len(reads) <= _MOST_READS
        return rows if few and all(id(n) in seen for n in reads if isinstance(n.ctx, ast.Load)) else None

    def _may_be_iterator(self, name: str) -> bool:
        """Whether a name may stand for what can be gone through once."""
        for n in walk(self._node):
            if isinstance(n, ast.Assign) and any(is_name(t, name) for t in n.targets):
                is_call = isinstance(n.value, ast.Call) and getattr(n.value.func, "id", getattr(n.value.func, "attr", "")) not in _GIVE_LISTS
                if is_call or isinstance(n.value, ast.GeneratorExp):
                    return True
        return False

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        self._plain_iter(node)
        if (counted := self._counted(node)) is not None:
            return [counted, node]
        if (longest := self._over_places(node)) is not None:
            return longest
        target: Any = node.target.elts[1] if isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2 else None
        is_inside = isinstance(target, ast.Name) and count_of_reads(target.id, self._node.body) == count_of_reads(target.id, node.body)
        if is_inside and (by_key := self._by_keys(node, node.body)) is not None:
            node.body = [with_names(s, by_key[0].id, by_key[1]) for s in node.body]
            return node
        rows = self._rows_of(node, [node])
        if rows is None or not self._keeps_columns(node, node.target.id, rows.id):  # type: ignore[attr-defined]
            return node
        place, row, column = self._column(node.iter)
        node.body.insert(0, ast.copy_location(ast.Assign([node.target], column), node))
        node.target, node.iter = ast.Name(place, ast.Store()), self._made(_count_of_columns(rows, row), node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        self._plain_iter(node)
        return node

    def _plain_iter(self, node: Any) -> None:
        """A list of tuples that only a loop sees is a tuple."""
        if isinstance(node.iter, ast.List) and node.iter.elts and all(isinstance(e, ast.Tuple) for e in node.iter.elts):
            node.iter = self._made(ast.Tuple(node.iter.elts, ast.Load()), node.iter)

    def _counted(self, node: ast.For) -> ast.stmt | None:
        """count = len(x), in front of a loop over combinations(range(len(x)), 2)."""
        call: Any = node.iter
        given = call.args[0] if isinstance(call, ast.Call) and len(call.args) == 2 else None
        if not isinstance(given, ast.Call) or not given.args or self.value_of(call.func) is not itertools.combinations:
            return None
        if len(given.args) > 2 or given.keywords or self.value_of(given.func) is not range or isinstance(given.args[-1], _SIMPLE):
            return None
        if not all(isinstance(bound, _SIMPLE) for bound in given.args[:-1]):
            return None
        count = f"_count_{given.lineno}_{given.col_offset}_"
        before = self._made(ast.Assign([ast.Name(count, ast.Store())], given.args[-1]), node)
        given.args[-1] = ast.copy_location(ast.Name(count, ast.Load()), given.args[-1])
        return before  # type: ignore[no-any-return]

    def _of_ranges(self, clause: ast.comprehension) -> list[ast.comprehension] | None:
        """A clause over product() or combinations() of ranges, as a clause for each of them."""
        call: Any = clause.iter
        names: list[Any] = clause.target.elts if isinstance(clause.target, ast.Tuple) else []
        if not isinstance(call, ast.Call) or len(names) < 2 or not all(isinstance(n, ast.Name) for n in names):
            return None
        function = self.value_of(call.func)
        if {n.id for n in names} & {n.id for a in call.args for n in walk(a) if isinstance(n, ast.Name)}:
            return None
        if function is itertools.product and len(call.args) == len(names) and not call.keywords:
            ranges = list(call.args)
        elif function is itertools.combinations and len(call.args) == 2 and getattr(call.args[1], "value", 0) == len(names) == 2:
            first: Any = call.args[0]
            if not self._is_range(first) or len(first.args) > 2:
                return None
            second = copy_tree(first)
            behind = ast.BinOp(ast.Name(names[0].id, ast.Load()), ast.Add(), ast.Constant(1))
            second.args = [ast.copy_location(behind, first), second.args[-1]]
            ranges = [first, second]
        else:
            return None
        if function is itertools.product and not all(map(self._is_range, ranges)):
            return None
        made = [ast.comprehension(name, one, [], 0) for name, one in zip(names, ranges, strict=True)]
        made[-1].ifs = clause.ifs
        self._made(call, call)
        return made

    def _is_range(self, node: Any) -> bool:
        if not isinstance(node, ast.Call) or node.keywords or not 1 <= len(node.args) <= 3 or self.value_of(node.func) is not range:
            return False
        is_stepped = len(node.args) < 3 or (isinstance(node.args[2], ast.Constant) and node.args[2].value != 0)
        return is_stepped and all(isinstance(a, _SIMPLE) or self._is_length(a) for a in node.args)

    def _is_length(self, node: Any) -> bool:
        is_one = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name)
        return is_one and self.value_of(node.func) is len

    # zip_longest(x, y, fillvalue=0)

    def _longest(self, clause: Any) -> tuple[list[ast.stmt], ast.expr, dict[str, ast.expr], str] | None:
        """What stands before a loop over the places, what it goes through, the items at a place by their names, and the name of a place."""
        call: Any = clause.iter
        names: list[Any] = clause.target.elts if isinstance(clause.target, ast.Tuple) else []
        if not isinstance(call, ast.Call) or len(call.keywords) != 1 or len(names) != len(call.args) or len(names) < 2:
            return None
        fill = call.keywords[0].value
        if (
            call.keywords[0].arg != "fillvalue"
            or not isinstance(fill, ast.Constant)
            or fill.value is None
            or self.value_of(call.func) is not itertools.zip_longest
        ):
            return None
        if (
            not all(isinstance(n, ast.Name) for n in names)
            or not all(lazy_loops.is_there_at_once(a, self.value_of) for a in call.args)
            or {"len", "max", "range", "list"} & self._own
            or {n.id for n in names} & {getattr(a, "id", "") for a in call.args}
        ):
            return None

        def function(name: str, *arguments: ast.expr) -> ast.Call:
            return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])

        place = f"_place_{call.lineno}_{call.col_offset}_"
        lists: list[ast.expr] = [ast.Name(f"_list{i}_{call.lineno}_{call.col_offset}_", ast.Load()) for i in range(len(names))]
        before: list[ast.stmt] = []
        items: dict[str, ast.expr] = {}
        for name, held, given in zip(names, lists, call.args, strict=True):
            before.append(ast.Assign([ast.Name(held.id, ast.Store())], function("list", given)))  # type: ignore[attr-defined]
            read = ast.Name(place, ast.Load())
            items[name.id] = ast.IfExp(ast.Compare(read, [ast.Lt()], [function("len", held)]), ast.Subscript(held, read, ast.Load()), fill)
        return before, function("range", function("max", *(function("len", held) for held in lists))), items, place

    def _over_places(self, node: ast.For) -> list[ast.stmt] | None:
        """A loop over zip_longest() of what its body does not change."""
        found = self._longest(node)
        if found is None:
            return None
        before, numbers, items, place = found
        given = {n.id for a in node.iter.args for n in walk(a) if isinstance(n, ast.Name)}  # type: ignore[attr-defined]
        inside = [n for s in node.body for n in walk(s)]
        changed = [n.value for n in inside if isinstance(n, ast.Attribute) or (isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load))]
        if any(isinstance(n, ast.Name) and n.id in given for n in changed) or any(
            isinstance(n, ast.Name) and n.id in given and not isinstance(n.ctx, ast.Load) for n in inside
        ):
            return None
        node.body[:0] = [ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], copy_tree(item)), node) for name, item in items.items()]
        node.target, node.iter = ast.Name(place, ast.Store()), self._made(numbers, node.iter)
        return [*(ast.copy_location(s, node) for s in before), node]

    def _longest_first(self, node: ast.Return | ast.Assign) -> list[ast.stmt]:
        """The lists of a comprehension over zip_longest(), where that is the first thing that a statement does."""
        made = _first_comprehension(node)
        found = self._longest(made.generators[0]) if made is not None and len(made.generators) == 1 and hasattr(made, "elt") else None
        if found is None:
            return []
        before, numbers, items, place = found
        clause = made.generators[0]
        for name, item in items.items():
            made.elt = with_names(made.elt, name, item)
            clause.ifs = [with_names(test, name, item) for test in clause.ifs]
        clause.target, clause.iter = ast.Name(place, ast.Store()), self._made(numbers, clause.iter)
        return [ast.copy_location(s, node) for s in before]

    def _mapped(self, node: ast.Call) -> None:
        """list(map(f, filter(g, v))) by generator expressions, where f and g are lambdas and one stands in the other."""
        for i, given in enumerate(node.args):
            inner: Any = given.args[1] if isinstance(given, ast.Call) and len(given.args) == 2 else None
            if not isinstance(inner, ast.Call) or self.value_of(node.func) not in (list, sum, sorted, max, min, set, tuple, any, all):
                continue
            within, around = self._as_generator(inner), self._as_generator(given)  # type: ignore[arg-type]
            if within is not None and around is not None:
                listed = ast.copy_location(ast.ListComp(within.elt, within.generators), given)  # type: ignore[attr-defined]
                around.generators[0].iter = listed  # type: ignore[attr-defined]
                node.args[i] = self._made(around, given)

    def _as_generator(self, node: ast.Call) -> ast.expr | None:
        """filter(lambda x: x > 1, v) in another map or filter."""
        function, key = self.value_of(node.func), node.args[0] if len(node.args) == 2 else None
        if function not in (map, filter) or not isinstance(key, ast.Lambda) or node.keywords or len(key.args.args) != 1 or key.args.defaults:
            return None
        if key.args.posonlyargs or key.args.kwonlyargs or key.args.vararg or key.args.kwarg:
            return None
        name = key.args.args[0].arg
        elt = key.body if function is map else ast.Name(name, ast.Load())
        clause = ast.comprehension(ast.Name(name, ast.Store()), node.args[1], [key.body] if function is filter else [], 0)
        return ast.copy_location(ast.GeneratorExp(ast.copy_location(elt, node), [clause]), node)

    # Counter(zip(x, y)) and Counter(d.values())

    def _counter(self, target: str, value: Any, at: ast.stmt) -> list[ast.stmt] | None:
        given = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords else None
        if not isinstance(given, ast.Call) or given.keywords or self.value_of(value.func) is not Counter:
            return None
        if any(is_name(n, target) for n in walk(given)):
            return None
        is_method = isinstance(given.func, ast.Attribute) and given.func.attr in ("values", "keys") and not given.args
        is_zip = 2 <= len(given.args) <= 4 and self.value_of(given.func) is zip and not any(isinstance(a, ast.Starred) for a in given.args)
        if not is_method and not is_zip and self.value_of(given.func) is not itertools.pairwise:
            return None
        count = 1 if is_method else len(given.args) if is_zip else 2
        names = [f"_item{i}_{value.lineno}_{value.col_offset}_" for i in range(count)]
        stores: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        loads: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
        key = loads[0] if count == 1 else ast.Tuple(loads, ast.Load())
        add = ast.AugAssign(ast.Subscript(ast.Name(target, ast.Load()), key, ast.Store()), ast.Add(), ast.Constant(1))
        loop = ast.For(stores[0] if count == 1 else ast.Tuple(stores, ast.Store()), given, [ast.copy_location(add, at)], [])
        value.args = []
        return [self._made(s, at) for s in (ast.Assign([ast.Name(target, ast.Store())], value), loop)]

    # for k, v in sorted(d.items())

    def _by_keys(self, clause: Any, readers: list[Any]) -> tuple[ast.Name, ast.expr] | None:
        """The name of the values, and d[k] in its place, of what goes through the items of a dict of the function in the order of its
        keys: no two keys are equal, so the values are not compared. `readers`: what knows the names; none of it may know the dict."""
        call: Any = clause.iter
        given = call.args[0] if isinstance(call, ast.Call) and len(call.args) == 1 else None
        is_items = isinstance(given, ast.Call) and not given.args and isinstance(given.func, ast.Attribute) and given.func.attr == "items"
        names: list[Any] = clause.target.elts if isinstance(clause.target, ast.Tuple) else []
        if not is_items or len(names) != 2 or not all(isinstance(n, ast.Name) for n in names) or any(k.arg != "reverse" for k in call.keywords):
            return None
        owner = given.func.value  # type: ignore[union-attr]
        if not isinstance(owner, ast.Name) or not self._is_dict(owner.id, (dict, Counter, defaultdict)) or self.value_of(call.func) is not sorted:
            return None
        inside = [n for reader in readers for n in walk(reader) if isinstance(n, ast.Name)]
        if any(n.id == owner.id or (n.id in (names[0].id, names[1].id) and not isinstance(n.ctx, ast.Load)) for n in inside):
            return None
        call.args[0] = owner
        clause.target = names[0]
        self._made(call, call)
        return names[1], ast.Subscript(ast.Name(owner.id, ast.Load()), ast.Name(names[0].id, ast.Load()), ast.Load())

    def _is_dict(self, name: str, kinds: tuple[Any, ...]) -> bool:
        """Whether a name stands for nothing but dicts of these kinds that the function makes, and no function inside knows them."""
        own = [n for n in walk(self._node.args) if isinstance(n, ast.arg)]
        inner = [n for n in walk(self._node) if isinstance(n, (ast.FunctionDef, ast.Lambda)) and n is not self._node]
        if any(n.arg == name for n in own) or any(is_name(n, name) for f in inner for n in walk(f)):
            return False
        stores = [n for n in walk(self._node) if is_name(n, name) and not isinstance(n.ctx, ast.Load)]
        made = [n.value for n in walk(self._node) if isinstance(n, ast.Assign) and any(t in stores for t in n.targets)]
        return bool(made) and len(made) == len(stores) and all(
            isinstance(v, (ast.Dict, ast.DictComp)) or (isinstance(v, ast.Call) and self.value_of(v.func) in kinds) for v in made
        )

    # [name for name, x in sorted(rows, key=lambda row: row[1])]

    def _before_first(self, node: ast.Return | ast.Assign) -> list[ast.stmt]:
        """The assignment of what is sorted to a name, where that is the first thing that a statement does."""
        if longest := self._longest_first(node):
            return longest
        self._dict_of_sorted(node)
        made = _first_comprehension(node)
        if made is None:
            return []
        clause = made.generators[0]
        holder, field = (clause.iter, "value") if isinstance(clause.iter, ast.Subscript) else (clause, "iter")
        call: Any = getattr(holder, field)
        given = call.args[0] if isinstance(call, ast.Call) and len(call.args) == 1 else None
        is_items = isinstance(given, ast.Call) and not given.args and isinstance(given.func, ast.Attribute) and given.func.attr == "items"
        if not isinstance(given.func.value if is_items else given, ast.Name) or self.value_of(call.func) is not sorted:  # type: ignore[union-attr]
            return []
        keys = [k.value for k in call.keywords if k.arg == "key"]
        of_rows = isinstance(clause.target, ast.Tuple) or any(isinstance(n, ast.Subscript) for k in keys for n in walk(k))
        if not of_rows or (keys and not isinstance(keys[0], ast.Lambda)):
            return []
        name = f"_sorted_{call.lineno}_{call.col_offset}_"
        setattr(holder, field, ast.copy_location(ast.Name(name, ast.Load()), call))
        return [self._made(ast.Assign([ast.Name(name, ast.Store())], call), node)]

    def _dict_of_sorted(self, node: ast.Return | ast.Assign) -> None:
        """dict(sorted(d.items())) as a comprehension."""
        call: Any = node.value
        given = call.args[0] if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords and self.value_of(call.func) is dict else None
        if not isinstance(given, ast.Call) or self.value_of(given.func) is not sorted or len(given.args) != 1:
            return
        items = given.args[0]
        if not isinstance(items, ast.Call) or items.args or not isinstance(items.func, ast.Attribute) or items.func.attr != "items":
            return
        key, value = (f"_{part}_{call.lineno}_{call.col_offset}_" for part in ("key", "value"))
        target = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(value, ast.Store())], ast.Store())
        made = ast.DictComp(ast.Name(key, ast.Load()), ast.Name(value, ast.Load()), [ast.comprehension(target, given, [], 0)])
        node.value = self._made(made, call)

    def visit_Return(self, node: ast.Return) -> Any:
        self.generic_visit(node)
        if returned_groups.copied(node, self._node, lambda name: self._is_dict(name, (dict, defaultdict, OrderedDict)), self.value_of):
            self._made(node, node)
        if before := self._before_first(node):
            return [*before, node]
        name = f"_counter_{node.lineno}_"
        made = self._counter(name, node.value, node)
        return node if made is None else [*made, ast.copy_location(ast.Return(ast.copy_location(ast.Name(name, ast.Load()), node)), node)]

    def _keeps_columns(self, loop: ast.For, column: str, rows: str) -> bool:
        """Whether only the body of a loop knows the name of the column, and changes nothing that may be a row."""
        inside = [n for s in loop.body for n in walk(s)]
        names = [n for n in inside if isinstance(n, ast.Name)]
        reads = sum(n.id == column and isinstance(n.ctx, ast.Load) for n in walk(self._node) if isinstance(n, ast.Name))
        if reads > sum(n.id == column for n in names) or any(n.id == rows or (n.id == column and not isinstance(n.ctx, ast.Load)) for n in names):
            return False
        changed = [n.value for n in inside if isinstance(n, ast.Subscript) and not isinstance(n.ctx, ast.Load)]
        changed += [n.value for n in inside if isinstance(n, ast.Attribute) and n.attr not in ("join", "count")]
        made = [n for n in walk(self._node) if isinstance(n, ast.Assign) and _is_new(n.value)]
        new = {t.id for n in made for t in n.targets if isinstance(t, ast.Name)}
        others = [n for n in walk(self._node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        new -= {n.id for n in others if not any(n is t for m in made for t in m.targets)}
        free = {n.id for n in names} - self._own
        return all(isinstance(c, (ast.Name, ast.Constant)) and getattr(c, "id", "") in new | free | {column, ""} for c in changed)

    @staticmethod
    def _column(iter: Any) -> tuple[str, str, ast.expr]:
        """The names of a place in the rows and of a row, and what the rows have at that place."""
        place, row = f"_place_{iter.lineno}_{iter.col_offset}_", f"_row_{iter.lineno}_{iter.col_offset}_"
        item = ast.Subscript(ast.Name(row, ast.Load()), ast.Name(place, ast.Load()), ast.Load())
        return place, row, ast.ListComp(item, [ast.comprehension(ast.Name(row, ast.Store()), iter.args[0].value, [], 0)])

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        self.generic_visit(node)
        if inner_clauses.put_together(node):
            self._made(node, node)
        self._split_clauses(node)
        self._first_by_keys(node)
        for number, clause in enumerate(node.generators):
            later = node.generators[number + 1 :]
            rows = self._rows_of(clause, [node.elt, *clause.ifs, *later])
            if rows is None or any(is_name(n, rows.id) for n in walk(clause.target)):
                continue
            place, row, column = self._column(clause.iter)
            name = clause.target.id  # type: ignore[attr-defined]
            node.elt = with_names(node.elt, name, column)
            clause.ifs = [with_names(test, name, column) for test in clause.ifs]
            node.generators[number + 1 :] = [with_names(one, name, column) for one in later]
            clause.target, clause.iter = ast.Name(place, ast.Store()), self._made(_count_of_columns(rows, row), clause.iter)
        return node

    visit_GeneratorExp = visit_ListComp  # type: ignore[assignment]

    def visit_DictComp(self, node: Any) -> Any:
        self.generic_visit(node)
        self._split_clauses(node)
        self._first_by_keys(node)
        return node

    visit_SetComp = visit_DictComp

    def _first_by_keys(self, node: Any) -> None:
        """[k for k, v in sorted(d.items()) if v]"""
        fields = [field for field in ("elt", "key", "value") if hasattr(node, field)]
        clause = node.generators[0]
        if len(node.generators) > 1 or (by_key := self._by_keys(clause, [*(getattr(node, f) for f in fields), *clause.ifs])) is None:
            return
        for field in fields:
            setattr(node, field, with_names(getattr(node, field), by_key[0].id, by_key[1]))
        clause.ifs = [with_names(test, by_key[0].id, by_key[1]) for test in clause.ifs]

    def _split_clauses(self, node: Any) -> None:
        node.generators = [part for clause in node.generators for part in self._of_ranges(clause) or [clause]]


def _first_comprehension(node: ast.Return | ast.Assign) -> Any:
    """The comprehension that a statement begins with, if it does."""
    value: Any = node.value
    while isinstance(value, (ast.Tuple, ast.Call)):
        parts = value.elts if isinstance(value, ast.Tuple) else value.args if isinstance(value.func, ast.Name) else []
        value = next((part for part in parts if not isinstance(part, _SIMPLE)), None)
    return value if isinstance(value, (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)) else None


def _is_new(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in ("list", "dict", "set", "Counter", "defaultdict", "deque", "sorted")
    return isinstance(node, (ast.List, ast.ListComp, ast.Dict, ast.Set))


def _forwards(node: Any) -> ast.Name | None:
    """m of m and m[::-1]"""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and ast.unparse(node.slice) == "::-1":
        node = node.value
    return node if isinstance(node, ast.Name) else None


def _count_of_columns(rows: ast.Name, row: str) -> ast.expr:
    """range(min([len(row) for row in rows]) if len(rows) > 0 else 0)"""

    def call(name: str, argument: ast.expr) -> ast.Call:
        return ast.Call(ast.Name(name, ast.Load()), [argument], [])

    lengths = ast.ListComp(call("len", ast.Name(row, ast.Load())), [ast.comprehension(ast.Name(row, ast.Store()), rows, [], 0)])
    has_rows = ast.Compare(call("len", rows), [ast.Gt()], [ast.Constant(0)])
    return call("range", ast.IfExp(has_rows, call("min", lengths), ast.Constant(0)))
