"""Turns a function and the helpers it calls into one compact string, the only thing that the compiler reads.

Grammar (blanks and line ends separate tokens; `X*` any number, `X?` is X or `-`):

    program   = "unpython" "1" function* "hidden" "[" string* "]"
    function  = "(" "function" name file at "[" parameter* "]" "[" parameter* "]" "[" binding* "]" "[" name* "]" "[" stmt* "]" ")"
                                        positional parameters, keyword-only parameters, free names, names that only
                                        unsupported nodes assign, body; the first function is the decorated one, the
                                        others are the helpers in order of discovery
    file      = string int "[" string* "]"        name as shown in messages, line number of the first line, the lines
    parameter = "(" name at expr? ")"             with the default value of a helper
    binding   = "(" path kind ")"                 path: `np.sqrt` as written
    kind      = "library" string | "function" int | "hidden" int | "unsupported" string | "missing" string
    stmt      = "(" "assign" at "[" expr* "]" expr ")" | "(" "aug" at expr operator expr ")"
              | "(" "for" at expr expr "[" stmt* "]" "[" stmt* "]" ")" | "(" ("while" | "if") at expr "[" stmt* "]" "[" stmt* "]" ")"
              | "(" ("break" | "continue" | "pass") at ")" | "(" "return" at expr? ")" | "(" "assert" at expr expr? ")"
              | "(" ("raise" | "expr") at expr ")" | "(" "unsupported" at class ")"
    expr      = "(" "name" at name ")" | "(" "int" at (int | "big") ")" | "(" ("float" | "complex") at float ")"
              | "(" ("true" | "false" | "none" | "ellipsis") at ")" | "(" "str" at string ")" | "(" "attr" at expr name ")"
              | "(" "sub" at expr expr ")" | "(" "slice" at expr? expr? expr? ")" | "(" ("tuple" | "list") at "[" expr* "]" ")"
              | "(" "unary" at operator expr ")" | "(" "binary" at operator expr expr ")" | "(" ("and" | "or") at "[" expr* "]" ")"
              | "(" "compare" at expr "[" operator* "]" "[" expr* "]" ")" | "(" "select" at expr expr expr ")"   condition, then, else
              | "(" "call" at expr "[" expr* "]" "[" keyword* "]" ")" | "(" "unsupported" at class ")"
    keyword   = "(" (name | "**") at expr ")"
    operator  = Python's sign; `is not` and `not in` are written `is-not` and `not-in`
    at        = line ":" column "+" length        a node that ends on its first line
              | line ":" column "-" line ":" column

Lines count from 1 and columns from 0 in UTF-8 bytes, both of the real file. A string stands in double quotes with the
escapes `\\\\`, `\\"`, `\\n`, and `\\uXXXX` for lone surrogates and NUL. An `unsupported` node names the class of `ast`; what is
inside it is left out. Decorators, annotations, docstrings and other constants as statements are dropped.
"""

from __future__ import annotations

import _ast
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, NamedTuple

from unpython import _bindings
from unpython._find_source import FunctionSource, PackedText, SourceNotFound, find_source, pack

_OPERATORS = {
    _ast.Add: "+", _ast.Sub: "-", _ast.Mult: "*", _ast.Div: "/", _ast.FloorDiv: "//", _ast.Mod: "%", _ast.Pow: "**",
    _ast.MatMult: "@", _ast.BitAnd: "&", _ast.BitOr: "|", _ast.BitXor: "^", _ast.LShift: "<<", _ast.RShift: ">>",
    _ast.UAdd: "+", _ast.USub: "-", _ast.Invert: "~", _ast.Not: "not", _ast.And: "and", _ast.Or: "or",
    _ast.Eq: "==", _ast.NotEq: "!=", _ast.Lt: "<", _ast.LtE: "<=", _ast.Gt: ">", _ast.GtE: ">=",
    _ast.Is: "is", _ast.IsNot: "is-not", _ast.In: "in", _ast.NotIn: "not-in",
}  # fmt: skip
_MAX_INT = 2**63 - 1


class Serialized(NamedTuple):
    """What the compiler needs of a function. `hidden` and `guards` are access paths as in _bindings.AccessPath: values
    read at each call, and objects that were taken as they are (serialize again when one is another object)."""

    text: str
    parameter_names: tuple[str, ...]
    defaults: dict[str, Any]
    hidden: tuple[_bindings.AccessPath, ...]
    guards: tuple[tuple[_bindings.AccessPath, Any], ...]


def serialize(function: FunctionType) -> Serialized:
    """The function and, transitively, its helpers. Raises SourceNotFound, and RecursionError for an expression nested
    too deeply."""
    program = _Program()
    program.index_of(function)
    chunks = []
    for helper in program.functions:  # grows while helpers are met
        chunks.append(_FunctionWriter(program, helper, is_entry=helper is function).write())
    hidden = " ".join(_quote(path) for path in program.hidden_names)
    text = "unpython 1\n" + "\n".join(chunks) + f"\nhidden [{hidden}]\n"
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional = names[: code.co_argcount]
    values = function.__defaults__ or ()
    defaults = dict(zip(positional[len(positional) - len(values) :], values, strict=True))
    defaults.update(function.__kwdefaults__ or {})
    return Serialized(text, names, defaults, tuple(program.hidden), tuple(program.guards.values()))


def packed_texts(function: FunctionType) -> list[PackedText]:
    """The texts of a function and its helpers, to be sent along with it. Raises SourceNotFound."""
    program = _Program()
    program.index_of(function)
    for helper in program.functions:  # grows while helpers are met
        _FunctionWriter(program, helper, is_entry=helper is function).write()
    return [pack(helper, program.sources[helper]) for helper in program.functions]


class _Program:
    """What all functions of one program share: helpers, hidden values and guards, each listed once."""

    def __init__(self) -> None:
        self.functions: list[FunctionType] = []
        self.sources: dict[FunctionType, FunctionSource] = {}
        self.hidden: list[_bindings.AccessPath] = []
        self.hidden_names: list[str] = []
        self.guards: dict[tuple[Any, ...], tuple[_bindings.AccessPath, Any]] = {}
        self._hidden_index: dict[tuple[Any, ...], int] = {}

    def index_of(self, function: FunctionType) -> int:
        if function not in self.sources:
            self.sources[function] = find_source(function)
            self.functions.append(function)
        return self.functions.index(function)

    def hidden_index(self, path: str, access: _bindings.AccessPath) -> int:
        key = (id(access[0]), *access[1:])
        if key not in self._hidden_index:
            self._hidden_index[key] = len(self.hidden)
            self.hidden.append(access)
            self.hidden_names.append(path)
        return self._hidden_index[key]

    def guard(self, access: _bindings.AccessPath, expected: Any) -> None:
        self.guards.setdefault((id(access[0]), *access[1:]), (access, expected))


class _FunctionWriter:
    """Writes one function: a method for each class of `ast` that the language has, named after it."""

    def __init__(self, program: _Program, function: FunctionType, is_entry: bool) -> None:
        code = function.__code__
        self._program = program
        self._function = function
        self._is_entry = is_entry
        self._locals = frozenset(code.co_varnames + code.co_cellvars)
        self._bindings: dict[str, str] = {}
        self._unknown_names: dict[str, None] = {}  # in order of appearance
        self._out: list[str] = []

    def write(self) -> str:
        source = self._program.sources[self._function]
        node = source.node
        self._block(self._body(node), 1)
        body = "".join(self._out)
        self._out = []
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults = self._function.__defaults__ or ()
        padded = [_NO_DEFAULT] * (len(positional) - len(defaults)) + list(defaults)
        keyword_defaults = self._function.__kwdefaults__ or {}
        self._parameters(zip(positional, padded, strict=True))
        self._parameters((a, keyword_defaults.get(a.arg, _NO_DEFAULT)) for a in arguments.kwonlyargs)
        parameters = "".join(self._out)
        lines = " ".join(map(_quote, source.lines))
        header = f"{node.lineno}:{node.col_offset}+{len('def ' + node.name)}"
        return (
            f"(function {node.name} {_quote(source.filename)} {source.first_line} [{lines}] {header}{parameters}"
            f" [{' '.join(self._bindings.values())}] [{' '.join(self._unknown_names)}]{body})"
        )

    @staticmethod
    def _body(node: _ast.FunctionDef | _ast.AsyncFunctionDef) -> list[_ast.stmt]:
        """The statements, with a stand-in for what is wrong with the `def` itself."""
        extra: list[Any] = []
        if isinstance(node, _ast.AsyncFunctionDef):
            extra.append(node)
        extra.extend(a for a in (node.args.vararg, node.args.kwarg) if a is not None)
        return [*extra, *node.body]

    def _parameters(self, parameters: Any) -> None:
        self._out.append(" [")
        for node, default in parameters:
            self._out.append(f"({node.arg} {_at(node)} ")
            # The call binds the defaults of the decorated function; those of a helper are part of the program.
            self._default(node, _NO_DEFAULT if self._is_entry else default)
            self._out.append(")")
        self._out.append("]")

    def _default(self, node: _ast.arg, value: Any) -> None:
        """A default is the value that the `def` computed, not its text."""
        numpy = sys.modules.get("numpy")
        if value is _NO_DEFAULT:
            self._out.append("-")
        elif numpy is not None and isinstance(value, (numpy.number, numpy.bool_)):
            name = f"numpy.{value.dtype.name}"
            self._bindings[name] = f"({name} library {_quote(name)})"
            self._out.append(f"(call {_at(node)} (name {_at(node)} {name}) [")
            self._constant(node, value.item())
            self._out.append("] [])")
        else:
            self._constant(node, value)

    # Statements.

    def _block(self, body: list[_ast.stmt], depth: int) -> None:
        out = self._out
        out.append(" [")
        for node in body:
            out.append("\n" + " " * depth)
            writer = _STATEMENTS.get(type(node))
            if writer is None or not writer(self, node, depth):
                self._unsupported(node)
        out.append("]")

    def _assign(self, node: _ast.Assign, depth: int) -> bool:
        if type(node.value) not in _EXPRESSIONS:
            self._unknown_names.update(dict.fromkeys(t.id for t in node.targets if isinstance(t, _ast.Name)))
        self._out.append(f"(assign {_at(node)}")
        self._expressions(node.targets)
        return self._close(node.value)

    def _annotated_assign(self, node: _ast.AnnAssign, depth: int) -> bool:
        if node.value is None:
            return self._simple("pass", node)
        self._out.append(f"(assign {_at(node)}")
        self._expressions([node.target])
        return self._close(node.value)

    def _augmented_assign(self, node: _ast.AugAssign, depth: int) -> bool:
        self._out.append(f"(aug {_at(node)} ")
        self._expression(node.target)
        self._out.append(f" {_OPERATORS[type(node.op)]}")
        return self._close(node.value)

    def _for(self, node: _ast.For, depth: int) -> bool:
        self._out.append(f"(for {_at(node)} ")
        self._expression(node.target)
        self._out.append(" ")
        self._expression(node.iter)
        return self._bodies(node, depth)

    def _while_or_if(self, node: _ast.While | _ast.If, depth: int) -> bool:
        self._out.append(f"({'if' if isinstance(node, _ast.If) else 'while'} {_at(node)} ")
        self._expression(node.test)
        return self._bodies(node, depth)

    def _bodies(self, node: _ast.For | _ast.While | _ast.If, depth: int) -> bool:
        self._block(node.body, depth + 1)
        self._block(node.orelse, depth + 1)
        self._out.append(")")
        return True

    def _return(self, node: _ast.Return, depth: int) -> bool:
        self._out.append(f"(return {_at(node)}")
        return self._close(node.value)

    def _assert(self, node: _ast.Assert, depth: int) -> bool:
        self._out.append(f"(assert {_at(node)} ")
        self._expression(node.test)
        return self._close(node.msg)

    def _raise(self, node: _ast.Raise, depth: int) -> bool:
        cause_is_none = isinstance(node.cause, _ast.Constant) and node.cause.value is None
        if node.exc is None or (node.cause is not None and not cause_is_none):
            return False
        self._out.append(f"(raise {_at(node)}")
        return self._close(node.exc)

    def _expression_statement(self, node: _ast.Expr, depth: int) -> bool:
        if isinstance(node.value, _ast.Constant):
            return self._simple("pass", node)
        self._out.append(f"(expr {_at(node)}")
        return self._close(node.value)

    def _keyword_statement(self, node: _ast.stmt, depth: int) -> bool:
        return self._simple(type(node).__name__.lower(), node)

    def _simple(self, tag: str, node: Any) -> bool:
        self._out.append(f"({tag} {_at(node)})")
        return True

    def _close(self, last: _ast.expr | None) -> bool:
        self._out.append(" ")
        self._optional(last)
        self._out.append(")")
        return True

    # Expressions.

    def _expression(self, node: _ast.expr) -> None:
        writer = _EXPRESSIONS.get(type(node))
        if writer is None:
            self._unsupported(node)
        else:
            writer(self, node)

    def _unsupported(self, node: Any) -> None:
        self._out.append(f"(unsupported {_at(node)} {_kind(node)})")
        self._unknown_names.update(dict.fromkeys(_assigned_names(node)))

    def _expressions(self, nodes: list[_ast.expr]) -> None:
        self._out.append(" [")
        for node in nodes:
            self._expression(node)
        self._out.append("]")

    def _optional(self, node: _ast.expr | None) -> None:
        if node is None:
            self._out.append("-")
        else:
            self._expression(node)

    def _name(self, node: _ast.Name) -> None:
        if node.id not in self._locals:
            self._bind(node.id, [])
        self._out.append(f"(name {_at(node)} {node.id})")

    def _literal(self, node: _ast.Constant) -> None:
        self._constant(node, node.value)

    def _constant(self, node: Any, value: Any) -> None:
        at = _at(node)
        kind = type(value)
        if kind is bool or value is None or value is ...:
            text = f"({'ellipsis' if value is ... else str(value).lower()} {at})"
        elif kind is int:
            text = f"(int {at} {value if -_MAX_INT - 1 <= value <= _MAX_INT else 'big'})"
        elif kind is float:
            text = f"(float {at} {value!r})"
        elif kind is complex:
            imaginary = f"(complex {at} {value.imag!r})"
            text = f"(binary {at} + (float {at} {value.real!r}) {imaginary})" if value.real else imaginary
        elif kind is str:
            text = f"(str {at} {_quote(value)})"
        else:
            text = f"(unsupported {at} {kind.__name__})"
        self._out.append(text)

    def _attribute(self, node: _ast.Attribute) -> None:
        names = [node.attr]
        root = node.value
        while isinstance(root, _ast.Attribute):
            names.append(root.attr)
            root = root.value
        if isinstance(root, _ast.Name) and root.id not in self._locals:
            self._bind(root.id, names[::-1])
            self._out.append("".join(f"(attr {_at(n)} " for n in _chain(node)) + f"(name {_at(root)} {root.id})")
            self._out.append("".join(f" {name})" for name in names[::-1]))
            return
        self._out.append(f"(attr {_at(node)} ")
        self._expression(node.value)
        self._out.append(f" {node.attr})")

    def _subscript(self, node: _ast.Subscript) -> None:
        self._out.append(f"(sub {_at(node)} ")
        self._expression(node.value)
        self._out.append(" ")
        self._expression(node.slice)
        self._out.append(")")

    def _slice(self, node: _ast.Slice) -> None:
        self._out.append(f"(slice {_at(node)}")
        for part in (node.lower, node.upper, node.step):
            self._out.append(" ")
            self._optional(part)
        self._out.append(")")

    def _sequence(self, node: _ast.Tuple | _ast.List) -> None:
        self._out.append(f"({'tuple' if isinstance(node, _ast.Tuple) else 'list'} {_at(node)}")
        self._expressions(node.elts)
        self._out.append(")")

    def _unary(self, node: _ast.UnaryOp) -> None:
        if isinstance(node.op, _ast.USub) and isinstance(node.operand, _ast.Constant):
            value = node.operand.value
            if type(value) is int and value == _MAX_INT + 1:  # the one literal that is only small enough with its sign
                return self._constant(node, -value)
        self._out.append(f"(unary {_at(node)} {_OPERATORS[type(node.op)]} ")
        self._expression(node.operand)
        self._out.append(")")

    def _binary(self, node: _ast.BinOp) -> None:
        chain = [node]  # a + b + c + ... leans left: walked in a loop, so that long sums need no deep recursion
        while isinstance(chain[-1].left, _ast.BinOp):
            chain.append(chain[-1].left)
        self._out.append("".join(f"(binary {_at(n)} {_OPERATORS[type(n.op)]} " for n in chain))
        self._expression(chain[-1].left)
        for n in reversed(chain):
            self._out.append(" ")
            self._expression(n.right)
            self._out.append(")")

    def _bool(self, node: _ast.BoolOp) -> None:
        self._out.append(f"({_OPERATORS[type(node.op)]} {_at(node)}")
        self._expressions(node.values)
        self._out.append(")")

    def _compare(self, node: _ast.Compare) -> None:
        self._out.append(f"(compare {_at(node)} ")
        self._expression(node.left)
        self._out.append(f" [{' '.join(_OPERATORS[type(op)] for op in node.ops)}]")
        self._expressions(node.comparators)
        self._out.append(")")

    def _conditional(self, node: _ast.IfExp) -> None:
        self._out.append(f"(select {_at(node)} ")
        for part in (node.test, node.body, node.orelse):
            self._expression(part)
        self._out.append(")")

    def _call(self, node: _ast.Call) -> None:
        self._out.append(f"(call {_at(node)} ")
        self._expression(node.func)
        self._expressions(node.args)
        self._out.append(" [")
        for keyword in node.keywords:
            self._out.append(f"({keyword.arg or '**'} {_at(keyword)} ")
            self._expression(keyword.value)
            self._out.append(")")
        self._out.append("])")

    # Free names.

    def _bind(self, root: str, attributes: list[str]) -> None:
        binding = _bindings.resolve(self._function, root, attributes)
        if binding.path not in self._bindings:
            kind, target = self._kind_and_target(binding)
            self._bindings[binding.path] = f"({binding.path} {kind} {target})"

    def _kind_and_target(self, binding: _bindings.Binding) -> tuple[str, str | int]:
        program = self._program
        if binding.kind == "hidden":
            return binding.kind, program.hidden_index(binding.path, binding.access)
        if binding.kind == "library":
            program.guard(binding.root_access, binding.root)
        if binding.kind == "function":
            program.guard(binding.access, binding.value)
            helper = _bindings.python_function(binding.value)
            assert helper is not None
            try:
                return binding.kind, program.index_of(helper)
            except SourceNotFound as problem:  # a mistake at the place of the call, reported with all others
                return "unsupported", _quote(f"a function that cannot be read: {problem}")
        return binding.kind, _quote(binding.target)


_NO_DEFAULT = object()

_STATEMENTS: dict[type, Callable[[Any, Any, int], bool]] = {
    _ast.Assign: _FunctionWriter._assign,
    _ast.AnnAssign: _FunctionWriter._annotated_assign,
    _ast.AugAssign: _FunctionWriter._augmented_assign,
    _ast.For: _FunctionWriter._for,
    _ast.While: _FunctionWriter._while_or_if,
    _ast.If: _FunctionWriter._while_or_if,
    _ast.Return: _FunctionWriter._return,
    _ast.Assert: _FunctionWriter._assert,
    _ast.Raise: _FunctionWriter._raise,
    _ast.Expr: _FunctionWriter._expression_statement,
    _ast.Break: _FunctionWriter._keyword_statement,
    _ast.Continue: _FunctionWriter._keyword_statement,
    _ast.Pass: _FunctionWriter._keyword_statement,
}
_EXPRESSIONS: dict[type, Callable[[Any, Any], None]] = {
    _ast.Name: _FunctionWriter._name,
    _ast.Constant: _FunctionWriter._literal,
    _ast.Attribute: _FunctionWriter._attribute,
    _ast.Subscript: _FunctionWriter._subscript,
    _ast.Slice: _FunctionWriter._slice,
    _ast.Tuple: _FunctionWriter._sequence,
    _ast.List: _FunctionWriter._sequence,
    _ast.UnaryOp: _FunctionWriter._unary,
    _ast.BinOp: _FunctionWriter._binary,
    _ast.BoolOp: _FunctionWriter._bool,
    _ast.Compare: _FunctionWriter._compare,
    _ast.IfExp: _FunctionWriter._conditional,
    _ast.Call: _FunctionWriter._call,
}


def _chain(node: _ast.Attribute) -> list[_ast.Attribute]:
    chain = [node]
    while isinstance(chain[-1].value, _ast.Attribute):
        chain.append(chain[-1].value)
    return chain


def _assigned_names(node: Any) -> Iterator[str]:
    """Names that a statement or expression gives a value in the function around it."""
    if isinstance(node, _ast.arg):
        yield node.arg
    elif isinstance(node, _ast.Name):
        if isinstance(node.ctx, _ast.Store):
            yield node.id
    elif isinstance(node, _ast.alias):
        yield node.asname or node.name.split(".")[0]
    elif isinstance(node, (_ast.FunctionDef, _ast.ClassDef)):
        yield node.name
    elif isinstance(node, (_ast.Global, _ast.Nonlocal)):
        yield from node.names
    elif not isinstance(node, _SCOPES):
        name = getattr(node, "name", None)  # `except E as name`, patterns of `match`
        if isinstance(name, str):
            yield name
        for field in node._fields:
            value = getattr(node, field, None)
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, _ast.AST):
                    yield from _assigned_names(child)


_SCOPES = (_ast.AsyncFunctionDef, _ast.Lambda, _ast.ListComp, _ast.SetComp, _ast.DictComp, _ast.GeneratorExp)


def _kind(node: Any) -> str:
    return "VariableArguments" if isinstance(node, _ast.arg) else type(node).__name__


def _at(node: Any) -> str:
    if node.end_lineno == node.lineno:
        return f"{node.lineno}:{node.col_offset}+{node.end_col_offset - node.col_offset}"
    return f"{node.lineno}:{node.col_offset}-{node.end_lineno}:{node.end_col_offset}"


def _quote(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    if not text.isascii() or "\0" in text:
        text = "".join(f"\\u{ord(c):04x}" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)
    return f'"{text}"'
