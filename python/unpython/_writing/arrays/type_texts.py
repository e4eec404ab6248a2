"""What types are called, where a function returns or shows that: an array with nothing in it goes to Python, which asks it for its type.

    return y, y.dtype.name                  y, and then what np.zeros(0, y.dtype) has for a `dtype.name`
    name = y.dtype.name                     type_of = np.zeros(0, y.dtype)
    y = y * 2; return y, name
    return x, type(x).__name__              x, and x again, of which Python asks the class
    raise TypeError(f"not {y.dtype}")       raise TypeError(f"not {y.dtype.name}"), which the compiler knows
    return y.squeeze()                      y, of which Python takes the axes of one element away: how many these are is known then

Problem:  no device has texts, and NumPy alone knows what it calls a type.
Choice:   what types there are is known when the function is compiled; the array that is returned costs nothing.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple, TypeGuard

from unpython import _bindings
from unpython._local_names import local_names
from unpython._records import Joined
from unpython._writing.calls import OwnCall, full_name
from unpython._writing.nodes import WithValues, copy_tree, is_text, load, store, walk
from unpython._writing.rewriter import WholeRewriter
from unpython._writing.text.results import filled, shape_of, values_of

_TEXTS = frozenset(("name", "str", "kind", "char", "byteorder"))
_IsBuiltin = Callable[[ast.Name], bool]
_makers: dict[Any, Callable[[tuple[Any, ...]], Any]] = {}  # by what is asked, so that several returns have the same


class Asked(NamedTuple):
    """`value`: what Python is given; `of`: the same question of something else."""

    value: ast.expr
    of: Callable[[ast.expr], ast.expr]


def asked(node: Any, is_builtin: _IsBuiltin) -> Asked | None:
    """x.dtype, x.dtype.name, str(x.dtype), type(x).__name__; None for another expression."""
    if _is_type(node):
        return Asked(_empty_array(node.value), lambda other: _placed(_type_of(other), node))
    if isinstance(node, ast.Attribute) and node.attr in _TEXTS and _is_type(node.value):
        return Asked(_empty_array(node.value.value), lambda other: _placed(ast.Attribute(_type_of(other), node.attr, ast.Load()), node))
    if (array := _squeezed(node)) is not None:
        return Asked(array, lambda other: _placed(_squeeze(other, array not in node.args), node))
    if not isinstance(call := node.value if _is_class_name(node) else node, ast.Call):
        return None
    if len(call.args) != 1 or call.keywords or not isinstance(call.func, ast.Name) or not is_builtin(call.func):
        return None
    if call is not node:
        is_plain = call.func.id == "type" and isinstance(call.args[0], ast.Name)
        return Asked(call.args[0], lambda other: _placed(ast.Attribute(_called(call, other), "__name__", ast.Load()), node)) if is_plain else None
    if call.func.id not in ("str", "repr") or not _is_type(call.args[0]):
        return None
    return Asked(_empty_array(call.args[0].value), lambda other: _called(call, _type_of(other)))


def _squeezed(node: Any) -> ast.expr | None:
    """y of y.squeeze() and np.squeeze(y)"""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "squeeze" or node.keywords:
        return None
    is_numpy = isinstance(node.func.value, ast.Name) and node.func.value.id in ("np", "numpy")
    given: list[ast.expr] = node.args if is_numpy else [] if node.args else [node.func.value]
    return given[0] if len(given) == 1 and not isinstance(given[0], (ast.List, ast.Tuple, ast.Starred)) else None


def _squeeze(array: ast.expr, is_method: bool) -> ast.expr:
    owner = array if is_method else ast.Call(load("__import__"), [ast.Constant("numpy")], [])
    return ast.Call(ast.Attribute(owner, "squeeze", ast.Load()), [] if is_method else [array], [])


def _is_class_name(node: Any) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "__name__"


def _type_of(node: ast.expr) -> ast.expr:
    return ast.Attribute(node, "dtype", ast.Load())


def _called(call: Any, given: ast.expr) -> ast.expr:
    return _placed(ast.Call(load(call.func.id), [given], []), call)


def _placed(made: ast.expr, at: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(made, at))


def _is_type(node: Any) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr == "dtype"


def _empty_array(node: ast.expr) -> ast.expr:
    from unpython._library.python_functions import types  # needs NumPy, which other texts are written without

    return ast.copy_location(OwnCall(types.nothing_like, [node]), node)


def rewritten(function: FunctionType, node: Any, is_entry: bool) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def`, its new names, and no free names."""
    if not isinstance(node, ast.FunctionDef):
        return node, frozenset(), []
    writer = _Writer(function, node, is_entry)
    made = copy_tree(node)
    made.body = writer.statements(made.body)
    return (ast.fix_missing_locations(made) if writer.is_changed else node), frozenset(writer.types.values()), []


class _Writer(WholeRewriter):
    def __init__(self, function: FunctionType, node: ast.FunctionDef, is_entry: bool):
        own = local_names(function)
        self._is_builtin: _IsBuiltin = lambda name: full_name(name, function, own) == f"builtins.{name.id}"
        self._is_entry = is_entry
        self._exceptions = {n.name for n in walk(node) if isinstance(n, ast.ExceptHandler)}  # caught/ knows their classes
        self.is_changed = False
        stored = [n.id for n in walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        stored += [a.arg for a in walk(node) if isinstance(a, ast.arg)]
        loads = Counter(n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        results = [s.value for s in walk(node) if isinstance(s, ast.Return) and s.value is not None and is_entry]
        returned = Counter(of.id for value in results for part in values_of(value) if isinstance(of := _asked_of(part), ast.Name))
        self._values: dict[str, ast.expr] = {}
        self._roots: dict[str, str] = {}  # the names whose types these are asked of
        for s in (s for s in walk(node) if _gives_a_name(s)):
            name = s.targets[0].id  # type: ignore[attr-defined]
            of, value = self._with_value(s.value)  # type: ignore[attr-defined]
            if stored.count(name) == 1 and self._of_type(value) is not None:
                self._values[name], self._roots[name] = value, self._roots.get(of, name)
        self.types = {root: f"_type_of_{root}_" for name, root in self._roots.items() if returned[name]}
        self._only_returned = {name for name in self._values if returned[name] == loads[name] and self._roots[name] in self.types}

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return node

    visit_Lambda = visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]

    def _of_type(self, node: ast.expr) -> Asked | None:
        """What asks for the type of an array, and not for a class."""
        found = asked(node, self._is_builtin)
        return found if found is not None and isinstance(found.value, OwnCall) else None

    def _with_value(self, node: Any) -> tuple[str, ast.expr]:
        """str(d), d.name of a name of a type, and the same with what it stands for."""
        of = _asked_of(node)
        if not isinstance(of, ast.Name) or of.id not in self._values:
            return "", node
        return of.id, WithValues({of.id: self._values[of.id]}).visit(copy_tree(node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        name = node.targets[0].id if _gives_a_name(node) else ""  # type: ignore[attr-defined]
        if name not in self._values:
            return node
        found = self._of_type(copy_tree(node.value)) if name in self.types else None
        if found is None:
            return ast.copy_location(ast.Pass(), node) if name in self._only_returned else node
        made = [store(self.types[name], found.value)]
        if name not in self._only_returned:
            node.value = found.of(ast.copy_location(load(self.types[name]), node))  # the array itself is computed once
            made.append(node)
        return made

    def visit_Return(self, node: ast.Return) -> Any:
        node.value = self._returned(node.value) if node.value is not None and self._is_entry else node.value
        return node

    def _returned(self, node: ast.expr) -> ast.expr:
        if type(node) is ast.Tuple and not any(isinstance(n, ast.Dict) for n in walk(node)):
            node.elts = list(map(self._returned, node.elts))
            return node
        parts = values_of(node)
        questions = list(map(self._asked, parts))
        if not any(questions):
            return node
        self.is_changed = True
        made = Joined("text", [part if found is None else found.value for part, found in zip(parts, questions, strict=True)])
        made.make = _maker(shape_of(node), tuple(map(_text, questions)))
        return ast.copy_location(made, node)

    def _asked(self, node: Any) -> Asked | None:
        """What is asked of a type, also of one that has a name, or whose text has."""
        of, whole = self._with_value(node)
        found = asked(whole, self._is_builtin)
        if found is not None and isinstance(found.value, ast.Name) and found.value.id in self._exceptions:
            return None
        return found if not of or found is None else Asked(_placed(load(self.types[self._roots[of]]), node), found.of)

    def visit_Raise(self, node: ast.Raise) -> Any:
        if isinstance(node.exc, ast.Call):
            node.exc.args = list(map(self._message, node.exc.args))
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        node.msg = None if node.msg is None else self._message(node.msg)
        return node

    def _message(self, node: ast.expr) -> ast.expr:
        """The name of a type in place of the type, whose text it is."""
        parts = [n for n in walk(node) if isinstance(n, ast.FormattedValue) and n.conversion in (-1, ord("s")) and n.format_spec is None and _is_type(n.value)]
        for part in parts:
            self.is_changed = True
            part.value = ast.copy_location(ast.Attribute(part.value, "name", ast.Load()), part.value)
        summed = _summed(node) if isinstance(node, ast.BinOp) else [node]
        if len(summed) == 1 or not all(is_text(part) or self._is_name(part) for part in summed) or all(map(is_text, summed)):
            return node
        self.is_changed = True
        return _placed(ast.JoinedStr([part if is_text(part) else ast.FormattedValue(part, -1, None) for part in summed]), node)

    def _is_name(self, node: ast.expr) -> bool:
        """x.dtype.name"""
        return isinstance(node, ast.Attribute) and self._of_type(node) is not None and not _is_type(node)


def _summed(node: ast.expr) -> list[ast.expr]:
    return [*_summed(node.left), *_summed(node.right)] if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else [node]


def _text(question: Asked | None) -> str:
    """The question, with `value` in place of the array."""
    return "value" if question is None else ast.unparse(question.of(load("value")))


def _maker(shape: Any, questions: tuple[str, ...]) -> Callable[[tuple[Any, ...]], Any]:
    if (shape, questions) not in _makers:
        answers = [eval(f"lambda value: {question}") for question in questions]
        _makers[shape, questions] = lambda values: filled(shape, (answer(value) for answer, value in zip(answers, values, strict=True)))
    return _makers[shape, questions]


def _asked_of(node: Any) -> Any:
    """x of x, x.name and str(x)"""
    return node.value if isinstance(node, ast.Attribute) else node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 else node


def _gives_a_name(node: Any) -> bool:
    return isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
