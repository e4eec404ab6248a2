"""What of a statement may raise what a `try` catches, in the order in which Python computes it, for statements.py."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from unpython._writing.calls import OwnCall
from unpython._writing.caught import of_matrices, of_modules
from unpython._writing.caught.kinds import ASK, Kinds, is_list
from unpython._writing.caught.of_modules import OF_MATH
from unpython._writing.nodes import copy_tree, is_simple, load, store, walk
from unpython._writing.objects.flows import Present
from unpython._writing.text.attempts import has_base
from unpython._writing.text.kinds import NotTexts

_CONVERTED = frozenset(["int", "float"])
_HARMLESS = frozenset(
    "len abs round min max sum str repr sorted list tuple set dict enumerate zip range reversed any all bool ord isinstance print".split()
)
_CHANGE = frozenset("append add extend setdefault insert update sort reverse clear discard appendleft".split())
_DIVIDES = (ast.Div, ast.FloorDiv, ast.Mod)
_LAZY = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_OTHER = (ast.Lambda, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)
_PAIRS = frozenset("enumerate zip items".split())

Catches = Callable[..., bool]


class Raiser(NamedTuple):
    """What is done before a statement: `before`, then it raises where `test` holds, or where `converted` does."""

    before: list[ast.stmt]
    raised: type
    test: ast.expr | None
    converted: ast.stmt | None
    message: Any  # the text of the exception; None: not known, or what converts gives it
    argument: Any = None  # of the exception, if it is not its text


class Parts(Kinds):
    def of_statement(self, node: Any, catches: Catches, name: Callable[[str], str]) -> list[Raiser]:
        """The raisers of a simple statement, which has names in their places afterwards."""
        found = _Found(self, catches, name)
        if isinstance(node, ast.Assign):
            node.value = found.seen(node.value)
            node.targets = [found.target(target, node) for target in node.targets]
        elif isinstance(node, ast.AugAssign):
            found.updated(node)
        elif isinstance(node, ast.Delete):
            found.deleted(node)
        elif node.value is not None:
            node.value = found.seen(node.value)
        return found.raisers

    def of_test(self, node: Any, catches: Catches, name: Callable[[str], str]) -> list[Raiser]:
        found = _Found(self, catches, name)
        node.test = found.seen(node.test)
        return found.raisers

    def of_iterable(self, node: Any, catches: Catches, name: Callable[[str], str]) -> list[Raiser]:
        found = _Found(self, catches, name)
        node.iter = found.seen(node.iter)
        return found.raisers


class _Found:
    """`raisers`: so far; `_is_late`: something has happened that no test may come before."""

    def __init__(self, parts: Parts, catches: Catches, name: Callable[[str], str]):
        self._parts = parts
        self._catches = catches
        self._name = name
        self._is_late = False
        self._is_lazy = False
        self.raisers: list[Raiser] = []

    def _raises(
        self, raised: type, test: ast.expr | None, message: Any, before: list[ast.stmt], converted: ast.stmt | None = None, argument: Any = None
    ) -> None:
        if self._is_late or self._is_lazy:
            raise NotTexts
        self.raisers.append(Raiser(before, raised, test, converted, message, argument))

    def _again(self, node: ast.expr) -> tuple[ast.expr, list[ast.stmt]]:
        """An expression that may be computed twice, and what is done before."""
        if is_simple(node):
            return node, []
        if isinstance(node, ast.Tuple):
            parts = [self._again(part) for part in node.elts]
            return ast.copy_location(ast.Tuple([part for part, _ in parts], node.ctx), node), [s for _, before in parts for s in before]
        name = self._name("part")
        return load(name), [store(name, node)]

    # Statements.

    def target(self, target: Any, node: ast.Assign) -> Any:
        if any(map(self._may_have_no_value, walk(target))):
            raise NotTexts
        if isinstance(target, ast.Subscript):
            target.value, target.slice = self.seen(target.value), self.seen(target.slice)
            self._stored_to(target)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self._unpacked(target, node)
            for part in target.elts:
                if not isinstance(part, ast.Name):
                    if self._catches(IndexError, KeyError):
                        raise NotTexts
                    self._is_late = True
        elif not isinstance(target, (ast.Name, ast.Attribute)):
            raise NotTexts
        return target

    def _stored_to(self, node: ast.Subscript) -> None:
        kind = self._parts.kind(node.value)
        if kind == "list" and self._catches(IndexError) and not isinstance(node.slice, ast.Slice):
            node.slice, before = self._again(node.slice)
            self._raises(IndexError, _outside(node), ast.Constant("list assignment index out of range"), before)
        elif kind != "dict" and self._catches(IndexError, KeyError):
            raise NotTexts
        else:
            self._is_late = True

    def _unpacked(self, target: Any, node: ast.Assign) -> None:
        count = len(target.elts)
        width = self._parts.width(node.value)
        if not self._catches(ValueError) or width == count:
            self._is_late |= width is None
            return
        is_split = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute) and node.value.func.attr in ("split", "rsplit", "splitlines")
        is_listed = isinstance(node.value, ast.Name) and self._parts.kind(node.value) == "list"
        if not (is_split or is_listed) or len(node.targets) > 1 or any(isinstance(part, ast.Starred) for part in target.elts):
            raise NotTexts
        node.value, before = self._again(node.value)
        self._is_late = False  # all of the value is computed before
        length = ast.Call(load("len"), [node.value], [])
        for operator, text in ((ast.Lt(), "not enough values to unpack (expected {0}, got "), (ast.Gt(), "too many values to unpack (expected {0})")):
            message: ast.expr = ast.Constant(text.format(count))
            if isinstance(operator, ast.Lt):
                message = ast.JoinedStr([message, ast.FormattedValue(copy_tree(length), -1, None), ast.Constant(")")])
            self._raises(ValueError, ast.Compare(copy_tree(length), [operator], [ast.Constant(count)]), message, before)
            before = []
        if is_listed:
            items: list[ast.expr] = [ast.Subscript(copy_tree(node.value), ast.Constant(i), ast.Load()) for i in range(count)]
            node.value = ast.copy_location(ast.Tuple(items, ast.Load()), node.value)

    def updated(self, node: ast.AugAssign) -> None:
        target: Any = node.target
        if any(map(self._may_have_no_value, walk(target))):
            raise NotTexts
        if isinstance(target, ast.Subscript):
            target.value, target.slice = self.seen(target.value), self.seen(target.slice)
            self._subscript(target)
        node.value = self.seen(node.value)
        if isinstance(node.op, _DIVIDES) and self._catches(ZeroDivisionError):
            read = copy_tree(target)
            read.ctx = ast.Load()
            node.value, before = self._again(node.value)
            self._raises(ZeroDivisionError, _divides_by_zero(read, node.value), None, before)
        else:
            self._operation(node.op, [node.value])

    def deleted(self, node: ast.Delete) -> None:
        if len(node.targets) != 1 or not isinstance(target := node.targets[0], ast.Subscript):
            raise NotTexts
        target.value, target.slice = self.seen(target.value), self.seen(target.slice)
        self._subscript(target)

    # Expressions.

    def seen(self, node: Any) -> Any:
        """The expression, with names in the places of what is computed before."""
        if isinstance(node, _OTHER) or self._may_have_no_value(node):
            raise NotTexts
        if isinstance(node, (OwnCall, Present)):
            return self._of_ours(node)
        if isinstance(node, (ast.BoolOp, ast.IfExp)):
            return self._chosen(node)
        if isinstance(node, _LAZY):
            return self._lazily(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.seen(value))
            elif isinstance(value, list):
                setattr(node, field, [self.seen(v) if isinstance(v, ast.expr) else v for v in value])
        if isinstance(node, ast.Subscript):
            self._subscript(node)
        elif isinstance(node, ast.BinOp):
            self._divided(node)
        elif isinstance(node, ast.Compare) and self._catches(ValueError) and any(map(self._parts.may_be_array, (node.left, *node.comparators))):
            raise NotTexts  # arrays have no one truth
        return node

    def _may_have_no_value(self, node: Any) -> bool:
        """Whether reading a name may raise what is caught (unset_names.py)."""
        return getattr(node, "may_be_unset", False) and self._catches(UnboundLocalError)

    def _of_ours(self, node: Any) -> Any:
        if isinstance(node, OwnCall) or self._catches(AttributeError):
            raise NotTexts
        return node

    def _chosen(self, node: Any) -> Any:
        was_lazy = self._is_lazy
        if isinstance(node, ast.IfExp):
            node.test = self.seen(node.test)
            self._is_lazy = True
            node.body, node.orelse = self.seen(node.body), self.seen(node.orelse)
        else:
            first = self.seen(node.values[0])
            self._is_lazy = True
            node.values = [first, *map(self.seen, node.values[1:])]
        self._is_lazy = was_lazy
        return node

    def _lazily(self, node: Any) -> Any:
        was_lazy = self._is_lazy
        for i, part in enumerate(node.generators):
            part.iter = self.seen(part.iter)
            self._is_lazy = True
            if self._catches(ValueError) and not is_sure_to_fit(part):
                raise NotTexts
            part.ifs = list(map(self.seen, part.ifs))
            if part.is_async or i > 3:
                raise NotTexts
        for field in ("key", "value", "elt"):
            if hasattr(node, field):
                setattr(node, field, self.seen(getattr(node, field)))
        self._is_lazy = was_lazy
        return node

    def _call(self, node: ast.Call) -> Any:
        if (of_math := self._parts.of_math(node.func)) in OF_MATH and len(node.args) == 1 and not node.keywords:
            return self._math(node, *OF_MATH[of_math])
        if (of_data := self._parts.of_statistics(node.func)) is not None and len(node.args) == 1 and not node.keywords:
            return of_modules.of_statistics(self, node, of_data)
        if (name := self._parts.of_numpy(node.func)).startswith("numpy.linalg."):
            return of_matrices.of_linalg(self, node, name.removeprefix("numpy.linalg."))
        if isinstance(node.func, ast.Attribute):
            return self._method(node) if of_matrices.of_arrays(self, node, name) is None else node
        is_converted = self._parts.is_builtin(node.func, _CONVERTED) and has_base(node)
        if not is_converted and not self._parts.is_builtin(node.func, _HARMLESS):
            raise NotTexts
        name = node.func.id  # type: ignore[attr-defined]
        was_late = self._is_late
        is_of_float = is_converted and name == "int" and self._is_float(node.args[0])
        self._see_arguments(node)
        if is_of_float:
            return self._whole(node)
        if is_converted:
            if self._catches(ValueError):
                self._is_late = was_late  # what has happened in the argument is done before, too
            return self._conversion(node, name)
        if name in ("min", "max") and len(node.args) == 1 and self._catches(ValueError) and all(k.arg != "default" for k in node.keywords):
            of_modules.of_largest(self, node, min if name == "min" else max)
        self._is_late |= name == "print"
        return node

    def _math(self, node: ast.Call, raised: type, test: str, message: str) -> Any:
        node.args[0] = self.seen(node.args[0])
        if test and self._catches(raised):
            node.args[0], before = self._again(node.args[0])
            self._raises(raised, _With(node.args[0]).visit(ast.parse(test, mode="eval").body), ast.Constant(message), before)
        elif test:
            self._is_late = True
        return node

    def _is_float(self, node: ast.expr) -> bool:
        """float(text), float(text) * 2"""
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
            return self._is_float(node.left) or self._is_float(node.right)
        return isinstance(node, ast.Call) and self._parts.is_builtin(node.func, frozenset(["float"])) and len(node.args) == 1

    def _whole(self, node: ast.Call) -> Any:
        """int(float(text)): of a number."""
        node.args[0], before = self._again(node.args[0])
        value = node.args[0]
        if self._catches(ValueError):
            is_nan = ast.Compare(copy_tree(value), [ast.NotEq()], [copy_tree(value)])
            self._raises(ValueError, is_nan, ast.Constant("cannot convert float NaN to integer"), before)
            before = []
        if self._catches(OverflowError):
            infinite = ast.Compare(ast.Call(load("abs"), [copy_tree(value)], []), [ast.Eq()], [ast.Constant(math.inf)])
            self._raises(OverflowError, infinite, ast.Constant("cannot convert float infinity to integer"), before)
            before = []
        if before:
            raise NotTexts
        self._is_late |= not (self._catches(ValueError) and self._catches(OverflowError))
        return node

    def _see_arguments(self, node: ast.Call) -> None:
        node.args = list(map(self.seen, node.args))
        for keyword in node.keywords:
            if not isinstance(keyword.value, ast.Lambda):
                keyword.value = self.seen(keyword.value)
            elif not is_simple(keyword.value.body) and self._catches(IndexError, KeyError, ZeroDivisionError, ValueError):
                raise NotTexts

    def _conversion(self, node: ast.Call, name: str) -> Any:
        if not self._catches(ValueError):
            self._is_late = True
            return node
        text, value = self._name("text"), self._name("value")
        before = [store(text, node.args[0])]
        node.args = [load(text), *node.args[1:]]
        self._raises(ValueError, None, None, before, store(value, node))
        return load(value)

    def _method(self, node: ast.Call) -> Any:
        func: Any = node.func
        func.value = self.seen(func.value)
        self._see_arguments(node)
        if func.attr in _CHANGE:
            self._is_late = True
        elif func.attr == "pop":
            self._popped(node)
        elif func.attr in ("index", "remove") and len(node.args) == 1 and not node.keywords:
            self._found(node)
        elif func.attr not in ASK:
            raise NotTexts
        elif func.attr in ("split", "rsplit", "partition", "rpartition") and self._catches(ValueError):
            separators = [*node.args[:1], *(k.value for k in node.keywords if k.arg != "maxsplit")]
            if any(not (isinstance(a, ast.Constant) and (a.value or a.value is None)) for a in separators):
                raise NotTexts  # an empty separator
        return node

    def _popped(self, node: ast.Call) -> None:
        owner: Any = node.func.value  # type: ignore[attr-defined]
        if self._parts.kind(owner) == "list" and not node.args and self._catches(IndexError):
            is_empty = ast.Compare(ast.Call(load("len"), [copy_tree(owner)], []), [ast.Eq()], [ast.Constant(0)])
            self._raises(IndexError, is_empty, ast.Constant("pop from empty list"), [])
        elif len(node.args) != 2 and self._catches(IndexError, KeyError):
            raise NotTexts
        self._is_late = True

    def _found(self, node: ast.Call) -> None:
        """text.index(part), items.index(x), items.remove(x)"""
        func: Any = node.func
        is_list = self._parts.kind(func.value) == "list"
        if func.attr == "remove" and not is_list and self._catches(ValueError, KeyError):
            raise NotTexts  # a set, perhaps
        if self._catches(ValueError):
            func.value, before = self._again(func.value)
            node.args[0], also = self._again(node.args[0])
            message: Any = ast.Constant("list.remove(x): x not in list") if func.attr == "remove" else None
            if is_list and func.attr == "index":
                message = ast.JoinedStr([ast.FormattedValue(copy_tree(node.args[0]), ord("r"), None), ast.Constant(" is not in list")])
            is_missing = ast.Compare(copy_tree(node.args[0]), [ast.NotIn()], [copy_tree(func.value)])
            self._raises(ValueError, is_missing, message, before + also)
        self._is_late = True

    def _subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Slice):
            if self._catches(ValueError) and not (node.slice.step is None or isinstance(node.slice.step, (ast.Constant, ast.UnaryOp))):
                raise NotTexts
            return
        kind = self._parts.kind(node.value) or self._kind_of_part(node)
        if not kind:
            if self._catches(IndexError, KeyError):
                raise NotTexts
            self._is_late = True  # it may be a defaultdict
            return
        raised = KeyError if kind == "dict" else IndexError
        if not self._catches(raised):
            self._is_late = True
            return
        node.slice, before = self._again(node.slice)
        if isinstance(node.value, ast.Call):  # line.split()[1]
            node.value, held = self._again(node.value)
            before = held + before
        if kind == "dict":
            message: Any = ast.JoinedStr([ast.FormattedValue(copy_tree(node.slice), ord("r"), None)])
            self._raises(KeyError, ast.Compare(copy_tree(node.slice), [ast.NotIn()], [copy_tree(node.value)]), message, before, argument=node.slice)
        else:
            message = ast.Constant("list assignment index out of range" if isinstance(node.ctx, ast.Del) else "list index out of range")
            self._raises(IndexError, _outside(node), message, before)

    def _kind_of_part(self, node: ast.Subscript) -> str:
        """Of what has no name: parts of a text, and what lies at a key."""
        if isinstance(node.value, ast.Call) and is_list(node.value):
            return "list"
        is_at_key = isinstance(node.value, ast.Subscript) and self._parts.kind(node.value.value) == "dict" and is_simple(node.value.slice)
        return "dict" if is_at_key and isinstance(node.slice, ast.Constant) and type(node.slice.value) is str else ""

    def _divided(self, node: ast.BinOp) -> None:
        is_text = isinstance(node.left, ast.Constant) and type(node.left.value) is str
        if not isinstance(node.op, _DIVIDES) or is_text or not self._catches(ZeroDivisionError):
            self._operation(node.op, [node.left, node.right])
            return
        node.left, before = self._again(node.left)
        node.right, also = self._again(node.right)
        self._raises(ZeroDivisionError, _divides_by_zero(node.left, node.right), None, before + also)

    def _operation(self, operator: ast.operator, operands: list[Any]) -> None:
        if self._catches(ValueError) and any(map(self._parts.may_be_array, operands)):
            raise NotTexts  # of other shapes
        if isinstance(operator, (ast.LShift, ast.RShift)) and self._catches(ValueError):
            raise NotTexts
        if isinstance(operator, ast.Pow) and self._catches(ZeroDivisionError, OverflowError):
            raise NotTexts
        self._is_late |= not isinstance(operator, (ast.Add, ast.Sub, ast.Mult))


class _With(ast.NodeTransformer):
    """A test of `x`, of another value."""

    def __init__(self, value: ast.expr):
        self._value = value

    def visit_Name(self, node: ast.Name) -> Any:
        return copy_tree(self._value) if node.id == "x" else node


def is_sure_to_fit(node: Any) -> bool:
    """Whether what a loop gives has as many parts as its target."""
    if not isinstance(node.target, (ast.Tuple, ast.List)):
        return True
    called = node.iter.func if isinstance(node.iter, ast.Call) else None
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) in _PAIRS


def _outside(node: ast.Subscript) -> ast.expr:
    """Whether v[i] has no item."""
    length = ast.Call(load("len"), [copy_tree(node.value)], [])
    inside = ast.Compare(ast.UnaryOp(ast.USub(), length), [ast.LtE(), ast.Lt()], [copy_tree(node.slice), copy_tree(length)])
    return ast.UnaryOp(ast.Not(), inside)


def _divides_by_zero(left: ast.expr, right: ast.expr) -> ast.expr:
    from unpython._library.python_functions import plain_math  # programs are also written where there is no NumPy

    return OwnCall(plain_math.divides_by_zero, [copy_tree(left), copy_tree(right)])
