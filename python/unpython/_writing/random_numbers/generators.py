"""Generators of up.random, in words of the language: see _random.py for what they mean.

Problem:  a number depends on the parallel iterations around it, which a method of an object cannot see.
Choice:   a generator is a function value: source('raw') is its next integer, source('normal') its next normal number. Outside of
          parallel loops it reads and changes the
          array that the caller's generator is; in each parallel iteration there is another source with counters of its own, and
          the name of the generator stands for that one. Helpers get the source that they are given and are inlined.
Rejected: a type of its own in the compiler (each pass would have to know it).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any, NoReturn

from unpython import _bindings
from unpython._find_source import SourceNotFound
from unpython._writing.nodes import copy_tree, walk
from unpython._writing.plainer import find_source
from unpython._writing.random_numbers import numpy_generators
from unpython._writing.random_numbers.drawing import (
    DISTRIBUTIONS,
    PARALLEL,
    Text,
    drawn_name,
    given_parameters,
    is_plain_bound,
    when_drawn,
)

_OF_ARRAY = """
def SOURCE(what):
    if what == 'inside':
        return ARRAY[0], ARRAY[1] + 1 + ARRAY[3], (0).__as_word__(), (0).__as_word__()
    if what == 'loop':
        ARRAY[3] = ARRAY[3] + 1
        return ARRAY[3]
    if what == 'normal':
        first = ARRAY.__next_of_state__()
        return first.__normal_of_pair__(ARRAY.__next_of_state__())
    return ARRAY.__next_of_state__()
"""
_BEGIN = """
DRAWS = (0).__as_word__()
LOOPS = (0).__as_word__()
W0 = (0).__as_word__()
W1 = (0).__as_word__()
W2 = (0).__as_word__()
W3 = (0).__as_word__()
"""
_NEXT = """
    if DRAWS & 3 == 0:
        W0, W1, W2, W3 = KEY0.__philox__(KEY1, (DRAWS >> 2) + 1, C1, C2, C3)
    DRAWS = DRAWS + 1
    return (DRAWS - 1).__chosen__(W0, W1, W2, W3)
"""
_OF_SEED = f"""
KEY0, KEY1 = (SEED).__key_of_seed__()
C1 = (0).__as_word__()
C2 = (0).__as_word__()
C3 = (0).__as_word__()
{_BEGIN}
def RAW():
    nonlocal DRAWS, W0, W1, W2, W3
{_NEXT}
def SOURCE(what):
    nonlocal LOOPS
    if what == 'inside':
        return KEY0, KEY1 + 1 + LOOPS, (0).__as_word__(), (0).__as_word__()
    if what == 'loop':
        LOOPS = LOOPS + 1
        return LOOPS
    if what == 'normal':
        first = RAW()
        return first.__normal_of_pair__(RAW())
    return RAW()
"""
_OF_ITERATION = f"""
C1 = COUNTER.__as_word__()
{_BEGIN}
NORMALS = (0).__as_word__()
N0 = (0).__as_word__()
N1 = (0).__as_word__()
N2 = (0).__as_word__()
N3 = (0).__as_word__()
def SOURCE(what):
    nonlocal DRAWS, LOOPS, W0, W1, W2, W3, NORMALS, N0, N1, N2, N3
    if what == 'inside':
        return KEY0.__inside__(KEY1, C1, C2, C3, LOOPS)
    if what == 'loop':
        LOOPS = LOOPS + 1
        return LOOPS
    if what == 'normal':
        shared = NORMALS == 0
        if shared or NORMALS & 3 == 1:
            place = C1.__place_of_four__() if shared else C1
            N0, N1, N2, N3 = KEY0.__philox__(KEY1, NORMALS.__block_of_normals__(), place, C2, C3)
        NORMALS = NORMALS + 1
        return (C1.__number_of_four__() if shared else (NORMALS - 2) & 3).__normal_of_block__(N0, N1, N2, N3)
{_NEXT}"""
_PARTS = "SOURCE RAW KEY0 KEY1 C1 C2 C3 DRAWS LOOPS W0 W1 W2 W3 NORMALS N0 N1 N2 N3 USED".split()


def rewritten(
    function: FunctionType, node: Any, is_entry: bool
) -> tuple[Any, frozenset[str], list[_bindings.Binding]]:
    """The `def` with sources in place of generators, the names that came with them, and what free names it relies on."""
    rewriter = _Rewriter(function, node, is_entry)
    if not rewriter.has_generators:
        return node, frozenset(), []
    made = copy_tree(node)
    made.body = rewriter.function(made.body)
    ast.fix_missing_locations(made)
    return made, frozenset(rewriter.names), rewriter.used


def _of_numpy(node: Any) -> set[str]:
    """Names that have a method which generators of NumPy have, and those of up.random have not, and names that stand for a new one of NumPy:
    numpy_generators.py."""
    others = numpy_generators.METHODS - DISTRIBUTIONS
    called = [n.func for n in walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    given = {n.targets[0].id for n in walk(node) if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and any(map(_opens, walk(n.value)))}
    return given | {f.value.id for f in called if f.attr in others and isinstance(f.value, ast.Name)}


def _opens(node: Any) -> bool:
    """np.random.default_rng"""
    return isinstance(node, ast.Attribute) and node.attr in ("default_rng", "RandomState", "Generator")


def _generator_parameters(function: FunctionType, around: tuple[FunctionType, ...] = ()) -> frozenset[str]:
    """The parameters that a function draws from, or gives to one that does."""
    if function in around or len(around) > 8:
        return frozenset()
    try:
        node = find_source(function).node
    except SourceNotFound:
        return frozenset()
    text = Text(function, node)
    return frozenset(_used_names(text, node, (*around, function)) & set(text.parameters))


def _used_names(text: Text, node: Any, around: tuple[FunctionType, ...]) -> set[str]:
    found = set()
    for call in walk(node):
        if not isinstance(call, ast.Call):
            continue
        found.add(drawn_name(call))
        helper = text.helper(call) if any(isinstance(a, ast.Name) for a in (*call.args, *(k.value for k in call.keywords))) else None
        if helper is not None:
            wanted = _generator_parameters(helper, around)
            found |= {name for name, parameter in given_parameters(call, helper) if parameter in wanted}
    return _with_origins(node, found - {""})


def _with_origins(node: Any, found: set[str]) -> set[str]:
    """The names and those that they may be other names of, which is refused later."""
    origins: dict[str, set[str]] = {}
    for inner in walk(node):
        if isinstance(inner, ast.Assign):
            for target in (n.id for t in inner.targets for n in walk(t) if isinstance(n, ast.Name)):
                origins.setdefault(target, set()).update(_names_outside_calls(inner.value))
    waiting = list(found)
    while waiting:
        for name in origins.get(waiting.pop(), set()) - found:
            found.add(name)
            waiting.append(name)
    return found


def _names_outside_calls(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    elif not isinstance(node, ast.Call):
        for inner in ast.iter_child_nodes(node):
            yield from _names_outside_calls(inner)


class _Rewriter:
    def __init__(self, function: FunctionType, node: Any, is_entry: bool):
        self._text = Text(function, node)
        self._function = function
        self.names: set[str] = set()
        self.used: list[_bindings.Binding] = []
        self._loops = 0
        used = _used_names(self._text, node, (function,))
        others = _of_numpy(node) if is_entry else set()
        self._parameters = [p for p in self._text.parameters if p in used - others]
        self._is_entry = is_entry
        self._made = {getattr(n, "targets")[0].id for n in walk(node) if self._makes(n)}
        self._free = sorted(name for name in used - self._text.locals if self._is_generator(name))
        self.has_generators = bool(self._parameters or self._made or self._free)

    def _is_generator(self, name: str) -> bool:
        found = self._text.binding(ast.Name(name, ast.Load()))
        return found is not None and _bindings.is_generator(found.value)

    def _makes(self, node: Any) -> bool:
        """rng = up.random(seed)"""
        is_plain = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        return is_plain and isinstance(node.value, ast.Call) and self._text.library(node.value.func) == "unpython.random"

    def _refuse(self, node: Any, message: str) -> NoReturn:
        from unpython import _core

        file = self._function.__code__.co_filename
        raise _core.CompileError(f"{file}:{node.lineno}:{node.col_offset + 1}: {message}")

    def function(self, body: list[ast.stmt]) -> list[ast.stmt]:
        sources: dict[str, str] = {}
        begin: list[ast.stmt] = []
        self._check_loops(body)
        for name in (*self._parameters, *self._free):
            if not self._is_entry and name in self._parameters:
                sources[name] = name
                continue
            if not self._is_entry:
                self._refuse(body[0], f"'{name}' is a generator outside of a function that another one calls; give it as an argument")
            made = self._new_names(name)
            made["ARRAY"] = name
            begin += self._parsed(_OF_ARRAY, made, body[0])
            sources[name] = made["SOURCE"]
        return begin + self._block(body, sources)

    def _check_loops(self, body: list[ast.stmt]) -> None:
        """Parallel loops are written in one way, in which their iterations are seen."""
        nodes = [n for statement in body for n in walk(statement)]
        plain = [n for n in nodes if isinstance(n, ast.For) and isinstance(n.target, ast.Name)]
        seen = {id(n.iter) for n in plain if not any(isinstance(a, ast.Starred) for a in getattr(n.iter, "args", []))}
        for node in nodes:
            if isinstance(node, ast.Call) and id(node) not in seen and self._text.library(node.func) in PARALLEL:
                self._refuse(node, "in a function that draws random numbers, write 'for i in prange(...)'")

    def _new_names(self, name: str) -> dict[str, str]:
        self._loops += 1
        made = {part: f"_{name}_{part.lower()}_{self._loops}_" for part in _PARTS}
        self.names |= set(made.values())
        return made

    def _parsed(self, text: str, names: dict[str, Any], place: Any) -> list[ast.stmt]:
        class Named(ast.NodeTransformer):
            def visit_Name(self, node: ast.Name) -> Any:
                new = names.get(node.id, node.id)
                return copy_tree(new) if isinstance(new, ast.AST) else ast.Name(new, node.ctx)

            def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
                return ast.Nonlocal([names[n] for n in node.names])

            def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
                self.generic_visit(node)
                node.name = names[node.name]
                return node

        body = Named().visit(ast.parse(text)).body
        for statement in body:
            for inner in walk(statement):
                if isinstance(inner, (ast.stmt, ast.expr, ast.arg)):
                    ast.copy_location(inner, place)
        return list(body)

    # Statements.

    def _block(self, body: list[ast.stmt], sources: dict[str, str]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for node in body:
            made += self._statement(node, sources)
        return made

    def _statement(self, node: Any, sources: dict[str, str]) -> list[ast.stmt]:
        if self._makes(node):
            return self._generator_made(node, sources)
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and self._text.library(node.iter.func) in PARALLEL:
            return self._parallel_loop(node, sources)
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    self._check_inner(node, sources)
                    return [node]
                setattr(node, field, self._block(value, sources))
            elif isinstance(value, list):
                setattr(node, field, [self._renamed(v, sources) for v in value])
            elif isinstance(value, ast.AST):
                setattr(node, field, self._renamed(value, sources))
        return [node]

    def _generator_made(self, node: Any, sources: dict[str, str]) -> list[ast.stmt]:
        name = node.targets[0].id
        if len(node.value.args) != 1 or node.value.keywords or name in sources:
            self._refuse(node, f"'{name}' is a generator: give it one value, up.random(seed), in this place only")
        binding = self._text.binding(node.value.func)
        assert binding is not None
        self.used.append(binding)
        names = self._new_names(name)
        made = self._parsed(_OF_SEED, {**names, "SEED": self._renamed(node.value.args[0], sources)}, node)
        sources[name] = names["SOURCE"]
        return made

    def _renamed(self, node: Any, sources: dict[str, str]) -> Any:
        """The expression, with sources for generators, which are drawn from or given to a function."""
        if not isinstance(node, ast.AST):
            return node
        allowed: set[int] = set()
        for inner in walk(node):
            if isinstance(inner, ast.Lambda):
                self._check_inner(inner, sources)
            if isinstance(inner, ast.Call):
                allowed |= {id(a) for a in (*inner.args, *(k.value for k in inner.keywords))}
                if drawn_name(inner):
                    allowed.add(id(inner.func.value))  # type: ignore[attr-defined]
        for inner in walk(node):
            if isinstance(inner, ast.Name) and inner.id in sources:
                if id(inner) not in allowed:
                    self._refuse(inner, f"'{inner.id}' is a generator: draw from it, or give it to a function; it cannot be used otherwise")
                inner.id = sources[inner.id]
        return node

    def _check_inner(self, node: Any, sources: dict[str, str]) -> None:
        own = {a.arg for a in walk(node.args) if isinstance(a, ast.arg)}
        for inner in walk(node):
            if isinstance(inner, ast.Name) and inner.id in sources and inner.id not in own:
                self._refuse(inner, f"the generator '{inner.id}' is used in a function inside the function; give it as an argument")
            if isinstance(inner, ast.For) and any(map(drawn_name, walk(inner))):
                self._refuse(inner, "a function inside the function draws in a loop of its own; write it outside")

    # Parallel loops.

    def _parallel_loop(self, node: Any, sources: dict[str, str]) -> list[ast.stmt]:
        inside = {n.id for s in node.body for n in walk(s) if isinstance(n, ast.Name)}
        for s in node.body:
            for inner in walk(s):
                name = drawn_name(inner)
                if name and name not in sources and name not in self._made and name in self._text.locals:
                    self._refuse(inner, f"'{name}' is another name of a generator; write the generator's own name")
        drawn = sorted(inside & sources.keys())
        before: list[ast.stmt] = []
        for k, bound in enumerate(node.iter.args if drawn else []):
            if not is_plain_bound(bound):
                name = f"_{drawn[0]}_bound{k}_{self._loops}_"
                self.names.add(name)
                value = self._renamed(bound, sources)
                before.append(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), node))
                node.iter.args[k] = ast.copy_location(ast.Name(name, ast.Load()), bound)
        begin: list[ast.stmt] = []
        after: list[ast.stmt] = []
        own = dict(sources)
        exits: list[ast.stmt] = []
        for generator in drawn:
            parts: dict[str, Any] = {**self._new_names(generator), "AROUND": sources[generator], "COUNTER": node.target.id}
            before += self._parsed("KEY0, KEY1, C2, C3 = AROUND('inside')", parts, node)
            begin += self._parsed(_OF_ITERATION, parts, node)
            own[generator] = parts["SOURCE"]
            when = when_drawn(self._text, node, generator)
            if when is not None:
                test = ast.copy_location(when, node)
                count = self._parsed("AROUND('loop')", parts, node)
                before.append(ast.copy_location(ast.If(test, count, []), node))
            else:
                before += self._parsed("USED = (0).__as_word__()", parts, node)
                exits += self._parsed("USED = USED.__larger__(DRAWS + LOOPS + NORMALS)", parts, node)
                after += self._parsed("if USED > 0:\n    AROUND('loop')", parts, node)
        node.iter = self._renamed(node.iter, sources)
        made = self._block(node.body, own)
        node.body = begin + (_before_exits(made, exits) + copy_tree(exits) if exits else made)
        node.orelse = self._block(node.orelse, sources)
        return [*before, node, *after]


def _before_exits(body: list[ast.stmt], extra: list[ast.stmt], in_loop: bool = False) -> list[ast.stmt]:
    """The statements, with others before each that ends an iteration of the loop around them."""
    made: list[ast.stmt] = []
    for node in body:
        if isinstance(node, ast.Return) or (not in_loop and isinstance(node, (ast.Continue, ast.Break))):
            made += copy_tree(extra)
        is_loop = isinstance(node, (ast.For, ast.While))
        for field in ("body", "orelse"):
            inner = getattr(node, field, None)
            if isinstance(inner, list) and not isinstance(node, ast.FunctionDef):
                setattr(node, field, _before_exits(inner, extra, in_loop or (is_loop and field == "body")))
        made.append(node)
    return made
