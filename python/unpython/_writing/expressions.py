"""Writes the expressions of one function, and what its free names stand for, in the format that _source.py describes."""

from __future__ import annotations

import _ast
import sys
import warnings
from collections.abc import Callable
from types import FunctionType
from typing import Any

from unpython import _bindings, _host, _numpy_functions
from unpython._find_source import SourceNotFound
from unpython._records import Joined
from unpython._taken_apart import element_type
from unpython._writing import calls, constants, grids, iterators, numpy_calls, prints
from unpython._writing.names import assigned_names, own_names
from unpython._writing.places import at, at_head, at_place_of, kind_of, quote
from unpython._writing.program import InnerFunction, Program

OPERATORS = {
    _ast.Add: "+", _ast.Sub: "-", _ast.Mult: "*", _ast.Div: "/", _ast.FloorDiv: "//", _ast.Mod: "%", _ast.Pow: "**",
    _ast.MatMult: "@", _ast.BitAnd: "&", _ast.BitOr: "|", _ast.BitXor: "^", _ast.LShift: "<<", _ast.RShift: ">>",
    _ast.UAdd: "+", _ast.USub: "-", _ast.Invert: "~", _ast.Not: "not", _ast.And: "and", _ast.Or: "or",
    _ast.Eq: "==", _ast.NotEq: "!=", _ast.Lt: "<", _ast.LtE: "<=", _ast.Gt: ">", _ast.GtE: ">=",
    _ast.Is: "is", _ast.IsNot: "is-not", _ast.In: "in", _ast.NotIn: "not-in",
}  # fmt: skip
_MAX_INT = 2**63 - 1
_MOST_TERMS = 9000
_MAX_UNSIGNED = 2**64 - 1


class ExpressionWriter:
    """A method for each class of expressions of `ast` that the language has, named after it."""

    def __init__(self, program: Program, function: FunctionType | InnerFunction) -> None:
        self._inner = function if isinstance(function, InnerFunction) else None
        self._function = function.around if isinstance(function, InnerFunction) else function
        code = self._function.__code__
        self._program = program
        self._is_own = (self._function.__module__ or "").startswith(_numpy_functions.__name__)
        self._locals = frozenset(code.co_varnames + code.co_cellvars)
        if self._inner is not None:
            self._locals = self._inner.locals_around | own_names(self._inner.node)
        self._imported: dict[str, Any] = dict(self._inner.imported) if self._inner is not None else {}
        self._targets: list[str] = []  # of the comprehensions around the current expression
        self._bindings: dict[str, str] = {}
        self._unknown_names: dict[str, None] = {}  # in order of appearance
        self._out: list[str] = []
        self._in_message = False  # of an exception

    def expression(self, node: _ast.expr) -> None:
        writer = _EXPRESSIONS.get(type(node))
        if writer is None:
            self.unsupported(node)
        else:
            writer(self, node)

    def unsupported(self, node: Any) -> None:
        self._out.append(f"(unsupported {at(node)} {kind_of(node)})")
        self._unknown_names.update(dict.fromkeys(assigned_names(node)))

    def expressions(self, nodes: list[_ast.expr]) -> None:
        self._out.append(" [")
        for node in nodes:
            self.expression(node)
        self._out.append("]")

    def optional(self, node: _ast.expr | None) -> None:
        if node is None:
            self._out.append("-")
        else:
            self.expression(node)

    def _name(self, node: _ast.Name) -> None:
        if node.id not in self._locals and node.id not in self._targets and self._bind(node, node.id, []):
            return
        self._out.append(f"(name {at(node)} {node.id})")

    def _literal(self, node: _ast.Constant) -> None:
        self.constant(node, node.value)

    def constant(self, node: Any, value: Any) -> None:
        place = at(node)
        kind = type(value)
        if kind is bool or value is None or value is ...:
            text = f"({'ellipsis' if value is ... else str(value).lower()} {place})"
        elif kind is int:
            text = f"(int {place} {value if -_MAX_INT - 1 <= value <= _MAX_UNSIGNED else 'big'})"
        elif kind is float:
            text = f"(float {place} {value!r})"
        elif kind is complex:
            imaginary = f"(complex {place} {value.imag!r})"
            text = (
                f"(binary {place} + (float {place} {value.real!r}) {imaginary})" if value.real else imaginary
            )
        elif kind is str:
            text = f"(str {place} {quote(value)})"
        elif constants.is_member(value):  # compared with others of its kind, and nothing else
            text = f"(str {place} {quote(constants.name_of_member(value))})"
        elif kind is tuple:
            self._out.append(f"(tuple {place} [")
            for item in value:
                self.constant(node, item)
            text = "])"
        elif element_type(value) is not None and value.name.isidentifier():
            name = f"numpy.{value.name}"
            self._bindings[name] = f"({name} library {quote(name)})"
            text = f"(name {place} {name})"
        elif _bindings.python_function(value) is not None:
            index = self._program.index_of(_bindings.python_function(value))
            self._bindings[f"def.{index}"] = f"(def.{index} function {index})"
            text = f"(name {place} def.{index})"  # no name of a program is `def`
        elif _bindings.library_name(value):
            name = _bindings.library_name(value)
            written = _numpy_functions.find(name)
            what = f"library {quote(name)}" if written is None else f"numpy {self._program.index_of(written)}"
            self._bindings[f"def.{name}"] = f"(def.{name} {what})"
            text = f"(name {place} def.{name})"
        elif constants.is_numpy_number(value):
            name = f"numpy.{value.dtype.name}"
            self._bindings[name] = f"({name} library {quote(name)})"
            self._out.append(f"(call {place} (name {place} {name}) [")
            self.constant(node, value.item())
            text = "] [])"
        else:
            text = f"(unsupported {place} {kind.__name__})"
        self._out.append(text)

    def _formatted(self, node: _ast.JoinedStr) -> None:
        """As "...".format(...), where a message may stand."""
        pattern = ""
        values: list[_ast.expr] = []
        for part in node.values:
            if isinstance(part, _ast.Constant):
                pattern += part.value.replace("{", "{{").replace("}", "}}")
                continue
            spec = part.format_spec.values if isinstance(part.format_spec, _ast.JoinedStr) else []
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
        names = [node.attr]
        root = node.value
        while isinstance(root, _ast.Attribute):
            names.append(root.attr)
            root = root.value
        if isinstance(root, _ast.Name) and root.id not in self._locals and root.id not in self._targets:
            if self._bind(node, root.id, names[::-1]):
                return
            self._out.append(
                "".join(f"(attr {at(n)} " for n in _chain(node)) + f"(name {at(root)} {root.id})"
            )
            self._out.append("".join(f" {name})" for name in names[::-1]))
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

    def _made_call(self, node: Any, function: FunctionType | str, arguments: list[_ast.expr]) -> None:
        """A call that stands for other syntax; a range among the arguments is the array of its numbers."""
        if isinstance(function, str):
            name = function
            self._bindings[name] = f"({name} library {quote(name)})"
        else:
            name = f"numpy.{function.__name__}"
            self._bindings[name] = f"({name} numpy {self._program.index_of(function)})"
        self._out.append(f"(call {at(node)} (name {at(node)} {name}) [")
        for argument in arguments:
            if isinstance(argument, _ast.Slice):
                self._made_call(argument, *grids.axis_call(argument))
            else:
                self.expression(argument)
        self._out.append("] [])")

    def _joined(self, node: Joined) -> None:
        self._out.append(f"(record {at(node)} {self._program.joined_index(node)}")
        self.expressions(node.elts)
        self._out.append(")")

    def _dict(self, node: _ast.Dict) -> None:
        """With different texts as keys: an object with these fields."""
        keys = tuple(key.value if isinstance(key, _ast.Constant) else None for key in node.keys)
        if not keys or not all(type(key) is str for key in keys) or len(set(keys)) < len(keys):
            self.unsupported(node)
            return
        self._out.append(f"(record {at(node)} {self._program.class_index(dict, keys)}")
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
        names: list[str] = []
        while isinstance(node, _ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        if not isinstance(node, _ast.Name) or node.id in self._locals or node.id in self._targets:
            return False
        return constants.is_member(_bindings.resolve(self._function, node.id, names, self._imported).value)

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
        self._out.append(f"(select {at(node)} ")
        for part in (node.test, node.body, node.orelse):
            self.expression(part)
        self._out.append(")")

    def _print(self, node: _ast.Call) -> bool:
        names = self._locals | frozenset(self._targets)
        if not isinstance(node.func, _ast.Name) or calls.full_name(node.func, self._function, names) != "builtins.print":
            return False
        printed = prints.taken_apart(node)
        if printed is None:
            return False
        self._guard_name(node.func)
        self._shown(node, *printed)
        return True

    def _warn(self, node: _ast.Call) -> bool:
        """warnings.warn(text) and warnings.warn(text, category)."""
        if not isinstance(node.func, (_ast.Name, _ast.Attribute)) or node.keywords or not 1 <= len(node.args) <= 2:
            return False
        binding = self._resolved(node.func)
        if binding is None or binding.value is not warnings.warn or self._program.sets_warnings:
            return False
        category = self._resolved(node.args[1]) if len(node.args) == 2 else None
        kind = UserWarning if len(node.args) == 1 else category.value if category is not None else None
        if not isinstance(kind, type) or not issubclass(kind, Warning):
            return False
        warned = prints.warned(node, self._function, kind)
        if warned is None:
            return False
        for used in (binding, category):
            if used is not None:
                self._program.guard(used.access, used.value)
        self._program.warns = True
        self._shown(node, *warned)
        return True

    def _resolved(self, node: _ast.expr) -> _bindings.Binding | None:
        """What a name outside the function stands for."""
        names: list[str] = []
        while isinstance(node, _ast.Attribute):
            names.insert(0, node.attr)
            node = node.value
        if not isinstance(node, _ast.Name) or node.id in self._locals or node.id in self._targets:
            return None
        return _bindings.resolve(self._function, node.id, names, self._imported)

    def _shown(self, node: _ast.Call, host: _host.HostFunction, values: list[_ast.expr]) -> None:
        number = self._program.host_index(host)
        name = f"{host.name}:{number}"
        self._bindings[name] = f"({name} host {number} {quote(f'shown {host.name}')})"
        self._out.append(f"(call {at(node)} (name {at(node)} {name}) [")
        for value in values:
            self.expression(value)
        self._out.append("] [])")

    def _fits_host(self, node: _ast.Call) -> bool:
        """Whether a call of np.random or np.fft gives the arguments that are known here: Python takes more."""
        name = calls.full_name(node.func, self._function, self._locals | frozenset(self._targets))
        if self._is_own or not name.startswith(("numpy.random.", "numpy.fft.")):
            return True
        written = _numpy_functions.find(name)
        return written is None or calls.fits(node, written)

    def _call(self, node: _ast.Call) -> None:
        if not self._fits_host(node):
            self.unsupported(node)
            return
        if self._in_other_words(node) or self._print(node) or self._warn(node):
            return
        contraction = grids.contraction_of(node, self._function, self._locals)
        if contraction is not None:
            function, binding = contraction
            self._program.guard(binding.root_access, binding.root)
            self._made_call(node, function, node.args[1:])
            return
        mapping = grids.mapping_of(node, self._function, self._locals)
        if mapping is not None:
            function, binding = mapping
            self._program.guard(binding.root_access, binding.root)
            self._made_call(node, function, node.args)
            return
        if numpy_calls.is_one(node) and self._numpy_in_other_words(node):
            return
        vectorized = grids.vectorized_of(node, self._function, self._locals)
        if vectorized is not None:
            self._made_call(node, vectorized[0], [node.func, *node.args])
            return
        number = constants.of_text(node, self._function, self._locals)
        if number is not None:
            value, binding = number
            self._program.guard(binding.root_access, binding.root)
            self.constant(node, value)
            return
        listed = constants.listed_range(node, self._function, self._locals)
        if listed is not None:
            comprehension, binding = listed
            self._program.guard(binding.root_access, binding.root)
            self._comprehension(comprehension)
            return
        if isinstance(node.func, _ast.Attribute) and node.func.attr in _numpy_functions.METHODS:
            path = "." + node.func.attr
            index = self._program.index_of(_numpy_functions.method(node.func.attr))
            self._bindings[path] = f"({path} numpy {index})"
        self._out.append(f"(call {at(node)} ")
        self.expression(node.func)
        if isinstance(node.func, _ast.Attribute) and node.func.attr == "astype" and len(node.args) == 1:
            self._out.append(" [")
            self._element_type(node.args[0])
            self._out.append("]")
        else:
            self.expressions(node.args)
        self._out.append(" [")
        for keyword in node.keywords:
            self._out.append(f"({keyword.arg or '**'} {at(keyword)} ")
            if keyword.arg == "dtype":
                self._element_type(keyword.value)
            else:
                self.expression(keyword.value)
            self._out.append(")")
        operation = grids.operation_of_reduce(node, self._function, self._locals)
        if operation:
            self._out.append(f"(operation {at(node)} (str {at(node)} {quote(operation)}))")
        self._out.append("])")

    def _in_other_words(self, node: _ast.Call) -> bool:
        """Whether the call has been written as another expression."""
        if not node.args or not isinstance(node.func, (_ast.Name, _ast.Attribute)):
            return False
        inner = node.args[0]
        names = self._locals | frozenset(self._targets)
        function = calls.of_ufunc(node, self._function, names)
        if function is not None:
            self._guard_name(node.func)
            self.expression(function)
            return True
        is_key = any(keyword.arg == "key" for keyword in node.keywords)
        is_sorted = isinstance(inner, _ast.GeneratorExp) and not is_key and calls.full_name(node.func, self._function, names) == "builtins.sorted"
        if is_sorted:
            self._call(at_place_of(node, _ast.Call(node.func, [calls.listed(inner)], node.keywords)))
            return True
        if not is_key and not isinstance(inner, _ast.Call):
            return False
        name = calls.full_name(node.func, self._function, names)
        sorted_by = calls.by_key(node, name) if is_key else None
        if sorted_by is not None:
            self._guard_name(node.func)
            self._made_call(node, *sorted_by)
            return True
        other = calls.written_out(node, name, self._function, names) or iterators.taken_at_once(node, name, self._function, names)
        if other is None:
            return False
        self._guard_name(node.func)
        self._guard_name(inner.func)  # type: ignore[attr-defined]
        self.expression(other)
        return True

    def _numpy_in_other_words(self, node: _ast.Call) -> bool:
        names = self._locals | frozenset(self._targets)
        other = None if self._is_own else numpy_calls.in_other_words(node, self._function, names)
        if other is None:
            return False
        root: Any = node.func
        while isinstance(root, _ast.Attribute):
            root = root.value
        if isinstance(root, _ast.Name) and root.id not in names:
            self._guard_name(root)
        if isinstance(other, tuple):
            self._made_call(node, *other)
        else:
            self.expression(other)
        return True

    def _own_call(self, node: calls.OwnCall) -> None:
        assert node.function is not None
        self._made_call(node, node.function, node.elts)

    def _guard_name(self, node: _ast.expr) -> None:
        """What a name stands for is a part of the program."""
        while isinstance(node, _ast.Attribute):
            node = node.value
        assert isinstance(node, _ast.Name)
        binding = _bindings.resolve(self._function, node.id, [])
        self._program.guard(binding.root_access, binding.root)

    def _element_type(self, node: _ast.expr) -> None:
        """`'float32'` where a type is asked for is np.dtype('float32')."""
        written = node.value if isinstance(node, _ast.Constant) and isinstance(node.value, str) else None
        numpy = sys.modules.get("numpy")
        try:
            named = None if written is None or numpy is None else numpy.dtype(written)
        except TypeError:
            named = None
        if named is None or not named.isnative or not named.name.isidentifier():  # datetime64[D]
            self.expression(node)
        else:
            self.constant(node, named)

    def inner_function(self, node: Any) -> None:
        """A `def` or lambda inside the function: one more function of the program."""
        inner = InnerFunction(
            self._function, node, self._locals | frozenset(self._targets), self._imported
        )
        self._out.append(f"(function {at_head(node)} {self._program.add_inner(inner)})")

    def _named(self, node: _ast.NamedExpr) -> None:
        self._out.append(f"(named {at(node)} {node.target.id} ")
        self.expression(node.value)
        self._out.append(")")

    def _comprehension(self, node: _ast.ListComp | _ast.GeneratorExp) -> None:
        """Its targets are names of its own; what the first `for` goes through belongs to the function around it."""
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

    # Free names.

    def _bind(self, node: _ast.expr, root: str, attributes: list[str]) -> bool:
        """Notes what a free name stands for; True where its value has been written in its place."""
        binding = _bindings.resolve(self._function, root, attributes, self._imported)
        value = constants.held(binding)
        if value is not constants.NOTHING:
            self._program.guard(binding.access, value)
            self.constant(node, value)
            return True
        if binding.path not in self._bindings:
            kind, target = self._kind_and_target(binding)
            self._bindings[binding.path] = f"({binding.path} {kind} {target})"
        return False

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
        written_as = _host.written(binding.value) if binding.kind == "unsupported" else ""
        if written_as:
            program.guard(binding.access, binding.value)
            function = _numpy_functions.find(written_as)
            assert function is not None
            return "numpy", program.index_of(function)
        host = None if binding.kind == "library" else _host.find(binding.value)
        if host is not None:
            if not self._is_own:
                program.guard(binding.access, binding.value)
            name = f" {host.name}" if self._is_own else ""
            return "host", f"{program.host_index(host)} {quote(host.gives + name)}"
        if binding.kind == "unsupported" and isinstance(binding.value, type):
            index = program.class_index(binding.value)
            if index is not None and program.classes[index].initialize is not None:
                program.guard(binding.access, binding.value)
                return "class", index
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
