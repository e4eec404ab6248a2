"""itertools.cycle() of what has a name, by places:

    for c, k in zip(text, cycle(key)):      for c, k in zip(text, [key[j % len(key)] for j in range(len(text) if len(key) > 0 else 0)]):
    for n, x in enumerate(cycle(v)):        if len(v) > 0:
        ...                                     for n in count(): x = v[n % len(v)]; ...
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable
from typing import Any

from unpython._writing.nodes import is_name, load, walk

_READERS = (len, sum, min, max, sorted, zip, enumerate, itertools.cycle)
_OF_TEXTS = frozenset("upper lower strip replace".split())


def beside_others(call: ast.Call, function: Any, value_of: Callable[[ast.expr], Any]) -> bool:
    """Writes the items of cycle() that zip() takes beside those of something else that has a name; whether there are any. `function`: the
    `def`, which does nothing to them but read them."""
    lengths = [a for a in call.args if isinstance(a, ast.Name)]
    if call.keywords or not lengths or value_of(call.func) is not zip:
        return False
    found = False
    for i, given in enumerate(call.args):
        name = _cycled(given, value_of)
        is_read = name is not None and _reads_only(list(walk(function)), name, value_of)
        if name is not None and is_read and value_of(load("len")) is len and value_of(load("range")) is range:
            place = f"_at_{given.lineno}_{given.col_offset}_"
            count = ast.IfExp(_is_filled(name), _length(lengths[0].id), ast.Constant(0))
            clause = ast.comprehension(ast.Name(place, ast.Store()), ast.Call(load("range"), [count], []), [], 0)
            made = ast.ListComp(_item_at(name, place), [clause])
            call.args[i] = ast.fix_missing_locations(ast.copy_location(made, given))
            found = True
    return found


def without_end(node: ast.For, value_of: Callable[[ast.expr], Any], new: Callable[[], str], counted: Callable[..., list[ast.stmt]]) -> list[ast.stmt] | None:
    """The loop over cycle(), or over enumerate(cycle()), whose body does nothing to what it goes through but read it; `new` gives a name,
    `counted` the loop over the numbers from 0 on."""
    head: Any = node.iter
    target: Any = node.target
    is_numbered = isinstance(head, ast.Call) and len(head.args) == 1 and not head.keywords and value_of(head.func) is enumerate
    name = _cycled(head.args[0] if is_numbered else head, value_of)
    if name is None or node.orelse or value_of(load("len")) is not len:
        return None
    if is_numbered and not (isinstance(target, ast.Tuple) and len(target.elts) == 2 and isinstance(target.elts[0], ast.Name)):
        return None
    number = new()
    inside = [n for s in node.body for n in walk(s)]
    if not _reads_only(inside, name, value_of) or any(is_name(n, name) and not isinstance(n.ctx, ast.Load) for n in [*inside, *walk(target)]):
        return None
    first: list[ast.stmt] = []
    if is_numbered:
        first.append(ast.Assign([target.elts[0]], load(number)))
        target = target.elts[1]
    first.append(ast.Assign([target], _item_at(name, number)))
    loop = counted(ast.Name(number, ast.Store()), ast.Call(load("count"), [], []), [*first, *node.body])
    return [ast.fix_missing_locations(ast.copy_location(ast.If(_is_filled(name), loop, []), node))]


def _reads_only(nodes: list[ast.AST], name: str, value_of: Callable[[ast.expr], Any]) -> bool:
    """Whether what has this name is not changed, nor given to anyone who may: it may be given anew."""
    reads: set[int] = set()
    for n in nodes:
        if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            reads.add(id(n.value))
        elif isinstance(n, ast.Attribute) and n.attr in _OF_TEXTS:
            reads.add(id(n.value))
        elif isinstance(n, ast.Call) and value_of(n.func) in _READERS:
            reads |= {id(a) for a in n.args}
        elif isinstance(n, ast.Assign):
            reads |= {id(t) for t in n.targets}
        elif isinstance(n, ast.Compare):
            reads |= {id(c) for c in n.comparators}
    return not any(is_name(n, name) and id(n) not in reads for n in nodes)


def _cycled(node: Any, value_of: Callable[[ast.expr], Any]) -> str | None:
    is_cycle = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and isinstance(node.args[0], ast.Name)
    return node.args[0].id if is_cycle and value_of(node.func) is itertools.cycle else None


def _length(name: str) -> ast.expr:
    return ast.Call(load("len"), [load(name)], [])


def _is_filled(name: str) -> ast.expr:
    return ast.Compare(_length(name), [ast.Gt()], [ast.Constant(0)])


def _item_at(name: str, place: str) -> ast.expr:
    return ast.Subscript(load(name), ast.BinOp(load(place), ast.Mod(), _length(name)), ast.Load())
