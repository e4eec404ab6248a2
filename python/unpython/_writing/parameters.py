"""Writes the parameters of one function, and the statements that put together those that a call takes apart."""

from __future__ import annotations

import _ast
from typing import Any

from unpython._layouts import (
    Chosen,
    Layout,
    has_functions,
    has_types,
    holds_functions,
    is_fields,
    is_generator,
    is_mixed_list,
    is_mixed_numbers,
    is_numbers,
    is_objects,
    is_of_parts,
    is_ragged,
    is_range,
    is_record,
    is_rows,
    is_set,
    is_table,
    is_text,
    is_unread,
    is_words,
    named_functions,
    parameter_names,
    parts,
)
from unpython._writing import calls
from unpython._writing.expressions import ExpressionWriter
from unpython._writing.names import assigned_names
from unpython._writing.nodes import walk
from unpython._writing.places import at, at_place_of, quote

_NO_DEFAULT = object()


class ParameterWriter(ExpressionWriter):
    """`_is_entry`: of the function that is called, not of a helper."""

    _is_entry: bool
    _layouts: dict[str, Layout]
    _repeated: Any

    def _parameters(self, arguments: _ast.arguments) -> None:
        """The positional ones, then those that only keywords give."""
        positional = [*arguments.posonlyargs, *arguments.args]
        if self._inner is not None:
            padded = [_NO_DEFAULT] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
            by_keyword = [_NO_DEFAULT if d is None else d for d in arguments.kw_defaults]
        else:
            defaults = self._function.__defaults__ or ()
            padded = [_NO_DEFAULT] * (len(positional) - len(defaults)) + list(defaults)
            keyword_defaults = self._function.__kwdefaults__ or {}
            by_keyword = [keyword_defaults.get(a.arg, _NO_DEFAULT) for a in arguments.kwonlyargs]
        self._out.append(" [")
        self._parameter_list(zip(positional, padded, strict=True))
        if arguments.vararg is not None and not self._is_entry:
            self._out.append(f"(*{arguments.vararg.arg} {at(arguments.vararg)} -)")
        self._out.append("] [")
        self._parameter_list(zip(arguments.kwonlyargs, by_keyword, strict=True))
        self._out.append("]")

    def _parameter_list(self, parameters: Any) -> None:
        for node, default in parameters:
            for name in parameter_names(node.arg, self._layouts.get(node.arg)):
                self._out.append(f"({name} {at(node)} ")
                # The call binds the defaults of the decorated function; those of a helper are part of the program.
                self._default(node, _NO_DEFAULT if self._is_entry else default)
                self._out.append(")")

    def _put_together(self, node: _ast.arg, written: Any) -> None:
        """The statement that makes a parameter of its parts. `written`: the `def` in other words."""
        layout = self._layouts.get(node.arg)
        if (
            layout is None
            or is_table(layout)
            or is_set(layout)
            or is_fields(layout)
            or is_rows(layout)
            or is_words(layout)
            or is_ragged(layout)
            or is_generator(layout)
            or is_objects(layout)
            or is_unread(layout)
        ):
            return  # objects, tables.py, fields.py, rows.py, text/values.py, ragged.py, numpy_generators.py
        if holds_functions(layout) and not any(isinstance(n, _ast.Name) and n.id == node.arg for n in walk(written)):
            return  # functions/given_tables.py
        if has_functions(layout) and not any(isinstance(n, _ast.Name) and n.id == node.arg for n in walk(written)):
            for name, function in named_functions(node.arg, layout):  # functions/functions_in_turn.py
                self._out.append(f"\n (assign {at(node)} [(name {at(node)} {name})] ")
                self._value(node, name, function)
                self._out.append(")")
            return
        if is_range(layout):
            for end, item in parts(layout):
                if item is None:
                    self._locals |= {f"{node.arg}.{end}"}
            return
        if is_mixed_list(layout):
            source = self._program.sources[self._function].node
            uses = [n for n in walk(source) if isinstance(n, _ast.Name) and n.id == node.arg]
            loops = [n for n in walk(source) if isinstance(n, _ast.For) and isinstance(n.iter, _ast.Name) and n.iter.id == node.arg]
            for end, item in parts(layout):
                if is_record(item) or isinstance(item, str):
                    self._out.append(f"\n (assign {at(node)} [(name {at(node)} {node.arg}.{end})] ")
                    self._value(node, f"{node.arg}.{end}", item)
                    self._out.append(")")
            listed = [n for n in walk(source) if isinstance(n, (_ast.ListComp, _ast.GeneratorExp)) and self._each(n, node.arg) is not None]
            if written is not source and not any(isinstance(n, _ast.Name) and n.id == node.arg for n in walk(written)):
                return  # known_lists.py
            if len(uses) == len(loops) + len(listed) and all(self._repeated(loop) is not None for loop in loops):
                return
        self._out.append(f"\n (assign {at(node)} [(name {at(node)} {node.arg})] ")
        self._value(node, node.arg, layout)
        self._out.append(")")

    def _each(self, node: _ast.ListComp | _ast.GeneratorExp, name: str = "") -> list[_ast.expr] | None:
        """The items of a comprehension over a few objects that are given (`name`: that list), written out."""
        clause = node.generators[0]
        given = clause.iter.id if isinstance(clause.iter, _ast.Name) else ""
        layout = self._layouts.get(given) if given and (not name or name == given) else None
        if layout is None or not is_mixed_list(layout) or len(node.generators) > 1 or clause.ifs or not isinstance(clause.target, _ast.Name):
            return None
        if not all(is_record(item) for _, item in parts(layout)) or given in assigned_names(self._program.sources[self._function].node.body):
            return None
        items = [at_place_of(clause.iter, _ast.Name(f"{given}.{end}", _ast.Load())) for end, _ in parts(layout)]
        return [calls.with_names(node.elt, clause.target.id, item) for item in items]

    def _value(self, node: _ast.arg, name: str, layout: Layout) -> None:
        if layout is None:
            self._out.append(f"(name {at(node)} {name})")
        elif is_numbers(layout):
            self._list_of_array(node, name, layout)
        elif is_unread(layout):
            self.constant(node, 0)
        elif not is_of_parts(layout):
            self.constant(node, layout.value if isinstance(layout, Chosen) else layout)
        else:
            kind = "tuple" if isinstance(layout, tuple) or has_types(layout) else "list"
            if is_record(layout):
                kind = "given"
            index = f" {self._program.class_index(layout.type, layout.names)}" if kind == "given" else ""
            self._out.append(f"({kind} {at(node)}{index} [")
            for end, item in parts(layout):
                self._value(node, f"{name}.{end}", item)
            self._out.append("])")

    def _list_of_array(self, node: _ast.arg, name: str, layout: Any) -> None:
        """[[float(x) for x in row] for row in rows]"""
        place = at(node)
        if layout.type is complex:
            self._of_complex(node, name)
            return
        convert = "builtins.int" if is_text(layout) else f"builtins.{layout.type.__name__}"
        self._bindings[convert] = f"({convert} library {quote(convert)})"
        items = [f"{name}.{i}of" for i in range(layout.depth)]
        whole = self._rows_of_items(node, name) if is_mixed_numbers(layout) and layout.depth == 2 else f"(name {place} {name})"
        made = f"(call {place} (name {place} {convert}) [(name {place} {items[-1]})] [])"
        outers = [*(f"(name {place} {item})" for item in items[-2::-1]), whole]
        for inner, outer in zip(items[::-1], outers, strict=True):
            made = f"(listed {place} [((name {place} {inner}) {outer} [])] {made})"
        self._out.append(made)

    def _of_complex(self, node: _ast.arg, name: str) -> None:
        """[complex(re[i], im[i]) for i in range(len(re))]"""
        self._locals |= {f"{name}.re", f"{name}.im"}
        for builtin in ("complex", "len", "range"):
            self._bindings[f"builtins.{builtin}"] = f"(builtins.{builtin} library {quote(f'builtins.{builtin}')})"
        place, number = at(node), f"{name}.0of"
        parts = " ".join(f"(sub {place} (name {place} {name}.{part}) (name {place} {number}))" for part in ("re", "im"))
        count = f"(call {place} (name {place} builtins.len) [(name {place} {name}.re)] [])"
        numbers = f"(call {place} (name {place} builtins.range) [{count}] [])"
        item = f"(call {place} (name {place} builtins.complex) [{parts}] [])"
        self._out.append(f"(listed {place} [((name {place} {number}) {numbers} [])] {item})")

    def _rows_of_items(self, node: _ast.arg, name: str) -> str:
        """items.reshape(counts.size, counts[0])"""
        self._locals |= {f"{name}.items", f"{name}.counts"}
        counts = _ast.Name(f"{name}.counts", _ast.Load())
        sizes = [_ast.Attribute(counts, "size", _ast.Load()), _ast.Subscript(counts, _ast.Constant(0), _ast.Load())]
        shaped = _ast.Call(_ast.Attribute(_ast.Name(f"{name}.items", _ast.Load()), "reshape", _ast.Load()), sizes, [])
        start = len(self._out)
        for part in walk(shaped):
            at_place_of(node, part)
        self.expression(shaped)
        made = "".join(self._out[start:])
        del self._out[start:]
        return made

    def _default(self, node: _ast.arg, value: Any) -> None:
        """A default is the value that the `def` computed, not its text."""
        if value is _NO_DEFAULT:
            self._out.append("-")
        elif self._inner is not None:
            self.expression(value)
        else:
            self.constant(node, value)
