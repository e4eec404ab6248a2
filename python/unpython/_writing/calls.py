"""Calls and comparisons in other words: `sorted(x, key=f)`, `max(x, key=f)`, `map`, `filter`, `itertools.chain`, `x in {1, 2}`,
`np.add.reduce(x)`.

Each function gives an expression that says the same, or None.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings
from unpython._library.python_functions import lists
from unpython._loops import _Refusal
from unpython._writing.nodes import WithValues, copy_tree, is_name, is_none, walk

_TAKE_ALL = frozenset("list sum min max any all sorted set tuple".split())  # go through an iterable at once
_BY_KEY = {
    "builtins.sorted": (lists.sorted_by_key, lists.sorted_backwards_by_key),
    "builtins.min": (lists.least_by_key, None),
    "builtins.max": (lists.largest_by_key, None),
}

_MOST_ROWS = 16

#: Of these NumPy reduces several axes at once.
_IN_ANY_ORDER = frozenset("bitwise_and bitwise_or bitwise_xor fmax fmin gcd hypot logaddexp logaddexp2 logical_xor maximum minimum".split())
# Methods of NumPy's functions that are functions of NumPy, of axis 0 where no axis is given.
_AS_FUNCTION = {
    "add.reduce": "sum", "multiply.reduce": "prod", "maximum.reduce": "max", "minimum.reduce": "min", "logical_or.reduce": "any",
    "logical_and.reduce": "all", "add.accumulate": "cumsum", "multiply.accumulate": "cumprod",
}  # fmt: skip


class OwnCall(ast.expr):
    """A call of a function that no name of the program stands for."""

    _fields = ("elts", "ctx")
    elts: list[ast.expr]

    def __init__(self, function: Callable[..., Any] | None = None, arguments: list[ast.expr] | None = None):
        super().__init__(arguments or [], ast.Load())  # type: ignore[call-arg, arg-type]
        self.function = function


def refusal(text: str) -> ast.Raise:
    """The statement that refuses what compiled code does not do, though Python does; NotImplementedError is the program's."""
    return ast.Raise(OwnCall(_Refusal, [ast.Constant(text)]), None)


def full_name(node: ast.expr, function: FunctionType, names: frozenset[str]) -> str:
    """Of a function of a library that a name stands for."""
    binding = _bindings.of_node(function, node, names)
    if binding is None:
        return ""
    return binding.target if binding.kind == "library" else ""


def takes_output(node: ast.Call, name: str) -> bool:
    """Whether NumPy's function of this name takes an out=, if the call gives one."""
    if not name.startswith("numpy.") or all(keyword.arg != "out" for keyword in node.keywords):
        return True
    import inspect

    called: Any = sys.modules.get("numpy")
    for part in name.split(".")[1:]:
        called = getattr(called, part, None)
    return called is None or hasattr(called, "nout") or "out" in inspect.signature(called).parameters


def fits(node: ast.Call, function: FunctionType) -> bool:
    """Whether a function takes the arguments of a call."""
    code, given = function.__code__, len(node.args)
    names = code.co_varnames[: code.co_argcount]
    if any(isinstance(argument, ast.Starred) for argument in node.args) or any(keyword.arg is None for keyword in node.keywords):
        return True  # refused elsewhere
    named = {keyword.arg for keyword in node.keywords}
    if not named <= set(names[given:]) or (given > len(names) and not code.co_flags & 4):
        return False
    needed = names[given : len(names) - len(function.__defaults__ or ())]
    return set(needed) <= named


def by_key(node: ast.Call, name: str) -> tuple[Callable[..., Any], list[ast.expr]] | None:
    """The function of the library, and its arguments, of `sorted`, `min` or `max` of one iterable with a key."""
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    key = keywords.pop("key", None)
    if name not in _BY_KEY or key is None or len(node.args) != 1 or is_none(key):
        return None
    forwards, backwards = _BY_KEY[name]
    reverse = keywords.pop("reverse", ast.Constant(False))
    if keywords or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
        return None
    function = backwards if reverse.value else forwards
    if function is None:
        return None
    item = f"item.{node.lineno}.{node.col_offset}"
    clause = ast.comprehension(ast.Name(item, ast.Store()), node.args[0], [], 0)
    items: ast.expr = _placed(ast.ListComp(ast.Name(item, ast.Load()), [clause]), node)
    if name == "builtins.sorted":
        made = sorted_by(items, key, reverse.value)
        return made.function, made.elts  # type: ignore[return-value]
    if isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple) and key.body.elts:
        is_max = name == "builtins.max"
        from unpython._library.texts import code_points  # needs NumPy, which other texts are written without

        return code_points.first_of, [sorted_by(items, key, is_max), ast.copy_location(ast.Constant(is_max), node)]
    return function, [items, key]


def of_tuples(node: ast.Call, name: str) -> OwnCall | None:
    """max((a, 1), (b, 2)) and min of several, of which one is a tuple: in the order of tuples."""
    function = {"builtins.max": lists.larger, "builtins.min": lists.smaller}.get(name)
    if function is None or node.keywords or len(node.args) < 2 or any(isinstance(a, (ast.Starred, ast.List)) for a in node.args):
        return None
    made = node.args[0]
    for other in node.args[1:]:
        made = ast.copy_location(OwnCall(function, [made, other]), node)
    return made  # type: ignore[return-value]


def sorted_by(items: ast.expr, key: ast.expr, is_backwards: bool) -> OwnCall:
    """The call that sorts them. By several keys: by the last one first, since what is equal keeps its order."""
    is_tuple = isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple) and bool(key.body.elts)
    parts = [ast.copy_location(ast.Lambda(copy_tree(key.args), part), key) for part in key.body.elts] if is_tuple else [key]  # type: ignore[attr-defined]
    for part in reversed(parts):
        made = OwnCall(lists.sorted_backwards_by_key if is_backwards else lists.sorted_by_key, [items, part])
        items = ast.copy_location(made, items)
    assert isinstance(items, OwnCall)
    return items


def sorts_by_key(node: Any, local: frozenset[str]) -> OwnCall | None:
    """v.sort(key=f) of a list with a name, as what puts the items of sorted(v, key=f) into it. CPython's list has no items while the
    key runs: a key that may read the list is none here."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "sort" or node.args:
        return None
    name = node.func.value
    options = {k.arg: k.value for k in node.keywords}
    key = options.pop("key", None)
    reverse = options.pop("reverse", ast.Constant(False))
    if not isinstance(name, ast.Name) or options or not isinstance(reverse, ast.Constant) or type(reverse.value) is not bool:
        return None
    if not isinstance(key, (ast.Lambda, ast.Name)) or (isinstance(key, ast.Name) and key.id in local):
        return None
    called = {n.func.id for n in walk(key) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    if called & local or any(is_name(n, name.id) for n in walk(key)):
        return None
    is_first = ast.copy_location(ast.Constant(node.keywords[0].arg == "reverse"), node)
    given = [name, sorted_by(copy_tree(name), key, reverse.value), is_first]
    return ast.copy_location(OwnCall(lists.put_sorted, given), node)


#: What sorted_by() calls.
SORTS = (lists.sorted_by_key, lists.sorted_backwards_by_key)


def listed(node: ast.GeneratorExp) -> ast.ListComp:
    """What `sorted` makes of a generator expression."""
    return ast.copy_location(ast.ListComp(node.elt, node.generators), node)


def written_out(node: ast.Call, name: str, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    """list(map(f, x)) as list(f(item) for item in x), and its kin."""
    if name.removeprefix("builtins.") not in _TAKE_ALL or len(node.args) != 1 or not isinstance(node.args[0], ast.Call):
        return None
    inner = node.args[0]
    kind = full_name(inner.func, function, names).removeprefix("builtins.")
    if kind not in ("map", "filter") or len(inner.args) != 2 or inner.keywords or is_none(inner.args[0]):
        return None
    item = f"item.{inner.lineno}.{inner.col_offset}"
    call: ast.expr = ast.Call(inner.args[0], [ast.Name(item, ast.Load())], [])
    taken = call if kind == "map" else ast.Name(item, ast.Load())
    clause = ast.comprehension(ast.Name(item, ast.Store()), inner.args[1], [call] if kind == "filter" else [], 0)
    made: Any = ast.GeneratorExp(taken, [clause])
    if name == "builtins.list":
        return _placed(ast.ListComp(made.elt, made.generators), node)
    return _placed(ast.Call(node.func, [made], node.keywords), node)


def of_ufunc(node: ast.Call, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    """np.add.reduce(x) as np.sum(x, axis=0), and its kin: with the types that NumPy's function gives."""
    called = node.func
    if not isinstance(called, ast.Attribute) or not isinstance(called.value, ast.Attribute) or not 1 <= len(node.args) <= 3:
        return None
    numpy = full_name(called.value, function, names)
    other = _AS_FUNCTION.get(f"{numpy.removeprefix('numpy.')}.{called.attr}") if numpy.startswith("numpy.") else None
    known = {"axis", "dtype"} if called.attr == "accumulate" else {"axis", "dtype", "keepdims", "initial", "where"}
    if other not in ("sum", "prod", "cumsum", "cumprod"):
        known -= {"dtype"}
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    named: dict[str | None, ast.expr] = dict(zip(("axis", "dtype"), node.args[1:]))
    if other is None and called.attr == "reduce" and numpy.startswith("numpy."):
        return _reduced(node, called.value, {**named, **keywords})
    if other is None or not set(keywords) <= known or not set(named) <= known - set(keywords):
        return None
    keywords = {"axis": ast.Constant(0), **named, **keywords}
    axis = keywords["axis"]
    if called.attr == "accumulate" and isinstance(axis, ast.Tuple):  # np.cumsum takes none
        if len(axis.elts) != 1:
            return None
        keywords["axis"] = axis.elts[0]
    given = [ast.keyword(name, value) for name, value in keywords.items()]
    for keyword in given:
        ast.copy_location(keyword, node)
        if not hasattr(keyword.value, "lineno"):
            ast.copy_location(keyword.value, node)
    return _placed(ast.Call(ast.Attribute(called.value.value, other, ast.Load()), node.args[:1], given), node)


def _reduced(node: ast.Call, ufunc: ast.expr, keywords: dict[str | None, ast.expr]) -> ast.expr | None:
    """np.bitwise_xor.reduce(x, axis=1) as our own function does it."""
    axis = keywords.get("axis", ast.Constant(0))
    if not set(keywords) <= {"axis"} or isinstance(axis, (ast.Tuple, ast.List)) or len(node.args) + len(node.keywords) > 2:
        return None
    if getattr(ufunc, "attr", "") not in _IN_ANY_ORDER and not _is_one_axis(axis):
        return None  # NumPy refuses several axes
    from unpython._library.numpy_functions import places

    return _placed(OwnCall(places.reduced, [ufunc, node.args[0], axis]), node)


def _is_one_axis(axis: ast.expr) -> bool:
    number = axis.operand if isinstance(axis, ast.UnaryOp) else axis
    return isinstance(number, ast.Constant) and isinstance(number.value, int)


def chained(node: ast.expr, function: FunctionType, names: frozenset[str]) -> ast.expr | None:
    """itertools.chain(a, b) as list(a) + list(b)."""
    if not isinstance(node, ast.Call) or len(node.args) < 2 or node.keywords:
        return None
    if full_name(node.func, function, names) != "itertools.chain" or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    if full_name(ast.Name("list", ast.Load()), function, names) != "builtins.list":
        return None
    parts: list[ast.expr] = [ast.Call(ast.Name("list", ast.Load()), [part], []) for part in node.args]
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.BinOp(whole, ast.Add(), part)
    return _placed(whole, node)


def over_written_lists(node: ast.ListComp) -> ast.expr | None:
    """`[f(x) for row in [[1, 2], [3]] for x in row]`, whose rows have different lengths, as the sum of a list for each row."""
    clause = node.generators[0]
    rows = clause.iter.elts if isinstance(clause.iter, (ast.List, ast.Tuple)) else []
    if clause.ifs or not isinstance(clause.target, ast.Name) or not 1 < len(rows) <= _MOST_ROWS or not all(map(_is_row, rows)):
        return None
    if len({len(row.elts) for row in rows}) == 1:  # type: ignore[attr-defined]
        return None
    name = clause.target.id
    rest = ast.ListComp(node.elt, node.generators[1:])
    if len(node.generators) == 1 or any(is_name(n, name) and not isinstance(n.ctx, ast.Load) for n in walk(rest)):
        return None
    whole: ast.expr | None = None
    for row in rows:
        if not row.elts:  # type: ignore[attr-defined]
            continue
        part = with_names(rest, name, row)
        whole = part if whole is None else ast.BinOp(whole, ast.Add(), part)
    return None if whole is None else ast.fix_missing_locations(ast.copy_location(whole, node))


def _is_row(node: ast.expr) -> bool:
    """A list that may be written again: nothing happens in it."""
    return isinstance(node, (ast.List, ast.Tuple)) and all(isinstance(e, (ast.Name, ast.Constant)) for e in node.elts)


def among_items(node: ast.Compare) -> ast.Compare:
    """`x in {1, 2}` as `x in (1, 2)`."""
    comparators = [
        _placed(ast.Tuple(other.elts, ast.Load()), other)
        if isinstance(op, (ast.In, ast.NotIn)) and isinstance(other, ast.Set) and all(map(_is_number, other.elts))
        else other
        for op, other in zip(node.ops, node.comparators, strict=True)
    ]
    return _placed(ast.Compare(node.left, node.ops, comparators), node)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def starred(node: ast.Assign, name: str, listed: ast.expr | None) -> list[ast.stmt] | None:
    """`a, *b, c = x` in other words: each target by itself where x is written out, else by subscripts of a list, `listed`, that
    gets this name."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, (ast.Tuple, ast.List)):
        return None
    places = [i for i, element in enumerate(target.elts) if isinstance(element, ast.Starred)]
    if len(places) != 1:
        return None
    at, behind = places[0], len(target.elts) - places[0] - 1
    rest = target.elts[at].value  # type: ignore[attr-defined]
    targets = [*target.elts[:at], rest, *target.elts[at + 1 :]]
    value = node.value
    if isinstance(value, (ast.Tuple, ast.List)) and not any(isinstance(e, ast.Starred) for e in value.elts):
        end = len(value.elts) - behind
        if end < at:
            return None
        values = [*value.elts[:at], ast.List(value.elts[at:end], ast.Load()), *value.elts[end:]]
        made: list[ast.stmt] = [ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(values, ast.Load()))]
        return [_placed(statement, node) for statement in made]
    if listed is None:
        return None
    read = ast.Name(name, ast.Load())
    least = ast.Constant(len(target.elts) - 1)
    last = ast.UnaryOp(ast.USub(), ast.Constant(behind)) if behind else None
    items: list[ast.expr] = [ast.Subscript(read, ast.Constant(i), ast.Load()) for i in range(at)]
    items.append(ast.Subscript(read, ast.Slice(ast.Constant(at), last, None), ast.Load()))
    items += [ast.Subscript(read, ast.UnaryOp(ast.USub(), ast.Constant(behind - i)), ast.Load()) for i in range(behind)]
    made = [ast.Assign([ast.Name(name, ast.Store())], listed), ast.Expr(OwnCall(lists.check_unpacked, [read, least]))]
    made += [ast.Assign([one], item) for one, item in zip(targets, items, strict=True)]
    return [ast.fix_missing_locations(ast.copy_location(statement, node)) for statement in made]


def _placed(made: Any, node: Any) -> Any:
    """A node of our own at the place of another one; what it holds of the program keeps its places."""
    ast.copy_location(made, node)
    for child in ast.iter_child_nodes(made):
        if "lineno" in child._attributes and not hasattr(child, "lineno"):
            _placed(child, node)
        elif isinstance(child, ast.comprehension):
            _placed(child.target, node)
            for condition in child.ifs:
                if not hasattr(condition, "lineno"):
                    _placed(condition, node)
    return made


def with_names(node: Any, name: str, value: ast.expr) -> Any:
    """A copy in which a name is an expression."""
    return WithValues({name: value}).visit(copy_tree(node))


def with_own_targets(elt: Any, generators: list[ast.comprehension], new: Callable[[str, int], str]) -> Any:
    """The element of a comprehension whose names become those of the function: `new` gives the other name of one, by the number of its
    clause. The clauses are changed."""
    for number, clause in enumerate(generators):
        for target in sorted({n.id for n in walk(clause.target) if isinstance(n, ast.Name)}):
            own = ast.Name(new(target, number), ast.Load())
            elt = with_names(elt, target, own)
            clause.ifs = [with_names(test, target, own) for test in clause.ifs]
            for later in generators[number + 1 :]:
                later.iter, later.ifs = with_names(later.iter, target, own), [with_names(test, target, own) for test in later.ifs]
            clause.target = with_names(clause.target, target, ast.Name(own.id, ast.Store()))
    return elt
