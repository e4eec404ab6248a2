"""A function written anew, for _steps.py: calls of compiled functions in place of the statements that they took."""

from __future__ import annotations

import ast
import sys
from types import FunctionType
from typing import Any

from unpython import _core, _find_source
from unpython._local_names import own_names
from unpython._other_functions import few_items
from unpython._other_functions.made_function import definition, function_of
from unpython._warn import warn
from unpython._writing.flow import (
    always_assigned,
    leaves_loop,
    names_deleted,
    names_in,
    of_inner_functions,
    read_first,
)
from unpython._writing.nodes import walk

_LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp)
#: Statements that bind names for good: what they make must live where the function around it can see it.
_ALWAYS_PYTHON = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal,
    ast.Delete, ast.Yield, ast.YieldFrom, ast.Await, ast.Try, ast.With, ast.Starred,
)  # fmt: skip


def is_taken(value: Any) -> bool:
    """Whether compiled functions take this as an argument."""
    numpy = sys.modules.get("numpy")
    is_number = isinstance(value, (int, float, complex)) or (numpy is not None and isinstance(value, numpy.generic))
    if is_number and not _core.is_plain_number(value):
        return False
    if value is None or isinstance(value, (bool, float, complex, FunctionType)):
        return True
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if type(value) is tuple:
        return all(is_taken(item) and not _is_of_own_class(item) for item in value)
    if numpy is None or not isinstance(value, (numpy.ndarray, numpy.generic)):
        return hasattr(type(value), "__dlpack__")  # `__getattr__` may answer to every name
    return value.dtype.kind in "biufc" and value.dtype.isnative and value.dtype.char not in "gG"


def _is_of_own_class(value: Any) -> bool:
    """Whether it is a number of a class that a program made, which are not looked for in tuples."""
    return isinstance(value, (int, float, complex)) and type(value).__module__ not in ("builtins", "numpy")


_MOST_TURNS = 3  # that a piece is tried of which nothing is compiled


class Compiled:
    """Statements between those that run in Python. Where a call of them meets what no compiled function takes, they are steps in turn."""

    def __init__(self, function: FunctionType, settings: Any, lines: tuple[int, int], few: int = 0):
        from unpython.decorators import make_function

        self.plain = function
        self.function = make_function(function, None, {}, settings[1], settings[2])
        self.lines = lines
        self.in_python = ""  # why
        self.had_few = False  # items, in the last call
        self._few = few  # items that Python has gone through before compiled code has them; 0: not known
        self._steps: dict[tuple[int, ...], Any] = {}  # by the places of arguments that Python alone takes
        self._last: Any = None  # of these, those that the last call took
        #: Calls of which nothing was compiled, by the classes of what they are given; after some, looking at it costs more than it brings.
        self._turns: dict[tuple[type, ...], int] = {}

    def __call__(self, *args: Any) -> Any:
        if self.in_python:
            return self.plain(*args)
        if self._few:
            self.had_few = few_items.are_few(args, self._few)
            if self.had_few:
                return self.plain(*args)
        classes = tuple(map(type, args))
        if self._turns.get(classes, 0) >= _MOST_TURNS:
            return self.plain(*args)
        result = self._called(*args)
        if self._last is not None and self._last.is_all_python():
            self._turns[classes] = self._turns.get(classes, 0) + 1
        return result

    def _called(self, *args: Any) -> Any:
        places = tuple(place for place, value in enumerate(args) if not is_taken(value))
        self._last = self._steps.get(places)
        if self._last is not None:
            return self._last(*args)
        try:
            result = self.function(*args)
            if places and self.function.ran_on == "python" and hasattr(told := self.function.explain(), "in_python"):
                self._steps[places] = self._last = told
            return result
        except _core.CompileError as error:
            if isinstance(error, _core.RaceError):
                raise
            self.in_python = error.diagnostics[0]["message"] if error.diagnostics else str(error)
        first, last = self.lines
        warn(f"{self.plain.__qualname__}: lines {first} to {last} run in Python ({self.in_python}); strict=True makes this an error")
        return self.plain(*args)

    def report(self) -> Any:
        """What explain() says of the last call; None: it ran in Python, or there was none."""
        return None if self.in_python or self.function.ran_on is None else self._last or self.function.explain()


class Splitter:
    """Writes a function anew: calls of compiled functions in place of the statements that they took."""

    def __init__(
        self, py_func: FunctionType, source: _find_source.FunctionSource, settings: Any, lines: dict[int, str], names: frozenset[str]
    ):
        self._py_func = py_func
        self._source = source
        self._settings = settings
        self._lines = lines
        self._names = names
        code = py_func.__code__
        self._locals = own_names(code)
        read, self._changing = of_inner_functions(source.node)
        self._shared = read & frozenset(code.co_cellvars)
        self.compiled: list[Compiled] = []

    def function(self) -> FunctionType:
        node = self._source.node
        arguments = node.args
        parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        defined = {a.arg for a in parameters if a is not None}
        given = frozenset(defined)
        body = self._block(node.body, defined, set(), depth=0)
        made = definition(node.name, _without_annotations(arguments), [*body, *self._kept_local(body, given)])
        extra = {f"__step_{i}": part for i, part in enumerate(self.compiled)}
        function = function_of(self._py_func, ast.copy_location(made, node), extra)
        function.__defaults__, function.__kwdefaults__ = self._py_func.__defaults__, self._py_func.__kwdefaults__
        return function

    def _kept_local(self, body: list[ast.stmt], given: frozenset[str]) -> list[ast.stmt]:
        """`if False: name = None` for what only pieces assign now: who reads it before is told that it has no value yet."""
        names = sorted((names_in(body, ast.Load) & self._locals) - names_in(body, ast.Store) - given)
        stores: list[ast.stmt] = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in names]
        never = ast.If(ast.Constant(False), stores, [])
        return [ast.copy_location(never, body[-1])] if names else []

    def _block(self, body: list[ast.stmt], defined: set[str], after: set[str], depth: int) -> list[ast.stmt]:
        """The statements anew; `defined`: names that have a value before them, and after them when it returns; `after`: names whose
        values may be read behind them."""
        out: list[ast.stmt] = []
        start = 0
        while start < len(body):
            end = start
            while end < len(body) and not self._is_python(body[end], may_return=depth == 0):
                end += 1
            if end > start and end < len(body):  # what returns in the middle stays in Python
                returning = [i for i in range(start, end) if _holds(body[i], ast.Return)]
                end = returning[0] if returning else end
            if end > start:
                out += self._run(body[start:end], defined, self._read_behind(body, end, after), depth, at_end=end == len(body))
                start = end
                continue
            out.append(self._in_python(body[start], defined, self._read_behind(body, start + 1, after), depth))
            start += 1
        return out

    def _read_behind(self, body: list[ast.stmt], end: int, after: set[str]) -> set[str]:
        """Of a loop that is left in the middle, not all of the rest runs: it takes no name away."""
        return read_first(body[end:], set()) | names_in(body[end:], ast.Del) | after

    def _is_python(self, node: ast.stmt, may_return: bool) -> bool:
        if not may_return and _holds(node, ast.Return):
            return True
        if any(node.lineno <= line <= (node.end_lineno or 0) for line in self._lines):
            return True
        names = self._names | self._changing
        return any(
            isinstance(n, _ALWAYS_PYTHON) or (isinstance(n, ast.Name) and n.id in names) for n in walk(node)
        ) or leaves_loop([node]) or bool(names_in([node], ast.Store) & self._shared)

    def _in_python(self, node: ast.stmt, defined: set[str], after: set[str], depth: int) -> ast.stmt:
        """A statement as it is, with what it holds split."""
        made: Any = node
        # What `try` and `with` hold stays as it is: who catches an exception sees what was assigned before it.
        if isinstance(node, (ast.For, ast.While, ast.If)):
            made = type(node)(**{field: getattr(node, field) for field in node._fields})
            ast.copy_location(made, node)
            unset = set() if isinstance(node, ast.If) else names_deleted(node)  # by an iteration before
            inside = (defined - unset) | names_in(getattr(node, "target", None), ast.Store)
            again = set() if isinstance(node, ast.If) else self._read_behind([node], 0, set())
            made.body = self._block(node.body, inside, after | again, depth + 1)
            made.orelse = self._block(node.orelse, set(defined), after, depth + 1) if node.orelse else []
        defined |= always_assigned([node])
        defined -= names_deleted(node)
        return made

    def _run(
        self, statements: list[ast.stmt], defined: set[str], after: set[str], depth: int, at_end: bool
    ) -> list[ast.stmt]:
        returns = any(_holds(s, ast.Return) for s in statements)
        assigned = names_in(statements, ast.Store) & self._locals
        always = always_assigned(statements)
        first = read_first(statements, set()) & self._locals
        results = assigned & after
        arguments = (first | (results - always)) & defined
        is_closed = first <= defined and results <= always | defined
        worth = any(isinstance(n, _LOOPS) for s in statements for n in walk(s))
        if not worth or not is_closed or (returns and not (at_end and depth == 0)):
            return [
                self._in_python(s, defined, self._read_behind(statements, i, after), depth) for i, s in enumerate(statements, start=1)
            ]
        call = self._call(statements, sorted(arguments), [] if returns else sorted(results), returns)
        defined |= always & results  # what nobody else reads stays in the piece
        return [call]

    def _call(self, statements: list[ast.stmt], arguments: list[str], results: list[str], returns: bool) -> ast.stmt:
        first, last = statements[0], statements[-1]
        tail: list[ast.stmt] = [] if returns else [ast.Return(_tuple(results, ast.Load))]
        name = f"{self._py_func.__name__}_line_{first.lineno}"
        parameters = [ast.arg(a) for a in arguments]
        body = [*statements, *(ast.copy_location(t, last) for t in tail)]
        node = definition(name, ast.arguments([], parameters, None, [], [], None, []), body)
        function = function_of(self._py_func, ast.copy_location(node, first), {})
        lines = self._source.lines
        _find_source.keep_parsed(function, _find_source.FunctionSource(node, self._source.filename, lines, self._source.first_line))
        number = len(self.compiled)
        few = few_items.most(statements, arguments)
        self.compiled.append(Compiled(function, self._settings, (first.lineno, last.end_lineno or last.lineno), few))
        call = ast.Call(ast.Name(f"__step_{number}", ast.Load()), [ast.Name(a, ast.Load()) for a in arguments], [])
        if returns:
            made: ast.stmt = ast.Return(call)
        elif results:
            made = ast.Assign([_tuple(results, ast.Store)], call)
        else:
            made = ast.Expr(call)
        return ast.copy_location(made, first)



def _tuple(names: list[str], context: type[ast.expr_context]) -> ast.expr:
    return ast.Tuple([ast.Name(name, context()) for name in names], context()) if names else ast.Constant(None)


def _holds(node: ast.stmt, kind: type) -> bool:
    return any(isinstance(n, kind) for n in walk(node))


def _without_annotations(arguments: ast.arguments) -> ast.arguments:
    """The parameters alone: defaults are those that the `def` computed."""
    def plain(given: Any) -> Any:
        return None if given is None else ast.copy_location(ast.arg(given.arg), given)

    return ast.arguments(
        [plain(a) for a in arguments.posonlyargs], [plain(a) for a in arguments.args], plain(arguments.vararg),
        [plain(a) for a in arguments.kwonlyargs], [None] * len(arguments.kwonlyargs), plain(arguments.kwarg), [],
    )  # fmt: skip
