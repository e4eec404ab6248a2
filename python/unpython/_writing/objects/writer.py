"""The `def` with numbers in place of objects."""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import FunctionType
from typing import Any

from unpython import _attempts, _bindings
from unpython._layouts import Container, ends_of_fields, shape_of_objects
from unpython._library.containers import keys, objects
from unpython._other_functions.names_around import OF_CLASSES
from unpython._writing.calls import OwnCall
from unpython._writing.dicts import ordered_dicts
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.objects import alone, classes
from unpython._writing.objects.classes import ObjectClass
from unpython._writing.objects.flows import Classes, ObjectFlows
from unpython._writing.objects.results import Results, kind_of_all
from unpython._writing.objects.splitting import expanded
from unpython._writing.objects.values import Values
from unpython._writing.once import asked_once
from unpython._writing.text import own_names
from unpython._writing.text.kinds import TEXT, WORD, Dict, Kind, List, NotTexts, Object

_LISTS = {bool: keys.list_of_bools, int: keys.list_of_integers, float: keys.list_of_floats}


def why_not(function: FunctionType, node: Any, given: dict[str, Container], texts: Collection[str]) -> NotTexts | None:
    """What the `def` cannot be written for; None where it can. `given`: the arguments that are objects, or lists of them; `texts`: those
    that are texts."""
    found = asked_once(_tried, function, node, given, texts)
    return found if isinstance(found, NotTexts) else None


def rewritten(
    function: FunctionType, node: Any, given: dict[str, Container], texts: Collection[str] = ()
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with numbers and lists in place of objects, the names that came with them, and what free names it relies on."""
    found = asked_once(_tried, function, node, given, texts)
    return (node, frozenset(), []) if isinstance(found, NotTexts) else found


def _tried(function: FunctionType, node: Any, given: dict[str, Container], texts: Collection[str]) -> Any:
    """What _written() gives, or what it raises."""
    try:
        return _written(function, node, given, texts)
    except NotTexts as problem:
        return problem


def _written(
    function: FunctionType, node: Any, given: dict[str, Container], texts: Collection[str]
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    made = own_names.renamed(copy_tree(node))
    taken = getattr(function, OF_CLASSES, {}).values()
    made.body = [s for s in made.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Name) and s.value.id in taken)]
    arguments = {name: (_class_of(layout, name), shape_of_objects(layout)) for name, layout in given.items()}
    known = Classes(function, [of for of, _ in arguments.values()])
    arguments = {
        name: (next(k for k in known.known if k.type is of.type and k.fields == of.fields and k.name == of.name), shape)
        for name, (of, shape) in arguments.items()
    }
    kinds: dict[str, Kind] = dict.fromkeys(texts, TEXT)
    for name, (of, shape) in arguments.items():
        kinds[name] = _kind(of, shape)
        for field, type_ in zip(of.fields, given[name].type[2], strict=True):
            kinds[of.column(field)] = List(WORD if type_ is str else None)
    flows = expanded(function, made, known, lambda whole: ObjectFlows(function, whole, kinds, known))
    nothing = {of.column(field): of for of in known.known for field in of.fields if flows.is_nothing(of.column(field))}
    if nothing:  # fields that are None in all objects
        kinds |= {column: List(Object(of, True)) for column, of in nothing.items()}
        flows = ObjectFlows(function, made, kinds, known)
    if not known.known:
        return node, frozenset(), []
    if any(isinstance(n, ast.Starred) for n in walk(made)):
        raise NotTexts
    if alone.find(made, flows, {of for of, _ in arguments.values()}):
        flows = ObjectFlows(function, made, kinds, known)
    values = Values(flows, kind_of_all(made, flows))
    results = Results(made, values, arguments)
    results.refuse_names()
    body = results.written(values.block(alone.without_same(made.body, known.known)))
    begin = _beginning(known, arguments, given, made)
    made.body = [*(ast.copy_location(s, node.body[0]) for s in begin), *body]
    names = flows.names.keys() | {column for of in known.known for column in (*of.columns(), of.count)}
    names |= {f"{name}.{end}" for name, layout in given.items() for end in ("rows", *ends_of_fields(layout))}
    made, relied = ordered_dicts.rewritten(function, ast.fix_missing_locations(made))  # those that fields held
    names |= {n.id for n in walk(made) if relied and isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    made.made_for_objects = frozenset(names | arguments.keys())
    changes = values.stored & _columns_of(arguments) or (values.changes_lists and any(shape == "list" for _, shape in arguments.values()))
    if values.runs_again or known.runs_again or changes:
        if not _attempts.may_run_again(function, own=made.made_for_objects, node=made):
            raise NotTexts
        made.runs_again = True
    return made, frozenset(names), [*flows.used.values(), *known.guards(), *relied]


def _columns_of(arguments: dict[str, tuple[ObjectClass, str]]) -> set[str]:
    return {column for of, _ in arguments.values() for column in of.columns()}


def _kind(of: ObjectClass, shape: str) -> Kind:
    if shape in ("one", "list"):
        return Object(of) if shape == "one" else List(Object(of))
    return List(List(Object(of))) if shape == "lists" else Dict(WORD if shape == "texts" else None, List(Object(of)))


def _class_of(layout: Container, name: str) -> ObjectClass:
    type_, names, types = layout.type
    if type_ is tuple:
        return classes.of_tuple(len(types), name)
    if type_ is dict:
        return classes.of_keys(names)
    kind = "tuple" if issubclass(type_, tuple) else "object"
    made = ObjectClass(type_, kind, names)
    made.is_frozen = kind == "tuple" or bool(getattr(getattr(type_, "__dataclass_params__", None), "frozen", False))
    return made


def _count(name: str, layout: Container) -> ast.expr:
    """How many objects an argument has."""
    ends = zip(ends_of_fields(layout), layout.type[2], strict=True)
    of_numbers = [end for end, type_ in ends if type_ is not str]
    if of_numbers:
        return OwnCall(objects.count, [ast.Name(f"{name}.{of_numbers[0]}", ast.Load())])
    return OwnCall(objects.count_of_texts, [ast.Name(f"{name}.{ends_of_fields(layout)[0]}.starts", ast.Load())])


def _beginning(known: Classes, arguments: dict[str, tuple[ObjectClass, str]], given: dict[str, Container], node: Any) -> list[ast.stmt]:
    """The columns, with the fields of the caller's objects in them, and their numbers."""
    made: list[ast.stmt] = []

    def store(name: str, value: ast.expr) -> None:
        made.append(ast.Assign([ast.Name(name, ast.Store())], value))

    for of in known.known:
        sources = [name for name, (one, _) in arguments.items() if one is of]
        for i, field in enumerate(of.fields):
            column = of.column(field)
            if of.is_alone:
                continue
            if not sources:
                store(column, ast.List([], ast.Load()))
                continue
            type_ = given[sources[0]].type[2][i]
            if any(given[name].type[2][i] is not type_ for name in sources):
                raise NotTexts
            whole: Any = None
            for name in sources:
                part: ast.expr = ast.Name(f"{name}.{ends_of_fields(given[name])[i]}", ast.Load())
                if type_ is str:
                    part = ast.Subscript(part, ast.Slice(None, None, None), ast.Load())
                else:
                    part = OwnCall(_LISTS[type_], [part])
                whole = part if whole is None else ast.BinOp(whole, ast.Add(), part)
            store(column, whole)
        first: Any = None
        for name in sources:
            begin = first or ast.Constant(0)
            rows = ast.Name(f"{name}.rows", ast.Load())
            if arguments[name][1] in ("one", "list"):
                store(name, OwnCall(*((objects.number_of, [begin]) if arguments[name][1] == "one" else (objects.numbers_from, [rows, begin]))))
            count = _count(name, given[name])
            first = count if first is None else ast.BinOp(first, ast.Add(), count)
        store(of.count, first or ast.Constant(0))
    return made
