"""Writes one function in the format that _source.py describes."""

from __future__ import annotations

import _ast
import importlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython._layouts import Layout, has_types, is_mixed_list, parts
from unpython._library import by_name
from unpython._notebooks.cells import cell_name
from unpython._writing import calls, rewriters, sugar
from unpython._writing.expressions import OPERATORS, is_expression
from unpython._writing.flow import breaks_loop, leaves_loop
from unpython._writing.loops import iterators, nests
from unpython._writing.names import assigned_names
from unpython._writing.once import asked_once
from unpython._writing.parameters import ParameterWriter
from unpython._writing.places import at, at_head, at_place_of, quote
from unpython._writing.program import InnerFunction, Program


class FunctionWriter(ParameterWriter):
    """Writes one function: a method for each class of statements that the language has, named after it."""

    def __init__(
        self,
        program: Program,
        function: FunctionType | InnerFunction,
        is_entry: bool,
        layouts: dict[str, Layout] | None = None,
    ) -> None:
        super().__init__(program, function)
        self._is_entry = is_entry
        self._layouts = layouts or {}
        for name, layout in self._layouts.items():
            if is_mixed_list(layout):
                self._locals |= {f"{name}.{end}" for end, _ in parts(layout)}

    def _by(self, module: str, *given: Any) -> Any:
        """The `def` that a rewriter gives, whose names become local and whose free names must stay what they are."""
        made, names, used = asked_once(importlib.import_module(f"unpython._writing.{module}").rewritten, *given)
        self._locals |= names
        for binding in used:
            if binding.root_access:  # names that earlier rewriters made are found nowhere
                self._program.guard(binding.root_access, binding.root)
        self._program.runs_again |= getattr(made, "runs_again", False)
        return made

    def write(self) -> str:
        source = self._program.sources[self._function]
        node = source.node if self._inner is None else self._inner.node
        shared: list[Any] = []  # a copy in front of the body: the compiler refuses it with its line
        if not self._is_own:
            if self._inner is None and rewriters.may_share_rows(source.lines):
                shared = importlib.import_module("unpython._writing.lists.shared_rows").copied(self._function, node)
            node = rewriters.applied(self._by, self._function, node, source.lines, self._layouts, self._is_entry, self._inner is not None)
        self._block([*shared, *self._body(node)], 1)
        body = "".join(self._out)
        self._out = []
        arguments = node.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            self._put_together(argument, node)
        body = " [" + "".join(self._out) + body[len(" [") :]
        self._out = []
        self._parameters(arguments)
        parameters = "".join(self._out)
        lines = " ".join(map(quote, source.lines))
        name = getattr(node, "name", "lambda")
        shown = by_name.shown_name(self._function) if self._function.__name__ == name else name
        header = f"{node.lineno}:{node.col_offset}+{len('def ' + name if name != 'lambda' else name)}"
        return (
            f"(function {shown} {quote(cell_name(source.filename) or source.filename)} {source.first_line} [{lines}] {header}{parameters}"
            f" [{' '.join(self._bindings.values())}] [{' '.join(self._unknown_names)}]{body})"
        )

    def _body(self, node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> list[_ast.stmt]:
        """The statements, with a stand-in for what is wrong with the `def` itself."""
        if isinstance(node, _ast.Lambda):
            return [at_place_of(node.body, _ast.Return(node.body))]
        extra: list[Any] = []
        if isinstance(node, _ast.AsyncFunctionDef):
            extra.append(node)
        starred = (node.args.vararg if self._is_entry else None, node.args.kwarg)
        extra.extend(a for a in starred if a is not None)
        return [*extra, *node.body]

    # Statements.

    def _block(self, body: list[_ast.stmt], depth: int) -> None:
        out = self._out
        out.append(" [")
        for node in body:
            self._statement(node, depth)
        out.append("]")

    def _statement(self, node: _ast.stmt, depth: int) -> None:
        self._out.append("\n" + " " * depth)
        writer = _STATEMENTS.get(type(node))
        if writer is None or not writer(self, node, depth):
            self.unsupported(node)

    def _assign(self, node: _ast.Assign, depth: int) -> bool:
        if any(isinstance(e, _ast.Starred) for e in getattr(node.targets[0], "elts", ())):
            written = calls.starred(node, f"items.{node.lineno}", self._listed(node.value))
            self._locals |= {f"items.{node.lineno}"}
            for statement in written or []:
                self._statement(statement, depth)
            if written:
                return True
        if not is_expression(node.value):
            self._unknown_names.update(dict.fromkeys(t.id for t in node.targets if isinstance(t, _ast.Name)))
        self._out.append(f"(assign {at(node)}")
        self.expressions(node.targets)
        return self._close(node.value)

    def _listed(self, node: _ast.expr) -> _ast.expr | None:
        """list(x)"""
        if isinstance(node, _ast.ListComp):
            return node
        name = _ast.Name("list", _ast.Load())
        is_list = calls.full_name(name, self._function, self._locals) == "builtins.list"
        return _ast.Call(name, [node], []) if is_list else None

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
        repeated = self._repeated(node)
        if repeated is not None:
            for statement in repeated:
                self._statement(statement, depth)
            return True
        name = sugar.called_in_loop(node, self._function, self._locals)
        if name.endswith(".ndindex") and (isinstance(node.target, _ast.Name) or breaks_loop(node.body)):
            statements, names = nests.numbered(node)
            self._locals |= names
            for statement in statements:
                self._statement(statement, depth)
            return bool(statements)
        nest = nests.as_nest(node, name) if nests.makes_nest(name) else None
        if nest is not None:
            self._statement(nest, depth)
            return True
        self._out.append(f"(for {at(node)} ")
        self.expression(node.target)
        self._out.append(" ")
        if isinstance(node.iter, _ast.Attribute) and node.iter.attr == "flat":
            self._made_call(node.iter, "numpy.ravel", [node.iter.value])
        elif (items := iterators.gone_through(node.iter, self._function, self._locals, node.body)) is not None:
            self._guard_name(node.iter.func)  # type: ignore[attr-defined]
            self.expression(items)
        else:
            self.expression(node.iter)
        return self._bodies(node, depth)

    def _repeated(self, node: _ast.For) -> list[_ast.stmt] | None:
        """The body once for each of a few arrays, objects or functions: which one it is must be known where it stands."""
        if node.orelse or leaves_loop(node.body):
            return None
        if isinstance(node.target, _ast.Tuple):
            return self._repeated_with_numbers(node)
        if not isinstance(node.target, _ast.Name):
            return None
        if isinstance(node.iter, _ast.Name) and is_mixed_list(self._layouts.get(node.iter.id)):
            if node.iter.id in assigned_names(self._program.sources[self._function].node.body):
                return None
            items: list[_ast.expr] = [
                at_place_of(node.iter, _ast.Name(f"{node.iter.id}.{end}", _ast.Load()))
                for end, _ in parts(self._layouts[node.iter.id])
            ]
            return [
                statement
                for item in items
                for statement in (at_place_of(node, _ast.Assign([node.target], item)), *node.body)
            ]
        if isinstance(node.iter, (_ast.Tuple, _ast.List)) and 0 < len(node.iter.elts) <= _MOST_FUNCTIONS:
            named = [calls.full_name(item, self._function, self._locals) for item in node.iter.elts]
            if all(name.startswith("math.") for name in named) and node.target.id not in assigned_names(node.body):
                return [
                    calls.with_names(statement, node.target.id, item) for item in node.iter.elts for statement in node.body
                ]
        return None

    def _repeated_with_numbers(self, node: _ast.For) -> list[_ast.stmt] | None:
        """for i, x in enumerate(values), of a list of several types"""
        call, target = node.iter, node.target
        is_call = isinstance(call, _ast.Call) and len(call.args) == 1 and not call.keywords and isinstance(call.args[0], _ast.Name)
        if not is_call or not has_types(self._layouts.get(call.args[0].id)) or not all(isinstance(t, _ast.Name) for t in target.elts):  # type: ignore[attr-defined]
            return None
        if len(target.elts) != 2 or calls.full_name(call.func, self._function, self._locals) != "builtins.enumerate":  # type: ignore[attr-defined]
            return None
        name = call.args[0].id  # type: ignore[attr-defined]
        made: list[_ast.stmt] = []
        for number, (end, _) in enumerate(parts(self._layouts[name])):
            values = (_ast.Constant(number), _ast.Name(f"{name}.{end}", _ast.Load()))
            made += [at_place_of(node, _ast.Assign([t], at_place_of(call, v))) for t, v in zip(target.elts, values, strict=True)]  # type: ignore[attr-defined]
            made += node.body
        self._guard_name(call.func)  # type: ignore[attr-defined]
        return made

    def _while(self, node: _ast.While, depth: int) -> bool:
        self._out.append(f"(while {at(node)} ")
        self.expression(node.test)
        return self._bodies(node, depth)

    def _if(self, node: _ast.If, depth: int) -> bool:
        """`elif` is an `if` in an `else`: walked in a loop, so that long chains need no deep recursion."""
        chain = [node]
        while len(chain[-1].orelse) == 1 and isinstance(chain[-1].orelse[0], _ast.If):
            chain.append(chain[-1].orelse[0])
        for i, part in enumerate(chain):
            self._out.append(f" [\n{' ' * (depth + i)}(if {at(part)} " if i else f"(if {at(part)} ")
            self.expression(part.test)
            self._block(part.body, depth + i + 1)
        self._block(chain[-1].orelse, depth + len(chain))
        self._out.append(")" + "])" * (len(chain) - 1))
        return True

    def _bodies(self, node: _ast.For | _ast.While, depth: int) -> bool:
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
        silent = sugar.sets_warnings(node, self._function, self._locals)
        if silent and not self._sets_warnings():
            return False
        if silent or isinstance(node.value, _ast.Constant):
            return self._simple("pass", node)
        self._out.append(f"(expr {at(node)}")
        return self._close(calls.sorts_by_key(node.value, self._locals | frozenset(self._targets)) or node.value)

    def _sets_warnings(self) -> bool:
        """Whether the program may leave out what says which warnings are shown: it has none of its own."""
        self._program.sets_warnings |= not self._program.warns
        return not self._program.warns

    def _inner_def(self, node: _ast.FunctionDef, depth: int) -> bool:
        """As an assignment of the function to its name."""
        if node.decorator_list:
            return False
        self._out.append(f"(assign {at_head(node)} [(name {at_head(node)} {node.name})] ")
        self.inner_function(node)
        self._out.append(")")
        return True

    def _with(self, node: _ast.With, depth: int) -> bool:
        body = sugar.without_context(node, self._function, self._locals)
        if body is not None and sugar.catches_warnings(node) and not self._sets_warnings():
            return False
        for statement in body or []:
            self._statement(statement, depth)
        return body is not None

    def _try(self, node: _ast.Try, depth: int) -> bool:
        from unpython import _attempts
        from unpython._writing.caught.kinds import catches_into_other_names

        if not self._is_entry or self._inner is not None or hasattr(self._function, _attempts.ON_HEAP) or not _attempts.may_run_again(self._function):
            return False
        if catches_into_other_names(self._program.sources[self._function].node):
            return False
        body = _attempts.written_as(node, self._function)
        for statement in body or []:
            self._statement(statement, depth)
        self._program.runs_again |= body is not None
        return body is not None

    def _match(self, node: Any, depth: int) -> bool:
        subject = node.subject
        if not isinstance(subject, _ast.Name):
            subject = at_place_of(subject, _ast.Name(f"match.{node.lineno}", _ast.Load()))
        used = sugar.names_asked(node)
        plain = all(calls.full_name(_ast.Name(n, _ast.Load()), self._function, self._locals) == f"builtins.{n}" for n in used)
        branches = sugar.as_branches(node, subject) if plain else None
        if branches is None:
            return False
        if subject is not node.subject:
            self._locals |= {subject.id}
            self._statement(at_place_of(node.subject, _ast.Assign([subject], node.subject)), depth)
        self._statement(branches, depth)
        return True

    def _nonlocal(self, node: _ast.Nonlocal, depth: int) -> bool:
        """Names of the functions around an inner one; what is around the decorated function cannot be changed."""
        if self._inner is None or not self._inner.locals_around.issuperset(node.names):
            return False
        self._out.append(f"(nonlocal {at(node)} [{' '.join(node.names)}])")
        return True

    def _global(self, node: _ast.Global, depth: int) -> bool:
        """Says nothing where the names are only read."""
        if self._inner is not None or set(node.names) & set(assigned_names(self._program.sources[self._function].node.body)):
            return False
        return self._simple("pass", node)

    def _delete(self, node: _ast.Delete, depth: int) -> bool:
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, _ast.Subscript) and not isinstance(target.slice, _ast.Slice):
            method = at_place_of(target, _ast.Attribute(target.value, "__delitem__", _ast.Load()))
            call = at_place_of(target, _ast.Call(method, [target.slice], []))
            self._statement(at_place_of(node, _ast.Expr(call)), depth)
            return True
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


_MOST_FUNCTIONS = 16

_STATEMENTS: dict[type, Callable[[Any, Any, int], bool]] = {
    _ast.Assign: FunctionWriter._assign,
    _ast.AnnAssign: FunctionWriter._annotated_assign,
    _ast.AugAssign: FunctionWriter._augmented_assign,
    _ast.For: FunctionWriter._for,
    _ast.While: FunctionWriter._while,
    _ast.If: FunctionWriter._if,
    _ast.Return: FunctionWriter._return,
    _ast.Assert: FunctionWriter._assert,
    _ast.Raise: FunctionWriter._raise,
    _ast.Expr: FunctionWriter._expression_statement,
    _ast.Break: FunctionWriter._keyword_statement,
    _ast.Continue: FunctionWriter._keyword_statement,
    _ast.Pass: FunctionWriter._keyword_statement,
    _ast.Delete: FunctionWriter._delete,
    _ast.FunctionDef: FunctionWriter._inner_def,
    _ast.Nonlocal: FunctionWriter._nonlocal,
    _ast.Global: FunctionWriter._global,
    _ast.Try: FunctionWriter._try,
    _ast.With: FunctionWriter._with,
    _ast.Match: FunctionWriter._match,
}
