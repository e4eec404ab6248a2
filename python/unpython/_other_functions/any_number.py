"""Functions with `*args` and `**kwargs`, as ones that take the tuple and the dict that these are in the body:

    def mean(*values, digits=2):      def mean(digits, values):        mean(1, 2)      mean(2, (1, 2))

Problem:  the compiled part has a fixed number of parameters.
Choice:   the same code, without the marks of the two stars, is compiled; its body does not know how its names came to their
          values. Python's own way binds the arguments of a call, which gives the tuple, the dict and what wrong calls raise.

A call with nothing for one of them has code of its own, whose body begins with `options = {}` or `values = ()`. Many numbers, lists and arrays
are given as a list, where nothing that the body does tells a list from a tuple: that code is the same for all numbers of arguments.
"""

from __future__ import annotations

import ast
import copy
import functools
import importlib
import inspect
from collections.abc import Callable
from types import CodeType, FunctionType, MethodType
from typing import Any

from unpython._find_source import SourceNotFound, find_source, keep_parsed
from unpython._other_functions import star_uses
from unpython._writing.nodes import is_name, walk

_STARS = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


class AnyNumber:
    """A compiled function that takes any number of arguments; what it tells is told of the last call."""

    def __init__(self, py_func: FunctionType, compiled: Callable[[FunctionType], Any]) -> None:
        functools.update_wrapper(self, py_func)
        self.py_func = py_func
        self._compiled = compiled
        self._bound = _giving_all_together(py_func)
        self._count = len(_parameters(py_func.__code__))
        self._star = _place_of_star(py_func.__code__)
        self._stars = range(self._count - (py_func.__code__.co_flags & _STARS).bit_count(), self._count)
        self._made: dict[tuple[int, ...], tuple[Any, tuple[int, ...]]] = {}  # by the places of those that are empty
        self._last: Any = None

    @functools.cached_property
    def _takes_list(self) -> bool:
        return star_uses.may_be_list(self.py_func)

    def _taking(self, empty: tuple[int, ...] = ()) -> tuple[Any, tuple[int, ...]]:
        """The function for calls with nothing at these places, and those of them that it has no parameter for."""
        if empty not in self._made:
            made, left_out = _without(self.py_func, empty) if empty else (_taking_all_together(self.py_func), ())
            self._made.setdefault(empty, (self._compiled(made), left_out) if left_out or not empty else self._taking())
        return self._made[empty]

    def _chosen(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, tuple[Any, ...]]:
        """The function that takes this call, and what it is given."""
        given = self._bound(*args, **kwargs)
        star = self._star
        if star is not None and star_uses.is_for_list(given[star]) and self._takes_list:
            given = (*given[:star], [*given[star]], *given[star + 1 :])
        chosen, left_out = self._taking(tuple(place for place in self._stars if not given[place]))
        return chosen, tuple(value for place, value in enumerate(given) if place not in left_out) if left_out else given

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        chosen, given = self._chosen(args, kwargs)
        self._last = chosen
        return chosen(*given)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else MethodType(self, instance)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._told, name)

    @property
    def _told(self) -> Any:
        """The function of the last call, or one that none has called."""
        return self._last if self._last is not None else self._taking()[0]

    def explain(self, *args: Any, **kwargs: Any) -> Any:
        """As Function.explain."""
        chosen, given = self._chosen(args, kwargs) if args or kwargs else (self._told, ())
        return chosen.explain(*given)

    def inspect(self, stage: Any, *args: Any, **kwargs: Any) -> Any:
        """As Function.inspect."""
        chosen, given = self._chosen(args, kwargs) if args or kwargs else (self._told, ())
        return chosen.inspect(stage, *given)

    def start(self, *args: Any, **kwargs: Any) -> Any:
        """As Function.start."""
        chosen, given = self._chosen(args, kwargs)
        self._last = chosen
        return chosen.start(*given)

    def __repr__(self) -> str:
        return f"<unpython function {self.py_func.__qualname__}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        return importlib.import_module("unpython._pickling").reduce_function(self)  # as the compiled part imports it


def _taking_all_together(function: FunctionType) -> FunctionType:
    """The function with each of its parameters by position, in the order in which its code has them."""
    code = function.__code__
    plain = code.replace(co_flags=code.co_flags & ~_STARS, co_argcount=len(_parameters(code)), co_posonlyargcount=0, co_kwonlyargcount=0)
    made = FunctionType(plain, function.__globals__, function.__name__, None, function.__closure__)
    made.__qualname__, made.__module__, made.__doc__ = function.__qualname__, function.__module__, function.__doc__
    try:
        source = find_source(function)
    except SourceNotFound:
        return made  # whose text nobody finds either
    keep_parsed(made, source._replace(node=_with_arguments(source.node, _arguments(source.node))))
    return made


def _without(function: FunctionType, empty: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    """The same for calls with nothing at these places, and which of these it has no parameter for. An empty tuple stays one where the
    body does anything with it but ask what there is in it."""
    from unpython._other_functions.made_function import function_of
    from unpython._writing.defaults import empty_names

    try:
        source = find_source(function)
    except SourceNotFound:
        return None, ()
    if not empty or not isinstance(source.node, ast.FunctionDef):
        return None, ()
    star = _place_of_star(function.__code__)
    arguments = _arguments(source.node)
    node: Any = _with_arguments(source.node, [a for place, a in enumerate(arguments) if place not in empty])
    node.decorator_list, node.returns = [], None
    values = {place: ast.Tuple([], ast.Load()) if place == star else ast.Dict([], []) for place in empty}
    begin = [ast.copy_location(ast.Assign([ast.Name(arguments[place].arg, ast.Store())], value), node.body[0]) for place, value in values.items()]
    node.body = [*map(ast.fix_missing_locations, begin), *node.body]
    folded = empty_names.without_empty(node)
    if star in empty and any(is_name(n, arguments[star].arg) for n in walk(folded)):
        return _without(function, tuple(place for place in empty if place != star))
    made = function_of(function, node, {})
    keep_parsed(made, source._replace(node=folded))
    return made, empty


def _arguments(node: Any) -> list[ast.arg]:
    given = node.args
    return [*given.posonlyargs, *given.args, *given.kwonlyargs, *(star for star in (given.vararg, given.kwarg) if star is not None)]


def _with_arguments(node: Any, taken: list[ast.arg]) -> Any:
    made = copy.copy(node)
    made.args = ast.arguments(posonlyargs=[], args=taken, kwonlyargs=[], kw_defaults=[], defaults=[])
    return made


def _giving_all_together(function: FunctionType) -> Callable[..., tuple[Any, ...]]:
    """A function with these parameters that gives their values, in that order."""
    code = function.__code__
    names = _parameters(code)
    positional, named = names[: code.co_argcount], names[code.co_argcount :][: code.co_kwonlyargcount]
    only, star = code.co_posonlyargcount, _place_of_star(code)
    rest = ["*" if star is None else f"*{names[star]}"] if named or star is not None else []
    taken = [*positional[:only], *(["/"] if only else []), *positional[only:], *rest, *named]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        taken.append(f"**{names[-1]}")
    made: FunctionType = eval(f"lambda {', '.join(taken)}: ({', '.join(names)},)")
    made.__name__, made.__qualname__ = function.__name__, function.__qualname__
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _parameters(code: CodeType) -> tuple[str, ...]:
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + (code.co_flags & _STARS).bit_count()]


def _place_of_star(code: CodeType) -> int | None:
    """That of the tuple among these."""
    return code.co_argcount + code.co_kwonlyargcount if code.co_flags & inspect.CO_VARARGS else None
