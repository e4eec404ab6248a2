"""One `for` that stands for several: over np.ndindex, np.ndenumerate, itertools.product and itertools.combinations of ranges."""

from __future__ import annotations

import _ast
from collections.abc import Callable, Iterator
from typing import Any

from unpython._writing import calls
from unpython._writing.flow import breaks_loop

Maker = Callable[[Any, Any], "list[tuple[Any, Any]] | None"]


def makes_nest(name: str) -> bool:
    """Whether a function of that full name gives such a loop: asked before more is looked at."""
    return name.rpartition(".")[2] in _MAKERS


def as_nest(node: _ast.For, name: str) -> Any | None:
    """The loops that do what one over a call of `name` does; None where that takes more than the text tells."""
    call = node.iter
    assert isinstance(call, _ast.Call)
    if node.orelse or call.keywords or breaks_loop(node.body):
        return None
    loops = _MAKERS[name.rpartition(".")[2]](call, node.target)
    given = {n.id for a in call.args for n in _walk(a) if isinstance(n, _ast.Name)}
    stored = {n.id for n in _walk([node.target, *node.body]) if isinstance(n, _ast.Name) and not isinstance(n.ctx, _ast.Load)}
    if loops is None or given & stored:
        return None
    body = [*_items(call, node.target, name), *node.body]
    for target, iterable in reversed(loops):
        body = [_placed(node, _ast.For(target, iterable, body, []))]
    if name.endswith("combinations"):
        return body[0]
    # Where an inner loop has no iteration the names of the outer ones keep what they were.
    tests = [_is_not_empty(iterable) for _, iterable in loops[1:]]
    for test in tests:
        body = [_placed(node, _ast.If(test, body, []))]
    return body[0]


def numbered(node: _ast.For) -> tuple[list[Any], frozenset[str]]:
    """`for index in np.ndindex(shape)`: a loop over the numbers of the elements, whose body first makes the subscripts of one;
    and the names that this needs."""
    from unpython._library.numpy_functions import parts

    call = node.iter
    assert isinstance(call, _ast.Call)
    if call.keywords or not call.args:
        return [], frozenset()
    first = call.args[0]
    single = len(call.args) == 1
    if single and isinstance(first, _ast.Starred):
        given: Any = first.value
    elif single and isinstance(first, (_ast.Name, _ast.Attribute, _ast.Tuple)):
        given = first
    else:
        given = _ast.Tuple(call.args, _ast.Load())
    shape, number = f"shape.{node.lineno}", f"number.{node.lineno}"

    def read(name: str) -> Any:
        return _ast.Name(name, _ast.Load())

    place = calls.OwnCall(parts.place_of_number, [read(number), read(shape)])
    body = [_ast.Assign([node.target], place), *node.body]
    size = calls.OwnCall(parts.elements_of_shape, [read(shape)])
    loop = _ast.For(_ast.Name(number, _ast.Store()), _range(size), body, node.orelse)
    statements = [_ast.Assign([_ast.Name(shape, _ast.Store())], given), loop]
    return [_placed(node, statement) for statement in statements], frozenset((shape, number))


def _is_not_empty(numbers: Any) -> Any:
    """start < stop"""
    start, stop = (_ast.Constant(0), *numbers.args)[-2:]
    return _ast.Compare(start, [_ast.Lt()], [stop])


def _items(call: Any, target: Any, name: str) -> list[Any]:
    """x = m[i, j], for np.ndenumerate(m)."""
    if not name.endswith("ndenumerate"):
        return []
    numbers, item = target.elts
    index = _ast.Tuple([_ast.Name(n.id, _ast.Load()) for n in numbers.elts], _ast.Load())
    return [_placed(call, _ast.Assign([item], _ast.Subscript(call.args[0], index, _ast.Load())))]


def _extents(of: Any, count: int) -> list[Any]:
    """m.shape[0], m.shape[1], ..."""
    return [_ast.Subscript(of, _ast.Constant(axis), _ast.Load()) for axis in range(count)]


def _range(*bounds: Any) -> Any:
    return _ast.Call(_ast.Name("range", _ast.Load()), list(bounds), [])


def _indices(call: Any, target: Any) -> list[tuple[Any, Any]] | None:
    names = _names(target)
    if names is None or not call.args:
        return None
    first: Any = call.args[0].value if isinstance(call.args[0], _ast.Starred) else call.args[0]
    is_shape = len(call.args) == 1 and isinstance(first, _ast.Attribute) and first.attr == "shape"
    extents = _extents(first, len(names)) if is_shape and isinstance(first.value, _ast.Name) else call.args
    plain = all(isinstance(e, (_ast.Name, _ast.Constant, _ast.Subscript)) for e in extents)
    if not plain or len(extents) != len(names):
        return None
    return [(n, _range(e)) for n, e in zip(names, extents, strict=True)]


def _enumerated(call: Any, target: Any) -> list[tuple[Any, Any]] | None:
    if not isinstance(target, _ast.Tuple) or len(target.elts) != 2 or len(call.args) != 1:
        return None
    names = _names(target.elts[0])
    if names is None or not isinstance(call.args[0], _ast.Name) or not isinstance(target.elts[1], _ast.Name):
        return None
    shape = _ast.Attribute(call.args[0], "shape", _ast.Load())
    return [(n, _range(e)) for n, e in zip(names, _extents(shape, len(names)), strict=True)]


def _product(call: Any, target: Any) -> list[tuple[Any, Any]] | None:
    names = _names(target)
    if names is None or len(names) != len(call.args) or not all(map(_is_range, call.args)):
        return None
    return list(zip(names, call.args, strict=True))


def _combinations(call: Any, target: Any) -> list[tuple[Any, Any]] | None:
    """Each loop begins behind the number of the one around it, and leaves room for those inside."""
    names = _names(target)
    count = call.args[1].value if len(call.args) == 2 and isinstance(call.args[1], _ast.Constant) else 0
    if names is None or not 2 <= len(names) <= _MOST_NAMES or count != len(names) or not _is_range(call.args[0]):
        return None
    start, stop = (_ast.Constant(0), *call.args[0].args)[-2:]
    loops: list[tuple[Any, Any]] = []
    for i, name in enumerate(names):
        room = len(names) - 1 - i
        last = _ast.BinOp(stop, _ast.Sub(), _ast.Constant(room)) if room else stop
        loops.append((name, _range(start, last)))
        start = _ast.BinOp(_ast.Name(name.id, _ast.Load()), _ast.Add(), _ast.Constant(1))
    return loops


_MOST_NAMES = 4

_MAKERS: dict[str, Maker] = {
    "ndindex": _indices, "ndenumerate": _enumerated, "product": _product, "combinations": _combinations,
}  # fmt: skip


def _names(target: Any) -> list[Any] | None:
    elements = target.elts if isinstance(target, _ast.Tuple) else []
    return elements if elements and all(isinstance(e, _ast.Name) for e in elements) else None


def _is_range(node: Any) -> bool:
    is_call = isinstance(node, _ast.Call) and isinstance(node.func, _ast.Name) and node.func.id == "range"
    return is_call and 0 < len(node.args) < 3 and all(isinstance(a, (_ast.Name, _ast.Constant)) for a in node.args)


def _walk(value: Any) -> Iterator[Any]:
    for node in value if isinstance(value, list) else [value]:
        if isinstance(node, _ast.AST):
            yield node
            for field in node._fields:
                yield from _walk(getattr(node, field, None))


def _placed(place: Any, made: Any) -> Any:
    """The node and all new ones in it, at the place of another."""
    for node in _walk(made):
        if isinstance(node, (_ast.expr, _ast.stmt)) and not hasattr(node, "lineno"):
            for field in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
                setattr(node, field, getattr(place, field))
    return made
