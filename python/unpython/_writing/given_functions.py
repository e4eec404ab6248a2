"""Functions that are given to others, in plainer words, for plain_words.py:

    reduce(operator.mul, v)     reduce(lambda a, b: a * b, v)
    list(map(max, x, y))        [max(a, b) for a, b in zip(x, y)]
    operator.add(x, y)          x + y
    list(accumulate(f(x) for x in v))   list(accumulate([f(x) for x in v]))
    list(chain.from_iterable(m))  [x for row in m for x in row]
    nlargest(n, x, key=f)       sorted(x, key=f, reverse=True)[:n]      (searches_by_key.py)
"""

from __future__ import annotations

import ast
import collections
import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import listed, with_names
from unpython._writing.loops import searches_by_key
from unpython._writing.nodes import is_view

_OPERATORS: list[tuple[Any, ast.operator]] = [
    (operator.add, ast.Add()), (operator.sub, ast.Sub()), (operator.mul, ast.Mult()), (operator.truediv, ast.Div()),
    (operator.floordiv, ast.FloorDiv()), (operator.mod, ast.Mod()), (operator.and_, ast.BitAnd()), (operator.or_, ast.BitOr()),
    (operator.xor, ast.BitXor()),
]  # fmt: skip
_TAKE_ALL = (list, sum, sorted, max, min, tuple, any, all)


def with_tuples(node: ast.Call, value_of: Callable[[ast.expr], Any]) -> bool:
    """set(map(tuple, x)), Counter(map(tuple, x)) and list(map(tuple, x)), by a generator expression: whether something was written anew."""
    given: Any = node.args[0]
    is_map = isinstance(given, ast.Call) and len(given.args) == 2 and not given.keywords and value_of(given.func) is map
    if not is_map or len(node.args) > 1 or value_of(given.args[0]) is not tuple or value_of(node.func) not in (set, list, collections.Counter):
        return False
    name = f"_row_{given.lineno}_{given.col_offset}_"
    row = ast.copy_location(ast.Call(given.args[0], [ast.Name(name, ast.Load())], []), given)
    node.args = [ast.copy_location(ast.GeneratorExp(row, [ast.comprehension(ast.Name(name, ast.Store()), given.args[1], [], 0)]), given)]
    return True


def with_lambdas(call: ast.Call, value_of: Callable[[ast.expr], Any]) -> bool:
    """Writes lambdas in place of operators that a call is given; whether there are any."""
    if value_of(call.func) not in (functools.reduce, itertools.accumulate, map):
        return False
    found = False
    for i, given in enumerate(call.args):
        value = value_of(given) if isinstance(given, (ast.Name, ast.Attribute)) else None
        for function, sign in _OPERATORS if value is not None else []:
            if value is function:
                left, right = (f"_{side}_{given.lineno}_{given.col_offset}_" for side in ("left", "right"))
                body = ast.BinOp(ast.Name(left, ast.Load()), sign, ast.Name(right, ast.Load()))
                names = ast.arguments([], [ast.arg(left), ast.arg(right)], None, [], [], None, [])
                call.args[i] = ast.fix_missing_locations(ast.copy_location(ast.Lambda(names, body), given))
                found = True
    return found


def written(call: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """A call in plainer words; None for those that have none."""
    if len(call.args) == 2 and not call.keywords and not any(isinstance(a, ast.Starred) for a in call.args):
        called = value_of(call.func)
        sign = next((sign for function, sign in _OPERATORS if called is function), None)
        if sign is not None:
            return ast.BinOp(call.args[0], sign, call.args[1])
    return _side_by_side(call, value_of) or _accumulated(call, value_of) or _chained(call, value_of) or searches_by_key.written(call, value_of)


def _accumulated(call: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """A call that takes all of accumulate(x for ...) or accumulate(d.values()), whose items can be a list first."""
    inner: Any = call.args[0] if len(call.args) == 1 else None
    if not isinstance(inner, ast.Call) or not inner.args or not (isinstance(inner.args[0], ast.GeneratorExp) or is_view(inner.args[0])):
        return None
    if value_of(call.func) not in _TAKE_ALL[:-2] or value_of(inner.func) is not itertools.accumulate:
        return None
    if isinstance(inner.args[0], ast.GeneratorExp):
        inner.args[0] = ast.copy_location(listed(inner.args[0]), inner.args[0])
    elif value_of(made := ast.copy_location(ast.Name("list", ast.Load()), inner)) is list:
        inner.args[0] = ast.copy_location(ast.Call(made, [inner.args[0]], []), inner)
    else:
        return None
    return call


def _chained(call: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """A call that takes all of chain.from_iterable(x) or chain(*x)."""
    inner: Any = call.args[0] if len(call.args) == 1 else None
    if not isinstance(inner, ast.Call) or len(inner.args) != 1 or inner.keywords or value_of(call.func) not in _TAKE_ALL:
        return None
    rows: Any = inner.args[0]
    is_starred = isinstance(rows, ast.Starred)
    is_of_class = isinstance(inner.func, ast.Attribute) and inner.func.attr == "from_iterable"
    owner: Any = inner.func.value if is_of_class else inner.func  # type: ignore[attr-defined]
    if is_of_class is is_starred or value_of(owner) is not itertools.chain:
        return None
    if isinstance(rows, (ast.List, ast.Tuple)) and not any(isinstance(e, ast.Starred) for e in rows.elts):
        call.args = [ast.copy_location(ast.Call(owner, rows.elts, []), inner)]
        return call
    row, item = (f"_{what}_{inner.lineno}_{inner.col_offset}_" for what in ("row", "item"))
    clauses = [
        ast.comprehension(ast.Name(row, ast.Store()), rows.value if is_starred else rows, [], 0),
        ast.comprehension(ast.Name(item, ast.Store()), ast.Name(row, ast.Load()), [], 0),
    ]
    is_list = value_of(call.func) is list and not call.keywords
    made = (ast.ListComp if is_list else ast.GeneratorExp)(ast.Name(item, ast.Load()), clauses)
    if is_list:
        return ast.fix_missing_locations(ast.copy_location(made, call))
    call.args = [ast.fix_missing_locations(ast.copy_location(made, inner))]
    return call


def _gives_tuples(arguments: list[ast.expr]) -> bool:
    """map(lambda v: (v, f(v)), x)"""
    return len(arguments) == 2 and isinstance(arguments[0], ast.Lambda) and isinstance(arguments[0].body, ast.Tuple)


def _side_by_side(call: ast.Call, value_of: Callable[[ast.expr], Any]) -> ast.expr | None:
    """A call that takes all of map(f, x, y), or of one that gives tuples."""
    inner: Any = call.args[0] if len(call.args) == 1 else None
    is_map = isinstance(inner, ast.Call) and not inner.keywords and not any(isinstance(a, ast.Starred) for a in inner.args)
    is_map = is_map and (len(inner.args) > 2 or _gives_tuples(inner.args))
    if not is_map or value_of(call.func) not in _TAKE_ALL or value_of(inner.func) is not map or value_of(ast.Name("zip", ast.Load())) is not zip:
        return None
    function, lists = inner.args[0], inner.args[1:]
    names = [f"_item_{inner.lineno}_{inner.col_offset}_{i}_" for i in range(len(lists))]
    if isinstance(function, ast.Lambda):
        given = function.args
        if len(given.args) != len(lists) or given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults:
            return None
        item = function.body
        for parameter, name in zip(given.args, names, strict=True):
            item = with_names(item, parameter.arg, ast.Name(name, ast.Load()))
    elif isinstance(function, (ast.Name, ast.Attribute)):
        item = ast.Call(function, [ast.Name(name, ast.Load()) for name in names], [])
    else:
        return None
    clause = ast.comprehension(ast.Name(names[0], ast.Store()), lists[0], [], 0)
    if len(names) > 1:
        target = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        clause = ast.comprehension(target, ast.Call(ast.Name("zip", ast.Load()), lists, []), [], 0)
    if value_of(call.func) is list and not call.keywords:
        return ast.fix_missing_locations(ast.copy_location(ast.ListComp(item, [clause]), call))
    call.args = [ast.fix_missing_locations(ast.copy_location(ast.GeneratorExp(item, [clause]), inner))]
    return call
