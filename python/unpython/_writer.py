"""Writes one function in the format that _source.py describes."""

from __future__ import annotations

import _ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._program import Program
from unpython._taken_apart import Layout, parameter_names
from unpython._write_expressions import OPERATORS, ExpressionWriter, at, is_expression, quote


class FunctionWriter(ExpressionWriter):
    """Writes one function: a method for each class of statements that the language has, named after it."""

    def __init__(
        self,
        program: Program,
        function: FunctionType,
        is_entry: bool,
        layouts: dict[str, Layout] | None = None,
    ) -> None:
        super().__init__(program, function)
        self._is_entry = is_entry
        self._layouts = layouts or {}

    def write(self) -> str:
        source = self._program.sources[self._function]
        node = source.node
        self._block(self._body(node), 1)
        body = "".join(self._out)
        self._out = []
        arguments = node.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            self._put_together(argument)
        body = " [" + "".join(self._out) + body[len(" [") :]
        self._out = []
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
            for name in parameter_names(node.arg, self._layouts.get(node.arg)):
                self._out.append(f"({name} {at(node)} ")
                # The call binds the defaults of the decorated function; those of a helper are part of the program.
                self._default(node, _NO_DEFAULT if self._is_entry else default)
                self._out.append(")")
        self._out.append("]")

    def _put_together(self, node: _ast.arg) -> None:
        """The statement that makes a parameter of its parts."""
        layout = self._layouts.get(node.arg)
        if layout is None:
            return
        self._out.append(f"\n (assign {at(node)} [(name {at(node)} {node.arg})] ")
        self._value(node, node.arg, layout)
        self._out.append(")")

    def _value(self, node: _ast.arg, name: str, layout: Layout) -> None:
        if layout is None:
            self._out.append(f"(name {at(node)} {name})")
        elif not isinstance(layout, tuple):
            self.constant(node, layout)
        else:
            self._out.append(f"(tuple {at(node)} [")
            for i, item in enumerate(layout):
                self._value(node, f"{name}.{i}", item)
            self._out.append("])")

    def _default(self, node: _ast.arg, value: Any) -> None:
        """A default is the value that the `def` computed, not its text."""
        if value is _NO_DEFAULT:
            self._out.append("-")
        else:
            self.constant(node, value)

    # Statements.

    def _block(self, body: list[_ast.stmt], depth: int) -> None:
        out = self._out
        out.append(" [")
        for node in body:
            out.append("\n" + " " * depth)
            writer = _STATEMENTS.get(type(node))
            if writer is None or not writer(self, node, depth):
                self.unsupported(node)
        out.append("]")

    def _assign(self, node: _ast.Assign, depth: int) -> bool:
        if not is_expression(node.value):
            self._unknown_names.update(dict.fromkeys(t.id for t in node.targets if isinstance(t, _ast.Name)))
        self._out.append(f"(assign {at(node)}")
        self.expressions(node.targets)
        return self._close(node.value)

    def _annotated_assign(self, node: _ast.AnnAssign, depth: int) -> bool:
        if node.value is None:
            return self._simple("pass", node)
        self._out.append(f"(assign {at(node)}")
        self.expressions([node.target])
        return self._close(node.value)

    def _augmented_assign(self, node: _ast.AugAssign, depth: int) -> bool:
        self._out.append(f"(aug {at(node)} ")
        self.expression(node.target)
        self._out.append(f" {OPERATORS[type(node.op)]}")
        return self._close(node.value)

    def _for(self, node: _ast.For, depth: int) -> bool:
        self._out.append(f"(for {at(node)} ")
        self.expression(node.target)
        self._out.append(" ")
        self.expression(node.iter)
        return self._bodies(node, depth)

    def _while_or_if(self, node: _ast.While | _ast.If, depth: int) -> bool:
        self._out.append(f"({'if' if isinstance(node, _ast.If) else 'while'} {at(node)} ")
        self.expression(node.test)
        return self._bodies(node, depth)

    def _bodies(self, node: _ast.For | _ast.While | _ast.If, depth: int) -> bool:
        self._block(node.body, depth + 1)
        self._block(node.orelse, depth + 1)
        self._out.append(")")
        return True

    def _return(self, node: _ast.Return, depth: int) -> bool:
        self._out.append(f"(return {at(node)}")
        return self._close(node.value)

    def _assert(self, node: _ast.Assert, depth: int) -> bool:
        self._out.append(f"(assert {at(node)} ")
        self.expression(node.test)
        return self._close_message(node.msg)

    def _raise(self, node: _ast.Raise, depth: int) -> bool:
        cause_is_none = isinstance(node.cause, _ast.Constant) and node.cause.value is None
        if node.exc is None or (node.cause is not None and not cause_is_none):
            return False
        self._out.append(f"(raise {at(node)}")
        return self._close_message(node.exc)

    def _close_message(self, last: _ast.expr | None) -> bool:
        self._in_message = True
        self._close(last)
        self._in_message = False
        return True

    def _expression_statement(self, node: _ast.Expr, depth: int) -> bool:
        if isinstance(node.value, _ast.Constant):
            return self._simple("pass", node)
        self._out.append(f"(expr {at(node)}")
        return self._close(node.value)

    def _delete(self, node: _ast.Delete, depth: int) -> bool:
        self._out.append(f"(del {at(node)}")
        self.expressions(node.targets)
        self._out.append(")")
        return True

    def _keyword_statement(self, node: _ast.stmt, depth: int) -> bool:
        return self._simple(type(node).__name__.lower(), node)

    def _simple(self, tag: str, node: Any) -> bool:
        self._out.append(f"({tag} {at(node)})")
        return True

    def _close(self, last: _ast.expr | None) -> bool:
        self._out.append(" ")
        self.optional(last)
        self._out.append(")")
        return True


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
    _ast.Delete: FunctionWriter._delete,
}
