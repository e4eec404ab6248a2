"""Functions with statements that the language has not: those run in Python, as steps of the program, the loops between them are
compiled.

Problem:  `print`, `np.random`, SciPy, files, dicts: one statement of those must not keep a whole function from being compiled.
Choice:   what CompileError names runs as the Python that it is, in order; each run of other statements that holds a loop becomes
          a function of its own, compiled as the user asked. Its arguments are the names that it reads, its results those that are
          read elsewhere. Types of what Python computes are known when the next function is called: no table, no annotation.
Rejected: a call-back from compiled code (it must know the type of each result before it runs, and cannot take a dict or a
          generator); running all of the function in Python (its loops are why it was decorated).

In `strict` mode the CompileError stays; so it does where a name is not defined, and for what stands in a `prange` loop.
"""

from __future__ import annotations

import ast
import sysconfig
from types import FunctionType
from typing import Any

from unpython import _attempts, _core, _find_source, _library, _returned_names
from unpython._attempts import run_again
from unpython._local_names import local_names, names_read, own_names
from unpython._other_functions.split_function import Compiled, Splitter, is_taken
from unpython._other_functions.whole_in_python import lines_that_see_names
from unpython._warn import warn
from unpython._writing.arrays.read_as_arrays import OF_LISTS
from unpython._writing.nodes import is_none, walk

#: Mistakes that are mistakes in Python too.
_MISTAKES = frozenset(["UNDEFINED_NAME", "UNBOUND_LOCAL", "UNKNOWN_LOCAL", "DECLARED_RESULT"])
#: Mistakes of types, which Python meets where the call comes to them.
_OF_TYPES = frozenset(["TYPE_MISMATCH", "BAD_SUBSCRIPT", "WRONG_ARGUMENTS", "LOSSY_JOIN"])
KEY = "steps"


def _lists_of_numbers(py_func: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> set[str]:
    """The parameters that are lists of what cannot be changed."""
    given = {**dict(zip(py_func.__code__.co_varnames[: py_func.__code__.co_argcount], args, strict=False)), **kwargs}
    return {name for name, value in given.items() if type(value) is list and set(map(type, value)) <= {bool, int, float, complex, str}}


def fall_back(
    py_func: FunctionType,
    declared: Any,
    settings: tuple[dict[str, str], dict[str, Any], str],
    variants: dict[Any, Any],
    error: Exception,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> Steps | FunctionType | None:
    """What does what a function does that is refused with this error; None where it stays refused."""
    if declared is not None or (py_func.__module__ or "").startswith(_library.__name__):
        return None
    if isinstance(error, NotImplementedError) and not hasattr(error, _attempts.OF_PROGRAM):
        lists = _lists_of_numbers(py_func, args, kwargs)
        may = hasattr(error, "unpython_left_alone") or _attempts.may_run_again(py_func, lists=lists, holds_prints=False)
        return run_again.in_python(py_func, variants, error) if may else None
    if isinstance(error, _core.CompileError) and _is_of_device_operators(error, args, kwargs):
        return None
    is_of_lists = hasattr(error, OF_LISTS) and bool(_names_not_taken(py_func, args, kwargs))
    if isinstance(error, _core.CompileError) and not is_of_lists and not _takes_for_own(error, args, kwargs):
        return _of_compile_error(py_func, settings, variants, error)
    if hasattr(error, _returned_names.MARK):
        return run_again.in_python(py_func, variants, error)
    names = _names_not_taken(py_func, args, kwargs)
    if not names:
        return None
    key = (KEY, *sorted(names))
    if key not in variants:
        variants.setdefault(key, _make(py_func, settings, {}, names))
    taken: Steps | None = variants[key]
    return taken


def _is_of_device_operators(error: _core.CompileError, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether arrays on a device meet a mistake of types: their operators are compiled functions, Python would only call them again."""
    codes = {d["code"] for d in error.diagnostics}
    return bool(codes) and codes <= _OF_TYPES and any(isinstance(v, _core.DeviceArray) for v in (*args, *kwargs.values()))


def _takes_for_own(error: _core.CompileError, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a generator of NumPy was refused what one of up.random cannot do: the text of a function is read before its arguments."""
    from unpython._writing.random_numbers import numpy_generators

    return not error.diagnostics and any(map(numpy_generators.is_one, (*args, *kwargs.values())))


def _is_of_made_name(py_func: FunctionType, diagnostic: dict[str, Any]) -> bool:
    """Whether it is a name of other words, and none of the program, that has no value: `_recursion_result_`."""
    name = diagnostic["message"].partition("'")[2].partition("'")[0]
    return diagnostic["code"] == "UNBOUND_LOCAL" and name.startswith("_") and name not in own_names(py_func.__code__) | names_read(py_func)


def _is_of_loop(node: ast.AST, diagnostic: dict[str, Any]) -> bool:
    """Whether a name without a value is what a loop around it gives: the loop goes through a list without items, and never runs."""
    name, line = diagnostic["message"].partition("'")[2].partition("'")[0], diagnostic["line"]
    return diagnostic["code"] == "UNBOUND_LOCAL" and any(
        isinstance(n, ast.For) and n.lineno <= line <= (n.end_lineno or 0) and any(isinstance(t, ast.Name) and t.id == name for t in walk(n.target))
        for n in walk(node)
    )


def _of_compile_error(py_func: FunctionType, settings: Any, variants: dict[Any, Any], error: _core.CompileError) -> Steps | None:
    codes = {d["code"] for d in error.diagnostics}
    mistakes = {d["code"] for d in error.diagnostics if not _is_of_made_name(py_func, d)} & _MISTAKES
    if "UNSUPPORTED_VALUE" in codes:
        mistakes = mistakes - {"UNBOUND_LOCAL"}  # a name of what is not in the language has no value
    if isinstance(error, _core.RaceError):
        return None
    try:
        source = _find_source.find_source(py_func)
    except _find_source.SourceNotFound:
        return None
    if any(_is_of_loop(source.node, d) for d in error.diagnostics):
        mistakes = mistakes - {"UNBOUND_LOCAL"}
    if any(isinstance(n, ast.Assign) and is_none(n.value) for n in walk(source.node)):
        mistakes = mistakes - {"UNBOUND_LOCAL"}  # nor has a name of None in other words
    if mistakes and not (mistakes == {"UNDEFINED_NAME"} and _asks_for_names(source.node)) and not lines_that_see_names(py_func, source.node):
        return None
    lines: dict[int, str] = {}
    for diagnostic in reversed(error.diagnostics):
        message, line, here = diagnostic["message"], diagnostic["line"], diagnostic["file"] == 0
        if here and source.node.lineno <= line <= (source.node.end_lineno or 0):
            lines[line] = message
            continue
        message += f", line {line}" if here else ""
        calls = {at: f"'{name}' is not compiled" if name else message for at, name in _calls_of_helpers(py_func, source.node).items()}
        lines |= calls or dict.fromkeys(_lines_of_functions(source.node), message)
    key = (KEY, *sorted(lines.items()))
    if lines and key not in variants:
        try:
            steps = _make(py_func, settings, lines, {})
        except RecursionError:
            return None  # nested too deeply to be cut into steps
        # What stands here is never replaced: calls of other threads are running it, and do not own it.
        return None if steps is None else variants.setdefault(key, steps)  # type: ignore[no-any-return]
    found: Steps | None = variants.get(key)
    return found


def _lines_of_functions(node: Any) -> set[int]:
    """Where the functions stand that are given to others, `sorted(rows, key=lambda r: r[0])`: what is wrong in one is wrong there. Of one that
    has a name all lines may call it."""
    return {n.lineno for n in walk(node) if isinstance(n, ast.Lambda)} or {s.lineno for s in node.body}


def _asks_for_names(node: ast.AST) -> bool:
    """Whether a function asks itself what a module has, as `if hasattr(np, 'trapezoid')` does: a missing name is no mistake then."""
    names = {n.id if isinstance(n, ast.Name) else n.attr for n in walk(node) if isinstance(n, (ast.Name, ast.Attribute))}
    return not names.isdisjoint(("hasattr", "getattr", "__version__", "AttributeError"))


def _calls_of_helpers(py_func: FunctionType, node: ast.AST) -> dict[int, str]:
    """Lines that call functions of Python, or what the caller has given: what is wrong in a function that is called is
    wrong where it is called. With the name of a function that is installed: its text says nothing to the user."""
    from unpython import _bindings

    lines: dict[int, str] = {}
    own = local_names(py_func)
    for call in walk(node):
        if not isinstance(call, ast.Call):
            continue
        names: list[str] = []
        root: Any = call.func
        while isinstance(root, ast.Attribute):
            names.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name):
            continue
        if root.id in own:
            if not names:
                lines[call.lineno] = ""
            continue
        found = _bindings.resolve(py_func, root.id, names[::-1])
        if found.kind == "function":
            lines[call.lineno] = ast.unparse(call.func) if _is_installed(found.value) else ""
    # Methods of objects, operators of theirs.
    return lines or {n.lineno: "" for n in walk(node) if isinstance(n, (ast.Attribute, ast.BinOp))}


def _is_installed(function: Any) -> bool:
    """Whether it comes with Python or with a package that was installed."""
    code, paths = getattr(function, "__code__", None), sysconfig.get_paths()
    return code is not None and code.co_filename.startswith(tuple(paths[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib")))


def _names_not_taken(py_func: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, str]:
    """Parameters whose values no compiled function takes, and what these are in words."""
    import inspect

    try:
        bound = inspect.signature(py_func).bind(*args, **kwargs)
    except TypeError:
        return {}
    given = {name: _in_words(value) for name, value in bound.arguments.items() if not is_taken(value)}
    if given:
        return given
    bound.apply_defaults()
    return {name: _in_words(value) for name, value in bound.arguments.items() if not is_taken(value)}


def _in_words(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    if dtype is None:
        from unpython._bindings import describe

        return describe(value)
    return f"an array of {dtype}" if getattr(value, "ndim", 0) else f"a {dtype}"


def _inner(part: Compiled) -> Steps | None:
    """The steps that the last call of a piece took; None: it was compiled as a whole, or there was none."""
    told = part.report()
    return told if isinstance(told, Steps) else None


class Steps:
    """A function as steps: called in its place; printed, it says what runs where."""

    def __init__(
        self, name: str, function: FunctionType, in_python: dict[int, str], compiled: list[Compiled], not_taken: dict[str, str]
    ):
        self.name = name
        self.function = function
        self.in_python = in_python
        self.not_taken = not_taken  # parameters that only Python takes, and what they are
        self.compiled = compiled

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def is_all_python(self) -> bool:
        """Whether Python ran all that the last call came to."""
        return all(part.in_python or ((inner := _inner(part)) is not None and inner.is_all_python()) for part in self.compiled)

    def as_dict(self) -> dict[str, Any]:
        """Lines that run in Python, with the reason; first and last lines of what is compiled."""
        told: dict[str, Any] = {
            "function": self.name,
            "in_python": [{"line": line, "why": why} for line, why in sorted(self.in_python.items())],
            "not_taken": dict(self.not_taken),
            "compiled": [],
        }
        for part in self.compiled:
            if (inner := _inner(part)) is not None:
                more = inner.as_dict()
                told["in_python"] += more["in_python"]
                told["not_taken"] |= more["not_taken"]
                told["compiled"] += more["compiled"]
            elif not part.in_python:
                told["compiled"].append(part.lines)
        return told

    def rows(self) -> list[str]:
        """What runs where, part by part."""
        rows = [f"  lines that use {name}: in Python, for it is {what}" for name, what in sorted(self.not_taken.items())]
        rows += [f"  line {line}: in Python, for {why}" for line, why in sorted(self.in_python.items())]
        for part in self.compiled:
            first, last = part.lines
            if (inner := _inner(part)) is not None:
                rows += inner.rows()
            else:
                few = ", in Python where there are a few items, as in the last call" if part.had_few else ""
                rows.append(f"  lines {first} to {last}: {'in Python: ' + part.in_python if part.in_python else 'compiled' + few}")
        return rows

    def __repr__(self) -> str:
        return "\n".join([f"{self.name}: a program of steps", *self.rows()])


def _make(py_func: FunctionType, settings: Any, lines: dict[int, str], names: dict[str, str]) -> Steps | None:
    try:
        source = _find_source.find_source(py_func)
    except _find_source.SourceNotFound:
        return None
    if not isinstance(source.node, ast.FunctionDef) or any(_in_parallel_loop(source.node, line) for line in lines):
        return None
    whole = lines_that_see_names(py_func, source.node)
    if whole:
        lines, names, function, compiled = whole, {}, py_func, list[Compiled]()
    else:
        splitter = Splitter(py_func, source, settings, lines, frozenset(names))
        function, compiled = splitter.function(), splitter.compiled
    steps = Steps(py_func.__qualname__, function, lines, compiled, names)
    slow = [line for line in lines if _in_loop(source.node, line)]
    if slow or names or not compiled:
        where = ", ".join(map(str, sorted(lines))) or "that use " + " and ".join(f"{name}, {names[name]}," for name in sorted(names))
        why = f" ({lines[min(lines)]})" if lines else ""
        rest = "other loops are compiled" if compiled else "no loop is left to compile"
        warn(
            f"{steps.name}: line{'s' * (len(lines) != 1)} {where} run{'s' * (len(lines) == 1)} in Python{why}; {rest}; "
            "strict=True makes this an error"
        )
    return steps


def _loops_around(node: ast.AST, line: int) -> list[ast.AST]:
    loops = [n for n in walk(node) if isinstance(n, (ast.For, ast.While))]
    return [n for n in loops if n.body[0].lineno <= line <= (n.end_lineno or 0)]


def _in_loop(node: ast.AST, line: int) -> bool:
    return bool(_loops_around(node, line))


def _in_parallel_loop(node: ast.AST, line: int) -> bool:
    def is_parallel(loop: ast.AST) -> bool:
        called = loop.iter.func if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call) else None
        name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
        return name in ("prange", "gpurange")

    return any(map(is_parallel, _loops_around(node, line)))
