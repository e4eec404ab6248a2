"""Writes one function in the format that _source.py describes."""

from __future__ import annotations

import _ast
import sys
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from unpython import _bindings, _numpy_functions
from unpython._find_source import SourceNotFound
from unpython._program import Program

_OPERATORS = {
    _ast.Add: "+", _ast.Sub: "-", _ast.Mult: "*", _ast.Div: "/", _ast.FloorDiv: "//", _ast.Mod: "%", _ast.Pow: "**",
    _ast.MatMult: "@", _ast.BitAnd: "&", _ast.BitOr: "|", _ast.BitXor: "^", _ast.LShift: "<<", _ast.RShift: ">>",
    _ast.UAdd: "+", _ast.USub: "-", _ast.Invert: "~", _ast.Not: "not", _ast.And: "and", _ast.Or: "or",
    _ast.Eq: "==", _ast.NotEq: "!=", _ast.Lt: "<", _ast.LtE: "<=", _ast.Gt: ">", _ast.GtE: ">=",
    _ast.Is: "is", _ast.IsNot: "is-not", _ast.In: "in", _ast.NotIn: "not-in",
}  # fmt: skip
_MAX_INT = 2**63 - 1
_MOST_TERMS = 2500
_MAX_UNSIGNED = 2**64 - 1


class FunctionWriter:
    """Writes one function: a method for each class of `ast` that the language has, named after it."""

    def __init__(self, program: Program, function: FunctionType, is_entry: bool) -> None:
        code = function.__code__
        self._program = program
        self._function = function
        self._is_entry = is_entry
        self._is_own = (function.__module__ or "").startswith(_numpy_functions.__name__)
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
        lines = " ".join(map(quote, source.lines))
        header = f"{node.lineno}:{node.col_offset}+{len('def ' + node.name)}"
        return (
            f"(function {node.name} {quote(source.filename)} {source.first_line} [{lines}] {header}{parameters}"
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
            self._bindings[name] = f"({name} library {quote(name)})"
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
            text = f"(int {at} {value if -_MAX_INT - 1 <= value <= _MAX_UNSIGNED else 'big'})"
        elif kind is float:
            text = f"(float {at} {value!r})"
        elif kind is complex:
            imaginary = f"(complex {at} {value.imag!r})"
            text = f"(binary {at} + (float {at} {value.real!r}) {imaginary})" if value.real else imaginary
        elif kind is str:
            text = f"(str {at} {quote(value)})"
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
            self._out.append(
                "".join(f"(attr {_at(n)} " for n in _chain(node)) + f"(name {_at(root)} {root.id})"
            )
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
            if (
                type(value) is int and value == _MAX_INT + 1
            ):  # the one literal that is only small enough with its sign
                return self._constant(node, -value)
        self._out.append(f"(unary {_at(node)} {_OPERATORS[type(node.op)]} ")
        self._expression(node.operand)
        self._out.append(")")

    def _binary(self, node: _ast.BinOp) -> None:
        chain = [
            node
        ]  # a + b + c + ... leans left: walked in a loop, so that long sums need no deep recursion
        while isinstance(chain[-1].left, _ast.BinOp):
            chain.append(chain[-1].left)
        if len(chain) > _MOST_TERMS:  # the compiler walks them by recursion
            raise RecursionError
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
        if isinstance(node.func, _ast.Attribute) and node.func.attr in _numpy_functions.METHODS:
            path = "." + node.func.attr
            index = self._program.index_of(_numpy_functions.method(node.func.attr))
            self._bindings[path] = f"({path} numpy {index})"
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
            if not self._is_own:
                program.guard(binding.root_access, binding.root)
            written = _numpy_functions.find(binding.target)
            if written is not None:
                return "numpy", program.index_of(written)
        if binding.kind == "function":
            if not self._is_own:
                program.guard(binding.access, binding.value)
            helper = _bindings.python_function(binding.value)
            assert helper is not None
            try:
                return "numpy" if self._is_own else binding.kind, program.index_of(helper)
            except SourceNotFound as problem:  # a mistake at the place of the call, reported with all others
                return "unsupported", quote(f"a function that cannot be read: {problem}")
        return binding.kind, quote(binding.target)


_NO_DEFAULT = object()

_STATEMENTS: dict[type, Callable[[Any, Any, int], bool]] = {
    _ast.Assign: FunctionWriter._assign,
    _ast.AnnAssign: FunctionWriter._annotated_assign,
    _ast.AugAssign: FunctionWriter._augmented_assign,
    _ast.For: FunctionWriter._for,
    _ast.While: FunctionWriter._while_or_if,
    _ast.If: FunctionWriter._while_or_if,
    _ast.Return: FunctionWriter._return,
    _ast.Assert: FunctionWriter._assert,
    _ast.Raise: FunctionWriter._raise,
    _ast.Expr: FunctionWriter._expression_statement,
    _ast.Break: FunctionWriter._keyword_statement,
    _ast.Continue: FunctionWriter._keyword_statement,
    _ast.Pass: FunctionWriter._keyword_statement,
}
_EXPRESSIONS: dict[type, Callable[[Any, Any], None]] = {
    _ast.Name: FunctionWriter._name,
    _ast.Constant: FunctionWriter._literal,
    _ast.Attribute: FunctionWriter._attribute,
    _ast.Subscript: FunctionWriter._subscript,
    _ast.Slice: FunctionWriter._slice,
    _ast.Tuple: FunctionWriter._sequence,
    _ast.List: FunctionWriter._sequence,
    _ast.UnaryOp: FunctionWriter._unary,
    _ast.BinOp: FunctionWriter._binary,
    _ast.BoolOp: FunctionWriter._bool,
    _ast.Compare: FunctionWriter._compare,
    _ast.IfExp: FunctionWriter._conditional,
    _ast.Call: FunctionWriter._call,
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


def quote(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    if not text.isascii() or "\0" in text:
        text = "".join(f"\\u{ord(c):04x}" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in text)
    return f'"{text}"'
