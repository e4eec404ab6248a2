"""What is asked several times while one call is compiled, and computed once.

Problem: what a call is written in is asked for several times: may it have texts, may objects be in it, which lists does it change; and
         each question writes the same `def` by the same rewriters.
Choice:  inside of each_asked_once(), in this thread, asked_once() keeps what a function gave, by what it was given: trees by which
         tree it is, all else by its value. No line of the user's runs there, so each answer stays the same.

Who is given a tree copies it before it changes it: others may have it too.
"""

from __future__ import annotations

import _ast
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class _Kept(threading.local):
    answers: dict[Any, tuple[Any, Any]] | None = None  # what was given stays with what it gave: the numbers of trees stay theirs


_kept = _Kept()


@contextmanager
def each_asked_once() -> Iterator[None]:
    if _kept.answers is not None:
        yield
        return
    _kept.answers = {}
    try:
        yield
    finally:
        _kept.answers = None


def asked_once(function: Callable[..., Any], *given: Any) -> Any:
    """function(*given), whose result nobody changes."""
    answers = _kept.answers
    if answers is None:
        return function(*given)
    try:
        key = (function, *map(_key_of, given))
        found = answers.get(key)
    except TypeError:  # something that is known by no value
        return function(*given)
    if found is None:
        found = answers[key] = function(*given), given
    return found[0]


def _key_of(value: Any) -> Any:
    kind = type(value)
    if isinstance(value, _ast.AST):
        return id(value)
    if kind is dict:
        return (dict, *((name, _key_of(item)) for name, item in value.items()))
    if kind is list or kind is tuple:
        return (kind, *map(_key_of, value))
    if kind is set:
        return (set, frozenset(value))
    return kind, value
