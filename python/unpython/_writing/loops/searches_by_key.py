"""Functions of `heapq` and `bisect` that take a key, in plainer words, for plain_words.py:

    heapq.nlargest(n, x, key=f)     sorted(x, key=f, reverse=True)[:n]
    bisect_left(a, x, key=f)        a function of the library that is given f
    insort(a, x, key=f)             a.insert(..., x)
"""

from __future__ import annotations

import ast
import bisect
import heapq
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import OwnCall, with_names
from unpython._writing.nodes import copy_tree, is_none, is_simple, is_view, load, walk

_Values = Callable[[ast.expr], Any]
_SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)  # of which names may be like those that are put in
_NAMES = frozenset("nlargest nsmallest bisect bisect_left bisect_right insort insort_left insort_right".split())


def written(node: ast.Call, value_of: _Values) -> ast.expr | None:
    """Such a call in plainer words; None for any other call."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name not in _NAMES or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    return _chosen(node, value_of) or _place(node, value_of) or _inserted(node, value_of)


def _chosen(node: ast.Call, value_of: _Values) -> ast.expr | None:
    """The largest or the smallest n items, by a key or of a dict; None for any other call."""
    called = value_of(node.func)
    given = [*node.args[2:], *(k.value for k in node.keywords)]
    is_plain = len(node.args) in (2, 3) and len(given) < 2 and not any(map(is_none, given)) and all(k.arg == "key" for k in node.keywords)
    if called not in (heapq.nlargest, heapq.nsmallest) or not is_plain or not _is_count(node.args[0]) or value_of(load("sorted")) is not sorted:
        return None
    if not given and not is_view(node.args[1]):
        return None
    return by_sorting(node, called is heapq.nlargest)


def chosen_without_key(node: ast.Call, name_of: Callable[[ast.expr], str]) -> ast.expr | None:
    """nlargest(n, x); `name_of`: the whole name of what a library has."""
    if len(node.args) != 2 or node.keywords or not _is_count(node.args[0]) or name_of(load("sorted")) != "builtins.sorted":
        return None
    called = name_of(node.func)
    return by_sorting(node, called == "heapq.nlargest") if called in ("heapq.nlargest", "heapq.nsmallest") else None


def by_sorting(node: ast.Call, is_largest: bool) -> ast.expr:
    keywords = [ast.keyword("key", key) for key in (*node.args[2:], *(k.value for k in node.keywords))]
    if is_largest:
        keywords.append(ast.keyword("reverse", ast.Constant(True)))
    count = node.args[0]
    if isinstance(count, ast.Name):
        count = _none_below_zero(count)
    made = ast.Subscript(ast.Call(load("sorted"), [node.args[1]], keywords), ast.Slice(None, count, None), ast.Load())
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _none_below_zero(count: ast.Name) -> ast.expr:
    """max(n, 0) by operators alone, as slices of lists of tuples have them."""
    sign = ast.BinOp(copy_tree(count), ast.RShift(), ast.Constant(63))
    return ast.BinOp(count, ast.BitAnd(), ast.UnaryOp(ast.Invert(), sign))


def _is_count(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int)


def _place(node: ast.Call, value_of: _Values) -> ast.expr | None:
    """bisect_left(a, x, key=f), of a name and its whole length."""
    called = value_of(node.func)
    if called not in (bisect.bisect_left, bisect.bisect_right) or (key := _key_of(node)) is None:
        return None
    return ast.copy_location(OwnCall(_search(called is bisect.bisect_left), [*node.args, key]), node)


def _inserted(node: ast.Call, value_of: _Values) -> ast.Call | None:
    """insort(a, x, key=f), which gives None."""
    called = value_of(node.func)
    if called not in (bisect.insort_left, bisect.insort_right) or (key := _key_of(node)) is None or not is_simple(node.args[1]):
        return None
    owner, item = node.args
    if isinstance(key, ast.Lambda):
        value = with_names(copy_tree(key.body), key.args.args[0].arg, copy_tree(item))
    else:
        value = ast.Call(copy_tree(key), [copy_tree(item)], [])
    found = OwnCall(_search(called is bisect.insort_left), [copy_tree(owner), value, key])
    made = ast.Call(ast.Attribute(owner, "insert", ast.Load()), [found, item], [])
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _search(is_left: bool) -> Callable[..., Any]:
    from unpython._library.python_functions import bisection

    return bisection.left_by if is_left else bisection.right_by


def _key_of(node: ast.Call) -> ast.expr | None:
    if len(node.args) != 2 or [k.arg for k in node.keywords] != ["key"] or not isinstance(node.args[0], ast.Name):
        return None
    key = node.keywords[0].value
    if isinstance(key, ast.Lambda):
        arguments = key.args
        is_one = len(arguments.args) == 1 and not (arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg or arguments.defaults)
        has_scopes = any(isinstance(n, (*_SCOPES, ast.NamedExpr)) for n in walk(key.body))
        return key if is_one and not has_scopes else None
    return key if isinstance(key, (ast.Name, ast.Attribute)) else None
