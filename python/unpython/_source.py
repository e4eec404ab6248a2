"""Turns a function and the helpers it calls into one compact string, the only thing that the compiler reads.

Grammar (blanks and line ends separate tokens; `X*` any number, `X?` is X or `-`):

    program   = "unpython" "1" function* "hidden" "[" string* "]" python? classes?
    python    = "python" int            the minor version whose built-in functions are meant; left out where all versions up to
                                        it do the same
    classes   = "classes" "[" class* "]"
    class     = "(" name ("object" | "tuple" | "dict") ("0" | "1") int "[" string* "]" "[" binding* "]" "[" binding* "]" ")"
                                        whether it is frozen, the number of __init__ or -1, fields, methods, properties
    function  = "(" "function" name file at "[" parameter* "]" "[" parameter* "]" "[" binding* "]" "[" name* "]" "[" stmt* "]" ")"
                                        positional parameters, keyword-only parameters, free names, names that only
                                        unsupported nodes assign, body; the first function is the decorated one, the
                                        others are the helpers in order of discovery
    file      = string int "[" string* "]"        name as shown in messages, line number of the first line, the lines
    parameter = "(" name at expr? ")"             with the default value of a helper; `*name` takes what is left
    binding   = "(" path kind ")"                 path: `np.sqrt` as written; `.sort` for methods of that name
    kind      = "library" string | ("function" | "numpy" | "class") int | "hidden" int | "unsupported" string | "missing" string
              | "host" int string               a function that Python runs, what it gives ("none", "float64", "array") and its name;
                                                "native-" before what it gives: C runs it
    stmt      = "(" "assign" at "[" expr* "]" expr ")" | "(" "aug" at expr operator expr ")"
              | "(" "for" at expr expr "[" stmt* "]" "[" stmt* "]" ")" | "(" ("while" | "if") at expr "[" stmt* "]" "[" stmt* "]" ")"
              | "(" ("break" | "continue" | "pass") at ")" | "(" "return" at expr? ")" | "(" "assert" at expr expr? ")"
              | "(" ("raise" | "expr") at expr ")" | "(" "nonlocal" at "[" name* "]" ")" | "(" "unsupported" at class ")"
    expr      = "(" "name" at name ")" | "(" "int" at (int | "big") ")" | "(" ("float" | "complex") at float ")"
              | "(" ("true" | "false" | "none" | "ellipsis" | "unset") at ")" | "(" "str" at string ")" | "(" "attr" at expr name ")"
              | "(" "sub" at expr expr ")" | "(" "slice" at expr? expr? expr? ")" | "(" ("tuple" | "list") at "[" expr* "]" ")"
              | "(" "unary" at operator expr ")" | "(" "binary" at operator expr expr ")" | "(" ("and" | "or") at "[" expr* "]" ")"
              | "(" "compare" at expr "[" operator* "]" "[" expr* "]" ")" | "(" "select" at expr expr expr ")"   condition, then, else
              | "(" "call" at expr "[" expr* "]" "[" keyword* "]" ")" | "(" "function" at int ")"   a def or lambda, by number
              | "(" ("record" | "given") at int "[" expr* "]" ")"   fields of an object, made here or by the caller; by number of the class
              | "(" "unsupported" at class ")"
    keyword   = "(" (name | "**") at expr ")"
    operator  = Python's sign; `is not` and `not in` are written `is-not` and `not-in`
    at        = line ":" column "+" length        a node that ends on its first line
              | line ":" column "-" line ":" column

Lines count from 1 and columns from 0 in UTF-8 bytes, both of the real file. A string stands in double quotes with the
escapes `\\\\`, `\\"`, `\\n`, and `\\uXXXX` for lone surrogates and NUL. An `unsupported` node names the class of `ast`; what is
inside it is left out. Decorators, annotations, docstrings and other constants as statements are dropped.
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

from unpython._find_source import PackedText, pack, parameters_of
from unpython._layouts import Layout, parameters_for
from unpython._writing.kept_library import KeptInner, text_of
from unpython._writing.once import each_asked_once
from unpython._writing.places import quote
from unpython._writing.program import Program
from unpython._writing.writer import FunctionWriter


class Serialized:
    """What the compiler needs of a function. `hidden` and `guards` are access paths as in _bindings.AccessPath: values
    read at each call, and objects that were taken as they are (serialize again when one is another object)."""

    __slots__ = ("classes", "defaults", "guards", "has_unknown", "hidden", "hosts", "parameter_names", "positional", "runs_again", "text")

    def __init__(
        self, program: Program, text: str, function: FunctionType, layouts: dict[str, Layout] | None = None
    ) -> None:
        self.text = text
        found = parameters_of(function)
        self.parameter_names, self.defaults, self.positional = found if layouts is None else parameters_for(found[0], layouts)
        self.hidden = tuple(program.hidden)
        self.guards = tuple(program.guards.values())
        self.classes = program.classes
        self.has_unknown = program.has_unknown
        self.runs_again = program.runs_again
        self.hosts = program.hosts

    def as_tuple(self) -> tuple[Any, ...]:
        """In the order that the compiled part reads."""
        parts = self.text, self.parameter_names, self.defaults, self.hidden, self.guards, *self.positional
        return *parts, tuple(known.make for known in self.classes), self.runs_again, tuple(host.call for host in self.hosts)


#: The minor version of the Python whose built-in functions the program's are.
PYTHON = sys.version_info.minor
_COMPENSATES_SUMS = 12


def serialize(function: FunctionType, layouts: dict[str, Layout] | None = None) -> Serialized:
    """The function and, transitively, its helpers; `layouts`: the parameters that are taken apart. Raises
    SourceNotFound, and RecursionError for an expression nested too deeply."""
    program = Program()
    with each_asked_once():
        chunks = _written(program, function, layouts)
    hidden = " ".join(quote(path) for path in program.hidden_names)
    text = "unpython 1\n" + "\n".join(chunks) + f"\nhidden [{hidden}]\n"
    if PYTHON >= _COMPENSATES_SUMS:
        text += f"python {PYTHON}\n"
    if program.classes:
        text += "classes [" + "\n".join(program.class_texts()) + "]\n"
    return Serialized(program, text, function, layouts)


def _written(program: Program, function: FunctionType, layouts: dict[str, Layout] | None) -> list[str]:
    """The functions of a program as texts: the list grows while helpers and methods are met."""
    program.add(function)
    chunks: list[str] = []
    while len(chunks) < len(program.functions) or program.add_methods():
        helper = program.functions[len(chunks)]
        if isinstance(helper, KeptInner):
            chunks.append(text_of(program, helper.around, helper.number))
        elif helper in program.kept:
            chunks.append(text_of(program, helper))
        else:
            is_entry = helper is function
            chunks.append(FunctionWriter(program, helper, is_entry, layouts if is_entry else None).write())
    return chunks


def packed_texts(function: FunctionType) -> list[PackedText]:
    """The texts of a function and its helpers, to be sent along with it. Raises SourceNotFound."""
    program = Program()
    _written(program, function, None)
    return [pack(helper, source) for helper, source in program.sources.items()]
