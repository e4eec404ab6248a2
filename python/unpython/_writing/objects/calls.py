"""Operators and properties of objects as calls of methods; what a method does, with names of its own.

A method that is one expression is written into the expression that calls it, where its arguments are names or constants.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython._library.containers import objects
from unpython._other_functions.names_around import OF_CLASSES
from unpython._writing.calls import OwnCall
from unpython._writing.functions.inlining import bound, inlined, is_simple, may_read_no_value, without_text
from unpython._writing.functions.own_calls import NotWritten
from unpython._writing.names import assigned_names
from unpython._writing.nodes import copy_tree, is_name, load, store, walk
from unpython._writing.nodes import is_text as is_a_text
from unpython._writing.objects import dataclass_calls, own_loops
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.definitions import ClassName, FunctionName, definition_of, is_alone
from unpython._writing.objects.flows import ObjectFlows, Present
from unpython._writing.text.kinds import NotTexts, Object, is_text

_OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow",
    ast.MatMult: "matmul", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq", ast.NotEq: "ne",
    ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert",
}  # fmt: skip
_REFLECTED = {"__gt__": "__lt__", "__lt__": "__gt__", "__ge__": "__le__", "__le__": "__ge__"}
_INSIDE = "unpython_inside"  # of a call that came with a method: which methods that call stands in
_MOST_TIMES = 2  # that a method stands in itself
_OF_BUILTINS = {"len": "__len__", "abs": "__abs__", "bool": "__bool__"}
_CHECKED = {"__len__": objects.length, "__bool__": objects.truth}
_AS_TEXT = ("str", "repr", "print")


def _operator(node: ast.operator | ast.unaryop) -> str:
    if type(node) not in _OPERATORS:
        raise NotTexts
    return _OPERATORS[type(node)]


def _gives_texts(method: FunctionType | None) -> bool:
    """Whether each `return` gives a text: Python asks that of `__str__`."""
    if method is None:
        return False
    body = definition_of(method).body
    returned = [n.value for s in body for n in walk(s) if isinstance(n, ast.Return)]
    return isinstance(body[-1], ast.Return) and all(map(_is_text, returned))


def _is_text(node: ast.expr | None) -> bool:
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Add, ast.Mod)) and (_is_text(node.left) or (isinstance(node.op, ast.Add) and _is_text(node.right)))
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "join") and _is_text(node.func.value)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and type(node.value) is str)


class Calls(ast.NodeTransformer):
    """Operators and properties of objects as calls of methods, and short methods as their expression. `may_wait`: whether an operator of
    names that nothing is known of may be asked again later."""

    def __init__(self, function: FunctionType, flows: ObjectFlows, numbers: Any, may_wait: bool = False):
        self._function = function
        self._flows = flows
        self._may_wait = may_wait
        self.waits = False
        self._numbers = numbers
        self.is_changed = False
        self.found = 0  # calls that remain
        self.own = flows.own | flows.names.keys()
        self.taken: dict[tuple[type, str], str] = getattr(function, OF_CLASSES, {})
        for of in flows.classes.known:
            of.texts |= {field for field in of.fields if of.column(field) in flows.names and is_text(flows.of_column(of, field))}

    def _class(self, node: ast.expr) -> ObjectClass | None:
        kind = self._flows.of(node)
        return kind.of if isinstance(kind, Object) else None

    def target(self, node: Any) -> tuple[ObjectClass | None, FunctionType | None] | None:
        """The class and the method of a call; no method where an object is made, no class where a function is given objects."""
        if not isinstance(node, ast.Call):
            return None
        if isinstance(node.func, FunctionName):
            return None, node.func.function
        if isinstance(node.func, ast.Attribute) and (of := self._class(node.func.value)) is not None:
            method = of.method(node.func.attr)
            if method is None and of.kind != "object":
                return None
            if method is None or node.func.attr in of.fields:
                raise NotTexts
            return of, method
        if not isinstance(node.func, (ClassName, ast.Name, ast.Attribute)):
            return None
        of = self._flows.classes.named(node.func, frozenset(self.own))
        if of is not None:
            return of, None
        function = self._flows.function_of(node)
        return None if function is None else (None, function)

    def kind(self, node: ast.expr) -> Any:
        return self._flows.of(node)

    def _method(self, at: ast.expr, owner: ast.expr, name: str, arguments: list[ast.expr]) -> Any:
        self.is_changed = True
        call = ast.Call(ast.copy_location(ast.Attribute(owner, name, ast.Load()), at), arguments, [])
        return self.visit_Call(ast.copy_location(call, at), is_visited=True)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        if node.attr == "__name__" and (of := self._class(_whose_class(node.value, self._flows))) is not None and of.kind == "object":
            self.is_changed = True
            return ast.copy_location(ast.Constant(of.type.__name__), node)
        of = self._class(node.value)
        if of is not None and isinstance(node.ctx, ast.Load) and of.is_property(node.attr) and of.kind != "dict":
            return self._method(node, node.value, node.attr, [])
        owner = node.value.of if isinstance(node.value, ClassName) else None if of is None or self._flows.of(node.value).may_be_none else of
        constant = None if owner is None or not isinstance(node.ctx, ast.Load) else owner.constant(node.attr, self.taken)
        if constant is None:
            return node
        self.is_changed = True
        return ast.fix_missing_locations(ast.copy_location(constant, node))

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        name = _OPERATORS.get(type(node.op), "")
        left, right = self._class(node.left), self._class(node.right)
        if left is not None and left.has(f"__{name}__") and left.kind != "dict":
            return self._method(node, node.left, f"__{name}__", [node.right])
        if self._waits(node.left) or self._waits(node.right):
            return node
        may_follow = is_simple(node.left) or isinstance(node.right, ast.Name)  # what is on the left is computed first
        if left is None and right is not None and right.has(f"__r{name}__") and may_follow:
            return self._method(node, node.right, f"__r{name}__", [node.left])
        if left is not None or right is not None:
            raise NotTexts
        return node

    def _waits(self, node: ast.expr) -> bool:
        """Whether it is not known yet what it is: there is a call in it that becomes statements, or a name that gets its value by one."""
        names = self._flows.waiting if self._may_wait else ()
        waits = any((isinstance(n, ast.Call) and self.target(n) is not None) or (isinstance(n, ast.Name) and n.id in names) for n in walk(node))
        self.waits |= waits
        return waits

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        of = self._class(node.operand)
        if of is None or isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand) if isinstance(node.op, ast.Not) else node.operand
            return node
        return self._method(node, node.operand, f"__{_operator(node.op)}__", [])

    def _of_truth(self, node: Any) -> Any:
        self.generic_visit(node)
        if isinstance(node, ast.comprehension):
            node.ifs = list(map(self._truth, node.ifs))
        else:
            node.test = self._truth(node.test)
        return node

    visit_While = visit_IfExp = visit_Assert = visit_comprehension = _of_truth

    def _truth(self, node: ast.expr) -> ast.expr:
        """What a test asks of an object whose class says whether it is true, or how long it is."""
        if isinstance(node, ast.BoolOp):
            node.values = list(map(self._truth, node.values))
            return node
        kind = self._flows.of(node)
        if not isinstance(kind, Object) or kind.may_be_none or kind.of.kind != "object" or not is_simple(node):
            return node
        if kind.of.method("__bool__") is not None:
            return self._asked_by(node, "__bool__")
        if kind.of.method("__len__") is not None:
            length = ast.Compare(self._asked_by(node, "__len__"), [ast.NotEq()], [ast.Constant(0)])
            return ast.fix_missing_locations(ast.copy_location(length, node))
        return node

    def _asked_by(self, node: ast.expr, method: str) -> ast.expr:
        """What a builtin makes of what a method gives."""
        given = self._method(node, node, method, [])
        return ast.copy_location(OwnCall(_CHECKED[method], [given]), node) if method in _CHECKED else given

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return self._asked_for(node)
        of = self._class(node.left)
        if of is None or len(node.ops) != 1 or type(node.ops[0]) not in _OPERATORS or self._class(node.comparators[0]) is not of:
            return node
        name = f"__{_OPERATORS[type(node.ops[0])]}__"
        if name == "__ne__" and of.kind == "object" and not of.has(name) and of.method("__eq__") is not None:
            self.is_changed = True
            return ast.copy_location(ast.UnaryOp(ast.Not(), self._method(node, node.left, "__eq__", node.comparators)), node)
        other = _REFLECTED.get(name, "")
        if other and of.kind == "object" and not of.has(name) and is_simple(node.left) and is_simple(node.comparators[0]) and of.method(other) is not None:
            return self._method(node, node.comparators[0], other, [node.left])
        if of.kind != "object" or (isinstance(node.ops[0], ast.Eq) and of.is_compared_by_identity) or of.method(name) is None:
            return node
        return self._method(node, node.left, name, node.comparators)

    def _asked_for(self, node: ast.Compare) -> Any:
        """x in p of a class that says what is in its objects"""
        if (keys := self._dict(node.comparators[0])) is not None and is_a_text(node.left) and is_simple(node.comparators[0]):
            self.is_changed = True
            return ast.copy_location(ast.Constant((node.left.value in keys.fields) is isinstance(node.ops[0], ast.In)), node)
        of = self._class(node.comparators[0])
        if of is None or of.kind != "object" or not is_simple(node.left) or of.method("__contains__") is None:
            return node
        found = self._method(node, node.comparators[0], "__contains__", [node.left])
        once = ast.UnaryOp(ast.Not(), found)
        return ast.fix_missing_locations(ast.copy_location(once if isinstance(node.ops[0], ast.NotIn) else ast.UnaryOp(ast.Not(), once), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        """p[k] = x of a class that says what it does"""
        target: Any = node.targets[0]
        of = self._class(target.value) if len(node.targets) == 1 and isinstance(target, ast.Subscript) else None
        if of is None or of.kind != "object":
            return self.generic_visit(node)
        if isinstance(target.slice, ast.Slice):
            raise NotTexts
        owner, place, value = self.visit(target.value), self.visit(target.slice), self.visit(node.value)
        before: list[ast.stmt] = []
        if not is_simple(owner) or not is_simple(place):
            name = f"_value_{next(self._numbers)}_of_call_"  # what is assigned is computed first
            before = [ast.copy_location(store(name, value), node)]
            value = load(name)
        call = ast.copy_location(ast.Expr(self._method(target, owner, "__setitem__", [place, value])), node)
        return [ast.fix_missing_locations(s) for s in (*before, call)]

    def visit_Delete(self, node: ast.Delete) -> Any:
        target: Any = node.targets[0]
        of = self._class(target.value) if len(node.targets) == 1 and isinstance(target, ast.Subscript) else None
        if of is None or of.kind != "object":
            return self.generic_visit(node)
        call = self._method(target, self.visit(target.value), "__delitem__", [self.visit(target.slice)])
        return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), node))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        if isinstance(node.target, ast.Subscript) and (owner := self._class(node.target.value)) is not None and owner.kind == "object":
            if not is_simple(node.target.value) or not is_simple(node.target.slice):
                raise NotTexts
            whole = copy_tree(node.target)
            whole.ctx = ast.Load()
            value = ast.copy_location(ast.BinOp(whole, node.op, node.value), node)
            return self.visit(ast.copy_location(ast.Assign([node.target], value), node))
        self.generic_visit(node)
        of = self._class(node.target)
        if of is None:
            return node
        self.is_changed = True
        read = copy_tree(node.target)
        read.ctx = ast.Load()
        name = _operator(node.op)
        method = f"__i{name}__" if of.has(f"__i{name}__") else f"__{name}__"
        return ast.copy_location(ast.Assign([node.target], self._method(node.value, read, method, [node.value])), node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        of = self._class(node.value)
        if of is None or of.kind != "object":
            return node
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Slice):
            raise NotTexts
        return self._method(node, node.value, "__getitem__", [node.slice])

    def visit_Call(self, node: ast.Call, is_visited: bool = False) -> Any:
        if not is_visited:
            self.generic_visit(node)
        of = self._class(node.func)
        if of is not None:
            return self._method(node, node.func, "__call__", node.args)
        name = self._flows.builtin(node.func)
        if name == "isinstance" and (answer := self._is_of(node)) is not None:
            self.is_changed = True
            return ast.copy_location(ast.Constant(answer), node)
        if name == "bool" and len(node.args) == 1 and (asked := self._truth(node.args[0])) is not node.args[0]:
            node.args = [asked]
            return node
        if name in _OF_BUILTINS and len(node.args) == 1 and (of := self._class(node.args[0])) is not None and of.kind == "object":
            return self._asked_by(node.args[0], _OF_BUILTINS[name])
        if name in _AS_TEXT and any(self._class(a) is not None for a in node.args):
            return self._shown(node, name)
        if of_dataclass := dataclass_calls.asked(self._function, node, self.own, self._flows.classes.used):
            if (made := dataclass_calls.written(self._flows, node, of_dataclass)) is None:
                return node
            self.is_changed = True
            return made
        if (itself := self._flows.of_class_itself(node)) is not None:
            self.is_changed = True
            node.func = ast.copy_location(FunctionName(itself), node.func)
        if (got := self._got(node)) is not None:
            self.is_changed = True
            return got
        target = self.target(node)
        if target is None:
            return node
        short = self._short(node, *target)
        if short is not None:
            self.is_changed = True
            return short
        self.found += 1
        return node

    def _got(self, node: ast.Call) -> ast.expr | None:
        """r.get("x", 0) of a dict whose keys are known: what is under the key, or the other value."""
        of = self._dict(node.func.value) if isinstance(node.func, ast.Attribute) and node.func.attr == "get" else None
        if of is None or node.keywords or len(node.args) not in (1, 2) or not all(map(is_simple, node.args)):
            return None
        key = node.args[0]
        if not is_a_text(key):
            return None
        owner = node.func.value  # type: ignore[attr-defined]
        if key.value in of.fields:
            return ast.copy_location(ast.Subscript(owner, key, ast.Load()), node)
        other = node.args[1] if len(node.args) > 1 else ast.copy_location(ast.Constant(None), node)
        return other if is_simple(owner) else None

    def _dict(self, node: ast.expr) -> ObjectClass | None:
        """The keys of a dict that is there."""
        kind = self._flows.of(node)
        return kind.of if isinstance(kind, Object) and not kind.may_be_none and kind.of.kind == "dict" else None

    def _shown(self, node: ast.Call, name: str) -> Any:
        """str(v), repr(v), print(v)"""
        if name != "print":
            return self._as_text(node, node.args[0], name)
        node.args = [a if self._class(a) is None else self._as_text(a, a, "str") for a in node.args]
        return node

    def _as_text(self, at: ast.expr, owner: ast.expr, name: str) -> Any:
        """What str() or repr() of an object gives, if its class says that."""
        of = self._class(owner)
        method = "__str__" if name == "str" and of is not None and of.has("__str__") else "__repr__"
        if of is None or of.kind != "object" or not of.has(method) or not _gives_texts(of.method(method)):
            raise NotTexts
        return self._method(at, owner, method, [])

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        self.generic_visit(node)
        if (of := self._class(node.value)) is not None:
            if node.format_spec is not None or of.has("__format__"):
                raise NotTexts
            node.value = self._as_text(node.value, node.value, "repr" if node.conversion == ord("r") else "str")
            node.conversion = -1
        return node

    def _is_of(self, node: ast.Call) -> bool | None:
        """isinstance(p, Point) of an object, whose class is known; None where it may be none."""
        kind = self._flows.of(node.args[0]) if len(node.args) == 2 and isinstance(node.args[0], ast.Name) else None
        if not isinstance(kind, Object) or kind.may_be_none:
            return None
        asked = self._flows.classes.types(node.args[1], frozenset(self.own))
        return None if asked is None else issubclass(kind.of.type, asked)

    def visit_If(self, node: ast.If) -> Any:
        """Without the way that is never taken: `if isinstance(p, Point)`, whose other way may ask for what no Point has."""
        node.test = self._truth(self.visit(node.test))
        if isinstance(node.test, ast.Constant) and type(node.test.value) is bool and (not node.test.value or node.orelse):
            self.is_changed = True
            node.body = (node.body if node.test.value else node.orelse) or [ast.copy_location(ast.Pass(), node)]
            node.test, node.orelse = ast.copy_location(ast.Constant(True), node.test), []
        return self.generic_visit(node)

    def bound(self, definition: Any, node: Any, of: ObjectClass | None) -> dict[str, ast.expr]:
        return bound(definition, node, None, is_method=False) if of is None else bound(definition, node, node.func.value)

    def _short(self, node: ast.Call, of: ObjectClass | None, method: FunctionType | None) -> ast.expr | None:
        """The expression of a method that is `return expression`."""
        if method is None:
            return None
        asked = method.__name__
        owner = [] if of is None else [node.func.value]  # type: ignore[attr-defined]
        if owner and isinstance(owner[0], Present):  # in a short method, which None would be asked for first
            owner, asked = [owner[0].value], owner[0].method
            node = ast.copy_location(ast.Call(ast.copy_location(ast.Attribute(owner[0], method.__name__, ast.Load()), node), node.args, node.keywords), node)
        if not all(map(is_simple, [*owner, *node.args, *(k.value for k in node.keywords)])):
            return None
        definition = definition_of(method)
        body = without_text(definition.body)
        if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or own_loops.calls_itself(definition, of is not None):
            return None
        try:
            values = self.bound(definition, node, of)
        except NotWritten:
            raise NotTexts from None
        if any(True for _ in assigned_names(body)) or not all(map(is_simple, values.values())):
            return None
        if of is not None and of.kind == "object":
            own = definition.args.args[0].arg
            if not _asks_first(body[0].value, own):
                return None
            body = [_Asked(own, asked).visit(copy_tree(body[0]))]
        return self.inlined(method, body, values, node)[-1].value  # type: ignore[attr-defined]

    def inlined(
        self, method: FunctionType, body: list[ast.stmt], values: dict[str, ast.expr], at: ast.expr, whole: Any = None
    ) -> list[ast.stmt]:
        """The statements of a method, which is of the module of the function. `whole`: its `def`, where it is not as its text has it."""
        if method.__globals__ is not self._function.__globals__ or not is_alone(method):
            raise NotTexts
        inside = (*getattr(at, _INSIDE, ()), method.__code__)
        if sum(code is method.__code__ for code in inside) > _MOST_TIMES:
            raise NotTexts  # a method that calls itself
        if may_read_no_value(definition_of(method)):
            raise NotTexts
        try:
            made = inlined(whole or definition_of(method), body, values, at, self._numbers, self.own)
        except NotWritten:
            raise NotTexts from None
        for call in (n for s in made for n in walk(s) if isinstance(n, ast.Call) and not hasattr(n, _INSIDE)):
            setattr(call, _INSIDE, inside)
        return made


def _asks_first(node: ast.AST, own: str) -> bool:
    """Whether an expression asks for a field of an object on each way through it: None has none."""
    if isinstance(node, ast.Attribute) and is_name(node.value, own):
        return True
    if isinstance(node, (ast.IfExp, ast.BoolOp)):
        return _asks_first(node.test if isinstance(node, ast.IfExp) else node.values[0], own)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return _asks_first(node.generators[0].iter, own)
    return not isinstance(node, ast.Lambda) and any(_asks_first(part, own) for part in ast.iter_child_nodes(node))


class _Asked(ast.NodeTransformer):
    """The fields of an object on which a method is called."""

    def __init__(self, own: str, method: str):
        self._own = own
        self._method = method

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if is_name(node.value, self._own):
            node.value = ast.copy_location(Present(node.value, self._method), node.value)
            return node
        return self.generic_visit(node)


def _whose_class(node: Any, flows: ObjectFlows) -> Any:
    """x of `type(x)` and `x.__class__`."""
    if isinstance(node, ast.Attribute) and node.attr == "__class__":
        return node.value
    is_asked = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and flows.builtin(node.func) == "type"
    return node.args[0] if is_asked else node
