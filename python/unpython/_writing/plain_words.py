"""Expressions and statements in plainer words (plainer.py); given_functions.py: functions that are given to others.

    dict(a=1, b=2)                          {"a": 1, "b": 2}
    d = dict(other)                         d = {key: value for key, value in other.items()}   of dicts alone
    key=operator.itemgetter(1)              key=lambda item: item[1]
    key=x.__getitem__                       key=lambda item: x[item]
    sorted(d, key=d.get)                    sorted(d, key=lambda item: d[item])
    (a if c else b).append(x)               if c: a.append(x)
                                            else: b.append(x)
    d.update(a=1)                           d["a"] = 1
    math.gcd(a, b, c)                       math.gcd(math.gcd(a, b), c)
    bin(n).count("1")                       the number of ones, without a text
    x, *_ = np.linalg.lstsq(a, b)           parts = np.linalg.lstsq(a, b); x = parts[0]
    random.choice(["N", "S"])               ["N", "S"][random.randrange(2)]
    sum(np.roll(x, k) for k in (-1, 1))     the sum of np.roll(x, -1) and np.roll(x, 1)
    [list(column) for column in zip(*m)]    [list([row[j] for row in m]) for j in range(...)]

    a, b = set(x), set(y)                   a = set(x); b = set(y)
    s[i::k] = [0] * len(s[i::k])            for at in range(i, len(s), k): s[at] = 0
    c in closing.values()                   c in ("(", "[")       of a dict that is written out
    string.digits                           "0123456789"
    getattr(x, "name"), setattr(x, "name", y)   x.name, x.name = y
    np.where(c, "a", "b").tolist()          ["a" if k == 0 else "b" for k in np.where(c, 0, 1)]
    {1: "a", 2: "b"}.get(k, "")             "a" if k == 1 else "b" if k == 2 else ""
    match c: case "(" | "[": ...            if c == "(" or c == "[": ...
"""

from __future__ import annotations

import ast
import collections
import itertools
import operator
from types import FunctionType
from typing import Any

from unpython import _bindings, _host
from unpython._loops import _sum_of_terms
from unpython._writing import given_functions, item_calls, named_parts
from unpython._writing.calls import OwnCall, listed, refusal, with_names
from unpython._writing.flow import tables_of
from unpython._writing.loops import cycles
from unpython._writing.loops.heads import Heads
from unpython._writing.nodes import copy_tree, unless_array, walk
from unpython._writing.random_numbers import drawn_lists

_MOST_TERMS = 25
_FILLS = (ast.Constant, ast.Name, ast.UnaryOp, ast.unaryop, ast.Load)  # what raises nothing and has no effect
_FOLDED = (
    ast.Expression, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Constant, ast.Tuple, ast.Name, ast.Load, ast.cmpop, ast.boolop,
    ast.unaryop, ast.operator,
)  # fmt: skip


class Plainer(Heads):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        self._node = node
        stored = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._own = stored | {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self._own |= {n.name for n in walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and n is not node}
        self._read = {n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        self._tables = tables_of(node, of_constants=True)
        self._in_try = {n.lineno for t in walk(node) if isinstance(t, ast.Try) for n in walk(t) if isinstance(n, ast.Assign)}
        self.used: dict[str, _bindings.Binding] = {}
        self.is_changed = False

    def value_of(self, node: ast.expr) -> Any:
        """What a name that is none of the function's own stands for; None for an array, which cannot be compared as other values are."""
        node, path = _bindings.dotted(node)
        if not isinstance(node, ast.Name) or node.id in self._own:
            return None
        binding = _bindings.resolve(self._function, node.id, path)
        self.used[".".join([node.id, *path])] = binding
        return unless_array(binding.value)

    def know(self, names: set[str]) -> None:
        """More names of the function's own."""
        self._own |= names

    def _made(self, made: Any, node: Any) -> Any:
        self.is_changed = True
        return ast.copy_location(made, node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """(evens if x % 2 == 0 else odds).append(x)"""
        self.generic_visit(node)
        call = node.value
        if isinstance(call, ast.Call) and (stored := named_parts.stored(call, self.value_of)) is not None:
            return self._made(stored, node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "update" and call.keywords:
            return self._entered(node, call)
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.IfExp):
            return node
        ways: list[list[ast.stmt]] = []
        for owner in (call.func.value.body, call.func.value.orelse):
            method = ast.Attribute(owner, call.func.attr, ast.Load())
            ways.append([ast.copy_location(ast.Expr(ast.Call(method, copy_tree(call.args), copy_tree(call.keywords))), node)])
        return self._made(ast.If(call.func.value.test, *ways), node)

    def _entered(self, node: ast.Expr, call: ast.Call) -> Any:
        """d.update(a=1, b=2) of a dict that the function makes"""
        owner: Any = call.func.value  # type: ignore[attr-defined]
        is_plain = isinstance(owner, ast.Name) and not call.args and all(k.arg is not None for k in call.keywords)
        if (
            not is_plain
            or not self._is_dict(owner.id, (dict,))
            or any(isinstance(n, ast.Name) and n.id == owner.id for k in call.keywords for n in walk(k.value))
        ):
            return node
        if len(call.keywords) > 1 and not all(isinstance(k.value, (ast.Name, ast.Constant)) for k in call.keywords):
            return node  # all values are computed before the first one is entered
        places = [ast.Subscript(ast.Name(owner.id, ast.Load()), ast.Constant(k.arg), ast.Store()) for k in call.keywords]
        return [self._made(ast.Assign([place], k.value), node) for place, k in zip(places, call.keywords, strict=True)]

    def visit_keyword(self, node: ast.keyword) -> Any:
        self.generic_visit(node)
        key: Any = node.value
        if node.arg == "key" and isinstance(key, ast.Attribute) and key.attr == "__getitem__" and isinstance(key.value, ast.Name):
            item = ast.arguments([], [ast.arg("item")], None, [], [], None, [])
            node.value = self._made(ast.Lambda(item, ast.Subscript(key.value, ast.Name("item", ast.Load()), ast.Load())), key)
        if node.arg == "key" and isinstance(key, ast.Call) and len(key.args) == 1 and not key.keywords:
            if isinstance(key.args[0], ast.Constant) and self.value_of(key.func) is operator.itemgetter:
                item = ast.arguments([], [ast.arg("item")], None, [], [], None, [])
                node.value = self._made(ast.Lambda(item, ast.Subscript(ast.Name("item", ast.Load()), key.args[0], ast.Load())), key)
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        self._by_value(node, name)
        if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and _host.statistics(self.value_of(node.func)):
            node.args = [self._made(listed(node.args[0]), node.args[0])]
        if len(node.args) == 1 and isinstance(node.args[0], ast.Name) and _host.statistics(self.value_of(node.func)):
            if self._is_dict(node.args[0].id, (collections.deque,)) and self.value_of(ast.Name("list", ast.Load())) is list:
                node.args = [self._made(ast.Call(ast.Name("list", ast.Load()), node.args, []), node.args[0])]
        if node.args:
            self.is_changed |= given_functions.with_tuples(node, self.value_of)
            self.is_changed |= given_functions.with_lambdas(node, self.value_of) or cycles.beside_others(node, self._node, self.value_of)
            if (made := given_functions.written(node, self.value_of)) is not None:
                return self._made(made, node)
            self._mapped(node)
        writer = _CALLS.get(name)
        made = writer(self, node) if writer is not None and not any(isinstance(a, ast.Starred) for a in node.args) else None
        return node if made is None else self._made(made, node)

    def _by_value(self, node: ast.Call, name: str) -> None:
        """sorted(d, key=d.get) by key=lambda item: d[item]"""
        for keyword in node.keywords if name in ("sorted", "min", "max") and len(node.args) == 1 else []:
            key, given = keyword.value, node.args[0]
            is_get = keyword.arg == "key" and isinstance(key, ast.Attribute) and key.attr == "get" and isinstance(key.value, ast.Name)
            if is_get and name == "sorted" and isinstance(given, ast.Name) and given.id == key.value.id:  # type: ignore[attr-defined]
                item = ast.arguments([], [ast.arg("item")], None, [], [], None, [])
                keyword.value = self._made(ast.Lambda(item, ast.Subscript(key.value, ast.Name("item", ast.Load()), ast.Load())), key)  # type: ignore[attr-defined]

    def _dict(self, node: ast.Call) -> ast.expr | None:
        is_written = bool(node.keywords) and not node.args and all(k.arg is not None for k in node.keywords)
        if not is_written or self.value_of(node.func) is not dict:
            return None
        return ast.Dict([ast.Constant(k.arg) for k in node.keywords], [k.value for k in node.keywords])

    def _ones(self, node: ast.Call) -> ast.expr | None:
        """bin(n).count("1")"""
        text: Any = node.func.value if isinstance(node.func, ast.Attribute) else None
        is_asked = len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Constant) and node.args[0].value == "1"
        if not is_asked or not isinstance(text, ast.Call) or len(text.args) != 1 or text.keywords or self.value_of(text.func) is not bin:
            return None
        from unpython._library.python_functions.plain_math import count_of_ones  # which imports NumPy

        return OwnCall(count_of_ones, text.args)

    def _of_several(self, node: ast.Call) -> ast.expr | None:
        import math

        called = self.value_of(node.func)
        if len(node.args) in (0, 2) or node.keywords or called not in (math.gcd, math.lcm, math.hypot):
            return None
        if called is math.hypot:
            from unpython._library.python_functions import plain_math

            zeros: list[ast.expr] = [ast.Constant(0.0) for _ in node.args]
            return OwnCall(plain_math.dist, [ast.Tuple(list(node.args), ast.Load()), ast.Tuple(zeros, ast.Load())])
        if len(node.args) == 1:
            return None
        whole: ast.expr = node.args[0]
        for other in node.args[1:]:
            whole = ast.copy_location(ast.Call(copy_tree(node.func), [whole, other], []), node)
        return whole

    def _vectorized(self, node: ast.Call) -> ast.expr | None:
        """np.vectorize(f)(a, b), of a function that only computes: NumPy calls it twice for the first element"""
        from unpython._writing.arrays import vectorized

        return vectorized.written(node, self._node, self.value_of)

    def _chosen_texts(self, node: ast.Call) -> ast.expr | None:
        """np.where(y > 1, "hi", "lo").tolist()"""
        array = getattr(node.func, "value", None)
        if not isinstance(array, ast.Call) or not any(isinstance(n, ast.Constant) and type(n.value) is str for n in walk(array)):
            return None
        from unpython._writing.text import chosen_by_arrays

        return chosen_by_arrays.written(node, self.value_of)

    def _of_set(self, node: ast.Call) -> ast.expr | None:
        """math.prod() goes through a set in the order of the set"""
        import math

        given: Any = node.args[0] if len(node.args) == 1 and not node.keywords else None
        is_set = isinstance(given, ast.SetComp) or (isinstance(given, ast.Call) and self.value_of(given.func) in (set, frozenset))
        called = ast.Name("list", ast.Load())
        if not is_set or self.value_of(node.func) is not math.prod or self.value_of(called) is not list:
            return None
        return ast.Call(node.func, [ast.copy_location(ast.Call(called, [given], []), given)], [])

    def _choice(self, node: ast.Call) -> ast.expr | None:
        """Python chooses by the number that randrange() draws."""
        items = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if isinstance(items, ast.Constant) and type(items.value) is str and items.value:
            items = ast.copy_location(ast.List([ast.Constant(c) for c in items.value], ast.Load()), items)
        if not isinstance(items, (ast.List, ast.Tuple)) or not items.elts or not isinstance(node.func, ast.Attribute):
            return None
        random = _host.module_random()
        if not all(isinstance(e, ast.Constant) and type(e.value) is str for e in items.elts) or random is None:
            return None
        if self.value_of(node.func) != random.choice:
            return None
        draw = ast.Attribute(node.func.value, "randrange", ast.Load())
        return ast.Subscript(items, ast.Call(draw, [ast.Constant(len(items.elts))], []), ast.Load())

    def visit_Assign(self, node: ast.Assign) -> Any:
        if before := self._before_keys(node):
            return [*before, self.visit_Assign(node)]
        by_item = item_calls.mapped(node.targets[0], node.value, self.value_of)
        node.value = node.value if by_item is node.value else self._made(by_item, node.value)
        self.generic_visit(node)
        target: Any = node.targets[0]
        value: Any = node.value
        if isinstance(target, ast.Subscript) and (filled := self._filled(target, value)) is not None:
            return [self._made(statement, node) for statement in filled]
        if isinstance(target, ast.Name) and isinstance(value, ast.Call):
            if len(node.targets) == 1 and (counted := self._counter(target.id, value, node)) is not None:
                return counted
            node.value = self._copy_of_dict(value) or value
        if before := self._before_first(node):
            return [*before, node]
        both = len(node.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
        is_new = both and (all(map(self._makes_table, value.elts)) or (node.lineno not in self._in_try and any(map(self._may_hold_more, value.elts))))
        if is_new and all(isinstance(t, ast.Name) for t in target.elts):
            given = {t.id for t in target.elts}
            if len(given) == len(target.elts) and not any(isinstance(n, ast.Name) and n.id in given for n in walk(value)):
                return [self._made(ast.Assign([t], v), node) for t, v in zip(target.elts, value.elts, strict=True)]
        return self._first_parts(node)

    def _filled(self, target: ast.Subscript, value: Any) -> list[ast.stmt] | None:
        """s[i * i :: i] = [False] * len(s[i * i :: i]), or * len(range(i * i, n, i)) with n for an end"""
        place = target.slice
        if not isinstance(place, ast.Slice) or place.lower is None or place.step is None or not isinstance(target.value, ast.Name):
            return None
        is_list = isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult) and isinstance(value.left, ast.List) and len(value.left.elts) == 1
        count = value.right if is_list and isinstance(value.left.elts[0], ast.Constant) else None
        if not isinstance(count, ast.Call) or len(count.args) != 1 or self.value_of(count.func) is not len or {"len", "range"} & self._own:
            return None
        bounds: list[Any] = [place.lower, place.upper, place.step]
        if not all(isinstance(n, (ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.Load)) for b in bounds if b is not None for n in walk(b)):
            return None
        read = ast.Subscript(ast.Name(target.value.id, ast.Load()), place, ast.Load())
        numbers = ast.Call(ast.Name("range", ast.Load()), bounds, [])
        if ast.dump(count.args[0]) not in (ast.dump(read), ast.dump(numbers) if place.upper is not None else ""):
            return None
        length = ast.Call(ast.Name("len", ast.Load()), [ast.Name(target.value.id, ast.Load())], [])
        wrong: list[ast.expr] = [ast.Compare(place.lower, [ast.Lt()], [ast.Constant(0)]), ast.Compare(place.step, [ast.Lt()], [ast.Constant(1)])]
        wrong += [] if place.upper is None else [ast.Compare(place.upper, [ast.Gt()], [length])]
        item = f"_at_{target.lineno}_{target.col_offset}_"
        numbers.args[1] = place.upper or length
        store = ast.Assign([ast.Subscript(ast.Name(target.value.id, ast.Load()), ast.Name(item, ast.Load()), ast.Store())], value.left.elts[0])
        made: list[ast.stmt] = [
            ast.If(ast.BoolOp(ast.Or(), wrong), [refusal("a slice from behind runs in Python")], []),
            ast.For(ast.Name(item, ast.Store()), numbers, [ast.copy_location(store, target)], []),
        ]
        return copy_tree(made)

    def _before_keys(self, node: ast.Assign) -> list[ast.stmt]:
        """The value of all keys of dict.fromkeys(x, 1 / len(x)), computed once, in front of the statement."""
        call: Any = node.value
        is_call = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "fromkeys" and len(call.args) == 2
        if not is_call or not isinstance(call.args[0], ast.Name) or not isinstance(call.args[1], ast.BinOp):
            return []
        name = f"_fill_{call.lineno}_{call.col_offset}_"
        self.know({name})
        before = self._made(ast.Assign([ast.Name(name, ast.Store())], call.args[1]), node)
        call.args[1] = ast.copy_location(ast.Name(name, ast.Load()), call.args[1])
        return [before]

    def _from_keys(self, node: ast.Call) -> ast.expr | None:
        """dict.fromkeys(x, 0)"""
        is_plain = isinstance(node.func, ast.Attribute) and self.value_of(node.func.value) is dict and not node.keywords
        if not is_plain or len(node.args) != 2 or not all(isinstance(n, _FILLS) for n in walk(node.args[1])):
            return None
        fill = node.args[1]
        key = f"_key_{node.lineno}_{node.col_offset}_"
        return ast.DictComp(ast.Name(key, ast.Load()), fill, [ast.comprehension(ast.Name(key, ast.Store()), node.args[0], [], 0)])

    def _copy_of_dict(self, node: ast.Call) -> ast.expr | None:
        if len(node.args) != 1 or node.keywords or not isinstance(node.args[0], ast.Name) or self.value_of(node.func) is not dict:
            return None
        key, value = (f"_{end}_{node.lineno}_{node.col_offset}_" for end in ("key", "value"))
        items = ast.Call(ast.Attribute(node.args[0], "items", ast.Load()), [], [])
        target = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(value, ast.Store())], ast.Store())
        clause = ast.comprehension(target, items, [], 0)
        return self._made(ast.DictComp(ast.Name(key, ast.Load()), ast.Name(value, ast.Load()), [clause]), node)

    def _may_hold_more(self, node: ast.expr) -> bool:
        """A dict, a set, a list or an item of one: what stands alone in a statement says what a name is."""
        is_item = isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)
        return self._makes_table(node) or isinstance(node, (ast.List, ast.ListComp)) or is_item

    @staticmethod
    def _makes_table(node: ast.expr) -> bool:
        is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "dict", "Counter", "defaultdict")
        return is_call or isinstance(node, (ast.Dict, ast.Set))

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """Texts of the module `string`."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name) or node.value.id in self._own:
            return node
        module = _bindings.resolve(self._function, node.value.id, []).value
        if getattr(module, "__name__", "") != "string" or type(text := self.value_of(node)) is not str:
            return node
        return self._made(ast.Constant(text), node)

    def visit_Match(self, node: Any) -> Any:
        self.generic_visit(node)
        made = named_parts.branches(node, self._node, self.value_of)
        return node if made is None else [self._made(statement, node) for statement in made]

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        sides = [node.left, node.right]
        if isinstance(node.op, ast.Add) and all(isinstance(e, ast.Constant) and type(e.value) is str for e in sides):
            return self._made(ast.Constant(node.left.value + node.right.value), node)  # type: ignore[attr-defined]
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        for i, among in enumerate(node.comparators):
            if isinstance(node.ops[i], (ast.In, ast.NotIn)) and isinstance(among, ast.Call) and not among.args and not among.keywords:
                table = self._tables.get(among.func.value.id) if isinstance(among.func, ast.Attribute) and isinstance(among.func.value, ast.Name) else None
                if table is not None and among.func.attr in ("keys", "values"):  # type: ignore[attr-defined]
                    items: list[Any] = table.keys if among.func.attr == "keys" else table.values  # type: ignore[attr-defined, assignment]
                    node.comparators[i] = self._made(ast.Tuple(copy_tree(items), ast.Load()), among)
        return node

    def _first_parts(self, node: ast.Assign) -> Any:
        """The first parts of what NumPy gives, where no name is read that stands for the rest."""
        target: Any = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not isinstance(target.elts[-1], ast.Starred) or len(target.elts) < 2:
            return node
        rest = target.elts[-1].value
        is_first = isinstance(rest, ast.Name) and rest.id not in self._read and not any(isinstance(e, ast.Starred) for e in target.elts[:-1])
        if not is_first or not isinstance(node.value, ast.Call):
            return node
        import numpy as np

        if self.value_of(node.value.func) not in (np.linalg.lstsq, np.linalg.svd, np.linalg.eigh, np.linalg.qr):
            return node
        whole = f"_parts_{node.lineno}_"
        made: list[ast.stmt] = [ast.Assign([ast.Name(whole, ast.Store())], node.value)]
        for i, part in enumerate(target.elts[:-1]):
            made.append(ast.Assign([part], ast.Subscript(ast.Name(whole, ast.Load()), ast.Constant(i), ast.Load())))
        return [self._made(s, node) for s in made]

    # sum() over a few written out numbers: of arrays, of which each may be of another kind than the 0 that sum() begins with.

    def _sum(self, node: ast.Call) -> ast.expr | None:
        given = node.args[0] if len(node.args) == 1 and not node.keywords else None
        if not isinstance(given, (ast.GeneratorExp, ast.ListComp)) or not any(isinstance(n, ast.Call) for n in walk(given.elt)):
            return None
        if any(isinstance(n, (ast.ListComp, ast.GeneratorExp, ast.Lambda, ast.NamedExpr)) for n in walk(given.elt)):
            return None
        turns = self._turns(given.generators)
        if turns is None or self.value_of(node.func) is not sum:
            return None
        terms: list[ast.expr] = []
        for turn in turns:
            terms.append(given.elt)
            for name, value in turn.items():
                terms[-1] = with_names(terms[-1], name, ast.Constant(value))
        return ast.copy_location(OwnCall(_sum_of_terms, terms), node)

    def _turns(self, clauses: list[ast.comprehension]) -> list[dict[str, Any]] | None:
        """The values of the names of a comprehension in each of its turns; None where they are not known, or many."""
        turns: list[dict[str, Any]] = [{}]
        for clause in clauses:
            values = self._constants(clause.iter)
            names = clause.target.elts if isinstance(clause.target, ast.Tuple) else [clause.target]
            if values is None or not all(isinstance(n, ast.Name) for n in names) or len(values) * len(turns) > 2 * _MOST_TERMS:
                return None
            rows = [value if isinstance(clause.target, ast.Tuple) else (value,) for value in values]
            if any(not isinstance(row, tuple) or len(row) != len(names) for row in rows):
                return None
            turns = [{**turn, **dict(zip((n.id for n in names), row, strict=True))} for turn in turns for row in rows]  # type: ignore[attr-defined]
            for test in clause.ifs:
                answers = [self._folded(test, turn) for turn in turns]
                if any(len(answer) != 1 for answer in answers):
                    return None
                turns = [turn for turn, answer in zip(turns, answers, strict=True) if answer[0]]
        return turns if len(turns) <= _MOST_TERMS else None

    def _constants(self, node: ast.expr) -> list[Any] | None:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and 1 <= len(node.args) <= 3 and not node.keywords:
            bounds = [self._folded(a, {}) for a in node.args]
            if self.value_of(node.func) is not range or any(len(b) != 1 or type(b[0]) is not int for b in bounds):
                return None
            try:
                return list(itertools.islice(range(*(b[0] for b in bounds)), 2 * _MOST_TERMS + 1))
            except ValueError:
                return None
        if not isinstance(node, (ast.Tuple, ast.List)):
            return None
        values = [self._folded(e, {}) for e in node.elts]
        return None if any(len(v) != 1 for v in values) else [v[0] for v in values]

    @staticmethod
    def _folded(node: ast.expr, names: dict[str, Any]) -> tuple[Any, ...]:
        """The value of an expression of numbers and these names; empty where it is of anything else."""
        for n in walk(node):
            if not isinstance(n, _FOLDED) or (isinstance(n, ast.Name) and n.id not in names):
                return ()
            if (isinstance(n, ast.Constant) and type(n.value) not in (int, float, bool)) or isinstance(n, ast.Pow):
                return ()
        whole = ast.fix_missing_locations(ast.Expression(copy_tree(node)))
        try:
            return (eval(compile(whole, "", "eval", dont_inherit=True), {"__builtins__": {}}, names),)
        except Exception:
            return ()


_CALLS = {
    "dict": Plainer._dict, "gcd": Plainer._of_several, "lcm": Plainer._of_several, "hypot": Plainer._of_several, "choice": Plainer._choice, "sum": Plainer._sum,
    "fromkeys": Plainer._from_keys, "choices": lambda writer, node: drawn_lists.choices(node, writer._node, writer.value_of),
    "sample": lambda writer, node: drawn_lists.sample(node, writer._node, writer.value_of),
    "prod": Plainer._of_set, "": Plainer._vectorized, "tolist": Plainer._chosen_texts,
    "count": Plainer._ones,
    "format": lambda writer, node: item_calls.formatted(node, writer.value_of),
    "array": lambda writer, node: item_calls.array_of_terms(node, writer.value_of),
    "getattr": lambda writer, node: named_parts.read(node, writer.value_of), "get": lambda _, node: named_parts.chosen(node),
}  # fmt: skip
