"""Lists that `random` draws, for plain_words.py, by the numbers that Python draws for them:

    random.choices(x, k=n)                  [x[int(random.random() * len(x))] for _ in range(n)]
    random.choices(x, weights=w, k=n)       [x[place] for place in weighed_places(
                                                sums_of_weights([v for v in w], len(x)), [random.random() for _ in range(n)])]
    random.sample(range(n), k)              random.sample(list(range(n)), k)

and the same of random.Random(seed).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from unpython._writing.calls import OwnCall
from unpython._writing.nodes import copy_tree, is_name, is_simple, load, walk


def choices(node: ast.Call, around: Any, value_of: Callable[[Any], Any]) -> ast.expr | None:
    """Of what stands there for itself: a name, or a list that is written out. `around`: the `def`."""
    given = {"population": 0, "weights": 1}
    parts: dict[str, Any] = {k.arg: k.value for k in node.keywords if k.arg is not None}
    parts |= {name: node.args[place] for name, place in given.items() if place < len(node.args)}
    if len(node.args) > 2 or len(parts) < len(node.args) + len(node.keywords) or not {*parts} <= {*given, "k"} or "population" not in parts:
        return None
    items = parts["population"]
    is_known = isinstance(items, ast.Name) or (isinstance(items, (ast.List, ast.Tuple)) and bool(items.elts) and all(map(is_simple, items.elts)))
    if not is_known or not _draws(node, "choices", around, value_of) or not all(value_of(load(name)) is kind for name, kind in _NEEDED.items()):
        return None
    place = f"_drawn_{node.lineno}_{node.col_offset}_"
    draw: ast.expr = ast.Call(ast.Attribute(copy_tree(node.func.value), "random", ast.Load()), [], [])  # type: ignore[attr-defined]
    count = ast.Call(load("len"), [copy_tree(items)], [])
    turns = ast.comprehension(ast.Name(f"{place}turn_", ast.Store()), ast.Call(load("range"), [parts.get("k", ast.Constant(1))], []), [], 0)
    weights = parts.get("weights")
    if weights is None or (isinstance(weights, ast.Constant) and weights.value is None):
        number = ast.Call(load("int"), [ast.BinOp(draw, ast.Mult(), count)], [])
        return ast.ListComp(ast.Subscript(copy_tree(items), number, ast.Load()), [turns])
    from unpython._library.python_functions import weights as library  # which needs its functions compiled

    each = ast.comprehension(ast.Name(f"{place}weight_", ast.Store()), weights, [], 0)
    sums = OwnCall(library.sums_of_weights, [ast.ListComp(load(f"{place}weight_"), [each]), count])
    places = OwnCall(library.weighed_places, [sums, ast.ListComp(draw, [turns])])
    return ast.ListComp(ast.Subscript(copy_tree(items), load(place), ast.Load()), [ast.comprehension(ast.Name(place, ast.Store()), places, [], 0)])


_NEEDED = {"len": len, "range": range, "int": int}


def sample(node: ast.Call, around: Any, value_of: Callable[[Any], Any]) -> ast.expr | None:
    items = node.args[0] if node.args else None
    if not isinstance(items, ast.Call) or not _is_builtin(items.func, "range", range, value_of) or not _draws(node, "sample", around, value_of):
        return None
    listed = _listed(items, value_of)
    return None if listed is items else ast.copy_location(ast.Call(node.func, [listed, *node.args[1:]], node.keywords), node)


def _listed(items: ast.Call, value_of: Callable[[Any], Any]) -> ast.expr:
    return ast.copy_location(ast.Call(load("list"), [items], []), items) if value_of(load("list")) is list else items


def _is_builtin(node: Any, name: str, value: Any, value_of: Callable[[Any], Any]) -> bool:
    return isinstance(node, ast.Name) and node.id == name and value_of(node) is value


def _draws(node: ast.Call, method: str, around: Any, value_of: Callable[[Any], Any]) -> bool:
    """Whether a call is one of the module `random`, or of a random.Random that is made in the function or stands around it."""
    value = value_of(node.func)
    if value is not None:
        return getattr(value, "__name__", "") == method and type(getattr(value, "__self__", None)).__module__ == "random"
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    if not isinstance(owner, ast.Name) or any(a.arg == owner.id for a in walk(around) if isinstance(a, ast.arg)):
        return False
    made = [n for n in walk(around) if isinstance(n, ast.Assign) and any(is_name(t, owner.id) for t in n.targets)]
    stored = [n for n in walk(around) if isinstance(n, ast.Name) and n.id == owner.id and not isinstance(n.ctx, ast.Load)]
    return len(made) == len(stored) > 0 and all(isinstance(n.value, ast.Call) and _is_maker(value_of(n.value.func)) for n in made)


def _is_maker(value: Any) -> bool:
    return isinstance(value, type) and value.__module__ == "random" and value.__name__ == "Random"
