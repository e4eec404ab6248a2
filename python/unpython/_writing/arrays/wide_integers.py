"""Integers from 0 to 2**64 - 1, as programs that mix bits keep them, as NumPy's numbers of this width:

    h = 14695981039346656037                h = of_halves(3421674724, 2216829733)
    h = (h ^ ord(c)) * P % 2**64            h = (h ^ low_bits(ord(c))) * of_halves(...)
    return h, h % n                         return int(h), remainder(h, n)

Sums, products, shifts to the left and bits of any integers have the same lowest 64 bits in both. What such a name is given has to be
between these bounds as the text stands: behind `& M` or `% 2**64`, shifted to the right, or made of such with `^`, `|`.
What is used in another way stays as it is, and is refused.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import WithValues, copy_tree, is_name, load, store, walk
from unpython._writing.rewriter import WholeRewriter

_END = 2**64
_SMALL = 2**53  # what is below may be a number with a sign, of which products are made
_IN_LOW_BITS = (ast.Add, ast.Sub, ast.Mult, ast.BitXor, ast.BitOr, ast.BitAnd)
_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal, ast.NamedExpr)


class _Other(Exception):
    """Such a name is used in a way that is not known here."""


_Rewritten = tuple[Any, frozenset[str], list[_bindings.Binding]]


def rewritten(function: FunctionType, node: Any, given_bytes: frozenset[str], is_entry: bool, is_first: bool) -> _Rewritten:
    """The `def` with such numbers, the names that came with them, and what free names it relies on. `is_first`: whether the function was not
    yet refused as it is."""
    if is_first:
        return _named(function, node)
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, _SCOPES) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    stored = {n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    parameters = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)} & stored
    made, names = _with_own_names(node, parameters)
    writer = _Writer(function, made, given_bytes, is_entry)
    if parameters and writer.wide:  # only those that are such numbers get another name
        made, names = _with_own_names(node, {name for name in parameters if _own_name(name) in writer.wide})
        writer = _Writer(function, made, given_bytes, is_entry)
    if not writer.may_write:
        return node, frozenset(), []
    try:
        made.body = writer.statements(made.body)
    except _Other:
        return node, frozenset(), []
    return ast.fix_missing_locations(made), names, writer.used


def _named(function: FunctionType, node: Any) -> _Rewritten:
    """The `def` with integers of 2**63 and more in place of names that stand for nothing else, which have no sign then; no names, and what
    free names it relies on."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(n, _SCOPES) for s in node.body for n in walk(s)):
        return node, frozenset(), []
    made, _ = _with_own_names(node, set())
    writer = _Writer(function, made, frozenset(), False)
    if not writer.known:
        return node, frozenset(), []
    made.body = [ast.copy_location(ast.Pass(), s) if writer.names_known(s) else writer.with_known(s) for s in made.body]
    return ast.fix_missing_locations(made), frozenset(), writer.used


def _own_name(parameter: str) -> str:
    return f"_wide_{parameter}_"


def _with_own_names(node: ast.FunctionDef, parameters: set[str]) -> tuple[ast.FunctionDef, frozenset[str]]:
    """A copy in which these parameters have another name from where they get other values, and a, b = 1, 2 are two statements."""
    made = copy_tree(node)
    made.body = [part for s in made.body for part in _alone(s)]
    names: set[str] = set()
    for name in sorted(parameters):
        other = _own_name(name)
        names.add(other)
        first = next(i for i, s in enumerate(made.body) if any(is_name(n, name) for n in walk(s)))
        begin = made.body[first]
        is_given_anew = isinstance(begin, ast.Assign) and len(begin.targets) == 1 and is_name(begin.targets[0], name)
        if not is_given_anew:
            begin = ast.fix_missing_locations(ast.copy_location(store(other, load(name)), made.body[0]))
            first = 0
            made.body.insert(0, begin)
        begin.targets[0].id = other  # type: ignore[attr-defined]
        for n in (n for s in made.body[first + 1 :] for n in walk(s) if is_name(n, name)):
            n.id = other
    return made, frozenset(names)


def _alone(node: ast.stmt) -> list[ast.stmt]:
    """a, b = 1, 2**64"""
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    values: list[Any] = node.value.elts if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) else []  # type: ignore[attr-defined]
    is_plain = all(isinstance(n, (ast.Constant, ast.BinOp, ast.operator)) for value in values for n in walk(value))
    if not isinstance(target, ast.Tuple) or len(values) != len(target.elts) or not is_plain or not all(isinstance(t, ast.Name) for t in target.elts):
        return [node]
    return [ast.copy_location(ast.Assign([t], value), node) for t, value in zip(target.elts, values, strict=True)]


def _as_integer(values: tuple[Any, ...]) -> Any:
    return int(values[0])


def _as_integers(values: tuple[Any, ...]) -> Any:
    return list(map(int, values[0]))


class _Writer(WholeRewriter):
    """`wide`: the names of such numbers; `known`: names of literals that are too large for a sign."""

    def __init__(self, function: FunctionType, node: ast.FunctionDef, given_bytes: frozenset[str], is_entry: bool):
        from unpython._library.python_functions import wide_integers  # needs NumPy, which other texts are written without

        self._library = wide_integers
        self._function = function
        self._own = local_names(function) | {n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        self._bytes = given_bytes
        self._is_entry = is_entry
        self.used: list[_bindings.Binding] = []
        self.known: dict[str, int] = {}
        nodes = list(walk(node))
        stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        given: dict[str, list[ast.expr]] = {}
        for n in nodes:
            if isinstance(n, ast.Assign) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
                given.setdefault(n.targets[0].id, []).append(n.value)
            elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                given.setdefault(n.target.id, []).append(_operated(n))
        parameters = {a.arg for a in nodes if isinstance(a, ast.arg)}
        given = {name: values for name, values in given.items() if len(values) == stored.count(name) and name not in parameters}
        self._parameters = parameters - {*stored}
        self._early = {id(n) for s in _leading(node.body) for n in walk(s.value)}
        self._counted = {name for name in stored if stored.count(name) == sum(self._counts(n, name) for n in nodes)}
        for name, values in given.items():
            if len(values) == 1 and any(values[0] is getattr(s, "value", None) for s in node.body) and (self._literal(values[0]) or 0) >= 2**63:
                self.known[name] = self._literal(values[0]) or 0
        self.wide: set[str] = set()
        while more := {name for name, values in given.items() if name not in self.wide | {*self.known} and any(map(self._is_large, values))}:
            self.wide |= more
        while wrong := {name for name in self.wide if not all(self._exact(v) for v in given[name])}:
            self.wide -= wrong
        self._arrays = {name for name, values in given.items() if len(values) == 1 and self._makes_array(values[0])}
        appended = [n for n in nodes if _appended_to(n) and (self._holds(n.args[0]) and not self._is_small(n.args[0]))]  # type: ignore[attr-defined]
        names = {n.func.value.id for n in appended}  # type: ignore[attr-defined]
        self.may_write = bool(self.wide or self.known) or any(self._literal(n) is None and self._holds(n) for n in nodes if isinstance(n, ast.BinOp))
        self._lists = {name for name in names if self._is_list(name, given.get(name, []), nodes)} if is_entry else set()

    def _makes_array(self, node: Any) -> bool:
        """np.zeros(n, dtype=np.uint64)"""
        types = [k.value for k in node.keywords if k.arg == "dtype"] if isinstance(node, ast.Call) else []
        is_made = bool(types) and any(self._is(node.func, f"numpy.{name}") for name in ("zeros", "empty", "ones"))
        return is_made and ((isinstance(types[0], ast.Constant) and types[0].value == "uint64") or self._is(types[0], "numpy.uint64"))

    def _is_list(self, name: str, given: list[ast.expr], nodes: list[Any]) -> bool:
        """Whether all that becomes of a list is that such numbers are put into it, and that it is returned once."""
        grown = [n for n in nodes if _appended_to(n) and n.func.value.id == name]
        asked = [n for n in nodes if isinstance(n, ast.Call) and is_name(n.func, "len") and len(n.args) == 1 and is_name(n.args[0], name)]
        results = [part for n in nodes if isinstance(n, ast.Return) for part in (n.value.elts if isinstance(n.value, ast.Tuple) else [n.value])]
        returned = [part for part in results if is_name(part, name)]
        loads = [n for n in nodes if is_name(n, name) and isinstance(n.ctx, ast.Load)]
        is_one = len(given) == 1 and isinstance(given[0], ast.List) and not given[0].elts and len(returned) == 1
        return is_one and len(loads) == len(grown) + len(asked) + len(returned) and all(self._exact(n.args[0]) for n in grown)

    def names_known(self, node: ast.stmt) -> bool:
        """h = 14695981039346656037"""
        return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.known

    def with_known(self, node: ast.stmt) -> ast.stmt:
        made: ast.stmt = WithValues({name: ast.Constant(value) for name, value in self.known.items()}).visit(node)
        return made

    def _counts(self, node: Any, name: str) -> bool:
        """for name in range(n), for name in data"""
        if not isinstance(node, ast.For) or not is_name(node.target, name):
            return False
        if not isinstance(node.iter, ast.Call):
            return isinstance(node.iter, ast.Name) and node.iter.id in self._bytes
        first = self._literal(node.iter.args[0]) if len(node.iter.args) == 2 else 0
        return 0 < len(node.iter.args) < 3 and first is not None and self._is(node.iter.func, "builtins.range")

    def _is(self, node: ast.expr, name: str) -> bool:
        return full_name(node, self._function, self._own) == name

    def _literal(self, node: Any) -> int | None:
        """An integer that is not below 0, as the text or a name around the function says it."""
        if isinstance(node, ast.Constant):
            return node.value if type(node.value) is int and node.value >= 0 else None
        if isinstance(node, ast.Name):
            if node.id in self._own:
                return self.known.get(node.id)
            binding = _bindings.of_node(self._function, node, self._own)
            if binding is None or type(binding.value) is not int or binding.value < 0:
                return None
            self.used.append(binding)
            return binding.value
        if not isinstance(node, ast.BinOp):
            return None
        left, right = self._literal(node.left), self._literal(node.right)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Pow) and left < 2**10 and right <= 64:
            return int(left**right)
        if isinstance(node.op, ast.LShift) and right <= 64:
            return left << right
        return left - right if isinstance(node.op, ast.Sub) and left >= right else None

    def _is_large(self, node: Any) -> bool:
        """Whether what a name is given may be too large for a number with a sign."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.Mod)):
            return any((self._literal(side) or 0) > _SMALL for side in (node.left, node.right))
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitXor, ast.BitOr)):
            return self._is_large(node.left) or self._is_large(node.right)
        if isinstance(node, ast.Name) and node.id in self.wide:
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.RShift, ast.FloorDiv)):
            return self._holds(node) and self._small(node) is None and self._operation(node) is not None
        return (self._literal(node) or 0) >= 2**63

    def _number(self, value: int) -> ast.expr:
        return OwnCall(self._library.of_halves, [ast.Constant(value >> 32), ast.Constant(value & 0xFFFFFFFF)])

    def _holds(self, node: Any) -> bool:
        """Whether such a number is a part of an expression."""
        return any((isinstance(n, ast.Name) and n.id in self.wide) or (self._literal(n) or 0) >= 2**63 for n in walk(node))

    def _exact(self, node: Any) -> ast.expr | None:
        """A number of 64 bits that is the value of an expression; None where that is not known."""
        value = self._literal(node)
        if value is not None:
            return self._number(value) if value < _END else None
        if isinstance(node, ast.Name):
            if node.id in self.wide:
                return load(node.id)
            if node.id in self._parameters and id(node) in self._early:
                return OwnCall(self._library.not_negative, [load(node.id)])
            return OwnCall(self._library.low_bits, [load(node.id)]) if node.id in self._counted else None
        if isinstance(node, ast.Call):
            is_one = len(node.args) == 1 and not node.keywords and any(self._is(node.func, f"builtins.{name}") for name in ("ord", "len"))
            return OwnCall(self._library.low_bits, [copy_tree(node)]) if is_one and not self._holds(node) else None
        return self._operation(node) if isinstance(node, ast.BinOp) else None

    def _operation(self, node: ast.BinOp) -> ast.expr | None:
        by = self._literal(node.right)
        if isinstance(node.op, ast.Mod) and by == _END:
            return self._low(node.left)
        if isinstance(node.op, ast.BitAnd):
            for one, other in sorted(((node.left, node.right), (node.right, node.left)), key=lambda sides: self._literal(sides[0]) is None):
                if (self._literal(one) or 0) >= _END:
                    return None
                exact, low = self._exact(one), self._low(other)
                if exact is not None and low is not None:
                    return ast.BinOp(exact, ast.BitAnd(), low) if one is node.left else ast.BinOp(low, ast.BitAnd(), exact)
            return None
        left = self._exact(node.left)
        if left is None:
            return None
        if isinstance(node.op, (ast.BitXor, ast.BitOr)):
            right = self._exact(node.right)
            return None if right is None else ast.BinOp(left, node.op, right)
        is_shift = isinstance(node.op, ast.RShift) and by is not None and by < 64
        is_part = isinstance(node.op, (ast.Mod, ast.FloorDiv)) and by is not None and 0 < by < _END
        return ast.BinOp(left, node.op, self._number(by)) if by is not None and (is_shift or is_part) else None

    def _low(self, node: Any) -> ast.expr | None:
        """The lowest 64 bits of an expression."""
        exact = None if isinstance(node, ast.Name) and node.id in self._parameters else self._exact(node)
        if exact is not None:
            return exact
        literal = self._literal(node)
        if literal is not None:
            return self._number(literal % _END)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Invert, ast.USub)):
            of = self._low(node.operand)
            return None if of is None else ast.UnaryOp(node.op, of) if isinstance(node.op, ast.Invert) else ast.BinOp(self._number(0), ast.Sub(), of)
        if isinstance(node, ast.BinOp) and isinstance(node.op, _IN_LOW_BITS):
            left, right = self._low(node.left), self._low(node.right)
            return None if left is None or right is None else ast.BinOp(left, node.op, right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            by, of = self._literal(node.right), self._low(node.left)
            return None if by is None or by > 63 or of is None else ast.BinOp(of, ast.LShift(), self._number(by))
        return None if self._holds(node) and not self._is_small(node) else OwnCall(self._library.low_bits, [self.visit(copy_tree(node))])

    def _is_small(self, node: Any) -> bool:
        return isinstance(node, ast.BinOp) and self._small(node) is not None

    def _small(self, node: ast.BinOp) -> ast.expr | None:
        """An integer with a sign, or a float, that is the value of an expression with such numbers."""
        if not self._holds(node):
            return None
        by = self._literal(node.right)
        for one, other in ((node.left, node.right), (node.right, node.left)):
            is_product = _is_float(other) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)) and self._literal(one) is None
            if is_product and (exact := self._exact(one)) is not None:
                number = OwnCall(self._library.as_float, [exact])
                return ast.BinOp(number, node.op, other) if one is node.left else ast.BinOp(other, node.op, number)
        if isinstance(node.op, ast.Div):
            left = self._exact(node.left)
            is_power = by is not None and by > 0 and by & (by - 1) == 0
            right = ast.Constant(float(by or 1)) if is_power else node.right if _is_float(node.right) else None
            return None if left is None or right is None else ast.BinOp(OwnCall(self._library.as_float, [left]), ast.Div(), right)
        made = self._operation(node)
        if made is not None:
            least = min((literal for side in (node.left, node.right) if (literal := self._literal(side)) is not None), default=_END)
            less = (by or 0) >= _END // _SMALL
            is_small = {ast.BitAnd: least < _SMALL, ast.Mod: least <= _SMALL, ast.RShift: (by or 0) >= 11, ast.FloorDiv: less}
            return OwnCall(self._library.as_integer, [made]) if is_small.get(type(node.op)) else None
        left = self._exact(node.left) if isinstance(node.op, ast.Mod) and by is None and not self._holds(node.right) else None
        return None if left is None else OwnCall(self._library.remainder, [left, self.visit(copy_tree(node.right))])

    # What stands in the function.

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if self.names_known(node):
            return ast.copy_location(ast.Pass(), node)
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in self._arrays and len(node.targets) == 1:
            exact = self._exact(node.value) if self._holds(node.value) else None
            node.value = self.visit(node.value) if exact is None else exact
            target.slice = self.visit(target.slice)
            return node
        if not isinstance(target, ast.Name) or target.id not in self.wide:
            return self.generic_visit(node)
        return self._stored(target.id, node.value, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if not isinstance(node.target, ast.Name) or node.target.id not in self.wide:
            return self.generic_visit(node)
        return self._stored(node.target.id, _operated(node), node)

    def _stored(self, name: str, value: ast.expr, at: ast.stmt) -> ast.stmt:
        made = self._exact(value)
        if made is None:
            raise _Other
        return ast.copy_location(store(name, made), at)

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.Tuple):
            node.value.elts = list(map(self._returned, node.value.elts))
        elif node.value is not None:
            node.value = self._returned(node.value)
        return node

    def _returned(self, node: Any) -> ast.expr:
        if isinstance(node, ast.Name) and node.id in self._lists:
            joined = Joined("text", [node])
            joined.make = _as_integers
            return ast.copy_location(joined, node)
        is_small = isinstance(node, ast.BinOp) and self._small(node) is not None
        exact = self._exact(node) if self._holds(node) and not is_small else None
        if exact is None:
            made: ast.expr = self.visit(node)
            return made
        if not self._is_entry:
            raise _Other
        joined = Joined("text", [exact])
        joined.make = _as_integer
        return ast.copy_location(joined, node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        if self._literal(node) is not None:
            return node
        small = self._small(node)
        return self.generic_visit(node) if small is None else ast.copy_location(small, node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        sides = [node.left, *node.comparators]
        if not any(isinstance(side, ast.Name) and side.id in self.wide for side in sides):
            return self.generic_visit(node)
        exact = [e for side in sides if (e := self._exact(side)) is not None]
        if len(exact) < len(sides):
            raise _Other
        node.left, node.comparators = exact[0], exact[1:]
        return ast.copy_location(OwnCall(self._library.as_truth, [node]), node)

    def visit_Call(self, node: ast.Call) -> Any:
        if _appended_to(node) and node.func.value.id in self._lists:  # type: ignore[attr-defined]
            node.args[0] = self._exact(node.args[0]) or node.args[0]
            return node
        is_one = len(node.args) == 1 and isinstance(node.args[0], ast.Name) and node.args[0].id in self.wide
        if is_one and self._is(node.func, "builtins.float"):
            return ast.copy_location(OwnCall(self._library.as_float, [node.args[0]]), node)
        return self.generic_visit(node)

    def _visit_test(self, node: Any) -> Any:
        """while h, if not h"""
        place = node.test if not isinstance(node.test, ast.UnaryOp) else node.test.operand
        if isinstance(place, ast.Name) and place.id in self.wide and (place is node.test or isinstance(node.test.op, ast.Not)):
            asked = ast.NotEq() if place is node.test else ast.Eq()
            test, node.test = ast.copy_location(ast.Compare(place, [asked], [self._number(0)]), place), ast.Constant(True)
            self.generic_visit(node)
            node.test = test
            return node
        return self.generic_visit(node)

    visit_If = visit_While = visit_IfExp = _visit_test

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.wide:
            raise _Other
        return ast.copy_location(ast.Constant(self.known[node.id]), node) if node.id in self.known else node


def _appended_to(node: Any) -> bool:
    """x.append(y) of a name"""
    func: Any = node.func if isinstance(node, ast.Call) else None
    is_method = isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.attr == "append"
    return is_method and len(node.args) == 1 and not node.keywords


def _operated(node: ast.AugAssign) -> ast.BinOp:
    """What the statement gives its name."""
    target: Any = node.target
    return ast.copy_location(ast.BinOp(load(target.id), node.op, node.value), node)


def _leading(body: list[ast.stmt]) -> list[Any]:
    """The statements with which a function begins that do nothing but name numbers."""
    found: list[Any] = []
    plain = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.List, ast.operator, ast.unaryop, ast.expr_context)
    for node in body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not (isinstance(node, ast.Assign) and all(isinstance(n, plain) for n in walk(node.value))):
            break
        found += [node] if isinstance(node, ast.Assign) else []
    return found


def _is_float(node: Any) -> bool:
    """2.0**64"""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        return _is_float(node.left) and isinstance(node.right, ast.Constant)
    return isinstance(node, ast.Constant) and type(node.value) is float
