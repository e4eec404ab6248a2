"""Finds the text of a function: files, zip archives, notebook cells, `exec`, `python -c`, `python < file` and the
plain interpreter. Gives the parsed `def` with positions as in the real file.

Text that does not come from a file that the interpreter read itself (history of the interpreter, strings of calling
frames) is only a guess, so it is compiled and must give the very same code object before it is used.
"""

from __future__ import annotations
import __future__

import _ast
import linecache
import os
import sys
import time
import weakref
from collections.abc import Iterator
from functools import partial
from types import CodeType, FrameType, FunctionType
from typing import Any, Generic, NamedTuple, TypeVar

_MAX_STDIN_BYTES = 16 * 1024 * 1024
_TRIES = 20
_FUTURE_FLAGS = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})
LOADED = time.time()

T = TypeVar("T")


class SourceNotFound(Exception):
    """The text of a function cannot be found; the message says why and what would work."""


class FunctionSource(NamedTuple):
    """A function as parsed: node positions are those of `filename`; `lines` start at `first_line` of it."""

    node: _ast.FunctionDef | _ast.AsyncFunctionDef
    filename: str
    lines: list[str]
    first_line: int
    relies_on: tuple[Any, ...] = ()  # what free names stood for when the node was written in plainer words (_writing/plainer.py)


CodeKey = tuple[Any, ...]  # what tells the code of one function from that of others, but for its file
PackedText = tuple[CodeKey, str, int, list[str]]  # file, line number of the first line, the lines


class Remembered(Generic[T]):
    """What is known of objects as long as they live, by identity. What forgets it is no Python code: in the callback of a weak
    reference Ctrl-C would be lost, as in that of a WeakKeyDictionary."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[weakref.ref[Any], T]] = {}

    def put(self, thing: Any, known: T) -> None:
        key = id(thing)
        self._known[key] = (weakref.ref(thing, partial(self._known.pop, key)), known)

    def get(self, thing: Any) -> T | None:
        found = self._known.get(id(thing))
        return found[1] if found else None


_kept: Remembered[list[str]] = Remembered()  # lines, by code
_parsed: Remembered[FunctionSource] = Remembered()  # by code
_received: dict[CodeKey, tuple[str, list[str]]] = {}  # file and lines


def keep_source(function: FunctionType) -> None:
    """Remembers the text as it is now (when the decorator runs), so that a later edit of the file cannot change what
    an already imported function means."""
    code = function.__code__
    lines = linecache_lines(function) or guessed_lines(code)
    if lines:
        _kept.put(code, lines)


def kept_text(function: FunctionType) -> str | None:
    """The text of the file as keep_source() has seen it."""
    kept = _kept.get(function.__code__)
    return "".join(kept) if kept else None


def parameters_of(function: FunctionType) -> tuple[tuple[str, ...], dict[str, Any], tuple[int, int]]:
    """The names of the parameters, the values of those that have a default, and how many can be given by position and by
    position only."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional = names[: code.co_argcount]
    values = function.__defaults__ or ()
    defaults = dict(zip(positional[len(positional) - len(values) :], values, strict=True))
    defaults.update(function.__kwdefaults__ or {})
    return names, defaults, (code.co_argcount, code.co_posonlyargcount)


def keep_parsed(function: FunctionType, source: FunctionSource) -> None:
    """Remembers what a function was made of that has no text of its own."""
    _parsed.put(function.__code__, source)


def pack(function: FunctionType, source: FunctionSource) -> PackedText:
    """The text of a function in a form that can be sent to another process."""
    lines = _lambda_alone(source) if function.__code__.co_name == "<lambda>" else source.lines
    return code_key(function.__code__), source.filename, source.first_line, lines


def _lambda_alone(source: FunctionSource) -> list[str]:
    """Without what stands around it, which may be the middle of a statement; it keeps its columns."""
    node: Any = source.node
    if node.col_offset == 0:
        return source.lines
    lines = [line.encode() for line in source.lines]
    lines[-1] = lines[-1][: node.end_col_offset] + b")"
    lines[0] = b"(".ljust(node.col_offset) + lines[0][node.col_offset :]
    return [line.decode() for line in lines]


def unpack(texts: list[PackedText]) -> None:
    """Takes texts that came with a pickled function: its files may not exist in this process."""
    for key, filename, first_line, lines in texts:
        _received[key] = filename, ["\n"] * (first_line - 1) + [line + "\n" for line in lines]


def code_key(code: CodeType) -> CodeKey:
    """Without the file, which cloudpickle 3.1.3 does not send. Sets have no order that two processes share."""
    constants = tuple(map(_constant_key, code.co_consts))
    return code.co_name, code.co_firstlineno, code.co_code, code.co_names, code.co_varnames, constants


def _constant_key(value: Any) -> Any:
    if isinstance(value, CodeType):
        return code_key(value)
    if isinstance(value, (tuple, frozenset)):
        items = tuple(map(_constant_key, value))
        return items if isinstance(value, tuple) else tuple(sorted(items, key=repr))
    return repr(value)


def find_source(function: FunctionType) -> FunctionSource:
    """The parsed `def` of a function. Raises SourceNotFound."""
    code = function.__code__
    parsed = _parsed.get(code)
    if parsed is not None:
        return parsed
    filename, lines = _remembered(code)
    is_read_now = not lines
    lines = lines or linecache_lines(function) or guessed_lines(code)
    if not lines:
        raise SourceNotFound(
            f"the source text of '{code.co_name}' (file {code.co_filename!r}) cannot be found; "
            "put the function into a file or a notebook cell"
        )
    source = parse_lambda(code, lines) if code.co_name == "<lambda>" else parse_function(code, lines)
    if is_read_now and _is_edited(code.co_filename) and not _is_text_of(source, code):
        raise SourceNotFound(
            f"the text of '{code.co_name}' in {code.co_filename!r} changed since it was imported; import it again"
        )
    return source._replace(filename=filename)


def _remembered(code: CodeType) -> tuple[str, list[str]]:
    """The file, and its lines if they were kept or came with the function."""
    kept = _kept.get(code)
    return (code.co_filename, kept) if kept else _received.get(code_key(code), (code.co_filename, []))


def text_read(function: FunctionType) -> str | None:
    """What find_source() reads of a file, if ends_with_block(); None: no file has it, or another text than the function was made of."""
    code = function.__code__
    filename, lines = _remembered(code)
    if _parsed.get(code) is not None or filename != code.co_filename or not os.path.exists(filename) or (not lines and _is_edited(filename)):
        return None
    lines = lines or linecache_lines(function)
    block = "".join(lines[code.co_firstlineno - 1 : _end_of_block(code, lines)])
    if code.co_name == "<lambda>" and not _is_complete(block, code):
        block = "".join(lines)
    return block or None


def ends_with_block(function: FunctionType) -> bool:
    """Whether the text of a function goes no further than text_read()."""
    text = text_read(function)
    return text is not None and _is_complete(text, function.__code__)


def _is_complete(text: str, code: CodeType) -> bool:
    try:
        _parse(f"if 1:\n{text}" if _indent(text) > 0 else text, code.co_filename)
    except SyntaxError:
        return False
    return True


def _is_edited(filename: str) -> bool:
    """Whether the file was written since this module was loaded: a helper may have been imported from another text."""
    try:
        return os.stat(filename).st_mtime > LOADED
    except OSError:
        return False


def _is_text_of(source: FunctionSource, code: CodeType) -> bool:
    """Whether the `def` does what the code does; closures and methods count as such."""
    if code.co_freevars or code.co_name == "<lambda>":
        return True
    alone: Any = _ast.Module([source.node], [])
    compiled: CodeType = compile(alone, code.co_filename, "exec", dont_inherit=True)
    made = [c for c in compiled.co_consts if isinstance(c, CodeType) and c.co_name == code.co_name]
    return any(_meaning(c) == _meaning(code) for c in made)


def _meaning(code: CodeType) -> tuple[Any, ...]:
    constants = [repr(value) for value in code.co_consts if not isinstance(value, CodeType)]
    return code.co_code, code.co_names, code.co_varnames, constants


def run_text(text: str, file: str, scope: dict[str, Any]) -> dict[str, Any]:
    """Runs a text in a scope, which then has what the text defines; tracebacks and the compiler find its lines."""
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)
    return scope


def linecache_lines(function: FunctionType) -> list[str]:
    """Lines of the file or notebook cell that the function was read from; empty if there is none."""
    filename = function.__code__.co_filename
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, function.__globals__)
    register = getattr(linecache, "_getlines_from_code", None)  # Python 3.13: the interpreter and `python -c`
    return lines or (register(function.__code__) if register else [])


def guessed_lines(code: CodeType) -> list[str]:
    """Text that compiles to exactly this code object, from the places where interactive or generated code comes from."""
    if os.path.exists(code.co_filename):
        return []
    word = "lambda" if code.co_name == "<lambda>" else code.co_name
    for text in _candidates(code):
        if word in text and _compiles_to(text, code):
            return text.splitlines(keepends=True)
    return []


def _candidates(code: CodeType) -> Iterator[str]:
    arguments = getattr(sys, "orig_argv", [])
    if "-c" in arguments[:-1]:
        yield arguments[arguments.index("-c") + 1]
    if code.co_filename == "<stdin>":
        yield from _interpreter_history(code)
        yield from _standard_input(code)
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:  # exec(text, namespace): the text is a variable or a constant of a calling frame
        for value in (*frame.f_code.co_consts, *frame.f_locals.values()):
            if type(value) is str and ("def " in value or "lambda" in value):
                yield value
        frame = frame.f_back


def _interpreter_history(code: CodeType) -> Iterator[str]:
    """The plain interpreter before Python 3.13 keeps typed lines only in readline's history."""
    readline = sys.modules.get("readline")
    if readline is None:
        return
    count = readline.get_current_history_length()
    history = [readline.get_history_item(i) or "" for i in range(max(1, count - 5000), count + 1)]
    yield from _defs_among(history, code)


def _defs_among(lines: list[str], code: CodeType) -> Iterator[str]:
    """Each `def` of this name, the last one first, on the line on which the code has it."""
    for start in range(len(lines) - 1, -1, -1):
        if lines[start].startswith(f"def {code.co_name}"):
            end = start + 1
            while end < len(lines) and not _ends_block(lines[end], 0):
                end += 1
            while start > 0 and lines[start - 1].startswith("@"):
                start -= 1
            yield "\n" * (code.co_firstlineno - 1) + "\n".join(lines[start:end]) + "\n"


def _standard_input(code: CodeType) -> Iterator[str]:
    """`python < file.py`: the file is still open as descriptor 0. `program | python -`: the pipe is empty by now, but its last bytes
    are still in the buffer that the interpreter read them through."""
    try:
        if not os.isatty(0):
            yield os.pread(0, _MAX_STDIN_BYTES, 0).decode()
    except (OSError, UnicodeDecodeError):
        lines = _buffer_of_pipe().splitlines()
        yield from ("\n".join(lines[: len(lines) - cut]) + "\n" for cut in range(min(len(lines), _TRIES)))
        yield from _defs_among(lines, code)


def _buffer_of_pipe() -> str:
    """What the buffer of C's stdin holds, where the C library is glibc: a program of at most a page, as a rule 4096 bytes, or the last
    part of a longer one; behind the text there may be anything."""
    if not sys.platform.startswith("linux") or "CS_GNU_LIBC_VERSION" not in os.confstr_names:
        return ""
    import ctypes

    stdin = ctypes.c_void_p.in_dll(ctypes.CDLL(None), "stdin").value or 0
    begin, end = (ctypes.c_void_p.from_address(stdin + 8 * field).value or 0 for field in (7, 8))  # _IO_buf_base, _IO_buf_end
    return ctypes.string_at(begin, end - begin).split(b"\0", 1)[0].decode(errors="replace") if begin < end else ""


def _compiles_to(text: str, code: CodeType) -> bool:
    """`from __future__ import annotations` and the like hold for the text that a module hands to exec."""
    try:
        flags = code.co_flags & _FUTURE_FLAGS
        compiled = compile(text, code.co_filename, "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    pending = [compiled]
    while pending:
        candidate = pending.pop()
        if candidate == code:
            return True
        pending.extend(constant for constant in candidate.co_consts if isinstance(constant, CodeType))
    return False


def _parse(text: str, filename: str) -> _ast.AST:
    """CPython 3.11 counts the depth of the trees of all threads together, and raises SystemError where two meet."""
    tries = 0
    while True:
        try:
            return compile(text, filename, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
        except SystemError:
            tries += 1
            if tries == _TRIES:
                raise


def parse_function(code: CodeType, lines: list[str]) -> FunctionSource:
    """Parses only the lines of the `def`: from its first decorator to the first line that ends the block and where the
    text is complete (a closing parenthesis or the end of a string may stand left of the body)."""
    start = code.co_firstlineno - 1
    if start >= len(lines):
        raise _changed(code)
    indent = _indent(lines[start])
    # Blank lines in front give the nodes the line numbers of the file; `if 1:` makes an indented `def` complete.
    padding = "\n" * start if indent == 0 else "\n" * max(start - 1, 0) + "if 1:\n"
    end = _end_of_block(code, lines)
    problem: SyntaxError | None = None
    while end <= len(lines):
        try:
            tree = _parse(padding + "".join(lines[start:end]), code.co_filename)
        except SyntaxError as error:
            problem = error
            end = _next_end(lines, end + 1, indent)
            continue
        block: Any = tree
        if indent:
            block = block.body[0]
        node = block.body[0] if block.body else None
        if not isinstance(node, (_ast.FunctionDef, _ast.AsyncFunctionDef)) or node.name != code.co_name:
            raise _changed(code)
        if (
            min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            != code.co_firstlineno
        ):
            raise _changed(code)
        used = lines[start : node.end_lineno]
        return FunctionSource(node, code.co_filename, [line.rstrip("\r\n") for line in used], start + 1)
    raise _changed(code) from problem


def parse_lambda(code: CodeType, lines: list[str]) -> FunctionSource:
    """The lambda as a `def` that returns what it gives. Of several that begin on one line, the one with this code."""
    import ast

    try:
        tree = _parse("".join(lines), code.co_filename)
    except SyntaxError as error:
        raise _changed(code) from error
    line = code.co_firstlineno
    found = [n for n in _nodes_at(tree, line) if isinstance(n, ast.Lambda) and n.lineno == line]
    if not found:  # what is in a text with values (f'') may have other lines than the text
        found = [n for n in ast.walk(tree) if isinstance(n, ast.Lambda) and n.lineno == line]
    if len(found) > 1:
        found = [n for n in found if _is_lambda_of(n, code)]
    if not found:
        raise _changed(code)
    node = found[0]
    result = ast.copy_location(ast.Return(node.body), node.body)
    made = ast.FunctionDef(name="<lambda>", args=node.args, body=[result], decorator_list=[])  # only read
    used = lines[node.lineno - 1 : node.end_lineno]
    ast.copy_location(made, node)
    return FunctionSource(made, code.co_filename, [line.rstrip("\r\n") for line in used], node.lineno)


def _nodes_at(tree: Any, line: int) -> Iterator[Any]:
    """Those that reach over a line, outer ones first. Most of a file is not looked at."""
    import ast

    waiting = [tree]
    while waiting:
        inner: list[Any] = []
        for node in waiting:
            first = min([getattr(node, "lineno", line), *(d.lineno for d in getattr(node, "decorator_list", ()))])
            if first <= line <= (getattr(node, "end_lineno", None) or line):
                yield node
                inner += ast.iter_child_nodes(node)
        waiting = inner


def _is_lambda_of(node: Any, code: CodeType) -> bool:
    """By the places of its instructions; where these have none, as before Python 3.11 or in `lambda: 1` of 3.12, by what it does."""
    positions: Any = getattr(code, "co_positions", tuple)()
    spans = [((line, start), (end_line, end)) for line, end_line, start, end in positions if end]
    if not spans:
        compiled = compile(_ast.Expression(node), "", "eval", dont_inherit=True)
        return any(_meaning(c) == _meaning(code) for c in compiled.co_consts if isinstance(c, CodeType))
    body = node.body
    first, last = (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)
    return min(s for s, _ in spans) == first and max(e for _, e in spans) == last


def _end_of_block(code: CodeType, lines: list[str]) -> int:
    """The first line behind the code of a function that stands no further right than its first one."""
    start = code.co_firstlineno - 1
    last = max((line for _, _, line in code.co_lines() if line), default=start + 1)
    return _next_end(lines, max(last, start + 1), _indent(lines[start])) if start < len(lines) else start


def _next_end(lines: list[str], end: int, indent: int) -> int:
    while end < len(lines) and not _ends_block(lines[end], indent):
        end += 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t\f"))


def _ends_block(line: str, indent: int) -> bool:
    stripped = line.strip()
    return bool(stripped) and not stripped.startswith("#") and _indent(line) <= indent


def _changed(code: CodeType) -> SourceNotFound:
    return SourceNotFound(
        f"line {code.co_firstlineno} of {code.co_filename!r} is not the start of '{code.co_name}' any more: "
        "the file changed since it was imported; import it again"
    )
