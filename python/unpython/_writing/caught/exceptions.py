"""What a handler asks of the exception that it names: each thing is a name, which whatever raises gives its value.

    except Shortage as e:                    e                     str(e)
        print(e, e.args[0], e.part)          _caught_args_0_...    e.args[0]
                                             _caught_part_...      e.part

What a class of the module makes of its arguments is known where its `__init__` and its `__str__` are plain: `super().__init__(...)` and
`self.part = ...`.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._find_source import SourceNotFound, find_source
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, store, walk
from unpython._writing.text.kinds import NotTexts

_ASKED_BY = frozenset("str len abs round int float repr min max".split())
_REPR_IN_PERCENT = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[ra]")


class Thrown(NamedTuple):
    """An exception that is raised. `args`: None where nobody knows them; `text`: what str() gives, as `args`."""

    kind: type
    args: list[ast.expr] | None
    text: ast.expr | None
    fields: dict[str, ast.expr]


class Asked(ast.NodeTransformer):
    """Goes through a handler, which has names in the places of what it asks then. `names`: those, by what is asked."""

    def __init__(self, name: str, new_name: Callable[[str], str]):
        self._exception = name
        self._new_name = new_name
        self._shown: set[int] = set()
        self.names: dict[tuple[str, Any], str] = {}

    def handled(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made = [self.visit(s) for s in body]
        for n in (n for s in made for n in walk(s)):
            if is_name(n, self._exception):
                if id(n) not in self._shown:
                    raise NotTexts
                self.names["text", None] = self._exception
        return made

    def _named(self, node: ast.expr, asked: str, which: Any = None) -> ast.expr:
        name = self.names.setdefault((asked, which), "") or self._new_name(asked if which is None else str(which))
        self.names[asked, which] = name
        return ast.copy_location(load(name), node)

    def _is_exception(self, node: Any) -> bool:
        return is_name(node, self._exception)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if _is_kind_of(node, self._exception):
            return self._named(node, "kind")
        if self._is_exception(node.value) and node.attr != "args" and not node.attr.startswith("_"):
            return self._named(node, "field", node.attr)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        is_args = isinstance(node.value, ast.Attribute) and node.value.attr == "args" and self._is_exception(node.value.value)
        if is_args and isinstance(node.slice, ast.Constant) and type(node.slice.value) is int:
            return self._named(node, "args", node.slice.value)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        name, given = getattr(node.func, "id", ""), node.args
        if name == "repr" and len(given) == 1 and self._is_exception(given[0]):
            return self._named(node, "repr")
        pattern = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "format" else None
        if isinstance(pattern, ast.Constant) and isinstance(pattern.value, str) and not set(":!") & set(pattern.value):
            self._shown |= {id(a) for a in (*given, *(k.value for k in node.keywords))}
        elif name in ("str", "print") and all(not self._is_exception(k.value) for k in node.keywords):
            self._shown |= {id(a) for a in given}
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """ "%s: %s" % (line, e)"""
        is_text = isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        if is_text and not _REPR_IN_PERCENT.search(node.left.value):  # type: ignore[attr-defined]
            self._shown |= {id(a) for a in (node.right.elts if isinstance(node.right, ast.Tuple) else [node.right])}
        return self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> Any:
        if self._is_exception(node.value) and node.conversion == ord("r"):
            node.value, node.conversion = self._named(node.value, "repr"), -1
        elif node.conversion == ord("s") or (node.conversion == -1 and node.format_spec is None):
            self._shown.add(id(node.value))
        return self.generic_visit(node)


def _is_kind_of(node: ast.Attribute, name: str) -> bool:
    """type(e).__name__, e.__class__.__name__"""
    of: Any = node.value
    if node.attr != "__name__":
        return False
    if isinstance(of, ast.Call) and is_name(of.func, "type") and len(of.args) == 1:
        return is_name(of.args[0], name)
    return isinstance(of, ast.Attribute) and of.attr == "__class__" and is_name(of.value, name)


def given(thrown: Thrown, names: dict[tuple[str, Any], str]) -> list[ast.stmt]:
    """The statements that give what is asked its values."""
    return [store(name, _value(thrown, *asked)) for asked, name in names.items()]


def begun(handlers: list[dict[tuple[str, Any], str]], body: list[ast.stmt]) -> list[ast.stmt]:
    """What these names hold before anything is raised: a value like those that they are given in `body`."""
    stored = {n.id for s in body for n in walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    stores = [n for s in body for n in walk(s) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    made = []
    for name, asked in sorted((name, asked) for names in handlers for (asked, _), name in names.items()):
        values = [n.value for n in stores if is_name(n.targets[0], name)]
        known = next((v for v in values if not any(isinstance(n, ast.Name) and n.id in stored for n in walk(v))), None)
        if asked in ("text", "kind", "repr") or any(isinstance(v, ast.JoinedStr) for v in values):
            made.append(store(name, ast.Constant("")))
        elif known is not None and is_simple(known):
            made.append(store(name, copy_tree(known)))
    return made


def _value(thrown: Thrown, asked: str, which: Any) -> ast.expr:
    found: Any = None
    if asked == "kind":
        found = ast.Constant(thrown.kind.__name__)
    elif asked == "text":
        found = thrown.text
    elif asked == "field":
        found = thrown.fields.get(which) or _constant_of(thrown.kind, which)
    elif thrown.args is None:
        raise NotTexts
    elif asked == "args" and -len(thrown.args) <= which < len(thrown.args):
        found = thrown.args[which]
    elif asked == "repr" and thrown.kind.__repr__ is BaseException.__repr__:
        found = _in_brackets(thrown.kind.__name__, thrown.args)
    if found is None:
        raise NotTexts
    return copy_tree(found)  # type: ignore[no-any-return]


def _constant_of(kind: type, name: str) -> ast.expr | None:
    """What a class says of all its exceptions: code = 3"""
    value = next((vars(c)[name] for c in kind.__mro__ if name in vars(c)), None)
    return ast.Constant(value) if type(value) in (int, float, str) else None


def _in_brackets(begin: str, parts: list[ast.expr], end: str = "") -> ast.expr:
    made: list[ast.expr] = [ast.Constant(f"{begin}(")]
    for i, part in enumerate(parts):
        made += [*([ast.Constant(", ")] if i else []), ast.FormattedValue(copy_tree(part), ord("r"), None)]
    return ast.JoinedStr([*made, ast.Constant(f"{end})")])


def _text(kind: type, args: list[ast.expr]) -> ast.expr | None:
    """str(e), where Python makes it."""
    if not args:
        return ast.Constant("")
    shows_key = issubclass(kind, KeyError)
    if len(args) == 1:
        only = args[0]
        if isinstance(only, ast.JoinedStr) and not shows_key:
            return copy_tree(only)
        if isinstance(only, ast.Constant) and type(only.value) is str:
            return ast.Constant(repr(only.value) if shows_key else only.value)
        return ast.JoinedStr([ast.FormattedValue(copy_tree(only), ord("r" if shows_key else "s"), None)])
    return _in_brackets("", args) if kind.__str__ in (BaseException.__str__, KeyError.__str__) else None


def thrown(
    kind: type, call: Any, names: dict[tuple[str, Any], str], new_name: Callable[[str], str], own: frozenset[str]
) -> tuple[list[ast.stmt], Thrown]:
    """What is done where an exception is raised, and the exception. `call`: None for `raise E`; `names`: of what is asked of it."""
    arguments = list(call.args) if call is not None else []
    keywords = {k.arg: k.value for k in call.keywords} if call is not None else {}
    if any(isinstance(a, ast.Starred) for a in arguments) or None in keywords:
        raise NotTexts
    before: list[ast.stmt] = []

    def named(part: ast.expr) -> ast.expr:
        if is_simple(part) or isinstance(part, ast.Constant):
            return part
        before.append(ast.copy_location(store(new_name("part"), part), part))
        return ast.copy_location(load(before[-1].targets[0].id), part)  # type: ignore[attr-defined]

    makes, shows = (_own_function(kind, name) for name in ("__init__", "__str__"))
    if makes is None and shows is None and len(arguments) < 2 and not keywords:  # shown where it is raised
        return [], Thrown(kind, arguments, _text(kind, arguments), {})
    arguments = list(map(named, arguments))
    keywords = {name: named(part) for name, part in keywords.items()}
    fields: dict[str, ast.expr] = {}
    if makes is not None:
        arguments = _made(makes, arguments, keywords, fields, named, own)
    elif keywords:
        raise NotTexts
    text = _text(kind, arguments) if shows is None else _shown(shows, arguments, fields, own)
    if names.keys() <= {("kind", None)} and all(map(_raises_nothing, before)):
        return [], Thrown(kind, [], None, {})
    return before, Thrown(kind, arguments, text, fields)


def _raises_nothing(node: Any) -> bool:
    """Whether a name is given what only shows others."""
    nodes = [*walk(node.value)]
    allowed = (ast.Name, ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.expr_context)
    return all(isinstance(n, allowed) and getattr(n, "format_spec", None) is None for n in nodes)


def _own_function(kind: type, name: str) -> FunctionType | None:
    """A method that is written in Python."""
    if any("__new__" in vars(c) or "__getattr__" in vars(c) for c in kind.__mro__ if c.__module__ != builtins.__name__):
        raise NotTexts
    for c in kind.__mro__:
        if name in vars(c) and c.__module__ != builtins.__name__:
            if not isinstance(found := vars(c)[name], FunctionType) or found.__closure__ and name != "__init__":
                raise NotTexts
            return found
    return None


def _method(function: FunctionType) -> ast.FunctionDef:
    try:
        node = find_source(function).node
    except SourceNotFound:
        raise NotTexts from None
    if not isinstance(node, ast.FunctionDef) or node.args.vararg or node.args.kwarg or not node.args.args:
        raise NotTexts
    return node


def _made(
    function: FunctionType, arguments: list[ast.expr], keywords: dict[str, ast.expr], fields: dict[str, ast.expr],
    named: Callable[[ast.expr], ast.expr], own: frozenset[str],
) -> list[ast.expr]:  # fmt: skip
    """What `args` are after an `__init__`, whose fields come into `fields`."""
    node = _method(function)
    parameters = [a.arg for a in node.args.args]
    values: dict[str, ast.expr] = dict(zip(parameters[1:], arguments))
    if len(arguments) >= len(parameters) or values.keys() & keywords.keys() or node.args.posonlyargs:
        raise NotTexts
    values.update(keywords)
    defaults = dict(zip(reversed(parameters), reversed(node.args.defaults)))
    defaults.update((a.arg, d) for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if d is not None)
    for name in {*parameters[1:], *(a.arg for a in node.args.kwonlyargs)} - values.keys():
        if not isinstance(default := defaults.get(name), ast.Constant):
            raise NotTexts
        values[name] = default
    if values.keys() != {*parameters[1:], *(a.arg for a in node.args.kwonlyargs)}:
        raise NotTexts
    put = _Put(function, parameters[0], values, fields, [], own)
    at = arguments[0] if arguments else None
    args = arguments
    for statement in node.body:
        value: Any = getattr(statement, "value", None)
        if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant):
            continue
        if isinstance(statement, ast.Expr) and _is_of_super(value):
            args = [named(put.read(a, at)) for a in value.args]
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1 and (field := put.field(statement.targets[0])):
            fields[field] = named(put.read(value, at))
        elif not isinstance(statement, ast.Pass):
            raise NotTexts
    return args


def _is_of_super(node: Any) -> bool:
    """super().__init__(...)"""
    if not isinstance(node, ast.Call) or node.keywords or not isinstance(node.func, ast.Attribute) or node.func.attr != "__init__":
        return False
    of = node.func.value
    return isinstance(of, ast.Call) and is_name(of.func, "super") and not of.args and not any(isinstance(a, ast.Starred) for a in node.args)


def _shown(function: FunctionType, args: list[ast.expr], fields: dict[str, ast.expr], own: frozenset[str]) -> ast.expr:
    """What a plain `__str__` gives."""
    node = _method(function)
    body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or len(node.args.args) != 1:
        raise NotTexts
    return _Put(function, node.args.args[0].arg, {}, fields, args, own).read(body[0].value, None)


class _Put(ast.NodeTransformer):
    """Expressions of a method where the exception is raised."""

    def __init__(
        self, function: FunctionType, exception: str, values: dict[str, ast.expr], fields: dict[str, ast.expr], args: list[ast.expr],
        own: frozenset[str],
    ):  # fmt: skip
        self._function = function
        self._exception = exception
        self._values = values
        self._fields = fields
        self._args = args
        self._own = own

    def read(self, node: ast.expr, at: ast.expr | None) -> ast.expr:
        made: ast.expr = self.visit(copy_tree(node))
        if at is not None:
            for n in walk(made):
                ast.copy_location(n, at)
        return made

    def field(self, node: ast.expr) -> str:
        """x of self.x"""
        is_field = isinstance(node, ast.Attribute) and is_name(node.value, self._exception) and node.attr != "args"
        return node.attr if is_field else ""  # type: ignore[attr-defined]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if not (name := self.field(node)):
            return self.generic_visit(node)
        if name not in self._fields:
            raise NotTexts
        return copy_tree(self._fields[name])

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        is_args = isinstance(node.value, ast.Attribute) and node.value.attr == "args" and is_name(node.value.value, self._exception)
        if is_args and isinstance(node.slice, ast.Constant) and type(node.slice.value) is int and 0 <= node.slice.value < len(self._args):
            return copy_tree(self._args[node.slice.value])
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        """str(x), and methods of texts"""
        if isinstance(node.func, ast.Attribute):
            return self.generic_visit(node)
        name = getattr(node.func, "id", "")
        if name not in _ASKED_BY or name in self._own or _bindings.resolve(self._function, name, []).value is not getattr(builtins, name):
            raise NotTexts
        node.args = list(map(self.visit, node.args))
        node.keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id not in self._values:
            raise NotTexts
        return copy_tree(self._values[node.id])
