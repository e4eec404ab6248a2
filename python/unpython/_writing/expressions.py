"""Writes the expressions of one function in the format that _source.py describes."""

from __future__ import annotations

import _ast
from collections.abc import Callable
from typing import Any

from unpython import _bindings
from unpython._records import Joined, Unset
from unpython._writing import calls, constants
from unpython._writing.arrays import grids
from unpython._writing.call_expressions import CallWriter
from unpython._writing.dates import of_datetime as dates
from unpython._writing.loops import iterators
from unpython._writing.names import assigned_names
from unpython._writing.places import at, at_head, at_place_of, quote
from unpython._writing.program import InnerFunction

OPERATORS = {
    _ast.Add: "+", _ast.Sub: "-", _ast.Mult: "*", _ast.Div: "/", _ast.FloorDiv: "//", _ast.Mod: "%", _ast.Pow: "**",
    _ast.MatMult: "@", _ast.BitAnd: "&", _ast.BitOr: "|", _ast.BitXor: "^", _ast.LShift: "<<", _ast.RShift: ">>",
    _ast.UAdd: "+", _ast.USub: "-", _ast.Invert: "~", _ast.Not: "not", _ast.And: "and", _ast.Or: "or",
    _ast.Eq: "==", _ast.NotEq: "!=", _ast.Lt: "<", _ast.LtE: "<=", _ast.Gt: ">", _ast.GtE: ">=",
    _ast.Is: "is", _ast.IsNot: "is-not", _ast.In: "in", _ast.NotIn: "not-in",
}  # fmt: skip
_MOST_TERMS = 9000


class ExpressionWriter(CallWriter):
    """A method for each class of expressions of `ast` that the language has, named after it."""

    _layouts: Any
    _each: Any

    def expression(self, node: _ast.expr) -> None:
        writer = _EXPRESSIONS.get(type(node))
        if writer is None:
            self.unsupported(node)
        else:
            writer(self, node)

    def _name(self, node: _ast.Name) -> None:
        if node.id not in self._locals and node.id not in self._targets and self._bind(node, node.id, []):
            return
        self._out.append(f"(name {at(node)} {node.id})")

    def _literal(self, node: _ast.Constant) -> None:
        self.constant(node, node.value)

    def _formatted(self, node: _ast.JoinedStr) -> None:
        """As "...".format(...), where a message may stand."""
        pattern = ""
        values: list[_ast.expr] = []
        for part in node.values:
            if isinstance(part, _ast.Constant):
                pattern += str(part.value).replace("{", "{{").replace("}", "}}")
                continue
            assert isinstance(part, _ast.FormattedValue)
            spec: list[Any] = part.format_spec.values if isinstance(part.format_spec, _ast.JoinedStr) else []
            as_it_is = part.conversion == -1 or (part.conversion == ord("s") and not spec)
            plain = as_it_is and all(isinstance(s, _ast.Constant) for s in spec)
            if not self._in_message or not plain:
                return self.unsupported(node)
            text = "".join(s.value for s in spec)
            pattern += "{!s}" if part.conversion == ord("s") else "{:" + text + "}"
            values.append(part.value)
        place = at(node)
        self._out.append(f"(call {place} (attr {place} (str {place} {quote(pattern)}) format)")
        self.expressions(values)
        self._out.append(" [])")

    def _attribute(self, node: _ast.Attribute) -> None:
        root, names = _bindings.dotted(node)
        if isinstance(root, _ast.Name) and root.id not in self._locals and root.id not in self._targets:
            if self._bind(node, root.id, names):
                return
            self._out.append(
                "".join(f"(attr {at(n)} " for n in _chain(node)) + f"(name {at(root)} {root.id})"
            )
            self._out.append("".join(f" {name})" for name in names))
            return
        if dates.is_difference(node) and self._of_dates(node, dates.of_difference(node, self._stands_for)):
            return
        self._out.append(f"(attr {at(node)} ")
        self.expression(node.value)
        self._out.append(f" {node.attr})")

    def _subscript(self, node: _ast.Subscript) -> None:
        if self._item_of_dict(node):
            return
        maker = grids.maker_of(node, self._function, self._locals)
        if maker is not None:
            self._program.guard(maker.root_access, maker.root)
            self._made_call(node, *grids.as_call(node, maker.value))
            return
        self._out.append(f"(sub {at(node)} ")
        if isinstance(node.value, _ast.Attribute) and node.value.attr == "flat":
            self._made_call(node.value, "numpy.ravel", [node.value.value])
        else:
            self.expression(node.value)
        self._out.append(" ")
        self.expression(node.slice)
        self._out.append(")")

    def _item_of_dict(self, node: _ast.Subscript) -> bool:
        """PARAMETERS['mass'] of a dict outside the function: read at each call."""
        key = node.slice.value if isinstance(node.slice, _ast.Constant) else None
        if type(key) is not str or not isinstance(node.value, _ast.Name):
            return False
        if node.value.id in self._locals or node.value.id in self._targets:
            return False
        binding = _bindings.resolve(self._function, node.value.id, [])
        if type(binding.value) is not dict or not _bindings.is_number_or_array(binding.value.get(key)):
            return False
        self._program.guard(binding.access, binding.value)
        index = self._program.hidden_index(f"{node.value.id}.{key}", (binding.value, key))
        path = f"item.{index}"
        self._bindings[path] = f"({path} hidden {index})"
        self._out.append(f"(name {at(node)} {path})")
        return True

    def _joined(self, node: Joined) -> None:
        self._out.append(f"(record {at(node)} {self._program.joined_index(node)}")
        self.expressions(node.elts)
        self._out.append(")")

    def _unset(self, node: Unset) -> None:
        self._out.append(f"(unset {at(node)})")

    def _dict(self, node: _ast.Dict) -> None:
        """With different texts as keys: an object with these fields."""
        keys: tuple[Any, ...] = tuple(key.value if isinstance(key, _ast.Constant) else None for key in node.keys)
        if not keys or not all(type(key) is str for key in keys) or len(set(keys)) < len(keys):
            self.unsupported(node)
            return
        self._out.append(f"(record {at(node)} {self._program.class_index(dict, keys, hasattr(node, 'is_holder'))}")
        self.expressions(node.values)
        self._out.append(")")

    def _slice(self, node: _ast.Slice) -> None:
        self._out.append(f"(slice {at(node)}")
        for part in (node.lower, node.upper, node.step):
            self._out.append(" ")
            self.optional(part)
        self._out.append(")")

    def _sequence(self, node: _ast.Tuple | _ast.List) -> None:
        self._out.append(f"({'tuple' if isinstance(node, _ast.Tuple) else 'list'} {at(node)}")
        self.expressions(node.elts)
        self._out.append(")")

    def _unary(self, node: _ast.UnaryOp) -> None:
        large = constants.large_integer(node)
        if large is not None:  # -2**63 is small enough with its sign
            return self.constant(node, large)
        self._out.append(f"(unary {at(node)} {OPERATORS[type(node.op)]} ")
        self.expression(node.operand)
        self._out.append(")")

    def _binary(self, node: _ast.BinOp) -> None:
        large = constants.large_integer(node)
        if large is not None:
            return self.constant(node, large)
        chain = [
            node
        ]  # a + b + c + ... leans left: walked in a loop, so that long sums need no deep recursion
        while isinstance(chain[-1].left, _ast.BinOp):
            chain.append(chain[-1].left)
        if len(chain) > _MOST_TERMS:  # the compiler walks them by recursion
            raise RecursionError
        chain = chain[: len(chain) - constants.large_terms(chain)]
        self._out.append("".join(f"(binary {at(n)} {OPERATORS[type(n.op)]} " for n in chain))
        self.expression(chain[-1].left)
        for n in reversed(chain):
            self._out.append(" ")
            self.expression(n.right)
            self._out.append(")")

    def _bool(self, node: _ast.BoolOp) -> None:
        self._out.append(f"({OPERATORS[type(node.op)]} {at(node)}")
        self.expressions(node.values)
        self._out.append(")")

    def _compare(self, node: _ast.Compare) -> None:
        if any(isinstance(other, _ast.Set) for other in node.comparators):
            node = calls.among_items(node)
        if self._type_is(node):
            return
        if any(isinstance(op, (_ast.Is, _ast.IsNot)) for op in node.ops) and any(map(self._is_member, node.comparators)):
            equal = {_ast.Is: _ast.Eq, _ast.IsNot: _ast.NotEq}
            ops = [equal.get(type(op), type(op))() for op in node.ops]
            node = at_place_of(node, _ast.Compare(node.left, ops, node.comparators))
        self._out.append(f"(compare {at(node)} ")
        self.expression(node.left)
        self._out.append(f" [{' '.join(OPERATORS[type(op)] for op in node.ops)}]")
        self.expressions(node.comparators)
        self._out.append(")")

    def _is_member(self, node: _ast.expr) -> bool:
        node, names = _bindings.dotted(node)
        if not isinstance(node, _ast.Name) or node.id in self._locals or node.id in self._targets:
            return False
        return constants.is_member(_bindings.resolve(self._function, node.id, names).value)

    def _type_is(self, node: _ast.Compare) -> bool:
        """`type(x) is float`, which the type of x decides."""
        asked, op = node.left, node.ops[0]
        of_type = isinstance(asked, _ast.Call) and isinstance(asked.func, _ast.Name) and len(asked.args) == 1 and not asked.keywords
        if len(node.ops) != 1 or not of_type or not isinstance(op, (_ast.Is, _ast.IsNot, _ast.Eq, _ast.NotEq)):
            return False
        assert isinstance(asked, _ast.Call)
        if calls.full_name(asked.func, self._function, self._locals | frozenset(self._targets)) != "builtins.type":
            return False
        self._guard_name(asked.func)
        negated = isinstance(op, (_ast.IsNot, _ast.NotEq))
        self._out.append(f"(unary {at(node)} not " if negated else "")
        self._made_call(node, "unpython.is_exactly", [asked.args[0], node.comparators[0]])
        self._out.append(")" if negated else "")
        return True

    def _conditional(self, node: _ast.IfExp) -> None:
        asked = constants.asked_of_module(node.test, self._function, self._locals)
        if asked is not None:  # the other side may name what this NumPy has not
            for binding in asked[1]:
                self._program.guard(binding.root_access, binding.root)
            self.expression(node.body if asked[0] else node.orelse)
            return
        self._out.append(f"(select {at(node)} ")
        for part in (node.test, node.body, node.orelse):
            self.expression(part)
        self._out.append(")")

    def inner_function(self, node: Any) -> None:
        """A `def` or lambda inside the function: one more function of the program."""
        inner = InnerFunction(
            self._function, node, self._locals | frozenset(self._targets)
        )
        self._out.append(f"(function {at_head(node)} {self._program.add_inner(inner)})")

    def _named(self, node: _ast.NamedExpr) -> None:
        self._out.append(f"(named {at(node)} {node.target.id} ")
        self.expression(node.value)
        self._out.append(")")

    def _comprehension(self, node: _ast.ListComp | _ast.GeneratorExp) -> None:
        """Its targets are names of its own; what the first `for` goes through belongs to the function around it."""
        each = self._each(node) if self._layouts and isinstance(node, _ast.ListComp) else None
        if each is not None:
            self.expression(at_place_of(node, _ast.List(each, _ast.Load())))
            return
        parts = calls.over_written_lists(node) if isinstance(node, _ast.ListComp) else None
        if parts is not None:
            self.expression(parts)
            return
        self._out.append(f"({'listed' if isinstance(node, _ast.ListComp) else 'generated'} {at(node)} [")
        outer = len(self._targets)
        for clause in node.generators:
            iterable, self._out = self._out, []
            items = iterators.gone_through(clause.iter, self._function, self._locals | frozenset(self._targets))
            if items is not None:
                self._guard_name(clause.iter.func)  # type: ignore[attr-defined]
            self.expression(items or clause.iter)
            iterable, self._out = self._out, iterable
            self._targets.extend(assigned_names(clause.target))
            self._out.append("(")
            self.expression(clause.target)
            self._out.append(" ")
            self._out.extend(iterable)
            self.expressions(clause.ifs)
            self._out.append(")")
        self._out.append("] ")
        self.expression(node.elt)
        del self._targets[outer:]
        self._out.append(")")


def is_expression(node: Any) -> bool:
    """Whether the language has this class of expressions."""
    return type(node) in _EXPRESSIONS


_EXPRESSIONS: dict[type, Callable[[Any, Any], None]] = {
    _ast.Name: ExpressionWriter._name,
    _ast.Constant: ExpressionWriter._literal,
    _ast.JoinedStr: ExpressionWriter._formatted,
    _ast.Attribute: ExpressionWriter._attribute,
    _ast.Subscript: ExpressionWriter._subscript,
    _ast.Slice: ExpressionWriter._slice,
    _ast.Dict: ExpressionWriter._dict,
    Joined: ExpressionWriter._joined,
    Unset: ExpressionWriter._unset,
    calls.OwnCall: ExpressionWriter._own_call,
    _ast.Tuple: ExpressionWriter._sequence,
    _ast.List: ExpressionWriter._sequence,
    _ast.UnaryOp: ExpressionWriter._unary,
    _ast.BinOp: ExpressionWriter._binary,
    _ast.BoolOp: ExpressionWriter._bool,
    _ast.Compare: ExpressionWriter._compare,
    _ast.IfExp: ExpressionWriter._conditional,
    _ast.Call: ExpressionWriter._call,
    _ast.NamedExpr: ExpressionWriter._named,
    _ast.ListComp: ExpressionWriter._comprehension,
    _ast.GeneratorExp: ExpressionWriter._comprehension,
    _ast.Lambda: ExpressionWriter.inner_function,
}


def _chain(node: _ast.Attribute) -> list[_ast.Attribute]:
    chain = [node]
    while isinstance(chain[-1].value, _ast.Attribute):
        chain.append(chain[-1].value)
    return chain
