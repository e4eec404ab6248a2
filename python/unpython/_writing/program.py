"""What all functions of one serialized program share: helpers, hidden values and guards, each listed once."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from unpython import _bindings, _records
from unpython._find_source import FunctionSource, SourceNotFound
from unpython._host import HostFunction
from unpython._writing import kept_library
from unpython._writing.nodes import walk
from unpython._writing.plainer import find_source


class InnerFunction:
    """A `def` or `lambda` inside a function: its own text, with the free names of the function around it."""

    def __init__(
        self, around: FunctionType, node: Any, locals_around: frozenset[str]
    ) -> None:
        self.around = around
        self.node = node
        self.locals_around = locals_around


class Program:
    """What all functions of one program share: helpers, hidden values and guards, each listed once."""

    def __init__(self) -> None:
        self.functions: list[FunctionType | InnerFunction | kept_library.KeptInner] = []
        self.sources: dict[FunctionType, FunctionSource] = {}
        self.kept: dict[FunctionType, list[kept_library.Chunk]] = {}  # functions that have no source here
        self.hidden: list[_bindings.AccessPath] = []
        self.hidden_names: list[str] = []
        self.guards: dict[tuple[Any, ...], tuple[_bindings.AccessPath, Any]] = {}
        self._hidden_index: dict[tuple[Any, ...], int] = {}
        self.hosts: list[HostFunction] = []  # by number
        self.warns = False  # calls warnings.warn
        self.sets_warnings = False  # has calls that say which warnings are shown, which compiled code leaves out
        self.runs_again = False  # after an exception: _attempts
        self.has_unknown = False  # names of the user's functions that are not defined, or of no use
        self.classes: list[_records.RecordClass] = []
        self._class_functions: list[dict[str, int]] = []  # by class: method, number of its function

    def add(self, function: FunctionType) -> None:
        """A function that is written from its source."""
        source = find_source(function)
        written = getattr(function, "written_node", None)  # of a version of a function: lists/mixed_lists.py
        self.sources[function] = source = source if written is None else source._replace(node=written)
        for binding in filter(lambda b: b.root_access, source.relies_on):
            self.guard(binding.root_access, binding.root)
        self.functions.append(function)

    def index_of(self, function: FunctionType) -> int:
        if function not in self.sources and function not in self.kept:
            kept = kept_library.chunks_of(function)
            if kept is None:
                self.add(function)
            else:
                self.kept[function] = kept
                self.functions.append(function)
        return self.functions.index(function)

    def add_inner(self, function: InnerFunction | kept_library.KeptInner) -> int:
        self.functions.append(function)
        return len(self.functions) - 1

    def class_index(self, type: type, keys: tuple[str, ...] = (), is_holder: bool = False) -> int | None:
        """Of a class, of objects of a class with these fields, or of dicts with these keys; None where too little is known of
        the class. `is_holder`: of dicts that are only returned."""
        found = _records.of_keys(keys, is_holder) if type is dict else _records.of_class(type)
        if found is not None and found.fields is None and keys:
            found.fields = keys
        for index, known in enumerate(self.classes):
            if found is not None and known.type is type and known.fields == found.fields and known.kind == found.kind:
                return index
        if found is None:
            return None
        self.classes.append(found)
        return len(self.classes) - 1

    def joined_index(self, node: _records.Joined) -> int:
        """Of what so many lists or values are returned as."""
        if node.make is not None:
            for index, known in enumerate(self.classes):
                if known.make is node.make and len(known.fields or ()) == len(node.elts):
                    return index
            self.classes.append(_records.of_values(node.make, len(node.elts)))
            return len(self.classes) - 1
        made = _records.of_lists(node.kind, len(node.elts))
        for index, known in enumerate(self.classes):
            if known.type is made.type and known.fields == made.fields:
                return index
        self.classes.append(made)
        return len(self.classes) - 1

    def add_methods(self) -> bool:
        """Makes functions of those methods that a name in the program may stand for; whether there are new ones. A method may be
        set anew: each is guarded."""
        before = len(self.functions)
        names = self._attributes() if self.classes else set()
        for number, made in enumerate(self.classes):
            if number == len(self._class_functions):
                self._class_functions.append({"__init__": self._initializer(made)})
            known = self._class_functions[number]
            for found, by in ((made.methods, ()), (made.properties, ("fget",))):
                for name in [name for name in found if name not in known]:  # in one order in all processes
                    if name in names or name.startswith("__"):
                        try:
                            known[name] = self.index_of(found[name])
                        except SourceNotFound:
                            continue
                        self.guard(({"class": made.type}, "class", name, *by), found[name])
        return len(self.functions) > before

    def _initializer(self, made: _records.RecordClass) -> int:
        if isinstance(made.initialize, FunctionType):
            self.guard(({"class": made.type}, "class", "__init__"), made.initialize)
            return self.index_of(made.initialize)
        if made.initialize is None:
            return -1
        around = self.functions[0]
        assert isinstance(around, FunctionType)
        return self.add_inner(InnerFunction(around, made.initialize, frozenset()))

    def _attributes(self) -> set[str]:
        nodes = [source.node for source in self.sources.values()] + [f.node for f in self.functions if isinstance(f, InnerFunction)]
        kept = {name for chunks in self.kept.values() for _, _, attributes in chunks for name in attributes}
        return kept.union(n.attr for node in nodes for n in walk(node) if isinstance(n, ast.Attribute))

    def class_texts(self) -> list[str]:
        return [self._class_text(made, self._class_functions[number]) for number, made in enumerate(self.classes)]

    @staticmethod
    def _class_text(made: _records.RecordClass, known: dict[str, int]) -> str:
        import json  # many programs name no class

        def bindings(found: dict[str, FunctionType]) -> str:
            return f"[{' '.join(f'({name} function {known[name]})' for name in found if name in known)}]"

        fields = " ".join(json.dumps(name) for name in made.fields or ())
        frozen, initialize = int(made.is_frozen), known["__init__"]
        return f"({made.name} {made.kind} {frozen} {initialize} [{fields}] {bindings(made.methods)} {bindings(made.properties)})"

    def hidden_index(self, path: str, access: _bindings.AccessPath) -> int:
        key = (id(access[0]), *access[1:])
        if key not in self._hidden_index:
            self._hidden_index[key] = len(self.hidden)
            self.hidden.append(access)
            self.hidden_names.append(path)
        return self._hidden_index[key]

    def host_index(self, host: HostFunction) -> int:
        """Of a function that Python runs."""
        if host not in self.hosts:
            self.hosts.append(host)
        return self.hosts.index(host)

    def guard(self, access: _bindings.AccessPath, expected: Any) -> None:
        self.guards.setdefault((id(access[0]), *access[1:]), (access, expected))
