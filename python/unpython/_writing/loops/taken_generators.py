"""What goes through a generator function, or a sorted list, at once, as a loop that generator_functions.py writes out:

    return [w.mean() for w in windows(x)]     items = []
                                              for w in windows(x):
                                                  items.append(w.mean())
                                              return items

    yield from x                              for item in x: yield item
    for i, row in enumerate(sorted(rows)):    items = sorted(rows)
        ...                                   for i, row in enumerate(items): ...

    return list(dict.fromkeys(x))             a list and a set, filled in a loop

    for key, rows in groupby(x, f):           i = 0; x = list(x)
        ...                                   while i < len(x):
                                                  j = i + 1
                                                  while j < len(x) and f(x[j]) == f(x[i]): j += 1
                                                  key = f(x[i]); rows = x[i:j]; ...; i = j

A generator is taken where Python would take it: before the rest of its statement only where nothing is computed before.
"""

from __future__ import annotations

import ast
import itertools
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.calls import refusal, with_names
from unpython._writing.flow import continues_loop
from unpython._writing.loops import cycles
from unpython._writing.loops.lazy_loops import LazyLoops
from unpython._writing.nodes import Renamed, copy_tree, is_name, load, unless_array, walk
from unpython._writing.rewriter import BlockRewriter

_GENERATOR = 0x20  # of co_flags
_ORDERS = (itertools.permutations, itertools.combinations, itertools.product)
_TAKE_ALL = frozenset("list tuple sum min max sorted set frozenset".split())


def rewritten(function: FunctionType, node: Any) -> tuple[Any, bool]:
    """The `def`, changed in place, and whether anything in it was."""
    writer = _Writer(function, node)
    writer.count += writer.put_in_place(node)
    node.body = writer.statements(node.body)
    return node, writer.count > 0


class _Writer(LazyLoops, BlockRewriter):
    def __init__(self, function: FunctionType, node: Any):
        self._function = function
        inner = [n for n in walk(node) if isinstance(n, ast.FunctionDef) and n is not node]
        self._inner = {n.name for n in inner if any(isinstance(s, (ast.Yield, ast.YieldFrom)) for s in walk(n))}
        self._own = {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._own |= {n.name for n in inner} | {a.arg for a in walk(node) if isinstance(a, ast.arg)}
        self.count = 0

    def _name(self) -> str:
        self.count += 1
        return f"_taken_{self.count}_"

    def _is_generator(self, node: Any) -> bool:
        """Whether an expression is a call of a generator function."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        if node.func.id in self._own:
            return node.func.id in self._inner
        value = _bindings.resolve(self._function, node.func.id, []).value
        return isinstance(value, FunctionType) and bool(value.__code__.co_flags & _GENERATOR)

    def _is_taken(self, node: Any) -> bool:
        return self._is_generator(node) or self._is_lazy(node) or self._is_of(node, itertools.groupby)

    def _is_taken_in(self, node: Any) -> bool:
        """Whether a comprehension goes through something of the kind."""
        inner = any(self._is_generator(clause.iter) for clause in node.generators[1:])
        return inner or self._is_taken(node.generators[0].iter) or any(map(self._picks, node.generators))

    def _picks(self, clause: ast.comprehension) -> bool:
        """Whether permutations.py knows the loop over what a comprehension goes through first: each item is a tuple of any length, with one
        name."""
        return isinstance(clause.target, ast.Name) and isinstance(clause.iter, ast.Call) and self._function_of(clause.iter) in _ORDERS

    def _is_of(self, node: Any, function: Any) -> bool:
        """Whether an expression is a call of this function of a library."""
        return isinstance(node, ast.Call) and self._function_of(node) is function

    def _function_of(self, node: ast.Call) -> Any:
        return self._value_of(node.func)

    def _value_of(self, node: ast.expr) -> Any:
        binding = _bindings.of_node(self._function, node, self._own)
        return None if binding is None else unless_array(binding.value)

    # Statements.

    def visit_Return(self, node: Any) -> Any:
        before: list[ast.stmt] = []
        node.value = self._without(node.value, before)
        return [*(ast.copy_location(s, node) for s in before), node]

    def visit_Assign(self, node: ast.Assign) -> Any:
        """A list that only the loop fills has the name that is assigned from the beginning: two names for one list say less."""
        target, count = node.targets[0], self.count
        made = self.visit_Return(node)
        is_named = len(node.targets) == 1 and isinstance(target, ast.Name) and isinstance(node.value, ast.Name) and self.count > count
        if not is_named or not node.value.id.startswith("_taken_"):  # type: ignore[attr-defined]
            return made
        before = made[:-1]
        if any(is_name(n, target.id) for s in before for n in walk(s)):  # type: ignore[attr-defined]
            return made
        for n in (n for s in before for n in walk(s) if is_name(n, node.value.id)):  # type: ignore[attr-defined]
            n.id = target.id  # type: ignore[attr-defined]
        return before

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        return self.visit_Return(node) if isinstance(node.target, ast.Name) else node

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.YieldFrom):
            return self.visit_Return(node)
        name = self._name()
        given = ast.copy_location(ast.Expr(ast.Yield(ast.Name(name, ast.Load()))), node)
        return self.visit_For(ast.copy_location(ast.For(ast.Name(name, ast.Store()), node.value.value, [given], []), node))

    def visit_If(self, node: ast.If) -> Any:
        before: list[ast.stmt] = []
        node.test = self._without(node.test, before)
        self.generic_visit(node)
        return [*(ast.copy_location(s, node) for s in before), node]

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        if (made := self._lazily(node) or cycles.without_end(node, self._value_of, self._name, self._counted)) is not None:
            return made
        if self._is_of(node.iter, itertools.groupby):
            return self._groups(node) or node
        before: list[ast.stmt] = []
        self._name_sorted(node.iter, before)
        return [*(ast.fix_missing_locations(ast.copy_location(s, node)) for s in before), node]

    def _name_sorted(self, node: ast.expr, before: list[ast.stmt]) -> None:
        """A name for the list in enumerate(sorted(...))."""
        is_numbered = isinstance(node, ast.Call) and is_name(node.func, "enumerate")
        items = node.args[0] if is_numbered and node.args else None  # type: ignore[attr-defined]
        if isinstance(items, ast.Call) and is_name(items.func, "sorted"):
            name = self._name()
            before.append(ast.Assign([ast.Name(name, ast.Store())], items))
            node.args[0] = ast.copy_location(ast.Name(name, ast.Load()), items)  # type: ignore[attr-defined]

    def _groups(self, node: ast.For) -> list[ast.stmt] | None:
        """The loop over neighbours that are equal, where each group is gone through once."""
        call: Any = node.iter
        target: Any = node.target
        keys = [*call.args[1:], *(k.value for k in call.keywords if k.arg == "key")]
        is_pair = isinstance(target, ast.Tuple) and len(target.elts) == 2 and all(isinstance(t, ast.Name) for t in target.elts)
        if not is_pair or node.orelse or continues_loop(node.body) or len(keys) > 1 or len(call.args) + len(call.keywords) != 1 + len(keys):
            return None
        group = target.elts[1].id
        reads = [n for s in node.body for n in walk(s) if is_name(n, group)]
        repeated = [n for s in node.body for loop in walk(s) if isinstance(loop, (ast.For, ast.While)) for t in loop.body for n in walk(t)]
        if len(reads) > 1 or any(n is read for n in repeated for read in reads):
            return None
        if self._own & {"list", "len"}:
            return None
        given = call.args[0]
        is_list = isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id in ("sorted", "list")
        items, first, end = self._name(), self._name(), self._name()

        def key_at(place: str) -> ast.expr:
            item: ast.expr = ast.Subscript(load(items), load(place), ast.Load())
            if not keys:
                return item
            if isinstance(keys[0], ast.Lambda) and len(keys[0].args.args) == 1:
                made: ast.expr = with_names(keys[0].body, keys[0].args.args[0].arg, item)
                return made
            return ast.Call(copy_tree(keys[0]), [item], [])

        count = ast.Call(load("len"), [load(items)], [])
        same = ast.BoolOp(ast.And(), [ast.Compare(load(end), [ast.Lt()], [count]), ast.Compare(key_at(end), [ast.Eq()], [key_at(first)])])
        step = ast.AugAssign(ast.Name(end, ast.Store()), ast.Add(), ast.Constant(1))
        body: list[ast.stmt] = [
            ast.Assign([ast.Name(end, ast.Store())], ast.BinOp(load(first), ast.Add(), ast.Constant(1))),
            ast.While(same, [step], []),
            ast.Assign([target.elts[0]], key_at(first)),
            # Of the same object Python takes NaN for equal.
            ast.If(ast.Compare(load(target.elts[0].id), [ast.NotEq()], [load(target.elts[0].id)]), [refusal("groupby() of NaN runs in Python")], []),
            ast.Assign([target.elts[1]], ast.Subscript(load(items), ast.Slice(load(first), load(end), None), ast.Load())),
            *node.body,
            ast.Assign([ast.Name(first, ast.Store())], load(end)),
        ]
        made: list[ast.stmt] = [
            ast.Assign([ast.Name(items, ast.Store())], given if is_list else ast.Call(load("list"), [given], [])),
            ast.Assign([ast.Name(first, ast.Store())], ast.Constant(0)),
            ast.While(ast.Compare(load(first), [ast.Lt()], [copy_tree(count)]), body, []),
        ]
        return [ast.fix_missing_locations(ast.copy_location(s, node)) for s in made]

    # Expressions: what is computed first.

    def _without(self, node: Any, before: list[ast.stmt]) -> Any:
        """The expression without the generator that it goes through first; `before`: the statements that do."""
        if isinstance(node, ast.ListComp):
            self._name_sorted(node.generators[0].iter, before)
            return self._listed(node, before) if self._is_taken_in(node) else node
        if isinstance(node, (ast.SetComp, ast.DictComp)):
            if self._is_taken(node.generators[0].iter):
                node.generators[0].iter = self._all(node.generators[0].iter, before)
        elif (items := self._without_repeats(node)) is not None:
            return self._once(items, node, before)
        elif isinstance(node, ast.Call) and node.args and not any(isinstance(n, ast.Call) for n in walk(node.func)):
            given, node.args[0] = node.args[0], self._argument(node, before)
            is_listed = is_name(node.func, "list") and len(node.args) == 1 and not node.keywords and not isinstance(given, ast.Name)
            if is_listed and isinstance(node.args[0], ast.Name):
                return node.args[0]  # a list of nobody else's
        elif isinstance(node, (ast.Subscript, ast.Attribute)):
            node.value = self._without(node.value, before)
        elif isinstance(node, ast.BinOp):
            if isinstance(node.left, (ast.Name, ast.Constant)):
                node.right = self._without(node.right, before)
            else:
                node.left = self._without(node.left, before)
        elif isinstance(node, ast.Compare):
            node.left = self._without(node.left, before)
        elif isinstance(node, ast.Tuple):
            self._in_order(node.elts, before)
        return node

    def _in_order(self, parts: list[ast.expr], before: list[ast.stmt]) -> None:
        """Takes the generators of a row of expressions; what is computed before the last of them gets a name."""
        holding = [i for i, part in enumerate(parts) if any(map(self._holds_taken, walk(part)))]
        for i in range(holding[-1] + 1 if holding else 0):
            parts[i] = self._without(parts[i], before)
            if i < holding[-1] and not isinstance(parts[i], (ast.Name, ast.Constant)):
                name = self._name()
                before.append(ast.Assign([ast.Name(name, ast.Store())], parts[i]))
                parts[i] = ast.copy_location(ast.Name(name, ast.Load()), parts[i])

    def _holds_taken(self, node: Any) -> bool:
        is_picked = isinstance(node, ast.comprehension) and (self._picks(node) or self._is_generator(node.iter))
        return is_picked or self._is_taken(node) or self._without_repeats(node) is not None

    def _without_repeats(self, node: Any) -> ast.expr | None:
        """x of list(dict.fromkeys(x))"""
        is_list = isinstance(node, ast.Call) and is_name(node.func, "list") and len(node.args) == 1
        inner = node.args[0] if is_list and not node.keywords else None
        if not isinstance(inner, ast.Call) or not isinstance(inner.func, ast.Attribute) or inner.func.attr != "fromkeys":
            return None
        is_dict = is_name(inner.func.value, "dict") and not self._own & {"dict", "list", "set"}
        return inner.args[0] if is_dict and len(inner.args) == 1 and not inner.keywords else None

    def _once(self, items: ast.expr, at: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """The items in their order, each once, by a set of those that came."""
        seen, found, item = self._name(), self._name(), self._name()

        new = ast.Compare(load(item), [ast.NotIn()], [load(seen)])
        calls = [ast.Expr(ast.Call(ast.Attribute(load(owner), method, ast.Load()), [load(item)], [])) for owner, method in ((seen, "add"), (found, "append"))]
        begin: list[ast.stmt] = [
            ast.Assign([ast.Name(seen, ast.Store())], ast.Call(load("set"), [], [])),
            ast.Assign([ast.Name(found, ast.Store())], ast.List([], ast.Load())),
            ast.For(ast.Name(item, ast.Store()), items, [ast.If(new, list(calls), [])], []),
        ]
        before += [ast.fix_missing_locations(ast.copy_location(s, at)) for s in begin]
        return ast.copy_location(load(found), at)

    def _argument(self, node: ast.Call, before: list[ast.stmt]) -> ast.expr:
        given = node.args[0]
        takes_all = isinstance(node.func, ast.Name) and node.func.id in _TAKE_ALL and node.func.id not in self._own
        takes_all |= isinstance(node.func, ast.Attribute) and node.func.attr == "join" and isinstance(node.func.value, ast.Constant)
        if takes_all and self._is_taken(given):
            return self._all(given, before)
        if takes_all and isinstance(given, ast.GeneratorExp) and self._is_taken_in(given):
            return self._listed(given, before)
        if takes_all and self._picks(ast.comprehension(ast.Name("_", ast.Store()), given, [], 0)):
            return self._all(given, before)
        return given if isinstance(given, ast.GeneratorExp) else self._without(given, before)

    def _all(self, generator: ast.expr, before: list[ast.stmt]) -> ast.expr:
        item = self._name()
        clause = ast.comprehension(ast.Name(item, ast.Store()), generator, [], 0)
        return self._listed(ast.ListComp(ast.Name(item, ast.Load()), [clause]), before)

    def _listed(self, node: Any, before: list[ast.stmt]) -> ast.expr:
        """The comprehension as a loop that fills a list; its names are not those of the function."""
        own = {n.id for g in node.generators for n in walk(g.target) if isinstance(n, ast.Name)}
        first = node.generators[0].iter
        node = Renamed({name: self._name() for name in sorted(own)}).visit(copy_tree(node))
        node.generators[0].iter = first  # outside of it
        items = self._name()
        body: list[ast.stmt] = [ast.Expr(ast.Call(ast.Attribute(ast.Name(items, ast.Load()), "append", ast.Load()), [node.elt], []))]
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.copy_location(ast.For(clause.target, clause.iter, body, []), first)]
        before.append(ast.Assign([ast.Name(items, ast.Store())], ast.List([], ast.Load())))
        for statement in body:
            made = self.visit(ast.fix_missing_locations(statement))
            before += made if isinstance(made, list) else [made]
        return ast.copy_location(ast.Name(items, ast.Load()), node)
