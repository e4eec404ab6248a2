"""`np.mgrid[...]`, `np.ogrid[...]`, `np.c_[...]` and `np.r_[...]`: subscripts that make arrays, written as the calls they stand for; and
`np.einsum` and `up.map`, as calls of functions written for their subscripts or for so many arrays."""

from __future__ import annotations

import _ast
import sys
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._writing.arrays.written_bodies import MOST_PARTS, written_body
from unpython._writing.calls import OwnCall

_MOST_AXES = 3  # and at least two: a single range is its own grid


def maker_of(
    node: _ast.Subscript, function: FunctionType, local_names: frozenset[str]
) -> _bindings.Binding | None:
    """What the subscripted object is bound to, if it is one of these makers and can be written as a call."""
    numpy = sys.modules.get("numpy")
    binding = _bindings.of_node(function, node.value, local_names) if numpy is not None else None
    if numpy is None or binding is None:
        return None
    if binding.value is numpy.c_ or (binding.value is numpy.r_ and _are_in_row(node.slice)):
        return binding
    known = binding.value is numpy.mgrid or binding.value is numpy.ogrid
    return binding if known and _are_ranges(node.slice) else None


def contraction_of(
    node: _ast.Call, function: FunctionType, local_names: frozenset[str]
) -> tuple[FunctionType, _bindings.Binding] | None:
    """The function that np.einsum means with the subscripts that a call names, and what gives np.einsum."""
    called, text = node.func, node.args[0] if node.args else None
    if (
        not isinstance(called, _ast.Attribute)
        or called.attr != "einsum"
        or not isinstance(called.value, _ast.Name)
    ):
        return None
    if (
        not isinstance(text, _ast.Constant)
        or not isinstance(text.value, str)
        or called.value.id in local_names
    ):
        return None
    if any(keyword.arg != "optimize" for keyword in node.keywords):
        return None
    from unpython._library import by_name

    binding = _bindings.resolve(function, called.value.id, ["einsum"])
    written = by_name.contraction(text.value) if binding.target == "numpy.einsum" else None
    return None if written is None else (written, binding)


def mapping_of(
    node: _ast.Call, function: FunctionType, local_names: frozenset[str]
) -> tuple[FunctionType, _bindings.Binding] | None:
    """The function that up.map means with so many arrays, or up.reduce of a function and an array alone, and what gives up.map."""
    if node.keywords:
        return None
    binding = _called(node, function, local_names, "map")
    if binding is not None:
        name = f"map{len(node.args) - 1}"
    else:
        binding = _called(node, function, local_names, "reduce") if len(node.args) == 2 else None
        if binding is None or any(isinstance(each, _ast.Starred) for each in node.args):
            return None
        name = f"reduce_{operation_of_reduce(node, function, local_names) or 'line'}"
    from unpython._library.unpython_functions import of_functions

    written = of_functions(name)
    return None if written is None else (written, binding)


def vectorized_of(
    node: _ast.Call, function: FunctionType, local_names: frozenset[str]
) -> tuple[FunctionType, _bindings.Binding] | None:
    """The function that up.map means with so many arrays, if a call is one of what up.vectorize made, and what gives that."""
    vectorize = sys.modules.get("unpython._vectorize")
    if vectorize is None or not vectorize.are_made or node.keywords:
        return None
    binding = _bindings.of_node(function, node.func, local_names)
    if binding is None or not isinstance(binding.value, vectorize.Vectorized) or binding.value.nin != len(node.args):
        return None
    from unpython._library.unpython_functions import of_functions

    written = of_functions(f"map{len(node.args)}")
    return None if written is None else (written, binding)


def operation_of_reduce(node: _ast.Call, function: FunctionType, local_names: frozenset[str]) -> str:
    """What the function does that a call of up.reduce names, if the compiler has loops of its own for it."""
    if not node.args or _called(node, function, local_names, "reduce") is None:
        return ""
    from unpython._function_values import operation_of

    given: Any = node.args[0]
    if isinstance(given, _ast.Lambda):
        if given.args.defaults or given.args.kw_defaults:  # they would be evaluated here
            return ""
        made = eval(compile(_ast.Expression(given), "<lambda>", "eval"), function.__globals__)
        around = local_names.union(function.__code__.co_freevars)
        return "" if around.intersection(made.__code__.co_names) else operation_of(made)
    binding = _bindings.of_node(function, given, local_names)
    return "" if binding is None else operation_of(binding.value)


def _called(
    node: _ast.Call, function: FunctionType, local_names: frozenset[str], name: str
) -> _bindings.Binding | None:
    """What a call calls, if it is unpython's function of that name."""
    called, names = _bindings.dotted(node.func)
    if not isinstance(called, _ast.Name) or called.id in local_names or names[-1:] not in ([], [name]):
        return None
    binding = _bindings.resolve(function, called.id, names)
    return binding if binding.target == f"unpython.{name}" else None


def _are_in_row(subscript: Any) -> bool:
    """Whether np.r_ is given parts, and no text that says something else of them."""
    parts = subscript.elts if isinstance(subscript, _ast.Tuple) else [subscript]
    is_text = any(isinstance(p, _ast.Constant) and isinstance(p.value, str) for p in parts)
    is_open = any(isinstance(p, _ast.Slice) and p.upper is None for p in parts)
    return 0 < len(parts) <= MOST_PARTS and not is_text and not is_open and not any(isinstance(p, _ast.Starred) for p in parts)


def _in_row(subscript: Any) -> tuple[FunctionType, list[_ast.expr]]:
    """np.r_: the parts one behind the other, in the type of all."""
    parts = subscript.elts if isinstance(subscript, _ast.Tuple) else [subscript]
    given: list[Any] = []
    words = []
    for part in parts:
        called, arguments = axis_call(part) if isinstance(part, _ast.Slice) else ("", [part])
        names = [f"a{len(given) + i}" for i in range(len(arguments))]
        given += arguments
        words.append(f"np.{called.removeprefix('numpy.')}({', '.join(names)})" if called else names[0])
    parameters = ", ".join(f"a{i}" for i in range(len(given)))
    if all(isinstance(part, _ast.Constant) for part in parts):
        return written_body("r_", parameters, f"return np.array([{parameters}])"), given
    like = " + ".join(f"of_type({word})" for word in words)
    row = ", ".join(f"in_row({word}, like)" for word in words)
    return written_body("r_", parameters, f"like = {like}\n    return np.concatenate(({row},))"), given


def _are_ranges(subscript: _ast.expr) -> bool:
    parts = subscript.elts if isinstance(subscript, _ast.Tuple) else [subscript]
    several = isinstance(subscript, _ast.Tuple)
    fits = 2 <= len(parts) <= _MOST_AXES or not several
    return fits and all(isinstance(p, _ast.Slice) and p.upper is not None for p in parts)


def as_call(node: _ast.Subscript, maker: Any) -> tuple[FunctionType | str, list[_ast.expr]]:
    """The function (or the name of NumPy's) and its arguments that `node` stands for; one range is its own axis."""
    import numpy

    subscript = node.slice
    if maker is numpy.r_:
        return _in_row(subscript)
    if maker is numpy.c_:
        from unpython._library.numpy_functions import parts

        whole = subscript if isinstance(subscript, _ast.Tuple) else None
        columns = [_placed(OwnCall(parts.no_tuple, [subscript]), subscript)] if whole is None else list(whole.elts)
        return "numpy.column_stack", [_placed(_ast.Tuple(columns, _ast.Load()), subscript)]
    if not isinstance(subscript, _ast.Tuple):
        return axis_call(subscript)
    from unpython._library.numpy_functions import making, parts

    for part in subscript.elts:
        if not isinstance(part.upper, _ast.Constant):  # type: ignore[attr-defined]
            part.upper = _placed(OwnCall(parts.end_of_grid, [part.upper]), part.upper)  # type: ignore[attr-defined]
    kind = "mgrid" if maker is numpy.mgrid else "ogrid"
    return getattr(making, f"{kind}{len(subscript.elts)}"), list(subscript.elts)


def axis_call(part: Any) -> tuple[str, list[_ast.expr]]:
    """The call that gives the numbers of `start:stop:step`, or of `start:stop:5j`, which is 5 numbers, both ends with."""
    start = part.lower if part.lower is not None else _placed(_ast.Constant(0), part)
    step = part.step
    if isinstance(step, _ast.Constant) and isinstance(step.value, complex):
        count = _placed(_ast.Constant(int(abs(step.value))), step)
        return "numpy.linspace", [start, part.upper, count]
    if (number := _number_of_steps(step)) is not None:
        from unpython._library.numpy_functions import making

        return "numpy.linspace", [start, part.upper, _placed(OwnCall(making.number_of_steps, [number]), step)]
    if step is None:
        step = _placed(_ast.Constant(1), part)
    return "numpy.arange", [start, part.upper, step]


def _number_of_steps(step: Any) -> _ast.expr | None:
    """n of n * 1j"""
    if not isinstance(step, _ast.BinOp) or not isinstance(step.op, _ast.Mult):
        return None
    sides = (step.left, step.right)
    is_unit = [isinstance(side, _ast.Constant) and type(side.value) is complex and side.value == 1j for side in sides]
    return sides[is_unit.index(False)] if sum(is_unit) == 1 else None


def _placed(made: Any, at: Any) -> Any:
    made.lineno, made.col_offset = at.lineno, at.col_offset
    made.end_lineno, made.end_col_offset = at.end_lineno, at.end_col_offset
    return made
